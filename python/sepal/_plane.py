"""Questions that only sets of polygons answer: the points between which a push leads, and rows of pairs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Floats, Indices, answers_in, rows_of
from ._errors import refused_margin, refused_pairs
from ._sets import Push, Questions, elementwise_or
from ._threads import PAIRS_LEAST, in_parts


class Nearest(NamedTuple):
    """How pairs of shapes are parted, and between which points.

    normal: float32 of shape (n, 2), and depth: float32 of shape (n,), as in `Push`.
    point: float32 of shape (n, 2): the point of the first shape that is nearest to the second; where they overlap, the point of it
        that is deepest in the second along the normal.
    other_point: float32 of shape (n, 2): that of the second shape. Moving the second shape by depth * normal brings its point to
        that of the first, where the two then touch.
    """

    normal: Floats
    depth: Floats
    point: Floats
    other_point: Floats


def _refused_row(rows: Indices, counts: tuple[int, int], margin: float) -> Exception:
    """Why a question about rows was refused: its margin, or the first row that is out of range."""
    if (refused := refused_margin(margin)) is not None:
        return refused
    a, first, count = rows.astype(np.int64).T
    wrong = (a >= counts[0]) | (first + count > counts[1])
    k = int(np.argmax(wrong))
    of = f"{counts[0]} and {counts[1]} shapes"
    return IndexError(f"rows[{k}] is {tuple(rows[k].tolist())}, but the two sets have {of}")


class PlaneQuestions(Questions):
    """Questions about polygons. other, pairs, margin, touching, workers, out: as in `overlap`.

    rows: integers of shape (n, 3): an index a into this set, and a range of `other` as its first index and the number of shapes.
        Row (a, first, count) stands for the pairs (a, first), (a, first + 1), ... (a, first + count - 1); it may be empty. uint32
        and int32 in C order are not copied.
    """

    def nearest(
        self,
        other: Any,
        pairs: ArrayLike | None = None,
        *,
        margin: float = 0.0,
        workers: int = 1,
        out: Nearest | None = None,
    ) -> Nearest:
        """What is the smallest push that parts the shapes of each pair, and between which of their points does it lead?

        As `mtv`, with the two points, which cost extra: of shapes apart, the nearest ones.
        """
        me: Any = self
        asked = elementwise_or(pairs, self, other)
        made = np.empty((7, len(asked)), np.float32)
        answers = answers_in(out, Nearest(made[:2].T, made[2], made[3:5].T, made[5:].T))
        rows = (*answers.normal.T, answers.depth, *answers.point.T, *answers.other_point.T)

        def call(i: int, k: int) -> bool:
            return bool(me._nearest_pairs(other, asked[i:k], margin, *(row[i:k] for row in rows)))

        if not in_parts(len(asked), workers, call):
            raise refused_pairs(asked if pairs is None else pairs, (len(me), len(other)), margin)
        return answers

    def overlap_rows(
        self, other: Any, rows: ArrayLike, *, touching: bool = True, margin: float = 0.0, workers: int = 1
    ) -> NDArray[np.bool_]:
        """Which pairs of the rows overlap? A bool for each pair, those of the first row first; exact, as `overlap` about these pairs.

        For many short rows, such as the neighbours of each shape, this takes less time than `overlap`, and no list of pairs.
        """
        me: Any = self
        asked = rows_of(rows)
        begins = _begins(asked)
        out = np.empty(begins[-1], np.bool_)

        def call(i: int, k: int) -> bool:
            return bool(me._overlap_rows(other, asked[i:k], touching, margin, out[begins[i] : begins[k]]))

        if not in_parts(len(asked), workers, call, _least(begins)):
            raise _refused_row(asked, (len(me), len(other)), margin)
        return out

    def mtv_rows(self, other: Any, rows: ArrayLike, *, margin: float = 0.0, workers: int = 1) -> Push:
        """What is the smallest push that parts the shapes of each pair of the rows? As `mtv` about these pairs."""
        me: Any = self
        asked = rows_of(rows)
        begins = _begins(asked)
        out = np.empty((3, begins[-1]), np.float32)

        def call(i: int, k: int) -> bool:
            return bool(me._mtv_rows(other, asked[i:k], margin, *(row[begins[i] : begins[k]] for row in out)))

        if not in_parts(len(asked), workers, call, _least(begins)):
            raise _refused_row(asked, (len(me), len(other)), margin)
        return Push(out[:2].T, out[2])


def _begins(rows: Indices) -> list[int]:
    """The number of pairs before each row, and of all."""
    return [0, *np.cumsum(rows[:, 2], dtype=np.int64).tolist()]


def _least(begins: list[int]) -> int:
    """How many rows of average length are worth a thread."""
    return max(PAIRS_LEAST * (len(begins) - 1) // max(begins[-1], 1), 1)
