"""Shapely's geometries, and Shapely's answers."""

import numpy as np
import pytest
from scenes import all_pairs, rings

import sepal

shapely = pytest.importorskip("shapely.geometry")


@pytest.fixture
def random():
    return np.random.default_rng(24)


def test_answers_are_those_of_shapely(random):
    outlines = rings(random, 120)
    geometries = [shapely.Polygon(ring) for ring in outlines]
    shapes = sepal.Polys.from_shapely(geometries)
    pairs = all_pairs(shapes, shapes)
    meet = np.array([geometries[i].intersects(geometries[k]) for i, k in pairs])
    touch = np.array([geometries[i].touches(geometries[k]) for i, k in pairs])
    covered = np.array([geometries[i].covers(geometries[k]) for i, k in pairs])
    assert (shapes.overlap(shapes, pairs) == meet).all()
    assert (shapes.overlap(shapes, pairs, touching=False) == (meet & ~touch)).all()
    assert (shapes.contains(shapes, pairs) == covered).all()
    assert touch.any()


def test_found_pairs_are_those_of_a_tree(random):
    strtree = pytest.importorskip("shapely.strtree")
    geometries = [shapely.Polygon(ring) for ring in rings(random, 200)]
    shapes = sepal.Polys.from_shapely(geometries)
    tree = strtree.STRtree(geometries)
    number = {id(geometry): k for k, geometry in enumerate(geometries)}
    expected = set()
    for i, geometry in enumerate(geometries):
        for other in tree.query(geometry):
            k = number[id(other)] if id(other) in number else int(other)
            if i < k and geometry.intersects(geometries[k]):
                expected.add((i, k))
    assert {tuple(pair) for pair in shapes.find_pairs().tolist()} == expected


def test_points_and_segments():
    shapes = sepal.Polys.from_shapely(
        [shapely.Point(1, 1), shapely.LineString([(0, 0), (3, 3)]), shapely.LinearRing([(0, 0), (3, 0), (0, 3)])]
    )
    assert shapes.vertices(1).tolist() == [[0, 0], [3, 3]]
    assert shapes.vertices(2).tolist() == [[0, 0], [3, 0], [0, 3]]
    assert shapes.contains(shapes, [[1, 0], [2, 0], [2, 1]]).tolist() == [True, True, False]


def test_rounding_that_bends_a_polygon():
    """Vertices on a circle of 1 micrometre around a point 1 km away: after rounding they are no longer convex, but their hull is."""
    ring = shapely.Point(1000, 1000).buffer(3e-4)
    with pytest.raises(sepal.ShapeError):
        sepal.Polys.from_rings([np.asarray(ring.exterior.coords)])
    with pytest.warns(sepal.RoundingWarning, match="geometry 0"):
        shapes = sepal.Polys.from_shapely([ring])
    rounded = np.asarray(ring.exterior.coords).astype(np.float32)
    points = sepal.Polys.from_rings(rounded[:, None, :])
    everyone = np.stack([np.zeros(len(points)), np.arange(len(points))], axis=1).astype(np.int64)
    assert shapes.contains(points, everyone).all()


@pytest.mark.parametrize(
    ("message", "make"),
    [
        ("concave", lambda: shapely.Polygon([(0, 0), (2, 0), (1, 0.5), (0, 2)])),
        ("hole", lambda: shapely.Point(0, 0).buffer(2).difference(shapely.Point(0, 0).buffer(1))),
        ("empty", lambda: shapely.Polygon()),
        ("MultiPoint", lambda: shapely.MultiPoint([(0, 0), (1, 1)])),
        ("LineString", lambda: shapely.LineString([(0, 0), (1, 1), (2, 0)])),
        ("fit float32", lambda: shapely.Point(1e60, 0)),
        ("is a str", lambda: "POINT (0 0)"),
    ],
)
def test_geometries_that_are_refused(message, make):
    with pytest.raises(sepal.ShapeError, match=message) as caught:
        sepal.Polys.from_shapely([shapely.Point(0, 0), make()])
    assert caught.value.index == 1


