"""Arguments as the arrays that the extension module takes. An array that has the right type and layout is passed on as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float32]
Coordinates = NDArray[np.floating[Any]]  # float32, or float64 of sets of these
Indices = NDArray[np.uint32]
SignedIndices = NDArray[np.signedinteger[Any]]
AnyArray = NDArray[Any]
Answers = TypeVar("Answers")

_FLOAT32 = np.dtype(np.float32)
FLOAT64 = np.dtype(np.float64)
_UINT32 = np.dtype(np.uint32)
_INT32 = np.dtype(np.int32)


def unmasked(name: str, values: Any) -> AnyArray:
    """Values as an array. ValueError if some of them are masked, which np.asarray would take as they are below the mask."""
    ma: Any = np.ma
    if type(values) in (list, tuple) and any(isinstance(value, ma.MaskedArray) for value in values):
        values = ma.array(values)
    if isinstance(values, ma.MaskedArray) and ma.is_masked(values):
        first = np.argwhere(ma.getmaskarray(values))[0]
        raise ValueError(f"{name}{list(map(int, first)) or ''} is masked; fill what is masked, or leave it out")
    array = np.asarray(values)
    if array.dtype.kind == "O" and hasattr(values, "to_numpy"):  # a column of pandas whose numbers may be missing: Float64, Int64
        array = values.to_numpy(dtype=np.float64, na_value=np.nan)
        if str(values.dtype).lower().startswith(("int", "uint")) and np.isfinite(array).all():
            array = values.to_numpy(dtype=np.int64)
    return array


def counted(count: int, what: str = "shapes") -> str:
    """A number of things, for messages: 1 shape, 2 shapes."""
    return f"{count} {what[:-1] if count == 1 else what}"


def floats(name: str, values: ArrayLike) -> Floats:
    """Numbers as float32, rounded to nearest; beyond its range they become infinite."""
    array = unmasked(name, values)
    if array.dtype == _FLOAT32:
        return array
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name}: numbers are expected, not {array.dtype}")
    with np.errstate(over="ignore", invalid="ignore"):
        return array.astype(np.float32)


def doubles(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Numbers as float64, without rounding: ValueError if float64 does not hold one, and for integers beyond 2**53."""
    array = unmasked(name, values)
    if array.dtype == FLOAT64:
        return array
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name}: numbers are expected, not {array.dtype}")
    wide = array.astype(np.float64)
    wrong = np.zeros(array.shape, bool)
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8:
        wrong = (array > 2**53) | (array < -(2**53)) if array.dtype.kind == "i" else array > 2**53
    elif array.dtype.kind == "f" and array.dtype.itemsize > 8:
        wrong = (wide != array) & (array == array)
    if wrong.any():
        first = np.argwhere(wrong)[0]
        at = "".join(f"[{k}]" for k in first)
        raise ValueError(f"{name}{at} is {array[tuple(first)]}; a float64, or an integer up to 2**53, is expected")
    return wide


def coordinates(name: str, values: ArrayLike, dtype: Any) -> Coordinates:
    """Numbers as float32, rounded, or as float64, each as it is."""
    if dtype == FLOAT64:
        return doubles(name, values)
    return floats(name, values)


def dtype_of(polys: Any) -> np.dtype[Any]:
    """The type of the coordinates of a set of polygons."""
    return np.dtype(np.float32 if polys._origin() is None else np.float64)


def relative(name: str, values: ArrayLike, origin: Any) -> AnyArray:
    """Coordinates relative to an origin, subtracted in float64: of all of them a number, of points in rows one for each column. As they
    are if there is none."""
    array = unmasked(name, values)
    return array if origin is None else np.subtract(array, np.asarray(origin, np.float64), dtype=np.float64)


