/* given.h — the coordinates of two hulls as they were given, in twice the digits: of floats of all magnitudes no difference is rounded
 * (docs/numerics/solids_kernels.md, "One part"). */
#ifndef SEPAL_SOLIDS_GIVEN_H
#define SEPAL_SOLIDS_GIVEN_H

#include "twofold.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The coordinates of hull a and of hull b, and the step from one axis to the next. */
typedef struct sepal_given {
    const float *x[2];
    size_t step[2];
} sepal_given;

/* Number k of the vector from vertex j to vertex i; exactly. */
static inline sepal_twofold sepal_given_difference(const sepal_given *of, bool of_b, uint32_t i, bool from_b, uint32_t j, int k) {
    sepal_twofold out;
    sepal_two_sum((double)of->x[of_b][i + (size_t)k * of->step[of_b]], -(double)of->x[from_b][j + (size_t)k * of->step[from_b]],
                  &out.high, &out.low);
    return out;
}

/* Three members b - a, by the numbers of their vertices. */
typedef struct sepal_given_triangle {
    uint32_t a[3], b[3];
} sepal_given_triangle;

/* The normal of a triangle; most: what bounds each component, which is 0 if that is. */
typedef struct sepal_given_normal {
    sepal_twofold n[3];
    double most[3];
} sepal_given_normal;

static inline void sepal_given_normal_of(const sepal_given *of, const sepal_given_triangle *m, sepal_given_normal *out) {
    sepal_twofold e[2][3];
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3; k++)
            e[side][k] = sepal_twofold_add(sepal_given_difference(of, true, m->b[side + 1], true, m->b[0], k),
                                           sepal_given_difference(of, false, m->a[0], false, m->a[side + 1], k));
    sepal_twofold_cross(e[0], e[1], out->n);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        out->most[k] = fabs(e[0][i].high * e[1][j].high) + fabs(e[0][j].high * e[1][i].high);
    }
}

/* Bounds the error of n . v, as a share of the sum of what bounds its products. */
#define GIVEN_SIGN_ERROR (4 * TWOFOLD_UNIT)

/* n . v for the way v from one vertex of a hull to another; error: what it is within. */
static inline sepal_twofold sepal_given_along(const sepal_given *given, const sepal_given_triangle *m, bool of_b, uint32_t to,
                                              uint32_t from, double *error) {
    sepal_given_normal of;
    sepal_twofold v[3];
    *error = 0;
    sepal_given_normal_of(given, m, &of);
    for (int k = 0; k < 3; k++) {
        v[k] = sepal_given_difference(given, of_b, to, of_b, from, k);
        *error += GIVEN_SIGN_ERROR * (of.most[k] * fabs(v[k].high));
    }
    return sepal_twofold_dot(of.n, v);
}

#endif
