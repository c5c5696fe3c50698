/* test_add_hulls_doubles.c — hulls of doubles: the hulls of floats, where an exact map leads from one to the other; and judged by GMP where
 * the doubles have all their bits. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../oracle/oracle.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { HULLS = 200, MOST = 14, LEAD = 3 };

static void good(sepal_status status) {
    cr_assert_eq(status, SEPAL_OK, "%s", sepal_status_text(status));
}

/* --- Exact maps: whole numbers times a power of two, and moved, without rounding */

typedef struct map {
    double scale, x, y;
} map;

static const map maps[] = {
    {1, 0, 0},
    {0x1p-20, 500123, 5400123}, /* a metre somewhere on the UTM grid, in micrometres */
    {1, 0x1p52, -0x1p52},       /* the last places of the doubles */
    {0x1p90, -0x1p93, 0x1p94},  /* the top of the range */
    {0x1p-200, 0, 0x1p-197},    /* and the bottom */
};

typedef struct lists {
    float x[LEAD + HULLS * MOST], y[LEAD + HULLS * MOST], radius[HULLS];
    double x64[LEAD + HULLS * MOST], y64[LEAD + HULLS * MOST], radius64[HULLS];
    uint32_t first[HULLS + 1];
} lists;

/* Points of a lattice of `side` by `side`; before the first offset nothing is read. */
static void fill(lists *all, rng *r, int side, const map *m) {
    uint32_t at = LEAD;
    for (uint32_t k = 0; k < LEAD; k++)
        all->x64[k] = all->y64[k] = (double)NAN;
    for (uint32_t k = 0; k < HULLS; k++) {
        const uint32_t count = 1 + rng_below(r, MOST);
        all->first[k] = at;
        all->radius[k] = k % 2 == 0 ? 0 : 0.5F;
        all->radius64[k] = (double)all->radius[k];
        for (uint32_t i = 0; i < count; i++, at++) {
            all->x[at] = (float)rng_below(r, (uint32_t)side);
            all->y[at] = (float)rng_below(r, (uint32_t)side);
            all->x64[at] = m->x + m->scale * (double)all->x[at];
            all->y64[at] = m->y + m->scale * (double)all->y[at];
            cr_assert(all->x64[at] - m->x == m->scale * (double)all->x[at] && all->y64[at] - m->y == m->scale * (double)all->y[at],
                      "the map rounds");
        }
    }
    all->first[HULLS] = at;
}

Test(add_hulls_doubles, are_those_of_floats_that_an_exact_map_moves) {
    static lists all;
    rng r = {3801};
    for (size_t n = 0; n < sizeof maps / sizeof *maps; n++)
        for (int side = 1; side <= 7; side += 2) {
            sepal_polys *floats, *doubles;
            uint32_t index = 12345;
            sepal_refusal refusal = {12345, NULL};
            good(sepal_polys_create(NULL, &floats));
            good(sepal_polys_create_doubles(NULL, maps[n].x, maps[n].y, &doubles));
            good(sepal_polys_add_doubles(doubles, &maps[n].x, &maps[n].y, 1, NULL));
            fill(&all, &r, side, &maps[n]);
            good(sepal_polys_add_hulls(floats, all.x, all.y, all.first, HULLS, all.radius, NULL, NULL));
            good(sepal_polys_add_hulls_doubles(doubles, all.x64, all.y64, all.first, HULLS, all.radius64, &index, &refusal));
            cr_assert(index == 1 && refusal.index == 12345 && sepal_polys_count(doubles) == HULLS + 1);
            for (uint32_t k = 0; k < HULLS; k++) {
                const float *x, *y;
                const double *x64, *y64;
                size_t count, count64;
                double radius;
                good(sepal_polys_vertices(floats, k, &x, &y, &count));
                good(sepal_polys_vertices_doubles(doubles, k + 1, &x64, &y64, &count64));
                good(sepal_polys_radius_doubles(doubles, k + 1, &radius));
                cr_assert(count == count64 && radius == all.radius64[k], "hull %u", (unsigned)k);
                for (size_t i = 0; i < count; i++)
                    cr_assert(x64[i] == maps[n].x + maps[n].scale * (double)x[i] &&
                                  y64[i] == maps[n].y + maps[n].scale * (double)y[i],
                              "hull %u, corner %zu", (unsigned)k, i);
            }
            sepal_polys_destroy(doubles);
            sepal_polys_destroy(floats);
        }
}

