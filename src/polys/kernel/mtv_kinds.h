/* mtv_kinds.h — pairs of polygons, by the kernel that finds their smallest push. */
#ifndef SEPAL_POLYS_KERNEL_MTV_KINDS_H
#define SEPAL_POLYS_KERNEL_MTV_KINDS_H

#include "query.h"

/* The most vertices of two polygons for a narrow window, and the least and the most for a wide one (mtv_window.h). */
#define MTV_NARROW_MOST 64
#define MTV_WIDE        24
#define MTV_WIDE_MOST   128

/* Kind MTV_BLOCKS * i + j has at most 4 * (i + 1) and 4 * (j + 1) vertices; or both have more than lanes take, but not too many for
 * a narrow or a wide window; or else one has more than lanes take. */
enum { MTV_BLOCKS = SEPAL_LANE_VERTICES / 4, MTV_NARROWS = MTV_BLOCKS * MTV_BLOCKS, MTV_WIDES, MTV_LARGE, MTV_KINDS };

static inline unsigned mtv_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    uint32_t size_a = q->a->heads[pair.a].size, size_b = q->b->heads[pair.b].size;
    if (size_a > SEPAL_LANE_VERTICES || size_b > SEPAL_LANE_VERTICES) {
        uint32_t less = size_a < size_b ? size_a : size_b, more = size_a < size_b ? size_b : size_a;
        if (less > SEPAL_COARSE && more <= MTV_NARROW_MOST)
            return MTV_NARROWS;
        return less >= MTV_WIDE && more <= MTV_WIDE_MOST ? MTV_WIDES : MTV_LARGE;
    }
    return MTV_BLOCKS * ((size_a - 1) / 4) + (size_b - 1) / 4;
}

#endif
