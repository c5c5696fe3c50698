"""Sets of polygons from Shapely's geometries, and from what they are written as."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike

from . import _core
from ._arrays import SignedIndices, origin_of
from ._polys_add import Point, PolysAdd
from ._shapely import add_convex, column_of, flat_of_wkb, pieces_of
from ._to_shapely import geometries_from

if TYPE_CHECKING:
    from typing_extensions import Self


class PolysShapely(PolysAdd):
    """The part of `Polys` that takes Shapely's geometries."""

    @classmethod
    def from_shapely(cls, geometries: Iterable[Any], *, dtype: DTypeLike = np.float32, origin: Point | None = None) -> Self:
        """A set of Shapely's geometries: points, line strings of two points, linear rings, and polygons without holes.

        A polygon that is convex before its coordinates are rounded to float32, and no longer after it, becomes the convex hull of its
        rounded vertices. `from_shapely_groups` takes concave ones, holes, and geometries of every other kind.

        geometries: a sequence of geometries, a GeoSeries, or a GeoDataFrame, of which its geometry is taken.
        dtype: numpy.float32; or numpy.float64 for a set whose coordinates are not rounded, see `Polys`.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        ShapeError: a geometry is concave, empty, beyond float32, or of another kind. Its `index` is the first such geometry, and
            nothing was added.
        RoundingWarning: rounding to float32 moved a geometry by more than a thousandth of its size; `origin=` is the remedy.

        >>> from shapely.geometry import Point, box
        >>> sepal.Polys.from_shapely([box(0, 0, 2, 1), box(1, 0, 3, 1), Point(9, 9)]).find_pairs()
        array([[0, 1]], dtype=int32)
        """
        shapes, zero = cls._begun(dtype, origin)
        return shapes.add_shapely(geometries, origin=zero)

    @classmethod
    def from_shapely_groups(
        cls, geometries: Iterable[Any], *, dtype: DTypeLike = np.float32, origin: Point | None = None
    ) -> tuple[Self, SignedIndices]:
        """A set of the convex parts of Shapely's geometries of any kind, and where the parts of each begin.

        Polygons may be concave and have holes. Line strings become segments, and collections the parts of all their members.

        geometries: a sequence of geometries, a GeoSeries, or a GeoDataFrame, of which its geometry is taken.
        dtype: numpy.float32; or numpy.float64 for a set whose coordinates are not rounded, see `Polys`.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        Returns the set, and where the parts of each geometry begin, one more integer than there are geometries: geometry i has the
            shapes groups[i] .. groups[i + 1] - 1 of the set. `overlap_groups` takes these.
        ShapeError: a geometry is empty or beyond float32, or rounded to float32 touches or crosses itself, or has a hole that is not
            inside of its outline alone. Its `index` is the first such geometry, and nothing was added.
        RoundingWarning: rounding to float32 moved a geometry by more than a thousandth of its size; `origin=` is the remedy.

        >>> from shapely.geometry import Point, Polygon
        >>> letter_l = Polygon([(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)])
        >>> shapes, groups = sepal.Polys.from_shapely_groups([letter_l, Point(2, 2), Point(2, 0.5)])
        >>> shapes.overlap_groups(shapes, [[0, 1], [0, 2]], groups, groups)
        array([False,  True])
        """
        shapes, zero = cls._begun(dtype, origin)
        return shapes, shapes.add_shapely_groups(geometries, origin=zero)

    @classmethod
    def from_geopandas(cls, frame: Any, *, dtype: DTypeLike = np.float64, origin: Point | None = None) -> Self:
        """A set of the rows of a GeoDataFrame or a GeoSeries: shape i is the geometry of row i, which is a point, a line string of two
        points, a linear ring, or a convex polygon without holes.

        `find_pairs(index=frame.index)` gives labels of rows instead of their numbers, and `frame.iloc[pairs[:, 0]]` the rows. `sjoin`
        joins frames of geometries of any kind. GeoPandas is not imported; any table with `geometry` and `index` will do.

        frame: a GeoDataFrame, of which the active geometry is taken, or a GeoSeries.
        dtype: numpy.float64 for a set whose coordinates are not rounded, see `Polys`; or numpy.float32, which answers more questions.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        ShapeError: a geometry is missing, concave, empty, beyond float32, or of another kind. Its `index` is the number of the first
            such row, and nothing was added. TypeError: `frame` has no geometry or no index.
        RoundingWarning: rounding to float32 moved a geometry by more than a thousandth of its size; `origin=` is the remedy.

        >>> from shapely.geometry import box
        >>> from types import SimpleNamespace
        >>> frame = SimpleNamespace(geometry=[box(0, 0, 2, 1), box(1, 0, 3, 1), box(8, 8, 9, 9)], index=["p", "q", "r"])
        >>> parcels = sepal.Polys.from_geopandas(frame)
        >>> parcels.find_pairs().tolist(), parcels.find_pairs(index=frame.index).left.tolist()
        ([[0, 1]], ['p'])
        """
        index = getattr(frame, "index", None)
        if index is None or callable(index) or not hasattr(frame, "geometry"):
            raise TypeError(f"frame: a GeoDataFrame or a GeoSeries is expected, not {type(frame).__name__}")
        shapes, zero = cls._begun(dtype, origin)
        return shapes.add_shapely(frame, origin=zero)

    @classmethod
    def from_wkb(cls, values: Iterable[bytes], *, dtype: DTypeLike = np.float32, origin: Point | None = None) -> Self:
        """A set of geometries in WKB, as databases and files have them: those of the kinds that `from_shapely` takes, without Shapely.

        values: a sequence of bytes, each of which is one geometry.
        dtype: numpy.float32; or numpy.float64 for a set whose coordinates are not rounded, see `Polys`.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        ShapeError: a value is not WKB, or its geometry is concave, empty, beyond float32, or of another kind. Its `index` is the first
            such value, and nothing was added.
        RoundingWarning: rounding to float32 moved a geometry by more than a thousandth of its size; `origin=` is the remedy.

        >>> from shapely.geometry import Point, box
        >>> sepal.Polys.from_wkb([box(0, 0, 2, 1).wkb, Point(2, 1).wkb], dtype=np.float64).find_pairs()
        array([[0, 1]], dtype=int32)
        """
        given = list(values)
        shapes, zero = cls._begun(dtype, origin)
        read = _core.read_wkb([value if isinstance(value, bytes) else None for value in given])
        add_convex(shapes, given, flat_of_wkb(read), shapes._subtracted(zero))
        return shapes

    def to_shapely(self, *, origin: Point | None = None, quad_segs: int = 16) -> list[Any]:
        """The shapes as Shapely's geometries: points, line strings of two points, and polygons.

        A shape whose vertices are on a line is a line string or a point. `to_arrow` gives the same as a column.

        origin: two numbers, the point that (0, 0) stands for: it is added in float64 to the coordinates. None: (0, 0).
        quad_segs: a shape with a radius becomes Shapely's `buffer` of its polygon, with so many segments for a quarter of a circle. It
            is inscribed: no point of it is outside of the shape, but for roundings.

        ImportError: Shapely is not installed. ValueError: quad_segs below 1.

        >>> [str(shape) for shape in sepal.Polys.from_rings([[[0, 0], [4, 0], [0, 3]], [[1, 2]]]).to_shapely()]
        ['POLYGON ((0 0, 4 0, 0 3, 0 0))', 'POINT (1 2)']
        """
        return geometries_from(self, (0.0, 0.0) if origin is None else origin_of(origin, 2), quad_segs)

    def add_shapely(self, geometries: Iterable[Any], *, origin: Point | None = None) -> Self:
        """Adds Shapely's geometries: points, line strings of two points, linear rings, and polygons without holes. Returns the set.

        A polygon that is convex before its coordinates are rounded to float32, and no longer after it, becomes the convex hull of its
        rounded vertices. `add_shapely_groups` takes concave ones, holes, and geometries of every other kind.

        geometries: a sequence of geometries, a GeoSeries, or a GeoDataFrame, of which its geometry is taken.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Sets of float64 keep coordinates as they are, and take none here.

        ShapeError: a geometry is concave, empty, beyond float32, or of another kind. Its `index` is the first such geometry, and
            nothing was added.
        RoundingWarning: rounding to float32 moved a geometry by more than a thousandth of its size; `origin=` is the remedy.

        >>> from shapely.geometry import Point, box
        >>> sepal.Polys().add_shapely([box(0, 0, 2, 1), Point(9, 9)])
        <sepal.Polys of 2 shapes>
        """
        add_convex(self, *column_of(geometries), self._subtracted(origin))
        return self

    def add_shapely_groups(self, geometries: Iterable[Any], *, origin: Point | None = None) -> SignedIndices:
        """Adds Shapely's geometries of any kind, each as a group of convex parts.

        Polygons may be concave and have holes. Line strings become segments, and collections the parts of all their members.

        geometries: a sequence of geometries, a GeoSeries, or a GeoDataFrame, of which its geometry is taken.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Sets of float64 keep coordinates as they are, and take none here.

        Returns where the parts of each geometry begin, one more integer than there are geometries: geometry i has the shapes
            groups[i] .. groups[i + 1] - 1 of the set. `overlap_groups` takes these.
        ShapeError: a geometry is empty or beyond float32, or rounded to float32 touches or crosses itself, or has a hole that is not
            inside of its outline alone. Its `index` is the first such geometry, and nothing was added.
        RoundingWarning: rounding to float32 moved a geometry by more than a thousandth of its size; `origin=` is the remedy.

        >>> from shapely.geometry import Point, Polygon
        >>> shapes = sepal.Polys.from_circles(0, 0, 1)
        >>> shapes.add_shapely_groups([Polygon([(0, 0), (3, 0), (1, 1), (0, 3)]), Point(2, 2)]).tolist()
        [1, 3, 4]
        """
        return self._add_pieces(pieces_of(*column_of(geometries), self._subtracted(origin), self.dtype))
