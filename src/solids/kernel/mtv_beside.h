/* mtv_beside.h — the pushes of boxes side by side, with parallel faces or edges, whose nearest points are many: closest_sure.h and
 * mtv_apart.h leave them open.
 *
 * *A face towards an edge or a face that is parallel to it*, as in stacks. The gap along any axis is a lower bound of the distance. It is
 * the distance itself if the outline of what the other box has nearest to the plane of the face, seen along the normal, meets the
 * face: then some point of the one is straight above one of the other. In the plane that is a separating axis test of a parallelogram
 * with a point, a segment or a parallelogram (docs/numerics/solids_kernels.md, "Boxes apart along a face").
 *
 * *Two parallel edges beside each other*, as of copies of one model that are turned alike. Let e be an edge of both, and n at right
 * angles to e. If every other edge certainly changes the height along n, the part of the Minkowski difference that is least along n
 * is one edge, c ± e ± e'. Where n leads from the origin to the line of that edge, and meets it between its ends, that is the nearest
 * point. Near which n to look is what the search of closest.h has found ("Boxes apart along an edge").
 *
 * All of it is in double with bounds; what is parallel is told without rounding. */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_BESIDE_H
#define SEPAL_SOLIDS_KERNEL_MTV_BESIDE_H

#include "closest_sure.h"

/* --- A face ---------------------------------------------------------------------------------------------------------------------- */

/* Bounds the errors of the comparisons here, as a share of the product of the lengths that go into them. */
#define FACE_MARGIN 0x1p-45

/* The face of half a group with the greatest gap: its normal, which is p x q and leads from its box to the other one; the third edge r
 * of its box; the other box, from the centre of this one. */
typedef struct face_half {
    wd3 p, q, r, n, d, other[3];
    wd gap;
    wdm of_b;
} face_half;

static inline face_half find_face(const wd3 *edge, wd3 d) {
    wd zero = wd_set1(0);
    face_half best = {.p = d, .q = d, .r = d, .n = d, .d = d, .gap = wd_set1(-INFINITY), .of_b = wd_gt(zero, zero)};
    for (int k = 0; k < 6; k++) {
        const wd3 *own = k < 3 ? edge : edge + 3;
        wd3 p = own[(k + 1) % 3], q = own[(k + 2) % 3], n = wd3_cross(p, q);
        wd reach = zero;
        for (int i = 0; i < 6; i++)
            reach = wd_add(reach, wd_abs(wd3_dot(n, edge[i])));
        wd gap = wd_div(wd_sub(wd_abs(wd3_dot(n, d)), reach), wd_sqrt(wd3_dot(n, n)));
        wdm greater = wd_gt(gap, best.gap); /* not for NaN, where there is no normal */
        best.p = wd3_select(greater, p, best.p);
        best.q = wd3_select(greater, q, best.q);
        best.r = wd3_select(greater, own[k % 3], best.r);
        best.n = wd3_select(greater, n, best.n);
        best.gap = wd_select(greater, gap, best.gap);
        best.of_b = k < 3 ? wdm_andnot(best.of_b, greater) : wdm_or(best.of_b, greater);
    }
    best.d = wd3_minus(d, best.of_b);
    for (int k = 0; k < 3; k++)
        best.other[k] = wd3_select(best.of_b, edge[k], edge[3 + k]);
    wdm away = wd_gt(zero, wd3_dot(best.n, best.d));
    best.n = wd3_minus(best.n, away);
    return best;
}

/* What the other box has nearest to the plane of the face: a point, from the middle of the face; and the edges that are parallel to the
 * plane. */
typedef struct nearest_to_face {
    wd3 at, along[3]; /* along: 0 if the edge is not parallel */
    wdm sure;
} nearest_to_face;

/* An edge that leads against the normal n, or does not change the height at all. */
typedef struct falling_edge {
    wd3 down;
    wdm parallel, sure;
} falling_edge;

static inline falling_edge let_fall(wd3 n, wd3 e) {
    wd zero = wd_set1(0), x = wd_mul(n.x, e.x), y = wd_mul(n.y, e.y), z = wd_mul(n.z, e.z), along = wd_add(wd_add(x, y), z);
    wdm parallel = wd_eq(wd_add(wd_add(wd_abs(x), wd_abs(y)), wd_abs(z)), zero);
    wdm certain = wd_gt(wd_abs(along), wd_scaled(wd_mul(wd3_sum(n), wd3_sum(e)), FACE_MARGIN));
    return (falling_edge){wd3_minus(e, wd_gt(along, zero)), parallel, wdm_or(parallel, certain)};
}

static inline wdm wd3_parallel(wd3 p, wd3 q) {
    return wd_eq(wd3_sum(wd3_cross(p, q)), wd_set1(0));
}

