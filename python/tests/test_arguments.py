"""What arguments may be, what is not copied, and what is said of those that are refused."""

import numpy as np
import pytest

import sepal
from sepal import _arrays


def test_pairs_of_uint32_and_int32_are_not_copied():
    for dtype in (np.uint32, np.int32):
        pairs = np.zeros((5, 2), dtype)
        assert np.shares_memory(_arrays.pairs_of(pairs), pairs)
        assert np.shares_memory(_arrays.pairs_of(pairs[2:]), pairs)


def test_float32_columns_are_not_copied():
    table = np.zeros((6, 5), np.float32)
    for name, column in _arrays.columns({"x": table[:, 0], "y": table[:, 3]}).items():
        assert np.shares_memory(column, table), name
    x = np.zeros(6, np.float32)
    assert np.shares_memory(_arrays.columns({"x": x, "y": x.copy()})["x"], x)
    xy = np.zeros((2, 9), np.float32)
    assert all(np.shares_memory(c, xy) for c in _arrays.points("xy", xy.T, 2))


def test_columns_of_every_layout_mean_the_same():
    table = np.arange(30, dtype=np.float32).reshape(6, 5) + 1
    expected = sepal.Polys.from_boxes(*(table[:, k].copy() for k in range(4))).to_rings().xy
    layouts = (
        table,
        table.astype(np.float64),
        table.astype(np.int64),
        np.asfortranarray(table),
        table[::-1].copy()[::-1],
        np.repeat(table, 2, axis=0)[::2],
        table.astype(">f4"),
    )
    for layout in layouts:
        shapes = sepal.Polys.from_boxes(layout[:, 0], layout[:, 1], layout[:, 2], layout[:, 3])
        assert (shapes.to_rings().xy == expected).all(), layout.dtype
    rows = np.zeros(6, dtype=[("x", "f4"), ("y", "f4"), ("odd", "i1"), ("length", "f4"), ("width", "f4")])
    for name, k in (("x", 0), ("y", 1), ("length", 2), ("width", 3)):
        rows[name] = table[:, k]
    assert (sepal.Polys.from_boxes(*(rows[n] for n in ("x", "y", "length", "width"))).to_rings().xy == expected).all()


def test_pairs_of_every_layout_mean_the_same():
    shapes = sepal.Polys.from_circles(np.arange(10), 0, 1.2)
    pairs = np.random.default_rng(1).integers(0, 10, (100, 2))
    expected = shapes.overlap(shapes, pairs)
    for other in (pairs.tolist(), pairs.astype(np.int8), np.asfortranarray(pairs.astype(np.uint32)), pairs.astype(">u4")):
        assert (shapes.overlap(shapes, other) == expected).all()
    assert (shapes.overlap(shapes, np.repeat(pairs, 2, axis=0).astype(np.uint32)[::2]) == expected).all()
    assert shapes.overlap(shapes, []).shape == (0,)


def test_rings_of_every_layout_mean_the_same():
    ring = np.array([[0, 0], [2, 0], [1, 2]])
    one = sepal.Polys.from_rings(ring)
    assert len(one) == 1
    for given in ([ring, ring], np.stack([ring, ring]), [ring.tolist()] * 2):
        assert (sepal.Polys.from_rings(given).to_rings().xy == np.concatenate([ring, ring])).all()
    packed = sepal.Polys.from_rings(np.concatenate([ring, ring]), [0, 3, 6])
    assert len(packed) == 2
    assert len(sepal.Polys.from_rings([])) == 0
    assert sepal.Polys.from_rings(ring, radius=2).radius(0) == 2


def test_numbers_for_all():
    assert sepal.Polys.from_boxes(0, 0, 1, 1).to_rings().xy.shape == (4, 2)
    assert len(sepal.Polys.from_boxes([], [], 1, 1, 0.5)) == 0
    assert sepal.Polys.from_circles(0, [1, 2, 3], 2).radius(2) == 2


