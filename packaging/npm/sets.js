// sets.js — what sets of polygons and of solids have in common. A set has a `kind`, by which C's functions are named.

import { TOO_SMALL } from './library.js';

/** How many elements a call is about: the length of the first array among its columns. */
export function lengthOf(columns) {
    for (const values of columns) if (values !== undefined && typeof values !== 'number') return values.length;
    return columns.some((values) => values !== undefined) ? 1 : 0;
}

/** How many pairs there are in rows a0, first0, count0, a1, first1, count1, ... */
function pairsOf(rows) {
    let count = 0;
    for (let i = 2; i < rows.length; i += 3) count += rows[i];
    return count;
}

/** A set has its `axes`, X and Y or X, Y and Z, by which columns are named; and poses(at, count), which puts a C structure of poses. */
export class ShapeSet {
    constructor(library, kind, axes) {
        this.library = library;
        this.kind = kind;
        this.axes = axes;
        this.at = library.create(this, kind);
    }

    /** How many shapes the set holds. */
    get length() {
        return this.library.exports[`sepal_${this.kind}_count`](this.at);
    }

    /** Removes all shapes. */
    clear() {
        this.library.exports[`sepal_${this.kind}_clear`](this.at);
    }

    /** Gives the memory of the set back at once. The set cannot be used any more. */
    free() {
        this.world?.free();
        this.library.destroy(this, this.kind);
    }

    /** The radius of a shape. */
    radius(index) {
        this.library.begin();
        const out = this.library.words(0);
        this.library.call(`sepal_${this.kind}_radius`, this.at, index, out);
        return this.library.view(Float32Array, out, 1)[0];
    }

    /** Removes a shape. Its slot stays, empty: all other shapes keep their index. */
    remove(index) {
        this.library.call(`sepal_${this.kind}_remove`, this.at, index);
    }

