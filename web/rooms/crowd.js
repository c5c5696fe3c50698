// crowd.js — ten thousand bodies on the move. In every frame the library places them and finds the near pairs, the
// chosen engine tells which of these overlap, and the library pushes these apart, if that is wanted. The other engines
// answer the same pairs now and then, for the comparison.

import { loadForCrowd } from '../scenes.js';
import { hasSimd } from '../sepal/index.js';
import { chip } from '../room.js';
import { box, regular } from '../geometry.js';
import { overlapMany } from '../textbook.js';
import { pictureOf } from '../crowd-picture.js';

const BODIES = 10000;
const SIZE = { width: 176, height: 110 };
const WINDOW = 40; // measurements of which the mean is shown
const OTHERS_EVERY = 8; // frames between two measurements of an engine that was not chosen
const SHOWN_EVERY = 250; // milliseconds between two changes of the figures
const NEARLY = '100%'; // of the window between it and the crowd: then the crowd is loaded
const PUSHED = 0.8; // of each push in a frame, half of it for each body
const PARTS = { move: 'Move', place: 'Place', find: 'Find near pairs', answer: 'Who overlaps?', push: 'Push', draw: 'Draw' };

/** The mean of the last measurements, since the clock of a browser is coarse. */
class Mean {
    constructor() {
        this.samples = [];
    }

    add(sample) {
        this.samples.push(sample);
        if (this.samples.length > WINDOW) this.samples.shift();
    }

    get value() {
        return this.samples.reduce((sum, sample) => sum + sample, 0) / this.samples.length;
    }
}

/** A stream of numbers in [0, 1) that is the same on every visit (Press et al., "Numerical Recipes in C", 1992, section
 * 7.1). */
function stream(state) {
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

export class CrowdRoom {
    constructor(section) {
        this.section = section;
        this.answer = section.querySelector('.answer');
        this.canvas = section.querySelector('canvas');
        this.models = [box(0.5, 0.26), regular(6, 0.4), regular(3, 0.45)];
        this.engines = ['javascript', 'scalar', ...(hasSimd() ? ['simd128'] : [])];
        this.chosen = this.engines.at(-1);
        this.costs = Object.fromEntries(this.engines.map((name) => [name, new Mean()]));
        this.parts = Object.fromEntries(Object.keys(PARTS).map((name) => [name, new Mean()]));
        this.warm = new Set();
        this.frames = [];
        this.frame = 0;
        this.addEngines();
        this.addControls();
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
        this.draw = pictureOf(this.canvas, SIZE, this.first);
        // A browser may take the graphics memory away, and give it back later.
        this.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
        this.canvas.addEventListener('webglcontextrestored', () => {
            this.draw = pictureOf(this.canvas, SIZE, this.first);
        });
        this.step(performance.now());
        new ResizeObserver(() => this.resize()).observe(this.canvas);
        new IntersectionObserver(([entry]) => {
            this.visible = entry.isIntersecting;
            this.run();
        }).observe(this.canvas);
    }

    scatter() {
        const random = stream(2026),
            column = () => new Float32Array(BODIES);
        this.at = { x: column(), y: column(), cos: column(), sin: column() };
        this.speed = { x: column(), y: column(), cos: column(), sin: column() };
        this.model = new Uint32Array(BODIES);
        this.meets = new Uint8Array(BODIES); // 1 if a body overlaps another
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
                this.frames = [];
            });
        }
        this.rows = [...this.section.querySelectorAll('.engines label')];
    }

    addControls() {
        this.paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
        const button = this.section.querySelector('[data-do=pause]');
        const show = () => {
            button.textContent = this.paused ? 'Go on' : 'Pause';
        };
        button.addEventListener('click', () => {
            this.paused = !this.paused;
            show();
            this.run();
        });
        show();
        this.pushes = this.section.querySelector('[data-do=push]');
    }

    resize() {
        const sharp = Math.min(2, devicePixelRatio || 1);
        this.canvas.width = Math.round(this.canvas.clientWidth * sharp);
        this.canvas.height = Math.round(this.canvas.clientHeight * sharp);
        this.draw(this.corners.x, this.corners.y, this.meets);
    }

    run() {
        if (this.running || this.paused || !this.visible) return;
        this.running = true;
        this.frames = [];
        const next = (now) => {
            this.running = !this.paused && this.visible;
            if (!this.running) return;
            this.frames.push(now);
            this.step(now);
            requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
    }

    /** Does a part of the frame, and remembers how many milliseconds it took. */
    timed(part, work) {
        const began = performance.now(),
            result = work();
        this.parts[part].add(performance.now() - began);
        return result;
    }

    step(now) {
        this.timed('move', () => this.move());
        this.timed('place', () => this.world.place(this.shapes, this.model, this.at));
        this.pairs = this.timed('find', () => this.finder.findNear(this.world, this.world));
        this.near = this.pairs.length / 2;
        this.frame++;
        this.placeCorners();
        this.engines.forEach((name, i) => {
            if (name !== this.chosen && this.frame % OTHERS_EVERY === i) this.measure(name);
        });
        this.answers = this.timed('answer', () => this.measure(this.chosen));
        this.mark();
        this.timed('push', () => this.pushes.checked && this.push());
        this.timed('draw', () => this.draw(this.corners.x, this.corners.y, this.meets));
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

    /** Marks the bodies that overlap another, and keeps their pairs. */
    mark() {
        const { pairs, answers, meets } = this;
        meets.fill(0);
        const found = new Uint32Array(pairs.length);
        let count = 0;
        for (let k = 0; k < answers.length; k++)
            if (answers[k]) {
                const a = pairs[2 * k],
                    b = pairs[2 * k + 1];
                meets[a] = meets[b] = 1;
                found[count++] = a;
                found[count++] = b;
            }
        this.overlapping = found.subarray(0, count);
        this.overlaps = count / 2;
    }

    /** Moves the bodies that overlap some of the way apart. */
    push() {
        const { normalX, normalY, depth } = this.world.mtvPairs(this.world, this.overlapping),
            { x, y } = this.at;
        for (let k = 0; k < depth.length; k++) {
            const a = this.overlapping[2 * k],
                b = this.overlapping[2 * k + 1],
                way = 0.5 * PUSHED * depth[k];
            x[a] -= way * normalX[k];
            y[a] -= way * normalY[k];
            x[b] += way * normalX[k];
            y[b] += way * normalY[k];
        }
    }

    show() {
        const costs = this.engines.map((name) => this.costs[name].value),
            most = Math.max(...costs.filter((cost) => cost > 0));
        this.rows.forEach((row, i) => {
            const [bar, figure] = [row.querySelector('i'), row.querySelector('output')];
            bar.style.setProperty('--part', costs[i] > 0 ? costs[i] / most : 0);
            figure.textContent = costs[i] > 0 ? `${costs[i].toFixed(costs[i] < 100 ? 1 : 0)} ns` : '…';
        });
        this.section
            .querySelector('.parts')
            .replaceChildren(
                ...Object.entries(PARTS).map(([name, words]) => chip(words, `${this.parts[name].value.toFixed(2)} ms`)),
            );
        const recent = this.frames.slice(-60),
            span = recent.at(-1) - recent[0];
        const rate = recent.length > 5 ? `, ${Math.round((1000 * (recent.length - 1)) / span)} frames a second` : '';
        this.answer.querySelector('strong').textContent = `${this.overlaps.toLocaleString('en')} overlap`;
        this.answer.querySelector('span').textContent = `of ${this.near.toLocaleString('en')} near pairs${rate}.`;
    }
}
