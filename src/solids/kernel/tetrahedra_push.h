/* tetrahedra_push.h — the smallest push of two hulls of at most four vertices that meet, by all their axes in double.
 *
 * The way out is to the nearest face of the Minkowski difference K = {b - a}, and its normal is one of the 44 of tetrahedra.h.
 * Along each of these, both ways, K reaches from the origin to a plane; if all planes but one are certainly farther than that one,
 * by more than what the reference may confuse, then it is the plane of the face that defines the answer. Distance and direction are
 * known to lie in intervals, and where both ends of one round to the same float, so does the real number. What is not certain
 * stays open (docs/numerics/solids_kernels.md, "Tetrahedra: push"). */
#ifndef SEPAL_SOLIDS_KERNEL_TETRAHEDRA_PUSH_H
#define SEPAL_SOLIDS_KERNEL_TETRAHEDRA_PUSH_H

#include "closest_sure.h"
#include "tetrahedra.h"

/* Bounds the error of the reach along an axis, with what it owes to the length of the normal, as a share of |e|_1 |f|_1 T. */
#define TETRAHEDRON_REACH_ERROR (64 * 0x1p-53)
/* Of the normal, as a share of |e|_1 |f|_1; and the greatest share of its length for which the bounds on the answer hold. */
#define TETRAHEDRON_NORMAL_ERROR (8 * 0x1p-53)
#define TETRAHEDRON_NORMAL_KNOWN 0x1p-20
/* How much farther than the nearest plane all others are, of T: more than what the reference may confuse. */
#define TETRAHEDRON_GAP 0x1p-34

/* How far K reaches along an axis, the nearer and the farther way, and the square of the length of the normal by which both are
 * multiplied. error: of the reach, as above. */
typedef struct axis_reach {
    wd nearer, farther, square, error;
} axis_reach;

/* The axis with the least reach so far: n leads to the nearer plane, towards the origin. size: |e|_1 |f|_1. */
typedef struct nearest_axis {
    axis_reach reach;
    wd3 n;
    wd size;
} nearest_axis;

static inline void try_axis(const tetrahedra_lanes *t, int k, axis_reach *reach, nearest_axis *best) {
    solid_axis_lanes x = along_axis(t, tetrahedron_axes[k]);
    wd forth = wd_sub(x.greatest[1], x.least[0]), back = wd_sub(x.greatest[0], x.least[1]), square = wd3_dot(x.n, x.n);
    wd size = wd_mul(t->sum[tetrahedron_axes[k][0]], t->sum[tetrahedron_axes[k][1]]), zero = wd_set1(0);
    wdm none = wd_eq(size, zero); /* a vertex that is repeated: farther away than anything */
    reach->nearer = wd_select(none, wd_scaled(t->extent, 16), wd_min(forth, back));
    reach->farther = wd_max(forth, back);
    reach->square = wd_select(none, wd_set1(1), square);
    reach->error = wd_mul(size, wd_scaled(t->extent, TETRAHEDRON_REACH_ERROR));
    wd left = wd_mul(wd_mul(reach->nearer, wd_abs(reach->nearer)), best->reach.square);
    wd right = wd_mul(wd_mul(best->reach.nearer, wd_abs(best->reach.nearer)), reach->square);
    wdm better = wd_gt(right, left);
    best->n = wd3_select(better, wd3_minus(x.n, wd_gt(back, forth)), best->n);
    best->size = wd_select(better, size, best->size);
    best->reach.nearer = wd_select(better, reach->nearer, best->reach.nearer);
    best->reach.farther = wd_select(better, reach->farther, best->reach.farther);
    best->reach.square = wd_select(better, reach->square, best->reach.square);
    best->reach.error = wd_select(better, reach->error, best->reach.error);
}

/* Is a plane certainly farther than this? */
static inline wdm is_farther(wd reach, const axis_reach *of, wd distance) {
    wd least = wd_sub(reach, of->error), zero = wd_set1(0);
    return wdm_and(wd_gt(least, zero), wd_gt(wd_mul(least, least), wd_mul(wd_mul(distance, distance), of->square)));
}

/* Half of a group. The distance is negative, as depths are. */
static inline closest_half find_way_out_of(const tetrahedra_lanes *t) {
    wd zero = wd_set1(0), one = wd_set1(1);
    axis_reach reach[TETRAHEDRON_AXES];
    nearest_axis best = {{wd_scaled(t->extent, 16), zero, one, zero}, {one, zero, zero}, zero};
    for (int k = 0; k < TETRAHEDRON_AXES; k++)
        try_axis(t, k, &reach[k], &best);

    wd inverse = wd_div(one, wd_sqrt(best.reach.square)), distance = wd_mul(best.reach.nearer, inverse);
    wd share = wd_mul(wd_scaled(best.size, TETRAHEDRON_NORMAL_ERROR), inverse);
    wd error = wd_mul(t->extent, wd_madd(share, wd_set1(7), wd_set1(32 * CLOSEST_UNIT)));
    wd beyond = wd_add(wd_add(distance, error), wd_scaled(t->extent, TETRAHEDRON_GAP));
    wdm any = wdm_none(), several = wdm_not(is_farther(best.reach.farther, &best.reach, beyond));
    for (int k = 0; k < TETRAHEDRON_AXES; k++) {
        wdm may = wdm_not(is_farther(reach[k].nearer, &reach[k], beyond));
        several = wdm_or(several, wdm_and(any, may));
        any = wdm_or(any, may);
    }
    closest_half out;
    out.n = wd3_scale(best.n, inverse);
    out.distance = wd_sub(zero, distance);
    out.none[0] = out.none[1] = out.none[2] = wdm_none();
    out.direction_error = wd_scaled(share, 2.2);
    out.distance_error = wd_add(error, wd_scaled(distance, 0x1p-49));
    wdm known = wd_gt(wd_set1(TETRAHEDRON_NORMAL_KNOWN), share);
    out.sure = wdm_andnot(wdm_and(known, wd_gt(distance, wd_scaled(error, 2))), several);
    return out;
}

SPECIALISED lanes tetrahedra_push_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    const solids_query *q = asked->q;
    unit_lanes units;
    closest_half found[2];
    wd reach[2];
    (void)n;
    find_hull_units(q, group, &units);
    four_vertices a = load_four(q->a, &group->a), b = load_four(q->b, &group->b);
    for (int half = 0; half < 2; half++) {
        tetrahedra_lanes t;
        load_tetrahedra(&a, &b, half, &units, &t);
        found[half] = find_way_out_of(&t);
        reach[half] = solid_reach_of_half(q, group, half);
    }
    return (lanes){0, ALL_LANES & ~store_closest(asked->out, k, found, reach)};
}

/* Pairs of hulls of at most four vertices. Those that are apart stay open, as does what is not certain. */
static SEPAL_NOINLINE bool push_tetrahedra(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found,
                                           push_values *out) {
    return ask_groups(tetrahedra_push_kernel, NULL, &(push_query){q, out}, pairs, count, (sizes){0}, found);
}

#endif
