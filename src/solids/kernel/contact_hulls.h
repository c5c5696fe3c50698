/* contact_hulls.h — the sides with which hulls face each other, in lanes, where both have four corners. One pair in each lane of
 * double. It repeats solids_scalar_seen.c and solids_scalar_side.c for cores given by their vertices, operation by operation; pairs
 * with other sides are left to the reference. The corners are put in order in another way than there, which comes to the same
 * (docs/numerics/solid_contacts.md, "Sides with four corners"). */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_HULLS_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_HULLS_H

#include "contact_choice.h"

/* Hulls with more vertices are left to the reference. */
enum { CONTACT_HULL_VERTICES = 8 };

/* The vertices of a hull in each lane of a group, the last one repeated; how many there are of each; and the box around them. */
typedef struct contact_hull_lanes {
    w3 at[CONTACT_HULL_VERTICES], low, high;
    double size[SEPAL_LANES];
} contact_hull_lanes;

static inline void load_contact_hulls(const sepal_solids *const *sets, const uint32_t *numbers, contact_hull_lanes *out) {
    const float *of[SEPAL_LANES];
    w in[3 * CONTACT_HULL_VERTICES]; /* the x of all vertices, then the y, then the z */
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        of[lane] = sepal_solid_x(sets[lane], numbers[lane]);
        out->size[lane] = sets[lane]->heads[numbers[lane]].size;
    }
    w_load_quads(of, 3 * CONTACT_HULL_VERTICES / 4, in);
    for (int k = 0; k < CONTACT_HULL_VERTICES; k++) {
        const w3 at = {in[k], in[CONTACT_HULL_VERTICES + k], in[2 * CONTACT_HULL_VERTICES + k]};
        out->at[k] = at;
        out->low = k == 0 ? at : (w3){w_min(out->low.x, at.x), w_min(out->low.y, at.y), w_min(out->low.z, at.z)};
        out->high = k == 0 ? at : (w3){w_max(out->high.x, at.x), w_max(out->high.y, at.y), w_max(out->high.z, at.z)};
    }
}

/* Half a group of hulls in the frame. */
typedef struct contact_hull {
    contact_cover cover;
    wd3 at[CONTACT_HULL_VERTICES];
    wd size;
} contact_hull;

static inline void see_hull(const contact_view_lanes *view, const contact_hull_lanes *of, int half, contact_hull *out) {
    out->cover = cover_between(wd3_of(of->low, half), wd3_of(of->high, half));
    out->size = wd_load(of->size + half * CONTACT_LANES);
    for (int k = 0; k < CONTACT_HULL_VERTICES; k++)
        out->at[k] = into_frame_lanes(&view->frame, wd3_sub(wd3_of(of->at[k], half), view->origin));
}

SPECIALISED wd3 highest_of_hull(const contact_hull *hull, wd up) {
    wd3 best = hull->at[0];
    for (int k = 1; k < CONTACT_HULL_VERTICES; k++)
        best = wd3_select(wd_gt(wd_mul(up, hull->at[k].z), wd_mul(up, best.z)), hull->at[k], best);
    return best;
}

/* How far below a level a place is, 0 if it is above. */
static inline wd fall_from(wd drop, wd up) {
    return wd_select(wd_gt(wd_mul(up, drop), wd_set1(0)), drop, wd_set1(0));
}

