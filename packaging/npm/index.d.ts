// index.d.ts — sepal for TypeScript. The C headers are the manual: each method here is the function of the same name there.

/** Numbers that are taken as float32, or as they are in a set of doubles, or indices, which are whole numbers from 0. Of another length than is expected, or with anything else
 * in it, an array is refused. */
export type Numbers = ArrayLike<number>;
/** One number for each shape, or a single number for all. */
export type Column = Numbers | number;

/** What counts as overlap: `touching` (true), and up to which distance (0). */
export interface Rule {
    touching?: boolean;
    margin?: number;
}

/** What is not to be given. */
type Without<Names extends string> = { [Name in Names]?: undefined };

/** Where shapes are: x and y, or x64 and y64 relative to an origin; and cos and sin, or the angle in radians. */
export type Poses = (
    | ({ x: Column; y: Column } & Without<'x64' | 'y64' | 'originX' | 'originY'>)
    | ({ x64: Column; y64: Column; originX?: number; originY?: number } & Without<'x' | 'y'>)
) &
    (
        | ({ cos: Column; sin: Column } & Without<'angle'>)
        | ({ angle: Column } & Without<'cos' | 'sin'>)
        | Without<'cos' | 'sin' | 'angle'>
    );

/** Quaternions. */
export interface Turns {
    w: Column;
    x: Column;
    y: Column;
    z: Column;
}

export type SolidPoses = { turn?: Turns | null } & (
    | ({ x: Column; y: Column; z: Column } & Without<'x64' | 'y64' | 'z64' | 'originX' | 'originY' | 'originZ'>)
    | ({
          x64: Column;
          y64: Column;
          z64: Column;
          originX?: number;
          originY?: number;
          originZ?: number;
      } & Without<'x' | 'y' | 'z'>)
);

/** How much pairs of polygons have in common: the area; that area as a share of the area of both together, of the first, of the second. */
export interface Commons {
    area: Float32Array;
    iou: Float32Array;
    shareA: Float32Array;
    shareB: Float32Array;
}

/** For each pair the unit normal from a towards b, and how deep the two are in each other; minus their distance, if they are apart. */
export interface Pushes {
    normalX: Float32Array;
    normalY: Float32Array;
    depth: Float32Array;
    /** With `points`: the deepest or nearest points of a and of b. */
    aX?: Float32Array;
    aY?: Float32Array;
    bX?: Float32Array;
    bY?: Float32Array;
}

export interface SolidPushes extends Pushes {
    normalZ: Float32Array;
    aZ?: Float32Array;
    bZ?: Float32Array;
}

export interface Sweeps {
    meets: Uint8Array;
    time: Float32Array;
    normalX: Float32Array;
    normalY: Float32Array;
}

export interface SolidSweeps extends Sweeps {
    normalZ: Float32Array;
}

export interface Moves {
    x: Column;
    y: Column;
}

export interface SolidMoves extends Moves {
    z: Column;
}

export interface Contacts {
    count: Uint8Array;
    normalX: Float32Array;
    normalY: Float32Array;
    x: Float32Array;
    y: Float32Array;
    depth: Float32Array;
    feature: Uint32Array;
}

/** At most four points for each pair, those of pair i from 4 i on. */
export interface SolidContacts extends Contacts {
    normalZ: Float32Array;
    z: Float32Array;
    /** With `points`: those of the surfaces of a and of b, relative to the places of the two. */
    aX?: Float32Array;
    aY?: Float32Array;
    aZ?: Float32Array;
    bX?: Float32Array;
    bY?: Float32Array;
    bZ?: Float32Array;
}

/** The vectors of a box, of three numbers each: its centre and half edges. */
export interface Box<Vector = Numbers> {
    centre: Vector;
    u: Vector;
    v: Vector;
    w: Vector;
}

/** A point or a vector for each shape. */
export interface Vectors {
    x: Column;
    y: Column;
    z: Column;
}

