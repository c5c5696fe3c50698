/* pushed_points.c — the points between which a push of polygons leads: how far is the vector between them from that of the push, and how
 * much less far along the normal is a point than the farthest of its core? Polygons with edges that are nearly parallel. */
#include "couple.h"
#include "families.h"

#include <float.h>

#define U 0x1p-24

typedef struct push {
    float x, y, depth, a_x, a_y, b_x, b_y;
} push;

static bool ask(const couple *c, push *out) {
    return sepal_polys_mtv_pairs(c->a, c->b, couple_group, 1, NULL,
                                 &(sepal_mtvs){&out->x, &out->y, &out->depth, &out->a_x, &out->a_y, &out->b_x, &out->b_y}) ==
           SEPAL_OK;
}

/* The diagonal of the bounding box of both cores. */
static double diagonal_of(const couple *c) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    const sepal_polys *const sets[] = {c->a, c->b};
    for (int s = 0; s < 2; s++)
        for (uint32_t k = 0; k < sets[s]->heads[0].size; k++) {
            const double at[] = {(double)sepal_poly_x(sets[s], 0)[k], (double)sepal_poly_y(sets[s], 0)[k]};
            for (int axis = 0; axis < 2; axis++) {
                low[axis] = fmin(low[axis], at[axis]);
                high[axis] = fmax(high[axis], at[axis]);
            }
        }
    return hypot(high[0] - low[0], high[1] - low[1]);
}

static double rounding_of(float x, float y) {
    return U * (fabs((double)x) + fabs((double)y)) + 0x1p-148;
}

/* A triangle; and two corners of another, the height by which its next edge rises, in 2^-20, and a corner beyond. */
static bool couple_of_slopes(const float *input, couple *out) {
    float f[14];
    for (int k = 0; k < 10; k++)
        f[k] = input[k];
    const float dx = f[2] - f[0], dy = f[3] - f[1]; /* beside the first edge of the first */
    f[10] = f[8] + input[10] * dx - input[11] * 0x1p-20F * dy;
    f[11] = f[9] + input[10] * dy + input[11] * 0x1p-20F * dx;
    f[12] = input[12];
    f[13] = input[13];
    return couple_of_polygons(f, 3, 4, 4, out);
}

static double vector_share(const couple *c) {
    push p;
    const double diagonal = diagonal_of(c);
    if (!(diagonal > 0) || !ask(c, &p))
        return -INFINITY;
    const double x = (double)p.a_x - (double)p.b_x - (double)p.depth * (double)p.x,
                 y = (double)p.a_y - (double)p.b_y - (double)p.depth * (double)p.y;
    return fmax(0, hypot(x, y) - rounding_of(p.a_x, p.a_y) - rounding_of(p.b_x, p.b_y)) / (256 * U * diagonal);
}

static double below_farthest(const sepal_polys *set, double x, double y, float at_x, float at_y) {
    double most = -INFINITY;
    for (uint32_t k = 0; k < set->heads[0].size; k++)
        most =
            fmax(most, x * ((double)sepal_poly_x(set, 0)[k] - (double)at_x) + y * ((double)sepal_poly_y(set, 0)[k] - (double)at_y));
    return fmax(0, most - rounding_of(at_x, at_y));
}

static double far_share(const couple *c) {
    push p;
    const double diagonal = diagonal_of(c);
    if (!(diagonal > 0) || !ask(c, &p))
        return -INFINITY;
    return fmax(below_farthest(c->a, (double)p.x, (double)p.y, p.a_x, p.a_y),
                below_farthest(c->b, -(double)p.x, -(double)p.y, p.b_x, p.b_y)) /
           (103 * U * diagonal);
}

static double vector_error(const float *input) {
    couple c;
    return couple_of_polygons(input, 3, 3, 3, &c) ? vector_share(&c) : -INFINITY;
}

static double vector_error_of_slopes(const float *input) {
    couple c;
    return couple_of_slopes(input, &c) ? vector_share(&c) : -INFINITY;
}

static double far_error(const float *input) {
    couple c;
    return couple_of_polygons(input, 3, 3, 3, &c) ? far_share(&c) : -INFINITY;
}

static double far_error_of_slopes(const float *input) {
    couple c;
    return couple_of_slopes(input, &c) ? far_share(&c) : -INFINITY;
}

static const attack attacks[] = {
    {"256 u D",
     "points of triangles",
     vector_error,
     12,
     4,
     0.579,
     {0x1.896a02p-5F, 0x1.57b772p-2F, 0x1.885908p-5F, 0x1.58813ep-2F, -0x1.87671ap-5F, -0x1.8fde7cp+3F, 0x1.eeea6ap+4F,
      -0x1.8dd436p-21F, 0x1.eeeabp+4F, -0x1.fda824p-12F, 0x1.eee9dcp+4F, 0x1.29ab22p-22F}},
    {"256 u D",
     "points of slopes",
     vector_error_of_slopes,
     14,
     4,
     0.526,
     {-0x1.fffe9ep+6F, -0x1.b49d9ap+1F, -0x1.21d7d6p+3F, -0x1.693c8p+1F, -0x1.00bcecp+7F, -0x1.b4804ep+1F, -0x1.b4816cp+1F,
      -0x1.ff33fap+2F, -0x1.b480fep+1F, -0x1.ff60b8p+2F, -0x1.6a7e46p+2F, -0x1.b8p+5F, -0x1.ff2ffcp+2F, 0x1.5e408ep+1F}},
    {"103 u B",
     "points of triangles",
     far_error,
     12,
     4,
     0.742,
     {0x1.3701b4p-14F, 0x1.4ddd5ep-16F, -0x1.f9f918p-18F, 0x1.40a64ep-23F, 0x1.898e3p-15F, 0x1.1d2bp-23F, -0x1.1d85acp-14F,
      0x1.1d2b14p-23F, 0x1.5c3114p-14F, 0x1.fdea22p-2F, -0x1.787c6cp+3F, 0x1.9f3292p+2F}},
    {"103 u B",
     "points of slopes",
     far_error_of_slopes,
     14,
     4,
     0.741,
     {0x1.8b6c68p+2F, -0x1.c1852ap+1F, -0x1.909d32p+2F, 0x1.440004p+0F, 0x1.8b6c5cp+2F, -0x1.c1824ap+1F, 0x1.4p+2F, -0x1.3bfffep+2F,
      0x1.9fecaep+2F, -0x1.3ada96p+2F, 0x1.7ed4dap+0F, 0x1.c5f2a2p+3F, -0x1.3c0004p+3F, -0x1.402ff8p+2F}},
};

const attack_family pushed_points_attacks = {"pushed_points", attacks, sizeof attacks / sizeof *attacks};
