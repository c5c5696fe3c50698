"""Sets as containers, and questions about one shape and many."""

import inspect

import numpy as np
import pytest
from scenes import mixed

import sepal


@pytest.fixture
def random():
    return np.random.default_rng(29)


def solids(random, count=12):
    some = sepal.Solids.from_boxes(random.uniform(0, 4, (count, 3)), random.uniform(1, 2, (count, 3)), radius=0.25)
    for k in range(count):
        some.add_hulls(random.uniform(0, 4, (k + 1, 3)), radius=k % 2)
    return some


def methods(kind):
    """The public methods that are written in Python, and their arguments."""
    for name, method in inspect.getmembers(kind, inspect.isfunction):
        if not name.startswith("_"):
            yield name, inspect.signature(method).parameters


def questions():
    """What is asked about pairs of a list, by either kind of set."""
    asked = [{name for name, arguments in methods(kind) if "pairs" in arguments} for kind in (sepal.Polys, sepal.Solids)]
    assert asked[0] - {"common", "common_groups", "common_polygons", "contains_groups"} == asked[1]  # these are of polygons alone
    assert asked[0] >= {"overlap", "contains", "mtv", "nearest", "contacts", "sweep", "overlap_groups"}
    return sorted(asked[1] - {"push_along"})  # which has directions besides


KINDS = [lambda random: mixed(random, 12), solids]


def parts(shapes):
    """Each shape as the numbers that it has."""
    if isinstance(shapes, sepal.Polys):
        return [(shapes.vertices(i).tolist(), shapes.radius(i)) for i in range(len(shapes))]
    return [(np.array(shapes.core(i)).tolist(), type(shapes.core(i)), shapes.radius(i)) for i in range(len(shapes))]


@pytest.mark.parametrize("make", KINDS)
def test_indices_are_those_of_a_list(random, make):
    shapes = make(random)
    own = parts(shapes)
    for chosen in (slice(3, 9), slice(None, None, -2), slice(-3, None), slice(5, 5), slice(1, 1000)):
        assert parts(shapes[chosen]) == own[chosen]
    for i in (0, -1, np.int64(4), len(shapes) - 1, -len(shapes)):
        assert parts(shapes[i]) == [own[i]]
    assert parts(shapes[[2, 2, -1]]) == [own[2], own[2], own[-1]]
    even = np.arange(len(shapes)) % 2 == 0
    assert parts(shapes[even]) == own[::2]
    assert [parts(shape) for shape in shapes] == [[part] for part in own]
    assert len(shapes[[]]) == 0
    for wrong in (len(shapes), -len(shapes) - 1, [0, len(shapes)], even[:-1]):
        with pytest.raises(IndexError):
            shapes[wrong]
    for wrong in (1.5, "x", None):
        with pytest.raises(TypeError):
            shapes[wrong]


@pytest.mark.parametrize("make", KINDS)
def test_equal_sets_hold_equal_shapes(random, make):
    shapes = make(random)
    assert shapes == shapes.copy()
    assert shapes[2:5] == shapes.take([2, 3, 4])
    assert shapes != shapes[:-1]
    assert shapes[:2] != shapes[1:3]
    assert shapes.copy().extend(shapes[:1]) != shapes
    assert shapes.copy().extend(shapes)[len(shapes) :] == shapes
    assert shapes != "shapes"
    assert sepal.Polys() != sepal.Solids()
    with pytest.raises(TypeError, match="unhashable"):
        hash(shapes)


def test_a_box_is_no_hull_of_its_vectors():
    box = sepal.Solids.from_boxes([1, 2, 3], 2)
    assert box != sepal.Solids.from_hulls(np.stack(box.core(0)))


def test_a_radius_counts():
    assert sepal.Polys.from_circles(0, 0, 1) != sepal.Polys.from_circles(0, 0, 2)


@pytest.mark.parametrize("make", KINDS)
@pytest.mark.parametrize("question", [name for name in questions() if not name.endswith("_groups")])  # which is asked below
def test_one_shape_is_asked_about_with_all(random, make, question):
    shapes = make(random)
    numbers = np.arange(len(shapes))
    one = shapes[3]
    for a, b, pairs in (
        (one, shapes, np.stack([np.full(len(shapes), 3), numbers], axis=1)),
        (shapes, one, np.stack([numbers, np.full(len(shapes), 3)], axis=1)),
    ):
        answers = getattr(a, question)(b)
        expected = getattr(shapes, question)(shapes, pairs)
        for got, wanted in zip(*((answers, expected) if isinstance(answers, tuple) else ([answers], [expected])), strict=True):
            assert got.tobytes() == wanted.tobytes()
    assert len(one.overlap(shapes[:0])) == 0
    with pytest.raises(ValueError, match=f"as many shapes of both sets, or one of either, are expected, not 2 and {len(shapes)}"):
        shapes[:2].overlap(shapes)


@pytest.mark.parametrize("kind", [sepal.Polys, sepal.Solids, sepal.Kept])
def test_options_are_given_by_name(kind):
    """What says how a question is asked, and not about what."""
    options = {"touching", "margin", "point_margin", "member", "mask", "owner", "ordered", "workers", "out", "origin", "quad_segs"}
    found = set()
    for name, arguments in methods(kind):
        for option in options & arguments.keys():
            assert arguments[option].kind == inspect.Parameter.KEYWORD_ONLY, (name, option)
            found.add(option)
    assert {"touching", "margin", "member", "mask", "owner"} <= found


def test_groups_without_pairs():
    shapes, groups = sepal.Polys.from_concave([[[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]], [[5, 0], [6, 0], [5, 1]]])
    points = sepal.Polys.from_circles(x=[0.5, 5.1], y=[2, 0.1], radius=0)
    assert shapes.overlap_groups(points, groups=groups).tolist() == [True, True]
    assert shapes.overlap_groups(points[:1], groups=groups).tolist() == [True, False]
    with pytest.raises(ValueError, match="as many groups of both sets, or one of either, are expected, not 2 and 3"):
        shapes.overlap_groups(points[[0, 0, 1]], groups=groups)
