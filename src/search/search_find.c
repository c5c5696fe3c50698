/* search_find.c — joins trees with trees and boxes, which gives the candidates of a question; asks about them exactly, and puts what was
 * found into order, or gives it to the caller's function. For every kind of set. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "class.h"
#include "filter.h"
#include "join.h"
#include "order.h"
#include "sort.h"

#include <math.h>
#include <string.h>

void sepal_question_begin(sepal_question *q, sepal_finder *finder, const sepal_find_kind *kind, const sepal_tree *tree,
                          const sepal_find *asked, size_t first, size_t count_a) {
    *q = (sepal_question){
        .candidates = {.pairs = finder->candidates, .room = SEPAL_FIND_CANDIDATES, .empty = sepal_question_take},
        .finder = finder,
        .kind = kind,
        .tree = tree,
        .asked = asked,
        .first = first,
        .count_a = count_a,
        .count_b = kind->count(asked->b),
        .most = SIZE_MAX,
        .patience =
            asked->filter != NULL ? kind->count(asked->b) : SIZE_MAX, /* the classes of all take as long as some pairs of each */
    };
}

/* --- From candidates to pairs */

/* Of candidates that begin with a shape of a list, in one set: the lesser number first, and a pair of two of them once. */
static size_t keep_once(const sepal_question *q, sepal_pair *pairs, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        sepal_pair p = pairs[i];
        bool both = (q->listed[p.b / 64] >> p.b % 64 & 1) != 0;
        pairs[kept] = p.a < p.b ? p : (sepal_pair){p.b, p.a};
        kept += p.a != p.b && (!both || p.a < p.b);
    }
    return kept;
}

static size_t keep_wanted(const sepal_find *asked, sepal_pair *pairs, size_t count) {
    int second = asked->a == asked->b ? 0 : 1;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        pairs[kept] = pairs[i];
        kept += sepal_filter_wants(asked->filter, second, pairs[i]);
    }
    return kept;
}

/* Pairs are kept as bits of a matrix once it takes no more memory than they do: then it takes a fraction of the time of a sort to
 * read them in order. Fewer pairs are sorted as quickly. */
enum { MATRIX_LEAST = 65536 };

static size_t row_words(const sepal_question *q) {
    return SEPAL_BIT_WORDS(q->count_b);
}

static void put_bits(const sepal_question *q, const sepal_pair *pairs, size_t count) {
    size_t words = row_words(q);
    for (size_t i = 0; i < count; i++)
        q->matrix[(pairs[i].a - q->first) * words + pairs[i].b / 64] |= UINT64_C(1) << (pairs[i].b % 64);
}

/* Moves the pairs that were found to a matrix if they are dense enough, and there is memory for it. (Those of one shape are dense, too,
 * but are not worth it.) */
static void consider_matrix(sepal_question *q) {
    if (q->no_matrix || q->found < MATRIX_LEAST || q->count_a == 1 || (double)q->found < (double)q->count_a * (double)row_words(q))
        return;
    size_t words = q->count_a * row_words(q);
    if (!sepal_finder_room(q->finder, &q->finder->sorted, words * sizeof(uint64_t), 0)) {
        q->no_matrix = true;
        return;
    }
    q->matrix = q->finder->sorted.memory;
    memset(q->matrix, 0, words * sizeof(uint64_t));
    put_bits(q, q->finder->pairs.memory, q->found);
}

/* Writes the pairs of the matrix in order. */
static void read_matrix(const sepal_question *q, sepal_pair *to) {
    size_t words = row_words(q);
    for (size_t row = 0; row < q->count_a; row++)
        for (size_t word = 0; word < words; word++)
            for (uint64_t bits = q->matrix[row * words + word]; bits != 0; bits &= bits - 1)
                *to++ = (sepal_pair){(uint32_t)(q->first + row), (uint32_t)(word * 64 + sepal_lowest_bit(bits))};
}

/* Room for `count` more pairs behind those that were found; NULL if there is no memory. */
static sepal_pair *more_room(sepal_question *q, size_t count) {
    sepal_buffer *pairs = &q->finder->pairs;
    size_t needed = q->found + count, half_more = q->found + q->found / 2, room = needed > half_more ? needed : half_more;
    if (needed * sizeof(sepal_pair) > pairs->bytes &&
        (room > SIZE_MAX / sizeof(sepal_pair) ||
         !sepal_finder_room(q->finder, pairs, room * sizeof(sepal_pair), q->found * sizeof(sepal_pair))))
        return NULL;
    return (sepal_pair *)pairs->memory + q->found;
}

