// field.js — what can be asked about a field of many shapes, by a tree of them: which are nearest to a shape, and which are hit by rays.

import { Room, chip } from '../room.js';
import { Field } from '../scenes.js';
import { circle, regular, stream } from '../geometry.js';
import { decimal } from '../axes.js';

const WIDTH = 12;
const SHAPES = { tries: 400, least: 0.25, most: 0.6, apart: 0.16, clear: 1.2 }; // radii, and what is left between them and around the middle
const RAYS = 240;
const LONG = 20; // the length of a ray, which leaves the picture
const DRAWN = 6; // of so many rays one is drawn

/** Shapes of all kinds that do not overlap, the same on every visit. */
function scatter(seed) {
    const random = stream(seed),
        found = [];
    for (let i = 0; i < SHAPES.tries; i++) {
        const size = SHAPES.least + (SHAPES.most - SHAPES.least) * random(),
            at = { x: (WIDTH - 1) * (random() - 0.5), y: (0.62 * WIDTH) * (random() - 0.5) };
        const free = found.every((other) => Math.hypot(other.at.x - at.x, other.at.y - at.y) > other.size + size + SHAPES.apart);
        if (!free || Math.hypot(at.x, at.y) < SHAPES.clear + size || Math.abs(at.x) + size > WIDTH / 2 - 0.1) continue;
        const kind = found.length % 4,
            model = kind === 3 ? circle(size) : regular(3 + kind, size),
            angle = 7 * random();
        const turned = (of) => model.x.map((_, k) => of(model.x[k], model.y[k]));
        const x = turned((px, py) => at.x + Math.cos(angle) * px - Math.sin(angle) * py),
            y = turned((px, py) => at.y + Math.sin(angle) * px + Math.cos(angle) * py);
        found.push({ at, size, shape: { x, y, radius: model.radius ?? 0 } });
    }
    return found.map(({ shape }) => shape);
}

class FieldRoom extends Room {
    constructor(section, seed, options) {
        super(section, { width: WIDTH, ...options });
        this.shapes = scatter(seed);
        this.field = new Field(this.shapes);
        this.resetButton();
    }

    drawField(hit) {
        this.shapes.forEach((shape, i) => this.stage.shape(`shape a${hit.has(i) ? ' hit' : ''}`, shape));
        this.stage.seen = []; // the field does not move
    }
}

export class Rays extends FieldRoom {
    constructor(section) {
        super(section, 2026, {
            title: 'A lamp among shapes, and what its rays hit',
            bodies: [{ name: 'p', label: 'Lamp P', x: 0.3, y: 0.1, turns: false }],
        });
        this.update();
    }

    draw() {
        const [{ x, y }] = this.bodies,
            ways = Array.from({ length: RAYS }, (_, i) => (2 * Math.PI * i) / RAYS).map((angle) => ({ x: LONG * Math.cos(angle), y: LONG * Math.sin(angle) }));
        const { shape, time, normal } = this.field.cast({ x, y }, ways);
        const ends = ways.map((way, i) => ({ x: x + time[i] * way.x, y: y + time[i] * way.y })),
            hits = shape.filter((each) => each !== Field.NONE);
        this.stage.shape('light', { x: ends.map((end) => end.x), y: ends.map((end) => end.y) });
        this.drawField(new Set(hits));
        for (let i = 0; i < RAYS; i += DRAWN) {
            this.stage.line('beam', { x, y }, ends[i]);
            if (shape[i] === Field.NONE || time[i] === 0) continue;
            this.stage.dot('contact', ends[i]);
            this.stage.line('normal', ends[i], { x: ends[i].x + 0.22 * normal[i].x, y: ends[i].y + 0.22 * normal[i].y });
        }
        const inside = time[0] === 0;
        this.say(
            inside ? 'Inside of a shape' : `${hits.length} of ${RAYS} rays hit`,
            inside ? 'Every ray hits it at once, at time 0.' : `${new Set(hits).size} of the ${this.shapes.length} shapes are seen.`,
        );
    }
}

export class Nearest extends FieldRoom {
    constructor(section) {
        super(section, 7, {
            title: 'A circle among shapes, and the shapes that are nearest to it',
            bodies: [{ name: 'b', label: 'Circle B', x: 0, y: 0, turns: false }],
        });
        this.list = section.querySelector('.axes');
        this.wanted = 5;
        this.slider('wanted', (value) => {
            this.wanted = value;
            this.update();
        });
        this.update();
    }

    draw() {
        const [{ x, y }] = this.bodies,
            probe = { x: [x], y: [y], radius: 0.4 },
            found = this.field.nearest(probe, this.wanted);
        this.drawField(new Set(found.map(({ shape }) => shape)));
        this.stage.shape('shape b', probe);
        found.forEach(({ from, to, distance }, i) => {
            if (distance > 0) this.stage.line('distance', from, to);
            const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
            if (i === 0 && distance > 0) this.stage.text('gap-size', middle, decimal(distance));
        });
        this.showChips(() =>
            found.map(({ distance }, i) => chip(`${i + 1}.`, distance === 0 ? 'overlaps or touches' : decimal(distance), i === 0 ? 'lit' : '')),
        );
        const [{ distance }] = found;
        this.say(
            distance === 0 ? 'overlap' : `${decimal(distance)} to the nearest`,
            `${this.wanted === 1 ? 'The nearest' : `The ${this.wanted} nearest`} of ${this.shapes.length} shapes, in order.`,
        );
    }
}
