#!/bin/sh
# Runs the board example: test_board.sh PROGRAM
# A small board with every kind of copper must have the pairs that are known by hand; every other file must be refused with its line.
set -u
program=$1
# shellcheck source=examples/testing.sh
. "$(dirname "$0")/testing.sh"
board=$folder/test.kicad_pcb

head='(kicad_pcb (version 20211014) (generator pcbnew)
  (layers (0 "F.Cu" signal) (1 "In1.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user))
  (net 0 "") (net 1 "A") (net 2 "B \"two\"") (net 3 "C")'

# finds TITLE CLEARANCE BODY EXPECTED
finds() {
    printf '%s\n%s\n)\n' "$head" "$3" >"$board"
    run "$board" "$2"
    printf '%s\n' "$4" >"$folder/want"
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp "$folder/out" "$folder/want"; } || fail "$1"
}

# refuses_file TITLE MESSAGE — the file test.kicad_pcb. refuses TITLE BODY MESSAGE
refuses_file() {
    run "$board" 0.2
    printf '%s:%s\n' "$board" "$2" >"$folder/want"
    { [ $status -eq 1 ] && [ ! -s "$folder/all" ] && cmp "$folder/err" "$folder/want"; } || fail "$1"
}
refuses() {
    printf '%s\n%s\n)\n' "$head" "$2" >"$board"
    refuses_file "$1" "$3"
}

# --- Pairs

tracks='  (segment (start 0 0) (end 10 0) (width 0.2) (layer "F.Cu") (net 1))
  (segment (start 0 0.4) (end 10 0.4) (width 0.2) (layer "F.Cu") (net 2))'
finds 'exactly the clearance' 0.2 "$tracks" '0 pads, 2 tracks, 0 vias on 3 copper layers, 4 nets: 0 pairs closer than 0.2 mm'
finds 'a tenth of a micrometre more' 0.2001 "$tracks" '(5.00, 0.20) on F.Cu: track (A, line 4) and track (B \"two\", line 5), 0.200000 mm apart
0 pads, 2 tracks, 0 vias on 3 copper layers, 4 nets: 1 pair closer than 0.2001 mm'
finds 'other layers, the same net, and no copper' 1 '  (segment (start 0 0) (end 10 0) (width 0.2) (layer "F.Cu") (net 1))
  (segment (start 0 0) (end 10 0) (width 0.2) (layer "B.Cu") (net 2))
  (segment (start 0 1) (end 10 0) (width 0.2) (layer "F.Cu") (net 1))
  (gr_line (start 0 0) (end 10 0) (layer "Edge.Cuts") (width 0.1))' '0 pads, 3 tracks, 0 vias on 3 copper layers, 4 nets: 0 pairs closer than 1 mm'
finds 'a via is on all layers between its ends' 0.1 '  (via (at 5 0) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") (net 3))
  (segment (start 0 0.42) (end 5 0.42) (width 0.2) (layer "In1.Cu") (net 1))
  (via blind (at 8 0) (size 0.6) (drill 0.3) (layers "F.Cu" "In1.Cu") (net 3))
  (segment (start 8 0) (end 9 0) (width 0.2) (layer "B.Cu") (net 1))' '(4.90, 0.31) on In1.Cu: via (C, line 4) and track (A, line 5), 0.020000 mm apart
0 pads, 2 tracks, 2 vias on 3 copper layers, 4 nets: 1 pair closer than 0.1 mm'
part='  (footprint "F" (layer "F.Cu") (at 100 50 90)
    (fp_text reference "U1" (at 0 0) (layer "F.SilkS"))
    (pad "1" smd rect (at 1 0 90) (size 2 1) (layers "F.Cu" "F.Paste" "F.Mask") (net 1 "A"))
    (pad "2" smd roundrect (at 4 0 90) (size 2 1) (layers "F.Cu") (roundrect_rratio 0.25) (net 2 "B"))
    (pad "3" thru_hole oval (at 7 0 90) (size 2 1) (drill 0.5 (offset 0.5 0)) (layers *.Cu *.Mask) (net 3 "C"))
    (pad "4" thru_hole circle (at 10 0 90) (size 1 1) (drill 0.5) (layers *.Cu))
    (pad "4" thru_hole circle (at 10 0.5 90) (size 1 1) (drill 0.5) (layers *.Cu))
    (pad "" np_thru_hole circle (at 0 0) (size 3 3) (drill 3) (layers *.Cu *.Mask)))'
