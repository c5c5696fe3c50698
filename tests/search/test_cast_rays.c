/* test_cast_rays.c — what rays hit first: cases worked out by hand, and against every shape asked one by one, on scenes of every kind
 * and every instruction set. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../scenes/crowds.h"
#include "../scenes/round_scenes.h"
#include "rays.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 91, RAYS = 120 };

static sepal_finder *finder_of(const sepal_polys *set) {
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_build(finder, set), SEPAL_OK);
    return finder;
}

static void check_hits(const char *about, const float *rows, const ray_hit *got, const ray_hit *expected, size_t count) {
    for (size_t i = 0; i < count; i++)
        cr_assert(memcmp(&got[i], &expected[i], sizeof got[i]) == 0,
                  "%s, %s, ray %zu from (%a, %a) by (%a, %a): shape %u at %a, normal (%a, %a), instead of %u at %a, (%a, %a)",
                  sepal_isa(), about, i, rows[4 * i], rows[4 * i + 1], rows[4 * i + 2], rows[4 * i + 3], got[i].shape, got[i].time,
                  got[i].normal_x, got[i].normal_y, expected[i].shape, expected[i].time, expected[i].normal_x,
                  expected[i].normal_y);
}

/* Every instruction set. finder: has the tree of the set. */
static void check_rays(const char *about, sepal_finder *finder, const sepal_polys *set, const float *rows, size_t count,
                       const sepal_filter *filter, const sepal_rule *rule) {
    ray_hit *expected = calloc(count + 1, sizeof *expected), *got = calloc(count + 1, sizeof *got);
    cr_assert(expected && got);
    use_isa(0);
    judge_rays(set, rows, count, filter, rule, expected);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(cast_rays(finder, rows, count, filter, rule, got), SEPAL_OK);
        check_hits(about, rows, got, expected, count);
    }
    free(expected);
    free(got);
}

/* --- By hand ------------------------------------------------------------------------------------------------------------------ */

/* Boxes parallel to the axes, as rows of centre and half extents. */
static sepal_polys *boxes_set(const float (*rows)[4], size_t count) {
    sepal_polys *set = empty_set(NULL);
    const sepal_boxes boxes = {&rows[0][0], &rows[0][1], &rows[0][2], &rows[0][3], NULL, NULL, 4, NULL};
    cr_assert_eq(sepal_polys_add_boxes(set, &boxes, count, NULL, NULL), SEPAL_OK);
    return set;
}

typedef struct hand_case {
    float ray[4];
    sepal_rule rule;
    ray_hit hit;
} hand_case;

/* Boxes 0: [4,6] x [-1,1], 1: [1,3] x [-1,1], 2: [8,8] x [-1,1] (no area), 3 and 4: both [-6,-2] x [-1,1]. */
Test(cast_rays, cases_by_hand) {
    static const float rows[][4] = {{5, 0, 1, 1}, {2, 0, 1, 1}, {8, 0, 0, 1}, {-4, 0, 2, 1}, {-4, 0, 2, 1}};
    const sepal_rule counts = {SEPAL_TOUCHING_OVERLAPS, 0}, apart = {SEPAL_TOUCHING_IS_APART, 0};
    const sepal_rule wide = {SEPAL_TOUCHING_OVERLAPS, 0.5F};
    const ray_hit no_hit = {SEPAL_NO_SHAPE, 1, 0, 0};
    const hand_case cases[] = {
        {{0, 0, 16, 0}, counts, {1, 0x1p-4F, -1, 0}},
        {{0, 0, 1, 0}, counts, {1, 1, -1, 0}}, /* up to the side */
        {{0, 0, 1, 0}, apart, no_hit},
        {{0, 0, 0.99F, 0}, counts, no_hit},
        {{0, 1, 8, 0}, counts, {1, 0.125F, -1, 0}}, /* along a side */
        {{0, 1, 8, 0}, apart, no_hit},
        {{0, 0, 1e30F, 0}, counts, {1, 0, -1, 0}}, /* the time is filled in below */
        {{7, 0, -8, 0}, counts, {0, 0.125F, 1, 0}},
        {{7, 0, 8, 0}, counts, {2, 0.125F, -1, 0}},
        {{7, 0, 8, 0}, apart, no_hit},             /* what has no area has no inside */
        {{0, 0, -8, 0}, counts, {3, 0.25F, 1, 0}}, /* two at the same time: the first */
        {{0, 0, 8, 0}, wide, {1, 0.0625F, -1, 0}},
        {{0, 1.5F, 8, 0}, wide, {1, 0x1.fffffep-4F, 0, 1}}, /* the margin grazes a side: the float before 1/8 */
        {{0, 1.5F, 8, 0}, {SEPAL_TOUCHING_IS_APART, 0.5F}, no_hit},
        {{5, 0.75F, 3, 0}, counts, {0, 0, 0, 1}}, /* from within: how to leave soonest */
        {{5, 1, 0, 4}, counts, {0, 0, 0, 1}},
        {{5, 1, 0, 0}, counts, {0, 0, 0, 1}}, /* at rest */
        {{7, 0, 0, 0}, counts, no_hit},
        {{0, 2, 1e30F, 1e30F}, counts, no_hit},
    };
    sepal_polys *set = boxes_set(rows, 5);
    sepal_finder *finder = finder_of(set);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            ray_hit expected = cases[k].hit, got;
            if (cases[k].ray[2] == 1e30F && expected.shape == 1) {
                expected.time = (float)(1 / (double)1e30F);
                while ((double)expected.time * (double)1e30F > 1)
                    expected.time = nextafterf(expected.time, 0);
            }
            cr_assert_eq(cast_rays(finder, cases[k].ray, 1, NULL, &cases[k].rule, &got), SEPAL_OK);
            check_hits("by hand", cases[k].ray, &got, &expected, 1);
        }
    }
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
}

