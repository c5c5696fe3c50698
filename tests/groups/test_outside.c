/* test_outside.c — what is outside of a polygon with holes: areas, and which shapes are inside, judged with whole numbers. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "outlines.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>

enum { RINGS_MOST = 4, VERTICES_MOST = 900, SHAPES = 120, CORNERS = 3 };

/* An outline and holes, as the library takes them; and as whole numbers. */
typedef struct area {
    size_t count;
    outline rings[RINGS_MOST];
    float x[VERTICES_MOST], y[VERTICES_MOST];
    uint32_t starts[RINGS_MOST + 1];
} ring_area;

static void give_ring(ring_area *a) {
    const outline *ring = &a->rings[a->count];
    const uint32_t start = a->starts[a->count];
    cr_assert_leq(start + ring->count, VERTICES_MOST);
    outline_floats(ring, a->x + start, a->y + start);
    a->starts[++a->count] = start + (uint32_t)ring->count;
}

/* An outline of a kind, three times as large as it is made, so that the middles of triangles are whole; and triangles as holes where they
 * may be, some of which touch the outline or each other at a vertex. */
static void make_area(ring_area *a, outline_kind kind, uint64_t seed) {
    rng r = {seed};
    a->count = 0;
    a->starts[0] = 0;
    const size_t corners = 12 + (size_t)(seed % 60);
    outline_make(&a->rings[0], kind, corners, seed);
    for (size_t k = 0; k < a->rings[0].count; k++) {
        a->rings[0].x[k] *= 3;
        a->rings[0].y[k] *= 3;
    }
    give_ring(a);
    for (int tries = 0; tries < 40 && a->count < RINGS_MOST; tries++) {
        outline *hole = &a->rings[a->count];
        const size_t count = a->count, at = rng_below(&r, (uint32_t)corners), near = (at + 2) % corners;
        hole->count = CORNERS;
        for (int k = 0; k < CORNERS; k++) {
            hole->x[k] = (a->rings[0].x[at] + a->rings[0].x[near]) / 6 * 3 + 3 * ((int32_t)rng_below(&r, 9) - 4);
            hole->y[k] = (a->rings[0].y[at] + a->rings[0].y[near]) / 6 * 3 + 3 * ((int32_t)rng_below(&r, 9) - 4);
        }
        if (tries % 3 == 0) {
            hole->x[0] = a->rings[0].x[at];
            hole->y[0] = a->rings[0].y[at];
        }
        give_ring(a);
        sepal_polys *trial = empty_set(NULL);
        if (sepal_polys_add_with_holes(trial, a->x, a->y, a->starts, a->count, NULL, NULL, NULL) != SEPAL_OK)
            a->count = count;
        sepal_polys_destroy(trial);
    }
}

/* Is a point in the area (1), on its border (0), or outside (-1)? */
static int side_of(const ring_area *a, int64_t x, int64_t y) {
    int side = outline_side(&a->rings[0], x, y);
    for (size_t k = 1; k < a->count; k++) {
        const int of_hole = -outline_side(&a->rings[k], x, y);
        side = of_hole < side ? of_hole : side;
    }
    return side;
}

/* How far (x, y) is to the left of the line from p to q of a triangle, times its length. */
static int64_t left_of(const int64_t p[2], const int64_t q[2], int64_t x, int64_t y) {
    return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
}

/* Does the edge from (x0, y0) to (x1, y1) go through the inside of a triangle that turns left? Where it is inside of all three edges
 * together, as fractions n / d of its length. */
static bool edge_enters(int64_t corners[CORNERS][2], int64_t x0, int64_t y0, int64_t x1, int64_t y1) {
    int64_t low_n = 0, low_d = 1, high_n = 1, high_d = 1;
    for (int k = 0; k < CORNERS; k++) {
        const int64_t *p = corners[k], *q = corners[(k + 1) % CORNERS];
        const int64_t from = left_of(p, q, x0, y0), to = left_of(p, q, x1, y1), way = to - from;
        cr_assert(llabs(from) < INT32_MAX && llabs(to) < INT32_MAX / 2); /* products fit */
        if (way == 0) {
            if (from <= 0)
                return false;
        } else if (way > 0 && -from * low_d > low_n * way) {
            low_n = -from;
            low_d = way;
        } else if (way < 0 && from * high_d < high_n * -way) {
            high_n = from;
            high_d = -way;
        }
    }
    return low_n * high_d < high_n * low_d;
}

