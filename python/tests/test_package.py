"""The package as a whole: its version, its documentation, copies, pictures."""

import copy
import inspect
import pickle
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
from judge import Library
from scenes import mixed

import sepal


@pytest.fixture
def random():
    return np.random.default_rng(23)


def test_version_is_that_of_the_library():
    assert re.fullmatch(r"\d+\.\d+\.\d+", sepal.__version__)
    assert Library().c.sepal_version().decode() == sepal.__version__


def test_types_are_declared():
    assert (Path(sepal.__file__).parent / "py.typed").exists()


@pytest.mark.parametrize("name", sepal.__all__)
def test_everything_public_is_documented(name):
    thing = getattr(sepal, name)
    if isinstance(thing, str):
        return
    assert inspect.getdoc(thing)
    for part, member in inspect.getmembers(thing):
        if inspect.isroutine(member) and not part.startswith("_") and not hasattr(tuple, part):
            assert inspect.getdoc(member), part


def test_instruction_sets_agree(random):
    shapes = mixed(random, 100)
    pairs = random.integers(0, len(shapes), (5000, 2))
    fastest = sepal.isa()
    assert fastest in sepal.isas()
    try:
        answers = set()
        for name in sepal.isas():
            sepal.use_isa(name)
            assert sepal.isa() == name
            answers.add((shapes.overlap(shapes, pairs).tobytes(), shapes.mtv(shapes, pairs).depth.tobytes()))
    finally:
        sepal.use_isa(None)
    assert sepal.isa() == fastest
    assert len(answers) == 1


@pytest.mark.parametrize("other", [lambda s: pickle.loads(pickle.dumps(s)), copy.copy, copy.deepcopy, lambda s: s.copy()])
def test_copies_are_the_same(random, other):
    shapes = mixed(random, 20)
    same = other(shapes)
    assert same is not shapes
    for before, after in zip(shapes.to_rings(), same.to_rings(), strict=True):
        assert before.tobytes() == after.tobytes()
    solids = sepal.Solids.from_boxes(random.uniform(size=(5, 3)), 1, radius=0.5)
    solids.add_hulls(random.uniform(size=(4, 6, 3))).add_boxes([1, 2, 3], [1, 0, 2])
    again = other(solids)
    assert len(again) == 10
    for i in range(10):
        assert type(solids.core(i)) is type(again.core(i))
        assert np.array_equal(solids.core(i), again.core(i))
        assert solids.radius(i) == again.radius(i)


def test_solids_of_both_kinds_are_copied_in_order(random):
    solids = sepal.Solids()
    for k in range(50):
        solids.add_boxes(random.uniform(size=3), random.uniform(size=3), random.normal(size=4), radius=k % 3)
        solids.add_hulls(random.uniform(size=(1 + k % 7, 3)), radius=k % 2)
    for same in (solids.copy(), pickle.loads(pickle.dumps(solids))):
        assert len(same) == len(solids)
        for i in range(len(solids)):
            assert type(solids.core(i)) is type(same.core(i))
            assert np.concatenate(solids.core(i)).tobytes() == np.concatenate(same.core(i)).tobytes()
            assert solids.radius(i) == same.radius(i)


def test_a_set_is_made_empty():
    for make in (lambda: sepal.Polys([[0, 0], [1, 0], [0, 1]]), lambda: sepal.Polys(x=3)):
        with pytest.raises(TypeError, match=r"Polys\(\) is an empty set and takes no shapes; Polys\.from_"):
            make()
    with pytest.raises(TypeError, match=r"Solids\(\) is an empty set"):
        sepal.Solids(7)

    class Scene(sepal.Polys):
        def __init__(self, name):
            super().__init__()
            self.name = name

    assert (Scene("yard").name, len(Scene("yard"))) == ("yard", 0)


def test_empty_sets():
    for empty in (sepal.Polys(), sepal.Solids()):
        assert len(empty) == 0
        assert empty.overlap(empty).shape == (0,)
        assert empty.mtv(empty).depth.shape == (0,)
        assert len(pickle.loads(pickle.dumps(empty))) == 0
    assert sepal.Polys().find_pairs().shape == (0, 2)
    assert sepal.Polys().to_rings().offsets.tolist() == [0]


def test_errors_can_be_sent_between_processes():
    error = pickle.loads(pickle.dumps(sepal.ShapeError(3, "circle 3: radius is -1")))
    assert (error.index, str(error)) == (3, "circle 3: radius is -1")


def test_svg(random):
    shapes = mixed(random, 10)
    root = ElementTree.fromstring(shapes.to_svg(["red", "a<b"] * 20, labels=True))
    drawn = [element for element in root.iter() if element.tag.split("}")[1] in ("polygon", "circle")]
    assert len(drawn) == len(shapes)
    assert drawn[1].get("fill") == "a<b"
    faint = sepal.Polys.from_boxes(0, [0, 3], 2, 1, radius=[0, 0.5]).to_svg("red", opacity=[0.25, 0.5])
    assert faint.count('opacity="0.25"') == faint.count('opacity="0.5"') == 1 and faint.count('stroke="#222222"') == 2
    assert len([element for element in root.iter() if element.tag.endswith("text")]) == len(shapes)
    ElementTree.fromstring(sepal.Polys().to_svg())
    with pytest.raises(ValueError, match="shape"):
        shapes.to_svg(["red", "green"])


def test_plot(random):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    shapes = mixed(random, 10)
    axes = shapes.plot(facecolor="red")
    (collection,) = axes.collections
    assert len(collection.get_paths()) == len(shapes)
    low, high = shapes.bounds()[:, :2].min(axis=0), shapes.bounds()[:, 2:].max(axis=0)
    assert axes.get_xlim()[0] <= low[0] + 0.01
    assert axes.get_ylim()[1] >= high[1] - 0.01
