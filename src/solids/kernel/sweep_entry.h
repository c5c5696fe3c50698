/* sweep_entry.h — when and how two cores without a reach meet first, in double: one pair at a time, and a pair in each lane.
 *
 * As b moves by m, seen from a, the origin moves through their Minkowski difference K along -m, and enters it by a side. That is found by
 * the search of scalar/solids_scalar_hit.c, a portal search along the way: three members such that the way leads through their triangle;
 * a member that is beyond its plane replaces one of them, until there is none. What is found is a proposal (docs/numerics/solids_sweep.md,
 * "Moving hulls in double").
 *
 * In lanes, the time is not less than that at which the way comes to the farthest parallel plane of K, and not more than that at which it
 * comes to the triangle; the normal of the side cannot lean from that of the triangle by more than the one is below the other, seen from
 * the way. If both ends of these intervals round to the same bits, these are the answer. Ties leave that open, as of solids that graze each
 * other: of one pair whose coordinates are exact, double and integers tell whether the triangle is in the side that is entered. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_H

#include "../records.h"
#include "../scalar/motion.h"
#include "sweep_filters.h"
#include "sweep_zonotopes.h"
#include "walk.h"
#if defined(SEPAL_NARROWEST)
#include "cores_meet.h"
#endif

/* --- One pair --------------------------------------------------------------------------------------------------------------------- */

enum { ENTRY_STEPS = 48 };

/* Errors of a speed; of a determinant of the way and two members, relative to the square of the extent and the way; of a component of a unit
 * normal. */
#define ENTRY_SPEED_ERROR       (8 * DOUBLE_UNIT)
#define ENTRY_DETERMINANT_ERROR (128 * DOUBLE_UNIT)
#define ENTRY_NORMAL_ERROR      (16 * DOUBLE_UNIT)

#if defined(SEPAL_NARROWEST)

/* way: m. spanning: as of find_spanning, `spans` of them; -1 if they are not looked for yet. passes: the way certainly leads past K. apart: the
 * cores are known not to meet at the beginning. */
typedef struct entry_search {
    const solid_core_pair *p;
    double way[3], length;
    core_member face[3], spanning[4];
    int spans;
    bool passes, apart;
} entry_search;

/* The number of a corner that is no member. */
enum { ENTRY_INNER = CORE_VERTICES };

/* The cores of a pair, and the way; p->exact: that is exact, too. */
static bool load_moving_cores(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, solid_core_pair *p,
                              double way[3]) {
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    int low, high;
    if (!solid_load_cores(&s->q, pair, searches, p))
        return false;
    find_core_span(&s->q, pair, &low, &high);
    for (int k = 0; k < 3; k++) {
        way[k] = (double)b.move[k] - (double)a.move[k];
        sepal_solid_cover(a.move[k], &low, &high);
        sepal_solid_cover(b.move[k], &low, &high);
    }
    set_core_unit(low, high, p);
    return true;
}

/* Do two solids meet on their way, where ties are known as such? K covers a region on its way, which is that of a core b with twice as many
 * vertices. False if it is not certain, as where coordinates are not exact. */
static SEPAL_NOINLINE bool know_swept(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, bool *meet) {
    solid_core_pair p;
    double way[3];
    if (!load_moving_cores(s, pair, searches, &p, way) || !p.exact || 2 * p.b.size > CORE_VERTICES)
        return false;
    const uint32_t size = p.b.size;
    for (int k = 0; k < 3; k++) {
        double *at = p.b.at[k];
        for (uint32_t i = size; i < solid_core_lanes(2 * size); i++)
            at[i] = i < 2 * size ? at[i - size] + way[k] : at[2 * size - 1];
        p.inner[k] += 0.5 * way[k];
    }
    p.b.size = 2 * size;
    p.b.box = false;
    return find_core_extent(&p) && know_overlap_of(&s->q, pair, &p, meet);
}

/* det(m, p, q): on which side of p is q, seen along the way? */
static inline double entry_turn(const entry_search *s, const double p[3], const double q[3]) {
    double across[3];
    d3_cross(s->way, p, across);
    return d3_dot(across, q);
}

/* Its sign for members, and differences of two; or SIGN_OPEN. */
static int sign_of_turn(const entry_search *s, const double p[3], const double q[3]) {
    const double error = ENTRY_DETERMINANT_ERROR * (s->p->extent * s->p->extent) * s->length;
    const int sign = sign_by_double(entry_turn(s, p, q), error);
    if (sign != SIGN_OPEN || !s->p->exact)
        return sign;
    if (!fits_whole(s->p, 3, 2 * error))
        return sign_of_wide(s->p, s->way, p, q, 2 * error);
    const whole3 way = whole_of(s->p, s->way), of_p = whole_of(s->p, p), of_q = whole_of(s->p, q),
                 across = whole_cross(&way, &of_p);
    return sign_of_whole(whole_dot(&across, &of_q));
}

