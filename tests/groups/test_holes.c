/* test_holes.c — polygons with holes cut into convex parts, judged with whole numbers (parts.h), which also judge whether the rings
 * are as they should be (rings.h). */
#include "../common/allocators.h"
#include "../common/check.h"
#include "parts.h"
#include "rings.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/groups.h>
#include <stdio.h>
#include <string.h>

enum { RINGS_MOST = 24, VERTICES_MOST = 4000 };

/* An outline and its holes. */
typedef struct area {
    size_t count;
    outline rings[RINGS_MOST];
} area;

/* --- Asking ---------------------------------------------------------------------------------------------------------------------- */

/* The rings as the function takes them, behind `skipped` other floats. */
typedef struct given {
    float x[VERTICES_MOST], y[VERTICES_MOST];
    uint32_t starts[RINGS_MOST + 1];
} given;

static const given *given_of(const area *a, uint32_t skipped) {
    static given g;
    g.starts[0] = skipped;
    for (size_t k = 0; k < a->count; k++) {
        g.starts[k + 1] = g.starts[k] + (uint32_t)a->rings[k].count;
        cr_assert_leq(g.starts[k + 1], VERTICES_MOST);
        outline_floats(&a->rings[k], g.x + g.starts[k], g.y + g.starts[k]);
    }
    return &g;
}

typedef struct tally {
    size_t taken, touching, refused;
} tally;

/* Adds an area behind another shape, and judges what came of it. */
static bool check_area(const area *a, const char *what, tally *t) {
    const float point = 1;
    const given *g = given_of(a, 3);
    sepal_polys *set = empty_set(NULL);
    uint32_t first = 77, parts = 88;
    size_t touches;
    bool good = rings_are_good(a->rings, a->count, &touches);
    cr_assert_eq(sepal_polys_add(set, &point, &point, 1, NULL), SEPAL_OK);
    sepal_status status = sepal_polys_add_with_holes(set, g->x, g->y, g->starts, a->count, &first, &parts, NULL);
    if (good != (status == SEPAL_OK))
        for (size_t k = 0; k < a->count; k++)
            for (size_t j = 0; j < a->rings[k].count; j++)
                fprintf(stderr, "ring %zu: (%d, %d)\n", k, a->rings[k].x[j], a->rings[k].y[j]);
    cr_assert_eq(status, good ? SEPAL_OK : SEPAL_BAD_SHAPE, "%s: %s", what, sepal_status_text(status));
    if (good) {
        cr_assert_eq(first, 1U);
        cr_assert_eq(sepal_polys_count(set), 1U + parts);
        check_parts(set, first, parts, a->rings, a->count, touches, what);
    } else {
        cr_assert(first == 77 && parts == 88 && sepal_polys_count(set) == 1, "%s: a refused call wrote something", what);
    }
    sepal_polys_destroy(set);
    t->taken += good;
    t->touching += good && touches > 0;
    t->refused += !good;
    return good;
}

static void scale_outline(outline *o, int32_t factor, int32_t x, int32_t y) {
    for (size_t k = 0; k < o->count; k++) {
        o->x[k] = factor * o->x[k] + x;
        o->y[k] = factor * o->y[k] + y;
    }
}

static void set_ring(outline *o, size_t count, const int32_t (*points)[2]) {
    o->count = count;
    for (size_t k = 0; k < count; k++) {
        o->x[k] = points[k][0];
        o->y[k] = points[k][1];
    }
}

/* --- Rings of every kind --------------------------------------------------------------------------------------------------------- */

