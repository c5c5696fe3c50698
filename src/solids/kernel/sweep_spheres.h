/* sweep_spheres.h — when and how do two moving spheres meet? In double, with a pair in each lane. The time is certain if the spheres are
 * certainly apart and come nearer at a float, and certainly meet at the next one. The operations are those of one pair
 * (solids_kernel_sweep_one.c) in their order, and so with the same certainty. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_SPHERES_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_SPHERES_H

#include "sweep_errors.h"

/* moving_spheres of half of the lanes, and the guess; where there is none, it is 1 and not valid. */
typedef struct sphere_lanes {
    wd3 w, m;
    wd r, size, guess;
    wdm valid;
} sphere_lanes;

static inline sphere_lanes guess_sphere_times(wd3 centre, wd3 move, wd reach) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const wd a = wd3_dot(move, move), b = wd_sub(zero, wd3_dot(centre, move));
    const wd c = wd_sub(wd3_dot(centre, centre), wd_mul(reach, reach)), root = wd_sub(wd_mul(b, b), wd_mul(a, c));
    const wdm some = wdm_and(wd_gt(c, zero), wdm_and(wd_gt(b, zero), wd_gt(root, zero)));
    const wd guess = wd_div(c, wd_add(b, wd_sqrt(wd_select(some, root, one))));
    const wdm valid = wdm_and(some, wdm_and(wd_ge(guess, wd_set1(SPHERE_EARLIEST)), wd_gt(one, guess)));
    return (sphere_lanes){.w = centre,
                          .m = move,
                          .r = reach,
                          .size = wd_add(wd_add(wd3_sum_in_order(centre), wd3_sum_in_order(move)), reach),
                          .guess = wd_select(valid, guess, one),
                          .valid = valid};
}

/* How much farther apart than r they are at a time; p: w at that time. */
static inline wd sphere_gap(const sphere_lanes *s, wd time, wd3 *p) {
    *p = wd3_add(s->w, wd3_scale(s->m, time));
    return wd_sub(wd_sqrt(wd3_dot_in_order(*p, *p)), s->r);
}

/* Is the guess certainly between two times, one float after the other? */
static inline wdm sphere_times_are_sure(const sphere_lanes *s, wd time, wd next) {
    const wd zero = wd_set1(0), error = wd_mul(wd_set1(SPHERE_DISTANCE_ERROR), s->size);
    const wd least_speed = wd_mul(wd_mul(wd_set1(SPHERE_SPEED_ERROR), s->size), wd3_sum_in_order(s->m));
    wd3 at, unused;
    const wdm apart = wd_gt(sphere_gap(s, time, &at), error);
    const wdm coming = wd_gt(wd_sub(zero, least_speed), wd3_dot_in_order(at, s->m));
    return wdm_and(wdm_and(apart, coming), wd_gt(wd_sub(zero, error), sphere_gap(s, next, &unused)));
}

/* The normal where the way enters, less and more than its error; returns where the way is far enough from a tangent. */
static inline wdm find_sphere_normals(const sphere_lanes *s, wd3 *low, wd3 *high) {
    const wd square = wd3_dot_in_order(s->m, s->m), length = wd_sqrt(square);
    const wd3 c = wd3_cross_in_order(s->w, s->m), q = wd3_cross_in_order(s->m, c);
    const wd miss = wd_div(wd_sqrt(wd3_dot_in_order(c, c)), length), left = wd_mul(wd_sub(s->r, miss), wd_add(s->r, miss));
    const wdm some_left = wdm_and(wd_ge(left, wd_mul(wd_set1(SPHERE_LEAST_LEFT), wd_mul(s->r, s->r))),
                                  wd_ge(left, wd_mul(wd_set1(SPHERE_NORMAL_ERROR), wd_mul(s->size, s->r))));
    const wdm sure = wdm_and(s->valid, some_left);
    const wd front = wd_sqrt(wd_select(sure, left, wd_set1(1))), steep = wd_div(front, s->r), tangent = wd_set1(SPHERE_TANGENT);
    const wd frontal = wd_mul(wd_set1(SPHERE_NORMAL_ERROR), wd_div(s->size, s->r));
    const wd grazing = wd_madd(frontal, wd_div(tangent, steep), wd_set1(SPHERE_GRAZING_ERROR));
    const wd error = wd_select(wd_gt(tangent, steep), grazing, frontal);
    const wd3 errors = {error, error, error};
    const wd3 foot = {wd_div(q.x, square), wd_div(q.y, square), wd_div(q.z, square)};
    const wd3 way = {wd_div(s->m.x, length), wd_div(s->m.y, length), wd_div(s->m.z, length)};
    const wd3 from = wd3_sub(foot, wd3_scale(way, front));
    const wd3 normal = {wd_div(from.x, s->r), wd_div(from.y, s->r), wd_div(from.z, s->r)};
    *low = wd3_sub(normal, errors);
    *high = wd3_add(normal, errors);
    return sure;
}

