/* test_find_filters.c — filters that leave out most pairs, where the finder leaves out whole parts of its trees: the answers are the
 * pairs without a filter that the sentence of sepal_filter wants; and such a filter makes a question about many shapes over each other
 * cost what the pairs that are wanted cost. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "either.h"

#include <criterion/criterion.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SHAPES = 700, ROOM = SHAPES * SHAPES / 2, SEED = 3131 };

static sepal_pair all[ROOM], expected[ROOM], got[ROOM];

/* Shapes over each other: balls that each meet a good part of all. */
static void *crowd(either kind, size_t count, double side) {
    void *set = either_create(kind);
    rng r = {SEED};
    for (size_t i = 0; i < count; i++) {
        const float at[3] = {(float)rng_real(&r, 0, side), (float)rng_real(&r, 0, side), (float)rng_real(&r, 0, side)};
        cr_assert_eq(either_add_ball(kind, set, at, 1), SEPAL_OK);
    }
    return set;
}

static bool is_wanted(const sepal_filter *f, sepal_pair p) {
    const uint32_t every = UINT32_MAX;
    const uint32_t member_a = f->member[0] == NULL ? every : f->member[0][p.a],
                   member_b = f->member[0] == NULL ? every : f->member[0][p.b];
    const uint32_t mask_a = f->mask[0] == NULL ? every : f->mask[0][p.a], mask_b = f->mask[0] == NULL ? every : f->mask[0][p.b];
    return (member_a & mask_b) != 0 && (member_b & mask_a) != 0 && (f->owner[0] == NULL || f->owner[0][p.a] != f->owner[0][p.b]);
}

static void must_be_same(const char *what, int filter, size_t found, size_t wanted) {
    cr_assert_eq(found, wanted, "%s, %s, filter %d: %zu pairs instead of %zu", sepal_isa(), what, filter, found, wanted);
    cr_assert(memcmp(got, expected, found * sizeof *got) == 0, "%s, %s, filter %d", sepal_isa(), what, filter);
}

/* Numbers of shapes: statics and movers, layers that meet their neighbours, single bodies, whole owners. */
static void make_numbers(int filter, uint32_t *member, uint32_t *mask, uint32_t *owner, sepal_filter *out) {
    *out = (sepal_filter){.member = {member}, .mask = {mask}};
    for (uint32_t i = 0; i < SHAPES; i++) {
        const uint32_t moves = filter == 0 ? i % 50 == 7 : i > SHAPES - 4, layer = i / 7 % 9;
        member[i] = filter < 2 ? 1 + moves : 1U << layer;
        mask[i] = filter < 2 ? (moves != 0 ? 3 : 2) : filter == 2 ? 2U << layer | (1U << layer) >> 1 : 0;
        owner[i] = filter == 4 ? i / 300 : filter == 5 ? 7 : i % 3 == 0 ? UINT32_MAX : 0;
    }
    if (filter > 3)
        *out = (sepal_filter){.owner = {owner}};
    if (filter == 7)
        *out = (sepal_filter){.member = {member}, .owner = {owner}};
}

