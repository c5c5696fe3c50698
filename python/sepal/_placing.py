"""Sets filled with models at poses, and the first pose of a trajectory at which a model hits something."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Indices, counted, indices
from ._errors import Given, raise_refusal, refused_margin


def chosen_models(world: Any, models: Any, model: ArrayLike) -> Indices:
    """Which models are to be placed in another set."""
    world._check_like(models)
    if models is world:
        raise ValueError("the models and the set that they are placed in are one set")
    return indices("model", model, len(models))


def replaced_shapes(world: Any, count: int, start: int | None, shapes: ArrayLike | None) -> tuple[int, Indices | None]:
    """Which shapes `count` models replace: the first of a range, or -1; a list, or None."""
    if start is not None and shapes is not None:
        raise TypeError("either start or shapes is expected, not both")
    first = -1 if start is None else operator.index(start)
    if start is not None and not 0 <= first <= len(world) - count:
        raise IndexError(f"{counted(count)} from {first} on do not lie in the set, which has {counted(len(world))}")
    return first, None if shapes is None else indices("shapes", shapes, len(world))


def place(
    world: Any,
    models: Any,
    chosen: Indices,
    poses: tuple[Any, ...],
    given: Given,
    first: int = -1,
    listed: Indices | None = None,
) -> None:
    """poses: as the extension module takes them; given: as the caller gave them. first, listed: which shapes are replaced; without
    either all are."""
    refusal = world._place(models, chosen, first, listed, *poses)
    if refusal is not None and listed is not None:
        refusal = int(listed[refusal[0]]), refusal[1]
    raise_refusal("pose", refusal, given)


def first_hit(
    models: Any, model: int, poses: tuple[Any, ...], given: Given, count: int, obstacles: Any, touching: bool, margin: float
) -> int | None:
    """poses: of `count` steps, as the extension module takes them; given: as the caller gave them."""
    kept = models.__dict__.setdefault("_worlds", [])
    world = kept.pop() if kept else models._empty()
    first = models._first_hit(model, obstacles, touching, margin, world, *poses)
    if first is None:  # a pose is refused: placing the model at all of them tells which one, and why
        place(world, models, np.full(count, model, np.uint32), poses, given)
    kept.append(world)
    if first is None or first < 0:
        raise refused_margin(margin) or ValueError("this question was refused")
    return first if first < count else None
