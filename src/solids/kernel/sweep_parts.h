/* sweep_parts.h — when and how do two moving spheres, a sphere or capsule and a box, or two capsules, meet? A pair in each lane, in double.
 *
 * The Minkowski difference K of the cores is a zonotope of up to four half edges around d, which moves by m. The part of K by which they
 * meet first is proposed in float. The time at which it is as far away as the reach is the root of an equation; there, and near by, the
 * part is certainly the nearest one by the conditions of part.h, or the pair stays open; but that they never meet is told by its direction
 * alone. What follows from distance and direction is that of sweep_round.h (docs/numerics/solids_sweep.md, "Moving solids with radii in
 * lanes"). Two spheres are at the end. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_PARTS_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_PARTS_H

#include "push_round.h"
#include "sweep_shared.h"

/* --- By which part? In float, with a pair in each lane -----------------------------------------------------------------------------
 *
 * Seen from the box, each coordinate of a point is beyond the box by x - clamp(x), and the square of the distance is the sum of the
 * squares of those that are beyond it (Ericson, Real-Time Collision Detection, 2005, sections 5.1.3 and 5.5.7). So at a time the
 * nearest part is known: the sides that the point is beyond, and of a segment an end or all of it. While that part remains the nearest
 * one, the square of the distance is a quadratic of the time. Where that becomes the reach is the next time, until the part is that of
 * the time before. Another segment in the place of the box has three such coordinates too, of which two have no room. */

enum { PART_STEPS = 8 };
/* A part that proposes the time at which it was found, or nearly, is the last one. */
#define PART_SAME_TIME 0x1p-12F

/* A core as seen from a box, along its axes; its move, and the reach. */
typedef struct core_from_box {
    segment_by_box at;
    w move[3], reach;
} core_from_box;

/* In units of length, where push_round.h has products with the half edges. */
static inline segment_by_box see_along_axes(const solid_box_lanes *box, const solid_segment_lanes *s) {
    segment_by_box v = see_segment_along(box->axis, box->centre, s);
    for (int i = 0; i < 3; i++) {
        v.reach[i] = box->half[i];
        v.weight[i] = v.half[i];
    }
    return v;
}

/* What is found at a time: the signs of the half edges of the box and of the segment, as in part.h; whether they are farther apart
 * than the reach and come nearer; where the distance to the part is the reach, or is least. */
typedef struct part_at_time {
    w signs[4], next;
    wm early;
} part_at_time;

/* wide: in how many coordinates the box has any width; segment: the core has two ends. */
SPECIALISED part_at_time find_part_at(const core_from_box *v, w t, int wide, bool segment) {
    const w zero = w_set1(0), one = w_set1(1), minus = w_set1(-1);
    segment_by_box at = v->at;
    part_at_time out;
    w place = zero, beyond[3], along[3], moves[3];
    for (int i = 0; i < 3; i++)
        at.middle[i] = w_madd(v->move[i], t, at.middle[i]);
    if (segment)
        place = nearest_place(&at, wide);
    const wm end = w_eq(w_abs(place), one);
    for (int i = 0; i < 3; i++) {
        const w x = segment ? w_madd(at.half[i], place, at.middle[i]) : at.middle[i];
        const wm out_of = w_gt(w_abs(x), v->at.reach[i]);
        out.signs[i] = w_select(out_of, w_flip(minus, x), zero);
        beyond[i] = w_madd(out.signs[i], v->at.reach[i], w_select(out_of, x, zero));
        moves[i] = w_select(out_of, v->move[i], zero);
        along[i] = segment ? w_select(wm_andnot(out_of, end), at.half[i], zero) : zero;
    }
    out.signs[3] = w_select(end, place, zero);
    w3 y = {beyond[0], beyond[1], beyond[2]}, d = {moves[0], moves[1], moves[2]};
    if (segment) { /* across the segment */
        const w3 h = {along[0], along[1], along[2]};
        const w square = w3_dot(h, h), inverse = w_select(w_gt(square, zero), w_div(one, square), zero);
        y = w3_sub(y, w3_scale(h, w_mul(w3_dot(h, y), inverse)));
        d = w3_sub(d, w3_scale(h, w_mul(w3_dot(h, d), inverse)));
    }
    const w a = w3_dot(d, d), b = w_sub(zero, w3_dot(y, d)), c = w_msub(y.x, y.x, w_mul(v->reach, v->reach));
    const w over = w_madd(y.z, y.z, w_madd(y.y, y.y, c)), root = w_msub(b, b, w_mul(a, over));
    const wm some = w_gt(root, zero);
    const w after = w_div(w_select(some, over, b), w_select(some, w_add(b, w_sqrt(w_max(root, zero))), a));
    out.early = wm_and(w_gt(over, zero), w_gt(b, zero));
    out.next = w_add(t, after);
    return out;
}

