// finder.js — pairs of whole scenes: include/sepal/search.h for JavaScript. The sets that are asked about may be Polys or Solids.

import {
    BITS,
    booleanOf,
    checkFinite,
    checkRange,
    columnsOf,
    coordinateOf,
    countOf,
    counted,
    fieldsOf,
    lengthOf,
    refuse,
    shown,
    sizeOf,
    vectorOf,
    wholeOf,
} from './checks.js';
import { HITS, Owned, PAIRS } from './library.js';
import { checkIndices, listOf, setOf } from './sets.js';

const FILTERS = ['member', 'mask', 'owner'];
const OPTIONS = ['filter', 'touching', 'margin'];
export const FLT_MAX = 3.4028234663852886e38;

/** Puts a sepal_filter of { member, mask, owner } in, each an array of two: for the first set, and for the second, with a number for each
 * of `counts` shapes. */
export function filterOf(library, filter, counts) {
    if (filter === undefined || filter === null) return 0;
    fieldsOf('filter', filter, FILTERS);
    const put = (name, values, count) => {
        if (values === undefined || values === null) return 0;
        if (sizeOf(name, values) !== count) refuse(`${name} has ${counted(values.length, 'numbers')}; one for each of ${counted(count)} is expected`);
        return library.put(Uint32Array, BITS, name, values);
    };
    const both = (name, arrays) => {
        if (arrays === undefined || arrays === null) return [0, 0];
        if (!Array.isArray(arrays) || arrays.length > 2)
            refuse(`${name} is not [first, second]; an array of at most two arrays, one for each set, is expected`);
        return counts.map((count, i) => put(`${name}[${i}]`, arrays[i], count));
    };
    return library.words(...FILTERS.flatMap((name) => both(`filter.${name}`, filter[name])));
}

/** The least float that is no less than a margin: no pair within it is missing. */
export function noLess(margin) {
    const bits = new Uint32Array(1),
        float = new Float32Array(bits.buffer);
    float[0] = margin;
    if (float[0] < margin) bits[0]++;
    return float[0];
}

/** Room for the hits of `count` rays or moving shapes: put() makes C's structure, and take() gives the columns. */
export function hitsOf(library, lower, count, later) {
    const at = [0, 0, ...lower].map(() => library.room(4 * count));
    const take = () => {
        const hits = { shape: library.take(Uint32Array, at[0], count), time: library.take(Float32Array, at[1], count) };
        lower.forEach((axis, i) => {
            hits[`normal${axis.toUpperCase()}`] = library.take(Float32Array, at[2 + i], count);
        });
        return hits;
    };
    return { put: () => library.words(...at, later ? 1 : 0), take };
}

function checkTake(take) {
    if (typeof take !== 'function') refuse(`take is ${shown(take)}; a function is expected`);
}

/** What take returns, as a sepal_take_hit: above 0, the ray goes on; 0, it ends; below 0, the search ends. */
function goesOn(answer) {
    if (answer === undefined || typeof answer === 'boolean') return answer === false ? 0 : 1;
    if (typeof answer !== 'number' || answer !== answer)
        refuse(`take returned ${shown(answer)}; true, false, a number or nothing is expected`);
    return Math.sign(answer);
}

/** Rays { x, y, dx, dy }, in space with z and dz: their columns, how many there are, and what puts them in, as C takes them. */
export function raysOf(library, rays, lower) {
    const names = [...lower, ...lower.map((axis) => `d${axis}`)],
        columns = columnsOf('rays', fieldsOf('rays', rays, names, names), names),
        count = countOf(columns);
    return { columns, count, put: () => [library.words(...library.columns(columns, count), 1), count] };
}

export class Finder extends Owned {
    constructor(library) {
        super(library, 'finder');
    }

    /** The set that the tree was built of: of this kind, if one is given. */
    tree(kind = this.built?.kind) {
        const { built } = this;
        if (!built) refuse('the finder has no tree; build(set) or keep(set) makes it');
        if (built.at && built.kind !== kind) refuse(`the tree of the finder is of ${built.kind}, but a is of ${kind}`); // at: not freed
        return built;
    }

