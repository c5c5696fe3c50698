/* search_cast.c — what rays hit first. Some hundred rays at a time walk through the tree together: in each round every ray goes on to
 * the next shape whose box it enters, and one call of the sweep asks when these shapes are hit. What was hit so far cuts the rest of the
 * way short. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/rule.h"
#include "cast.h"
#include "filter.h"
#include "kernels.h"
#include "ray.h"

#include <float.h>
#include <math.h>

static sepal_search_walk_rays_kernel *const search_walk_rays_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_search_walk_rays_scalar, sepal_search_walk_rays_sse2, sepal_search_walk_rays_avx2, sepal_search_walk_rays_avx512);

enum { TOGETHER = SEPAL_CAST_TOGETHER };

typedef struct ray_batch {
    sepal_walk walks[TOGETHER];
    sepal_ray rays[TOGETHER];
    uint32_t numbers[TOGETHER]; /* of the rays that go on */
    sepal_walk_found found[TOGETHER];
    float normal[3][TOGETHER];
    sepal_pair pairs[TOGETHER]; /* of a round: a shape and a ray */
    uint64_t bits[SEPAL_BIT_WORDS(TOGETHER)];
    float times[TOGETHER], normals[3][TOGETHER];
} ray_batch;

typedef struct casting {
    sepal_finder *finder;
    const sepal_cast_kind *kind;
    const sepal_cast *cast;
    ray_batch *batch;
} casting;

/* --- The start of a ray ---------------------------------------------------------------------------------------------------------
 */

/* A sum of two floats that was rounded to `sum`, moved by more than it may be off (docs/finder.md, "Rays"). */
static float below(float sum) {
    return sum - (fabsf(sum) * 0x1p-22F + 0x1p-149F);
}
static float above(float sum) {
    return sum + (fabsf(sum) * 0x1p-22F + 0x1p-149F);
}

/* One axis: the move from p by d, and the interval that holds it and everything within the margin. */
static sepal_ray_slab start_slab(float p, float d, float margin, size_t low_row, size_t high_row, float *low, float *high) {
    float end = p + d, least = d < 0 ? below(end) : p, greatest = d > 0 ? above(end) : p, before = p, behind = p;
    if (margin > 0) {
        least = below(least - margin);
        greatest = above(greatest + margin);
        before = below(p - margin);
        behind = above(p + margin);
    }
    *low = least > -FLT_MAX ? least : -FLT_MAX; /* as the boxes of shapes, which end there */
    *high = greatest < FLT_MAX ? greatest : FLT_MAX;
    if (fabsf(d) < FLT_MIN || !(fabsf(end) < FLT_MAX) || isinf(before) || isinf(behind))
        return (sepal_ray_slab){0, 0, 0, 1, low_row, high_row};
    if (d > 0)
        return (sepal_ray_slab){behind, before, 1 / d, 0, low_row, high_row};
    return (sepal_ray_slab){before, behind, 1 / d, 0, high_row, low_row};
}

static void start_ray(const casting *c, size_t number, size_t k) {
    const sepal_cast *r = c->cast;
    sepal_ray *ray = &c->batch->rays[k];
    sepal_bounds *b = &ray->bounds;
    const float *const *from = r->from, *const *move = r->move, margin = r->rule->margin;
    size_t at = number * r->stride;
    ray->x = start_slab(from[0][at], move[0][at], margin, 0, SEPAL_HIGH_X, &b->low_x, &b->high_x);
    ray->y = start_slab(from[1][at], move[1][at], margin, SEPAL_LOW_Y, SEPAL_HIGH_Y, &b->low_y, &b->high_y);
    if (c->kind->dimensions == 3)
        ray->z = start_slab(from[2][at], move[2][at], margin, 0, SEPAL_SPAN_HIGH, &ray->span.low, &ray->span.high);
    ray->beyond = c->kind->beyond;
    ray->shape = SEPAL_NO_SHAPE;
    ray->partly_known = ray->x.inverse == 0 || ray->y.inverse == 0 || (c->kind->dimensions == 3 && ray->z.inverse == 0);
    sepal_walk_begin(&c->batch->walks[k], &c->finder->lasting.tree, 1);
}

/* Starts `count` rays, and makes their origins the finder's set of points. The first batch makes room for all others, so that these
 * cannot fail. */
static sepal_status start_rays(const casting *c, size_t first, size_t count) {
    ray_batch *batch = c->batch;
    const float *origins[3] = {NULL};
    const void *points;
    for (int axis = 0; axis < c->kind->dimensions; axis++)
        origins[axis] = c->cast->from[axis] + first * c->cast->stride;
    for (size_t k = 0; k < count; k++) {
        start_ray(c, first + k, k);
        for (int axis = 0; axis < 3; axis++)
            batch->normal[axis][k] = 0;
        batch->pairs[k].b = (uint32_t)k;
    }
    return c->finder->kind->put_points(c->finder, origins, c->cast->stride, count, TOGETHER, &points);
}

