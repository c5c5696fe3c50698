/* polys_scalar_mtv_points.c — the nearest points of two shapes that are apart, or the deepest ones of two that overlap: the points
 * between which the push leads. It defines every bit of them.
 *
 * Let n be the normal of the push, and t a direction across it. The core of a is highest along n, that of b lowest, in a vertex or an
 * edge. The vertices within a small height of that cover an interval along t. Where the intervals of both cores overlap, a point of a
 * lies straight below one of b, or above it: the one in the middle is taken. So parallel edges get the middle of their common part,
 * and do not jump to an end of it when one is turned by a rounding. If the intervals do not overlap, the ends nearest to each other
 * are taken, which are vertices. The height exceeds the errors of the normal, so that these ends are straight above each other but
 * for these errors, unless an edge rises by little more than the height. All this is computed in float, and only a point on the line
 * between two vertices in double, which is rounded to float once.
 *
 * If the ends are not straight above each other, or the pair is out of the range of float, the points are computed in double: there
 * the intervals are those of all points within the height, edges included, which face each other whatever the slopes
 * (docs/numerics/mtv.md, "Points"). */
#include "../../core/arithmetic.h"

#include "points.h"
#include "reference.h"
#include <math.h>

static float coordinate(double v) {
    return 0 + sepal_nearest_float(v); /* 0 + -0 is 0 */
}

/* Makes a vector of about unit length one of unit length, by the series of 1 / sqrt(1 + e). */
static void normalise(double *x, double *y) {
    double e = *x * *x + *y * *y - 1, inverse = 1 - e * (0.5 - 0.375 * e);
    *x *= inverse;
    *y *= inverse;
}

/* --- In float --------------------------------------------------------------------------------- */

static float clamped_float(float v, float low, float high) {
    return v < low ? low : v > high ? high : v;
}

/* How far `across` is on the way between the two vertices of a top. */
static double part_of(const sepal_poly_top *top, float across) {
    float width = top->high - top->low;
    return width > 0 ? (double)((clamped_float(across, top->low, top->high) - top->low) / width) : 0;
}

static double point_between(float from, float to, double part) {
    return (double)from + part * ((double)to - (double)from);
}

bool sepal_polys_scalar_points_between(const sepal_poly_top *a, float radius_a, const sepal_poly_top *b, float radius_b,
                                       float height, float normal_x, float normal_y, sepal_mtv_points *out) {
    float low = a->low > b->low ? a->low : b->low, high = a->high < b->high ? a->high : b->high;
    if (low - high > height * 0.5F)
        return false;
    float middle = low + (high - low) * 0.5F;
    double part_a = part_of(a, middle), part_b = part_of(b, middle);
    double nx = (double)normal_x, ny = (double)normal_y, ra = (double)radius_a, rb = (double)radius_b;
    normalise(&nx, &ny);
    *out = (sepal_mtv_points){
        coordinate(point_between(a->from_x, a->to_x, part_a) + ra * nx),
        coordinate(point_between(a->from_y, a->to_y, part_a) + ra * ny),
        coordinate(point_between(b->from_x, b->to_x, part_b) - rb * nx),
        coordinate(point_between(b->from_y, b->to_y, part_b) - rb * ny),
    };
    return true;
}

/* A core seen along a direction, from an origin; across: another direction. */
typedef struct float_view {
    const float *x, *y;
    uint32_t size;
    float up_x, up_y, across_x, across_y;
    float origin_x, origin_y;
} float_view;

/* The bounding box of some points. */
typedef struct float_box {
    float low_x, high_x, low_y, high_y;
} float_box;

/* How high the core is; widens the box to hold it. */
static float measure_in_float(const float_view *v, float_box *box) {
    float highest = -INFINITY;
    for (uint32_t k = 0; k < v->size; k++) {
        float x = v->x[k] - v->origin_x, y = v->y[k] - v->origin_y, up = v->up_x * x + v->up_y * y;
        highest = up > highest ? up : highest;
        box->low_x = x < box->low_x ? x : box->low_x;
        box->high_x = x > box->high_x ? x : box->high_x;
        box->low_y = y < box->low_y ? y : box->low_y;
        box->high_y = y > box->high_y ? y : box->high_y;
    }
    return highest;
}

