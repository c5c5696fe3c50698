"""What rays hit first, against the sweep of a point for every ray and shape."""

import numpy as np
import pytest
from scenes import all_pairs, mixed

import sepal

NONE = -1


@pytest.fixture
def random():
    return np.random.default_rng(31)


def first_hits(shapes, origins, moves, touching, margin, wanted=None):
    """By asking about every pair."""
    rays = sepal.Polys.from_rings(origins[:, None])
    pairs = all_pairs(shapes, rays)
    swept = shapes.sweep(rays, pairs, None, (moves[:, 0], moves[:, 1]), touching=touching, margin=margin)
    meet = swept.meet.reshape(len(shapes), len(rays))
    if wanted is not None:
        meet = meet & wanted
    time = np.where(meet, swept.time.reshape(meet.shape), np.inf)
    shape = np.where(meet.any(axis=0), time.argmin(axis=0), NONE)
    ray = np.arange(len(rays))
    row = np.where(shape == NONE, 0, shape)
    normal = np.where((shape == NONE)[:, None], 0, swept.normal.reshape(*meet.shape, 2)[row, ray])
    return shape, np.where(shape == NONE, 1, time[row, ray]), normal


def some_rays(random, count):
    origins = random.uniform(-5, 30, (count, 2)).astype(np.float32)
    return origins, random.uniform(-20, 20, (count, 2)).astype(np.float32)


@pytest.mark.parametrize("touching", [True, False])
@pytest.mark.parametrize("margin", [0, 0.25])
def test_the_first_of_all_shapes(random, touching, margin):
    shapes = mixed(random, 100)
    origins, moves = some_rays(random, 300)
    found = shapes.cast_rays(origins, moves, touching=touching, margin=margin)
    expected = first_hits(shapes, origins, moves, touching, margin)
    assert found.shape.dtype == np.int32
    assert found.time.dtype == found.normal.dtype == np.float32
    for got, wanted in zip(found, expected, strict=True):
        assert (got == wanted).all()
    assert (found.hit == (found.shape != NONE)).all()
    assert 100 < found.hit.sum() < 300
    assert 20 < (found.time == 0).sum() < 250


def test_filters(random):
    shapes = mixed(random, 60)
    origins, moves = some_rays(random, 200)
    ray_owner, owner = random.integers(0, 3, 200), random.integers(0, 3, len(shapes))
    ray_mask, member = random.integers(0, 4, 200), random.integers(0, 4, len(shapes))
    wanted = (owner[:, None] != ray_owner) & ((member[:, None] & ray_mask) != 0)
    found = shapes.cast_rays(origins, moves, owner=(ray_owner, owner), mask=(ray_mask, None), member=(None, member))
    for got, expected in zip(found, first_hits(shapes, origins, moves, True, 0, wanted), strict=True):
        assert (got == expected).all()


def test_arrays_of_the_callers(random):
    shapes = mixed(random, 60)
    first, second = (some_rays(random, 50) for _ in range(2))
    out = shapes.cast_rays(*first)
    again = shapes.cast_rays(*second, out=out)
    assert again is out
    for got, expected in zip(out, shapes.cast_rays(*second), strict=True):
        assert (got == expected).all()
    with pytest.raises(ValueError, match="out"):
        shapes.cast_rays(*some_rays(random, 51), out=out)


def test_a_change_is_noticed():
    shapes = sepal.Polys.from_boxes([5, 9], 0, 2, 2)
    assert shapes.cast_rays([[0, 0]], [[20, 0]]).shape.tolist() == [0]
    shapes.update(0, [[4, 3], [6, 3], [6, 5], [4, 5]])
    hits = shapes.cast_rays([[0, 0]], [[16, 0]])
    assert hits.shape.tolist() == [1]
    assert hits.time.tolist() == [0.5]
    assert hits.normal.tolist() == [[-1, 0]]
    shapes.clear()
    assert not shapes.cast_rays([[0, 0]], [[20, 0]]).hit.any()
    assert len(shapes.cast_rays([], []).time) == 0


def test_what_is_refused():
    shapes = sepal.Polys.from_circles([0, 1], 0, 1)
    with pytest.raises(ValueError, match=r"moves\[1\] is \[0.0, inf\]"):
        shapes.cast_rays([[0, 0], [0, 0]], [[0, 0], [0, np.inf]])
    with pytest.raises(ValueError, match=r"origins\[0\] is \[nan, 0.0\]"):
        shapes.cast_rays([[np.nan, 0]], [[0, 0]])
    with pytest.raises(ValueError, match="a move for each of the 2 rays"):
        shapes.cast_rays([[0, 0], [1, 1]], [[0, 0]])
    with pytest.raises(ValueError, match="margin is -1"):
        shapes.cast_rays([[0, 0]], [[1, 0]], margin=-1)


