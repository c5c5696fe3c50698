/* join.h — joins of a tree, which put candidates into a question and ask about the last of them. */
#ifndef SEPAL_SEARCH_JOIN_H
#define SEPAL_SEARCH_JOIN_H

#include "question.h"

/* The tree with itself. */
void sepal_join_itself(sepal_question *q);

/* Room in the finder's buffers for the boxes of `count` listed shapes, and for a bit for each of `of` shapes, which are all 0. False if
 * there is no memory. */
bool sepal_join_room(sepal_finder *finder, const sepal_find_kind *kind, size_t count, size_t of);

/* Listed shapes, each once, whose boxes are in the buffers in the same order, with the tree. Sets their bits to 0 again, so that no call
 * has to clear those of all shapes. */
void sepal_join_listed(sepal_question *q, const uint32_t *shapes, size_t count);

#endif
