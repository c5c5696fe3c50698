// library.js — one instance of sepal.wasm: its functions, by the names that C gives them, and what they read and write in its memory.

import {
    BAD_KIND,
    FLOATS,
    INDICES,
    NO_MEMORY,
    OK,
    SepalError,
    booleanOf,
    checkNumbers,
    coordinateOf,
    fieldsOf,
    lengthOf,
    refuse,
    sizeOf,
} from './checks.js';

const BLOCK = 1 << 16; // bytes of the first block of memory for what goes in and out
const RULE = ['touching', 'margin'];
const CONTACT_RULE = [...RULE, 'pointMargin'];
const UNITS = ['finder', 'mesh']; // what the library owns besides sets
const ALIGNMENT = 8; // of everything in it: doubles have the greatest
// The functions of JavaScript that C calls: how many addresses and sizes each takes, and what it returns for an end. HITS is a sepal_take_hit,
// PAIRS a sepal_take_pairs.
export const HITS = { inputs: 2, end: -1 },
    PAIRS = { inputs: 3, end: 0 };
// A module whose only function is the one of JavaScript that it is given, with so many inputs of 32 bits and an int as output: what tables of
// functions take.
const calledOf = (inputs) =>
    Uint8Array.of(
        ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5 + inputs, 1, 96, inputs, ...Array(inputs).fill(127), 1, 127],
        ...[2, 7, 1, 1, 97, 1, 98, 0, 0, 7, 5, 1, 1, 99, 0, 0],
    );
// The bytes of eight answers, by their bits; as numbers of eight bytes, which are only copied. (None is a NaN, whose bits may change.)
const EIGHT_ANSWERS = new Float64Array(Uint8Array.from({ length: 2048 }, (_, i) => ((i >>> 3) >>> (i & 7)) & 1).buffer);

export class Library {
    constructor(exports) {
        this.exports = exports;
        this.block = { at: 0, size: 0 };
        this.used = 0;
        this.old = []; // blocks that were too small for the call that is being prepared
        this.taking = null; // what is called with what the call at work finds
        this.entries = new Map(); // the addresses of what calls it, by kind
        this.released = new FinalizationRegistry(({ destroy, at }) => exports[destroy](at));
    }

    // --- Memory for the arguments and answers of one call. The memory of WebAssembly moves when it grows, so views of it are made
    // where they are used, and never kept.

    /** Begins the arguments of a call: those of the last one are forgotten. */
    begin() {
        this.checkIdle();
        for (const at of this.old) this.exports.free(at);
        this.old = [];
        this.used = 0;
    }

    /** Room for so many bytes, until the next begin(). */
    room(bytes) {
        if (this.used + bytes > this.block.size) {
            const size = Math.max(BLOCK, 2 * this.block.size, 2 * bytes),
                at = size < 2 ** 32 ? this.exports.malloc(size) : 0;
            if (at === 0) throw new SepalError('there is not enough memory', NO_MEMORY);
            if (this.block.at !== 0) this.old.push(this.block.at);
            this.block = { at, size };
            this.used = 0;
        }
        const at = this.block.at + this.used;
        this.used += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
        return at;
    }

    /** A view of `count` elements of the memory. */
    view(Type, at, count) {
        return new Type(this.exports.memory.buffer, at, count);
    }

    /** Copies numbers of a kind in. undefined and null are NULL. width: how many of them are an element of the call. */
    put(Type, kind, name, values, width = 1) {
        if (values === undefined || values === null) return 0;
        const size = sizeOf(name, values);
        checkNumbers(kind, name, values, width);
        const at = this.room(Type.BYTES_PER_ELEMENT * size);
        this.view(Type, at, size).set(values);
        return at;
    }

    /** A column of floats, of which a single number stands for `count`. */
    column(Type, name, values, count) {
        if (typeof values !== 'number') return this.put(Type, FLOATS, name, values);
        const at = this.room(Type.BYTES_PER_ELEMENT * count);
        this.view(Type, at, count).fill(values);
        return at;
    }

    /** The addresses of columns [[name, values], ...], in their order. */
    columns(columns, count, Type = Float32Array) {
        return columns.map(([name, values]) => this.column(Type, name, values, count));
    }

    floats(name, values) {
        return this.put(Float32Array, FLOATS, name, values);
    }

    /** Indices; width: how many of them are an element of the call. */
    indices(name, values, width = 1) {
        return this.put(Uint32Array, INDICES, name, values, width);
    }

    /** Copies numbers out. */
    take(Type, at, count) {
        return this.view(Type, at, count).slice();
    }

    /** A structure of 32-bit words: pointers, sizes and numbers of an enumeration. */
    words(...values) {
        const at = this.room(4 * values.length);
        this.view(Uint32Array, at, values.length).set(values);
        return at;
    }

    /** A sepal_rule: what touching is, and the margin. NULL stands for the rule without a margin where touching is overlap. names: all
     * that may be given with it. ofDoubles: is a set of doubles asked about? */
    rule(rule, what = 'rule', names = RULE, ofDoubles = false) {
        if (rule === undefined) return 0;
        const { touching = true, margin = 0 } = fieldsOf(what, rule, names);
        booleanOf(`${what}.touching`, touching);
        lengthOf(`${what}.margin`, margin);
        if (ofDoubles) coordinateOf(`${what}.margin`, margin);
        if (touching && margin === 0) return 0;
        const at = this.words(touching ? 0 : 1, 0, 0, 0);
        if (ofDoubles) this.view(Float64Array, at + 8, 1)[0] = margin;
        else this.view(Float32Array, at + 4, 1)[0] = margin;
        return at;
    }

