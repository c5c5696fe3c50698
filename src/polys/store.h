/* store.h — what polys_set.c offers to the ways of filling a set. */
#ifndef SEPAL_POLYS_STORE_H
#define SEPAL_POLYS_STORE_H

#include "set.h"

/* Room for so many shapes and quadruples of floats in all; what the set holds stays as it is, whether or not there is memory. */
sepal_status sepal_polys_store_room(sepal_polys *set, size_t shapes, size_t quads);

/* Room for so many more. It grows by half at least, so that adding one by one stays linear. */
sepal_status sepal_polys_store_more(sepal_polys *set, size_t shapes, size_t quads);

/* The list of radii, for a set that has got room but perhaps no such list yet. */
sepal_status sepal_polys_store_radii(sepal_polys *set);

/* Appends such a polygon; sepal_polys_store_more was called for it. */
void sepal_polys_store_append(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t flags, float radius);

#endif
