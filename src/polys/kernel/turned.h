/* turned.h — lists of up to four pairs of one set in 8 lanes: the second four lanes hold the same pairs the other way round, so that
 * what is found about the edges of the first shapes is found about those of the second ones at the same time. */
#ifndef SEPAL_POLYS_KERNEL_TURNED_H
#define SEPAL_POLYS_KERNEL_TURNED_H

#include "mtv_quick.h"

/* May a list be answered so? */
static inline bool turns(const polys_query *q, size_t count) {
    return SEPAL_LANES == 8 && count <= 4 && q->a == q->b;
}

/* The pairs of a group, and turned ones after them. */
static inline void turn_group(const sepal_pair *group, sepal_pair *out) {
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        out[lane] = lane < 4 ? group[lane] : (sepal_pair){group[lane - 4].b, group[lane - 4].a};
}

/* Lanes k and k + 4 change places. */
#if SEPAL_LANES == 8
static inline w other_half(w a) {
    return w_quad_swap(a);
}
#else
static inline w other_half(w a) { /* never called */
    return a;
}
#endif

static inline wm other_half_of_mask(wm m) {
    return w_gt(other_half(w_select(m, w_set1(1), w_zero())), w_zero());
}

static inline wm turned_lanes(void) {
    return wi_gt(wi_lane_numbers(), wi_set1(3));
}

#endif