/* The sign of the turn from one member to another, as seen from the start of the line of the reference, which is beside the origin: where
 * a turn is 0, that tells the side. 0 only if the members differ along the way. */
static int sign_beside(entry_search *s, const core_member *p, const core_member *q) {
    double step[3];
    int sign = sign_of_turn(s, p->w, q->w);
    if (sign != 0)
        return sign;
    s->spans = s->spans < 0 ? find_spanning(s->p, s->spanning) : s->spans;
    if (s->spans != 4)
        return SIGN_OPEN;
    d3_sub(p->w, q->w, step);
    for (int k = 0; k < 4 && sign == 0; k++)
        sign = sign_of_turn(s, s->spanning[k].w, step);
    return sign;
}

/* A number with the sign of the turn of p and q, which is proposed and not proved. */
static inline double propose_turn(entry_search *s, const core_member *p, const core_member *q) {
    const bool known = s->p->exact && p->a != ENTRY_INNER && q->a != ENTRY_INNER;
    const int sign = known ? sign_beside(s, p, q) : SIGN_OPEN;
    return sign != SIGN_OPEN ? sign : entry_turn(s, p->w, q->w);
}

/* A point well inside of K: mostly the difference of the means, and a little of two members, so that it is not straight ahead. */
static void find_inner_start(const solid_core_pair *p, core_member *out) {
    core_member one, other;
    set_member(p, 0, p->b.size - 1, &one);
    set_member(p, p->a.size - 1, 0, &other);
    out->a = out->b = ENTRY_INNER;
    for (int k = 0; k < 3; k++) {
        double of_a = 0, of_b = 0;
        for (uint32_t i = 0; i < p->a.size; i++)
            of_a += p->a.at[k][i];
        for (uint32_t i = 0; i < p->b.size; i++)
            of_b += p->b.at[k][i];
        out->w[k] = 0.84 * (of_b / (double)p->b.size - of_a / (double)p->a.size) + 0.11 * one.w[k] + 0.05 * other.w[k];
    }
}

static inline bool is_same_member(const core_member *p, const core_member *q) {
    return p->a == q->a && p->b == q->b;
}

/* Does the way certainly lead past K? across: u x m; most: the member that is farthest along it. */
static bool leads_past(const entry_search *s, const double u[3], const double across[3], const core_member *most) {
    return d3_dot(across, most->w) < -ENTRY_DETERMINANT_ERROR * s->p->extent * d3_length(u) * s->length;
}

/* Corners with a turn < 0 from each to the next, of which the first one is given. */
static bool find_first_face(entry_search *s) {
    core_member *inner = &s->face[0], *right = &s->face[1], *left = &s->face[2], ahead;
    double across[3], edge[3];
    d3_cross(s->way, inner->w, across);
    support_along(s->p, across, left);
    support_against(s->p, across, right);
    for (int step = 0; step < ENTRY_STEPS; step++) {
        if (propose_turn(s, right, left) < 0)
            return true;
        d3_sub(right->w, left->w, edge);
        d3_cross(edge, s->way, across);
        support_along(s->p, across, &ahead);
        s->passes = leads_past(s, edge, across, &ahead);
        if (s->passes || is_same_member(&ahead, left) || is_same_member(&ahead, right))
            return false;
        *(propose_turn(s, inner, &ahead) > 0 ? left : right) = ahead;
    }
    return false;
}

/* Moves the face outwards until no member is beyond it. */
static bool find_entered_face(entry_search *s) {
    double edge[2][3], n[3], turn[3];
    core_member last;
    for (int step = 0; step < ENTRY_STEPS; step++) {
        d3_sub(s->face[1].w, s->face[0].w, edge[0]);
        d3_sub(s->face[2].w, s->face[0].w, edge[1]);
        d3_cross(edge[0], edge[1], n);
        support_against(s->p, n, &last);
        if (d3_dot(n, last.w) >= d3_dot(n, s->face[0].w) - MEMBER_GAP_ERROR * s->p->extent * d3_length(n))
            return s->face[0].a != ENTRY_INNER && s->face[1].a != ENTRY_INNER && s->face[2].a != ENTRY_INNER;
        for (int k = 0; k < 3; k++)
            turn[k] = propose_turn(s, &s->face[k], &last);
        const int kept = turn[0] > 0 && turn[1] < 0 ? 0 : turn[1] > 0 && turn[2] < 0 ? 1 : 2;
        s->face[(kept + 2) % 3] = last;
    }
    return false;
}

