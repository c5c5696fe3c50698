/* sides.h — the side with which a core that is given by its vertices faces the other one, seen along the normal of their push.
 *
 * It is found from the vertices alone, by two turns of gift wrapping (Chand, Kapur, "An algorithm for convex polytopes", Journal of the
 * ACM 17, 1970): from the farthest vertex along the edge that falls least, about this edge to the plane that falls least; the vertices
 * near this plane, seen along the normal, have the side as their hull. So nothing need be known of the faces of a hull, and repeated,
 * inner and coplanar vertices do no harm.
 *
 * In double, in a fixed order, and written in words: of a pair in each lane in kernel/contact_cores.h, of one pair in
 * scalar/solids_scalar_contacts.c (simd/one.h). The unit that includes this says before how many corners sides have room for
 * (CONTACT_SIDE_CORNERS) and what a contact_core is: it has a cover; `count` vertices, or as many as the largest one of all lanes, of
 * which each core has `size`; contact_vertex(core, k) is vertex k in the frame. And it says behind this how corners are listed and
 * sorted: list_on_plane, sort_by_turns. */
#ifndef SEPAL_SOLIDS_SIDES_H
#define SEPAL_SOLIDS_SIDES_H

#include "seen.h"

/* Corners counterclockwise in the picture, with the numbers of the vertices, and the plane over them, h = h[0] + slope_x (x - x[0]) +
 * slope_y (y - y[0]). Lanes with fewer corners than others have the first one again behind the last. */
typedef struct solid_side {
    wd x[CONTACT_SIDE_CORNERS], y[CONTACT_SIDE_CORNERS], h[CONTACT_SIDE_CORNERS], number[CONTACT_SIDE_CORNERS];
    wd slope_x, slope_y, count;
    bool many; /* of one pair: the core has more vertices than a byte has numbers */
} solid_side;

/* The lanes in which a side has a corner k; same: all sides have as many. */
static inline wdm side_has_corner(const solid_side *of, int k, bool same) {
    return same ? wdm_all() : wd_gt(of->count, wd_set1((double)k));
}

/* The distance in the picture within which vertices count as one, or as on a line. */
static inline wd near_in_picture(const contact_cover *cover) {
    return wd_add(wd_mul(wd_set1(SEPAL_SIDE_NEAR_EXTENT), cover->extent),
                  wd_mul(wd_set1(SEPAL_SIDE_NEAR_MAGNITUDE), cover->magnitude));
}

SPECIALISED void side_of_box(const contact_box *box, wdm up, solid_side *out) {
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
    out->count = wd_set1(4);
    out->many = false;
}

/* A vertex in the frame, and its number. */
typedef struct side_vertex {
    wd3 at;
    wd number;
} side_vertex;

static inline void take_vertex(wdm better, wd3 at, int k, side_vertex *best) {
    best->at = wd3_select(better, at, best->at);
    best->number = wd_select(better, wd_set1((double)k), best->number);
}

/* up: 1 where the side along the normal is asked for, -1 for that against it. */
SPECIALISED side_vertex highest_vertex(const contact_core *core, wd up) {
    side_vertex best = {contact_vertex(core, 0), wd_set1(0)};
    for (int k = 1; k < core->count; k++) {
        const wd3 p = contact_vertex(core, k);
        const wdm better = wd_gt(wd_mul(up, p.z), wd_mul(up, best.at.z));
        if (!wdm_may_skip(better))
            take_vertex(better, p, k, &best);
    }
    return best;
}

/* How far below a level a place is, 0 if it is above. */
static inline wd fall_from(wd drop, wd up) {
    return wd_select(wd_gt(wd_mul(up, drop), wd_set1(0)), drop, wd_set1(0));
}

/* How far vertices may be from the plane of a side. What falls by less is as good as level: so falls are compared with that added, and noise
 * does not prefer a short way. */
static inline wd near_plane(const contact_cover *cover) {
    return wd_add(wd_mul(wd_set1(SEPAL_SIDE_PLANE_EXTENT), cover->extent),
                  wd_mul(wd_set1(SEPAL_SIDE_PLANE_MAGNITUDE), cover->magnitude));
}

/* The squares of how far it falls on the way to a vertex, as it is and as it is compared, and of how long the way is in the picture. */
typedef struct side_way {
    wd fall2, compared2, run2;
} side_way;

