"""Areas in common, and what detectors ask."""

import numpy as np
import pytest

import sepal


@pytest.fixture
def random():
    return np.random.default_rng(12)


def turned(random, count, spread=4.0):
    """Boxes as rows of centre, size and angle."""
    return np.column_stack([random.uniform(0, spread, (count, 2)), random.uniform(0.5, 2, (count, 2)), random.uniform(-4, 4, count)])


def area_by_cutting(a, b):
    """The area that two convex polygons with counter-clockwise rows have in common (Sutherland, Hodgman)."""
    left = [tuple(map(float, p)) for p in b]
    for k in range(len(a)):
        (px, py), (qx, qy) = map(lambda p: tuple(map(float, p)), (a[k - 1], a[k]))
        sides = [(qx - px) * (y - py) - (qy - py) * (x - px) for x, y in left]
        kept = []
        for i, (x, y) in enumerate(left):
            j = (i + 1) % len(left)
            if sides[i] >= 0:
                kept.append((x, y))
            if sides[i] * sides[j] < 0:
                t = sides[i] / (sides[i] - sides[j])
                kept.append((x + (left[j][0] - x) * t, y + (left[j][1] - y) * t))
        left = kept
    return sum(left[i - 1][0] * left[i][1] - left[i - 1][1] * left[i][0] for i in range(len(left))) / 2


def test_common_areas_are_those_by_cutting(random):
    shapes = sepal.Polys.from_boxes(*turned(random, 40).T)
    pairs = random.integers(0, 40, (500, 2))
    common = shapes.common(shapes, pairs)
    areas = shapes.areas()
    for k, (i, j) in enumerate(pairs):
        area = area_by_cutting(shapes.vertices(i), shapes.vertices(j))
        assert common.area[k] == pytest.approx(area, abs=1e-6)
        assert common.iou[k] == pytest.approx(area / (float(areas[i]) + float(areas[j]) - area), abs=1e-6)
        assert common.share[k] == pytest.approx(area / areas[i], abs=1e-6)
        assert common.other_share[k] == pytest.approx(area / areas[j], abs=1e-6)
    assert ((common.area > 0) == shapes.overlap(shapes, pairs, touching=False)).all()
    assert (common.iou[pairs[:, 0] == pairs[:, 1]] == 1).all()


@pytest.mark.parametrize("workers", [1, 2])
def test_common_rows_are_those_of_their_pairs(random, workers):
    a, b = (sepal.Polys.from_boxes(*turned(random, n).T) for n in (30, 3000))
    rows = [(int(i), int(first), int(random.integers(0, 3001 - first))) for i, first in random.integers(0, 30, (30, 2))]
    pairs = [(i, k) for i, first, count in rows for k in range(first, first + count)]
    for of_rows, of_pairs in zip(a.common_rows(b, rows, workers=workers), a.common(b, pairs), strict=True):
        np.testing.assert_array_equal(of_rows, of_pairs)
    assert len(a.common_rows(b, np.empty((0, 3), int)).iou) == len(a.common_rows(b, [(0, 3000, 0)]).area) == 0


