// polys.js — sets of convex shapes in the plane: include/sepal/polys.h and groups.h for JavaScript.

import { ShapeSet, lengthOf } from './sets.js';

/** A sepal_poses of the columns { x, y, cos, sin } or { x, y, angle }; or { x64, y64, originX, originY } instead of x and y. */
function poses(library, { x, y, cos, sin, angle, x64, y64, originX = 0, originY = 0 }, count) {
    if (angle !== undefined) {
        const angles = typeof angle === 'number' ? [angle] : angle;
        cos = Float32Array.from(angles, Math.cos);
        sin = Float32Array.from(angles, Math.sin);
        if (angles.length === 1 && count > 1) [cos, sin] = [cos[0], sin[0]];
    }
    const put = (values) => library.put(Float32Array, values, count),
        put64 = (values) => library.put(Float64Array, values, count);
    const at = library.words(put(x), put(y), put(cos), put(sin), 1, put64(x64), put64(y64), 1, 0, 0, 0, 0);
    library.view(Float64Array, at + 32, 2).set([originX, originY]); // C aligns them to 8 bytes
    return at;
}

export class Polys extends ShapeSet {
    constructor(library) {
        super(library, 'polys', ['X', 'Y']);
    }

    /** Makes room for so many shapes with so many vertices in all. */
    reserve(shapes, vertices) {
        this.library.call('sepal_polys_reserve', this.at, shapes, vertices);
    }

    /** Adds a convex polygon, with a radius. Returns its index. */
    add(x, y, radius = 0) {
        const { library } = this;
        library.begin();
        const index = library.words(0);
        const [atX, atY] = [x, y].map((values) => library.put(Float32Array, values));
        library.call('sepal_polys_add_round', this.at, atX, atY, x.length, radius, index);
        return library.view(Uint32Array, index, 1)[0];
    }

    /** Adds polygons: polygon k has the vertices first[k] .. first[k + 1] - 1. Returns the index of the first. */
    addMany(x, y, first, radius) {
        const { library } = this,
            count = first.length - 1;
        library.begin();
        const index = library.words(0);
        library.callAboutMany(
            'sepal_polys_add_many',
            this.at,
            library.put(Float32Array, x),
            library.put(Float32Array, y),
            library.put(Uint32Array, first),
            count,
            library.put(Float32Array, radius, count),
            index,
        );
        return library.view(Uint32Array, index, 1)[0];
    }

    addBoxes({ x, y, halfX, halfY, cos, sin, radius }) {
        const { library } = this,
            count = lengthOf([x, y, halfX, halfY, cos, sin, radius]);
        library.begin();
        const put = (values) => library.put(Float32Array, values, count);
        const rows = library.words(put(x), put(y), put(halfX), put(halfY), put(cos), put(sin), 1, put(radius));
        return this.addColumns('add_boxes', rows, count);
    }

    addCircles({ x, y, radius }) {
        const { library } = this,
            count = lengthOf([x, y, radius]);
        library.begin();
        const put = (values) => library.put(Float32Array, values, count);
        return this.addColumns('add_circles', library.words(put(x), put(y), put(radius), 1), count);
    }

    addCapsules({ x0, y0, x1, y1, radius }) {
        const { library } = this,
            count = lengthOf([x0, y0, x1, y1, radius]);
        library.begin();
        const put = (values) => library.put(Float32Array, values, count);
        const rows = library.words(put(x0), put(y0), put(x1), put(y1), put(radius), 1);
        return this.addColumns('add_capsules', rows, count);
    }

    /**
     * Adds a simple polygon that need not be convex, cut into convex parts. Returns { first, parts }. The index of a SepalError is that of
     * a vertex at which it is not simple.
     */
    addConcave(x, y) {
        const { library } = this;
        library.begin();
        const out = library.words(0, 0);
        const [atX, atY] = [x, y].map((values) => library.put(Float32Array, values));
        library.callAboutMany('sepal_polys_add_concave', this.at, atX, atY, x.length, out, out + 4);
        const [first, parts] = library.view(Uint32Array, out, 2);
        return { first, parts };
    }

    /**
     * Adds a polygon with holes, cut into convex parts. starts: where each ring begins in x and y, and the last one ends; the first ring is
     * the outline. Returns { first, parts }. The index of a SepalError is that of a vertex in x and y.
     */
    addWithHoles(x, y, starts) {
        const { library } = this;
        library.begin();
        const out = library.words(0, 0);
        const [atX, atY] = [x, y].map((values) => library.put(Float32Array, values));
        const atStarts = library.put(Uint32Array, starts);
        library.callAboutMany('sepal_polys_add_with_holes', this.at, atX, atY, atStarts, starts.length - 1, out, out + 4);
        const [first, parts] = library.view(Uint32Array, out, 2);
        return { first, parts };
    }

    /** Replaces the vertices of a shape by as many others. */
    update(index, x, y) {
        const { library } = this;
        library.begin();
        const [atX, atY] = [x, y].map((values) => library.put(Float32Array, values));
        library.call('sepal_polys_update', this.at, index, atX, atY);
    }

    /** The vertices of a shape: { x, y }. */
    vertices(index) {
        const { library } = this;
        library.begin();
        const out = library.words(0, 0, 0);
        library.call('sepal_polys_vertices', this.at, index, out, out + 4, out + 8);
        const [x, y, count] = library.view(Uint32Array, out, 3);
        return { x: library.take(Float32Array, x, count), y: library.take(Float32Array, y, count) };
    }

    poses(at, count) {
        return poses(this.library, at, count);
    }

    /** The points where each pair touches: { count, normalX, normalY, x, y, depth, feature }; those of point k of pair i at 2 i + k.
     * rule: { margin, pointMargin }: pairs within the one have points, and further ones within the other. */
    contactsPairs(other, pairs, rule) {
        return this.askContacts('contacts_pairs', null, other, pairs, rule);
    }

    /** The same of segments, shapes of this set with two vertices, that are solid from the right: the segments first[g] .. first[g + 1] - 1
     * are a chain. */
    contactsChains(chains, other, pairs, rule) {
        return this.askContacts('contacts_chains', chains, other, pairs, rule);
    }

    askContacts(question, chains, other, pairs, rule) {
        const { library } = this,
            count = pairs.length / 2;
        library.begin();
        const counts = library.room(count);
        const columns = [1, 1, 2, 2, 2, 2].map((each) => library.room(4 * each * count));
        const groups = chains ? [library.words(library.put(Uint32Array, chains), chains.length - 1)] : [];
        library.call(
            `sepal_polys_${question}`,
            this.at,
            ...groups,
            other.at,
            library.put(Uint32Array, pairs),
            count,
            library.contactRule(rule),
            library.words(counts, ...columns, 0, 0, 0, 0, 0, 0, 0, 0),
        );
        const floats = columns.slice(0, 5).map((at, i) => library.take(Float32Array, at, (i < 2 ? 1 : 2) * count));
        const [normalX, normalY, x, y, depth] = floats;
        const feature = library.take(Uint32Array, columns[5], 2 * count);
        return { count: library.take(Uint8Array, counts, count), normalX, normalY, x, y, depth, feature };
    }
}
