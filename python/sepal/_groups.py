"""Which parts of groups of shapes are nearest, deepest, or meet first."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Floats, Indices, answers_in
from ._errors import refused_pairs
from ._moving import Moves, moves_of, refused_moves
from ._sets import SameKind, asked_groups
from ._threads import in_parts


class DeepestParts(NamedTuple):
    """The parts of groups that are nearest to each other, or deepest in each other.

    parts: uint32 of shape (n, 2): a shape of the first set and one of the second; 4294967295 twice if a group has no parts.
    depth: float32 of shape (n,): of these two, as `mtv` gives it; -3.4e38 without parts.
    """

    parts: Indices
    depth: Floats


class FirstParts(NamedTuple):
    """The parts of moving groups that meet first.

    parts: uint32 of shape (n, 2): a shape of the first set and one of the second; 4294967295 twice if none meet.
    time: float32 of shape (n,): when they first touch, from 0 to 1, never late; 1 if none meet.
    """

    parts: Indices
    time: Floats


class GroupQuestions(Generic[SameKind]):
    """Questions about the parts of groups."""

    def deepest_groups(
        self,
        other: SameKind,
        pairs: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        other_groups: ArrayLike | None = None,
        *,
        margin: float = 0.0,
        workers: int = 1,
        out: DeepestParts | None = None,
    ) -> DeepestParts:
        """Which parts of each pair of groups are nearest to each other or, if the groups overlap, deepest in each other?

        other: a set of the same kind; it may be this set.
        pairs: integers of shape (n, 2): a group of this set and one of `other`. uint32 and int32 in C order are not copied. None:
            group i of this set and group i of `other`, for all i; a single group is paired with all of the other set.
        groups, other_groups: offsets into this set and into `other`, one more than there are groups; group i has the shapes
            groups[i] .. groups[i + 1] - 1 as its parts. None: each shape is a group of its own. `Polys.from_concave` gives such
            offsets.
        margin: depths are those of shapes that are to be so far apart, and so greater by the margin; from 0 to 3.4e38, in the unit
            of the coordinates.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns `parts`, uint32 of shape (n, 2): the shapes with the greatest depth, of several with the same depth the first; and
            `depth`, float32 of shape (n,), as `mtv` gives it of these: minus their distance, where groups are apart. A push by the
            depth of two parts need not part groups that overlap. A group without parts has 4294967295 twice, and -3.4e38.
        IndexError: a pair is out of range; the first such one is named. ValueError: offsets that descend or lead out of the set,
            a margin below 0, an `out` of another kind. TypeError: `other` is no set of this kind. RuntimeError: another thread is
            changing a set.

        >>> boxes = sepal.Polys.from_boxes(x=[0, 3, 7, 9], y=0, length=2, width=2)
        >>> near = boxes.deepest_groups(boxes, [[0, 1]], [0, 2, 4], [0, 2, 4])
        >>> near.parts.tolist(), near.depth.tolist()
        ([[1, 2]], [-2.0])
        """
        me: Any = self
        me._check_like(other)
        first, of_other, counts, asked = asked_groups(self, other, pairs, groups, other_groups)
        n = len(asked)
        answers = answers_in(out, DeepestParts(np.empty((n, 2), np.uint32), np.empty(n, np.float32)))

        def call(i: int, k: int) -> bool:
            return bool(me._deepest_groups(other, first, of_other, asked[i:k], margin, answers.parts[i:k], answers.depth[i:k]))

        if not in_parts(n, workers, call):
            raise refused_pairs(asked if pairs is None else pairs, counts, margin, "groups")
        return answers

    def first_groups(
        self,
        other: SameKind,
        pairs: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        other_groups: ArrayLike | None = None,
        moves: Moves = None,
        other_moves: Moves = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        workers: int = 1,
        out: FirstParts | None = None,
    ) -> FirstParts:
        """Which parts of each pair of groups meet first while they move in straight lines, and when? Exact.

        other: a set of the same kind; it may be this set.
        pairs: integers of shape (n, 2): a group of this set and one of `other`. uint32 and int32 in C order are not copied. None:
            group i of this set and group i of `other`, for all i; a single group is paired with all of the other set.
        groups, other_groups: offsets into this set and into `other`, one more than there are groups; group i has the shapes
            groups[i] .. groups[i + 1] - 1 as its parts. None: each shape is a group of its own. `Polys.from_concave` gives such
            offsets.
        moves, other_moves: how far all shapes of this set, and of `other`, move: two arrays, x and y, in space three, with a
            number for each shape of the set, or one number for all. None: the set is at rest.
        touching: True: shapes that touch meet; False: they do not.
        margin: the distance up to which shapes meet, from 0 to 3.4e38, in the unit of the coordinates.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns `parts`, uint32 of shape (n, 2): the shapes with the least time, of several with the same time the first; and
            `time`, float32 of shape (n,), as `sweep` gives it of these. Where none meet, 4294967295 twice, and 1.
        IndexError: a pair is out of range; the first such one is named. ShapeError: a move is not finite or beyond float32.
            ValueError: offsets that descend or lead out of the set, a margin below 0, a number of moves that is not that of the
            shapes, an `out` of another kind. TypeError: `other` is no set of this kind. RuntimeError: another thread is changing
            a set.

        >>> boxes = sepal.Polys.from_boxes(x=[0, 3, 7, 9], y=0, length=2, width=2)
        >>> first = boxes.first_groups(boxes, [[0, 1]], [0, 2, 4], [0, 2, 4], moves=(4, 0))
        >>> first.parts.tolist(), first.time.tolist()
        ([[1, 2]], [0.5])
        """
        me: Any = self
        me._check_like(other)
        first, of_other, counts, asked = asked_groups(self, other, pairs, groups, other_groups)
        n = len(asked)
        both = [*moves_of("moves", moves, len(me), me._dimension), *moves_of("other_moves", other_moves, len(other), me._dimension)]
        answers = answers_in(out, FirstParts(np.empty((n, 2), np.uint32), np.empty(n, np.float32)))

        def call(i: int, k: int) -> bool:
            part = answers.parts[i:k], answers.time[i:k]
            return bool(me._first_groups(other, first, of_other, asked[i:k], touching, margin, *both, *part))

        if not in_parts(n, workers, call):
            refused = refused_moves(None, moves=moves, other_moves=other_moves)
            raise refused or refused_pairs(asked if pairs is None else pairs, counts, margin, "groups")
        return answers
