/* records.h — what is derived from a solid when it is stored. */
#ifndef SEPAL_SOLIDS_RECORDS_H
#define SEPAL_SOLIDS_RECORDS_H

#include "set.h"

/* What the float filter reads of a box. */
sepal_box_filter sepal_box_find_filter(const sepal_parallelepiped *box);

/* The ball of a box with a radius. */
sepal_solid_ball sepal_box_find_ball(const sepal_parallelepiped *box, float radius);

/* The record of a hull with a radius. */
sepal_hull_record sepal_hull_find_record(const float *x, const float *y, const float *z, size_t count, float radius);

/* Has the hull no volume? */
bool sepal_hull_is_flat(const float *x, const float *y, const float *z, size_t count);

/* Notes the radius of solid `index`, which is the next one or one that is there. */
void sepal_solid_write_radius(sepal_solids *set, uint32_t index, float radius);

/* Writes a box with all its records as solid `index`, box number `at`. */
void sepal_box_write(sepal_solids *set, uint32_t index, uint32_t at, const sepal_parallelepiped *box, float radius);

/* Writes a hull with all its records as solid `index`, its block beginning at quadruple `at`. x, y and z may be the block's own. */
void sepal_hull_write(sepal_solids *set, uint32_t index, uint32_t at, const float *x, const float *y, const float *z, uint32_t size,
                      float radius);

/* Appends a box, a hull; sepal_solids_store_more was called for it. */
void sepal_box_append(sepal_solids *set, const sepal_parallelepiped *box, float radius);
void sepal_hull_append(sepal_solids *set, const float *x, const float *y, const float *z, uint32_t size, float radius);

#endif
