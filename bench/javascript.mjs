// javascript.mjs — what a call of the package for JavaScript costs a pair of boxes that are near each other, and of which parts that
// consists, beside a loop in JavaScript. Usage: javascript.mjs PACKAGE, the folder of the package.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const BOXES = 4096,
    PAIRS = 65536,
    SIDE = 40; // of the square with their centres
const ROUNDS = 40,
    CALLS = 8; // in a round

/** Numbers from 0 to 1, as many as are asked for, by xorshift32 (Marsaglia, Xorshift RNGs, Journal of Statistical Software, 2003). */
function randomNumbers() {
    let state = 1;
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) / 2 ** 32;
    };
}

/** Columns of boxes, and pairs of boxes whose bounds overlap. */
function sceneOf(next) {
    const columns = { x: [], y: [], halfX: [], halfY: [], cos: [], sin: [] };
    for (let i = 0; i < BOXES; i++) {
        const angle = 2 * Math.PI * next();
        columns.x.push(SIDE * next());
        columns.y.push(SIDE * next());
        columns.halfX.push(0.25 + 0.75 * next());
        columns.halfY.push(0.25 + 0.75 * next());
        columns.cos.push(Math.cos(angle));
        columns.sin.push(Math.sin(angle));
    }
    const { x, y, halfX, halfY, cos, sin } = columns,
        width = halfX.map((h, i) => Math.abs(h * cos[i]) + Math.abs(halfY[i] * sin[i])),
        height = halfX.map((h, i) => Math.abs(h * sin[i]) + Math.abs(halfY[i] * cos[i])),
        pairs = new Uint32Array(2 * PAIRS);
    for (let k = 0; k < pairs.length; ) {
        const a = Math.floor(BOXES * next()),
            b = Math.floor(BOXES * next());
        if (a === b || Math.abs(x[a] - x[b]) > width[a] + width[b] || Math.abs(y[a] - y[b]) > height[a] + height[b]) continue;
        pairs[k++] = a;
        pairs[k++] = b;
    }
    return { columns, pairs };
}

/** Six numbers of each box in a row, as a loop reads them fastest: its centre and two half-edges. */
function recordsOf({ x, y, halfX, halfY, cos, sin }) {
    const row = (_, i) => [x[i], y[i], halfX[i] * cos[i], halfX[i] * sin[i], -halfY[i] * sin[i], halfY[i] * cos[i]];
    return Float32Array.from(x.flatMap(row));
}

/** The separating axis test of boxes, rounded, which ends at the first axis that parts them. */
function loop(records, pairs, out) {
    for (let k = 0; k < out.length; k++) {
        const a = 6 * pairs[2 * k],
            b = 6 * pairs[2 * k + 1];
        const dx = records[b] - records[a],
            dy = records[b + 1] - records[a + 1];
        const aux = records[a + 2],
            auy = records[a + 3],
            avx = records[a + 4],
            avy = records[a + 5];
        const bux = records[b + 2],
            buy = records[b + 3],
            bvx = records[b + 4],
            bvy = records[b + 5];
        out[k] = 0;
        const uu = Math.abs(aux * buy - auy * bux),
            uv = Math.abs(aux * bvy - auy * bvx),
            areaA = Math.abs(aux * avy - auy * avx);
        if (Math.abs(aux * dy - auy * dx) > uu + uv + areaA) continue;
        const vu = Math.abs(avx * buy - avy * bux),
            vv = Math.abs(avx * bvy - avy * bvx);
        if (Math.abs(avx * dy - avy * dx) > vu + vv + areaA) continue;
        const areaB = Math.abs(bux * bvy - buy * bvx);
        if (Math.abs(bux * dy - buy * dx) > uu + vu + areaB) continue;
        if (Math.abs(bvx * dy - bvy * dx) > uv + vv + areaB) continue;
        out[k] = 1;
    }
}

/** The least processor time of each of [name, call], in nanoseconds a pair, measured by turns. */
function measured(calls) {
    const least = calls.map(() => Infinity);
    for (let round = 0; round < ROUNDS; round++)
        calls.forEach(([, call], i) => {
            const before = process.cpuUsage();
            for (let k = 0; k < CALLS; k++) call();
            const { user, system } = process.cpuUsage(before);
            least[i] = Math.min(least[i], (1000 * (user + system)) / CALLS / PAIRS);
        });
    return least;
}

const { load } = await import(pathToFileURL(resolve(process.argv[2], 'index.js')));
const sepal = await load(),
    { library } = sepal,
    { columns, pairs } = sceneOf(randomNumbers()),
    records = recordsOf(columns),
    boxes = sepal.polys(),
    [out, byLoop] = [new Uint8Array(PAIRS), new Uint8Array(PAIRS)];
boxes.addBoxes(columns);

// The parts of a call, in memory that is theirs until the next begin().
let bits, list;
const prepare = () => {
    library.begin();
    bits = library.bits(PAIRS);
    list = library.indices('pairs', pairs, 2);
};
const calls = [
    ['a loop in JavaScript', () => loop(records, pairs, byLoop)],
    ['overlapPairs(set, pairs, undefined, out)', () => boxes.overlapPairs(boxes, pairs, undefined, out)],
    ['overlapPairs(set, pairs)', () => boxes.overlapPairs(boxes, pairs)],
    ['  its pairs, copied in', prepare],
    ['  the function in WebAssembly', () => library.call('sepal_polys_overlap_pairs', boxes.at, boxes.at, list, PAIRS, 0, bits)],
    ['  its answers, copied out', () => library.answers(bits, PAIRS, out)],
];
const differ = (found) => found.reduce((sum, yes, i) => sum + (yes !== byLoop[i]), 0);
for (const [, call] of calls) call();
if (differ(boxes.overlapPairs(boxes, pairs)) > PAIRS / 1000 || differ(out) > PAIRS / 1000)
    throw new Error('the loop and the library differ in more than a thousandth of the answers');

const least = measured(calls);
console.log(`node ${process.version}, ${sepal.isa}: ${PAIRS} pairs of boxes whose bounds overlap, nanoseconds a pair`);
calls.forEach(([name], i) => {
    const times = i > 0 && !name.startsWith(' ') ? `, ${(least[0] / least[i]).toFixed(1)} times as fast as the loop` : '';
    console.log(`${name.padEnd(42)}${least[i].toFixed(2).padStart(6)}${times}`);
});
