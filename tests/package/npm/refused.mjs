// refused.mjs — what the installed package refuses: each argument of each method that takes columns, lists, sets or numbers is made
// wrong in every way that its kind can be. The call must throw a SepalError that names the argument, and change nothing. Its argument is
// index.d.ts of the package, which tells what methods there are.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SepalError, load } from 'sepal-wasm';

const sepal = await load(),
    another = await load();

// --- The kinds of arguments, and what is wrong of each

class Argument {
    constructor(kind, value, more = {}) {
        Object.assign(this, { kind, value, ...more });
    }
}
const column = (...value) => new Argument('column', value); // or a number for all
const points = (...value) => new Argument('points', value);
const list = (value, width, more = {}) => new Argument('list', value, { width, outside: 99, ...more });
const pairs = (...value) => list(value, 2);
const rows = (...value) => list(value, 3);
const starts = (...value) => list(value, 1, { starts: true });
const bits = (...value) => new Argument('bits', value);
const index = (value, outside = 99) => new Argument('index', value, { outside });
const number = (value) => new Argument('number', value);
const length = (value) => new Argument('length', value);
const flag = (value) => new Argument('flag', value);
const vector = (...value) => new Argument('vector', value);
const fields = (value, needed = [], { optional = false, name } = {}) => new Argument('fields', value, { needed, optional, name });
const both = (...value) => new Argument('both', value);
const set = (value) => new Argument('set', value);
const none = new Argument('none', null);

const good = (given) => {
    if (!(given instanceof Argument)) return given;
    if (given.kind === 'fields') return Object.fromEntries(Object.entries(given.value).map(([name, of]) => [name, good(of)]));
    if (given.kind === 'both') return given.value.map(good);
    return given.value;
};

const freed = { polys: sepal.polys(), solids: sepal.solids() };
Object.values(freed).forEach((each) => each.free());
const strangers = { polys: another.polys(), solids: another.solids() };
const NO_NUMBER = ['1', '', null, undefined, [1], {}, true, 1n, () => 1, Symbol('one')];
const NO_INDEX = [...NO_NUMBER, NaN, 0.5, -1, 2 ** 32, Infinity];
const NO_ARRAY = ['012345', true, 1n, {}, () => 1, new Map(), new DataView(new ArrayBuffer(8)), new ArrayBuffer(8)];
const without = (values, i, value) => values.map((each, k) => (k === i ? value : each));

/** What is wrong of an argument: [value, name in the message]. */
function* wrong(given, path) {
    const { kind, value } = given;
    if (kind === 'none') return;
    if (kind === 'fields') {
        for (const each of ['x', 5, null, true, [], new Float32Array(2)]) {
            if (each !== null || !given.optional) yield [each, path];
        }
        yield [{ ...good(given), colour: 1 }, `${path}.colour`];
        for (const [name, of] of Object.entries(value)) {
            const whole = given.names?.[name] ?? of.name ?? `${path}.${name}`;
            const { [name]: _, ...others } = good(given);
            if (given.needed.includes(name)) {
                for (const missing of [undefined, null]) yield [{ ...others, [name]: missing }, whole];
                yield [others, whole];
            }
            yield [{ ...others, [name.toLowerCase() === name ? name.toUpperCase() : name.toLowerCase()]: good(of) }, path];
            for (const [each, message] of wrong(of, whole)) yield [{ ...others, [name]: each }, message];
        }
    } else if (kind === 'both') {
        for (const each of [5, 'x', {}, [...good(given), [1], [1]], new Uint32Array(2)]) yield [each, path];
        for (const [i, of] of value.entries())
            for (const [each, message] of wrong(of, `${path}[${i}]`)) yield [without(good(given), i, each), message];
    } else if (kind === 'set') {
        const other = value.kind === 'polys' ? 'solids' : 'polys';
        for (const each of [undefined, null, {}, [], 5, freed[value.kind], strangers[value.kind], strangers[other]])
            yield [each, each === freed[value.kind] ? 'given back' : path];
    } else if (kind === 'index') {
        for (const each of NO_INDEX) if (each !== undefined) yield [each, path];
        if (given.outside) yield [given.outside, path];
    } else if (kind === 'number' || kind === 'length') {
        for (const each of [...NO_NUMBER, NaN]) if (each !== undefined) yield [each, path];
        if (kind === 'length') yield [-1, path];
    } else if (kind === 'function') {
        for (const each of [undefined, null, 'take', 1, {}, []]) yield [each, path];
    } else if (kind === 'flag') {
        for (const each of [0, 1, 'no', null, {}]) yield [each, path];
    } else {
        for (const each of NO_ARRAY) yield [each, path];
        const elements = kind === 'list' ? NO_INDEX : kind === 'bits' ? [...NO_NUMBER, NaN, 0.5, -(2 ** 31) - 1, 2 ** 32] : NO_NUMBER;
        for (const [i] of value.entries())
            for (const each of elements) yield [without(value, i, each), `${path}[${i}]`];
        yield [BigInt64Array.from(value, (each) => BigInt(Math.round(each))), `${path}[`];
        if (kind !== 'column') yield [5, path];
        if (kind === 'points' || (kind === 'list' && !given.optional)) for (const each of [undefined, null]) yield [each, path];
        if (kind !== 'list') {
            const shorter = value.slice(1);
            for (const each of [shorter, [...value, 1]]) {
                yield [each, path];
                yield [Float32Array.from(each), path];
            }
        }
        if (kind === 'vector') for (const each of [NaN, Infinity]) yield [without(value, 1, each), `${path}[1]`];
        if (kind === 'list') {
            yield [Int32Array.from(without(value, 0, -1)), `${path}[0]`];
            yield [Float64Array.from(without(value, 0, 0.5)), `${path}[0]`];
            if (given.outside) {
                const outside = without(value, value.length - 1, given.outside);
                yield [outside, path];
                yield [Uint32Array.from(outside), path];
            }
            if (given.width > 1) {
                const nested = Array.from({ length: value.length / given.width }, (_, k) =>
                    value.slice(given.width * k, given.width * (k + 1)),
                );
                yield [[...nested, ...nested.slice(0, nested.length % given.width ? given.width - (nested.length % given.width) : 0)], path];
                yield [value.slice(1), path];
                yield [Uint32Array.from([...value, 0]), path];
            }
            if (given.starts) {
                yield [[], path];
                yield [[...value].reverse(), path];
                yield [Uint32Array.from(value).reverse(), path];
            }
        }
    }
}

