/* contact_kernels.h — the kernels of contact points, from the shapes of a group to its records: one that looks at everything, and
 * a quick one for most pairs of polygons. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_KERNELS_H
#define SEPAL_POLYS_KERNEL_CONTACT_KERNELS_H

#include "contact_points.h"
#include "mtv_quick.h"
#include "reach.h"

/* --- Reference edge by a guess ------------------------------------------------------------------- */

/* The reference edge by a guess, and faces that are edges. Each lane has its own pair.
 *
 * Most pairs have one edge of the greatest gap, by far, and no vertex on the way along a face. Then the guess finds the edge
 * (mtv_quick.h), and the faces are this edge and the incident one, so that only their ends have to be looked at. Lanes in which this
 * is not certain are left to the kernel that looks at everything. */

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
    c->apart = w_gt(c->gap, c->most);
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

/* --- Kernels ------------------------------------------------------------------------------------- */

/* The shapes of one side. */
typedef struct contact_side_lanes {
    circle_lanes circle;
    vertex_lanes core;
} contact_side_lanes;

SPECIALISED void load_side(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, contact_side_lanes *out) {
    out->circle = load_circles(set, index);
    load_core(set, index, size, same, &out->core);
}

SPECIALISED w greatest_near(const vertex_lanes *core, uint32_t size) {
    w most = w_zero();
    for (uint32_t k = 0; k < size; k++) {
        w2 p = vertex(core->near, size, k);
        most = w_max(most, w_max(w_abs(p.x), w_abs(p.y)));
    }
    return most;
}

/* The vertices of the two shapes as those of the reference shape and the incident one. */
SPECIALISED void arrange(const contact_side_lanes *a, const contact_side_lanes *b, sizes n, contact_lanes *c) {
    c->winding = w_select(c->from_b, a->circle.winding, b->circle.winding);
    c->size = n.a > n.b ? n.a : n.b;
    for (uint32_t k = 0; k < c->size; k++) {
        w2 of_a_k = vertex(a->core.world, n.a, k < n.a ? k : 0), of_b_k = vertex(b->core.world, n.b, k < n.b ? k : 0);
        c->reference[k] = w2_select(c->from_b, of_b_k, of_a_k);
        c->incident[k] = w2_select(c->from_b, of_a_k, of_b_k);
    }
}

/* The greatest gap of a pair that may meet (docs/numerics/mtv.md, "The sign": a square whose side is twice the extent holds both
 * shapes). */
SPECIALISED w most_gap(const contact_query *query, w extent) {
    return query->unsure == NULL ? w_infinity() : w_mul(extent, w_set1(2 * SEPAL_GAP_ERROR));
}

/* Takes coordinates from the first vertex of a. */
SPECIALISED void take_origin(const contact_query *query, contact_side_lanes *a, contact_side_lanes *b, sizes n, contact_lanes *c) {
    c->origin = vertex(a->core.world, n.a, 0);
    make_near(&a->core, n.a, c->origin);
    make_near(&b->core, n.b, c->origin);
    c->extent = w_max(greatest_near(&a->core, n.a), greatest_near(&b->core, n.b));
    c->thickness = w_mul(c->extent, w_set1(SEPAL_CONTACT_FACE));
    c->most = most_gap(query, c->extent);
}

/* The edges of a and of b with the greatest gaps. */
typedef struct edge_pair {
    edge_axis of_a, of_b;
} edge_pair;

/* Finds the two edges, and from which shape the reference edge is. */
SPECIALISED edge_pair choose_edges(const contact_query *query, contact_side_lanes *a, contact_side_lanes *b, sizes n,
                                   contact_lanes *c, wm *unfit) {
    take_origin(query, a, b, n, c);
    edge_pair best = {greatest_unit_gap(&a->core, n.a, a->circle.winding, &b->core, n.b, unfit),
                      greatest_unit_gap(&b->core, n.b, b->circle.winding, &a->core, n.a, unfit)};
    c->greatest = w_max(best.of_a.axis.gap, best.of_b.axis.gap);
    c->from_b = w_gt(best.of_b.axis.gap, w_add(best.of_a.axis.gap, w_mul(c->extent, w_set1(SEPAL_CONTACT_TIE))));
    return best;
}

/* The points with the reference edge of the shape that c->from_b says. Returns the lanes with a certificate. */
SPECIALISED wm meet_shapes(const contact_side_lanes *a, const contact_side_lanes *b, sizes n, const edge_pair *best,
                           contact_lanes *c, meeting_lanes *m) {
    axis_lanes chosen = select_axis(c->from_b, best->of_b.axis, best->of_a.axis);
    c->normal = chosen.normal;
    c->gap = chosen.gap;
    c->apart = w_gt(c->gap, c->most);
    arrange(a, b, n, c);
    w edge = w_select(c->from_b, best->of_b.edge, best->of_a.edge);
    w2 from = c->reference[0];
    for (uint32_t k = 1; k < c->size; k++)
        from = w2_select(w_eq(edge, w_set1((float)k)), c->reference[k], from);
    c->level = w2_along(c->normal, w2_sub(from, c->origin));
    face_lanes p = reference_face(c), q = incident_face(c);
    return meet(c, &p, &q, m);
}

