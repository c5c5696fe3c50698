"""What a simulation asks in every step: where shapes touch, and whether they meet while they move."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Floats, Indices, answers_in, columns
from ._errors import ShapeError, refused_pairs
from ._plane import PlaneQuestions
from ._sets import elementwise_or
from ._threads import in_parts


class Contacts(NamedTuple):
    """Where pairs of shapes touch: up to two points for each pair. What is not there is 0.

    number: uint8 of shape (n,): how many points.
    normal: float32 of shape (n, 2): a unit vector from the first shape towards the second, for both points.
    point: float32 of shape (n, 2, 2): point[i, k] is point k of pair i, midway between the two surfaces.
    depth: float32 of shape (n, 2): how far the surfaces overlap there along the normal; below 0: minus their distance.
    feature: uint32 of shape (n, 2): the vertices that bound the contact there, the same from step to step while shapes slide and
        turn a little; so a solver can start with the impulse of the step before.
    """

    number: NDArray[np.uint8]
    normal: Floats
    point: Floats
    depth: Floats
    feature: Indices


class Hits(NamedTuple):
    """Which pairs of moving shapes meet.

    meet: bool of shape (n,), exact.
    time: float32 of shape (n,): when they first touch, from 0 to 1, never late; 1 if they do not meet.
    normal: float32 of shape (n, 2): the unit vector there from the first shape towards the second; (0, 0) if they do not meet.
    """

    meet: NDArray[np.bool_]
    time: Floats
    normal: Floats


def _moves(name: str, given: tuple[ArrayLike, ArrayLike] | None, count: int) -> list[Floats | None]:
    if given is None:
        return [None, None]
    x, y = (np.broadcast_to(np.asarray(move, np.float32), count) if np.ndim(move) == 0 else move for move in given)
    rows = columns({f"{name}[0]": x, f"{name}[1]": y})
    for row in rows.values():
        if row is not None and len(row) != count:
            raise ValueError(f"{name}: a move for each of the {count} shapes is expected, not {len(row)}")
    return list(rows.values())


def _refused_moves(names: tuple[str, str], moves: tuple[list[Floats | None], list[Floats | None]]) -> ShapeError | None:
    for name, rows in zip(names, moves, strict=True):
        for k, row in enumerate(rows):
            if row is not None and not np.isfinite(row).all():
                index = int(np.argmin(np.isfinite(row)))
                return ShapeError(index, f"{name}[{k}][{index}] is {row[index]}; a finite float32 is expected")
    return None


class MovingQuestions(PlaneQuestions):
    """Questions about polygons of a simulation. other, pairs, margin, touching, workers, out: as in `overlap`."""

    def contacts(
        self,
        other: Any,
        pairs: ArrayLike | None = None,
        *,
        margin: float = 0.0,
        workers: int = 1,
        out: Contacts | None = None,
    ) -> Contacts:
        """Where do the shapes of each pair touch? A pair has points if and only if `overlap` with this margin says yes.

        margin: points up to so far apart are foreseen.
        """
        me: Any = self
        asked = elementwise_or(pairs, self, other)
        n = len(asked)
        made = Contacts(
            number=np.empty(n, np.uint8),
            normal=np.empty((2, n), np.float32).T,
            point=np.moveaxis(np.empty((2, n, 2), np.float32), 0, 2),
            depth=np.empty((n, 2), np.float32),
            feature=np.empty((n, 2), np.uint32),
        )
        answers = answers_in(out, made)
        rows = (answers.number, *answers.normal.T, *np.moveaxis(answers.point, 2, 0), answers.depth, answers.feature)

        def call(i: int, k: int) -> bool:
            return bool(me._contacts_pairs(other, asked[i:k], margin, *(row[i:k] for row in rows)))

        if not in_parts(n, workers, call):
            raise refused_pairs(asked if pairs is None else pairs, (len(me), len(other)), margin)
        return answers

    def sweep(
        self,
        other: Any,
        pairs: ArrayLike | None = None,
        moves: tuple[ArrayLike, ArrayLike] | None = None,
        other_moves: tuple[ArrayLike, ArrayLike] | None = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        workers: int = 1,
        out: Hits | None = None,
    ) -> Hits:
        """Do the shapes of each pair meet while they move in straight lines, without turning, as the time goes from 0 to 1?

        moves, other_moves: the displacements of all shapes of this set and of `other`, x and y; a single number stands for one per
            shape. None: the set is at rest.
        """
        me: Any = self
        asked = elementwise_or(pairs, self, other)
        both = _moves("moves", moves, len(me)), _moves("other_moves", other_moves, len(other))
        made = np.empty((3, len(asked)), np.float32)
        answers = answers_in(out, Hits(np.empty(len(asked), np.bool_), made[0], made[1:].T))
        rows = (answers.meet, answers.time, *answers.normal.T)

        def call(i: int, k: int) -> bool:
            part = (row[i:k] for row in rows)
            return bool(me._sweep_pairs(other, asked[i:k], touching, margin, *both[0], *both[1], *part))

        if not in_parts(len(asked), workers, call):
            refused = _refused_moves(("moves", "other_moves"), both)
            raise refused or refused_pairs(asked if pairs is None else pairs, (len(me), len(other)), margin)
        return answers
