/* push_round.h — the nearest parts of pairs of boxes, capsules and spheres, but of two spheres; a pair in each lane, without a search.
 *
 * Two capsules, or a capsule and a sphere: where on the two segments the nearest points are is told as in Ericson, Real-Time Collision
 * Detection, 2005, section 5.1.9, and proposes a part of the Minkowski difference K, of which part.h tells whether it is certain. A box
 * and a capsule, or a sphere, likewise; but where a point of the core is in the box, the push is that to a face of K. Two boxes that are
 * apart: by their corners and pairs of edges. What is not certain stays open. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_ROUND_H
#define SEPAL_SOLIDS_KERNEL_PUSH_ROUND_H

#include "closest.h"
#include "nearest.h"
#include "part.h"

/* --- Two capsules, or a capsule and a sphere ------------------------------------------------------------------------------------------ */

/* Which places on two segments are nearest to each other: the signs of their halves in K. The place on a for the lines, then that on b for
 * it; if this is an end of b, once more that on a. */
static inline void propose_between_segments(const solid_segment_lanes *p, const solid_segment_lanes *q, w signs[2]) {
    const w3 a = w3_sub(p->to, p->from), b = w3_sub(q->to, q->from), d = w3_sub(q->from, p->from);
    const w zero = w_set1(0), one = w_set1(1), minus = w_set1(-1), tiny = w_set1(NEAREST_UNDERFLOW);
    const w aa = w3_dot(a, a), bb = w3_dot(b, b), ab = w3_dot(a, b), da = w3_dot(d, a), db = w3_dot(d, b);
    w s = w_div(w_msub(da, bb, w_mul(db, ab)), w_max(w_msub(aa, bb, w_mul(ab, ab)), tiny));
    s = clamp_lanes(zero, one, s);
    const w t = clamp_lanes(zero, one, w_div(w_msub(s, ab, db), w_max(bb, tiny)));
    const wm at_end = wm_or(w_eq(t, zero), w_eq(t, one));
    s = w_select(at_end, clamp_lanes(zero, one, w_div(w_madd(t, ab, da), w_max(aa, tiny))), s);
    signs[0] = w_select(w_eq(s, zero), one, w_select(w_eq(s, one), minus, zero));
    signs[1] = w_select(w_eq(t, one), one, w_select(w_eq(t, zero), minus, zero));
}

/* Half of a group: half of each segment, and the centre of K. */
typedef struct segments_half {
    wd3 edge[2], d;
} segments_half;

static inline segments_half segments_half_of(const solid_segment_lanes *a, const solid_segment_lanes *b, int half) {
    const wd middle = wd_set1(0.5);
    const wd3 af = wd3_of(a->from, half), at = wd3_of(a->to, half), bf = wd3_of(b->from, half), bt = wd3_of(b->to, half);
    return (segments_half){{wd3_scale(wd3_sub(at, af), middle), wd3_scale(wd3_sub(bt, bf), middle)},
                           wd3_scale(wd3_add(wd3_sub(bf, af), wd3_sub(bt, at)), middle)};
}

/* Places on both segments in double, from -1 to 1, for segments so nearly parallel that float does not know the angle between them. */
static inline void propose_in_double(const segments_half *z, wd signs[2]) {
    const wd zero = wd_set1(0), one = wd_set1(1), minus = wd_set1(-1), tiny = wd_set1(0x1p-900);
    const wd3 a = z->edge[0], b = z->edge[1];
    const wd aa = wd3_dot(a, a), bb = wd3_dot(b, b), ab = wd3_dot(a, b), da = wd3_dot(z->d, a), db = wd3_dot(z->d, b);
    wd s = wd_div(wd_msub(da, bb, wd_mul(db, ab)), wd_max(wd_msub(aa, bb, wd_mul(ab, ab)), tiny));
    s = wd_max(minus, wd_min(one, s));
    const wd t = wd_max(minus, wd_min(one, wd_div(wd_msub(s, ab, db), wd_max(bb, tiny))));
    const wd again = wd_max(minus, wd_min(one, wd_div(wd_madd(t, ab, da), wd_max(aa, tiny))));
    s = wd_select(wd_eq(wd_abs(t), one), again, s);
    signs[0] = wd_select(wd_eq(wd_abs(s), one), wd_sub(zero, s), zero);
    signs[1] = wd_select(wd_eq(wd_abs(t), one), t, zero);
}

