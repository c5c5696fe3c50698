#include "origin.h"
#include "turn.h"

#include <math.h>
#include <stdlib.h>

typedef struct vec {
    mpz_t x, y;
} vec;

static void vec_init(vec *v) {
    mpz_inits(v->x, v->y, NULL);
}

static void vec_clear(vec *v) {
    mpz_clears(v->x, v->y, NULL);
}

static void vec_set(vec *to, const vec *from) {
    mpz_set(to->x, from->x);
    mpz_set(to->y, from->y);
}

static void vec_negate(vec *v) {
    mpz_neg(v->x, v->x);
    mpz_neg(v->y, v->y);
}

static void vec_sub(vec *d, const vec *p, const vec *q) {
    mpz_sub(d->x, p->x, q->x);
    mpz_sub(d->y, p->y, q->y);
}

static bool vec_is_zero(const vec *v) {
    return mpz_sgn(v->x) == 0 && mpz_sgn(v->y) == 0;
}

static int cross_sign(const vec *p, const vec *q, mpz_t scratch) {
    mpz_mul(scratch, p->x, q->y);
    mpz_submul(scratch, p->y, q->x);
    return mpz_sgn(scratch);
}

static int dot_sign(const vec *p, const vec *q, mpz_t scratch) {
    mpz_mul(scratch, p->x, q->x);
    mpz_addmul(scratch, p->y, q->y);
    return mpz_sgn(scratch);
}

/* --- From float32 to integers ------------------------------------------------------------------*/

/* A finite float32 is significand * 2^exponent with a whole significand (IEEE 754-2019, table 3.5). */
typedef struct parts {
    int32_t significand;
    int exponent;
} parts;

static parts take_apart(float value) {
    uint32_t bits = float_bits(value);
    int field = (int)(bits >> 23 & 0xff);
    int32_t fraction = (int32_t)(bits & 0x7fffff);
    parts p = {field == 0 ? fraction : fraction | 0x800000, field == 0 ? -149 : field - 150};
    return (parts){bits >> 31 ? -p.significand : p.significand, p.exponent};
}

static int least_exponent(int least, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        parts p = take_apart(values[i]);
        if (p.significand != 0 && p.exponent < least)
            least = p.exponent;
    }
    return least;
}

static void scale_up(mpz_t out, float value, int unit) {
    parts p = take_apart(value);
    mpz_set_si(out, p.significand);
    if (p.significand != 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)(p.exponent - unit));
}

/* The points as integers in units of 2^unit. */
static vec *vecs_create(const float *x, const float *y, size_t count, int unit) {
    vec *v = malloc(count * sizeof *v);
    if (v == NULL)
        abort();
    for (size_t i = 0; i < count; i++) {
        vec_init(&v[i]);
        scale_up(v[i].x, x[i], unit);
        scale_up(v[i].y, y[i], unit);
    }
    return v;
}

static void vecs_destroy(vec *v, size_t count) {
    for (size_t i = 0; i < count; i++)
        vec_clear(&v[i]);
    free(v);
}

/* --- Contact -------------------------------------------------------------------------------------
 * A and B meet if and only if the origin is in D = hull(B - A), and more than touch if and only if it is interior to D. Let C be
 * the cone of all non-negative combinations of the differences b - a. The origin is interior to D exactly when C is the plane, and
 * in D exactly when some difference is zero or C contains a line (Gordan's theorem of the alternative). C is gathered one
 * difference at a time: no edge, no axis, no hull, and no vertex order is used. */
typedef enum cone_kind { CONE_ORIGIN, CONE_RAY, CONE_WEDGE, CONE_LINE, CONE_HALF_PLANE, CONE_PLANE } cone_kind;

/* CONE_RAY: along lo. CONE_WEDGE: from lo counter-clockwise to hi, less than half a turn. CONE_LINE: along lo and -lo.
 * CONE_HALF_PLANE: lo and all that is left of it. */
typedef struct cone {
    cone_kind kind;
    vec lo, hi;
} cone;

static void cone_set_half_plane(cone *c, const vec *lo) {
    c->kind = CONE_HALF_PLANE;
    vec_set(&c->lo, lo);
}

static void ray_add(cone *c, const vec *d, mpz_t scratch) {
    int side = cross_sign(&c->lo, d, scratch);
    if (side == 0) {
        if (dot_sign(&c->lo, d, scratch) < 0)
            c->kind = CONE_LINE;
        return;
    }
    c->kind = CONE_WEDGE;
    vec_set(&c->hi, side > 0 ? d : &c->lo);
    if (side < 0)
        vec_set(&c->lo, d);
}

