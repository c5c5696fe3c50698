// sets.js — what sets of polygons and of solids have in common. A set has a `kind`, by which C's functions are named.

import {
    OK,
    TOO_SMALL,
    booleanOf,
    checkFinite,
    checkRange,
    checkShapes,
    checkTogether,
    columnsOf,
    countOf,
    counted,
    fieldsOf,
    finiteOf,
    indexOf,
    refuse,
    shown,
    sizeOf,
    startsOf,
    tuplesOf,
    wholeOf,
} from './checks.js';
import { Owned } from './library.js';

const QUATERNION = ['w', 'x', 'y', 'z'];
const PUSH_RULE = ['touching', 'margin', 'points'];
const NAMES = { polys: 'polygons', solids: 'solids' };

/** A set of shapes of this library, and of a kind if there is to be one. */
export function setOf(name, set, library, kind = set?.kind) {
    if (!(set instanceof ShapeSet)) refuse(`${name} is no set; a set of ${NAMES[kind] ?? 'polygons or solids'} is expected`);
    if (set.kind !== kind) refuse(`${name} is a set of ${NAMES[set.kind]}; a set of ${NAMES[kind]} is expected`);
    if (set.library !== library) refuse(`${name} belongs to another library that was loaded; a set of this one is expected`);
    return set;
}

/** Refuses the first index of a list that is outside a set of `count` shapes. For calls that C has refused without a word of where. */
export function checkIndices(name, indices, count, what = 'shapes') {
    for (let k = 0; k < indices.length; k++)
        if (indices[k] >= count) refuse(`${name}[${k}] is ${indices[k]}, but the set has ${counted(count, what)}`, k);
}

/** Refuses the first pair, or row, with an index that is not there. For calls that C has refused. counts: how many shapes each set has. */
export function checkPairs(name, width, list, counts, what = 'shapes') {
    for (let k = 0; k < list.length / width; k++) {
        const numbers = Array.from({ length: width }, (_, i) => list[width * k + i]),
            [a, first, size = 1] = numbers;
        for (const [side, beyond] of [a >= counts[0], first + size > counts[1]].entries())
            if (beyond)
                refuse(
                    `${name.slice(0, -1)} ${k}, from ${name}[${width * k}] on, is ${numbers.join(', ')}, ` +
                        `but the ${['first', 'second'][side]} set has ${counted(counts[side], what)}`,
                    k,
                );
    }
}

/** Refuses the first model that is not there, or place or turn that is not finite. shapes: those that are placed, of which the others are
 * not read. For calls that C has refused. */
function checkPlaced({ places, turns, far }, model, models, shapes = undefined) {
    if (shapes === undefined) checkIndices('model', model, models.length, 'models');
    if (shapes === undefined) checkFinite([...places, ...turns], far);
    for (const i of shapes ?? []) {
        if (model[i] >= models.length) refuse(`model[${i}] is ${model[i]}, but the set has ${counted(models.length, 'models')}`, i);
        checkFinite([...places, ...turns], far, [i]);
    }
}

/** The shapes in pairs on one side: of the others, moves and places are not read. */
export function shapesIn(pairs, side) {
    return new Set(Array.from(pairs).filter((_, i) => i % 2 === side));
}

/** How many pairs there are in rows a0, first0, count0, a1, first1, count1, ... */
function pairsOf(rows) {
    let count = 0;
    for (let i = 2; i < rows.length; i += 3) count += wholeOf(`rows[${i}]`, rows[i]);
    return count;
}

/** A set has its `axes`, X and Y or X, Y and Z, by which columns are named; and turnsOf(what, poses), the columns by which poses are turned,
 * whose names are `turnNames`, and turnWords(at), the words of C's structure for them. */
export class ShapeSet extends Owned {
    constructor(library, kind, axes, turnNames, ...how) {
        super(library, kind, ...how);
        this.Coordinates = Float32Array; // sets of doubles have another one
        this.axes = axes;
        this.lower = axes.map((axis) => axis.toLowerCase());
        this.far = this.lower.map((axis) => `${axis}64`);
        this.origins = axes.map((axis) => `origin${axis}`);
        this.poseNames = [...this.lower, ...turnNames, ...this.far, ...this.origins];
    }