Test(cast_rays, arrays_that_are_not_wanted_and_strides) {
    static const float rows[][4] = {{5, 0, 1, 1}, {5, 3, 1, 1}};
    const float x[] = {0, 0}, y[] = {0, 3}, dx[] = {8, 8}, dy[] = {0, 0};
    sepal_polys *set = boxes_set(rows, 2);
    sepal_finder *finder = finder_of(set);
    const sepal_rays rays = {x, y, dx, dy, 0};
    uint32_t shape[2] = {9, 9};
    float time[2] = {9, 9}, normal_x[2] = {9, 9}, normal_y[2] = {9, 9};
    const sepal_ray_hits outs[] = {{0}, {.shape = shape}, {.time = time}, {.normal_x = normal_x}, {.normal_y = normal_y}};
    for (size_t k = 0; k < sizeof outs / sizeof *outs; k++) {
        cr_assert_eq(sepal_polys_cast_rays(finder, &rays, 2, NULL, NULL, &outs[k]), SEPAL_OK);
        cr_assert((shape[1] == 1) == (k >= 1) && (time[1] == 0.5F) == (k >= 2) && (normal_x[1] == -1) == (k >= 3) &&
                  (normal_y[1] == 0) == (k >= 4));
    }
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
}

/* --- Against every shape ------------------------------------------------------------------------------------------------------ */

Test(cast_rays, every_kind_of_scene) {
    static float rows[4 * RAYS];
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        round_scene s = round_scene_create(kind, SEED + kind, 40, 1, (radius_manner)(kind % RADIUS_MANNERS));
        sepal_finder *finder = finder_of(s.b);
        make_rays(s.a, s.b, RAYS, rows);
        for (int touching = 0; touching < RULES; touching++) {
            const sepal_rule rule = {(sepal_touching)touching, touching == 0 ? 0 : s.margin};
            check_rays(s.base.kind, finder, s.b, rows, RAYS, NULL, &rule);
        }
        sepal_finder_destroy(finder);
        round_scene_destroy(&s);
        scene plain = scene_create(kind, SEED + kind, 60, 1);
        finder = finder_of(plain.set_b);
        make_rays(plain.set_a, plain.set_b, RAYS, rows);
        check_rays(plain.kind, finder, plain.set_b, rows, RAYS, NULL, rule_at((int)(kind % RULES)));
        sepal_finder_destroy(finder);
        scene_destroy(&plain);
    }
}

/* Trees of several levels, worst cases, and more rays than go together. */
Test(cast_rays, crowds) {
    static const size_t sizes[] = {0, 1, 17, 300, 1500};
    static float rows[4 * 700];
    for (int kind = 0; kind < CROWDS; kind++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            sepal_polys *set = crowd_set((crowd)kind, sizes[k]), *places = crowd_set((crowd)kind, 100);
            const size_t count = sizes[k] == 300 ? 700 : RAYS;
            sepal_finder *finder = finder_of(set);
            make_rays(places, sizes[k] > 0 ? set : places, count, rows);
            check_rays("a crowd", finder, set, rows, count, NULL, NULL);
            sepal_finder_destroy(finder);
            sepal_polys_destroy(set);
            sepal_polys_destroy(places);
        }
}

