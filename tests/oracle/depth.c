#include "depth.h"
#include "oracle.h"

#include <float.h>
#include <gmp.h>
#include <stdlib.h>

/* All lengths are whole multiples of 2^UNIT, as the product of two floats is. */
enum { UNIT = -298, PRECISION = 1536 };

typedef struct vec {
    mpz_t x, y;
} vec;

static void set_float(mpz_t out, float value) {
    mpf_t scaled;
    mpf_init2(scaled, PRECISION);
    mpf_set_d(scaled, (double)value);
    mpf_mul_2exp(scaled, scaled, -UNIT);
    mpz_set_f(out, scaled);
    mpf_clear(scaled);
}

/* --- The exact depth of cores -----------------------------------------------------------------------------
 * Along the direction n from a towards b the polygons share max n.a - min n.b. The depth is the least of that, divided by |n|, over
 * the outward normals of the edges of both hulls (those of b reversed); if neither has area, over the directions of the edges
 * both ways as well; for two points, over their line. */
typedef struct hull {
    vec *points;
    size_t count;
} hull;

static hull hull_create(const oracle_shape *from) {
    float *x = malloc(from->count * sizeof *x), *y = malloc(from->count * sizeof *y);
    hull h = {malloc(from->count * sizeof *h.points), 0};
    if (x == NULL || y == NULL || h.points == NULL)
        abort();
    h.count = oracle_hull(from->x, from->y, from->count, x, y);
    for (size_t i = 0; i < h.count; i++) {
        mpz_inits(h.points[i].x, h.points[i].y, NULL);
        set_float(h.points[i].x, x[i]);
        set_float(h.points[i].y, y[i]);
    }
    free(x);
    free(y);
    return h;
}

static void hull_destroy(hull *h) {
    for (size_t i = 0; i < h->count; i++)
        mpz_clears(h->points[i].x, h->points[i].y, NULL);
    free(h->points);
}

/* The greatest n . p. */
static void support(const hull *h, const vec *n, mpz_t out) {
    mpz_t along;
    mpz_init(along);
    for (size_t i = 0; i < h->count; i++) {
        mpz_mul(along, n->x, h->points[i].x);
        mpz_addmul(along, n->y, h->points[i].y);
        if (i == 0 || mpz_cmp(along, out) > 0)
            mpz_set(out, along);
    }
    mpz_clear(along);
}

typedef struct search {
    const hull *a, *b;
    bool any;
    mpf_t least;
} search;

static void try_direction(search *s, const mpz_t x, const mpz_t y, bool reversed) {
    if (mpz_sgn(x) == 0 && mpz_sgn(y) == 0)
        return;
    vec n;
    mpz_t shared, other, square;
    mpf_t length, depth;
    mpz_inits(n.x, n.y, shared, other, square, NULL);
    mpf_init2(length, PRECISION);
    mpf_init2(depth, PRECISION);
    (reversed ? mpz_neg : mpz_set)(n.x, x);
    (reversed ? mpz_neg : mpz_set)(n.y, y);
    support(s->a, &n, shared);
    mpz_mul(square, n.x, n.x);
    mpz_addmul(square, n.y, n.y);
    mpz_neg(n.x, n.x);
    mpz_neg(n.y, n.y);
    support(s->b, &n, other);
    mpz_add(shared, shared, other);
    mpf_set_z(length, square);
    mpf_sqrt(length, length);
    mpf_set_z(depth, shared);
    mpf_div(depth, depth, length);
    if (!s->any || mpf_cmp(depth, s->least) < 0)
        mpf_set(s->least, depth);
    s->any = true;
    mpf_clears(length, depth, NULL);
    mpz_clears(n.x, n.y, shared, other, square, NULL);
}

/* The hull is counter-clockwise: outward is to the right of an edge. */
static void try_hull(search *s, const hull *h, bool reversed, bool flat) {
    mpz_t ex, ey, minus_ex;
    mpz_inits(ex, ey, minus_ex, NULL);
    for (size_t i = 0; i < h->count; i++) {
        const vec *from = &h->points[i], *to = &h->points[(i + 1) % h->count];
        mpz_sub(ex, to->x, from->x);
        mpz_sub(ey, to->y, from->y);
        mpz_neg(minus_ex, ex);
        try_direction(s, ey, minus_ex, reversed);
        if (flat)
            try_direction(s, ex, ey, reversed);
    }
    mpz_clears(ex, ey, minus_ex, NULL);
}

/* In units of 2^UNIT. */
static void exact_depth(const hull *a, const hull *b, mpf_t out) {
    search s = {.a = a, .b = b};
    mpf_init2(s.least, PRECISION);
    bool flat = a->count <= 2 && b->count <= 2;
    try_hull(&s, a, false, flat);
    try_hull(&s, b, true, flat);
    if (!s.any) {
        mpz_t dx, dy;
        mpz_inits(dx, dy, NULL);
        mpz_sub(dx, b->points[0].x, a->points[0].x);
        mpz_sub(dy, b->points[0].y, a->points[0].y);
        try_direction(&s, dx, dy, false);
        mpz_clears(dx, dy, NULL);
    }
    mpf_set(out, s.least); /* 0: no axis was tried yet */
    mpf_clear(s.least);
}