/* When the core comes within reach of all sides of the box; it does not before. */
SPECIALISED w time_at_sides(const core_from_box *v, bool segment) {
    w latest = w_set1(0);
    for (int i = 0; i < 3; i++) {
        const w size = w_add(v->at.reach[i], v->reach), most = segment ? w_add(size, w_abs(v->at.half[i])) : size;
        const w gap = w_sub(w_abs(v->at.middle[i]), most), pace = w_neg(w_flip(v->move[i], v->at.middle[i]));
        latest = w_max(latest, w_select(w_gt(pace, w_set1(0)), w_div(gap, pace), w_set1(0)));
    }
    return w_min(latest, w_set1(1));
}

/* signs: those of the part, as far as it was found. */
SPECIALISED void search_part(const core_from_box *v, int wide, bool segment, w signs[4]) {
    const w zero = w_set1(0), half = w_set1(0.5F);
    const w one = w_set1(1);
    w low = w_set1(-1), high = w_set1(2), t = time_at_sides(v, segment); /* nothing is known of times before 0 and after 1 */
    wm done = wm_none(), proposed = wm_none();
    for (int k = 0; k < 4; k++)
        signs[k] = w_set1(2); /* none */
    for (int step = 0; step < PART_STEPS; step++) {
        const part_at_time at = find_part_at(v, t, wide, segment);
        const w next = w_max(zero, w_min(one, at.next));
        wm same = proposed;
        for (int k = 0; k < (segment ? 4 : 3); k++)
            same = wm_and(same, w_eq(at.signs[k], signs[k]));
        for (int k = 0; k < 4; k++)
            signs[k] = w_select(done, signs[k], at.signs[k]);
        same = wm_or(same, w_gt(w_set1(PART_SAME_TIME), w_abs(w_sub(next, t))));
        done = wm_or(done, wm_or(same, wm_andnot(w_eq(t, zero), at.early)));
        if (wm_bits(done) == ALL_LANES)
            return;
        low = w_select(at.early, t, low);
        high = w_select(at.early, high, t);
        proposed = wm_and(w_gt(next, low), w_gt(high, next));
        t = w_select(proposed, next, w_max(zero, w_min(one, w_mul(half, w_add(low, high)))));
    }
}

/* --- When, and how? In double ------------------------------------------------------------------------------------------------- */

/* Errors of the place of the nearest point, relative to the extent; of a move across an edge, relative to the move. */
#define PART_PLACE_ERROR  (16 * DOUBLE_UNIT)
#define PART_ACROSS_ERROR (32 * DOUBLE_UNIT)

/* Where the part is to be the nearest one: as far from the place that is looked at as these shares of the reach and of the extent. */
#define PART_ASIDE_REACH  0x1p-22
#define PART_ASIDE_EXTENT 0x1p-36

enum { MOVING_EDGES = 4 };

/* Half of a group: the half edges of K, how many there are, its centre, the move and the reach. */
typedef struct moving_half {
    int edges;
    wd3 edge[MOVING_EDGES], d, m;
    wd reach;
} moving_half;

/* v across the part, if that is an edge. */
static inline wd3 across_edge(const solid_part *p, wd3 v) {
    const wd inverse = wd_div(wd_set1(1), wd3_dot(p->e, p->e));
    return wd3_sub(v, wd3_scale(p->e, wd_select(p->one, wd_mul(wd3_dot(v, p->e), inverse), wd_set1(0))));
}

