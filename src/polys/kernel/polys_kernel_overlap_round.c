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

#include "cores.h"
#include "names.h"
#include "reach_exact.h"
#include "reach_large.h"
#include "segments.h"

/* Are there enough vertices for a stage of gaps and vertices alone to be worth it? */
static bool has_quick(core_pair kinds) {
    return kinds.a >= CORE_4 && kinds.b >= CORE_4 && kinds.a + kinds.b > 2 * CORE_4 && !has_large_core(kinds);
}

/* Pairs of two kinds of cores, with a reach. same: all blocks of both sets are those of four vertices. */
static bool filter_by_features(const polys_query *q, core_pair kinds, bool same, const sepal_pair *pairs, size_t count,
                               verdicts *out) {
    if (has_large_core(kinds))
        return filter_reach_large(q, pairs, count, (sizes){0}, out);
    if (kinds.a <= kinds.b)
        return filter_reach(q, pairs, count, core_sizes(kinds, same), out);
    sepal_pair turned[SEPAL_CHUNK];
    polys_query back = turned_query(q);
    turn_pairs(pairs, count, turned);
    return filter_reach(&back, turned, count, core_sizes((core_pair){kinds.b, kinds.a}, same), out);
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
    sepal_pair turned[SEPAL_CHUNK];
    polys_query back = turned_query(q);
    turn_pairs(pairs, count, turned);
    return filter_point_box(&back, turned, count, (sizes){0}, out);
}

static inline lanes round_reference_kernel(const void *question, sepal_pair pair, size_t k) {
    const polys_query *q = question;
    (void)k;
    sepal_rule rule = rule_of(q);
    return (lanes){sepal_polys_scalar_overlap_round(q->a, pair.a, q->b, pair.b, &rule), 0};
}

/* Answers pairs of two kinds of cores, with a reach. */
static void decide_cores(const polys_query *q, core_pair kinds, bool same, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    bool nearest = has_nearest(q, kinds), quick = has_quick(kinds);
    bool open = nearest ? filter_by_nearest(q, kinds, pairs, count, &found)
                : quick ? filter_reach_quickly(q, pairs, count, core_sizes(kinds, false), &found)
                        : filter_by_features(q, kinds, same, pairs, count, &found);
    copy_bits(bits, found.yes, count);
    if (!open)
        return;
    pair_room room;
    pair_list left = list_pairs(pairs, count, found.open, &room);
    if (quick) {
        filter_by_features(q, kinds, same, left.pairs, left.count, &found);
        take_answers(&left, &found, bits);
    }
    if (left.count > 0 && !has_large_core(kinds)) {
        filter_reach_exactly(q, left.pairs, left.count, core_sizes(kinds, false), &found);
        take_answers(&left, &found, bits);
    }
    if (left.count > 0 && nearest) {
        filter_by_features(q, kinds, same, left.pairs, left.count, &found);
        take_answers(&left, &found, bits);
    }
    ask_each(round_reference_kernel, q, left.pairs, left.count, &found);
    take_bits(&left, found.yes, bits);
}

/* A chunk of any shapes. */
static void overlap_round_any(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    bool open = filter_reach(q, pairs, count, (sizes){1, 1, true}, &found); /* their circles only */
    copy_bits(bits, found.yes, count);
    if (!open)
        return;
    bins waiting;
    sort_pairs(round_kind, ROUND_KINDS, q, pairs, NULL, count, found.open, &waiting);
    for (unsigned kind = 0; kind < ROUND_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        uint64_t yes[SEPAL_CHUNK / 64];
        if (list.count == 0)
            continue;
        if (kind == NO_REACH)
            kernel_overlap_cores(q, list.pairs, list.count, yes);
        else
            decide_cores(q, cores_of(kind), false, list.pairs, list.count, yes);
        take_bits(&list, yes, bits);
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
        decide_cores(q, largest, true, list->pairs + first, count, list->bits + first / 64);
    else
        overlap_round_any(q, list->pairs + first, count, list->bits + first / 64);
}

void kernel_overlap_round(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    for_chunks(round_list_chunk, &(round_list){q, pairs, bits}, count);
}
