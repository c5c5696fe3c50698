/* class.h — of the sixteen boxes of a node, which may have a shape that a filter wants together with one of a class? Of single shapes the
 * answer is that of the filter. */
#ifndef SEPAL_SEARCH_KERNEL_CLASS_H
#define SEPAL_SEARCH_KERNEL_CLASS_H

#include "../../simd/instructions.h"
#include "../tree.h"

#if defined(SEPAL_LANES)

#include "../../simd/simd.h"

/* Bit k answers for box k. All owners are one if the least and the greatest of both sides are. */
SPECIALISED uint32_t class_hits(const uint32_t *node, sepal_class own) {
    const wi none = wi_set1(0), member = wi_set1((int32_t)own.member), mask = wi_set1((int32_t)own.mask);
    const wi least = wi_set1((int32_t)own.least_owner), most = wi_set1((int32_t)own.most_owner);
    uint32_t misses = 0;
    for (int k = 0; k < SEPAL_FANOUT; k += SEPAL_LANES) {
        const int32_t *at = (const int32_t *)node + k;
        const wm unmet = wm_or(wi_eq(wi_and(wi_load(at), mask), none), wi_eq(wi_and(wi_load(at + SEPAL_CLASS_MASK), member), none));
        const wm one_owner =
            wm_and(wi_eq(wi_load(at + SEPAL_CLASS_LEAST_OWNER), most), wi_eq(wi_load(at + SEPAL_CLASS_MOST_OWNER), least));
        misses |= (uint32_t)wm_bits(wm_or(unmet, one_owner)) << k;
    }
    return ~misses & 0xffff;
}

#else

#include "../../core/compiler.h"

SPECIALISED uint32_t class_hits(const uint32_t *node, sepal_class own) {
    uint32_t hits = 0;
    for (unsigned k = 0; k < SEPAL_FANOUT; k++) {
        const sepal_class other = sepal_node_class(node, k);
        hits |= (uint32_t)((other.member & own.mask) != 0 && (other.mask & own.member) != 0 &&
                           !(other.least_owner == own.most_owner && other.most_owner == own.least_owner))
                << k;
    }
    return hits;
}

#endif

#endif
