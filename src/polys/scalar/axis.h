/* axis.h — the edge normals of a pair, in float: for mtv.c, and for mtv_round.c. */
#ifndef SEPAL_POLYS_SCALAR_AXIS_H
#define SEPAL_POLYS_SCALAR_AXIS_H

#include "../set.h"

/* A unit normal, outward from the polygon of the edge; the gap along it; the edge, by the number of its first vertex. */
typedef struct sepal_axis {
    float x, y, gap;
    uint32_t edge;
} sepal_axis;

/* The greatest gap over the edge normals of polygon i of a, with coordinates relative to an origin: -infinity if there is no edge.
 * False if an edge is too short for float. */
bool sepal_polys_scalar_greatest_gap(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float origin_x,
                                     float origin_y, sepal_axis *best);

#endif
