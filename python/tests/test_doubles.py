"""Sets of float64: nothing is rounded, what they answer is exact, and what they do not answer says what to do."""

import copy
import pickle
import warnings
from fractions import Fraction

import numpy as np
import pytest

import sepal

UTM = np.round(np.array([500123.4567, 5400123.4567]) * 2**20) / 2**20
ORIGIN = (500000, 5400000)


TURN = np.array([[3, 4], [-4, 3]])


def bricks(rows, columns, at=UTM, length=12.25 + 2.0**-19, height=7.125 + 3 * 2.0**-20):
    """Lots laid as bricks, of shape (lots, 4, 2): corners lie on the edges of the next row. Their coordinates are multiples of 2**-20, and
    `turned` keeps them exact."""
    row, column = (k.ravel() for k in np.mgrid[:rows, :columns])
    x, y = at[0] + length * (column + 0.5 * (row % 2)), at[1] + height * row
    right, top = at[0] + length * (column + 1 + 0.5 * (row % 2)), at[1] + height * (row + 1)
    return np.stack([np.stack([x, right, right, x], 1), np.stack([y, y, top, top], 1)], 2)


def turned(rings, at=UTM):
    """By the direction (3, 4), and five times as large."""
    return at + (rings - at) @ TURN


def meeting(rings, touching):
    """Pairs of boxes that meet, by comparison of their sides."""
    low, high = rings.min(axis=1), rings.max(axis=1)
    apart = (lambda a, b: a > b) if touching else (lambda a, b: a >= b)
    meets = ~(apart(low[:, None], high[None]) | apart(low[None], high[:, None])).any(axis=2)
    return np.argwhere(np.triu(meets, 1)).tolist()


@pytest.mark.parametrize("touching", [True, False])
def test_bricks_meet_those_beside_them(touching):
    rings = bricks(12, 11)
    for origin in (None, ORIGIN):
        shapes = sepal.Polys.from_rings(turned(rings), dtype=np.float64, origin=origin)
        assert shapes.find_pairs(touching=touching).tolist() == meeting(rings, touching)
        pairs = np.argwhere(np.ones((len(rings), len(rings)), bool))
        found = pairs[shapes.overlap(shapes, pairs, touching=touching)]
        assert found[found[:, 0] < found[:, 1]].tolist() == meeting(rings, touching)
    rounded = sepal.Polys.from_rings(turned(rings), origin=ORIGIN)
    assert rounded.find_pairs(touching=touching).tolist() != meeting(rings, touching)


def test_points_on_borders():
    rings = bricks(3, 3)
    shapes = sepal.Polys.from_rings(rings, dtype=np.float64)
    corners = rings[4]
    for point in corners:
        on = ((rings.min(axis=1) <= point) & (point <= rings.max(axis=1))).all(axis=1)
        inside = ((rings.min(axis=1) < point) & (point < rings.max(axis=1))).all(axis=1)
        assert shapes.find_at(point).tolist() == np.flatnonzero(on).tolist()
        assert shapes.find_at(point, touching=False).tolist() == np.flatnonzero(inside).tolist()
        points = sepal.Polys.from_circles(*point, 0, dtype=np.float64)
        pairs = [[k, 0] for k in range(len(rings))]
        assert shapes.contains(points, pairs).tolist() == on.tolist()
        assert shapes.contains(points, pairs, touching=False).tolist() == inside.tolist()
    assert shapes.find_at(corners)[:, 0].tolist() == sorted(shapes.find_at(corners)[:, 0].tolist())


def test_windows():
    rings = bricks(4, 5)
    shapes = sepal.Polys.from_rings(rings, dtype=np.float64)
    low, high = rings[6, 0], rings[7, 2]
    for touching in (True, False):
        both = np.concatenate([rings, [[low, [high[0], low[1]], high, [low[0], high[1]]]]])
        expected = [i for i, k in meeting(both, touching) if k == len(rings)]
        assert shapes.find_in(low, high, touching=touching).tolist() == expected
        assert shapes.find_in([low], [high], touching=touching)[:, 1].tolist() == expected
    with pytest.raises(ValueError, match=r"low\[0\] is above high\[0\]"):
        shapes.find_in(high, low)
    with pytest.raises(ValueError, match=r"window\[0\]: a coordinate is neither 0 nor from 2\^-200"):
        shapes.find_in([0, 0], [np.inf, 1])


