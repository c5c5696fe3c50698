#!/usr/bin/env python3
"""sepal beside Shapely: all pairs of a scene that overlap. Prints a table for docs/python.md.

    peers.py LIBRARY [SHAPES...]    with the shared library that c_geos.c was compiled to

Shapely 1.8 asks about one geometry at a time; what Shapely 2 does in one call is measured by c_geos.c."""

import ctypes
import sys
import time
import warnings

import numpy as np
from shapely.geometry import Polygon
from shapely.prepared import prep
from shapely.strtree import STRtree

import sepal


def boxes(count, random):
    side = np.sqrt(count) * 3
    x, y = random.uniform(0, side, (2, count))
    return sepal.Polys.from_boxes(x, y, random.uniform(2, 6, count), random.uniform(1, 3, count), random.uniform(0, 7, count))


def polygons(count, random):
    side = np.sqrt(count) * 3
    rings = []
    for n in random.integers(3, 17, count):
        angle = np.arange(n) * (2 * np.pi / n) + random.uniform(0, 7)
        rings.append(random.uniform(0, side, 2) + 2 * np.stack([np.cos(angle), np.sin(angle)], axis=1))
    return sepal.Polys.from_hulls(rings)


def least(call, seconds=1.0):
    """The least time of a call in a second or so, and what it returns."""
    times = []
    while sum(times) < seconds and len(times) < 50:
        before = time.perf_counter()
        answer = call()
        times.append(time.perf_counter() - before)
    return min(times), answer


def shapely_join(geometries):
    tree = STRtree(geometries)
    number = {id(geometry): k for k, geometry in enumerate(geometries)}
    found = 0
    for k, geometry in enumerate(geometries):
        prepared = prep(geometry)
        found += sum(1 for other in tree.query(geometry) if number[id(other)] > k and prepared.intersects(other))
    return found


def geos_join(library, xy, offsets):
    found = ctypes.c_size_t()
    points = np.ascontiguousarray(xy, np.float64)
    took = library.join_seconds(
        ctypes.c_void_p(points.ctypes.data), ctypes.c_void_p(offsets.ctypes.data), ctypes.c_size_t(len(offsets) - 1),
        ctypes.byref(found),
    )  # fmt: skip
    return took, found.value


def main():
    warnings.simplefilter("ignore")
    library = ctypes.CDLL(sys.argv[1])
    library.join_seconds.restype = ctypes.c_double
    counts = [int(argument) for argument in sys.argv[2:]] or [1000, 10_000, 100_000]
    random = np.random.default_rng(7)
    print("| scene | shapes | pairs that overlap | sepal | GEOS from C | Shapely 1.8 |\n|---|---|---|---|---|---|")
    for name, make in (("boxes", boxes), ("3-16 vertices", polygons)):
        for count in counts:
            shapes = make(count, random)
            xy, offsets, _ = shapes.to_rings()
            rings = [xy[offsets[i] : offsets[i + 1]].astype(np.float64) for i in range(count)]
            geometries = [Polygon(ring) for ring in rings]
            own, pairs = least(shapes.find_pairs)
            old, found = least(lambda: shapely_join(geometries))
            assert found == len(pairs), (found, len(pairs))
            took, found = min(geos_join(library, xy, offsets) for _ in range(3))
            assert found == len(pairs), (found, len(pairs))
            cells = [f"{1e3 * own:.2f} ms", f"{took / own:.0f} × as long", f"{old / own:.0f} × as long"]
            print(f"| {name} | {count} | {len(pairs)} | " + " | ".join(cells) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