def origin_of(origin: Any, dimension: int) -> tuple[Any, ...]:
    """An origin as a number for each axis; None for each if there is none."""
    if origin is None:
        return (None,) * dimension
    point = unmasked("origin", origin)
    if point.shape != (dimension,) or point.dtype.kind not in "fiu" or not np.isfinite(point).all():
        raise ValueError(f"origin is {origin}; {dimension} finite numbers are expected")
    return tuple(float(value) for value in point)


def _have_one_stride(arrays: Sequence[AnyArray]) -> bool:
    stride = arrays[0].strides[0]
    return stride > 0 and stride % 4 == 0 and all(array.strides[0] == stride and array.flags.aligned for array in arrays)


def columns(named: Mapping[str, ArrayLike | None], dtype: Any = np.float32) -> dict[str, AnyArray | None]:
    """One-dimensional arrays of a type, of one length and one stride. A single number stands for all rows; None stays None.

    Columns of one two-dimensional array of the type, and separate contiguous arrays, are not copied.
    """
    arrays = {name: None if values is None else coordinates(name, values, dtype) for name, values in named.items()}
    rows = None
    for name, array in arrays.items():
        if array is None or array.ndim == 0:
            continue
        if array.ndim != 1:
            raise ValueError(f"{name}: one number per shape is expected, not an array of shape {array.shape}")
        if rows is not None and len(array) != rows[1]:
            raise ValueError(f"{name} has {len(array)} numbers, but {rows[0]} has {rows[1]}")
        rows = (name, len(array))
    count = 1 if rows is None else rows[1]
    full = {name: np.full(count, array) if array is not None and array.ndim == 0 else array for name, array in arrays.items()}
    given = [array for array in full.values() if array is not None]
    if given and not _have_one_stride(given):
        return {name: None if array is None else np.ascontiguousarray(array) for name, array in full.items()}
    return full


def directions(
    yaw: ArrayLike | None, cos: ArrayLike | None, sin: ArrayLike | None, dtype: Any = np.float32
) -> tuple[ArrayLike | None, ArrayLike | None]:
    """Cosine and sine, given or of an angle in radians. They are computed in float64 and rounded to the type."""
    if yaw is None:
        if (cos is None) != (sin is None):
            raise TypeError("cos and sin are expected together")
        return cos, sin
    if cos is not None or sin is not None:
        raise TypeError("either yaw or cos and sin are expected, not both")
    angle = unmasked("yaw", yaw).astype(np.float64)
    with np.errstate(invalid="ignore"):
        return np.cos(angle).astype(dtype), np.sin(angle).astype(dtype)


def half(name: str, values: ArrayLike, dtype: Any = np.float32) -> Coordinates:
    """Half of each number, which is exact but for subnormal numbers."""
    return np.multiply(coordinates(name, values, dtype), np.dtype(dtype).type(0.5))


def _rows_of_points(name: str, array: AnyArray, dimension: int) -> AnyArray:
    if array.ndim == 1 and array.size == 0:
        return array.reshape(0, dimension)
    if array.ndim != 2 or array.shape[1] != dimension:
        raise ValueError(f"{name}: an array of shape (n, {dimension}) is expected, not {array.shape}")
    return array


def points(name: str, values: ArrayLike, dimension: int, dtype: Any = np.float32) -> tuple[AnyArray, ...]:
    """The coordinates of points as contiguous arrays, one for each dimension. Where `values` keeps each of them together, as the
    transpose of an array of shape (dimension, n) does, nothing is copied."""
    array = _rows_of_points(name, coordinates(name, values, dtype), dimension)
    return tuple(np.ascontiguousarray(array[:, k]) for k in range(dimension))