/* Between which the time is; the normal, and by how much its components may differ. */
typedef struct entry_bounds {
    double least, most, normal[3], lean[3];
} entry_bounds;

/* The greatest float t that is not greater than the time at which the plane of a part is passed, g / -n . m, g = n . w[0]: the sign of
 * g + t n . m tells which of two neighbours it is. */
static bool round_passing(const entry_search *s, const core_part *part, const entry_bounds *bounds, float *time) {
    const float least = sepal_time_below(fmin(bounds->least, 1)), most = sepal_time_below(fmin(bounds->most, 1));
    int exponent;
    *time = most;
    if (least == most)
        return true;
    const int64_t t = (int64_t)ldexp((double)frexpf(most, &exponent), 24); /* most = t 2^(exponent - 24) */
    const double scale = ldexp(1, 24 - exponent);
    if (!(most > 0x1p-20F) || least != sepal_previous_time(most) ||
        !fits_whole(s->p, degree_of(part) + 1, 2 * scale * (part->size * s->length) * (bounds->most - bounds->least)))
        return false;
    const whole3 from = whole_of(s->p, part->m[0].w), way = whole_of(s->p, s->way);
    const uint64_t gap = whole_dot(&part->whole, &from) << (24 - exponent), passed = whole_dot(&part->whole, &way) * (uint64_t)t;
    if (sign_of_whole(gap + passed) < 0)
        *time = least;
    return true;
}

/* Of the plane of a part by which the way is known to enter. False if they may meet at the beginning. */
static bool bound_side(const entry_search *s, const core_part *part, entry_bounds *out) {
    const double gap = d3_dot(part->n, part->m[0].w), speed = -d3_dot(part->n, s->way), gap_error = error_along(s->p, part),
                 speed_error = s->length * (ENTRY_SPEED_ERROR * part->size + part->error);
    if (!(gap > 64 * gap_error) || !(speed > 64 * speed_error))
        return false;
    out->least = (gap - gap_error) / (speed + speed_error) * (1 - ZONOTOPE_QUOTIENT_ERROR);
    out->most = (gap + gap_error) / (speed - speed_error) * (1 + ZONOTOPE_QUOTIENT_ERROR);
    for (int k = 0; k < 3; k++) {
        out->normal[k] = part->none[k] ? 0 : part->n[k] / part->size;
        out->lean[k] = part->none[k] ? 0 : 2.5 * part->error / part->size + ENTRY_NORMAL_ERROR;
    }
    return true;
}

/* The bounds of bound_side in twice the digits. */
static bool bound_in_twofold(const entry_search *s, const core_part *part, entry_bounds *out) {
    twofold_part of;
    double error;
    if (!has_twofold(s->p, part, 0) || !(s->length < SEPAL_GROW_MOST))
        return false;
    find_twofold(s->p, part, &of);
    const double speed = -twofold_along(&of, part->size, s->way, &error).high, gap = of.along.high, gap_error = of.far * gap,
                 size = sqrt(of.square.high);
    if (!(gap > 64 * gap_error) || !(speed > 64 * error))
        return false;
    out->least = (gap - gap_error) / (speed + error) * (1 - 2 * ZONOTOPE_QUOTIENT_ERROR);
    out->most = (gap + gap_error) / (speed - error) * (1 + 2 * ZONOTOPE_QUOTIENT_ERROR);
    for (int k = 0; k < 3; k++) {
        out->normal[k] = of.none[k] ? 0 : of.n[k].high / size;
        out->lean[k] = of.none[k] ? 0 : 2.5 * of.error + 0x1p-50 * fabs(out->normal[k]);
    }
    return true;
}

/* Time and normal, if these bounds tell them. */
static bool round_entry(const entry_search *s, const core_part *part, const entry_bounds *bounds, sepal_solid_hit *hit) {
    sepal_solid_hit found = {.meet = true};
    for (int k = 0; k < 3; k++) {
        found.normal[k] = (float)(bounds->normal[k] - bounds->lean[k]) + 0; /* never -0 */
        if (found.normal[k] != (float)(bounds->normal[k] + bounds->lean[k]))
            return false;
    }
    if (!round_passing(s, part, bounds, &found.time))
        return false;
    *hit = found;
    return true;
}

/* The side that the reference enters, which is in the plane of the part that its line leads through, if all members certainly are on that
 * plane or beyond, and the origin is in front. The line is beside the way on the inside of K, if the way touches K at all: so the cores
 * meet, or touch, if the time is not above 1. known: they do. False if the answer is not certain. */
