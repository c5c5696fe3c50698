/* polys_kernel_overlap_round.c — do pairs of shapes overlap that have radii, or are asked about with a margin?
 *
 *   circles                       circles ─────────┬──────────────────────┐
 *   capsules, circles and boxes   nearest points ──┴─ exact ── features ──┤
 *   up to four vertices           features ────────── exact ──────────────┼─ reference
 *   any shapes                    circles ─┬─ up to 16: gaps ─ likewise ──┤
 *                                          ├─ more: one at a time ────────┘
 *                                          └─ without a reach: as polygons (polys_kernel_overlap.c)
 *
 * Features are all vertices and edges, gaps those of edges and the distances of vertices (reach.h). */
#include "../../core/arithmetic.h"

#include "kinds.h"
#include "names.h"
#include "reach.h"
#include "reach_exact.h"
#include "nearest.h"

/* Are there enough vertices for a stage of gaps and vertices alone to be worth it? */
static bool has_quick(core_pair kinds) {
    return kinds.a >= CORE_4 && kinds.b >= CORE_4 && kinds.a + kinds.b > 2 * CORE_4 && !has_large_core(kinds);
}

typedef bool round_filter(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *out);

/* Asks a filter about the pairs the other way round. n: the sizes of b and a. */
static SEPAL_NOINLINE bool filter_turned(round_filter *filter, const polys_query *q, const sepal_pair *pairs, size_t count, sizes n,
                                         verdicts *out) {
    polys_query back = turned_query(q);
    bool open = false;
    for (size_t from = 0; from < count; from += SEPAL_BLOCK) {
        sepal_pair turned[SEPAL_BLOCK];
        verdicts found;
        size_t some = block_from(from, count);
        turn_pairs(pairs + from, some, turned);
        open |= filter(&back, turned, some, n, &found);
        copy_bits(out->yes + from / 64, found.yes, some);
        copy_bits(out->open + from / 64, found.open, some);
    }
    return open;
}

/* Pairs of two kinds of cores, with a reach. same: all blocks of both sets are those of four vertices. */
static bool filter_by_features(const polys_query *q, core_pair kinds, bool same, const sepal_pair *pairs, size_t count,
                               verdicts *out) {
    if (has_large_core(kinds))
        return filter_reach_large(q, pairs, count, (sizes){0}, out);
    if (kinds.a <= kinds.b)
        return filter_reach(q, pairs, count, core_sizes(kinds, same), out);
    return filter_turned(filter_reach, q, pairs, count, core_sizes((core_pair){kinds.b, kinds.a}, same), out);
}

/* Is there a kernel for these kinds that looks for the nearest points? It leaves less open than filter_by_features. */
static bool has_nearest(const polys_query *q, core_pair kinds) {
    if (kinds.a == CORE_1 && kinds.b == CORE_1)
        return false;
    return (kinds.a <= CORE_2 && kinds.b <= CORE_2) || (kinds.a == CORE_1 && q->b->boxes) || (kinds.b == CORE_1 && q->a->boxes);
}

static bool filter_by_nearest(const polys_query *q, core_pair kinds, const sepal_pair *pairs, size_t count, verdicts *out) {
    if (kinds.a <= CORE_2 && kinds.b <= CORE_2)
        return filter_segments(q, pairs, count, (sizes){0}, out);
    if (kinds.a == CORE_1)
        return filter_point_box(q, pairs, count, (sizes){0}, out);
    return filter_turned(filter_point_box, q, pairs, count, (sizes){0}, out);
}

static inline lanes round_reference_kernel(const void *question, sepal_pair pair, size_t k) {
    const polys_query *q = question;
    (void)k;
    sepal_rule rule = rule_of(q);
    return (lanes){sepal_polys_scalar_overlap_round(q->a, pair.a, q->b, pair.b, &rule), 0};
}

