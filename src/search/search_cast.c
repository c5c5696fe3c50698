/* search_cast.c — what rays hit first, and moving shapes, which are rays of the size of their boxes. Some hundred rays at a time walk
 * through the tree together, each until it comes to a shape whose box it enters; then one call of the sweep asks when these shapes are
 * hit, and they go on. What was hit so far cuts the rest of the way short. A ray that has seen all makes room for the next one. */
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

/* FULL: so many pairs fill the lanes of every width. STRAGGLERS: when no more than one ray of so many is still on its way to a shape, the
 * shapes of the others are asked about. */
enum { TOGETHER = SEPAL_CAST_TOGETHER, BLOCK = SEPAL_CAST_BLOCK, FULL = 16, STRAGGLERS = 8 };

/* Each ray that is on its way has a slot. */
typedef struct ray_batch {
    sepal_walk walks[TOGETHER];
    sepal_ray rays[TOGETHER];
    uint32_t numbers[TOGETHER]; /* of the rays of slots, in their block */
    float normal[3][TOGETHER];
    uint32_t going[TOGETHER], ended[TOGETHER], vacant[TOGETHER]; /* slots: see sepal_walkers; and those without a ray */
    sepal_walk_found found[TOGETHER];
    sepal_pair pairs[TOGETHER]; /* to be asked about: a shape and a ray, */
    uint32_t slots[TOGETHER];   /* and whose slot this is */
    uint64_t bits[SEPAL_BIT_WORDS(TOGETHER)];
    float times[TOGETHER], normals[3][TOGETHER];
} ray_batch;

