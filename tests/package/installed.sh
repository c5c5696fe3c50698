#!/usr/bin/env bash
# The library as installed: through pkg-config, through CMake, under the programs of the pages and under every example.
# shellcheck disable=SC2046 # what pkg-config prints is a list of words
. "$(dirname "$0")/tap.sh"
here=$SOURCE/tests/package
strict='-std=c11 -O1 -Wall -Wextra -Wpedantic -Werror'

meson install -C "$BUILD" --no-rebuild --destdir "$work/root" --quiet >&2
prefix=$work/root$PREFIX
libdir=$work/root$LIBDIR

config() { PKG_CONFIG_PATH=$libdir/pkgconfig pkg-config --define-variable=prefix="$prefix" "$@" sepal; }
run() { LD_LIBRARY_PATH=$libdir "$@"; }
same() { diff -u "$1" - <<<"$2"; } # FILE TEXT

version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" "$SOURCE/meson.build")
answer="sepal $version: exact"

# --- pkg-config -------------------------------------------------------------------------------------------------------------------

shared() {
    $CC $strict $(config --cflags) "$here/program.c" $(config --libs) -o "$work/shared"
    run "$work/shared" >"$work/answer"
    same "$work/answer" "$answer"
}

static() { # the archive alone: no search path, so that a shared library beside it is not taken
    $CC $strict $(config --cflags) "$here/program.c" "$libdir/libsepal.a" \
        $(config --static --libs-only-l | sed 's/-lsepal//') -o "$work/static"
    "$work/static" >"$work/answer"
    same "$work/answer" "$answer"
}

check 'pkg-config knows the version' [ "$(config --modversion)" = "$version" ]
[[ $LIBRARY == static ]] || check 'pkg-config and a compiler line, shared' shared
[[ $LIBRARY == shared ]] || check 'pkg-config and a compiler line, static' static

# --- What the library shows, and what it needs --------------------------------------------------------------------------------------

