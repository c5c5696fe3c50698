#!/usr/bin/env bash
# sepal in builds of others: its four files as they are, the amalgamation, and CMake. Each is compiled with flags that sepal would not
# choose, and must give the stored answers, or be refused by a message that names the flag. `builds.sh quick` tries a few, with as
# little to compile as shows the point: each instruction set in one of them, without the sources' own -O3, which the meson build beside
# it has; `builds.sh all` tries every combination and takes many minutes.
# $ARCHIVES: of golden and of golden_solids (tests/golden/), of their questions and of their scenes.
. "$(dirname "$0")/tap.sh"

avx2='-mavx2 -mfma -mbmi -mbmi2 -mpopcnt'
avx512="-mavx512f -mavx512dq -mavx512bw -mavx512vl $avx2"
case $($CC -dumpmachine) in
    x86_64-* | i?86-*) ;;
    *) avx2='' avx512='' ;; # the files are empty there
esac
is_clang=false
! $CC --version | grep -q clang || is_clang=true

read -r golden golden_solids helpers <<<"$ARCHIVES"

answers() { # FOLDER PATTERN: the programs there give all stored answers, on instruction sets that match the pattern
    local program
    for program in golden golden_solids; do
        "$1/$program" "$SOURCE/tests/golden/${program/golden_/}.expected" >"$work/answers" ||
            { grep -v '^ok' "$work/answers"; return 1; }
        tail -n 1 "$work/answers"
        [[ $(tail -n 1 "$work/answers") =~ \ on\ $2$ ]]
    done
}

# --- Four files ------------------------------------------------------------------------------------------------------------------

compile() { # FOLDER FLAG...: the table of docs/building.md, all files at once
    local folder=$1 objects=$work/objects job jobs=()
    shift
    rm -rf "$objects"
    mkdir "$objects"
    $CC "$@" $avx512 -c "$folder/sepal_avx512.c" -o "$objects/sepal_avx512.o" & jobs+=($!)
    $CC "$@" $avx2 -c "$folder/sepal_avx2.c" -o "$objects/sepal_avx2.o" & jobs+=($!)
    $CC "$@" -c "$folder/sepal_sse2.c" -o "$objects/sepal_sse2.o" & jobs+=($!)
    $CC "$@" -c "$folder/sepal.c" -o "$objects/sepal.o" & jobs+=($!)
    for job in "${jobs[@]}"; do
        wait "$job"
    done
    # Clang would link what makes a program flush subnormals to zero, and these programs make their scenes by themselves.
    local link
    link=$(sed 's/-funsafe-math-optimizations//' <<<"$*")
    $CC $link "$objects"/*.o "$golden" $helpers -lm -o "$work/golden"
    $CC $link "$objects"/*.o "$golden_solids" $helpers -lm -o "$work/golden_solids"
}

four_files() { # PATTERN FLAG...
    compile "$SOURCE/src" -I "$SOURCE/include" "${@:2}"
    answers "$work" "$1"
}

amalgamation() { # PATTERN FLAG...
    compile "$work/amalgamation" "${@:2}"
    answers "$work" "$1"
}

write_amalgamation() { # twice, with the same bytes
    "$SOURCE/tools/amalgamate.py" "$SOURCE" "$work/amalgamation"
    "$SOURCE/tools/amalgamate.py" "$SOURCE" "$work/amalgamation2"
    diff -r "$work/amalgamation" "$work/amalgamation2"
}

nothing_is_left_out() { # every unit is in one of the joined files, or in another unit, but the one that only meson's option `stages` compiles
    (cd "$SOURCE/src" && find . -mindepth 2 -name '*.c' ! -path ./core/stages.c | sed 's|^\./||' | sort) >"$work/units"
    (cd "$SOURCE/src" && grep -rE '^#include "[^"]*\.c"$' . | sed -E 's|^\./(.*/)?[^/]*:#include "(.*)"$|\1\2|' | sort -u) >"$work/joined"
    [[ -s $work/joined ]]
    diff -u "$work/units" "$work/joined"
}

