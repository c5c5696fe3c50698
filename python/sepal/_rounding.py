"""Whether rounding to float32 moves shapes by more than a share of their size."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import FLOAT64, AnyArray, Coordinates, Floats, Indices, relative
from ._calls import is_own

SHARE = 1e-3


class RoundingWarning(UserWarning):
    """Coordinates were rounded to float32, and that moved a shape by more than a thousandth of its size.

    The size is the greater side of the shape's bounding box. `origin=` near the shapes keeps more digits: it is subtracted before the
    coordinates are rounded.
    """


def _warn(kind: str, moved: AnyArray, size: AnyArray, number: AnyArray | None = None) -> None:
    wrong = (size > 0) & (moved > SHARE * size)
    if not wrong.any():
        return
    k = int(np.argmax(np.where(wrong, moved / np.where(wrong, size, 1), 0)))
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and is_own(frame):
        level, frame = level + 1, frame.f_back
    warnings.warn(
        f"rounding to float32 moves {kind} {k if number is None else number[k]} by {moved[k]:.2g}, and its size is {size[k]:.2g};"
        " give an origin= near the shapes"
        f" ({np.count_nonzero(wrong)} of {len(wrong)} are moved by more than {SHARE:g} of their size)",
        RoundingWarning,
        stacklevel=level,
    )


def _moved(exact: AnyArray, rounded: AnyArray) -> AnyArray:
    distance: AnyArray = np.abs(np.subtract(exact, rounded, dtype=np.float64))
    return distance


def _least(size: AnyArray) -> float:
    """The least size that is not 0."""
    least = float(size.min()) if size.size > 0 else np.inf
    return least if least > 0 else float(min(size[size > 0], default=np.inf))


def _may_move(exact: Sequence[AnyArray], margin: float, least: float) -> bool:
    """Whether rounding coordinates, and what lies within a margin of them, may move a shape of at least this size by the share."""
    reach = max(max(float(values.max(initial=0)), -float(values.min(initial=0))) for values in exact) + margin
    return bool(np.spacing(np.float32(min(reach, 1e38))) > SHARE * least)


def warn_of_rows(kind: str, exact: Sequence[AnyArray], size: AnyArray, number: AnyArray | None = None) -> None:
    """exact: coordinates with one number for each shape, or one for all. size: of each shape, or one for all. number: by which a shape
    is named, if not by its place."""
    if all(values.dtype == np.float32 for values in exact):
        return
    if _may_move(exact, 0, _least(size)):
        moved = np.maximum.reduce(np.broadcast_arrays(*(_moved(values, values.astype(np.float32)) for values in exact)))
        moved, size = np.broadcast_arrays(np.atleast_1d(moved), size)
        _warn(kind, moved, size, number)


def warn_of_poses(
    places: Sequence[ArrayLike], origin: Sequence[Any], extents: Coordinates, model: AnyArray, listed: Indices | None = None
) -> None:
    """places: a coordinate for each axis, as warn_of_rows takes them. extents: of all models. model: of each pose, or one for all.
    listed: which poses matter; None: all."""
    if listed is not None:
        places = [place if place.ndim == 0 else place[listed] for place in map(np.asarray, places)]
        model = model[listed]
    exact = [relative("place", place, at) for place, at in zip(places, origin, strict=True)]
    if _may_move(exact, 0, _least(extents)):
        warn_of_rows("pose", exact, extents[model], listed)


def warn_of_parts(
    kind: str, exact: AnyArray, rounded: Sequence[Coordinates], first: Indices, radius: Floats | None, number: AnyArray | None = None
) -> None:
    """exact: points in rows; rounded: their columns. Shape k has the points first[k] .. first[k+1]-1, and at least one. number: by
    which it is named, if not by k."""
    if exact.dtype == np.float32 or rounded[0].dtype == FLOAT64 or len(first) < 2:
        return
    begins, end = first[:-1].astype(np.int64), int(first[-1])
    columns = [column[:end] for column in rounded]
    with np.errstate(over="ignore"):
        sides = [np.maximum.reduceat(c, begins) - np.minimum.reduceat(c, begins) for c in columns]
        size = np.maximum.reduce(sides) + (np.float32(0) if radius is None else 2 * radius)
    if _may_move(columns, 0, _least(size)):
        moved = np.maximum.reduce([_moved(exact[:end, k], column) for k, column in enumerate(columns)])
        _warn(kind, np.maximum.reduceat(moved, begins), size, number)


def warn_of_boxes(
    exact: Sequence[AnyArray], half: Sequence[Floats], turn: tuple[Floats | None, Floats | None], radius: Floats | None
) -> None:
    """Boxes in the plane, whose corners are stored: these are rounded, whatever the type of centre, size and direction.

    exact: the centres. half: half of the length and of the width. turn: cosine and sine.
    """
    longer = np.maximum(*half)
    if not _may_move(exact, 2 * float(longer.max(initial=0)), 2 * _least(longer)):
        return
    a, b = (side.astype(np.float64) for side in half)
    if turn[0] is None or turn[1] is None:
        reaches = [(a, a), (b, b)]
    else:
        c, s = turn[0].astype(np.float64), turn[1].astype(np.float64)
        reaches = [(c * a - s * b, c * a + s * b), (s * a + c * b, s * a - c * b)]
    signed = [[sign * reach for reach in both for sign in (1, -1)] for both in reaches]
    corners = [values.astype(np.float64) + reach for values, each in zip(exact, signed, strict=True) for reach in each]
    moved = np.maximum.reduce([_moved(corner, corner.astype(np.float32)) for corner in np.broadcast_arrays(*corners)])
    _warn("box", moved, 2 * longer.astype(np.float64) + (0 if radius is None else 2 * radius))
