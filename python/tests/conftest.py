"""What holds for every error that a test expects: its traceback leads to the call, and into nothing of the package behind it."""

import contextlib
import traceback

import pytest

raises = pytest.raises


def own_frames(error):
    """The names of the functions of the package in a traceback, and in those of errors that led to it."""
    names = []
    while error is not None:
        for frame, _ in traceback.walk_tb(error.__traceback__):
            if frame.f_globals.get("__name__", "").partition(".")[0] == "sepal":
                names.append(frame.f_code.co_name)
        error = error.__cause__ or error.__context__
    return names


@pytest.fixture(autouse=True)
def tracebacks_lead_to_the_call(monkeypatch):
    @contextlib.contextmanager
    def checked(*expected, **options):
        with raises(*expected, **options) as caught:
            yield caught
        names = own_frames(caught.value)
        assert len(names) <= 1, names
        assert all(name[0] != "_" or name.endswith("__") for name in names), names

    monkeypatch.setattr(pytest, "raises", checked)
