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

/* Bounds the error of a cross product as a share of |p|_1 |q|_1; that of how far K reaches along it, as a share of |p|_1 |q|_1 R; and that
 * of the square of its length, as a share of |p|_1^2 |q|_1^2. */
#define CORED_NORMAL (8 * CLOSEST_UNIT)
#define CORED_REACH  (24 * CLOSEST_UNIT)
#define CORED_SQUARE (32 * CLOSEST_UNIT)
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
    cored_half out;
    out.d = wd3_scale(wd3_add(from, to), middle);
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

/* The half edges that span each normal; those of a box come first. */
enum { CORED_AXES_OF_BOX = 3, CORED_AXES = 6 };
static const uint8_t cored_axes[CORED_AXES][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}};

/* Of each normal n: n . n; |p|_1 |q|_1; how far K reaches along it, times its length, seen from its centre; n . d. */
typedef struct cored_normals {
    wd3 n[CORED_AXES];
    wd square[CORED_AXES], size[CORED_AXES], reach[CORED_AXES], along[CORED_AXES];
} cored_normals;

/* All n . g are the determinants of three edges. */
SPECIALISED cored_normals cored_normals_of(const cored_half *z) {
    cored_normals out;
    wd length[4];
    for (int k = 0; k < 4; k++)
        length[k] = wd3_sum(z->edge[k]);
    for (int k = 0; k < CORED_AXES; k++) {
        const int i = cored_axes[k][0], j = cored_axes[k][1];
        out.n[k] = wd3_cross(z->edge[i], z->edge[j]); /* of a box: products of floats are exact, so that a component 0 is 0 */
        out.square[k] = wd3_dot(out.n[k], out.n[k]);
        out.size[k] = wd_mul(length[i], length[j]);
        out.along[k] = wd3_dot(out.n[k], z->d);
    }
    const wd3 *g = z->edge, n01 = wd3_cross(g[0], g[1]), n02 = wd3_cross(g[0], g[2]), n12 = wd3_cross(g[1], g[2]);
    const wd box = wd_abs(wd3_dot(n01, g[2]));
    const wd first = wd_abs(wd3_dot(n01, g[3])), second = wd_abs(wd3_dot(n02, g[3])), third = wd_abs(wd3_dot(n12, g[3]));
    out.reach[0] = wd_add(box, first), out.reach[1] = wd_add(box, second), out.reach[2] = wd_add(box, third);
    out.reach[3] = wd_add(first, second), out.reach[4] = wd_add(first, third), out.reach[5] = wd_add(second, third);
    return out;
}

/* The lanes in which the segment is parallel to an edge of the box: its normals are those of the box, or 0. */
static SEPAL_NOINLINE wdm along_an_edge(const cored_half *z) {
    return wdm_or(surely_parallel(z->edge[0], z->edge[3]),
                  wdm_or(surely_parallel(z->edge[1], z->edge[3]), surely_parallel(z->edge[2], z->edge[3])));
}

