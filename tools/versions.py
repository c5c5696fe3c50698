#!/usr/bin/env python3
"""Checks that the version in meson.build stands wherever else a version has to be, and that Debian's list of symbols has the
functions of the headers. Prints the Test Anything Protocol. Usage: versions.py TREE [--write]

--write adds what the list of symbols lacks, with the version of meson.build, and removes what is no longer there."""

import re
import sys
from pathlib import Path

DECLARED = re.compile(r"SEPAL_API\b[^(;]*?\b(sepal_\w+)\(")
SYMBOL = re.compile(r"^ (sepal_\w+)@Base (\S+)$", re.MULTILINE)


def found(path, pattern):
    """What the group of the pattern matches in a file; a list, since it may stand there several times or not at all."""
    return re.findall(pattern, path.read_text(), re.MULTILINE)


def versions(tree):
    """The versions by the place where they stand."""
    base = tree / "include/sepal/base.h"
    numbers = [found(base, rf"^#define SEPAL_VERSION_{part} (\d+)") for part in ("MAJOR", "MINOR", "PATCH")]
    return {
        "meson.build": found(tree / "meson.build", r"^  version: '(.+)',$")[:1],
        "include/sepal/base.h": [".".join("".join(number) for number in numbers)],
        "CHANGELOG.md": found(tree / "CHANGELOG.md", r"^## (\d+\.\d+\.\d+)")[:1],
        "packaging/npm/package.json": found(tree / "packaging/npm/package.json", r'^    "version": "(.+)",$'),
        "debian/changelog": found(tree / "debian/changelog", r"^sepal \((.+)-\d+\)")[:1],
    }


def series(tree):
    """The versions of the interface, which are part of the name of the shared library, by the place where they stand."""
    (package,) = tree.glob("debian/libsepal*.symbols")
    return {
        "name of debian/libsepal*.symbols": [package.name[len("libsepal") : -len(".symbols")]],
        "debian/control": found(tree / "debian/control", r"^Package: libsepal(\d.*)$"),
        "debian/libsepal*.symbols": found(package, r"^libsepal\.so\.(\S+) libsepal\1 #MINVER#$"),
        "docs/packaging.md": found(tree / "docs/packaging.md", r"`libsepal\.so\.(\d+\.\d+)`")[:1],
    }


def declared(tree):
    return sorted({name for header in tree.glob("include/sepal/*.h") for name in DECLARED.findall(header.read_text())})


def symbols(tree):
    (path,) = tree.glob("debian/libsepal*.symbols")
    return path, dict(SYMBOL.findall(path.read_text()))


def write(tree, version):
    path, listed = symbols(tree)
    head = path.read_text().split("\n")[0]
    lines = [f" {name}@Base {listed.get(name, version)}" for name in declared(tree)]
    path.write_text("\n".join([head, *lines, ""]))


def main(tree, *options):
    places = versions(tree)
    (version,) = places["meson.build"]
    if "--write" in options:
        write(tree, version)
    interface = ".".join(version.split(".")[:2]) if version.startswith("0.") else version.split(".")[0]
    wrong = [[], [], []]
    for number, (expected, where) in enumerate(((version, places), (interface, series(tree)))):
        for place, values in where.items():
            if values != [expected]:
                wrong[number].append(f"{place} has {', '.join(values) or 'none'}, and {expected} is expected")
    names, listed = declared(tree), symbols(tree)[1]
    for name in sorted(set(names) ^ set(listed)):
        wrong[2].append(f"{name} is {'missing in the list of symbols' if name in names else 'listed, but not declared'}")
    if len(names) < 10:
        wrong[2].append("the headers declare next to nothing")
    print("\n".join(f"{'not ok' if lines else 'ok'} {k} - {what}" for k, (lines, what) in enumerate(
        zip(wrong, ("version", "version of the interface", "symbols")), start=1)))  # fmt: skip
    print("1..3")
    for line in sum(wrong, []):
        print(line, file=sys.stderr)
    if wrong[2]:
        print("tools/versions.py . --write brings the list of symbols up to date", file=sys.stderr)
    return any(wrong)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
