"""How sets of polygons are made. Each `from_...` makes a set of what the `add_...` of the same name adds to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from ._arrays import SignedIndices
from ._polys_add import Point, PolysAdd

if TYPE_CHECKING:
    from typing_extensions import Self


class PolysFrom(PolysAdd):
    """The part of `Polys` that makes sets of shapes."""

    @classmethod
    def from_boxes(
        cls,
        x: ArrayLike,
        y: ArrayLike,
        length: ArrayLike,
        width: ArrayLike,
        yaw: ArrayLike | None = None,
        *,
        cos: ArrayLike | None = None,
        sin: ArrayLike | None = None,
        radius: ArrayLike | None = None,
        dtype: DTypeLike = np.float32,
        origin: Point | None = None,
    ) -> Self:
        """A set of oriented boxes.

        Every argument is a number for each box, in one dimension, or one number for all of them, in the unit of the coordinates.

        x, y: the centres.
        length, width: the extents along the box's own axes, at least 0.
        yaw: the direction of the length in radians, counter-clockwise from the x axis. None: parallel to the axes.
        cos, sin: the direction as a cosine and a sine, instead of yaw. (Those of yaw are computed in float64 and rounded, and may
            differ in the last bit from one machine's NumPy to another's.)
        radius: of each box, at least 0: every point so near the box belongs to it. None: 0.
        dtype: numpy.float32; or numpy.float64 for a set whose coordinates are not rounded, see `Polys`.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        ShapeError: a number is not finite or beyond float32, a size or a radius is negative. Its `index` is the first such box,
            and nothing was added.
        RoundingWarning: rounding to float32 moved a box by more than a thousandth of its size; `origin=` is the remedy.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
        >>> cars.find_pairs()
        array([[0, 1]], dtype=int32)
        """
        shapes, zero = cls._begun(dtype, origin)
        return shapes.add_boxes(x, y, length, width, yaw, cos=cos, sin=sin, radius=radius, origin=zero)

    @classmethod
    def from_rings(
        cls,
        xy: Any,
        offsets: ArrayLike | None = None,
        radius: ArrayLike | None = None,
        *,
        dtype: DTypeLike = np.float32,
        origin: Point | None = None,
    ) -> Self:
        """A set of convex polygons, whose vertices go round once in either direction.

        Repeated vertices (so a ring may be closed), vertices on a side, and polygons without area are allowed. Whether a polygon
        is convex is decided exactly, for the coordinates rounded to the type; `from_hulls` takes what rounding may have bent.

        xy: the vertices of all polygons, of shape (n, 2), with offsets; or without offsets a sequence of arrays of shape (k, 2),
            one array of shape (polygons, k, 2), or the vertices of a single polygon. float32 whose x are contiguous, and y as
            well, is not copied: `np.stack([x, y]).T`.
        offsets: integers, one more than there are polygons; polygon i has the rows offsets[i] .. offsets[i + 1] - 1 of xy.
        radius: of each polygon, at least 0: every point so near the polygon belongs to it. None: 0.
        dtype: numpy.float32; or numpy.float64 for a set whose coordinates are not rounded, see `Polys`.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        ShapeError: vertices do not go round a convex polygon once, a polygon has none, a number is not finite or beyond float32,
            a radius is negative. Its `index` is the first such polygon, and nothing was added.
        RoundingWarning: rounding to float32 moved a polygon by more than a thousandth of its size; `origin=` is the remedy.

        >>> shapes = sepal.Polys.from_rings([[[0, 0], [4, 0], [0, 3]], [[1, 1], [2, 1], [2, 2], [1, 2]]])
        >>> same = sepal.Polys.from_rings([[0, 0], [4, 0], [0, 3], [1, 1], [2, 1], [2, 2], [1, 2]], offsets=[0, 3, 7])
        >>> shapes.find_pairs(), same.vertices(0).tolist()
        (array([[0, 1]], dtype=int32), [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]])
        """
        shapes, zero = cls._begun(dtype, origin)
        return shapes.add_rings(xy, offsets, radius, origin=zero)

    @classmethod
    def from_circles(
        cls, x: ArrayLike, y: ArrayLike, radius: ArrayLike, *, dtype: DTypeLike = np.float32, origin: Point | None = None
    ) -> Self:
        """A set of circles.

        Every argument is a number for each circle, in one dimension, or one number for all of them, in the unit of the
        coordinates.

        x, y: the centres.
        radius: at least 0; a circle of radius 0 is a point.
        dtype: numpy.float32; or numpy.float64 for a set whose coordinates are not rounded, see `Polys`.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        ShapeError: a number is not finite or beyond float32, a radius is negative. Its `index` is the first such circle, and
            nothing was added.
        RoundingWarning: rounding to float32 moved a circle by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Polys.from_circles(x=[0, 3, 9], y=0, radius=[1, 2, 1]).find_pairs()
        array([[0, 1]], dtype=int32)
        """
        shapes, zero = cls._begun(dtype, origin)
        return shapes.add_circles(x, y, radius, origin=zero)

    @classmethod
    def from_capsules(
        cls,
        x0: ArrayLike,
        y0: ArrayLike,
        x1: ArrayLike,
        y1: ArrayLike,
        radius: ArrayLike,
        *,
        dtype: DTypeLike = np.float32,
        origin: Point | None = None,
    ) -> Self:
        """A set of capsules: every point within a radius of a segment.

        Every argument is a number for each capsule, in one dimension, or one number for all of them, in the unit of the
        coordinates.

        x0, y0, x1, y1: the ends of the segments, which may coincide.
        radius: at least 0; a capsule of radius 0 is a segment.
        dtype: numpy.float32; or numpy.float64 for a set whose coordinates are not rounded, see `Polys`.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        ShapeError: a number is not finite or beyond float32, a radius is negative. Its `index` is the first such capsule, and
            nothing was added.
        RoundingWarning: rounding to float32 moved a capsule by more than a thousandth of its size; `origin=` is the remedy.

        >>> tracks = sepal.Polys.from_capsules(x0=0, y0=[0, 0.4, 1], x1=10, y1=[0, 0.4, 1], radius=0.1)
        >>> tracks.find_pairs(margin=0.25)
        array([[0, 1]], dtype=int32)
        """
        shapes, zero = cls._begun(dtype, origin)
        return shapes.add_capsules(x0, y0, x1, y1, radius, origin=zero)

    @classmethod
    def from_hulls(
        cls,
        xy: Any,
        offsets: ArrayLike | None = None,
        radius: ArrayLike | None = None,
        *,
        dtype: DTypeLike = np.float32,
        origin: Point | None = None,
    ) -> Self:
        """A set of convex hulls of points in any order.

        The hull of the points rounded to the type of the set is found exactly. Its vertices are
            the corners, counter-clockwise from the least x.

        xy: the points of all hulls, of shape (n, 2), with offsets; or without offsets a sequence of arrays of shape (k, 2), one
            array of shape (hulls, k, 2), or the points of a single hull. float32 whose x are contiguous, and y as well, is not
            copied: `np.stack([x, y]).T`.
        offsets: integers, one more than there are hulls; hull i has the rows offsets[i] .. offsets[i + 1] - 1 of xy.
        radius: of each hull, at least 0: every point so near the hull belongs to it. None: 0.
        dtype: numpy.float32; or numpy.float64 for a set whose coordinates are not rounded, see `Polys`.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        ShapeError: a hull has no points, a number is not finite or beyond float32, a radius is negative. Its `index` is the first
            such hull, and nothing was added.
        RoundingWarning: rounding to float32 moved a hull by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Polys.from_hulls([[0, 0], [1, 1], [4, 0], [0, 3]]).vertices(0).tolist()
        [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]]
        """
        shapes, zero = cls._begun(dtype, origin)
        return shapes.add_hulls(xy, offsets, radius, origin=zero)

    @classmethod
    def from_concave(
        cls,
        xy: Any,
        offsets: ArrayLike | None = None,
        polygons: ArrayLike | None = None,
        *,
        dtype: DTypeLike = np.float32,
        origin: Point | None = None,
    ) -> tuple[Self, SignedIndices]:
        """A set of the convex parts of polygons that need not be convex and may have holes, and where the parts of each begin.

        The parts make up exactly the polygon. Its outline and each hole are rings that may not touch or cross themselves. Holes are
        inside of the outline, and not inside of each other; rings may touch, but at points only.

        xy: the vertices of all rings, of shape (n, 2), with offsets; or without offsets a sequence of arrays of shape (k, 2), one
            array of shape (rings, k, 2), or the vertices of a single ring. float32 whose x are contiguous, and y as well, is not
            copied: `np.stack([x, y]).T`.
        offsets: integers, one more than there are rings; ring i has the rows offsets[i] .. offsets[i + 1] - 1 of xy.
        polygons: integers, one more than there are polygons; polygon i has the rings polygons[i] .. polygons[i + 1] - 1, its outline
            first, then its holes. None: each ring is a polygon. (`shapely.to_ragged_array` of polygons gives xy, and as a tuple offsets
            and polygons.)
        dtype: numpy.float32; or numpy.float64 for a set whose coordinates are not rounded, see `Polys`.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        Returns the set, and where the parts of each polygon begin, one more integer than there are polygons: polygon i has the
            shapes groups[i] .. groups[i + 1] - 1 of the set. `overlap_groups` takes these.
        ShapeError: an outline or a hole touches or crosses itself or has no area, a hole is not inside of the outline alone, a
            number is not finite or beyond float32. Its `index` is the first such polygon, its message names the ring and the vertex
            from which an edge touches or crosses another, both counted from 0, and nothing was added. ValueError:
            offsets that descend or lead out of what they count.
        RoundingWarning: rounding to float32 moved a polygon by more than a thousandth of its size; `origin=` is the remedy.

        >>> letter_l = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]
        >>> frame = [[10, 0], [14, 0], [14, 4], [10, 4]], [[11, 1], [13, 1], [13, 3], [11, 3]]
        >>> shapes, groups = sepal.Polys.from_concave([letter_l, *frame], polygons=[0, 1, 3])
        >>> points = sepal.Polys.from_circles(x=[2, 2, 12, 12], y=[2, 0.5, 2, 0.5], radius=0)
        >>> shapes.overlap_groups(points, [[0, 0], [0, 1], [1, 2], [1, 3]], groups)
        array([False,  True, False,  True])
        """
        shapes, zero = cls._begun(dtype, origin)
        return shapes, shapes.add_concave(xy, offsets, polygons, origin=zero)
