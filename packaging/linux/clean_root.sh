#!/usr/bin/env bash
# Proves the .deb on a clean Debian 12: a root folder without Python, with only what the package depends on.
# Installs, runs the self-test without network, reads a picture, opens the window from its menu entry, takes a
# screenshot, uninstalls, and compares the files with those before. Runs as root; needs debootstrap, Xvfb,
# xdotool, scrot and python3 on this machine, which are not seen inside.
#
#   packaging/linux/clean_root.sh ROOT_DIR PACKAGE.deb [--picture FILE] [--screenshot FILE] [--model DIR]
#
# ROOT_DIR      made with debootstrap where it is missing, used as it is where it exists
# --picture     what is read and opened (default: the repository's receipt.png)
# --screenshot  where the picture of the window goes (default: window.png in the current folder)
# --model       a model folder to use instead of the bundled one
#
# All mounts live in a mount namespace of this script's own: they end with it, whatever happens.
set -euo pipefail

usage() { sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2; }
say() { printf 'clean_root.sh: %s\n' "$*"; }
fail() { printf 'clean_root.sh: %s\n' "$*" >&2; exit 1; }

[ $# -ge 2 ] || usage
[ "$(id -u)" = 0 ] || { echo "clean_root.sh: run this as root" >&2; exit 2; }
for tool in debootstrap unshare chroot Xvfb xdotool scrot python3; do
    command -v "$tool" >/dev/null || { echo "clean_root.sh: install $tool first" >&2; exit 2; }
done
if [ -z "${CLEAN_ROOT_INSIDE:-}" ]; then
    export CLEAN_ROOT_INSIDE=1
    exec unshare --mount --pid --fork --kill-child --mount-proc --propagation private "$0" "$@"
fi

repository=$(cd "$(dirname "$0")/../.." && pwd)
root=$1 package=$(realpath "$2"); shift 2
picture=$repository/receipt.png screenshot=$PWD/window.png model=""
while [ $# -gt 0 ]; do
    case $1 in
        --picture) picture=$(realpath "$2"); shift 2 ;;
        --screenshot) screenshot=$(realpath -m "$2"); shift 2 ;;
        --model) model=$(realpath "$2"); shift 2 ;;
        *) usage ;;
    esac
done

[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase bookworm "$root"
root=$(realpath "$root")
cp -L /etc/resolv.conf "$root/etc/resolv.conf"

mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
# The screen is this machine's, so that the package's dependencies are all that the window has.
mkdir -p /tmp/.X11-unix "$root/tmp/.X11-unix"
mount -t tmpfs tmpfs /tmp/.X11-unix
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
person=reader home=/home/reader
as_person() { exec chroot --userspec="$person:$person" "$root" env -i PATH=/usr/bin:/bin HOME="$home" LANG=C.UTF-8 "$@"; }
files() { (cd "$root" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./run -o -path ./tmp -o -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log \) -prune -o -print | sort); }

inside sh -c 'command -v python3' && fail "there is a Python in $root; use a root without one"
# A history of an earlier run would pass for this one's.
if inside id "$person" >/dev/null 2>&1; then inside userdel --remove "$person" 2>/dev/null; fi
inside useradd --create-home "$person"

# The dependencies first, so that what the package itself brings and leaves can be told apart.
inside apt-get update -q >/dev/null
depends=$(dpkg-deb --field "$package" Depends | sed 's/([^)]*)//g; s/|[^,]*//g; s/,/ /g')
# shellcheck disable=SC2086 - a list of names
inside apt-get install -y -q --no-install-recommends $depends >/dev/null
inside sh -c 'command -v python3' && fail "a dependency brought a Python"
before=$(files)
say "$(inside dpkg-query -W | wc -l) packages with the dependencies; installing $(basename "$package")"

cp "$package" "$root/tmp/yomi.deb"
started=$(date +%s)
inside apt-get install -y -q --no-install-recommends /tmp/yomi.deb >/dev/null
say "installed in $(($(date +%s) - started)) s, $(inside du -sm /usr/lib/yomi | cut -f1) MB below /usr/lib/yomi"
cp "$picture" "$root/tmp/picture.png"
options=()
if [ -n "$model" ]; then
    cp -r "$model" "$root/tmp/model"
    options=(--model /tmp/model)
fi
chmod -R a+rX "$root/tmp"

say "self-test: no PATH, no network, an empty home"
unshare --net chroot --userspec="$person:$person" "$root" \
    env -i PATH= HOME="$home/Жук 漢字 é" /usr/lib/yomi/yomi doctor "${options[@]}" | sed 's/^/    /'
[ -e "$root$home/Жук 漢字 é/.local/share/yomi" ] || fail "nothing was written below the other home"

say "yomi read picture.png"
text=$( (as_person yomi read /tmp/picture.png "${options[@]}") )
printf '%s\n' "$text" | sed 's/^/    /'
[ -n "$text" ] || fail "no text was read"

command=$(sed -n 's/^Exec=\(.*\) %F$/\1/p' "$root/usr/share/applications/yomi.desktop")
[ -n "$command" ] || fail "the menu entry starts nothing"
Xvfb :97 -screen 0 1280x800x24 -nolisten tcp -ac >/dev/null 2>&1 &
screen=$!
for _ in $(seq 100); do [ -S /tmp/.X11-unix/X97 ] && break; sleep 0.1; done
say "the menu entry: $command picture.png"
started=$(date +%s%N)
# shellcheck disable=SC2086 - the menu splits it, too
(as_person DISPLAY=:97 XDG_RUNTIME_DIR=/tmp/runtime $command /tmp/picture.png "${options[@]}") &
window=$!
DISPLAY=:97 timeout 60 xdotool search --sync --onlyvisible --class yomi >/dev/null || fail "no window came"
say "the window is there after $((($(date +%s%N) - started) / 1000000)) ms"
python3 "$repository/packaging/linux/wait_for_text.py" "$root$home/.local/share/yomi/history.sqlite3" 120 |
    sed 's/^/    /'
say "the text is in the history after $((($(date +%s%N) - started) / 1000000)) ms"
sleep 1
mkdir -p "$(dirname "$screenshot")"
rm -f "$screenshot"
DISPLAY=:97 scrot "$screenshot"
kill -TERM "$window"
wait "$window" || fail "the window ended with exit code $?"
kill "$screen"

inside apt-get purge -y -q yomi >/dev/null
after=$(files)
left=$(comm -13 <(printf '%s\n' "$before") <(printf '%s\n' "$after"))
foreign=$(printf '%s\n' "$left" | grep -v "^\.$home/" | grep -v '^$' || true)
[ -z "$foreign" ] || fail "uninstalling left: $foreign"
gone=$(comm -23 <(printf '%s\n' "$before") <(printf '%s\n' "$after"))
[ -z "$gone" ] || fail "uninstalling took away: $gone"
[ -s "$root$home/.local/share/yomi/history.sqlite3" ] || fail "uninstalling took the user's history"
say "uninstalled; what is left is the user's:"
printf '%s\n' "$left" | grep -v '^$' | sed 's/^/    /'
say "passed; the window: $screenshot"
