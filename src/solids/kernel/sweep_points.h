/* sweep_points.h — a box and a moving point, without a reach: do they meet, when and how? In double and in lanes.
 *
 * As seen from the box the point is in each of three slabs, between two opposite sides of the box, from one time to another (Kay, Kajiya,
 * "Ray tracing complex scenes", SIGGRAPH 1986). Each of these times is known to lie between two bounds. If the slab that is entered last
 * is certain, and the point has certainly left none by then, its normal is that of the answer; and if both bounds of the time round down
 * to one float, that is the time. (docs/numerics/solids_sweep.md, "Moving points in lanes") */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_POINTS_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_POINTS_H

#include "boxes.h"
#include "sweep_errors.h"

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
    slab_times t = {.enter_least = wd_mul(wd_mul(wd_sub(near, error), fast), less),
                    .enter_most = wd_mul(wd_mul(wd_add(near, error), slow), more),
                    .leave_least = wd_mul(wd_mul(wd_sub(far, error), fast), less),
                    .leave_most = wd_mul(wd_mul(wd_add(far, error), slow), more),
                    .speed = speed};
    /* next to no move across the slab: inside or outside of it all the time, or not certain */
    const wdm moves = wd_gt(pace, pace_error);
    const wd gap = wd_sub(wd_abs(at), reach), change = wd_add(pace, wd_add(error, pace_error));
    const wdm inside = wd_gt(wd_sub(zero, gap), change), outside = wd_gt(gap, change);
    t.enter_least = wd_select(moves, t.enter_least, before);
    t.enter_most = wd_select(moves, t.enter_most, before);
    t.leave_least = wd_select(moves, t.leave_least, wd_select(inside, never, before));
    t.leave_most = wd_select(moves, t.leave_most, wd_select(outside, before, never));
    return t;
}

/* Of half of the lanes. least, most: bounds on the time of a hit; 1 if there is none. low, high: bounds on its normal. */
typedef struct point_answer {
    wd least, most;
    wd3 low, high;
    unsigned hit, miss; /* bits */
} point_answer;

static inline point_answer find_point_hit(const wd3 edge[3], wd3 d, wd3 m) {
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
    const wd against = wd_select(wd_gt(speed, zero), wd_set1(-1), one), length = wd_sqrt(wd3_dot(n, n));
    const wd factor = wd_select(hit, wd_div(against, length), zero);
    return (point_answer){.least = wd_select(hit, least, one),
                          .most = wd_select(hit, most, one),
                          .low = wd3_scale(n, wd_mul(factor, wd_set1(1 - ZONOTOPE_NORMAL_ERROR))),
                          .high = wd3_scale(n, wd_mul(factor, wd_set1(1 + ZONOTOPE_NORMAL_ERROR))),
                          .hit = wdm_bits(hit),
                          .miss = wdm_bits(wd_gt(wd_max(least, zero), leave_most))};
}

/* n.a: 1 if times and normals are wanted. */
SPECIALISED lanes point_hits_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const hits_found *out = question;
    const solid_sweep_query *s = out->s;
    const float *at[SEPAL_LANES];
    w f[16];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = s->q.a->exacts[n.same ? group[lane].a : s->q.a->heads[group[lane].a].at].c;
    w_load_sixteen(at, f);
    const w3 point = load_balls(s->q.b, &group->b).centre;
    const w3 move_a = solid_load_moves(s->moves_a, &group->a), move_b = solid_load_moves(s->moves_b, &group->b);
    point_answer found[2];
    for (int half = 0; half < 2; half++) {
        const wd3 centre = wd3_of((w3){f[0], f[1], f[2]}, half), m = wd3_sub(wd3_of(move_b, half), wd3_of(move_a, half));
        const wd3 edge[3] = {wd3_of((w3){f[3], f[4], f[5]}, half), wd3_of((w3){f[6], f[7], f[8]}, half),
                             wd3_of((w3){f[9], f[10], f[11]}, half)};
        found[half] = find_point_hit(edge, wd3_sub(wd3_of(point, half), centre), m);
    }
    const unsigned hit = found[0].hit | found[1].hit << SEPAL_LANES / 2, miss = found[0].miss | found[1].miss << SEPAL_LANES / 2;
    if (n.a == 0)
        return (lanes){hit, ALL_LANES & ~(hit | miss)};
    const w time = times_below(found[0].least, found[1].least);
    const w low[3] = {w_of(found[0].low.x, found[1].low.x), w_of(found[0].low.y, found[1].low.y),
                      w_of(found[0].low.z, found[1].low.z)};
    const w high[3] = {w_of(found[0].high.x, found[1].high.x), w_of(found[0].high.y, found[1].high.y),
                       w_of(found[0].high.z, found[1].high.z)};
    wm sure = w_eq(time, times_below(found[0].most, found[1].most));
    w_store(out->time + k, time);
    for (int axis = 0; axis < 3; axis++) {
        sure = wm_and(sure, w_eq(low[axis], high[axis]));
        w_store(out->normal[axis] + k, w_add(low[axis], w_zero())); /* never -0 */
    }
    const unsigned yes = hit & wm_bits(sure);
    return (lanes){yes, ALL_LANES & ~(yes | miss)};
}

/* Does some pair have a box and a point? */
static inline bool some_moving_points(const solid_sweep_query *s) {
    return all_spheres(s->q.b) && s->q.a->boxes > 0 && !(s->q.margin > 0);
}

static inline bool is_box_and_point(const solid_sweep_query *s, sepal_pair pair) {
    return s->q.a->heads[pair.a].class == SEPAL_SOLID_BOX && s->q.b->heads[pair.b].class == SEPAL_SOLID_POINT &&
           !solid_has_reach(&s->q, pair);
}

/* Answers `count` <= 64 pairs, as far as that is certain; first: where in the answers. Returns those that meet. open: receives those that
 * are left, whose answers have no meaning yet. */
static SEPAL_NOINLINE uint64_t find_point_hits(const solid_sweep_query *s, const sepal_pair *pairs, size_t count,
                                               const sepal_solid_hits *out, size_t first, uint64_t *open) {
    const bool plain = s->q.a->regular && !s->q.a->round && !s->q.b->round, more = sepal_solid_hits_want_more(out);
    const uint64_t all = bits_below(count, 0);
    sepal_pair room[64];
    uint16_t slots[64];
    float time[64], normal[3][64];
    const hits_found hits = {s, time, {normal[0], normal[1], normal[2]}, {NULL, NULL, NULL}};
    uint64_t asked = plain ? all : 0;
    verdicts found;
    for (size_t k = 0; k < count && !plain; k++)
        asked |= (uint64_t)is_box_and_point(s, pairs[k]) << k;
    *open = all & ~asked;
    if (asked == 0)
        return 0;
    const pair_list list = list_into(pairs, count, &asked, room, slots);
    ask_groups(point_hits_kernel, NULL, &hits, list.pairs, list.count, (sizes){more, 0, plain}, &found);
    if (more)
        write_hits(out, first, &list, &hits);
    *open |= bits_at_slots(found.open[0], slots);
    return bits_at_slots(found.yes[0], slots);
}

#endif
