/* gaps.h — what the filters of overlap compare: gaps along axes, with bounds on their errors. */
#ifndef SEPAL_POLYS_KERNEL_GAPS_H
#define SEPAL_POLYS_KERNEL_GAPS_H

#include "../../batch/lanes.h"

/* The greatest gaps between the two shapes along the axes of a and along those of b, and bounds on their errors. */
typedef struct gap_lanes {
    w gap_a, gap_b, error_a, error_b;
} gap_lanes;

/* Some gap is certainly positive: its axis separates the pair. */
static inline wm gaps_apart(const gap_lanes *g) {
    return wm_or(w_gt(g->gap_a, g->error_a), w_gt(g->gap_b, g->error_b));
}

/* All gaps are certainly negative. */
static inline wm gaps_overlap(const gap_lanes *g) {
    return wm_and(w_gt(w_neg(g->error_a), g->gap_a), w_gt(w_neg(g->error_b), g->gap_b));
}

#endif
