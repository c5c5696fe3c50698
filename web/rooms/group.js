// group.js — a shape with a notch is a group of convex parts, and meets another shape if a part does.

import { Room } from '../room.js';
import { regular } from '../geometry.js';

const PARTS = 3; // the floor and the two sides of the letter U
const INNER = 1.5; // half the width of the notch
const TALL = 1.8; // half the height of the sides

const slab = (x, y, halfX, halfY) => ({
    x: [x - halfX, x + halfX, x + halfX, x - halfX],
    y: [y - halfY, y - halfY, y + halfY, y + halfY],
});

export class Group extends Room {
    constructor(section) {
        super(section, {
            title: 'A shape like the letter U made of three boxes, and a triangle',
            models: [slab(0, 0, INNER, 0.4), slab(-1.9, 1.4, 0.4, TALL), slab(1.9, 1.4, 0.4, TALL), regular(3, 0.9)],
            bodies: [
                { name: 'a', label: 'Group A', x: -0.1, y: -1.6, angle: 0.2 },
                { name: 'b', label: 'Triangle B', model: 3, x: -0.4, y: 0.5, angle: 0.1 },
            ],
        });
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    /** All parts of the group are where the group is. */
    poses() {
        const [group, other] = this.bodies;
        return [...Array.from({ length: PARTS }, (_, model) => ({ ...group, model })), other];
    }

    /** Is the middle of B between the sides of A? */
    inNotch() {
        const [{ x, y, angle }, b] = this.bodies,
            dx = b.x - x,
            dy = b.y - y;
        const across = dx * Math.cos(angle) + dy * Math.sin(angle),
            along = dy * Math.cos(angle) - dx * Math.sin(angle);
        return Math.abs(across) < INNER && along > 0 && along < 2 * TALL;
    }

    draw() {
        const meeting = this.scene.overlaps(PARTS, 0, PARTS);
        const hits = meeting.filter(Boolean).length;
        meeting.forEach((hit, i) => this.stage.shape(`shape a part${hit ? ' hit' : ''}`, this.scene.shape(i)));
        this.stage.shape('shape b', this.scene.shape(PARTS));
        this.say(
            hits > 0 ? 'overlap' : 'apart',
            hits > 0
                ? `${hits} of the 3 parts of A ${hits === 1 ? 'meets' : 'meet'} B.`
                : this.inNotch()
                  ? 'B is in the notch of A, and meets none of its parts.'
                  : 'No part of A meets B.',
        );
    }
}
