// crowd.js — ten thousand bodies on the move. In every frame the library places them and finds the near pairs, the chosen engine tells
// which of these overlap, and the library how deep they are in each other, by which they are coloured. If that is wanted, they are pushed
// apart. The other engines answer the same pairs now and then, for the comparison.

import { loadForCrowd } from '../scenes.js';
import { hasSimd } from '../sepal/index.js';
import { Loop, Samples, keepSharp, timed } from '../loop.js';
import { chip } from '../room.js';
import { box, regular, stream } from '../geometry.js';
import { overlapMany } from '../textbook.js';
import { pictureOf } from '../crowd-picture.js';

const BODIES = 10000;
const SIZE = { width: 160, height: 100 };
const LEAST_PIXELS = 6; // for a unit of length: a narrow window shows the middle of the crowd
const WINDOW = 40; // measurements of which the least is shown
const OTHERS_EVERY = 8; // frames between two measurements of an engine that was not chosen
const SHOWN_EVERY = 250; // milliseconds between two changes of the figures
const NEARLY = '100%'; // of the window between it and the crowd: then the crowd is loaded
const ROUNDS = 8; // of pushes in a frame, at most: each may push bodies into others
const BESIDE = 0.02; // how far bodies are from each other where one push has parted them
const NEAR = 0.3; // how far from each other bodies may be that a push of the same frame brings together
const DEEP = 0.3; // how deep bodies are in each other that have the full colour
const PARTS = {
    move: 'Move',
    place: 'Place',
    find: 'Find near pairs',
    answer: 'Who overlaps?',
    push: 'How deep?',
    apart: 'Push apart',
    draw: 'Draw',
};

export class CrowdRoom {
    constructor(section) {
        this.section = section;
        this.answer = section.querySelector('.answer');
        this.canvas = section.querySelector('canvas');
        this.models = [box(0.5, 0.26), regular(6, 0.4), regular(3, 0.45)];
        this.engines = ['javascript', 'scalar', ...(hasSimd() ? ['simd128'] : [])];
        this.chosen = this.engines.at(-1);
        this.costs = Object.fromEntries(this.engines.map((name) => [name, new Samples(WINDOW)]));
        this.parts = Object.fromEntries(Object.keys(PARTS).map((name) => [name, new Samples(WINDOW)]));
        this.warm = new Set();
        this.frame = 0;
        this.addEngines();
        this.pushes = section.querySelector('[data-do=push]');
        new IntersectionObserver(
            ([entry], observer) => {
                if (!entry.isIntersecting) return;
                observer.disconnect();
                this.open();
            },
            { rootMargin: NEARLY },
        ).observe(this.canvas);
    }

    /** Loads the library, and begins. */
    async open() {
        this.sepal = await loadForCrowd();
        this.shapes = this.sepal.polys();
        this.world = this.sepal.polys();
        this.finder = this.sepal.finder();
        for (const { x, y } of this.models) this.shapes.add(x, y);
        this.scatter();
        this.picture = pictureOf(this.canvas, this.first);
        // A browser may take the graphics memory away, and give it back later.
        this.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
        this.canvas.addEventListener('webglcontextrestored', () => {
            this.picture = pictureOf(this.canvas, this.first);
        });
        this.step(performance.now());
        keepSharp(this.canvas, () => this.draw());
        this.loop = new Loop(this.canvas, this.section.querySelector('[data-do=pause]'), (now) => this.step(now));
    }

