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

/* The nearest floats, of two as near the even one, never -0. The lines are not parallel, and cross between p and q. */
sepal_float2 sepal_crossing(sepal_float2 p, sepal_float2 q, sepal_float2 r, sepal_float2 s);

#endif
