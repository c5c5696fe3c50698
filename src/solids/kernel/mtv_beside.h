/* mtv_beside.h — the pushes of boxes side by side, with parallel faces, whose nearest points are many: closest.h leaves them
 * open, and mtv_apart.h those that span many bits.
 *
 * *A face towards an edge or a face that is parallel to it*, as in stacks. The gap along any axis is a lower bound of the distance. It is
 * the distance itself if the outline of what the other box has nearest to the plane of the face, seen along the normal, meets the
 * face: then some point of the one is straight above one of the other. In the plane that is a separating axis test of a parallelogram
 * with a point, a segment or a parallelogram (docs/numerics/solids_kernels.md, "Boxes apart along a face").
 *
 * All of it is in double with bounds; what is parallel is told without rounding. */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_BESIDE_H
#define SEPAL_SOLIDS_KERNEL_MTV_BESIDE_H

#include "closest.h"

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

SPECIALISED lanes face_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const push_query *asked = question;
    exact_pairs boxes;
    load_exact_pairs(asked->q, group, &boxes);
    closest_half found[2];
    wd reach[2];
    for (int half = 0; half < 2; half++) {
        found[half] = push_off_face(&boxes.a, &boxes.b, half);
        reach[half] = solid_reach_of_half(asked->q, group, half);
    }
    return (lanes){0, ALL_LANES & ~store_closest(asked->out, k, found, reach)};
}

/* Pairs of boxes. Those that are not apart along a face, or not for certain, stay open. */
static SEPAL_NOINLINE bool push_off_faces(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found,
                                          push_values *out) {
    return ask_groups(face_kernel, NULL, &(push_query){q, out}, pairs, count, (sizes){0}, found);
}

#endif
