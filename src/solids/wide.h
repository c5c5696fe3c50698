/* wide.h — signs of whole numbers that 64 bits do not hold.
 *
 * A number of a known size is known by its last bits, whatever overflowed on the way: those of numbers that kernels ask about one by one,
 * where double leaves a sign open (docs/numerics/solids_kernels.md, "One part"). */
#ifndef SEPAL_SOLIDS_WIDE_H
#define SEPAL_SOLIDS_WIDE_H

#include "../exact/whole.h"

#include <math.h>

/* The greatest determinant whose sign 128 bits tell, with room for one more error; 0 where the compiler has no such numbers. */
#ifdef SEPAL_HAS_WHOLE
#define WHOLE_MOST_WIDE 0x1p125
#else
#define WHOLE_MOST_WIDE 0.0
#endif

/* The sign of det(a, b, c), of vectors below 2^54, if it is below WHOLE_MOST_WIDE. */
static inline int sepal_wide_turn(const int64_t a[3], const int64_t b[3], const int64_t c[3]) {
#ifdef SEPAL_HAS_WHOLE
    sepal_natural128 sum = 0;
    for (int k = 0; k < 3; k++) {
        const int y = (k + 1) % 3, z = (k + 2) % 3;
        const sepal_whole128 across = (sepal_whole128)a[y] * b[z] - (sepal_whole128)a[z] * b[y];
        sum += (sepal_natural128)across * (sepal_natural128)c[k];
    }
    return sum == 0 ? 0 : sum >> 127 != 0 ? -1 : 1;
#else
    (void)a, (void)b, (void)c;
    return 0;
#endif
}

/* Is |n . step| at most reach |n|, or below that where touching does not count? In units, n, step and reach are whole numbers, n . step
 * is below 2^52, and n below 2^36: so double knows the difference of the squares but for less than 2^57, and its last bits tell it. */
static inline bool sepal_wide_is_in_reach(const double n[3], const double step[3], double reach, double unit, bool touching) {
    const double height = ((n[0] * step[0] + n[1] * step[1]) + n[2] * step[2]) * (unit * unit * unit), r = reach * unit;
    const double most = r * r * (((n[0] * n[0] + n[1] * n[1]) + n[2] * n[2]) * (unit * unit * unit * unit)), away = height * height;
    if (fabs(most - away) > 0x1p-48 * (most + away))
        return most > away;
    const uint64_t of_r = (uint64_t)r, of_height = (uint64_t)(int64_t)height;
    uint64_t square = 0;
    for (int k = 0; k < 3; k++) {
        const uint64_t of_n = (uint64_t)(int64_t)(n[k] * (unit * unit));
        square += of_n * of_n;
    }
    const int64_t excess = (int64_t)(of_r * of_r * square - of_height * of_height);
    return touching ? excess >= 0 : excess > 0;
}

#endif
