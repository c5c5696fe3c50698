/* search.h — large polygons: a few well chosen axes instead of all of them, one pair at a time, a vertex in each lane.
 *
 * Minkowski portal refinement (Snethen, "XenoCollide", Game Programming Gems 7, 2008) in the plane. The difference b - a of two
 * polygons contains the origin if and only if they overlap. Start from a point v0 inside the difference. A support point v of the
 * difference in some direction either lies short of the origin, and the direction is a separating axis; or it gives a new vertex.
 * Two vertices v1, v2 on either side of the ray from v0 to the origin form a portal: if the origin is inside the triangle v0 v1 v2
 * it is inside the difference; otherwise the portal is moved out along its normal. Each step costs one pass over the vertices. */
#ifndef SEPAL_KERNEL_SEARCH_H
#define SEPAL_KERNEL_SEARCH_H

#include "axes.h"

/* More steps than this happen only when the shapes nearly touch; then all axes are tried (all.h). */
#define SEARCH_STEPS 12

typedef struct point {
    float x, y;
} point;

static inline point minus(point a, point b) {
    return (point){a.x - b.x, a.y - b.y};
}
static inline float dot(point a, point b) {
    return a.x * b.x + a.y * b.y;
}
static inline float cross(point a, point b) {
    return a.x * b.y - a.y * b.x;
}
static inline float size_of(float v) {
    return v < 0 ? -v : v;
}

/* A polygon in lanes: at least SEPAL_LANES vertices (small ones are copied to `copy` and filled up), relative to `origin`. */
typedef struct vertex_row {
    const float *x, *y;
    uint32_t size;
    float copy[2][SEPAL_LANES];
} vertex_row;

static inline void take_row(const sepal_polys *set, uint32_t index, vertex_row *out) {
    out->x = sepal_poly_x(set, index);
    out->y = sepal_poly_y(set, index);
    out->size = set->heads[index].size;
    if (out->size < SEPAL_LANES) {
        for (uint32_t k = 0; k < SEPAL_LANES; k++) {
            out->copy[0][k] = out->x[k < out->size ? k : 0];
            out->copy[1][k] = out->y[k < out->size ? k : 0];
        }
        out->x = out->copy[0];
        out->y = out->copy[1];
        out->size = SEPAL_LANES;
    }
}

/* Where block number k begins; the last block overlaps the one before it. */
static inline uint32_t block_at(const vertex_row *row, uint32_t k) {
    return k * SEPAL_LANES + SEPAL_LANES <= row->size ? k * SEPAL_LANES : row->size - SEPAL_LANES;
}

/* The vertex that is farthest along `direction`, as an index; *reach = direction . (vertex - origin). */
static inline uint32_t support(const vertex_row *row, point origin, point direction, float *reach) {
    w2 o = {w_set1(origin.x), w_set1(origin.y)}, n = {w_set1(direction.x), w_set1(direction.y)};
    w best = w_set1(-INFINITY), best_block = w_set1(0);
    uint32_t blocks = (row->size + SEPAL_LANES - 1) / SEPAL_LANES;
    for (uint32_t k = 0; k < blocks; k++) {
        uint32_t from = block_at(row, k);
        w2 v = w2_sub((w2){w_load(row->x + from), w_load(row->y + from)}, o);
        w along = w_dot(n, v);
        best_block = w_select(w_gt(along, best), w_set1((float)k), best_block);
        best = w_max(along, best);
    }
    *reach = w_greatest(best);
    unsigned at_best = wm_bits(w_eq(best, w_set1(*reach)));
    if (at_best == 0) /* NaN: out of range, and nothing will be decided */
        return 0;
    unsigned lane = (unsigned)__builtin_ctz(at_best);
    float block[SEPAL_LANES];
    w_store(block, best_block);
    return block_at(row, (uint32_t)block[lane]) + lane;
}

/* docs/numerics.md, "Search": errors relative to the magnitudes that enter. */
#define SEARCH_AXIS_ERROR  (5 * 0x1p-24F)
#define SEARCH_CROSS_ERROR (6 * 0x1p-24F)
#define SEARCH_LEAST       0x1p-110F

/* A pair under search. */
typedef struct searched {
    vertex_row a, b;
    point origin; /* all coordinates are relative to the centre of a */
    float extent; /* no vertex of either is farther from it, in x or y, and none of a from one of b */
} searched;

typedef enum verdict { OPEN, APART, OVERLAP } verdict;

/* The support point of b - a in a direction; APART if the direction is certainly a separating axis. */
static inline verdict support_of_difference(const searched *s, point direction, point *out) {
    float reach_b, reach_a;
    uint32_t j = support(&s->b, s->origin, direction, &reach_b);
    uint32_t i = support(&s->a, s->origin, (point){-direction.x, -direction.y}, &reach_a);
    *out = (point){s->b.x[j] - s->a.x[i], s->b.y[j] - s->a.y[i]};
    float error = SEARCH_AXIS_ERROR * s->extent * (size_of(direction.x) + size_of(direction.y)) + SEARCH_LEAST;
    return reach_b + reach_a < -error ? APART : OPEN;
}

/* Is b certainly left of a? */
static inline bool surely_left(point a, point b) {
    float left = a.x * b.y, right = a.y * b.x;
    return left - right > SEARCH_CROSS_ERROR * (size_of(left) + size_of(right)) + SEARCH_LEAST;
}

/* The normal of a that points to the side of b. */
static inline point normal_towards(point a, point b) {
    point n = {-a.y, a.x};
    return dot(n, b) < 0 ? (point){a.y, -a.x} : n;
}

static inline verdict search(const searched *s, point v0) {
    point v1, v2;
    if (support_of_difference(s, (point){-v0.x, -v0.y}, &v1) == APART)
        return APART;
    point origin_from_v0 = {-v0.x, -v0.y};
    if (support_of_difference(s, normal_towards(minus(v1, v0), origin_from_v0), &v2) == APART)
        return APART;
    for (int step = 0; step < SEARCH_STEPS; step++) {
        bool turn = cross(minus(v1, v0), minus(v2, v0)) < 0; /* let v0 v1 v2 turn left */
        point right = turn ? v2 : v1, left = turn ? v1 : v2;
        if (surely_left(v0, right) && surely_left(right, left) && surely_left(left, v0))
            return OVERLAP;
        point n = normal_towards(minus(v2, v1), minus(v1, v0)), v3;
        if (support_of_difference(s, n, &v3) == APART)
            return APART;
        if (dot(n, minus(v3, v1)) <= SEARCH_AXIS_ERROR * s->extent * (size_of(n.x) + size_of(n.y)))
            return OPEN; /* the portal is on the boundary */
        /* the origin stays between v3 and that side of the ray v0 -> v3 on which it lies */
        point ray = minus(v3, v0);
        if ((cross(ray, origin_from_v0) < 0) == (cross(ray, minus(v1, v0)) < 0))
            v2 = v3;
        else
            v1 = v3;
    }
    return OPEN;
}

static inline verdict search_pair(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    const sepal_poly_circle *ca = &a->circles[i], *cb = &b->circles[j];
    if (!(ca->inner > 0 && cb->inner > 0)) /* the centres are not certainly inside */
        return OPEN;
    searched s;
    take_row(a, i, &s.a);
    take_row(b, j, &s.b);
    s.origin = (point){ca->x, ca->y};
    point v0 = minus((point){cb->x, cb->y}, s.origin);
    float distance = size_of(v0.x) > size_of(v0.y) ? size_of(v0.x) : size_of(v0.y);
    s.extent = size_of(ca->outer) + size_of(cb->outer) + distance;
    return search(&s, v0);
}

#endif
