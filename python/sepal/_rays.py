"""What rays hit first."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import Floats, Indices, answers_in, points
from ._errors import refused_margin
from ._find import Numbers, both_filters


class RayHits(NamedTuple):
    """What rays hit first.

    shape: uint32 of shape (n,): the index of the shape; 2**32 - 1 if none is hit.
    time: float32 of shape (n,): when it is hit, from 0 at the origin to 1 at the end of the move, never late; 1 if none is hit.
    normal: float32 of shape (n, 2): the unit vector there out of the shape; (0, 0) if none is hit.
    """

    shape: Indices
    time: Floats
    normal: Floats

    @property
    def hit(self) -> NDArray[np.bool_]:
        """Bool of shape (n,): which rays hit a shape."""
        return np.not_equal(self.shape, np.uint32(0xFFFFFFFF))


class RayQuestions:
    """Questions about rays against a set of polygons."""

    def cast_rays(
        self,
        origins: ArrayLike,
        moves: ArrayLike,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
        out: RayHits | None = None,
    ) -> RayHits:
        """Which shape does each ray hit first? When, and how? Exact, as `sweep` of points is; of several shapes that are hit at the
        same time, the one with the least index. What was prepared for this set is kept until it changes.

        origins, moves: float32 of shape (n, 2): where each ray begins, and how far it goes. Other numbers are rounded to float32
            first, float64 among them.
        touching: whether a ray that only touches a shape hits it.
        margin: the radius of the rays; at least 0, in the unit of the coordinates.
        member, mask, owner: as in `find_pairs`; tuples of two arrays, the first one with a number for every ray.
        out: what the same question returned before, for as many rays; its arrays are written anew.
        """
        me: Any = self
        x, y = points("origins", origins, 2)
        dx, dy = points("moves", moves, 2)
        if len(x) != len(dx):
            raise ValueError(f"a move for each of the {len(x)} rays is expected, not {len(dx)}")
        filters = both_filters(x, me, member, mask, owner)
        made = RayHits(np.empty(len(x), np.uint32), np.empty(len(x), np.float32), np.empty((2, len(x)), np.float32).T)
        answers = answers_in(out, made)
        trees = me.__dict__.setdefault("_trees", [])
        finder = trees.pop() if trees else _core.Finder()
        rows = (answers.shape, answers.time, *answers.normal.T)
        refused = finder.cast(me, touching, margin, *filters, x, y, dx, dy, *rows) < 0
        trees.append(finder)
        if refused:
            for name, columns in (("origins", (x, y)), ("moves", (dx, dy))):
                wrong = np.flatnonzero(~np.isfinite(np.stack(columns)).all(axis=0))
                if len(wrong) > 0:
                    values = [float(column[wrong[0]]) for column in columns]
                    raise ValueError(f"{name}[{wrong[0]}] is {values}; finite float32 numbers are expected")
            raise refused_margin(margin) or ValueError("this question was refused")
        return answers