    /** How many shapes the set holds. */
    get length() {
        return this.library.exports[`sepal_${this.kind}_count`](this.at);
    }

    /** Why a shape with a radius is refused where none may have one. */
    get round() {
        return `a shape that is asked about has a radius; ${NAMES[this.kind]} without radii are expected`;
    }

    summary() {
        const { length } = this;
        return `${this.constructor.name} (${length} ${length === 1 ? 'shape' : 'shapes'})`;
    }

    get isOfDoubles() {
        return this.Coordinates === Float64Array;
    }

    /** The name of C's function for floats or for doubles. */
    named(question, ofFloats = question) {
        return this.isOfDoubles ? `sepal_${this.kind}_${question}_doubles` : `sepal_${this.kind}_${ofFloats}`;
    }

    /** Removes all shapes. */
    clear() {
        this.library.exports[`sepal_${this.kind}_clear`](this.at);
    }

    /** Gives the memory of the set back at once. The set cannot be used any more. */
    free() {
        this.world?.free();
        super.free();
    }

    /** The radius of a shape. */
    radius(index) {
        const { library } = this;
        library.begin();
        const out = library.words(0, 0);
        library.call(this.named('radius'), this.at, indexOf('index', index, this.length), out);
        return library.view(this.Coordinates, out, 1)[0];
    }

    /** Removes a shape. Its slot stays, empty: all other shapes keep their index. */
    remove(index) {
        this.library.call(`sepal_${this.kind}_remove`, this.at, indexOf('index', index, this.length));
    }

    /** Puts a copy of shape `shape` of a set into a slot, which may be empty, instead of what was there. */
    replace(index, from, shape = 0) {
        const { at } = setOf('from', from, this.library, this.kind);
        indexOf('index', index, this.length);
        indexOf('shape', shape, from.length);
        this.library.call(`sepal_${this.kind}_replace`, this.at, index, at, shape);
    }

    /** The slots that are empty. */
    removed() {
        const { library } = this,
            question = library.exports[`sepal_${this.kind}_removed`],
            count = question(this.at, 0, 0);
        library.begin();
        const out = library.room(4 * count);
        question(this.at, out, count);
        return library.take(Uint32Array, out, count);
    }

    // --- Poses

    /** Poses by their parts: { places, turns, far, origin }, of which all but the last are columns. */
    posesOf(what, poses) {
        const { lower, far, origins } = this,
            isFar = far.some((name) => poses?.[name] !== undefined && poses[name] !== null);
        fieldsOf(what, poses, this.poseNames, isFar ? far : lower);
        for (const name of isFar ? lower : origins)
            if (poses[name] !== undefined && poses[name] !== null)
                refuse(
                    isFar
                        ? `${what}.${name} is given, and ${what}.${name}64; either of the two is expected`
                        : `${what}.${name} is given; it is expected with ${far.join(', ')}`,
                );
        return {
            places: columnsOf(what, poses, lower),
            turns: this.turnsOf(what, poses),
            far: isFar ? columnsOf(what, poses, far) : [],
            origin: origins.map((name) => (poses[name] === undefined ? 0 : finiteOf(`${what}.${name}`, poses[name]))),
        };
    }

    /** How many poses there are; `count` if that is known. */
    countPoses({ places, turns, far }, count = undefined) {
        return countOf([...places, ...turns, ...far], count);
    }

    /** Puts them in, as C's structure. */
    putPoses({ places, turns, far, origin }, count) {
        const { library } = this;
        const floats = [...library.columns(places, count), ...this.turnWords(library.columns(turns, count))],
            doubles = far.length > 0 ? library.columns(far, count, Float64Array) : origin.map(() => 0);
        const words = [...floats, 1, ...doubles, 1],
            before = 8 * Math.ceil(words.length / 2); // C aligns doubles to 8 bytes
        const at = library.words(...words, ...Array(before / 4 - words.length + 2 * origin.length).fill(0));
        library.view(Float64Array, at + before, origin.length).set(origin);
        return at;
    }

