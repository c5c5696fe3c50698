/* cores_meet.h — do two solids overlap? One pair at a time, in double: what the filters in lanes leave open, before the reference is
 * asked. Mostly these are cores that rest on each other, and solids that are a margin apart.
 *
 * Cores are within reach if some point of their Minkowski difference K is so near to the origin, and they are not if all of K is
 * farther along some direction. Any point and direction will do; those of the nearest part are the best (cores.h). Cores without
 * reach meet if the origin is certainly inside of a polytope of members of K (../scalar/polytope.h); and they touch if it is in a plane that no
 * member is beyond, and in K (cores_part.h). The search at the beginning of the file, for the side by which a line enters K,
 * also serves moving cores (sweep_entry_one.h). The proofs are in docs/numerics/solids_kernels.md, "Overlap, one pair at a time". */
#ifndef SEPAL_SOLIDS_KERNEL_CORES_MEET_H
#define SEPAL_SOLIDS_KERNEL_CORES_MEET_H

#include "cores_part.h"
#include "sweep_shared.h"

/* --- The side of K that a line enters it by ------------------------------------------------------------------------------------------- */

/* The side of the Minkowski difference K = {b - a} that a line through the origin enters K by, in double: one pair at a time.
 *
 * The search of scalar/solids_scalar_hit.c, a portal search along the way: three members such that the line leads through their triangle; a
 * member that is beyond its plane replaces one of them, until there is none. What is found is a proposal. */

enum { ENTRY_STEPS = 48 };

/* way: m. spanning: as of find_spanning, `spans` of them; -1 if they are not looked for yet. passes: the way certainly leads past K. entered: the
 * line of the reference certainly leads through the triangle. apart: the cores are known not to meet at the beginning. */
typedef struct entry_search {
    const solid_core_pair *p;
    double way[3], length;
    core_member face[3], spanning[4];
    int spans;
    bool passes, entered, apart;
} entry_search;

/* The number of a corner that is no member. */
enum { ENTRY_INNER = CORE_VERTICES };

/* det(m, p, q): on which side of p is q, seen along the way? */
static inline double entry_turn(const entry_search *s, const double p[3], const double q[3]) {
    double across[3];
    d3_cross(s->way, p, across);
    return d3_dot(across, q);
}

