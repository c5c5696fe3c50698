/* search_find.c — all pairs of two sets: joins the trees, asks about the candidates exactly, and puts what was found into order, or
 * gives it to the caller's function. For every kind of set. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "filter.h"
#include "find.h"
#include "finder.h"
#include "kernels.h"
#include "sort.h"

#include <math.h>
#include <string.h>

static sepal_search_join_leaf_kernel *const search_join_leaf_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_search_join_leaf_scalar, sepal_search_join_leaf_x4, sepal_search_join_leaf_x8, sepal_search_join_leaf_x16);
static sepal_search_join_block_kernel *const search_join_block_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_search_join_block_scalar, sepal_search_join_block_x4, sepal_search_join_block_x8, sepal_search_join_block_x16);
static sepal_search_join_box_kernel *const search_join_box_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_search_join_box_scalar, sepal_search_join_box_x4, sepal_search_join_box_x8, sepal_search_join_box_x16);

/* A question on its way: the candidates of the join, and the pairs that were found. */
typedef struct question {
    sepal_candidates candidates; /* the first member: `empty` gets its address */
    sepal_finder *finder;
    const sepal_find *asked;
    size_t first, count_a; /* the shapes of a that are asked about */
    size_t found;
    sepal_policy round; /* do circles or balls pay before other filters? */
    uint64_t *matrix;   /* NULL, or where the pairs are that were found: a row of bits for each of these shapes */
    bool no_matrix;     /* there is no memory for it */
    bool ended;         /* nothing more is wanted: there is no memory, or the taker has enough */
    bool failed;        /* there is no memory */
} question;

/* --- From candidates to pairs ---------------------------------------------------------------------------------------------------
 */

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

static size_t row_words(const question *q) {
    return SEPAL_BIT_WORDS(q->finder->tree.count);
}

static void put_bits(const question *q, const sepal_pair *pairs, size_t count) {
    size_t words = row_words(q);
    for (size_t i = 0; i < count; i++)
        q->matrix[(pairs[i].a - q->first) * words + pairs[i].b / 64] |= UINT64_C(1) << (pairs[i].b % 64);
}

/* Moves the pairs that were found to a matrix if they are dense enough, and there is memory for it. (Those of one shape are dense, too,
 * but are not worth it.) */
