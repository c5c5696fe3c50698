/* sweep_times.h — when and how polygons meet that are apart at the beginning and are known to meet, a pair in each lane; of shapes of
 * more than 8 vertices, the four vertices of each that are next to the contact. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_TIMES_H
#define SEPAL_POLYS_KERNEL_SWEEP_TIMES_H

#include "exact.h"
#include "large.h"
#include "reach.h"
#include "sweep_filters.h"

/* ===== Windows of larger shapes ================================================================== */

/* Where two moving shapes of more than 8 vertices meet first: the two vertices of each that are next
 * to the contact; a pair in each lane, in float.
 *
 * Let K be the Minkowski difference of the cores. Each direction n against which the way leads has a vertex of K that is least far
 * along it, and a place at which the way comes within reach of the line through this vertex. If the vertex is to the left of that
 * place, K is met to the right of it, and the other way round. So a front of K, from the vertex on the right of the way to that on the
 * left, is narrowed from both sides, by the vertex that is least far along the normal of the chord between its ends, as in large.h,
 * until it is an edge of K, or a vertex. It is looked for among 16 vertices of each shape, which are those of the coarse polygon if it
 * has more, and then in windows around what these have found.
 *
 * What is found is a guess: the times below and sweep_ways.h prove that the others do not matter, or leave the pair open. */

/* The most vertices of a shape; the vertices of a window around what its coarse polygon has found, three chords of the largest one; and
 * the most steps of a search. */
#define FRONT_MOST   64
#define FRONT_WINDOW 12
#define FRONT_STEPS  12

/* A vertex of K, a vertex of b minus one of a, and their numbers. */
typedef struct front_vertex {
    w2 at;
    w a, b;
} front_vertex;

/* The ends of a front, as seen along the way: of an edge of K, or of a vertex, if a search has ended. */
typedef struct front_ends {
    front_vertex right, left;
} front_ends;

/* d: the move of b as seen from a; r: the reach. */
typedef struct front_way {
    w2 d;
    w r;
} front_way;

/* The vertex that is least far along n, and its number. */
static inline w2 front_nearest(const w2 *near, uint32_t size, w2 n, w *number) {
    w least = w_dot(n, near[0]);
    w2 at = near[0];
    *number = w_set1(0);
    for (uint32_t k = 1; k < size; k++) {
        w along = w_dot(n, near[k]);
        wm less = w_gt(least, along);
        least = w_min(along, least);
        at = w2_select(less, near[k], at);
        *number = w_select(less, w_set1((float)k), *number);
    }
    return at;
}

static SEPAL_NOINLINE void front_try(const w2 *a, const w2 *b, uint32_t size, w2 n, front_vertex *out) {
    w2 of_b = front_nearest(b, size, n, &out->b);
    out->at = w2_sub(of_b, front_nearest(a, size, w2_neg(n), &out->a));
}

static inline front_vertex front_select(wm which, const front_vertex *yes, const front_vertex *no) {
    return (front_vertex){w2_select(which, yes->at, no->at), w_select(which, yes->a, no->a), w_select(which, yes->b, no->b)};
}

static inline wm front_is(const front_vertex *one, const front_vertex *other) {
    return wm_and(w_eq(one->at.x, other->at.x), w_eq(one->at.y, other->at.y));
}

/* Finds the front among some vertices of both, relative to one point of each lane. */
static SEPAL_NOINLINE void front_find(const w2 *a, const w2 *b, uint32_t size, const front_way *way, front_ends *out) {
    const w zero = w_set1(0);
    w2 d = way->d;
    front_ends f;
    front_try(a, b, size, (w2){d.y, w_neg(d.x)}, &f.right);
    front_try(a, b, size, (w2){w_neg(d.y), d.x}, &f.left);
    for (int step = 0; step < FRONT_STEPS; step++) {
        front_vertex next;
        w2 tangent = w2_sub(f.left.at, f.right.at), n = {tangent.y, w_neg(tangent.x)};
        front_try(a, b, size, n, &next);
        w length = w_sqrt(w_dot(n, n));
        w time = w_div(w_sub(w_mul(way->r, length), w_dot(n, next.at)), w_dot(n, d)), foot = w_mul(time, w_dot(tangent, d));
        wm left = w_gt(w_add(w_dot(tangent, next.at), foot), zero);
        wm end = wm_or(front_is(&f.right, &f.left), wm_or(front_is(&next, &f.right), front_is(&next, &f.left)));
        wm to_right = wm_and(end, w_gt(w_add(w_dot(tangent, f.right.at), foot), zero));
        wm to_left = wm_and(end, w_gt(zero, w_add(w_dot(tangent, f.left.at), foot)));
        front_ends last = f;
        f.left = front_select(wm_andnot(left, end), &next, &f.left);
        f.right = front_select(wm_or(left, end), &f.right, &next);
        f.left = front_select(to_right, &last.right, &f.left);
        f.right = front_select(to_left, &last.left, &f.right);
        if (wm_bits(end) == ALL_LANES)
            break;
    }
    *out = f;
}

/* The vertices of a block of 16, or those of the coarse polygon of a larger shape. */
static inline void front_load(const sepal_polys *set, const uint32_t *index, w2 *out) {
    const float *at[SEPAL_LANES];
    w all[2 * SEPAL_COARSE];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_poly_head *head = &set->heads[index[2 * lane]];
        at[lane] = set->vertices + 4 * (size_t)head->at - (head->size > SEPAL_COARSE ? SEPAL_COARSE_FLOATS : 0);
    }
    load_largest_blocks(at, all);
    for (int k = 0; k < SEPAL_COARSE; k++)
        out[k] = (w2){all[k], all[SEPAL_COARSE + k]};
}

