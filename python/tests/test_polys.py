"""Sets of polygons: the answers are those of rational arithmetic and of the C library."""

import numpy as np
import pytest
from judge import Library, inside, overlap
from scenes import all_pairs, mixed, rings

import sepal


@pytest.fixture
def random():
    return np.random.default_rng(20)


@pytest.mark.parametrize("touching", [True, False])
def test_overlap_is_exact(random, touching):
    outlines = rings(random, 60)
    shapes = sepal.Polys.from_rings(outlines)
    pairs = all_pairs(shapes, shapes)
    expected = np.array([overlap(outlines[i], outlines[k], touching) for i, k in pairs])
    answers = shapes.overlap(shapes, pairs, touching=touching)
    assert answers.dtype == np.bool_
    assert (answers == expected).all()
    assert 0 < answers.sum() < len(answers)


def test_touching_matters(random):
    shapes = sepal.Polys.from_rings(rings(random, 60))
    pairs = all_pairs(shapes, shapes)
    assert (shapes.overlap(shapes, pairs) != shapes.overlap(shapes, pairs, touching=False)).any()


def test_contains_is_exact(random):
    outlines = [ring * scale for ring, scale in zip(rings(random, 60, 4), [1, 2, 5] * 20, strict=True)]
    shapes = sepal.Polys.from_rings(outlines)
    pairs = all_pairs(shapes, shapes)
    answers = shapes.contains(shapes, pairs)
    assert (answers == [inside(outlines[i], outlines[k]) for i, k in pairs]).all()
    assert answers.sum() > len(shapes)


@pytest.mark.parametrize("margin", [0.0, 0.75])
def test_answers_are_those_of_the_library(random, margin):
    library = Library()
    shapes, others = mixed(random, 50), mixed(random, 40)
    a, b = library.polys(shapes.to_rings()), library.polys(others.to_rings())
    pairs = all_pairs(shapes, others).astype(np.uint32)
    for touching in (True, False):
        expected = library.overlap(a, b, pairs, touching, margin)
        assert (shapes.overlap(others, pairs, touching=touching, margin=margin) == expected).all()
    assert (shapes.contains(others, pairs) == library.contains(a, b, pairs)).all()
    push, expected = shapes.mtv(others, pairs, margin=margin), library.mtv(a, b, pairs, margin)
    assert push.normal.tobytes() == np.ascontiguousarray(expected[:2].T).tobytes()
    assert push.depth.tobytes() == expected[2].tobytes()


def test_a_push_parts_two_shapes(random):
    shapes = mixed(random, 30)
    pairs = shapes.find_pairs(touching=False)
    push = shapes.mtv(shapes, pairs)
    assert (push.depth > 0).all()
    xy, offsets, radius = shapes.to_rings()
    first = [xy[offsets[i] : offsets[i + 1]] for i in pairs[:, 0]]
    away = (push.depth * np.float32(1.0001) + np.float32(1e-4))[:, None] * push.normal
    moved = sepal.Polys.from_hulls([ring - step for ring, step in zip(first, away, strict=True)], radius=radius[pairs[:, 0]])
    second = sepal.Polys.from_rings([xy[offsets[i] : offsets[i + 1]] for i in pairs[:, 1]], radius=radius[pairs[:, 1]])
    assert not moved.overlap(second).any()


def test_without_pairs_shapes_are_asked_in_order():
    a = sepal.Polys.from_boxes([0, 10], 0, 2, 2)
    b = sepal.Polys.from_circles([1.5, 20], 0, 1)
    assert a.overlap(b).tolist() == [True, False]
    assert a.contains(a).tolist() == [True, True]
    assert a.mtv(b).depth.tolist() == [0.5, -8.0]
    with pytest.raises(ValueError, match="2 and 3"):
        a.overlap(sepal.Polys.from_circles([1, 2, 3], 0, 1))


