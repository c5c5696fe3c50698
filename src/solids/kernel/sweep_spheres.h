/* sweep_spheres.h — when and how do two moving spheres meet? In double, one pair at a time and with a pair in each lane. The time is
 * certain if the spheres are certainly apart and come nearer at a float, and certainly meet at the next one; or, of one pair, if they touch
 * just at a float. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_SPHERES_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_SPHERES_H

#include "../records.h"
#include "sweep_zonotopes.h"
#if defined(SEPAL_NARROWEST)
#include "sweep_ties.h"
#endif

/* --- One pair ----------------------------------------------------------------------------------------------------------------- */

/* Errors of a distance, of the speed of its square, and of a component of the normal in double (docs/numerics/solids_sweep.md, "Moving
 * spheres"); how far the way must be from a tangent, and the earliest time, for these. */
#define SPHERE_DISTANCE_ERROR (16 * 0x1p-53)
#define SPHERE_SPEED_ERROR    (16 * 0x1p-53)
#define SPHERE_NORMAL_ERROR   0x1p-43
#define SPHERE_TANGENT        0x1p-4
#define SPHERE_GRAZING_ERROR  0x1p-38
#define SPHERE_LEAST_LEFT     0x1p-30
#define SPHERE_EARLIEST       0x1p-30

#if defined(SEPAL_NARROWEST)

typedef struct moving_spheres {
    double w[3], m[3], r; /* the centre of b as seen from a, its move, and the reach */
    double size;          /* |w|_1 + |m|_1 + r */
    bool exact;           /* no number is rounded, and all are integers times 1 / unit, which is a power of two */
    double unit;
} moving_spheres;

static bool spheres_of(const solid_sweep_query *s, sepal_pair pair, moving_spheres *out) {
    const sepal_solids *a = s->q.a, *b = s->q.b;
    if (a->heads[pair.a].class != SEPAL_SOLID_POINT || b->heads[pair.b].class != SEPAL_SOLID_POINT || !solid_has_reach(&s->q, pair))
        return false;
    const sepal_solid_mover of_a = solid_mover_a(s, pair), of_b = solid_mover_b(s, pair);
    const float *const at_a[3] = {sepal_solid_x(a, pair.a), sepal_solid_y(a, pair.a), sepal_solid_z(a, pair.a)};
    const float *const at_b[3] = {sepal_solid_x(b, pair.b), sepal_solid_y(b, pair.b), sepal_solid_z(b, pair.b)};
    for (int k = 0; k < 3; k++) {
        out->w[k] = (double)*at_b[k] - (double)*at_a[k];
        out->m[k] = (double)of_b.move[k] - (double)of_a.move[k];
    }
    out->r = ((double)sepal_solid_radius(a, pair.a) + (double)sepal_solid_radius(b, pair.b)) + (double)s->q.margin;
    int low, high;
    find_moving_span(s, pair, &low, &high);
    out->exact = high - low <= CORE_SPAN_EXACT;
    out->unit = ldexp(1, -low);
    out->size = (d3_sum(out->w) + d3_sum(out->m)) + out->r;
    return true;
}

/* The sign of |p|^2 - r^2 at a time that is k 2^-shift: an integer in units of 4^-shift and the square of the unit. error: no more than
 * that differ |p| and r. */
static int spheres_compare_whole(const moving_spheres *s, float time, double error) {
    int exponent;
    const uint64_t k = (uint64_t)(int64_t)ldexp((double)frexpf(time, &exponent), 24);
    const int shift = 24 - exponent;
    const double scale = s->unit * ldexp(1, shift);
    if (!s->exact || !(time >= (float)SPHERE_EARLIEST) || !(error * (2 * s->size) * scale * scale < WHOLE_MOST))
        return SIGN_OPEN;
    uint64_t r = (uint64_t)(int64_t)(s->r * s->unit) << shift, square = 0 - r * r;
    for (int c = 0; c < 3; c++) {
        const uint64_t at = (uint64_t)(int64_t)(s->w[c] * s->unit) << shift, p = at + k * (uint64_t)(int64_t)(s->m[c] * s->unit);
        square += p * p;
    }
    return sign_of_whole(square);
}

