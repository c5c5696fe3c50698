/* keep.h — the tree of a set that is kept while its shapes move, come and go. */
#ifndef SEPAL_SEARCH_KEEP_H
#define SEPAL_SEARCH_KEEP_H

#include "finder.h"

/* Builds the tree of a set anew, for later questions: its boxes hold everything within `half` + `slack` of the shapes. The finder has
 * no tree unless SEPAL_OK. */
sepal_status sepal_keep_build(sepal_finder *finder, const sepal_find_kind *kind, const void *set, float slack, float half);

/* Makes the tree follow its set: the listed shapes, or all if `shapes` is NULL, and those that were added or removed behind the last
 * one. Where a box of the tree still holds its shape, it stays. The finder has no tree unless SEPAL_OK. */
sepal_status sepal_keep_update(sepal_finder *finder, const uint32_t *shapes, size_t count);

#endif
