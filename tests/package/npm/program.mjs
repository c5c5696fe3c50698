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

// Which functions of the build have been called, so that none has been forgotten; the build itself cannot be changed.
const functions = sepal.library.exports,
    called = new Set();
sepal.library.exports = new Proxy({}, { get: (_, name) => (called.add(name), functions[name]) });
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
const hulls = sepal.polys();
assert.equal(hulls.addHulls([0, 1, 4, 0, 5], [0, 1, 0, 3, 5], [0, 4, 5], [0, 0.25]), 0);
assert.deepEqual([...hulls.vertices(0).x, ...hulls.vertices(0).y, hulls.radius(1)], [0, 4, 0, 0, 0, 3, 0.25]);
assert.equal(set.radius(6), 0.25);
assert.deepEqual([...set.vertices(0).x], square);
const pairs = Uint32Array.of(0, 1, 0, 2, 0, 3, 4, 0);
assert.deepEqual([...set.overlapPairs(set, pairs)], [1, 0, 1, 0]);
{
    const many = Uint32Array.from({ length: 26 }, (_, i) => pairs[i % 8]),
        right = [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1],
        around = new Uint8Array(40).fill(7);
    for (const from of [0, 3, 8]) {
        const out = around.subarray(from, from + 13);
        assert.equal(set.overlapPairs(set, many, undefined, out), out);
        assert.deepEqual([...out], right);
    }
    assert.deepEqual([...around.subarray(21)], Array(19).fill(7));
    for (const out of [new Uint8Array(12), new Uint16Array(13), [], null])
        assert.throws(() => set.overlapPairs(set, many, undefined, out), /out is .*; a Uint8Array of 13 is expected/);
    assert.deepEqual([...set.containsPairs(set, pairs, undefined, new Uint8Array(4))], [0, 0, 1, 0]);
    assert.deepEqual([...set.overlapRows(set, [0, 1, 2], undefined, new Uint8Array(2))], [1, 0]);
}
assert.deepEqual([...set.overlapPairs(set, pairs, { touching: false })], [0, 0, 1, 0]);
assert.deepEqual([...set.overlapPairs(set, pairs, { margin: 3 })], [1, 1, 1, 1]);
assert.deepEqual([...set.overlapOne(0, set, 1, 3)], [1, 0, 1]);
assert.deepEqual([...set.containsPairs(set, pairs)], [0, 0, 1, 0]);
const { normalX, normalY, depth, aX, bX } = set.mtvPairs(set, [0, 2], { points: true });
assert.deepEqual([normalX[0], normalY[0], depth[0], aX[0], bX[0]], [1, 0, -2.5, 1, 3.5]);
assert.equal(set.mtvPairs(set, [0, 2]).aX, undefined);
const shared = sepal.polys();
shared.addBoxes({ x: [0, 1, 5], y: [0, 0, 0], halfX: [1, 1, 1], halfY: [1, 1, 1] });
const inCommon = shared.commonPairs(shared, [0, 1, 1, 2, 2, 2]);
assert.deepEqual([...inCommon.area, ...inCommon.shareA, ...inCommon.shareB], [2, 0, 4, 0.5, 0, 1, 0.5, 0, 1]);
assert.deepEqual([...inCommon.iou], [Math.fround(1 / 3), 0, 1]);
assert.deepEqual([...shared.commonRows(shared, [0, 0, 3]).area], [4, 2, 0]);
assert.deepEqual([...shared.commonGroups([0, 1, 3], shared, null, [1, 0, 1, 2]).area], [2, 4]);
const polygons = shared.commonPolygons(shared, [0, 1, 1, 2, 0, 0]);
assert.deepEqual([...polygons.first], [0, 4, 4, 8]);
assert.deepEqual([...polygons.x.subarray(0, 4), ...polygons.y.subarray(0, 4)], [0, 1, 1, 0, -1, -1, 1, 1]);
assert.deepEqual([...shared.areas()], [4, 4, 4]);
assert.deepEqual([...shared.containsGroups([0, 2, 3], shared, null, [0, 0, 1, 0])], [1, 0]);
assert.deepEqual([...shared.pushAlongGroups([0, 1, 3], shared, null, [0, 1, 1, 0], { x: [1, -0.5], y: [0, 0] })], [3, 6]);
// A set of doubles: corners on each other's edges, at coordinates that float32 does not hold.
const lots = sepal.polys({ doubles: true, originX: 500000 }),
    [east, north] = [500123.4567, 5400123.4567];
