/* outward.h — sums of floats, rounded to float downwards or upwards: the sides of boxes that hold shapes. */
#ifndef SEPAL_CORE_OUTWARD_H
#define SEPAL_CORE_OUTWARD_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The sum of `count` floats as a real number, rounded down: the greatest float that is not above it, or -FLT_MAX if that is beyond the
 * range. At most 16 numbers, and an infinite one is one beyond all others. */
float sepal_sum_down(const float *numbers, size_t count);

/* How a sum of at most six floats in double is rounded down, where their magnitudes add up to `size`: five roundings change it by less than
 * 5.01 * 2^-53 of that. */
#define SEPAL_SUM_ERROR 0x1p-50

/* Rounds such a sum down, as sepal_sum_down would; true if that is certain: if there is no float within its error of it. The sum is a
 * multiple of 2^-149, as its floats are, so that none but 0 is rounded to 0. No branch depends on the numbers. */
static inline bool sepal_round_down(double sum, double size, float *down) {
    const float nearest = (float)sum;
    uint32_t bits;
    memcpy(&bits, &nearest, sizeof bits);
    const uint32_t above = (double)nearest > sum, negative = 0 - (bits >> 31); /* the float before has the next or the last bits */
    bits += (above ^ ~negative) - ~negative;
    float before;
    memcpy(&before, &bits, sizeof before);
    *down = before > -FLT_MAX ? before : -FLT_MAX;
    return fabs((double)nearest - sum) > size * SEPAL_SUM_ERROR;
}

/* Is a sum of at most six such floats exact in double, this being one of them? If each is 0 or at least so great, all are multiples of
 * size * 2^-52, as floats have 24 bits. */
#define SEPAL_SUM_LEAST 0x1p-28

static inline bool sepal_is_exact_in_sum(float number, double size) {
    return number == 0 || fabs((double)number) >= size * SEPAL_SUM_LEAST;
}

#endif