/* The lanes that are certainly apart. Notes those of which float cannot tell. */
SPECIALISED unsigned tell_apart(const contact_lanes *c, unsigned open, size_t k, uint64_t *unsure) {
    unsigned apart = wm_bits(c->apart) & ~open, meet = wm_bits(w_gt(w_neg(c->most), c->greatest));
    unsure[k / 64] |= (uint64_t)(ALL_LANES & ~(apart | meet | open)) << k % 64;
    return apart;
}

/* Stores the records of a group; returns what is known of its pairs. */
SPECIALISED lanes finish_group(const contact_query *query, const sepal_pair *group, const contact_lanes *c, const meeting_lanes *m,
                               wm unfit, size_t k) {
    const polys_query *q = query->q;
    if (q->a->round || q->b->round)
        store_contacts(query, group, c, m, &(radius_lanes){load_radii(q->a, &group->a), load_radii(q->b, &group->b)}, k);
    else
        store_contacts(query, group, c, m, NULL, k);
    unsigned open = wm_bits(unfit), apart = 0;
    if (query->unsure != NULL)
        apart = tell_apart(c, open, k, query->unsure);
    return (lanes){ALL_LANES & ~(open | apart), open};
}

SPECIALISED lanes contacts_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const contact_query *query = question;
    const polys_query *q = query->q;
    contact_side_lanes a, b;
    contact_lanes c;
    load_side(q->a, &group->a, n.a, n.same, &a);
    load_side(q->b, &group->b, n.b, n.same, &b);
    wm unfit = w_eq(w_add(a.circle.outer, b.circle.outer), w_infinity());
    edge_pair best = choose_edges(query, &a, &b, n, &c, &unfit);
    wm may_change = wm_andnot(w_gt(best.of_b.axis.gap, best.of_a.axis.gap), c.from_b), sure, other;
    meeting_lanes m;
    for (;;) { /* at most twice: without a certificate the edge of a that the tie preferred is given up for that of b */
        sure = meet_shapes(&a, &b, n, &best, &c, &m);
        other = wm_andnot(may_change, wm_or(sure, c.from_b));
        if (wm_bits(other) == 0)
            break;
        c.from_b = wm_or(c.from_b, other);
    }
    return finish_group(query, group, &c, &m, wm_or(unfit, wm_not(sure)), k);
}

SPECIALISED w load_sizes(const sepal_polys *set, const uint32_t *index) {
    float size[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        size[lane] = (float)set->heads[index[2 * lane]].size;
    return w_load(size);
}

/* The same by an edge of which only the number is known. Notes the lanes in which a face is more than an edge. */
SPECIALISED wm meet_by_number(const contact_side_lanes *a, const contact_side_lanes *b, sizes n, const w *counts, w number,
                              contact_lanes *c, meeting_lanes *m, wm *doubtful) {
    face_lanes p, q;
    arrange(a, b, n, c);
    stored_edge edge = take_reference(c, number, w_select(c->from_b, b->circle.winding, a->circle.winding));
    faces_of_edges(c, &edge, w_select(c->from_b, counts[1], counts[0]), w_select(c->from_b, counts[0], counts[1]), &p, &q,
                   doubtful);
    return meet(c, &p, &q, m);
}

SPECIALISED lanes contacts_quick_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const contact_query *query = question;
    const polys_query *q = query->q;
    contact_side_lanes a, b;
    contact_lanes c;
    load_side(q->a, &group->a, n.a, n.same, &a);
    load_side(q->b, &group->b, n.b, n.same, &b);
    wm unfit = w_eq(w_add(a.circle.outer, b.circle.outer), w_infinity());
    take_origin(query, &a, &b, n, &c);
    gap_guess in_a = guess_gaps(&a.core, n.a, a.circle.winding, &b.core, n.b, &unfit);
    gap_guess in_b = guess_gaps(&b.core, n.b, b.circle.winding, &a.core, n.a, &unfit);
    reference_guess found = guess_reference(&in_a, &in_b, c.extent);
    c.from_b = found.from_b;
    /* A guess is less than this below the gap as it is defined. */
    c.greatest = w_add(w_max(in_a.best, in_b.best), w_mul(c.extent, w_set1(GUESS_ERROR)));
    w counts[2] = {load_sizes(q->a, &group->a), load_sizes(q->b, &group->b)};
    wm doubtful = found.uncertain, may_change = wm_andnot(found.b_greater, c.from_b), sure, other;
    meeting_lanes m;
    for (;;) { /* at most twice, as above */
        sure = meet_by_number(&a, &b, n, counts, w_select(c.from_b, in_b.edge, in_a.edge), &c, &m, &doubtful);
        other = wm_andnot(may_change, wm_or(wm_or(sure, doubtful), c.from_b));
        if (wm_bits(other) == 0)
            break;
        c.from_b = wm_or(c.from_b, other);
        doubtful = wm_or(doubtful, wm_and(other, found.b_uncertain));
    }
    unfit = wm_or(unfit, wm_not(sure));
    unsigned again = wm_bits(wm_andnot(doubtful, unfit));
    query->again[k / 64] |= (uint64_t)again << k % 64;
    lanes known = finish_group(query, group, &c, &m, unfit, k);
    return (lanes){known.yes & ~again, known.open & ~again};
}

#endif
