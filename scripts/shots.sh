#!/bin/sh
# scripts/shots.sh WABE [NAME...]: makes the pictures docs/images/terminal-NAME.svg again, all of them or these. Each is a
# match with a fixed seed in a terminal of tmux, played by taking hints, so that the same program makes the same
# pictures. Needs tmux and Node.js.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
wabe=$(readlink -f "$1")
shift
only=" $* "
folder=$(mktemp -d)
mux=:
trap '$mux kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT
mkdir -p "$root/docs/images"

# wait_for WORDS: until they stand on the screen.
wait_for() {
  tries=0
  until $mux capture-pane -p | grep -qF -- "$1"; do
    tries=$((tries + 1))
    if [ "$tries" -gt 1200 ]; then
      echo "$name: '$1' does not appear:" >&2
      $mux capture-pane -p >&2
      exit 1
    fi
    sleep 0.05
  done
}

# steps WORDS...: keys as tmux names them; wait:WORDS; hints:N takes N hints, each after the table asks again.
steps() {
  for word in "$@"; do
    case $word in
    wait:*) wait_for "${word#wait:}" ;;
    hints:*)
      n=${word#hints:}
      while [ "$n" -gt 0 ]; do
        wait_for "h hint"
        $mux send-keys h
        wait_for "Enter plays the hint"
        $mux send-keys Enter
        n=$((n - 1))
      done
      wait_for "h hint"
      ;;
    *) $mux send-keys "$word" ;;
    esac
  done
}

# shot NAME COLUMNS ROWS TITLE ARGUMENTS STEPS...: one picture of `wabe ARGUMENTS`.
shot() {
  name=$1 columns=$2 rows=$3 title=$4 arguments=$5
  shift 5
  case $only in
  "  " | *" $name "*) ;;
  *) return 0 ;;
  esac
  mux="tmux -L wabe-shots-$$-$name -f /dev/null"
  $mux start-server \; set -g status off \; set -g default-terminal tmux-256color \; \
    new-session -d -x "$columns" -y "$rows" "LC_ALL=C.UTF-8 XDG_DATA_HOME='$folder/$name' '$wabe' $arguments"
  steps "$@"
  sleep 0.2 # the last key has no word to wait for
  $mux capture-pane -e -p -N >"$folder/capture"
  node "$root/scripts/shot.mjs" --columns "$columns" --rows "$rows" --title "$title" <"$folder/capture" \
    >"$root/docs/images/terminal-$name.svg"
  $mux kill-server
  echo "docs/images/terminal-$name.svg"
}

three="--seats Ann,Rosa=hard,Tom=hard --pace 0"
shot menu 80 24 "wabe play" "play" "wait:r rules" Down Down Down Down Down Down
shot mimsy 80 24 "wabe play mimsy" "play mimsy --seats Ann,Rosa=hard --seed 7 --pace 0" hints:5
shot pesky-gnomes 80 24 "wabe play pesky-gnomes" "play pesky-gnomes --seats Ann,Rosa=hard,Tom=hard,Ida=normal --seed 3 --pace 0" hints:9
shot hint 80 24 "wabe play pesky-gnomes, key h" "play pesky-gnomes --seats Ann,Rosa=hard,Tom=hard,Ida=normal --seed 3 --pace 0" hints:9 h \
  "wait:Enter plays the hint"
shot bandersnatch 80 24 "wabe play bandersnatch" "play bandersnatch --seats Ann --seed 6 --pace 0" hints:4
shot mome 100 40 "wabe play mome" "play mome $three --seed 4" hints:14
shot gnoming-a-round 100 34 "wabe play gnoming-a-round" "play gnoming-a-round $three --seed 2" hints:12
shot oh-gnome 100 40 "wabe play oh-gnome" "play oh-gnome $three --seed 8" hints:15
shot explain 80 24 "wabe play oh-gnome, key i" "play oh-gnome --seats Ann,Rosa=hard --seed 8 --pace 0" hints:4 i "wait:Esc or i closes"
shot gyre 132 40 "wabe play gyre" "play gyre --seats Ann,Rosa=hard --seed 4 --pace 0" hints:12
