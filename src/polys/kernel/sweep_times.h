/* sweep_times.h — when and how polygons meet that are apart at the beginning and are known to meet: the axis whose gap is closed
 * last, in double; half of the lanes at a time.
 *
 * The axis must be the same as that of scalar/polys_scalar_hit.c, and the time its exact quotient rounded towards 0. Left open are
 * pairs in which an axis that is not parallel to the last one is closed at the same time or too nearly so, and those in which the
 * time is too near to a float. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_TIMES_H
#define SEPAL_POLYS_KERNEL_SWEEP_TIMES_H

#include "exact.h"
#include "sweep_filters.h"
#include "sweep_windows.h"

/* Times and normals of a block of pairs. */
typedef struct sweep_values {
    float time[SEPAL_BLOCK], x[SEPAL_BLOCK], y[SEPAL_BLOCK];
} sweep_values;

typedef struct times_query {
    const sweep_query *s;
    sweep_values *out;
} times_query;

/* Bounds on the errors of gaps and of speeds, relative to the length of the edge (the sum of its coordinates) and the extent of the
 * pair or the move; and of a quotient (docs/numerics/sweep.md, "Times in lanes"). */
#define TIMES_GAP_ERROR      (12 * 0x1p-53)
#define TIMES_SPEED_ERROR    (6 * 0x1p-53)
#define TIMES_QUOTIENT_ERROR (4 * 0x1p-53)

/* The axis that is closed last so far: its edge, in the order in which a would be on the left of it; gap and speed along its normal,
 * times the length of the edge, and bounds on their errors. No axis: all are 0, and the speed is 1. doubtful: another axis may be
 * closed later. */
typedef struct last_axis {
    wd edge_x, edge_y;
    wd gap, speed, gap_error, speed_error;
    wdm doubtful;
} last_axis;

/* What is the same for all edges of a pair: the extent and the greatest component of the move, times the errors. */
typedef struct times_scale {
    wd gap, speed;
} times_scale;

static inline wd wd_cross(wd ax, wd ay, wd bx, wd by) {
    return wd_sub(wd_mul(ax, by), wd_mul(ay, bx));
}

/* Is the edge parallel to that of the last axis? Products of exact differences are compared exactly. */
static inline wdm is_parallel(wd ex, wd ey, const last_axis *last) {
    return wd_eq(wd_products_sub(ex, last->edge_y, ey, last->edge_x), wd_set1(0));
}

/* Takes an axis if its gap is closed later than that of the last one. */
SPECIALISED void take_later(wd ex, wd ey, wd gap, wd speed, times_scale scale, last_axis *last) {
    wd length = wd_add(wd_abs(ex), wd_abs(ey)), zero = wd_set1(0);
    wd gap_error = wd_mul(length, scale.gap), speed_error = wd_mul(length, scale.speed);
    wdm open = wd_gt(gap, gap_error), unclear = wdm_andnot(wd_gt(length, zero), wdm_or(open, wd_gt(wd_sub(zero, gap_error), gap)));
    /* an open gap is closed, as the shapes meet; if that is not certain here, its quotient is not known */
    unclear = wdm_or(unclear, wdm_andnot(open, wd_gt(speed, speed_error)));
    wd mine = wd_mul(gap, last->speed), its = wd_mul(last->gap, speed), difference = wd_sub(mine, its);
    wd error = wd_add(wd_add(wd_mul(gap_error, last->speed), wd_mul(wd_abs(gap), last->speed_error)),
                      wd_add(wd_mul(last->gap_error, wd_abs(speed)), wd_mul(last->gap, speed_error)));
    error = wd_add(error, error);
    wdm first = wd_eq(last->gap, zero), later = wdm_and(open, wdm_or(first, wd_gt(difference, error)));
    wdm tie = wdm_and(open, wdm_not(wdm_or(first, wd_gt(wd_abs(difference), error))));
    if (wdm_bits(tie) != 0)
        tie = wdm_andnot(tie, is_parallel(ex, ey, last));
    last->doubtful = wdm_or(last->doubtful, wdm_or(unclear, tie));
    last->edge_x = wd_select(later, ex, last->edge_x);
    last->edge_y = wd_select(later, ey, last->edge_y);
    last->gap = wd_select(later, gap, last->gap);
    last->speed = wd_select(later, speed, last->speed);
    last->gap_error = wd_select(later, gap_error, last->gap_error);
    last->speed_error = wd_select(later, speed_error, last->speed_error);
}

/* The polygon of one side in half of the lanes, relative to the first vertex of a; its edges, with the polygon on the left. */
typedef struct times_polygon {
    wd2 near[SEPAL_LANE_VERTICES], edge[SEPAL_LANE_VERTICES];
} times_polygon;

