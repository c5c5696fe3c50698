"""Sets of solids: the answers are those of formulas, and of the plane where solids are prisms."""

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
    assert ((contacts.number > 0) == there).all() and set(contacts.number.tolist()) == {0, 1, 2, 3, 4}
    push = boxes.mtv(boxes, pairs)
    assert (contacts.normal[there] == push.normal[there]).all() and (contacts.normal[~there] == 0).all()
    is_point = np.arange(4) < contacts.number[:, None]
    deepest = np.where(is_point, contacts.depth, -np.inf).max(axis=1)
    assert (deepest[there] == push.depth[there]).all()
    assert (contacts.point[~is_point] == 0).all() and (contacts.feature[~is_point] == 0).all()
    more = boxes.contacts(boxes, pairs, margin=0.25, point_margin=np.inf)
    assert (more.number >= contacts.number).all() and more.number.sum() > contacts.number.sum()
    with pytest.raises(ValueError, match="point_margin is 0.125; 0 or at least the margin, 0.25, is expected"):
        boxes.contacts(boxes, pairs, margin=0.25, point_margin=0.125)
    with pytest.raises(ValueError, match="margin"):
        boxes.contacts(boxes, pairs, margin=-1)
