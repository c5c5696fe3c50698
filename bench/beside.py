#!/usr/bin/env python3
"""Runs several builds of the benchmark in turn, and prints their medians side by side, in ns a pair: what flags of a compiler cost.
Usage: beside.py NAME=PROGRAM... [OPTION...]"""

import statistics
import sys
import tempfile

from spread import run

TURNS = 3


def main(arguments):
    programs = dict(argument.split("=", 1) for argument in arguments if not argument.startswith("--"))
    options = [argument for argument in arguments if argument.startswith("--")]
    found = {}
    with tempfile.TemporaryDirectory() as directory:
        for _ in range(TURNS):
            for name, program in programs.items():
                for row, time in run(program, directory, options).items():
                    found.setdefault(row, {}).setdefault(name, []).append(time)
    print(f"{f'ns a pair, median of {TURNS} runs':40}" + "".join(f"{name:>24}" for name in programs))
    for row, times in sorted(found.items()):
        print(f"{row:40}" + "".join(f"{statistics.median(times[name]):24.2f}" if name in times else f"{'–':>24}" for name in programs))
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
