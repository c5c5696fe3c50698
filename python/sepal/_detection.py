"""What detectors ask: IoU of boxes, and suppression of those that are worse than another one in the same place."""

from __future__ import annotations

import heapq
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import AnyArray, Floats
from ._common import Common
from ._polys import Polys

Mode = Literal["iou", "iof"]
_BLOCK = 256  # boxes of which those that stay are asked about at a time
_PAIRS = 1 << 20  # pairs of a matrix that are asked about at a time


def _rows(name: str, boxes: ArrayLike, widths: tuple[int, ...]) -> AnyArray:
    rows = np.asarray(boxes, np.float64)
    if rows.shape == (0,):  # an empty list
        return rows.reshape(0, widths[0])
    if rows.ndim != 2 or (rows.shape[1] not in widths and len(rows) > 0):
        expected = " or ".join(f"(n, {width})" for width in widths)
        raise ValueError(f"{name} has the shape {rows.shape}; {expected} is expected")
    return rows


def _boxes(name: str, boxes: ArrayLike, degrees: bool) -> Polys:
    """Boxes as corners (x1, y1, x2, y2), or as centre, size and angle (x, y, w, h, angle)."""
    rows = _rows(name, boxes, (4, 5))
    if len(rows) == 0:
        return Polys()
    if rows.shape[1] == 4:
        low, high = rows[:, :2], rows[:, 2:]
        middle, size = (low + high) / 2, high - low
        return Polys.from_boxes(middle[:, 0], middle[:, 1], size[:, 0], size[:, 1])
    yaw = np.deg2rad(rows[:, 4]) if degrees else rows[:, 4]
    return Polys.from_boxes(rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3], yaw)


def _of_mode(common: Common, mode: Mode) -> Floats:
    if mode not in ("iou", "iof"):
        raise ValueError(f"mode is {mode!r}; 'iou' or 'iof' is expected")
    return common.iou if mode == "iou" else common.share