def parts(
    name: str, values: Any, offsets: ArrayLike | None, dimension: int, dtype: Any = np.float32
) -> tuple[AnyArray, Indices]:
    """Points of many shapes as rows of one array, and where each shape begins; those of float64 without rounding. `values` with offsets: the points of all shapes in one
    array. Without offsets: a sequence of arrays, an array of shape (shapes, n, dimension), or the points of a single shape."""
    as_array = doubles if dtype == FLOAT64 else unmasked  # before arrays of several types are joined
    if offsets is not None:
        joined = _rows_of_points(name, unmasked(name, values), dimension)
        return joined, starts(offsets, len(joined))
    if not isinstance(values, np.ndarray) and len(values) > 0 and np.shape(values[0]) == (dimension,):
        values = unmasked(name, values)
    if isinstance(values, np.ndarray) and values.ndim == 2:
        return _rows_of_points(name, unmasked(name, values), dimension), np.array([0, len(values)], dtype=np.uint32)
    if isinstance(values, np.ndarray) and values.ndim == 3:
        sizes = np.full(len(values), values.shape[1], dtype=np.int64)
        joined = as_array(name, values).reshape(-1, values.shape[2])
    else:
        each = [as_array(f"{name}[{k}]", part) for k, part in enumerate(values)]
        for k, part in enumerate(each):
            if part.size > 0 and (part.ndim != 2 or part.shape[1] != dimension):
                raise ValueError(f"{name}[{k}]: an array of shape (n, {dimension}) is expected, not {part.shape}")
        sizes = np.array([len(part) for part in each], dtype=np.int64)
        full = [part for part in each if part.size > 0]
        joined = np.concatenate(full) if full else np.empty((0, dimension), np.float32)
    return _rows_of_points(name, joined, dimension), starts(np.concatenate([[0], np.cumsum(sizes)]), len(joined))


def starts(offsets: ArrayLike, total: int, name: str = "offsets", of: str = "vertices") -> Indices:
    """Offsets as uint32, which must ascend and end at `total` or before."""
    array = unmasked(name, offsets)
    if array.ndim != 1 or len(array) == 0 or array.dtype.kind not in "iu":
        raise ValueError(f"{name}: one integer more than there are parts is expected, in one dimension")
    wide = array.astype(np.int64)
    descends = np.flatnonzero(np.diff(wide) < 0)
    if len(descends) > 0:
        k = int(descends[0])
        raise ValueError(f"{name} ascend, but {name}[{k + 1}] = {wide[k + 1]} follows {wide[k]}")
    if wide[0] < 0 or wide[-1] > total:
        raise ValueError(f"{name} lie between 0 and {total}, the number of {of}; they are {wide[0]} ... {wide[-1]}")
    return np.ascontiguousarray(array, dtype=np.uint32)


def indices(name: str, values: ArrayLike, count: int) -> Indices:
    """One-dimensional indices below `count`, as uint32."""
    array = unmasked(name, values)
    if array.size == 0:
        return np.empty(0, dtype=np.uint32)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"{name}: integers in one dimension are expected")
    wrong = (array < 0) | (array >= count)
    if wrong.any():
        k = int(np.argmax(wrong))
        raise IndexError(f"{name}[{k}] is {array[k]}, but the set has {counted(count)}")
    return np.ascontiguousarray(array, dtype=np.uint32)


def numbers(name: str, values: ArrayLike, count: int) -> Indices:
    """A uint32 for every shape of a set. int32 is taken bit by bit, so that -1 stands for all bits."""
    array = unmasked(name, values)
    if array.shape != (count,) or array.dtype.kind not in "iu":
        raise ValueError(f"{name}: an integer for each of the {count} shapes is expected")
    if array.dtype == _INT32:
        return np.ascontiguousarray(array).view(np.uint32)
    if array.size > 0 and (array.min() < -(2**31) or array.max() >= 2**32):
        raise ValueError(f"{name}: integers of 32 bits are expected")
    return np.ascontiguousarray(array.astype(np.int64) & 0xFFFFFFFF if array.dtype.kind == "i" else array, dtype=np.uint32)


