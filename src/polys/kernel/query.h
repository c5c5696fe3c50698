/* query.h — a question about pairs of two sets of polygons, which the table passes to every kernel; and what every kernel may use:
 * the sets, the bounds, and the reference, which answers what kernels leave open. */
#ifndef SEPAL_POLYS_KERNEL_QUERY_H
#define SEPAL_POLYS_KERNEL_QUERY_H

#include "../../batch/bins.h"
#include "../bounds.h"
#include "../scalar/reference.h"

/* touching: does it count? margin: added to the radii; for containment, to that of b. */
typedef struct polys_query {
    const sepal_polys *a, *b;
    sepal_touching touching;
    float margin;
} polys_query;

/* The rule of a query. */
static inline sepal_rule rule_of(const polys_query *q) {
    return (sepal_rule){q->touching, q->margin};
}

/* Where the question is symmetric, a filter may be asked about the pairs the other way round. */
static inline polys_query turned_query(const polys_query *q) {
    return (polys_query){q->b, q->a, q->touching, q->margin};
}
static inline void turn_pairs(const sepal_pair *pairs, size_t count, sepal_pair *turned) {
    for (size_t k = 0; k < count; k++)
        turned[k] = (sepal_pair){pairs[k].b, pairs[k].a};
}

/* Does some shape have a reach: a radius, or a margin? */
static inline bool some_reach(const polys_query *q) {
    return q->a->round || q->b->round || q->margin > 0;
}

#endif