static void wedge_add(cone *c, const vec *d, mpz_t scratch) {
    int from_lo = cross_sign(&c->lo, d, scratch);
    int from_hi = cross_sign(&c->hi, d, scratch);
    if (from_lo >= 0 && from_hi <= 0)
        return; /* inside */
    if (from_lo > 0 && from_hi > 0)
        vec_set(&c->hi, d);
    else if (from_lo < 0 && from_hi < 0)
        vec_set(&c->lo, d);
    else if (from_lo == 0) /* d = -lo, up to length */
        cone_set_half_plane(c, &c->lo);
    else if (from_hi == 0) /* d = -hi, up to length */
        cone_set_half_plane(c, d);
    else
        c->kind = CONE_PLANE;
}

static void cone_add(cone *c, const vec *d, mpz_t scratch) {
    switch (c->kind) {
    case CONE_ORIGIN:
        c->kind = CONE_RAY;
        vec_set(&c->lo, d);
        break;
    case CONE_RAY:
        ray_add(c, d, scratch);
        break;
    case CONE_WEDGE:
        wedge_add(c, d, scratch);
        break;
    case CONE_LINE: {
        int side = cross_sign(&c->lo, d, scratch);
        if (side != 0)
            c->kind = CONE_HALF_PLANE;
        if (side < 0)
            vec_negate(&c->lo);
        break;
    }
    case CONE_HALF_PLANE:
        if (cross_sign(&c->lo, d, scratch) < 0)
            c->kind = CONE_PLANE;
        break;
    case CONE_PLANE:
        break;
    }
}

/* What the cone of some differences says, of which `meet` is whether one of them is 0. */
static oracle_contact cone_contact(const cone *c, bool meet) {
    bool line = c->kind == CONE_LINE || c->kind == CONE_HALF_PLANE;
    return c->kind == CONE_PLANE ? ORACLE_OVERLAP : meet || line ? ORACLE_TOUCH : ORACLE_APART;
}

static oracle_contact contact_of(const vec *a, size_t a_count, const vec *b, size_t b_count) {
    cone c = {.kind = CONE_ORIGIN};
    vec d;
    mpz_t scratch;
    vec_init(&c.lo);
    vec_init(&c.hi);
    vec_init(&d);
    mpz_init(scratch);
    bool meet = false;
    for (size_t i = 0; i < a_count && c.kind != CONE_PLANE; i++)
        for (size_t j = 0; j < b_count && c.kind != CONE_PLANE; j++) {
            vec_sub(&d, &b[j], &a[i]);
            if (vec_is_zero(&d))
                meet = true;
            else
                cone_add(&c, &d, scratch);
        }
    oracle_contact contact = cone_contact(&c, meet);
    mpz_clear(scratch);
    vec_clear(&d);
    vec_clear(&c.hi);
    vec_clear(&c.lo);
    return contact;
}

oracle_contact oracle_hulls_contact(const float *ax, const float *ay, size_t a_count, const float *bx, const float *by,
                                    size_t b_count) {
    int unit_a = least_exponent(least_exponent(127, ax, a_count), ay, a_count);
    int unit = least_exponent(least_exponent(unit_a, bx, b_count), by, b_count);
    vec *a = vecs_create(ax, ay, a_count, unit), *b = vecs_create(bx, by, b_count, unit);
    const oracle_contact contact = contact_of(a, a_count, b, b_count);
    vecs_destroy(b, b_count);
    vecs_destroy(a, a_count);
    return contact;
}

/* In units of 2^-252: whole numbers, of doubles that are 0 or at least 2^-200. */
static vec *vecs_of_doubles(const double *x, const double *y, size_t count) {
    vec *v = malloc(count * sizeof *v);
    if (v == NULL)
        abort();
    for (size_t i = 0; i < count; i++) {
        vec_init(&v[i]);
        mpz_set_d(v[i].x, ldexp(x[i], 252));
        mpz_set_d(v[i].y, ldexp(y[i], 252));
    }
    return v;
}

oracle_contact oracle_doubles_contact(const double *ax, const double *ay, size_t a_count, const double *bx, const double *by,
                                      size_t b_count) {
    vec *a = vecs_of_doubles(ax, ay, a_count), *b = vecs_of_doubles(bx, by, b_count);
    const oracle_contact contact = contact_of(a, a_count, b, b_count);
    vecs_destroy(b, b_count);
    vecs_destroy(a, a_count);
    return contact;
}

oracle_contact oracle_origin_contact(const mpz_t *x, const mpz_t *y, size_t count) {
    cone c = {.kind = CONE_ORIGIN};
    vec d;
    mpz_t scratch;
    vec_init(&c.lo);
    vec_init(&c.hi);
    vec_init(&d);
    mpz_init(scratch);
    bool meet = false;
    for (size_t i = 0; i < count && c.kind != CONE_PLANE; i++) {
        mpz_set(d.x, x[i]);
        mpz_set(d.y, y[i]);
        if (vec_is_zero(&d))
            meet = true;
        else
            cone_add(&c, &d, scratch);
    }
    oracle_contact contact = cone_contact(&c, meet);
    mpz_clear(scratch);
    vec_clear(&d);
    vec_clear(&c.hi);
    vec_clear(&c.lo);
    return contact;
}
