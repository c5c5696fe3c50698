/* sweep_hit_lanes.h — times and normals of hits that are known in double with bounds on their errors, rounded to float where that is
 * certain; and the moves of a block of pairs. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_HIT_LANES_H
#define SEPAL_POLYS_KERNEL_SWEEP_HIT_LANES_H

#include "exact.h"
#include "sweep_times.h"

/* --- Moves --------------------------------------------------------------------------------------- */

/* The moves of one side of a block of pairs, found ahead of their use (sweep_filters.h). all: the move of all shapes, where the arrays
 * have no meaning, else NULL. */
typedef struct block_moves {
    const sepal_moves *all;
    const float *x, *y; /* the room, or the caller's arrays */
    float room_x[SEPAL_BLOCK], room_y[SEPAL_BLOCK];
} block_moves;

/* Are shapes one after the other, as where each ray is asked about once? index[2 * k] is the shape of pair k. */
static inline bool in_order(const uint32_t *index, size_t count) {
    uint32_t others = 0;
    for (uint32_t k = 0; k < SEPAL_BLOCK && k < count; k++) /* SEPAL_BLOCK: so that gcc knows that k does not overflow */
        others |= (index[2 * k] - k) ^ index[0];
    return others == 0;
}

/* Moves in order need no copy, if they fill all groups. */
static inline void take_moves(const sepal_moves *moves, const uint32_t *index, size_t count, block_moves *out) {
    out->all = moves->stride == 0 ? moves : NULL;
    if (moves->stride == 0)
        return;
    if (moves->stride == 1 && count % SEPAL_LANES == 0 && in_order(index, count)) {
        out->x = moves->x + index[0];
        out->y = moves->y + index[0];
        return;
    }
    out->x = out->room_x;
    out->y = out->room_y;
    for (size_t k = 0; k < count; k++) {
        size_t at = moves->stride * index[2 * k];
        out->room_x[k] = moves->x[at];
        out->room_y[k] = moves->y[at];
        sepal_keep_loads_apart();
    }
    for (size_t k = count; k % SEPAL_LANES != 0; k++)
        out->room_x[k] = out->room_y[k] = 0;
}

static inline w2 moves_at(const block_moves *m, size_t k) {
    if (m->all != NULL)
        return (w2){w_set1(*m->all->x), w_set1(*m->all->y)};
    return (w2){w_load(m->x + k), w_load(m->y + k)};
}

/* --- Hits ---------------------------------------------------------------------------------------- */

/* Half of the lanes: the time and a bound on its error, and bounds on the normal. known: the lanes in which these have a meaning; apart:
 * those in which the shapes certainly do not meet. */
typedef struct hit_half {
    wd time, error, low_x, high_x, low_y, high_y;
    wdm known, apart;
} hit_half;

/* A float. Greater times become this, and so are not certain. */
#define HIT_MOST 0x1p100

/* Stores the hits of a group as values k and so on; those of the lanes that do not meet, too. open: lanes whose halves have no
 * meaning; apart: lanes that are known not to meet. A time is certain if it is farther from the nearest float than its error
 * (docs/numerics/sweep.md, "Rays"). */
SPECIALISED lanes store_hits(const hit_half *half, wm open, wm apart, sweep_values *out, size_t k) {
    const wd most = wd_set1(HIT_MOST), times[2] = {wd_min(half[0].time, most), wd_min(half[1].time, most)};
    const w zero = w_zero(), one = w_set1(1), nearest = w_of(times[0], times[1]);
    wd above[2]; /* how far the nearest float is above the time; 0 if that is not certain, infinite if the shapes do not meet */
    for (int h = 0; h < 2; h++) {
        const wd by = wd_sub(wd_of(nearest, h), times[h]);
        above[h] = wd_select(wdm_and(wd_gt(wd_abs(by), half[h].error), half[h].known), by, wd_set1(0));
        above[h] = wd_select(half[h].apart, wd_set1((double)INFINITY), above[h]);
    }
    const w by = w_of(above[0], above[1]), x = w_of(half[0].low_x, half[1].low_x), y = w_of(half[0].low_y, half[1].low_y);
    const wm normal = wm_and(w_eq(x, w_of(half[0].high_x, half[1].high_x)), w_eq(y, w_of(half[0].high_y, half[1].high_y)));
    const wi bits = wi_of_bits(nearest);
    const w time = w_of_bits(wi_select(w_gt(by, zero), wi_sub(bits, wi_set1(1)), bits)); /* the float before it */
    const wm sure = wm_andnot(w_gt(w_abs(by), zero), open), reached = wm_and(w_gt(time, zero), w_gt(one, time));
    const wm late = wm_and(sure, wm_or(wm_not(w_gt(one, time)), w_eq(by, w_infinity())));
    const wm no = wm_or(apart, late), yes = wm_andnot(wm_and(wm_and(sure, normal), reached), no);
    w_store(out->time + k, w_select(yes, time, one));
    w_store(out->x + k, w_add(zero, w_select(yes, x, zero)));
    w_store(out->y + k, w_add(zero, w_select(yes, y, zero)));
    return decided(no, yes);
}

#endif
