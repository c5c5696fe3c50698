/* sweep_hulls.h — hulls, boxes and segments that move, with or without radii: do they meet? By the searches of portal.h and
 * hulls_round.h in what the Minkowski difference K covers while b moves by m, as seen from a: the hull of K and K + m. Its member
 * farthest along n is that of K, and moved if n . m > 0 (docs/numerics/solids_sweep.md, "Moving hulls in lanes"). */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_HULLS_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_HULLS_H

#include "hulls_round.h"
#include "portal.h"
#include "sweep_query.h"

SPECIALISED void load_swept(const solid_sweep_query *s, const sepal_pair *group, sizes n, difference_lanes *out) {
    w3 move = load_relative_moves(s, group);
    load_difference_of(&s->q, group, n, &move, out);
}

SPECIALISED lanes swept_portal_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    difference_lanes s;
    (void)k;
    load_swept(question, group, n, &s);
    portal_found found = search_portal(&s);
    return decided(wm_andnot(found.apart, found.overlap), found.overlap);
}

SPECIALISED lanes swept_nearest_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    difference_lanes s;
    (void)k;
    load_swept(question, group, n, &s);
    return search_rounded(&s);
}

/* n: the sizes of the blocks, 0 for boxes. The pairs have no reach, and one core of each has volume, unless touching counts as overlap.
 */
static SEPAL_NOINLINE bool filter_swept_portal(const solid_sweep_query *s, const sepal_pair *pairs, size_t count, sizes n,
                                               verdicts *out) {
    return ask_groups(swept_portal_kernel, NULL, s, pairs, count, n, out);
}

/* The pairs have a reach above 0. Neither is inlined, so that the vectors of only one of them are on the stack. */
static SEPAL_NOINLINE bool filter_swept_nearest(const solid_sweep_query *s, const sepal_pair *pairs, size_t count, sizes n,
                                                verdicts *out) {
    return ask_groups(swept_nearest_kernel, NULL, s, pairs, count, n, out);
}

#endif