/** What columns that are not finite, and so refused by C, are like: [value, name in the message]. */
function* unfinished(given, path) {
    if (given.kind === 'column' || given.kind === 'points')
        for (const each of [NaN, -Infinity, 1e39])
            for (const [i] of given.value.entries()) yield [without(given.value, i, each), `${path}[${i}] is ${each}`];
    if (given.kind === 'column') yield [NaN, `${path} is NaN`];
    if (given.kind === 'fields')
        for (const [name, of] of Object.entries(given.value)) {
            if (name.endsWith('64') || name === 'angle') continue; // of these, greater numbers than floats have a meaning
            for (const [each, message] of unfinished(of, `${path}.${name}`)) yield [{ ...good(given), [name]: each }, message];
        }
}

let refused = 0;
const tested = new Set();

/** A call is good as it is, and refused whenever one of its arguments is made wrong. lengths: what must not change. */
function judge(owner, method, args, { nan = true } = {}) {
    tested.add(`${owner.kind}.${method}`);
    const names = Object.keys(args),
        values = Object.values(args);
    const state = () => [...sets.map((each) => each.length), ...sets.flatMap((each) => shapesOf(each))];
    const call = (i, value) => owner[method](...values.map((each, k) => (k === i ? value : good(each))));
    const before = state();
    for (const [i, given] of values.entries()) {
        for (const [value, message] of wrong(given, names[i])) {
            const what = `${owner.kind}.${method}: ${names[i]} = ${showing(value)}`;
            assert.throws(
                () => call(i, value),
                (error) => {
                    assert.ok(error instanceof SepalError, `${what}: ${error.stack}`);
                    assert.ok(error.message.includes(message), `${what}: '${error.message}' does not name ${message}`);
                    assert.equal(error.status, 1, what);
                    return true;
                },
                what,
            );
            refused++;
        }
        for (const [value, message] of nan ? unfinished(given, names[i]) : []) {
            const what = `${owner.kind}.${method}: ${names[i]} = ${showing(value)}`;
            assert.throws(
                () => call(i, value),
                (error) => {
                    assert.ok(error instanceof SepalError, `${what}: ${error.stack}`);
                    assert.ok(error.message.includes(message), `${what}: '${error.message}' does not say ${message}`);
                    return true;
                },
                what,
            );
            refused++;
        }
    }
    assert.deepEqual(state(), before, method);
    return owner[method](...values.map(good));
}

function showing(value) {
    const inWords = (name, each) => name === 'library' || typeof each === 'bigint' || typeof each === 'symbol' || each !== each;
    return JSON.stringify(value, (name, each) => (inWords(name, each) ? String(each) : each));
}

// --- The sets that are asked about

const plane = sepal.polys(),
    space = sepal.solids(),
    world = sepal.polys(),
    room = sepal.solids(),
    lots = sepal.polys({ doubles: true }),
    sets = [plane, space, world, room, lots];

const shapesOf = (each) =>
    Array.from({ length: each.length }, (_, i) => (each.kind === 'solids' && i < 3 ? Object.values(each.box(i)) : [each.radius(i)]).join());

