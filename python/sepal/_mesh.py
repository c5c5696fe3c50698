"""Surfaces of triangles: floors, walls, terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import Floats, Indices, SignedIndices, floats, pairs_of, points, signed, unmasked
from ._contacts import Contacts
from ._errors import LARGEST, raise_refusal, refused_margin, refused_pairs, refused_points, row_of
from ._find import Neighbours
from ._rays import RayHits
from ._touching import POINTS

if TYPE_CHECKING:
    from ._solids import Solids


class MeshEdges(NamedTuple):
    """The edges of triangles: edge k leads from vertex k to the next.

    kind: uint8 of shape (n, 3): 0 an edge of the rim, where no triangle goes on; 1 flat, 2 convex, 3 concave. Exact.
    neighbour: integers of shape (n, 3): the triangle beyond the edge; -1 beyond the rim.
    """

    kind: NDArray[np.uint8]
    neighbour: SignedIndices


def _bits(name: str, cells: ArrayLike | None, shape: tuple[int, int]) -> NDArray[np.uint64] | None:
    """A bit for each cell, row by row, in words."""
    if cells is None:
        return None
    array = unmasked(name, cells)
    if array.shape != shape or array.dtype != np.bool_:
        raise ValueError(f"{name}: an array of bools of shape {shape} is expected, not {array.dtype} of {array.shape}")
    packed = np.packbits(array.ravel(), bitorder="little")
    return np.pad(packed, (0, -len(packed) % 8)).view("<u8").astype(np.uint64)


class Mesh(_core.Mesh):
    """A surface of triangles, solid from behind: a floor, walls, terrain. It is made once and does not change; triangles are addressed
    by index, in the order in which they were given. Triangle i is the convex hull of its three vertices, and every answer is, to the last
    bit, that of `Solids` about this hull.

    vertices: numbers of shape (n, 3), rounded to float32.
    faces: integers of shape (m, 3): the numbers of the vertices of each triangle, counter-clockwise as seen from the front.
    goes_on: True: beyond the edges where no triangle goes on is more of the surface, of another mesh; contacts have no normals that
        lean over them. False: it ends there.

    Vertices with equal coordinates are one. `Mesh(m.vertices, m.faces)` takes a mesh of trimesh. `Mesh.from_heights` makes one of a grid.
    ShapeError: a face with a number that no vertex has, or a coordinate that is not finite. ValueError: another shape of the arrays.

    >>> floor = sepal.Mesh(vertices=[[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], faces=[[0, 1, 2], [0, 2, 3]])
    >>> floor.near(sepal.Solids.from_spheres([[1, 0.5, 0.25], [1, 1, 9]], radius=0.5)).tolist()
    [[0, 0], [0, 1]]
    """

    def __init__(self, vertices: ArrayLike, faces: ArrayLike, *, goes_on: bool = False) -> None:
        rows = np.ascontiguousarray(np.stack(points("vertices", vertices, 3), axis=1))
        corners = unmasked("faces", faces)
        if corners.size == 0:
            corners = np.empty((0, 3), np.uint32)
        if corners.ndim != 2 or corners.shape[1] != 3 or corners.dtype.kind not in "iu":
            raise ValueError(f"faces: integers of shape (n, 3) are expected, not {corners.dtype} of {corners.shape}")
        wrong = ((corners < 0) | (corners >= len(rows))).any(axis=1)
        if wrong.any():
            k = int(np.argmax(wrong))
            raise IndexError(f"faces[{k}] is {tuple(corners[k].tolist())}, but there are {len(rows)} vertices")
        whole = np.ascontiguousarray(corners, np.uint32)
        refusal = self._fill(rows, whole, bool(goes_on))
        raise_refusal("triangle", refusal, None if refusal is None else row_of({"vertices": np.asarray(vertices)[whole[refusal[0]]]}))

    def __repr__(self) -> str:
        return f"<sepal.Mesh of {len(self)} triangles>"

    def __len__(self) -> int:
        return self._count()

    def __reduce__(self) -> Any:
        raise TypeError("a Mesh cannot be pickled; keep its vertices and faces")

    @classmethod
    def from_heights(
        cls,
        heights: ArrayLike,
        *,
        origin: ArrayLike = (0.0, 0.0),
        step: ArrayLike = 1.0,
        turned: ArrayLike | None = None,
        holes: ArrayLike | None = None,
        goes_on: bool = False,
    ) -> Mesh:
        """A height field: the mesh of a grid of heights, in 3.3 bytes a triangle. Its fronts are above.

        heights: numbers of shape (rows, columns), rounded to float32: heights[j, i] is z at (x, y) = origin + (i, j) * step.
        origin: two numbers, the place of heights[0, 0].
        step: a number above 0, or two: from one column, and from one row, to the next.
        turned: bools of shape (rows - 1, columns - 1): True: a cell is cut into its triangles from (i+1, j) to (i, j+1); False: from
            (i, j) to (i+1, j+1). None: none is turned.
        holes: bools of the same shape: cells without triangles. None: there are none.
        goes_on: as of `sepal.Mesh`: whether there is more of the surface beyond the borders and in the holes.

        Returns a mesh with the triangles 2 c and 2 c + 1 for cell c = j * (columns - 1) + i. Numbers of holes are not used by others.
        ShapeError: a height that is not finite, or columns or rows that are one after rounding; its index is that of the number in
            `heights`, row by row. ValueError: another shape of an array, or more than 32769 rows or columns.

        >>> hill = sepal.Mesh.from_heights([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> len(hill), hill.cast_rays([[1.25, 1, 5]], [[0, 0, -5]]).time.tolist()
        (8, [0.8499999642372131])
        """
        grid = floats("heights", heights)
        if grid.ndim != 2 or max(grid.shape) > 32769:
            raise ValueError(f"heights: an array of shape (rows, columns) up to 32769 is expected, not {grid.shape}")
        rows, in_row = grid.shape
        shape = (max(rows - 1, 0), max(in_row - 1, 0))
        x, y = np.broadcast_to(floats("origin", origin), 2).tolist()
        step_x, step_y = np.broadcast_to(floats("step", step), 2).tolist()
        made = cls.__new__(cls)
        words = _bits("turned", turned, shape), _bits("holes", holes, shape)
        refusal = made._fill_heights(np.ascontiguousarray(grid), in_row, x, y, step_x, step_y, *words, bool(goes_on))
        raise_refusal("height", refusal)
        return made

    @property
    def triangles(self) -> Floats:
        """The corners of all triangles, float32 of shape (n, 3, 3): a row for each corner; nan in holes of a height field."""
        return self._corners()[0]

    @property
    def faces(self) -> SignedIndices:
        """The vertices of all triangles, integers of shape (n, 3): equal vertices have one number; -1 in holes of a height field."""
        return self._corners()[1]

    def _corners(self) -> tuple[Floats, SignedIndices]:
        corners, numbers = np.full((len(self), 3, 3), np.nan, np.float32), np.full((len(self), 3), 0xFFFFFFFF, np.uint32)
        self._triangles(corners, numbers)
        return corners, np.where(numbers == 0xFFFFFFFF, -1, numbers.astype(np.int64)).astype(np.int32)

    def edges(self) -> MeshEdges:
        """What are the edges of the triangles, and which triangles are beyond them? A surface that is closed and wound consistently has
        no edge of the rim. In holes of a height field all are of the rim.

        Returns `kind`, uint8 of shape (n, 3): 0 an edge of the rim, 1 flat, 2 convex, 3 concave; and `neighbour`, integers of shape
            (n, 3): the index of the triangle beyond the edge, -1 beyond the rim. Edge k leads from vertex k to the next.

        >>> floor = sepal.Mesh(vertices=[[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], faces=[[0, 1, 2], [0, 2, 3]])
        >>> floor.edges().kind.tolist()
        [[0, 0, 1], [1, 0, 0]]
        """
        kinds, beyond = np.zeros((len(self), 3), np.uint8), np.full((len(self), 3), 0xFFFFFFFF, np.uint32)
        self._edges(kinds, beyond)
        return MeshEdges(kinds, np.where(beyond == 0xFFFFFFFF, -1, beyond.astype(np.int64)).astype(np.int32))

    def _pairs(self, solids: Solids, near: bool, touching: bool, margin: float) -> SignedIndices:
        found = self._find(solids, near, touching, margin)
        if found is None:
            raise refused_margin(margin) or ValueError("this question was refused")
        return signed(np.frombuffer(found, np.uint32).reshape(-1, 2), max(len(solids), len(self)))

    def find(self, solids: Solids, *, touching: bool = True, margin: float = 0.0) -> SignedIndices:
        """Which solids overlap which triangles? Exact, as `Solids.overlap` about all pairs would be.

        solids: a set of solids.
        touching: True: what touches overlaps; False: it does not, as a box that a triangle does not go into.
        margin: the distance up to which they overlap, from 0 to 3.4e38, in the unit of the coordinates.

        Returns the pairs, integers of shape (n, 2), a solid and a triangle, in ascending order of the solid, then of the triangle.
        ValueError: a margin below 0. TypeError: `solids` is no set of solids. RuntimeError: another thread is changing the set.

        >>> floor = sepal.Mesh(vertices=[[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], faces=[[0, 1, 2], [0, 2, 3]])
        >>> floor.find(sepal.Solids.from_spheres([[3, 0.5, 0.25], [1, 1, 9]], radius=0.5)).tolist()
        [[0, 0]]
        """
        return self._pairs(solids, False, touching, margin)

    def near(self, solids: Solids, *, margin: float = 0.0) -> SignedIndices:
        """Which solids are near which triangles: pairs whose boxes are within the margin. No pair within it is missing, and some that are
        farther apart are given; `contacts` takes them.

        solids: a set of solids.
        margin: from 0 to 3.4e38, in the unit of the coordinates.

        Returns the pairs, integers of shape (n, 2), a solid and a triangle, in ascending order of the solid, then of the triangle.
        ValueError: a margin below 0. TypeError: `solids` is no set of solids. RuntimeError: another thread is changing the set.

        >>> floor = sepal.Mesh(vertices=[[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], faces=[[0, 1, 2], [0, 2, 3]])
        >>> floor.near(sepal.Solids.from_spheres([[3, 0.5, 0.25], [1, 1, 9]], radius=0.5)).tolist()
        [[0, 0], [0, 1]]
        """
        return self._pairs(solids, True, True, margin)

    def meets(self, solids: Solids, *, touching: bool = True, margin: float = 0.0) -> NDArray[np.bool_]:
        """Does each solid overlap any triangle? Exact; the search for a solid ends with the first one that is found.

        solids: a set of solids.
        touching: True: what touches overlaps; False: it does not, as a box that a triangle does not go into.
        margin: the distance up to which they overlap, from 0 to 3.4e38, in the unit of the coordinates.

        Returns bools, one for each solid.
        ValueError: a margin below 0. TypeError: `solids` is no set of solids. RuntimeError: another thread is changing the set.

        >>> floor = sepal.Mesh(vertices=[[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], faces=[[0, 1, 2], [0, 2, 3]])
        >>> floor.meets(sepal.Solids.from_spheres([[3, 0.5, 0.25], [1, 1, 9]], radius=0.5)).tolist()
        [True, False]
        """
        out = np.zeros(len(solids), np.bool_)
        if not self._meets(solids, touching, margin, out):
            raise refused_margin(margin) or ValueError("this question was refused")
        return out

    def cast_rays(
        self,
        origins: ArrayLike,
        moves: ArrayLike,
        *,
        both: bool = False,
        touching: bool = True,
        margin: float = 0.0,
        later: bool = False,
    ) -> RayHits:
        """Which triangle does each ray hit first? When, and how? Exact: no ray gets through at an edge or a vertex. Of several triangles
        with the same time, the one with the least index.

        origins, moves: numbers of shape (n, 3): where each ray begins, and how far it goes. They are rounded to float32.
        both: True: triangles are hit from behind, too; False: a ray that comes from behind goes through.
        touching: True: a ray that touches a triangle hits it; False: it does not, so that only rays with a margin hit.
        margin: the radius of the rays, from 0 to 3.4e38, in the unit of the coordinates.
        later: True: what is hit at time 0 does not count.

        Returns `shape`, integers of shape (n,): the index of the triangle, -1 if none is hit; `time`, float32 of shape (n,): from 0 at
            the origin to 1 at the end of the move, never late; 1 if none is hit; `normal`, float32 of shape (n, 3): the unit vector
            there out of the triangle, against the ray; 0 if none is hit; and `hit`, bool of shape (n,).
        ValueError: other numbers of origins and moves, a number that is not finite or beyond float32, a margin below 0.

        >>> floor = sepal.Mesh(vertices=[[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], faces=[[0, 1, 2], [0, 2, 3]])
        >>> hits = floor.cast_rays(origins=[[3, 1, 8], [9, 9, 8]], moves=[[0, 0, -16], [0, 0, -16]])
        >>> hits.shape.tolist(), hits.time.tolist(), hits.normal[0].tolist()
        ([0, -1], [0.5, 1.0], [0.0, 0.0, 1.0])
        """
        begin, way = points("origins", origins, 3), points("moves", moves, 3)
        n = len(begin[0])
        if n != len(way[0]):
            raise ValueError(f"a move for each of the {n} rays is expected, not {len(way[0])}")
        shape = np.empty(n, np.uint32)
        hits = RayHits(np.empty(n, np.int32), np.empty(n, np.float32), np.empty((3, n), np.float32).T)
        if not self._cast(both, touching, margin, later, *begin, *way, shape, hits.time, *hits.normal.T):
            wrong = refused_points("origins", np.asarray(origins)) or refused_points("moves", np.asarray(moves))
            raise wrong or refused_margin(margin) or ValueError("this question was refused")
        hits.shape[:] = shape.view(np.int32)
        return hits

    def sweep(
        self, solids: Solids, moves: ArrayLike, *, touching: bool = True, margin: float = 0.0, later: bool = False
    ) -> RayHits:
        """How far do moving solids get: which triangle does each hit first from the front? When, and how? Exact. A triangle that a solid
        leaves, or has passed at the beginning, is not hit.

        solids: a set of solids, of which each moves in a straight line, without turning.
        moves: numbers of shape (n, 3), how far each solid moves, or of shape (3,) for all. They are rounded to float32.
        touching: True: what touches a triangle hits it; False: it does not.
        margin: the distance up to which they are hit, from 0 to 3.4e38, in the unit of the coordinates.
        later: True: what is hit at time 0 does not count.

        Returns `shape`, integers of shape (n,): the index of the triangle, -1 if none is hit; `time`, float32 of shape (n,): from 0 to 1,
            never late; 1 if none is hit; `normal`, float32 of shape (n, 3): the unit vector there out of the triangle; 0 if none is hit;
            and `hit`, bool of shape (n,).
        ValueError: other numbers of solids and moves, a number that is not finite or beyond float32, a margin below 0. TypeError: `solids`
            is no set of solids. RuntimeError: another thread is changing the set.

        >>> floor = sepal.Mesh(vertices=[[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], faces=[[0, 1, 2], [0, 2, 3]])
        >>> hits = floor.sweep(sepal.Solids.from_spheres([[3, 1, 8.5], [9, 9, 8]], radius=0.5), [0, 0, -16])
        >>> hits.shape.tolist(), hits.time.tolist()
        ([0, -1], [0.5, 1.0])
        """
        n = len(solids)
        given = floats("moves", moves)
        if given.shape not in ((3,), (n, 3)):
            raise ValueError(f"moves: an array of shape ({n}, 3) or (3,) is expected, not {given.shape}")
        way = points("moves", np.broadcast_to(given, (n, 3)), 3)
        shape = np.empty(n, np.uint32)
        hits = RayHits(np.empty(n, np.int32), np.empty(n, np.float32), np.empty((3, n), np.float32).T)
        if not self._sweep(solids, touching, margin, later, *way, shape, hits.time, *hits.normal.T):
            wrong = refused_points("moves", given.reshape(-1, 3))
            raise wrong or refused_margin(margin) or ValueError("this question was refused")
        hits.shape[:] = shape.view(np.int32)
        return hits

    def nearest(self, solids: Solids, k: int = 1, *, limit: float = np.inf) -> Neighbours:
        """Which k triangles are nearest to each solid, and how far are they? For points, `solids` are spheres with the radius 0.

        solids: a set of solids.
        k: how many of each.
        limit: the greatest distance that is wanted, at least 0; inf for all.

        Returns `shape`, integers of shape (n, k): the triangles, from the nearest on, of several that are equally far those with the
            least indices; -1 behind the last, if there are fewer; and `distance`, float32 of shape (n, k): 0 if they overlap or touch;
            inf behind the last.
        ValueError: a limit or a k below 0. TypeError: `solids` is no set of solids. RuntimeError: another thread is changing the set.

        >>> floor = sepal.Mesh(vertices=[[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], faces=[[0, 1, 2], [0, 2, 3]])
        >>> nearest = floor.nearest(sepal.Solids.from_spheres([[3, 1, 5]], radius=0.5))
        >>> nearest.shape.tolist(), nearest.distance.tolist()
        ([[0]], [[4.5]])
        """
        if not limit >= 0 or k < 0:
            raise ValueError(f"k and limit are {k} and {limit}; numbers of at least 0 are expected")
        shape, distance = np.empty((len(solids), k), np.uint32), np.empty((len(solids), k), np.float32)
        if not self._nearest(solids, k, min(float(limit), LARGEST), shape, distance):
            raise ValueError("this question was refused")
        distance[shape == 0xFFFFFFFF] = np.inf
        return Neighbours(shape.view(np.int32), distance)

    def contacts(
        self, solids: Solids, pairs: ArrayLike | None = None, *, margin: float = 0.0, point_margin: float = 0.0
    ) -> Contacts:
        """Where do solids touch the surface? Every normal is one of the surface, whatever triangles it is cut into: what slides over a
        floor is not stopped where triangles meet, and what is in front of a wall is pushed to its front.

        solids: a set of solids.
        pairs: integers of shape (n, 2): a solid and a triangle each. None: those that `near` gives with the margin.
        margin: the distance up to which there are contacts, from 0 to 3.4e38, in the unit of the coordinates.
        point_margin: 0, or at least the margin: the distance up to which a contact has further points.

        Returns `count`, uint8 of shape (n,): how many points; `normal`, float32 of shape (n, 3): a unit vector from the solid towards
            the triangle; `point`, float32 of shape (n, 4, 3): the points, midway between the two surfaces; `depth`, float32 of shape
            (n, 4): how far they overlap there along the normal; `feature`, uint32 of shape (n, 4): what bounds the contact there.
        ValueError: a margin below 0, or other pairs. IndexError: an index that is none. TypeError: `solids` is no set of solids.
            RuntimeError: another thread is changing the set.

        >>> floor = sepal.Mesh(vertices=[[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], faces=[[0, 1, 2], [0, 2, 3]])
        >>> contacts = floor.contacts(sepal.Solids.from_spheres([[3, 1, 0.25]], radius=0.5), [[0, 0]])
        >>> contacts.count.tolist(), contacts.normal.tolist(), contacts.depth[0, 0].tolist()
        ([1], [[0.0, 0.0, -1.0]], 0.25)
        """
        if not (point_margin == 0 or point_margin >= margin):
            raise ValueError(f"point_margin is {point_margin:g}; 0 or at least the margin, {margin:g}, is expected")
        asked: Indices = pairs_of(self.near(solids, margin=margin) if pairs is None else pairs)
        n = len(asked)
        answers = Contacts(
            count=np.zeros(n, np.uint8),
            normal=np.zeros((3, n), np.float32).T,
            point=np.moveaxis(np.zeros((3, n, POINTS), np.float32), 0, 2),
            depth=np.zeros((n, POINTS), np.float32),
            feature=np.zeros((n, POINTS), np.uint32),
        )
        rows = (answers.count, *answers.normal.T, *np.moveaxis(answers.point, 2, 0), answers.depth, answers.feature)
        if not self._contacts(solids, asked, margin, point_margin, *rows):
            raise refused_pairs(asked if pairs is None else pairs, (len(solids), len(self)), margin)
        return answers
