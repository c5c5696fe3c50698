/* mtv_apart.h — the pushes of two boxes that are apart, a pair in each lane, without a search.
 *
 * The nearest points of two boxes are a corner of one and a point of the other, or a point of an edge of each. So the sixteen corners
 * are moved into the other box by clamping (Ericson, Real-Time Collision Detection, 2005, section 5.1.4), and of the nine pairs of
 * edges only that can be nearer whose cross product has the greatest gap, since no gap exceeds the distance. All that is in float and
 * proposes a part of the Minkowski difference K = {b - a}: a corner, an edge or a parallelogram. In double, with bounds, the part
 * is the nearest one if the foot of the origin is inside of it, and all other half edges lead away from the origin (docs/numerics/
 * solids_kernels.md, "Boxes apart"). What is not certain stays open, as are all boxes with parallel edges beside each other. */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_APART_H
#define SEPAL_SOLIDS_KERNEL_MTV_APART_H

#include "closest_sure.h"

/* Bounds on errors in double: of the normal of a face as a share of |e|_1 |g|_1, of one across an edge of |e|_1 |e|_1 R, and of a corner
 * of R; of n . g as a share of |n| |g|_1; of where the foot is, of R R and |n| or none. */
#define APART_FACE    (4 * CLOSEST_UNIT)
#define APART_EDGE    (20 * CLOSEST_UNIT)
#define APART_CORNER  (8 * CLOSEST_UNIT)
#define APART_PRODUCT (8 * CLOSEST_UNIT)
#define APART_FOOT    (80 * CLOSEST_UNIT)
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

/* --- Its certainty, in double --------------------------------------------------------------------------------------------------- */

/* A part of K, of half of a group: one of its corners, if it is one, else what is in the middle of it, and the edges e and g, of which
 * a face has two and an edge one. sign: as the signs below; many: it has more edges. */
typedef struct apart_part {
    wd3 c, e, g;
    wd sign[6], extent;
    wdm one, two, many;
} apart_part;

/* c: the centre of K; edge: its half edges, `edges` of them, at most 6; signs: how they lead to the part. */
SPECIALISED apart_part take_apart_part(wd3 c, const wd3 *edge, int edges, const w *signs, int half) {
    apart_part p = {.c = c, .e = c, .g = c, .extent = wd3_sum(c), .one = wdm_none(), .two = wdm_none(), .many = wdm_none()};
    for (int k = 0; k < edges; k++) {
        const wd sign = p.sign[k] = wd_of(signs[k], half);
        p.c = (wd3){wd_madd(sign, edge[k].x, p.c.x), wd_madd(sign, edge[k].y, p.c.y), wd_madd(sign, edge[k].z, p.c.z)};
        p.extent = wd_add(p.extent, wd3_sum(edge[k]));
        wdm both = wd_eq(sign, wd_set1(0)), second = wdm_and(p.one, both);
        p.e = wd3_select(wdm_andnot(both, p.one), edge[k], p.e);
        p.g = wd3_select(second, edge[k], p.g);
        p.many = wdm_or(p.many, wdm_and(p.two, both));
        p.two = wdm_or(p.two, second);
        p.one = wdm_or(p.one, both);
    }
    return p;
}

/* aside: the part is to be the nearest one also where the origin is not more than that from its place; NULL = 0. off_diagonals: receives
 * in which lanes the foot is then certainly on no diagonal of a face. */
