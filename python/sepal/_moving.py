"""Whether shapes meet while they move."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Floats, Indices, answers_in, columns, floats
from ._errors import LARGEST, ShapeError, refused_pairs
from ._sets import SameKind, elementwise_or
from ._threads import in_parts


class Hits(NamedTuple):
    """Which pairs of moving shapes meet.

    meet: bool of shape (n,), exact.
    time: float32 of shape (n,): when they first touch, from 0 to 1, never late; 1 if they do not meet.
    normal: float32 of shape (n, 2), in space (n, 3): the unit vector there from the first shape towards the second; 0 if they do not
        meet.
    """

    meet: NDArray[np.bool_]
    time: Floats
    normal: Floats


Moves = tuple[ArrayLike, ...] | None  # an array for each dimension


def moves_of(name: str, given: Moves, count: int, dimension: int) -> list[Floats | None]:
    if given is None:
        return [None] * dimension
    if not isinstance(given, tuple | list | np.ndarray) or len(given) != dimension:
        expected = "two arrays, the moves in x and those in y," if dimension == 2 else "three arrays, the moves in x, in y and in z,"
        raise ValueError(f"{name}: {expected} are expected")
    for move in given:
        if np.ndim(move) == 1 and len(move) != count:  # type: ignore[arg-type]
            raise ValueError(f"{name}: a move for each of the {count} shapes is expected, not {len(move)}")  # type: ignore[arg-type]
    each = (np.broadcast_to(floats(name, move), count) if np.ndim(move) == 0 else move for move in given)
    return list(columns({f"{name}[{k}]": row for k, row in enumerate(each)}).values())


def refused_moves(pairs: Indices | None, **moves: Moves) -> ShapeError | None:
    """The first wrong move, of a shape in a pair if there are pairs."""
    for side, (name, given) in enumerate(moves.items()):
        for k, values in enumerate(given or ()):
            row = np.atleast_1d(np.asarray(values, np.float64))
            wrong = np.flatnonzero(~(np.abs(row) <= LARGEST))
            if pairs is not None and np.ndim(values) > 0:
                wrong = wrong[np.isin(wrong, pairs[:, side])]
            if len(wrong) > 0:
                at, index = f"[{wrong[0]}]" if np.ndim(values) > 0 else "", int(wrong[0])
                return ShapeError(index, f"{name}[{k}]{at} is {row[index]:g}; a number of at most {LARGEST:.2g} is expected")
    return None


class MovingQuestions(Generic[SameKind]):
    """Questions about shapes that move."""

    def sweep(
        self,
        other: SameKind,
        pairs: ArrayLike | None = None,
        moves: Moves = None,
        other_moves: Moves = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        workers: int = 1,
        out: Hits | None = None,
    ) -> Hits:
        """Do the shapes of each pair meet while they move in straight lines, without turning, as the time goes from 0 to 1? Exact.

        other: a set of the same kind; it may be this one.
        pairs: integers of shape (n, 2): an index into this set and one into `other`. uint32 and int32 in C order are not copied.
            None: shape i of this set and shape i of `other`, for all i; a set of one shape is paired with all of the other.
        moves, other_moves: how far all shapes of this set, and of `other`, move: two arrays, x and y, in space three, with a
            number for each shape of the set, or one number for all. None: the set is at rest.
        touching: True: shapes that touch meet; False: they do not.
        margin: the distance up to which shapes meet, from 0 to 3.4e38, in the unit of the coordinates.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns `meet`, bool of shape (n,); `time`, float32 of shape (n,): when they first touch, from 0 to 1, never late; 1 if
            they do not meet; and `normal`, float32 of shape (n, 2), in space (n, 3): the unit vector there from the first shape
            towards the second; 0 if they do not meet.
        IndexError: a pair is out of range; the first such one is named. ShapeError: a move of a shape in a
            pair is not finite or beyond float32. ValueError: a margin below 0, a number of moves that is not that of the shapes, an
            `out` of another kind. TypeError: `other` is no set of this kind. RuntimeError: another thread is changing a set.

        >>> wall = sepal.Polys.from_boxes(0, 0, 0.01, 10)
        >>> bullets = sepal.Polys.from_circles(x=[-5, -5], y=[0, 20], radius=0.25)
        >>> hits = bullets.sweep(wall, [[0, 0], [1, 0]], moves=(10, 0))
        >>> hits.meet, hits.time
        (array([ True, False]), array([0.47449997, 1.        ], dtype=float32))
        """
        me: Any = self
        me._check_like(other)
        asked = elementwise_or(pairs, self, other)
        dimension = me._dimension
        both = [moves_of("moves", moves, len(me), dimension), moves_of("other_moves", other_moves, len(other), dimension)]
        made = np.empty((1 + dimension, len(asked)), np.float32)
        answers = answers_in(out, Hits(np.empty(len(asked), np.bool_), made[0], made[1:].T))
        rows = (answers.meet, answers.time, *answers.normal.T)

        def call(i: int, k: int) -> bool:
            part = (row[i:k] for row in rows)
            return bool(me._sweep_pairs(other, asked[i:k], touching, margin, *both[0], *both[1], *part))

        if not in_parts(len(asked), workers, call):
            refused = refused_moves(asked, moves=moves, other_moves=other_moves)
            raise refused or refused_pairs(asked if pairs is None else pairs, (len(me), len(other)), margin)
        return answers
