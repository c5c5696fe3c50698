/* contact_ring.h — the contact points of one pair of polygons of up to 8 vertices, with a vertex or an edge in each lane: the greatest
 * gaps and the ends of the two faces. The points between these are computed with the same numbers in all lanes, and by the reference
 * where corners may be nearest.
 *
 * The operations of scalar/polys_scalar_contacts.c in the same order, so that the bits are the same. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_RING_H
#define SEPAL_POLYS_KERNEL_CONTACT_RING_H

#include "contact_points.h"
#include "names.h"
#include "ring.h"

/* A vector. */
typedef struct ring_vector {
    float x, y;
} ring_vector;

SPECIALISED float ring_along(ring_vector n, ring_vector p) {
    return n.x * p.x + n.y * p.y;
}

SPECIALISED ring_vector ring_vertex(const ring_numbers *of, uint32_t k) {
    return (ring_vector){of->x[k], of->y[k]};
}

/* The lanes of a ring that hold something of its own. */
SPECIALISED unsigned ring_bits(uint32_t count) {
    return (1U << count) - 1;
}

/* The greatest coordinate of a vertex. */
SPECIALISED w ring_most(const ring *r, const ring_numbers *near) {
    w most = w_zero();
    for (uint32_t at = 0; at < ring_words(r->padded) * SEPAL_LANES; at += SEPAL_LANES)
        most = w_max(most, w_max(w_abs(w_load(near->x + at)), w_abs(w_load(near->y + at))));
    return most;
}

/* The ends of the vertices that are at least at `level` along n, from right to left. */
SPECIALISED void ring_face(const ring *r, const ring_numbers *near, ring_vector n, float level, uint32_t *first, uint32_t *last) {
    float along[RING_ROOM], first_at = INFINITY, last_at = -INFINITY;
    w2 height = {w_set1(n.x), w_set1(n.y)}, across = {w_set1(0 - n.y), w_set1(n.x)};
    unsigned above = 0;
    for (uint32_t at = 0; at < ring_words(r->padded) * SEPAL_LANES; at += SEPAL_LANES) {
        w2 p = {w_load(near->x + at), w_load(near->y + at)};
        above |= (ALL_LANES & ~wm_bits(w_gt(w_set1(level), w2_along(height, p)))) << at;
        w_store(along + at, w2_along(across, p));
    }
    *first = *last = 0;
    for (above &= ring_bits(r->size); above != 0; above &= above - 1) {
        const uint32_t k = sepal_lowest_bit(above);
        *first = along[k] < first_at ? k : *first;
        first_at = along[k] < first_at ? along[k] : first_at;
        *last = along[k] > last_at ? k : *last;
        last_at = along[k] > last_at ? along[k] : last_at;
    }
}

/* The outward normal of the edge that is most nearly parallel to a face with the outward normal n, among those that look towards it,
 * and how far this edge is along that normal. If there is no such edge, -n and the vertex that is `lowest` along n. */
SPECIALISED ring_vector ring_incident(const ring *r, const ring_numbers *near, w winding, ring_vector n, float lowest,
                                      float *level) {
    float rises[RING_ROOM], runs[RING_ROOM], rise = 1, run = 0;
    w2 height = {w_set1(n.x), w_set1(n.y)}, across = {w_set1(0 - n.y), w_set1(n.x)};
    unsigned towards = 0, best = 0;
    for (uint32_t k = 0; k < ring_words(r->padded); k++) {
        w e_run = w_flip(w_neg(w2_along(across, r->edge[k])), winding);
        w_store(rises + k * SEPAL_LANES, w_abs(w2_along(height, r->edge[k])));
        w_store(runs + k * SEPAL_LANES, e_run);
        towards |= wm_bits(w_gt(e_run, w_zero())) << (k * SEPAL_LANES);
    }
    for (towards &= ring_bits(r->padded); towards != 0; towards &= towards - 1) {
        const uint32_t k = sepal_lowest_bit(towards);
        const bool flatter = rises[k] * run < rise * runs[k];
        best = flatter ? k : best;
        rise = flatter ? rises[k] : rise;
        run = flatter ? runs[k] : run;
    }
    if (!(run > 0)) {
        *level = -lowest;
        return (ring_vector){-n.x, -n.y};
    }
    ring_vector m = {near->normal_x[best], near->normal_y[best]};
    *level = ring_along(m, ring_vertex(near, best));
    return m;
}

/* The faces with the reference edge of b if from_b. */
static inline void find_ring_faces(const polys_query *q, sepal_pair pair, const ring_pair *p, sepal_contact_faces *out) {
    const ring *reference = out->from_b ? &p->b : &p->a, *incident = out->from_b ? &p->a : &p->b;
    const ring_numbers *near_reference = out->from_b ? &p->near_b : &p->near_a,
                       *near_incident = out->from_b ? &p->near_a : &p->near_b;
    out->axis = out->from_b ? p->of_b : p->of_a;
    const ring_vector n = {out->axis.x, out->axis.y};
    const float thickness = out->extent * SEPAL_CONTACT_FACE, level = ring_along(n, ring_vertex(near_reference, out->axis.edge));
    const float winding = out->from_b ? q->a->circles[pair.a].outer : q->b->circles[pair.b].outer;
    float level_incident;
    ring_face(reference, near_reference, n, level - thickness, &out->reference[0], &out->reference[1]);
    const ring_vector m = ring_incident(incident, near_incident, w_set1(winding), n, out->axis.gap + level, &level_incident);
    ring_face(incident, near_incident, m, level_incident - thickness, &out->incident[1],
              &out->incident[0]); /* seen from the other side */
}

