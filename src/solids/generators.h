/* generators.h — the points between which a push leads, of cores that are a centre and a sum of few segments: c ± g_0 ± g_1 ± g_2 of a
 * box, c ± g_0 of a segment, c of a point. Their sizes are those of zonotopes (McMullen, "On zonotopes", Transactions of the AMS 159,
 * 1971), of which the g_k are the generators.
 *
 * Along the normal n of the push a core is highest where each generator has the sign of n . g_k. Those with hardly any n . g_k may
 * have any factor t from -1 to 1: they span the vertex, edge or face that is highest. If the two cores together have at most two of
 * these, as a corner above a face and edges that cross, the factors with which the two parts meet, seen along n, solve two linear
 * equations. If they have more, as faces on each other, or parallel ones, the middle of the parts' centres is tried, and its factors
 * in each of the two. What neither answers is left to the search of solids_mtv_points.c (docs/numerics/solids.md, "Points by
 * generators").
 *
 * All of it is in double, in a fixed order; kernel/points_generators.h has the same operations in lanes. */
#ifndef SEPAL_SOLIDS_GENERATORS_H
#define SEPAL_SOLIDS_GENERATORS_H

#include "points.h"
#include <math.h>

typedef struct core_generators {
    double centre[3], of[3][3];
    int count;
} core_generators;

/* Has a core of this class generators? */
static inline bool has_generators(uint16_t class) {
    return class == SEPAL_SOLID_BOX || class == SEPAL_SOLID_POINT || class == SEPAL_SOLID_SEGMENT;
}

static inline core_generators generators_of(const sepal_solids *set, uint32_t index) {
    core_generators out; /* what is not set is not read: there are `count` generators */
    if (sepal_solid_is_box(set, index)) {
        const sepal_box_exact *box = sepal_solid_exact(set, index);
        out.count = 3;
        for (int c = 0; c < 3; c++) {
            out.centre[c] = (double)box->c[c];
            out.of[0][c] = (double)box->u[c];
            out.of[1][c] = (double)box->v[c];
            out.of[2][c] = (double)box->w[c];
        }
        return out;
    }
    const float *const at[3] = {sepal_solid_x(set, index), sepal_solid_y(set, index), sepal_solid_z(set, index)};
    out.count = set->heads[index].class == SEPAL_SOLID_SEGMENT ? 1 : 0;
    for (int c = 0; c < 3; c++) {
        const double first = (double)at[c][0], second = (double)at[c][out.count];
        out.centre[c] = 0.5 * (first + second);
        out.of[0][c] = 0.5 * (second - first);
    }
    return out;
}

static inline double dot_in_order(const double p[3], const double q[3]) {
    return (p[0] * q[0] + p[1] * q[1]) + p[2] * q[2];
}

/* det(p, q, n) */
static inline double turn_around(const double p[3], const double q[3], const double n[3]) {
    const double across[3] = {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
    return dot_in_order(n, across);
}

/* The diagonal of the box around both. */
static inline double extent_of_generators(const core_generators *a, const core_generators *b) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        double reach_a = 0, reach_b = 0;
        for (int k = 0; k < a->count; k++)
            reach_a += fabs(a->of[k][c]);
        for (int k = 0; k < b->count; k++)
            reach_b += fabs(b->of[k][c]);
        const double d = b->centre[c] - a->centre[c], high = d + reach_b > reach_a ? d + reach_b : reach_a;
        const double low = d - reach_b < -reach_a ? d - reach_b : -reach_a, side = high - low;
        square += side * side;
    }
    return sqrt(square);
}

/* The part of a core that is extreme along n. middle: its centre, from that of the core; way: the generators that it has, of which
 * there is room for two; fall: how far the ends of the part are from the extreme. */
typedef struct extreme_part {
    double middle[3], way[2][3], fall;
    int free; /* how many generators it has */
} extreme_part;

/* up: 1 for the highest part, -1 for the lowest. */
static inline extreme_part find_extreme(const core_generators *core, double up, const double n[3], double height) {
    extreme_part out = {.free = 0};
    for (int k = 0; k < core->count; k++) {
        const double *g = core->of[k], along = up * dot_in_order(n, g), fall = 2 * fabs(along);
        const bool free = fall <= height && dot_in_order(g, g) > 0;
        for (int c = 0; c < 3; c++) {
            if (free && out.free < 2)
                out.way[out.free][c] = g[c];
            out.middle[c] += free ? 0 : along >= 0 ? g[c] : -g[c];
        }
        out.fall += free ? fall : 0;
        out.free += free;
    }
    return out;
}

