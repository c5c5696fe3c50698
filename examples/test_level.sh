#!/bin/sh
# Runs the level example: test_level.sh PROGRAM EXPECTED DRAWING
# It must count as in EXPECTED, to the last bit of the last state, and draw as in DRAWING, on the fastest path and on the scalar one.
set -u
program=$1 expected=$2 drawing=$3
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n' "$1"
}

# run ARGUMENT... — leaves $status and the files out and err
run() {
    ${MESON_EXE_WRAPPER:-} "$program" "$@" >"$folder/answers" 2>"$folder/messages"
    status=$?
    tr -d '\r' <"$folder/answers" >"$folder/out" # Windows ends lines with \r\n
    tr -d '\r' <"$folder/messages" >"$folder/err"
}

for path in '' scalar; do
    export SEPAL_ISA="$path"
    run "$folder/drawn.svg"
    tr -d '\r' <"$folder/drawn.svg" >"$folder/drawing.svg"
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp "$folder/out" "$expected"; } || fail "the counts ${path:+on the $path path}"
    cmp "$folder/drawing.svg" "$drawing" || fail "the drawing ${path:+on the $path path}"
done
unset SEPAL_ISA

run "$folder/nowhere/drawing.svg"
{ [ $status -eq 1 ] && grep -q '^level: cannot draw: .*/nowhere/drawing.svg$' "$folder/err"; } || fail 'a folder that is not there'
printf 'kept' >"$folder/level.c"
run "$folder/level.c"
{ [ $status -eq 1 ] && [ "$(cat "$folder/err")" = 'usage: level [drawing.svg]' ] && [ "$(cat "$folder/level.c")" = kept ]; } || fail 'a file that is no drawing'
run one two
{ [ $status -eq 1 ] && [ "$(cat "$folder/err")" = 'usage: level [drawing.svg]' ]; } || fail 'two arguments'

[ $failures -eq 0 ]