/* When a point at y that moves by d is r away from the origin, or nearest if it never is. */
static inline wd time_to_reach(wd3 y, wd3 d, wd r) {
    const wd zero = wd_set1(0), length = wd_sqrt(wd3_dot(y, y));
    const wd a = wd3_dot(d, d), b = wd_sub(zero, wd3_dot(y, d)), c = wd_mul(wd_sub(length, r), wd_add(length, r));
    const wd root = wd_sub(wd_mul(b, b), wd_mul(a, c));
    const wdm some = wd_gt(root, zero);
    const wd under = wd_select(some, wd_add(b, wd_sqrt(wd_select(some, root, zero))), a);
    return wd_div(wd_select(some, c, b), under);
}

/* When the part is as far away as the reach, or if it never is, nearest; from 0 to 1. */
static inline wd time_of_moving_part(const moving_half *h, const solid_part *p) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const wd3 face = wd3_cross(p->e, p->g);
    const wd along = wd3_dot(face, p->c), pace = wd3_dot(face, h->m), size = wd_sqrt(wd3_dot(face, face));
    const wd gap = wd_sub(wd_abs(along), wd_mul(size, h->reach)), speed = wd_select(wd_gt(zero, along), pace, wd_sub(zero, pace));
    const wd of_other = time_to_reach(across_edge(p, p->c), across_edge(p, h->m), h->reach);
    const wd time = wd_select(p->two, wd_div(gap, speed), of_other);
    return wd_select(wd_gt(time, zero), wd_select(wd_gt(one, time), time, one), zero);
}

/* Moves the part to a time. */
static inline void move_part(const moving_half *h, wd time, solid_part *p) {
    p->c = wd3_add(p->c, wd3_scale(h->m, time));
    p->extent = wd_scaled(wd_add(p->extent, wd3_sum(h->m)), 2); /* so that the bounds of part.h hold */
}

/* A bound on the error of the nearest point, which is n times the distance. */
static inline wd error_of_place(const certified_push *near, wd extent) {
    const wd by_distance = wd_add(near->distance_error, wd_scaled(extent, PART_PLACE_ERROR));
    return wd_madd(wd_scaled(near->distance, 2), near->direction_error, by_distance);
}

/* Half of a group. near: the nearest point of K at the time that is asked about. */
typedef struct entered_part {
    certified_push near;
    wdm meet, apart; /* do they meet between the two floats, and not before? do they never meet? */
    wd3 normal;
    wd normal_error;
    wdm normal_known;
} entered_part;

/* The normal where the point x, or the line of the edge through it, is r away: the point found is moved on. size: |x|; error: of x. aside:
 * how far from there the part is the nearest one. */
static inline void find_part_normal(const moving_half *h, const solid_part *p, wd3 x, wd size, wd error, wd aside,
                                    entered_part *out) {
    const wd zero = wd_set1(0), r = h->reach, inverse = wd_div(wd_set1(1), r);
    const wd3 d = across_edge(p, h->m);
    const wd across = wd_sqrt(wd3_dot(d, d)), steep = wd_div(wd_sub(zero, wd3_dot(x, d)), wd_mul(across, size));
    const wd time = time_to_reach(x, d, r), later = wd_abs(time);
    const wd3 at = wd3_add(x, wd3_scale(d, time));
    const wd move = wd3_sum(h->m), off = wd_mul(wd_scaled(move, PART_ACROSS_ERROR), later);
    const wd error_at = wd_add(wd_add(error, off), wd_scaled(r, 16 * DOUBLE_UNIT));
    const wd rest = wd_add(wd_add(wd_abs(wd_sub(wd_sqrt(wd3_dot(at, at)), r)), error_at), wd_scaled(r, ROUND_REACH_ERROR));
    const wd most = wd_add(error_at, wd_scaled(wd_div(rest, steep), 1.5));
    const wdm soon = wd_gt(wd_scaled(r, 0x1p-6), wd_mul(later, across));
    out->normal = wd3_select(p->two, out->near.n, wd3_scale(at, inverse));
    out->normal_error = wd_select(p->two, wd_add(out->near.direction_error, wd_set1(16 * DOUBLE_UNIT)),
                                  wd_madd(most, inverse, wd_set1(ROUND_NORMAL_ERROR)));

    /* the origin is no farther from here when K is r away, nor where the reference takes the part */
    const wd met = wd_madd(p->extent, wd_set1(ROUND_MET_EXTENT), wd_scaled(r, ROUND_MET_REACH));
    const wd speed = wd_select(p->two, wd_sub(zero, wd3_dot(out->near.n, h->m)), wd_scaled(wd_mul(across, steep), 0.5));
    const wd short_of = wd_select(p->two, wd_add(wd_abs(wd_sub(size, r)), error), rest);
    const wd way = wd_mul(wd_div(wd_add(short_of, met), speed), move);
    const wdm near_by = wd_gt(aside, wd_add(wd_scaled(way, 2), wd_select(p->two, zero, wd_mul(later, move))));
    out->normal_known =
        wdm_and(wdm_and(near_by, wd_gt(speed, zero)), wdm_or(p->two, wdm_and(soon, wd_gt(steep, wd_set1(2 * ROUND_TANGENT)))));
}

