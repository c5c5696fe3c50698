"""Points, vectors and rotations in space as the columns that the extension module takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import AnyArray, columns, floats, one_for_each, origin_of, unmasked

AXES = ("x", "y", "z")


def components(name: str, values: ArrayLike, wanted: int, letters: tuple[str, ...]) -> dict[str, AnyArray]:
    """The columns of an array of shape (n, wanted) or, for all shapes, (wanted,)."""
    array = unmasked(name, values)
    if array.ndim == 0:
        array = np.full(wanted, array)
    elif array.ndim == 1 and array.size == 0:
        array = array.reshape(0, wanted)
    if array.ndim not in (1, 2) or array.shape[-1] != wanted:
        raise ValueError(f"{name}: an array of shape (n, {wanted}) is expected, not {array.shape}")
    return {f"{name} {letter}": array[..., k] for k, letter in enumerate(letters)}


def quaternion_of(turn: Any) -> Any:
    """A rotation of SciPy, which has w last, as (w, x, y, z); anything else as it is."""
    return np.asarray(turn.as_quat())[..., [3, 0, 1, 2]] if hasattr(turn, "as_quat") else turn


def frames_of(position: ArrayLike | None, matrix: ArrayLike | None) -> tuple[ArrayLike, ArrayLike | None]:
    """Positions, and matrices of shape (n, 3, 3), of which those of shape (n, 4, 4) have both."""
    if matrix is None or np.shape(matrix)[-2:] != (4, 4):
        if position is None:
            raise TypeError("a position is expected, or a matrix of shape (n, 4, 4)")
        return position, matrix
    if position is not None:
        raise TypeError("a matrix of shape (n, 4, 4) has the position; either is expected, not both")
    array = unmasked("matrix", matrix)
    wrong = np.argwhere((array[..., 3, :] != (0, 0, 0, 1)).any(axis=-1))
    if len(wrong) > 0:
        at = tuple(map(int, wrong[0]))
        raise ValueError(f"matrix{list(at) or ''}: (0, 0, 0, 1) is expected as its last row, not {array[at][3].tolist()}")
    return array[..., :3, 3], array[..., :3, :3]


def turns(quaternion: ArrayLike | None, matrix: ArrayLike | None) -> dict[str, ArrayLike | None]:
    """The thirteen columns of a rotation: those of a quaternion and those of a matrix, of which at most one is given."""
    turn: dict[str, ArrayLike | None] = {f"quaternion {letter}": None for letter in ("w", *AXES)}
    turn.update({f"matrix [{r}, {c}]": None for r in range(3) for c in range(3)})
    if quaternion is not None and matrix is not None:
        raise TypeError("either a quaternion or a matrix is expected, not both")
    if quaternion is not None:
        turn.update(components("quaternion", quaternion_of(quaternion), 4, ("w", *AXES)))
    if matrix is not None:
        array = floats("matrix", matrix)
        if array.ndim not in (2, 3) or array.shape[-2:] != (3, 3):
            raise ValueError(f"matrix: an array of shape (n, 3, 3) is expected, not {array.shape}")
        turn.update({f"matrix [{r}, {c}]": array[..., r, c] for r in range(3) for c in range(3)})
    return turn


def poses_of(
    count: int, position: ArrayLike, quaternion: ArrayLike | None, matrix: ArrayLike | None, origin: Any
) -> tuple[Any, ...]:
    """The poses of `count` solids as the extension module takes them: sixteen columns; the positions in float64; their origin."""
    given: dict[str, ArrayLike | None] = {**components("position", position, 3, AXES), **turns(quaternion, matrix)}
    far: list[AnyArray | None] = [None] * 3
    zero: tuple[Any, ...] = (0.0,) * 3
    if origin is not None:
        zero = origin_of(origin, 3)
        for k, axis in enumerate(AXES):
            name = f"position {axis}"
            far[k] = one_for_each(name, given[name], count, np.float64)
            given[name] = None
    rows = columns({name: one_for_each(name, value, count) for name, value in given.items()})
    return (*rows.values(), *far, *zero)