/* Once more by the part with these signs, where what float has proposed is not certain. */
SPECIALISED void settle_again(wd3 d, const wd3 *edge, int edges, int floats, const wd *signs, const part_group *of, int half,
                              wd reach, certified_push *push, wdm *touches) {
    const wdm open = wdm_not(push->sure);
    certified_push other;
    wdm also;
    solid_part p;
    set_part_by_signs(d, edge, edges, signs, &p);
    settle_part(&p, edge, edges, floats, of, half, reach, &other, &also);
    closest_take(open, &other, push);
    *touches = wdm_or(*touches, wdm_and(open, also));
}

static SEPAL_NOINLINE void settle_segments_in_double(const segments_half *z, const part_group *of, int half, wd reach,
                                                     certified_push *push, wdm *touches) {
    wd signs[2];
    propose_in_double(z, signs);
    settle_again(z->d, z->edge, 2, 0, signs, of, half, reach, push, touches);
}

/* The pushes of a group, as far as the distance of the cores. */
static SEPAL_NOINLINE void find_between_segments(const solids_query *q, const sepal_pair *group, parts_found *out) {
    const solid_segment_lanes a = solid_load_segments(q->a, &group->a), b = solid_load_segments(q->b, &group->b);
    const part_group of = {q, group, 0};
    w signs[2];
    propose_between_segments(&a, &b, signs);
    load_reaches(q, group, out->reach);
    for (int half = 0; half < 2; half++) {
        certified_push *const near = &out->near[half];
        const wd reach = out->reach[half];
        const segments_half z = segments_half_of(&a, &b, half);
        solid_part p;
        set_part_by_signs(z.d, z.edge, 2, (const wd[2]){wd_of(signs[0], half), wd_of(signs[1], half)}, &p);
        settle_part(&p, z.edge, 2, 0, &of, half, reach, near, &out->touches[half]);
        if (wdm_bits(wdm_not(near->sure)) != 0)
            settle_segments_in_double(&z, &of, half, reach, near, &out->touches[half]);
    }
}

/* --- A box and a core that meets it ---------------------------------------------------------------------------------------------------
 *
 * K of a box and a segment is a zonotope with four generators, the three half edges and half of the segment: its faces are normal to the
 * cross products of two of these, and their distances are those of boxes, (sum over k of |n . g_k| - |n . d|) / |n|. If one of them is
 * certainly the nearest, by more than the reference may confuse, it is the answer; its distance and direction are rounded by intervals
 * (docs/numerics/solids_kernels.md, "Boxes and segments: push"). */

/* Bounds the error of a cross product as a share of |p|_1 |q|_1; that of how far K reaches along it, as a share of |p|_1 |q|_1 R; and that
 * of the square of its length, as a share of |p|_1^2 |q|_1^2. */
#define CORED_NORMAL (8 * DOUBLE_UNIT)
#define CORED_REACH  (24 * DOUBLE_UNIT)
#define CORED_SQUARE (32 * DOUBLE_UNIT)
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

