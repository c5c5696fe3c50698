/* d3.h — vectors of three doubles. Each operation is rounded once, in the order written, so that answers have the same bits wherever
 * they are computed; wd3.h has the same in lanes. */
#ifndef SEPAL_CORE_D3_H
#define SEPAL_CORE_D3_H

#include <math.h>

static inline void d3_sub(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = a[k] - b[k];
}
/* a . b, and a x b */
static inline double d3_dot(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}
static inline void d3_cross(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}
static inline double d3_length(const double a[3]) {
    return sqrt(d3_dot(a, a));
}
/* The sum of the magnitudes of the coordinates. */
static inline double d3_sum(const double a[3]) {
    return (fabs(a[0]) + fabs(a[1])) + fabs(a[2]);
}

#endif