/* A coordinate of a corner or an edge that moves is 0 at most in passing, and the normal has none only where the edge has none. */
static inline void forget_zeros_in_passing(const moving_half *h, const solid_part *p, certified_push *near) {
    const wd zero = wd_set1(0), any = wd_set1(1), move[3] = {h->m.x, h->m.y, h->m.z};
    wdm lasting[3] = {p->two, p->two, p->two};
    note_none(p->e, (wd3){any, any, any}, p->one, lasting);
    for (int k = 0; k < 3; k++)
        near->none[k] = wdm_and(near->none[k], wdm_or(lasting[k], wd_eq(move[k], zero)));
}

/* How far from its place the origin may be, so that the part is to hold the nearest point. */
static inline wd aside_of_part(const moving_half *h, const solid_part *p) {
    return wd_madd(p->extent, wd_set1(PART_ASIDE_EXTENT), wd_scaled(h->reach, PART_ASIDE_REACH));
}

/* Where a part is looked at; two floats, one after the other. */
typedef struct part_times {
    wd at, below, above;
} part_times;

/* Are they apart at all times, since K is so far beyond a plane at right angles to n at a time, which moves with it? */
static inline wdm stays_beyond(const moving_half *h, const certified_push *near, wd least, wd time) {
    const wd speed = wd3_dot(near->n, h->m), most = wd_scaled(h->reach, 1 + ROUND_REACH_ERROR);
    const wd speed_error = wd_mul(wd3_sum(h->m), wd_add(near->direction_error, wd_set1(ROUND_SPEED_ERROR)));
    const wd at_first = wd_sub(least, wd_mul(time, speed)), at_last = wd_madd(wd_sub(wd_set1(1), time), speed, least);
    return wd_gt(wd_sub(wd_min(at_first, at_last), speed_error), most);
}

/* How far K is beyond the plane through the part at right angles to n at least, be it the nearest one or not: some half edges may lead towards
 * the origin. */
static inline wd least_of_zonotope(const moving_half *h, const solid_part *p, const certified_push *near) {
    const wd zero = wd_set1(0), error = wd_add(near->direction_error, wd_set1(ROUND_SPEED_ERROR));
    const wdm directed = wdm_and(wd_gt(wd_set1(0x1p100), p->extent), wd_gt(wd_set1(0.125), near->direction_error));
    wd least = wd_sub(wd_sub(near->distance, near->distance_error), wd_mul(error, p->extent));
    for (int e = 0; e < h->edges; e++) {
        const wd along = wd3_dot(near->n, h->edge[e]), back = wd_max(zero, wd_scaled(wd_mul(p->sign[e], along), 2));
        least = wd_sub(least, wd_select(wd_eq(p->sign[e], zero), wd_abs(along), back));
    }
    return wd_select(wdm_and(directed, wd_gt(p->extent, wd_set1(0x1p-100))), least, wd_set1(-INFINITY));
}