/* --- All bits: points on and next to lines */

/* Points between two others, as near the line as doubles are, and some an ulp beside it. */
static size_t make_points(rng *r, double at_x, double at_y, double *x, double *y) {
    const size_t count = 2 + rng_below(r, MOST - 2);
    for (size_t k = 0; k < count; k++) {
        const size_t a = k < 2 ? 0 : rng_below(r, (uint32_t)k), b = k < 2 ? 0 : rng_below(r, (uint32_t)k);
        const double share = rng_real(r, 0, 1);
        const bool between = k > 1 && rng_below(r, 4) > 0;
        x[k] = between ? x[a] + share * (x[b] - x[a]) : at_x + rng_real(r, 0, 1);
        y[k] = between ? y[a] + share * (y[b] - y[a]) : at_y + rng_real(r, 0, 1);
        if (rng_below(r, 3) == 0)
            x[k] = nextafter(x[k], rng_below(r, 2) == 0 ? -HUGE_VAL : HUGE_VAL);
    }
    return count;
}

/* The corners are points, all points are in the polygon of the corners, none of these is in that of the others, and they begin with the
 * least. */
static void judge_hull(const sepal_polys *set, const double *x, const double *y, size_t points) {
    const double *cx, *cy;
    size_t count;
    good(sepal_polys_vertices_doubles(set, 0, &cx, &cy, &count));
    for (size_t i = 0; i < points; i++) {
        cr_assert_neq(oracle_doubles_contact(&x[i], &y[i], 1, cx, cy, count), ORACLE_APART, "a point is outside");
        cr_assert(x[i] > cx[0] || (x[i] == cx[0] && y[i] >= cy[0]), "it begins elsewhere");
    }
    for (size_t c = 0; c < count; c++) {
        double other_x[MOST], other_y[MOST];
        bool is_given = false;
        for (size_t i = 0; i < points; i++)
            is_given = is_given || (x[i] == cx[c] && y[i] == cy[c]);
        for (size_t k = 0; k + 1 < count; k++) {
            other_x[k] = cx[k < c ? k : k + 1];
            other_y[k] = cy[k < c ? k : k + 1];
        }
        cr_assert(is_given, "a corner is no point");
        cr_assert(count == 1 || oracle_doubles_contact(&cx[c], &cy[c], 1, other_x, other_y, count - 1) == ORACLE_APART,
                  "a corner is none");
    }
}

Test(add_hulls_doubles, hulls_with_all_their_bits_are_judged_by_gmp) {
    static const double places[][2] = {{0, 0}, {500123.4567, 5400123.4567}, {0.3, -0.7}, {1e7, -1e7}, {1e-9, 1e12}};
    size_t corners = 0, all = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        double x[MOST] = {0}, y[MOST] = {0};
        rng r = {seed};
        const size_t points = make_points(&r, places[seed % 5][0], places[seed % 5][1], x, y);
        const uint32_t first[] = {0, (uint32_t)points};
        sepal_polys *set;
        size_t count;
        const double *cx, *cy;
        good(sepal_polys_create_doubles(NULL, places[seed % 5][0], 0, &set));
        good(sepal_polys_add_hulls_doubles(set, x, y, first, 1, NULL, NULL, NULL));
        judge_hull(set, x, y, points);
        good(sepal_polys_vertices_doubles(set, 0, &cx, &cy, &count));
        corners += count;
        all += points;
        sepal_polys_destroy(set);
    }
    cr_assert(corners * 10 > all * 4 && corners * 10 < all * 7, "%zu corners of %zu points", corners, all);
}

/* --- What is refused */

