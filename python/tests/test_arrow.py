"""Columns by the Arrow PyCapsule interface, made here by hand as the Arrow C data interface says: no package for Arrow is needed."""

import ctypes
import struct
import sys

import numpy as np
import pytest

import sepal
from sepal._arrow import Array, Schema, Stream

capsule_of = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(("PyCapsule_New", ctypes.pythonapi))
RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
kept = []  # what the structures point to
released = []


def release_schema(at):
    released.append("schema")
    Schema.from_address(at).release = RELEASE()


def release_array(at):
    released.append("array")
    Array.from_address(at).release = RELEASE()


HOW = RELEASE(release_schema), RELEASE(release_array)


def keep(thing):
    kept.append(thing)
    return thing


def metadata(extension):
    def counted(text):
        return struct.pack("=i", len(text)) + text

    text = struct.pack("=i", 2) + counted(b"other") + counted(b"x") + counted(b"ARROW:extension:name") + counted(extension.encode())
    return ctypes.cast(keep(ctypes.create_string_buffer(text, len(text))), ctypes.c_void_p)


def node(form, length, buffers, children=(), *, name="", extension=None, offset=0, nulls=()):
    """A schema and an array. nulls: the numbers of the values that are missing, counted from the offset."""
    valid = None
    if nulls:
        bits = np.ones((offset + length + 7) // 8 * 8, np.uint8)
        bits[[offset + k for k in nulls]] = 0
        valid = np.packbits(bits, bitorder="little")
    schema, array = keep(Schema()), keep(Array())
    schema.format, schema.name = form.encode(), name.encode()
    schema.metadata = metadata(extension) if extension else None
    array.length, array.offset, array.null_count = length, offset, len(nulls)
    pointers = keep((ctypes.c_void_p * (1 + len(buffers)))())
    for k, values in enumerate([valid, *buffers]):
        pointers[k] = None if values is None else keep(np.ascontiguousarray(values)).ctypes.data
    array.buffers, array.n_buffers = pointers, len(pointers)
    for structure, of, kind in ((schema, 0, Schema), (array, 1, Array)):
        pointers = keep((ctypes.POINTER(kind) * max(len(children), 1))())
        for k, child in enumerate(children):
            pointers[k] = ctypes.pointer(child[of])
        structure.children, structure.n_children = pointers, len(children)
        structure.release = HOW[of]
    return schema, array


def points(xy, *, extension=None, interleaved=False, width=2, ahead=0):
    """ahead: how many values there are before the first one."""
    xy = np.concatenate([np.full((ahead, 2), 99.0), np.reshape(xy, (-1, 2))])
    if interleaved:
        wide = np.hstack([xy, np.full((len(xy), width - 2), 7.0)])
        return node(f"+w:{width}", len(xy) - ahead, [], [node("g", wide.size, [wide.ravel()])], extension=extension, offset=ahead)
    axes = [node("g", len(xy), [xy[:, k]], name=name) for k, name in enumerate("xy")]
    axes.append(node("g", len(xy), [xy[:, 0]], name="z"))
    return node("+s", len(xy) - ahead, [], axes, extension=extension, offset=ahead)


def lists(begins, child, *, extension=None, large=False, offset=0, nulls=()):
    begins = np.array(begins, np.int64 if large else np.int32)
    return node("+L" if large else "+l", len(begins) - 1 - offset, [begins], [child], extension=extension, offset=offset, nulls=nulls)


def binary(values, *, large=False, nulls=()):
    begins = np.concatenate([[0], np.cumsum([len(value) for value in values])]).astype(np.int64 if large else np.int32)
    data = np.frombuffer(b"".join(values) or b"\0", np.uint8)
    return node("Z" if large else "z", len(values), [begins, data], extension="geoarrow.wkb", nulls=nulls)


class Column:
    def __init__(self, pair):
        self.pair = pair

    def __arrow_c_array__(self, requested_schema=None):
        return tuple(
            capsule_of(ctypes.addressof(structure), name, None)
            for structure, name in zip(self.pair, (b"arrow_schema", b"arrow_array"), strict=True)
        )


class Chunks:
    def __init__(self, pairs, error=None):
        waiting = [array for _, array in pairs]
        text = keep(ctypes.create_string_buffer(error or b""))

        def get_schema(stream, out):
            ctypes.memmove(out, ctypes.addressof(pairs[0][0]), ctypes.sizeof(Schema))
            return 0

        def get_next(stream, out):
            if error is not None:
                return 5
            if waiting:
                ctypes.memmove(out, ctypes.addressof(waiting.pop(0)), ctypes.sizeof(Array))
            else:
                Array.from_address(out).release = RELEASE()
            return 0

        self.stream = Stream()
        for name, call in (("get_schema", get_schema), ("get_next", get_next), ("get_last_error", lambda stream: ctypes.addressof(text))):
            setattr(self.stream, name, keep(dict(Stream._fields_)[name](call)))

    def __arrow_c_stream__(self, requested_schema=None):
        return capsule_of(ctypes.addressof(keep(self.stream)), b"arrow_array_stream", None)


TRIANGLE = [[0, 0], [4, 0], [0, 3], [0, 0]]
SQUARE = [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]
LETTER = [[10, 0], [13, 0], [13, 1], [11, 1], [11, 3], [10, 3], [10, 0]]


def polygons(**options):
    return lists([0, 1, 2], lists([0, 4, 9], points(TRIANGLE + SQUARE, **options)), extension="geoarrow.polygon")


@pytest.mark.parametrize("options", [{}, {"interleaved": True}, {"interleaved": True, "width": 3}])
def test_polygons(options):
    expected = sepal.Polys.from_rings([TRIANGLE[:-1], SQUARE[:-1]])
    assert sepal.Polys.from_arrow(Column(polygons(**options))) == expected
    large = lists([0, 1, 2], lists([0, 4, 9], points(TRIANGLE + SQUARE), large=True), large=True, extension="geoarrow.polygon")
    assert sepal.Polys.from_arrow(Column(large)) == expected


@pytest.mark.parametrize("interleaved", [False, True])
def test_slices_begin_where_they_say(interleaved):
    inner = lists([0, 2, 2, 6, 11], points([[8, 8]] * 2 + TRIANGLE + SQUARE, ahead=3, interleaved=interleaved), offset=1)
    outer = lists([0, 0, 1, 2, 3], inner, offset=2, extension="geoarrow.polygon")
    shapes = sepal.Polys.from_arrow(Column(outer))
    assert shapes == sepal.Polys.from_rings([TRIANGLE[:-1], SQUARE[:-1]])


def test_points_and_lines():
    for interleaved in (False, True):
        found = sepal.Polys.from_arrow(Column(points([[1, 2], [3, 4]], extension="geoarrow.point", interleaved=interleaved)))
        assert found == sepal.Polys.from_rings([[[1, 2]], [[3, 4]]])
    segments = lists([0, 2, 4], points([[1, 2], [3, 4], [5, 6], [7, 8]]), extension="geoarrow.linestring")
    assert sepal.Polys.from_arrow(Column(segments)) == sepal.Polys.from_rings([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
    long = lists([0, 3], points([[0, 0], [1, 0], [1, 1]]), extension="geoarrow.linestring")
    shapes, groups = sepal.Polys.from_arrow_groups(Column(long))
    assert (shapes, groups.tolist()) == (sepal.Polys.from_rings([[[0, 0], [1, 0]], [[1, 0], [1, 1]]]), [0, 2])


def test_collections_are_groups():
    many = lists([0, 2, 3], lists([0, 1, 2, 3], lists([0, 4, 9, 16], points(TRIANGLE + SQUARE + LETTER))), extension="geoarrow.multipolygon")
    shapes, groups = sepal.Polys.from_arrow_groups(Column(many))
    assert groups.tolist() == [0, 2, len(shapes)]
    assert len(shapes) > 3
    inside = sepal.Polys.from_circles([12, 12, 1.5], [0.5, 2, 1.5], 0)
    assert shapes.overlap_groups(inside, [[1, 0], [1, 1], [0, 2]], groups).tolist() == [True, False, True]
    several = lists([0, 1, 3], points([[1, 2], [3, 4], [5, 6]]), extension="geoarrow.multipoint")
    assert sepal.Polys.from_arrow_groups(Column(several))[1].tolist() == [0, 1, 3]
    lines = lists([0, 2], lists([0, 2, 5], points(np.arange(10))), extension="geoarrow.multilinestring")
    assert sepal.Polys.from_arrow_groups(Column(lines))[1].tolist() == [0, 3]


def test_holes_are_cut_out():
    hole = [[1, 0.5], [2, 0.5], [1, 1], [1, 0.5]]
    column = Column(lists([0, 1, 3], lists([0, 5, 9, 13], points(SQUARE + TRIANGLE + hole)), extension="geoarrow.polygon"))
    shapes, groups = sepal.Polys.from_arrow_groups(column)
    places = sepal.Polys.from_circles([1.2, 1.2, 1.8], [0.6, 0.4, 0.6], 0)
    assert shapes.overlap_groups(places, [[1, 0], [1, 1], [1, 2]], groups).tolist() == [False, True, True]
    assert shapes[: groups[1]] == sepal.Polys.from_rings(SQUARE[:-1])


def wkb(*points):
    return struct.pack("<BIII", 1, 3, 1, len(points)) + np.array(points, "<f8").tobytes()


@pytest.mark.parametrize("large", [False, True])
def test_well_known_binary(large):
    column = Column(binary([wkb(*TRIANGLE), wkb(*SQUARE)], large=large))
    assert sepal.Polys.from_arrow(column) == sepal.Polys.from_rings([TRIANGLE[:-1], SQUARE[:-1]])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_wkb_by_itself(dtype):
    shapes = sepal.Polys.from_wkb([wkb(*TRIANGLE), wkb(*SQUARE)], dtype=dtype)
    assert shapes.dtype == dtype
    assert shapes == sepal.Polys.from_rings([TRIANGLE[:-1], SQUARE[:-1]], dtype=dtype)
    assert len(sepal.Polys.from_wkb([], dtype=dtype)) == 0


@pytest.mark.parametrize("wrong", [b"", b"no geometry", wkb(*TRIANGLE)[:-1], None, "text", 7])
def test_what_is_not_wkb(wrong):
    kind = "not WKB" if isinstance(wrong, bytes) else f"a {type(wrong).__name__}"
    with pytest.raises(sepal.ShapeError, match=f"geometry 1 is {kind}; points, segments") as refused:
        sepal.Polys.from_wkb([wkb(*TRIANGLE), wrong])
    assert refused.value.index == 1


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (struct.pack("<2I", 3, 0), "is empty"),
        (struct.pack("<2I", 3, 2) + 2 * wkb(*TRIANGLE)[9:], "has a hole"),
        (struct.pack("<2I", 2, 3) + bytes(48), "is a LineString; points"),
        (struct.pack("<2I", 6, 1) + wkb(*TRIANGLE), "is a MultiPolygon; points"),
    ],
)
def test_wkb_of_other_kinds(wrong, why):
    with pytest.raises(sepal.ShapeError, match=f"geometry 1 {why}") as refused:
        sepal.Polys.from_wkb([wkb(*TRIANGLE), b"\1" + wrong])
    assert refused.value.index == 1


def test_views_of_well_known_binary():
    """As of Polars: short values stand in the view, others in one of several buffers."""
    first, second = wkb(*TRIANGLE), b"ahead" + wkb(*SQUARE)
    views = struct.pack("=i4sii", len(first), first[:4], 0, 0) + struct.pack("=i4sii", len(second) - 5, second[5:9], 1, 5)
    buffers = [np.frombuffer(data, np.uint8) for data in (views + struct.pack("=i12s", 5, b"short"), first, second)]
    column = Column(node("vz", 2, buffers, extension="geoarrow.wkb"))
    assert sepal.Polys.from_arrow(column) == sepal.Polys.from_rings([TRIANGLE[:-1], SQUARE[:-1]])
    with pytest.raises(sepal.ShapeError, match="geometry 1 is a NoneType"):
        sepal.Polys.from_arrow(Column(node("vz", 2, buffers, extension="geoarrow.wkb", offset=1)))


def test_streams_of_chunks_are_released():
    released.clear()
    empty = lists([0], lists([0], points([])), extension="geoarrow.polygon")
    shapes = sepal.Polys.from_arrow(Chunks([polygons(), empty, polygons()]))
    assert shapes == sepal.Polys.from_rings([TRIANGLE[:-1], SQUARE[:-1]] * 2)
    assert released == ["array", "array", "array", "schema"]
    groups = sepal.Polys.from_arrow_groups(Chunks([binary([wkb(*TRIANGLE)]), binary([wkb(*LETTER), wkb(*SQUARE)])]))[1]
    assert len(groups) == 4
    with pytest.raises(ValueError, match="the Arrow stream says: the wire is cut"):
        sepal.Polys.from_arrow(Chunks([polygons()], b"the wire is cut"))


def test_tables_have_one_column_of_geometries():
    schema, array = polygons()
    schema.name = b"geometry"
    table = node("+s", 2, [], [node("l", 2, [np.arange(2)], name="id"), (schema, array)])
    assert len(sepal.Polys.from_arrow(Chunks([table]))) == 2
    two = node("+s", 2, [], [polygons(), polygons()])
    with pytest.raises(ValueError, match="one column of geometries .* is expected, not with 2"):
        sepal.Polys.from_arrow(Chunks([two]))


def test_an_origin():
    far = np.array(TRIANGLE) + [400000, 5900000]
    column = Column(lists([0, 1], lists([0, 4], points(far)), extension="geoarrow.polygon"))
    assert sepal.Polys.from_arrow(column, origin=(400000, 5900000)) == sepal.Polys.from_rings(TRIANGLE[:-1])


@pytest.mark.parametrize(
    ("index", "message", "make"),
    [
        (1, "is a NoneType", lambda: lists([0, 1, 1], lists([0, 4], points(TRIANGLE)), extension="geoarrow.polygon", nulls=[1])),
        (1, "is empty", lambda: lists([0, 1, 1], lists([0, 4], points(TRIANGLE)), extension="geoarrow.polygon")),
        (1, "is empty", lambda: points([[0, 0], [np.nan, np.nan]], extension="geoarrow.point")),
        (0, "is concave", lambda: lists([0, 1], lists([0, 7], points(LETTER)), extension="geoarrow.polygon")),
        (0, "has a hole", lambda: lists([0, 2], lists([0, 4, 9], points(TRIANGLE + SQUARE)), extension="geoarrow.polygon")),
        (0, "is a MultiPoint", lambda: lists([0, 2], points([[0, 0], [1, 1]]), extension="geoarrow.multipoint")),
        (1, "is a NoneType", lambda: binary([wkb(*TRIANGLE), b"", wkb(*TRIANGLE)], nulls=[1])),
        (0, "is a NoneType", lambda: binary([b"\1\2\3"])),
    ],
)
def test_geometries_that_are_refused(index, message, make):
    with pytest.raises(sepal.ShapeError, match=f"geometry {index} {message}") as caught:
        sepal.Polys.from_arrow(Column(make()))
    assert caught.value.index == index


def test_columns_that_are_refused():
    for message, pair in (
        ("one of the format l", node("l", 1, [np.arange(1)])),
        ("one of geoarrow.box", node("g", 1, [np.zeros(1)], extension="geoarrow.box")),
        ("binary values", node("u", 1, [np.arange(2), np.zeros(1)], extension="geoarrow.wkb")),
        ("lists are expected", points([[0, 0]], extension="geoarrow.polygon")),
        ("float64", node("+s", 1, [], [node("f", 1, [np.zeros(1)], name="x"), node("f", 1, [np.zeros(1)], name="y")], extension="geoarrow.point")),
    ):
        with pytest.raises(ValueError, match=message):
            sepal.Polys.from_arrow(Column(pair))
    with pytest.raises(TypeError, match="__arrow_c_stream__ is expected, not list"):
        sepal.Polys.from_arrow([])


# --- Columns that are written ---

pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
EVERYTHING = [TRIANGLE[:-1], SQUARE[:-1], [[7, 8]], [[1, 2], [3, 4]], [[0, 0], [1, 1], [3, 3]]]


def structures(column):
    capsules = column.__arrow_c_array__()
    schema = Schema.from_address(pointer_of(capsules[0], b"arrow_schema"))
    array = Array.from_address(pointer_of(capsules[1], b"arrow_array"))
    return capsules, schema, array


def test_a_column_is_read_as_it_was_written():
    shapes = sepal.Polys.from_rings(EVERYTHING)
    column = shapes.to_arrow()
    assert (len(column), "5 geometries" in repr(column)) == (5, True)
    expected = sepal.Polys.from_rings([*EVERYTHING[:4], [[0, 0], [3, 3]]])
    for _ in range(2):
        assert sepal.Polys.from_arrow(column) == expected
    far = shapes.to_arrow(origin=(400000, 5900000))
    assert sepal.Polys.from_arrow(far, origin=(400000, 5900000)) == expected
    assert len(sepal.Polys.from_arrow(sepal.Polys().to_arrow())) == 0


def test_the_structures_are_what_arrow_says():
    capsules, schema, array = structures(sepal.Polys.from_rings(EVERYTHING).to_arrow())
    assert (schema.format, schema.name, schema.flags, schema.n_children) == (b"z", b"geometry", 2, 0)
    key, value = b"ARROW:extension:name", b"geoarrow.wkb"
    text = struct.pack("=i", 1) + b"".join(struct.pack("=i", len(part)) + part for part in (key, value))
    assert ctypes.string_at(schema.metadata, len(text)) == text
    assert (array.length, array.null_count, array.offset, array.n_buffers, array.n_children) == (5, 0, 0, 3, 0)
    assert not array.buffers[0]
    begins = np.frombuffer(ctypes.string_at(array.buffers[1], 4 * 6), np.int32)
    data = ctypes.string_at(array.buffers[2], int(begins[-1]))
    values = [data[i:k] for i, k in zip(begins[:-1], begins[1:])]
    assert values[0] == struct.pack("=BIII", sys.byteorder == "little", 3, 1, 4) + np.array(TRIANGLE, np.float64).tobytes()
    assert values[2] == struct.pack("=BIdd", sys.byteorder == "little", 1, 7, 8)
    assert pointer_of(sepal.Polys().to_arrow().__arrow_c_schema__(), b"arrow_schema")


def test_structures_are_released_once_by_who_has_them():
    """Whoever takes a structure over copies it, and sets the original's `release` to NULL: the capsule then leaves it alone."""
    capsules, schema, array = structures(sepal.Polys.from_rings(EVERYTHING).to_arrow())
    copies = Schema(), Array()
    for copy, original in zip(copies, (schema, array), strict=True):
        ctypes.memmove(ctypes.addressof(copy), ctypes.addressof(original), ctypes.sizeof(copy))
        original.release = RELEASE()
    del capsules, schema, array
    assert ctypes.string_at(copies[1].buffers[2], 1) == bytes([sys.byteorder == "little"])
    for copy in copies:
        copy.release(ctypes.addressof(copy))
        assert not copy.release
    capsules, schema, array = structures(sepal.Polys.from_rings(EVERYTHING).to_arrow())
    array.release(ctypes.addressof(array))  # in place
    assert not array.release
    del capsules, schema, array


def test_large_columns():
    values = [wkb(*TRIANGLE), wkb(*SQUARE)]
    begins = np.cumsum([0, *map(len, values)])
    schema, array = sepal._core.export_wkb(b"".join(values), begins, True)

    class Large:
        def __arrow_c_array__(self, requested_schema=None):
            return schema, array

    assert Schema.from_address(pointer_of(schema, b"arrow_schema")).format == b"Z"
    assert sepal.Polys.from_arrow(Large()) == sepal.Polys.from_rings([TRIANGLE[:-1], SQUARE[:-1]])
    for wrong in ([], [0], [1, 2], [0, 5, 4, len(values[0] + values[1])]):
        with pytest.raises(ValueError, match="offsets into all bytes"):
            sepal._core.export_wkb(b"".join(values), np.array(wrong, np.int64), False)


def test_a_column_of_round_shapes():
    pytest.importorskip("shapely")
    shapes = sepal.Polys.from_circles([0, 9], 0, [1, 0])
    found = sepal.Polys.from_arrow(shapes.to_arrow(quad_segs=4))
    assert [len(found.vertices(k)) for k in range(2)] == [16, 1]
    with pytest.raises(ValueError, match="quad_segs is 0"):
        shapes.to_arrow(quad_segs=0)


def test_pyarrow_reads_a_column():
    pa = pytest.importorskip("pyarrow", "14")
    shapes = sepal.Polys.from_rings(EVERYTHING[:4])
    values = pa.array(shapes.to_arrow())
    assert [len(value) for value in values.to_pylist()] == [77, 93, 21, 41]
    field = pa.field("geometry", values.type, metadata={"ARROW:extension:name": "geoarrow.wkb"})
    assert sepal.Polys.from_arrow(pa.table([values], schema=pa.schema([field]))) == shapes
