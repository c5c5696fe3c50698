/* polys_scalar_mtv_points.c — the nearest points of two shapes that are apart, or the deepest ones of two that overlap: the points
 * between which the push leads.
 *
 * Let n be the normal of the push, and t a direction across it. The core of a is highest along n, that of b lowest, in a vertex or an
 * edge. What is within a small height of that is a slice of each core, and covers an interval along t. Where these two intervals
 * overlap, a point of a lies straight below one of b, or above it: the one in the middle is taken. So parallel edges get the middle of
 * their common part, and do not jump to an end of it when one is turned by a rounding. The height of the slices exceeds the errors of
 * the normal, so that the intervals overlap but for these errors (docs/numerics/mtv.md, "Points"); if they do not, the ends nearest to
 * each other are taken. All of it is computed in double, from the boundary of the cores, and rounded to float once. */
#include "../../core/arithmetic.h"

#include "reference.h"
#include <math.h>

/* The height of a slice, relative to the diagonal of the box around both cores along n and t (docs/numerics/mtv.md, "Points"). */
#define SLICE_HEIGHT (68 * 0x1p-24)

/* A core seen along a direction: how high a point is, and where it is across that direction, from an origin. */
typedef struct view {
    const float *x, *y;
    uint32_t size;
    double up_x, up_y;
    double origin_x, origin_y;
} view;

typedef struct spot {
    double up, across;
} spot;

static spot spot_of(const view *v, uint32_t k) {
    double x = (double)v->x[k] - v->origin_x, y = (double)v->y[k] - v->origin_y;
    return (spot){v->up_x * x + v->up_y * y, v->up_x * y - v->up_y * x};
}

/* An interval, such as what a core covers along a direction. */
typedef struct interval {
    double low, high;
} interval;

static void widen(interval *i, double by) {
    i->low = by < i->low ? by : i->low;
    i->high = by > i->high ? by : i->high;
}

static double clamped(double v, interval i) {
    return v < i.low ? i.low : v > i.high ? i.high : v;
}

static void measure(const view *v, interval *up, interval *across) {
    *up = *across = (interval){INFINITY, -INFINITY};
    for (uint32_t k = 0; k < v->size; k++) {
        spot at = spot_of(v, k);
        widen(up, at.up);
        widen(across, at.across);
    }
}

/* What of the core is as high as `level`, across. Some vertex must be. */
static interval slice_above(const view *v, double level) {
    interval found = {INFINITY, -INFINITY};
    spot from = spot_of(v, v->size - 1);
    for (uint32_t k = 0; k < v->size; k++) {
        spot to = spot_of(v, k);
        if (to.up >= level)
            widen(&found, to.across);
        if ((to.up >= level) != (from.up >= level)) {
            double part = (level - from.up) / (to.up - from.up), at = from.across + part * (to.across - from.across);
            interval edge = {from.across < to.across ? from.across : to.across, from.across < to.across ? to.across : from.across};
            widen(&found, clamped(at, edge));
        }
        from = to;
    }
    return found;
}

/* The highest point of the boundary that is at `across`, which must be within what the core covers. */
static void point_at(const view *v, double across, double *x, double *y) {
    double best = -INFINITY;
    uint32_t last = v->size - 1;
    spot from = spot_of(v, last);
    for (uint32_t k = 0; k < v->size; last = k++) {
        spot to = spot_of(v, k);
        double width = to.across - from.across, part = width == 0 ? to.up >= from.up : (across - from.across) / width;
        double up = from.up + part * (to.up - from.up);
        bool spans = (from.across <= across && across <= to.across) || (to.across <= across && across <= from.across);
        if (spans && up > best) {
            double from_x = (double)v->x[last], from_y = (double)v->y[last];
            best = up;
            *x = from_x + part * ((double)v->x[k] - from_x);
            *y = from_y + part * ((double)v->y[k] - from_y);
        }
        from = to;
    }
}

static float coordinate(double v) {
    return 0 + sepal_nearest_float(v); /* 0 + -0 is 0 */
}

sepal_mtv_points sepal_polys_scalar_mtv_points(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float normal_x,
                                               float normal_y) {
    double nx = (double)normal_x, ny = (double)normal_y, length = sqrt(nx * nx + ny * ny);
    nx /= length;
    ny /= length;
    const float *ax = sepal_poly_x(a, i), *ay = sepal_poly_y(a, i), *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    view of_a = {ax, ay, a->heads[i].size, nx, ny, (double)ax[0], (double)ay[0]};
    view of_b = {bx, by, b->heads[j].size, -nx, -ny, (double)ax[0], (double)ay[0]}; /* seen from the other side */
    interval up_a, across_a, up_b, across_b;
    measure(&of_a, &up_a, &across_a);
    measure(&of_b, &up_b, &across_b);
    interval up = {up_a.low, up_a.high}, across = {across_a.low, across_a.high};
    widen(&up, -up_b.low);
    widen(&up, -up_b.high);
    widen(&across, -across_b.low);
    widen(&across, -across_b.high);
    double high = up.high - up.low, wide = across.high - across.low, height = SLICE_HEIGHT * sqrt(high * high + wide * wide);

    interval slice_a = slice_above(&of_a, up_a.high - height), slice_b = slice_above(&of_b, up_b.high - height);
    double low = slice_a.low > -slice_b.high ? slice_a.low : -slice_b.high;
    double most = slice_a.high < -slice_b.low ? slice_a.high : -slice_b.low, middle = low + (most - low) / 2;
    double px = 0, py = 0, qx = 0, qy = 0;
    point_at(&of_a, clamped(middle, slice_a), &px, &py);
    point_at(&of_b, clamped(-middle, slice_b), &qx, &qy);
    double radius_a = (double)sepal_poly_radius(a, i), radius_b = (double)sepal_poly_radius(b, j);
    return (sepal_mtv_points){coordinate(px + radius_a * nx), coordinate(py + radius_a * ny), coordinate(qx - radius_b * nx),
                              coordinate(qy - radius_b * ny)};
}
