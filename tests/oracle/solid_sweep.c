#include "solid_sweep.h"
#include "vec.h"

/* Lengths are whole numbers of 2^-149, times numbers of 2^-449: 149 bits for the float and 300 for the nudge. */
enum { TIME_BITS = 449, NUDGE_BITS = 300 };

/* The points of b at the beginning, and after them those at the time, all in units of time and length. */
static vec *covered(const oracle_solid *b, const float move_a[3], const float move_b[3], const mpz_t time) {
    vec *at = oracle_points_of(b), *out = vecs_create(2 * b->points);
    mpz_t way, part;
    mpz_inits(way, part, NULL);
    for (int c = 0; c < 3; c++) {
        to_units(way, move_b[c]);
        to_units(part, move_a[c]);
        mpz_sub(way, way, part);
        mpz_mul(way, way, time);
        for (size_t k = 0; k < b->points; k++) {
            mpz_mul_2exp(out[k].c[c], at[k].c[c], TIME_BITS);
            mpz_add(out[b->points + k].c[c], out[k].c[c], way);
        }
    }
    mpz_clears(way, part, NULL);
    vecs_destroy(at, b->points);
    return out;
}

/* Has the difference of the two no volume? */
static bool difference_is_flat(const vec *a, size_t size_a, const vec *b, size_t size_b) {
    const size_t count = size_a + size_b - 2;
    vec *edges = vecs_create(count + 1), n;
    bool flat = true;
    mpz_t s;
    mpz_init(s);
    vec_init(&n);
    for (size_t k = 0; k < count; k++)
        if (k < size_a - 1)
            minus(&edges[k], &a[k + 1], &a[0]);
        else
            minus(&edges[k], &b[k - (size_a - 1) + 1], &b[0]);
    for (size_t i = 0; i < count && flat; i++)
        for (size_t k = i + 1; k < count && flat; k++) {
            cross(&n, &edges[i], &edges[k]);
            for (size_t m = k + 1; m < count && flat; m++) {
                dot(s, &n, &edges[m]);
                flat = mpz_sgn(s) == 0;
            }
        }
    mpz_clear(s);
    vec_clear(&n);
    vecs_destroy(edges, count + 1);
    return flat;
}

oracle_contact oracle_solids_sweep_contact(const oracle_solid *a, const float move_a[3], const oracle_solid *b,
                                           const float move_b[3], float margin, float time, int nudge) {
    const float parts[3] = {a->radius, b->radius, margin};
    mpz_t t, reach, part;
    mpz_inits(t, reach, part, NULL);
    to_units(t, time);
    mpz_mul_2exp(part, t, NUDGE_BITS);
    if (nudge < 0)
        mpz_sub(t, part, t);
    else if (nudge > 0)
        mpz_add(t, part, t);
    else
        mpz_set(t, part);
    for (int k = 0; k < 3; k++) {
        to_units(part, parts[k]);
        mpz_add(reach, reach, part);
    }
    mpz_mul_2exp(reach, reach, TIME_BITS);
    vec *of_a = oracle_points_of(a), *of_b = covered(b, move_a, move_b, t);
    for (size_t k = 0; k < a->points; k++)
        for (int c = 0; c < 3; c++)
            mpz_mul_2exp(of_a[k].c[c], of_a[k].c[c], TIME_BITS);
    oracle_contact found = oracle_vecs_contact(of_a, a->points, of_b, 2 * b->points, reach);
    if (found == ORACLE_OVERLAP && mpz_sgn(reach) == 0 && difference_is_flat(of_a, a->points, of_b, b->points))
        found = ORACLE_TOUCH; /* at no time do they more than touch */
    vecs_destroy(of_a, a->points);
    vecs_destroy(of_b, 2 * b->points);
    mpz_clears(t, reach, part, NULL);
    return found;
}
