# shellcheck shell=bash
# Sourced by the scripts of this folder: a temporary folder, and checks reported in the Test Anything Protocol.
set -euo pipefail
export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja} # Debian's cmake comes without make

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
failed=0

check() { # NAME COMMAND...: one check, which fails with the first command that fails; what it says is then shown
    local name=$1 status
    shift
    number=$((number + 1))
    set +e
    (set -e && "$@") >"$work/said" 2>&1 # not as a condition: bash would ignore set -e there
    status=$?
    set -e
    if [[ $status -eq 0 ]]; then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name"
        sed "s|^|$name: |" "$work/said" >&2
        failed=1
    fi
}

skip() { # NAME REASON
    number=$((number + 1))
    echo "ok $number - $1 # SKIP $2"
}

finish() {
    echo "1..$number"
    exit $failed
}
