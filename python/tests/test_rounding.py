"""Warnings where rounding to float32 moves shapes by more than a thousandth of their size, and the origin that prevents it."""

import warnings

import numpy as np
import pytest

import sepal

EAST, NORTH = 400000.1, 5900000.3
FAR = (400000, 5900000)
SPACE = (400000, 5900000, 30)

# Each takes an origin, or None.
POLYS = {
    "box": lambda origin: sepal.Polys.from_boxes(EAST, [NORTH, NORTH], 1, 0.25, 0.3, origin=origin),
    "circle": lambda origin: sepal.Polys.from_circles([EAST, EAST], NORTH, 0.25, origin=origin),
    "capsule": lambda origin: sepal.Polys.from_capsules(EAST, NORTH, EAST + 1, [NORTH, NORTH], 0.1, origin=origin),
    "polygon": lambda origin: sepal.Polys.from_rings(
        [[[EAST, NORTH], [EAST + 2, NORTH], [EAST, NORTH + 2]]] * 2, origin=origin
    ),
    "hull": lambda origin: sepal.Polys.from_hulls([[[EAST, NORTH], [EAST + 2, NORTH], [EAST, NORTH + 2]]], origin=origin),
    "pose": lambda origin: sepal.Polys().place(sepal.Polys.from_boxes(0, 0, 1, 0.25), [0, 0], EAST, NORTH, origin=origin),
}
SOLIDS = {
    "box": lambda origin: sepal.Solids.from_boxes([[EAST, NORTH, 30]] * 2, [1, 1, 0.25], origin=origin),
    "sphere": lambda origin: sepal.Solids.from_spheres([EAST, NORTH, 30], 0.25, origin=origin),
    "capsule": lambda origin: sepal.Solids.from_capsules([EAST, NORTH, 30], [EAST, NORTH, 31], 0.1, origin=origin),
    "prism": lambda origin: sepal.Solids.from_prisms([EAST, NORTH, 30], [EAST, NORTH, 31], 0.1, 12, origin=origin),
    "hull": lambda origin: sepal.Solids.from_hulls([[EAST, NORTH, 30], [EAST + 1, NORTH, 30], [EAST, NORTH, 31]], origin=origin),
    "pose": lambda origin: sepal.Solids().place(
        sepal.Solids.from_boxes([0, 0, 0], 0.25), [0], [EAST, NORTH, 30], origin=origin
    ),
}
ALL = [*((kind, make, FAR) for kind, make in POLYS.items()), *((kind, make, SPACE) for kind, make in SOLIDS.items())]


@pytest.mark.parametrize(("kind", "make", "origin"), ALL)
def test_far_from_the_origin_it_warns(kind, make, origin):
    with pytest.warns(sepal.RoundingWarning, match=rf"moves {kind} 0 by .* its size is .*; give an origin= near") as caught:
        make(None)
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make(origin)


def test_the_origin_becomes_zero():
    """The shapes are those that the difference, taken in float64 and rounded once, makes."""
    x, y = EAST - FAR[0], NORTH - FAR[1]
    near = {
        "box": sepal.Polys.from_boxes(x, [y, y], 1, 0.25, 0.3),
        "circle": sepal.Polys.from_circles([x, x], y, 0.25),
        "pose": sepal.Polys().place(sepal.Polys.from_boxes(0, 0, 1, 0.25), [0, 0], x, y),
    }
    for kind, expected in near.items():
        assert POLYS[kind](FAR).to_rings().xy.tobytes() == expected.to_rings().xy.tobytes(), kind
    sphere = SOLIDS["sphere"](SPACE).core(0).points
    assert sphere.tolist() == np.array([[x, y, 0]], np.float32).tolist()


def test_an_origin_wherever_points_come_in():
    shapes = POLYS["circle"](FAR)
    assert shapes.find_at([EAST, NORTH], origin=FAR).tolist() == [0, 1]
    assert shapes.cast_rays([[EAST - 5, NORTH]], [[9, 0]], origin=FAR).shape.tolist() == [0]
    solids = SOLIDS["sphere"](SPACE)
    assert solids.find_at([EAST, NORTH, 30], origin=SPACE).tolist() == [0]
    box = sepal.Solids.from_boxes([0, 0, 0], 1)
    box.update(0, [[EAST, NORTH, 30], [1, 0, 0], [0, 1, 0], [0, 0, 1]], origin=SPACE)
    assert box.core(0).u.tolist() == [1, 0, 0]
    assert abs(box.core(0).center[1] - 0.3) < 1e-6
    ring = sepal.Polys.from_rings([[0, 0], [1, 0], [0, 1]])
    ring.update(0, [[EAST, NORTH], [EAST + 1, NORTH], [EAST, NORTH + 1]], origin=FAR)
    assert abs(ring.vertices(0)[2, 1] - 1.3) < 1e-6
    assert sepal.Polys.from_circles(0, 0, 1).first_hit(0, shapes, [EAST - 9, EAST], NORTH, origin=FAR) == 1
    assert box.first_hit(0, box, [[9, 9, 9], [0, 0, 0]]) == 1


def test_a_box_whose_centre_is_a_float32_warns_too():
    """The corners of a box are stored, and those of this one become one point."""
    with pytest.warns(sepal.RoundingWarning):
        flat = sepal.Polys.from_boxes(np.float32(0), np.float32(5900000), 0.25, 0.25)
    assert np.ptp(flat.vertices(0)[:, 1]) != 0.25


@pytest.mark.parametrize(
    "make",
    [
        lambda: sepal.Polys.from_boxes([0, 1000], [0, 2000], 4.5, 1.8, 0.3),
        lambda: sepal.Polys.from_boxes(400000, 5900000, 4, 2),  # every corner is a float32
        lambda: sepal.Polys.from_boxes(EAST, NORTH, 0, 0),  # a point has no size
        lambda: sepal.Polys.from_circles([EAST, EAST], NORTH, 0),
        lambda: sepal.Polys.from_circles(np.float32([EAST]), np.float32([NORTH]), 0.25),
        lambda: sepal.Polys.from_circles(EAST, NORTH, 1000),
        lambda: sepal.Polys.from_rings([[EAST, NORTH]]),
        lambda: sepal.Polys.from_rings([[400000, 5900000], [400004, 5900000], [400000, 5900004]]),
        lambda: sepal.Solids.from_boxes(np.float32([EAST, NORTH, 30]), [1, 1, 0.25]),
        lambda: sepal.Polys.from_circles([], [], []),
        lambda: sepal.Polys.from_boxes([], [], 1, 1),
        lambda: sepal.Polys.from_rings([]),
        lambda: sepal.Solids.from_spheres(np.empty((0, 3)), 1),
    ],
)
def test_nothing_is_said_where_nothing_is_lost(make):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make()


def test_the_worst_of_many_is_named():
    x = np.full(1000, 10.1)
    radius = np.full(1000, 1.0)
    x[700], radius[700] = 1e7 + 0.3, 0.5
    x[3], radius[3] = 1e5 + 0.001, 0.5
    with pytest.warns(sepal.RoundingWarning, match=r"circle 700 by 0\.3, and its size is 1; .*2 of 1000 are moved"):
        sepal.Polys.from_circles(x, 0, radius)
