/* contact_sides.h — pairs seen along the normals of their pushes, and the faces with which boxes with right angles face the other one.
 * One pair in each lane of double. All of it repeats solids_scalar_seen.c and solids_scalar_side.c, operation by operation, so that
 * the bits are the same. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_SIDES_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_SIDES_H

#include "boxes_exact.h"

/* Doubles in a register: half a group of pairs. */
enum { CONTACT_LANES = SEPAL_LANES / 2 };

/* The pairs of a group as they are looked at: the first solid of each is below the second. Their numbers; the normals and depths of
 * the pushes; the radii. */
typedef struct contact_group {
    const sepal_solids *set_first[SEPAL_LANES], *set_second[SEPAL_LANES];
    uint32_t first[SEPAL_LANES], second[SEPAL_LANES];
    float normal[3][SEPAL_LANES], radius_first[SEPAL_LANES], radius_second[SEPAL_LANES], depth[SEPAL_LANES];
} contact_group;

/* Places in the frame are (x, y) in the picture, and z, the height along the normal. */
typedef struct contact_frame_lanes {
    wd3 u, v, n;
} contact_frame_lanes;

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

/* Sides with more corners are left to the reference. */
enum { CONTACT_SIDE_CORNERS = 12 };

/* The side of a core: corners counterclockwise in the picture, and the plane. Lanes with fewer corners than others have the first one
 * again behind the last. */
typedef struct contact_face_lanes {
    wd x[CONTACT_SIDE_CORNERS], y[CONTACT_SIDE_CORNERS], h[CONTACT_SIDE_CORNERS];
    wd number[CONTACT_SIDE_CORNERS]; /* of the vertices */
    wd slope_x, slope_y;
    wd count; /* corners; not set of boxes, which have four */
} contact_face_lanes;

/* The most corners that the first and the second side have in some lane; and do they have as many in each? A constant where all sides
 * have four, so that the loops over them become straight code. */
typedef struct contact_shape {
    int first, second;
    bool same;
} contact_shape;

/* How the pairs of half a group are seen. */
typedef struct contact_view_lanes {
    contact_frame_lanes frame;
    wd3 origin;
    wd extent, flush; /* D, and the tolerance for corners */
} contact_view_lanes;

/* The same with the sides. */
typedef struct contact_sides {
    contact_view_lanes view;
    contact_face_lanes first, second;
} contact_sides;

static inline wdm wd_lt(wd a, wd b) {
    return wd_gt(b, a);
}

/* sepal_contact_turns of half a group. */
SPECIALISED wdm turns_in_lanes(wd3 n) {
    const wd zero = wd_set1(0);
    const wd sum = wd_add(wd_add(n.x, wd_mul(wd_set1(0.65), n.y)), wd_mul(wd_set1(0.2), n.z));
    const wdm last = wdm_or(wd_lt(n.y, zero), wdm_and(wd_eq(n.y, zero), wd_lt(n.z, zero)));
    const wdm first = wdm_or(wd_lt(n.x, zero), wdm_and(wd_eq(n.x, zero), last));
    return wdm_or(wd_lt(sum, zero), wdm_and(wd_eq(sum, zero), first));
}

SPECIALISED void find_frame(wd3 normal, contact_frame_lanes *out) {
    const wd length = wd_sqrt(wd3_dot_in_order(normal, normal)), zero = wd_set1(0);
    const wd3 n = {wd_div(normal.x, length), wd_div(normal.y, length), wd_div(normal.z, length)};
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

static inline wd3 into_frame_lanes(const contact_frame_lanes *f, wd3 p) {
    return (wd3){wd3_dot_in_order(f->u, p), wd3_dot_in_order(f->v, p), wd3_dot_in_order(f->n, p)};
}

/* Of three coordinates that are at least 0. */
static inline wd wd3_most(wd3 a) {
    return wd_max(wd_max(a.x, a.y), a.z);
}

static inline contact_cover cover_between(wd3 low, wd3 high) {
    return (contact_cover){low, high, wd3_most(wd3_sub(high, low)), wd3_most(wd3_more(wd3_magnitudes(low), wd3_magnitudes(high)))};
}

static inline void measure_view(const contact_cover *p, const contact_cover *q, contact_view_lanes *out) {
    const wd extent = wd_min(p->extent, q->extent), magnitude = wd_max(p->magnitude, q->magnitude);
    out->extent = wd3_most(wd3_sub(wd3_more(p->high, q->high), wd3_less(p->low, q->low)));
    out->flush = wd_add(wd_mul(wd_set1(SEPAL_SIDE_FLUSH_EXTENT), extent), wd_mul(wd_set1(SEPAL_SIDE_FLUSH_MAGNITUDE), magnitude));
}

SPECIALISED void see_box(const contact_frame_lanes *f, const solid_exact_lanes *box, int half, wd3 origin, contact_box *out) {
    const wd3 c = wd3_of(box->centre, half);
    wd3 g[3];
    for (int k = 0; k < 3; k++) {
        g[k] = wd3_of(box->edge[k], half);
        out->square[k] = wd3_dot_in_order(g[k], g[k]);
        out->half[k] = into_frame_lanes(f, g[k]);
    }
    const wd3 reach = wd3_add(wd3_add(wd3_magnitudes(g[0]), wd3_magnitudes(g[1])), wd3_magnitudes(g[2]));
    out->cover = cover_between(wd3_sub(c, reach), wd3_add(c, reach));
    out->centre = into_frame_lanes(f, wd3_sub(c, origin));
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

/* up: the face is along the normal, and not against it. */
SPECIALISED void find_contact_face(const contact_box *box, wdm up, contact_face_lanes *out) {
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

/* The solids of pairs of a box and another one: the boxes at [0]. Where is the box the first of the pair (1, else 0)? */
typedef struct contact_box_pairs {
    const sepal_solids *sets[2][SEPAL_LANES];
    uint32_t numbers[2][SEPAL_LANES];
    double box_first[SEPAL_LANES];
} contact_box_pairs;

static inline void part_boxes(const contact_group *group, contact_box_pairs *out) {
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const int box = sepal_solid_is_box(group->set_first[lane], group->first[lane]) ? 0 : 1;
        out->sets[box][lane] = group->set_first[lane];
        out->sets[1 - box][lane] = group->set_second[lane];
        out->numbers[box][lane] = group->first[lane];
        out->numbers[1 - box][lane] = group->second[lane];
        out->box_first[lane] = 1 - box;
    }
}

/* The boxes that are at these numbers of their sets. */
SPECIALISED solid_exact_lanes load_contact_boxes(const sepal_solids *const *sets, const uint32_t *numbers) {
    const sepal_box_exact *of[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        of[lane] = sepal_solid_exact(sets[lane], numbers[lane]);
    return load_exact(of);
}

/* Lanes 0 .. CONTACT_LANES - 1 of a group, or the others. */
SPECIALISED void find_sides(const contact_group *group, const solid_exact_lanes *first, const solid_exact_lanes *second, int half,
                            contact_sides *out) {
    const w3 normal = {w_load(group->normal[0]), w_load(group->normal[1]), w_load(group->normal[2])};
    contact_view_lanes *view = &out->view;
    contact_box below, above;
    find_frame(wd3_of(normal, half), &view->frame);
    view->origin = wd3_of(first->centre, half);
    see_box(&view->frame, first, half, view->origin, &below);
    see_box(&view->frame, second, half, view->origin, &above);
    find_contact_face(&below, wdm_all(), &out->first);
    find_contact_face(&above, wdm_none(), &out->second);
    measure_view(&below.cover, &above.cover, view);
}

#endif
