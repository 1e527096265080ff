#!/bin/sh
# format.sh CLANG-FORMAT ROOT: every C file is laid out by .clang-format. To put it right: clang-format-19 -i FILE.
cd "$2" || exit 1
"$1" --dry-run -Werror src/*/*.c src/*/*.h tests/*.c tests/*.h tests/load/*.c tests/load/*.h
