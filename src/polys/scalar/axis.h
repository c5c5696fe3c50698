/* axis.h — the edge normal with the greatest gap, in float: for the push of cores, and of shapes with radii. */
#ifndef SEPAL_POLYS_SCALAR_AXIS_H
#define SEPAL_POLYS_SCALAR_AXIS_H

#include "../mtv.h"
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

/* What float knows of the cores of a pair, and of the line along which their depth is measured. */
typedef enum sepal_line_status {
    SEPAL_LINE_MEETS,   /* the cores surely overlap; the line is the best axis */
    SEPAL_LINE_TOUCHES, /* they touch, but for rounding; if they meet, the line is the best axis */
    SEPAL_LINE_APART,   /* they are surely apart; the line is that of their nearest points */
    SEPAL_LINE_UNKNOWN  /* the line is not computed */
} sepal_line_status;

/* The normal of the line, and minus the gap along it as the depth, from the best axis of both: of b, whose normal leads to a, if
 * `from_b`. extent: no two vertices differ by more in x or y. */
sepal_line_status sepal_polys_scalar_line(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                          const sepal_axis *best, bool from_b, float extent, sepal_poly_mtv *out);

#endif
