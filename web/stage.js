// stage.js — a picture in SVG that is drawn anew whenever something moves, and the handles by which things are moved:
// with a pointer, a finger, or the keys. The y axis points up, as in the mathematics; SVG's points down, so y changes
// its sign here.

const SVG = 'http://www.w3.org/2000/svg';
const STEP = 0.1; // how far an arrow key moves a handle
const FINE_STEP = 0.01; // the same with Shift
const EDGE = 2; // pixels between the edge of the picture and what has to be inside
const DOT = 5; // pixels from the middle of a dot to its edge, at most
const LETTER = 0.32; // half of the width of a letter, in its height: more than most letters have
const TURN = Math.PI / 36; // how far R and T turn
const FINE_TURN = TURN / 10; // the same with Shift
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const make = (tag, attributes = {}) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
};

const number = (value) => String(Math.round(value * 1e4) / 1e4);

export class Stage {
    /** A stage that fills `figure`, whose proportions style.css says. It shows the points with |x| <= width / 2, and y to match.
     * `title` says what it shows. */
    constructor(figure, { width = 12, title }) {
        this.width = width;
        this.svg = make('svg', { class: 'stage', role: 'group', 'aria-label': title });
        this.drawing = make('g', { 'aria-hidden': 'true' });
        this.handles = make('g');
        this.svg.append(this.drawing, this.handles);
        this.all = []; // the handles
        this.dry = false; // is only asked what would be drawn?
        this.svg.addEventListener('pointerdown', (event) => this.grab(event));
        figure.prepend(this.svg);
        // Texts and handles keep their size in pixels: one pixel in units of the picture.
        new ResizeObserver(() => this.measure()).observe(this.svg);
        this.measure();
    }

    measure() {
        const { clientWidth, clientHeight } = this.svg;
        this.pixel = this.width / (clientWidth || 600);
        this.height = this.pixel * (clientHeight || 450);
        this.svg.setAttribute('viewBox', [-this.width / 2, -this.height / 2, this.width, this.height].map(number).join(' '));
        this.svg.style.setProperty('--px', this.pixel);
        this.onmeasure?.();
    }

    /** The place in the picture of a pointer. */
    place(event) {
        const box = this.svg.getBoundingClientRect();
        return {
            x: ((event.clientX - box.left) / box.width - 0.5) * this.width,
            y: (0.5 - (event.clientY - box.top) / box.height) * this.height,
        };
    }

    // --- Drawing. Elements of the last picture are used again in the same order, so that a drag makes none.

    begin() {
        this.next = 0;
        this.taken = []; // where words are
        this.seen = []; // what has to be inside of the picture: { at, wide, high }, by half of its width and height
    }

    /** Says what has to be inside of the picture. */
    keep(parts) {
        this.seen.push(...parts);
    }

    /** Are these parts inside of the picture? */
    sees(parts) {
        const x = this.width / 2 - EDGE * this.pixel,
            y = this.height / 2 - EDGE * this.pixel;
        return parts.every(({ at, wide, high }) => Math.abs(at.x) + wide <= x && Math.abs(at.y) + high <= y);
    }

    /** Are there no words yet where others are to be: { at, wide, high }, by half of their width and height? */
    isFree({ at, wide, high }) {
        return this.taken.every((other) => Math.abs(at.x - other.at.x) > wide + other.wide || Math.abs(at.y - other.at.y) > high + other.high);
    }

    /** Is all that was drawn inside of it? */
    fits() {
        return this.sees(this.seen);
    }

    /** Half of the width and height of words in letters of so many pixels. */
    sizeOf(words, letters) {
        return { wide: LETTER * letters * this.pixel * words.length, high: 0.6 * letters * this.pixel };
    }

    end() {
        if (this.dry) return;
        while (this.drawing.children.length > this.next) this.drawing.lastChild.remove();
    }

    element(tag, name, attributes) {
        if (this.dry) return { style: {} };
        let element = this.drawing.children[this.next];
        if (element?.tagName !== tag) {
            const made = make(tag);
            if (element) element.replaceWith(made);
            else this.drawing.append(made);
            element = made;
        }
        this.next++;
        for (const old of [...element.attributes])
            if (!(old.name in attributes) && old.name !== 'class') element.removeAttribute(old.name);
        element.setAttribute('class', name);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        return element;
    }

    path(name, d) {
        return this.element('path', name, { d });
    }

    line(name, from, to) {
        return this.element('line', name, {
            x1: number(from.x),
            y1: number(-from.y),
            x2: number(to.x),
            y2: number(-to.y),
        });
    }

