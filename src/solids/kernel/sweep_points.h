/* sweep_points.h — a box or a triangle, and a moving point, without a reach: do they meet, when and how? In double and in lanes. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_POINTS_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_POINTS_H

#include "boxes.h"
#include "sweep_entry.h"
#include "sweep_shared.h"

/* --- A box and a point --------------------------------------------------------------------------------------------------------------
 *
 * As seen from the box the point is in each of three slabs, between two opposite sides of the box, from one time to another (Kay, Kajiya,
 * "Ray tracing complex scenes", SIGGRAPH 1986). Each of these times is known to lie between two bounds. If the slab that is entered last
 * is certain, and the point has certainly left none by then, its normal is that of the answer; and if both bounds of the time round down
 * to one float, that is the time. (docs/numerics/solids_sweep.md, "Moving points in lanes") */

/* Earlier times are left open: then those that are left are multiples of 2^-113, and no difference of two underflows. */
#define POINT_EARLIEST 0x1p-60

/* Bounds on the times at which the point enters a slab and leaves it. Where the point is not certainly outside at the beginning, the
 * lower bound of the entry may be any number that is not above 0, and so may be the upper one if it certainly is inside; likewise for
 * times at which it has left the slab before the beginning. */
typedef struct slab_times {
    wd enter_least, enter_most, leave_least, leave_most, speed; /* speed: along the normal, with its sign */
} slab_times;

/* normal: the cross product of two half edges; reach: its product with the third; scale: the product of the sizes of the two. */
static inline slab_times find_slab_times(wd3 normal, wd reach, wd scale, wd extent, wd3 d, wd3 m) {
    const wd zero = wd_set1(0), one = wd_set1(1), never = wd_set1(2), before = wd_set1(-1);
    const wd less = wd_set1(1 - ZONOTOPE_QUOTIENT_ERROR), more = wd_set1(1 + ZONOTOPE_QUOTIENT_ERROR);
    const wd at = wd3_dot(normal, d), speed = wd3_dot(normal, m), pace = wd_abs(speed);
    const wd error = wd_mul(wd_mul(scale, extent), wd_set1(ZONOTOPE_GAP_ERROR));
    const wd pace_error = wd_mul(wd_mul(scale, wd3_sum_in_order(m)), wd_set1(ZONOTOPE_SPEED_ERROR));
    /* how far it is, in the direction in which the point moves, to the side that it comes to first, and to the other one */
    const wd ahead = wd_select(wd_gt(speed, zero), wd_sub(zero, at), at);
    const wd near = wd_sub(ahead, reach), far = wd_add(ahead, reach);
    const wd fast = wd_div(one, wd_add(pace, pace_error)), slow = wd_div(one, wd_sub(pace, pace_error));
    /* next to no move across the slab: inside or outside of it all the time, or not certain */
    const wdm moves = wd_gt(pace, pace_error);
    const wd gap = wd_sub(wd_abs(at), reach), change = wd_add(pace, wd_add(error, pace_error));
    const wd inside = wd_select(wd_gt(wd_sub(zero, gap), change), never, before),
             outside = wd_select(wd_gt(gap, change), before, never);
    return (slab_times){.enter_least = wd_select(moves, wd_mul(wd_mul(wd_sub(near, error), fast), less), before),
                        .enter_most = wd_select(moves, wd_mul(wd_mul(wd_add(near, error), slow), more), before),
                        .leave_least = wd_select(moves, wd_mul(wd_mul(wd_sub(far, error), fast), less), inside),
                        .leave_most = wd_select(moves, wd_mul(wd_mul(wd_add(far, error), slow), more), outside),
                        .speed = speed};
}

/* Of half of the lanes. least, most: bounds on the time of a hit; 1 if there is none. low, high: bounds on its normal. */
typedef struct point_answer {
    wd least, most;
    wd3 low, high;
    unsigned hit, miss; /* bits */
} point_answer;

