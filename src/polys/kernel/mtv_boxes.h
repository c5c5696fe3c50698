/* mtv_boxes.h — the smallest push of two boxes: of two opposite edges only the one that faces the other box can have the greater
 * gap.
 *
 * With a symmetric about c_a and b about c_b, the gaps along n and -n differ by 2 n . (c_b - c_a). Four vertices in float32 are not
 * quite symmetric, so an edge is left out only where this is beyond what their bend and all roundings can do (docs/numerics/mtv.md,
 * "Boxes: the edge that faces the other box"); or where its gap, even at the bound, would be less than the greatest one. Groups
 * with a pair in which neither is certain are done again with all edges. The answer has the same bits either way. */
#ifndef SEPAL_POLYS_KERNEL_MTV_BOXES_H
#define SEPAL_POLYS_KERNEL_MTV_BOXES_H

#include "mtv_axes.h"
#include "mtv_rest.h"

/* The one of two opposite edges that faces the other box. `doubtful`: it may be the other one. */
typedef struct facing {
    w2 from, edge;
    wm second, doubtful;
} facing;

/* towards: twice the vector from the centre of this box to that of the other. */
SPECIALISED facing choose_edge(w2 from, w2 edge, w2 second_from, w2 second_edge, w2 towards, w bend) {
    w side = w_sub(w_mul(edge.y, towards.x), w_mul(edge.x, towards.y));
    wm second = w_gt(w_set1(0), side);
    return (facing){w2_select(second, second_from, from), w2_select(second, second_edge, edge), second, w_gt(bend, w_abs(side))};
}

/* Of one edge of the first and one of the second pair of opposite edges of a box: is that of the second the first edge with the
 * greater gap? */
SPECIALISED wm second_is_greater(facing p, axis_lanes of_p, facing q, axis_lanes of_q) {
    wm earlier = wm_and(w_eq(of_q.gap, of_p.gap), wm_andnot(p.second, q.second)); /* edges 0 and 2, 1 and 3 */
    return wm_or(w_gt(of_q.gap, of_p.gap), earlier);
}

/* Might the edge that was left out have the greatest gap? Its gap is at most 2 bend / |edge| above that of the chosen one. */
SPECIALISED wm might_win(facing chosen, axis_lanes axis, w bend, w greatest) {
    w length = w_add(w_mul(w_abs(axis.normal.x), w_abs(chosen.edge.y)), w_mul(w_abs(axis.normal.y), w_abs(chosen.edge.x)));
    w most = w_mul(w_sub(greatest, axis.gap), length); /* what is missing, times the length of the edge */
    return wm_andnot(chosen.doubtful, w_gt(most, w_add(bend, bend)));
}

/* The number that decides which edge faces the other box must exceed the sum of these multiples of the bends of the two boxes and
 * of their extent (docs/numerics/mtv.md, "Boxes: the edge that faces the other box"). */
#define FACING_BEND     20
#define FACING_ROUNDING (384 * 0x1p-24F)

/* If the square of an edge is at least this, the opposite edge is long enough for float. */
#define FACING_LEAST_SQUARE (4 * SEPAL_LEAST_SQUARE)

/* The boxes of a group: eight floats as stored, and relative to the first vertex of a. */
typedef struct corner_lanes {
    w world[8], near[8];
} corner_lanes;

SPECIALISED void load_corners(const sepal_polys *set, const uint32_t *index, corner_lanes *out) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = set->vertices + 8 * (size_t)index[2 * lane];
    w_load_eight(at, out->world);
}

/* The edge after a corner. */
static inline w2 edge_at(const corner_lanes *box, uint32_t k) {
    return w2_sub(vertex(box->world, 4, (k + 1) % 4), vertex(box->world, 4, k));
}

static inline w greatest_component(w2 v) {
    return w_max(w_abs(v.x), w_abs(v.y));
}

/* The corners of both boxes, the vectors between their centres (twice), and the bound that such a vector across an edge must exceed
 * to tell which edge faces the other box. */
typedef struct outlook {
    w2 p[4], q[4]; /* p[0] is 0 */
    w2 to_a, to_b;
    w extent, bend;
} outlook;

