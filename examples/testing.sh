# shellcheck shell=sh disable=SC2034,SC2154 # read or set by the tests that read this file
# testing.sh — what the tests of the example programs share: a folder of their own, and the run of a program. They read it after they
# have set $program, and end by [ $failures -eq 0 ].

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0

# run ARGUMENT... — leaves $status, and in $folder what was printed: all, out (without rates, which differ from run to run), and err
run() {
    ${MESON_EXE_WRAPPER:-} "$program" "$@" >"$folder/all" 2>"$folder/messages"
    status=$?
    sed '/^rate: /d' "$folder/all" | tr -d '\r' >"$folder/out" # Windows ends lines with \r\n
    tr -d '\r' <"$folder/messages" >"$folder/err"
}

fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n' "$1"
    cat "$folder/out" "$folder/err"
}

# counts TITLE EXPECTED ARGUMENT... — the program succeeds, and prints what the file EXPECTED has
counts() {
    title=$1 wanted=$2
    shift 2
    run "$@"
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp "$folder/out" "$wanted"; } || fail "the counts: $title"
}

# counts_and_draws TITLE EXPECTED DRAWING
counts_and_draws() {
    counts "$1" "$2" "$folder/drawn.svg"
    tr -d '\r' <"$folder/drawn.svg" >"$folder/drawing.svg"
    cmp "$folder/drawing.svg" "$3" || fail "the drawing: $1"
}

# refuses_other_files USAGE — a drawing needs a folder that is there and a name that ends in .svg: no other file is overwritten
refuses_other_files() {
    name=${1%% *}
    run "$folder/nowhere/drawing.svg"
    { [ $status -eq 1 ] && grep -q "^$name: cannot draw: .*/nowhere/drawing.svg\$" "$folder/err"; } || fail 'a folder that is not there'
    printf 'kept' >"$folder/kept.c"
    run "$folder/kept.c"
    { [ $status -eq 1 ] && [ "$(cat "$folder/err")" = "usage: $1" ] && [ "$(cat "$folder/kept.c")" = kept ]; } || fail 'a file that is no drawing'
    run one two
    { [ $status -eq 1 ] && [ "$(cat "$folder/err")" = "usage: $1" ]; } || fail 'two arguments'
}
