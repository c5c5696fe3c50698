/* ways.h — every way to change a set, with good and bad arguments from bytes. What the header of the library promises about
 * status and contents is computed here independently, and compared. */
#ifndef SEPAL_TESTS_WAYS_H
#define SEPAL_TESTS_WAYS_H

#include "model.h"

/* The single ways. */
void take_add(pen *p, tracked *to);
void take_update(pen *p, tracked *to);
/* Removes a shape, sometimes, and puts a copy of one of this set or of another into its slot. */
void take_replacement(pen *p, tracked *to, const tracked *models);
void take_many(pen *p, tracked *to);
void take_rows(pen *p, tracked *to);
void take_placing(pen *p, tracked *world, const tracked *models);

/* Takes any of these, reserves room, or clears the set. `models` is another set, from which shapes are placed. */
void take_way(pen *p, tracked *to, const tracked *models);

/* Tries to create a set, with complete and incomplete allocators. */
void take_creation(pen *p);

#endif
