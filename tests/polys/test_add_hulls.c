/* Hulls of points in any order: which polygon they become, and what is refused. */
#include "../common/allocators.h"
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { HULLS = 300, MOST = 12, LEAD = 3 };

typedef struct lists {
    float x[LEAD + HULLS * MOST], y[LEAD + HULLS * MOST], radius[HULLS];
    uint32_t first[HULLS + 1];
} lists;

/* Points of a lattice of `side` by `side`, so that many are equal or on a line; before the first offset nothing is read. */
static void fill(lists *all, rng *r, int side) {
    uint32_t at = LEAD;
    for (uint32_t k = 0; k < LEAD; k++)
        all->x[k] = all->y[k] = NAN;
    for (uint32_t k = 0; k < HULLS; k++) {
        const uint32_t count = 1 + rng_below(r, MOST);
        all->first[k] = at;
        all->radius[k] = k % 2 == 0 ? 0 : 0.5F;
        for (uint32_t i = 0; i < count; i++, at++) {
            all->x[at] = (float)rng_below(r, (uint32_t)side) - 1;
            all->y[at] = (float)rng_below(r, (uint32_t)side) - 1;
        }
    }
    all->first[HULLS] = at;
}

/* Twice the area of a triangle of small whole numbers, which has no rounding. */
static float turn(const float *x, const float *y, size_t a, size_t b, float to_x, float to_y) {
    return (x[b] - x[a]) * (to_y - y[a]) - (y[b] - y[a]) * (to_x - x[a]);
}

/* The polygon of a hull has corners that turn to the left only, each of them one of the points, begins at the least of them, and has no
 * point outside of an edge. */
static void check_hull(const sepal_polys *set, uint32_t index, const lists *all, uint32_t k) {
    const float *x, *y;
    size_t count;
    cr_assert_eq(sepal_polys_vertices(set, index, &x, &y, &count), SEPAL_OK);
    for (size_t c = 0; c < count; c++) {
        bool is_given = false;
        for (uint32_t i = all->first[k]; i < all->first[k + 1]; i++) {
            is_given = is_given || (all->x[i] == x[c] && all->y[i] == y[c]);
            cr_assert(count < 3 || turn(x, y, c, (c + 1) % count, all->x[i], all->y[i]) >= 0, "hull %u: point %u is outside", k, i);
            cr_assert(count != 2 || turn(x, y, 0, 1, all->x[i], all->y[i]) == 0, "hull %u: point %u is off the line", k, i);
            cr_assert(count != 1 || (all->x[i] == x[0] && all->y[i] == y[0]), "hull %u: point %u is elsewhere", k, i);
            cr_assert(all->x[i] > x[0] || (all->x[i] == x[0] && all->y[i] >= y[0]), "hull %u begins elsewhere", k);
            cr_assert(count != 2 || all->x[i] < x[1] || (all->x[i] == x[1] && all->y[i] <= y[1]), "hull %u ends elsewhere", k);
        }
        cr_assert(is_given, "hull %u: corner %zu", k, c);
        cr_assert(count < 3 || turn(x, y, c, (c + 1) % count, x[(c + 2) % count], y[(c + 2) % count]) > 0, "hull %u: corner", k);
    }
}

