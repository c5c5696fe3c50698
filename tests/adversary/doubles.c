/* doubles.c — sets of doubles: the gap along an edge normal between vertices relative to centres, computed in float; and the cross
 * product of two rounded differences. */
#include "couple.h"
#include "families.h"

#include <gmp.h>
#include <math.h>
#include <polys/kernel/doubles.h>
#include <stdlib.h>

/* --- Near axes */

/* A set of one triangle of doubles made anew; NULL if it is refused. Its vertices are floats, moved by what the polygons have in common.
 */
static sepal_polys *triangle_of(sepal_polys **set, const float *f, double move) {
    const double x[] = {(double)f[0] + move, (double)f[2] + move, (double)f[4] + move};
    const double y[] = {(double)f[1] - move, (double)f[3] - move, (double)f[5] - move};
    if (*set == NULL && sepal_polys_create_doubles(NULL, 0, 0, set) != SEPAL_OK)
        abort();
    sepal_polys_clear(*set);
    return sepal_polys_add_doubles(*set, x, y, 3, NULL) == SEPAL_OK ? *set : NULL;
}

/* As couple_gap. Differences of doubles are rounded, which is nothing beside the errors of float. */
static double gap_of_doubles(const sepal_polys *a, const sepal_polys *b) {
    const double *ax = sepal_poly_exact_x(a, 0), *ay = sepal_poly_exact_y(a, 0), *bx = sepal_poly_exact_x(b, 0),
                 *by = sepal_poly_exact_y(b, 0);
    const double outward = a->heads[0].flags & SEPAL_CLOCKWISE ? -1 : 1;
    double greatest = -INFINITY;
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3;
        const double nx = outward * (ay[next] - ay[i]), ny = outward * (ax[i] - ax[next]);
        double least = INFINITY;
        for (int j = 0; j < 3; j++)
            least = fmin(least, nx * (bx[j] - ax[i]) + ny * (by[j] - ay[i]));
        if (nx != 0 || ny != 0)
            greatest = fmax(greatest, least);
    }
    return greatest;
}

static double near_gap_error(const float *input) {
    static sepal_polys *first, *second;
    const double move = (double)input[12] * 0x1p20;
    const sepal_polys *a = triangle_of(&first, input, move), *b = triangle_of(&second, input + 6, move);
    const polys_query q = {a, b, SEPAL_TOUCHING_OVERLAPS, 0};
    near_pair p;
    if (a == NULL || b == NULL)
        return -INFINITY;
    load_near_pair(&q, couple_group, (sizes){4, 4, true}, &p);
    const double gap_a = (double)lane_of(greatest_gap(&p.va, 4, p.a.winding, &p.vb, 4));
    const double gap_b = (double)lane_of(greatest_gap(&p.vb, 4, p.b.winding, &p.va, 4));
    const double error_a = fabs(gap_a - gap_of_doubles(a, b)) / (double)lane_of(w_mul(p.a.outer, p.unit));
    const double error_b = fabs(gap_b - gap_of_doubles(b, a)) / (double)lane_of(w_mul(p.b.outer, p.unit));
    return isfinite(error_a) && isfinite(error_b) ? fmax(error_a, error_b) : -INFINITY;
}

/* --- Doubles */

/* A double from two floats, which have 48 of its bits and choose their distance. */
static double double_of(const float *f) {
    return (double)f[0] + (double)f[1] * 0x1p-29;
}

/* (a - c) x (b - c) of three points whose coordinates are doubles; the exact one by GMP. */
static double determinant_share(const float *input) {
    enum { BITS = 2048 };
    static mpf_t v[6], left, right;
    static bool ready;
    double d[6];
    for (int k = 0; k < 6; k++) {
        d[k] = double_of(input + 2 * k);
        if (!(d[k] == 0 || (fabs(d[k]) >= 0x1p-200 && fabs(d[k]) <= 0x1p100)))
            return -INFINITY;
        if (!ready)
            mpf_init2(v[k], BITS);
        mpf_set_d(v[k], d[k]);
    }
    if (!ready) {
        mpf_init2(left, BITS);
        mpf_init2(right, BITS);
    }
    ready = true;
    for (int k = 0; k < 4; k++)
        mpf_sub(v[k], v[k], v[4 + k % 2]);
    mpf_mul(left, v[0], v[3]);
    mpf_mul(right, v[1], v[2]);
    mpf_sub(left, left, right);
    const wd2 p = {wd_set1(d[0] - d[4]), wd_set1(d[1] - d[5])}, q = {wd_set1(d[2] - d[4]), wd_set1(d[3] - d[5])};
    const cross_lanes cross = cross_of(p, q, wd_set1((double)(float)DOUBLES_ERROR), false);
    mpf_set_d(right, wd_greatest(cross.value));
    mpf_sub(right, right, left);
    const double error = wd_greatest(cross.error);
    return error > 0 ? fabs(mpf_get_d(right)) / error : -INFINITY;
}

static const attack attacks[] = {
    {"NEAR_ERROR",
     "a gap",
     near_gap_error,
     13,
     4,
     0.311,
     {0x1.063c48p+2F, -0x1.ffc80cp+1F, 0x1.06f2f2p+2F, -0x1.fecbb4p+1F, 0x1.ffdbbp+1F, -0x1.0278p+2F, -0x1.f57d02p+1F,
      0x1.45b09p+3F, 0x1.f8008p-4F, 0x1.90411ap+3F, 0x1.27e392p+2F, 0x1.bdc09ap+3F, 0x1.394728p-2F}},
    {"DOUBLES_ERROR",
     "a cross product",
     determinant_share,
     12,
     4,
     0.798,
     {0x1.f261b6p+1F, 0x1.f261bp+1F, -0x1.e6cp+2F, -0x1.30af3cp+0F, -0x1.b40c1p-4F, 0x1.77ffdcp+0F, -0x1.12db04p+2F, 0x1.1922p+3F,
      0x1.f261b6p+1F, 0x1.e939cp+2F, -0x1.cc2a32p+1F, -0x1.30af0cp+0F}},
};

const attack_family doubles_attacks = {"doubles", attacks, sizeof attacks / sizeof *attacks};
