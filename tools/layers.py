#!/usr/bin/env python3
"""The rule of layers: each may include, and call, only what is listed for it here. Usage: layers.py TREE [LIBRARY]

LIBRARY is the static library, built from TREE. With it the calls are checked too: a function can be declared where it is used."""

import re
import subprocess
import sys
from pathlib import Path

C_HEADERS = {f"{name}.h" for name in (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool "
    "stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype").split()}

# layer: (which of our layers, and headers, it may include; which headers of others)
C, SYSTEM, SIMDE = "C", "system", "SIMDe"
RULES = {
    "include": ({"include"}, {C}),
    "src": ({"src", "src/core", "src/core/kernel", "src/exact", "src/polys", "src/polys/scalar", "src/polys/kernel", "src/search",
             "src/search/kernel", "src/solids", "src/solids/scalar", "src/solids/kernel", "src/meshes", "src/meshes/kernel"}, {C}),  # what joins the units
    "src/core": ({"src/core", "include"}, {C}),
    "src/core/kernel": ({"src/core/kernel", "src/core", "include"}, {C}),
    "src/exact": ({"src/exact", "src/simd/one.h", "src/core"}, {C}),
    "src/simd": ({"src/simd", "src/core"}, {C, SIMDE}),
    "src/batch": ({"src/batch", "src/simd", "src/core", "include"}, {C}),
    "src/polys": ({"src/polys", "src/exact", "src/core", "include"}, {C}),
    "src/polys/scalar": ({"src/polys/scalar", "src/polys", "src/simd/one.h", "src/simd/one_float.h", "src/exact", "src/core",
                          "include"}, {C}),
    "src/polys/kernel": ({"src/polys/kernel", "src/polys/scalar", "src/polys", "src/batch", "src/simd", "src/core", "include"}, {C}),
    "src/search": ({"src/search", "src/polys", "src/solids", "src/core", "include"}, {C}),
    "src/search/kernel": ({"src/search/kernel", "src/search", "src/polys", "src/simd", "src/core", "include"}, {C}),
    "src/meshes": ({"src/meshes", "src/search", "src/solids", "src/exact", "src/core", "include"}, {C}),
    "src/meshes/kernel": ({"src/meshes/kernel", "src/meshes", "src/search", "src/simd", "src/core", "include"}, {C}),
    "src/solids": ({"src/solids", "src/simd/one.h", "src/exact", "src/core", "include"}, {C}),
    "src/solids/scalar": ({"src/solids/scalar", "src/solids", "src/simd/one.h", "src/exact", "src/core", "include"}, {C}),
    "src/solids/kernel": ({"src/solids/kernel", "src/solids/scalar", "src/solids", "src/batch", "src/simd", "src/core", "include"},
                          {C}),
    "tests": ({"tests", "tests/meshes", "include"}, {C, SYSTEM}),
    "tests/adversary": ({"tests/adversary", "tests", "include", "src/core", "src/core/kernel", "src/exact", "src/simd", "src/batch",
                         "src/polys", "src/polys/scalar", "src/polys/kernel", "src/solids", "src/solids/scalar",
                         "src/solids/kernel"}, {C, SYSTEM}),
    "tests/batch": ({"tests/batch", "tests", "bench/cliffs", "include", "src/core", "src/batch", "src/polys", "src/search"}, {C, SYSTEM}),
    "tests/exact": ({"tests/exact", "tests", "include", "src/exact"}, {C, SYSTEM}),
    "tests/meshes": ({"tests/meshes", "tests", "include", "src/meshes"}, {C, SYSTEM}),
    "tests/records": ({"tests/records", "tests", "include", "src/core", "src/solids"}, {C, SYSTEM}),
    "tests/scalar": ({"tests/scalar", "tests", "include", "src/core", "src/polys/scalar", "src/simd", "src/solids"},
                     {C, SYSTEM}),
    "tests/simd": ({"tests/simd", "include", "src/core", "src/simd"}, {C, SYSTEM}),
    # stages.h, where stages are counted; the solver of an example, under which scenes settle
    "bench": ({"bench", "include", "src/core", "examples"}, {C, SYSTEM}),
    "bench/cliffs": ({"bench/cliffs", "include"}, {C, SYSTEM}),
    "examples": ({"examples", "include"}, {C, SYSTEM}),
}
SYSTEM_FILES = {"src/core/compiler.h", "src/core/cpu.c", "src/core/fpstate.h"}  # what the machine is; the state of its arithmetic
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def layer_of(path):
    """The layer of a file of ours: the longest folder that has a rule."""
    folder = path.parent
    while folder.as_posix() not in RULES and folder != folder.parent:
        folder = folder.parent
    return folder.as_posix()


