/* search_kernel_cast.c — which shapes may rays hit next? */
#include "../../core/arithmetic.h"

#include "../ray.h"
#include "keys.h"
#include "names.h"
#include "walk_on.h"
#include <math.h>

/* Which of the sixteen boxes of a node may a ray enter, and when? A float test that says no only where it is certain (docs/finder.md,
 * "Rays"). */
#if defined(SEPAL_LANES)

SPECIALISED w slab_entry(const float *node, const sepal_ray_slab *s, w beyond) {
    return w_msub(w_sub(w_load(node + s->near_row), w_set1(s->enter)), w_set1(s->inverse_enter), beyond);
}
SPECIALISED w slab_exit(const float *node, const sepal_ray_slab *s) {
    return w_madd(w_sub(w_load(node + s->far_row), w_set1(s->leave)), w_set1(s->inverse_leave), w_set1(s->behind));
}

/* The boxes that may be entered until the time `limit`. spans: those of the node in space, else NULL. entry: receives for each box the
 * key of a time, not below 0, before which nothing in it is hit; INFINITY for the others. */
SPECIALISED void ray_entries(const float *node, const float *spans, const sepal_ray *ray, float limit, float entry[SEPAL_FANOUT]) {
    const w beyond = w_set1(ray->beyond);
    for (int k = 0; k < SEPAL_FANOUT; k += SEPAL_LANES) {
        w in = w_max(slab_entry(node + k, &ray->x, beyond), slab_entry(node + k, &ray->y, beyond));
        w out = w_min(slab_exit(node + k, &ray->x), slab_exit(node + k, &ray->y));
        if (spans != NULL) {
            in = w_max(in, slab_entry(spans + k, &ray->z, beyond));
            out = w_min(out, slab_exit(spans + k, &ray->z));
        }
        in = w_max(in, w_zero());
        w_store(entry + k, w_select(w_gt(in, w_min(out, w_set1(limit))), w_infinity(), box_keys(in, k)));
    }
}

#else

static inline float slab_entry(float near, const sepal_ray_slab *s) {
    return (near - s->enter) * s->inverse_enter;
}
static inline float slab_exit(float far, const sepal_ray_slab *s) {
    return (far - s->leave) * s->inverse_leave + s->behind;
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
        in = in - ray->beyond > 0 ? in - ray->beyond : 0;
        entry[k] = in > out || in > limit ? INFINITY : in;
    }
}

#endif

SPECIALISED void look_along_ray(const void *walkers, uint32_t number, float limit, const float *node, const float *spans,
                                float least[SEPAL_FANOUT]) {
    const sepal_ray *ray = (const sepal_ray *)walkers + number;
    ray_entries(node, spans, ray, limit, least);
    if (ray->partly_known) {
        const uint32_t hits = node_hits(node, ray->bounds) & (spans != NULL ? span_hits(spans, ray->span) : 0xffff);
        for (unsigned k = 0; k < SEPAL_FANOUT; k++)
            least[k] = (hits >> k & 1) != 0 ? least[k] : INFINITY;
    }
}

void search_walk_rays(const sepal_tree *tree, const sepal_ray *rays, sepal_walk *walks, sepal_walkers *on) {
    walk_on(look_along_ray, rays, tree, walks, on);
}

#ifndef SEPAL_UNITS_APART
/* A program that has the one has the others, too, so that they are one unit (sepal_lanes.h). */
#include "search_kernel_nearest.c"
#endif
