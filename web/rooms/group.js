// group.js — a shape with a notch is a group of convex parts, and meets another shape if a part does.

import { Room } from '../room.js';
import { regular } from '../geometry.js';

const PARTS = 3; // the two sides and the floor of the letter U

const slab = (x, y, halfX, halfY) => ({
    x: [x - halfX, x + halfX, x + halfX, x - halfX],
    y: [y - halfY, y - halfY, y + halfY, y + halfY],
});

export class Group extends Room {
    constructor(section) {
        super(section, {
            title: 'A shape like the letter U made of three boxes, and a triangle',
            models: [slab(0, -1.4, 1.5, 0.4), slab(-1.9, 0, 0.4, 1.8), slab(1.9, 0, 0.4, 1.8), regular(3, 0.9)],
            bodies: [
                { name: 'a', label: 'Group A', x: -0.4, y: -0.2, angle: 0.2 },
                { name: 'b', label: 'Triangle B', model: 3, x: -0.3, y: 0.6, angle: 0.1 },
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

    draw() {
        const meeting = this.scene.overlaps(PARTS, 0, PARTS);
        const hits = meeting.filter(Boolean).length;
        meeting.forEach((hit, i) => this.stage.shape(`shape a part${hit ? ' hit' : ''}`, this.scene.shape(i)));
        this.stage.shape('shape b', this.scene.shape(PARTS));
        this.say(
            hits > 0 ? 'overlap' : 'apart',
            hits > 0
                ? `${hits} of the 3 parts of A ${hits === 1 ? 'meets' : 'meet'} B.`
                : 'No part of A meets B, although B may be within its notch.',
        );
    }
}
