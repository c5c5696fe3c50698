/* Rays among solids: by hand, against every solid, with filters, bad arguments, and memory that runs out. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../scenes/crowds.h"
#include "../scenes/solid_scenes.h"
#include "solid_rays.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 61, RAYS = 96 };

static sepal_finder *finder_of(const sepal_solids *set) {
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_solids_find_build(finder, set), SEPAL_OK);
    return finder;
}

static void check_hits(const char *about, const float *rows, const solid_ray_hit *got, const solid_ray_hit *expected,
                       size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float *r = rows + 6 * i;
        cr_assert_eq(memcmp(&got[i], &expected[i], sizeof *got), 0,
                     "%s, %s, ray %zu from (%a, %a, %a) by (%a, %a, %a): solid %u at %a, not %u at %a", sepal_isa(), about, i,
                     (double)r[0], (double)r[1], (double)r[2], (double)r[3], (double)r[4], (double)r[5], got[i].shape,
                     (double)got[i].time, expected[i].shape, (double)expected[i].time);
    }
}

/* Every solid is asked about by the sweep of the scalar path. */
static void check_rays(const char *about, sepal_finder *finder, const sepal_solids *set, const float *rows, size_t count,
                       const sepal_filter *filter, const sepal_rule *rule) {
    solid_ray_hit *expected = malloc(count * sizeof *expected), *got = malloc(count * sizeof *got);
    cr_assert(expected && got);
    use_isa(0);
    judge_solid_rays(set, rows, count, filter, rule, expected);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(cast_solid_rays(finder, rows, count, filter, rule, got), SEPAL_OK);
        check_hits(about, rows, got, expected, count);
    }
    free(expected);
    free(got);
}

/* Boxes of half extent 1 at (5, 0, 0), (2, 0, 0), and twice at (-4, 0, 0); a sphere of radius 2 at (0, 9, 0). */
Test(cast_solids, cases_by_hand) {
    static const float centres[] = {5, 2, -4, -4}, none[] = {0, 0, 0, 0}, half[] = {1, 1, 1, 1}, nine = 9, two = 2;
    static const sepal_rule counts = {SEPAL_TOUCHING_OVERLAPS, 0, 0}, apart = {SEPAL_TOUCHING_IS_APART, 0, 0},
                            wide = {SEPAL_TOUCHING_OVERLAPS, 0.5F, 0};
    const solid_ray_hit no_hit = {SEPAL_NO_SHAPE, 1, {0, 0, 0}};
    const struct {
        float ray[6];
        const sepal_rule *rule;
        solid_ray_hit hit;
    } cases[] = {
        {{0, 0, 0, 16, 0, 0}, &counts, {1, 0x1p-4F, {-1, 0, 0}}},
        {{0, 0, 0, 1, 0, 0}, &counts, {1, 1, {-1, 0, 0}}}, /* up to the side */
        {{0, 0, 0, 1, 0, 0}, &apart, no_hit},
        {{0, 0, 0, 0.99F, 0, 0}, &counts, no_hit},
        {{0, 1, 0, 8, 0, 0}, &counts, {1, 0.125F, {-1, 0, 0}}}, /* along a side */
        {{0, 1, 0, 8, 0, 0}, &apart, no_hit},
        {{0, 0, 1.5F, 8, 0, 0}, &wide, {1, 0.125F, {0, 0, 1}}}, /* the margin slides over a side */
        {{0, 0, 1.5F, 8, 0, 0}, &counts, no_hit},
        {{7, 0, 0, -8, 0, 0}, &counts, {0, 0.125F, {1, 0, 0}}},
        {{0, 0, 0, -6, 0, 0}, &counts, {2, 0.5F, {1, 0, 0}}}, /* two at the same time: the first */
        {{0, 0, 0, 0, 14, 0}, &counts, {4, 0.5F, {0, -1, 0}}},
        {{0, 0, 0, 0, 13, 0}, &wide, {4, 0.5F, {0, -1, 0}}},
        {{5, 0.75F, 0, 0, 0, 9}, &counts, {0, 0, {0, 1, 0}}}, /* from within: how to leave soonest */
        {{9, 0, 0, 0, 0, 0}, &counts, no_hit},
        {{0, 2, 0, 1e30F, 1e30F, 1e30F}, &counts, no_hit},
    };
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    const sepal_solid_boxes boxes = {.x = centres, .y = none, .z = none, .half_x = half, .half_y = half, .half_z = half};
    const sepal_solid_spheres sphere = {none, &nine, none, &two, 1};
    cr_assert_eq(sepal_solids_add_boxes(set, &boxes, 4, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_spheres(set, &sphere, 1, NULL, NULL), SEPAL_OK);
    sepal_finder *finder = finder_of(set);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            solid_ray_hit got;
            cr_assert_eq(cast_solid_rays(finder, cases[k].ray, 1, NULL, cases[k].rule, &got), SEPAL_OK);
            check_hits("by hand", cases[k].ray, &got, &cases[k].hit, 1);
        }
    }
    sepal_finder_destroy(finder);
    sepal_solids_destroy(set);
}

