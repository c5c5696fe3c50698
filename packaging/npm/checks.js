// checks.js — what is refused before the library is called. C gets addresses and counts, and cannot see that an array is too short, that
// an index is no whole number, or that a name is misspelt. Each message names the argument, the element, and what is expected.

/** What a call was refused for. `status` is the number of C's sepal_status; `index` the element of a call about many that was refused, or
 * undefined. */
export class SepalError extends Error {
    constructor(message, status, index) {
        super(message);
        this.name = 'SepalError';
        this.status = status;
        this.index = index;
    }
}

export const OK = 0,
    BAD_ARGUMENT = 1,
    NO_MEMORY = 3,
    TOO_SMALL = 4, // an output has no room
    BAD_KIND = 5; // of a set of doubles, or of floats, where the other one is expected

export function refuse(message, index) {
    throw new SepalError(message, BAD_ARGUMENT, index);
}

/** A value as messages show it. */
export function shown(value) {
    if (typeof value === 'string') return `'${value}'`;
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function') return 'a function';
    if (typeof value !== 'object' || value === null) return String(value);
    return Array.isArray(value) || ArrayBuffer.isView(value) ? 'an array' : 'an object';
}

const given = (value) => value !== undefined && value !== null;

// --- Single values

export function finiteOf(name, value) {
    if (!Number.isFinite(value)) refuse(`${name} is ${shown(value)}; a finite number is expected`);
    return value;
}

const isOfDoubles = (value) => value === 0 || (Math.abs(value) >= 2 ** -200 && Math.abs(value) <= 2 ** 100);

/** A coordinate of a set of doubles. */
export function coordinateOf(name, value, index = undefined) {
    if (!(typeof value === 'number' && isOfDoubles(value)))
        refuse(`${name} is ${shown(value)}; a coordinate that is 0 or from 2^-200 to 2^100 in magnitude is expected`, index);
    return value;
}

const LARGEST = 3.4028234663852886e38; // of float32

/** A margin, or another length. */
export function lengthOf(name, value, most = LARGEST) {
    if (!(typeof value === 'number' && value >= 0 && value <= most))
        refuse(`${name} is ${shown(value)}; a number from 0 to ${most.toPrecision(3)} is expected`);
    return value;
}

export function booleanOf(name, value) {
    if (typeof value !== 'boolean') refuse(`${name} is ${shown(value)}; true or false is expected`);
    return value;
}

const isWhole = (value) => typeof value === 'number' && value >>> 0 === value;

export function wholeOf(name, value) {
    if (!isWhole(value)) refuse(`${name} is ${shown(value)}; a whole number from 0 to 4294967295 is expected`);
    return value;
}

/** A number of things, for messages: 1 shape, 2 shapes, 1 vertex. */
export function counted(count, what = 'shapes') {
    const one = what === 'vertices' ? 'vertex' : what.slice(0, -1);
    return `${count} ${count === 1 ? one : what}`;
}

/** An index below `count`, the number of shapes of a set, or of what else there is in its owner. */
export function indexOf(name, value, count, owner = 'set', what = 'shapes') {
    if (wholeOf(name, value) >= count) refuse(`${name} is ${value}, but the ${owner} has ${counted(count, what)}`);
    return value;
}

/** The range first .. first + size - 1 below `count`. */
export function checkRange(first, size, count) {
    if (wholeOf('first', first) + wholeOf('count', size) > count)
        refuse(`first is ${first} and count is ${size}, but the set has ${counted(count)}`);
}

// --- Arrays

/** How many elements an array, or what is like one, has. */
export function sizeOf(name, values, expected = 'an array of numbers') {
    const isArray = typeof values === 'object' && values !== null && isWhole(values.length);
    if (!isArray) refuse(`${name} is ${shown(values)}; ${expected} is expected`);
    return values.length;
}

/** How many elements of `width` numbers each a list has. */
export function tuplesOf(name, values, width) {
    const size = sizeOf(name, values);
    if (size % width !== 0) refuse(`${name} has ${counted(size, 'numbers')}; ${width} for each of its elements are expected`);
    return size / width;
}

// Which arrays have nothing else than floats, or indices, or 32 bits. Their type guarantees it, so that no element is looked at.
const UNSIGNED = ['Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Uint32Array'],
    SIGNED = ['Int8Array', 'Int16Array', 'Int32Array'];

/** Kinds of numbers that arrays are made of: `arrays` have no others, and `wrong` is the first element of other arrays that is not one, or
 * their length. Each has a loop of its own, which is compiled for it alone. */
export const FLOATS = {
    what: 'a number',
    arrays: new Set([...UNSIGNED, ...SIGNED, 'Float16Array', 'Float32Array', 'Float64Array']),
    wrong(values, i = 0) {
        while (i < values.length && typeof values[i] === 'number') i++;
        return i;
    },
};
export const INDICES = {
    what: 'a whole number from 0 to 4294967295',
    arrays: new Set(UNSIGNED),
    wrong(values, i = 0) {
        while (i < values.length && isWhole(values[i])) i++;
        return i;
    },
};
export const FLAGS = {
    what: '0 or 1',
    arrays: new Set(),
    wrong(values, i = 0) {
        while (i < values.length && (values[i] === 0 || values[i] === 1)) i++;
        return i;
    },
};
export const BITS = {
    what: 'a whole number of 32 bits',
    arrays: new Set([...UNSIGNED, ...SIGNED]),
    wrong(values, i = 0) {
        while (i < values.length && (isWhole(values[i]) || (typeof values[i] === 'number' && (values[i] | 0) === values[i]))) i++;
        return i;
    },
};

