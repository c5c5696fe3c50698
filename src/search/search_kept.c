/* search_kept.c — all pairs of a set whose tree is kept: the pairs of its boxes that meet are kept as well, and only those of boxes that
 * changed are looked for anew. */
#include "../core/arithmetic.h"

#include "class.h"
#include "join.h"
#include "keep.h"

#include <string.h>

/* Changed shapes whose pairs are looked for one by one. */
static size_t changed_most(size_t count) {
    return count / SEPAL_KEPT_SHARE + 64;
}

/* Pairs of boxes, whatever the shapes in them. */
static sepal_find boxes_of(const sepal_finder *f) {
    return (sepal_find){f->built, f->built, NULL, NULL, 0, {.take = NULL}};
}

/* Room for `count` pairs, of which the first `keep` stay. */
static bool room_for_pairs(sepal_finder *f, size_t count, size_t keep) {
    sepal_buffer *pairs = &f->kept.pairs;
    if (count > SIZE_MAX / sizeof(sepal_pair) / 2)
        return false;
    return count * sizeof(sepal_pair) <= pairs->bytes ||
           sepal_finder_room(f, pairs, (count + count / 8) * sizeof(sepal_pair), keep * sizeof(sepal_pair));
}

/* More pairs are not kept. */
static size_t pairs_most(const sepal_kept *kept) {
    return kept->count <= SIZE_MAX / SEPAL_KEPT_PAIRS ? kept->count * SEPAL_KEPT_PAIRS : SIZE_MAX;
}

/* So many boxes meet that their pairs are not kept. */
static bool give_up(sepal_kept *kept) {
    kept->crowded = true;
    kept->changes = 0;
    return false;
}

/* This one and find_changed return whether the pairs are those of the boxes: if not, there is no memory, or they are too many. */
static bool find_all_anew(sepal_finder *f) {
    sepal_kept *kept = &f->kept;
    const sepal_find asked = boxes_of(f);
    sepal_question q;
    kept->pairs_most = kept->count + kept->count / 8;
    kept->changed_room = changed_most(kept->count);
    size_t bytes = SEPAL_BIT_WORDS(kept->pairs_most) * sizeof(uint64_t);
    if (!sepal_finder_room(f, &kept->changed, bytes, 0) ||
        !sepal_finder_room(f, &kept->changed_shapes, kept->changed_room * sizeof(uint32_t), 0))
        return false;
    if (bytes > 0) /* memset may not be given NULL, even for nothing */
        memset(kept->changed.memory, 0, bytes);
    kept->changed_count = 0;
    sepal_question_begin(&q, f, f->kind, &f->lasting.tree, &asked, 0, kept->count);
    q.most = pairs_most(kept);
    sepal_join_itself(&q);
    if (q.found > q.most)
        return give_up(kept);
    return room_for_pairs(f, q.found, 0) && sepal_question_answer(&q, q.found, kept->pairs.memory, &kept->pair_count) == SEPAL_OK;
}

static bool has_changed(const uint64_t *changed, uint32_t shape) {
    return (changed[shape / 64] >> shape % 64 & 1) != 0;
}

static void drop_changed(sepal_kept *kept) {
    const uint64_t *changed = kept->changed.memory;
    sepal_pair *pairs = kept->pairs.memory;
    size_t still = 0;
    for (size_t k = 0; k < kept->pair_count; k++) {
        sepal_pair p = pairs[k];
        pairs[still] = p;
        still += !has_changed(changed, p.a) && !has_changed(changed, p.b);
    }
    kept->pair_count = still;
}

static bool is_before(sepal_pair a, sepal_pair b) {
    return a.a != b.a ? a.a < b.a : a.b < b.b;
}

/* Puts `count` pairs in order among those that are kept, from the last ones on. */
static void merge(sepal_kept *kept, const sepal_pair *more, size_t count) {
    sepal_pair *pairs = kept->pairs.memory;
    size_t own = kept->pair_count;
    kept->pair_count += count;
    for (size_t to = kept->pair_count; count > 0;)
        pairs[--to] = own > 0 && is_before(more[count - 1], pairs[own - 1]) ? pairs[--own] : more[--count];
}