def test_the_first_of_several_that_are_refused():
    concave = shapely.Polygon([(0, 0), (2, 0), (1, 0.5), (0, 2)])
    good, holed = shapely.Point(1, 1), shapely.Point(0, 0).buffer(2).difference(shapely.Point(0, 0).buffer(1))
    bow = shapely.Polygon([(0, 0), (2, 2), (2, 0), (0, 2)])
    outside = shapely.Polygon([(0, 0), (2, 0), (0, 2)], [[(5, 5), (6, 5), (5, 6)]])
    for make, index, message in (
        (lambda: sepal.Polys.from_shapely([good, concave, "x"]), 1, "concave"),
        (lambda: sepal.Polys.from_shapely([good, good, "x", concave]), 2, "is a str"),
        (lambda: sepal.Polys.from_shapely([None, concave]), 0, "is a NoneType"),
        (lambda: sepal.Polys.from_shapely([good, shapely.Point(1e60, 0), "x"]), 1, "fit float32"),
        (lambda: sepal.Polys.from_shapely_groups([concave, bow, outside]), 1, "ring 0, vertex 0: .* another edge of its ring"),
        (lambda: sepal.Polys.from_shapely_groups([concave, outside, bow]), 1, "hole that is not inside"),
        (lambda: sepal.Polys.from_shapely([holed]), 0, "has a hole"),
        (lambda: sepal.Polys.from_shapely_groups([concave, concave, "x"]), 2, "is a str"),
        (lambda: sepal.Polys.from_shapely_groups([good, shapely.GeometryCollection([good, shapely.Polygon()])]), 1, "empty"),
    ):
        with pytest.raises(sepal.ShapeError, match=f"geometry {index}.*{message}") as caught:
            make()
        assert caught.value.index == index


def test_hulls_stand_where_their_polygons_stood():
    """Among others, a polygon that rounding bends, with more vertices than its hull."""
    bent = shapely.Point(1000, 1000).buffer(3e-4)
    geometries = [shapely.box(0, 0, 1, 1), bent, shapely.Point(3, 4), bent, shapely.box(2, 2, 3, 3)]
    with pytest.warns(sepal.RoundingWarning, match="geometry [13] by"):
        shapes = sepal.Polys.from_shapely(geometries)
        parts, groups = sepal.Polys.from_shapely_groups(geometries)
    assert shapes.vertices(2).tolist() == [[3, 4]]
    assert shapes.bounds()[4].tolist() == [2, 2, 3, 3]
    assert shapes.vertices(1).tolist() == shapes.vertices(3).tolist()
    assert 3 <= len(shapes.vertices(1)) < len(bent.exterior.coords) - 1
    assert groups.tolist() == [0, 1, 2, 3, 4, 5]
    assert (parts.to_rings().xy == shapes.to_rings().xy).all()


def test_there_and_back(random):
    geometries = [shapely.Polygon(ring) for ring in rings(random, 50)] + [shapely.Point(1, 2), shapely.LineString([(0, 0), (3, 4)])]
    shapes = sepal.Polys.from_shapely(geometries)
    same = shapes.to_shapely()
    assert sepal.Polys.from_shapely(same) == shapes
    assert [geometry.geom_type for geometry in same[-2:]] == ["Point", "LineString"]
    far = shapes.to_shapely(origin=(400000, 5900000))
    assert sepal.Polys.from_shapely(far, origin=(400000, 5900000)) == shapes
    assert far[-2].x == 400001
    assert sepal.Polys().to_shapely() == []


def test_a_radius_becomes_a_buffer():
    shapes = sepal.Polys.from_boxes([0, 9], 0, 2, 1, radius=[0.5, 0]).add_circles(3, 4, 2).add_capsules(0, 0, 3, 4, 1)
    shapes.add_rings([[5, 5], [9, 9], [7, 7]], radius=1).add_rings([[5, 5], [5, 5]], radius=1)
    box, plain, circle, capsule, line, point = shapes.to_shapely()
    assert abs(box.area - (2 + 3 + np.pi / 4)) < 0.01
    assert plain.area == 2
    assert abs(circle.area - 4 * np.pi) < 0.05
    assert circle.distance(shapely.Point(3, 6)) < 1e-9
    assert abs(capsule.area - (10 + np.pi)) < 0.01
    assert abs(line.area - (2 * np.hypot(4, 4) + np.pi)) < 0.01
    assert abs(point.area - np.pi) < 0.01
    assert len(circle.exterior.coords) == 65
    assert len(shapes.to_shapely(quad_segs=2)[2].exterior.coords) == 9
    with pytest.raises(ValueError, match="quad_segs is 0"):
        shapes.to_shapely(quad_segs=0)


def test_vertices_on_a_line_become_a_segment():
    shapes = sepal.Polys.from_rings([[[0, 0], [1, 1], [3, 3]], [[2, 2], [2, 2], [2, 2]], [[0, 0], [1e-6, 0], [1e6, 1e-3]]])
    assert [str(geometry.geom_type) for geometry in shapes.to_shapely()] == ["LineString", "Point", "Polygon"]
    assert list(shapes.to_shapely()[0].coords) == [(0, 0), (3, 3)]


def test_no_geometries():
    assert len(sepal.Polys.from_shapely([])) == 0
    assert sepal.Polys.from_shapely_groups([])[1].tolist() == [0]


def test_coordinates_in_space_lose_their_height():
    assert sepal.Polys.from_shapely([shapely.Polygon([(0, 0, 7), (1, 0, 8), (0, 1, 9)])]).vertices(0).tolist() == [[0, 0], [1, 0], [0, 1]]


