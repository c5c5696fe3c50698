# shellcheck shell=bash disable=SC2154 # dev sets $build
# web.sh — the library as WebAssembly: ./dev npm packs the package for JavaScript, ./dev web builds the page and serves it, and
# ./dev test-web tests the page in a browser without a window. The built page needs nothing but a server of files.

wasm_tools='emscripten libsimde-dev'
web_tools="$wasm_tools nodejs python3 esbuild"
web_test_tools='chromium chromium-driver nodejs gcc libc6-dev'
npm_tools="$wasm_tools nodejs npm"

# The questions of the page, so that its builds have no others.
page_sets='polys_create polys_destroy polys_count polys_add_round polys_place polys_overlap_pairs polys_mtv_pairs finder_create finder_destroy
    polys_find_near'
page_rooms='polys_clear polys_add_concave polys_vertices polys_radius polys_overlap_one polys_overlap_groups polys_contains_pairs
    polys_contacts_pairs polys_find_build polys_find_nearest polys_cast_rays polys_find_keep polys_find_update polys_find_near_kept
    polys_find_kept polys_find_pairs polys_common_pairs polys_common_polygons
    polys_sweep_pairs solids_create solids_destroy solids_clear solids_add_boxes solids_box solids_overlap_pairs solids_mtv_pairs
    solids_count solids_contacts_pairs solids_sweep_pairs'
always='version status_text isa_at isa_use'

dev_wasm_begin() { # sets what the functions below need: the flags, and where compiled units are
    local simde
    build=$build-web
    units=$build/units
    simde=$(echo '#include <simde/simde-common.h>' | "${CC%% *}" -E -x c - | sed -n 's|^# 1 "\(.*/simde\)/simde-common.h".*|\1|p' | head -1)
    mkdir -p "$build/simde" "$units"
    ln -sfn "$simde" "$build/simde/simde"
    compiling=()
    export NODE_PATH=/usr/share/nodejs # where Debian's emscripten has its JavaScript
    [[ ! $(command -v ccache) ]] || export EM_COMPILER_WRAPPER=ccache
    wasm_flags=(-std=c11 -DNDEBUG -ffp-contract=off -Wall -Wextra -Werror -Wno-unsupported-floating-point-opt
        -DSEPAL_WITHOUT_AVX2 -DSEPAL_WITHOUT_AVX512 -I "$build/simde" -I include)
}

