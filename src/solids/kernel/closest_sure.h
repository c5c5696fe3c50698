/* closest_sure.h — the pushes of solids whose cores are apart, a pair in each lane: which proposals of closest.h are certain, and
 * their distance and direction, rounded once.
 *
 * A point, edge or triangle of members of K holds the point of K nearest to the origin if the foot of the origin is strictly inside of
 * it, and all other members are strictly beyond the plane at right angles to the foot. Double tells the first, float the second,
 * each with a bound on its error. Distance and direction are then known to lie in intervals; where both ends of one round to the same
 * float, so does the real number, and these are the bits that the reference defines. All else stays open
 * (docs/numerics/solids_kernels.md, "Pushes in lanes"). */
#ifndef SEPAL_SOLIDS_KERNEL_CLOSEST_SURE_H
#define SEPAL_SOLIDS_KERNEL_CLOSEST_SURE_H

#include "closest.h"
#include "mtv_boxes.h"
#include "push_rounded.h"

/* Bounds the error of n . (v - v0) in float, for a unit vector n and vertices v and v0 of one core, in units of the extent. */
#define CLOSEST_BEYOND (48 * 0x1p-24F)
/* How well the direction must be known, so that the former bound covers its error. */
#define CLOSEST_DIRECTION 0x1p-28

static inline wdm wd3_has_zero(wd3 a) {
    wd zero = wd_set1(0);
    return wdm_or(wd_eq(a.x, zero), wdm_or(wd_eq(a.y, zero), wd_eq(a.z, zero)));
}

/* Notes in which of the lanes `where` a component of e x g is 0 since both products are. Coordinates of edges are rounded once, so that
 * they are 0 only if they are. */
static SEPAL_NOINLINE void note_none(wd3 e, wd3 g, wdm where, wdm none[3]) {
    const wd of_e[3] = {e.x, e.y, e.z}, of_g[3] = {g.x, g.y, g.z};
    wd zero = wd_set1(0);
    for (int k = 0; k < 3; k++) {
        const int y = (k + 1) % 3, z = (k + 2) % 3;
        wdm first = wdm_or(wd_eq(of_e[y], zero), wd_eq(of_g[z], zero)), second = wdm_or(wd_eq(of_e[z], zero), wd_eq(of_g[y], zero));
        none[k] = wdm_or(none[k], wdm_and(where, wdm_and(first, second)));
    }
}

/* Makes those components of the direction 0. */
static inline void clear_none(closest_half *found) {
    const wd zero = wd_set1(0);
    found->n.x = wd_select(found->none[0], zero, found->n.x);
    found->n.y = wd_select(found->none[1], zero, found->n.y);
    found->n.z = wd_select(found->none[2], zero, found->n.z);
}

/* extent: R; cores: the part of it that does not depend on where they are. */
static SEPAL_NOINLINE void find_foot(const closest_parts *p, sizes blocks, wd extent, wd cores, int half, closest_half *out) {
    wd3 m0 = part_member(p, blocks, 0, half), m1 = part_member(p, blocks, 1, half), m2 = part_member(p, blocks, 2, half);
    wd3 e0 = part_edge(p, blocks, 1, half), e1 = part_edge(p, blocks, 2, half);
    wd count = wd_of(p->count, half), zero = wd_set1(0);
    wdm face = wd_gt(count, wd_set1(2.5)), edge = wdm_andnot(wd_gt(count, wd_set1(1.5)), face);
    wd length0 = wd3_sum(e0), length1 = wd3_sum(e1), place = wd3_sum(m0);

    /* n, and a bound on the error of its components and of its length */
    wd3 of_face = wd3_cross(e0, e1), of_edge = wd3_cross(wd3_cross(e0, m0), e0);
    wd3 n = wd3_select(face, of_face, wd3_select(edge, of_edge, m0));
    wd face_error = wd_mul(wd_scaled(wd_add(length0, length1), 14 * CLOSEST_UNIT), cores);
    wd edge_error =
        wd_mul(wd_scaled(length0, 14 * CLOSEST_UNIT), wd_add(wd_mul(cores, place), wd_mul(wd_add(extent, extent), length0)));
    wd error = wd_select(face, face_error, wd_select(edge, edge_error, wd_scaled(extent, 16 * CLOSEST_UNIT)));
    wd size = wd_sqrt(wd3_dot(n, n)), along = wd3_dot(n, m0);

    /* where the foot is inside */
    wd square = wd_mul(extent, extent);
    wd weight = wd_min(wd_min(wd3_triple(m1, m2, n), wd3_triple(m2, m0, n)), wd3_triple(m0, m1, n));
    wd face_bound = wd_mul(square, wd_add(wd_scaled(size, 48 * CLOSEST_UNIT), wd_scaled(error, 1.5)));
    wd between = wd_min(wd_sub(zero, wd3_dot(m0, e0)), wd3_dot(m1, e0)), edge_bound = wd_scaled(square, 80 * CLOSEST_UNIT);
    wdm inside = wdm_or(wdm_and(face, wd_gt(weight, face_bound)), wdm_and(edge, wd_gt(between, edge_bound)));
    inside = wdm_or(inside, wd_eq(count, wd_set1(1)));

    wd inverse = wd_div(wd_set1(1), size), towards = wd_select(wd_gt(zero, along), wd_sub(zero, inverse), inverse);
    out->n = wd3_scale(n, towards);
    out->distance = wd_mul(along, towards);
    out->none[0] = out->none[1] = out->none[2] = wdm_none();
    if (wdm_bits(wd3_has_zero(n)) != 0) { /* seldom; what is at right angles to an edge along an axis has no component there */
        wd one = wd_set1(1);
        note_none(e0, e1, face, out->none);
        note_none(e0, (wd3){one, one, one}, edge, out->none);
    }
    wd share = wd_mul(error, inverse);
    out->direction_error = wd_scaled(share, 2.2);
    out->distance_error = wd_add(wd_scaled(extent, 32 * CLOSEST_UNIT), wd_mul(wd_max(length0, length1), wd_scaled(share, 1.25)));
    wdm known = wd_gt(wd_set1(CLOSEST_DIRECTION), out->direction_error);
    out->sure = wdm_and(wdm_and(inside, known), wd_gt(out->distance, wd_scaled(out->distance_error, 2)));
}