SPECIALISED end_lanes ring_end(const ring_numbers *near, uint32_t k, w2 t) {
    w2 point = {w_set1(near->x[k]), w_set1(near->y[k])};
    return (end_lanes){point, w2_along(t, point), number_bits(k)};
}

/* What is known of the contact, but for the vertices. */
SPECIALISED void take_ring_contact(const ring_pair *p, const sepal_contact_faces *f, const ring_numbers *reference,
                                   contact_lanes *c) {
    c->origin = (w2){w_set1(*p->a.x), w_set1(*p->a.y)};
    c->from_b = f->from_b ? wm_all() : wm_none();
    c->normal = (w2){w_set1(f->axis.x), w_set1(f->axis.y)};
    c->gap = w_set1(f->axis.gap);
    c->greatest = w_set1(f->greatest);
    c->extent = w_set1(f->extent);
    c->thickness = w_mul(c->extent, w_set1(SEPAL_CONTACT_FACE));
    c->apart = wm_none();
    c->level = w2_along(c->normal, (w2){w_set1(reference->x[f->axis.edge]), w_set1(reference->y[f->axis.edge])});
}

/* The contact points of two faces, with the same numbers in all lanes, which takes less time than the branches of the reference. False
 * where corners may be nearest. */
static SEPAL_NOINLINE bool clip_ring(const polys_query *q, sepal_pair pair, const ring_pair *p, const sepal_contact_faces *f,
                                     const sepal_contact_rule *rule, contact_record *out) {
    const ring_numbers *reference = f->from_b ? &p->near_b : &p->near_a, *incident = f->from_b ? &p->near_a : &p->near_b;
    contact_lanes c;
    meeting_lanes m;
    take_ring_contact(p, f, reference, &c);
    const w2 t = w2_left(c.normal);
    const face_lanes first = {ring_end(reference, f->reference[0], t), ring_end(reference, f->reference[1], t)},
                     other = {ring_end(incident, f->incident[0], t), ring_end(incident, f->incident[1], t)};
    w ends[2] = {w_sub(w2_along(c.normal, other.first.point), c.level), w_sub(w2_along(c.normal, other.last.point), c.level)};
    if (wm_bits(wm_andnot(clip(&c, &first, &other, ends, &m), are_at_an_end(&c, &first, &other))) == 0)
        return false;
    if (q->a->round || q->b->round) {
        const radius_lanes radii = {w_set1(sepal_poly_radius(q->a, pair.a)), w_set1(sepal_poly_radius(q->b, pair.b))};
        store_first_contact(rule, &c, &m, &radii, out);
    } else {
        store_first_contact(rule, &c, &m, NULL, out);
    }
    return true;
}

/* The contact points of a pair that meets; false without a certificate. */
SPECIALISED bool ring_points(const contact_query *query, sepal_pair pair, const ring_pair *p) {
    const polys_query *q = query->q;
    const contact_target *to = query->to;
    const float gap_a = p->of_a.gap, gap_b = p->of_b.gap;
    const float extent = w_greatest(w_max(ring_most(&p->a, &p->near_a), ring_most(&p->b, &p->near_b)));
    sepal_contact_faces faces = {
        .from_b = gap_b > gap_a + extent * SEPAL_CONTACT_TIE, .greatest = gap_a > gap_b ? gap_a : gap_b, .extent = extent};
    for (;;) { /* at most twice: without a certificate the edge of a that the tie preferred is given up for that of b */
        sepal_poly_contacts found;
        find_ring_faces(q, pair, p, &faces);
        if (!to->surfaces && clip_ring(q, pair, p, &faces, to->rule, query->records))
            return true;
        if (sepal_polys_scalar_meet_faces(q->a, pair.a, q->b, pair.b, &faces, to->rule, to->out, &found)) {
            set_record(query, 0, &found);
            return true;
        }
        if (faces.from_b || !(gap_b > gap_a))
            return false;
        faces.from_b = true;
    }
}

/* Does the pair overlap under the margin? Of polygons with area and without a reach the gaps mostly tell. */
static inline bool ring_meets(const polys_query *q, sepal_pair pair, bool gaps, const ring_pair *p) {
    uint64_t meet;
    if (gaps) {
        const float gap = p->of_a.gap > p->of_b.gap ? p->of_a.gap : p->of_b.gap,
                    error = extent_of_one(&q->a->circles[pair.a], &q->b->circles[pair.b]) * SEPAL_GAP_ERROR;
        if (gap > error || gap < -error)
            return gap < 0;
    }
    const sepal_rule rule = rule_of(q);
    polys_kernel_overlap_pairs(q->a, q->b, &pair, 1, &rule, &(sepal_policy){0}, &meet);
    return (meet & 1) != 0;
}

/* Writes the contact points of a few pairs that ring_takes. */
static SEPAL_NOINLINE void contacts_of_rings(const contact_target *to, const sepal_pair *pairs, size_t count) {
    const polys_query *q = to->q;
    const bool plain = q->a->plain && q->b->plain && !some_reach(q);
    for (size_t k = 0; k < count; k++) {
        contact_record record;
        surface_record surface;
        const contact_query query = {q, to, &record, to->surfaces ? &surface : NULL, NULL};
        ring_pair p;
        const bool fit = load_ring_pair(q, pairs[k], &p), meet = ring_meets(q, pairs[k], plain && fit, &p);
        if (!(meet && fit && ring_points(&query, pairs[k], &p))) {
            sepal_poly_contacts found = {0};
            if (meet)
                found = sepal_polys_scalar_manifold(q->a, pairs[k].a, q->b, pairs[k].b, to->rule, to->out);
            set_record(&query, 0, &found);
        }
        STAGES_ONE("contacts_of_rings", pairs[k], meet, false);
        write_one(&query, k);
    }
}

#endif
