// program.mjs — a program that uses the installed package: answers that are known, what is refused, and that both builds give the
// same bits. Its argument is the README of the package, whose program is run too.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { NO_SHAPE, SepalError, hasSimd, load } from 'sepal-wasm';

const require = createRequire(import.meta.url);
const fileOf = (name) => pathToFileURL(require.resolve(`sepal-wasm/${name}`));

const sepal = await load();
assert.ok(hasSimd());
assert.deepEqual(sepal.isas, ['scalar', 'simd128']);
assert.match(sepal.version, /^\d+\.\d+\.\d+$/);

// --- Answers that are known

const set = sepal.polys();
const square = [-1, 1, 1, -1],
    up = [-1, -1, 1, 1];
assert.equal(set.add(square, up), 0);
assert.equal(set.addBoxes({ x: [2, 4.5], y: [0, 0], halfX: 1, halfY: 1 }), 1);
assert.equal(set.addCircles({ x: [0], y: [0], radius: [0.5] }), 3);
assert.equal(set.addCapsules({ x0: [0], y0: [5], x1: [2], y1: [5], radius: [1] }), 4);
assert.equal(set.addMany([10, 11, 10, 20, 21], [0, 0, 1, 0, 0], [0, 3, 5], [0, 0.25]), 5);
assert.equal(set.length, 7);
assert.equal(set.radius(6), 0.25);
assert.deepEqual([...set.vertices(0).x], square);
const pairs = Uint32Array.of(0, 1, 0, 2, 0, 3, 4, 0);
assert.deepEqual([...set.overlapPairs(set, pairs)], [1, 0, 1, 0]);
assert.deepEqual([...set.overlapPairs(set, pairs, { touching: false })], [0, 0, 1, 0]);
assert.deepEqual([...set.overlapPairs(set, pairs, { margin: 3 })], [1, 1, 1, 1]);
assert.deepEqual([...set.overlapOne(0, set, 1, 3)], [1, 0, 1]);
assert.deepEqual([...set.containsPairs(set, pairs)], [0, 0, 1, 0]);
const { normalX, normalY, depth, aX, bX } = set.mtvPairs(set, [0, 2], { points: true });
assert.deepEqual([normalX[0], normalY[0], depth[0], aX[0], bX[0]], [1, 0, -2.5, 1, 3.5]);
assert.equal(set.mtvPairs(set, [0, 2]).aX, undefined);
const swept = set.sweepPairs(null, set, { x: [0, 0, -5, 0, 0, 0, 0], y: 0 }, [0, 2]);
assert.deepEqual([swept.meets[0], swept.time[0], swept.normalX[0]], [1, 0.5, 1]);
const contacts = set.contactsPairs(set, [0, 1, 0, 2]);
assert.deepEqual([...contacts.count], [2, 0]);
assert.deepEqual([...contacts.x.subarray(0, 2), ...contacts.depth.subarray(0, 2)], [1, 1, 0, 0]);

const notched = sepal.polys();
const { first, parts } = notched.addConcave([0, 4, 4, 3, 3, 1, 1, 0], [0, 0, 3, 3, 1, 1, 3, 3]);
const point = notched.add([2], [2]);
assert.deepEqual([first, parts >= 3, point], [0, true, parts]);
assert.deepEqual([...notched.overlapGroups([0, parts], notched, null, [0, point])], [0]);

const frame = sepal.polys();
const cut = frame.addWithHoles([0, 9, 9, 0, 3, 6, 6, 3], [0, 0, 9, 9, 3, 3, 6, 6], [0, 4, 8]);
const [within, beside] = [frame.add([4], [4]), frame.add([1], [4])];
assert.deepEqual([cut.first, cut.parts >= 3, within], [0, true, cut.parts]);
const groups = [0, cut.parts, cut.parts + 1, cut.parts + 2];
assert.deepEqual([...frame.overlapGroups(groups, frame, groups, [0, 1, 0, 2])], [0, 1]);
assert.throws(() => frame.addWithHoles([0, 9, 9], [0, 0, 9], [0, 3, 2]));

const finder = sepal.finder();
assert.deepEqual([...finder.findPairs(set, set)], [0, 1, 0, 3]);
assert.deepEqual([...finder.findPairs(set, set, { filter: { owner: [[7, 7, 1, 2, 3, 4, 5]] } })], [0, 3]);
finder.build(set);
assert.deepEqual([...finder.findAt([0, 0])], [0, 3]);
assert.deepEqual([...finder.findRange(set, 0, 1)], [0, 1, 0, 3]);
const rays = finder.castRays({ x: [9, 9], y: [0.25, -9], dx: [-9, -9], dy: [0, 0] });
assert.deepEqual([...rays.shape], [2, NO_SHAPE]);
assert.deepEqual([...rays.normalX], [1, 0]);

