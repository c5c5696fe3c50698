# bench.sh — the benchmark: as tables, as charts, as a page, and in several copies.
# shellcheck shell=bash disable=SC2154 # dev sets the lists of packages

dev_bench_program() { # [peers]: builds the benchmark
    local packages peers=disabled
    if [[ ${1:-} == peers ]]; then
        peers=enabled
        bench_packages+=" $peer_packages"
    fi
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # lists of words
    dev_need $packages $bench_packages
    dev_configure bench=enabled peers=$peers
    ninja -C "$build" bench/bench
}

dev_bench_charts() { # FOLDER ARGUMENT...: runs the benchmark, keeps its results in the build directory, and draws them
    local folder=$1
    dev_need gnuplot-nox python3
    "$build/bench/bench" "${@:2}" --benchmark_out="$build/bench.json" --benchmark_out_format=json
    python3 bench/charts.py "$build/bench.json" "$folder"
}

dev_cliffs() { # [quick] [OPTION=VALUE...]: the map of costs; `./dev cliffs help` lists the options. `meshes`: that of bodies on meshes
    local packages
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # a list of words
    dev_need $packages
    dev_configure
    if [[ ${1:-} == meshes ]]; then
        ninja -C "$build" bench/cliffs/grounds >&2
        "$build/bench/cliffs/grounds" "${@:2}"
        return
    fi
    ninja -C "$build" bench/cliffs/cliffs >&2
    "$build/bench/cliffs/cliffs" "$@"
}

dev_stages() { # SCENE [QUESTION [PAIR]]: what the stages of questions are asked and answer; counts do not depend on the compiler's level
    [[ $# -gt 0 ]] || dev_die "stages of which scene? 'stages 8 overlap' is one; an unknown scene prints all"
    local packages
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # lists of words
    dev_need $packages $bench_packages
    dev_own_directory stages
    dev_configure bench=enabled tests=disabled examples=disabled stages=true forced_o3=false optimization=1 b_ndebug=false \
        without="$(dev_narrower)"
    ninja -C "$build" bench/bench >&2
    "$build/bench/bench" stages "$@"
}

dev_bench_flags() { # ARGUMENT...: the benchmark, compiled with flags that distributions and engines use
    local base=$build given=${OPTIONS:-} name programs=()
    local -A options=([O2]='-Doptimization=2' [O3]='-Doptimization=3' [O3-native]='-Doptimization=3 -Dc_args=-march=native')
    for name in O2 O3 O3-native; do
        build=$base-$name
        OPTIONS="$given ${options[$name]}"
        dev_bench_program
        programs+=("$name=$build/bench/bench")
    done
    python3 bench/beside.py "${programs[@]}" "$@"
}

dev_bench() {
    case ${1:-} in
        peers)
            dev_bench_program peers
            shift
            [[ $# -gt 0 ]] || set -- all
            "$build/bench/bench" "$@"
            ;;
        copies)
            [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || dev_die "bench copies: how many? 'bench copies 5' runs five"
            dev_bench_program
            python3 bench/spread.py "$build/bench/bench" "${@:2}"
            ;;
        flags)
            dev_bench_flags "${@:2}"
            ;;
        plot)
            dev_bench_program
            dev_bench_charts "$build/charts" "${@:2}"
            ;;
        python) dev_bench_python ;;
        npm)
            dev_npm_build
            node bench/javascript.mjs "$build/npm"
            ;;
        report)
            dev_bench_program peers
            meson compile -C "$build" sepal:shared_library # the page says what it weighs
            dev_bench_charts docs/charts
            python3 bench/report.py "$build/bench.json" docs/benchmarks.md "$build"
            ;;
        '')
            dev_bench_program
            "$build/bench/bench"
            dev_say "'./dev bench all' measures every question, in a quarter of an hour; 'peers' other libraries, too; 'report' writes pages"
            ;;
        *)
            dev_bench_program
            "$build/bench/bench" "$@"
            ;;
    esac
}
