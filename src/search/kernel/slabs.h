/* slabs.h — which of the sixteen boxes of a node may a ray enter, and when? A float test that says no only where it is certain
 * (docs/finder.md, "Rays"). */
#ifndef SEPAL_SEARCH_KERNEL_SLABS_H
#define SEPAL_SEARCH_KERNEL_SLABS_H

#include "../ray.h"
#include "node.h"

#include <math.h>

/* By how much a computed time may be off, as a share of it; rounding of the hits' own times included. */
#define SLABS_SHARE 0x1p-18F

#if defined(SEPAL_LANES)

SPECIALISED w slab_entry(const float *node, const sepal_ray_slab *s) {
    return w_mul(w_sub(w_load(node + s->near_row), w_set1(s->enter)), w_set1(s->inverse));
}
SPECIALISED w slab_exit(const float *node, const sepal_ray_slab *s) {
    w along = w_mul(w_sub(w_load(node + s->far_row), w_set1(s->leave)), w_set1(s->inverse));
    return w_add(along, w_set1(s->always));
}

/* The boxes that may be entered until the time `limit`. spans: those of the node in space, else NULL. entry: receives for each box a time,
 * not below 0, before which nothing in it is hit; INFINITY for the others. */
SPECIALISED void ray_entries(const float *node, const float *spans, const sepal_ray *ray, float limit, float entry[SEPAL_FANOUT]) {
    for (int k = 0; k < SEPAL_FANOUT; k += SEPAL_LANES) {
        w in = w_max(slab_entry(node + k, &ray->x), slab_entry(node + k, &ray->y));
        w out = w_min(w_min(slab_exit(node + k, &ray->x), slab_exit(node + k, &ray->y)), w_set1(1));
        if (spans != NULL) {
            in = w_max(in, slab_entry(spans + k, &ray->z));
            out = w_min(out, slab_exit(spans + k, &ray->z));
        }
        in = w_max(w_sub(w_mul(in, w_set1(1 - SLABS_SHARE)), w_set1(ray->beyond)), w_zero());
        out = w_add(w_mul(out, w_set1(1 + SLABS_SHARE)), w_set1(ray->beyond));
        const wm miss = wm_or(w_gt(in, out), w_gt(in, w_set1(limit)));
        w_store(entry + k, w_select(miss, w_infinity(), in));
    }
}

#else

static inline float slab_entry(float near, const sepal_ray_slab *s) {
    return (near - s->enter) * s->inverse;
}
static inline float slab_exit(float far, const sepal_ray_slab *s) {
    return (far - s->leave) * s->inverse + s->always;
}

SPECIALISED void ray_entries(const float *node, const float *spans, const sepal_ray *ray, float limit, float entry[SEPAL_FANOUT]) {
    const sepal_ray_slab *x = &ray->x, *y = &ray->y, *z = &ray->z;
    for (unsigned k = 0; k < SEPAL_FANOUT; k++) {
        float in_x = slab_entry(node[x->near_row + k], x), out_x = slab_exit(node[x->far_row + k], x);
        float in_y = slab_entry(node[y->near_row + k], y), out_y = slab_exit(node[y->far_row + k], y);
        float in = in_x > in_y ? in_x : in_y, out = out_x < out_y ? out_x : out_y;
        if (spans != NULL) {
            float in_z = slab_entry(spans[z->near_row + k], z), out_z = slab_exit(spans[z->far_row + k], z);
            in = in > in_z ? in : in_z;
            out = out < out_z ? out : out_z;
        }
        in = in * (1 - SLABS_SHARE) - ray->beyond;
        in = in > 0 ? in : 0;
        out = (out < 1 ? out : 1) * (1 + SLABS_SHARE) + ray->beyond;
        entry[k] = in > out || in > limit ? INFINITY : in;
    }
}

#endif

#endif
