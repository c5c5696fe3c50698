// pile.js — bodies that lie on each other, and are shot at: the first picture of the page. In every step the library places the bodies,
// finds the near pairs in a tree that it keeps, and tells where these touch; impulses at the points do the rest.

import { Heap } from '../scenes.js';
import { Loop, Samples, keepSharp, timed } from '../loop.js';
import { chip } from '../room.js';
import { box, circle, regular } from '../geometry.js';
import { withColours } from '../crowd-picture.js';
import { Solver } from '../solver.js';

const SIZE = { width: 24, height: 13.5 }; // metres
const BASE = 13; // boxes in the lowest row of the pyramid
const BOX = { x: 0.44, y: 0.33 }; // half of its width and height
const LOOSE = 72; // bodies beside the pyramid
const DOT = 0.05; // half of the side of the mark of a contact point
const WALLS = 3;
const COLOURS = { wall: '--faint', a: '--a', b: '--b', shot: '--lit', rim: '--card' };
const SHOTS = 8; // balls that there are; then the oldest is shot again
const SHOT = { radius: 0.6, speed: 26, weight: 3 };
const SHOWN_EVERY = 400; // milliseconds between two changes of the figures
const WINDOW = 60; // measurements of which the median is shown
const PARTS = { place: 'Place', find: 'Find near pairs', touch: 'Where they touch', solve: 'Impulses', draw: 'Draw' };
const MODELS = [
    { ...box(40, 1), colour: 'wall' },
    { ...box(1, 40), colour: 'wall' },
    { ...box(BOX.x, BOX.y), colour: 'a' },
    { ...regular(6, 0.38), colour: 'b' },
    { ...circle(0.34), colour: 'b' },
    { ...regular(3, 0.45), colour: 'b' },
    { x: [-0.3, 0.3], y: [0, 0], radius: 0.2, colour: 'b' },
    { ...circle(SHOT.radius), colour: 'shot' },
];
const [FLOOR, WALL, BRICK, , , , , BALL] = MODELS.keys();

export class Pile {
    constructor(section) {
        this.section = section;
        this.answer = section.querySelector('.answer');
        this.canvas = section.querySelector('canvas');
        this.context = this.canvas.getContext('2d');
        this.heap = new Heap(MODELS);
        withColours(() => {
            const style = getComputedStyle(document.documentElement);
            this.colours = Object.fromEntries(Object.entries(COLOURS).map(([name, value]) => [name, style.getPropertyValue(value)]));
        });
        this.loop = new Loop(this.canvas, section.querySelector('[data-do=pause]'), (now) => this.step(now));
        this.reset();
        this.canvas.addEventListener('pointerdown', (event) => event.button === 0 && this.shoot(this.place(event)));
        const button = (does, action) => section.querySelector(`[data-do=${does}]`).addEventListener('click', action);
        button('shoot', () => this.shoot({ x: 2 * Math.sin(this.shots), y: 1.5 + Math.cos(3 * this.shots) }));
        button('reset', () => this.reset());
        keepSharp(this.canvas, () => this.draw());
    }

    /** The pyramid, loose bodies beside it, and the balls far away. */
    reset() {
        const bodies = [],
            half = SIZE.width / 2;
        const add = (model, x, y, angle = 0, weight = 1) => bodies.push({ model, x, y, angle, weight });
        add(FLOOR, 0, -1, 0, 0);
        add(WALL, -half - 1, 30, 0, 0);
        add(WALL, half + 1, 30, 0, 0);
        for (let row = 0; row < BASE; row++)
            for (let k = 0; k < BASE - row; k++)
                add(BRICK, (k - (BASE - row - 1) / 2) * 2.06 * BOX.x, (2 * row + 1) * BOX.y);
        for (let i = 0; i < LOOSE; i++) {
            const side = i % 2 ? 1 : -1,
                column = (i >> 1) % 4,
                row = i >> 3;
            add(BRICK + 1 + ((i + (i >> 2)) % 4), side * (7.2 + 1.05 * column + 0.1 * (row % 2)), 0.5 + 1.02 * row, i);
        }
        for (let i = 0; i < SHOTS; i++) add(BALL, 100 + 2 * i, 0, 0, 0);
        this.bodies = bodies;
        this.shots = 0;
        this.solver = new Solver(bodies, MODELS);
        this.heap.begin(this.solver);
        this.times = Object.fromEntries(Object.keys(PARTS).map((name) => [name, new Samples(WINDOW)]));
        this.points = this.heap.touch(this.heap.near());
        this.draw();
        this.show();
    }

