"""A set whose tree is kept while its shapes move, come and go."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from . import _core
from ._arrays import SignedIndices, indices, signed
from ._errors import refused_margin
from ._filters import Numbers, both_filters
from ._find import Searches
from ._find_places import ROOM, found_by
from ._sets import SameKind


class Kept:
    """What `keep` prepared for a set: it follows the set while shapes move, come and go, at a cost that grows with what has changed,
    and answers which of its shapes overlap, or are near. What overlaps is what the set's own `find_pairs` says.

    shapes: the set.
    """

    def __init__(self, shapes: Any, slack: float) -> None:
        self.shapes = shapes
        self._finders = [_core.Finder()]
        if self._finders[0].keep(shapes, slack) < 0:
            raise refused_margin(slack, "slack") or ValueError("this slack was refused")

    def update(self, shapes: ArrayLike | None = None) -> Kept:
        """Makes this follow its set. The questions do so by themselves, looking at all shapes, if the set has changed.

        shapes: indices of all shapes that have changed since the last update; those that were added or removed need not be among
            them. A shape that has changed and is missing may be missing from the answers. None: all shapes are looked at.

        Returns this object. IndexError: there is no such shape. ValueError: no integers. RuntimeError: another thread is changing
            the set, or uses this object.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8)
        >>> kept = cars.keep(slack=0.5)
        >>> cars.update(2, [[3, 0], [8, 0], [8, 2], [3, 2]])
        >>> kept.update([2]).find_pairs().tolist()
        [[0, 1], [1, 2]]
        """
        listed = None if shapes is None else indices("shapes", shapes, len(self.shapes))
        self._finders[0].update(self.shapes, listed)
        return self

    def find_pairs(
        self, *, touching: bool = True, margin: float = 0.0, member: Numbers = None, mask: Numbers = None, owner: Numbers = None
    ) -> SignedIndices:
        """Which shapes of the set overlap each other? Exact, and the same as `find_pairs` of the set.

        touching: True: shapes that touch overlap; False: they do not.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates. With a greater one than in
            all calls before, everything is prepared anew.
        member, mask, owner: which pairs are wanted: shapes i and j, if member[i] & mask[j] and member[j] & mask[i] are not 0, and
            owner[i] != owner[j]. Each is None, or an array of integers of 32 bits with one for every shape. None: all bits; owners
            do not matter.

        Returns the pairs, integers of shape (n, 2), in ascending order of the first index, then of the second; the first one is the
            smaller. They are int32 (int64 from 2**31 shapes on).
        ValueError: a margin below 0. RuntimeError: another thread is changing the set, or uses this object.

        >>> row = sepal.Polys.from_circles(x=range(4), y=0, radius=0.5)
        >>> kept = row.keep(slack=0.1)
        >>> kept.find_pairs().tolist(), kept.find_pairs(touching=False).tolist()
        ([[0, 1], [1, 2], [2, 3]], [])
        """
        me = self.shapes
        filters = both_filters(me, me, member, mask, owner)

        def call(finder: Any, out: Any) -> int:
            return int(finder.kept(me, False, touching, margin, *filters, out))

        pairs = found_by(self._finders, ROOM * len(me) + 64, call)
        if pairs is None:
            raise refused_margin(margin) or ValueError("this question was refused")
        return signed(pairs, len(me))

    def find_near(
        self, *, margin: float = 0.0, member: Numbers = None, mask: Numbers = None, owner: Numbers = None
    ) -> SignedIndices:
        """Which shapes of the set are near each other? No pair within the margin is missing. Some pairs farther apart are among them;
        which ones depends on the steps before. The pairs come and go when a shape has left the place that the slack gives it, or when
        everything is prepared anew, as it is where many shapes have left theirs at once.

        margin: from 0 to 3.4e38, in the unit of the coordinates. With a greater one than in all calls before, everything is prepared
            anew.
        member, mask, owner: which pairs are wanted: shapes i and j, if member[i] & mask[j] and member[j] & mask[i] are not 0, and
            owner[i] != owner[j]. Each is None, or an array of integers of 32 bits with one for every shape. None: all bits; owners
            do not matter.

        Returns the pairs, integers of shape (n, 2), in ascending order of the first index, then of the second; the first one is the
            smaller. They are int32 (int64 from 2**31 shapes on).
        ValueError: a margin below 0. RuntimeError: another thread is changing the set, or uses this object.

        >>> row = sepal.Polys.from_circles(x=[0, 1.25, 4], y=0, radius=0.5)
        >>> kept = row.keep(slack=0.25)
        >>> kept.find_pairs().tolist(), kept.find_near().tolist(), kept.find_near(margin=2).tolist()
        ([], [[0, 1]], [[0, 1], [1, 2]])
        """
        me = self.shapes
        filters = both_filters(me, me, member, mask, owner)

        def call(finder: Any, out: Any) -> int:
            return int(finder.kept(me, True, True, margin, *filters, out))

        pairs = found_by(self._finders, ROOM * len(me) + 64, call)
        if pairs is None:
            raise refused_margin(margin) or ValueError("this question was refused")
        return signed(pairs, len(me))

    def find_list(
        self,
        shapes: ArrayLike,
        *,
        touching: bool = True,
        margin: float = 0.0,
        member: Numbers = None,
        mask: Numbers = None,
        owner: Numbers = None,
    ) -> SignedIndices:
        """Which shapes of the set overlap each other, of which at least one is listed? Exact: those pairs of `find_pairs`.

        shapes: indices; one that is there twice counts once.
        touching: True: shapes that touch overlap; False: they do not.
        margin: the distance up to which shapes overlap, from 0 to 3.4e38, in the unit of the coordinates.
        member, mask, owner: which pairs are wanted: shapes i and j, if member[i] & mask[j] and member[j] & mask[i] are not 0, and
            owner[i] != owner[j]. Each is None, or an array of integers of 32 bits with one for every shape. None: all bits; owners
            do not matter.

        Returns the pairs, integers of shape (n, 2), in ascending order of the first index, then of the second; the first one is the
            smaller. They are int32 (int64 from 2**31 shapes on).
        IndexError: there is no such shape. ValueError: a margin below 0. RuntimeError: another thread is changing the set, or uses
            this object.

        >>> row = sepal.Polys.from_circles(x=range(4), y=0, radius=0.5)
        >>> row.keep(slack=0.1).find_list([0, 3]).tolist()
        [[0, 1], [2, 3]]
        """
        me = self.shapes
        listed = indices("shapes", shapes, len(me))
        filters = both_filters(me, me, member, mask, owner)

        def call(finder: Any, out: Any) -> int:
            return int(finder.list(me, me, listed, touching, margin, *filters, out))

        pairs = found_by(self._finders, ROOM * len(listed) + 64, call)
        if pairs is None:
            raise refused_margin(margin) or ValueError("this question was refused")
        return signed(pairs, len(me))


class KeptSearches(Searches[SameKind]):
    """Questions about whole sets, at once or step by step."""

    def keep(self, slack: float = 0.0) -> Kept:
        """Prepares a search that is kept while shapes of this set move, come and go: step by step it costs what has changed.

        slack: how far a shape may move before it costs more than a look; from 0 to 3.4e38, in the unit of the coordinates. Some
            steps' moves are a good choice. Of all answers it changes only those of `find_near`, beyond its margin.

        Returns an object with the methods `update`, `find_pairs`, `find_near` and `find_list`.
        ValueError: a slack below 0. RuntimeError: another thread is changing the set.

        >>> cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8)
        >>> kept = cars.keep(slack=0.5)
        >>> kept.find_pairs().tolist()
        [[0, 1]]
        >>> cars.update(2, [[3, 0], [8, 0], [8, 2], [3, 2]])
        >>> kept.find_pairs().tolist()
        [[0, 1], [1, 2]]
        """
        return Kept(self, slack)