static bool certify_side(const entry_search *s, core_part *part, bool known, sepal_solid_hit *hit) {
    const solid_core_pair *p = s->p;
    entry_bounds bounds;
    if (!set_part(p, part) || !is_on_side(p, part, false, -1, NULL) || !is_on_side(p, part, true, 1, NULL))
        return false;
    const int before = sign_along(p, part, part->m[0].w);
    if (before != 1) /* that side is passed before the beginning, or then */
        return s->apart && !known && before != SIGN_OPEN;
    for (int digits = 1; digits <= 2; digits++) {
        if (!(digits == 1 ? bound_side(s, part, &bounds) : bound_in_twofold(s, part, &bounds)))
            continue;
        if (!known && bounds.least > 1)
            return true;
        if ((known || bounds.most < 1) && round_entry(s, part, &bounds, hit))
            return true;
    }
    return false;
}

/* Does the line certainly lead through the triangle that is proposed, and is that the side? */
static bool certify_entry(entry_search *s, bool known, sepal_solid_hit *hit) {
    core_part part = {.count = 3, .m = {s->face[0], s->face[1], s->face[2]}};
    for (int k = 0; k < 3; k++)
        if (!s->p->exact || sign_beside(s, &s->face[k], &s->face[(k + 1) % 3]) != -1)
            return false;
    return certify_side(s, &part, known, hit);
}

/* On which side of the way is a member, if K and the way are in one plane? side.n is in that plane. Where a member is straight ahead, the
 * start of the line of the reference tells it. */
static int sign_aside(const solid_core_pair *p, const core_part *plane, const core_part *side, const core_member *of) {
    int sign = sign_along(p, side, of->w);
    for (int k = 0; k < 3 && sign == 0; k++)
        sign = -sign_along(p, side, plane->m[k].w);
    return sign;
}

/* The sign of n . m of the plane of a triangle, or SIGN_OPEN. */
static int sign_of_way(const entry_search *s, const core_part *plane) {
    const double error = s->length * (ENTRY_SPEED_ERROR * plane->size + 2 * plane->error);
    const int sign = sign_by_double(d3_dot(plane->n, s->way), error);
    if (sign != SIGN_OPEN || !s->p->exact)
        return sign;
    return sign_of_wide(s->p, plane->edge[0], plane->edge[1], s->way, 2 * error);
}

/* Of a K in a plane that the way is not parallel to: the origin is in that plane once. Then the line leads through a triangle of members, or
 * past K. beyond, ahead: the signs of n . w and n . m. */
static bool certify_crossing(const entry_search *s, core_part *plane, int beyond, int ahead, bool known, sepal_solid_hit *hit) {
    entry_search flat = *s;
    if (beyond == SIGN_OPEN)
        return false;
    if (beyond == 0 || beyond == ahead) /* at the beginning, or before it */
        return !known && (beyond != 0 || s->apart);
    if (beyond < 0) {
        const core_member second = plane->m[1];
        plane->m[1] = plane->m[2], plane->m[2] = second;
    }
    flat.face[0] = plane->m[0];
    if (!find_first_face(&flat))
        return flat.passes && !known;
    int sum = 0;
    for (int k = 0; k < 3; k++) {
        const int turn = sign_of_turn(s, flat.face[k].w, flat.face[(k + 1) % 3].w);
        if (turn != 0 && turn != -1)
            return false;
        sum += turn;
    }
    return sum < 0 && certify_side(s, plane, known, hit);
}

/* If K is in a plane, and the way crosses it; or the way is parallel to it, so that the origin stays beside it, or is in it all the time:
 * then the part is an edge, which the search of the reference finds there, or the way leads past K. */
static bool certify_flat_entry(const entry_search *s, bool known, sepal_solid_hit *hit) {
    const solid_core_pair *p = s->p;
    core_part plane = {.count = 3}, side = {.count = 2}, part = {.count = 2};
    core_member *left = &part.m[0], *right = &part.m[1], last;
    double edge[3], n[3];
    plane.count = s->spans == 4 ? 4 : find_spanning(p, plane.m);
    if (plane.count != 3 || !set_part(p, &plane))
        return false;
    const int beyond = sign_along(p, &plane, plane.m[0].w), ahead = sign_of_way(s, &plane);
    const double error = s->length * (ENTRY_SPEED_ERROR * plane.size + 2 * plane.error);
    if (ahead == 1 || ahead == -1)
        return certify_crossing(s, &plane, beyond, ahead, known, hit);
    if (ahead != 0 || beyond != 0)
        return !known && ahead == 0 && beyond != SIGN_OPEN;
    const whole3 way = whole_of(p, s->way);
    d3_cross(plane.n, s->way, side.n);
    side.whole = whole_cross(&plane.whole, &way);
    side.size = d3_length(side.n);
    side.error = error;
    support_along(p, side.n, left);
    support_against(p, side.n, right);
    for (int k = 0; k < 3; k++)
        n[k] = -side.n[k];
    if (leads_past(s, plane.n, side.n, left) || leads_past(s, plane.n, n, right))
        return !known;
    for (int step = 0; step < ENTRY_STEPS; step++) {
        d3_sub(left->w, right->w, edge);
        d3_cross(plane.n, edge, n);
        support_against(p, n, &last);
        if (d3_dot(n, last.w) >= d3_dot(n, left->w) - MEMBER_GAP_ERROR * p->extent * d3_length(n))
            break;
        *(sign_aside(p, &plane, &side, &last) > 0 ? left : right) = last;
    }
    return sign_aside(p, &plane, &side, left) == 1 && sign_aside(p, &plane, &side, right) == -1 &&
           certify_side(s, &part, known, hit);
}