# --- CMake ------------------------------------------------------------------------------------------------------------------------

# The program is compiled and linked with the same flags as sepal. Those that compare answers are not: gcc's -Ofast would link what makes
# a program flush subnormals to zero, and they make their scenes by themselves.
with_cmake() { # HOW PATTERN FLAGS OPTION...: a project that brings sepal by add_subdirectory or by FetchContent
    local how=$1 pattern=$2 flags=$3 build=$work/cmake-build
    shift 3
    rm -rf "$work/cmake" "$build"
    mkdir "$work/cmake"
    echo 'extern int main_is_in_the_archives;' >"$work/cmake/empty.c"
    {
        echo "cmake_minimum_required(VERSION 3.16)
            project(engine C)
            set(CMAKE_C_FLAGS \"$flags\")"
        [[ $how != FetchContent ]] || echo "include(FetchContent)
            FetchContent_Declare(sepal SOURCE_DIR \"$SOURCE\")
            FetchContent_MakeAvailable(sepal)"
        [[ $how != add_subdirectory ]] || echo "add_subdirectory(\"$SOURCE\" sepal)"
        echo "set(CMAKE_C_FLAGS \"\")
            add_executable(golden empty.c)
            target_link_libraries(golden PRIVATE $golden $helpers sepal::sepal m)
            add_executable(golden_solids empty.c)
            target_link_libraries(golden_solids PRIVATE $golden_solids $helpers sepal::sepal m)
            add_executable(program \"$SOURCE/tests/package/program.c\")
            target_compile_options(program PRIVATE $flags)
            target_link_libraries(program PRIVATE $flags sepal::sepal)"
    } >"$work/cmake/CMakeLists.txt"
    CC=$CC cmake -S "$work/cmake" -B "$build" "$@"
    cmake --build "$build" --parallel
    [[ $("$build/program") == "sepal $VERSION: exact" ]]
    answers "$build" "$pattern"
}

cmake_installs() {
    CC=$CC cmake -S "$SOURCE" -B "$work/install-build" -DSEPAL_WITHOUT_SSE2=ON -DSEPAL_WITHOUT_AVX2=ON -DSEPAL_WITHOUT_AVX512=ON "$@"
    cmake --build "$work/install-build"
    cmake --install "$work/install-build" --prefix "$work/installed"
    CC=$CC cmake -S "$SOURCE/tests/package" -B "$work/user-build" -DCMAKE_PREFIX_PATH="$work/installed"
    cmake --build "$work/user-build"
    [[ $("$work/user-build/program") == "sepal $VERSION: exact" ]]
}

cmake_names_what_is_missing() { # as if the check for SIMDe's headers had failed
    ! CC=$CC cmake -S "$SOURCE" -B "$work/no-simde" -DSEPAL_HAS_SIMDE_=OFF >"$work/refusal" 2>&1 || return
    grep -q libsimde-dev "$work/refusal" && grep -q SEPAL_SIMDE_DIR "$work/refusal" && grep -q SEPAL_WITHOUT_SSE2 "$work/refusal"
}

# --- What is refused --------------------------------------------------------------------------------------------------------------

refuses() { # WORD FILE FLAG...: the message of the refusal has the word
    local word=$1 file=$2
    shift 2
    ! $CC -fsyntax-only -I "$SOURCE/include" "$@" "$SOURCE/src/$file" 2>"$work/refusal" || return
    grep -q -- "error.*$word" "$work/refusal" || { cat "$work/refusal"; return 1; }
}

refuse() { # FLAG...
    check "refuses $*" refuses "$(sed 's/ .*//' <<<"$*")" sepal.c "$@"
}

without_warnings() { # engines compile with warnings of their own
    local file
    for file in sepal sepal_sse2; do
        $CC -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I "$SOURCE/include" -fsyntax-only "$SOURCE/src/$file.c"
    done
}

check 'every unit is in one of the four files' nothing_is_left_out
check 'no warning about the joined sources' without_warnings
check 'amalgamation' write_amalgamation
refuse -ffast-math
refuse -Ofast
refuse -ffinite-math-only
if ! $is_clang; then # clang takes these back by a pragma
    refuse -fassociative-math -fno-signed-zeros -fno-trapping-math
    refuse -freciprocal-math
    refuse -fno-signed-zeros
    refuse -fsingle-precision-constant
fi
if [[ -n $avx2 ]]; then
    check 'refuses 8 lanes without their flags' refuses "${avx2% -mbmi*}" sepal_avx2.c -O2
    check 'refuses 16 lanes without their flags' refuses "${avx512% -mavx2*}" sepal_avx512.c -O2
    check 'refuses x87' refuses -mfpmath=sse sepal.c -m32 -mno-sse
fi

# --- What must give the stored answers --------------------------------------------------------------------------------------------

without='-DSEPAL_WITHOUT_SSE2 -DSEPAL_WITHOUT_AVX2 -DSEPAL_WITHOUT_AVX512'
has_cmake=true
command -v cmake >/dev/null || has_cmake=false

quick() {
    check 'four files, -O1 -march=native as asked, without AVX2' four_files 'scalar .*' -O1 -march=native -DSEPAL_FORCED_O3=0 \
        -DSEPAL_WITHOUT_AVX2
    check 'amalgamation, -O1 as asked, without AVX' amalgamation 'scalar( sse2| neon)' -O1 -DSEPAL_FORCED_O3=0 ${without#* }
    if $has_cmake; then
        check 'CMake, add_subdirectory, -ffast-math, -O1 as asked, without SSE2 and AVX-512' with_cmake add_subdirectory \
            'scalar( avx2)?' '-O1 -ffast-math -march=native' -DCMAKE_BUILD_TYPE=None -DSEPAL_FORCED_O3=OFF \
            -DSEPAL_WITHOUT_SSE2=ON -DSEPAL_WITHOUT_AVX512=ON
        check 'CMake, FetchContent, shared, scalar only' with_cmake FetchContent scalar -O2 -DBUILD_SHARED_LIBS=ON \
            -DSEPAL_WITHOUT_SSE2=ON -DSEPAL_WITHOUT_AVX2=ON -DSEPAL_WITHOUT_AVX512=ON
        check 'CMake, install, shared' cmake_installs -DBUILD_SHARED_LIBS=ON
        check 'CMake without SIMDe names what to do' cmake_names_what_is_missing
    else
        skip 'CMake' 'there is no cmake'
    fi
}

all() {
    local flags
    local hostile=(-O0 -O1 -Os -O2 -O3 '-O2 -march=native' '-O3 -march=native' '-O2 -std=gnu17 -fno-math-errno -fno-trapping-math'
        '-O2 -frounding-math' '-O2 -flto')
    if $is_clang; then
        hostile+=('-O2 -funsafe-math-optimizations' '-O2 -fassociative-math -fno-signed-zeros -fno-trapping-math'
            '-O2 -freciprocal-math -fno-signed-zeros' '-O2 -march=native -ffp-contract=on' '-O2 -fno-honor-nans')
    else
        hostile+=('-O2 -march=native -ffp-contract=fast' '-O2 -ffp-contract=off -fno-strict-aliasing -fwrapv')
    fi
    for flags in "${hostile[@]}"; do
        check "four files, $flags" four_files 'scalar .*' $flags
    done
    for flags in -O2 '-O3 -march=native'; do
        check "amalgamation, $flags" amalgamation 'scalar .*' $flags
    done
    for flags in -O2 '-O3 -march=native -ffp-contract=fast' -Ofast '-ffast-math -march=native -Os'; do
        check "CMake, add_subdirectory, $flags" with_cmake add_subdirectory 'scalar .*' "$flags"
    done
    check 'CMake, FetchContent, -O2, shared' with_cmake FetchContent 'scalar .*' '-O3 -march=native' -DBUILD_SHARED_LIBS=ON
}

"$1"
finish