/* --- The exact depth of shapes -------------------------------------------------------------------
 * The reach (the radii and the margin) and, if the cores meet, their depth; if not, the reach less their distance, which is between
 * two vertices, or between a vertex and the inside of an edge. */
static void take_less(mpf_t least, bool *any, const mpf_t value) {
    if (!*any || mpf_cmp(value, least) < 0)
        mpf_set(least, value);
    *any = true;
}

/* The distances of p from q and from the inside of the edge from q to s. */
static void try_distances(const vec *p, const vec *q, const vec *s, mpf_t least, bool *any) {
    mpz_t wx, wy, ex, ey, along, square, cross;
    mpf_t length, distance;
    mpz_inits(wx, wy, ex, ey, along, square, cross, NULL);
    mpf_init2(length, PRECISION);
    mpf_init2(distance, PRECISION);
    mpz_sub(wx, p->x, q->x);
    mpz_sub(wy, p->y, q->y);
    mpz_mul(square, wx, wx);
    mpz_addmul(square, wy, wy);
    mpf_set_z(distance, square);
    mpf_sqrt(distance, distance);
    take_less(least, any, distance);
    mpz_sub(ex, s->x, q->x);
    mpz_sub(ey, s->y, q->y);
    mpz_mul(square, ex, ex);
    mpz_addmul(square, ey, ey);
    mpz_mul(along, ex, wx);
    mpz_addmul(along, ey, wy);
    if (mpz_sgn(along) > 0 && mpz_cmp(along, square) < 0) {
        mpz_mul(cross, ex, wy);
        mpz_submul(cross, ey, wx);
        mpz_abs(cross, cross);
        mpf_set_z(length, square);
        mpf_sqrt(length, length);
        mpf_set_z(distance, cross);
        mpf_div(distance, distance, length);
        take_less(least, any, distance);
    }
    mpf_clears(length, distance, NULL);
    mpz_clears(wx, wy, ex, ey, along, square, cross, NULL);
}

static void distance_of(const hull *a, const hull *b, mpf_t out) {
    bool any = false;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) {
            try_distances(&a->points[i], &b->points[j], &b->points[(j + 1) % b->count], out, &any);
            try_distances(&b->points[j], &a->points[i], &a->points[(i + 1) % a->count], out, &any);
        }
}

static void set_reach(mpf_t out, const oracle_shape *a, const oracle_shape *b, float margin) {
    mpf_t part;
    mpf_init2(part, PRECISION);
    mpf_set_d(out, (double)a->radius);
    mpf_set_d(part, (double)b->radius);
    mpf_add(out, out, part);
    mpf_set_d(part, (double)margin);
    mpf_add(out, out, part);
    mpf_mul_2exp(out, out, -UNIT);
    mpf_clear(part);
}

static void depth_of_shapes(const hull *a, const hull *b, const mpf_t reach, mpf_t out) {
    exact_depth(a, b, out);
    if (mpf_sgn(out) < 0) {
        distance_of(a, b, out);
        mpf_neg(out, out);
    }
    mpf_add(out, out, reach);
}

/* --- Errors --------------------------------------------------------------------------------------*/

static void widen(const hull *h, vec *low, vec *high, bool first) {
    for (size_t i = 0; i < h->count; i++) {
        const vec *p = &h->points[i];
        bool start = first && i == 0;
        if (start || mpz_cmp(p->x, low->x) < 0)
            mpz_set(low->x, p->x);
        if (start || mpz_cmp(p->y, low->y) < 0)
            mpz_set(low->y, p->y);
        if (start || mpz_cmp(p->x, high->x) > 0)
            mpz_set(high->x, p->x);
        if (start || mpz_cmp(p->y, high->y) > 0)
            mpz_set(high->y, p->y);
    }
}

/* |error|, less 2^-149, in units of 2^-24 times the extent. */
static double relative(const hull *a, const hull *b, const mpf_t reach, mpf_t error) {
    vec low, high;
    mpf_t extent, least;
    mpz_inits(low.x, low.y, high.x, high.y, NULL);
    mpf_init2(extent, PRECISION);
    mpf_init2(least, PRECISION);
    widen(a, &low, &high, true);
    widen(b, &low, &high, false);
    mpz_sub(high.x, high.x, low.x);
    mpz_sub(high.y, high.y, low.y);
    mpz_mul(high.x, high.x, high.x);
    mpz_addmul(high.x, high.y, high.y);
    mpf_set_z(extent, high.x);
    mpf_sqrt(extent, extent);
    mpf_add(extent, extent, reach);
    mpf_set_ui(least, 1);
    mpf_mul_2exp(least, least, -149 - UNIT);
    mpf_abs(error, error);
    mpf_sub(error, error, least);
    double result = 0;
    if (mpf_sgn(error) > 0) {
        mpf_mul_2exp(error, error, 24);
        if (mpf_sgn(extent) > 0)
            mpf_div(error, error, extent);
        result = mpf_get_d(error);
    }
    mpf_clears(extent, least, NULL);
    mpz_clears(low.x, low.y, high.x, high.y, NULL);
    return result;
}

