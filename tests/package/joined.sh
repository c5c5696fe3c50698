#!/usr/bin/env bash
# The joined sources, src/sepal*.c, are one file each to a compiler: no name of one source hides or defines again that of another. Only
# read, not compiled; builds.sh compiles them and asks for answers.
. "$(dirname "$0")/tap.sh"

wide='-mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx2 -mfma -mbmi -mbmi2 -mpopcnt'
[[ $($CC -dumpmachine) == x86_64-* ]] || wide='' # the wide files are empty elsewhere

reads() { # FILE
    $CC -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -I "$SOURCE/include" $wide -fsyntax-only "$1"
}

if ! $CC -E -include simde/x86/avx512.h -x c /dev/null >"$work/simde"; then
    skip 'joined sources' 'SIMDe is not installed for all programs'
    finish
fi
for file in "$SOURCE"/src/sepal*.c; do
    check "$(basename "$file")" reads "$file"
done
finish