assert.equal(lots.addBoxes({ x: [0, 4, 2], y: [0, 0, 2], halfX: [2, 2, 2], halfY: 1, cos: 1, sin: 0 }), 0);
assert.equal(lots.add(Float64Array.of(east, east + 3, east), [north, north, north + 4]), 3);
assert.equal(lots.addMany([east + 1.5, east + 9, 2 ** 53 - 1], [north + 2, north, 0], [0, 2, 3]), 4);
assert.deepEqual([...lots.vertices(3).x], [east, east + 3, east]);
assert.ok(lots.vertices(3).y instanceof Float64Array);
assert.deepEqual([...lots.overlapPairs(lots, [0, 1, 0, 2, 3, 4, 4, 5])], [1, 1, 1, 0]);
assert.deepEqual([...lots.overlapPairs(lots, [0, 1, 0, 2, 3, 4], { touching: false })], [0, 0, 0]);
assert.deepEqual([...lots.containsPairs(lots, [3, 3, 3, 4])], [1, 0]);
const ell = { x: [0, 3, 3, 1, 1, 0].map((x) => east + x), y: [0, 0, 1, 1, 3, 3].map((y) => north + y) };
assert.deepEqual(lots.addConcave(ell.x, ell.y), { first: 6, parts: 2 });
const court = lots.addWithHoles(
    [0, 9, 9, 0, 3, 6, 6, 3].map((x) => 100 + x),
    [0, 0, 9, 9, 3, 3, 6, 6],
    [0, 4, 8],
);
assert.equal(court.first, 8);
for (const call of [() => lots.commonPairs(lots, [0, 1]), () => lots.areas(), () => lots.containsGroups(null, lots, null, [0, 1])])
    assert.throws(call, (error) => error.status === 5 && /: bad kind of set: /.test(error.message));
lots.update(3, [0, 1, 0], [0, 0, 1]);
lots.rebase(0, 0);
const nearby = sepal.polys({ doubles: true });
nearby.add([0.5], [0.5]);
assert.deepEqual([...lots.overlapOne(3, nearby)], [1]);
assert.equal(nearby.addHulls([0.1, 0.3, 0.2, 0.1, 0.7], [0.1, 0.3, 0.2, 0.3, 0.7], [0, 4, 5], [0, 0.1]), 1);
assert.deepEqual([...nearby.vertices(1).x, nearby.radius(2)], [0.1, 0.3, 0.1, 0.1]);
const yard = sepal.polys({ doubles: true });
yard.addOutside(ell.x, ell.y, [0, 6], 1);
const guests = sepal.polys({ doubles: true });
guests.addMany([east + 1, east + 2], [north + 3, north + 2], [0, 1, 2]); // on the border, and in the notch
assert.deepEqual([...guests.overlapGroups([0, 1, 2], yard, [0, yard.length], [0, 0, 1, 0], { touching: false })], [0, 1]);
const tracks = sepal.polys({ doubles: true }); // in nanometres, whose gap is the clearance, and a third one too near
tracks.addCapsules({ x0: [0, 0, 0], y0: [0, 500000.25, 900000], x1: 8e6, y1: [0, 500000.25, 900000], radius: 125000.125 });
assert.deepEqual([...sepal.finder().findPairs(tracks, tracks, { margin: 250000, touching: false })], [1, 2]);
assert.deepEqual([...tracks.overlapPairs(tracks, [0, 1, 1, 2], { margin: 250000 })], [1, 1]);
assert.equal(tracks.radius(2), 125000.125);
tracks.addCircles({ x: 0.1, y: 0.2, radius: 0.3 });
assert.deepEqual([...tracks.vertices(3).x, tracks.radius(3)], [0.1, 0.3]);
const around = sepal.finder();
assert.deepEqual([...around.findPairs(nearby, lots)], [0, 0, 0, 3, 1, 0, 1, 3, 2, 0]);
around.build(lots);
assert.deepEqual([...around.findAt({ x: [2, 0.25, east + 1], y: [1, 0.25, north + 1] })], [0, 0, 0, 1, 0, 2, 1, 0, 1, 3, 2, 6, 2, 7]);
assert.deepEqual([...around.findIn([1.5, 1], [2, 1.25])], [0, 1, 2]);
assert.deepEqual([...around.findIn([1.5, 1], [2, 1.25], { touching: false })], [2]);
const swept = set.sweepPairs(null, set, { x: [0, 0, -5, 0, 0, 0, 0], y: 0 }, [0, 2]);
assert.deepEqual([swept.meets[0], swept.time[0], swept.normalX[0]], [1, 0.5, 1]);
const contacts = set.contactsPairs(set, [0, 1, 0, 2]);
const floor = sepal.polys();
floor.addCapsules({ x0: [3, 0], y0: [0, 0], x1: [0, -3], y1: [0, 0], radius: [0, 0] });
floor.addBoxes({ x: [0.75, 0.75], y: [0.75, -0.75], halfX: [1, 1], halfY: [1, 1] });
const onFloor = floor.contactsChains([0, 2], floor, [1, 2, 1, 3]);
assert.deepEqual([...onFloor.count, ...onFloor.normalY], [2, 0, 1, 0]); // solid from above alone
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
assert.throws(() => frame.addWithHoles([0, 9, 9, 0, 7, 7], [0, 0, 9, 1, 1, 2], [0, 3, 6]), { index: 3 }); // the hole goes out
assert.throws(() => frame.addConcave([0, 1, 1, 0], [0, 1, 0, 1]), /touches or crosses another edge of its ring/);

