/* sweep_entry_one.h — when and how two cores without a reach meet first: one pair at a time, in double.
 *
 * As b moves by m, seen from a, the origin moves through their Minkowski difference K along -m, and enters it by a side, which cores_meet.h
 * proposes (docs/numerics/solids_sweep.md, "Moving hulls in double").
 *
 * Of a pair whose coordinates are exact, double and integers tell whether the triangle is in the side that is entered, ties included, as of
 * solids that graze each other. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_ONE_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_ONE_H

#include "../../core/last_time.h"
#include "../scalar/motion.h"
#include "cores_meet.h"
#include "hulls.h"
#include "sweep_shared.h"

/* The cores of a pair, and the way; p->exact: that is exact, too. */
static bool load_moving_cores(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, core_room room,
                              solid_core_pair *p, double way[3]) {
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    int low, high;
    if (!solid_load_cores(&s->q, pair, searches, room, p))
        return false;
    for (int k = 0; k < 3; k++)
        way[k] = (double)b.move[k] - (double)a.move[k];
    find_moving_span(s, pair, &low, &high);
    set_core_unit(low, high, p);
    return true;
}

/* Do two solids meet on their way, where ties are known as such? K covers a region on its way, which is that of a core b with twice as many
 * vertices. False if it is not certain, as where coordinates are not exact. */
