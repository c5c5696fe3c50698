"""Contacts, moving shapes, and groups."""

import numpy as np
import pytest
from judge import Library
from scenes import all_pairs, mixed

import sepal


@pytest.fixture
def random():
    return np.random.default_rng(25)


def test_contacts_of_a_box_on_a_floor():
    floor = sepal.Polys.from_boxes(0, -1, 20, 2)
    box = sepal.Polys.from_boxes([3, 3, 3], [0.5, 0.75, 9], 2, 1)
    contacts = floor.contacts(box, [[0, 0], [0, 1], [0, 2]], margin=0.5)
    assert contacts.count.tolist() == [2, 2, 0]
    assert contacts.normal.tolist() == [[0, 1], [0, 1], [0, 0]]
    assert sorted(contacts.point[0].tolist()) == [[2, 0], [4, 0]]
    assert sorted(contacts.point[1].tolist()) == [[2, 0.125], [4, 0.125]]
    assert contacts.depth.tolist() == [[0, 0], [-0.25, -0.25], [0, 0]]
    assert contacts.feature.dtype == np.uint32


def test_contacts_with_a_floor_of_segments():
    floor = sepal.Polys.from_capsules(x0=[4, 0], y0=0, x1=[0, -4], y1=0, radius=0)
    crates = sepal.Polys.from_boxes(x=[0.75, 0.75], y=[0.375, -0.375], length=2, width=1.5)
    pairs = [[0, 0], [1, 0], [0, 1], [1, 1]]
    contacts = floor.contacts(crates, pairs, chains=[0, 2], workers=2)
    assert contacts.count.tolist() == [2, 2, 0, 0]
    assert contacts.normal.tolist() == [[0, 1], [0, 1], [0, 0], [0, 0]]
    assert floor.contacts(crates, pairs).normal[1].tolist() == [1, 0]
    with pytest.raises(ValueError, match="shape 1 is asked about as a segment of a chain, but has 4 vertices, not 2"):
        crates.contacts(floor, [[1, 0]], chains=[0, 2])
    with pytest.raises(ValueError, match="chains lie between 0 and 2, the number of shapes"):
        floor.contacts(crates, pairs, chains=[0, 3])
    with pytest.raises(IndexError, match=r"pairs\[0\] is \(2, 0\)"):
        floor.contacts(crates, [[2, 0]], chains=[0, 2])


@pytest.mark.parametrize("workers", [1, 2])
def test_contacts_are_those_of_the_library(random, workers):
    library = Library()
    shapes, others = mixed(random, 60), mixed(random, 60)
    pairs = all_pairs(shapes, others).astype(np.uint32)
    expected = library.contacts(library.polys(shapes.to_rings()), library.polys(others.to_rings()), pairs, 0.5)
    contacts = shapes.contacts(others, pairs, margin=0.5, workers=workers)
    assert (contacts.count == expected["count"]).all()
    assert (contacts.normal == np.stack([expected["normal_x"], expected["normal_y"]], axis=1)).all()
    assert (contacts.point == np.stack([expected["x"], expected["y"]], axis=2)).all()
    assert (contacts.depth == expected["depth"]).all()
    assert (contacts.feature == expected["feature"]).all()
    assert ((contacts.count > 0) == shapes.overlap(others, pairs, margin=0.5)).all()
    assert set(contacts.count.tolist()) == {0, 1, 2}
    further = shapes.contacts(others, pairs, margin=0.5, point_margin=np.inf, workers=workers)
    expected = library.contacts(library.polys(shapes.to_rings()), library.polys(others.to_rings()), pairs, 0.5, np.inf)
    assert (further.count == expected["count"]).all()
    assert (further.depth == expected["depth"]).all()
    assert ((further.count > 0) == (contacts.count > 0)).all()
    assert (further.count > contacts.count).any()


