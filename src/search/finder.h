/* finder.h — what a finder owns: memory that grows as needed and is kept, the tree that was built for later questions, and one for the
 * call that is on its way. */
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

/* Points by their coordinates: point i has at[axis][i * stride], or in sets of doubles at64[axis][i * stride64]; strides of 0 are 1. The
 * plane does not read the third. */
typedef struct sepal_find_points {
    const float *at[3];
    size_t stride;
    const double *at64[2];
    size_t stride64;
} sepal_find_points;

/* What a finder knows of a kind of set. */
typedef struct sepal_find_kind {
    bool in_space; /* boxes have spans */
    size_t (*count)(const void *set);
    /* The boxes around shapes first .. first+count-1, radii included, and everything within `margin` of them. spans: not used in the
     * plane. */
    void (*bounds)(const void *set, size_t first, size_t count, float margin, sepal_bounds *out, sepal_span *spans);
    /* Has the shape of this slot been removed? Then its box is empty, low = infinity and high = -infinity. */
    bool (*is_removed)(const void *set, uint32_t shape);
    /* Asks for the memory that the bounds of a shape are made from, ahead of its use. */
    void (*fetch)(const void *set, uint32_t shape);
    /* round: whether circles or balls pay before other filters, which is learnt in all calls of one question. */
    void (*overlap_pairs)(const void *a, const void *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                          sepal_policy *round, uint64_t *bits);
    /* Makes the finder's own set of points, of the kind that the tree's set is of, hold `count` of them, one shape each, and have room for
     * `room`. SEPAL_BAD_SHAPE if a coordinate is not finite or out of range; SEPAL_NO_MEMORY. */
    sepal_status (*put_points)(sepal_finder *finder, const sepal_find_points *points, size_t count, size_t room, const void **set);
    /* Makes the finder's own set of one box parallel to the axes, or moves the box. */
    sepal_status (*put_window)(sepal_finder *finder, const float *low, const float *high, const void **set);
} sepal_find_kind;

/* Solids; of no use without them, so it is with their questions. */
extern const sepal_find_kind sepal_solids_find_kind;

/* Candidates that are asked about in one call: enough to fill the lanes, few enough for the first-level cache. */
enum { SEPAL_FIND_CANDIDATES = 4096 };

/* A tree and its memory. */
typedef struct sepal_grown_tree {
    sepal_tree tree;
    sepal_buffer nodes, depths, ids; /* depths: the spans of the nodes */
} sepal_grown_tree;

/* Where more than this part of the boxes changed, all pairs are found anew, which then takes less time. */
enum { SEPAL_KEPT_SHARE = 8 };

/* No more pairs than so many for each shape are kept: 512 bytes. */
enum { SEPAL_KEPT_PAIRS = 64 };

/* If a filter leaves out more of the pairs that are kept than so many for each shape, the tree is joined by the classes of its nodes
 * instead: that takes as long as reading so many. */
enum { SEPAL_KEPT_REFUSED = 8 };

/* More runs than the tail of a tree has: each but the last few is at least twice as long as what is behind it. */
enum { SEPAL_TAIL_RUNS = 40 };

/* What is known of the tree that was built for later questions, so that it can follow its set (search_keep.c). */
typedef struct sepal_kept {
    size_t count;                     /* shapes in the tree */
    float slack, half;                /* its boxes hold everything within `half` + `slack` of the shapes */
    sepal_buffer boxes, spans;        /* in the tree, by shape */
    bool has_places;                  /* what follows is there; else it is made when it is first needed */
    size_t leaves;                    /* that were packed; behind them is the tail, of shapes that came or went far */
    size_t room;                      /* for how many leaves the tail has room */
    size_t runs;                      /* of leaves of the tail that were packed together, */
    size_t run[SEPAL_TAIL_RUNS + 1];  /* and where each begins; behind the last one, where the tail ends */
    sepal_buffer places;              /* by shape: in the tree */
    sepal_buffer fresh;               /* which shapes are on their way to the tail, */
    size_t fresh_count;               /* and how many these are; none between two updates */
    sepal_buffer limits, limit_spans; /* by leaf: how far its boxes may go */
    sepal_buffer stale;               /* bits of nodes: see sepal_tree_refit */
    bool restless;                    /* more than SEPAL_KEPT_SHARE of the shapes left their boxes in the last update: these have no
                                       * slack then */
    bool crowded;                     /* so many boxes meet that their pairs are not kept; */
    bool refused;                     /* of those that are kept, the filter left out so many that nodes are left out instead; */
    size_t changes;                   /* and how many boxes have changed since then */
    bool has_pairs;                   /* what follows is there */
    sepal_buffer pairs;               /* whose boxes in the tree meet, in ascending order */
    size_t pair_count;
    size_t pairs_most;           /* shapes that there is room for in what follows */
    sepal_buffer changed;        /* bits: the shapes whose boxes have changed since these pairs were found */
    sepal_buffer changed_shapes; /* their numbers */
    size_t changed_count, changed_room;
} sepal_kept;

