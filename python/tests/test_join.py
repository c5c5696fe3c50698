"""Spatial joins beside GEOS, pair by pair: borders that meet in the middle of edges, points and lines on them, parts in holes of others."""

import warnings

import numpy as np
import pytest

import sepal
from join_scenes import SCENES, UTM, joined_by_geos

pytest.importorskip("shapely")

PREDICATES = ("intersects", "touches", "within", "contains")


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("predicate", PREDICATES)
def test_pairs_are_those_of_geos(scene, predicate):
    left, right = SCENES[scene](np.random.default_rng(12), 60)
    if predicate == "within":
        left, right = right, left
    expected = joined_by_geos(left, right, predicate)
    assert len(expected) > 5
    found = sepal.sjoin(left, right, predicate=predicate)
    assert list(zip(found.left.tolist(), found.right.tolist(), strict=True)) == expected


@pytest.mark.parametrize("scene", SCENES)
def test_within_one_table(scene):
    left, _ = SCENES[scene](np.random.default_rng(13), 50)
    for predicate in ("intersects", "touches"):
        found = sepal.sjoin(left, predicate=predicate)
        expected = [(i, k) for i, k in joined_by_geos(left, left, predicate) if i < k]
        assert list(zip(found.left.tolist(), found.right.tolist(), strict=True)) == expected
    left = left + [type(shape)(shape) for shape in left[5:8]]
    found = sepal.sjoin(left, predicate="within")
    expected = [(i, k) for i, k in joined_by_geos(left, left, "within") if i != k]
    assert list(zip(found.left.tolist(), found.right.tolist(), strict=True)) == expected


def _area(random):
    """A union of boxes and triangles on a grid: concave, with holes, of several polygons, with corners at which it touches itself."""
    from shapely.geometry import Polygon, box
    from shapely.ops import unary_union

    while True:
        pieces = []
        for _ in range(random.integers(2, 9)):
            (x, y), (w, h) = random.integers(0, 6, 2), random.integers(1, 4, 2)
            corners = [[(x, y), (x + w, y), (x, y + h)], [(x, y), (x + w, y + h), (x, y + h)], None][random.integers(0, 3)]
            pieces.append(box(x, y, x + w, y + h) if corners is None else Polygon(corners))
        found = unary_union(pieces).difference(box(2, 2, 3, 3))
        rings = [ring for one in getattr(found, "geoms", [found]) for ring in (one.exterior, *one.interiors)]
        if not found.is_empty and all(float(value).is_integer() for ring in rings for point in ring.coords for value in point):
            return found


def test_what_is_in_areas_that_are_not_convex():
    from shapely.geometry import LineString, MultiLineString, Point

    random = np.random.default_rng(15)
    areas, others = [_area(random) for _ in range(60)], []
    for _ in range(300):
        points = [tuple(point) for point in random.integers(0, 9, (4, 2)).astype(float)]
        shape = [LineString(points[:2]), LineString(points[:3]), MultiLineString([points[:2], points[2:]])][random.integers(0, 3)]
        others.append(shape if len(set(points)) == 4 else Point(points[0]))
    for rows in (others, areas):
        expected = [(i, k) for i, a in enumerate(areas) for k, b in enumerate(rows) if a.contains(b)]
        found = sepal.sjoin(areas, rows, predicate="contains")
        assert list(zip(found.left.tolist(), found.right.tolist(), strict=True)) == expected
        assert len(expected) > 100 or rows is areas
        assert len(expected) > 60  # each area is in itself
    found = sepal.sjoin(areas, predicate="contains")
    assert [(i, k) for i, k in expected if i != k] == list(zip(found.left.tolist(), found.right.tolist(), strict=True))


def test_no_polygons_where_they_are_expected():
    from shapely.geometry import LineString, Point

    points, lines = [Point(1, 1), Point(2, 2)], [LineString([(0, 0), (4, 4)])]
    for predicate, left, right, message in (
        ("within", points, lines, "row 0 is no polygon"),
        ("contains", lines, points, "row 0 is no polygon"),
        ("touches", points, points, "row 0 of left and row 0 of right meet, and neither is a polygon"),
    ):
        with pytest.raises(ValueError, match=message):
            sepal.sjoin(left, right, predicate=predicate)


def test_arguments_that_do_not_go_together():
    for error, message, arguments in (
        (ValueError, "predicate is 'covers'; one of intersects, within", {"predicate": "covers"}),
        (ValueError, "how is 'right'; 'inner' or 'left'", {"how": "right"}),
        (TypeError, "how='left' joins two GeoDataFrames", {"how": "left"}),
        (TypeError, "distance is expected with predicate='dwithin'", {"predicate": "dwithin"}),
        (TypeError, "distance is expected with predicate='dwithin'", {"distance": 1}),
        (TypeError, "touching and margin go with predicate='intersects'", {"predicate": "within", "touching": False}),
        (TypeError, "touching and margin go with predicate='intersects'", {"predicate": "dwithin", "distance": 1, "margin": 1}),
    ):
        with pytest.raises(error, match=message):
            sepal.sjoin([], [], **arguments)


def test_distances():
    from shapely.geometry import Point, box

    boxes = [box(x + 3, y + 4 + more, x + 5, y + 6) for x, y in [UTM] for more in (0, 2.0**-30, -1)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for given in ({"predicate": "dwithin", "distance": 5}, {"margin": 5}):
            assert sepal.sjoin([Point(UTM)], boxes, **given).right.tolist() == [0, 2]
        assert sepal.sjoin([Point(UTM)], boxes, margin=5, touching=False).right.tolist() == [2]
    for wrong in (-1, 1e-300, np.nan):
        with pytest.raises(ValueError, match="margin is"):
            sepal.sjoin([Point(0, 0)], boxes, predicate="dwithin", distance=wrong)


def test_frames_are_those_of_geopandas():
    geopandas = pytest.importorskip("geopandas")
    left, right = SCENES["lots"](np.random.default_rng(14), 40)
    a = geopandas.GeoDataFrame({"name": [f"a{k}" for k in range(len(left))], "size": 1.5}, geometry=left, crs=None)
    b = geopandas.GeoDataFrame({"size": range(len(right)), "owner": "x"}, geometry=right, index=np.arange(len(right)) * 10)
    for how in ("inner", "left"):
        for predicate in ("intersects", "touches", "contains"):
            found = sepal.sjoin(a, b, how=how, predicate=predicate)
            pairs = joined_by_geos(left, right, predicate)
            alone = sorted(set(range(len(left))) - {i for i, _ in pairs}) if how == "left" else []
            rows = sorted(pairs + [(i, -1) for i in alone])
            assert type(found) is geopandas.GeoDataFrame
            assert list(found.columns) == ["name", "size_left", "geometry", "index_right", "size_right", "owner"]
            assert found.index.tolist() == [i for i, _ in rows]
            assert found["name"].tolist() == [f"a{i}" for i, _ in rows]
            assert found["size_right"].fillna(-1).tolist() == [k for _, k in rows]
            assert found["index_right"].fillna(-10).tolist() == [10 * k for _, k in rows]
            assert found.geometry.tolist() == [left[i] for i, _ in rows]
    with pytest.raises(ValueError, match="left has a column 'index_right' already"):
        sepal.sjoin(sepal.sjoin(a, b), b)
    assert sepal.sjoin(a, a, rsuffix="other", lsuffix="own").columns.tolist()[:2] == ["name_own", "size_own"]
