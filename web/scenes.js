// scenes.js — what the rooms ask the library: scenes of a few shapes in the plane, and of boxes in space. Every answer on the page
// comes through here, or for the crowd through rooms/crowd.js.

import { timed } from './loop.js';
import { hasSimd, load as loadSepal } from './sepal/index.js';

// The rooms ask about a pair at a time, for which vectors are no gain: theirs is the scalar build, which is a third of the size.
const SCALAR = new URL('scalar.wasm', import.meta.url);
const CROWD = new URL('crowd.wasm', import.meta.url);

let sepal = null;

/** Loads the library for the rooms, once. */
export async function load() {
    sepal = await loadSepal({ url: SCALAR });
}

/** The library for the crowd: a build with vectors, or without where there are none. */
export const loadForCrowd = () => (hasSimd() ? loadSepal({ url: CROWD }) : Promise.resolve(sepal));

export const version = () => sepal.version;

/** Shapes in the plane. A model is { x: [...], y: [...], radius }, vertices in its own frame. */
export class Scene {
    constructor(models) {
        this.models = sepal.polys();
        this.world = sepal.polys();
        for (const { x, y, radius } of models) this.models.add(x, y, radius);
    }

    /** Adds the convex parts of a polygon that need not be convex, as models. Returns how many there are. */
    addConcave({ x, y }) {
        return this.models.addConcave(x, y).parts;
    }

    /** Puts shapes into the scene, in place of those before. A pose is { model, x, y, angle }. */
    place(poses) {
        const column = (of) => Float32Array.from(poses, of);
        this.world.place(
            this.models,
            poses.map(({ model }) => model),
            {
                x: column(({ x }) => x),
                y: column(({ y }) => y),
                cos: column(({ angle = 0 }) => Math.cos(angle)),
                sin: column(({ angle = 0 }) => Math.sin(angle)),
            },
        );
    }

    get count() {
        return this.world.length;
    }

    /** The shape as the library has it: { x, y, radius }, float32 numbers. */
    shape(i) {
        const { x, y } = this.world.vertices(i);
        return { x: [...x], y: [...y], radius: this.world.radius(i) };
    }

    overlap(a, b, rule) {
        return this.world.overlapPairs(this.world, [a, b], rule)[0] === 1;
    }

    /** Does shape a overlap the shapes first .. first + count - 1? An array of booleans. */
    overlaps(a, first, count) {
        return Array.from(this.world.overlapOne(a, this.world, first, count), Boolean);
    }

    /** Does the group of the shapes 0 .. parts - 1 overlap shape b? */
    groupOverlaps(parts, b) {
        return this.world.overlapGroups([0, parts], this.world, null, [0, b])[0] === 1;
    }

    /** 'overlap', 'touch' or 'apart': by both rules for touching. */
    meeting(a, b, margin = 0) {
        if (!this.overlap(a, b, { margin })) return 'apart';
        return this.overlap(a, b, { touching: false, margin }) ? 'overlap' : 'touch';
    }

    contains(a, b) {
        return this.world.containsPairs(this.world, [a, b])[0] === 1;
    }

    /** The smallest push: unit normal (x, y) from a to b, and depth, which is negative if they are apart. */
    push(a, b) {
        const { normalX, normalY, depth } = this.world.mtvPairs(this.world, [a, b]);
        return { x: normalX[0], y: normalY[0], depth: depth[0] };
    }

    /** What a and b have in common: { area, iou, shareA, shareB, corners: { x, y } }. */
    common(a, b) {
        const { area, iou, shareA, shareB } = this.world.commonPairs(this.world, [a, b]),
            { x, y } = this.world.commonPolygons(this.world, [a, b]);
        return { area: area[0], iou: iou[0], shareA: shareA[0], shareB: shareB[0], corners: { x: [...x], y: [...y] } };
    }

    /** Where a and b touch, or are within the margin: { points: [{ x, y, depth, feature }], normal }. */
    contacts(a, b, margin) {
        const { count, normalX, normalY, x, y, depth, feature } = this.world.contactsPairs(this.world, [a, b], { margin });
        const points = Array.from({ length: count[0] }, (_, k) => ({ x: x[k], y: y[k], depth: depth[k], feature: feature[k] }));
        return { points, normal: { x: normalX[0], y: normalY[0] } };
    }

    /** Do shapes a and b meet while b moves by `move`? { meets, time, x, y }: when, from 0 to 1, and the unit normal then. */
    sweep(a, b, move) {
        const moves = { x: new Float32Array(this.count), y: new Float32Array(this.count) }; // all but b are at rest
        moves.x[b] = move.x;
        moves.y[b] = move.y;
        const { meets, time, normalX, normalY } = this.world.sweepPairs(null, this.world, moves, [a, b]);
        return { meets: meets[0] === 1, time: time[0], x: normalX[0], y: normalY[0] };
    }
}

/** Boxes in space. */
export class Space {
    constructor() {
        this.world = sepal.solids();
    }

    /** A box is { at: [x, y, z], half: [x, y, z], turn: [w, x, y, z] }. */
    place(boxes) {
        const column = (name, k) => Float32Array.from(boxes, (box) => box[name][k]);
        this.world.clear();
        this.world.addBoxes({
            x: column('at', 0),
            y: column('at', 1),
            z: column('at', 2),
            halfX: column('half', 0),
            halfY: column('half', 1),
            halfZ: column('half', 2),
            turn: { w: column('turn', 0), x: column('turn', 1), y: column('turn', 2), z: column('turn', 3) },
        });
    }