/* out->near: what is known of the part p, which has moved. off_diagonals: where the foot is certainly on no diagonal of a face. */
static inline void look_at_part(const moving_half *h, const solid_part *p, part_times times, wd aside, wdm off_diagonals,
                                bool normal, entered_part *out) {
    const wd one = wd_set1(1), zero = wd_set1(0), move = wd3_sum(h->m), time = times.at;
    const certified_push *near = &out->near;
    forget_zeros_in_passing(h, p, &out->near);
    const wd3 x = wd3_scale(near->n, near->distance);
    const wd place = error_of_place(near, p->extent), speed = wd3_dot(near->n, h->m);
    const wd speed_error = wd_mul(move, wd_add(near->direction_error, wd_set1(ROUND_SPEED_ERROR)));
    const wd least = wd_sub(near->distance, near->distance_error), most = wd_scaled(h->reach, 1 + ROUND_REACH_ERROR);
    const wdm in_range = wdm_and(wd_gt(p->extent, wd_set1(0x1p-100)), wd_gt(wd_set1(0x1p100), p->extent));
    const wdm known = wdm_and(near->sure, in_range);
    out->apart = wdm_and(known, stays_beyond(h, near, least, time));
    const wd3 at = wd3_add(x, wd3_scale(h->m, wd_sub(times.above, time)));
    const wdm reached = wd_gt(wd_scaled(h->reach, 1 - ROUND_REACH_ERROR), wd_add(wd_sqrt(wd3_dot(at, at)), place));
    const wd fastest = wd_add(speed, speed_error), at_below = wd_sub(least, wd_mul(wd_sub(time, times.below), fastest));
    const wdm not_yet = wdm_and(wdm_and(wd_gt(at_below, most), wd_ge(time, times.below)), wd_gt(zero, fastest));
    const wdm in_time = wdm_and(wd_ge(times.below, wd_set1(ROUND_EARLIEST)), wd_ge(one, times.above));
    out->meet = wdm_and(wdm_and(known, in_time), wdm_and(not_yet, reached));
    if (normal) {
        find_part_normal(h, p, x, near->distance, place, aside, out);
        out->normal_known = wdm_and(out->normal_known, wdm_or(off_diagonals, wdm_not(p->two)));
    }
}

/* Rounds the normals of a group, and stores them; returns the lanes whose bits are certain. */
static inline unsigned round_part_normals(const hits_found *asked, size_t k, const entered_part entered[2], bool turned) {
    unsigned sure = wdm_bits(entered[0].normal_known) | wdm_bits(entered[1].normal_known) << SEPAL_LANES / 2;
    wd3 low[2], high[2];
    for (int half = 0; half < 2; half++) {
        const wd of = entered[half].normal_error;
        wd3 n = wd3_minus(entered[half].normal, turned ? wdm_all() : wdm_none()), error = {of, of, of};
        clear_none(&n, entered[half].near.none);
        clear_none(&error, entered[half].near.none);
        low[half] = wd3_sub(n, error);
        high[half] = wd3_add(n, error);
    }
    return sure & store_normals(asked, k, low, high);
}

/* Stores what was found of a group. */
static inline lanes store_parts(const hits_found *asked, size_t k, const entered_part entered[2], w time, bool turned) {
    unsigned meet = wdm_bits(entered[0].meet) | wdm_bits(entered[1].meet) << SEPAL_LANES / 2;
    const unsigned apart = wdm_bits(entered[0].apart) | wdm_bits(entered[1].apart) << SEPAL_LANES / 2;
    w_store(asked->time + k, time);
    if (asked->normal[0] != NULL)
        meet &= round_part_normals(asked, k, entered, turned);
    return (lanes){meet, ALL_LANES & ~(meet | apart)};
}

/* The answers of a group; those of lanes that are left open have no meaning, nor have those of the second half if halves is 1. One function
 * for all kernels, as it takes much code. */
