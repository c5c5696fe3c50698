// axes.js — how a picture shows an axis: a line beside the shapes, their shadows on it, the gap, and the line that
// separates.

import { corner, dot, gap, perp, shadow } from './geometry.js';

const SIDE = 5; // pixels between an axis and a shadow beside it, so that two that overlap can be told apart

export const decimal = (value) => (Math.abs(value) < 0.005 ? '0.00' : value.toFixed(2)).replace('-', '−');

/** The point of the axis that is nearest to the middle of the picture. */
export const foot = (n, distance) => ({ x: distance * n.y, y: -distance * n.x });

/** Draws the axis of direction n at a distance from the middle, with the shadows of the two shapes. Returns the gap. */
export function drawAxis(stage, n, distance, [a, b], { lit = false, feet = false, name = '' } = {}) {
    const at = foot(n, distance),
        up = perp(n),
        side = SIDE * stage.pixel;
    const on = (along, aside = 0) => {
        return { x: at.x + along * n.x + aside * up.x, y: at.y + along * n.y + aside * up.y }; // the foot itself is at 0
    };
    const shadows = [shadow(a, n), shadow(b, n)];
    const between = gap(...shadows);
    const style = between > 0 && lit ? ' lit' : '';
    stage.line(`axis${style}`, on(-9), on(9));
    const [low, high] = shadows[0].to < shadows[1].from ? shadows : [shadows[1], shadows[0]];
    const half = (low.to + high.from) / 2; // the middle of the gap
    if (between > 0 && lit) {
        stage.line('parting', on(half, 0), on(half, 9 + distance));
        stage.line('gap', on(low.to), on(high.from));
    }
    [a, b].forEach((shape, i) => {
        const { from, to, least, greatest } = shadows[i],
            which = i === 0 ? 'a' : 'b',
            aside = i === 0 ? side : -side;
        if (feet)
            [
                [least, from],
                [greatest, to],
            ].forEach(([vertex, along]) => {
                const c = corner(shape, vertex),
                    reach = along - dot(c, n);
                stage.line(`fall ${which}`, { x: c.x + reach * n.x, y: c.y + reach * n.y }, on(along, aside));
            });
        stage.line(`shadow ${which}${style}`, on(from, aside), on(to, aside));
    });
    if (between > 0 && lit) {
        const room = (7 + 20 * Math.abs(up.x) + 9 * Math.abs(up.y)) * stage.pixel; // beside the line, whatever its direction
        const words = on(half, -room);
        stage.text('gap-size', { x: words.x, y: words.y - 5 * stage.pixel }, decimal(between));
    }
    if (name) {
        const end = on(4.1);
        stage.text(
            'axis-name',
            { x: end.x + 14 * stage.pixel * up.x, y: end.y + 14 * stage.pixel * up.y - 4 * stage.pixel },
            name,
        );
    }
    return between;
}
