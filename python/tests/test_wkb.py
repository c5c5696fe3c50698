"""Well-known binary: every geometry in it, in either order of bytes, with further coordinates; and what is none."""

import struct
import sys
import types

import numpy as np
import pytest

import sepal
from sepal import _core


def read(values):
    kind, piece, piece_kind, ring, point, xy = _core.read_wkb(values)
    numbers = [np.frombuffer(offsets, np.uint32).tolist() for offsets in (piece, ring, point)]
    return list(kind), numbers[0], list(piece_kind), numbers[1], numbers[2], np.frombuffer(xy, np.float64).reshape(-1, 2).tolist()


def head(kind, order="<"):
    return struct.pack("B", order == "<") + struct.pack(order + "I", kind)


def line(points, kind=2, order="<"):
    return head(kind, order) + struct.pack(order + "I", len(points)) + b"".join(struct.pack(f"{order}{len(p)}d", *p) for p in points)


def polygon(*rings, order="<"):
    body = b"".join(line(ring, order=order)[5:] for ring in rings)
    return head(3, order) + struct.pack(order + "I", len(rings)) + body


def many(kind, *members, order="<"):
    return head(kind, order) + struct.pack(order + "I", len(members)) + b"".join(members)


SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]
HOLE = [(0.25, 0.25), (0.5, 0.25), (0.25, 0.5), (0.25, 0.25)]


@pytest.mark.parametrize("order", ["<", ">"])
def test_pieces_and_their_rings(order):
    point = head(1, order) + struct.pack(order + "2d", 5, 6)
    members = many(7, point, polygon(SQUARE, HOLE, order=order), many(4, point, order=order), order=order)
    kind, piece, piece_kind, ring, begins, xy = read([members, line([(1, 2), (3, 4)], order=order), point])
    assert kind == [7, 2, 1]
    assert piece == [0, 3, 4, 5]
    assert piece_kind == [1, 3, 1, 2, 1]
    assert ring == [0, 1, 3, 4, 5, 6]
    assert begins == [0, 1, 5, 8, 9, 11, 12]  # rings without their last points
    assert xy == [[5, 6], *map(list, SQUARE[:4]), *map(list, HOLE[:3]), [5, 6], [1, 2], [3, 4], [5, 6]]


@pytest.mark.parametrize(
    ("kind", "extra"),
    [(0x80000002, 1), (1002, 1), (0x40000002, 1), (2002, 1), (0xC0000002, 2), (3002, 2)],
)
def test_further_coordinates_are_left_out(kind, extra):
    points = [(1, 2, *[9] * extra), (3, 4, *[9] * extra)]
    assert read([line(points, kind)])[5] == [[1, 2], [3, 4]]


def test_a_reference_system_is_passed_over():
    with_srid = head(0x20000002) + struct.pack("<I", 4326) + line([(1, 2), (3, 4)])[5:]
    assert read([with_srid])[5] == [[1, 2], [3, 4]]


def test_what_is_empty():
    nothing = head(1) + struct.pack("<2d", np.nan, np.nan)
    assert read([nothing, polygon(), many(6), line([])]) == ([1, 3, 6, 2], [0, 1, 2, 3, 4], [1, 3, 6, 2], [0, 1, 1, 1, 2], [0, 0, 0], [])


def test_what_is_none_leaves_nothing():
    good = line([(1, 2), (3, 4)])
    whole = many(7, polygon(SQUARE, HOLE), good, good)
    wrong = [whole[:k] for k in range(len(whole))]
    wrong += ["text", None, 7, bytearray(good), b"\2" + good[1:], head(0), head(8), head(4002), line([(1, 2)] * 3)[:-1]]
    wrong += [head(2) + b"\xff" * 4, head(3) + b"\xff" * 4, head(7) + b"\xff" * 4]
    nested = good
    for _ in range(40):
        nested = many(7, nested)
    wrong.append(nested)
    for bad in wrong:
        assert read([good, bad, good]) == ([2, 255, 2], [0, 1, 1, 2], [2, 2], [0, 1, 2], [0, 2, 4], [[1, 2], [3, 4]] * 2)
    with pytest.raises(TypeError, match="list"):
        _core.read_wkb((good,))


def test_shapely_2_is_asked_for_all_at_once(monkeypatch):
    """Shapely 2 in what matters here: its functions take arrays of objects."""

    class Geometry:
        def __init__(self, binary):
            self.binary = binary

    calls = []

    def to_wkb(column, output_dimension):
        calls.append((len(column), output_dimension))
        return np.array([None if geometry is None else geometry.binary for geometry in column], object)

    fake = types.ModuleType("shapely")
    fake.to_wkb, fake.is_geometry = to_wkb, lambda geometry: isinstance(geometry, Geometry)
    monkeypatch.setitem(sys.modules, "shapely", fake)
    column = [Geometry(polygon(SQUARE)), Geometry(line([(0, 0), (9, 9)])), Geometry(polygon(SQUARE))]
    assert sepal.Polys.from_shapely(column).find_pairs().tolist() == [[0, 1], [0, 2], [1, 2]]
    assert calls == [(3, 2)]
    with pytest.raises(sepal.ShapeError, match="geometry 1 is a str"):
        sepal.Polys.from_shapely([column[0], "x"])
