#!/usr/bin/env python3
"""Which shapes of one collection overlap which of another, where neither fits one machine: a spatial join by Dask.

    join_dask.py [--shapes N] [--parts N] [--workers N] [--tile SIZE] [--scheduler ADDRESS] [--check]

Both collections come in partitions, as a collection of files would. The plane is cut into square tiles, and a shape goes to every
tile that its bounding box meets. So two shapes that overlap meet in one tile or in several, and each tile finds its pairs by itself.
A pair is reported by one tile only: the one with the least corner of the intersection of the two bounding boxes (Dittrich, Seeger,
"Data redundancy and duplicate detection in spatial join processing", ICDE 2000). That corner is made of numbers of the two boxes
without any arithmetic, so that all tiles agree on it.

Partitions, pieces and tiles are tasks without side effects. If a worker dies, Dask computes anew what was lost with it.
"""

import argparse
import sys
import time

import numpy as np
from distributed import Client, LocalCluster, as_completed

import sepal

EXTENT = 1000.0
# Tiles are numbered up to here in each direction; the last ones have no end. Numbers that ascend with the coordinate are all that the
# join needs, so none of its pairs is lost there.
LAST_TILE = 2**31
MOST_TILES = 1_000_000  # of one shape


def load(name, part, count):
    """One partition: numbers that are unique in the collection, and the shapes. Here random ones; elsewhere a file is read."""
    random = np.random.default_rng([len(name), part])
    x, y = random.uniform(0, EXTENT, (2, count))
    shapes = sepal.Polys.from_boxes(x, y, random.uniform(1, 12, count), random.uniform(1, 4, count), random.uniform(0, 7, count))
    shapes.add_circles(*random.uniform(0, EXTENT, (2, count)), random.uniform(1, 4, count))
    return np.arange(len(shapes), dtype=np.int64) + part * len(shapes), shapes


def tile_range(bounds, tile):
    """The columns and rows of tiles that each box meets: least column, least row, greatest column, greatest row."""
    return np.clip(np.floor_divide(bounds.astype(np.float64), tile), -LAST_TILE, LAST_TILE).astype(np.int64)


def split(partition, tile):
    """The pieces of a partition: for each tile the numbers and the shapes that meet it."""
    numbers, shapes = partition
    ranges = tile_range(shapes.bounds(), tile)
    met = np.prod(ranges[:, 2:] - ranges[:, :2] + 1.0, axis=1)
    if (met > MOST_TILES).any():
        wrong = int(np.argmax(met))
        raise ValueError(f"shape {numbers[wrong]} meets {met[wrong]:.0f} tiles of side {tile:g}; larger tiles are expected")
    members = {}
    for i, (x0, y0, x1, y1) in enumerate(ranges.tolist()):
        for column in range(x0, x1 + 1):
            for row in range(y0, y1 + 1):
                members.setdefault((column, row), []).append(i)
    return {key: (numbers[chosen], shapes.take(chosen)) for key, chosen in members.items()}


def keys_of(pieces):
    return list(pieces)


def piece_of(pieces, key):
    return pieces[key]


def joined(pieces):
    """Pieces of one tile from several partitions as one."""
    shapes = sepal.Polys()
    for _, part in pieces:
        shapes.extend(part)
    return np.concatenate([numbers for numbers, _ in pieces]), shapes


def join_tile(key, tile, pieces_a, pieces_b):
    """The pairs that this tile reports, as numbers of both collections."""
    numbers_a, a = joined(pieces_a)
    numbers_b, b = joined(pieces_b)
    pairs = a.find_pairs(b)
    corner = np.maximum(a.bounds()[pairs[:, 0], :2], b.bounds()[pairs[:, 1], :2])
    own = (tile_range(corner, tile) == key).all(axis=1)
    return np.stack([numbers_a[pairs[own, 0]], numbers_b[pairs[own, 1]]], axis=1)


def join(client, parts_a, parts_b, tile, progress=None):
    """All pairs of two collections that overlap, in ascending order. parts_a, parts_b: futures of partitions. progress: called with
    the number of tiles that are done, and of all tiles."""
    tiles = {}
    for side, parts in enumerate((parts_a, parts_b)):
        cut = client.map(split, parts, tile=tile, pure=False)
        for pieces, keys in zip(cut, client.gather(client.map(keys_of, cut, pure=False)), strict=True):
            for key in keys:
                tiles.setdefault(key, ([], []))[side].append(client.submit(piece_of, pieces, key, pure=False))
    tasks = [
        client.submit(join_tile, key, tile, of_a, of_b, pure=False) for key, (of_a, of_b) in tiles.items() if of_a and of_b
    ]
    for done, _ in enumerate(as_completed(tasks), start=1):
        if progress is not None:
            progress(done, len(tasks))
    found = client.gather(tasks)
    pairs = np.concatenate([np.empty((0, 2), np.int64), *found])
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def join_alone(parts_a, parts_b):
    """The same answer by one process, from the partitions themselves."""
    numbers_a, a = joined(parts_a)
    numbers_b, b = joined(parts_b)
    pairs = a.find_pairs(b)
    return np.stack([numbers_a[pairs[:, 0]], numbers_b[pairs[:, 1]]], axis=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shapes", type=int, default=200_000, help="shapes of each collection (200000)")
    parser.add_argument("--parts", type=int, default=8, help="partitions of each collection (8)")
    parser.add_argument("--workers", type=int, default=2, help="processes on this machine (2)")
    parser.add_argument("--tile", type=float, default=EXTENT / 4, help="the side of a tile (250); the plane has a side of 1000")
    parser.add_argument("--scheduler", help="the address of a running scheduler, such as tcp://node1:8786, instead of processes here")
    parser.add_argument("--check", action="store_true", help="compare with the answer of one process")
    given = parser.parse_args()
    if given.shapes < 1 or given.parts < 1 or given.workers < 1 or not given.tile > 0:
        parser.error("shapes, parts, workers and tile are expected to be above 0")
    cluster = given.scheduler or LocalCluster(n_workers=given.workers, threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        count = -(-given.shapes // (2 * given.parts))
        parts_a, parts_b = (
            client.map(load, [name] * given.parts, range(given.parts), [count] * given.parts) for name in ("a", "bb")
        )
        began = time.perf_counter()
        pairs = join(client, parts_a, parts_b, given.tile, lambda done, all: print(f"\r{done} of {all} tiles", end="", file=sys.stderr))
        print(f"\n{len(pairs)} pairs of {2 * count * given.parts} and as many shapes in {time.perf_counter() - began:.2f} s")
        if given.check:
            same = np.array_equal(pairs, join_alone(client.gather(parts_a), client.gather(parts_b)))
            print("one process finds the same" if same else "one process finds something else")
            sys.exit(not same)


if __name__ == "__main__":
    main()