Test(add_hulls, are_the_corners_of_the_points) {
    static lists all;
    rng r = {3701};
    for (int side = 1; side <= 9; side += 2) {
        sepal_polys *set, *rings;
        cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
        cr_assert_eq(sepal_polys_create(NULL, &rings), SEPAL_OK);
        for (uint32_t before = 0; before <= HULLS; before += HULLS) {
            uint32_t index = 12345;
            sepal_refusal refusal = {12345, NULL};
            fill(&all, &r, side);
            cr_assert_eq(sepal_polys_add_hulls(set, all.x, all.y, all.first, HULLS, all.radius, &index, &refusal), SEPAL_OK);
            cr_assert(index == before && refusal.index == 12345 && sepal_polys_count(set) == before + HULLS);
            for (uint32_t k = 0; k < HULLS; k++) {
                float radius;
                const float *x, *y;
                size_t count;
                check_hull(set, before + k, &all, k);
                cr_assert(sepal_polys_radius(set, before + k, &radius) == SEPAL_OK && radius == all.radius[k]);
                cr_assert_eq(sepal_polys_vertices(set, before + k, &x, &y, &count), SEPAL_OK);
                cr_assert_eq(sepal_polys_add_round(rings, x, y, count, radius, NULL), SEPAL_OK, "hull %u is no convex polygon", k);
            }
        }
        static sepal_pair pairs[HULLS * 8];
        static uint64_t of_hulls[SEPAL_BIT_WORDS(HULLS * 8)], of_rings[SEPAL_BIT_WORDS(HULLS * 8)];
        for (size_t i = 0; i < HULLS * 8; i++) {
            pairs[i].a = rng_below(&r, HULLS);
            pairs[i].b = rng_below(&r, HULLS);
        }
        cr_assert_eq(sepal_polys_overlap_pairs(set, set, pairs, HULLS * 8, NULL, of_hulls), SEPAL_OK);
        cr_assert_eq(sepal_polys_overlap_pairs(rings, rings, pairs, HULLS * 8, NULL, of_rings), SEPAL_OK);
        cr_assert(memcmp(of_hulls, of_rings, sizeof of_hulls) == 0, "a hull is another shape than its corners");
        sepal_polys_destroy(rings);
        sepal_polys_destroy(set);
    }
}

Test(add_hulls, refused_change_nothing) {
    const float x[] = {0, 4, 1, 0, NAN, 5}, y[] = {0, 0, 1, 4, 0, 5}, radius[] = {0, -1}, endless[] = {INFINITY, 0};
    const uint32_t good[] = {0, 4}, empty[] = {0, 4, 4}, descending[] = {0, 4, 3}, beyond[] = {0, 4, 6};
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_hulls(set, x, y, good, 1, NULL, NULL, NULL), SEPAL_OK);
    const struct {
        const uint32_t *first;
        const float *radius;
        sepal_status status;
        size_t index;
        const char *reason;
    } all[] = {{empty, NULL, SEPAL_BAD_SHAPE, 1, "it has no vertices"},
               {beyond, NULL, SEPAL_BAD_SHAPE, 1, "a coordinate is not finite"},
               {descending, NULL, SEPAL_BAD_ARGUMENT, 1, "its offset is less than the one before"},
               {beyond, radius, SEPAL_BAD_SHAPE, 1, "its radius is negative"},
               {beyond, endless, SEPAL_BAD_SHAPE, 0, "its radius is not finite"}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        content before = content_of(set);
        uint32_t index = 12345;
        sepal_refusal refusal = {12345, NULL};
        cr_assert_eq(sepal_polys_add_hulls(set, x, y, all[k].first, 2, all[k].radius, &index, &refusal), all[k].status);
        cr_assert(index == 12345 && refusal.index == all[k].index && strcmp(refusal.reason, all[k].reason) == 0, "%s",
                  all[k].reason);
        check_content(set, &before, all[k].reason);
    }
    content before = content_of(set);
    uint32_t index = 12345;
    cr_assert_eq(sepal_polys_add_hulls(NULL, x, y, good, 1, NULL, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_hulls(set, NULL, y, good, 1, NULL, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_hulls(set, x, NULL, good, 1, NULL, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_hulls(set, x, y, NULL, 1, NULL, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(index, 12345);
    cr_assert_eq(sepal_polys_add_hulls(set, NULL, NULL, NULL, 0, NULL, &index, NULL), SEPAL_OK);
    cr_assert_eq(index, 1, "no hulls");
    check_content(set, &before, "bad arguments");
    sepal_polys_destroy(set);
}