/* The top of the core: the vertices that are as high as `level`. */
static sepal_poly_top top_above(const float_view *v, float level) {
    sepal_poly_top top = {.low = INFINITY, .high = -INFINITY};
    for (uint32_t k = 0; k < v->size; k++) {
        float x = v->x[k] - v->origin_x, y = v->y[k] - v->origin_y;
        if (v->up_x * x + v->up_y * y >= level)
            sepal_poly_top_add(&top, v->across_x * x + v->across_y * y, v->x[k], v->y[k]);
    }
    return top;
}

static bool points_in_float(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float nx, float ny,
                            sepal_mtv_points *out) {
    const float *ax = sepal_poly_x(a, i), *ay = sepal_poly_y(a, i);
    float_view of_a = {ax, ay, a->heads[i].size, nx, ny, -ny, nx, *ax, *ay};
    float_view of_b = {sepal_poly_x(b, j), sepal_poly_y(b, j), b->heads[j].size, -nx, -ny, -ny, nx, *ax, *ay};
    float_box box = {0, 0, 0, 0}; /* the origin is a vertex */
    float highest_a = measure_in_float(&of_a, &box), highest_b = measure_in_float(&of_b, &box);
    float wide = box.high_x - box.low_x, high = box.high_y - box.low_y, diagonal = sqrtf(wide * wide + high * high);
    if (!(diagonal > SEPAL_POINTS_LEAST && SEPAL_POINTS_MOST > diagonal))
        return false;
    float height = diagonal * SEPAL_SLICE_HEIGHT;
    sepal_poly_top top_a = top_above(&of_a, highest_a - height), top_b = top_above(&of_b, highest_b - height);
    return sepal_polys_scalar_points_between(&top_a, sepal_poly_radius(a, i), &top_b, sepal_poly_radius(b, j), height, nx, ny, out);
}

/* --- In double -------------------------------------------------------------------------------- */

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

/* How high the core is; widens the box to hold it. */
static double measure(const view *v, interval *box_x, interval *box_y) {
    double highest = -INFINITY;
    for (uint32_t k = 0; k < v->size; k++) {
        double up = spot_of(v, k).up;
        highest = up > highest ? up : highest;
        widen(box_x, (double)v->x[k]);
        widen(box_y, (double)v->y[k]);
    }
    return highest;
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

static sepal_mtv_points points_in_double(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float normal_x,
                                         float normal_y) {
    double nx = (double)normal_x, ny = (double)normal_y;
    normalise(&nx, &ny);
    const float *ax = sepal_poly_x(a, i), *ay = sepal_poly_y(a, i), *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    view of_a = {ax, ay, a->heads[i].size, nx, ny, (double)ax[0], (double)ay[0]};
    view of_b = {bx, by, b->heads[j].size, -nx, -ny, (double)ax[0], (double)ay[0]}; /* seen from the other side */
    interval box_x = {INFINITY, -INFINITY}, box_y = box_x;
    double highest_a = measure(&of_a, &box_x, &box_y), highest_b = measure(&of_b, &box_x, &box_y);
    double wide = box_x.high - box_x.low, high = box_y.high - box_y.low;
    double height = (double)SEPAL_SLICE_HEIGHT * sqrt(high * high + wide * wide);

    interval slice_a = slice_above(&of_a, highest_a - height), slice_b = slice_above(&of_b, highest_b - height);
    double low = slice_a.low > -slice_b.high ? slice_a.low : -slice_b.high;
    double most = slice_a.high < -slice_b.low ? slice_a.high : -slice_b.low, middle = low + (most - low) / 2;
    double px = 0, py = 0, qx = 0, qy = 0;
    point_at(&of_a, clamped(middle, slice_a), &px, &py);
    point_at(&of_b, clamped(-middle, slice_b), &qx, &qy);
    double radius_a = (double)sepal_poly_radius(a, i), radius_b = (double)sepal_poly_radius(b, j);
    return (sepal_mtv_points){coordinate(px + radius_a * nx), coordinate(py + radius_a * ny), coordinate(qx - radius_b * nx),
                              coordinate(qy - radius_b * ny)};
}

/* --- Both ------------------------------------------------------------------------------------- */

sepal_mtv_points sepal_polys_scalar_mtv_points(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float normal_x,
                                               float normal_y) {
    sepal_mtv_points found;
    if (!points_in_float(a, i, b, j, normal_x, normal_y, &found))
        found = points_in_double(a, i, b, j, normal_x, normal_y);
    return found;
}
