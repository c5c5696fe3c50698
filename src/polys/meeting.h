/* meeting.h — where two cores meet: the faces of the reference edge and of the edge that is most nearly parallel to it; the one face
 * clipped to the other, or two corners; and the points of this as the caller gets them. In words: with a pair in each lane in
 * kernel/contact_points.h, of one pair in scalar/polys_scalar_contacts.c (simd/one_float.h). w_madd is not used here, since it rounds
 * once on some machines and twice on others.
 *
 * The unit that includes this says before what a poly_core is, a core with its vertices as stored, and a contact_number, which holds
 * the number of a vertex; and defines for them
 *   poly_core_size      how many vertices
 *   poly_core_vertex    a vertex, of the same number in all lanes
 *   poly_core_numbered  a vertex, of a number in each lane
 *   number_of           a number
 *   number_select       one of two numbers
 *   number_pair         the feature of a vertex of a and one of b
 *   depth_of            the sum of two radii, less a distance, rounded once
 *   finite_of           a number, or the greatest float instead of infinity; 0 instead of -0
 *   wm_any, wm_may_skip see simd/one_float.h */
#ifndef SEPAL_POLYS_MEETING_H
#define SEPAL_POLYS_MEETING_H

#include "../core/compiler.h"
#include "bounds.h"
#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* --- Faces --------------------------------------------------------------------------------------- */

/* The cores of a pair as reference and incident shape; and the reference edge by its normal, outward from the reference shape, the gap
 * above it and its height. Coordinates are relative to the origin. */
typedef struct reference_pair {
    w2 origin; /* the first vertex of a */
    poly_core reference, incident;
    w1 winding; /* of the incident shape; its sign bit is set if it is clockwise */
    wm from_b;  /* the reference shape is b */
    w2 normal;
    w1 gap, level;
    w1 greatest; /* no gap along a normal of either shape is greater, apart from roundings */
    w1 extent, thickness;
    wm apart; /* such lanes, of which no points are wanted */
} reference_pair;

/* One end of a face. */
typedef struct face_end {
    w2 point; /* relative to the origin */
    w1 at;    /* along the reference face */
    contact_number number;
} face_end;

/* A face from right to left, seen from outside. */
typedef struct contact_face {
    face_end first, last;
} contact_face;

/* Counter-clockwise from a normal. */
SPECIALISED w2 w2_left(w2 n) {
    return (w2){w_sub(w_set1(0), n.y), n.x};
}

SPECIALISED face_end select_end(wm m, face_end a, face_end b) {
    return (face_end){w2_select(m, a.point, b.point), w_select(m, a.at, b.at), number_select(m, a.number, b.number)};
}

/* The ends of the vertices that are at least at `level` along n. */
SPECIALISED contact_face face_above(const poly_core *core, w2 origin, w2 n, w1 level) {
    const w1 right = w_set1(INFINITY), left = w_set1(-INFINITY);
    w2 t = w2_left(n), start = w2_sub(poly_core_vertex(core, 0), origin);
    contact_face f = {{start, right, number_of(0)}, {start, left, number_of(0)}};
    for (uint32_t k = 0; k < poly_core_size(core); k++) {
        w2 p = w2_sub(poly_core_vertex(core, k), origin);
        wm below = w_gt(level, w2_along(n, p));
        if (wm_may_skip(wm_not(below)))
            continue;
        w1 at = w2_along(t, p), from_right = w_select(below, right, at), from_left = w_select(below, left, at);
        const face_end here = {p, at, number_of(k)};
        f.first = select_end(w_gt(f.first.at, from_right), here, f.first);
        f.last = select_end(w_gt(from_left, f.last.at), here, f.last);
    }
    return f;
}

/* The outward normal of the edge of the incident shape that is most nearly parallel to the reference edge, among those that look
 * towards it, and the height of the edge along it. If there is no such edge, the reversed normal and the lowest vertex. */
