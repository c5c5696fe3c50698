/* contact_circles.h — the contact points of circles, the shapes of one vertex, with each other and with polygons.
 *
 * Two circles: the line of the centres is the normal, and there is one point on it. Each lane has its own pair, and pairs stay
 * in the order of the list, so that whole vectors are written.
 *
 * The operations are those of scalar/polys_scalar_contacts.c for two corners, in the same order. A pair is left to the other
 * kernels where the centres are so near that the normal is not taken from them, out of float's range, and where a radius may be too
 * small for the record of its circle. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_CIRCLES_H
#define SEPAL_POLYS_KERNEL_CONTACT_CIRCLES_H

#include "contact_points.h"
#include "reach.h"

/* --- Two circles -------------------------------------------------------------------------------------------------------------- */

/* The answers of a block of pairs: 0 where there is no point, and in the pairs that are left. A group may be longer than what is left of
 * a list. */
typedef struct circle_points {
    float normal_x[SEPAL_BLOCK + SEPAL_LANES], normal_y[SEPAL_BLOCK + SEPAL_LANES];
    float x[SEPAL_BLOCK + SEPAL_LANES], y[SEPAL_BLOCK + SEPAL_LANES], depth[SEPAL_BLOCK + SEPAL_LANES];
    int32_t count[SEPAL_BLOCK + SEPAL_LANES];
    uint64_t unsure[SEPAL_BLOCK / 64]; /* the pairs whose answers are right if they meet */
} circle_points;

typedef struct circle_query {
    const polys_query *q;
    circle_points *points;
} circle_query;

/* The radii of circles, which are those of their outer circles, if these are not the least that is stored. Notes the lanes in which they
 * may be smaller. */
static inline w radii_of_circles(const sepal_polys *set, const circle_lanes *circle, wm *left) {
    if (!set->round)
        return w_zero();
    *left = wm_or(*left, wm_not(w_gt(circle->outer, w_set1(SEPAL_RANGE_LEAST))));
    return circle->outer;
}

/* The answers of a group without points. */
static inline void store_no_points(circle_points *to, size_t k) {
    float *const arrays[] = {to->normal_x, to->normal_y, to->x, to->y, to->depth};
    for (int i = 0; i < 5; i++)
        w_store(arrays[i] + k, w_zero());
    wi_store(to->count + k, wi_set1(0));
}

SPECIALISED lanes circle_points_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const circle_query *query = question;
    const polys_query *q = query->q;
    circle_points *to = query->points;
    circle_lanes a = load_circles(q->a, &group->a), b = load_circles(q->b, &group->b);
    circle_squares reach = reach_squares(a, b, q->margin, q->margin);
    wm apart = w_gt(reach.distance2, reach.beyond2);
    if (wm_bits(apart) == ALL_LANES) {
        store_no_points(to, k);
        return (lanes){0, 0};
    }
    w zero = w_zero(), least = w_set1(q->margin);
    w2 way = w2_sub(b.centre, a.centre);
    w square = w2_along(way, way), length = w_sqrt(square), inverse = w_div(w_set1(1), length);
    wm left = wm_or(w_gt(w_set1(SEPAL_LEAST_SQUARE), square), w_eq(w_add(a.outer, b.outer), w_infinity()));
    const radius_lanes radii = {radii_of_circles(q->a, &a, &left), radii_of_circles(q->b, &b, &left)};
    w2 normal = {w_mul(way.x, inverse), w_mul(way.y, inverse)};
    w depth = depth_of(q->a->round || q->b->round ? &radii : NULL, length);
    w half = w_mul(w_add(length, w_sub(radii.of_b, radii.of_a)), w_set1(0.5F));
    wm none = wm_or(apart, left);
    w_store(to->normal_x + k, w_select(none, zero, w_add(zero, normal.x)));
    w_store(to->normal_y + k, w_select(none, zero, w_add(zero, normal.y)));
    w_store(to->x + k, w_select(none, zero, w_add(zero, w_add(a.centre.x, w_sub(way.x, w_mul(half, normal.x))))));
    w_store(to->y + k, w_select(none, zero, w_add(zero, w_add(a.centre.y, w_sub(way.y, w_mul(half, normal.y))))));
    w_store(to->depth + k, w_select(none, zero, w_select(w_gt(depth, w_neg(least)), depth, w_sub(zero, least))));
    wi_store(to->count + k, wi_select(none, wi_set1(0), wi_set1(1)));
    const unsigned open = wm_bits(wm_andnot(left, apart)), yes = ALL_LANES & ~(open | wm_bits(apart));
    to->unsure[k / 64] |= (uint64_t)(yes & ~wm_bits(w_gt(reach.within2, reach.distance2))) << k % 64;
    return (lanes){yes, open};
}

