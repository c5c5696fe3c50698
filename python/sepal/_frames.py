"""Two tables of geometries joined by which of them meet: what GeoPandas calls a spatial join."""

from __future__ import annotations

from typing import Any

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


def _parts(given: Any, origin: Point | None) -> tuple[Polys, AnyArray, AnyArray]:
    """The convex parts of the geometries, the row of each part, and the labels of the rows."""
    parts, groups = Polys.from_shapely_groups(geometries_of(given), origin=origin)
    rows = np.repeat(np.arange(len(groups) - 1), np.diff(groups))
    return parts, rows, _labels(given, len(groups) - 1)


def sjoin(left: Any, right: Any = None, *, touching: bool = True, margin: float = 0.0, origin: Point | None = None) -> Joined:
    """Which rows of one table meet which rows of another? Two tables of geometries in, one of pairs out.

    Geometries may be of any kind. The answer is exact about their coordinates, rounded to float32.

    left, right: GeoDataFrames, GeoSeries, or sequences of Shapely's geometries. right=None: pairs within left, each once.
    touching: True: geometries that touch meet; False: they do not. (A geometry that is not convex is cut into convex parts: a point or
        line on such a cut touches both parts.)
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
    parts, rows, labels = _parts(left, origin)
    if right is None:
        pairs = parts.find_pairs(touching=touching, margin=margin, owner=rows, ordered=False)
        other_rows, other_labels = rows, labels
    else:
        others, other_rows, other_labels = _parts(right, origin)
        pairs = parts.find_pairs(others, touching=touching, margin=margin, ordered=False)
    count = max(len(other_labels), 1)
    found = np.unique(rows[pairs[:, 0]] * count + other_rows[pairs[:, 1]])  # several parts may meet
    return Joined(labels[found // count], other_labels[found % count])
