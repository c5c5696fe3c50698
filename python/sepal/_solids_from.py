"""How sets of solids are made. Each `from_...` makes a set of what the `add_...` of the same name adds to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from ._solids_add import Point, SolidsAdd

if TYPE_CHECKING:
    from typing_extensions import Self


class SolidsFrom(SolidsAdd):
    """The part of `Solids` that makes sets of solids."""

    @classmethod
    def from_boxes(
        cls,
        center: ArrayLike,
        size: ArrayLike,
        quaternion: ArrayLike | None = None,
        matrix: ArrayLike | None = None,
        radius: ArrayLike | None = None,
        *,
        origin: Point | None = None,
    ) -> Self:
        """A set of oriented boxes.

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

        >>> boxes = sepal.Solids.from_boxes(center=[[0, 0, 0], [1.5, 0, 0], [9, 0, 0]], size=[2, 2, 2], quaternion=[1, 0, 0, 0])
        >>> boxes.find_pairs()
        array([[0, 1]], dtype=int32)
        """
        return cls().add_boxes(center, size, quaternion, matrix, radius, origin=origin)

    @classmethod
    def from_spheres(cls, center: ArrayLike, radius: ArrayLike, *, origin: Point | None = None) -> Self:
        """A set of spheres.

        Points and vectors are rows of arrays of shape (n, 3). An array of shape (3,) stands for one such row for all spheres, and
        a single number for all three coordinates.

        center: the centres.
        radius: a number for each sphere, or one for all, at least 0; a sphere of radius 0 is a point.
        origin: three numbers, the point that becomes (0, 0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0, 0). None: (0, 0, 0).

        ShapeError: a number is not finite or beyond float32, a radius is negative. Its `index` is the first such sphere, and
            nothing was added.
        RoundingWarning: rounding to float32 moved a sphere by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Solids.from_spheres([[0, 0, 0], [3, 0, 0], [9, 0, 0]], radius=[1, 2, 1]).find_pairs()
        array([[0, 1]], dtype=int32)
        """
        return cls().add_spheres(center, radius, origin=origin)

    @classmethod
    def from_capsules(cls, start: ArrayLike, end: ArrayLike, radius: ArrayLike, *, origin: Point | None = None) -> Self:
        """A set of capsules: every point within a radius of a segment.

        Points and vectors are rows of arrays of shape (n, 3). An array of shape (3,) stands for one such row for all capsules,
        and a single number for all three coordinates.

        start, end: the ends of the segments, which may coincide.
        radius: a number for each capsule, or one for all, at least 0; a capsule of radius 0 is a segment.
        origin: three numbers, the point that becomes (0, 0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0, 0). None: (0, 0, 0).

        ShapeError: a number is not finite or beyond float32, a radius is negative. Its `index` is the first such capsule, and
            nothing was added.
        RoundingWarning: rounding to float32 moved a capsule by more than a thousandth of its size; `origin=` is the remedy.

        >>> arms = sepal.Solids.from_capsules(start=[0, 0, 0], end=[[1, 0, 0], [0, 1, 0]], radius=0.1)
        >>> arms.overlap(arms, [[0, 1]])
        array([ True])
        """
        return cls().add_capsules(start, end, radius, origin=origin)

    @classmethod
    def from_prisms(
        cls,
        start: ArrayLike,
        end: ArrayLike,
        circumradius: ArrayLike,
        sides: int,
        radius: ArrayLike | None = None,
        *,
        origin: Point | None = None,
    ) -> Self:
        """A set of prisms over regular polygons, which stand for cylinders.

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

        >>> drums = sepal.Solids.from_prisms(start=[[0, 0, 0], [0, 0, 1]], end=[[0, 0, 1], [0, 0, 2]], circumradius=0.5, sides=12)
        >>> drums.overlap(drums, [[0, 1]])
        array([ True])
        """
        return cls().add_prisms(start, end, circumradius, sides, radius, origin=origin)

    @classmethod
    def from_hulls(
        cls, points: Any, offsets: ArrayLike | None = None, radius: ArrayLike | None = None, *, origin: Point | None = None
    ) -> Self:
        """A set of convex hulls of points, in any order.

        points: the points of all hulls, of shape (n, 3), with offsets; or without offsets a sequence of arrays of shape (k, 3),
            one array of shape (hulls, k, 3), or the points of a single hull. A mesh, such as one of trimesh, stands for its `vertices`.
        offsets: integers, one more than there are hulls; hull i has the rows offsets[i] .. offsets[i + 1] - 1 of points.
        radius: of each hull, at least 0: every point so near the hull belongs to it. A number for each, or one for all. None: 0.
        origin: three numbers, the point that becomes (0, 0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0, 0). None: (0, 0, 0).

        ShapeError: a number is not finite or beyond float32, a hull has no points, a radius is negative. Its `index` is the first
            such hull, and nothing was added.
        RoundingWarning: rounding to float32 moved a hull by more than a thousandth of its size; `origin=` is the remedy.

        >>> tetrahedron = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        >>> sepal.Solids.from_hulls(tetrahedron).find_at([0.2, 0.2, 0.2]).tolist()
        [0]
        """
        return cls().add_hulls(points, offsets, radius, origin=origin)

    @classmethod
    def from_parallelepipeds(
        cls,
        center: ArrayLike,
        u: ArrayLike,
        v: ArrayLike,
        w: ArrayLike,
        radius: ArrayLike | None = None,
        *,
        origin: Point | None = None,
    ) -> Self:
        """A set of boxes by their half edges, with any angles between them.

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

        >>> sheared = sepal.Solids.from_parallelepipeds(center=[0, 0, 0], u=[1, 0, 0], v=[0.5, 1, 0], w=[0, 0, 1])
        >>> sheared.find_at([1.4, 0.9, 0]).tolist()
        [0]
        """
        return cls().add_parallelepipeds(center, u, v, w, radius, origin=origin)
