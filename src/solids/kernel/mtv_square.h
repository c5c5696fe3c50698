/* mtv_square.h — the pushes of a sphere and a box whose edges are nearly at right angles, a pair in each lane.
 *
 * In the axes of such a box the coordinates of the centre of the sphere are clamped one by one (Ericson, Real-Time Collision Detection,
 * 2005, section 5.1.4): those beyond the box tell whether a face, an edge or a corner is nearest, and of a centre in the box the face
 * with the least depth is. Where float is certain of that, by a bound that covers how far the edges are from right angles, only this
 * one part is computed in double, and rounded by intervals. What is not certain stays open, as are all boxes with other angles
 * (docs/numerics/solids_kernels.md, "Spheres and boxes with right angles: push"). */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_SQUARE_H
#define SEPAL_SOLIDS_KERNEL_MTV_SQUARE_H

#include "mtv_spheres.h"

/* Square of the cosine between two edges that are taken as at right angles; how far a coordinate must be from the face of such a box, as
 * a share of the sum of all sizes. */
#define SQUARE_COSINE 0x1p-40F
#define SQUARE_BESIDE 0x1p-17F
/* With R the sum of all sizes: bounds the error of a distance, as a share of R, and of a direction, as a share of R divided by the
 * distance. */
#define SQUARE_DISTANCE  (32 * CLOSEST_UNIT)
#define SQUARE_DIRECTION (64 * CLOSEST_UNIT)

/* What is nearest: how many coordinates are beyond the box, of which a centre in the box has one; the edges p and q of a face, or p of an
 * edge; how to get from the centre of the box to that part. */
typedef struct square_part {
    w beyond;
    w3 p, q, to[3];
    w extent;
    wm sure;
} square_part;

/* Of a centre in the box: the face of least depth. Returns where that is certain. Of each half edge g: g . d, g . g, |g|_1, and
 * g . g - |g . d|, which is |g| times the depth. */
SPECIALISED wm nearest_square_face(const w *along, const w *square, const w *size, const w *left, w beside_error, wm *out) {
    const w left2[3] = {w_mul(left[0], left[0]), w_mul(left[1], left[1]), w_mul(left[2], left[2])};
    const wm second = w_gt(w_mul(left2[0], square[1]), w_mul(left2[1], square[0]));
    const w of2 = w_select(second, left2[1], left2[0]), by2 = w_select(second, square[1], square[0]);
    out[2] = w_gt(w_mul(of2, square[2]), w_mul(left2[2], by2));
    out[1] = wm_andnot(second, out[2]);
    out[0] = wm_not(wm_or(second, out[2]));
    const w limit = w_add(w_sqrt(w_div(w_select(out[2], left2[2], of2), w_select(out[2], square[2], by2))), beside_error);
    const w limit2 = w_mul(limit, limit);
    wm sure = wm_all();
    for (int k = 0; k < 3; k++) {
        const wm farther = w_gt(left2[k], w_mul(limit2, square[k])), aside = w_gt(w_abs(along[k]), w_mul(beside_error, size[k]));
        sure = wm_and(sure, wm_or(wm_and(out[k], aside), wm_andnot(farther, out[k])));
    }
    return sure;
}

SPECIALISED void find_square_part(const solid_exact_lanes *box, w3 point, square_part *part) {
    const w3 d = w3_sub(point, box->centre), *g = box->edge;
    const w zero = w_set1(0);
    w along[3], square[3], size[3], left[3];
    wm out[3], certain = wm_all();
    part->extent = w3_sum(d);
    for (int k = 0; k < 3; k++) {
        along[k] = w3_dot(g[k], d);
        square[k] = w3_dot(g[k], g[k]);
        size[k] = w3_sum(g[k]);
        left[k] = w_sub(square[k], w_abs(along[k]));
        part->extent = w_add(part->extent, size[k]);
    }
    part->extent = w_mul(part->extent, w_set1(BALL_WIDER));
    const w beside_error = w_mul(part->extent, w_set1(SQUARE_BESIDE));
    for (int k = 0; k < 3; k++) {
        const w cosine = w3_dot(g[k], g[(k + 1) % 3]), most = w_mul(w_mul(square[k], square[(k + 1) % 3]), w_set1(SQUARE_COSINE));
        out[k] = w_gt(zero, left[k]);
        certain = wm_and(certain, wm_and(w_gt(most, w_mul(cosine, cosine)), w_gt(w_abs(left[k]), w_mul(beside_error, size[k]))));
    }
    const wm inside = wm_not(wm_or(wm_or(out[0], out[1]), out[2]));
    if (wm_bits(inside) != 0) {
        wm face[3];
        const wm sure = nearest_square_face(along, square, size, left, beside_error, face);
        for (int k = 0; k < 3; k++)
            out[k] = wm_or(out[k], wm_and(inside, face[k]));
        certain = wm_and(certain, wm_or(sure, wm_not(inside)));
    }
    part->sure = certain;

    /* the edges of the face, or of two coordinates beyond the box the edge of the third */
    const wm two = wm_or(wm_and(out[0], out[1]), wm_and(out[2], wm_or(out[0], out[1])));
    part->beyond = w_select(wm_and(wm_and(out[0], out[1]), out[2]), w_set1(3), w_select(two, w_set1(2), w_set1(1)));
    const w3 of_edge = w3_select(out[0], w3_select(out[1], g[2], g[1]), g[0]);
    part->p = w3_select(two, of_edge, w3_select(out[0], g[1], g[0]));
    part->q = w3_select(out[2], g[1], g[2]);
    for (int k = 0; k < 3; k++) {
        const w3 none = {zero, zero, zero};
        const w3 turned = {w_flip(g[k].x, along[k]), w_flip(g[k].y, along[k]), w_flip(g[k].z, along[k])};
        part->to[k] = w3_select(out[k], turned, none);
    }
}

