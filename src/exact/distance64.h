/* distance64.h — is a distance in the plane less than, equal to, or greater than a reach, where all are doubles? As distance.h, exactly.
 *
 * Coordinates are in the range of orient64.h; radii and margins are 0, or from 2^-200 to 2^129 in magnitude. A comparison of squares of
 * degree 4 is then a sum of multiples of 2^-1008 that is less than 2^470, so that nothing over- or underflows. */
#ifndef SEPAL_EXACT_DISTANCE64_H
#define SEPAL_EXACT_DISTANCE64_H

#include "orient64.h"

typedef struct sepal_reach64 {
    double part[3];
    double square; /* of the sum, within 5.1 * 2^-53 of itself */
} sepal_reach64;

/* The reach a + b + c, which must be >= 0; each of the three may be negative. */
sepal_reach64 sepal_reach64_of(double a, double b, double c);

/* The sign of a + b + c. */
int sepal_reach64_sign(double a, double b, double c);

/* The sign of (b - a) . (c - a): the cross product of the one with the other turned by a right angle. */
static inline int sepal_sign_of_dot64(sepal_double2 a, sepal_double2 b, sepal_double2 c) {
    return sepal_cross64(a, b, (sepal_double2){-a.y, a.x}, (sepal_double2){-c.y, c.x});
}

/* The sign of |b - a| - reach. */
int sepal_compare_points64(sepal_double2 a, sepal_double2 b, const sepal_reach64 *reach);

/* The sign of the distance of p from the line through a and b, minus the reach. a and b must differ. */
int sepal_compare_line64(sepal_double2 a, sepal_double2 b, sepal_double2 p, const sepal_reach64 *reach);

/* Does the perpendicular from p to the line through a and b meet it strictly between them? If so, the sign of its length - reach;
 * if not, +1. */
int sepal_compare_edge64(sepal_double2 a, sepal_double2 b, sepal_double2 p, const sepal_reach64 *reach);

#endif
