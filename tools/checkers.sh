# checkers.sh — the commands that look for mistakes. Each builds in a directory of its own, beside the usual one, and ends with an
# error if it finds anything.
# shellcheck shell=bash disable=SC2154 # dev sets $build, $test_packages and so on

dev_own_directory() { # NAME
    build+=-$1
}

dev_setup_tests() { # OPTION=VALUE...: a build directory for the tests, with what the given options need
    local packages
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # lists of words
    dev_need $packages $test_packages
    [[ $* == *bench=* ]] || set -- bench=disabled "$@"
    dev_configure tests=enabled "$@"
}

# --- Sanitizers -------------------------------------------------------------------------------------------------------------------

# Debian's clang comes without the sanitizers' runtime.
dev_need_sanitizers() {
    case $(basename "$CC") in
        clang) dev_need libclang-rt-dev ;;
        clang-[0-9]*) dev_need "libclang-rt-$(basename "$CC" | sed 's/^clang-//')-dev" ;;
    esac
}

# Criterion now and then keeps a block of its own: of such a leak, every frame behind the allocation lies in its library.
dev_is_of_criterion() { # REPORT
    grep -q LeakSanitizer "$1" && ! grep -E '^ +#[1-9]' "$1" | grep -qv libcriterion
}

# What a sanitizer found: it writes into files, since Criterion lets a test pass that leaks, and meson shows no output of others.
dev_no_reports() { # FOLDER
    local report found=no
    for report in "$1"/*; do
        [[ -f $report ]] || continue
        ! dev_is_of_criterion "$report" || continue
        cat "$report" >&2
        found=yes
    done
    [[ $found == no ]] || dev_die 'the sanitizers found this'
}

dev_sanitize() { # addresses, leaks, undefined behaviour: all tests but those of packaging, whose programs are not sanitized
    dev_own_directory sanitize
    dev_need_sanitizers
    dev_setup_tests buildtype=debugoptimized optimization=1 forced_o3=false b_ndebug=false b_sanitize=address,undefined \
        b_lundef=false c_args='-fno-sanitize-recover=all -g1'
    local reports
    reports=$(realpath "$build")/reports
    rm -rf "$reports"
    mkdir "$reports"
    local status=0
    # With the setup `slow` frames of functions that have returned are not kept: that takes up to half of the time, and the whole has it.
    local keeps_frames=1
    [[ " $* " != *' --setup slow '* ]] || keeps_frames=0
    # No finding changes what a program returns: dev_no_reports judges them, and tells whose a leak is.
    LSAN_OPTIONS=exitcode=0 \
        ASAN_OPTIONS=log_path=$reports/address:detect_stack_use_after_return=$keeps_frames:strict_string_checks=1:allocator_may_return_null=1 \
        UBSAN_OPTIONS=log_path=$reports/undefined:print_stacktrace=1 \
        meson test -C "$build" --no-suite package --timeout-multiplier "$((5 * ${TIMEOUTS:-1}))" --print-errorlogs "$@" || status=$?
    dev_no_reports "$reports"
    return $status
}

dev_threads() { # data races
    dev_own_directory threads
    dev_need_sanitizers
    dev_setup_tests buildtype=debugoptimized optimization=1 forced_o3=false b_ndebug=false b_sanitize=thread b_lundef=false
    ninja -C "$build" tests/threads tests/load
    # Where addresses are random over more bits than ThreadSanitizer expects, it finds no place for its shadow memory.
    local fixed=() program
    ! setarch -R true 2>/dev/null || fixed=(setarch -R)
    for program in tests/threads 'tests/load 5'; do
        # shellcheck disable=SC2086
        TSAN_OPTIONS=halt_on_error=1:exitcode=66 "${fixed[@]}" "$build"/$program
    done
}

# --- Valgrind ---------------------------------------------------------------------------------------------------------------------

# What is read before it was written: the sanitizers above do not see that. To programs valgrind is a processor without AVX-512, so
# that the library leaves that out by itself. `load` goes through everything else that the library does. Not run: `state`, as
# valgrind knows no traps and flushes no subnormals; `guard`, which has a guard of its own; and what would take hours.
valgrind_tests='base errors memory overlap polys polys_errors load'

dev_valgrind() {
    dev_own_directory valgrind
    dev_need valgrind
    dev_setup_tests buildtype=debugoptimized b_ndebug=false
    ninja -C "$build"
    local wrapper='valgrind --quiet --trace-children=yes --fair-sched=yes --exit-on-first-error=yes --error-exitcode=9'
    # shellcheck disable=SC2086
    meson test -C "$build" --no-rebuild --timeout-multiplier "$((5 * ${TIMEOUTS:-1}))" --print-errorlogs --wrapper "$wrapper" $valgrind_tests
    MESON_EXE_WRAPPER=$wrapper meson test -C "$build" --no-rebuild --timeout-multiplier "$((20 * ${TIMEOUTS:-1}))" --print-errorlogs traffic
}

# --- Coverage ---------------------------------------------------------------------------------------------------------------------

# Lines as they are written: without optimisation, which would make one of several, and without the sources' own -O3. Each build of the kernels is asked on its own;
# gcovr could not join them, as a function may stand in another line in each. What the machine lacks is left out.
dev_coverage() {
    [[ $(basename "$CC") == gcc* ]] || dev_die 'coverage is read by gcov, which understands gcc'
    dev_own_directory coverage
    dev_need gcovr
    dev_setup_tests buildtype=debug forced_o3=false b_ndebug=true b_coverage=true
    ninja -C "$build"
    find "$build" -name '*.gcda' -delete
    meson test -C "$build" --no-rebuild --no-suite package --no-suite examples --timeout-multiplier "$((10 * ${TIMEOUTS:-1}))"
    local part status=0
    for part in "$build"/src/libsepal*.p; do
        [[ -n $(find "$part" -name '*.gcda' -print -quit) ]] || continue # objects that are also those of another library
        dev_say "${part##*/}"
        case $part in
            *_avx2*) grep -qw avx2 /proc/cpuinfo || continue ;;
            *_avx512*) grep -qw avx512vl /proc/cpuinfo || continue ;;
        esac
        gcovr --root . --filter src/ --fail-under-line 95 "$@" "$part" || status=1
    done
    return $status
}

