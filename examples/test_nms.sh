#!/bin/sh
# Runs the suppression example: test_nms.sh PROGRAM
# Boxes that are known by hand must be kept, from rows and from JSON; random scenes as by a plain loop, on every instruction set; what
# is no row or object must be refused with its line.
set -u
program=$1
# shellcheck source=examples/testing.sh
. "$(dirname "$0")/testing.sh"

# keeps TITLE OUTPUT ARGUMENT...
keeps() {
    title=$1
    # shellcheck disable=SC2059 # with \n
    printf "$2" >"$folder/want"
    shift 2
    run "$@"
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp -s "$folder/out" "$folder/want"; } || fail "$title"
}

# refuses TITLE CONTENT MESSAGE
refuses() {
    # shellcheck disable=SC2059 # with \n
    printf "$2" >"$folder/bad"
    run "$folder/bad"
    printf '%s:%s\n' "$folder/bad" "$3" >"$folder/want"
    { [ $status -eq 1 ] && [ ! -s "$folder/out" ] && cmp -s "$folder/err" "$folder/want"; } || fail "$1"
}

# The second box has exactly a half in common with the best, the third is the best again, the fourth touches it, the fifth is inside.
printf '0,0,4,2,0,0.9,1\n1.33333337,0,4,2,0,0.5,1\n0,0,4,2,180,0.8,1\n4,0,4,2,0,0.7,1\n0,0,2,1,30,0.6,1\n' >"$folder/rows.csv"
keeps 'rows' '0,0,4,2,0,0.9,1\n4,0,4,2,0,0.7,1\n0,0,2,1,30,0.6,1\n1.33333337,0,4,2,0,0.5,1\n' "$folder/rows.csv"
keeps 'a lower limit' '0,0,4,2,0,0.9,1\n4,0,4,2,0,0.7,1\n' "$folder/rows.csv" 0.2
keeps 'nothing is gone' '0,0,4,2,0,0.9,1\n0,0,4,2,180,0.8,1\n4,0,4,2,0,0.7,1\n0,0,2,1,30,0.6,1\n1.33333337,0,4,2,0,0.5,1\n' "$folder/rows.csv" 1
keeps 'iof' '0,0,4,2,0,0.9,1\n4,0,4,2,0,0.7,1\n1.33333337,0,4,2,0,0.5,1\n' "$folder/rows.csv" 0.9 iof
# A half of 0.7 and of 0.6 is left beside the best, which has a half and a quarter in common with them; a box of another class keeps its score.
printf '0,0,4,2,0,0.9,1\n0,0,4,1,0,0.7,1\n0,0,2,1,0,0.6,1\n0,0,4,2,0,0.5,2\n' >"$folder/soft.csv"
keeps 'linear' '0,0,4,2,0,0.9,1\n0,0,4,2,0,0.5,2\n0,0,2,1,0,0.45,1\n0,0,4,1,0,0.175,1\n' "$folder/soft.csv" 0.2 linear
keeps 'linear, of more' '0,0,4,2,0,0.9,1\n0,0,4,1,0,0.7,1\n0,0,2,1,0,0.6,1\n0,0,4,2,0,0.5,2\n' "$folder/soft.csv" 0.5 linear
keeps 'linear, iof' '0,0,4,2,0,0.9,1\n0,0,4,2,0,0.5,2\n' "$folder/soft.csv" 0.5 iof linear
keeps 'gaussian' '0,0,4,2,0,0.9,1\n0,0,2,1,0,0.529498142,1\n0,0,4,2,0,0.5,2\n0,0,4,1,0,0.257515609,1\n' "$folder/soft.csv" 0.5 gaussian
printf '0,0,4,2,0,0.9,1\r\n0,0,4,2,0,0.8,2' >"$folder/classes.csv"
keeps 'classes' '0,0,4,2,0,0.9,1\n0,0,4,2,0,0.8,2\n' "$folder/classes.csv"
# More classes than a finder tells apart by bits, and one below 0.
printf '0,0,4,2,0,0.9,1\n0,0,4,2,0,0.8,33\n0,0,4,2,0,0.7,-31\n0,0,4,2,0,0.6,33\n' >"$folder/many.csv"
keeps 'many classes' '0,0,4,2,0,0.9,1\n0,0,4,2,0,0.8,33\n0,0,4,2,0,0.7,-31\n' "$folder/many.csv"
keeps 'many classes, linear' '0,0,4,2,0,0.9,1\n0,0,4,2,0,0.8,33\n0,0,4,2,0,0.7,-31\n' "$folder/many.csv" 0.5 linear
printf '[{"image_id": 7, "bbox": [-2, -1, 4, 2], "score": 0.9, "category_id": 1},\n {"bbox": [0, 0, 4, 2, 180], "category_id": 1, "score": 0.8}]' >"$folder/list.json"
keeps 'JSON' '0,0,4,2,0,0.9,1\n' "$folder/list.json"
printf '[]' >"$folder/none.json"
keeps 'no boxes' '' "$folder/none.json"

for isa in '' scalar sse2; do
    if [ -n "$isa" ]; then export SEPAL_ISA="$isa"; fi
    for scene in '300 10' '300 100' '7 1'; do
        # shellcheck disable=SC2086 # two arguments
        run --random $scene
        { [ $status -eq 0 ] && grep -q 'the same as by a plain loop' "$folder/out"; } || fail "random $scene ${isa:-by default}"
    done
done
unset SEPAL_ISA

columns='expected x,y,length,width,angle,score or these and a class'
refuses 'too few' '0,0,4,2,0,0.9\n0,0,4,2,0\n' "2: $columns, found \"0,0,4,2,0\""
refuses 'a word' '0,0,4,2,north,0.9\n' "1: $columns, found \"0,0,4,2,north,0.9\""
refuses 'no score' '[{"bbox": [0, 0, 1, 1]}]' '1: expected an object with a "bbox" of four or five numbers and a "score", found "{"bbox": [0, 0, 1, 1]}]"'
printf '0,0,-4,2,0,0.9\n' >"$folder/bad"
run "$folder/bad"
{ [ $status -eq 1 ] && grep -q '^nms: the box with the score 0.9: .*negative' "$folder/err"; } || fail 'a negative length'
run "$folder/nothing.csv"
{ [ $status -eq 1 ] && [ "$(cat "$folder/err")" = "nms: cannot read $folder/nothing.csv" ]; } || fail 'no file'
run
{ [ $status -eq 1 ] && grep -q '^usage: nms FILE' "$folder/err"; } || fail 'no argument'

[ $failures -eq 0 ]
