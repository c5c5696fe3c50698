/* cast.h — what rays and moving shapes hit first, for every kind of set; all arguments but the numbers of the rays, or of the moves, were
 * checked. */
#ifndef SEPAL_SEARCH_CAST_H
#define SEPAL_SEARCH_CAST_H

#include "finder.h"
#include "walk.h"

/* Who takes every hit of a ray, in place of the arrays for the first one (search_cast_every.c). A ray that is on its way has a slot. */
typedef struct sepal_every_hit {
    float limit;  /* later hits are not wanted */
    bool is_over; /* no more of any ray is wanted */
    size_t bytes; /* of memory for all slots, which is behind that of the rays: */
    void *memory;
    const sepal_tree *tree;
    void (*begin)(const struct sepal_every_hit *every, uint32_t slot);
    /* A shape was asked about: hit is NULL if it is not hit. */
    void (*take)(struct sepal_every_hit *every, uint32_t slot, sepal_walk *walk, const sepal_ray_hit *hit);
    /* A ray has seen all. Has it ended, or does its walk begin anew? */
    bool (*has_ended)(struct sepal_every_hit *every, uint32_t slot, sepal_walk *walk);
} sepal_every_hit;

/* What is cast, and where the answers go, coordinate by coordinate. In the plane those of z are not used. Each array of answers may be
 * NULL. */
typedef struct sepal_cast {
    const float *from[3];        /* of rays: their origins; */
    const void *shapes;          /* or the set of the shapes, of which those from `begin` on are cast; NULL: rays */
    const float *move[3];        /* of each ray, or of each shape of the set, */
    size_t begin, stride, count; /* with a stride of 0 where these rest */
    bool later;                  /* what is hit at time 0 does not count */
    sepal_every_hit *every;      /* NULL: the first hit of each is wanted */
    const sepal_filter *filter;
    const sepal_rule *rule;
    uint32_t *shape;
    float *time, *normal[3];
} sepal_cast;

/* The answers of a sweep: as sepal_hits, or sepal_solid_hits. */
typedef struct sepal_cast_hits {
    uint64_t *bits;
    float *time, *normal[3];
} sepal_cast_hits;

/* Rays that are on their way together: enough to fill the lanes in most calls of the sweep, few enough for the second-level cache. */
enum { SEPAL_CAST_TOGETHER = 128 };

/* Rays whose origins are put into the finder's set of points at a time. */
enum { SEPAL_CAST_BLOCK = 512 };

/* What is special to a kind of set. */
typedef struct sepal_cast_kind {
    int dimensions;
    float beyond; /* as in sepal_ray */
    bool (*are_finite)(const sepal_cast *cast);
    /* Shapes of the finder's tree, at rest, and its own points, which move as the rays from `first` of the cast on, or the shapes that
     * are cast. */
    void (*sweep)(const sepal_finder *finder, const sepal_cast *cast, size_t first, const sepal_pair *pairs, size_t count,
                  const sepal_cast_hits *out);
} sepal_cast_kind;

/* Can a finder be asked about the set of its tree, of this kind? */
bool sepal_search_can_cast(const sepal_finder *finder, bool in_space);

/* Casts rays, and gives every hit to `take`. */
sepal_status sepal_search_cast_every(sepal_finder *finder, const sepal_cast_kind *kind, const sepal_cast *cast, float limit,
                                     sepal_take_hit *take, void *context);

/* SEPAL_BAD_SHAPE if a value of a ray or a move is not finite; SEPAL_NO_MEMORY: then nothing is written. */
sepal_status sepal_search_cast(sepal_finder *finder, const sepal_cast_kind *kind, const sepal_cast *cast);

#endif
