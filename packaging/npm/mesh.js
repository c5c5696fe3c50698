// mesh.js — surfaces of triangles in space: include/sepal/meshes.h for JavaScript.

import {
    FLAGS,
    booleanOf,
    checkFinite,
    checkNumbers,
    checkRange,
    counted,
    fieldsOf,
    finiteOf,
    indexOf,
    lengthOf,
    refuse,
    sizeOf,
    tuplesOf,
    vectorOf,
    wholeOf,
} from './checks.js';
import { FLT_MAX, filterOf, hitsOf, noLess, raysOf } from './finder.js';
import { Owned } from './library.js';
import { checkPairs, listOf, setOf } from './sets.js';

const AXES = ['x', 'y', 'z'];
const RANGE = ['filter', 'first', 'count'];
const RULE = ['touching', 'margin'];
const CONTACT_RULE = [...RULE, 'pointMargin'];
const HEIGHTS = ['originX', 'originY', 'stepX', 'stepY'];
const CELLS = ['turned', 'hole'];
const MOST_ROWS = 32769; // of heights, and columns
const MANIFOLD = { words: 34, normal: 2, count: 5, points: 6, most: 4 }; // where the parts of a sepal_mesh_manifold are, in words
const POINT = { words: 7, depth: 3, ofSolid: 4, ofMesh: 5, onTriangle: 6 }; // and of each of its points

/** Some of the fields of options. */
const only = (options, names) => Object.fromEntries(names.filter((name) => name in options).map((name) => [name, options[name]]));

export class Mesh extends Owned {
    constructor(library) {
        super(library, 'mesh');
        this.manifoldsFound = { library }; // listOf keeps there how many there were
    }

    /** How many triangles the mesh has. */
    get length() {
        return this.library.exports.sepal_mesh_count(this.at);
    }

    summary() {
        const { length } = this;
        return `Mesh (${counted(length, 'triangles')})`;
    }

    /** Fills the mesh with triangles. vertices: x0, y0, z0, x1, ...; faces: the numbers of the three vertices of each triangle,
     * counter-clockwise as seen from the front. options: { goesOn }: whether there is more of the surface beyond the edges where no triangle
     * goes on. */
    fill(vertices, faces, options = {}) {
        const { library } = this,
            count = tuplesOf('vertices', vertices, 3),
            triangles = tuplesOf('faces', faces, 3),
            { goesOn = false } = fieldsOf('options', options, ['goesOn']);
        booleanOf('options.goesOn', goesOn);
        library.begin();
        const [at, of] = [library.floats('vertices', vertices), library.indices('faces', faces, 3)],
            rows = library.words(at, at + 4, at + 8, 3, count, of, of + 4, of + 8, 3);
        const explain = () => {
            for (const [i, vertex] of Array.from(faces).entries()) {
                const triangle = Math.floor(i / 3);
                if (vertex >= count) refuse(`faces[${i}] is ${vertex}, but there are ${counted(count, 'vertices')}`, triangle);
                for (let k = 3 * vertex; k < 3 * vertex + 3; k++)
                    if (!Number.isFinite(Math.fround(vertices[k])))
                        refuse(`vertices[${k}] is ${vertices[k]}; a finite number of float32 is expected`, triangle);
            }
        };
        library.callAboutMany('triangle', explain, 'sepal_mesh_fill', this.at, rows, triangles, goesOn ? 1 : 0);
    }

