#!/bin/sh
# Runs the stack example: test_stack.sh PROGRAM EXPECTED DRAWING
# It must count as in EXPECTED, to the last bit of the last states, and draw as in DRAWING, on the fastest path. The scalar path does
# the tower.
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

run "$folder/drawn.svg"
tr -d '\r' <"$folder/drawn.svg" >"$folder/drawing.svg"
{ [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp "$folder/out" "$expected"; } || fail 'the counts'
cmp "$folder/drawing.svg" "$drawing" || fail 'the drawing'
head -n 2 "$expected" >"$folder/tower"
export SEPAL_ISA=scalar
run tower
{ [ $status -eq 0 ] && cmp "$folder/out" "$folder/tower"; } || fail 'the tower on the scalar path'
unset SEPAL_ISA

run "$folder/nowhere/drawing.svg"
{ [ $status -eq 1 ] && grep -q '^stack: cannot draw: .*/nowhere/drawing.svg$' "$folder/err"; } || fail 'a folder that is not there'
printf 'kept' >"$folder/stack.c"
run "$folder/stack.c"
{ [ $status -eq 1 ] && [ "$(cat "$folder/err")" = 'usage: stack [tower | drawing.svg]' ] && [ "$(cat "$folder/stack.c")" = kept ]; } || fail 'a file that is no drawing'
run one two
{ [ $status -eq 1 ] && [ "$(cat "$folder/err")" = 'usage: stack [tower | drawing.svg]' ]; } || fail 'two arguments'

[ $failures -eq 0 ]
