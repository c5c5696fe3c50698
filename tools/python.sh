# python.sh — the Python package: its wheel, and its tests.
# shellcheck shell=bash disable=SC2154 # dev sets $build

python_packages='python3-dev python3-pip python3-venv python3-mesonpy patchelf python3-numpy'
python_test_packages='python3-pytest python3-shapely python3-matplotlib mypy python3-distributed'
# Debian's own, which has Debian's packages, and not another one that comes before it on the path.
python=${PYTHON:-/usr/bin/python3}

dev_build_wheel() { # TREE FOLDER BUILD: a wheel of a tree, compiled in a folder; nothing is asked of the network
    mkdir -p "$2" "$3"
    # meson-python 0.12 changes a build directory, instead of making it, where this file says that it was here before.
    [[ -f $3/build.ninja ]] || rm -f "$1/.mesonpy-native-file.ini"
    "$python" -m pip wheel --no-build-isolation --no-index --no-deps --wheel-dir "$2" \
        --config-settings "builddir=$(realpath "$3")" "$1" >&2
}

dev_wheel() {
    local packages
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # lists of words
    dev_need $packages $python_packages
    dev_build_wheel . "${1:-dist}" build-python
    dev_say "the wheel is in ${1:-dist}"
}

# The module comes from the usual build directory, where the library is compiled anyway; `./dev test-packaging wheel` tests the wheel.
dev_test_python() { # [ARGUMENT...]
    local packages status=0
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086
    dev_need $packages $python_packages $python_test_packages
    dev_configure python=enabled
    ninja -C "$build" python/_core.abi3.so # and the library that it is linked with
    "$python" -m mypy || status=1
    PYTHON=$python python/tests/in_build_tree.sh "$build" "$@" || status=1
    return $status
}

# The tables of docs/python.md. Compiled besides the module: the same questions in C, with the same library, and with GEOS.
dev_bench_python() {
    local packages path
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086
    dev_need $packages $python_packages python3-shapely libgeos-dev
    dev_configure python=enabled
    ninja -C "$build" python/_core.abi3.so
    path=$build/python-bench
    mkdir -p "$path/sepal"
    cp python/sepal/*.py "$build/python/_core.abi3.so" "$path/sepal"
    "${CC%% *}" -O2 -shared -fPIC python/bench/c_geos.c -lgeos_c -o "$path/c_geos.so"
    "${CC%% *}" -O2 -shared -fPIC -Iinclude python/bench/c_rate.c "$build/src/libsepal.so" -o "$path/c_rate.so"
    export PYTHONPATH=$PWD/$path LD_LIBRARY_PATH=$PWD/$build/src
    "$python" python/bench/peers.py "$path/c_geos.so"
    "$python" python/bench/rate.py "$path/c_rate.so"
}
