/* contact_kernels.h — the kernels of contact points, from the shapes of a group to its records: one that looks at everything, a quick
 * one for most pairs of polygons, and one for boxes. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_KERNELS_H
#define SEPAL_POLYS_KERNEL_CONTACT_KERNELS_H

#include "contact_boxes.h"
#include "contact_points.h"
#include "contact_quick.h"
#include "reach.h"

/* The shapes of one side. */
typedef struct contact_side_lanes {
    circle_lanes circle;
    vertex_lanes core;
} contact_side_lanes;

SPECIALISED void load_side(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, contact_side_lanes *out) {
    out->circle = load_circles(set, index);
    if (size > 1) {
        load_vertices(set, index, size, same, &out->core);
    } else { /* the centre of a point is the point */
        out->core.world[0] = out->circle.centre.x;
        out->core.world[block_size(1)] = out->circle.centre.y;
    }
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

/* Takes coordinates from the first vertex of a. */
SPECIALISED void take_origin(contact_side_lanes *a, contact_side_lanes *b, sizes n, contact_lanes *c) {
    c->origin = vertex(a->core.world, n.a, 0);
    make_near(&a->core, n.a, c->origin);
    make_near(&b->core, n.b, c->origin);
    c->extent = w_max(greatest_near(&a->core, n.a), greatest_near(&b->core, n.b));
    c->thickness = w_mul(c->extent, w_set1(SEPAL_CONTACT_FACE));
}

/* The edges of a and of b with the greatest gaps. */
typedef struct edge_pair {
    edge_axis of_a, of_b;
} edge_pair;

/* Finds the two edges, and from which shape the reference edge is. */
SPECIALISED edge_pair choose_edges(contact_side_lanes *a, contact_side_lanes *b, sizes n, contact_lanes *c, wm *unfit) {
    take_origin(a, b, n, c);
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
    arrange(a, b, n, c);
    w edge = w_select(c->from_b, best->of_b.edge, best->of_a.edge);
    w2 from = c->reference[0];
    for (uint32_t k = 1; k < c->size; k++)
        from = w2_select(w_eq(edge, w_set1((float)k)), c->reference[k], from);
    c->level = w2_along(c->normal, w2_sub(from, c->origin));
    face_lanes p = reference_face(c), q = incident_face(c);
    return meet(c, &p, &q, m);
}

/* The lanes that are certainly apart. Notes those of which float cannot tell (docs/numerics/mtv.md, "The sign": a square whose side is
 * twice the extent holds both shapes). */
SPECIALISED unsigned tell_apart(const contact_lanes *c, unsigned open, size_t k, uint64_t *doubtful) {
    w error = w_mul(c->extent, w_set1(2 * SEPAL_GAP_ERROR));
    unsigned apart = wm_bits(w_gt(c->gap, error)) & ~open, meet = wm_bits(w_gt(w_neg(error), c->greatest));
    doubtful[k / 64] |= (uint64_t)(ALL_LANES & ~(apart | meet | open)) << k % 64;
    return apart;
}

/* Stores the records of a group; returns what is known of its pairs. */
SPECIALISED lanes finish_group(const contact_query *query, const sepal_pair *group, const contact_lanes *c, const meeting_lanes *m,
                               wm unfit, size_t k) {
    const polys_query *q = query->q;
    if (q->a->round || q->b->round)
        store_contacts(c, m, &(radius_lanes){load_radii(q->a, &group->a), load_radii(q->b, &group->b)}, q->margin, k, query->out);
    else
        store_contacts(c, m, NULL, q->margin, k, query->out);
    unsigned open = wm_bits(unfit), apart = 0;
    if (query->doubtful != NULL)
        apart = tell_apart(c, open, k, query->doubtful);
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
    edge_pair best = choose_edges(&a, &b, n, &c, &unfit);
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
    take_origin(&a, &b, n, &c);
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

/* A group of boxes by the kernel for any polygons. Not inlined, since it is rarely needed. */
static SEPAL_NOINLINE lanes contact_boxes_again(const void *question, const sepal_pair *group, size_t k) {
    return contacts_kernel(question, group, k, (sizes){4, 4, true});
}

SPECIALISED lanes contact_boxes_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const contact_query *query = question;
    const polys_query *q = query->q;
    corner_lanes a, b;
    wm unfit = wm_none();
    (void)n;
    load_corners(q->a, &group->a, &a);
    load_corners(q->b, &group->b, &b);
    if (!contact_boxes_group(&a, &b, q->margin, k, query->out, &unfit))
        return contact_boxes_again(question, group, k);
    return (lanes){ALL_LANES & ~wm_bits(unfit), wm_bits(unfit)};
}

#endif
