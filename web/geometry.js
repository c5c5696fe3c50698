// geometry.js — what the pictures show: axes, shadows on them, outlines. Nothing here answers a question; sepal.js
// does.

export const degrees = (radians) => Math.round(((((radians * 180) / Math.PI) % 360) + 360) % 360);
export const dot = (a, b) => a.x * b.x + a.y * b.y;
export const perp = ({ x, y }) => ({ x: -y, y: x });
export const unit = ({ x, y }) => {
    const length = Math.hypot(x, y) || 1;
    return { x: x / length, y: y / length };
};

export const box = (halfX, halfY) => ({ x: [-halfX, halfX, halfX, -halfX], y: [-halfY, -halfY, halfY, halfY] });
export const circle = (radius) => ({ x: [0], y: [0], radius });

/** A regular polygon with its first vertex straight up. */
export function regular(count, radius) {
    const angles = Array.from({ length: count }, (_, i) => Math.PI / 2 + (2 * Math.PI * i) / count);
    return { x: angles.map((a) => radius * Math.cos(a)), y: angles.map((a) => radius * Math.sin(a)) };
}

export const corner = (shape, i) => ({ x: shape.x[i], y: shape.y[i] });

/** The middle of the vertices. */
export function middle({ x, y }) {
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return { x: mean(x), y: mean(y) };
}

/** The shadow of a shape on the direction n: where it begins and ends, and at which vertices. */
export function shadow({ x, y, radius = 0 }, n) {
    let least = 0,
        greatest = 0;
    const along = x.map((_, i) => x[i] * n.x + y[i] * n.y);
    along.forEach((value, i) => {
        if (value < along[least]) least = i;
        if (value > along[greatest]) greatest = i;
    });
    return { from: along[least] - radius, to: along[greatest] + radius, least, greatest };
}

/** How far two shadows are from each other; negative if they overlap. */
export const gap = (a, b) => Math.max(a.from - b.to, b.from - a.to);

/** The unit normals of the edges of a polygon, one for each edge. A circle has none. */
export function normals(shape) {
    const count = shape.x.length;
    const found = [];
    for (let i = 0; i < count && count > 2; i++) {
        const from = corner(shape, i),
            to = corner(shape, (i + 1) % count);
        found.push(unit({ x: to.y - from.y, y: from.x - to.x }));
    }
    return found;
}

const PARALLEL = 1e-5; // sine of the angle up to which the picture draws two axes as one: less than a pixel apart

export const parallel = (a, b) => Math.abs(a.x * b.y - a.y * b.x) < PARALLEL;

/** The vertex of a polygon that is nearest to a point. */
export function nearestCorner(shape, point) {
    let best = corner(shape, 0);
    shape.x.forEach((_, i) => {
        const c = corner(shape, i);
        if (Math.hypot(c.x - point.x, c.y - point.y) < Math.hypot(best.x - point.x, best.y - point.y)) best = c;
    });
    return best;
}

/** The convex hull of points, counter-clockwise (Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979). */
export function hull(points) {
    const sorted = [...points].sort((p, q) => p.x - q.x || p.y - q.y);
    const chain = (list) => {
        const found = [];
        for (const p of list) {
            while (found.length > 1) {
                const [u, v] = found.slice(-2);
                if ((v.x - u.x) * (p.y - u.y) - (v.y - u.y) * (p.x - u.x) > 0) break;
                found.pop();
            }
            found.push(p);
        }
        return found.slice(0, -1);
    };
    return [...chain(sorted), ...chain(sorted.reverse())];
}

/** A stream of numbers in [0, 1) that is the same on every visit (Press et al., "Numerical Recipes in C", 1992, section 7.1). */
export function stream(state) {
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}