/* The other end of the edge from a vertex that falls least. False in lanes without one that is not steep. */
SPECIALISED wdm flattest_edge_of_hull(const contact_hull *hull, wd up, wd3 from, wd near, wd3 *to) {
    const wd zero = wd_set1(0), near2 = wd_mul(near, near);
    wd fall2 = zero, run2 = zero;
    *to = from;
    for (int k = 0; k < CONTACT_HULL_VERTICES; k++) {
        const wd3 p = hull->at[k];
        const wd dx = wd_sub(p.x, from.x), dy = wd_sub(p.y, from.y), square = wd_add(wd_mul(dx, dx), wd_mul(dy, dy));
        const wd fall = fall_from(wd_sub(from.z, p.z), up), of_fall = wd_mul(fall, fall);
        const wdm flatter = wdm_or(wdm_not(wd_gt(run2, zero)), wd_lt(wd_mul(of_fall, run2), wd_mul(fall2, square)));
        const wdm better = wdm_and(wd_gt(square, near2), flatter);
        fall2 = wd_select(better, of_fall, fall2);
        run2 = wd_select(better, square, run2);
        *to = wd3_select(better, p, *to);
    }
    return wdm_and(wd_gt(run2, zero), wd_ge(wd_mul(wd_set1(SEPAL_SIDE_STEEP), run2), fall2));
}

/* A plane through a vertex. */
typedef struct contact_plane_lanes {
    wd3 at;
    wd slope_x, slope_y, thickness;
} contact_plane_lanes;

/* The plane through an edge that falls least across it. False in lanes without one that is not steep. */
SPECIALISED wdm flattest_plane_of_hull(const contact_hull *hull, wd up, wd3 from, wd3 to, wd near, contact_plane_lanes *out) {
    const wd far = wd_set1(INFINITY), ex = wd_sub(to.x, from.x), ey = wd_sub(to.y, from.y);
    const wd square = wd_add(wd_mul(ex, ex), wd_mul(ey, ey)), slope = wd_div(wd_sub(to.z, from.z), square);
    const wd aside = wd_mul(near, wd_sqrt(square));
    wd least = far, tilt = wd_set1(0);
    for (int k = 0; k < CONTACT_HULL_VERTICES; k++) {
        const wd3 p = hull->at[k];
        const wd dx = wd_sub(p.x, from.x), dy = wd_sub(p.y, from.y);
        const wd along = wd_add(wd_mul(dx, ex), wd_mul(dy, ey)), across = wd_sub(wd_mul(ex, dy), wd_mul(ey, dx));
        const wd fall = fall_from(wd_sub(wd_mul(slope, along), wd_sub(p.z, from.z)), up);
        const wd ratio = wd_div(fall, across), share = wd_abs(ratio);
        const wdm better = wdm_and(wd_gt(wd_abs(across), aside), wd_lt(share, least));
        least = wd_select(better, share, least);
        tilt = wd_select(better, wd_negated(ratio), tilt);
    }
    out->at = from;
    out->slope_x = wd_sub(wd_mul(slope, ex), wd_mul(tilt, ey));
    out->slope_y = wd_add(wd_mul(slope, ey), wd_mul(tilt, ex));
    const wd slopes = wd_add(wd_mul(out->slope_x, out->slope_x), wd_mul(out->slope_y, out->slope_y));
    out->thickness = wd_mul(near, wd_sqrt(wd_add(wd_set1(1), slopes)));
    return wdm_and(wd_lt(least, far), wd_ge(wd_set1(SEPAL_SIDE_STEEP), slopes));
}

/* The first four vertices on a plane, in their order. False in lanes with another number of them. */
SPECIALISED wdm four_on_plane(const contact_hull *hull, const contact_plane_lanes *plane, wd up, contact_face_lanes *out) {
    const wd one = wd_set1(1);
    wd count = wd_set1(0);
    for (int k = 0; k < CONTACT_HULL_VERTICES; k++) {
        const wd3 p = hull->at[k];
        const wd number = wd_set1((double)k), along = wd_mul(plane->slope_x, wd_sub(p.x, plane->at.x));
        const wd level = wd_add(plane->at.z, wd_add(along, wd_mul(plane->slope_y, wd_sub(p.y, plane->at.y))));
        const wdm on = wdm_and(wd_ge(plane->thickness, wd_mul(up, wd_sub(level, p.z))), wd_gt(hull->size, number));
        for (int slot = 0; slot < 4 && slot <= k; slot++) {
            const wdm here = wdm_and(on, wd_eq(count, wd_set1((double)slot)));
            out->x[slot] = k == slot ? p.x : wd_select(here, p.x, out->x[slot]);
            out->y[slot] = k == slot ? p.y : wd_select(here, p.y, out->y[slot]);
            out->h[slot] = k == slot ? p.z : wd_select(here, p.z, out->h[slot]);
            out->number[slot] = k == slot ? number : wd_select(here, number, out->number[slot]);
        }
        count = wd_select(on, wd_add(count, one), count);
    }
    return wd_eq(count, wd_set1(4));
}

