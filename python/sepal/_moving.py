"""What a simulation asks in every step: where shapes touch, and whether they meet while they move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Floats, Indices, answers_in, columns, floats
from ._errors import LARGEST, ShapeError, refused_pairs
from ._rows import RowQuestions
from ._sets import elementwise_or
from ._threads import in_parts

if TYPE_CHECKING:
    from ._polys import Polys


class Contacts(NamedTuple):
    """Where pairs of shapes touch: up to two points for each pair, in space up to four. What is not there is 0.

    number: uint8 of shape (n,): how many points.
    normal: float32 of shape (n, 2), of solids (n, 3): a unit vector from the first shape towards the second, for all points.
    point: float32 of shape (n, 2, 2), of solids (n, 4, 3): point[i, k] is point k of pair i, midway between the two surfaces.
    depth: float32 of shape (n, 2), of solids (n, 4): how far the surfaces overlap there along the normal; below 0: minus their
        distance.
    feature: uint32 of shape (n, 2), of solids (n, 4): what bounds the contact there, the same from step to step while shapes
        slide and turn a little; so a solver can start with the impulse of the step before.
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
    if not isinstance(given, tuple | list | np.ndarray) or len(given) != 2:
        raise ValueError(f"{name}: two arrays, the moves in x and those in y, are expected")
    x, y = (np.broadcast_to(floats(name, move), count) if np.ndim(move) == 0 else move for move in given)
    rows = columns({f"{name}[0]": x, f"{name}[1]": y})
    for row in rows.values():
        if row is not None and len(row) != count:
            raise ValueError(f"{name}: a move for each of the {count} shapes is expected, not {len(row)}")
    return list(rows.values())


def _refused_moves(**moves: tuple[ArrayLike, ArrayLike] | None) -> ShapeError | None:
    for name, given in moves.items():
        for k, values in enumerate(given or ()):
            row = np.atleast_1d(np.asarray(values, np.float64))
            wrong = np.flatnonzero(~(np.abs(row) <= LARGEST))
            if len(wrong) > 0:
                at, index = f"[{wrong[0]}]" if np.ndim(values) > 0 else "", int(wrong[0])
                return ShapeError(index, f"{name}[{k}]{at} is {row[index]:g}; a number of at most {LARGEST:.2g} is expected")
    return None


class MovingQuestions(RowQuestions["Polys"]):
    """Questions about polygons of a simulation."""

    def contacts(
        self,
        other: Polys,
        pairs: ArrayLike | None = None,
        *,
        margin: float = 0.0,
        workers: int = 1,
        out: Contacts | None = None,
    ) -> Contacts:
        """Where do the shapes of each pair touch? Up to two points for each pair, which is what a solver needs. A pair has points if
        and only if `overlap` with this margin says yes.

        other: a `Polys`; it may be this set.
        pairs: integers of shape (n, 2): an index into this set and one into `other`. uint32 and int32 in C order are not copied.
            None: shape i of this set and shape i of `other`, for all i; a set of one shape is paired with all of the other.
        margin: points up to so far apart are foreseen; from 0 to 3.4e38, in the unit of the coordinates.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns `number`, uint8 of shape (n,): how many points; `normal`, float32 of shape (n, 2): a unit vector from the first
            shape towards the second; `point`, float32 of shape (n, 2, 2): point[i, k] is point k of pair i, midway between the
            two surfaces; `depth`, float32 of shape (n, 2): how far the surfaces overlap there, below 0 minus their distance;
            `feature`, uint32 of shape (n, 2): the vertices that bound the contact there, the same from step to step while shapes
            slide and turn a little. What is not there is 0.
        IndexError: a pair is out of range; the first such one is named. ValueError: a margin below 0, an `out` of another kind,
            or no pairs and sets of different lengths, none of one shape. TypeError: `other` is no set of this kind. RuntimeError:
            another thread is changing a set.

        >>> boxes = sepal.Polys.from_boxes(x=[0, 0.5], y=[0, 1.75], length=2, width=2)
        >>> contacts = boxes.contacts(boxes, [[0, 1]])
        >>> int(contacts.number[0]), contacts.normal[0].tolist(), contacts.depth[0].tolist()
        (2, [0.0, 1.0], [0.25, 0.25])
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
        other: Polys,
        pairs: ArrayLike | None = None,
        moves: tuple[ArrayLike, ArrayLike] | None = None,
        other_moves: tuple[ArrayLike, ArrayLike] | None = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        workers: int = 1,
        out: Hits | None = None,
    ) -> Hits:
        """Do the shapes of each pair meet while they move in straight lines, without turning, as the time goes from 0 to 1? Exact.

        other: a `Polys`; it may be this set.
        pairs: integers of shape (n, 2): an index into this set and one into `other`. uint32 and int32 in C order are not copied.
            None: shape i of this set and shape i of `other`, for all i; a set of one shape is paired with all of the other.
        moves, other_moves: how far all shapes of this set, and of `other`, move: two arrays, x and y, with a number for each
            shape of the set, or one number for all. None: the set is at rest.
        touching: True: shapes that touch meet; False: they do not.
        margin: the distance up to which shapes meet, from 0 to 3.4e38, in the unit of the coordinates.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns `meet`, bool of shape (n,); `time`, float32 of shape (n,): when they first touch, from 0 to 1, never late; 1 if
            they do not meet; and `normal`, float32 of shape (n, 2): the unit vector there from the first shape towards the
            second; (0, 0) if they do not meet.
        IndexError: a pair is out of range; the first such one is named. ShapeError: a move is not finite or beyond float32.
            ValueError: a margin below 0, a number of moves that is not that of the shapes, an `out` of another kind. TypeError:
            `other` is no `Polys`. RuntimeError: another thread is changing a set.

        >>> wall = sepal.Polys.from_boxes(0, 0, 0.01, 10)
        >>> bullets = sepal.Polys.from_circles(x=[-5, -5], y=[0, 20], radius=0.25)
        >>> hits = bullets.sweep(wall, [[0, 0], [1, 0]], moves=(10, 0))
        >>> hits.meet, hits.time
        (array([ True, False]), array([0.47449997, 1.        ], dtype=float32))
        """
        me: Any = self
        me._check_like(other)
        asked = elementwise_or(pairs, self, other)
        both = _moves("moves", moves, len(me)), _moves("other_moves", other_moves, len(other))
        made = np.empty((3, len(asked)), np.float32)
        answers = answers_in(out, Hits(np.empty(len(asked), np.bool_), made[0], made[1:].T))
        rows = (answers.meet, answers.time, *answers.normal.T)

        def call(i: int, k: int) -> bool:
            part = (row[i:k] for row in rows)
            return bool(me._sweep_pairs(other, asked[i:k], touching, margin, *both[0], *both[1], *part))

        if not in_parts(len(asked), workers, call):
            refused = _refused_moves(moves=moves, other_moves=other_moves)
            raise refused or refused_pairs(asked if pairs is None else pairs, (len(me), len(other)), margin)
        return answers
