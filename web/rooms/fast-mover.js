// fast-mover.js — a ball that moves fast, and a thin wall: whether, when and how they meet during the step.

import { Room } from '../room.js';
import { box, circle } from '../geometry.js';

const RADIUS = 0.45;
const STEP_TIME = 900; // milliseconds that the step takes to be seen
const START = { x: 7, y: -1.8 }; // the move of the ball at the beginning

export class FastMover extends Room {
    constructor(section) {
        super(section, {
            width: 9.5,
            title: 'A ball, the arrow of its move, and a thin wall in its way',
            models: [box(0.12, 2.2), circle(RADIUS)],
            bodies: [
                { name: 'a', label: 'Wall A', model: 0, x: 0.6, y: 0.2, angle: -0.25 },
                { name: 'b', label: 'Ball B', model: 1, x: -3.6, y: 1.2, turns: false },
            ],
        });
        this.tip = { x: this.bodies[1].x + START.x, y: this.bodies[1].y + START.y };
        this.stage.handle('tip', {
            label: 'Tip of the arrow: arrow keys move where the ball would end',
            at: () => this.tip,
            move: (to) => {
                this.tip = to;
                this.update(2);
            },
            say: () => `x ${this.tip.x.toFixed(2)}, y ${this.tip.y.toFixed(2)}`,
        });
        this.button('play', () => this.play());
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    reset() {
        super.reset();
        this.tip = { x: this.bodies[1].x + START.x, y: this.bodies[1].y + START.y };
        this.update();
    }

    places() {
        return [...super.places(), [this.tip.x, this.tip.y]];
    }

    putBack(places) {
        super.putBack(places);
        this.tip = { x: places[2][0], y: places[2][1] };
    }

    /** The move as the library takes it: two float32 numbers. */
    move() {
        const [, ball] = this.bodies;
        return { x: Math.fround(this.tip.x - ball.x), y: Math.fround(this.tip.y - ball.y) };
    }

    /** Shows the ball on its way, up to where it meets the wall. */
    play() {
        const began = performance.now(),
            end = this.scene.sweep(0, 1, this.move()).time;
        const step = (now) => {
            this.now = Math.min(end, Math.max(0, now - began) / STEP_TIME);
            const done = this.now === end;
            this.update();
            if (done) this.now = undefined;
            else requestAnimationFrame(step);
        };
        step(began);
    }

    draw() {
        const wall = this.scene.shape(0),
            ball = this.scene.shape(1),
            move = this.move(),
            hit = this.scene.sweep(0, 1, move);
        const at = (time) => ({ x: ball.x[0] + time * move.x, y: ball.y[0] + time * move.y });
        const there = (time) => ({ x: [at(time).x], y: [at(time).y], radius: RADIUS });
        this.stage.line('swept b', at(0), at(1)).style.strokeWidth = `${2 * RADIUS}px`;
        this.stage.shape('shape a', wall);
        this.stage.shape('shape b', ball);
        this.stage.shape('ghost b', there(1));
        this.stage.arrow('move b', at(0), at(1));
        if (hit.meets) {
            const { x, y } = at(hit.time);
            const beside = (distance) => ({ x: x + distance * hit.x, y: y + distance * hit.y });
            this.stage.shape('shape b hit', there(hit.time));
            this.stage.arrow('arrow', beside(-RADIUS), beside(RADIUS + 0.7)); // the normal, from A towards B
        }
        if (this.now !== undefined) this.stage.shape('flying b', there(this.now));
        const words = `normal (${hit.x.toFixed(3)}, ${hit.y.toFixed(3)})`.replaceAll('-', '−');
        this.say(
            hit.meets ? 'meet' : 'miss',
            hit.meets
                ? hit.time === 0
                    ? `They overlap at the beginning, ${words}.`
                    : `First at ${hit.time.toFixed(4)} of the step, ${words}.`
                : 'They do not meet at any time of the step.',
        );
    }
}
