#!/usr/bin/env python3
"""How much of the library's speed is left through Python, as a table in Markdown for docs/python.md: the same question in C and by the
package, in turn. Each turn compares the least times of several calls, and the table has medians of the turns.

    rate.py LIBRARY    with the shared library that c_rate.c was compiled to
"""

import ctypes
import sys

import numpy as np
from scenes import SCENES, least

import sepal

SHAPES = 65536
TURNS = 11
POINTER = ctypes.c_void_p


def main(path):
    c = ctypes.CDLL(path)
    c.overlap_seconds.restype = c.mtv_seconds.restype = c.find_seconds.restype = ctypes.c_double
    random = np.random.default_rng(1)
    print(f"sepal {sepal.__version__} with {sepal.isa()}\n")
    print("| question | scene | pairs | in C | from Python | rate of Python / rate of C |\n|---|---|---|---|---|---|")

    def row(question, kind, count, calls, in_c, by_package):
        times = np.array([(in_c(calls), least(by_package, calls)) for _ in range(TURNS)])
        in_ns = 1e9 * np.median(times, axis=0) / count
        rate = np.median(times[:, 0] / times[:, 1])
        print(f"| {question} | {kind} | {count} | {in_ns[0]:.1f} ns a pair | {in_ns[1]:.1f} ns a pair | {rate:.2f} |", flush=True)

    for kind, make in SCENES.items():
        shapes = make(SHAPES, random)
        xy, first, _ = shapes.to_rings()
        x, y = np.ascontiguousarray(xy[:, 0]), np.ascontiguousarray(xy[:, 1])
        near = shapes.find_near()
        arrays = (POINTER(x.ctypes.data), POINTER(y.ctypes.data), POINTER(first.ctypes.data), ctypes.c_size_t(SHAPES))
        for count in (1000, 10_000, 100_000, 1_000_000):
            pairs = near[random.integers(0, len(near), count)]
            calls = max(1_000_000 // count, 5)
            asked = (*arrays, POINTER(pairs.ctypes.data), ctypes.c_size_t(count))

            def in_c(function, calls, asked=asked):
                return function(*asked, ctypes.c_size_t(calls))

            def overlap(pairs=pairs, out=shapes.overlap(shapes, pairs)):
                return shapes.overlap(shapes, pairs, out=out)

            def mtv(pairs=pairs, out=shapes.mtv(shapes, pairs)):
                return shapes.mtv(shapes, pairs, out=out)

            row("`overlap`", kind, count, calls, lambda n: in_c(c.overlap_seconds, n), overlap)
            row("`mtv`", kind, count, calls, lambda n: in_c(c.mtv_seconds, n), mtv)
        found = ctypes.c_size_t()

        def find(calls, arrays=arrays, found=found):
            return c.find_seconds(*arrays, ctypes.c_size_t(calls), ctypes.byref(found))

        row("`find_pairs`", kind, len(shapes.find_pairs()), 5, find, shapes.find_pairs)


if __name__ == "__main__":
    main(sys.argv[1])