def test_a_bullet_does_not_pass_a_thin_wall():
    wall = sepal.Polys.from_boxes(0, 0, 0.01, 10)
    bullets = sepal.Polys.from_circles([-5, -5, -5], [0, 20, 0], 0.25)
    hits = bullets.sweep(wall, [[0, 0], [1, 0], [2, 0]], moves=([10, 10, 1], 0))
    assert hits.meet.tolist() == [True, False, False]
    assert hits.time[0] == pytest.approx((5 - 0.005 - 0.25) / 10, rel=1e-6)
    assert hits.time[1:].tolist() == [1, 1]
    assert hits.normal.tolist() == [[1, 0], [0, 0], [0, 0]]
    both = bullets.sweep(wall, [[0, 0]], moves=(5, 0), other_moves=(-5, 0))
    assert both.time[0] == hits.time[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_sweeps_are_those_of_the_library(random, workers):
    library = Library()
    shapes, others = mixed(random, 60), mixed(random, 60)
    pairs = all_pairs(shapes, others).astype(np.uint32)
    moves = random.uniform(-9, 9, (2, len(shapes))).astype(np.float32)
    a, b = library.polys(shapes.to_rings()), library.polys(others.to_rings())
    for touching in (True, False):
        meet, numbers = library.sweep(a, moves, b, pairs, touching, 0.25)
        hits = shapes.sweep(others, pairs, moves, touching=touching, margin=0.25, workers=workers)
        assert (hits.meet == meet).all()
        assert hits.time.tobytes() == numbers[0].tobytes()
        assert (hits.normal == numbers[1:].T).all()
    assert 0 < meet.sum() < len(meet)


def test_shapes_at_rest_meet_where_they_overlap(random):
    shapes = mixed(random, 40)
    pairs = all_pairs(shapes, shapes)
    assert (shapes.sweep(shapes, pairs).meet == shapes.overlap(shapes, pairs)).all()


def test_moves_that_are_refused():
    shapes = sepal.Polys.from_circles([0, 1, 2], 0, 1)
    with pytest.raises(sepal.ShapeError, match=r"moves\[1\]\[2\] is nan") as caught:
        shapes.sweep(shapes, moves=(0, [0, 0, np.nan]))
    assert caught.value.index == 2
    wild = (0, [np.nan, 0, np.inf])
    with pytest.raises(sepal.ShapeError, match=r"moves\[1\]\[2\] is inf"):
        shapes.sweep(shapes, [[1, 0], [2, 0]], wild)
    assert shapes.sweep(shapes, [[1, 0]], wild).meet.all(), "the move of a shape in no pair may be anything"
    with pytest.raises(ValueError, match="each of the 3 shapes"):
        shapes.sweep(shapes, moves=([0, 1], [0, 1]))
    with pytest.raises(IndexError, match=r"pairs\[0\] is \(3, 0\)"):
        shapes.sweep(shapes, [[3, 0]])
    with pytest.raises(ValueError, match="margin is -1"):
        shapes.contacts(shapes, margin=-1)
    with pytest.raises(ValueError, match="point_margin is 0.5; 0 or at least the margin, 1, is expected"):
        shapes.contacts(shapes, margin=1, point_margin=0.5)


LETTER_L = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]


def test_concave_polygons():
    shapes, groups = sepal.Polys.from_concave([LETTER_L, [[10, 0], [11, 0], [10, 1]], np.add(LETTER_L, [1.5, 1.5])])
    assert groups[0] == 0
    assert groups[-1] == len(shapes)
    assert (np.diff(groups) >= [2, 1, 2]).all()
    points = sepal.Polys.from_circles([0.5, 2, 2, 3.5], [0.5, 2, 0.5, 2], 0)
    pairs = all_pairs(range(3), range(4))
    inside = shapes.overlap_groups(points, pairs, groups).reshape(3, 4)
    assert inside.tolist() == [[True, False, True, False], [False] * 4, [False, True, False, True]]
    own = shapes.overlap_groups(shapes, [[0, 1], [0, 2], [2, 2]], groups, groups)
    assert own.tolist() == [False, False, True]
    near = shapes.overlap_groups(shapes, [[0, 1], [0, 2]], groups, groups, margin=0.5)
    assert near.tolist() == [False, True]


def test_groups_are_any_of_their_parts(random):
    shapes, others = mixed(random, 30), mixed(random, 30)
    groups = np.sort(random.integers(0, len(shapes) + 1, 20))
    pairs = all_pairs(range(19), range(len(others)))
    answers = shapes.overlap_groups(others, pairs, groups, touching=False)
    table = shapes.overlap(others, all_pairs(shapes, others), touching=False).reshape(len(shapes), -1)
    expected = np.array([table[groups[g] : groups[g + 1], i].any() for g, i in pairs])
    thin = np.array([others.radius(i) == 0 and len(others.vertices(i)) < 3 for _, i in pairs])  # these may lie between parts
    assert (answers == expected)[~thin].all()
    assert (answers >= expected).all()
    assert answers.any()


def test_groups_of_solids():
    solids = sepal.Solids.from_spheres([[0, 0, 0], [5, 0, 0], [9, 0, 0], [5, 1, 0]], 1)
    assert solids.overlap_groups(solids, [[0, 1], [0, 0]], [0, 2, 4], [0, 2, 4]).tolist() == [True, True]
    assert solids.overlap_groups(solids, [[0, 2]], [0, 2, 4]).tolist() == [False]
    assert solids.find_pairs().tolist() == [[1, 3]]
    assert {(0, 1), (1, 2), (1, 3)} <= {tuple(pair) for pair in solids.find_near(margin=3).tolist()}


