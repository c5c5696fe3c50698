#!/usr/bin/env python3
"""Draws three charts of a benchmark's results by gnuplot: time a pair beside other libraries, against the number of vertices, and
against the size of the set.
Usage: charts.py RESULTS.json FOLDER"""

import subprocess
import sys
from pathlib import Path

from results import Results, scene_title

SCENES = ["box/aabb", "box/far", "box/grid", "box/offset", "triangle/aabb", "8/aabb", "3-8/lattice", "3-16/aabb", "32/aabb",
          "64/aabb"]
LEFT_OUT = ["geos"]  # a slower way to the answers of geos-prepared
VERTICES = [(3, "triangle/aabb")] + [(n, f"{n}/aabb") for n in (4, 8, 12, 24, 32, 48, 64, 128)]
PUSH = "push"
COLOURS = {  # of a column, in every chart
    "avx512": "#0b6e4f", "avx2": "#2fa37c", "sse2": "#86c5ac", "neon": "#86c5ac", "simd128": "#86c5ac", "scalar": "#5c6b73",
    PUSH: "#d65db1", "only reads": "#aab21e",
    "textbook": "#b23a48", "box2d": "#e09f3e", "box2d-manifold": "#e09f3e", # (another mark)
    "chipmunk": "#6a4c93", "geos-prepared": "#1982c4", "boost": "#8d6e63",
}
HEAD = """set terminal svg size {width},{height} dynamic font "sans-serif,13" background "white"
set output "{path}"
set title "{{/=15 {title}}}\\n{{/=10 {machine}}}"
set grid lc rgb "#dddddd"
set border 3 lc rgb "#888888"
set tics nomirror
"""


def gnuplot(script):
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def block(name, rows):
    """A data block of gnuplot."""
    return f"${name} << END\n" + "\n".join(" ".join(map(str, row)) for row in rows) + "\nEND\n"


def colour(column):
    if column not in COLOURS:
        sys.exit(f"charts.py: the column '{column}' needs a colour of its own in COLOURS, or a place in LEFT_OUT")
    return COLOURS[column]


def fastest(results, question):
    return results.columns(question)[0][-1]


def span(rows):
    """A range that holds all values of rows, (value, what else), with a margin, for a logarithmic axis."""
    values = [float(row[0]) for row in rows]
    return f"[{min(values) / 1.4:.3g}:{max(values) * 1.4:.3g}]"


def draw_scenes(results, path):
    """One line a scene, one mark a library, hollow where it gave wrong answers; beside the line, how many."""
    sepal, peers = results.columns("overlap")
    scenes = [(key, scene_title(key)) for key in SCENES if key in results.ns["overlap"]]
    script = HEAD.format(width=1000, height=170 + 40 * len(scenes), path=path, machine=results.machine(),
                         title="Do two shapes overlap? Time for one pair")
    script += 'set logscale x\nset xlabel "ns a pair"\nset bmargin 8\nset rmargin 32\n'
    script += "set key at screen 0.5,0.01 center bottom horizontal maxcols 5 width -1 samplen 2\n"
    script += f"set yrange [-0.7:{len(scenes) - 0.3}]\nset ytics ("
    script += ", ".join(f'"{title}" {len(scenes) - 1 - k}' for k, (_, title) in enumerate(scenes)) + ")\n"
    plots, every = [], []
    shown = [sepal[-1], "scalar"] + [column for column in peers if column not in LEFT_OUT]
    for k, column in enumerate(shown):
        right, wrong = [], []
        for at, (key, _) in enumerate(scenes):
            if column in results.ns["overlap"][key]:
                rows = wrong if results.wrong.get(("overlap", key, column)) else right
                rows.append((f"{results.ns['overlap'][key][column]:.3f}", len(scenes) - 1 - at))
        title = f"sepal, {column}" if k < 2 else column
        mark, hollow, size = ((7, 6, 1.5), (7, 6, 0.8))[k] if k < 2 else (11, 10, 0.9) if column == "box2d-manifold" else (9, 8, 0.9)
        for name, rows, shape in (("right", right, mark), ("wrong", wrong, hollow)):
            if rows:
                script += block(f"{name}{k}", rows)
                text = f'title "{title}"' if name == "right" or not right else "notitle"
                plots.append(f'${name}{k} using 1:2 with points pt {shape} ps {size} lw 1.5 lc rgb "{colour(column)}" {text}')
        every += right + wrong
    script += f'set xrange {span(every)}\n'
    script += 'set label "hollow: some of 65,536 answers are wrong" at graph 1.02,1.03 left font ",11"\n'
    for at, (key, _) in enumerate(scenes):
        counts = [(column, results.wrong.get(("overlap", key, column), 0)) for column in shown]
        texts = [f"{column} {count:,}" for column, count in counts if count]
        lines = [", ".join(texts[k:k + 2]) for k in range(0, len(texts), 2)]
        text = "\\n".join(lines) if lines else "none"
        shift = 0.17 if len(lines) > 1 else 0
        script += f'set label "{text}" at graph 1.02, first {len(scenes) - 1 - at + shift} left font ",10" ' \
                  f'textcolor rgb "{"#b23a48" if lines else "#888888"}"\n'
    gnuplot(script + "plot " + ", \\\n  ".join(plots) + "\n")