/* All n . g are the determinants of three edges. axes: CORED_AXES, or those of a box if the segment is a point. */
SPECIALISED cored_normals cored_normals_of(const cored_half *z, int axes) {
    cored_normals out;
    wd length[4];
    for (int k = 0; k < 4; k++)
        length[k] = wd3_sum(z->edge[k]);
    for (int k = 0; k < axes; k++) {
        const int i = cored_axes[k][0], j = cored_axes[k][1];
        out.n[k] = wd3_cross(z->edge[i], z->edge[j]); /* of a box: products of floats are exact, so that a component 0 is 0 */
        out.square[k] = wd3_dot(out.n[k], out.n[k]);
        out.size[k] = wd_mul(length[i], length[j]);
        out.along[k] = wd3_dot(out.n[k], z->d);
    }
    const wd3 *g = z->edge;
    const wd box = wd_abs(wd3_dot(out.n[0], g[2]));
    out.reach[0] = out.reach[1] = out.reach[2] = box;
    if (axes == CORED_AXES_OF_BOX)
        return out;
    const wd first = wd_abs(wd3_dot(out.n[0], g[3])), second = wd_abs(wd3_dot(out.n[1], g[3])),
             third = wd_abs(wd3_dot(out.n[2], g[3]));
    out.reach[0] = wd_add(box, first), out.reach[1] = wd_add(box, second), out.reach[2] = wd_add(box, third);
    out.reach[3] = wd_add(first, second), out.reach[4] = wd_add(first, third), out.reach[5] = wd_add(second, third);
    return out;
}

/* The lanes in which the segment is parallel to an edge of the box: its normals are those of the box, or 0. */
static SEPAL_NOINLINE wdm along_an_edge(const cored_half *z) {
    return wdm_or(surely_parallel(z->edge[0], z->edge[3]),
                  wdm_or(surely_parallel(z->edge[1], z->edge[3]), surely_parallel(z->edge[2], z->edge[3])));
}

SPECIALISED void find_nearest_face(const cored_half *z, int axes, certified_push *out) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const cored_normals of = cored_normals_of(z, axes);
    wdm parallel = wdm_none();
    if (axes == CORED_AXES &&
        wdm_bits(wdm_or(wd_eq(of.square[3], zero), wdm_or(wd_eq(of.square[4], zero), wd_eq(of.square[5], zero)))) != 0)
        parallel = along_an_edge(z);

    /* the nearest, by squares of fractions */
    wd3 n = of.n[0];
    wd nearer = wd_sub(of.reach[0], wd_abs(of.along[0])), along = of.along[0], nn = of.square[0], product = of.size[0],
       number = zero;
    for (int k = 1; k < axes; k++) {
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
    for (int k = 0; k < axes; k++) {
        const wd lower = wd_sub(wd_sub(of.reach[k], wd_abs(of.along[k])), wd_mul(wd_scaled(z->extent, CORED_REACH), of.size[k]));
        const wd longer = wd_madd(wd_scaled(of.size[k], CORED_SQUARE), of.size[k], of.square[k]);
        wdm far = wdm_and(wd_gt(lower, zero), wd_gt(wd_mul(lower, lower), wd_mul(square, longer)));
        if (k >= CORED_AXES_OF_BOX)
            far = wdm_or(far, parallel);
        sure = wdm_and(sure, wdm_or(far, wd_eq(number, wd_set1(k))));
    }

    out->none[0] = out->none[1] = out->none[2] = wdm_none();
    if (wdm_bits(wd3_has_zero(out->n)) != 0) /* seldom */
        for (int k = 0; k < axes; k++)
            note_none(z->edge[cored_axes[k][0]], z->edge[cored_axes[k][1]], wd_eq(number, wd_set1(k)), out->none);
    /* of a box rounded once: the error of a component is in proportion to it */
    out->direction_error = wd_scaled(wd_select(wd_gt(wd_set1(CORED_AXES_OF_BOX), number), zero, share), 2.2);
    out->distance = wd_sub(zero, distance);
    out->distance_error = wd_madd(z->extent, wd_madd(share, wd_set1(5), wd_set1(64 * DOUBLE_UNIT)), wd_scaled(distance, 0x1p-48));
    out->sure = sure;
}

static SEPAL_NOINLINE void nearest_of_faces(const cored_half *z, certified_push *out) {
    find_nearest_face(z, CORED_AXES, out);
}
/* The segment is a point. */
static SEPAL_NOINLINE void nearest_face_of_box(const cored_half *z, certified_push *out) {
    find_nearest_face(z, CORED_AXES_OF_BOX, out);
}