/** Refuses an array in which another thing than numbers of a kind is. width: how many of them are an element of the call. */
export function checkNumbers(kind, name, values, width = 1) {
    if (ArrayBuffer.isView(values) && kind.arrays.has(values[Symbol.toStringTag])) return;
    const i = kind.wrong(values);
    if (i < values.length) refuse(`${name}[${i}] is ${shown(values[i])}; ${kind.what} is expected`, Math.floor(i / width));
}

/** A few finite numbers, such as a corner. */
export function vectorOf(name, values, size) {
    if (sizeOf(name, values) !== size) refuse(`${name} has ${counted(values.length, 'numbers')}; ${size} are expected`);
    return Array.from(values, (value, i) => finiteOf(`${name}[${i}]`, value));
}

/** Offsets into `total` things, one more than there are parts. Returns the number of parts. */
export function startsOf(name, values, total, of) {
    const size = sizeOf(name, values);
    if (size === 0) refuse(`${name} is empty; one number more than there are parts is expected`);
    for (let i = 0; i < size; i++) {
        wholeOf(`${name}[${i}]`, values[i]);
        if (i > 0 && values[i] < values[i - 1])
            refuse(`${name} ascend, but ${name}[${i}] is ${values[i]} and follows ${values[i - 1]}`, i - 1);
    }
    if (values[size - 1] > total)
        refuse(`${name} end at most at ${total}, the number of ${of}; ${name}[${size - 1}] is ${values[size - 1]}`, size - 2);
    return size - 1;
}

// --- Structures

/** An object with some of these fields, and all that are needed. */
export function fieldsOf(what, object, names, needed = []) {
    if (typeof object !== 'object' || object === null || Array.isArray(object) || ArrayBuffer.isView(object))
        refuse(`${what} is ${shown(object)}; an object with ${names.join(', ')} is expected`);
    for (const name of Object.keys(object))
        if (!names.includes(name)) refuse(`${what}.${name} is unknown; ${names.join(', ')} are expected`);
    for (const name of needed)
        if (!given(object[name])) refuse(`${what}.${name} is missing; ${needed.join(', ')} are expected`);
    return object;
}

/** Columns under the names that messages have: [['boxes.x', values], ...]. */
export function columnsOf(what, object, names) {
    return names.map((name) => [`${what}.${name}`, object[name]]);
}

/** How many rows columns have: the length of each array among them, `count` if that is known already, 1 if they are single numbers. */
export function countOf(columns, count = undefined) {
    let first, rows;
    for (const [name, values] of columns) {
        if (!given(values) || typeof values === 'number') continue;
        const size = sizeOf(name, values, 'a number or an array of numbers');
        if (count !== undefined && size !== count) refuse(`${name} has ${counted(size, 'numbers')}; one for each of ${count} is expected`);
        if (rows !== undefined && size !== rows) refuse(`${name} has ${counted(size, 'numbers')}, but ${first} has ${rows}`);
        first ??= name;
        rows ??= size;
    }
    return count ?? rows ?? 1;
}

const LENGTHS = /\.(half[XYZ]|radius|circumradius)$/; // of columns

/** Refuses the first number of columns that is not finite in their type, or of their lengths the first below 0. For calls that C has
 * refused. */
export function checkShapes(columns, Type = Float32Array) {
    if (Type === Float32Array) checkFinite(columns);
    else checkFinite([], columns);
    for (const [name, values] of columns.filter(([name, values]) => given(values) && LENGTHS.test(name)))
        for (const [i, value] of (typeof values === 'number' ? [values] : Array.from(values)).entries())
            if (value < 0) refuse(`${name}${typeof values === 'number' ? '' : `[${i}]`} is negative, ${value}; at least 0 is expected`, i);
}

/** Refuses columns of which some are given and others are not. */
export function checkTogether(columns) {
    const missing = columns.find(([, values]) => !given(values));
    if (missing && columns.some(([, values]) => given(values)))
        refuse(`${missing[0]} is missing; ${columns.map(([name]) => name).join(' and ')} are expected together`);
}

/** Refuses the first number of columns that is not finite, as float32 or, far, as it is. only: a Set of the rows that are looked at; all without. For
 * calls that C has refused for it without a word of where. */
export function checkFinite(columns, far = [], only = undefined) {
    const look = (name, values, round, what) => {
        if (!given(values)) return;
        const expected = `a finite number${what} is expected`;
        if (typeof values === 'number') {
            if (!Number.isFinite(round(values))) refuse(`${name} is ${values}; ${expected}`, 0);
            return;
        }
        for (const i of only === undefined ? Array.from(values).keys() : [...only].sort((p, q) => p - q))
            if (!Number.isFinite(round(values[i]))) refuse(`${name}[${i}] is ${values[i]}; ${expected}`, i);
    };
    for (const [name, values] of columns) look(name, values, Math.fround, ' of float32');
    for (const [name, values] of far) look(name, values, Number, '');
}
