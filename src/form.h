/* form.h — what is derived from the vertices when a polygon is stored. */
#ifndef SEPAL_FORM_H
#define SEPAL_FORM_H

#include "layout.h"

/* The exponents low and high of a head. */
void sepal_form_exponents(const float *x, const float *y, size_t count, sepal_poly_head *head);

/* The circles; `flags` as from sepal_is_convex. */
sepal_poly_circle sepal_form_circle(const float *x, const float *y, size_t count, uint32_t flags, float radius);

/* The parallelogram nearest to four vertices with this circle. */
sepal_poly_box sepal_form_parallelogram(const float *x, const float *y, const sepal_poly_circle *circle);

/* The segment between the first and the last of up to two vertices with this circle. */
sepal_poly_box sepal_form_segment(const float *x, const float *y, size_t count, const sepal_poly_circle *circle, float radius);

/* The coarse polygon of one with more than SEPAL_COARSE vertices: SEPAL_COARSE_FLOATS floats. */
void sepal_form_coarse(const float *x, const float *y, size_t count, float *out);

/* Is it so near that the box kernel will decide almost everything? */
bool sepal_form_is_box(const sepal_poly_box *parallelogram);

#endif
