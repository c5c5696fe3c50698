/* contacts.h — what is exact about a contact, computed in long double: more accurate by far than the bounds that are judged with it,
 * and in the same range of exponents or a larger one. */
#ifndef SEPAL_TESTS_CONTACTS_H
#define SEPAL_TESTS_CONTACTS_H

#include "depth.h"

/* The signed distance of the cores: below 0 minus the smallest push that parts them, else how far they are apart. */
long double oracle_signed_distance(const oracle_shape *a, const oracle_shape *b);

/* The least n . (q - p) over points p of the core of a and q of the core of b, for (x, y) / |(x, y)| = n. */
long double oracle_gap_along(const oracle_shape *a, const oracle_shape *b, long double x, long double y);

/* The distance of a point from the boundary of the core. */
long double oracle_boundary_distance(const oracle_shape *a, long double x, long double y);

/* The diagonal of the bounding box of both cores, plus the radii and the margin. */
long double oracle_extent(const oracle_shape *a, const oracle_shape *b, long double margin);

/* The greatest |x| or |y| of the vertices of both, taken from the first one of a. */
long double oracle_reach_from_first(const oracle_shape *a, const oracle_shape *b);

#endif
