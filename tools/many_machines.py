#!/usr/bin/env python3
"""A simulation of 10^9 shapes on 1,000 ranks, for docs/many_machines.md. Usage: many_machines.py [SAMPLES]

The scene is represented by a sample: shapes at random places, each standing for 10^9 / SAMPLES others, with the true extent of a
shape. Tiles are cut in two ways: a grid of equal tiles, and splits at the middle of the sample, again and again. Counted are the
shapes of each tile, the copies for other tiles, and what the assumptions below make of them."""

import math
import random
import sys

SHAPES, RANKS = 10**9, 1000
GRID = (40, 25)
PAIRS_PER_SHAPE = 3.6  # pairs that overlap, as in the benchmark of all pairs
EXTENT = 1.0           # of a shape, in a scene of about one shape for each unit of area
ROW = 28               # bytes of a shape on its way
PAIR = 8               # bytes of a pair
SECONDS_A_SHAPE = 0.15e-6   # finding, on one core, with those pairs: 0.13 s for 10^6, and what the larger set costs
SECONDS_A_ROW = 0.10e-6     # its bounds, its tiles, and storing it where it arrives
BYTES_A_SECOND = 1.25e9     # of one rank to the others: 10 Gbit/s
SECONDS_A_MESSAGE = 5e-6    # to each of the other ranks


def scene(samples, clustered, side, rng):
    """Places: all even, or half of them in a hundred clusters, each a fiftieth of the side across."""
    places = random.Random(0)
    centres = [(places.uniform(0, side), places.uniform(0, side)) for _ in range(100)]
    for k in range(samples):
        if clustered and k % 2:
            x, y = rng.choice(centres)
            yield rng.gauss(x, side / 100) % side, rng.gauss(y, side / 100) % side  # what leaves the scene comes in again
        else:
            yield rng.uniform(0, side), rng.uniform(0, side)


class Grid:
    def __init__(self, _points, side):
        self.side = side

    def tile(self, x, y):
        column = min(max(int(x / self.side * GRID[0]), 0), GRID[0] - 1)
        return min(max(int(y / self.side * GRID[1]), 0), GRID[1] - 1) * GRID[0] + column


class Splits:
    """Splits of the sample in the ratio of the ranks on both sides, across the longer extent of its points."""

    def __init__(self, points, _side):
        self.root = self.split(points, 0, RANKS)

    def split(self, points, first, ranks):
        if ranks == 1:
            return first
        spans = [max(p[axis] for p in points) - min(p[axis] for p in points) for axis in (0, 1)]
        axis, left = int(spans[1] > spans[0]), ranks // 2
        points.sort(key=lambda p: p[axis])
        at = len(points) * left // ranks
        return (axis, points[at][axis], self.split(points[:at], first, left), self.split(points[at:], first + left, ranks - left))

    def tile(self, x, y):
        node = self.root
        while not isinstance(node, int):
            node = node[2] if (x, y)[node[0]] < node[1] else node[3]
        return node


def simulate(name, clustered, cut, samples):
    rng = random.Random(1)
    side, weight = math.sqrt(SHAPES), SHAPES / samples
    points = list(scene(samples, clustered, side, rng))
    # Splits are made from a sample of their own, as the ranks would do it.
    tiles = cut(list(scene(samples, clustered, side, random.Random(2))), side)
    load, copies = [0.0] * RANKS, 0.0
    for x, y in points:
        half = EXTENT / 2
        reached = {tiles.tile(x + i * half, y + j * half) for i in (-1, 1) for j in (-1, 1)}
        for tile in reached:
            load[tile] += weight
        copies += weight * (len(reached) - 1)
    mean, most = sum(load) / RANKS, max(load)
    moved = (SHAPES * (RANKS - 1) / RANKS + copies) * ROW
    exchange = 2 * SECONDS_A_MESSAGE * RANKS + max(SHAPES / RANKS, most) * ROW / BYTES_A_SECOND
    work = SHAPES / RANKS * SECONDS_A_ROW + most * (SECONDS_A_ROW + SECONDS_A_SHAPE)
    print(f"| {name} | {most / mean:.2f} | {100 * copies / SHAPES:.2f} % | {moved / 1e9:.1f} GB | {exchange * 1e3:.0f} ms | "
          f"{work * 1e3:.0f} ms | {most * (ROW + 160 + PAIR * 2 * PAIRS_PER_SHAPE) / 1e6:.0f} MB |")


def main():
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 300_000
    print("| scene, tiles | most / mean | copies | moved in all | exchange | work of the slowest | its memory |")
    print("|---|---|---|---|---|---|---|")
    for scene_name, clustered in (("even", False), ("clusters", True)):
        for cut_name, cut in (("equal", Grid), ("splits", Splits)):
            simulate(f"{scene_name}, {cut_name}", clustered, cut, samples)


if __name__ == "__main__":
    main()
