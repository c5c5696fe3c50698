/* mtv_edges.h — the pushes of boxes that stand apart with two parallel edges beside each other, as copies of one model that are turned
 * alike. Their nearest points are many, so that closest_sure.h leaves them open, and no face leads from one to the other.
 *
 * Let e be an edge of both, and n at right angles to e. If every other edge certainly changes the height along n, the part of the
 * Minkowski difference that is least along n is one edge, c ± e ± e'. Where n leads from the origin to the line of that edge, and
 * meets it between its ends, that is the nearest point. Near which n to look is what the search of closest.h has found. All of it is
 * in double with bounds; that two edges are parallel is told without rounding (docs/numerics/solids_kernels.md, "Boxes apart
 * along an edge"). */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_EDGES_H
#define SEPAL_SOLIDS_KERNEL_MTV_EDGES_H

#include "mtv_faces.h"

/* Bounds the error of n as a share of |e|_1 |e|_1 and the extent; that of how far the foot is from the middle of the edge, times |e|, as
 * a share of |e|_1 and the extent. */
#define EDGE_NORMAL (25 * CLOSEST_UNIT)
#define EDGE_FOOT   (32 * CLOSEST_UNIT)

/* Of half a group: the edge e, one of a that has a parallel one e' in b, and those two by their numbers, 1 for each; 0 where there are
 * none. */
typedef struct parallel_edges {
    wd3 e, other;
    wdm is[6], any;
} parallel_edges;

/* The parallel edges that are most at right angles to n. */
static inline parallel_edges find_parallel(const wd3 *edge, wd3 n) {
    wdm none = wdm_none();
    wd least = wd_set1(INFINITY), zero = wd_set1(0);
    parallel_edges out = {.e = n, .other = n, .is = {none, none, none, none, none, none}, .any = none};
    for (int i = 0; i < 3; i++) {
        wd size = wd3_sum(edge[i]), slope = wd_div(wd_abs(wd3_dot(n, edge[i])), size);
        for (int j = 3; j < 6; j++) {
            wdm both = wdm_and(wd3_parallel(edge[i], edge[j]), wd_gt(wd_mul(size, wd3_sum(edge[j])), zero));
            wdm better = wdm_and(both, wd_gt(least, slope));
            least = wd_select(better, slope, least);
            out.e = wd3_select(better, edge[i], out.e);
            out.other = wd3_select(better, edge[j], out.other);
            for (int k = 0; k < 6; k++)
                out.is[k] = k == i || k == j ? wdm_or(out.is[k], better) : wdm_andnot(out.is[k], better);
            out.any = wdm_or(out.any, better);
        }
    }
    return out;
}

/* Half of a group. towards: near the direction that leads from a to b. */
static inline closest_half push_off_edge(const exact_lanes *a, const exact_lanes *b, wd3 towards, int half) {
    wd3 edge[6], d = halves_of(a, b, half, edge), c = d;
    parallel_edges p = find_parallel(edge, towards);
    wdm leads[6]; /* against `towards`: is the edge turned for that? */
    wd extent = wd3_sum(d), zero = wd_set1(0);
    for (int k = 0; k < 6; k++) {
        leads[k] = wd_gt(wd3_dot(towards, edge[k]), zero);
        wd3 down = wd3_minus(edge[k], leads[k]);
        c = wd3_select(p.is[k], c, wd3_add(c, down));
        extent = wd_add(extent, wd3_sum(edge[k]));
    }
    wd3 n = wd3_cross(wd3_cross(p.e, c), p.e);
    wd length = wd3_sum(p.e), error = wd_mul(wd_scaled(wd_mul(length, length), EDGE_NORMAL), extent);
    wd along_error = wd_madd(wd3_sum(n), wd_set1(8 * CLOSEST_UNIT), error);
    wdm sure = p.any;
    for (int k = 0; k < 6; k++) {
        wd3 down = wd3_minus(edge[k], leads[k]);
        wdm falls = wd_gt(wd_sub(zero, wd_mul(wd3_sum(down), along_error)), wd3_dot(n, down));
        /* c has edge k with the sign by which it falls along n: so the other end is higher */
        sure = wdm_and(sure, wdm_or(p.is[k], falls));
    }
    wd room = wd_add(wd3_dot(p.e, p.e), wd_abs(wd3_dot(p.e, p.other)));
    wd foot = wd_madd(wd_mul(length, extent), wd_set1(EDGE_FOOT), wd_abs(wd3_dot(c, p.e)));
    wd size = wd_sqrt(wd3_dot(n, n)), inverse = wd_div(wd_set1(1), size), share = wd_mul(error, inverse);
    closest_half out = {.n = wd3_scale(n, inverse), .distance = wd_mul(wd3_dot(n, c), inverse)};
    out.direction_error = wd_scaled(share, 2.2);
    out.distance_error =
        wd_madd(wd_mul(share, wd_set1(1.25)), wd_add(length, wd3_sum(p.other)), wd_scaled(extent, 32 * CLOSEST_UNIT));
    out.sure = wdm_and(wdm_and(sure, wd_gt(room, foot)), wd_gt(wd_set1(CLOSEST_DIRECTION), out.direction_error));
    out.sure = wdm_and(out.sure, wd_gt(out.distance, wd_scaled(out.distance_error, 2)));
    return out;
}

/* What the kernel is asked: the same as push_query, with the direction near which to look for each pair. */
typedef struct edge_query {
    const solids_query *q;
    push_values *out;
    const push_values *towards;
} edge_query;

SPECIALISED lanes edge_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const edge_query *asked = question;
    const sepal_box_exact *of_a[SEPAL_LANES], *of_b[SEPAL_LANES];
    (void)n;
    find_exact(asked->q->a, &group->a, of_a);
    find_exact(asked->q->b, &group->b, of_b);
    exact_lanes a = load_exact(of_a), b = load_exact(of_b);
    w3 towards = {w_load(asked->towards->x + k), w_load(asked->towards->y + k), w_load(asked->towards->z + k)};
    closest_half found[2];
    wd reach[2];
    for (int half = 0; half < 2; half++) {
        found[half] = push_off_edge(&a, &b, wd3_of(towards, half), half);
        reach[half] = reach_of_half(asked->q, group, half);
    }
    return (lanes){0, ALL_LANES & ~store_closest(asked->out, k, found, reach)};
}

/* Pairs of boxes; towards: x, y and z of each. Those that are not apart along parallel edges, or not for certain, stay open. */
static SEPAL_NOINLINE bool push_off_edges(const solids_query *q, const sepal_pair *pairs, size_t count, const push_values *towards,
                                          verdicts *found, push_values *out) {
    return ask_groups(edge_kernel, NULL, &(edge_query){q, out, towards}, pairs, count, (sizes){0}, found);
}

#endif
