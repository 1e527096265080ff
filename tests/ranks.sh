#!/bin/sh
# ranks.sh MPIRUN WABE: an arena by three ranks is the same as by one process.
for question in "slithy:3 --games 100" "mimsy --games 2000 --until-sure" "bandersnatch --games 7 --margin 5"; do
  arguments="arena $question --bots random,greedy,easy --json --no-times"
  alone=$("$2" $arguments) || exit 1
  ranks=$("$1" --allow-run-as-root --oversubscribe -n 3 "$2" $arguments) || exit 1
  if [ "$alone" != "$ranks" ]; then
    echo "wabe $arguments: another result by three ranks" >&2
    exit 1
  fi
done
