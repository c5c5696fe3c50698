"""What is raised where shapes, indices or rules are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import AnyArray, Indices, counted

LARGEST = float(np.finfo(np.float32).max)


class ShapeError(ValueError):
    """A shape was refused. Nothing was added or changed.

    index: the number of the first shape that was refused, in the arrays that were given.
    """

    def __init__(self, index: int, message: str) -> None:
        super().__init__(message)
        self.index = index

    def __reduce__(self) -> tuple[type, tuple[int, str]]:
        return type(self), (self.index, str(self))


# What shape k was made of, under the names of the arguments.
Given = Callable[[int], Mapping[str, ArrayLike | None]]


def row_of(named: Mapping[str, ArrayLike | None]) -> Given:
    """Of arguments with one number for each shape, or one for all."""

    def given(k: int) -> dict[str, ArrayLike | None]:
        arrays = {name: np.asarray(0.0 if values is None else values) for name, values in named.items()}
        return {name: array[k] if array.ndim > 0 else array for name, array in arrays.items()}

    return given


def part_of(name: str, rows: AnyArray, first: Indices) -> Given:
    """Of points in rows, where shape k has the rows first[k] .. first[k+1]-1."""
    return lambda k: {name: rows[first[k] : first[k + 1]]}


def raise_refusal(kind: str, refusal: tuple[int, str] | None, given: Given | None = None) -> None:
    """Raises what the library refused, if it refused something. given: a finite number that float32 does not hold is named."""
    if refusal is None:
        return
    index, reason = refusal
    for name, values in (given(index) if given is not None else {}).items():
        numbers = np.ravel(np.asarray(0.0 if values is None else values, np.float64))
        beyond = numbers[np.isfinite(numbers) & (np.abs(numbers) > LARGEST)]
        if len(beyond) > 0:
            reason = f"{name} is {beyond[0]:g}, and float32 ends at {LARGEST:.2g}"
    raise ShapeError(index, f"{kind} {index}: {reason}")


def of_ring(refusal: tuple[int, str], first: AnyArray) -> str:
    """What the library refused about a polygon, with ring and vertex. first: where its rings begin, and the last one ends."""
    vertex, reason = refusal
    if len(first) < 2:
        return reason
    ring = int(np.searchsorted(first, vertex, side="left"))
    ring -= int(first[min(ring, len(first) - 1)]) != vertex
    return f"ring {ring}, vertex {vertex - int(first[ring])}: {reason}"


def refused_margin(margin: float, name: str = "margin") -> ValueError | None:
    """What is wrong with a margin, or another length; None if nothing is."""
    if 0 <= margin <= LARGEST:
        return None
    return ValueError(f"{name} is {margin}; a number from 0 to {LARGEST:.2g} is expected")


def refused_points(name: str, rows: AnyArray) -> ValueError | None:
    """What is wrong with points in rows; None if float32 holds them all."""
    wrong = np.flatnonzero(~(np.abs(rows.astype(np.float64)) <= LARGEST).all(axis=1))
    if len(wrong) == 0:
        return None
    return ValueError(f"{name}[{wrong[0]}] is {rows[wrong[0]].tolist()}; numbers of at most {LARGEST:.2g} are expected")


def refused_pairs(pairs: ArrayLike, counts: tuple[int, int], margin: float, what: str = "shapes") -> Exception:
    """Why a question about pairs was refused: its margin, or the first pair that is out of range."""
    if (refused := refused_margin(margin)) is not None:
        return refused
    array = np.asarray(pairs)
    for side, name in enumerate(("first", "second")):
        wrong = (array[:, side] < 0) | (array[:, side] >= counts[side])
        if wrong.any():
            k = int(np.argmax(wrong))
            return IndexError(f"pairs[{k}] is {tuple(array[k].tolist())}, but the {name} set has {counted(counts[side], what)}")
    return ValueError("this question was refused")
