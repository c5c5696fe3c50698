/* Whole numbers (src/exact/whole.h) against GMP: of every number of bits that fits, and of one more, which is refused. */
#include "../../src/exact/whole.h"

#include "../scenes/shapes.h"
#include <criterion/criterion.h>
#include <gmp.h>
#include <math.h>

#ifdef SEPAL_HAS_WHOLE
static void set_mpz(mpz_t out, sepal_whole128 v) {
    const sepal_natural128 size = sepal_whole_magnitude(v);
    const uint64_t part[2] = {(uint64_t)size, (uint64_t)(size >> 64)};
    mpz_import(out, 2, -1, sizeof part[0], 0, 0, part);
    if (v < 0)
        mpz_neg(out, out);
}

static void set_mpz_of_natural(mpz_t out, const sepal_natural *v) {
    mpz_import(out, SEPAL_NATURAL_PARTS, -1, sizeof v->part[0], 0, 0, v->part);
}

/* Up to `bits` bits: often few, often all of them set. */
static sepal_whole128 whole_of(rng *r, int bits) {
    const uint32_t kind = rng_below(r, 4);
    const int fewer = kind == 0 ? (int)rng_below(r, (uint32_t)bits + 1) : bits;
    sepal_natural128 v = kind == 1 ? ~(sepal_natural128)0 : (sepal_natural128)rng_next(r) << 64 | rng_next(r);
    v = fewer == 0 ? 0 : v >> (128 - fewer);
    return rng_below(r, 2) == 0 ? (sepal_whole128)v : -(sepal_whole128)v;
}

static sepal_whole_vector vector_of(rng *r, int bits) {
    sepal_whole_vector v = {.unit = rng_between(r, -100, 100)};
    for (int k = 0; k < 3; k++)
        v.x[k] = whole_of(r, bits);
    sepal_whole_measure(&v);
    cr_assert_leq(v.bits, bits);
    return v;
}

Test(whole, products) {
    rng r = {32};
    int crossed = 0, refused = 0;
    mpz_t a, b, sum, found;
    mpz_inits(a, b, sum, found, NULL);
    for (int round = 0; round < 200000; round++) {
        const int of_p = 1 + (int)rng_below(&r, 126), of_q = rng_below(&r, 2) == 0 ? 1 + (int)rng_below(&r, 126) : 126 - of_p + 1;
        const sepal_whole_vector p = vector_of(&r, of_p), q = vector_of(&r, of_q);
        sepal_whole_vector n;
        const sepal_whole256 dot = sepal_whole_dot(&p, &q);
        mpz_set_ui(sum, 0);
        for (int k = 0; k < 3; k++) {
            set_mpz(a, p.x[k]);
            set_mpz(b, q.x[k]);
            mpz_addmul(sum, a, b);
        }
        const sepal_natural size = sepal_whole_natural(&dot);
        set_mpz_of_natural(found, &size);
        cr_assert_eq(mpz_cmpabs(sum, found), 0);
        cr_assert_eq(mpz_sgn(sum), sepal_whole_sign(&dot));
        const bool fits = sepal_whole_cross(&p, &q, &n);
        cr_assert_eq(fits, p.bits + q.bits <= 125);
        crossed += fits, refused += !fits;
        for (int k = 0; k < 3 && fits; k++) {
            const int y = (k + 1) % 3, z = (k + 2) % 3;
            set_mpz(a, p.x[y]);
            set_mpz(b, q.x[z]);
            mpz_mul(sum, a, b);
            set_mpz(a, p.x[z]);
            set_mpz(b, q.x[y]);
            mpz_submul(sum, a, b);
            set_mpz(found, n.x[k]);
            cr_assert_eq(mpz_cmp(sum, found), 0);
        }
    }
    cr_assert(crossed > 10000 && refused > 10000);
    mpz_clears(a, b, sum, found, NULL);
}

Test(whole, differences) {
    rng r = {33};
    int fitted = 0, refused = 0;
    mpz_t a, b, found;
    mpz_inits(a, b, found, NULL);
    for (int round = 0; round < 100000; round++) {
        sepal_whole_vector p = vector_of(&r, 1 + (int)rng_below(&r, 126)), q = vector_of(&r, 1 + (int)rng_below(&r, 126)), d;
        q.unit = p.unit + rng_between(&r, -30, 30);
        if (!sepal_whole_minus(&p, &q, &d)) {
            refused++;
            continue;
        }
        fitted++;
        for (int k = 0; k < 3; k++) { /* all times 2^-(the least unit of the three) */
            const int p_unit = p.bits == 0 ? d.unit : p.unit, q_unit = q.bits == 0 ? d.unit : q.unit;
            set_mpz(a, p.x[k]);
            set_mpz(b, q.x[k]);
            set_mpz(found, d.x[k]);
            cr_assert(d.unit <= p_unit && d.unit <= q_unit);
            mpz_mul_2exp(a, a, (mp_bitcnt_t)(p_unit - d.unit));
            mpz_mul_2exp(b, b, (mp_bitcnt_t)(q_unit - d.unit));
            mpz_sub(a, a, b);
            cr_assert_eq(mpz_cmp(a, found), 0);
        }
    }
    cr_assert(fitted > 10000 && refused > 1000);
    mpz_clears(a, b, found, NULL);
}

/* Squares that are equal but for a power of two and a unit, and any. */
Test(whole, comparisons) {
    rng r = {34};
    int equal = 0;
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    for (int round = 0; round < 200000; round++) {
        sepal_natural p = sepal_natural_of(sepal_whole_magnitude(whole_of(&r, 1 + (int)rng_below(&r, 126)))), q = p;
        p = sepal_natural_product(&p, &p);
        q = sepal_natural_product(&q, &q);
        int shift = rng_between(&r, -300, 300);
        if (rng_below(&r, 2) == 0) {
            const int by = (int)rng_below(&r, 200);
            sepal_natural_shift(&q, by);
            shift = by;
        }
        q.part[0] ^= rng_below(&r, 2);
        set_mpz_of_natural(a, &p);
        set_mpz_of_natural(b, &q);
        if (shift > 0)
            mpz_mul_2exp(a, a, (mp_bitcnt_t)shift);
        else
            mpz_mul_2exp(b, b, (mp_bitcnt_t)-shift);
        const int expected = mpz_cmp(a, b), found = sepal_natural_compare(p, q, shift);
        cr_assert_eq((expected > 0) - (expected < 0), found);
        equal += found == 0;
    }
    cr_assert_gt(equal, 10000);
    mpz_clears(a, b, NULL);
}

Test(whole, doubles) {
    rng r = {35};
    for (int round = 0; round < 100000; round++) {
        const uint64_t word = rng_next(&r);
        double v;
        int unit;
        memcpy(&v, &word, sizeof v);
        if (rng_below(&r, 4) == 0)
            v = ldexp((double)rng_between(&r, -40, 40), rng_between(&r, -1074, 900));
        if (!isfinite(v))
            continue;
        const int64_t whole = sepal_whole_of_double(v, &unit);
        cr_assert(whole == 0 ? v == 0 : whole % 2 != 0 && ldexp((double)whole, unit) == v);
    }
}
#endif