def _tuples_of(name: str, what: str, values: ArrayLike, width: int) -> Indices:
    array = unmasked(name, values)
    if array.dtype == _UINT32 and array.ndim == 2 and array.shape[1] == width and array.flags.c_contiguous:
        return array
    if array.ndim != 2 or array.shape[1] != width:
        if array.size == 0:
            return np.empty((0, width), dtype=np.uint32)
        raise ValueError(f"{name}: an array of shape (n, {width}) is expected, not {array.shape}")
    if array.dtype == _UINT32 or array.dtype == _INT32:
        return np.ascontiguousarray(array).view(np.uint32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: integers are expected, not {array.dtype}")
    if array.size > 0 and (array.min() < 0 or array.max() > 0xFFFFFFFF):
        wrong = ((array < 0) | (array > 0xFFFFFFFF)).any(axis=1)
        k = int(np.argmax(wrong))
        raise IndexError(f"{name}[{k}] is {tuple(array[k].tolist())}; {what} are expected")
    return array.astype(np.uint32, order="C")


def pairs_of(pairs: ArrayLike) -> Indices:
    """Pairs of indices as a contiguous uint32 array of shape (n, 2). Contiguous uint32 and int32 are not copied."""
    return _tuples_of("pairs", "indices of shapes", pairs, 2)


def rows_of(rows: ArrayLike) -> Indices:
    """Rows of pairs as a contiguous uint32 array of shape (n, 3). Contiguous uint32 and int32 are not copied, but below 0 refused."""
    array = unmasked("rows", rows)
    if array.dtype == _INT32 and array.size > 0 and array.min() < 0:
        array = array.astype(np.int64)
    return _tuples_of("rows", "an index and a range of shapes", array, 3)


def taken_rows(first: AnyArray, chosen: AnyArray) -> tuple[AnyArray, AnyArray]:
    """Of parts that have the rows first[k] .. first[k + 1] - 1: the rows of those that are chosen, and where each of these begins."""
    wide = first.astype(np.int64)
    sizes = np.diff(wide)[chosen]
    begins = np.concatenate([[0], np.cumsum(sizes)])
    return np.repeat(wide[chosen] - begins[:-1], sizes) + np.arange(begins[-1]), begins


def signed(found: Indices, count: int) -> SignedIndices:
    """Indices below `count` as int32, without a copy, and from 2**31 on as int64: differences of unsigned integers would wrap."""
    return found.view(np.int32) if count <= 2**31 else found.astype(np.int64)


def one_for_each(name: str, value: ArrayLike | None, count: int, dtype: Any = np.float32) -> AnyArray | None:
    """A number for each of `count` shapes, of which a single number stands for all; None stays None."""
    if value is None:
        return None
    array = floats(name, value) if dtype == np.float32 else unmasked(name, value).astype(dtype)
    if array.ndim == 0:
        return np.full(count, array)
    if array.shape != (count,):
        raise ValueError(f"{name}: one number for each of the {count} shapes is expected, not an array of shape {array.shape}")
    return array if dtype == np.float32 else np.ascontiguousarray(array)


def common_length(*values: tuple[ArrayLike | None, int]) -> int:
    """How many rows the arrays among some arguments have, each given with the dimensions of one row; 1 if none has more than one."""
    lengths = [len(np.asarray(value)) for value, dimensions in values if value is not None and np.ndim(value) > dimensions]
    return max(lengths, default=1)


def _is_like(given: Any, like: AnyArray) -> bool:
    return (
        type(given) is np.ndarray
        and given.dtype == like.dtype
        and given.shape == like.shape
        and given.strides == like.strides
        and given.flags.writeable
    )


def answers_in(out: Answers | None, made: Answers) -> Answers:
    """Where answers are written: in `out`, which an earlier call returned, or in new arrays if it is None.

    made: new arrays, which out must be like. They cost next to nothing as long as nobody writes into them.
    """
    if out is None:
        return made
    given: Any = out
    wanted: Any = made
    if isinstance(wanted, np.ndarray):
        given, wanted = (given,), (wanted,)
    if type(given) is not type(wanted) or not all(map(_is_like, given, wanted)):
        raise ValueError(f"out: what this question returned before is expected, for as many pairs ({len(wanted[-1])})")
    return out