static SEPAL_NOINLINE void nearest_of_faces(const cored_half *z, closest_half *out) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const cored_normals of = cored_normals_of(z);
    wdm parallel = wdm_none();
    if (wdm_bits(wdm_or(wd_eq(of.square[3], zero), wdm_or(wd_eq(of.square[4], zero), wd_eq(of.square[5], zero)))) != 0)
        parallel = along_an_edge(z);

    /* the nearest, by squares of fractions */
    wd3 n = of.n[0];
    wd nearer = wd_sub(of.reach[0], wd_abs(of.along[0])), along = of.along[0], nn = of.square[0], product = of.size[0],
       number = zero;
    for (int k = 1; k < CORED_AXES; k++) {
        const wd other = wd_sub(of.reach[k], wd_abs(of.along[k]));
        wdm better = wd_gt(wd_mul(wd_mul(nearer, nearer), of.square[k]), wd_mul(wd_mul(other, other), nn));
        if (k >= CORED_AXES_OF_BOX)
            better = wdm_andnot(better, parallel);
        n = wd3_select(better, of.n[k], n);
        nearer = wd_select(better, other, nearer);
        along = wd_select(better, of.along[k], along);
        nn = wd_select(better, of.square[k], nn);
        product = wd_select(better, of.size[k], product);
        number = wd_select(better, wd_set1(k), number);
    }
    const wd size = wd_sqrt(nn), inverse = wd_div(one, size), error = wd_scaled(product, CORED_NORMAL);
    const wd share = wd_mul(error, inverse), unsure = wd_mul(wd_scaled(z->extent, CORED_REACH), product);
    out->n = wd3_scale(wd3_minus(n, wd_gt(zero, along)), inverse);
    const wd distance = wd_mul(nearer, inverse);

    /* all others, and the opposite one, are certainly farther */
    const wd upper = wd_mul(wd_mul(wd_add(nearer, unsure), inverse), wd_madd(share, wd_set1(2), one));
    const wd least = wd_madd(z->extent, wd_set1(CORED_GAP), upper), square = wd_mul(least, least);
    const wd beyond = wd_sub(wd_madd(wd_abs(along), wd_set1(2), nearer), unsure);
    wdm sure = wdm_and(wd_gt(size, wd_scaled(error, 16)), wd_gt(nearer, unsure));
    sure = wdm_and(sure, wd_gt(beyond, wd_mul(least, wd_add(size, error))));
    for (int k = 0; k < CORED_AXES; k++) {
        const wd lower = wd_sub(wd_sub(of.reach[k], wd_abs(of.along[k])), wd_mul(wd_scaled(z->extent, CORED_REACH), of.size[k]));
        const wd longer = wd_madd(wd_scaled(of.size[k], CORED_SQUARE), of.size[k], of.square[k]);
        wdm far = wdm_and(wd_gt(lower, zero), wd_gt(wd_mul(lower, lower), wd_mul(square, longer)));
        if (k >= CORED_AXES_OF_BOX)
            far = wdm_or(far, parallel);
        sure = wdm_and(sure, wdm_or(far, wd_eq(number, wd_set1(k))));
    }

    out->none[0] = out->none[1] = out->none[2] = wdm_none();
    if (wdm_bits(wd3_has_zero(out->n)) != 0) /* seldom */
        for (int k = 0; k < CORED_AXES; k++)
            note_none(z->edge[cored_axes[k][0]], z->edge[cored_axes[k][1]], wd_eq(number, wd_set1(k)), out->none);
    /* of a box rounded once: the error of a component is in proportion to it */
    out->direction_error = wd_scaled(wd_select(wd_gt(wd_set1(CORED_AXES_OF_BOX), number), zero, share), 2.2);
    out->distance = wd_sub(zero, distance);
    out->distance_error = wd_madd(z->extent, wd_madd(share, wd_set1(5), wd_set1(64 * CLOSEST_UNIT)), wd_scaled(distance, 0x1p-48));
    out->sure = sure;
}

/* Of a group, whether cores apart from their boxes are asked about, and those that meet them. all: if there are any; else where they are
 * no more than a quarter, they are left open, so that such pairs fill the lanes later. */
typedef struct cored_asked {
    bool apart, meet;
} cored_asked;

static inline cored_asked cored_worth(uint64_t inside, bool all) {
    const size_t meet = count_bits(&inside, 64), most = all ? 0 : SEPAL_LANES / 4;
    return (cored_asked){SEPAL_LANES - meet > most, meet > most};
}

/* Takes `a` in the lanes m. */
static inline void closest_take(wdm m, const closest_half *a, closest_half *out) {
    out->n = wd3_select(m, a->n, out->n);
    out->distance = wd_select(m, a->distance, out->distance);
    out->direction_error = wd_select(m, a->direction_error, out->direction_error);
    out->distance_error = wd_select(m, a->distance_error, out->distance_error);
    for (int k = 0; k < 3; k++)
        out->none[k] = wdm_or(wdm_and(m, a->none[k]), wdm_andnot(out->none[k], m));
    out->sure = wdm_or(wdm_and(m, a->sure), wdm_andnot(out->sure, m));
}

#endif
