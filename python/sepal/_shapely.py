"""Shapely's geometries as rings of float32 vertices. Nothing of Shapely is imported: the geometries bring all that is needed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _core
from ._arrays import AnyArray, Floats, origin_of, points
from ._errors import ShapeError
from ._hull import convex_hull, is_convex
from ._rounding import warn_of_parts


def geometries_of(given: Any) -> Iterable[Any]:
    """Geometries one by one; of a GeoDataFrame those of its column `geometry`."""
    if hasattr(given, "geom_type") and not hasattr(given, "__len__"):
        raise TypeError(f"geometries: a sequence of geometries is expected, not one {given.geom_type}; put it in a list")
    found: Iterable[Any] = given.geometry if hasattr(given, "geometry") else given
    return found


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


def _open(index: int, geometry: Any) -> AnyArray:
    """The vertices of a geometry; of a closed ring without the last one, which is the first."""
    exact = _coordinates(index, geometry)
    return exact[:-1] if len(exact) > 1 and (exact[0] == exact[-1]).all() else exact


class _Rounder:
    """Rounds vertices relative to an origin, and remembers them for the warning."""

    def __init__(self, origin: Any) -> None:
        self.origin = None if origin is None else origin_of(origin, 2)
        self.seen: list[AnyArray] = []

    def __call__(self, index: int, exact: AnyArray) -> Floats:
        at = exact if self.origin is None else exact - self.origin
        with np.errstate(over="ignore"):
            rounded: Floats = at.astype(np.float32)
        if not np.isfinite(rounded).all():
            raise ShapeError(index, f"geometry {index} has coordinates that do not fit float32")
        self.seen.append(at)
        return rounded

    def convex(self, index: int, exact: AnyArray) -> Floats:
        rounded = self(index, exact)
        return rounded if is_convex(rounded) else convex_hull(rounded)

    def warn(self) -> None:
        if self.seen:
            joined = np.concatenate(self.seen)
            first = np.concatenate([[0], np.cumsum([len(ring) for ring in self.seen])]).astype(np.uint32)
            warn_of_parts("geometry", joined, points("xy", joined, 2), first, None)


def convex_rings(geometries: Iterable[Any], origin: Any) -> list[Floats]:
    """The vertices of each geometry, convex after rounding to float32."""
    rounder = _Rounder(origin)
    rings = []
    for index, geometry in enumerate(geometries_of(geometries)):
        exact = _open(index, geometry)
        if not is_convex(exact):
            raise ShapeError(index, f"geometry {index} is concave; convex polygons are expected")
        rings.append(rounder.convex(index, exact))
    rounder.warn()
    return rings


class Pieces:
    """Geometries of any kind as convex parts: a set of these, and where those of each geometry begin."""

    def __init__(self, geometries: Iterable[Any], origin: Any) -> None:
        self.polys = _core.Polys()
        self._rounder = _Rounder(origin)
        self.begins = [0]
        for index, geometry in enumerate(geometries_of(geometries)):
            self._add(index, geometry)
            self.begins.append(len(self.polys))
        self._rounder.warn()

    def _add_rings(self, rings: AnyArray) -> None:
        first = np.arange(len(rings) + 1, dtype=np.uint32) * np.uint32(rings.shape[1])
        x, y = points("xy", rings.reshape(-1, 2), 2)
        self.polys._add_rings(x, y, first, None)

    def _add(self, index: int, geometry: Any) -> None:
        kind = getattr(geometry, "geom_type", "")
        if kind.startswith("Multi") or kind == "GeometryCollection":
            if geometry.is_empty:
                raise ShapeError(index, f"geometry {index} is empty")
            for member in geometry.geoms:
                self._add(index, member)
        elif kind in ("LineString", "LinearRing") and not geometry.is_empty:
            line = self._rounder(index, np.asarray(geometry.coords, dtype=np.float64)[:, :2])
            self._add_rings(np.stack([line[:-1], line[1:]], axis=1))
        else:
            exact = _open(index, geometry)
            if is_convex(exact):
                self._add_rings(self._rounder.convex(index, exact)[None])
            elif self.polys._add_concave(*points("xy", self._rounder(index, exact), 2)) == 0:
                raise ShapeError(index, f"geometry {index}, rounded to float32, has an outline that touches or crosses itself")
