"""What a type checker says of calls."""

import os
import sys
from pathlib import Path

import pytest

import sepal

api = pytest.importorskip("mypy.api")

PROGRAM = """
import sepal

a, b = sepal.Polys(), sepal.Polys()
s = sepal.Solids()


class Scene(sepal.Polys):
    pass


a.overlap(b)
a.find_pairs()
a.find_pairs(b, touching=False, ordered=False)
a.find_pairs()[:, 0]
a.find_pairs(b, index=(None, [1])).left
a.any_pair(b)
Scene().overlap(a)
a.overlap(Scene(), [[0, 0]])
s.mtv(s)
"""

REFUSED = [
    'a.overlap("x")',
    "a.overlap(s)",
    "s.contains(a)",
    "a.mtv(None)",
    "a.find_pairs(s)",
    "s.find_near(a, margin=1.0)",
    "s.find_near(s, 1.0)",
    "a.any_pair(s)",
    "a.contacts(s)",
    "a.overlap_rows(s, [[0, 0, 1]])",
    "s.overlap_rows(a, [[0, 0, 1]])",
    "a.overlap(b, touching='apart')",
    "a.overlap(b, None, False)",
    "a.find_pairs().left",
    "a.find_pairs(index=[1])[:, 0]",
    "sepal.Polys([[0, 0], [1, 0], [0, 1]])",
    "sepal.Solids(7)",
]


def test_calls_that_a_checker_refuses(tmp_path, monkeypatch):
    folder = Path(sepal.__file__).parents[1]
    if folder.name not in ("site-packages", "dist-packages"):  # in which mypy looks by itself
        monkeypatch.setenv("MYPYPATH", str(folder))
    program = tmp_path / "program.py"
    program.write_text(PROGRAM + "\n".join(REFUSED) + "\n")
    report, errors, _ = api.run(["--strict", "--cache-dir", str(tmp_path), "--python-executable", sys.executable, str(program)])
    assert errors == ""
    first = PROGRAM.count("\n") + 1
    wrong = {int(line.split(":")[1]) for line in report.splitlines() if line.startswith(str(program) + ":") or os.sep + "program.py:" in line}
    assert wrong == set(range(first, first + len(REFUSED))), report
