#!/usr/bin/env python3
"""Writes a benchmark's results, and what the library weighs, as a page of tables.
Usage: report.py RESULTS.json PAGE.md BUILD_DIRECTORY"""

import sys
import textwrap
from pathlib import Path

import weight
from results import Results, scene_title

INTRODUCTION = """# What was measured

`./dev bench report` measures everything anew, and writes this page and its charts. The last run:
{machine}.

Figures are ns a pair, or a shape, as the median of CPU time on one core. *textbook* is the loop that people write by
hand (float, unit axes), and *scalar* sepal's own path without SIMD, which evaluates the exact theorem one pair after
the other. *× textbook* and *× scalar* say how many times as fast as these the library is with the instruction set that
it chooses by itself, the last of its columns. Every answer of every instruction set was compared with that of the
scalar path before it was timed. "wrong" counts answers of others that differ from the exact one. The scenes are made by
`bench/scenes.c`, `bench/round_scenes.c` and `bench/solid_scenes.c`; one of polygons has 4,096 shapes and 65,536 pairs
unless its name says otherwise. A stack that rocks by so many radians, what has settled in a physics engine, a conveyor,
a crowd, a board and countries (`bench/settled_scenes.c`, `bench/work_scenes.c`) have the pairs of a broad phase.

![time for one pair; marks are hollow where a library gave wrong answers](charts/scenes.svg)

![against the number of vertices](charts/vertices.svg)

![against the size of the set](charts/sizes.svg)
"""

SWEEPS = "Whether, when and how. *box2d* is b2TimeOfImpact, which stops shapes 0.005 or so before they meet, *box2d-cast* b2ShapeCast; " \
         "wrong are hits that do not exist or are missed, and times at which the shapes are 0.05 elsewhere: grazing hits."
POSES = "Nanoseconds a pair; 4,096 shapes are placed, and 16,384 pairs asked about. Libraries whose shapes have poses multiply by them in " \
        "each question."