only_public_names() { # every name that the shared library defines begins with sepal_ and stands in a header
    nm -D --defined-only "$libdir/libsepal.so" | awk '{ print $3 }' | sort >"$work/defined"
    grep -ohP 'SEPAL_API [^(]*?\bsepal_\w+(?=\()' "$prefix"/include/sepal/*.h | grep -oP '\w+$' | sort >"$work/declared"
    [[ -s $work/declared ]]
    diff -u "$work/declared" "$work/defined"
}
[[ $LIBRARY == static || $(uname) != Linux ]] || check 'exports what the headers declare, nothing else' only_public_names

# --- CMake ------------------------------------------------------------------------------------------------------------------------

with_cmake() {
    mkdir "$work/cmake"
    cp "$here/program.c" "$here/CMakeLists.txt" "$work/cmake"
    CC=$CC cmake -S "$work/cmake" -B "$work/cmake/build" -DCMAKE_PREFIX_PATH="$prefix"
    cmake --build "$work/cmake/build"
    for program in "$work"/cmake/build/program*; do
        run "$program" >"$work/answer"
        same "$work/answer" "$answer"
    done
}

refused() { # a later series is not this one
    sed -i 's/sepal 0.2/sepal 0.3/' "$work/cmake/CMakeLists.txt"
    CC=$CC cmake -S "$work/cmake" -B "$work/cmake/refused" -DCMAKE_PREFIX_PATH="$prefix" >"$work/refusal" 2>&1 || true
    grep -q "sepal-config.cmake, version: $version" "$work/refusal"
}

if command -v cmake >/dev/null; then
    check 'CMake, find_package' with_cmake
    check 'CMake, another series is refused' refused
else
    skip 'CMake, find_package' 'no cmake'
fi

# --- Programs of the pages, and examples --------------------------------------------------------------------------------------------

programs() { # PAGE: every block of C (C++) with a main becomes page-N.c (.cc), and the block after it, what it prints, page-N.txt
    rm -f "$work"/page-*
    awk -v work="$work" '
        /^```/ && !inside { inside = 1; kind = $0 == "```c" ? "c" : $0 == "```cpp" ? "cc" : ""; text = ""; next }
        /^```/ {
            inside = 0
            if (kind != "" && text ~ /int main/) { printf "%s", text > (work "/page-" ++count "." kind); found = 1 }
            else if (found) { printf "%s", text > (work "/page-" count ".txt"); found = 0 }
            next
        }
        inside { text = text $0 "\n" }' "$1"
}

page() { # PAGE: its programs print what the page says
    local program
    programs "$1"
    for program in "$work"/page-*.c; do
        [[ -f $program ]] || continue # all of its programs are in C++
        $CC $strict $(config --cflags) "$program" $(config --libs) -lm -o "$work/page"
        run "$work/page" | diff -u "${program%.c}.txt" -
    done
}

box2d_page() { # PAGE: so do those that use Box2D
    local program
    programs "$1"
    for program in $(grep -l 'include <box2d' "$work"/page-*.cc); do
        $CXX -std=c++17 -O1 -Wall -Wextra -Wpedantic -Werror "$program" $(pkg-config --cflags --libs box2d) -o "$work/page"
        "$work/page" | diff -u "${program%.cc}.txt" -
    done
}

classes_as() { # STANDARD [OPTION...]: sepal.hpp in its own program, and in those of building.md
    # shellcheck disable=SC2206 # CXX may be a command with arguments
    local program plus=($CXX "-std=$1" -O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast -Wsign-conversion -Werror "${@:2}")
    "${plus[@]}" $(config --cflags) "$here/program.cc" $(config --libs) -o "$work/classes-$1"
    run "$work/classes-$1"
    programs "$SOURCE/docs/building.md"
    for program in "$work"/page-*.cc; do
        "${plus[@]}" $(config --cflags) "$program" $(config --libs) -o "$work/classes-$1"
        run "$work/classes-$1" | diff -u "${program%.cc}.txt" -
    done
}

cxx_page() { # PAGE: its programs in C++ with nothing but sepal print what the page says
    local program
    programs "$1"
    for program in $(grep -L 'include <box2d' "$work"/page-*.cc); do
        $CXX -std=c++17 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $(config --cflags) "$program" $(config --libs) \
            -o "$work/page"
        run "$work/page" | diff -u "${program%.cc}.txt" -
    done
}

readme_as_cxx20() { # the programs of README in C++, which has named members since C++20
    local program
    programs "$SOURCE/README.md"
    for program in "$work"/page-*.c; do
        $CXX -std=c++20 -O1 -Wall -Wextra -Wpedantic -Werror $(config --cflags) -x c++ "$program" -x none $(config --libs) \
            -o "$work/readme"
        run "$work/readme" | diff -u "${program%.c}.txt" -
    done
}

example() { # FILE OPTION...
    $CC $strict $(config --cflags) "$@" $(config --libs) -lm -o "$work/example"
}

example_of() { # FILE: with what it takes besides, if that is here
    case $1 in
        */arm.c) check "examples/arm.c" example "$1" "$(dirname "$1")"/robot/*.c ;;
        */level.c) check "examples/level.c" example "$1" "$(dirname "$1")"/level/*.c ;;
        */traffic.c) check "examples/traffic.c" example "$1" "$(dirname "$1")"/vehicles/*.c ;;
        */board.c) check "examples/board.c" example "$1" "$(dirname "$1")"/kicad/*.c ;;
        */pictures.c) check "examples/pictures.c" example "$1" "$(dirname "$1")"/pictures/*.c ;;
        */cores.c)
            if echo 'int main(void) { return 0; }' | $CC -fopenmp -x c - -o "$work/openmp" 2>/dev/null; then
                check "examples/cores.c" example "$1" -fopenmp
            else
                skip "examples/cores.c" 'no OpenMP'
            fi
            ;;
        */join_mpi.c)
            if pkg-config --exists ompi-c; then
                check "examples/join_mpi.c" example "$1" "$(dirname "$1")"/join/*.c $(pkg-config --cflags --libs ompi-c)
            else
                skip "examples/join_mpi.c" 'no OpenMPI'
            fi
            ;;
        *) check "examples/$(basename "$1")" example "$1" ;;
    esac
}

for path in "$SOURCE"/README.md "$SOURCE"/docs/*.md; do
    if grep -q 'int main' "$path"; then
        check "programs in $(basename "$path")" page "$path"
    fi
    if grep -q 'include <box2d' "$path"; then
        if [[ -n $CXX ]] && pkg-config --exists box2d; then
            check "programs with Box2D in $(basename "$path")" box2d_page "$path"
        else
            skip "programs with Box2D in $(basename "$path")" 'no Box2D'
        fi
    fi
done
if [[ -n $CXX ]]; then
    check 'programs in README as C++20' readme_as_cxx20
    for name in recipes for_engines; do
        check "programs in C++ in $name.md" cxx_page "$SOURCE/docs/$name.md"
    done
else
    skip 'programs in README as C++20' 'no C++ compiler'
    skip 'programs in C++ in recipes.md, for_engines.md' 'no C++ compiler'
fi
standards='c++17 c++20'
[[ ${SEPAL_TESTS:-} != quick ]] || standards=c++17
for standard in $standards; do
    if [[ -n $CXX ]]; then
        check "sepal.hpp as $standard" classes_as "$standard"
        [[ ${SEPAL_TESTS:-} == quick ]] || check "sepal.hpp as $standard without exceptions" classes_as "$standard" -fno-exceptions -fno-rtti
    else
        skip "sepal.hpp as $standard" 'no C++ compiler'
    fi
done
for path in "$SOURCE"/examples/*.c; do
    example_of "$path"
done
finish
