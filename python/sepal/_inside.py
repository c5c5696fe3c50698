"""Which shapes are inside of polygons that are cut into convex parts."""

from __future__ import annotations

import numpy as np

from ._arrays import FLOAT64, AnyArray, taken_rows
from ._polys import Polys
from ._rings import rings_of
from ._shapely import Flat


class Parts:
    """The convex parts of all polygons of a column. flat: the column. owner: the polygon of each part."""

    def __init__(self, flat: Flat, polys: Polys, owner: AnyArray) -> None:
        self.flat = flat
        self.polys = polys
        self.owner = owner

    def are_asked(self, pairs: AnyArray, asked: AnyArray, count: int) -> AnyArray:
        """Which polygons and shapes, rows of `asked`, are among some parts and shapes. count: of all shapes."""
        return np.isin(asked[:, 0] * count + asked[:, 1], self.owner[pairs[:, 0]] * count + pairs[:, 1])

    def have_in_one(self, shapes: Polys, meeting: AnyArray, asked: AnyArray) -> AnyArray:
        """Which polygons have the shape in one of their parts. meeting: all parts and shapes that meet."""
        return self.are_asked(meeting[self.polys.contains(shapes, meeting)], asked, len(shapes))

    def have_inside(self, shapes: Polys, asked: AnyArray) -> AnyArray:
        """Which polygons contain the shape, of those that do not have it in one part; the border of a polygon belongs to it.

        The interior of a shape that no edge crosses has no point of the border, so it is inside if it overlaps a part, and else outside. A
        segment may also leave a polygon through a corner, which crosses no edge, or lie along the border: so flat shapes are cut at all
        corners that are on them, and what lies along the border is then in one part.
        """
        of_row = self.flat.point[self.flat.ring[self.flat.piece]]  # where the points of each polygon begin
        rows = np.unique(asked[:, 0])
        taken, begins = taken_rows(of_row, rows)
        following = np.arange(1, len(self.flat.xy) + 1)
        following[self.flat.point[1:] - 1] = self.flat.point[:-1]
        corners, origin = self.flat.xy[taken], self.polys.origin
        edges = Polys.from_rings(np.stack([corners, self.flat.xy[following[taken]]], axis=1), dtype=FLOAT64, origin=origin)
        around = Parts(self.flat, edges, np.repeat(rows, np.diff(begins)))
        pieces, first, place = _pieces(shapes, np.unique(asked[:, 1]), corners, origin)
        of_shape, begins = taken_rows(first, place[asked[:, 1]])
        questions = np.stack([np.repeat(asked[:, 0], np.diff(begins)), of_shape], axis=1)
        meeting = self.polys.find_pairs(pieces, ordered=False)
        within = self.polys.overlap(pieces, meeting, touching=False)
        crossing = edges.find_pairs(pieces, touching=False, ordered=False)
        good = self.are_asked(meeting[within], questions, len(pieces)) & ~around.are_asked(crossing, questions, len(pieces))
        good |= self.have_in_one(pieces, meeting, questions)
        before = np.concatenate([[0], np.cumsum(good)])[begins]
        number = np.diff(begins)
        found: AnyArray = (np.diff(before) == number) & (number > 0)  # a point has no pieces, and is in one part or in none
        return found


def _pieces(shapes: Polys, chosen: AnyArray, corners: AnyArray, origin: tuple[float, float]) -> tuple[Polys, AnyArray, AnyArray]:
    """Some shapes as they are, but flat ones cut at corners that are on them; where the pieces of each begin; and, of all shapes, which
    of these it is."""
    (x, y), first, _ = rings_of(shapes)
    is_flat = ~shapes.overlap(shapes, np.stack([chosen, chosen], axis=1), touching=False)
    place = np.zeros(len(shapes), np.int64)
    place[np.concatenate([chosen[~is_flat], chosen[is_flat]])] = np.arange(len(chosen))
    taken, whole = taken_rows(first, chosen[~is_flat])
    areas = np.stack([x[taken], y[taken]], axis=1)
    taken, begins = taken_rows(first, chosen[is_flat])
    at = np.stack([x[taken], y[taken]], axis=1)
    on = Polys.from_rings(corners[:, None], dtype=FLOAT64, origin=origin).find_pairs(
        Polys.from_rings(at, begins, dtype=FLOAT64, origin=origin), ordered=False
    )
    at = np.concatenate([at, corners[on[:, 0]]])
    line = np.concatenate([np.repeat(np.arange(len(begins) - 1), np.diff(begins)), on[:, 1]])
    order = np.lexsort((at[:, 1], at[:, 0], line))  # points of a line are along it in this order, or against it
    at, line = at[order], line[order]
    begin = np.flatnonzero(line[1:] == line[:-1])
    ends = np.stack([at[begin], at[begin + 1]], axis=1).reshape(-1, 2)
    offsets = np.concatenate([whole, whole[-1] + 2 * np.arange(1, len(begin) + 1)])
    pieces = Polys.from_rings(np.concatenate([areas, ends]), offsets, dtype=FLOAT64, origin=origin)
    number = np.concatenate([np.ones(len(whole) - 1, np.int64), np.bincount(line[begin], minlength=len(begins) - 1)])
    return pieces, np.concatenate([[0], np.cumsum(number)]), place
