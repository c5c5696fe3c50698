"""Pairs of a whole scene, found without a list of pairs, and the shapes at points."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Generic

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import Indices, SignedIndices, indices, numbers, origin_of, points, relative, signed
from ._errors import refused_margin, refused_points
from ._sets import SameKind

Numbers = Any  # None, an array for one set, or two of either for two sets

# How many results a search has room for at first, for each shape. The memory of the array is touched only where results are written.
ROOM = 16


def _filters(name: str, given: Numbers, a: Any, b: Any) -> tuple[Indices | None, Indices | None]:
    if given is None:
        return None, None
    if a is b:
        own = numbers(name, given, len(a))
        return own, own
    if not isinstance(given, tuple) or len(given) != 2:
        raise TypeError(f"{name}: for two sets, a tuple of two arrays (or None) is expected")
    first, second = given
    return (
        None if first is None else numbers(f"{name}[0]", first, len(a)),
        None if second is None else numbers(f"{name}[1]", second, len(b)),
    )


Filters = tuple[Indices | None, ...]


def both_filters(a: Any, b: Any, member: Numbers, mask: Numbers, owner: Numbers) -> Filters:
    return (*_filters("member", member, a, b), *_filters("mask", mask, a, b), *_filters("owner", owner, a, b))


def found_by(kept: list[Any], room: int, call: Callable[[Any, Indices], int]) -> Indices | None:
    """What a search writes, with a finder of those that are kept. None: the search was refused.

    call: takes a finder and an output, and returns the number of pairs, or -1."""
    finder = kept.pop() if kept else _core.Finder()
    while True:
        out = np.empty((room, 2), np.uint32)
        found = call(finder, out)
        if found <= room:
            break
        room = found
    kept.append(finder)
    if found < 0:
        return None
    out.resize((found, 2), refcheck=False)
    return out


class Searches(Generic[SameKind]):
    """Questions about whole sets."""

    def find_pairs(
        self,
        other: SameKind | None = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
        ordered: bool = True,
    ) -> SignedIndices:
        """Which shapes of this set overlap which shapes of `other`? Exact, as `overlap` about all pairs would be.

        other: a set of the same kind. None or this set itself: pairs within this set, each once, the smaller index first.
        touching: True: shapes that touch overlap; False: they do not.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which pairs are wanted: shape i of this set and shape j of `other`, if member[i] & mask[j] and
            member[j] & mask[i] are not 0, and owner[i] != owner[j]. Each is None, or an array of integers of 32 bits with one for
            every shape; for two sets a tuple of two of these. None: all bits; owners do not matter.
        ordered: True: the pairs are in order. False: they are in the order in which they are found, which saves the time and the
            memory of sorting them. It is the same on every machine, but may change with any version.

        Returns the pairs, integers of shape (n, 2), in ascending order of the first index, then of the second, if they are ordered.
            They are int32 (int64 from 2**31 shapes on), so that differences do not wrap, and other questions take them without a
            copy.
        ValueError: a margin below 0. TypeError: `other` is no set of this kind, or a filter for two sets is no tuple.
            RuntimeError: another thread is changing a set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> cars.find_pairs()
        array([[0, 1]], dtype=int32)
        >>> cars.find_pairs(sepal.Polys.from_circles(x=[30, 50], y=0, radius=1))
        array([[2, 0]], dtype=int32)
        >>> cars.find_pairs(margin=25).tolist(), cars.find_pairs(owner=[7, 7, 8]).tolist()
        ([[0, 1], [1, 2]], [])
        >>> cars.find_pairs(margin=25, ordered=False).shape
        (2, 2)
        """
        if ordered:
            return self._find(other, False, touching, margin, member, mask, owner)
        return self._each(other, False, touching, margin, member, mask, owner)

    def any_pair(
        self,
        other: SameKind | None = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
    ) -> bool:
        """Does any shape of this set overlap any shape of `other`? Exact; whether `find_pairs` finds a pair. The search ends with the
        first one.

        other: a set of the same kind. None or this set itself: whether two shapes of this set overlap.
        touching: True: shapes that touch overlap; False: they do not.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which pairs count: shape i of this set and shape j of `other`, if member[i] & mask[j] and
            member[j] & mask[i] are not 0, and owner[i] != owner[j]. Each is None, or an array of integers of 32 bits with one for
            every shape; for two sets a tuple of two of these. None: all bits; owners do not matter.

        ValueError: a margin below 0. TypeError: `other` is no set of this kind, or a filter for two sets is no tuple.
            RuntimeError: another thread is changing a set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> cars.any_pair(), cars.any_pair(owner=[7, 7, 8])
        (True, False)
        >>> cars.any_pair(sepal.Polys.from_circles(x=[20, 50], y=0, radius=1))
        False
        """
        return len(self._each(other, True, touching, margin, member, mask, owner)) > 0

    def find_near(
        self,
        other: SameKind | None = None,
        *,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
    ) -> SignedIndices:
        """Which shapes of this set are near which shapes of `other`? Those whose bounding boxes, grown by the margin, meet. No pair
        within `margin` of each other is missing, and some pairs farther apart are given: a broad phase.

        other: a set of the same kind. None or this set itself: pairs within this set, each once, the smaller index first.
        margin: from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which pairs are wanted: shape i of this set and shape j of `other`, if member[i] & mask[j] and
            member[j] & mask[i] are not 0, and owner[i] != owner[j]. Each is None, or an array of integers of 32 bits with one for
            every shape; for two sets a tuple of two of these. None: all bits; owners do not matter.

        Returns the pairs, integers of shape (n, 2), in ascending order of the first index, then of the second. They are int32
            (int64 from 2**31 shapes on), so that differences do not wrap, and other questions take them without a copy.
        ValueError: a margin below 0. TypeError: `other` is no set of this kind, or a filter for two sets is no tuple.
            RuntimeError: another thread is changing a set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> cars.find_near(margin=25).tolist()
        [[0, 1], [1, 2]]
        """
        return self._find(other, True, True, margin, member, mask, owner)

    def find_range(
        self,
        start: int,
        stop: int,
        other: SameKind | None = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
    ) -> SignedIndices:
        """Which of the shapes start .. stop - 1 of this set overlap which shapes of `other`? So a scene can be answered slice by
        slice, in bounded memory: the answers of successive ranges, one after the other, are those of `find_pairs`. What was
        prepared for `other` is kept until it changes.

        start, stop: integers, 0 <= start <= stop <= len(self).
        other: a set of the same kind. None or this set itself: pairs within this set, each once, the smaller index first.
        touching: True: shapes that touch overlap; False: they do not.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which pairs are wanted: shape i of this set and shape j of `other`, if member[i] & mask[j] and
            member[j] & mask[i] are not 0, and owner[i] != owner[j]. Each is None, or an array of integers of 32 bits with one for
            every shape; for two sets a tuple of two of these. None: all bits; owners do not matter.

        Returns the pairs, integers of shape (n, 2), in ascending order of the first index, then of the second. They are int32
            (int64 from 2**31 shapes on), so that differences do not wrap, and other questions take them without a copy.
        IndexError: the range is not within this set. ValueError: a margin below 0. TypeError: `other` is no set of this kind, or
            a filter for two sets is no tuple. RuntimeError: another thread is changing a set.

        >>> row = sepal.Polys.from_circles(x=range(6), y=0, radius=0.5)
        >>> row.find_range(0, 3).tolist(), row.find_range(3, 6).tolist()
        ([[0, 1], [1, 2], [2, 3]], [[3, 4], [4, 5]])
        """
        a: Any = self
        b: Any = a if other is None else other
        a._check_like(b)
        first, last = operator.index(start), operator.index(stop)
        if not 0 <= first <= last <= len(a):
            raise IndexError(f"the range {first} .. {last} does not lie in the set, which has {len(a)} shapes")
        filters = both_filters(a, b, member, mask, owner)

        def call(finder: Any, out: Indices) -> int:
            return int(finder.range(a, b, first, last - first, touching, margin, *filters, out))

        trees = b.__dict__.setdefault("_trees", [])
        pairs = found_by(trees, ROOM * (last - first) + 64, call)
        if pairs is None:
            raise refused_margin(margin) or ValueError("this question was refused")
        return signed(pairs, max(len(a), len(b)))

    def find_list(
        self,
        shapes: ArrayLike,
        other: SameKind | None = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
    ) -> SignedIndices:
        """Which of the listed shapes of this set overlap which shapes of `other`? Exact: those of the pairs of `find_pairs`. What was
        prepared for `other` is kept until it changes.

        shapes: indices in this set; one that is there twice counts once.
        other: a set of the same kind. None or this set itself: pairs within this set of which at least one shape is listed, each
            once, the smaller index first.
        touching: True: shapes that touch overlap; False: they do not.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which pairs are wanted: shape i of this set and shape j of `other`, if member[i] & mask[j] and
            member[j] & mask[i] are not 0, and owner[i] != owner[j]. Each is None, or an array of integers of 32 bits with one for
            every shape; for two sets a tuple of two of these. None: all bits; owners do not matter.

        Returns the pairs, integers of shape (n, 2), in ascending order of the first index, then of the second. They are int32
            (int64 from 2**31 shapes on), so that differences do not wrap, and other questions take them without a copy.
        IndexError: there is no such shape. ValueError: a margin below 0. TypeError: `other` is no set of this kind, or a filter for
            two sets is no tuple. RuntimeError: another thread is changing a set.

        >>> row = sepal.Polys.from_circles(x=range(6), y=0, radius=0.5)
        >>> row.find_list([0, 3]).tolist()
        [[0, 1], [2, 3], [3, 4]]
        """
        a: Any = self
        b: Any = a if other is None else other
        a._check_like(b)
        listed = indices("shapes", shapes, len(a))
        filters = both_filters(a, b, member, mask, owner)

        def call(finder: Any, out: Indices) -> int:
            return int(finder.list(a, b, listed, touching, margin, *filters, out))

        pairs = found_by(b.__dict__.setdefault("_trees", []), ROOM * len(listed) + 64, call)
        if pairs is None:
            raise refused_margin(margin) or ValueError("this question was refused")
        return signed(pairs, max(len(a), len(b)))

    def find_at(self, at: ArrayLike, *, touching: bool = True, margin: float = 0.0, origin: Any = None) -> SignedIndices:
        """Which shapes contain which points? Exact. What was prepared for this set is kept until it changes.

        at: points of shape (n, 2), in space (n, 3); or one point, of shape (2,) or (3,). They are rounded to float32.
        touching: whether a point on the boundary counts.
        margin: shapes within this distance of a point count as well; from 0 to 3.4e38, in the unit of the coordinates.
        origin: a point, which becomes the origin: it is subtracted from `at` in float64 before rounding to float32. None: (0, 0).

        Returns integers of shape (n, 2): the index of a point and that of a shape, in ascending order of the points, then of the
            shapes. For one point they are one-dimensional: the indices of the shapes. They are int32 (int64 from 2**31 on).
        ValueError: an array of another shape, a number that is not finite or beyond float32, a margin below 0. RuntimeError:
            another thread is changing the set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> cars.find_at([4.5, 1.5])
        array([1], dtype=int32)
        >>> cars.find_at([[0, 0], [30, 0.5], [50, 50]]).tolist()
        [[0, 0], [1, 2]]
        """
        me: Any = self
        given = relative("at", at, None if origin is None else origin_of(origin, me._dimension))
        is_one = given.shape == (me._dimension,)
        columns = points("at", given[None] if is_one else given, me._dimension)

        def call(finder: Any, out: Indices) -> int:
            return int(finder.at(me, touching, margin, *columns, *[None] * (6 - me._dimension), out))

        pairs = found_by(me.__dict__.setdefault("_trees", []), ROOM * len(columns[0]) + 64, call)
        if pairs is None:
            wrong = refused_points("at", given.reshape(-1, me._dimension))
            raise wrong or refused_margin(margin) or ValueError("this question was refused")
        found = np.ascontiguousarray(pairs[:, 1]) if is_one else pairs
        return signed(found, max(len(me), len(columns[0])))

    def find_in(
        self, low: ArrayLike, high: ArrayLike, *, touching: bool = True, margin: float = 0.0, origin: Any = None
    ) -> SignedIndices:
        """Which shapes overlap which windows: boxes parallel to the axes? Exact. What was prepared for this set is kept until it
        changes.

        low, high: two corners of each window, of shape (n, 2), in space (n, 3); or of one window, of shape (2,) or (3,). They are
            rounded to float32; then no number of `low` may be above that of `high`.
        touching: whether shapes that only touch a window count.
        margin: shapes within this distance of a window count as well; from 0 to 3.4e38, in the unit of the coordinates.
        origin: a point, which becomes the origin: it is subtracted from `low` and `high` in float64 before rounding to float32.
            None: (0, 0).

        Returns integers of shape (n, 2): the index of a window and that of a shape, in ascending order of the windows, then of the
            shapes. For one window they are one-dimensional: the indices of the shapes. They are int32 (int64 from 2**31 on).
        ValueError: arrays of another shape, a number that is not finite or beyond float32, `low` above `high`, a margin below 0.
            RuntimeError: another thread is changing the set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> cars.find_in([3, -5], [40, 5])
        array([1, 2], dtype=int32)
        >>> cars.find_in([[-9, -9], [29, 0]], [[-1, 9], [30, 1]]).tolist()
        [[0, 0], [1, 2]]
        """
        me: Any = self
        zero = None if origin is None else origin_of(origin, me._dimension)
        corners = [relative(name, given, zero) for name, given in (("low", low), ("high", high))]
        is_one = all(given.shape == (me._dimension,) for given in corners)
        columns = [
            points(name, given[None] if is_one else given, me._dimension)
            for name, given in zip(("low", "high"), corners, strict=True)
        ]
        if len(columns[0][0]) != len(columns[1][0]):
            raise ValueError(f"as many corners low as high are expected, not {len(columns[0][0])} and {len(columns[1][0])}")
        above = np.flatnonzero(np.any([a > b for a, b in zip(*columns, strict=True)], axis=0))
        if len(above) > 0:
            raise ValueError(f"low[{above[0]}] is above high[{above[0]}]")
        none = [None] * (3 - me._dimension)

        def call(finder: Any, out: Indices) -> int:
            return int(finder.at(me, touching, margin, *columns[0], *none, *columns[1], *none, out))

        pairs = found_by(me.__dict__.setdefault("_trees", []), ROOM * len(columns[0][0]) + 64, call)
        if pairs is None:
            both = [given.reshape(-1, me._dimension) for given in corners]
            wrong = refused_points("low", both[0]) or refused_points("high", both[1])
            raise wrong or refused_margin(margin) or ValueError("this question was refused")
        found = np.ascontiguousarray(pairs[:, 1]) if is_one else pairs
        return signed(found, max(len(me), len(columns[0][0])))

    def _find(
        self, other: SameKind | None, near: bool, touching: bool, margin: float, member: Numbers, mask: Numbers, owner: Numbers
    ) -> SignedIndices:
        a: Any = self
        b: Any = a if other is None else other
        a._check_like(b)
        filters = both_filters(a, b, member, mask, owner)

        def call(finder: Any, out: Indices) -> int:
            return int(finder.find(a, b, near, touching, margin, *filters, out))

        pairs = found_by(a.__dict__.setdefault("_finders", []), ROOM * max(len(a), len(b)) + 64, call)
        if pairs is None:
            raise refused_margin(margin) or ValueError("this question was refused")
        return signed(pairs, max(len(a), len(b)))

    def _each(
        self,
        other: SameKind | None,
        is_one_enough: bool,
        touching: bool,
        margin: float,
        member: Numbers,
        mask: Numbers,
        owner: Numbers,
    ) -> SignedIndices:
        """Pairs as they are found; if one is enough, the first ones."""
        a: Any = self
        b: Any = a if other is None else other
        a._check_like(b)
        filters = both_filters(a, b, member, mask, owner)
        kept = a.__dict__.setdefault("_finders", [])
        finder = kept.pop() if kept else _core.Finder()
        grown = bytearray()
        found = finder.each(a, b, is_one_enough, touching, margin, *filters, grown)
        kept.append(finder)
        if found < 0:
            raise refused_margin(margin) or ValueError("this question was refused")
        return signed(np.ndarray((found, 2), np.uint32, grown), max(len(a), len(b)))
