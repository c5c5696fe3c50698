/* test_stages.c — what builds with the option `stages` count is what happened: a stage is asked about the pairs that the one before it
 * left open, all yeses together are those of the caller, and the watched pair is answered as the caller's bit says. And by these
 * counts: a finder's question learns once that circles do not pay. */
#include "../../src/core/stages.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 2000, PAIRS = 5000 };

static const sepal_stage_count *stage_named(const char *name) {
    const sepal_stage_count *stages;
    size_t count = sepal_stages_counted(&stages);
    for (size_t k = 0; k < count; k++)
        if (strcmp(stages[k].name, name) == 0)
            return &stages[k];
    return NULL;
}

/* Flat polygons of `size` vertices somewhere in a square: their inner circles are small. */
static sepal_polys *crowd(rng *r, uint32_t size, float side) {
    sepal_polys *set = NULL;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    for (int k = 0; k < SHAPES; k++) {
        float x[16], y[16], left = side * (float)rng_below(r, 1000) / 1000, low = side * (float)rng_below(r, 1000) / 1000;
        for (uint32_t i = 0; i < size; i++) {
            x[i] = left + cosf(6.2831853F * (float)i / (float)size + (float)k);
            y[i] = low + 0.03125F * sinf(6.2831853F * (float)i / (float)size + (float)k);
        }
        cr_assert_eq(sepal_polys_add(set, x, y, size, NULL), SEPAL_OK);
    }
    return set;
}

Test(stages, are_counted_as_they_are_asked) {
    static sepal_pair pairs[PAIRS];
    static uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
    enum { WATCHED = 77 };
    rng r = {1};
    sepal_polys *set = crowd(&r, 8, 4);
    for (size_t k = 0; k < PAIRS; k++)
        pairs[k] = (sepal_pair){rng_below(&r, SHAPES), rng_below(&r, SHAPES)};
    sepal_stages_reset(WATCHED);
    cr_assert_eq(sepal_polys_overlap_pairs(set, set, pairs, PAIRS, NULL, bits), SEPAL_OK);
    const sepal_stage_count *stages, *circles = stage_named("circles_kernel"), *axes = stage_named("axes_kernel");
    cr_assert_not_null(circles);
    cr_assert_not_null(axes);
    cr_assert_eq(circles->pairs, PAIRS);
    cr_assert_eq(axes->pairs, circles->open);
    cr_assert(circles->open > 0 && circles->open < PAIRS);
    size_t yes = 0, count = sepal_stages_counted(&stages), last = 0;
    for (size_t k = 0; k < count; k++) {
        yes += stages[k].yes;
        last = stages[k].watched == SEPAL_NOT_ASKED ? last : k;
    }
    cr_assert_eq(yes, sepal_bits_count(bits, PAIRS));
    cr_assert_eq(stages[last].watched, (bits[WATCHED / 64] >> (WATCHED % 64) & 1) != 0 ? SEPAL_SAID_YES : SEPAL_SAID_NO);
    sepal_polys_destroy(set);
}

Test(stages, show_that_the_finder_learns_once) {
    rng r = {2};
    sepal_polys *set = crowd(&r, 4, 2);
    sepal_finder *finder = NULL;
    size_t found;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    sepal_stages_reset(SIZE_MAX);
    cr_assert_eq(sepal_polys_find_pairs(finder, set, set, NULL, NULL, 0, NULL, &found), SEPAL_TOO_SMALL);
    const sepal_stage_count *circles = stage_named("circles_kernel"), *boxes = stage_named("boxes_kernel");
    cr_assert(circles != NULL && boxes != NULL);
    cr_assert_geq(boxes->pairs, 8 * 4096, "many candidates");
    cr_assert_leq(circles->pairs * 64, boxes->pairs, "%zu of %zu: a sample of 128 of every 16 chunks of 1024 or 2048",
                  circles->pairs, boxes->pairs);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
}
