"""Spatial joins of tables: what GeoPandas's own tables have of attributes stands in for them."""

import doctest

import numpy as np
import pytest

import sepal

geometry = pytest.importorskip("shapely.geometry")


class Frame:
    """What a GeoDataFrame is to the package: a column of geometries, an index, and a coordinate reference system."""

    def __init__(self, geometries, index, crs=None):
        self.geometry, self.index, self.crs = geometries, np.asarray(index), crs

    def __len__(self):
        return len(self.geometry)


def pieces(random, count):
    """Boxes, notched polygons, lines, points, and two at once."""
    found = []
    for k in range(count):
        x, y = random.integers(0, 40, 2) / 2
        box = geometry.box(x, y, x + 1, y + 0.5)
        notched = geometry.Polygon([(x, y), (x + 2, y), (x + 2, y + 2), (x + 1, y + 0.5), (x, y + 2)])
        line = geometry.LineString([(x, y), (x + 1, y + 1), (x + 1, y + 2)])
        far = geometry.box(x + 3, y + 3, x + 4, y + 4)
        found.append([box, notched, line, geometry.Point(x, y), geometry.MultiPolygon([box, far])][k % 5])
    return found


@pytest.mark.parametrize("margin", [0, 0.5])
def test_pairs_are_those_of_shapely(margin):
    random = np.random.default_rng(5)
    left, right = pieces(random, 150), pieces(random, 100)
    names = np.array([f"row {k}" for k in range(len(left))])
    joined = sepal.sjoin(Frame(left, names), Frame(right, 1000 + np.arange(len(right))), margin=margin)
    meets = (lambda a, b: a.intersects(b)) if margin == 0 else (lambda a, b: a.distance(b) <= margin)
    expected = [(f"row {i}", 1000 + k) for i, a in enumerate(left) for k, b in enumerate(right) if meets(a, b)]
    assert len(expected) > 50
    assert list(zip(joined.left, joined.right)) == expected


def test_pairs_within_a_table_are_given_once():
    random = np.random.default_rng(6)
    table = pieces(random, 150)
    joined = sepal.sjoin(table)
    expected = [(i, k) for i, a in enumerate(table) for k, b in enumerate(table) if i < k and a.intersects(b)]
    assert list(zip(joined.left, joined.right)) == expected


def test_touching_and_origin():
    boxes = [geometry.box(5e6, 5e6, 5e6 + 1, 5e6 + 1), geometry.box(5e6 + 1, 5e6, 5e6 + 2, 5e6 + 0.25)]
    assert sepal.sjoin(boxes, origin=(5e6, 5e6)).left.tolist() == [0]
    assert sepal.sjoin(boxes, origin=(5e6, 5e6), touching=False).left.tolist() == []


def test_empty_tables():
    assert [len(column) for column in sepal.sjoin([], [])] == [0, 0]
    assert [len(column) for column in sepal.sjoin([geometry.Point(0, 0)], [])] == [0, 0]


def test_what_is_refused():
    row = [geometry.Point(0, 0)]
    with pytest.raises(ValueError, match="EPSG:1.*EPSG:2"):
        sepal.sjoin(Frame(row, [0], "EPSG:1"), Frame(row, [0], "EPSG:2"))
    assert sepal.sjoin(Frame(row, [7], "EPSG:1"), Frame(row, [8], "EPSG:1")) == ([7], [8])
    with pytest.raises(ValueError):
        sepal.sjoin(row, row, margin=-1)
    with pytest.raises(sepal.ShapeError) as refused:
        sepal.sjoin(row, [*row, geometry.Point()])
    assert refused.value.index == 1


def test_the_example_runs():
    (test,) = doctest.DocTestFinder().find(sepal.sjoin, "sjoin", globs={"sepal": sepal})
    assert doctest.DocTestRunner().run(test) == (0, 3)