Test(cast_solids, every_kind_of_scene) {
    static float rows[6 * RAYS];
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, SEED + kind, 40);
        sepal_finder *finder = finder_of(s.set_b);
        make_solid_rays(s.set_a, s.set_b, RAYS, rows);
        for (int touching = 0; touching < 2; touching++) {
            const sepal_rule rule = {(sepal_touching)touching, touching == 0 ? s.margin : 0, 0};
            check_rays(s.kind, finder, s.set_b, rows, RAYS, NULL, &rule);
        }
        sepal_finder_destroy(finder);
        solid_scene_destroy(&s);
    }
}

/* Trees of several levels, and more rays than are put into the finder at a time. */
Test(cast_solids, crowds) {
    static const size_t sizes[] = {0, 1, 17, 300};
    static float rows[6 * 600];
    for (int kind = 0; kind < SOLID_CROWDS; kind++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            sepal_solids *set = solid_crowd_set(kind, SEED, sizes[k]), *places = solid_crowd_set(kind, SEED + 1, 100);
            const size_t count = sizes[k] == 17 ? 600 : RAYS;
            sepal_finder *finder = finder_of(set);
            make_solid_rays(places, sizes[k] > 0 ? set : places, count, rows);
            check_rays("a crowd", finder, set, rows, count, NULL, NULL);
            sepal_finder_destroy(finder);
            sepal_solids_destroy(set);
            sepal_solids_destroy(places);
        }
}

/* As in the plane. */
Test(cast_solids, margins_beyond_the_range_of_float) {
    const float margins[] = {FLT_MAX, 0.75F * FLT_MAX};
    const float rows[3][6] = {{0, 0, 0, 5, 5, 5}, {0.5F * FLT_MAX, 0, 0, -1, 3, 2}, {1, 1, -0.5F * FLT_MAX, 0.25F, 1, -7}};
    for (uint32_t count = 1; count < 18; count += 8) {
        sepal_solids *set = NULL;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        for (uint32_t i = 0; i < count; i++)
            cr_assert_eq(sepal_solids_add_hull(set, (float[]){(float)i}, (float[]){2}, (float[]){3}, 1, 1, NULL), SEPAL_OK);
        sepal_finder *finder = finder_of(set);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            for (size_t k = 0; k < 2; k++) {
                const sepal_rule rule = {.margin = margins[k]};
                solid_ray_hit hits[3];
                cr_assert_eq(cast_solid_rays(finder, rows[0], 3, NULL, &rule, hits), SEPAL_OK);
                for (int i = 0; i < 3; i++)
                    cr_assert(hits[i].shape == 0 && hits[i].time == 0, "%s: shape %u", sepal_isa(), (unsigned)hits[i].shape);
            }
        }
        sepal_finder_destroy(finder);
        sepal_solids_destroy(set);
    }
}

Test(cast_solids, filters) {
    enum { COUNT = 60, SOLIDS = 80 };
    static float rows[6 * COUNT];
    static uint32_t numbers[6 * SOLIDS];
    sepal_solids *set = solid_crowd_set(0, SEED, SOLIDS);
    sepal_finder *finder = finder_of(set);
    make_solid_rays(set, set, COUNT, rows);
    for (size_t i = 0; i < 6 * SOLIDS; i++)
        numbers[i] = (uint32_t)(i * 2654435761U >> 29);
    for (unsigned given = 0; given < 64; given += 9) { /* which of the six arrays are there */
        const sepal_filter f = {{given & 1 ? numbers : NULL, given & 2 ? numbers + SOLIDS : NULL},
                                {given & 4 ? numbers + 2 * SOLIDS : NULL, given & 8 ? numbers + 3 * SOLIDS : NULL},
                                {given & 16 ? numbers + 4 * SOLIDS : NULL, given & 32 ? numbers + 5 * SOLIDS : NULL}};
        check_rays("filters", finder, set, rows, COUNT, &f, NULL);
    }
    sepal_finder_destroy(finder);
    sepal_solids_destroy(set);
}

/* Each array left out in its turn. */
Test(cast_solids, arrays_that_are_not_wanted) {
    float rows[6 * 8];
    sepal_solids *set = solid_crowd_set(0, SEED, 40);
    sepal_finder *finder = finder_of(set);
    solid_ray_hit all[8];
    make_solid_rays(set, set, 8, rows);
    cr_assert_eq(cast_solid_rays(finder, rows, 8, NULL, NULL, all), SEPAL_OK);
    for (int which = 0; which < 6; which++) {
        uint32_t shape[8];
        float value[4][8];
        const sepal_solid_rays rays = solid_rays_of(rows);
        const sepal_solid_ray_hits out = {which == 0 ? shape : NULL,    which == 1 ? value[0] : NULL, which == 2 ? value[1] : NULL,
                                          which == 3 ? value[2] : NULL, which == 4 ? value[3] : NULL, 0};
        cr_assert_eq(sepal_solids_cast_rays(finder, &rays, 8, NULL, NULL, &out), SEPAL_OK);
        for (int k = 0; k < 8; k++) {
            cr_assert(which != 0 || shape[k] == all[k].shape);
            cr_assert(which != 1 || value[0][k] == all[k].time);
            for (int axis = 0; axis < 3; axis++)
                cr_assert(which != 2 + axis || value[1 + axis][k] == all[k].normal[axis]);
        }
    }
    sepal_finder_destroy(finder);
    sepal_solids_destroy(set);
}

