/* first_touch.h — how two moving solids touch first, with GMP's numbers of many bits. */
#ifndef SEPAL_TESTS_ORACLE_FIRST_TOUCH_H
#define SEPAL_TESTS_ORACLE_FIRST_TOUCH_H

#include "solid.h"

/* When and how two moving solids touch first. */
typedef struct oracle_touch {
    double normal[3]; /* from the nearest point of the core of a to that of the core of b */
    double slope;     /* how fast they come nearer then, as a share of the move, from 0 to 1 */
    double shift;     /* how far b moves from the time `from` until then, as seen from a, as a share of the reach */
} oracle_touch;

/* a moves by move_a and b by move_b from time 0 to time 1; at the time `from` their cores are farther from each other than the sum of the
 * radii and the margin. Newton's method for the convex function of the time that is their distance, which is the least of those of all
 * parts of up to three members b - a. False if they never come as near. */
bool oracle_solids_first_touch(const oracle_solid *a, const float move_a[3], const oracle_solid *b, const float move_b[3],
                               float margin, float from, oracle_touch *out);

#endif
