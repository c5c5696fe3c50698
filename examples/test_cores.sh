#!/bin/sh
# Runs the example of all cores: test_cores.sh PROGRAM
# With one thread and with several, the answers in parts must be those of the whole, and the scene must be the same.
set -u
program=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n' "$1"
    cat "$folder/all" "$folder/err"
}

cat >"$folder/want" <<'END'
placing: the same answers
pairs: the same answers
all pairs: the same answers
20000 shapes, 44960 near pairs, 22826 pairs that overlap
END
for threads in 1 2 5; do
    OMP_NUM_THREADS=$threads "$program" 20000 >"$folder/all" 2>"$folder/err"
    status=$?
    sed '/^time: /d' "$folder/all" >"$folder/out"
    { [ $status -eq 0 ] && [ ! -s "$folder/err" ] && cmp "$folder/out" "$folder/want"; } || fail "$threads threads"
    [ "$(grep -c "^time: .* $threads threads [0-9.]* ms, [0-9.]* times as fast\$" "$folder/all")" -eq 3 ] || fail "times of $threads threads"
done

for count in 0 many -1 20000x; do
    "$program" "$count" >"$folder/all" 2>"$folder/err"
    { [ $? -eq 1 ] && [ ! -s "$folder/all" ] && grep -q '^usage: cores' "$folder/err"; } || fail "$count shapes"
done

[ $failures -eq 0 ]