def test_float64_is_rounded():
    assert sepal.Polys.from_circles(0.1, 0, 1).vertices(0)[0, 0] == np.float32(0.1)


@pytest.mark.parametrize(
    ("index", "message", "make"),
    [
        (2, "box 2: .*not finite", lambda: sepal.Polys.from_boxes([0, 1, np.nan, np.nan], 0, 1, 1)),
        (1, "box 1: .*negative", lambda: sepal.Polys.from_boxes(0, 0, [1, -1], 1)),
        (0, "box 0: its orientation", lambda: sepal.Polys.from_boxes(0, 0, 1, 1, np.inf)),
        (1, "box 1: ", lambda: sepal.Polys.from_boxes([0, 3e38], 0, 3e38, 1)),
        (1, r"box 1: x is 1e\+300, and float32 ends at 3.4e\+38", lambda: sepal.Polys.from_boxes([0, 1e300], 0, 1, 1)),
        (1, r"circle 1: radius is 1e\+39", lambda: sepal.Polys.from_circles(0, 0, [1, 1e39])),
        (1, r"polygon 1: a coordinate is -1e\+300", lambda: sepal.Polys.from_rings([[[0, 0]], [[0, 0], [1, -1e300]]])),
        (0, r"hull 0: a coordinate is 1e\+300", lambda: sepal.Polys.from_hulls([[0, 1e300]])),
        (1, r"sphere 1: center y is 1e\+300", lambda: sepal.Solids.from_spheres([[0, 0, 0], [0, 1e300, 0]], 1)),
        (0, r"hull 0: a coordinate is 1e\+300", lambda: sepal.Solids.from_hulls([[0, 0, 1e300]])),
        (1, r"pose 1: x is 1e\+300", lambda: sepal.Polys().place(sepal.Polys.from_circles(0, 0, 1), [0, 0], [0, 1e300], 0)),
        (1, "box 1: its radius is negative", lambda: sepal.Polys.from_boxes([0, 1], 0, 1, 1, radius=[1, -1])),
        (3, "circle 3: its radius is negative", lambda: sepal.Polys.from_circles(0, 0, [0, 1, 2, -1])),
        (1, "capsule 1: .*not finite", lambda: sepal.Polys.from_capsules(0, 0, 1, [0, np.inf], 1)),
        (1, "polygon 1: its vertices do not go", lambda: sepal.Polys.from_rings([[[0, 0]], [[0, 0], [1, 1], [1, 0], [0, 1]]])),
        (1, "polygon 1: .*not finite", lambda: sepal.Polys.from_rings([[[0, 0]], [[0, 0], [1, np.inf]]])),
        (1, "polygon 1: it has no vertices", lambda: sepal.Polys.from_rings([[[0, 0]], []])),
        (1, "polygon 1: its radius is negative", lambda: sepal.Polys.from_rings([[[0, 0]], [[1, 0]]], radius=[1, -2])),
        (0, "hull 0: .*not finite", lambda: sepal.Polys.from_hulls([[0, np.nan]])),
        (1, "box 1: its rotation", lambda: sepal.Solids.from_boxes([0, 0, 0], 1, [[1, 0, 0, 0], [0, 0, 0, 0]])),
        (1, "box 1: its radius is negative", lambda: sepal.Solids.from_boxes([0, 0, 0], 1, radius=[0, -1])),
        (0, "sphere 0: .*not finite", lambda: sepal.Solids.from_spheres([0, 0, np.nan], 1)),
        (1, "hull 1: it has no vertices", lambda: sepal.Solids.from_hulls([[[1, 2, 3]], []])),
        (0, "box 0: .*not finite", lambda: sepal.Solids.from_parallelepipeds(0, [0, np.inf, 0], 0, 0)),
    ],
)
def test_shapes_that_are_refused(index, message, make):
    with pytest.raises(sepal.ShapeError, match=message) as caught:
        make()
    assert caught.value.index == index