def test_integers_are_taken_as_they_are():
    big = 2**53
    squares = np.array([[[0, 0], [big - 1, 0], [big - 1, 1], [0, 1]], [[big, 0], [big, 1]][:1] * 4], np.int64)
    shapes = sepal.Polys.from_rings(squares, dtype=np.float64)
    assert shapes.find_pairs().tolist() == []
    assert shapes.vertices(1).tolist() == [[big, 0]] * 4
    assert sepal.Polys(dtype=float).add_rings(squares.astype(np.int32) % 100).dtype == np.float64
    for wrong in (big + 1, -big - 1):
        with pytest.raises(ValueError, match=rf"xy\[0\]\[2\]\[1\] is {wrong}; a float64, or an integer up to 2\*\*53"):
            sepal.Polys.from_rings(np.array([[[0, 0], [1, 0], [1, wrong]]]), dtype=np.float64)
    with pytest.raises(ValueError, match="2\\*\\*53"):
        sepal.Polys.from_rings([np.array([[0.5, 1]]), np.array([[big + 1, 0]])], dtype=np.float64)
    with pytest.raises(ValueError, match="x is 18446744073709551615"):
        sepal.Polys.from_circles(np.uint64(2**64 - 1), 0, 0, dtype=np.float64)
    if np.dtype(np.longdouble).itemsize > 8:
        with pytest.raises(ValueError, match=r"x\[1\] is"):
            sepal.Polys.from_circles(np.array([1, 1 + np.finfo(np.longdouble).eps], np.longdouble), 0, 0, dtype=np.float64)


def test_boxes_capsules_and_points():
    boxes = sepal.Polys.from_boxes([UTM[0], UTM[0] + 4], UTM[1], 4, [2, 2], 0.3, dtype=np.float64)
    turn, half = np.float64(0.3), np.array([[-2, -1], [2, -1], [2, 1], [-2, 1]], float)
    c, s = np.cos(turn), np.sin(turn)
    corners = np.stack([(UTM[0] + c * half[:, 0]) - s * half[:, 1], (UTM[1] + s * half[:, 0]) + c * half[:, 1]], axis=1)
    assert boxes.vertices(0).tolist() == corners.tolist()
    assert sepal.Polys.from_boxes(0.1, 0.2, 2, 4, dtype=float).vertices(0)[2].tolist() == [0.1 + 1, 0.2 + 2]
    lines = sepal.Polys.from_capsules([0.1, 1], 0.2, 5, [6, 7], 0, dtype=np.float64)
    assert lines.vertices(1).tolist() == [[1, 0.2], [5, 7]]
    hull = sepal.Polys.from_hulls([[0.1, 0.1], [0.3, 0.3], [0.2, 0.2], [0.1, 0.3]], dtype=np.float64)
    assert hull.vertices(0).tolist() == [[0.1, 0.1], [0.3, 0.3], [0.1, 0.3]]
    for wrong, message in (([[0, 0], [0, np.nan]], "hull 1: "), ([[0, 0], [0, 1e-300]], "hull 1: a coordinate is neither 0 nor from")):
        with pytest.raises(sepal.ShapeError, match=message):
            hull.add_hulls([[[0, 0]], wrong])
    assert len(hull) == 1
    for wrong, message in (((1, [1, -1]), "box 1: a half extent is negative"), ((1, [1, np.nan]), "box 1: a half extent is not finite")):
        with pytest.raises(sepal.ShapeError, match=message):
            boxes.add_boxes(0, 0, *wrong)
    with pytest.raises(ValueError, match="y has 2 numbers, but x has 3"):
        boxes.add_circles([1, 2, 3], [1, 2], 0)
    assert len(boxes) == 2


