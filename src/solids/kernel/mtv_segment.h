/* mtv_segment.h — the pushes of a box and a capsule, or a sphere, a pair in each lane, without a search.
 *
 * Seen from the box, the point m + t h of the segment, |t| <= 1, is beyond the box by x - clamp(x) in each coordinate x, and half of
 * the slope of the square of its distance is the sum of these times h: it ascends with t, and is linear between the six places where a
 * coordinate enters or leaves the box. So the nearest point is found by the slopes at these places, and proposes a part of the
 * Minkowski difference, of which mtv_apart.h tells whether it is certain. Where a point of the segment is in the box, the best face
 * is that of mtv_cored.h. What is not certain stays open (docs/numerics/solids_kernels.md, "Boxes and segments: push"). */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_SEGMENT_H
#define SEPAL_SOLIDS_KERNEL_MTV_SEGMENT_H

#include "mtv_apart.h"
#include "mtv_cored.h"

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

static inline segment_by_box see_segment(const solid_exact_lanes *box, const solid_segment_lanes *s) {
    segment_by_box v = see_segment_along(box->edge, box->centre, s);
    for (int i = 0; i < 3; i++) {
        v.reach[i] = w3_dot(box->edge[i], box->edge[i]);
        v.weight[i] = w_div(v.half[i], w_max(v.reach[i], w_set1(NEAREST_UNDERFLOW)));
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

/* The signs of the half edges of the box and of the segment, as in mtv_apart.h; inside: -1 where the segment has a point in the box. */
SPECIALISED void propose_part_of_segment(const solid_exact_lanes *box, const solid_segment_lanes *s, w signs[4], w *inside) {
    const w zero = w_set1(0), one = w_set1(1), minus = w_set1(-1);
    const segment_by_box v = see_segment(box, s);
    const w t = nearest_place(&v, 3);
    *inside = minus;
    for (int i = 0; i < 3; i++) {
        const w x = w_madd(v.half[i], t, v.middle[i]);
        const wm beyond = w_gt(w_abs(x), v.reach[i]);
        signs[i] = w_select(beyond, w_flip(minus, x), zero);
        *inside = w_select(beyond, zero, *inside);
    }
    signs[3] = w_select(w_eq(w_abs(t), one), t, zero);
}

/* n.a: 1 if the box is the first of the pairs, else 0; n.b: 1 if all are asked about. */
SPECIALISED lanes push_segment_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const closest_query *asked = question;
    const solids_query *q = asked->q;
    const bool first = n.a == 1;
    const sepal_solids *boxes = first ? q->a : q->b, *cores = first ? q->b : q->a;
    const uint32_t *box_at = first ? &group->a : &group->b, *core_at = first ? &group->b : &group->a;
    const sepal_box_exact *of[SEPAL_LANES];
    find_exact(boxes, box_at, of);
    const solid_exact_lanes box = load_exact(of);
    const solid_segment_lanes segment = solid_load_segments(cores, core_at);
    w signs[4], in;
    propose_part_of_segment(&box, &segment, signs, &in);
    const uint64_t inside = wm_bits(w_gt(w_set1(0), in));
    const cored_asked worth = cored_worth(inside, n.b == 1);
    closest_half found[2];
    wd reach[2];
    for (int half = 0; half < 2; half++) {
        const cored_half z = cored_half_of(&box, &segment, half);
        if (worth.apart)
            settle_part(z.d, z.edge, 4, signs, half, &found[half]);
        if (worth.meet && worth.apart) {
            closest_half face;
            nearest_of_faces(&z, &face);
            closest_take(wd_gt(wd_set1(0), wd_of(in, half)), &face, &found[half]);
        } else if (worth.meet) {
            nearest_of_faces(&z, &found[half]);
        }
        if (!first)
            found[half].n = wd3_minus(found[half].n, wdm_all());
        reach[half] = solid_reach_of_half(q, group, half);
    }
    return (lanes){0, ALL_LANES & ~store_closest(asked->out, k, found, reach)};
}

/* Pairs of a box and a core of one or two vertices. all: as n.b of the kernel. What is not certain stays open. */
static SEPAL_NOINLINE void push_box_and_segment(const solids_query *q, bool box_first, bool all, const sepal_pair *pairs,
                                                size_t count, verdicts *found, push_values *out) {
    (void)ask_groups(push_segment_kernel, NULL, &(closest_query){q, out}, pairs, count, (sizes){box_first, all, false}, found);
}

#endif
