/* test_find_refused.c — a finder with bad arguments, and with memory that runs out. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../scenes/crowds.h"
#include "either.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>

/* --- What may go wrong -----------------------------------------------------------------------------------------------------------
 */

Test(find_refused, bad_arguments_change_nothing) {
    const sepal_rule bad_margin = {.margin = -1}, bad_touching = {.touching = (sepal_touching)7};
    sepal_finder *finder = NULL;
    sepal_polys *set = crowd_set(ONE_PLACE, 20);
    sepal_pair pairs[1] = {{123, 456}};
    size_t found = 99;
    const float zero[] = {0, 0}, three[] = {3}, bad_numbers[2][2] = {{0, NAN}, {INFINITY, 0}};
    const sepal_points origin = {.x = zero, .y = zero}, no_x = {.y = zero}, no_y = {.x = zero};
    cr_assert_eq(sepal_finder_create(NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_finder_create(&(sepal_allocator){0}, &finder), SEPAL_BAD_ARGUMENT);
    cr_assert_null(finder);
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_pairs(NULL, set, set, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_pairs(finder, NULL, set, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_pairs(finder, set, NULL, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_pairs(finder, set, set, NULL, NULL, 1, NULL, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_pairs(finder, set, set, NULL, NULL, 1, pairs, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_pairs(finder, set, set, NULL, &bad_margin, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_pairs(finder, set, set, NULL, &bad_touching, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_near(finder, set, set, NULL, -1, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_near(finder, set, set, NULL, NAN, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_near(NULL, set, set, NULL, 0, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_build(NULL, set), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_build(finder, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_range(finder, set, 0, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT, "no tree");
    cr_assert_eq(sepal_polys_find_at(finder, &origin, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT, "no tree");
    cr_assert_eq(sepal_polys_find_build(finder, set), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_range(finder, set, 21, 0, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_range(finder, set, 1, 20, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_range(finder, set, SIZE_MAX, 2, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    for (int k = 0; k < 2; k++) {
        const sepal_points bad_x = {.x = bad_numbers[k], .y = zero}, bad_y = {.x = zero, .y = bad_numbers[k]};
        cr_assert_eq(sepal_polys_find_at(finder, &bad_x, 2, NULL, NULL, 1, pairs, &found), SEPAL_BAD_SHAPE);
        cr_assert_eq(sepal_polys_find_at(finder, &bad_y, 2, NULL, NULL, 1, pairs, &found), SEPAL_BAD_SHAPE);
    }
    cr_assert_eq(sepal_polys_find_at(NULL, &origin, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_at(finder, NULL, 0, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_at(finder, &no_x, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_at(finder, &no_y, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_at(finder, &origin, 1, NULL, &bad_margin, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_at(finder, &origin, 1, NULL, NULL, 1, NULL, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_at(finder, &origin, 1, NULL, NULL, 1, pairs, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert(found == 99 && pairs[0].a == 123 && pairs[0].b == 456);
    /* All twenty are at one place: no room for all is no error of the arguments, and tells how many there are. */
    cr_assert_eq(sepal_polys_find_pairs(finder, set, set, NULL, NULL, 1, pairs, &found), SEPAL_TOO_SMALL);
    cr_assert(found == 190 && pairs[0].a == 123);
    cr_assert_eq(sepal_polys_find_build(finder, set), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_at(finder, &(sepal_points){.x = three, .y = three}, 1, NULL, NULL, 1, pairs, &found),
                 SEPAL_TOO_SMALL);
    cr_assert(found == 20 && pairs[0].a == 123);
    cr_assert_eq(sepal_polys_find_at(finder, &no_x, 0, NULL, NULL, 0, NULL, &found), SEPAL_OK);
    cr_assert_eq(found, 0);
    cr_assert_eq(sepal_polys_find_range(finder, set, 0, 1, NULL, NULL, 0, NULL, &found), SEPAL_TOO_SMALL);
    cr_assert_eq(found, 19);
    sepal_finder_destroy(NULL);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
}

/* Whichever request for memory is refused, the call says so, writes nothing, and the next one succeeds. */
Test(find_refused, memory_that_runs_out) {
    sepal_polys *set = crowd_set(EVEN, 700);
    size_t found, all;
    sepal_finder *reference = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &reference), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_pairs(reference, set, set, NULL, NULL, 0, NULL, &all), SEPAL_TOO_SMALL);
    sepal_pair *pairs = calloc(all, sizeof *pairs);
    cr_assert_not_null(pairs);
    size_t refused = 0, refused_later = 0;
    for (size_t fail_at = 0;; fail_at++) {
        watch w = watch_create();
        w.fail_at = fail_at;
        sepal_allocator allocator = watch_allocator(&w);
        sepal_finder *finder = NULL;
        found = 12345;
        sepal_status status = sepal_finder_create(&allocator, &finder);
        if (status == SEPAL_OK)
            status = sepal_polys_find_pairs(finder, set, set, NULL, NULL, all, pairs, &found);
        bool first_call = status == SEPAL_OK;
        size_t before = refused_later;
        if (status == SEPAL_NO_MEMORY && finder != NULL) {
            cr_assert_eq(found, 12345U);
            cr_assert_eq(sepal_polys_find_pairs(finder, set, set, NULL, NULL, all, pairs, &found), SEPAL_OK);
            cr_assert_eq(found, all);
        }
        refused += !first_call;
        if (finder != NULL) {
            status = sepal_polys_find_build(finder, set); /* which has memory of its own */
            cr_assert(status == SEPAL_OK || status == SEPAL_NO_MEMORY);
            refused_later += status != SEPAL_OK;
            cr_assert_eq(sepal_polys_find_build(finder, set), SEPAL_OK);
            w.fail_at = w.requests;
            const float place[] = {25};
            const sepal_points at = {.x = place, .y = place};
            status = sepal_polys_find_at(finder, &at, 1, NULL, NULL, all, pairs, &found);
            cr_assert_eq(status, SEPAL_NO_MEMORY);
            cr_assert_eq(sepal_polys_find_at(finder, &at, 1, NULL, NULL, all, pairs, &found), SEPAL_OK);
        }
        sepal_finder_destroy(finder);
        cr_assert_eq(w.live, 0U, "memory was kept after request %zu was refused", fail_at);
        if (first_call && refused_later == before)
            break;
    }
    cr_assert(refused > 7U && refused_later > 2U);
    sepal_finder_destroy(reference);
    sepal_polys_destroy(set);
    free(pairs);
}

/* Every question of a finder once, about one set; rays have a test of their own (test_cast_refused.c). */
static void ask_all(either kind, sepal_finder *finder, const void *set) {
    enum { ROOM = 40000 };
    static sepal_pair pairs[ROOM];
    const float at[2][3] = {{0, 0, 0}, {1, 1, 1}};
    const sepal_rule wide = {.margin = 1e6F}; /* so that more than a few shapes are at the point, and are sorted */
    size_t found = 0, count = either_count(kind, set);
    cr_assert_eq(either_find_pairs(kind, finder, set, set, NULL, NULL, ROOM, pairs, &found), SEPAL_OK);
    cr_assert_gt(found, 100U);
    cr_assert_eq(either_find_near(kind, finder, set, set, NULL, 0.125F, ROOM, pairs, &found), SEPAL_OK);
    cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
    cr_assert_eq(either_find_range(kind, finder, set, count / 2, count / 4, NULL, NULL, ROOM, pairs, &found), SEPAL_OK);
    cr_assert_eq(either_find_at(kind, finder, at[0], 2, NULL, &wide, ROOM, pairs, &found), SEPAL_OK);
    cr_assert_gt(found, 100U);
}

/* A finder that was asked a question asks for no memory when it is asked the same again, on any instruction set. */
Test(find_refused, memory_is_kept) {
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
        void *set = kind == EITHER_POLYS ? (void *)crowd_set(EVEN, 700) : (void *)solid_crowd_set(0, 5, 700);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            watch w = watch_create();
            sepal_allocator allocator = watch_allocator(&w);
            sepal_finder *finder = NULL;
            use_isa(isa);
            cr_assert_eq(sepal_finder_create(&allocator, &finder), SEPAL_OK);
            ask_all(kind, finder, set);
            size_t requests = w.requests;
            ask_all(kind, finder, set);
            cr_assert_eq(w.requests, requests, "%s", sepal_isa());
            sepal_finder_destroy(finder);
        }
        either_destroy(kind, set);
    }
}
