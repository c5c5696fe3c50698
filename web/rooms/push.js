// push.js — the smallest push that parts two shapes, and where it leads; and the same for one shape inside another. The
// pushes along the other axes are drawn thin beside it, so that the least of them is seen to be the least.

import { Room, chip } from '../room.js';
import { box, circle, middle, regular, shadow } from '../geometry.js';
import { axesOf, decimal } from '../axes.js';

const MOVE_TIME = 350; // milliseconds that the push takes to be seen
const ROUNDED = 1e-6; // a depth below this is what rounding to float32 leaves of a push

/** Three digits of a positive number, with a power of ten if it is small. */
function short(value) {
    const [digits, exponent] = value.toPrecision(3).split('e-');
    const raised = exponent && [...exponent].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('');
    return raised ? `${digits} · 10⁻${raised}` : digits;
}

/** How far B has to go along an axis, one way or the other, whichever is shorter: { name, like, depth, x, y }, with the way. */
function pushAlong(axis, [a, b]) {
    const of = shadow(a, axis.n),
        other = shadow(b, axis.n);
    const forth = of.to - other.from,
        back = other.to - of.from,
        way = forth <= back ? 1 : -1;
    return { ...axis, depth: Math.min(forth, back), x: way * axis.n.x, y: way * axis.n.y };
}

export class Push extends Room {
    constructor(section, options) {
        super(section, { width: 9, ...options });
        this.list = section.querySelector('.axes');
        this.button('part', () => this.part());
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
            this.pushed = t === 1;
            this.show(); // the place where it ends was seen before, as an outline
            this.pushed = false;
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
        const all = axesOf(shapes).map((axis) => pushAlong(axis, shapes)),
            tested = all.filter(({ like }) => !like);
        const least = tested.reduce((best, axis) => (axis.depth < best.depth ? axis : best));
        if (push.depth > 0) {
            const { x, y, radius } = shapes[1],
                at = middle(shapes[1]);
            for (const { depth, x, y } of tested.filter((axis) => axis !== least))
                this.stage.arrow('losing', at, { x: at.x + depth * x, y: at.y + depth * y });
            this.stage.shape('ghost b', { x: x.map((v) => v + moved.x), y: y.map((v) => v + moved.y), radius });
            this.stage.arrow('arrow', at, { x: at.x + moved.x, y: at.y + moved.y });
        }
        this.showList(all, push.depth > 0 ? least : undefined);
        this.sayPush(this.word?.() ?? verdict, push);
    }

    sayPush(word, { x, y, depth }) {
        const normal = `(${x.toFixed(3)}, ${y.toFixed(3)})`.replaceAll('-', '−'),
            size = short(Math.abs(depth));
        if (this.pushed && depth !== 0 && Math.abs(depth) < ROUNDED)
            this.say(
                word,
                `${depth > 0 ? 'Depth' : 'Distance'} ${size}: B’s corners were rounded to float32 where the push has led, ` +
                    'and the answer is about these rounded corners, exactly.',
            );
        else this.say(word, `${depth >= 0 ? 'Depth' : 'Distance'} ${depth === 0 ? 0 : size}, direction ${normal}.`);
    }

    showList(all, least) {
        this.showChips(() =>
            all.map((axis) => {
                const words = axis.depth > 0 ? `depth ${decimal(axis.depth)}` : `gap ${decimal(-axis.depth)}`;
                if (axis.like) return chip(axis.name, `∥ ${axis.like.name}`, 'same');
                return chip(axis.name, axis === least ? `least, ${decimal(axis.depth)}` : words, axis === least ? 'lit' : '');
            }),
        );
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
        title: 'Two overlapping shapes, and arrows for the pushes along all axes, of which the smallest is thick',
        models: [regular(5, 1.6), box(1.5, 0.9)],
        bodies: [
            { name: 'a', label: 'Pentagon A', model: 0, x: -0.9, y: -0.2, angle: 0.2 },
            { name: 'b', label: 'Box B', model: 1, x: 0.8, y: 0.7, angle: 0.4 },
        ],
    });

export const inside = (section) =>
    new Inside(section, {
        title: 'A small circle inside a hexagon, and arrows for the ways out, of which the shortest is thick',
        models: [regular(6, 2.6), circle(0.6)],
        bodies: [
            { name: 'a', label: 'Hexagon A', model: 0, x: -0.3, y: 0, angle: 0.1 },
            { name: 'b', label: 'Circle B', model: 1, x: 0.6, y: 0.5, turns: false },
        ],
    });
