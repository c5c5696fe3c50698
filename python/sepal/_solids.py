"""Sets of convex solids in space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import Floats, columns, common_length, floats, half, one_for_each, parts, points
from ._errors import raise_refusal
from ._find import Searches
from ._placing import chosen_models, first_hit, place
from ._sets import Questions

if TYPE_CHECKING:
    from typing_extensions import Self

_AXES = ("x", "y", "z")


class Parallelepiped(NamedTuple):
    """A box as all points center + r u + s v + t w with r, s, t from -1 to 1; float32 of shape (3,) each."""

    center: Floats
    u: Floats
    v: Floats
    w: Floats


class Hull(NamedTuple):
    """The convex hull of points, float32 of shape (n, 3)."""

    points: Floats


def _components(name: str, values: ArrayLike, wanted: int, letters: tuple[str, ...]) -> dict[str, ArrayLike | None]:
    """The columns of an array of shape (n, wanted) or, for all shapes, (wanted,)."""
    array = floats(name, values)
    if array.ndim == 0:
        array = np.full(wanted, array)
    elif array.ndim == 1 and array.size == 0:
        array = array.reshape(0, wanted)
    if array.ndim not in (1, 2) or array.shape[-1] != wanted:
        raise ValueError(f"{name}: an array of shape (n, {wanted}) is expected, not {array.shape}")
    return {f"{name} {letter}": array[..., k] for k, letter in enumerate(letters)}


def _turns(quaternion: ArrayLike | None, matrix: ArrayLike | None) -> dict[str, ArrayLike | None]:
    """The thirteen columns of a rotation: those of a quaternion and those of a matrix, of which at most one is given."""
    turn: dict[str, ArrayLike | None] = {f"quaternion {letter}": None for letter in ("w", *_AXES)}
    turn.update({f"matrix [{r}, {c}]": None for r in range(3) for c in range(3)})
    if quaternion is not None and matrix is not None:
        raise TypeError("either a quaternion or a matrix is expected, not both")
    if quaternion is not None:
        turn.update(_components("quaternion", quaternion, 4, ("w", *_AXES)))
    if matrix is not None:
        array = floats("matrix", matrix)
        if array.ndim not in (2, 3) or array.shape[-2:] != (3, 3):
            raise ValueError(f"matrix: an array of shape (n, 3, 3) is expected, not {array.shape}")
        turn.update({f"matrix [{r}, {c}]": array[..., r, c] for r in range(3) for c in range(3)})
    return turn


def _poses(count: int, position: ArrayLike, quaternion: ArrayLike | None, matrix: ArrayLike | None) -> tuple[Any, ...]:
    """The poses of `count` solids as the sixteen columns that the extension module takes."""
    given = {**_components("position", position, 3, _AXES), **_turns(quaternion, matrix)}
    return tuple(columns({name: one_for_each(name, value, count) for name, value in given.items()}).values())


class Solids(Questions, Searches, _core.Solids):
    """A set of convex solids in space, addressed by index in the order in which they were added.

    A solid is a core, which is a box or the convex hull of points, and every point within a radius of it. Coordinates are float32;
    other numbers are rounded to float32 first, float64 among them. All lengths have the unit of the coordinates.

    `Solids()` is empty; `Solids.from_boxes`, `from_spheres`, `from_capsules`, `from_hulls` and `from_parallelepipeds` make a set of
    solids, and `add_boxes` and so on add to one. Solids are added all or none: ShapeError says which was refused. Points and vectors
    are the rows of arrays of shape (n, 3). An array of shape (3,) stands for one such row per solid, and a single number for one per
    solid, or for all three coordinates.

    Sets can be pickled, copied, and read by several threads.
    """

    _dimension = 3
    _empty = _core.Solids

    # --- Making a set ------------------------------------------------------------------------------------------------------------

    @classmethod
    def from_boxes(
        cls,
        center: ArrayLike,
        size: ArrayLike,
        quaternion: ArrayLike | None = None,
        matrix: ArrayLike | None = None,
        radius: ArrayLike | None = None,
    ) -> Self:
        """A set of oriented boxes; see `add_boxes`."""
        return cls().add_boxes(center, size, quaternion, matrix, radius)

    @classmethod
    def from_spheres(cls, center: ArrayLike, radius: ArrayLike) -> Self:
        """A set of spheres; see `add_spheres`."""
        return cls().add_spheres(center, radius)

    @classmethod
    def from_capsules(cls, start: ArrayLike, end: ArrayLike, radius: ArrayLike) -> Self:
        """A set of capsules; see `add_capsules`."""
        return cls().add_capsules(start, end, radius)

    @classmethod
    def from_hulls(cls, points: Any, offsets: ArrayLike | None = None, radius: ArrayLike | None = None) -> Self:
        """A set of convex hulls of points; see `add_hulls`."""
        return cls().add_hulls(points, offsets, radius)

    @classmethod
    def from_parallelepipeds(
        cls, center: ArrayLike, u: ArrayLike, v: ArrayLike, w: ArrayLike, radius: ArrayLike | None = None
    ) -> Self:
        """A set of boxes with any angles; see `add_parallelepipeds`."""
        return cls().add_parallelepipeds(center, u, v, w, radius)

    def add_boxes(
        self,
        center: ArrayLike,
        size: ArrayLike,
        quaternion: ArrayLike | None = None,
        matrix: ArrayLike | None = None,
        radius: ArrayLike | None = None,
    ) -> Self:
        """Adds oriented boxes.

        center: of shape (n, 3).
        size: the extents along the box's own axes, at least 0, of shape (n, 3).
        quaternion: the rotations as (w, x, y, z), of shape (n, 4) and of any length but 0. (SciPy puts w last.)
        matrix: the rotations as matrices of shape (n, 3, 3), instead of quaternions. Without either nothing is turned.
        radius: every point so near the box belongs to it; at least 0. None: 0.
        """
        rows = columns(
            {
                **_components("center", center, 3, _AXES),
                **_components("half the size", half("size", size), 3, _AXES),
                "radius": radius,
                **_turns(quaternion, matrix),
            }
        )
        raise_refusal("box", self._add_boxes(*rows.values()))
        return self

    def add_spheres(self, center: ArrayLike, radius: ArrayLike) -> Self:
        """Adds spheres. center: of shape (n, 3). radius: at least 0."""
        rows = columns({**_components("center", center, 3, _AXES), "radius": radius})
        raise_refusal("sphere", self._add_spheres(*rows.values()))
        return self

    def add_capsules(self, start: ArrayLike, end: ArrayLike, radius: ArrayLike) -> Self:
        """Adds capsules: every point within a radius of a segment. start, end: of shape (n, 3). radius: at least 0."""
        rows = columns({**_components("start", start, 3, _AXES), **_components("end", end, 3, _AXES), "radius": radius})
        raise_refusal("capsule", self._add_capsules(*rows.values()))
        return self

    def add_parallelepipeds(
        self, center: ArrayLike, u: ArrayLike, v: ArrayLike, w: ArrayLike, radius: ArrayLike | None = None
    ) -> Self:
        """Adds boxes by their half edges u, v, w, with any angles between them. All of shape (n, 3). radius: at least 0; None: 0."""
        vectors: dict[str, ArrayLike | None] = {}
        for name, values in {"center": center, "u": u, "v": v, "w": w}.items():
            vectors.update(_components(name, values, 3, _AXES))
        rows = columns({**vectors, "radius": radius})
        raise_refusal("box", self._add_parallelepipeds(*rows.values()))
        return self

    def add_hulls(self, points: Any, offsets: ArrayLike | None = None, radius: ArrayLike | None = None) -> Self:
        """Adds the convex hulls of points, in any order.

        points: the points of all hulls, of shape (n, 3), with offsets; or without offsets a sequence of arrays of shape (k, 3), one
            array of shape (hulls, k, 3), or the points of a single hull.
        offsets: integers, one more than there are hulls; hull i has the points offsets[i] .. offsets[i + 1] - 1.
        radius: of each solid, at least 0. None: 0.
        """
        xyz, first = parts("points", points, offsets, 3)
        radii = None if radius is None else np.ascontiguousarray(np.broadcast_to(floats("radius", radius), len(first) - 1))
        raise_refusal("hull", self._add_hulls(*xyz, first, radii))
        return self

    def place(
        self,
        models: Solids,
        model: ArrayLike,
        position: ArrayLike,
        quaternion: ArrayLike | None = None,
        matrix: ArrayLike | None = None,
    ) -> Self:
        """Refills this set: solid i becomes solid model[i] of `models`, turned, and moved by position[i].

        What was in this set before is gone. Nothing is allocated if it has held as much before.

        models: another set, whose solids are in frames of their own.
        model: indices into `models`.
        position: where the origin of the model goes, of shape (n, 3), or (3,) for all.
        quaternion, matrix: as in `add_boxes`.
        """
        chosen = chosen_models(self, models, model)
        place(self, models, chosen, _poses(len(chosen), position, quaternion, matrix))
        return self

    def first_hit(
        self,
        model: int,
        obstacles: Solids,
        position: ArrayLike,
        quaternion: ArrayLike | None = None,
        matrix: ArrayLike | None = None,
        *,
        touching: bool = True,
        margin: float = 0.0,
    ) -> int | None:
        """At which of its poses does solid `model` of this set first overlap an obstacle? None: at none of them.

        The poses are the steps of a trajectory, in order. Each is asked about as `place` places the model and `overlap` answers;
        steps behind the first that overlaps are not asked about. What the model sweeps over between two steps is not either.

        obstacles: a set of solids; it may be this one.
        position: of shape (n, 3), one for each pose, or (3,) for all.
        quaternion, matrix: as in `add_boxes`; one for each pose, or one for all.
        touching, margin: as in `overlap`.
        """
        number = self._checked(model)
        count = common_length((position, 1), (quaternion, 1), (matrix, 2))
        poses = _poses(count, position, quaternion, matrix)
        return first_hit(self, number, poses, count, obstacles, touching, margin)

    def update(self, index: int, core: Parallelepiped | Hull | ArrayLike) -> None:
        """Replaces what one solid was made of, by the same kind: a box by a `Parallelepiped`, a hull by a `Hull` of as many points.
        Its radius stays.

        core: as `core` returns it; or the points of shape (n, 3), of a box its center, u, v, w.
        """
        rows = np.stack(core) if isinstance(core, Parallelepiped) else core.points if isinstance(core, Hull) else core
        if not self._update(self._checked(index), *points("core", rows, 3)):
            raise_refusal("solid", (index, "a coordinate is not finite"))

    # --- Reading a set -----------------------------------------------------------------------------------------------------------

    def core(self, index: int) -> Parallelepiped | Hull:
        """What one solid was made of, its radius apart: a `Parallelepiped` or a `Hull`, by isinstance."""
        is_box, *xyz = self._points(self._checked(index))
        rows = np.stack([np.frombuffer(c, np.float32) for c in xyz], axis=1)
        return Parallelepiped(*rows) if is_box else Hull(rows)

    def radius(self, index: int) -> float:
        """The radius of one solid; 0 if none was given."""
        return self._radius(self._checked(index))

    def copy(self) -> Self:
        """Another set of the same solids."""
        same: Self = _restored(type(self), self._runs())
        return same

    def _runs(self) -> list[tuple[bool, list[Any], Floats]]:
        """The solids in order, as runs of boxes and runs of hulls."""
        runs: list[tuple[bool, list[Any], list[float]]] = []
        for i in range(len(self)):
            core = self.core(i)
            is_box = isinstance(core, Parallelepiped)
            if not runs or runs[-1][0] != is_box:
                runs.append((is_box, [], []))
            runs[-1][1].append(core if isinstance(core, Parallelepiped) else core.points)
            runs[-1][2].append(self.radius(i))
        return [(is_box, cores, np.array(radii, np.float32)) for is_box, cores, radii in runs]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self._runs())

    def __repr__(self) -> str:
        return f"<sepal.Solids of {len(self)} solids>"


def _restored(kind: Any, runs: list[tuple[bool, list[Any], Floats]]) -> Any:
    solids = kind()
    for is_box, cores, radii in runs:
        if is_box:
            vectors = np.array(cores, np.float32)
            solids.add_parallelepipeds(*(vectors[:, k] for k in range(4)), radii)
        else:
            solids.add_hulls(cores, radius=radii)
    return solids