static bool find_changed(sepal_finder *f) {
    sepal_kept *kept = &f->kept;
    const sepal_find asked = boxes_of(f);
    const sepal_bounds *boxes = kept->boxes.memory;
    const sepal_span *spans = kept->spans.memory;
    uint64_t *changed = kept->changed.memory;
    uint32_t *shapes = kept->changed_shapes.memory;
    sepal_question q;
    size_t there = 0, count = 0;
    if (!sepal_join_room(f, f->kind, kept->changed_count, kept->count))
        return false;
    drop_changed(kept);
    for (size_t k = 0; k < kept->changed_count; k++) {
        uint32_t shape = shapes[k];
        changed[shape / 64] &= ~(UINT64_C(1) << shape % 64);
        if (shape >= kept->count) /* it is gone */
            continue;
        ((uint64_t *)f->listed.memory)[shape / 64] |= UINT64_C(1) << shape % 64;
        ((sepal_bounds *)f->bounds.memory)[there] = boxes[shape];
        if (f->kind->in_space)
            ((sepal_span *)f->spans.memory)[there] = spans[shape];
        shapes[there++] = shape;
    }
    kept->changed_count = 0;
    sepal_question_begin(&q, f, f->kind, &f->lasting.tree, &asked, 0, kept->count);
    q.listed = f->listed.memory;
    q.no_matrix = true;
    q.most = pairs_most(kept) > kept->pair_count ? pairs_most(kept) - kept->pair_count : 0;
    if (there > 0)
        sepal_join_listed(&q, shapes, there);
    if (q.found > q.most)
        return give_up(kept);
    if (q.failed || !room_for_pairs(f, kept->pair_count + q.found, kept->pair_count) ||
        sepal_question_answer(&q, q.found, f->pairs.memory, &count) != SEPAL_OK)
        return false;
    merge(kept, f->pairs.memory, count);
    return true;
}

/* Sees to it that the pairs are those of the boxes in the tree, unless they are not kept. False if there is no memory. */
static bool renew_pairs(sepal_finder *f) {
    sepal_kept *kept = &f->kept;
    bool had_pairs = kept->has_pairs;
    if (had_pairs ? kept->changed_count == 0 : kept->crowded || kept->restless) /* pairs of restless shapes would not last a step */
        return true;
    kept->has_pairs = false;
    kept->has_pairs = had_pairs ? find_changed(f) : find_all_anew(f);
    return kept->has_pairs || kept->crowded;
}

/* All pairs by a join of the tree with itself. by_classes: without the nodes of which the filter wants no pair, from the start. */
static sepal_status join_anew(sepal_finder *finder, const sepal_find *asked, bool by_classes, size_t room, sepal_pair *pairs,
                              size_t *found) {
    sepal_question q;
    sepal_question_begin(&q, finder, finder->kind, &finder->lasting.tree, asked, 0, finder->kept.count);
    q.patience = by_classes ? 0 : q.patience;
    sepal_join_itself(&q);
    return sepal_question_answer(&q, room, pairs, found);
}

sepal_status sepal_find_kept(sepal_finder *finder, const sepal_find *asked, size_t room, sepal_pair *pairs, size_t *found) {
    sepal_kept *kept = &finder->kept;
    float half = sepal_half_up(asked->margin);
    sepal_question q;
    if (half > kept->half && sepal_keep_build(finder, finder->kind, finder->built, kept->slack, half) != SEPAL_OK)
        return SEPAL_NO_MEMORY;
    const bool by_classes = asked->filter != NULL && (kept->crowded || kept->refused);
    if (!by_classes && !renew_pairs(finder))
        return SEPAL_NO_MEMORY;
    if (by_classes || !kept->has_pairs)
        return join_anew(finder, asked, by_classes || (asked->filter != NULL && kept->crowded), room, pairs, found);
    sepal_question_begin(&q, finder, finder->kind, &finder->lasting.tree, asked, 0, kept->count);
    q.in_order = q.no_matrix = true;
    for (size_t k = 0; k < kept->pair_count && !q.ended; k += q.candidates.room) {
        size_t count = kept->pair_count - k < q.candidates.room ? kept->pair_count - k : q.candidates.room;
        memcpy(q.candidates.pairs, (const sepal_pair *)kept->pairs.memory + k, count * sizeof *pairs);
        q.candidates.count = count;
        sepal_question_take(&q.candidates);
    }
    if (q.refused / SEPAL_KEPT_REFUSED <= kept->count)
        return sepal_question_answer(&q, room, pairs, found);
    /* It takes less time to leave out nodes, in the next calls; this one is answered so as well, since they should not have to allocate. */
    sepal_tree with_classes;
    kept->refused = true;
    kept->changes = 0;
    if (asked->taker.take == NULL)
        return join_anew(finder, asked, true, room, pairs, found);
    (void)sepal_class_tree(finder, &finder->lasting.tree, asked->filter, &with_classes);
    return SEPAL_OK;
}
