// index.d.ts — sepal for TypeScript. The C headers are the manual: each method here is the function of the same name there.

/** Numbers that are taken as float32, or indices; a typed array is taken as it is. */
export type Numbers = ArrayLike<number>;
/** One number for each shape, or a single number for all. */
export type Column = Numbers | number;

/** What counts as overlap: `touching` (true), and up to which distance (0). */
export interface Rule {
    touching?: boolean;
    margin?: number;
}

/** Where shapes are: x and y, or x64 and y64 relative to an origin; and cos and sin, or the angle in radians. */
export interface Poses {
    x?: Column;
    y?: Column;
    cos?: Column;
    sin?: Column;
    angle?: Column;
    x64?: Column;
    y64?: Column;
    originX?: number;
    originY?: number;
}

/** Quaternions. */
export interface Turns {
    w: Column;
    x: Column;
    y: Column;
    z: Column;
}

export interface SolidPoses {
    x?: Column;
    y?: Column;
    z?: Column;
    turn?: Turns;
    x64?: Column;
    y64?: Column;
    z64?: Column;
    originX?: number;
    originY?: number;
    originZ?: number;
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

export interface Contacts {
    count: Uint8Array;
    normalX: Float32Array;
    normalY: Float32Array;
    x: Float32Array;
    y: Float32Array;
    depth: Float32Array;
    feature: Uint32Array;
}

export interface RayHits {
    shape: Uint32Array;
    time: Float32Array;
    normalX: Float32Array;
    normalY: Float32Array;
}

/** Which pairs are wanted: arrays for the first set, and for the second. */
export interface Filter {
    member?: [Numbers?, Numbers?];
    mask?: [Numbers?, Numbers?];
    owner?: [Numbers?, Numbers?];
}

/** Pairs are indices a0, b0, a1, b1, ...; answers are bytes, 1 for yes and 0 for no. */
interface ShapeSet {
    readonly length: number;
    clear(): void;
    free(): void;
    radius(index: number): number;
    overlapPairs(other: this, pairs: Numbers, rule?: Rule): Uint8Array;
    overlapOne(index: number, other: this, first?: number, count?: number, rule?: Rule): Uint8Array;
    containsPairs(other: this, pairs: Numbers, rule?: Rule): Uint8Array;
    overlapGroups(
        groups: Numbers | null,
        other: this,
        otherGroups: Numbers | null,
        pairs: Numbers,
        rule?: Rule,
    ): Uint8Array;
}

export interface Polys extends ShapeSet {
    readonly kind: 'polys';
    reserve(shapes: number, vertices: number): void;
    add(x: Numbers, y: Numbers, radius?: number): number;
    addMany(x: Numbers, y: Numbers, first: Numbers, radius?: Column): number;
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
    update(index: number, x: Numbers, y: Numbers): void;
    vertices(index: number): { x: Float32Array; y: Float32Array };
    place(models: Polys, model: Numbers, poses: Poses): void;
    placeRange(first: number, models: Polys, model: Numbers, poses: Poses): void;
    mtvPairs(other: Polys, pairs: Numbers, rule?: { margin?: number; points?: boolean }): Pushes;
    sweepPairs(
        moves: { x: Column; y: Column } | null,
        other: Polys,
        otherMoves: { x: Column; y: Column } | null,
        pairs: Numbers,
        rule?: Rule,
    ): Sweeps;
    contactsPairs(other: Polys, pairs: Numbers, rule?: { margin?: number; pointMargin?: number }): Contacts;
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
    box(index: number): { centre: Float32Array; u: Float32Array; v: Float32Array; w: Float32Array };
    vertices(index: number): { x: Float32Array; y: Float32Array; z: Float32Array };
    place(models: Solids, model: Numbers, poses: SolidPoses): void;
    mtvPairs(other: Solids, pairs: Numbers, rule?: { margin?: number; points?: boolean }): SolidPushes;
}

export interface Finder {
    free(): void;
    findPairs<Set extends Polys | Solids>(a: Set, b: Set, options?: Rule & { filter?: Filter }): Uint32Array;
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
    findAt(point: [number, number] | [number, number, number], rule?: Rule): Uint32Array;
    castRays(
        rays: { x: Numbers; y: Column; dx: Column; dy: Column },
        options?: Rule & { filter?: Filter },
    ): RayHits;
}

export interface Sepal {
    readonly version: string;
    readonly isas: string[];
    useIsa(name: string): void;
    polys(): Polys;
    solids(): Solids;
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
