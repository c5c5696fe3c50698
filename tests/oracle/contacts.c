#include "contacts.h"

#include <math.h>
#include <stdbool.h>

typedef long double real;

typedef struct vec {
    real x, y;
} vec;

static vec vertex_of(const oracle_shape *s, size_t k) {
    return (vec){(real)s->x[k % s->count], (real)s->y[k % s->count]};
}

static real dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y;
}

static vec minus(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y};
}

/* Relative to the first vertex of a, so that the distance from the origin costs nothing. */
static real gap_along(const oracle_shape *a, const oracle_shape *b, vec n) {
    vec origin = vertex_of(a, 0);
    real most = -INFINITY, least = INFINITY;
    for (size_t k = 0; k < a->count; k++)
        most = fmaxl(most, dot(n, minus(vertex_of(a, k), origin)));
    for (size_t k = 0; k < b->count; k++)
        least = fminl(least, dot(n, minus(vertex_of(b, k), origin)));
    return least - most;
}

long double oracle_gap_along(const oracle_shape *a, const oracle_shape *b, long double x, long double y) {
    real length = sqrtl(x * x + y * y);
    return gap_along(a, b, (vec){x / length, y / length});
}

/* Over both normals of every edge, of which the inward one never has the greater gap. */
static real greatest_gap(const oracle_shape *a, const oracle_shape *b, const oracle_shape *edges) {
    real most = -INFINITY;
    for (size_t k = 0; k < edges->count; k++) {
        vec e = minus(vertex_of(edges, k + 1), vertex_of(edges, k));
        real length = sqrtl(dot(e, e));
        if (length == 0)
            continue;
        vec n = {e.y / length, -e.x / length};
        most = fmaxl(most, fmaxl(gap_along(a, b, n), gap_along(a, b, (vec){-n.x, -n.y})));
    }
    return most;
}

static real distance_from_edge(vec p, vec from, vec to) {
    vec e = minus(to, from), w = minus(p, from);
    real square = dot(e, e), share = square > 0 ? fminl(fmaxl(dot(e, w) / square, 0), 1) : 0;
    vec d = {w.x - share * e.x, w.y - share * e.y};
    return sqrtl(dot(d, d));
}

long double oracle_boundary_distance(const oracle_shape *a, long double x, long double y) {
    real least = INFINITY;
    for (size_t k = 0; k < a->count; k++)
        least = fminl(least, distance_from_edge((vec){x, y}, vertex_of(a, k), vertex_of(a, k + 1)));
    return least;
}

long double oracle_signed_distance(const oracle_shape *a, const oracle_shape *b) {
    real gap = fmaxl(greatest_gap(a, b, a), greatest_gap(a, b, b)), least = INFINITY;
    if (gap < 0 && !isinf(gap))
        return gap;
    for (size_t k = 0; k < a->count; k++)
        least = fminl(least, oracle_boundary_distance(b, (real)a->x[k], (real)a->y[k]));
    for (size_t k = 0; k < b->count; k++)
        least = fminl(least, oracle_boundary_distance(a, (real)b->x[k], (real)b->y[k]));
    return least;
}

long double oracle_extent(const oracle_shape *a, const oracle_shape *b, long double margin) {
    vec low = vertex_of(a, 0), high = low;
    for (size_t k = 0; k < a->count + b->count; k++) {
        vec p = k < a->count ? vertex_of(a, k) : vertex_of(b, k - a->count);
        low = (vec){fminl(low.x, p.x), fminl(low.y, p.y)};
        high = (vec){fmaxl(high.x, p.x), fmaxl(high.y, p.y)};
    }
    vec d = minus(high, low);
    return sqrtl(dot(d, d)) + (real)a->radius + (real)b->radius + margin;
}

long double oracle_reach_from_first(const oracle_shape *a, const oracle_shape *b) {
    vec origin = vertex_of(a, 0);
    real most = 0;
    for (size_t k = 0; k < a->count + b->count; k++) {
        vec p = minus(k < a->count ? vertex_of(a, k) : vertex_of(b, k - a->count), origin);
        most = fmaxl(most, fmaxl(fabsl(p.x), fabsl(p.y)));
    }
    return most;
}
