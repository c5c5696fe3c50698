/* search_kernel_nearest.c — how near to shapes are the boxes of nodes, at least? */
#include "../../core/arithmetic.h"

#include "../seeker.h"
#include "names.h"
#include "walk_on.h"

#include <float.h>
#include <math.h>

#if defined(SEPAL_LANES)

/* The gap along an axis, at least 0; adds the side of the box around both to `sides`. */
SPECIALISED w axis_gap(const float *low, const float *high, float own_low, float own_high, w *sides) {
    w from = w_set1(own_low), to = w_set1(own_high);
    *sides = w_add(*sides, w_sub(w_max(w_load(high), to), w_min(w_load(low), from)));
    return w_min(w_max(w_max(w_sub(w_load(low), to), w_sub(from, w_load(high))), w_zero()), w_set1(FLT_MAX));
}

/* least: receives for each box the key of how near it is, at least, if it is to be visited, else INFINITY. The length is taken of a part of
 * each gap, so that nothing overflows. */
SPECIALISED void find_nearness(const float *node, const float *spans, const sepal_seeker *s, float limit,
                               float least[SEPAL_FANOUT]) {
    const sepal_bounds *own = &s->bounds;
    for (int k = 0; k < SEPAL_FANOUT; k += SEPAL_LANES) {
        const float *at = node + k;
        w sides = w_zero(), z = w_zero();
        w x = axis_gap(at, at + SEPAL_HIGH_X, own->low_x, own->high_x, &sides);
        w y = axis_gap(at + SEPAL_LOW_Y, at + SEPAL_HIGH_Y, own->low_y, own->high_y, &sides);
        if (spans != NULL)
            z = axis_gap(spans + k, spans + SEPAL_SPAN_HIGH + k, s->span.low, s->span.high, &sides);
        w error = w_add(w_mul(sides, w_set1(SEEKER_SHARE_OF_SIDES)), w_set1(SEEKER_BEYOND));
        x = w_max(w_sub(x, error), w_zero());
        y = w_max(w_sub(y, error), w_zero());
        z = w_max(w_sub(z, error), w_zero());
        w scale = w_max(w_max(w_max(x, y), z), w_set1(FLT_MIN));
        x = w_div(x, scale);
        y = w_div(y, scale);
        z = w_div(z, scale);
        w length = w_sqrt(w_add(w_add(w_mul(x, x), w_mul(y, y)), w_mul(z, z)));
        w distance = w_min(w_mul(w_mul(length, w_set1(1 - SEEKER_SHARE_OF_DISTANCE)), scale), w_set1(FLT_MAX));
        const wm miss = wm_or(w_gt(distance, w_set1(limit)), w_gt(w_load(at), w_load(at + SEPAL_HIGH_X)));
        w_store(least + k, w_select(miss, w_infinity(), box_keys(distance, k)));
    }
}

#else

SPECIALISED float axis_gap(float low, float high, float own_low, float own_high, float *sides) {
    *sides += (high > own_high ? high : own_high) - (low < own_low ? low : own_low);
    float before = low - own_high, behind = own_low - high, gap = before > behind ? before : behind;
    gap = gap > 0 ? gap : 0;
    return gap < FLT_MAX ? gap : FLT_MAX;
}

SPECIALISED void find_nearness(const float *node, const float *spans, const sepal_seeker *s, float limit,
                               float least[SEPAL_FANOUT]) {
    const sepal_bounds *own = &s->bounds;
    for (unsigned k = 0; k < SEPAL_FANOUT; k++) {
        const sepal_bounds box = sepal_node_box(node, k);
        float sides = 0, gap[3] = {0, 0, 0}, scale = FLT_MIN, square = 0;
        gap[0] = axis_gap(box.low_x, box.high_x, own->low_x, own->high_x, &sides);
        gap[1] = axis_gap(box.low_y, box.high_y, own->low_y, own->high_y, &sides);
        if (spans != NULL)
            gap[2] = axis_gap(spans[k], spans[SEPAL_SPAN_HIGH + k], s->span.low, s->span.high, &sides);
        float error = sides * SEEKER_SHARE_OF_SIDES + SEEKER_BEYOND;
        for (int axis = 0; axis < 3; axis++) {
            gap[axis] = gap[axis] - error > 0 ? gap[axis] - error : 0;
            scale = gap[axis] > scale ? gap[axis] : scale;
        }
        for (int axis = 0; axis < 3; axis++)
            square += gap[axis] / scale * (gap[axis] / scale);
        float distance = sqrtf(square) * (1 - SEEKER_SHARE_OF_DISTANCE) * scale;
        distance = distance < FLT_MAX ? distance : FLT_MAX;
        least[k] = distance > limit || box.low_x > box.high_x ? INFINITY : distance;
    }
}

#endif

SPECIALISED void look_around(const void *walkers, uint32_t number, float limit, const float *node, const float *spans,
                             float least[SEPAL_FANOUT]) {
    find_nearness(node, spans, (const sepal_seeker *)walkers + number, limit, least);
}

void search_walk_seekers(const sepal_tree *tree, const sepal_seeker *seekers, sepal_walk *walks, sepal_walkers *on) {
    walk_on(look_around, seekers, tree, walks, on);
}
