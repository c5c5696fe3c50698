"""Sets of polygons as Shapely's geometries."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from . import _core
from ._arrays import AnyArray, Coordinates, Indices
from ._hull import convex_hull
from ._rings import rings_of

_ORDER = b"\1" if sys.byteorder == "little" else b"\0"


def _written(points: AnyArray) -> bytes:
    """The WKB of a point, a segment, or a polygon."""
    count = len(points)
    if count <= 2:
        head = np.array([1] if count == 1 else [2, 2], np.uint32)
        return _ORDER + head.tobytes() + points.tobytes()
    return _ORDER + np.array([3, 1, count + 1], np.uint32).tobytes() + points.tobytes() + points[:1].tobytes()


def _may_be_flat(xy: Coordinates, first: Indices) -> AnyArray:
    """Which shapes may have all of their vertices on a line."""
    begins = first[:-1].astype(np.int64)
    following = np.arange(1, xy.shape[1] + 1)
    following[first[1:].astype(np.int64) - 1] = begins
    x, y = (row.astype(np.float64) - np.repeat(row[begins], np.diff(first)) for row in xy)
    area = np.add.reduceat(x * y[following] - y * x[following], begins)
    flat: AnyArray = np.abs(area) <= 1e-9 * np.add.reduceat(x * x + y * y, begins)
    return flat


def written_polygons(polys: _core.Polys, origin: tuple[float, ...]) -> tuple[list[bytes], Coordinates]:
    """The WKB of the polygon of each shape, moved by an origin, and the radius of each."""
    if len(polys) == 0:
        return [], np.empty(0, np.float32)
    xy, first, radius = rings_of(polys)
    rings = [xy.T[i:k] for i, k in zip(first[:-1].tolist(), first[1:].tolist(), strict=True)]
    for index in np.flatnonzero(_may_be_flat(xy, first)):
        hull = convex_hull(rings[index])  # decides exactly
        rings[index] = hull if len(hull) <= 2 else rings[index]
    return [_written(ring.astype(np.float64) + origin) for ring in rings], radius


def geometries_from(polys: _core.Polys, origin: tuple[float, ...], quad_segs: int) -> list[Any]:
    """The shapes of a set as Shapely's geometries, moved by an origin."""
    from shapely import wkb

    if quad_segs < 1:
        raise ValueError(f"quad_segs is {quad_segs}; a number of at least 1 is expected")
    written, radius = written_polygons(polys, origin)
    geometries: list[Any] = [wkb.loads(text) for text in written]
    for index in np.flatnonzero(radius):
        geometries[index] = geometries[index].buffer(float(radius[index]), quad_segs)
    return geometries