/* Holes of every kind in outlines of every kind: a hole stays that is good beside those before it. */
Test(holes, holes_of_every_kind) {
    static area a;
    tally t = {0, 0, 0};
    size_t holes = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        rng r = {seed};
        outline_make(&a.rings[0], (outline_kind)(seed % OUTLINE_KINDS), 12 + seed % 30, seed);
        scale_outline(&a.rings[0], seed % OUTLINE_KINDS == OUTLINE_STAR ? 1 : 60, 0, 0);
        if (!outline_is_simple(&a.rings[0]))
            continue;
        a.count = 1;
        for (int n = 0; n < 60 && a.count < RINGS_MOST; n++) {
            outline *hole = &a.rings[a.count];
            size_t touches;
            outline_make(hole, OUTLINE_TANGLE, 3 + rng_below(&r, 10), 1000 * seed + (uint64_t)n);
            /* Near a vertex of the outline, or a point of it. */
            size_t k = rng_below(&r, (uint32_t)a.rings[0].count), j = rng_below(&r, (uint32_t)a.rings[0].count);
            scale_outline(hole, 1 + (int32_t)rng_below(&r, 4), (a.rings[0].x[k] + a.rings[0].x[j]) / 2 - rng_between(&r, 0, 40),
                          (a.rings[0].y[k] + a.rings[0].y[j]) / 2 - rng_between(&r, 0, 40));
            a.count++;
            if (!rings_are_good(a.rings, a.count, &touches))
                a.count--;
        }
        holes += a.count - 1;
        cr_assert(check_area(&a, "every kind", &t));
    }
    cr_assert_gt(holes, 200U, "%zu holes", holes);
}

/* Few points of a small grid: rings that touch, cross, lie on each other, hold each other, and are not simple. */
Test(holes, rings_of_a_small_grid) {
    static area a;
    rng r = {4712};
    tally t = {0, 0, 0};
    for (int n = 0; n < 300000; n++) {
        int32_t side = rng_between(&r, 2, 7);
        a.count = 2 + rng_below(&r, 3);
        for (size_t k = 0; k < a.count; k++) {
            outline *o = &a.rings[k];
            o->count = 0;
            if (k == 0 && n % 4 > 0) { /* most outlines are a frame around the grid, with further vertices */
                const int32_t x[] = {0, side / 2, side, side, side, side / 2, 0, 0},
                              y[] = {0, 0, 0, side / 2, side, side, side, side / 2};
                for (size_t j = 0; j < 8; j += 1 + rng_below(&r, j % 2 == 0 ? 2 : 1)) {
                    o->x[o->count] = x[j];
                    o->y[o->count++] = y[j];
                }
                continue;
            }
            o->count = 3 + rng_below(&r, 4);
            for (size_t j = 0; j < o->count; j++) {
                o->x[j] = rng_between(&r, 0, side);
                o->y[j] = rng_between(&r, 0, side);
            }
        }
        check_area(&a, "small grid", &t);
    }
    cr_assert_gt(t.taken, 5000U, "%zu are taken", t.taken);
    cr_assert_gt(t.touching, 3000U, "%zu touch", t.touching);
    cr_assert_gt(t.refused, 50000U, "%zu are refused", t.refused);
}

/* Holes that are triangles of a lattice within a frame, any choice of them without a common edge: they touch at up to six in a vertex,
 * in chains, and around pieces that nothing joins to the rest. */
Test(holes, many_that_touch_in_a_lattice) {
    enum { SIDE = 4 };
    static area a;
    tally t = {0, 0, 0};
    for (uint64_t seed = 0; seed < 3000; seed++) {
        rng r = {seed};
        set_ring(&a.rings[0], 4, (const int32_t[][2]){{0, 0}, {SIDE, 0}, {SIDE, SIDE}, {0, SIDE}});
        a.count = 1;
        for (int n = 0; n < 40 && a.count < 12; n++) {
            outline *hole = &a.rings[a.count++];
            int32_t i = rng_between(&r, 0, SIDE - 1), j = rng_between(&r, 0, SIDE - 1), upper = rng_between(&r, 0, 1);
            size_t touches;
            set_ring(hole, 3, (const int32_t[][2]){{i, j}, {i + 1, j + upper}, {i + 1 - upper, j + 1}});
            if (!rings_are_good(a.rings, a.count, &touches))
                a.count--;
        }
        for (size_t k = 0; k < a.count; k++)
            scale_outline(&a.rings[k], seed % 2 == 0 ? 1 : -3, (int32_t)(seed % 5), 0);
        cr_assert(check_area(&a, "lattice", &t));
    }
    cr_assert_gt(t.touching, 2900U, "%zu touch", t.touching);
}

