/* search_join.c — joins trees with trees and boxes, which gives the candidates of a question. For every kind of set. */
#include "../core/arithmetic.h"

#include "join.h"
#include "order.h"

#include <math.h>
#include <string.h>

static sepal_search_join_leaf_kernel *const search_join_leaf_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_search_join_leaf_scalar, sepal_search_join_leaf_sse2, sepal_search_join_leaf_avx2, sepal_search_join_leaf_avx512);
static sepal_search_join_block_kernel *const search_join_block_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_search_join_block_scalar, sepal_search_join_block_sse2, sepal_search_join_block_avx2, sepal_search_join_block_avx512);
static sepal_search_join_box_kernel *const search_join_box_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_search_join_box_scalar, sepal_search_join_box_sse2, sepal_search_join_box_avx2, sepal_search_join_box_avx512);

void sepal_join_itself(sepal_question *q) {
    sepal_search_join_leaf_kernel *join_leaf = search_join_leaf_kernels[sepal_isa_in_use()];
    for (size_t leaf = 0; q->tree->count > 0 && leaf < q->tree->nodes[0] && !q->ended; leaf++)
        join_leaf(q->tree, leaf, &q->candidates);
    sepal_question_take(&q->candidates);
}

/* Sixteen boxes in the order of the curve, the last ones empty if there are fewer. shapes: whose they are; NULL: box k is that of shape
 * q->first + k. */
static void fill_block(const sepal_question *q, const uint32_t *shapes, size_t from, size_t count, sepal_block *block) {
    static const sepal_bounds none = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    static const sepal_span no_span = {INFINITY, -INFINITY};
    const sepal_bounds *bounds = q->finder->bounds.memory;
    const sepal_span *spans = q->kind->in_space ? q->finder->spans.memory : NULL;
    const uint64_t *order = q->finder->order.memory;
    *block = (sepal_block){.all = none, .all_span = no_span};
    for (size_t k = 0; k < SEPAL_FANOUT; k++) {
        bool there = from + k < count;
        uint32_t at = there ? (uint32_t)order[from + k] : 0;
        sepal_bounds box = there ? bounds[at] : none;
        block->ids[k] = shapes != NULL ? shapes[at] : (uint32_t)q->first + at;
        sepal_node_set(block->node, k, box);
        block->all = sepal_bounds_union(block->all, box);
        if (spans == NULL)
            continue;
        sepal_span span = there ? spans[at] : no_span;
        sepal_node_set_span(block->spans, k, span);
        block->all_span = sepal_span_union(block->all_span, span);
    }
}

/* `count` boxes in order with the tree, sixteen at a time along the curve. later: only pairs whose second number is greater. */
static void join_blocks(sepal_question *q, const uint32_t *shapes, size_t count, bool later) {
    sepal_search_join_block_kernel *join_block = search_join_block_kernels[sepal_isa_in_use()];
    for (size_t from = 0; from < count && !q->ended; from += SEPAL_FANOUT) {
        sepal_block block;
        fill_block(q, shapes, from, count, &block);
        join_block(q->tree, &block, later, &q->candidates);
    }
    sepal_question_take(&q->candidates);
}

/* One box with the tree; the candidates begin with `id`. */
static void join_box(sepal_question *q, sepal_bounds box, sepal_span span, uint32_t id) {
    search_join_box_kernels[sepal_isa_in_use()](q->tree, box, span, id, &q->candidates);
}

/* Shapes first .. first+count-1 of a with the tree. */
static sepal_status join_range(sepal_question *q) {
    const sepal_find *asked = q->asked;
    if (q->tree->count == 0 || q->count_a == 0)
        return SEPAL_OK;
    if (q->count_a == 1 && asked->a != asked->b) {
        sepal_bounds box;
        sepal_span span = {0, 0};
        q->kind->bounds(asked->a, q->first, 1, asked->margin, &box, &span);
        join_box(q, box, span, (uint32_t)q->first);
        sepal_question_take(&q->candidates);
        return SEPAL_OK;
    }
    if (!sepal_finder_order(q->finder, q->kind, asked->a, q->first, q->count_a, asked->margin))
        return SEPAL_NO_MEMORY;
    join_blocks(q, NULL, q->count_a, asked->a == asked->b);
    return SEPAL_OK;
}

/* --- Lists ----------------------------------------------------------------------------------------------------------------------
 */

/* Boxes that lie so near each other on the curve, on average, are taken sixteen at a time. */
enum { DENSE = 64 };

void sepal_join_listed(sepal_question *q, const uint32_t *shapes, size_t count) {
    sepal_finder *f = q->finder;
    const sepal_bounds *boxes = f->bounds.memory;
    const sepal_span *spans = q->kind->in_space ? f->spans.memory : NULL, none = {0, 0};
    const uint64_t *order = f->order.memory;
    sepal_order_boxes(boxes, spans, f->order.memory, f->spare.memory, count);
    if (count >= q->count_b / DENSE) {
        join_blocks(q, shapes, count, false);
        return;
    }
    for (size_t k = 0; k < count && !q->ended; k++) {
        uint32_t at = (uint32_t)order[k];
        join_box(q, boxes[at], spans != NULL ? spans[at] : none, shapes[at]);
    }
    sepal_question_take(&q->candidates);
}

