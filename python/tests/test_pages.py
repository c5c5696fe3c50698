"""The programs on the page for Python users print what the page says."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, run = doctest.testfile(str(PAGE), module_relative=False)
    assert failed == 0
    assert run > 10
    assert (tmp_path / "cars.svg").exists()