/* Is a triangle in the area? If no edge of a ring goes through its inside, all of this is on one side, that of its middle. */
static bool triangle_is_inside(const ring_area *a, int64_t corners[CORNERS][2]) {
    for (size_t k = 0; k < a->count; k++)
        for (size_t i = 0; i < a->rings[k].count; i++) {
            const outline *ring = &a->rings[k];
            const size_t next = (i + 1) % ring->count;
            if (edge_enters(corners, ring->x[i], ring->y[i], ring->x[next], ring->y[next]))
                return false;
        }
    return side_of(a, (corners[0][0] + corners[1][0] + corners[2][0]) / 3, (corners[0][1] + corners[1][1] + corners[2][1]) / 3) > 0;
}

/* Twice the area of all parts of a set. */
static int64_t area2_of_parts(const sepal_polys *set) {
    int64_t sum = 0;
    for (uint32_t k = 0; k < sepal_polys_count(set); k++) {
        const float *x, *y;
        size_t count;
        cr_assert_eq(sepal_polys_vertices(set, k, &x, &y, &count), SEPAL_OK);
        for (size_t i = 0, before = count - 1; i < count; before = i++)
            sum += (int64_t)x[before] * (int64_t)y[i] - (int64_t)x[i] * (int64_t)y[before];
    }
    return sum;
}

typedef struct answers {
    bool inside[SHAPES];
} answers;

/* Two questions about overlap, as groups.h says. */
static answers ask_inside(const sepal_polys *area, const sepal_polys *outside, const sepal_polys *shapes) {
    const uint32_t whole[2][2] = {{0, (uint32_t)sepal_polys_count(area)}, {0, (uint32_t)sepal_polys_count(outside)}};
    const sepal_groups of_area = {whole[0], 1}, of_outside = {whole[1], 1}, each = {0};
    const sepal_rule apart = {.touching = SEPAL_TOUCHING_IS_APART};
    sepal_pair pairs[SHAPES];
    uint64_t meets[SEPAL_BIT_WORDS(SHAPES)], leaves[SEPAL_BIT_WORDS(SHAPES)];
    answers found;
    for (uint32_t k = 0; k < SHAPES; k++)
        pairs[k] = (sepal_pair){0, k};
    cr_assert_eq(sepal_polys_overlap_groups(area, &of_area, shapes, &each, pairs, SHAPES, NULL, meets), SEPAL_OK);
    cr_assert_eq(sepal_polys_overlap_groups(outside, &of_outside, shapes, &each, pairs, SHAPES, &apart, leaves), SEPAL_OK);
    for (size_t k = 0; k < SHAPES; k++)
        found.inside[k] = bit_at(meets, k) && !bit_at(leaves, k);
    return found;
}