/* Begins with three members, by their numbers: of a times HULL_VERTICES, and of b; if the line of the reference leads through their
 * triangle. */
static bool take_first_face(entry_search *s, const uint32_t start[3]) {
    for (int k = 0; k < 3; k++) {
        const uint32_t a = start[k] / HULL_VERTICES, b = start[k] % HULL_VERTICES;
        if (a >= s->p->a.size || b >= s->p->b.size)
            return false;
        set_member(s->p, a, b, &s->face[k]);
    }
    for (int k = 0; k < 3; k++)
        if (sign_beside(s, &s->face[k], &s->face[(k + 1) % 3]) != -1)
            return false;
    return true;
}

/* Finds the side, as a proposal. start: NULL, or where it may be. */
static bool search_entry(entry_search *s, const uint32_t *start) {
    s->spans = -1;
    s->passes = false;
    s->length = d3_length(s->way);
    if (start == NULL || !take_first_face(s, start)) {
        find_inner_start(s->p, &s->face[0]);
        if (!find_first_face(s))
            return false;
    }
    return find_entered_face(s);
}

/* What is known of the first contact: all of it, three members that may span the side that is entered, or nothing. */
typedef enum entry_found { ENTRY_UNKNOWN, ENTRY_FACE, ENTRY_HIT } entry_found;

/* Nothing of a pair with a reach. known: it meets; else touching counts as overlap. apart: it does not at the beginning. start: NULL, or
 * where the side may be. */
static SEPAL_NOINLINE entry_found find_entry(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, bool known,
                                             bool apart, const uint32_t *start, sepal_member face[3], sepal_solid_hit *hit) {
    solid_core_pair p;
    entry_search search = {.p = &p, .apart = apart};
    if (solid_has_reach(&s->q, pair) || !load_moving_cores(s, pair, searches, &p, search.way))
        return ENTRY_UNKNOWN;
    *hit = sepal_solid_no_hit();
    const bool proposed = search_entry(&search, start);
    if (search.passes || (proposed && certify_entry(&search, known, hit)) || certify_flat_entry(&search, known, hit))
        return ENTRY_HIT;
    for (int k = 0; k < 3; k++)
        face[k] = (sepal_member){search.face[k].a, search.face[k].b};
    return proposed ? ENTRY_FACE : ENTRY_UNKNOWN;
}

#endif

/* --- In lanes --------------------------------------------------------------------------------------------------------------------- */

/* One core at least is a hull. The side is found by walk.h, and it is mostly known that it is in the plane of the triangle. What is not
 * certain stays open. */
enum { ENTRY_LAST_STEPS = 4 };
/* Times before that are left open, as times_below knows those from 2^-60 on. */
#define ENTRY_EARLIEST 0x1p-60

/* The search in float begins beside the origin: by so much of the way to the first member, half of that to the next, and so on. That is
 * about where the line of the reference begins, which is infinitely near (sign_beside): so ties lead to the side that it enters. */
#define ENTRY_SHIFT 0x1p-16F

static inline w3 shift_to_start(const difference_lanes *s, sizes n) {
    w3 out = w3_scale(s->inside, w_set1(ENTRY_SHIFT / 8));
    for (uint32_t k = 0; k < 3; k++) {
        const w3 a = {s->a.at[0], s->a.at[n.a], s->a.at[2 * n.a]}, b = {s->b.at[k], s->b.at[n.b + k], s->b.at[2 * n.b + k]};
        out = w3_add(out, w3_scale(w3_add(w3_sub(b, a), s->d), w_set1(ENTRY_SHIFT / (float)(1U << k))));
    }
    return out;
}

/* The members on the far side of the line that passes K, with a bound on the error of a product with the farthest of them. */
#define ENTRY_ASIDE_ERROR (2 * SWEPT_AXIS_ERROR)

