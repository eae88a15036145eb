#!/usr/bin/env bash
# Runs `yomi doctor` of a finished bundle where it has nothing to lean on: no PATH, no network, an empty home
# whose name is no ASCII. Any process it starts and any socket it opens fails the test. Linux; needs strace and
# the right to make namespaces.
#
#   packaging/linux/self_test.sh dist/yomi/yomi [OPTIONS OF doctor]
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
program=$(realpath "$1"); shift
for tool in strace unshare; do
    command -v "$tool" >/dev/null || { echo "self_test.sh: install $tool first" >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
home="$work/Жук 漢字 é"
mkdir "$home"
# Its own user as well where this is not root: then the namespace needs no right.
namespace=(unshare --net)
[ "$(id -u)" = 0 ] || namespace=(unshare --net --map-root-user)

# vfork and fork are processes; clone is one where it does not ask for a thread.
status=0
strace -f -qq -o "$work/calls" -e trace=execve,execveat,fork,vfork,clone,clone3,socket,socketpair,connect \
    "${namespace[@]}" env -i PATH= HOME="$home" "$program" doctor "$@" || status=$?
if [ "$status" -ne 0 ]; then
    echo "self_test.sh: doctor ended with exit code $status" >&2
    exit 1
fi

# unshare and env start the program; the bootloader starts it a second time with its search paths set.
allowed="execve\\(\"($program|[^\"]*/(unshare|env))\""
processes=$(grep -E ' (execve|execveat|fork|vfork|clone|clone3)\(' "$work/calls" |
    grep -vE "$allowed" | grep -v CLONE_THREAD || true)
sockets=$(grep -E ' (socket|socketpair|connect)\(' "$work/calls" || true)
if [ -n "$processes$sockets" ]; then
    printf '%s\n' "self_test.sh: it started a process or opened a socket:" "$processes" "$sockets" >&2
    exit 1
fi
for file in "$home"/.local/share/yomi/*; do
    [ -e "$file" ] && continue
    echo "self_test.sh: nothing was written below $home" >&2
    exit 1
done
echo "self_test.sh: passed; no process, no socket, home: $(cd "$home" && find . -type f | sort | tr '\n' ' ')"
