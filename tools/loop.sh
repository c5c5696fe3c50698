# loop.sh — from a change to an answer: a small build with the tests that the change touches, and a build for the debugger.
# shellcheck shell=bash disable=SC2154 # dev sets $build, $test_packages and so on

# The instruction sets that are not the widest of this machine, as meson's option `without`. Scalar always stays.
dev_narrower() {
    if grep -qw avx512vl /proc/cpuinfo 2>/dev/null; then
        echo sse2,avx2
    elif grep -qw avx2 /proc/cpuinfo 2>/dev/null; then
        echo sse2,avx512
    else
        echo avx2,avx512
    fi
}

# Those that are neither the narrowest nor the widest, likewise.
dev_all_but_extremes() {
    if grep -qw avx512vl /proc/cpuinfo 2>/dev/null; then
        echo avx2
    elif grep -qw avx2 /proc/cpuinfo 2>/dev/null; then
        echo avx512
    else
        echo avx2,avx512
    fi
}

# --- The tests of a change --------------------------------------------------------------------------------------------------------

dev_changed_files() { # what differs from the last commit and was not removed, and what is not yet in git
    git diff --name-only --diff-filter=d HEAD --
    git ls-files --others --exclude-standard
}

usual_tests='polys_agree scalar solids_mtv find' # one of each kind of set, the reference, the finder

dev_tests_of() { # FILE ALL-TESTS: the names of the tests that belong to a file, as a list of lines
    local file=$1 all=$2 word unit
    word=$(basename "${file%.*}")
    case $file in
        tests/golden/*) printf '%s\n' golden golden_solids golden_search golden_meshes ;;
        tests/fuzz/*) grep '^fuzz_' <<<"$all" ;;
        tests/simd/* | src/simd/*) printf '%s\n' simd polys_agree solids_mtv ;;
        tests/*/test_*.c) echo "${word#test_}" ;;
        tests/oracle/*) printf '%s\n' oracle scalar solids_mtv ;;
        tests/* | include/* | src/batch/* | src/core/* | src/exact/* | src/sepal*) printf '%s\n' $usual_tests ;;
        src/search/*) printf '%s\n' find find_each find_solids cast_rays ;;
        src/meshes/*) dev_tests_of_word meshes_ "$word" "$all" meshes_find meshes_contacts ;;
        src/solids/*) dev_tests_of_word solids_ "$word" "$all" solids_mtv ;;
        src/polys/*) dev_tests_of_word '' "$word" "$all" polys_agree scalar ;;
        *.md | dev | tools/*) echo pages ;;
    esac
    case $file in
        src/*/kernel/*.h) # also the tests of the units that include it, as exact.h is of containment
            while read -r unit; do
                dev_tests_of "$unit" "$all"
            done < <(grep -lF "\"$(basename "$file")\"" "$(dirname "$file")"/*.c)
            ;;
    esac
    case $file in
        *.md | *.sh) ;;
        include/* | src/* | dev | tools/*) printf '%s\n' pages layers budget ;;
    esac
}

# The file polys_kernel_mtv.c or kernel/mtv_axes.h has the word `mtv`, and the tests whose names begin with it; besides them, or
# where there is none, the tests of the folder that go through all questions.
dev_tests_of_word() { # PREFIX FILE-WORD ALL-TESTS TEST...
    local prefix=$1 word=$2 all=$3
    word=${word#polys_} word=${word#solids_} word=${word#meshes_} word=${word#kernel_} word=${word#scalar_}
    grep -E "^$prefix${word%%_*}s?(_|$)" <<<"$all" || true
    printf '%s\n' "${@:4}"
}

dev_quick() { # [NAME...]
    dev_own_directory loop
    dev_setup_tests bench=disabled examples=disabled forced_o3=false optimization=1 b_ndebug=false without="$(dev_narrower)"
    local all long names=("$@") chosen=() name file
    all=$(meson test -C "$build" --setup quick --list 2>/dev/null | sed 's|.* / ||')
    long=$(meson test -C "$build" --suite long --list 2>/dev/null | sed 's|.* / ||')
    if [[ $# -eq 0 ]]; then
        mapfile -t names < <(dev_changed_files | while read -r file; do dev_tests_of "$file" "$all"; done | sort -u)
    fi
    for name in "${names[@]}"; do
        if grep -qxF -- "$name" <<<"$all"; then
            chosen+=("$name")
        elif [[ $# -eq 0 ]] && grep -qxF -- "$name" <<<"$long"; then
            dev_say "'$name' is not in the quick suite: './dev test $name' runs it"
        else
            dev_die "the quick suite has no test '$name'; './dev test $name' runs any in whole"
        fi
    done
    # shellcheck disable=SC2206 # a list of words
    [[ ${#chosen[@]} -gt 0 ]] || chosen=($usual_tests) # nothing was changed, or nothing that the quick suite has
    dev_say "tests: ${chosen[*]}"
    dev_run_tests --setup quick --print-errorlogs "${chosen[@]}"
}

# --- The debugger -----------------------------------------------------------------------------------------------------------------

# -O0, so that every variable has its place in memory and lines come in their order. All tests of a program run in one process
# (runner=plain), where Criterion would start one for each and gdb would have to follow it.
dev_debug() { # [NAME...]
    dev_own_directory debug
    dev_need gdb
    dev_setup_tests buildtype=debug forced_o3=false b_ndebug=false runner=plain without="$(dev_narrower)"
    local name program programs=()
    for name in "$@"; do
        program=tests/test_$name
        ninja -C "$build" -t query "$program" >/dev/null 2>&1 || program=tests/$name
        ninja -C "$build" -t query "$program" >/dev/null 2>&1 || dev_die "there is no program of the test '$name'"
        programs+=("$program")
    done
    ninja -C "$build" "${programs[@]}"
    [[ ${#programs[@]} -gt 0 ]] || programs=(tests/test_overlap)
    for program in "${programs[@]}"; do
        dev_debugger "$program"
    done
}

dev_debugger() { # PROGRAM: how to start gdb on it; operations on lanes are nothing to step into
    local arguments=''
    case $1 in
        tests/golden) arguments=' tests/golden/golden.expected' ;;
        tests/golden_*) arguments=" tests/golden/${1#tests/golden_}.expected" ;;
    esac
    cat <<END
gdb -ex 'skip -gfi *simd/*' -ex 'skip -gfi */simde/*' -ex 'skip -gfi *intrin.h' --args $build/$1$arguments
    (gdb) break SUITE_NAME                 the test Test(SUITE, NAME); any function of src/ is a place to stop, too
    (gdb) set environment SEPAL_ISA scalar the reference instead of the kernels
END
}
