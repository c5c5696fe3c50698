"""Labels of shapes, by which the rows of a table are known."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ._arrays import AnyArray


class Joined(NamedTuple):
    """Pairs of rows: pair i is the row with the label left[i] and the row with the label right[i]. `sjoin` gives these, and `find_pairs`
    with `index`."""

    left: AnyArray
    right: AnyArray


def _labels(name: str, given: Any, count: int) -> AnyArray:
    if given is None:
        return np.arange(count)
    labels = np.asarray(given)
    if labels.shape != (count,):
        raise ValueError(f"{name}: a label for each of {count} shapes is expected, not an array of shape {labels.shape}")
    return labels


def labels_of(given: Any, a: Any, b: Any) -> tuple[AnyArray, AnyArray]:
    """The labels of the shapes of two sets, which may be one."""
    if a is b:
        own = _labels("index", given, len(a))
        return own, own
    if not isinstance(given, tuple) or len(given) != 2:
        raise TypeError("index: for two sets, a tuple of two indices (or None) is expected")
    return _labels("index[0]", given[0], len(a)), _labels("index[1]", given[1], len(b))
