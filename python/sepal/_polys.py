"""Sets of convex shapes in the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from . import _core
from ._arrays import (
    FLOAT64,
    AnyArray,
    Coordinates,
    Indices,
    SignedIndices,
    columns,
    common_length,
    directions,
    indices,
    one_for_each,
    origin_of,
    points,
    relative,
    signed,
    taken_rows,
)
from ._common import AreaQuestions
from ._container import Container
from ._contacts import ContactQuestions
from ._errors import part_of, raise_refusal, row_of
from ._groups import GroupQuestions
from ._kept import KeptSearches
from ._moving import MovingQuestions
from ._placing import chosen_models, first_hit, place, replaced_shapes
from ._polys_add import OUT_OF_RANGE, Point
from ._polys_arrow import PolysArrow
from ._polys_from import PolysFrom
from ._polys_shapely import PolysShapely
from ._rays import RayQuestions
from ._rings import Rings, bounds_of, extents_of, rings_of
from ._rounding import warn_of_parts, warn_of_poses
from ._shapely import Rounded, replace_bent
from ._slots import Slots, emptied, refuse_removed
from ._unions import PushQuestions, UnionQuestions

if TYPE_CHECKING:
    from typing_extensions import Self

NOT_CONVEX = "its vertices do not go round a convex polygon once, or a coordinate is not finite"


def _poses(
    count: int,
    x: ArrayLike,
    y: ArrayLike,
    turn: tuple[ArrayLike | None, ArrayLike | None],
    origin: Point | None,
) -> tuple[Any, ...]:
    """The poses of `count` shapes as the extension module takes them: x, y, cosine and sine; x and y in float64; their origin."""
    given: dict[str, ArrayLike | None] = {"x": x, "y": y, "the cosine": turn[0], "the sine": turn[1]}
    far: tuple[AnyArray | None, AnyArray | None] = (None, None)
    zero: tuple[Any, ...] = (0.0, 0.0)
    if origin is not None:
        zero = origin_of(origin, 2)
        given["x"] = given["y"] = None
        far = one_for_each("x", x, count, np.float64), one_for_each("y", y, count, np.float64)
    rows = columns({name: one_for_each(name, value, count) for name, value in given.items()})
    return (*rows.values(), *far, *zero)


def _restored(kind: Any, arguments: Any, removed: Indices, origin: Any = None) -> Any:
    """A set from what `__reduce__` wrote; of float64, if it has an origin."""
    return emptied(kind.from_rings(*arguments, dtype=np.float32 if origin is None else np.float64, origin=origin), removed)


class Polys(
    Container,
    Slots["Polys"],
    AreaQuestions,
    UnionQuestions,
    PushQuestions["Polys"],
    ContactQuestions,
    MovingQuestions["Polys"],
    GroupQuestions["Polys"],
    RayQuestions,
    KeptSearches["Polys"],
    PolysShapely,
    PolysArrow,
    PolysFrom,
):
    """A set of convex shapes in the plane, addressed by index in the order in which they were added.

    A shape is a convex polygon of any number of vertices, and every point within a radius of it. One vertex is a point, or with a
    radius a circle; two are a segment or a capsule. Coordinates are float32; other numbers are rounded to float32 first, float64
    among them. All lengths have the unit of the coordinates.

    `Polys(dtype=numpy.float64)` is a set of float64, for maps and boards: its coordinates are taken as they are, integers up to 2**53
    among them, each 0 or from 2**-200 to 2**100 in magnitude, and so are radii and margins. It answers, as exactly, which shapes overlap
    and contain each other, and all searches for pairs. Other questions, such as `mtv`, raise TypeError:
    `astype(numpy.float32, origin=...)` makes a set that answers them. `origin=`, a point near the shapes, decides the speed only; sets
    that are asked about together have the same one.

    `Polys()` is empty; `Polys.from_boxes`, `from_rings`, `from_circles`, `from_capsules`, `from_hulls` and `from_shapely` make a set
    of shapes, and `add_boxes` and so on add to one. Shapes are added all or none: ShapeError says which was refused.

    `shapes[i]`, `shapes[a:b]` and `shapes[array]` are sets of some of the shapes, `for shape in shapes` goes through sets of one, and
    `==` says whether two sets hold the same. Sets can be pickled, copied, and read by several threads.

    >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
    >>> cars.overlap(cars, [[0, 1], [0, 2]])
    array([ True, False])
    """

    _dimension = 2
    _empty = _core.Polys

    def extend(self, other: Polys) -> Self:
        """Adds all shapes of another set, or once more those of this one. Returns the set.

        other: a `Polys` of the same dtype. Of float64 its origin may be another, since the vertices are added as they are.

        TypeError: `other` is no `Polys`, or of another dtype. RuntimeError: another thread is using this set or changing the other.

        >>> sepal.Polys.from_circles(0, 0, 1).extend(sepal.Polys.from_circles([3, 6], 0, 1))
        <sepal.Polys of 3 shapes>
        """
        self._check_like(other)
        refuse_removed(other)
        if self.dtype != other.dtype:
            raise TypeError(f"a set of {self.dtype} is expected, not of {other.dtype}; astype() makes one of it")
        (x, y), first, radius = rings_of(other)
        raise_refusal("shape", self._add_rings(x, y, first, radius))
        return self

    def update(self, index: int, xy: ArrayLike, *, origin: Point | None = None) -> None:
        """Replaces the vertices of one polygon by as many others. Its radius stays.

        index: which shape.
        xy: vertices of shape (k, 2), which go round a convex polygon once, where the shape has k.
        origin: two numbers, the point that becomes (0, 0), subtracted in float64 before rounding to float32. None: (0, 0).

        IndexError: there is no such shape. ValueError: it has another number of vertices. ShapeError: the vertices do not go round a
            convex polygon once, or are not finite or beyond float32. Nothing is changed then.
        RoundingWarning: rounding to float32 moved the shape by more than a thousandth of its size.

        >>> shapes = sepal.Polys.from_rings([[0, 0], [4, 0], [0, 3]])
        >>> shapes.update(0, [[1, 0], [5, 0], [1, 3]])
        >>> shapes.vertices(0).tolist()
        [[1.0, 0.0], [5.0, 0.0], [1.0, 3.0]]
        """
        number = self._checked(index)
        exact = relative("xy", xy, self._subtracted(origin))
        x, y = points("xy", exact, 2, self.dtype)
        first = np.array([0, len(x)], np.uint32)
        if not self._update(number, x, y):
            raise_refusal("polygon", (number, NOT_CONVEX), None if self.dtype == FLOAT64 else lambda _: {"a coordinate": exact})
        warn_of_parts("polygon", exact, (x, y), first, np.array([self.radius(number)], np.float32))

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
        origin: Point | None = None,
        start: int | None = None,
        shapes: ArrayLike | None = None,
    ) -> Self:
        """Refills this set: shape i becomes shape model[i] of `models`, turned by the angle and moved by (x, y). Returns the set.

        What was in this set before is gone, unless `start` or `shapes` says what is replaced. No shape's memory is allocated if it has
        held as much before.

        models: another `Polys`, whose shapes are in frames of their own.
        model: indices into `models`, in one dimension.
        x, y: where the origin of the model goes; a number for each index, or one for all.
        yaw: the angle of the turn in radians, counter-clockwise, for each index or for all. None: nothing is turned.
        cos, sin: the turn as a cosine and a sine, instead of yaw.
        origin: two numbers, the point that becomes (0, 0). x and y are then taken in float64, and their difference to it is rounded
            once; so nothing is lost far from (0, 0), as with UTM coordinates. None: (0, 0).
        start: replaces only the shapes from this index on, by models of as many vertices as each had; the others stay. None: all.
        shapes: replaces only the shapes with these indices, in any order, such as the bodies that are awake: shape i by model[i] at
            pose i, of as many vertices as it had. `model` and the pose are those of all shapes of the set then; of the poses only
            those listed are read. None: all.

        IndexError: there is no such model or shape, or no such shapes from `start` on. ShapeError: a pose is not finite or beyond
            float32, or a shape gets another number of vertices. Its `index` is the first such pose. ValueError: with `shapes`,
            `model` has not an index for each shape of the set. TypeError: `start` and `shapes` are both given.
        RoundingWarning: rounding to float32 moved a shape by more than a thousandth of its size.

        >>> models = sepal.Polys.from_boxes(0, 0, length=[4.5, 12], width=[1.8, 2.5])
        >>> world = sepal.Polys().place(models, model=[0, 0, 1], x=[0, 3, 9], y=0, yaw=[0, 0.1, 0.2])
        >>> world.find_pairs().tolist()
        [[0, 1], [1, 2]]
        >>> world.place(models, model=[0, 0, 1], x=[30, 3, 9], y=0, yaw=[0, 0.1, 0.2], shapes=[0]).find_pairs().tolist()
        [[1, 2]]
        """
        self._check_like(models)
        chosen = chosen_models(self, models, model)
        first, listed = replaced_shapes(self, len(chosen), start, shapes)
        poses = _poses(len(chosen), x, y, directions(yaw, cos, sin), origin)
        place(self, models, chosen, poses, row_of({"x": x, "y": y}), first, listed)
        warn_of_poses((x, y), origin_of(origin, 2), extents_of(models), chosen, listed)
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
        origin: Point | None = None,
        touching: bool = True,
        margin: float = 0.0,
    ) -> int | None:
        """At which of its poses does shape `model` of this set first overlap an obstacle? None: at none of them.

        The poses are the steps of a trajectory, in order. Each is asked about as `place` places the model and `overlap` answers;
        steps behind the first that overlaps are not asked about. What the model sweeps over between two steps is not either.

        model: the index of a shape in this set.
        obstacles: a `Polys`; it may be this set.
        x, y: where the origin of the model goes; a number for each pose, or one for all.
        yaw: the angle of the turn in radians, counter-clockwise, for each pose or for all. None: nothing is turned.
        cos, sin: the turn as a cosine and a sine, instead of yaw.
        origin: two numbers, the point that becomes (0, 0); the obstacles are relative to it. x and y are then taken in float64, and
            their difference to it is rounded once. None: (0, 0).
        touching: True: shapes that touch overlap; False: they do not.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates.

        IndexError: there is no such model. ShapeError: a pose is not finite or beyond float32; its `index` is the first such pose.
            ValueError: a margin below 0.
        RoundingWarning: rounding to float32 moved the shape by more than a thousandth of its size.

        >>> car = sepal.Polys.from_boxes(0, 0, length=4.5, width=1.8)
        >>> walls = sepal.Polys.from_boxes(x=20, y=0, length=0.2, width=10)
        >>> steps = np.linspace(0, 40, 81)
        >>> hit = car.first_hit(0, walls, x=steps, y=0)
        >>> hit, float(steps[hit])
        (36, 18.0)
        """
        self._check_like(obstacles)
        number = self._checked(model)
        refuse_removed(self, number)
        c, s = directions(yaw, cos, sin)
        count = common_length((x, 0), (y, 0), (c, 0), (s, 0))
        poses = _poses(count, x, y, (c, s), origin)
        hit = first_hit(self, number, poses, row_of({"x": x, "y": y}), count, obstacles, touching, margin)
        warn_of_poses((x, y), origin_of(origin, 2), extents_of(self), np.array([number]))
        return hit

    # --- Reading a set -----------------------------------------------------------------------------------------------------------

    def vertices(self, index: int) -> Coordinates:
        """The vertices of one shape as they were given, rounded to the type of the set: an array of shape (k, 2).

        index: which shape. IndexError: there is no such shape.

        >>> sepal.Polys.from_rings([[0, 0], [4, 0], [0, 3]]).vertices(0).tolist()
        [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]]
        """
        x, y = self._points(self._checked(index))
        return np.stack([np.frombuffer(x, self.dtype), np.frombuffer(y, self.dtype)], axis=1)

    def radius(self, index: int) -> float:
        """The radius of one shape; 0 if none was given.

        index: which shape. IndexError: there is no such shape.

        >>> sepal.Polys.from_circles(0, 0, [1, 2]).radius(1)
        2.0
        """
        return self._radius(self._checked(index))

    def to_rings(self) -> Rings:
        """All shapes of the set as arrays, from which `from_rings` makes the same set.

        Returns `xy`, of shape (n, 2) and the type of the set, the vertices of all shapes one after the other; `offsets`, one more integer than there
            are shapes: shape i has the rows offsets[i] .. offsets[i + 1] - 1; and `radius`, of this type, one for each shape. One that was
            removed has a row of nan.

        >>> rings = sepal.Polys.from_circles([1, 2], 0, 3).to_rings()
        >>> rings.xy.tolist(), rings.offsets.tolist(), rings.radius.tolist()
        ([[1.0, 0.0], [2.0, 0.0]], [0, 1, 2], [3.0, 3.0])
        """
        xy, first, radius = rings_of(self)
        return Rings(xy.T, signed(first, len(xy[0]) + 1), radius)

    def bounds(self) -> Coordinates:
        """Boxes around the shapes, parallel to the axes: of shape (n, 4) and the type of the set, with the columns least x, least y, greatest x,
        greatest y. With a radius they are rounded outwards.

        >>> sepal.Polys.from_rings([[[0, 0], [4, 0], [0, 3]], [[7, 7]]]).bounds().tolist()
        [[0.0, 0.0, 4.0, 3.0], [7.0, 7.0, 7.0, 7.0]]
        """
        return bounds_of(self)

    def take(self, chosen: ArrayLike) -> Self:
        """Another set, of the shapes with these indices, in this order.

        chosen: integers in one dimension; a shape may be chosen more than once. IndexError: there is no such shape.

        >>> sepal.Polys.from_circles([0, 3, 6], 0, 1).take([2, 0]).vertices(0).tolist()
        [[6.0, 0.0]]
        """
        numbers = indices("chosen", chosen, len(self)).astype(np.int64)
        refuse_removed(self, numbers)
        xy, offsets, radius = self.to_rings()
        vertices, first = taken_rows(offsets, numbers)
        kept = radius[numbers]
        return self._like().add_rings(xy[vertices], first, kept if kept.any() else None)

    def copy(self) -> Self:
        """Another set of the same shapes.

        >>> sepal.Polys.from_circles([0, 3], 0, 1).copy()
        <sepal.Polys of 2 shapes>
        """
        same: Self = emptied(self._like().add_rings(*self._arguments()), self.removed())
        return same

    def astype(self, dtype: DTypeLike, *, origin: Point | None = None) -> Self:
        """Another set of the same shapes, of float32 or of float64.

        A polygon that is no longer convex after its coordinates are rounded to float32 becomes the convex hull of its rounded vertices.

        dtype: numpy.float32 or numpy.float64.
        origin: two numbers. Of float32, the point that becomes (0, 0), subtracted in float64 before rounding. Of float64, a point near
            the shapes, which decides the speed only. None: (0, 0).

        ShapeError: a coordinate does not fit the type. TypeError: another type.
        RoundingWarning: rounding to float32 moved a shape by more than a thousandth of its size; `origin=` is the remedy.

        >>> parcels = sepal.Polys.from_boxes([500000.1, 500020.1], 5400000.7, 20, 20, dtype=np.float64)
        >>> parcels.astype(np.float32, origin=(500000, 5400000)).mtv(parcels.astype(np.float32, origin=(500000, 5400000))).depth.tolist()
        [20.0, 20.0]
        """
        xy, offsets, radius = self._arguments()
        made, zero = type(self)._begun(dtype, origin)
        first = offsets.astype(np.int64)
        found = Rounded(xy, first, np.arange(len(self)), None if zero is None else origin_of(zero, 2), made.dtype)
        radii = made._radii(radius, len(self))
        if made._add_rings(*found.arguments(), radii) is not None:
            replace_bent(found)
            raise_refusal("shape", made._add_rings(*found.arguments(), radii))
        found.warn()
        same: Self = emptied(made, self.removed())
        return same

    def rebase(self, point: Point) -> Self:
        """Gives a set of float64 another origin, which takes as long as adding its shapes again. Returns the set.

        point: the origin, two numbers near the shapes. It decides the speed only.

        TypeError: a set of float32 has no origin. ValueError: a number is not finite, or out of range. RuntimeError: another thread
            is using the set.

        >>> shapes = sepal.Polys.from_boxes([500000.1, 500020.1], 5400000.7, 20, 20, dtype=np.float64)
        >>> shapes.rebase((500000, 5400000)).origin
        (500000.0, 5400000.0)
        """
        if self.dtype != FLOAT64:
            raise TypeError("a set of float32 has no origin")
        if not self._rebase(*origin_of(point, 2)):
            raise ValueError(OUT_OF_RANGE.format(point))
        return self

    def _arguments(self) -> tuple[Coordinates, SignedIndices, Coordinates | None]:
        xy, offsets, radius = self.to_rings()
        xy[offsets[self.removed().astype(np.int64)]] = 0
        return xy, offsets, radius if radius.any() else None

    def _contents(self) -> tuple[AnyArray, ...]:
        return self.to_rings()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self._arguments(), self.removed(), self._origin())

    def __repr__(self) -> str:
        of_doubles = ", float64" if self.dtype == FLOAT64 else ""
        return f"<sepal.Polys of {len(self)} {'shape' if len(self) == 1 else 'shapes'}{of_doubles}>"

    # --- Pictures ----------------------------------------------------------------------------------------------------------------

    def to_svg(
        self, colors: ArrayLike | None = None, *, width: int = 800, labels: bool = False, opacity: ArrayLike = 0.75
    ) -> str:
        """A picture of the set as the text of an SVG file, with y upwards. Each shape has a dark edge.

        colors: a name of a colour for each shape, or one for all. None: grey.
        width: in pixels.
        labels: whether each shape shows its index.
        opacity: from 0 to 1, a number for each shape, or one for all.

        ValueError: another number of colours or opacities than shapes.

        >>> sepal.Polys.from_circles(0, 0, 1).to_svg("steelblue").startswith("<svg")
        True
        """
        from ._draw import svg

        return svg(self, colors, width, labels, opacity)

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draws the set by matplotlib, and returns the axes.

        ax: the axes to draw in; None: the current ones.
        options: of matplotlib's PolyCollection, such as facecolor (one, or one for each shape).

        ImportError: matplotlib is not installed.

        >>> axes = sepal.Polys.from_circles([0, 3], 0, 1).plot(facecolor=["steelblue", "crimson"])
        """
        from ._draw import plot

        return plot(self, ax, options)