# Begins to compile a unit unless it is newer than all that it was made from. Kernels have vectors; -DSEPAL_WITHOUT_SSE2 is a build
# without.
dev_wasm_unit() { # OBJECT SOURCE FLAG...
    local object=$units/$1 source=$2 made_from=("$2") flags=("${wasm_flags[@]}" "${@:3}")
    [[ ! -f $object.d ]] || mapfile -t -O 1 made_from < <(sed 's/^[^:]*: //; s/\\$//' "$object.d" | tr ' ' '\n' | grep .)
    dev_web_older "$object" "${made_from[@]}" || return 0
    case $source in
        *_sse2.c) flags+=(-msimd128) ;;
        */kernel/* | web/*) flags+=(-msimd128 -DSEPAL_FOR_SSE2) ;;
    esac
    dev_say "compiling $1"
    [[ ${#compiling[@]} -lt $(nproc) ]] || dev_wasm_wait 1
    emcc "${flags[@]}" -MMD -MF "$object.d" -c "$source" -o "$object" &
    compiling+=($!)
}

dev_wasm_wait() { # COUNT: until so many of the units are compiled, those first that were begun first
    local process
    for process in "${compiling[@]:0:$1}"; do
        wait "$process"
    done
    compiling=("${compiling[@]:$1}")
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

dev_wasm_archive() { # FILE OBJECT...: made anew, since an archive keeps what is not replaced
    local file=$units/$1 objects=("${@:2}")
    objects=("${objects[@]/#/$units/}")
    dev_wasm_wait ${#compiling[@]}
    dev_web_older "$file" "${objects[@]}" || return 0
    rm -f "$file"
    emar rcs "$file" "${objects[@]}"
}

dev_wasm_link() { # FILE 'FUNCTION...' OBJECT...: the functions are public ones, without sepal_
    local file=$build/$1 functions=$2 objects=("${@:3}") level=-O3 table=()
    [[ $1 != scalar.wasm ]] || level=-Oz # the rooms ask about a pair at a time
    [[ $functions != *_cast_each* ]] || table=('-Wl,--export-table,--growable-table')
    objects=("${objects[@]/#/$units/}")
    dev_wasm_wait ${#compiling[@]}
    [[ $(cat "$file.functions" 2>/dev/null) == "$functions" ]] || rm -f "$file"
    echo "$functions" >"$file.functions"
    dev_web_older "$file" "${objects[@]}" || return 0
    dev_say "linking $file"
    # shellcheck disable=SC2086 # lists of words
    emcc "$level" -sSTANDALONE_WASM=1 --no-entry -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=16MB \
        -sEXPORTED_FUNCTIONS="_malloc,_free$(printf ',_sepal_%s' $always $functions)" "${table[@]}" "${objects[@]}" -o "$file"
    # Functions that became equal, or have one caller, once the first pass had made them smaller; blocks put anew, which is a kilobyte of
    # the page; variables assigned within expressions taken out of these and put back, and copies of variables as one, 500 bytes.
    [[ $1 != scalar.wasm ]] || wasm-opt --flatten --rereloop -Oz --flatten --rereloop -Oz -Oz --untee --simplify-locals -Oz --merge-locals \
        -Oz --mvp-features "$file" -o "$file"
    chmod -x "$file"
}

# --- The package for JavaScript -----------------------------------------------------------------------------------------------------

# All public functions. The build has a table of functions that JavaScript adds its own to, which pairs and hits are given to.
dev_npm_functions() {
    grep -ohP 'SEPAL_API\b[^(;]*?\bsepal_\K\w+(?=\()' include/sepal/*.h | tr '\n' ' '
}

dev_npm_build() { # the files of the package: $build/npm
    # shellcheck disable=SC2086 # a list of words
    dev_need $npm_tools
    dev_wasm_begin
    dev_wasm_unit whole.o src/sepal.c -O2
    dev_wasm_unit whole_sse2.o src/sepal_sse2.c -O2
    dev_wasm_unit whole_scalar.o src/sepal.c -O2 -DSEPAL_WITHOUT_SSE2
    dev_wasm_link sepal.wasm "$(dev_npm_functions)" whole.o whole_sse2.o
    dev_wasm_link sepal-scalar.wasm "$(dev_npm_functions)" whole_scalar.o
    rm -rf "$build/npm"
    mkdir -p "$build/npm/include"
    cp include/sepal/*.h "$build/npm/include"
    cp packaging/npm/*.js packaging/npm/*.ts packaging/npm/*.md packaging/npm/package.json LICENSE "$build"/sepal{,-scalar}.wasm "$build/npm"
}

dev_npm() { # [FOLDER]: where the packed package goes
    local folder
    mkdir -p "${1:-dist}"
    folder=$(realpath "${1:-dist}")
    dev_npm_build
    (cd "$build/npm" && npm pack --silent --pack-destination "$folder")
}

# --- The page -----------------------------------------------------------------------------------------------------------------------

dev_web_compact() { # FOLDER FILE...: without comments and spaces, which are a quarter of what a browser would load, and with short names
    esbuild --log-level=warning --minify --outdir="$1" "${@:2}"
}

# Two builds, both small: a scalar one for the rooms, which ask about a pair at a time, and one with vectors for the crowd. Most of the
# bytes of the latter are kernels for pushes; -O1 halves these, and costs them a tenth of their speed, and placing a quarter. The linker
# takes from the archive which kernels it needs. All of those for polygons and for the finder are there, and these call no others
# (CONTRIBUTING, "Layers"). web/crowd_rare.c stands before the archive, so that it takes the place of some of them.
dev_web_build() {
    local source name level kernels=() out
    # shellcheck disable=SC2086 # a list of words
    dev_need $web_tools
    dev_wasm_begin
    out=$build/site
    # without whole numbers of 128 bits, which are three kilobytes of the page
    dev_wasm_unit scalar.o src/sepal.c -Oz -DSEPAL_WITHOUT_SSE2 -U__SIZEOF_INT128__
    dev_wasm_unit crowd.o src/sepal.c -Os
    dev_wasm_unit crowd_rare.o web/crowd_rare.c -O1
    for source in src/{polys,search}/kernel/*.c; do
        name=$(basename "$source" .c).o
        level=-O2
        [[ $name != *_mtv* && $name != *_place* ]] || level=-O1
        dev_wasm_unit "$name" "$source" "$level" -DSEPAL_UNITS_APART # so that crowd_rare.c can take the place of some
        kernels+=("$name")
    done
    dev_wasm_archive kernels.a "${kernels[@]}"
    dev_wasm_link scalar.wasm "$page_sets $page_rooms" scalar.o
    dev_wasm_link crowd.wasm "$page_sets" crowd.o crowd_rare.o kernels.a
    rm -rf "$out"
    mkdir -p "$out"/{rooms,sepal}
    cp web/*.html web/*.svg docs/page.png "$build"/{scalar,crowd}.wasm "$out"
    sed -i 's/^ *//' "$out"/*.html
    dev_web_compact "$out" web/*.{css,js}
    rm "$out"/manual.{css,js} # which stand beside the manual
    dev_web_compact "$out/rooms" web/rooms/*.js
    dev_web_compact "$out/sepal" packaging/npm/*.js
    rm "$out/sepal/mesh.js" # which the page, whose builds have no meshes, does not load
    web/manual.py "$out/manual" --page ../index.html
    tar -czf "$out/sepal.tar.gz" include src LICENSE README.md CHANGELOG.md
    # Pages that show a link with a picture want its whole address.
    [[ -z ${ADDRESS:-} ]] || sed -i "s|content=\"page.png\"|content=\"${ADDRESS%/}/page.png\"|" "$out/index.html"
}

dev_web() { # [build | PORT]
    dev_web_build
    [[ ${1:-} != build ]] || { dev_say "the page is in $build/site"; return; }
    dev_say "the page is at http://localhost:${1:-8000}/ until you press Ctrl-C; any server of files can serve $build/site"
    exec node web/serve.mjs "$build/site" "${1:-8000}"
}

dev_test_web() { # [quick | NAME]: all but the long ones, or the tests whose names contain it
    dev_web_build
    # shellcheck disable=SC2086 # a list of words
    dev_need $web_test_tools
    dev_web_judge
    mkdir -p "$build/pictures"
    node web/test/page.mjs "$build/site" "$build/judge" "$build/pictures" "$@"
    dev_say 'the page does what it should'
    [[ $# -gt 0 ]] || dev_say "pictures of it are in $build/pictures"
}

# The library as this machine runs it, without kernels: the judge of the page. (ccache keeps what is compiled, but not what is linked.)
dev_web_judge() {
    local source
    dev_web_older "$build/judge" web/test/judge.c "$units/scalar.o" || return 0
    dev_say "compiling $build/judge"
    for source in web/test/judge.c src/sepal.c; do
        # shellcheck disable=SC2086 # CC may be a command with arguments
        $CC -std=c11 -O1 -ffp-contract=off -DSEPAL_WITHOUT_SSE2 -DSEPAL_WITHOUT_AVX2 -DSEPAL_WITHOUT_AVX512 -I "$build/simde" \
            -I include -c "$source" -o "$units/judge_$(basename "$source" .c).o"
    done
    # shellcheck disable=SC2086
    $CC "$units/judge_judge.o" "$units/judge_sepal.o" -lm -o "$build/judge"
}