    /** A sepal_contact_rule. */
    contactRule(rule, what = 'rule', names = CONTACT_RULE) {
        if (rule === undefined) return 0;
        const { touching = true, margin = 0, pointMargin = 0 } = fieldsOf(what, rule, names);
        booleanOf(`${what}.touching`, touching);
        lengthOf(`${what}.margin`, margin);
        if (lengthOf(`${what}.pointMargin`, pointMargin, Infinity) !== 0 && pointMargin < margin)
            refuse(`${what}.pointMargin is ${pointMargin}; 0 or at least the margin, ${margin}, is expected`);
        const at = this.words(touching ? 0 : 1, 0, 0);
        this.view(Float32Array, at + 4, 2).set([margin, pointMargin]);
        return at;
    }

    /** Answers as bytes, 1 for yes and 0 for no, of the bits that the library has written. out: an array for them, or undefined. Eight of
     * them are written at a time where the array begins at a multiple of eight. */
    answers(at, count, out = new Uint8Array(count)) {
        const eights = out.byteOffset % 8 === 0 ? new Float64Array(out.buffer, out.byteOffset, count >>> 3) : [],
            bits = this.view(Uint8Array, at, Math.ceil(count / 8));
        for (let i = 0; i < eights.length; i++) eights[i] = EIGHT_ANSWERS[bits[i]];
        for (let i = 8 * eights.length; i < count; i++) out[i] = (bits[i >>> 3] >>> (i & 7)) & 1;
        return out;
    }

    bits(count) {
        return this.room(8 * Math.ceil(count / 64));
    }

    text(at) {
        const bytes = new Uint8Array(this.exports.memory.buffer, at);
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    }

    // --- Calls

    /** Calls a function that returns a sepal_status, and throws unless that is SEPAL_OK. */
    call(name, ...values) {
        this.checked(name, this.exports[name](...values));
    }

    /** As call(), with explain(), which throws an error that says which element was refused, if it finds it. */
    callExplained(explain, name, ...values) {
        const status = this.exports[name](...values);
        this.explained(explain, status);
        this.checked(name, status);
    }

    /** What explain() throws has the status of the call. It is about elements: what kind a set is, the status says itself. */
    explained(explain, status) {
        if (status === OK || status === NO_MEMORY || status === BAD_KIND) return;
        try {
            explain();
        } catch (error) {
            throw Object.assign(error, { status });
        }
    }

    /** Calls a function whose last argument is a sepal_refusal: unless explain() finds more, the error says which element it was, the
     * index behind `what`, and why. */
    callAboutMany(what, explain, name, ...values) {
        const refusal = this.words(0, 0);
        const status = this.exports[name](...values, refusal);
        const [index, reason] = this.view(Uint32Array, refusal, 2);
        this.explained(explain, status);
        if (reason !== 0) throw new SepalError(`${what} ${index}: ${this.text(reason)}`, status, index);
        this.checked(name, status);
    }

    /** Calls a function of the library that calls back. kind: HITS or PAIRS. taking: is called with what C gives behind the context, and
     * returns the number that C expects; what it throws is thrown when the call has ended. ask: calls with the address of C's function.
     * Returns what ask returns. */
    callTaking(kind, taking, ask) {
        let thrown = null,
            answer;
        if (!this.entries.has(kind)) this.entries.set(kind, this.addToTable(kind.inputs, (_, ...given) => this.taking(...given)));
        this.taking = (...given) => {
            try {
                return taking(...given);
            } catch (error) {
                thrown = { error };
                return kind.end;
            }
        };
        try {
            answer = ask(this.entries.get(kind));
        } finally {
            this.taking = null;
        }
        if (thrown) throw thrown.error;
        return answer;
    }

    /** Adds a function with so many inputs to those that C can call. Returns its address. */
    addToTable(inputs, called) {
        const { __indirect_function_table: table } = this.exports,
            { exports } = new WebAssembly.Instance(new WebAssembly.Module(calledOf(inputs)), { a: { b: called } }),
            at = table.grow(1);
        table.set(at, exports.c);
        return at;
    }

    /** Refuses a call from within another one, whose arguments it would write over. */
    checkIdle() {
        if (this.taking) refuse('take calls the library, which calls take; what take is given can be asked about afterwards');
    }

    checked(name, status) {
        if (status !== OK) throw new SepalError(`${name}: ${this.text(this.exports.sepal_status_text(status))}`, status);
    }

    // --- What the library owns

    /** Makes something that the library owns, and releases it when `owner` is collected, or by free(). how: what C's function of this name
     * takes between the allocator and the output. */
    create(owner, kind, name = `sepal_${kind}_create`, ...how) {
        this.begin();
        const out = this.words(0);
        this.call(name, 0, ...how, out);
        const [at] = this.view(Uint32Array, out, 1);
        this.released.register(owner, { destroy: `sepal_${kind}_destroy`, at }, owner);
        return at;
    }

    destroy(owner, kind, at) {
        this.released.unregister(owner);
        this.exports[`sepal_${kind}_destroy`](at);
    }
}

/** Something that the library owns. */
export class Owned {
    #at;

    constructor(library, kind, ...how) {
        this.library = library;
        this.kind = kind;
        this.#at = library.create(this, kind, ...how);
    }

    /** Its address. */
    get at() {
        this.library.checkIdle();
        if (this.#at === 0) refuse(`this ${UNITS.includes(this.kind) ? this.kind : 'set'} has been given back by free()`);
        return this.#at;
    }

    /** Gives its memory back at once. It cannot be used any more. */
    free() {
        this.library.checkIdle();
        this.library.destroy(this, this.kind, this.#at);
        this.#at = 0;
    }

    /** What node's console.log shows. */
    [Symbol.for('nodejs.util.inspect.custom')]() {
        return this.#at === 0 ? `${this.constructor.name} (given back)` : this.summary();
    }

    summary() {
        return this.constructor.name;
    }
}