SPECIALISED void take_polygon(const vertex_lanes *v, uint32_t size, wd winding, int half, wd2 origin, times_polygon *out) {
    wd2 world[SEPAL_LANE_VERTICES + 1];
    take_half(v, size, half, world);
    for (uint32_t k = 0; k < size; k++) {
        out->near[k] = (wd2){wd_sub(world[k].x, origin.x), wd_sub(world[k].y, origin.y)};
        out->edge[k] =
            (wd2){wd_mul(wd_sub(world[k + 1].x, world[k].x), winding), wd_mul(wd_sub(world[k + 1].y, world[k].y), winding)};
    }
}

/* The axes of a, of which b moves by m. reversed: a is the second polygon of the pair, and m the move of the first as seen from it.
 */
SPECIALISED void try_polygon(const times_polygon *a, uint32_t size_a, const times_polygon *b, uint32_t size_b, wd2 m, bool reversed,
                             times_scale scale, last_axis *last) {
    wd zero = wd_set1(0);
    for (uint32_t i = 0; i < size_a; i++) {
        wd ex = a->edge[i].x, ey = a->edge[i].y;
        wd deepest = wd_cross(ex, ey, b->near[0].x, b->near[0].y);
        for (uint32_t j = 1; j < size_b; j++)
            deepest = wd_max(deepest, wd_cross(ex, ey, b->near[j].x, b->near[j].y));
        wd gap = wd_sub(wd_cross(ex, ey, a->near[i].x, a->near[i].y), deepest), speed = wd_cross(ex, ey, m.x, m.y);
        if (reversed)
            take_later(wd_sub(zero, ex), wd_sub(zero, ey), gap, speed, scale, last);
        else
            take_later(ex, ey, gap, speed, scale, last);
    }
}

/* The greatest float that is not above t >= 0. */
static inline w round_down(wd low, wd high) {
    w nearest = w_of(low, high);
    unsigned above = wdm_bits(wd_gt(wd_of(nearest, 0), low)) | wdm_bits(wd_gt(wd_of(nearest, 1), high)) << (SEPAL_LANES / 2);
    float values[SEPAL_LANES];
    if (above == 0)
        return nearest;
    w_store(values, w_of_bits(wi_sub(wi_of_bits(nearest), wi_set1(1))));
    float kept[SEPAL_LANES];
    w_store(kept, nearest);
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        kept[lane] = above >> lane & 1 ? values[lane] : kept[lane];
    return w_load(kept);
}

/* Are the ends of both windows certainly beyond the line of the last axis, so that all vertices that are not in them are? */
SPECIALISED wdm ends_are_beyond(const times_polygon *a, const times_polygon *b, sizes n, const last_axis *last) {
    wd along_a[SEPAL_LANE_VERTICES], along_b[SEPAL_LANE_VERTICES], low = wd_set1(INFINITY), high = wd_set1(-INFINITY);
    wd error = wd_add(last->gap_error, last->gap_error);
    for (uint32_t k = 0; k < n.a; k++) {
        along_a[k] = wd_cross(last->edge_x, last->edge_y, a->near[k].x, a->near[k].y);
        low = wd_min(low, along_a[k]);
    }
    for (uint32_t k = 0; k < n.b; k++) {
        along_b[k] = wd_cross(last->edge_x, last->edge_y, b->near[k].x, b->near[k].y);
        high = wd_max(high, along_b[k]);
    }
    return wdm_and(wd_gt(wd_sub(wd_min(along_a[0], along_a[n.a - 1]), low), error),
                   wd_gt(wd_sub(high, wd_max(along_b[0], along_b[n.b - 1])), error));
}

