"""Areas, and how much of them two polygons have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Floats, SignedIndices, answers_in, rows_of, signed
from ._errors import refused_pairs
from ._rows import begins_of, least_of, refused_row
from ._sets import asked_groups, elementwise_or
from ._threads import in_parts

if TYPE_CHECKING:
    from ._polys import Polys


class Common(NamedTuple):
    """How much pairs of polygons have in common: float32 of shape (n,) each, all 0 exactly where they have no area in common.

    area: of what the two have in common.
    iou: that area as a share of the area of both together ("intersection over union"); 1 exactly where both are the same.
    share: that area as a share of the area of the first polygon; 1 where the second contains it.
    other_share: that area as a share of the area of the second polygon; 1 where the first contains it.
    """

    area: Floats
    iou: Floats
    share: Floats
    other_share: Floats


class CommonPolygons(NamedTuple):
    """The polygons that pairs have in common.

    xy: the corners of all of them, one polygon after the other: float32 of shape (k, 2).
    offsets: one more integer than there are pairs: pair i has the rows offsets[i] .. offsets[i + 1] - 1.
    """

    xy: Floats
    offsets: SignedIndices


class AreaQuestions:
    """Questions about areas."""

    def common(
        self, other: Polys, pairs: ArrayLike | None = None, *, workers: int = 1, out: Common | None = None
    ) -> Common:
        """How much do the polygons of each pair have in common? Whether it is anything is exact, and so is a share of 1.

        other: a `Polys`; it may be this set. Shapes that are asked about have no radius.
        pairs: integers of shape (n, 2): an index into this set and one into `other`. uint32 and int32 in C order are not copied.
            None: shape i of this set and shape i of `other`, for all i; a set of one shape is paired with all of the other.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns `area`, of what the two have in common; `iou`, that area as a share of the area of both together; `share` and
            `other_share`, as a share of the area of the first and of the second polygon: float32 of shape (n,) each. The headers of
            the C library state the bounds of errors.
        IndexError: a pair is out of range; the first such one is named. ValueError: a shape of a pair has a radius, an `out` of
            another kind, or no pairs and sets of different lengths, none of one shape. TypeError: `other` is no set of this kind.
            RuntimeError: another thread is changing a set.

        >>> boxes = sepal.Polys.from_boxes(x=[0, 1, 3], y=0, length=2, width=2)
        >>> common = boxes.common(boxes, [[0, 1], [0, 2], [1, 1]])
        >>> common.area.tolist(), common.share.tolist(), common.iou[2].item()
        ([2.0, 0.0, 4.0], [0.5, 0.0, 1.0], 1.0)
        """
        me: Any = self
        asked = elementwise_or(pairs, self, other)
        n = len(asked)
        answers = answers_in(out, Common(*(np.empty(n, np.float32) for _ in range(4))))

        def call(i: int, k: int) -> bool:
            return bool(me._common_pairs(other, asked[i:k], *(row[i:k] for row in answers)))

        if not in_parts(n, workers, call):
            raise _refused(me, other, asked, pairs)
        return answers

    def common_rows(self, other: Polys, rows: ArrayLike, *, workers: int = 1) -> Common:
        """How much do the polygons of each pair of the rows have in common? As `common` about these pairs, without a list of them: a
        matrix of IoUs is a row for each polygon.

        other: a `Polys`; it may be this set. Shapes that are asked about have no radius.
        rows: integers of shape (n, 3): an index a into this set, and a range of `other` as its first index and the number of
            shapes. Row (a, first, count) stands for the pairs (a, first), (a, first + 1), ... (a, first + count - 1); it may be
            empty. uint32 and int32 in C order are not copied.
        workers: how many threads share the rows; -1 stands for all processors.

        Returns `area`, `iou`, `share` and `other_share`, float32 with one for each pair, those of the first row first: see `common`.
        IndexError: a row is out of range; the first such one is named. ValueError: a shape of a row has a radius. TypeError:
            `other` is no set of this kind. RuntimeError: another thread is changing a set.

        >>> boxes = sepal.Polys.from_boxes(x=[0, 1, 3], y=0, length=2, width=2)
        >>> boxes.common_rows(boxes, [[0, 0, 3], [2, 1, 2]]).area.tolist()
        [4.0, 2.0, 0.0, 0.0, 4.0]
        """
        me: Any = self
        me._check_like(other)
        asked = rows_of(rows)
        begins = begins_of(asked, (len(me), len(other)), 0)
        out = Common(*np.empty((4, begins[-1]), np.float32))

        def call(i: int, k: int) -> bool:
            return bool(me._common_rows(other, asked[i:k], *(row[begins[i] : begins[k]] for row in out)))

        if not in_parts(len(asked), workers, call, least_of(begins)):
            a, first, count = asked[asked[:, 2] > 0].astype(np.int64).T
            if ((a < len(me)) & (first + count <= len(other))).all():
                _refuse_radii("this set", me, a)
                for begin, end in zip(first, first + count, strict=True):
                    _refuse_radii("the other set", other, np.arange(begin, end))
            raise refused_row(asked, (len(me), len(other)), 0)
        return out

    def common_groups(
        self,
        other: Polys,
        pairs: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        other_groups: ArrayLike | None = None,
        *,
        workers: int = 1,
        out: Common | None = None,
    ) -> Common:
        """How much do the groups of each pair have in common? The parts of a group do not overlap each other, as those of an outline
        with holes that was cut.

        other: a `Polys`; it may be this set. Shapes that are asked about have no radius.
        pairs: integers of shape (n, 2): a group of this set and one of `other`. None: group i of this set and group i of `other`, for
            all i; a single group is paired with all of the other set.
        groups, other_groups: offsets into this set and into `other`, one more than there are groups; group i has the shapes
            groups[i] .. groups[i + 1] - 1 as its parts. None: each shape is a group of its own.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs. None: new arrays.

        Returns `area`, `iou`, `share` and `other_share`, as `common` does.
        IndexError: a pair is out of range; the first such one is named. ValueError: a shape of a pair has a radius, offsets that
            descend or lead out of the set, an `out` of another kind. TypeError: `other` is no set of this kind. RuntimeError:
            another thread is changing a set.

        >>> halves = sepal.Polys.from_boxes(x=[0, 2], y=0, length=2, width=2)
        >>> box = sepal.Polys.from_boxes(x=1, y=0, length=2, width=2)
        >>> common = halves.common_groups(box, groups=[0, 2])
        >>> common.area.tolist(), common.share.tolist(), common.other_share.tolist()
        ([4.0], [0.5], [1.0])
        """
        me: Any = self
        me._check_like(other)
        first, of_other, counts, asked = asked_groups(self, other, pairs, groups, other_groups)
        answers = answers_in(out, Common(*(np.empty(len(asked), np.float32) for _ in range(4))))

        def call(i: int, k: int) -> bool:
            return bool(me._common_groups(other, first, of_other, asked[i:k], *(row[i:k] for row in answers)))

        if not in_parts(len(asked), workers, call):
            if ((asked[:, 0] < counts[0]) & (asked[:, 1] < counts[1])).all():
                raise ValueError("a shape of a pair has a radius; shapes without radii are expected")
            raise refused_pairs(asked if pairs is None else pairs, counts, 0, "groups")
        return answers

    def common_polygons(
        self, other: Polys, pairs: ArrayLike | None = None, *, touching: bool = True
    ) -> CommonPolygons:
        """What do the polygons of each pair have in common, as polygons? Each coordinate is the exact one, rounded to the nearest
        float32.

        other: a `Polys`; it may be this set. Shapes that are asked about have no radius.
        pairs: integers of shape (n, 2): an index into this set and one into `other`. None: shape i of this set and shape i of
            `other`, for all i; a set of one shape is paired with all of the other.
        touching: whether two that only touch have what they share in common: a point, or a segment.

        Returns `xy`, the corners of all polygons, counter-clockwise from that of the least x (and of several of the least y), and
            `offsets`: pair i has the rows offsets[i] .. offsets[i + 1] - 1, none where it has nothing in common: exactly where
            `overlap` says no.
        IndexError: a pair is out of range; the first such one is named. ValueError: a shape of a pair has a radius.
            TypeError: `other` is no set of this kind. RuntimeError: another thread is changing a set.

        >>> boxes = sepal.Polys.from_boxes(x=[0, 1, 3], y=0, length=2, width=2)
        >>> common = boxes.common_polygons(boxes, [[0, 1], [0, 2]])
        >>> common.xy.tolist(), common.offsets.tolist()
        ([[0.0, -1.0], [1.0, -1.0], [1.0, 1.0], [0.0, 1.0]], [0, 4, 4])
        """
        me: Any = self
        asked = elementwise_or(pairs, self, other)
        offsets = np.empty(len(asked) + 1, np.uint32)
        xy = np.empty((2, 8 * len(asked)), np.float32)
        while True:
            count = me._common_polygons(other, asked, touching, offsets, xy[0], xy[1])
            if count is None:
                raise _refused(me, other, asked, pairs)
            if count <= xy.shape[1]:
                return CommonPolygons(xy[:, :count].T, signed(offsets, count + 1))
            xy = np.empty((2, count), np.float32)

    def areas(self) -> Floats:
        """The area of each polygon: float32 of shape (n,). It is 0 exactly where a polygon has none or was removed.

        ValueError: a shape has a radius. RuntimeError: another thread is changing the set.

        >>> sepal.Polys.from_boxes(x=0, y=0, length=[2, 3, 0], width=2).areas().tolist()
        [4.0, 6.0, 0.0]
        """
        me: Any = self
        out = np.empty(len(me), np.float32)
        if not me._areas(0, out):
            _refuse_radii("this set", me, np.arange(len(me)))
            raise ValueError("this question was refused")
        return out


def _refused(me: Any, other: Any, asked: Any, pairs: ArrayLike | None) -> Exception:
    for name, of, column in (("this set", me, 0), ("the other set", other, 1)):
        _refuse_radii(name, of, asked[:, column])
    return refused_pairs(asked if pairs is None else pairs, (len(me), len(other)), 0)


def _refuse_radii(name: str, shapes: Any, asked: Any) -> None:
    for index in asked[asked < len(shapes)]:
        if shapes._radius(int(index)) > 0:
            raise ValueError(f"shape {index} of {name} has a radius; polygons without radii are expected")
