/* test_concave.c — polygons cut into convex parts, judged with whole numbers (parts.h). Whether a polygon is simple is judged by
 * comparing all pairs of edges. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "parts.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/groups.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds an outline behind another shape, and judges what came of it; returns whether it was taken. */
static bool check_outline(const outline *o, const char *what) {
    static float x[OUTLINE_MOST], y[OUTLINE_MOST];
    const float point = 1;
    sepal_polys *set = empty_set(NULL);
    uint32_t first = 77, parts = 88;
    cr_assert_eq(sepal_polys_add(set, &point, &point, 1, NULL), SEPAL_OK);
    outline_floats(o, x, y);
    bool simple = outline_is_simple(o);
    sepal_status status = sepal_polys_add_concave(set, x, y, o->count, &first, &parts, NULL);
    if (simple != (status == SEPAL_OK))
        for (size_t k = 0; k < o->count; k++)
            fprintf(stderr, "(%d, %d)\n", o->x[k], o->y[k]);
    cr_assert_eq(status, simple ? SEPAL_OK : SEPAL_BAD_SHAPE, "%s, %zu vertices: %s", what, o->count, sepal_status_text(status));
    if (simple) {
        cr_assert_eq(first, 1U);
        cr_assert_eq(sepal_polys_count(set), 1U + parts);
        check_parts(set, first, parts, o, 1, 0, what);
    } else {
        cr_assert(first == 77 && parts == 88 && sepal_polys_count(set) == 1, "%s: a refused call wrote something", what);
    }
    sepal_polys_destroy(set);
    return simple;
}

Test(concave, simple_polygons_of_every_kind) {
    static const char *const names[OUTLINE_KINDS] = {"tangle", "maze", "comb", "spiral", "star"};
    static outline o;
    for (int kind = 0; kind < OUTLINE_KINDS; kind++) {
        size_t taken = 0, made = 0;
        for (size_t size = 4; size <= (kind == OUTLINE_TANGLE ? 64 : 400); size += 1 + size / 3)
            for (uint64_t seed = 0; seed < 12; seed++, made++) {
                outline_make(&o, (outline_kind)kind, size, 100 * size + seed);
                taken += check_outline(&o, names[kind]);
            }
        cr_assert_gt(4 * taken, 3 * made, "%s: %zu of %zu are simple", names[kind], taken, made);
    }
}

/* Few points of a small grid: vertices on edges, repeated ones, edges on top of each other, and crossings of every kind. */
Test(concave, every_polygon_that_is_not_simple_is_refused) {
    static outline o;
    rng r = {4711};
    size_t taken = 0, refused = 0;
    for (int n = 0; n < 150000; n++) {
        int32_t side = rng_between(&r, 1, 5);
        o.count = 3 + rng_below(&r, 8);
        for (size_t k = 0; k < o.count; k++) {
            o.x[k] = rng_between(&r, 0, side);
            o.y[k] = rng_between(&r, 0, side);
        }
        *(check_outline(&o, "small grid") ? &taken : &refused) += 1;
    }
    cr_assert_gt(taken, 5000U);
    cr_assert_gt(refused, 50000U);
}

/* The points of a simple polygon with vertices between, repeated and moved onto edges. */
Test(concave, repeated_and_collinear_vertices) {
    static outline o, more;
    rng r = {99};
    for (uint64_t seed = 0; seed < 300; seed++) {
        outline_make(&o, (outline_kind)(seed % OUTLINE_KINDS), 20, seed);
        more.count = 0;
        for (size_t k = 0; k < o.count; k++) {
            size_t next = (k + 1) % o.count;
            for (uint32_t times = 1 + rng_below(&r, 3); times > 0; times--) {
                more.x[more.count] = 2 * o.x[k];
                more.y[more.count++] = 2 * o.y[k];
            }
            if (rng_below(&r, 2) == 0) {
                more.x[more.count] = o.x[k] + o.x[next];
                more.y[more.count++] = o.y[k] + o.y[next];
            }
        }
        check_outline(&more, "repeated and collinear");
    }
}