static inline nearest_to_face find_nearest_to(const face_half *f) {
    wd zero = wd_set1(0);
    wd3 none = {zero, zero, zero};
    falling_edge third = let_fall(f->n, f->r);
    nearest_to_face out = {.at = wd3_add(f->d, third.down)}; /* the middle of the face is at minus this */
    out.sure = wdm_and(third.sure, wdm_or(wdm_not(third.parallel), wd_eq(wd3_sum(f->r), zero)));
    for (int k = 0; k < 3; k++) {
        falling_edge edge = let_fall(f->n, f->other[k]);
        wdm as_of_face = wdm_or(wd3_parallel(f->other[k], f->p), wd3_parallel(f->other[k], f->q));
        edge.parallel = wdm_or(edge.parallel, as_of_face);
        edge.sure = wdm_or(edge.sure, as_of_face);
        out.at = wd3_select(edge.parallel, out.at, wd3_add(out.at, edge.down));
        out.along[k] = wd3_select(edge.parallel, f->other[k], none);
        out.sure = wdm_and(out.sure, edge.sure);
    }
    return out;
}

/* Is the axis h, which is e x n for an edge e of one of the two outlines, certainly none that separates them? extent: of both. */
static inline wdm outlines_meet_along(const face_half *f, const nearest_to_face *b, wd3 e, wd extent) {
    wd3 h = wd3_cross(e, f->n);
    wd reach = wd_add(wd_abs(wd3_dot(h, f->p)), wd_abs(wd3_dot(h, f->q)));
    for (int k = 0; k < 3; k++)
        reach = wd_add(reach, wd_abs(wd3_dot(h, b->along[k])));
    wd error = wd_scaled(wd_mul(wd_mul(wd3_sum(e), wd3_sum(f->n)), extent), FACE_MARGIN);
    return wdm_or(wd_gt(reach, wd_add(wd_abs(wd3_dot(h, b->at)), error)), wd_eq(wd3_sum(e), wd_set1(0)));
}

/* Half of a group: where the outlines certainly meet, the gap is the distance, and the normal its direction. */
static inline closest_half push_off_face(const solid_exact_lanes *a, const solid_exact_lanes *b, int half) {
    wd3 edge[6], d = halves_of(a, b, half, edge);
    face_half f = find_face(edge, d);
    nearest_to_face nearest = find_nearest_to(&f);
    wd extent = wd3_sum(d);
    for (int k = 0; k < 6; k++)
        extent = wd_add(extent, wd3_sum(edge[k]));
    wdm meet = wdm_and(outlines_meet_along(&f, &nearest, f.p, extent), outlines_meet_along(&f, &nearest, f.q, extent));
    for (int k = 0; k < 3; k++)
        meet = wdm_and(meet, outlines_meet_along(&f, &nearest, nearest.along[k], extent));
    closest_half out;
    out.distance = f.gap;
    out.direction_error = wd_set1(0);
    out.none[0] = out.none[1] = out.none[2] = wdm_none();
    out.n = wd3_scale(wd3_minus(f.n, f.of_b), wd_div(wd_set1(1), wd_sqrt(wd3_dot(f.n, f.n))));
    out.distance_error = wd_scaled(extent, MTV_DOUBLE_ERROR);
    out.sure = wdm_and(wdm_and(meet, nearest.sure), wd_gt(out.distance, wd_scaled(out.distance_error, 2)));
    return out;
}

SPECIALISED lanes face_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    const sepal_box_exact *of_a[SEPAL_LANES], *of_b[SEPAL_LANES];
    (void)n;
    find_exact(asked->q->a, &group->a, of_a);
    find_exact(asked->q->b, &group->b, of_b);
    solid_exact_lanes a = load_exact(of_a), b = load_exact(of_b);
    closest_half found[2];
    wd reach[2];
    for (int half = 0; half < 2; half++) {
        found[half] = push_off_face(&a, &b, half);
        reach[half] = solid_reach_of_half(asked->q, group, half);
    }
    return (lanes){0, ALL_LANES & ~store_closest(asked->out, k, found, reach)};
}

/* Pairs of boxes. Those that are not apart along a face, or not for certain, stay open. */
static SEPAL_NOINLINE bool push_off_faces(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found,
                                          push_values *out) {
    return ask_groups(face_kernel, NULL, &(push_query){q, out}, pairs, count, (sizes){0}, found);
}

/* --- Two parallel edges ---------------------------------------------------------------------------------------------------------- */

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
static inline closest_half push_off_edge(const solid_exact_lanes *a, const solid_exact_lanes *b, wd3 towards, int half) {
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
    closest_half out;
    out.n = wd3_scale(n, inverse);
    out.distance = wd_mul(wd3_dot(n, c), inverse);
    out.none[0] = out.none[1] = out.none[2] = wdm_none();
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
    solid_exact_lanes a = load_exact(of_a), b = load_exact(of_b);
    w3 towards = {w_load(asked->towards->x + k), w_load(asked->towards->y + k), w_load(asked->towards->z + k)};
    closest_half found[2];
    wd reach[2];
    for (int half = 0; half < 2; half++) {
        found[half] = push_off_edge(&a, &b, wd3_of(towards, half), half);
        reach[half] = solid_reach_of_half(asked->q, group, half);
    }
    return (lanes){0, ALL_LANES & ~store_closest(asked->out, k, found, reach)};
}

/* Pairs of boxes; towards: x, y and z of each. Those that are not apart along parallel edges, or not for certain, stay open. */
static SEPAL_NOINLINE bool push_off_edges(const solids_query *q, const sepal_pair *pairs, size_t count, const push_values *towards,
                                          verdicts *found, push_values *out) {
    return ask_groups(edge_kernel, NULL, &(edge_query){q, out, towards}, pairs, count, (sizes){0}, found);
}

#endif
