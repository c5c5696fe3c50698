// all-axes.js — all axes that two shapes need: the normals of their edges, parallel ones once, and for a circle the
// axis to the nearest corner. The axis with the widest gap is lit.

import { Room, chip } from '../room.js';
import { box, circle, gap, regular, shadow } from '../geometry.js';
import { axesOf, decimal, drawAxis } from '../axes.js';

export class AllAxes extends Room {
    constructor(section, options) {
        super(section, { width: 10.5, ...options });
        this.list = section.querySelector('.axes');
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    draw() {
        const shapes = [this.scene.shape(0), this.scene.shape(1)];
        const all = axesOf(shapes),
            tested = all.filter(({ like }) => !like);
        for (const axis of tested) axis.gap = gap(shadow(shapes[0], axis.n), shadow(shapes[1], axis.n));
        const widest = tested.reduce((best, axis) => (axis.gap > best.gap ? axis : best));
        // The widest first, so that its words have their place.
        drawAxis(this.stage, widest.n, shapes, { lit: true, feet: widest.gap > 0, name: widest.name });
        for (const axis of tested)
            if (axis !== widest) drawAxis(this.stage, axis.n, shapes, { name: axis.name });
        const near = all.find((axis) => axis.near)?.near;
        if (near) this.stage.line('to-corner', near, { x: shapes[1].x[0], y: shapes[1].y[0] });
        this.stage.shape('shape a', shapes[0]);
        this.stage.shape('shape b', shapes[1]);
        this.showList(all, widest);
        const verdict = this.scene.meeting(0, 1);
        const saved = all.length - tested.length;
        const count = `${tested.length} axes` + (saved ? `, ${saved} parallel to one of them` : '');
        this.say(
            verdict,
            verdict === 'apart'
                ? `${widest.words} separates them, by ${decimal(widest.gap)}. (${count}.)`
                : `None of the axes has a gap. (${count}.)`,
        );
    }

    showList(all, widest) {
        this.showChips(() =>
            all.map((axis) => {
                const words = axis.like ? `∥ ${axis.like.name}` : axis.gap > 0 ? `gap ${decimal(axis.gap)}` : 'overlap';
                return chip(axis.name, words, axis.like ? 'same' : axis === widest && axis.gap > 0 ? 'lit' : '');
            }),
        );
    }
}

export const polygons = (section) =>
    new AllAxes(section, {
        title: 'A hexagon, a triangle and the six axes of their edges',
        models: [regular(6, 1.3), regular(3, 1.35)],
        bodies: [
            { name: 'a', label: 'Hexagon A', model: 0, x: -1.2, y: 0.2, angle: 0.1 },
            { name: 'b', label: 'Triangle B', model: 1, x: 1.1, y: 0.4, angle: 0.35 },
        ],
    });

export const roundOne = (section) =>
    new AllAxes(section, {
        title: 'A box, a circle, and the axis from the nearest corner to the centre',
        models: [box(1.4, 0.9), circle(1.1)],
        bodies: [
            { name: 'a', label: 'Box A', model: 0, x: -1.1, y: -0.5, angle: 0.2 },
            { name: 'b', label: 'Circle B', model: 1, x: 0.95, y: 1.5, turns: false },
        ],
    });
