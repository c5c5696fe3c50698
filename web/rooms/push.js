// push.js — the smallest push that parts two shapes, and where it leads; and the same for one shape inside another.

import { Room } from '../room.js';
import { box, circle, middle, regular } from '../geometry.js';

const MOVE_TIME = 350; // milliseconds that the push takes to be seen

/** Three digits of a positive number, with a power of ten if it is small. */
function short(value) {
    const [digits, exponent] = value.toPrecision(3).split('e-');
    const raised = exponent && [...exponent].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('');
    return raised ? `${digits} · 10⁻${raised}` : digits;
}

export class Push extends Room {
    constructor(section, options) {
        super(section, options);
        this.button('Push them apart', '', () => this.part());
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    /** Moves B by the push, in a short while or at once. */
    part() {
        const { x, y, depth } = this.scene.push(0, 1),
            b = this.bodies[1],
            from = { x: b.x, y: b.y };
        if (depth <= 0) return;
        const began = performance.now();
        const quick = matchMedia('(prefers-reduced-motion: reduce)').matches;
        const step = (now) => {
            const t = quick ? 1 : Math.min(1, Math.max(0, (now - began) / MOVE_TIME));
            const eased = t * t * (3 - 2 * t);
            b.x = from.x + eased * depth * x;
            b.y = from.y + eased * depth * y;
            this.update();
            if (t < 1) requestAnimationFrame(step);
        };
        step(began);
    }

    draw() {
        const shapes = [this.scene.shape(0), this.scene.shape(1)],
            push = this.scene.push(0, 1);
        const verdict = this.scene.meeting(0, 1),
            moved = { x: push.depth * push.x, y: push.depth * push.y };
        this.stage.shape('shape a', shapes[0]);
        this.stage.shape('shape b', shapes[1]);
        if (push.depth > 0) {
            const { x, y, radius } = shapes[1],
                at = middle(shapes[1]);
            this.stage.shape('ghost b', { x: x.map((v) => v + moved.x), y: y.map((v) => v + moved.y), radius });
            this.stage.arrow('arrow', at, { x: at.x + moved.x, y: at.y + moved.y });
        }
        const normal = `(${push.x.toFixed(3)}, ${push.y.toFixed(3)})`.replaceAll('-', '−');
        const depth = short(Math.abs(push.depth)),
            word = this.word?.() ?? verdict;
        if (push.depth > 0) this.say(word, `Depth ${depth}, direction ${normal}.`);
        else if (push.depth === 0) this.say(word, `Depth 0, direction ${normal}.`);
        else this.say(word, `Distance ${depth}, direction ${normal}.`);
    }
}

/** Inside: the first word says whether one shape contains the other. */
class Inside extends Push {
    word() {
        return this.scene.contains(0, 1) ? 'A contains B' : undefined;
    }
}

export const push = (section) =>
    new Push(section, {
        title: 'Two overlapping shapes, and an arrow for the smallest push',
        models: [regular(5, 1.6), box(1.5, 0.9)],
        bodies: [
            { name: 'a', label: 'Pentagon A', model: 0, x: -0.9, y: -0.2, angle: 0.2 },
            { name: 'b', label: 'Box B', model: 1, x: 0.8, y: 0.7, angle: 0.4 },
        ],
    });

export const inside = (section) =>
    new Inside(section, {
        title: 'A small circle inside a hexagon, and an arrow for the way out',
        models: [regular(6, 2.6), circle(0.6)],
        bodies: [
            { name: 'a', label: 'Hexagon A', model: 0, x: -0.3, y: 0, angle: 0.1 },
            { name: 'b', label: 'Circle B', model: 1, x: 0.6, y: 0.5, turns: false },
        ],
    });
