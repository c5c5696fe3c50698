/* corners.h — the polygon that two convex polygons have in common, by rational numbers: the hull of all vertices of the one that are in
 * the other and of all points where two edges cross, unlike in the library. */
#ifndef SEPAL_TESTS_ORACLE_CORNERS_H
#define SEPAL_TESTS_ORACLE_CORNERS_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the corners, rounded to the nearest floats, as sepal_polys_common_polygons gives them; there is room for as many as both polygons
 * have vertices. Returns how many there are; 0 if the polygons are apart. with_area: receives whether the common part has area. */
size_t oracle_corners(const float *ax, const float *ay, size_t a_count, const float *bx, const float *by, size_t b_count, float *x,
                      float *y, bool *with_area);

/* |value - x| for the point (x, y) where the line through points 0 and 1 crosses that through points 2 and 3, or |value - y| if `axis` is 1;
 * -1 if they are parallel. */
double oracle_crossing_error(const float x[4], const float y[4], int axis, double value);

#endif