finds 'pads of a footprint that is turned' 1.01 "$part" '(100.00, 47.50) on F.Cu: pad 1 of U1 (A, line 6) and pad 2 of U1 (B \"two\", line 7), 1.000000 mm apart
(100.00, 41.00) on F.Cu: pad 3 of U1 (C, line 8) and pad 4 of U1 (no net, line 9), 1.000000 mm apart
5 pads, 0 tracks, 0 vias on 3 copper layers, 4 nets: 2 pairs closer than 1.01 mm'
finds 'an arc' 0.2 '  (arc (start 10 0) (mid 0 10) (end -10 0) (width 0.2) (layer "B.Cu") (net 1))
  (via (at 0 10.4) (size 0.4) (drill 0.3) (layers "F.Cu" "B.Cu") (net 2))
  (via (at 0 -10) (size 0.4) (drill 0.3) (layers "F.Cu" "B.Cu") (net 2))' '(0.05, 10.15) on B.Cu: track (A, line 4) and via (B \"two\", line 5), 0.100000 mm apart
0 pads, 1 track, 2 vias on 3 copper layers, 4 nets: 1 pair closer than 0.2 mm'
finds 'two arcs in one line, of which several pieces are near' 0.25 '  (arc (start 10 0) (mid 0 10) (end -10 0) (width 0.2) (layer "B.Cu") (net 1)) (arc (start 2 12.4) (mid 0 10.4) (end -2 12.4) (width 0.2) (layer "B.Cu") (net 2))
  (arc (start 20 0) (mid 30 10) (end 40 0) (width 0.2) (layer "B.Cu"))' '(0.20, 10.20) on B.Cu: track (A, line 4) and track (B \"two\", line 4), 0.200000 mm apart
0 pads, 3 tracks, 0 vias on 3 copper layers, 4 nets: 1 pair closer than 0.25 mm'
finds 'crossing and touching' 0.05 '  (segment (start 0 0) (end 10 0) (width 0.2) (layer "F.Cu") (net 1))
  (segment (start 5 -5) (end 5 5) (width 0.2) (layer "F.Cu") (net 2))
  (segment (start 0 0.2) (end 3 0.2) (width 0.2) (layer "F.Cu") (net 3))' '(5.00, 0.00) on F.Cu: track (A, line 4) and track (B \"two\", line 5) overlap
(1.50, 0.10) on F.Cu: track (A, line 4) and track (C, line 6) touch
0 pads, 3 tracks, 0 vias on 3 copper layers, 4 nets: 2 pairs closer than 0.05 mm'

# --- The drawing

printf '%s\n%s\n)\n' "$head" "$tracks" >"$board"
run "$board" 0.3 "$folder/drawing.svg"
{ [ $status -eq 0 ] && [ "$(grep -c '<path ' "$folder/drawing.svg")" -eq 2 ] && [ "$(grep -c '<circle ' "$folder/drawing.svg")" -eq 1 ] &&
    [ "$(tail -n 1 "$folder/drawing.svg" | tr -d '\r')" = '</svg>' ]; } || fail 'drawing'
run "$board" 0.3 "$folder/no/drawing.svg"
{ [ $status -eq 1 ] && grep -q 'cannot draw' "$folder/err"; } || fail 'no place for the drawing'

# --- What is refused

printf '' >"$board"
refuses_file 'empty file' '1: expected a board, (kicad_pcb ...), found ""'
printf '\n\n(gerber)\n' >"$board"
refuses_file 'another file' '3: expected a board, (kicad_pcb ...)'
printf '%s\n' "$head" >"$board"
refuses_file 'file cut short' '4: expected ")" for the list that begins in line 1, found the end of the file'
printf '%s\n)\n)\n' "$head" >"$board"
refuses_file 'one parenthesis too many' '5: expected the end of the file behind the board, found ")
"'
printf '(kicad_pcb\n (general "text)\n' >"$board"
refuses_file 'text without end' '2: expected the end of the text that begins with "text)
'
printf '(kicad_pcb)\n' >"$board"
refuses_file 'no layers' '1: expected (layers ...) in (kicad_pcb ...)'
refuses 'a net is missing' '(net 5 "E")' '4: expected net 4, since nets are numbered one by one'
refuses 'no width' '
(segment (start 0 0) (end 1 0) (layer "F.Cu") (net 1))' '5: expected (width ...) in (segment ...)'
refuses 'a word as a coordinate' '(segment (start 0 here) (end 1 0) (width 1) (layer "F.Cu") (net 1))' \
    '4: expected a number from -1600 to 1600 as value 2 of (start ...), found "here"'
refuses 'not a number' '(via (at nan 0) (size 1) (layers "F.Cu" "B.Cu") (net 1))' \
    '4: expected a number from -1600 to 1600 as value 1 of (at ...), found "nan"'
refuses 'negative size' '(via (at 0 0) (size -1) (layers "F.Cu" "B.Cu") (net 1))' \
    '4: expected a number from 0 to 1600 as value 1 of (size ...), found "-1"'
refuses 'no such layer' '(via (at 0 0) (size 1) (layers "F.Cu" "In7.Cu") (net 1))' '4: expected a copper layer of the board, found "In7.Cu"'
refuses 'no such net' '(via (at 0 0) (size 1) (layers "F.Cu" "B.Cu") (net 4))' '4: expected a number from 0 to 3 as value 1 of (net ...), found "4"'
refuses 'a pad of another shape' '(footprint "F" (at 0 0)
  (pad "1" smd star (at 0 0) (size 1 1) (layers "F.Cu")))' \
    '5: expected circle, oval, rect, roundrect, trapezoid or custom as the shape of a pad, found "star"'
refuses 'a pad without a place' '(footprint "F" (at 0 0) (pad "1" smd rect (size 1 1) (layers "F.Cu")))' '4: expected (at ...) in (pad ...)'
awk 'BEGIN { printf "(kicad_pcb"; for (i = 0; i < 200; i++) printf "(a"; printf "\n" }' >"$board"
refuses_file 'lists inside each other' '1: expected at most 100 lists inside each other'

printf 'kept' >"$folder/kept.kicad_pcb"
run "$board" 0.2 "$folder/kept.kicad_pcb"
{ [ $status -eq 1 ] && grep -q '^usage: board' "$folder/err" && [ "$(cat "$folder/kept.kicad_pcb")" = kept ]; } || fail 'a file that is no drawing'
run "$folder/nothing.kicad_pcb" 0.2
{ [ $status -eq 1 ] && grep -q 'nothing.kicad_pcb: cannot be read: .' "$folder/err"; } || fail 'no file'
for clearance in '' -1 wide 1000; do
    run "$board" "$clearance"
    { [ $status -eq 1 ] && grep -q '^usage: board' "$folder/err"; } || fail "clearance '$clearance'"
done

[ $failures -eq 0 ]
