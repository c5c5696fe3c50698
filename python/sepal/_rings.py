"""All shapes of a set of polygons as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import _core
from ._arrays import Coordinates, Indices, SignedIndices, dtype_of


class Rings(NamedTuple):
    """All shapes of a set, as `Polys.from_rings` takes them.

    xy: the vertices of all shapes one after the other, of shape (n, 2) and the type of the set.
    offsets: integers, one more than there are shapes; shape i has the vertices offsets[i] .. offsets[i + 1] - 1.
    radius: one for each shape, of this type.
    """

    xy: Coordinates
    offsets: SignedIndices
    radius: Coordinates


def rings_of(polys: _core.Polys) -> tuple[Coordinates, Indices, Coordinates]:
    """The vertices of all shapes, as rows of x and of y; where those of each shape begin; and all radii."""
    sizes = np.empty(len(polys), np.uint32)
    polys._sizes(sizes)
    first = np.concatenate([[0], np.cumsum(sizes, dtype=np.uint64)]).astype(np.uint32)
    xy = np.empty((2, int(first[-1])), dtype_of(polys))
    radius = np.empty(len(polys), xy.dtype)
    polys._rings(xy[0], xy[1], radius)
    return xy, first, radius


def bounds_of(polys: _core.Polys) -> Coordinates:
    """A row for each shape: least x, least y, greatest x, greatest y. With a radius they are rounded outwards."""
    (x, y), first, radius = rings_of(polys)
    if len(polys) == 0:
        return np.empty((0, 4), x.dtype)
    begins = first[:-1].astype(np.int64)
    low = np.stack([np.minimum.reduceat(x, begins), np.minimum.reduceat(y, begins)], axis=1)
    high = np.stack([np.maximum.reduceat(x, begins), np.maximum.reduceat(y, begins)], axis=1)
    is_round = radius > 0
    infinite = x.dtype.type(np.inf)
    with np.errstate(over="ignore"):
        grown_low = np.nextafter((low.astype(np.float64) - radius[:, None]).astype(x.dtype), -infinite)
        grown_high = np.nextafter((high.astype(np.float64) + radius[:, None]).astype(x.dtype), infinite)
    return np.hstack([np.where(is_round[:, None], grown_low, low), np.where(is_round[:, None], grown_high, high)])


def extents_of(polys: _core.Polys) -> Coordinates:
    """The greater side of each shape's bounding box, kept until the set changes."""
    kept = polys.__dict__.get("_extents")
    version = polys._version()
    if kept is None or kept[0] != version:
        bounds = bounds_of(polys)
        with np.errstate(over="ignore"):
            kept = version, np.nan_to_num(bounds[:, 2:] - bounds[:, :2], posinf=np.inf).max(axis=1, initial=0)
        polys.__dict__["_extents"] = kept
    extents: Coordinates = kept[1]
    return extents
