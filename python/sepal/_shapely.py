"""Shapely's geometries as rings of float32 vertices, a whole column at a time: by their well-known binary, which the extension module
reads. Geometries that it refuses are looked at singly."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from ctypes import c_size_t, pointer, string_at
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arrays import FLOAT64, AnyArray, Coordinates, Indices, dtype_of, points, relative
from ._errors import ShapeError, of_ring, raise_refusal
from ._hull import convex_hull, is_convex
from ._rounding import warn_of_parts

_POINT, _LINE, _POLYGON, NOT_READ = 1, 2, 3, 255
NAMES = (None, "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection")


class Flat(NamedTuple):
    """Geometries as points, lines and polygons, their pieces.

    kind: of each geometry as WKB numbers them, or 255. piece: where the pieces of each geometry begin. piece_kind: of each piece.
    ring: where the lists of points of each piece begin: of a polygon its outline and its holes. point: where the points of each list
    begin. xy: all points, float64 of shape (n, 2).
    """

    kind: AnyArray
    piece: AnyArray
    piece_kind: AnyArray
    ring: AnyArray
    point: AnyArray
    xy: AnyArray


def geometries_of(given: Any) -> list[Any]:
    """Geometries as a list; of a GeoDataFrame those of its column `geometry`."""
    if not hasattr(given, "__len__") and hasattr(given, "geom_type"):  # of a frame, the latter takes time
        raise TypeError(f"geometries: a sequence of geometries is expected, not one {given.geom_type}; put it in a list")
    column = given.geometry if hasattr(given, "geometry") else given
    return list(column.to_numpy() if hasattr(column, "to_numpy") else column)


def _binary(geometries: list[Any]) -> list[Any]:
    """The WKB of each geometry; None of what is none. Shapely is not imported here: whoever has geometries has done so."""
    shapely: Any = sys.modules.get("shapely")
    if hasattr(shapely, "to_wkb"):  # Shapely 2: all at once
        column = np.empty(len(geometries), object)
        column[:] = [geometry if shapely.is_geometry(geometry) else None for geometry in geometries]
        found: list[Any] = shapely.to_wkb(column, output_dimension=2).tolist()
        return found
    geos: Any = sys.modules.get("shapely.geos")
    base = getattr(sys.modules.get("shapely.geometry.base"), "BaseGeometry", ())
    return [getattr(geometry, "wkb", None) for geometry in geometries] if geos is None else _written(geometries, geos, base)


def _written(geometries: list[Any], geos: Any, base: Any) -> list[Any]:
    """The WKB of each geometry, by Shapely 1.8: its own property makes a writer for each of them, and its writer a number for the size."""
    writer, size = geos.WKBWriter(geos.lgeos), c_size_t()
    handle, at, write, free = writer._writer, pointer(size), geos.lgeos.GEOSWKBWriter_write, geos.lgeos.GEOSFree
    found: list[Any] = []
    for geometry in geometries:
        memory = write(handle, geometry._geom, at) if isinstance(geometry, base) else None
        if memory:
            found.append(string_at(memory, size.value))
            free(memory)
        else:
            found.append(getattr(geometry, "wkb", None))
    return found


def flat_of_wkb(read: tuple[bytearray, ...]) -> Flat:
    """What the extension module read."""
    kind, piece, piece_kind, ring, point, xy = read
    first = [np.frombuffer(offsets, np.uint32).astype(np.int64) for offsets in (piece, ring, point)]
    kinds = [np.frombuffer(values, np.uint8) for values in (kind, piece_kind)]
    return Flat(kinds[0], first[0], kinds[1], first[1], first[2], np.frombuffer(xy, np.float64).reshape(-1, 2))


def column_of(given: Any) -> tuple[list[Any], Flat]:
    """Shapely's geometries, one by one and read all at once."""
    geometries = geometries_of(given)
    return geometries, flat_of_wkb(_core.read_wkb(_binary(geometries)))


