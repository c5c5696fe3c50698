"""Pairs of a whole scene, found without a list of pairs."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._arrays import Indices, numbers

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

    def _find(
        self, other: Any, near: bool, touching: bool, margin: float, member: Numbers, mask: Numbers, owner: Numbers
    ) -> Indices:
        a: Any = self
        b = a if other is None else other
        filters = (
            *_filters("member", member, a, b),
            *_filters("mask", mask, a, b),
            *_filters("owner", owner, a, b),
        )
        kept = a.__dict__.setdefault("_finders", [])
        finder = kept.pop() if kept else _core.Finder()
        room = _ROOM * max(len(a), len(b)) + 64
        while True:
            out = np.empty((room, 2), np.uint32)
            found = finder.find(a, b, near, touching, margin, *filters, out)
            if found <= room:
                break
            room = found
        kept.append(finder)
        if found < 0:
            raise ValueError(f"margin is {margin}; a finite number of at least 0 is expected")
        out.resize((found, 2), refcheck=False)
        return out