/* sign: of the normal from the box to the point. */
static inline point_answer find_point_hit(const wd3 edge[3], wd3 d, wd3 m, double sign) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    wd size[3];
    wd3 normal[3];
    slab_times t[3];
    for (int k = 0; k < 3; k++) {
        size[k] = wd3_sum_in_order(edge[k]);
        normal[k] = wd3_cross(edge[(k + 1) % 3], edge[(k + 2) % 3]);
    }
    const wd reach = wd_abs(wd3_dot(normal[0], edge[0]));
    const wd extent = wd_add(wd_add(wd_add(size[0], size[1]), size[2]), wd3_sum_in_order(d));
    for (int k = 0; k < 3; k++)
        t[k] = find_slab_times(normal[k], reach, wd_mul(size[(k + 1) % 3], size[(k + 2) % 3]), extent, d, m);
    const wd least = wd_max(wd_max(t[0].enter_least, t[1].enter_least), t[2].enter_least);
    const wd most = wd_max(wd_max(t[0].enter_most, t[1].enter_most), t[2].enter_most);
    const wd leave_least = wd_min(wd_min(t[0].leave_least, t[1].leave_least), t[2].leave_least);
    const wd leave_most = wd_min(wd_min(t[0].leave_most, t[1].leave_most), wd_min(t[2].leave_most, one));
    wdm last[3];
    for (int k = 0; k < 3; k++)
        last[k] = wd_ge(t[k].enter_most, least);
    const wdm several = wdm_or(wdm_and(last[0], wdm_or(last[1], last[2])), wdm_and(last[1], last[2]));
    const wdm in_time = wdm_and(wd_ge(least, wd_set1(POINT_EARLIEST)), wd_ge(one, most));
    const wdm hit = wdm_andnot(wdm_and(in_time, wd_gt(leave_least, most)), several);
    const wd3 n = wd3_select(last[0], normal[0], wd3_select(last[1], normal[1], normal[2]));
    const wd speed = wd_select(last[0], t[0].speed, wd_select(last[1], t[1].speed, t[2].speed));
    const wd against = wd_select(wd_gt(speed, zero), wd_set1(-sign), wd_set1(sign)), length = wd_sqrt(wd3_dot(n, n));
    const wd factor = wd_select(hit, wd_div(against, length), zero);
    return (point_answer){.least = wd_select(hit, least, one),
                          .most = wd_select(hit, most, one),
                          .low = wd3_scale(n, wd_mul(factor, wd_set1(1 - ZONOTOPE_NORMAL_ERROR))),
                          .high = wd3_scale(n, wd_mul(factor, wd_set1(1 + ZONOTOPE_NORMAL_ERROR))),
                          .hit = wdm_bits(hit),
                          .miss = wdm_bits(wd_gt(wd_max(least, zero), leave_most))};
}

/* All points of a group are of the second set, or all of the first. out->time may be NULL. */
SPECIALISED lanes point_hits_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const hits_found *out = question;
    const bool second = out->s->q.b->heads[group->b].class == SEPAL_SOLID_POINT;
    const seen_pairs p = load_seen_pairs(out->s, group, second);
    const float *at[SEPAL_LANES];
    w f[16];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = p.still->exacts[n.same ? p.still_at[2 * lane] : p.still->heads[p.still_at[2 * lane]].at].c;
    w_load_sixteen(at, f);
    const w3 point = load_balls(p.moving, p.moving_at).centre;
    point_answer found[2];
    for (int half = 0; half < 2; half++) {
        const wd3 centre = wd3_of((w3){f[0], f[1], f[2]}, half), m = wd3_sub(wd3_of(p.move, half), wd3_of(p.move_still, half));
        const wd3 edge[3] = {wd3_of((w3){f[3], f[4], f[5]}, half), wd3_of((w3){f[6], f[7], f[8]}, half),
                             wd3_of((w3){f[9], f[10], f[11]}, half)};
        found[half] = find_point_hit(edge, wd3_sub(wd3_of(point, half), centre), m, second ? 1 : -1);
    }
    const unsigned hit = found[0].hit | found[1].hit << SEPAL_LANES / 2, miss = found[0].miss | found[1].miss << SEPAL_LANES / 2;
    if (out->time == NULL)
        return (lanes){hit, ALL_LANES & ~(hit | miss)};
    const w time = times_below(found[0].least, found[1].least);
    const unsigned sure = wm_bits(w_eq(time, times_below(found[0].most, found[1].most)));
    w_store(out->time + k, time);
    const wd3 low[2] = {found[0].low, found[1].low}, high[2] = {found[0].high, found[1].high};
    const unsigned yes = hit & sure & store_normals(out, k, low, high);
    return (lanes){yes, ALL_LANES & ~(yes | miss)};
}

