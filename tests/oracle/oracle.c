#include "oracle.h"

#include <gmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool is_finite(float value) {
    return (bits_of(value) >> 23 & 0xff) != 0xff;
}

static parts take_apart(float value) {
    const uint32_t bits = bits_of(value);
    const int field = (int)(bits >> 23 & 0xff);
    const int32_t fraction = (int32_t)(bits & 0x7fffff);
    const parts p = {field == 0 ? fraction : fraction | 0x800000, field == 0 ? -149 : field - 150};
    return (parts){bits >> 31 ? -p.significand : p.significand, p.exponent};
}

static int least_exponent(int least, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const parts p = take_apart(values[i]);
        if (p.significand != 0 && p.exponent < least)
            least = p.exponent;
    }
    return least;
}

static void scale_up(mpz_t out, float value, int unit) {
    const parts p = take_apart(value);
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
    const int side = cross_sign(&c->lo, d, scratch);
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
    const int from_lo = cross_sign(&c->lo, d, scratch);
    const int from_hi = cross_sign(&c->hi, d, scratch);
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
        const int side = cross_sign(&c->lo, d, scratch);
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

oracle_contact oracle_hulls_contact(const float *ax, const float *ay, size_t a_count, const float *bx, const float *by,
                                    size_t b_count) {
    const int unit_a = least_exponent(least_exponent(127, ax, a_count), ay, a_count);
    const int unit = least_exponent(least_exponent(unit_a, bx, b_count), by, b_count);
    vec *a = vecs_create(ax, ay, a_count, unit), *b = vecs_create(bx, by, b_count, unit);
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
    const bool line = c.kind == CONE_LINE || c.kind == CONE_HALF_PLANE;
    const oracle_contact contact = c.kind == CONE_PLANE ? ORACLE_OVERLAP : meet || line ? ORACLE_TOUCH : ORACLE_APART;
    mpz_clear(scratch);
    vec_clear(&d);
    vec_clear(&c.hi);
    vec_clear(&c.lo);
    vecs_destroy(b, b_count);
    vecs_destroy(a, a_count);
    return contact;
}

/* --- Convexity ---------------------------------------------------------------------------------*/

/* Is the direction in [0, half a turn)? */
static bool in_upper_half(const vec *d) {
    return mpz_sgn(d->y) > 0 || (mpz_sgn(d->y) == 0 && mpz_sgn(d->x) > 0);
}

/* Do the directions turn to the left only (by half a turn at most), and through one full turn altogether? Turning left, a
 * direction comes from the lower half back into the upper one once in each full turn. */
static bool turns_left_once(const vec *edges, size_t count, mpz_t scratch) {
    size_t turns = 0;
    for (size_t i = 0; i < count; i++) {
        const vec *now = &edges[i], *next = &edges[(i + 1) % count];
        if (cross_sign(now, next, scratch) < 0)
            return false;
        turns += !in_upper_half(now) && in_upper_half(next);
    }
    return turns == 1;
}

bool oracle_is_convex(const float *x, const float *y, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_finite(x[i]) || !is_finite(y[i]))
            return false;
    if (count == 0)
        return false;
    const int unit = least_exponent(least_exponent(127, x, count), y, count);
    vec *v = vecs_create(x, y, count, unit);
    vec *edges = vecs_create(x, y, count, unit);
    size_t edge_count = 0;
    for (size_t i = 0; i < count; i++) {
        vec_sub(&edges[edge_count], &v[(i + 1) % count], &v[i]);
        edge_count += !vec_is_zero(&edges[edge_count]);
    }
    mpz_t scratch;
    mpz_init(scratch);
    bool convex = edge_count == 0 || turns_left_once(edges, edge_count, scratch);
    if (!convex) { /* a turn to the right is a turn to the left in the mirror */
        for (size_t i = 0; i < edge_count; i++)
            mpz_neg(edges[i].x, edges[i].x);
        convex = turns_left_once(edges, edge_count, scratch);
    }
    mpz_clear(scratch);
    vecs_destroy(edges, count);
    vecs_destroy(v, count);
    return convex;
}

/* --- Hull (Andrew's monotone chain, Information Processing Letters 9, 1979) --------------------*/

typedef struct point {
    float x, y;
    int32_t key_x, key_y; /* ordered as the values are */
} point;

static int32_t key_of(float value) {
    const int32_t magnitude = (int32_t)(bits_of(value) & 0x7fffffff);
    return bits_of(value) >> 31 ? -magnitude : magnitude;
}

static int compare_points(const void *left, const void *right) {
    const point *p = left, *q = right;
    if (p->key_x != q->key_x)
        return p->key_x < q->key_x ? -1 : 1;
    return (p->key_y > q->key_y) - (p->key_y < q->key_y);
}

/* Does p, q, r turn left? */
static bool turns_left(const vec *p, const vec *q, const vec *r, vec *pq, vec *qr, mpz_t scratch) {
    vec_sub(pq, q, p);
    vec_sub(qr, r, q);
    return cross_sign(pq, qr, scratch) > 0;
}

size_t oracle_hull(const float *x, const float *y, size_t count, float *hull_x, float *hull_y) {
    point *points = malloc(count * sizeof *points);
    size_t *chain = malloc((2 * count + 1) * sizeof *chain);
    float *sorted_x = malloc(count * sizeof *sorted_x), *sorted_y = malloc(count * sizeof *sorted_y);
    if (points == NULL || chain == NULL || sorted_x == NULL || sorted_y == NULL)
        abort();
    for (size_t i = 0; i < count; i++)
        points[i] = (point){x[i], y[i], key_of(x[i]), key_of(y[i])};
    qsort(points, count, sizeof *points, compare_points);
    size_t distinct = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || compare_points(&points[i - 1], &points[i]) != 0) {
            sorted_x[distinct] = points[i].x;
            sorted_y[distinct++] = points[i].y;
        }
    vec *v = vecs_create(sorted_x, sorted_y, distinct, least_exponent(least_exponent(127, x, count), y, count));
    vec pq, qr;
    mpz_t scratch;
    vec_init(&pq);
    vec_init(&qr);
    mpz_init(scratch);
    size_t length = 0, bottom = 2; /* the lower chain from left to right, then the upper one back */
    for (size_t step = 0; step < 2 * distinct - 1; step++) {
        const size_t i = step < distinct ? step : 2 * distinct - 2 - step;
        if (step == distinct)
            bottom = length + 1;
        while (length >= bottom && !turns_left(&v[chain[length - 2]], &v[chain[length - 1]], &v[i], &pq, &qr, scratch))
            length--;
        chain[length++] = i;
    }
    const size_t corners = distinct == 1 ? 1 : length - 1; /* the chain ends where it began */
    for (size_t i = 0; i < corners; i++) {
        hull_x[i] = sorted_x[chain[i]];
        hull_y[i] = sorted_y[chain[i]];
    }
    mpz_clear(scratch);
    vec_clear(&qr);
    vec_clear(&pq);
    vecs_destroy(v, distinct);
    free(sorted_y);
    free(sorted_x);
    free(chain);
    free(points);
    return corners;
}