const finder = sepal.finder();
assert.deepEqual([...finder.findPairs(set, set)], [0, 1, 0, 3]);
assert.deepEqual([...finder.findPairs(set, set, { filter: { owner: [[7, 7, 1, 2, 3, 4, 5]] } })], [0, 3]);
finder.build(set);
assert.deepEqual([...finder.findAt({ x: [0, 99], y: [0, 99] })], [0, 0, 0, 3]);
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

const half = { w: 0, x: 0, y: 0, z: 1 }; // half a turn about the z axis
moved.placeRange(0, solids, [0], { x: [7], y: [0], z: [0] });
assert.deepEqual([...moved.box(0).centre], [7, 0, 0]);
moved.place(solids, [0, 0, 2], { x: [0, 3, 9], y: 0, z: 0 });
moved.placeList([1], solids, [9999, 0, 9999], { x: [0, 4, 0], y: 0, z: 0, turn: half });
assert.deepEqual([0, 1].flatMap((i) => [...moved.box(i).centre, ...moved.box(i).u]), [0, 0, 0, 1, 0, 0, 4, 0, 0, -1, 0, 0]);
moved.updateBox(1, { centre: [5, 0, 0], u: [2, 0, 0], v: [0, 2, 0], w: [0, 0, 2] });
assert.deepEqual([...moved.box(1).centre, ...moved.box(1).w], [5, 0, 0, 0, 0, 2]);
moved.updateHull(2, [1, 3, 1, 1], [0, 0, 2, 0], [0, 0, 0, 2]);
assert.deepEqual([...moved.vertices(2).x], [1, 3, 1, 1]);

const drums = sepal.solids();
const upright = { x0: [0, 5], y0: 0, z0: 0, x1: [0, 5], y1: 0, z1: 2, circumradius: 1 };
assert.equal(drums.addPrisms({ ...upright, sides: 4 }), 0);
assert.deepEqual([...drums.vertices(1).x], [6, 5, 4, 5, 6, 5, 4, 5]);
assert.equal(drums.addPrisms({ ...upright, radius: [0.5, 0.25], sides: 12 }), 2);
assert.deepEqual([drums.radius(1), drums.radius(3)], [0, 0.25]);
assert.throws(() => drums.addPrisms({ ...upright, sides: 2 }));
assert.throws(() => drums.addPrisms({ ...upright, z1: [2, 0], sides: 12 }), /its ends coincide/);

const space = sepal.solids();
const unit = { x: 1, y: 0, z: 0 },
    vectors = { u: unit, v: { x: 0, y: 1, z: 0 }, w: { x: 0, y: 0, z: 1 } };
assert.equal(space.addParallelepipeds({ c: { x: [0, 2, 6], y: 0, z: 0 }, ...vectors }), 0);
const corners = [0, 1, 0, 0, 9];
assert.equal(space.addHulls(corners, [0, 0, 1, 0, 9], [0, 0, 0, 1, 9], [0, 4, 5], [0, 0.5]), 3);
assert.deepEqual([space.length, space.radius(4)], [5, 0.5]);
const rows = [0, 1, 4, 1, 2, 1],
    listed = [0, 1, 0, 2, 0, 3, 0, 4, 1, 2];
assert.deepEqual([...space.overlapRows(space, rows)], [1, 0, 1, 0, 0]);
assert.deepEqual(space.overlapRows(space, rows), space.overlapPairs(space, listed));
assert.deepEqual([...space.overlapOne(0, space)], [1, 1, 0, 1, 0]);
assert.deepEqual([...space.overlapGroups([0, 2, 3], space, [0, 2, 3], [0, 1])], [0]);
assert.deepEqual(space.mtvRows(space, rows, { points: true }), space.mtvPairs(space, listed, { points: true }));
assert.deepEqual([...space.mtvRows(space, [0, 1, 2]).depth], [0, -4]);
const across = space.sweepPairs({ x: [8, 0, 0, 0, 0], y: 0, z: 0 }, space, null, [0, 2, 0, 1, 1, 2]);
assert.deepEqual([...across.meets, ...across.time, across.normalX[0], across.normalZ[2]], [1, 1, 0, 0.5, 0, 1, 1, 0]);
const touches = space.contactsPairs(space, [0, 1, 0, 2]);
assert.deepEqual([...touches.count, touches.normalX[0], touches.normalZ[0]], [4, 0, 1, 0]);
assert.deepEqual([...touches.x], [1, 1, 1, 1, 0, 0, 0, 0]);
assert.deepEqual([...touches.z.subarray(0, 4)].sort(), [-1, -1, 1, 1]);
assert.equal(new Set(touches.feature.subarray(0, 4)).size, 4);
assert.equal(touches.aX, undefined);
const places = { x: [5, 7, 0, 0, 0], y: 0, z: 0 };
const relative = space.contactsPairs(space, [0, 1], { points: true, poses: places, otherPoses: { ...places, x: 2 } });
assert.deepEqual([...relative.aX, ...relative.bX, ...relative.depth], [-4, -4, -4, -4, -1, -1, -1, -1, 0, 0, 0, 0]);
assert.deepEqual([...space.contactsPairs(space, [1, 2]).count], [0]);
assert.deepEqual([...space.contactsPairs(space, [1, 2], { margin: 2.5 }).depth], [-2, -2, -2, -2]);
assert.throws(() => space.contactsPairs(space, [1, 2], { margin: 2, pointMargin: 1 }), SepalError);
assert.equal(space.firstHit(0, { x: [-9, -6, 4, 20], y: 0, z: 0 }, space), 2);
assert.equal(space.firstHit(0, { x: [-9, -6], y: 0, z: 0, turn: half }, space), 2);