SPECIALISED void settle_apart_part(const apart_part *p, const wd3 *edge, int edges, const wd *aside, closest_half *out,
                                   wdm *off_diagonals) {
    const wd3 c = p->c, e = p->e, g = p->g;
    const wd zero = wd_set1(0), extent = p->extent;
    const wdm one = p->one, two = p->two;
    wd length_e = wd3_sum(e), length_g = wd3_sum(g), square = wd_mul(extent, extent);
    wd3 face = wd3_cross(e, g), n = wd3_select(two, face, wd3_select(one, wd3_cross(wd3_cross(e, c), e), c));
    wd error = wd_select(one, wd_mul(wd_scaled(wd_mul(length_e, length_e), APART_EDGE), extent), wd_scaled(extent, APART_CORNER));
    error = wd_select(two, wd_scaled(wd_mul(length_e, length_g), APART_FACE), error);
    wd nn = wd3_dot(n, n), size = wd_sqrt(nn), along = wd3_dot(n, c);
    wdm turned = wd_gt(zero, along);
    n = wd3_minus(n, turned);

    /* all other half edges lead away from the origin */
    wd most = error, reach = wd_set1(0); /* how far n may be from what it is there, and how far the foot may be, along an edge */
    if (aside != NULL) {
        most = wd_add(error, wd_mul(wd_select(two, zero, wd_select(one, wd3_dot(e, e), wd_set1(1))), *aside));
        reach = wd_mul(*aside, extent);
    }
    wd limit = wd_mul(wd_madd(size, wd_set1(APART_PRODUCT), most), extent);
    wdm sure = wdm_andnot(wd_gt(size, wd_scaled(most, 16)), p->many);
    for (int k = 0; k < edges; k++) {
        wd towards = wd_mul(p->sign[k], wd3_dot(n, edge[k]));
        wdm away = wdm_or(wd_eq(p->sign[k], zero), wd_gt(wd_sub(zero, limit), towards));
        if (edges < 6 && k == 3) /* of a core of one vertex it is 0 */
            away = wdm_or(away, wd_eq(wd3_sum(edge[k]), zero));
        sure = wdm_and(sure, away);
    }
    /* and the foot is inside */
    wd past_g = wd_abs(wd3_triple(c, e, face)), past_e = wd_abs(wd3_triple(c, g, face));
    wd past = wd_max(past_e, past_g);
    wd face_bound = wd_mul(square, wd_madd(size, wd_set1(APART_FOOT), wd_scaled(error, 3)));
    if (aside != NULL)
        face_bound = wd_madd(reach, size, face_bound);
    wdm in_face = wd_gt(wd_sub(nn, past), face_bound);
    *off_diagonals = wd_gt(wd_abs(wd_sub(past_e, past_g)), wd_scaled(face_bound, 2));
    wd edge_bound = wd_scaled(square, APART_FOOT);
    if (aside != NULL)
        edge_bound = wd_add(edge_bound, reach);
    wdm in_edge = wd_gt(wd_sub(wd3_dot(e, e), wd_abs(wd3_dot(c, e))), edge_bound);
    wdm in_part = wdm_or(wdm_and(two, in_face), wdm_andnot(wdm_or(in_edge, wdm_not(one)), two));

    wd inverse = wd_div(wd_set1(1), size), share = wd_mul(error, inverse);
    wd length = wd_add(wd_select(one, length_e, zero), wd_select(two, length_g, zero));
    out->n = wd3_scale(n, inverse);
    out->distance = wd_mul(wd_abs(along), inverse);
    out->none[0] = out->none[1] = out->none[2] = wdm_none();
    out->direction_error = wd_scaled(share, 2.2);
    out->distance_error = wd_madd(wd_mul(length, share), wd_set1(1.25), wd_scaled(extent, 32 * CLOSEST_UNIT));
    out->sure = wdm_and(wdm_and(sure, in_part), wd_gt(out->distance, wd_scaled(out->distance_error, 2)));
    if (edges < 6 && wdm_bits(wd3_has_zero(n)) != 0) { /* two boxes with such a normal are mostly upright, and left to the search */
        const wd any = wd_set1(1);
        note_none(e, g, two, out->none);
        note_none(e, (wd3){any, any, any}, wdm_andnot(one, two), out->none);
    }
}

/* Half of a group; c and the others as in take_apart_part. */
SPECIALISED void settle_part(wd3 c, const wd3 *edge, int edges, const w *signs, int half, closest_half *out) {
    const apart_part p = take_apart_part(c, edge, edges, signs, half);
    wdm unused;
    settle_apart_part(&p, edge, edges, NULL, out, &unused);
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

SPECIALISED lanes apart_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    const sepal_box_exact *of_a[SEPAL_LANES], *of_b[SEPAL_LANES];
    (void)n;
    find_exact(asked->q->a, &group->a, of_a);
    find_exact(asked->q->b, &group->b, of_b);
    const solid_exact_lanes a = load_exact(of_a), b = load_exact(of_b);
    const solid_box_lanes axes_a = box_of_edges(&a), axes_b = box_of_edges(&b);
    apart_signs signs = propose_part(&axes_a, &axes_b);
    closest_half found[2];
    wd reach[2];
    for (int half = 0; half < 2; half++) {
        wd3 edge[6], d = halves_of(&a, &b, half, edge);
        settle_part(d, edge, 6, signs.of, half, &found[half]);
        reach[half] = solid_reach_of_half(asked->q, group, half);
    }
    return (lanes){0, ALL_LANES & ~store_closest(asked->out, k, found, reach)};
}

/* Pairs of boxes; those that are not certainly apart, and with nearest points of one kind, stay open. */
static SEPAL_NOINLINE bool push_apart(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found,
                                      push_values *out) {
    return ask_groups(apart_kernel, NULL, &(push_query){q, out}, pairs, count, (sizes){0}, found);
}

#endif
