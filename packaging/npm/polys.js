// polys.js — sets of convex shapes in the plane: include/sepal/polys.h and groups.h for JavaScript.

import {
    FLOATS,
    TOO_SMALL,
    checkFinite,
    checkNumbers,
    columnsOf,
    coordinateOf,
    countOf,
    fieldsOf,
    finiteOf,
    indexOf,
    lengthOf,
    refuse,
    sizeOf,
    startsOf,
    wholeOf,
} from './checks.js';
import { ShapeSet, checkPairs, setOf, together } from './sets.js';

const BOXES = ['x', 'y', 'halfX', 'halfY'];
const CAPSULES = ['x0', 'y0', 'x1', 'y1', 'radius'];
const COMMONS = ['area', 'iou', 'shareA', 'shareB'];

const pointsNamed = (x, y) => [
    ['x', x],
    ['y', y],
];

/** The columns of the cosines and the sines of angles, or of one. */
function turnsBy(name, angle) {
    const ways = [Math.cos, Math.sin];
    if (typeof angle === 'number') return ways.map((of) => [name, of(angle)]);
    sizeOf(name, angle, 'a number or an array of numbers');
    checkNumbers(FLOATS, name, angle);
    return ways.map((of) => [name, Float32Array.from(angle, of)]);
}

export class Polys extends ShapeSet {
    /** origin: of a set of doubles, [x, y]; null of one of floats. */
    constructor(library, origin = null) {
        super(
            library,
            'polys',
            ['X', 'Y'],
            ['cos', 'sin', 'angle'],
            ...(origin ? ['sepal_polys_create_doubles', ...origin] : []),
        );
        if (origin) this.Coordinates = Float64Array;
        this.origin = origin;
    }

    /** Puts coordinates in. */
    coordinates(name, values) {
        return this.library.put(this.Coordinates, FLOATS, name, values);
    }

    /** Refuses the first coordinate of columns that C has refused without a word of where. */
    checkPoints(...columns) {
        if (!this.isOfDoubles) return checkFinite(columns);
        for (const [name, values] of columns) {
            if (typeof values === 'number') coordinateOf(name, values);
            else for (const [i, value] of Array.from(values).entries()) coordinateOf(`${name}[${i}]`, value, i);
        }
    }

    /** Refuses a polygon that C has refused without a word of why. */
    refusePolygon(x, y) {
        this.checkPoints(...pointsNamed(x, y));
        if (x.length === 0) refuse('x is empty; at least one vertex is expected');
        refuse(`x and y are ${x.length} vertices that do not go round a convex polygon once; addConcave takes others`);
    }

    /** An empty set of doubles with the origin of this one. */
    like() {
        return new Polys(this.library, this.origin);
    }

    /** Gives a set of doubles another origin, which decides the speed only. */
    rebase(originX, originY) {
        const values = [coordinateOf('originX', originX), coordinateOf('originY', originY)];
        this.library.call('sepal_polys_rebase', this.at, ...values);
        this.origin = values;
    }

    /** Makes room for so many shapes with so many vertices in all. */
    reserve(shapes, vertices) {
        this.library.call('sepal_polys_reserve', this.at, wholeOf('shapes', shapes), wholeOf('vertices', vertices));
    }

    /** Adds a convex polygon, with a radius. Returns its index. */
    add(x, y, radius = 0) {
        const { library } = this,
            count = this.countPoints(x, y);
        lengthOf('radius', radius);
        if (this.isOfDoubles) coordinateOf('radius', radius);
        library.begin();
        const values = [this.coordinates('x', x), this.coordinates('y', y), count, radius],
            index = library.words(0);
        library.callExplained(() => this.refusePolygon(x, y), this.named('add_round'), this.at, ...values, index);
        return library.view(Uint32Array, index, 1)[0];
    }

    /** Adds polygons: polygon k has the vertices first[k] .. first[k + 1] - 1. Returns the index of the first. */
    addMany(x, y, first, radius) {
        return this.addLists('polygon', 'vertices', this.named('add_many'), [x, y, first, radius]);
    }

