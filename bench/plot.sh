#!/bin/sh
# plot.sh RESULTS.json OUT.svg — how many times as fast as scalar each instruction set is, as bars, one group a scene.
# RESULTS.json comes from `bench --benchmark_out=RESULTS.json --benchmark_out_format=json`. Needs gnuplot.
set -eu
if [ $# -ne 2 ]; then
    sed -n '2,3s/^# //p' "$0" >&2
    exit 2
fi
table=$(mktemp)
trap 'rm -f "$table"' EXIT

# Google Benchmark writes one field a line, results in the order in which they ended; family_index is the order of registration.
awk -F'"' '
    $2 == "family_index"     { family = $3; gsub(/[^0-9]/, "", family) }
    $2 == "run_name"         { name = $4 }
    $2 == "aggregate_name"   { kind = $4 }
    $2 == "run_type"         { kind = $4 }
    $2 == "items_per_second" { rate = $3; gsub(/[^-+.e0-9]/, "", rate)
                               if (kind == "median" || kind == "iteration") print family, name, rate }
' "$1" | sort -n | awk '
    {
        n = split($2, part, "/")
        who = part[n]
        scene = $2
        sub("^[^/]*/", "", scene)
        sub("/[^/]*$", "", scene)
        if (who !~ /^(scalar|sse2|avx2|avx512|neon|simd128)$/) next
        if (!(scene in seen)) { seen[scene] = 1; scenes[++rows] = scene }
        if (!(who in known)) { known[who] = 1; columns[++count] = who }
        rate[scene, who] = $3
    }
    END {
        printf "scene"
        for (k = 1; k <= count; k++) if (columns[k] != "scalar") printf " %s", columns[k]
        print ""
        for (i = 1; i <= rows; i++) {
            printf "%s", scenes[i]
            for (k = 1; k <= count; k++) if (columns[k] != "scalar")
                printf " %s", (rate[scenes[i], "scalar"] > 0 ? rate[scenes[i], columns[k]] / rate[scenes[i], "scalar"] : "-")
            print ""
        }
    }
' >"$table"

gnuplot <<EOF
set terminal svg size 960,420 font "sans-serif,12" background "white"
set output "$2"
set style data histograms
set style fill solid 0.85 noborder
set boxwidth 0.9
set logscale y 2
set yrange [1:*]
set ylabel "times as fast as scalar, one core"
set grid ytics lc rgb "#dddddd"
set xtics rotate by -35 nomirror
set key top left horizontal
columns = $(awk 'NR == 1 { print NF }' "$table")
plot for [k = 2:columns] "$table" using k:xtic(1) title columnheader(k)
EOF
