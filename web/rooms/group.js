// group.js — a shape with a notch is a group of convex parts, and meets another shape if a part does.

import { Room } from '../room.js';
import { outline } from '../stage.js';
import { regular } from '../geometry.js';

const U = { x: [-2.2, 2.2, 2.6, 1.6, 1.3, -1.3, -1.6, -2.6], y: [-0.6, -0.6, 2.6, 2.9, 0.5, 0.5, 2.9, 2.6] };
const NOTCH = { across: 1.45, from: 0.5, to: 2.9 }; // the half width of the notch, and its height

export class Group extends Room {
    constructor(section) {
        super(section, {
            width: 10.2,
            title: 'A shape with a notch, cut into convex parts, and a triangle',
            models: [regular(3, 0.9)],
            bodies: [
                { name: 'a', label: 'Shape A with a notch', x: -0.1, y: -1.3, angle: 0.2 },
                { name: 'b', label: 'Triangle B', x: -0.45, y: 0.6, angle: 0.1 },
            ],
        });
        this.parts = this.scene.addConcave(U);
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    /** All parts are where the shape is; the triangle is the last. */
    poses() {
        const [group, other] = this.bodies;
        const parts = Array.from({ length: this.parts }, (_, i) => ({ ...group, model: 1 + i }));
        return [...parts, { ...other, model: 0 }];
    }

    /** Is the middle of B between the sides of A? */
    inNotch() {
        const [{ x, y, angle }, b] = this.bodies,
            dx = b.x - x,
            dy = b.y - y;
        const across = dx * Math.cos(angle) + dy * Math.sin(angle),
            along = dy * Math.cos(angle) - dx * Math.sin(angle);
        return Math.abs(across) < NOTCH.across && along > NOTCH.from && along < NOTCH.to;
    }

    draw() {
        const parts = this.parts,
            meets = this.scene.groupOverlaps(parts, parts);
        const hit = this.scene.overlaps(parts, 0, parts),
            hits = hit.filter(Boolean).length;
        hit.forEach((is, i) => this.stage.shape(`shape a part${is ? ' hit' : ''}`, this.scene.shape(i)));
        this.stage.path('rim a', outline(this.rim()));
        this.stage.shape('shape b', this.scene.shape(parts));
        const apart = this.inNotch() ? 'B is in the notch of A, and meets none of its' : 'B meets none of the';
        this.say(
            meets ? 'overlap' : 'apart',
            meets
                ? `${hits} of the ${parts} parts of A ${hits === 1 ? 'meets' : 'meet'} B.`
                : `${apart} ${parts} parts.`,
        );
    }

    /** The outline of A, for the picture. */
    rim() {
        const [{ x, y, angle }] = this.bodies,
            cos = Math.cos(angle),
            sin = Math.sin(angle);
        return { x: U.x.map((v, i) => x + cos * v - sin * U.y[i]), y: U.y.map((v, i) => y + cos * v + sin * U.x[i]) };
    }
}
