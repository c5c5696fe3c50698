/* hull.h — the corners of the convex hull of some points; and the hulls that are added to a set, whatever their numbers are. */
#ifndef SEPAL_POLYS_HULL_H
#define SEPAL_POLYS_HULL_H

#include <sepal/polys.h>

/* Rearranges `count` >= 1 finite points so that the first ones are the corners of their hull: counter-clockwise, each once, none in
 * the middle of an edge, beginning with the least x (of several, the least y). Returns the number of corners: 1 for a point, 2 for
 * a segment. Exact; allocates nothing. Doubles: coordinates as orient64.h has them. */
size_t sepal_poly_hull(float *x, float *y, size_t count);
size_t sepal_poly_hull_doubles(double *x, double *y, size_t count);

/* What differs between hulls of floats and of doubles; so that a program without sets of doubles has nothing of them. */
typedef struct sepal_hull_numbers {
    size_t size; /* of a number, in bytes */
    /* Moves the corners of the hull of `count` points to their front, and returns how many there are; but `count` if `add` refuses any
     * polygon with these vertices. */
    size_t (*reduce)(void *x, void *y, size_t count);
    /* Adds polygons, as sepal_polys_add_many does. */
    sepal_status (*add)(sepal_polys *set, const void *x, const void *y, const uint32_t *first, size_t shapes, const void *radius,
                        uint32_t *index, sepal_refusal *refusal);
} sepal_hull_numbers;

/* sepal_polys_add_hulls for such numbers; set: one that they can be added to. */
sepal_status sepal_polys_add_hulls_of(const sepal_hull_numbers *numbers, sepal_polys *set, const void *x, const void *y,
                                      const uint32_t *first, size_t shapes, const void *radius, uint32_t *index,
                                      sepal_refusal *refusal);

#endif
