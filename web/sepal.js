// sepal.js — the library for JavaScript: loads sepal.wasm, and asks it about scenes. Every answer on the page comes
// through here.

let exports = null;

/** Loads the library, once. Throws where the browser has no WebAssembly with vectors. */
export async function load(url = new URL('sepal.wasm', import.meta.url)) {
    const imports = {
        // The library looks for the environment variable SEPAL_ISA. A page has no environment.
        wasi_snapshot_preview1: {
            environ_sizes_get(count, size) {
                const view = new DataView(exports.memory.buffer);
                view.setUint32(count, 0, true);
                view.setUint32(size, 0, true);
                return 0;
            },
            environ_get: () => 0,
        },
        env: { emscripten_notify_memory_growth: () => {} }, // views of the memory are made anew for each call
    };
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    const module = await WebAssembly.instantiate(await response.arrayBuffer(), imports);
    exports = module.instance.exports;
    exports._initialize();
}

const floats = (at, count) => new Float32Array(exports.memory.buffer, at, count);
const text = (at) => {
    const bytes = new Uint8Array(exports.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
};

function checked(result) {
    if (result < -1) throw new Error(`sepal: ${text(exports.web_status_text(-1 - result))}`);
    return result;
}

const bit = (i) =>
    ((new Uint32Array(exports.memory.buffer, exports.web_bits(), (i >> 5) + 1)[i >> 5] >>> (i & 31)) & 1) === 1;

export const version = () => text(exports.web_version());

/** The instruction sets, slowest first: their places in this list choose one. */
export function isas() {
    const names = [];
    for (let at; (at = exports.web_isa_at(names.length)) !== 0;) names.push(text(at));
    return names;
}

export const useIsa = (i) => checked(exports.web_isa_use(i));

/** Shapes in the plane. A model is { x: [...], y: [...], radius }, vertices in its own frame. */
export class Scene {
    constructor(models) {
        this.at = exports.web_scene();
        for (const { x, y, radius = 0 } of models) {
            const numbers = floats(exports.web_numbers(), 2 * x.length);
            numbers.set(x);
            numbers.set(y, x.length);
            checked(exports.web_model(this.at, x.length, radius));
        }
        this.radius = models.map(({ radius = 0 }) => Math.fround(radius));
        this.model = [];
    }

    /** Adds the convex parts of a polygon that need not be convex, as models. Returns how many there are. */
    addConcave({ x, y }) {
        const numbers = floats(exports.web_numbers(), 2 * x.length);
        numbers.set(x);
        numbers.set(y, x.length);
        const parts = checked(exports.web_concave(this.at, x.length));
        for (let i = 0; i < parts; i++) this.radius.push(0);
        return parts;
    }

    /** Puts shapes into the scene, in place of those before. A pose is { model, x, y, angle }, or with cos and sin for
     * the angle. */
    place(poses) {
        const numbers = floats(exports.web_numbers(), 4 * poses.length);
        const words = new Uint32Array(exports.memory.buffer, exports.web_words(), poses.length);
        poses.forEach(({ model, x, y, angle = 0, cos = Math.cos(angle), sin = Math.sin(angle) }, i) => {
            numbers.set([x, y, cos, sin], 4 * i);
            words[i] = model;
        });
        checked(exports.web_place(this.at, poses.length));
        this.model = poses.map(({ model }) => model);
    }

    /** The shape as the library has it: { x, y, radius }, float32 numbers. */
    shape(i) {
        const count = checked(exports.web_vertices(this.at, i));
        const numbers = floats(exports.web_numbers(), 2 * count);
        return {
            x: [...numbers.subarray(0, count)],
            y: [...numbers.subarray(count)],
            radius: this.radius[this.model[i]],
        };
    }

    overlap(a, b, { touching = true, margin = 0 } = {}) {
        return this.overlaps(a, b, 1, { touching, margin })[0];
    }

    /** Does shape a overlap the shapes first .. first + count - 1? An array of booleans. */
    overlaps(a, first, count, { touching = true, margin = 0 } = {}) {
        checked(exports.web_overlap(this.at, a, first, count, touching ? 1 : 0, margin));
        return Array.from({ length: count }, (_, i) => bit(i));
    }

    /** Does the group of the shapes 0 .. parts - 1 overlap shape b? */
    groupOverlaps(parts, b) {
        checked(exports.web_group_overlap(this.at, parts, b));
        return bit(0);
    }

    /** 'overlap', 'touch' or 'apart': by both rules for touching. */
    meeting(a, b, margin = 0) {
        if (!this.overlap(a, b, { margin })) return 'apart';
        return this.overlap(a, b, { touching: false, margin }) ? 'overlap' : 'touch';
    }

    contains(a, b) {
        checked(exports.web_contains(this.at, a, b));
        return bit(0);
    }

    /** The smallest push: unit normal (x, y) from a to b, and depth, which is negative if they are apart. */
    push(a, b, margin = 0) {
        checked(exports.web_push(this.at, a, b, margin));
        const [x, y, depth] = floats(exports.web_numbers(), 3);
        return { x, y, depth };
    }

    /** Do shapes a and b meet while b moves by `move`? { meets, time, x, y }: when, from 0 to 1, and the unit normal then. */
    sweep(a, b, move) {
        checked(exports.web_sweep(this.at, a, b, move.x, move.y));
        const [time, x, y] = floats(exports.web_numbers(), 3);
        return { meets: bit(0), time, x, y };
    }
}

/** Boxes in space. */
export class Space {
    constructor() {
        this.at = exports.web_space();
    }

    /** A box is { at: [x, y, z], half: [x, y, z], turn: [w, x, y, z] }. */
    place(boxes) {
        const numbers = floats(exports.web_numbers(), 10 * boxes.length);
        boxes.forEach(({ at, half, turn }, i) => numbers.set([...at, ...half, ...turn], 10 * i));
        checked(exports.web_space_boxes(this.at, boxes.length));
    }

    /** Centre and half edges as the library has them. */
    box(i) {
        checked(exports.web_space_box(this.at, i));
        const n = [...floats(exports.web_numbers(), 12)];
        return { centre: n.slice(0, 3), edges: [n.slice(3, 6), n.slice(6, 9), n.slice(9, 12)] };
    }

    overlap(a, b, { touching = true } = {}) {
        checked(exports.web_space_overlap(this.at, a, b, touching ? 1 : 0));
        return bit(0);
    }

    meeting(a, b) {
        if (!this.overlap(a, b)) return 'apart';
        return this.overlap(a, b, { touching: false }) ? 'overlap' : 'touch';
    }

    push(a, b) {
        checked(exports.web_space_push(this.at, a, b));
        const [x, y, z, depth] = floats(exports.web_numbers(), 4);
        return { normal: [x, y, z], depth };
    }
}

/** The crowd: `count` bodies, of which at most `most` pairs are near each other. There is one. */
export class Crowd {
    constructor(count, most, models) {
        if (!exports.web_crowd(count, most)) throw new Error('there is not enough memory for the crowd');
        this.count = count;
        for (const { x, y } of models) {
            const at = exports.malloc(8 * x.length);
            floats(at, 2 * x.length).set([...x, ...y]);
            const model = exports.web_crowd_model(at, x.length);
            exports.free(at);
            if (model < 0) throw new Error('a model of the crowd is not convex');
        }
    }

    /** Views of the bodies, to be fetched anew in every frame: the memory may move when it grows. */
    columns() {
        const column = (i) => floats(exports.web_crowd_column(i), this.count);
        return {
            x: column(0),
            y: column(1),
            cos: column(2),
            sin: column(3),
            model: new Uint32Array(exports.memory.buffer, exports.web_crowd_models(), this.count),
            meets: new Uint8Array(exports.memory.buffer, exports.web_crowd_meets(), this.count),
        };
    }

    /** Puts the bodies where the columns say, and finds the near pairs. Returns how many there are. */
    find() {
        if (!exports.web_crowd_place()) throw new Error('a body has left the plane');
        const near = exports.web_crowd_near();
        if (near < 0) throw new Error('more pairs are near than there is room for');
        this.near = near;
        return near;
    }

    /** The near pairs: a, b, a, b, ... */
    pairs() {
        return new Uint32Array(exports.memory.buffer, exports.web_crowd_pairs(), 2 * this.near);
    }

    /** The answers as bits of 32-bit words. */
    bits() {
        return new Uint32Array(exports.memory.buffer, exports.web_crowd_bits(), 2 * Math.ceil(this.near / 64));
    }

    /** Asks about all near pairs, `times` times over. Returns how many overlap. */
    ask(times = 1) {
        return exports.web_crowd_ask(times);
    }

    mark() {
        exports.web_crowd_mark();
    }
}
