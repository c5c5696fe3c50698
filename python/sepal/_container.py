"""Sets as Python's containers: indexing, iteration, comparison."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import counted, unmasked

if TYPE_CHECKING:
    from typing_extensions import Self


class Container:
    """What sets share with lists and arrays."""

    __hash__ = None  # type: ignore[assignment]  # as of a list, which can change

    def __getitem__(self, index: Any) -> Self:
        """Some shapes as another set: of one index a set of one shape; of a slice, of integers, or of a bool for each shape those that
        they choose. Indices below 0 count from the end.

        IndexError: there is no such shape, or not as many bools as shapes.
        """
        me: Any = self
        count: int = len(me)
        if isinstance(index, slice):
            chosen: Any = np.arange(*index.indices(count))
        elif np.ndim(index) == 0:
            chosen = [operator.index(index)]
        else:
            chosen = unmasked("index", index)
            if chosen.dtype == np.bool_:
                if chosen.shape != (count,):
                    raise IndexError(f"a bool for each of the {count} shapes is expected, not an array of shape {chosen.shape}")
                chosen = np.flatnonzero(chosen)
        numbers = np.asarray(chosen)
        if numbers.size > 0 and numbers.dtype.kind in "iu":
            numbers = np.where(numbers < 0, numbers.astype(np.int64) + count, numbers)
            wrong = np.flatnonzero((numbers < 0) | (numbers >= count))
            if len(wrong) > 0:
                raise IndexError(f"index is {np.ravel(chosen)[wrong[0]]}, but the set has {counted(count)}")
        taken: Self = me.take(numbers)
        return taken

    def __iter__(self) -> Iterator[Self]:
        """The shapes one by one, each as a set of one shape. For one question about all of them, ask the whole set."""
        me: Any = self
        return (self[i] for i in range(len(me)))

    def __eq__(self, other: object) -> bool:
        """Whether both sets hold the same shapes in the same order: equal vertices in equal order, and equal radii."""
        if self is other:
            return True
        me: Any = self
        them: Any = other
        if not isinstance(other, Container) or me._empty is not them._empty:
            return NotImplemented
        return len(me) == len(them) and all(np.array_equal(a, b, equal_nan=True) for a, b in zip(me._contents(), them._contents(), strict=True))