/* --- A triangle and a moving point, without a reach: do they meet, when and how? ---------------------------------------------------
 *
 * The triangle has the corners v, as seen from the point, and the point moves by m. Its line passes through the inside of the triangle if
 * the three determinants det(m, v[i], v[i+1]) have one sign, and passes the plane of the triangle, which has the normal n = (v[1] - v[0]) x
 * (v[2] - v[0]), at the time n . v[0] / n . m (Möller, Trumbore, "Fast, minimum storage ray-triangle intersection", Journal of Graphics
 * Tools 2, 1997, has the determinants). Each sign counts only where it is certain; and the time if both of its bounds round down to one
 * float. Where coordinates are few bits apart, as on a grid, nothing at all is rounded: then a line through an edge or a corner is certain,
 * too, and so is a time that is a float. (docs/numerics/solids_sweep.md, "Moving points and triangles") */

/* Error of a determinant, relative to the product of the sums of the coordinates of its vectors. */
#define TRIANGLE_DETERMINANT_ERROR (16 * DOUBLE_UNIT)

/* Coordinates that are multiples of 2^-23 of the greatest power of two among them have exact normals, and of 2^-14 exact determinants: what is
 * such a multiple does not change as the greatest coordinate, or so many times that, is added and taken away. */
#define TRIANGLE_DETERMINANT_GRID 0x1p9F

/* What is known of the triangles and points of a group: their coordinates, and in which lanes nothing is rounded. sign: of the normals from
 * a to b that lean along the move. */
typedef struct triangle_lanes {
    w3 v[3], point, move, other_move;
    wm flat, whole; /* of normals; of determinants, too */
    w level[3];     /* 1 where the triangle is at right angles to this axis alone, and nothing is rounded along it; else 0 */
    float sign;
} triangle_lanes;

/* Half of them, seen from the point; e, f: v[1] and v[2] less v[0]. in_normal, in_sides: 0 where n, or every determinant, is exact; else 1. */
typedef struct triangle_half {
    wd3 v[3], e, f, m;
    wd in_normal, in_sides, level[3];
} triangle_half;

/* ahead, pace: of the quotient that is the time, both of them above 0 of a hit. */
typedef struct triangle_answer {
    wd ahead, pace, least, most;
    wd3 low, high;
    wdm hit, miss;
} triangle_answer;

static inline wm on_grid(w3 v, w grid) {
    const wm x = w_eq(w_sub(w_add(v.x, grid), grid), v.x), y = w_eq(w_sub(w_add(v.y, grid), grid), v.y);
    return wm_and(wm_and(x, y), w_eq(w_sub(w_add(v.z, grid), grid), v.z));
}

static inline void find_exact_lanes(triangle_lanes *t) {
    const w of_triangle = w_max(w_max(w3_greatest(t->v[0]), w3_greatest(t->v[1])), w3_greatest(t->v[2]));
    const w of_point = w_max(w_max(w3_greatest(t->point), w3_greatest(t->move)), w3_greatest(t->other_move));
    const w coarse = w_mul(w_max(of_triangle, of_point), w_set1(TRIANGLE_DETERMINANT_GRID));
    t->whole = wm_and(on_grid(t->point, coarse), wm_and(on_grid(t->move, coarse), on_grid(t->other_move, coarse)));
    t->flat = wm_not(wm_none());
    for (int k = 0; k < 3; k++) {
        t->whole = wm_and(t->whole, on_grid(t->v[k], coarse));
        t->flat = wm_and(t->flat, on_grid(t->v[k], of_triangle));
    }
}

/* Axis by axis: are the three vertices at one place, and nothing is rounded in how far the point is from there? */
static inline void find_level_lanes(triangle_lanes *t) {
    const w one = w_set1(1), zero = w_zero();
    for (int axis = 0; axis < 3; axis++) {
        const w3 of[6] = {t->v[0], t->point, t->move, t->other_move, t->v[1], t->v[2]};
        w at[6], most = zero;
        for (int k = 0; k < 6; k++) {
            at[k] = axis == 0 ? of[k].x : axis == 1 ? of[k].y : of[k].z;
            most = w_max(most, w_abs(at[k]));
        }
        wm level = wm_and(w_eq(at[0], at[4]), w_eq(at[0], at[5]));
        for (int k = 0; k < 4; k++)
            level = wm_and(level, w_eq(w_sub(w_add(at[k], most), most), at[k]));
        t->level[axis] = w_select(level, one, zero);
    }
    const w sum = w_add(w_add(t->level[0], t->level[1]), t->level[2]);
    for (int axis = 0; axis < 3; axis++)
        t->level[axis] = w_select(w_eq(sum, one), t->level[axis], zero);
}