    /** Asks for a list. values: puts the arguments between the finder and the filter in. counts: how many shapes the two sets have. */
    find(question, { kind, isOfDoubles }, width, values, counts, { filter, ...rule }, explain = () => {}) {
        const { library } = this,
            name = `sepal_${kind}_${question}`;
        return listOf(
            this,
            name,
            width,
            (room, list, found) =>
                library.exports[name](
                    this.at,
                    ...values(),
                    filterOf(library, filter, counts),
                    library.rule(rule, 'options', undefined, isOfDoubles),
                    room,
                    list,
                    found,
                ),
            explain,
        );
    }

    /** Gives pairs to take as they are found. The arguments behind it are those of find(). */
    findTaking(question, take, { kind, isOfDoubles }, width, values, counts, { filter, ...rule }, explain = () => {}) {
        const { library, at } = this,
            name = `sepal_${kind}_${question}`;
        checkTake(take);
        library.begin();
        const given = [...values(), filterOf(library, filter, counts), library.rule(rule, 'options', undefined, isOfDoubles)];
        const status = library.callTaking(
            PAIRS,
            (pairs, count) => (goesOn(take(library.take(Uint32Array, pairs, width * count))) > 0 ? 1 : 0),
            (entry) => library.exports[name](at, ...given, entry, 0),
        );
        library.explained(explain, status);
        library.checked(name, status);
    }

    // --- What find() and findTaking() need behind the question, of checked arguments

    ofSets(a, b, options) {
        const { library } = this,
            { kind } = setOf('a', a, library);
        setOf('b', b, library, kind);
        fieldsOf('options', options, OPTIONS);
        return [a, 2, () => [a.at, b.at], [a.length, b.length], options];
    }

    ofRange(a, first, count, options) {
        const { kind } = setOf('a', a, this.library),
            tree = this.tree(kind);
        checkRange(first, count, a.length);
        fieldsOf('options', options, OPTIONS);
        return [a, 2, () => [a.at, first, count], [a.length, tree.length], options];
    }

    ofList(a, shapes, options) {
        const { library } = this,
            { kind } = setOf('a', a, library),
            tree = this.tree(kind),
            count = sizeOf('shapes', shapes);
        fieldsOf('options', options, OPTIONS);
        const values = () => [a.at, library.indices('shapes', shapes), count],
            explain = () => checkIndices('shapes', shapes, a.length);
        return [a, 2, values, [a.length, tree.length], options, explain];
    }

    ofKept(options) {
        const tree = this.tree(),
            { length } = tree;
        fieldsOf('options', options, OPTIONS);
        return [tree, 2, () => [], [length, length], options];
    }

    // --- Pairs

    /** All pairs of shapes of a and b that overlap: a0, b0, a1, b1, ... in ascending order. */
    findPairs(a, b, options = {}) {
        return this.find('find_pairs', ...this.ofSets(a, b, options));
    }

    /** Calls take(pairs) with the pairs of findPairs, some thousand at a time, as they are found: a0, b0, a1, b1, ... in any order. If it
     * returns false or a number that is not above 0, the search ends. It cannot call the library. */
    findEach(a, b, take, options = {}) {
        this.findTaking('find_each', take, ...this.ofSets(a, b, options));
    }

    /** All pairs whose bounding boxes are within the margin. */
    findNear(a, b, options = {}) {
        const { library } = this,
            { kind } = setOf('a', a, library),
            { filter, margin = 0 } = fieldsOf('options', options, ['filter', 'margin']);
        setOf('b', b, library, kind);
        lengthOf('options.margin', margin);
        const name = `sepal_${kind}_find_near`;
        return listOf(this, name, 2, (room, list, found) => {
            const atFilter = filterOf(library, filter, [a.length, b.length]);
            return library.exports[name](this.at, a.at, b.at, atFilter, noLess(margin), room, list, found);
        });
    }

    /** Builds the tree of a set, for the questions about it below. */
    build(set) {
        const { at, kind } = setOf('set', set, this.library);
        this.library.call(`sepal_${kind}_find_build`, this.at, at);
        this.built = set;
    }

    /** The pairs of findPairs for the shapes first .. first + count - 1 of a, and the set of the tree. */
    findRange(a, first, count, options = {}) {
        return this.find('find_range', ...this.ofRange(a, first, count, options));
    }

    /** Gives the pairs of findRange to take, as findEach does. */
    findEachRange(a, first, count, take, options = {}) {
        this.findTaking('find_each_range', take, ...this.ofRange(a, first, count, options));
    }

