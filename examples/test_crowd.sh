#!/bin/sh
# Runs the crowd example: test_crowd.sh PROGRAM EXPECTED DRAWING PYTHON
# It must count as in EXPECTED and draw as in DRAWING on every instruction set: well-formed, with every body in it.
set -u
program=$1 expected=$2 drawing=$3 python=$4
# shellcheck source=examples/testing.sh
. "$(dirname "$0")/testing.sh"

counts 'by default' "$expected"
for isa in scalar sse2 avx2; do # one that is not here is ignored
    export SEPAL_ISA="$isa"
    counts_and_draws "$isa" "$expected" "$drawing"
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

refuses_other_files 'crowd [drawing.svg]'

[ $failures -eq 0 ]
