/* polys_scalar_mtv_points.c — the nearest points of two shapes that are apart, or the deepest ones of two that overlap: the points
 * between which the push leads. It defines every bit of them.
 *
 * Let n be the normal of the push, and t a direction across it. The core of a is highest along n, that of b lowest, in a vertex or an
 * edge. The vertices within a small height of that cover an interval along t. Where the intervals of both cores overlap, a point of a
 * lies straight below one of b, or above it: the one in the middle is taken. So parallel edges get the middle of their common part,
 * and do not jump to an end of it when one is turned by a rounding. If the intervals do not overlap, the ends nearest to each other
 * are taken, which are vertices. The height exceeds the errors of the normal, so that these ends are straight above each other but
 * for these errors, unless an edge rises by little more than the height. An edge that is turned on does not leave the interval at
 * once, but by and by, while its far end goes from one height to two. All this is computed in float, and only a point on the line
 * between two vertices in double, which is rounded to float once.
 *
 * If a vertex is between one height and two, or so near to them that float cannot tell, if the ends are not straight above each other,
 * or if the pair is out of the range of float, the points are computed in double. If the intervals do not face each other there either,
 * those of all points within the height are taken, edges included, which do so whatever the slopes
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

/* Of the highest vertices of a core, the one that is lowest across the direction and the one that is highest: where they are across,
 * and the vertices themselves. */
typedef struct float_top {
    float low, high;
    float from_x, from_y, to_x, to_y;
} float_top;

/* Is a vertex at `across` the first one so low or so high? Then it becomes that end. */
static void add_to_top(float_top *top, float across, float x, float y) {
    if (across < top->low) {
        top->low = across;
        top->from_x = x;
        top->from_y = y;
    }
    if (top->high < across) {
        top->high = across;
        top->to_x = x;
        top->to_y = y;
    }
}

/* How far `across` is on the way between the two vertices of a top. */
static double part_of(const float_top *top, float across) {
    float width = top->high - top->low;
    return width > 0 ? (double)((clamped_float(across, top->low, top->high) - top->low) / width) : 0;
}

static double point_between(float from, float to, double part) {
    return (double)from + part * ((double)to - (double)from);
}

/* The points from the tops of both cores, that of a along the normal, that of b against it, both measured across in the same
 * direction. diagonal: of the bounding box. False if the two do not face each other. */
