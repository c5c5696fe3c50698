// one-axis.js — two boxes and one axis P: their shadows, which begin and end at corners, and the gap between them; and the axes of all
// edges, of which one has a gap if any axis has.

import { Room, chip } from '../room.js';
import { box, corner, dot, gap, shadow, unit } from '../geometry.js';
import { axesOf, beside, decimal, drawAxis } from '../axes.js';

const SIDE = -1; // the axis stands to the right of its direction: below the boxes, while that leads to the right

export class OneAxis extends Room {
    constructor(section) {
        super(section, {
            width: 10,
            title: 'Two boxes and an axis P with their shadows',
            models: [box(1.5, 0.8), box(1, 1.1)],
            bodies: [
                { name: 'a', label: 'Box A', model: 0, x: -1.55, y: 0.5, angle: 0.35 },
                { name: 'b', label: 'Box B', model: 1, x: 1.6, y: 1, angle: -0.25 },
            ],
        });
        this.list = section.querySelector('.axes');
        this.axis = 0;
        this.stage.handle('p', {
            label: 'Axis P: arrow keys move its middle, R and T turn it',
            letter: 'P',
            at: () => this.foot(),
            move: ({ x, y }) => {
                const middle = this.middle(),
                    up = unit({ x: middle.x - x, y: middle.y - y });
                this.axis = Math.atan2(-up.x, up.y);
                this.update();
            },
            turn: (angle) => {
                this.axis += angle;
                this.update();
            },
            say: () => `P leads ${Math.round((this.axis * 180) / Math.PI)} degrees from the horizontal`,
        });
        this.button('widest', () => {
            const { n } = this.widest();
            this.axis = Math.atan2(n.y, n.x);
            this.update();
        });
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    direction() {
        return { x: Math.cos(this.axis), y: Math.sin(this.axis) };
    }

    shapes() {
        return [this.scene.shape(0), this.scene.shape(1)];
    }

    /** The axes of the edges, with their gaps. Of parallel ones the first counts. */
    edges() {
        const shapes = this.shapes();
        return axesOf(shapes).map((axis) => ({ ...axis, gap: gap(...shapes.map((shape) => shadow(shape, axis.n))) }));
    }

    widest() {
        return this.edges().reduce((best, axis) => (!axis.like && axis.gap > best.gap ? axis : best));
    }

    /** The point halfway between the boxes. */
    middle() {
        const [a, b] = this.bodies;
        return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    }

    /** The point of the axis that faces it: that of its dot. */
    foot() {
        const n = this.direction();
        return beside(this.stage, n, this.shapes(), SIDE)(dot(this.middle(), n));
    }

    reset() {
        this.axis = 0;
        super.reset();
    }

    draw() {
        const shapes = this.shapes(),
            n = this.direction();
        const between = drawAxis(this.stage, n, shapes, { lit: true, feet: true, side: SIDE });
        shapes.forEach((shape, i) => {
            const which = 'ab'[i],
                { least, greatest } = shadow(shape, n);
            this.stage.shape(`shape ${which}`, shape);
            for (const vertex of [least, greatest]) this.stage.dot(`corner ${which}`, corner(shape, vertex));
        });
        this.showChips(() => {
            const widest = this.widest();
            return this.edges().map((axis) => {
                if (axis.like) return chip(axis.name, `∥ ${axis.like.name}`, 'same');
                return chip(axis.name, axis.gap > 0 ? `gap ${decimal(axis.gap)}` : 'overlap', axis.name === widest.name && axis.gap > 0 ? 'lit' : '');
            });
        });
        const verdict = this.scene.meeting(0, 1);
        if (between > 0)
            this.say(
                verdict,
                `On P there is a gap of ${decimal(between)}, so a line normal to P runs between the boxes.`,
            );
        else if (verdict === 'apart')
            this.say(verdict, 'The shadows on P overlap, so P does not show it. Turn P until there is a gap.');
        else this.say(verdict, 'The shadows overlap on P, and they would on every other axis.');
    }
}
