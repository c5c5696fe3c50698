/* cast.h — what rays hit first, for every kind of set; all arguments but the numbers of the rays were checked. */
#ifndef SEPAL_SEARCH_CAST_H
#define SEPAL_SEARCH_CAST_H

#include "finder.h"

/* The rays and where the answers go, coordinate by coordinate. In the plane those of z are not used. Each array of answers may be
 * NULL. */
typedef struct sepal_cast {
    const float *from[3], *move[3];
    size_t stride, count;
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
    /* Shapes of the finder's tree, at rest, and its own points, which move as the rays from `first` of the cast on. */
    void (*sweep)(const sepal_finder *finder, const sepal_cast *cast, size_t first, const sepal_pair *pairs, size_t count,
                  const sepal_cast_hits *out);
} sepal_cast_kind;

/* SEPAL_BAD_SHAPE if a value of a ray is not finite; SEPAL_NO_MEMORY: then nothing is written. */
sepal_status sepal_search_cast(sepal_finder *finder, const sepal_cast_kind *kind, const sepal_cast *cast);

#endif
