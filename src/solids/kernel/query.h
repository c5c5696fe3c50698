/* query.h — what is asked about pairs of two sets of solids: handed on, as it is, from the table to every kernel; and what every
 * kernel may look up: the sets, the bounds, and the reference, which answers what kernels leave open. */
#ifndef SEPAL_SOLIDS_KERNEL_QUERY_H
#define SEPAL_SOLIDS_KERNEL_QUERY_H

#include "../../batch/plan.h"
#include "../../simd/blocks.h"
#include "../../simd/vec3.h"
#include "../bounds.h"
#include "../scalar/reference.h"

/* touching: does it count as overlap? margin: added to the radii. Containment asks about neither. */
typedef struct solids_query {
    const sepal_solids *a, *b;
    sepal_touching touching;
    float margin;
} solids_query;

/* The rule of a query. */
static inline sepal_rule solid_rule_of(const solids_query *q) {
    return (sepal_rule){q->touching, q->margin};
}

/* Where the question is symmetric, a filter may be asked about the pairs the other way round. */
static inline solids_query solid_turned_query(const solids_query *q) {
    return (solids_query){q->b, q->a, q->touching, q->margin};
}
static inline void solid_turn_pairs(const sepal_pair *pairs, size_t count, sepal_pair *turned) {
    for (size_t k = 0; k < count; k++)
        turned[k] = (sepal_pair){pairs[k].b, pairs[k].a};
}

/* Does some solid have a reach: a radius, or a margin? Does one of a pair? */
static inline bool solid_some_reach(const solids_query *q) {
    return q->a->round || q->b->round || q->margin > 0;
}
static inline bool solid_has_reach(const solids_query *q, sepal_pair pair) {
    return q->margin > 0 || sepal_solid_radius(q->a, pair.a) > 0 || sepal_solid_radius(q->b, pair.b) > 0;
}

/* Have all solids of a set had one vertex? */
static inline bool all_spheres(const sepal_solids *set) {
    return set->boxes == 0 && set->largest == 1;
}

/* The radii of a group: index[2 * lane] is the solid. */
SPECIALISED w solid_load_radii(const sepal_solids *set, const uint32_t *index) {
    if (!set->round)
        return w_set1(0);
    float radius[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        radius[lane] = set->radii[index[2 * lane]];
    return w_load(radius);
}

/* The sum of the radii and the margin. */
SPECIALISED w load_reach(const solids_query *q, const sepal_pair *group) {
    return w_add(w_add(solid_load_radii(q->a, &group->a), solid_load_radii(q->b, &group->b)), w_set1(q->margin));
}

#endif
