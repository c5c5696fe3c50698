/* large_doubles.h — polygons of more than 16 vertices in sets of doubles, one pair at a time: a few well chosen axes instead of all. */
#ifndef SEPAL_POLYS_KERNEL_LARGE_DOUBLES_H
#define SEPAL_POLYS_KERNEL_LARGE_DOUBLES_H

#include "doubles.h"

/* The portal search of large.h, which says why, with both polygons relative to the centre of a and all in double: so what it leaves open
 * is about what touches. Vertices of one polygon are in the lanes. */

/* Bounds on the errors of a projection and of a cross product, relative to the extent of the pair (docs/numerics/doubles.md,
 * "Portals"). */
#define PORTAL64_AXIS_ERROR  (5 * 0x1p-53)
#define PORTAL64_CROSS_ERROR (16 * 0x1p-53)

/* After the first portal; most searches end long before, at a portal that does not move any more. */
enum { PORTAL64_STEPS = 24 };

typedef struct point64 {
    double x, y;
} point64;

typedef struct portal64 {
    const polys_query *q;
    sepal_pair pair;
    point64 origin; /* the centre of a */
    point64 inner;  /* the difference of the centres */
    double
        extent; /* at least all coordinates of a and b relative to it, and the sum of the two radii; infinite, it decides nothing */
    bool apart;
    point64 last_a, last_b; /* the vertices, less the origin, that were found last */
} portal64;

/* The vertex that is farthest along a direction, less the origin, and its product with the direction. */
typedef struct farthest64 {
    double along;
    point64 vertex;
} farthest64;

/* Blocks are whole numbers of four doubles; of longer vectors the last one begins as far before the end. */
static SEPAL_NOINLINE farthest64 support64(const sepal_polys *set, uint32_t index, point64 origin, point64 direction) {
    const double *x = sepal_poly_exact_x(set, index), *y = sepal_poly_exact_y(set, index);
    const wd2 from = {wd_set1(origin.x), wd_set1(origin.y)}, along = {wd_set1(direction.x), wd_set1(direction.y)};
    double few_x[HALF_LANES], few_y[HALF_LANES], at_x[HALF_LANES], at_y[HALF_LANES];
    uint32_t count = sepal_padded(set->heads[index].size);
    if (count < HALF_LANES) {
        for (uint32_t k = 0; k < HALF_LANES; k++) {
            few_x[k] = x[k < count ? k : 0];
            few_y[k] = y[k < count ? k : 0];
        }
        x = few_x;
        y = few_y;
        count = HALF_LANES;
    }
    wd2 best = {wd_set1(0), wd_set1(0)};
    wd most = wd_set1(-(double)INFINITY);
    for (uint32_t k = 0; k < count; k += HALF_LANES) {
        const uint32_t at = k + HALF_LANES <= count ? k : count - HALF_LANES;
        const wd2 v = {wd_sub(wd_load(x + at), from.x), wd_sub(wd_load(y + at), from.y)};
        const wd product = wd_add(wd_mul(along.x, v.x), wd_mul(along.y, v.y));
        const wdm better = wd_gt(product, most);
        most = wd_max(product, most);
        best = (wd2){wd_select(better, v.x, best.x), wd_select(better, v.y, best.y)};
    }
    const double greatest = wd_greatest(most);
    const unsigned lane = sepal_lowest_bit(wdm_bits(wd_eq(most, wd_set1(greatest))));
    wd_store(at_x, best.x);
    wd_store(at_y, best.y);
    return (farthest64){greatest, {at_x[lane], at_y[lane]}};
}

/* The support point of b - a along a direction. Notes whether the direction certainly separates. */
static point64 try_direction64(portal64 *p, point64 n) {
    const farthest64 b = support64(p->q->b, p->pair.b, p->origin, n);
    const farthest64 a = support64(p->q->a, p->pair.a, p->origin, (point64){-n.x, -n.y});
    const double error = (fabs(n.x) + fabs(n.y)) * p->extent * PORTAL64_AXIS_ERROR;
    p->apart = p->apart || -(a.along + b.along) > error;
    p->last_a = a.vertex;
    p->last_b = b.vertex;
    return (point64){b.vertex.x - a.vertex.x, b.vertex.y - a.vertex.y};
}

