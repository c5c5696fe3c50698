/* parts.c — the judges of rings, and of what was cut into convex parts. */
#include "parts.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* --- The judge of rings ---------------------------------------------------------------------------------------------------------- */

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

/* --- The judge of parts ---------------------------------------------------------------------------------------------------------- */

/* Part number `index` of a set, as an outline. */
static void part_outline(const sepal_polys *set, uint32_t index, outline *out) {
    const float *x, *y;
    cr_assert_eq(sepal_polys_vertices(set, index, &x, &y, &out->count), SEPAL_OK);
    for (size_t k = 0; k < out->count; k++) {
        out->x[k] = (int32_t)x[k];
        out->y[k] = (int32_t)y[k];
    }
}

static int64_t turn_at(const outline *o, size_t edge, int64_t x, int64_t y) {
    size_t next = (edge + 1) % o->count;
    return ((int64_t)o->x[next] - o->x[edge]) * (y - o->y[edge]) - ((int64_t)o->y[next] - o->y[edge]) * (x - o->x[edge]);
}

/* Is some edge of convex p a line with q on its other side? */
static bool edge_separates(const outline *p, const outline *q) {
    for (size_t k = 0; k < p->count; k++) {
        bool beyond = true;
        for (size_t j = 0; j < q->count && beyond; j++)
            beyond = turn_at(p, k, q->x[j], q->y[j]) <= 0;
        if (beyond)
            return true;
    }
    return false;
}

/* Vertices of a ring where the area has more than 180 degrees, each counted once however often it is repeated. */
static size_t reflex_vertices(const outline *o, bool is_hole) {
    size_t reflex = 0;
    bool is_left = (outline_area2(o) > 0) != is_hole; /* the area of its edges */
    for (size_t k = 0; k < o->count; k++) {
        size_t next = (k + 1) % o->count, after = next;
        if (o->x[next] == o->x[k] && o->y[next] == o->y[k])
            continue;
        while (o->x[after] == o->x[next] && o->y[after] == o->y[next])
            after = (after + 1) % o->count;
        int64_t turn = turn_at(o, k, o->x[after], o->y[after]);
        reflex += is_left ? turn < 0 : turn > 0;
    }
    return reflex;
}

/* No vertex of a ring is inside of the convex part, and points inside of the part, one on each edge's side, are inside of the outline,
 * or outside of the hole. All coordinates are taken sixfold, so that these points are whole. */
static void check_part_beside(const outline *ring, bool is_hole, const outline *part, const char *what) {
    static outline sixfold;
    int sign = is_hole ? -1 : 1;
    sixfold.count = ring->count;
    for (size_t k = 0; k < ring->count; k++) {
        sixfold.x[k] = 6 * ring->x[k];
        sixfold.y[k] = 6 * ring->y[k];
        bool inside = true;
        for (size_t j = 0; j < part->count && inside; j++)
            inside = turn_at(part, j, ring->x[k], ring->y[k]) > 0;
        cr_assert(!inside, "%s: a vertex is inside of a part", what);
    }
    for (size_t j = 0; j < part->count; j++) { /* on the edge, and in the middle of the triangle behind it */
        size_t next = (j + 1) % part->count, after = (j + 2) % part->count;
        int64_t x = 3 * ((int64_t)part->x[j] + part->x[next]), y = 3 * ((int64_t)part->y[j] + part->y[next]);
        cr_assert_geq(sign * outline_side(&sixfold, x, y), 0, "%s: an edge is outside", what);
        x = 2 * ((int64_t)part->x[j] + part->x[next] + part->x[after]);
        y = 2 * ((int64_t)part->y[j] + part->y[next] + part->y[after]);
        cr_assert_eq(sign * outline_side(&sixfold, x, y), 1, "%s: a part is outside", what);
    }
}

void check_parts(const sepal_polys *set, uint32_t first, uint32_t parts, const outline *rings, size_t count, size_t touches,
                 const char *what) {
    int64_t sum = 0, area = 0;
    size_t most = 2 + touches - count;
    outline *list = calloc(2, sizeof *list);
    cr_assert_not_null(list);
    for (size_t k = 0; k < count; k++) {
        int64_t of_ring = outline_area2(&rings[k]);
        area += (of_ring > 0) == (k == 0) ? of_ring : -of_ring;
        most += 2 * reflex_vertices(&rings[k], k > 0);
    }
    cr_assert_leq(parts, most, "%s: %u parts, %zu holes, %zu touches", what, parts, count - 1, touches); /* groups.h's bound */
    for (uint32_t i = 0; i < parts; i++) {
        part_outline(set, first + i, &list[0]);
        for (size_t k = 0; k < list[0].count; k++) {
            size_t after = (k + 2) % list[0].count;
            cr_assert_gt(turn_at(&list[0], k, list[0].x[after], list[0].y[after]), 0, "%s: part %u is not convex", what, i);
        }
        sum += outline_area2(&list[0]);
        for (size_t k = 0; k < count; k++)
            check_part_beside(&rings[k], k > 0, &list[0], what);
        for (uint32_t j = 0; j < i && parts <= 200; j++) {
            part_outline(set, first + j, &list[1]);
            cr_assert(edge_separates(&list[0], &list[1]) || edge_separates(&list[1], &list[0]), "%s: parts %u and %u overlap", what,
                      i, j);
        }
    }
    cr_assert_eq(sum, area, "%s: area %lld instead of %lld", what, (long long)sum, (long long)area);
    free(list);
}
