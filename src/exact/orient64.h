/* orient64.h — the sign of the cross product of two differences of points whose coordinates are doubles, exactly.
 *
 * Each coordinate is 0 or from SEPAL_DOUBLE_LEAST to SEPAL_DOUBLE_MOST in magnitude. It is then a multiple of 2^-252, so that products
 * of two coordinates or differences are multiples of 2^-504 below 2^204: nothing here overflows or underflows, and Dekker's product is
 * exact. A coordinate may also be any float32, a multiple of 2^-149 below 2^128: products are then multiples of 2^-298 below 2^258. */
#ifndef SEPAL_EXACT_ORIENT64_H
#define SEPAL_EXACT_ORIENT64_H

#include "../core/compiler.h"
#include "orient.h"
#include <string.h>

#define SEPAL_DOUBLE_LEAST 0x1p-200
#define SEPAL_DOUBLE_MOST  0x1p100

typedef struct sepal_double2 {
    double x, y;
} sepal_double2;

/* Is v such a coordinate? */
static inline bool sepal_is_double_coordinate(double v) {
    const double size = fabs(v);
    return size == 0 || (size >= SEPAL_DOUBLE_LEAST && size <= SEPAL_DOUBLE_MOST);
}

/* The exponent of the greatest power of two of which v is a multiple; v is normal. */
static inline int sepal_grain_of(double v) {
    uint64_t word;
    memcpy(&word, &v, sizeof word);
    const uint64_t fraction = (word & 0xfffffffffffffU) | UINT64_C(1) << 52;
    return (int)(word >> 52 & 0x7ff) - 1075 + (int)sepal_lowest_bit(fraction);
}

/* 2^exponent, within the range of normal numbers. */
static inline double sepal_power_of_two(int exponent) {
    const uint64_t word = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &word, sizeof power);
    return power;
}

/* Does a come before b in the lexicographic order of points, x first? */
static inline bool sepal_is_before64(sepal_double2 a, sepal_double2 b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* The sign that sepal_cross64 returns, computed by expansions only. */
int sepal_cross64_exact(sepal_double2 a, sepal_double2 b, sepal_double2 c, sepal_double2 d);

/* The sign of (b - a) x (d - c): +1 if the way from c to d turns left of that from a to b. Two differences and a product have Shewchuk's
 * error for each term, wherever the differences begin. */
static inline int sepal_cross64(sepal_double2 a, sepal_double2 b, sepal_double2 c, sepal_double2 d) {
    const double left = (b.x - a.x) * (d.y - c.y), right = (b.y - a.y) * (d.x - c.x), det = left - right;
    if (fabs(det) > SEPAL_ORIENT_ERROR * (fabs(left) + fabs(right)))
        return (det > 0) - (det < 0);
    return sepal_cross64_exact(a, b, c, d);
}

/* As sepal_orient: +1 if c is on the left of the directed line a -> b, 0 on it, -1 on the right. */
static inline int sepal_orient64(sepal_double2 a, sepal_double2 b, sepal_double2 c) {
    return sepal_cross64(a, b, a, c);
}

#endif
