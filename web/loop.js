// loop.js — a picture that moves by itself: only while it is seen, and not while its button says that it waits.

export class Loop {
    /** Calls step(now) for each frame while `element` is in the window. Whoever asked for less motion begins with a pause. */
    constructor(element, button, step) {
        this.step = step;
        this.frames = []; // when they were, since the last pause
        this.paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
        this.button = button;
        button.addEventListener('click', () => this.pause(!this.paused));
        this.pause(this.paused);
        new IntersectionObserver(([entry]) => {
            this.visible = entry.isIntersecting;
            this.run();
        }).observe(element);
    }

    pause(paused) {
        this.paused = paused;
        this.button.textContent = paused ? 'Go on' : 'Pause';
        this.run();
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
}

/** The last measurements of something. The least of them is what it takes, and not what else the machine is doing; the median is what is
 * usual. */
export class Samples {
    constructor(most) {
        this.most = most;
        this.samples = [];
    }

    add(sample) {
        this.samples.push(sample);
        if (this.samples.length > this.most) this.samples.shift();
    }

    /** The mean is right also of what takes less than the clock of a browser can tell. */
    get mean() {
        return this.samples.reduce((sum, sample) => sum + sample, 0) / this.samples.length;
    }

    get least() {
        return this.samples.length > 0 ? Math.min(...this.samples) : undefined;
    }

    get median() {
        return [...this.samples].sort((a, b) => a - b)[this.samples.length >> 1];
    }
}

/** Does a part of a step, and remembers how many milliseconds it took. */
export function timed(samples, work) {
    const began = performance.now(),
        result = work();
    samples.add(performance.now() - began);
    return result;
}

/** Makes a canvas as fine as the screen, but at most twice as fine as its pixels. Calls `draw` then, and whenever its size changes. */
export function keepSharp(canvas, draw) {
    new ResizeObserver(() => {
        const sharp = Math.min(2, devicePixelRatio || 1);
        canvas.width = Math.round(canvas.clientWidth * sharp);
        canvas.height = Math.round(canvas.clientHeight * sharp);
        draw();
    }).observe(canvas);
}
