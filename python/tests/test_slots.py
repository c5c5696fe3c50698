"""Shapes that are removed and replaced: what is left answers as a set of it alone, and what is refused."""

import pickle

import numpy as np
import pytest
import sepal

KINDS = [
    (sepal.Polys, lambda n: sepal.Polys.from_boxes(np.arange(n), 0, length=1.5, width=1), lambda: sepal.Polys.from_circles(0.5, 0, 3)),
    (sepal.Solids, lambda n: sepal.Solids.from_boxes(np.stack([np.arange(n), np.zeros(n), np.zeros(n)], axis=1), size=1.5),
     lambda: sepal.Solids.from_spheres([0.5, 0, 0], 3)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "make", "ball"), KINDS)
def test_searches_find_what_is_left(kind, make, ball):
    shapes, gone = make(12), [2, 3, 11]
    for index in gone:
        shapes.remove(index)
    left = np.delete(np.arange(12), gone)
    assert shapes.removed().tolist() == gone
    assert len(shapes) == 12
    assert shapes.find_pairs().tolist() == left[make(12).take(left).find_pairs()].tolist()
    pairs = np.array([[1, 2], [2, 1], [4, 5], [2, 2]])
    assert shapes.overlap(shapes, pairs).tolist() == [False, False, True, False]
    assert shapes.mtv(shapes, pairs).depth.tolist()[:2] == [-np.finfo(np.float32).max] * 2
    shapes.replace(3, ball())
    assert shapes.removed().tolist() == [2, 11]
    assert shapes.radius(3) == 3
    assert shapes.overlap(shapes, [[0, 3], [1, 3]]).all()
    shapes.replace(2, shapes, 3)
    assert shapes.overlap(shapes, [[2, 3]]).all()


@pytest.mark.parametrize(("kind", "make", "ball"), KINDS)
def test_what_was_removed_is_refused(kind, make, ball):
    shapes = make(4)
    shapes.remove(1)
    for call in (
        lambda: shapes.remove(1),
        lambda: shapes.remove(4),
        lambda: shapes.replace(4, shapes),
        lambda: shapes.replace(0, shapes, 1),
        lambda: shapes.replace(0, shapes, 4),
        lambda: shapes.take([0, 1]),
        lambda: make(1).extend(shapes),
    ):
        with pytest.raises(IndexError):
            call()
    with pytest.raises(TypeError):
        shapes.replace(0, sepal.Solids() if kind is sepal.Polys else sepal.Polys())
    assert shapes.removed().tolist() == [1]
    assert shapes.take([0, 2, 3]) == make(4).take([0, 2, 3])


@pytest.mark.parametrize(("kind", "make", "ball"), KINDS)
def test_copies_keep_the_empty_slots(kind, make, ball):
    shapes = make(5)
    shapes.remove(4)
    shapes.remove(0)
    for same in (shapes.copy(), pickle.loads(pickle.dumps(shapes))):
        assert same.removed().tolist() == [0, 4]
        assert same == shapes
        assert same != make(5)
        assert same.find_pairs().tolist() == shapes.find_pairs().tolist() == [[1, 2], [2, 3]]


def test_readers_of_polygons():
    shapes = sepal.Polys.from_boxes(np.arange(3), 0, length=1, width=1)
    shapes.remove(2)
    assert np.isnan(shapes.bounds()[2]).all()
    assert np.isfinite(shapes.bounds()[:2]).all()
    assert np.isnan(shapes.to_rings().xy[8:]).all()
    assert "nan" not in shapes.to_svg(labels=True)
    with pytest.raises(IndexError, match="shape 2 was removed"):
        shapes.vertices(2)
    with pytest.raises(IndexError, match="shape 2 was removed"):
        shapes.update(2, [[0, 0]])


def test_placing():
    models = sepal.Polys.from_boxes(0, 0, length=[1, 2], width=1)
    world = sepal.Polys().place(models, [0, 1, 0], [0, 10, 20], 0)
    world.remove(1)
    with pytest.raises(IndexError, match="shape 1"):
        world.place(models, [0, 1, 0], [0, 10, 20], 0, start=0)
    with pytest.raises(IndexError, match="shape 0"):
        world.place(models, [0, 1, 0], [0, 10, 20], 0, shapes=[1])
    world.place(models, [0, 1, 0], [0, 10, 30], 0, shapes=[2, 0])
    assert world.bounds()[2].tolist() == [29.5, -0.5, 30.5, 0.5]
    models.remove(1)
    with pytest.raises(IndexError):
        sepal.Polys().place(models, [1], [0], 0)
    with pytest.raises(IndexError):
        models.first_hit(1, world, [0, 1], 0)


def test_a_solid_that_was_removed_has_no_core():
    solids = sepal.Solids.from_boxes([[0, 0, 0], [5, 0, 0]], size=1)
    solids.remove(0)
    with pytest.raises(IndexError, match="solid 0 was removed"):
        solids.core(0)
    with pytest.raises(IndexError):
        solids.update(0, solids.core(1))
