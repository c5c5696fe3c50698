"""Columns of geometries by the Arrow PyCapsule interface, encoded as GeoArrow says: https://geoarrow.org/format

The structures are those of the Arrow C data interface and the C stream interface."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from . import _core
from ._arrays import AnyArray
from ._shapely import NAMES, NOT_READ, Flat, flat_of_wkb, joined, without_closing

KINDS = {"point": 1, "linestring": 2, "polygon": 3, "multipoint": 4, "multilinestring": 5, "multipolygon": 6}
_EXTENSION = b"ARROW:extension:name"


class Schema(ctypes.Structure):
    """struct ArrowSchema"""


class Array(ctypes.Structure):
    """struct ArrowArray"""


class Stream(ctypes.Structure):
    """struct ArrowArrayStream"""


Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    ("private_data", ctypes.c_void_p),
]
Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    ("private_data", ctypes.c_void_p),
]

_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


def _release(structure: Any) -> None:
    if structure.release:
        structure.release(ctypes.addressof(structure))


def _chunks(column: Any) -> Iterator[tuple[Any, Any]]:
    """The schema and each array of a column or table; they are valid until the next one."""
    if hasattr(column, "__arrow_c_stream__"):
        capsule = column.__arrow_c_stream__()
        stream = Stream.from_address(_pointer_of(capsule, b"arrow_array_stream"))
        schema = Schema()
        _check(stream, stream.get_schema(ctypes.addressof(stream), ctypes.addressof(schema)))
        try:
            while True:
                array = Array()
                _check(stream, stream.get_next(ctypes.addressof(stream), ctypes.addressof(array)))
                if not array.release:
                    return
                try:
                    yield schema, array
                finally:
                    _release(array)
        finally:
            _release(schema)
    elif hasattr(column, "__arrow_c_array__"):
        capsules = column.__arrow_c_array__()  # what they hold is released with them
        at = (_pointer_of(capsule, name) for capsule, name in zip(capsules, (b"arrow_schema", b"arrow_array"), strict=True))
        yield Schema.from_address(next(at)), Array.from_address(next(at))
    else:
        raise TypeError(f"a column with __arrow_c_array__ or __arrow_c_stream__ is expected, not {type(column).__name__}")


def _check(stream: Any, error: int) -> None:
    if error != 0:
        text = stream.get_last_error(ctypes.addressof(stream))
        raise ValueError(f"the Arrow stream says: {ctypes.string_at(text).decode(errors='replace') if text else error}")


def _metadata(schema: Any) -> dict[bytes, bytes]:
    """Counts and lengths are int32 in the order of this machine, each before what it counts."""
    if not schema.metadata:
        return {}
    at: int = schema.metadata

    def number() -> int:
        nonlocal at
        at += 4
        return ctypes.c_int32.from_address(at - 4).value

    def text() -> bytes:
        nonlocal at
        size = number()
        at += size
        return ctypes.string_at(at - size, size)

    return {text(): text() for _ in range(number())}


def _values(array: Any, buffer: int, dtype: Any, start: int, stop: int) -> AnyArray:
    """A copy of some values of a buffer."""
    size = np.dtype(dtype).itemsize
    if stop <= start or not array.buffers[buffer]:
        return np.zeros(max(stop - start, 0), dtype)
    return np.frombuffer(ctypes.string_at(array.buffers[buffer] + size * start, size * (stop - start)), dtype)


def _is_null(array: Any) -> AnyArray:
    """Whether each value of an array is missing."""
    if array.null_count == 0 or not array.buffers[0]:
        return np.zeros(array.length, bool)
    bytes_ = _values(array, 0, np.uint8, 0, (array.offset + array.length + 7) // 8)
    missing: AnyArray = np.unpackbits(bytes_, bitorder="little")[array.offset : array.offset + array.length] == 0
    return missing


def _lists(schema: Any, array: Any, start: int, stop: int) -> tuple[Any, Any, AnyArray]:
    """The schema and array in a list array, and where each of the lists start .. stop - 1 begins in it."""
    if schema.format not in (b"+l", b"+L"):
        raise ValueError(f"lists are expected in the Arrow array, not the format {schema.format.decode()}")
    dtype = np.int32 if schema.format == b"+l" else np.int64
    begins = _values(array, 1, dtype, array.offset + start, array.offset + stop + 1).astype(np.int64)
    return schema.children[0].contents, array.children[0].contents, begins


def _points(schema: Any, array: Any, start: int, stop: int) -> AnyArray:
    """Points as structures with x and y, or as lists of two to four numbers of one size."""
    first, last = array.offset + start, array.offset + stop
    form = schema.format.decode()
    named = [schema.children[k].contents for k in range(schema.n_children)]
    if any(child.format != b"g" for child in named):
        raise ValueError("coordinates of float64 are expected in the Arrow array")
    if form == "+s":
        axes = [array.children[[child.name for child in named].index(name)].contents for name in (b"x", b"y")]
        return np.stack([_values(axis, 1, np.float64, axis.offset + first, axis.offset + last) for axis in axes], axis=1)
    if not form.startswith("+w:") or not 2 <= int(form[3:]) <= 4:
        raise ValueError(f"points are expected in the Arrow array, not the format {form}")
    width, child = int(form[3:]), array.children[0].contents
    return _values(child, 1, np.float64, child.offset + width * first, child.offset + width * last).reshape(-1, width)[:, :2]


def _viewed(array: Any, view: int) -> bytes:
    """The bytes of a view: its length, and up to twelve bytes; or the first four, the number of a buffer, and where they begin in it."""
    size, _, buffer, at = (ctypes.c_int32 * 4).from_address(view)
    return ctypes.string_at(view + 4 if size <= 12 else array.buffers[2 + buffer] + at, size)


def _binary(schema: Any, array: Any) -> list[bytes | None]:
    """The values of a binary array."""
    null = _is_null(array)
    if schema.format == b"vz":
        return [None if null[k] else _viewed(array, array.buffers[1] + 16 * (array.offset + k)) for k in range(array.length)]
    if schema.format not in (b"z", b"Z"):
        raise ValueError(f"binary values are expected in the Arrow array, not the format {schema.format.decode()}")
    dtype = np.int32 if schema.format == b"z" else np.int64
    begins = _values(array, 1, dtype, array.offset, array.offset + array.length + 1).tolist()
    if array.length == 0 or begins[-1] == begins[0]:
        return [None if missing else b"" for missing in null]
    data = ctypes.string_at(array.buffers[2] + begins[0], begins[-1] - begins[0])
    return [None if null[k] else data[begins[k] - begins[0] : begins[k + 1] - begins[0]] for k in range(array.length)]


def _native(schema: Any, array: Any, kind: int) -> Flat:
    """Geometries of one kind, as nested lists of points."""
    count = int(array.length)
    null = _is_null(array)
    levels, start, stop = [], 0, count
    for _ in range((0, 1, 2, 1, 2, 3)[kind - 1]):
        schema, array, begins = _lists(schema, array, start, stop)
        start, stop = (int(begins[0]), int(begins[-1])) if len(begins) > 0 else (0, 0)
        levels.append(begins - start)
    xy = _points(schema, array, start, stop)
    row = np.arange(count + 1)
    item = np.arange(levels[0][-1] + 1) if levels else row
    pieces, rings, points = {
        1: [row, row, row],
        2: [row, row, *levels],
        3: [row, *levels],
        4: [*levels, item, item],
        5: [*levels[:1], item, *levels[1:]],
        6: levels,
    }[kind]
    single = kind if kind <= 3 else kind - 3
    flat = Flat(np.where(null, NOT_READ, kind), pieces, np.full(len(rings) - 1, single), rings, points, xy)
    if single == 1:  # an empty point has NaN in place of coordinates
        is_there = ~np.isnan(xy).all(axis=1)
        points = np.concatenate([[0], np.cumsum(is_there)])
        flat = flat._replace(point=points, xy=xy[is_there])
    return without_closing(flat) if single == 3 else flat


def _geometries(schema: Any, array: Any) -> Flat:
    """The geometries of a column, or of the column of a table that has them."""
    name = _metadata(schema).get(_EXTENSION, b"").decode()
    if not name.startswith("geoarrow.") and schema.format == b"+s":
        names = [_metadata(schema.children[k].contents).get(_EXTENSION, b"") for k in range(schema.n_children)]
        found = [k for k, of_child in enumerate(names) if of_child.startswith(b"geoarrow.")]
        if len(found) != 1:
            raise ValueError(f"a table with one column of geometries (geoarrow) is expected, not with {len(found)}")
        if array.offset != 0 or array.children[found[0]].contents.length != array.length:
            raise ValueError("a table whose columns begin with its rows is expected")
        return _geometries(schema.children[found[0]].contents, array.children[found[0]].contents)
    if name in ("geoarrow.wkb", "ogc.wkb"):
        return flat_of_wkb(_core.read_wkb(_binary(schema, array)))
    kind = KINDS.get(name.removeprefix("geoarrow."))
    if kind is None:
        raise ValueError(f"a column of geometries (geoarrow) is expected, not one of {name or 'the format ' + schema.format.decode()}")
    return _native(schema, array, kind)


class Column:
    """Geometries of a column, of which messages need the kind."""

    def __init__(self, flat: Flat) -> None:
        self._kind = flat.kind

    def __len__(self) -> int:
        return len(self._kind)

    def __getitem__(self, index: int) -> Any:
        kind = int(self._kind[index])
        return None if kind == NOT_READ else SimpleNamespace(geom_type=NAMES[kind])


def column_of(given: Any) -> tuple[Any, Flat]:
    """A column or table of Arrow as geometries."""
    flat = joined([_geometries(schema, array) for schema, array in _chunks(given)])
    return Column(flat), flat