def refusal(path, bracket, name, files):
    """Why the file `path` may not include `name`, or None. `files`: all files of ours, relative to the tree."""
    layer = layer_of(path)
    ours, others = RULES[layer]
    places = [Path(place) / name for place in (path.parent, "src", "include")]
    if bracket == "<":
        places = places[1:]
    found = next((place for place in map(normal, places) if place in files), None)
    if found is not None:
        if layer == "examples" and (bracket == "<") == (layer_of(found) == "examples"):
            return f"writes <{name}> of the library as a user does, and its own headers in quotes"
        allowed = layer_of(found) in ours or found.as_posix() in ours
        return None if allowed else f"may not include {found}"
    if name.startswith("simde"):
        kind = SIMDE
    elif name in C_HEADERS or (path.suffix == ".hpp" and CPP_HEADER.fullmatch(name)):
        kind = C
    else:
        kind = SYSTEM
    if kind in others or (kind == SYSTEM and path.as_posix() in SYSTEM_FILES):
        return None
    return f"may not include <{name}>"


CPP_HEADER = re.compile(r"[a-z_]+")  # those of the C++ library have no suffix
ASKS_SET = re.compile(r"\bsepal_isa_(in_use|for)\b")


def asks_set(path, text):
    """Why a file of a kernel is refused, or None: a query finishes with the instruction set that it began with (sepal/base.h), so that only
    who begins it asks which one is in use."""
    found = ASKS_SET.search(text) if path.parent.name == "kernel" else None
    return f"{path} may not ask for the instruction set in use, as by {found[0]}: its caller says which" if found else None


def normal(path):
    parts = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return Path(*parts)


# The functions of one instruction set, from which a question's table is made.
KERNEL = re.compile(r"sepal_\w+_(scalar|sse2|avx2|avx512)")
SYMBOLS_OF = re.compile(r"^.*\[(.+)\]:$")
PUBLIC = re.compile(r"SEPAL_API [^(]*?\b(sepal_\w+)\(")


def wrong_call(user, name, definer, has_public):
    """Why the unit `user` may not use `name` of the unit `definer`, or None. has_public: does the definer have public functions?"""
    layer = layer_of(user)
    above = definer.parent.parent  # the folder whose questions a kernel or the reference answers
    if layer_of(definer) not in RULES[layer][0] and not (KERNEL.fullmatch(name) and (
            above == user.parent or (name.endswith("_scalar") and above.as_posix() in RULES[layer][0]))):
        return f"{user} may not call {name} of {definer}"
    if layer.endswith(("/scalar", "/kernel")) and has_public and not definer.is_relative_to("src/core"):
        return f"{user} may not call up to {name} of {definer}"
    return None


def wrong_calls(tree, library):
    units = {path.relative_to(tree / "src").as_posix().replace("/", "_"): path.relative_to(tree)
             for path in (tree / "src").rglob("*.c")}
    public = set(PUBLIC.findall("".join(path.read_text(encoding="utf-8") for path in (tree / "include/sepal").glob("*.h"))))
    definer, uses, unit = {}, set(), None
    for line in subprocess.run(["nm", "-P", library], check=True, capture_output=True, text=True).stdout.splitlines():
        member = SYMBOLS_OF.match(line)
        if member:
            unit = units[re.sub(r"\.\w+$", "", member[1])]
            continue
        name, kind = line.split()[:2]
        if kind == "U":
            uses.add((unit, name))
        elif kind.isupper():
            definer[name] = unit
    assert len(set(definer.values())) > 10 and public <= set(definer)
    entries = {definer[name] for name in public}
    wrong = (wrong_call(user, name, definer[name], definer[name] in entries) for user, name in uses if name in definer)
    return sorted(filter(None, wrong))


