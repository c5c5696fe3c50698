"""What is raised where shapes, indices or rules are refused."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import AnyArray


class ShapeError(ValueError):
    """A shape was refused. Nothing was added or changed.

    index: the number of the first shape that was refused, in the arrays that were given.
    """

    def __init__(self, index: int, message: str) -> None:
        super().__init__(message)
        self.index = index

    def __reduce__(self) -> tuple[type, tuple[int, str]]:
        return type(self), (self.index, str(self))


def refused_row(kind: str, index: int, columns: dict[str, AnyArray | None], extents: tuple[str, ...]) -> ShapeError:
    """Says which value of row `index` is why it was refused. extents: the names of the columns that may not be negative."""
    for name, column in columns.items():
        if column is None:
            continue
        value = float(column[index])
        if not math.isfinite(value):
            return ShapeError(index, f"{kind} {index}: {name} is {value}; a finite float32 is expected")
        if name in extents and value < 0:
            return ShapeError(index, f"{kind} {index}: {name} is {value}; at least 0 is expected")
    return ShapeError(index, f"{kind} {index}: what these numbers make does not fit float32")


def refused_points(kind: str, index: int, points: AnyArray, radius: float, otherwise: str) -> ShapeError:
    """Says why the shape with these points was refused."""
    finite = np.isfinite(points).all(axis=1)
    if len(points) == 0:
        reason = "has no vertices; at least one is expected"
    elif not finite.all():
        k = int(np.argmin(finite))
        reason = f"has the vertex {tuple(points[k].tolist())}; finite float32 coordinates are expected"
    elif not (math.isfinite(radius) and radius >= 0):
        reason = f"has the radius {radius}; a finite number of at least 0 is expected"
    else:
        reason = otherwise
    return ShapeError(index, f"{kind} {index} {reason}")


def refused_pairs(pairs: ArrayLike, counts: tuple[int, int], margin: float, what: str = "shapes") -> Exception:
    """Why a question about pairs was refused: its margin, or the first pair that is out of range."""
    if not 0 <= margin <= float(np.finfo(np.float32).max):
        return ValueError(f"margin is {margin}; a finite number of at least 0 is expected")
    array = np.asarray(pairs)
    for side, name in enumerate(("first", "second")):
        wrong = (array[:, side] < 0) | (array[:, side] >= counts[side])
        if wrong.any():
            k = int(np.argmax(wrong))
            return IndexError(f"pairs[{k}] is {tuple(array[k].tolist())}, but the {name} set has {counts[side]} {what}")
    return ValueError("this question was refused")
