"""Sets of solids: the answers are those of formulas, and of the plane where solids are prisms."""

from fractions import Fraction

import numpy as np
import pytest
from scenes import all_pairs

import sepal


@pytest.fixture
def random():
    return np.random.default_rng(21)


def test_upright_boxes_are_boxes_of_the_plane(random):
    x, y, z = random.integers(0, 9, (3, 80))
    size = random.integers(1, 5, (80, 3))
    yaw = random.uniform(0, 7, 80)
    flat = sepal.Polys.from_boxes(x, y, size[:, 0], size[:, 1], yaw)
    c, s = np.cos(yaw), np.sin(yaw)
    zero, one = np.zeros(80), np.ones(80)
    matrix = np.stack([c, -s, zero, s, c, zero, zero, zero, one], axis=1).reshape(-1, 3, 3)
    solids = sepal.Solids.from_boxes(np.stack([x, y, z], axis=1), size, matrix=matrix)
    quaternion = np.stack([np.cos(yaw / 2), zero, zero, np.sin(yaw / 2)], axis=1)
    turned = sepal.Solids.from_boxes(np.stack([x, y, z], axis=1), size, quaternion)
    pairs = all_pairs(flat, flat)
    i, k = pairs.T
    meet = 2 * np.abs(z[i] - z[k]) <= size[i, 2] + size[k, 2]
    answers = solids.overlap(solids, pairs)
    different = i != k
    assert (answers == (flat.overlap(flat, pairs) & meet))[different].all()
    assert answers[~different].all()
    assert (turned.overlap(turned, pairs) == answers)[different].mean() > 0.99


def test_spheres(random):
    center, radius = random.integers(0, 12, (60, 3)), random.integers(0, 4, 60)
    spheres = sepal.Solids.from_spheres(center, radius)
    pairs = all_pairs(spheres, spheres)
    i, k = pairs.T
    squared = ((center[i] - center[k]) ** 2).sum(axis=1)
    assert (spheres.overlap(spheres, pairs, margin=1) == (squared <= (radius[i] + radius[k] + 1) ** 2)).all()
    inside = (radius[i] >= radius[k]) & (squared <= (radius[i] - radius[k]) ** 2)
    assert (spheres.contains(spheres, pairs) == inside).all()
    push = spheres.mtv(spheres, pairs)
    assert push.normal.shape == (3600, 3)
    assert np.allclose(push.depth, radius[i] + radius[k] - np.sqrt(squared), atol=1e-5)
    assert np.allclose(np.linalg.norm(push.normal, axis=1), 1, atol=1e-6)
    nearest = spheres.nearest(spheres, pairs)
    assert nearest.normal.tobytes() == push.normal.tobytes() and nearest.depth.tobytes() == push.depth.tobytes()
    assert np.allclose(nearest.point, center[i] + radius[i, None] * push.normal, atol=1e-5)
    assert np.allclose(nearest.point - nearest.other_point, nearest.depth[:, None] * push.normal, atol=1e-5)
    again = spheres.nearest(spheres, pairs, workers=2)
    assert all(one.tobytes() == two.tobytes() for one, two in zip(nearest, again, strict=True))


def test_hulls_and_parallelepipeds(random):
    corners = np.array([[r, s, t] for r in (-1, 1) for s in (-1, 1) for t in (-1, 1)])
    center = random.integers(0, 6, (40, 3))
    u, v, w = random.integers(-2, 3, (3, 40, 3))
    boxes = sepal.Solids.from_parallelepipeds(center, u, v, w)
    edges = np.stack([u, v, w], axis=1)
    hulls = sepal.Solids.from_hulls(center[:, None] + corners @ edges)
    pairs = all_pairs(boxes, boxes)
    assert (boxes.overlap(boxes, pairs) == hulls.overlap(boxes, pairs)).all()
    assert boxes.contains(hulls).all()
    assert hulls.contains(boxes).all()


