"""Sets of polygons as columns of Arrow."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._to_shapely import geometries_from, written_polygons

_LARGEST = 2**31 - 1  # bytes of a column whose offsets are int32


class GeometryColumn:
    """A column of geometries, which everything reads that takes Arrow's PyCapsule interface: `pyarrow.array(column)`,
    `geopandas.GeoSeries.from_arrow(column)` and the like. The geometries are well-known binary, as GeoArrow's extension type
    `geoarrow.wkb` says."""

    def __init__(self, values: list[bytes]) -> None:
        self._bytes = b"".join(values)
        self._begins = np.concatenate([[0], np.cumsum([len(value) for value in values], dtype=np.int64)])

    def __len__(self) -> int:
        return len(self._begins) - 1

    def __repr__(self) -> str:
        return f"<sepal's column of {len(self)} geometries, geoarrow.wkb>"

    def __arrow_c_schema__(self) -> Any:
        """A capsule of the structure ArrowSchema."""
        return _core.export_wkb(b"", np.zeros(1, np.int64), len(self._bytes) > _LARGEST)[0]

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """Capsules of the structures ArrowSchema and ArrowArray. No other schema than its own can be had."""
        return _core.export_wkb(self._bytes, self._begins, len(self._bytes) > _LARGEST)


def column_from(polys: _core.Polys, origin: tuple[float, ...], quad_segs: int) -> GeometryColumn:
    """The shapes of a set, moved by an origin."""
    if quad_segs < 1:
        raise ValueError(f"quad_segs is {quad_segs}; a number of at least 1 is expected")
    written, radius = written_polygons(polys, origin)
    if radius.any():
        written = [geometry.wkb for geometry in geometries_from(polys, origin, quad_segs)]
    return GeometryColumn(written)