/* Numbers as the first of two. */
static inline void write_firsts(float *to, const float *from, size_t count) {
    if (to == NULL)
        return;
    for (size_t k = 0; k < count; k++) {
        to[2 * k] = from[k];
        to[2 * k + 1] = 0;
    }
}

static inline void write_floats(float *to, const float *from, size_t count) {
    if (to != NULL)
        memcpy(to, from, count * sizeof *to);
}

static inline void write_counts(uint8_t *to, const int32_t *from, size_t count) {
    for (size_t k = 0; k < count; k++)
        to[k] = (uint8_t)from[k];
}

/* Writes the answers of a block to arrays without gaps from number `first` on. */
static inline void write_circle_points(const sepal_contacts *out, size_t first, size_t count, const circle_points *from) {
    if (out->count != NULL)
        write_counts(out->count + first, from->count, count);
    write_floats(row_from(out->normal_x, first), from->normal_x, count);
    write_floats(row_from(out->normal_y, first), from->normal_y, count);
    write_firsts(row_from(out->x, 2 * first), from->x, count);
    write_firsts(row_from(out->y, 2 * first), from->y, count);
    write_firsts(row_from(out->depth, 2 * first), from->depth, count);
    if (out->feature != NULL)
        memset(out->feature + 2 * first, 0, count * sizeof(uint32_t[2]));
}

/* --- A circle and a polygon --------------------------------------------------------------------------------------------------- */

/* The contact point of a circle and a polygon: on the edge with the greatest gap, or at the vertex that is nearest.
 * Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_contacts.c in the same order, so that the bits are the same; but the face of a circle is its
 * centre, so that nothing is clipped, and the reference edge is always one of the polygon. */

/* The polygons of a group and the centres of the circles, as stored and from the first vertex of a. */
typedef struct beside_circle {
    w2 world[SEPAL_LANE_VERTICES], near[SEPAL_LANE_VERTICES], origin, centre, near_centre;
    w winding, thickness;
    wm unfit;
} beside_circle;

/* a_is_circle: the circles are those of a. */
SPECIALISED void load_beside_circle(const polys_query *q, const sepal_pair *group, bool a_is_circle, uint32_t size,
                                    beside_circle *out) {
    const sepal_polys *round = a_is_circle ? q->a : q->b, *other = a_is_circle ? q->b : q->a;
    const uint32_t *index_of_other = a_is_circle ? &group->b : &group->a;
    vertex_lanes core;
    w most = w_zero();
    const circle_lanes circle = load_circles(round, a_is_circle ? &group->a : &group->b);
    load_blocks(other, index_of_other, size, false, true, &core);
    out->winding = w_zero();
    out->unfit = w_eq(circle.outer, w_infinity());
    if (!other->plain) {
        const circle_lanes around = load_circles(other, index_of_other);
        out->winding = around.winding;
        out->unfit = wm_or(out->unfit, w_eq(around.outer, w_infinity()));
    }
    out->centre = circle.centre;
    out->origin = a_is_circle ? circle.centre : vertex(core.world, size, 0);
    out->near_centre = w2_sub(circle.centre, out->origin);
    out->world[0] = vertex(core.world, size, 0); /* there is always one, which gcc does not recognise */
    for (uint32_t k = 0; k < size; k++) {
        w2 p = w2_sub(vertex(core.world, size, k), out->origin);
        out->world[k] = vertex(core.world, size, k);
        out->near[k] = p;
        most = w_max(most, w_max(w_abs(p.x), w_abs(p.y)));
    }
    most = w_max(most, w_max(w_abs(out->near_centre.x), w_abs(out->near_centre.y)));
    out->unfit = wm_or(out->unfit, w_gt(most, w_set1(SEPAL_RANGE_MOST)));
    out->thickness = w_mul(most, w_set1(SEPAL_CONTACT_FACE));
}

