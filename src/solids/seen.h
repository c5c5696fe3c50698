/* seen.h — cores as they are seen along the normal of their push: the frame, what they cover, and of a box with right angles the face
 * with which it faces the other core. In double, in a fixed order, and written in words: of a pair in each lane in kernel/contact_cores.h,
 * of one pair in scalar/ (simd/one.h). */
#ifndef SEPAL_SOLIDS_SEEN_H
#define SEPAL_SOLIDS_SEEN_H

#include "../core/compiler.h"
#include "contacts.h"

/* Places in the frame are (x, y) in the picture, and z, the height along the normal. */
typedef struct contact_frame {
    wd3 u, v, n;
} contact_frame;

/* What a core covers: the box around it, E and C of the header. */
typedef struct contact_cover {
    wd3 low, high;
    wd extent, magnitude;
} contact_cover;

/* A box in the frame. */
typedef struct contact_box {
    contact_cover cover;
    wd3 centre, half[3];
    wd square[3]; /* of the lengths of the half edges */
} contact_box;

/* A face: its corners, counterclockwise in the picture, with the numbers of the vertices, and the plane. */
typedef struct box_face {
    wd x[4], y[4], h[4], number[4];
    wd slope_x, slope_y;
} box_face;

/* The first axis is across the normal and the coordinate axis that is the most nearly across it too. */
SPECIALISED void find_frame(wd3 normal, contact_frame *out) {
    const wd zero = wd_set1(0);
    const wd3 n = wd3_unit(normal);
    const wdm y_less = wd_lt(wd_abs(n.y), wd_abs(n.x)), z_least = wd_lt(wd_abs(n.z), wd_select(y_less, wd_abs(n.y), wd_abs(n.x)));
    const wdm y_least = wdm_andnot(y_less, z_least);
    const wd next = wd_select(z_least, n.x, wd_select(y_least, n.z, n.y));
    const wd last = wd_select(z_least, n.y, wd_select(y_least, n.x, n.z));
    const wd across = wd_sqrt(wd_add(wd_mul(next, next), wd_mul(last, last)));
    const wd p = wd_div(last, across), q = wd_div(wd_negated(next), across);
    out->n = n;
    out->u.x = wd_select(z_least, p, wd_select(y_least, q, zero));
    out->u.y = wd_select(z_least, q, wd_select(y_least, zero, p));
    out->u.z = wd_select(z_least, zero, wd_select(y_least, p, q));
    out->v = wd3_cross_in_order(n, out->u);
}

static inline wd3 into_frame(const contact_frame *f, wd3 p) {
    return (wd3){wd3_dot_in_order(f->u, p), wd3_dot_in_order(f->v, p), wd3_dot_in_order(f->n, p)};
}

static inline contact_cover cover_between(wd3 low, wd3 high) {
    return (contact_cover){low, high, wd3_most(wd3_sub(high, low)), wd3_most(wd3_more(wd3_magnitudes(low), wd3_magnitudes(high)))};
}

/* extent: D of the header. The tolerances: for corners; for points that are chosen; for names. */
typedef struct contact_scale {
    wd extent, flush, least, named;
} contact_scale;

static inline void measure_covers(const contact_cover *p, const contact_cover *q, contact_scale *out) {
    const wd least = wd_min(p->extent, q->extent), magnitude = wd_max(p->magnitude, q->magnitude);
    out->extent = wd3_most(wd3_sub(wd3_more(p->high, q->high), wd3_less(p->low, q->low)));
    out->flush = wd_add(wd_mul(wd_set1(SEPAL_SIDE_FLUSH_EXTENT), least), wd_mul(wd_set1(SEPAL_SIDE_FLUSH_MAGNITUDE), magnitude));
    out->least = wd_add(wd_mul(wd_set1(SEPAL_SIDE_LEAST_EXTENT), least), wd_mul(wd_set1(SEPAL_SIDE_LEAST_MAGNITUDE), magnitude));
    out->named = wd_mul(wd_set1(SEPAL_SIDE_NAMED_EXTENT), least);
}

