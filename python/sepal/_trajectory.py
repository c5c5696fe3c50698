"""The first pose of a trajectory at which a model hits something."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._errors import raise_refusal, refused_margin


def first_hit(models: Any, model: int, poses: tuple[Any, ...], count: int, obstacles: Any, touching: bool, margin: float) -> int | None:
    """poses: as the method `_place` of the models takes them, of `count` steps."""
    kept = models.__dict__.setdefault("_worlds", [])
    world = kept.pop() if kept else (_core.Polys() if isinstance(models, _core.Polys) else _core.Solids())
    first = models._first_hit(model, *poses, obstacles, touching, margin, world)
    if first is None:  # a pose is refused: placing the model at all of them tells which one, and why
        last = (-1,) if isinstance(world, _core.Polys) else ()
        raise_refusal("pose", world._place(models, np.full(count, model, np.uint32), *poses, *last))
    kept.append(world)
    if first is None or first < 0:
        raise refused_margin(margin) or ValueError("this question was refused")
    return first if first < count else None
