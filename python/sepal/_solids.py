"""Sets of convex solids in space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import AnyArray, Floats, Indices, common_length, indices, origin_of, points, relative, taken_rows
from ._container import Container
from ._errors import raise_refusal, row_of
from ._groups import GroupQuestions
from ._kept import KeptSearches
from ._moving import MovingQuestions
from ._placing import chosen_models, first_hit, place, replaced_shapes
from ._rays import RayQuestions
from ._rounding import warn_of_parts, warn_of_poses, warn_of_rows
from ._slots import Slots, emptied, refuse_removed
from ._solids_add import Point
from ._solids_from import SolidsFrom
from ._space import AXES, components, frames_of, poses_of, quaternion_of
from ._touching import TouchingQuestions
from ._unions import PushQuestions

if TYPE_CHECKING:
    from typing_extensions import Self


class Parallelepiped(NamedTuple):
    """A box as all points center + r u + s v + t w with r, s, t from -1 to 1; float32 of shape (3,) each."""

    center: Floats
    u: Floats
    v: Floats
    w: Floats


class Hull(NamedTuple):
    """The convex hull of points, float32 of shape (n, 3)."""

    points: Floats


class Cores(NamedTuple):
    """All solids of a set: the points of all cores one after the other, where those of each begin, its radius, whether it is a box.

    The points of a box are its center, u, v and w; those of a hull are those that it was given.
    """

    xyz: Floats
    first: Indices
    radius: Floats
    is_box: NDArray[np.bool_]


def _cores_of(solids: _core.Solids) -> Cores:
    is_box, sizes = np.empty(len(solids), np.bool_), np.empty(len(solids), np.uint32)
    solids._sizes(is_box, sizes)
    first = np.concatenate([[0], np.cumsum(sizes, dtype=np.uint64)]).astype(np.uint32)
    xyz = np.empty((3, int(first[-1])), np.float32)
    radius = np.empty(len(solids), np.float32)
    solids._cores(xyz[0], xyz[1], xyz[2], radius)
    return Cores(xyz, first, radius, is_box)


def _fill(solids: _core.Solids, cores: Cores) -> None:
    x, y, z = cores.xyz
    raise_refusal("solid", solids._add_cores(x, y, z, cores.first, cores.radius, cores.is_box))


def _restored(kind: Any, cores: Cores, removed: Indices) -> Any:
    solids = kind()
    cores.xyz[:, cores.first[removed.astype(np.int64)]] = 0
    _fill(solids, cores)
    return emptied(solids, removed)


def _added(a: AnyArray, b: AnyArray, is_exact: AnyArray) -> tuple[AnyArray, AnyArray]:
    """Sums in float64, and whether they and what came before are exact (Knuth's two-sum)."""
    total = a + b
    of_b: AnyArray = total - a
    return total, is_exact & ((a - (total - of_b)) + (b - of_b) == 0)


def _bounds_of(solids: _core.Solids) -> Floats:
    """A row for each solid: least x, y, z, greatest x, y, z, rounded outwards where float32 does not hold them."""
    cores = _cores_of(solids)
    if len(solids) == 0:
        return np.empty((0, 6), np.float32)
    begins = cores.first[:-1].astype(np.int64)
    xyz = cores.xyz.astype(np.float64)
    is_exact = np.ones((3, len(solids)), np.bool_)
    half = np.zeros((3, len(solids)))
    for k in range(1, 4):  # of a box: its u, v and w
        edge = np.where(cores.is_box, np.abs(xyz[:, np.minimum(begins + k, xyz.shape[1] - 1)]), 0)
        half, is_exact = _added(half, edge, is_exact)
    half, is_exact = _added(half, cores.radius.astype(np.float64), is_exact)
    sides: list[AnyArray] = []
    extremes: Any = (np.minimum, -1.0), (np.maximum, 1.0)
    for extreme, sign in extremes:
        core = np.where(cores.is_box, xyz[:, begins], extreme.reduceat(xyz, begins, axis=1))
        bound, is_whole = _added(core, sign * half, is_exact)
        with np.errstate(over="ignore"):
            rounded = bound.astype(np.float32)
        beyond = np.nextafter(rounded, np.float32(sign * np.inf))
        sides.append(np.where(is_whole & (rounded == bound) | np.isnan(bound), rounded, beyond))
    bounds: Floats = np.concatenate(sides).T
    return bounds


def _extents_of(solids: _core.Solids) -> Floats:
    """The greatest side of each solid's bounding box, kept until the set changes."""
    kept = solids.__dict__.get("_extents")
    version = solids._version()
    if kept is None or kept[0] != version:
        bounds = _bounds_of(solids)
        with np.errstate(over="ignore"):
            kept = version, np.nan_to_num(bounds[:, 3:] - bounds[:, :3], posinf=np.inf).max(axis=1, initial=0)
        solids.__dict__["_extents"] = kept
    extents: Floats = kept[1]
    return extents


class Solids(
    Container,
    Slots["Solids"],
    TouchingQuestions,
    MovingQuestions["Solids"],
    GroupQuestions["Solids"],
    PushQuestions["Solids"],
    RayQuestions,
    KeptSearches["Solids"],
    SolidsFrom,
):
    """A set of convex solids in space, addressed by index in the order in which they were added.

    A solid is a core, which is a box or the convex hull of points, and every point within a radius of it. Coordinates are float32;
    other numbers are rounded to float32 first, float64 among them. All lengths have the unit of the coordinates.

    `Solids()` is empty; `Solids.from_boxes`, `from_spheres`, `from_capsules`, `from_hulls` and `from_parallelepipeds` make a set of
    solids, and `add_boxes` and so on add to one. Solids are added all or none: ShapeError says which was refused.

    `solids[i]`, `solids[a:b]` and `solids[array]` are sets of some of the solids, `for solid in solids` goes through sets of one, and
    `==` says whether two sets hold the same. Sets can be pickled, copied, and read by several threads.

    >>> boxes = sepal.Solids.from_boxes(center=[[0, 0, 0], [1.5, 0, 0], [9, 0, 0]], size=2)
    >>> boxes.overlap(boxes, [[0, 1], [0, 2]])
    array([ True, False])
    """

    _dimension = 3
    _empty = _core.Solids

    def place(
        self,
        models: Solids,
        model: ArrayLike,
        position: ArrayLike | None = None,
        quaternion: ArrayLike | None = None,
        matrix: ArrayLike | None = None,
        *,
        origin: Point | None = None,
        start: int | None = None,
        shapes: ArrayLike | None = None,
    ) -> Self:
        """Refills this set: solid i becomes solid model[i] of `models`, turned, and moved by position[i]. Returns the set.

        What was in this set before is gone, unless `start` or `shapes` says what is replaced. No solid's memory is allocated if it has
        held as much before.

        models: another `Solids`, whose solids are in frames of their own.
        model: indices into `models`, in one dimension.
        position: where the origin of the model goes, of shape (n, 3), or (3,) for all.
        quaternion: the rotations as (w, x, y, z), of shape (n, 4), or (4,) for all, and of any length but 0; or a `Rotation` of SciPy,
            whose own arrays have w last.
        matrix: the rotations as matrices of shape (n, 3, 3), or (3, 3) for all, instead of quaternions; or the whole poses as matrices
            of shape (n, 4, 4), or (4, 4) for all, instead of positions and quaternions. Without either nothing is turned.
        origin: three numbers, the point that becomes (0, 0, 0). The positions are then taken in float64, and their difference to it
            is rounded once; so nothing is lost far from (0, 0, 0). None: (0, 0, 0).
        start: replaces only the solids from this index on, a box by a box, and a hull by one of as many points; the others stay.
            None: all.
        shapes: replaces only the solids with these indices, in any order, such as the bodies that are awake: solid i by model[i] at
            pose i, of the same kind as above. `model` and the pose are those of all solids of the set then; of the poses only those
            listed are read. None: all.

        IndexError: there is no such model or solid, or no such solids from `start` on. ShapeError: a pose is not finite or beyond
            float32, a quaternion is 0, or a solid gets another kind or number of points; its `index` is the first such pose.
            ValueError: with `shapes`, `model` has not an index for each solid of the set. TypeError: `start` and `shapes` are both
            given.
        RoundingWarning: rounding to float32 moved a solid by more than a thousandth of its size.

        >>> models = sepal.Solids.from_boxes(center=[0, 0, 0], size=[[2, 2, 2], [1, 1, 1]])
        >>> world = sepal.Solids().place(models, model=[0, 1, 1], position=[[0, 0, 0], [1.4, 0, 0], [9, 0, 0]])
        >>> world.find_pairs().tolist()
        [[0, 1]]
        >>> world.place(models, [0, 1, 1], [[0, 0, 0], [1.4, 0, 0], [0, 1.4, 0]], shapes=[2]).find_pairs().tolist()
        [[0, 1], [0, 2]]
        """
        self._check_like(models)
        chosen = chosen_models(self, models, model)
        first, listed = replaced_shapes(self, len(chosen), start, shapes)
        position, matrix = frames_of(position, matrix)
        given = components("position", position, 3, AXES)
        place(self, models, chosen, poses_of(len(chosen), position, quaternion, matrix, origin), row_of(given), first, listed)
        warn_of_poses(list(given.values()), origin_of(origin, 3), _extents_of(models), chosen, listed)
        return self

    def first_hit(
        self,
        model: int,
        obstacles: Solids,
        position: ArrayLike | None = None,
        quaternion: ArrayLike | None = None,
        matrix: ArrayLike | None = None,
        *,
        origin: Point | None = None,
        touching: bool = True,
        margin: float = 0.0,
    ) -> int | None:
        """At which of its poses does solid `model` of this set first overlap an obstacle? None: at none of them.

        The poses are the steps of a trajectory, in order. Each is asked about as `place` places the model and `overlap` answers;
        steps behind the first that overlaps are not asked about. What the model sweeps over between two steps is not either.

        model: the index of a solid in this set.
        obstacles: a `Solids`; it may be this set.
        position: where the origin of the model goes, of shape (n, 3), one for each pose, or (3,) for all.
        quaternion: the rotations as (w, x, y, z), of shape (n, 4), or (4,) for all, and of any length but 0; or a `Rotation` of SciPy,
            whose own arrays have w last.
        matrix: the rotations as matrices of shape (n, 3, 3), or (3, 3) for all, instead of quaternions; or the whole poses as matrices
            of shape (n, 4, 4), or (4, 4) for all, instead of positions and quaternions. Without either nothing is turned.
        origin: three numbers, the point that becomes (0, 0, 0); the obstacles are relative to it. The positions are then taken in
            float64, and their difference to it is rounded once. None: (0, 0, 0).
        touching: True: solids that touch overlap; False: they do not.
        margin: the distance up to which solids overlap, from 0 to 3.4e38, in the unit of the coordinates.

        IndexError: there is no such model. ShapeError: a pose is not finite or beyond float32, or a quaternion is 0; its `index` is
            the first such pose. ValueError: a margin below 0.
        RoundingWarning: rounding to float32 moved the solid by more than a thousandth of its size.

        >>> ball = sepal.Solids.from_spheres([0, 0, 0], radius=1)
        >>> wall = sepal.Solids.from_boxes(center=[20, 0, 0], size=[0.5, 10, 10])
        >>> ball.first_hit(0, wall, position=[[10, 0, 0], [15, 0, 0], [19, 0, 0]])
        2
        """
        self._check_like(obstacles)
        number = self._checked(model)
        refuse_removed(self, number)
        position, matrix = frames_of(position, matrix)
        quaternion = quaternion_of(quaternion)
        count = common_length((position, 1), (quaternion, 1), (matrix, 2))
        given = components("position", position, 3, AXES)
        poses = poses_of(count, position, quaternion, matrix, origin)
        hit = first_hit(self, number, poses, row_of(given), count, obstacles, touching, margin)
        warn_of_poses(list(given.values()), origin_of(origin, 3), _extents_of(self), np.array([number]))
        return hit

    def update(self, index: int, core: Parallelepiped | Hull | ArrayLike, *, origin: Point | None = None) -> None:
        """Replaces what one solid was made of, by the same kind: a box by a `Parallelepiped`, a hull by a `Hull` of as many points.
        Its radius stays.

        index: which solid.
        core: as `core` returns it; or the points of shape (n, 3), of a box its center, u, v, w.
        origin: three numbers, the point that becomes (0, 0, 0), subtracted in float64 before rounding to float32. None: (0, 0, 0).

        IndexError: there is no such solid. ValueError: it has another number of points. ShapeError: a number is not finite or beyond
            float32. Nothing is changed then.
        RoundingWarning: rounding to float32 moved the solid by more than a thousandth of its size.

        >>> solids = sepal.Solids.from_boxes(center=[0, 0, 0], size=2)
        >>> solids.update(0, solids.core(0)._replace(center=[5, 0, 0]))
        >>> solids.find_at([5, 0, 0]).tolist()
        [0]
        """
        number = self._checked(index)
        is_box = bool(self._points(number)[0])
        given: Any = list(core) if isinstance(core, Parallelepiped) else core.points if isinstance(core, Hull) else core
        exact = relative("core", given, None if origin is None else [origin_of(origin, 3)] + [(0, 0, 0)] * 3 if is_box else origin)
        xyz = points("core", exact, 3)
        if not self._update(number, *xyz):
            raise_refusal("solid", (number, "a coordinate is not finite"), lambda _: {"a coordinate": exact})
        if is_box:
            warn_of_rows("solid", list(exact[:1].T), 2 * np.abs(exact[1:]).sum(axis=0).max(keepdims=True))
        else:
            warn_of_parts("solid", exact, xyz, np.array([0, len(exact)], np.uint32), np.array([self.radius(number)], np.float32))

    # --- Reading a set -----------------------------------------------------------------------------------------------------------

    def core(self, index: int) -> Parallelepiped | Hull:
        """What one solid was made of, its radius apart: a `Parallelepiped` (center, u, v, w, float32 of shape (3,) each) or a `Hull`
        (points, float32 of shape (n, 3)), by isinstance.

        index: which solid. IndexError: there is no such solid.

        >>> sepal.Solids.from_boxes(center=[1, 2, 3], size=[2, 4, 6]).core(0).v.tolist()
        [0.0, 2.0, 0.0]
        """
        is_box, *xyz = self._points(self._checked(index))
        rows = np.stack([np.frombuffer(c, np.float32) for c in xyz], axis=1)
        return Parallelepiped(*rows) if is_box else Hull(rows)

    def radius(self, index: int) -> float:
        """The radius of one solid; 0 if none was given.

        index: which solid. IndexError: there is no such solid.

        >>> sepal.Solids.from_spheres([0, 0, 0], [1, 2]).radius(1)
        2.0
        """
        return self._radius(self._checked(index))

    def bounds(self) -> Floats:
        """The box parallel to the axes around each solid: least x, y, z, greatest x, y, z; float32 of shape (n, 6). A bound that float32
        does not hold is rounded outwards.

        >>> sepal.Solids.from_boxes(center=[[0, 0, 0], [1, 2, 3]], size=[2, 4, 6]).bounds().tolist()
        [[-1.0, -2.0, -3.0, 1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 2.0, 4.0, 6.0]]
        """
        return _bounds_of(self)

    def take(self, chosen: ArrayLike) -> Self:
        """Another set, of the solids with these indices, in this order.

        chosen: integers in one dimension; a solid may be chosen more than once. IndexError: there is no such solid.

        >>> sepal.Solids.from_spheres([[0, 0, 0], [3, 0, 0], [6, 0, 0]], 1).take([2, 0]).core(0).points.tolist()
        [[6.0, 0.0, 0.0]]
        """
        numbers = indices("chosen", chosen, len(self)).astype(np.int64)
        refuse_removed(self, numbers)
        xyz, first, radius, is_box = _cores_of(self)
        at, begins = taken_rows(first, numbers)
        cores = Cores(np.ascontiguousarray(xyz[:, at]), begins.astype(np.uint32), radius[numbers], is_box[numbers])
        same: Self = _restored(type(self), cores, np.empty(0, np.uint32))
        return same

    def extend(self, other: Solids) -> Self:
        """Adds all solids of another set, or once more those of this one. Returns the set.

        other: a `Solids`.

        TypeError: `other` is no `Solids`. RuntimeError: another thread is using this set or changing the other.

        >>> sepal.Solids.from_spheres([0, 0, 0], 1).extend(sepal.Solids.from_boxes([3, 0, 0], 1))
        <sepal.Solids of 2 solids>
        """
        self._check_like(other)
        refuse_removed(other)
        _fill(self, _cores_of(other))
        return self

    def copy(self) -> Self:
        """Another set of the same solids.

        >>> sepal.Solids.from_spheres([0, 0, 0], [1, 2]).copy()
        <sepal.Solids of 2 solids>
        """
        same: Self = _restored(type(self), _cores_of(self), self.removed())
        return same

    def _contents(self) -> tuple[AnyArray, ...]:
        return _cores_of(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), _cores_of(self), self.removed())

    def __repr__(self) -> str:
        return f"<sepal.Solids of {len(self)} {'solid' if len(self) == 1 else 'solids'}>"