/* The lanes in which the search found no triangle, as the line passes K, and all of K is certainly on one side of the way. */
static SEPAL_NOINLINE unsigned find_passing(const difference_lanes *k, sizes n, const walk_found *found) {
    const w3 aside = found->aside;
    const w nearest = w3_dot(aside, member_against(k, n, aside).at), on = w3_dot(aside, k->move);
    const w error = w_madd(w3_sum(aside), w_set1(ENTRY_ASIDE_ERROR), w_set1(HULL_UNDERFLOW));
    return wm_bits(w_gt(w_add(nearest, w_min(on, w_zero())), error)) & ~found->lanes;
}

/* Returns the lanes that certainly do not meet, as far as the search tells, where n.same asks for them. Not inlined, for its room on the
 * stack. */
static SEPAL_NOINLINE unsigned find_entries(const solid_sweep_query *s, const sepal_pair *group, sizes n, walk_found *out) {
    difference_lanes k;
    load_swept_shared(s, group, n, &k);
    k.inside = w3_sub(k.inside, w3_scale(k.move, w_set1(0.5F))); /* of K at the beginning, as closest_member is */
    const w3 d = k.d;
    k.d = w3_sub(d, shift_to_start(&k, walk_sizes(n)));
    walk_in_float(&k, walk_sizes(n), w3_scale(k.move, w_div(w_set1(1), w3_greatest(k.move))), out);
    k.d = d;
    return n.same && out->lanes != ALL_LANES ? find_passing(&k, walk_sizes(n), out) : 0;
}

/* Half of a group: between which the time is; the normal, and by how much its components may differ. ahead: all of K is in front of the
 * plane at the beginning; apart: also while it moves. */
typedef struct entry_half {
    wdm sure, ahead, apart;
    wd least, most;
    wd3 normal, lean;
} entry_half;

/* Errors of a component of the cross product of two edges, relative to the magnitudes of its two products; and of one of the unit
 * normal that is made of it. */
#define TRIANGLE_CROSS_ERROR  (6 * DOUBLE_UNIT)
#define TRIANGLE_NORMAL_ERROR (8 * DOUBLE_UNIT)

static inline wd3 cross_magnitudes(wd3 e, wd3 g) {
    const wd3 p = wd3_magnitudes(e), q = wd3_magnitudes(g);
    return (wd3){wd_madd(p.y, q.z, wd_mul(p.z, q.y)), wd_madd(p.z, q.x, wd_mul(p.x, q.z)), wd_madd(p.x, q.y, wd_mul(p.y, q.x))};
}

/* How much the components of n, divided by its length, may differ, if those of n do by `error`. */
static inline wd3 lean_of_normal(wd3 n, wd3 error, wd inverse) {
    const wd share = wd_madd(wd_mul(wd3_sum(error), inverse), wd_set1(1.25), wd_set1(TRIANGLE_NORMAL_ERROR));
    return wd3_add(wd3_scale(error, wd_scaled(inverse, 1.25)), wd3_scale(wd3_magnitudes(n), wd_mul(share, inverse)));
}

/* The plane of a face: how far behind it all vertices of both cores certainly are that are not in it, times |n|; its normal n; by how
 * much the components of n / |n| may differ from what is computed. */
typedef struct entry_plane {
    wd behind;
    wd3 n, lean;
} entry_plane;

/* More of a plane where all coordinates are exact. Then edges are not rounded, a component of n is 0 if both of its products are, of any
 * two edges of the triangle, and more vertices are known to be in the plane, as those of the ends and sides of prisms. */
static SEPAL_NOINLINE void know_plane_exactly(const solids_query *q, const sepal_pair *group, int half, const difference_half *p,
                                              const walk_face *f, entry_plane *plane) {
    const wd size = wd3_length(f->n);
    const wd3 e = wd3_sub(f->m[1].w, f->m[0].w), g = wd3_sub(f->m[2].w, f->m[0].w), third = wd3_sub(g, e);
    const wd off = wd_mul(wd_scaled(wd3_length(e), 8 * DOUBLE_UNIT), wd3_length(g)),
             error = wd_mul(wd_scaled(p->extent, 1 + 0x1p-50), wd_madd(size, wd_set1(MEMBER_GAP_ERROR), wd_scaled(off, 2)));
    const wd3 lean =
        lean_of_normal(f->n, wd3_scale(cross_magnitudes(e, g), wd_set1(TRIANGLE_CROSS_ERROR)), wd_div(wd_set1(1), size));
    wdm none[3] = {wdm_none(), wdm_none(), wdm_none()};
    unit_lanes units;
    walk_face again = *f;
    find_hull_units(q, group, &units);
    const wdm exact = wd_ge(wd_set1(CORE_SPAN_EXACT), wd_load(units.span + half * WD_LANES));
    note_none(e, g, exact, none);
    note_none(e, third, exact, none);
    note_none(g, third, exact, none);
    const meeting_plane whole = plane_in_integers(p->extent, wd_load(units.scale + half * WD_LANES), f->m, error, exact);
    look_behind(p, none, &whole, &again);
    plane->behind = wd_select(exact, wd_sub(wd_min(again.a.least, again.b.least), error), plane->behind);
    clear_none(&plane->n, none);
    plane->lean = wd3_select(exact, lean, plane->lean);
    clear_none(&plane->lean, none);
}

