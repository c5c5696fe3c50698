"""Groups of polygons as unions."""

import numpy as np
import pytest

import sepal


def test_push_along_of_boxes():
    """Along x, against the intervals of the pairs of boxes; groups of four."""
    x, y = np.random.default_rng(3).integers(0, 12, (2, 40))
    boxes = sepal.Polys.from_boxes(x=x, y=y, length=2, width=2)
    groups = np.arange(0, 41, 4)
    pairs = [(i, j) for i in range(10) for j in range(10)]
    found = boxes.push_along(boxes, (2, 0), pairs, groups)
    for (i, j), way in zip(pairs, found):
        gaps = [
            (x[b] - x[a] - 2, x[b] - x[a] + 2)
            for a in range(4 * i, 4 * i + 4)
            for b in range(4 * j, 4 * j + 4)
            if abs(y[a] - y[b]) < 2
        ]
        at = 0
        for low, high in sorted(gaps):
            at = high if low < at < high else at
        assert way == at / 2
    assert boxes.push_along(boxes, [[1, 0]] * 40).tolist() == [2] * 40


def test_push_along_of_solids():
    """Out of a stack of three cubes, which is a group, along axes and along a diagonal."""
    cubes = sepal.Solids.from_boxes(center=[[0, 0, 0], [0, 0, 2], [0, 0, 4], [1, 0, 5]], size=2)
    groups = [0, 3, 4]
    assert cubes.push_along(cubes, [[0, 0, -1], [1, 0, 0], [-2, 0, 0], [0, 1, 1]], [[1, 0]] * 4, groups).tolist() == [7, 1, 1.5, 1]
    assert cubes.push_along(cubes, (0, 0, 1), [[0, 1]], groups).tolist() == [7]
    with pytest.raises(ValueError, match=r"directions has the shape \(2,\); \(4, 3\), or \(3,\) for one direction, is expected"):
        cubes.push_along(cubes, (1, 2))


def test_contains_groups():
    """What several parts cover together is inside of them."""
    lanes = sepal.Polys.from_boxes(x=[0, 3, 20], y=0, length=4, width=2)
    cars = sepal.Polys.from_boxes(x=[1.5, 4.5, 20], y=0, length=2, width=1)
    pairs = [(0, 0), (0, 1), (1, 2), (0, 2)]
    assert lanes.contains_groups(cars, pairs, [0, 2, 3]).tolist() == [True, False, True, False]
    assert lanes.contains_groups(cars, [(0, 0)], [0, 3], [0, 1]).tolist() == [True]
    out = np.empty(4, np.bool_)
    assert lanes.contains_groups(cars, pairs, [0, 2, 3], out=out) is out


def test_what_is_refused():
    boxes = sepal.Polys.from_boxes(x=[0, 1], y=0, length=2, width=2)
    with pytest.raises(ValueError, match=r"directions has the shape \(3,\); \(2, 2\), or \(2,\) for one direction, is expected"):
        boxes.push_along(boxes, (1, 2, 3))
    with pytest.raises(ValueError, match=r"direction 1 is \(0.0, 0.0\); a vector that is finite and not 0 is expected"):
        boxes.push_along(boxes, [[1, 0], [0, 0]])
    for ask in (boxes.contains_groups, boxes.common_groups, lambda other, pairs: boxes.push_along(other, (1, 0), pairs)):
        with pytest.raises(ValueError, match="a shape of a pair has a radius; shapes without radii are expected"):
            ask(sepal.Polys.from_circles([0], 0, 1), [[0, 0]])
        with pytest.raises(IndexError, match=r"pairs\[0\] is \(0, 2\), but the second set has 2 groups"):
            ask(boxes, [[0, 2]])