    /** Refills this set: shape i is model[i] of `models` at pose i. */
    place(models, model, poses) {
        this.placeAs('place', [], models, model, poses, sizeOf('model', model));
    }

    /** Replaces the shapes from `first` on: shape first + i is model[i] of `models` at pose i. */
    placeRange(first, models, model, poses) {
        const count = sizeOf('model', model),
            { length } = this;
        if (wholeOf('first', first) + count > length)
            refuse(`first is ${first} and model has ${counted(count, 'numbers')}, but the set has ${counted(length)}`);
        this.placeAs('place_range', [first], models, model, poses, count);
    }

    placeAs(question, before, models, model, poses, count) {
        const { library } = this,
            { at } = setOf('models', models, library, this.kind),
            checked = this.posesOf('poses', poses);
        this.countPoses(checked, count);
        if (models === this) refuse('models is the set that is placed; another one is expected');
        library.begin();
        const values = [at, library.indices('model', model), this.putPoses(checked, count), count];
        const explain = () => checkPlaced(checked, model, models);
        library.callAboutMany('pose', explain, `sepal_${this.kind}_${question}`, this.at, ...before, ...values);
    }

    /** Replaces the listed shapes: shape k is model[k] of `models` at pose k. There is a model and a pose for each shape of the set. */
    placeList(shapes, models, model, poses) {
        const { library, length } = this,
            { at } = setOf('models', models, library, this.kind),
            count = sizeOf('shapes', shapes),
            checked = this.posesOf('poses', poses);
        if (sizeOf('model', model) !== length)
            refuse(`model has ${counted(model.length, 'numbers')}; one for each of the ${counted(length)} is expected`);
        this.countPoses(checked, length);
        if (models === this) refuse('models is the set that is placed; another one is expected');
        library.begin();
        const list = library.indices('shapes', shapes);
        checkIndices('shapes', shapes, length);
        const values = [list, count, at, library.indices('model', model), this.putPoses(checked, length)];
        const explain = () => checkPlaced(checked, model, models, shapes);
        library.callAboutMany('pose of shape', explain, `sepal_${this.kind}_place_list`, this.at, ...values);
    }

    /** At which of these poses does shape `model` of this set first overlap an obstacle? Their number, if at none. */
    firstHit(model, poses, obstacles, rule) {
        const { library } = this,
            { at } = setOf('obstacles', obstacles, library, this.kind),
            checked = this.posesOf('poses', poses),
            count = this.countPoses(checked);
        indexOf('model', model, this.length);
        this.world ??= new this.constructor(library); // where the library places the poses
        library.begin();
        const first = library.words(0),
            values = [this.putPoses(checked, count), count, at, library.rule(rule), this.world.at, first];
        const explain = () => checkFinite([...checked.places, ...checked.turns], checked.far);
        library.callExplained(explain, `sepal_${this.kind}_first_hit`, this.at, model, ...values);
        return library.view(Uint32Array, first, 1)[0];
    }

    // --- Questions about pairs. out: an array that receives the answers, and is returned.

    overlapPairs(other, pairs, rule, out) {
        return this.askBits('overlap_pairs', other, 'pairs', pairs, rule, out);
    }

    /** Which pairs of rows overlap; rows are a0, first0, count0, a1, ...: shape a with `count` shapes of the other set from `first` on. */
    overlapRows(other, rows, rule, out) {
        return this.askBits('overlap_rows', other, 'rows', rows, rule, out);
    }

    containsPairs(other, pairs, rule, out) {
        return this.askBits('contains_pairs', other, 'pairs', pairs, rule, out);
    }

    /** A rule of a question about this set. */
    ruleOf(rule) {
        return this.library.rule(rule, undefined, undefined, this.isOfDoubles);
    }

    /** The width of a list of pairs or rows, how many of them there are, and how many answers they have. */
    listed(name, list) {
        const width = name === 'rows' ? 3 : 2,
            count = tuplesOf(name, list, width);
        return { width, count, answers: name === 'rows' ? pairsOf(list) : count };
    }

