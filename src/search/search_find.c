/* search_find.c — all pairs of two sets: joins the trees, asks about the candidates exactly, and puts what was found into order. For
 * every kind of set. */
#include "../core/arithmetic.h"

#include "filter.h"
#include "find.h"
#include "finder.h"
#include "kernels.h"
#include "sort.h"

#include <math.h>
#include <string.h>

/* Candidates that are asked about in one call: enough to fill the lanes, few enough for the first-level cache. */
enum { CANDIDATES = 4096 };

/* A question on its way: the candidates of the join, and the pairs that were found. */
typedef struct question {
    sepal_candidates candidates; /* the first member: `empty` gets its address */
    sepal_finder *finder;
    const void *a, *b; /* sets of the finder's kind */
    const sepal_filter *filter;
    const sepal_rule *rule; /* NULL: whatever has boxes that meet is near */
    size_t found;
    bool failed; /* no memory */
    sepal_pair room[CANDIDATES];
} question;

/* --- From candidates to pairs ---------------------------------------------------------------------------------------------------
 */

static size_t keep_wanted(const question *q, sepal_pair *pairs, size_t count) {
    int second = q->a == q->b ? 0 : 1;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        pairs[kept] = pairs[i];
        kept += sepal_filter_wants(q->filter, second, pairs[i]);
    }
    return kept;
}

/* Moves the candidates that overlap to the end of what was found. */
static void take_candidates(sepal_candidates *candidates) {
    question *q = (question *)(void *)candidates;
    size_t count = candidates->count;
    candidates->count = 0;
    if (q->failed)
        return;
    if (q->filter != NULL)
        count = keep_wanted(q, q->room, count);
    if (count == 0)
        return;
    size_t needed = q->found + count;
    if (needed * sizeof(sepal_pair) > q->finder->pairs.bytes) {
        size_t half_more = q->found + q->found / 2, room = needed > half_more ? needed : half_more;
        if (room > SIZE_MAX / sizeof(sepal_pair) ||
            !sepal_finder_room(q->finder, &q->finder->pairs, room * sizeof(sepal_pair), q->found * sizeof(sepal_pair))) {
            q->failed = true;
            return;
        }
    }
    sepal_pair *to = (sepal_pair *)q->finder->pairs.memory + q->found;
    if (q->rule == NULL) {
        memcpy(to, q->room, count * sizeof *to);
        q->found += count;
        return;
    }
    uint64_t bits[SEPAL_BIT_WORDS(CANDIDATES)];
    q->finder->kind->overlap_pairs(q->a, q->b, q->room, count, q->rule, bits);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) { /* every candidate is written, and the next one over it if it is not kept */
        to[kept] = q->room[i];
        kept += bits[i / 64] >> (i % 64) & 1;
    }
    q->found += kept;
}

/* --- Joins ----------------------------------------------------------------------------------------------------------------------
 */

static void begin(question *q, sepal_finder *finder, const sepal_find *asked) {
    q->candidates = (sepal_candidates){.pairs = q->room, .room = CANDIDATES, .empty = take_candidates};
    q->finder = finder;
    q->a = asked->a;
    q->b = asked->b;
    q->filter = asked->filter;
    q->rule = asked->rule;
    q->found = 0;
    q->failed = false;
}