# --- Load -------------------------------------------------------------------------------------------------------------------------

dev_load() { # [SECONDS]
    dev_setup_tests
    ninja -C "$build" tests/load
    "$build/tests/load" "${1:-600}"
}

# --- Without running --------------------------------------------------------------------------------------------------------------

# What clang-tidy reads, as FOLDER/compile_commands.json: every unit once, though several programs may be made of it. Kernels have the
# same source in every width, without conditions of the preprocessor, so they take turns with the widths, whose words (src/simd) are
# thereby all read.
# Nine tenths of the time would be the analyzer's, which follows the paths through each function until it has seen 225,000 of their
# states, through most functions of a kernel or of a test. So it does if DEPTH is `deep`; else it sees a third of these states in the
# library without its kernels, a tenth in kernels, and in tests, examples and benchmarks a thirtieth.
dev_units_to_read() { # FOLDER DEPTH
    mkdir -p "$1"
    python3 - "$build/compile_commands.json" "$2" >"$1/compile_commands.json" <<'END'
import json
import os
import sys

with open(sys.argv[1], encoding="utf-8") as database:
    commands = json.load(database)
entries = {}  # of each file; of kernels, those with a width
for entry in commands:
    entries.setdefault(entry["file"], []).append(entry)
taken = []
for file, of_file in entries.items():
    if "/kernel/" in file:
        of_file = [entry for entry in of_file if "-DSEPAL_FOR_" in entry["command"]] or of_file
        entry = of_file[sum("/kernel/" in other["file"] for other in taken) % len(of_file)]
    else:
        entry = of_file[0]
    if sys.argv[2] != "deep":
        states = 7500 if not os.path.normpath(file).startswith("../src/") else 22500 if "/kernel/" in file else 75000
        entry["command"] += f" -Xclang -analyzer-config -Xclang max-nodes={states}"
    taken.append(entry)
json.dump(taken, sys.stdout)
END
}