    /** The pairs of the listed shapes of a and the shapes of the tree. */
    findList(a, shapes, options = {}) {
        return this.find('find_list', ...this.ofList(a, shapes, options));
    }

    /** Gives the pairs of findList to take, as findEach does. */
    findEachList(a, shapes, take, options = {}) {
        this.findTaking('find_each_list', take, ...this.ofList(a, shapes, options));
    }

    /** Which shapes of the set of the tree contain which points: the index of a point and that of a shape, and so on, in ascending order.
     * Points are { x, y }, and with z where the set is one of solids. */
    findAt(points, options = {}) {
        const { library } = this,
            tree = this.tree(),
            { kind, lower, length, isOfDoubles } = tree,
            columns = columnsOf('points', fieldsOf('points', points, lower, lower), lower),
            count = countOf(columns);
        fieldsOf('options', options, OPTIONS);
        // after the stride sepal_points has what is of doubles
        const put = () => library.columns(columns, count, tree.Coordinates),
            values = () => [library.words(...(isOfDoubles ? [0, 0, 1, ...put(), 1] : [...put(), 1, 0, 0, 0])), count],
            explain = () => (isOfDoubles ? tree.checkPoints(...columns) : checkFinite(columns));
        return this.find('find_at', tree, 2, values, [count, length], options, explain);
    }

    /** The shapes of the set of the tree that overlap the box from the corner `low` to the corner `high`, [x, y] or [x, y, z] each. */
    findIn(low, high, options = {}) {
        const { library } = this,
            tree = this.tree(),
            { kind, lower, length, isOfDoubles } = tree,
            corners = [vectorOf('low', low, lower.length), vectorOf('high', high, lower.length)],
            named = ['low', 'high'].map((name, i) => [name, corners[i]]);
        fieldsOf('options', options, OPTIONS);
        for (const i of lower.keys())
            if (low[i] > high[i]) refuse(`low[${i}] is ${low[i]}, above high[${i}], ${high[i]}`);
        if (isOfDoubles) {
            for (const [name, corner] of named) corner.forEach((value, i) => coordinateOf(`${name}[${i}]`, value));
            return this.findInDoubles(tree, corners, options);
        }
        const values = () => (kind === 'polys' ? corners.flat() : named.map(([name, corner]) => library.floats(name, corner)));
        return this.find('find_in', tree, 1, values, [1, length], options, () => checkFinite(named));
    }

    /** Of a tree of doubles: a window is a shape of another such set. */
    findInDoubles(tree, [[left, low], [right, top]], options) {
        const window = tree.like();
        window.add([left, right, right, left], [low, low, top, top]);
        const pairs = this.findRange(window, 0, 1, options);
        window.free();
        return pairs.filter((_, i) => i % 2 === 1);
    }

    /** The k shapes of the set of the tree that are nearest to each shape of a: { nearest, distance }, those of shape i from k * i on. Behind
     * the last one there is 0xffffffff. */
    findNearest(a, k, options = {}) {
        const { library } = this,
            { at, kind, length } = setOf('a', a, library),
            tree = this.tree(kind);
        fieldsOf('options', options, ['filter', 'first', 'count', 'limit']);
        const { filter, first = 0, count = Math.max(0, length - first), limit = FLT_MAX } = options;
        wholeOf('k', k);
        checkRange(first, count, length);
        lengthOf('options.limit', limit);
        library.begin();
        const [nearest, distance] = [0, 0].map(() => library.room(4 * k * count)),
            values = [first, count, k, filterOf(library, filter, [length, tree.length]), limit, nearest, distance];
        library.call(`sepal_${kind}_find_nearest`, this.at, at, ...values);
        return {
            nearest: library.take(Uint32Array, nearest, k * count),
            distance: library.take(Float32Array, distance, k * count),
        };
    }

    /** Which shape of the set of the tree each ray hits first: { shape, time, normalX, ... }. Rays are { x, y, dx, dy }, and with z and dz
     * where the set is one of solids. With `later` what is hit at time 0 does not count. */
    castRays(rays, options = {}) {
        const { lower, length } = this.tree(),
            { columns, count, put } = raysOf(this.library, rays, lower);
        return this.cast('cast_rays', count, [count, length], options, columns, put);
    }

