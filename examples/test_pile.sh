#!/bin/sh
# Runs the pile example: test_pile.sh PROGRAM EXPECTED DRAWING
# It must count as in EXPECTED, to the last bit of the last state, on the scalar path and on the fastest, and draw as in DRAWING.
set -u
program=$1 expected=$2 drawing=$3
# shellcheck source=examples/testing.sh
. "$(dirname "$0")/testing.sh"

counts_and_draws 'by default' "$expected" "$drawing"
export SEPAL_ISA=scalar
counts scalar "$expected"
unset SEPAL_ISA
refuses_other_files 'pile [drawing.svg]'

[ $failures -eq 0 ]
