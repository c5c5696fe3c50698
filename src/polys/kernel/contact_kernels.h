/* contact_kernels.h — the kernel of contact points, from the shapes of a group to its records. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_KERNELS_H
#define SEPAL_POLYS_KERNEL_CONTACT_KERNELS_H

#include "contact_points.h"
#include "reach.h"

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

#endif