/* The edge with the greatest gap to the centre: its normal, its gap and its height. */
typedef struct circle_edge {
    axis_lanes axis;
    w level;
} circle_edge;

/* Notes the lanes with an edge that is too short for float, and those without an edge. */
SPECIALISED circle_edge edge_at_circle(beside_circle *s, uint32_t size) {
    circle_edge best = {{{w_zero(), w_zero()}, w_set1(-INFINITY)}, w_zero()};
    for (uint32_t i = 0; i < size; i++) {
        w2 edge = w2_sub(s->world[i + 1 < size ? i + 1 : 0], s->world[i]);
        w square = w2_along(edge, edge);
        if (wm_bits(w_gt(w_set1(SEPAL_LEAST_SQUARE), square)) != 0)
            s->unfit = wm_or(s->unfit, too_short(edge, square, SEPAL_LEAST_SQUARE));
        w2 n = unit_normal(edge, square, s->winding);
        w level = w2_along(n, s->near[i]), gap = w_sub(w2_along(n, s->near_centre), level);
        wm greater = w_gt(gap, best.axis.gap);
        best = (circle_edge){select_axis(greater, (axis_lanes){n, gap}, best.axis), w_select(greater, level, best.level)};
    }
    s->unfit = wm_or(s->unfit, w_eq(best.axis.gap, w_set1(-INFINITY)));
    return best;
}

/* The ends of the face of that edge: where they are along it, and the vertices there. */
typedef struct circle_face {
    w first_at, last_at;
    corner_at first, last;
} circle_face;

static inline corner_at select_corner(wm m, corner_at a, corner_at b) {
    return (corner_at){w2_select(m, a.point, b.point), w_select(m, a.number, b.number)};
}

SPECIALISED circle_face face_at_circle(const beside_circle *s, uint32_t size, const circle_edge *edge) {
    w2 t = w2_left(edge->axis.normal);
    w level = w_sub(edge->level, s->thickness);
    corner_at start = {s->world[0], w_zero()};
    circle_face f = {w_infinity(), w_set1(-INFINITY), start, start};
    for (uint32_t k = 0; k < size; k++) {
        w2 p = s->near[k];
        const corner_at corner = {s->world[k], number_bits(k)};
        w at = w2_along(t, p);
        wm below = w_gt(level, w2_along(edge->axis.normal, p));
        wm right = wm_andnot(w_gt(f.first_at, at), below), left = wm_andnot(w_gt(at, f.last_at), below);
        f.first_at = w_select(right, at, f.first_at);
        f.last_at = w_select(left, at, f.last_at);
        f.first = select_corner(right, corner, f.first);
        f.last = select_corner(left, corner, f.last);
    }
    return f;
}

/* The point of each lane: the normal from the polygon to the centre, their distance, and the vertex that bounds the contact. */
typedef struct circle_contact {
    w2 normal;
    w distance, number;
} circle_contact;

/* As meet_between: the edge where the centre is over it, and the nearest vertex where that is nearer. Returns the lanes with a
 * certificate. */
