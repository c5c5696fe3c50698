/* vec.h — vectors of GMP integers, for the judges in space. */
#ifndef SEPAL_TESTS_ORACLE_VEC_H
#define SEPAL_TESTS_ORACLE_VEC_H

#include "solid.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>

/* Every finite float32 is a whole multiple of the least subnormal. */
static inline void to_units(mpz_t out, float value) {
    int exponent;
    const double fraction = frexp((double)value, &exponent); /* of 24 bits */
    mpz_set_d(out, ldexp(fraction, 24));
    const int up = exponent - 24 + 149;
    if (up >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)up);
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-up); /* zeros */
}

typedef struct vec {
    mpz_t c[3];
} vec;

static inline void vec_init(vec *v) {
    mpz_inits(v->c[0], v->c[1], v->c[2], NULL);
}
static inline void vec_clear(vec *v) {
    mpz_clears(v->c[0], v->c[1], v->c[2], NULL);
}

static inline vec *vecs_create(size_t count) {
    vec *v = malloc(count * sizeof *v);
    if (v == NULL)
        abort();
    for (size_t i = 0; i < count; i++)
        vec_init(&v[i]);
    return v;
}
static inline void vecs_destroy(vec *v, size_t count) {
    for (size_t i = 0; i < count; i++)
        vec_clear(&v[i]);
    free(v);
}

static inline void minus(vec *out, const vec *p, const vec *q) {
    for (int k = 0; k < 3; k++)
        mpz_sub(out->c[k], p->c[k], q->c[k]);
}
static inline void cross(vec *out, const vec *p, const vec *q) { /* out is neither */
    for (int k = 0; k < 3; k++) {
        mpz_mul(out->c[k], p->c[(k + 1) % 3], q->c[(k + 2) % 3]);
        mpz_submul(out->c[k], p->c[(k + 2) % 3], q->c[(k + 1) % 3]);
    }
}
static inline void dot(mpz_t out, const vec *p, const vec *q) {
    mpz_mul(out, p->c[0], q->c[0]);
    mpz_addmul(out, p->c[1], q->c[1]);
    mpz_addmul(out, p->c[2], q->c[2]);
}
static inline bool is_zero(const vec *v) {
    return mpz_sgn(v->c[0]) == 0 && mpz_sgn(v->c[1]) == 0 && mpz_sgn(v->c[2]) == 0;
}

/* The points of a core, in units. */
vec *oracle_points_of(const oracle_solid *s);

/* How the hulls of two lists of points meet, grown by a reach. */
oracle_contact oracle_vecs_contact(const vec *a, size_t size_a, const vec *b, size_t size_b, const mpz_t reach);

#endif
