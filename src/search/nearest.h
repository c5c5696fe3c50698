/* nearest.h — the k nearest, for every kind of set; all arguments were checked. */
#ifndef SEPAL_SEARCH_NEAREST_H
#define SEPAL_SEARCH_NEAREST_H

#include "finder.h"

typedef struct sepal_seek {
    const void *a; /* may be the set of the tree */
    size_t first, count, k;
    const sepal_filter *filter;
    float limit;
    uint32_t *nearest; /* k of each shape */
    float *distance;
    /* Minus the distances of shapes of a and of the tree, or something >= 0 if they meet. */
    void (*depths)(const void *a, const void *b, const sepal_pair *pairs, size_t count, float *depth);
} sepal_seek;

/* The arguments of the public functions. limit: from the caller. */
sepal_status sepal_search_nearest(sepal_finder *finder, bool in_space, const sepal_seek *asked);

#endif