    /** A question about pairs or rows whose answers are bits. */
    askBits(question, other, name, list, rule, out) {
        const { library } = this,
            { at } = setOf('other', other, library, this.kind),
            { width, count, answers } = this.listed(name, list);
        if (out !== undefined && !(out instanceof Uint8Array && out.length === answers))
            refuse(`out is ${out instanceof Uint8Array ? `a Uint8Array of ${out.length}` : shown(out)}; a Uint8Array of ${answers} is expected`);
        library.begin();
        const bits = library.bits(answers),
            values = [library.indices(name, list, width), count, this.ruleOf(rule), bits];
        const explain = () => checkPairs(name, width, list, [this.length, other.length]);
        library.callExplained(explain, `sepal_${this.kind}_${question}`, this.at, at, ...values);
        return library.answers(bits, answers, out);
    }

    /** Does shape `index` overlap the shapes first .. first + count - 1 of the other set? */
    overlapOne(index, other, first = 0, count = Math.max(0, other?.length - first), rule = undefined) {
        const { library } = this,
            { at, length } = setOf('other', other, library, this.kind);
        indexOf('index', index, this.length);
        checkRange(first, count, length);
        library.begin();
        const bits = library.bits(count);
        const values = [index, at, first, count, this.ruleOf(rule), bits];
        library.call(`sepal_${this.kind}_overlap_one`, this.at, ...values);
        return library.answers(bits, count);
    }

    /** A sepal_groups: group g has the parts first[g] .. first[g + 1] - 1; without `first`, each shape is a group. Returns how many groups
     * there are, too. */
    groupsOf(name, first, set) {
        const { library } = this;
        if (first === null || first === undefined) return { at: library.words(0, 0), count: set.length };
        const size = sizeOf(name, first);
        if (size === 0) startsOf(name, first, set.length, 'shapes');
        return { at: library.words(library.indices(name, first), size - 1), count: size - 1 };
    }

    /** Do the groups overlap? */
    overlapGroups(groups, other, otherGroups, pairs, rule) {
        const { library } = this,
            { at } = setOf('other', other, library, this.kind),
            { width, count } = this.listed('pairs', pairs);
        library.begin();
        const bits = library.bits(count),
            [own, others] = [this.groupsOf('groups', groups, this), this.groupsOf('otherGroups', otherGroups, other)];
        const values = [own.at, at, others.at, library.indices('pairs', pairs, width), count, this.ruleOf(rule), bits];
        const explain = () => {
            checkPairs('pairs', width, pairs, [own.count, others.count], 'groups');
            if (groups) startsOf('groups', groups, this.length, 'shapes');
            if (otherGroups) startsOf('otherGroups', otherGroups, other.length, 'shapes');
        };
        library.callExplained(explain, `sepal_${this.kind}_overlap_groups`, this.at, ...values);
        return library.answers(bits, count);
    }

    /** The nearest or deepest parts of each pair of groups: { parts, depth }, parts as indices a0, b0, a1, b1, ...; 4294967295 twice where
     * a group has no parts. */
    deepestGroups(groups, other, otherGroups, pairs, rule) {
        return this.askParts('deepest_groups', 'depth', groups, null, other, otherGroups, null, pairs, rule);
    }

    /** The parts of each pair of groups that meet first: { parts, time }, with moves as in sweepPairs. */
    firstGroups(groups, moves, other, otherGroups, otherMoves, pairs, rule) {
        return this.askParts('first_groups', 'time', groups, { moves }, other, otherGroups, { moves: otherMoves }, pairs, rule);
    }

    askParts(question, number, groups, moving, other, otherGroups, otherMoving, pairs, rule) {
        const { library } = this,
            { at } = setOf('other', other, library, this.kind),
            { width, count } = this.listed('pairs', pairs);
        const own = moving ? this.checkedMoves('moves', moving.moves, this) : [],
            others = otherMoving ? this.checkedMoves('otherMoves', otherMoving.moves, other) : [];
        library.begin();
        const parts = library.room(8 * count),
            numbers = library.room(4 * count),
            [of, ofOther] = [this.groupsOf('groups', groups, this), this.groupsOf('otherGroups', otherGroups, other)];
        const first = [this.at, of.at, ...(moving ? [this.putMoves(own, this)] : [])],
            second = [at, ofOther.at, ...(otherMoving ? [this.putMoves(others, other)] : [])],
            values = [library.indices('pairs', pairs, width), count, library.rule(rule), parts, numbers];
        const explain = () => {
            checkPairs('pairs', width, pairs, [of.count, ofOther.count], 'groups');
            if (groups) startsOf('groups', groups, this.length, 'shapes');
            if (otherGroups) startsOf('otherGroups', otherGroups, other.length, 'shapes');
            checkFinite([...own, ...others]);
        };
        library.callExplained(explain, `sepal_${this.kind}_${question}`, ...first, ...second, ...values);
        return { parts: library.take(Uint32Array, parts, 2 * count), [number]: library.take(Float32Array, numbers, count) };
    }