/* The tree with itself. */
static void join_itself(question *q) {
    const sepal_tree *tree = &q->finder->tree;
    for (size_t leaf = 0; tree->count > 0 && leaf < tree->nodes[0] && !q->failed; leaf++)
        sepal_search_kernels_in_use()->join_leaf(tree, leaf, &q->candidates);
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
static sepal_status join_range(question *q, size_t first, size_t count, float margin) {
    sepal_finder *f = q->finder;
    const sepal_search_kernels *kernels = sepal_search_kernels_in_use();
    if (f->tree.count == 0 || count == 0)
        return SEPAL_OK;
    if (!sepal_finder_order(f, q->a, first, count, margin))
        return SEPAL_NO_MEMORY;
    for (size_t from = 0; from < count && !q->failed; from += SEPAL_FANOUT) {
        sepal_block block;
        fill_block(f, first, from, count, &block);
        kernels->join_block(&f->tree, &block, q->a == q->b, &q->candidates);
    }
    take_candidates(&q->candidates);
    return SEPAL_OK;
}

/* One shape, number 0 of a, with the tree. */
static void join_one(question *q, float margin) {
    sepal_bounds box;
    sepal_span span = {0, 0};
    if (q->finder->tree.count == 0)
        return;
    q->finder->kind->bounds(q->a, 0, 1, margin, &box, &span);
    sepal_search_kernels_in_use()->join_box(&q->finder->tree, box, span, 0, &q->candidates);
    take_candidates(&q->candidates);
}

/* --- Answers --------------------------------------------------------------------------------------------------------------------
 */

/* Sorts what was found into `to`. Every a is one of first .. first+count_a-1. */
static bool sort_found(question *q, size_t first, size_t count_a, size_t count_b, sepal_pair *to) {
    sepal_finder *f = q->finder;
    sepal_pair_digits digits = sepal_pair_digits_for(q->found, (uint32_t)first, count_a, count_b);
    if (!sepal_finder_room(f, &f->sorted, q->found * sizeof(sepal_pair), 0) ||
        !sepal_finder_room(f, &f->counts, sepal_sort_bytes(&digits), 0))
        return false;
    sepal_sort_pairs(&digits, f->pairs.memory, f->sorted.memory, to, q->found, f->counts.memory);
    return true;
}

/* Writes the pairs in order, if there is room. */
static sepal_status answer(question *q, size_t first, size_t count_a, size_t count_b, size_t room, sepal_pair *pairs,
                           size_t *found) {
    if (q->failed)
        return SEPAL_NO_MEMORY;
    if (q->found <= room && q->found > 0 && !sort_found(q, first, count_a, count_b, pairs))
        return SEPAL_NO_MEMORY;
    *found = q->found;
    return q->found > room ? SEPAL_TOO_SMALL : SEPAL_OK;
}

/* Writes the second numbers of the pairs in order, if there is room. Few are sorted by insertion, which takes the others sorted. */
static sepal_status answer_shapes(question *q, size_t room, uint32_t *shapes, size_t *found) {
    enum { FEW = 24 };
    sepal_pair *pairs = q->finder->pairs.memory;
    if (q->failed || (q->found <= room && q->found > FEW && !sort_found(q, 0, 1, q->finder->tree.count, pairs)))
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

sepal_status sepal_find_all(sepal_finder *finder, const sepal_find_kind *kind, const sepal_find *asked, size_t room,
                            sepal_pair *pairs, size_t *found) {
    size_t count_a = kind->count(asked->a), count_b = kind->count(asked->b);
    question q;
    sepal_status status = sepal_finder_build(finder, kind, asked->b);
    begin(&q, finder, asked);
    if (status == SEPAL_OK && asked->a == asked->b && asked->margin == 0)
        join_itself(&q);
    else if (status == SEPAL_OK)
        status = join_range(&q, 0, count_a, asked->margin);
    return status == SEPAL_OK ? answer(&q, 0, count_a, count_b, room, pairs, found) : status;
}

sepal_status sepal_find_range(sepal_finder *finder, const sepal_find *asked, size_t first, size_t count, size_t room,
                              sepal_pair *pairs, size_t *found) {
    question q;
    begin(&q, finder, asked);
    sepal_status status = join_range(&q, first, count, asked->margin);
    return status == SEPAL_OK ? answer(&q, first, count, finder->tree.count, room, pairs, found) : status;
}

sepal_status sepal_find_one(sepal_finder *finder, const sepal_find *asked, size_t room, uint32_t *shapes, size_t *found) {
    question q;
    begin(&q, finder, asked);
    join_one(&q, asked->margin);
    return answer_shapes(&q, room, shapes, found);
}
