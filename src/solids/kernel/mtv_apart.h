/* mtv_apart.h — the nearest part of two boxes that are apart, a pair in each lane, without a search.
 *
 * The nearest points of two boxes are a corner of one and a point of the other, or a point of an edge of each. So the sixteen corners
 * are moved into the other box by clamping (Ericson, Real-Time Collision Detection, 2005, section 5.1.4), and of the nine pairs of
 * edges only that can be nearer whose cross product has the greatest gap, since no gap exceeds the distance. All that is in float and
 * proposes a part of the Minkowski difference K, of which part.h tells whether it is certain. What is not stays open, as are boxes with
 * parallel edges beside each other. */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_APART_H
#define SEPAL_SOLIDS_KERNEL_MTV_APART_H

#include "part.h"

/* Pairs of edges that are more nearly parallel, by the square of the sine, are not proposed: float does not know their cross product. */
#define APART_PARALLEL 0x1p-18F

/* --- The proposal, in float ----------------------------------------------------------------------------------------------------- */

/* How each of the six half edges, those of a first, leads from the centre of K to the part: 1, -1, or 0 if the part has both ends. */
typedef struct apart_signs {
    w of[6];
} apart_signs;

/* The corner that is nearest to the other box so far: the square of its distance, and its number, of b + 8. */
typedef struct apart_corner {
    w square;
    wi number;
} apart_corner;

/* The corners of one box, seen from the other: its centre is at t, and axis j at turn[.][j]. */
SPECIALISED void try_corners(const w t[3], w turn[3][3], const w *half, const w *other, int first, apart_corner *best) {
    w part[3][4], third[3];
    for (int i = 0; i < 3; i++) {
        w x = w_mul(turn[i][0], half[0]), y = w_mul(turn[i][1], half[1]), up = w_add(t[i], x), down = w_sub(t[i], x);
        part[i][0] = w_sub(down, y), part[i][1] = w_sub(up, y), part[i][2] = w_add(down, y), part[i][3] = w_add(up, y);
        third[i] = w_mul(turn[i][2], half[2]);
    }
    for (int k = 0; k < 8; k++) {
        w square = w_set1(0);
        for (int i = 0; i < 3; i++) {
            w at = k < 4 ? w_sub(part[i][k], third[i]) : w_add(part[i][k - 4], third[i]);
            w beyond = w_max(w_sub(w_abs(at), other[i]), w_set1(0));
            square = w_madd(beyond, beyond, square);
        }
        best->number = wi_select(w_gt(best->square, square), wi_set1(first + k), best->number);
        best->square = w_min(best->square, square);
    }
}

/* Which of three, told by two masks. */
typedef struct apart_choice {
    wm second, third;
} apart_choice;

static inline w chosen_of(apart_choice c, w first, w second, w third) {
    return w_select(c.third, third, w_select(c.second, second, first));
}
static inline void choose(apart_choice *c, int number, wm where) {
    c->second = number == 1 ? wm_or(c->second, where) : wm_andnot(c->second, where);
    c->third = number == 2 ? wm_or(c->third, where) : wm_andnot(c->third, where);
}

/* The pair of edges whose cross product has the greatest gap, over / under being its square; along: the signs of n . g, 0 for the two
 * edges themselves. */
typedef struct apart_edges {
    w over, under, along[6];
    apart_choice of_a, of_b;
    wm some;
} apart_edges;

SPECIALISED apart_edges solid_greatest_gap(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v) {
    w zero = w_set1(0);
    apart_choice none = {wm_none(), wm_none()};
    apart_edges out = {zero, w_set1(1), {zero, zero, zero, zero, zero, zero}, none, none, wm_none()};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            w size = w_madd(v->turn[i1][j], v->turn[i1][j], w_mul(v->turn[i2][j], v->turn[i2][j])), gap = edge_gap(a, b, v, i, j);
            w square = w_mul(gap, gap), across = w_msub(v->turn[i1][j], v->t[i2], w_mul(v->turn[i2][j], v->t[i1]));
            wm better = wm_and(w_gt(gap, zero), w_gt(size, w_set1(APART_PARALLEL)));
            better = wm_and(better, w_gt(w_mul(square, out.under), w_mul(out.over, size)));
            out.over = w_select(better, square, out.over);
            out.under = w_select(better, size, out.under);
            w along[6]; /* against n, which leads from a to b */
            along[i] = along[3 + j] = zero;
            along[i1] = w_flip(v->turn[i2][j], across), along[i2] = w_flip(w_sub(zero, v->turn[i1][j]), across);
            along[3 + j1] = w_flip(w_sub(zero, v->turn[i][j2]), across), along[3 + j2] = w_flip(v->turn[i][j1], across);
            for (int k = 0; k < 6; k++)
                out.along[k] = w_select(better, along[k], out.along[k]);
            choose(&out.of_a, i, better);
            choose(&out.of_b, j, better);
            out.some = wm_or(out.some, better);
        }
    return out;
}

