// index.js — loads the library, in a browser or in node.

import { INDICES, SepalError, booleanOf, coordinateOf, fieldsOf, refuse } from './checks.js';
import { Finder } from './finder.js';
import { Library } from './library.js';
import { Polys } from './polys.js';
import { Solids } from './solids.js';

export { SepalError };

/** What a ray that hits nothing has as its shape. */
export const NO_SHAPE = 0xffffffff;

// A module with one function that uses a vector instruction: v128.const, drop. Valid only where there is SIMD.
const WITH_SIMD = Uint8Array.of(
    ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 23, 1, 21, 0, 253, 12],
    ...Array(16).fill(0),
    ...[26, 11],
);

/** Has this machine's WebAssembly vectors? */
export const hasSimd = () => WebAssembly.validate(WITH_SIMD);

/** The bytes of a module as fetch gives them, or as node reads them. */
async function open(url, imports) {
    if (new URL(url).protocol === 'file:') {
        const module = 'node:fs/promises'; // in a variable, so that bundlers for browsers do not look for it
        const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ module);
        return WebAssembly.instantiate(await readFile(new URL(url)), imports);
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    if (response.headers.get('content-type') === 'application/wasm')
        return WebAssembly.instantiateStreaming(response, imports);
    return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

/** Loads the library: with vectors where there are any, or what `url` leads to. */
export async function load(options = {}) {
    let { url } = fieldsOf('options', options, ['url']),
        exports;
    const imports = {
        wasi_snapshot_preview1: {
            // The library looks for the environment variable SEPAL_ISA. There is no environment.
            environ_sizes_get(count, size) {
                const view = new DataView(exports.memory.buffer);
                view.setUint32(count, 0, true);
                view.setUint32(size, 0, true);
                return 0;
            },
            environ_get: () => 0,
        },
        env: { emscripten_notify_memory_growth: () => {} },
    };
    url ??= hasSimd() ? new URL('sepal.wasm', import.meta.url) : new URL('sepal-scalar.wasm', import.meta.url);
    const { instance } = await open(url, imports);
    exports = instance.exports;
    exports._initialize();
    // Meshes are a module of their own, which a page whose build has none does not load.
    const { Mesh } = exports.sepal_mesh_create ? await import('./mesh.js') : {};
    return new Sepal(new Library(exports), Mesh);
}

/** The library as load() returns it. Answers are the same to the last bit whichever build and instruction set gives them. */
class Sepal {
    constructor(library, Mesh) {
        this.library = library;
        this.Mesh = Mesh;
    }

    /** What node's console.log shows. */
    [Symbol.for('nodejs.util.inspect.custom')]() {
        return `Sepal ${this.version} (${this.isa})`;
    }

    get version() {
        return this.library.text(this.library.exports.sepal_version());
    }

    /** The instruction sets, slowest first. */
    get isas() {
        const names = [];
        for (let at; (at = this.library.exports.sepal_isa_at(names.length)) !== 0; ) names.push(this.library.text(at));
        return names;
    }

    /** The one in use. */
    get isa() {
        return this.library.text(this.library.exports.sepal_isa());
    }

    /** Uses one of them from now on. */
    useIsa(name) {
        const { library, isas } = this;
        if (!isas.includes(name)) refuse(`name is ${String(name)}; one of ${isas.join(', ')} is expected`);
        library.begin();
        library.call('sepal_isa_use', library.put(Uint8Array, INDICES, 'name', [...new TextEncoder().encode(name), 0]));
    }

    /** An empty set in the plane. options: { doubles, originX, originY }: whether its coordinates are doubles, and a point near its shapes,
     * which decides the speed only. */
    polys(options = {}) {
        const { doubles = false, originX = 0, originY = 0 } = fieldsOf('options', options, ['doubles', 'originX', 'originY']);
        booleanOf('options.doubles', doubles);
        coordinateOf('options.originX', originX);
        coordinateOf('options.originY', originY);
        if (!doubles && (options.originX !== undefined || options.originY !== undefined))
            refuse('options.originX and options.originY are given without options.doubles; sets of floats have none');
        return new Polys(this.library, doubles ? [originX, originY] : null);
    }

    solids() {
        return new Solids(this.library);
    }

    mesh() {
        return new this.Mesh(this.library);
    }

    finder() {
        return new Finder(this.library);
    }
}
