/* records.h — what is derived from a solid when it is stored. */
#ifndef SEPAL_SOLIDS_RECORDS_H
#define SEPAL_SOLIDS_RECORDS_H

#include "set.h"

/* What the float filter reads of a box. */
sepal_box_filter sepal_box_find_filter(const sepal_parallelepiped *box);

/* The ball of a box with a radius. */
sepal_solid_ball sepal_box_find_ball(const sepal_parallelepiped *box, float radius);

/* The vertices of a hull are added in so many parts; the sum of these. */
enum { SEPAL_SUM_PARTS = 8 };
double sepal_hull_sum_parts(double part[SEPAL_SUM_PARTS]);

/* The record of a hull of `count` vertices with a radius. mean: of the vertices; square: the greatest square of their distances from the
 * mean, rounded to float; size: the greatest sum of the magnitudes of the coordinates of one. */
sepal_hull_record sepal_hull_record_of(const double mean[3], double square, double size, size_t count, float radius);

/* Lets *low and *high of a head cover one more number. */
void sepal_solid_cover(float v, int *low, int *high);

/* Has the hull no volume? */
bool sepal_hull_is_flat(const float *x, const float *y, const float *z, size_t count);

/* Notes the radius of solid `index`, which is the next one or one that is there. */
void sepal_solid_write_radius(sepal_solids *set, uint32_t index, float radius);

/* Writes a box with all its records as solid `index`, box number `at`. */
void sepal_box_write(sepal_solids *set, uint32_t index, uint32_t at, const sepal_parallelepiped *box, float radius);

/* Writes a hull with all its records as solid `index`, its block beginning at quadruple `at`. x, y and z may be the block's own. */
void sepal_hull_write(sepal_solids *set, uint32_t index, uint32_t at, const float *x, const float *y, const float *z, uint32_t size,
                      float radius);

/* Notes head, record and radius of a hull, whose block is written, as solid `index`. */
void sepal_hull_note(sepal_solids *set, uint32_t index, sepal_solid_head head, const sepal_hull_record *hull, float radius);

/* Appends a box, a hull; sepal_solids_store_more was called for it. */
void sepal_box_append(sepal_solids *set, const sepal_parallelepiped *box, float radius);
void sepal_hull_append(sepal_solids *set, const float *x, const float *y, const float *z, uint32_t size, float radius);

#endif
