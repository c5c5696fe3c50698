/* area.h — the area that two convex polygons have in common, by rational numbers: the one is cut off at the lines of the other's edges
 * (Sutherland, Hodgman, "Reentrant polygon clipping", CACM 1974), unlike in the library. */
#ifndef SEPAL_TESTS_ORACLE_AREA_H
#define SEPAL_TESTS_ORACLE_AREA_H

#include <stdbool.h>
#include <stddef.h>

/* The areas, rounded to double; 0 exactly if they are. common_rest: what `common` lacks of the exact area. inside_a: b is inside of a,
 * which has area; and so for inside_b. */
typedef struct oracle_areas {
    double common, common_rest, a, b;
    double iou, share_a, share_b; /* 0 if there is no common area */
    bool inside_a, inside_b;
} oracle_areas;

oracle_areas oracle_common(const float *ax, const float *ay, size_t a_count, const float *bx, const float *by, size_t b_count);

#endif