    /** Calls take({ ray, shape, time, normalX, ... }) for every shape of the set of the tree that a ray hits, up to the time
     * options.limit (1): those of one ray in ascending order of the time, then of the shape. If it returns false or 0, this ray ends; if a
     * number below 0, the search. It cannot call the library. */
    castEach(rays, take, options = {}) {
        const { library, at } = this,
            { kind, lower, length, normals } = this.tree(),
            { columns, count, put } = raysOf(library, rays, lower),
            { filter, limit = 1, ...rule } = fieldsOf('options', options, [...OPTIONS, 'limit']);
        checkTake(take);
        lengthOf('options.limit', limit, 1);
        library.begin();
        const given = [...put(), limit, filterOf(library, filter, [count, length]), library.rule(rule, 'options')];
        const taking = (found) => {
            const [ray, shape] = library.view(Uint32Array, found, 2),
                floats = library.view(Float32Array, found + 8, 1 + normals.length),
                hit = { ray, shape, time: floats[0] };
            normals.forEach((name, i) => {
                hit[name] = floats[1 + i];
            });
            return goesOn(take(hit));
        };
        library.callTaking(HITS, taking, (entry) =>
            library.callExplained(() => checkFinite(columns), `sepal_${kind}_cast_each`, at, ...given, entry, 0),
        );
    }

    /** Which shape of the set of the tree each of the moving shapes first .. first + count - 1 of a hits first: as castRays. Moves are those
     * of sweepPairs, of all shapes of a. */
    castShapes(a, moves, first = 0, count = a.length - first, options = {}) {
        const { kind } = setOf('a', a, this.library),
            tree = this.tree(kind);
        checkRange(first, count, a.length);
        const columns = a.checkedMoves('moves', moves, a);
        return this.cast('cast_shapes', count, [a.length, tree.length], options, columns, () => [
            a.at,
            a.putMoves(columns, a),
            first,
            count,
        ]);
    }

    cast(question, count, lengths, options, columns, values) {
        const { library } = this,
            { kind, lower } = this.tree(),
            { filter, later = false, ...rule } = fieldsOf('options', options, [...OPTIONS, 'later']);
        booleanOf('options.later', later);
        library.begin();
        const hits = hitsOf(library, lower, count, later),
            given = [...values(), filterOf(library, filter, lengths), library.rule(rule, 'options')];
        library.callExplained(() => checkFinite(columns), `sepal_${kind}_${question}`, this.at, ...given, hits.put());
        return hits.take();
    }

    /** Builds the tree of a set that changes from step to step, with `slack` around each shape; update() makes it follow. */
    keep(set, slack = 0) {
        const { at, kind } = setOf('set', set, this.library);
        lengthOf('slack', slack);
        this.library.call(`sepal_${kind}_find_keep`, this.at, at, slack);
        this.built = set;
    }

    /** Makes the tree follow its set. shapes: the indices of those that may have changed; without them all are looked at. */
    update(shapes) {
        const { library } = this,
            { kind, length } = this.tree(),
            count = shapes === undefined || shapes === null ? 0 : sizeOf('shapes', shapes);
        library.begin();
        const list = library.indices('shapes', shapes);
        library.callExplained(
            () => count > 0 && checkIndices('shapes', shapes, length),
            `sepal_${kind}_find_update`,
            this.at,
            list,
            count,
        );
    }

    /** The pairs of findPairs for the set of the tree and itself; pairs of boxes are kept from call to call. */
    findKept(options = {}) {
        return this.find('find_kept', ...this.ofKept(options));
    }

    /** Gives the pairs of findKept to take, as findEach does. */
    findEachKept(take, options = {}) {
        this.findTaking('find_each_kept', take, ...this.ofKept(options));
    }

    /** All pairs of the set of the tree whose boxes in it meet: those within the margin, and some farther apart. */
    findNearKept(options = {}) {
        const { library } = this,
            { kind, length } = this.tree(),
            { filter, margin = 0 } = fieldsOf('options', options, ['filter', 'margin']),
            name = `sepal_${kind}_find_near_kept`;
        lengthOf('options.margin', margin);
        return listOf(this, name, 2, (room, list, found) => {
            const atFilter = filterOf(library, filter, [length, length]);
            return library.exports[name](this.at, atFilter, noLess(margin), room, list, found);
        });
    }
}
