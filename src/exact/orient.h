/* orient.h — on which side of the line through a and b lies c? Exact for all finite float32 points. */
#ifndef SEPAL_EXACT_ORIENT_H
#define SEPAL_EXACT_ORIENT_H

#include <math.h>
#include <stdbool.h>

/* Does a come before b in the lexicographic order of points, x first? */
static inline bool sepal_point_before(float ax, float ay, float bx, float by) {
    return ax < bx || (ax == bx && ay < by);
}

/* The sign that sepal_orient returns, computed by expansions only. */
int sepal_orient_exact(float ax, float ay, float bx, float by, float cx, float cy);

/* Shewchuk (1997), section 4.2: the rounding error of the determinant below is at most this times |left| + |right|, not counting
 * the last rounding, which does not change its sign. */
#define SEPAL_ORIENT_ERROR ((3.0 + 16.0 * 0x1p-53) * 0x1p-53)

/* A number in double, and a bound on its error before its last rounding. */
typedef struct sepal_estimate {
    double value, error;
} sepal_estimate;

/* (b - a) x (c - a). In double, nothing made of float32 values by one product overflows or underflows, so the error bound holds for
 * all of them. */
static inline sepal_estimate sepal_determinant(float ax, float ay, float bx, float by, float cx, float cy) {
    double left = ((double)bx - (double)ax) * ((double)cy - (double)ay);
    double right = ((double)by - (double)ay) * ((double)cx - (double)ax);
    return (sepal_estimate){left - right, SEPAL_ORIENT_ERROR * (fabs(left) + fabs(right))};
}

/* The sign of the determinant: +1 left of the directed line a -> b, 0 on it, -1 right of it. */
static inline int sepal_orient(float ax, float ay, float bx, float by, float cx, float cy) {
    sepal_estimate det = sepal_determinant(ax, ay, bx, by, cx, cy);
    if (fabs(det.value) > det.error) /* nearly always true; the sign is computed without a branch */
        return (det.value > 0) - (det.value < 0);
    return sepal_orient_exact(ax, ay, bx, by, cx, cy);
}

#endif