/* Half of a group: distance and direction of that part. */
static SEPAL_NOINLINE void settle_square_part(const solid_exact_lanes *box, w3 point, const square_part *part, int half,
                                              closest_half *found) {
    const wd zero = wd_set1(0), one = wd_set1(1), extent = wd_of(part->extent, half), beyond = wd_of(part->beyond, half);
    const wdm face = wd_gt(wd_set1(1.5), beyond), edge = wdm_andnot(wd_gt(wd_set1(2.5), beyond), face);
    const wd3 from = wd3_sub(wd3_of(point, half), wd3_of(box->centre, half)), e = wd3_of(part->p, half);
    const wd3 d = wd3_sub(wd3_sub(wd3_sub(from, wd3_of(part->to[0], half)), wd3_of(part->to[1], half)), wd3_of(part->to[2], half));
    const wd times = wd_select(edge, wd3_dot(e, e), one), along_e = wd_select(edge, wd3_dot(d, e), zero);
    const wd3 way = {wd_msub(d.x, times, wd_mul(e.x, along_e)), wd_msub(d.y, times, wd_mul(e.y, along_e)),
                     wd_msub(d.z, times, wd_mul(e.z, along_e))};
    wd3 n = wd3_select(face, wd3_cross(e, wd3_of(part->q, half)), way);
    n = wd3_minus(n, wdm_and(face, wd_gt(zero, wd3_dot(n, from))));
    const wd nn = wd3_dot(n, n), both = wd_div(one, wd_mul(wd_sqrt(nn), times)), inverse = wd_mul(both, times);
    found->n = wd3_scale(n, inverse);
    found->distance = wd_select(face, wd_mul(wd3_dot(n, d), inverse), wd_mul(nn, both));
    found->none[0] = found->none[1] = found->none[2] = wdm_none();
    found->direction_error = wd_select(face, zero, wd_mul(wd_scaled(extent, SQUARE_DIRECTION), wd_mul(times, inverse)));
    found->distance_error = wd_scaled(extent, SQUARE_DISTANCE);
    found->sure = wdm_all();
    if (wdm_bits(wdm_and(edge, wd3_has_zero(e))) != 0) { /* what is at right angles to an edge along an axis is 0 there */
        note_none(e, (wd3){one, one, one}, edge, found->none);
        clear_none(found);
    }
}

/* n.a: 1 if the box is the first of the pairs, else 0. */
SPECIALISED lanes push_square_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const closest_query *asked = question;
    const solids_query *q = asked->q;
    const sepal_box_exact *of[SEPAL_LANES];
    const bool first = n.a == 1;
    find_exact(first ? q->a : q->b, first ? &group->a : &group->b, of);
    const solid_exact_lanes box = load_exact(of);
    const w3 point = load_balls(first ? q->b : q->a, first ? &group->b : &group->a).centre;
    square_part part;
    closest_half found[2];
    wd reach[2];
    find_square_part(&box, point, &part);
    for (int half = 0; half < 2; half++) {
        settle_square_part(&box, point, &part, half, &found[half]);
        found[half].n = wd3_minus(found[half].n, first ? wdm_none() : wdm_all());
    }
    load_reaches(q, group, reach);
    return (lanes){0, ALL_LANES & ~(wm_bits(part.sure) & store_closest(asked->out, k, found, reach))};
}

static SEPAL_NOINLINE void push_square_and_sphere(const solids_query *q, bool box_first, const sepal_pair *pairs, size_t count,
                                                  verdicts *found, push_values *out) {
    (void)ask_groups(push_square_kernel, NULL, &(closest_query){q, out}, pairs, count, (sizes){box_first, 0, false}, found);
}

#endif
