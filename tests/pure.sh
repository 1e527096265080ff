#!/bin/sh
# pure.sh CLANG FILE...: each rules file stands alone: it includes no hosted header, has no writable data of its own, needs
# nothing but memcpy and its like from outside, and compiles for a GPU and for arm64 as well.
set -eu
clang=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
for file in "$@"; do
  if grep -nE '^#include <' "$file"; then
    echo "$file includes a header from outside"
    bad=1
  fi
  "$clang" --target=x86_64-linux-gnu -std=c11 -O2 -fno-pic -ffreestanding -pedantic -Werror -c "$file" -o "$work/x86.o"
  "$clang" --target=aarch64-linux-gnu -std=c11 -O2 -ffreestanding -pedantic -Werror -c "$file" -o "$work/arm.o"
  "$clang" --target=nvptx64-nvidia-cuda -march=sm_90 -std=c11 -O2 -ffreestanding -S "$file" -o "$work/gpu.ptx"
  outside=$(nm -u "$work/x86.o" | awk '{print $2}' | grep -vxE 'memcpy|memset|memmove|memcmp|_GLOBAL_OFFSET_TABLE_' || true)
  writable=$(nm "$work/x86.o" | awk '$2 ~ /^[bBdD]$/ {print $3}')
  shared=$(nm -g --defined-only "$work/x86.o" | awk '{print $3}' | grep -v '^game_' || true)
  for problem in "needs:$outside" "has writable data:$writable" "exports more than its game:$shared"; do
    if [ -n "${problem#*:}" ]; then
      echo "$file ${problem%%:*} ${problem#*:}"
      bad=1
    fi
  done
done
exit $bad