Test(outside, whole_numbers_judge_what_is_inside) {
    static ring_area a;
    size_t inside = 0, on_border = 0, holes = 0;
    for (uint64_t seed = 0; seed < 120; seed++) {
        make_area(&a, (outline_kind)(seed % OUTLINE_KINDS), seed);
        if (!outline_is_simple(&a.rings[0])) /* some of few vertices */
            continue;
        rng r = {seed + 1000};
        sepal_polys *area = empty_set(NULL), *outside = empty_set(NULL), *shapes = empty_set(NULL);
        uint32_t first = 7, parts = 7;
        const float beyond = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 30 : 1000;
        holes += a.count - 1;
        cr_assert_eq(sepal_polys_add_with_holes(area, a.x, a.y, a.starts, a.count, NULL, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_outside(outside, a.x, a.y, a.starts, a.count, beyond, &first, &parts, NULL), SEPAL_OK);
        cr_assert(first == 0 && parts == sepal_polys_count(outside));
        int64_t low[2] = {INT32_MAX, INT32_MAX}, high[2] = {INT32_MIN, INT32_MIN};
        for (size_t k = 0; k < a.rings[0].count; k++)
            for (int axis = 0; axis < 2; axis++) {
                const int64_t at = axis == 0 ? a.rings[0].x[k] : a.rings[0].y[k];
                low[axis] = at < low[axis] ? at : low[axis];
                high[axis] = at > high[axis] ? at : high[axis];
            }
        const int64_t wide = (int64_t)beyond;
        cr_assert_eq(area2_of_parts(area) + area2_of_parts(outside),
                     2 * (high[0] - low[0] + 2 * wide) * (high[1] - low[1] + 2 * wide));
        bool expected[SHAPES];
        for (uint32_t k = 0; k < SHAPES; k++) { /* triangles, segments and points, at or near vertices, some far beyond the frame */
            const outline *ring = &a.rings[rng_below(&r, (uint32_t)a.count)];
            const uint32_t at = rng_below(&r, (uint32_t)ring->count), size = 1 + rng_below(&r, 12);
            const int64_t base[2] = {ring->x[at] + (k % 11 == 0 ? 90000 : 0), ring->y[at]};
            int64_t c[CORNERS][2];
            do
                for (int i = 0; i < CORNERS; i++)
                    for (int axis = 0; axis < 2; axis++)
                        c[i][axis] = base[axis] + (i == 0 && k % 4 != 0 ? 0 : 3 * ((int64_t)rng_below(&r, 2 * size + 1) - size));
            while (left_of(c[0], c[1], c[2][0], c[2][1]) <= 0);
            float x[CORNERS], y[CORNERS];
            for (int i = 0; i < CORNERS; i++) {
                x[i] = (float)c[i][0];
                y[i] = (float)c[i][1];
            }
            const size_t corners = k % 5 == 0 ? 1 : CORNERS;
            cr_assert_eq(sepal_polys_add(shapes, x, y, corners, NULL), SEPAL_OK);
            expected[k] = corners == 1 ? side_of(&a, c[0][0], c[0][1]) >= 0 : triangle_is_inside(&a, c);
            inside += expected[k];
            on_border += corners == 1 && side_of(&a, c[0][0], c[0][1]) == 0;
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            const answers found = ask_inside(area, outside, shapes);
            for (size_t k = 0; k < SHAPES; k++)
                cr_assert_eq(found.inside[k], expected[k], "%s, area %d, shape %zu", sepal_isa(), (int)seed, k);
        }
        sepal_polys_destroy(area);
        sepal_polys_destroy(outside);
        sepal_polys_destroy(shapes);
    }
    cr_assert(inside > 1000 && on_border > 100 && holes > 30, "%zu, %zu, %zu", inside, on_border, holes);
}

/* Segments along a cut between two parts of the outside, and along the border. */
Test(outside, segments_without_area) {
    const float x[] = {0, 4, 4, 2, 0}, y[] = {0, 0, 4, 2, 4};
    const uint32_t starts[] = {0, 5};
    sepal_polys *area = empty_set(NULL), *outside = empty_set(NULL), *shapes = empty_set(NULL);
    cr_assert_eq(sepal_polys_add_with_holes(area, x, y, starts, 1, NULL, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_outside(outside, x, y, starts, 1, 2, NULL, NULL, NULL), SEPAL_OK);
    for (uint32_t k = 0; k < SHAPES; k++) { /* between vertices of parts, where cuts are; and out of the area along its edges */
        const float *px, *py, *qx, *qy;
        size_t count, other;
        cr_assert_eq(sepal_polys_vertices(outside, k % (uint32_t)sepal_polys_count(outside), &px, &py, &count), SEPAL_OK);
        cr_assert_eq(sepal_polys_vertices(outside, k / 2 % (uint32_t)sepal_polys_count(outside), &qx, &qy, &other), SEPAL_OK);
        const float at_x[] = {px[k % count], qx[k / 3 % other]}, at_y[] = {py[k % count], qy[k / 3 % other]};
        cr_assert_eq(sepal_polys_add(shapes, at_x, at_y, 2, NULL), SEPAL_OK);
    }
    const answers found = ask_inside(area, outside, shapes);
    for (uint32_t k = 0; k < SHAPES;
         k++) { /* all corners of the area but the notch are on its hull, and the segment is in it if both ends
                                               and its middle are: it crosses no two edges */
        const float *px, *py;
        size_t count;
        outline o = {.count = 5};
        for (int i = 0; i < 5; i++) {
            o.x[i] = (int32_t)x[i] * 2;
            o.y[i] = (int32_t)y[i] * 2;
        }
        cr_assert_eq(sepal_polys_vertices(shapes, k, &px, &py, &count), SEPAL_OK);
        const int64_t ends[2][2] = {{(int64_t)(2 * px[0]), (int64_t)(2 * py[0])}, {(int64_t)(2 * px[1]), (int64_t)(2 * py[1])}};
        const bool expected = outline_side(&o, ends[0][0], ends[0][1]) >= 0 && outline_side(&o, ends[1][0], ends[1][1]) >= 0 &&
                              outline_side(&o, (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2) >= 0;
        cr_assert_eq(found.inside[k], expected, "from (%g, %g) to (%g, %g)", (double)px[0], (double)py[0], (double)px[1],
                     (double)py[1]);
    }
    sepal_polys_destroy(area);
    sepal_polys_destroy(outside);
    sepal_polys_destroy(shapes);
}

static void check_outside_refused(sepal_polys *set, const float *x, const float *y, const uint32_t *starts, size_t rings,
                                  float beyond, sepal_status expected) {
    uint32_t first = 7, parts = 8;
    const size_t before = sepal_polys_count(set);
    cr_assert_eq(sepal_polys_add_outside(set, x, y, starts, rings, beyond, &first, &parts, NULL), expected);
    cr_assert(first == 7 && parts == 8 && sepal_polys_count(set) == before);
}

Test(outside, bad_arguments_change_nothing) {
    const float x[] = {0, 4, 4, 0, 9, 10, 9}, y[] = {0, 0, 4, 4, 9, 9, 10}, far[] = {0, FLT_MAX, FLT_MAX, 0};
    const uint32_t starts[] = {0, 4}, astray[] = {0, 4, 7}, descending[] = {4, 0};
    sepal_polys *set = empty_set(NULL);
    cr_assert_eq(sepal_polys_add(set, x, y, 1, NULL), SEPAL_OK);
    check_outside_refused(set, NULL, y, starts, 1, 1, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, NULL, starts, 1, 1, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, y, NULL, 1, 1, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, y, descending, 1, 1, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, y, starts, 1, 0, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, y, starts, 1, -0.0F, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, y, starts, 1, -1, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, y, starts, 1, INFINITY, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, y, starts, 1, NAN, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, y, starts, 0, 1, SEPAL_BAD_SHAPE);
    check_outside_refused(set, x, y, astray, 2, 1, SEPAL_BAD_SHAPE);
    check_outside_refused(set, x, y, starts, 1, FLT_MIN, SEPAL_BAD_SHAPE); /* rounded away */
    check_outside_refused(set, far, y, starts, 1, FLT_MAX / 2, SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_outside(NULL, x, y, starts, 1, 1, NULL, NULL, NULL), SEPAL_BAD_ARGUMENT);
    sepal_refusal refusal = {77, NULL};
    cr_assert_eq(sepal_polys_add_outside(set, x, y, astray, 2, 1, NULL, NULL, &refusal), SEPAL_BAD_SHAPE);
    cr_assert_eq(refusal.index, 4U);
    sepal_polys_destroy(set);
}

/* Whichever request for memory is refused, the set is as it was, and nothing else is kept. */
Test(outside, without_memory_nothing_changes) {
    const float x[] = {0, 9, 9, 0, 3, 5, 3}, y[] = {0, 0, 9, 9, 3, 3, 5};
    const uint32_t starts[] = {0, 4, 7};
    size_t refused = 0;
    for (sepal_status status = SEPAL_NO_MEMORY; status != SEPAL_OK; refused++) {
        watch w = watch_create();
        const sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *set = empty_set(&allocator);
        w.fail_at = w.requests + refused;
        const size_t live = w.live;
        status = sepal_polys_add_outside(set, x, y, starts, 2, 1, NULL, NULL, NULL);
        cr_assert(status == SEPAL_OK || (status == SEPAL_NO_MEMORY && sepal_polys_count(set) == 0 && w.live >= live));
        if (status == SEPAL_OK)
            cr_assert(sepal_polys_count(set) > 4);
        sepal_polys_destroy(set);
        cr_assert_eq(w.live, 0U);
        cr_assert_lt(refused, 100U);
    }
    cr_assert_gt(refused, 8U);
}
