"""The package as it is installed."""

import re
from pathlib import Path


def test_every_file_is_installed() -> None:
    """A file that python/meson.build does not name is missing from wheels, whatever works in the tree."""
    folder = Path(__file__).parents[1]
    there = {path.name for path in (folder / "sepal").iterdir() if path.suffix in {".py", ".pyi", ".typed"} or path.name == "py.typed"}
    named = set(re.findall(r"'sepal/([^']+)'", (folder / "meson.build").read_text()))
    assert named == there
