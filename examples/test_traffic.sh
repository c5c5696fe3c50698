#!/bin/sh
# Runs the traffic example: test_traffic.sh PROGRAM EXPECTED
# Its own crossing must collide as in EXPECTED; rows in any order and form that is allowed must be read; every other row must be
# refused with the line's number, what was expected and what stood there.
set -u
program=$1 expected=$2
# shellcheck source=examples/testing.sh
. "$(dirname "$0")/testing.sh"

# The rows below the header of a file, given as a format of printf.
write_rows() {
    { printf 'scenario,t,id,type,x,y,yaw,length,width\n'; printf "$1"; } >"$folder/rows.csv"
}

# accepts TITLE ROWS OUTPUT — by pairs, and by a finder
accepts() {
    write_rows "$2"
    printf "$3" >"$folder/want"
    run "$folder/rows.csv"
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp -s "$folder/out" "$folder/want"; } || fail "$1"
    run --all "$folder/rows.csv"
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp -s "$folder/out" "$folder/want"; } || fail "$1, --all"
}

# refuses_file TITLE MESSAGE — the file rows.csv, with this one line on stderr, behind the name of the file, and nothing on stdout
refuses_file() {
    run "$folder/rows.csv"
    printf '%s:%s\n' "$folder/rows.csv" "$2" >"$folder/want"
    { [ $status -eq 1 ] && [ ! -s "$folder/all" ] && cmp -s "$folder/err" "$folder/want"; } || fail "$1"
}

# refuses TITLE ROWS MESSAGE
refuses() {
    write_rows "$2"
    refuses_file "$1" "$3"
}

# --- The crossing: the same on every instruction set

for isa in '' scalar; do
    if [ -n "$isa" ]; then export SEPAL_ISA="$isa"; fi
    run
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp "$folder/out" "$expected"; } || fail "own crossing ${isa:-by default}"
    run --all
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp "$folder/out" "$expected"; } || fail "own crossing by a finder ${isa:-by default}"
    [ "$(grep -c '^rate: [0-9.]* million pairs a second' "$folder/all")" -eq 1 ] || fail "rate of the crossing ${isa:-by default}"
done
unset SEPAL_ISA

# --- What is allowed

accepts 'header alone' '' '0 vehicle states, 0 frames, 0 pairs, 0 collisions\n'
accepts 'rows of a frame apart from each other' \
    's,1,a,car,0,0,0,4,2\ns,2,a,car,0,0,0,4,2\nr,1,c,van,1,0,0,4,2\ns,1,b,bus,3,1,1.5,8,2\ns,2,b,bus,30,0,0,8,2\n' \
    's, t = 1: car a and bus b collide\n5 vehicle states, 3 frames, 2 pairs, 1 collision\n'
accepts 'no newline at the end' 's,1,a,car,0,0,0,4,2\ns,1,b,car,1,0,0,4,2' \
    's, t = 1: car a and car b collide\n2 vehicle states, 1 frame, 1 pair, 1 collision\n'
accepts 'frames far from the origin, where float32 has steps of half a metre: 10 cm apart, and 10 cm into each other' \
    's,0,a,car,0,0,0,4,2
s,0.5,a,car,5400000.3,5400000.3,0,4,2
s,0.5,b,car,5400004.4,5400000.3,0,4,2
s,0.5,c,car,5400000.3,5400002.4,0,4,2
s,0.5,d,car,5399996.4,5400000.3,0,4,2' \
    's, t = 0.5: car a and car d collide\n5 vehicle states, 2 frames, 6 pairs, 1 collision\n'
accepts 'touching, as a point and as a box without width' 's,1,a,car,0,0,0,4,2\ns,1,p,pole,2,1,0,0,0\ns,1,w,wall,9,0,0,10,0\n' \
    's, t = 1: car a and pole p collide\n3 vehicle states, 1 frame, 3 pairs, 1 collision\n'

printf 'scenario,t,id,type,x,y,yaw,length,width\r\ns,1,a,car,0,0,0,4,2\r\ns,1,b,car,1,0,0,4,2\r' >"$folder/rows.csv"
run "$folder/rows.csv"
{ [ $status -eq 0 ] && [ "$(tail -n 1 "$folder/out")" = '2 vehicle states, 1 frame, 1 pair, 1 collision' ]; } || fail 'CRLF'

long=$(printf '%05000d' 7)
accepts 'a line of thousands of characters' "s,1,$long,car,0,0,0,4,2\ns,1,b,car,1,0,0,4,2\n" \
    "s, t = 1: car $long and car b collide\n2 vehicle states, 1 frame, 1 pair, 1 collision\n"

