#!/bin/sh
# Runs the stack example: test_stack.sh PROGRAM EXPECTED DRAWING
# It must count as in EXPECTED, to the last bit of the last states, and draw as in DRAWING, on the fastest path. The scalar path does
# the towers.
set -u
program=$1 expected=$2 drawing=$3
# shellcheck source=examples/testing.sh
. "$(dirname "$0")/testing.sh"

counts_and_draws 'by default' "$expected" "$drawing"
head -n 5 "$expected" >"$folder/tower"
export SEPAL_ISA=scalar
counts 'the towers, scalar' "$folder/tower" tower
unset SEPAL_ISA
refuses_other_files 'stack [tower | drawing.svg]'

[ $failures -eq 0 ]