// One finder for both kinds, one after the other: space, and then the plane
finder.build(space);
assert.deepEqual([...finder.findIn([5, -1, -1], [9, 1, 1])], [2]);
assert.deepEqual([...finder.findIn([3, -1, -1], [4, 1, 1], { touching: false })], []);
assert.deepEqual([...finder.findAt({ x: [0.5], y: [0], z: [0] })], [0, 0, 0, 3]);
assert.deepEqual([...finder.findRange(space, 0, 1)], [0, 1, 0, 3]);
const closest = finder.findNearest(space, 2, { first: 2, count: 1 });
assert.deepEqual([...closest.nearest, closest.distance[0]], [1, 0, 2]);
assert.deepEqual([...finder.findList(space, [3])], [0, 3, 1, 3]);
assert.deepEqual([...finder.findNear(space, space, { margin: 2 })], [0, 1, 0, 3, 1, 2, 1, 3]);
const lights = finder.castRays({ x: [20, 0], y: 0, z: [0, 5], dx: [-26, 0], dy: 0, dz: [0, -8] });
assert.deepEqual([...lights.shape, ...lights.time], [2, 0, 0.5, 0.5]);
assert.deepEqual([...lights.normalX, ...lights.normalZ], [1, 0, 0, 1]);
finder.keep(space, 0.125);
assert.deepEqual([...finder.findKept()], [0, 1, 0, 3, 1, 3]);
space.updateBox(2, { centre: [4, 0, 0], u: [1, 0, 0], v: [0, 1, 0], w: [0, 0, 1] });
finder.update([2]);
assert.deepEqual([...finder.findKept()], [0, 1, 0, 3, 1, 2, 1, 3]);
assert.deepEqual([...finder.findKept({ filter: { owner: [[1, 1, 2, 3, 4]] } })], [0, 3, 1, 2, 1, 3]);
assert.deepEqual([...finder.findNearKept({ filter: { owner: [[1, 1, 2, 3, 4]] } })], [0, 3, 1, 2, 1, 3]);
assert.throws(() => finder.update([9999]), SepalError);
space.remove(1);
assert.deepEqual([...space.removed(), ...space.overlapPairs(space, [0, 1, 0, 3])], [1, 0, 1]);
space.replace(1, solids, 0);
assert.deepEqual([...space.removed(), ...space.box(1).centre], [0, 0, 0]);
space.reserve(10, 10, 100);
space.clear();
assert.equal(space.length, 0);

finder.keep(set);
const near = finder.findNearest(set, 1, { first: 1, count: 1 });
assert.equal(near.nearest.length, 1);
assert.ok(near.nearest[0] !== 1 && near.distance[0] >= 0);
assert.deepEqual([...finder.findKept()], [...finder.findPairs(set, set)]);
assert.deepEqual([...finder.findNearKept()], [...finder.findNear(set, set)]);
finder.update();
assert.deepEqual([...finder.findIn([-9, -9], [-1, 9])], [0, 4]);
assert.deepEqual([...finder.findIn([-9, -9], [-1, 9], { touching: false })], []);
assert.deepEqual([...finder.findList(set, [1, 3])], [0, 1, 0, 3]);
assert.deepEqual([...finder.findNear(set, set, { margin: 0 })], [0, 1, 0, 3]);
assert.deepEqual([...set.overlapRows(set, [0, 1, 3])], [1, 0, 1]);
assert.deepEqual(set.mtvRows(set, [0, 1, 3]), set.mtvPairs(set, [0, 1, 0, 2, 0, 3]));
assert.equal(set.firstHit(0, { x: [-20, -10, 1, 2], y: 0, angle: 0 }, set), 2);