def test_nothing_is_added_of_what_is_refused():
    shapes = sepal.Polys.from_circles([1, 2], 0, 1)
    for add in (
        lambda: shapes.add_rings([[[0, 0]], []]),
        lambda: shapes.add_rings([[[0, 0]], []], radius=1),
        lambda: shapes.add_boxes([0, np.nan], 0, 1, 1),
        lambda: shapes.add_circles(0, 0, [1, -1]),
    ):
        with pytest.raises(sepal.ShapeError):
            add()
        assert len(shapes) == 2


@pytest.mark.parametrize("make", [lambda n: sepal.Polys.from_circles(range(n), 0, 1), lambda n: sepal.Solids.from_spheres(np.eye(n, 3), 1)])
@pytest.mark.parametrize("question", ["overlap", "contains", "mtv"])
def test_indices_that_are_not_there(make, question):
    a, b = make(3), make(2)
    ask = getattr(a, question)
    for pairs in ([[0, 1], [2, 2]], np.array([[0, 1], [2, 2]], np.uint32)):
        with pytest.raises(IndexError, match=r"pairs\[1\] is \(2, 2\), but the second set has 2 shapes"):
            ask(b, pairs)
    for dtype in (np.int64, np.int32, np.int8):
        with pytest.raises(IndexError, match=r"pairs\[1\] is \(-1, 0\)"):
            ask(b, np.array([[0, 1], [-1, 0]], dtype))
    with pytest.raises(IndexError):
        ask(b, np.array([[2**40, 0]]))
    with pytest.raises(ValueError, match=r"shape \(n, 2\)"):
        ask(b, [[0, 1, 2]])
    with pytest.raises(TypeError, match="integers"):
        ask(b, [[0.5, 1]])


@pytest.mark.parametrize("margin", [-1, np.nan, np.inf, 1e300])
def test_margins_that_are_refused(margin):
    a = sepal.Polys.from_circles([0, 1], 0, 1)
    for ask in (
        lambda: a.overlap(a, margin=margin),
        lambda: a.mtv(a, margin=margin),
        lambda: a.overlap_one(0, a, margin=margin),
        lambda: a.find_pairs(margin=margin),
        lambda: a.find_pairs(margin=margin, ordered=False),
        lambda: a.any_pair(margin=margin),
        lambda: a.find_near(margin=margin),
        lambda: a.find_range(0, 2, margin=margin),
        lambda: a.find_at([0, 0], margin=margin),
        lambda: a.nearest(a, margin=margin),
        lambda: a.first_hit(0, a, 0, 0, margin=margin),
    ):
        with pytest.raises(ValueError, match="margin is"):
            ask()