struct sepal_finder {
    sepal_allocator allocator;
    sepal_buffer bounds;                          /* of the shapes that are asked about */
    sepal_buffer spans;                           /* of solids, likewise */
    sepal_buffer order;                           /* words: see order.h */
    sepal_buffer spare;                           /* as many */
    sepal_buffer listed;                          /* bits: the shapes of a list */
    sepal_buffer unique;                          /* their numbers, each once; or those of shapes that left their boxes */
    sepal_buffer looked;                          /* a byte for each block of shapes: was it looked at in this update? */
    sepal_buffer pairs;                           /* candidates, then pairs found */
    sepal_buffer sorted;                          /* the pairs, while they are sorted, or as bits of a matrix */
    sepal_buffer counts;                          /* of pairs, while they are sorted */
    sepal_buffer rays;                            /* on their way: see search_cast.c */
    sepal_buffer classes;                         /* of the nodes of a tree under a filter: see search_class.c */
    sepal_grown_tree passing;                     /* of a call that joins two sets, or one with itself */
    sepal_grown_tree lasting;                     /* built for later questions */
    sepal_kept kept;                              /* about it */
    const sepal_find_kind *kind;                  /* of its set */
    const void *built;                            /* its set; NULL if there is none */
    sepal_polys *points, *window;                 /* sets of points and of one box, made when they are first needed */
    sepal_polys *exact_points;                    /* of points that are doubles */
    sepal_solids *space_points, *space_window;    /* the same in space */
    sepal_solids *space_triangles;                /* of a mesh: those that are asked about together */
    void (*destroy_solids)(sepal_solids *set);    /* by a pointer, so that programs without solids need not contain them */
    sepal_pair candidates[SEPAL_FIND_CANDIDATES]; /* of a question on its way: here they take no room on the stack */
};

/* The set whose tree the finder has; NULL if it has none of polygons. */
static inline const sepal_polys *sepal_finder_polys(const sepal_finder *finder) {
    return finder != NULL && finder->built != NULL && !finder->kind->in_space ? finder->built : NULL;
}

/* Room for so many bytes. False if there is no memory; then the buffer is as it was. keep: bytes at its beginning that stay. */
bool sepal_finder_room(sepal_finder *finder, sepal_buffer *buffer, size_t bytes, size_t keep);

/* A buffer, how many bytes it is to have, and how many at its beginning stay. */
typedef struct sepal_need {
    sepal_buffer *buffer;
    size_t bytes, keep;
} sepal_need;

/* So many elements; more than fit size_t are more than there is memory for. */
static inline sepal_need sepal_need_of(sepal_buffer *buffer, size_t count, size_t size, size_t keep) {
    return (sepal_need){buffer, count <= SIZE_MAX / size ? count * size : SIZE_MAX, keep};
}

/* Room in several buffers. False if there is no memory; then all of them are as they were. */
enum { SEPAL_MOST_NEEDS = 16 };
bool sepal_finder_rooms(sepal_finder *finder, const sepal_need *needs, size_t count);

/* Puts the boxes of shapes first .. first+count-1 of a set, count > 0, into the buffers, and their numbers less `first` into order.
 * False if there is no memory. */
bool sepal_finder_order(sepal_finder *finder, const sepal_find_kind *kind, const void *set, size_t first, size_t count,
                        float margin);

/* Makes an empty tree with room for `room` >= 1 boxes. False if there is no memory. */
bool sepal_finder_make_tree(sepal_finder *finder, sepal_grown_tree *grown, bool in_space, size_t room);

/* Builds the tree of the boxes around the shapes of a set, with everything within `margin` of them, for a call on its way. */
sepal_status sepal_finder_build(sepal_finder *finder, const sepal_find_kind *kind, const void *set, float margin);

#endif
