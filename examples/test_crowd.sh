#!/bin/sh
# Runs the crowd example: test_crowd.sh PROGRAM EXPECTED DRAWING PYTHON
# It must count as in EXPECTED and draw as in DRAWING on every instruction set: well-formed, with every body in it.
set -u
program=$1 expected=$2 drawing=$3 python=$4
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

run
{ [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp "$folder/out" "$expected"; } || fail 'the counts'
for isa in scalar sse2 avx2; do # one that is not here is ignored
    export SEPAL_ISA="$isa"
    run "$folder/drawn.svg"
    tr -d '\r' <"$folder/drawn.svg" >"$folder/drawing.svg"
    { [ $status -eq 0 ] && cmp "$folder/out" "$expected" && cmp "$folder/drawing.svg" "$drawing"; } || fail "as $isa"
done
unset SEPAL_ISA

"$python" - "$folder/drawing.svg" <<'END' || fail 'the drawing'
import re
import sys
from xml.etree import ElementTree

svg = ElementTree.parse(sys.argv[1]).getroot()
name = "{http://www.w3.org/2000/svg}"
side = int(svg.get("viewBox").split()[2])
bodies = 0
for path in svg.iter(name + "path"):
    for body in path.get("d").split("z")[:-1]:
        start, *steps = re.fullmatch(r"\s*M(\d+ \d+)l((?:-?\d+ -?\d+ )+)", body).groups()
        x, y = map(int, start.split())
        numbers = list(map(int, steps[0].split()))
        for dx, dy in [(0, 0), *zip(numbers[::2], numbers[1::2])]:
            x, y = x + dx, y + dy
            assert 0 <= x <= side and 0 <= y <= side, body
        bodies += 1
assert svg.tag == name + "svg" and bodies == 10000, bodies
END

run "$folder/nowhere/drawing.svg"
{ [ $status -eq 1 ] && grep -q '^crowd: cannot draw: .*/nowhere/drawing.svg$' "$folder/err"; } || fail 'a folder that is not there'
printf 'kept' >"$folder/crowd.c"
run "$folder/crowd.c"
{ [ $status -eq 1 ] && [ "$(cat "$folder/err")" = 'usage: crowd [drawing.svg]' ] && [ "$(cat "$folder/crowd.c")" = kept ]; } || fail 'a file that is no drawing'
run one two
{ [ $status -eq 1 ] && [ "$(cat "$folder/err")" = 'usage: crowd [drawing.svg]' ]; } || fail 'two arguments'

[ $failures -eq 0 ]
