// contacts.js — where two shapes touch: up to two points with their normal and depths, as a solver of contacts wants them.

import { Room, chip } from '../room.js';
import { box, regular } from '../geometry.js';
import { decimal } from '../axes.js';

const ARROW = 0.8; // the length of the arrow of the normal
const AWAY = 14; // pixels between a point and its number

export class Contacts extends Room {
    constructor(section) {
        super(section, {
            width: 8,
            title: 'A box on another shape, and the points where they touch',
            models: [box(2.4, 0.8), regular(6, 1.2)],
            bodies: [
                { name: 'a', label: 'Box A', model: 0, x: -0.2, y: -1.1, angle: 0.08 },
                { name: 'b', label: 'Hexagon B', model: 1, x: 0.5, y: 0.72, angle: 0.66 },
            ],
        });
        this.list = section.querySelector('.axes');
        this.foreseen = 0;
        this.slider(
            'foreseen',
            (value) => {
                this.foreseen = value;
                this.update();
            },
            (value) => value.toFixed(2),
        );
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    draw() {
        const { points, normal } = this.scene.contacts(0, 1, this.foreseen),
            { stage } = this;
        stage.shape('shape a', this.scene.shape(0));
        stage.shape('shape b', this.scene.shape(1));
        points.forEach((at, i) => {
            stage.arrow('normal', at, { x: at.x + ARROW * normal.x, y: at.y + ARROW * normal.y });
            stage.dot('contact', at);
            const size = stage.sizeOf('0', 15),
                away = (i === 0 ? 1 : -1) * AWAY * stage.pixel,
                place = { x: at.x + away * normal.y, y: at.y - away * normal.x };
            stage.keep([{ at: place, ...size }]);
            stage.text('gap-size', place, String(i + 1));
        });
        this.showChips(() =>
            [0, 1].map((i) => {
                const name = `Point ${i + 1}`;
                if (!points[i]) return chip(name, 'none', 'same');
                const { depth, feature } = points[i],
                    [a, b] = [feature >>> 16, feature & 0xffff];
                return chip(name, `${depth < 0 ? `gap ${decimal(-depth)}` : `depth ${decimal(depth)}`}, corners A${a + 1} and B${b + 1}`, 'lit');
            }),
        );
        const verdict = this.scene.meeting(0, 1),
            words = `normal (${normal.x.toFixed(3)}, ${normal.y.toFixed(3)})`.replaceAll('-', '−');
        this.say(verdict, points.length === 0 ? 'There is no contact point.' : `${points.length === 1 ? 'One contact point' : 'Two contact points'}, ${words}.`);
    }
}