def test_one_against_many(random):
    shapes = mixed(random, 60)
    everyone = np.stack([np.full(len(shapes), 7), np.arange(len(shapes))], axis=1)
    expected = shapes.overlap(shapes, everyone, margin=0.5)
    assert (shapes.overlap_one(7, shapes, margin=0.5) == expected).all()
    assert (shapes.overlap_one(7, shapes, 50, 70, margin=0.5) == expected[50:70]).all()
    assert shapes.overlap_one(7, shapes, 9, 9).shape == (0,)


@pytest.mark.parametrize("count", [1, 63, 64, 65, 16383, 16384, 16385, 40000])
def test_every_number_of_pairs(random, count):
    shapes = mixed(random, 20)
    pairs = random.integers(0, len(shapes), (count, 2))
    table = shapes.overlap(shapes, all_pairs(shapes, shapes)).reshape(len(shapes), -1)
    assert (shapes.overlap(shapes, pairs) == table[pairs[:, 0], pairs[:, 1]]).all()


@pytest.mark.parametrize("touching", [True, False])
def test_find_pairs_finds_all(random, touching):
    shapes, others = mixed(random, 60), mixed(random, 30)
    pairs = all_pairs(shapes, others)
    expected = pairs[shapes.overlap(others, pairs, touching=touching, margin=0.25)]
    assert (shapes.find_pairs(others, touching=touching, margin=0.25) == expected).all()
    own = all_pairs(shapes, shapes)
    own = own[own[:, 0] < own[:, 1]]
    assert (shapes.find_pairs() == own[shapes.overlap(shapes, own)]).all()
    near = shapes.find_near(margin=0.25)
    assert {tuple(p) for p in shapes.find_pairs(margin=0.25).tolist()} <= {tuple(p) for p in near.tolist()}


def test_more_pairs_than_room(random):
    shapes = sepal.Polys.from_circles(random.uniform(0, 1, 400), 0, 5)
    assert len(shapes.find_pairs()) == 400 * 399 // 2


def test_filters():
    shapes = sepal.Polys.from_circles([0, 0, 0, 0], 0, 1)
    assert shapes.find_pairs(owner=[0, 0, 1, 1]).tolist() == [[0, 2], [0, 3], [1, 2], [1, 3]]
    assert shapes.find_pairs(member=[1, 2, 1, 2], mask=np.array([1, -1, 1, -1], np.int32)).tolist() == [[0, 2], [1, 3]]
    others = sepal.Polys.from_circles([0, 0], 0, 1)
    assert shapes.find_pairs(others, owner=([0, 0, 1, 1], [1, 2])).tolist() == [
        [0, 0], [0, 1], [1, 0], [1, 1], [2, 1], [3, 1]
    ]  # fmt: skip
    with pytest.raises(TypeError, match="tuple"):
        shapes.find_pairs(others, owner=[0, 0, 1, 1])
    with pytest.raises(ValueError, match="each of the 4 shapes"):
        shapes.find_pairs(owner=[0, 0])


def test_place(random):
    models = sepal.Polys.from_boxes(0, 0, [2, 3], 1)
    models.add_circles(1, 0, 0.5)
    model = random.integers(0, 3, 100)
    x, y, yaw = random.uniform(-5, 5, (3, 100))
    world = sepal.Polys().place(models, model, x, y, yaw)
    assert len(world) == 100
    boxes = model < 2
    length = np.array([2, 3, 0])[model]
    same = sepal.Polys.from_boxes(x[boxes], y[boxes], length[boxes], 1, yaw[boxes])
    placed = np.concatenate([world.vertices(i) for i in np.flatnonzero(boxes)])
    assert (placed == same.to_rings().xy).all()
    assert world.radius(int(np.flatnonzero(model == 2)[0])) == 0.5
    world.place(models, [0], 1, 2, cos=0, sin=1)
    assert world.vertices(0).tolist() == [[1.5, 1], [1.5, 3], [0.5, 3], [0.5, 1]]


