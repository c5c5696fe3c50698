// axes.js — how a picture shows an axis: a line just outside of both shapes, their shadows on it, the gap, and the line
// that separates.

import { corner, dot, gap, nearestCorner, normals, parallel, perp, shadow, unit } from './geometry.js';

const BESIDE = 15; // pixels between the shapes and an axis
const SIDE = 5; // pixels between an axis and a shadow beside it, so that two that overlap can be told apart
const THICK = 3; // pixels by which a shadow is wider than its line, and longer
const AWAY = [8, 30, 52]; // pixels between the shadows and the name: the first at which it lies on no other words
const LONG = 40; // an axis leaves the picture at both ends
const NAME = 13; // pixels of the letters of names and figures: those of style.css
const GAP = 15;

export const decimal = (value) => (Math.abs(value) < 0.005 ? '0.00' : value.toFixed(2)).replace('-', '−');

/** The axes that two shapes need, as { n, name, words }: the normals of their edges, and for a circle the axis to the nearest corner.
 * `like` is the earlier axis to which one is parallel, `near` that corner. */
export function axesOf(shapes) {
    const found = [];
    const add = (n, name, rest) =>
        found.push({ n, name, ...rest, like: found.find((other) => !other.like && parallel(other.n, n)) });
    shapes.forEach((shape, i) =>
        normals(shape).forEach((n, k) => add(n, `${'AB'[i]}${k + 1}`, { words: `Axis ${'AB'[i]}${k + 1}` })),
    );
    const round = shapes.findIndex((shape) => shape.x.length === 1);
    if (round >= 0) {
        const centre = corner(shapes[round], 0),
            near = nearestCorner(shapes[1 - round], centre);
        const n = unit({ x: centre.x - near.x, y: centre.y - near.y });
        add(n, 'corner', { words: 'The axis to the corner', near });
    }
    return found;
}

/** Where an axis of direction n is if it stands beside the shapes on one side, -1 or 1: a function of the place along it and of the
 * distance from it, outwards. */
export function beside(stage, n, shapes, side) {
    const up = perp(n),
        reach = shapes.map((shape) => shadow(shape, up));
    const edge = side < 0 ? Math.min(...reach.map(({ from }) => from)) : Math.max(...reach.map(({ to }) => to));
    return (along, outwards = 0) => {
        const height = edge + side * (BESIDE * stage.pixel + outwards);
        return { x: along * n.x + height * up.x, y: along * n.y + height * up.y };
    };
}

/** Where the parts of an axis are: what has to be seen of it. end: 0 if its name stands before the shadows, 1 if behind; `away` is how many
 * pixels from them. */
function layOut(stage, n, shapes, { side, end, away }, { lit, name }) {
    const on = beside(stage, n, shapes, side),
        px = stage.pixel,
        up = perp(n);
    const shadows = shapes.map((shape) => shadow(shape, n)),
        between = gap(...shadows);
    const [low, high] = shadows[0].to < shadows[1].from ? shadows : [shadows[1], shadows[0]];
    const half = (low.to + high.from) / 2; // the middle of the gap
    const ends = [Math.min(low.from, high.from), Math.max(low.to, high.to)];
    const seen = ends.flatMap((along) =>
        [-SIDE, SIDE].map((aside) => ({ at: on(along, aside * px), wide: THICK * px, high: THICK * px })),
    );
    const texts = {};
    const write = (key, words, letters, place) => {
        const size = stage.sizeOf(words, letters);
        texts[key] = { at: place(size), words, ...size };
        seen.push(texts[key]);
    };
    if (between > 0 && lit)
        write('gap-size', decimal(between), GAP, ({ wide, high }) =>
            on(half, (SIDE + 4) * px + wide * Math.abs(up.x) + high * Math.abs(up.y)),
        );
    if (name)
        write('axis-name', name, NAME, (size) =>
            on(ends[end] + (2 * end - 1) * (away * px + size.wide * Math.abs(n.x) + size.high * Math.abs(n.y))),
        );
    return { on, shadows, between, low, high, half, seen, texts, side };
}

/** Draws the axis of direction n beside the shapes: on the side where it is seen whole and its words lie on no others, or on the given one.
 * Returns the gap. */
export function drawAxis(stage, n, shapes, { lit = false, feet = false, name = '', side } = {}) {
    const sides = side ? [side] : [-1, 1],
        ways = AWAY.flatMap((away) => sides.flatMap((each) => [1, 0].map((end) => ({ side: each, end, away }))));
    const layouts = ways.map((way) => layOut(stage, n, shapes, way, { lit, name }));
    const seenWhole = layouts.filter((layout) => stage.sees(layout.seen));
    const { on, shadows, between, low, high, half, seen, texts } =
        seenWhole.find((layout) => Object.values(layout.texts).every((text) => stage.isFree(text))) ?? seenWhole[0] ?? layouts[0];
    const parts = between > 0 && lit,
        style = parts ? ' lit' : '',
        aside = SIDE * stage.pixel;
    stage.keep(seen);
    stage.line(`axis${style}`, on(-LONG), on(LONG));
    if (parts) {
        stage.line('parting', on(half), on(half, -LONG));
        stage.line('gap', on(low.to), on(high.from));
    }
    shapes.forEach((shape, i) => {
        const { from, to, least, greatest } = shadows[i],
            which = 'ab'[i],
            outwards = i === 0 ? -aside : aside;
        if (feet)
            [
                [least, from],
                [greatest, to],
            ].forEach(([vertex, along]) => {
                const c = corner(shape, vertex),
                    reach = along - dot(c, n);
                stage.line(`fall ${which}`, { x: c.x + reach * n.x, y: c.y + reach * n.y }, on(along, outwards));
            });
        stage.line(`shadow ${which}${style}`, on(from, outwards), on(to, outwards));
    });
    for (const [key, { at, words }] of Object.entries(texts)) stage.text(key, at, words, texts[key]);
    return between;
}