/* --- A box and a capsule, or a sphere ---------------------------------------------------------------------------------------------------
 *
 * Seen from the box, the point m + t h of the segment, |t| <= 1, is beyond the box by x - clamp(x) in each coordinate x, and half of
 * the slope of the square of its distance is the sum of these times h: it ascends with t, and is linear between the six places where a
 * coordinate enters or leaves the box. So the nearest point is found by the slopes at these places, and proposes a part of K. */

/* A segment as seen from a box: its middle, half of it, and how far the box reaches, as products with three directions; and by how much a
 * step beyond the box adds to the slope. */
typedef struct segment_by_box {
    w middle[3], half[3], reach[3], weight[3];
} segment_by_box;

/* Without reach and weight, which the directions tell. */
static inline segment_by_box see_segment_along(const w3 *direction, w3 centre, const solid_segment_lanes *s) {
    const w middle = w_set1(0.5F);
    const w3 from = w3_sub(s->from, centre), to = w3_sub(s->to, centre);
    segment_by_box v;
    for (int i = 0; i < 3; i++) {
        const w first = w3_dot(direction[i], from), last = w3_dot(direction[i], to);
        v.middle[i] = w_mul(w_add(first, last), middle);
        v.half[i] = w_mul(w_sub(last, first), middle);
    }
    return v;
}

/* Half of the slope of the square of the distance. */
static inline w slope_at(const segment_by_box *v, w t) {
    w slope = w_set1(0);
    for (int i = 0; i < 3; i++) {
        const w x = w_madd(v->half[i], t, v->middle[i]);
        const w inside = w_max(w_neg(v->reach[i]), w_min(v->reach[i], x));
        slope = w_madd(v->weight[i], w_sub(x, inside), slope);
    }
    return slope;
}

/* Where the segment is nearest to the box. wide: in how many coordinates the box has any width, which come first. */
static inline w nearest_place(const segment_by_box *v, int wide) {
    const w zero = w_set1(0), one = w_set1(1), minus = w_set1(-1);
    const w first = slope_at(v, minus), last = slope_at(v, one);
    w low = minus, high = one, below = first, above = last;
    for (int i = 0; i < wide; i++) {
        const w inverse = w_div(one, v->half[i]);
        for (int side = 0; side < 2; side++) {
            const w at = w_mul(w_sub(side == 0 ? w_neg(v->reach[i]) : v->reach[i], v->middle[i]), inverse);
            const w t = w_max(minus, w_min(one, at)), slope = slope_at(v, t);
            const wm falls = w_gt(zero, slope), later = wm_and(falls, w_gt(t, low)), sooner = wm_andnot(w_gt(high, t), falls);
            low = w_select(later, t, low);
            below = w_select(later, slope, below);
            high = w_select(sooner, t, high);
            above = w_select(sooner, slope, above);
        }
    }
    const w between = w_madd(w_sub(high, low), w_div(below, w_sub(below, above)), low);
    return w_select(w_gt(zero, first), w_select(w_gt(last, zero), between, one), minus);
}

/* The segment is parallel to the part of the box that its point is nearest to, and all along it as near: so its point may as well be where
 * it leaves what is straight above that part, or its end. */
static SEPAL_NOINLINE void propose_where_it_leaves(const segment_by_box *v, wm parallel, w signs[4]) {
    const w zero = w_set1(0), one = w_set1(1);
    w leaves = one, at[3];
    for (int i = 0; i < 3; i++) {
        const w out = w_div(w_sub(w_flip(v->reach[i], v->half[i]), v->middle[i]), v->half[i]);
        at[i] = w_select(w_eq(signs[i], zero), w_select(w_gt(out, zero), out, zero), one); /* not a number: it never leaves */
        at[i] = w_select(w_eq(v->half[i], zero), one, at[i]);
        leaves = w_min(leaves, at[i]);
    }
    wm found = w_eq(leaves, one);
    signs[3] = w_select(wm_and(parallel, found), one, signs[3]);
    for (int i = 0; i < 3; i++) {
        const wm here = wm_andnot(w_eq(at[i], leaves), found);
        signs[i] = w_select(wm_and(parallel, here), w_flip(w_set1(-1), v->half[i]), signs[i]);
        found = wm_or(found, here);
    }
}

