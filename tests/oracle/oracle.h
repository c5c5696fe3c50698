/* oracle.h — the contact of two hulls, decided with GMP integers and by another theorem than the library uses.
 *
 * The bits of floats are decoded and scaled to integers, so that nothing rounds or depends on the floating-point state.
 * Convexity and hulls (hull.c) do not use GMP, so that scenes can be made on machines that do not have it. */
#ifndef SEPAL_TESTS_ORACLE_H
#define SEPAL_TESTS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum oracle_contact { ORACLE_APART, ORACLE_TOUCH, ORACLE_OVERLAP } oracle_contact;

/* How the convex hulls of two finite sets of points meet. The order of the points does not matter, nor do repeated points. */
oracle_contact oracle_hulls_contact(const float *ax, const float *ay, size_t a_count, const float *bx, const float *by,
                                    size_t b_count);

/* Of points whose coordinates are doubles: each is 0, or from 2^-200 to 2^100 in magnitude. */
oracle_contact oracle_doubles_contact(const double *ax, const double *ay, size_t a_count, const double *bx, const double *by,
                                      size_t b_count);

/* Whether these are the vertices of a convex polygon that goes round once (sepal_polys_add states the rule). */
bool oracle_is_convex(const float *x, const float *y, size_t count);

/* The corners of the convex hull of some points, counter-clockwise, each once, none in the middle of an edge; hull_x and hull_y
 * have room for `count`. Returns how many: 1 for a point, 2 for a segment. */
size_t oracle_hull(const float *x, const float *y, size_t count, float *hull_x, float *hull_y);

#endif
