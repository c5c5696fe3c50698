"""Convex hulls of points, exactly."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ._arrays import AnyArray, Coordinates

Point = tuple[float, float]

# The determinant below, computed in float64, is off by less than (3 + 16 u) u times the sum of the magnitudes of its two products,
# with u = 2^-53, while nothing underflows (Shewchuk, "Adaptive precision floating-point arithmetic", 1997, section 4.4). Underflow
# adds less than _TINY.
_BOUND = 4 * 2.0**-53
_TINY = 2.0**-1000


def _turn(a: Point, b: Point, c: Point) -> float | Fraction:
    """Above 0 if a, b, c turn to the left, below 0 if to the right, 0 if they are on a line."""
    left, right = (b[0] - a[0]) * (c[1] - a[1]), (b[1] - a[1]) * (c[0] - a[0])
    if abs(left - right) > _BOUND * (abs(left) + abs(right)) + _TINY:
        return left - right
    ax, ay, bx, by, cx, cy = (Fraction(value) for value in (*a, *b, *c))
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def _chain(points: list[Point]) -> list[Point]:
    """The lower side of the hull of sorted points, without the last one."""
    chain: list[Point] = []
    for point in points:
        while len(chain) >= 2 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def convex_hull(points: Coordinates) -> Coordinates:
    """The corners of the hull of finite points of shape (n, 2), counter-clockwise from the least x (Andrew, "Another efficient
    algorithm for convex hulls in two dimensions", 1979)."""
    ordered: list[Point] = [(x, y) for x, y in np.unique(points, axis=0).tolist()]
    if len(ordered) <= 2:
        return np.array(ordered, points.dtype)
    return np.array(_chain(ordered) + _chain(ordered[::-1]), points.dtype)


def is_convex(ring: AnyArray) -> bool:
    """Whether the float64 vertices of shape (n, 2) go round a convex polygon once: they turn one way only, and once in all."""
    vertices: list[Point] = [(x, y) for x, y in ring.tolist()]
    distinct = [p for k, p in enumerate(vertices) if p != vertices[k - 1]]
    if len(distinct) <= 2:
        return True
    count = len(distinct)
    signs = {(t > 0) - (t < 0) for t in (_turn(distinct[k - 2], distinct[k - 1], distinct[k]) for k in range(count))}
    steps = [distinct[k] > distinct[k - 1] for k in range(count)]
    changes = sum(steps[k] != steps[k - 1] for k in range(count))
    return not {1, -1} <= signs and changes == 2