/* Are the nearest points of the lines of that pair within the edges? */
SPECIALISED wm meets_edges(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v, const apart_edges *e,
                           const w *sign) {
    w row[3], column[3];
    for (int k = 0; k < 3; k++) {
        row[k] = chosen_of(e->of_a, v->turn[0][k], v->turn[1][k], v->turn[2][k]);
        column[k] = chosen_of(e->of_b, v->turn[k][0], v->turn[k][1], v->turn[k][2]);
    }
    w of_a = chosen_of(e->of_a, v->t[0], v->t[1], v->t[2]), of_b = chosen_of(e->of_b, v->s[0], v->s[1], v->s[2]);
    for (int k = 0; k < 3; k++) {
        of_a = w_madd(w_mul(b->half[k], sign[3 + k]), row[k], of_a);
        of_b = w_madd(w_mul(a->half[k], sign[k]), column[k], of_b);
    }
    w cosine = chosen_of(e->of_b, row[0], row[1], row[2]);
    w half_a = chosen_of(e->of_a, a->half[0], a->half[1], a->half[2]),
      half_b = chosen_of(e->of_b, b->half[0], b->half[1], b->half[2]);
    wm in_a = w_gt(w_mul(half_a, e->under), w_abs(w_sub(of_a, w_mul(cosine, of_b))));
    wm in_b = w_gt(w_mul(half_b, e->under), w_abs(w_msub(cosine, of_a, of_b)));
    return wm_and(e->some, wm_and(in_a, in_b));
}

SPECIALISED apart_signs propose_part(const solid_box_lanes *a, const solid_box_lanes *b) {
    box_view v = view_boxes(a, b);
    w zero = w_set1(0), one = w_set1(1), minus[3], back[3][3], sign[6], corner[3];
    for (int i = 0; i < 3; i++) {
        minus[i] = w_sub(zero, v.s[i]);
        for (int j = 0; j < 3; j++)
            back[j][i] = v.turn[i][j];
    }
    apart_corner best = {w_set1(INFINITY), wi_set1(0)};
    try_corners(v.t, v.turn, b->half, a->half, 0, &best);
    try_corners(minus, back, a->half, b->half, 8, &best);
    apart_edges edges = solid_greatest_gap(a, b, &v);
    for (int k = 0; k < 6; k++)
        sign[k] = w_select(w_eq(edges.along[k], zero), zero, w_flip(one, edges.along[k]));
    wm nearer = wm_and(meets_edges(a, b, &v, &edges, sign), w_gt(w_mul(best.square, edges.under), edges.over));

    /* else the corner: the part has both ends of those edges of the other box between whose faces it is */
    wm of_b = wi_gt(wi_set1(8), best.number);
    apart_signs out;
    for (int k = 0; k < 3; k++)
        corner[k] = w_select(wi_gt(wi_and(best.number, wi_set1(1 << k)), wi_set1(0)), one, w_set1(-1));
    for (int i = 0; i < 3; i++) {
        w at = w_select(of_b, v.t[i], minus[i]);
        for (int k = 0; k < 3; k++)
            at = w_madd(w_mul(corner[k], w_select(of_b, b->half[k], a->half[k])), w_select(of_b, v.turn[i][k], back[i][k]), at);
        w other = w_select(w_gt(w_abs(at), w_select(of_b, a->half[i], b->half[i])), w_flip(one, at), zero);
        out.of[i] = w_select(nearer, sign[i], w_select(of_b, w_sub(zero, other), w_sub(zero, corner[i])));
        out.of[3 + i] = w_select(nearer, sign[3 + i], w_select(of_b, corner[i], other));
    }
    return out;
}

/* A box as the proposal wants it, by its edges, since what the filters read of it takes longer to load. */
static inline solid_box_lanes box_of_edges(const solid_exact_lanes *box) {
    solid_box_lanes out;
    out.centre = box->centre;
    out.slack = w_set1(0);
    for (int k = 0; k < 3; k++) {
        out.half[k] = w_sqrt(w3_dot(box->edge[k], box->edge[k]));
        out.axis[k] = w3_scale(box->edge[k], w_div(w_set1(1), w_max(out.half[k], w_set1(0x1p-100F))));
    }
    return out;
}

/* The pushes of a group, as far as the distance of the boxes. */
static void find_between_boxes(const solids_query *q, const sepal_pair *group, parts_found *out) {
    exact_pairs boxes;
    load_exact_pairs(q, group, &boxes);
    const solid_box_lanes axes_a = box_of_edges(&boxes.a), axes_b = box_of_edges(&boxes.b);
    const apart_signs signs = propose_part(&axes_a, &axes_b);
    const part_group of = {q, group};
    for (int half = 0; half < 2; half++) {
        wd3 edge[PART_EDGES];
        const wd3 d = halves_of(&boxes.a, &boxes.b, half, edge);
        const wd reach = out->reach[half] = solid_reach_of_half(q, group, half);
        settle_part_of_signs(d, edge, PART_EDGES, PART_EDGES, signs.of, &of, half, reach, &out->near[half], &out->touches[half]);
    }
}

#endif
