/* crossing.h — where two lines cross, rounded to the nearest floats. */
#ifndef SEPAL_EXACT_CROSSING_H
#define SEPAL_EXACT_CROSSING_H

#include "motion.h"
#include <math.h>
#include <stdbool.h>

/* docs/numerics/common.md, "A crossing": of a cross product as computed, in units of the sum of its products; of the share t; and the
 * least determinant, in these units, of which an estimate is used. */
#define SEPAL_CROSSING_CROSS 0x3p-52
#define SEPAL_CROSSING_SHARE 0x1p-50
#define SEPAL_CROSSING_LEAST 0x5p-49

/* A point in double, and how far each coordinate may be from the exact one; `known` is false if nothing is said of it. */
typedef struct sepal_crossing_estimate {
    bool known;
    double x, y, error_x, error_y;
} sepal_crossing_estimate;

/* Where the line through p and q meets that through r and s, between p and q. */
static inline sepal_crossing_estimate sepal_estimate_crossing(sepal_float2 p, sepal_float2 q, sepal_float2 r, sepal_float2 s) {
    const double dx = (double)q.x - (double)p.x, dy = (double)q.y - (double)p.y;
    const double ex = (double)s.x - (double)r.x, ey = (double)s.y - (double)r.y;
    const double wx = (double)r.x - (double)p.x, wy = (double)r.y - (double)p.y;
    const double left = dx * ey, right = dy * ex, divisor = left - right, size = fabs(left) + fabs(right);
    sepal_crossing_estimate out = {false, 0, 0, 0, 0};
    if (!(fabs(divisor) > SEPAL_CROSSING_LEAST * size))
        return out;
    const double above = wx * ey, below = wy * ex, t = (above - below) / divisor;
    const double error =
        SEPAL_CROSSING_CROSS * ((fabs(above) + fabs(below)) + fabs(t) * size) / fabs(divisor) + SEPAL_CROSSING_SHARE * fabs(t);
    out.known = true;
    out.x = (double)p.x + t * dx;
    out.y = (double)p.y + t * dy;
    out.error_x = fabs(dx) * error + 0x1p-51 * fabs(out.x);
    out.error_y = fabs(dy) * error + 0x1p-51 * fabs(out.y);
    return out;
}

/* docs/numerics/common.md, "By sides": of a side, in units of the products that it can be made of. */
#define SEPAL_SIDE_ERROR 0x1p-50

/* Twice the area between an edge and a point that is x and y away from its beginning; > 0 on the left. All four are differences of
 * floats. */
static inline double sepal_side(double run, double rise, double x, double y) {
    return run * y - rise * x;
}

/* How far a side may be from the exact one: nothing is farther apart than `width` in x and `height` in y. */
static inline double sepal_side_error(double run, double rise, double width, double height) {
    return (fabs(run) * height + fabs(rise) * width) * SEPAL_SIDE_ERROR;
}

/* Where the way from p to q crosses a line, of which p and q are on different sides. from, to: |sepal_side| of both from an edge
 * on that line; error: its sepal_side_error, which is less than both. */
static inline sepal_crossing_estimate sepal_estimate_passage(sepal_float2 p, sepal_float2 q, double from, double to, double error) {
    const double dx = (double)q.x - (double)p.x, dy = (double)q.y - (double)p.y, per = 1 / (from + to), t = from * per;
    const double x = (double)p.x + t * dx, y = (double)p.y + t * dy, share = error * per + SEPAL_CROSSING_SHARE;
    return (sepal_crossing_estimate){true, x, y, fabs(dx) * share + 0x1p-51 * fabs(x), fabs(dy) * share + 0x1p-51 * fabs(y)};
}

/* The nearest floats to where the line through r and s is crossed between p and q, which is estimated to be `near`. */
sepal_float2 sepal_round_crossing(const sepal_crossing_estimate *near, sepal_float2 p, sepal_float2 q, sepal_float2 r,
                                  sepal_float2 s);

/* The nearest floats, of two as near the even one, never -0. The lines are not parallel, and cross between p and q. */
sepal_float2 sepal_crossing(sepal_float2 p, sepal_float2 q, sepal_float2 r, sepal_float2 s);

#endif