    /** Centre and half edges as the library has them. */
    box(i) {
        const { centre, u, v, w } = this.world.box(i);
        return { centre: [...centre], edges: [[...u], [...v], [...w]] };
    }

    overlap(a, b, rule) {
        return this.world.overlapPairs(this.world, [a, b], rule)[0] === 1;
    }

    meeting(a, b) {
        if (!this.overlap(a, b)) return 'apart';
        return this.overlap(a, b, { touching: false }) ? 'overlap' : 'touch';
    }

    push(a, b) {
        const { normalX, normalY, normalZ, depth } = this.world.mtvPairs(this.world, [a, b]);
        return { normal: [normalX[0], normalY[0], normalZ[0]], depth: depth[0] };
    }

    /** Up to four points, each [x, y, z], and their normal. */
    contacts(a, b) {
        const { count, normalX, normalY, normalZ, x, y, z } = this.world.contactsPairs(this.world, [a, b]);
        const points = Array.from({ length: count[0] }, (_, k) => [x[k], y[k], z[k]]);
        return { points, normal: [normalX[0], normalY[0], normalZ[0]] };
    }

    /** Whether b, which moves by [x, y, z], meets a, when, and the normal there. */
    sweep(a, b, move) {
        const [x, y, z] = move.map((v) => {
            const moves = new Float32Array(this.world.length);
            moves[b] = v;
            return moves;
        });
        const { meets, time, normalX, normalY, normalZ } = this.world.sweepPairs(null, this.world, { x, y, z }, [a, b]);
        return { meets: meets[0] === 1, time: time[0], normal: [normalX[0], normalY[0], normalZ[0]] };
    }
}

const FORESEEN = 0.05; // the distance up to which surfaces have contact points already
const SLACK = 0.1; // how far a body may move before its box in the tree is made anew

/** Bodies in the plane that move from step to step, in a tree that is kept. */
export class Heap {
    constructor(models) {
        this.models = sepal.polys();
        this.world = sepal.polys();
        this.finder = sepal.finder();
        for (const { x, y, radius } of models) this.models.add(x, y, radius);
    }

    /** Places the bodies of a solver. Pairs of two that stand still are not asked about. */
    begin(solver) {
        this.place(solver);
        this.finder.keep(this.world, SLACK);
    }

    place({ model, x, y, cos, sin, light }) {
        this.world.place(this.models, model, { x, y, cos, sin });
        this.owner = Uint32Array.from(light, (each, i) => (each === 0 ? 0 : i + 1));
    }

    near() {
        this.finder.update();
        return this.finder.findNearKept({ margin: FORESEEN, filter: { owner: [this.owner] } });
    }

    touch(pairs) {
        return this.world.contactsPairs(this.world, pairs, { margin: FORESEEN });
    }
}

/** Many shapes at rest, with a tree of them. */
export class Field {
    static NONE = 0xffffffff; // the index of no shape

    constructor(shapes) {
        this.world = sepal.polys();
        this.probe = sepal.polys();
        this.finder = sepal.finder();
        for (const { x, y, radius } of shapes) this.world.add(x, y, radius);
        this.finder.build(this.world);
    }

    /** Rays from one point along these ways: which shape each hits first, when, from 0 to 1, and the normal there. */
    cast({ x, y }, ways) {
        const column = (of) => Float32Array.from(ways, of),
            rays = { x: column(() => x), y: column(() => y), dx: column((way) => way.x), dy: column((way) => way.y) };
        const { shape, time, normalX, normalY } = this.finder.castRays(rays);
        return { shape: [...shape], time, normal: ways.map((_, i) => ({ x: normalX[i], y: normalY[i] })) };
    }

    /** The k shapes nearest to a shape: { shape, distance, from, to } of each, `from` being the point of the shape that was given. */
    nearest({ x, y, radius }, k) {
        this.probe.clear();
        this.probe.add(x, y, radius);
        const { nearest, distance } = this.finder.findNearest(this.probe, k),
            pairs = [...nearest].filter((shape) => shape !== Field.NONE).flatMap((shape) => [0, shape]);
        const { aX, aY, bX, bY } = this.probe.mtvPairs(this.world, pairs, { points: true });
        return Array.from(aX, (_, i) => ({
            shape: nearest[i],
            distance: distance[i],
            from: { x: aX[i], y: aY[i] },
            to: { x: bX[i], y: bY[i] },
        }));
    }
}

/** Boxes of which some move in a step, in a tree that follows them, and for the comparison in one that is built anew. */
export class Moving {
    constructor(models) {
        this.models = sepal.polys();
        this.world = sepal.polys();
        [this.kept, this.built] = [sepal.finder(), sepal.finder()];
        for (const { x, y, radius } of models) this.models.add(x, y, radius);
    }

    begin(poses) {
        this.poses = poses;
        this.place();
        this.kept.keep(this.world, SLACK / 4);
        this.kept.findKept();
    }

    place() {
        const column = (of) => Float32Array.from(this.poses, of);
        this.world.place(
            this.models,
            this.poses.map(({ model }) => model),
            { x: column(({ x }) => x), y: column(({ y }) => y), angle: column(({ angle }) => angle) },
        );
    }

    /** The pairs that overlap after these shapes have moved. times: { update, kept, build, anew }, samples of what each takes. */
    step(moved, times) {
        this.place();
        timed(times.update, () => this.kept.update(moved));
        const pairs = timed(times.kept, () => this.kept.findKept());
        timed(times.build, () => this.built.build(this.world));
        timed(times.anew, () => this.built.findPairs(this.world, this.world));
        return pairs;
    }

    corners(i) {
        const { x, y } = this.world.vertices(i);
        return { x: [...x], y: [...y] };
    }
}
