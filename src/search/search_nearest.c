/* search_nearest.c — the k nearest of each of many shapes. Some hundred shapes at a time walk through the tree together: in each round
 * each goes on to the shape whose box is nearest of those that it has not looked at, and one call of the push tells the distances. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/rule.h"
#include "filter.h"
#include "kernels.h"
#include "nearest.h"

#include <string.h>

static sepal_search_walk_seekers_kernel *const search_walk_seekers_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_search_walk_seekers_scalar, sepal_search_walk_seekers_sse2, sepal_search_walk_seekers_avx2,
                  sepal_search_walk_seekers_avx512);

enum { SEEKERS = 128 };

typedef struct seeker_batch {
    sepal_walk walks[SEEKERS];
    sepal_seeker seekers[SEEKERS];
    uint32_t numbers[SEEKERS]; /* of the seekers that go on */
    uint32_t ended[SEEKERS];
    sepal_walk_found found[SEEKERS];
    sepal_bounds bounds[SEEKERS];
    sepal_span spans[SEEKERS];
    sepal_pair pairs[SEEKERS]; /* of a round: a shape of a, and one of the tree */
    float depth[SEEKERS];
} seeker_batch;

typedef struct seeking {
    sepal_finder *finder;
    const sepal_seek *asked;
    seeker_batch *batch;
    size_t first; /* of the batch, seen from that of the question */
} seeking;

static uint32_t seeker_shape(const seeking *s, uint32_t number) {
    return (uint32_t)(s->asked->first + s->first + number);
}

static bool is_wanted(const seeking *s, sepal_pair pair) {
    const bool one = s->asked->a == s->finder->built;
    if ((one && pair.a == pair.b) || s->finder->kind->is_removed(s->finder->built, pair.b))
        return false;
    return s->asked->filter == NULL || sepal_filter_wants(s->asked->filter, one ? 0 : 1, pair);
}

/* The shapes of the first `active` pairs go on to other shapes. Puts these into the pairs; returns how many have come to one. */
static size_t seek_round(const seeking *s, size_t active) {
    seeker_batch *batch = s->batch;
    const sepal_tree *tree = &s->finder->lasting.tree;
    sepal_search_walk_seekers_kernel *walk_seekers = search_walk_seekers_kernels[sepal_isa_in_use()];
    size_t pairs = 0;
    for (size_t k = 0; k < active; k++)
        batch->numbers[k] = batch->pairs[k].a - seeker_shape(s, 0);
    while (active > 0) {
        sepal_walkers on = {.numbers = batch->numbers, .count = active, .found = batch->found, .ended = batch->ended};
        walk_seekers(tree, batch->seekers, batch->walks, &on);
        active = 0;
        for (size_t k = 0; k < on.shapes; k++) {
            const uint32_t number = batch->found[k].walk;
            const sepal_pair pair = {seeker_shape(s, number), tree->ids[batch->found[k].place]};
            if (!is_wanted(s, pair)) {
                batch->numbers[active++] = number;
                continue;
            }
            s->finder->kind->fetch(s->finder->built, pair.b);
            batch->pairs[pairs++] = pair;
        }
    }
    return pairs;
}

/* Puts a shape into the row of a seeker, which is in order, if it is one of the k nearest so far. */
static void take_distance(const seeking *s, uint32_t number, uint32_t shape, float distance) {
    const size_t k = s->asked->k, row = (s->first + number) * k;
    sepal_seeker *seeker = &s->batch->seekers[number];
    uint32_t *nearest = s->asked->nearest + row;
    float *distances = s->asked->distance + row;
    size_t at = seeker->found;
    float *limit = &s->batch->walks[number].limit;
    if (distance > *limit)
        return;
    while (at > 0 && (distances[at - 1] > distance || (distances[at - 1] == distance && nearest[at - 1] > shape)))
        at--;
    if (at == k)
        return;
    seeker->found += seeker->found < k;
    memmove(nearest + at + 1, nearest + at, (seeker->found - 1 - at) * sizeof *nearest);
    memmove(distances + at + 1, distances + at, (seeker->found - 1 - at) * sizeof *distances);
    nearest[at] = shape;
    distances[at] = distance;
    if (seeker->found == k) {
        *limit = distances[k - 1];
        s->batch->walks[number].before = nearest[k - 1];
    }
}

static void seek_together(const seeking *s, size_t count) {
    const sepal_seek *asked = s->asked;
    seeker_batch *batch = s->batch;
    s->finder->kind->bounds(asked->a, asked->first + s->first, count, 0, batch->bounds, batch->spans);
    for (size_t k = 0; k < count; k++) {
        sepal_seeker *seeker = &batch->seekers[k];
        seeker->bounds = batch->bounds[k];
        seeker->span = batch->spans[k];
        seeker->found = 0;
        batch->pairs[k].a = seeker_shape(s, (uint32_t)k);
        const bool removed = s->finder->kind->is_removed(asked->a, batch->pairs[k].a);
        sepal_walk_begin(&batch->walks[k], &s->finder->lasting.tree, removed ? -1 : asked->limit); /* it finds nothing */
    }
    for (size_t pairs = count; (pairs = seek_round(s, pairs)) > 0;) {
        asked->depths(asked->a, s->finder->built, batch->pairs, pairs, batch->depth);
        for (size_t k = 0; k < pairs; k++)
            take_distance(s, batch->pairs[k].a - seeker_shape(s, 0), batch->pairs[k].b, batch->depth[k] < 0 ? -batch->depth[k] : 0);
    }
    for (size_t k = 0; k < count; k++)
        for (size_t at = batch->seekers[k].found; at < asked->k; at++) {
            asked->nearest[(s->first + k) * asked->k + at] = SEPAL_NO_SHAPE;
            asked->distance[(s->first + k) * asked->k + at] = asked->limit;
        }
}

sepal_status sepal_search_nearest(sepal_finder *finder, bool in_space, const sepal_seek *asked) {
    const sepal_rule limit = {.margin = asked->limit};
    if (finder == NULL || finder->built == NULL || finder->kind->in_space != in_space ||
        finder->kind->count(finder->built) != finder->kept.count || asked->a == NULL || sepal_rule_meaning(&limit) == NULL ||
        asked->first > finder->kind->count(asked->a) || asked->count > finder->kind->count(asked->a) - asked->first ||
        (asked->count > 0 && asked->k > 0 &&
         (asked->nearest == NULL || asked->distance == NULL || asked->k > SIZE_MAX / sizeof(float) / asked->count)))
        return SEPAL_BAD_ARGUMENT;
    if (asked->count == 0 || asked->k == 0)
        return SEPAL_OK;
    if (!sepal_finder_room(finder, &finder->rays, sizeof(seeker_batch), 0))
        return SEPAL_NO_MEMORY;
    sepal_fpstate callers = sepal_fpstate_enter();
    seeking s = {finder, asked, finder->rays.memory, 0};
    for (; s.first < asked->count; s.first += SEEKERS)
        seek_together(&s, asked->count - s.first < SEEKERS ? asked->count - s.first : SEEKERS);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