/* Stores a group of pushes from number k on. */
static inline void store_rounded(push_values *out, size_t k, const rounded_push *push) {
    w_store(out->x + k, push->normal.x);
    w_store(out->y + k, push->normal.y);
    w_store(out->z + k, push->normal.z);
    w_store(out->depth + k, push->depth);
}

/* Rounds what both halves found and stores it. Returns the lanes in which it is certain. reach: of each half. By itself, as many kernels
 * end with it. */
static SEPAL_NOINLINE unsigned store_closest(push_values *out, size_t k, const closest_half *found, const wd *reach) {
    const rounded_push push = round_push(found, reach);
    store_rounded(out, k, &push);
    return push.sure;
}

/* How far the vertices of one core but those of the part are beyond the plane at least, by sign * n . v. */
SPECIALISED w others_beyond_plane(const hull_lanes *h, uint32_t size, w3 n, const part_side *side, int32_t step, w sign) {
    const w *x = h->at, *y = h->at + size, *z = h->at + 2 * (size_t)size;
    const wi *v = side->through;
    w base = w_set1(0), least = w_set1(INFINITY);
    for (uint32_t k = 0; k < size; k++) {
        wi number = wi_set1((int32_t)k * step);
        w along = w_mul(w3_dot(n, (w3){x[k], y[k], z[k]}), sign);
        wm first = wi_eq(v[0], number);
        wm of_part = wm_or(wm_or(first, wi_eq(v[1], number)), wm_or(wi_eq(v[2], number), wi_eq(v[3], number)));
        wm other = wm_andnot(wi_gt(side->size, number), of_part);
        base = w_select(first, along, base);
        least = w_select(wm_and(other, w_gt(least, along)), along, least);
    }
    return w_sub(least, base);
}

/* The radii of a group in double: added in the order of the reference. */
SPECIALISED wd solid_reach_of_half(const solids_query *q, const sepal_pair *group, int half) {
    if (!solid_some_reach(q))
        return wd_set1(0);
    wd a = wd_of(solid_load_radii(q->a, &group->a), half), b = wd_of(solid_load_radii(q->b, &group->b), half);
    return wd_add(wd_add(a, b), wd_set1((double)q->margin));
}

/* What the kernel is asked, and where it stores what it finds. */
typedef struct closest_query {
    const solids_query *q;
    push_values *out;
} closest_query;

/* n: the sizes of the blocks, 0 for boxes. */
SPECIALISED lanes closest_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const closest_query *asked = question;
    difference_lanes s;
    lane_simplex proposal;
    closest_parts parts;
    closest_half found[2];
    load_difference(asked->q, group, n, &s);
    sizes vertices = {n.a == 0 ? 8 : n.a, n.b == 0 ? 8 : n.b, false};
    wm sure = search_closest(&s, vertices, &proposal);
    if (n.a + n.b > 0 && wm_bits(sure) == 0) /* of boxes, what is stored of those that stay open is asked for as well */
        return (lanes){wm_bits(proposal.inside), ALL_LANES};
    gather_parts(asked->q, group, &proposal, n, &parts);

    w cores = w_mul(s.extent, w_set1(2)), extent = w_mul(s.extent, w_set1(3));
    wd reach[2];
    for (int half = 0; half < 2; half++) {
        find_foot(&parts, n, wd_scaled(wd_of(extent, half), 1 + 0x1p-20), wd_of(cores, half), half, &found[half]);
        reach[half] = solid_reach_of_half(asked->q, group, half);
    }
    unsigned certain = store_closest(asked->out, k, found, reach);
    const push_values *stored = asked->out;
    w3 normal = {w_load(stored->x + k), w_load(stored->y + k), w_load(stored->z + k)};
    w beyond_a = others_beyond_plane(&s.a, vertices.a, normal, &parts.a, CLOSEST_CODE, w_set1(-1));
    w beyond_b = others_beyond_plane(&s.b, vertices.b, normal, &parts.b, 1, w_set1(1));
    sure = wm_and(wm_and(sure, parts.plain), w_gt(w_min(beyond_a, beyond_b), w_set1(CLOSEST_BEYOND)));
    return (lanes){wm_bits(proposal.inside), ALL_LANES & ~(wm_bits(sure) & certain)};
}

/* Pairs of hulls of up to 64 vertices, and of boxes; those whose cores meet stay open. Those that seem to meet are told by yes. */
static SEPAL_NOINLINE bool push_closest(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *found,
                                        push_values *out) {
    return ask_groups(closest_kernel, NULL, &(closest_query){q, out}, pairs, count, n, found);
}

#endif
