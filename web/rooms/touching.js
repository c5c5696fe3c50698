// touching.js — shapes that touch: what both rules say, and the margin.

import { Room } from '../room.js';

const GRID = 0.25; // positions are multiples of this, a power of two, so that edges can meet exactly

const square = (half) => ({ x: [-half, half, half, -half], y: [-half, -half, half, half] });

export class Touching extends Room {
    constructor(section) {
        super(section, {
            width: 8,
            title: 'Two shapes on a grid that touch exactly',
            models: [square(1.25), { x: [-1, 1, 0], y: [-1, -1, 1] }],
            bodies: [
                { name: 'a', label: 'Box A', model: 0, x: -1.25, y: 0, turns: false, step: GRID },
                { name: 'b', label: 'Triangle B', model: 1, x: 1, y: 0.25, turns: false, step: GRID },
            ],
        });
        this.margin = 0;
        const rows = section.querySelectorAll('.rules td');
        this.cells = { overlaps: rows[0], apart: rows[1] };
        this.input = this.slider(
            'margin',
            (value) => {
                this.margin = value;
                this.update();
            },
            (value) => value.toFixed(2),
        );
        this.resetButton();
        this.update();
    }

    snap({ x, y }) {
        return { x: GRID * Math.round(x / GRID), y: GRID * Math.round(y / GRID) };
    }

    reset() {
        this.margin = 0;
        this.input.value = 0;
        this.input.dispatchEvent(new Event('input'));
        super.reset();
    }

    draw() {
        const rules = { margin: this.margin };
        const counts = this.scene.overlap(0, 1, rules),
            apart = this.scene.overlap(0, 1, { touching: false, ...rules });
        const w = this.stage.width / 2,
            h = this.stage.height / 2;
        for (let x = -Math.floor(w); x <= w; x++) this.stage.line('grid', { x, y: -h }, { x, y: h });
        for (let y = -Math.floor(h); y <= h; y++) this.stage.line('grid', { x: -w, y }, { x: w, y });
        const a = this.scene.shape(0);
        if (this.margin > 0) this.stage.shape('margin', a).style.strokeWidth = `${2 * this.margin}px`;
        this.stage.shape('shape a', a);
        this.stage.shape('shape b', this.scene.shape(1));
        this.cells.overlaps.textContent = counts ? 'overlap' : 'apart';
        this.cells.apart.textContent = apart ? 'overlap' : 'apart';
        const verdict = this.scene.meeting(0, 1, this.margin);
        const within = this.margin > 0 ? ` with a margin of ${this.margin.toFixed(2)}` : '';
        this.say(
            verdict,
            verdict === 'touch'
                ? `They are exactly in contact${within}: the two rules differ.`
                : `Both rules say so${within}.`,
        );
    }
}
