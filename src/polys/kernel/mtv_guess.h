/* mtv_guess.h — which edge normal has the greatest gap? Each lane has its own pair.
 *
 * The gaps that the answers are made of are defined operation by operation (docs/numerics/mtv.md, "One definition"). To find the
 * greatest one, gaps near to them are enough, unless the two greatest are nearly equal: these take fewer operations, and only the
 * gap of the edge that is found is then computed as it is defined. Lanes in which another edge might have the greatest gap are
 * uncertain, and are left to the kernel that computes all gaps as they are defined. */
#ifndef SEPAL_POLYS_KERNEL_MTV_GUESS_H
#define SEPAL_POLYS_KERNEL_MTV_GUESS_H

#include "axes.h"

/* The greatest gap of some edges, the number of its edge, and the second greatest gap. */
typedef struct gap_guess {
    w best, second, edge;
} gap_guess;

/* Bounds the difference of two gaps of one pair less that of the same gaps as defined, relative to the extent of the pair or to the
 * greatest coordinate of a vertex from the first one of a (docs/numerics/mtv.md, "Which edge is the best"). */
#define GUESS_ERROR (96 * 0x1p-24F)

/* An edge: from where, its inward normal, as long as the edge, and the square of its length. Without the edges that are too short,
 * those of length 0 included. */
typedef struct guess_edge {
    w2 from, normal;
    w square;
    wm without;
} guess_edge;

SPECIALISED guess_edge guess_edge_at(const vertex_lanes *a, uint32_t size, uint32_t i, w winding, wm *unfit) {
    w zero = w_zero();
    w2 edge = w2_sub(vertex(a->world, size, i + 1 < size ? i + 1 : 0), vertex(a->world, size, i));
    w square = w_dot(edge, edge);
    wm without = w_gt(w_set1(2 * SEPAL_LEAST_SQUARE), square);
    if (wm_bits(without) != 0)
        *unfit = wm_or(*unfit, wm_andnot(without, wm_and(w_eq(edge.x, zero), w_eq(edge.y, zero))));
    return (guess_edge){vertex(a->near, size, i), {w_flip(w_neg(edge.y), winding), w_flip(edge.x, winding)}, square, without};
}

SPECIALISED void note_gap(const guess_edge *e, w deepest, uint32_t i, gap_guess *g) {
    w gap = w_div(w_sub(w_dot(e->normal, e->from), deepest), w_sqrt(e->square));
    gap = w_select(e->without, w_set1(-INFINITY), gap);
    g->edge = w_select(w_gt(gap, g->best), w_set1((float)i), g->edge);
    g->second = w_max(g->second, w_min(gap, g->best));
    g->best = w_max(gap, g->best);
}

/* The edges of a. Two at a time, so that each vertex of b is read half as often. */
SPECIALISED gap_guess guess_gaps(const vertex_lanes *a, uint32_t size_a, w winding, const vertex_lanes *b, uint32_t size_b,
                                 wm *unfit) {
    gap_guess g = {w_set1(-INFINITY), w_set1(-INFINITY), w_zero()};
    for (uint32_t i = 0; i + 1 < size_a; i += 2) {
        guess_edge e = guess_edge_at(a, size_a, i, winding, unfit), f = guess_edge_at(a, size_a, i + 1, winding, unfit);
        w2 q = vertex(b->near, size_b, 0);
        w deepest_e = w_dot(e.normal, q), deepest_f = w_dot(f.normal, q);
        for (uint32_t j = 1; j < size_b; j++) {
            q = vertex(b->near, size_b, j);
            deepest_e = w_max(deepest_e, w_dot(e.normal, q));
            deepest_f = w_max(deepest_f, w_dot(f.normal, q));
        }
        note_gap(&e, deepest_e, i, &g);
        note_gap(&f, deepest_f, i + 1, &g);
    }
    return g;
}

/* Pairs whose best edges are few and equally good, such as tiles, are not worth a guess. */
SPECIALISED bool worth_a_guess(sizes n) {
    return n.a + n.b > 8;
}

/* The best edge of each lane. Returns the lanes in which it is not certain. */
SPECIALISED wm find_best_edge(vertex_lanes *a, w winding_a, vertex_lanes *b, w winding_b, sizes n, w extent, wm *unfit, wm *of_b,
                              w *number) {
    w2 origin = vertex(a->world, n.a, 0);
    make_near(a, n.a, origin);
    make_near(b, n.b, origin);
    gap_guess in_a = guess_gaps(a, n.a, winding_a, b, n.b, unfit);
    gap_guess in_b = guess_gaps(b, n.b, winding_b, a, n.a, unfit);
    *of_b = w_gt(in_b.best, in_a.best);
    *number = w_select(*of_b, in_b.edge, in_a.edge);
    w best = w_max(in_a.best, in_b.best), second = w_max(w_max(in_a.second, in_b.second), w_min(in_a.best, in_b.best));
    return wm_not(w_gt(w_sub(best, second), w_mul(extent, w_set1(GUESS_ERROR))));
}

#endif