const solids = sepal.solids();
const box = { x: [0, 2.5], y: 0, z: 0, halfX: 1, halfY: 1, halfZ: 1 };
assert.equal(solids.addBoxes(box), 0);
assert.equal(solids.addHull([5, 7, 5, 5], [0, 0, 2, 0], [0, 0, 0, 2]), 2);
assert.equal(solids.addSpheres({ x: [0], y: [0], z: [0], radius: [0.5] }), 3);
assert.equal(solids.addCapsules({ x0: [0], y0: [0], z0: [-1], x1: [0], y1: [0], z1: [1], radius: [0.25] }), 4);
assert.deepEqual([...solids.overlapPairs(solids, [0, 1, 1, 2, 3, 4])], [0, 0, 1]);
assert.deepEqual([...solids.containsPairs(solids, [0, 3, 0, 4])], [1, 0]);
assert.equal(solids.mtvPairs(solids, [0, 1]).depth[0], -0.5);
assert.deepEqual([...solids.box(1).centre, ...solids.box(1).u], [2.5, 0, 0, 1, 0, 0]);
assert.equal(solids.vertices(2).x[1], 7);
assert.deepEqual([...finder.findPairs(solids, solids)], [0, 3, 0, 4, 3, 4]);
const moved = sepal.solids();
moved.place(solids, [0, 0], { x64: [1e9, 1e9 + 2], y64: [0, 0], z64: [0, 0], originX: 1e9 });
assert.deepEqual([...moved.box(1).centre], [2, 0, 0]);
moved.place(solids, [0], { x: [1], y: [2], z: [3], turn: { w: [0], x: [0], y: [0], z: [1] } });
assert.deepEqual([...moved.box(0).u], [-1, 0, 0]);

const world = sepal.polys();
world.place(set, [0, 0], { x: [0, 3], y: 0, angle: 0 });
assert.deepEqual([...world.vertices(1).x], [2, 4, 4, 2]);
world.placeRange(1, set, [0], { x: [5], y: [0], cos: [0], sin: [1] });
assert.deepEqual([...world.vertices(1).x], [6, 6, 4, 4]);
world.place(set, [0], { x64: [1e9 + 1], y64: [0], originX: 1e9 });
assert.deepEqual([...world.vertices(0).x], [0, 2, 2, 0]);
world.update(0, square, up);
assert.deepEqual([...world.vertices(0).x], square);
world.clear();
assert.equal(world.length, 0);
world.free();

// --- What is refused

assert.throws(
    () => set.addBoxes({ x: [0, 0], y: 0, halfX: [1, -1], halfY: 1 }),
    (error) => error instanceof SepalError && error.status === 2 && error.index === 1 && /negative/.test(error.message),
);
assert.throws(() => set.overlapPairs(set, [0, 99]), SepalError);
assert.throws(() => set.add([0, 1, 0, 1], [0, 1, 1, 0]), SepalError);
assert.throws(() => sepal.useIsa('avx2'), SepalError);
assert.equal(set.length, 7);

// --- Both builds, and both instruction sets, give the same bits; more pairs than the first answers have room for

function answersOf(library) {
    let state = 2026;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const count = 4000,
        column = (of) => Float32Array.from({ length: count }, of);
    const shapes = library.polys();
    shapes.addBoxes({
        x: column(() => 60 * random()),
        y: column(() => 60 * random()),
        halfX: column(random),
        halfY: column(random),
        cos: column(() => 2 * random() - 1),
        sin: column(() => 2 * random() - 1),
        radius: column((_, i) => (i % 3 === 0 ? random() : 0)),
    });
    const found = library.finder().findPairs(shapes, shapes, { margin: 0.5 });
    const moves = { x: column(() => random() - 0.5), y: column(() => random() - 0.5) };
    return {
        found,
        overlap: shapes.overlapPairs(shapes, found),
        push: shapes.mtvPairs(shapes, found, { points: true }),
        contains: shapes.containsPairs(shapes, found),
        sweep: shapes.sweepPairs(moves, shapes, null, found),
        contacts: shapes.contactsPairs(shapes, found, { margin: 0.25 }),
    };
}
const expected = answersOf(await load({ url: fileOf('sepal-scalar.wasm') }));
assert.ok(expected.found.length > 4096);
assert.ok(new Set(expected.overlap).size === 2 && new Set(expected.contains).size === 2);
for (const isa of sepal.isas) {
    sepal.useIsa(isa);
    assert.deepEqual(answersOf(sepal), expected, isa);
}

// --- The program of the README prints what its comments say

const [, program] = readFileSync(process.argv[2], 'utf8').match(/```js\n(.*?)```/s);
const comments = [...program.matchAll(/\/\/ (\w+Array.*)$/gm)].map(([, comment]) => comment);
const printed = [];
const { inspect } = await import('node:util');
const body = program.replace(/^import .*$/m, '');
const AsyncFunction = (async () => {}).constructor;
await new AsyncFunction('load', 'console', body)(load, { log: (value) => printed.push(inspect(value)) });
assert.ok(comments.length === 3);
assert.deepEqual(printed, comments);
console.log('the package does what it should');
