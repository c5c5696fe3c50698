#!/bin/sh
# Runs the board example on the boards of Debian's package kicad-demos: test_board_demos.sh PROGRAM
# The expected counts are what the program printed when the test was written: they show a change, and were not counted by other means.
set -u
program=$1
demos=${KICAD_DEMOS:-/usr/share/kicad/demos}
if [ ! -d "$demos" ]; then
    echo "skipped: $demos is not there (Debian: apt install kicad-demos)"
    exit 77
fi
failures=0

# board FILE CLEARANCE LAST-LINE
board() {
    if [ ! -f "$demos/$1" ]; then
        echo "skipped: $1 is not in $demos"
        return
    fi
    last=$(${MESON_EXE_WRAPPER:-} "$program" "$demos/$1" "$2" | tail -n 1 | tr -d '\r')
    if [ "$last" = "$3 pairs closer than $2 mm" ]; then
        echo "ok: $1: $last"
    else
        failures=$((failures + 1))
        echo "FAILED: $1: '$last' instead of '$3 pairs closer than $2 mm'"
    fi
}

board 'complex_hierarchy/complex_hierarchy.kicad_pcb' 0.2 '165 pads, 365 tracks, 0 vias on 2 copper layers, 53 nets: 0'
board 'custom_pads_test/custom_pads_test.kicad_pcb' 0.2 '11 pads, 19 tracks, 0 vias on 2 copper layers, 4 nets: 0'
board 'ecc83/ecc83-pp.kicad_pcb' 0.2 '33 pads, 59 tracks, 0 vias on 2 copper layers, 10 nets: 0'
board 'ecc83/ecc83-pp_v2.kicad_pcb' 0.2 '34 pads, 53 tracks, 0 vias on 2 copper layers, 14 nets: 0'
board 'flat_hierarchy/flat_hierarchy.kicad_pcb' 0.2 '241 pads, 366 tracks, 7 vias on 2 copper layers, 112 nets: 0'
board 'interf_u/interf_u.kicad_pcb' 0.2 '379 pads, 731 tracks, 84 vias on 2 copper layers, 174 nets: 0'
board 'kit-dev-coldfire-xilinx_5213/kit-dev-coldfire-xilinx_5213.kicad_pcb' 0.15 '821 pads, 2940 tracks, 253 vias on 4 copper layers, 279 nets: 0'
board 'kit-dev-coldfire-xilinx_5213/kit-dev-coldfire-xilinx_5213.kicad_pcb' 0.2 '821 pads, 2940 tracks, 253 vias on 4 copper layers, 279 nets: 175'
board 'pic_programmer/pic_programmer.kicad_pcb' 0.2 '241 pads, 370 tracks, 6 vias on 2 copper layers, 112 nets: 0'
board 'sonde xilinx/sonde xilinx.kicad_pcb' 0.2 '108 pads, 208 tracks, 3 vias on 2 copper layers, 43 nets: 0'
board 'stickhub/StickHub.kicad_pcb' 0.127 '273 pads, 1291 tracks, 87 vias on 2 copper layers, 48 nets: 0'
board 'stickhub/StickHub.kicad_pcb' 0.15 '273 pads, 1291 tracks, 87 vias on 2 copper layers, 48 nets: 7'
board 'stickhub/StickHub.kicad_pcb' 0.2 '273 pads, 1291 tracks, 87 vias on 2 copper layers, 48 nets: 676'
board 'test_pads_inside_pads/test_pads_inside_pads.kicad_pcb' 0.2 '14 pads, 4 tracks, 0 vias on 2 copper layers, 3 nets: 0'
board 'test_xil_95108/carte_test.kicad_pcb' 0.2 '282 pads, 635 tracks, 12 vias on 2 copper layers, 101 nets: 0'
board 'video/video.kicad_pcb' 0.15 '2238 pads, 7972 tracks, 808 vias on 4 copper layers, 487 nets: 0'
board 'video/video.kicad_pcb' 0.2 '2238 pads, 7972 tracks, 808 vias on 4 copper layers, 487 nets: 3'

[ $failures -eq 0 ]