/* A bound on the error of a determinant of vectors with these sums of coordinates. */
static inline wd triangle_error(const triangle_half *t, wd a, wd b, wd c) {
    return wd_mul(wd_mul(wd_mul(a, b), c), wd_scaled(t->in_sides, TRIANGLE_DETERMINANT_ERROR));
}

/* Does the line of the point certainly pass through the triangle, border included where that is exact? Does it certainly pass it? */
static inline void find_sides(const triangle_half *t, wdm *through, wdm *beside) {
    const wd zero = wd_set1(0), way = wd3_sum(t->m);
    const wd size[3] = {wd3_sum(t->v[0]), wd3_sum(t->v[1]), wd3_sum(t->v[2])};
    wdm left = wdm_all(), right = left, some_left = wdm_none(), some_right = some_left;
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3;
        const wd side = wd3_dot(t->m, wd3_cross(t->v[k], t->v[next]));
        const wd error = triangle_error(t, way, size[k], size[next]), minus = wd_sub(zero, error);
        left = wdm_and(left, wd_ge(side, error));
        right = wdm_and(right, wd_ge(minus, side));
        some_left = wdm_or(some_left, wd_gt(side, error));
        some_right = wdm_or(some_right, wd_gt(minus, side));
    }
    *through = wdm_or(left, right);
    *beside = wdm_and(some_left, some_right);
}

static inline triangle_answer find_triangle_hit(const triangle_half *t, double sign) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const wd3 e = t->e, f = t->f, across = wd3_cross(e, f);
    const wdm level = wd_gt(wd_add(wd_add(t->level[0], t->level[1]), t->level[2]), zero);
    const wd3 axis = {wd_mul(t->level[0], wd_flip(one, across.x)), wd_mul(t->level[1], wd_flip(one, across.y)),
                      wd_mul(t->level[2], wd_flip(one, across.z))};
    const wd3 n = wd3_select(level, axis, across);
    const wd size_e = wd3_sum(e), size_f = wd3_sum(f), gap = wd3_dot(n, t->v[0]), speed = wd3_dot(n, t->m);
    const wd gap_error = wd_select(level, zero, triangle_error(t, wd3_sum(t->v[0]), size_e, size_f));
    const wd speed_error = wd_select(level, zero, triangle_error(t, wd3_sum(t->m), size_e, size_f));
    const wd both = wd_add(gap_error, speed_error), rest = wd_sub(gap, speed);
    triangle_answer out = {.ahead = wd_flip(gap, speed), .pace = wd_abs(speed)};
    wdm through, beside;
    find_sides(t, &through, &beside);
    const wdm before = wdm_and(wd_gt(gap, gap_error), wd_gt(rest, both));
    const wdm behind = wdm_and(wd_gt(wd_negated(gap), gap_error), wd_gt(wd_negated(rest), both));
    out.miss = wdm_or(beside, wdm_or(before, behind));

    const wdm crosses = wdm_and(wd_gt(out.pace, wd_scaled(speed_error, 64)), wd_gt(out.ahead, gap_error));
    const wdm in_time = wd_ge(wd_sub(out.pace, speed_error), wd_add(out.ahead, gap_error));
    out.least = wd_scaled(wd_div(wd_sub(out.ahead, gap_error), wd_add(out.pace, speed_error)), 1 - ZONOTOPE_QUOTIENT_ERROR);
    out.most = wd_scaled(wd_div(wd_add(out.ahead, gap_error), wd_sub(out.pace, speed_error)), 1 + ZONOTOPE_QUOTIENT_ERROR);

    const wd3 none = {zero, zero, zero};
    wd3 error = wd3_scale(cross_magnitudes(e, f), wd_scaled(t->in_normal, TRIANGLE_CROSS_ERROR));
    const wdm has_area = wd_gt(wd3_length(across), wd_scaled(wd3_sum(error), 0x1p20));
    error = wd3_select(level, none, error);
    const wd inverse = wd_div(one, wd3_length(n));
    const wd3 lean = lean_of_normal(n, error, inverse);
    const wd3 normal = wd3_scale(n, wd_mul(wd_flip(wd_set1(sign), speed), inverse));
    out.hit = wdm_and(wdm_and(through, crosses), wdm_and(in_time, wd_ge(out.least, wd_set1(POINT_EARLIEST))));
    out.hit = wdm_and(out.hit, has_area);
    out.least = wd_select(out.hit, out.least, one);
    out.most = wd_select(out.hit, wd_min(out.most, one), one);
    out.low = wd3_select(out.hit, wd3_sub(normal, lean), none);
    out.high = wd3_select(out.hit, wd3_add(normal, lean), none);
    return out;
}

