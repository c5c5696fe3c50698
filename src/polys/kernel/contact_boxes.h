/* contact_boxes.h — the contact points of two boxes: the reference edge as in mtv_quick.h, and faces that are edges.
 *
 * A face of a box is one edge, unless the box is so thin that other vertices lie near the line of this edge too; groups with such a
 * box are done again by the kernel for any polygons, as are those in which it is not certain which edge has the greatest gap. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_BOXES_H
#define SEPAL_POLYS_KERNEL_CONTACT_BOXES_H

#include "contact_kernels.h"

/* The edge of a box with the greatest gap: its axis, where it begins, and its number, as the bits of a float. */
typedef struct reference_edge {
    axis_lanes axis;
    w2 from, edge;
    w number;
} reference_edge;

SPECIALISED reference_edge reference_edge_of(const facing *chosen, const axis_lanes *axes, uint32_t e) {
    return (reference_edge){axes[e], chosen[e].from, chosen[e].edge,
                            w_select(chosen[e].second, number_bits(e + 2), number_bits(e))};
}

/* Edges 0 and 1 stand for those opposite as well; of equal gaps the first edge counts. */
SPECIALISED reference_edge greatest_of_box(const facing *chosen, const axis_lanes *axes) {
    reference_edge p = reference_edge_of(chosen, axes, 0), q = reference_edge_of(chosen, axes, 1);
    wm other = second_is_greater(chosen[0], axes[0], chosen[1], axes[1]);
    return (reference_edge){select_axis(other, q.axis, p.axis), w2_select(other, q.from, p.from), w2_select(other, q.edge, p.edge),
                            w_select(other, q.number, p.number)};
}

/* The lanes in which not exactly two vertices are at least at `level` along n. */
SPECIALISED wm not_two_above(const w2 *vertices, w2 n, w level) {
    w count = w_zero();
    for (uint32_t k = 0; k < 4; k++)
        count = w_add(count, w_select(w_gt(level, w2_along(n, vertices[k])), w_zero(), w_set1(1)));
    return wm_not(w_eq(count, w_set1(2)));
}

static inline w next_of_four(w number) {
    return w_of_bits(wi_and(wi_add(wi_of_bits(number), wi_set1(1)), wi_set1(3)));
}

/* The edge that is most nearly parallel to the reference edge, as in incident_normal. */
typedef struct incident_box_edge {
    w2 from, to, edge; /* the ends are relative to the origin */
    w run, number;
} incident_box_edge;

SPECIALISED incident_box_edge incident_edge_of_box(const contact_lanes *c, const w2 *vertices, const w2 *edges) {
    w zero = w_zero(), rise = w_set1(1);
    w2 n = c->normal, t = w2_left(n);
    incident_box_edge best = {vertices[0], vertices[0], {zero, zero}, zero, zero};
    for (uint32_t k = 0; k < 4; k++) {
        w e_rise = w_abs(w2_along(n, edges[k])), e_run = w_neg(w2_along(t, edges[k]));
        wm flatter = w_gt(w_mul(rise, e_run), w_mul(e_rise, best.run)); /* so e_run > 0, since the others are not negative */
        best.from = w2_select(flatter, vertices[k], best.from);
        best.to = w2_select(flatter, vertices[(k + 1) % 4], best.to);
        best.edge = w2_select(flatter, edges[k], best.edge);
        best.number = w_select(flatter, number_bits(k), best.number);
        rise = w_select(flatter, e_rise, rise);
        best.run = w_select(flatter, e_run, best.run);
    }
    return best;
}

/* The faces of two boxes. Notes the lanes in which a face is not just an edge. */
SPECIALISED void faces_of_boxes(const contact_lanes *c, const reference_edge *axis, const w2 *reference, const w2 *incident,
                                const w2 *edges, face_lanes *p, face_lanes *q, wm *again) {
    w2 t = w2_left(c->normal), to = reference[0];
    w number = next_of_four(axis->number), twice = w_add(c->thickness, c->thickness), least2 = w_mul(twice, twice);
    for (uint32_t k = 1; k < 4; k++)
        to = w2_select(wi_eq(wi_of_bits(number), wi_set1((int32_t)k)), reference[k], to);
    *p = (face_lanes){{axis->from, w2_along(t, axis->from), axis->number}, {to, w2_along(t, to), number}};
    incident_box_edge best = incident_edge_of_box(c, incident, edges);
    w square = w2_along(best.edge, best.edge);
    w inverse = w_div(w_set1(1), w_sqrt(w_max(square, w_set1(SEPAL_LEAST_SQUARE))));
    w2 m = {w_mul(best.edge.y, inverse), w_mul(w_sub(w_zero(), best.edge.x), inverse)};
    *q = (face_lanes){{best.to, w2_along(t, best.to), next_of_four(best.number)}, {best.from, w2_along(t, best.from), best.number}};
    wm reference_merged = not_two_above(reference, c->normal, w_sub(c->level, c->thickness));
    wm incident_merged = not_two_above(incident, m, w_sub(w2_along(m, best.from), c->thickness));
    wm length = wm_and(w_gt(w2_along(axis->edge, axis->edge), least2), w_gt(square, least2));
    *again = wm_or(wm_or(*again, wm_or(reference_merged, incident_merged)), wm_not(length));
}

/* The edges of a and of b with the greatest gaps. */
typedef struct box_edges {
    reference_edge of_a, of_b;
} box_edges;

/* Finds the two edges, and from which box the reference edge is. Notes the lanes in which an edge that was left out might have to be
 * chosen. */
