"""Which pairs of a search are wanted."""

from __future__ import annotations

from typing import Any

from ._arrays import Indices, numbers

Numbers = Any  # None, an array for one set, or two of either for two sets
Filters = tuple[Indices | None, ...]


def _filters(name: str, given: Numbers, a: Any, b: Any) -> tuple[Indices | None, Indices | None]:
    if given is None:
        return None, None
    if a is b:
        own = numbers(name, given, len(a))
        return own, own
    if not isinstance(given, tuple) or len(given) != 2:
        raise TypeError(f"{name}: for two sets, a tuple of two arrays (or None) is expected")
    first, second = given
    return (
        None if first is None else numbers(f"{name}[0]", first, len(a)),
        None if second is None else numbers(f"{name}[1]", second, len(b)),
    )


def both_filters(a: Any, b: Any, member: Numbers, mask: Numbers, owner: Numbers) -> Filters:
    return (*_filters("member", member, a, b), *_filters("mask", mask, a, b), *_filters("owner", owner, a, b))