def joined(chunks: list[Flat]) -> Flat:
    """Chunks of a column as one."""
    if len(chunks) == 1:
        return chunks[0]

    def starts(name: str, of: str) -> AnyArray:
        before = np.cumsum([0, *(len(getattr(chunk, of)) for chunk in chunks)])
        return np.concatenate([*(getattr(chunk, name)[:-1] + at for chunk, at in zip(chunks, before, strict=False)), before[-1:]])

    def all_of(name: str) -> AnyArray:
        return np.concatenate([getattr(chunk, name) for chunk in chunks] or [np.empty(0, np.uint8)])

    lists = [chunk._replace(point=chunk.point[:-1]) for chunk in chunks]
    before = np.cumsum([0, *(len(chunk.point) for chunk in lists)])
    ring = np.concatenate([*(chunk.ring[:-1] + at for chunk, at in zip(chunks, before, strict=False)), before[-1:]])
    return Flat(
        all_of("kind"), starts("piece", "piece_kind"), all_of("piece_kind"), ring, starts("point", "xy"), all_of("xy").reshape(-1, 2)
    )


def without_closing(flat: Flat) -> Flat:
    """Geometries without the last point of each list that repeats the first, as in polygons."""
    count = np.diff(flat.point)
    chosen = count > 1
    chosen[chosen] = (flat.xy[flat.point[:-1][chosen]] == flat.xy[flat.point[1:][chosen] - 1]).all(axis=1)
    xy, point = _without_last(flat.xy, flat.point, chosen)
    return flat._replace(xy=xy, point=point)


def _first_of(wrong: AnyArray) -> int:
    """The number of the first that is true, or how many there are."""
    return int(np.argmax(wrong)) if wrong.any() else len(wrong)


def _name(geometry: Any, kind: int = NOT_READ) -> str:
    """The kind of a geometry, as it says itself or as WKB numbers it; of what is none its type."""
    return str(getattr(geometry, "geom_type", NAMES[kind] if kind < len(NAMES) else type(geometry).__name__))


def empty_set(dtype: Any) -> _core.Polys:
    """A set of float32 or of float64."""
    made = _core.Polys()
    if dtype == FLOAT64:
        made._make_doubles(0.0, 0.0)
    return made


def _is_beyond(values: AnyArray) -> AnyArray:
    """Which coordinates a set of this type does not take."""
    if values.dtype != FLOAT64:
        return ~np.isfinite(values)
    size = np.abs(values)
    beyond: AnyArray = ~((size <= 2.0**100) & ((size >= 2.0**-200) | (size == 0)))
    return beyond


class Rounded:
    """Rings of vertices of a type, relative to an origin, and the geometry that each is of. float64 is not rounded, and has no origin."""

    def __init__(self, xy: AnyArray, first: AnyArray, owner: AnyArray, origin: Any, dtype: Any) -> None:
        self.exact = xy
        self.first = first
        self.owner = owner
        self.relative = relative("xy", xy, origin)
        self.x, self.y = points("xy", self.relative, 2, dtype)
        self.replaced: dict[int, Coordinates] = {}
        beyond = _is_beyond(self.x) | _is_beyond(self.y)
        if beyond.any():
            index = int(owner[np.searchsorted(first, int(np.argmax(beyond)), side="right") - 1])
            why = "are neither 0 nor from 2**-200 to 2**100 in magnitude" if dtype == FLOAT64 else "do not fit float32"
            raise ShapeError(index, f"geometry {index} has coordinates that {why}")

    def arguments(self) -> tuple[Coordinates, Coordinates, Indices]:
        """x, y and where each ring begins, with the hulls in place of what they replace."""
        if not self.replaced:
            return self.x, self.y, self.first.astype(np.uint32)
        rounded = np.stack([self.x, self.y], axis=1)
        rings = [self.replaced.get(k, rounded[i:j]) for k, (i, j) in enumerate(zip(self.first[:-1], self.first[1:], strict=True))]
        sizes = [len(ring) for ring in rings]
        x, y = points("xy", np.concatenate(rings), 2, self.x.dtype)
        return x, y, np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32)

    def replace_by_hull(self, ring: int) -> bool:
        """Whether a ring was convex before it was rounded, so that the hull of its rounded vertices stands for it."""
        own = slice(int(self.first[ring]), int(self.first[ring + 1]))
        if ring in self.replaced or self.x.dtype == FLOAT64 or not is_convex(self.exact[own]):
            return False
        self.replaced[ring] = convex_hull(np.stack([self.x[own], self.y[own]], axis=1))
        return True

    def warn(self) -> None:
        warn_of_parts("geometry", self.relative, (self.x, self.y), self.first.astype(np.uint32), None, self.owner)


