#!/usr/bin/env python3
"""Runs several copies of the benchmark one after the other, and prints for each row the least, the middle and the greatest of their
medians, in ns a pair. The same machine code can run at half speed in one copy of a program and at full speed in another, depending
on where its pages lie in memory; a figure that is to be relied on must not be the luck of one copy.
Usage: spread.py PROGRAM COPIES [OPTION...]"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def run(program, directory, options):
    """The median of each row, in ns a pair."""
    out = Path(directory) / "out.json"
    subprocess.run([program, *options, f"--benchmark_out={out}", "--benchmark_out_format=json"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    rows = json.loads(out.read_text(encoding="utf-8"))["benchmarks"]
    return {row["run_name"]: 1e9 / row["items_per_second"] for row in rows if row.get("aggregate_name") == "median"}


def main(program, copies, options):
    found = {}
    with tempfile.TemporaryDirectory() as directory:
        for number in range(copies):
            copy = Path(directory) / f"bench.{number}"
            shutil.copy(program, copy)
            for name, time in run(copy, directory, options).items():
                found.setdefault(name, []).append(time)
    print(f"{'ns a pair, of ' + str(copies) + ' copies':40} {'least':>8} {'middle':>8} {'greatest':>8} {'ratio':>6}")
    for name, times in sorted(found.items()):
        print(f"{name:40} {min(times):8.2f} {statistics.median(times):8.2f} {max(times):8.2f} {max(times) / min(times):6.2f}")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