def _matrix(a: Polys, b: Polys, aligned: bool, workers: int, answer: Any) -> Floats:
    """What `answer` makes of what each pair of boxes has in common and of their indices, of pair i alone if aligned: an array of shape
    (n, m), or (n,)."""
    if aligned:
        if len(a) != len(b):
            raise ValueError(f"{len(a)} and {len(b)} boxes; as many are expected, since aligned is True")
        each = np.arange(len(a))
        return np.asarray(answer(a.common(b, np.stack([each, each], axis=1), workers=workers), each, each), np.float32)
    out = np.empty((len(a), len(b)), np.float32)
    step = max(1, _PAIRS // max(1, len(b)))
    for begin in range(0, len(a) if len(b) > 0 else 0, step):
        one = np.arange(begin, min(begin + step, len(a)))
        rows = np.stack([one, np.zeros_like(one), np.full_like(one, len(b))], axis=1)
        common = a.common_rows(b, rows, workers=workers)
        shaped = Common(*(part.reshape(len(one), len(b)) for part in common))
        out[begin : begin + step] = answer(shaped, one[:, np.newaxis], np.arange(len(b)))
    return out


def box_iou(
    a: ArrayLike, b: ArrayLike, mode: Mode = "iou", aligned: bool = False, *, degrees: bool = False, workers: int = 1
) -> Floats:
    """The IoU ("intersection over union") of each box of `a` with each of `b`, as `torchvision.ops.box_iou` and `mmcv.ops.box_iou_rotated`
    name it; but exactly 0 for boxes that touch or are apart, exactly 1 for equal ones, and never above 1.

    a, b: boxes as rows: (x1, y1, x2, y2), or (x, y, w, h, angle) with the centre, and the angle from the x axis towards the y axis.
        Coordinates are rounded to float32.
    mode: 'iou', or 'iof': the share of the box of `a` that is covered ("intersection over foreground").
    aligned: pair i alone is asked about, for all i.
    degrees: the angles are in degrees, not in radians.
    workers: how many threads share the pairs; -1 stands for all processors.

    Returns float32 of shape (n, m); of shape (n,) if aligned.
    ValueError: another shape, another mode, sizes below 0 (ShapeError), or aligned boxes of different number.

    >>> sepal.box_iou([[0, 0, 2, 2]], [[0, 0, 2, 2], [1, 0, 3, 2], [2, 0, 4, 2]]).tolist()
    [[1.0, 0.3333333432674408, 0.0]]
    >>> sepal.box_iou([[0, 0, 4, 2, 0]], [[0, 0, 2, 4, 90]], degrees=True).tolist()
    [[1.0]]
    """
    first, second = _boxes("a", a, degrees), _boxes("b", b, degrees)
    return _matrix(first, second, aligned, workers, lambda common, _i, _k: _of_mode(common, mode))


def box_iou_3d(a: ArrayLike, b: ArrayLike, aligned: bool = False, *, workers: int = 1) -> Floats:
    """The IoU of boxes in space that turn about the vertical: the area that two have in common, times their common height, as a share of
    the volume of both together.

    a, b: boxes as rows (x, y, z, dx, dy, dz, yaw) with the centre, the sizes, and the angle in radians from the x axis towards the y
        axis. x, y, dx, dy and yaw are rounded as by `Polys.from_boxes`.
    aligned: pair i alone is asked about, for all i.
    workers: how many threads share the pairs; -1 stands for all processors.

    Returns float32 of shape (n, m); of shape (n,) if aligned. 0 exactly where the boxes touch or are apart, 1 exactly for equal ones;
        exchanging a and b changes no bit.
    ValueError: another shape, sizes below 0 (ShapeError), or aligned boxes of different number.

    >>> sepal.box_iou_3d([[0, 0, 0, 2, 2, 2, 0]], [[0, 0, 0, 2, 2, 2, 0], [0, 0, 1, 2, 2, 2, 0], [0, 0, 2, 2, 2, 2, 0]]).tolist()
    [[1.0, 0.3333333432674408, 0.0]]
    """
    rows = _rows("a", a, (7,)), _rows("b", b, (7,))
    sets = [Polys.from_boxes(*r[:, (0, 1, 3, 4, 6)].T) if len(r) > 0 else Polys() for r in rows]
    low, high = ([r[:, 2] + sign * r[:, 5] / 2 if len(r) > 0 else np.empty(0) for r in rows] for sign in (-1, 1))
    if any((tops < bottoms).any() for bottoms, tops in zip(low, high, strict=True)):
        raise ValueError("a height dz is below 0")
    areas = [s.areas().astype(np.float64) for s in sets]
    volumes = [of * (tops - bottoms) for of, bottoms, tops in zip(areas, low, high, strict=True)]

    def answer(common: Common, i: AnyArray, k: AnyArray) -> Any:
        height = np.maximum(np.minimum(high[0][i], high[1][k]) - np.maximum(low[0][i], low[1][k]), 0)
        # of slender boxes that are equal, what they have in common may be rounded to another float than their areas are
        area = np.where(common.iou == 1, np.maximum(areas[0][i], areas[1][k]), common.area)
        both = area * height
        union = np.maximum(volumes[0][i] + volumes[1][k] - both, both)
        return np.divide(both, union, out=np.zeros_like(both), where=union > 0)

    return _matrix(sets[0], sets[1], aligned, workers, answer)


def _ranked(
    boxes: ArrayLike, scores: ArrayLike, labels: ArrayLike | None, degrees: bool
) -> tuple[Polys, NDArray[np.int64], AnyArray]:
    """The boxes in order of their scores, the best first; their indices; and the pairs of one class that overlap, the better one first."""
    given = _boxes("boxes", boxes, degrees)
    of_score = np.asarray(scores, np.float64)
    if of_score.shape != (len(given),):
        raise ValueError(f"scores has the shape {of_score.shape}; one for each of {len(given)} boxes is expected")
    order = np.argsort(-of_score, kind="stable")
    classes = None if labels is None else np.asarray(labels)
    if classes is not None and classes.shape != (len(given),):
        raise ValueError(f"labels has the shape {classes.shape}; one for each of {len(given)} boxes is expected")
    if len(given) == 0:
        return given, order, np.empty((0, 2), np.uint32)
    ranked = given[order]
    if classes is None:
        return ranked, order, np.asarray(ranked.find_pairs(touching=False))
    _, number = np.unique(classes[order], return_inverse=True)
    member = np.left_shift(1, number % 32, dtype=np.int64).astype(np.uint32)  # of more than 32 classes some have one bit
    pairs = np.asarray(ranked.find_pairs(touching=False, member=member, mask=member))
    pairs = pairs[number[pairs[:, 0]] == number[pairs[:, 1]]]
    return ranked, order, pairs


def nms(
    boxes: ArrayLike,
    scores: ArrayLike,
    iou: float = 0.5,
    labels: ArrayLike | None = None,
    *,
    mode: Mode = "iou",
    degrees: bool = False,
    workers: int = 1,
) -> NDArray[np.int64]:
    """Non-maximum suppression: in order of their scores, a box stays unless it has more than `iou` in common with one that stays. As
    `torchvision.ops.nms` and `mmcv.ops.nms_rotated`, of boxes that may be turned.

    boxes: as in `box_iou`.
    scores: a number for each; of equal ones the first box is the better.
    iou: the IoU above which the worse of two boxes goes.
    labels: a class for each box: boxes of different classes stay beside each other. None: all are of one class.
    mode: 'iou', or 'iof': the share of the worse box that is covered.
    degrees: the angles are in degrees, not in radians.
    workers: how many threads share the pairs; -1 stands for all processors.

    Returns the indices of the boxes that stay, the best first.
    ValueError: another shape, another mode, or another number of scores or labels than boxes.

    >>> sepal.nms([[0, 0, 2, 2], [0, 0, 2, 1.5], [2, 0, 4, 2]], [0.9, 0.8, 0.7]).tolist()
    [0, 2]
    """
    ranked, order, pairs = _ranked(boxes, scores, labels, degrees)
    starts = np.searchsorted(pairs[:, 0], np.arange(0, len(ranked) + _BLOCK, _BLOCK))
    gone = np.zeros(len(ranked), np.bool_)
    for begin, end in zip(starts[:-1], starts[1:], strict=True):
        some = pairs[begin:end]
        some = some[~(gone[some[:, 0]] | gone[some[:, 1]])]
        common = ranked.common(ranked, some[:, ::-1] if mode == "iof" else some, workers=workers)
        for better, worse in some[_of_mode(common, mode) > iou].tolist():
            if not gone[better]:
                gone[worse] = True
    return order[~gone]


def soft_nms(
    boxes: ArrayLike,
    scores: ArrayLike,
    iou: float = 0.3,
    labels: ArrayLike | None = None,
    *,
    sigma: float = 0.5,
    min_score: float = 1e-3,
    method: Literal["linear", "gaussian"] = "linear",
    mode: Mode = "iou",
    degrees: bool = False,
    workers: int = 1,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Soft non-maximum suppression: again and again the box with the greatest score stays, and the scores of the others become less by
    what they have in common with it, until the greatest is below `min_score` (Bodla et al., ICCV 2017). As `mmcv.ops.soft_nms`, of
    boxes that may be turned.

    boxes, scores, labels, mode, degrees, workers: as in `nms`. Scores are not negative.
    iou: with 'linear', the IoU above which a score becomes less.
    sigma: with 'gaussian', how fast it does.
    min_score: a box does not stay with less.
    method: a score is multiplied by 1 - IoU where the IoU is above `iou` ('linear'), or always by exp(-IoU² / sigma) ('gaussian').

    Returns the indices of the boxes that stay, in the order in which they were chosen, of equal scores the first box first; and their
        scores then, float64.
    ValueError: as in `nms`, or another method, a negative score, or a sigma that is not above 0.

    >>> kept, scores = sepal.soft_nms([[0, 0, 2, 2], [0, 0, 2, 1.5], [2, 0, 4, 2]], [0.9, 0.8, 0.7])
    >>> kept.tolist(), scores.round(3).tolist()
    ([0, 2, 1], [0.9, 0.7, 0.2])
    """
    if method not in ("linear", "gaussian"):
        raise ValueError(f"method is {method!r}; 'linear' or 'gaussian' is expected")
    if not sigma > 0:
        raise ValueError(f"sigma is {sigma}; a number above 0 is expected")
    ranked, order, pairs = _ranked(boxes, scores, labels, degrees)
    now = np.asarray(scores, np.float64)
    if not (now >= 0).all():
        first = int(np.argmin(now >= 0))
        raise ValueError(f"the score of box {first} is {now[first]}; 0 or more is expected")
    # Each pair both ways: the box that stays, the other one, and by what the score of the other one is multiplied then.
    common = ranked.common(ranked, pairs, workers=workers) if len(ranked) > 0 else Common(*(np.empty(0, np.float32),) * 4)
    of_better = _of_mode(common, mode)
    of_worse = of_better if mode == "iou" else common.other_share
    share = np.concatenate([of_worse, of_better]).astype(np.float64)
    factor = np.exp(-share * share / sigma) if method == "gaussian" else np.where(share > np.float32(iou), 1 - share, 1)
    staying, other = order[np.concatenate([pairs[:, 0], pairs[:, 1]])], order[np.concatenate([pairs[:, 1], pairs[:, 0]])]
    by_staying = np.argsort(staying, kind="stable")
    starts = np.searchsorted(staying[by_staying], np.arange(len(now) + 1))
    other, factor = other[by_staying], factor[by_staying]
    # Scores only become less, so the top of a heap is the best if it is not out of date.
    current = now.tolist()
    heap = [(-score, box) for box, score in enumerate(current)]
    heapq.heapify(heap)
    is_chosen = [False] * len(current)
    chosen: list[int] = []
    while heap:
        score, box = heapq.heappop(heap)
        if is_chosen[box] or -score != current[box]:
            continue
        if -score < min_score:
            break
        is_chosen[box] = True
        chosen.append(box)
        for k in range(starts[box], starts[box + 1]):
            one = int(other[k])
            if not is_chosen[one] and factor[k] < 1:
                current[one] *= float(factor[k])
                heapq.heappush(heap, (-current[one], one))
    return np.asarray(chosen, np.int64), np.asarray([current[box] for box in chosen], np.float64)
