/* parts.c — the judge of polygons that were cut into convex parts. */
#include "parts.h"

#include <criterion/criterion.h>
#include <stdlib.h>

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
