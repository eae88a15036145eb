#!/usr/bin/env bash
# Proves both commands of the README on a bare Debian: a root folder with python3, python3-venv, git and
# ca-certificates, nothing else. Runs as root; needs debootstrap, and Xvfb for the window.
#
#   packaging/linux/bare_root.sh ROOT_DIR [--picture FILE] [--bind PATH]... [--seconds N]
#                             [--suite NAME] [-- TEST_ARGS]
#
# ROOT_DIR   made with debootstrap where it is missing, used as it is where it exists (delete it for a fresh one)
# --picture  what `run` opens; its text must be in the history afterwards. Without one, `run` is left out
# --bind     a folder of this machine that pip is configured to use, seen read-only at the same path inside
# --suite    which Debian to make: bookworm (Python 3.11, default), trixie (3.13)
# --seconds  how long `run` may take until the text is there, set-up included (default 900)
# TEST_ARGS  passed on to pytest
#
# pip's configuration (files and PIP_* variables) and the certificates come from this machine. All mounts live in a
# mount namespace of this script's own: they end with it, whatever happens.
set -euo pipefail

usage() { sed -n '2,16s/^# \{0,1\}//p' "$0"; exit 2; }

[ $# -ge 1 ] || usage
[ "$(id -u)" = 0 ] || { echo "bare_root.sh: run this as root" >&2; exit 2; }
for tool in debootstrap unshare chroot git; do
    command -v "$tool" >/dev/null || { echo "bare_root.sh: install $tool first" >&2; exit 2; }
done
if [ -z "${BARE_ROOT_INSIDE:-}" ]; then
    export BARE_ROOT_INSIDE=1
    exec unshare --mount --pid --fork --kill-child --mount-proc --propagation private "$0" "$@"
fi

root=$1; shift
picture="" seconds=900 suite=bookworm binds=() tests=()
while [ $# -gt 0 ]; do
    case $1 in
        --picture) picture=$(realpath "$2"); shift 2 ;;
        --suite) suite=$2; shift 2 ;;
        --bind) binds+=("$(realpath "$2")"); shift 2 ;;
        --seconds) seconds=$2; shift 2 ;;
        --) shift; tests=("$@"); break ;;
        *) usage ;;
    esac
done
repository=$(cd "$(dirname "$0")/../.." && pwd)

if [ ! -e "$root/etc/debian_version" ]; then
    debootstrap --variant=minbase --include=python3,python3-venv,git,ca-certificates "$suite" "$root"
fi
root=$(realpath "$root")

cp -L /etc/resolv.conf "$root/etc/resolv.conf"
for file in /etc/pip.conf /etc/xdg/pip /etc/ssl/certs/ca-certificates.crt; do
    if [ -e "$file" ]; then mkdir -p "$root$(dirname "$file")"; cp -rL "$file" "$root$(dirname "$file")/"; fi
done
if [ -d "$HOME/.config/pip" ]; then mkdir -p "$root/root/.config"; cp -rL "$HOME/.config/pip" "$root/root/.config/"; fi

mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
for folder in "${binds[@]}"; do
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
    mount -o remount,bind,ro "$root$folder"
done
mkdir -p "$root/mnt/repository"
mount --bind "$repository" "$root/mnt/repository"
mount -o remount,bind,ro "$root/mnt/repository"

variables=(HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8)
while IFS= read -r -d '' pair; do
    case $pair in PIP_*|SSL_CERT_*|HTTP_PROXY=*|HTTPS_PROXY=*|http_proxy=*|https_proxy=*|no_proxy=*) variables+=("$pair") ;; esac
done < <(env -0)
inside_exec() { exec chroot "$root" env -i "${variables[@]}" "$@"; }
inside() { ( inside_exec "$@" ); }

rm -rf "$root/srv/yomi" "$root/srv/yomi-home"
inside git -c safe.directory='*' clone -q /mnt/repository /srv/yomi
commit=$(inside git -C /srv/yomi rev-parse --short HEAD)
echo "bare_root.sh: commit $commit, $(inside python3 --version), $(inside dpkg-query -W | wc -l) packages"

if [ -n "$picture" ]; then
    command -v Xvfb >/dev/null || { echo "bare_root.sh: install xvfb first" >&2; exit 2; }
    cp "$picture" "$root/srv/receipt.png"
    # The screen is this machine's, so that what `run` installs is all that the window has.
    mkdir -p /tmp/.X11-unix "$root/tmp/.X11-unix"
    mount -t tmpfs tmpfs /tmp/.X11-unix
    mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
    # The server picks a number that is free and says it once it can be reached.
    said=$(mktemp -u)
    mkfifo "$said"
    Xvfb -displayfd 5 -screen 0 1280x800x24 -nolisten tcp -ac 5>"$said" >/dev/null 2>&1 &
    screen=$!
    # Killed with the namespace, it would leave its lock in /tmp.
    trap 'kill "$screen" 2>/dev/null && wait "$screen" || true' EXIT
    number=""
    read -r -t 30 number <"$said" || true
    rm -f "$said"
    [ -n "$number" ] || { echo "bare_root.sh: Xvfb did not start" >&2; exit 1; }
    echo "bare_root.sh: python3 packaging/dev.py run receipt.png"
    started=$SECONDS
    # exec all the way down, so that the process to stop is the one started here.
    ( inside_exec YOMI_HOME=/srv/yomi-home DISPLAY=:$number sh -c 'cd /srv/yomi && exec python3 packaging/dev.py run /srv/receipt.png' ) &
    window=$!
    inside python3 /srv/yomi/packaging/linux/wait_for_text.py /srv/yomi-home/history.sqlite3 "$seconds" &
    waiter=$!
    wait -n "$window" "$waiter" || true
    kill -0 "$window" 2>/dev/null || { echo "bare_root.sh: the window ended by itself" >&2; exit 1; }
    wait "$waiter"
    echo "bare_root.sh: the picture's text is in the history after $((SECONDS - started)) s, set-up included"
    kill -TERM "$window" 2>/dev/null || true
    wait "$window" || true
fi

echo "bare_root.sh: python3 packaging/dev.py test ${tests[*]:-}"
started=$SECONDS
inside sh -c 'cd /srv/yomi && exec python3 packaging/dev.py test "$@"' sh "${tests[@]}"
echo "bare_root.sh: tests passed in $((SECONDS - started)) s, set-up included where it was not done before"