static bool points_between(const float_top *a, float radius_a, const float_top *b, float radius_b, float diagonal, float normal_x,
                           float normal_y, sepal_mtv_points *out) {
    float low = a->low > b->low ? a->low : b->low, high = a->high < b->high ? a->high : b->high;
    if (low - high > diagonal * (SEPAL_SLICE_HEIGHT * 0.5F))
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

/* The top of the core: the vertices that certainly count, by how high the highest is. False if it is not certain of one. */
static bool find_top(const float_view *v, float highest, float diagonal, float_top *top) {
    float level = highest - diagonal * SEPAL_SLICE_SURE, out = highest - diagonal * SEPAL_SLICE_OUT;
    *top = (float_top){.low = INFINITY, .high = -INFINITY};
    for (uint32_t k = 0; k < v->size; k++) {
        float x = v->x[k] - v->origin_x, y = v->y[k] - v->origin_y, up = v->up_x * x + v->up_y * y;
        if (up >= level)
            add_to_top(top, v->across_x * x + v->across_y * y, v->x[k], v->y[k]);
        else if (up >= out)
            return false;
    }
    return true;
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
    float_top top_a, top_b;
    return find_top(&of_a, highest_a, diagonal, &top_a) && find_top(&of_b, highest_b, diagonal, &top_b) &&
           points_between(&top_a, sepal_poly_radius(a, i), &top_b, sepal_poly_radius(b, j), diagonal, nx, ny, out);
}

/* --- In double -------------------------------------------------------------------------------- */

/* A core seen along a direction: how high a point is, and where it is across that direction, from an origin. */
typedef struct view {
    const float *x, *y;
    uint32_t size;
    bool clockwise;
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

/* What of the core counts as equally high, from one end across to the other: the end of a share of an edge, the vertices that count
 * and are farthest out, the end of another share. */
typedef struct double_top {
    double across[4], x[4], y[4];
} double_top;

static void put_end(double_top *top, int at, double across, double x, double y) {
    top->across[at] = across;
    top->x[at] = x;
    top->y[at] = y;
}

/* How much of an edge to a point counts: all of it if the point is at most one height lower than the highest one, nothing from two on. */
static double share_to(double up, double highest, double height) {
    return height > 0 ? 2 - (highest - up) / height : 2; /* where all is in one point, it is as high */
}

static uint32_t neighbour_of(const view *v, uint32_t k, bool next) {
    return sepal_step_around(v->size, k, !next);
}

/* Goes on from vertex k, which is farthest out on one side (end 0 or 3), by the shares of the edges that lead farther out; false if none
 * does on this way round. No share is greater than the one before, so that the end is a mean of vertices, whatever is rounded. */
static bool extend_top(double_top *top, int end, const view *v, uint32_t k, bool next, double highest, double height) {
    const double outwards = end == 0 ? -1 : 1;
    double least = 1;
    bool found = false;
    for (uint32_t steps = 1; steps < v->size; steps++) {
        const uint32_t to = neighbour_of(v, k, next);
        const spot from_spot = spot_of(v, k), to_spot = spot_of(v, to);
        const double dx = (double)v->x[to] - (double)v->x[k], dy = (double)v->y[to] - (double)v->y[k],
                     along = to_spot.across - from_spot.across, share = share_to(to_spot.up, highest, height);
        k = to;
        if (dx == 0 && dy == 0)
            continue;
        least = share < least ? share : least;
        if (!(outwards * along > 0 && least > 0))
            break;
        put_end(top, end, top->across[end] + least * along, top->x[end] + least * dx, top->y[end] + least * dy);
        found = true;
    }
    return found;
}

/* All vertices within the height count, and of the edges that lead farther out a share each. An edge that looks up leads outwards on the
 * way round, or on the way back if the core is clockwise; of a core without area also on the other way. */
static double_top top_of(const view *v, double highest, double height) {
    double_top top = {{0, INFINITY, -INFINITY, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
    uint32_t first = 0, last = 0;
    for (uint32_t k = 0; k < v->size; k++) {
        const spot at = spot_of(v, k);
        if (height > 0 && highest - at.up > height) /* the share of an edge to it is less than 1, also as computed */
            continue;
        if (at.across < top.across[1]) {
            put_end(&top, 1, at.across, (double)v->x[k], (double)v->y[k]);
            first = k;
        }
        if (at.across > top.across[2]) {
            put_end(&top, 2, at.across, (double)v->x[k], (double)v->y[k]);
            last = k;
        }
    }
    put_end(&top, 0, top.across[1], top.x[1], top.y[1]);
    put_end(&top, 3, top.across[2], top.x[2], top.y[2]);
    if (!extend_top(&top, 0, v, first, v->clockwise, highest, height))
        extend_top(&top, 0, v, first, !v->clockwise, highest, height);
    if (!extend_top(&top, 3, v, last, !v->clockwise, highest, height))
        extend_top(&top, 3, v, last, v->clockwise, highest, height);
    return top;
}

static interval interval_of(const double_top *top) {
    return (interval){top->across[0], top->across[3]};
}

/* The point of a top that is at `across`, or at its end. */
static void point_of_top(const double_top *top, double across, double *x, double *y) {
    const int from = across < top->across[1] ? 0 : across > top->across[2] ? 2 : 1;
    const double low = top->across[from], width = top->across[from + 1] - low;
    const double part = width > 0 ? (clamped(across, (interval){low, top->across[from + 1]}) - low) / width : 0;
    *x = top->x[from] + part * (top->x[from + 1] - top->x[from]);
    *y = top->y[from] + part * (top->y[from + 1] - top->y[from]);
}

/* An edge of the core, as far as it is as high as `level`. */
typedef struct piece {
    spot from, to;
    double from_x, from_y, to_x, to_y;
} piece;

/* Moves one end of an edge, which is lower than the level, up to it along the edge. */
static void raise_end(spot *end, double *x, double *y, spot other, double other_x, double other_y, double level) {
    const double part = (level - end->up) / (other.up - end->up), at = end->across + part * (other.across - end->across);
    const interval edge = {end->across < other.across ? end->across : other.across,
                           end->across < other.across ? other.across : end->across};
    *end = (spot){level, clamped(at, edge)};
    *x += part * (other_x - *x);
    *y += part * (other_y - *y);
}

/* The edge that leads to vertex k. False if nothing of it is as high. */
static bool piece_above(const view *v, double level, uint32_t k, piece *out) {
    const uint32_t before = (k == 0 ? v->size : k) - 1;
    const double from_x = (double)v->x[before], from_y = (double)v->y[before], to_x = (double)v->x[k], to_y = (double)v->y[k];
    const spot from = spot_of(v, before), to = spot_of(v, k);
    *out = (piece){from, to, from_x, from_y, to_x, to_y};
    if (from.up < level && to.up < level)
        return false;
    if (from.up < level)
        raise_end(&out->from, &out->from_x, &out->from_y, to, to_x, to_y, level);
    if (to.up < level)
        raise_end(&out->to, &out->to_x, &out->to_y, from, from_x, from_y, level);
    return true;
}

/* What of the core is as high as `level`, across. Some vertex must be. */
static interval slice_above(const view *v, double level) {
    interval found = {INFINITY, -INFINITY};
    piece p;
    for (uint32_t k = 0; k < v->size; k++)
        if (piece_above(v, level, k, &p)) {
            widen(&found, p.from.across);
            widen(&found, p.to.across);
        }
    return found;
}

/* The highest point of the boundary that is at `across`, which must be within what is as high as `level`. A side that goes almost straight
 * up has no point at `across` that could be computed, but all of it that is as high is within the height. */
static void point_at(const view *v, double level, double across, double *x, double *y) {
    double best = -INFINITY;
    piece p;
    for (uint32_t k = 0; k < v->size; k++) {
        if (!piece_above(v, level, k, &p))
            continue;
        const double width = p.to.across - p.from.across,
                     part = width == 0 ? p.to.up >= p.from.up : (across - p.from.across) / width;
        const double up = p.from.up + part * (p.to.up - p.from.up);
        const bool spans = (p.from.across <= across && across <= p.to.across) || (p.to.across <= across && across <= p.from.across);
        if (spans && up > best) {
            best = up;
            *x = p.from_x + part * (p.to_x - p.from_x);
            *y = p.from_y + part * (p.to_y - p.from_y);
        }
    }
}

/* An interval as seen from the other side. */
static interval turned(interval i) {
    return (interval){-i.high, -i.low};
}

/* How far two intervals are apart; negative if they overlap. */
static double gap_of(interval i, interval j) {
    return (i.low > j.low ? i.low : j.low) - (i.high < j.high ? i.high : j.high);
}

/* Where two intervals that overlap have the middle of their common part; else between their ends. */
static double middle_of(interval i, interval j) {
    const double low = i.low > j.low ? i.low : j.low, high = i.high < j.high ? i.high : j.high;
    return low + (high - low) / 2;
}

static sepal_mtv_points points_in_double(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float normal_x,
                                         float normal_y) {
    double nx = (double)normal_x, ny = (double)normal_y;
    normalise(&nx, &ny);
    const float *ax = sepal_poly_x(a, i), *ay = sepal_poly_y(a, i), *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    const bool clockwise_a = (a->heads[i].flags & SEPAL_CLOCKWISE) != 0, clockwise_b = (b->heads[j].flags & SEPAL_CLOCKWISE) != 0;
    view of_a = {ax, ay, a->heads[i].size, clockwise_a, nx, ny, (double)ax[0], (double)ay[0]};
    view of_b = {bx, by, b->heads[j].size, clockwise_b, -nx, -ny, (double)ax[0], (double)ay[0]}; /* seen from the other side */
    interval box_x = {INFINITY, -INFINITY}, box_y = box_x;
    double highest_a = measure(&of_a, &box_x, &box_y), highest_b = measure(&of_b, &box_x, &box_y);
    double wide = box_x.high - box_x.low, high = box_y.high - box_y.low;
    double height = (double)SEPAL_SLICE_HEIGHT * sqrt(high * high + wide * wide);

    double px = 0, py = 0, qx = 0, qy = 0;
    double_top top_a = top_of(&of_a, highest_a, height), top_b = top_of(&of_b, highest_b, height);
    interval across_a = interval_of(&top_a), across_b = turned(interval_of(&top_b));
    if (gap_of(across_a, across_b) <= height / 2) {
        double middle = middle_of(across_a, across_b);
        point_of_top(&top_a, middle, &px, &py);
        point_of_top(&top_b, -middle, &qx, &qy);
    } else {
        interval slice_a = slice_above(&of_a, highest_a - height), slice_b = slice_above(&of_b, highest_b - height);
        double middle = middle_of(slice_a, turned(slice_b));
        point_at(&of_a, highest_a - height, clamped(middle, slice_a), &px, &py);
        point_at(&of_b, highest_b - height, clamped(-middle, slice_b), &qx, &qy);
    }
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
