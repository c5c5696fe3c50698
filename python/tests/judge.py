"""Answers by other means: exact rational arithmetic, and the C library by ctypes."""

import ctypes
import os
from fractions import Fraction

import numpy as np
import pytest


def rational(ring):
    return [(Fraction(x), Fraction(y)) for x, y in np.asarray(ring, np.float32).tolist()]


def _directions(ring):
    edges = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
    return [(dy, -dx) for dx, dy in edges] + [(dx, dy) for dx, dy in edges]


def overlap(a, b, touching=True):
    """The separating axis theorem in rational numbers, for convex polygons with area."""
    a, b = rational(a), rational(b)
    for nx, ny in _directions(a) + _directions(b):
        if nx == ny == 0:
            continue
        on_a, on_b = [x * nx + y * ny for x, y in a], [x * nx + y * ny for x, y in b]
        gap = max(min(on_b) - max(on_a), min(on_a) - max(on_b))
        if gap > 0 or (gap == 0 and not touching):
            return False
    return True


def inside(outer, inner):
    """Whether a convex polygon with area contains all vertices of another."""
    outer, inner = rational(outer), rational(inner)
    sides = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(outer, outer[1:] + outer[:1], strict=True)
        for (x, y) in inner
    ]
    return min(sides) >= 0 or max(sides) <= 0


class Rule(ctypes.Structure):
    _fields_ = [("touching", ctypes.c_int), ("margin", ctypes.c_float), ("margin64", ctypes.c_double)]


class ContactRule(ctypes.Structure):
    _fields_ = [("touching", ctypes.c_int), ("margin", ctypes.c_float), ("point_margin", ctypes.c_float)]


class Mtvs(ctypes.Structure):
    names = ("normal_x", "normal_y", "depth", "a_x", "a_y", "b_x", "b_y")
    _fields_ = [(name, ctypes.c_void_p) for name in names]


class Poses(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_void_p) for name in ("x", "y", "cos", "sin")),
        ("stride", ctypes.c_size_t),
        *((name, ctypes.c_void_p) for name in ("x64", "y64")),
        ("stride64", ctypes.c_size_t),
        ("origin_x", ctypes.c_double),
        ("origin_y", ctypes.c_double),
    ]


class Hits(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("bits", "time", "normal_x", "normal_y")]


class Moves(ctypes.Structure):
    _fields_ = [("x", ctypes.c_void_p), ("y", ctypes.c_void_p), ("stride", ctypes.c_size_t)]


class Points(ctypes.Structure):
    _fields_ = [
        *(("x", ctypes.c_void_p), ("y", ctypes.c_void_p), ("stride", ctypes.c_size_t)),
        *(("x64", ctypes.c_void_p), ("y64", ctypes.c_void_p), ("stride64", ctypes.c_size_t)),
    ]


class Contacts(ctypes.Structure):
    names = ("count", "normal_x", "normal_y", "x", "y", "depth", "feature", "a_x", "a_y", "b_x", "b_y")
    _fields_ = [
        *((name, ctypes.c_void_p) for name in names),
        *((name, ctypes.c_size_t) for name in ("stride", "point_stride")),
        *((name, ctypes.c_void_p) for name in ("poses_a", "poses_b")),
    ]