/* The signs of the half edges of the box and of the segment, as in part.h; inside: -1 where the segment has a point in the box. point: the
 * segment is one. */
SPECIALISED void propose_part_of_segment(const solid_exact_lanes *box, const solid_segment_lanes *s, bool point, w signs[4],
                                         w *inside) {
    const w zero = w_set1(0), one = w_set1(1), minus = w_set1(-1);
    segment_by_box v = see_segment_along(box->edge, box->centre, s);
    for (int i = 0; i < 3; i++) {
        v.reach[i] = w3_dot(box->edge[i], box->edge[i]);
        v.weight[i] = w_div(v.half[i], w_max(v.reach[i], w_set1(NEAREST_UNDERFLOW)));
    }
    const w t = point ? one : nearest_place(&v, 3);
    w both = zero;
    *inside = minus;
    for (int i = 0; i < 3; i++) {
        const w x = w_madd(v.half[i], t, v.middle[i]);
        const wm beyond = w_gt(w_abs(x), v.reach[i]);
        signs[i] = w_select(beyond, w_flip(minus, x), zero);
        *inside = w_select(beyond, zero, *inside);
        both = w_add(both, w_select(beyond, zero, one));
    }
    signs[3] = w_select(w_eq(w_abs(t), one), t, zero);
    if (point)
        return;
    const wm parallel = wm_and(w_eq(both, w_set1(2)), w_eq(signs[3], zero));
    if (wm_bits(parallel) != 0)
        propose_where_it_leaves(&v, parallel, signs);
}

/* The pushes of a group, as far as the distance of the cores. box_first: the box is the first of the pairs; point: the cores have one vertex.
 * Of the two sorts of a group, cores apart from their boxes and those that meet them, one that fills a quarter of the lanes or less waits for
 * the second pass, where such pairs fill groups of their own; all: it is the second pass. */
SPECIALISED void find_beside_box(const solids_query *q, const sepal_pair *group, bool box_first, bool all, bool point,
                                 parts_found *out) {
    const int edges = point ? 3 : 4;
    const sepal_solids *boxes = box_first ? q->a : q->b, *cores = box_first ? q->b : q->a;
    const uint32_t *box_at = box_first ? &group->a : &group->b, *core_at = box_first ? &group->b : &group->a;
    const solid_exact_lanes box = load_exact_boxes(boxes, box_at);
    solid_segment_lanes segment;
    if (point)
        segment.from = segment.to = load_balls(cores, core_at).centre;
    else
        segment = solid_load_segments(cores, core_at);
    const part_group pairs = {q, group, 0};
    w signs[4], in;
    propose_part_of_segment(&box, &segment, point, signs, &in);
    const uint64_t inside = wm_bits(w_gt(w_set1(0), in));
    const size_t meet = count_bits(&inside, 64), few = all ? 0 : SEPAL_LANES / 4;
    const bool some_apart = SEPAL_LANES - meet > few, some_meet = meet > few;
    load_reaches(q, group, out->reach);
    for (int half = 0; half < 2; half++) {
        certified_push *const near = &out->near[half];
        const cored_half z = cored_half_of(&box, &segment, half);
        out->touches[half] = wdm_none();
        if (some_apart)
            settle_part_of_signs(z.d, z.edge, edges, 3, signs, &pairs, half, out->reach[half], near, &out->touches[half]);
        if (some_meet) {
            certified_push face;
            if (point)
                nearest_face_of_box(&z, &face);
            else
                nearest_of_faces(&z, &face);
            if (some_apart)
                closest_take(wd_gt(wd_set1(0), wd_of(in, half)), &face, near);
            else
                *near = face;
        }
        if (!box_first)
            near->n = wd3_minus(near->n, wdm_all());
    }
}

