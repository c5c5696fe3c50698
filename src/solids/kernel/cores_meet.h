/* cores_meet.h — do two solids overlap? One pair at a time, in double: what the filters in lanes leave open, before the reference is
 * asked. Mostly these are cores that rest on each other, and solids that are a margin apart.
 *
 * Cores are within reach if some point of their Minkowski difference K is so near to the origin, and they are not if all of K is
 * farther along some direction. Any point and direction will do; those of the nearest part are the best (approach.h). Cores without
 * reach meet if the origin is certainly inside of a polytope of members of K (../scalar/polytope.h); and they touch if it is in a plane that no
 * member is beyond, and in K (cores_part.h). The proofs are in docs/numerics/solids_kernels.md, "Overlap, one pair at a time". */
#ifndef SEPAL_SOLIDS_KERNEL_CORES_MEET_H
#define SEPAL_SOLIDS_KERNEL_CORES_MEET_H

#include "cores_part.h"

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

/* From the members of out->part on. False if a tetrahedron of members seems to hold the origin, which is `part` then, or if that is in K by
 * rounding. */
static bool find_gap(const solid_core_pair *p, core_gap *out) {
    double at[3];
    if (search_on(p, &out->part) == APPROACH_MEETS || !reduce_simplex(&out->part, at))
        return false;
    measure_gap(p, at, out);
    return true;
}

/* Bounds the error of the volume of the origin and three members, as a share of R^3. */
#define CORES_VOLUME_ERROR (256 * DOUBLE_UNIT)

static double volume_of(const core_member *a, const core_member *b, const core_member *c) {
    double x[3];
    d3_cross(a->w, b->w, x);
    return d3_dot(x, c->w);
}

/* Is the origin certainly inside of a tetrahedron of members? It is if it has the same side of all four faces. */
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

/* Which of distance and reach is greater, or are they equal? By the part that was found, and the square of its distance. */
static bool compare_exactly(const solids_query *q, sepal_pair pair, const solid_core_pair *p, const simplex *found, bool *within) {
    core_part part;
    twofold_part of;
    double reach, excess = 0, error;
    if (!add_reach_exactly((double)sepal_solid_radius(q->a, pair.a), (double)sepal_solid_radius(q->b, pair.b), (double)q->margin,
                           &reach) ||
        !p->exact || !is_nearest_part(p, found, &part) || !has_twofold(p, &part, reach))
        return false;
    if (reach > 0) {
        find_twofold(p, &part, &of);
        if (!find_excess(p, &part, &of, reach, &excess, &error))
            return false;
    }
    *within = reach > 0 && (excess > 0 || (excess == 0 && q->touching == SEPAL_TOUCHING_OVERLAPS));
    return true;
}

/* Is a distance certainly within reach, or certainly not? */
static bool compare_gap(const core_gap *gap, double reach, double error, bool *within) {
    *within = gap->most + error < reach * (1 - CORES_MEET_REACH);
    return *within || gap->least - error > reach * (1 + CORES_MEET_REACH);
}

/* Are the cores certainly within reach of each other, or certainly not? False if neither. gap: its part is where the search begins; one of
 * several members is mostly the nearest already. */
static bool know_distance(const solids_query *q, sepal_pair pair, const solid_core_pair *p, core_gap *gap, bool *within) {
    const double reach = (double)sepal_solid_radius(q->a, pair.a) + (double)sepal_solid_radius(q->b, pair.b) + (double)q->margin;
    const double error = CORES_MEET_ERROR * p->extent;
    simplex first = gap->part;
    double at[3];
    if (first.count > 1 && reduce_simplex(&first, at)) {
        if (fabs(d3_length(at) - reach) <= error && compare_exactly(q, pair, p, &first, within))
            return true;
        if (reach > 0) {
            measure_gap(p, at, gap);
            if (compare_gap(gap, reach, error, within))
                return true;
        }
    }
    if (!find_gap(p, gap)) {
        *within = true;
        return tetrahedron_holds_origin(p, &gap->part);
    }
    return compare_gap(gap, reach, error, within) || compare_exactly(q, pair, p, &gap->part, within);
}

/* Do the cores certainly touch, or do their insides meet? False if neither is certain. */
static bool know_contact(const solid_core_pair *p, sepal_contact *contact) {
    sepal_grown grown;
    core_part part;
    *contact = SEPAL_TOUCH;
    if (!p->searches->grow(p, &grown))
        return is_flat_and_touched(p, &part);
    *contact = grown.around ? SEPAL_OVERLAP : SEPAL_TOUCH;
    return grown.around || is_touched_face(p, grown.member, &part);
}

/* Does a pair overlap whose cores are these? False if that is not certain. gap: as for know_distance. */
static bool know_overlap_from(const solids_query *q, sepal_pair pair, const solid_core_pair *p, core_gap *gap, bool *meet) {
    sepal_contact contact = SEPAL_TOUCH;
    core_part part;
    const bool few = p->a.size + p->b.size <= 4 && !solid_has_reach(q, pair); /* then K is flat */
    const bool touch = few && is_flat_and_touched(p, &part);
    if (!touch && know_distance(q, pair, p, gap, meet))
        return true;
    if (!touch && !know_contact(p, &contact))
        return false;
    *meet = contact == SEPAL_OVERLAP || solid_has_reach(q, pair) || q->touching == SEPAL_TOUCHING_OVERLAPS;
    return true;
}

static bool know_overlap_of(const solids_query *q, sepal_pair pair, const solid_core_pair *p, bool *meet) {
    core_gap gap = {.part.count = 1};
    set_member(p, 0, 0, &gap.part.m[0]);
    return know_overlap_from(q, pair, p, &gap, meet);
}

#endif