const world = sepal.polys();
world.reserve(10, 100);
world.place(set, [0, 0], { x: [0, 3], y: 0, angle: 0 });
assert.deepEqual([...world.vertices(1).x], [2, 4, 4, 2]);
world.placeRange(1, set, [0], { x: [5], y: [0], cos: [0], sin: [1] });
assert.deepEqual([...world.vertices(1).x], [6, 6, 4, 4]);
world.placeList([0], set, [0, 9999], { x: [-3, 0], y: 0 });
assert.deepEqual([...world.vertices(0).x, ...world.vertices(1).x], [-4, -2, -2, -4, 6, 6, 4, 4]);
world.place(set, [0], { x64: [1e9 + 1], y64: [0], originX: 1e9 });
assert.deepEqual([...world.vertices(0).x], [0, 2, 2, 0]);
world.update(0, square, up);
world.place(set, [0, 0], { x: [0, 1], y: 0, angle: 0 });
world.remove(0);
assert.deepEqual([...world.removed(), world.length, ...world.overlapPairs(world, [0, 1, 1, 1])], [0, 2, 0, 1]);
assert.deepEqual([...finder.findPairs(world, world)], []);
assert.throws(() => world.remove(0), SepalError);
world.replace(0, set, 0);
assert.deepEqual([...world.removed(), ...finder.findPairs(world, world)], [0, 1]);
world.place(set, [0], { x: 0, y: 0, angle: 0 });
world.update(0, square, up);
assert.deepEqual([...world.vertices(0).x], square);
world.clear();
assert.equal(world.length, 0);
world.free();
finder.free();
solids.free();

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
    const solids = library.solids(),
        finder = library.finder(),
        some = count / 4,
        part = (of) => Float32Array.from({ length: some }, of);
    const place = () => ({ x: part(() => 12 * random()), y: part(() => 12 * random()), z: part(() => 12 * random()) });
    const turn = { w: part(random), x: part(random), y: part(random), z: part(random) };
    solids.addBoxes({ ...place(), halfX: part(random), halfY: part(random), halfZ: part(random), turn });
    solids.addSpheres({ ...place(), radius: part(random) });
    const close = finder.findPairs(solids, solids, { margin: 0.5 });
    const drift = { x: part(() => random() - 0.5), y: part(() => random() - 0.5), z: 0 };
    finder.build(solids);
    const rays = { ...place(), dx: drift.x.map((value) => 9 * value), dy: drift.y.map((value) => 9 * value), dz: 1 };
    const mesh = library.mesh(),
        columns = 24;
    const heights = Float32Array.from({ length: columns * columns }, () => 3 * random());
    mesh.fillHeights(heights, columns, { stepX: 0.5, stepY: 0.5 });
    const onMesh = mesh.findNear(solids, { margin: 0.25 });
    const solidMoves = { x: new Float32Array(2 * some).fill(0.25), y: -0.5, z: 0.125 };
    return {
        close,
        solidPush: solids.mtvPairs(solids, close, { points: true }),
        solidSweep: solids.sweepPairs(solidMoves, solids, null, close),
        solidContacts: solids.contactsPairs(solids, close, { margin: 0.25, pointMargin: 0.5, points: true }),
        rays: finder.castRays(rays),
        mesh: [
            mesh.find(solids, { margin: 0.125 }),
            mesh.meets(solids),
            mesh.castRays({ ...rays, dz: -9 }, { both: true }),
            mesh.findNearest(solids, 3),
            mesh.sweep(solids, { ...solidMoves, z: -4 }, { margin: 0.0625 }),
            mesh.contactsPairs(solids, onMesh, { margin: 0.25, points: true }),
            mesh.manifolds(solids, 0.9, { margin: 0.25, pointMargin: 0.5 }),
        ],
        found,
        overlap: shapes.overlapPairs(shapes, found),
        push: shapes.mtvPairs(shapes, found, { points: true }),
        contains: shapes.containsPairs(shapes, found),
        sweep: shapes.sweepPairs(moves, shapes, null, found),
        contacts: shapes.contactsPairs(shapes, found, { margin: 0.25 }),
    };
}
const expected = answersOf(await load({ url: fileOf('sepal-scalar.wasm') }));
assert.ok(expected.found.length > 4096 && expected.close.length > 4096);
assert.deepEqual([...new Set(expected.solidContacts.count)].sort(), [0, 1, 2, 3, 4]);
assert.ok(new Set(expected.solidSweep.meets).size === 2 && new Set(expected.rays.shape).size > 100);
assert.ok(new Set(expected.overlap).size === 2 && new Set(expected.contains).size === 2);
{
    const [, meets, rays, { distance }, sweeps, contacts, manifolds] = expected.mesh;
    for (const kinds of [meets, rays.shape, distance, sweeps.shape, contacts.count, manifolds.count]) assert.ok(new Set(kinds).size > 1);
    assert.ok(manifolds.solid.length > 100);
}
for (const isa of sepal.isas) {
    sepal.useIsa(isa);
    assert.equal(sepal.isa, isa);
    assert.deepEqual(answersOf(sepal), expected, isa);
}

// --- Groups, what is outside of them, and shapes that are cast

/** What take throws ends the search, and comes out of it as it is. */
function throwsWhatTakeThrows(ask) {
    const thrown = new Error('of take');
    let calls = 0;
    assert.throws(
        () =>
            ask(() => {
                calls++;
                throw thrown;
            }),
        (error) => error === thrown,
    );
    assert.equal(calls, 1);
}