static inline wd triangle_of_corners(const contact_face_lanes *f, int i, int j, int k) {
    return triangle_of((contact_spot){f->x[i], f->y[i]}, (contact_spot){f->x[j], f->y[j]}, (contact_spot){f->x[k], f->y[k]});
}

/* Exchanges corners i and j where they are clockwise about the first one. */
SPECIALISED void sort_two_corners(contact_face_lanes *f, int i, int j) {
    const wdm back = wd_lt(triangle_of_corners(f, 0, i, j), wd_set1(0));
    wd *const of[4] = {f->x, f->y, f->h, f->number};
    for (int c = 0; c < 4; c++) {
        const wd p = of[c][i], q = of[c][j];
        of[c][i] = wd_select(back, q, p);
        of[c][j] = wd_select(back, p, q);
    }
}

/* The corners go round counterclockwise from the first one. False in lanes in which they are not the corners of a polygon by far
 * more than the tolerance of the reference. */
SPECIALISED wdm put_corners_in_order(contact_face_lanes *f, wd least) {
    wdm round = wdm_all();
    sort_two_corners(f, 1, 2);
    sort_two_corners(f, 2, 3);
    sort_two_corners(f, 1, 2);
    for (int k = 0; k < 4; k++)
        round = wdm_and(round, wd_gt(triangle_of_corners(f, k, (k + 1) & 3, (k + 2) & 3), least));
    return round;
}

/* up: 1 for the side along the normal, -1 for that against it. False in lanes in which it has not four corners, or they are too
 * near to a line. */
static SEPAL_NOINLINE wdm find_side_of_hull(const contact_hull *hull, double way, contact_face_lanes *out) {
    const wd up = wd_set1(way), extent = hull->cover.extent;
    const wd near =
        wd_add(wd_mul(wd_set1(SEPAL_SIDE_NEAR_EXTENT), extent), wd_mul(wd_set1(SEPAL_SIDE_NEAR_MAGNITUDE), hull->cover.magnitude));
    const wd3 from = highest_of_hull(hull, up);
    contact_plane_lanes plane;
    wd3 to;
    wdm found = flattest_edge_of_hull(hull, up, from, near, &to);
    found = wdm_and(found, flattest_plane_of_hull(hull, up, from, to, near, &plane));
    found = wdm_and(found, four_on_plane(hull, &plane, up, out));
    out->slope_x = plane.slope_x;
    out->slope_y = plane.slope_y;
    return wdm_and(found, put_corners_in_order(out, wd_mul(wd_set1(4), wd_mul(near, extent))));
}

/* Lanes 0 .. CONTACT_LANES - 1 of a group, or the others. Returns the lanes in which both sides have four corners. */
SPECIALISED wdm find_sides_of_hulls(const contact_group *group, const contact_hull_lanes *first, const contact_hull_lanes *second,
                                    int half, contact_sides *out) {
    const w3 normal = {w_load(group->normal[0]), w_load(group->normal[1]), w_load(group->normal[2])};
    contact_view_lanes *view = &out->view;
    contact_hull below, above;
    find_frame(wd3_of(normal, half), &view->frame);
    view->origin = wd3_of(first->at[0], half);
    see_hull(view, first, half, &below);
    see_hull(view, second, half, &above);
    measure_view(&below.cover, &above.cover, view);
    const wdm found = find_side_of_hull(&below, 1, &out->first);
    return wdm_and(found, find_side_of_hull(&above, -1, &out->second));
}

#endif
