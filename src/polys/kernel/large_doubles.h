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

/* After the first portal. */
enum { PORTAL64_STEPS = 8 };

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
    return (point64){b.vertex.x - a.vertex.x, b.vertex.y - a.vertex.y};
}

static inline double cross_points(point64 a, point64 b) {
    return a.x * b.y - a.y * b.x;
}

static inline point64 less_point(point64 a, point64 b) {
    return (point64){a.x - b.x, a.y - b.y};
}

static inline point64 centre64(const sepal_polys *set, uint32_t index) {
    return (point64){(double)set->circles[index].x + set->origin_x, (double)set->circles[index].y + set->origin_y};
}

static inline portal64 begin_portal64(const polys_query *q, sepal_pair pair) {
    const point64 origin = centre64(q->a, pair.a), inner = less_point(centre64(q->b, pair.b), origin);
    const double extent =
        fabs((double)q->a->circles[pair.a].outer) + fabs((double)q->b->circles[pair.b].outer) + fmax(fabs(inner.x), fabs(inner.y));
    return (portal64){q, pair, origin, inner, extent, false};
}

/* Finds an axis that separates the pair, or a triangle of points of b - a that has the origin inside; or leaves it open. */
static SEPAL_NOINLINE lanes meet_by_portals(const polys_query *q, sepal_pair pair) {
    portal64 p = begin_portal64(q, pair);
    const bool sound = q->a->circles[pair.a].inner > 0 && q->b->circles[pair.b].inner > 0; /* the centres are certainly inside */
    const point64 inner = p.inner, to_origin = {-inner.x, -inner.y};
    const double error = p.extent * p.extent * PORTAL64_CROSS_ERROR;
    const point64 first = try_direction64(&p, to_origin), ray = less_point(first, inner);
    const bool origin_is_left = cross_points(ray, to_origin) > 0;
    const point64 second = try_direction64(&p, origin_is_left ? (point64){-ray.y, ray.x} : (point64){ray.y, -ray.x});
    point64 right = origin_is_left ? first : second, left = origin_is_left ? second : first;
    for (int step = 0; !p.apart; step++) {
        if (sound && cross_points(inner, right) > error && cross_points(right, left) > error && cross_points(left, inner) > error)
            return (lanes){1, 0};
        if (step == PORTAL64_STEPS)
            return (lanes){0, 1};
        const point64 across = less_point(left, right);
        const point64 next = try_direction64(&p, (point64){across.y, -across.x});
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
