/* search_cast.c — what rays hit first. Some hundred rays at a time walk through the tree together: in each round every ray goes on to
 * its next leaf, and one call of the sweep asks when the shapes found there are hit. What was hit so far cuts the rest of the way
 * short. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/rule.h"
#include "../polys/kernels.h"
#include "filter.h"
#include "finder.h"
#include "kernels.h"
#include "ray.h"

#include <float.h>
#include <math.h>

static sepal_search_next_leaf_kernel *const search_next_leaf_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_search_next_leaf_scalar, sepal_search_next_leaf_x4, sepal_search_next_leaf_x8, sepal_search_next_leaf_x16);

/* Rays that are on their way together: enough to fill the lanes in most rounds, few enough for the second-level cache. */
enum { TOGETHER = 128, ROUND_MOST = TOGETHER * SEPAL_FANOUT };

typedef struct ray_batch {
    sepal_ray rays[TOGETHER];
    float normal_x[TOGETHER], normal_y[TOGETHER];
    uint32_t active[TOGETHER]; /* the rays that are not at their end */
    float x[TOGETHER], y[TOGETHER];
    uint32_t first[TOGETHER + 1];
    sepal_pair pairs[ROUND_MOST]; /* of a round: a shape and a ray */
    uint64_t bits[SEPAL_BIT_WORDS(ROUND_MOST)];
    float times[ROUND_MOST], normals_x[ROUND_MOST], normals_y[ROUND_MOST];
} ray_batch;

typedef struct casting {
    sepal_finder *finder;
    const sepal_rays *rays;
    size_t stride;
    const sepal_filter *filter;
    const sepal_rule *rule;
    const sepal_ray_hits *out;
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
    if (fabsf(d) < FLT_MIN || !(fabsf(end) < FLT_MAX))
        return (sepal_ray_slab){0, 0, 0, 1, low_row, high_row};
    if (d > 0)
        return (sepal_ray_slab){behind, before, 1 / d, 0, low_row, high_row};
    return (sepal_ray_slab){before, behind, 1 / d, 0, high_row, low_row};
}

static void start_ray(const casting *c, size_t number, sepal_ray *ray) {
    const sepal_rays *r = c->rays;
    size_t at = number * c->stride;
    const sepal_tree *tree = &c->finder->lasting.tree;
    sepal_bounds *b = &ray->bounds;
    ray->x = start_slab(r->x[at], r->dx[at], c->rule->margin, 0, SEPAL_HIGH_X, &b->low_x, &b->high_x);
    ray->y = start_slab(r->y[at], r->dy[at], c->rule->margin, SEPAL_LOW_Y, SEPAL_HIGH_Y, &b->low_y, &b->high_y);
    ray->time = 1;
    ray->shape = SEPAL_NO_SHAPE;
    ray->waiting = tree->count > 0 ? 1 : 0;
    ray->nodes[0] = (sepal_ray_node){0, tree->levels - 1, 0};
}

/* Starts `count` rays, and makes their origins the finder's set of points, which has room for them. */
static void start_rays(const casting *c, size_t first, size_t count) {
    ray_batch *batch = c->batch;
    for (size_t k = 0; k < count; k++) {
        start_ray(c, first + k, &batch->rays[k]);
        batch->normal_x[k] = batch->normal_y[k] = 0;
        batch->active[k] = (uint32_t)k;
        batch->x[k] = c->rays->x[(first + k) * c->stride];
        batch->y[k] = c->rays->y[(first + k) * c->stride];
        batch->first[k] = (uint32_t)k;
    }
    batch->first[count] = (uint32_t)count;
    sepal_polys_clear(c->finder->origins);
    (void)sepal_polys_add_many(c->finder->origins, batch->x, batch->y, batch->first, count, NULL, NULL, NULL);
}

/* --- Rounds ---------------------------------------------------------------------------------------------------------------------
 */

/* Puts the pairs of a round into the batch. Returns how many; the active rays are those that went on. */
static size_t next_round(const casting *c, const sepal_filter *filter, size_t *active) {
    ray_batch *batch = c->batch;
    sepal_search_next_leaf_kernel *next_leaf = search_next_leaf_kernels[sepal_isa_in_use()];
    size_t pairs = 0, still = 0;
    for (size_t k = 0; k < *active; k++) {
        uint32_t shapes[SEPAL_FANOUT], ray = batch->active[k];
        size_t count = next_leaf(&c->finder->lasting.tree, &batch->rays[ray], shapes);
        for (size_t i = 0; i < count; i++) {
            batch->pairs[pairs] = (sepal_pair){shapes[i], ray};
            pairs += filter == NULL || sepal_filter_wants(filter, 1, (sepal_pair){ray, shapes[i]});
        }
        batch->active[still] = ray;
        still += count > 0;
    }
    *active = still;
    return pairs;
}

