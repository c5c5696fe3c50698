# python.sh — the Python package: its wheel, and its tests with the package as it is installed.
# shellcheck shell=bash

python_packages='python3-dev python3-pip python3-venv python3-mesonpy patchelf python3-numpy'
python_test_packages='python3-pytest python3-shapely python3-matplotlib mypy python3-distributed'
# Debian's own, which has Debian's packages, and not another one that comes before it on the path.
python=${PYTHON:-/usr/bin/python3}

dev_build_wheel() { # FOLDER: a wheel of this tree; nothing is asked of the network
    mkdir -p build-python "$1"
    # meson-python 0.12 changes a build directory, instead of making it, where this file says that it was here before.
    [[ -f build-python/build.ninja ]] || rm -f .mesonpy-native-file.ini
    "$python" -m pip wheel --no-build-isolation --no-index --no-deps --wheel-dir "$1" \
        --config-settings "builddir=$PWD/build-python" . >&2
}

dev_wheel() {
    local packages
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # lists of words
    dev_need $packages $python_packages
    dev_build_wheel "${1:-dist}"
    dev_say "the wheel is in ${1:-dist}"
}

dev_test_python() {
    local packages work wheel status=0
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086
    dev_need $packages $python_packages $python_test_packages
    work=$(mktemp -d)
    dev_build_wheel "$work"
    wheel=$(echo "$work"/*.whl)
    [[ $wheel == *-abi3-* ]] || dev_die "'$wheel' serves one version of Python only"
    # The tests compare with the library without Python: a shared one of the objects that the module has, so that all is compiled once.
    "${CC%% *}" -shared -Wl,--whole-archive build-python/src/libsepal.a -Wl,--no-whole-archive -lm -o "$work/libsepal.so"
    "$python" -m venv --system-site-packages "$work/venv"
    "$work/venv/bin/pip" install --quiet --no-index --no-deps "$wheel"
    "$python" -m mypy || status=1
    SEPAL_LIBRARY=$work/libsepal.so "$work/venv/bin/python" -m pytest -p no:cacheprovider "$@" || status=1
    rm -rf "$work"
    return $status
}
