#include "area.h"

#include <gmp.h>
#include <stdlib.h>

typedef struct point {
    mpq_t x, y;
} point;

/* The corners of a polygon; room for as many as a cut may add. */
typedef struct ring {
    point *at;
    size_t count, room;
} ring;

static void ring_create(ring *r, size_t room) {
    r->at = malloc(room * sizeof *r->at);
    r->count = 0;
    r->room = room;
    for (size_t k = 0; k < room; k++)
        mpq_inits(r->at[k].x, r->at[k].y, NULL);
}

static void ring_release(ring *r) {
    for (size_t k = 0; k < r->room; k++)
        mpq_clears(r->at[k].x, r->at[k].y, NULL);
    free(r->at);
}

static void ring_load(ring *r, const float *x, const float *y, size_t count) {
    r->count = count;
    for (size_t k = 0; k < count; k++) {
        mpq_set_d(r->at[k].x, (double)x[k]);
        mpq_set_d(r->at[k].y, (double)y[k]);
    }
}

/* out = (q - p) x (r - p) */
static void cross(mpq_t out, const point *p, const point *q, const point *r) {
    mpq_t s, t;
    mpq_inits(s, t, NULL);
    mpq_sub(s, q->x, p->x);
    mpq_sub(t, r->y, p->y);
    mpq_mul(out, s, t);
    mpq_sub(s, q->y, p->y);
    mpq_sub(t, r->x, p->x);
    mpq_mul(s, s, t);
    mpq_sub(out, out, s);
    mpq_clears(s, t, NULL);
}

/* Twice the area, with its sign. */
static void twice_area(mpq_t out, const ring *r) {
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(out, 0, 1);
    for (size_t k = 1; k + 1 < r->count; k++) {
        cross(one, &r->at[0], &r->at[k], &r->at[k + 1]);
        mpq_add(out, out, one);
    }
    mpq_clear(one);
}

/* The point of p q where the side changes from s to t. */
static void cut_point(point *out, const point *p, const point *q, const mpq_t s, const mpq_t t) {
    mpq_t share, way;
    mpq_inits(share, way, NULL);
    mpq_sub(share, s, t);
    mpq_div(share, s, share);
    mpq_sub(way, q->x, p->x);
    mpq_mul(way, way, share);
    mpq_add(out->x, p->x, way);
    mpq_sub(way, q->y, p->y);
    mpq_mul(way, way, share);
    mpq_add(out->y, p->y, way);
    mpq_clears(share, way, NULL);
}

/* Keeps what is on the inner side of p q, which `winding` says, or on its line. */
static void cut(const ring *from, const point *p, const point *q, int winding, ring *out) {
    mpq_t side, next_side;
    mpq_inits(side, next_side, NULL);
    out->count = 0;
    for (size_t k = 0; k < from->count; k++) {
        const point *at = &from->at[k], *next = &from->at[k + 1 < from->count ? k + 1 : 0];
        cross(side, p, q, at);
        cross(next_side, p, q, next);
        const int s = mpq_sgn(side) * winding, t = mpq_sgn(next_side) * winding;
        if (s >= 0) {
            mpq_set(out->at[out->count].x, at->x);
            mpq_set(out->at[out->count++].y, at->y);
        }
        if (s * t < 0)
            cut_point(&out->at[out->count++], at, next, side, next_side);
    }
    mpq_clears(side, next_side, NULL);
}

/* num / den as a double. */
static double quotient(const mpq_t num, const mpq_t den) {
    mpq_t q;
    mpq_init(q);
    mpq_div(q, num, den);
    const double value = mpq_get_d(q);
    mpq_clear(q);
    return value;
}

oracle_areas oracle_common(const float *ax, const float *ay, size_t a_count, const float *bx, const float *by, size_t b_count) {
    ring a, b[2];
    mpq_t area_a, area_b, common, both;
    oracle_areas out = {0};
    mpq_inits(area_a, area_b, common, both, NULL);
    ring_create(&a, a_count);
    for (int k = 0; k < 2; k++)
        ring_create(&b[k], 2 * (a_count + b_count) + 2);
    ring_load(&a, ax, ay, a_count);
    ring_load(&b[0], bx, by, b_count);
    twice_area(area_a, &a);
    twice_area(area_b, &b[0]);
    const int winding = mpq_sgn(area_a);
    const bool have_area = winding != 0 && mpq_sgn(area_b) != 0;
    size_t now = 0;
    for (size_t k = 0; have_area && k < a_count; k++, now = 1 - now)
        cut(&b[now], &a.at[k], &a.at[k + 1 < a_count ? k + 1 : 0], winding, &b[1 - now]);
    if (have_area)
        twice_area(common, &b[now]);
    mpq_abs(area_a, area_a);
    mpq_abs(area_b, area_b);
    mpq_abs(common, common);
    out.a = mpq_get_d(area_a) / 2;
    out.b = mpq_get_d(area_b) / 2;
    out.common = mpq_get_d(common) / 2;
    out.inside_a = have_area && mpq_equal(common, area_b);
    out.inside_b = have_area && mpq_equal(common, area_a);
    if (mpq_sgn(common) > 0) {
        mpq_set_d(both, 2 * out.common);
        mpq_sub(both, common, both);
        out.common_rest = mpq_get_d(both) / 2;
        mpq_add(both, area_a, area_b);
        mpq_sub(both, both, common);
        out.iou = quotient(common, both);
        out.share_a = quotient(common, area_a);
        out.share_b = quotient(common, area_b);
    }
    mpq_clears(area_a, area_b, common, both, NULL);
    ring_release(&a);
    for (int k = 0; k < 2; k++)
        ring_release(&b[k]);
    return out;
}
