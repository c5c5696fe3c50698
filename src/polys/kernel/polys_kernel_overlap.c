/* polys_kernel_overlap.c — do pairs of polygons overlap? Filters first, then what they leave open.
 *
 *   sets of boxes          boxes ──────────────────────────────────────┐
 *   up to four vertices    all axes ───────────────────────────────────┤
 *   any polygons           circles ─┬─ boxes ──────────────────────────┼─ exact in double, or the reference
 *                                   ├─ 5 to 16 vertices: all axes ─────┘
 *                                   └─ more: portals (coarse, then all vertices) ── all axes, with the reference for open edges
 *
 * A filter may answer only what is certain. So the order of the stages, and which pairs each of them gets, decide the speed and
 * never the answer. */
#include "../../core/arithmetic.h"

#include "boxes.h"
#include "kinds.h"
#include "names.h"
#include "overlap_large.h"
#include "portal.h"

/* Answers the open ones of some pairs, whose bits are 0 so far. slots: of the pairs; NULL: pair k has slot k. */
static void settle_overlap(const polys_query *q, const sepal_pair *pairs, const uint32_t *slots, size_t count, const uint64_t *open,
                           uint64_t *bits) {
    bins waiting;
    sort_pairs(exact_kind, EXACT_KINDS, q, pairs, slots, count, open, &waiting);
    for (unsigned kind = 0; kind < EXACT_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        verdicts found;
        if (list.count == 0)
            continue;
        if (kind == EXACT_LARGE)
            decide_large(q, list.pairs, list.count, (sizes){0}, &found);
        else if (kind == EXACT_REFERENCE)
            decide_by_reference(q, list.pairs, list.count, (sizes){0}, &found);
        else
            decide_exactly(q, list.pairs, list.count, block_sizes(kind), &found);
        take_bits(&list, found.yes, bits);
    }
}

/* A chunk of any polygons. */
static void overlap_any(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    bool open = filter_circles(q, pairs, count, (sizes){0}, &found);
    copy_bits(bits, found.yes, count);
    if (!open)
        return;
    bins waiting;
    sort_pairs(filter_kind, FILTER_KINDS, q, pairs, NULL, count, found.open, &waiting);
    for (unsigned kind = 0; kind < FILTER_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        if (list.count > 0 && kind == LARGE_COARSE) {
            filter_coarse_portal(q, list.pairs, list.count, (sizes){0}, &found);
            take_answers(&list, &found, bits);
        }
        if (list.count == 0)
            continue;
        if (kind == BOXES)
            open = filter_boxes(q, list.pairs, list.count, (sizes){0}, &found);
        else if (kind == LARGE_COARSE || kind == LARGE_FINE)
            open = filter_portal(q, list.pairs, list.count, (sizes){0}, &found);
        else
            open = filter_axes(q, list.pairs, list.count, block_sizes(kind), &found);
        take_bits(&list, found.yes, bits);
        if (open)
            settle_overlap(q, list.pairs, list.slots, list.count, found.open, bits);
    }
}

/* A chunk of polygons, whose radii and margin do not count. */
static void overlap_chunk(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    uint32_t largest = q->a->largest > q->b->largest ? q->a->largest : q->b->largest;
    if (largest > 4) {
        overlap_any(q, pairs, count, bits);
        return;
    }
    uint32_t size = largest <= 3 ? 3 : 4;
    verdicts found;
    bool open = q->a->boxes && q->b->boxes ? filter_boxes(q, pairs, count, (sizes){0}, &found)
                                           : filter_axes(q, pairs, count, (sizes){size, size, true}, &found);
    copy_bits(bits, found.yes, count);
    if (open)
        settle_overlap(q, pairs, NULL, count, found.open, bits);
}

/* A list of pairs, and where its answers go. */
typedef struct overlap_list {
    const polys_query *q;
    const sepal_pair *pairs;
    uint64_t *bits;
} overlap_list;

static void overlap_list_chunk(const void *question, size_t first, size_t count) {
    const overlap_list *list = question;
    overlap_chunk(list->q, list->pairs + first, count, list->bits + first / 64);
}

void kernel_overlap_cores(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    for_chunks(overlap_list_chunk, &(overlap_list){q, pairs, bits}, count);
}

static void overlap_pairs(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    if (some_reach(q))
        kernel_overlap_round(q, pairs, count, bits);
    else
        kernel_overlap_cores(q, pairs, count, bits);
}

void kernel_overlap_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                          uint64_t *bits) {
    overlap_pairs(&(polys_query){a, b, rule->touching, rule->margin}, pairs, count, bits);
}

/* Shape `index` of a, and the shapes of b that begin with `first`. */
typedef struct overlap_range {
    const polys_query *q;
    uint32_t index;
    size_t first;
    uint64_t *bits;
} overlap_range;

/* As pairs. */
static void overlap_range_pairs(const overlap_range *range, size_t from, size_t count) {
    sepal_pair pairs[SEPAL_CHUNK];
    for (size_t k = 0; k < count; k++)
        pairs[k] = (sepal_pair){range->index, (uint32_t)(range->first + from + k)};
    overlap_pairs(range->q, pairs, count, range->bits + from / 64);
}

static void overlap_range_chunk(const void *question, size_t from, size_t count) {
    const overlap_range *range = question;
    const polys_query *q = range->q;
    verdicts found;
    if (q->a->boxes && q->b->boxes && !some_reach(q) && !filter_boxes_one(q, range->index, range->first + from, count, &found))
        copy_bits(range->bits + from / 64, found.yes, count);
    else
        overlap_range_pairs(range, from, count);
}

void kernel_overlap_one(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                        const sepal_rule *rule, uint64_t *bits) {
    polys_query q = {a, b, rule->touching, rule->margin};
    for_chunks(overlap_range_chunk, &(overlap_range){&q, index, first, bits}, count);
}
