// solids.js — sets of convex solids in space: include/sepal/solids.h for JavaScript.

import { ShapeSet, lengthOf } from './sets.js';

/** The words of a sepal_solid_turns: a quaternion { w, x, y, z }, or nothing. */
function turns(put, turn) {
    const matrix = Array(9).fill(0);
    return turn ? [put(turn.w), put(turn.x), put(turn.y), put(turn.z), ...matrix] : [0, 0, 0, 0, ...matrix];
}

/** A sepal_solid_poses of the columns { x, y, z, turn }; or { x64, y64, z64, originX, originY, originZ } instead of x, y and z. */
function poses(library, { x, y, z, turn, x64, y64, z64, originX = 0, originY = 0, originZ = 0 }, count) {
    const put = (values) => library.put(Float32Array, values, count),
        put64 = (values) => library.put(Float64Array, values, count);
    const words = [put(x), put(y), put(z), ...turns(put, turn), 1, put64(x64), put64(y64), put64(z64), 1];
    const before = 8 * Math.ceil(words.length / 2); // C aligns doubles to 8 bytes
    const at = library.words(...words, ...Array(before / 4 - words.length + 6).fill(0));
    library.view(Float64Array, at + before, 3).set([originX, originY, originZ]);
    return at;
}

export class Solids extends ShapeSet {
    constructor(library) {
        super(library, 'solids');
    }

    /** Makes room for so many boxes, and hulls with so many vertices in all. */
    reserve(boxes, hulls, vertices) {
        this.library.call('sepal_solids_reserve', this.at, boxes, hulls, vertices);
    }

    addBoxes({ x, y, z, halfX, halfY, halfZ, turn, radius }) {
        const { library } = this,
            count = lengthOf([x, y, z, halfX, halfY, halfZ, turn?.w, radius]);
        library.begin();
        const put = (values) => library.put(Float32Array, values, count);
        const rows = [put(x), put(y), put(z), put(halfX), put(halfY), put(halfZ), ...turns(put, turn), put(radius), 1];
        return this.addColumns('add_boxes', library.words(...rows), count);
    }

    /** Adds the convex hull of points, with a radius. Returns its index. */
    addHull(x, y, z, radius = 0) {
        const { library } = this;
        library.begin();
        const index = library.words(0);
        const [atX, atY, atZ] = [x, y, z].map((values) => library.put(Float32Array, values));
        library.call('sepal_solids_add_hull', this.at, atX, atY, atZ, x.length, radius, index);
        return library.view(Uint32Array, index, 1)[0];
    }

    addSpheres({ x, y, z, radius }) {
        const { library } = this,
            count = lengthOf([x, y, z, radius]);
        library.begin();
        const put = (values) => library.put(Float32Array, values, count);
        return this.addColumns('add_spheres', library.words(put(x), put(y), put(z), put(radius), 1), count);
    }

    addCapsules({ x0, y0, z0, x1, y1, z1, radius }) {
        const { library } = this,
            count = lengthOf([x0, y0, z0, x1, y1, z1, radius]);
        library.begin();
        const put = (values) => library.put(Float32Array, values, count);
        const rows = library.words(put(x0), put(y0), put(z0), put(x1), put(y1), put(z1), put(radius), 1);
        return this.addColumns('add_capsules', rows, count);
    }

    /** The vectors of a box: { centre, u, v, w }, of three numbers each. */
    box(index) {
        const { library } = this;
        library.begin();
        const out = library.room(4 * 12);
        library.call('sepal_solids_box', this.at, index, out);
        const [centre, u, v, w] = [0, 1, 2, 3].map((i) => library.take(Float32Array, out + 12 * i, 3));
        return { centre, u, v, w };
    }

    /** The points of a hull: { x, y, z }. */
    vertices(index) {
        const { library } = this;
        library.begin();
        const out = library.words(0, 0, 0, 0);
        library.call('sepal_solids_vertices', this.at, index, out, out + 4, out + 8, out + 12);
        const [x, y, z, count] = library.view(Uint32Array, out, 4);
        const [ofX, ofY, ofZ] = [x, y, z].map((at) => library.take(Float32Array, at, count));
        return { x: ofX, y: ofY, z: ofZ };
    }

    /** Refills this set: solid i is model[i] of `models` at pose i. */
    place(models, model, at) {
        const { library } = this;
        library.begin();
        library.callAboutMany(
            'sepal_solids_place',
            this.at,
            models.at,
            library.put(Uint32Array, model),
            poses(library, at, model.length),
            model.length,
        );
    }

    /** The smallest push that parts each pair: { normalX, normalY, normalZ, depth }, and with `points` its ends. */
    mtvPairs(other, pairs, { points = false, ...rule } = {}) {
        const ends = ['aX', 'aY', 'aZ', 'bX', 'bY', 'bZ'].map((name) => (points ? name : null));
        return this.askColumns('mtv_pairs', other, pairs, rule, ['normalX', 'normalY', 'normalZ', 'depth', ...ends]);
    }
}
