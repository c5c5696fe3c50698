/* figures.h — convex shapes from bytes, as the harnesses about pairs take them. */
#ifndef SEPAL_TESTS_FIGURES_H
#define SEPAL_TESTS_FIGURES_H

#include "../oracle/depth.h"
#include "model.h"

enum { FIGURES_MOST = 6 }; /* different ones in a set */

/* A convex polygon, sometimes with a radius; or a box that is added by sepal_polys_add_boxes and whose vertices are read from
 * the set. */
typedef struct figure {
    shape shape;
    bool is_box;
    float box[6];
} figure;

figure figure_take(pen *p, bool only_boxes, bool round);

/* Moves a figure until one of its vertices lies on the boundary of another shape, or off it by the sum of radii and margin, up
 * to rounding. Shapes of raw bits alone hardly ever come so near to contact that rounding matters. */
void figure_bring_near(pen *p, figure *f, const shape *to, float margin);

/* A set of so many shapes, the different figures in turn. */
sepal_polys *figures_set(const figure *figures, size_t different, size_t count);

oracle_shape figure_oracle(const shape *s);

#endif
