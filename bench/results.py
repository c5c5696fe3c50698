"""Reads the JSON that `bench --benchmark_out=FILE --benchmark_out_format=json` writes."""

import json
from pathlib import Path

# Columns of sepal itself, slowest first; every other column is a peer.
INSTRUCTION_SETS = ["scalar", "sse2", "neon", "simd128", "avx2", "avx512"]

# What tables and charts call a scene, where its name in the benchmark is not plain.
SCENE_TITLES = {
    "box/aabb": "boxes, near",
    "box/far": "boxes, anywhere",
    "box/deep": "boxes, deep in each other",
    "box/one-many": "boxes, one against many",
    "box/grid": "boxes that touch in a grid",
    "box/offset": "boxes, 10⁶ from the origin",
    "box/huge": "1 million boxes, 8 million pairs",
    "box/rest": "boxes at rest on each other",
    "4/tiling": "tiles that share their corners",
    "triangle/aabb": "triangles",
    "3-8/lattice": "3 to 8 vertices, integer lattice",
    "3-16/aabb": "3 to 16 vertices",
    "3-16": "3 to 16 vertices",
}
SCENE_PARTS = [("circle-box", "circles and boxes"), ("circle", "circles"), ("capsule", "capsules"),
               ("8+radius", "rounded polygons of 8 vertices"), ("32+radius", "rounded polygons of 32 vertices"),
               ("box+radius", "rounded boxes"), ("box+margin", "boxes under a margin"), ("mixed", "round shapes of 1 to 8 vertices")]
PAIR_PARTS = {"aabb": "", "far": ", anywhere", "deep": ", deep in each other", "touching": " that touch on a lattice"}


def scene_title(scene):
    if scene in SCENE_TITLES:
        return SCENE_TITLES[scene]
    shapes, _, pairs = scene.partition("/")
    if pairs in PAIR_PARTS:
        named = dict(SCENE_PARTS).get(shapes, f"{shapes} vertices" if shapes.isdigit() else shapes)
        return named + PAIR_PARTS[pairs]
    return scene


class Results:
    """ns[question][scene][column] is the median time for one pair; wrong[...] is how many answers of a peer were wrong."""

    def __init__(self, path):
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        self.context = data["context"]
        self.ns, self.wrong = {}, {}
        for row in sorted(data["benchmarks"], key=lambda row: row["family_index"]):
            if row.get("aggregate_name", "median") != "median" or not row.get("items_per_second"):
                continue
            question, rest = row["run_name"].removesuffix("/real_time").split("/", 1)
            scene, column = rest.rsplit("/", 1)
            self.ns.setdefault(question, {}).setdefault(scene, {})[column] = 1e9 / row["items_per_second"]
            if "wrong" in row:
                self.wrong[question, scene, column] = int(row["wrong"])

    def machine(self):
        """One line that says where, with what and when this was measured."""
        context = self.context
        return f"{context.get('processor', 'unnamed processor')}, one core, {context.get('compiler', 'unnamed compiler')}, " \
               f"sepal {context.get('sepal', '?')}, {context['date'][:10]}"

    def columns(self, question):
        """Those of a question: sepal's, then the peers', each in the order of registration."""
        found = []
        for row in self.ns[question].values():
            found += [column for column in row if column not in found]
        sepal = [column for column in INSTRUCTION_SETS if column in found]
        return sepal, [column for column in found if column not in sepal]
