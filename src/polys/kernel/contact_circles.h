/* contact_circles.h — the contact points of circles, the shapes of one vertex: the line of the centres is the normal, and there is one
 * point on it. Each lane has its own pair, and pairs stay in the order of the list, so that whole vectors are written.
 *
 * The operations are those of scalar/polys_scalar_contacts.c for two corners, in the same order. A pair is left to the other kernels
 * where the centres are so near that the normal is not taken from them, out of float's range, and where a radius may be too small for
 * the record of its circle. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_CIRCLES_H
#define SEPAL_POLYS_KERNEL_CONTACT_CIRCLES_H

#include "contact_points.h"
#include "reach.h"

/* The answers of a block of pairs: 0 where there is no point, and in the pairs that are left. A group may be longer than what is left of
 * a list. */
typedef struct circle_points {
    float normal_x[SEPAL_BLOCK + SEPAL_LANES], normal_y[SEPAL_BLOCK + SEPAL_LANES];
    float x[SEPAL_BLOCK + SEPAL_LANES], y[SEPAL_BLOCK + SEPAL_LANES], depth[SEPAL_BLOCK + SEPAL_LANES];
    int32_t count[SEPAL_BLOCK + SEPAL_LANES];
    uint64_t unsure[SEPAL_BLOCK / 64]; /* the pairs whose answers are right if they meet */
} circle_points;

typedef struct circle_query {
    const polys_query *q;
    circle_points *points;
} circle_query;

/* The radii of circles, which are those of their outer circles, if these are not the least that is stored. Notes the lanes in which they
 * may be smaller. */
static inline w radii_of_circles(const sepal_polys *set, const circle_lanes *circle, wm *left) {
    if (!set->round)
        return w_zero();
    *left = wm_or(*left, wm_not(w_gt(circle->outer, w_set1(SEPAL_RANGE_LEAST))));
    return circle->outer;
}

/* The answers of a group without points. */
static inline void store_no_points(circle_points *to, size_t k) {
    float *const arrays[] = {to->normal_x, to->normal_y, to->x, to->y, to->depth};
    for (int i = 0; i < 5; i++)
        w_store(arrays[i] + k, w_zero());
    wi_store(to->count + k, wi_set1(0));
}

SPECIALISED lanes circle_points_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const circle_query *query = question;
    const polys_query *q = query->q;
    circle_points *to = query->points;
    (void)n;
    circle_lanes a = load_circles(q->a, &group->a), b = load_circles(q->b, &group->b);
    circle_squares reach = reach_squares(a, b, q->margin);
    wm apart = w_gt(reach.distance2, reach.beyond2);
    if (wm_bits(apart) == ALL_LANES) {
        store_no_points(to, k);
        return (lanes){0, 0};
    }
    w zero = w_zero(), least = w_set1(q->margin);
    w2 way = w2_sub(b.centre, a.centre);
    w square = w2_along(way, way), length = w_sqrt(square), inverse = w_div(w_set1(1), length);
    wm left = wm_or(w_gt(w_set1(SEPAL_LEAST_SQUARE), square), w_eq(w_add(a.outer, b.outer), w_infinity()));
    const radius_lanes radii = {radii_of_circles(q->a, &a, &left), radii_of_circles(q->b, &b, &left)};
    w2 normal = {w_mul(way.x, inverse), w_mul(way.y, inverse)};
    w depth = depth_of(q->a->round || q->b->round ? &radii : NULL, length);
    w half = w_mul(w_add(length, w_sub(radii.of_b, radii.of_a)), w_set1(0.5F));
    wm none = wm_or(apart, left);
    w_store(to->normal_x + k, w_select(none, zero, w_add(zero, normal.x)));
    w_store(to->normal_y + k, w_select(none, zero, w_add(zero, normal.y)));
    w_store(to->x + k, w_select(none, zero, w_add(zero, w_add(a.centre.x, w_sub(way.x, w_mul(half, normal.x))))));
    w_store(to->y + k, w_select(none, zero, w_add(zero, w_add(a.centre.y, w_sub(way.y, w_mul(half, normal.y))))));
    w_store(to->depth + k, w_select(none, zero, w_select(w_gt(depth, w_neg(least)), depth, w_sub(zero, least))));
    wi_store(to->count + k, wi_select(none, wi_set1(0), wi_set1(1)));
    const unsigned open = wm_bits(wm_andnot(left, apart)), yes = ALL_LANES & ~(open | wm_bits(apart));
    to->unsure[k / 64] |= (uint64_t)(yes & ~wm_bits(w_gt(reach.within2, reach.distance2))) << k % 64;
    return (lanes){yes, open};
}

/* Numbers as the first of two. */
static inline void write_firsts(float *to, const float *from, size_t count) {
    if (to == NULL)
        return;
    for (size_t k = 0; k < count; k++) {
        to[2 * k] = from[k];
        to[2 * k + 1] = 0;
    }
}

static inline void write_floats(float *to, const float *from, size_t count) {
    if (to != NULL)
        memcpy(to, from, count * sizeof *to);
}

static inline void write_counts(uint8_t *to, const int32_t *from, size_t count) {
    for (size_t k = 0; k < count; k++)
        to[k] = (uint8_t)from[k];
}

/* Writes the answers of a block to arrays without gaps from number `first` on. */
static inline void write_circle_points(const sepal_contacts *out, size_t first, size_t count, const circle_points *from) {
    if (out->count != NULL)
        write_counts(out->count + first, from->count, count);
    write_floats(out->normal_x == NULL ? NULL : out->normal_x + first, from->normal_x, count);
    write_floats(out->normal_y == NULL ? NULL : out->normal_y + first, from->normal_y, count);
    write_firsts(out->x == NULL ? NULL : out->x + 2 * first, from->x, count);
    write_firsts(out->y == NULL ? NULL : out->y + 2 * first, from->y, count);
    write_firsts(out->depth == NULL ? NULL : out->depth + 2 * first, from->depth, count);
    if (out->feature != NULL)
        memset(out->feature + 2 * first, 0, count * sizeof(uint32_t[2]));
}

#endif
