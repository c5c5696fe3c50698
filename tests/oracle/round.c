#include "round.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>

/* Every finite float32 is a whole multiple of the least subnormal. */
static void to_units(mpz_t out, float value) {
    int exponent;
    double fraction = frexp((double)value, &exponent); /* of 24 bits */
    mpz_set_d(out, ldexp(fraction, 24));
    int up = exponent - 24 + 149;
    if (up >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)up);
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-up); /* zeros */
}

typedef struct vec {
    mpz_t x, y;
} vec;

/* In units of 2^-252: whole numbers, of doubles that are 0 or at least 2^-200. */
static void double_to_units(mpz_t out, double value) {
    mpz_set_d(out, ldexp(value, 252));
}

static vec *vecs_of_doubles(const double *x, const double *y, size_t count) {
    vec *v = malloc(count * sizeof *v);
    if (v == NULL)
        abort();
    for (size_t i = 0; i < count; i++) {
        mpz_inits(v[i].x, v[i].y, NULL);
        double_to_units(v[i].x, x[i]);
        double_to_units(v[i].y, y[i]);
    }
    return v;
}

static vec *vecs_create(const float *x, const float *y, size_t count) {
    vec *v = malloc(count * sizeof *v);
    if (v == NULL)
        abort();
    for (size_t i = 0; i < count; i++) {
        mpz_inits(v[i].x, v[i].y, NULL);
        to_units(v[i].x, x[i]);
        to_units(v[i].y, y[i]);
    }
    return v;
}

static void vecs_destroy(vec *v, size_t count) {
    for (size_t i = 0; i < count; i++)
        mpz_clears(v[i].x, v[i].y, NULL);
    free(v);
}

static void dot(mpz_t out, const vec *p, const vec *q) {
    mpz_mul(out, p->x, q->x);
    mpz_addmul(out, p->y, q->y);
}

/* The sign of distance - reach for a point p and the segment from a to b, which `judge` keeps among its scratch numbers. */
typedef struct judge {
    mpz_t reach2, length2, along, value, bound;
    vec e, w;
} judge;

static int compare_segment(judge *j, const vec *a, const vec *b, const vec *p) {
    mpz_sub(j->e.x, b->x, a->x);
    mpz_sub(j->e.y, b->y, a->y);
    mpz_sub(j->w.x, p->x, a->x);
    mpz_sub(j->w.y, p->y, a->y);
    dot(j->length2, &j->e, &j->e);
    dot(j->along, &j->w, &j->e);
    if (mpz_sgn(j->along) > 0 && mpz_cmp(j->along, j->length2) < 0) { /* compares w.w - along^2 / length2 with reach2 */
        dot(j->value, &j->w, &j->w);
        mpz_mul(j->value, j->value, j->length2);
        mpz_submul(j->value, j->along, j->along);
        mpz_mul(j->bound, j->reach2, j->length2);
        return mpz_cmp(j->value, j->bound);
    }
    if (mpz_sgn(j->along) > 0) { /* b is nearest */
        mpz_sub(j->w.x, p->x, b->x);
        mpz_sub(j->w.y, p->y, b->y);
    }
    dot(j->value, &j->w, &j->w);
    return mpz_cmp(j->value, j->reach2);
}

/* The least sign over all segments between points of one hull and all points of the other. The edges are among these segments,
 * and no segment leaves its hull. */
static int compare_hulls(judge *j, const vec *a, size_t a_count, const vec *b, size_t b_count) {
    int least = 1;
    for (size_t p = 0; p < a_count; p++)
        for (size_t q = p; q < a_count; q++)
            for (size_t k = 0; k < b_count && least >= 0; k++) {
                int sign = compare_segment(j, &a[p], &a[q], &b[k]);
                if (sign < least)
                    least = sign;
            }
    return least < 0 ? -1 : least > 0;
}