# Criterion's macro for a test is explained, or cppcheck gives up the file; so it does at an attribute of an enumeration.
dev_cppcheck() { # OPTION...: reads the files whose names come in, each ended by a zero byte
    xargs -0 cppcheck --quiet --error-exitcode=2 -j "$(nproc)" --std=c11 --enable=warning,performance,portability \
        --library=tools/cppcheck.cfg --suppressions-list=tools/cppcheck.txt -I include -I src \
        -DSEPAL_NODISCARD= '-DTest(suite,name,...)=static void test_##suite##_##name(void)' "$@"
}

# The files of which cppcheck reads every configuration of the preprocessor, each ended by a zero byte: those with conditions of their
# own, and of each header with conditions the smallest file that includes it. A file has eighteen of the headers' configurations, so that
# to read them in all files takes ten times as long and is left to DEPTH `deep`.
dev_files_with_conditions() { # DEPTH FILE...
    local depth=$1 header conditions='^ *# *(if|ifdef|elif)\b'
    shift
    if [[ $depth == deep ]]; then
        printf '%s\n' "$@"
    else
        grep -lE "$conditions" "$@"
        grep -rlE --include='*.h' "$conditions" include src tests bench examples | while read -r header; do
            grep -lE "^#include [<\"](.*/)?${header##*/}[>\"]" "$@" | xargs -r ls -S | tail -n 1 || true # a header may be included by headers alone
        done
    fi | sort -u | tr '\n' '\0'
}

dev_lint() { # [deep]: what reads the sources; each is given a chance before the command fails
    [[ $# -eq 0 || $* == deep ]] || dev_die "lint knows only 'deep', not '$*'"
    export CC=clang CXX=clang++ # clang-tidy understands its options
    dev_own_directory lint
    dev_need clang-tidy cppcheck shellcheck $bench_packages
    dev_setup_tests bench=enabled
    local status=0
    dev_say 'clang-tidy'
    dev_units_to_read "$build/tidy" "${1:-usual}"
    run-clang-tidy -p "$build/tidy" -quiet -j "$(nproc)" '.*\.c$' >"$build/clang-tidy.log" 2>&1 || status=1
    grep -vE '^(clang-tidy|[0-9]+ warnings?)|^$' "$build/clang-tidy.log" || true
    dev_say 'cppcheck'
    # Kernels have no conditions but those of src/simd, whose configurations are read with the small kernels, which finders share; the
    # large ones are read for four lanes. What has no conditions and is no kernel does not know for which lanes it is read.
    local large=(-path 'src/polys/kernel/*' -o -path 'src/solids/kernel/*') files forced="$build/cppcheck.forced"
    mapfile -t files < <(find src tests bench examples -name '*.c' ! -path 'src/sepal*' ! \( "${large[@]}" \) | sort)
    dev_files_with_conditions "${1:-usual}" "${files[@]}" >"$forced"
    dev_cppcheck --force <"$forced" || status=1
    { printf '%s\0' "${files[@]}" | grep -zvxFf <(tr '\0' '\n' <"$forced") || true; find src -name '*.c' \( "${large[@]}" \) -print0; } |
        dev_cppcheck -DSEPAL_FOR_SSE2 || status=1
    dev_say 'shellcheck'
    find tests examples bench python tools -name '*.sh' -print0 |
        xargs -0 shellcheck --external-sources --source-path=SCRIPTDIR --severity=warning dev .ci/run || status=1
    return $status
}

dev_doc() {
    dev_own_directory doc
    dev_need doxygen python3
    mkdir -p "$build"
    { cat docs/doxygen/Doxyfile && echo "OUTPUT_DIRECTORY = $build"; } | doxygen -
    web/manual.py "$build/manual"
    dev_say "the manual is $build/manual/index.html"
}
