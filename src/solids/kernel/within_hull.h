/* within_hull.h — does a hull contain another solid? It does if it contains its vertices, each of which is asked about as a hull of one
 * vertex (portal.h).
 *
 * With radii, a contains b if a reaches at least as far in every direction: h_a + r_a >= h_b + r_b. So a vertex of b that is farther
 * than r_a - r_b from a is certainly too far, and if r_b does not exceed r_a it is enough that the core of b is inside of that of a
 * (docs/numerics/solids_kernels.md, "Containment"). */
#ifndef SEPAL_SOLIDS_KERNEL_WITHIN_HULL_H
#define SEPAL_SOLIDS_KERNEL_WITHIN_HULL_H

#include "portal.h"

/* A hull, and another solid that it may contain. */
typedef struct within_lanes {
    difference_lanes both;
    w3 middle;  /* of a, as seen from the centre of b */
    wm smaller; /* the radius of b does not exceed that of a */
} within_lanes;

/* n: the sizes of the blocks, 0 for boxes. */
SPECIALISED void load_within(const solids_query *q, const sepal_pair *group, sizes n, within_lanes *out) {
    difference_lanes *s = &out->both;
    const ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
    const w3 d = w3_sub(b.centre, a.centre);
    const w more = w_sub(solid_load_radii(q->b, &group->b), solid_load_radii(q->a, &group->a)), zero = w_set1(0);
    w3 mean_a, mean_b;
    s->extent = w_add(w_add(a.radius, b.radius), w3_greatest(d));
    const w inverse = w_div(w_set1(1), s->extent);
    load_hulls(q->a, &group->a, n.a, a.centre, inverse, &mean_a, &s->a);
    solid_load_side(q->b, &group->b, n.b, b.centre, inverse, &mean_b, &s->b);
    s->d = w3_scale(d, inverse);
    s->moving = false;
    s->round = solid_some_reach(q);
    s->reach = w_mul(w_max(w_sub(zero, more), zero), inverse);
    out->middle = w3_sub(s->d, mean_a);
    out->smaller = wm_not(w_gt(more, zero));
}

/* What is certain of one vertex of b, for which b is this vertex alone. */
static inline portal_found ask_vertex(within_lanes *s, w3 vertex) {
    hull_lanes *b = &s->both.b;
    const w kept[3] = {b->at[0], b->at[1], b->at[2]}, at[3] = {vertex.x, vertex.y, vertex.z};
    const uint32_t size = b->size;
    b->size = 1;
    for (int k = 0; k < 3; k++)
        b->at[k] = at[k];
    s->both.inside = w3_add(s->middle, vertex);
    const portal_found found = search_portal(&s->both);
    b->size = size;
    for (int k = 0; k < 3; k++)
        b->at[k] = kept[k];
    return found;
}

/* The vertex of b that is farthest from the centre of a along the line between the centres: most pairs are decided by it. */
SPECIALISED lanes farthest_in_hull_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    within_lanes s;
    w along;
    (void)k;
    load_within(question, group, n, &s);
    return decided(ask_vertex(&s, greatest_vertex(&s.both.b, s.both.d, &along)).apart, wm_none());
}

SPECIALISED lanes hull_in_hull_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    within_lanes s;
    (void)k;
    load_within(question, group, n, &s);
    const hull_lanes *b = &s.both.b;
    wm out = wm_none(), in = s.smaller;
    for (uint32_t i = 0; i < b->size && wm_bits(wm_not(out)) != 0; i++) {
        const portal_found found = ask_vertex(&s, (w3){b->at[i], b->at[b->size + i], b->at[2 * b->size + i]});
        out = wm_or(out, found.apart);
        in = wm_and(in, wm_andnot(found.overlap, found.apart));
    }
    return decided(out, wm_andnot(in, out));
}

/* Not inlined, so that one call has the vertices of one group on the stack. */
static SEPAL_NOINLINE bool filter_farthest_in_hull(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                                   verdicts *out) {
    return ask_groups(farthest_in_hull_kernel, NULL, question, pairs, count, n, out);
}
static SEPAL_NOINLINE bool filter_hull_in_hull(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                               verdicts *out) {
    return ask_groups(hull_in_hull_kernel, NULL, question, pairs, count, n, out);
}

#endif
