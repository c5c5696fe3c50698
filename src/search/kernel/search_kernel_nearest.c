/* search_kernel_nearest.c — how near to shapes are the boxes of nodes, at least? */
#include "../../core/arithmetic.h"

#include "names.h"
#include "node.h"

#include <float.h>
#include <math.h>

#if defined(SEPAL_LANES)

/* The gap along an axis, at least 0; adds the side of the box around both to `sides`. */
SPECIALISED w axis_gap(const float *low, const float *high, float own_low, float own_high, w *sides) {
    w from = w_set1(own_low), to = w_set1(own_high);
    *sides = w_add(*sides, w_sub(w_max(w_load(high), to), w_min(w_load(low), from)));
    return w_min(w_max(w_max(w_sub(w_load(low), to), w_sub(from, w_load(high))), w_zero()), w_set1(FLT_MAX));
}

/* Bit k answers for box k, which has least[k] if it is to be visited. The length is taken of a part of each gap, so that nothing
 * overflows. */
SPECIALISED uint32_t nearness(const float *node, const float *spans, const sepal_seeker *s, float least[SEPAL_FANOUT]) {
    const sepal_bounds *own = &s->bounds;
    uint32_t misses = 0;
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
        w_store(least + k, distance);
        misses |= (uint32_t)wm_bits(wm_or(w_gt(distance, w_set1(s->walk.limit)), w_gt(w_load(at), w_load(at + SEPAL_HIGH_X)))) << k;
    }
    return ~misses & 0xffff;
}

#else

SPECIALISED float axis_gap(float low, float high, float own_low, float own_high, float *sides) {
    *sides += (high > own_high ? high : own_high) - (low < own_low ? low : own_low);
    float before = low - own_high, behind = own_low - high, gap = before > behind ? before : behind;
    gap = gap > 0 ? gap : 0;
    return gap < FLT_MAX ? gap : FLT_MAX;
}

SPECIALISED uint32_t nearness(const float *node, const float *spans, const sepal_seeker *s, float least[SEPAL_FANOUT]) {
    const sepal_bounds *own = &s->bounds;
    uint32_t misses = 0;
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
        least[k] = distance < FLT_MAX ? distance : FLT_MAX;
        misses |= (uint32_t)(least[k] > s->walk.limit || box.low_x > box.high_x) << k;
    }
    return ~misses & 0xffff;
}

#endif

void search_look_near(const sepal_tree *tree, const sepal_seeker *seekers, sepal_look *looks, size_t count) {
    for (size_t k = 0; k < count; k++) {
        sepal_look *look = &looks[k];
        const float *node = tree->level[look->level] + look->node * (size_t)SEPAL_NODE_FLOATS;
        const float *spans = tree->spans[look->level];
        if (spans != NULL)
            look->hits = nearness(node, spans + look->node * (size_t)SEPAL_SPAN_FLOATS, &seekers[look->walk], look->least);
        else
            look->hits = nearness(node, NULL, &seekers[look->walk], look->least);
    }
}
