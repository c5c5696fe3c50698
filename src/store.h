/* store.h — what polys.c offers to the ways of filling a set. */
#ifndef SEPAL_STORE_H
#define SEPAL_STORE_H

#include "layout.h"

/* Room for so many shapes and quadruples of floats in all; what the set holds stays as it is, whether or not there is memory. */
sepal_status sepal_store_room(sepal_polys *set, size_t shapes, size_t quads);

/* Room for so many more. It grows by half at least, so that adding one by one stays linear. */
sepal_status sepal_store_more(sepal_polys *set, size_t shapes, size_t quads);

/* The list of radii, for a set that has got room but perhaps no such list yet. */
sepal_status sepal_store_radii(sepal_polys *set);

/* Writes a polygon with the flags of sepal_is_convex into the block and the records of shape `index`. x and y may be the block's
 * own. If the radius is above 0, sepal_store_radii was called. */
void sepal_store_write(sepal_polys *set, uint32_t index, uint32_t at, const float *x, const float *y, uint32_t size, uint32_t flags,
                       float radius);

/* Appends such a polygon; sepal_store_more was called for it. */
void sepal_store_append(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t flags, float radius);

#endif