static SEPAL_NOINLINE lanes settle_parts(const hits_found *asked, size_t k, const moving_half *h, int halves, const w signs[4],
                                         bool turned) {
    const int edges = h[0].edges;
    assert(edges >= 1 && edges <= MOVING_EDGES && (halves == 1 || h[1].edges == edges));
    const bool normals = asked->normal[0] != NULL;
    solid_part part[2];
    entered_part entered[2];
    wd times[2];
    for (int half = 0; half < halves; half++) {
        wd signs_of[MOVING_EDGES];
        for (int e = 0; e < edges; e++)
            signs_of[e] = wd_of(signs[e], half);
        set_part_by_signs(h[half].d, h[half].edge, edges, signs_of, &part[half]);
        times[half] = time_of_moving_part(&h[half], &part[half]);
    }
    const w time = times_below(times[0], times[halves - 1]), next = w_of_bits(wi_add(wi_of_bits(time), wi_set1(1)));
    for (int half = 0; half < halves; half++) {
        solid_part *const p = &part[half];
        move_part(&h[half], times[half], p);
        const wd aside = aside_of_part(&h[half], p);
        wdm off_diagonals;
        certify_part(p, h[half].edge, edges, 0, &aside, NULL, &entered[half].near, NULL, &off_diagonals);
        look_at_part(&h[half], p, (part_times){times[half], wd_of(time, half), wd_of(next, half)}, aside, off_diagonals, normals,
                     &entered[half]);
        if (wdm_bits(wdm_or(entered[half].meet, entered[half].apart)) != wdm_bits(wdm_all())) {
            const wd least = least_of_zonotope(&h[half], p, &entered[half].near);
            entered[half].apart = wdm_or(entered[half].apart, stays_beyond(&h[half], &entered[half].near, least, times[half]));
        }
    }
    if (halves == 1)
        entered[1] = entered[0];
    return store_parts(asked, k, entered, time, turned);
}

/* Proposes the parts to those who ask about one pair: of each half edge one of three signs, in two bits. */
static SEPAL_NOINLINE void propose_parts(uint16_t *to, const w *signs, int edges) {
    float of[SEPAL_LANES];
    w code = w_set1(0);
    for (int e = edges; e-- > 0;)
        code = w_madd(code, w_set1(4), w_add(signs[e], w_set1(2)));
    w_store(of, code);
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        to[lane] = (uint16_t)of[lane];
}

/* A question about `count` pairs of which one core is seen from the other: from the first, or else from the second. segment: has the core
 * that is seen two ends? */
typedef struct seen_query {
    const hits_found *hits;
    size_t count;
    bool first, segment;
} seen_query;

/* Answers a group. seen_from, still: the core that the other one is seen from, as a box, and its ends, both the centre of a box; of h its
 * half edges are there, still_edges of them. */
SPECIALISED lanes sweep_seen_parts(const seen_query *asked, const sepal_pair *group, size_t k, const seen_pairs *p,
                                   const solid_box_lanes *seen_from, const solid_segment_lanes *still, moving_half h[2],
                                   int still_edges) {
    const bool segment = asked->segment;
    const solids_query *q = &asked->hits->s->q;
    assert(k < asked->count && (still_edges == 1 || still_edges == 3));
    solid_segment_lanes core;
    if (segment)
        core = solid_load_segments(p->moving, p->moving_at);
    else
        core.from = core.to = load_balls(p->moving, p->moving_at).centre;
    core_from_box v = {.at = see_along_axes(seen_from, &core), .reach = load_reach(q, group)};
    const w3 move = w3_sub(p->move, p->move_still);
    for (int i = 0; i < 3; i++)
        v.move[i] = w3_dot(seen_from->axis[i], move);
    w found[4], signs[4];
    if (segment)
        search_part(&v, still_edges, true, found);
    else
        search_part(&v, still_edges, false, found);
    for (int e = 0; e < still_edges; e++)
        signs[e] = found[e];
    signs[still_edges] = found[3];
    wd reach[2];
    load_reaches(q, group, reach);
    const int halves = asked->count - k > SEPAL_LANES / 2 ? 2 : 1;
    for (int half = 0; half < halves; half++) {
        moving_half *of = &h[half];
        const wd middle = wd_set1(0.5);
        const wd3 from = wd3_of(core.from, half), to = wd3_of(core.to, half);
        const wd3 first = wd3_sub(from, wd3_of(still->from, half)), last = wd3_sub(to, wd3_of(still->to, half));
        of->d = segment || still_edges == 1 ? wd3_scale(wd3_add(first, last), middle) : first;
        if (segment)
            of->edge[still_edges] = wd3_scale(wd3_sub(to, from), middle);
        of->m = wd3_sub(wd3_of(p->move, half), wd3_of(p->move_still, half));
        of->reach = reach[half];
        of->edges = still_edges + segment;
    }
    const lanes found_of = settle_parts(asked->hits, k, h, halves, signs, !asked->first);
    if (found_of.open != 0)
        propose_parts(asked->hits->proposed[0] + k, signs, h[0].edges);
    return found_of;
}