/* --- Two boxes that are apart
 *
 * The nearest points of two boxes are a corner of one and a point of the other, or a point of an edge of each. So the sixteen corners
 * are moved into the other box by clamping (Ericson, section 5.1.4), and of the nine pairs of edges only that can be nearer whose cross
 * product has the greatest gap, since no gap exceeds the distance. All that is in float. Where that is not certain, as of boxes whose
 * faces are nearly parallel, the face of K with the greatest gap is proposed in double. */

/* Pairs of edges that are more nearly parallel, by the square of the sine, are not proposed: float does not know their cross product. */
#define APART_PARALLEL 0x1p-18F
/* Edges may be parallel if the cosine between them is above this. It bounds no error. */
#define APART_COSINE (1 - 0x1p-20F)

/* How each of the six half edges, those of a first, leads from the centre of K to the part: 1, -1, or 0 if the part has both ends.
 * parallel: bits 3 i + j of edges that may be parallel in some lane. */
typedef struct box_part_signs {
    w of[6];
    unsigned parallel;
} box_part_signs;

/* The corner that is nearest to the other box so far: the square of its distance, and its number, of b + 8. */
typedef struct corner_so_far {
    w square;
    wi number;
} corner_so_far;

/* The corners of one box, seen from the other: its centre is at t, and axis j at turn[.][j]. */
SPECIALISED void try_corners(const w t[3], w turn[3][3], const w *half, const w *other, int first, corner_so_far *best) {
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
typedef struct edge_choice {
    wm second, third;
} edge_choice;

static inline w chosen_of(edge_choice c, w first, w second, w third) {
    return w_select(c.third, third, w_select(c.second, second, first));
}
static inline void choose(edge_choice *c, int number, wm where) {
    c->second = number == 1 ? wm_or(c->second, where) : wm_andnot(c->second, where);
    c->third = number == 2 ? wm_or(c->third, where) : wm_andnot(c->third, where);
}

/* The pair of edges whose cross product has the greatest gap, over / under being its square; along: the signs of n . g, 0 for the two
 * edges themselves. */
typedef struct best_edges {
    w over, under, along[6];
    edge_choice of_a, of_b;
    wm some;
} best_edges;

SPECIALISED best_edges solid_greatest_gap(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v) {
    w zero = w_set1(0);
    edge_choice none = {wm_none(), wm_none()};
    best_edges out = {zero, w_set1(1), {zero, zero, zero, zero, zero, zero}, none, none, wm_none()};
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
            const w back = w_flip(w_set1(1), across), forth = w_sub(zero, back); /* 1 or -1, also where a product is 0 */
            along[i1] = w_flip(back, v->turn[i2][j]), along[i2] = w_flip(forth, v->turn[i1][j]);
            along[3 + j1] = w_flip(forth, v->turn[i][j2]), along[3 + j2] = w_flip(back, v->turn[i][j1]);
            for (int k = 0; k < 6; k++)
                out.along[k] = w_select(better, along[k], out.along[k]);
            choose(&out.of_a, i, better);
            choose(&out.of_b, j, better);
            out.some = wm_or(out.some, better);
        }
    return out;
}

