"""One query divided among threads."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

# Fewer pairs than this are not worth another thread: waking one takes some 20 microseconds.
PAIRS_LEAST = 16384

_pools: dict[int, ThreadPoolExecutor] = {}
_lock = threading.Lock()


def _pool(threads: int) -> ThreadPoolExecutor:
    with _lock:
        if threads not in _pools:
            _pools[threads] = ThreadPoolExecutor(threads, thread_name_prefix="sepal")
        return _pools[threads]


def _forget() -> None:
    """Threads do not survive a fork: the child makes pools of its own."""
    _pools.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def thread_count(workers: int) -> int:
    """How many threads `workers` stands for: -1 for all processors."""
    if workers == -1:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not isinstance(workers, int) or workers < 1:
        raise ValueError(f"workers is {workers}; a number of threads, or -1 for all processors, is expected")
    return workers


def in_parts(count: int, workers: int, call: Callable[[int, int], Any], least: int = PAIRS_LEAST) -> bool:
    """Calls `call(first, last)` for ranges that make up 0 .. count; true if all calls returned true."""
    threads = min(thread_count(workers), max(count // least, 1))
    if threads == 1:
        return bool(call(0, count))
    cuts = [count * k // threads for k in range(threads)] + [count]
    others = [_pool(threads - 1).submit(call, cuts[k], cuts[k + 1]) for k in range(1, threads)]
    first = call(cuts[0], cuts[1])
    return all([first, *(other.result() for other in others)])
