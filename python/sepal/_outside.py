"""What is outside of polygons, as groups of convex parts: so containment is a question about overlap."""

from __future__ import annotations

import numpy as np

from ._arrays import FLOAT64, AnyArray, points, taken_rows
from ._polys import Polys
from ._shapely import Flat


class _Rings:
    """Lists of points, known by their numbers, as rings of polygons."""

    def __init__(self, xy: AnyArray, first: AnyArray) -> None:
        self.xy = xy
        self.first = first
        self.low = np.minimum.reduceat(xy, first[:-1])
        self.high = np.maximum.reduceat(xy, first[:-1])

    def is_in_box(self, inner: int, outer: int) -> bool:
        return bool((self.low[inner] >= self.low[outer]).all() and (self.high[inner] <= self.high[outer]).all())

    def cut(self, polygons: list[list[int]], origin: tuple[float, float]) -> tuple[Polys, AnyArray]:
        """Polygons, each its outline and its holes, as convex parts: a set of float64, and where the parts of each begin."""
        taken, first = taken_rows(self.first, np.array([ring for polygon in polygons for ring in polygon]))
        shapes, parts = Polys(dtype=FLOAT64, origin=origin), np.empty(len(polygons), np.uint32)
        x, y = points("xy", self.xy[taken], 2, FLOAT64)
        shapes._add_parts(x, y, first.astype(np.uint32), np.cumsum([0, *map(len, polygons)]).astype(np.uint32), parts)
        return shapes, np.concatenate([[0], np.cumsum(parts, dtype=np.int64)])


def _parents(rings: _Rings, nested: list[tuple[int, int]], origin: tuple[float, float]) -> dict[int, int]:
    """The hole that each outline is in, of those that are in one. nested: outlines and holes, in whose boxes they are.

    Polygons of one geometry do not overlap. So an outline that overlaps a hole, and is in its box, is inside of it.
    """
    if not nested:
        return {}
    shapes, groups = rings.cut([[ring] for pair in nested for ring in pair], origin)
    numbers = np.arange(2 * len(nested)).reshape(-1, 2)
    is_inside = shapes.overlap_groups(shapes, numbers, groups, groups, touching=False)
    found: dict[int, int] = {}
    for (outline, hole), inside in zip(nested, is_inside.tolist(), strict=True):
        if inside and (outline not in found or rings.is_in_box(hole, found[outline])):
            found[outline] = hole
    return found


def outside_of(flat: Flat, rows: AnyArray, bounds: AnyArray, origin: tuple[float, float]) -> tuple[Polys, AnyArray]:
    """What is outside of some rows of a column, each a polygon or several, within a frame around it: a set of float64, and where the
    parts of each row begin. bounds: of each row, as `Polys.bounds` gives them. There is at least one row.

    The regions outside of a row are between its frame and its outlines, and in each hole, but for what is in it.
    """
    low, high = bounds[:, :2], bounds[:, 2:]
    wide = (high - low).max(axis=1, keepdims=True)
    (a, b), (c, d) = (low - wide).T, (high + wide).T
    frames = np.stack([np.stack([a, c, c, a], axis=1), np.stack([b, b, d, d], axis=1)], axis=2).reshape(-1, 2)
    first = np.concatenate([flat.point, flat.point[-1] + 4 * np.arange(1, len(rows) + 1)])
    rings = _Rings(np.concatenate([flat.xy, frames]), first)
    ends = flat.ring[flat.piece]
    outlines = [flat.ring[flat.piece[row] : flat.piece[row + 1]].tolist() for row in rows]
    holes = [sorted({*range(ends[row], ends[row + 1])} - {*outer}) for row, outer in zip(rows, outlines, strict=True)]
    nested = [
        (outline, hole)
        for outer, inner in zip(outlines, holes, strict=True)
        if len(outer) > 1
        for hole in inner
        for outline in outer
        if rings.is_in_box(outline, hole)
    ]
    parent = _parents(rings, nested, origin)
    regions: list[list[int]] = []
    begins = [0]
    for frame, (outer, inner) in enumerate(zip(outlines, holes, strict=True), len(flat.point) - 1):
        around = {hole: [hole] for hole in (frame, *inner)}
        for outline in outer:
            around[parent.get(outline, frame)].append(outline)
        regions += around.values()
        begins.append(len(regions))
    outside, parts = rings.cut(regions, origin)
    return outside, parts[begins]
