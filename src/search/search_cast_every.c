/* search_cast_every.c — every shape that rays hit, in order of the time, then of the index. The walk of a ray comes to shapes more or
 * less in this order. A hit waits until the ray enters no box later that holds a shape which is hit as early, and is given then. A ray
 * has room for some hits that wait. Where there are more, the latest are dropped, and what the ray enters behind the others is left out;
 * when these were given, the walk begins anew, for what is behind them. So nothing is allocated, and what is given is given for good. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "cast.h"

#include <math.h>
#include <string.h>

enum { WAITING = 32 };

/* The hits of one ray, in order. Which are dropped says the limit of its walk: those later than `limit`, or as late with an index above
 * `before`. */
typedef struct ray_queue {
    float time;     /* of the last hit that was given, */
    uint32_t shape; /* and its index; what is not behind it was given */
    size_t count;
    bool was_cut; /* hits were dropped */
    sepal_ray_hit hits[WAITING];
} ray_queue;

typedef struct hit_queues {
    sepal_every_hit every;
    sepal_take_hit *take;
    void *context;
    sepal_fpstate callers;
} hit_queues;

static bool is_behind(const sepal_ray_hit *hit, float time, uint32_t shape) {
    return hit->time > time || (hit->time == time && hit->shape > shape);
}

static void begin_queue(const sepal_every_hit *every, uint32_t slot) {
    ray_queue *queue = (ray_queue *)every->memory + slot;
    queue->time = -1;
    queue->shape = 0;
    queue->count = 0;
    queue->was_cut = false;
}

/* Puts a hit in its place. The walk comes to most hits in order, so that the place is near the end. */
static void put_hit(ray_queue *queue, sepal_walk *way, const sepal_ray_hit *hit) {
    if (is_behind(hit, way->limit, way->before) || !is_behind(hit, queue->time, queue->shape))
        return;
    const bool is_full = queue->count == WAITING;
    if (is_full && is_behind(hit, queue->hits[WAITING - 1].time, queue->hits[WAITING - 1].shape)) {
        queue->was_cut = true;
    } else {
        size_t at = is_full ? WAITING - 1 : queue->count++;
        for (; at > 0 && is_behind(&queue->hits[at - 1], hit->time, hit->shape); at--)
            queue->hits[at] = queue->hits[at - 1];
        queue->hits[at] = *hit;
        queue->was_cut = queue->was_cut || is_full;
    }
    if (is_full) {
        way->limit = queue->hits[WAITING - 1].time;
        way->before = queue->hits[WAITING - 1].shape;
    }
}

/* Nothing that the walk has still to come to is hit before this time. */
static float next_time(const sepal_walk *way) {
    uint32_t least = SEPAL_KEY_INFINITY;
    float time;
    for (int k = 0; k < SEPAL_FANOUT; k++)
        least = (way->nearest[k] & SEPAL_KEY_NUMBER) < least ? way->nearest[k] & SEPAL_KEY_NUMBER : least;
    memcpy(&time, &least, sizeof time);
    return time;
}

/* Gives the hits before a time. A ray of which no more is wanted gets a limit that leaves all out. */
static void give_before(hit_queues *to, ray_queue *queue, sepal_walk *way, float time) {
    size_t given = 0;
    int wanted = 1;
    while (given < queue->count && queue->hits[given].time < time && wanted > 0) {
        const sepal_ray_hit hit = queue->hits[given++];
        queue->time = hit.time;
        queue->shape = hit.shape;
        sepal_fpstate_leave(to->callers);
        wanted = to->take(to->context, &hit);
        to->callers = sepal_fpstate_enter();
    }
    queue->count -= given;
    memmove(queue->hits, queue->hits + given, queue->count * sizeof *queue->hits);
    if (wanted <= 0) {
        queue->count = 0;
        queue->was_cut = false;
        way->limit = -1;
        to->every.is_over = to->every.is_over || wanted < 0;
    }
}

static void take_one(sepal_every_hit *every, uint32_t slot, sepal_walk *way, const sepal_ray_hit *hit) {
    ray_queue *queue = (ray_queue *)every->memory + slot;
    if (every->is_over)
        return;
    if (hit != NULL)
        put_hit(queue, way, hit);
    give_before((hit_queues *)every, queue, way, next_time(way));
}

static bool give_rest(sepal_every_hit *every, uint32_t slot, sepal_walk *way) {
    ray_queue *queue = (ray_queue *)every->memory + slot;
    if (every->is_over)
        return true;
    give_before((hit_queues *)every, queue, way, INFINITY);
    if (!queue->was_cut)
        return true;
    queue->was_cut = false;
    sepal_walk_begin(way, every->tree, every->limit);
    return false;
}

sepal_status sepal_search_cast_every(sepal_finder *finder, const sepal_cast_kind *kind, const sepal_cast *cast, float limit,
                                     sepal_take_hit *take, void *context) {
    hit_queues to = {.every = {.limit = limit,
                               .bytes = SEPAL_CAST_TOGETHER * sizeof(ray_queue),
                               .tree = &finder->lasting.tree,
                               .begin = begin_queue,
                               .take = take_one,
                               .has_ended = give_rest},
                     .take = take,
                     .context = context,
                     .callers = sepal_fpstate_enter()};
    sepal_cast all = *cast;
    all.every = &to.every;
    const sepal_status status = sepal_search_cast(finder, kind, &all);
    sepal_fpstate_leave(to.callers);
    return status;
}
