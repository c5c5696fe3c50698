"""Scenes of shapes that overlap, touch and are apart."""

import numpy as np

import sepal


def rings(random, count, size=40, most=9):
    """Convex polygons with whole coordinates, among which many touch: hulls of points on a grid."""
    out = []
    while len(out) < count:
        corner = random.integers(0, size, 2)
        hull = sepal.Polys.from_hulls(corner + random.integers(0, 8, (random.integers(3, most), 2))).vertices(0)
        if len(hull) >= 3:
            out.append(hull)
    return out


def mixed(random, count):
    """Boxes, circles, capsules and rounded polygons in one set."""
    x, y, x1, y1 = random.uniform(0, 30, (4, count))
    shapes = sepal.Polys.from_boxes(x, y, random.uniform(1, 5, count), random.uniform(0, 3, count), random.uniform(0, 7, count))
    shapes.add_circles(y, x, random.uniform(0, 2, count))
    shapes.add_capsules(x, y1, x + random.uniform(-3, 3, count), y1 + 1, 0.5)
    shapes.add_rings(rings(random, count, 30), radius=random.uniform(0, 1, count))
    return shapes


def all_pairs(a, b):
    return np.stack(np.meshgrid(np.arange(len(a)), np.arange(len(b)), indexing="ij"), axis=-1).reshape(-1, 2)