judge(plane, 'addBoxes', {
    boxes: fields(
        { x: column(0, 3, 6), y: column(0, 0, 0), halfX: column(1, 1, 1), halfY: column(1, 1, 1), radius: column(0, 0, 0.5) },
        ['x', 'y', 'halfX', 'halfY'],
    ),
});
judge(plane, 'addBoxes', {
    boxes: fields(
        { x: column(9, 12), y: column(0, 0), halfX: column(1, 1), halfY: column(1, 1), cos: column(1, 0), sin: column(0, 1) },
        ['x', 'y', 'halfX', 'halfY', 'cos', 'sin'],
    ),
});
judge(plane, 'addCircles', {
    circles: fields({ x: column(0, 1), y: column(5, 5), radius: column(1, 1) }, ['x', 'y', 'radius']),
});
judge(plane, 'addCapsules', {
    capsules: fields(
        { x0: column(3, 0), y0: column(-9, -9), x1: column(0, -3), y1: column(-9, -9), radius: column(0, 0) },
        ['x0', 'y0', 'x1', 'y1', 'radius'],
    ),
});
judge(plane, 'add', { x: points(0, 1, 0), y: points(0, 0, 1), radius: number(0.25) });
judge(plane, 'addMany', { x: points(0, 1, 0, 5, 6, 5), y: points(0, 0, 1, 0, 0, 1), first: starts(0, 3, 6), radius: column(0, 1) });
judge(plane, 'addHulls', { x: points(0, 1, 0, 5, 6, 5), y: points(0, 0, 1, 0, 0, 1), first: starts(0, 3, 6), radius: column(0, 1) });
judge(plane, 'addConcave', { x: points(0, 4, 4, 2, 0), y: points(20, 20, 24, 21, 24) });
const cut = judge(plane, 'addWithHoles', {
    x: points(30, 39, 39, 30, 33, 36, 36, 33),
    y: points(0, 0, 9, 9, 3, 3, 6, 6),
    starts: starts(0, 4, 8),
});
assert.ok(cut.parts >= 3);
judge(plane, 'addOutside', { x: points(30, 39, 39, 30), y: points(20, 20, 29, 29), starts: starts(0, 4), beyond: number(1) });
judge(plane, 'update', { index: index(0), x: points(-1, 1, 1, -1), y: points(-1, -1, 1, 1) });
assert.throws(() => plane.update(5, [0, 1], [0, 1]), /x has 2 numbers, but shape 5 has 1 vertex$/);
const boxOfDoubles = fields(
    { x: column(0, 1), y: column(0, 0), halfX: column(1, 1), halfY: column(1, 1), cos: column(1, 0), sin: column(0, 1) },
    ['x', 'y', 'halfX', 'halfY', 'cos', 'sin'],
);
judge(lots, 'addBoxes', { boxes: boxOfDoubles }, { nan: false });
judge(lots, 'add', { x: points(0, 1, 0), y: points(0, 0, 1), radius: length(0.25) });
judge(lots, 'addMany', { x: points(0, 1, 0, 5, 6, 5), y: points(0, 0, 1, 0, 0, 1), first: starts(0, 3, 6) });
judge(lots, 'addConcave', { x: points(0, 4, 4, 2, 0), y: points(20, 20, 24, 21, 24) });
judge(lots, 'addWithHoles', {
    x: points(30, 39, 39, 30, 33, 36, 36, 33),
    y: points(0, 0, 9, 9, 3, 3, 6, 6),
    starts: starts(0, 4, 8),
});
judge(lots, 'addHulls', { x: points(0, 1, 0, 5, 6, 5), y: points(0, 0, 1, 0, 0, 1), first: starts(0, 3, 6), radius: column(0, 1) });
judge(lots, 'addOutside', { x: points(30, 39, 39, 30), y: points(20, 20, 29, 29), starts: starts(0, 4), beyond: number(1) });
judge(lots, 'update', { index: index(0), x: points(-1, 1, 1, -1), y: points(-1, -1, 1, 1) });
judge(lots, 'rebase', { originX: number(5), originY: number(6) });
judge(lots, 'addCircles', { circles: fields({ x: column(0, 1), y: column(5, 5), radius: column(1, 1) }, ['x', 'y', 'radius']) }, { nan: false });
judge(lots, 'overlapPairs', { other: set(lots), pairs: pairs(0, 1, 1, 0) });
const aroundLots = sepal.finder();
aroundLots.build(lots);
for (const [call, message] of [
    [() => lots.add([0], [0], 1e-300), /radius is 1e-300; a coordinate that is 0 or from 2\^-200/],
    [() => lots.addMany([0], [0], [0, 1], [1e-300]), /radius\[0\] is 1e-300; a coordinate/],
    [() => lots.addBoxes({ x: 0, y: 0, halfX: 1, halfY: 1, radius: -1 }), /boxes\.radius is negative, -1; at least 0/],
    [() => lots.overlapPairs(lots, [0, 1], { margin: 1e-300 }), /rule\.margin is 1e-300; a coordinate/],
    [() => lots.addBoxes({ x: 0, y: 0, halfX: -1, halfY: 1 }), /boxes\.halfX is negative, -1; at least 0/],
    [() => lots.addBoxes({ x: 1e300, y: 0, halfX: 1, halfY: 1 }), /box 0: a coordinate is neither 0 nor from 2\^-200/],
    [() => lots.add([0, 1], [2, 1e-100]), /y\[1\] is 1e-100; a coordinate that is 0 or from 2\^-200 to 2\^100/],
    [() => lots.addOutside([0, 1, 0], [0, 0, 1], [0, 3], 1e-300), /beyond is 1e-300; a coordinate that is 0 or from 2\^-200/],
    [() => aroundLots.findAt({ x: [0, 1], y: 1e300 }), /points\.y is 1e\+300; a coordinate that is 0 or from/],
    [() => aroundLots.findIn([0, 0], [1e300, 1]), /high\[0\] is 1e\+300; a coordinate that is 0 or from/],
    [() => aroundLots.findNearest(lots, 1), /bad kind of set/],
    [() => lots.mtvPairs(lots, [0, 1]), /bad kind of set/],
    [() => lots.overlapPairs(plane, [0, 1]), /bad kind of set/],
    [() => lots.rebase(1e300, 0), /originX is 1e\+300; a coordinate that is 0 or from 2\^-200/],
    [() => plane.rebase(0, 0), /bad kind of set/],
    [() => sepal.polys({ doubles: 1 }), /options\.doubles is 1; true or false is expected/],
    [() => sepal.polys({ doubles: true, originX: 1e300 }), /options\.originX is 1e\+300; a coordinate/],
    [() => sepal.polys({ originX: 0 }), /without options\.doubles/],
    [() => sepal.polys({ double: true }), /options\.double is unknown/],
])
    assert.throws(call, (error) => error instanceof SepalError && message.test(error.message), message.source);
