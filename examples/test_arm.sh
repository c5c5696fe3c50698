#!/bin/sh
# Runs the arm example: test_arm.sh PROGRAM EXPECTED
# Its own scene must be as in EXPECTED on every instruction set; rows that are allowed must be read, and others refused with the
# line's number, what was expected and what stood there; the drawing must have all solids.
set -u
program=$1 expected=$2
# shellcheck source=examples/testing.sh
. "$(dirname "$0")/testing.sh"

header='family,scene,id,type,px,py,pz,qx,qy,qz,qw,hx,hy,hz'

# accepts TITLE ROWS OUTPUT — the last line of the output
accepts() {
    { printf '%s\n' "$header"; printf '%b' "$2"; } >"$folder/rows.csv"
    run "$folder/rows.csv"
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ] && [ "$(tail -n 1 "$folder/out")" = "$3" ]; } || fail "$1"
}

# refuses TITLE TEXT MESSAGE — the file with this text, with this one line on stderr, and nothing on stdout
refuses() {
    printf '%b' "$2" >"$folder/rows.csv"
    run "$folder/rows.csv"
    printf '%s:%s\n' "$folder/rows.csv" "$3" >"$folder/want"
    { [ $status -eq 1 ] && [ ! -s "$folder/all" ] && cmp -s "$folder/err" "$folder/want"; } || fail "$1"
}

for isa in '' scalar; do
    if [ -n "$isa" ]; then export SEPAL_ISA="$isa"; fi
    run -o "$folder/pose.svg"
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp "$folder/out" "$expected"; } || fail "own scene ${isa:-by default}"
    [ "$(grep -c '^rate: [0-9.]* million pairs a second' "$folder/all")" -eq 1 ] || fail "rate ${isa:-by default}"
done
unset SEPAL_ISA

# seven boxes and the hand with three faces each, seven capsules, some of all these hit
[ "$(grep -c '^<polygon' "$folder/pose.svg")" -eq 24 ] || fail 'faces of the drawing'
[ "$(grep -c '^<path' "$folder/pose.svg")" -eq 7 ] || fail 'capsules of the drawing'
grep -q '#f28e2b' "$folder/pose.svg" || fail 'nothing is hit in the drawing'
grep -q '>way 2, step 64 of 100: bodies in orange overlap an obstacle<' "$folder/pose.svg" || fail 'caption of the drawing'
# All that is drawn is in the frame: the ends of lines and the corners of faces.
tr -d '\r' <"$folder/pose.svg" | awk '
    /<svg/ { match($0, /viewBox=.[-0-9 ]*/); split(substr($0, RSTART + 9, RLENGTH - 9), frame, " ") }
    /<p/ { for (rest = $0; match(rest, /-?[0-9]+,-?[0-9]+/); rest = substr(rest, RSTART + RLENGTH)) {
        split(substr(rest, RSTART, RLENGTH), at, ",")
        places++
        if (at[1] < frame[1] || at[1] > frame[1] + frame[3] || at[2] < frame[2] || at[2] > frame[2] + frame[4]) exit 1 } }
    END { if (places < 100) exit 1 }' || fail 'what is outside of the frame of the drawing'
[ "$(tail -n 1 "$folder/pose.svg" | tr -d '\r')" = '</svg>' ] || fail 'end of the drawing'

accepts 'a box far away' 'f,1,a,box,50,0,0,0,0,0,1,1,1,1\n' \
    '1 scene, 1 obstacle, 4000 poses, 4000 of them free; 40 of 40 ways are free, 40 of them surely between the poses too'
accepts 'a box around everything; two scenes' 'f,1,a,box,50,0,0,0,0,0,1,1,1,1\nf,2,a,box,0,0,0,0,0,0,2,5,5,5\n' \
    '2 scenes, 2 obstacles, 8000 poses, 4000 of them free; 40 of 80 ways are free, 40 of them surely between the poses too'

numbers='expected four texts and ten numbers, the last three not negative'
good='f,1,a,box,50,0,0,0,0,0,1,1,1,1\n'
refuses 'no header' "$good" "1: expected the header $header, found \"f,1,a,box,50,0,0,0,0,0,1,1,1,1\""
refuses 'a row cut short' "$header\n${good}f,1,a,box,50,0\n" "3: $numbers, found \"f,1,a,box,50,0\""
refuses 'a word' "$header\nf,1,a,box,50,0,x,0,0,0,1,1,1,1\n" "2: $numbers, found \"f,1,a,box,50,0,x,0,0,0,1,1,1,1\""
refuses 'NaN' "$header\nf,1,a,box,50,0,nan,0,0,0,1,1,1,1\n" "2: $numbers, found \"f,1,a,box,50,0,nan,0,0,0,1,1,1,1\""
refuses 'a negative extent' "$header\nf,1,a,box,50,0,0,0,0,0,1,1,-1,1\n" "2: $numbers, found \"f,1,a,box,50,0,0,0,0,0,1,1,-1,1\""
refuses 'a field more' "$header\nf,1,a,box,50,0,0,0,0,0,1,1,1,1,1\n" "2: $numbers, found \"f,1,a,box,50,0,0,0,0,0,1,1,1,1,1\""
refuses 'an empty line' "$header\n\n" "2: $numbers, found \"\""

refuses 'an empty file' '' "1: expected the header $header, found the end of the file"
printf '%s\nf,1,a,box,50,0,0,0,0,0,0,1,1,1\n' "$header" >"$folder/rows.csv"
run "$folder/rows.csv"
{ [ $status -eq 1 ] && grep -q '^arm: cannot ask about a scene: ' "$folder/err"; } || fail 'a quaternion of length 0'
run "$folder/nothing.csv"
{ [ $status -eq 1 ] && grep -q "^arm: cannot read $folder/nothing.csv: ." "$folder/err"; } || fail 'no file'
run one two
{ [ $status -eq 1 ] && [ "$(cat "$folder/err")" = 'usage: arm [-o pose.svg] [boxes.csv]' ]; } || fail 'two files'
run -o
{ [ $status -eq 1 ] && [ "$(cat "$folder/err")" = 'usage: arm [-o pose.svg] [boxes.csv]' ]; } || fail '-o alone'

[ $failures -eq 0 ]
