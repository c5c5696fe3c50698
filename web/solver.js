// solver.js — bodies in the plane, and the impulses at their contact points: sequential impulses with warm starting, as in
// examples/pile_solver.h (Catto, "Iterative dynamics with temporal coherence", GDC 2005).

const SECONDS = 1 / 60;
const GRAVITY = 10;
const FRICTION = 0.5;
const ITERATIONS = 14;
const SLOP = 0.005; // metres by which surfaces may overlap, so that contacts last
const MENDED = 0.2; // the part of a deeper overlap that a step removes
const STILL = 1e-7; // metres a second; what is slower stands still, before numbers become subnormal, which processors are slow with
const FASTEST = 4; // metres a second; no overlap is mended faster

/** Area, and moment of inertia about the origin for a mass of 1, of a model around its origin. */
function weigh({ x, y, radius = 0 }) {
    if (x.length < 3) {
        const length = x.at(-1) - x[0],
            disc = Math.PI * radius * radius,
            bar = 2 * radius * length;
        const inertia = (disc * (radius * radius / 2 + length * length / 4) + (bar * (length * length + 4 * radius * radius)) / 12) / (disc + bar);
        return { area: disc + bar, inertia };
    }
    let area = 0,
        inertia = 0;
    x.forEach((_, i) => {
        const k = (i + 1) % x.length,
            twice = x[i] * y[k] - y[i] * x[k];
        area += twice / 2;
        inertia += (twice * (x[i] ** 2 + x[i] * x[k] + x[k] ** 2 + y[i] ** 2 + y[i] * y[k] + y[k] ** 2)) / 12;
    });
    return { area, inertia: inertia / area };
}

export class Solver {
    /** bodies: { model, x, y, angle, weight }; one without weight stands still for ever. */
    constructor(bodies, models) {
        const column = (of = () => 0) => Float64Array.from(bodies, of);
        this.count = bodies.length;
        this.model = Uint32Array.from(bodies, ({ model }) => model);
        this.weights = bodies.map(({ model }) => weigh(models[model]));
        this.x = column(({ x }) => x);
        this.y = column(({ y }) => y);
        this.angle = column(({ angle }) => angle);
        this.cos = column(({ angle }) => Math.cos(angle));
        this.sin = column(({ angle }) => Math.sin(angle));
        this.speed = { x: column(), y: column(), spin: column() };
        this.light = column(); // 1 / mass
        this.agile = column(); // 1 / moment of inertia
        bodies.forEach(({ weight }, i) => this.weigh(i, weight));
        this.before = new Map(); // impulses of the step before
    }

    weigh(i, weight) {
        const { area, inertia } = this.weights[i];
        this.light[i] = weight > 0 ? 1 / (weight * area) : 0;
        this.agile[i] = this.light[i] / inertia;
    }

    /** Puts a body somewhere, with a speed and a weight. */
    launch(i, at, speed, weight) {
        this.x[i] = at.x;
        this.y[i] = at.y;
        this.speed.x[i] = speed.x;
        this.speed.y[i] = speed.y;
        this.speed.spin[i] = 0;
        this.weigh(i, weight);
    }

    /** A step: found are the contact points of the pairs, two places for each. */
    step(pairs, found) {
        const { speed, light } = this;
        for (let i = 0; i < this.count; i++) if (light[i] > 0) speed.y[i] -= GRAVITY * SECONDS;
        const points = this.pointsOf(pairs, found);
        for (const point of points) this.apply(point, point.push * point.nx - point.rub * point.ny, point.push * point.ny + point.rub * point.nx);
        for (let k = 0; k < ITERATIONS; k++)
            for (const point of points) {
                this.rub(point);
                this.push(point);
            }
        this.before = new Map(points.map((point) => [point.key, point]));
        this.move();
    }

    pointsOf(pairs, { count, normalX, normalY, x, y, depth, feature }) {
        const points = [];
        for (let i = 0; i < count.length; i++) {
            const a = pairs[2 * i],
                b = pairs[2 * i + 1];
            if (this.light[a] + this.light[b] === 0) continue;
            for (let k = 2 * i; k < 2 * i + count[i]; k++) {
                const key = (a * this.count + b) * 2 ** 32 + feature[k],
                    old = this.before.get(key);
                const nx = normalX[i],
                    ny = normalY[i],
                    point = { a, b, key, nx, ny, push: old?.push ?? 0, rub: old?.rub ?? 0 };
                point.ax = x[k] - this.x[a];
                point.ay = y[k] - this.y[a];
                point.bx = x[k] - this.x[b];
                point.by = y[k] - this.y[b];
                point.mass = this.massAlong(point, nx, ny);
                point.aside = this.massAlong(point, -ny, nx);
                const deep = depth[k];
                point.target = deep < 0 ? deep / SECONDS : Math.min(FASTEST, (MENDED * Math.max(0, deep - SLOP)) / SECONDS);
                points.push(point);
            }
        }
        return points;
    }

    massAlong({ a, b, ax, ay, bx, by }, nx, ny) {
        const turnA = ax * ny - ay * nx,
            turnB = bx * ny - by * nx;
        return 1 / (this.light[a] + this.light[b] + this.agile[a] * turnA * turnA + this.agile[b] * turnB * turnB);
    }

    apply({ a, b, ax, ay, bx, by }, x, y) {
        const { speed, light, agile } = this;
        speed.x[a] -= light[a] * x;
        speed.y[a] -= light[a] * y;
        speed.spin[a] -= agile[a] * (ax * y - ay * x);
        speed.x[b] += light[b] * x;
        speed.y[b] += light[b] * y;
        speed.spin[b] += agile[b] * (bx * y - by * x);
    }

    /** The speed at which the surface of b leaves that of a, along (nx, ny). */
    along({ a, b, ax, ay, bx, by }, nx, ny) {
        const { x, y, spin } = this.speed;
        return (x[b] - spin[b] * by - x[a] + spin[a] * ay) * nx + (y[b] + spin[b] * bx - y[a] - spin[a] * ax) * ny;
    }

    push(point) {
        const { nx, ny } = point,
            wanted = Math.max(0, point.push + point.mass * (point.target - this.along(point, nx, ny))),
            more = wanted - point.push;
        point.push = wanted;
        this.apply(point, more * nx, more * ny);
    }

    rub(point) {
        const { nx, ny } = point,
            most = FRICTION * point.push,
            wanted = Math.max(-most, Math.min(most, point.rub - point.aside * this.along(point, -ny, nx))),
            more = wanted - point.rub;
        point.rub = wanted;
        this.apply(point, -more * ny, more * nx);
    }

    move() {
        const { x, y, spin } = this.speed;
        for (let i = 0; i < this.count; i++) {
            if (this.light[i] === 0) continue;
            for (const each of [x, y, spin]) if (Math.abs(each[i]) < STILL) each[i] = 0;
            this.x[i] += SECONDS * x[i];
            this.y[i] += SECONDS * y[i];
            this.angle[i] += SECONDS * spin[i];
            this.cos[i] = Math.cos(this.angle[i]);
            this.sin[i] = Math.sin(this.angle[i]);
        }
    }
}