judge(plane, 'reserve', { shapes: index(0, 0), vertices: index(0, 0) });

const quaternions = (w, x, y, z) => fields({ w, x, y, z }, ['w', 'x', 'y', 'z'], { optional: true });
const half = quaternions(column(0, 0, 0), column(0, 0, 0), column(0, 0, 0), column(1, 1, 1));
judge(space, 'addBoxes', {
    boxes: fields(
        {
            ...{ x: column(0, 3, 6), y: column(0, 0, 0), z: column(0, 0, 0) },
            ...{ halfX: column(1, 1, 1), halfY: column(1, 1, 1), halfZ: column(1, 1, 1) },
            ...{ turn: half, radius: column(0, 0, 0.5) },
        },
        ['x', 'y', 'z', 'halfX', 'halfY', 'halfZ'],
    ),
});
judge(space, 'addHull', { x: points(0, 1, 0, 0), y: points(0, 0, 1, 0), z: points(0, 0, 0, 1), radius: number(0) });
judge(space, 'addHulls', {
    x: points(0, 1, 0, 0, 9),
    y: points(0, 0, 1, 0, 9),
    z: points(0, 0, 0, 1, 9),
    first: starts(0, 4, 5),
    radius: column(0, 0.5),
});
const vectors = (...values) =>
    fields(Object.fromEntries(['x', 'y', 'z'].map((axis, i) => [axis, column(...values.map((each) => each[i]))])), ['x', 'y', 'z']);
judge(space, 'addParallelepipeds', {
    boxes: fields(
        {
            c: vectors([0, 9, 0], [5, 9, 0]),
            u: vectors([1, 0, 0], [1, 0, 0]),
            v: vectors([0, 1, 0], [0, 1, 0]),
            w: vectors([0, 0, 1], [0, 0, 1]),
            radius: column(0, 1),
        },
        ['c', 'u', 'v', 'w'],
    ),
});
judge(space, 'addSpheres', {
    spheres: fields({ x: column(0, 1), y: column(5, 5), z: column(0, 0), radius: column(1, 1) }, ['x', 'y', 'z', 'radius']),
});
const ends = { x0: column(0, 5), y0: column(0, 0), z0: column(20, 20), x1: column(0, 5), y1: column(0, 0), z1: column(22, 22) };
judge(space, 'addCapsules', { capsules: fields({ ...ends, radius: column(1, 1) }, [...Object.keys(ends), 'radius']) });
judge(space, 'addPrisms', {
    prisms: fields(
        { ...ends, circumradius: column(1, 1), radius: column(0, 0), sides: index(6, 0) },
        [...Object.keys(ends), 'circumradius', 'sides'],
    ),
});
judge(space, 'updateBox', {
    index: index(0),
    box: fields(
        { centre: vector(0, 0, 0), u: vector(1, 0, 0), v: vector(0, 1, 0), w: vector(0, 0, 1) },
        ['centre', 'u', 'v', 'w'],
    ),
});
judge(space, 'updateHull', { index: index(3), x: points(0, 1, 0, 0), y: points(0, 0, 1, 0), z: points(0, 0, 0, 1) });
judge(space, 'reserve', { boxes: index(0, 0), hulls: index(0, 0), vertices: index(0, 0) });
judge(space, 'box', { index: index(0) });