bool sepal_join_room(sepal_finder *f, const sepal_find_kind *kind, size_t count, size_t of) {
    size_t words = SEPAL_BIT_WORDS(of);
    if (count > SIZE_MAX / sizeof(sepal_bounds) / 2 || !sepal_finder_room(f, &f->bounds, count * sizeof(sepal_bounds), 0) ||
        (kind->in_space && !sepal_finder_room(f, &f->spans, count * sizeof(sepal_span), 0)) ||
        !sepal_finder_room(f, &f->order, count * sizeof(uint64_t), 0) ||
        !sepal_finder_room(f, &f->spare, count * sizeof(uint64_t), 0) ||
        !sepal_finder_room(f, &f->listed, words * sizeof(uint64_t), 0))
        return false;
    if (words > 0) /* memset may not be given NULL, even for nothing */
        memset(f->listed.memory, 0, words * sizeof(uint64_t));
    return true;
}

/* The memory of a shape is fetched so many places before it is read. */
enum { LIST_AHEAD = 8 };

sepal_status sepal_find_list(sepal_finder *finder, const sepal_find *asked, const uint32_t *shapes, size_t count, size_t room,
                             sepal_pair *pairs, size_t *found) {
    const sepal_find_kind *kind = finder->kind;
    sepal_question q;
    size_t count_a = kind->count(asked->a), kept = 0;
    sepal_question_begin(&q, finder, kind, &finder->lasting.tree, asked, 0, count_a);
    if (count == 0 || q.tree->count == 0)
        return sepal_question_answer(&q, room, pairs, found);
    size_t most = count < count_a ? count : count_a;
    if (!sepal_join_room(finder, kind, most, count_a) || !sepal_finder_room(finder, &finder->unique, most * sizeof *shapes, 0))
        return SEPAL_NO_MEMORY;
    uint64_t *listed = finder->listed.memory;
    uint32_t *unique = finder->unique.memory;
    sepal_bounds *boxes = finder->bounds.memory;
    sepal_span *spans = kind->in_space ? finder->spans.memory : NULL;
    for (size_t k = 0; k < count; k++) {
        uint32_t shape = shapes[k];
        if (k + LIST_AHEAD < count)
            kind->fetch(asked->a, shapes[k + LIST_AHEAD]);
        uint64_t bit = UINT64_C(1) << (shape % 64);
        if ((listed[shape / 64] & bit) != 0)
            continue;
        listed[shape / 64] |= bit;
        unique[kept] = shape;
        kind->bounds(asked->a, shape, 1, asked->margin, boxes + kept, spans != NULL ? spans + kept : NULL);
        kept++;
    }
    q.listed = listed;
    sepal_join_listed(&q, unique, kept);
    return sepal_question_answer(&q, room, pairs, found);
}

/* --- Ranges and all --------------------------------------------------------------------------------------------------------------
 */

/* Joins two sets, or one with itself: then the boxes of all shapes are enlarged by a half of the margin, so that one tree serves for
 * both sides. */
static sepal_status join_all(sepal_question *q, sepal_finder *finder, const sepal_find_kind *kind, const sepal_find *asked) {
    bool one_set = asked->a == asked->b;
    sepal_status status = sepal_finder_build(finder, kind, asked->b, one_set ? sepal_half_up(asked->margin) : 0);
    sepal_question_begin(q, finder, kind, &finder->passing.tree, asked, 0, kind->count(asked->a));
    if (status == SEPAL_OK && one_set)
        sepal_join_itself(q);
    else if (status == SEPAL_OK)
        status = join_range(q);
    return status;
}

sepal_status sepal_find_all(sepal_finder *finder, const sepal_find_kind *kind, const sepal_find *asked, size_t room,
                            sepal_pair *pairs, size_t *found) {
    sepal_question q;
    sepal_status status = join_all(&q, finder, kind, asked);
    return status == SEPAL_OK ? sepal_question_answer(&q, room, pairs, found) : status;
}

sepal_status sepal_find_each(sepal_finder *finder, const sepal_find_kind *kind, const sepal_find *asked) {
    sepal_question q;
    return join_all(&q, finder, kind, asked);
}

sepal_status sepal_find_range(sepal_finder *finder, const sepal_find *asked, size_t first, size_t count, size_t room,
                              sepal_pair *pairs, size_t *found) {
    sepal_question q;
    sepal_question_begin(&q, finder, finder->kind, &finder->lasting.tree, asked, first, count);
    sepal_status status = join_range(&q);
    return status == SEPAL_OK ? sepal_question_answer(&q, room, pairs, found) : status;
}

sepal_status sepal_find_one(sepal_finder *finder, const sepal_find *asked, size_t room, uint32_t *shapes, size_t *found) {
    sepal_question q;
    sepal_question_begin(&q, finder, finder->kind, &finder->lasting.tree, asked, 0, 1);
    sepal_status status = join_range(&q);
    return status == SEPAL_OK ? sepal_question_answer_shapes(&q, room, shapes, found) : status;
}