    scatter() {
        const random = stream(2026),
            column = () => new Float32Array(BODIES);
        this.at = { x: column(), y: column(), cos: column(), sin: column() };
        this.speed = { x: column(), y: column(), cos: column(), sin: column() };
        this.model = new Uint32Array(BODIES);
        this.depths = new Float32Array(BODIES); // how deep a body is in another
        const ends = [0.5, 0.75, 1].map((part) => Math.round(part * BODIES));
        ends.forEach((end, i) => this.model.fill(i, i === 0 ? 0 : ends[i - 1], end));
        this.first = new Uint32Array(BODIES + 1);
        for (let i = 0; i < BODIES; i++) {
            const angle = 2 * Math.PI * random(),
                way = 2 * Math.PI * random();
            const speed = 0.02 + 0.05 * random(),
                spin = 0.04 * (random() - 0.5);
            this.at.x[i] = SIZE.width * (random() - 0.5);
            this.at.y[i] = SIZE.height * (random() - 0.5);
            this.at.cos[i] = Math.cos(angle);
            this.at.sin[i] = Math.sin(angle);
            this.speed.x[i] = speed * Math.cos(way);
            this.speed.y[i] = speed * Math.sin(way);
            this.speed.cos[i] = Math.cos(spin);
            this.speed.sin[i] = Math.sin(spin);
            this.first[i + 1] = this.first[i] + this.models[this.model[i]].x.length;
        }
        this.corners = { x: new Float64Array(this.first[BODIES]), y: new Float64Array(this.first[BODIES]) };
    }

    addEngines() {
        for (const input of this.section.querySelectorAll('.engines input')) {
            if (!this.engines.includes(input.value)) input.closest('label').remove();
            input.checked = input.value === this.chosen;
            input.addEventListener('change', () => {
                this.chosen = input.value;
                this.loop.frames = [];
            });
        }
        this.rows = [...this.section.querySelectorAll('.engines label')];
    }

    draw() {
        const width = Math.min(SIZE.width, this.canvas.clientWidth / LEAST_PIXELS);
        this.picture({ width, height: (width * SIZE.height) / SIZE.width }, this.corners, this.depths);
    }

    step(now) {
        const { parts } = this;
        timed(parts.move, () => this.move());
        timed(parts.place, () => this.place());
        const margin = this.pushes.checked ? NEAR : 0;
        this.pairs = timed(parts.find, () => this.finder.findNear(this.world, this.world, { margin }));
        this.near = this.pairs.length / 2;
        this.frame++;
        this.placeCorners();
        this.engines.forEach((name, i) => {
            if (name !== this.chosen && this.frame % OTHERS_EVERY === i) this.measure(name);
        });
        this.answers = timed(parts.answer, () => this.measure(this.chosen));
        this.keepOverlapping();
        const push = timed(parts.push, () => this.world.mtvPairs(this.world, this.overlapping));
        if (this.pushes.checked) timed(parts.apart, () => this.pushApart(push));
        this.mark(push.depth);
        timed(parts.draw, () => this.draw());
        if (!(now - this.shown < SHOWN_EVERY)) {
            this.shown = now;
            this.show();
        }
    }

    /** Moves and turns every body; at the walls it comes back. */
    move() {
        const { x, y, cos, sin } = this.at,
            speed = this.speed,
            w = SIZE.width / 2,
            h = SIZE.height / 2;
        for (let i = 0; i < BODIES; i++) {
            x[i] += speed.x[i];
            y[i] += speed.y[i];
            if (Math.abs(x[i]) > w) speed.x[i] = Math.abs(speed.x[i]) * (x[i] < 0 ? 1 : -1);
            if (Math.abs(y[i]) > h) speed.y[i] = Math.abs(speed.y[i]) * (y[i] < 0 ? 1 : -1);
            const c = cos[i] * speed.cos[i] - sin[i] * speed.sin[i],
                s = sin[i] * speed.cos[i] + cos[i] * speed.sin[i];
            const length = Math.sqrt(c * c + s * s);
            cos[i] = c / length;
            sin[i] = s / length;
        }
    }

    /** Lets an engine answer, and remembers how many nanoseconds a pair took. Returns the answers. */
    measure(name) {
        const javascript = name === 'javascript';
        if (!javascript) this.sepal.useIsa(name);
        const began = performance.now();
        const answers = javascript
            ? overlapMany(this.pairs, this.corners.x, this.corners.y, this.first)
            : this.world.overlapPairs(this.world, this.pairs);
        const time = performance.now() - began;
        // The browser compiles a function well only after it has run for a while.
        if (this.warm.has(name)) this.costs[name].add((1e6 * time) / this.near);
        else this.warm.add(name);
        if (!javascript) this.sepal.useIsa(this.engines.at(-1));
        return answers;
    }

