#!/bin/sh
# fuzz.sh FUZZER CORPUS: runs a fuzzer on a copy of its corpus, so that the tree stays as it is. What it finds is left
# in the working folder as crash-*.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$2" "$work/corpus"
runs=15000
[ -z "${WABE_LONG:-}" ] || runs=1000000
"$1" -seed=1 -runs="$runs" -max_len=4096 -timeout=20 -print_final_stats=1 "$work/corpus"