/* Writes those of the candidates that overlap to `to`, which may be where they are; returns how many these are. */
static size_t keep_overlapping(sepal_question *q, size_t count, sepal_pair *to) {
    const sepal_pair *room = q->candidates.pairs;
    uint64_t bits[SEPAL_BIT_WORDS(SEPAL_FIND_CANDIDATES)];
    size_t kept = 0;
    if (q->asked->rule == NULL) {
        memmove(to, room, count * sizeof *to);
        return count;
    }
    q->kind->overlap_pairs(q->asked->a, q->asked->b, room, count, q->asked->rule, &q->round, bits);
    for (size_t i = 0; i < count; i++) { /* every candidate is written, and the next one over it if it is not kept */
        to[kept] = room[i];
        kept += bits[i / 64] >> (i % 64) & 1;
    }
    return kept;
}

/* Returns whether the taker wants more. */
static bool give(const sepal_taker *taker, const sepal_pair *pairs, size_t count) {
    sepal_fpstate_leave(*taker->state);
    bool more = taker->take(taker->context, pairs, count) != 0;
    *taker->state = sepal_fpstate_enter();
    return more;
}

/* Gives the candidates that overlap to the taker, or adds them to what was found. */
void sepal_question_take(sepal_candidates *candidates) {
    sepal_question *q = (sepal_question *)(void *)candidates;
    const sepal_taker *taker = &q->asked->taker;
    sepal_pair *room = candidates->pairs;
    size_t count = candidates->count;
    candidates->count = 0;
    if (q->ended)
        return;
    if (q->listed != NULL && q->asked->a == q->asked->b)
        count = keep_once(q, room, count);
    if (q->asked->filter != NULL) {
        const size_t all = count;
        count = keep_wanted(q->asked, room, count);
        q->refused += all - count;
    }
    if (count == 0)
        return;
    if (taker->take == NULL && count > SIZE_MAX / sizeof(sepal_pair) - q->found) { /* no array holds so many; a matrix might */
        q->failed = q->ended = true;
        return;
    }
    if (taker->take == NULL && q->matrix == NULL)
        consider_matrix(q);
    bool stay = taker->take != NULL || q->matrix != NULL;
    sepal_pair *to = stay ? room : more_room(q, count);
    if (to == NULL) {
        q->failed = q->ended = true;
        return;
    }
    count = keep_overlapping(q, count, to);
    q->found += count;
    q->ended = q->found > q->most;
    if (q->matrix != NULL)
        put_bits(q, to, count);
    else if (taker->take != NULL && count > 0)
        q->ended = !give(taker, to, count);
}

/* --- Answers */

/* Sorts few pairs from the finder's buffer into `to`, which may be that buffer, by insertion. */
static void sort_few(const sepal_question *q, sepal_pair *to) {
    const sepal_pair *from = q->finder->pairs.memory;
    for (size_t i = 0; i < q->found; i++) {
        const sepal_pair pair = from[i];
        size_t at = i;
        for (; at > 0 && (to[at - 1].a > pair.a || (to[at - 1].a == pair.a && to[at - 1].b > pair.b)); at--)
            to[at] = to[at - 1];
        to[at] = pair;
    }
}

/* Sorts what was found into `to`, which may be where it is. */
static bool sort_found(sepal_question *q, sepal_pair *to) {
    enum { FEW = 24 }; /* which insertion sorts faster */
    sepal_finder *f = q->finder;
    if (q->found <= FEW) {
        sort_few(q, to);
        return true;
    }
    sepal_pair_digits digits = sepal_pair_digits_for(q->found, (uint32_t)q->first, q->count_a, q->count_b);
    if (!sepal_finder_room(f, &f->sorted, q->found * sizeof(sepal_pair), 0) ||
        !sepal_finder_room(f, &f->counts, sepal_sort_bytes(&digits), 0))
        return false;
    sepal_sort_pairs(&digits, f->pairs.memory, f->sorted.memory, to, q->found, f->counts.memory);
    return true;
}

