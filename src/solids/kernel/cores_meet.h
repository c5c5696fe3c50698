/* cores_meet.h — do two solids overlap? One pair at a time, in double: what the filters in lanes leave open, before the reference is
 * asked. Mostly these are cores that rest on each other, and solids that are a margin apart.
 *
 * Cores are within reach if some point of their Minkowski difference K is so near to the origin, and they are not if all of K is
 * farther along some direction. Any point and direction will do; those of the nearest part are the best (approach.h). Cores without
 * reach meet if the origin is certainly inside of a polytope of members of K (../scalar/polytope.h); and they touch if it is in a plane that no
 * member is beyond, and in K (cores_part.h). The proofs are in docs/numerics/solids_kernels.md, "Overlap, one pair at a time". */
#ifndef SEPAL_SOLIDS_KERNEL_CORES_MEET_H
#define SEPAL_SOLIDS_KERNEL_CORES_MEET_H

#include "line_one.h"

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

/* From the members of out->part on. False if a tetrahedron of members seems to hold the origin, which is `part` then, or if the origin is in
 * K by rounding. */
static bool find_gap(const solid_core_pair *p, core_gap *out) {
    double at[3];
    if (search_on(p, &out->part) == APPROACH_MEETS || !reduce_simplex(&out->part, at))
        return false;
    measure_gap(p, at, out);
    return true;
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
    if (!find_gap(p, gap)) {
        *within = true;
        return tetrahedron_holds_origin(p, &gap->part);
    }
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

/* Finds the side of K by which a line from a point inside of it, found->m[3], leaves it through the origin: three members, outside in front. */
static bool find_side_out(const solid_core_pair *p, simplex *found) {
    static const double aside[3] = {1, -0.7, 0.4};
    solid_core_pair beside = *p;
    entry_search line = {.p = &beside};
    beside.exact = false; /* no turn is asked for exactly */
    for (int k = 0; k < 3; k++) {
        line.way[k] = -found->m[3].w[k];
        beside.shift[k] += p->exact ? CONTACT_SHIFT * aside[k] * p->extent : 0;
    }
    line.length = d3_length(line.way);
    find_inner_start(&beside, &line.face[0]);
    if (!find_first_face(&line) || !find_entered_face(&line))
        return false;
    for (int k = 0; k < 3; k++)
        set_member(p, line.face[2 - k].a, line.face[2 - k].b, &found->m[k]);
    return true;
}

/* Does the plane of three members, outside in front, tell whether cores without reach meet? All of K is behind it, and the origin is in it or
 * in front; or all of K is behind the origin along its normal, which may be any. */
static bool know_by_plane(const solid_core_pair *p, const core_member *m, bool touching, bool *meet) {
    const sepal_member member[3] = {{m[0].a, m[0].b}, {m[1].a, m[1].b}, {m[2].a, m[2].b}};
    core_list in[2];
    core_part part;
    core_member ahead;
    const int side = is_face(p, member, &part, in) ? sign_along(p, &part, part.m[0].w) : SIGN_OPEN;
    *meet = side == 0 && touching;
    if (side <= 0 && (!*meet || is_touched(p, &part, in)))
        return true;
    *meet = false;
    support_along(p, part.n, &ahead);
    return side > 0 && d3_dot(part.n, ahead.w) < -CORES_MEET_ERROR * (p->extent * part.size);
}

/* Do cores without reach meet? m: three members, which may be any. False if that is not certain. */
static bool know_contact(const solid_core_pair *p, const core_member *m, bool touching, bool *meet) {
    simplex found = {.count = 4, .m = {m[0], m[1], m[2]}};
    set_inner_point(p, &found.m[3]);
    *meet = true;
    return tetrahedron_holds_origin(p, &found) ||
           (find_side_out(p, &found) && (tetrahedron_holds_origin(p, &found) || know_by_plane(p, found.m, touching, meet)));
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

static bool know_overlap_of(const solids_query *q, sepal_pair pair, const solid_core_pair *p, bool *meet) {
    const core_rule rule = core_rule_of(q, pair);
    core_gap gap = {.part.count = 1};
    set_member(p, 0, 0, &gap.part.m[0]);
    return know_overlap_from(&rule, p, &gap, meet);
}

#endif