    /** Adds hulls: hull k is that of the points first[k] .. first[k + 1] - 1, in any order. Returns the index of the first. */
    addHulls(x, y, first, radius) {
        return this.addLists('hull', 'points', this.named('add_hulls'), [x, y, first, radius]);
    }

    addLists(one, what, name, [x, y, first, radius]) {
        const { library } = this,
            count = startsOf('first', first, this.countPoints(x, y), what);
        countOf([['radius', radius]], count);
        library.begin();
        const values = [this.coordinates('x', x), this.coordinates('y', y), library.indices('first', first), count],
            index = library.words(0);
        const radii = library.column(this.Coordinates, 'radius', radius, count),
            given = [...pointsNamed(x, y), ['radius', radius]].filter(([, values]) => values !== undefined && values !== null);
        library.callAboutMany(one, () => this.checkPoints(...given), name, this.at, ...values, radii, index);
        return library.view(Uint32Array, index, 1)[0];
    }

    addBoxes(boxes) {
        fieldsOf('boxes', boxes, [...BOXES, 'cos', 'sin', 'radius'], BOXES);
        const turns = together(columnsOf('boxes', boxes, ['cos', 'sin'])),
            columns = [...columnsOf('boxes', boxes, BOXES), ...turns, ['boxes.radius', boxes.radius]];
        return this.addColumns('add_boxes', 'box', columns, (at) => [...at.slice(0, 6), 1, at[6]]);
    }

    addCircles(circles) {
        const names = ['x', 'y', 'radius'];
        const columns = columnsOf('circles', fieldsOf('circles', circles, names, names), names);
        return this.addColumns('add_circles', 'circle', columns, (at) => [...at, 1]);
    }

    addCapsules(capsules) {
        const columns = columnsOf('capsules', fieldsOf('capsules', capsules, CAPSULES, CAPSULES), CAPSULES);
        return this.addColumns('add_capsules', 'capsule', columns, (at) => [...at, 1]);
    }

    /**
     * Adds a simple polygon that need not be convex, cut into convex parts. Returns { first, parts }. The index of a SepalError is that of
     * a vertex at which it is not simple.
     */
    addConcave(x, y) {
        return this.addCut(this.named('add_concave'), x, y, this.countPoints(x, y));
    }

    /**
     * Adds a polygon with holes, cut into convex parts. starts: where each ring begins in x and y, and the last one ends; the first ring is
     * the outline. Returns { first, parts }. The index of a SepalError is that of a vertex in x and y.
     */
    addWithHoles(x, y, starts) {
        const rings = startsOf('starts', starts, this.countPoints(x, y), 'vertices');
        return this.addCut(this.named('add_with_holes'), x, y, rings, starts);
    }

    /**
     * Adds what is outside of a polygon with holes, up to a frame `beyond` its outline, cut into convex parts: a shape is in the polygon
     * if it overlaps the parts of addWithHoles, and none of these with { touching: false }. Returns { first, parts }.
     */
    addOutside(x, y, starts, beyond) {
        const rings = startsOf('starts', starts, this.countPoints(x, y), 'vertices');
        if (this.isOfDoubles) coordinateOf('beyond', beyond);
        else finiteOf('beyond', beyond);
        return this.addCut(this.named('add_outside'), x, y, rings, starts, [beyond]);
    }

    addCut(name, x, y, count, starts = undefined, more = []) {
        const { library } = this;
        library.begin();
        const out = library.words(0, 0),
            points = [this.coordinates('x', x), this.coordinates('y', y)],
            rings = starts ? [library.indices('starts', starts)] : [];
        const explain = () => this.checkPoints(...pointsNamed(x, y));
        library.callAboutMany('vertex', explain, name, this.at, ...points, ...rings, count, ...more, out, out + 4);
        const [first, parts] = library.view(Uint32Array, out, 2);
        return { first, parts };
    }

