/* shape.h — polygons of few vertices, as tables of cases that were worked out by hand hold them. */
#ifndef SEPAL_TESTS_SHAPE_H
#define SEPAL_TESTS_SHAPE_H

#include <sepal/polys.h>
#include <stdbool.h>

#define ULP  0x1p-23F  /* the distance from 1 to the next float */
#define TINY 0x1p-149F /* the least float above 0 */

enum { SHAPE_MOST = 8 };

typedef struct shape {
    size_t count;
    float x[SHAPE_MOST], y[SHAPE_MOST];
} shape;

/* Adds the polygon, or its vertices in reverse order; returns its index. */
uint32_t add_shape(sepal_polys *set, const shape *s, bool reversed);

#endif
