"""Tables of geometries, and how GEOS joins them. As a program: `python join_scenes.py COUNT` joins tables of so many by both, and says in
which pairs they differ."""

import sys
import time
import warnings

import numpy as np

TURN = np.array([[3, 4], [-4, 3]])  # turns by a direction of whole numbers, so that points on edges stay there
UTM = np.round(np.array([500123.4567, 5400123.4567]) * 2**20) / 2**20


def _shapes():
    import shapely.geometry as shapes  # not while a module is imported, since tests without Shapely are skipped

    return shapes


def lots(random, count):
    """Lots laid as bricks in UTM, some with a corner cut out, some with a court, two in one; and beside them points, lines and buildings
    on their borders and corners."""
    shapes = _shapes()
    columns = max(int(np.sqrt(count)), 1)
    left, right = [], []

    def at(x, y):
        return tuple(UTM + (np.array([x, y]) * (1 + 2.0**-12)) @ TURN)

    def ring(*corners):
        return [at(x, y) for x, y in corners]

    for k in range(count):
        x, y = k % columns * 8.0 + 4.0 * (k // columns % 2), k // columns * 6.0
        whole = ring((x, y), (x + 8, y), (x + 8, y + 6), (x, y + 6))
        cut = ring((x, y), (x + 8, y), (x + 8, y + 6), (x + 4, y + 6), (x + 4, y + 3), (x, y + 3))
        court = ring((x + 2, y + 2), (x + 6, y + 2), (x + 6, y + 4), (x + 2, y + 4))
        hut = ring((x + 3, y + 2), (x + 5, y + 3), (x + 3, y + 4))
        kind = int(random.integers(0, 6))
        left.append(
            [
                shapes.Polygon(whole),
                shapes.Polygon(whole[::-1]),
                shapes.Polygon(cut),
                shapes.Polygon(whole, [court]),
                shapes.MultiPolygon([shapes.Polygon(whole, [court]), shapes.Polygon(hut)]),
                shapes.MultiPolygon([shapes.Polygon(hut), shapes.Polygon(ring((x, y), (x + 2, y), (x, y + 5)))]),
            ][kind]
        )
        i, j = (float(v) for v in random.integers(0, 9, 2))
        far = [float(v) for v in random.integers(-4, 9, 2)]
        kind = int(random.integers(0, 6))
        right.append(
            [
                shapes.Point(at(x + i, y + j)),
                shapes.LineString([at(x + i, y + j), at(x + far[0], y + far[1] + 0.5)]),
                shapes.Polygon(ring((x + i, y + j), (x + i + 2, y + j), (x + i, y + j + 1))),
                shapes.Polygon(court),
                shapes.LineString([at(x, y), at(x + 8, y), at(x + 8, y + 6)]),
                shapes.Polygon(hut),
            ][kind]
        )
    return left, right


def degrees(random, count):
    """Buildings of some metres in degrees, which share walls and corners, and parcels around them."""
    shapes = _shapes()
    columns = max(int(np.sqrt(count)), 1)
    x, y = (np.round(13.3777 + 1e-4 * np.arange(columns + 2), 7), np.round(52.5163 + 6e-5 * np.arange(columns + 2), 7))
    left, right = [], []
    for k in range(count):
        i, j = k % columns, k // columns % columns
        left.append(shapes.box(x[i], y[j], x[i + 1], y[j + 1]))
        a, b = np.round(random.uniform(0.05, 0.95, 2), 2)
        east, north = x[i] + a * 1e-4, y[j] + b * 6e-5
        kind = int(random.integers(0, 4))
        right.append(
            [
                shapes.Polygon([(x[i], y[j]), (east, y[j]), (x[i], north)]),
                shapes.Polygon([(x[i], y[j]), (x[i + 1], y[j]), (x[i + 1], y[j + 1]), (east, north)]),
                shapes.Point(x[i + 1], north),
                shapes.Point(east, north),
            ][kind]
        )
    return left, right


def cells(random, count):
    """Quarters of a jittered grid, which share corners, rounded to 4 decimals; and as another table the same grid, moved by half."""
    shapes = _shapes()
    side = max(int(np.sqrt(count)), 1)
    column, row = np.meshgrid(np.arange(side + 1), np.arange(side + 1))
    tables = []
    for move in (0.0, 12.5):
        x = np.round(UTM[0] + move + 25 * column + random.uniform(-8, 8, column.shape), 4)
        y = np.round(UTM[1] + move + 25 * row + random.uniform(-8, 8, row.shape), 4)
        corners = np.stack([x, y], axis=2)
        tables.append(
            [
                shapes.Polygon([corners[j, i], corners[j, i + 1], corners[j + 1, i + 1], corners[j + 1, i]])
                for j in range(side)
                for i in range(side)
            ]
        )
    inside = [shapes.Polygon(np.array(cell.exterior.coords)[:-1][[0, 1, 2]]) for cell in tables[0][: side * side // 4]]
    return tables[0], tables[1] + inside


SCENES = {"lots": lots, "degrees": degrees, "cells": cells}


def joined_by_geos(left, right, predicate):
    """Pairs of numbers, in ascending order."""
    from shapely.prepared import prep
    from shapely.strtree import STRtree

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Shapely 1.8 announces its next tree
        tree = STRtree(right)
    number = {id(shape): k for k, shape in enumerate(right)}
    found = []
    for i, shape in enumerate(left):
        near = sorted(number[id(other)] for other in tree.query(shape))
        asked = getattr(prep(shape), predicate) if near else None
        found += [(i, k) for k in near if asked(right[k])]
    return found


if __name__ == "__main__":
    import sepal

    for name, scene in SCENES.items():
        tables = scene(np.random.default_rng(1), int(sys.argv[1]))
        for predicate in ("intersects", "touches", "contains", "within"):
            if predicate == "within":
                tables = tables[::-1]
            start = time.perf_counter()
            joined = sepal.sjoin(*tables, predicate=predicate)
            middle = time.perf_counter()
            expected = set(joined_by_geos(*tables, predicate))
            end = time.perf_counter()
            differ = expected ^ set(zip(joined.left.tolist(), joined.right.tolist(), strict=True))
            print(
                f"{name}, {predicate}: {len(tables[0])} and {len(tables[1])} geometries, {len(expected)} pairs, "
                f"{len(differ)} differ; {middle - start:.2f} s for {end - middle:.2f} s",
                flush=True,
            )
            for i, k in sorted(differ)[:3]:
                print(tables[0][i].wkt, tables[1][k].wkt)