static inline side_way way_to_vertex(wd3 from, wd3 p, wd up, wd thickness) {
    const wd dx = wd_sub(p.x, from.x), dy = wd_sub(p.y, from.y), square = wd_add(wd_mul(dx, dx), wd_mul(dy, dy));
    const wd fall = fall_from(wd_sub(from.z, p.z), up), compared = wd_add(wd_abs(fall), thickness);
    return (side_way){wd_mul(fall, fall), wd_mul(compared, compared), square};
}

/* Is a way longer than the tolerance, and does it fall less than the one known, or is none known (run2 = 0)? */
static inline wdm is_flatter(const side_way *way, wd near2, wd compared2, wd run2) {
    const wdm flatter = wdm_or(wdm_not(wd_gt(run2, wd_set1(0))), wd_lt(wd_mul(way->compared2, run2), wd_mul(compared2, way->run2)));
    return wdm_and(wd_gt(way->run2, near2), flatter);
}

static inline wdm is_edge_of_side(wd fall2, wd run2) {
    return wdm_and(wd_gt(run2, wd_set1(0)), wd_ge(wd_mul(wd_set1(SEPAL_SIDE_STEEP), run2), fall2));
}

/* The other end of the edge from a vertex that falls least: compared^2 / run^2 is least. False in lanes without one that is not steep. */
SPECIALISED wdm flattest_edge(const contact_core *core, wd up, wd3 from, wd near, side_vertex *to) {
    const wd zero = wd_set1(0), near2 = wd_mul(near, near), thickness = near_plane(&core->cover);
    wd fall2 = zero, compared2 = zero, run2 = zero;
    *to = (side_vertex){from, zero};
    for (int k = 0; k < core->count; k++) {
        const wd3 p = contact_vertex(core, k);
        const side_way way = way_to_vertex(from, p, up, thickness);
        const wdm better = is_flatter(&way, near2, compared2, run2);
        if (wdm_may_skip(better))
            continue;
        fall2 = wd_select(better, way.fall2, fall2);
        compared2 = wd_select(better, way.compared2, compared2);
        run2 = wd_select(better, way.run2, run2);
        take_vertex(better, p, k, to);
    }
    return is_edge_of_side(fall2, run2);
}

/* A plane through a vertex: how much higher it is elsewhere, and how far off it vertices may be. */
typedef struct side_plane {
    wd3 at;
    wd slope_x, slope_y, thickness;
} side_plane;

/* An edge that a plane is laid through, and how far across it a vertex is at least that tells how the plane lies. */
typedef struct plane_edge {
    wd3 from;
    wd x, y, slope, aside;
} plane_edge;

static inline plane_edge edge_of_plane(wd3 from, wd3 to, wd near) {
    const wd ex = wd_sub(to.x, from.x), ey = wd_sub(to.y, from.y), square = wd_add(wd_mul(ex, ex), wd_mul(ey, ey));
    return (plane_edge){from, ex, ey, wd_div(wd_sub(to.z, from.z), square), wd_mul(near, wd_sqrt(square))};
}

/* How much the plane through the edge and a vertex falls across the edge. there: the lanes in which the vertex tells; compared: the magnitude
 * that is compared. */
static inline wd fall_across_edge(const plane_edge *e, wd up, wd3 p, wd thickness, wdm *there, wd *compared) {
    const wd dx = wd_sub(p.x, e->from.x), dy = wd_sub(p.y, e->from.y);
    const wd along = wd_add(wd_mul(dx, e->x), wd_mul(dy, e->y)), across = wd_sub(wd_mul(e->x, dy), wd_mul(e->y, dx));
    const wd fall = fall_from(wd_sub(wd_mul(e->slope, along), wd_sub(p.z, e->from.z)), up), inverse = wd_div(wd_set1(1), across);
    *there = wd_gt(wd_abs(across), e->aside);
    *compared = wd_mul(wd_add(wd_abs(fall), thickness), wd_abs(inverse));
    return wd_mul(fall, inverse);
}

/* The plane that falls so much across an edge, by the vertex that is compared by `least`. False in lanes without one that is not steep. */
static inline wdm plane_through_edge(const plane_edge *e, wd falls, wd least, const contact_cover *cover, side_plane *out) {
    const wd tilt = wd_negated(falls);
    out->at = e->from;
    out->slope_x = wd_sub(wd_mul(e->slope, e->x), wd_mul(tilt, e->y));
    out->slope_y = wd_add(wd_mul(e->slope, e->y), wd_mul(tilt, e->x));
    const wd slopes = wd_add(wd_mul(out->slope_x, out->slope_x), wd_mul(out->slope_y, out->slope_y));
    out->thickness = wd_mul(near_plane(cover), wd_sqrt(wd_add(wd_set1(1), slopes)));
    return wdm_and(wd_lt(least, wd_set1(INFINITY)), wd_ge(wd_set1(SEPAL_SIDE_STEEP), slopes));
}

