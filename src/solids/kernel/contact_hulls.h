/* contact_hulls.h — the sides with which hulls face each other, in lanes, where both have 3 to CONTACT_SIDE_CORNERS corners. One pair in
 * each lane of double. It repeats solids_scalar_seen.c and solids_scalar_side.c for cores given by their vertices, operation by
 * operation; pairs with other sides are left to the reference. The corners are put in order in another way than there, which comes to
 * the same (docs/numerics/solid_contacts.md, "Sides in lanes"). */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_HULLS_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_HULLS_H

#include "contact_corners.h"

/* Hulls with more vertices are left to the reference. */
enum { CONTACT_HULL_VERTICES = 32 };

/* The vertices of a hull in each lane of a group, the last one repeated; how many there are of each; and the box around them. */
typedef struct contact_hull_lanes {
    w3 at[CONTACT_HULL_VERTICES], low, high;
    double size[SEPAL_LANES];
    int count; /* of the largest one, up to a multiple of 4 */
} contact_hull_lanes;

/* Vertices 4 quad .. 4 quad + 3, and those of smaller hulls again. */
SPECIALISED void load_hull_quad(const float *const *x, const uint32_t *padded, uint32_t quad, w3 *out) {
    const float *of[3][SEPAL_LANES];
    w in[3][4];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t from = 4 * quad < padded[lane] ? 4 * quad : padded[lane] - 4;
        for (uint32_t c = 0; c < 3; c++)
            of[c][lane] = x[lane] + from + c * padded[lane];
    }
    for (int c = 0; c < 3; c++)
        w_load_quads(of[c], 1, in[c]);
    for (int k = 0; k < 4; k++)
        out[k] = (w3){in[0][k], in[1][k], in[2][k]};
}

static SEPAL_NOINLINE void load_contact_hulls(const sepal_solids *const *sets, const uint32_t *numbers, contact_hull_lanes *out) {
    const float *x[SEPAL_LANES];
    uint32_t padded[SEPAL_LANES], most = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t size = sets[lane]->heads[numbers[lane]].size;
        x[lane] = sepal_solid_x(sets[lane], numbers[lane]);
        padded[lane] = sepal_solid_padded(size);
        out->size[lane] = size;
        most = size > most ? size : most;
    }
    out->count = (int)((most + 3) / 4 * 4);
    for (uint32_t quad = 0; 4 * quad < most; quad++) {
        w3 *at = out->at + (size_t)4 * quad;
        load_hull_quad(x, padded, quad, at);
        for (int k = 0; k < 4; k++) {
            const bool is_first = quad == 0 && k == 0;
            out->low = is_first ? at[k] : (w3){w_min(out->low.x, at[k].x), w_min(out->low.y, at[k].y), w_min(out->low.z, at[k].z)};
            out->high =
                is_first ? at[k] : (w3){w_max(out->high.x, at[k].x), w_max(out->high.y, at[k].y), w_max(out->high.z, at[k].z)};
        }
    }
}

/* Half a group of hulls in the frame. */
typedef struct contact_hull {
    _Alignas(64) double at[CONTACT_HULL_VERTICES][3][CONTACT_LANES];
    contact_cover cover;
    wd size;
    int count;
} contact_hull;

static inline wd3 hull_vertex(const contact_hull *hull, int k) {
    return (wd3){wd_load(hull->at[k][0]), wd_load(hull->at[k][1]), wd_load(hull->at[k][2])};
}

static inline void see_hull(const contact_view_lanes *view, const contact_hull_lanes *of, int half, contact_hull *out) {
    out->cover = cover_between(wd3_of(of->low, half), wd3_of(of->high, half));
    out->size = wd_load(of->size + half * CONTACT_LANES);
    out->count = of->count;
    for (int k = 0; k < of->count; k++) {
        const wd3 p = into_frame(&view->frame, wd3_sub(wd3_of(of->at[k], half), view->origin));
        wd_store(out->at[k][0], p.x);
        wd_store(out->at[k][1], p.y);
        wd_store(out->at[k][2], p.z);
    }
}

