#include "sweep.h"
#include "origin.h"

#include <math.h>
#include <stdlib.h>

/* Lengths are whole numbers of 2^-149, times numbers of 2^-449: 149 bits for the float and 300 for the nudge. Both are multiplied by
 * these powers, and so are their products. */
enum { LENGTH_BITS = 149, TIME_BITS = 449 };

static void set_scaled(mpz_t out, float value, int bits) {
    int exponent;
    double fraction = frexp((double)value, &exponent);
    mpz_set_d(out, ldexp(fraction, 24)); /* whole */
    int up = exponent - 24 + bits;
    if (up >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)up);
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-up); /* zeros */
}

typedef struct points {
    mpz_t *x, *y;
    size_t count;
} points;

static points points_create(size_t count) {
    points p = {malloc(count * sizeof *p.x), malloc(count * sizeof *p.y), count};
    if (p.x == NULL || p.y == NULL)
        abort();
    for (size_t i = 0; i < count; i++)
        mpz_inits(p.x[i], p.y[i], NULL);
    return p;
}

static void points_destroy(points *p) {
    for (size_t i = 0; i < p->count; i++)
        mpz_clears(p->x[i], p->y[i], NULL);
    free(p->x);
    free(p->y);
}

/* One coordinate of the differences b_j - a_i: those of the beginning, and after them those of the end. */
static void set_differences(mpz_t *out, const float *a, size_t count_a, float move_a, const float *b, size_t count_b, float move_b,
                            const mpz_t time) {
    mpz_t way, p;
    mpz_inits(way, p, NULL);
    set_scaled(way, move_b, LENGTH_BITS);
    set_scaled(p, move_a, LENGTH_BITS);
    mpz_sub(way, way, p);
    mpz_mul(way, way, time);
    for (size_t i = 0; i < count_a; i++)
        for (size_t j = 0; j < count_b; j++) {
            size_t k = i * count_b + j;
            set_scaled(out[k], b[j], LENGTH_BITS);
            set_scaled(p, a[i], LENGTH_BITS);
            mpz_sub(out[k], out[k], p);
            mpz_mul_2exp(out[k], out[k], TIME_BITS);
            mpz_add(out[count_a * count_b + k], out[k], way);
        }
    mpz_clears(way, p, NULL);
}

/* Do the first `count` points have a hull without area? */
static bool is_flat(const points *p, size_t count) {
    mpz_t ex, ey, fx, fy, cross;
    bool flat = true;
    mpz_inits(ex, ey, fx, fy, cross, NULL);
    for (size_t i = 1; i < count && flat; i++) {
        mpz_sub(fx, p->x[i], p->x[0]);
        mpz_sub(fy, p->y[i], p->y[0]);
        if (mpz_sgn(ex) == 0 && mpz_sgn(ey) == 0) {
            mpz_set(ex, fx);
            mpz_set(ey, fy);
        }
        mpz_mul(cross, ex, fy);
        mpz_submul(cross, ey, fx);
        flat = mpz_sgn(cross) == 0;
    }
    mpz_clears(ex, ey, fx, fy, cross, NULL);
    return flat;
}

/* The sign of the distance of the origin from the segment between points i and j, minus the reach. */
static int compare_segment(const points *p, size_t i, size_t j, const mpz_t reach2, mpz_t scratch[6]) {
    mpz_ptr ex = scratch[0], ey = scratch[1], length2 = scratch[2], along = scratch[3], value = scratch[4], bound = scratch[5];
    mpz_sub(ex, p->x[j], p->x[i]);
    mpz_sub(ey, p->y[j], p->y[i]);
    mpz_mul(length2, ex, ex);
    mpz_addmul(length2, ey, ey);
    mpz_mul(along, ex, p->x[i]);
    mpz_addmul(along, ey, p->y[i]);
    mpz_neg(along, along);
    if (mpz_sgn(along) > 0 && mpz_cmp(along, length2) < 0) {
        mpz_mul(value, ex, p->y[i]);
        mpz_submul(value, ey, p->x[i]);
        mpz_mul(value, value, value);
        mpz_mul(bound, reach2, length2);
        return mpz_cmp(value, bound);
    }
    size_t nearest = mpz_sgn(along) > 0 ? j : i;
    mpz_mul(value, p->x[nearest], p->x[nearest]);
    mpz_addmul(value, p->y[nearest], p->y[nearest]);
    return mpz_cmp(value, reach2);
}

/* The edges of the hull are among the segments between any two points, and no segment leaves the hull. */
static oracle_contact contact_within_reach(const points *p, const mpz_t reach) {
    mpz_t reach2, scratch[6];
    int least = 1;
    mpz_init(reach2);
    mpz_mul(reach2, reach, reach);
    for (int k = 0; k < 6; k++)
        mpz_init(scratch[k]);
    for (size_t i = 0; i < p->count && least >= 0; i++)
        for (size_t j = i; j < p->count && least >= 0; j++) {
            int sign = compare_segment(p, i, j, reach2, scratch);
            least = sign < least ? sign : least;
        }
    for (int k = 0; k < 6; k++)
        mpz_clear(scratch[k]);
    mpz_clear(reach2);
    return least < 0 ? ORACLE_OVERLAP : least > 0 ? ORACLE_APART : ORACLE_TOUCH;
}

oracle_contact oracle_sweep_contact(const oracle_mover *a, const oracle_mover *b, float margin, float time, int nudge) {
    const oracle_shape *p = &a->shape, *q = &b->shape;
    points all = points_create(2 * p->count * q->count);
    mpz_t t, reach, part;
    mpz_inits(t, reach, part, NULL);
    set_scaled(t, time, TIME_BITS);
    set_scaled(part, time, LENGTH_BITS);
    (nudge < 0 ? mpz_sub : mpz_add)(t, t, part);
    if (nudge == 0)
        set_scaled(t, time, TIME_BITS);
    set_differences(all.x, p->x, p->count, a->x, q->x, q->count, b->x, t);
    set_differences(all.y, p->y, p->count, a->y, q->y, q->count, b->y, t);
    const float parts[] = {p->radius, q->radius, margin};
    for (int k = 0; k < 3; k++) {
        set_scaled(part, parts[k], LENGTH_BITS + TIME_BITS);
        mpz_add(reach, reach, part);
    }
    oracle_contact contact = oracle_origin_contact((const mpz_t *)all.x, (const mpz_t *)all.y, all.count);
    if (mpz_sgn(reach) > 0)
        contact = contact != ORACLE_APART ? ORACLE_OVERLAP : contact_within_reach(&all, reach);
    else if (contact == ORACLE_OVERLAP && is_flat(&all, all.count / 2))
        contact = ORACLE_TOUCH; /* at no time do they more than touch */
    mpz_clears(t, reach, part, NULL);
    points_destroy(&all);
    return contact;
}
