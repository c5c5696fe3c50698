// crowd.js — ten thousand bodies on the move. In every frame the library places them and finds the near pairs, and the
// chosen engine tells which of these overlap. The other engines answer the same pairs now and then, for the comparison.

import { Crowd, isas, useIsa } from '../sepal.js';
import { box, regular } from '../geometry.js';
import { overlapMany } from '../textbook.js';
import { pictureOf } from '../crowd-picture.js';

const BODIES = 10000;
const MOST_PAIRS = 400000; // far more than there are: about three for each body
const SIZE = { width: 176, height: 110 };
const WINDOW = 40; // measurements of which the mean is shown
const REPEATS = 4; // times that the pairs are asked about in one measurement
const OTHERS_EVERY = 8; // frames between two measurements of an engine that was not chosen
const SHOWN_EVERY = 250; // milliseconds between two changes of the figures
const WORDS = { javascript: 'JavaScript loop', scalar: 'sepal, scalar', simd128: 'sepal, SIMD' };

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
        this.crowd = new Crowd(BODIES, MOST_PAIRS, this.models);
        this.engines = ['javascript', ...isas()];
        this.chosen = this.engines.at(-1);
        this.times = Object.fromEntries(this.engines.map((name) => [name, []]));
        this.warm = new Set();
        this.frames = [];
        this.frame = 0;
        this.scatter();
        this.draw = pictureOf(this.canvas, SIZE, this.first);
        // A browser may take the graphics memory away, and give it back later.
        this.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
        this.canvas.addEventListener('webglcontextrestored', () => {
            this.draw = pictureOf(this.canvas, SIZE, this.first);
        });
        this.addEngines();
        this.addPause();
        new ResizeObserver(() => this.resize()).observe(this.canvas);
        new IntersectionObserver(([entry]) => {
            this.visible = entry.isIntersecting;
            this.run();
        }).observe(this.canvas);
        this.step(performance.now());
    }

    scatter() {
        const random = stream(2026),
            { x, y, cos, sin, model } = this.crowd.columns();
        const ends = [0.5, 0.75, 1].map((part) => Math.round(part * BODIES));
        ends.forEach((end, i) => model.fill(i, i === 0 ? 0 : ends[i - 1], end));
        this.speed = Object.fromEntries(['x', 'y', 'cos', 'sin'].map((name) => [name, new Float32Array(BODIES)]));
        this.first = new Uint32Array(BODIES + 1);
        for (let i = 0; i < BODIES; i++) {
            const angle = 2 * Math.PI * random(),
                way = 2 * Math.PI * random();
            const speed = 0.02 + 0.05 * random(),
                spin = 0.04 * (random() - 0.5);
            x[i] = SIZE.width * (random() - 0.5);
            y[i] = SIZE.height * (random() - 0.5);
            cos[i] = Math.cos(angle);
            sin[i] = Math.sin(angle);
            this.speed.x[i] = speed * Math.cos(way);
            this.speed.y[i] = speed * Math.sin(way);
            this.speed.cos[i] = Math.cos(spin);
            this.speed.sin[i] = Math.sin(spin);
            this.first[i + 1] = this.first[i] + this.models[model[i]].x.length;
        }
        this.corners = { x: new Float64Array(this.first[BODIES]), y: new Float64Array(this.first[BODIES]) };
        this.answers = new Uint8Array(MOST_PAIRS);
    }

    addEngines() {
        const list = this.section.querySelector('.engines');
        for (const name of this.engines) {
            const label = document.createElement('label');
            const input = Object.assign(document.createElement('input'), {
                type: 'radio',
                name: 'engine',
                value: name,
            });
            input.checked = name === this.chosen;
            input.addEventListener('change', () => {
                this.chosen = name;
                this.frames = [];
            });
            const bar = document.createElement('i'),
                figure = document.createElement('output');
            figure.setAttribute('aria-live', 'off');
            label.append(input, WORDS[name] ?? name, bar, figure);
            list.append(label);
        }
        this.rows = [...list.querySelectorAll('label')];
    }

    addPause() {
        this.paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
        const button = document.createElement('button');
        const show = () => {
            button.textContent = this.paused ? 'Go on' : 'Pause';
        };
        button.type = 'button';
        button.addEventListener('click', () => {
            this.paused = !this.paused;
            show();
            this.run();
        });
        show();
        this.section.querySelector('.controls').append(button);
    }

    resize() {
        const sharp = Math.min(2, devicePixelRatio || 1);
        this.canvas.width = Math.round(this.canvas.clientWidth * sharp);
        this.canvas.height = Math.round(this.canvas.clientHeight * sharp);
        this.draw(this.corners.x, this.corners.y, this.crowd.columns().meets);
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

    step(now) {
        this.move();
        this.placeCorners();
        this.near = this.crowd.find();
        this.frame++;
        this.engines.forEach((name, i) => {
            if (name !== this.chosen && this.frame % OTHERS_EVERY === i) this.measure(name);
        });
        this.overlaps = this.measure(this.chosen); // the last, so that the marks are its answers
        this.mark();
        this.draw(this.corners.x, this.corners.y, this.crowd.columns().meets);
        if (!(now - this.shown < SHOWN_EVERY)) {
            this.shown = now;
            this.show();
        }
    }

    /** Moves and turns every body; at the walls it comes back. */
    move() {
        const { x, y, cos, sin } = this.crowd.columns(),
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

    /** Lets an engine answer, and remembers how long it took. Returns how many pairs overlap. */
    measure(name) {
        const javascript = name === 'javascript',
            pairs = this.crowd.pairs();
        if (!javascript) useIsa(this.engines.indexOf(name) - 1);
        const began = performance.now();
        let overlaps;
        if (javascript)
            for (let i = 0; i < REPEATS; i++)
                overlaps = overlapMany(pairs, this.near, this.corners.x, this.corners.y, this.first, this.answers);
        else overlaps = this.crowd.ask(REPEATS);
        const time = performance.now() - began,
            times = this.times[name];
        if (this.warm.has(name))
            // the browser compiles a function well only after it has run for a while
            times.push({ time, pairs: REPEATS * this.near });
        else this.warm.add(name);
        if (times.length > WINDOW) times.shift();
        if (!javascript) useIsa(this.engines.length - 2);
        return overlaps;
    }

    /** The corners in double precision, for the picture and for the loop in JavaScript. */
    placeCorners() {
        const { x, y, cos, sin, model } = this.crowd.columns();
        for (let i = 0; i < BODIES; i++) {
            const { x: mx, y: my } = this.models[model[i]];
            for (let k = 0, at = this.first[i]; k < mx.length; k++, at++) {
                this.corners.x[at] = x[i] + cos[i] * mx[k] - sin[i] * my[k];
                this.corners.y[at] = y[i] + sin[i] * mx[k] + cos[i] * my[k];
            }
        }
    }

    mark() {
        if (this.chosen !== 'javascript') {
            this.crowd.mark();
            return;
        }
        const { meets } = this.crowd.columns(),
            pairs = this.crowd.pairs();
        meets.fill(0);
        for (let k = 0; k < this.near; k++) if (this.answers[k]) meets[pairs[2 * k]] = meets[pairs[2 * k + 1]] = 1;
    }

    /** Nanoseconds per pair: the mean over the last measurements, since the clock of a browser is coarse. */
    cost(name) {
        const times = this.times[name],
            pairs = times.reduce((sum, sample) => sum + sample.pairs, 0);
        return pairs === 0 ? NaN : (1e6 * times.reduce((sum, sample) => sum + sample.time, 0)) / pairs;
    }

    show() {
        const costs = this.engines.map((name) => this.cost(name)),
            most = Math.max(...costs.filter((cost) => cost > 0));
        this.rows.forEach((row, i) => {
            const [bar, figure] = [row.querySelector('i'), row.querySelector('output')];
            bar.style.setProperty('--part', costs[i] > 0 ? costs[i] / most : 0);
            figure.textContent = costs[i] > 0 ? `${costs[i].toFixed(costs[i] < 100 ? 1 : 0)} ns` : '…';
        });
        const recent = this.frames.slice(-60),
            span = recent.at(-1) - recent[0];
        const rate = recent.length > 5 ? `, ${Math.round((1000 * (recent.length - 1)) / span)} frames a second` : '';
        this.answer.querySelector('strong').textContent = `${this.overlaps.toLocaleString('en')} overlap`;
        this.answer.querySelector('span').textContent = `of ${this.near.toLocaleString('en')} near pairs${rate}.`;
    }
}
