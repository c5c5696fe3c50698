#!/usr/bin/env python3
"""Writes sepal as five files: sepal.h, and the joined sources src/sepal*.c, which include nothing else of sepal.

Usage: amalgamate.py TREE FOLDER"""

import re
import sys
from itertools import count
from pathlib import Path

INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')
GUARD = re.compile(r"\A(.*?\n)?(#ifndef (\w+)\n#define \3\n)(.*\n)(#endif\n)\Z", re.DOTALL)
CONDITION = re.compile(r"\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b")


class Amalgamation:
    """One file under way: its lines, the branches of conditions that are open, and the headers that it has."""

    def __init__(self, tree):
        self.tree = tree
        self.lines = []
        self.open = []  # a number for each branch
        self.numbers = count()
        self.seen = {}  # name: the branches that were open where it was included

    def has(self, name):
        """Was it included on every way that leads here? If not, it is put in now."""
        before = self.seen.get(name)
        if before is not None and self.open[:len(before)] == before:
            return True
        self.seen[name] = list(self.open)
        return False

    def add(self, path):
        """A whole file. The guard of a header is no condition: what it includes is there wherever the header itself is."""
        self.lines.append(f"/* --- {path.relative_to(self.tree).as_posix()} --- */")
        text = path.read_text(encoding="utf-8")
        guarded = GUARD.match(text)
        comment, begin, _, body, end = guarded.groups("") if guarded else ("", "", "", text, "")
        self.lines += (comment + begin).splitlines()
        for line in body.splitlines():
            self.add_line(path, line)
        self.lines += end.splitlines()

    def add_line(self, path, line):
        condition = CONDITION.match(line)
        if condition and condition[1] in ("elif", "else", "endif"):
            self.open.pop()
        if condition and condition[1] != "endif":
            self.open.append(next(self.numbers))
        include = INCLUDE.match(line)
        if include and include[1] == '"':
            header = (path.parent / include[2]).resolve()
            if not self.has(header):
                self.add(header)
        elif include and include[2].startswith("sepal/"):
            if not self.has("sepal.h"):
                self.lines.append('#include "sepal.h"')
        else:
            self.lines.append(line)


def main(tree, folder):
    folder.mkdir(parents=True, exist_ok=True)
    licence = (tree / "LICENSE").read_text(encoding="utf-8").strip()
    base = (tree / "include/sepal/base.h").read_text(encoding="utf-8")
    version = ".".join(re.findall(r"#define SEPAL_VERSION_[A-Z]+ (\d+)", base))
    for path in [tree / "include/sepal/sepal.h", *sorted((tree / "src").glob("sepal*.c"))]:
        file = Amalgamation(tree)
        file.add(path)
        quiet = "#if defined(__clang__) /* not every file uses all that its headers define */\n" \
                '#pragma clang diagnostic ignored "-Wunused-function"\n#endif\n' if path.suffix == ".c" else ""
        head = f"/* {path.name}, made from the sources of sepal {version} by its tools/amalgamate.py\n\n{licence} */\n{quiet}"
        (folder / path.name).write_text(head + "\n".join(file.lines) + "\n", encoding="utf-8")


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
