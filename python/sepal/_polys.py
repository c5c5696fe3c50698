"""Sets of convex shapes in the plane."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import AnyArray, Floats, Indices, columns, common_length, directions, floats, half, indices, one_for_each, parts, points
from ._errors import raise_refusal
from ._find import Searches
from ._hull import convex_hull
from ._moving import MovingQuestions
from ._placing import chosen_models, first_hit, place
from ._rays import RayQuestions

if TYPE_CHECKING:
    from typing_extensions import Self

NOT_CONVEX = "its vertices do not go round a convex polygon once, or a coordinate is not finite"


class Rings(NamedTuple):
    """All shapes of a set, as `Polys.from_rings` takes them.

    xy: the vertices of all shapes one after the other, float32 of shape (n, 2).
    offsets: uint32, one more than there are shapes; shape i has the vertices offsets[i] .. offsets[i + 1] - 1.
    radius: float32, one for each shape.
    """

    xy: Floats
    offsets: Indices
    radius: Floats


def _poses(
    count: int,
    x: ArrayLike,
    y: ArrayLike,
    turn: tuple[ArrayLike | None, ArrayLike | None],
    origin: tuple[float, float] | None,
) -> tuple[Any, ...]:
    """The poses of `count` shapes as the extension module takes them: x, y, cosine and sine; x and y in float64; their origin."""
    given: dict[str, ArrayLike | None] = {"x": x, "y": y, "the cosine": turn[0], "the sine": turn[1]}
    far: tuple[AnyArray | None, AnyArray | None] = (None, None)
    if origin is not None:
        given["x"] = given["y"] = None
        far = one_for_each("x", x, count, np.float64), one_for_each("y", y, count, np.float64)
    rows = columns({name: one_for_each(name, value, count) for name, value in given.items()})
    return (*rows.values(), *far, *((0.0, 0.0) if origin is None else origin))


class Polys(MovingQuestions, RayQuestions, Searches, _core.Polys):
    """A set of convex shapes in the plane, addressed by index in the order in which they were added.

    A shape is a convex polygon of any number of vertices, and every point within a radius of it. One vertex is a point, or with a
    radius a circle; two are a segment or a capsule. Coordinates are float32; other numbers are rounded to float32 first, float64
    among them. All lengths have the unit of the coordinates.

    `Polys()` is empty; `Polys.from_boxes`, `from_rings`, `from_circles`, `from_capsules`, `from_hulls` and `from_shapely` make a set
    of shapes, and `add_boxes` and so on add to one. Shapes are added all or none: ShapeError says which was refused. In all these
    methods a single number stands for one number per shape, and arrays are one-dimensional where nothing else is said.

    Sets can be pickled, copied, and read by several threads.
    """

    _dimension = 2
    _empty = _core.Polys

    # --- Making a set ------------------------------------------------------------------------------------------------------------

    @classmethod
    def from_boxes(
        cls,
        x: ArrayLike,
        y: ArrayLike,
        length: ArrayLike,
        width: ArrayLike,
        yaw: ArrayLike | None = None,
        *,
        cos: ArrayLike | None = None,
        sin: ArrayLike | None = None,
        radius: ArrayLike | None = None,
    ) -> Self:
        """A set of oriented boxes; see `add_boxes`."""
        return cls().add_boxes(x, y, length, width, yaw, cos=cos, sin=sin, radius=radius)

    @classmethod
    def from_rings(cls, xy: Any, offsets: ArrayLike | None = None, radius: ArrayLike | None = None) -> Self:
        """A set of convex polygons; see `add_rings`."""
        return cls().add_rings(xy, offsets, radius)

    @classmethod
    def from_circles(cls, x: ArrayLike, y: ArrayLike, radius: ArrayLike) -> Self:
        """A set of circles; see `add_circles`."""
        return cls().add_circles(x, y, radius)

    @classmethod
    def from_capsules(cls, x0: ArrayLike, y0: ArrayLike, x1: ArrayLike, y1: ArrayLike, radius: ArrayLike) -> Self:
        """A set of capsules; see `add_capsules`."""
        return cls().add_capsules(x0, y0, x1, y1, radius)

    @classmethod
    def from_hulls(cls, xy: Any, offsets: ArrayLike | None = None, radius: ArrayLike | None = None) -> Self:
        """A set of convex hulls of points; see `add_hulls`."""
        return cls().add_hulls(xy, offsets, radius)

    @classmethod
    def from_concave(cls, xy: Any, offsets: ArrayLike | None = None) -> tuple[Self, Indices]:
        """A set of the convex parts of polygons that need not be convex, and where the parts of each begin; see `add_concave`."""
        shapes = cls()
        return shapes, shapes.add_concave(xy, offsets)

    @classmethod
    def from_shapely(cls, geometries: Iterable[Any]) -> Self:
        """A set of Shapely's points, segments and convex polygons; see `add_shapely`."""
        return cls().add_shapely(geometries)

    @classmethod
    def from_shapely_groups(cls, geometries: Iterable[Any]) -> tuple[Self, Indices]:
        """A set of the convex parts of Shapely's geometries, and where the parts of each begin; see `add_shapely_groups`."""
        shapes = cls()
        return shapes, shapes.add_shapely_groups(geometries)

    def add_boxes(
        self,
        x: ArrayLike,
        y: ArrayLike,
        length: ArrayLike,
        width: ArrayLike,
        yaw: ArrayLike | None = None,
        *,
        cos: ArrayLike | None = None,
        sin: ArrayLike | None = None,
        radius: ArrayLike | None = None,
    ) -> Self:
        """Adds oriented boxes.

        x, y: the centres.
        length, width: the extents along the box's own axes, at least 0.
        yaw: the direction of the length in radians, counter-clockwise from the x axis. None: parallel to the axes.
        cos, sin: the direction as a cosine and a sine, instead of yaw. (Those of yaw are computed in float64 and rounded, and may
            differ in the last bit from one machine's NumPy to another's.)
        radius: every point so near the box belongs to it; at least 0. None: 0.
        """
        c, s = directions(yaw, cos, sin)
        sizes = {"half the length": half("length", length), "half the width": half("width", width)}
        rows = columns({"x": x, "y": y, **sizes, "the cosine": c, "the sine": s, "radius": radius})
        raise_refusal("box", self._add_boxes(*rows.values()))
        return self

    def add_rings(self, xy: Any, offsets: ArrayLike | None = None, radius: ArrayLike | None = None) -> Self:
        """Adds convex polygons, whose vertices go round once in either direction.

        Repeated vertices (so a ring may be closed), vertices on a side, and polygons without area are allowed. Whether a polygon is
        convex is decided exactly, for the coordinates rounded to float32; `add_hulls` takes what rounding may have bent.

        xy: the vertices of all polygons, of shape (n, 2), with offsets; or without offsets a sequence of arrays of shape (k, 2), one
            array of shape (polygons, k, 2), or the vertices of a single polygon. float32 whose x are contiguous, and y as well, is
            not copied: `np.stack([x, y]).T`.
        offsets: integers, one more than there are polygons; polygon i has the vertices offsets[i] .. offsets[i + 1] - 1.
        radius: of each shape, at least 0: every point so near the polygon belongs to it. None: 0.
        """
        (x, y), first = parts("xy", xy, offsets, 2)
        radii = None if radius is None else np.ascontiguousarray(np.broadcast_to(floats("radius", radius), len(first) - 1))
        raise_refusal("polygon", self._add_rings(x, y, first, radii))
        return self

    def add_circles(self, x: ArrayLike, y: ArrayLike, radius: ArrayLike) -> Self:
        """Adds circles.

        x, y: the centres.
        radius: at least 0.
        """
        rows = columns({"x": x, "y": y, "radius": radius})
        raise_refusal("circle", self._add_circles(*rows.values()))
        return self

    def add_capsules(self, x0: ArrayLike, y0: ArrayLike, x1: ArrayLike, y1: ArrayLike, radius: ArrayLike) -> Self:
        """Adds capsules: every point within a radius of a segment.

        x0, y0, x1, y1: the ends of the segments, which may coincide.
        radius: at least 0.
        """
        rows = columns({"x0": x0, "y0": y0, "x1": x1, "y1": y1, "radius": radius})
        raise_refusal("capsule", self._add_capsules(*rows.values()))
        return self

    def add_hulls(self, xy: Any, offsets: ArrayLike | None = None, radius: ArrayLike | None = None) -> Self:
        """Adds the convex hulls of points in any order.

        The hull of the points rounded to float32 is found exactly, a shape at a time in Python: where the points are known to go
        round a convex polygon, `add_rings` is faster. xy, offsets, radius: as in `add_rings`.
        """
        (x, y), first = parts("xy", xy, offsets, 2)
        all_points = np.stack([x, y], axis=1)
        hulls = []
        for k in range(len(first) - 1):
            own = all_points[first[k] : first[k + 1]]
            if len(own) == 0 or not np.isfinite(own).all():
                raise_refusal("hull", (k, "it has no vertices" if len(own) == 0 else "a coordinate is not finite"))
            hulls.append(convex_hull(own))
        return self.add_rings(hulls, radius=radius)

    def add_concave(self, xy: Any, offsets: ArrayLike | None = None) -> Indices:
        """Adds simple polygons that need not be convex, each as a group of convex parts; `overlap_groups` asks about these.

        The outline of a polygon may not touch or cross itself, and has no holes. The parts make up exactly the polygon.

        xy, offsets: as in `add_rings`.
        Returns where the parts of each polygon begin: uint32, one more than there are polygons.
        """
        (x, y), first = parts("xy", xy, offsets, 2)
        cut = Polys()
        begins = [len(self)]
        for k in range(len(first) - 1):
            own = slice(int(first[k]), int(first[k + 1]))
            count = cut._add_concave(x[own], y[own])
            if count == 0:
                reason = "its outline touches or crosses itself, it has no area, or a coordinate is not finite"
                raise_refusal("polygon", (k, reason))
            begins.append(begins[-1] + count)
        self.extend(cut)
        return np.array(begins, dtype=np.uint32)

    def add_shapely(self, geometries: Iterable[Any]) -> Self:
        """Adds Shapely's geometries: points, line strings of two points, linear rings, and polygons without holes.

        Their coordinates are rounded to float32. A polygon that is convex before, and no longer after it, becomes the convex hull
        of its rounded vertices. ShapeError refuses what is concave, empty, or of another kind.
        """
        from ._shapely import rings_of

        return self.add_rings(rings_of(geometries))

    def add_shapely_groups(self, geometries: Iterable[Any]) -> Indices:
        """Adds Shapely's geometries of any kind, each as a group of convex parts; `overlap_groups` asks about these.

        Polygons may be concave, but have no holes. Line strings become segments, and collections the parts of all their members.
        Returns where the parts of each geometry begin: uint32, one more than there are geometries.
        """
        from ._shapely import add_pieces

        parts_of_all = Polys()
        begins = [len(self)]
        for index, geometry in enumerate(geometries):
            add_pieces(parts_of_all, index, geometry)
            begins.append(len(self) + len(parts_of_all))
        self.extend(parts_of_all)
        return np.array(begins, dtype=np.uint32)

    def extend(self, other: Polys) -> Self:
        """Adds all shapes of another set, or once more those of this one."""
        return self.add_rings(*other._arguments())

    def update(self, index: int, xy: ArrayLike) -> None:
        """Replaces the vertices of one polygon by as many others, of shape (k, 2). Its radius stays."""
        x, y = points("xy", xy, 2)
        if not self._update(self._checked(index), x, y):
            raise_refusal("polygon", (index, NOT_CONVEX))

    def place(
        self,
        models: Polys,
        model: ArrayLike,
        x: ArrayLike,
        y: ArrayLike,
        yaw: ArrayLike | None = None,
        *,
        cos: ArrayLike | None = None,
        sin: ArrayLike | None = None,
        origin: tuple[float, float] | None = None,
        start: int | None = None,
    ) -> Self:
        """Refills this set: shape i becomes shape model[i] of `models`, turned by the angle and moved by (x, y).

        What was in this set before is gone. Nothing is allocated if it has held as much before.

        models: another set, whose shapes are in frames of their own.
        model: indices into `models`.
        x, y: where the origin of the model goes; a number for each index, or one for all.
        yaw, cos, sin: as in `add_boxes`.
        origin: the point that becomes (0, 0). x and y are then taken in float64, and their difference to it is rounded once; so
            nothing is lost far from (0, 0), as with UTM coordinates.
        start: replaces only the shapes from this index on, by models of as many vertices as each had; the others stay.
        """
        chosen = chosen_models(self, models, model)
        first = -1 if start is None else operator.index(start)
        if start is not None and not 0 <= first <= len(self) - len(chosen):
            raise IndexError(f"{len(chosen)} shapes from {first} on do not lie in the set, which has {len(self)} shapes")
        poses = _poses(len(chosen), x, y, directions(yaw, cos, sin), origin)
        place(self, models, chosen, poses, first)
        return self

    def first_hit(
        self,
        model: int,
        obstacles: Polys,
        x: ArrayLike,
        y: ArrayLike,
        yaw: ArrayLike | None = None,
        *,
        cos: ArrayLike | None = None,
        sin: ArrayLike | None = None,
        origin: tuple[float, float] | None = None,
        touching: bool = True,
        margin: float = 0.0,
    ) -> int | None:
        """At which of its poses does shape `model` of this set first overlap an obstacle? None: at none of them.

        The poses are the steps of a trajectory, in order. Each is asked about as `place` places the model and `overlap` answers;
        steps behind the first that overlaps are not asked about. What the model sweeps over between two steps is not either.

        obstacles: a set of shapes; it may be this one.
        x, y, yaw, cos, sin: as in `place`; arrays of one number for each pose, of which a single number stands for all.
        origin: as in `place`; the obstacles are relative to it.
        touching, margin: as in `overlap`.
        """
        number = self._checked(model)
        c, s = directions(yaw, cos, sin)
        count = common_length((x, 0), (y, 0), (c, 0), (s, 0))
        poses = _poses(count, x, y, (c, s), origin)
        return first_hit(self, number, poses, count, obstacles, touching, margin)

    # --- Reading a set -----------------------------------------------------------------------------------------------------------

    def vertices(self, index: int) -> Floats:
        """The vertices of one shape as they were given, of shape (k, 2)."""
        x, y = self._points(self._checked(index))
        return np.stack([np.frombuffer(x, np.float32), np.frombuffer(y, np.float32)], axis=1)

    def radius(self, index: int) -> float:
        """The radius of one shape; 0 if none was given."""
        return self._radius(self._checked(index))

    def to_rings(self) -> Rings:
        """All shapes of the set as arrays, from which `from_rings` makes the same set."""
        sizes = np.empty(len(self), np.uint32)
        self._sizes(sizes)
        offsets = np.concatenate([[0], np.cumsum(sizes, dtype=np.uint64)]).astype(np.uint32)
        xy = np.empty((2, int(offsets[-1])), np.float32)
        radius = np.empty(len(self), np.float32)
        self._rings(xy[0], xy[1], radius)
        return Rings(xy.T, offsets, radius)

    def bounds(self) -> Floats:
        """Boxes around the shapes, parallel to the axes: float32 of shape (n, 4), with the columns least x, least y, greatest x,
        greatest y. With a radius they are rounded outwards."""
        xy, offsets, radius = self.to_rings()
        if len(self) == 0:
            return np.empty((0, 4), np.float32)
        starts = offsets[:-1].astype(np.int64)
        low, high = np.minimum.reduceat(xy, starts), np.maximum.reduceat(xy, starts)
        is_round = radius > 0
        infinite = np.float32(np.inf)
        with np.errstate(over="ignore"):
            grown_low = np.nextafter((low.astype(np.float64) - radius[:, None]).astype(np.float32), -infinite)
            grown_high = np.nextafter((high.astype(np.float64) + radius[:, None]).astype(np.float32), infinite)
        return np.hstack([np.where(is_round[:, None], grown_low, low), np.where(is_round[:, None], grown_high, high)])

    def take(self, chosen: ArrayLike) -> Self:
        """Another set, of the shapes with these indices, in this order."""
        numbers = indices("chosen", chosen, len(self)).astype(np.int64)
        xy, offsets, radius = self.to_rings()
        starts = offsets.astype(np.int64)
        sizes = (starts[1:] - starts[:-1])[numbers]
        first = np.concatenate([[0], np.cumsum(sizes)])
        vertices = np.repeat(starts[numbers] - first[:-1], sizes) + np.arange(first[-1])
        kept = radius[numbers]
        return type(self).from_rings(xy[vertices], first, kept if kept.any() else None)

    def copy(self) -> Self:
        """Another set of the same shapes."""
        return type(self).from_rings(*self._arguments())

    def _arguments(self) -> tuple[Floats, Indices, Floats | None]:
        xy, offsets, radius = self.to_rings()
        return xy, offsets, radius if radius.any() else None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_rings, self._arguments()

    def __repr__(self) -> str:
        return f"<sepal.Polys of {len(self)} shapes>"

    # --- Pictures ----------------------------------------------------------------------------------------------------------------

    def to_svg(self, colors: ArrayLike | None = None, *, width: int = 800, labels: bool = False) -> str:
        """A picture of the set as the text of an SVG file, with y upwards.

        colors: a name of a colour for each shape, or one for all. None: grey.
        width: in pixels.
        labels: whether each shape shows its index.
        """
        from ._draw import svg

        return svg(self, colors, width, labels)

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draws the set by matplotlib, and returns the axes.

        ax: the axes to draw in; None: the current ones.
        options: of matplotlib's PolyCollection, such as facecolor (one, or one for each shape).
        """
        from ._draw import plot

        return plot(self, ax, options)
