// types.mts — what TypeScript knows of the installed package. Lines that are refused say so.

import { type Polys, SepalError, load } from 'sepal-wasm';

const sepal = await load();
const set: Polys = sepal.polys();
const index: number = set.addBoxes({ x: [0, 1], y: 0, halfX: 1, halfY: new Float32Array(2) });
const answers: Uint8Array = set.overlapPairs(set, new Uint32Array([0, 1]), { touching: false, margin: 0.5 });
const { depth }: { depth: Float32Array } = set.mtvPairs(set, [0, 1]);
const found: Uint32Array = sepal.finder().findPairs(set, set, { filter: { owner: [[1, 2]] } });
const space = sepal.solids();
const swept: Float32Array = space.sweepPairs({ x: 1, y: 0, z: [0, 1] }, space, null, [0, 1]).normalZ;
const points: Float32Array = space.contactsPairs(space, [0, 1], { margin: 1, pointMargin: 2 }).z;
const kept: Uint32Array = sepal.finder().findKept({ margin: 1 }),
    near: Uint32Array = sepal.finder().findNearKept({ margin: 1 });
set.place(sepal.polys(), [0], { x: 1, y: [2], angle: 0 });
set.place(sepal.polys(), [0], { x64: 1, y64: [2], originX: 1 });
space.place(sepal.solids(), [0], { x: 1, y: 2, z: 3, turn: { w: 1, x: 0, y: 0, z: 0 } });
const deep: Float32Array = set.mtvPairs(set, [0, 1], { touching: false, margin: 1, points: true }).depth;
const lots: Polys = sepal.polys({ doubles: true, originX: 500000, originY: 5400000 });
lots.rebase(0, lots.add(new Float64Array(1), [0]));
sepal.finder().castEach({ x: 0, y: [0], dx: 1, dy: 0 }, ({ time, shape }) => time < 0.5 && shape > 0, { limit: 0.75 });
sepal.finder().findEach(set, set, (pairs: Uint32Array) => pairs.length < 3, { margin: 1 });
sepal.finder().findEachKept((pairs) => console.log(pairs[0]));
const ground = sepal.mesh();
ground.fill(new Float32Array(9), new Uint32Array([0, 1, 2]), { goesOn: true });
ground.fillHeights([0, 1, 0, 1], 2, { stepX: 2, turned: [1] });
const below: Float32Array = ground.castRays({ x: 0, y: 0, z: 1, dx: 0, dy: 0, dz: [-2] }, { both: true }).normalZ,
    stopped: Float32Array = ground.sweep(space, { x: 0, y: 0, z: -1 }, { first: 1, later: true }).time,
    names: Uint32Array = ground.manifolds(space, 0.9, { margin: 0.5, filter: { mask: [] } }).ofMesh,
    edges: Uint8Array = ground.edges(0).kind;
console.log(below, stopped, names, edges, ground.meets(space, { touching: false }), ground.contactsPairs(space, [0, 0]).z);
const error: Error = new SepalError('a message', 1, 2);
console.log(index, answers, depth, found, error, swept, points, kept, near, deep);

// @ts-expect-error: a set in space is asked about with others in space
sepal.solids().overlapPairs(set, [0, 1]);
// @ts-expect-error: a move in space has a z
space.sweepPairs({ x: 1, y: 0 }, space, null, [0, 1]);
// @ts-expect-error: what takes pairs is given no text
sepal.finder().findEachList(set, [0], (pairs: string) => pairs === '');
// @ts-expect-error: halves are missing
set.addBoxes({ x: 0, y: 0 });
// @ts-expect-error: no such rule
set.overlapPairs(set, [0, 1], { tolerance: 1 });
// @ts-expect-error: a pose has a cosine and a sine
set.place(sepal.polys(), [0], { x: 1, y: 2, cos: 1 });
// @ts-expect-error: a pose has places as float or as double
set.place(sepal.polys(), [0], { x: 1, y: 2, x64: 1, y64: 2 });
// @ts-expect-error: a mesh is asked about sets in space
ground.find(set);
// @ts-expect-error: a ray in space has a z
ground.castRays({ x: 0, y: 0, dx: 0, dy: 0, dz: 0 });
// @ts-expect-error: pairs are one after the other
set.overlapPairs(set, [[0, 1]]);