def test_other_arguments_that_are_refused():
    a = sepal.Polys.from_circles([0, 1], 0, 1)
    solids = sepal.Solids.from_spheres([0, 0, 0], 1)
    with pytest.raises(TypeError, match=r"a sepal\.Polys is expected"):
        a.overlap(solids, [[0, 0]])
    with pytest.raises(TypeError, match=r"a sepal\.Solids is expected"):
        solids.mtv(a, [[0, 0]])
    with pytest.raises(ValueError, match="y has 3 numbers, but x has 2"):
        a.add_circles([0, 1], [0, 1, 2], 1)
    with pytest.raises(ValueError, match="x: one number per shape"):
        a.add_circles([[0, 1]], 0, 1)
    with pytest.raises(TypeError, match="x: numbers are expected"):
        a.add_circles("abc", 0, 1)
    with pytest.raises(TypeError, match="not both"):
        a.add_boxes(0, 0, 1, 1, 0.1, cos=1, sin=0)
    with pytest.raises(TypeError, match="together"):
        a.add_boxes(0, 0, 1, 1, cos=1)
    with pytest.raises(ValueError, match=r"offsets\[2\] = 1 follows 2"):
        a.add_rings(np.zeros((3, 2)), [0, 2, 1])
    with pytest.raises(ValueError, match="between 0 and 3"):
        a.add_rings(np.zeros((3, 2)), [0, 4])
    with pytest.raises(ValueError, match=r"shape \(n, 2\) is expected, not \(3, 3\)"):
        a.add_rings(np.zeros((3, 3)))
    with pytest.raises(IndexError, match="index is 2, but the set has 2 shapes"):
        a.vertices(2)
    with pytest.raises(IndexError, match="index is -1"):
        a.radius(-1)
    with pytest.raises(ValueError, match="one set"):
        a.place(a, [0], 0, 0)
    with pytest.raises(IndexError, match=r"model\[1\] is 2"):
        sepal.Polys().place(a, [0, 2], 0, 0)
    with pytest.raises(sepal.ShapeError, match="pose 1: its pose is not finite"):
        sepal.Polys().place(a, [0, 1], 0, [0, np.nan])
    with pytest.raises(TypeError, match=r"a sepal\.Polys is expected, not NoneType"):
        a.overlap(None)
    for ask in (a.overlap, a.contains, a.mtv, a.nearest, a.contacts, a.sweep, a.find_pairs, a.any_pair, a.find_near):
        with pytest.raises(TypeError, match=r"a sepal\.Polys is expected, not Solids"):
            ask(solids)
    with pytest.raises(TypeError, match=r"a sepal\.Polys is expected, not str"):
        a.overlap_groups("x", [[0, 0]])
    with pytest.raises(ValueError, match="moves: two arrays"):
        a.sweep(a, moves=(1, 2, 3))
    with pytest.raises(sepal.ShapeError, match=r"other_moves\[1\]\[1\] is 1e\+300; a number of at most") as caught:
        a.sweep(a, other_moves=(0, [0, 1e300]))
    assert caught.value.index == 1
    with pytest.raises(ValueError, match=r"at\[0\] is \[1e\+300, 0\.0\]; numbers of at most 3.4e\+38"):
        a.find_at([1e300, 0])
    with pytest.raises(ValueError, match=r"moves\[0\] is \[0\.0, inf\]"):
        a.cast_rays([[0, 0]], [[0, np.inf]])
    with pytest.raises(ValueError, match="margin is 1e[+]300; a number from 0 to 3.4e[+]38 is expected"):
        a.overlap(a, margin=1e300)
    with pytest.raises(TypeError, match="margin is 'wide'; a number is expected"):
        a.overlap(a, margin="wide")
    with pytest.raises(ValueError, match="origin is 7; 2 finite numbers are expected"):
        a.add_circles(0, 0, 1, origin=7)
    with pytest.raises(ValueError, match="3 finite numbers are expected"):
        solids.add_spheres([0, 0, 0], 1, origin=(0, 0, np.nan))
    with pytest.raises(ValueError, match="workers is 0"):
        a.overlap(a, workers=0)
    with pytest.raises(ValueError, match="'mmx'"):
        sepal.use_isa("mmx")


@pytest.mark.parametrize("touching", ["apart", None, 2, 0.5])
def test_touching_is_true_or_false(touching):
    a = sepal.Polys.from_circles([0, 2], 0, 1)
    asked = [
        lambda **options: a.overlap(a, **options),
        lambda **options: a.overlap_one(0, a, **options),
        lambda **options: a.contains(a, **options),
        lambda **options: a.overlap_groups(a, [[0, 0]], **options),
        lambda **options: a.first_groups(a, [[0, 0]], **options),
        lambda **options: a.overlap_rows(a, [[0, 0, 1]], **options),
        lambda **options: a.sweep(a, **options),
        lambda **options: a.find_pairs(**options),
        lambda **options: a.find_pairs(ordered=False, **options),
        lambda **options: a.any_pair(**options),
        lambda **options: a.find_range(0, 2, **options),
        lambda **options: a.find_at([0, 0], **options),
        lambda **options: a.cast_rays([[0, 0]], [[1, 0]], **options),
        lambda **options: a.cast_rays_all([[0, 0]], [[1, 0]], **options),
        lambda **options: a.cast_shapes(a, **options),
        lambda **options: a.first_hit(0, a, 0, 0, **options),
    ]
    for ask in asked:
        with pytest.raises(TypeError, match=f"touching is {touching!r}; True or False is expected"):
            ask(touching=touching)
        ask(touching=np.bool_(True))
    assert a.overlap(a, [[0, 1]], touching=np.False_).tolist() == [False]