def test_prisms():
    drums = sepal.Solids.from_prisms([[0, 0, 0], [5, 0, 0]], [[0, 0, 2], [5, 0, 2]], 1, sides=4, radius=[0, 0.5])
    assert drums.core(0).points.tolist() == [[x, y, z] for z in (0, 2) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    assert (drums.radius(0), drums.radius(1)) == (0, 0.5)
    start, end = np.random.default_rng(3).uniform(-9, 9, (2, 50, 3))
    wide = sepal.Solids().add_prisms(start, end, np.linspace(0.1, 2, 50), 12)
    along = (end - start) / np.linalg.norm(end - start, axis=1)[:, None]
    for i in range(50):
        for centre, corners in ((start[i], wide.core(i).points[:12]), (end[i], wide.core(i).points[12:])):
            assert np.allclose(np.linalg.norm(corners - centre, axis=1), np.linspace(0.1, 2, 50)[i], atol=1e-5)
            assert np.allclose((corners - centre) @ along[i], 0, atol=1e-5)
    for sides in (2, 129, -1):
        with pytest.raises(ValueError, match="from 3 to 128 sides"):
            wide.add_prisms(start, end, 1, sides)
    with pytest.raises(sepal.ShapeError, match="prism 1: its ends coincide") as refused:
        wide.add_prisms(0, [[0, 0, 1], [0, 0, 0]], 1, 6)
    assert (refused.value.index, len(wide)) == (1, 50)


def test_place_and_read():
    models = sepal.Solids.from_boxes(0, [2, 4, 6], radius=0.5)
    models.add_capsules([0, 0, 0], [0, 0, 1], 0.25)
    half = np.sqrt(0.5)
    world = sepal.Solids().place(models, [1, 0], [[1, 2, 3], [4, 5, 6]], [[half, 0, 0, half], [1, 0, 0, 0]])
    capsule, box = world.core(0), world.core(1)
    assert isinstance(capsule, sepal.Hull)
    assert capsule.points.tolist() == [[1, 2, 3], [1, 2, 4]]
    assert isinstance(box, sepal.Parallelepiped)
    assert [v.tolist() for v in box] == [[4, 5, 6], [1, 0, 0], [0, 2, 0], [0, 0, 3]]
    assert (world.radius(0), world.radius(1)) == (0.25, 0.5)
    with pytest.raises(sepal.ShapeError, match="pose 1: its pose is not finite"):
        world.place(models, [0, 1], [[0, 0, 0], [0, np.nan, 0]])
    assert len(world) == 2
    with pytest.raises(IndexError, match="index is 2"):
        world.core(2)


def test_one_against_many(random):
    spheres = sepal.Solids.from_spheres(random.uniform(0, 5, (70, 3)), 1)
    pairs = np.stack([np.full(70, 3), np.arange(70)], axis=1)
    assert (spheres.overlap_one(3, spheres) == spheres.overlap(spheres, pairs)).all()


@pytest.mark.parametrize("rounded", [True, False])
def test_rows_are_their_pairs(random, rounded):
    solids = sepal.Solids.from_boxes(random.uniform(0, 6, (50, 3)), random.uniform(0.5, 2, (50, 3)), radius=0.25 if rounded else None)
    others = sepal.Solids.from_spheres(random.uniform(0, 6, (60, 3)), random.uniform(0.1, 1, 60))
    if not rounded:
        others.add_boxes(random.uniform(0, 6, (9, 3)), 1)
    first = random.integers(0, len(others), 400)
    count = random.integers(0, np.minimum(len(others) - first, 30) + 1)
    rows = np.stack([random.integers(0, len(solids), 400), first, count], axis=1)
    pairs = np.concatenate([[[i, k] for k in range(f, f + n)] for i, f, n in rows.tolist() if n > 0])
    for a, b in ((solids, others), (others, solids)):
        rows[:, 0] %= len(a)
        if a is others:
            rows = rows[rows[:, 1] + rows[:, 2] <= len(b)]
            pairs = np.concatenate([[[i, k] for k in range(f, f + n)] for i, f, n in rows.tolist() if n > 0])
        for touching in (True, False):
            answers = a.overlap_rows(b, rows, touching=touching, margin=0.25)
            assert (answers == a.overlap(b, pairs, touching=touching, margin=0.25)).all()
            assert 0.02 < answers.mean() < 0.98
        push = a.mtv(b, pairs, margin=0.25)
        by_rows = a.mtv_rows(b, rows, margin=0.25, workers=2)
        assert all(one.tobytes() == two.tobytes() for one, two in zip(push, by_rows, strict=True))
    with pytest.raises(IndexError, match=r"rows\[0\] is \(50, 0, 1\)"):
        solids.overlap_rows(others, [[50, 0, 1]])
    with pytest.raises(TypeError, match="Solids is expected"):
        solids.mtv_rows(sepal.Polys(), [])


@pytest.mark.parametrize("touching", [True, False])
def test_find_pairs_finds_all(random, touching):
    solids = sepal.Solids.from_boxes(random.integers(0, 9, (150, 3)), random.integers(1, 3, (150, 3)))
    others = sepal.Solids.from_spheres(random.uniform(0, 9, (90, 3)), 0.5)
    pairs = all_pairs(solids, others)
    expected = pairs[solids.overlap(others, pairs, touching=touching, margin=0.25)]
    assert (solids.find_pairs(others, touching=touching, margin=0.25) == expected).all()
    own = all_pairs(solids, solids)
    own = own[own[:, 0] < own[:, 1]]
    assert (solids.find_pairs(touching=touching) == own[solids.overlap(solids, own, touching=touching)]).all()
    with pytest.raises(TypeError, match="Solids is expected"):
        solids.find_pairs(sepal.Polys())


@pytest.mark.parametrize("workers", [1, 3])
def test_contacts_are_there_where_solids_overlap(random, workers):
    boxes = sepal.Solids.from_boxes(random.uniform(0, 6, (60, 3)), random.uniform(1, 2, (60, 3)), random.normal(size=(60, 4)))
    pairs = all_pairs(boxes, boxes)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    contacts = boxes.contacts(boxes, pairs, margin=0.25, workers=workers)
    there = boxes.overlap(boxes, pairs, margin=0.25)
    assert ((contacts.count > 0) == there).all() and set(contacts.count.tolist()) == {0, 1, 2, 3, 4}
    push = boxes.mtv(boxes, pairs)
    assert (contacts.normal[there] == push.normal[there]).all() and (contacts.normal[~there] == 0).all()
    is_point = np.arange(4) < contacts.count[:, None]
    deepest = np.where(is_point, contacts.depth, -np.inf).max(axis=1)
    assert (deepest[there] == push.depth[there]).all()
    assert (contacts.point[~is_point] == 0).all() and (contacts.feature[~is_point] == 0).all()
    more = boxes.contacts(boxes, pairs, margin=0.25, point_margin=np.inf)
    assert (more.count >= contacts.count).all() and more.count.sum() > contacts.count.sum()
    with pytest.raises(ValueError, match="point_margin is 0.125; 0 or at least the margin, 0.25, is expected"):
        boxes.contacts(boxes, pairs, margin=0.25, point_margin=0.125)
    with pytest.raises(ValueError, match="margin"):
        boxes.contacts(boxes, pairs, margin=-1)


def test_bounds_hold_every_point():
    rng = np.random.default_rng(8)
    solids = sepal.Solids.from_boxes(rng.normal(size=(50, 3)), rng.uniform(0, 3, (50, 3)), rng.normal(size=(50, 4)), radius=0.3)
    solids.add_hulls(rng.normal(size=(20, 7, 3)).astype(np.float32)).add_spheres([[0.1, 0.2, 0.3]], 0.7)
    bounds = solids.bounds()
    for index in range(len(solids)):
        core, radius = solids.core(index), Fraction(solids.radius(index))
        for axis in range(3):
            if isinstance(core, sepal.Parallelepiped):
                center = Fraction(float(core.center[axis]))
                half = sum(abs(Fraction(float(edge[axis]))) for edge in core[1:])
                low, high = center - half, center + half
            else:
                low, high = Fraction(float(core.points[:, axis].min())), Fraction(float(core.points[:, axis].max()))
            for bound, exact, away in (bounds[index, axis], low - radius, -1), (bounds[index, 3 + axis], high + radius, 1):
                assert (Fraction(float(bound)) - exact) * away >= 0
                towards = np.nextafter(np.nextafter(bound, np.float32(-away * np.inf)), np.float32(-away * np.inf))
                assert (Fraction(float(towards)) - exact) * away < 0
    assert sepal.Solids.from_boxes([1, 2, 3], 2, radius=0.5).bounds().tolist() == [[-0.5, 0.5, 1.5, 2.5, 3.5, 4.5]]
    solids.remove(3)
    assert np.isnan(solids.bounds()[3]).all() and sepal.Solids().bounds().shape == (0, 6)


class Rotation:
    """As much of SciPy's as is read: w is the last."""

    def __init__(self, quaternions):
        self.quaternions = np.asarray(quaternions, dtype=np.float64)

    def as_quat(self):
        return self.quaternions


class Mesh:
    """As much of trimesh's as is read."""

    def __init__(self, vertices, faces):
        self.vertices, self.faces = np.asarray(vertices, dtype=np.float64), np.asarray(faces)


def test_poses_of_other_packages():
    half = np.sqrt(0.5)
    turned = Rotation([[0, 0, half, half], [0, 0, 0, 1]])
    models = sepal.Solids.from_boxes([0, 0, 0], [4, 2, 1])
    position = np.array([[10, 0, 0], [0, 0, 5]])
    wanted = sepal.Solids().place(models, [0, 0], position, [[half, 0, 0, half], [1, 0, 0, 0]])
    assert sepal.Solids().place(models, [0, 0], position, turned) == wanted
    assert sepal.Solids.from_boxes(position, [4, 2, 1], turned).bounds()[0].tolist()[3:5] == pytest.approx([11, 2])
    frames = np.zeros((2, 4, 4))
    frames[:, 3, 3] = 1
    frames[:, :3, 3] = position
    frames[0, :3, :3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    frames[1, :3, :3] = np.eye(3)
    placed = sepal.Solids().place(models, [0, 0], matrix=frames)
    assert placed == sepal.Solids().place(models, [0, 0], position, matrix=frames[:, :3, :3])
    assert models.first_hit(0, placed, matrix=frames) == 0
    assert models.first_hit(0, placed, position, turned) == 0
    far = frames.copy()
    far[:, :3, 3] += 1e9
    assert sepal.Solids().place(models, [0, 0], matrix=far, origin=(1e9, 1e9, 1e9)) == placed
    with pytest.raises(TypeError, match="either is expected, not both"):
        sepal.Solids().place(models, [0, 0], position, matrix=frames)
    with pytest.raises(TypeError, match=r"a position is expected, or a matrix of shape \(n, 4, 4\)"):
        sepal.Solids().place(models, [0, 0])
    frames[1, 3, 0] = 0.5
    with pytest.raises(ValueError, match=r"matrix\[1\]: \(0, 0, 0, 1\) is expected as its last row, not \[0.5, 0.0, 0.0, 1.0\]"):
        sepal.Solids().place(models, [0, 0], matrix=frames)


def test_meshes_are_hulls_of_their_vertices():
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    mesh = Mesh(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    assert sepal.Solids.from_hulls(mesh) == sepal.Solids.from_hulls(corners)
    assert sepal.Solids.from_hulls([mesh, corners]) == sepal.Solids.from_hulls([corners, corners])


class Nullable:
    """As much of a column of pandas of the type Float64 or Int64 as is read: None stands for what is missing."""

    def __init__(self, dtype, values):
        self.dtype, self.values = dtype, values

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=object)

    def to_numpy(self, dtype=None, na_value=None):
        return np.array([na_value if value is None else value for value in self.values], dtype=dtype)


def test_columns_whose_numbers_may_be_missing():
    assert sepal.Polys.from_circles(Nullable("Float64", [0.5, 3]), 0, 1) == sepal.Polys.from_circles([0.5, 3], 0, 1)
    circles = sepal.Polys.from_circles([0, 3], 0, 1)
    assert circles.take(Nullable("Int64", [1, 0])) == circles[[1, 0]]
    with pytest.raises(sepal.ShapeError, match="circle 1: a coordinate is not finite"):
        sepal.Polys.from_circles(Nullable("Float64", [0.5, None]), 0, 1)


def test_names_are_public():
    assert sepal.ShapeError.__module__ == sepal.Polys.__module__ == sepal.Push.__module__ == "sepal"
    assert repr(sepal.Solids.from_spheres([0, 0, 0], 1)) == "<sepal.Solids of 1 solid>"