SPECIALISED lanes sweep_from_box_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const seen_query *asked = question;
    const seen_pairs p = load_seen_pairs(asked->hits->s, group, asked->first);
    const solid_exact_lanes exact = load_exact_boxes(p.still, p.still_at);
    const solid_box_lanes box = solid_load_boxes(p.still, p.still_at, false);
    const solid_segment_lanes centre = {exact.centre, exact.centre};
    moving_half h[2];
    for (int half = 0; half < 2; half++)
        for (int e = 0; e < 3; e++)
            h[half].edge[e] = wd3_of(exact.edge[e], half);
    return sweep_seen_parts(asked, group, k, &p, &box, &centre, h, 3);
}

/* A segment as a box without width, with two more axes (Duff and others, "Building an orthonormal basis, revisited", JCGT 6, 2017). */
static inline solid_box_lanes box_around_segment(const solid_segment_lanes *s) {
    const w zero = w_set1(0), one = w_set1(1), middle = w_set1(0.5F);
    const w3 half = w3_scale(w3_sub(s->to, s->from), middle);
    const w square = w3_dot(half, half), length = w_sqrt(square);
    const w3 n = w3_scale(half, w_div(one, length));
    const w sign = w_flip(one, n.z), a = w_neg(w_div(one, w_add(sign, n.z))), b = w_mul(w_mul(n.x, n.y), a);
    solid_box_lanes box = {.centre = w3_scale(w3_add(s->from, s->to), middle),
                           .axis = {n,
                                    {w_madd(w_mul(w_mul(sign, n.x), n.x), a, one), w_mul(sign, b), w_neg(w_mul(sign, n.x))},
                                    {b, w_madd(w_mul(n.y, n.y), a, sign), w_neg(n.y)}},
                           .half = {length, zero, zero},
                           .slack = zero};
    return box;
}

SPECIALISED lanes sweep_from_segment_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const seen_query *asked = question;
    const seen_pairs p = load_seen_pairs(asked->hits->s, group, asked->first);
    const solid_segment_lanes still = solid_load_segments(p.still, p.still_at);
    const solid_box_lanes box = box_around_segment(&still);
    const wd middle = wd_set1(0.5);
    moving_half h[2];
    for (int half = 0; half < 2; half++)
        h[half].edge[0] = wd3_scale(wd3_sub(wd3_of(still.to, half), wd3_of(still.from, half)), middle);
    return sweep_seen_parts(asked, group, k, &p, &box, &still, h, 1);
}

STAGE_ALONE(sweep_from_boxes, sweep_from_box_kernel);
STAGE_ALONE(sweep_from_segments, sweep_from_segment_kernel);

/* --- Two spheres ------------------------------------------------------------------------------------------------------------------ */

/* Errors of a distance, of the speed of its square, and of a component of the normal in double (docs/numerics/solids_sweep.md, "Moving
 * spheres"); what must be left of the reach in front of the way, as a share of its square. */
#define SPHERE_DISTANCE_ERROR (16 * DOUBLE_UNIT)
#define SPHERE_SPEED_ERROR    (16 * DOUBLE_UNIT)
#define SPHERE_NORMAL_ERROR   0x1p-43
#define SPHERE_LEAST_LEFT     0x1p-30

/* In each lane, the centre of b as seen from a, its move, and the reach; |w|_1 + |m|_1 + r; and where the equation for the distance r has its
 * first root, which is 1 and not valid if there is none. */
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
    const wdm valid = wdm_and(some, wdm_and(wd_ge(guess, wd_set1(ROUND_EARLIEST)), wd_gt(one, guess)));
    return (sphere_lanes){.w = centre,
                          .m = move,
                          .r = reach,
                          .size = wd_add(wd_add(wd3_sum_in_order(centre), wd3_sum_in_order(move)), reach),
                          .guess = wd_select(valid, guess, one),
                          .valid = valid};
}

