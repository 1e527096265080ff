# need.sh: sourced by ./play and ./test, which have set root.

# alone COMMAND...: runs it while nobody else in this clone installs or builds; waits for its turn.
alone() {
  mkdir -p "$root/build"
  if command -v flock >/dev/null 2>&1; then
    (
      flock 9
      "$@"
    ) 9>"$root/build/lock"
  else
    "$@"
  fi
}

# need THING:PACKAGE...: installs the Debian packages whose thing is missing: a command, or a file by its whole path. Asks
# the network for nothing when all is there.
need() {
  missing=""
  for word in "$@"; do
    case $word in
    /*) [ -e "${word%%:*}" ] || missing="$missing ${word#*:}" ;;
    *) command -v "${word%%:*}" >/dev/null 2>&1 || missing="$missing ${word#*:}" ;;
    esac
  done
  [ -n "$missing" ] || return 0

  if ! command -v apt-get >/dev/null 2>&1; then
    echo "Wabe needs these packages, by their Debian names:$missing" >&2
    echo "This system has no apt-get: please install them its own way and start again." >&2
    exit 1
  fi
  if [ "$(id -u)" -eq 0 ]; then
    as_root=""
  elif command -v sudo >/dev/null 2>&1; then
    as_root="sudo"
  else
    echo "Wabe needs these Debian packages:$missing" >&2
    echo "Please install them as root: apt-get install$missing" >&2
    exit 1
  fi
  echo "Installing:$missing" >&2
  log=$(mktemp)
  if ! { $as_root apt-get update && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    echo "The packages could not be installed:$missing" >&2
    exit 1
  fi
  rm -f "$log"
}

# modules [all]: installs the packages of package-lock.json that the pages are made of, with `all` also those for checking
# them, and npm itself if that is missing. Asks the network for nothing when they are there.
modules() {
  have="$root/node_modules/.wabe"
  lock=$(cksum <"$root/package-lock.json")
  case "$(cat "$have" 2>/dev/null)" in
  "all $lock") return 0 ;;
  "some $lock") [ "${1:-}" = all ] || return 0 ;;
  esac
  need npm:npm
  echo "Installing what the pages are made of, by npm." >&2
  log=$(mktemp)
  omit="--omit=dev"
  [ "${1:-}" != all ] || omit=""
  # No scripts: no package runs anything here, or fetches a browser.
  if ! (cd "$root" && npm ci $omit --ignore-scripts --no-audit --no-fund) >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    echo "npm could not install the packages of package-lock.json." >&2
    exit 1
  fi
  rm -f "$log"
  if [ "${1:-}" = all ]; then echo "all $lock"; else echo "some $lock"; fi >"$have"
}

# build DIR TARGETS MESON-ARGUMENTS...: sets up the build folder (anew if the arguments or the compiler are others than last
# time), and builds what has changed; quiet unless it fails.
build() {
  folder=$1
  targets=$2
  shift 2
  log=$(mktemp)
  made_by="${CC:-cc} $*"
  [ "$(cat "$folder/made-by" 2>/dev/null)" = "$made_by" ] || rm -rf "$folder"
  [ -f "$folder/build.ninja" ] || echo "Building in $folder: the first time takes a minute or two." >&2
  if ! { [ -f "$folder/build.ninja" ] || { meson setup "$folder" "$@" && echo "$made_by" >"$folder/made-by"; }; } >"$log" 2>&1 ||
    ! ninja -C "$folder" $targets >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    echo "The build in $folder failed." >&2
    return 1
  fi
  rm -f "$log"
}