# Headings of questions, and a remark; others have the name of the benchmark.
HEADINGS = {
    "overlap": ("Which pairs overlap?", ""),
    "contain": ("Which shape contains which?", ""),
    "doubles": ("Sets of doubles: which shapes of maps and boards overlap?", "Points in parcels: containment."),
    "doubles rounded": ("The same shapes, rounded to floats near the origin", "The answers are about other shapes than those given."),
    "calls": ("Short calls", "What a call costs beside the work: lists of 1 to 64 boxes, rows of 20, and the vehicles of a crossing, each "
                             "with those that follow in its row."),
    "calls mtv": ("Short calls: the smallest push", ""),
    "calls contacts": ("Short calls: contact points", ""),
    "sizes": ("Larger and larger sets of boxes", "*only reads* reads two vertices of both boxes, of 32 bytes a box, one pair after the other, and "
                                               "does nothing else. Most pairs at random are far apart: of these sepal reads circles only, 16 "
                                               "bytes a box, of many pairs at once, which takes less time."),
    "round": ("Round shapes, and margins", ""),
    "place": ("Placing models in a world", "Nanoseconds a shape."),
    "poses overlap": ("From poses: which pairs overlap?", POSES),
    "poses mtv": ("From poses: the smallest push", ""),
    "poses points": ("From poses: the smallest push, and its points", ""),
    "poses contacts": ("From poses: contact points", ""),
    "solids poses overlap": ("Solids, from poses: which pairs overlap?", ""),
    "solids poses push": ("Solids, from poses: the smallest push", ""),
    "solids find": ("Solids: all pairs of a set", "Nanoseconds a solid of the set. *bullet-dbvt* is the tree, and textbook code for its pairs."),
    "mesh fill": ("Triangle meshes: filling", "Nanoseconds a triangle: neighbours, kinds of edges and the tree."),
    "mesh find": ("Triangle meshes: which triangles do boxes overlap?", "Nanoseconds a box; *textbook* is a binary tree in float."),
    "mesh meets": ("Triangle meshes: does each box overlap any?", "Nanoseconds a box."),
    "mesh nearest": ("Triangle meshes: the nearest triangle", "Nanoseconds a box."),
    "mesh contacts": ("Triangle meshes: contact points", "Nanoseconds a box, with all triangles near it."),
    "mesh manifolds": ("Triangle meshes: manifolds", "Nanoseconds a box."),
    "mesh sweep": ("Triangle meshes: first hits of moving boxes", "Nanoseconds a box; *textbook* is a binary tree, and thirteen axes."),
    "mesh rays": ("Triangle meshes: first hits of rays", "Nanoseconds a ray; *textbook* is a binary tree, and Möller and Trumbore."),
    "place list": ("Placing every fourth shape of a world", "Nanoseconds a shape that is placed."),
    "mtv": ("The smallest push", "A push is wrong if it does not part the pair, is not the shortest, or is given where there is no "
                                 "overlap."),
    "mtv-points": ("The smallest push, and its points", "*box2d* is b2Distance, which answers pairs that are apart; an answer is "
                                                        "wrong if the distance, or that of the points, is another one."),
    "mtv-points-round": ("The smallest push of round shapes, and its points", ""),
    "mtv-round": ("The smallest push of round shapes", ""),
    "contacts-round": ("Contact points of round shapes", ""),
    "contacts records": ("Contact points in records of an engine", "With both surfaces' points, and second points however far."),
    "contacts chain": ("Contact points with a chain of segments", "Segments that are solid from one side; *box2d-chain* is "
                                                                  "b2CollideEdgeAndPolygon."),
    "contacts": ("Contact points", "The whole call, in which pairs that do not meet are sorted out first."),
    "sweep": ("Fast movers", SWEEPS),
    "sweep-bits": ("Fast movers, yes or no", ""),
    "sweep-round": ("Fast movers with radii", SWEEPS),
    "sweep-hit": ("Fast movers, a pair that hits", "Regular polygons, of radius 0.15 where they have one."),
    "sweep-ray": ("One ray against one shape", "Whether, when and how; *box2d-ray* is b2PolygonShape::RayCast and b2CircleShape::RayCast, "
                                               "which do not hit what a ray begins in."),
    "find": ("All pairs of a set", "Nanoseconds a shape of the set."),
    "find each": ("All pairs of a set, as they are found", "The same without an order."),
    "find kept": (
        "All pairs, step by step, by a tree that is kept",
        "Nanoseconds a shape of the set, of which none, a hundredth or all move in a step, the move included: by "
        "their poses, as bodies do (in the rows of a hundredth and of other vertices, `sepal_polys_update` gives each its vertices). "
        "*box2d-kept* is b2DynamicTree with its fat boxes, as b2ContactManager uses it, whose shapes all have poses.",
    ),
    "find in": ("Shapes in a window", "Nanoseconds a window, a call for each; the tree is built before."),
    "find at": ("Shapes at points", "Nanoseconds a point, all in one call; the tree is built before."),
    "find nearest": ("The nearest of each shape", "Nanoseconds a shape of the set; the tree is built before."),
    "find near": ("Pairs whose boxes are near", "Nanoseconds a shape of the set: the broad phase of an engine. Of a peer, pairs "
                  "whose boxes are as far apart as the margin, but for rounding, may count as wrong."),
    "solids sweep-bits": ("Solids: fast movers, yes or no", ""),
    "solids sweep": ("Solids: fast movers", "Whether, when and how."),
    "solids aimed": ("Solids: aimed at hulls", "Rays and boxes, one pair each: when and how they meet. All of them do."),
    "solids rays": ("Solids: what rays hit first", "Nanoseconds a ray; the tree is built before."),
    "solids contacts": ("Solids: contact points", "The whole call, in which pairs that do not meet are sorted out first."),
    "rays": ("What rays hit first", "Nanoseconds a ray; the tree is built before."),
    "solids overlap": ("Solids: which pairs overlap?", "16,384 pairs. The scalar path decides hulls and round solids by exact "
                                                       "arithmetic alone, so that *× scalar* says little."),
    "solids contain": ("Solids: which solid contains which?", ""),
    "solids push": ("Solids: the smallest push", ""),
    "solids push-points": ("Solids: the smallest push, and its points", "The peers give the nearest points of pairs that are apart."),
    "solids place": ("Placing solids in a world", "Nanoseconds a solid."),
    "engine contacts": ("Inside an engine: contact points", "All bodies of a step are placed, and all pairs are asked, into records: "
                                                            "resting heaps and walls, balls on tiles, links of 64 sides among crates."),
    "engine calls of 1": ("Inside an engine: contact points, a call for each pair", ""),
    "engine calls of 16": ("Inside an engine: contact points, calls of 16 pairs", ""),
    "engine calls of 512": ("Inside an engine: contact points, calls of 512 pairs", ""),
    "engine nearest": ("Inside an engine: the smallest push, and its points", ""),
    "engine nearest of 1": ("Inside an engine: the smallest push, and its points, a call for each pair", ""),
    "engine nearest of 16": ("Inside an engine: the smallest push, and its points, calls of 16 pairs", ""),
    "engine nearest of 512": ("Inside an engine: the smallest push, and its points, calls of 512 pairs", ""),
    "engine sweep": ("Inside an engine: fast movers", ""),
    "engine sweeps of 1": ("Inside an engine: fast movers, a call for each pair", ""),
    "engine sweeps of 16": ("Inside an engine: fast movers, calls of 16 pairs", ""),
    "engine sweeps of 512": ("Inside an engine: fast movers, calls of 512 pairs", ""),
    "engine sweep-margin": ("Inside an engine: fast movers under a margin", ""),
    "engine sweep-margins of 1": ("Inside an engine: fast movers under a margin, a call for each pair", ""),
    "engine sweep-margins of 16": ("Inside an engine: fast movers under a margin, calls of 16 pairs", ""),
    "engine sweep-margins of 512": ("Inside an engine: fast movers under a margin, calls of 512 pairs", ""),
    "threads": ("All cores", "Nanoseconds a pair or shape by the clock on the wall. OpenMP cuts the work into parts."),
}