    /** Fills the mesh with a height field. heights: row by row, of `columns` numbers each. options: { originX, originY, stepX, stepY }: where
     * the first one is, and how far it is to the next column and row (1); { turned, hole }: 0 or 1 for each cell, row by row; { goesOn }. */
    fillHeights(heights, columns, options = {}) {
        const { library } = this,
            size = sizeOf('heights', heights);
        fieldsOf('options', options, [...HEIGHTS, ...CELLS, 'goesOn']);
        const { goesOn = false, originX = 0, originY = 0, stepX = 1, stepY = 1 } = options,
            grid = [originX, originY, stepX, stepY];
        booleanOf('options.goesOn', goesOn);
        HEIGHTS.forEach((name, i) => finiteOf(`options.${name}`, grid[i]));
        wholeOf('columns', columns);
        if (columns > MOST_ROWS || (columns === 0 ? size > 0 : size % columns > 0))
            refuse(`columns is ${columns}, and heights has ${counted(size, 'numbers')}; whole rows, of at most ${MOST_ROWS}, are expected`);
        const rows = columns === 0 ? 0 : size / columns,
            cells = Math.max(rows - 1, 0) * Math.max(columns - 1, 0);
        if (rows > MOST_ROWS) refuse(`heights has ${rows} rows; at most ${MOST_ROWS} are expected`);
        library.begin();
        const words = [library.floats('heights', heights), columns, rows, 0, 0, 0, 0, 0],
            at = library.words(...words, ...CELLS.map((name) => this.bitsOf(`options.${name}`, options[name], cells)));
        library.view(Float32Array, at + 16, 4).set(grid);
        const explain = () => checkFinite([['heights', heights], ...HEIGHTS.map((name, i) => [`options.${name}`, grid[i]])]);
        library.callAboutMany('height', explain, 'sepal_mesh_fill_heights', this.at, at, goesOn ? 1 : 0);
    }

    /** Puts a bit for each cell in. */
    bitsOf(name, flags, cells) {
        const { library } = this;
        if (flags === undefined || flags === null) return 0;
        if (sizeOf(name, flags) !== cells) refuse(`${name} has ${counted(flags.length, 'numbers')}; one for each of ${counted(cells, 'cells')} is expected`);
        checkNumbers(FLAGS, name, flags);
        const at = library.bits(cells),
            bytes = library.view(Uint8Array, at, 8 * Math.ceil(cells / 64)).fill(0);
        for (let i = 0; i < cells; i++) if (flags[i]) bytes[i >>> 3] |= 1 << (i & 7);
        return at;
    }

    /** The corners of a triangle, x, y and z of each, and the numbers of its vertices, where equal ones are one: { corners, vertices }. */
    triangle(index) {
        const { library } = this;
        indexOf('index', index, this.length, 'mesh', 'triangles');
        library.begin();
        const [corners, vertices] = [library.room(36), library.room(12)];
        library.callExplained(() => this.refuseHole(index), 'sepal_mesh_triangle', this.at, index, corners, vertices);
        return { corners: library.take(Float32Array, corners, 9), vertices: library.take(Uint32Array, vertices, 3) };
    }

    /** What the edges of a triangle are, 0 of the rim, 1 flat, 2 convex, 3 concave, and which triangles are beyond them, NO_SHAPE beyond the
     * rim: { kind, neighbour }. */
    edges(index) {
        const { library } = this;
        indexOf('index', index, this.length, 'mesh', 'triangles');
        library.begin();
        const [kind, neighbour] = [library.room(12), library.room(12)];
        library.callExplained(() => this.refuseHole(index), 'sepal_mesh_edges', this.at, index, kind, neighbour);
        return { kind: Uint8Array.from(library.view(Uint32Array, kind, 3)), neighbour: library.take(Uint32Array, neighbour, 3) };
    }

    refuseHole(index) {
        refuse(`index is ${index}, a triangle of a hole; one that is there is expected`);
    }

    // --- Questions

    /** The address of a finder, which all meshes of the library share. It is asked for before the arguments of a call are put in, as it may
     * have to be made. */
    get finder() {
        const { library } = this;
        return (library.finder ??= new Owned(library, 'finder')).at;
    }

    /** The range of solids first .. first + count - 1 of a that options name: what C takes of it, its length, and the other options. */
    asked(a, options, names) {
        const { at, length } = setOf('a', a, this.library, 'solids');
        fieldsOf('options', options, [...RANGE, ...names]);
        const { filter, first = 0, count = Math.max(0, length - first) } = options;
        checkRange(first, count, length);
        return { range: [at, first, count], first, count, putFilter: () => filterOf(this.library, filter, [length, this.length]) };
    }