def test_radii_and_margins():
    """Tracks of a board in nanometres, whose gap is the clearance, and a third one nearer than that."""
    y = np.array([0, 500_000, 1_000_000 - 1])
    tracks = sepal.Polys.from_capsules(0, y, 8_000_000, y, 125_000, dtype=np.float64)
    tracks.add_circles([0.1], 2e6, 0.3)
    assert tracks.find_pairs(margin=250_000, touching=False).tolist() == [[1, 2]]
    assert tracks.find_pairs(margin=250_000).tolist() == [[0, 1], [1, 2]]
    assert tracks.find_near(margin=250_000).tolist() == [[0, 1], [1, 2]]
    assert tracks.overlap(tracks, [[0, 1]], margin=250_000 - 2**-30).tolist() == [False]
    assert tracks.find_at([0, 125_000]).tolist() == [0]
    assert tracks.find_at([0, 125_000], touching=False).tolist() == []
    assert (tracks.radius(0), tracks.radius(3)) == (125_000, 0.3)
    assert tracks.to_rings().radius.tolist() == [125_000] * 3 + [0.3]
    for same in (tracks.copy(), pickle.loads(pickle.dumps(tracks)), tracks[:], sepal.Polys(dtype=float).extend(tracks)):
        assert same == tracks
    assert tracks.bounds()[3].tolist() == pytest.approx([-0.2, 2e6 - 0.3, 0.4, 2e6 + 0.3], rel=1e-15)
    assert tracks.astype(np.float32).radius(3) == np.float32(0.3)
    boxes = sepal.Polys.from_boxes([0, 10], 0, 2, 2, radius=[0.1, 0.2], dtype=np.float64)
    assert boxes.radius(1) == 0.2
    assert boxes.overlap(boxes, [[0, 1]], margin=7.7).tolist() == [sum(map(Fraction, (0.1, 0.2, 7.7))) >= 8]
    for wrong in (-1, 1e-300, np.nan, np.inf):
        with pytest.raises(ValueError, match="margin is .*; 0 or a number from 2\\*\\*-200 to 2\\*\\*100"):
            tracks.overlap(tracks, margin=wrong)
        with pytest.raises(sepal.ShapeError, match="circle 0: "):
            tracks.add_circles(0, 0, wrong)
    assert len(tracks) == 4


def test_concave_polygons():
    at = UTM + np.array([[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]) @ TURN
    shapes, groups = sepal.Polys.from_concave([at], dtype=np.float64)
    points = sepal.Polys.from_rings([[p] for p in UTM + np.array([[2, 2], [2, 0.5], [1, 1], [2, 1]]) @ TURN], dtype=np.float64)
    asked = [[0, k] for k in range(4)]
    assert shapes.overlap_groups(points, asked, groups).tolist() == [False, True, True, True]
    assert shapes.overlap_groups(points, asked, groups, touching=False).tolist() == [False, True, False, False]
    with pytest.raises(sepal.ShapeError, match="polygon 0: ring 0, vertex 0: the edge that begins here touches"):
        shapes.add_concave([[0, 0], [1, 1], [1, 0], [0, 1]])
    geometry = pytest.importorskip("shapely.geometry")
    found, begins = sepal.Polys.from_shapely_groups([geometry.Polygon(at), geometry.Point(at[0])], dtype=np.float64)
    assert begins.tolist() == [0, len(found) - 1, len(found)]
    with pytest.raises(sepal.ShapeError, match="geometry 1 is concave"):
        sepal.Polys.from_shapely([geometry.Point(0, 0), geometry.Polygon(at)], dtype=np.float64)
    with pytest.raises(sepal.ShapeError, match=r"geometry 0 has coordinates that are neither 0 nor from 2\*\*-200"):
        sepal.Polys.from_shapely([geometry.Point(1e-200, 0)], dtype=np.float64)
    with pytest.raises(sepal.ShapeError, match="geometry 0: ring 0, vertex"):
        sepal.Polys.from_shapely_groups([geometry.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)])], dtype=np.float64)


def test_outside_of_an_area():
    """Points on the border of an area, and next to it by less than float32 tells."""
    corners = np.array([[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]], float)
    shapes, area = sepal.Polys.from_concave([UTM + corners @ TURN], dtype=np.float64)
    outside = shapes.add_outside(UTM + corners @ TURN, beyond=2)
    at = np.array([[1, 1], [2, 1], [1 - 2.0**-20, 2], [1 + 2.0**-20, 2], [1 + 2.0**-20, 1 + 2.0**-20], [4, 2], [100, 0]])
    points = sepal.Polys.from_rings([[p] for p in UTM + at @ TURN], dtype=np.float64)
    asked = [[0, k] for k in range(len(at))]
    is_inside = shapes.overlap_groups(points, asked, area) & ~shapes.overlap_groups(points, asked, outside, touching=False)
    assert is_inside.tolist() == [True, True, True, False, False, False, False]
    before = len(shapes)
    for wrong in (0, -1, np.nan, 1e-300, 1e300):
        with pytest.raises(ValueError, match="beyond is .*; a number from 2\\*\\*-200 to 2\\*\\*100 is expected"):
            shapes.add_outside(corners, beyond=wrong)
    with pytest.raises(sepal.ShapeError, match="no frame around it has sides in the type of the set"):
        shapes.add_outside(UTM + corners, beyond=1e-12)
    assert len(shapes) == before


