"""What the library weighs: its code, programs that ask one question, and what its compilation takes. report.py writes it as a
table, with the rows of earlier versions that the page has."""

import json
import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

HEADING = "## What the library weighs"
COLUMNS = ["version", "library, kB", "overlap, kB", "pushes, kB", "overlap of solids, kB", "compiled in, s", "joined file, MB"]
REMARK = """Code and constants of the shared library, and of programs that link the static one and ask a single question
(`tests/package/weight.sh`); the processor's time to compile all sources of the library; the most memory that the
compiler takes for one of the four joined files, with the options of `CMakeLists.txt`."""

# The calls of the programs, as tests/package/asks.c has the names.
POLYS = "sepal_polys_create(NULL, &set) || sepal_polys_add(set, x, y, 3, NULL) || {} || (sepal_polys_destroy(set), 0)"
SOLIDS = ("sepal_solids_create(NULL, &solids) || sepal_solids_add_hull(solids, x, y, z, 3, 0, NULL) || {} || "
          "(sepal_solids_destroy(solids), 0)")
PROGRAMS = [POLYS.format("sepal_polys_overlap_pairs(set, set, &pair, 1, NULL, &bits)"),
            POLYS.format("sepal_polys_mtv_pairs(set, set, &pair, 1, NULL, &(sepal_mtvs){0})"),
            SOLIDS.format("sepal_solids_overlap_pairs(solids, solids, &pair, 1, NULL, &bits)")]
AVX2 = "-mavx2 -mfma -mbmi -mbmi2 -mpopcnt".split()
# Of gcc's garbage collector, as in CMakeLists.txt.
FRUGAL = ["--param=ggc-min-heapsize=16384", "--param=ggc-min-expand=20"]
JOINED = {"sepal": [], "sse2": [], "avx2": AVX2, "avx512": [*AVX2, *"-mavx512f -mavx512dq -mavx512bw -mavx512vl".split()]}


def kilobytes(path):
    sizes = subprocess.run(["size", path], check=True, capture_output=True, text=True).stdout.splitlines()
    return round(int(sizes[1].split()[0]) / 1000)


def run(command, directory):
    """The CPU time of a command in seconds, and the memory of its largest process in MB."""
    child = subprocess.Popen(command, cwd=directory)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise subprocess.CalledProcessError(child.returncode, command)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def compile_seconds(build, scratch):
    """The time for the objects of the library, as the build directory compiles them."""
    seconds = 0
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        if re.match(r"src/libsepal[^/]*\.p/", entry["output"]):
            words = shlex.split(entry["command"])
            words[words.index("-o") + 1] = str(scratch / "object.o")
            seconds += run([word for word in words if word != "ccache"], entry["directory"])[0]
    return seconds


def joined_megabytes(source, compiler, scratch):
    most = 0
    told = subprocess.run([*compiler, "--version"], check=True, capture_output=True, text=True).stdout
    frugal = [] if "clang" in told else FRUGAL
    for name, flags in JOINED.items():
        file = name if name == "sepal" else f"sepal_{name}"
        command = [*compiler, "-std=c11", "-O2", f"-I{source / 'include'}", *flags, *frugal, "-c", source / f"src/{file}.c",
                   "-o", scratch / "joined.o"]
        most = max(most, run(command, source)[1])
    return most


def measure(source, build, version):
    compiler = shlex.split(os.environ.get("CC", "gcc"))
    os.environ["CCACHE_DISABLE"] = "1"
    with tempfile.TemporaryDirectory() as directory:
        scratch = Path(directory)
        programs = []
        for calls in PROGRAMS:
            run([*compiler, "-std=c11", "-O1", f"-I{source / 'include'}", f"-DASKS={calls}", source / "tests/package/asks.c",
                 build / "src/libsepal.a", "-lm", "-o", scratch / "asks"], source)
            programs.append(kilobytes(scratch / "asks"))
        figures = [kilobytes(build / "src/libsepal.so"), *programs, round(compile_seconds(build, scratch)),
                   round(joined_megabytes(source, compiler, scratch))]
    return [version, *map(str, figures)]


def table(row, page):
    """The lines of the section: this row, below those of other versions on the page as it was."""
    section = page.split(HEADING, 1)[1].split("\n## ", 1)[0] if HEADING in page else ""
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in section.splitlines() if line.startswith("| ")]
    rows = [old for old in rows[1:] if old[0] != row[0]] + [row]
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---|" + "--:|" * (len(COLUMNS) - 1)]
    return [HEADING, "", REMARK, "", *lines, *("| " + " | ".join(cells) + " |" for cells in rows), ""]