/* Its sign for members, and differences of two; or SIGN_OPEN. */
static int sign_of_turn(const entry_search *s, const double p[3], const double q[3]) {
    const double error = ENTRY_DETERMINANT_ERROR * (s->p->extent * s->p->extent) * s->length;
    return sign_of_det(s->p, s->way, p, q, entry_turn(s, p, q), error);
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

/* A number with the sign of the turn of p and q, which is proposed and not proved. Of the point inside, too, a turn of 0 is told from the start of
 * the line of the reference, as where a member is straight ahead. */
static double propose_turn(entry_search *s, const core_member *p, const core_member *q) {
    const bool inner = p->a == ENTRY_INNER || q->a == ENTRY_INNER;
    const int sign = s->p->exact && !inner ? sign_beside(s, p, q) : SIGN_OPEN;
    const double error = ENTRY_DETERMINANT_ERROR * (s->p->extent * s->p->extent) * s->length;
    double turn = sign != SIGN_OPEN ? sign : entry_turn(s, p->w, q->w), step[3];
    if (!s->p->exact || !inner || fabs(turn) > error)
        return turn;
    s->spans = s->spans < 0 ? find_spanning(s->p, s->spanning) : s->spans;
    d3_sub(p->w, q->w, step);
    for (int k = 0; k < s->spans && fabs(turn) <= error; k++)
        turn = entry_turn(s, s->spanning[k].w, step);
    return turn;
}

/* A point well inside of K: mostly the difference of the centres, and a little of two members, so that it is not straight ahead. */
static void find_inner_start(const solid_core_pair *p, core_member *out) {
    core_member one, other;
    set_member(p, 0, p->b.size - 1, &one);
    set_member(p, p->a.size - 1, 0, &other);
    out->a = out->b = ENTRY_INNER;
    for (int k = 0; k < 3; k++)
        out->w[k] = 0.84 * p->inner[k] + 0.11 * one.w[k] + 0.05 * other.w[k];
}

static inline bool is_same_member(const core_member *p, const core_member *q) {
    return p->a == q->a && p->b == q->b;
}

/* Does the way certainly lead past K? across: u x m; most: the member that is farthest along it. */
static bool leads_past(const entry_search *s, const double u[3], const double across[3], const core_member *most) {
    return d3_dot(across, most->w) < -ENTRY_DETERMINANT_ERROR * s->p->extent * d3_length(u) * s->length;
}

/* Corners with a turn < 0 from each to the next, of which only that from the second one to the last may be wrong yet. */
static bool turn_first_face(entry_search *s) {
    core_member *inner = &s->face[0], *right = &s->face[1], *left = &s->face[2], ahead;
    double across[3], edge[3];
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

/* Such corners, of which the first one is given. */
static bool find_first_face(entry_search *s) {
    double across[3];
    d3_cross(s->way, s->face[0].w, across);
    support_along(s->p, across, &s->face[2]);
    support_against(s->p, across, &s->face[1]);
    return turn_first_face(s);
}

/* Moves the face outwards to the last member along its normal n, which leads inwards. True if that one is not beyond the face. */
static bool move_face(entry_search *s, double n[3], core_member *last) {
    double edge[2][3];
    d3_sub(s->face[1].w, s->face[0].w, edge[0]);
    d3_sub(s->face[2].w, s->face[0].w, edge[1]);
    d3_cross(edge[0], edge[1], n);
    support_against(s->p, n, last);
    if (d3_dot(n, last->w) >= d3_dot(n, s->face[0].w) - MEMBER_GAP_ERROR * s->p->extent * d3_length(n))
        return true;
    const double turn = propose_turn(s, &s->face[1], last);
    const int kept = turn < 0 && propose_turn(s, &s->face[0], last) > 0   ? 0
                     : turn > 0 && propose_turn(s, &s->face[2], last) < 0 ? 1
                                                                          : 2;
    s->face[(kept + 2) % 3] = *last;
    s->entered = false;
    return false;
}

/* Moves it until no member is beyond it. False if the point inside is still a corner, or after too many steps. */
static bool find_entered_face(entry_search *s) {
    double n[3];
    core_member last;
    for (int step = 0; step < ENTRY_STEPS; step++)
        if (move_face(s, n, &last))
            return s->face[0].a != ENTRY_INNER;
    return false;
}

/* Does the line of the reference certainly lead through the triangle? */
static bool leads_through(entry_search *s) {
    for (int k = 0; k < 3; k++)
        if (!s->p->exact || sign_beside(s, &s->face[k], &s->face[(k + 1) % 3]) != -1)
            return false;
    return true;
}

/* --- The distance of the cores -------------------------------------------------------------------------------------------------------- */

/* Bounds the error of the distance from the origin to a point of K, and to K along a direction, as a share of R; and what a product
 * with the reach, or its sum, may be off. */
#define CORES_MEET_ERROR (128 * DOUBLE_UNIT)
#define CORES_MEET_REACH 0x1p-48

/* The distance of the cores is at most `most`, and at least `least`, but for CORES_MEET_ERROR R. */
typedef struct core_gap {
    double most, least;
    simplex part; /* which the point of K is in */
} core_gap;

/* By a point of K, and along its direction. */
static void measure_gap(const solid_core_pair *p, const double at[3], core_gap *out) {
    core_member nearest;
    support_against(p, at, &nearest);
    out->most = d3_length(at);
    out->least = d3_dot(at, nearest.w) / out->most; /* not a number if that is 0, which decides nothing */
}

/* Bounds the error of the volume of the origin and three members, or two and a point between four, as a share of R^3. */
#define CORES_VOLUME_ERROR (320 * DOUBLE_UNIT)

static double volume_of(const core_member *a, const core_member *b, const core_member *c) {
    double x[3];
    d3_cross(a->w, b->w, x);
    return d3_dot(x, c->w);
}

/* Is the origin certainly inside of a tetrahedron of points of K? It is if it has the same side of all four faces. */
static bool tetrahedron_holds_origin(const solid_core_pair *p, const simplex *s) {
    static const int face[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    const double error = CORES_VOLUME_ERROR * (p->extent * p->extent * p->extent);
    int outside = 0;
    for (int f = 0; f < 4 && s->count == 4; f++) {
        const double volume = volume_of(&s->m[face[f][0]], &s->m[face[f][1]], &s->m[face[f][2]]);
        outside += volume > error ? 1 : volume < -error ? -1 : 0;
    }
    return outside == 4 || outside == -4;
}

/* How near cores have to be, or nearer; exact: the reach is no rounded sum; flat: K is known to be. */
typedef struct core_rule {
    double reach;
    bool exact, touching, flat;
} core_rule;

static core_rule core_rule_of(const solids_query *q, sepal_pair pair) {
    core_rule out = {.touching = q->touching == SEPAL_TOUCHING_OVERLAPS};
    out.exact = add_reach_exactly((double)sepal_solid_radius(q->a, pair.a), (double)sepal_solid_radius(q->b, pair.b),
                                  (double)q->margin, &out.reach);
    return out;
}

/* Which of distance and reach is greater, or are they equal? By the part that was found, and the square of its distance. */
static bool compare_exactly(const core_rule *rule, const solid_core_pair *p, const simplex *found, bool *within) {
    core_part part;
    double excess = 0;
    if (!rule->exact || !p->exact || !set_part_before_origin(p, found, &part) ||
        (rule->reach > 0 && !find_excess_of_part(p, &part, rule->reach, &excess)))
        return false;
    *within = rule->reach > 0 && (excess > 0 || (excess == 0 && rule->touching));
    return *within || is_before_all(p, &part);
}

/* Is a distance certainly within reach, or certainly not? */
static bool compare_gap(const core_gap *gap, double reach, double error, bool *within) {
    *within = gap->most + error < reach * (1 - CORES_MEET_REACH);
    return *within || gap->least - error > reach * (1 + CORES_MEET_REACH);
}

/* Are the cores certainly within reach of each other, or certainly not? False if neither. gap: its part is where the search begins; one of
 * several members is mostly the nearest already. */
static bool know_distance(const core_rule *rule, const solid_core_pair *p, core_gap *gap, bool *within) {
    const double reach = rule->reach;
    const double error = CORES_MEET_ERROR * p->extent;
    simplex first = gap->part;
    double at[3];
    if (first.count > 1 && reduce_simplex(&first, at)) {
        if (fabs(d3_length(at) - reach) <= error && compare_exactly(rule, p, &first, within))
            return true;
        measure_gap(p, at, gap);
        if (compare_gap(gap, reach, error, within))
            return true;
    }
    if (search_on(p, &gap->part) == APPROACH_MEETS || !reduce_simplex(&gap->part, at)) {
        *within = true;
        return tetrahedron_holds_origin(p, &gap->part);
    }
    measure_gap(p, at, gap);
    return compare_gap(gap, reach, error, within) || compare_exactly(rule, p, &gap->part, within);
}

/* --- Cores without reach ---------------------------------------------------------------------------------------------------------- */

/* Where ties are exact the line passes the origin by this share of R, so that it does not pass exactly through an edge of K. */
#define CONTACT_SHIFT 0x1p-20

/* A point inside of K, between members such that lines from there through the origin rarely pass through an edge of K. */
static void set_inner_point(const solid_core_pair *p, core_member *out) {
    const uint32_t a = p->a.size, b = p->b.size, of_a[4] = {0, a / 3, a / 2, a - 1}, of_b[4] = {b / 2, 0, b - 1, b / 3};
    static const double share[4] = {5 / 16.0, 3 / 16.0, 6 / 16.0, 2 / 16.0};
    core_member m;
    *out = (core_member){.a = ENTRY_INNER, .b = ENTRY_INNER};
    for (int i = 0; i < 4; i++) {
        set_member(p, of_a[i], of_b[i], &m);
        for (int k = 0; k < 3; k++)
            out->w[k] += share[i] * m.w[k];
    }
}

/* Does the plane of three members, outside in front, tell whether cores without reach meet? All of K is behind it, and the origin is in it or
 * in front. */
static bool know_by_plane(const solid_core_pair *p, const core_member *m, bool touching, bool *meet) {
    const sepal_member member[3] = {{m[0].a, m[0].b}, {m[1].a, m[1].b}, {m[2].a, m[2].b}};
    core_list in[2];
    core_part part;
    const int side = is_face(p, member, &part, in) ? sign_along(p, &part, part.m[0].w) : SIGN_OPEN;
    *meet = side == 0 && touching;
    return side <= 0 && (!*meet || is_touched(p, &part, in) == 1);
}

/* Do cores without reach meet? m: three members, which may be any. By the side of K by which a line from a point inside of it leaves it through
 * the origin, and on the way there: the origin is before a triangle of members, or all of K behind it. False if that is not certain. */
static bool know_contact(const solid_core_pair *p, const core_member *m, bool touching, bool *meet) {
    static const double aside[3] = {1, -0.7, 0.4};
    solid_core_pair beside = *p;
    entry_search line = {.p = &beside};
    double n[3];
    simplex found = {4, {m[0], m[1], m[2]}};
    core_member last, first[3];
    int wrong = 0, edge = 0;
    bool ends = false;
    set_inner_point(p, &found.m[3]);
    *meet = tetrahedron_holds_origin(p, &found);
    if (*meet)
        return true;
    beside.exact = false; /* no turn is asked for exactly */
    for (int k = 0; k < 3; k++) {
        line.way[k] = -found.m[3].w[k];
        beside.shift[k] += p->exact ? CONTACT_SHIFT * aside[k] * p->extent : 0;
    }
    line.length = d3_length(line.way);
    const double turn_error = ENTRY_DETERMINANT_ERROR * (p->extent * p->extent) * line.length;
    for (int k = 0; k < 3; k++)
        set_member(&beside, m[2 - k].a, m[2 - k].b, &first[k]), line.face[k] = first[k];
    for (int k = 0; k < 3; k++)
        if (!(entry_turn(&line, first[k].w, first[(k + 1) % 3].w) < -turn_error)) /* also of members that are alike */
            wrong++, edge = k;
    for (int step = 0; step < ENTRY_STEPS && !ends; step++) {
        ends = move_face(&line, n, &last);
        set_member(p, last.a, last.b, &last);
        *meet = !(d3_dot(n, last.w) > CORES_MEET_ERROR * p->extent * d3_length(n));
        if (!*meet)
            return true;
        if (step == 0 && wrong > 0) { /* the line leads past an edge, or two */
            for (int k = 0; k < 3; k++)
                line.face[k] = first[(edge + 2 + k) % 3];
            ends = wrong > 1 || !turn_first_face(&line);
            if (ends) {
                find_inner_start(&beside, &line.face[0]);
                ends = !find_first_face(&line);
            }
        } else if (line.face[0].a != ENTRY_INNER) {
            for (int k = 0; k < 3; k++)
                set_member(p, line.face[2 - k].a, line.face[2 - k].b, &found.m[k]);
            if (tetrahedron_holds_origin(p, &found) || (ends && know_by_plane(p, found.m, touching, meet)))
                return true;
        }
    }
    return false;
}

/* Does a pair overlap whose cores are these? False if that is not certain. gap: as for know_distance. Without members to begin with, cores
 * that no ties are exact of are mostly told by the search for the distance. */
static bool know_overlap_from(const core_rule *rule, const solid_core_pair *p, core_gap *gap, bool *meet) {
    const bool reach = rule->reach > 0, touching = reach || rule->touching;
    const bool few = rule->flat || p->a.size + p->b.size <= 4; /* then K is flat */
    const bool first = !reach && !few && (p->exact || gap->part.count > 1);
    const bool flat_first = few && !reach;
    const core_member m[3] = {gap->part.m[0], gap->part.m[1], gap->part.m[2]};
    core_part part;
    if (first && know_contact(p, m, touching, meet))
        return true;
    *meet = touching;
    if (flat_first && is_flat_and_touched(p, &part))
        return true;
    if (know_distance(rule, p, gap, meet))
        return true;
    if (!first && know_contact(p, m, touching, meet) && (*meet || !reach))
        return true;
    *meet = touching;
    return !flat_first && is_flat_and_touched(p, &part);
}

#endif