SPECIALISED w2 incident_normal(const reference_pair *c, w1 *level) {
    const uint32_t size = poly_core_size(&c->incident);
    w1 zero = w_set1(0), rise = w_set1(1), run = zero;
    w2 n = c->normal, t = w2_left(n), edge = {zero, zero}, from = edge;
    for (uint32_t k = 0; k < size && size > 1; k++) {
        w2 start = poly_core_vertex(&c->incident, k), e = w2_sub(poly_core_vertex(&c->incident, k + 1 < size ? k + 1 : 0), start);
        w1 e_run = w_flip(w_neg(w2_along(t, e)), c->winding);
        if (wm_may_skip(w_gt(e_run, zero)))
            continue;
        w1 e_rise = w_abs(w2_along(n, e));
        wm flatter = w_gt(w_mul(rise, e_run), w_mul(e_rise, run)); /* so e_run > 0, since the others are not negative */
        edge = w2_select(flatter, e, edge);
        from = w2_select(flatter, start, from);
        rise = w_select(flatter, e_rise, rise);
        run = w_select(flatter, e_run, run);
    }
    w1 inverse = w_div(w_set1(1), w_sqrt(w_max(w2_along(edge, edge), w_set1(SEPAL_LEAST_SQUARE))));
    w2 m = {w_flip(w_mul(edge.y, inverse), c->winding), w_flip(w_mul(w_sub(zero, edge.x), inverse), c->winding)};
    wm found = w_gt(run, zero);
    *level = w_select(found, w2_along(m, w2_sub(from, c->origin)), w_neg(w_add(c->gap, c->level)));
    return w2_select(found, m, w2_neg(n));
}

SPECIALISED contact_face reference_face(const reference_pair *c) {
    return face_above(&c->reference, c->origin, c->normal, w_sub(c->level, c->thickness));
}

/* The ends along the reference face: seen from the other side, right is left. */
SPECIALISED contact_face incident_face(const reference_pair *c) {
    w1 level;
    w2 m = incident_normal(c, &level), t = w2_left(c->normal);
    contact_face f = face_above(&c->incident, c->origin, m, w_sub(level, c->thickness));
    f.first.at = w2_along(t, f.first.point);
    f.last.at = w2_along(t, f.last.point);
    return (contact_face){f.last, f.first};
}

/* --- Points -------------------------------------------------------------------------------------- */

/* A point of the incident shape, how far it is from the reference face, and the numbers of the vertices that bound the contact
 * there. */
typedef struct contact_point {
    w2 at;
    w1 distance;
    contact_number of_reference, of_incident;
} contact_point;

/* One or two points, and the normal from the reference shape. */
typedef struct contact_meeting {
    w2 normal;
    wm two;
    contact_point points[2];
} contact_meeting;

SPECIALISED contact_point select_point(wm m, contact_point a, contact_point b) {
    return (contact_point){w2_select(m, a.at, b.at), w_select(m, a.distance, b.distance),
                           number_select(m, a.of_reference, b.of_reference), number_select(m, a.of_incident, b.of_incident)};
}

/* The point at a share of the way along the incident face, in the lanes `cut`. */
SPECIALISED void cut_at(wm cut, w1 share, const contact_face *q, const w1 *ends, contact_point *out) {
    w2 p = q->first.point, way = w2_sub(q->last.point, p);
    w2 at = {w_add(p.x, w_mul(share, way.x)), w_add(p.y, w_mul(share, way.y))};
    w1 distance = w_add(ends[0], w_mul(share, w_sub(ends[1], ends[0])));
    out->at = w2_select(cut, at, out->at);
    out->distance = w_select(cut, distance, out->distance);
}