def self_check():
    """The rule refuses what it should, and only that."""
    files = {Path(p) for p in (
        "include/sepal/base.h", "src/polys/set.h", "src/polys/kernels.h", "src/polys/scalar/reference.h", "src/exact/orient.h",
        "src/simd/simd.h", "src/simd/one.h", "bench/scenes.h")}
    for path, bracket, name, fine in (
        ("src/exact/orient.c", '"', "orient.h", True),
        ("src/exact/orient.c", '"', "../polys/set.h", False),
        ("src/polys/scalar/overlap.c", '"', "../../exact/orient.h", True),
        ("src/polys/scalar/overlap.c", '"', "../../simd/simd.h", False),
        ("src/polys/kernel/overlap.c", "<", "simde/x86/avx2.h", False),
        ("src/simd/simd.h", "<", "simde/x86/avx2.h", True),
        ("src/polys/set.c", '"', "../simd/simd.h", False),
        ("src/solids/set.c", '"', "../simd/simd.h", False),
        ("src/solids/set.c", '"', "../simd/one.h", True),
        ("src/polys/set.c", "<", "immintrin.h", False),
        ("tests/agree.c", '"', "set.h", True),
        ("tests/agree.c", "<", "polys/set.h", False),
        ("tests/adversary/boxes.c", "<", "simd/simd.h", True),
        ("tests/oracle/oracle.c", "<", "gmp.h", True),
        ("bench/overlap.c", '"', "scenes.h", True),
        ("examples/traffic.c", "<", "sepal/base.h", True),
        ("examples/traffic.c", '"', "sepal/base.h", False),
        ("examples/traffic.c", "<", "polys/kernels.h", False),
        ("include/sepal/polys.h", "<", "unistd.h", False),
        ("include/sepal/polys.h", "<", "vector", False),
        ("include/sepal/sepal.hpp", "<", "vector", True),
        ("include/sepal/sepal.hpp", "<", "unistd.h", False),
    ):
        assert (refusal(Path(path), bracket, name, files) is None) == fine, (path, name)
    for user, name, unit, has_public, fine in (
        ("src/polys/polys_overlap.c", "sepal_polys_overlap_pairs_avx2", "src/polys/kernel/overlap.c", False, True),
        ("src/polys/polys_overlap.c", "sepal_polys_scalar_overlap", "src/polys/scalar/overlap.c", False, False),
        ("src/search/search_polys.c", "sepal_polys_overlap_pairs_avx2", "src/polys/kernel/overlap.c", False, False),
        ("src/meshes/meshes_contacts.c", "sepal_solids_manifold_scalar", "src/solids/scalar/contacts.c", False, True),
        ("src/meshes/meshes_contacts.c", "sepal_solids_manifold_sse2", "src/solids/kernel/contacts.c", False, False),
        ("src/polys/kernel/overlap.c", "sepal_polys_scalar_overlap", "src/polys/scalar/overlap.c", False, True),
        ("src/polys/kernel/place.c", "sepal_poly_hull", "src/polys/polys_hull.c", False, True),
        ("src/polys/kernel/place.c", "sepal_polys_place", "src/polys/polys_place.c", True, False),
        ("src/exact/orient.c", "sepal_poly_hull", "src/polys/polys_hull.c", False, False),
    ):
        assert (wrong_call(Path(user), name, Path(unit), has_public) is None) == fine, (user, name)
    for path, text, fine in (
        ("src/solids/kernel/cores.h", "searches[sepal_isa_in_use()]", False),
        ("src/solids/kernel/cores.h", "= searches; /* sepal_isa_use */", True),
        ("src/solids/solids_sweep.c", "kernels[sepal_isa_in_use()](a, b)", True),
    ):
        assert (asks_set(Path(path), text) is None) == fine, (path, text)


def main(tree, library=None):
    self_check()
    roots = sorted({layer.split("/")[0] for layer in RULES})
    files = {path.relative_to(tree) for root in roots for path in (tree / root).rglob("*")
             if path.suffix in (".c", ".h", ".cc", ".hpp", ".cpp")}
    failed = 0
    for number, root in enumerate(roots, 1):
        bad = []
        for path in sorted(file for file in files if file.parts[0] == root):
            text = (tree / path).read_text(encoding="utf-8")
            for bracket, name in INCLUDE.findall(text):
                reason = refusal(path, bracket, name, files)
                if reason:
                    bad.append(f"{path} {reason}")
            bad += filter(None, [asks_set(path, text)])
        print(f"{'not ok' if bad else 'ok'} {number} - {root}")
        for line in bad:
            print(line, file=sys.stderr)
        failed |= bool(bad)
    if library is not None:
        bad = wrong_calls(tree, library)
        print(f"{'not ok' if bad else 'ok'} {len(roots) + 1} - calls")
        for line in bad:
            print(line, file=sys.stderr)
        failed |= bool(bad)
    print(f"1..{len(roots) + (library is not None)}")
    return failed


sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