/* Less (-1) or more (1) than r apart at a time, just r (0), or SIGN_OPEN; *coming: do they certainly come nearer? */
static int spheres_compare(const moving_spheres *s, float time, bool *coming) {
    double p[3], t = (double)time;
    for (int k = 0; k < 3; k++)
        p[k] = s->w[k] + t * s->m[k];
    double gap = sqrt(d3_dot(p, p)) - s->r, error = SPHERE_DISTANCE_ERROR * s->size;
    *coming = d3_dot(p, s->m) < -SPHERE_SPEED_ERROR * s->size * d3_sum(s->m);
    const int sign = sign_by_double(gap, error);
    return sign != SIGN_OPEN ? sign : spheres_compare_whole(s, time, 2 * error);
}

/* The normal where the way enters, as in solids_scalar_hit_round.c. */
static bool spheres_normal(const moving_spheres *s, float normal[3]) {
    double c[3], q[3], square = d3_dot(s->m, s->m), length = sqrt(square);
    d3_cross(s->w, s->m, c);
    d3_cross(s->m, c, q);
    double miss = sqrt(d3_dot(c, c)) / length, left = (s->r - miss) * (s->r + miss);
    if (!(left >= SPHERE_LEAST_LEFT * (s->r * s->r)) || !(left >= SPHERE_NORMAL_ERROR * (s->size * s->r)))
        return false;
    double front = sqrt(left), error = SPHERE_NORMAL_ERROR * (s->size / s->r), steep = front / s->r;
    if (steep < SPHERE_TANGENT)
        error = error * (SPHERE_TANGENT / steep) + SPHERE_GRAZING_ERROR;
    for (int k = 0; k < 3; k++) {
        double v = (q[k] / square - front * (s->m[k] / length)) / s->r;
        const bool none = s->w[k] == 0 && s->m[k] == 0;
        normal[k] = none ? 0 : (float)v;
        if (!none && (float)(v - error) != (float)(v + error))
            return false;
    }
    return true;
}

/* Where the equation for the distance r has its first root; negative if it seems to have none from 0 to 1. */
static double spheres_guess(const moving_spheres *s) {
    double a = d3_dot(s->m, s->m), b = -d3_dot(s->w, s->m), c = d3_dot(s->w, s->w) - s->r * s->r;
    double root = b * b - a * c;
    if (!(c > 0) || !(b > 0) || !(root > 0))
        return -1;
    double guess = c / (b + sqrt(root));
    return guess < 1 ? guess : -1;
}

/* Do they certainly meet? Where they are nearest on the way that is asked about: at the beginning, or soon after the guess. */
static bool spheres_meet(const moving_spheres *s) {
    bool unused;
    if (spheres_compare(s, 0, &unused) < 0)
        return true;
    double guess = spheres_guess(s);
    return guess >= 0 && spheres_compare(s, sepal_next_time(sepal_time_below(guess)), &unused) < 0;
}

/* False if the bits of the answer are not certain. */
static bool spheres_hit(const moving_spheres *s, sepal_solid_hit *hit) {
    double guess = spheres_guess(s);
    bool coming;
    if (!(guess >= SPHERE_EARLIEST))
        return false;
    float time = sepal_time_below(guess), next = sepal_next_time(time);
    const int now = spheres_compare(s, time, &coming);
    hit->meet = true;
    hit->time = time;
    if (!coming || (now != 0 && now != 1))
        return false;
    if (now == 1) {
        const int later = spheres_compare(s, next, &coming);
        hit->time = later == 0 ? next : time;
        if (later != -1 && !(later == 0 && coming))
            return false;
    }
    return spheres_normal(s, hit->normal);
}

#endif

/* --- In lanes: the operations of one pair in their order, and so with the same certainty -------------------------------------- */

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
    const hits_found hits = {s, time, {normal[0], normal[1], normal[2]}};
    verdicts found;
    const pair_list list = list_into(pairs, 64, &asked, room, slots);
    if (list.count == 0)
        return 0;
    ask_groups(sphere_hits_kernel, NULL, &hits, list.pairs, list.count, (sizes){0, 0, false}, &found);
    write_hits(out, first, &list, &hits);
    return bits_at_slots(found.yes[0], slots);
}

#endif
