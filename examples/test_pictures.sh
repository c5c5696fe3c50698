#!/bin/sh
# Runs the pictures example: test_pictures.sh PROGRAM FOLDER
# It must draw the pictures in FOLDER, no more and no fewer, on the scalar path and on the fastest.
set -u
program=$1 expected=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n' "$1"
}

# draw ARGUMENT... — leaves $status and the file err
draw() {
    ${MESON_EXE_WRAPPER:-} "$program" "$@" 2>"$folder/messages"
    status=$?
    tr -d '\r' <"$folder/messages" >"$folder/err" # Windows ends lines with \r\n
}

for isa in scalar ''; do
    export SEPAL_ISA="$isa"
    rm -rf "$folder/drawn"
    mkdir "$folder/drawn"
    draw "$folder/drawn"
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ]; } || fail "to draw ($isa)"
    for picture in "$folder"/drawn/*.svg; do
        tr -d '\r' <"$picture" >"$folder/picture" && mv "$folder/picture" "$picture"
    done
    diff -r "$folder/drawn" "$expected" || fail "the pictures ($isa)"
done
unset SEPAL_ISA

draw "$folder/nowhere"
{ [ $status -eq 1 ] && grep -q '^pictures: cannot draw .*/nowhere/push.svg: ' "$folder/err"; } || fail 'a folder that is not there'
draw
{ [ $status -eq 1 ] && [ "$(cat "$folder/err")" = 'usage: pictures FOLDER' ]; } || fail 'no argument'

[ $failures -eq 0 ]
