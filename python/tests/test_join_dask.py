"""examples/join_dask.py: each pair once, whatever the number of workers, and when one of them is killed."""

import importlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

distributed = pytest.importorskip("distributed")
EXAMPLE = Path(__file__).parents[2] / "examples" / "join_dask.py"


@pytest.fixture
def example(monkeypatch):
    """The example as a module; the workers get this process's path, and import it as well."""
    monkeypatch.syspath_prepend(str(EXAMPLE.parent))
    return importlib.import_module("join_dask")


@pytest.fixture
def start(example):
    """Makes a cluster of some workers, each a process."""
    opened = []

    def make(workers):
        cluster = distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, processes=True, silence_logs=50
        )
        client = distributed.Client(cluster)
        opened.extend([client, cluster])
        return client

    yield make
    for thing in opened:
        thing.close()


PARTS, COUNT = 3, 150


def partitions(client, example, name):
    return client.map(example.load, [name] * PARTS, range(PARTS), [COUNT] * PARTS, pure=False)


def alone(example):
    a, b = ([example.load(name, part, COUNT) for part in range(PARTS)] for name in ("a", "bb"))
    return example.join_alone(a, b)


def test_workers_find_the_pairs_of_one_process(example, start):
    expected = alone(example)
    assert len(expected) > 20
    for workers in (1, 2, 4):
        client = start(workers)
        for tile in (100.0, 5000.0):
            pairs = example.join(client, partitions(client, example, "a"), partitions(client, example, "bb"), tile)
            assert np.array_equal(pairs, expected), (workers, tile)


def test_shapes_on_the_edges_of_tiles_are_paired_once(example):
    """Squares whose sides and corners are on the edges of tiles: every tile reports its own pairs, and none is missing."""
    import sepal

    x, y = np.meshgrid(np.arange(-3, 4), np.arange(-3, 4))
    squares = sepal.Polys.from_boxes(x.ravel(), y.ravel(), 2, 2)
    part = (np.arange(len(squares)), squares)
    pieces = example.split(part, 1.0)
    found = [example.join_tile(key, 1.0, [piece], [piece]) for key, piece in pieces.items()]
    pairs = np.concatenate(found).tolist()
    unordered = {(i, k) for i, k in pairs}
    expected = {(i, k) for i, k in squares.find_pairs().tolist()}
    assert len(pairs) == len(unordered)
    assert {(i, k) for i, k in unordered if i < k} == expected


@pytest.mark.parametrize("sign", [1, -1])
def test_shapes_beyond_the_last_tile_are_paired(example, sign):
    """Two rectangles where the numbers of tiles would leave 64 bits, two far beyond, and two near (0, 0)."""
    import sepal

    left, right = sign * np.array([2.0**63 - 2.0**39, 2.0**90, 5]), sign * np.array([2.0**63 + 2.0**40, 2.0**91, 7])
    rings = [[[x0, y], [x1, y], [x1, y + 2], [x0, y + 2]] for x0, x1 in zip(left, right, strict=True) for y in (0, 1)]
    shapes = sepal.Polys.from_rings(np.array(rings, np.float32))
    pieces = example.split((np.arange(6), shapes), 1.0)
    pairs = np.concatenate([example.join_tile(key, 1.0, [piece], [piece]) for key, piece in pieces.items()])
    expected = [[i, k] for first in (0, 2, 4) for i in (first, first + 1) for k in (first, first + 1)]
    assert sorted(pairs.tolist()) == expected


def test_a_shape_on_too_many_tiles_is_named(example):
    import sepal

    shapes = sepal.Polys.from_boxes([5, 0], 0, [1, 1e30], 1)
    with pytest.raises(ValueError, match=r"shape 41 meets \d+ tiles of side 1; larger tiles are expected"):
        example.split((np.array([40, 41]), shapes), 1.0)


def test_a_worker_is_killed(example, start):
    client = start(3)
    processes = client.run(os.getpid)
    killed = []

    def kill(done, tiles):
        if not killed and done >= 3:
            assert done < tiles
            killed.append(next(iter(processes.values())))
            os.kill(killed[0], signal.SIGKILL)

    pairs = example.join(client, partitions(client, example, "a"), partitions(client, example, "bb"), 100.0, kill)
    assert killed
    assert np.array_equal(pairs, alone(example))


def test_as_a_program():
    command = [sys.executable, EXAMPLE, "--shapes", "4000", "--parts", "2", "--workers", "2", "--check"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == "one process finds the same"
    wrong = subprocess.run([*command[:2], "--tile", "0"], capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "above 0" in wrong.stderr
