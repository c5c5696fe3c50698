/* push.h — the way out of a Minkowski difference, and its rounding. */
#ifndef SEPAL_SOLIDS_SCALAR_PUSH_H
#define SEPAL_SOLIDS_SCALAR_PUSH_H

#include "../mtv.h"
#include "distance.h"

/* Finds a face of the Minkowski difference K, as three members, that is nearest to the origin but for 2^-40 of the extent of K. K
 * holds the origin. The normal n points outward. False if K has no volume. */
bool sepal_solids_scalar_nearest_face(const sepal_cores *cores, sepal_nearest *out);

/* A unit vector at right angles to all members of a K without volume, rounded; (1, 0, 0) if they are one point. */
void sepal_solids_scalar_flat_normal(const sepal_cores *cores, float normal[3]);

/* The sum of the three parts of the reach and sign times the distance of what was found, rounded once, to the nearest float; beyond
 * all of them the last one. Part 3 of the reach is 0. */
float sepal_nearest_rounded(sepal_nearest *found, const sepal_cores *cores, const sepal_reach3 *reach, int sign);

/* The direction of n, times sign, as a unit vector: each component the nearest float. */
void sepal_nearest_direction(sepal_nearest *found, const sepal_cores *cores, int sign, float normal[3]);

#endif