/* A number in units of 2^UNIT, cut off at the last float. */
static void cut_off(mpf_t value) {
    mpf_t last;
    mpf_init2(last, PRECISION);
    mpf_set_d(last, (double)FLT_MAX);
    mpf_mul_2exp(last, last, -UNIT);
    if (mpf_cmp(value, last) > 0)
        mpf_set(value, last);
    mpf_neg(last, last);
    if (mpf_cmp(value, last) < 0)
        mpf_set(value, last);
    mpf_clear(last);
}

double oracle_depth_error(const oracle_shape *a, const oracle_shape *b, float margin, float depth) {
    hull ha = hull_create(a), hb = hull_create(b);
    mpf_t exact, given, reach;
    mpf_init2(exact, PRECISION);
    mpf_init2(given, PRECISION);
    mpf_init2(reach, PRECISION);
    set_reach(reach, a, b, margin);
    depth_of_shapes(&ha, &hb, reach, exact);
    cut_off(exact);
    mpf_set_d(given, (double)depth);
    mpf_mul_2exp(given, given, -UNIT);
    mpf_sub(exact, exact, given);
    double result = relative(&ha, &hb, reach, exact);
    mpf_clears(exact, given, reach, NULL);
    hull_destroy(&ha);
    hull_destroy(&hb);
    return result;
}

double oracle_normal_error(const oracle_shape *a, const oracle_shape *b, float margin, float normal_x, float normal_y) {
    hull ha = hull_create(a), hb = hull_create(b);
    search s = {.a = &ha, .b = &hb};
    vec n;
    mpf_t reach, exact;
    mpz_inits(n.x, n.y, NULL);
    mpf_init2(s.least, PRECISION);
    mpf_init2(reach, PRECISION);
    mpf_init2(exact, PRECISION);
    set_reach(reach, a, b, margin);
    depth_of_shapes(&ha, &hb, reach, exact);
    set_float(n.x, normal_x);
    set_float(n.y, normal_y);
    try_direction(&s, n.x, n.y, false);
    mpf_add(s.least, s.least, reach);
    mpf_sub(exact, s.least, exact);
    double result = relative(&ha, &hb, reach, exact);
    mpf_clears(s.least, reach, exact, NULL);
    mpz_clears(n.x, n.y, NULL);
    hull_destroy(&ha);
    hull_destroy(&hb);
    return result;
}

static void move_hull(hull *h, const vec *by) {
    for (size_t i = 0; i < h->count; i++) {
        mpz_add(h->points[i].x, h->points[i].x, by->x);
        mpz_add(h->points[i].y, h->points[i].y, by->y);
    }
}

bool oracle_normal_leads_away(const oracle_shape *a, const oracle_shape *b, float normal_x, float normal_y) {
    hull ha = hull_create(a), hb = hull_create(b);
    mpf_t before, after;
    mpf_init2(before, PRECISION);
    mpf_init2(after, PRECISION);
    exact_depth(&ha, &hb, before);
    bool away = true;
    if (mpf_sgn(before) < 0) {
        vec step;
        mpz_inits(step.x, step.y, NULL);
        set_float(step.x, normal_x);
        set_float(step.y, normal_y);
        mpz_tdiv_q_2exp(step.x, step.x, 250);
        mpz_tdiv_q_2exp(step.y, step.y, 250);
        distance_of(&ha, &hb, before);
        move_hull(&hb, &step);
        distance_of(&ha, &hb, after);
        away = mpf_cmp(after, before) > 0;
        mpz_clears(step.x, step.y, NULL);
    }
    mpf_clears(before, after, NULL);
    hull_destroy(&ha);
    hull_destroy(&hb);
    return away;
}

/* depth * component, a whole number of 2^UNIT. */
static void set_product(mpz_t out, float depth, float component) {
    mpz_t factor;
    mpz_init(factor);
    set_float(out, depth);
    set_float(factor, component);
    mpz_mul(out, out, factor);
    mpz_fdiv_q_2exp(out, out, -UNIT); /* exact: both are multiples of 2^-149 */
    mpz_clear(factor);
}

double oracle_push_error(const oracle_shape *a, const oracle_shape *b, float margin, float normal_x, float normal_y, float depth) {
    hull ha = hull_create(a), hb = hull_create(b), moved = hull_create(b);
    vec move;
    mpz_inits(move.x, move.y, NULL);
    set_product(move.x, depth, normal_x);
    set_product(move.y, depth, normal_y);
    move_hull(&moved, &move);
    mpf_t left, reach;
    mpf_init2(left, PRECISION);
    mpf_init2(reach, PRECISION);
    set_reach(reach, a, b, margin);
    depth_of_shapes(&ha, &moved, reach, left);
    double result = relative(&ha, &hb, reach, left);
    mpf_clears(left, reach, NULL);
    mpz_clears(move.x, move.y, NULL);
    hull_destroy(&ha);
    hull_destroy(&hb);
    hull_destroy(&moved);
    return result;
}
