/* contact_sides.h — pairs seen along the normals of their pushes, and the faces with which boxes with right angles face the other one.
 * One pair in each lane of double. What of it is not in ../seen.h repeats the scalar path, operation by operation, so that the
 * bits are the same. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_SIDES_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_SIDES_H

#include "../../simd/vec3.h"
#include "../seen.h"
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
    contact_frame frame;
    wd3 origin;
    wd extent, flush; /* D, and the tolerance for corners */
} contact_view_lanes;

/* The same with the sides. */
typedef struct contact_sides {
    contact_view_lanes view;
    contact_face_lanes first, second;
} contact_sides;

/* sepal_contact_turns of half a group. */
SPECIALISED wdm turns_in_lanes(wd3 n) {
    const wd zero = wd_set1(0);
    const wd sum = wd_add(wd_add(n.x, wd_mul(wd_set1(0.65), n.y)), wd_mul(wd_set1(0.2), n.z));
    const wdm last = wdm_or(wd_lt(n.y, zero), wdm_and(wd_eq(n.y, zero), wd_lt(n.z, zero)));
    const wdm first = wdm_or(wd_lt(n.x, zero), wdm_and(wd_eq(n.x, zero), last));
    return wdm_or(wd_lt(sum, zero), wdm_and(wd_eq(sum, zero), first));
}

static inline void measure_view(const contact_cover *p, const contact_cover *q, contact_view_lanes *out) {
    measure_covers(p, q, &out->extent, &out->flush);
}

SPECIALISED void see_box_of_half(const contact_frame *f, const solid_exact_lanes *box, int half, wd3 origin, contact_box *out) {
    const wd3 g[3] = {wd3_of(box->edge[0], half), wd3_of(box->edge[1], half), wd3_of(box->edge[2], half)};
    see_box(f, wd3_of(box->centre, half), g, origin, out);
}

SPECIALISED void find_contact_face(const contact_box *box, wdm up, contact_face_lanes *out) {
    box_face face;
    face_of_box(box, up, &face);
    for (int k = 0; k < 4; k++) {
        out->x[k] = face.x[k];
        out->y[k] = face.y[k];
        out->h[k] = face.h[k];
        out->number[k] = face.number[k];
    }
    out->slope_x = face.slope_x;
    out->slope_y = face.slope_y;
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
    see_box_of_half(&view->frame, first, half, view->origin, &below);
    see_box_of_half(&view->frame, second, half, view->origin, &above);
    find_contact_face(&below, wdm_all(), &out->first);
    find_contact_face(&above, wdm_none(), &out->second);
    measure_view(&below.cover, &above.cover, view);
}

#endif
