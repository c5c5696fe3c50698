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


def test_a_cut_between_parts_is_no_boundary():
    random = np.random.default_rng(8)
    areas = [geometry.Polygon([(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)])]
    while len(areas) < 60:
        ring = geometry.Polygon(random.integers(0, 7, (random.integers(4, 9), 2)))
        if ring.is_valid and ring.area > 0:
            areas.append(ring)
    places = [geometry.Point(x, y) for x in range(7) for y in range(7)]
    ends = random.integers(0, 7, (300, 3, 2))
    lines = [geometry.LineString(e) for e in ends if (e[0] != e[1]).any() and (e[1] != e[2]).any()]
    for thin in (places, lines, places + lines):
        joined = sepal.sjoin(areas, thin, touching=False)
        expected = [(i, k) for i, a in enumerate(areas) for k, b in enumerate(thin) if a.intersects(b) and not a.touches(b)]
        assert list(zip(joined.left.tolist(), joined.right.tolist())) == expected
        back = sepal.sjoin(thin, areas, touching=False)
        assert sorted(zip(back.right.tolist(), back.left.tolist())) == expected
    both = sepal.sjoin([areas[0], *places], touching=False)
    assert list(zip(both.left.tolist(), both.right.tolist())) == [(0, 1 + k) for k, b in enumerate(places) if areas[0].contains(b)]


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
    assert doctest.DocTestRunner().run(test) == (0, 4)


def convex_pieces(random, count):
    found = []
    for k in range(count):
        x, y = random.integers(0, 30, 2) / 2
        corners = [(x, y), (x + 2, y), (x + 1, y + 1)]
        found.append([geometry.box(x, y, x + 1, y + 0.5), geometry.Polygon(corners), geometry.LineString(corners[:2]), geometry.Point(x, y)][k % 4])
    return found


@pytest.mark.parametrize("ordered", [True, False])
def test_labels_are_those_of_the_rows(ordered):
    random = np.random.default_rng(7)
    left = Frame(convex_pieces(random, 80), [f"row {k}" for k in range(80)])
    right = Frame(convex_pieces(random, 50), 1000 - np.arange(50))
    a, b = sepal.Polys.from_geopandas(left), sepal.Polys.from_geopandas(right)
    assert (len(a), len(b)) == (80, 50)
    for other, index, shape in ((None, left.index, a), (a, left.index, a), (b, (left.index, right.index), b), (b, (None, right.index), b)):
        numbers = a.find_pairs(other, ordered=ordered)
        found = a.find_pairs(other, index=index, ordered=ordered)
        first, second = index if isinstance(index, tuple) else (index, index)
        assert len(numbers) > 20
        assert found.left.tolist() == (numbers[:, 0] if first is None else np.asarray(first)[numbers[:, 0]]).tolist()
        assert found.right.tolist() == np.asarray(second)[numbers[:, 1]].tolist()
        assert isinstance(found, sepal.Joined)
        expected = sepal.sjoin(left) if shape is a else sepal.sjoin(left, right)
        assert len(found.left) == len(expected.left)


def test_labels_and_frames_that_are_refused():
    shapes = sepal.Polys.from_circles([0, 1], 0, 1)
    for error, message, call in (
        (ValueError, "index: a label for each of 2 shapes is expected, not an array of shape \\(3,\\)", lambda: shapes.find_pairs(index="abc".split("b") + ["x"])),
        (ValueError, "index\\[1\\]: a label for each of 1 shapes", lambda: shapes.find_pairs(shapes[:1], index=(None, [1, 2]))),
        (TypeError, "index: for two sets, a tuple of two", lambda: shapes.find_pairs(shapes.copy(), index=[1, 2])),
        (TypeError, "frame: a GeoDataFrame or a GeoSeries is expected, not list", lambda: sepal.Polys.from_geopandas([geometry.Point(0, 0)])),
    ):
        with pytest.raises(error, match=message):
            call()
    with pytest.raises(sepal.ShapeError, match="geometry 1 is a NoneType") as caught:
        sepal.Polys.from_geopandas(Frame([geometry.Point(0, 0), None], ["x", "y"]))
    assert caught.value.index == 1


def test_a_frame_of_geopandas():
    geopandas = pytest.importorskip("geopandas")
    boxes = [geometry.box(k, 0, k + 1.5, 1) for k in range(4)]
    frame = geopandas.GeoDataFrame({"name": list("abcd")}, geometry=boxes, index=list("wxyz"))
    for given in (frame, frame.geometry):
        shapes = sepal.Polys.from_geopandas(given)
        assert shapes == sepal.Polys.from_shapely(boxes, dtype=np.float64)
        assert shapes.find_pairs(index=given.index).right.tolist() == ["x", "y", "z"]
    assert sepal.sjoin(frame.geometry, frame.geometry.iloc[:1]).left.tolist() == ["w", "x"]