/* Takes over those hits of a round that are a ray's first so far. */
static void take_hits(ray_batch *batch, size_t count, bool normals) {
    for (size_t k = 0; k < count; k++) {
        sepal_pair pair = batch->pairs[k];
        sepal_ray *ray = &batch->rays[pair.b];
        float time = batch->times[k];
        if ((batch->bits[k / 64] >> k % 64 & 1) == 0 || time > ray->time || (time == ray->time && pair.a > ray->shape))
            continue;
        ray->time = time;
        ray->shape = pair.a;
        if (normals) {
            batch->normal_x[pair.b] = batch->normals_x[k];
            batch->normal_y[pair.b] = batch->normals_y[k];
        }
    }
}

static void write_hits(const casting *c, size_t first, size_t count) {
    const ray_batch *batch = c->batch;
    for (size_t k = 0; k < count; k++) {
        if (c->out->shape != NULL)
            c->out->shape[first + k] = batch->rays[k].shape;
        if (c->out->time != NULL)
            c->out->time[first + k] = batch->rays[k].time;
        if (c->out->normal_x != NULL)
            c->out->normal_x[first + k] = batch->normal_x[k];
        if (c->out->normal_y != NULL)
            c->out->normal_y[first + k] = batch->normal_y[k];
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

static void cast_together(const casting *c, size_t first, size_t count) {
    static const float rest = 0;
    ray_batch *batch = c->batch;
    const sepal_moves at_rest = {&rest, &rest, 0};
    const sepal_moves moves = {c->rays->dx + first * c->stride, c->rays->dy + first * c->stride, c->stride};
    const bool normals = c->out->normal_x != NULL || c->out->normal_y != NULL;
    sepal_hits hits = {batch->bits, batch->times, NULL, NULL};
    if (normals) {
        hits.normal_x = batch->normals_x;
        hits.normal_y = batch->normals_y;
    }
    sepal_filter wanted;
    if (c->filter != NULL)
        wanted = filter_from(c->filter, first);
    start_rays(c, first, count);
    for (size_t active = count; active > 0;) {
        size_t pairs = next_round(c, c->filter != NULL ? &wanted : NULL, &active);
        if (pairs == 0)
            continue;
        sepal_polys_sweep_pairs_kernels[sepal_isa_in_use()](c->finder->built, &at_rest, c->finder->origins, &moves, batch->pairs,
                                                            pairs, c->rule, &hits);
        take_hits(batch, pairs, normals);
    }
    write_hits(c, first, count);
}

/* --- The question ---------------------------------------------------------------------------------------------------------------
 */

/* Room for a batch, after which nothing can fail. */
static sepal_status make_batch(casting *c) {
    sepal_finder *finder = c->finder;
    sepal_status status = SEPAL_OK;
    if (!sepal_finder_room(finder, &finder->rays, sizeof(ray_batch), 0))
        return SEPAL_NO_MEMORY;
    c->batch = finder->rays.memory;
    if (finder->origins == NULL)
        status = sepal_polys_create(&finder->allocator, &finder->origins);
    return status == SEPAL_OK ? sepal_polys_reserve(finder->origins, TOGETHER, TOGETHER) : status;
}

static bool are_finite(const float *x, const float *y, size_t stride, size_t count) {
    const sepal_poses places = {.x = x, .y = y, .stride = stride};
    return sepal_polys_poses_within_kernels[sepal_isa_in_use()](&places, count, FLT_MAX, 0);
}

sepal_status sepal_polys_cast_rays(sepal_finder *finder, const sepal_rays *rays, size_t count, const sepal_filter *filter,
                                   const sepal_rule *rule, const sepal_ray_hits *out) {
    rule = sepal_rule_meaning(rule);
    if (finder == NULL || finder->built == NULL || finder->kind->in_space ||
        finder->kind->count(finder->built) != finder->kept.count || rays == NULL || rule == NULL || out == NULL ||
        (count > 0 && (rays->x == NULL || rays->y == NULL || rays->dx == NULL || rays->dy == NULL)))
        return SEPAL_BAD_ARGUMENT;
    casting c = {finder, rays, rays->stride == 0 ? 1 : rays->stride, filter, rule, out, NULL};
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = SEPAL_OK;
    if (!are_finite(rays->x, rays->y, c.stride, count) || !are_finite(rays->dx, rays->dy, c.stride, count))
        status = SEPAL_BAD_SHAPE;
    else if (count > 0)
        status = make_batch(&c);
    for (size_t first = 0; first < count && status == SEPAL_OK; first += TOGETHER)
        cast_together(&c, first, count - first < TOGETHER ? count - first : TOGETHER);
    sepal_fpstate_leave(callers);
    return status;
}
