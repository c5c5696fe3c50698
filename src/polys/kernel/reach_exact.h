/* reach_exact.h — shapes with radii, or under a margin, in double, exactly: for pairs so near to contact that float cannot tell.
 *
 * Let all coordinates, radii and the margin of a pair be multiples of one unit. What is computed from them is exact while it stays
 * below 2^53 of the units it is a multiple of: differences and sums up to 2^53 units, their products and sums of two products, if
 * the differences are up to 2^26 units. Two products are compared exactly whatever they are (wd_products_ge). So the
 * question of scalar/polys_scalar_overlap_round.c is asked operation by operation, and no error bound is needed. */
#ifndef SEPAL_POLYS_KERNEL_REACH_EXACT_H
#define SEPAL_POLYS_KERNEL_REACH_EXACT_H

#include "exact.h"
#include "reach.h"

/* Is x a multiple of the unit in the last place of `ruler` > 0? It is if adding the ruler to |x| and taking it away again gives
 * |x|.
 */
static inline wdm is_multiple(wd x, wd ruler) {
    wd size = wd_abs(x);
    return wd_eq(wd_sub(wd_add(size, ruler), ruler), size);
}

/* Half of the lanes of a group of cores: vertices, of which the first is repeated at the end. */
typedef struct core_half {
    vertex_half vertex;
    wd radius, winding;
} core_half;

/* index[2 * lane] is the shape. A point is the centre of its circle. */
SPECIALISED void load_core_vertices(const sepal_polys *set, const uint32_t *index, uint32_t size, vertex_lanes *out) {
    if (size == 1) {
        w2 centre = load_circles(set, index).centre;
        out->world[0] = centre.x;
        out->world[block_size(1)] = centre.y;
    } else {
        load_vertices(set, index, size, false, out);
    }
}

SPECIALISED void take_core_half(const vertex_lanes *vertices, w radius, w winding, uint32_t size, int half, core_half *out) {
    take_half(vertices, size, half, out->vertex);
    out->radius = wd_of(radius, half);
    out->winding = wd_of(winding, half);
}

static inline wdm is_measured(const core_half *core, uint32_t size, wd ruler) {
    wdm all = is_multiple(core->radius, ruler);
    for (uint32_t k = 0; k < size; k++)
        all = wdm_and(all, wdm_and(is_multiple(core->vertex[k].x, ruler), is_multiple(core->vertex[k].y, ruler)));
    return all;
}

/* What is found in half a group: the lanes whose pairs can be decided here, and those that are within reach. */
typedef struct exact_half {
    wdm asked, within;
} exact_half;

/* Two points: |d| <= R says (R - dy) (R + dy) >= dx dx. Except for rounding, no number here exceeds |dx| + |dy| + R, and four times
 * that has a unit in the last place of more than a 2^51st of it. */
static inline exact_half points_reach(const core_half *a, const core_half *b, wd margin, sepal_touching touching) {
    wd dx = wd_sub(b->vertex[0].x, a->vertex[0].x), dy = wd_sub(b->vertex[0].y, a->vertex[0].y);
    wd reach = wd_add(wd_add(a->radius, b->radius), margin);
    wd ruler = wd_mul(wd_add(reach, wd_add(wd_abs(dx), wd_abs(dy))), wd_set1(4));
    wd less = wd_sub(reach, dy), more = wd_add(reach, dy);
    return (exact_half){
        wdm_and(is_multiple(margin, ruler), wdm_and(is_measured(a, 1, ruler), is_measured(b, 1, ruler))),
        touching == SEPAL_TOUCHING_OVERLAPS ? wd_products_ge(less, more, dx, dx) : wd_products_gt(less, more, dx, dx),
    };
}

/* The greatest difference of a coordinate from that of `origin`. */
static inline wd extent_from(wd2 origin, const core_half *core, uint32_t size) {
    wd extent = wd_set1(0);
    for (uint32_t k = 0; k < size; k++) {
        wd x = wd_abs(wd_sub(core->vertex[k].x, origin.x)), y = wd_abs(wd_sub(core->vertex[k].y, origin.y));
        extent = wd_max(extent, wd_max(x, y));
    }
    return extent;
}

