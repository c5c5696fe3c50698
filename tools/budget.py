#!/usr/bin/env python3
"""Checks that kernels and reference, and the library as shipped, are no larger than CONTRIBUTING.md states, "The budget". A size that is
more than 3 % below the stated one is refused too: what was saved is to be stated, so that nothing else takes its room.
Prints the Test Anything Protocol.
Usage: budget.py TREE [LIBRARY]    LIBRARY: the shared library as shipped; without it, its code is not measured
       budget.py TREE --write [LIBRARY]
                                   states the sizes as they are, lines and kB rounded up to fifties"""

import re
import subprocess
import sys
from pathlib import Path

PAGE = "CONTRIBUTING.md"
FOLDERS = ("src/polys/kernel", "src/solids/kernel", "src/polys/scalar", "src/solids/scalar")
FOLDER = re.compile(r"^\| `(src/[\w/]+)/` \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
TEXT = re.compile(r"^\| text of `libsepal\.so`, kB \| ([\d,]+) \|$", re.MULTILINE)
SPARE = 3  # percent by which a size may be below the stated one
STEP = 50  # to whose multiples stated lines and kB are rounded, so that a correction of some lines needs no new figure


def number(text):
    return int(text.replace(",", ""))


def compared(what, size, stated):
    """What is wrong with a size, as a list of at most one line."""
    if size > stated:
        return [f"{what}: {size:,}, but {PAGE} allows {stated:,}: a new stage retires as many lines as it adds"]
    if 100 * (stated - size) > SPARE * stated:
        return [f"{what}: {size:,}, well below the {stated:,} of {PAGE}: state the smaller one (tools/budget.py . --write)"]
    return []


def measured(tree, folder):
    """How many sources a folder has, and their lines."""
    sources = [path for path in (tree / folder).iterdir() if path.suffix in (".c", ".h")]
    return len(sources), sum(path.read_bytes().count(b"\n") for path in sources)


def folders(tree, page):
    """A list of findings for each folder. A folder without a row is one."""
    stated = {folder: (number(files), number(lines)) for folder, files, lines in FOLDER.findall(page)}
    for folder in FOLDERS:
        if folder not in stated:
            yield f"{folder} is within its size", [f"{PAGE} states no size of {folder}"]
            continue
        files, lines = measured(tree, folder)
        yield (f"{folder} is within its size", compared(f"files in {folder}", files, stated[folder][0])
               + compared(f"lines in {folder}", lines, stated[folder][1]))  # fmt: skip


def text_of(library):
    """Code and constants of a shared library in kB, as `size` counts them."""
    rows = subprocess.run(["size", library], check=True, capture_output=True, text=True).stdout.splitlines()
    return int(rows[1].split()[0]) // 1000


def code(library, page):
    stated = TEXT.search(page)
    return compared("text in kB", text_of(library), number(stated[1])) if stated else [f"{PAGE} states no text of the library"]


def rounded(size):
    return -(-size // STEP) * STEP


def written(tree, page, library):
    """The page with the sizes as they are."""
    def row(match):
        files, lines = measured(tree, match[1])
        return f"| `{match[1]}/` | {files:,} | {rounded(lines):,} |"
    page = FOLDER.sub(row, page)
    return TEXT.sub(f"| text of `libsepal.so`, kB | {rounded(text_of(library)):,} |", page) if library else page


def self_check():
    """Sizes above the stated one, and those far below, are refused, and no others."""
    assert compared("a", 3000, 3000) == compared("a", 2910, 3000) == compared("a", 18, 18) == compared("a", 0, 0) == []
    assert len(compared("a", 3001, 3000)) == len(compared("a", 2909, 3000)) == len(compared("a", 17, 18)) == 1
    assert [rounded(n) for n in (1, 50, 51, 12_233)] == [50, 50, 100, 12_250]
    assert FOLDER.findall("| `src/a/b/` | 5 | 1,250 |\n") == [("src/a/b", "5", "1,250")]
    assert TEXT.search("\n| text of `libsepal.so`, kB | 5,200 |\n")[1] == "5,200"


def main(tree, arguments):
    self_check()
    write = arguments[:1] == ["--write"]
    library = arguments[write] if len(arguments) > write else None
    page = (tree / PAGE).read_text(encoding="utf-8")
    if write:
        (tree / PAGE).write_text(written(tree, page, library), encoding="utf-8")
        return False
    results = list(folders(tree, page))
    if library:
        results.append(("the code of the library is within its size", code(library, page)))
    for count, (what, lines) in enumerate(results, start=1):
        print(f"{'not ok' if lines else 'ok'} {count} - {what}")
        for line in lines:
            print(line, file=sys.stderr)
    print(f"1..{len(results)}")
    return any(lines for _, lines in results)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
