// solids.js — sets of convex solids in space: include/sepal/solids.h for JavaScript.

import {
    booleanOf,
    checkFinite,
    columnsOf,
    countOf,
    fieldsOf,
    indexOf,
    lengthOf,
    refuse,
    startsOf,
    vectorOf,
    wholeOf,
} from './checks.js';
import { ShapeSet, checkPairs, quaternionsOf, setOf, shapesIn } from './sets.js';

const AXES = ['x', 'y', 'z'];
const BOXES = [...AXES, 'halfX', 'halfY', 'halfZ'];
const VECTORS = ['c', 'u', 'v', 'w'];
const CAPSULES = ['x0', 'y0', 'z0', 'x1', 'y1', 'z1', 'radius'];
const PRISMS = ['x0', 'y0', 'z0', 'x1', 'y1', 'z1', 'circumradius'];
const CONTACTS = ['touching', 'margin', 'pointMargin', 'points', 'poses', 'otherPoses'];
const SIDES = [3, 128]; // of prisms
const MATRIX = Array(9).fill(0); // of a sepal_solid_turns, which has quaternions instead

const pointsNamed = (x, y, z) => [
    ['x', x],
    ['y', y],
    ['z', z],
];

/** Refuses a hull that C has refused without a word of why. */
function refuseHull(x, y, z) {
    checkFinite(pointsNamed(x, y, z));
    if (x.length === 0) refuse('x is empty; at least one point is expected');
}

/** Refuses a shape that is no box. For calls that C has refused. */
function refuseHulls(set, index) {
    const { length } = set.vertices(index).x;
    if (length > 0) refuse(`index is ${index}, a hull of ${length} points; a box is expected`);
}

export class Solids extends ShapeSet {
    constructor(library) {
        super(library, 'solids', ['X', 'Y', 'Z'], ['turn']);
    }

    /** Makes room for so many boxes, and hulls with so many vertices in all. */
    reserve(boxes, hulls, vertices) {
        const sizes = [wholeOf('boxes', boxes), wholeOf('hulls', hulls), wholeOf('vertices', vertices)];
        this.library.call('sepal_solids_reserve', this.at, ...sizes);
    }

    addBoxes(boxes) {
        fieldsOf('boxes', boxes, [...BOXES, 'turn', 'radius'], BOXES);
        const columns = [...columnsOf('boxes', boxes, BOXES), ...this.turnsOf('boxes', boxes), ['boxes.radius', boxes.radius]];
        return this.addColumns('add_boxes', 'box', columns, (at) => [...at.slice(0, 10), ...MATRIX, at[10], 1]);
    }

    /** Puts points in: their addresses. */
    points(x, y, z) {
        const { library } = this;
        return [library.floats('x', x), library.floats('y', y), library.floats('z', z)];
    }

    /** Adds the convex hull of points, with a radius. Returns its index. */
    addHull(x, y, z, radius = 0) {
        const { library } = this,
            count = this.countPoints(x, y, z);
        lengthOf('radius', radius);
        library.begin();
        const index = library.words(0);
        library.callExplained(() => refuseHull(x, y, z), 'sepal_solids_add_hull', this.at, ...this.points(x, y, z), count, radius, index);
        return library.view(Uint32Array, index, 1)[0];
    }

    /** Adds hulls: hull k is that of the points first[k] .. first[k + 1] - 1. Returns the index of the first. */
    addHulls(x, y, z, first, radius) {
        const { library } = this,
            count = startsOf('first', first, this.countPoints(x, y, z), 'points');
        countOf([['radius', radius]], count);
        library.begin();
        const values = [...this.points(x, y, z), library.indices('first', first), count],
            index = library.words(0);
        const radii = library.column(Float32Array, 'radius', radius, count),
            explain = () => checkFinite([...pointsNamed(x, y, z), ['radius', radius]]);
        library.callAboutMany('hull', explain, 'sepal_solids_add_hulls', this.at, ...values, radii, index);
        return library.view(Uint32Array, index, 1)[0];
    }

    /** Adds boxes by their vectors: c, u, v, w are { x, y, z }, the centres and half edges. */
    addParallelepipeds(boxes) {
        fieldsOf('boxes', boxes, [...VECTORS, 'radius'], VECTORS);
        const vectors = VECTORS.flatMap((name) => {
            const what = `boxes.${name}`;
            return columnsOf(what, fieldsOf(what, boxes[name], AXES, AXES), AXES);
        });
        return this.addColumns('add_parallelepipeds', 'box', [...vectors, ['boxes.radius', boxes.radius]], (at) => [...at, 1]);
    }

    addSpheres(spheres) {
        const names = [...AXES, 'radius'];
        const columns = columnsOf('spheres', fieldsOf('spheres', spheres, names, names), names);
        return this.addColumns('add_spheres', 'sphere', columns, (at) => [...at, 1]);
    }

    addCapsules(capsules) {
        const columns = columnsOf('capsules', fieldsOf('capsules', capsules, CAPSULES, CAPSULES), CAPSULES);
        return this.addColumns('add_capsules', 'capsule', columns, (at) => [...at, 1]);
    }