# Columns that are no code that answers the question.
NO_PEERS = ["only reads"]


def figure(ns):
    """Three significant digits."""
    return f"{ns:.2f}" if ns < 9.995 else f"{ns:.1f}" if ns < 99.95 else f"{ns:.0f}"


def cell(results, question, scene, column):
    row = results.ns[question][scene]
    if column not in row:
        return "–"
    wrong = results.wrong.get((question, scene, column), 0)
    return figure(row[column]) + (f", {wrong} wrong" if wrong else "")


def times_as_fast(row, chosen, other):
    return f"{figure(row[other] / row[chosen])}" if chosen in row and other in row else "–"


def table(results, question, lines):
    sepal, peers = results.columns(question)
    others = [other for other in ("textbook", "scalar") if other in sepal[:-1] + peers]
    columns = sepal + [f"× {other}" for other in others] + peers
    lines.append("| scene | " + " | ".join(columns) + " |")
    lines.append("|---|" + "--:|" * len(columns))
    for scene, row in results.ns[question].items():
        cells = [cell(results, question, scene, column) for column in sepal]
        cells += [times_as_fast(row, sepal[-1], other) for other in others]
        cells += [cell(results, question, scene, column) for column in peers]
        lines.append(f"| {scene_title(scene)} | " + " | ".join(cells) + " |")


def beside_peers(results):
    """Rows with a peer, as (times ahead, question, scene, sepal's ns, peer, its ns), the least ahead first."""
    rows = []
    for question, scenes in results.ns.items():
        sepal, peers = results.columns(question)
        for scene, row in scenes.items():
            others = [peer for peer in peers if peer in row and peer not in NO_PEERS]
            if others and sepal[-1] in row:
                best = min(others, key=row.get)
                rows.append((row[best] / row[sepal[-1]], question, scene, sepal[-1], best))
    return sorted(rows)


def ahead(results):
    """The lines of the section that says where sepal is ahead of the best peer, and where it is behind."""
    rows = beside_peers(results)
    if not rows:
        return []
    behind = sum(times < 1 for times, *_ in rows)
    text = f"{len(rows)} rows have a peer; sepal is behind the fastest one in {behind} of them, which come first, in bold. " \
           "*ahead* is the time of the fastest peer divided by that of sepal. Peers with wrong answers count as well."
    lines = ["## Ahead of the best peer", "", textwrap.fill(text, 120), "", "| question | scene | sepal | best peer | ahead |",
             "|---|---|--:|--:|--:|"]
    for times, question, scene, own, peer in rows:
        value = f"**{figure(times)}**" if times < 1 else figure(times)
        lines.append(f"| {HEADINGS.get(question, (question.capitalize(), ''))[0]} | {scene_title(scene)} "
                     f"| {cell(results, question, scene, own)} | {peer} {cell(results, question, scene, peer)} | {value} |")
    return lines + [""]


def main(results_path, page, build):
    results = Results(results_path)
    lines = [INTRODUCTION.format(machine=results.machine()), *ahead(results)]
    for question in results.ns:
        heading, remark = HEADINGS.get(question, (question.capitalize(), ""))
        lines += [f"## {heading}", ""] + ([textwrap.fill(remark, 120), ""] if remark else [])
        table(results, question, lines)
        lines.append("")
    before = Path(page).read_text(encoding="utf-8") if Path(page).exists() else ""
    row = weight.measure(Path(__file__).resolve().parent.parent, Path(build).resolve(), results.context.get("sepal", "?"))
    section = weight.table(row, before)
    print("\n".join(section))
    lines += section
    Path(page).write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")
    print("written:", page)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
