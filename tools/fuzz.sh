# fuzz.sh — the command fuzz, over the harnesses of tests/fuzz.
# shellcheck shell=bash

fuzz_names='build calls doubles holes meshes moves pairs scenes solids'
fuzz_longest=600 # bytes of an input
fuzz_most=150    # inputs of a corpus that is kept

dev_fuzz_build() {
    local packages
    [[ $CC == clang* ]] || export CC=clang CXX=clang++
    build=${BUILD:-build-fuzz}
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086,SC2154 # lists of words; test_packages is dev's
    dev_need $packages libclang-rt-dev $test_packages
    dev_configure tests=enabled bench=disabled examples=disabled fuzz=true b_sanitize=address,undefined b_lundef=false optimization=1 \
        'c_args=-gline-tables-only -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=all'
    # shellcheck disable=SC2046,SC2086
    ninja -C "$build" $(printf 'tests/fuzz/fuzz_%s ' $fuzz_names)
}

dev_fuzz_unpack() { # NAME: the kept corpus as files, which libFuzzer wants
    local name=$1 input hex
    mkdir -p "$build/corpus/$name"
    while read -r input hex; do
        # shellcheck disable=SC2001,SC2059 # \x before each two digits; printf makes bytes of them
        [[ $input == '#'* ]] || printf "$(sed 's/../\\x&/g' <<<"$hex")" >"$build/corpus/$name/$input"
    done <"tests/fuzz/corpus/$name.txt"
}

dev_fuzz_pack() { # NAME DIRECTORY: prints a corpus as it is kept: the inputs whose names have a _ (what once broke), then the others
    local file
    grep -E '^#|^[^ ]*_' "tests/fuzz/corpus/$1.txt"
    # libFuzzer writes those first that reach most
    find "$2" -type f -printf '%T@ %p\n' | sort -n | head -n $fuzz_most | while read -r _ file; do
        printf '%.8s %s\n' "$(basename "$file")" "$(od -An -v -tx1 "$file" | tr -d ' \n')"
    done | sort
}

dev_fuzz_run() { # NAME SECONDS: prints one line; fails if there is a finding
    local name=$1 log=$build/fuzz_$1.log status=0 runs coverage findings
    local options=(-max_total_time="$2" -max_len="$fuzz_longest" -len_control=0 -use_counters=0 -timeout=60 -report_slow_units=60
        -print_final_stats=1 -artifact_prefix="$build/found-$name-")
    dev_fuzz_unpack "$name"
    find "$build" -maxdepth 1 -name "found-$name-*" -exec mv {} "$build/corpus/$name" \; # what was found before goes first
    ASAN_OPTIONS=malloc_context_size=4 UBSAN_OPTIONS=print_stacktrace=1 \
        "$build/tests/fuzz/fuzz_$name" "${options[@]}" "$build/corpus/$name" >"$log" 2>&1 || status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    coverage=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1)
    findings=$(find "$build" -maxdepth 1 -name "found-$name-*" | wc -l)
    printf 'fuzz %-6s %9s executions, %s edges, %s findings\n' "$name" "${runs:-?}" "${coverage#cov: }" "$findings"
    [[ $status -eq 0 && $findings -eq 0 ]] && return
    grep -vE '^#[0-9]' "$log" | tail -n 60 >&2
    return 1
}

dev_fuzz_keep() { # NAME: of all inputs, a few that together reach every edge of the code that all of them reach
    local least=$build/least/$1
    dev_fuzz_unpack "$1"
    rm -rf "$least"
    mkdir -p "$least"
    "$build/tests/fuzz/fuzz_$1" -set_cover_merge=1 -use_counters=0 -max_len=$fuzz_longest "$least" "$build/corpus/$1" \
        >"$build/merge_$1.log" 2>&1
    dev_fuzz_pack "$1" "$least" >"$build/kept_$1.txt"
    mv "$build/kept_$1.txt" "tests/fuzz/corpus/$1.txt"
}

dev_fuzz() { # [SECONDS | keep] [NAME]
    local what=${1:-600} names=${2:-$fuzz_names} name failed=0
    [[ $what == keep || $what =~ ^[1-9][0-9]*$ ]] || dev_die "fuzz takes a number of seconds, or 'keep', not '$what'"
    [[ " $fuzz_names " == *" $names "* || $names == "$fuzz_names" ]] || dev_die "there is no harness '$names', only: $fuzz_names"
    dev_fuzz_build
    for name in $names; do
        if [[ $what == keep ]]; then
            dev_fuzz_keep "$name"
        else
            dev_fuzz_run "$name" "$what" || failed=1
        fi
    done
    return $failed
}
