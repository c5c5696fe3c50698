"""What is raised where shapes, indices or rules are refused."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


class ShapeError(ValueError):
    """A shape was refused. Nothing was added or changed.

    index: the number of the first shape that was refused, in the arrays that were given.
    """

    def __init__(self, index: int, message: str) -> None:
        super().__init__(message)
        self.index = index

    def __reduce__(self) -> tuple[type, tuple[int, str]]:
        return type(self), (self.index, str(self))


def raise_refusal(kind: str, refusal: tuple[int, str] | None) -> None:
    """Raises what the library refused, if it refused something."""
    if refusal is not None:
        index, reason = refusal
        raise ShapeError(index, f"{kind} {index}: {reason}")


def refused_margin(margin: float) -> ValueError | None:
    """What is wrong with a margin; None if nothing is."""
    if 0 <= margin <= float(np.finfo(np.float32).max):
        return None
    return ValueError(f"margin is {margin}; a finite number of at least 0 is expected")


def refused_pairs(pairs: ArrayLike, counts: tuple[int, int], margin: float, what: str = "shapes") -> Exception:
    """Why a question about pairs was refused: its margin, or the first pair that is out of range."""
    if (refused := refused_margin(margin)) is not None:
        return refused
    array = np.asarray(pairs)
    for side, name in enumerate(("first", "second")):
        wrong = (array[:, side] < 0) | (array[:, side] >= counts[side])
        if wrong.any():
            k = int(np.argmax(wrong))
            return IndexError(f"pairs[{k}] is {tuple(array[k].tolist())}, but the {name} set has {counts[side]} {what}")
    return ValueError("this question was refused")