SPECIALISED lanes sphere_hits_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const hits_found *out = question;
    const solid_sweep_query *s = out->s;
    const w3 centre_a = load_balls(s->q.a, &group->a).centre, centre_b = load_balls(s->q.b, &group->b).centre;
    const w3 move_a = solid_load_moves(s->moves_a, &group->a), move_b = solid_load_moves(s->moves_b, &group->b);
    const w radius_a = solid_load_radii(s->q.a, &group->a), radius_b = solid_load_radii(s->q.b, &group->b);
    sphere_lanes of[2];
    wd3 low[2], high[2];
    unsigned yes = 0;
    for (int half = 0; half < 2; half++) {
        const wd reach = wd_add(wd_add(wd_of(radius_a, half), wd_of(radius_b, half)), wd_set1((double)s->q.margin));
        of[half] = guess_sphere_times(wd3_sub(wd3_of(centre_b, half), wd3_of(centre_a, half)),
                                      wd3_sub(wd3_of(move_b, half), wd3_of(move_a, half)), reach);
    }
    const w time = times_below(of[0].guess, of[1].guess), next = w_of_bits(wi_add(wi_of_bits(time), wi_set1(1)));
    for (int half = 0; half < 2; half++) {
        wdm sure = find_sphere_normals(&of[half], &low[half], &high[half]);
        sure = wdm_and(sure, sphere_times_are_sure(&of[half], wd_of(time, half), wd_of(next, half)));
        yes |= wdm_bits(sure) << half * (SEPAL_LANES / 2);
    }
    const w least[3] = {w_of(low[0].x, low[1].x), w_of(low[0].y, low[1].y), w_of(low[0].z, low[1].z)};
    const w most[3] = {w_of(high[0].x, high[1].x), w_of(high[0].y, high[1].y), w_of(high[0].z, high[1].z)};
    w_store(out->time + k, time);
    for (int axis = 0; axis < 3; axis++) {
        yes &= wm_bits(w_eq(least[axis], most[axis]));
        w_store(out->normal[axis] + k, least[axis]);
    }
    return (lanes){yes, ALL_LANES & ~yes};
}

/* Writes the answers of those pairs of spheres, of at most 64, that are certain, and apart at the beginning; returns them. first: where
 * pair 0 is in the answers. */
static SEPAL_NOINLINE uint64_t find_sphere_hits(const solid_sweep_query *s, const sepal_pair *pairs, uint64_t asked,
                                                const sepal_solid_hits *out, size_t first) {
    sepal_pair room[64];
    uint16_t slots[64];
    float time[64], normal[3][64];
    const hits_found hits = {s, time, {normal[0], normal[1], normal[2]}, {NULL, NULL, NULL}};
    verdicts found;
    const pair_list list = list_into(pairs, 64, &asked, room, slots);
    if (list.count == 0)
        return 0;
    ask_groups(sphere_hits_kernel, NULL, &hits, list.pairs, list.count, (sizes){0, 0, false}, &found);
    write_hits(out, first, &list, &hits);
    return bits_at_slots(found.yes[0], slots);
}

#endif
