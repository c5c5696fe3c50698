"""Two tables of geometries joined by which of them meet: what GeoPandas calls a spatial join."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ._arrays import FLOAT64, AnyArray, taken_rows
from ._inside import Parts
from ._labels import Joined
from ._polys import Polys
from ._polys_add import Point
from ._shapely import Flat, column_of, pieces_of

PREDICATES = ("intersects", "within", "contains", "touches", "dwithin")


def _labels(given: Any, count: int) -> AnyArray:
    """The labels of the rows: the index of a frame or series; the numbers of the rows of anything else."""
    index = getattr(given, "index", None)
    return np.arange(count) if index is None or callable(index) else np.asarray(index)  # a list has a method of this name


class _Table(NamedTuple):
    """A table of geometries as a set of their convex parts."""

    flat: Flat
    parts: Polys
    groups: AnyArray  # where the parts of each row begin, and how many there are in all
    rows: AnyArray  # the row of each part
    is_thin: AnyArray  # rows that may have points or lines

    def bounds(self) -> AnyArray:
        """A box around each row: least x, least y, greatest x, greatest y."""
        of_parts = self.parts.bounds()
        if len(of_parts) == 0:
            return of_parts
        first = self.groups[:-1]
        return np.hstack([np.minimum.reduceat(of_parts[:, :2], first), np.maximum.reduceat(of_parts[:, 2:], first)])


def _origin_near(columns: list[tuple[Any, Flat]]) -> tuple[float, float] | None:
    """The middle of all points; None if there is none that a set can have as its origin."""
    ends = [end for _, flat in columns if len(flat.xy) > 0 for end in (flat.xy.min(axis=0), flat.xy.max(axis=0))]
    if not ends or not np.isfinite(ends).all():
        return None
    low, high = np.min(ends, axis=0), np.max(ends, axis=0)
    middle = np.rint(low / 2 + high / 2)  # a whole number, which is in the range of origins
    return (float(middle[0]), float(middle[1])) if np.abs(middle).max() <= 2.0**100 else None


def _table(column: tuple[Any, Flat], origin: Point | None) -> _Table:
    geometries, flat = column
    parts = Polys(dtype=FLOAT64, origin=origin)
    groups = parts._add_pieces(pieces_of(geometries, flat, None, FLOAT64))
    is_thin = (flat.kind != 3) & (flat.kind != 6)
    return _Table(flat, parts, groups, np.repeat(np.arange(len(groups) - 1), np.diff(groups)), is_thin)


def _meeting_parts(left: _Table, right: _Table, touching: bool = True, margin: float = 0) -> AnyArray:
    """Pairs of convex parts that meet."""
    if left is right:
        return left.parts.find_pairs(touching=touching, margin=margin, owner=left.rows, ordered=False)
    return left.parts.find_pairs(right.parts, touching=touching, margin=margin, ordered=False)


def _rows_of(left: _Table, right: _Table, parts: AnyArray) -> AnyArray:
    """The rows of pairs of parts, in order, each pair once, as several of its parts may meet."""
    count = max(len(right.groups) - 1, 1)
    found = np.unique(left.rows[parts[:, 0]] * count + right.rows[parts[:, 1]])
    return np.stack((found // count, found % count), axis=1)


def _meeting(left: _Table, right: _Table, touching: bool, margin: float) -> AnyArray:
    """Pairs of rows of which some parts meet, in order, each once."""
    return _rows_of(left, right, _meeting_parts(left, right, touching, margin))


def _overlapping(left: _Table, right: _Table, pairs: AnyArray) -> AnyArray:
    """Which pairs of rows have more than touching points in common. Each row counts as a whole: a point or line inside of it does, also
    where it is on a cut between two of its parts."""
    return left.parts.overlap_groups(right.parts, pairs, left.groups, right.groups, touching=False)


def _inside(left: _Table, right: _Table, overlapping: AnyArray) -> AnyArray:
    """The pairs `overlapping`, and those with a point or a line that is inside of a polygon and on a cut between two of its parts."""
    touching = _meeting(left, right, True, 0)
    thin = touching[left.is_thin[touching[:, 0]] | right.is_thin[touching[:, 1]]]
    inside = thin[_overlapping(left, right, thin)]
    found: AnyArray = np.unique(np.concatenate((overlapping, inside)), axis=0)
    return found


def _touching(left: _Table, right: _Table) -> AnyArray:
    """Pairs of rows that have points of their boundaries in common, and no others."""
    pairs = _meeting(left, right, True, 0)
    both = np.flatnonzero(left.is_thin[pairs[:, 0]] & right.is_thin[pairs[:, 1]])
    if len(both) > 0:
        i, k = pairs[both[0]]
        raise ValueError(f"predicate 'touches': row {i} of left and row {k} of right meet, and neither is a polygon")
    found: AnyArray = pairs[~_overlapping(left, right, pairs)]
    return found


def _containing(outer: _Table, inner: _Table) -> AnyArray:
    """Pairs of rows, a region and what is in it, in order. A point or line on its boundary is not."""
    meeting = _meeting_parts(outer, inner)
    if outer is inner:
        meeting = np.concatenate([meeting, meeting[:, ::-1]])
    pairs = _rows_of(outer, inner, meeting)
    thin = np.flatnonzero(outer.is_thin[pairs[:, 0]])
    if len(thin) > 0:
        raise ValueError(f"predicate: row {pairs[thin[0], 0]} is no polygon; what other rows are within are polygons")
    if len(pairs) == 0:
        return pairs
    around, own = outer.bounds()[pairs[:, 0]], inner.bounds()[pairs[:, 1]]
    pairs = pairs[((around[:, :2] <= own[:, :2]) & (around[:, 2:] >= own[:, 2:])).all(axis=1)]
    of_pair, begins = taken_rows(inner.groups, pairs[:, 1])
    asked = np.stack([np.repeat(pairs[:, 0], np.diff(begins)), of_pair], axis=1)
    parts = Parts(outer.flat, outer.parts, outer.rows)
    found = parts.have_in_one(inner.parts, meeting, asked)
    others = np.flatnonzero(~found & (np.diff(outer.groups)[asked[:, 0]] > 1))
    if len(others) > 0:
        found[others] = parts.have_inside(inner.parts, asked[others])
    pairs = pairs[np.logical_and.reduceat(found, begins[:-1])] if len(pairs) > 0 else pairs
    thin = inner.is_thin[pairs[:, 1]]
    kept = ~thin
    kept[thin] = _overlapping(outer, inner, pairs[thin])
    contained: AnyArray = pairs[kept]
    return contained


def _found(left: _Table, right: _Table, predicate: str, touching: bool, margin: float) -> AnyArray:
    """The pairs of rows, in order."""
    if predicate == "touches":
        return _touching(left, right)
    if predicate == "contains":
        return _containing(left, right)
    if predicate == "within":
        pairs = _containing(right, left)[:, ::-1]
        within: AnyArray = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
        return within
    pairs = _meeting(left, right, touching, margin)
    return pairs if touching or margin != 0 else _inside(left, right, pairs)


def _is_frame(given: Any) -> bool:
    """Whether it is a table of pandas with geometries."""
    return all(hasattr(given, name) for name in ("geometry", "columns", "take", "reset_index"))


def _frame(left: Any, right: Any, pairs: AnyArray, how: str, suffixes: tuple[str, str]) -> Any:
    """Rows of the left frame beside those of the right one, without the geometry of this one. Where the row on the right is -1 there is
    none."""
    if how == "left":
        alone = np.setdiff1d(np.arange(len(left)), pairs[:, 0])
        pairs = np.concatenate([pairs, np.stack([alone, np.full(len(alone), -1)], axis=1)])
        pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    name = f"index_{suffixes[1]}"
    for side, frame in (("left", left), ("right", right)):
        if name in frame.columns:
            raise ValueError(f"{side} has a column '{name}' already; another rsuffix is expected")
    a, b = left.take(pairs[:, 0]), right.drop(columns=right.geometry.name)
    b.insert(0, name, right.index)
    b = b.reset_index(drop=True)
    b = b.reindex(pairs[:, 1]) if how == "left" else b.take(pairs[:, 1])
    both = [column for column in b.columns if column in a.columns]
    a = a.rename(columns={column: f"{column}_{suffixes[0]}" for column in both if column != left.geometry.name})
    b = b.rename(columns={column: f"{column}_{suffixes[1]}" for column in both})
    labels = a.index
    a, b = a.reset_index(drop=True), b.reset_index(drop=True)
    joined = a.join(b)
    joined.index = labels
    return joined


def sjoin(
    left: Any,
    right: Any = None,
    *,
    how: str = "inner",
    predicate: str = "intersects",
    distance: float | None = None,
    touching: bool = True,
    margin: float = 0.0,
    lsuffix: str = "left",
    rsuffix: str = "right",
    origin: Point | None = None,
) -> Any:
    """Which rows of one table meet which rows of another? Two tables of geometries in, one of pairs out.

    Geometries may be of any kind. The answer is exact about their coordinates, which are taken as float64, without rounding.
    Polygons of one geometry have points of their borders in common, and no more, as GEOS asks of what is valid.

    left, right: GeoDataFrames, GeoSeries, or sequences of Shapely's geometries. right=None: pairs within left, each once; of
        "contains" and "within" in the order in which they do.
    how: "inner": the rows of left that meet something; "left": all of them, which takes GeoDataFrames.
    predicate: "intersects": the two have a point in common. "touches": they have, but only of their boundaries; one is a polygon.
        "contains": the one on the right is in the one on the left, which is a polygon, and not only on its boundary. "within": the one
        on the left is in the one on the right. "dwithin": they are no farther from each other than the distance. Each geometry counts
        as a whole, wherever it is cut into convex parts.
    distance: of "dwithin", 0 or from 2**-200 to 2**100, in the unit of the coordinates.
    touching: of "intersects". False: geometries that only touch do not meet.
    margin: of "intersects": the distance up to which geometries meet, as of "dwithin".
    lsuffix, rsuffix: what is added to the names of columns that both frames have, and to `index` for the labels of the rows of right.
    origin: two numbers, a point near the geometries, which decides the speed only. None: the middle of them.

    Returns of two GeoDataFrames what `geopandas.sjoin` does: the rows of left, with the labels of rows of right as `index_right`, and
        the columns of right but for its geometry. Of other tables, the labels of the rows, from the `index` of each table; without one,
        the numbers of its rows. In both, rows are in ascending order of the row on the left, then on the right.
    ShapeError: a geometry is missing or empty, touches or crosses itself, has a hole that is not inside of its outline alone, or a
        coordinate out of the range of sets of float64. ValueError: a distance below 0, an unknown predicate, what contains is no
        polygon, or the tables have different coordinate reference systems (`crs`). TypeError: an argument that does not go with the
        others.

    >>> from shapely.geometry import Point, box
    >>> parcels, trees = [box(0, 0, 4, 4), box(4, 0, 8, 4)], [Point(1, 1), Point(9, 9), Point(4, 2)]
    >>> sepal.sjoin(parcels, trees)
    Joined(left=array([0, 0, 1]), right=array([0, 2, 2]))
    >>> sepal.sjoin(trees, parcels, predicate="within")
    Joined(left=array([0]), right=array([0]))
    """
    if predicate not in PREDICATES:
        raise ValueError(f"predicate is {predicate!r}; one of {', '.join(PREDICATES)} is expected")
    if how not in ("inner", "left"):
        raise ValueError(f"how is {how!r}; 'inner' or 'left' is expected")
    if (distance is None) != (predicate != "dwithin"):
        raise TypeError("distance is expected with predicate='dwithin', and only with it")
    if predicate != "intersects" and (not touching or margin != 0):
        raise TypeError("touching and margin go with predicate='intersects' alone")
    systems = [getattr(given, "crs", None) for given in (left, right)]
    if None not in systems and systems[0] != systems[1]:
        raise ValueError(f"left has the coordinates of {systems[0]}, and right those of {systems[1]}: bring them to one with to_crs()")
    other = left if right is None else right
    is_frame = _is_frame(left) and _is_frame(other)
    if how == "left" and not is_frame:
        raise TypeError("how='left' joins two GeoDataFrames")
    reach = margin if distance is None else distance
    columns = [column_of(left)] if right is None else [column_of(left), column_of(right)]
    near = origin if origin is not None else _origin_near(columns)
    tables = [_table(column, near) for column in columns]
    found = _found(tables[0], tables[-1], predicate, touching, reach)
    if is_frame:
        return _frame(left, other, found, how, (lsuffix, rsuffix))
    labels = [_labels(given, len(table.groups) - 1) for given, table in ((left, tables[0]), (other, tables[-1]))]
    return Joined(labels[0][found[:, 0]], labels[1][found[:, 1]])
