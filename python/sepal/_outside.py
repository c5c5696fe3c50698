"""What is outside of polygons, as groups of convex parts: so containment is a question about overlap."""

from __future__ import annotations

import numpy as np

from ._arrays import FLOAT64, AnyArray, SignedIndices
from ._polys import Polys
from ._shapely import Flat

Ring = AnyArray


def _bounds(ring: Ring) -> AnyArray:
    return np.concatenate([ring.min(axis=0), ring.max(axis=0)])


def _within(inner: Ring, outer: Ring) -> bool:
    """Whether one ring is inside of another that it does not cross."""
    a, b = _bounds(inner), _bounds(outer)
    if (a[:2] < b[:2]).any() or (a[2:] > b[2:]).any():
        return False
    shapes = Polys(dtype=FLOAT64)
    groups = shapes.add_concave([inner, outer])
    return bool(shapes.overlap_groups(shapes, [[0, 1]], groups, groups, touching=False)[0])


def _regions(pieces: list[list[Ring]], frame: Ring) -> list[list[Ring]]:
    """Between a frame and the outlines of polygons, and in each hole: each region as its outline and what is cut out of it.

    pieces: polygons that do not overlap each other, each its outline and its holes. Some may be in holes of others.
    """
    holes = [hole for piece in pieces for hole in piece[1:]]
    regions = [[frame], *([hole] for hole in holes)]
    if len(pieces) == 1:  # no polygon is in its own holes
        return [[frame, pieces[0][0]], *regions[1:]]
    for piece in pieces:
        around = [k for k, hole in enumerate(holes) if _within(piece[0], hole)]
        nearest = min(around, key=lambda k: float(np.prod(np.ptp(holes[k], axis=0))), default=-1)
        regions[nearest + 1].append(piece[0])
    return regions


def outside_of(flat: Flat, rows: AnyArray, bounds: AnyArray, origin: tuple[float, float]) -> tuple[Polys, SignedIndices]:
    """What is outside of some rows of a column, each a polygon or several, within a frame around it: a set of float64, and where the
    parts of each row begin. bounds: of each row, as `Polys.bounds` gives them."""
    outside = Polys(dtype=FLOAT64, origin=origin)
    begins = [0]
    for row, (left, low, right, high) in zip(rows.tolist(), bounds.tolist(), strict=True):
        wide = max(right - left, high - low)
        a, b, c, d = left - wide, low - wide, right + wide, high + wide
        lists = [
            [flat.xy[flat.point[k] : flat.point[k + 1]] for k in range(flat.ring[piece], flat.ring[piece + 1])]
            for piece in range(flat.piece[row], flat.piece[row + 1])
        ]
        regions = _regions(lists, np.array([[a, b], [c, b], [c, d], [a, d]]))
        rings = [ring for region in regions for ring in region]
        outside.add_concave(rings, polygons=np.cumsum([0, *(len(region) for region in regions)]))
        begins.append(len(outside))
    return outside, np.array(begins)
