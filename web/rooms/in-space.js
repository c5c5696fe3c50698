// in-space.js — two boxes in space, to walk around and to turn, with the fifteen axes that decide.

import { Room } from '../room.js';
import { Space } from '../sepal.js';
import { outline } from '../stage.js';
import { decimal } from '../axes.js';
import { View, add, after, cross, dot, length, scale, sub, turnAbout, unit } from '../space.js';

const FACES = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
]; // the edge along the normal, and the two edges in the face
const PER_PIXEL = 0.008; // radians of orbit for a pixel of a drag
const FLAT = 1e-4; // sine of the angle up to which two edges are shown as parallel

export class InSpace extends Room {
    constructor(section) {
        super(section, { title: 'Two boxes in space', bodies: [] });
        this.view = new View(0.5, 0.42);
        this.space = new Space();
        this.list = section.querySelector('.axes');
        this.boxes = this.start();
        this.boxes.forEach((box, i) => this.addBox(box, i));
        this.stage.svg.addEventListener('pointerdown', (event) => this.orbit(event));
        this.walk = this.slider(
            'Walk around',
            { min: -180, max: 180, step: 1, value: this.yaw() },
            (value) => {
                this.view.yaw = (value * Math.PI) / 180;
                this.update();
            },
            (value) => `${value}°`,
        );
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    start() {
        return [
            { at: [-1.1, 0, -0.4], half: [1.5, 0.9, 0.6], turn: turnAbout([0.2, 0.3, 1], 0.4) },
            { at: [1.3, -0.4, 0.9], half: [0.8, 1.3, 0.7], turn: turnAbout([1, 0.4, 0.3], 0.8) },
        ];
    }

    yaw() {
        return Math.round((((((this.view.yaw * 180) / Math.PI + 180) % 360) + 360) % 360) - 180);
    }

    addBox(box, i) {
        this.stage.handle('ab'[i], {
            label: `Box ${'AB'[i]}: arrow keys move it in the picture, R and T turn it`,
            at: () => this.view.show(box.at),
            move: (to) => {
                box.at = this.view.follow(box.at, to);
                this.update();
            },
            turn: (angle) => {
                box.turn = after(turnAbout(this.view.near, angle), box.turn);
                this.update();
            },
            say: () => `x ${box.at[0].toFixed(2)}, y ${box.at[1].toFixed(2)}, z ${box.at[2].toFixed(2)}`,
        });
    }

    orbit(event) {
        if (event.button !== 0 || event.defaultPrevented) return;
        const { svg } = this.stage,
            start = { x: event.clientX, y: event.clientY, yaw: this.view.yaw, pitch: this.view.pitch };
        svg.setPointerCapture(event.pointerId);
        const follow = (moved) => {
            this.view.yaw = start.yaw - PER_PIXEL * (moved.clientX - start.x);
            this.view.pitch = Math.min(1.5, Math.max(-1.5, start.pitch + PER_PIXEL * (moved.clientY - start.y)));
            this.walk.value = this.yaw();
            this.walk.nextElementSibling.textContent = `${this.yaw()}°`;
            this.update();
        };
        svg.addEventListener('pointermove', follow);
        svg.addEventListener('lostpointercapture', () => svg.removeEventListener('pointermove', follow), {
            once: true,
        });
    }

    reset() {
        this.start().forEach((box, i) => Object.assign(this.boxes[i], box));
        this.view = new View(0.5, 0.42);
        this.walk.value = this.yaw();
        this.walk.nextElementSibling.textContent = `${this.yaw()}°`;
        this.update();
    }

    /** The normals of the faces, and the cross products of the edges, with the gap between the shadows on each. */
    axes([a, b]) {
        const found = [];
        [a, b].forEach(({ edges }, i) =>
            FACES.forEach(([, u, v], k) => found.push({ n: cross(edges[u], edges[v]), name: `${'AB'[i]}${k + 1}` })),
        );
        a.edges.forEach((u, i) =>
            b.edges.forEach((v, k) => {
                const n = cross(u, v);
                found.push({ n: length(n) > FLAT * length(u) * length(v) ? n : null, name: `A${i + 1}×B${k + 1}` });
            }),
        );
        for (const axis of found.filter(({ n }) => n)) {
            axis.n = unit(axis.n);
            const reach = ({ edges }) => edges.reduce((sum, edge) => sum + Math.abs(dot(edge, axis.n)), 0);
            axis.gap = Math.abs(dot(sub(b.centre, a.centre), axis.n)) - reach(a) - reach(b);
        }
        return found;
    }

    draw() {
        this.space.place(this.boxes);
        const boxes = [this.space.box(0), this.space.box(1)];
        const all = this.axes(boxes),
            tested = all.filter(({ n }) => n);
        const widest = tested.reduce((best, axis) => (axis.gap > best.gap ? axis : best));
        const verdict = this.space.meeting(0, 1),
            { normal, depth } = this.space.push(0, 1);
        this.drawFloor();
        const faces = boxes.flatMap((box, i) => this.faces(box, 'ab'[i]));
        if (verdict === 'apart' && widest.gap > 0) faces.push(this.parting(boxes, widest));
        faces.sort((p, q) => p.nearness - q.nearness);
        for (const { name, points } of faces) {
            const shown = points.map((p) => this.view.show(p));
            this.stage.path(name, outline({ x: shown.map(({ x }) => x), y: shown.map(({ y }) => y) }));
        }
        if (depth > 0)
            this.stage.arrow(
                'arrow',
                this.view.show(boxes[1].centre),
                this.view.show(add(boxes[1].centre, scale(normal, depth))),
            );
        this.showList(all, widest);
        this.say(
            verdict,
            verdict === 'apart'
                ? `They are ${decimal(-depth)} apart. ` + (widest.gap > 0 ? `${widest.name} has the widest gap.` : '')
                : `The smallest push is ${depth.toPrecision(3)}. None of the fifteen axes has a gap.`,
        );
    }

    drawFloor() {
        for (let i = -4; i <= 4; i += 2)
            for (const [p, q] of [
                [
                    [i, -4, -2.2],
                    [i, 4, -2.2],
                ],
                [
                    [-4, i, -2.2],
                    [4, i, -2.2],
                ],
            ])
                this.stage.line('grid', this.view.show(p), this.view.show(q));
    }

    /** The six faces of a box; those that look away from the eye are drawn too, since boxes are translucent. */
    faces({ centre, edges }, which) {
        return FACES.flatMap(([n, u, v]) =>
            [1, -1].map((way) => {
                const middle = add(centre, scale(edges[n], way));
                const points = [
                    [1, 1],
                    [1, -1],
                    [-1, -1],
                    [-1, 1],
                ].map(([s, t]) => add(middle, add(scale(edges[u], s), scale(edges[v], t))));
                const front = dot(sub(scale(this.view.near, 14), middle), scale(edges[n], way)) > 0;
                return {
                    name: `face ${which}${front ? ' front' : ''} side${n}`,
                    points,
                    nearness: this.view.nearness(middle),
                };
            }),
        );
    }

    /** A piece of the plane in the middle of the gap. */
    parting(boxes, { n }) {
        const way = dot(sub(boxes[1].centre, boxes[0].centre), n) > 0 ? 1 : -1;
        const reach = ({ edges }) => edges.reduce((sum, edge) => sum + Math.abs(dot(edge, n)), 0);
        const half =
            (dot(boxes[0].centre, n) + way * reach(boxes[0]) + dot(boxes[1].centre, n) - way * reach(boxes[1])) / 2;
        const mean = scale(add(boxes[0].centre, boxes[1].centre), 0.5);
        const middle = add(mean, scale(n, half - dot(mean, n)));
        const u = unit(cross(n, Math.abs(n[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])),
            v = cross(n, u),
            size = 1.9;
        const points = [
            [1, 1],
            [1, -1],
            [-1, -1],
            [-1, 1],
        ].map(([s, t]) => add(middle, add(scale(u, s * size), scale(v, t * size))));
        return { name: 'plane', points, nearness: this.view.nearness(middle) };
    }

    showList(all, widest) {
        this.list.replaceChildren(
            ...all.map((axis) => {
                const item = document.createElement('li');
                item.className = !axis.n ? 'same' : axis.gap > 0 ? (axis === widest ? 'lit' : 'apart') : '';
                const name = document.createElement('b');
                name.textContent = axis.name;
                item.append(name, !axis.n ? ' parallel' : axis.gap > 0 ? ` gap ${decimal(axis.gap)}` : ' overlap');
                return item;
            }),
        );
    }
}
