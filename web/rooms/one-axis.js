// one-axis.js — two boxes and one axis P: their shadows, and the gap between them.

import { Room } from '../room.js';
import { box, dot, unit } from '../geometry.js';
import { beside, decimal, drawAxis } from '../axes.js';

const SIDE = -1; // the axis stands to the right of its direction: below the boxes, while that leads to the right

export class OneAxis extends Room {
    constructor(section) {
        super(section, {
            title: 'Two boxes and an axis P with their shadows',
            models: [box(1.5, 0.8), box(1, 1.1)],
            bodies: [
                { name: 'a', label: 'Box A', model: 0, x: -2.1, y: 0.7, angle: 0.35 },
                { name: 'b', label: 'Box B', model: 1, x: 1.9, y: 1.1, angle: -0.25 },
            ],
        });
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
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    direction() {
        return { x: Math.cos(this.axis), y: Math.sin(this.axis) };
    }

    /** The point halfway between the boxes. */
    middle() {
        const [a, b] = this.bodies;
        return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    }

    /** The point of the axis that faces it: that of its dot. */
    foot() {
        const n = this.direction(),
            shapes = [this.scene.shape(0), this.scene.shape(1)];
        return beside(this.stage, n, shapes, SIDE)(dot(this.middle(), n));
    }

    reset() {
        this.axis = 0;
        super.reset();
    }

    draw() {
        const shapes = [this.scene.shape(0), this.scene.shape(1)],
            n = this.direction();
        const between = drawAxis(this.stage, n, shapes, { lit: true, feet: true, side: SIDE });
        this.stage.shape('shape a', shapes[0]);
        this.stage.shape('shape b', shapes[1]);
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
