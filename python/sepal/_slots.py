"""Shapes that come and go, while all others keep their index."""

from __future__ import annotations

from typing import Any, Generic

import numpy as np

from . import _core
from ._arrays import Indices
from ._sets import SameKind


class Slots(Generic[SameKind]):
    """What sets of both kinds have for shapes that are removed and replaced."""

    def remove(self, index: int) -> None:
        """Removes one shape. All others keep their index, and `len` its value: the slot of the shape is empty until `replace` fills it;
        shapes that are added go behind all others.

        Nothing overlaps, contains, touches or meets what was removed, and no search finds it. Of a pair with it, a push has the depth
        -3.4028235e38 and the normal 0. `take` and what is like it refuse it, `to_rings` and `bounds` have nan there, and `copy` and
        `pickle` keep the slot empty.

        index: which shape. IndexError: there is no such shape, or it was removed.
        RuntimeError: another thread is using the set.

        >>> shapes = sepal.Polys.from_circles([0, 1, 2], 0, 0.6)
        >>> shapes.remove(1)
        >>> shapes.find_pairs().tolist(), shapes.removed().tolist(), len(shapes)
        ([], [1], 3)
        """
        me: Any = self
        number: int = me._checked(index)
        if not me._remove(number):
            raise IndexError(f"shape {number} was removed")

    def replace(self, index: int, other: SameKind, shape: int = 0) -> None:
        """Puts a copy of a shape of a set into a slot, which may be empty, instead of what was there, whatever its number of vertices
        and radius. Then `place` with `shapes` takes models of as many vertices as the new shape has.

        index: which slot: the index of a shape of this set.
        other: a set of the same kind; it may be this one.
        shape: the index of the shape in the other set. IndexError: there is no such slot, or no such shape.
        TypeError: `other` is no set of the same kind. RuntimeError: another thread is using this set, or changing the other.

        >>> shapes = sepal.Polys.from_circles([0, 1, 2], 0, 0.6)
        >>> shapes.remove(1)
        >>> shapes.replace(1, sepal.Polys.from_boxes(0.5, 0, length=1, width=1))
        >>> shapes.find_pairs().tolist(), shapes.removed().tolist()
        ([[0, 1]], [])
        """
        me: Any = self
        them: Any = other
        me._check_like(other)
        if not me._replace(me._checked(index), other, them._checked(shape)):
            raise IndexError(f"shape {shape} was removed")

    def removed(self) -> Indices:
        """The indices of the shapes that were removed, in ascending order.

        >>> sepal.Polys.from_circles([0, 1, 2], 0, 1).removed().tolist()
        []
        """
        me: Any = self
        found = np.empty(me._removed(np.empty(0, np.uint32)), np.uint32)
        me._removed(found)
        return found


def refuse_removed(shapes: Slots[Any], chosen: Any = None) -> None:
    """Raises IndexError if one of the chosen shapes, or with None any shape, was removed."""
    removed = shapes.removed()
    among = removed if chosen is None or len(removed) == 0 else np.intersect1d(chosen, removed)
    if len(among) > 0:
        raise IndexError(f"shape {among[0]} was removed")


def emptied(shapes: _core.Set, removed: Indices) -> Any:
    """The set, after these shapes were removed."""
    for index in removed.tolist():
        shapes._remove(index)
    return shapes
