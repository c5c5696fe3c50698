"""What sets of polygons and sets of solids have in common."""

from __future__ import annotations

import operator
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import Floats, Indices, answers_in, counted, pairs_of, starts
from ._errors import refused_margin, refused_pairs
from ._threads import in_parts

SameKind = TypeVar("SameKind", bound=_core.Set)

_BOOL = np.dtype(np.bool_)
_FLOAT32 = np.dtype(np.float32)


class Push(NamedTuple):
    """How pairs of shapes are parted.

    normal: float32 of shape (n, 2), or (n, 3) in space; a unit vector from the first shape towards the second.
    depth: float32 of shape (n,), in the unit of the coordinates. Above 0: moving the first shape by -depth * normal, or the second
        by +depth * normal, leaves the two just touching, and no shorter move does. 0: they touch. Below 0: minus their distance,
        and the normal leads from the nearest point of the first to that of the second.
    """

    normal: Floats
    depth: Floats


class Nearest(NamedTuple):
    """How pairs of shapes are parted, and between which points.

    normal: float32 of shape (n, 2), or (n, 3) in space, and depth: float32 of shape (n,), as in `Push`.
    point: float32 of the same shape: the point of the first shape that is nearest to the second; where they overlap, the point of it
        that is deepest in the second along the normal.
    other_point: float32 of the same shape: that of the second shape. Moving the second shape by depth * normal brings its point to
        that of the first, where the two then touch.
    """

    normal: Floats
    depth: Floats
    point: Floats
    other_point: Floats


def asked_groups(
    me: Any, other: Any, pairs: ArrayLike | None, groups: ArrayLike | None, other_groups: ArrayLike | None
) -> tuple[NDArray[np.uint32] | None, NDArray[np.uint32] | None, tuple[int, int], NDArray[np.uint32]]:
    """The offsets of the groups of two sets, how many groups these have, and the pairs that are asked about."""
    first = None if groups is None else starts(groups, len(me), "groups", "shapes")
    of_other = first if other_groups is groups and other is me else None
    if other_groups is not None and of_other is None:
        of_other = starts(other_groups, len(other), "other_groups", "shapes")
    counts = len(me) if first is None else len(first) - 1, len(other) if of_other is None else len(of_other) - 1
    return first, of_other, counts, _elementwise(counts, "groups") if pairs is None else pairs_of(pairs)


def _elementwise(counts: tuple[int, int], what: str) -> Indices:
    """Number i with number i; one with all."""
    if counts[0] != counts[1] and 1 not in counts:
        raise ValueError(f"without pairs, as many {what} of both sets, or one of either, are expected, not {counts[0]} and {counts[1]}")
    pairs = np.zeros((max(counts) if 0 not in counts else 0, 2), np.uint32)
    for side in (0, 1):
        if counts[side] > 1:
            pairs[:, side] = np.arange(counts[side], dtype=np.uint32)
    return pairs


def elementwise_or(pairs: ArrayLike | None, a: Any, b: Any) -> Indices:
    """The pairs that are given, or shape i of the one with shape i of the other, or a single shape with all."""
    if pairs is not None:
        return pairs_of(pairs)
    a._check_like(b)
    return _elementwise((len(a), len(b)), "shapes")


def _yes_or_no(
    ask: Any, a: Any, b: Any, pairs: ArrayLike | None, touching: bool, margin: float, workers: int, out: NDArray[np.bool_] | None
) -> NDArray[np.bool_]:
    """The answers to one of the extension module's questions whose answers are bits."""
    asked = elementwise_or(pairs, a, b)
    answers = answers_in(out, np.empty(len(asked), _BOOL))
    if workers == 1:
        done = ask(b, asked, touching, margin, answers)
    else:
        done = in_parts(len(asked), workers, lambda i, k: bool(ask(b, asked[i:k], touching, margin, answers[i:k])))
    if not done:
        raise refused_pairs(asked if pairs is None else pairs, (len(a), len(b)), margin)
    return answers