Test(cast_solids, bad_input_changes_nothing) {
    static float good[12];
    sepal_solids *set = solid_crowd_set(0, SEED, 20);
    sepal_polys *polys = crowd_set(EVEN, 20);
    sepal_finder *finder = finder_of(set), *without = NULL;
    uint32_t shape[2] = {7, 7};
    float time[2] = {9, 9};
    const sepal_solid_ray_hits out = {.shape = shape, .time = time};
    const sepal_solid_rays rays = solid_rays_of(good);
    const sepal_rule negative = {SEPAL_TOUCHING_OVERLAPS, -1, 0};
    cr_assert_eq(sepal_finder_create(NULL, &without), SEPAL_OK);
    for (int k = 0; k < 6; k++) {
        sepal_solid_rays bad = rays;
        const float **const arrays[6] = {&bad.x, &bad.y, &bad.z, &bad.dx, &bad.dy, &bad.dz};
        *arrays[k] = NULL;
        cr_assert_eq(sepal_solids_cast_rays(finder, &bad, 2, NULL, NULL, &out), SEPAL_BAD_ARGUMENT);
    }
    for (int k = 0; k < 12; k++) {
        good[k] = k % 2 == 0 ? NAN : -INFINITY;
        cr_assert_eq(sepal_solids_cast_rays(finder, &rays, 2, NULL, NULL, &out), SEPAL_BAD_SHAPE);
        good[k] = 0;
    }
    cr_assert_eq(sepal_solids_cast_rays(NULL, &rays, 2, NULL, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_cast_rays(finder, NULL, 2, NULL, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_cast_rays(finder, &rays, 2, NULL, &negative, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_cast_rays(finder, &rays, 2, NULL, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_cast_rays(without, &rays, 2, NULL, NULL, &out), SEPAL_BAD_ARGUMENT, "no tree");
    cr_assert_eq(sepal_polys_find_build(without, polys), SEPAL_OK);
    cr_assert_eq(sepal_solids_cast_rays(without, &rays, 2, NULL, NULL, &out), SEPAL_BAD_ARGUMENT, "a tree of polygons");
    cr_assert(shape[0] == 7 && shape[1] == 7 && time[0] == 9 && time[1] == 9);
    cr_assert_eq(sepal_solids_cast_rays(finder, &rays, 2, NULL, NULL, &out), SEPAL_OK, "the tree is still there");
    cr_assert(shape[0] != 7 && shape[1] != 7);
    sepal_finder_destroy(finder);
    sepal_finder_destroy(without);
    sepal_solids_destroy(set);
    sepal_polys_destroy(polys);
}

/* Whichever request for memory is refused, the call says so, writes nothing, and the next one succeeds; then no more is asked for. */
Test(cast_solids, memory_runs_out_or_is_kept) {
    static float rows[6 * RAYS];
    static solid_ray_hit expected[RAYS], got[RAYS];
    sepal_solids *set = solid_crowd_set(0, SEED, 60);
    size_t refused = 0;
    make_solid_rays(set, set, RAYS, rows);
    judge_solid_rays(set, rows, RAYS, NULL, NULL, expected);
    for (bool done = false; !done; refused++) {
        watch w = watch_create();
        sepal_allocator allocator = watch_allocator(&w);
        sepal_finder *finder = NULL;
        cr_assert_eq(sepal_finder_create(&allocator, &finder), SEPAL_OK);
        cr_assert_eq(sepal_solids_find_build(finder, set), SEPAL_OK);
        w.fail_at = w.requests + refused;
        memset(got, 123, sizeof got);
        const sepal_status status = cast_solid_rays(finder, rows, RAYS, NULL, NULL, got);
        done = status == SEPAL_OK;
        cr_assert(done || status == SEPAL_NO_MEMORY);
        cr_assert_eq(cast_solid_rays(finder, rows, RAYS, NULL, NULL, got), SEPAL_OK);
        cr_assert_eq(memcmp(got, expected, sizeof got), 0);
        const size_t requests = w.requests;
        cr_assert_eq(cast_solid_rays(finder, rows, RAYS, NULL, NULL, got), SEPAL_OK);
        cr_assert_eq(w.requests, requests);
        sepal_finder_destroy(finder);
        cr_assert_eq(w.live, 0U, "memory was kept after request %zu was refused", refused);
    }
    cr_assert_gt(refused, 3U);
    sepal_solids_destroy(set);
}