    /** The corners in double precision, for the picture and for the loop in JavaScript. */
    placeCorners() {
        const { x, y, cos, sin } = this.at;
        for (let i = 0; i < BODIES; i++) {
            const { x: mx, y: my } = this.models[this.model[i]];
            for (let k = 0, at = this.first[i]; k < mx.length; k++, at++) {
                this.corners.x[at] = x[i] + cos[i] * mx[k] - sin[i] * my[k];
                this.corners.y[at] = y[i] + sin[i] * mx[k] + cos[i] * my[k];
            }
        }
    }

    place() {
        this.world.place(this.shapes, this.model, this.at);
    }

    /** Keeps the pairs that overlap. */
    keepOverlapping() {
        const { pairs, answers } = this,
            found = new Uint32Array(pairs.length);
        let count = 0;
        for (let k = 0; k < answers.length; k++)
            if (answers[k]) {
                found[count++] = pairs[2 * k];
                found[count++] = pairs[2 * k + 1];
            }
        this.overlapping = found.subarray(0, count);
        this.overlaps = count / 2;
    }

    /** Pushes the bodies that overlap apart, again and again, until none overlaps or the frame has no time left. */
    pushApart(push) {
        for (let round = 0; round < ROUNDS && this.overlaps > 0; round++) {
            this.push(round === 0 ? push : this.world.mtvPairs(this.world, this.overlapping));
            this.place();
            this.answers = this.world.overlapPairs(this.world, this.pairs);
            this.keepOverlapping();
        }
        this.placeCorners();
    }

    /** Moves both bodies of each pair by half of the push. */
    push({ normalX, normalY, depth }) {
        const { x, y } = this.at;
        for (let k = 0; k < depth.length; k++) {
            const a = this.overlapping[2 * k],
                b = this.overlapping[2 * k + 1],
                way = (depth[k] + BESIDE) / 2;
            x[a] -= way * normalX[k];
            y[a] -= way * normalY[k];
            x[b] += way * normalX[k];
            y[b] += way * normalY[k];
        }
    }

    /** Colours the bodies by how deep they are in others: 0 if in none. */
    mark(depth) {
        this.depths.fill(0);
        if (this.pushes.checked) depth = this.world.mtvPairs(this.world, this.overlapping).depth;
        for (let k = 0; k < depth.length; k++)
            for (const i of [this.overlapping[2 * k], this.overlapping[2 * k + 1]])
                this.depths[i] = Math.max(this.depths[i], Math.min(1, 0.25 + depth[k] / DEEP));
    }

    show() {
        const costs = this.engines.map((name) => this.costs[name].least),
            most = Math.max(...costs.filter((cost) => cost > 0));
        this.rows.forEach((row, i) => {
            const [bar, figure] = [row.querySelector('i'), row.querySelector('output')];
            bar.style.setProperty('--part', costs[i] > 0 ? costs[i] / most : 0);
            figure.textContent = costs[i] > 0 ? `${costs[i].toFixed(costs[i] < 100 ? 1 : 0)} ns` : '…';
        });
        this.section
            .querySelector('.parts')
            .replaceChildren(
                ...Object.entries(PARTS).map(([name, words]) =>
                    chip(words, this.parts[name].samples.length > 0 ? `${this.parts[name].least.toFixed(2)} ms` : '–'),
                ),
            );
        const recent = (this.loop?.frames ?? []).slice(-60),
            span = recent.at(-1) - recent[0];
        const rate = recent.length > 5 ? `, ${Math.round((1000 * (recent.length - 1)) / span)} frames a second` : '';
        this.answer.querySelector('strong').textContent = `${this.overlaps.toLocaleString('en')} overlap`;
        this.answer.querySelector('span').textContent = `of ${this.near.toLocaleString('en')} near pairs${rate}.`;
    }
}