/* Clips the incident face to the reference face. Returns the lanes in which a point is as near as the gap says. */
SPECIALISED wm clip_face(const reference_pair *c, const contact_face *p, const contact_face *q, const w1 *ends,
                         contact_meeting *out) {
    w1 one = w_set1(1), zero = w_set1(0);
    w1 low = w_sub(p->first.at, c->thickness), high = w_add(p->last.at, c->thickness);
    wm beside = wm_or(w_gt(q->first.at, high), w_gt(low, q->last.at));
    wm cut_first = w_gt(low, q->first.at), cut_last = w_gt(q->last.at, high);
    w1 inverse = w_div(one, w_sub(q->last.at, q->first.at));
    w1 share_first = w_mul(w_sub(p->first.at, q->first.at), inverse), share_last = w_mul(w_sub(p->last.at, q->first.at), inverse);
    share_first = w_select(w_gt(one, share_first), share_first, one);
    share_last = w_select(w_gt(share_last, zero), share_last, zero);
    contact_point first = {q->first.point, ends[0], p->first.number, q->first.number};
    contact_point last = {q->last.point, ends[1], p->last.number, q->last.number};
    cut_at(cut_first, share_first, q, ends, &first);
    cut_at(cut_last, share_last, q, ends, &last);
    w1 first_at = w_select(cut_first, p->first.at, q->first.at), last_at = w_select(cut_last, p->last.at, q->last.at);
    wm lower = w_gt(first.distance, last.distance);
    w1 least = w_select(lower, last.distance, first.distance);
    out->normal = c->normal;
    out->two = w_gt(w_sub(last_at, first_at), w_mul(c->extent, w_set1(SEPAL_CONTACT_MERGE)));
    out->points[0] = select_point(wm_andnot(lower, out->two), last, first);
    out->points[1] = last;
    return wm_not(wm_or(beside, w_gt(least, w_add(c->gap, c->thickness))));
}

/* A vertex as stored, with its number. */
typedef struct contact_corner {
    w2 point;
    contact_number number;
} contact_corner;

SPECIALISED contact_corner corner_number(const poly_core *core, contact_number number) {
    return (contact_corner){poly_core_numbered(core, number), number};
}

SPECIALISED w1 contact_square(w2 p, w2 q) {
    w2 way = w2_sub(q, p);
    return w2_along(way, way);
}

/* The vertex that is nearest to a point: `start`, or the first that is nearer than all before it. */
SPECIALISED contact_corner contact_corner_near(const poly_core *core, w2 from, contact_corner start) {
    contact_corner nearest = start;
    w1 least = contact_square(from, start.point);
    for (uint32_t k = 0; k < poly_core_size(core); k++) {
        w2 here = poly_core_vertex(core, k);
        w1 square = contact_square(from, here);
        wm nearer = w_gt(least, square);
        nearest = (contact_corner){w2_select(nearer, here, nearest.point), number_select(nearer, number_of(k), nearest.number)};
        least = w_min(least, square);
    }
    return nearest;
}

/* The lanes in which two corners are the nearest points of the shapes, but for SEPAL_CONTACT_CORNER; and those in which they are so
 * alone, and not by less than this. */
typedef struct corner_masks {
    wm nearly, surely;
} corner_masks;

/* Takes lanes from it in which a core is not behind the line through one of its vertices across `way`. */
SPECIALISED void keep_behind(const poly_core *core, w2 corner, w2 way, w1 length, corner_masks *found) {
    for (uint32_t k = 0; k < poly_core_size(core) && !wm_may_skip(found->nearly); k++) {
        w2 d = w2_sub(poly_core_vertex(core, k), corner);
        w1 past = w2_along(way, d), error = w_mul(length, w2_sum(d));
        found->nearly = wm_andnot(found->nearly, w_gt(past, error));
        found->surely = wm_andnot(found->surely, w_gt(past, w_neg(error)));
    }
}

/* Two corners that are near to each other, beginning with the end of the reference face on the side of the lower end of the incident
 * one. */