def test_what_is_refused():
    shapes = sepal.Polys.from_rings([[[0, 0], [4, 0], [0, 3]]], dtype=np.float64)
    for ring, message in (
        ([[0, 0], [4, 0], [1, 1], [0, 3]], "polygon 0: its vertices do not go round"),
        ([[0, 0], [1e200, 0], [0, 3]], "polygon 0: a coordinate is neither 0 nor"),
        ([[0, 0], [1e-200, 0], [0, 3]], "polygon 0: a coordinate is neither 0 nor"),
    ):
        with pytest.raises(sepal.ShapeError, match=message):
            shapes.add_rings(ring)
    with pytest.raises(ValueError, match="a set of float64 keeps coordinates as they are"):
        shapes.add_rings([[1, 1]], origin=(1, 1))
    with pytest.raises(ValueError, match="origin is .*; numbers that are 0 or from"):
        sepal.Polys(dtype=np.float64, origin=(1e-300, 0))
    with pytest.raises(ValueError, match="origin is .*; 2 finite numbers are expected"):
        sepal.Polys(dtype=np.float64, origin=(np.nan, 0))
    with pytest.raises(TypeError, match="dtype is int64; numpy.float32 or numpy.float64 is expected"):
        sepal.Polys(dtype=int)
    with pytest.raises(TypeError, match="a set of float32 has none"):
        sepal.Polys(origin=(1, 1))
    with pytest.raises(TypeError, match="a set of float32 has no origin"):
        sepal.Polys().rebase((1, 1))
    assert len(shapes) == 1


NO_PAIRS = np.zeros((0, 2), int)
SHAPES = sepal.Polys.from_rings([[[0, 0], [4, 0], [0, 3]], [[1, 1], [2, 1], [2, 2]]], dtype=np.float64)


@pytest.mark.parametrize(
    "ask",
    [
        lambda a: a.mtv(a),
        lambda a: a.nearest(a),
        lambda a: a.mtv_rows(a, [[0, 0, 2]]),
        lambda a: a.contacts(a),
        lambda a: a.common(a),
        lambda a: a.common_rows(a, [[0, 0, 2]]),
        lambda a: a.areas(),
        lambda a: a.sweep(a, [[0, 1]], moves=([1, 1], [0, 0])),
        lambda a: a.deepest_groups(a),
        lambda a: a.first_groups(a, moves=([1, 1], [0, 0])),
        lambda a: a.find_nearest(),
        lambda a: a.cast_rays([[-1, 0]], [[9, 0]]),
        lambda a: a.cast_shapes(a),
        lambda a: sepal.Polys().place(a, [0], 0, 0),
        lambda a: a.copy().place(sepal.Polys.from_circles(0, 0, 1), [0], 0, 0),
        lambda a: a.first_hit(0, a, [0], 0),
        lambda a: a.sweep(a, NO_PAIRS, moves=([1, 1], [0, 0])),
        lambda a: a.mtv(a, NO_PAIRS),
        lambda a: a.contacts(a, NO_PAIRS),
        lambda a: a.common(a, NO_PAIRS),
        lambda a: a.cast_rays(np.zeros((0, 2)), np.zeros((0, 2))),
    ],
)
def test_questions_that_are_not_answered_say_what_to_do(ask):
    with pytest.raises(TypeError, match="sets of float64 do not answer this; shapes.astype\\(numpy.float32|one set is of float32"):
        ask(SHAPES)


@pytest.mark.parametrize(
    "ask",
    [
        lambda a, b: a.overlap(b),
        lambda a, b: a.contains(b),
        lambda a, b: a.overlap_one(0, b),
        lambda a, b: a.overlap_rows(b, [[0, 0, 2]]),
        lambda a, b: a.overlap_groups(b),
        lambda a, b: a.find_pairs(b),
        lambda a, b: a.find_pairs(b, ordered=False),
        lambda a, b: a.find_near(b),
        lambda a, b: a.find_range(0, 2, b),
        lambda a, b: a.find_list([1], b),
        lambda a, b: a.copy().replace(0, b),
        lambda a, b: a.overlap(b, NO_PAIRS),
        lambda a, b: a.contains(b, NO_PAIRS),
        lambda a, b: a.overlap_rows(b, np.zeros((0, 3), int)),
        lambda a, b: a.overlap_groups(b, pairs=NO_PAIRS),
        lambda a, b: a.find_list([], b),
        lambda a, b: a.find_range(0, 0, b),
        lambda a, b: a.find_pairs(b[:0].rebase(b.origin) if b.dtype == np.float64 else b[:0]),
    ],
)
def test_sets_that_do_not_belong_together(ask):
    same = SHAPES.copy()
    ask(SHAPES, same)
    with pytest.raises(TypeError, match="one set is of float32 and the other of float64; shapes.astype\\(numpy.float64\\)"):
        ask(SHAPES, SHAPES.astype(np.float32))
    far = SHAPES.copy().rebase((7, 7))
    with pytest.raises(TypeError, match="the sets of float64 have different origins; shapes.rebase\\(other.origin\\)"):
        ask(SHAPES, far)
    ask(SHAPES, far.rebase(SHAPES.origin))


