// textbook.js — the separating axis test as textbooks print it, for comparison: in float32 as engines compute it, and a
// loop over many pairs in JavaScript's own numbers, as fast as plain JavaScript gets.

const f = Math.fround;

/** Do two convex polygons { x, y } overlap? Every operation is rounded to float32. Touching counts as overlap. */
export function overlapInFloats(a, b) {
    return !partedByEdgesOf(a, a, b) && !partedByEdgesOf(b, a, b);
}

function partedByEdgesOf(of, a, b) {
    for (let i = 0, j = of.x.length - 1; i < of.x.length; j = i++) {
        const dx = f(of.x[i] - of.x[j]),
            dy = f(of.y[i] - of.y[j]);
        const length = f(Math.sqrt(f(f(dx * dx) + f(dy * dy))));
        if (length === 0) continue;
        const nx = f(dy / length),
            ny = f(-dx / length);
        const p = range(a, nx, ny),
            q = range(b, nx, ny);
        if (p.to < q.from || q.to < p.from) return true;
    }
    return false;
}

function range({ x, y }, nx, ny) {
    let from = Infinity,
        to = -Infinity;
    for (let i = 0; i < x.length; i++) {
        const along = f(f(x[i] * nx) + f(y[i] * ny));
        from = Math.min(from, along);
        to = Math.max(to, along);
    }
    return { from, to };
}

/** Answers many pairs: an array with 1 for each that overlaps, else 0. pairs are a, b, a, b, ...; polygon i has the vertices
 * first[i] .. first[i + 1] - 1 of x and y. */
export function overlapMany(pairs, x, y, first) {
    const answers = new Uint8Array(pairs.length / 2);
    for (let k = 0; k < answers.length; k++) {
        const a = pairs[2 * k],
            b = pairs[2 * k + 1];
        const a0 = first[a],
            a1 = first[a + 1],
            b0 = first[b],
            b1 = first[b + 1];
        const apart = parted(x, y, a0, a1, a0, a1, b0, b1) || parted(x, y, b0, b1, a0, a1, b0, b1);
        answers[k] = apart ? 0 : 1;
    }
    return answers;
}

/** Does the normal of an edge of the polygon o0 .. o1 - 1 part the other two? */
function parted(x, y, o0, o1, a0, a1, b0, b1) {
    for (let i = o0, j = o1 - 1; i < o1; j = i++) {
        const nx = y[i] - y[j],
            ny = x[j] - x[i];
        let aFrom = Infinity,
            aTo = -Infinity,
            bFrom = Infinity,
            bTo = -Infinity;
        for (let v = a0; v < a1; v++) {
            const along = x[v] * nx + y[v] * ny;
            if (along < aFrom) aFrom = along;
            if (along > aTo) aTo = along;
        }
        for (let v = b0; v < b1; v++) {
            const along = x[v] * nx + y[v] * ny;
            if (along < bFrom) bFrom = along;
            if (along > bTo) bTo = along;
        }
        if (aTo < bFrom || bTo < aFrom) return true;
    }
    return false;
}