typedef struct casting {
    sepal_finder *finder;
    const sepal_cast_kind *kind;
    const sepal_cast *cast;
    ray_batch *batch;
    sepal_walkers on;
    size_t pairs; /* that wait to be asked about */
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

/* One axis: the move by d of what lies from `before` to `behind`, and the interval that holds all of its way. */
static sepal_ray_slab start_slab(float before, float behind, float d, float beyond, uint32_t low_row, uint32_t high_row, float *low,
                                 float *high) {
    const float least = d < 0 ? below(before + d) : before, greatest = d > 0 ? above(behind + d) : behind;
    *low = least > -FLT_MAX ? least : -FLT_MAX; /* as the boxes of shapes, which end there */
    *high = greatest < FLT_MAX ? greatest : FLT_MAX;
    const bool is_within = before > -FLT_MAX && behind < FLT_MAX && fabsf(before + d) < FLT_MAX && fabsf(behind + d) < FLT_MAX;
    if (fabsf(d) < FLT_MIN || !is_within)
        return (sepal_ray_slab){0, 0, 0, 0, 1, low_row, high_row};
    const float inverse = 1 / d, early = inverse * (1 - SLABS_SHARE), late = inverse * (1 + SLABS_SHARE);
    if (d > 0)
        return (sepal_ray_slab){behind, before, early, late, beyond, low_row, high_row};
    return (sepal_ray_slab){before, behind, early, late, beyond, high_row, low_row};
}

/* A coordinate with everything within the margin. */
static sepal_span widen_place(float p, float margin) {
    return margin > 0 ? (sepal_span){below(p - margin), above(p + margin)} : (sepal_span){p, p};
}

/* Which shape of its set is a ray of a block? A block begins with ray `first` of the cast, and the shapes of rays are points of its own. */
static size_t mover_of(const sepal_cast *cast, size_t first, size_t number) {
    return cast->shapes == NULL ? number : cast->begin + first + number;
}

static void start_ray(const casting *c, size_t first, size_t number, uint32_t slot) {
    const sepal_cast *r = c->cast;
    sepal_ray *ray = &c->batch->rays[slot];
    sepal_bounds *b = &ray->bounds, from;
    sepal_span span = {0, 0};
    const float *const *move = r->move, margin = r->rule->margin, beyond = c->kind->beyond;
    const size_t at = r->stride * (r->shapes == NULL ? first + number : mover_of(r, first, number));
    if (r->shapes != NULL) {
        c->finder->kind->bounds(r->shapes, mover_of(r, first, number), 1, margin, &from, &span);
    } else {
        const sepal_span x = widen_place(r->from[0][at], margin), y = widen_place(r->from[1][at], margin);
        from = (sepal_bounds){x.low, y.low, x.high, y.high};
        span = c->kind->dimensions == 3 ? widen_place(r->from[2][at], margin) : span;
    }
    ray->x = start_slab(from.low_x, from.high_x, move[0][at], beyond, 0, SEPAL_HIGH_X, &b->low_x, &b->high_x);
    ray->y = start_slab(from.low_y, from.high_y, move[1][at], beyond, SEPAL_LOW_Y, SEPAL_HIGH_Y, &b->low_y, &b->high_y);
    if (c->kind->dimensions == 3)
        ray->z = start_slab(span.low, span.high, move[2][at], beyond, 0, SEPAL_SPAN_HIGH, &ray->span.low, &ray->span.high);
    ray->beyond = beyond;
    ray->shape = SEPAL_NO_SHAPE;
    ray->partly_known =
        ray->x.inverse_enter == 0 || ray->y.inverse_enter == 0 || (c->kind->dimensions == 3 && ray->z.inverse_enter == 0);
    c->batch->numbers[slot] = (uint32_t)number;
    for (int axis = 0; axis < 3; axis++)
        c->batch->normal[axis][slot] = 0;
    sepal_walk_begin(&c->batch->walks[slot], &c->finder->lasting.tree, r->every == NULL ? 1 : r->every->limit);
    if (r->every != NULL)
        r->every->begin(r->every, slot);
}

/* Makes the origins of a block the finder's set of points. The first block makes room for all others, of this and later calls, so that these
 * cannot fail. */
static sepal_status put_origins(const casting *c, size_t first, size_t count) {
    sepal_find_points origins = {.stride = c->cast->stride};
    const void *set;
    for (int axis = 0; axis < c->kind->dimensions; axis++)
        origins.at[axis] = c->cast->from[axis] + first * c->cast->stride;
    return c->finder->kind->put_points(c->finder, &origins, count, BLOCK, &set);
}

/* --- On their way --------------------------------------------------------------------------------------------------------------- */

static void write_hit(const casting *c, size_t first, uint32_t slot) {
    const ray_batch *batch = c->batch;
    const sepal_cast *to = c->cast;
    const size_t at = first + batch->numbers[slot];
    if (to->shape != NULL)
        to->shape[at] = batch->rays[slot].shape;
    if (to->time != NULL)
        to->time[at] = batch->walks[slot].limit;
    for (int axis = 0; axis < 3; axis++)
        if (to->normal[axis] != NULL)
            to->normal[axis][at] = batch->normal[axis][slot];
}

/* Rays go on to shapes, which become pairs. */
static void find_shapes(casting *c, size_t first, const sepal_filter *filter) {
    ray_batch *batch = c->batch;
    const bool one = c->cast->shapes == c->finder->built;
    const sepal_tree *tree = &c->finder->lasting.tree;
    sepal_walkers *on = &c->on;
    search_walk_rays_kernels[sepal_isa_in_use()](tree, batch->rays, batch->walks, on);
    for (size_t k = 0; k < on->shapes; k++) {
        const uint32_t slot = batch->found[k].walk, shape = tree->ids[batch->found[k].place];
        const sepal_pair pair = {shape, (uint32_t)mover_of(c->cast, first, batch->numbers[slot])};
        if ((one && pair.a == pair.b) ||
            (filter != NULL && !sepal_filter_wants(filter, one ? 0 : 1, (sepal_pair){pair.b, pair.a}))) {
            batch->going[on->count++] = slot;
            continue;
        }
        c->finder->kind->fetch(c->finder->built, shape);
        batch->slots[c->pairs] = slot;
        batch->pairs[c->pairs++] = pair;
    }
}

/* Gives the hits of `count` pairs to who takes every hit. */
static void give_hits(const casting *c, size_t first, size_t count) {
    ray_batch *batch = c->batch;
    for (size_t k = 0; k < count; k++) {
        const uint32_t slot = batch->slots[k];
        const sepal_ray_hit hit = {.ray = (uint32_t)(first + batch->numbers[slot]),
                                   .shape = batch->pairs[k].a,
                                   .time = batch->times[k],
                                   .normal_x = batch->normals[0][k],
                                   .normal_y = batch->normals[1][k],
                                   .normal_z = c->kind->dimensions == 3 ? batch->normals[2][k] : 0};
        const bool is_hit = (batch->bits[k / 64] >> k % 64 & 1) != 0;
        c->cast->every->take(c->cast->every, slot, &batch->walks[slot], is_hit ? &hit : NULL);
    }
}

/* Takes over those hits of `count` pairs that are a ray's first so far. normals: how many components are wanted. */
static void take_hits(ray_batch *batch, size_t count, int normals, bool later) {
    for (size_t k = 0; k < count; k++) {
        const uint32_t slot = batch->slots[k], shape = batch->pairs[k].a;
        sepal_ray *ray = &batch->rays[slot];
        float time = batch->times[k], *first = &batch->walks[slot].limit;
        if ((batch->bits[k / 64] >> k % 64 & 1) == 0 || (later && time == 0) || time > *first ||
            (time == *first && shape > ray->shape))
            continue;
        *first = time;
        ray->shape = batch->walks[slot].before = shape;
        for (int axis = 0; axis < normals; axis++)
            batch->normal[axis][slot] = batch->normals[axis][k];
    }
}

/* Asks about as many pairs as fill the lanes, or about all if no other ray is on its way. Then their rays go on. */
static void ask_pairs(casting *c, size_t first, const sepal_cast_hits *hits, int normals) {
    ray_batch *batch = c->batch;
    const size_t asked = c->on.count > 0 ? c->pairs / FULL * FULL : c->pairs, left = c->pairs - asked;
    if (asked == 0)
        return;
    c->kind->sweep(c->finder, c->cast, first, batch->pairs, asked, hits);
    if (c->cast->every != NULL)
        give_hits(c, first, asked);
    else
        take_hits(batch, asked, normals, c->cast->later);
    for (size_t k = 0; k < asked; k++)
        batch->going[c->on.count++] = batch->slots[k];
    for (size_t k = 0; k < left; k++) {
        batch->pairs[k] = batch->pairs[asked + k];
        batch->slots[k] = batch->slots[asked + k];
    }
    c->pairs = left;
}

/* The arrays about the first set, from shape `first` on. */
static sepal_filter filter_from(const sepal_filter *f, size_t first) {
    sepal_filter from = *f;
    from.member[0] = f->member[0] == NULL ? NULL : f->member[0] + first;
    from.mask[0] = f->mask[0] == NULL ? NULL : f->mask[0] + first;
    from.owner[0] = f->owner[0] == NULL ? NULL : f->owner[0] + first;
    return from;
}

static sepal_status cast_block(casting *c, size_t first, size_t count) {
    ray_batch *batch = c->batch;
    sepal_walkers *on = &c->on;
    const sepal_cast *cast = c->cast;
    const bool normals = cast->every != NULL || cast->normal[0] != NULL || cast->normal[1] != NULL || cast->normal[2] != NULL;
    sepal_cast_hits hits = {batch->bits, batch->times, {NULL, NULL, NULL}};
    for (int axis = 0; axis < 3 && normals; axis++)
        hits.normal[axis] = batch->normals[axis];
    const sepal_filter all = {.owner = {NULL, NULL}}, given = cast->filter != NULL ? *cast->filter : all,
                       wanted = cast->shapes == NULL ? filter_from(&given, first) : given;
    const sepal_status status = cast->shapes == NULL ? put_origins(c, first, count) : SEPAL_OK;
    if (status != SEPAL_OK)
        return status;
    *on = (sepal_walkers){.numbers = batch->going, .found = batch->found, .ended = batch->ended};
    size_t started = 0, vacant = count < TOGETHER ? count : TOGETHER;
    for (size_t slot = 0; slot < vacant; slot++)
        batch->vacant[slot] = (uint32_t)slot;
    do {
        while (vacant > 0 && started < count) {
            batch->going[on->count] = batch->vacant[--vacant];
            start_ray(c, first, started++, batch->going[on->count++]);
        }
        on->enough = (on->count + c->pairs) / STRAGGLERS;
        find_shapes(c, first, cast->filter != NULL ? &wanted : NULL);
        for (size_t k = 0; k < on->ends; k++) {
            const uint32_t slot = batch->ended[k];
            if (cast->every == NULL)
                write_hit(c, first, slot);
            else if (!cast->every->has_ended(cast->every, slot, &batch->walks[slot])) {
                batch->going[on->count++] = slot;
                continue;
            }
            batch->vacant[vacant++] = slot;
        }
        ask_pairs(c, first, &hits, normals ? c->kind->dimensions : 0);
    } while ((on->count > 0 || started < count) && (cast->every == NULL || !cast->every->is_over));
    return SEPAL_OK;
}

/* --- The question ---------------------------------------------------------------------------------------------------------------
 */

bool sepal_search_can_cast(const sepal_finder *finder, bool in_space) {
    return finder != NULL && finder->built != NULL && finder->kind->in_space == in_space &&
           finder->kind->count(finder->built) == finder->kept.count;
}

sepal_status sepal_search_cast(sepal_finder *finder, const sepal_cast_kind *kind, const sepal_cast *cast) {
    casting c = {.finder = finder, .kind = kind, .cast = cast};
    sepal_every_hit *every = cast->every;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = SEPAL_OK;
    if (!kind->are_finite(cast))
        status = SEPAL_BAD_SHAPE;
    else if (cast->count > 0 &&
             !sepal_finder_room(finder, &finder->rays, sizeof(ray_batch) + (every == NULL ? 0 : every->bytes), 0))
        status = SEPAL_NO_MEMORY;
    c.batch = finder->rays.memory;
    if (every != NULL && status == SEPAL_OK)
        every->memory = c.batch + 1;
    for (size_t first = 0; first < cast->count && status == SEPAL_OK && (every == NULL || !every->is_over); first += BLOCK)
        status = cast_block(&c, first, cast->count - first < BLOCK ? cast->count - first : BLOCK);
    sepal_fpstate_leave(callers);
    return status;
}
