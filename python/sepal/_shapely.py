"""Shapely's geometries as rings of float32 vertices. Nothing of Shapely is imported: the geometries bring all that is needed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ._arrays import AnyArray, Floats
from ._errors import ShapeError
from ._hull import convex_hull, is_convex


def _coordinates(index: int, geometry: Any) -> AnyArray:
    kind = getattr(geometry, "geom_type", type(geometry).__name__)
    if getattr(geometry, "is_empty", False):
        raise ShapeError(index, f"geometry {index} is empty")
    if kind == "Polygon":
        if len(geometry.interiors) > 0:
            raise ShapeError(index, f"geometry {index} has a hole; convex polygons have none")
        sequence = geometry.exterior.coords
    elif kind in ("Point", "LinearRing") or (kind == "LineString" and len(geometry.coords) <= 2):
        sequence = geometry.coords
    else:
        raise ShapeError(index, f"geometry {index} is a {kind}; points, segments of two points and convex polygons are expected")
    return np.asarray(sequence, dtype=np.float64)[:, :2]


def _ring(index: int, geometry: Any) -> Floats:
    exact = _coordinates(index, geometry)
    if len(exact) > 1 and (exact[0] == exact[-1]).all():
        exact = exact[:-1]
    if not is_convex(exact):
        raise ShapeError(index, f"geometry {index} is concave; convex polygons are expected")
    with np.errstate(over="ignore"):
        rounded = exact.astype(np.float32)
    if not np.isfinite(rounded).all():
        raise ShapeError(index, f"geometry {index} has coordinates that do not fit float32")
    return rounded if is_convex(rounded) else convex_hull(rounded)


def rings_of(geometries: Iterable[Any]) -> list[Floats]:
    """The vertices of each geometry, convex after rounding to float32."""
    return [_ring(index, geometry) for index, geometry in enumerate(geometries)]
