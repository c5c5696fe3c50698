/* crowds.h — sets of many boxes, in places that are hard for a search. */
#ifndef SEPAL_TESTS_CROWDS_H
#define SEPAL_TESTS_CROWDS_H

#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <sepal/polys.h>

typedef enum crowd { EVEN, ONE_HUGE, ONE_PLACE, DIAGONALS, CLUSTERS, FAR_APART, CROWDS } crowd;

static inline sepal_polys *crowd_set(crowd kind, size_t count) {
    sepal_polys *set = NULL;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    rng r = {77 + (uint64_t)kind};
    for (size_t i = 0; i < count; i++) {
        float x = (float)rng_real(&r, 0, 1) * 50, y = (float)rng_real(&r, 0, 1) * 50, u = (float)rng_real(&r, 0, 1),
              v = (float)rng_real(&r, 0, 1);
        float row[6] = {x, y, 0.1F + 0.3F * u, 0.1F + 0.3F * v, 0.8F, 0.6F};
        if (kind == ONE_HUGE && i == count / 2)
            row[2] = row[3] = 60;
        if (kind == ONE_PLACE)
            row[0] = row[1] = 3;
        if (kind == DIAGONALS)
            row[2] = 10, row[3] = 0.001F;
        if (kind == CLUSTERS) {
            float spread = i % 4 == 0 ? 1 : 1e-4F;
            row[0] = 10 * (float)(i % 7) + x * spread, row[1] = 10 * (float)(i % 3) + y * spread;
            row[2] *= spread, row[3] *= spread;
        }
        if (kind == FAR_APART)
            row[0] *= 6e36F, row[1] *= -6e36F, row[2] *= 1e37F, row[3] *= i % 2 == 0 ? 1e37F : 1;
        const sepal_boxes one = {
            .x = &row[0], .y = &row[1], .half_x = &row[2], .half_y = &row[3], .cos = &row[4], .sin = &row[5], .stride = 6};
        cr_assert_eq(sepal_polys_add_boxes(set, &one, 1, NULL, NULL), SEPAL_OK);
    }
    return set;
}

#endif