/* Sharp holes that all have one vertex in the middle, in any order. */
Test(holes, a_fan_of_holes_around_one_vertex) {
    static area a;
    tally t = {0, 0, 0};
    for (uint64_t seed = 0; seed < 40; seed++) {
        rng r = {seed};
        set_ring(&a.rings[0], 4, (const int32_t[][2]){{-200, -200}, {200, -200}, {200, 200}, {-200, 200}});
        a.count = 1;
        while (a.count < 20) {
            double at = rng_real(&r, 0, 6.28);
            size_t touches;
            const int32_t tip[][2] = {{0, 0},
                                      {(int32_t)(150 * cos(at)), (int32_t)(150 * sin(at))},
                                      {(int32_t)(150 * cos(at + 0.1)), (int32_t)(150 * sin(at + 0.1))}};
            set_ring(&a.rings[a.count++], 3, tip);
            if (!rings_are_good(a.rings, a.count, &touches))
                a.count--;
        }
        cr_assert(check_area(&a, "fan", &t));
        set_ring(&a.rings[0], 5, (const int32_t[][2]){{-200, -200}, {200, -200}, {200, 200}, {0, 0}, {-200, 200}});
        check_area(&a, "a fan at the outline", &t);
    }
}

/* --- The arguments --------------------------------------------------------------------------------------------------------------- */

/* A square with two square holes, behind one other float. */
static const float SQUARE_X[] = {9, 0, 9, 9, 0, 1, 3, 3, 1, 5, 5, 7, 7}, SQUARE_Y[] = {9, 0, 0, 9, 9, 1, 1, 3, 3, 5, 7, 7, 5};
static const uint32_t SQUARE_STARTS[] = {1, 5, 9, 13};

/* A polygon without holes is cut as sepal_polys_add_concave cuts it. */
Test(holes, none_is_a_concave_polygon) {
    static outline o;
    static float x[OUTLINE_MOST], y[OUTLINE_MOST];
    for (uint64_t seed = 0; seed < 30; seed++) {
        sepal_polys *one = empty_set(NULL), *other = empty_set(NULL);
        uint32_t parts[2];
        outline_make(&o, (outline_kind)(seed % OUTLINE_KINDS), 40, seed);
        outline_floats(&o, x, y);
        const uint32_t starts[] = {0, (uint32_t)o.count};
        cr_assert_eq(sepal_polys_add_concave(one, x, y, o.count, NULL, &parts[0], NULL),
                     sepal_polys_add_with_holes(other, x, y, starts, 1, NULL, &parts[1], NULL));
        content expected = content_of(one);
        check_content(other, &expected, "without holes");
        sepal_polys_destroy(one);
        sepal_polys_destroy(other);
    }
}