def test_shapes_of_a_set_with_another_origin_are_added_as_they_are():
    rings = bricks(3, 3)
    far, near = (sepal.Polys.from_rings(rings, dtype=np.float64, origin=origin) for origin in (None, ORIGIN))
    assert far == near
    both = near.copy().extend(far)
    assert both.origin == ORIGIN
    assert both.to_rings()[0].tolist() == 2 * rings.reshape(-1, 2).tolist()
    pairs = near.find_pairs()
    assert both.overlap(both, pairs + [0, len(near)]).all()
    assert far.find_pairs().tolist() == pairs.tolist()


def test_a_kept_tree_follows_its_set_to_another_origin():
    shapes = sepal.Polys.from_rings(bricks(20, 20), dtype=np.float64)
    kept = shapes.keep(slack=0.5)
    pairs = kept.find_pairs().tolist()
    assert len(pairs) > 400
    for origin in (ORIGIN, (0, 0), (-7, 2e6)):
        shapes.rebase(origin)
        assert kept.find_pairs().tolist() == pairs


def test_a_set_as_a_container():
    shapes = sepal.Polys.from_rings(bricks(2, 2), dtype=np.float64, origin=ORIGIN)
    shapes.remove(1)
    for same in (shapes.copy(), pickle.loads(pickle.dumps(shapes)), copy.deepcopy(shapes)):
        assert same == shapes
        assert (same.dtype, same.origin, same.removed().tolist()) == (np.float64, ORIGIN, [1])
    assert shapes[2:].dtype == np.float64
    assert shapes[2:].find_pairs(shapes, ordered=True).tolist() == [[0, 0], [0, 2], [0, 3], [1, 2], [1, 3]]
    assert shapes.bounds()[2].tolist() == [*bricks(2, 2)[2, 0], *bricks(2, 2)[2, 2]]
    assert np.isnan(shapes.bounds()[1]).all()
    assert repr(shapes) == "<sepal.Polys of 4 shapes, float64>"
    shapes.replace(1, shapes, 0)
    assert len(sepal.Polys(dtype=np.float64).extend(shapes)) == 4
    with pytest.raises(TypeError, match="a set of float64 is expected, not of float32; astype"):
        shapes.extend(sepal.Polys())
    shapes.update(0, bricks(2, 2)[3])
    assert shapes.overlap(shapes, [[0, 3]], touching=False).all()
    with pytest.raises(sepal.ShapeError, match="polygon 0"):
        shapes.update(0, bricks(2, 2)[3][[0, 2, 1, 3]])
    shapes.clear()
    assert shapes.add_rings([[0.1, 0.1]]).vertices(0).tolist() == [[0.1, 0.1]]
    kept = shapes.keep()
    assert len(kept.find_pairs()) == 0
    assert shapes.to_svg().startswith("<svg")


def test_astype():
    rings = bricks(3, 3)
    shapes = sepal.Polys.from_rings(rings, dtype=np.float64)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        near = shapes.astype(np.float32, origin=ORIGIN)
    assert near.vertices(4).tolist() == (rings[4] - ORIGIN).astype(np.float32).tolist()
    assert near.astype(np.float64).astype(np.float32) == near
    with pytest.warns(sepal.RoundingWarning):
        shapes.astype(np.float32)
    bent = sepal.Polys.from_rings([[[0.1, 0.1], [1.1, 1.1 - 1e-9], [2.1, 2.1], [0.1, 3]], [[5, 5], [6, 5], [5, 6]]], dtype=np.float64)
    bent.remove(1)
    rounded = bent.astype(np.float32)
    assert rounded.removed().tolist() == [1]
    assert sepal.Polys.from_rings(rounded.vertices(0)) == rounded[:1]
    assert {tuple(v) for v in rounded.vertices(0).tolist()} <= {tuple(v) for v in bent.vertices(0).astype(np.float32).tolist()}


def test_questions_of_several_threads():
    rings = bricks(100, 100)
    shapes = sepal.Polys.from_rings(rings, dtype=np.float64, origin=ORIGIN)
    pairs = shapes.find_near()
    assert shapes.overlap(shapes, pairs, workers=4).tolist() == shapes.overlap(shapes, pairs).tolist()
