/* box_push.h — the smallest push of two boxes that meet, by the fifteen directions normal to the facets of their difference: faces of a,
 * faces of b, edge x edge (box_push.h).
 *
 * What the answer is, is defined here, in double, in a fixed order and without fused operations, so that it has the same bits
 * everywhere: n = g_i x g_j, whose products are exact and whose components are rounded once, so that nearly parallel edges lose
 * nothing; then depth = (sum over k of |n . g_k| - |n . d|) / |n|. The first of the least counts; an axis of length 0 does not. It is
 * written in words: of a pair in each lane in kernel/boxes.h, of one pair in solids_scalar_mtv.c (simd/one.h). */
#ifndef SEPAL_SOLIDS_BOX_PUSH_H
#define SEPAL_SOLIDS_BOX_PUSH_H

#include <math.h>
#include <stdint.h>

/* The two half edges that each axis is the cross product of; those of b are 3, 4, 5. */
enum { BOX_AXES = 15 };
static const uint8_t box_axes[BOX_AXES][2] = {{1, 2}, {2, 0}, {0, 1}, {4, 5}, {5, 3}, {3, 4}, {0, 3}, {0, 4},
                                              {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}};

/* A unit normal from a towards b, and the depth along it. */
typedef struct axis_half {
    wd3 normal;
    wd depth;
} axis_half;

/* An axis p x q, which is not of length 1; how far the centres are from each other along it, times its length; and the depth. */
typedef struct axis_depth {
    wd3 n;
    wd across, length, depth;
} axis_depth;

/* The depth along p x q, of the definition; NaN if that is 0. edge: the half edges of both. d: from the centre of a to that of b. */
static inline axis_depth depth_of_axis(wd3 p, wd3 q, const wd3 *edge, wd3 d) {
    const wd3 n = wd3_cross_in_order(p, q);
    const wd length = wd_sqrt(wd3_dot_in_order(n, n)), across = wd3_dot_in_order(n, d);
    wd reach = wd_abs(wd3_dot_in_order(n, edge[0]));
    for (int k = 1; k < 6; k++)
        reach = wd_add(reach, wd_abs(wd3_dot_in_order(n, edge[k])));
    return (axis_depth){n, across, length, wd_div(wd_sub(reach, wd_abs(across)), length)};
}

static inline axis_half unit_axis(const axis_depth *of) {
    const wd3 n = wd3_minus(of->n, wd_gt(wd_set1(0), of->across));
    return (axis_half){{wd_div(n.x, of->length), wd_div(n.y, of->length), wd_div(n.z, of->length)}, of->depth};
}

/* The answer; of infinite depth if all half edges are parallel, so that there is no axis. Only the best one is divided by its length. */
static inline axis_half deepest_of_all(const wd3 *edge, wd3 d) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    axis_depth best = {{one, zero, zero}, zero, one, wd_set1((double)INFINITY)};
    for (int k = 0; k < BOX_AXES; k++) {
        const axis_depth found = depth_of_axis(edge[box_axes[k][0]], edge[box_axes[k][1]], edge, d);
        const wdm better = wd_gt(best.depth, found.depth);
        best.n = wd3_select(better, found.n, best.n);
        best.across = wd_select(better, found.across, best.across);
        best.length = wd_select(better, found.length, best.length);
        best.depth = wd_select(better, found.depth, best.depth);
    }
    return unit_axis(&best);
}

#endif