Test(find_filters, all_pairs_that_are_wanted) {
    enum { FILTERS = 8 };
    static uint32_t member[SHAPES], mask[SHAPES], owner[SHAPES];
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++)
            for (int removed = 0; removed < 2; removed++) {
                use_isa(isa);
                void *set = crowd(kind, SHAPES, 6);
                watch w = watch_create();
                sepal_allocator allocator = watch_allocator(&w);
                sepal_finder *finder = NULL, *kept = NULL;
                size_t count, found, requests = 0;
                for (uint32_t i = 0; removed != 0 && i < SHAPES; i += 3)
                    cr_assert_eq(either_remove(kind, set, i), SEPAL_OK);
                cr_assert(sepal_finder_create(NULL, &finder) == SEPAL_OK && sepal_finder_create(&allocator, &kept) == SEPAL_OK);
                cr_assert_eq(either_find_pairs(kind, finder, set, set, NULL, NULL, ROOM, all, &count), SEPAL_OK);
                cr_assert_gt(count, 4 * (size_t)SHAPES);
                cr_assert_eq(either_find_keep(kind, kept, set, 0.125F), SEPAL_OK);
                for (int filter = 0; filter < FILTERS; filter++)
                    for (int again = 0; again < 2; again++) { /* the second time it is known how many pairs the filter leaves out */
                        sepal_filter f;
                        size_t wanted = 0;
                        make_numbers(filter, member, mask, owner, &f);
                        for (size_t k = 0; k < count; k++) {
                            expected[wanted] = all[k];
                            wanted += is_wanted(&f, all[k]);
                        }
                        cr_assert_eq(either_find_pairs(kind, finder, set, set, &f, NULL, ROOM, got, &found), SEPAL_OK);
                        must_be_same("pairs", filter, found, wanted);
                        cr_assert_eq(either_find_kept(kind, kept, &f, NULL, ROOM, got, &found), SEPAL_OK);
                        must_be_same("kept", filter, found, wanted);
                        cr_assert_eq(either_find_kept(kind, kept, NULL, NULL, ROOM, got, &found), SEPAL_OK);
                        cr_assert(found == count && memcmp(got, all, count * sizeof *got) == 0);
                        cr_assert(again == 0 || w.requests == requests, "the same questions asked again allocate");
                        requests = w.requests;
                    }
                sepal_finder_destroy(finder);
                sepal_finder_destroy(kept);
                either_destroy(kind, set);
            }
}

/* --- What it costs --------------------------------------------------------------------------------------------------------------
 */

static double seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* The least time of some calls. step: moves the last shape a little, and updates the tree, first. */
static double time_of(either kind, sepal_finder *finder, void *set, const sepal_filter *filter, bool is_kept, uint32_t mover) {
    double least = 1e30;
    size_t found;
    for (int k = 0; k < 7; k++) {
        float at[1][3] = {{(float)k, 1, 1}};
        cr_assert_eq(either_update_points(kind, set, mover, at, 1), SEPAL_OK);
        const double from = seconds();
        if (is_kept) {
            cr_assert_eq(either_find_update(kind, finder, &mover, 1), SEPAL_OK);
            (void)either_find_kept(kind, finder, filter, NULL, 0, NULL, &found);
        } else {
            (void)either_find_pairs(kind, finder, set, set, filter, NULL, 0, NULL, &found);
        }
        const double time = seconds() - from;
        least = time < least && k > 0 ? time : least;
    }
    return least;
}

/* "The tree is joined with itself, without the parts of which the filter wants no pair": thousands of static shapes over each other, and
 * one that moves, cost less than a tenth of what they cost without a filter, which is that of their pairs. */
Test(find_filters, static_shapes_over_each_other_cost_little) {
    enum { MANY = 3000 };
    static uint32_t member[MANY], mask[MANY];
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++)
        for (int is_kept = 0; is_kept < 2; is_kept++) {
            void *set = crowd(kind, MANY, 3);
            const sepal_filter statics = {.member = {member}, .mask = {mask}};
            sepal_finder *finder = NULL;
            for (uint32_t i = 0; i < MANY; i++) {
                member[i] = i == MANY - 1 ? 2 : 1;
                mask[i] = i == MANY - 1 ? 3 : 2;
            }
            cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
            cr_assert_eq(either_find_keep(kind, finder, set, 0.125F), SEPAL_OK);
            const double without = time_of(kind, finder, set, NULL, is_kept != 0, MANY - 1);
            const double with = time_of(kind, finder, set, &statics, is_kept != 0, MANY - 1);
            cr_assert_lt(with, without / 10, "%d, %d: %g s with the filter, %g s without", (int)kind, is_kept, with, without);
            sepal_finder_destroy(finder);
            either_destroy(kind, set);
        }
}