Test(add_hulls_doubles, refused_change_nothing) {
    const double x[] = {0, 4, 1, 0, 0x1p-201, 5, (double)NAN}, y[] = {0, 0, 1, 4, 0, 5, 0};
    const double negative[] = {0, -1}, tiny[] = {0x1p-300, 0};
    const uint32_t good_first[] = {0, 4}, empty[] = {0, 4, 4}, descending[] = {0, 4, 3}, beyond[] = {0, 4, 6}, nan[] = {0, 4, 7};
    const uint32_t nothing[] = {0, 0, 0};
    sepal_polys *set, *floats;
    good(sepal_polys_create_doubles(NULL, 0, 0, &set));
    good(sepal_polys_create(NULL, &floats));
    good(sepal_polys_add_hulls_doubles(set, x, y, good_first, 1, NULL, NULL, NULL));
    const struct {
        const uint32_t *first;
        const double *radius;
        sepal_status status;
        size_t index;
        const char *reason;
    } all[] = {{empty, NULL, SEPAL_BAD_SHAPE, 1, "it has no vertices"},
               {nothing, NULL, SEPAL_BAD_SHAPE, 0, "it has no vertices"},
               {beyond, NULL, SEPAL_BAD_SHAPE, 1, "a coordinate is neither 0 nor from 2^-200 to 2^100 in magnitude"},
               {nan, NULL, SEPAL_BAD_SHAPE, 1, "a coordinate is neither 0 nor from 2^-200 to 2^100 in magnitude"},
               {descending, NULL, SEPAL_BAD_ARGUMENT, 1, "its offset is less than the one before"},
               {beyond, negative, SEPAL_BAD_SHAPE, 1, "its radius is negative"},
               {beyond, tiny, SEPAL_BAD_SHAPE, 0, "its radius is neither 0 nor from 2^-200 to 2^100"}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        uint32_t index = 12345;
        sepal_refusal refusal = {12345, NULL};
        cr_assert_eq(sepal_polys_add_hulls_doubles(set, x, y, all[k].first, 2, all[k].radius, &index, &refusal), all[k].status);
        cr_assert(index == 12345 && refusal.index == all[k].index && strcmp(refusal.reason, all[k].reason) == 0, "%s: %s",
                  all[k].reason, refusal.reason);
        cr_assert_eq(sepal_polys_count(set), 1);
    }
    uint32_t index = 12345;
    cr_assert_eq(sepal_polys_add_hulls_doubles(NULL, x, y, good_first, 1, NULL, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_hulls_doubles(set, NULL, y, good_first, 1, NULL, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_hulls_doubles(set, x, NULL, good_first, 1, NULL, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_hulls_doubles(set, x, y, NULL, 1, NULL, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_hulls_doubles(floats, x, y, good_first, 1, NULL, &index, NULL), SEPAL_BAD_KIND);
    cr_assert(index == 12345 && sepal_polys_count(set) == 1 && sepal_polys_count(floats) == 0);
    good(sepal_polys_add_hulls_doubles(set, NULL, NULL, NULL, 0, NULL, &index, NULL));
    cr_assert(index == 1 && sepal_polys_count(set) == 1, "no hulls");
    sepal_polys_destroy(floats);
    sepal_polys_destroy(set);
}

/* Whichever request for memory is refused, the set is as it was, and nothing else is kept. */
Test(add_hulls_doubles, without_memory_nothing_changes) {
    const double x[] = {0, 9, 9, 0, 3, 5, 3}, y[] = {0, 0, 9, 9, 3, 3, 5};
    const uint32_t first[] = {0, 4, 7};
    size_t refused = 0;
    for (sepal_status status = SEPAL_NO_MEMORY; status != SEPAL_OK; refused++) {
        watch w = watch_create();
        const sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *set;
        good(sepal_polys_create_doubles(&allocator, 0, 0, &set));
        w.fail_at = w.requests + refused;
        status = sepal_polys_add_hulls_doubles(set, x, y, first, 2, NULL, NULL, NULL);
        cr_assert(status == SEPAL_OK ? sepal_polys_count(set) == 2 : status == SEPAL_NO_MEMORY && sepal_polys_count(set) == 0);
        sepal_polys_destroy(set);
        cr_assert_eq(w.live, 0U);
        cr_assert_lt(refused, 50U);
    }
    cr_assert_gt(refused, 3U);
}