def _without_last(xy: AnyArray, first: AnyArray, chosen: AnyArray) -> tuple[AnyArray, AnyArray]:
    """Points and the offsets of rings, without the last point of each chosen ring."""
    kept = np.ones(len(xy), bool)
    kept[first[1:][chosen] - 1] = False
    return xy[kept], np.concatenate([[0], np.cumsum(np.diff(first) - chosen)])


def replace_bent(found: Rounded) -> None:
    """Puts the hull in place of each ring that is convex, but not after it was rounded. ShapeError for one that is concave."""
    parts = np.empty(len(found.first) - 1, np.uint32)
    rings = np.arange(len(parts) + 1, dtype=np.uint32)
    empty_set(found.x.dtype)._add_parts(*found.arguments(), rings, parts)
    for index in np.flatnonzero(parts != 1):
        if not found.replace_by_hull(int(index)):
            raise ShapeError(int(index), f"geometry {index} is concave; convex polygons are expected")


def add_convex(polys: _core.Polys, given: Sequence[Any], flat: Flat, origin: Any) -> None:
    """Adds geometries that are convex after rounding."""
    is_single = (flat.kind >= _POINT) & (flat.kind <= _POLYGON)
    ring = flat.ring[np.minimum(flat.piece[:-1], len(flat.ring) - 1)]  # the first of each geometry; it is looked at only if there is one
    count = np.append(np.diff(flat.point), 0)[np.minimum(ring, len(flat.point) - 1)]
    rings = np.append(np.diff(flat.ring), 0)[np.minimum(flat.piece[:-1], len(flat.ring) - 1)]
    is_long = (flat.kind == _LINE) & (count > 2)
    for index in np.flatnonzero(is_long):
        is_long[index] = _name(given[index]) != "LinearRing"
    wrong = _first_of(~is_single | (rings != 1) | (count == 0) | is_long)
    first, xy = flat.point[: wrong + 1], flat.xy[: flat.point[wrong] if wrong < len(given) else None]
    is_closed = (flat.kind[:wrong] == _LINE) & (count[:wrong] > 2)
    if is_closed.any():
        xy, first = _without_last(xy, first, is_closed)
    found = Rounded(xy, first, np.arange(wrong), origin, dtype_of(polys))
    is_whole = wrong == len(given)
    if not is_whole or polys._add_rings(*found.arguments(), None) is not None:
        replace_bent(found)
        if not is_whole:
            why = _why_not_convex(given[wrong], int(flat.kind[wrong]), bool(rings[wrong] > 1), bool(count[wrong] == 0))
            raise ShapeError(wrong, f"geometry {wrong} {why}")
        raise_refusal("geometry", polys._add_rings(*found.arguments(), None))
    found.warn()


def _why_not_convex(geometry: Any, kind: int, has_hole: bool, is_empty: bool) -> str:
    if isinstance(geometry, bytes) and kind == NOT_READ:
        return "is not WKB; points, segments of two points and convex polygons are expected"
    name = _name(geometry, kind)
    is_simple = name in ("Point", "LineString", "LinearRing", "Polygon")
    if getattr(geometry, "is_empty", is_simple and is_empty):
        return "is empty"
    if has_hole and name == "Polygon":
        return "has a hole; convex polygons have none"
    return f"is a {name}; points, segments of two points and convex polygons are expected"


