// finder.js — pairs of whole scenes: include/sepal/search.h for JavaScript. The sets that are asked about may be Polys or Solids.

import { listOf } from './sets.js';

/** A sepal_filter of { member, mask, owner }, each an array of two: for the first set, and for the second. */
function filterOf(library, filter) {
    if (!filter) return 0;
    const put = ([first, second] = []) => [library.put(Uint32Array, first), library.put(Uint32Array, second)];
    return library.words(...put(filter.member), ...put(filter.mask), ...put(filter.owner));
}

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

    /** Builds the tree of a set, for findRange, findAt and castRays. */
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

    /** The shapes of the set of the tree that contain the point [x, y] or [x, y, z]. */
    findAt(point, rule) {
        const { library } = this,
            name = `sepal_${this.built?.kind ?? 'polys'}_find_at`;
        return listOf(this, name, 1, (room, list, found) =>
            library.exports[name](this.at, ...point, library.rule(rule), room, list, found),
        );
    }

    /** Which polygon of the set of the tree each ray hits first: { shape, time, normalX, normalY }. Rays are { x, y, dx, dy }. */
    castRays({ x, y, dx, dy }, { filter, ...rule } = {}) {
        const { library } = this,
            count = x.length;
        library.begin();
        const rays = library.words(...[x, y, dx, dy].map((values) => library.put(Float32Array, values, count)), 1);
        const columns = [0, 1, 2, 3].map(() => library.room(4 * count));
        library.call(
            'sepal_polys_cast_rays',
            this.at,
            rays,
            count,
            filterOf(library, filter),
            library.rule(rule),
            library.words(...columns),
        );
        const [time, normalX, normalY] = columns.slice(1).map((at) => library.take(Float32Array, at, count));
        return { shape: library.take(Uint32Array, columns[0], count), time, normalX, normalY };
    }
}
