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
        super(library, 'solids', ['X', 'Y', 'Z']);
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

    /** Adds hulls: hull k is that of the points first[k] .. first[k + 1] - 1. Returns the index of the first. */
    addHulls(x, y, z, first, radius) {
        const { library } = this,
            count = first.length - 1;
        library.begin();
        const values = [x, y, z].map((of) => library.put(Float32Array, of));
        values.push(library.put(Uint32Array, first), count, library.put(Float32Array, radius, count));
        const index = library.words(0);
        library.callAboutMany('sepal_solids_add_hulls', this.at, ...values, index);
        return library.view(Uint32Array, index, 1)[0];
    }

    /** Adds boxes by their vectors: c, u, v, w are { x, y, z }, the centres and half edges. */
    addParallelepipeds({ c, u, v, w, radius }) {
        const { library } = this,
            columns = [c, u, v, w].flatMap(({ x, y, z }) => [x, y, z]),
            count = lengthOf([...columns, radius]);
        library.begin();
        const rows = [...columns, radius].map((values) => library.put(Float32Array, values, count));
        return this.addColumns('add_parallelepipeds', library.words(...rows, 1), count);
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

    /** Adds prisms over regular polygons of so many sides, from one end to the other. */
    addPrisms({ x0, y0, z0, x1, y1, z1, circumradius, radius, sides }) {
        const { library } = this,
            columns = [x0, y0, z0, x1, y1, z1, circumradius, radius],
            count = lengthOf(columns);
        library.begin();
        const rows = columns.map((values) => library.put(Float32Array, values, count));
        return this.addColumns('add_prisms', library.words(...rows, 1, sides), count);
    }

    /** Replaces the vectors of a box, as box() gives them. */
    updateBox(index, { centre, u, v, w }) {
        const { library } = this;
        library.begin();
        library.call('sepal_solids_update_box', this.at, index, library.put(Float32Array, [...centre, ...u, ...v, ...w]));
    }

    /** Replaces the points of a hull by as many others. */
    updateHull(index, x, y, z) {
        const { library } = this;
        library.begin();
        const points = [x, y, z].map((values) => library.put(Float32Array, values));
        library.call('sepal_solids_update_hull', this.at, index, ...points);
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

    poses(at, count) {
        return poses(this.library, at, count);
    }

    /** The points where each pair touches, at most four: { count, normalX, normalY, normalZ, x, y, z, depth, feature }; those of point k of
     * pair i at 4 i + k. With `points` also those of both surfaces, aX ... bZ, relative to the places in `poses` and `otherPoses`. */
    contactsPairs(other, pairs, { margin = 0, pointMargin = 0, points = false, poses, otherPoses } = {}) {
        const { library } = this,
            count = pairs.length / 2;
        library.begin();
        const ends = ['aX', 'aY', 'aZ', 'bX', 'bY', 'bZ'].map((name) => (points ? name : null));
        const counts = library.room(count),
            normals = this.columns(this.normals, count),
            each = this.columns(['x', 'y', 'z', 'depth'], 4 * count),
            features = library.room(4 * 4 * count),
            surfaces = this.columns(ends, 4 * count);
        const places = [poses ? this.poses(poses, this.length) : 0, otherPoses ? other.poses(otherPoses, other.length) : 0];
        const out = library.words(counts, ...normals.at, ...each.at, features, ...surfaces.at, 0, 0, ...places),
            values = [library.put(Uint32Array, pairs), count, library.contactRule({ margin, pointMargin }), out];
        library.call('sepal_solids_contacts_pairs', this.at, other.at, ...values);
        const feature = library.take(Uint32Array, features, 4 * count);
        return { count: library.take(Uint8Array, counts, count), ...normals.take(), ...each.take(), feature, ...surfaces.take() };
    }
}