/* The plane through an edge that falls least across it. False in lanes without one that is not steep. */
SPECIALISED wdm flattest_plane(const contact_core *core, wd up, wd3 from, wd3 to, wd near, side_plane *out) {
    const plane_edge edge = edge_of_plane(from, to, near);
    const wd thickness = near_plane(&core->cover);
    wd least = wd_set1(INFINITY), falls = wd_set1(0);
    for (int k = 0; k < core->count; k++) {
        wdm there;
        wd share;
        const wd ratio = fall_across_edge(&edge, up, contact_vertex(core, k), thickness, &there, &share);
        const wdm better = wdm_and(there, wd_lt(share, least));
        if (wdm_may_skip(better))
            continue;
        least = wd_select(better, share, least);
        falls = wd_select(better, ratio, falls);
    }
    return plane_through_edge(&edge, falls, least, &core->cover, out);
}

static inline wdm is_on_plane(const side_plane *plane, wd up, wd3 p) {
    const wd along = wd_mul(plane->slope_x, wd_sub(p.x, plane->at.x)), across = wd_mul(plane->slope_y, wd_sub(p.y, plane->at.y));
    return wd_ge(plane->thickness, wd_mul(up, wd_sub(wd_add(plane->at.z, wd_add(along, across)), p.z)));
}

/* The vertices on a plane, in their order. Lanes with fewer than 3, or too many, have one. Returns how many places are in use. */
SPECIALISED int list_on_plane(const contact_core *core, const side_plane *plane, wd up, solid_side *out);

/* Puts the corners behind the first one in the order of turns about it. In the scalar path only sides that are listed clockwise are
 * turned round. */
SPECIALISED void sort_by_turns(solid_side *f, int most);

/* Place `slot` becomes a vertex in these lanes. */
SPECIALISED void put_listed(wd3 p, wd number, wdm here, int slot, solid_side *out) {
    out->x[slot] = wd_select(here, p.x, out->x[slot]);
    out->y[slot] = wd_select(here, p.y, out->y[slot]);
    out->h[slot] = wd_select(here, p.z, out->h[slot]);
    out->number[slot] = wd_select(here, number, out->number[slot]);
}

/* Lanes with fewer corners than `most` get the first one again. */
SPECIALISED void fill_with_first(solid_side *side, int most) {
    const wd3 first = {side->x[0], side->y[0], side->h[0]};
    for (int slot = 1; slot < most; slot++)
        put_listed(first, side->number[0], wdm_not(side_has_corner(side, slot, false)), slot, side);
}

static inline wd triangle_of_corners(const solid_side *f, int i, int j, int k) {
    const wd ex = wd_sub(f->x[j], f->x[i]), ey = wd_sub(f->y[j], f->y[i]);
    return wd_sub(wd_mul(ex, wd_sub(f->y[k], f->y[i])), wd_mul(ey, wd_sub(f->x[k], f->x[i])));
}

static inline void exchange_lanes(wd *p, wd *q, wdm which) {
    const wd was = *p;
    *p = wd_select(which, *q, was);
    *q = wd_select(which, was, *q);
}

static inline void exchange_corners(solid_side *f, int i, solid_side *g, int j, wdm which) {
    exchange_lanes(&f->x[i], &g->x[j], which);
    exchange_lanes(&f->y[i], &g->y[j], which);
    exchange_lanes(&f->h[i], &g->h[j], which);
    exchange_lanes(&f->number[i], &g->number[j], which);
}

/* The first `most` corners go round counterclockwise from the first one. False in lanes in which they are not the corners of a convex
 * polygon by far more than the tolerance of the hull that defines the side (docs/numerics/solid_contacts.md, "The order of corners"). */
