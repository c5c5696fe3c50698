/* contact_quick.h — the reference edge by a guess, and faces that are edges. Each lane has its own pair.
 *
 * Most pairs have one edge of the greatest gap, by far, and no vertex on the way along a face. Then the guess finds the edge
 * (mtv_guess.h), and the faces are this edge and the incident one, so that only their ends have to be looked at. Lanes in which this
 * is not certain are left to the kernel that looks at everything. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_QUICK_H
#define SEPAL_POLYS_KERNEL_CONTACT_QUICK_H

#include "contact_faces.h"
#include "mtv_guess.h"

/* An edge as stored, and its number. */
typedef struct stored_edge {
    w2 from, to;
    w number; /* a float */
} stored_edge;

/* The vertices of polygons, how many each lane really has, and the point that coordinates are taken from. */
typedef struct outline {
    const w2 *vertices;
    uint32_t size;
    w count;
    w2 origin;
} outline;

/* The lanes in which the vertices at least at `level` along n are not just the two ends of an edge. Copies that fill up a polygon do
 * not count. */
SPECIALISED wm not_just_an_edge(const outline *s, const stored_edge *e, w2 n, w level) {
    w above = w_zero();
    for (uint32_t k = 0; k < s->size; k++) {
        wm counts = wm_andnot(w_gt(s->count, w_set1((float)k)), w_gt(level, w2_along(n, w2_sub(s->vertices[k], s->origin))));
        above = w_add(above, w_select(counts, w_set1(1), w_zero()));
    }
    wm below = wm_or(w_gt(level, w2_along(n, w2_sub(e->from, s->origin))), w_gt(level, w2_along(n, w2_sub(e->to, s->origin))));
    return wm_or(below, wm_not(w_eq(above, w_set1(2))));
}

/* Numbers as face_above has them: of equal vertices the first, and as the bits of an integer. */
static inline w first_number(w number) {
    /* In 2^23 + number the unit of the last place is 1. */
    return w_of_bits(wi_and(wi_of_bits(w_add(number, w_set1(0x1p23F))), wi_set1(0xff)));
}

/* An edge as a face, from right to left along t. Notes the lanes in which its ends are at the same place. */
SPECIALISED face_lanes face_of_edge(const outline *s, const stored_edge *e, w2 t, wm *equal) {
    w last = w_sub(s->count, w_set1(1)), next = w_add(e->number, w_set1(1));
    w number = w_min(e->number, last), after = w_select(w_gt(next, last), w_zero(), next);
    w2 from = w2_sub(e->from, s->origin), to = w2_sub(e->to, s->origin);
    end_lanes begin = {from, w2_along(t, from), first_number(number)}, end = {to, w2_along(t, to), first_number(after)};
    wm turned = w_gt(begin.at, end.at);
    *equal = wm_or(*equal, w_eq(begin.at, end.at));
    return (face_lanes){select_end(turned, end, begin), select_end(turned, begin, end)};
}

/* As incident_normal. Notes the lanes in which no edge looks towards the reference edge. */
SPECIALISED stored_edge incident_edge(const contact_lanes *c, w2 *normal, wm *none) {
    w zero = w_zero(), rise = w_set1(1), run = zero;
    w2 n = c->normal, t = w2_left(n), edge = {zero, zero};
    stored_edge best = {c->incident[0], c->incident[0], zero};
    for (uint32_t k = 0; k < c->size; k++) {
        w2 start = c->incident[k], end = c->incident[k + 1 < c->size ? k + 1 : 0], e = w2_sub(end, start);
        w e_rise = w_abs(w2_along(n, e)), e_run = w_flip(w_neg(w2_along(t, e)), c->winding);
        wm flatter = w_gt(w_mul(rise, e_run), w_mul(e_rise, run));
        edge = w2_select(flatter, e, edge);
        best = (stored_edge){w2_select(flatter, start, best.from), w2_select(flatter, end, best.to),
                             w_select(flatter, w_set1((float)k), best.number)};
        rise = w_select(flatter, e_rise, rise);
        run = w_select(flatter, e_run, run);
    }
    w inverse = w_div(w_set1(1), w_sqrt(w_max(w2_along(edge, edge), w_set1(SEPAL_LEAST_SQUARE))));
    *normal = (w2){w_flip(w_mul(edge.y, inverse), c->winding), w_flip(w_mul(w_sub(zero, edge.x), inverse), c->winding)};
    *none = wm_or(*none, wm_not(w_gt(run, zero)));
    return best;
}

