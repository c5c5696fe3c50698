"""The programs on the page for Python users, and that of README, print what the pages say."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, run = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert failed == 0
    assert run > 10
    assert (tmp_path / "cars.svg").exists()


def test_the_page_for_maps(monkeypatch):
    pytest.importorskip("shapely")
    monkeypatch.chdir(ROOT)
    assert doctest.testfile(str(ROOT / "docs" / "for_maps.md"), module_relative=False) == (0, 18)


def test_readme():
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False) == (0, 3)