static inline double cross_points(point64 a, point64 b) {
    return a.x * b.y - a.y * b.x;
}

static inline point64 less_point(point64 a, point64 b) {
    return (point64){a.x - b.x, a.y - b.y};
}

static inline bool are_same_points(point64 a, point64 b) {
    return a.x == b.x && a.y == b.y;
}

static inline point64 centre64(const sepal_polys *set, uint32_t index) {
    return (point64){(double)set->circles[index].x + set->origin_x, (double)set->circles[index].y + set->origin_y};
}

static inline portal64 begin_portal64(const polys_query *q, sepal_pair pair) {
    const point64 origin = centre64(q->a, pair.a), inner = less_point(centre64(q->b, pair.b), origin);
    const double extent =
        fabs((double)q->a->circles[pair.a].outer) + fabs((double)q->b->circles[pair.b].outer) + fmax(fabs(inner.x), fabs(inner.y));
    return (portal64){.q = q, .pair = pair, .origin = origin, .inner = inner, .extent = extent};
}

/* --- Certificates: one edge or one vertex that tells ------------------------------------------------------------------------------ */

static inline uint32_t corner_step(const corner_of *c, bool back) {
    const uint32_t size = c->set->heads[c->index].size;
    if (back)
        return (c->vertex > 0 ? c->vertex : size) - 1;
    return c->vertex + 1 < size ? c->vertex + 1 : 0;
}

/* Where are the vertices of another polygon, as the edge that begins at a corner sees them? 1 some are on its inner side, 0 some are on
 * its line, -1 all are on its outer side; exact. */
static SEPAL_NOINLINE int greatest_side_of(const corner_of *c, const sepal_polys *set, uint32_t index) {
    const double *x = sepal_poly_exact_x(set, index), *y = sepal_poly_exact_y(set, index);
    const double *edge_x = sepal_poly_exact_x(c->set, c->index), *edge_y = sepal_poly_exact_y(c->set, c->index);
    const uint32_t next = corner_step(c, false), size = set->heads[index].size;
    const wd winding = wd_set1(winding64(c->set, c->index));
    const wd2 p = {wd_set1(edge_x[c->vertex]), wd_set1(edge_y[c->vertex])}, q = {wd_set1(edge_x[next]), wd_set1(edge_y[next])};
    int greatest = -1;
    if (edge_x[c->vertex] == edge_x[next] && edge_y[c->vertex] == edge_y[next])
        return 1;
    for (uint32_t k = 0; k < size; k += HALF_LANES) {
        unsigned open = (1U << HALF_LANES) - 1;
        if (k + HALF_LANES <= size) {
            const wd2 v = {wd_load(x + k), wd_load(y + k)};
            const unsigned out = outside_or_open((wd2){wd_sub(p.x, v.x), wd_sub(p.y, v.y)},
                                                 (wd2){wd_sub(q.x, v.x), wd_sub(q.y, v.y)}, winding, &open);
            if ((out | open) != (1U << HALF_LANES) - 1)
                return 1;
        }
        for (; open != 0; open &= open - 1) {
            const uint32_t vertex = k + sepal_lowest_bit(open);
            if (vertex >= size)
                break;
            const int side = sepal_polys_scalar_side_doubles(c->set, c->index, c->vertex, x[vertex], y[vertex]);
            greatest = side > greatest ? side : greatest;
            if (greatest > 0)
                return 1;
        }
    }
    return greatest;
}

/* What the edges at a corner and their ends say: an edge that has all of the other polygon on its outer side, or on its line where
 * touching does not count; or a vertex that is in the other polygon, or on its border where touching counts. */
