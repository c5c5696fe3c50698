/* test_cast_refused.c — rays with bad arguments, and with memory that runs out. */
#include "../common/allocators.h"
#include "../scenes/crowds.h"
#include "rays.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { SEED = 91, RAYS = 120 };

static sepal_finder *finder_of(const sepal_polys *set) {
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_build(finder, set), SEPAL_OK);
    return finder;
}

typedef struct refused_case {
    sepal_rays rays;
    sepal_rule rule;
    sepal_status status;
} refused_case;

Test(cast_refused, bad_input_changes_nothing) {
    static const float good[2] = {0, 1}, nan_later[2] = {0, NAN}, infinite[2] = {INFINITY, 0};
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    const sepal_rays rays = {good, good, good, good, 1};
    const refused_case cases[] = {
        {{NULL, good, good, good, 1}, rule, SEPAL_BAD_ARGUMENT},      {{good, NULL, good, good, 1}, rule, SEPAL_BAD_ARGUMENT},
        {{good, good, NULL, good, 1}, rule, SEPAL_BAD_ARGUMENT},      {{good, good, good, NULL, 1}, rule, SEPAL_BAD_ARGUMENT},
        {rays, {SEPAL_TOUCHING_OVERLAPS, -1, 0}, SEPAL_BAD_ARGUMENT}, {rays, {(sepal_touching)7, 0, 0}, SEPAL_BAD_ARGUMENT},
        {{nan_later, good, good, good, 1}, rule, SEPAL_BAD_SHAPE},    {{good, infinite, good, good, 1}, rule, SEPAL_BAD_SHAPE},
        {{good, good, infinite, good, 1}, rule, SEPAL_BAD_SHAPE},     {{good, good, good, nan_later, 0}, rule, SEPAL_BAD_SHAPE},
    };
    sepal_polys *set = crowd_set(ONE_PLACE, 20);
    sepal_solids *solids = solid_crowd_set(0, SEED, 20);
    sepal_finder *finder = finder_of(set), *without = NULL;
    uint32_t shape[2] = {7, 7};
    float time[2] = {9, 9}, normal_x[2] = {9, 9}, normal_y[2] = {9, 9};
    const sepal_ray_hits out = {shape, time, normal_x, normal_y, 0};
    cr_assert_eq(sepal_finder_create(NULL, &without), SEPAL_OK);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        cr_assert_eq(sepal_polys_cast_rays(finder, &cases[k].rays, 2, NULL, &cases[k].rule, &out), cases[k].status, "case %zu", k);
    cr_assert_eq(sepal_polys_cast_rays(NULL, &rays, 2, NULL, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_cast_rays(finder, NULL, 2, NULL, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_cast_rays(finder, &rays, 2, NULL, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_cast_rays(without, &rays, 2, NULL, NULL, &out), SEPAL_BAD_ARGUMENT, "no tree");
    cr_assert_eq(sepal_solids_find_build(without, solids), SEPAL_OK);
    cr_assert_eq(sepal_polys_cast_rays(without, &rays, 2, NULL, NULL, &out), SEPAL_BAD_ARGUMENT, "a tree of solids");
    cr_assert_eq(sepal_polys_cast_rays(finder, &cases[0].rays, 0, NULL, NULL, &out), SEPAL_OK, "no rays need no arrays");
    for (int k = 0; k < 2; k++)
        cr_assert(shape[k] == 7 && time[k] == 9 && normal_x[k] == 9 && normal_y[k] == 9);
    cr_assert_eq(sepal_polys_cast_rays(finder, &rays, 2, NULL, NULL, &out), SEPAL_OK, "the tree is still there");
    cr_assert(shape[0] != 7 && shape[1] != 7);
    sepal_finder_destroy(finder);
    sepal_finder_destroy(without);
    sepal_polys_destroy(set);
    sepal_solids_destroy(solids);
}

/* Nothing is allocated once a single ray was cast, however many come after it; of either kind. */
Test(cast_refused, more_rays_need_no_more_memory) {
    enum { MANY = 3000 };
    static float x[MANY], move[MANY], time[MANY];
    watch w = watch_create();
    sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *set = crowd_set(EVEN, 300);
    sepal_solids *solids = solid_crowd_set(0, SEED, 300);
    sepal_finder *finder = NULL;
    for (int k = 0; k < MANY; k++) {
        x[k] = (float)(k % 100);
        move[k] = (float)(k % 7 - 3);
    }
    const sepal_rays rays = {x, x, move, move, 1};
    const sepal_solid_rays solid_rays = {x, x, x, move, move, move, 1};
    cr_assert_eq(sepal_finder_create(&allocator, &finder), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_build(finder, set), SEPAL_OK);
    cr_assert_eq(sepal_polys_cast_rays(finder, &rays, 1, NULL, NULL, &(sepal_ray_hits){.time = time}), SEPAL_OK);
    size_t requests = w.requests;
    for (size_t count = 1; count <= MANY; count = 2 * count + 1)
        cr_assert_eq(sepal_polys_cast_rays(finder, &rays, count, NULL, NULL, &(sepal_ray_hits){.time = time}), SEPAL_OK);
    cr_assert_eq(w.requests, requests, "%zu requests for memory", w.requests - requests);
    cr_assert_eq(sepal_solids_find_build(finder, solids), SEPAL_OK);
    cr_assert_eq(sepal_solids_cast_rays(finder, &solid_rays, 1, NULL, NULL, &(sepal_solid_ray_hits){.time = time}), SEPAL_OK);
    requests = w.requests;
    for (size_t count = 1; count <= MANY; count = 2 * count + 1)
        cr_assert_eq(sepal_solids_cast_rays(finder, &solid_rays, count, NULL, NULL, &(sepal_solid_ray_hits){.time = time}),
                     SEPAL_OK);
    cr_assert_eq(w.requests, requests, "%zu requests for memory", w.requests - requests);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
    sepal_solids_destroy(solids);
}

/* Whichever request for memory is refused, the call says so, writes nothing, and the next one succeeds; then no more is asked for. */
Test(cast_refused, memory_runs_out_or_is_kept) {
    static float rows[4 * RAYS];
    static ray_hit expected[RAYS], got[RAYS];
    sepal_polys *set = crowd_set(EVEN, 300);
    size_t refused = 0;
    make_rays(set, set, RAYS, rows);
    judge_rays(set, rows, RAYS, NULL, NULL, expected);
    for (bool done = false; !done; refused++) {
        watch w = watch_create();
        sepal_allocator allocator = watch_allocator(&w);
        sepal_finder *finder = NULL;
        cr_assert_eq(sepal_finder_create(&allocator, &finder), SEPAL_OK);
        cr_assert_eq(sepal_polys_find_build(finder, set), SEPAL_OK);
        w.fail_at = w.requests + refused;
        const sepal_rays rays = rays_of(rows);
        uint32_t shapes[RAYS] = {123};
        float times[RAYS] = {9};
        const sepal_status status =
            sepal_polys_cast_rays(finder, &rays, RAYS, NULL, NULL, &(sepal_ray_hits){.shape = shapes, .time = times});
        done = status == SEPAL_OK;
        cr_assert(done || (status == SEPAL_NO_MEMORY && shapes[0] == 123 && times[0] == 9));
        cr_assert(!done || (shapes[0] == expected[0].shape && times[0] == expected[0].time));
        cr_assert_eq(cast_rays(finder, rows, RAYS, NULL, NULL, got), SEPAL_OK);
        cr_assert_eq(memcmp(got, expected, sizeof got), 0);
        size_t requests = w.requests;
        cr_assert_eq(cast_rays(finder, rows, RAYS, NULL, NULL, got), SEPAL_OK);
        cr_assert_eq(w.requests, requests);
        sepal_finder_destroy(finder);
        cr_assert_eq(w.live, 0U, "memory was kept after request %zu was refused", refused);
    }
    cr_assert_gt(refused, 3U);
    sepal_polys_destroy(set);
}
