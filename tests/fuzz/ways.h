/* ways.h — every way to change a set, with arguments from bytes, good and bad. The header of the library says what each returns and
 * leaves behind; that is worked out here without it, and compared. */
#ifndef SEPAL_TESTS_WAYS_H
#define SEPAL_TESTS_WAYS_H

#include "model.h"

/* The single ways. */
void take_add(pen *p, tracked *to);
void take_update(pen *p, tracked *to);
void take_many(pen *p, tracked *to);
void take_rows(pen *p, tracked *to);
void take_placing(pen *p, tracked *world, const tracked *models);

/* Takes any of these, makes room, or clears; `models` is another set, from which shapes are placed. */
void take_way(pen *p, tracked *to, const tracked *models);

/* Tries to make a set, with whole allocators and others. */
void take_creation(pen *p);

#endif
