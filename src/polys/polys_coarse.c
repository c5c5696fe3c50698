/* polys_coarse.c — the coarse polygon of a large one: 16 of its vertices, and how far the others are from it.
 *
 * It is computed in double, and its slack rounded up. A portal search on coarse polygons decides most pairs of large polygons
 * (kernel/portal.h). */
#include "../core/arithmetic.h"

#include "records.h"
#include <math.h>

/* Bounds the errors of the double arithmetic below, relative to the extent of the polygon; they are near 2^-50
 * (docs/numerics/records.md, "Slack of a coarse polygon"). */
#define COARSE_ERROR 0x1p-45

/* The greatest square of the distance of vertices from + 1 .. to - 1 from the chord between `from` and `end` (Ericson, Real-Time
 * Collision Detection, section 5.1.2). Whatever point of the chord the distance is measured to is a point of the coarse polygon, so
 * an inaccurate t can only make the slack larger than necessary. */
static double square_from_chord(const float *x, const float *y, size_t from, size_t to, size_t end) {
    double ax = (double)x[from], ay = (double)y[from], ex = (double)x[end] - ax, ey = (double)y[end] - ay, greatest = 0;
    double length2 = ex * ex + ey * ey, inverse = length2 > 0 ? 1 / length2 : 0;
    for (size_t i = from + 1; i < to; i++) {
        double dx = (double)x[i] - ax, dy = (double)y[i] - ay, t = (ex * dx + ey * dy) * inverse;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        dx = dx - t * ex;
        dy = dy - t * ey;
        greatest = fmax(greatest, dx * dx + dy * dy);
    }
    return greatest;
}

float sepal_poly_coarse_slack(double square, float extent) {
    return (float)((sqrt(square) * (1 + 0x1p-20) + COARSE_ERROR * (double)extent) * (1 + 0x1p-22)); /* more than its rounding */
}

/* Kernels compute the same bits (kernel/place_chords.h). */
void sepal_poly_find_coarse(const float *x, const float *y, size_t count, float *out) {
    double square = 0;
    float extent = 0;
    for (size_t k = 0; k < SEPAL_COARSE; k++) {
        size_t from = k * count / SEPAL_COARSE, to = (k + 1) * count / SEPAL_COARSE;
        out[k] = x[from];
        out[SEPAL_COARSE + k] = y[from];
        square = fmax(square, square_from_chord(x, y, from, to, to < count ? to : 0));
    }
    for (size_t i = 1; i < count; i++)
        extent = fmaxf(extent, fmaxf(fabsf(x[i] - x[0]), fabsf(y[i] - y[0])));
    for (size_t k = 2 * (size_t)SEPAL_COARSE; k < SEPAL_COARSE_FLOATS; k++)
        out[k] = 0;
    out[SEPAL_COARSE_SLACK] = sepal_poly_coarse_slack(square, extent);
}