class Library:
    """The shared library that SEPAL_LIBRARY names."""

    def __init__(self):
        path = os.environ.get("SEPAL_LIBRARY")
        if path is None:
            pytest.skip("SEPAL_LIBRARY does not name the shared library")
        self.c = ctypes.CDLL(path)
        self.c.sepal_version.restype = ctypes.c_char_p

    def polys(self, rings):
        """A set by sepal_polys_add_round, a shape at a time."""
        out = ctypes.c_void_p()
        assert self.c.sepal_polys_create(None, ctypes.byref(out)) == 0
        xy, offsets, radius = rings
        for i in range(len(radius)):
            x, y = (np.ascontiguousarray(xy[offsets[i] : offsets[i + 1], k]) for k in (0, 1))
            status = self.c.sepal_polys_add_round(
                out, ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(y.ctypes.data), ctypes.c_size_t(len(x)),
                ctypes.c_float(radius[i]), None,
            )  # fmt: skip
            assert status == 0
        return out

    def overlap(self, a, b, pairs, touching, margin):
        bits = np.zeros((len(pairs) + 63) // 64, np.uint64)
        rule = Rule(0 if touching else 1, margin)
        status = self.c.sepal_polys_overlap_pairs(
            a, b, ctypes.c_void_p(pairs.ctypes.data), ctypes.c_size_t(len(pairs)), ctypes.byref(rule),
            ctypes.c_void_p(bits.ctypes.data),
        )  # fmt: skip
        assert status == 0
        return np.unpackbits(bits.view(np.uint8), bitorder="little")[: len(pairs)].astype(bool)

    def contains(self, a, b, pairs):
        bits = np.zeros((len(pairs) + 63) // 64, np.uint64)
        status = self.c.sepal_polys_contains_pairs(
            a, b, ctypes.c_void_p(pairs.ctypes.data), ctypes.c_size_t(len(pairs)), None, ctypes.c_void_p(bits.ctypes.data)
        )
        assert status == 0
        return np.unpackbits(bits.view(np.uint8), bitorder="little")[: len(pairs)].astype(bool)

    def mtv(self, a, b, pairs, margin, points=False):
        """With points also those between which the push leads."""
        out = np.empty((7 if points else 3, len(pairs)), np.float32)
        rule = Rule(0, margin)
        mtvs = Mtvs(*(row.ctypes.data for row in out))
        status = self.c.sepal_polys_mtv_pairs(
            a, b, ctypes.c_void_p(pairs.ctypes.data), ctypes.c_size_t(len(pairs)), ctypes.byref(rule), ctypes.byref(mtvs)
        )
        assert status == 0
        return out

    def contacts(self, a, b, pairs, margin, point_margin=0.0):
        n = len(pairs)
        out = {name: np.empty(n, np.float32) for name in ("normal_x", "normal_y")}
        out.update({name: np.empty((n, 2), np.float32) for name in ("x", "y", "depth")})
        out.update(count=np.empty(n, np.uint8), feature=np.empty((n, 2), np.uint32))
        rule = ContactRule(0, margin, point_margin)
        contacts = Contacts(**{name: array.ctypes.data for name, array in out.items()})
        status = self.c.sepal_polys_contacts_pairs(
            a, b, ctypes.c_void_p(pairs.ctypes.data), ctypes.c_size_t(n), ctypes.byref(rule), ctypes.byref(contacts)
        )
        assert status == 0
        return out

    def overlap_rows(self, a, b, rows, touching, margin):
        total = int(rows[:, 2].sum())
        bits = np.zeros((total + 63) // 64, np.uint64)
        rule = Rule(0 if touching else 1, margin)
        status = self.c.sepal_polys_overlap_rows(
            a, b, ctypes.c_void_p(rows.ctypes.data), ctypes.c_size_t(len(rows)), ctypes.byref(rule),
            ctypes.c_void_p(bits.ctypes.data),
        )  # fmt: skip
        assert status == 0
        return np.unpackbits(bits.view(np.uint8), bitorder="little")[:total].astype(bool)

    def first_hit(self, models, model, poses, obstacles, touching, margin):
        """poses: four float32 arrays, x, y, cosine and sine."""
        world, first = ctypes.c_void_p(), ctypes.c_size_t()
        assert self.c.sepal_polys_create(None, ctypes.byref(world)) == 0
        given = Poses(*(array.ctypes.data for array in poses))
        rule = Rule(0 if touching else 1, margin)
        status = self.c.sepal_polys_first_hit(
            models, ctypes.c_uint32(model), ctypes.byref(given), ctypes.c_size_t(len(poses[0])), obstacles, ctypes.byref(rule),
            world, ctypes.byref(first),
        )  # fmt: skip
        assert status == 0
        self.c.sepal_polys_destroy(world)
        return first.value

    def find_at(self, shapes, at, touching, margin):
        """at: float32 of shape (n, 2)."""
        finder, found, out = ctypes.c_void_p(), ctypes.c_size_t(), np.empty((1000, 2), np.uint32)
        assert self.c.sepal_finder_create(None, ctypes.byref(finder)) == 0
        assert self.c.sepal_polys_find_build(finder, shapes) == 0
        rule = Rule(0 if touching else 1, margin)
        status = self.c.sepal_polys_find_at(
            finder, ctypes.byref(Points(at.ctypes.data, at.ctypes.data + 4, 2)), ctypes.c_size_t(len(at)), None,
            ctypes.byref(rule), ctypes.c_size_t(len(out)), ctypes.c_void_p(out.ctypes.data), ctypes.byref(found),
        )  # fmt: skip
        assert status == 0
        self.c.sepal_finder_destroy(finder)
        return out[: found.value]

    def sweep(self, a, moves_a, b, pairs, touching, margin):
        """The first set moves, by float32 arrays of x and y; the second is at rest."""
        bits = np.zeros((len(pairs) + 63) // 64, np.uint64)
        out = np.empty((3, len(pairs)), np.float32)
        rule = Rule(0 if touching else 1, margin)
        moves = Moves(moves_a[0].ctypes.data, moves_a[1].ctypes.data, 1)
        hits = Hits(bits.ctypes.data, *(row.ctypes.data for row in out))
        status = self.c.sepal_polys_sweep_pairs(
            a, ctypes.byref(moves), b, None, ctypes.c_void_p(pairs.ctypes.data), ctypes.c_size_t(len(pairs)),
            ctypes.byref(rule), ctypes.byref(hits),
        )  # fmt: skip
        assert status == 0
        return np.unpackbits(bits.view(np.uint8), bitorder="little")[: len(pairs)].astype(bool), out
