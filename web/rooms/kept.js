// kept.js — a tree of shapes that is kept from step to step: what it costs to make it follow some that moved, beside building it anew.

import { Room, chip } from '../room.js';
import { Samples } from '../loop.js';
import { Moving } from '../scenes.js';
import { box, stream } from '../geometry.js';
import { outline } from '../stage.js';

const COLUMNS = 60;
const ROWS = 40;
const WIDTH = 12;
const HALF = { x: 0.085, y: 0.06 }; // of each box
const AWAY = 0.16; // how far a box goes from its place, at most
const STEPS = 200; // of which the mean is shown
const TIMES = { update: 'Update the tree', kept: 'Its pairs, kept', build: 'Build the tree anew', anew: 'All pairs anew' };
const MOVING = [1, 10, 100, 1000]; // how many boxes move in a step, as a slider chooses

export class Kept extends Room {
    constructor(section) {
        super(section, {
            width: WIDTH,
            title: 'Many small boxes, of which some move, and those that overlap',
            bodies: [{ name: 'b', label: 'Box B', x: 0.4, y: 0.3, angle: 0.4 }],
        });
        this.list = section.querySelector('.axes');
        this.homes = [];
        for (let k = 0; k < COLUMNS * ROWS; k++)
            this.homes.push({ x: ((k % COLUMNS) - (COLUMNS - 1) / 2) * 0.19, y: (Math.floor(k / COLUMNS) - (ROWS - 1) / 2) * 0.19 });
        this.random = stream(2026);
        this.moving = new Moving([box(0.7, 0.45), box(HALF.x, HALF.y)]);
        this.start();
        this.slider(
            'moving',
            (value) => {
                this.many = MOVING[value];
                this.forget();
                this.step();
            },
            (value) => MOVING[value].toLocaleString('en'),
        );
        this.many = MOVING[Number(this.control('moving').value)];
        this.forget();
        this.button('step', () => this.step());
        this.turnButtons();
        this.resetButton();
        this.step();
    }

    /** Box 0 is B; the others are in their places. */
    start() {
        const [b] = this.bodies;
        this.poses = [{ ...b, model: 0 }, ...this.homes.map(({ x, y }) => ({ model: 1, x, y, angle: 0 }))];
        this.moving.begin(this.poses);
    }

    /** What steps took with another number of boxes that move says nothing of this one. */
    forget() {
        this.times = Object.fromEntries(Object.keys(TIMES).map((name) => [name, new Samples(STEPS)]));
    }

    reset() {
        super.reset();
        this.start();
        this.step();
    }

    step() {
        this.stepped = true;
        this.update();
        this.stepped = false;
    }

    draw() {
        const { random, poses, bodies, stage } = this,
            [b] = bodies;
        Object.assign(poses[0], { x: b.x, y: b.y, angle: b.angle });
        const moved = new Set([0]);
        if (this.stepped && !stage.dry)
            while (moved.size < this.many) {
                const i = 1 + Math.floor(random() * this.homes.length),
                    home = this.homes[i - 1];
                Object.assign(poses[i], { x: home.x + AWAY * (random() - 0.5), y: home.y + AWAY * (random() - 0.5), angle: 7 * random() });
                moved.add(i);
            }
        const pairs = this.moving.step([...moved].sort((p, q) => p - q), this.times);
        const lit = new Set(pairs),
            kinds = ['a', 'a hit'].map(() => []);
        for (let i = 1; i < poses.length; i++) kinds[lit.has(i) ? 1 : 0].push(outline(this.moving.corners(i)));
        stage.path('shape a part', kinds[0].join(''));
        stage.path('shape a hit', kinds[1].join(''));
        stage.shape(`shape b${lit.has(0) ? ' hit' : ''}`, this.moving.corners(0));
        const show = (time) => (time < 0.01 ? 'less than 10 µs' : time < 1 ? `${Math.round(1000 * time)} µs` : `${time.toFixed(2)} ms`);
        this.showChips(() =>
            Object.entries(TIMES).map(([name, words]) => chip(words, show(this.times[name].mean), name === 'update' || name === 'kept' ? 'lit' : '')),
        );
        this.say(
            `${(pairs.length / 2).toLocaleString('en')} pairs overlap`,
            `of ${poses.length.toLocaleString('en')} boxes; ${moved.size === 1 ? 'one has' : `${moved.size.toLocaleString('en')} have`} moved.`,
        );
    }
}