class Frame:
    """What matters of GeoPandas' frame: going through it gives the names of its columns."""

    def __init__(self, geometries):
        self.geometry = geometries

    def __iter__(self):
        return iter(["name", "geometry"])


def test_a_frame_stands_for_its_geometries():
    geometries = [shapely.Point(1, 2), shapely.box(0, 0, 2, 3)]
    assert sepal.Polys.from_shapely(Frame(geometries)).find_pairs().tolist() == [[0, 1]]
    assert len(sepal.Polys.from_shapely_groups(Frame(geometries))[1]) == 3


def test_one_geometry_is_no_sequence():
    with pytest.raises(TypeError, match="not one Polygon; put it in a list"):
        sepal.Polys.from_shapely(shapely.box(0, 0, 1, 1))


def test_an_origin():
    """Of boxes of 0.25 m that share an edge at UTM coordinates, nothing is lost relative to an origin that is near."""
    boxes = [shapely.box(400000 + 0.25 * k, 5900000, 400000.25 + 0.25 * k, 5900000.25) for k in range(4)]
    shapes = sepal.Polys.from_shapely(boxes, origin=(400000, 5900000))
    assert shapes.bounds()[3].tolist() == [0.75, 0, 1, 0.25]
    grouped, groups = sepal.Polys.from_shapely_groups(boxes, origin=(400000, 5900000))
    assert (grouped.to_rings().xy == shapes.to_rings().xy).all()
    for make in (sepal.Polys.from_shapely, sepal.Polys.from_shapely_groups):
        with pytest.warns(sepal.RoundingWarning, match="origin="):
            make(boxes)


def test_groups_are_shapelys_geometries(random):
    geometries = []
    for k in range(60):
        x, y = random.integers(0, 20, 2)
        letter = shapely.Polygon([(x, y), (x + 3, y), (x + 3, y + 1), (x + 1, y + 1), (x + 1, y + 3), (x, y + 3)])
        line = shapely.LineString(random.integers(0, 20, (4, 2)))
        both = shapely.MultiPolygon([letter, shapely.Polygon([(x + 5, y), (x + 6, y), (x + 5, y + 1)])])
        everything = shapely.GeometryCollection([shapely.Point(y, x), line, both])
        geometries.append([letter, line, both, everything, shapely.Point(x, y)][k % 5])
    shapes, groups = sepal.Polys.from_shapely_groups(geometries)
    assert len(groups) == len(geometries) + 1
    pairs = all_pairs(geometries, geometries)
    meet = [geometries[i].intersects(geometries[k]) for i, k in pairs]
    assert (shapes.overlap_groups(shapes, pairs, groups, groups) == meet).all()
    assert 0.05 < np.mean(meet) < 0.95


def holed(random, x, y):
    """A polygon with up to four holes, of which some touch each other or the outline."""
    outline = [(x, y), (x + 8, y), (x + 8, y + 8), (x + 4, y + 6), (x, y + 8)]
    corners = [(x + 1, y + 1), (x + 3, y + 3), (x + 4, y), (x + 5, y + 3), (x + 6, y + 4)]
    made = shapely.Polygon(outline)
    for i, k in corners:
        if random.integers(0, 2):
            made = shapely.Polygon(outline, [*made.interiors, [(i, k), (i + 2, k), (i + random.integers(1, 3), k + 2)]])
            made = made if made.is_valid else shapely.Polygon(outline, list(made.interiors)[:-1])
    return made


def test_holes_are_cut_out(random):
    geometries = []
    for k in range(60):
        x, y = random.integers(0, 40, 2)
        first, second = holed(random, x, y), holed(random, x + 10, y + 3)
        geometries.append([first, shapely.MultiPolygon([first, second]), shapely.Point(x + 2, y + 2), shapely.box(x, y, x + 1, y + 1)][k % 4])
    assert sum(len(geometry.interiors) for geometry in geometries[::4]) > 15
    shapes, groups = sepal.Polys.from_shapely_groups(geometries)
    parts = shapes.to_shapely()
    for k, geometry in enumerate(geometries):
        assert sum(part.area for part in parts[groups[k] : groups[k + 1]]) == pytest.approx(geometry.area, abs=1e-9)
    pairs = all_pairs(geometries, geometries)
    meet = [geometries[i].intersects(geometries[k]) for i, k in pairs]
    assert (shapes.overlap_groups(shapes, pairs, groups, groups) == meet).all()
    joined = sepal.sjoin(geometries)
    assert list(zip(joined.left, joined.right)) == [(i, k) for (i, k), is_met in zip(pairs, meet) if is_met and i < k]


