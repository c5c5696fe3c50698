/* depth.h — the exact smallest push, in GMP: how far is an answer from it? */
#ifndef SEPAL_TESTS_DEPTH_H
#define SEPAL_TESTS_DEPTH_H

#include <stddef.h>

/* A polygon by its vertices; the order of their hull does not matter. */
typedef struct oracle_points {
    const float *x, *y;
    size_t count;
} oracle_points;

/* |depth - exact depth|, less the 2^-149 that no float can avoid, in units of 2^-24 times the diagonal of the bounding box of both
 * (0 if there is no error). An exact depth beyond the range of float counts as the last float. */
double oracle_depth_error(oracle_points a, oracle_points b, float depth);

/* The size of the exact depth, in the same units, after b is moved by depth * (normal_x, normal_y) without rounding. */
double oracle_push_error(oracle_points a, oracle_points b, float normal_x, float normal_y, float depth);

#endif
