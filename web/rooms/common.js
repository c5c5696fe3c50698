// common.js — how much two shapes have in common: the common part, filled, its corners, and the IoU.

import { Room } from '../room.js';
import { box, regular } from '../geometry.js';

const share = (value) => (value === 1 ? 'all' : `${(100 * value).toFixed(1)} %`);

export class Common extends Room {
    constructor(section) {
        super(section, {
            width: 9,
            title: 'Two shapes, and what they have in common, filled',
            models: [box(1.6, 0.9), regular(5, 1.35)],
            bodies: [
                { name: 'a', label: 'Box A', model: 0, x: -0.5, y: -0.2, angle: 0.15 },
                { name: 'b', label: 'Pentagon B', model: 1, x: 0.7, y: 0.3, angle: 0.5 },
            ],
        });
        this.turnButtons();
        this.resetButton();
        this.update();
    }

    draw() {
        const { area, iou, shareA, shareB, corners } = this.scene.common(0, 1),
            verdict = this.scene.meeting(0, 1);
        this.stage.shape('shape a', this.scene.shape(0));
        this.stage.shape('shape b', this.scene.shape(1));
        if (corners.x.length > 1) this.stage.shape('common', corners);
        corners.x.forEach((x, i) => this.stage.dot('contact', { x, y: corners.y[i] }));
        this.say(
            verdict,
            area > 0
                ? `IoU ${iou.toFixed(3)}: the common part has an area of ${area.toFixed(3)}, ${share(shareA)} of A and ${share(shareB)} of B.`
                : `IoU 0: they have ${verdict === 'apart' ? 'nothing' : corners.x.length > 1 ? 'a segment' : 'a point'} in common.`,
        );
    }
}