/* Is the exact time, ahead / pace, which is not above that of the next float, certainly below the float `time`? Both are integers up to
 * 3 2^49 in one unit. */
static inline wdm is_before(const triangle_answer *t, wd time) {
    const wd split = wd_scaled(t->pace, 0x1p27 + 1), high = wd_sub(split, wd_sub(split, t->pace)), low = wd_sub(t->pace, high);
    return wd_gt(wd_mul(time, low), wd_sub(t->ahead, wd_mul(time, high)));
}

static inline triangle_half half_of_triangle(const triangle_lanes *t, int half) {
    const wd3 at = wd3_of(t->point, half);
    const wd3 v[3] = {wd3_of(t->v[0], half), wd3_of(t->v[1], half), wd3_of(t->v[2], half)};
    const w zero = w_zero(), one = w_set1(1);
    return (triangle_half){.v = {wd3_sub(v[0], at), wd3_sub(v[1], at), wd3_sub(v[2], at)},
                           .e = wd3_sub(v[1], v[0]),
                           .f = wd3_sub(v[2], v[0]),
                           .m = wd3_sub(wd3_of(t->move, half), wd3_of(t->other_move, half)),
                           .in_normal = wd_of(w_select(t->flat, zero, one), half),
                           .in_sides = wd_of(w_select(t->whole, zero, one), half),
                           .level = {wd_of(t->level[0], half), wd_of(t->level[1], half), wd_of(t->level[2], half)}};
}

/* Answers of a group: returns those lanes that are certain. out->time may be NULL. */
static inline lanes answer_triangles(const triangle_lanes *t, const hits_found *out, size_t k) {
    triangle_answer of[2];
    unsigned hit = 0, miss = 0;
    for (int half = 0; half < 2; half++) {
        const triangle_half h = half_of_triangle(t, half);
        of[half] = find_triangle_hit(&h, (double)t->sign);
        hit |= wdm_bits(of[half].hit) << half * WD_LANES;
        miss |= wdm_bits(of[half].miss) << half * WD_LANES;
    }
    if (out->time == NULL)
        return (lanes){hit, ALL_LANES & ~(hit | miss)};
    const w early = times_below(of[0].least, of[1].least), late = times_below(of[0].most, of[1].most);
    const unsigned before = wdm_bits(is_before(&of[0], wd_of(late, 0))) | wdm_bits(is_before(&of[1], wd_of(late, 1))) << WD_LANES;
    const wm exact = wm_or(t->whole, w_gt(w_add(w_add(t->level[0], t->level[1]), t->level[2]), w_zero()));
    const wm takes_early = wm_and(exact, wm_of_bits(before));
    w_store(out->time + k, w_select(takes_early, early, late));
    const wd3 low[2] = {of[0].low, of[1].low}, high[2] = {of[0].high, of[1].high};
    const unsigned yes = hit & wm_bits(wm_or(exact, w_eq(early, late))) & store_normals(out, k, low, high);
    return (lanes){yes, ALL_LANES & ~(yes | miss)};
}

/* All points of a group are of the second set, or all of the first. out->time may be NULL. */
SPECIALISED lanes triangle_hits_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const hits_found *out = question;
    const bool second = out->s->q.b->heads[group->b].class == SEPAL_SOLID_POINT;
    const seen_pairs p = load_seen_pairs(out->s, group, second);
    const four_vertices corners = load_four(p.still, p.still_at);
    triangle_lanes t;
    t.v[0] = corners.at[0], t.v[1] = corners.at[1], t.v[2] = corners.at[2];
    t.point = load_balls(p.moving, p.moving_at).centre;
    t.move = p.move;
    t.other_move = p.move_still;
    t.sign = second ? -1 : 1;
    find_exact_lanes(&t);
    find_level_lanes(&t);
    return answer_triangles(&t, out, k);
}

#endif
