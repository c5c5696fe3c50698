"""How sets of solids are filled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import AnyArray, columns, floats, half, origin_of, parts, relative
from ._arrays import points as columns_of
from ._errors import part_of, raise_refusal, row_of
from ._rounding import warn_of_parts, warn_of_rows
from ._space import AXES, components, turns

if TYPE_CHECKING:
    from typing_extensions import Self

Point = Any  # three numbers


def _relative(name: str, values: ArrayLike, origin: Point | None) -> AnyArray:
    at = relative(name, values, None if origin is None else origin_of(origin, 3))
    return np.broadcast_to(at, 3) if at.ndim == 0 else at.reshape(0, 3) if at.shape == (0,) else at


def _vertices_of(points: Any) -> Any:
    """Of meshes their vertices, whose hull is that of the mesh; anything else as it is."""
    if hasattr(points, "vertices"):
        return points.vertices
    return [getattr(part, "vertices", part) for part in points] if isinstance(points, (list, tuple)) else points


def _greatest(sides: ArrayLike) -> AnyArray:
    """The greatest of the three numbers of each row."""
    lengths: AnyArray = np.abs(np.asarray(sides, np.float64))
    greatest: AnyArray = lengths.max(axis=-1) if lengths.ndim > 0 else lengths
    return greatest


def _twice(radius: ArrayLike | None) -> AnyArray:
    return np.asarray(0.0 if radius is None else radius) * 2.0


class SolidsAdd(_core.Solids):
    """The part of `Solids` that adds solids to a set."""

    def add_boxes(
        self,
        center: ArrayLike,
        size: ArrayLike,
        quaternion: ArrayLike | None = None,
        matrix: ArrayLike | None = None,
        radius: ArrayLike | None = None,
        *,
        origin: Point | None = None,
    ) -> Self:
        """Adds oriented boxes. Returns the set.

        Points and vectors are rows of arrays of shape (n, 3). An array of shape (3,) stands for one such row for all boxes, and a
        single number for all three coordinates.

        center: the centres.
        size: the extents along the box's own axes, at least 0.
        quaternion: the rotations as (w, x, y, z), of shape (n, 4), or (4,) for all, and of any length but 0; or a `Rotation` of SciPy,
            whose own arrays have w last.
        matrix: the rotations as matrices of shape (n, 3, 3), or (3, 3) for all, instead of quaternions. Without either nothing is
            turned.
        radius: of each box, at least 0: every point so near the box belongs to it. A number for each, or one for all. None: 0.
        origin: three numbers, the point that becomes (0, 0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0, 0). None: (0, 0, 0).

        ShapeError: a number is not finite or beyond float32, a size or a radius is negative, a quaternion is 0. Its `index` is
            the first such box, and nothing was added.
        RoundingWarning: rounding to float32 moved a box by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Solids().add_boxes(center=[[0, 0, 0], [1.5, 0, 0]], size=2)
        <sepal.Solids of 2 solids>
        """
        at = _relative("center", center, origin)
        sizes = components("half the size", half("size", size), 3, AXES)
        given: dict[str, ArrayLike | None] = {**components("center", at, 3, AXES), **sizes, "radius": radius}
        raise_refusal("box", self._add_boxes(*columns({**given, **turns(quaternion, matrix)}).values()), row_of(given))
        warn_of_rows("box", list(np.moveaxis(at, -1, 0)), _greatest(size) + _twice(radius))
        return self

    def add_spheres(self, center: ArrayLike, radius: ArrayLike, *, origin: Point | None = None) -> Self:
        """Adds spheres. Returns the set.

        Points and vectors are rows of arrays of shape (n, 3). An array of shape (3,) stands for one such row for all spheres, and
        a single number for all three coordinates.

        center: the centres.
        radius: a number for each sphere, or one for all, at least 0; a sphere of radius 0 is a point.
        origin: three numbers, the point that becomes (0, 0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0, 0). None: (0, 0, 0).

        ShapeError: a number is not finite or beyond float32, a radius is negative. Its `index` is the first such sphere, and
            nothing was added.
        RoundingWarning: rounding to float32 moved a sphere by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Solids().add_spheres([[0, 0, 0], [3, 0, 0]], radius=1)
        <sepal.Solids of 2 solids>
        """
        at = _relative("center", center, origin)
        given: dict[str, ArrayLike | None] = {**components("center", at, 3, AXES), "radius": radius}
        raise_refusal("sphere", self._add_spheres(*columns(given).values()), row_of(given))
        warn_of_rows("sphere", list(np.moveaxis(at, -1, 0)), _twice(radius))
        return self

    def add_capsules(self, start: ArrayLike, end: ArrayLike, radius: ArrayLike, *, origin: Point | None = None) -> Self:
        """Adds capsules: every point within a radius of a segment. Returns the set.

        Points and vectors are rows of arrays of shape (n, 3). An array of shape (3,) stands for one such row for all capsules,
        and a single number for all three coordinates.

        start, end: the ends of the segments, which may coincide.
        radius: a number for each capsule, or one for all, at least 0; a capsule of radius 0 is a segment.
        origin: three numbers, the point that becomes (0, 0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0, 0). None: (0, 0, 0).

        ShapeError: a number is not finite or beyond float32, a radius is negative. Its `index` is the first such capsule, and
            nothing was added.
        RoundingWarning: rounding to float32 moved a capsule by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Solids().add_capsules([0, 0, 0], [0, 0, 1], radius=[0.1, 0.2])
        <sepal.Solids of 2 solids>
        """
        ends = _relative("start", start, origin), _relative("end", end, origin)
        given: dict[str, ArrayLike | None] = {**components("start", ends[0], 3, AXES), **components("end", ends[1], 3, AXES)}
        given["radius"] = radius
        raise_refusal("capsule", self._add_capsules(*columns(given).values()), row_of(given))
        places = [axis for at in ends for axis in np.moveaxis(at, -1, 0)]
        warn_of_rows("capsule", places, _greatest(np.subtract(*ends)) + _twice(radius))
        return self

    def add_prisms(
        self,
        start: ArrayLike,
        end: ArrayLike,
        circumradius: ArrayLike,
        sides: int,
        radius: ArrayLike | None = None,
        *,
        origin: Point | None = None,
    ) -> Self:
        """Adds prisms over regular polygons, which stand for cylinders. Returns the set.

        Points and vectors are rows of arrays of shape (n, 3). An array of shape (3,) stands for one such row for all prisms,
        and a single number for all three coordinates.

        start, end: the centres of the ends, which differ.
        circumradius: from the axis to the corners of the ends, at least 0. A number for each prism, or one for all. With
            R / cos(pi / sides) a prism contains the cylinder of radius R.
        sides: of the polygons, from 3 to 128: one number for all prisms. A corner of each end is in the direction of that axis of
            the coordinates which is least along the prism.
        radius: of each prism, at least 0: every point so near the prism belongs to it. A number for each, or one for all. None: 0.
        origin: three numbers, the point that becomes (0, 0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0, 0). None: (0, 0, 0).

        ShapeError: a number is not finite or beyond float32, a radius is negative, both ends are the same point of float32. Its
            `index` is the first such prism, and nothing was added.
        RoundingWarning: rounding to float32 moved a prism by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Solids().add_prisms([0, 0, 0], [[0, 0, 1], [0, 3, 4]], circumradius=0.5, sides=12)
        <sepal.Solids of 2 solids>
        """
        ends = _relative("start", start, origin), _relative("end", end, origin)
        given: dict[str, ArrayLike | None] = {**components("start", ends[0], 3, AXES), **components("end", ends[1], 3, AXES)}
        given.update(circumradius=circumradius, radius=radius)
        raise_refusal("prism", self._add_prisms(*columns(given).values(), sides), row_of(given))
        places = [axis for at in ends for axis in np.moveaxis(at, -1, 0)]
        size = _greatest(np.subtract(*ends)) + _twice(circumradius) + _twice(radius)
        warn_of_rows("prism", places, size)
        return self

    def add_hulls(
        self, points: Any, offsets: ArrayLike | None = None, radius: ArrayLike | None = None, *, origin: Point | None = None
    ) -> Self:
        """Adds the convex hulls of points, in any order. Returns the set.

        points: the points of all hulls, of shape (n, 3), with offsets; or without offsets a sequence of arrays of shape (k, 3),
            one array of shape (hulls, k, 3), or the points of a single hull. A mesh, such as one of trimesh, stands for its `vertices`.
        offsets: integers, one more than there are hulls; hull i has the rows offsets[i] .. offsets[i + 1] - 1 of points.
        radius: of each hull, at least 0: every point so near the hull belongs to it. A number for each, or one for all. None: 0.
        origin: three numbers, the point that becomes (0, 0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0, 0). None: (0, 0, 0).

        ShapeError: a number is not finite or beyond float32, a hull has no points, a radius is negative. Its `index` is the first
            such hull, and nothing was added.
        RoundingWarning: rounding to float32 moved a hull by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Solids().add_hulls([[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[5, 5, 5]]], radius=[0, 1])
        <sepal.Solids of 2 solids>
        """
        exact, first = parts("points", _vertices_of(points), offsets, 3)
        exact = relative("points", exact, None if origin is None else origin_of(origin, 3))
        xyz = columns_of("points", exact, 3)
        radii = None if radius is None else np.ascontiguousarray(np.broadcast_to(floats("radius", radius), len(first) - 1))
        raise_refusal("hull", self._add_hulls(*xyz, first, radii), part_of("a coordinate", exact, first))
        warn_of_parts("hull", exact, xyz, first, radii)
        return self

    def add_parallelepipeds(
        self,
        center: ArrayLike,
        u: ArrayLike,
        v: ArrayLike,
        w: ArrayLike,
        radius: ArrayLike | None = None,
        *,
        origin: Point | None = None,
    ) -> Self:
        """Adds boxes by their half edges, with any angles between them. Returns the set.

        Points and vectors are rows of arrays of shape (n, 3). An array of shape (3,) stands for one such row for all boxes, and a
        single number for all three coordinates.

        center: the centres.
        u, v, w: the half edges: box i is made up of all points center + r u + s v + t w with r, s, t from -1 to 1.
        radius: of each box, at least 0: every point so near the box belongs to it. A number for each, or one for all. None: 0.
        origin: three numbers, the point that becomes (0, 0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0, 0). None: (0, 0, 0).

        ShapeError: a number is not finite or beyond float32, a radius is negative. Its `index` is the first such box, and nothing
            was added.
        RoundingWarning: rounding to float32 moved a box by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Solids().add_parallelepipeds([[0, 0, 0], [4, 0, 0]], [1, 0, 0], [0.5, 1, 0], [0, 0, 1])
        <sepal.Solids of 2 solids>
        """
        at = _relative("center", center, origin)
        given: dict[str, ArrayLike | None] = {}
        for name, values in {"center": at, "u": u, "v": v, "w": w}.items():
            given.update(components(name, values, 3, AXES))
        given["radius"] = radius
        raise_refusal("box", self._add_parallelepipeds(*columns(given).values()), row_of(given))
        sides = np.abs(np.asarray(u)) + np.abs(np.asarray(v)) + np.abs(np.asarray(w))
        warn_of_rows("box", list(np.moveaxis(at, -1, 0)), 2 * _greatest(sides) + _twice(radius))
        return self
