"""Scenes of the measurements, and how times are taken."""

import time

import numpy as np

import sepal


def boxes(count, random):
    """Boxes of the size of cars; each overlaps one or two others."""
    side = np.sqrt(count) * 3
    x, y = random.uniform(0, side, (2, count))
    return sepal.Polys.from_boxes(x, y, random.uniform(2, 6, count), random.uniform(1, 3, count), random.uniform(0, 7, count))


def polygons(count, random):
    """Regular polygons of 3 to 16 vertices, as dense as the boxes."""
    side = np.sqrt(count) * 3
    rings = []
    for n in random.integers(3, 17, count):
        angle = np.arange(n) * (2 * np.pi / n) + random.uniform(0, 7)
        rings.append(random.uniform(0, side, 2) + 2 * np.stack([np.cos(angle), np.sin(angle)], axis=1))
    return sepal.Polys.from_hulls(rings)


SCENES = {"boxes": boxes, "3-16 vertices": polygons}


def seconds(call):
    """The time of one call, and what it returns. Time of the processor, so that other programs that run do not count."""
    before = time.thread_time()
    answer = call()
    return time.thread_time() - before, answer


def least(call, repeats):
    return min(seconds(call)[0] for _ in range(repeats))
