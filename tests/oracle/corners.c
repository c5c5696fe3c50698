#include "corners.h"

#include <gmp.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct point {
    mpq_t x, y;
} point;

typedef struct points {
    point *at;
    size_t count, room;
} points;

static points points_create(size_t room) {
    points p = {malloc(room * sizeof *p.at), 0, room};
    if (p.at == NULL)
        abort();
    for (size_t k = 0; k < room; k++)
        mpq_inits(p.at[k].x, p.at[k].y, NULL);
    return p;
}

static void points_destroy(points *p) {
    for (size_t k = 0; k < p->room; k++)
        mpq_clears(p->at[k].x, p->at[k].y, NULL);
    free(p->at);
}

static points points_load(const float *x, const float *y, size_t count) {
    points p = points_create(count);
    for (; p.count < count; p.count++) {
        mpq_set_d(p.at[p.count].x, (double)x[p.count]);
        mpq_set_d(p.at[p.count].y, (double)y[p.count]);
    }
    return p;
}

/* out = (q - p) x (s - r) */
static void cross(mpq_t out, const point *p, const point *q, const point *r, const point *s) {
    mpq_t v, w;
    mpq_inits(v, w, NULL);
    mpq_sub(v, q->x, p->x);
    mpq_sub(w, s->y, r->y);
    mpq_mul(out, v, w);
    mpq_sub(v, q->y, p->y);
    mpq_sub(w, s->x, r->x);
    mpq_mul(v, v, w);
    mpq_sub(out, out, v);
    mpq_clears(v, w, NULL);
}

static int side(const point *p, const point *q, const point *of) {
    mpq_t value;
    mpq_init(value);
    cross(value, p, q, p, of);
    const int sign = mpq_sgn(value);
    mpq_clear(value);
    return sign;
}

static int order(const void *left, const void *right) {
    const point *p = left, *q = right;
    const int by_x = mpq_cmp(p->x, q->x);
    return by_x != 0 ? by_x : mpq_cmp(p->y, q->y);
}

static const point *after(const points *of, size_t k) {
    return &of->at[k + 1 < of->count ? k + 1 : 0];
}

/* On one side of all edges, and between the first and the last vertex of what may be a segment. */
static bool holds(const points *of, const point *p) {
    bool left = true, right = true, before = true, behind = true;
    for (size_t k = 0; k < of->count; k++) {
        const int s = side(&of->at[k], after(of, k), p), o = order(p, &of->at[k]);
        left &= s >= 0;
        right &= s <= 0;
        before &= o < 0;
        behind &= o > 0;
    }
    return (left || right) && !before && !behind;
}

static void put(points *to, const point *p) {
    mpq_set(to->at[to->count].x, p->x);
    mpq_set(to->at[to->count++].y, p->y);
}

/* Where two lines cross; false if they are parallel. */
static bool crossing(point *out, const point *p, const point *q, const point *r, const point *s) {
    mpq_t both, t, way;
    mpq_inits(both, t, way, NULL);
    cross(both, p, q, r, s);
    const bool is_one = mpq_sgn(both) != 0;
    if (is_one) {
        cross(t, p, r, r, s);
        mpq_div(t, t, both);
        mpq_sub(way, q->x, p->x);
        mpq_mul(way, way, t);
        mpq_add(out->x, p->x, way);
        mpq_sub(way, q->y, p->y);
        mpq_mul(way, way, t);
        mpq_add(out->y, p->y, way);
    }
    mpq_clears(both, t, way, NULL);
    return is_one;
}

/* Adds the point where two edges cross, if they do, and are not parallel. */
static void put_crossing(points *to, const point *p, const point *q, const point *r, const point *s) {
    if (side(p, q, r) * side(p, q, s) <= 0 && side(r, s, p) * side(r, s, q) <= 0)
        to->count += crossing(&to->at[to->count], p, q, r, s);
}

/* The corners of the hull, counter-clockwise from the first in the order of points (Andrew, "Another efficient algorithm for convex hulls
 * in two dimensions", Information Processing Letters 1979). `hull` has room for one more than twice the points. */
