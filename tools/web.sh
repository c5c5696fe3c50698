# shellcheck shell=bash disable=SC2154 # dev sets $build
# web.sh — the page: ./dev web builds and serves it, ./dev test-web tests it in a browser without a window. The built folder needs
# nothing but a server of files.

web_tools='emscripten libsimde-dev python3'
web_test_tools='chromium chromium-driver nodejs gcc libc6-dev'

# The library from its joined sources, as docs/building.md describes it, and the shim. The scalar unit has no vector flags.
dev_web_build() {
    local unit flags simd simde out sources
    # shellcheck disable=SC2086 # a list of words
    dev_need $web_tools
    build=$build-web
    out=$build/site
    simde=$(echo '#include <simde/simde-common.h>' | "${CC%% *}" -E -x c - | sed -n 's|^# 1 "\(.*/simde\)/simde-common.h".*|\1|p' | head -1)
    mkdir -p "$build"/{simde,units} "$out"
    ln -sfn "$simde" "$build/simde/simde"
    export NODE_PATH=/usr/share/nodejs # where Debian's emscripten has its JavaScript
    flags=(-std=c11 -O3 -DNDEBUG -ffp-contract=off -Wall -Wextra -Werror -Wno-unsupported-floating-point-opt
        -DSEPAL_WITHOUT_X8 -DSEPAL_WITHOUT_X16 -I "$build/simde" -I include)
    sources=(src/sepal.c src/sepal_x4.c src/sepal_solids_x4.c web/sepal_web.c web/crowd_web.c)
    for unit in "${sources[@]}"; do
        simd=()
        [[ $unit != *_x4.c ]] || simd=(-msimd128)
        dev_web_unit "$unit" "$build/units/$(basename "$unit" .c).o" "${flags[@]}" "${simd[@]}"
    done
    if dev_web_older "$build/sepal.wasm" "$build"/units/*.o; then
        dev_say "linking $build/sepal.wasm"
        emcc -O3 -sSTANDALONE_WASM=1 --no-entry -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=32MB \
            -sEXPORTED_FUNCTIONS="$(dev_web_exports)" "$build"/units/*.o -o "$build/sepal.wasm"
    fi
    rm -rf "$out"
    mkdir -p "$out/rooms"
    cp web/*.html web/*.css web/*.js web/*.svg "$build/sepal.wasm" "$out"
    cp web/rooms/*.js "$out/rooms"
}

# Compiles a unit unless it is newer than all that it was made from.
dev_web_unit() { # SOURCE OBJECT FLAG...
    local source=$1 object=$2 made_from=("$1")
    shift 2
    [[ ! -f $object.d ]] || mapfile -t -O 1 made_from < <(sed 's/^[^:]*: //; s/\\$//' "$object.d" | tr ' ' '\n' | grep .)
    dev_web_older "$object" "${made_from[@]}" || return 0
    dev_say "compiling $source"
    emcc "$@" -MMD -MF "$object.d" -c "$source" -o "$object"
}

dev_web_older() { # FILE SOURCE...: is the file missing, or older than a source?
    local file=$1 source
    shift
    [[ -f $file ]] || return 0
    for source in "$@"; do
        [[ ! $source -nt $file ]] || return 0
    done
    return 1
}

# All functions of the shim, and memory for what JavaScript hands over, as emcc wants them: _web_scene,_web_model,...
dev_web_exports() {
    printf '_malloc,_free'
    grep -ohP '^(?!static)\w[\w *]*?\bweb_\w+(?=\()' web/*.c | grep -oP '\w+$' | sed 's/^/,_/' | tr -d '\n'
}

dev_web() { # [build | PORT]
    dev_web_build
    [[ ${1:-} != build ]] || { dev_say "the page is in $build/site"; return; }
    dev_say "the page is at http://localhost:${1:-8000}/ until you press Ctrl-C; any server of files can serve $build/site"
    exec python3 -m http.server --bind 127.0.0.1 --directory "$build/site" "${1:-8000}"
}

dev_test_web() { # [NAME]: the tests whose names contain it
    dev_web_build
    # shellcheck disable=SC2086 # a list of words
    dev_need $web_test_tools
    dev_web_judge
    mkdir -p "$build/pictures"
    node web/test/page.mjs "$build/site" "$build/judge" "$build/pictures" "$@"
    dev_say "the page does what it should; pictures of it are in $build/pictures"
}

# The library as this machine runs it, with 4 lanes at most: judges the page.
dev_web_judge() {
    local sources=(web/test/judge.c src/sepal.c src/sepal_x4.c src/sepal_solids_x4.c)
    dev_web_older "$build/judge" "${sources[@]}" "$build/sepal.wasm" || return 0
    dev_say "compiling $build/judge"
    # shellcheck disable=SC2086 # CC may be a command with arguments
    $CC -std=c11 -O2 -ffp-contract=off -DSEPAL_WITHOUT_X8 -DSEPAL_WITHOUT_X16 -I "$build/simde" -I include "${sources[@]}" -lm -o "$build/judge"
}
