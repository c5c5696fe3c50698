/* polys_coarse.c — the coarse polygon of a large one: 16 of its vertices, and how far the others are from it.
 *
 * The slack is rounded up. A portal search on coarse polygons decides most pairs of large polygons (kernel/large.h). */
#include "../core/arithmetic.h"

#include "records.h"
#include <math.h>

/* The greatest extent of a polygon with a finite circle is less than this. Beyond, float may overflow, and the slack is infinite. */
#define COARSE_MOST 0x1p62F

float sepal_poly_coarse_slack(float square, float extent) {
    double slack = sqrt((double)square) * (1 + 0x1p-20) + SEPAL_COARSE_ERROR * (double)extent + SEPAL_COARSE_LEAST;
    return extent < COARSE_MOST ? (float)(slack * (1 + 0x1p-22)) : INFINITY; /* more than its rounding */
}

/* Kernels compute the same bits (kernel/place_lanes.h). */
void sepal_poly_find_coarse(const float *x, const float *y, size_t count, float *out) {
    float extent = 0, square = 0;
    for (size_t k = 0; k < SEPAL_COARSE; k++) {
        size_t from = k * count / SEPAL_COARSE, to = (k + 1) * count / SEPAL_COARSE, end = to < count ? to : 0;
        sepal_poly_chord chord = sepal_poly_chord_between(x[from], y[from], x[end], y[end]);
        out[k] = x[from];
        out[SEPAL_COARSE + k] = y[from];
        for (size_t i = from + 1; i < to; i++)
            square = fmaxf(square, sepal_poly_square_from_chord(&chord, x[i], y[i]));
    }
    for (size_t i = 1; i < count; i++)
        extent = fmaxf(extent, fmaxf(fabsf(x[i] - x[0]), fabsf(y[i] - y[0])));
    for (size_t k = 2 * (size_t)SEPAL_COARSE; k < SEPAL_COARSE_FLOATS; k++)
        out[k] = 0;
    out[SEPAL_COARSE_SLACK] = sepal_poly_coarse_slack(square, extent);
}
