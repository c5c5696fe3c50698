"""Searches that keep what they prepared: slices of a scene, and the shapes at points."""

import threading

import numpy as np
import pytest
from judge import Library
from scenes import all_pairs, mixed

import sepal


@pytest.fixture
def random():
    return np.random.default_rng(27)


def solids(random, count):
    return sepal.Solids.from_boxes(random.integers(0, 9, (count, 3)), random.integers(1, 4, (count, 3))).add_spheres(
        random.uniform(0, 9, (count, 3)), random.uniform(0, 2, count)
    )


@pytest.mark.parametrize("make", [mixed, solids])
@pytest.mark.parametrize("touching", [True, False])
def test_ranges_make_up_the_whole(random, make, touching):
    shapes, others = make(random, 60), make(random, 40)
    cuts = [0, 1, 50, 50, len(shapes)]
    for other in (others, None):
        owner = np.arange(len(shapes)) // 2
        filters = {} if other is not None else {"owner": owner}
        whole = shapes.find_pairs(other, touching=touching, margin=0.25, **filters)
        ranges = [
            shapes.find_range(cuts[k], cuts[k + 1], other, touching=touching, margin=0.25, **filters) for k in range(len(cuts) - 1)
        ]
        assert (np.concatenate(ranges) == whole).all()
        assert len(whole) > 100


@pytest.mark.parametrize(("make", "dimension"), [(mixed, 2), (solids, 3)])
@pytest.mark.parametrize("touching", [True, False])
def test_shapes_at_points_are_those_that_contain_them(random, make, dimension, touching):
    shapes = make(random, 100)
    at = np.concatenate([random.uniform(0, 20, (50, dimension)), random.integers(0, 9, (50, dimension))]).astype(np.float32)
    points = sepal.Polys.from_rings(at[:, None]) if dimension == 2 else sepal.Solids.from_spheres(at, 0)
    pairs = all_pairs(points, shapes)
    for margin in (0, 0.5):
        if margin == 0:
            expected = pairs[shapes.contains(points, pairs[:, ::-1], touching=touching)]
        else:
            expected = pairs[points.overlap(shapes, pairs, touching=touching, margin=margin)]
        found = shapes.find_at(at, touching=touching, margin=margin)
        assert found.dtype == np.int32
        assert (found == expected).all()
        assert len(found) > 50
        for k in (0, 60):
            assert shapes.find_at(at[k], touching=touching, margin=margin).tolist() == expected[expected[:, 0] == k, 1].tolist()


def test_shapes_at_points_are_those_of_the_library(random):
    library = Library()
    shapes = mixed(random, 100)
    in_c = library.polys(shapes.to_rings())
    at = random.uniform(0, 30, (60, 2)).astype(np.float32)
    for touching, margin in ((True, 0), (False, 0), (True, 1.5)):
        expected = library.find_at(in_c, at, touching, margin)
        assert (shapes.find_at(at, touching=touching, margin=margin) == expected).all()
        assert len(expected) > 20


@pytest.mark.parametrize(("make", "dimension"), [(mixed, 2), (solids, 3)])
def test_shapes_at_points_and_in_windows_that_filters_want(random, make, dimension):
    shapes = make(random, 100)
    at = random.uniform(0, 20, (50, dimension)).astype(np.float32)
    numbers = [tuple(random.integers(0, high, count) for count in (50, len(shapes))) for high in (8, 8, 3)]
    member, mask, owner = numbers
    for find in (lambda **some: shapes.find_at(at, margin=0.5, **some), lambda **some: shapes.find_in(at - 1, at + 1, **some)):
        every = find()
        i, j = every.T
        wanted = (member[0][i] & mask[1][j] != 0) & (member[1][j] & mask[0][i] != 0) & (owner[0][i] != owner[1][j])
        assert (find(member=member, mask=mask, owner=owner) == every[wanted]).all()
        assert 0 < wanted.sum() < len(wanted)
    with pytest.raises(TypeError, match="a tuple of two"):
        shapes.find_at(at, member=np.ones(len(shapes)))
    with pytest.raises(ValueError, match="mask"):
        shapes.find_in(at, at, mask=(np.ones(49, int), None))


def test_more_shapes_than_room(random):
    shapes = sepal.Polys.from_circles(random.uniform(0, 1, 400), 0, 5)
    found = shapes.find_at(np.zeros((7, 2)))
    assert (found == all_pairs(range(7), shapes)).all()
    assert len(sepal.Polys().find_at([[0, 0]])) == 0
    assert shapes.find_at([]).shape == (0, 2)