def draw_lines(results, path, title, x_label, series, more):
    """Time against a number; series: (title, what has a colour, [(number, ns)])."""
    script = HEAD.format(width=760, height=430, path=path, machine=results.machine(), title=title)
    script += f'set logscale xy\nset xlabel "{x_label}"\nset ylabel "ns a pair"\nset key outside right top\n{more}'
    plots = []
    for k, (name, what, rows) in enumerate(series):
        script += block(f"rows{k}", rows)
        plots.append(f'$rows{k} using 1:2 with linespoints lw 2 dt {2 if what == "box2d-manifold" else 1} pt 7 ps 0.6 lc rgb "{colour(what)}" title "{name}"')
    gnuplot(script + "plot " + ", \\\n  ".join(plots) + "\n")


def line(results, question, keys, column):
    scenes = results.ns.get(question, {})
    return [(number, f"{scenes[key][column]:.3f}") for number, key in keys if column in scenes.get(key, {})]


def draw_vertices(results, path):
    best = fastest(results, "overlap")
    wanted = [(f"sepal, {best}", "overlap", best), ("sepal, scalar", "overlap", "scalar")]
    wanted += [(column, "overlap", column) for column in results.columns("overlap")[1] if column not in LEFT_OUT]
    if "mtv" in results.ns:
        wanted.append((f"sepal, {best}, push", "mtv", best))
    series = [(name, column if question == "overlap" else PUSH, line(results, question, VERTICES, column))
              for name, question, column in wanted]
    ticks = ", ".join(f'"{n}" {n}' for n in (3, 4, 8, 16, 32, 64, 128))
    draw_lines(results, path, "Cost against the number of vertices", "vertices of each polygon",
               [one for one in series if one[2]], f"set xrange [2.5:160]\nset xtics ({ticks})\n")


def draw_sizes(results, path):
    keys = sorted((int(key.rsplit("^", 1)[1]), key) for key in results.ns["sizes"])
    best = fastest(results, "sizes")
    sepal, peers = results.columns("sizes")
    named = [(f"sepal, {column}", column) for column in reversed(sepal) if column in (best, "avx2", "sse2", "scalar")]
    named += [(column, column) for column in peers]
    series = [(name, column, line(results, "sizes", keys, column)) for name, column in named]
    ticks = ", ".join(f'"2^{{{n}}}" {n}' for n, _ in keys)
    values = [(ns,) for _, _, rows in series for _, ns in rows]
    remarks = ["only reads: two corners of both boxes (32 bytes a box), and no test.",
               "Most pairs at random are far apart: of these sepal reads circles only (16 bytes), of many pairs at once."]
    label = "\\n".join(["boxes in the set"] + [f"{{/=10 {remark}}}" for remark in remarks])
    draw_lines(results, path, "Boxes, pairs at random: cost against the size of the set",
               label, series, f"unset logscale x\nset xtics ({ticks})\nset yrange {span(values)}\n")


def main(results_path, folder):
    results = Results(results_path)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    for question, name, draw in (("overlap", "scenes.svg", draw_scenes), ("overlap", "vertices.svg", draw_vertices),
                                 ("sizes", "sizes.svg", draw_sizes)):
        if question in results.ns:
            draw(results, folder / name)
            drawn.append(str(folder / name))
    print("drawn:", ", ".join(drawn) if drawn else "nothing, since the results have neither `overlap` nor `sizes`")
    return 0 if drawn else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
