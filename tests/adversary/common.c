/* common.c — the area that two polygons have in common, and what a polygon inside of another lacks of its own area. */
#include "../oracle/area.h"
#include "couple.h"
#include "families.h"

#include <math.h>
#include <polys/common.h>
#include <polys/kernel/query.h>

static double half_perimeter(const sepal_polys *set) {
    const float *x = sepal_poly_x(set, 0), *y = sepal_poly_y(set, 0);
    float left = x[0], right = x[0], low = y[0], high = y[0];
    for (uint32_t k = 1; k < set->heads[0].size; k++) {
        left = fminf(left, x[k]), right = fmaxf(right, x[k]);
        low = fminf(low, y[k]), high = fmaxf(high, y[k]);
    }
    return ((double)right - (double)left) + ((double)high - (double)low);
}

static bool have_area_in_common(const couple *c) {
    return ((c->a->heads[0].flags | c->b->heads[0].flags) & SEPAL_FLAT) == 0 &&
           sepal_polys_scalar_overlap(c->a, 0, c->b, 0, SEPAL_TOUCHING_IS_APART);
}

static double common_error(const couple *c) {
    const sepal_polys *a = c->a, *b = c->b;
    const oracle_areas exact = oracle_common(sepal_poly_x(a, 0), sepal_poly_y(a, 0), a->heads[0].size, sepal_poly_x(b, 0),
                                             sepal_poly_y(b, 0), b->heads[0].size);
    return fabs((sepal_polys_scalar_common(a, 0, b, 0).exact - exact.common) - exact.common_rest);
}

static double triangles_in_common(const float *f) {
    couple c;
    if (!couple_of_polygons(f, 3, 3, 3, &c) || !have_area_in_common(&c))
        return -INFINITY;
    return common_error(&c) / (SEPAL_COMMON_INSIDE * half_perimeter(c.a) * half_perimeter(c.b));
}

static double quads_in_common(const float *f) {
    couple c;
    if (!couple_of_polygons(f, 4, 4, 4, &c) || !have_area_in_common(&c))
        return -INFINITY;
    return common_error(&c) / (SEPAL_COMMON_INSIDE * half_perimeter(c.a) * half_perimeter(c.b));
}

/* A polygon and itself from its second vertex. */
static double rest_of_equal(const float *f) {
    float floats[16];
    couple c;
    for (int k = 0; k < 8; k++) {
        floats[k] = f[k];
        floats[8 + k] = f[(k + 2) % 8];
    }
    if (!couple_of_polygons(floats, 4, 4, 4, &c) || !have_area_in_common(&c))
        return -INFINITY;
    const double rest = sepal_polys_area_scalar(c.b, 0) - sepal_polys_scalar_common(c.a, 0, c.b, 0).exact;
    return fabs(rest) / (SEPAL_COMMON_INSIDE * half_perimeter(c.a) * half_perimeter(c.b));
}

static const attack attacks[] = {
    {"SEPAL_COMMON_INSIDE",
     "the area of two triangles",
     triangles_in_common,
     12,
     4,
     0.0024,
     {0x1.667084p+2F, 0x1.4470cap+1F, 0x1.5c0014p-2F, 0x1.93b328p+0F, -0x1.52aefep+1F, 0x1.0c2c66p+1F, -0x1.0c3d1ap+1F,
      0x1.bb445cp+3F, 0x1.c829cep+2F, 0x1.394594p+3F, 0x1.66e414p+0F, 0x1.aa6adp+0F}},
    {"SEPAL_COMMON_INSIDE",
     "the area of two quads",
     quads_in_common,
     16,
     4,
     0.0018,
     {-0x1.ffffc2p+2F, 0x1.0a28a8p+0F, -0x1.a91fcep+2F, -0x1.0fde24p+3F, 0x1.8p+2F, -0x1.0fde24p+3F, -0x1.8a93a2p+2F,
      0x1.1a7758p+1F, -0x1.fa124p+2F, -0x1.6p+0F, 0x1.03bb08p+0F, -0x1.000008p-2F, 0x1.734d58p+2F, 0x1.d94e8p+0F, -0x1p+3F,
      0x1.3e7e02p+1F}},
    {"SEPAL_COMMON_INSIDE",
     "the rest of what is inside",
     rest_of_equal,
     8,
     4,
     0.0034,
     {-0x1.c12182p-1F, -0x1.c03382p-1F, -0x1.7f72b6p+3F, -0x1.ffffc6p-2F, -0x1.88920cp+3F, -0x1.97eaa8p+3F, -0x1.7dd71ap-1F,
      -0x1.87eaacp+3F}},
};

const attack_family common_attacks = {"common", attacks, sizeof attacks / sizeof *attacks};