SPECIALISED corner_masks contact_at_corners(const reference_pair *c, const contact_face *p, const contact_face *q, const w1 *ends,
                                            contact_meeting *out) {
    w1 low_at = w_select(w_gt(ends[0], ends[1]), q->last.at, q->first.at);
    wm last = w_gt(w_sub(low_at, p->first.at), w_sub(p->last.at, low_at));
    contact_corner end = corner_number(&c->reference, number_select(last, p->last.number, p->first.number));
    contact_corner first = corner_number(&c->incident, q->first.number), other = corner_number(&c->incident, q->last.number);
    wm nearer = w_gt(contact_square(end.point, first.point), contact_square(end.point, other.point));
    other = (contact_corner){w2_select(nearer, other.point, first.point), number_select(nearer, other.number, first.number)};
    other = contact_corner_near(&c->incident, end.point, other);
    contact_corner corner = contact_corner_near(&c->reference, other.point, end);
    w2 way = w2_sub(other.point, corner.point);
    w1 square = w2_along(way, way), length = w_sqrt(square), inverse = w_div(w_set1(1), length);
    out->normal = (w2){w_mul(way.x, inverse), w_mul(way.y, inverse)};
    out->two = wm_none();
    out->points[0] = (contact_point){w2_sub(other.point, c->origin), length, corner.number, other.number};
    out->points[1] = out->points[0];
    wm far = wm_not(w_gt(w_set1(SEPAL_LEAST_SQUARE), square));
    corner_masks found = {far, far};
    w1 error = w_mul(length, w_set1(SEPAL_CONTACT_CORNER));
    keep_behind(&c->reference, corner.point, way, error, &found);
    keep_behind(&c->incident, other.point, w2_neg(way), error, &found);
    return found;
}

/* The lanes in which corners may be nearest although the faces meet: an end of the incident face is not well inside of the reference
 * face, and the shapes may be apart. */
SPECIALISED wm are_at_an_end(const reference_pair *c, const contact_face *p, const contact_face *q) {
    wm first = w_gt(w_add(p->first.at, c->thickness), q->first.at), last = w_gt(q->last.at, w_sub(p->last.at, c->thickness));
    return wm_andnot(wm_and(wm_or(first, last), w_gt(c->greatest, w_neg(c->thickness))), c->apart);
}

SPECIALISED contact_meeting select_meeting(wm m, const contact_meeting *a, const contact_meeting *b) {
    contact_meeting out;
    out.normal = w2_select(m, a->normal, b->normal);
    out.two = wm_or(wm_and(m, a->two), wm_andnot(b->two, m));
    for (int k = 0; k < 2; k++)
        out.points[k] = select_point(m, a->points[k], b->points[k]);
    return out;
}

/* Takes the corners where they are what is nearest. faces: the lanes in which the faces meet; at_an_end: those in which corners may
 * be nearest nevertheless. Returns the lanes with a certificate. */
SPECIALISED wm take_corners(const reference_pair *c, const contact_face *p, const contact_face *q, const w1 *ends, wm faces,
                            wm at_an_end, contact_meeting *m) {
    contact_meeting corners;
    corner_masks found = contact_at_corners(c, p, q, ends, &corners);
    wm taken = wm_or(wm_andnot(found.nearly, faces), wm_and(found.surely, at_an_end));
    *m = select_meeting(taken, &corners, m);
    return wm_or(faces, taken);
}

/* The points of two faces. Returns the lanes with a certificate: the lowest point of the clipped face is as near as the gap says, or the
 * shapes lie on their sides of the two corners. */
SPECIALISED wm meet_faces(const reference_pair *c, const contact_face *p, const contact_face *q, contact_meeting *m) {
    w1 ends[2] = {w_sub(w2_along(c->normal, q->first.point), c->level), w_sub(w2_along(c->normal, q->last.point), c->level)};
    wm sure = wm_or(clip_face(c, p, q, ends, m), c->apart), at_an_end = are_at_an_end(c, p, q);
    if (!wm_any(wm_or(wm_not(sure), at_an_end)))
        return sure;
    return take_corners(c, p, q, ends, sure, at_an_end, m);
}

/* --- Answers ------------------------------------------------------------------------------------- */

/* The radii of both shapes; NULL where there are none. */
typedef struct contact_radii {
    w1 of_a, of_b;
} contact_radii;

/* A point as the caller gets it. */
typedef struct described_point {
    w1 x, y, depth;
    contact_number feature;
} described_point;

