"""Rows of pairs: a shape with a range of others."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Indices, rows_of
from ._errors import refused_margin
from ._sets import Push, Questions, SameKind
from ._threads import PAIRS_LEAST, in_parts


def refused_row(rows: Indices, counts: tuple[int, int], margin: float) -> Exception:
    """Why a question about rows was refused: its margin, or the first row that is out of range."""
    if (refused := refused_margin(margin)) is not None:
        return refused
    a, first, count = rows.astype(np.int64).T
    wrong = (a >= counts[0]) | (first + count > counts[1])
    k = int(np.argmax(wrong))
    of = f"{counts[0]} and {counts[1]} shapes"
    return IndexError(f"rows[{k}] is {tuple(rows[k].tolist())}, but the two sets have {of}")


class RowQuestions(Questions[SameKind]):
    """Questions about pairs, as a list or as rows."""

    def overlap_rows(
        self, other: SameKind, rows: ArrayLike, *, touching: bool = True, margin: float = 0.0, workers: int = 1
    ) -> NDArray[np.bool_]:
        """Which pairs of the rows overlap? Exact. For many short rows, such as the neighbours of each shape, this takes less time
        than `overlap`, and no list of pairs.

        other: a set of the same kind; it may be this set.
        rows: integers of shape (n, 3): an index a into this set, and a range of `other` as its first index and the number of
            shapes. Row (a, first, count) stands for the pairs (a, first), (a, first + 1), ... (a, first + count - 1); it may be
            empty. uint32 and int32 in C order are not copied.
        touching: True: shapes that touch overlap; False: they do not.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates.
        workers: how many threads share the rows; -1 stands for all processors.

        Returns a bool for each pair, those of the first row first.
        IndexError: a row is out of range; the first such one is named. ValueError: a margin below 0. TypeError: `other` is no
            set of this kind. RuntimeError: another thread is changing a set.

        >>> boxes = sepal.Polys.from_boxes(x=[0, 1.5, 5, 6], y=0, length=2, width=2)
        >>> boxes.overlap_rows(boxes, [[0, 1, 3], [2, 3, 1]])
        array([ True, False, False,  True])
        """
        me: Any = self
        me._check_like(other)
        asked = rows_of(rows)
        begins = begins_of(asked, (len(me), len(other)), margin)
        out = np.empty(begins[-1], np.bool_)

        def call(i: int, k: int) -> bool:
            return bool(me._overlap_rows(other, asked[i:k], touching, margin, out[begins[i] : begins[k]]))

        if not in_parts(len(asked), workers, call, least_of(begins)):
            raise refused_row(asked, (len(me), len(other)), margin)
        return out

    def mtv_rows(self, other: SameKind, rows: ArrayLike, *, margin: float = 0.0, workers: int = 1) -> Push:
        """What is the smallest push that parts the shapes of each pair of the rows? As `mtv` about these pairs, without a list of
        them.

        other: a set of the same kind; it may be this set.
        rows: integers of shape (n, 3): an index a into this set, and a range of `other` as its first index and the number of
            shapes. Row (a, first, count) stands for the pairs (a, first), (a, first + 1), ... (a, first + count - 1); it may be
            empty. uint32 and int32 in C order are not copied.
        margin: the shapes are pushed until they are so far apart; from 0 to 3.4e38, in the unit of the coordinates.
        workers: how many threads share the rows; -1 stands for all processors.

        Returns `normal`, float32 of shape (n, 2), or (n, 3) in space, and `depth`, float32 of shape (n,), with one for each pair, those of the first
            row first: see `mtv`.
        IndexError: a row is out of range; the first such one is named. ValueError: a margin below 0. TypeError: `other` is no
            set of this kind. RuntimeError: another thread is changing a set.

        >>> boxes = sepal.Polys.from_boxes(x=[0, 1.5, 5, 6], y=0, length=2, width=2)
        >>> boxes.mtv_rows(boxes, [[0, 1, 2], [2, 3, 1]]).depth.tolist()
        [0.5, -3.0, 1.0]
        """
        me: Any = self
        me._check_like(other)
        asked = rows_of(rows)
        begins = begins_of(asked, (len(me), len(other)), margin)
        out = np.empty((me._dimension + 1, begins[-1]), np.float32)

        def call(i: int, k: int) -> bool:
            return bool(me._mtv_rows(other, asked[i:k], margin, *(row[begins[i] : begins[k]] for row in out)))

        if not in_parts(len(asked), workers, call, least_of(begins)):
            raise refused_row(asked, (len(me), len(other)), margin)
        return Push(out[:-1].T, out[-1])


def begins_of(rows: Indices, counts: tuple[int, int], margin: float) -> list[int]:
    """The number of pairs before each row, and of all. A row of more shapes than there are is refused, before answers take memory."""
    if (rows[:, 2] > counts[1]).any():
        raise refused_row(rows, counts, margin)
    return [0, *np.cumsum(rows[:, 2], dtype=np.int64).tolist()]


def least_of(begins: list[int]) -> int:
    """How many rows of average length are worth a thread."""
    return max(PAIRS_LEAST * (len(begins) - 1) // max(begins[-1], 1), 1)
