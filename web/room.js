// room.js — what the rooms have in common: a stage, bodies that are moved by their middle dots, an answer in words, and
// buttons.

import { Scene } from './sepal.js';
import { Stage } from './stage.js';
import { degrees } from './geometry.js';

const SPOKEN_AFTER = 500; // milliseconds of rest after which a screen reader is told the answer
const WORDS = { apart: 'Apart', overlap: 'Overlap', touch: 'Touching', meet: 'They meet', miss: 'They miss' };

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
        this.bodies.forEach((body) => this.addHandle(body));
        this.stage.onmeasure = () => this.draw && this.update();
    }

    addHandle(body) {
        this.stage.handle(body.name, {
            label: `${body.label}: arrow keys move it${body.turns ? ', R and T turn it' : ''}`,
            at: () => body,
            step: body.step,
            fine: body.step,
            move: (to) => {
                Object.assign(body, this.snap ? this.snap(to) : to);
                this.update();
            },
            turn: body.turns
                ? (angle) => {
                      body.angle += angle;
                      this.update();
                  }
                : undefined,
            say: () =>
                `x ${body.x.toFixed(2)}, y ${body.y.toFixed(2)}` +
                (body.turns ? `, turned by ${degrees(body.angle)} degrees` : ''),
        });
    }

    /** Puts the bodies into the scene, and draws. */
    update() {
        if (this.scene) this.scene.place(this.poses ? this.poses() : this.bodies);
        this.stage.begin();
        this.draw();
        this.stage.end();
        this.stage.showHandles();
    }

    /** Shows the answer: a verdict, or a word of your own, and what there is to say of it. */
    say(verdict, detail) {
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

    /** A row of buttons under the picture: turning the body that was chosen last, and the beginning again. */
    turnButtons() {
        this.button('↺', 'Turn the chosen shape left (R)', () => this.stage.chosen?.turn?.(Math.PI / 36));
        this.button('↻', 'Turn the chosen shape right (T)', () => this.stage.chosen?.turn?.(-Math.PI / 36));
    }

    resetButton() {
        this.button('Start again', '', () => this.reset());
    }

    reset() {
        this.bodies.forEach((body, i) => Object.assign(body, { angle: 0 }, this.first[i]));
        this.update();
    }

    button(words, label, action) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = words;
        if (label) {
            button.setAttribute('aria-label', label);
            button.title = label;
        }
        button.addEventListener('click', action);
        this.section.querySelector('.controls').append(button);
        return button;
    }

    /** A slider with a name and the words for its value. */
    slider(words, { min, max, step, value }, change, show = String) {
        const label = document.createElement('label');
        const input = Object.assign(document.createElement('input'), { type: 'range' });
        Object.assign(input, { min, max, step });
        input.value = value;
        const output = document.createElement('output');
        const changed = () => {
            output.textContent = show(Number(input.value));
            input.setAttribute('aria-valuetext', output.textContent);
            change(Number(input.value));
        };
        label.append(words, input, output);
        input.addEventListener('input', changed);
        this.section.querySelector('.controls').append(label);
        output.textContent = show(Number(value));
        input.setAttribute('aria-valuetext', output.textContent);
        return input;
    }
}
