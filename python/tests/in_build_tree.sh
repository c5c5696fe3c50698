#!/bin/sh
# The tests of the Python package with the module of a build directory, before it is installed.
# Usage: in_build_tree.sh FOLDER [ARGUMENT...] in the root of the tree; arguments go to pytest. PYTHON: the interpreter (python3)
set -e
build=$PWD/$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/sepal"
cp python/sepal/*.py python/sepal/*.pyi python/sepal/py.typed "$build/python/_core.abi3.so" "$work/sepal"
PYTHONPATH=$work LD_LIBRARY_PATH=$build/src SEPAL_LIBRARY=$build/src/libsepal.so PYTHONDONTWRITEBYTECODE=1 \
    "${PYTHON:-python3}" -m pytest -p no:cacheprovider "$@"
