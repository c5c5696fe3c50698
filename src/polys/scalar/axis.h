/* axis.h — the edge normal with the greatest gap, in float: for the push of cores, and of shapes with radii. */
#ifndef SEPAL_POLYS_SCALAR_AXIS_H
#define SEPAL_POLYS_SCALAR_AXIS_H

#include "../set.h"

/* The outward unit normal of an edge, the gap along it, and the number of the edge's first vertex. */
typedef struct sepal_axis {
    float x, y, gap;
    uint32_t edge;
} sepal_axis;

/* The greatest gap over the edge normals of polygon i of a to polygon j of b, with coordinates relative to an origin; -infinity if
 * there is no edge. False if an edge is too short for float (SEPAL_LEAST_SQUARE). */
bool sepal_polys_scalar_greatest_gap(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float origin_x,
                                     float origin_y, sepal_axis *best);

#endif
