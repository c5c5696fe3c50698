/* search_polys.c — all pairs of two sets of polygons: checks the arguments, joins the trees, asks about the candidates exactly, and
 * puts what was found into order. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../polys/kernels.h"
#include "finder.h"
#include "kernels.h"
#include "order.h"
#include "sort.h"

#include <math.h>
#include <string.h>

/* Candidates that are asked about in one call: enough to fill the lanes, few enough for the first-level cache. */
enum { CANDIDATES = 4096 };

/* A question on its way: the candidates of the join, and the pairs that were found. */
typedef struct question {
    sepal_candidates candidates; /* the first member: `empty` gets its address */
    sepal_finder *finder;
    const sepal_polys *a, *b;
    const sepal_filter *filter;
    const sepal_rule *rule; /* NULL: whatever has boxes that meet is near */
    size_t found;
    bool failed; /* no memory */
    sepal_pair room[CANDIDATES];
} question;

/* --- From candidates to pairs ---------------------------------------------------------------------------------------------------
 */

static uint32_t number_or(const uint32_t *numbers, size_t i, uint32_t otherwise) {
    return numbers == NULL ? otherwise : numbers[i];
}

static bool is_wanted(const sepal_filter *f, int second, sepal_pair pair) {
    const uint32_t *owner_a = f->owner[0], *owner_b = f->owner[second];
    return (number_or(f->member[0], pair.a, ~0U) & number_or(f->mask[second], pair.b, ~0U)) != 0 &&
           (number_or(f->member[second], pair.b, ~0U) & number_or(f->mask[0], pair.a, ~0U)) != 0 &&
           (owner_a == NULL || owner_b == NULL || owner_a[pair.a] != owner_b[pair.b]);
}

static size_t keep_wanted(const question *q, sepal_pair *pairs, size_t count) {
    int second = q->a == q->b ? 0 : 1;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        pairs[kept] = pairs[i];
        kept += is_wanted(q->filter, second, pairs[i]);
    }
    return kept;
}

/* Moves the candidates that overlap to the end of what was found. */
static void take_candidates(sepal_candidates *candidates) {
    question *q = (question *)(void *)candidates;
    size_t count = candidates->count;
    candidates->count = 0;
    if (q->failed || count == 0)
        return;
    if (q->filter != NULL)
        count = keep_wanted(q, q->room, count);
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
        if (count > 0)
            memcpy(to, q->room, count * sizeof *to);
        q->found += count;
        return;
    }
    uint64_t bits[SEPAL_BIT_WORDS(CANDIDATES)];
    sepal_polys_kernels_in_use()->overlap_pairs(q->a, q->b, q->room, count, q->rule, bits);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) { /* every candidate is written, and the next one over it if it is not kept */
        to[kept] = q->room[i];
        kept += bits[i / 64] >> (i % 64) & 1;
    }
    q->found += kept;
}

/* --- Joins ----------------------------------------------------------------------------------------------------------------------
 */