/* Writes the pairs in order, if there is room and they were not given to a taker. */
sepal_status sepal_question_answer(sepal_question *q, size_t room, sepal_pair *pairs, size_t *found) {
    if (q->failed)
        return SEPAL_NO_MEMORY;
    if (q->asked->taker.take != NULL)
        return SEPAL_OK;
    if (q->found <= room && q->matrix != NULL)
        read_matrix(q, pairs);
    else if (q->found <= room && q->found > 0 && q->in_order)
        memcpy(pairs, q->finder->pairs.memory, q->found * sizeof *pairs);
    else if (q->found <= room && q->found > 0 && !sort_found(q, pairs))
        return SEPAL_NO_MEMORY;
    *found = q->found;
    return q->found > room ? SEPAL_TOO_SMALL : SEPAL_OK;
}

/* Writes the second numbers of the pairs in order, if there is room. */
sepal_status sepal_question_answer_shapes(sepal_question *q, size_t room, uint32_t *shapes, size_t *found) {
    sepal_pair *pairs = q->finder->pairs.memory;
    if (q->failed || (q->found <= room && !sort_found(q, pairs)))
        return SEPAL_NO_MEMORY;
    for (size_t i = 0; i < q->found && q->found <= room; i++)
        shapes[i] = pairs[i].b;
    *found = q->found;
    return q->found > room ? SEPAL_TOO_SMALL : SEPAL_OK;
}

/* --- From boxes to candidates */

static sepal_search_join_leaf_kernel *const search_join_leaf_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_search_join_leaf_scalar, sepal_search_join_leaf_sse2, sepal_search_join_leaf_avx2, sepal_search_join_leaf_avx512);
static sepal_search_join_block_kernel *const search_join_block_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_search_join_block_scalar, sepal_search_join_block_sse2, sepal_search_join_block_avx2, sepal_search_join_block_avx512);
static sepal_search_join_box_kernel *const search_join_box_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_search_join_box_scalar, sepal_search_join_box_sse2, sepal_search_join_box_avx2, sepal_search_join_box_avx512);

void sepal_join_itself(sepal_question *q) {
    sepal_search_join_leaf_kernel *join_leaf = search_join_leaf_kernels[sepal_isa_in_use()];
    sepal_tree with_classes;
    const sepal_tree *tree = q->tree;
    for (size_t leaf = 0; tree->count > 0 && leaf < tree->nodes[0] && !q->ended; leaf++) {
        if (tree == q->tree && q->refused >= q->patience) {
            q->patience = SIZE_MAX; /* without memory all goes on as it was */
            if (sepal_class_tree(q->finder, tree, q->asked->filter, &with_classes))
                tree = &with_classes;
        }
        join_leaf(tree, leaf, &q->candidates);
    }
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

/* --- Lists */

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
    } else {
        for (size_t k = 0; k < count && !q->ended; k++) {
            uint32_t at = (uint32_t)order[k];
            join_box(q, boxes[at], spans != NULL ? spans[at] : none, shapes[at]);
        }
        sepal_question_take(&q->candidates);
    }
    uint64_t *listed = f->listed.memory;
    for (size_t k = 0; k < count; k++)
        listed[shapes[k] / 64] = 0;
}

bool sepal_join_room(sepal_finder *f, const sepal_find_kind *kind, size_t count, size_t of) {
    size_t words = SEPAL_BIT_WORDS(of);
    if (count > SIZE_MAX / sizeof(sepal_bounds) / 2 || !sepal_finder_room(f, &f->bounds, count * sizeof(sepal_bounds), 0) ||
        (kind->in_space && !sepal_finder_room(f, &f->spans, count * sizeof(sepal_span), 0)) ||
        !sepal_finder_room(f, &f->order, count * sizeof(uint64_t), 0) ||
        !sepal_finder_room(f, &f->spare, count * sizeof(uint64_t), 0))
        return false;
    if (words * sizeof(uint64_t) <= f->listed.bytes) /* all of it is 0, see sepal_join_listed */
        return true;
    if (!sepal_finder_room(f, &f->listed, words * sizeof(uint64_t), 0))
        return false;
    memset(f->listed.memory, 0, f->listed.bytes);
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

/* --- Ranges and all */

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
