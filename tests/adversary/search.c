/* search.c — the two certificates of the search (portal.h): the product of a direction with the support point of b - a, and the
 * cross product of two points of b - a. */
#include "couple.h"
#include "families.h"

#include <polys/kernel/large.h>

/* Two triangles, the last vertex repeated until they fill a block of 16. */
static bool take(const float *input, couple *c, portal_search *s) {
    if (!couple_of_polygons(input, 3, 3, 9, c))
        return false;
    const circle_lanes of_a = couple_circle(c->a), of_b = couple_circle(c->b);
    const w way = w2_greatest(w2_sub(of_b.centre, of_a.centre));
    portal_begin(c->a, c->b, couple_group, FROM_COARSE, of_a, of_b, way, s);
    return true;
}

/* The support point of b - a along a direction, and its product with it. */
static double exact_support(const couple *c, double x, double y) {
    const float *ax = sepal_poly_x(c->a, 0), *ay = sepal_poly_y(c->a, 0), *bx = sepal_poly_x(c->b, 0), *by = sepal_poly_y(c->b, 0);
    double greatest = -INFINITY;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            greatest = fmax(greatest, x * ((double)bx[j] - (double)ax[i]) + y * ((double)by[j] - (double)ay[i]));
    return greatest;
}

static double axis_error(const float *input) {
    couple c;
    portal_search s;
    if (!take(input, &c, &s))
        return -INFINITY;
    float x = input[12], y = input[13];
    support_lanes found = support_of_difference(&s, NULL, (w2){w_set1(x), w_set1(y)});
    return fabs((double)lane_of(found.along) - exact_support(&c, (double)x, (double)y)) / (double)lane_of(found.error);
}

/* The difference of two vertices that was rounded to this. (If several lie equally far along a direction, float and double may
 * choose different ones.) */
static void exact_point(const couple *c, w2 rounded, double *x, double *y) {
    const float *ax = sepal_poly_x(c->a, 0), *ay = sepal_poly_y(c->a, 0), *bx = sepal_poly_x(c->b, 0), *by = sepal_poly_y(c->b, 0);
    double nearest = INFINITY;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double dx = (double)bx[j] - (double)ax[i], dy = (double)by[j] - (double)ay[i];
            double off = fabs(dx - (double)lane_of(rounded.x)) + fabs(dy - (double)lane_of(rounded.y));
            if (off < nearest) {
                nearest = off;
                *x = dx;
                *y = dy;
            }
        }
}

static double cross_error_of(const float *input) {
    couple c;
    portal_search s;
    if (!take(input, &c, &s))
        return -INFINITY;
    w2 p = support_of_difference(&s, NULL, (w2){w_set1(input[12]), w_set1(input[13])}).point;
    w2 q = support_of_difference(&s, NULL, (w2){w_set1(input[14]), w_set1(input[15])}).point;
    double px, py, qx, qy;
    exact_point(&c, p, &px, &py);
    exact_point(&c, q, &qx, &qy);
    return fabs((double)lane_of(w_cross(p, q)) - (px * qy - py * qx)) / (double)lane_of(cross_error(&s, NULL));
}

static const attack attacks[] = {
    {"PORTAL_AXIS_ERROR",
     "a projection",
     axis_error,
     14,
     4,
     0.739,
     {0x1.50b59p+1F, 0x1.2891a8p+3F, 0x1.e9fc6ep+3F, -0x1.6e0016p+1F, -0x1.f0abc6p+1F, -0x1.8216e2p-1F, -0x1.d03c14p-1F,
      -0x1.f86202p-12F, -0x1.d03704p-1F, -0x1.ea4ff6p-12F, -0x1.d010c2p-1F, 0x1.129064p-7F, -0x1.f9b596p+1F, 0x1.2cde9ep-3F}},
    {"PORTAL_CROSS_ERROR",
     "a cross product",
     cross_error_of,
     16,
     4,
     0.364,
     {0x1.077dc8p+3F, -0x1.f6d6a8p+0F, 0x1.085008p+3F, -0x1.4053p+0F, 0x1.e9239p+2F, -0x1.610cc6p+0F, -0x1.da0248p+0F,
      -0x1.16e872p+4F, -0x1.076594p+3F, -0x1.69b984p+3F, 0x1.94b004p-5F, -0x1.23f30ap+3F, -0x1.a89a28p+3F, 0x1.085008p+3F,
      -0x1.20b37cp+2F, -0x1.685164p+3F}},
};

const attack_family search_attacks = {"search", attacks, sizeof attacks / sizeof *attacks};