def masked(values, where):
    return np.ma.array(values, mask=where)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        (r"x\[1\]", lambda: sepal.Polys.from_circles(masked([0, 5, 9], [0, 1, 0]), 0, 1)),
        (r"radius\[0\]", lambda: sepal.Polys.from_circles([0, 5], 0, masked([1.0, 2.0], [1, 0]))),
        (r"yaw\[0\]", lambda: sepal.Polys.from_boxes([0, 5], 0, 1, 1, masked([1.0, 2.0], [1, 0]))),
        (r"xy\[1, 0\]", lambda: sepal.Polys.from_rings(masked([[0, 0], [1, 0], [0, 1]], [[0, 0], [1, 0], [0, 0]]))),
        (r"xy\[0\]\[2, 1\]", lambda: sepal.Polys.from_rings([masked([[0, 0], [1, 0], [0, 1]], [[0, 0], [0, 0], [0, 1]])])),
        (r"center\[0, 2\]", lambda: sepal.Solids.from_spheres(masked([[0, 0, 0.5]], [[0, 0, 1]]), 1)),
        (r"pairs\[0, 0\]", lambda: ONE.overlap(ONE, masked([[0, 0]], [[1, 0]]))),
        (r"rows\[0, 0\]", lambda: ONE.overlap_rows(ONE, masked([[0, 0, 1]], [[1, 0, 0]]))),
        (r"at\[0\]", lambda: ONE.find_at(masked([0.0, 0], [1, 0]))),
        (r"owner\[0\]", lambda: ONE.find_pairs(owner=masked([0], [1]))),
        (r"moves\[0\]\[0\]", lambda: ONE.sweep(ONE, moves=(masked([0.0], [1]), [0]))),
        (r"chosen\[0\]", lambda: ONE.take(masked([0], [1]))),
        (r"xy\[1, 0\]", lambda: sepal.Polys.from_rings([masked([0, 1], [0, 0]), masked([0, 1], [1, 0])])),
    ],
)
def test_what_is_masked_is_refused(name, make):
    with pytest.raises(ValueError, match=f"{name} is masked"):
        make()


ONE = sepal.Polys.from_circles(0, 0, 1)


def test_an_array_without_masked_entries_is_taken():
    assert len(sepal.Polys.from_circles(masked([0, 5, 9], [0, 0, 0]), 0, 1)) == 3


def test_differences_of_indices_do_not_wrap():
    shapes = sepal.Polys.from_circles(range(4), 0, 0.5)
    assert (shapes.find_pairs()[:, 0] - shapes.find_pairs()[:, 1]).tolist() == [-1, -1, -1]
    for found in (shapes.find_near(), shapes.find_range(0, 4), shapes.find_at([[0, 0]]), shapes.find_at([0, 0])):
        assert found.dtype == np.int32
    assert shapes.cast_rays([[9, 9]], [[1, 0]]).shape.tolist() == [-1]
    many = _arrays.signed(np.array([[2**31, 2**32 - 1]], np.uint32), 2**32)
    assert (many.dtype, (many[:, 0] - many[:, 1]).tolist()) == (np.int64, [1 - 2**31])
    assert np.shares_memory(_arrays.pairs_of(found := shapes.find_pairs()), found)
