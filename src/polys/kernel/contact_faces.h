/* contact_faces.h — the two faces of a contact: of the reference edge, and of the edge that is most nearly parallel to it. Each lane
 * has its own pair.
 *
 * The operations of scalar/polys_scalar_contacts.c in the same order, so that the bits are the same. w_madd is not used here, since it
 * rounds once on some machines and twice on others. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_FACES_H
#define SEPAL_POLYS_KERNEL_CONTACT_FACES_H

#include "mtv_axes.h"

/* The shapes of a pair as reference and incident shape: vertices as stored, filled up to `size` by repeating vertices; and the
 * reference edge by its normal, outward from the reference shape, the gap above it and its height. */
typedef struct contact_lanes {
    w2 origin; /* the first vertex of a */
    uint32_t size;
    w2 reference[SEPAL_LANE_VERTICES], incident[SEPAL_LANE_VERTICES];
    w winding; /* of the incident shape; its sign bit is set if it is clockwise */
    wm from_b; /* the reference shape is b */
    w2 normal;
    w gap, level;
    w greatest; /* no gap along a normal of either shape is greater, apart from roundings */
    w extent, thickness;
} contact_lanes;

/* Number k as the bits of a float. */
static inline w number_bits(uint32_t k) {
    return w_of_bits(wi_set1((int32_t)k));
}

/* One end of a face. */
typedef struct end_lanes {
    w2 point; /* relative to the origin */
    w at;     /* along the reference face */
    w number; /* the bits of an integer */
} end_lanes;

/* A face from right to left, seen from outside. */
typedef struct face_lanes {
    end_lanes first, last;
} face_lanes;

/* Counter-clockwise from a normal. */
static inline w2 w2_left(w2 n) {
    return (w2){w_sub(w_set1(0), n.y), n.x};
}

SPECIALISED end_lanes select_end(wm m, end_lanes a, end_lanes b) {
    return (end_lanes){w2_select(m, a.point, b.point), w_select(m, a.at, b.at), w_select(m, a.number, b.number)};
}

/* The ends of the vertices that are at least at `level` along n. */
SPECIALISED face_lanes face_above(const w2 *vertices, uint32_t size, w2 origin, w2 n, w level) {
    w2 t = w2_left(n), start = w2_sub(vertices[0], origin);
    face_lanes f = {{start, w_set1(INFINITY), w_zero()}, {start, w_set1(-INFINITY), w_zero()}};
    for (uint32_t k = 0; k < size; k++) {
        w2 p = w2_sub(vertices[k], origin);
        w at = w2_along(t, p), number = number_bits(k);
        wm below = w_gt(level, w2_along(n, p));
        w from_right = w_select(below, w_infinity(), at), from_left = w_select(below, w_neg(w_infinity()), at);
        f.first = select_end(w_gt(f.first.at, from_right), (end_lanes){p, at, number}, f.first);
        f.last = select_end(w_gt(from_left, f.last.at), (end_lanes){p, at, number}, f.last);
    }
    return f;
}

/* The outward normal of the edge of the incident shape that is most nearly parallel to the reference edge, among those that look
 * towards it, and the height of the edge along it. If there is no such edge, the reversed normal and the lowest vertex. */
SPECIALISED w2 incident_normal(const contact_lanes *c, w *level) {
    w zero = w_zero(), rise = w_set1(1), run = zero;
    w2 n = c->normal, t = w2_left(n), edge = {zero, zero}, from = {zero, zero};
    for (uint32_t k = 0; k < c->size && c->size > 1; k++) {
        w2 start = c->incident[k], e = w2_sub(c->incident[k + 1 < c->size ? k + 1 : 0], start);
        w e_rise = w_abs(w2_along(n, e)), e_run = w_flip(w_neg(w2_along(t, e)), c->winding);
        wm flatter = w_gt(w_mul(rise, e_run), w_mul(e_rise, run)); /* so e_run > 0, since the others are not negative */
        edge = w2_select(flatter, e, edge);
        from = w2_select(flatter, start, from);
        rise = w_select(flatter, e_rise, rise);
        run = w_select(flatter, e_run, run);
    }
    w inverse = w_div(w_set1(1), w_sqrt(w_max(w2_along(edge, edge), w_set1(SEPAL_LEAST_SQUARE))));
    w2 m = {w_flip(w_mul(edge.y, inverse), c->winding), w_flip(w_mul(w_sub(zero, edge.x), inverse), c->winding)};
    wm found = w_gt(run, zero);
    *level = w_select(found, w2_along(m, w2_sub(from, c->origin)), w_neg(w_add(c->gap, c->level)));
    return w2_select(found, m, w2_neg(n));
}

SPECIALISED face_lanes reference_face(const contact_lanes *c) {
    return face_above(c->reference, c->size, c->origin, c->normal, w_sub(c->level, c->thickness));
}

/* The ends along the reference face: seen from the other side, right is left. */
SPECIALISED face_lanes incident_face(const contact_lanes *c) {
    w level;
    w2 m = incident_normal(c, &level), t = w2_left(c->normal);
    face_lanes f = face_above(c->incident, c->size, c->origin, m, w_sub(level, c->thickness));
    f.first.at = w2_along(t, f.first.point);
    f.last.at = w2_along(t, f.last.point);
    return (face_lanes){f.last, f.first};
}

#endif
