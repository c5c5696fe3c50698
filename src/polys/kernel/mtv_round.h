/* mtv_round.h — what float knows of the smallest push of shapes with radii, or under a margin. Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_mtv_round.c in the same order, so that the bits are the same. Left open are pairs out of
 * float's range, those without a certificate, and those without a reach. */
#ifndef SEPAL_POLYS_KERNEL_MTV_ROUND_H
#define SEPAL_POLYS_KERNEL_MTV_ROUND_H

#include "mtv_quick.h"
#include "reach.h"
#include <float.h>

/* The shapes of one side. */
typedef struct round_lanes {
    circle_lanes circle;
    vertex_lanes core;
    w radius;
} round_lanes;

SPECIALISED void load_round(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, round_lanes *out) {
    out->circle = load_circles(set, index);
    out->radius = load_radii(set, index);
    load_core(set, index, size, same, &out->core);
}

/* What float knows of a pair. Notes the lanes that are out of its range. */
SPECIALISED nearest_lanes find_line(round_lanes *a, round_lanes *b, sizes n, w extent, wm *unfit) {
    w2 origin = vertex(a->core.world, n.a, 0);
    make_near(&a->core, n.a, origin);
    make_near(&b->core, n.b, origin);
    edge_axis of_a = greatest_unit_gap(&a->core, n.a, a->circle.winding, &b->core, n.b, unfit);
    edge_axis of_b = greatest_unit_gap(&b->core, n.b, b->circle.winding, &a->core, n.a, unfit);
    return nearest_line(a->core.world, &of_a, b->core.world, &of_b, n, extent, true);
}

/* The same by a guess of the best edge; false if it is not certain in some lane that is in range. */
SPECIALISED bool guess_line(round_lanes *a, round_lanes *b, sizes n, w extent, wm *unfit, guess_pause *pause, nearest_lanes *out) {
    w number;
    wm of_b;
    best_edge best;
    wm doubtful = find_best_edge(&a->core, a->circle.winding, &b->core, b->circle.winding, n, extent, unfit, &of_b, &number);
    unsigned uncertain = wm_bits(wm_andnot(doubtful, *unfit));
    pause_after(pause, uncertain);
    if (uncertain != 0)
        return false;
    take_best(of_b, number, a->core.world, b->core.world, n, &best);
    best.axis = best_gap(&best, w_select(of_b, b->circle.winding, a->circle.winding), vertex(a->core.world, n.a, 0));
    *out = judge_gap(best.axis, of_b, extent);
    if (wm_bits(wm_not(out->meet)) != 0)
        find_nearest_line(a->core.world, b->core.world, &best, n, extent, true, out);
    return true;
}

/* Two cores with edges, not both small, are guessed, unless many pairs were uncertain a moment ago. */
SPECIALISED bool is_guessed(sizes n, guess_pause *pause) {
    if (n.a == 1 || n.b == 1 || !worth_a_guess(n))
        return false;
    if (pause->left == 0)
        return true;
    pause->left--;
    return false;
}

/* (What is inlined stands here once for each combination of sizes.) */
SPECIALISED nearest_lanes find_quickly(round_lanes *a, round_lanes *b, sizes n, w extent, wm *unfit, guess_pause *pause) {
    nearest_lanes found;
    wm of_guess = *unfit;
    if (is_guessed(n, pause) && guess_line(a, b, n, extent, &of_guess, pause, &found)) {
        *unfit = of_guess;
        return found;
    }
    return find_line(a, b, n, extent, unfit);
}

/* Bound on the error of a depth, relative to the extent of the pair with radii and margin (docs/numerics/mtv.md, "Radii, a
 * margin, and pairs apart"). */
#define ROUND_DEPTH_ERROR (26 * 0x1p-24F)

/* Pairs of a block whose cores touch, but for rounding, so that their pushes are right only if they meet. faces: the best edge faces
 * the other core; corners: it does not, so that the depth is that of the cores, of the right sign, and the reach. gaps: the greatest
 * gaps of the cores. unsure: of all pairs, as in mtv_values. */