export interface Rays {
    x: Column;
    y: Column;
    dx: Column;
    dy: Column;
    /** Where the set of the tree is one of solids. */
    z?: Column;
    dz?: Column;
}

export interface RayHits {
    shape: Uint32Array;
    time: Float32Array;
    normalX: Float32Array;
    normalY: Float32Array;
    /** Where the set of the tree is one of solids. */
    normalZ?: Float32Array;
}

/** One shape that a ray hits: which ray, which shape, when, and the normal there. */
export interface RayHit {
    ray: number;
    shape: number;
    time: number;
    normalX: number;
    normalY: number;
    /** Where the set of the tree is one of solids. */
    normalZ?: number;
}

/** Which pairs are wanted: arrays for the first set, and for the second, of a whole number of 32 bits for each of its shapes. */
export interface Filter {
    member?: [Numbers?, Numbers?];
    mask?: [Numbers?, Numbers?];
    owner?: [Numbers?, Numbers?];
}

/** A rule of pushes, of which touching changes nothing; `points`: are their points wanted? */
export interface PushRule extends Rule {
    points?: boolean;
}

/** A rule of contact points, of which touching changes nothing. */
export interface ContactRule extends Rule {
    pointMargin?: number;
}

/** Pairs are indices a0, b0, a1, b1, ...; rows a0, first0, count0, a1, ...; answers are bytes, 1 for yes and 0 for no. */
interface ShapeSet {
    readonly length: number;
    clear(): void;
    free(): void;
    radius(index: number): number;
    remove(index: number): void;
    replace(index: number, from: this, shape?: number): void;
    removed(): Uint32Array;
    overlapPairs(other: this, pairs: Numbers, rule?: Rule, out?: Uint8Array): Uint8Array;
    overlapRows(other: this, rows: Numbers, rule?: Rule, out?: Uint8Array): Uint8Array;
    overlapOne(index: number, other: this, first?: number, count?: number, rule?: Rule): Uint8Array;
    containsPairs(other: this, pairs: Numbers, rule?: Rule, out?: Uint8Array): Uint8Array;
    overlapGroups(
        groups: Numbers | null,
        other: this,
        otherGroups: Numbers | null,
        pairs: Numbers,
        rule?: Rule,
    ): Uint8Array;
    /** parts: indices a0, b0, a1, b1, ... of shapes; 4294967295 twice where a group has no parts. */
    deepestGroups(
        groups: Numbers | null,
        other: this,
        otherGroups: Numbers | null,
        pairs: Numbers,
        rule?: Rule,
    ): { parts: Uint32Array; depth: Float32Array };
}

/** Of a set of doubles, coordinates are as they were given; it answers overlap, containment, groups, and the searches of a finder for
 * pairs, also with radii and margins, and refuses all else. */