@pytest.mark.parametrize("make", [mixed, solids])
@pytest.mark.parametrize("touching", [True, False])
def test_pairs_in_any_order_are_those_in_order(random, make, touching):
    shapes, others = make(random, 60), make(random, 40)
    nobody = make(random, 0)
    counts = []
    for other in (others, None, shapes, nobody):
        own = {"owner": np.arange(len(shapes)) // 2, "member": np.arange(len(shapes)), "mask": np.full(len(shapes), 6)}
        filters = own if other is None or other is shapes else {name: (own[name], None) for name in own}
        for options in ({}, filters, {"mask": np.zeros(len(shapes), np.uint32)} if other is None else {}):
            expected = shapes.find_pairs(other, touching=touching, margin=0.25, **options)
            found = shapes.find_pairs(other, touching=touching, margin=0.25, ordered=False, **options)
            assert (found.dtype, found.shape) == (np.int32, expected.shape)
            assert sorted(found.tolist()) == expected.tolist()
            assert shapes.any_pair(other, touching=touching, margin=0.25, **options) is (len(expected) > 0)
            counts.append(len(expected))
    assert 0 in counts
    assert max(counts) > 100


def test_one_pair_that_touches():
    shapes = sepal.Polys.from_boxes([0, 4, 9], 0, [4, 4, 1], 4)
    assert shapes.any_pair()
    assert not shapes.any_pair(touching=False)
    assert not shapes.any_pair(owner=[1, 1, 2])
    assert shapes.any_pair(owner=[1, 1, 2], margin=2.5)


def test_one_pair_ends_the_search(random):
    shapes = sepal.Polys.from_circles(random.uniform(0, 1, 400), 0, 5)
    all_of_them = shapes.find_pairs(ordered=False)
    assert sorted(all_of_them.tolist()) == shapes.find_pairs().tolist()
    assert len(all_of_them) == 400 * 399 // 2
    first = shapes._each(None, True, True, 0, None, None, None)
    assert 0 < len(first) < len(all_of_them) // 4
    assert (first == all_of_them[: len(first)]).all()


def test_a_change_is_noticed():
    shapes = sepal.Polys.from_boxes([0, 5], 0, 2, 2)
    assert shapes.find_at([5, 0]).tolist() == [1]
    shapes.update(1, [[7, 0], [8, 0], [8, 1], [7, 1]])
    assert shapes.find_at([5, 0]).tolist() == []
    assert shapes.find_at([7.5, 0.5]).tolist() == [1]
    shapes.add_circles(5, 0, 1)
    assert shapes.find_at([5, 0]).tolist() == [2]
    other = sepal.Polys.from_circles([5], 0, 1)
    assert other.find_range(0, 1, shapes).tolist() == [[0, 2]]
    shapes.clear()
    assert shapes.find_at([5, 0]).tolist() == []
    assert other.find_range(0, 1, shapes).tolist() == []
    ball = sepal.Solids.from_spheres([0, 0, 0], 1)
    assert ball.find_at([0, 0, 1]).tolist() == [0]
    ball.place(sepal.Solids.from_spheres([0, 0, 0], 1), [0], [9, 0, 0])
    assert ball.find_at([0, 0, 1]).tolist() == []


def test_in_many_threads(random):
    shapes = mixed(random, 200)
    at = random.uniform(0, 30, (2000, 2))
    expected = shapes.find_at(at)
    found = []
    threads = [threading.Thread(target=lambda: found.append(shapes.find_at(at))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert all((pairs == expected).all() for pairs in found)
    many = sepal.Polys.from_circles(random.uniform(0, 1, 500), 0, 5)
    found.clear()
    threads = [threading.Thread(target=lambda: found.append(many.find_pairs(ordered=False))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(pairs) for pairs in found] == [500 * 499 // 2] * 6
    assert all((pairs == found[0]).all() for pairs in found)


def test_what_is_refused():
    shapes = sepal.Polys.from_circles([0, 1], 0, 1)
    with pytest.raises(ValueError, match=r"at\[1\] is \[0\.0, nan\]"):
        shapes.find_at([[0, 0], [0, np.nan]])
    with pytest.raises(ValueError, match=r"shape \(n, 2\)"):
        shapes.find_at([0, 0, 0])
    with pytest.raises(IndexError, match=r"the range 1 .. 3 does not lie in the set, which has 2 shapes"):
        shapes.find_range(1, 3)
    with pytest.raises(IndexError, match=r"the range 1 .. 0"):
        shapes.find_range(1, 0)
    with pytest.raises(TypeError, match="Polys is expected"):
        shapes.find_range(0, 2, sepal.Solids())


@pytest.mark.parametrize("make", [mixed, solids])
def test_listed_shapes_are_those_of_all_pairs(random, make):
    shapes, others = make(random, 80), make(random, 60)
    listed = random.integers(0, len(shapes), 20)
    owner = np.arange(len(shapes)) % 7
    for other, filters in ((others, {}), (None, {"owner": owner})):
        pairs = shapes.find_pairs(other, margin=0.25, touching=False, **filters)
        wanted = np.isin(pairs[:, 0], listed)
        if other is None:
            wanted |= np.isin(pairs[:, 1], listed)
        found = shapes.find_list(listed, other, margin=0.25, touching=False, **filters)
        assert found.tolist() == pairs[wanted].tolist()
        assert len(found) > 10
        if other is None:
            assert shapes.keep(1).find_list(listed, margin=0.25, touching=False, **filters).tolist() == found.tolist()
    assert len(shapes.find_list([])) == 0
    with pytest.raises(IndexError):
        shapes.find_list([len(shapes)])
    with pytest.raises(ValueError, match="margin"):
        shapes.find_list([0], margin=-1)


@pytest.mark.parametrize("told", ["of all", "of those that moved", "not at all"])
@pytest.mark.parametrize("slack", [0, 0.5])
def test_what_is_kept_follows_its_set(random, told, slack):
    count = 300
    models = sepal.Polys.from_boxes(x=[0, 0], y=0, length=[2, 1], width=[1, 0.5])
    world, at, kept = sepal.Polys(), random.uniform(0, 30, (count, 2)), None
    owner = np.arange(count) // 3
    world.place(models, np.arange(count) % 2, at[:, 0], at[:, 1])
    kept = world.keep(slack)
    for step in range(12):
        moved = random.choice(count, (0, 3, 60, count)[step % 4], replace=False)
        at[moved] += random.uniform(-1, 1, (len(moved), 2)) * (0.1 if step % 3 else 5)
        if len(moved) > 0:
            world.place(models, np.arange(len(world)) % 2, at[:, 0], at[:, 1], shapes=moved)
        if step == 7:
            world.add_circles(x=[3, 20], y=[3, 20], radius=2)
            owner = np.arange(len(world)) // 3
            at = np.concatenate([at, [[0, 0], [0, 0]]])
        if told != "not at all":
            kept.update(None if told == "of all" else moved)
        for filters in ({}, {"owner": owner}):
            expected = world.find_pairs(touching=step % 2 == 0, margin=step % 5 * 0.1, **filters)
            found = kept.find_pairs(touching=step % 2 == 0, margin=step % 5 * 0.1, **filters)
            assert found.dtype == np.int32
            assert found.tolist() == expected.tolist()
            assert len(found) > 50
            near = kept.find_near(margin=step % 5 * 0.1, **filters)
            assert near.dtype == np.int32
            assert {tuple(pair) for pair in found.tolist()} <= {tuple(pair) for pair in near.tolist()}
            assert near.tolist() == sorted(near.tolist())


def test_what_is_kept_refuses():
    row = sepal.Polys.from_circles(x=range(4), y=0, radius=0.5)
    kept = row.keep()
    for slack in (-1, float("nan"), 1e39):
        with pytest.raises(ValueError, match="slack"):
            row.keep(slack)
    with pytest.raises(IndexError):
        kept.update([4])
    with pytest.raises(IndexError):
        kept.find_list([4])
    with pytest.raises(ValueError, match="margin"):
        kept.find_pairs(margin=-1)
    with pytest.raises(ValueError, match="margin"):
        kept.find_near(margin=-1)
    assert kept.find_pairs().tolist() == [[0, 1], [1, 2], [2, 3]]
    row.clear()
    assert len(kept.find_pairs()) == 0


@pytest.mark.parametrize(("make", "dimension"), [(mixed, 2), (solids, 3)])
@pytest.mark.parametrize("touching", [True, False])
def test_shapes_in_windows_are_those_that_overlap_them(random, make, dimension, touching):
    shapes = make(random, 100)
    low = random.integers(0, 9, (40, dimension)).astype(np.float32)
    high = low + random.integers(0, 4, (40, dimension)).astype(np.float32)
    if dimension == 2:
        rings = [[(a[0], a[1]), (b[0], a[1]), (b[0], b[1]), (a[0], b[1])] for a, b in zip(low, high, strict=True)]
        windows = sepal.Polys.from_rings(rings)
    else:
        windows = sepal.Solids.from_boxes((low + high) / 2, high - low)
    pairs = all_pairs(windows, shapes)
    for margin in (0, 0.5):
        expected = pairs[windows.overlap(shapes, pairs, touching=touching, margin=margin)]
        found = shapes.find_in(low, high, touching=touching, margin=margin)
        assert found.dtype == np.int32
        assert found.tolist() == expected.tolist()
        assert len(found) > 50
        for k in (0, 20):
            assert shapes.find_in(low[k], high[k], touching=touching, margin=margin).tolist() == expected[expected[:, 0] == k, 1].tolist()


def test_windows_that_are_refused():
    row = sepal.Polys.from_circles(x=range(4), y=0, radius=0.5)
    assert row.find_in([1, 0], [1, 0]).tolist() == [1]
    assert row.find_in([[10, 0]], [[30, 0]], origin=(9, 0)).tolist() == [[0, 1], [0, 2], [0, 3]]
    for low, high, message in (
        ([1, 0], [0, 1], r"low\[0\] is above high\[0\]"),
        ([[0, 0], [0, 2]], [[1, 1], [1, 1]], r"low\[1\] is above"),
        ([[0, 0]], [[1, 1], [1, 1]], "as many corners"),
        ([0, 0, 0], [1, 1, 1], "low"),
        ([0, float("nan")], [1, 1], "low"),
        ([0, 0], [1, 1e39], "high"),
    ):
        with pytest.raises(ValueError, match=message):
            row.find_in(low, high)
    with pytest.raises(ValueError, match="margin"):
        row.find_in([0, 0], [1, 1], margin=-1)


@pytest.mark.parametrize(("make", "dimension"), [(mixed, 2), (solids, 3)])
def test_the_nearest_are_those_of_the_least_distances(random, make, dimension):
    shapes, others = make(random, 90), make(random, 30)
    for a, b in ((others, shapes), (shapes, shapes)):
        pairs = all_pairs(a, b)
        distance = np.maximum(-a.mtv(b, pairs).depth, 0).reshape(len(a), len(b))
        if a is b:
            np.fill_diagonal(distance, np.inf)
        order = np.argsort(distance, axis=1, kind="stable")
        for k, limit in ((1, None), (7, None), (len(b) + 2, None), (5, 1.5)):
            found = a.find_nearest(b, k=k, limit=limit)
            assert found.shape.dtype == np.int32
            assert found.distance.dtype == np.float32
            assert found.shape.shape == found.distance.shape == (len(a), k)
            expected = np.full((len(a), k), -1)
            lengths = np.full((len(a), k), np.inf, np.float32)
            for i in range(len(a)):
                near = [j for j in order[i, :k] if distance[i, j] <= (1e30 if limit is None else limit)]
                expected[i, : len(near)] = near
                lengths[i, : len(near)] = distance[i, near]
            assert found.shape.tolist() == expected.tolist()
            assert found.distance.tolist() == lengths.tolist()


def test_the_nearest_that_are_wanted():
    row = sepal.Polys.from_circles(x=[0, 3, 5, 20], y=0, radius=0.5)
    assert row.find_nearest(owner=[0, 1, 1, 2]).shape.tolist() == [[1], [0], [0], [2]]
    points = sepal.Polys.from_circles(x=[4.5], y=0, radius=0)
    assert points.find_nearest(row, mask=([2], None), member=(None, [2, 1, 1, 2])).shape.tolist() == [[0]]
    assert row.find_nearest(k=0).shape.shape == (4, 0)
    empty = row.find_nearest(sepal.Polys())
    assert empty.shape.tolist() == [[-1]] * 4
    assert np.isinf(empty.distance).all()
    for options, message in (({"k": -1}, "k is -1"), ({"limit": -1}, "limit is -1"), ({"limit": float("nan")}, "limit is nan")):
        with pytest.raises(ValueError, match=message):
            row.find_nearest(**options)
    with pytest.raises(TypeError):
        row.find_nearest(k=1.5)