/* Shifts and powers of two change neither the answer nor the parts, down to the smallest numbers and up to the greatest. */
Test(concave, scale_and_place_do_not_matter) {
    static const struct {
        float factor, shift;
    } ways[] = {{0x1p-149F, 0}, {0x1p100F, 0}, {0x1p107F, 0}, {1, 0x1p23F}, {-1, 0x1p22F}};
    static outline o;
    static float x[OUTLINE_MOST], y[OUTLINE_MOST];
    for (uint64_t seed = 0; seed < 40; seed++) {
        outline_make(&o, (outline_kind)(seed % OUTLINE_KINDS), 30, seed);
        outline_floats(&o, x, y);
        sepal_polys *plain = empty_set(NULL);
        uint32_t parts = 0;
        sepal_status status = sepal_polys_add_concave(plain, x, y, o.count, NULL, &parts, NULL);
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
            sepal_polys *set = empty_set(NULL);
            uint32_t found = 0;
            for (size_t k = 0; k < o.count; k++) {
                x[k] = (float)o.x[k] * ways[way].factor + ways[way].shift;
                y[k] = (float)o.y[k] * ways[way].factor + ways[way].shift;
            }
            cr_assert_eq(sepal_polys_add_concave(set, x, y, o.count, NULL, &found, NULL), status);
            for (uint32_t i = 0; ways[way].factor > 0 && i < parts; i++) {
                const float *px, *py, *qx, *qy;
                size_t p_count, q_count;
                cr_assert_eq(found, parts);
                cr_assert_eq(sepal_polys_vertices(plain, i, &px, &py, &p_count), SEPAL_OK);
                cr_assert_eq(sepal_polys_vertices(set, i, &qx, &qy, &q_count), SEPAL_OK);
                cr_assert_eq(p_count, q_count);
                for (size_t k = 0; k < p_count; k++)
                    cr_assert(px[k] * ways[way].factor + ways[way].shift == qx[k] &&
                              py[k] * ways[way].factor + ways[way].shift == qy[k]);
            }
            sepal_polys_destroy(set);
        }
        sepal_polys_destroy(plain);
    }
}

/* A convex polygon is one part, whichever way round. */
Test(concave, convex_polygons_stay_whole) {
    polygon p;
    for (uint64_t seed = 1; seed < 60; seed++) {
        rng r = {seed};
        make_lattice(&r, (size_t)(4 + seed), (lattice_point){0, 0}, 1000, &p);
        if (p.count < 3)
            continue;
        sepal_polys *set = empty_set(NULL);
        uint32_t parts = 0;
        size_t count;
        const float *x, *y;
        cr_assert_eq(sepal_polys_add_concave(set, p.x, p.y, p.count, NULL, &parts, NULL), SEPAL_OK);
        cr_assert_eq(parts, 1U);
        cr_assert_eq(sepal_polys_vertices(set, 0, &x, &y, &count), SEPAL_OK);
        cr_assert_leq(count, p.count);
        sepal_polys_destroy(set);
    }
}

Test(concave, bad_arguments_change_nothing) {
    const float x[] = {0, 4, 4, 2, 0}, y[] = {0, 0, 4, 1, 4}, nan[] = {0, 4, NAN, 2, 0}, huge[] = {0, 4, INFINITY, 2, 0};
    const float line[] = {0, 1, 2, 3, 4}, hair_x[] = {0, 4, 4, 8, 4, 0}, hair_y[] = {0, 0, 2, 2, 2, 4};
    sepal_polys *set = empty_set(NULL);
    uint32_t first = 7, parts = 8;
    content before = content_of(set);
    cr_assert_eq(sepal_polys_add_concave(NULL, x, y, 5, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_concave(set, NULL, y, 5, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_concave(set, x, NULL, 5, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    for (size_t count = 0; count < 3; count++)
        cr_assert_eq(sepal_polys_add_concave(set, x, y, count, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_concave(set, x, y, ((size_t)1 << 29) + 1, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_concave(set, nan, y, 5, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_concave(set, x, nan, 5, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_concave(set, huge, y, 5, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_concave(set, line, line, 5, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_concave(set, hair_x, hair_y, 6, &first, &parts, NULL), SEPAL_BAD_SHAPE,
                 "there and back on one line");
    cr_assert(first == 7 && parts == 8);
    check_content(set, &before, "refused polygons");
    cr_assert_eq(sepal_polys_add_concave(set, x, y, 5, NULL, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_count(set), 3U, "both diagonals from the one reflex vertex are needed");
    sepal_polys_destroy(set);
}

/* Whichever request for memory is refused, the set is as it was, and nothing is kept. */
Test(concave, memory_that_runs_out) {
    static outline o;
    static float x[OUTLINE_MOST], y[OUTLINE_MOST];
    outline_make(&o, OUTLINE_COMB, 200, 3);
    outline_floats(&o, x, y);
    size_t refused = 0;
    for (bool succeeded = false; !succeeded; refused++) {
        watch w = watch_create();
        sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *set = NULL;
        cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
        cr_assert_eq(sepal_polys_add(set, x, y, 1, NULL), SEPAL_OK);
        size_t live = w.live;
        content before = content_of(set);
        w.fail_at = w.requests + refused;
        sepal_status status = sepal_polys_add_concave(set, x, y, o.count, NULL, NULL, NULL);
        succeeded = status == SEPAL_OK;
        cr_assert(succeeded || status == SEPAL_NO_MEMORY);
        cr_assert_eq(w.live, live, "the working memory was kept");
        if (succeeded)
            content_release(&before);
        else
            check_content(set, &before, "no memory");
        sepal_polys_destroy(set);
        cr_assert_eq(w.live, 0U);
    }
    cr_assert_gt(refused, 3U);
}