static SEPAL_NOINLINE bool know_swept(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, bool *meet) {
    double room[3 * CORE_ROOM_MOVING], way[3];
    solid_core_pair p;
    if (!load_moving_cores(s, pair, searches, (core_room){room, CORE_ROOM_MOVING, 2}, &p, way) || !p.exact ||
        2 * p.b.size > CORE_VERTICES)
        return false;
    const uint32_t size = p.b.size;
    assert(solid_core_lanes(p.a.size) + solid_core_lanes(2 * size) <= CORE_ROOM_MOVING);
    for (int k = 0; k < 3; k++) {
        double *at = p.b.at[k];
        for (uint32_t i = size; i < solid_core_lanes(2 * size); i++)
            at[i] = i < 2 * size ? at[i - size] + way[k] : at[2 * size - 1];
        p.inner[k] += 0.5 * way[k];
    }
    p.b.size = 2 * size;
    p.b.box = false;
    const core_rule rule = core_rule_of(&s->q, pair);
    core_gap gap = {.part.count = 1};
    set_member(&p, 0, 0, &gap.part.m[0]);
    return find_core_extent(&p) && know_overlap_from(&rule, &p, &gap, meet);
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

/* Of the plane of a part by which the way is known to enter. of: NULL, or the part in twice the digits. False if they may meet at the beginning. */
static bool bound_side(const entry_search *s, const core_part *part, const twofold_part *of, entry_bounds *out) {
    double gap = d3_dot(part->n, part->m[0].w), speed = -d3_dot(part->n, s->way), gap_error = error_along(s->p, part),
           speed_error = s->length * (ENTRY_SPEED_ERROR * part->size + part->error), size = part->size;
    if (of != NULL) {
        speed = -twofold_along(of, part->size, s->way, &speed_error).high;
        gap = of->along.high, gap_error = of->far * gap, size = sqrt(of->square.high);
    }
    const double rounded = (of != NULL ? 2 : 1) * ZONOTOPE_QUOTIENT_ERROR;
    if (!(gap > 64 * gap_error) || !(speed > 64 * speed_error))
        return false;
    out->least = (gap - gap_error) / (speed + speed_error) * (1 - rounded);
    out->most = (gap + gap_error) / (speed - speed_error) * (1 + rounded);
    for (int k = 0; k < 3; k++) {
        const bool none = of != NULL ? of->none[k] : part->none[k];
        out->normal[k] = none ? 0 : (of != NULL ? of->n[k].high : part->n[k]) / size;
        out->lean[k] = none         ? 0
                       : of != NULL ? 2.5 * of->error + 0x1p-50 * fabs(out->normal[k])
                                    : 2.5 * part->error / size + ENTRY_NORMAL_ERROR;
    }
    return true;
}

/* Time and normal, if these bounds tell them. */
static bool round_entry(const entry_search *s, const core_part *part, const entry_bounds *bounds, sepal_solid_hit *hit) {
    sepal_solid_hit found = {.meet = true};
    for (int k = 0; k < 3; k++)
        if (!round_between(bounds->normal[k], bounds->lean[k], &found.normal[k]))
            return false;
    if (!round_passing(s, part, bounds, &found.time))
        return false;
    *hit = found;
    return true;
}

/* The answer, if the line of the reference leads through the part and K is not in front of its plane. It is beside the way on the inside of K, if
 * the way touches K: so the cores meet, or touch, if the time is not above 1. meets: they do. False if the answer is not certain. */
static bool tell_entry(const entry_search *s, const core_part *part, bool meets, sepal_solid_hit *hit) {
    entry_bounds bounds;
    twofold_part of;
    assert(!meets || !s->passes);
    const int before = sign_along(s->p, part, part->m[0].w);
    if (before != 1) /* that side is passed before the beginning, or then */
        return s->apart && !meets && before != SIGN_OPEN;
    if (d3_dot(part->n, s->way) > s->length * (ENTRY_SPEED_ERROR * part->size + part->error)) /* K moves away */
        return !meets;
    for (int digits = 1; digits <= 2; digits++) {
        if (digits == 2 && (!has_twofold(s->p, part, 0) || !(s->length < SEPAL_GROW_MOST)))
            break;
        if (digits == 2)
            find_twofold(s->p, part, &of);
        if (!bound_side(s, part, digits == 2 ? &of : NULL, &bounds))
            continue;
        if (!meets && bounds.least > 1)
            return true;
        if ((meets || bounds.most < 1) && round_entry(s, part, &bounds, hit))
            return true;
    }
    return false;
}

/* The side that the reference enters, which is in the plane of the part that its line leads through, if all members certainly are on that
 * plane or beyond, and the origin is in front. */
static bool certify_side(const entry_search *s, core_part *part, bool meets, sepal_solid_hit *hit) {
    const solid_core_pair *p = s->p;
    return set_part(p, part) && is_on_side(p, part, false, -1, NULL) && is_on_side(p, part, true, 1, NULL) &&
           tell_entry(s, part, meets, hit);
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
    return sign_of_det(s->p, plane->edge[0], plane->edge[1], s->way, d3_dot(plane->n, s->way), error);
}

/* Does the way certainly lead through one of two members, or between them? */
static bool leads_between(const entry_search *s, const core_member *p, const core_member *q) {
    const double far = s->p->extent * s->length, error = ENTRY_DETERMINANT_ERROR * far;
    double of_p[3], of_q[3];
    d3_cross(s->way, p->w, of_p);
    d3_cross(s->way, q->w, of_q);
    return sign_of_cross(s->p, s->way, p->w) == 0 || sign_of_cross(s->p, s->way, q->w) == 0 ||
           (d3_dot(of_p, of_q) < -error * far && sign_of_turn(s, p->w, q->w) == 0);
}

/* Of a K in a plane that the way is not parallel to: the origin is in that plane once. Then the line leads through a triangle of members, or
 * between two of them, or past K. beyond, ahead: the signs of n . w and n . m. */
static bool certify_crossing(entry_search *s, core_part *plane, int beyond, int ahead, bool meets, sepal_solid_hit *hit) {
    const core_member *m = s->face;
    if (beyond == SIGN_OPEN)
        return false;
    if (beyond == 0 || beyond == ahead) /* at the beginning, or before it */
        return !meets && (beyond != 0 || s->apart);
    if (beyond < 0) {
        const core_member second = plane->m[1];
        plane->m[1] = plane->m[2], plane->m[2] = second;
        if (!set_part(s->p, plane))
            return false;
    }
    s->face[0] = plane->m[0];
    const bool found = find_first_face(s);
    if (s->passes)
        return !meets;
    int sum = 0;
    for (int k = 0; k < 3 && found; k++) {
        const int turn = sign_of_turn(s, m[k].w, m[(k + 1) % 3].w);
        if (turn != 0 && turn != -1)
            return false;
        sum += turn;
    }
    return (found ? sum < 0 : leads_between(s, &m[0], &m[1]) || leads_between(s, &m[1], &m[2])) && tell_entry(s, plane, meets, hit);
}

/* side->n: in the plane of the way and another direction, and across the way; left, right: the members that are farthest on both sides. across:
 * the product of that direction and the way, of which no component differs by more than `error`. True if the way certainly leads past K. */
static bool look_aside(const entry_search *s, const double across[3], const whole3 *whole, double error, core_part *side,
                       core_member *left, core_member *right) {
    const whole3 way = whole_of(s->p, s->way);
    side->count = 2; /* for its degree */
    d3_cross(across, s->way, side->n);
    side->whole = whole_cross(whole, &way);
    side->size = d3_length(side->n);
    side->error = s->length * (ENTRY_SPEED_ERROR * d3_length(across) + 2 * error);
    side->turned = 0;
    const double back[3] = {-side->n[0], -side->n[1], -side->n[2]};
    support_along(s->p, side->n, left);
    support_along(s->p, back, right);
    return leads_past(s, across, side->n, left) || leads_past(s, across, back, right);
}

/* If K is on a line: the way crosses it, or leads along it, or past it. The normal is at right angles to K, or against the way. */
static bool certify_line_entry(const entry_search *s, bool meets, sepal_solid_hit *hit) {
    const solid_core_pair *p = s->p;
    core_part line, side, end;
    core_member left, right;
    double across[3];
    take_members(&line, s->spanning, 2);
    const bool beside = set_part(p, &line); /* the origin is beside the line */
    const double *e = line.edge[0], error = 8 * DOUBLE_UNIT * d3_length(e) * s->length;
    const whole3 way = whole_of(p, s->way), edge = whole_of(p, e), whole = whole_cross(&edge, &way);
    const int turn = sign_of_turn(s, line.m[0].w, e), crossing = sign_of_cross(p, e, s->way);
    if (turn != 0 || crossing == SIGN_OPEN) /* if certain, the way leads past K */
        return turn != 0 && turn != SIGN_OPEN && !meets;
    d3_cross(e, s->way, across);
    if (crossing == 0) {
        end.count = 1;
        support_along(p, s->way, &end.m[0]);
        return beside ? !meets : line.none[0] && line.none[1] && line.none[2] && certify_side(s, &end, meets, hit);
    }
    if (look_aside(s, across, &whole, error, &side, &left, &right))
        return !meets;
    const int of_left = sign_along(p, &side, left.w), of_right = sign_along(p, &side, right.w);
    return beside && (of_left == 0 || of_left == 1) && (of_right == 0 || of_right == -1) && tell_entry(s, &line, meets, hit);
}

/* If K is a point: the way leads through it, or past it. */
static bool certify_point_entry(const entry_search *s, bool meets, sepal_solid_hit *hit) {
    core_part point;
    const int aside = sign_of_cross(s->p, s->way, s->spanning[0].w);
    take_members(&point, s->spanning, 1);
    return aside == 0 ? certify_side(s, &point, meets, hit) : aside == 1 && !meets;
}

/* If K is in a plane, and the way crosses it; or the way is parallel to it, so that the origin stays beside it, or is in it all the time:
 * then the part is an edge, which the search of the reference finds there, or the way leads past K. */
static bool certify_flat_entry(entry_search *s, bool meets, sepal_solid_hit *hit) {
    const solid_core_pair *p = s->p;
    core_part plane, side, part;
    core_member *left = &part.m[0], *right = &part.m[1], last;
    double edge[3], n[3];
    assert(s->spans == 3 && p->exact); /* or find_spanning has no plane */
    take_members(&plane, s->spanning, 3);
    part.count = 2;
    if (!set_part(p, &plane))
        return false;
    const int beyond = sign_along(p, &plane, plane.m[0].w), ahead = sign_of_way(s, &plane);
    if (ahead == 1 || ahead == -1)
        return certify_crossing(s, &plane, beyond, ahead, meets, hit);
    if (ahead != 0 || beyond != 0)
        return !meets && ahead == 0 && beyond != SIGN_OPEN;
    if (look_aside(s, plane.n, &plane.whole, plane.error, &side, left, right))
        return !meets;
    for (int step = 0; step < ENTRY_STEPS; step++) {
        d3_sub(left->w, right->w, edge);
        d3_cross(plane.n, edge, n);
        support_against(p, n, &last);
        if (d3_dot(n, last.w) >= d3_dot(n, left->w) - MEMBER_GAP_ERROR * p->extent * d3_length(n))
            break;
        *(sign_aside(p, &plane, &side, &last) > 0 ? left : right) = last;
    }
    return sign_aside(p, &plane, &side, left) == 1 && sign_aside(p, &plane, &side, right) == -1 &&
           certify_side(s, &part, meets, hit);
}

/* Begins with three members, by their numbers: of a times HULL_VERTICES, and of b; if the line of the reference leads through their
 * triangle. */
static bool take_first_face(entry_search *s, const uint32_t start[3]) {
    for (int k = 0; k < 3; k++) {
        const uint32_t a = number_in_core(s->p->a.box, start[k] / HULL_VERTICES),
                       b = number_in_core(s->p->b.box, start[k] % HULL_VERTICES);
        if (a >= s->p->a.size || b >= s->p->b.size)
            return false;
        set_member(s->p, a, b, &s->face[k]);
    }
    return s->entered = leads_through(s);
}

/* Finds the side, as a proposal. start: NULL, or where it may be. */
static bool search_entry(entry_search *s, const uint32_t *start) {
    if (start == NULL || !take_first_face(s, start)) {
        find_inner_start(s->p, &s->face[0]);
        if (!find_first_face(s))
            return false;
    }
    return find_entered_face(s);
}

/* What is known of the first contact: all of it, three members that may span the side that is entered, or nothing. */
typedef enum entry_found { ENTRY_UNKNOWN, ENTRY_FACE, ENTRY_TOLD } entry_found;

/* Nothing of a pair with a reach. meets: it is known to; else touching counts as overlap. apart: it does not at the beginning. start: NULL, or
 * where the side may be. */
static SEPAL_NOINLINE entry_found find_entry(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, bool meets,
                                             bool apart, const uint32_t *start, sepal_member face[3], sepal_solid_hit *hit) {
    _Alignas(64) double room[3 * CORE_ROOM];
    solid_core_pair p;
    const bool flat = (s->q.a->heads[pair.a].flags & s->q.b->heads[pair.b].flags & SEPAL_SOLID_FLAT) != 0;
    core_part part;
    entry_search search;
    search.p = &p;
    search.passes = search.entered = false;
    search.apart = apart;
    if (solid_has_reach(&s->q, pair) || !load_moving_cores(s, pair, searches, (core_room){room, CORE_ROOM, 1}, &p, search.way))
        return ENTRY_UNKNOWN;
    *hit = sepal_solid_no_hit();
    search.length = d3_length(search.way);
    search.spans = flat ? find_spanning(&p, search.spanning) : -1;
    if ((search.spans == 3 && certify_flat_entry(&search, meets, hit)) ||
        (search.spans == 2 && certify_line_entry(&search, meets, hit)) ||
        (search.spans == 1 && certify_point_entry(&search, meets, hit)))
        return ENTRY_TOLD;
    const bool proposed = search_entry(&search, start);
    if (search.passes)
        return ENTRY_TOLD;
    if (!proposed)
        return ENTRY_UNKNOWN;
    take_members(&part, search.face, 3);
    if ((search.entered || leads_through(&search)) && certify_side(&search, &part, meets, hit))
        return ENTRY_TOLD;
    for (int k = 0; k < 3; k++)
        face[k] = (sepal_member){search.face[k].a, search.face[k].b};
    return ENTRY_FACE;
}

#endif