    /** Why groups of shapes without radii were refused. */
    explainGroups(pairs, width, [groups, own], other, [otherGroups, others]) {
        checkPairs('pairs', width, pairs, [own.count, others.count], 'groups');
        if (groups) startsOf('groups', groups, this.length, 'shapes');
        if (otherGroups) startsOf('otherGroups', otherGroups, other.length, 'shapes');
        refuse(`pairs: ${this.round}`);
    }

    /** How far each group of a pair has to move along its direction, { x, y } or { x, y, z }, to be free of the other: the least t >= 0 after
     * which it touches it at most, rounded up. Shapes with radii are refused. */
    pushAlongGroups(groups, other, otherGroups, pairs, directions) {
        const { library } = this,
            { at } = setOf('other', other, library, this.kind),
            { width, count } = this.listed('pairs', pairs),
            columns = columnsOf('directions', fieldsOf('directions', directions, this.lower, this.lower), this.lower);
        countOf(columns, count);
        library.begin();
        const out = this.answerColumns(['way'], count),
            [own, others] = [this.groupsOf('groups', groups, this), this.groupsOf('otherGroups', otherGroups, other)];
        const values = [own.at, at, others.at, library.indices('pairs', pairs, width), count],
            explain = () => {
                checkFinite(columns);
                for (let i = 0; i < count; i++)
                    if (columns.every(([, values]) => Math.fround(typeof values === 'number' ? values : values[i]) === 0))
                        refuse(`directions: vector ${i} is 0; one that is not is expected`);
                this.explainGroups(pairs, width, [groups, own], other, [otherGroups, others]);
            };
        library.callExplained(
            explain,
            `sepal_${this.kind}_push_along_groups`,
            this.at,
            ...values,
            ...library.columns(columns, count),
            ...out.at,
        );
        return out.take().way;
    }

    /** The smallest push that parts each pair: { normalX, ..., depth }, and with `points` the points between which it leads, aX ... bX. */
    mtvPairs(other, pairs, rule) {
        return this.askPushes('mtv_pairs', other, 'pairs', pairs, rule);
    }

    /** The pushes of the pairs of rows, as in overlapRows. */
    mtvRows(other, rows, rule) {
        return this.askPushes('mtv_rows', other, 'rows', rows, rule);
    }

    askPushes(question, other, name, list, rule) {
        const { library } = this,
            { at } = setOf('other', other, library, this.kind),
            { width, count, answers } = this.listed(name, list);
        library.begin();
        const atRule = library.rule(rule, 'rule', PUSH_RULE),
            { points = false } = rule ?? {};
        booleanOf('rule.points', points);
        const ends = ['a', 'b'].flatMap((of) => this.axes.map((axis) => (points ? of + axis : null))),
            columns = this.answerColumns([...this.normals, 'depth', ...ends], answers),
            values = [library.indices(name, list, width), count, atRule, library.words(...columns.at)];
        const explain = () => checkPairs(name, width, list, [this.length, other.length]);
        library.callExplained(explain, `sepal_${this.kind}_${question}`, this.at, at, ...values);
        return columns.take();
    }

