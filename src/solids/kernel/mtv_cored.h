/* mtv_cored.h — the pushes of a box and a sphere or capsule whose core meets it, a pair in each lane.
 *
 * The Minkowski difference of a box and a segment is a zonotope with four generators, the three half edges and half of the segment
 * (McMullen, "On zonotopes", Transactions of the AMS 159, 1971): its faces are normal to the cross products of two of these, and their
 * distances are those of boxes, (sum over k of |n . g_k| - |n . d|) / |n|. If one of them is certainly the nearest, by more than the
 * reference may confuse, it is the answer; its distance and direction are rounded by intervals, as in closest_sure.h. What is not
 * certain stays open (docs/numerics/solids_kernels.md, "Boxes and segments: push"). */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_CORED_H
#define SEPAL_SOLIDS_KERNEL_MTV_CORED_H

#include "closest_sure.h"
#include "nearest.h"

/* Bounds the error of a cross product as a share of |p|_1 |q|_1, and that of a reach along n as a share of |n| R. */
#define CORED_NORMAL (8 * CLOSEST_UNIT)
#define CORED_REACH  (16 * CLOSEST_UNIT)
/* How much farther than the nearest face all others are, of R. */
#define CORED_GAP 0x1p-34

/* Half of a group: the generators of the zonotope, its centre, and the sum R of all their sizes. */
typedef struct cored_half {
    wd3 edge[4], d;
    wd extent;
} cored_half;

static inline cored_half cored_half_of(const solid_exact_lanes *box, const solid_segment_lanes *s, int half) {
    wd3 centre = wd3_of(box->centre, half), from = wd3_sub(wd3_of(s->from, half), centre),
        to = wd3_sub(wd3_of(s->to, half), centre);
    wd middle = wd_set1(0.5);
    cored_half out = {.d = wd3_scale(wd3_add(from, to), middle)};
    for (int k = 0; k < 3; k++)
        out.edge[k] = wd3_of(box->edge[k], half);
    out.edge[3] = wd3_scale(wd3_sub(wd3_of(s->to, half), wd3_of(s->from, half)), middle);
    out.extent = wd3_sum(out.d);
    for (int k = 0; k < 4; k++)
        out.extent = wd_add(out.extent, wd3_sum(out.edge[k]));
    return out;
}

/* Are all products of different coordinates 0, so that two vectors are parallel without rounding? */
static inline wdm surely_parallel(wd3 p, wd3 q) {
    wd x = wd_add(wd_abs(wd_mul(p.y, q.z)), wd_abs(wd_mul(p.z, q.y))),
       y = wd_add(wd_abs(wd_mul(p.z, q.x)), wd_abs(wd_mul(p.x, q.z)));
    wd z = wd_add(wd_abs(wd_mul(p.x, q.y)), wd_abs(wd_mul(p.y, q.x)));
    return wd_eq(wd_add(x, wd_add(y, z)), wd_set1(0));
}

/* The nearest face so far: n leads from the box to the segment; share: how much of its length may be error; upper: more than its
 * distance; lower, beyond: less than its distance and that of the opposite face; others: less than those of all other faces; number:
 * 4 i + j for edges i and j. */
typedef struct cored_face {
    wd3 n;
    wd distance, share, upper, lower, beyond, others;
    wd number;
    wdm known; /* all normals so far are */
} cored_face;

