"""Sets of polygons from columns of Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._arrays import SignedIndices
from ._arrow import column_of
from ._errors import raise_refusal
from ._polys_add import Point, PolysAdd
from ._shapely import convex_rings, pieces_of

if TYPE_CHECKING:
    from typing_extensions import Self


class PolysArrow(PolysAdd):
    """The part of `Polys` that takes columns of Arrow."""

    @classmethod
    def from_arrow(cls, column: Any, *, origin: Point | None = None) -> Self:
        """A set of the points, segments and convex polygons of a column of Arrow.

        column: an object with `__arrow_c_array__` or `__arrow_c_stream__`, as of pyarrow, GeoPandas (`to_arrow`), DuckDB and
            Polars: a column that GeoArrow describes as points, line strings, polygons, collections of one of these, or well-known
            binary; or a table with one such column. No package but NumPy is needed.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).

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
        <sepal.Polys of 1 shapes>
        """
        return cls().add_arrow(column, origin=origin)

    @classmethod
    def from_arrow_groups(cls, column: Any, *, origin: Point | None = None) -> tuple[Self, SignedIndices]:
        """A set of the convex parts of the geometries of a column of Arrow, and where the parts of each begin.

        Polygons may be concave and have holes. Line strings become segments, and collections the parts of all their members.

        column: an object with `__arrow_c_array__` or `__arrow_c_stream__`, as of pyarrow, GeoPandas (`to_arrow`), DuckDB and
            Polars: a column that GeoArrow describes as points, line strings, polygons, collections of one of these, or well-known
            binary; or a table with one such column. No package but NumPy is needed.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).

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
        (<sepal.Polys of 1 shapes>, array([0, 1], dtype=int32))
        """
        shapes = cls()
        return shapes, shapes.add_arrow_groups(column, origin=origin)

    def add_arrow(self, column: Any, *, origin: Point | None = None) -> Self:
        """Adds the points, segments and convex polygons of a column of Arrow. Returns the set.

        column: an object with `__arrow_c_array__` or `__arrow_c_stream__`, as of pyarrow, GeoPandas (`to_arrow`), DuckDB and
            Polars: a column that GeoArrow describes as points, line strings, polygons, collections of one of these, or well-known
            binary; or a table with one such column. No package but NumPy is needed.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).

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
        x, y, first = convex_rings(*column_of(column), origin)
        raise_refusal("geometry", self._add_rings(x, y, first, None))
        return self

    def add_arrow_groups(self, column: Any, *, origin: Point | None = None) -> SignedIndices:
        """Adds the geometries of a column of Arrow, each as a group of convex parts.

        Polygons may be concave and have holes. Line strings become segments, and collections the parts of all their members.

        column: an object with `__arrow_c_array__` or `__arrow_c_stream__`, as of pyarrow, GeoPandas (`to_arrow`), DuckDB and
            Polars: a column that GeoArrow describes as points, line strings, polygons, collections of one of these, or well-known
            binary; or a table with one such column. No package but NumPy is needed.
        origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to
            float32, so that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).

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
        return self._add_pieces(pieces_of(*column_of(column), origin))