class _Outlines(NamedTuple):
    """Lines and rings of geometries, of lines each segment by itself, and the areas of which they are.

    xy: their points. first: where each begins. rings: where those of each area begin: a point, a segment, or an outline and its holes.
    piece: of each area.
    """

    xy: AnyArray
    first: AnyArray
    rings: AnyArray
    piece: AnyArray


def _outlines(flat: Flat, pieces: int) -> _Outlines:
    """The areas of some first pieces."""
    lists = int(flat.ring[pieces]) if pieces > 0 else 0
    begin, count = flat.point[:lists], np.diff(flat.point[: lists + 1])
    piece_of_list = np.repeat(np.arange(pieces), np.diff(flat.ring[: pieces + 1]))
    is_line = (flat.piece_kind[piece_of_list] == _LINE) & (count > 2)
    is_first = np.zeros(lists, bool)
    is_first[flat.ring[:pieces]] = True
    number = np.where(is_line, count - 1, 1)
    of_list = np.repeat(np.arange(lists), number)
    step = np.arange(len(of_list)) - np.repeat(np.cumsum(number) - number, number)
    size = np.where(is_line, 2, count)[of_list]
    first = np.concatenate([[0], np.cumsum(size)])
    at = np.repeat(begin[of_list] + step - first[:-1], size) + np.arange(first[-1])
    rings = np.flatnonzero((is_line | is_first)[of_list])
    return _Outlines(flat.xy[at], first, np.append(rings, len(of_list)), piece_of_list[of_list[rings]])


class Pieces(NamedTuple):
    """Geometries of any kind as convex parts: a set of these, and where those of each geometry begin."""

    polys: _core.Polys
    begins: AnyArray


def _cut(found: Rounded, rings: AnyArray) -> tuple[_core.Polys, Indices]:
    """Areas as they are if they are convex, else as convex parts, and how many each became."""
    polys, parts = empty_set(found.x.dtype), np.empty(len(rings) - 1, np.uint32)
    polys._add_parts(*found.arguments(), rings.astype(np.uint32), parts)
    return polys, parts


def pieces_of(given: Sequence[Any], flat: Flat, origin: Any, dtype: Any) -> Pieces:
    """The convex parts of geometries of any kind."""
    owner = np.repeat(np.arange(len(given)), np.diff(flat.piece))
    sizes = np.append(np.diff(flat.point), 0)[np.minimum(flat.ring[:-1], len(flat.point) - 1)]
    is_wrong = (flat.kind == NOT_READ) | (np.diff(flat.piece) == 0)
    is_wrong[owner[(np.diff(flat.ring) == 0) | (sizes == 0)]] = True
    wrong = _first_of(is_wrong)
    xy, first, rings, piece = _outlines(flat, int(flat.piece[wrong]))
    number = np.diff(rings)
    found = Rounded(xy, first, np.repeat(owner[piece], number), origin, dtype)
    polys, parts = _cut(found, rings)
    for area in np.flatnonzero(parts != 1):
        was_convex = number[area] == 1 and found.replace_by_hull(int(rings[area]))
        if not was_convex and parts[area] == 0:
            index = int(owner[piece[area]])
            x, y, begins = found.arguments()
            begins = begins[rings[area] : rings[area + 1] + 1]
            refusal = empty_set(dtype)._add_concave(x, y, begins)
            assert not isinstance(refusal, int)
            rounded = "" if dtype == FLOAT64 else ", rounded to float32"
            raise ShapeError(index, f"geometry {index}{rounded}: {of_ring(refusal, begins)}")
    if found.replaced:
        polys, parts = _cut(found, rings)
    if wrong < len(given):
        raise ShapeError(wrong, f"geometry {wrong} {_why_no_parts(given[wrong])}")
    found.warn()
    before = np.concatenate([[0], np.cumsum(parts, dtype=np.int64)])
    return Pieces(polys, before[np.searchsorted(owner[piece], np.arange(len(given) + 1))])


def _why_no_parts(geometry: Any) -> str:
    if hasattr(geometry, "geom_type"):
        return "is empty, or a member of it is"
    return f"is a {_name(geometry)}; a geometry of Shapely is expected"