/* Are the nearest points of the lines of that pair within the edges? */
SPECIALISED wm meets_edges(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v, const best_edges *e,
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

SPECIALISED box_part_signs propose_part(const solid_box_lanes *a, const solid_box_lanes *b) {
    box_view v = view_boxes(a, b);
    w zero = w_set1(0), one = w_set1(1), minus[3], back[3][3], corner[3];
    for (int i = 0; i < 3; i++) {
        minus[i] = w_sub(zero, v.s[i]);
        for (int j = 0; j < 3; j++)
            back[j][i] = v.turn[i][j];
    }
    corner_so_far best = {w_set1(INFINITY), wi_set1(0)};
    try_corners(v.t, v.turn, b->half, a->half, 0, &best);
    try_corners(minus, back, a->half, b->half, 8, &best);
    best_edges edges = solid_greatest_gap(a, b, &v);
    const w *sign = edges.along;
    wm nearer = wm_and(meets_edges(a, b, &v, &edges, sign), w_gt(w_mul(best.square, edges.under), edges.over));

    /* else the corner: the part has both ends of those edges of the other box between whose faces it is */
    wm of_b = wi_gt(wi_set1(8), best.number);
    box_part_signs out = {.parallel = 0};
    for (int k = 0; k < 9; k++)
        out.parallel |= (wm_bits(w_gt(v.size[k / 3][k % 3], w_set1(APART_COSINE))) != 0 ? 1U : 0U) << k;
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

/* The face of K that is farthest along its normal, in double, for boxes so nearly parallel that float does not tell their corners apart:
 * the signs of its part, in which each other half edge leads towards the origin. */
static inline void propose_face_in_double(wd3 d, const wd3 *edge, wd *signs) {
    const wd zero = wd_set1(0), one = wd_set1(1), minus = wd_set1(-1);
    wd3 n = d;
    wd most = wd_set1(-INFINITY), number = zero;
    for (int k = 0; k < PART_EDGES; k++) {
        const int own = k / 3 * 3;
        const wd3 normal = wd3_cross(edge[own + (k + 1) % 3], edge[own + (k + 2) % 3]);
        wd reach = zero;
        for (int i = 0; i < PART_EDGES; i++)
            reach = wd_add(reach, wd_abs(wd3_dot(normal, edge[i])));
        const wd along = wd3_dot(normal, d), gap = wd_div(wd_sub(wd_abs(along), reach), wd_sqrt(wd3_dot(normal, normal)));
        const wdm greater = wd_gt(gap, most); /* not for NaN, where there is no normal */
        most = wd_select(greater, gap, most);
        number = wd_select(greater, wd_set1(k), number);
        n = wd3_select(greater, wd3_minus(normal, wd_gt(zero, along)), n);
    }
    for (int k = 0; k < PART_EDGES; k++) {
        const wdm of_box = k < 3 ? wd_gt(wd_set1(3), number) : wd_ge(number, wd_set1(3));
        const wdm spans = wdm_andnot(of_box, wd_eq(number, wd_set1(k)));
        signs[k] = wd_select(spans, zero, wd_select(wd_gt(wd3_dot(n, edge[k]), zero), minus, one));
    }
}

static SEPAL_NOINLINE void settle_faces_in_double(wd3 d, const wd3 *edge, const part_group *of, int half, wd reach,
                                                  certified_push *push, wdm *touches) {
    const part_group all = {of->q, of->pairs, (1U << 9) - 1};
    wd signs[PART_EDGES];
    propose_face_in_double(d, edge, signs);
    settle_again(d, edge, PART_EDGES, PART_EDGES, signs, &all, half, reach, push, touches);
}

/* The pushes of a group, as far as the distance of the boxes. */
static void find_between_boxes(const solids_query *q, const sepal_pair *group, parts_found *out) {
    exact_pairs boxes;
    load_exact_pairs(q, group, &boxes);
    const solid_box_lanes axes_a = box_of_edges(&boxes.a), axes_b = box_of_edges(&boxes.b);
    const box_part_signs signs = propose_part(&axes_a, &axes_b);
    const part_group of = {q, group, signs.parallel};
    load_reaches(q, group, out->reach);
    for (int half = 0; half < 2; half++) {
        wd3 edge[PART_EDGES];
        const wd3 d = halves_of(&boxes.a, &boxes.b, half, edge);
        settle_part_of_signs(d, edge, PART_EDGES, PART_EDGES, signs.of, &of, half, out->reach[half], &out->near[half],
                             &out->touches[half]);
        if (wdm_bits(wdm_not(out->near[half].sure)) != 0)
            settle_faces_in_double(d, edge, &of, half, out->reach[half], &out->near[half], &out->touches[half]);
    }
}

#endif