/* The points in their order: as the caller gets them, with 0 for what is not there; and as they were. both: the lanes with two. */
typedef struct described_points {
    w2 normal;
    wm both;
    described_point points[2];
    contact_point from[2];
} described_points;

SPECIALISED w1 depth_between(const contact_radii *radii, w1 distance) {
    return radii == NULL ? w_sub(w_set1(0), distance) : depth_of(radii->of_a, radii->of_b, distance);
}

SPECIALISED described_point describe_point(const reference_pair *c, w2 n, const contact_point *p, w1 shift, w1 depth, wm used) {
    w1 zero = w_set1(0), half = w_mul(w_add(p->distance, shift), w_set1(0.5F));
    w1 x = w_add(zero, w_add(c->origin.x, w_sub(p->at.x, w_mul(half, n.x))));
    w1 y = w_add(zero, w_add(c->origin.y, w_sub(p->at.y, w_mul(half, n.y))));
    contact_number feature = number_pair(number_select(c->from_b, p->of_incident, p->of_reference),
                                         number_select(c->from_b, p->of_reference, p->of_incident));
    return (described_point){w_select(used, x, zero), w_select(used, y, zero), w_select(used, depth, zero),
                             number_select(used, feature, number_of(0))};
}

/* margin, point_margin: those of the rule. Of two points, the one that is less deep is left out beyond
 * the point margin. */
SPECIALISED void describe_meeting(const reference_pair *c, const contact_meeting *m, const contact_radii *radii, float margin,
                                  float point_margin, described_points *out) {
    w1 zero = w_set1(0), least = w_set1(margin), shallowest = w_set1(-point_margin), shift = zero;
    if (radii != NULL)
        shift = w_sub(w_select(c->from_b, radii->of_a, radii->of_b), w_select(c->from_b, radii->of_b, radii->of_a));
    const contact_point *p = m->points;
    w1 depth[2] = {depth_between(radii, p[0].distance), depth_between(radii, p[1].distance)};
    wm lower = wm_and(m->two, w_gt(p[0].distance, p[1].distance));
    wm kept_first = wm_or(wm_not(lower), wm_not(w_gt(shallowest, depth[0])));
    wm kept_last = wm_and(m->two, wm_or(lower, wm_not(w_gt(shallowest, depth[1]))));
    for (int end = 0; end < 2; end++) { /* of the deeper point, rounding may have made it less than -margin */
        w1 raised = w_select(w_gt(depth[end], w_neg(least)), depth[end], w_sub(zero, least));
        depth[end] = end == 0 ? w_select(lower, depth[0], raised) : w_select(lower, raised, depth[1]);
    }
    /* The last point stands first where the reference is b, or where it is the only one that is kept. */
    wm last_first = wm_or(wm_and(c->from_b, kept_last), wm_not(kept_first));
    w2 n = m->normal;
    out->both = wm_and(kept_first, kept_last);
    out->normal.x = w_select(c->from_b, w_sub(zero, n.x), w_add(zero, n.x)); /* 0 + -0 is 0 */
    out->normal.y = w_select(c->from_b, w_sub(zero, n.y), w_add(zero, n.y));
    out->from[0] = select_point(last_first, p[1], p[0]);
    out->from[1] = select_point(last_first, p[0], p[1]);
    out->points[0] = describe_point(c, n, &out->from[0], shift, w_select(last_first, depth[1], depth[0]), wm_all());
    out->points[1] = describe_point(c, n, &out->from[1], shift, w_select(last_first, depth[0], depth[1]), out->both);
}

/* The point of a surface that is `back` behind a point of the incident shape along the normal, relative to a place; offset: the origin as
 * seen from there. */
SPECIALISED w2 surface_point(w2 at, w1 back, w2 normal, w2 offset) {
    return (w2){finite_of(w_add(w_sub(at.x, w_mul(back, normal.x)), offset.x)),
                finite_of(w_add(w_sub(at.y, w_mul(back, normal.y)), offset.y))};
}

#endif
