/* orient3.h — on which side of the plane through a, b and c lies d? Exact for all finite float32 points. */
#ifndef SEPAL_EXACT_ORIENT3_H
#define SEPAL_EXACT_ORIENT3_H

#include <math.h>
#include <stdbool.h>

/* The sign of the determinant of b - a, c - a, d - a; 0 if the four points are in one plane. */
int sepal_orient3(const float a[3], const float b[3], const float c[3], const float d[3]);

/* The plane through a, b and c, for points d of which that is asked; normal: (b - a) x (c - a) in double, size: what bounds it. */
typedef struct sepal_plane3 {
    float a[3], b[3], c[3];
    double normal[3], size;
} sepal_plane3;
sepal_plane3 sepal_plane_through(const float a[3], const float b[3], const float c[3]);
int sepal_side_of_plane(const sepal_plane3 *plane, const float d[3]);

/* Does the direction d lead to the front of the triangle a, b, c, from which these go counter-clockwise? The sign of the determinant of
 * b - a, c - a and d. */
int sepal_side_of_direction(const float a[3], const float b[3], const float c[3], const float d[3]);

/* The sign of the determinant of three vectors. */
int sepal_triple(const float u[3], const float v[3], const float w[3]);

/* Is c on the line through a and b, which differ? */
bool sepal_on_line(const float a[3], const float b[3], const float c[3]);

/* The greatest component of a vector, in magnitude. */
static inline double sepal_largest_of(const double v[3]) {
    double x = fabs(v[0]), y = fabs(v[1]), z = fabs(v[2]);
    double most = x > y ? x : y;
    return most > z ? most : z;
}

#endif
