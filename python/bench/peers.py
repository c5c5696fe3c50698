#!/usr/bin/env python3
"""sepal beside Shapely, as two tables in Markdown for docs/python.md: all pairs of a scene that overlap, and a question about each pair
of a list. All are asked in turn, several times; the tables have medians of the times, and of the ratios of times in one turn.

    peers.py LIBRARY [SHAPES...]    with the shared library that c_geos.c was compiled to

Shapely 1.8 asks about one geometry at a time. What Shapely 2 does in one call, a loop in C over GEOS, is measured by c_geos.c, without
what Python adds."""

import ctypes
import sys
import warnings

import numpy as np
from scenes import SCENES, seconds
from shapely.geometry import Polygon
from shapely.prepared import prep
from shapely.strtree import STRtree

import sepal

POINTER = ctypes.c_void_p


class Geos:
    """GEOS's polygons of a set, and the questions that c_geos.c asks about them."""

    def __init__(self, library, shapes):
        self.c = library
        xy, offsets, _ = shapes.to_rings()
        points, self.count = np.ascontiguousarray(xy, np.float64), len(shapes)
        self.polygons = POINTER(library.polygons_make(POINTER(points.ctypes.data), POINTER(offsets.ctypes.data), ctypes.c_size_t(self.count)))

    def join(self):
        found = ctypes.c_size_t()
        return self.c.join_seconds(self.polygons, ctypes.byref(found)), found.value

    def ask(self, question, pairs):
        answers = np.empty(len(pairs))
        took = self.c.pairs_seconds(
            self.polygons, POINTER(pairs.ctypes.data), ctypes.c_size_t(len(pairs)), ctypes.c_int(question),
            POINTER(answers.ctypes.data),
        )  # fmt: skip
        return took, answers

    def __del__(self):
        self.c.polygons_free(self.polygons)


def shapely_join(geometries):
    tree = STRtree(geometries)
    number = {id(geometry): k for k, geometry in enumerate(geometries)}
    found = 0
    for k, geometry in enumerate(geometries):
        prepared = prep(geometry)
        found += sum(1 for other in tree.query(geometry) if number[id(other)] > k and prepared.intersects(other))
    return found


def in_turn(turns, *calls):
    """The median times of calls that return (seconds, answer), those of the first one's time in each turn, and the answers."""
    times, answers = [], []
    for _ in range(turns):
        row = [call() for call in calls]
        times.append([took for took, _ in row])
        answers = [answer for _, answer in row]
    table = np.array(times)
    return np.median(table, axis=0), np.median(table / table[:, :1], axis=0), answers


def cells(ratios):
    return " | ".join(f"{ratio:.0f} × as long" if ratio >= 10 else f"{ratio:.1f} × as long" for ratio in ratios)


def joins(library, counts, random):
    print("| scene | shapes | pairs that overlap | sepal `find_pairs` | from arrays | from Shapely | GEOS from C | Shapely 1.8 |")
    print("|---|---|---|---|---|---|---|---|")
    for name, make in SCENES.items():
        for count in counts:
            shapes = make(count, random)
            xy, offsets, _ = shapes.to_rings()
            geometries = [Polygon(xy[offsets[i] : offsets[i + 1]].astype(np.float64)) for i in range(count)]
            geos = Geos(library, shapes)
            turns = 9 if count <= 1000 else 5 if count <= 10_000 else 3
            points = xy.astype(np.float64)
            times, ratios, (pairs, from_arrays, converted, in_c, old) = in_turn(
                turns,
                lambda: seconds(shapes.find_pairs),
                lambda: seconds(lambda: sepal.Polys.from_rings(points, offsets).find_pairs()),
                lambda: seconds(lambda: sepal.Polys.from_shapely(geometries).find_pairs()),
                geos.join,
                lambda: seconds(lambda: shapely_join(geometries)),
            )
            assert len(pairs) == len(from_arrays) == len(converted) == in_c == old, (len(pairs), len(converted), in_c, old)
            own = " | ".join(f"{1e3 * took:.2f} ms" for took in times[:3])
            print(f"| {name} | {count} | {len(pairs)} | {own} | {cells(ratios[3:])} |", flush=True)


def distances(shapes, pairs):
    """The distance of shapes that are apart, and 0 for others, as GEOS tells it."""
    return np.maximum(-shapes.mtv(shapes, pairs).depth, 0)


QUESTIONS = (
    ("`overlap`, `intersects`", lambda shapes, pairs: shapes.overlap(shapes, pairs), lambda a, b: a.intersects(b)),
    ("`contains`, `covers`", lambda shapes, pairs: shapes.contains(shapes, pairs), lambda a, b: a.covers(b)),
    ("`mtv`, `distance`", distances, lambda a, b: a.distance(b)),
)


def predicates(library, random, shape_count=20_000, count=20_000):
    print("\n| question | scene | pairs | sepal | GEOS from C | Shapely 1.8 |\n|---|---|---|---|---|---|")
    for name, make in SCENES.items():
        shapes = make(shape_count, random)
        xy, offsets, _ = shapes.to_rings()
        geometries = [Polygon(xy[offsets[i] : offsets[i + 1]].astype(np.float64)) for i in range(shape_count)]
        geos = Geos(library, shapes)
        near = shapes.find_near()
        pairs = near[random.integers(0, len(near), count)]
        both = [(geometries[i], geometries[k]) for i, k in pairs.tolist()]
        for number, (question, ask, old) in enumerate(QUESTIONS):
            times, ratios, (own, in_c, by_shapely) = in_turn(
                9,
                lambda ask=ask: seconds(lambda: ask(shapes, pairs)),
                lambda number=number: geos.ask(number, pairs),
                lambda old=old: seconds(lambda: [old(a, b) for a, b in both]),
            )
            assert np.allclose(own, in_c, atol=1e-3)
            assert np.allclose(own, by_shapely, atol=1e-3)
            print(f"| {question} | {name} | {count} | {1e9 * times[0] / count:.0f} ns a pair | {cells(ratios[1:])} |", flush=True)


def main():
    warnings.simplefilter("ignore")
    library = ctypes.CDLL(sys.argv[1])
    library.polygons_make.restype = POINTER
    library.join_seconds.restype = library.pairs_seconds.restype = ctypes.c_double
    counts = [int(argument) for argument in sys.argv[2:]] or [1000, 10_000, 30_000]
    random = np.random.default_rng(7)
    print(f"sepal {sepal.__version__} with {sepal.isa()}\n")
    joins(library, counts, random)
    predicates(library, random)
    return 0


if __name__ == "__main__":
    sys.exit(main())