/* --- Rounds ---------------------------------------------------------------------------------------------------------------------
 */

/* The rays of the first `active` pairs go on to shapes. Puts these into the pairs; returns how many rays have come to one. */
static size_t next_round(const casting *c, const sepal_filter *filter, size_t active) {
    ray_batch *batch = c->batch;
    const sepal_tree *tree = &c->finder->lasting.tree;
    sepal_search_walk_rays_kernel *walk_rays = search_walk_rays_kernels[sepal_isa_in_use()];
    size_t pairs = 0;
    for (size_t k = 0; k < active; k++)
        batch->numbers[k] = batch->pairs[k].b;
    while (active > 0) {
        const size_t found = walk_rays(tree, batch->rays, batch->walks, batch->numbers, active, batch->found);
        active = 0;
        for (size_t k = 0; k < found; k++) {
            const uint32_t ray = batch->found[k].walk, shape = tree->ids[batch->found[k].place];
            if (filter != NULL && !sepal_filter_wants(filter, 1, (sepal_pair){ray, shape})) {
                batch->numbers[active++] = ray;
                continue;
            }
            c->finder->kind->fetch(c->finder->built, shape);
            batch->pairs[pairs++] = (sepal_pair){shape, ray};
        }
    }
    return pairs;
}

/* Takes over those hits of a round that are a ray's first so far. normals: how many components are wanted. */
static void take_hits(ray_batch *batch, size_t count, int normals) {
    for (size_t k = 0; k < count; k++) {
        sepal_pair pair = batch->pairs[k];
        sepal_ray *ray = &batch->rays[pair.b];
        float time = batch->times[k], *first = &batch->walks[pair.b].limit;
        if ((batch->bits[k / 64] >> k % 64 & 1) == 0 || time > *first || (time == *first && pair.a > ray->shape))
            continue;
        *first = time;
        ray->shape = pair.a;
        for (int axis = 0; axis < normals; axis++)
            batch->normal[axis][pair.b] = batch->normals[axis][k];
    }
}

static void write_hits(const casting *c, size_t first, size_t count) {
    const ray_batch *batch = c->batch;
    const sepal_cast *to = c->cast;
    for (size_t k = 0; k < count; k++) {
        if (to->shape != NULL)
            to->shape[first + k] = batch->rays[k].shape;
        if (to->time != NULL)
            to->time[first + k] = batch->walks[k].limit;
        for (int axis = 0; axis < 3; axis++)
            if (to->normal[axis] != NULL)
                to->normal[axis][first + k] = batch->normal[axis][k];
    }
}

/* The arrays about the first set, from shape `first` on. */
static sepal_filter filter_from(const sepal_filter *f, size_t first) {
    sepal_filter from = *f;
    from.member[0] = f->member[0] == NULL ? NULL : f->member[0] + first;
    from.mask[0] = f->mask[0] == NULL ? NULL : f->mask[0] + first;
    from.owner[0] = f->owner[0] == NULL ? NULL : f->owner[0] + first;
    return from;
}

static sepal_status cast_together(const casting *c, size_t first, size_t count) {
    ray_batch *batch = c->batch;
    const sepal_cast *cast = c->cast;
    const bool normals = cast->normal[0] != NULL || cast->normal[1] != NULL || cast->normal[2] != NULL;
    sepal_cast_hits hits = {batch->bits, batch->times, {NULL, NULL, NULL}};
    for (int axis = 0; axis < 3 && normals; axis++)
        hits.normal[axis] = batch->normals[axis];
    const sepal_filter all = {.owner = {NULL, NULL}}, wanted = cast->filter != NULL ? filter_from(cast->filter, first) : all;
    sepal_status status = start_rays(c, first, count);
    if (status != SEPAL_OK)
        return status;
    for (size_t pairs = count; (pairs = next_round(c, cast->filter != NULL ? &wanted : NULL, pairs)) > 0;) {
        c->kind->sweep(c->finder, cast, first, batch->pairs, pairs, &hits);
        take_hits(batch, pairs, normals ? c->kind->dimensions : 0);
    }
    write_hits(c, first, count);
    return SEPAL_OK;
}

/* --- The question ---------------------------------------------------------------------------------------------------------------
 */

sepal_status sepal_search_cast(sepal_finder *finder, const sepal_cast_kind *kind, const sepal_cast *cast) {
    casting c = {finder, kind, cast, NULL};
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = SEPAL_OK;
    if (!kind->are_finite(cast))
        status = SEPAL_BAD_SHAPE;
    else if (cast->count > 0 && !sepal_finder_room(finder, &finder->rays, sizeof(ray_batch), 0))
        status = SEPAL_NO_MEMORY;
    c.batch = finder->rays.memory;
    for (size_t first = 0; first < cast->count && status == SEPAL_OK; first += TOGETHER)
        status = cast_together(&c, first, cast->count - first < TOGETHER ? cast->count - first : TOGETHER);
    sepal_fpstate_leave(callers);
    return status;
}