/* Far from each other, near the largest float and near the least, with moves and radii of that size. */
Test(cast_rays, all_magnitudes) {
    enum { SHAPES = 60, COUNT = 600 };
    static float rows[4 * COUNT];
    rng r = {SEED};
    for (int trial = 0; trial < 8; trial++) {
        sepal_polys *set = empty_set(NULL);
        for (int k = 0; k < SHAPES; k++) {
            const int scale = trial % 4 == 0 ? 127 : trial % 4 == 1 ? -140 : (int)rng_below(&r, 268) - 140;
            float x[3], y[3];
            for (int v = 0; v < 3; v++) {
                x[v] = (float)ldexp(rng_real(&r, -1.99, 1.99), scale);
                y[v] = (float)ldexp(rng_real(&r, -1.99, 1.99), scale);
            }
            const float radius = k % 3 != 0 ? 0 : (float)ldexp(rng_real(&r, 0, 1.99), scale);
            cr_assert_eq(sepal_polys_add_round(set, x, y, 3, radius, NULL), SEPAL_OK);
        }
        for (int k = 0; k < 4 * COUNT; k++) {
            const int scale = trial % 4 == 0 ? 127 : trial % 4 == 1 ? -140 : (int)rng_below(&r, 268) - 140;
            rows[k] = (float)ldexp(rng_real(&r, -1.99, 1.99), scale);
        }
        sepal_finder *finder = finder_of(set);
        const sepal_rule rule = {(sepal_touching)(trial % RULES), trial < 4 ? 0 : trial % 4 == 1 ? 0x1p-141F : 0x1p126F};
        check_rays("all magnitudes", finder, set, rows, COUNT, NULL, &rule);
        sepal_finder_destroy(finder);
        sepal_polys_destroy(set);
    }
}

Test(cast_rays, filters) {
    enum { COUNT = 400, SHAPES = 300 };
    static float rows[4 * COUNT];
    static uint32_t numbers[6 * COUNT];
    sepal_polys *set = crowd_set(EVEN, SHAPES);
    sepal_finder *finder = finder_of(set);
    make_rays(set, set, COUNT, rows);
    for (size_t i = 0; i < 6 * COUNT; i++)
        numbers[i] = (uint32_t)(i * 2654435761U >> 29);
    for (unsigned given = 0; given < 64; given += 3) { /* which of the six arrays are there */
        const sepal_filter f = {{given & 1 ? numbers : NULL, given & 2 ? numbers + COUNT : NULL},
                                {given & 4 ? numbers + 2 * COUNT : NULL, given & 8 ? numbers + 3 * COUNT : NULL},
                                {given & 16 ? numbers + 4 * COUNT : NULL, given & 32 ? numbers + 5 * COUNT : NULL}};
        check_rays("filters", finder, set, rows, COUNT, &f, NULL);
    }
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
}

/* --- What is refused ---------------------------------------------------------------------------------------------------------- */

typedef struct refused_case {
    sepal_rays rays;
    sepal_rule rule;
    sepal_status status;
} refused_case;

Test(cast_rays, bad_input_changes_nothing) {
    static const float good[2] = {0, 1}, nan_later[2] = {0, NAN}, infinite[2] = {INFINITY, 0};
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0};
    const sepal_rays rays = {good, good, good, good, 1};
    const refused_case cases[] = {
        {{NULL, good, good, good, 1}, rule, SEPAL_BAD_ARGUMENT},   {{good, NULL, good, good, 1}, rule, SEPAL_BAD_ARGUMENT},
        {{good, good, NULL, good, 1}, rule, SEPAL_BAD_ARGUMENT},   {{good, good, good, NULL, 1}, rule, SEPAL_BAD_ARGUMENT},
        {rays, {SEPAL_TOUCHING_OVERLAPS, -1}, SEPAL_BAD_ARGUMENT}, {rays, {(sepal_touching)7, 0}, SEPAL_BAD_ARGUMENT},
        {{nan_later, good, good, good, 1}, rule, SEPAL_BAD_SHAPE}, {{good, infinite, good, good, 1}, rule, SEPAL_BAD_SHAPE},
        {{good, good, infinite, good, 1}, rule, SEPAL_BAD_SHAPE},  {{good, good, good, nan_later, 0}, rule, SEPAL_BAD_SHAPE},
    };
    sepal_polys *set = crowd_set(ONE_PLACE, 20);
    sepal_solids *solids = solid_crowd_set(0, SEED, 20);
    sepal_finder *finder = finder_of(set), *without = NULL;
    uint32_t shape[2] = {7, 7};
    float time[2] = {9, 9}, normal_x[2] = {9, 9}, normal_y[2] = {9, 9};
    const sepal_ray_hits out = {shape, time, normal_x, normal_y};
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

/* Whichever request for memory is refused, the call says so, writes nothing, and the next one succeeds; then no more is asked for. */
Test(cast_rays, memory_runs_out_or_is_kept) {
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
        check_hits("memory", rows, got, expected, RAYS);
        size_t requests = w.requests;
        cr_assert_eq(cast_rays(finder, rows, RAYS, NULL, NULL, got), SEPAL_OK);
        cr_assert_eq(w.requests, requests);
        sepal_finder_destroy(finder);
        cr_assert_eq(w.live, 0U, "memory was kept after request %zu was refused", refused);
    }
    cr_assert_gt(refused, 3U);
    sepal_polys_destroy(set);
}