for (const make of [sepal.polys, sepal.solids]) {
    const boxes = make.call(sepal),
        [y, z] = [0, 0],
        halves = { halfX: 1, halfY: 1, halfZ: 1 },
        of = (more) => (boxes.kind === 'solids' ? { y, z, ...halves, ...more } : { y, halfX: 1, halfY: 1, ...more });
    boxes.addBoxes(of({ x: [0, 3, 7, 9] }));
    const deepest = boxes.deepestGroups([0, 2, 4], boxes, [0, 2, 4], [0, 1]);
    assert.deepEqual([...deepest.parts, deepest.depth[0]], [1, 2, -2]);
    const ways = { x: [1, 0], y: [0, 0.5], ...(boxes.kind === 'solids' ? { z: 0 } : {}) };
    assert.deepEqual([...boxes.pushAlongGroups([0, 2, 4], boxes, null, [0, 1, 1, 2], ways)], [5, 4]);
    const move = boxes.kind === 'solids' ? { x: 4, y: 0, z: 0 } : { x: 4, y: 0 },
        met = boxes.firstGroups([0, 2, 4], move, boxes, [0, 2, 4], null, [0, 1]);
    assert.deepEqual([...met.parts, met.time[0]], [1, 2, 0.5]);
    const mover = make.call(sepal),
        finder = sepal.finder();
    mover.addBoxes(of({ x: [-6, -6], y: [0, 20] }));
    finder.build(boxes);
    {
        const named = (values, z) => (boxes.kind === 'solids' ? { ...values, ...z } : values),
            rays = named({ x: [-5, 20, -5], y: [0, 0, 9], dx: [20, -40, 20], dy: 0 }, { z: 0, dz: 0 }),
            cast = (goesOn, options) => {
                const all = [[], [], []];
                finder.castEach(rays, (hit) => (all[hit.ray].push(hit), goesOn?.(hit)), options);
                return all;
            };
        const [there, back, none] = cast();
        assert.deepEqual(
            [there, back, none].map((hits) => hits.map(({ shape }) => shape)),
            [[0, 1, 2, 3], [3, 2, 1, 0], []],
        );
        assert.deepEqual(there[1], named({ ray: 0, shape: 1, time: Math.fround(7 / 20), normalX: -1, normalY: 0 }, { normalZ: 0 }));
        const first = finder.castRays(rays);
        assert.deepEqual([first.time[0], first.time[1]], [there[0].time, back[0].time]);
        const counts = (...given) => cast(...given).map((hits) => hits.length);
        assert.deepEqual(counts(undefined, { limit: 0.375, touching: false }), [2, 2, 0]);
        assert.deepEqual(counts(({ ray, shape }) => ray === 0 || shape > 2), [4, 2, 0]);
        assert.deepEqual(counts(() => 0), [1, 1, 0]);
        assert.equal(Math.max(...counts(() => -1)), 1);
        assert.equal(counts(() => -1).reduce((sum, count) => sum + count), 1);
        throwsWhatTakeThrows(cast);
        for (const answer of [null, 'on', NaN, {}])
            assert.throws(() => cast(() => answer), /take returned .*; true, false, a number or nothing/);
        const asked = [() => boxes.length, () => boxes.clear(), () => finder.free(), () => sepal.finder(), () => finder.castRays(rays)];
        for (const call of [...asked, () => sepal.useIsa('scalar')])
            assert.throws(() => cast(call), /take calls the library, which calls take/);
        assert.deepEqual(counts(), [4, 4, 0]);
    }
    const hits = finder.castShapes(mover, { ...move, x: 8 });
    assert.deepEqual([...hits.shape, ...hits.time, hits.normalX[0]], [0, NO_SHAPE, 0.5, 1, -1]);
    {
        const count = 150, // more pairs than one call of take gets
            heap = make.call(sepal);
        heap.addBoxes(of({ x: Float32Array.from({ length: count }, (_, i) => i / count), y: 0 }));
        const inOrder = (blocks) => {
            const pairs = blocks.flatMap((block) => Array.from({ length: block.length / 2 }, (_, k) => [...block.subarray(2 * k, 2 * k + 2)]));
            return pairs.sort(([a, b], [c, d]) => a - c || b - d).flat();
        };
        const taken = (ask, answer) => {
            const blocks = [];
            ask((pairs) => (blocks.push(pairs), answer?.(blocks.length)));
            return blocks;
        };
        const some = { owner: [Array.from({ length: count }, (_, i) => i >> 1)] },
            shapes = [3, 140, 3];
        finder.build(heap);
        const asked = [
            [(take, options) => finder.findEach(heap, heap, take, options), (options) => finder.findPairs(heap, heap, options)],
            [(take, options) => finder.findEachRange(heap, 2, 60, take, options), (options) => finder.findRange(heap, 2, 60, options)],
            [(take, options) => finder.findEachList(heap, shapes, take, options), (options) => finder.findList(heap, shapes, options)],
            [(take, options) => finder.findEachKept(take, options), (options) => finder.findKept(options)],
        ];
        for (const [i, [each, all]] of asked.entries()) {
            if (i === 3) finder.keep(heap, 0.5);
            for (const options of [undefined, { touching: false }, { margin: 0.5, filter: some }]) {
                const blocks = taken((take) => each(take, options));
                assert.ok(blocks.every((block) => block instanceof Uint32Array && block.length > 0));
                assert.ok(blocks.length > 1 || i === 2);
                assert.deepEqual(inOrder(blocks), [...all(options)]);
            }
            for (const no of [false, 0, -1]) assert.equal(taken(each, () => no).length, 1);
            if (i !== 2) assert.equal(taken(each, (blocks) => blocks < 2).length, 2);
            throwsWhatTakeThrows(each);
            assert.throws(() => each(() => 'on'), /take returned 'on'; true, false, a number or nothing/);
            assert.throws(() => each(() => finder.findPairs(heap, heap)), /take calls the library, which calls take/);
            assert.deepEqual(inOrder(taken(each)), [...all()]);
        }
        const list = make.call(sepal); // kinds of functions that are called do not take each other's place
        list.addBoxes(of({ x: 0, y: 0 }));
        finder.build(list);
        finder.castEach(boxes.kind === 'solids' ? { x: -5, y: 0, z: 0, dx: 9, dy: 0, dz: 0 } : { x: -5, y: 0, dx: 9, dy: 0 }, ({ shape }) =>
            assert.equal(shape, 0),
        );
        assert.deepEqual([...taken((take) => finder.findEachRange(boxes, 0, 1, take))[0]], [0, 0]);
    }
}
{
    const area = sepal.polys(),
        room = [
            [0, 3, 3, 1, 1, 0],
            [0, 0, 1, 1, 3, 3],
        ],
        { parts } = area.addOutside(...room, [0, 6], 1);
    assert.equal(area.length, parts);
    const points = sepal.polys();
    points.add([0.5], [0.5]);
    points.add([2], [2]);
    assert.deepEqual([...points.overlapGroups([0, 1, 2], area, [0, parts], [0, 0, 1, 0])], [0, 1]);
}

