"""The first pose of a trajectory at which a model hits something."""

import numpy as np
import pytest
from judge import Library
from scenes import mixed

import sepal


@pytest.fixture
def random():
    return np.random.default_rng(28)


def test_first_hits_are_those_of_the_library(random):
    library = Library()
    models, obstacles = mixed(random, 5), mixed(random, 6)
    a, b = library.polys(models.to_rings()), library.polys(obstacles.to_rings())
    hits = []
    for k in range(60):
        model, length = int(random.integers(0, len(models))), int(random.integers(1, 200))
        start = random.uniform(-60, 0, 2)
        x, y = (start[:, None] + random.uniform(0, 40, (2, 1)) * np.linspace(0, 1, length)).astype(np.float32)
        yaw = random.uniform(0, 7) * np.linspace(0, 1, length)
        turn = np.cos(yaw).astype(np.float32), np.sin(yaw).astype(np.float32)
        touching, margin = k % 3 > 0, 0.25 * (k % 2)
        first = models.first_hit(model, obstacles, x, y, cos=turn[0], sin=turn[1], touching=touching, margin=margin)
        expected = library.first_hit(a, model, (x, y, *turn), b, touching, margin)
        assert (length if first is None else first) == expected
        hits.append(first)
    assert None in hits
    assert len(set(hits)) > 10


def test_a_car_stops_before_a_wall():
    car = sepal.Polys.from_boxes(0, 0, 4, 2)
    wall = sepal.Polys.from_boxes(20, 0, 2, 10)
    x = np.arange(0, 30, 0.5)
    first = car.first_hit(0, wall, x, 0)
    assert x[first] == 17
    assert x[car.first_hit(0, wall, x, 0, touching=False)] == 17.5
    assert x[car.first_hit(0, wall, x, 0, margin=1)] == 16
    assert car.first_hit(0, wall, x, 50) is None
    assert car.first_hit(0, wall, x, 0, np.pi / 2) == 36
    assert car.first_hit(0, wall, [], 0) is None
    assert car.first_hit(0, wall, 18, 0) == 0
    far = 5e6 + x
    assert car.first_hit(0, wall, far, 4e5, origin=(5e6, 4e5)) == first


def test_solids_hit_where_they_overlap(random):
    models = sepal.Solids.from_boxes(0, [2, 1, 1]).add_hulls(random.uniform(-1, 1, (1, 8, 3))).add_spheres([0, 0, 0], 1)
    obstacles = sepal.Solids.from_boxes(random.uniform(0, 20, (15, 3)), random.uniform(1, 3, (15, 3)))
    seen = set()
    for k in range(60):
        length = 150
        position = np.linspace(random.uniform(-20, 0, 3), random.uniform(0, 20, 3), length)
        quaternion = np.stack([np.cos(t := np.linspace(0, 3, length)), np.sin(t), 0 * t, 0 * t], axis=1)
        world = sepal.Solids().place(models, np.full(length, k % 3), position, quaternion)
        table = world.overlap(obstacles, np.stack(np.meshgrid(range(length), range(15), indexing="ij"), -1).reshape(-1, 2))
        hit = np.flatnonzero(table.reshape(length, 15).any(axis=1))
        expected = int(hit[0]) if len(hit) > 0 else None
        assert models.first_hit(k % 3, obstacles, position, quaternion) == expected
        seen.add(expected)
    assert None in seen
    assert len(seen) > 10
    matrix = np.broadcast_to(np.eye(3), (3, 3, 3))
    wall = sepal.Solids.from_boxes([5, 0, 0], [1, 9, 9])
    assert models.first_hit(2, wall, [[0, 0, 0], [3.5, 0, 0], [4, 0, 0]], matrix=matrix) == 1
    assert models.first_hit(2, wall, [[0, 0, 0], [3.5, 0, 0], [4, 0, 0]], matrix=np.eye(3), touching=False) == 2
    assert models.first_hit(2, wall, [0, 0, 0]) is None


def test_what_is_refused():
    car, wall = sepal.Polys.from_boxes(0, 0, 4, 2), sepal.Polys.from_boxes(20, 0, 2, 10)
    with pytest.raises(sepal.ShapeError, match="pose 2: its pose is not finite|pose 2: .*finite") as caught:
        car.first_hit(0, wall, [0, 1, np.nan], 0)
    assert caught.value.index == 2
    assert car.first_hit(0, wall, [0, 1, 2], 0) is None
    with pytest.raises(IndexError, match="index is 1, but the set has 1 shape$"):
        car.first_hit(1, wall, 0, 0)
    with pytest.raises(ValueError, match="y: one number for each of the 3"):
        car.first_hit(0, wall, [0, 1, 2], [0, 1])
    with pytest.raises(TypeError, match="Polys is expected"):
        car.first_hit(0, sepal.Solids(), 0, 0)
    ball = sepal.Solids.from_spheres([0, 0, 0], 1)
    with pytest.raises(sepal.ShapeError, match="pose 1: ") as caught:
        ball.first_hit(0, ball, [[9, 0, 0], [9, np.inf, 0]])
    assert caught.value.index == 1
    with pytest.raises(ValueError, match="margin is -1"):
        ball.first_hit(0, ball, [9, 0, 0], margin=-1)


def test_update_of_a_solid():
    solids = sepal.Solids.from_boxes([0, 0, 0], 2, radius=0.5).add_hulls([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]])
    box, hull = solids.core(0), solids.core(1)
    solids.update(0, box._replace(center=np.array([9, 0, 0])))
    solids.update(1, hull.points + [9, 0, 0])
    assert solids.core(0).center.tolist() == [9, 0, 0]
    assert solids.core(0).u.tolist() == box.u.tolist()
    assert solids.radius(0) == 0.5
    assert (solids.core(1).points == hull.points + [9, 0, 0]).all()
    solids.update(1, hull)
    solids.update(0, [[1, 2, 3], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert [v.tolist() for v in solids.core(0)] == [[1, 2, 3], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    with pytest.raises(ValueError, match="solid 1 has 3 points"):
        solids.update(1, np.zeros((4, 3)))
    with pytest.raises(sepal.ShapeError, match="solid 1: a coordinate is not finite"):
        solids.update(1, np.full((3, 3), np.nan))
    with pytest.raises(IndexError, match="index is 2"):
        solids.update(2, hull)
    assert (solids.core(1).points == hull.points).all()