def test_parts_of_groups(random):
    """The nearest or deepest, and the first, of every pair of parts."""
    for shapes, move in ((mixed(random, 24), (3, -1)), (sepal.Solids.from_spheres(random.uniform(0, 9, (24, 3)), 0.7), (3, -1, 2))):
        groups = np.arange(0, 25, 6)
        pairs = [[i, j] for i in range(4) for j in range(4)]
        deepest = shapes.deepest_groups(shapes, pairs, groups, groups, margin=0.25)
        first = shapes.first_groups(shapes, pairs, groups, groups, move)
        for k, (i, j) in enumerate(pairs):
            every = [[a, b] for a in range(6 * i, 6 * i + 6) for b in range(6 * j, 6 * j + 6)]
            depth, hits = shapes.mtv(shapes, every, margin=0.25).depth, shapes.sweep(shapes, every, move)
            assert (deepest.parts[k] == every[np.argmax(depth)]).all()
            assert deepest.depth[k] == depth.max()
            assert first.time[k] == hits.time.min()
            if hits.meet.any():
                assert (first.parts[k] == every[np.argmin(np.where(hits.meet, hits.time, 2))]).all()
            else:
                assert (first.parts[k] == 0xFFFFFFFF).all()
    assert shapes.deepest_groups(shapes, [[0, 0]], [0, 0]).parts.tolist() == [[0xFFFFFFFF] * 2]
    with pytest.raises(IndexError, match=r"pairs\[0\] is \(4, 0\), but the first set has 4 groups"):
        shapes.deepest_groups(shapes, [[4, 0]], groups)
    with pytest.raises(sepal.ShapeError, match=r"moves\[0\] is inf"):
        shapes.first_groups(shapes, [[0, 0]], groups, groups, (np.inf, 0, 0))


def test_groups_that_are_refused():
    shapes, groups = sepal.Polys.from_concave([LETTER_L])
    with pytest.raises(IndexError, match=r"pairs\[0\] is \(1, 0\), but the first set has 1 group$"):
        shapes.overlap_groups(shapes, [[1, 0]], groups)
    with pytest.raises(ValueError, match=r"groups\[2\] = 0 follows 1"):
        shapes.overlap_groups(shapes, [[0, 0]], [0, 1, 0])
    with pytest.raises(ValueError, match="the number of shapes"):
        shapes.overlap_groups(shapes, [[0, 0]], [0, 9])
    with pytest.raises(IndexError, match="has 0 groups"):
        shapes.overlap_groups(shapes, [[0, 0]], [0])
    with pytest.raises(sepal.ShapeError, match="polygon 1: ring 0, vertex 0: the edge that begins here touches or crosses another edge") as caught:
        shapes.add_concave([LETTER_L, [[0, 0], [1, 1], [1, 0], [0, 1]]])
    assert caught.value.index == 1
    assert len(shapes) == groups[-1]


def some_solids(random, count):
    """Boxes, spheres, capsules and hulls."""
    at = random.uniform(0, 9, (4, count, 3))
    return (
        sepal.Solids.from_boxes(at[0], [1.5, 1, 2], random.uniform(-1, 1, (count, 4))),
        sepal.Solids.from_spheres(at[1], 0.75),
        sepal.Solids.from_capsules(at[2], at[2] + random.uniform(-1, 1, (count, 3)), radius=0.25),
    )


def test_solids_meet_when_the_first_part_of_the_way_overlaps(random):
    """Placed at the time and at a later one, they are apart, or touch, and overlap."""
    for a in some_solids(random, 20):
        for b in some_solids(random, 20):
            moves = random.uniform(-9, 9, (3, 20)).astype(np.float32)
            pairs = all_pairs(a, b)
            hits = a.sweep(b, pairs, tuple(moves))
            assert hits.normal.shape == (400, 3)
            assert (hits.time[~hits.meet] == 1).all() and (hits.normal[~hits.meet] == 0).all()
            assert (hits.time[a.overlap(b, pairs)] == 0).all()
            later = np.flatnonzero(hits.meet & (hits.time > 0))
            assert 2 < len(later) < 300
            for k in later[:10]:
                for share, expected in ((0.999, False), (1.001, True)):
                    way = moves[:, pairs[k, 0]] * hits.time[k] * share
                    moved = sepal.Solids().place(a, [int(pairs[k, 0])], way)
                    assert moved.overlap(b, [[0, pairs[k, 1]]], margin=0 if not expected else 1e-2)[0] == expected


def test_a_ball_does_not_pass_a_thin_wall():
    wall = sepal.Solids.from_boxes([0, 0, 0], [0.01, 10, 10])
    balls = sepal.Solids.from_spheres([[-5, 0, 0], [-5, 20, 0]], 0.25)
    hits = balls.sweep(wall, [[0, 0], [1, 0]], moves=(10, 0, 0))
    assert hits.meet.tolist() == [True, False]
    assert hits.normal.tolist() == [[1, 0, 0], [0, 0, 0]]
    with pytest.raises(ValueError, match="moves: three arrays"):
        balls.sweep(wall, moves=(1, 0))