/* The faces of a pair whose reference edge is known. Notes the lanes in which they are more than edges. */
SPECIALISED void faces_of_edges(const contact_lanes *c, const stored_edge *reference, w count_reference, w count_incident,
                                face_lanes *p, face_lanes *q, wm *again) {
    outline own = {c->reference, c->size, count_reference, c->origin}, other = {c->incident, c->size, count_incident, c->origin};
    w2 m, t = w2_left(c->normal);
    *again = wm_or(*again, not_just_an_edge(&own, reference, c->normal, w_sub(c->level, c->thickness)));
    *p = face_of_edge(&own, reference, t, again);
    stored_edge incident = incident_edge(c, &m, again);
    w level = w2_along(m, w2_sub(incident.from, c->origin));
    *again = wm_or(*again, not_just_an_edge(&other, &incident, m, w_sub(level, c->thickness)));
    face_lanes f = face_of_edge(&other, &incident, w2_left(m), again);
    f.first.at = w2_along(t, f.first.point);
    f.last.at = w2_along(t, f.last.point);
    *q = (face_lanes){f.last, f.first};
}

/* The reference edge by the number: its ends, its normal, the gap above it and its height. */
SPECIALISED stored_edge take_reference(contact_lanes *c, w number, w winding) {
    stored_edge e = {c->reference[0], c->reference[1 % c->size], number};
    for (uint32_t k = 1; k < c->size; k++) {
        wm here = w_eq(number, w_set1((float)k));
        e.from = w2_select(here, c->reference[k], e.from);
        e.to = w2_select(here, c->reference[k + 1 < c->size ? k + 1 : 0], e.to);
    }
    w2 edge = w2_sub(e.to, e.from), n = unit_normal(edge, w2_along(edge, edge), winding);
    w least = w2_along(n, w2_sub(c->incident[0], c->origin));
    for (uint32_t k = 1; k < c->size; k++)
        least = w_min(least, w2_along(n, w2_sub(c->incident[k], c->origin)));
    c->normal = n;
    c->level = w2_along(n, w2_sub(e.from, c->origin));
    c->gap = w_sub(least, c->level);
    return e;
}

/* From which shape the reference edge is; the lanes in which this is not certain, or which edge; those in which b may have an edge with
 * a greater gap; and those in which this, or which edge, is not certain. */
typedef struct reference_guess {
    wm from_b, uncertain, b_greater, b_uncertain;
} reference_guess;

SPECIALISED reference_guess guess_reference(const gap_guess *in_a, const gap_guess *in_b, w extent) {
    w error = w_mul(extent, w_set1(GUESS_ERROR)),
      lead = w_sub(in_b->best, w_add(in_a->best, w_mul(extent, w_set1(SEPAL_CONTACT_TIE))));
    wm from_b = w_gt(lead, w_zero());
    w best = w_select(from_b, in_b->best, in_a->best), second = w_select(from_b, in_b->second, in_a->second);
    wm sure = wm_and(w_gt(w_abs(lead), error), w_gt(w_sub(best, second), error));
    w more = w_sub(in_b->best, in_a->best);
    wm b_sure = wm_and(w_gt(more, error), w_gt(w_sub(in_b->best, in_b->second), error));
    return (reference_guess){from_b, wm_not(sure), w_gt(more, w_neg(error)), wm_not(b_sure)};
}

#endif