/* A component along which they have no distance and no move is exactly 0. */
static inline wd error_unless_still(wd w_of, wd m_of, wd error) {
    const wd zero = wd_set1(0);
    return wd_select(wdm_and(wd_eq(w_of, zero), wd_eq(m_of, zero)), zero, error);
}

/* The normal where the way enters, as in solids_scalar_hit_round.c, less and more than its error; returns where no tangent is near. */
static inline wdm find_sphere_normals(const sphere_lanes *s, wd3 *low, wd3 *high) {
    const wd square = wd3_dot_in_order(s->m, s->m), length = wd_sqrt(square);
    const wd3 c = wd3_cross_in_order(s->w, s->m), q = wd3_cross_in_order(s->m, c);
    const wd miss = wd_div(wd_sqrt(wd3_dot_in_order(c, c)), length), left = wd_mul(wd_sub(s->r, miss), wd_add(s->r, miss));
    const wdm some_left = wdm_and(wd_ge(left, wd_mul(wd_set1(SPHERE_LEAST_LEFT), wd_mul(s->r, s->r))),
                                  wd_ge(left, wd_mul(wd_set1(SPHERE_NORMAL_ERROR), wd_mul(s->size, s->r))));
    const wdm sure = wdm_and(s->valid, some_left);
    const wd front = wd_sqrt(wd_select(sure, left, wd_set1(1))), steep = wd_div(front, s->r), tangent = wd_set1(ROUND_TANGENT);
    const wd frontal = wd_mul(wd_set1(SPHERE_NORMAL_ERROR), wd_div(s->size, s->r));
    const wd grazing = wd_madd(frontal, wd_div(tangent, steep), wd_set1(ROUND_GRAZING_ERROR));
    const wd error = wd_select(wd_gt(tangent, steep), grazing, frontal);
    const wd3 errors = {error_unless_still(s->w.x, s->m.x, error), error_unless_still(s->w.y, s->m.y, error),
                        error_unless_still(s->w.z, s->m.z, error)};
    const wd3 foot = {wd_div(q.x, square), wd_div(q.y, square), wd_div(q.z, square)};
    const wd3 way = {wd_div(s->m.x, length), wd_div(s->m.y, length), wd_div(s->m.z, length)};
    const wd3 from = wd3_sub(foot, wd3_scale(way, front));
    const wd3 normal = {wd_div(from.x, s->r), wd_div(from.y, s->r), wd_div(from.z, s->r)};
    *low = wd3_sub(normal, errors);
    *high = wd3_add(normal, errors);
    return sure;
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

SPECIALISED lanes sphere_hits_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const hits_found *out = question;
    const solid_sweep_query *s = out->s;
    const w3 centre_a = load_balls(s->q.a, &group->a).centre, centre_b = load_balls(s->q.b, &group->b).centre;
    const w3 move_a = solid_load_moves(s->moves_a, &group->a), move_b = solid_load_moves(s->moves_b, &group->b);
    sphere_lanes of[2];
    wd3 low[2], high[2];
    wd reach[2];
    unsigned yes = 0;
    load_reaches(&s->q, group, reach);
    for (int half = 0; half < 2; half++)
        of[half] = guess_sphere_times(wd3_sub(wd3_of(centre_b, half), wd3_of(centre_a, half)),
                                      wd3_sub(wd3_of(move_b, half), wd3_of(move_a, half)), reach[half]);
    const w time = times_below(of[0].guess, of[1].guess), next = w_of_bits(wi_add(wi_of_bits(time), wi_set1(1)));
    for (int half = 0; half < 2; half++) {
        wdm sure = find_sphere_normals(&of[half], &low[half], &high[half]);
        sure = wdm_and(sure, sphere_times_are_sure(&of[half], wd_of(time, half), wd_of(next, half)));
        yes |= wdm_bits(sure) << half * (SEPAL_LANES / 2);
    }
    w_store(out->time + k, time);
    yes &= store_normals(out, k, low, high);
    return (lanes){yes, ALL_LANES & ~yes};
}

STAGE_ALONE(sweep_spheres, sphere_hits_kernel);

#endif
