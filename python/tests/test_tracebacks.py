"""Tracebacks of refused calls: the caller's line, the function that was called, and nothing of the package behind it. (conftest.py
looks at every error that the other tests expect.)"""

import inspect
import subprocess
import sys
import traceback

import numpy as np
import pytest

import sepal

SHAPES = sepal.Polys.from_circles([0, 1], 0, 1)
SOLIDS = sepal.Solids.from_spheres([0, 0, 0], 1)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("overlap", lambda: SHAPES.overlap(SHAPES, [[0, 7]])),
        ("overlap", lambda: SHAPES.overlap(SHAPES, np.zeros((40000, 2), np.uint32), margin=-1, workers=2)),
        ("contains", lambda: SOLIDS.contains(SOLIDS, margin=-1)),
        ("from_boxes", lambda: sepal.Polys.from_boxes(0, 0, [1, -1], 1)),
        ("from_boxes", lambda: sepal.Solids.from_boxes([0, 0, 0], "wide")),
        ("add_rings", lambda: SHAPES.add_rings(np.zeros((3, 3)))),
        ("place", lambda: sepal.Polys().place(SHAPES, [0, 9], 0, 0)),
        ("find_pairs", lambda: SHAPES.find_pairs(owner=[1])),
        ("find_pairs", lambda: SHAPES.keep().find_pairs(margin=-1)),
        ("keep", lambda: SHAPES.keep(-1)),
        ("nms", lambda: sepal.nms(np.zeros((2, 3)), [1, 2])),
        ("__getitem__", lambda: SHAPES[5]),
        ("__init__", lambda: sepal.Polys(1)),
        ("__init__", lambda: sepal.Mesh([[0, 0, 0]], [[0, 1, 2]])),
    ],
)
def test_the_last_line_is_the_call(name, call):
    with pytest.raises(Exception) as caught:
        call()
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert [frame.name for frame in frames][-2:] == ["<lambda>", name]
    assert [frame.filename for frame in frames][-2:] == [__file__, "<sepal>"]


def test_a_call_with_wrong_arguments_ends_at_the_caller():
    with pytest.raises(TypeError, match=r"^Polys\.overlap\(\) got an unexpected keyword argument 'nonsense'") as caught:
        SHAPES.overlap(SHAPES, nonsense=1)
    assert [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)][-1] == __file__


def test_what_the_caller_gave_stays():
    class Broken:
        def __array__(self, *_):
            raise LookupError("of the caller")

    with pytest.raises(LookupError) as caught:
        SHAPES.find_at(Broken())
    assert [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)][-2:] == ["find_at", "__array__"]


def test_development_mode_shows_everything():
    code = "import sepal; sepal.Polys.from_circles(0, 0, 1).find_near(margin=-1)"
    said = [
        subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True, check=False).stderr
        for options in ([], ["-X", "dev"])
    ]
    assert all("ValueError: margin is -1" in each for each in said)
    assert [each.count("_find.py") > 0 for each in said] == [False, True]


def test_the_function_that_is_called_has_the_signature_of_the_one_behind_it():
    for kind in (sepal.Polys, sepal.Solids, sepal.Mesh, sepal.Kept):
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            if name[0] != "_":
                behind = method.__wrapped__
                assert inspect.signature(method, follow_wrapped=False) == inspect.signature(behind), name
    drawn = sepal.Polys.plot
    assert [p.kind for p in inspect.signature(drawn, follow_wrapped=False).parameters.values()][-1] == inspect.Parameter.VAR_KEYWORD