    /** The pairs of a solid and a triangle that overlap: a0, triangle0, a1, ... in ascending order. options: a rule, a filter, and the
     * range { first, count } of a. */
    find(a, options = {}) {
        const { library, finder } = this,
            { range, putFilter } = this.asked(a, options, RULE);
        return listOf(this, 'sepal_mesh_find', 2, (room, list, found) => {
            const given = [putFilter(), library.rule(only(options, RULE), 'options')];
            return library.exports.sepal_mesh_find(finder, ...range, this.at, ...given, room, list, found);
        });
    }

    /** The pairs whose boxes are within the margin: those that contactsPairs is asked about. */
    findNear(a, options = {}) {
        const { library, finder } = this,
            { range, putFilter } = this.asked(a, options, ['margin']),
            { margin = 0 } = options;
        lengthOf('options.margin', margin);
        return listOf(this, 'sepal_mesh_find_near', 2, (room, list, found) =>
            library.exports.sepal_mesh_find_near(finder, ...range, this.at, putFilter(), noLess(margin), room, list, found),
        );
    }

    /** The triangles that overlap the box from the corner `low` to the corner `high`, [x, y, z] each. */
    findIn(low, high, options = {}) {
        const { library, finder } = this,
            corners = [vectorOf('low', low, 3), vectorOf('high', high, 3)],
            { filter, ...rule } = fieldsOf('options', options, ['filter', ...RULE]);
        for (const i of AXES.keys())
            if (low[i] > high[i]) refuse(`low[${i}] is ${low[i]}, above high[${i}], ${high[i]}`);
        const put = () => ['low', 'high'].map((name, i) => library.floats(name, corners[i])),
            explain = () => checkFinite(['low', 'high'].map((name, i) => [name, corners[i]]));
        const ask = (room, list, found) => {
            const given = [...put(), this.at, filterOf(library, filter, [1, this.length]), library.rule(rule, 'options')];
            return library.exports.sepal_mesh_find_in(finder, ...given, room, list, found);
        };
        return listOf(this, 'sepal_mesh_find_in', 1, ask, explain);
    }

    /** Does each solid overlap any triangle? */
    meets(a, options = {}) {
        const { library, finder } = this,
            { range, count, putFilter } = this.asked(a, options, RULE);
        library.begin();
        const bits = library.bits(count);
        library.call('sepal_mesh_meets', finder, ...range, this.at, putFilter(), library.rule(only(options, RULE), 'options'), bits);
        return library.answers(bits, count);
    }

    /** The k triangles that are nearest to each solid: { nearest, distance }, k each; NO_SHAPE and options.limit behind the last. */
    findNearest(a, k, options = {}) {
        const { library, finder } = this,
            { range, count, putFilter } = this.asked(a, options, ['limit']),
            { limit = FLT_MAX } = options;
        wholeOf('k', k);
        lengthOf('options.limit', limit);
        library.begin();
        const [nearest, distance] = [0, 0].map(() => library.room(4 * k * count));
        library.call('sepal_mesh_find_nearest', finder, ...range, this.at, k, putFilter(), limit, nearest, distance);
        return { nearest: library.take(Uint32Array, nearest, k * count), distance: library.take(Float32Array, distance, k * count) };
    }

    /** Which triangle each ray { x, y, z, dx, dy, dz } hits first: { shape, time, normalX, ... }. With `both` those that come from behind hit,
     * too; with `later` what is hit at time 0 does not count. */
    castRays(rays, options = {}) {
        const { library, finder } = this,
            { columns, count, put } = raysOf(library, rays, AXES),
            { filter, both = false, later = false, ...rule } = fieldsOf('options', options, ['filter', 'both', 'later', ...RULE]);
        booleanOf('options.both', both);
        booleanOf('options.later', later);
        library.begin();
        const hits = hitsOf(library, AXES, count, later),
            given = [...put(), both ? 1 : 0, filterOf(library, filter, [count, this.length]), library.rule(rule, 'options')];
        library.callExplained(() => checkFinite(columns), 'sepal_mesh_cast_rays', finder, this.at, ...given, hits.put());
        return hits.take();
    }

