"""Groups as unions: of polygons, which contain others; and how far groups have to move along a direction, to be free of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Floats, Indices, answers_in
from ._errors import refused_pairs
from ._sets import SameKind, asked_groups
from ._threads import in_parts

if TYPE_CHECKING:
    from ._polys import Polys


class UnionQuestions:
    """Questions about unions of polygons."""

    def contains_groups(
        self,
        other: Polys,
        pairs: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        other_groups: ArrayLike | None = None,
        *,
        workers: int = 1,
        out: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.bool_]:
        """Is all of each group, or polygon, of `other` inside of the union of a group of this set? Exact, also where the parts of the
        union overlap or touch each other; what touches its border from within is inside.

        other: a `Polys`; it may be this set. Shapes that are asked about have no radius.
        pairs: integers of shape (n, 2): a group of this set and one of `other`. None: group i of this set and group i of `other`, for
            all i; a single group is paired with all of the other set.
        groups, other_groups: offsets into this set and into `other`, one more than there are groups; group i has the shapes
            groups[i] .. groups[i + 1] - 1 as its parts. None: each shape is a group of its own.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: a bool array of shape (n,), which receives the answers and is returned. None: a new one.

        Returns bool of shape (n,).
        IndexError: a pair is out of range; the first such one is named. ValueError: a shape of a pair has a radius, offsets that
            descend or lead out of the set, an `out` of another kind. TypeError: `other` is no set of this kind. RuntimeError:
            another thread is changing a set.

        >>> lanes = sepal.Polys.from_boxes(x=[0, 3], y=0, length=4, width=2)
        >>> cars = sepal.Polys.from_boxes(x=[1.5, 4.5], y=0, length=2, width=1)
        >>> lanes.contains_groups(cars, [[0, 0], [0, 1]], [0, 2])
        array([ True, False])
        """
        me: Any = self
        me._check_like(other)
        first, of_other, counts, asked = asked_groups(self, other, pairs, groups, other_groups)
        answers = answers_in(out, np.empty(len(asked), np.bool_))

        def call(i: int, k: int) -> bool:
            return bool(me._contains_groups(other, first, of_other, asked[i:k], answers[i:k]))

        if not in_parts(len(asked), workers, call):
            raise _refused(asked, pairs, counts)
        return answers


class PushQuestions(Generic[SameKind]):
    """Pushes along a direction, of polygons and of solids."""

    def push_along(
        self,
        other: SameKind,
        directions: ArrayLike,
        pairs: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        other_groups: ArrayLike | None = None,
        *,
        workers: int = 1,
    ) -> Floats:
        """How far has each group, or shape, of this set to move along a direction, to be free of one of `other`? Exact, but for one
        rounding.

        other: a set of the same kind; it may be this set. Shapes that are asked about have no radius.
        directions: numbers of shape (n, 2), a direction for each pair, or (2,), one for all; of solids (n, 3) or (3,). They are rounded to float32.
        pairs: integers of shape (n, 2): a group of this set and one of `other`. None: group i of this set and group i of `other`, for
            all i; a single group is paired with all of the other set.
        groups, other_groups: offsets into this set and into `other`, one more than there are groups; group i has the shapes
            groups[i] .. groups[i + 1] - 1 as its parts. None: each shape is a group of its own.
        workers: how many threads share the pairs; -1 stands for all processors.

        Returns float32 of shape (n,): the least t >= 0 such that the group, moved by t times the direction, touches the other one at
            most, rounded up; 0 where they do not overlap, inf where it is beyond float32.
        IndexError: a pair is out of range; the first such one is named. ValueError: a direction is 0 or not finite, another number of
            directions than pairs, a shape of a pair has a radius, offsets that descend or lead out of the set. TypeError: `other` is
            no set of this kind. RuntimeError: another thread is changing a set.

        >>> boxes = sepal.Polys.from_boxes(x=[0, 1, 3], y=0, length=2, width=2)
        >>> boxes.push_along(boxes, (1, 0), [[0, 1], [0, 1]], [0, 1, 3]).tolist()
        [5.0, 5.0]
        """
        me: Any = self
        me._check_like(other)
        first, of_other, counts, asked = asked_groups(self, other, pairs, groups, groups if other_groups is None and other is me else other_groups)
        n = len(asked)
        rows = np.asarray(directions, np.float64)
        dimension = me._dimension
        if rows.shape not in ((dimension,), (n, dimension)):
            raise ValueError(
                f"directions has the shape {rows.shape}; ({n}, {dimension}), or ({dimension},) for one direction, is expected"
            )
        with np.errstate(over="ignore"):
            way = np.ascontiguousarray(np.broadcast_to(rows, (n, dimension)).T, np.float32)
        answers = np.empty(n, np.float32)

        def call(i: int, k: int) -> bool:
            return bool(me._push_along_groups(other, first, of_other, asked[i:k], *way[:, i:k], answers[i:k]))

        if not in_parts(n, workers, call):
            wrong = np.flatnonzero(~np.isfinite(way).all(axis=0) | (way == 0).all(axis=0))
            if len(wrong) > 0:
                raise ValueError(f"direction {wrong[0]} is {tuple(way[:, wrong[0]].tolist())}; a vector that is finite and not 0 is expected")
            raise _refused(asked, pairs, counts)
        return answers


def _refused(asked: Indices, pairs: ArrayLike | None, counts: tuple[int, int]) -> Exception:
    if ((asked[:, 0] < counts[0]) & (asked[:, 1] < counts[1])).all():
        return ValueError("a shape of a pair has a radius; shapes without radii are expected")
    return refused_pairs(asked if pairs is None else pairs, counts, 0, "groups")
