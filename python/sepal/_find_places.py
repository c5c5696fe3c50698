"""The shapes of a set at points and in windows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import FLOAT64, AnyArray, Indices, SignedIndices, origin_of, points, relative, signed
from ._errors import refused_margin, refused_points
from ._filters import Numbers, both_filters

# How many results a search has room for at first, for each shape. The memory of the array is touched only where results are written.
ROOM = 16


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


def dtype_of_set(me: Any) -> Any:
    """The type of the coordinates of a set; those of solids are float32."""
    return getattr(me, "dtype", np.dtype(np.float32))


def _subtracted(me: Any, origin: Any) -> Any:
    """What is subtracted from the coordinates of places; None: nothing."""
    if origin is not None and dtype_of_set(me) == FLOAT64:
        raise ValueError("origin: of a set of float64, places are given as its shapes are, without an origin")
    return None if origin is None else origin_of(origin, me._dimension)


def _places_of_doubles(me: Any, name: str, x: Sequence[AnyArray], y: Sequence[AnyArray]) -> Any:
    """A set like `me` of points or windows: their first vertices, then the second ones, and so on."""
    places = me._like()
    refusal = places._add_doubles(x, y, None)
    if refusal is not None:
        raise ValueError(f"{name}[{refusal[0]}]: {refusal[1]}")
    return places


def _shapes_or_pairs(pairs: SignedIndices, is_one: bool) -> SignedIndices:
    """Of one place the shapes alone."""
    return np.ascontiguousarray(pairs[:, 1]) if is_one else pairs


class PlaceSearches:
    """Questions about places."""

    def find_at(
        self,
        at: ArrayLike,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
        origin: Any = None,
    ) -> SignedIndices:
        """Which shapes contain which points? Exact. What was prepared for this set is kept until it changes.

        at: points of shape (n, 2), in space (n, 3); or one point, of shape (2,) or (3,). They are rounded to the type
            of the set.
        touching: whether a point on the boundary counts.
        margin: shapes within this distance of a point count as well; from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which pairs are wanted: point i and shape j, if member[i] & mask[j] and member[j] & mask[i] are not 0,
            and owner[i] != owner[j]. Each is None, or a tuple of two: integers of 32 bits with one for every point, and for every
            shape, or None.
        origin: a point, which becomes the origin: it is subtracted from `at` in float64 before rounding to float32. None: (0, 0).
            Sets of float64 take none here.

        Returns integers of shape (n, 2): the index of a point and that of a shape, in ascending order of the points, then of the
            shapes. For one point they are one-dimensional: the indices of the shapes. They are int32 (int64 from 2**31 on).
        ValueError: an array of another shape, a number that is not finite or beyond float32, a margin below 0. TypeError: a
            filter is no tuple. RuntimeError: another thread is changing the set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> cars.find_at([4.5, 1.5])
        array([1], dtype=int32)
        >>> cars.find_at([[0, 0], [30, 0.5], [50, 50]]).tolist()
        [[0, 0], [1, 2]]
        """
        me: Any = self
        given = relative("at", at, _subtracted(me, origin))
        is_one = given.shape == (me._dimension,)
        columns = points("at", given[None] if is_one else given, me._dimension, dtype_of_set(me))
        if dtype_of_set(me) == FLOAT64:
            places = _places_of_doubles(me, "at", columns[:1], columns[1:])
            found: SignedIndices = places.find_range(0, len(places), me, touching=touching, margin=margin, member=member, mask=mask, owner=owner)
            return _shapes_or_pairs(found, is_one)
        filters = both_filters(columns[0], me, member, mask, owner)

        def call(finder: Any, out: Indices) -> int:
            return int(finder.at(me, touching, margin, *filters, *columns, out))

        pairs = found_by(me.__dict__.setdefault("_trees", []), ROOM * len(columns[0]) + 64, call)
        if pairs is None:
            wrong = refused_points("at", given.reshape(-1, me._dimension))
            raise wrong or refused_margin(margin) or ValueError("this question was refused")
        return _shapes_or_pairs(signed(pairs, max(len(me), len(columns[0]))), is_one)

    def find_in(
        self,
        low: ArrayLike,
        high: ArrayLike,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
        origin: Any = None,
    ) -> SignedIndices:
        """Which shapes overlap which windows: boxes parallel to the axes? Exact. What was prepared for this set is kept until it
        changes.

        low, high: two corners of each window, of shape (n, 2), in space (n, 3); or of one window, of shape (2,) or (3,). They are
            rounded to the type of the set; then no number of `low` may be above that of `high`.
        touching: whether shapes that only touch a window count.
        margin: shapes within this distance of a window count as well; from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which pairs are wanted: window i and shape j, if member[i] & mask[j] and member[j] & mask[i] are not 0,
            and owner[i] != owner[j]. Each is None, or a tuple of two: integers of 32 bits with one for every window, and for every
            shape, or None.
        origin: a point, which becomes the origin: it is subtracted from `low` and `high` in float64 before rounding to float32.
            None: (0, 0). Sets of float64 take none here.

        Returns integers of shape (n, 2): the index of a window and that of a shape, in ascending order of the windows, then of the
            shapes. For one window they are one-dimensional: the indices of the shapes. They are int32 (int64 from 2**31 on).
        ValueError: arrays of another shape, a number that is not finite or beyond float32, `low` above `high`, a margin below 0.
            TypeError: a filter is no tuple. RuntimeError: another thread is changing the set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> cars.find_in([3, -5], [40, 5])
        array([1, 2], dtype=int32)
        >>> cars.find_in([[-9, -9], [29, 0]], [[-1, 9], [30, 1]]).tolist()
        [[0, 0], [1, 2]]
        """
        me: Any = self
        zero = _subtracted(me, origin)
        corners = [relative(name, given, zero) for name, given in (("low", low), ("high", high))]
        is_one = all(given.shape == (me._dimension,) for given in corners)
        columns = [
            points(name, given[None] if is_one else given, me._dimension, dtype_of_set(me))
            for name, given in zip(("low", "high"), corners, strict=True)
        ]
        if len(columns[0][0]) != len(columns[1][0]):
            raise ValueError(f"as many corners low as high are expected, not {len(columns[0][0])} and {len(columns[1][0])}")
        above = np.flatnonzero(np.any([a > b for a, b in zip(*columns, strict=True)], axis=0))
        if len(above) > 0:
            raise ValueError(f"low[{above[0]}] is above high[{above[0]}]")
        if dtype_of_set(me) == FLOAT64:
            (x, y), (right, top) = columns
            places = _places_of_doubles(me, "window", (x, right, right, x), (y, y, top, top))
            found: SignedIndices = places.find_range(0, len(places), me, touching=touching, margin=margin, member=member, mask=mask, owner=owner)
            return _shapes_or_pairs(found, is_one)
        filters = both_filters(columns[0][0], me, member, mask, owner)

        def call(finder: Any, out: Indices) -> int:
            return int(finder.windows(me, touching, margin, *filters, *columns[0], *columns[1], out))

        pairs = found_by(me.__dict__.setdefault("_trees", []), ROOM * len(columns[0][0]) + 64, call)
        if pairs is None:
            both = [given.reshape(-1, me._dimension) for given in corners]
            wrong = refused_points("low", both[0]) or refused_points("high", both[1])
            raise wrong or refused_margin(margin) or ValueError("this question was refused")
        return _shapes_or_pairs(signed(pairs, max(len(me), len(columns[0][0]))), is_one)