def test_update():
    shapes = sepal.Polys.from_boxes([0, 5], 0, 2, 2)
    shapes.update(1, [[0, 0], [1, 0], [1, 1], [0, 1]])
    assert shapes.overlap(shapes, [[0, 1]]).tolist() == [True]
    with pytest.raises(sepal.ShapeError, match="polygon 1: its vertices do not go round"):
        shapes.update(1, [[0, 0], [1, 1], [1, 0], [0, 1]])
    with pytest.raises(ValueError, match="has 4 vertices"):
        shapes.update(1, [[0, 0], [1, 1], [1, 0]])
    assert shapes.vertices(1).tolist() == [[0, 0], [1, 0], [1, 1], [0, 1]]


def test_bounds_hold_the_shapes(random):
    shapes = mixed(random, 40)
    bounds = shapes.bounds()
    assert bounds.dtype == np.float32
    walls = []
    for x0, y0, x1, y1 in bounds.tolist():
        walls.append([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    assert sepal.Polys.from_rings(np.array(walls)).contains(shapes).all()
    boxes = sepal.Polys.from_boxes([1, 2], 3, 4, 2)
    assert boxes.bounds().tolist() == [[-1, 2, 3, 4], [0, 2, 4, 4]]
    assert sepal.Polys().bounds().shape == (0, 4)


def test_take_and_extend(random):
    shapes = mixed(random, 10)
    chosen = [3, 3, 35, 0, 12]
    some = shapes.take(chosen)
    for k, i in enumerate(chosen):
        assert some.vertices(k).tobytes() == shapes.vertices(i).tobytes()
        assert some.radius(k) == shapes.radius(i)
    assert len(shapes.take([])) == 0
    assert shapes.take([12, 35]).extend(some.take([1])).vertices(2).tobytes() == shapes.vertices(3).tobytes()
    twice = sepal.Polys.from_circles([1, 2], 0, 1)
    assert len(twice.extend(twice)) == 4
    with pytest.raises(IndexError, match=r"chosen\[1\] is 40"):
        shapes.take([0, 40])


def test_contains_by_a_rule():
    outer, inner = sepal.Polys.from_boxes(0, 0, 4, 4), sepal.Polys.from_boxes([0, 1, 0], 0, 2, 2)
    pairs = [[0, 0], [0, 1]]
    assert outer.contains(inner, pairs).tolist() == [True, True]
    assert outer.contains(inner, pairs, touching=False).tolist() == [True, False]
    assert outer.contains(inner, pairs, margin=1).tolist() == [True, False]
    assert outer.contains(inner, pairs, margin=1, touching=False).tolist() == [False, False]


def test_place_far_from_the_origin():
    models = sepal.Polys.from_boxes(0, 0, 2, 1)
    x = 500_000 + np.array([0.001, 2.0, 2.002])
    near = sepal.Polys().place(models, [0, 0, 0], x, 5_000_000, origin=(500_000, 5_000_000))
    assert near.find_pairs().tolist() == [[0, 1], [1, 2]]
    assert near.vertices(0)[1, 0] == np.float32(1 + np.float32(0.001))


def test_place_some_of_a_world():
    models = sepal.Polys.from_boxes(0, 0, [2, 3], 1)
    world = sepal.Polys().place(models, [0, 0, 0], [0, 10, 20], 0)
    world.place(models, [1], 5, 6, start=1)
    assert world.bounds().tolist() == [[-1, -0.5, 1, 0.5], [3.5, 5.5, 6.5, 6.5], [19, -0.5, 21, 0.5]]
    for start in (-1, 3):
        with pytest.raises(IndexError, match="do not lie in the set"):
            world.place(models, [1], 5, 6, start=start)
    models.add_circles(0, 0, 1)
    with pytest.raises(sepal.ShapeError, match="pose 0: its model has not as many vertices"):
        world.place(models, [2], 0, 0, start=0)


def test_nearest_points_are_those_of_the_library(random):
    library = Library()
    shapes, others = mixed(random, 50), mixed(random, 40)
    a, b = library.polys(shapes.to_rings()), library.polys(others.to_rings())
    pairs = all_pairs(shapes, others).astype(np.uint32)
    nearest = shapes.nearest(others, pairs, margin=0.5)
    expected = library.mtv(a, b, pairs, 0.5, points=True)
    got = np.stack([*nearest.normal.T, nearest.depth, *nearest.point.T, *nearest.other_point.T])
    assert got.tobytes() == expected.tobytes()
    again = shapes.nearest(others, pairs, margin=0.5, workers=2)
    assert all(one.tobytes() == two.tobytes() for one, two in zip(nearest, again, strict=True))
    boxes = sepal.Polys.from_boxes([0, 5], 0, 2, 2)
    between = boxes.nearest(boxes, [[0, 1]])
    assert (between.point.tolist(), between.other_point.tolist()) == ([[1, 0]], [[4, 0]])
    with pytest.raises(IndexError, match=r"pairs\[0\] is \(2, 0\)"):
        boxes.nearest(boxes, [[2, 0]])


def test_rows_are_their_pairs(random):
    library = Library()
    shapes, others = mixed(random, 50), mixed(random, 60)
    a, b = library.polys(shapes.to_rings()), library.polys(others.to_rings())
    first = random.integers(0, len(others), 3000)
    count = random.integers(0, np.minimum(len(others) - first, 30) + 1)
    rows = np.stack([random.integers(0, len(shapes), 3000), first, count], axis=1)
    pairs = np.concatenate([[[i, k] for k in range(f, f + n)] for i, f, n in rows.tolist() if n > 0])
    for touching in (True, False):
        answers = shapes.overlap_rows(others, rows, touching=touching, margin=0.25)
        assert (answers == shapes.overlap(others, pairs, touching=touching, margin=0.25)).all()
        assert (answers == library.overlap_rows(a, b, rows.astype(np.uint32), touching, 0.25)).all()
    assert (shapes.overlap_rows(others, rows, margin=0.25, workers=3) == shapes.overlap(others, pairs, margin=0.25)).all()
    push = shapes.mtv(others, pairs, margin=0.25)
    for workers in (1, 2):
        by_rows = shapes.mtv_rows(others, rows, margin=0.25, workers=workers)
        assert all(one.tobytes() == two.tobytes() for one, two in zip(push, by_rows, strict=True))


def test_rows_that_are_refused():
    shapes = sepal.Polys.from_circles([0, 1, 2], 0, 1)
    assert shapes.overlap_rows(shapes, []).shape == (0,)
    assert shapes.overlap_rows(shapes, [[0, 3, 0]]).shape == (0,)
    for rows in ([[0, 0, 3], [0, 1, 3]], [[0, 0, 3], [3, 0, 0]]):
        with pytest.raises(IndexError, match=r"rows\[1\] is .*, but the two sets have 3 and 3 shapes"):
            shapes.overlap_rows(shapes, rows)
    for ask in (shapes.overlap_rows, shapes.mtv_rows, shapes.common_rows):  # answers would take 160 GB and more
        with pytest.raises(IndexError, match=r"rows\[1\] is \(0, 0, 4294967295\)"):
            ask(shapes, [[0, 0, 3], *40 * [[0, 0, 2**32 - 1]]])
    for dtype in (np.int32, np.int64):
        with pytest.raises(IndexError, match=r"rows\[0\] is \(0, -1, 1\)"):
            shapes.mtv_rows(shapes, np.array([[0, -1, 1]], dtype))
    with pytest.raises(ValueError, match="margin is -1"):
        shapes.overlap_rows(shapes, [[0, 0, 1]], margin=-1)
    with pytest.raises(ValueError, match=r"rows: an array of shape \(n, 3\)"):
        shapes.overlap_rows(shapes, [[0, 1]])
