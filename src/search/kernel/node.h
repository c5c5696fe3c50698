/* node.h — which of the sixteen boxes of a node meet a box? */
#ifndef SEPAL_SEARCH_KERNEL_NODE_H
#define SEPAL_SEARCH_KERNEL_NODE_H

#include "../../simd/instructions.h"
#include "../tree.h"

#if defined(SEPAL_LANES)

#include "../../simd/simd.h"

/* Bit k answers for box k. Closed boxes: touching counts. */
SPECIALISED uint32_t node_hits(const float *node, sepal_bounds box) {
    w low_x = w_set1(box.low_x), low_y = w_set1(box.low_y), high_x = w_set1(box.high_x), high_y = w_set1(box.high_y);
    uint32_t misses = 0;
    for (int k = 0; k < SEPAL_FANOUT; k += SEPAL_LANES) {
        wm beside = wm_or(w_gt(w_load(node + k), high_x), w_gt(low_x, w_load(node + SEPAL_HIGH_X + k)));
        wm above = wm_or(w_gt(w_load(node + SEPAL_LOW_Y + k), high_y), w_gt(low_y, w_load(node + SEPAL_HIGH_Y + k)));
        misses |= (uint32_t)wm_bits(wm_or(beside, above)) << k;
    }
    return ~misses & 0xffff;
}

/* Bit k answers for the span of box k along z. */
SPECIALISED uint32_t span_hits(const float *spans, sepal_span span) {
    w low = w_set1(span.low), high = w_set1(span.high);
    uint32_t misses = 0;
    for (int k = 0; k < SEPAL_FANOUT; k += SEPAL_LANES)
        misses |= (uint32_t)wm_bits(wm_or(w_gt(w_load(spans + k), high), w_gt(low, w_load(spans + SEPAL_SPAN_HIGH + k)))) << k;
    return ~misses & 0xffff;
}

#else

#include "../../core/compiler.h"

SPECIALISED uint32_t node_hits(const float *node, sepal_bounds box) {
    uint32_t hits = 0;
    for (unsigned k = 0; k < SEPAL_FANOUT; k++) {
        sepal_bounds own = sepal_node_box(node, k);
        hits |= (uint32_t)(own.low_x <= box.high_x && box.low_x <= own.high_x && own.low_y <= box.high_y && box.low_y <= own.high_y)
                << k;
    }
    return hits;
}

SPECIALISED uint32_t span_hits(const float *spans, sepal_span span) {
    uint32_t hits = 0;
    for (unsigned k = 0; k < SEPAL_FANOUT; k++)
        hits |= (uint32_t)(spans[k] <= span.high && span.low <= spans[SEPAL_SPAN_HIGH + k]) << k;
    return hits;
}

#endif

#endif
