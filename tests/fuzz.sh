#!/bin/sh
# fuzz.sh FUZZER CORPUS RUNS: runs a fuzzer on a copy of its corpus, so that the tree stays as it is. What it finds is left
# in the working folder as crash-*.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$2" "$work/corpus"
runs=$3
[ -z "${WABE_LONG:-}" ] || runs=$((runs * 10))
# What a fuzzer ends with when it finds something, 77, means "skipped" to the runner of the tests.
"$1" -seed=1 -runs="$runs" -max_len=1024 -len_control=0 -timeout=20 -print_final_stats=1 "$work/corpus" || exit 1