// --- Meshes: a floor of two triangles, a ridge and a valley, and what hulls answer

{
    const floor = sepal.mesh(),
        corners = [0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0];
    floor.fill(corners, [0, 1, 2, 0, 2, 3]);
    assert.equal(floor.length, 2);
    assert.deepEqual(floor.triangle(1), { corners: Float32Array.of(0, 0, 0, 4, 4, 0, 0, 4, 0), vertices: Uint32Array.of(0, 2, 3) });
    assert.deepEqual(floor.edges(0), { kind: Uint8Array.of(0, 0, 1), neighbour: Uint32Array.of(NO_SHAPE, NO_SHAPE, 1) });
    const on = sepal.solids();
    on.addBoxes({ x: [2, 2], y: [2, 2], z: [0.5, 9], halfX: 0.5, halfY: 0.5, halfZ: 0.5 });
    on.addSpheres({ x: 3, y: 0.5, z: 0.25, radius: 0.5 });
    assert.deepEqual([...floor.find(on)], [0, 0, 0, 1, 2, 0]);
    assert.deepEqual([...floor.find(on, { touching: false })], [2, 0]);
    assert.deepEqual([...floor.find(on, { filter: { mask: [[1, 1, 1]], member: [, [1, 2]] }, first: 2 })], [2, 0]);
    assert.deepEqual([...floor.findNear(on, { first: 2, count: 1 })], [2, 0, 2, 1]);
    assert.deepEqual([...floor.findNear(on, { first: 1, count: 1, margin: 8.5 })], [1, 0, 1, 1]);
    assert.deepEqual([...floor.findNear(on, { first: 1, count: 1, margin: 8.25 })], []);
    assert.deepEqual([...floor.findIn([0, 3, -1], [1, 4, 1])], [1]);
    assert.deepEqual([...floor.meets(on)], [1, 0, 1]);
    assert.deepEqual([...floor.meets(on, { margin: 8.5, first: 1 })], [1, 1]);
    const near = floor.findNearest(on, 2, { first: 1, limit: 9 });
    assert.deepEqual([...near.nearest, ...near.distance.subarray(0, 3)], [0, 1, 0, 1, 8.5, 8.5, 0]);
    const rays = { x: 3, y: 1, z: [8, -8], dx: 0, dy: 0, dz: [-16, 16] },
        front = floor.castRays(rays),
        both = floor.castRays(rays, { both: true });
    assert.deepEqual([...front.shape, ...front.time, ...front.normalZ], [0, NO_SHAPE, 0.5, 1, 1, 0]);
    assert.deepEqual([...both.shape, ...both.time, ...both.normalZ], [0, 0, 0.5, 0.5, 1, -1]);
    const swept = floor.sweep(on, { x: 0, y: 0, z: [0, -17, 1] });
    assert.deepEqual([...swept.shape, ...swept.time, swept.normalZ[1]], [NO_SHAPE, 0, NO_SHAPE, 1, 0.5, 1, 1]);
    const down = { x: 0, y: 0, z: -1 },
        from = { x: 3, y: 1, z: 0, dx: 0, dy: 0, dz: -1 };
    for (const [later, shape] of [
        [false, 0],
        [true, NO_SHAPE],
    ])
        assert.deepEqual([floor.sweep(on, down, { later }).shape[0], floor.castRays(from, { later }).shape[0]], [shape, shape]);
    const contacts = floor.contactsPairs(on, [2, 0], { points: true, poses: { x: [0, 0, 3], y: 0, z: 0 } });
    assert.deepEqual([contacts.count[0], contacts.normalZ[0], contacts.depth[0], contacts.aX[0], contacts.bX[0]], [1, -1, 0.25, 0, 3]);
    const lying = floor.manifolds(on, 0.98);
    assert.deepEqual([...lying.solid, ...lying.triangle, ...lying.count, ...lying.normalZ], [0, 2, 0, 0, 4, 1, -1, -1]);
    assert.deepEqual([...lying.x.subarray(0, 4)].sort(), [1.5, 1.5, 2.5, 2.5]);
    assert.deepEqual([...lying.depth], [0, 0, 0, 0, 0.25, 0, 0, 0]);
    assert.equal(new Set(lying.ofSolid.subarray(0, 4)).size, 4);
    assert.deepEqual([...lying.ofMesh, ...lying.onTriangle.subarray(5)], Array(11).fill(0));
    assert.deepEqual(new Set(lying.onTriangle.subarray(0, 4)), new Set([0, 1]));

    const beside = sepal.solids();
    beside.addSpheres({ x: -0.25, y: 2, z: 0.125, radius: 0.5 });
    for (const [goesOn, found] of [
        [false, 1],
        [true, 0],
    ]) {
        floor.fill(corners, [0, 1, 2, 0, 2, 3], { goesOn });
        assert.equal(floor.manifolds(beside, 1).solid.length, found);
        floor.fillHeights([0, 0, 0, 0], 2, { stepX: 4, stepY: 4, goesOn });
        assert.equal(floor.manifolds(beside, 1).solid.length, found);
    }

    const hill = sepal.mesh();
    hill.fillHeights([0, 0, 0, 0, 1, 0, 0, 0, 0], 3, { originX: -1, originY: -1, turned: [0, 1, 1, 0], hole: [0, 0, 0, 1] });
    assert.equal(hill.length, 8);
    assert.deepEqual([...hill.edges(0).kind], [0, 1, 2]); // of (0, 0), (1, 0), (1, 1): border, a facet that goes on, a ridge
    assert.deepEqual([...hill.triangle(5).corners], [0, 0, 1, 0, 1, 0, -1, 1, 0]); // turned
    assert.throws(() => hill.edges(7), /index is 7, a triangle of a hole/);
    assert.equal(hill.castRays({ x: [0.5, 0.25], y: [0.5, 0], z: 5, dx: 0, dy: 0, dz: -8 }).shape[0], NO_SHAPE);
    hill.fill([-1, 0, 1, 0, -1, 0, 0, 1, 0, 1, 0, 1], [0, 1, 2, 1, 3, 2]);
    assert.deepEqual([...hill.edges(0).kind], [0, 3, 0]);
    hill.fill([], []);
    assert.deepEqual([hill.length, hill.meets(on)], [0, new Uint8Array(3)]);
    hill.free();
    floor.free();
}
{
    const count = 500,
        mesh = sepal.mesh(),
        hulls = sepal.solids(),
        boxes = sepal.solids();
    let state = 1;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32,
        some = (length, most) => Float32Array.from({ length }, () => Math.round(most * random()) / 4);
    const vertices = some(9 * count, 80),
        faces = Uint32Array.from({ length: 3 * count }, (_, i) => i);
    mesh.fill(vertices, faces, { goesOn: true });
    const axis = (k) => Float32Array.from({ length: 3 * count }, (_, i) => vertices[3 * i + k]);
    hulls.addHulls(axis(0), axis(1), axis(2), Uint32Array.from({ length: count + 1 }, (_, i) => 3 * i));
    boxes.addBoxes({ x: some(99, 80), y: some(99, 80), z: some(99, 80), halfX: 0.5, halfY: 0.5, halfZ: 0.5 });
    const finder = sepal.finder(),
        found = finder.findPairs(boxes, hulls);
    assert.ok(found.length > 99);
    assert.deepEqual(mesh.find(boxes), found);
    finder.build(hulls);
    assert.deepEqual(mesh.findNearest(boxes, 3), finder.findNearest(boxes, 3));
    const rays = { x: some(99, 80), y: some(99, 80), z: some(99, 80), dx: some(99, 80), dy: some(99, 80), dz: -8 };
    assert.deepEqual(mesh.castRays(rays, { both: true, later: true }), finder.castRays(rays, { later: true }));
}

// --- Every function of the build has been called

const without = [
    'sepal_polys_add', // add calls sepal_polys_add_round
    'sepal_polys_add_doubles',
    'sepal_bits_count', // answers are bytes, not bits
    'sepal_bits_list',
    'sepal_bits_pairs',
    'sepal_isa_count', // isas has the list
];
const names = Object.keys(functions).filter((name) => name.startsWith('sepal_'));
assert.deepEqual(names.filter((name) => !called.has(name)).sort(), without.sort());

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
