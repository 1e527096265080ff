#!/bin/sh
# postgres.sh: a PostgreSQL for tests, in a folder of its own, reached by a Unix socket only.
#   start DIR    makes it if it is not there, starts it and prints its address; it ends with whoever asked for it at the latest
#   stop DIR     ends it at once, as a crash would; what was committed is there after the next start
#   there        whether this machine has PostgreSQL at all
# The path of DIR must be short (a socket lies in it): mktemp -d makes such a one.
set -eu
self=$(readlink -f "$0")

bin=""
for folder in /usr/lib/postgresql/*/bin; do
  [ ! -x "$folder/postgres" ] || bin=$folder
done
[ -n "$bin" ] || {
  echo "There is no PostgreSQL on this machine." >&2
  exit 1
}

# PostgreSQL refuses to run as root.
as=""
[ "$(id -u)" -ne 0 ] || as="setpriv --reuid=postgres --regid=postgres --clear-groups"

stop() {
  (cd / && $as "$bin/pg_ctl" stop -D "$dir/data" -m immediate -w -t 120) >/dev/null 2>&1 || true
}

case "${1:-}" in
there) exit 0 ;;
start | stop | watch)
  [ $# -ge 2 ] || {
    echo "postgres.sh $1 DIR" >&2
    exit 2
  }
  mkdir -p "$2"
  dir=$(cd "$2" && pwd)
  ;;
*)
  echo "postgres.sh start DIR | stop DIR | there" >&2
  exit 2
  ;;
esac

if [ "$1" = stop ]; then
  stop
  exit 0
fi
if [ "$1" = watch ]; then # DIR, who asked for it, the process of the database
  while kill -0 "$3" 2>/dev/null && [ "$(head -n 1 "$dir/data/postmaster.pid" 2>/dev/null)" = "$4" ]; do
    sleep 1
  done
  kill -0 "$3" 2>/dev/null || stop
  exit 0
fi
[ -z "$as" ] || chown postgres "$dir"
cd /
if [ ! -d "$dir/data" ]; then
  $as "$bin/initdb" -D "$dir/data" -U wabe --auth=trust -E UTF8 --no-locale --no-sync >"$dir/initdb.log" 2>&1 || {
    cat "$dir/initdb.log" >&2
    exit 1
  }
fi
$as "$bin/pg_ctl" start -D "$dir/data" -w -t 300 -l "$dir/log" \
  -o "-k $dir -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=60 -c shared_buffers=16MB" \
  >"$dir/start.log" 2>&1 </dev/null || {
  cat "$dir/start.log" "$dir/log" >&2
  exit 1
}
# Nothing is left behind, even if a test is killed with all its children.
setsid "$self" watch "$dir" "$PPID" "$(head -n 1 "$dir/data/postmaster.pid")" >/dev/null 2>&1 </dev/null &
echo "postgres:///postgres?host=$dir&user=wabe"
