"""What a simulation asks in every step: where polygons touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Floats, Indices, answers_in, starts
from ._errors import refused_pairs
from ._rows import RowQuestions
from ._sets import elementwise_or
from ._threads import in_parts

if TYPE_CHECKING:
    from ._polys import Polys


class Contacts(NamedTuple):
    """Where pairs of shapes touch: up to two points for each pair, in space up to four. What is not there is 0.

    count: uint8 of shape (n,): how many points.
    normal: float32 of shape (n, 2), of solids (n, 3): a unit vector from the first shape towards the second, for all points.
    point: float32 of shape (n, 2, 2), of solids (n, 4, 3): point[i, k] is point k of pair i, midway between the two surfaces.
    depth: float32 of shape (n, 2), of solids (n, 4): how far the surfaces overlap there along the normal; below 0: minus their
        distance.
    feature: uint32 of shape (n, 2), of solids (n, 4): what bounds the contact there, the same from step to step while shapes
        slide and turn a little; so a solver can start with the impulse of the step before.
    """

    count: NDArray[np.uint8]  # type: ignore[assignment]  # a tuple has a method of this name
    normal: Floats
    point: Floats
    depth: Floats
    feature: Indices


class ContactQuestions(RowQuestions["Polys"]):
    """Questions about polygons of a simulation."""

    def contacts(
        self,
        other: Polys,
        pairs: ArrayLike | None = None,
        *,
        margin: float = 0.0,
        point_margin: float = 0.0,
        chains: ArrayLike | None = None,
        workers: int = 1,
        out: Contacts | None = None,
    ) -> Contacts:
        """Where do the shapes of each pair touch? Up to two points for each pair, which is what a solver needs. A pair has points if
        and only if `overlap` with this margin says yes.

        With `chains` the shapes of this set that are asked about are segments, solid only from the right of the way from their
        first vertex to their second. Those of a chain are the border of one area: what slides over their joints does not catch on
        them, and what is behind a segment has no points.

        other: a `Polys`; it may be this set.
        pairs: integers of shape (n, 2): an index into this set and one into `other`. uint32 and int32 in C order are not copied.
            None: shape i of this set and shape i of `other`, for all i; a set of one shape is paired with all of the other.
        margin: points up to so far apart are foreseen; from 0 to 3.4e38, in the unit of the coordinates.
        point_margin: a pair that has points has a second one up to so far apart; at least the margin, or inf for any. 0: the margin.
        chains: offsets into this set, one more than there are chains; chain i has the segments chains[i] .. chains[i + 1] - 1, one
            after the other. A segment of no chain is one of its own. None: shapes are solid from all sides.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns `count`, uint8 of shape (n,): how many points; `normal`, float32 of shape (n, 2): a unit vector from the first
            shape towards the second; `point`, float32 of shape (n, 2, 2): point[i, k] is point k of pair i, midway between the
            two surfaces; `depth`, float32 of shape (n, 2): how far the surfaces overlap there, below 0 minus their distance;
            `feature`, uint32 of shape (n, 2): the vertices that bound the contact there, the same from step to step while shapes
            slide and turn a little. What is not there is 0.
        IndexError: a pair is out of range; the first such one is named. ValueError: a margin below 0, a point_margin below the
            margin, chains that descend or lead out of the set, a shape of a pair that is no segment, an `out` of another kind, or
            no pairs and sets of different lengths, none of one shape. TypeError: `other` is no set of this kind. RuntimeError:
            another thread is changing a set.

        >>> boxes = sepal.Polys.from_boxes(x=[0, 0.5], y=[0, 1.75], length=2, width=2)
        >>> contacts = boxes.contacts(boxes, [[0, 1]])
        >>> int(contacts.count[0]), contacts.normal[0].tolist(), contacts.depth[0].tolist()
        (2, [0.0, 1.0], [0.25, 0.25])
        >>> floor = sepal.Polys.from_capsules(x0=[4, 0], y0=0, x1=[0, -4], y1=0, radius=0)
        >>> crate = sepal.Polys.from_boxes(x=0.75, y=0.375, length=2, width=1.5)
        >>> floor.contacts(crate, [[1, 0]], chains=[0, 2]).normal.tolist()
        [[0.0, 1.0]]
        """
        me: Any = self
        of_chains = None if chains is None else starts(chains, len(me), "chains", "shapes")
        if not (point_margin == 0 or point_margin >= margin):
            raise ValueError(f"point_margin is {point_margin:g}; 0 or at least the margin, {margin:g}, is expected")
        asked = elementwise_or(pairs, self, other)
        n = len(asked)
        made = Contacts(
            count=np.empty(n, np.uint8),
            normal=np.empty((2, n), np.float32).T,
            point=np.moveaxis(np.empty((2, n, 2), np.float32), 0, 2),
            depth=np.empty((n, 2), np.float32),
            feature=np.empty((n, 2), np.uint32),
        )
        answers = answers_in(out, made)
        rows = (answers.count, *answers.normal.T, *np.moveaxis(answers.point, 2, 0), answers.depth, answers.feature)

        def call(i: int, k: int) -> bool:
            return bool(me._contacts_pairs(other, asked[i:k], margin, point_margin, of_chains, *(row[i:k] for row in rows)))

        if not in_parts(n, workers, call):
            if of_chains is not None:
                _refuse_others_than_segments(me, asked)
            raise refused_pairs(asked if pairs is None else pairs, (len(me), len(other)), margin)
        return answers


def _refuse_others_than_segments(segments: Any, pairs: Indices) -> None:
    sizes = np.empty(len(segments), np.uint32)
    segments._sizes(sizes)
    asked = pairs[pairs[:, 0] < len(sizes), 0]
    others = asked[sizes[asked] != 2]
    if len(others) > 0:
        raise ValueError(f"shape {others[0]} is asked about as a segment of a chain, but has {sizes[others[0]]} vertices, not 2")