export interface Polys extends ShapeSet {
    readonly kind: 'polys';
    /** Gives a set of doubles another origin, which decides the speed only. */
    rebase(originX: number, originY: number): void;
    reserve(shapes: number, vertices: number): void;
    add(x: Numbers, y: Numbers, radius?: number): number;
    addMany(x: Numbers, y: Numbers, first: Numbers, radius?: Column): number;
    addHulls(x: Numbers, y: Numbers, first: Numbers, radius?: Column): number;
    addBoxes(boxes: {
        x: Column;
        y: Column;
        halfX: Column;
        halfY: Column;
        cos?: Column;
        sin?: Column;
        radius?: Column;
    }): number;
    addCircles(circles: { x: Column; y: Column; radius: Column }): number;
    addCapsules(capsules: { x0: Column; y0: Column; x1: Column; y1: Column; radius: Column }): number;
    addConcave(x: Numbers, y: Numbers): { first: number; parts: number };
    addWithHoles(x: Numbers, y: Numbers, starts: Numbers): { first: number; parts: number };
    addOutside(x: Numbers, y: Numbers, starts: Numbers, beyond: number): { first: number; parts: number };
    update(index: number, x: Numbers, y: Numbers): void;
    vertices(index: number): { x: Float32Array; y: Float32Array } | { x: Float64Array; y: Float64Array };
    place(models: Polys, model: Numbers, poses: Poses): void;
    placeRange(first: number, models: Polys, model: Numbers, poses: Poses): void;
    placeList(shapes: Numbers, models: Polys, model: Numbers, poses: Poses): void;
    firstHit(model: number, poses: Poses, obstacles: Polys, rule?: Rule): number;
    commonPairs(other: Polys, pairs: Numbers): Commons;
    commonRows(other: Polys, rows: Numbers): Commons;
    commonGroups(groups: Numbers | null, other: Polys, otherGroups: Numbers | null, pairs: Numbers): Commons;
    commonPolygons(other: Polys, pairs: Numbers, rule?: { touching?: boolean }): { x: Float32Array; y: Float32Array; first: Uint32Array };
    containsGroups(groups: Numbers | null, other: Polys, otherGroups: Numbers | null, pairs: Numbers): Uint8Array;
    pushAlongGroups(
        groups: Numbers | null,
        other: Polys,
        otherGroups: Numbers | null,
        pairs: Numbers,
        directions: { x: Column; y: Column },
    ): Float32Array;
    areas(): Float32Array;
    mtvPairs(other: Polys, pairs: Numbers, rule?: PushRule): Pushes;
    mtvRows(other: Polys, rows: Numbers, rule?: PushRule): Pushes;
    firstGroups(
        groups: Numbers | null,
        moves: Moves | null,
        other: Polys,
        otherGroups: Numbers | null,
        otherMoves: Moves | null,
        pairs: Numbers,
        rule?: Rule,
    ): { parts: Uint32Array; time: Float32Array };
    sweepPairs(moves: Moves | null, other: Polys, otherMoves: Moves | null, pairs: Numbers, rule?: Rule): Sweeps;
    contactsPairs(other: Polys, pairs: Numbers, rule?: ContactRule): Contacts;
    contactsChains(chains: Numbers, other: Polys, pairs: Numbers, rule?: ContactRule): Contacts;
}

export interface Solids extends ShapeSet {
    readonly kind: 'solids';
    reserve(boxes: number, hulls: number, vertices: number): void;
    addBoxes(boxes: {
        x: Column;
        y: Column;
        z: Column;
        halfX: Column;
        halfY: Column;
        halfZ: Column;
        turn?: Turns;
        radius?: Column;
    }): number;
    addHull(x: Numbers, y: Numbers, z: Numbers, radius?: number): number;
    addHulls(x: Numbers, y: Numbers, z: Numbers, first: Numbers, radius?: Column): number;
    addParallelepipeds(boxes: { c: Vectors; u: Vectors; v: Vectors; w: Vectors; radius?: Column }): number;
    addSpheres(spheres: { x: Column; y: Column; z: Column; radius: Column }): number;
    addCapsules(capsules: {
        x0: Column;
        y0: Column;
        z0: Column;
        x1: Column;
        y1: Column;
        z1: Column;
        radius: Column;
    }): number;
    addPrisms(prisms: {
        x0: Column;
        y0: Column;
        z0: Column;
        x1: Column;
        y1: Column;
        z1: Column;
        circumradius: Column;
        radius?: Column;
        sides: number;
    }): number;
    updateBox(index: number, box: Box): void;
    updateHull(index: number, x: Numbers, y: Numbers, z: Numbers): void;
    box(index: number): Box<Float32Array>;
    vertices(index: number): { x: Float32Array; y: Float32Array; z: Float32Array };
    place(models: Solids, model: Numbers, poses: SolidPoses): void;
    placeRange(first: number, models: Solids, model: Numbers, poses: SolidPoses): void;
    placeList(shapes: Numbers, models: Solids, model: Numbers, poses: SolidPoses): void;
    firstHit(model: number, poses: SolidPoses, obstacles: Solids, rule?: Rule): number;
    pushAlongGroups(
        groups: Numbers | null,
        other: Solids,
        otherGroups: Numbers | null,
        pairs: Numbers,
        directions: SolidMoves,
    ): Float32Array;
    mtvPairs(other: Solids, pairs: Numbers, rule?: PushRule): SolidPushes;
    mtvRows(other: Solids, rows: Numbers, rule?: PushRule): SolidPushes;
    firstGroups(
        groups: Numbers | null,
        moves: SolidMoves | null,
        other: Solids,
        otherGroups: Numbers | null,
        otherMoves: SolidMoves | null,
        pairs: Numbers,
        rule?: Rule,
    ): { parts: Uint32Array; time: Float32Array };
    sweepPairs(
        moves: SolidMoves | null,
        other: Solids,
        otherMoves: SolidMoves | null,
        pairs: Numbers,
        rule?: Rule,
    ): SolidSweeps;
    contactsPairs(
        other: Solids,
        pairs: Numbers,
        options?: ContactRule & { points?: boolean; poses?: SolidPoses | null; otherPoses?: SolidPoses | null },
    ): SolidContacts;
}

