/* mtv.c — the smallest push: its error and what it leaves, beside the bounds of docs/numerics/mtv.md. */
#include "couple.h"
#include "families.h"

#include <polys/kernel/large.h>

#define U 0x1p-24

static sepal_poly_mtv ask(const couple *c, const sepal_rule *rule) {
    sepal_poly_mtv found = {0};
    if (sepal_polys_mtv_pairs(c->a, c->b, couple_group, 1, rule,
                              &(sepal_mtvs){.normal_x = &found.x, .normal_y = &found.y, .depth = &found.depth}) != SEPAL_OK)
        found.depth = NAN;
    return found;
}

/* The sides of the bounding box of both cores. */
static void box_of(const couple *c, double *width, double *height) {
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
    *width = high[0] - low[0];
    *height = high[1] - low[1];
}

static double exact_depth(const couple *c) {
    const double distance = couple_distance(c, 0, 0);
    return distance > 0 ? -distance : -fmax(couple_unit_gap(c->a, c->b), couple_unit_gap(c->b, c->a));
}

/* Two polygons without area have other axes, which are computed in double. */
static bool in_float(const couple *c) {
    return (c->a->heads[0].flags & c->b->heads[0].flags & SEPAL_FLAT) == 0;
}

static double depth_share(const couple *c) {
    double width, height;
    box_of(c, &width, &height);
    return fabs((double)ask(c, NULL).depth - exact_depth(c)) / (16 * U * hypot(width, height));
}

static double depth_error(const float *input) {
    couple c;
    return couple_of_polygons(input, 3, 3, 3, &c) && in_float(&c) ? depth_share(&c) : -INFINITY;
}

/* Boxes have a kernel of their own. */
static double depth_error_of_boxes(const float *input) {
    couple c;
    return couple_of_boxes(input, &c) && in_float(&c) ? depth_share(&c) : -INFINITY;
}

/* The bound from which the sign of the depth counts as certain, computed for the least square around both shapes. The square of
 * the kernel is not smaller. */
static double sign_error(const float *input) {
    couple c;
    double width, height;
    if (!couple_of_polygons(input, 3, 3, 3, &c) || !in_float(&c))
        return -INFINITY;
    box_of(&c, &width, &height);
    return fabs((double)ask(&c, NULL).depth - exact_depth(&c)) / ((double)SEPAL_GAP_ERROR * fmax(width, height));
}

/* The greatest gap after b is moved without rounding. */
static double gap_after(const couple *c, const sepal_poly_mtv *push) {
    double x = (double)push->depth * (double)push->x, y = (double)push->depth * (double)push->y;
    return fmax(couple_unit_gap_moved(c->a, c->b, x, y), couple_unit_gap_moved(c->b, c->a, -x, -y));
}

static double push_error(const float *input) {
    couple c;
    double width, height;
    if (!couple_of_polygons(input, 3, 3, 3, &c) || !in_float(&c))
        return -INFINITY;
    box_of(&c, &width, &height);
    sepal_poly_mtv push = ask(&c, NULL);
    return push.depth > 0 ? fabs(gap_after(&c, &push)) / (22 * U * hypot(width, height)) : -INFINITY;
}

/* A segment and a triangle with radii, and a margin: the floats are 5 vertices, then these. Returns the depth of the shapes
 * after their cores were moved by (x, y). */
static double exact_round_depth(const couple *c, double reach, double x, double y) {
    double distance = couple_distance(c, x, y);
    if (distance > 0)
        return reach - distance;
    return reach - fmax(couple_unit_gap_moved(c->a, c->b, x, y), couple_unit_gap_moved(c->b, c->a, -x, -y));
}

static bool take_round(const float *f, couple *c, sepal_poly_mtv *push, double *reach, double *extent) {
    sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, fabsf(f[12]), 0};
    double width, height;
    if (!couple_of_round(f, 2, f[10], 3, f[11], c) || !in_float(c))
        return false;
    box_of(c, &width, &height);
    *push = ask(c, &rule);
    *reach = fabs((double)f[10]) + fabs((double)f[11]) + (double)rule.margin;
    *extent = hypot(width, height) + *reach;
    return *reach > 0; /* without radii and margin the shapes are polygons */
}

static double round_depth_error(const float *f) {
    couple c;
    sepal_poly_mtv push;
    double reach, extent;
    if (!take_round(f, &c, &push, &reach, &extent))
        return -INFINITY;
    return fabs((double)push.depth - exact_round_depth(&c, reach, 0, 0)) / (32 * U * extent);
}

static double round_push_error(const float *f) {
    couple c;
    sepal_poly_mtv push;
    double reach, extent;
    if (!take_round(f, &c, &push, &reach, &extent) || push.depth <= 0)
        return -INFINITY;
    double x = (double)push.depth * (double)push.x, y = (double)push.depth * (double)push.y;
    return fabs(exact_round_depth(&c, reach, x, y)) / (32 * U * extent);
}

/* An edge of a triangle and a point: how far the gap from its square, and that of the definition, are from the exact one. Of two edges these
 * errors together must not exceed the bound. */
