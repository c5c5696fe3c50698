/* keep.h — the tree of a set that is kept while its shapes move, come and go. */
#ifndef SEPAL_SEARCH_KEEP_H
#define SEPAL_SEARCH_KEEP_H

#include "finder.h"

/* Builds the tree of a set anew, for later questions: its boxes hold everything within `half` + `slack` of the shapes. Without memory
 * the finder has the tree that it had. */
sepal_status sepal_keep_build(sepal_finder *finder, const sepal_find_kind *kind, const void *set, float slack, float half);

/* Makes the tree follow its set: the listed shapes, or all if `shapes` is NULL, and those that were added or removed behind the last
 * one. Where a box of the tree still holds its shape, it stays. Without memory the tree is as it was. */
sepal_status sepal_keep_update(sepal_finder *finder, const uint32_t *shapes, size_t count);

/* --- The parts of both (search_keep.c, search_tail.c) --------------------------------------------------------------------------- */

/* The place of a shape that is not in the tree: it is on its way to the tail, or it was removed. */
#define SEPAL_NO_PLACE UINT32_MAX

/* Where more than this part of the shapes have left their boxes, all is built anew, which then takes less time. */
static inline size_t sepal_keep_left_most(size_t count) {
    return count / SEPAL_KEPT_SHARE;
}

/* Shapes whose boxes are looked at in one call. */
enum { SEPAL_LOOKED_AT = 256 };

static inline bool sepal_keep_is_empty(sepal_bounds box) {
    return box.low_x > box.high_x;
}

/* Room for a tree of `count` shapes. follow: and for an update of it; what is in the tree stays. False if there is no memory; then
 * nothing has changed. */
bool sepal_keep_room(sepal_finder *finder, const sepal_find_kind *kind, size_t count, bool follow);

/* The boxes of shapes first .. first+count-1. */
void sepal_keep_make_boxes(sepal_finder *finder, size_t first, size_t count);

/* Builds the tree anew in an update; there is room. restless: without slack. The boxes around shapes that were looked at in this update
 * are in the finder's `bounds` and `spans`. */
void sepal_keep_build_looked(sepal_finder *finder, bool restless);

/* Packs all boxes; there is room. */
void sepal_keep_pack(sepal_finder *finder);

/* Where the shapes of leaves first .. end-1 are, the last of the tree, and how far their boxes may go. */
void sepal_keep_find_places(sepal_finder *finder, size_t first, size_t end);

/* The places of the shapes of all leaves, if they have not been found yet. */
void sepal_keep_begin_places(sepal_finder *finder);

/* Lets a shape that has no place wait for one in the tail. False if there is no room. */
bool sepal_tail_add(sepal_finder *finder, uint32_t shape);

/* Gives places in the tail to the shapes that wait. False if there is no room: then all is to be packed. */
bool sepal_tail_renew(sepal_finder *finder);

#endif