Test(holes, bad_arguments_change_nothing) {
    float x[13], y[13];
    const float *sx = SQUARE_X, *sy = SQUARE_Y;
    const uint32_t descending[] = {1, 9, 5, 13}, empty[] = {1, 5, 5, 9}, two[] = {1, 5, 7, 13};
    sepal_polys *set = empty_set(NULL);
    uint32_t first = 7, parts = 8;
    cr_assert_eq(sepal_polys_add(set, x, y, 0, NULL), SEPAL_BAD_SHAPE);
    content before = content_of(set);
    cr_assert_eq(sepal_polys_add_with_holes(NULL, sx, sy, SQUARE_STARTS, 3, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_with_holes(set, NULL, sy, SQUARE_STARTS, 3, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_with_holes(set, sx, NULL, SQUARE_STARTS, 3, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_with_holes(set, sx, sy, NULL, 3, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_with_holes(set, sx, sy, descending, 3, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_with_holes(set, sx, sy, SQUARE_STARTS, 0, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_with_holes(set, sx, sy, empty, 3, &first, &parts, NULL), SEPAL_BAD_SHAPE,
                 "a hole without vertices");
    cr_assert_eq(sepal_polys_add_with_holes(set, sx, sy, two, 3, &first, &parts, NULL), SEPAL_BAD_SHAPE, "a hole of two vertices");
    const float wrong[] = {NAN, INFINITY, -INFINITY};
    for (size_t k = 1; k < 13; k++)
        for (size_t n = 0; n < 6; n++) {
            memcpy(x, sx, sizeof x);
            memcpy(y, sy, sizeof y);
            (n < 3 ? x : y)[k] = wrong[n % 3];
            cr_assert_eq(sepal_polys_add_with_holes(set, x, y, SQUARE_STARTS, 3, &first, &parts, NULL), SEPAL_BAD_SHAPE);
        }
    /* A hole around the outline, one that is the outline, one beside it, and one in another. */
    const uint32_t exchanged[] = {1, 5, 9};
    const float outside_x[] = {9, 1, 3, 3, 1, 0, 9, 9, 0}, outside_y[] = {9, 1, 1, 3, 3, 0, 0, 9, 9};
    const float same_x[] = {9, 1, 3, 3, 1, 1, 3, 3, 1}, same_y[] = {9, 1, 1, 3, 3, 1, 1, 3, 3};
    const float beside_x[] = {9, 1, 3, 3, 1, 4, 5, 5, 4}, beside_y[] = {9, 1, 1, 3, 3, 1, 1, 3, 3};
    const float inner_x[] = {9, 0, 9, 9, 0, 1, 8, 8, 1, 5, 5, 7, 7}, inner_y[] = {9, 0, 0, 9, 9, 1, 1, 8, 8, 5, 7, 7, 5};
    cr_assert_eq(sepal_polys_add_with_holes(set, outside_x, outside_y, exchanged, 2, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_with_holes(set, same_x, same_y, exchanged, 2, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_with_holes(set, beside_x, beside_y, exchanged, 2, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_with_holes(set, inner_x, inner_y, SQUARE_STARTS, 3, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert(first == 7 && parts == 8);
    check_content(set, &before, "refused polygons");
    cr_assert_eq(sepal_polys_add_with_holes(set, sx, sy, SQUARE_STARTS, 3, NULL, NULL, NULL), SEPAL_OK);
    sepal_polys_destroy(set);
}

/* Whichever request for memory is refused, the set is as it was, and nothing is kept. */
Test(holes, memory_that_runs_out) {
    size_t refused = 0;
    for (bool succeeded = false; !succeeded; refused++) {
        watch w = watch_create();
        sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *set = NULL;
        cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
        cr_assert_eq(sepal_polys_add(set, SQUARE_X, SQUARE_Y, 1, NULL), SEPAL_OK);
        size_t live = w.live;
        content before = content_of(set);
        w.fail_at = w.requests + refused;
        sepal_status status = sepal_polys_add_with_holes(set, SQUARE_X, SQUARE_Y, SQUARE_STARTS, 3, NULL, NULL, NULL);
        succeeded = status == SEPAL_OK;
        cr_assert(succeeded || status == SEPAL_NO_MEMORY);
        if (succeeded)
            content_release(&before);
        else
            check_content(set, &before, "no memory");
        cr_assert(succeeded || w.live == live, "the working memory was kept");
        sepal_polys_destroy(set);
        cr_assert_eq(w.live, 0U);
    }
    cr_assert_gt(refused, 1U);
}

/* The lowest and the greatest numbers give the same parts as small ones. */
Test(holes, scale_does_not_matter) {
    const float factors[] = {0x1p-149F, 0x1p124F, -0x1p60F};
    sepal_polys *plain = empty_set(NULL);
    uint32_t parts, found;
    cr_assert_eq(sepal_polys_add_with_holes(plain, SQUARE_X, SQUARE_Y, SQUARE_STARTS, 3, NULL, &parts, NULL), SEPAL_OK);
    for (size_t way = 0; way < 3; way++) {
        float x[13], y[13];
        sepal_polys *set = empty_set(NULL);
        for (size_t k = 0; k < 13; k++) {
            x[k] = SQUARE_X[k] * factors[way];
            y[k] = SQUARE_Y[k] * factors[way];
        }
        cr_assert_eq(sepal_polys_add_with_holes(set, x, y, SQUARE_STARTS, 3, NULL, &found, NULL), SEPAL_OK);
        for (uint32_t i = 0; factors[way] > 0 && i < parts; i++) {
            const float *px, *py, *qx, *qy;
            size_t p_count, q_count;
            cr_assert_eq(found, parts);
            cr_assert_eq(sepal_polys_vertices(plain, i, &px, &py, &p_count), SEPAL_OK);
            cr_assert_eq(sepal_polys_vertices(set, i, &qx, &qy, &q_count), SEPAL_OK);
            cr_assert_eq(p_count, q_count);
            for (size_t k = 0; k < p_count; k++)
                cr_assert(px[k] * factors[way] == qx[k] && py[k] * factors[way] == qy[k]);
        }
        sepal_polys_destroy(set);
    }
    sepal_polys_destroy(plain);
}