typedef struct touching_cores {
    uint64_t faces[SEPAL_BLOCK / 64], corners[SEPAL_BLOCK / 64], unsure[SEPAL_BLOCK / 64];
    float gaps[SEPAL_BLOCK];
    bool any;
} touching_cores;

/* The question, and where the kernel stores its numbers. */
typedef struct mtv_round_query {
    const polys_query *q;
    mtv_values *out;
    touching_cores *touching;
    guess_pause *pause;
} mtv_round_query;

/* Notes the lanes whose cores touch, but for rounding. Returns them. */
SPECIALISED unsigned note_touching(touching_cores *touching, const nearest_lanes *found, wm unfit, size_t k) {
    unsigned all = wm_bits(wm_not(wm_or(wm_or(found->meet, found->apart), unfit))), faces = all & wm_bits(found->touch);
    if (all == 0)
        return 0;
    touching->any = true;
    touching->faces[k / 64] |= (uint64_t)faces << k % 64;
    touching->corners[k / 64] |= (uint64_t)(all & ~faces) << k % 64;
    w_store(touching->gaps + k, found->line.distance);
    return all;
}

/* Two points that are one have the axis (1, 0), along which they touch. */
SPECIALISED void part_equal_points(w2 a, w2 b, nearest_lanes *found) {
    wm equal = wm_and(w_eq(a.x, b.x), w_eq(a.y, b.y));
    w zero = w_set1(0);
    found->line.normal = w2_select(equal, (w2){w_set1(1), zero}, found->line.normal);
    found->line.distance = w_select(equal, zero, found->line.distance);
    found->certain = wm_or(found->certain, equal);
}

SPECIALISED lanes mtv_round_group(round_lanes *a, round_lanes *b, sizes n, size_t k, const mtv_round_query *m) {
    w zero = w_set1(0), most = w_set1(FLT_MAX), extent = pair_extent(a->circle, b->circle);
    mtv_values *out = m->out;
    float margin = m->q->margin;
    wm unfit = w_eq(extent, w_set1(INFINITY));
    nearest_lanes found = find_quickly(a, b, n, extent, &unfit, m->pause);
    if (n.a == 1 && n.b == 1)
        part_equal_points(a->circle.centre, b->circle.centre, &found);
    line_lanes line = found.line;
    wd depth[2];
    for (int half = 0; half < 2; half++) {
        wd reach = wd_add(wd_add(wd_of(a->radius, half), wd_of(b->radius, half)), wd_set1((double)margin));
        depth[half] = wd_sub(reach, wd_of(line.distance, half));
    }
    w rounded = w_min(w_max(w_of(depth[0], depth[1]), w_neg(most)), most);
    w_store(out->depth + k, rounded);
    w_store(out->x + k, w_add(zero, line.normal.x)); /* 0 + -0 is 0 */
    w_store(out->y + k, w_add(zero, line.normal.y));
    unsigned known = wm_bits(wm_andnot(wm_or(found.meet, found.certain), unfit)) | note_touching(m->touching, &found, unfit, k);
    if (!(margin > 0)) /* of polygons without a reach, the push is that of polys_kernel_mtv.c */
        known &= ~wm_bits(w_eq(w_max(a->radius, b->radius), zero));
    wm sure = w_gt(w_abs(rounded), w_mul(w_add(extent, w_set1(margin)), w_set1(ROUND_DEPTH_ERROR)));
    m->touching->unsure[k / 64] |= (uint64_t)(known & ~wm_bits(sure)) << k % 64;
    return (lanes){known, ALL_LANES & ~known};
}

SPECIALISED lanes mtv_round_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_round_query *m = question;
    round_lanes in_a, in_b;
    load_round(m->q->a, &group->a, n.a, n.same, &in_a);
    load_round(m->q->b, &group->b, n.b, n.same, &in_b);
    return mtv_round_group(&in_a, &in_b, n, k, m);
}

#endif
