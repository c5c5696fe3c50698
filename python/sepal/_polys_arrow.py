"""Sets of polygons from columns of Arrow, and as such."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike

from ._arrays import SignedIndices, origin_of
from ._arrow import column_of
from ._polys_add import Point, PolysAdd
from ._shapely import add_convex, pieces_of
from ._to_arrow import GeometryColumn, column_from

if TYPE_CHECKING:
    from typing_extensions import Self


class PolysArrow(PolysAdd):
    """The part of `Polys` that takes and gives columns of Arrow."""

    @classmethod
    def from_arrow(cls, column: Any, *, dtype: DTypeLike = np.float32, origin: Point | None = None) -> Self:
        """A set of the points, segments and convex polygons of a column of Arrow.

        column: an object with `__arrow_c_array__` or `__arrow_c_stream__`, as of pyarrow, GeoPandas (`to_arrow`), DuckDB and
            Polars: a column that GeoArrow describes as points, line strings, polygons, collections of one of these, or well-known
            binary; or a table with one such column. No package but NumPy is needed.
        dtype: numpy.float32; or numpy.float64 for a set whose coordinates are not rounded, see `Polys`.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        ShapeError: a geometry is missing, concave, empty, beyond float32, or of another kind. Its `index` is the first such
            geometry, and nothing was added. TypeError: the object has no Arrow interface. ValueError: its column is none of
            geometries.
        RoundingWarning: rounding to float32 moved a geometry by more than a thousandth of its size; `origin=` is the remedy.

        >>> import pyarrow as pa
        >>> corner = pa.struct([("x", pa.float64()), ("y", pa.float64())])
        >>> field = pa.field("geometry", pa.list_(pa.list_(corner)), metadata={"ARROW:extension:name": "geoarrow.polygon"})
        >>> triangle = [{"x": 0.0, "y": 0.0}, {"x": 4.0, "y": 0.0}, {"x": 0.0, "y": 3.0}, {"x": 0.0, "y": 0.0}]
        >>> table = pa.table([pa.array([[triangle]], field.type)], schema=pa.schema([field]))
        >>> sepal.Polys.from_arrow(table)
        <sepal.Polys of 1 shape>
        """
        shapes, zero = cls._begun(dtype, origin)
        return shapes.add_arrow(column, origin=zero)

    @classmethod
    def from_arrow_groups(
        cls, column: Any, *, dtype: DTypeLike = np.float32, origin: Point | None = None
    ) -> tuple[Self, SignedIndices]:
        """A set of the convex parts of the geometries of a column of Arrow, and where the parts of each begin.

        Polygons may be concave and have holes. Line strings become segments, and collections the parts of all their members.

        column: an object with `__arrow_c_array__` or `__arrow_c_stream__`, as of pyarrow, GeoPandas (`to_arrow`), DuckDB and
            Polars: a column that GeoArrow describes as points, line strings, polygons, collections of one of these, or well-known
            binary; or a table with one such column. No package but NumPy is needed.
        dtype: numpy.float32; or numpy.float64 for a set whose coordinates are not rounded, see `Polys`.
        origin: two numbers; of float32 the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Of float64 a point near the shapes: coordinates stay as they are, and it decides the speed only.

        Returns the set, and where the parts of each geometry begin, one more integer than there are geometries: geometry i has
            the shapes groups[i] .. groups[i + 1] - 1 of the set. `overlap_groups` takes these.
        ShapeError: a geometry is missing, empty or beyond float32, or rounded to float32 touches or crosses itself, or has a hole
            that is not inside of its outline alone. Its `index` is the first such geometry, and nothing was added. TypeError: the
            object has no Arrow interface. ValueError: its column is none of geometries.
        RoundingWarning: rounding to float32 moved a geometry by more than a thousandth of its size; `origin=` is the remedy.

        >>> import pyarrow as pa
        >>> corner = pa.struct([("x", pa.float64()), ("y", pa.float64())])
        >>> field = pa.field("geometry", pa.list_(pa.list_(corner)), metadata={"ARROW:extension:name": "geoarrow.polygon"})
        >>> triangle = [{"x": 0.0, "y": 0.0}, {"x": 4.0, "y": 0.0}, {"x": 0.0, "y": 3.0}, {"x": 0.0, "y": 0.0}]
        >>> table = pa.table([pa.array([[triangle]], field.type)], schema=pa.schema([field]))
        >>> sepal.Polys.from_arrow_groups(table)
        (<sepal.Polys of 1 shape>, array([0, 1], dtype=int32))
        """
        shapes, zero = cls._begun(dtype, origin)
        return shapes, shapes.add_arrow_groups(column, origin=zero)

    def to_arrow(self, *, origin: Point | None = None, quad_segs: int = 16) -> GeometryColumn:
        """The shapes as a column of geometries, for everything that reads Arrow's PyCapsule interface: `pyarrow.array(column)`,
        `geopandas.GeoSeries.from_arrow(column)`, `from_arrow`. They are points, line strings of two points, and polygons, as
        well-known binary; no package is needed to write them, and none is imported but where a shape has a radius.

        origin: two numbers, the point that (0, 0) stands for: it is added in float64 to the coordinates. None: (0, 0).
        quad_segs: a shape with a radius becomes Shapely's `buffer` of its polygon, with so many segments for a quarter of a circle. It
            is inscribed: no point of it is outside of the shape, but for roundings.

        Returns an object with `__arrow_c_array__`, whose column GeoArrow describes as `geoarrow.wkb`.
        ImportError: a shape has a radius, and Shapely is not installed. ValueError: quad_segs below 1.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8)
        >>> column = cars.to_arrow()
        >>> len(column), sepal.Polys.from_arrow(column) == cars
        (3, True)
        """
        return column_from(self, (0.0, 0.0) if origin is None else origin_of(origin, 2), quad_segs)

    def add_arrow(self, column: Any, *, origin: Point | None = None) -> Self:
        """Adds the points, segments and convex polygons of a column of Arrow. Returns the set.

        column: an object with `__arrow_c_array__` or `__arrow_c_stream__`, as of pyarrow, GeoPandas (`to_arrow`), DuckDB and
            Polars: a column that GeoArrow describes as points, line strings, polygons, collections of one of these, or well-known
            binary; or a table with one such column. No package but NumPy is needed.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Sets of float64 keep coordinates as they are, and take none here.

        ShapeError: a geometry is missing, concave, empty, beyond float32, or of another kind. Its `index` is the first such
            geometry, and nothing was added. TypeError: the object has no Arrow interface. ValueError: its column is none of
            geometries.
        RoundingWarning: rounding to float32 moved a geometry by more than a thousandth of its size; `origin=` is the remedy.

        >>> import pyarrow as pa
        >>> corner = pa.struct([("x", pa.float64()), ("y", pa.float64())])
        >>> field = pa.field("geometry", pa.list_(pa.list_(corner)), metadata={"ARROW:extension:name": "geoarrow.polygon"})
        >>> triangle = [{"x": 0.0, "y": 0.0}, {"x": 4.0, "y": 0.0}, {"x": 0.0, "y": 3.0}, {"x": 0.0, "y": 0.0}]
        >>> table = pa.table([pa.array([[triangle]], field.type)], schema=pa.schema([field]))
        >>> sepal.Polys.from_circles(0, 0, 1).add_arrow(table)
        <sepal.Polys of 2 shapes>
        """
        add_convex(self, *column_of(column), self._subtracted(origin))
        return self

    def add_arrow_groups(self, column: Any, *, origin: Point | None = None) -> SignedIndices:
        """Adds the geometries of a column of Arrow, each as a group of convex parts.

        Polygons may be concave and have holes. Line strings become segments, and collections the parts of all their members.

        column: an object with `__arrow_c_array__` or `__arrow_c_stream__`, as of pyarrow, GeoPandas (`to_arrow`), DuckDB and
            Polars: a column that GeoArrow describes as points, line strings, polygons, collections of one of these, or well-known
            binary; or a table with one such column. No package but NumPy is needed.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
            Sets of float64 keep coordinates as they are, and take none here.

        Returns where the parts of each geometry begin, one more integer than there are geometries: geometry i has the shapes
            groups[i] .. groups[i + 1] - 1 of the set. `overlap_groups` takes these.
        ShapeError: a geometry is missing, empty or beyond float32, or rounded to float32 touches or crosses itself, or has a hole
            that is not inside of its outline alone. Its `index` is the first such geometry, and nothing was added. TypeError: the
            object has no Arrow interface. ValueError: its column is none of geometries.
        RoundingWarning: rounding to float32 moved a geometry by more than a thousandth of its size; `origin=` is the remedy.

        >>> import pyarrow as pa
        >>> corner = pa.struct([("x", pa.float64()), ("y", pa.float64())])
        >>> field = pa.field("geometry", pa.list_(pa.list_(corner)), metadata={"ARROW:extension:name": "geoarrow.polygon"})
        >>> triangle = [{"x": 0.0, "y": 0.0}, {"x": 4.0, "y": 0.0}, {"x": 0.0, "y": 3.0}, {"x": 0.0, "y": 0.0}]
        >>> table = pa.table([pa.array([[triangle]], field.type)], schema=pa.schema([field]))
        >>> sepal.Polys.from_circles(0, 0, 1).add_arrow_groups(table)
        array([1, 2], dtype=int32)
        """
        return self._add_pieces(pieces_of(*column_of(column), self._subtracted(origin), self.dtype))