    /** Replaces the vertices of a shape by as many others. */
    update(index, x, y) {
        const { library } = this;
        indexOf('index', index, this.length);
        this.checkSame(index, this.countPoints(x, y));
        library.begin();
        const explain = () => this.refusePolygon(x, y),
            values = [this.coordinates('x', x), this.coordinates('y', y)];
        library.callExplained(explain, this.named('update'), this.at, index, ...values);
    }

    /** The vertices of a shape: { x, y }. */
    vertices(index) {
        const { library } = this;
        library.begin();
        const out = library.words(0, 0, 0);
        library.call(this.named('vertices'), this.at, indexOf('index', index, this.length), out, out + 4, out + 8);
        const [x, y, count] = library.view(Uint32Array, out, 3);
        return { x: library.take(this.Coordinates, x, count), y: library.take(this.Coordinates, y, count) };
    }

    turnsOf(what, poses) {
        const columns = together(columnsOf(what, poses, ['cos', 'sin'])),
            { angle } = poses,
            name = `${what}.angle`;
        if (angle === undefined || angle === null) return columns;
        if (columns.some(([, values]) => values !== undefined && values !== null))
            refuse(`${name} is given, and ${what}.cos and ${what}.sin; either is expected, not both`);
        return turnsBy(name, angle);
    }

    turnWords(at) {
        return at;
    }

    /** How much each pair has in common: { area, iou, shareA, shareB }, all 0 where it is nothing. Shapes with radii are refused. */
    commonPairs(other, pairs) {
        return this.askCommon('common_pairs', other, 'pairs', pairs);
    }

    /** What the pairs of rows have in common, as in overlapRows: an IoU matrix. */
    commonRows(other, rows) {
        return this.askCommon('common_rows', other, 'rows', rows);
    }

    askCommon(question, other, name, list) {
        const { library } = this,
            { at } = setOf('other', other, library, this.kind),
            { width, count, answers } = this.listed(name, list);
        library.begin();
        const columns = this.answerColumns(COMMONS, answers),
            values = [library.indices(name, list, width), count, library.words(...columns.at)];
        const explain = () => {
            checkPairs(name, width, list, [this.length, other.length]);
            refuse(`${name}: ${this.round}`);
        };
        library.callExplained(explain, `sepal_polys_${question}`, this.at, at, ...values);
        return columns.take();
    }

    /** What each pair has in common, as a polygon: { x, y, first }; pair i has the corners first[i] .. first[i + 1] - 1, counter-clockwise.
     * rule: { touching }: whether pairs that only touch have a point or a segment in common. Shapes with radii are refused. */
    commonPolygons(other, pairs, rule) {
        const { library } = this,
            { at } = setOf('other', other, library, this.kind),
            { width, count } = this.listed('pairs', pairs);
        const explain = () => {
            checkPairs('pairs', width, pairs, [this.length, other.length]);
            refuse(`pairs: ${this.round}`);
        };
        for (let room = 8 * count; ; ) {
            library.begin();
            const found = library.words(0),
                [x, y, first] = [library.room(4 * room), library.room(4 * room), library.room(4 * (count + 1))],
                values = [library.indices('pairs', pairs, width), count, library.rule(rule, 'rule', ['touching']), room, x, y, first, found];
            const status = library.exports.sepal_polys_common_polygons(this.at, at, ...values);
            const [corners] = library.view(Uint32Array, found, 1);
            if (status !== TOO_SMALL) {
                library.explained(explain, status);
                library.checked('sepal_polys_common_polygons', status);
                return {
                    x: library.take(Float32Array, x, corners),
                    y: library.take(Float32Array, y, corners),
                    first: library.take(Uint32Array, first, count + 1),
                };
            }
            room = corners;
        }
    }

