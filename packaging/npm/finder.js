// finder.js — pairs of whole scenes: include/sepal/search.h for JavaScript. The sets that are asked about may be Polys or Solids.

import { listOf } from './sets.js';

/** A sepal_filter of { member, mask, owner }, each an array of two: for the first set, and for the second. */
function filterOf(library, filter) {
    if (!filter) return 0;
    const put = ([first, second] = []) => [library.put(Uint32Array, first), library.put(Uint32Array, second)];
    return library.words(...put(filter.member), ...put(filter.mask), ...put(filter.owner));
}

const FLT_MAX = 3.4028234663852886e38;

export class Finder {
    constructor(library) {
        this.library = library;
        this.at = library.create(this, 'finder');
    }

    /** Gives the memory of the finder back at once. */
    free() {
        this.library.destroy(this, 'finder');
    }

    /** All pairs of shapes of a and b that overlap: a0, b0, a1, b1, ... in ascending order. */
    findPairs(a, b, { filter, ...rule } = {}) {
        const { library } = this,
            name = `sepal_${a.kind}_find_pairs`;
        return listOf(this, name, 2, (room, list, found) =>
            library.exports[name](
                this.at,
                a.at,
                b.at,
                filterOf(library, filter),
                library.rule(rule),
                room,
                list,
                found,
            ),
        );
    }

    /** All pairs whose bounding boxes are within the margin. */
    findNear(a, b, { filter, margin = 0 } = {}) {
        const { library } = this,
            name = `sepal_${a.kind}_find_near`;
        return listOf(this, name, 2, (room, list, found) =>
            library.exports[name](this.at, a.at, b.at, filterOf(library, filter), margin, room, list, found),
        );
    }

    /** Builds the tree of a set, for findRange, findList, findAt, findIn and castRays. */
    build(set) {
        this.library.call(`sepal_${set.kind}_find_build`, this.at, set.at);
        this.built = set;
    }

    /** The pairs of findPairs for the shapes first .. first + count - 1 of a, and the set of the tree. */
    findRange(a, first, count, { filter, ...rule } = {}) {
        const { library } = this,
            name = `sepal_${a.kind}_find_range`;
        return listOf(this, name, 2, (room, list, found) =>
            library.exports[name](
                this.at,
                a.at,
                first,
                count,
                filterOf(library, filter),
                library.rule(rule),
                room,
                list,
                found,
            ),
        );
    }

    /** The same for the listed shapes of a. */
    findList(a, shapes, { filter, ...rule } = {}) {
        const { library } = this,
            name = `sepal_${a.kind}_find_list`;
        return listOf(this, name, 2, (room, list, found) =>
            library.exports[name](
                this.at,
                a.at,
                library.put(Uint32Array, shapes),
                shapes.length,
                filterOf(library, filter),
                library.rule(rule),
                room,
                list,
                found,
            ),
        );
    }

    /** Which shapes of the set of the tree contain which points: the index of a point and that of a shape, and so on, in ascending order.
     * Points are { x, y }, and with z where the set is one of solids. */
    findAt(points, { filter, ...rule } = {}) {
        const { library } = this,
            kind = this.built?.kind ?? 'polys',
            axes = kind === 'polys' ? ['x', 'y'] : ['x', 'y', 'z'],
            count = points.x.length,
            name = `sepal_${kind}_find_at`;
        return listOf(this, name, 2, (room, list, found) => {
            const columns = axes.map((axis) => library.put(Float32Array, points[axis], count));
            return library.exports[name](
                this.at,
                library.words(...columns, 1),
                count,
                filterOf(library, filter),
                library.rule(rule),
                room,
                list,
                found,
            );
        });
    }

    /** The shapes of the set of the tree that overlap the box from the corner `low` to the corner `high`, [x, y] or [x, y, z] each. */
    findIn(low, high, { filter, ...rule } = {}) {
        const { library } = this,
            kind = this.built?.kind ?? 'polys',
            name = `sepal_${kind}_find_in`;
        const corners = () =>
            kind === 'polys' ? [...low, ...high] : [low, high].map((corner) => library.put(Float32Array, corner));
        return listOf(this, name, 1, (room, list, found) =>
            library.exports[name](
                this.at,
                ...corners(),
                filterOf(library, filter),
                library.rule(rule),
                room,
                list,
                found,
            ),
        );
    }

    /** The k shapes of the set of the tree that are nearest to each shape of a: { nearest, distance }, those of shape i from k * i on. Behind
     * the last one there is 0xffffffff. */
    findNearest(a, k, { filter, first = 0, count = a.length - first, limit = FLT_MAX } = {}) {
        const { library } = this;
        library.begin();
        const [nearest, distance] = [0, 0].map(() => library.room(4 * k * count)),
            values = [first, count, k, filterOf(library, filter), limit, nearest, distance];
        library.call(`sepal_${a.kind}_find_nearest`, this.at, a.at, ...values);
        return {
            nearest: library.take(Uint32Array, nearest, k * count),
            distance: library.take(Float32Array, distance, k * count),
        };
    }

    /** Which shape of the set of the tree each ray hits first: { shape, time, normalX, ... }. Rays are { x, y, dx, dy }, and with z and dz
     * where the set is one of solids. */
    castRays(rays, { filter, ...rule } = {}) {
        const { library } = this,
            count = rays.x.length,
            kind = this.built?.kind ?? 'polys',
            axes = kind === 'polys' ? ['x', 'y'] : ['x', 'y', 'z'];
        library.begin();
        const columns = [...axes, ...axes.map((axis) => `d${axis}`)].map((name) =>
            library.put(Float32Array, rays[name], count),
        );
        const out = [0, 0, ...axes].map(() => library.room(4 * count));
        library.call(
            `sepal_${kind}_cast_rays`,
            this.at,
            library.words(...columns, 1),
            count,
            filterOf(library, filter),
            library.rule(rule),
            library.words(...out),
        );
        const hits = { shape: library.take(Uint32Array, out[0], count), time: library.take(Float32Array, out[1], count) };
        axes.forEach((axis, i) => {
            hits[`normal${axis.toUpperCase()}`] = library.take(Float32Array, out[2 + i], count);
        });
        return hits;
    }

    /** Builds the tree of a set that changes from step to step, with `slack` around each shape; update() makes it follow. */
    keep(set, slack = 0) {
        this.library.call(`sepal_${set.kind}_find_keep`, this.at, set.at, slack);
        this.built = set;
    }

    /** Makes the tree follow its set. shapes: the indices of those that may have changed; without them all are looked at. */
    update(shapes) {
        const { library } = this;
        library.begin();
        const list = library.put(Uint32Array, shapes);
        library.call(`sepal_${this.built?.kind ?? 'polys'}_find_update`, this.at, list, shapes?.length ?? 0);
    }

    /** The pairs of findPairs for the set of the tree and itself; pairs of boxes are kept from call to call. */
    findKept({ filter, ...rule } = {}) {
        const { library } = this,
            name = `sepal_${this.built?.kind ?? 'polys'}_find_kept`;
        return listOf(this, name, 2, (room, list, found) =>
            library.exports[name](this.at, filterOf(library, filter), library.rule(rule), room, list, found),
        );
    }
}
