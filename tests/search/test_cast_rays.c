/* test_cast_rays.c — what rays hit first: cases worked out by hand, and against every shape asked one by one, on scenes of every kind
 * and every instruction set. */
#include "../common/check.h"
#include "../questions/questions.h"
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
    const sepal_rule counts = {SEPAL_TOUCHING_OVERLAPS, 0, 0}, apart = {SEPAL_TOUCHING_IS_APART, 0, 0};
    const sepal_rule wide = {SEPAL_TOUCHING_OVERLAPS, 0.5F, 0};
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
        {{0, 1.5F, 8, 0}, {SEPAL_TOUCHING_IS_APART, 0.5F, 0}, no_hit},
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
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        round_scene s = round_scene_create(kind, SEED + kind, 40, 1, (radius_manner)(kind % RADIUS_MANNERS));
        sepal_finder *finder = finder_of(s.b);
        make_rays(s.a, s.b, RAYS, rows);
        for (int touching = 0; touching < RULES; touching++) {
            const sepal_rule rule = {(sepal_touching)touching, touching == 0 ? 0 : s.margin, 0};
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

/* Where shapes are, how long rays are, and how wide: by powers of two, `any` of all that floats have. */
typedef struct magnitudes {
    int shapes, origins, moves;
    float margin;
} magnitudes;

enum { ANY = 1000 };

static float random_float(rng *r, int scale) {
    return (float)ldexp(rng_real(r, -1.99, 1.99), scale == ANY ? (int)rng_below(r, 268) - 140 : scale);
}

/* Near the largest float and the least, far from each other, and with times that are among the least floats, of which many are equal. */
Test(cast_rays, all_magnitudes) {
    enum { SHAPES = 60, COUNT = 600 };
    static const magnitudes all[] = {{ANY, ANY, ANY, 0},        {ANY, ANY, ANY, 0x1p126F}, {127, 127, 127, 0},
                                     {127, 127, 126, 0x1p126F}, {-140, -140, -140, 0},     {-140, -140, -140, 0x1p-141F},
                                     {-19, -17, 127, 0},        {-17, -17, 127, 0}};
    static float rows[4 * COUNT];
    rng r = {SEED};
    for (size_t trial = 0; trial < sizeof all / sizeof *all; trial++) {
        const magnitudes *m = &all[trial];
        sepal_polys *set = empty_set(NULL);
        for (int k = 0; k < SHAPES; k++) {
            const float radius = k % 3 != 0 ? 0 : fabsf(random_float(&r, m->shapes));
            float x[3], y[3];
            for (int v = 0; v < 3; v++) {
                x[v] = random_float(&r, m->shapes);
                y[v] = random_float(&r, m->shapes);
            }
            cr_assert_eq(sepal_polys_add_round(set, x, y, 3, radius, NULL), SEPAL_OK);
        }
        for (int k = 0; k < 4 * COUNT; k++)
            rows[k] = random_float(&r, k % 4 < 2 ? m->origins : m->moves);
        sepal_finder *finder = finder_of(set);
        const sepal_rule rule = {(sepal_touching)(trial % RULES), m->margin, 0};
        check_rays("all magnitudes", finder, set, rows, COUNT, NULL, &rule);
        sepal_finder_destroy(finder);
        sepal_polys_destroy(set);
    }
}

/* A ray that begins beside a circle, and enters it only beyond the largest float, where its box is cut off. */
Test(cast_rays, hits_beyond_the_range_of_float) {
    const float x = 3.3e38F, y = 0, ray[] = {3.4e38F, -3e38F, 1.7e38F, 3.4e38F};
    sepal_polys *set = empty_set(NULL);
    cr_assert_eq(sepal_polys_add_round(set, &x, &y, 1, 2e38F, NULL), SEPAL_OK);
    sepal_finder *finder = finder_of(set);
    ray_hit hit;
    cr_assert_eq(cast_rays(finder, ray, 1, NULL, NULL, &hit), SEPAL_OK);
    cr_assert(hit.shape == 0 && hit.time > 0.3F && hit.time < 0.6F);
    check_rays("beyond the range of float", finder, set, ray, 1, NULL, NULL);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
}

/* What is within the margin of the origin is hit at time 0, also where the sum of both is beyond the range of float. Leaves have room for
 * more shapes than these. */
Test(cast_rays, margins_beyond_the_range_of_float) {
    const float margins[] = {FLT_MAX, 0.75F * FLT_MAX};
    const float rows[3][4] = {{0, 0, 5, 5}, {0.5F * FLT_MAX, 0, -1, 3}, {1, -0.5F * FLT_MAX, 0.25F, -7}};
    for (uint32_t count = 1; count < 18; count += 8) {
        sepal_polys *set = NULL;
        cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
        for (uint32_t i = 0; i < count; i++)
            cr_assert_eq(sepal_polys_add_round(set, (float[]){(float)i}, (float[]){2}, 1, 1, NULL), SEPAL_OK);
        sepal_finder *finder = finder_of(set);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            for (size_t k = 0; k < 2; k++) {
                const sepal_rule rule = {.margin = margins[k]};
                ray_hit hits[3];
                cr_assert_eq(cast_rays(finder, rows[0], 3, NULL, &rule, hits), SEPAL_OK);
                for (int i = 0; i < 3; i++)
                    cr_assert(hits[i].shape == 0 && hits[i].time == 0, "%s: shape %u", sepal_isa(), (unsigned)hits[i].shape);
            }
        }
        sepal_finder_destroy(finder);
        sepal_polys_destroy(set);
    }
}

Test(cast_rays, filters) {
    enum { COUNT = 600, SHAPES = 300 }; /* more rays than are put into the finder at a time */
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
