"""Queries in several threads, and changes that come in between."""

import os
import threading

import numpy as np
import pytest
from scenes import mixed

import sepal
from sepal import _threads


@pytest.fixture
def random():
    return np.random.default_rng(22)


@pytest.mark.parametrize("workers", [2, 3, -1])
def test_workers_change_nothing(random, workers):
    shapes = mixed(random, 200)
    pairs = random.integers(0, len(shapes), (100_001, 2))
    assert (shapes.overlap(shapes, pairs, workers=workers) == shapes.overlap(shapes, pairs)).all()
    assert (shapes.contains(shapes, pairs, workers=workers) == shapes.contains(shapes, pairs)).all()
    for one, many in zip(shapes.mtv(shapes, pairs), shapes.mtv(shapes, pairs, workers=workers), strict=True):
        assert one.tobytes() == many.tobytes()
    pairs[70_000, 1] = len(shapes)
    with pytest.raises(IndexError, match=r"pairs\[70000\]"):
        shapes.overlap(shapes, pairs, workers=workers)


def test_a_part_for_each_thread():
    seen = []
    assert _threads.in_parts(1000, 4, lambda i, k: seen.append((i, k)) is None, least=100)
    assert sorted(seen) == [(0, 250), (250, 500), (500, 750), (750, 1000)]
    assert not _threads.in_parts(1000, 4, lambda i, k: i != 500, least=100)


def test_a_query_lets_others_run_but_not_change(random):
    """The lock of the interpreter is free during a query: this thread runs, and its changes are refused until the query is over."""
    shapes = mixed(random, 300)
    pairs = random.integers(0, len(shapes), (3_000_000, 2)).astype(np.uint32)
    thread = threading.Thread(target=lambda: shapes.mtv(shapes, pairs))
    thread.start()
    refused = answers = 0
    while thread.is_alive():
        try:
            shapes.update(0, shapes.vertices(0))
        except RuntimeError:
            refused += 1
            answers += len(shapes.overlap(shapes, pairs[:100]))
    thread.join()
    assert refused > 0
    assert answers == 100 * refused
    shapes.clear()
    assert len(shapes) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_threads_after_a_fork(random):
    shapes = mixed(random, 100)
    pairs = random.integers(0, len(shapes), (100_000, 2))
    expected = shapes.overlap(shapes, pairs, workers=2)
    child = os.fork()
    if child == 0:
        os._exit(0 if (shapes.overlap(shapes, pairs, workers=2) == expected).all() else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_searches_of_one_set_in_many_threads(random):
    shapes = mixed(random, 300)
    expected = shapes.find_pairs()
    found = []
    threads = [threading.Thread(target=lambda: found.append(shapes.find_pairs())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all((pairs == expected).all() for pairs in found)
