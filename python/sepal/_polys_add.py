"""How sets of polygons are filled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from . import _core
from ._arrays import (
    FLOAT64,
    AnyArray,
    SignedIndices,
    columns,
    coordinates,
    directions,
    dtype_of,
    half,
    origin_of,
    parts,
    points,
    relative,
    signed,
    starts,
)
from ._errors import LARGEST, Given, of_ring, part_of, raise_refusal, row_of
from ._rings import rings_of
from ._rounding import warn_of_boxes, warn_of_parts, warn_of_rows
from ._shapely import Pieces, empty_set

if TYPE_CHECKING:
    from typing_extensions import Never, Self

Point = Any  # two numbers
OUT_OF_RANGE = "origin is {}; numbers that are 0 or from 2**-200 to 2**100 in magnitude are expected"


def checked_dtype(dtype: DTypeLike) -> np.dtype[Any]:
    """TypeError unless it is float32 or float64."""
    kind = np.dtype(dtype)
    if kind not in (np.float32, np.float64):
        raise TypeError(f"dtype is {kind}; numpy.float32 or numpy.float64 is expected")
    return kind


class PolysAdd(_core.Polys):
    """The part of `Polys` that adds shapes to a set."""

    def __init__(
        self, *shapes: Never, dtype: DTypeLike = np.float32, origin: Point | None = None, **named: Never
    ) -> None:
        if shapes or named:
            super().__init__(*shapes, **named)  # which says what takes shapes
        if checked_dtype(dtype) == FLOAT64:
            self._become_doubles(origin)
        elif origin is not None:
            raise TypeError("origin: a set of float32 has none; what adds shapes takes one")

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the coordinates: float32 or float64."""
        return dtype_of(self)

    @property
    def origin(self) -> tuple[float, float]:
        """The origin of a set of float64, which decides the speed only; (0, 0) of a set of float32."""
        found: tuple[float, float] = self._origin() or (0.0, 0.0)
        return found

    def _become_doubles(self, origin: Point | None) -> None:
        """Makes an empty set one of float64."""
        at = (0.0, 0.0) if origin is None else origin_of(origin, 2)
        if not self._make_doubles(*at):
            raise ValueError(OUT_OF_RANGE.format(origin))

    @classmethod
    def _begun(cls, dtype: DTypeLike, origin: Point | None) -> tuple[Self, Point | None]:
        """An empty set, and the origin that is subtracted from what is added to it."""
        made = cls()
        if checked_dtype(dtype) != FLOAT64:
            return made, origin
        made._become_doubles(origin)
        return made, None

    def _like(self) -> Self:
        """An empty set of this kind."""
        return type(self)._begun(self.dtype, self.origin)[0]

    def _subtracted(self, origin: Point | None) -> tuple[Any, ...] | None:
        """What is subtracted from coordinates that are added; None: nothing."""
        if origin is None:
            return None
        if self.dtype == FLOAT64:
            raise ValueError("origin: a set of float64 keeps coordinates as they are; Polys(dtype=numpy.float64, origin=...) takes one")
        return origin_of(origin, 2)

    def _shifted(self, x: ArrayLike, y: ArrayLike, origin: Point | None) -> tuple[AnyArray, AnyArray]:
        at = self._subtracted(origin) or (None, None)
        return relative("x", x, at[0]), relative("y", y, at[1])

    def _add_doubles(self, x: Sequence[Any], y: Sequence[Any], radius: AnyArray | None) -> tuple[int, str] | None:
        """Adds float64 shapes: the first vertices of all, then the second ones, and so on. What was refused."""
        vertices, count = len(x), len(x[0])
        first = np.arange(0, count * vertices + 1, vertices, dtype=np.uint32)
        return self._add_rings(np.stack(x, axis=1).ravel(), np.stack(y, axis=1).ravel(), first, self._radii(radius, count))

    def _of_parts(self, exact: AnyArray, first: AnyArray) -> Given | None:
        """What a refused shape was made of, where float32 may not hold it."""
        return None if self.dtype == FLOAT64 else part_of("a coordinate", exact, first)

    def _radii(self, radius: ArrayLike | None, count: int) -> Any:
        """Radii as the extension module takes them."""
        return None if radius is None else np.ascontiguousarray(np.broadcast_to(coordinates("radius", radius, self.dtype), count))

    def add_boxes(
        self,
        x: ArrayLike,
        y: ArrayLike,
        length: ArrayLike,
        width: ArrayLike,
        yaw: ArrayLike | None = None,
        *,
        cos: ArrayLike | None = None,
        sin: ArrayLike | None = None,
        radius: ArrayLike | None = None,
        origin: Point | None = None,
    ) -> Self:
        """Adds oriented boxes. Returns the set.

        Every argument is a number for each box, in one dimension, or one number for all of them, in the unit of the coordinates.

        x, y: the centres.
        length, width: the extents along the box's own axes, at least 0.
        yaw: the direction of the length in radians, counter-clockwise from the x axis. None: parallel to the axes.
        cos, sin: the direction as a cosine and a sine, instead of yaw. (Those of yaw are computed in float64 and rounded, and may
            differ in the last bit from one machine's NumPy to another's.)
        radius: of each box, at least 0: every point so near the box belongs to it. None: 0.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Sets of float64 keep coordinates as they are, and take none here.

        ShapeError: a number is not finite or beyond float32, a size or a radius is negative. Its `index` is the first such box,
            and nothing was added.
        RoundingWarning: rounding to float32 moved a box by more than a thousandth of its size; `origin=` is the remedy.

        >>> cars = sepal.Polys.from_boxes(0, 0, 4.5, 1.8)
        >>> cars.add_boxes(x=[4, 30], y=0, length=12, width=2.5)
        <sepal.Polys of 3 shapes>
        """
        c, s = directions(yaw, cos, sin, self.dtype)
        at_x, at_y = self._shifted(x, y, origin)
        sizes = {"half the length": half("length", length, self.dtype), "half the width": half("width", width, self.dtype)}
        given = {"x": at_x, "y": at_y, **sizes, "the cosine": c, "the sine": s, "radius": radius}
        rows = columns(given, self.dtype)
        if self.dtype == FLOAT64:
            arrays = (None if row is None else np.ascontiguousarray(row) for row in rows.values())
            raise_refusal("box", self._add_boxes_doubles(*arrays))
            return self
        raise_refusal("box", self._add_boxes(*rows.values()), row_of({**given, "length": length, "width": width}))
        _, _, a, b, cosine, sine, grown = rows.values()
        warn_of_boxes((at_x, at_y), (a, b), (cosine, sine), grown)  # type: ignore[arg-type]
        return self

    def add_rings(
        self,
        xy: Any,
        offsets: ArrayLike | None = None,
        radius: ArrayLike | None = None,
        *,
        origin: Point | None = None,
    ) -> Self:
        """Adds convex polygons, whose vertices go round once in either direction. Returns the set.

        Repeated vertices (so a ring may be closed), vertices on a side, and polygons without area are allowed. Whether a polygon
        is convex is decided exactly, for the coordinates rounded to the type of the set; `add_hulls` takes what rounding may have bent.

        xy: the vertices of all polygons, of shape (n, 2), with offsets; or without offsets a sequence of arrays of shape (k, 2),
            one array of shape (polygons, k, 2), or the vertices of a single polygon. float32 whose x are contiguous, and y as
            well, is not copied: `np.stack([x, y]).T`.
        offsets: integers, one more than there are polygons; polygon i has the rows offsets[i] .. offsets[i + 1] - 1 of xy.
        radius: of each polygon, at least 0: every point so near the polygon belongs to it. None: 0.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Sets of float64 keep coordinates as they are, and take none here.

        ShapeError: vertices do not go round a convex polygon once, a polygon has none, a number is not finite or beyond float32,
            a radius is negative. Its `index` is the first such polygon, and nothing was added.
        RoundingWarning: rounding to float32 moved a polygon by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Polys().add_rings([[0, 0], [4, 0], [0, 3]], radius=0.5).radius(0)
        0.5
        """
        exact, first = parts("xy", xy, offsets, 2, self.dtype)
        exact = relative("xy", exact, self._subtracted(origin))
        x, y = points("xy", exact, 2, self.dtype)
        radii = self._radii(radius, len(first) - 1)
        raise_refusal("polygon", self._add_rings(x, y, first, radii), self._of_parts(exact, first))
        warn_of_parts("polygon", exact, (x, y), first, radii)
        return self

    def add_circles(self, x: ArrayLike, y: ArrayLike, radius: ArrayLike, *, origin: Point | None = None) -> Self:
        """Adds circles. Returns the set.

        Every argument is a number for each circle, in one dimension, or one number for all of them, in the unit of the
        coordinates.

        x, y: the centres.
        radius: at least 0; a circle of radius 0 is a point.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Sets of float64 keep coordinates as they are, and take none here.

        ShapeError: a number is not finite or beyond float32, a radius is negative. Its `index` is the first such circle, and
            nothing was added.
        RoundingWarning: rounding to float32 moved a circle by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Polys().add_circles(x=[400000.1, 400000.2], y=5900000.2, radius=0.1, origin=(400000, 5900000)).find_pairs()
        array([[0, 1]], dtype=int32)
        """
        at_x, at_y = self._shifted(x, y, origin)
        given = {"x": at_x, "y": at_y, "radius": radius}
        rows = columns(given, self.dtype)
        if self.dtype == FLOAT64:
            raise_refusal("circle", self._add_doubles([rows["x"]], [rows["y"]], rows["radius"]))
            return self
        raise_refusal("circle", self._add_circles(*rows.values()), row_of(given))
        warn_of_rows("circle", (at_x, at_y), 2 * np.asarray(radius))
        return self

    def add_capsules(
        self,
        x0: ArrayLike,
        y0: ArrayLike,
        x1: ArrayLike,
        y1: ArrayLike,
        radius: ArrayLike,
        *,
        origin: Point | None = None,
    ) -> Self:
        """Adds capsules: every point within a radius of a segment. Returns the set.

        Every argument is a number for each capsule, in one dimension, or one number for all of them, in the unit of the
        coordinates.

        x0, y0, x1, y1: the ends of the segments, which may coincide.
        radius: at least 0; a capsule of radius 0 is a segment.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Sets of float64 keep coordinates as they are, and take none here.

        ShapeError: a number is not finite or beyond float32, a radius is negative. Its `index` is the first such capsule, and
            nothing was added.
        RoundingWarning: rounding to float32 moved a capsule by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Polys().add_capsules(0, 0, 10, 0, radius=[0.1, 0.2])
        <sepal.Polys of 2 shapes>
        """
        start_x, start_y = self._shifted(x0, y0, origin)
        end_x, end_y = self._shifted(x1, y1, origin)
        given = {"x0": start_x, "y0": start_y, "x1": end_x, "y1": end_y, "radius": radius}
        rows = columns(given, self.dtype)
        if self.dtype == FLOAT64:
            ends = [rows["x0"], rows["x1"]], [rows["y0"], rows["y1"]]
            raise_refusal("capsule", self._add_doubles(*ends, rows["radius"]))
            return self
        raise_refusal("capsule", self._add_capsules(*rows.values()), row_of(given))
        sides = np.maximum(np.abs(np.subtract(end_x, start_x)), np.abs(np.subtract(end_y, start_y)))
        warn_of_rows("capsule", (start_x, start_y, end_x, end_y), sides + 2 * np.asarray(radius))
        return self

    def add_hulls(
        self,
        xy: Any,
        offsets: ArrayLike | None = None,
        radius: ArrayLike | None = None,
        *,
        origin: Point | None = None,
    ) -> Self:
        """Adds the convex hulls of points in any order. Returns the set.

        The hull of the points rounded to the type of the set is found exactly. Its vertices are
            the corners, counter-clockwise from the least x.

        xy: the points of all hulls, of shape (n, 2), with offsets; or without offsets a sequence of arrays of shape (k, 2), one
            array of shape (hulls, k, 2), or the points of a single hull. float32 whose x are contiguous, and y as well, is not
            copied: `np.stack([x, y]).T`.
        offsets: integers, one more than there are hulls; hull i has the rows offsets[i] .. offsets[i + 1] - 1 of xy.
        radius: of each hull, at least 0: every point so near the hull belongs to it. None: 0.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Sets of float64 keep coordinates as they are, and take none here.

        ShapeError: a hull has no points, a number is not finite or beyond float32, a radius is negative. Its `index` is the first
            such hull, and nothing was added.
        RoundingWarning: rounding to float32 moved a hull by more than a thousandth of its size; `origin=` is the remedy.

        >>> sepal.Polys().add_hulls([[[0, 0], [1, 1], [4, 0], [0, 3]], [[5, 5]]], radius=[0, 1])
        <sepal.Polys of 2 shapes>
        """
        exact, first = parts("xy", xy, offsets, 2, self.dtype)
        exact = relative("xy", exact, self._subtracted(origin))
        x, y = points("xy", exact, 2, self.dtype)
        radii = self._radii(radius, len(first) - 1)
        refused = self._add_hulls(x, y, first, radii)
        raise_refusal("hull", refused, self._of_parts(exact, first))
        warn_of_parts("hull", exact, (x, y), first, radii)
        return self

    def add_concave(
        self, xy: Any, offsets: ArrayLike | None = None, polygons: ArrayLike | None = None, *, origin: Point | None = None
    ) -> SignedIndices:
        """Adds polygons that need not be convex and may have holes, each as a group of convex parts.

        The parts make up exactly the polygon. Its outline and each hole are rings that may not touch or cross themselves. Holes are
        inside of the outline, and not inside of each other; rings may touch, but at points only.

        xy: the vertices of all rings, of shape (n, 2), with offsets; or without offsets a sequence of arrays of shape (k, 2), one
            array of shape (rings, k, 2), or the vertices of a single ring. float32 whose x are contiguous, and y as well, is not
            copied: `np.stack([x, y]).T`.
        offsets: integers, one more than there are rings; ring i has the rows offsets[i] .. offsets[i + 1] - 1 of xy.
        polygons: integers, one more than there are polygons; polygon i has the rings polygons[i] .. polygons[i + 1] - 1, its outline
            first, then its holes. None: each ring is a polygon. (`shapely.to_ragged_array` of polygons gives xy, and as a tuple offsets
            and polygons.)
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Sets of float64 keep coordinates as they are, and take none here.

        Returns where the parts of each polygon begin, one more integer than there are polygons: polygon i has the shapes
            groups[i] .. groups[i + 1] - 1 of the set. `overlap_groups` takes these.
        ShapeError: an outline or a hole touches or crosses itself or has no area, a hole is not inside of the outline alone, a
            number is not finite or beyond float32. Its `index` is the first such polygon, its message names the ring and the vertex
            from which an edge touches or crosses another, both counted from 0, and nothing was added. ValueError:
            offsets that descend or lead out of what they count.
        RoundingWarning: rounding to float32 moved a polygon by more than a thousandth of its size; `origin=` is the remedy.

        >>> shapes = sepal.Polys.from_circles(0, 0, 1)
        >>> groups = shapes.add_concave([[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]])
        >>> int(groups[0]), int(groups[1]) == len(shapes)
        (1, True)
        """
        exact, first = parts("xy", xy, offsets, 2, self.dtype)
        exact = relative("xy", exact, self._subtracted(origin))
        x, y = points("xy", exact, 2, self.dtype)
        count = len(first) - 1
        rings = np.arange(count + 1, dtype=np.uint32) if polygons is None else starts(polygons, count, "polygons", "rings")
        cut = empty_set(self.dtype)
        begins = [len(self)]
        for k, (i, j) in enumerate(zip(rings[:-1].tolist(), rings[1:].tolist(), strict=True)):
            found = cut._add_concave(x, y, first[i : j + 1])
            if isinstance(found, int):
                begins.append(begins[-1] + found)
            else:
                raise_refusal("polygon", (k, of_ring(found, first[i : j + 1])), self._of_parts(exact, first[rings]))
        (x_of_parts, y_of_parts), first_of_parts, _ = rings_of(cut)
        self._add_rings(x_of_parts, y_of_parts, first_of_parts, None)
        owner = np.repeat(np.arange(len(rings) - 1), np.diff(rings))
        warn_of_parts("polygon", exact, (x, y), first[int(rings[0]) : int(rings[-1]) + 1], None, owner)
        return signed(np.array(begins, np.uint32), begins[-1])

    def add_outside(
        self, xy: Any, offsets: ArrayLike | None = None, *, beyond: float, origin: Point | None = None
    ) -> SignedIndices:
        """Adds what is outside of a polygon, as a group of convex parts: the area between it and a frame, and the inside of its holes.

        So containment is a question about overlap. With `area` the group of `add_concave` of the same rings, and `outside` this
        group: a shape is in the polygon if and only if it overlaps `area`, and with `touching=False` does not overlap `outside`. With a
        margin in the second question, everything within the margin of it is in the polygon as well. Exact. How far away the border
        is, and when a moving shape reaches it, are questions about `outside`, too.

        xy: the vertices of all rings, the outline first, then the holes: of shape (n, 2), with offsets; or without offsets a sequence
            of arrays of shape (k, 2), one array of shape (rings, k, 2), or the vertices of the outline alone.
        offsets: integers, one more than there are rings; ring i has the rows offsets[i] .. offsets[i + 1] - 1 of xy.
        beyond: how far the sides of the frame are outside of the outline; above 0.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32. None: (0, 0). Sets of float64 keep coordinates as they are, and take none here.

        Returns where the parts begin and end: two integers, as of one group.
        ShapeError: an outline or a hole touches or crosses itself or has no area, a hole is not inside of the outline alone, a
            number or a side of the frame is beyond the type of the set, or rounding leaves a side on the outline.
            ValueError: `beyond` is not above 0, offsets that descend or lead out of what they count.

        >>> room = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]
        >>> shapes, area = sepal.Polys.from_concave([room])
        >>> outside = shapes.add_outside(room, beyond=1)
        >>> boxes = sepal.Polys.from_boxes([0.5, 1.5], [2, 1], 1, 1)
        >>> touches = shapes.overlap_groups(boxes, [[0, 0], [0, 1]], area)
        >>> leaves = shapes.overlap_groups(boxes, [[0, 0], [0, 1]], outside, touching=False)
        >>> touches & ~leaves
        array([ True, False])
        """
        if self.dtype == FLOAT64:
            taken, expected = 2.0**-200 <= beyond <= 2.0**100, "from 2**-200 to 2**100"
        else:
            taken, expected = 0 < beyond <= LARGEST, f"above 0 and at most {LARGEST:.2g}"
        if not taken:
            raise ValueError(f"beyond is {beyond:g}; a number {expected} is expected")
        exact, first = parts("xy", xy, offsets, 2, self.dtype)
        exact = relative("xy", exact, self._subtracted(origin))
        x, y = points("xy", exact, 2, self.dtype)
        begin = len(self)
        found = self._add_outside(x, y, first, beyond)
        if not isinstance(found, int):
            raise_refusal("polygon", (0, of_ring(found, first)), self._of_parts(exact, first[[0, -1]]))
        warn_of_parts("polygon", exact, (x, y), first, None, np.zeros(len(first) - 1, np.int64))
        return signed(np.array([begin, len(self)], np.uint32), len(self))

    def _add_pieces(self, pieces: Pieces) -> SignedIndices:
        """Adds the convex parts of geometries; where those of each begin."""
        begins = (pieces.begins + len(self)).astype(np.uint32)
        (x, y), first, _ = rings_of(pieces.polys)
        raise_refusal("geometry", self._add_rings(x, y, first, None))
        return signed(begins, len(self) + 1)