    arrow(name, from, to) {
        const length = Math.hypot(to.x - from.x, to.y - from.y);
        const head = Math.min(11 * this.pixel, length);
        const x = (to.x - from.x) / (length || 1),
            y = (to.y - from.y) / (length || 1);
        const back = { x: to.x - head * x, y: to.y - head * y };
        this.line(name, from, back);
        const wing = head * 0.45;
        this.keep([from, to].map((at) => ({ at, wide: wing, high: wing })));
        this.path(
            `${name} head`,
            `M${number(to.x)} ${number(-to.y)}L${number(back.x - wing * y)} ${number(-back.y - wing * x)}` +
                `L${number(back.x + wing * y)} ${number(-back.y + wing * x)}Z`,
        );
    }

    dot(name, at) {
        this.keep([{ at, wide: DOT * this.pixel, high: DOT * this.pixel }]);
        return this.element('circle', name, { cx: number(at.x), cy: number(-at.y) });
    }

    /** Words with their middle at a place, and what isFree is to know of them. */
    text(name, at, words, size) {
        if (size) this.taken.push(size);
        const attributes = { x: number(at.x), y: number(-at.y) };
        this.element('text', `label ${name}`, attributes).textContent = words;
    }

    /** A shape of the library: vertices and radius. A polygon with a radius has an outline of that width. */
    shape(name, { x, y, radius = 0 }) {
        this.keep(x.map((_, i) => ({ at: { x: x[i], y: y[i] }, wide: radius, high: radius })));
        if (x.length === 1)
            return this.element('circle', name, {
                cx: number(x[0]),
                cy: number(-y[0]),
                r: number(radius),
                style: `r:${number(radius)}px`,
            });
        return this.path(name, outline({ x, y }));
    }

    // --- Handles

    /** A handle at at(): move(place) is called when it is dragged or moved by keys, turn(angle) for R and T, if it
     * turns. */
    handle(name, { label, letter = '', at, move, turn, say, step = STEP, fine = FINE_STEP }) {
        const element = make('g', { class: `handle ${name}`, tabindex: 0, role: 'slider', 'aria-label': label });
        element.append(make('circle', { class: 'reach' }), make('circle', { class: 'knob' }));
        if (letter) element.append(make('text', { class: 'letter' }));
        if (letter) element.lastChild.textContent = letter;
        this.handles.append(element);
        const handle = { name, element, at, move, turn, say, step, fine };
        element.addEventListener('pointerdown', (event) => this.drag(handle, event));
        element.addEventListener('keydown', (event) => this.key(handle, event));
        element.addEventListener('focus', () => {
            this.chosen = handle;
        });
        this.all.push(handle);
        this.chosen ??= handle;
        return handle;
    }

    /** A mouse may take a shape anywhere. A finger takes it by its handle alone, so that the page still scrolls. */
    grab(event) {
        const shape = event.pointerType === 'mouse' && event.target.closest('.shape, .face');
        const handle = shape && this.all.find(({ name }) => shape.classList.contains(name));
        if (handle) this.drag(handle, event);
    }

    drag(handle, event) {
        if (event.button !== 0) return;
        event.preventDefault();
        handle.element.focus({ preventScroll: true });
        handle.element.setPointerCapture(event.pointerId);
        const start = this.place(event),
            at = { ...handle.at() };
        const follow = (moved) => {
            const now = this.place(moved);
            handle.move(this.inside({ x: at.x + now.x - start.x, y: at.y + now.y - start.y }));
        };
        const done = () => {
            handle.element.removeEventListener('pointermove', follow);
            handle.element.classList.remove('held');
        };
        handle.element.classList.add('held');
        handle.element.addEventListener('pointermove', follow);
        handle.element.addEventListener('lostpointercapture', done, { once: true });
    }

    key(handle, event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const arrow = ARROWS[event.key];
        const turn = { r: 1, t: -1 }[event.key.toLowerCase()];
        if (arrow) {
            const step = event.shiftKey ? handle.fine : handle.step;
            const at = handle.at();
            handle.move(this.inside({ x: at.x + step * arrow[0], y: at.y + step * arrow[1] }));
        } else if (turn && handle.turn) {
            handle.turn(turn * (event.shiftKey ? FINE_TURN : TURN));
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    inside({ x, y }) {
        const w = this.width / 2 - 0.2,
            h = this.height / 2 - 0.2;
        return { x: Math.min(w, Math.max(-w, x)), y: Math.min(h, Math.max(-h, y)) };
    }

    /** Moves the handles to where their things are. */
    showHandles() {
        if (this.dry) return;
        for (const { element, at, say } of this.all) {
            const { x, y } = at();
            element.setAttribute('transform', `translate(${number(x)} ${number(-y)})`);
            element.setAttribute('aria-valuemin', -this.width / 2);
            element.setAttribute('aria-valuemax', this.width / 2);
            element.setAttribute('aria-valuenow', x.toFixed(2));
            element.setAttribute('aria-valuetext', say());
        }
    }
}

export function outline({ x, y }) {
    return `M${x.map((value, i) => `${number(value)} ${number(-y[i])}`).join('L')}Z`;
}