/** Takes pairs as they are found, a0, b0, a1, b1, ... Returns whether more are wanted: false, or a number that is not above 0, ends the
 * search. It cannot call the library. */
export type TakePairs = (pairs: Uint32Array) => boolean | number | void;

export interface Finder {
    free(): void;
    findPairs<Set extends Polys | Solids>(a: Set, b: Set, options?: Rule & { filter?: Filter }): Uint32Array;
    /** As findPairs, but the pairs are given to `take`, some thousand at a time, in any order, until it returns false. */
    findEach<Set extends Polys | Solids>(a: Set, b: Set, take: TakePairs, options?: Rule & { filter?: Filter }): void;
    findNear<Set extends Polys | Solids>(
        a: Set,
        b: Set,
        options?: { margin?: number; filter?: Filter },
    ): Uint32Array;
    build(set: Polys | Solids): void;
    findRange(
        a: Polys | Solids,
        first: number,
        count: number,
        options?: Rule & { filter?: Filter },
    ): Uint32Array;
    findEachRange(
        a: Polys | Solids,
        first: number,
        count: number,
        take: TakePairs,
        options?: Rule & { filter?: Filter },
    ): void;
    findList(a: Polys | Solids, shapes: Numbers, options?: Rule & { filter?: Filter }): Uint32Array;
    findEachList(a: Polys | Solids, shapes: Numbers, take: TakePairs, options?: Rule & { filter?: Filter }): void;
    findAt(points: { x: Column; y: Column; z?: Column }, options?: Rule & { filter?: Filter }): Uint32Array;
    findIn(low: Numbers, high: Numbers, options?: Rule & { filter?: Filter }): Uint32Array;
    findNearest<Set extends Polys | Solids>(
        a: Set,
        k: number,
        options?: { filter?: Filter; first?: number; count?: number; limit?: number },
    ): { nearest: Uint32Array; distance: Float32Array };
    castRays(rays: Rays, options?: Rule & { filter?: Filter; later?: boolean }): RayHits;
    castEach(rays: Rays, take: (hit: RayHit) => boolean | number | void, options?: Rule & { filter?: Filter; limit?: number }): void;
    castShapes(
        a: Polys | Solids,
        moves: Moves | SolidMoves | null,
        first?: number,
        count?: number,
        options?: Rule & { filter?: Filter; later?: boolean },
    ): RayHits;
    keep(set: Polys | Solids, slack?: number): void;
    update(shapes?: Numbers | null): void;
    findKept(options?: Rule & { filter?: Filter }): Uint32Array;
    findEachKept(take: TakePairs, options?: Rule & { filter?: Filter }): void;
    findNearKept(options?: { filter?: Filter; margin?: number }): Uint32Array;
}