class Questions(Generic[SameKind]):
    """The questions that both kinds of sets answer.

    Queries allocate nothing but their answers. While a query runs in one thread, other threads may ask the same sets; adding shapes
    then raises RuntimeError.
    """

    def _checked(self, index: int) -> int:
        number, count = operator.index(index), len(self)  # type: ignore[arg-type]
        if not 0 <= number < count:
            raise IndexError(f"index is {number}, but the set has {counted(count)}")
        return number

    def overlap(
        self,
        other: SameKind,
        pairs: ArrayLike | None = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        workers: int = 1,
        out: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.bool_]:
        """Which pairs of shapes overlap? Exact for the coordinates as float32, and the same on every machine.

        other: a set of the same kind; it may be this set.
        pairs: integers of shape (n, 2): an index into this set and one into `other`. uint32 and int32 in C order are not copied.
            None: shape i of this set and shape i of `other`, for all i; a set of one shape is paired with all of the other.
        touching: True: shapes that touch overlap; False: they do not.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns a bool for each pair.
        IndexError: a pair is out of range; the first such one is named. ValueError: a margin below 0, an `out` of another kind,
            or no pairs and sets of different lengths, none of one shape. TypeError: `other` is no set of this kind. RuntimeError:
            another thread is changing a set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> cars.overlap(cars, [[0, 1], [0, 2]])
        array([ True, False])
        >>> cars.overlap(cars, [[0, 1], [0, 2]], margin=25)
        array([ True, False])
        """
        me: Any = self
        return _yes_or_no(me._overlap_pairs, self, other, pairs, touching, margin, workers, out)

    def overlap_one(
        self, index: int, other: SameKind, start: int = 0, stop: int | None = None, *, touching: bool = True, margin: float = 0.0
    ) -> NDArray[np.bool_]:
        """Does one shape of this set overlap the shapes of a range of `other`? Exact.

        index: which shape of this set.
        other: a set of the same kind; it may be this set.
        start, stop: the range start .. stop - 1 of `other`. None: all from start.
        touching: True: shapes that touch overlap; False: they do not.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates.

        Returns a bool for each shape of the range.
        IndexError: there is no such shape, or the range is not within `other`. ValueError: a margin below 0. TypeError: `other`
            is no set of this kind.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> cars.overlap_one(0, cars)
        array([ True,  True, False])
        """
        me: Any = self
        me._check_like(other)
        last = len(other) if stop is None else operator.index(stop)
        one, first = self._checked(index), operator.index(start)
        if not 0 <= first <= last <= len(other):
            raise IndexError(f"the range {first} .. {last} does not lie in the second set, which has {counted(len(other))}")
        out = np.empty(last - first, _BOOL)
        if not me._overlap_one(one, other, first, touching, margin, out):
            raise refused_margin(margin) or ValueError("this question was refused")
        return out

    def contains(
        self,
        other: SameKind,
        pairs: ArrayLike | None = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        workers: int = 1,
        out: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.bool_]:
        """Which shapes of this set contain all of the shape of `other` that they are paired with? Exact.

        other: a set of the same kind; it may be this set.
        pairs: integers of shape (n, 2): an index into this set and one into `other`. uint32 and int32 in C order are not copied.
            None: shape i of this set and shape i of `other`, for all i; a set of one shape is paired with all of the other.
        touching: whether the inner shape may touch the boundary from within; then every shape contains itself.
        margin: how far inside it has to stay, from 0 to 3.4e38, in the unit of the coordinates.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns a bool for each pair.
        IndexError: a pair is out of range; the first such one is named. ValueError: a margin below 0, an `out` of another kind,
            or no pairs and sets of different lengths, none of one shape. TypeError: `other` is no set of this kind. RuntimeError:
            another thread is changing a set.

        >>> room = sepal.Polys.from_boxes(0, 0, 10, 10)
        >>> things = sepal.Polys.from_circles(x=[0, 4, 9], y=0, radius=1)
        >>> room.contains(things, [[0, 0], [0, 1], [0, 2]])
        array([ True,  True, False])
        >>> room.contains(things, [[0, 0], [0, 1], [0, 2]], margin=0.5)
        array([ True, False, False])
        """
        me: Any = self
        return _yes_or_no(me._contains_pairs, self, other, pairs, touching, margin, workers, out)

    def overlap_groups(
        self,
        other: SameKind,
        pairs: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        other_groups: ArrayLike | None = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        workers: int = 1,
        out: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.bool_]:
        """Which groups of shapes overlap, each as the union of its parts? Exact.

        other: a set of the same kind; it may be this set.
        pairs: integers of shape (n, 2): a group of this set and one of `other`. uint32 and int32 in C order are not copied. None:
            group i of this set and group i of `other`, for all i; a single group is paired with all of the other set.
        groups, other_groups: offsets into this set and into `other`, one more than there are groups; group i has the shapes
            groups[i] .. groups[i + 1] - 1 as its parts. None: each shape is a group of its own. `Polys.from_concave` gives such
            offsets.
        touching: True: shapes that touch overlap; False: they do not. In the plane a point or line inside of a union overlaps it, also
            on an edge that two parts share; in space such a point only touches.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns a bool for each pair.
        IndexError: a pair is out of range; the first such one is named. ValueError: offsets that descend or lead out of the set,
            a margin below 0, an `out` of another kind. TypeError: `other` is no set of this kind. RuntimeError: another thread is
            changing a set.

        >>> shapes, groups = sepal.Polys.from_concave([[[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]])
        >>> points = sepal.Polys.from_circles(x=[2, 2], y=[2, 0.5], radius=0)
        >>> shapes.overlap_groups(points, [[0, 0], [0, 1]], groups)
        array([False,  True])
        """
        me: Any = self
        me._check_like(other)
        first, of_other, counts, asked = asked_groups(self, other, pairs, groups, other_groups)
        answers = answers_in(out, np.empty(len(asked), _BOOL))

        def call(i: int, k: int) -> bool:
            return bool(me._overlap_groups(other, first, of_other, asked[i:k], touching, margin, answers[i:k]))

        if not in_parts(len(asked), workers, call):
            raise refused_pairs(asked if pairs is None else pairs, counts, margin, "groups")
        return answers

    def mtv(
        self,
        other: SameKind,
        pairs: ArrayLike | None = None,
        *,
        margin: float = 0.0,
        workers: int = 1,
        out: Push | None = None,
    ) -> Push:
        """What is the smallest push that parts the shapes of each pair (the minimum translation vector), or their distance?

        other: a set of the same kind; it may be this set.
        pairs: integers of shape (n, 2): an index into this set and one into `other`. uint32 and int32 in C order are not copied.
            None: shape i of this set and shape i of `other`, for all i; a set of one shape is paired with all of the other.
        margin: the shapes are pushed until they are so far apart; from 0 to 3.4e38, in the unit of the coordinates.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns `normal`, float32 of shape (n, 2), or (n, 3) in space: a unit vector from the first shape towards the second; and
            `depth`, float32 of shape (n,). Above 0: moving the first shape by -depth * normal, or the second by +depth * normal,
            leaves the two just touching, and no shorter move does. 0: they touch. Below 0: minus their distance, and the normal
            leads from the nearest point of the first to that of the second. The sign of depth is exact; the headers of the C
            library state the bounds of errors.
        IndexError: a pair is out of range; the first such one is named. ValueError: a margin below 0, an `out` of another kind,
            or no pairs and sets of different lengths, none of one shape. TypeError: `other` is no set of this kind. RuntimeError:
            another thread is changing a set.

        >>> boxes = sepal.Polys.from_boxes(x=[0, 1.5, 5], y=0, length=2, width=2)
        >>> push = boxes.mtv(boxes, [[0, 1], [0, 2]])
        >>> push.depth.tolist(), push.normal.tolist()
        ([0.5, -3.0], [[1.0, 0.0], [1.0, 0.0]])
        """
        me: Any = self
        asked = elementwise_or(pairs, self, other)
        n = len(asked)
        answers = answers_in(out, Push(np.empty((me._dimension, n), _FLOAT32).T, np.empty(n, _FLOAT32)))

        def call(i: int, k: int) -> bool:
            return bool(me._mtv_pairs(other, asked[i:k], margin, *answers.normal.T[:, i:k], answers.depth[i:k]))

        if not in_parts(len(asked), workers, call):
            raise refused_pairs(asked if pairs is None else pairs, (len(me), len(other)), margin)
        return answers

    def nearest(
        self,
        other: SameKind,
        pairs: ArrayLike | None = None,
        *,
        margin: float = 0.0,
        workers: int = 1,
        out: Nearest | None = None,
    ) -> Nearest:
        """What is the smallest push that parts the shapes of each pair, and between which of their points does it lead? As `mtv`,
        with the two points, which cost extra: of shapes apart, the nearest ones.

        other: a set of the same kind; it may be this set.
        pairs: integers of shape (n, 2): an index into this set and one into `other`. uint32 and int32 in C order are not copied.
            None: shape i of this set and shape i of `other`, for all i; a set of one shape is paired with all of the other.
        margin: the shapes are pushed until they are so far apart; from 0 to 3.4e38, in the unit of the coordinates.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns `normal` and `depth`, as `mtv` does; `point`, float32 of the shape of `normal`: the point of the first shape that
            is nearest to the second, or where they overlap the one that is deepest in it along the normal; and `other_point`,
            that of the second shape. Moving the second shape by depth * normal brings its point to that of the first, where the
            two then touch.
        IndexError: a pair is out of range; the first such one is named. ValueError: a margin below 0, an `out` of another kind,
            or no pairs and sets of different lengths, none of one shape. TypeError: `other` is no set of this kind. RuntimeError:
            another thread is changing a set.

        >>> circles = sepal.Polys.from_circles(x=[0, 5], y=0, radius=[1, 2])
        >>> nearest = circles.nearest(circles, [[0, 1]])
        >>> nearest.depth.tolist(), nearest.point.tolist(), nearest.other_point.tolist()
        ([-2.0], [[1.0, 0.0]], [[3.0, 0.0]])
        """
        me: Any = self
        asked = elementwise_or(pairs, self, other)
        d = me._dimension
        made = np.empty((3 * d + 1, len(asked)), _FLOAT32)
        answers = answers_in(out, Nearest(made[:d].T, made[d], made[d + 1 : 2 * d + 1].T, made[2 * d + 1 :].T))
        rows = (*answers.normal.T, answers.depth, *answers.point.T, *answers.other_point.T)

        def call(i: int, k: int) -> bool:
            return bool(me._nearest_pairs(other, asked[i:k], margin, *(row[i:k] for row in rows)))

        if not in_parts(len(asked), workers, call):
            raise refused_pairs(asked if pairs is None else pairs, (len(me), len(other)), margin)
        return answers
