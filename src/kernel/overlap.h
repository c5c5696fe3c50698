/* overlap.h — from pairs to bits: filters first, then what they leave open.
 *
 *   sets of boxes      boxes ─────────────────────────┐
 *   small polygons     all axes ──────────────────────┤
 *   any polygons       circles → by size: all axes ───┼→ exact in double → reference
 *                                         search ─────┘
 * Every filter may answer only what is certain, so the order of the stages and what each sees decide only the speed. */
#ifndef SEPAL_KERNEL_OVERLAP_H
#define SEPAL_KERNEL_OVERLAP_H

#include "all.h"
#include "boxes.h"
#include "exact.h"

/* Pairs that wait for one kernel, with the place of each in the chunk. */
typedef struct queue {
    sepal_pair pairs[SEPAL_CHUNK];
    uint32_t place[SEPAL_CHUNK];
    size_t count;
} queue;

static inline void push(queue *to, sepal_pair pair, uint32_t place) {
    to->pairs[to->count] = pair;
    to->place[to->count] = place;
    to->count++;
}

/* Sets the bits of the pairs of a queue that overlap. */
static inline void spread(const queue *from, const uint64_t *yes, uint64_t *bits) {
    for (size_t word = 0; word * 64 < from->count; word++)
        for (uint64_t left = yes[word]; left != 0; left &= left - 1) {
            uint32_t place = from->place[word * 64 + (size_t)__builtin_ctzll(left)];
            bits[place / 64] |= UINT64_C(1) << (place % 64);
        }
}

/* The last stages, for the pairs that a filter left open. `place` may be NULL: pair k is at place k. */
static void settle(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, const uint32_t *place, size_t count,
                   const uint64_t *open, sepal_touching touching, uint64_t *bits) {
    queue small[SEPAL_LANE_VERTICES / 4];
    for (int k = 0; k < SEPAL_LANE_VERTICES / 4; k++)
        small[k].count = 0;
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + (size_t)__builtin_ctzll(left);
            uint32_t at = place == NULL ? (uint32_t)k : place[k];
            const sepal_poly_head *head_a = &a->heads[pairs[k].a], *head_b = &b->heads[pairs[k].b];
            if (exact_takes(head_a, head_b)) {
                uint32_t size = head_a->size > head_b->size ? head_a->size : head_b->size;
                push(&small[(size - 1) / 4], pairs[k], at);
            } else if (sepal_scalar_overlap(a, pairs[k].a, b, pairs[k].b, touching)) {
                bits[at / 64] |= UINT64_C(1) << (at % 64);
            }
        }
    for (int k = 0; k < SEPAL_LANE_VERTICES / 4; k++)
        if (small[k].count > 0) {
            verdicts exact;
            decide_exactly(a, b, small[k].pairs, small[k].count, 4 * ((uint32_t)k + 1), touching, &exact);
            spread(&small[k], exact.yes, bits);
        }
}

/* Do all polygons of both sets take blocks of one size? */
static inline bool same_blocks(const sepal_polys *a, const sepal_polys *b) {
    return a->same && b->same && sepal_padded(a->largest) == sepal_padded(b->largest);
}

/* One chunk of pairs of any polygons. */
static void overlap_any(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sepal_touching touching,
                        verdicts *out) {
    filter_circles(a, b, pairs, count, out);
    /* by kind: both boxes; at most 4, 8, 12, 16 vertices; larger */
    enum { BOXES, LANES_4, LARGER = LANES_4 + SEPAL_LANE_VERTICES / 4, KINDS };
    queue queues[KINDS];
    for (int kind = 0; kind < KINDS; kind++)
        queues[kind].count = 0;
    for (size_t word = 0; word * 64 < count; word++) {
        for (uint64_t left = out->open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + (size_t)__builtin_ctzll(left);
            const sepal_poly_head *head_a = &a->heads[pairs[k].a], *head_b = &b->heads[pairs[k].b];
            uint32_t size = head_a->size > head_b->size ? head_a->size : head_b->size;
            uint32_t kind = size > SEPAL_LANE_VERTICES ? LARGER : LANES_4 + (size - 1) / 4;
            push(&queues[head_a->flags & head_b->flags & SEPAL_BOX ? BOXES : kind], pairs[k], (uint32_t)k);
        }
        out->open[word] = 0;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        const queue *q = &queues[kind];
        if (q->count == 0)
            continue;
        verdicts found;
        if (kind == BOXES)
            filter_boxes(a, b, q->pairs, q->count, &found);
        else if (kind == LARGER)
            decide_large(a, b, q->pairs, q->count, touching, &found);
        else
            filter_axes(a, b, q->pairs, q->count, 4 * (uint32_t)(kind - LANES_4 + 1), same_blocks(a, b), &found);
        spread(q, found.yes, out->yes);
        settle(a, b, q->pairs, q->place, q->count, found.open, touching, out->yes);
    }
}

static inline bool any_open(const verdicts *v) {
    uint64_t any = 0;
    for (int k = 0; k < SEPAL_CHUNK / 64; k++)
        any |= v->open[k];
    return any != 0;
}

static void overlap_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                          sepal_touching touching, uint64_t *bits) {
    bool boxes = a->boxes && b->boxes, small = a->largest <= 4 && b->largest <= 4;
    for (size_t from = 0; from < count; from += SEPAL_CHUNK) {
        size_t size = count - from < SEPAL_CHUNK ? count - from : SEPAL_CHUNK;
        verdicts out;
        if (boxes)
            filter_boxes(a, b, pairs + from, size, &out);
        else if (small)
            filter_axes(a, b, pairs + from, size, a->largest > b->largest ? a->largest : b->largest, true, &out);
        else
            overlap_any(a, b, pairs + from, size, touching, &out);
        if (any_open(&out))
            settle(a, b, pairs + from, NULL, size, out.open, touching, out.yes);
        for (size_t word = 0; word * 64 < size; word++)
            bits[from / 64 + word] = out.yes[word];
    }
}

static void overlap_one(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                        sepal_touching touching, uint64_t *bits) {
    for (size_t from = 0; from < count; from += SEPAL_CHUNK) {
        size_t size = count - from < SEPAL_CHUNK ? count - from : SEPAL_CHUNK;
        sepal_pair pairs[SEPAL_CHUNK];
        verdicts out;
        if (a->boxes && b->boxes) {
            filter_boxes_one(a, index, b, first + from, size, &out);
            if (!any_open(&out)) {
                for (size_t word = 0; word * 64 < size; word++)
                    bits[from / 64 + word] = out.yes[word];
                continue;
            }
        }
        for (size_t k = 0; k < size; k++)
            pairs[k] = (sepal_pair){index, (uint32_t)(first + from + k)};
        overlap_pairs(a, b, pairs, size, touching, bits + from / 64);
    }
}

#endif