    /** Puts a copy of shape `shape` of a set into a slot, which may be empty, instead of what was there. */
    replace(index, from, shape = 0) {
        this.library.call(`sepal_${this.kind}_replace`, this.at, index, from.at, shape);
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

    /** Refills this set: shape i is model[i] of `models` at pose i. */
    place(models, model, at) {
        this.placeAs('place', [], models, model, at);
    }

    /** Replaces the shapes from `first` on: shape first + i is model[i] of `models` at pose i. */
    placeRange(first, models, model, at) {
        this.placeAs('place_range', [first], models, model, at);
    }

    placeAs(question, before, models, model, at) {
        const { library } = this,
            count = model.length;
        library.begin();
        const values = [models.at, library.put(Uint32Array, model), this.poses(at, count), count];
        library.callAboutMany(`sepal_${this.kind}_${question}`, this.at, ...before, ...values);
    }

    /** Replaces the listed shapes: shape k is model[k] of `models` at pose k. There is a model and a pose for each shape of the set. */
    placeList(shapes, models, model, at) {
        const { library } = this;
        library.begin();
        const list = [library.put(Uint32Array, shapes), shapes.length];
        const values = [models.at, library.put(Uint32Array, model), this.poses(at, model.length)];
        library.callAboutMany(`sepal_${this.kind}_place_list`, this.at, ...list, ...values);
    }

    /** At which of these poses does shape `model` of this set first overlap an obstacle? Their number, if at none. */
    firstHit(model, at, obstacles, rule) {
        const { library } = this,
            { turn, ...columns } = at,
            count = lengthOf([...Object.values(columns), turn?.w]);
        this.world ??= new this.constructor(library); // where the library places the poses
        library.begin();
        const first = library.words(0),
            values = [this.poses(at, count), count, obstacles.at, library.rule(rule), this.world.at, first];
        library.call(`sepal_${this.kind}_first_hit`, this.at, model, ...values);
        return library.view(Uint32Array, first, 1)[0];
    }

    overlapPairs(other, pairs, rule) {
        return this.askBits('overlap_pairs', other, pairs, pairs.length / 2, pairs.length / 2, rule);
    }

    /** The same about the pairs of rows a0, first0, count0, a1, ...: shape a with `count` shapes of the other set from `first` on. */
    overlapRows(other, rows, rule) {
        return this.askBits('overlap_rows', other, rows, rows.length / 3, pairsOf(rows), rule);
    }

    containsPairs(other, pairs, rule) {
        return this.askBits('contains_pairs', other, pairs, pairs.length / 2, pairs.length / 2, rule);
    }

    /** A question about `count` pairs or rows whose answers are bits. */
    askBits(question, other, list, count, answers, rule) {
        const { library } = this;
        library.begin();
        const bits = library.bits(answers),
            values = [library.put(Uint32Array, list), count, library.rule(rule), bits];
        library.call(`sepal_${this.kind}_${question}`, this.at, other.at, ...values);
        return library.answers(bits, answers);
    }

    /** Does shape `index` overlap the shapes first .. first + count - 1 of the other set? */
    overlapOne(index, other, first = 0, count = other.length - first, rule = undefined) {
        const { library } = this;
        library.begin();
        const bits = library.bits(count);
        library.call(
            `sepal_${this.kind}_overlap_one`,
            this.at,
            index,
            other.at,
            first,
            count,
            library.rule(rule),
            bits,
        );
        return library.answers(bits, count);
    }

    /** Do the groups overlap? A group g has the parts first[g] .. first[g + 1] - 1; without `first`, each shape is a group. */
    overlapGroups(groups, other, otherGroups, pairs, rule) {
        const { library } = this,
            count = pairs.length / 2;
        library.begin();
        const put = (first) => library.words(library.put(Uint32Array, first), first ? first.length - 1 : 0);
        const bits = library.bits(count);
        library.call(
            `sepal_${this.kind}_overlap_groups`,
            this.at,
            put(groups),
            other.at,
            put(otherGroups),
            library.put(Uint32Array, pairs),
            count,
            library.rule(rule),
            bits,
        );
        return library.answers(bits, count);
    }

    /** The smallest push that parts each pair: { normalX, ..., depth }, and with `points` the points between which it leads, aX ... bX. */
    mtvPairs(other, pairs, options) {
        return this.askPushes('mtv_pairs', other, pairs, pairs.length / 2, pairs.length / 2, options);
    }

    /** The same about the pairs of rows, as in overlapRows. */
    mtvRows(other, rows, options) {
        return this.askPushes('mtv_rows', other, rows, rows.length / 3, pairsOf(rows), options);
    }

    askPushes(question, other, list, count, answers, { points = false, ...rule } = {}) {
        const { library } = this,
            ends = ['a', 'b'].flatMap((of) => this.axes.map((axis) => (points ? of + axis : null)));
        library.begin();
        const columns = this.columns([...this.normals, 'depth', ...ends], answers),
            values = [library.put(Uint32Array, list), count, library.rule(rule), library.words(...columns.at)];
        library.call(`sepal_${this.kind}_${question}`, this.at, other.at, ...values);
        return columns.take();
    }

    /** Does each pair meet while the shapes move? { meets, time, normalX, ... }. Moves are { x, y } or { x, y, z } with a value for each
     * shape of the set; without moves a set is at rest. */
    sweepPairs(moves, other, otherMoves, pairs, rule) {
        const { library } = this,
            count = pairs.length / 2;
        library.begin();
        const put = (of, set) => {
            if (!of) return 0;
            const columns = this.axes.map((axis) => library.put(Float32Array, of[axis.toLowerCase()], set.length));
            return library.words(...columns, 1);
        };
        const bits = library.bits(count),
            columns = this.columns(['time', ...this.normals], count);
        const sets = [this.at, put(moves, this), other.at, put(otherMoves, other)],
            values = [library.put(Uint32Array, pairs), count, library.rule(rule), library.words(bits, ...columns.at)];
        library.call(`sepal_${this.kind}_sweep_pairs`, ...sets, ...values);
        return { meets: library.answers(bits, count), ...columns.take() };
    }

    get normals() {
        return this.axes.map((axis) => `normal${axis}`);
    }

    /** Room for columns of `count` floats: `names` in the order of C's structure, null where a column is not wanted. */
    columns(names, count) {
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

    /** Adds shapes by the rows of a structure of columns. Returns the index of the first. */
    addColumns(question, structure, count) {
        const { library } = this,
            index = library.words(0);
        library.callAboutMany(`sepal_${this.kind}_${question}`, this.at, structure, count, index);
        return library.view(Uint32Array, index, 1)[0];
    }
}

/** Asks for a list of unknown length, and again with the room that is needed. `ask(room, list, found)` returns a sepal_status. */
export function listOf(owner, name, width, ask) {
    const { library } = owner;
    for (;;) {
        library.begin();
        const room = owner.expected ?? 1024;
        const list = library.room(4 * width * room),
            found = library.words(0);
        const status = ask(room, list, found);
        const [count] = library.view(Uint32Array, found, 1);
        if (status !== TOO_SMALL) {
            library.checked(name, status);
            return library.take(Uint32Array, list, width * count);
        }
        owner.expected = count + (count >> 3); // some more, for the next time
    }
}