// --- Poses

const flat = { x: column(0, 3), y: column(0, 0) },
    deep = { ...flat, z: column(0, 0) };
const turned = quaternions(column(0, 1), column(0, 0), column(0, 0), column(1, 0));
const poses = {
    polys: [
        fields({ ...flat, cos: column(1, 0), sin: column(0, 1) }, ['x', 'y', 'cos', 'sin']),
        fields({ ...flat, angle: column(0, 1) }, ['x', 'y']),
        fields({ x64: column(1e9, 2e9), y64: column(0, 0), originX: number(1e9), originY: number(0) }, ['x64', 'y64']),
    ],
    solids: [
        fields({ ...deep, turn: turned }, ['x', 'y', 'z']),
        fields(
            { ...{ x64: column(1e9, 2e9), y64: column(0, 0), z64: column(0, 0) }, originX: number(1e9), originZ: number(0) },
            ['x64', 'y64', 'z64'],
        ),
    ],
};
for (const [models, placed] of [
    [plane, world],
    [space, room],
]) {
    const model = list([0, 1], 1);
    for (const given of poses[models.kind]) {
        judge(placed, 'place', { models: set(models), model, poses: given });
        judge(placed, 'placeRange', { first: index(0), models: set(models), model, poses: given });
        judge(placed, 'placeList', { shapes: list([1, 0], 1), models: set(models), model, poses: given });
        judge(models, 'firstHit', {
            model: index(0),
            poses: given,
            obstacles: set(models),
            rule: fields({ touching: flag(false), margin: length(0.5) }),
        });
    }
    // A list of models has a length of its own; and a set is not placed by itself.
    for (const method of ['place', 'placeRange', 'placeList']) {
        const call = (...values) => placed[method](...{ place: [], placeRange: [0], placeList: [[1]] }[method], ...values);
        const at = good(poses[models.kind][0]);
        for (const given of [[0], [0, 1, 1], Uint32Array.of(0)]) assert.throws(() => call(models, given, at), /model|poses\.x/);
        assert.throws(() => call(placed, [0, 1], at), /models is the set that is placed/);
    }
    const near = good(poses[models.kind][0]),
        far = good(poses[models.kind].at(-1));
    for (const [given, message] of [
        [{ ...near, ...far }, /poses\.x is given, and poses\.x64; either of the two is expected/],
        [{ ...near, originX: 1 }, /poses\.originX is given; it is expected with x64, y64/],
        [{ ...near, y: undefined }, /poses\.y is missing/],
        [{ ...far, y64: undefined }, /poses\.y64 is missing/],
        [{}, /poses\.x is missing/],
    ])
        assert.throws(() => placed.place(models, [0, 1], given), message);
}
assert.throws(() => world.place(plane, [0, 1], { x: 0, y: 0, cos: 1 }), /poses\.sin is missing/);
assert.throws(() => world.place(plane, [0, 1], { x: 0, y: 0, cos: 1, sin: 0, angle: 0 }), /either is expected, not both/);
assert.throws(() => world.place(plane, [0, 0, 0], { x: [0, 1, 2], y: 0, angle: [1] }), /poses\.angle has 1 number;/);

// --- Questions

