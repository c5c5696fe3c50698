#include "crowds.h"
#include "../common/must.h"
#include "shapes.h"

sepal_polys *crowd_set(crowd kind, size_t count) {
    sepal_polys *set = NULL;
    must(sepal_polys_create(NULL, &set) == SEPAL_OK, "a set could not be made");
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
        must(sepal_polys_add_boxes(set, &one, 1, NULL, NULL) == SEPAL_OK, "box %zu of a crowd", i);
    }
    return set;
}

sepal_solids *solid_crowd_set(int kind, uint64_t seed, size_t count) {
    sepal_solids *set = NULL;
    rng r = {seed};
    must(sepal_solids_create(NULL, &set) == SEPAL_OK, "a set could not be made");
    for (size_t k = 0; k < count; k++) {
        float side = kind == 3 && k % 8 != 0 ? 0.01F : 9, x = (float)rng_real(&r, 0, 1) * side,
              y = (float)rng_real(&r, 0, 1) * side;
        float z = (float)rng_real(&r, 0, 1) * side, half = (float)rng_real(&r, 0.1, 0.5), turn[4] = {1, 0.3F, -0.2F, 0.5F};
        x *= kind == 2 ? 0.02F : 1, y *= kind == 2 ? 0.02F : 1, z *= kind == 1 ? 0.02F : kind == 2 ? 50 : 1;
        if (kind == 3)
            half *= side / 9;
        if (kind == 4)
            half = k == 77 ? 30 : half * 0.5F;
        const sepal_solid_boxes cube = {.x = &x,
                                        .y = &y,
                                        .z = &z,
                                        .half_x = &half,
                                        .half_y = &half,
                                        .half_z = &half,
                                        .turn = {.w = &turn[0], .x = &turn[1], .y = &turn[2], .z = &turn[3]}};
        const sepal_solid_spheres ball = {&x, &y, &z, &half, 1};
        must((k % 2 == 0 || k == 77 ? sepal_solids_add_boxes(set, &cube, 1, NULL, NULL)
                                    : sepal_solids_add_spheres(set, &ball, 1, NULL, NULL)) == SEPAL_OK,
             "solid %zu of a crowd", k);
    }
    return set;
}