/** Which solids a mesh is asked about: those from `first` (0) on, `count` of them (all). */
export interface Range {
    filter?: Filter;
    first?: number;
    count?: number;
}

/** Contact points of solids that have nearly one normal: those of manifold i from 4 i on. */
export interface Manifolds {
    solid: Uint32Array;
    /** The least triangle that has points of the manifold. */
    triangle: Uint32Array;
    normalX: Float32Array;
    normalY: Float32Array;
    normalZ: Float32Array;
    count: Uint8Array;
    x: Float32Array;
    y: Float32Array;
    z: Float32Array;
    depth: Float32Array;
    /** The names of a point, which are the same ones in the next step: what of the solid, and what of the mesh makes it. */
    ofSolid: Uint32Array;
    ofMesh: Uint32Array;
    /** The triangle that a point was found on. */
    onTriangle: Uint32Array;
}

/** A surface of triangles, solid from behind. Triangles are addressed by index, in the order in which they were given. */
export interface Mesh {
    readonly kind: 'mesh';
    readonly length: number;
    free(): void;
    /** vertices: x0, y0, z0, x1, ...; faces: three numbers of vertices for each triangle, counter-clockwise as seen from the front.
     * goesOn: is there more of the surface beyond edges where no triangle goes on? */
    fill(vertices: Numbers, faces: Numbers, options?: { goesOn?: boolean }): void;
    /** heights: rows of `columns` numbers. turned, hole: 0 or 1 for each cell, row by row. */
    fillHeights(
        heights: Numbers,
        columns: number,
        options?: {
            originX?: number;
            originY?: number;
            stepX?: number;
            stepY?: number;
            turned?: Numbers;
            hole?: Numbers;
            goesOn?: boolean;
        },
    ): void;
    triangle(index: number): { corners: Float32Array; vertices: Uint32Array };
    /** kind: 0 an edge of the rim, 1 flat, 2 convex, 3 concave. */
    edges(index: number): { kind: Uint8Array; neighbour: Uint32Array };
    find(a: Solids, options?: Rule & Range): Uint32Array;
    findNear(a: Solids, options?: { margin?: number } & Range): Uint32Array;
    findIn(low: Numbers, high: Numbers, options?: Rule & { filter?: Filter }): Uint32Array;
    meets(a: Solids, options?: Rule & Range): Uint8Array;
    findNearest(a: Solids, k: number, options?: { limit?: number } & Range): { nearest: Uint32Array; distance: Float32Array };
    /** both: do those that come from behind hit, too? later: does what is hit at time 0 not count? */
    castRays(
        rays: SolidMoves & { dx: Column; dy: Column; dz: Column },
        options?: Rule & { filter?: Filter; both?: boolean; later?: boolean },
    ): RayHits & { normalZ: Float32Array };
    sweep(a: Solids, moves: SolidMoves, options?: Rule & Range & { later?: boolean }): RayHits & { normalZ: Float32Array };
    contactsPairs(a: Solids, pairs: Numbers, options?: ContactRule & { points?: boolean; poses?: SolidPoses | null }): SolidContacts;
    /** cosine: from 0 to 1, of the angle up to which normals are of one manifold. */
    manifolds(a: Solids, cosine: number, options?: ContactRule & Range): Manifolds;
}

export interface Sepal {
    readonly version: string;
    readonly isas: string[];
    readonly isa: string;
    useIsa(name: string): void;
    /** An empty set in the plane. doubles: are its coordinates doubles? originX, originY: of such a set a point near its shapes, which
     * decides the speed only; sets that are asked about together have one. */
    polys(options?: { doubles?: boolean; originX?: number; originY?: number }): Polys;
    solids(): Solids;
    mesh(): Mesh;
    finder(): Finder;
}

export class SepalError extends Error {
    constructor(message: string, status: number, index?: number);
    readonly status: number;
    readonly index?: number;
}

export const NO_SHAPE: number;
export function hasSimd(): boolean;
export function load(options?: { url?: string | URL }): Promise<Sepal>;