static void begin(question *q, sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                  const sepal_rule *rule) {
    q->candidates = (sepal_candidates){.pairs = q->room, .room = CANDIDATES, .empty = take_candidates};
    q->finder = finder;
    q->a = a;
    q->b = b;
    q->filter = filter;
    q->rule = rule;
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

/* Shapes first .. first+count-1 of a with the tree, sixteen at a time along the curve. */
static sepal_status join_range(question *q, size_t first, size_t count, float margin) {
    sepal_finder *f = q->finder;
    const sepal_search_kernels *kernels = sepal_search_kernels_in_use();
    if (f->tree.count == 0 || count == 0)
        return SEPAL_OK;
    if (count > SIZE_MAX / sizeof(sepal_bounds) || !sepal_finder_room(f, &f->bounds, count * sizeof(sepal_bounds), 0) ||
        !sepal_finder_room(f, &f->order, count * sizeof(uint64_t), 0) ||
        !sepal_finder_room(f, &f->spare, count * sizeof(uint64_t), 0))
        return SEPAL_NO_MEMORY;
    const sepal_bounds *bounds = f->bounds.memory, none = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    const uint64_t *order = f->order.memory;
    kernels->bounds(q->a, first, count, margin, f->bounds.memory);
    sepal_order_boxes(bounds, f->order.memory, f->spare.memory, count);
    for (size_t from = 0; from < count && !q->failed; from += SEPAL_FANOUT) {
        sepal_block block = {.all = none};
        for (size_t k = 0; k < SEPAL_FANOUT; k++) {
            bool there = from + k < count;
            uint32_t at = there ? (uint32_t)order[from + k] : 0;
            sepal_bounds box = there ? bounds[at] : none;
            block.ids[k] = (uint32_t)first + at;
            sepal_node_set(block.node, k, box);
            block.all = sepal_bounds_union(block.all, box);
        }
        kernels->join_block(&f->tree, &block, q->a == q->b, &q->candidates);
    }
    take_candidates(&q->candidates);
    return SEPAL_OK;
}

/* The finder's own point with the tree. */
static void join_point(question *q, float margin) {
    const sepal_search_kernels *kernels = sepal_search_kernels_in_use();
    sepal_bounds box;
    if (q->finder->tree.count == 0)
        return;
    kernels->bounds(q->a, 0, 1, margin, &box);
    kernels->join_box(&q->finder->tree, box, 0, &q->candidates);
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

/* Of one set the tree with itself; else the tree of b with all of a. */
static sepal_status find_all(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                             const sepal_rule *rule, float margin, size_t room, sepal_pair *pairs, size_t *found) {
    size_t count_a = sepal_polys_count(a), count_b = sepal_polys_count(b);
    question q;
    begin(&q, finder, a, b, filter, rule);
    sepal_status status = sepal_finder_build(finder, b);
    if (status == SEPAL_OK && a == b && margin == 0)
        join_itself(&q);
    else if (status == SEPAL_OK)
        status = join_range(&q, 0, count_a, margin);
    return status == SEPAL_OK ? answer(&q, 0, count_a, count_b, room, pairs, found) : status;
}

sepal_status sepal_polys_find_pairs(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                                    const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    rule = sepal_rule_meaning(rule);
    if (finder == NULL || a == NULL || b == NULL || rule == NULL || found == NULL || (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = find_all(finder, a, b, filter, rule, rule->margin, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_polys_find_near(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                                   float margin, size_t room, sepal_pair *pairs, size_t *found) {
    const sepal_rule rule = {.margin = margin};
    if (finder == NULL || a == NULL || b == NULL || sepal_rule_meaning(&rule) == NULL || found == NULL ||
        (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = find_all(finder, a, b, filter, NULL, margin, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_polys_find_build(sepal_finder *finder, const sepal_polys *b) {
    if (finder == NULL || b == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = sepal_finder_build(finder, b);
    sepal_fpstate_leave(callers);
    finder->built = status == SEPAL_OK ? b : NULL;
    return status;
}

sepal_status sepal_polys_find_range(sepal_finder *finder, const sepal_polys *a, size_t first, size_t count,
                                    const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                    size_t *found) {
    rule = sepal_rule_meaning(rule);
    if (finder == NULL || a == NULL || finder->built == NULL || rule == NULL || found == NULL || (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    if (first > sepal_polys_count(a) || count > sepal_polys_count(a) - first)
        return SEPAL_BAD_ARGUMENT;
    question q;
    begin(&q, finder, a, finder->built, filter, rule);
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = join_range(&q, first, count, rule->margin);
    if (status == SEPAL_OK)
        status = answer(&q, first, count, finder->tree.count, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

/* The finder's own set of one point, at (x, y). */
static sepal_status put_point(sepal_finder *finder, float x, float y) {
    if (finder->point != NULL)
        return sepal_polys_update(finder->point, 0, &x, &y);
    sepal_polys *set = NULL;
    sepal_status status = sepal_polys_create(&finder->allocator, &set);
    if (status == SEPAL_OK)
        status = sepal_polys_add(set, &x, &y, 1, NULL);
    if (status == SEPAL_OK)
        finder->point = set;
    else
        sepal_polys_destroy(set);
    return status;
}

sepal_status sepal_polys_find_at(sepal_finder *finder, float x, float y, const sepal_rule *rule, size_t room, uint32_t *shapes,
                                 size_t *found) {
    rule = sepal_rule_meaning(rule);
    if (finder == NULL || finder->built == NULL || rule == NULL || found == NULL || (shapes == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    if (sepal_rule_magnitude(x) >= SEPAL_RULE_INFINITE || sepal_rule_magnitude(y) >= SEPAL_RULE_INFINITE)
        return SEPAL_BAD_ARGUMENT;
    sepal_status status = put_point(finder, x, y);
    if (status != SEPAL_OK)
        return status;
    question q;
    begin(&q, finder, finder->point, finder->built, NULL, rule);
    sepal_fpstate callers = sepal_fpstate_enter();
    join_point(&q, rule->margin);
    status = answer_shapes(&q, room, shapes, found);
    sepal_fpstate_leave(callers);
    return status;
}
