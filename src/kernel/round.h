/* round.h — shapes with radii, and margins: from pairs to bits.
 *
 *   circles                       circles ───────────────────────────┐
 *   up to four vertices           reach ─────────────────────────────┼─ reference
 *   any shapes                    circles ─┬─ up to 16: reach ───────┤
 *                                          ├─ more: one at a time ───┘
 *                                          └─ without a reach: as polygons (overlap.h) */
#ifndef SEPAL_KERNEL_ROUND_H
#define SEPAL_KERNEL_ROUND_H

#include "overlap.h"
#include "reach_large.h"

/* A core is taken for one of 2^kind vertices, the least that is enough; or it does not go into lanes. */
enum { CORE_1, CORE_2, CORE_4, CORE_8, CORE_16, CORE_LARGE, CORE_KINDS };

/* A table, since branches on random sizes cannot be predicted. */
static inline unsigned core_kind(uint32_t size) {
    static const uint8_t kinds[SEPAL_LANE_VERTICES + 2] = {
        CORE_1,  CORE_1,  CORE_2,  CORE_4,  CORE_4,  CORE_8,  CORE_8,  CORE_8,  CORE_8,
        CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_LARGE,
    };
    return kinds[size <= SEPAL_LANE_VERTICES ? size : SEPAL_LANE_VERTICES + 1];
}

/* Kind k of a pair: cores of the kinds k / CORE_KINDS of a and k % CORE_KINDS of b; the last one: no reach. */
enum { NO_REACH = CORE_KINDS * CORE_KINDS, ROUND_KINDS };

static inline unsigned round_kind(const sepal_polys *a, const sepal_polys *b, sepal_pair pair, float margin) {
    if (margin == 0 && sepal_poly_radius(a, pair.a) == 0 && sepal_poly_radius(b, pair.b) == 0)
        return NO_REACH;
    return core_kind(a->heads[pair.a].size) * CORE_KINDS + core_kind(b->heads[pair.b].size);
}

/* Pairs in the order of their kinds, and where each stands in its chunk. */
typedef struct round_order {
    sepal_pair pairs[SEPAL_CHUNK];
    uint16_t place[SEPAL_CHUNK];
    size_t start[ROUND_KINDS + 1];
} round_order;

/* Puts the open pairs in order, by counting. */
static void order_open(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const uint64_t *open,
                       float margin, round_order *out) {
    uint8_t kinds[SEPAL_CHUNK];
    size_t next[ROUND_KINDS] = {0};
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + (size_t)__builtin_ctzll(left);
            kinds[k] = (uint8_t)round_kind(a, b, pairs[k], margin);
            next[kinds[k]]++;
        }
    out->start[0] = 0;
    for (int kind = 0; kind < ROUND_KINDS; kind++) {
        out->start[kind + 1] = out->start[kind] + next[kind];
        next[kind] = out->start[kind];
    }
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + (size_t)__builtin_ctzll(left), at = next[kinds[k]]++;
            out->pairs[at] = pairs[k];
            out->place[at] = (uint16_t)k;
        }
}

/* Pairs of one kind, with a reach. same: all blocks of both sets are those of four vertices. */
static void filter_round_kind(const sepal_polys *a, const sepal_polys *b, unsigned kind, bool same, const sepal_pair *pairs,
                              size_t count, float margin, verdicts *out) {
    unsigned kind_a = kind / CORE_KINDS, kind_b = kind % CORE_KINDS;
    if (kind_a == CORE_LARGE || kind_b == CORE_LARGE) {
        filter_reach_large(a, b, pairs, count, margin, out);
    } else if (kind_a <= kind_b) {
        filter_reach(a, b, (sizes){1U << kind_a, 1U << kind_b, same}, pairs, count, margin, out);
    } else { /* the question is symmetric: the smaller core first */
        sepal_pair turned[SEPAL_CHUNK];
        for (size_t k = 0; k < count; k++)
            turned[k] = (sepal_pair){pairs[k].b, pairs[k].a};
        filter_reach(b, a, (sizes){1U << kind_b, 1U << kind_a, same}, turned, count, margin, out);
    }
}

/* Asks the reference about the open pairs. */
static void settle_round(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                         verdicts *out) {
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = out->open[word]; left != 0; left &= left - 1) {
            const sepal_pair *pair = &pairs[word * 64 + (size_t)__builtin_ctzll(left)];
            if (sepal_scalar_overlap_round(a, pair->a, b, pair->b, rule))
                out->yes[word] |= left & (~left + 1);
        }
}

/* One chunk of pairs of any shapes. */
static void round_any(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                      verdicts *out) {
    filter_reach(a, b, (sizes){1, 1, true}, pairs, count, rule->margin, out); /* their circles only */
    round_order order;
    order_open(a, b, pairs, count, out->open, rule->margin, &order);
    for (unsigned kind = 0; kind < ROUND_KINDS; kind++) {
        const sepal_pair *list = order.pairs + order.start[kind];
        const uint16_t *place = order.place + order.start[kind];
        size_t size = order.start[kind + 1] - order.start[kind];
        if (size == 0)
            continue;
        verdicts found;
        if (kind == NO_REACH) {
            overlap_pairs(a, b, list, size, rule->touching, found.yes);
        } else {
            filter_round_kind(a, b, kind, false, list, size, rule->margin, &found);
            settle_round(a, b, list, size, rule, &found);
        }
        for (size_t k = 0; k < size; k++)
            out->yes[place[k] / 64] |= (found.yes[k / 64] >> (k % 64) & 1) << (place[k] % 64);
    }
}

static void round_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                        uint64_t *bits) {
    bool small = a->largest <= 4 && b->largest <= 4;
    for (size_t from = 0; from < count; from += SEPAL_CHUNK) {
        size_t size = count - from < SEPAL_CHUNK ? count - from : SEPAL_CHUNK;
        const sepal_pair *chunk = pairs + from;
        verdicts out;
        if (small) {
            unsigned kind = core_kind(a->largest) * CORE_KINDS + core_kind(b->largest);
            filter_round_kind(a, b, kind, true, chunk, size, rule->margin, &out);
            settle_round(a, b, chunk, size, rule, &out);
        } else {
            round_any(a, b, chunk, size, rule, &out);
        }
        for (size_t word = 0; word * 64 < size; word++)
            bits[from / 64 + word] = out.yes[word];
    }
}

static void round_one(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                      const sepal_rule *rule, uint64_t *bits) {
    for (size_t from = 0; from < count; from += SEPAL_CHUNK) {
        size_t size = count - from < SEPAL_CHUNK ? count - from : SEPAL_CHUNK;
        sepal_pair pairs[SEPAL_CHUNK];
        for (size_t k = 0; k < size; k++)
            pairs[k] = (sepal_pair){index, (uint32_t)(first + from + k)};
        round_pairs(a, b, pairs, size, rule, bits + from / 64);
    }
}

#endif
