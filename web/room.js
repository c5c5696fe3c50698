// room.js — what the rooms have in common: a stage, bodies that are moved by their middle dots, an answer in words, and
// buttons.

import { Scene } from './scenes.js';
import { Stage } from './stage.js';
import { degrees } from './geometry.js';

const SPOKEN_AFTER = 500; // milliseconds of rest after which a screen reader is told the answer
const HALVINGS = 8; // of the way by which things that leave the picture are drawn back
const WORDS = { apart: 'Apart', overlap: 'Overlap', touch: 'Touching', meet: 'They meet', miss: 'They miss' };

/** An item of a list below a picture: a name, what is to be said of it, and how it is shown ('lit', 'same' or ''). */
export function chip(name, words, style = '') {
    const item = document.createElement('li'),
        bold = document.createElement('b');
    item.className = style;
    bold.textContent = name;
    item.append(bold, ` ${words}`);
    return item;
}

export class Room {
    /** The room in `section`. bodies: { name, model, x, y, angle, label, turns } for each shape that can be moved. */
    constructor(section, { title, bodies = [], models, ...size }) {
        this.section = section;
        this.stage = new Stage(section.querySelector('figure'), { title, ...size });
        this.answer = section.querySelector('.answer');
        this.spoken = document.createElement('p');
        this.spoken.className = 'spoken';
        this.spoken.setAttribute('aria-live', 'polite');
        this.answer.after(this.spoken);
        this.first = bodies;
        this.bodies = bodies.map((body) => ({ angle: 0, turns: true, ...body }));
        if (models) this.scene = new Scene(models);
        this.bodies.forEach((body, i) => this.addHandle(body, i));
        this.stage.onmeasure = () => this.draw && this.update();
    }

    addHandle(body, i) {
        this.stage.handle(body.name, {
            letter: body.name.toUpperCase(),
            label: `${body.label}: arrow keys move it${body.turns ? ', R and T turn it' : ''}`,
            at: () => body,
            step: body.step,
            fine: body.step,
            move: (to) => {
                Object.assign(body, this.snap ? this.snap(to) : to);
                this.update(i);
            },
            turn: body.turns
                ? (angle) => {
                      body.angle += angle;
                      this.update(i);
                  }
                : undefined,
            say: () =>
                `x ${body.x.toFixed(2)}, y ${body.y.toFixed(2)}` +
                (body.turns ? `, turned by ${degrees(body.angle)} degrees` : ''),
        });
    }

    /** Draws. If something would be cut off, what was moved, as the place of this number, is drawn back towards the middle, and if
     * that does not help, everything is. */
    update(moved) {
        this.show();
        if (this.stage.fits()) return;
        const wanted = this.places(),
            all = wanted.map((_, i) => i);
        for (const which of moved === undefined ? [all] : [[moved], all]) {
            const fitsAt = (part) => {
                this.putBack(wanted.map((place, i) => (which.includes(i) ? place.map((v) => part * v) : place)));
                this.show();
                return this.stage.fits();
            };
            this.stage.dry = true;
            let near = fitsAt(0) ? 0 : undefined,
                far = 1;
            for (let i = 0; i < HALVINGS && near !== undefined; i++) {
                const half = (near + far) / 2;
                if (fitsAt(half)) near = half;
                else far = half;
            }
            if (near !== undefined) fitsAt(near);
            this.stage.dry = false;
            if (near !== undefined) break;
        }
        this.show();
    }

    /** Where the things are that can be moved: the coordinates of each. */
    places() {
        return this.bodies.map(({ x, y }) => [x, y]);
    }

    putBack(places) {
        this.bodies.forEach((body, i) => {
            const to = { x: places[i][0], y: places[i][1] };
            Object.assign(body, this.snap ? this.snap(to) : to);
        });
    }

    /** Puts the bodies into the scene, and draws them where they are. */
    show() {
        if (this.scene) this.scene.place(this.poses ? this.poses() : this.bodies);
        this.stage.begin();
        this.draw();
        this.stage.end();
        this.stage.showHandles();
    }

    /** Shows the answer: a verdict, or a word of your own, and what there is to say of it. */
    say(verdict, detail) {
        if (this.stage.dry) return;
        const word = WORDS[verdict] ?? verdict;
        this.answer.dataset.verdict = verdict;
        this.answer.querySelector('strong').textContent = word;
        this.answer.querySelector('span').textContent = detail;
        clearTimeout(this.speaking);
        if (!this.section.contains(document.activeElement)) return; // else all rooms would speak when the page opens
        this.speaking = setTimeout(() => {
            this.spoken.textContent = `${word}. ${detail}`;
        }, SPOKEN_AFTER);
    }

    /** Shows the list below the picture. */
    showChips(chips) {
        if (!this.stage.dry) this.list.replaceChildren(...chips());
    }

    /** What a button below the picture does: that with this data-do. */
    button(does, action) {
        const button = this.control(does);
        button.addEventListener('click', action);
        return button;
    }

    control(does) {
        return this.section.querySelector(`.controls [data-do=${does}]`);
    }

    /** The buttons that turn the body that was chosen last. */
    turnButtons() {
        this.button('left', () => this.stage.chosen?.turn?.(Math.PI / 36));
        this.button('right', () => this.stage.chosen?.turn?.(-Math.PI / 36));
    }

    resetButton() {
        this.button('reset', () => this.reset());
    }

    reset() {
        this.bodies.forEach((body, i) => Object.assign(body, { angle: 0 }, this.first[i]));
        this.update();
    }

    /** What a slider below the picture changes, and the words for its value. */
    slider(does, change, show = String) {
        const input = this.control(does),
            output = input.nextElementSibling;
        const tell = () => {
            output.textContent = show(Number(input.value));
            input.setAttribute('aria-valuetext', output.textContent);
        };
        input.addEventListener('input', () => {
            tell();
            change(Number(input.value));
        });
        tell();
        return input;
    }
}
