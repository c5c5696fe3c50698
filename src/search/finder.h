/* finder.h — what a finder owns: memory that grows as needed and is kept, and the tree that was built last. */
#ifndef SEPAL_SEARCH_FINDER_H
#define SEPAL_SEARCH_FINDER_H

#include "../core/policy.h"
#include "tree.h"
#include <sepal/search.h>
#include <stdbool.h>

/* Memory of the allocator; what was in it is lost when it grows, but for the pairs that were found. */
typedef struct sepal_buffer {
    void *memory;
    size_t bytes;
} sepal_buffer;

/* What a finder knows of a kind of set. */
typedef struct sepal_find_kind {
    bool in_space; /* boxes have spans */
    size_t (*count)(const void *set);
    /* The boxes around shapes first .. first+count-1, radii included, and everything within `margin` of them. spans: not used in the
     * plane. */
    void (*bounds)(const void *set, size_t first, size_t count, float margin, sepal_bounds *out, sepal_span *spans);
    /* round: whether circles or balls pay before other filters, which is learnt in all calls of one question. */
    void (*overlap_pairs)(const void *a, const void *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                          sepal_policy *round, uint64_t *bits);
    /* Makes the finder's own set of one point, or moves its point, to `at`. */
    sepal_status (*put_point)(sepal_finder *finder, const float *at, const void **set);
} sepal_find_kind;

/* Candidates that are asked about in one call: enough to fill the lanes, few enough for the first-level cache. */
enum { SEPAL_FIND_CANDIDATES = 4096 };

struct sepal_finder {
    sepal_allocator allocator;
    sepal_buffer bounds; /* of shapes, in the order of their numbers */
    sepal_buffer spans;  /* of solids, likewise */
    sepal_buffer order;  /* words: see order.h */
    sepal_buffer spare;  /* as many */
    sepal_buffer nodes;  /* of the tree */
    sepal_buffer depths; /* their spans */
    sepal_buffer ids;    /* likewise */
    sepal_buffer pairs;  /* candidates, then pairs found */
    sepal_buffer sorted; /* the pairs, while they are sorted, or as bits of a matrix */
    sepal_buffer counts; /* of pairs, while they are sorted */
    sepal_buffer rays;   /* on their way: see search_cast.c */
    sepal_tree tree;
    const sepal_find_kind *kind; /* of the sets of the tree */
    const void *built;           /* the set of the tree that was built for later questions; NULL if there is none */
    sepal_polys *point;          /* a set of one point, made when it is first needed */
    sepal_solids *space_point;   /* the same in space */
    void (*destroy_space_point)(sepal_solids *set); /* by a pointer, so that programs without solids need not contain them */
    sepal_polys *origins;                           /* of the rays that are on their way */
    sepal_pair candidates[SEPAL_FIND_CANDIDATES];   /* of a question on its way: here they take no room on the stack */
};

/* Room for so many bytes. False if there is no memory; then the buffer is as it was. keep: bytes at its beginning that stay. */
bool sepal_finder_room(sepal_finder *finder, sepal_buffer *buffer, size_t bytes, size_t keep);

/* Puts the boxes of shapes first .. first+count-1 of a set, count > 0, into the buffers, and their numbers less `first` into order.
 * False if there is no memory. */
bool sepal_finder_order(sepal_finder *finder, const void *set, size_t first, size_t count, float margin);

/* Builds the tree of the boxes around the shapes of a set, with everything within `margin` of them. */
sepal_status sepal_finder_build(sepal_finder *finder, const sepal_find_kind *kind, const void *set, float margin);

#endif
