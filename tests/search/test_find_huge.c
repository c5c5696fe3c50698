/* test_find_huge.c — searches whose coordinates, radii and margins are near the end of the range of float, so that their sums are
 * beyond it: against every pair asked one by one, for both kinds of sets and on every instruction set. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "either.h"

#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

enum { BALLS = 40, ROOM = BALLS * BALLS, STEPS = 4, SEED = 1618 };

/* Some balls: their places, which are also asked about as points, and the set. */
typedef struct balls {
    float at[BALLS][3];
    void *set;
} balls;

/* Places from one end of the range to the other; radii up to its end, and half of them 0. */
static balls balls_create(either kind, rng *r) {
    balls all = {.set = either_create(kind)};
    for (int i = 0; i < BALLS; i++) {
        for (int axis = 0; axis < 3; axis++)
            all.at[i][axis] = (float)rng_between(r, -64, 64) / 64 * FLT_MAX;
        float radius = rng_below(r, 2) == 0 ? 0 : (float)rng_below(r, 65) / 64 * FLT_MAX;
        cr_assert_eq(either_add_ball(kind, all.set, all.at[i], radius), SEPAL_OK);
    }
    return all;
}

/* Which of all pairs overlap, each asked by itself. */
typedef bool grid[BALLS][BALLS];

static void ask_each(either kind, const void *a, const void *b, const sepal_rule *rule, grid found) {
    for (uint32_t i = 0; i < BALLS; i++)
        for (uint32_t j = 0; j < BALLS; j++) {
            uint64_t bit;
            cr_assert_eq(either_overlap_pairs(kind, a, b, &(sepal_pair){i, j}, 1, rule, &bit), SEPAL_OK);
            found[i][j] = bit != 0;
        }
}

/* Every pair of the grid is in the list; and no other one, unless the list is of shapes that are near. */
static void check_pairs_found(const char *what, const grid expected, bool one_set, bool near, const sepal_pair *pairs,
                              size_t count) {
    for (uint32_t i = 0, at = 0; i < BALLS; i++)
        for (uint32_t j = one_set ? i + 1 : 0; j < BALLS; j++) {
            bool there = at < count && pairs[at].a == i && pairs[at].b == j;
            cr_assert(there == expected[i][j] || (near && there), "%s, %s: (%u, %u)", sepal_isa(), what, i, j);
            at += there;
        }
}

static void check_finds(either kind, sepal_finder *finder, const balls *a, const balls *b, const sepal_rule *rule) {
    static grid expected;
    static sepal_pair pairs[ROOM];
    size_t found, total = 0;
    bool one_set = a == b;
    ask_each(kind, a->set, b->set, rule, expected);
    cr_assert_eq(either_find_pairs(kind, finder, a->set, b->set, NULL, rule, ROOM, pairs, &found), SEPAL_OK);
    check_pairs_found("find_pairs", (const bool(*)[BALLS])expected, one_set, false, pairs, found);
    cr_assert_eq(either_find_near(kind, finder, a->set, b->set, NULL, rule->margin, ROOM, pairs, &found), SEPAL_OK);
    check_pairs_found("find_near", (const bool(*)[BALLS])expected, one_set, true, pairs, found);
    cr_assert_eq(either_find_build(kind, finder, b->set), SEPAL_OK);
    for (size_t first = 0; first < BALLS; first += STEPS) {
        cr_assert_eq(either_find_range(kind, finder, a->set, first, STEPS, NULL, rule, ROOM - total, pairs + total, &found),
                     SEPAL_OK);
        total += found;
    }
    check_pairs_found("find_range", (const bool(*)[BALLS])expected, one_set, false, pairs, total);
}

/* Each shape as a group of its own. */
static void check_groups(either kind, const balls *a, const balls *b, const sepal_rule *rule) {
    static grid expected;
    const sepal_groups alone = {NULL, 0};
    ask_each(kind, a->set, b->set, rule, expected);
    for (uint32_t i = 0; i < BALLS; i++)
        for (uint32_t j = 0; j < BALLS; j++) {
            uint64_t bit;
            cr_assert_eq(either_overlap_groups(kind, a->set, &alone, b->set, &alone, &(sepal_pair){i, j}, 1, rule, &bit), SEPAL_OK);
            cr_assert_eq(bit != 0, expected[i][j], "%s: groups (%u, %u)", sepal_isa(), i, j);
        }
}