for (const [a, dimension] of [
    [plane, 2],
    [space, 3],
]) {
    const other = set(a),
        rule = fields({ touching: flag(false), margin: length(0.5) }),
        push = fields({ touching: flag(true), margin: length(0.5), points: flag(true) }),
        many = (value) => column(...Array(a.length).fill(value)),
        lower = ['x', 'y', 'z'].slice(0, dimension);
    judge(a, 'radius', { index: index(0) });
    judge(a, 'vertices', { index: index(4) });
    judge(a, 'overlapPairs', { other, pairs: pairs(0, 1, 1, 2), rule });
    judge(a, 'containsPairs', { other, pairs: pairs(0, 1, 1, 2), rule });
    judge(a, 'overlapRows', { other, rows: rows(0, 1, 2, 1, 0, 1), rule });
    judge(a, 'overlapOne', { index: index(0), other, first: index(1), count: index(2), rule });
    const parts = list([0, 2, a.length], 1, { starts: true, optional: true });
    judge(a, 'overlapGroups', { groups: parts, other, otherGroups: parts, pairs: pairs(0, 1, 1, 0), rule });
    const first = list([0, 2], 1, { starts: true, optional: true }); // only of groups that are asked about offsets are looked at
    judge(a, 'deepestGroups', { groups: first, other, otherGroups: first, pairs: pairs(0, 0), rule });
    judge(a, 'overlapGroups', { groups: none, other, otherGroups: none, pairs: pairs(0, 1), rule });
    judge(a, 'mtvPairs', { other, pairs: pairs(0, 1, 1, 2), rule: push });
    judge(a, 'mtvRows', { other, rows: rows(0, 1, 2, 1, 0, 1), rule: push });
    const moves = fields(Object.fromEntries(lower.map((axis) => [axis, many(1)])), lower, { optional: true });
    const each = Array.from({ length: a.length }, (_, i) => i);
    judge(a, 'sweepPairs', { moves, other, otherMoves: moves, pairs: pairs(...each.flatMap((i) => [i, i])), rule });
    judge(a, 'firstGroups', { groups: first, moves, other, otherGroups: first, otherMoves: moves, pairs: pairs(0, 0), rule }, { nan: false });
    const wild = Object.fromEntries(lower.map((axis) => [axis, each.map((i) => (i > 1 ? NaN : 0))]));
    assert.deepEqual(a.sweepPairs(wild, a, wild, [0, 1]), a.sweepPairs(null, a, null, [0, 1]));
    assert.throws(() => a.sweepPairs(null, a, wild, [0, 1, 2, 0, 1, 3]), /otherMoves.x\[3\] is NaN/);
    assert.deepEqual([...a.sweepPairs(null, a, undefined, [0, 1]).meets], [0]);
    const directions = fields(Object.fromEntries(lower.map((axis) => [axis, column(0.5)])), lower);
    judge(a, 'pushAlongGroups', { groups: first, other, otherGroups: none, pairs: pairs(0, 1), directions });
    const still = Object.fromEntries(lower.map((axis) => [axis, 0]));
    assert.throws(() => a.pushAlongGroups(null, a, null, [0, 1], still), /directions: vector 0 is 0; one that is not is expected/);
    assert.throws(
        () => a.pushAlongGroups(null, a, null, [0, each.find((i) => a.radius(i) > 0)], { ...still, x: 1 }),
        RegExp(`has a radius; ${dimension === 2 ? 'polygons' : 'solids'} without radii are expected`),
    );
    const contactRule = { touching: flag(true), margin: length(0.5), pointMargin: length(0.75) };
    if (a === plane) {
        judge(a, 'commonPairs', { other, pairs: pairs(0, 1, 1, 0) });
        judge(a, 'commonPolygons', { other, pairs: pairs(0, 1, 1, 0), rule: fields({ touching: flag(true) }) });
        judge(a, 'commonRows', { other, rows: rows(0, 0, 2, 1, 0, 1) });
        judge(a, 'commonGroups', { groups: first, other, otherGroups: none, pairs: pairs(0, 1) });
        judge(a, 'containsGroups', { groups: first, other, otherGroups: none, pairs: pairs(0, 1) });
        for (const call of [() => a.commonPairs(a, [0, 2]), () => a.commonPolygons(a, [0, 2]), () => a.commonRows(a, [0, 1, 2]), () => a.commonGroups(parts.value, a, null, [1, 0]), () => a.areas()])
            assert.throws(call, /has a radius; polygons without radii are expected/);
        judge(a, 'contactsPairs', { other, pairs: pairs(0, 1, 1, 2), rule: fields(contactRule) });
        judge(a, 'contactsChains', { chains: starts(7, 9), other, pairs: pairs(7, 0, 8, 1), rule: fields(contactRule) });
    } else {
        const at = fields({ x: many(0), y: many(0), z: many(0) }, ['x', 'y', 'z'], { optional: true });
        judge(a, 'contactsPairs', {
            other,
            pairs: pairs(...each.flatMap((i) => [i, i])),
            options: fields({ ...contactRule, points: flag(true), poses: at, otherPoses: at }),
        });
        const atRest = { x: many(0).value, y: 0, z: 0 }; // places are read of the shapes in pairs
        for (const name of ['poses', 'otherPoses'])
            assert.deepEqual(a.contactsPairs(a, [0, 1], { [name]: wild }), a.contactsPairs(a, [0, 1], { [name]: atRest }));
        assert.throws(() => a.contactsPairs(a, [0, 1, 1, 2], { otherPoses: wild }), /options.otherPoses.x\[2\] is NaN/);
    }
    assert.throws(() => a.contactsPairs(a, [0, 1], { margin: 2, pointMargin: 1 }), /pointMargin is 1; 0 or at least the margin, 2/);
    judge(a, 'replace', { index: index(0), from: other, shape: index(0) });
}

// --- Finders

const finder = sepal.finder();
for (const call of [() => finder.findAt({ x: 0, y: 0 }), () => finder.findKept(), () => finder.findEachKept(() => 1), () => finder.findNearKept(), () => finder.update(), () => finder.findList(plane, [0])])
    assert.throws(call, /the finder has no tree/);