/* The first filter for pairs of two kinds of cores, with a reach; returns whether it leaves any open. */
static bool filter_cores(const polys_query *q, core_pair kinds, bool same, const sepal_pair *pairs, size_t count, verdicts *found) {
    if (has_nearest(q, kinds))
        return filter_by_nearest(q, kinds, pairs, count, found);
    if (has_quick(kinds))
        return filter_reach_quickly(q, pairs, count, core_sizes(kinds, false), found);
    return filter_by_features(q, kinds, same, pairs, count, found);
}

/* Answers a list of pairs that it has left open, whose bits are 0 so far. */
static void settle_cores(const polys_query *q, core_pair kinds, bool same, pair_list *left, uint64_t *bits) {
    verdicts found;
    if (!has_nearest(q, kinds) && has_quick(kinds)) {
        filter_by_features(q, kinds, same, left->pairs, left->count, &found);
        take_answers(left, &found, bits);
    }
    if (left->count > 0 && !has_large_core(kinds)) {
        filter_reach_exactly(q, left->pairs, left->count, core_sizes(kinds, false), &found);
        take_answers(left, &found, bits);
    }
    if (left->count > 0 && has_nearest(q, kinds)) {
        filter_by_features(q, kinds, same, left->pairs, left->count, &found);
        take_answers(left, &found, bits);
    }
    ask_each(round_reference_kernel, q, left->pairs, left->count, &found);
    take_bits(left, found.yes, bits);
}

/* A chunk of shapes of one kind in each set. */
static void overlap_round_alike(const polys_query *q, core_pair kinds, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    pair_room room;
    bool open = filter_cores(q, kinds, true, pairs, count, &found);
    copy_bits(bits, found.yes, count);
    if (!open)
        return;
    pair_list left = list_pairs(pairs, count, found.open, &room);
    settle_cores(q, kinds, true, &left, bits);
}

/* The kinds of pairs after the circles: with a reach, those of the cores; without one, those of polygons, from NO_REACH on
 * (kinds.h). */
enum { OVERLAP_ROUND_KINDS = NO_REACH + FILTER_KINDS };
_Static_assert((int)OVERLAP_ROUND_KINDS <= (int)SEPAL_MOST_BINS, "bins.h has room for as many");

static inline unsigned overlap_round_kind(const void *question, sepal_pair pair) {
    unsigned kind = round_kind(question, pair);
    return kind == NO_REACH ? NO_REACH + filter_kind(question, pair) : kind;
}

/* A chunk of any shapes. */
static SEPAL_NOINLINE void overlap_round_any(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    bool open = filter_reach(q, pairs, count, (sizes){1, 1, true}, &found); /* their circles only */
    copy_bits(bits, found.yes, count);
    if (!open)
        return;
    bins waiting;
    sort_pairs(overlap_round_kind, OVERLAP_ROUND_KINDS, q, pairs, count, found.open, &waiting);
    for (unsigned kind = 0; kind < OVERLAP_ROUND_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        if (list.count == 0)
            continue;
        if (kind >= NO_REACH) {
            kernel_overlap_kind(q, kind - NO_REACH, &list, bits);
            continue;
        }
        open = filter_cores(q, cores_of(kind), false, list.pairs, list.count, &found);
        take_answers(&list, &found, bits);
        if (open)
            settle_cores(q, cores_of(kind), false, &list, bits);
    }
}

typedef struct round_list {
    const polys_query *q;
    const sepal_pair *pairs;
    uint64_t *bits;
} round_list;

static void round_list_chunk(const void *question, size_t first, size_t count) {
    const round_list *list = question;
    const polys_query *q = list->q;
    core_pair largest = {core_kind(q->a->largest), core_kind(q->b->largest)};
    if (largest.a <= CORE_4 && largest.b <= CORE_4)
        overlap_round_alike(q, largest, list->pairs + first, count, list->bits + first / 64);
    else
        overlap_round_any(q, list->pairs + first, count, list->bits + first / 64);
}

void kernel_overlap_round(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    for_chunks(round_list_chunk, &(round_list){q, pairs, bits}, count);
}
