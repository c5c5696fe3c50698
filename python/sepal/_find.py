"""Pairs of a whole scene, found without a list of pairs."""

from __future__ import annotations

import operator
from collections.abc import Sized
from typing import Any, Generic, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import FLOAT64, Floats, Indices, SignedIndices, counted, indices, signed
from ._errors import LARGEST, refused_margin
from ._filters import Numbers, both_filters
from ._find_places import ROOM, PlaceSearches, dtype_of_set, found_by
from ._labels import Joined, labels_of
from ._sets import SameKind

Labels = Sized  # a sequence for one set, or a tuple of two for two sets


class Neighbours(NamedTuple):
    """The nearest shapes, k for each of n, from the nearest on.

    shape: integers of shape (n, k), int32 (int64 from 2**31 shapes on): their indices; -1 behind the last, if there are fewer.
    distance: float32 of shape (n, k): how far they are, 0 if they overlap or touch; inf behind the last.
    """

    shape: SignedIndices
    distance: Floats


class Searches(PlaceSearches, Generic[SameKind]):
    """Questions about whole sets."""

    @overload
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
        index: None = None,
    ) -> SignedIndices: ...

    @overload
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
        index: Labels,
    ) -> Joined: ...

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
        index: Labels | None = None,
    ) -> SignedIndices | Joined:
        """Which shapes of this set overlap which shapes of `other`? Exact, as `overlap` about all pairs would be.

        other: a set of the same kind. None or this set itself: pairs within this set, each once, the smaller index first.
        touching: True: shapes that touch overlap; False: they do not.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which pairs are wanted: shape i of this set and shape j of `other`, if member[i] & mask[j] and
            member[j] & mask[i] are not 0, and owner[i] != owner[j]. Each is None, or an array of integers of 32 bits with one for
            every shape; for two sets a tuple of two of these. None: all bits; owners do not matter.
        ordered: True: the pairs are in order. False: they are in the order in which they are found, which saves the time and the
            memory of sorting them. It is the same on every machine, but may change with any version.
        index: labels of the shapes, one for each, such as the index of the frame that `from_geopandas` made the set of; for two sets
            a tuple of two of these, or None for numbers. None: the pairs are numbers of shapes.

        Returns the pairs, integers of shape (n, 2), in ascending order of the first index, then of the second, if they are ordered.
            They are int32 (int64 from 2**31 shapes on), so that differences do not wrap, and other questions take them without a
            copy. With `index`, the labels instead: two arrays, `left` and `right`, of the shapes of this set and of `other`.
        ValueError: a margin below 0, or not as many labels as shapes. TypeError: `other` is no set of this kind, or a filter or
            `index` for two sets is no tuple. RuntimeError: another thread is changing a set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> cars.find_pairs()
        array([[0, 1]], dtype=int32)
        >>> cars.find_pairs(sepal.Polys.from_circles(x=[30, 50], y=0, radius=1))
        array([[2, 0]], dtype=int32)
        >>> cars.find_pairs(margin=25).tolist(), cars.find_pairs(owner=[7, 7, 8]).tolist()
        ([[0, 1], [1, 2]], [])
        >>> cars.find_pairs(margin=25, ordered=False).shape
        (2, 2)
        >>> cars.find_pairs(index=["ada", "bob", "cleo"])
        Joined(left=array(['ada'], dtype='<U4'), right=array(['bob'], dtype='<U4'))
        """
        labels = None if index is None else labels_of(index, self, self if other is None else other)
        if ordered:
            pairs = self._find(other, False, touching, margin, member, mask, owner)
        else:
            pairs = self._each(other, False, touching, margin, member, mask, owner)
        return pairs if labels is None else Joined(labels[0][pairs[:, 0]], labels[1][pairs[:, 1]])

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
            raise IndexError(f"the range {first} .. {last} does not lie in the set, which has {counted(len(a))}")
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

    def find_nearest(
        self,
        other: SameKind | None = None,
        *,
        k: int = 1,
        limit: float | None = None,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
    ) -> Neighbours:
        """Which k shapes of `other` are nearest to each shape of this set, and how far are they? The distances are those that `mtv`
        finds, and 0 for shapes that overlap or touch, which is exact; of equal ones the smaller index comes first. What was
        prepared for `other` is kept until it changes. For points, make a set of them: circles without a radius.

        other: a set of the same kind. None or this set itself: no shape is one of its own nearest.
        k: how many of each, an integer from 0 on.
        limit: the greatest distance that is wanted, from 0 to 3.4e38, in the unit of the coordinates. None: any.
        member, mask, owner: which pairs are wanted: shape i of this set and shape j of `other`, if member[i] & mask[j] and
            member[j] & mask[i] are not 0, and owner[i] != owner[j]. Each is None, or an array of integers of 32 bits with one for
            every shape; for two sets a tuple of two of these. None: all bits; owners do not matter.

        Returns `shape`, integers of shape (n, k), -1 behind the last shape that there is, and `distance`, float32 of shape (n, k),
            inf there.
        ValueError: a k or limit below 0. TypeError: `other` is no set of this kind, or a filter for two sets is no tuple.
            RuntimeError: another thread is changing a set.

        >>> row = sepal.Polys.from_circles(x=[0, 3, 5, 20], y=0, radius=0.5)
        >>> points = sepal.Polys.from_circles(x=[2, 20.25], y=[0, 0], radius=0)
        >>> nearest = points.find_nearest(row, k=2)
        >>> nearest.shape.tolist(), nearest.distance.tolist()
        ([[1, 0], [3, 2]], [[0.5, 1.5], [0.0, 14.75]])
        >>> row.find_nearest(limit=1.5).shape.tolist()
        [[-1], [2], [1], [-1]]
        """
        a: Any = self
        b: Any = a if other is None else other
        a._check_like(b)
        many = operator.index(k)
        if many < 0:
            raise ValueError(f"k is {many}; an integer from 0 on is expected")
        filters = both_filters(a, b, member, mask, owner)
        shape, distance = np.empty((len(a), many), np.uint32), np.empty((len(a), many), np.float32)
        trees = b.__dict__.setdefault("_trees", [])
        finder = trees.pop() if trees else _core.Finder()
        most = 0 if dtype_of_set(a) == FLOAT64 else LARGEST  # sets of float64 refuse the question, whatever the limit
        refused = finder.nearest(a, b, True, most if limit is None else limit, *filters, many, shape, distance) < 0
        trees.append(finder)
        if refused:
            raise (None if limit is None else refused_margin(limit, "limit")) or ValueError("this question was refused")
        none = shape == 0xFFFFFFFF
        distance[none] = np.inf
        found = signed(shape, len(b))
        found[none] = -1
        return Neighbours(found, distance)

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