SPECIALISED box_edges choose_box_edges(corner_lanes *a, corner_lanes *b, const outlook *view, contact_lanes *c, wm *again) {
    facing chosen[4];
    axis_lanes axes[4];
    choose_facing_edges(a, b, view, chosen, axes, again);
    box_edges best = {greatest_of_box(chosen, axes), greatest_of_box(chosen + 2, axes + 2)};
    w tie = w_mul(view->extent, w_set1(SEPAL_CONTACT_TIE));
    c->greatest = w_max(best.of_a.axis.gap, best.of_b.axis.gap);
    if (wm_bits(some_doubtful(chosen)) != 0) { /* what the tie might prefer counts too */
        w greatest = w_sub(c->greatest, w_add(tie, tie));
        *again = wm_or(*again, some_might_win(chosen, axes, view->bend, greatest));
    }
    c->from_b = w_gt(best.of_b.axis.gap, w_add(best.of_a.axis.gap, tie));
    return best;
}

/* The vertices of both boxes as stored, for corners. */
SPECIALISED void take_vertices(const corner_lanes *a, const corner_lanes *b, contact_lanes *c) {
    c->size = 4;
    for (uint32_t k = 0; k < 4; k++) {
        w2 of_a = vertex(a->world, 4, k), of_b = vertex(b->world, 4, k);
        c->reference[k] = w2_select(c->from_b, of_b, of_a);
        c->incident[k] = w2_select(c->from_b, of_a, of_b);
    }
}

/* The points with the reference edge of the box that c->from_b says. Returns the lanes with a certificate. */
SPECIALISED wm meet_boxes(const corner_lanes *a, const corner_lanes *b, const outlook *view, const box_edges *best,
                          contact_lanes *c, meeting_lanes *m, wm *again) {
    const reference_edge *of_a = &best->of_a, *of_b = &best->of_b;
    wm from_b = c->from_b;
    reference_edge axis = {select_axis(from_b, of_b->axis, of_a->axis), w2_select(from_b, of_b->from, of_a->from),
                           w2_select(from_b, of_b->edge, of_a->edge), w_select(from_b, of_b->number, of_a->number)};
    c->normal = axis.axis.normal;
    c->gap = axis.axis.gap;
    c->apart = w_gt(c->gap, c->most);
    c->level = w2_along(c->normal, axis.from);
    w2 reference[4], incident[4], edges[4];
    for (uint32_t e = 0; e < 4; e++) {
        reference[e] = w2_select(from_b, view->q[e], view->p[e]);
        incident[e] = w2_select(from_b, view->p[e], view->q[e]);
        edges[e] = w2_select(from_b, edge_at(a, e), edge_at(b, e));
    }
    face_lanes p, q;
    faces_of_boxes(c, &axis, reference, incident, edges, &p, &q, again);
    w ends[2] = {w_sub(w2_along(c->normal, q.first.point), c->level), w_sub(w2_along(c->normal, q.last.point), c->level)};
    wm sure = wm_or(clip(c, &p, &q, ends, m), c->apart), at_an_end = are_at_an_end(c, &p, &q);
    if (wm_bits(sure) == ALL_LANES && wm_bits(at_an_end) == 0)
        return sure;
    take_vertices(a, b, c);
    return take_corners(c, &p, &q, ends, sure, at_an_end, m);
}

/* False if the group has to be done by the kernel for any polygons. */
SPECIALISED bool contact_boxes_group(const contact_query *query, const sepal_pair *group, corner_lanes *a, corner_lanes *b,
                                     size_t k, lanes *found) {
    outlook view;
    contact_lanes c;
    meeting_lanes m;
    wm again = wm_none(), sure, other;
    look_out(a, b, &view);
    c.origin = vertex(a->world, 4, 0);
    c.extent = view.extent;
    c.thickness = w_mul(c.extent, w_set1(SEPAL_CONTACT_FACE));
    c.most = most_gap(query, c.extent);
    box_edges best = choose_box_edges(a, b, &view, &c, &again);
    wm may_change = wm_andnot(w_gt(best.of_b.axis.gap, best.of_a.axis.gap), c.from_b);
    for (;;) { /* at most twice: without a certificate the edge of a that the tie preferred is given up for that of b */
        sure = meet_boxes(a, b, &view, &best, &c, &m, &again);
        other = wm_andnot(may_change, wm_or(sure, c.from_b));
        if (wm_bits(other) == 0 || wm_bits(again) != 0)
            break;
        c.from_b = wm_or(c.from_b, other);
    }
    if (wm_bits(again) != 0)
        return false;
    store_contacts(query, group, &c, &m, NULL, k);
    const unsigned apart = query->unsure == NULL ? 0 : tell_apart(&c, 0, k, query->unsure), fit = wm_bits(sure);
    *found = (lanes){fit & ~apart, ALL_LANES & ~(fit | apart)};
    return true;
}

/* A group of boxes by the kernel for any polygons. Not inlined, since it is rarely needed. */
static SEPAL_NOINLINE lanes contact_boxes_again(const void *question, const sepal_pair *group, size_t k) {
    return contacts_kernel(question, group, k, (sizes){4, 4, true});
}

SPECIALISED lanes contact_boxes_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const contact_query *query = question;
    const polys_query *q = query->q;
    corner_lanes a, b;
    lanes found;
    (void)n;
    load_corners(q->a, &group->a, &a);
    load_corners(q->b, &group->b, &b);
    return contact_boxes_group(query, group, &a, &b, k, &found) ? found : contact_boxes_again(question, group, k);
}

#endif