SPECIALISED void look_out(corner_lanes *a, corner_lanes *b, outlook *out) {
    w extent = w_set1(0);
    for (uint32_t j = 0; j < 4; j++) {
        for (uint32_t f = j; f < 8; f += 4) {
            a->near[f] = w_sub(a->world[f], a->world[f - j]);
            b->near[f] = w_sub(b->world[f], a->world[f - j]);
        }
        out->p[j] = vertex(a->near, 4, j);
        out->q[j] = vertex(b->near, 4, j);
        extent = w_max(extent, w_max(greatest_component(out->p[j]), greatest_component(out->q[j])));
    }
    const w2 *p = out->p, *q = out->q;
    w2 middle_b = w2_add(q[0], q[2]);
    w bends = w_add(greatest_component(w2_sub(p[2], w2_add(p[1], p[3]))), greatest_component(w2_sub(middle_b, w2_add(q[1], q[3]))));
    out->to_b = w2_sub(middle_b, p[2]);
    out->to_a = w2_sub(p[2], middle_b);
    out->extent = extent;
    out->bend = w_mul(extent, w_add(w_mul(bends, w_set1(FACING_BEND)), w_mul(extent, w_set1(FACING_ROUNDING))));
}

/* The best axis of a box with its edge: 0 or 2, or (`odd`) 1 or 3. */
SPECIALISED edge_axis box_edge(axis_lanes best, wm odd, const facing *chosen) {
    w even = w_select(chosen[0].second, w_set1(2), w_set1(0)), other = w_select(chosen[1].second, w_set1(3), w_set1(1));
    return (edge_axis){best, w_select(odd, other, even)};
}

/* False if the group has to be done with all edges. */
SPECIALISED bool mtv_boxes_group(const mtv_quick_query *m, const sepal_pair *group, corner_lanes *a, corner_lanes *b, size_t k,
                                 lanes *found) {
    outlook view;
    look_out(a, b, &view);
    const w2 *p = view.p, *q = view.q;
    w bend = view.bend;

    facing chosen[4];
    axis_lanes axes[4];
    wm again = wm_none();
    for (uint32_t e = 0; e < 2; e++) {
        chosen[e] = choose_edge(p[e], edge_at(a, e), p[e + 2], edge_at(a, e + 2), view.to_b, bend);
        chosen[2 + e] = choose_edge(q[e], edge_at(b, e), q[e + 2], edge_at(b, e + 2), view.to_a, bend);
        axes[e] = unit_gap(chosen[e].from, chosen[e].edge, w_set1(0), b->near, 4, FACING_LEAST_SQUARE, &again);
        axes[2 + e] = unit_gap(chosen[2 + e].from, chosen[2 + e].edge, w_set1(0), a->near, 4, FACING_LEAST_SQUARE, &again);
    }
    wm odd_a = second_is_greater(chosen[0], axes[0], chosen[1], axes[1]);
    wm odd_b = second_is_greater(chosen[2], axes[2], chosen[3], axes[3]);
    axis_lanes of_a = select_axis(odd_a, axes[1], axes[0]), of_b = select_axis(odd_b, axes[3], axes[2]);
    wm doubtful = wm_or(wm_or(chosen[0].doubtful, chosen[1].doubtful), wm_or(chosen[2].doubtful, chosen[3].doubtful));
    if (wm_bits(wm_or(doubtful, again)) != 0) {
        w greatest = w_max(of_a.gap, of_b.gap);
        for (int e = 0; e < 4; e++)
            again = wm_or(again, might_win(chosen[e], axes[e], bend, greatest));
        if (wm_bits(again) != 0)
            return false;
    }
    *found = store_better(of_a, of_b, w_add(view.extent, view.extent), again, k, m->m.out);
    unsigned apart = wm_bits(w_gt(w_max(of_a.gap, of_b.gap), w_set1(0)));
    if (apart == 0)
        return true;
    edge_axis edge_a = box_edge(of_a, odd_a, chosen), edge_b = box_edge(of_b, odd_b, chosen + 2);
    if (are_many(apart)) {
        w extent = pair_extent(load_circles(m->m.q->a, &group->a), load_circles(m->m.q->b, &group->b));
        nearest_lanes nearest = nearest_line(a->world, &edge_a, b->world, &edge_b, (sizes){4, 4, true}, extent, false);
        *found = store_nearest(&nearest, again, k, m->m.out);
    } else {
        wm from_b = w_gt(of_b.gap, of_a.gap);
        put_off(m->rest, apart, w_select(from_b, edge_b.edge, edge_a.edge), from_b, k);
        found->yes &= ~apart;
        found->open &= ~apart;
    }
    return true;
}

/* The group with all edges. Not inlined, since it is rarely needed. */
static SEPAL_NOINLINE lanes mtv_boxes_again(const void *question, const sepal_pair *group, size_t k) {
    return mtv_kernel(question, group, k, (sizes){4, 4, true});
}

SPECIALISED lanes mtv_boxes_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_quick_query *m = question;
    corner_lanes corners_a, corners_b;
    lanes found;
    (void)n;
    load_corners(m->m.q->a, &group->a, &corners_a);
    load_corners(m->m.q->b, &group->b, &corners_b);
    return mtv_boxes_group(m, group, &corners_a, &corners_b, k, &found) ? found : mtv_boxes_again(&m->m, group, k);
}

#endif
