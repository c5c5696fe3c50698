#!/usr/bin/env python3
"""Checks that every question about pairs stands wherever a new one has to be added, as CONTRIBUTING.md lists it.
Prints the Test Anything Protocol. Usage: checklist.py TREE"""

import re
import sys
from pathlib import Path

# Where a question has to be, and what must stand there; the list in CONTRIBUTING.md names the same. <file> is the question without
# the ending of the verb: sepal_polys_contains_pairs is in polys_contain.c.
PLACES = (
    ("include/sepal/<kind>.h", r"SEPAL_API sepal_status sepal_<kind>_<question>_pairs\("),
    ("src/<kind>/scalar/<kind>_scalar_<file>.c", r"\bsepal_<kind>_"),
    ("src/<kind>/kernels.h", r"\bsepal_<kind>_<question>_pairs_scalar, sepal_<kind>_<question>_pairs_sse2\b"),
    ("src/<kind>/<kind>_<file>.c", r"\bsepal_<kind>_<question>_pairs\("),
    ("src/<kind>/kernel/<kind>_kernel_<file>*.c", r"\b<kind>_kernel_<question>_pairs\("),
    ("src/<kind>/kernel/query.h", r"#define <kind>_kernel_<question>_pairs +SEPAL_NAMED\(sepal_<kind>_<question>_pairs\)"),
    ("src/sepal.c", r'"<kind>/<kind>_<file>\.c"'),
    ("src/sepal_lanes.h", r'"<kind>/kernel/<kind>_kernel_<file>\.c"'),
    ("tests/<kind>/test_*<file>*.c", r"\bsepal_<kind>_<question>_pairs\("),
    ("tests/questions/<kind>_questions.c", r"\bsepal_<kind>_<question>_pairs\("),
    ("tests/package/weight.sh", r"\bsepal_<kind>_<question>_pairs\("),
    ("debian/libsepal*.symbols", r"^ sepal_<kind>_<question>_pairs@Base "),
    ("python/sepal/_core.pyi", r"def _<question>_pairs\("),
)
# The table in CONTRIBUTING.md of the calls that only one kind of set has.
ONE_KIND = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \| (yes|) *\| (yes|) *\| \S", re.MULTILINE)
CALLS = re.compile(r"^SEPAL_API\b[^(;]*?\bsepal_(polys|solids)_(\w+)\(", re.MULTILINE)
# Calls without a method of their name in sepal.hpp: those of constructors and destructors; `count`, which is `size` there; and the
# two that are `add` there, with a radius or without.
WITHOUT_METHOD = {"create", "destroy", "count", "add_round", "add"}
DECLARED = re.compile(r"\bsepal_(polys|solids)_(\w+)_pairs\(")


def questions(tree):
    """Kind and name of every question: those that a kernel answers for pairs."""
    found = []
    for kind in ("polys", "solids"):
        kernels = (tree / f"src/{kind}/kernels.h").read_text()
        asked = DECLARED.findall((tree / f"include/sepal/{kind}.h").read_text())
        found += sorted({(kind, name) for of, name in asked if of == kind and f"sepal_{kind}_{name}_pairs_scalar" in kernels})
    return found


def filled(template, kind, question):
    file = {"contains": "contain"}.get(question, question)
    for word, value in (("<kind>", kind), ("<question>", question), ("<file>", file)):
        template = template.replace(word, value)
    return template


def missing(tree, kind, question):
    """What lacks this question, a line each."""
    for place, pattern in PLACES:
        name, pattern = filled(place, kind, question), filled(pattern, kind, question)
        files = list(tree.glob(name))
        if not files:
            yield f"{name} is missing"
        elif not any(re.search(pattern, file.read_text(), re.MULTILINE) for file in files):
            yield f"{name} has nothing that matches {pattern}"


def one_kind(tree, contributing):
    """How the calls that only one kind of set has differ from the table, a line each."""
    calls = {"polys": set(), "solids": set()}
    for header in (tree / "include/sepal").glob("*.h"):
        for kind, call in CALLS.findall(header.read_text()):
            calls[kind].add(call)
    have = {(call, kind) for kind in calls for call in calls[kind] ^ (calls["polys"] & calls["solids"])}
    listed = {(call, kind) for names, polys, solids in ONE_KIND.findall(contributing)
              for kind, there in (("polys", polys), ("solids", solids)) if there for call in re.findall(r"\w+", names)}  # fmt: skip
    yield from (f"{call}: only {kind} have it, and CONTRIBUTING.md does not say so" for call, kind in sorted(have - listed))
    yield from (f"{call}: CONTRIBUTING.md says that only {kind} have it" for call, kind in sorted(listed - have))


def without_method(tree, cpp):
    """What sepal.hpp does not call, a line each."""
    for header in sorted((tree / "include/sepal").glob("*.h")):
        for kind, call in CALLS.findall(header.read_text()):
            if call not in WITHOUT_METHOD and not (f"sepal_{kind}_{call}" in cpp and re.search(rf"\b{call}\(", cpp)):
                yield f"sepal.hpp has no method for sepal_{kind}_{call}"


def main(tree):
    asked = questions(tree)
    contributing = (tree / "CONTRIBUTING.md").read_text()
    results = [(f"{kind}, {question}", list(missing(tree, kind, question))) for kind, question in asked]
    results.append(("CONTRIBUTING.md", [f"CONTRIBUTING.md does not list {place}" for place, _ in PLACES
                                        if f"`{place}`" not in contributing]))  # fmt: skip
    results.append(("calls of one kind of set", list(one_kind(tree, contributing))))
    wrong = contributing.replace("| `add_circles` | yes |", "| `add_circles` | |", 1)
    results.append(("a table that is wrong", [] if len(list(one_kind(tree, wrong))) == 1 else ["it was not seen"]))
    cpp = (tree / "include/sepal/sepal.hpp").read_text()
    results.append(("sepal.hpp", list(without_method(tree, cpp))))
    less = cpp.replace("sepal_polys_mtv_rows", "sepal_polys_mtv_pairs")
    results.append(("a class without a method", [] if len(list(without_method(tree, less))) == 1 else ["it was not seen"]))
    results.append(("all questions", [] if len(asked) >= 8 else [f"only {len(asked)} questions were found"]))
    results.append(("a question that does not exist", [] if len(list(missing(tree, "polys", "dream"))) == len(PLACES)
                    else ["it was found"]))  # fmt: skip
    for number, (what, lines) in enumerate(results, start=1):
        print(f"{'not ok' if lines else 'ok'} {number} - {what}")
        for line in lines:
            print(line, file=sys.stderr)
    print(f"1..{len(results)}")
    return any(lines for _, lines in results)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
