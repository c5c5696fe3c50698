"""Two tables of geometries joined by which of them meet: what GeoPandas calls a spatial join."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ._arrays import AnyArray
from ._labels import Joined
from ._polys import Polys
from ._polys_add import Point
from ._shapely import geometries_of


def _labels(given: Any, count: int) -> AnyArray:
    """The labels of the rows: the index of a frame or series; the numbers of the rows of anything else."""
    index = getattr(given, "index", None)
    return np.arange(count) if index is None or callable(index) else np.asarray(index)  # a list has a method of this name


class _Table(NamedTuple):
    """A table of geometries as a set of their convex parts."""

    parts: Polys
    groups: AnyArray  # where the parts of each row begin, and how many there are in all
    rows: AnyArray  # the row of each part
    labels: AnyArray  # of the rows
    is_thin: AnyArray  # rows that may have points or lines


def _table(given: Any, origin: Point | None) -> _Table:
    geometries = list(geometries_of(given))
    parts, groups = Polys.from_shapely_groups(geometries, origin=origin)
    count = len(groups) - 1
    is_thin = np.array([geometry.geom_type not in ("Polygon", "MultiPolygon") for geometry in geometries], bool)
    return _Table(parts, groups, np.repeat(np.arange(count), np.diff(groups)), _labels(given, count), is_thin)


def _meeting(left: _Table, right: _Table, touching: bool, margin: float) -> AnyArray:
    """Pairs of rows of which some parts meet, in order, each once."""
    if left is right:
        pairs = left.parts.find_pairs(touching=touching, margin=margin, owner=left.rows, ordered=False)
    else:
        pairs = left.parts.find_pairs(right.parts, touching=touching, margin=margin, ordered=False)
    count = max(len(right.labels), 1)
    found = np.unique(left.rows[pairs[:, 0]] * count + right.rows[pairs[:, 1]])  # several parts may meet
    return np.stack((found // count, found % count), axis=1)


def _inside(left: _Table, right: _Table, overlapping: AnyArray) -> AnyArray:
    """The pairs `overlapping`, and those with a point or a line that is inside of a polygon and on a cut between two of its parts."""
    touching = _meeting(left, right, True, 0)
    thin = touching[left.is_thin[touching[:, 0]] | right.is_thin[touching[:, 1]]]
    inside = thin[left.parts.overlap_groups(right.parts, thin, left.groups, right.groups, touching=False)]
    found: AnyArray = np.unique(np.concatenate((overlapping, inside)), axis=0)
    return found


def sjoin(left: Any, right: Any = None, *, touching: bool = True, margin: float = 0.0, origin: Point | None = None) -> Joined:
    """Which rows of one table meet which rows of another? Two tables of geometries in, one of pairs out.

    Geometries may be of any kind. The answer is exact about their coordinates, rounded to float32.

    left, right: GeoDataFrames, GeoSeries, or sequences of Shapely's geometries. right=None: pairs within left, each once.
    touching: True: geometries that touch meet; False: they do not. Each geometry counts as a whole: a point or line inside of it meets
        it, wherever it is cut into convex parts.
    margin: the distance up to which geometries meet, from 0 to 3.4e38, in the unit of the coordinates.
    origin: two numbers, the point that becomes (0, 0): it is subtracted in float64 before the coordinates are rounded to float32, so
        that nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).

    Returns the labels of the rows, from the `index` of each table; without one, the numbers of its rows. Pairs are in ascending order
        of the row on the left, then on the right. `pandas.DataFrame(joined._asdict())` is a table of them.
    ShapeError: a geometry is empty or beyond float32, or rounded to float32 touches or crosses itself, or has a hole that is not inside
        of its outline alone. ValueError: a margin below 0, or the tables have different coordinate reference systems (`crs`).
    RoundingWarning: rounding to float32 moved a geometry by more than a thousandth of its size; `origin=` is the remedy.

    >>> from shapely.geometry import Point, box
    >>> parcels, trees = [box(0, 0, 4, 4), box(4, 0, 8, 4)], [Point(1, 1), Point(9, 9), Point(4, 2)]
    >>> sepal.sjoin(parcels, trees)
    Joined(left=array([0, 0, 1]), right=array([0, 2, 2]))
    """
    systems = [getattr(given, "crs", None) for given in (left, right)]
    if None not in systems and systems[0] != systems[1]:
        raise ValueError(f"left has the coordinates of {systems[0]}, and right those of {systems[1]}: bring them to one with to_crs()")
    table = _table(left, origin)
    other = table if right is None else _table(right, origin)
    found = _meeting(table, other, touching, margin)
    if not touching and margin == 0:
        found = _inside(table, other, found)
    return Joined(table.labels[found[:, 0]], other.labels[found[:, 1]])