def test_what_geos_calls_valid_is_taken(random):
    """Of polygons with holes. What it calls invalid is refused, but for areas that fall into pieces where rings touch."""
    explain_validity = pytest.importorskip("shapely.validation").explain_validity
    seen = {}
    for n in range(6000):
        side = random.integers(3, 8)
        square = [(0, 0), (side, 0), (side, side), (0, side)]
        rings = [random.integers(0, side + 1, (random.integers(3, 7), 2)) for _ in range(random.integers(2, 5))]
        geometry = shapely.Polygon(rings[0] if n % 3 == 0 else square, rings[1:])
        why = explain_validity(geometry).split("[")[0]
        try:
            shapes = sepal.Polys.from_shapely_groups([geometry])[0]
        except sepal.ShapeError:
            shapes = None
        assert (shapes is not None) == (why == "Valid Geometry") or why == "Interior is disconnected", geometry.wkt
        if why == "Valid Geometry":
            assert sum(part.area for part in shapes.to_shapely()) == pytest.approx(geometry.area, abs=1e-9)
        seen[why] = seen.get(why, 0) + 1
    assert seen["Valid Geometry"] > 150
    assert len(seen) >= 5


def test_ragged_arrays_with_holes(random):
    """As shapely.to_ragged_array gives them: points, where rings begin in them, and where polygons begin among the rings."""
    geometries = [holed(random, 10 * k, 0) for k in range(12)]
    rings = [np.asarray(ring.coords) for geometry in geometries for ring in (geometry.exterior, *geometry.interiors)]
    offsets = np.cumsum([0, *map(len, rings)])
    polygons = np.cumsum([0, *(1 + len(geometry.interiors) for geometry in geometries)])
    shapes, groups = sepal.Polys.from_concave(np.concatenate(rings), offsets, polygons)
    expected = sepal.Polys.from_shapely_groups(geometries)
    assert (shapes, groups.tolist()) == (expected[0], expected[1].tolist())
    some, of_some = sepal.Polys.from_concave(np.concatenate(rings), offsets, polygons[4:9])
    assert some == shapes[groups[4] : groups[8]]
    assert of_some.tolist() == (groups[4:9] - groups[4]).tolist()


def test_ragged_arrays_that_are_refused():
    outline, hole, outside = [[0, 0], [9, 0], [9, 9], [0, 9]], [[1, 1], [3, 1], [3, 3]], [[11, 1], [13, 1], [13, 3]]
    shapes = sepal.Polys.from_circles(0, 0, 1)
    for rings, polygons, index, message in (
        ([outline, hole, outline, outside], [0, 2, 4], 1, "ring 1, vertex 0: its ring is a hole that is not inside the outline"),
        ([outline, outline, hole, [[2, 1], [4, 1], [4, 2]]], [0, 1, 4], 1, "ring 2, vertex 0: the edge that begins here crosses another ring"),
        ([outline, outline, hole, [[5, 5], [5, 5], [6, 6], [5, 7], [6, 5]]], [0, 1, 4], 1, "ring 2, vertex 0: .* another edge of its ring"),
        ([outline, outline, [[5, 5], [5, 5], [6, 6]]], [0, 1, 3], 1, "ring 1, vertex 0: its ring has less than three vertices"),
        ([outline, outline], [0, 1, 1, 2], 1, "it has no rings"),
        ([outline, outline, [[1, 1], [1e300, 1], [3, 3]]], [0, 1, 3], 1, "a coordinate is 1e\\+300"),
    ):
        with pytest.raises(sepal.ShapeError, match=f"polygon {index}: .*{message}") as caught:
            shapes.add_concave(rings, polygons=polygons)
        assert (caught.value.index, len(shapes)) == (index, 1)
    for polygons, message in (([0, 3], "polygons lie between 0 and 2, the number of rings"), ([0, 2, 1], "polygons ascend")):
        with pytest.raises(ValueError, match=message):
            shapes.add_concave([outline, hole], polygons=polygons)
    with pytest.warns(sepal.RoundingWarning, match="polygon 1 by"):
        sepal.Polys.from_concave(np.array([outline, outline, [[1, 1], [1.001, 1], [1.001, 1.001], [1, 1.001]]]) + [1000.3, 0], polygons=[0, 1, 3])


def test_groups_that_are_refused():
    outside = shapely.Polygon([(0, 0), (2, 0), (0, 2)], [[(5, 5), (6, 5), (5, 6)]])
    thin = shapely.Polygon([(0, 10), (10, 10), (10, 20), (5, 10 + 1e-12), (0, 20)])
    for message, geometry in (("hole", outside), ("empty", shapely.MultiPoint()), ("crosses another edge of its ring", thin)):
        with pytest.raises(sepal.ShapeError, match=message):
            sepal.Polys.from_shapely_groups([geometry])
