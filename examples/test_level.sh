#!/bin/sh
# Runs the level example: test_level.sh PROGRAM EXPECTED DRAWING
# It must count as in EXPECTED, to the last bit of the last state, and draw as in DRAWING, on the fastest path and on the scalar one.
set -u
program=$1 expected=$2 drawing=$3
# shellcheck source=examples/testing.sh
. "$(dirname "$0")/testing.sh"

counts_and_draws 'by default' "$expected" "$drawing"
export SEPAL_ISA=scalar
counts_and_draws scalar "$expected" "$drawing"
unset SEPAL_ISA
refuses_other_files 'level [drawing.svg]'

[ $failures -eq 0 ]
