#!/usr/bin/env bash
# sepal as a subproject of a meson project that is careless about arithmetic: the library alone is built, without the instruction sets
# that the project leaves out (all of them, for time: builds.sh has the kernels under these flags), and at the project's own level of
# optimisation, and is as exact as ever.
. "$(dirname "$0")/tap.sh"

mkdir -p "$work/parent/subprojects/sepal"
cp "$SOURCE/tests/package/program.c" "$work/parent"
for part in meson.build meson_options.txt cmake include src tests bench examples; do
    [[ ! -e $SOURCE/$part ]] || cp -R "$SOURCE/$part" "$work/parent/subprojects/sepal"
done
cat >"$work/parent/meson.build" <<'END'
project('parent', 'c', default_options: ['c_std=gnu17', 'optimization=1'])
sepal_dep = dependency('sepal', version: '>=0.2')
test('program', executable('program', 'program.c', dependencies: sepal_dep))
END

setup() { CFLAGS='-ffast-math' meson setup -Dsepal:without=sse2,avx2,avx512 -Dsepal:forced_o3=false "$work/build" "$work/parent"; }
build() { ninja -C "$work/build" "$@"; }
only_library() {
    ninja -C "$work/build" -t targets all >"$work/targets"
    grep -q 'subprojects/sepal/src/' "$work/targets"
    ! grep -E 'subprojects/sepal/(tests|bench|examples)/|_sse2|_avx2|_avx512' "$work/targets"
}
run() { meson test -C "$work/build" --no-rebuild --print-errorlogs; }

check 'is found by dependency()' setup
check 'builds' build
check 'builds the library only' only_library
check 'answers exactly under -ffast-math' run
finish
