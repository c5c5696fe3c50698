"""Where solids touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import answers_in
from ._contacts import Contacts
from ._errors import refused_pairs
from ._rows import RowQuestions
from ._sets import elementwise_or
from ._threads import in_parts

if TYPE_CHECKING:
    from ._solids import Solids

POINTS = 4


class TouchingQuestions(RowQuestions["Solids"]):
    """Questions about solids of a simulation."""

    def contacts(
        self,
        other: Solids,
        pairs: ArrayLike | None = None,
        *,
        margin: float = 0.0,
        point_margin: float = 0.0,
        workers: int = 1,
        out: Contacts | None = None,
    ) -> Contacts:
        """Where do the solids of each pair touch? Up to four points for each pair, which is what a solver needs. A pair has points if
        and only if `overlap` with this margin says yes.

        other: a `Solids`; it may be this set.
        pairs: integers of shape (n, 2): an index into this set and one into `other`. uint32 and int32 in C order are not copied.
            None: solid i of this set and solid i of `other`, for all i; a set of one solid is paired with all of the other.
        margin: points up to so far apart are foreseen; from 0 to 3.4e38, in the unit of the coordinates.
        point_margin: a pair that has points has all that are up to so far apart; at least the margin, or inf for all. 0: the margin.
        workers: how many threads share the pairs; -1 stands for all processors.
        out: what an earlier call of this question returned, for as many pairs: its arrays are written anew and returned, so no
            memory is taken. After an exception they hold parts of the answers. None: new arrays.

        Returns `count`, uint8 of shape (n,): how many points; `normal`, float32 of shape (n, 3): that of the push, from the first
            solid towards the second; `point`, float32 of shape (n, 4, 3): point[i, k] is point k of pair i, midway between the
            two surfaces; `depth`, float32 of shape (n, 4): how far the surfaces overlap there, below 0 minus their distance; the
            deepest is that of `mtv`; `feature`, uint32 of shape (n, 4): the vertices and edges that make the point, the same from
            step to step while solids slide and turn a little. What is not there is 0.
        IndexError: a pair is out of range; the first such one is named. ValueError: a margin below 0, a point_margin below the
            margin, an `out` of another kind, or no pairs and sets of different lengths, none of one solid. TypeError: `other` is
            no set of this kind. RuntimeError: another thread is changing a set.

        >>> boxes = sepal.Solids.from_boxes(center=[[0, 0, 0], [0, 1, 1.75]], size=[2, 2, 2])
        >>> contacts = boxes.contacts(boxes, [[0, 1]])
        >>> int(contacts.count[0]), contacts.normal[0].tolist(), contacts.depth[0].tolist()
        (4, [0.0, 0.0, 1.0], [0.25, 0.25, 0.25, 0.25])
        >>> sorted(contacts.point[0].tolist())
        [[-1.0, 0.0, 0.875], [-1.0, 1.0, 0.875], [1.0, 0.0, 0.875], [1.0, 1.0, 0.875]]
        """
        me: Any = self
        if not (point_margin == 0 or point_margin >= margin):
            raise ValueError(f"point_margin is {point_margin:g}; 0 or at least the margin, {margin:g}, is expected")
        asked = elementwise_or(pairs, self, other)
        n = len(asked)
        made = Contacts(
            count=np.empty(n, np.uint8),
            normal=np.empty((3, n), np.float32).T,
            point=np.moveaxis(np.empty((3, n, POINTS), np.float32), 0, 2),
            depth=np.empty((n, POINTS), np.float32),
            feature=np.empty((n, POINTS), np.uint32),
        )
        answers = answers_in(out, made)
        rows = (answers.count, *answers.normal.T, *np.moveaxis(answers.point, 2, 0), answers.depth, answers.feature)

        def call(i: int, k: int) -> bool:
            return bool(me._contacts_pairs(other, asked[i:k], margin, point_margin, *(row[i:k] for row in rows)))

        if not in_parts(n, workers, call):
            raise refused_pairs(asked if pairs is None else pairs, (len(me), len(other)), margin)
        return answers