static double point_gap_error(const float *input) {
    couple c;
    if (!couple_of_polygons(input, 3, 1, 3, &c) || !in_float(&c) || c.a->heads[0].low < -50)
        return -INFINITY;
    const w winding = couple_circle(c.a).winding;
    const w2 from = {w_set1(input[0]), w_set1(input[1])}, edge = w2_sub((w2){w_set1(input[2]), w_set1(input[3])}, from),
             point = {w_set1(input[6]), w_set1(input[7])}, normal = unit_normal(edge, w2_along(edge, edge), winding);
    const double ex = (double)input[2] - (double)input[0], ey = (double)input[3] - (double)input[1],
                 x = (double)input[6] - (double)input[0], y = (double)input[7] - (double)input[1],
                 exact = (x * ey - y * ex) / hypot(ex, ey) * (signbit(lane_of(winding)) ? -1 : 1);
    const double square = (double)lane_of(square_of_gap(from, edge, point, winding)), root = copysign(sqrt(fabs(square)), square),
                 defined = (double)lane_of(w2_along(normal, w2_sub(point, from)));
    if (ex == 0 && ey == 0)
        return -INFINITY;
    return (fabs(root - exact) + fabs(defined - exact)) /
           ((double)POINT_GAP_ERROR / 2 * (double)extent_of_one(&c.a->circles[0], &c.b->circles[0]));
}

static const attack attacks[] = {
    {"16uD",
     "a depth",
     depth_error,
     12,
     3,
     0.354,
     {0x1.4ab4e6p+0F, -0x1.9d6402p+2F, 0x1.5dcbfap+0F, 0x1.e3759p+0F, -0x1.ecdacp-7F, 0x1.c2014cp+0F, 0x1.5ff41p+0F, 0x1.a5f6b6p+0F,
      0x1.144032p-3F, 0x1.bfc70cp+0F, -0x1.17cd04p-2F, 0x1.c818ep+0F}},
    {"16uD",
     "a depth, boxes",
     depth_error_of_boxes,
     12,
     3,
     0.276,
     {0x1.c30622p-1F, -0x1.c23edap+4F, -0x1.6fa49p-1F, -0x1.578002p+0F, 0x1.9f91acp+2F, 0x1.772b62p+0F, 0x1.02b98ep-1F,
      0x1.bc6082p+2F, -0x1.d3461cp-1F, -0x1.2677d8p-1F, -0x1.ff17dap+2F, -0x1.773282p+0F}},
    {"22uD",
     "what a push leaves",
     push_error,
     12,
     3,
     0.289,
     {-0x1.1fcp+2F, 0x1.1fe3e2p+3F, 0x1.022ec6p+1F, 0x1.11b75ap+2F, 0x1.fe78aep+2F, -0x1.7e9e48p+0F, -0x1.25e37cp+2F,
      -0x1.624ea8p+0F, -0x1.7c9e9p+0F, -0x1.240698p+0F, 0x1.fe15eap+2F, 0x1.26c4dcp+3F}},
    {"SEPAL_GAP_ERROR",
     "a depth",
     sign_error,
     12,
     3,
     0.262,
     {-0x1.b8f906p+3F, -0x1.22dcdep+3F, 0x1.8f85fp+1F, 0x1.e4aa48p+2F, 0x1p-24F, -0x1.5abf9ep+0F, -0x1.d9c058p+0F, 0x1.db103p+2F,
      0x1.c68f1ap+1F, 0x1.26cabep+1F, 0x1.3ffbbep+1F, 0x1.85ecbap+2F}},
    {"32uD",
     "a depth, with radii",
     round_depth_error,
     13,
     3,
     0.154,
     {-0x1.6a1e2ep+0F, 0x1.248ad8p+1F, 0x1.8e537cp+0F, -0x1.810fb2p+0F, -0x1.4801fcp+0F, -0x1.907542p+0F, -0x1.060006p-12F,
      -0x1.6a0df8p+0F, 0x1.898p+0F, 0x1.1a5816p+1F, 0x1.00c314p-13F, -0x1.000e38p-12F, -0x1.00303ep-12F}},
    {"32uD",
     "what a push leaves",
     round_push_error,
     13,
     3,
     0.169,
     {-0x1.541294p+2F, -0x1.5b3b24p+1F, 0x1.fb89ecp+1F, 0x1.020f28p+3F, -0x1.5504bap+2F, 0x1.022f92p+3F, 0x1.5ef4ccp+2F,
      -0x1.fffffep-22F, 0x1.dfeff8p-22F, 0x1.8da0c4p+2F, -0x1.0005p-9F, 0x1.002dp-13F, -0x1.00006p-10F}},
    {"POINT_GAP_ERROR",
     "a gap to a point",
     point_gap_error,
     8,
     3,
     0.262,
     {0x1.fb355p+2F, 0x1.a1434p+0F, 0x1.d15e32p+1F, -0x1.604432p+1F, 0x1.df3492p+1F, 0x1.6eb91cp+0F, -0x1.073b6p+6F,
      0x1.07326ep+6F}},
};

const attack_family mtv_attacks = {"mtv", attacks, sizeof attacks / sizeof *attacks};
