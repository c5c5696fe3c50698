// sets.js — what sets of polygons and of solids have in common. A set has a `kind`, by which C's functions are named.

import { TOO_SMALL } from './library.js';

/** How many elements a call is about: the length of the first array among its columns. */
export function lengthOf(columns) {
    for (const values of columns) if (values !== undefined && typeof values !== 'number') return values.length;
    return columns.some((values) => values !== undefined) ? 1 : 0;
}

export class ShapeSet {
    constructor(library, kind) {
        this.library = library;
        this.kind = kind;
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
        this.library.destroy(this, this.kind);
    }

    /** The radius of a shape. */
    radius(index) {
        this.library.begin();
        const out = this.library.words(0);
        this.library.call(`sepal_${this.kind}_radius`, this.at, index, out);
        return this.library.view(Float32Array, out, 1)[0];
    }

    overlapPairs(other, pairs, rule) {
        return this.askPairs('overlap_pairs', other, pairs, rule);
    }

    containsPairs(other, pairs, rule) {
        return this.askPairs('contains_pairs', other, pairs, rule);
    }

    /** A question about pairs whose answers are bits. */
    askPairs(question, other, pairs, rule) {
        const { library } = this,
            count = pairs.length / 2;
        library.begin();
        const bits = library.bits(count);
        library.call(
            `sepal_${this.kind}_${question}`,
            this.at,
            other.at,
            library.put(Uint32Array, pairs),
            count,
            library.rule(rule),
            bits,
        );
        return library.answers(bits, count);
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

    /** A question about pairs whose answers are columns of floats: `names` in the order of C's structure, null where a column is not
     * wanted. `before` and `after` are the arguments around the pairs. */
    askColumns(question, other, pairs, rule, names, { moves, otherMoves, bits = false } = {}) {
        const { library } = this,
            count = pairs.length / 2;
        library.begin();
        const columns = names.map((name) => (name === null ? 0 : library.room(4 * count)));
        const answers = bits ? [library.bits(count)] : [];
        const out = library.words(...answers, ...columns);
        const sets = question === 'sweep_pairs' ? [this.at, moves(), other.at, otherMoves()] : [this.at, other.at];
        library.call(
            `sepal_${this.kind}_${question}`,
            ...sets,
            library.put(Uint32Array, pairs),
            count,
            library.rule(rule),
            out,
        );
        const found = bits ? { meets: library.answers(answers[0], count) } : {};
        names.forEach((name, i) => {
            if (name !== null) found[name] = library.take(Float32Array, columns[i], count);
        });
        return found;
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