/* The first of `window` vertices of each lane, around the middle of those with the numbers `one` and `two` among 16. */
static SEPAL_NOINLINE void front_place(const sepal_polys *set, const uint32_t *index, w one, w two, uint32_t window,
                                       uint32_t *start) {
    float from[SEPAL_LANES], to[SEPAL_LANES];
    w_store(from, w_min(one, two));
    w_store(to, w_max(one, two));
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t size = set->heads[index[2 * lane]].size, low = (uint32_t)from[lane], high = (uint32_t)to[lane], middle;
        if (size > SEPAL_COARSE) {
            middle = low + high + (high - low > SEPAL_COARSE / 2 ? SEPAL_COARSE : 0);
            middle = middle * size / (2 * SEPAL_COARSE);
        } else {
            high = high < size ? high : size - 1; /* blocks repeat the last vertex */
            middle = high - low > 1 ? high : low;
        }
        start[lane] = (middle + 2 * size - (window / 2 - 1)) % size;
    }
}

/* The first of four vertices of each lane, around those with the numbers `one` and `two` in windows. */
static SEPAL_NOINLINE void front_place_in(const sepal_polys *set, const uint32_t *index, w one, w two, uint32_t *start) {
    float from[SEPAL_LANES];
    w_store(from, w_min(one, two));
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t size = set->heads[index[2 * lane]].size;
        start[lane] = (start[lane] + (uint32_t)from[lane] + size - 1) % size;
    }
}

/* May windows be asked for? */
static inline bool front_takes(uint32_t size_a, uint32_t size_b) {
    return size_a > 8 && size_b > 8 && size_a <= FRONT_MOST && size_b <= FRONT_MOST;
}

/* The first of four vertices of each shape of a group. */
typedef struct front_starts {
    uint32_t a[SEPAL_LANES], b[SEPAL_LANES];
} front_starts;

static SEPAL_NOINLINE void front_in_windows(const polys_query *q, const sepal_pair *group, const front_way *way,
                                            front_starts *starts) {
    w world[2 * SEPAL_LANE_VERTICES]; /* the block of a window */
    w2 a[FRONT_WINDOW], b[FRONT_WINDOW];
    front_ends found;
    const w2 origin = load_circles(q->a, &group->a).centre;
    load_windows(q->a, &group->a, starts->a, FRONT_WINDOW, world);
    move_windows(world, FRONT_WINDOW, origin, a);
    load_windows(q->b, &group->b, starts->b, FRONT_WINDOW, world);
    move_windows(world, FRONT_WINDOW, origin, b);
    front_find(a, b, FRONT_WINDOW, way, &found);
    front_place_in(q->a, &group->a, found.left.a, found.right.a, starts->a);
    front_place_in(q->b, &group->b, found.left.b, found.right.b, starts->b);
}

static SEPAL_NOINLINE void find_fronts(const sweep_query *s, const sepal_pair *group, front_starts *starts) {
    const polys_query *q = &s->q;
    w2 a[SEPAL_COARSE], b[SEPAL_COARSE];
    front_ends found;
    front_load(q->a, &group->a, a);
    front_load(q->b, &group->b, b);
    w2 origin = a[0];
    for (int k = 0; k < SEPAL_COARSE; k++) {
        a[k] = w2_sub(a[k], origin);
        b[k] = w2_sub(b[k], origin);
    }
    w2 d = w2_sub(load_moves(s->moves_b, &group->b), load_moves(s->moves_a, &group->a));
    w2 c = w2_sub(load_circles(q->b, &group->b).centre, load_circles(q->a, &group->a).centre);
    wm away = w_gt(w_dot(c, d), w_set1(0));
    w reach = w_add(w_add(load_radii(q->a, &group->a), load_radii(q->b, &group->b)), w_set1(q->margin));
    const front_way way = {w2_select(away, w2_neg(d), d), reach};
    front_find(a, b, SEPAL_COARSE, &way, &found);
    uint32_t most = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t of_a = q->a->heads[group[lane].a].size, of_b = q->b->heads[group[lane].b].size;
        most = of_a > most ? of_a : most;
        most = of_b > most ? of_b : most;
    }
    const uint32_t window = most > SEPAL_COARSE ? FRONT_WINDOW : 4;
    front_place(q->a, &group->a, found.left.a, found.right.a, window, starts->a);
    front_place(q->b, &group->b, found.left.b, found.right.b, window, starts->b);
    if (most > SEPAL_COARSE)
        front_in_windows(q, group, &way, starts);
}

/* ===== Times ===================================================================================== */

/* When and how polygons meet that are apart at the beginning and are known to meet: the axis whose gap is closed
 * last, in double; half of the lanes at a time.
 *
 * The axis must be the same as that of scalar/polys_scalar_hit.c, and the time its exact quotient rounded towards 0. Left open are
 * pairs in which an axis that is not parallel to the last one is closed at the same time or too nearly so, and those in which the
 * time is too near to a float. */

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
        load_windows(q->a, &group->a, starts->a, 4, va.world);
        load_windows(q->b, &group->b, starts->b, 4, vb.world);
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
