// library.js — one instance of sepal.wasm: its functions, by the names that C gives them, and what they read and write in its memory.

/** What a call of the library was refused for. `status` is the number of C's sepal_status; `index` the element of a call about many
 * that was refused, or undefined. */
export class SepalError extends Error {
    constructor(message, status, index) {
        super(message);
        this.name = 'SepalError';
        this.status = status;
        this.index = index;
    }
}

export const TOO_SMALL = 4; // SEPAL_TOO_SMALL: an output has no room

const BLOCK = 1 << 16; // bytes of the first block of memory for what goes in and out
const ALIGNMENT = 8; // of everything in it: doubles have the greatest

export class Library {
    constructor(exports) {
        this.exports = exports;
        this.block = { at: 0, size: 0 };
        this.used = 0;
        this.old = []; // blocks that were too small for the call that is being prepared
        this.released = new FinalizationRegistry(({ destroy, at }) => exports[destroy](at));
    }

    // --- Memory for the arguments and answers of one call. The memory of WebAssembly moves when it grows, so views of it are made
    // where they are used, and never kept.

    /** Begins the arguments of a call: those of the last one are forgotten. */
    begin() {
        for (const at of this.old) this.exports.free(at);
        this.old = [];
        this.used = 0;
    }

    /** Room for so many bytes, until the next begin(). */
    room(bytes) {
        if (this.used + bytes > this.block.size) {
            const size = Math.max(BLOCK, 2 * this.block.size, 2 * bytes),
                at = size < 2 ** 32 ? this.exports.malloc(size) : 0;
            if (at === 0) throw new SepalError('there is not enough memory', 3);
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

    /** Copies numbers in. undefined and null are NULL; a single number stands for `count` of them. */
    put(Type, values, count) {
        if (values === undefined || values === null) return 0;
        const single = typeof values === 'number',
            length = single ? count : values.length;
        const at = this.room(Type.BYTES_PER_ELEMENT * length),
            view = this.view(Type, at, length);
        if (single) view.fill(values);
        else view.set(values);
        return at;
    }

    /** Copies numbers out. */
    take(Type, at, count) {
        return this.view(Type, at, count).slice();
    }

    /** A structure of 32-bit words: pointers, sizes and numbers of an enumeration. */
    words(...values) {
        return this.put(Uint32Array, values);
    }

    /** A sepal_rule: what touching is, and the margin. NULL stands for the rule without a margin where touching is overlap. */
    rule({ touching = true, margin = 0 } = {}) {
        if (touching && margin === 0) return 0;
        const at = this.words(touching ? 0 : 1, 0);
        this.view(Float32Array, at + 4, 1)[0] = margin;
        return at;
    }

    /** A sepal_contact_rule. */
    contactRule({ touching = true, margin = 0, pointMargin = 0 } = {}) {
        const at = this.words(touching ? 0 : 1, 0, 0);
        this.view(Float32Array, at + 4, 2).set([margin, pointMargin]);
        return at;
    }

    /** Answers as bytes, 1 for yes and 0 for no, of the bits that the library has written. */
    answers(at, count) {
        const bits = this.view(Uint32Array, at, 2 * Math.ceil(count / 64)),
            found = new Uint8Array(count);
        for (let i = 0; i < count; i++) found[i] = (bits[i >>> 5] >>> (i & 31)) & 1;
        return found;
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

    /** The same for a function whose last argument is a sepal_refusal: the error says which element it was, and why. */
    callAboutMany(name, ...values) {
        const refusal = this.words(0, 0);
        const status = this.exports[name](...values, refusal);
        const [index, reason] = this.view(Uint32Array, refusal, 2);
        this.checked(name, status, reason === 0 ? undefined : { index, reason: this.text(reason) });
    }

    checked(name, status, refusal) {
        if (status === 0) return;
        const what = this.text(this.exports.sepal_status_text(status));
        const where = refusal ? ` (${refusal.index}: ${refusal.reason})` : '';
        throw new SepalError(`${name}: ${what}${where}`, status, refusal?.index);
    }

    /** Makes something that the library owns, and releases it when `owner` is collected, or by free(). */
    create(owner, kind) {
        this.begin();
        const out = this.words(0);
        this.call(`sepal_${kind}_create`, 0, out);
        const [at] = this.view(Uint32Array, out, 1);
        this.released.register(owner, { destroy: `sepal_${kind}_destroy`, at }, owner);
        return at;
    }

    destroy(owner, kind) {
        this.released.unregister(owner);
        this.exports[`sepal_${kind}_destroy`](owner.at);
        owner.at = 0;
    }
}
