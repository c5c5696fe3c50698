"""help() of every method is complete by itself: every argument is explained, errors are named, and the example runs."""

import doctest
import inspect
import re

import numpy as np
import pytest

import sepal

KINDS = [sepal.Polys, sepal.Solids, sepal.Kept, sepal.Mesh]
METHODS = [
    (kind, name) for kind in KINDS for name, _ in inspect.getmembers(kind, inspect.isroutine) if not name.startswith("_")
]


def names(method):
    return [name for name in inspect.signature(method).parameters if name not in ("self", "cls")]


@pytest.mark.parametrize(("kind", "name"), METHODS)
def test_every_argument_is_explained(kind, name):
    text = inspect.getdoc(getattr(kind, name))
    assert "as in `" not in text
    for argument in names(getattr(kind, name)) if name != "clear" else []:
        assert re.search(rf"^(\w+, )*{argument}(, \w+)*: ", text, re.MULTILINE), argument


@pytest.mark.parametrize(("kind", "name"), METHODS)
def test_a_wrong_call_names_the_class_that_users_know(kind, name):
    method = getattr(kind, name)
    if name != "clear":
        assert method.__qualname__ == f"{kind.__name__}.{name}"
        with pytest.raises(TypeError, match=rf"^{kind.__name__}\.{name}\(\)"):
            method(nonsense=1)


@pytest.mark.parametrize(("kind", "name"), METHODS)
def test_errors_are_named_where_arguments_may_be_wrong(kind, name):
    if name == "clear" or names(getattr(kind, name)):
        assert re.search(r"\b\w+Error: ", inspect.getdoc(getattr(kind, name)))


@pytest.mark.parametrize(("kind", "name"), METHODS)
def test_what_is_returned_has_the_names_that_are_told(kind, name):
    method = getattr(kind, name)
    kind_of_answer = str(inspect.signature(method).return_annotation) if name != "clear" else ""
    answer = getattr(sepal, kind_of_answer.removesuffix(" | None"), None)
    if hasattr(answer, "_fields"):
        told = re.search(r"^Returns (.*?)(?=^\w|\Z)", inspect.getdoc(method), re.MULTILINE | re.DOTALL)
        assert told
        for field in re.findall(r"`(\w+)`, (?:u?int|float|bool)", told[1]):
            assert hasattr(answer, field), field


@pytest.mark.parametrize(("kind", "name"), [*METHODS, *((kind, None) for kind in KINDS if kind is not sepal.Kept), (sepal, None)])
def test_the_example_runs(kind, name):
    if name == "plot":
        pytest.importorskip("matplotlib").use("agg")
        pytest.importorskip("matplotlib.pyplot").figure()
    if name is not None and ("shapely" in name or "geopandas" in name):
        pytest.importorskip("shapely")
    if name is not None and "arrow" in name and name != "to_arrow":
        pytest.importorskip("pyarrow", "14")
    thing = kind if name is None else getattr(kind, name)
    test = doctest.DocTestParser().get_doctest(inspect.getdoc(thing), {"sepal": sepal, "np": np}, str(name), None, 0)
    if thing is sepal:
        assert "array([[0, 1]], dtype=int32)" in inspect.getdoc(thing)
        return
    assert test.examples, f"{name} has no example"
    assert doctest.DocTestRunner().run(test).failed == 0
    if name == "plot":
        pytest.importorskip("matplotlib.pyplot").close()
