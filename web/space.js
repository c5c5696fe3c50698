// space.js — vectors, turns and the view of the room in space.

export const add = (a, b) => a.map((v, i) => v + b[i]);
export const sub = (a, b) => a.map((v, i) => v - b[i]);
export const scale = (a, s) => a.map((v) => v * s);
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a) => Math.hypot(...a);
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const unit = (a) => scale(a, 1 / (length(a) || 1));

/** The quaternion [w, x, y, z] of a turn about an axis. */
export function turnAbout(axis, angle) {
    return [Math.cos(angle / 2), ...scale(unit(axis), Math.sin(angle / 2))];
}

/** The turn b, and then a. */
export function after([aw, ax, ay, az], [bw, bx, by, bz]) {
    return [
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    ];
}

const EYE = 14; // how far the eye is from the middle

/** A view from around: `yaw` walks about the vertical z axis, `pitch` lifts the eye. */
export class View {
    constructor(yaw, pitch) {
        this.yaw = yaw;
        this.pitch = pitch;
    }

    get right() {
        return [Math.cos(this.yaw), Math.sin(this.yaw), 0];
    }

    get up() {
        return [
            Math.sin(this.pitch) * Math.sin(this.yaw),
            -Math.sin(this.pitch) * Math.cos(this.yaw),
            Math.cos(this.pitch),
        ];
    }

    /** From the middle to the eye. */
    get near() {
        return cross(this.right, this.up);
    }

    nearness(p) {
        return dot(p, this.near);
    }

    /** Where a point is in the picture. */
    show(p) {
        const zoom = EYE / (EYE - this.nearness(p));
        return { x: zoom * dot(p, this.right), y: zoom * dot(p, this.up) };
    }

    /** The point that is shown at `to`, as near to the eye as p. */
    follow(p, to) {
        const zoom = EYE / (EYE - this.nearness(p));
        return add(
            add(scale(this.right, to.x / zoom), scale(this.up, to.y / zoom)),
            scale(this.near, this.nearness(p)),
        );
    }
}