static inline double factor_within(double t) {
    const double least = t > -1 ? t : -1; /* NaN becomes -1 */
    return least < 1 ? least : 1;
}

/* The factors with which d0 and d1 make r, seen along n; if `count` is less than 2, those of the nearest place. False if the two are
 * parallel. */
static inline bool find_factors(const double d0[3], const double d1[3], int count, const double r[3], const double n[3],
                                double t[2]) {
    t[0] = t[1] = 0;
    if (count == 2) {
        const double turn = turn_around(d0, d1, n);
        t[0] = factor_within(turn_around(r, d1, n) / turn);
        t[1] = factor_within(turn_around(d0, r, n) / turn);
        return turn * turn > GENERATORS_TURN * (dot_in_order(d0, d0) * dot_in_order(d1, d1));
    }
    if (count == 1) {
        const double along = dot_in_order(n, d0);
        double aside[3];
        for (int c = 0; c < 3; c++)
            aside[c] = d0[c] - along * n[c];
        t[0] = factor_within(dot_in_order(r, aside) / dot_in_order(aside, aside));
    }
    return true;
}

/* Factors with which both parts meet, if they have two generators together. r: from the middle of a's to that of b's. */
static inline bool factors_of_meeting(const extreme_part *a, const extreme_part *b, const double r[3], const double n[3],
                                      double t_a[2], double t_b[2]) {
    double way[2][3], t[2];
    for (int c = 0; c < 3; c++) {
        way[0][c] = a->free > 0 ? a->way[0][c] : -b->way[0][c];
        way[1][c] = a->free > 1 ? a->way[1][c] : a->free > 0 ? -b->way[0][c] : -b->way[1][c];
    }
    if (a->free + b->free > 2 || !find_factors(way[0], way[1], a->free + b->free, r, n, t))
        return false;
    t_a[0] = a->free > 0 ? t[0] : 0;
    t_a[1] = a->free > 1 ? t[1] : 0;
    t_b[0] = a->free > 1 ? 0 : a->free > 0 ? t[1] : t[0];
    t_b[1] = a->free > 0 ? 0 : t[1];
    return true;
}

/* Those of the middle of both. */
static inline bool factors_of_middle(const extreme_part *a, const extreme_part *b, const double r[3], const double n[3],
                                     double t_a[2], double t_b[2]) {
    const double from_a[3] = {0.5 * r[0], 0.5 * r[1], 0.5 * r[2]}, from_b[3] = {-from_a[0], -from_a[1], -from_a[2]};
    return a->free <= 2 && b->free <= 2 && find_factors(a->way[0], a->way[1], a->free, from_a, n, t_a) &&
           find_factors(b->way[0], b->way[1], b->free, from_b, n, t_b);
}

/* n: the unit normal. p, q: receive the points of the cores. False if neither is found, or what is found is not one place. */
static inline bool points_by_generators(const core_generators *a, const core_generators *b, const double n[3], double p[3],
                                        double q[3]) {
    const double extent = extent_of_generators(a, b), height = SOLID_SLICE_HEIGHT * extent, most = GENERATORS_ASIDE * extent;
    const extreme_part of_a = find_extreme(a, 1, n, height), of_b = find_extreme(b, -1, n, height);
    double r[3], t_a[2], t_b[2], on_a[3], on_b[3], rest[3];
    for (int c = 0; c < 3; c++)
        r[c] = (b->centre[c] - a->centre[c]) + (of_b.middle[c] - of_a.middle[c]);
    if (of_a.fall > height || of_b.fall > height ||
        (!factors_of_meeting(&of_a, &of_b, r, n, t_a, t_b) && !factors_of_middle(&of_a, &of_b, r, n, t_a, t_b)))
        return false;
    for (int c = 0; c < 3; c++) {
        on_a[c] = t_a[0] * of_a.way[0][c] + t_a[1] * of_a.way[1][c];
        on_b[c] = t_b[0] * of_b.way[0][c] + t_b[1] * of_b.way[1][c];
        rest[c] = (r[c] + on_b[c]) - on_a[c];
        p[c] = a->centre[c] + (of_a.middle[c] + on_a[c]);
        q[c] = b->centre[c] + (of_b.middle[c] + on_b[c]);
    }
    const double along = dot_in_order(n, rest);
    for (int c = 0; c < 3; c++)
        rest[c] -= along * n[c];
    return dot_in_order(rest, rest) <= most * most;
}

#endif
