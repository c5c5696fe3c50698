"""Pairs of a whole scene, found without a list of pairs, and the shapes at points."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import Indices, floats, numbers, points
from ._errors import refused_margin

Numbers = Any  # None, an array for one set, or two of either for two sets

# How many results a search has room for at first, for each shape. The memory of the array is touched only where results are written.
_ROOM = 16


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


def _found(kept: list[Any], room: int, call: Callable[[Any, Indices], int]) -> Indices | None:
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


class Searches:
    """Questions about whole sets.

    other: the second set; None or the set itself: pairs within this set, each once, the smaller index first.
    member, mask, owner: which pairs are wanted: shape i of this set and shape j of `other`, if member[i] & mask[j] and member[j] &
        mask[i] are not 0, and owner[i] != owner[j]. Each is None, or an array of integers of 32 bits with one for every shape; for
        two sets a tuple of two of these. None: all bits; owners do not matter.

    The answer is an array of pairs, uint32 of shape (n, 2), in ascending order of the first index, then of the second.
    """

    def find_pairs(
        self,
        other: Any = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
    ) -> Indices:
        """Which shapes of this set overlap which shapes of `other`? Exact, as `overlap` about all pairs would be.

        touching, margin: as in `overlap`.
        """
        return self._find(other, False, touching, margin, member, mask, owner)

    def find_near(
        self, other: Any = None, margin: float = 0.0, *, member: Numbers = None, mask: Numbers = None, owner: Numbers = None
    ) -> Indices:
        """Which shapes of this set are near which shapes of `other`? Those whose bounding boxes, grown by the margin, meet.

        No pair within `margin` of each other is missing, and some pairs farther apart are given. margin: at least 0.
        """
        return self._find(other, True, True, margin, member, mask, owner)

    def find_range(
        self,
        start: int,
        stop: int,
        other: Any = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
    ) -> Indices:
        """Which of the shapes start .. stop-1 of this set overlap which shapes of `other`?

        So a scene can be answered slice by slice, in bounded memory: the answers of successive ranges, one after the other, are
        those of `find_pairs`. What was prepared for `other` is kept until it changes.

        start, stop: integers, 0 <= start <= stop <= len(self). All other arguments: as in `find_pairs`.
        """
        a: Any = self
        b = a if other is None else other
        first, last = operator.index(start), operator.index(stop)
        if not 0 <= first <= last <= len(a):
            raise IndexError(f"the range {first} .. {last} does not lie in the set, which has {len(a)} shapes")
        filters = both_filters(a, b, member, mask, owner)

        def call(finder: Any, out: Indices) -> int:
            return int(finder.range(a, b, first, last - first, touching, margin, *filters, out))

        trees = getattr(b, "__dict__", {}).setdefault("_trees", [])
        pairs = _found(trees, _ROOM * (last - first) + 64, call)
        if pairs is None:
            raise refused_margin(margin) or ValueError("this question was refused")
        return pairs

    def find_at(self, at: ArrayLike, *, touching: bool = True, margin: float = 0.0) -> Indices:
        """Which shapes contain which points? Exact. What was prepared for this set is kept until it changes.

        at: points as float32 of shape (n, 2), in space (n, 3); or one point, of shape (2,) or (3,). Other numbers are rounded to
            float32 first, float64 among them.
        touching: whether a point on the boundary counts.
        margin: shapes within this distance of a point count as well; at least 0, in the unit of the coordinates.

        The answer is uint32 of shape (n, 2): the index of a point and that of a shape, in ascending order of the points, then of the
        shapes. For one point it is one-dimensional: the indices of the shapes.
        """
        me: Any = self
        given = floats("at", at)
        is_one = given.shape == (me._dimension,)
        columns = points("at", given[None] if is_one else given, me._dimension)

        def call(finder: Any, out: Indices) -> int:
            return int(finder.at(me, touching, margin, *columns, *[None] * (3 - me._dimension), out))

        pairs = _found(me.__dict__.setdefault("_trees", []), _ROOM * len(columns[0]) + 64, call)
        if pairs is None:
            wrong = np.flatnonzero(~np.isfinite(np.stack(columns)).all(axis=0))
            if len(wrong) > 0:
                raise ValueError(f"at[{wrong[0]}] is {given[() if is_one else wrong[0]]}; finite float32 numbers are expected")
            raise refused_margin(margin) or ValueError("this question was refused")
        return np.ascontiguousarray(pairs[:, 1]) if is_one else pairs

    def _find(
        self, other: Any, near: bool, touching: bool, margin: float, member: Numbers, mask: Numbers, owner: Numbers
    ) -> Indices:
        a: Any = self
        b = a if other is None else other
        filters = both_filters(a, b, member, mask, owner)

        def call(finder: Any, out: Indices) -> int:
            return int(finder.find(a, b, near, touching, margin, *filters, out))

        pairs = _found(a.__dict__.setdefault("_finders", []), _ROOM * max(len(a), len(b)) + 64, call)
        if pairs is None:
            raise refused_margin(margin) or ValueError("this question was refused")
        return pairs