/* Of the triangle that was found. Not sure where the cores may meet at the beginning, or the way may not lead through the inside of the
 * triangle. Where all other vertices are certainly behind its plane, the side that is entered is in it. */
static inline entry_half bound_entries(const solids_query *q, const sepal_pair *group, int half, const difference_half *p, wd3 way,
                                       const walk_face *f) {
    const member_half *m = f->m;
    const wd3 n = f->n;
    const wd zero = wd_set1(0), size = wd3_length(n), extent = wd_scaled(p->extent, 1 + 0x1p-50), length_of_way = wd3_length(way);
    wd length[3], turn[3], aside = wd_set1(INFINITY);
    for (int k = 0; k < 3; k++) {
        const wd3 to = m[(k + 1) % 3].w;
        length[k] = wd3_length(wd3_sub(to, m[k].w));
        turn[k] = wd_sub(zero, wd3_triple(way, m[k].w, to));
    }
    const wd off = wd_madd(wd_scaled(extent, MEMBER_EDGE_ERROR), wd_add(length[0], length[2]),
                           wd_mul(wd_scaled(length[0], 8 * DOUBLE_UNIT), length[2]));
    const wd gap_error = wd_mul(extent, wd_madd(size, wd_set1(MEMBER_GAP_ERROR), wd_scaled(off, 2)));
    const wd speed_error = wd_mul(length_of_way, wd_madd(size, wd_set1(ENTRY_SPEED_ERROR), off));
    const wd turn_error = wd_mul(wd_scaled(wd_mul(extent, extent), ENTRY_DETERMINANT_ERROR), length_of_way);
    const wd speed = wd_sub(zero, wd3_dot(n, way)), farther = wd3_dot(n, m[0].w), beyond = farthest_beyond(f),
             gap = wd_add(farther, beyond);
    wdm sure = wdm_and(wd_gt(size, wd_scaled(off, 64)), wd_gt(speed, wd_scaled(speed_error, 64)));
    sure = wdm_and(sure, wd_gt(gap, gap_error));
    const wd nearest = wd_sub(gap, gap_error);
    const wdm apart = wdm_and(wd_gt(nearest, zero), wd_gt(nearest, wd_add(speed, speed_error)));

    const wd before = wd_div(wd_msub(gap_error, wd_set1(2), beyond), size);
    for (int k = 0; k < 3; k++)
        aside = wd_min(aside, wd_div(wd_sub(turn[k], turn_error), length[k]));
    const wd inside =
        wd_mul(wd_sub(aside, wd_mul(wd_scaled(before, 2), length_of_way)), wd_scaled(wd_div(size, speed), 1 - 0x1p-8));
    sure = wdm_and(sure, wdm_and(wd_gt(inside, zero), wd_gt(wd_scaled(inside, 0x1p-10), before)));
    const wd off_normal = wd_madd(wd_div(off, size), wd_set1(2.5), wd_set1(ENTRY_NORMAL_ERROR));
    entry_plane plane = {wd_sub(wd_min(f->a.least, f->b.least), gap_error), n, {off_normal, off_normal, off_normal}};
    if (wdm_bits(wdm_and(sure, wdm_or(wd3_has_zero(n), wd_ge(zero, plane.behind)))) != 0)
        know_plane_exactly(q, group, half, p, f, &plane);
    const wd tilt = wd_select(wd_gt(plane.behind, zero), zero, wd_scaled(wd_div(before, inside), 1.25));
    entry_half out;
    out.lean = wd3_add((wd3){tilt, tilt, tilt}, plane.lean);
    out.normal = wd3_scale(plane.n, wd_div(wd_set1(1), size));
    out.least = wd_scaled(wd_div(wd_sub(gap, gap_error), wd_add(speed, speed_error)), 1 - ZONOTOPE_QUOTIENT_ERROR);
    out.most = wd_scaled(wd_div(wd_add(farther, gap_error), wd_sub(speed, speed_error)), 1 + ZONOTOPE_QUOTIENT_ERROR);
    const wdm in_range = wdm_and(wd_gt(extent, wd_set1(0x1p-120)), wd_gt(wd_set1(0x1p120), extent));
    out.ahead = wd_gt(gap, gap_error);
    out.apart = wdm_and(apart, in_range);
    out.sure = wdm_and(wdm_and(sure, in_range), wd_ge(out.least, wd_set1(ENTRY_EARLIEST)));
    return out;
}