static inline void try_faces(const cored_half *z, int i, int j, wdm wanted, cored_face *best) {
    wd zero = wd_set1(0), one = wd_set1(1);
    wd3 p = z->edge[i], q = z->edge[j], n = wd3_cross_in_order(p, q); /* the products of floats are exact: a component 0 is 0 */
    wd size = wd_sqrt(wd3_dot(n, n)), error = wd_mul(wd_scaled(wd3_sum(p), CORED_NORMAL), wd3_sum(q)), along = wd3_dot(n, z->d);
    wd sum = zero;
    for (int k = 0; k < 4; k++)
        sum = wd_add(sum, wd_abs(wd3_dot(n, z->edge[k])));
    wd nearer = wd_sub(sum, wd_abs(along)), farther = wd_add(sum, wd_abs(along));
    wd unsure = wd_mul(z->extent, wd_madd(size, wd_set1(CORED_REACH), error)), inverse = wd_div(one, size);
    wd longer = wd_div(one, wd_add(size, error)), shorter = wd_div(one, wd_sub(size, error));
    wd distance = wd_mul(nearer, inverse), lower = wd_mul(wd_sub(nearer, unsure), longer);
    wdm better = wdm_and(wanted, wd_gt(best->distance, distance));
    best->known = wdm_and(best->known, wdm_or(wdm_not(wanted), wd_gt(size, wd_scaled(error, 16))));
    best->others = wd_min(best->others, wd_select(better, best->lower, wd_select(wanted, lower, best->others)));
    best->n = wd3_select(better, wd3_minus(wd3_scale(n, inverse), wd_gt(zero, along)), best->n);
    best->distance = wd_select(better, distance, best->distance);
    best->lower = wd_select(better, lower, best->lower);
    best->upper = wd_select(better, wd_mul(wd_add(nearer, unsure), shorter), best->upper);
    best->beyond = wd_select(better, wd_mul(wd_sub(farther, unsure), longer), best->beyond);
    best->share = wd_select(better, wd_mul(error, inverse), best->share);
    best->number = wd_select(better, wd_set1(4 * i + j), best->number);
    if (j < 3) /* rounded once: the error of a component is in proportion to it */
        best->share = wd_select(better, zero, best->share);
}

static inline closest_half nearest_of_faces(const cored_half *z) {
    wd infinite = wd_set1(INFINITY);
    wdm none = wdm_none(), along = none;
    cored_face best = {z->d, infinite, infinite, infinite, infinite, infinite, infinite, infinite, wdm_all()};
    for (int k = 0; k < 3; k++)
        along = wdm_or(along, surely_parallel(z->edge[k], z->edge[3]));
    for (int j = 1; j < 4; j++)
        for (int i = 0; i < j; i++)
            try_faces(z, i, j, j < 3 ? wdm_all() : wdm_not(along), &best);
    wd least = wd_madd(z->extent, wd_set1(CORED_GAP), best.upper);
    closest_half out = {.n = best.n, .distance = wd_sub(wd_set1(0), best.distance), .direction_error = wd_scaled(best.share, 2.2)};
    out.none[0] = out.none[1] = out.none[2] = none;
    if (wdm_bits(wd3_has_zero(best.n)) != 0) /* seldom */
        for (int j = 1; j < 4; j++)
            for (int i = 0; i < j; i++)
                note_none(z->edge[i], z->edge[j], wd_eq(best.number, wd_set1(4 * i + j)), out.none);
    out.distance_error =
        wd_madd(z->extent, wd_madd(best.share, wd_set1(5), wd_set1(64 * CLOSEST_UNIT)), wd_scaled(best.distance, 0x1p-48));
    out.sure = wdm_and(wdm_and(best.known, wd_gt(wd_min(best.others, best.beyond), least)), wd_gt(best.lower, wd_set1(0)));
    return out;
}

/* n: the size of the box is 0. */
SPECIALISED lanes cored_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    const bool turned = n.b == 0;
    const sepal_solids *boxes = turned ? asked->q->b : asked->q->a, *cores = turned ? asked->q->a : asked->q->b;
    const uint32_t *box_at = turned ? &group->b : &group->a, *core_at = turned ? &group->a : &group->b;
    const sepal_box_exact *of[SEPAL_LANES];
    unsigned segments = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        segments |= (unsigned)(cores->heads[core_at[2 * lane]].size <= 2) << lane;
    find_exact(boxes, box_at, of);
    solid_exact_lanes box = load_exact(of);
    solid_segment_lanes segment = solid_load_segments(cores, core_at);
    closest_half found[2];
    wd reach[2];
    for (int half = 0; half < 2; half++) {
        cored_half z = cored_half_of(&box, &segment, half);
        found[half] = nearest_of_faces(&z);
        if (turned)
            found[half].n = wd3_minus(found[half].n, wdm_all());
        reach[half] = solid_reach_of_half(asked->q, group, half);
    }
    return (lanes){0, ALL_LANES & ~(segments & store_closest(asked->out, k, found, reach))};
}

/* Pairs of a box and a hull of up to four vertices; those that do not certainly meet, or have three vertices or more, stay open. */
static SEPAL_NOINLINE bool push_cored_box(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found,
                                          push_values *out) {
    const bool turned = sepal_solid_is_box(q->b, pairs[0].b);
    return ask_groups(cored_kernel, NULL, &(push_query){q, out}, pairs, count, turned ? (sizes){4, 0, false} : (sizes){0, 4, false},
                      found);
}

#endif