SPECIALISED wdm put_corners_in_order(solid_side *f, int most, wd least) {
    wdm round = side_has_corner(f, 2, false);
    sort_by_turns(f, most);
    for (int k = 2; k <= most && !wdm_may_skip(round);
         k++) { /* a side with k corners ends before corner k, which is the first again */
        const wdm needs_turn = side_has_corner(f, k - 1, false);
        const wd turn = triangle_of_corners(f, k - 2, k - 1, k < most ? k : 0);
        round = wdm_and(round, wdm_or(wdm_not(needs_turn), wd_gt(turn, least)));
    }
    for (int k = 2; k < most && !wdm_may_skip(round); k++) {
        const wd of_first = triangle_of_corners(f, 0, 1, k), of_last = triangle_of_corners(f, 0, k - 1, k);
        round = wdm_and(round, wdm_or(wdm_not(side_has_corner(f, k, false)), wd_gt(wd_min(of_first, of_last), least)));
    }
    return round;
}

/* What is found on the way to a side, and in which lanes. */
typedef struct side_search {
    wd near;
    side_vertex from, to;
    side_plane plane;
    wdm edge, flat;
} side_search;

/* The plane of the side, in the lanes `flat`, and the vertices on it: list_on_plane. Where put_corners_in_order can order these, they are the
 * side. Returns how many places are in use; of one pair, 0 without a plane. */
SPECIALISED int find_side_plane(const contact_core *core, wd up, side_search *s, solid_side *out) {
    s->near = near_in_picture(&core->cover);
    s->from = highest_vertex(core, up);
    s->edge = flattest_edge(core, up, s->from.at, s->near, &s->to);
    s->flat = wdm_none();
    if (wdm_may_skip(s->edge))
        return 0;
    s->flat = wdm_and(s->edge, flattest_plane(core, up, s->from.at, s->to.at, s->near, &s->plane));
    if (wdm_may_skip(s->flat))
        return 0;
    s->plane.thickness = wd_select(s->flat, s->plane.thickness, wd_set1(-INFINITY)); /* nothing is on a plane that is none */
    out->slope_x = s->plane.slope_x;
    out->slope_y = s->plane.slope_y;
    return list_on_plane(core, &s->plane, up, out);
}

/* Where a side has no plane, the edge through both vertices that were found, between the farthest of those on its line, the one with the lower
 * number first; else the first vertex at both ends. */
SPECIALISED void find_side_ends(const contact_core *core, const side_search *s, side_vertex ends[2]) {
    const wd3 from = s->from.at, to = s->to.at;
    const wd one = wd_set1(1), ex = wd_sub(to.x, from.x), ey = wd_sub(to.y, from.y);
    const wd square = wd_add(wd_mul(ex, ex), wd_mul(ey, ey)), slope = wd_div(wd_sub(to.z, from.z), square);
    const wd aside = wd_mul(s->near, wd_sqrt(square));
    const wd thickness = wd_mul(s->near, wd_sqrt(wd_add(one, wd_mul(wd_mul(slope, slope), square))));
    wd low = wd_set1(INFINITY), high = wd_negated(low);
    side_vertex lowest = s->from, highest = s->from;
    for (int k = 0; k < core->count && !wdm_may_skip(s->edge); k++) {
        const wd3 at = contact_vertex(core, k);
        const wd dx = wd_sub(at.x, from.x), dy = wd_sub(at.y, from.y), along = wd_add(wd_mul(dx, ex), wd_mul(dy, ey));
        const wd across = wd_abs(wd_sub(wd_mul(ex, dy), wd_mul(ey, dx)));
        const wd off = wd_abs(wd_sub(wd_add(from.z, wd_mul(slope, along)), at.z));
        const wdm on_line = wdm_andnot(s->edge, wdm_or(wd_gt(across, aside), wd_gt(off, thickness)));
        const wdm lower = wdm_and(on_line, wd_lt(along, low)), higher = wdm_and(on_line, wd_gt(along, high));
        if (wdm_may_skip(wdm_or(lower, higher)))
            continue;
        low = wd_select(lower, along, low);
        high = wd_select(higher, along, high);
        take_vertex(lower, at, k, &lowest);
        take_vertex(higher, at, k, &highest);
    }
    const wdm in_order = wd_lt(lowest.number, highest.number);
    ends[0] = (side_vertex){wd3_select(in_order, lowest.at, highest.at), wd_select(in_order, lowest.number, highest.number)};
    ends[1] = (side_vertex){wd3_select(in_order, highest.at, lowest.at), wd_select(in_order, highest.number, lowest.number)};
}

/* What triangles of corners have to be greater than, so that their order is certain. */
static inline wd least_triangle(const contact_cover *cover) {
    return wd_mul(wd_set1(4), wd_mul(near_in_picture(cover), cover->extent));
}

#endif