    /** How much each pair of groups has in common, as in overlapGroups, if the parts of a group do not overlap each other. */
    commonGroups(groups, other, otherGroups, pairs) {
        const { library } = this,
            { at } = setOf('other', other, library, this.kind),
            { width, count } = this.listed('pairs', pairs);
        library.begin();
        const columns = this.answerColumns(COMMONS, count),
            [own, others] = [this.groupsOf('groups', groups, this), this.groupsOf('otherGroups', otherGroups, other)];
        const values = [own.at, at, others.at, library.indices('pairs', pairs, width), count, library.words(...columns.at)];
        const explain = () => this.explainGroups(pairs, width, [groups, own], other, [otherGroups, others]);
        library.callExplained(explain, 'sepal_polys_common_groups', this.at, ...values);
        return columns.take();
    }

    /** Is the second group of each pair inside of the union of the first, whose parts may overlap? Shapes with radii are refused. */
    containsGroups(groups, other, otherGroups, pairs) {
        const { library } = this,
            { at } = setOf('other', other, library, this.kind),
            { width, count } = this.listed('pairs', pairs);
        library.begin();
        const bits = library.bits(count),
            [own, others] = [this.groupsOf('groups', groups, this), this.groupsOf('otherGroups', otherGroups, other)];
        const values = [own.at, at, others.at, library.indices('pairs', pairs, width), count, bits];
        const explain = () => this.explainGroups(pairs, width, [groups, own], other, [otherGroups, others]);
        library.callExplained(explain, 'sepal_polys_contains_groups', this.at, ...values);
        return library.answers(bits, count);
    }

    /** The areas of all polygons; 0 of what was removed. Shapes with radii are refused. */
    areas() {
        const { library, length } = this;
        library.begin();
        const columns = this.answerColumns(['areas'], length);
        library.callExplained(() => refuse(this.round), 'sepal_polys_areas', this.at, 0, length, ...columns.at);
        return columns.take().areas;
    }

    /** The points where each pair touches: { count, normalX, normalY, x, y, depth, feature }; those of point k of pair i at 2 i + k.
     * rule: { margin, pointMargin }: pairs within the one have points, and further ones within the other. */
    contactsPairs(other, pairs, rule) {
        return this.askContacts('contacts_pairs', null, other, pairs, rule);
    }

    /** The points where pairs of a segment and a polygon touch. Segments are shapes of this set with two vertices, solid from the right; the
     * segments first[g] .. first[g + 1] - 1 are a chain. */
    contactsChains(chains, other, pairs, rule) {
        sizeOf('chains', chains);
        return this.askContacts('contacts_chains', chains, other, pairs, rule);
    }

    /** Refuses the first pair whose shape of this set is no segment. */
    checkSegments(pairs) {
        for (let k = 0; k < pairs.length; k += 2) {
            const { length } = this.vertices(pairs[k]).x;
            if (length !== 2)
                refuse(`pairs[${k}] is ${pairs[k]}, a shape with ${length} vertices; a segment, which has two, is expected`, k / 2);
        }
    }

    askContacts(question, chains, other, pairs, rule) {
        const { library } = this,
            { at } = setOf('other', other, library, this.kind),
            { width, count } = this.listed('pairs', pairs);
        library.begin();
        const counts = library.room(count);
        const columns = [1, 1, 2, 2, 2, 2].map((each) => library.room(4 * each * count));
        const groups = chains ? [this.groupsOf('chains', chains, this).at] : [];
        const values = [library.indices('pairs', pairs, width), count, library.contactRule(rule)],
            out = library.words(counts, ...columns, 0, 0, 0, 0, 0, 0, 0, 0);
        const explain = () => {
            checkPairs('pairs', width, pairs, [this.length, other.length]);
            if (chains) startsOf('chains', chains, this.length, 'shapes');
            if (chains) this.checkSegments(pairs);
        };
        library.callExplained(explain, `sepal_polys_${question}`, this.at, ...groups, at, ...values, out);
        const floats = columns.slice(0, 5).map((at, i) => library.take(Float32Array, at, (i < 2 ? 1 : 2) * count));
        const [normalX, normalY, x, y, depth] = floats;
        const feature = library.take(Uint32Array, columns[5], 2 * count);
        return { count: library.take(Uint8Array, counts, count), normalX, normalY, x, y, depth, feature };
    }
}