SPECIALISED wd3 highest_of_hull(const contact_hull *hull, wd up) {
    wd3 best = hull_vertex(hull, 0);
    for (int k = 1; k < hull->count; k++) {
        const wd3 p = hull_vertex(hull, k);
        best = wd3_select(wd_gt(wd_mul(up, p.z), wd_mul(up, best.z)), p, best);
    }
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
    for (int k = 0; k < hull->count; k++) {
        const wd3 p = hull_vertex(hull, k);
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
    for (int k = 0; k < hull->count; k++) {
        const wd3 p = hull_vertex(hull, k);
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
    const wd thickness = wd_add(wd_mul(wd_set1(SEPAL_SIDE_PLANE_EXTENT), hull->cover.extent),
                                wd_mul(wd_set1(SEPAL_SIDE_PLANE_MAGNITUDE), hull->cover.magnitude));
    out->thickness = wd_mul(thickness, wd_sqrt(wd_add(wd_set1(1), slopes)));
    return wdm_and(wd_lt(least, far), wd_ge(wd_set1(SEPAL_SIDE_STEEP), slopes));
}

/* Corners of a side: place `slot` becomes a vertex in these lanes. */
SPECIALISED void put_listed(wd3 p, wd number, wdm here, bool is_fresh, int slot, contact_face_lanes *out) {
    out->x[slot] = is_fresh ? p.x : wd_select(here, p.x, out->x[slot]);
    out->y[slot] = is_fresh ? p.y : wd_select(here, p.y, out->y[slot]);
    out->h[slot] = is_fresh ? p.z : wd_select(here, p.z, out->h[slot]);
    out->number[slot] = is_fresh ? number : wd_select(here, number, out->number[slot]);
}

/* The vertices on a plane, in their order, and the first one again in lanes with fewer than others. Lanes with fewer than 3, or too
 * many, have one. Returns how many places are in use. */
SPECIALISED int list_on_plane(const contact_hull *hull, const contact_plane_lanes *plane, wd up, contact_face_lanes *out) {
    const wd one = wd_set1(1);
    wd count = wd_set1(0);
    int least = 0, most = 0; /* of the counts of all lanes */
    for (int k = 0; k < hull->count; k++) {
        const wd3 p = hull_vertex(hull, k);
        const wd number = wd_set1((double)k), along = wd_mul(plane->slope_x, wd_sub(p.x, plane->at.x));
        const wd level = wd_add(plane->at.z, wd_add(along, wd_mul(plane->slope_y, wd_sub(p.y, plane->at.y))));
        const wdm on = wdm_and(wd_ge(plane->thickness, wd_mul(up, wd_sub(level, p.z))), wd_gt(hull->size, number));
        wdm here = wdm_none();
        for (int slot = least; slot <= most && slot < CONTACT_SIDE_CORNERS; slot++) {
            here = wdm_and(on, wd_eq(count, wd_set1((double)slot)));
            put_listed(p, number, here, slot == most, slot, out);
        }
        most += most < CONTACT_SIDE_CORNERS && wdm_bits(here) != 0;
        count = wd_select(on, wd_add(count, one), count);
        least += least < most && wdm_bits(wd_eq(count, wd_set1((double)least))) == 0;
    }
    const wdm is_side = wdm_and(wd_ge(count, wd_set1(3)), wd_ge(wd_set1(CONTACT_SIDE_CORNERS), count));
    out->count = wd_select(is_side, count, one);
    for (int slot = 1; slot < most; slot++) {
        const wd3 first = {out->x[0], out->y[0], out->h[0]};
        put_listed(first, out->number[0], wdm_not(has_corner(out, slot, false)), false, slot, out);
    }
    return most > 0 ? most : 1;
}

static inline wd triangle_of_corners(const contact_face_lanes *f, int i, int j, int k) {
    return triangle_of((contact_spot){f->x[i], f->y[i]}, (contact_spot){f->x[j], f->y[j]}, (contact_spot){f->x[k], f->y[k]});
}

static inline void exchange_lanes(wd *p, wd *q, wdm which) {
    const wd was = *p;
    *p = wd_select(which, *q, was);
    *q = wd_select(which, was, *q);
}

static inline void exchange_corners(contact_face_lanes *f, int i, int j, wdm which) {
    exchange_lanes(&f->x[i], &f->x[j], which);
    exchange_lanes(&f->y[i], &f->y[j], which);
    exchange_lanes(&f->h[i], &f->h[j], which);
    exchange_lanes(&f->number[i], &f->number[j], which);
}

/* Sides whose vertices are listed clockwise, as half of those of prisms, are turned round, if all lanes have as many. */
SPECIALISED void turn_clockwise_sides(contact_face_lanes *f, int most) {
    const wdm fewer = wd_lt(f->count, wd_set1((double)most));
    if (most < 3 || wdm_bits(fewer) != 0)
        return;
    const wdm back = wd_lt(triangle_of_corners(f, 0, 1, 2), wd_set1(0));
    for (int i = 1; i < most - i; i++)
        exchange_corners(f, i, most - i, back);
}

/* The first `most` corners go round counterclockwise from the first one. False in lanes in which they are not the corners of a convex
 * polygon by far more than the tolerance of the reference. */
SPECIALISED wdm put_corners_in_order(contact_face_lanes *f, int most, wd least) {
    wdm round = has_corner(f, 2, false);
    turn_clockwise_sides(f, most);
    for (int pass = most - 2; pass > 0; pass--) {
        wdm moved = wdm_none();
        for (int i = 1; i <= pass; i++) {
            const wdm back = wd_lt(triangle_of_corners(f, 0, i, i + 1), wd_set1(0));
            exchange_corners(f, i, i + 1, back);
            moved = wdm_or(moved, back);
        }
        if (wdm_bits(moved) == 0)
            break;
    }
    for (int k = 2; k <= most; k++) { /* a side with k corners ends before corner k, which is the first one again */
        const wdm needs_turn = has_corner(f, k - 1, false);
        const wd turn = triangle_of_corners(f, k - 2, k - 1, k < most ? k : 0);
        round = wdm_and(round, wdm_or(wdm_not(needs_turn), wd_gt(turn, least)));
    }
    for (int k = 2; k < most; k++) {
        const wd of_first = triangle_of_corners(f, 0, 1, k), of_last = triangle_of_corners(f, 0, k - 1, k);
        round = wdm_and(round, wdm_or(wdm_not(has_corner(f, k, false)), wd_gt(wd_min(of_first, of_last), least)));
    }
    return round;
}

/* up: 1 where the side is that along the normal, -1 for that against it. False in lanes in which it has fewer than 3 corners or too
 * many, or they are too near to a line. */
static SEPAL_NOINLINE wdm find_side_of_hull(const contact_hull *hull, wd up, contact_face_lanes *out) {
    const wd extent = hull->cover.extent;
    const wd near =
        wd_add(wd_mul(wd_set1(SEPAL_SIDE_NEAR_EXTENT), extent), wd_mul(wd_set1(SEPAL_SIDE_NEAR_MAGNITUDE), hull->cover.magnitude));
    const wd3 from = highest_of_hull(hull, up);
    contact_plane_lanes plane;
    wd3 to;
    wdm found = flattest_edge_of_hull(hull, up, from, near, &to);
    found = wdm_and(found, flattest_plane_of_hull(hull, up, from, to, near, &plane));
    const int most = list_on_plane(hull, &plane, up, out);
    out->slope_x = plane.slope_x;
    out->slope_y = plane.slope_y;
    return wdm_and(found, put_corners_in_order(out, most, wd_mul(wd_set1(4), wd_mul(near, extent))));
}

/* The sides of both halves of a group. Returns the lanes in which both are known, as bits. */
static SEPAL_NOINLINE unsigned find_sides_of_hulls(const contact_group *group, contact_sides out[2]) {
    const w3 normal = {w_load(group->normal[0]), w_load(group->normal[1]), w_load(group->normal[2])};
    contact_hull_lanes hulls;
    contact_hull hull;
    contact_cover below[2];
    unsigned known = 0, both = 0;
    load_contact_hulls(group->set_first, group->first, &hulls);
    for (int half = 0; half < 2; half++) {
        find_frame(wd3_of(normal, half), &out[half].view.frame);
        out[half].view.origin = wd3_of(hulls.at[0], half);
        see_hull(&out[half].view, &hulls, half, &hull);
        below[half] = hull.cover;
        known |= wdm_bits(find_side_of_hull(&hull, wd_set1(1), &out[half].first)) << half * CONTACT_LANES;
    }
    if (known == 0)
        return known;
    load_contact_hulls(group->set_second, group->second, &hulls);
    for (int half = 0; half < 2; half++) {
        see_hull(&out[half].view, &hulls, half, &hull);
        measure_view(&below[half], &hull.cover, &out[half].view);
        both |= wdm_bits(find_side_of_hull(&hull, wd_set1(-1), &out[half].second)) << half * CONTACT_LANES;
    }
    return known & both;
}

/* Both sides get as many places, with the first corner again behind the last, and are exchanged in these lanes. */
SPECIALISED void exchange_sides(contact_sides *s, wdm which) {
    const int most = (int)wd_greatest(wd_max(s->first.count, s->second.count));
    contact_face_lanes *const sides[2] = {&s->first, &s->second};
    for (int slot = 1; slot < most; slot++)
        for (int k = 0; k < 2; k++) {
            contact_face_lanes *f = sides[k];
            const wd3 first = {f->x[0], f->y[0], f->h[0]};
            put_listed(first, f->number[0], wdm_not(has_corner(f, slot, false)), false, slot, f);
        }
    for (int slot = 0; slot < most; slot++) {
        exchange_lanes(&s->first.x[slot], &s->second.x[slot], which);
        exchange_lanes(&s->first.y[slot], &s->second.y[slot], which);
        exchange_lanes(&s->first.h[slot], &s->second.h[slot], which);
        exchange_lanes(&s->first.number[slot], &s->second.number[slot], which);
    }
    exchange_lanes(&s->first.slope_x, &s->second.slope_x, which);
    exchange_lanes(&s->first.slope_y, &s->second.slope_y, which);
    exchange_lanes(&s->first.count, &s->second.count, which);
}

/* The same of boxes with right angles and hulls. */
static SEPAL_NOINLINE unsigned find_sides_of_boxes_and_hulls(const contact_group *group, const contact_box_pairs *pairs,
                                                             contact_sides out[2]) {
    const w3 normal = {w_load(group->normal[0]), w_load(group->normal[1]), w_load(group->normal[2])};
    const solid_exact_lanes boxes = load_contact_boxes(pairs->sets[0], pairs->numbers[0]);
    contact_hull_lanes hulls;
    unsigned known = 0;
    load_contact_hulls(pairs->sets[1], pairs->numbers[1], &hulls);
    for (int half = 0; half < 2; half++) {
        const wdm first = wd_gt(wd_load(pairs->box_first + half * CONTACT_LANES), wd_set1(0));
        contact_view_lanes *view = &out[half].view;
        contact_hull hull;
        contact_box box;
        find_frame(wd3_of(normal, half), &view->frame);
        view->origin = wd3_select(first, wd3_of(boxes.centre, half), wd3_of(hulls.at[0], half));
        see_box_of_half(&view->frame, &boxes, half, view->origin, &box);
        see_hull(view, &hulls, half, &hull);
        measure_view(&box.cover, &hull.cover, view);
        const wdm found = find_side_of_hull(&hull, wd_select(first, wd_set1(-1), wd_set1(1)), &out[half].first);
        find_contact_face(&box, first, &out[half].second);
        out[half].second.count = wd_set1(4);
        exchange_sides(&out[half], first);
        known |= wdm_bits(found) << half * CONTACT_LANES;
    }
    return known;
}

#endif