/* In which lanes is a vertex of b within reach of a vertex of a, or of the foot of its perpendicular on an edge of a? */
static inline wdm features_reach(const core_half *a, uint32_t size_a, const core_half *b, uint32_t size_b, wd reach2,
                                 sepal_touching touching) {
    wd zero = wd_set1(0);
    wdm within = wd_gt(zero, zero);
    for (uint32_t i = 0; i < size_a; i++) {
        wd2 from = a->vertex[i], e = {wd_sub(a->vertex[i + 1].x, from.x), wd_sub(a->vertex[i + 1].y, from.y)};
        wd length2 = wd_add(wd_mul(e.x, e.x), wd_mul(e.y, e.y));
        for (uint32_t j = 0; j < size_b; j++) {
            wd2 to = {wd_sub(b->vertex[j].x, from.x), wd_sub(b->vertex[j].y, from.y)};
            wd distance2 = wd_add(wd_mul(to.x, to.x), wd_mul(to.y, to.y));
            wd beside = wd_sub(wd_mul(e.x, to.y), wd_mul(e.y, to.x)), along = wd_add(wd_mul(e.x, to.x), wd_mul(e.y, to.y));
            wdm faces = wdm_and(wd_gt(along, zero), wd_gt(length2, along));
            bool or_at = touching == SEPAL_TOUCHING_OVERLAPS;
            wdm near = or_at ? wd_ge(reach2, distance2) : wd_gt(reach2, distance2);
            wdm near_line =
                or_at ? wd_products_ge(reach2, length2, beside, beside) : wd_products_gt(reach2, length2, beside, beside);
            within = wdm_or(within, wdm_or(near, wdm_and(faces, near_line)));
        }
    }
    return within;
}

/* In which lanes does no edge have all of the other core beyond it or on its line? Then the cores share more than a boundary, if
 * one of them has an edge: parallel cores without area are on one side of an edge, or on its line. */
static inline wdm cores_cross(const core_half *a, uint32_t size_a, const core_half *b, uint32_t size_b) {
    wdm separate = wdm_or(edges_separate(a->vertex, size_a, a->winding, b->vertex, size_b, SEPAL_TOUCHING_IS_APART),
                          edges_separate(b->vertex, size_b, b->winding, a->vertex, size_a, SEPAL_TOUCHING_IS_APART));
    wd own = wd_max(extent_from(a->vertex[0], a, size_a), extent_from(b->vertex[0], b, size_b));
    return wdm_andnot(wd_gt(own, wd_set1(0)), separate);
}

/* Any cores. Except for rounding, differences are at most twice `extent`, and 2^28 times `extent` has a unit in the last place of
 * more than extent / 2^25. Cores that share no more than a boundary have a vertex of one on the other, at the distance 0. */
static inline exact_half cores_reach(const core_half *a, uint32_t size_a, const core_half *b, uint32_t size_b, wd margin,
                                     sepal_touching touching) {
    wd reach = wd_add(wd_add(a->radius, b->radius), margin), reach2 = wd_mul(reach, reach);
    wd extent = wd_max(extent_from(a->vertex[0], a, size_a), extent_from(a->vertex[0], b, size_b));
    wd ruler = wd_mul(wd_max(reach, extent), wd_set1(0x1p28));
    wdm asked = wdm_and(is_measured(a, size_a, ruler), is_measured(b, size_b, ruler));
    asked = wdm_and(asked, is_multiple(margin, ruler));
    wdm within = features_reach(a, size_a, b, size_b, reach2, touching);
    within = wdm_or(within, features_reach(b, size_b, a, size_a, reach2, touching));
    if (wdm_bits(wdm_andnot(asked, within)) != 0)
        within = wdm_or(within, cores_cross(a, size_a, b, size_b));
    return (exact_half){asked, within};
}

SPECIALISED lanes reach_exact_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    (void)k;
    wd margin = wd_set1((double)q->margin);
    vertex_lanes va, vb;
    load_core_vertices(q->a, &group->a, n.a, &va);
    next_load();
    load_core_vertices(q->b, &group->b, n.b, &vb);
    next_load();
    w radius_a = load_radii(q->a, &group->a), radius_b = load_radii(q->b, &group->b);
    w winding_a = windings(q->a, &group->a), winding_b = windings(q->b, &group->b);
    lanes found = {0, 0};
    for (int half = 0; half < 2; half++) {
        core_half ha, hb;
        take_core_half(&va, radius_a, winding_a, n.a, half, &ha);
        take_core_half(&vb, radius_b, winding_b, n.b, half, &hb);
        exact_half part = n.a == 1 && n.b == 1 ? points_reach(&ha, &hb, margin, q->touching)
                                               : cores_reach(&ha, n.a, &hb, n.b, margin, q->touching);
        unsigned asked = wdm_bits(part.asked), shift = (unsigned)half * SEPAL_LANES / 2;
        found.yes |= (asked & wdm_bits(part.within)) << shift;
        found.open |= (~asked & ALL_LANES >> SEPAL_LANES / 2) << shift;
    }
    return found;
}

/* n: as in filter_reach, in any order. Leaves open the pairs whose exponents are too wide. */
static bool filter_reach_exactly(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    if (n.a + n.b == 3) /* a point and a segment: as two segments */
        n.a = n.b = 2;
    return ask_sized(SIZES_1_1 | SIZES_2_2 | SIZES_ANY, reach_exact_kernel, q, pairs, count, n, out);
}

#endif