/* starts: NULL, or of windows of four vertices of larger polygons. */
SPECIALISED lanes times_group(const times_query *t, const sepal_pair *group, size_t k, sizes n, const front_starts *starts) {
    const sweep_query *s = t->s;
    const polys_query *q = &s->q;
    vertex_lanes va, vb;
    if (starts != NULL) {
        load_window_of_four(q->a, &group->a, starts->a, &va);
        load_window_of_four(q->b, &group->b, starts->b, &vb);
    } else {
        load_vertices(q->a, &group->a, n.a, n.same, &va);
        load_vertices(q->b, &group->b, n.b, n.same, &vb);
    }
    circle_lanes ca = load_circles(q->a, &group->a), cb = load_circles(q->b, &group->b);
    w winding_a = windings(q->a, &group->a), winding_b = windings(q->b, &group->b);
    w2 move_a = load_moves(s->moves_a, &group->a), move_b = load_moves(s->moves_b, &group->b), d = w2_sub(cb.centre, ca.centre);
    w outer = w_add(ca.outer, cb.outer), extent = w_add(w_add(outer, outer), w2_greatest(d));
    wd least[2], most[2], x[2], y[2], zero = wd_set1(0), one = wd_set1(1);
    unsigned doubtful = 0;
    for (int half = 0; half < 2; half++) {
        w2 first = vertex(va.world, n.a, 0);
        wd2 origin = {wd_of(first.x, half), wd_of(first.y, half)};
        wd2 m = {wd_sub(wd_of(move_b.x, half), wd_of(move_a.x, half)), wd_sub(wd_of(move_b.y, half), wd_of(move_a.y, half))};
        wd2 back = {wd_sub(zero, m.x), wd_sub(zero, m.y)};
        times_scale scale = {wd_mul(wd_of(extent, half), wd_set1(TIMES_GAP_ERROR)),
                             wd_mul(wd_max(wd_abs(m.x), wd_abs(m.y)), wd_set1(TIMES_SPEED_ERROR))};
        times_polygon a, b;
        take_polygon(&va, n.a, wd_of(winding_a, half), half, origin, &a);
        take_polygon(&vb, n.b, wd_of(winding_b, half), half, origin, &b);
        last_axis last = {zero, zero, zero, one, zero, zero, wdm_none()};
        try_polygon(&a, n.a, &b, n.b, m, false, scale, &last);
        try_polygon(&b, n.b, &a, n.a, back, true, scale, &last);
        wd slowest = wd_sub(last.speed, last.speed_error);
        least[half] = wd_div(wd_sub(last.gap, last.gap_error), wd_add(last.speed, last.speed_error));
        most[half] = wd_div(wd_add(last.gap, last.gap_error), slowest);
        least[half] = wd_mul(least[half], wd_set1(1 - TIMES_QUOTIENT_ERROR));
        most[half] = wd_min(wd_mul(most[half], wd_set1(1 + TIMES_QUOTIENT_ERROR)), one);
        wdm sure = wdm_andnot(wdm_and(wd_gt(least[half], zero), wd_gt(slowest, zero)), last.doubtful);
        if (starts != NULL)
            sure = wdm_and(sure, ends_are_beyond(&a, &b, n, &last));
        doubtful |= (unsigned)((1U << SEPAL_LANES / 2) - 1 - wdm_bits(sure)) << (half * SEPAL_LANES / 2);
        least[half] = wd_select(sure, least[half], zero);
        most[half] = wd_select(sure, most[half], zero);
        wd length = wd_sqrt(wd_add(wd_mul(last.edge_x, last.edge_x), wd_mul(last.edge_y, last.edge_y)));
        x[half] = wd_div(last.edge_y, length);
        y[half] = wd_div(last.edge_x, length);
    }
    w early = round_down(least[0], least[1]), late = round_down(most[0], most[1]);
    doubtful |= ALL_LANES & ~wm_bits(w_eq(early, late));
    w_store(t->out->time + k, early);
    w_store(t->out->x + k, w_add(w_zero(), w_of(x[0], x[1])));
    w_store(t->out->y + k, w_sub(w_zero(), w_of(y[0], y[1])));
    return (lanes){ALL_LANES & ~doubtful, doubtful};
}

SPECIALISED lanes times_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    return times_group(question, group, k, n, NULL);
}

SPECIALISED lanes times_window_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const times_query *t = question;
    front_starts starts;
    find_fronts(t->s, group, &starts);
    return times_group(t, group, k, n, &starts);
}

/* Are the differences of coordinates exact, as in exact_takes, and the polygons large, but not too large for windows? */
static inline bool times_takes_windows(const sepal_poly_head *a, const sepal_poly_head *b) {
    int high = a->high > b->high ? a->high : b->high, low = a->low < b->low ? a->low : b->low;
    return high - low <= 52 && front_takes(a->size, b->size) && ((a->flags | b->flags) & SEPAL_FLAT) == 0;
}

/* Each pair must satisfy times_takes_windows. */
static SEPAL_NOINLINE bool sweep_times_in_windows(const sweep_query *s, const sepal_pair *pairs, size_t count, verdicts *found,
                                                  sweep_values *out) {
    times_query asked;
    asked.s = s;
    asked.out = out;
    return ask_groups(times_window_kernel, NULL, &asked, pairs, count, (sizes){4, 4, false}, found);
}

/* Each pair must satisfy exact_takes, and have blocks of the sizes n. */
static SEPAL_NOINLINE bool sweep_times(const sweep_query *s, const sepal_pair *pairs, size_t count, sizes n, verdicts *found,
                                       sweep_values *out) {
    times_query asked;
    asked.s = s;
    asked.out = out;
    return ask_groups(times_kernel, NULL, &asked, pairs, count, n, found);
}

#endif