static void hull_of(points *of, points *hull) {
    qsort(of->at, of->count, sizeof *of->at, order);
    size_t count = 0;
    for (size_t k = 0; k < of->count; k++)
        if (k == 0 || order(&of->at[k], &of->at[k - 1]) != 0)
            mpq_swap(of->at[count].x, of->at[k].x), mpq_swap(of->at[count].y, of->at[k].y), count++;
    of->count = count;
    for (int upper = 0; upper < 2 && count > 1; upper++) {
        const size_t begin = hull->count;
        for (size_t k = 0; k < count; k++) {
            const point *p = &of->at[upper == 1 ? count - 1 - k : k];
            while (hull->count >= begin + 2 && side(&hull->at[hull->count - 2], &hull->at[hull->count - 1], p) <= 0)
                hull->count--;
            put(hull, p);
        }
        hull->count--; /* the other half begins there */
    }
    if (count == 1)
        put(hull, &of->at[0]);
}

static void distance(mpq_t out, const mpq_t value, float to) {
    mpq_set_d(out, (double)to);
    mpq_sub(out, out, value);
    mpq_abs(out, out);
}

static bool is_even(float f) {
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    return word % 2 == 0;
}

static float nearest(const mpq_t value) {
    const float about = (float)mpq_get_d(value);
    const float around[3] = {about, nextafterf(about, -INFINITY), nextafterf(about, INFINITY)};
    float best = about;
    mpq_t least, other;
    mpq_inits(least, other, NULL);
    distance(least, value, about);
    for (int k = 1; k < 3; k++) {
        if (isinf(around[k]))
            continue;
        distance(other, value, around[k]);
        const int o = mpq_cmp(other, least);
        if (o < 0 || (o == 0 && is_even(around[k]))) {
            best = around[k];
            mpq_set(least, other);
        }
    }
    mpq_clears(least, other, NULL);
    return best + 0.0F;
}

size_t oracle_corners(const float *ax, const float *ay, size_t a_count, const float *bx, const float *by, size_t b_count, float *x,
                      float *y, bool *with_area) {
    points a = points_load(ax, ay, a_count), b = points_load(bx, by, b_count),
           found = points_create(a_count + b_count + a_count * b_count);
    for (size_t k = 0; k < a_count; k++)
        if (holds(&b, &a.at[k]))
            put(&found, &a.at[k]);
    for (size_t k = 0; k < b_count; k++)
        if (holds(&a, &b.at[k]))
            put(&found, &b.at[k]);
    for (size_t i = 0; i < a_count; i++)
        for (size_t j = 0; j < b_count; j++)
            put_crossing(&found, &a.at[i], after(&a, i), &b.at[j], after(&b, j));
    points hull = points_create(2 * found.count + 1);
    hull_of(&found, &hull);
    size_t count = 0;
    for (size_t k = 0; k < hull.count; k++) {
        x[count] = nearest(hull.at[k].x);
        y[count] = nearest(hull.at[k].y);
        count += count == 0 || x[count] != x[count - 1] || y[count] != y[count - 1];
    }
    while (count > 1 && x[count - 1] == x[0] && y[count - 1] == y[0])
        count--;
    *with_area = hull.count > 2;
    points_destroy(&hull);
    points_destroy(&found);
    points_destroy(&b);
    points_destroy(&a);
    return count;
}

double oracle_crossing_error(const float x[4], const float y[4], int axis, double value) {
    points of = points_load(x, y, 4);
    point out;
    mpq_inits(out.x, out.y, NULL);
    double error = -1;
    if (crossing(&out, &of.at[0], &of.at[1], &of.at[2], &of.at[3])) {
        mpq_set_d(of.at[0].x, value);
        mpq_sub(out.x, axis == 0 ? out.x : out.y, of.at[0].x);
        error = fabs(mpq_get_d(out.x));
    }
    mpq_clears(out.x, out.y, NULL);
    points_destroy(&of);
    return error;
}