# --- What is not

header='expected the header scenario,t,id,type,x,y,yaw,length,width'
columns='expected 9 fields, scenario,t,id,type,x,y,yaw,length,width'
plain='expected plain text without quotes and control characters'
good='s,1,a,car,0,0,0,4,2\n'

printf '' >"$folder/rows.csv"
refuses_file 'empty file' "1: $header, found nothing"
printf "$good" >"$folder/rows.csv"
refuses_file 'no header' "1: $header, found \"s,1,a,car,0,0,0,4,2\""
printf '\357\273\277scenario,t,id,type,x,y,yaw,length,width\n' >"$folder/rows.csv"
refuses_file 'byte order mark' "1: $header, found \"\\xef\\xbb\\xbfscenario,t,id,type,x,y,yaw,length,width\""

refuses 'truncated row' "${good}s,1,b,car,0,0," "3: $columns, not 7, found \"s,1,b,car,0,0,\""
refuses 'truncated row before good ones' "s,1,b\n$good$good" "2: $columns, not 3, found \"s,1,b\""
refuses 'too many fields' "${good}s,1,b,car,0,0,0,4,2,9\n$good" "3: $columns, not 10, found \"s,1,b,car,0,0,0,4,2,9\""
refuses 'empty line' "$good\n$good" "3: $columns, not 0, found nothing"
refuses 'overlong line' "$good${long}\n" \
    "3: $columns, not 1, found \"000000000000000000000000000000000000000000000000000000000000...\""
refuses 'quotes' "${good}s,1,\"b\",car,0,0,0,4,2\n" "3: $plain, found \"\"b\",car,0,0,0,4,2\""
refuses 'zero byte' "${good}s,1,b\\000,car,0,0,0,4,2\n" "3: $plain, found \"\\x00,car,0,0,0,4,2\""
refuses 'no scenario' ",1,b,car,0,0,0,4,2\n" '2: expected some text as scenario, found nothing'
refuses 'no type' "${good}s,1,b,,0,0,0,4,2\n" '3: expected some text as type, found nothing'
refuses 'word as time' "s,now,b,car,0,0,0,4,2\n" '2: expected a number from -1e+15 to 1e+15 as t, found "now"'
refuses 'no x' "s,1,b,car,,0,0,4,2\n" '2: expected a number from -1e+09 to 1e+09 as x, found nothing'
refuses 'NaN' "s,1,b,car,0,nan,0,4,2\n" '2: expected a number from -1e+09 to 1e+09 as y, found "nan"'
refuses 'infinity' "s,1,b,car,-inf,0,0,4,2\n" '2: expected a number from -1e+09 to 1e+09 as x, found "-inf"'
refuses 'overflow' "s,1,b,car,1e999,0,0,4,2\n" '2: expected a number from -1e+09 to 1e+09 as x, found "1e999"'
refuses 'hexadecimal' "s,1,b,car,0x10,0,0,4,2\n" '2: expected a number from -1e+09 to 1e+09 as x, found "0x10"'
refuses 'blank before a number' "s,1,b,car,0, 1,0,4,2\n" '2: expected a number from -1e+09 to 1e+09 as y, found " 1"'
refuses 'number cut short' "s,1,b,car,0,0,1e,4,2\n" '2: expected a number from -1000 to 1000 as yaw, found "1e"'
refuses 'number and more' "s,1,b,car,0,0,0,4 m,2\n" '2: expected a number from 0 to 1e+06 as length, found "4 m"'
refuses 'negative length' "s,1,b,car,0,0,0,-4,2\n" '2: expected a number from 0 to 1e+06 as length, found "-4"'
refuses 'negative width' "$good${good}s,1,b,car,0,0,0,4,-0.1\n" '4: expected a number from 0 to 1e+06 as width, found "-0.1"'

run "$folder/nothing.csv"
{ [ $status -eq 1 ] && [ ! -s "$folder/all" ] && grep -q "^traffic: cannot read $folder/nothing.csv: ." "$folder/err"; } || fail 'no file'
run "$folder"
{ [ $status -eq 1 ] && [ ! -s "$folder/all" ] && grep -q "^traffic: cannot read $folder: ." "$folder/err"; } || fail 'a folder'
run one two
{ [ $status -eq 1 ] && [ "$(cat "$folder/err")" = 'usage: traffic [--all] [rows.csv]' ]; } || fail 'two arguments'

[ $failures -eq 0 ]
