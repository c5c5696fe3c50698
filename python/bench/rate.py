#!/usr/bin/env python3
"""How much of the library's speed is left through Python: the least time of the same question in C and by the package, in turn.

    rate.py LIBRARY    with the shared library that c_rate.c was compiled to
"""

import ctypes
import sys
import time

import numpy as np

import sepal

SHAPES = 65536
POINTER = ctypes.c_void_p


def scene(kind, random):
    """Shapes that overlap about half of the others that they are paired with: boxes, or regular polygons of 3 to 16 vertices."""
    x, y = random.uniform(0, 1000, (2, SHAPES))
    if kind == "boxes":
        return sepal.Polys.from_boxes(x, y, random.uniform(2, 6, SHAPES), random.uniform(1, 3, SHAPES), random.uniform(0, 7, SHAPES))
    rings = []
    for i, n in enumerate(random.integers(3, 17, SHAPES)):
        angle = np.arange(n) * (2 * np.pi / n) + random.uniform(0, 7)
        rings.append(np.stack([x[i] + 2 * np.cos(angle), y[i] + 2 * np.sin(angle)], axis=1))
    return sepal.Polys.from_hulls(rings)


def least(call, repeats):
    times = []
    for _ in range(repeats):
        before = time.perf_counter()
        call()
        times.append(time.perf_counter() - before)
    return min(times)


def main(path):
    c = ctypes.CDLL(path)
    c.overlap_seconds.restype = c.mtv_seconds.restype = c.find_seconds.restype = ctypes.c_double
    random = np.random.default_rng(1)
    print(f"{sepal.isa()}; ns a pair in C, by Python, and the rate of Python relative to C")
    for kind in ("boxes", "3-16 vertices"):
        shapes = scene(kind, random)
        xy, first, _ = shapes.to_rings()
        x, y = np.ascontiguousarray(xy[:, 0]), np.ascontiguousarray(xy[:, 1])
        near = shapes.find_near()
        arrays = (POINTER(x.ctypes.data), POINTER(y.ctypes.data), POINTER(first.ctypes.data), ctypes.c_size_t(SHAPES))
        for count in (1000, 10_000, 100_000, 1_000_000):
            pairs = near[random.integers(0, len(near), count)]
            repeats = max(20, 4_000_000 // count)
            few = max(repeats // 10, 2)
            asked = (*arrays, POINTER(pairs.ctypes.data), ctypes.c_size_t(count), ctypes.c_size_t(few))
            for name, in_c, call in (
                ("overlap", c.overlap_seconds, lambda: shapes.overlap(shapes, pairs)),
                ("mtv", c.mtv_seconds, lambda: shapes.mtv(shapes, pairs)),
            ):
                best = [1e9, 1e9]
                for _ in range(10):
                    best = [min(best[0], in_c(*asked)), min(best[1], least(call, few))]
                a, b = (1e9 * t / count for t in best)
                print(f"{kind:14} {name:8} {count:8} pairs {a:8.2f} {b:8.2f}   {a / b:.2f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
