/* gap.h — which pairs of solids have certainly a greater number than the least of their groups so far, by a gap between them along one line
 * (core/least.h).
 *
 * Balls say little of solids that are longer than wide, and to ask about a pair takes ten times as long as this. No signed distance is less
 * than a gap along a line, and solids that have a gap along a line at the beginning and at the end of their way have one in between.
 * "Gaps of solids" of docs/numerics/groups.md bounds the errors. */
#ifndef SEPAL_SOLIDS_GAP_H
#define SEPAL_SOLIDS_GAP_H

#include "../core/d3.h"
#include "../core/least.h"
#include "set.h"
#include <math.h>

/* The greatest product of n with a point of the core of a solid, as seen from a point. */
static inline double sepal_solid_farthest(const sepal_solids *set, uint32_t index, const double from[3], const double n[3]) {
    if (sepal_solid_is_box(set, index)) {
        const sepal_box_exact *box = sepal_solid_exact(set, index);
        double of_centre = 0, of_u = 0, of_v = 0, of_w = 0;
        for (int k = 0; k < 3; k++) {
            of_centre += n[k] * ((double)box->c[k] - from[k]);
            of_u += n[k] * (double)box->u[k];
            of_v += n[k] * (double)box->v[k];
            of_w += n[k] * (double)box->w[k];
        }
        return of_centre + ((fabs(of_u) + fabs(of_v)) + fabs(of_w));
    }
    const float *x = sepal_solid_x(set, index), *y = sepal_solid_y(set, index), *z = sepal_solid_z(set, index);
    double farthest = -INFINITY;
    for (uint32_t k = 0; k < set->heads[index].size; k++) {
        const double along = n[0] * ((double)x[k] - from[0]) + n[1] * ((double)y[k] - from[1]) + n[2] * ((double)z[k] - from[2]);
        farthest = along > farthest ? along : farthest;
    }
    return farthest;
}

/* The gap along n, the line through the centres of the balls when b has moved by d[k] times until, times the length of n; and how wide it has
 * to be for each unit of that length, so that the number is greater than `number`. */
typedef struct sepal_solid_gap {
    double n[3], wide, needed;
} sepal_solid_gap;

static inline sepal_solid_gap sepal_solid_gap_of(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                 const double d[3], double until, double margin, double number) {
    const sepal_solid_ball *of_a = &a->balls[i], *of_b = &b->balls[j];
    const double from[3] = {(double)of_a->x, (double)of_a->y, (double)of_a->z};
    const double p[3] = {(double)of_b->x - from[0], (double)of_b->y - from[1], (double)of_b->z - from[2]};
    sepal_solid_gap gap = {{p[0] + until * d[0], p[1] + until * d[1], p[2] + until * d[2]}, 0, 0};
    const double back[3] = {-gap.n[0], -gap.n[1], -gap.n[2]};
    const double size = (fabs(p[0]) + fabs(p[1]) + fabs(p[2])) + (fabs(d[0]) + fabs(d[1]) + fabs(d[2])) +
                        (((double)of_a->r + (double)of_b->r) + margin);
    const double reach = ((double)sepal_solid_radius(a, i) + (double)sepal_solid_radius(b, j)) + margin;
    const double slack = (double)SEPAL_LEAST_SHARE * (size + fabs(number)) + (double)SEPAL_LEAST_BEYOND;
    gap.wide = -sepal_solid_farthest(b, j, from, back) - sepal_solid_farthest(a, i, from, gap.n);
    gap.needed = sqrt(d3_dot(gap.n, gap.n)) * ((reach + number) + slack);
    return gap;
}

/* Is the signed distance, less the margin, certainly greater than `number`? */
static inline bool sepal_solids_have_gap(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, double margin,
                                         double number) {
    const double none[3] = {0, 0, 0};
    const sepal_solid_gap gap = sepal_solid_gap_of(a, i, b, j, none, 0, margin, number);
    return gap.wide > gap.needed;
}

/* Do the two certainly not meet until a time, and somewhat later, if b moves by d as seen from a? */
static inline bool sepal_solids_have_gap_until(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                               const double d[3], double margin, double time) {
    const double until = time + (time * (double)SEPAL_LEAST_TIME_SHARE + (double)SEPAL_LEAST_TIME_BEYOND);
    const sepal_solid_gap gap = sepal_solid_gap_of(a, i, b, j, d, until, margin, 0);
    return gap.wide > gap.needed && gap.wide + until * d3_dot(gap.n, d) > gap.needed;
}

#endif
