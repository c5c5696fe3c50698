/* rings.c — the judge of an outline and its holes. */
#include "rings.h"

typedef struct spot {
    int64_t x, y;
} spot;

static spot spot_at(const outline *o, size_t k) {
    return (spot){o->x[k % o->count], o->y[k % o->count]};
}

static int turn_of(spot a, spot b, spot c) {
    int64_t cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return (cross > 0) - (cross < 0);
}

static bool is_same(spot a, spot b) {
    return a.x == b.x && a.y == b.y;
}

/* How far along the edge from a to b a point of its line is, in units of its own. */
static int64_t along(spot a, spot b, spot p) {
    return (b.x - a.x) * (p.x - a.x) + (b.y - a.y) * (p.y - a.y);
}

/* On the edge from a to b, its ends included. */
static bool is_on(spot a, spot b, spot p) {
    return turn_of(a, b, p) == 0 && along(a, b, p) >= 0 && along(b, a, p) >= 0;
}

/* Do the edges cross within both, or do they have more than a point in common? */
static bool edges_clash(spot a, spot b, spot c, spot d) {
    if (turn_of(a, b, c) == 0 && turn_of(a, b, d) == 0) {
        int64_t length = along(a, b, b), from = along(a, b, c), to = along(a, b, d), low = from < to ? from : to;
        return low < length && from + to - low > 0;
    }
    return turn_of(a, b, c) * turn_of(a, b, d) < 0 && turn_of(c, d, a) * turn_of(c, d, b) < 0;
}

/* Is every piece of ring p, between the points where it touches q, on the given side of q? Edges do not clash. */
static bool pieces_are_at(const outline *p, const outline *q, int side) {
    static outline twofold;
    twofold.count = q->count;
    for (size_t k = 0; k < q->count; k++) {
        twofold.x[k] = 2 * q->x[k];
        twofold.y[k] = 2 * q->y[k];
    }
    for (size_t k = 0; k < p->count; k++) {
        spot a = spot_at(p, k), b = spot_at(p, k + 1), from = a;
        if (is_same(a, b))
            continue;
        for (bool ended = false; !ended;) {
            spot to = b; /* the next vertex of q on the edge, or its end */
            for (size_t j = 0; j < q->count; j++) {
                spot v = spot_at(q, j);
                if (is_on(a, b, v) && along(a, b, v) > along(a, b, from) && along(a, b, v) < along(a, b, to))
                    to = v;
            }
            if (outline_side(&twofold, from.x + to.x, from.y + to.y) != side)
                return false;
            ended = is_same(to, b);
            from = to;
        }
    }
    return true;
}

bool rings_are_good(const outline *rings, size_t count, size_t *touches) {
    *touches = 0;
    for (size_t i = 0; i < count; i++) {
        const outline *p = &rings[i];
        if (!outline_is_simple(p))
            return false;
        for (size_t j = 0; j < i; j++) {
            const outline *q = &rings[j];
            for (size_t k = 0; k < p->count; k++)
                for (size_t n = 0; n < q->count; n++) {
                    spot a = spot_at(p, k), b = spot_at(p, k + 1), c = spot_at(q, n), d = spot_at(q, n + 1);
                    if (is_same(a, b) || is_same(c, d))
                        continue;
                    if (edges_clash(a, b, c, d))
                        return false;
                    *touches += is_on(a, b, c) && !is_same(c, b);
                    *touches += is_on(c, d, a) && !is_same(a, c) && !is_same(a, d);
                }
            if (!pieces_are_at(p, q, j == 0 ? 1 : -1) || (j > 0 && !pieces_are_at(q, p, -1)))
                return false;
        }
    }
    return true;
}