    /** Which triangle each of the moving solids hits first from the front: as castRays. Moves are those of sweepPairs, of all solids of a. */
    sweep(a, moves, options = {}) {
        const { library, finder } = this,
            { range, first, count, putFilter } = this.asked(a, options, ['later', ...RULE]),
            columns = a.checkedMoves('moves', fieldsOf('moves', moves, AXES, AXES), a),
            { later = false } = options,
            [at, ...of] = range;
        booleanOf('options.later', later);
        library.begin();
        const hits = hitsOf(library, AXES, count, later),
            given = [a.putMoves(columns, a), ...of, this.at, putFilter(), library.rule(only(options, RULE), 'options')],
            explain = () => checkFinite(columns, [], Array.from({ length: count }, (_, i) => first + i));
        library.callExplained(explain, 'sepal_mesh_sweep', finder, at, ...given, hits.put());
        return hits.take();
    }

    /** Where each pair of a solid and a triangle touches: as contactsPairs of solids, with normals of the surface. */
    contactsPairs(a, pairs, options) {
        setOf('a', a, this.library, 'solids');
        return a.askContacts('sepal_mesh_contacts_pairs', this, pairs, options, [...CONTACT_RULE, 'points', 'poses']);
    }

    /** Where solids touch the surface, as a solver takes it: { solid, triangle, normalX, normalY, normalZ, count }, and of the points, at most
     * four of a manifold, those of manifold i from 4 i on, { x, y, z, depth, ofSolid, ofMesh, onTriangle }. Normals that have at least the
     * cosine with that of the deepest point are of one manifold. options: a rule of contact points, a filter, and the range of a. */
    manifolds(a, cosine, options = {}) {
        const { library, finder } = this,
            { range, putFilter } = this.asked(a, options, CONTACT_RULE);
        lengthOf('cosine', cosine, 1);
        const ask = (room, list, found) => {
            const given = [putFilter(), library.contactRule(only(options, CONTACT_RULE), 'options'), cosine];
            return library.exports.sepal_mesh_manifolds(finder, ...range, this.at, ...given, room, list, found);
        };
        return manifoldsOf(listOf(this.manifoldsFound, 'sepal_mesh_manifolds', MANIFOLD.words, ask));
    }
}

/** Columns of manifolds. words: what C has written; of the points, those beyond the count of a manifold are 0. */
function manifoldsOf(words) {
    const floats = new Float32Array(words.buffer),
        { most } = MANIFOLD,
        total = words.length / MANIFOLD.words;
    const each = (from, part) => {
        const column = new from.constructor(total);
        for (let i = 0; i < total; i++) column[i] = from[MANIFOLD.words * i + part];
        return column;
    };
    const points = (from, part) => {
        const column = new from.constructor(most * total);
        for (let i = 0; i < total; i++)
            for (let k = 0; k < words[MANIFOLD.words * i + MANIFOLD.count]; k++)
                column[most * i + k] = from[MANIFOLD.words * i + MANIFOLD.points + POINT.words * k + part];
        return column;
    };
    const [normalX, normalY, normalZ] = AXES.map((_, i) => each(floats, MANIFOLD.normal + i)),
        [x, y, z, depth] = [0, 1, 2, POINT.depth].map((part) => points(floats, part)),
        [ofSolid, ofMesh, onTriangle] = [POINT.ofSolid, POINT.ofMesh, POINT.onTriangle].map((part) => points(words, part)),
        count = Uint8Array.from(each(words, MANIFOLD.count));
    return { solid: each(words, 0), triangle: each(words, 1), normalX, normalY, normalZ, count, x, y, z, depth, ofSolid, ofMesh, onTriangle };
}
