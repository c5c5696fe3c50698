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


def _rounded(index: int, exact: AnyArray) -> Floats:
    with np.errstate(over="ignore"):
        rounded = exact.astype(np.float32)
    if not np.isfinite(rounded).all():
        raise ShapeError(index, f"geometry {index} has coordinates that do not fit float32")
    return rounded


def _open(index: int, geometry: Any) -> AnyArray:
    """The vertices of a geometry; of a closed ring without the last one, which is the first."""
    exact = _coordinates(index, geometry)
    return exact[:-1] if len(exact) > 1 and (exact[0] == exact[-1]).all() else exact


def _convex(index: int, exact: AnyArray) -> Floats:
    rounded = _rounded(index, exact)
    return rounded if is_convex(rounded) else convex_hull(rounded)


def _ring(index: int, geometry: Any) -> Floats:
    exact = _open(index, geometry)
    if not is_convex(exact):
        raise ShapeError(index, f"geometry {index} is concave; convex polygons are expected")
    return _convex(index, exact)


def rings_of(geometries: Iterable[Any]) -> list[Floats]:
    """The vertices of each geometry, convex after rounding to float32."""
    return [_ring(index, geometry) for index, geometry in enumerate(geometries)]


def add_pieces(polys: Any, index: int, geometry: Any) -> None:
    """Adds a geometry of any kind to a set of polygons, as convex parts."""
    kind = getattr(geometry, "geom_type", "")
    if kind.startswith("Multi") or kind == "GeometryCollection":
        if geometry.is_empty:
            raise ShapeError(index, f"geometry {index} is empty")
        for member in geometry.geoms:
            add_pieces(polys, index, member)
    elif kind in ("LineString", "LinearRing") and not geometry.is_empty:
        line = _rounded(index, np.asarray(geometry.coords, dtype=np.float64)[:, :2])
        polys.add_rings(np.stack([line[:-1], line[1:]], axis=1))
    else:
        exact = _open(index, geometry)
        if is_convex(exact):
            polys.add_rings([_convex(index, exact)])
            return
        outline = _rounded(index, exact)
        if polys._add_concave(*(np.ascontiguousarray(outline[:, k]) for k in (0, 1))) == 0:
            raise ShapeError(index, f"geometry {index}, rounded to float32, has an outline that touches or crosses itself")
