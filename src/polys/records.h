/* records.h — what is derived from the vertices when a polygon is stored (set.h has the records). */
#ifndef SEPAL_POLYS_RECORDS_H
#define SEPAL_POLYS_RECORDS_H

#include "set.h"

/* Sets the exponents low and high of a head. */
void sepal_poly_find_exponents(const float *x, const float *y, size_t count, sepal_poly_head *head);

/* The two circles of a shape; `flags` as from sepal_poly_is_convex. */
sepal_poly_circle sepal_poly_find_circle(const float *x, const float *y, size_t count, uint32_t flags, float radius);

/* The parallelogram nearest to four vertices with this circle. */
sepal_poly_parallelogram sepal_poly_find_parallelogram(const float *x, const float *y, const sepal_poly_circle *circle);

/* The segment between the first and the last of up to two vertices with this circle. */
sepal_poly_segment sepal_poly_find_segment(const float *x, const float *y, size_t count, const sepal_poly_circle *circle,
                                           float radius);

/* The coarse polygon of one with more than SEPAL_COARSE vertices: SEPAL_COARSE_FLOATS floats. */
void sepal_poly_find_coarse(const float *x, const float *y, size_t count, float *out);

/* The slack of a coarse polygon. `square`: the greatest square of a vertex's distance from the chord that skips it. `extent`: the
 * greatest difference of a coordinate from that of the first vertex. */
float sepal_poly_coarse_slack(double square, float extent);

/* Is the parallelogram so near to the polygon that the box kernel will decide almost every pair? */
bool sepal_poly_is_box(const sepal_poly_parallelogram *parallelogram);

/* Writes a polygon with the flags of sepal_poly_is_convex into the block and the records of shape `index`, but says nothing of it in
 * the totals of the set, nor in its radii. Returns the flags of its head. x and y may be the block's own. */
uint32_t sepal_poly_write_records(sepal_polys *set, uint32_t index, uint32_t at, const float *x, const float *y, uint32_t size,
                                  uint32_t flags, float radius);

/* Is this written shape one of those that `plain` asks for? */
bool sepal_poly_is_plain(const sepal_polys *set, uint32_t index);

/* Writes a polygon with the flags of sepal_poly_is_convex into the block and the records of shape `index`, and counts it in
 * the totals of the set. x and y may be the block's own. */
void sepal_poly_write(sepal_polys *set, uint32_t index, uint32_t at, const float *x, const float *y, uint32_t size, uint32_t flags,
                      float radius);

#endif