def test_rays_among_solids(random):
    """Every solid is asked about by the sweep of a point."""
    at = random.uniform(0, 20, (60, 3))
    for solids in (
        sepal.Solids.from_boxes(at, [2, 1, 3], random.uniform(-1, 1, (60, 4))),
        sepal.Solids.from_spheres(at, 1.5),
    ):
        origins = random.uniform(-5, 25, (80, 3)).astype(np.float32)
        moves = random.uniform(-30, 30, (80, 3)).astype(np.float32)
        found = solids.cast_rays(origins, moves, margin=0.25)
        points = sepal.Solids.from_spheres(origins, 0)
        swept = solids.sweep(points, all_pairs(solids, points), None, tuple(moves.T), margin=0.25)
        time = np.where(swept.meet, swept.time, np.inf).reshape(60, 80)
        first = time.argmin(axis=0)
        ray = np.arange(80)
        hit = np.isfinite(time[first, ray])
        assert (found.shape == np.where(hit, first, NONE)).all()
        assert (found.time == np.where(hit, time[first, ray], 1)).all()
        assert (found.normal[hit] == swept.normal.reshape(60, 80, 3)[first, ray][hit]).all()
        assert (found.normal[~hit] == 0).all()
        assert 10 < hit.sum() < 70


def test_every_hit_of_rays(random):
    """Every shape is asked about by the sweep of a point, in order; of polygons and of solids."""
    at = random.uniform(0, 20, (60, 3)).astype(np.float32)
    for scene in (mixed(random, 40), sepal.Solids.from_spheres(at, 2.5)):
        dimension = 2 if isinstance(scene, sepal.Polys) else 3
        origins = random.uniform(-5, 25, (50, dimension)).astype(np.float32)
        moves = random.uniform(-30, 30, (50, dimension)).astype(np.float32)
        points = sepal.Polys.from_circles(*origins.T, 0) if dimension == 2 else sepal.Solids.from_spheres(origins, 0)
        pairs = all_pairs(scene, points)
        swept = scene.sweep(points, pairs, None, tuple(moves.T), margin=0.25)
        for limit in (1, 0.375):
            found = scene.cast_rays_all(origins, moves, margin=0.25, limit=limit)
            wanted = np.flatnonzero(swept.meet & (swept.time <= limit))
            wanted = wanted[np.lexsort((pairs[wanted, 0], swept.time[wanted], pairs[wanted, 1]))]
            assert (found.ray == pairs[wanted, 1]).all() and (found.shape == pairs[wanted, 0]).all()
            assert (found.time == swept.time[wanted]).all() and (found.normal == swept.normal[wanted]).all()
        assert len(found.ray) > 10
        odd = np.arange(len(scene), dtype=np.uint32) % 2
        assert (scene.cast_rays_all(origins, moves, member=(None, odd)).shape % 2 == 1).all()
        assert len(scene.cast_rays_all(origins[:0], moves[:0]).ray) == 0
        with pytest.raises(ValueError, match="limit is 1.5; a time from 0 to 1 is expected"):
            scene.cast_rays_all(origins, moves, limit=1.5)
        with pytest.raises(ValueError, match="a move for each of the 50 rays is expected, not 49"):
            scene.cast_rays_all(origins, moves[1:])
        with pytest.raises(ValueError, match="moves"):
            scene.cast_rays_all(origins, np.where(np.arange(50)[:, None] == 7, np.nan, moves))
        with pytest.raises(ValueError, match="margin"):
            scene.cast_rays_all(origins, moves, margin=-1)


def test_shapes_that_are_cast(random):
    """Against the sweep of every pair, among the same set and another; and rays that go on from where they begin."""
    scene, movers = mixed(random, 30), mixed(random, 9)
    for shapes in (movers, scene):
        moves = tuple(random.uniform(-9, 9, (2, len(shapes))))
        for later in (False, True):
            hits = scene.cast_shapes(shapes, moves, margin=0.1, later=later)
            for i in range(len(shapes)):
                sweep = scene.sweep(shapes, [[k, i] for k in range(len(scene))], None, moves, margin=0.1)
                meet = sweep.meet & ~(later & (sweep.time == 0))
                if shapes is scene:
                    meet[i] = False
                time = np.where(meet, sweep.time, 2)
                assert hits.shape[i] == (np.argmin(time) if meet.any() else -1)
                assert hits.time[i] == min(time.min(), 1)
    balls = sepal.Polys.from_circles([0, 5], 0, 1)
    assert balls.cast_rays([[0, 0]], [[10, 0]]).shape.tolist() == [0]
    assert balls.cast_rays([[0, 0]], [[10, 0]], later=True).shape.tolist() == [1]
    with pytest.raises(sepal.ShapeError, match=r"moves\[0\] is nan"):
        balls.cast_shapes(balls, (np.nan, 0))
    with pytest.raises(ValueError, match="a move for each of the 2 shapes is expected, not 3"):
        balls.cast_shapes(balls, ([1, 2, 3], 0))
