/* polys_coarse.c — the coarse polygon of a large one: 16 of its vertices, and how far the others are from it.
 *
 * It is computed in double, and its slack rounded up. A portal search on coarse polygons decides most pairs of large polygons
 * (kernel/portal.h). */
#include "../core/arithmetic.h"

#include "records.h"
#include <math.h>

/* Bounds the errors of the double arithmetic below, relative to the size of the polygon; they are near 2^-50
 * (docs/numerics/records.md, "Slack of a coarse polygon"). */
#define COARSE_ERROR 0x1p-45

/* The distance of p from the segment a b (Ericson, Real-Time Collision Detection, section 5.1.2). */
static double distance_from_segment(double px, double py, double ax, double ay, double bx, double by) {
    double ex = bx - ax, ey = by - ay, dx = px - ax, dy = py - ay;
    double along = ex * dx + ey * dy, length2 = ex * ex + ey * ey;
    double t = length2 > 0 ? along / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    dx -= t * ex;
    dy -= t * ey;
    return sqrt(dx * dx + dy * dy);
}

/* Every vertex between two chosen ones is compared with their chord. The distance is measured to some point of the chord, which is
 * a point of the coarse polygon; so an inaccurate t can only make the slack larger than necessary. */
void sepal_poly_find_coarse(const float *x, const float *y, size_t count, float *out) {
    double slack = 0, size = 0;
    for (size_t k = 0; k < SEPAL_COARSE; k++) {
        size_t from = k * count / SEPAL_COARSE, to = (k + 1) * count / SEPAL_COARSE, end = to < count ? to : 0;
        out[k] = x[from];
        out[SEPAL_COARSE + k] = y[from];
        for (size_t i = from; i < to; i++) {
            slack = fmax(slack, distance_from_segment((double)x[i], (double)y[i], (double)x[from], (double)y[from], (double)x[end],
                                                      (double)y[end]));
            size = fmax(size, fmax(fabs((double)x[i] - (double)x[0]), fabs((double)y[i] - (double)y[0])));
        }
    }
    for (size_t k = 2 * (size_t)SEPAL_COARSE; k < SEPAL_COARSE_FLOATS; k++)
        out[k] = 0;
    out[SEPAL_COARSE_SLACK] = (float)((slack * (1 + 0x1p-20) + COARSE_ERROR * size) * (1 + 0x1p-22)); /* more than its rounding */
}