/* c, g: the centre and the half edges of a box. */
SPECIALISED void see_box(const contact_frame *f, wd3 c, const wd3 *g, wd3 origin, contact_box *out) {
    for (int k = 0; k < 3; k++) {
        out->square[k] = wd3_dot_in_order(g[k], g[k]);
        out->half[k] = into_frame(f, g[k]);
    }
    const wd3 reach = wd3_add(wd3_add(wd3_magnitudes(g[0]), wd3_magnitudes(g[1])), wd3_magnitudes(g[2]));
    out->cover = cover_between(wd3_sub(c, reach), wd3_add(c, reach));
    out->centre = into_frame(f, wd3_sub(c, origin));
}

static inline wd face_value(wdm is_second, wdm is_third, wd first, wd second, wd third) {
    return wd_select(is_third, third, wd_select(is_second, second, first));
}

SPECIALISED wd3 face_vector(wdm is_second, wdm is_third, const wd3 *of, int first, int second, int third) {
    return wd3_select(is_third, of[third], wd3_select(is_second, of[second], of[first]));
}

static inline wd turn_between(wd3 e, wd3 f) {
    return wd_sub(wd_mul(e.x, f.y), wd_mul(e.y, f.x));
}

/* Of a box with right angles, the face whose half edge is most nearly along the normal: the cosine of its angle is at least
 * 1 / sqrt(3). up: the face is along the normal, and not against it. */
SPECIALISED void face_of_box(const contact_box *box, wdm up, box_face *out) {
    const wd3 *g = box->half;
    wd along[3];
    for (int k = 0; k < 3; k++)
        along[k] = wd_mul(g[k].z, g[k].z);
    const wdm beyond = wd_gt(wd_mul(along[1], box->square[0]), wd_mul(along[0], box->square[1]));
    const wd of_both = wd_select(beyond, along[1], along[0]), square = wd_select(beyond, box->square[1], box->square[0]);
    const wdm third = wd_gt(wd_mul(along[2], square), wd_mul(of_both, box->square[2]));
    const wdm second = wdm_andnot(beyond, third);
    const wd3 axis = face_vector(second, third, g, 0, 1, 2);
    const wd zero = wd_set1(0), one = wd_set1(1), two = wd_set1(2), four = wd_set1(4);
    const wdm plus = wdm_or(wdm_and(up, wd_ge(axis.z, zero)), wdm_andnot(wd_lt(axis.z, zero), up));
    const wd3 p = face_vector(second, third, g, 1, 0, 0), q = face_vector(second, third, g, 2, 2, 1);
    const wd p_bit = face_value(second, third, two, one, one), q_bit = face_value(second, third, four, four, two);
    const wdm swapped = wd_lt(turn_between(p, q), zero);
    const wd3 e = wd3_select(swapped, q, p), f = wd3_select(swapped, p, q);
    const wd e_bit = wd_select(swapped, q_bit, p_bit), f_bit = wd_select(swapped, p_bit, q_bit), area = turn_between(e, f);
    const wd3 middle = wd3_select(plus, wd3_add(box->centre, axis), wd3_sub(box->centre, axis));
    const wd number = wd_select(plus, face_value(second, third, one, two, four), zero);
    for (int k = 0; k < 4; k++) {
        const bool beyond_e = k == 1 || k == 2, beyond_f = k >= 2;
        const wd3 side = beyond_e ? wd3_add(middle, e) : wd3_sub(middle, e), at = beyond_f ? wd3_add(side, f) : wd3_sub(side, f);
        out->x[k] = at.x;
        out->y[k] = at.y;
        out->h[k] = at.z;
        out->number[k] = wd_add(number, wd_add(beyond_e ? e_bit : zero, beyond_f ? f_bit : zero));
    }
    out->slope_x = wd_div(wd_sub(wd_mul(e.z, f.y), wd_mul(e.y, f.z)), area);
    out->slope_y = wd_div(wd_sub(wd_mul(e.x, f.z), wd_mul(e.z, f.x)), area);
}

#endif
