// in-space.js — two boxes in space, to walk around and to turn, with the fifteen axes that decide; where they touch, and what one of
// them meets on its way.

import { Room, chip } from '../room.js';
import { Space } from '../scenes.js';
import { hull } from '../geometry.js';
import { decimal } from '../axes.js';
import { View, add, after, cross, dot, length, scale, sub, turnAbout, unit } from '../space.js';

const FACES = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
]; // the edge along the normal, and the two edges in the face
const FLOOR = -2.6; // the height of the floor, on which the boxes cast shadows
const ROSE = { size: 0.75, from: 12 }; // the rose of all axes: its radius, and pixels between it and the corner of the picture
const PER_PIXEL = 0.008; // radians of orbit for a pixel of a drag
const NORMAL = 0.7; // the length of the arrow at a contact point
const FLAT = 1e-4; // sine of the angle up to which two edges are shown as parallel

function corners({ centre, edges }) {
    const signs = [-1, 1].flatMap((r) => [-1, 1].flatMap((s) => [-1, 1].map((t) => [r, s, t])));
    return signs.map((sign) => sign.reduce((sum, s, i) => add(sum, scale(edges[i], s)), centre));
}

export class InSpace extends Room {
    constructor(section) {
        super(section, { width: 9.5, title: 'Two boxes in space', bodies: [] });
        this.view = new View(0.5, 0.42);
        this.space = new Space();
        this.list = section.querySelector('.axes');
        this.boxes = this.start();
        this.tip = this.goal();
        this.boxes.forEach((box, i) => this.addBox(box, i));
        this.addTip();
        this.stage.svg.addEventListener('pointerdown', (event) => this.orbit(event));
        this.walk = this.slider(
            'walk',
            (value) => {
                this.view.yaw = (value * Math.PI) / 180;
                this.update();
            },
            (value) => `${value}°`,
        );
        this.withMove = this.control('move');
        this.withMove.addEventListener('change', () => this.update());
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    start() {
        return [
            { at: [-1.1, 0, -0.4], half: [1.5, 0.9, 0.6], turn: turnAbout([0.2, 0.3, 1], 0.4) },
            { at: [1.5, -0.4, 1.7], half: [0.8, 1.3, 0.7], turn: turnAbout([1, 0.4, 0.3], 0.8) },
        ];
    }

    /** Where the move of B leads at the beginning. */
    goal() {
        return [-0.35, -0.05, 0.45];
    }

    yaw() {
        return Math.round((((((this.view.yaw * 180) / Math.PI + 180) % 360) + 360) % 360) - 180);
    }

    addBox(box, i) {
        this.stage.handle('ab'[i], {
            letter: 'AB'[i],
            label: `Box ${'AB'[i]}: arrow keys move it in the picture, R and T turn it`,
            at: () => this.view.show(box.at),
            move: (to) => {
                box.at = this.view.follow(box.at, to);
                this.update(i);
            },
            turn: (angle) => {
                box.turn = after(turnAbout(this.view.near, angle), box.turn);
                this.update(i);
            },
            say: () => `x ${box.at[0].toFixed(2)}, y ${box.at[1].toFixed(2)}, z ${box.at[2].toFixed(2)}`,
        });
    }

    addTip() {
        this.tipHandle = this.stage.handle('tip', {
            label: 'Tip of the arrow: arrow keys move where box B would end',
            at: () => this.view.show(this.tip),
            move: (to) => {
                this.tip = this.view.follow(this.tip, to);
                this.update(2);
            },
            say: () => `x ${this.tip[0].toFixed(2)}, y ${this.tip[1].toFixed(2)}, z ${this.tip[2].toFixed(2)}`,
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

    places() {
        return [...this.boxes.map(({ at }) => at), this.tip];
    }

    putBack(places) {
        this.boxes.forEach((box, i) => {
            box.at = places[i];
        });
        this.tip = places[2];
    }

    /** Draws; what would reach through the floor is lifted onto it. */
    show() {
        this.space.place(this.boxes);
        this.boxes.forEach((box, i) => {
            const { centre, edges } = this.space.box(i);
            const low = centre[2] - edges.reduce((sum, edge) => sum + Math.abs(edge[2]), 0);
            if (low < FLOOR) box.at = add(box.at, [0, 0, FLOOR - low]);
            const least = FLOOR + centre[2] - low;
            if (i === 1 && this.tip[2] < least) this.tip = [this.tip[0], this.tip[1], least];
        });
        this.space.place(this.boxes);
        super.show();
    }

    reset() {
        this.start().forEach((box, i) => Object.assign(this.boxes[i], box));
        this.tip = this.goal();
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
                const flat = length(n) <= FLAT * length(u) * length(v);
                found.push({ n: flat ? null : n, name: `A${i + 1}×B${k + 1}`, of: [i, k] });
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
        const boxes = [this.space.box(0), this.space.box(1)];
        const all = this.axes(boxes),
            tested = all.filter(({ n }) => n);
        const widest = tested.reduce((best, axis) => (axis.gap > best.gap ? axis : best));
        const verdict = this.space.meeting(0, 1),
            { normal, depth } = this.space.push(0, 1),
            contacts = this.space.contacts(0, 1),
            hit = this.space.sweep(0, 1, this.move());
        this.drawFloor();
        boxes.forEach((box, i) => this.drawShadow(box, 'ab'[i]));
        this.tipHandle.element.style.display = this.withMove.checked ? '' : 'none';
        if (this.withMove.checked) this.drawMove(boxes[1], hit);
        const faces = boxes.flatMap((box, i) => this.faces(box, 'ab'[i]));
        if (verdict === 'apart' && widest.gap > 0) faces.push(this.parting(boxes, widest));
        faces.sort((p, q) => p.nearness - q.nearness);
        for (const { name, points } of faces) {
            const shown = points.map((p) => this.view.show(p));
            this.stage.shape(name, { x: shown.map(({ x }) => x), y: shown.map(({ y }) => y) });
        }
        if (verdict === 'apart' && widest.gap > 0) this.drawWidest(boxes, widest);
        if (depth > 0)
            this.stage.arrow(
                'arrow',
                this.view.show(boxes[1].centre),
                this.view.show(add(boxes[1].centre, scale(normal, depth))),
            );
        for (const point of contacts.points) {
            this.stage.dot('contact', this.view.show(point));
            this.stage.arrow('normal', this.view.show(point), this.view.show(add(point, scale(contacts.normal, NORMAL))));
        }
        this.drawRose(tested, verdict === 'apart' && widest.gap > 0 ? widest : undefined);
        this.showList(all, widest);
        this.say(
            verdict,
            verdict === 'apart'
                ? `They are ${decimal(-depth)} apart. ` +
                      (widest.gap > 0 ? `The axis ${widest.name} has the widest gap. ` : '') +
                      (!this.withMove.checked ? '' : hit.meets ? `On its way B meets A first at ${hit.time.toFixed(4)}.` : 'On its way B does not meet A.')
                : `The smallest push is ${depth.toPrecision(3)}. None of the fifteen axes has a gap. Contact points: ${contacts.points.length}.`,
        );
    }

    /** The move of B as the library takes it: three float32 numbers. */
    move() {
        return sub(this.tip, this.boxes[1].at).map(Math.fround);
    }

    /** The outline of a box in the picture. */
    outline(box) {
        const around = hull(corners(box).map((corner) => this.view.show(corner)));
        return { x: around.map(({ x }) => x), y: around.map(({ y }) => y) };
    }

    /** The way of B: where it would end, and where it first meets A, with the normal there, unless they meet from the beginning. */
    drawMove(box, hit) {
        const move = this.move(),
            after = (time) => ({ centre: add(box.centre, scale(move, time)), edges: box.edges });
        this.stage.shape('ghost b', this.outline(after(1)));
        this.stage.arrow('move b', this.view.show(box.centre), this.view.show(after(1).centre));
        if (!hit.meets || hit.time === 0) return;
        const { centre } = after(hit.time);
        this.stage.shape('shape b hit', this.outline(after(hit.time)));
        this.stage.arrow('arrow', this.view.show(centre), this.view.show(add(centre, hit.normal)));
    }

    /** The shadow of a box on the floor, straight down, and a line to it from the middle of the box: how far away it is, and how high. */
    drawShadow({ centre, edges }, which) {
        const ground = hull(corners({ centre, edges }).map(([x, y]) => ({ x, y }))).map(({ x, y }) => this.view.show([x, y, FLOOR]));
        this.stage.shape(`ground ${which}`, { x: ground.map(({ x }) => x), y: ground.map(({ y }) => y) });
        const below = [centre[0], centre[1], FLOOR];
        this.stage.line(`plumb ${which}`, this.view.show(centre), this.view.show(below));
    }

    /** The axis with the widest gap as an arrow through the plane between the boxes, and the two edges of which it is the product. */
    drawWidest(boxes, { n, of }) {
        const { middle } = this.between(boxes, n);
        this.stage.arrow('widest', this.view.show(middle), this.view.show(add(middle, n)));
        of?.forEach((edge, i) => {
            const { centre, edges } = boxes[i],
                [p, q] = [0, 1, 2].filter((k) => k !== edge);
            // Of the four edges in this direction, the one that faces the other box.
            const facing = (k) => (dot(edges[k], n) * dot(sub(boxes[1 - i].centre, centre), n) > 0 ? 1 : -1);
            const from = add(centre, add(scale(edges[p], facing(p)), scale(edges[q], facing(q))));
            const ends = [-1, 1].map((s) => this.view.show(add(from, scale(edges[edge], s))));
            this.stage.line(`product ${'ab'[i]}`, ...ends);
        });
    }

    /** The directions of all axes, from one point: the normals of the faces in the colours of the boxes, and the cross products. */
    drawRose(axes, widest) {
        const away = ROSE.size + ROSE.from * this.stage.pixel;
        const at = { x: away - this.stage.width / 2, y: away - this.stage.height / 2 };
        for (const axis of [...axes].sort((p, q) => (p === widest) - (q === widest))) {
            const x = ROSE.size * dot(axis.n, this.view.right),
                y = ROSE.size * dot(axis.n, this.view.up);
            const kind = axis === widest ? 'lit' : axis.of ? 'cross' : axis.name[0].toLowerCase();
            this.stage.line(`ray ${kind}`, { x: at.x - x, y: at.y - y }, { x: at.x + x, y: at.y + y });
        }
    }

    drawFloor() {
        for (let i = -4; i <= 4; i += 2)
            for (const [p, q] of [
                [
                    [i, -4, FLOOR],
                    [i, 4, FLOOR],
                ],
                [
                    [-4, i, FLOOR],
                    [4, i, FLOOR],
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

    /** The middle of the gap between the boxes along n: the point nearest to the middle of their centres, and the way from A to B. */
    between(boxes, n) {
        const way = dot(sub(boxes[1].centre, boxes[0].centre), n) > 0 ? 1 : -1;
        const reach = ({ edges }) => edges.reduce((sum, edge) => sum + Math.abs(dot(edge, n)), 0);
        const half =
            (dot(boxes[0].centre, n) + way * reach(boxes[0]) + dot(boxes[1].centre, n) - way * reach(boxes[1])) / 2;
        const mean = scale(add(boxes[0].centre, boxes[1].centre), 0.5);
        return { middle: add(mean, scale(n, half - dot(mean, n))), way };
    }

    /** A piece of the plane in the middle of the gap. */
    parting(boxes, { n }) {
        const { middle } = this.between(boxes, n);
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
        this.showChips(() =>
            all.map((axis) => {
                const words = !axis.n ? 'parallel' : axis.gap > 0 ? `gap ${decimal(axis.gap)}` : 'overlap';
                return chip(axis.name, words, !axis.n ? 'same' : axis === widest && axis.gap > 0 ? 'lit' : '');
            }),
        );
    }
}
