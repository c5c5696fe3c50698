"""What rays hit first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import Floats, SignedIndices, answers_in, origin_of, points, relative
from ._errors import refused_margin, refused_points
from ._filters import Numbers, both_filters
from ._moving import Moves, moves_of, refused_moves


class RayHits(NamedTuple):
    """What rays hit first.

    shape: integers of shape (n,), int32 (int64 from 2**31 shapes on): the index of the shape; -1 if none is hit.
    time: float32 of shape (n,): when it is hit, from 0 at the origin to 1 at the end of the move, never late; 1 if none is hit.
    normal: float32 of shape (n, 2), in space (n, 3): the unit vector there out of the shape; 0 if none is hit.
    """

    shape: SignedIndices
    time: Floats
    normal: Floats

    @property
    def hit(self) -> NDArray[np.bool_]:
        """Bool of shape (n,): which rays hit a shape."""
        return np.not_equal(self.shape, -1)


class AllHits(NamedTuple):
    """Every shape that rays hit: those of a ray behind those of the rays before it, in order of the time.

    ray: integers of shape (k,), int32 (int64 from 2**31 rays on): the index of the ray.
    shape: integers of shape (k,), int32 (int64 from 2**31 shapes on): the index of the shape.
    time: float32 of shape (k,): when it is hit, from 0 at the origin to 1 at the end of the move, never late.
    normal: float32 of shape (k, 2), in space (k, 3): the unit vector there out of the shape.
    """

    ray: SignedIndices
    shape: SignedIndices
    time: Floats
    normal: Floats


_HIT = np.dtype([("ray", "u4"), ("shape", "u4"), ("time", "f4"), ("normal", "f4", 3)])


class _Rays:
    """Rays as columns of their origins and their moves."""

    def __init__(self, me: Any, origins: ArrayLike, moves: ArrayLike, origin: ArrayLike | None) -> None:
        dimension = me._dimension
        self.starts = relative("origins", origins, None if origin is None else origin_of(origin, dimension))
        self.moves = np.asarray(moves)
        self.begin, self.way = points("origins", self.starts, dimension), points("moves", moves, dimension)
        if len(self) != len(self.way[0]):
            raise ValueError(f"a move for each of the {len(self)} rays is expected, not {len(self.way[0])}")

    def __len__(self) -> int:
        return len(self.begin[0])

    def refused(self, margin: float) -> Exception:
        """Why a question about them was refused."""
        vectors = (("origins", self.starts), ("moves", self.moves))
        wrong = [refused_points(name, rows.reshape(-1, len(self.begin))) for name, rows in vectors]
        return wrong[0] or wrong[1] or refused_margin(margin) or ValueError("this question was refused")


def _with_finder(me: Any, ask: Callable[[Any], int]) -> int:
    """What is answered with a finder of those that are kept for a set."""
    trees = me.__dict__.setdefault("_trees", [])
    finder = trees.pop() if trees else _core.Finder()
    answer = ask(finder)
    trees.append(finder)
    return answer


def _first_hits(me: Any, count: int, out: RayHits | None, ask: Callable[[Any, Any], int]) -> RayHits | None:
    """The hits that `ask` writes with a finder into rows for the shape, the time and the normal. None: the question was refused."""
    dimension, signed = me._dimension, np.dtype(np.int32 if len(me) < 2**31 else np.int64)
    made = RayHits(np.empty(count, signed), np.empty(count, np.float32), np.empty((dimension, count), np.float32).T)
    answers = answers_in(out, made)
    shape = answers.shape if signed == np.int32 else np.empty(count, np.uint32)
    rows = (shape, answers.time, *answers.normal.T)
    if _with_finder(me, lambda finder: ask(finder, rows)) < 0:
        return None
    if shape is not answers.shape:
        answers.shape[:] = np.where(shape == 0xFFFFFFFF, -1, shape.astype(np.int64))
    return answers


class RayQuestions:
    """Questions about rays against a set."""

    def cast_rays(
        self,
        origins: ArrayLike,
        moves: ArrayLike,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
        later: bool = False,
        origin: Any = None,
        out: RayHits | None = None,
    ) -> RayHits:
        """Which shape does each ray hit first? When, and how? Exact, as `sweep` of points is; of several shapes that are hit at the
        same time, the one with the least index. What was prepared for this set is kept until it changes.

        origins, moves: numbers of shape (n, 2), in space (n, 3): where each ray begins, and how far it goes. They are rounded to
            float32.
        touching: True: a ray that only touches a shape hits it; False: it does not.
        margin: the radius of the rays, from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which shapes a ray may hit: ray i and shape j, if member[i] & mask[j] and member[j] & mask[i] are not
            0, and owner[i] != owner[j]. Each is None, or a tuple of two: integers of 32 bits with one for every ray, and for
            every shape, or None.
        later: True: what is hit at time 0 does not count, so a ray goes on from a shape that it begins in or on.
        origin: two numbers, in space three, the point that becomes 0: it is subtracted from `origins` in float64 before they are
            rounded. None: 0.
        out: what an earlier call of this question returned, for as many rays: its arrays are written anew and returned. None: new
            arrays.

        Returns `shape`, integers of shape (n,): the index of the shape, -1 if none is hit; `time`, float32 of shape (n,): when it
            is hit, from 0 at the origin to 1 at the end of the move, never late; 1 if none is hit; `normal`, float32 of shape (n,
            2), in space (n, 3): the unit vector there out of the shape; 0 if none is hit; and `hit`, bool of shape (n,): which
            rays hit a shape.
        ValueError: other numbers of origins and moves, a number that is not finite or beyond float32, a margin below 0, an `out`
            of another kind. TypeError: a filter is no tuple. RuntimeError: another thread is changing the set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> hits = cars.cast_rays(origins=[[10, 0], [10, 9]], moves=[[40, 0], [40, 0]])
        >>> hits.shape.tolist(), (hits.time * 40).tolist()
        ([2, -1], [17.75, 40.0])
        """
        me: Any = self
        rays = _Rays(me, origins, moves, origin)
        filters = both_filters(rays, me, member, mask, owner)
        given = (me, touching, margin, bool(later), *filters, *rays.begin, *rays.way)
        hits = _first_hits(me, len(rays), out, lambda finder, rows: int(finder.cast(*given, *rows)))
        if hits is None:
            raise rays.refused(margin)
        return hits

    def cast_rays_all(
        self,
        origins: ArrayLike,
        moves: ArrayLike,
        *,
        limit: float = 1.0,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
        origin: Any = None,
    ) -> AllHits:
        """Which shapes does each ray hit? All of them, in order. Exact, as `sweep` of points is. What was prepared for this set is kept
        until it changes.

        limit: hits with a later time are left out; from 0 to 1.
        origins, moves: numbers of shape (n, 2), in space (n, 3): where each ray begins, and how far it goes. They are rounded to
            float32.
        touching: True: a ray that only touches a shape hits it; False: it does not.
        margin: the radius of the rays, from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which shapes a ray may hit: ray i and shape j, if member[i] & mask[j] and member[j] & mask[i] are not
            0, and owner[i] != owner[j]. Each is None, or a tuple of two: integers of 32 bits with one for every ray, and for
            every shape, or None.
        origin: two numbers, in space three, the point that becomes 0: it is subtracted from `origins` in float64 before they are
            rounded. None: 0.

        Returns `ray`, `shape`, integers of shape (k,): the indices; `time`, float32 of shape (k,): when the ray comes to the shape, from
            0 at the origin to 1 at the end of the move, never late; `normal`, float32 of shape (k, 2), in space (k, 3): the unit vector
            there out of the shape. They are in ascending order of the ray, then of the time, then of the shape.
        ValueError: other numbers of origins and moves, a number that is not finite or beyond float32, a limit that is not from 0 to 1,
            a margin below 0. TypeError: a filter is no tuple. RuntimeError: another thread is changing the set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 30, 12], y=0, length=4.5, width=1.8)
        >>> hits = cars.cast_rays_all(origins=[[-10, 0], [10, 9]], moves=[[40, 0], [40, 0]])
        >>> hits.ray.tolist(), hits.shape.tolist(), (hits.time * 40).tolist()
        ([0, 0, 0], [0, 2, 1], [7.75, 19.75, 37.75])
        """
        me: Any = self
        rays = _Rays(me, origins, moves, origin)
        filters = both_filters(rays, me, member, mask, owner)
        if not 0 <= limit <= 1:
            raise ValueError(f"limit is {limit}; a time from 0 to 1 is expected")
        grown = bytearray()
        given = (me, touching, margin, limit, *filters, *rays.begin, *rays.way)
        count = _with_finder(me, lambda finder: int(finder.cast_each(*given, grown)))
        if count < 0:
            raise rays.refused(margin)
        hits = np.frombuffer(grown, _HIT, count)
        hits = hits[np.argsort(hits["ray"], kind="stable")]

        def signed(name: str, many: int) -> SignedIndices:
            return hits[name].astype(np.int32 if many < 2**31 else np.int64)

        normal = np.ascontiguousarray(hits["normal"][:, : me._dimension])
        return AllHits(signed("ray", len(rays)), signed("shape", len(me)), np.ascontiguousarray(hits["time"]), normal)

    def cast_shapes(
        self,
        movers: Any,
        moves: Moves = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
        later: bool = False,
        out: RayHits | None = None,
    ) -> RayHits:
        """Which shape of this set does each of some moving shapes hit first? When, and how? Exact, as `sweep` is; of several shapes that
        are hit at the same time, the one with the least index. What was prepared for this set is kept until it changes.

        movers: a set of the same kind, of which each shape moves in a straight line, without turning; it may be this set, and then no
            shape hits itself. The shapes of this set rest.
        moves: how far the movers move: two arrays, x and y, in space three, with a number for each mover, or one number for all.
            None: they rest.
        touching: True: a shape that only touches another hits it; False: it does not.
        margin: the distance up to which shapes are hit, from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which shapes a mover may hit: mover i and shape j, if member[i] & mask[j] and member[j] & mask[i] are not
            0, and owner[i] != owner[j]. Each is None, or a tuple of two: integers of 32 bits with one for every mover, and for
            every shape, or None.
        later: True: what is hit at time 0 does not count: what a mover overlaps or touches at the beginning.
        out: what an earlier call of this question returned, for as many movers: its arrays are written anew and returned. None: new
            arrays.

        Returns `shape`, `time`, `normal` and `hit`, as `cast_rays` does, for each mover; the normal leads out of the shape that is hit.
        ShapeError: a move is not finite or beyond float32. ValueError: a margin below 0, a number of moves that is not that of the
            movers, an `out` of another kind. TypeError: `movers` is no set of this kind, a filter is no tuple. RuntimeError: another
            thread is changing a set.

        >>> walls = sepal.Polys.from_boxes(x=[5, 9], y=0, length=1, width=9)
        >>> cars = sepal.Polys.from_boxes(x=0, y=[0, 20], length=4, width=2)
        >>> hits = walls.cast_shapes(cars, moves=(10, 0))
        >>> hits.shape.tolist(), hits.time.tolist()
        ([0, -1], [0.25, 1.0])
        """
        me: Any = self
        me._check_like(movers)
        way = moves_of("moves", moves, len(movers), me._dimension)
        given = (movers, me, touching, margin, bool(later), *both_filters(movers, me, member, mask, owner), *way)
        hits = _first_hits(me, len(movers), out, lambda finder, rows: int(finder.cast_shapes(*given, *rows)))
        if hits is None:
            raise refused_moves(None, moves=moves) or refused_margin(margin) or ValueError("this question was refused")
        return hits
