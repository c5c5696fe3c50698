/* mtv_boxes.h — the same for boxes: of two opposite edges only the one that faces the other box can have the greater gap.
 *
 * With a symmetric about c_a and b about c_b, the gaps along n and -n differ by 2 n . (c_b - c_a). Four vertices in float32 are not
 * quite symmetric, so an edge is left out only where this is beyond what their bend and all roundings can do (docs/numerics.md,
 * "Minimum translation"); or where even so it would fall short of the greatest gap. Groups with a pair in which neither is certain
 * are done again with all edges. The answer has the same bits either way. */
#ifndef SEPAL_KERNEL_MTV_BOXES_H
#define SEPAL_KERNEL_MTV_BOXES_H

#include "mtv_axes.h"

/* Of two opposite edges the one that faces the other box, or is guessed to. */
typedef struct facing {
    w2 from, edge;
    wm second, doubtful;
} facing;

/* towards: twice the way from one centre to the other. */
SPECIALISED facing choose_edge(w2 from, w2 edge, w2 second_from, w2 second_edge, w2 towards, w bend) {
    w side = w_sub(w_mul(edge.y, towards.x), w_mul(edge.x, towards.y));
    wm second = w_gt(w_set1(0), side);
    return (facing){w2_select(second, second_from, from), w2_select(second, second_edge, edge), second, w_gt(bend, w_abs(side))};
}

/* The greater gap of one edge of the first and one of the second pair of opposite edges of a box, and the first axis that has it.
 */
SPECIALISED axis_lanes greater_of(facing p, axis_lanes of_p, facing q, axis_lanes of_q) {
    wm earlier = wm_and(w_eq(of_q.gap, of_p.gap), wm_andnot(p.second, q.second)); /* edges 0 and 2, 1 and 3 */
    return select_axis(wm_or(w_gt(of_q.gap, of_p.gap), earlier), of_q, of_p);
}

/* Might the edge that was left out have the greatest gap? Its gap is at most 2 bend / |edge| above that of the chosen one. */
SPECIALISED wm might_win(facing chosen, axis_lanes axis, w bend, w greatest) {
    w length = w_add(w_mul(w_abs(axis.normal.x), w_abs(chosen.edge.y)), w_mul(w_abs(axis.normal.y), w_abs(chosen.edge.x)));
    w most = w_mul(w_sub(greatest, axis.gap), length); /* what is missing, times the length of the edge */
    return wm_andnot(chosen.doubtful, w_gt(most, w_add(bend, bend)));
}

/* The shares of the bend of the two boxes, and of their extent, in what decides which edge faces the other box. */
#define FACING_BEND     32
#define FACING_ROUNDING 0x1p-13F

/* Where an edge is longer, the opposite one is long enough for float. */
#define FACING_LEAST_SQUARE (4 * SEPAL_LEAST_SQUARE)

/* Answers the group at k; false if it has to be done again. */
SPECIALISED bool mtv_boxes_group(vertex_lanes *va, vertex_lanes *vb, size_t k, mtv_chunk *out) {
    make_near(va, 4, va->world[0]);
    make_near(vb, 4, va->world[0]);
    const w2 *p = va->near, *q = vb->near;
    w extent = w_max(w_abs(q[0].x), w_abs(q[0].y));
    for (int j = 1; j < 4; j++)
        extent = w_max(w_max(extent, w_max(w_abs(p[j].x), w_abs(p[j].y))), w_max(w_abs(q[j].x), w_abs(q[j].y)));

    w2 middle_b = w2_add(q[0], q[2]), to_b = w2_sub(middle_b, p[2]), to_a = w2_sub(p[2], middle_b); /* p[0] is 0 */
    w2 bend_a = w2_sub(p[2], w2_add(p[1], p[3])), bend_b = w2_sub(middle_b, w2_add(q[1], q[3]));
    w bends = w_add(w_max(w_abs(bend_a.x), w_abs(bend_a.y)), w_max(w_abs(bend_b.x), w_abs(bend_b.y)));
    w bend = w_mul(extent, w_add(w_mul(bends, w_set1(FACING_BEND)), w_mul(extent, w_set1(FACING_ROUNDING))));

    facing chosen[4];
    axis_lanes axes[4];
    wm again = w_gt(w_set1(0), w_set1(0)); /* none */
    for (int e = 0; e < 2; e++) {
        w2 edge_a = w2_sub(va->world[e + 1], va->world[e]), other_a = w2_sub(va->world[e == 0 ? 3 : 0], va->world[e + 2]);
        w2 edge_b = w2_sub(vb->world[e + 1], vb->world[e]), other_b = w2_sub(vb->world[e == 0 ? 3 : 0], vb->world[e + 2]);
        chosen[e] = choose_edge(p[e], edge_a, p[e + 2], other_a, to_b, bend);
        chosen[2 + e] = choose_edge(q[e], edge_b, q[e + 2], other_b, to_a, bend);
        axes[e] = unit_gap(chosen[e].from, chosen[e].edge, w_set1(0), q, 4, FACING_LEAST_SQUARE, &again);
        axes[2 + e] = unit_gap(chosen[2 + e].from, chosen[2 + e].edge, w_set1(0), p, 4, FACING_LEAST_SQUARE, &again);
    }
    axis_lanes of_a = greater_of(chosen[0], axes[0], chosen[1], axes[1]), of_b = greater_of(chosen[2], axes[2], chosen[3], axes[3]);
    wm doubtful = wm_or(wm_or(chosen[0].doubtful, chosen[1].doubtful), wm_or(chosen[2].doubtful, chosen[3].doubtful));
    if (wm_bits(wm_or(doubtful, again)) != 0) {
        w greatest = w_max(of_a.gap, of_b.gap);
        for (int e = 0; e < 4; e++)
            again = wm_or(again, might_win(chosen[e], axes[e], bend, greatest));
        if (wm_bits(again) != 0)
            return false;
    }
    note_axes(of_a, of_b, w_add(extent, extent), again, k, out);
    return true;
}

/* The group at k with all edges, as in mtv_axes. */
static void mtv_group_again(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t k, size_t count,
                            mtv_chunk *out) {
    mtv_group_at(a, b, pairs, k, count, (sizes){4, 4, true}, out);
}

/* All polygons of both sets are boxes with area, counter-clockwise, within the range. */
static void mtv_boxes(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, mtv_chunk *out) {
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        vertex_lanes va, vb;
        load_vertices(a, &group->a, 4, true, &va);
        load_vertices(b, &group->b, 4, true, &vb);
        if (!mtv_boxes_group(&va, &vb, k, out))
            mtv_group_again(a, b, pairs, k, count, out);
    }
}

#endif