    /** Does each pair meet while the shapes move? { meets, time, normalX, ... }. Moves are { x, y } or { x, y, z } with a value for each
     * shape of the set, finite for those in pairs; without moves a set is at rest. */
    sweepPairs(moves, other, otherMoves, pairs, rule) {
        const { library } = this,
            { at } = setOf('other', other, library, this.kind),
            { width, count } = this.listed('pairs', pairs);
        const [own, others] = [this.checkedMoves('moves', moves, this), this.checkedMoves('otherMoves', otherMoves, other)];
        library.begin();
        const bits = library.bits(count),
            columns = this.answerColumns(['time', ...this.normals], count);
        const sets = [this.at, this.putMoves(own, this), at, this.putMoves(others, other)],
            values = [library.indices('pairs', pairs, width), count, library.rule(rule), library.words(bits, ...columns.at)];
        const explain = () => {
            checkPairs('pairs', width, pairs, [this.length, other.length]);
            checkFinite(own, [], shapesIn(pairs, 0));
            checkFinite(others, [], shapesIn(pairs, 1));
        };
        library.callExplained(explain, `sepal_${this.kind}_sweep_pairs`, ...sets, ...values);
        return { meets: library.answers(bits, count), ...columns.take() };
    }

    /** The columns of the moves of a set; none if it is at rest. */
    checkedMoves(what, of, set) {
        if (of === undefined || of === null) return [];
        const columns = columnsOf(what, fieldsOf(what, of, this.lower, this.lower), this.lower);
        countOf(columns, set.length);
        return columns;
    }

    /** A sepal_moves in the memory of the library, or 0. */
    putMoves(columns, set) {
        const rows = this.library.columns(columns, set.length);
        return rows.length === 0 ? 0 : this.library.words(...rows, 1);
    }

    get normals() {
        return this.axes.map((axis) => `normal${axis}`);
    }

    /** Room for columns of `count` floats: `names` in the order of C's structure, null where a column is not wanted. */
    answerColumns(names, count) {
        const { library } = this,
            at = names.map((name) => (name === null ? 0 : library.room(4 * count)));
        const take = () => {
            const found = {};
            names.forEach((name, i) => {
                if (name !== null) found[name] = library.take(Float32Array, at[i], count);
            });
            return found;
        };
        return { at, take };
    }

    // --- Adding shapes

    /** Adds shapes by columns [[name, values], ...]. what: how one of them is called in messages. structure: makes C's structure of them,
     * of their addresses. Returns the first index. */
    addColumns(question, what, columns, structure) {
        const { library } = this,
            count = countOf(columns);
        library.begin();
        const Type = this.Coordinates,
            rows = library.words(...structure(library.columns(columns, count, Type))),
            index = library.words(0);
        library.callAboutMany(what, () => checkShapes(columns, Type), this.named(question), this.at, rows, count, index);
        return library.view(Uint32Array, index, 1)[0];
    }

    /** How many points there are, of which there is an array for each axis. */
    countPoints(...axes) {
        axes.forEach((values, i) => sizeOf(this.lower[i], values));
        return countOf(axes.map((values, i) => [this.lower[i], values]));
    }

    /** Refuses other than as many points as shape `index` has. */
    checkSame(index, count) {
        const { x } = this.vertices(index);
        if (count !== x.length) refuse(`x has ${counted(count, 'numbers')}, but shape ${index} has ${counted(x.length, 'vertices')}`);
    }
}

/** The columns of quaternions { w, x, y, z }; none without. */
export function quaternionsOf(what, turn) {
    if (turn === undefined || turn === null) return columnsOf(what, {}, QUATERNION);
    return columnsOf(what, fieldsOf(what, turn, QUATERNION, QUATERNION), QUATERNION);
}

/** Columns that are given together, or not at all. */
export function together(columns) {
    checkTogether(columns);
    return columns;
}

/** Asks for a list of unknown length, and again with the room that is needed. `ask(room, list, found)` returns a sepal_status. */
export function listOf(owner, name, width, ask, explain = () => {}) {
    const { library } = owner;
    for (;;) {
        library.begin();
        const room = owner.expected ?? 1024;
        const list = library.room(4 * width * room),
            found = library.words(0);
        const status = ask(room, list, found);
        const [count] = library.view(Uint32Array, found, 1);
        if (status !== TOO_SMALL) {
            if (status !== OK) explain();
            library.checked(name, status);
            return library.take(Uint32Array, list, width * count);
        }
        owner.expected = count + (count >> 3); // some more, for the next time
    }
}