def test_common_polygons_have_the_common_areas(random):
    shapes = sepal.Polys.from_boxes(*turned(random, 40).T)
    pairs = random.integers(0, 40, (500, 2))
    xy, offsets = shapes.common_polygons(shapes, pairs)
    assert xy.dtype == np.float32 and offsets[-1] == len(xy)
    assert ((np.diff(offsets) > 0) == shapes.overlap(shapes, pairs)).all()
    for k, area in enumerate(shapes.common(shapes, pairs).area):
        x, y = xy[offsets[k] : offsets[k + 1]].astype(float).T
        assert (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2 == pytest.approx(area, abs=1e-5)
        assert len(x) == 0 or x[0] == x.min()


def test_common_polygons_have_the_room_that_they_need():
    turns = np.arange(40) * (2 * np.pi / 40)
    ring = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    polygon = sepal.Polys.from_rings([ring])
    xy, offsets = polygon.common_polygons(polygon)
    assert offsets.tolist() == [0, 40] and set(map(tuple, xy.tolist())) == set(map(tuple, polygon.vertices(0).tolist()))
    touching = sepal.Polys.from_boxes([0, 2, 4], 0, 2, 2)
    assert touching.common_polygons(touching, [[0, 1]])[0].tolist() == [[1, -1], [1, 1]]
    assert touching.common_polygons(touching, [[0, 1], [1, 2]], touching=False).offsets.tolist() == [0, 0, 0]
    assert touching.common_polygons(touching, np.empty((0, 2), int)).offsets.tolist() == [0]


def test_radii_are_refused():
    round_ones = sepal.Polys.from_circles([0, 1], 0, [0, 1])
    boxes = sepal.Polys.from_boxes([0, 1], 0, 2, 2)
    assert boxes.common(round_ones, [[0, 0]]).area.tolist() == [0]
    with pytest.raises(ValueError, match="shape 1 of the other set has a radius"):
        boxes.common(round_ones, [[0, 1]])
    with pytest.raises(ValueError, match="shape 1 of this set has a radius"):
        round_ones.areas()
    with pytest.raises(ValueError, match="shape 1 of the other set has a radius"):
        boxes.common_polygons(round_ones, [[0, 1]])
    assert boxes.common_rows(round_ones, [[0, 0, 1]]).area.tolist() == [0]
    with pytest.raises(ValueError, match="shape 1 of the other set has a radius"):
        boxes.common_rows(round_ones, [[0, 0, 0], [0, 0, 2]])
    with pytest.raises(ValueError, match="shape 1 of this set has a radius"):
        round_ones.common_rows(boxes, [[0, 0, 2], [1, 0, 1]])
    with pytest.raises(IndexError, match=r"rows\[1\] is \(0, 1, 2\), but the two sets have 2 and 2 shapes"):
        boxes.common_rows(boxes, [[0, 0, 2], [0, 1, 2]])
    with pytest.raises(IndexError):
        boxes.common_polygons(boxes, [[0, 2]])
    with pytest.raises(IndexError):
        boxes.common(boxes, [[0, 2]])


def test_box_iou(random):
    a, b = turned(random, 30), turned(random, 20)
    iou = sepal.box_iou(a, b)
    assert iou.shape == (30, 20) and iou.dtype == np.float32 and (sepal.box_iou(b, a).T == iou).all()
    assert (sepal.box_iou(a[:20], b, aligned=True) == np.diag(iou[:20])).all()
    to_degrees = [1, 1, 1, 1, 180 / np.pi]
    assert sepal.box_iou(a * to_degrees, b * to_degrees, degrees=True) == pytest.approx(iou, abs=1e-6)
    assert (np.diag(sepal.box_iou(a, a)) == 1).all()
    assert sepal.box_iou(a, b, mode="iof").min() >= 0
    corners = np.array([[0, 0, 4, 2], [4, 0, 5, 1], [1, 1, 2, 2]])
    assert sepal.box_iou(corners, corners).tolist() == [[1, 0, 0.125], [0, 1, 0], [0.125, 0, 1]]
    assert sepal.box_iou(corners, corners, "iof").tolist() == [[1, 0, 0.125], [0, 1, 0], [1, 0, 1]]
    assert sepal.box_iou(np.empty((0, 5)), b).shape == sepal.box_iou([], b).shape == (0, 20)
    for wrong in (lambda: sepal.box_iou(a[:, :3], b), lambda: sepal.box_iou(a, b, "giou"), lambda: sepal.box_iou(a, b, aligned=True)):
        with pytest.raises(ValueError):
            wrong()


def test_box_iou_3d(random):
    rows = np.column_stack([turned(random, 25), random.uniform(-1, 1, 25), random.uniform(0.5, 2, 25)])
    a = rows[:, (0, 1, 5, 2, 3, 6, 4)]
    iou = sepal.box_iou_3d(a, a)
    assert (np.diag(iou) == 1).all() and (iou <= 1).all() and (iou == iou.T).all()
    flat = sepal.box_iou(rows[:, :5], rows[:, :5])
    low, high = a[:, 2] - a[:, 5] / 2, a[:, 2] + a[:, 5] / 2
    height = np.maximum(np.minimum.outer(high, high) - np.maximum.outer(low, low), 0)
    area = a[:, 3] * a[:, 4]
    both = flat * np.add.outer(area, area) / (1 + flat) * height
    volume = area * a[:, 5]
    assert iou == pytest.approx(both / (np.add.outer(volume, volume) - both), abs=1e-5)
    assert (sepal.box_iou_3d(a, a, aligned=True) == 1).all()
    slender = np.array([0, 0, 0, 1e4, 0.01, 1, 0]) + random.uniform(0, 1, (2000, 7)) * [9, 9, 9, 1e4, 0.01, 1, 6]
    assert (sepal.box_iou_3d(slender, slender, aligned=True) == 1).all()
    assert sepal.box_iou_3d([[0, 0, 0, 2, 2, 2, 0]], [[0, 0, 2, 2, 2, 2, 0]]).tolist() == [[0]]


@pytest.mark.parametrize("mode", ["iou", "iof"])
@pytest.mark.parametrize("labelled", [0, 3, 70])
def test_nms_is_that_of_a_loop(random, mode, labelled):
    boxes, scores = turned(random, 600, 12), random.integers(0, 50, 600) / 50
    labels = random.integers(0, labelled, 600) if labelled else None
    share = sepal.box_iou(boxes, boxes, mode)
    order, kept = np.argsort(-scores, kind="stable"), []
    for k in order:
        if all(share[k, i] <= 0.3 if mode == "iof" else share[i, k] <= 0.3 for i in kept if labels is None or labels[i] == labels[k]):
            kept.append(k)
    assert sepal.nms(boxes, scores, 0.3, labels, mode=mode).tolist() == kept
    assert len(sepal.nms(np.empty((0, 5)), [])) == len(sepal.nms([], [])) == 0
    with pytest.raises(ValueError, match="scores has the shape"):
        sepal.nms(boxes, scores[1:])


@pytest.mark.parametrize("mode", ["iou", "iof"])
@pytest.mark.parametrize("method", ["linear", "gaussian"])
@pytest.mark.parametrize("labelled", [False, True])
def test_soft_nms_is_that_of_a_loop(random, mode, method, labelled):
    boxes, scores = turned(random, 300, 9), random.integers(0, 50, 300) / 50
    labels = random.integers(0, 3, 300) if labelled else np.zeros(300, int)
    share = sepal.box_iou(boxes, boxes, mode).astype(float)
    now, left, kept = scores.copy(), list(range(300)), []
    while left and max(now[left]) >= 0.05:
        best = left[int(np.argmax(now[left]))]
        kept.append(best)
        left.remove(best)
        for k in left:
            if labels[k] == labels[best]:
                covered = share[k, best] if mode == "iof" else share[best, k]
                now[k] *= np.exp(-covered * covered / 0.4) if method == "gaussian" else 1 - covered if covered > np.float32(0.3) else 1
    found, after = sepal.soft_nms(
        boxes, scores, 0.3, labels if labelled else None, sigma=0.4, min_score=0.05, method=method, mode=mode
    )
    assert found.tolist() == kept and after == pytest.approx(now[kept], rel=1e-12)
    assert 0 < len(kept) < 300 and (after < scores[found]).any() and (np.diff(after) <= 0).all()


def test_soft_nms_says_what_is_wrong():
    assert [len(one) for one in sepal.soft_nms(np.empty((0, 5)), [])] == [0, 0]
    one = [[0, 0, 1, 1]]
    for wrong, match in [
        (lambda: sepal.soft_nms(one, [1, 2]), "scores has the shape"),
        (lambda: sepal.soft_nms(one, [-1]), "the score of box 0 is -1"),
        (lambda: sepal.soft_nms(one, [float("nan")]), "the score of box 0 is nan"),
        (lambda: sepal.soft_nms(one, [1], method="naive"), "method is 'naive'"),
        (lambda: sepal.soft_nms(one, [1], mode="giou"), "mode is 'giou'"),
        (lambda: sepal.soft_nms(one, [1], sigma=0), "sigma is 0"),
    ]:
        with pytest.raises(ValueError, match=match):
            wrong()


def test_groups(random):
    """Groups whose parts do not overlap each other have in common what their parts have together, as a share of all of them."""
    tiles = sepal.Polys.from_boxes(*np.mgrid[0:6, 0:4].reshape(2, -1), 1, 1)
    boxes = sepal.Polys.from_boxes(5 * random.random(30), 3 * random.random(30), 2, 1, random.random(30))
    groups = [0, 4, 4, 12, 24]
    pairs = np.stack([random.integers(0, 4, 50), random.integers(0, 30, 50)], axis=1)
    answers = tiles.common_groups(boxes, pairs, groups)
    for i, (group, box) in enumerate(pairs):
        parts = np.arange(groups[group], groups[group + 1])
        area = tiles.common(boxes, np.stack([parts, np.full(len(parts), box)], axis=1)).area.sum(dtype=np.float64)
        wholes = float(len(parts)), float(boxes.areas()[box])
        assert answers.area[i] == pytest.approx(area, rel=1e-6)
        assert answers.iou[i] == pytest.approx(area / (sum(wholes) - area), rel=1e-6)
        assert answers.share[i] == pytest.approx(area / wholes[0] if area > 0 else 0, rel=1e-6)
        assert answers.other_share[i] == pytest.approx(area / wholes[1], rel=1e-6)
    assert (answers.area[pairs[:, 0] == 1] == 0).all() and (answers.area > 0).any()
    back = boxes.common_groups(tiles, pairs[:, ::-1], None, groups, workers=2)
    np.testing.assert_array_equal(back.area, answers.area)
    np.testing.assert_array_equal(back.share, answers.other_share)
    square = sepal.Polys.from_boxes([1.5], [1.5], 2, 2)
    assert tiles.common_groups(square, [(0, 0)], [0, 24]).other_share.tolist() == [1]
    with pytest.raises(ValueError, match="offsets|groups"):
        tiles.common_groups(square, [(0, 0)], [0, 25])