    place(event) {
        const frame = this.canvas.getBoundingClientRect(),
            metre = frame.width / SIZE.width;
        return { x: (event.clientX - frame.left) / metre - SIZE.width / 2, y: (frame.bottom - event.clientY) / metre };
    }

    /** Shoots a ball at a place, from above the farther side. */
    shoot({ x, y }) {
        const i = this.bodies.length - SHOTS + (this.shots++ % SHOTS),
            from = { x: x > 0 ? -SIZE.width / 2 + 1 : SIZE.width / 2 - 1, y: SIZE.height - 1 };
        const away = Math.hypot(x - from.x, y - from.y) || 1;
        this.solver.launch(i, from, { x: (SHOT.speed * (x - from.x)) / away, y: (SHOT.speed * (y - from.y)) / away }, SHOT.weight);
        this.loop.pause(false);
    }

    step(now) {
        const { heap, solver, times } = this;
        timed(times.place, () => heap.place(solver));
        const pairs = timed(times.find, () => heap.near());
        this.points = timed(times.touch, () => heap.touch(pairs));
        timed(times.solve, () => solver.step(pairs, this.points));
        timed(times.draw, () => this.draw());
        if (now - this.shown < SHOWN_EVERY) return;
        this.shown = now;
        this.show();
    }

    draw() {
        const { context, canvas, solver } = this,
            metre = canvas.width / SIZE.width,
            colours = this.colours;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, canvas.width, canvas.height);
        context.lineWidth = 1.2 / metre;
        context.strokeStyle = colours.rim;
        for (let i = 0; i < this.bodies.length; i++) {
            const { x, y, radius = 0, colour } = MODELS[this.bodies[i].model],
                { cos, sin } = solver;
            context.setTransform(
                metre * cos[i],
                -metre * sin[i],
                -metre * sin[i],
                -metre * cos[i],
                canvas.width / 2 + metre * solver.x[i],
                canvas.height - metre * solver.y[i],
            );
            context.beginPath();
            if (radius === 0) x.forEach((v, k) => context.lineTo(v, y[k]));
            else {
                context.arc(x.at(-1), 0, radius, -Math.PI / 2, Math.PI / 2);
                context.arc(x[0], 0, radius, Math.PI / 2, 1.5 * Math.PI);
            }
            context.closePath();
            context.fillStyle = colours[colour];
            context.fill();
            context.stroke();
        }
        context.setTransform(metre, 0, 0, -metre, canvas.width / 2, canvas.height);
        context.fillStyle = colours.shot;
        for (const { x, y } of this.touching()) context.fillRect(x - DOT, y - DOT, 2 * DOT, 2 * DOT);
    }

    /** The contact points of the last step. */
    touching() {
        const { count, x, y } = this.points;
        return Array.from(count).flatMap((points, i) => [0, 1].slice(0, points).map((k) => ({ x: x[2 * i + k], y: y[2 * i + k] })));
    }

    show() {
        const chips = Object.entries(PARTS).map(([name, words]) => chip(words, `${(this.times[name].median ?? 0).toFixed(2)} ms`));
        this.section.querySelector('.parts').replaceChildren(...chips);
        this.answer.querySelector('strong').textContent = `${this.touching().length} contact points`;
        this.answer.querySelector('span').textContent = `between ${this.bodies.length - SHOTS - WALLS} bodies.`;
    }
}
