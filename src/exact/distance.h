/* distance.h — is a distance in the plane less than, equal to, or greater than a reach? Exact for all finite float32 input.
 *
 * A reach is a sum of three floats, such as two radii and a margin, as a real number. Distances are compared squared: two points by
 * a polynomial of degree 2 in the coordinates and the reach; a point and a line, (e x w)^2 against reach^2 e.e, by one of degree 4.
 * Each is first evaluated in double with a bound on its error, and by expansions if that does not decide. */
#ifndef SEPAL_EXACT_DISTANCE_H
#define SEPAL_EXACT_DISTANCE_H

#include "orient.h"

typedef struct sepal_reach {
    float part[3];
    double square; /* of the sum, with five roundings */
} sepal_reach;

/* The reach a + b + c, which must be >= 0; each of the three may be negative. */
sepal_reach sepal_reach_of(float a, float b, float c);

/* The sign of a + b + c. */
int sepal_reach_sign(float a, float b, float c);

/* --- First, in double ------------------------------------------------------------------------- */

/* A bound on the relative error of comparing two squares in double (docs/numerics/round.md, "The reference"). */
#define SEPAL_COMPARE_ERROR (20 * 0x1p-53)

/* Two bounds of the square of a distance, and the square of the reach. For the distance from a line, all are multiplied by the
 * squared length of its edge. */
typedef struct sepal_squares {
    double least, most, reach;
} sepal_squares;

sepal_squares sepal_squares_of_points(float ax, float ay, float bx, float by, const sepal_reach *reach);
sepal_squares sepal_squares_of_line(float ax, float ay, float bx, float by, float px, float py, const sepal_reach *reach);

/* (b - a) . (c - a) */
sepal_estimate sepal_dot(float ax, float ay, float bx, float by, float cx, float cy);

/* --- Exactly ---------------------------------------------------------------------------------- */

/* The sign of (b - a) . (c - a). */
int sepal_sign_of_dot(float ax, float ay, float bx, float by, float cx, float cy);

/* The sign of |b - a| - reach. */
int sepal_compare_points(float ax, float ay, float bx, float by, const sepal_reach *reach);

/* The sign of the distance of p from the line through a and b, minus the reach. a and b must differ. */
int sepal_compare_line(float ax, float ay, float bx, float by, float px, float py, const sepal_reach *reach);

/* Does the perpendicular from p to the line through a and b meet it strictly between them? If so, the sign of its length - reach;
 * if not, +1. */
int sepal_compare_edge(float ax, float ay, float bx, float by, float px, float py, const sepal_reach *reach);

#endif