static void consider_matrix(question *q) {
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
static void read_matrix(const question *q, sepal_pair *to) {
    size_t words = row_words(q);
    for (size_t row = 0; row < q->count_a; row++)
        for (size_t word = 0; word < words; word++)
            for (uint64_t bits = q->matrix[row * words + word]; bits != 0; bits &= bits - 1)
                *to++ = (sepal_pair){(uint32_t)(q->first + row), (uint32_t)(word * 64 + sepal_lowest_bit(bits))};
}

/* Room for `count` more pairs behind those that were found; NULL if there is no memory. */
static sepal_pair *more_room(question *q, size_t count) {
    sepal_buffer *pairs = &q->finder->pairs;
    size_t needed = q->found + count, half_more = q->found + q->found / 2, room = needed > half_more ? needed : half_more;
    if (needed * sizeof(sepal_pair) > pairs->bytes &&
        (room > SIZE_MAX / sizeof(sepal_pair) ||
         !sepal_finder_room(q->finder, pairs, room * sizeof(sepal_pair), q->found * sizeof(sepal_pair))))
        return NULL;
    return (sepal_pair *)pairs->memory + q->found;
}

/* Writes those of the candidates that overlap to `to`, which may be where they are; returns how many these are. */
static size_t keep_overlapping(question *q, size_t count, sepal_pair *to) {
    const sepal_pair *room = q->candidates.pairs;
    uint64_t bits[SEPAL_BIT_WORDS(SEPAL_FIND_CANDIDATES)];
    size_t kept = 0;
    if (q->asked->rule == NULL) {
        memmove(to, room, count * sizeof *to);
        return count;
    }
    q->finder->kind->overlap_pairs(q->asked->a, q->asked->b, room, count, q->asked->rule, &q->round, bits);
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
static void take_candidates(sepal_candidates *candidates) {
    question *q = (question *)(void *)candidates;
    const sepal_taker *taker = &q->asked->taker;
    sepal_pair *room = candidates->pairs;
    size_t count = candidates->count;
    candidates->count = 0;
    if (q->ended)
        return;
    if (q->asked->filter != NULL)
        count = keep_wanted(q->asked, room, count);
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
    if (q->matrix != NULL)
        put_bits(q, to, count);
    else if (taker->take != NULL && count > 0)
        q->ended = !give(taker, to, count);
}

/* --- Joins ----------------------------------------------------------------------------------------------------------------------
 */

static void begin(question *q, sepal_finder *finder, const sepal_find *asked, size_t first, size_t count_a) {
    q->candidates = (sepal_candidates){.pairs = finder->candidates, .room = SEPAL_FIND_CANDIDATES, .empty = take_candidates};
    q->finder = finder;
    q->asked = asked;
    q->first = first;
    q->count_a = count_a;
    q->found = 0;
    q->round = (sepal_policy){0};
    q->matrix = NULL;
    q->no_matrix = q->ended = q->failed = false;
}

/* The tree with itself. */
static void join_itself(question *q) {
    const sepal_tree *tree = &q->finder->tree;
    sepal_search_join_leaf_kernel *join_leaf = search_join_leaf_kernels[sepal_isa_in_use()];
    for (size_t leaf = 0; tree->count > 0 && leaf < tree->nodes[0] && !q->ended; leaf++)
        join_leaf(tree, leaf, &q->candidates);
    take_candidates(&q->candidates);
}

/* Sixteen boxes in the order of the curve, the last ones empty if there are fewer. */
static void fill_block(const sepal_finder *f, size_t first, size_t from, size_t count, sepal_block *block) {
    static const sepal_bounds none = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    static const sepal_span no_span = {INFINITY, -INFINITY};
    const sepal_bounds *bounds = f->bounds.memory;
    const sepal_span *spans = f->kind->in_space ? f->spans.memory : NULL;
    const uint64_t *order = f->order.memory;
    *block = (sepal_block){.all = none, .all_span = no_span};
    for (size_t k = 0; k < SEPAL_FANOUT; k++) {
        bool there = from + k < count;
        uint32_t at = there ? (uint32_t)order[from + k] : 0;
        sepal_bounds box = there ? bounds[at] : none;
        block->ids[k] = (uint32_t)first + at;
        sepal_node_set(block->node, k, box);
        block->all = sepal_bounds_union(block->all, box);
        if (spans == NULL)
            continue;
        sepal_span span = there ? spans[at] : no_span;
        sepal_node_set_span(block->spans, k, span);
        block->all_span = sepal_span_union(block->all_span, span);
    }
}

/* Shapes first .. first+count-1 of a with the tree, sixteen at a time along the curve. */
static sepal_status join_range(question *q) {
    sepal_finder *f = q->finder;
    const sepal_find *asked = q->asked;
    size_t first = q->first, count = q->count_a;
    sepal_search_join_block_kernel *join_block = search_join_block_kernels[sepal_isa_in_use()];
    if (f->tree.count == 0 || count == 0)
        return SEPAL_OK;
    if (!sepal_finder_order(f, asked->a, first, count, asked->margin))
        return SEPAL_NO_MEMORY;
    for (size_t from = 0; from < count && !q->ended; from += SEPAL_FANOUT) {
        sepal_block block;
        fill_block(f, first, from, count, &block);
        join_block(&f->tree, &block, asked->a == asked->b, &q->candidates);
    }
    take_candidates(&q->candidates);
    return SEPAL_OK;
}

/* One shape, number 0 of a, with the tree. */
static void join_one(question *q) {
    sepal_bounds box;
    sepal_span span = {0, 0};
    if (q->finder->tree.count == 0)
        return;
    q->finder->kind->bounds(q->asked->a, 0, 1, q->asked->margin, &box, &span);
    search_join_box_kernels[sepal_isa_in_use()](&q->finder->tree, box, span, 0, &q->candidates);
    take_candidates(&q->candidates);
}

/* --- Answers --------------------------------------------------------------------------------------------------------------------
 */

/* Sorts what was found into `to`. */
static bool sort_found(question *q, sepal_pair *to) {
    sepal_finder *f = q->finder;
    sepal_pair_digits digits = sepal_pair_digits_for(q->found, (uint32_t)q->first, q->count_a, f->tree.count);
    if (!sepal_finder_room(f, &f->sorted, q->found * sizeof(sepal_pair), 0) ||
        !sepal_finder_room(f, &f->counts, sepal_sort_bytes(&digits), 0))
        return false;
    sepal_sort_pairs(&digits, f->pairs.memory, f->sorted.memory, to, q->found, f->counts.memory);
    return true;
}

/* Writes the pairs in order, if there is room. */
static sepal_status answer(question *q, size_t room, sepal_pair *pairs, size_t *found) {
    if (q->failed)
        return SEPAL_NO_MEMORY;
    if (q->found <= room && q->matrix != NULL)
        read_matrix(q, pairs);
    else if (q->found <= room && q->found > 0 && !sort_found(q, pairs))
        return SEPAL_NO_MEMORY;
    *found = q->found;
    return q->found > room ? SEPAL_TOO_SMALL : SEPAL_OK;
}

/* Writes the second numbers of the pairs in order, if there is room. Few are sorted by insertion, which takes the others sorted. */
static sepal_status answer_shapes(question *q, size_t room, uint32_t *shapes, size_t *found) {
    enum { FEW = 24 };
    sepal_pair *pairs = q->finder->pairs.memory;
    if (q->failed || (q->found <= room && q->found > FEW && !sort_found(q, pairs)))
        return SEPAL_NO_MEMORY;
    for (size_t i = 0; i < q->found && q->found <= room; i++) {
        size_t at = i;
        for (; at > 0 && shapes[at - 1] > pairs[i].b; at--)
            shapes[at] = shapes[at - 1];
        shapes[at] = pairs[i].b;
    }
    *found = q->found;
    return q->found > room ? SEPAL_TOO_SMALL : SEPAL_OK;
}

/* --- Questions ------------------------------------------------------------------------------------------------------------------
 */

/* A half of a margin, rounded up. */
static float half_up(float margin) {
    float half = 0.5F * margin;
    return half < margin - half ? margin - half : half;
}

/* Joins two sets, or one with itself: then the boxes of all shapes are enlarged by a half of the margin, so that one tree serves for
 * both sides. */
static sepal_status join_all(question *q, sepal_finder *finder, const sepal_find_kind *kind, const sepal_find *asked) {
    bool one_set = asked->a == asked->b;
    sepal_status status = sepal_finder_build(finder, kind, asked->b, one_set ? half_up(asked->margin) : 0);
    begin(q, finder, asked, 0, kind->count(asked->a));
    if (status == SEPAL_OK && one_set)
        join_itself(q);
    else if (status == SEPAL_OK)
        status = join_range(q);
    return status;
}

sepal_status sepal_find_all(sepal_finder *finder, const sepal_find_kind *kind, const sepal_find *asked, size_t room,
                            sepal_pair *pairs, size_t *found) {
    question q;
    sepal_status status = join_all(&q, finder, kind, asked);
    return status == SEPAL_OK ? answer(&q, room, pairs, found) : status;
}

sepal_status sepal_find_each(sepal_finder *finder, const sepal_find_kind *kind, const sepal_find *asked) {
    question q;
    return join_all(&q, finder, kind, asked);
}

sepal_status sepal_find_range(sepal_finder *finder, const sepal_find *asked, size_t first, size_t count, size_t room,
                              sepal_pair *pairs, size_t *found) {
    question q;
    begin(&q, finder, asked, first, count);
    sepal_status status = join_range(&q);
    return status == SEPAL_OK ? answer(&q, room, pairs, found) : status;
}

sepal_status sepal_find_one(sepal_finder *finder, const sepal_find *asked, size_t room, uint32_t *shapes, size_t *found) {
    question q;
    begin(&q, finder, asked, 0, 1);
    join_one(&q);
    return answer_shapes(&q, room, shapes, found);
}