/* The places of a as points, and as the steps of a point. */
static void check_points(either kind, sepal_finder *finder, const balls *a, const balls *b, const sepal_rule *rule) {
    static grid expected;
    balls points = {.set = either_create(kind)};
    void *origin = either_create(kind), *world = either_create(kind);
    const float zero[3] = {0, 0, 0};
    cr_assert_eq(either_add_ball(kind, origin, zero, 0), SEPAL_OK);
    for (int i = 0; i < BALLS; i++)
        cr_assert_eq(either_add_ball(kind, points.set, a->at[i], 0), SEPAL_OK);
    ask_each(kind, points.set, b->set, rule, expected);
    cr_assert_eq(either_find_build(kind, finder, b->set), SEPAL_OK);
    sepal_pair pairs[BALLS * BALLS];
    size_t found, at = 0;
    cr_assert_eq(either_find_at(kind, finder, a->at[0], BALLS, NULL, rule, BALLS * BALLS, pairs, &found), SEPAL_OK);
    for (uint32_t i = 0; i < BALLS; i++) {
        size_t step, first;
        for (uint32_t j = 0; j < BALLS; j++) {
            bool there = at < found && pairs[at].a == i && pairs[at].b == j;
            cr_assert_eq(there, expected[i][j], "%s: find_at %u, shape %u", sepal_isa(), i, j);
            at += there;
        }
        cr_assert_eq(either_first_hit(kind, origin, 0, a->at[i], BALLS - i, b->set, rule, world, &step), SEPAL_OK);
        for (first = 0; i + first < BALLS && memchr(expected[i + first], 1, BALLS) == NULL;)
            first++;
        cr_assert_eq(step, first, "%s: first_hit from %u on", sepal_isa(), i);
    }
    either_destroy(kind, points.set);
    either_destroy(kind, origin);
    either_destroy(kind, world);
}

Test(find_huge, no_pair_is_lost) {
    static const float margins[] = {0, 0.02F * FLT_MAX, 0.3F * FLT_MAX, FLT_MAX};
    rng r = {SEED};
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
        balls a = balls_create(kind, &r), b = balls_create(kind, &r);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            for (size_t m = 0; m < sizeof margins / sizeof *margins; m++) {
                const sepal_rule rule = {(sepal_touching)(m % RULES), margins[m], 0};
                check_finds(kind, finder, &a, &b, &rule);
                check_finds(kind, finder, &a, &a, &rule);
                check_groups(kind, &a, &b, &rule);
                check_points(kind, finder, &a, &b, &rule);
            }
        }
        either_destroy(kind, a.set);
        either_destroy(kind, b.set);
    }
    sepal_finder_destroy(finder);
}

/* Each ray against the sweep of every shape, at rest, and of a point that moves as it does. */
Test(find_huge, no_hit_is_lost) {
    static const float margins[] = {0, 0.02F * FLT_MAX, 0.3F * FLT_MAX, FLT_MAX};
    rng r = {SEED};
    balls targets = balls_create(EITHER_POLYS, &r), origins = balls_create(EITHER_POLYS, &r);
    sepal_finder *finder = NULL;
    sepal_polys *points = either_create(EITHER_POLYS);
    float dx[BALLS], dy[BALLS];
    for (int i = 0; i < BALLS; i++) {
        dx[i] = (float)rng_between(&r, -2, 2) / 2 * FLT_MAX;
        dy[i] = i % 2 == 0 ? 0 : (float)rng_between(&r, -64, 64) / 64 * FLT_MAX;
        cr_assert_eq(either_add_ball(EITHER_POLYS, points, origins.at[i], 0), SEPAL_OK);
    }
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_build(finder, targets.set), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t m = 0; m < sizeof margins / sizeof *margins; m++) {
            const sepal_rule rule = {(sepal_touching)(m % RULES), margins[m], 0};
            use_isa(isa);
            for (uint32_t i = 0; i < BALLS; i++) {
                const sepal_rays ray = {&origins.at[i][0], &origins.at[i][1], &dx[i], &dy[i], 0};
                const sepal_moves move = {dx, dy, 1};
                uint32_t shape, first = SEPAL_NO_SHAPE;
                float time, least = 1;
                cr_assert_eq(sepal_polys_cast_rays(finder, &ray, 1, NULL, &rule, &(sepal_ray_hits){.shape = &shape, .time = &time}),
                             SEPAL_OK);
                for (uint32_t j = 0; j < BALLS; j++) {
                    uint64_t bit;
                    float at;
                    cr_assert_eq(sepal_polys_sweep_pairs(targets.set, NULL, points, &move, &(sepal_pair){j, i}, 1, &rule,
                                                         &(sepal_hits){.bits = &bit, .time = &at}),
                                 SEPAL_OK);
                    if (bit != 0 && (first == SEPAL_NO_SHAPE || at < least)) {
                        first = j;
                        least = at;
                    }
                }
                cr_assert(shape == first && time == least, "%s: ray %u hits %u at %a instead of %u at %a", sepal_isa(), i, shape,
                          (double)time, first, (double)least);
            }
        }
    sepal_finder_destroy(finder);
    either_destroy(EITHER_POLYS, points);
    either_destroy(EITHER_POLYS, targets.set);
    either_destroy(EITHER_POLYS, origins.set);
}