    /** Adds prisms over regular polygons of so many sides, from one end to the other. */
    addPrisms(prisms) {
        fieldsOf('prisms', prisms, [...PRISMS, 'radius', 'sides'], [...PRISMS, 'sides']);
        const sides = wholeOf('prisms.sides', prisms.sides),
            [least, most] = SIDES;
        if (sides < least || sides > most) refuse(`prisms.sides is ${sides}; a whole number from ${least} to ${most} is expected`);
        return this.addColumns('add_prisms', 'prism', columnsOf('prisms', prisms, [...PRISMS, 'radius']), (at) => [...at, 1, sides]);
    }

    /** Replaces the vectors of a box, as box() gives them. */
    updateBox(index, box) {
        const { library } = this,
            names = ['centre', 'u', 'v', 'w'];
        indexOf('index', index, this.length);
        fieldsOf('box', box, names, names);
        const vectors = names.flatMap((name) => vectorOf(`box.${name}`, box[name], 3));
        library.begin();
        const explain = () => {
            refuseHulls(this, index);
            checkFinite(names.map((name) => [`box.${name}`, box[name]]));
        };
        library.callExplained(explain, 'sepal_solids_update_box', this.at, index, library.floats('box', vectors));
    }

    /** Replaces the points of a hull by as many others. */
    updateHull(index, x, y, z) {
        indexOf('index', index, this.length);
        this.checkSame(index, this.countPoints(x, y, z));
        this.library.begin();
        this.library.callExplained(() => refuseHull(x, y, z), 'sepal_solids_update_hull', this.at, index, ...this.points(x, y, z));
    }

    /** The vectors of a box: { centre, u, v, w }, of three numbers each. */
    box(index) {
        const { library } = this;
        library.begin();
        const out = library.room(4 * 12);
        const explain = () => refuseHulls(this, index);
        library.callExplained(explain, 'sepal_solids_box', this.at, indexOf('index', index, this.length), out);
        const [centre, u, v, w] = [0, 1, 2, 3].map((i) => library.take(Float32Array, out + 12 * i, 3));
        return { centre, u, v, w };
    }

    /** The points of a hull: { x, y, z }. */
    vertices(index) {
        const { library } = this;
        library.begin();
        const out = library.words(0, 0, 0, 0);
        library.call('sepal_solids_vertices', this.at, indexOf('index', index, this.length), out, out + 4, out + 8, out + 12);
        const [x, y, z, count] = library.view(Uint32Array, out, 4);
        const [ofX, ofY, ofZ] = [x, y, z].map((at) => library.take(Float32Array, at, count));
        return { x: ofX, y: ofY, z: ofZ };
    }

    turnsOf(what, { turn }) {
        return quaternionsOf(`${what}.turn`, turn);
    }

    turnWords(at) {
        return [...at, ...MATRIX];
    }

    /** The points where each pair touches, at most four: { count, normalX, normalY, normalZ, x, y, z, depth, feature }; those of point k of
     * pair i at 4 i + k. With `points` also those of both surfaces, aX ... bZ, relative to the places in `poses` and `otherPoses`. */
    contactsPairs(other, pairs, options) {
        setOf('other', other, this.library, this.kind);
        return this.askContacts('sepal_solids_contacts_pairs', other, pairs, options, CONTACTS);
    }

    /** The points of pairs with another set or with a mesh, by C's function of this name. names: all that options may have. */
    askContacts(name, other, pairs, options, names) {
        const { library } = this,
            { at } = other,
            { width, count } = this.listed('pairs', pairs);
        library.begin();
        const rule = library.contactRule(options, 'options', names),
            { points = false, poses, otherPoses } = options ?? {};
        booleanOf('options.points', points);
        const [own, others] = [this.placesOf('options.poses', poses, this), this.placesOf('options.otherPoses', otherPoses, other)];
        const ends = ['aX', 'aY', 'aZ', 'bX', 'bY', 'bZ'].map((name) => (points ? name : null));
        const counts = library.room(count),
            normals = this.answerColumns(this.normals, count),
            each = this.answerColumns(['x', 'y', 'z', 'depth'], 4 * count),
            features = library.room(4 * 4 * count),
            surfaces = this.answerColumns(ends, 4 * count);
        const places = [own, others].map((of, i) => (of ? this.putPoses(of, [this, other][i].length) : 0));
        const out = library.words(counts, ...normals.at, ...each.at, features, ...surfaces.at, 0, 0, ...places),
            values = [library.indices('pairs', pairs, width), count, rule, out];
        const explain = () => {
            checkPairs('pairs', width, pairs, [this.length, other.length]);
            for (const [side, of] of [own, others].entries()) if (of) checkFinite(of.places, of.far, shapesIn(pairs, side));
        };
        library.callExplained(explain, name, this.at, at, ...values);
        const feature = library.take(Uint32Array, features, 4 * count);
        return { count: library.take(Uint8Array, counts, count), ...normals.take(), ...each.take(), feature, ...surfaces.take() };
    }

    /** The poses of all shapes of a set, if they are given. */
    placesOf(what, poses, set) {
        if (poses === undefined || poses === null) return null;
        const checked = this.posesOf(what, poses);
        this.countPoses(checked, set.length);
        return checked;
    }
}
