"""Some shapes of a world placed anew: a range, or a list. The others stay, and the world is as if all had been placed at once."""

import warnings

import numpy as np
import pytest
from scenes import mixed

import sepal

COUNT = 60


@pytest.fixture
def random():
    return np.random.default_rng(31)


def in_plane(random):
    """Models, the type of their set, which of them are placed, the poses, and what `place` takes of these. Positions are multiples of
    1/8, so that sums and differences with an origin are exact."""
    models = mixed(random, 4)
    poses = random.integers(-160, 160, (COUNT, 3)) / 8
    return models, sepal.Polys, np.arange(COUNT) % len(models), poses, lambda poses: tuple(poses.T)


def in_space(random):
    models = sepal.Solids.from_boxes(0, random.uniform(1, 3, (3, 3)), radius=[0, 0.5, 0])
    models.add_hulls(random.uniform(-2, 2, (3, 9, 3))).add_spheres([1, 0, 0], 1).add_capsules([0, 0, 0], [2, 0, 0], 0.5)
    poses = np.concatenate([random.integers(-99, 99, (COUNT, 3)) / 8, random.normal(size=(COUNT, 4))], axis=1)
    return models, sepal.Solids, np.arange(COUNT) % len(models), poses, lambda poses: (poses[:, :3], poses[:, 3:])


@pytest.fixture(params=[in_plane, in_space])
def scene(request, random):
    return request.param(random)


def test_a_range_and_a_list_are_as_if_all_were_placed(scene, random):
    models, kind, model, old, arguments = scene
    new = random.permutation(old)
    far = (5e5, 4e6, 10)[: kind._dimension]
    for count in (0, 1, 17, COUNT):
        begin = int(random.integers(0, COUNT - count + 1))
        awake = random.permutation(COUNT)[:count]
        for chosen, options in ((slice(begin, begin + count), {"start": begin}), (awake, {"shapes": awake})):
            both = old.copy()
            both[chosen] = new[chosen]
            expected = kind().place(models, model, *arguments(both))
            world = kind().place(models, model, *arguments(old))
            before = world.copy()
            given = slice(begin, begin + count) if "start" in options else slice(None)
            assert world.place(models, model[given], *arguments(new[given]), **options) is world
            assert world == expected
            assert (world.find_pairs() == expected.find_pairs()).all()
            assert (world == before) == (count == 0)
            moved = new.copy()
            moved[:, : len(far)] += far
            there = kind().place(models, model, *arguments(old))
            there.place(models, model[given], *arguments(moved[given]), origin=far, **options)
            assert there == world


def test_only_the_poses_that_are_listed_are_read(scene):
    models, kind, model, poses, arguments = scene
    world = kind().place(models, model, *arguments(poses))
    before = world.copy()
    lost = np.full_like(poses, np.nan)
    lost[[3, 40]] = poses[[3, 40]]
    world.place(models, model, *arguments(lost), shapes=[40, 3, 40])
    assert world == before
    with pytest.raises(sepal.ShapeError, match="pose 7: its pose is not finite") as caught:
        world.place(models, model, *arguments(lost), shapes=[40, 7, 3])
    assert caught.value.index == 7
    lost[5] = 1e300
    with pytest.raises(sepal.ShapeError, match=r"pose 5: .* is 1e\+300, and float32 ends"):
        world.place(models, model, *arguments(lost), shapes=[40, 5])
    assert world == before


def test_what_is_refused(scene):
    models, kind, model, poses, arguments = scene
    world = kind().place(models, model, *arguments(poses))
    before = world.copy()
    with pytest.raises(TypeError, match="either start or shapes is expected, not both"):
        world.place(models, model, *arguments(poses), start=0, shapes=[0])
    for start in (-1, 1):
        with pytest.raises(IndexError, match="60 shapes from -?1 on do not lie in the set, which has 60 shapes"):
            world.place(models, model, *arguments(poses), start=start)
    with pytest.raises(IndexError, match=r"shapes\[1\] is 60, but the set has 60 shapes"):
        world.place(models, model, *arguments(poses), shapes=[0, 60])
    with pytest.raises(ValueError, match="shapes: integers in one dimension"):
        world.place(models, model, *arguments(poses), shapes=[0.5])
    with pytest.raises(ValueError, match="for each of the 60 shapes of the set is expected, not 2"):
        world.place(models, model[:2], *arguments(poses[:2]), shapes=[0, 1])
    other = model.copy()
    other[6] = 3
    with pytest.raises(sepal.ShapeError, match="pose 6: its model (has|is) not") as caught:
        world.place(models, other, *arguments(poses), shapes=[5, 6])
    assert caught.value.index == 6
    with pytest.raises(sepal.ShapeError, match="pose 1: its model (has|is) not"):
        world.place(models, other[5:7], *arguments(poses[5:7]), start=5)
    assert world == before


def test_a_warning_is_about_poses_that_are_listed():
    models = sepal.Polys.from_boxes(0, 0, 1, 0.25)
    x = np.array([0.0, 1e7 + 0.3, 5.0])
    world = sepal.Polys().place(models, [0, 0, 0], [0, 1, 2], 0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        world.place(models, [0, 0, 0], x, 0, shapes=[2, 0])
    with pytest.warns(sepal.RoundingWarning, match=r"moves pose 1 by 0\.3"):
        world.place(models, [0, 0, 0], x, 0, shapes=[2, 1])


def test_the_difference_to_an_origin_is_rounded_once():
    """1 + 2**-24 + 2**-60 is nearer to 1 + 2**-23 than to 1. Rounded to float64 first, it would lie in the middle, and become 1."""
    x, origin, expected = 1 + 2**-24, -(2**-60), 1 + 2**-23
    points = sepal.Polys.from_circles(0, 0, 0)
    assert sepal.Polys().place(points, [0], x, 0, origin=(origin, 0)).vertices(0).tolist() == [[expected, 0]]
    balls = sepal.Solids.from_spheres([0, 0, 0], 0)
    for axis in range(3):
        unit = np.eye(3)[axis]
        placed = sepal.Solids().place(balls, [0], x * unit, origin=origin * unit)
        assert placed.core(0).points.tolist() == (expected * unit)[None].tolist()
        wall = sepal.Solids.from_spheres(expected * unit, 0)
        assert balls.first_hit(0, wall, [unit, x * unit], np.eye(4)[0], origin=origin * unit) == 1
        assert balls.first_hit(0, wall, [unit, x * unit]) is None
    with pytest.raises(ValueError, match="position x: one number for each of the 2"):
        sepal.Solids().place(balls, [0, 0], [[1, 2, 3]], origin=(1, 2, 3))
    with pytest.raises(sepal.ShapeError, match=r"pose 1: position y is 1e\+300, and float32 ends"):
        sepal.Solids().place(balls, [0, 0], [[1, 2, 3], [0, 1e300, 0]], origin=(1, 2, 3))
    assert len(sepal.Solids().place(balls, [], np.empty((0, 3)), origin=(1, 2, 3))) == 0
