/* polys_kernel_overlap_round.c — shapes with radii, and margins: from pairs to bits.
 *
 *   circles                       circles ─────────┬─────────────────┐
 *   capsules, circles and boxes   nearest points ──┴─ exact ── reach ┤
 *   up to four vertices           reach ────────────── exact ────────┼─ reference
 *   any shapes                    circles ─┬─ up to 16: likewise ────┤
 *                                          ├─ more: one at a time ───┘
 *                                          └─ without a reach: as polygons (overlap.h) */
#include "../../core/arithmetic.h"

#include "cores.h"
#include "names.h"
#include "reach_exact.h"
#include "reach_large.h"
#include "segments.h"

static void turn_pairs(const sepal_pair *pairs, size_t count, sepal_pair *turned) {
    for (size_t k = 0; k < count; k++)
        turned[k] = (sepal_pair){pairs[k].b, pairs[k].a};
}

/* The open ones of `count` pairs, and where they stand; returns how many there are. */
static size_t list_open(const sepal_pair *pairs, size_t count, const uint64_t *open, sepal_pair *list, uint32_t *place) {
    size_t listed = 0;
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + sepal_lowest_bit(left);
            list[listed] = pairs[k];
            place[listed++] = (uint32_t)k;
        }
    return listed;
}

/* Pairs of one kind, with a reach, by all vertices and edges. same: all blocks of both sets are those of four vertices. */
static void filter_by_features(const sepal_polys *a, const sepal_polys *b, unsigned kind, bool same, const sepal_pair *pairs,
                               size_t count, float margin, verdicts *out) {
    unsigned kind_a = kind / CORE_KINDS, kind_b = kind % CORE_KINDS;
    if (kind_a == CORE_LARGE || kind_b == CORE_LARGE) {
        filter_reach_large(a, b, pairs, count, margin, out);
    } else if (kind_a <= kind_b) {
        filter_reach(a, b, (sizes){1U << kind_a, 1U << kind_b, same}, pairs, count, margin, out);
    } else { /* the question is symmetric: the smaller core first */
        sepal_pair turned[SEPAL_CHUNK];
        turn_pairs(pairs, count, turned);
        filter_reach(b, a, (sizes){1U << kind_b, 1U << kind_a, same}, turned, count, margin, out);
    }
}

/* Pairs of one kind that have a kernel of their own, which leaves less to the one above. */
static bool filter_by_nearest(const sepal_polys *a, const sepal_polys *b, unsigned kind, const sepal_pair *pairs, size_t count,
                              float margin, verdicts *out) {
    unsigned kind_a = kind / CORE_KINDS, kind_b = kind % CORE_KINDS;
    if (kind_a <= CORE_2 && kind_b <= CORE_2 && kind != BOTH_POINTS) {
        filter_segments(a, b, pairs, count, margin, out);
    } else if (kind_a == CORE_1 && b->boxes) {
        filter_point_box(a, b, pairs, count, margin, out);
    } else if (kind_b == CORE_1 && a->boxes) {
        sepal_pair turned[SEPAL_CHUNK];
        turn_pairs(pairs, count, turned);
        filter_point_box(b, a, turned, count, margin, out);
    } else {
        return false;
    }
    return true;
}

/* Answers all pairs of one kind. */
static void decide_kind(const sepal_polys *a, const sepal_polys *b, unsigned kind, bool same, const sepal_pair *pairs, size_t count,
                        const sepal_rule *rule, uint64_t *bits) {
    sepal_pair list[SEPAL_CHUNK];
    uint32_t place[SEPAL_CHUNK];
    verdicts found;
    bool nearest = filter_by_nearest(a, b, kind, pairs, count, rule->margin, &found);
    if (!nearest)
        filter_by_features(a, b, kind, same, pairs, count, rule->margin, &found);
    for (size_t word = 0; word * 64 < count; word++)
        bits[word] = found.yes[word];
    size_t left = list_open(pairs, count, found.open, list, place);
    unsigned kind_a = kind / CORE_KINDS, kind_b = kind % CORE_KINDS;
    if (left > 0 && kind_a != CORE_LARGE && kind_b != CORE_LARGE) {
        decide_reach_exactly(a, b, list, left, 1U << kind_a, 1U << kind_b, rule, &found);
        spread(place, left, found.yes, bits);
        left = keep_open(list, place, left, found.open);
    }
    if (left > 0 && nearest) {
        filter_by_features(a, b, kind, same, list, left, rule->margin, &found);
        spread(place, left, found.yes, bits);
        left = keep_open(list, place, left, found.open);
    }
    for (size_t k = 0; k < left; k++) {
        uint64_t yes = sepal_polys_scalar_overlap_round(a, list[k].a, b, list[k].b, rule);
        bits[place[k] / 64] |= yes << (place[k] % 64);
    }
}

/* One chunk of pairs of any shapes. */
static void round_any(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                      uint64_t *bits) {
    verdicts found;
    filter_reach(a, b, (sizes){1, 1, true}, pairs, count, rule->margin, &found); /* their circles only */
    for (size_t word = 0; word * 64 < count; word++)
        bits[word] = found.yes[word];
    bins waiting;
    sort_round(a, b, pairs, count, found.open, rule->margin, &waiting);
    for (unsigned kind = 0; kind < ROUND_KINDS; kind++) {
        const sepal_pair *list = waiting.pairs + waiting.start[kind];
        const uint32_t *place = waiting.place + waiting.start[kind];
        size_t size = waiting.start[kind + 1] - waiting.start[kind];
        if (size == 0)
            continue;
        uint64_t yes[SEPAL_CHUNK / 64];
        if (kind == NO_REACH)
            kernel_overlap_cores(a, b, list, size, rule->touching, yes);
        else
            decide_kind(a, b, kind, false, list, size, rule, yes);
        spread(place, size, yes, bits);
    }
}

void kernel_overlap_round(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                          uint64_t *bits) {
    bool small = a->largest <= 4 && b->largest <= 4;
    for (size_t from = 0; from < count; from += SEPAL_CHUNK) {
        size_t size = count - from < SEPAL_CHUNK ? count - from : SEPAL_CHUNK;
        const sepal_pair *chunk = pairs + from;
        if (small)
            decide_kind(a, b, core_kind(a->largest) * CORE_KINDS + core_kind(b->largest), true, chunk, size, rule,
                        bits + from / 64);
        else
            round_any(a, b, chunk, size, rule, bits + from / 64);
    }
}