static lanes ask_corner(const corner_of *c, const sepal_polys *set, uint32_t index, bool strict) {
    const corner_of before = {c->set, c->index, corner_step(c, true)}, after = {c->set, c->index, corner_step(c, false)};
    const corner_of *const corners[] = {c, &before, &after};
    for (int k = 0; k < 2 && strict; k++) /* edges first */
        if (greatest_side_of(corners[k], set, index) <= 0)
            return (lanes){0, 0};
    for (int k = 0; k < 3; k++)
        if (place_of_corner(corners[k], set, index) >= (strict ? 1 : 0))
            return (lanes){1, 0};
    for (int k = 0; k < 2 && !strict; k++)
        if (greatest_side_of(corners[k], set, index) < 0)
            return (lanes){0, 0};
    return (lanes){0, 1};
}

/* The number of a vertex that a search has found. */
static inline corner_of found_corner(const sepal_polys *set, uint32_t index, point64 origin, point64 found) {
    const double *x = sepal_poly_exact_x(set, index), *y = sepal_poly_exact_y(set, index);
    uint32_t k = 0;
    while (k + 1 < set->heads[index].size && !are_same_points(found, (point64){x[k] - origin.x, y[k] - origin.y}))
        k++;
    return (corner_of){set, index, k};
}

/* Asks the corners of both polygons that the search found last. Both have area. */
static SEPAL_NOINLINE lanes ask_corners(const portal64 *p) {
    const bool strict = p->q->touching != SEPAL_TOUCHING_OVERLAPS;
    const corner_of a = found_corner(p->q->a, p->pair.a, p->origin, p->last_a),
                    b = found_corner(p->q->b, p->pair.b, p->origin, p->last_b);
    const lanes of_b = ask_corner(&b, p->q->a, p->pair.a, strict);
    return of_b.open == 0 ? of_b : ask_corner(&a, p->q->b, p->pair.b, strict);
}

/* Finds an axis that separates the pair, or a triangle of points of b - a that has the origin inside; or asks the corners where the search
 * ended. Polygons whose centres are not certainly inside stay open. */
static SEPAL_NOINLINE lanes meet_by_portals(const polys_query *q, sepal_pair pair) {
    portal64 p = begin_portal64(q, pair);
    const bool sound = q->a->circles[pair.a].inner > 0 && q->b->circles[pair.b].inner > 0; /* the centres are certainly inside */
    const point64 inner = p.inner, to_origin = {-inner.x, -inner.y};
    const double error = p.extent * p.extent * PORTAL64_CROSS_ERROR;
    const point64 first = try_direction64(&p, to_origin), ray = less_point(first, inner);
    const bool origin_is_left = cross_points(ray, to_origin) > 0;
    const point64 second = try_direction64(&p, origin_is_left ? (point64){-ray.y, ray.x} : (point64){ray.y, -ray.x});
    point64 right = origin_is_left ? first : second, left = origin_is_left ? second : first;
    bool is_still = false;
    for (int step = 0; !p.apart; step++) {
        if (sound && cross_points(inner, right) > error && cross_points(right, left) > error && cross_points(left, inner) > error)
            return (lanes){1, 0};
        if (step == PORTAL64_STEPS || is_still)
            return sound ? ask_corners(&p) : (lanes){0, 1};
        const point64 across = less_point(left, right);
        const point64 next = try_direction64(&p, (point64){across.y, -across.x});
        is_still = are_same_points(next, left) || are_same_points(next, right);
        if (cross_points(less_point(next, inner), to_origin) > 0) /* the origin is on the left of the ray from `inner` to `next` */
            right = next;
        else
            left = next;
    }
    return (lanes){0, 0};
}

static inline lanes portal64_kernel(const void *question, sepal_pair pair, size_t k) {
    (void)k;
    return meet_by_portals(question, pair);
}

static bool filter_large_doubles(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)n;
    return ask_each(portal64_kernel, question, pairs, count, out);
}

#endif