for (const [a, dimension] of [
    [plane, 2],
    [space, 3],
]) {
    const own = set(a),
        count = a.length,
        owners = Array.from({ length: count }, (_, i) => i),
        lower = ['x', 'y', 'z'].slice(0, dimension);
    const filter = (first) =>
        fields(
            {
                member: both(bits(...Array(first).fill(-1)), bits(...Array(count).fill(1))),
                mask: both(bits(...Array(first).fill(0xffffffff))),
                owner: both(bits(...owners.slice(0, first)), bits(...owners)),
            },
            [],
            { optional: true, name: 'filter' },
        );
    const options = (first = count) => fields({ touching: flag(false), margin: length(0.5), filter: filter(first) });
    judge(finder, 'findPairs', { a: own, b: own, options: options() });
    judge(finder, 'findNear', { a: own, b: own, options: fields({ margin: length(0.5), filter: filter(count) }) });
    assert.throws(() => finder.findPairs(a, a === plane ? space : plane), /b is a set of/);
    const take = new Argument('function', () => true);
    judge(finder, 'findEach', { a: own, b: own, take, options: options() });
    judge(finder, 'build', { set: own });
    assert.throws(() => finder.findRange(a === plane ? space : plane, 0, 1), /the tree of the finder is of/);
    judge(finder, 'findRange', { a: own, first: index(0), count: index(2), options: options() });
    judge(finder, 'findList', { a: own, shapes: list([1, 0], 1), options: options() });
    judge(finder, 'findEachRange', { a: own, first: index(0), count: index(2), take, options: options() });
    judge(finder, 'findEachList', { a: own, shapes: list([1, 0], 1), take, options: options() });
    judge(finder, 'findAt', { points: fields(Object.fromEntries(lower.map((axis) => [axis, column(0, 3)])), lower), options: options(2) });
    judge(finder, 'findIn', { low: vector(...lower.map(() => -1)), high: vector(...lower.map(() => 1)), options: options(1) });
    assert.throws(() => finder.findIn(lower.map(() => 1), lower.map(() => 0)), /low\[0\] is 1, above high\[0\]/);
    const near = { first: index(0), count: index(2), limit: length(9) };
    const nearest = fields({ ...near, filter: filter(count) });
    nearest.names = { first: 'first', count: 'count' };
    judge(finder, 'findNearest', { a: own, k: index(2, 0), options: nearest });
    const names = [...lower, ...lower.map((axis) => `d${axis}`)];
    const rays = fields(Object.fromEntries(names.map((name) => [name, column(-5, -9)])), names);
    judge(finder, 'castRays', { rays, options: options(2) });
    judge(finder, 'castEach', { rays, take, options: fields({ ...options(2).value, limit: length(0.5) }) });
    assert.throws(() => finder.castEach(good(rays), () => true, { limit: 1.5 }), /options.limit is 1.5; a number from 0 to 1.00/);
    const moves = fields(Object.fromEntries(lower.map((axis) => [axis, column(...Array(count).fill(1))])), lower, { optional: true });
    judge(finder, 'castShapes', { a: own, moves, first: index(0), count: index(count), options: options(count) });
    judge(finder, 'keep', { set: own, slack: length(0.5) });
    judge(finder, 'update', { shapes: list([0, 1], 1, { optional: true }) });
    judge(finder, 'findKept', { options: options() });
    judge(finder, 'findEachKept', { take, options: options() });
    judge(finder, 'findNearKept', { options: fields({ margin: length(0.5), filter: filter(count) }) });
}

// --- Meshes

const mesh = sepal.mesh();
const square = points(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0);
judge(mesh, 'fill', { vertices: square, faces: list([0, 1, 2, 0, 2, 3], 3, { outside: 0 }), options: fields({ goesOn: flag(true) }) });
judge(mesh, 'fillHeights', {
    heights: points(0, 0, 0, 0, 1, 0, 0, 0, 0),
    columns: index(3),
    options: fields({
        ...{ originX: number(1), originY: number(2), stepX: number(0.5), stepY: number(0.25), goesOn: flag(true) },
        ...{ turned: bits(1, 0, 0, 1), hole: bits(0, 0, 0, 1) },
    }),
});
for (const [call, status, at, message] of [
    [() => mesh.fill(good(square), [0, 1, 2, 0, 2, 4]), 2, 1, /faces\[5\] is 4, but there are 4 vertices/],
    [() => mesh.fill(good(square).concat(NaN, 0, 0), [0, 1, 2, 0, 4, 3]), 2, 1, /vertices\[12\] is NaN/],
    [() => mesh.fillHeights([0, 0, 0, 0], 2, { stepX: -1 }), 2, 1, /^height 1: ./],
    [() => mesh.fillHeights([0, 0, 0, 0], 0), 1, undefined, /columns is 0, and heights has 4 numbers; whole rows/],
    [() => mesh.fillHeights([0, 0, 0, 0], 2, { hole: [2] }), 1, 0, /options.hole\[0\] is 2; 0 or 1 is expected/],
    [() => mesh.fillHeights(new Float32Array(32770), 1), 1, undefined, /heights has 32770 rows; at most 32769/],
    [() => mesh.triangle(7), 1, undefined, /index is 7, a triangle of a hole/],
    [() => mesh.triangle(8), 1, undefined, /index is 8, but the mesh has 8 triangles/],
])
    assert.throws(call, (error) => error instanceof SepalError && error.status === status && error.index === at && message.test(error.message));