int oracle_sum_sign(float a, float b, float c) {
    mpz_t sum, part;
    mpz_inits(sum, part, NULL);
    const float parts[] = {a, b, c};
    for (int k = 0; k < 3; k++) {
        to_units(part, parts[k]);
        mpz_add(sum, sum, part);
    }
    int sign = mpz_sgn(sum);
    mpz_clears(sum, part, NULL);
    return sign;
}

/* How hulls that are apart meet if they are enlarged by the reach, of which `reach2` of the judge has the sum of the parts. */
static oracle_contact enlarged_contact(judge *j, const vec *a, size_t a_count, const vec *b, size_t b_count) {
    mpz_mul(j->reach2, j->reach2, j->reach2);
    const int sign = compare_hulls(j, a, a_count, b, b_count), other = compare_hulls(j, b, b_count, a, a_count);
    const int least = other < sign ? other : sign;
    return least < 0 ? ORACLE_OVERLAP : least > 0 ? ORACLE_APART : ORACLE_TOUCH;
}

static void judge_init(judge *j) {
    mpz_inits(j->reach2, j->length2, j->along, j->value, j->bound, j->e.x, j->e.y, j->w.x, j->w.y, NULL);
}

static void judge_clear(judge *j) {
    mpz_clears(j->reach2, j->length2, j->along, j->value, j->bound, j->e.x, j->e.y, j->w.x, j->w.y, NULL);
}

oracle_contact oracle_round_contact(const float *ax, const float *ay, size_t a_count, float a_radius, const float *bx,
                                    const float *by, size_t b_count, float b_radius, float margin) {
    oracle_contact cores = oracle_hulls_contact(ax, ay, a_count, bx, by, b_count);
    if (a_radius == 0 && b_radius == 0 && margin == 0)
        return cores;
    if (cores != ORACLE_APART)
        return ORACLE_OVERLAP;
    judge j;
    judge_init(&j);
    const float parts[] = {a_radius, b_radius, margin};
    for (int k = 0; k < 3; k++) {
        to_units(j.value, parts[k]);
        mpz_add(j.reach2, j.reach2, j.value);
    }
    vec *a = vecs_create(ax, ay, a_count), *b = vecs_create(bx, by, b_count);
    const oracle_contact contact = enlarged_contact(&j, a, a_count, b, b_count);
    vecs_destroy(b, b_count);
    vecs_destroy(a, a_count);
    judge_clear(&j);
    return contact;
}

oracle_contact oracle_doubles_round_contact(const double *ax, const double *ay, size_t a_count, double a_radius, const double *bx,
                                            const double *by, size_t b_count, double b_radius, double margin) {
    oracle_contact cores = oracle_doubles_contact(ax, ay, a_count, bx, by, b_count);
    if (a_radius == 0 && b_radius == 0 && margin == 0)
        return cores;
    if (cores != ORACLE_APART)
        return ORACLE_OVERLAP;
    judge j;
    judge_init(&j);
    const double parts[] = {a_radius, b_radius, margin};
    for (int k = 0; k < 3; k++) {
        double_to_units(j.value, parts[k]);
        mpz_add(j.reach2, j.reach2, j.value);
    }
    vec *a = vecs_of_doubles(ax, ay, a_count), *b = vecs_of_doubles(bx, by, b_count);
    const oracle_contact contact = enlarged_contact(&j, a, a_count, b, b_count);
    vecs_destroy(b, b_count);
    vecs_destroy(a, a_count);
    judge_clear(&j);
    return contact;
}

int oracle_doubles_sum_sign(double a, double b, double c) {
    mpz_t sum, part;
    mpz_inits(sum, part, NULL);
    const double parts[] = {a, b, c};
    for (int k = 0; k < 3; k++) {
        double_to_units(part, parts[k]);
        mpz_add(sum, sum, part);
    }
    const int sign = mpz_sgn(sum);
    mpz_clears(sum, part, NULL);
    return sign;
}