static inline wd along_axis(wd3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* Rounds times and normals, and stores them; returns the lanes whose bits are certain. */
static inline unsigned round_entries(const hits_found *out, size_t k, const entry_half *of) {
    const wd one = wd_set1(1);
    unsigned sure = wdm_bits(of[0].sure) | wdm_bits(of[1].sure) << WD_LANES;
    const w time = times_below(wd_min(of[0].least, one), wd_min(of[1].least, one));
    sure &= wm_bits(w_eq(time, times_below(wd_min(of[0].most, one), wd_min(of[1].most, one))));
    w_store(out->time + k, time);
    for (int axis = 0; axis < 3; axis++) {
        const sure_float n = round_surely((const wd[2]){along_axis(of[0].normal, axis), along_axis(of[1].normal, axis)},
                                          (const wd[2]){along_axis(of[0].lean, axis), along_axis(of[1].lean, axis)});
        sure &= wm_bits(n.sure);
        w_store(out->normal[axis] + k, w_add(n.value, w_zero())); /* never -0 */
    }
    return sure;
}

/* Half a group; a function of its own, so that both halves share its code and its room on the stack. face: what was found; it may be moved on. */
static SEPAL_NOINLINE entry_half entries_of_half(const solid_sweep_query *s, const sepal_pair *group, sizes n, int half,
                                                 const walk_found *found, walk_face *face) {
    const w3 move_a = solid_load_moves(s->moves_a, &group->a), move_b = solid_load_moves(s->moves_b, &group->b);
    const wd3 way = wd3_sub(wd3_of(move_b, half), wd3_of(move_a, half));
    difference_half p;
    load_walk(&s->q, group, n, half, found, &p, face);
    walk_in_double(&p, way, wd_scaled(p.extent, MEMBER_GAP_ERROR), ENTRY_LAST_STEPS, face);
    return bound_entries(&s->q, group, half, &p, way, face);
}

/* The triangles of half of a group, as take_first_face takes them; those that are not `ahead` are no proposals. */
static inline void note_faces(const walk_face *f, wdm ahead, int half, float out[3][SEPAL_LANES]) {
    for (int corner = 0; corner < 3; corner++) {
        const wd code = wd_madd(f->m[corner].number_a, wd_set1(HULL_VERTICES), f->m[corner].number_b);
        double of[WD_LANES];
        wd_store(of, wd_select(ahead, code, wd_set1(0)));
        for (int lane = 0; lane < WD_LANES; lane++)
            out[corner][half * WD_LANES + lane] = (float)of[lane];
    }
}

/* Returns the lanes that are certain; apart: receives those that do not meet, where n.same asks for them. Then the other lanes receive
 * proposals in place of normals. */
static SEPAL_NOINLINE unsigned settle_entries(const hits_found *asked, const sepal_pair *group, size_t k, sizes n,
                                              const walk_found *found, unsigned *apart) {
    entry_half of[2];
    walk_face face;
    float codes[3][SEPAL_LANES];
    for (int half = 0; half < 2; half++) {
        of[half] = entries_of_half(asked->s, group, n, half, found, &face);
        note_faces(&face, of[half].ahead, half, codes);
        if (n.same)
            of[half].sure = wdm_and(of[half].sure, wd_ge(wd_set1(1), of[half].most));
    }
    *apart = n.same ? (wdm_bits(of[0].apart) | wdm_bits(of[1].apart) << WD_LANES) & found->lanes : 0;
    const unsigned sure = round_entries(asked, k, of) & found->lanes & ~*apart;
    for (unsigned open = n.same ? ALL_LANES & ~(sure | *apart) : 0; open != 0; open &= open - 1)
        for (int corner = 0; corner < 3; corner++)
            asked->normal[corner][k + sepal_lowest_bit(open)] = codes[corner][sepal_lowest_bit(open)];
    return sure;
}

/* n.same: whether the pairs meet is asked, too; else they are known to. Lanes that are left open then receive proposals in place of normals. */
SPECIALISED lanes entry_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const hits_found *asked = question;
    walk_found found;
    unsigned before = 0;
    const unsigned passing = find_entries(asked->s, group, n, &found);
    for (int corner = 0; corner < 3 && found.lanes == 0; corner++)
        w_store(asked->normal[corner] + k, w_zero());
    const unsigned sure = found.lanes == 0 ? 0 : settle_entries(asked, group, k, n, &found, &before);
    return (lanes){sure, ALL_LANES & ~(sure | passing | before)};
}

#endif
