#!/bin/sh
# Runs the join on many ranks: test_join_mpi.sh PROGRAM MPIRUN
# 1, 2 and 4 ranks must write the same pairs as one machine finds; a rank that fails must end the job with a message.
set -u
program=$1 mpirun=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n' "$1"
    cat "$folder/out" "$folder/err"
}

# run RANKS ARGUMENT...
run() {
    ranks=$1
    shift
    "$mpirun" -n "$ranks" "$program" "$@" >"$folder/out" 2>"$folder/err"
    status=$?
}

# --- The pairs of one machine, each once, whatever the number of ranks

# A row of boxes that touch, a huge one over all of them, one far away, and points at one place.
{
    i=0
    while [ $i -lt 40 ]; do
        echo "$i 0 0.5 0.5 1 0"
        i=$((i + 1))
    done
    echo '20 0 100 100 0.8 0.6'
    echo '-1000 5 0.25 0.25 1 0'
    echo '7.5 0 0 0 1 0'
    echo '7.5 0 0 0 1 0'
} >"$folder/scene.txt"
for scene in 3000 "$folder/scene.txt" 0 1; do
    for ranks in 1 2 4; do
        run "$ranks" --check "$scene" "$folder/pairs.$ranks"
        { [ $status -eq 0 ] && grep -q '^one machine finds the same [0-9]* pairs$' "$folder/out"; } || fail "$scene on $ranks ranks"
        cmp "$folder/pairs.1" "$folder/pairs.$ranks" || fail "pairs of $scene on $ranks ranks"
    done
    [ "$scene" = 3000 ] && { [ "$(wc -l <"$folder/pairs.1")" -gt 1000 ] || fail 'the random scene has few pairs'; }
done
run 4 --check "$folder/scene.txt" "$folder/pairs.4"
grep -q '^44 boxes, 86 pairs$' "$folder/out" || fail 'pairs of the scene in a file'

# --- A rank that fails

echo '1 2 3 half 1 0' >>"$folder/scene.txt" # line 45, number 44: that of rank 0 of 1, 2 and 4
sed '3s/.*/5 5 -1 1 1 0/' "$folder/scene.txt" >"$folder/third.txt"
run 4 "$folder/third.txt" "$folder/none"
expected='third.txt:3: expected x y half_x half_y cos sin, six finite numbers with half extents >= 0, found "5 5 -1 1 1 0"'
{ [ $status -ne 0 ] && grep -q "^join_mpi: rank 2: .*$expected\$" "$folder/err" && [ ! -e "$folder/none" ]; } || fail 'a bad line on rank 2'
run 2 "$folder/scene.txt"
{ [ $status -ne 0 ] && grep -q '^join_mpi: rank 0: .*scene.txt:45: expected .*found "1 2 3 half 1 0"$' "$folder/err"; } || fail 'a bad line on rank 0'
printf '1 2 3 4 5e38 0\n' >"$folder/scene.txt"
run 1 "$folder/scene.txt"
{ [ $status -ne 0 ] && grep -q 'scene.txt:1: expected' "$folder/err"; } || fail 'a number beyond float'
printf '1 2 3 4 1 0 7\n' >"$folder/scene.txt"
run 1 "$folder/scene.txt"
{ [ $status -ne 0 ] && grep -q 'scene.txt:1: expected' "$folder/err"; } || fail 'a seventh number'
printf '1 %0300d\n' 7 >"$folder/scene.txt"
run 2 "$folder/scene.txt"
{ [ $status -ne 0 ] && grep -q 'scene.txt:1: expected a line of less than 255 characters' "$folder/err"; } || fail 'a long line'
run 2 "$folder/nothing.txt"
{ [ $status -ne 0 ] && grep -q 'cannot read .*nothing.txt' "$folder/err"; } || fail 'no file'
run 2 100 "$folder/no/such/folder"
{ [ $status -ne 0 ] && grep -q '^join_mpi: rank 0: cannot write' "$folder/err"; } || fail 'no place for the pairs'
run 1
{ [ $status -ne 0 ] && grep -q 'usage: join_mpi' "$folder/err"; } || fail 'no arguments'

[ $failures -eq 0 ]