SPECIALISED wm meet_circle(const beside_circle *s, uint32_t size, const circle_edge *edge, circle_contact *out) {
    const circle_face f = face_at_circle(s, size, edge);
    w at = w2_along(w2_left(edge->axis.normal), s->near_centre);
    wm beside = wm_or(w_gt(at, w_add(f.last_at, s->thickness)), w_gt(w_sub(f.first_at, s->thickness), at));
    wm at_an_end = wm_or(w_gt(w_add(f.first_at, s->thickness), at), w_gt(at, w_sub(f.last_at, s->thickness)));
    at_an_end = wm_and(at_an_end, w_gt(edge->axis.gap, w_neg(s->thickness)));
    *out = (circle_contact){edge->axis.normal, edge->axis.gap, f.first.number};
    if (wm_bits(wm_or(beside, at_an_end)) == 0)
        return wm_all();
    wm last = w_gt(w_sub(at, f.first_at), w_sub(f.last_at, at));
    const corner_at corner = nearest_corner(s->world, size, s->centre, select_corner(last, f.last, f.first));
    w2 way = w2_sub(s->centre, corner.point);
    w square = w2_along(way, way), length = w_sqrt(square), inverse = w_div(w_set1(1), length);
    wm far = wm_not(w_gt(w_set1(SEPAL_LEAST_SQUARE), square));
    corner_masks found = {far, far};
    keep_behind(s->world, size, corner.point, way, w_mul(length, w_set1(SEPAL_CONTACT_CORNER)), &found);
    wm taken = wm_or(wm_and(found.nearly, beside), wm_and(found.surely, at_an_end));
    out->normal = w2_select(taken, (w2){w_mul(way.x, inverse), w_mul(way.y, inverse)}, out->normal);
    out->distance = w_select(taken, length, out->distance);
    out->number = w_select(taken, corner.number, out->number);
    return wm_or(wm_not(beside), taken);
}

/* Stores the records of a group. */
SPECIALISED void store_circle_contacts(const contact_query *query, const sepal_pair *group, const beside_circle *s,
                                       bool a_is_circle, const circle_contact *found, size_t k) {
    const polys_query *q = query->q;
    w zero = w_zero(), least = w_set1(query->to->rule->margin);
    const radius_lanes radii = {load_radii(q->a, &group->a), load_radii(q->b, &group->b)};
    w2 n = found->normal, out = a_is_circle ? w2_neg(n) : n;
    w shift = a_is_circle ? w_sub(radii.of_a, radii.of_b) : w_sub(radii.of_b, radii.of_a);
    w half = w_mul(w_add(found->distance, shift), w_set1(0.5F)), depth = depth_of(&radii, found->distance);
    wi number = wi_of_bits(found->number), none = wi_set1(0);
    w record[4 * CONTACT_QUADS] = {
        w_add(zero, out.x),
        w_add(zero, out.y),
        w_set1(1),
        zero,
        w_add(zero, w_add(s->origin.x, w_sub(s->near_centre.x, w_mul(half, n.x)))),
        zero,
        w_add(zero, w_add(s->origin.y, w_sub(s->near_centre.y, w_mul(half, n.y)))),
        zero,
        w_select(w_gt(depth, w_neg(least)), depth, w_sub(zero, least)),
        zero,
        w_of_bits(a_is_circle ? wi_halves(number, none) : wi_halves(none, number)),
        zero,
    };
    w_store_run(&query->records[k].normal_x, CONTACT_QUADS, record);
    if (query->surfaces == NULL)
        return;
    const surface_lanes points = {.origin = s->origin,
                                  .normal = n,
                                  .at = {s->near_centre, s->near_centre},
                                  .distance = {found->distance, found->distance},
                                  .from_b = a_is_circle ? wm_all() : wm_none(),
                                  .both = wm_none(),
                                  .radii = radii};
    store_surfaces(&points, query, group, k);
}

/* Which of the two are circles. All pairs are known to meet. */
typedef struct contact_circle_query {
    const contact_query *query;
    bool a_is_circle;
} contact_circle_query;

/* n.a: the size of the polygons. */
SPECIALISED lanes contact_circle_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const contact_circle_query *circle = question;
    beside_circle s;
    circle_contact found;
    load_beside_circle(circle->query->q, group, circle->a_is_circle, n.a, &s);
    const circle_edge edge = edge_at_circle(&s, n.a);
    wm sure = wm_andnot(meet_circle(&s, n.a, &edge, &found), s.unfit);
    store_circle_contacts(circle->query, group, &s, circle->a_is_circle, &found, k);
    return (lanes){wm_bits(sure), ALL_LANES & ~wm_bits(sure)};
}

#endif
