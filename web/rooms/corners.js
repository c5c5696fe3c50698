// corners.js — the least and the greatest corner of each box along an axis are all that its shadow needs.

import { Room } from '../room.js';
import { box, corner, normals, shadow } from '../geometry.js';
import { decimal, drawAxis } from '../axes.js';

const LETTERS = 13; // pixels of the letters beside the corners
const AWAY = 8; // pixels between a corner and its word

export class Corners extends Room {
    constructor(section) {
        super(section, {
            title: 'Two boxes and an axis P of box A, with the least and greatest corners marked',
            models: [box(1.4, 0.9), box(1.2, 0.8)],
            bodies: [
                { name: 'a', label: 'Box A', model: 0, x: -1.7, y: 0.2, angle: 0.15 },
                { name: 'b', label: 'Box B', model: 1, x: 2.1, y: 1, angle: 0.9 },
            ],
        });
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    draw() {
        const shapes = [this.scene.shape(0), this.scene.shape(1)];
        const n = normals(shapes[0])[1]; // to the right of box A, as long as it is not turned
        drawAxis(this.stage, n, shapes, { lit: true, feet: true, name: 'P' });
        const ends = shapes.map((shape, i) => {
            const which = i === 0 ? 'a' : 'b',
                found = shadow(shape, n);
            this.stage.shape(`shape ${which}`, shape);
            for (const vertex of [found.least, found.greatest])
                this.stage.dot(`corner ${which}`, corner(shape, vertex));
            this.mark(shape, found.least, n, -1, 'least');
            this.mark(shape, found.greatest, n, 1, 'greatest');
            return found;
        });
        const [a, b] = ends;
        const span = ({ from, to }) => `from ${decimal(from)} to ${decimal(to)}`;
        const below = (p, q) => `greatest of ${p} < least of ${q}`;
        const why = a.to < b.from ? below('A', 'B') : b.to < a.from ? below('B', 'A') : 'no gap';
        this.say(this.scene.meeting(0, 1), `On P, A reaches ${span(a)} and B ${span(b)}: ${why}.`);
    }

    /** A word beside a corner, outwards along the axis. */
    mark(shape, vertex, n, way, words) {
        const { x, y } = corner(shape, vertex),
            size = this.stage.sizeOf(words, LETTERS);
        const away = way * (AWAY * this.stage.pixel + size.wide * Math.abs(n.x) + size.high * Math.abs(n.y));
        const at = { x: x + away * n.x, y: y + away * n.y };
        this.stage.keep([{ at, ...size }]);
        this.stage.text('', at, words);
    }
}
