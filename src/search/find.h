/* find.h — the questions of a finder, for every kind of set; all arguments were checked. */
#ifndef SEPAL_SEARCH_FIND_H
#define SEPAL_SEARCH_FIND_H

#include "../core/fpstate.h"
#include "finder.h"

/* The caller's function that takes pairs as they are found; NULL if they are kept instead, to be put into order. state: the caller's
 * floating-point state, in which the function runs, and which it may change. */
typedef struct sepal_taker {
    sepal_take_pairs *take;
    void *context;
    sepal_fpstate *state;
} sepal_taker;

/* A half of a margin, rounded up. */
static inline float sepal_half_up(float margin) {
    float half = 0.5F * margin;
    return half < margin - half ? margin - half : half;
}

/* What is asked. */
typedef struct sepal_find {
    const void *a, *b;          /* sets of one kind, which may be one */
    const sepal_filter *filter; /* NULL: all pairs */
    const sepal_rule *rule;     /* NULL: whatever has boxes that meet is near */
    float margin;               /* by which the boxes of a are enlarged; if b is a, both by a half of it */
    sepal_taker taker;
} sepal_find;

/* All pairs: of one set the tree with itself, else the tree of b with all of a. */
sepal_status sepal_find_all(sepal_finder *finder, const sepal_find_kind *kind, const sepal_find *asked, size_t room,
                            sepal_pair *pairs, size_t *found);

/* All pairs, given to the taker. */
sepal_status sepal_find_each(sepal_finder *finder, const sepal_find_kind *kind, const sepal_find *asked);

/* Shapes first .. first+count-1 of a with the tree that was built of b. With a taker, here and below, room is 0, and found may be NULL. */
sepal_status sepal_find_range(sepal_finder *finder, const sepal_find *asked, size_t first, size_t count, size_t room,
                              sepal_pair *pairs, size_t *found);

/* The listed shapes of a with the tree that was built of b. */
sepal_status sepal_find_list(sepal_finder *finder, const sepal_find *asked, const uint32_t *shapes, size_t count, size_t room,
                             sepal_pair *pairs, size_t *found);

/* The set of the tree with itself, from the pairs of its boxes that meet, which are kept. With a taker, room is 0. */
sepal_status sepal_find_kept(sepal_finder *finder, const sepal_find *asked, size_t room, sepal_pair *pairs, size_t *found);

/* The one shape of a with the tree that was built of b: the numbers of the second shapes. */
sepal_status sepal_find_one(sepal_finder *finder, const sepal_find *asked, size_t room, uint32_t *shapes, size_t *found);

#endif
