/* depth.h — the error of an answer about the smallest push, computed with GMP. */
#ifndef SEPAL_TESTS_DEPTH_H
#define SEPAL_TESTS_DEPTH_H

#include <stdbool.h>
#include <stddef.h>

/* A shape by the vertices of its core, in any order, and its radius. */
typedef struct oracle_shape {
    const float *x, *y;
    size_t count;
    float radius;
} oracle_shape;

/* |depth - exact depth|, less the 2^-149 that no float can avoid, in units of 2^-24 times the extent (0 if there is no error). The
 * extent is the diagonal of the bounding box of both cores, plus the radii and the margin. An exact depth beyond the range of float
 * counts as the last float. */
double oracle_depth_error(const oracle_shape *a, const oracle_shape *b, float margin, float depth);

/* How much farther the shapes reach into each other along a normal of any length than along the best direction, which is the exact
 * depth, in the same units. */
double oracle_normal_error(const oracle_shape *a, const oracle_shape *b, float margin, float normal_x, float normal_y);

/* Are the cores farther from each other after b is moved along a normal, by 2^-250 of it? True also of cores that meet. */
bool oracle_normal_leads_away(const oracle_shape *a, const oracle_shape *b, float normal_x, float normal_y);

/* The size of the exact depth, in the same units, after b is moved by depth * (normal_x, normal_y) without rounding. */
double oracle_push_error(const oracle_shape *a, const oracle_shape *b, float margin, float normal_x, float normal_y, float depth);

#endif
