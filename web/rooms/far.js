// far.js — far from the origin: a textbook test in float32 beside the library. A red cell marks a place of B's middle
// at which the textbook is wrong about the very same vertices.

import { Room } from '../room.js';
import { Scene } from '../scenes.js';
import { box, regular } from '../geometry.js';
import { overlapInFloats } from '../textbook.js';

const CELL = 0.125; // positions of B are this far apart: as far as float32 numbers are at 2^20
const ROWS = 68,
    COLUMNS = 92;
const START = 20; // the exponent of the offset

export class Far extends Room {
    constructor(section) {
        const models = [box(1.4, 0.7), regular(3, 1)];
        super(section, {
            title: 'A box and a triangle far from the origin; red cells are where a textbook test is wrong',
            models,
            bodies: [
                { name: 'a', label: 'Box A', model: 0, x: 0, y: 0, angle: 0.55, step: CELL },
                { name: 'b', label: 'Triangle B', model: 1, x: 2.375, y: 0.875, angle: 0.2, step: CELL },
            ],
        });
        this.map = new Scene(models);
        this.offset = 2 ** START;
        const cells = section.querySelectorAll('.rules td');
        this.cells = { textbook: cells[0], sepal: cells[1] };
        this.slider(
            'distance',
            (exponent) => {
                this.offset = exponent === 0 ? 0 : 2 ** exponent;
                this.update();
            },
            (exponent) => (exponent === 0 ? '0' : Math.round(2 ** exponent).toLocaleString('en')),
        );
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    snap({ x, y }) {
        return { x: CELL * Math.round(x / CELL), y: CELL * Math.round(y / CELL) };
    }

    /** The middle of the picture is far from the origin, not on a diagonal. */
    away({ x, y, ...rest }) {
        return { x: x + this.offset, y: y + 0.75 * this.offset, ...rest };
    }

    poses() {
        return this.bodies.map((body) => this.away(body));
    }

    back({ x, y, radius }) {
        return { x: x.map((v) => v - this.offset), y: y.map((v) => v - 0.75 * this.offset), radius };
    }

    /** The cells where the textbook is wrong. They do not depend on where B is. */
    wrong() {
        const [a, b] = this.bodies;
        const key = [a.x, a.y, a.angle, b.angle, this.offset].join();
        if (key === this.key) return this.cellsWrong;
        const places = [];
        for (let row = 0; row < ROWS; row++)
            for (let column = 0; column < COLUMNS; column++)
                places.push({ x: (column - COLUMNS / 2) * CELL, y: (row - ROWS / 2) * CELL });
        this.map.place([this.away(a), ...places.map((place) => this.away({ ...b, ...place }))]);
        const exact = this.map.overlaps(0, 1, places.length),
            shape = this.map.shape(0);
        this.key = key;
        this.cellsWrong = places.filter((_, i) => overlapInFloats(shape, this.map.shape(i + 1)) !== exact[i]);
        return this.cellsWrong;
    }

    draw() {
        const wrong = this.wrong(),
            shapes = [this.scene.shape(0), this.scene.shape(1)];
        const textbook = overlapInFloats(...shapes),
            sepal = this.scene.overlap(0, 1);
        this.stage.path(
            'wrong',
            wrong.map(({ x, y }) => `M${x - CELL / 2} ${-y - CELL / 2}h${CELL}v${CELL}h${-CELL}z`).join(''),
        );
        this.stage.shape('shape a', this.back(shapes[0]));
        this.stage.shape('shape b', this.back(shapes[1]));
        this.cells.textbook.textContent = textbook ? 'overlap' : 'apart';
        this.cells.textbook.dataset.wrong = textbook !== sepal;
        this.cells.sepal.textContent = sepal ? 'overlap' : 'apart';
        const total = ROWS * COLUMNS;
        this.say(
            this.scene.meeting(0, 1),
            (textbook === sepal ? 'Here the textbook agrees. ' : 'Here the textbook is wrong. ') +
                (wrong.length === 0
                    ? `It agrees at all ${total.toLocaleString('en')} places of B.`
                    : `It is wrong at ${wrong.length} of ${total.toLocaleString('en')} places of B.`),
        );
    }
}