judge(mesh, 'triangle', { index: index(1) });
judge(mesh, 'edges', { index: index(1) });
{
    const a = set(space),
        each = (value) => column(...Array(space.length).fill(value)),
        ones = (size) => bits(...Array(size).fill(1)),
        filter = (first) => fields({ member: both(ones(first), ones(8)), mask: both(ones(first)) }, [], { optional: true, name: 'filter' }),
        range = { filter: filter(space.length), first: index(0), count: index(space.length) },
        rule = { touching: flag(true), margin: length(0.5) };
    const options = (of) => Object.assign(fields({ ...of, ...range }), { names: { first: 'first', count: 'count' } });
    judge(mesh, 'find', { a, options: options(rule) });
    judge(mesh, 'findNear', { a, options: options({ margin: length(0.5) }) });
    judge(mesh, 'findIn', { low: vector(0, 0, 0), high: vector(1, 1, 1), options: fields({ ...rule, filter: filter(1) }) });
    assert.throws(() => mesh.findIn([0, 1, 0], [1, 0, 1]), /low\[1\] is 1, above high\[1\], 0/);
    judge(mesh, 'meets', { a, options: options(rule) });
    judge(mesh, 'findNearest', { a, k: index(2, 0), options: options({ limit: length(9) }) });
    const names = ['x', 'y', 'z', 'dx', 'dy', 'dz'];
    judge(mesh, 'castRays', {
        rays: fields(Object.fromEntries(names.map((name) => [name, column(1, 2)])), names),
        options: fields({ ...rule, both: flag(true), later: flag(true), filter: filter(2) }),
    });
    const moves = fields({ x: each(1), y: each(0), z: each(-1) }, ['x', 'y', 'z']);
    judge(mesh, 'sweep', { a, moves, options: options({ ...rule, later: flag(true) }) });
    const unread = { x: without(each(1).value, 1, NaN), y: 0, z: -1 };
    assert.equal(mesh.sweep(space, unread, { first: 2 }).shape.length, space.length - 2);
    assert.throws(() => mesh.sweep(space, unread, { count: 2 }), /moves.x\[1\] is NaN/);
    const contactRule = { ...rule, pointMargin: length(0.75) },
        poses = fields({ x: each(0), y: each(0), z: each(0) }, ['x', 'y', 'z'], { optional: true });
    judge(mesh, 'contactsPairs', {
        a,
        pairs: list(Array.from({ length: 2 * space.length }, (_, i) => (i % 2 ? 0 : i / 2)), 2),
        options: fields({ ...contactRule, points: flag(true), poses }),
    });
    judge(mesh, 'manifolds', { a, cosine: length(0.5), options: options(contactRule) });
    assert.throws(() => mesh.manifolds(space, 1.5), /cosine is 1.5; a number from 0 to 1.00/);
}

// --- What was given back

for (const [each, call] of [
    [sepal.polys(), (given) => given.length],
    [sepal.solids(), (given) => given.clear()],
    [sepal.finder(), (given) => given.findPairs(plane, plane)],
    [sepal.mesh(), (given) => given.meets(space)],
]) {
    each.free();
    assert.throws(() => call(each), /given back by free/);
    each.free();
}
const short = sepal.polys();
short.add([0], [0]);
finder.build(short);
short.free();
assert.throws(() => finder.findAt({ x: 0, y: 0 }), /given back by free/);

for (const given of ['avx2', undefined, 5, {}]) assert.throws(() => sepal.useIsa(given), /one of scalar, simd128 is expected/);
await assert.rejects(load({ uri: 'sepal.wasm' }), /options\.uri is unknown/);

judge(plane, 'remove', { index: index(1) });
judge(space, 'remove', { index: index(1) });

// --- Every method that takes an argument has been judged

const declared = readFileSync(process.argv[2], 'utf8');
const methodsOf = (name) =>
    [...declared.match(new RegExp(`interface ${name} .*?\n}`, 's'))[0].matchAll(/^    (\w+)(?:<.*>)?\((?!\))/gm)].map(([, method]) => method);
for (const [each, names] of [
    [plane, ['ShapeSet', 'Polys']],
    [space, ['ShapeSet', 'Solids']],
    [finder, ['Finder']],
    [mesh, ['Mesh']],
]) {
    const methods = names.flatMap(methodsOf);
    assert.ok(methods.length > 9);
    assert.deepEqual(methods.filter((method) => !tested.has(`${each.kind}.${method}`)), []);
}
console.log(`${refused} calls were refused as they should be`);
