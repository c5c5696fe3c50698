/* polys_kernel_mtv.c — from pairs to pushes: all edge normals in float, by size; then the exact signs, and the pairs that float
 * does not suit.
 */
#include "../../core/arithmetic.h"

#include "kinds.h"
#include "mtv_boxes.h"
#include "mtv_large.h"
#include "names.h"
#include <string.h>

/* Pairs of two polygons without area are not for the kernels. (No other pair of polygons has none of its edges.) */
static inline void note_flat(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, mtv_chunk *out) {
    for (size_t k = 0; k < count; k++)
        if (a->heads[pairs[k].a].flags & b->heads[pairs[k].b].flags & SEPAL_FLAT)
            out->unfit[k / 64] |= UINT64_C(1) << (k % 64);
}

/* The exact contact of pairs of one kind: which meet, and which do more than touch. */
static void decide_contact(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, int kind,
                           verdicts *meet, verdicts *overlap) {
    if (kind < BOTH_LARGE) {
        decide_exactly(a, b, pairs, count, sizes_of(kind, false), SEPAL_TOUCHING_OVERLAPS, meet);
        decide_exactly(a, b, pairs, count, sizes_of(kind, false), SEPAL_TOUCHING_IS_APART, overlap);
    } else {
        verdicts_clear(meet);
        verdicts_clear(overlap);
        for (size_t k = 0; k < count; k++) {
            sepal_contact contact = sepal_polys_scalar_contact(a, pairs[k].a, b, pairs[k].b);
            meet->yes[k / 64] |= (uint64_t)(contact != SEPAL_APART) << (k % 64);
            overlap->yes[k / 64] |= (uint64_t)(contact == SEPAL_OVERLAP) << (k % 64);
        }
    }
}

/* The exact signs, where they are not certain. */
static void settle_signs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, mtv_chunk *out) {
    bins waiting;
    sort_open(a, b, pairs, NULL, count, out->unsure, exact_kind, KINDS, &waiting);
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t from = waiting.start[kind], size = waiting.start[kind + 1] - from;
        if (size == 0)
            continue;
        verdicts meet, overlap;
        decide_contact(a, b, waiting.pairs + from, size, kind, &meet, &overlap);
        for (uint32_t k = 0; k < size; k++) {
            sepal_contact contact = (sepal_contact)((meet.yes[k / 64] >> (k % 64) & 1) + (overlap.yes[k / 64] >> (k % 64) & 1)) - 1;
            float *depth = &out->depth[waiting.place[from + k]];
            *depth = sepal_signed_depth(*depth, contact);
        }
    }
}

/* The pairs that are not for float. */
static void settle_unfit(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, mtv_chunk *out) {
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = out->unfit[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + sepal_lowest_bit(left);
            sepal_poly_mtv found = sepal_polys_scalar_mtv(a, pairs[k].a, b, pairs[k].b);
            out->x[k] = found.x;
            out->y[k] = found.y;
            out->depth[k] = found.depth;
        }
}

static void mtv_settle(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, mtv_chunk *out) {
    drop_spare(out->unsure, count);
    drop_spare(out->unfit, count);
    uint64_t any_unsure = 0, any_unfit = 0;
    for (size_t word = 0; word * 64 < count; word++) {
        out->unsure[word] &= ~out->unfit[word];
        any_unsure |= out->unsure[word];
        any_unfit |= out->unfit[word];
    }
    if (any_unsure != 0)
        settle_signs(a, b, pairs, count, out);
    if (any_unfit != 0)
        settle_unfit(a, b, pairs, count, out);
}

/* Which kernel a pair is for: 4 * i + j if it has at most 4 * (i + 1) and 4 * (j + 1) vertices. */
static inline int mtv_kind(const sepal_poly_head *a, const sepal_poly_head *b) {
    if (a->size > SEPAL_LANE_VERTICES || b->size > SEPAL_LANE_VERTICES)
        return MTV_LARGE;
    return (int)(4 * ((a->size - 1) / 4) + (b->size - 1) / 4);
}

/* Copies the answers of a list to their places. */
static inline void mtv_spread(const uint32_t *place, size_t count, const mtv_chunk *from, mtv_chunk *to) {
    for (size_t k = 0; k < count; k++) {
        uint32_t at = place[k];
        to->x[at] = from->x[k];
        to->y[at] = from->y[k];
        to->depth[at] = from->depth[k];
        to->unsure[at / 64] |= (from->unsure[k / 64] >> (k % 64) & 1) << (at % 64);
        to->unfit[at / 64] |= (from->unfit[k / 64] >> (k % 64) & 1) << (at % 64);
    }
}

/* One chunk of pairs of any polygons: by size. */
static void mtv_any(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, mtv_chunk *out) {
    uint64_t all[SEPAL_CHUNK / 64];
    mark_all(all, count);
    bins waiting;
    sort_open(a, b, pairs, NULL, count, all, mtv_kind, MTV_KINDS, &waiting);
    for (int kind = 0; kind < MTV_KINDS; kind++) {
        const sepal_pair *list = waiting.pairs + waiting.start[kind];
        size_t size = waiting.start[kind + 1] - waiting.start[kind];
        if (size == 0)
            continue;
        mtv_chunk found;
        mtv_clear(&found);
        if (kind == MTV_LARGE)
            for (size_t k = 0; k < size; k++)
                mtv_large(a, list[k].a, b, list[k].b, k, &found);
        else
            mtv_axes(a, b, list, size, (sizes){4 * ((uint32_t)kind / 4 + 1), 4 * ((uint32_t)kind % 4 + 1), false}, &found);
        mtv_spread(waiting.place + waiting.start[kind], size, &found, out);
    }
}

void kernel_mtv_cores(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    uint32_t largest = a->largest > b->largest ? a->largest : b->largest;
    bool one_size = a->same && b->same && sepal_padded(a->largest) == sepal_padded(b->largest) && largest <= SEPAL_LANE_VERTICES;
    sizes n = {largest <= 4 ? largest : sepal_padded(largest), largest <= 4 ? largest : sepal_padded(largest), true};
    bool plain_boxes = a->boxes && a->plain && b->boxes && b->plain;
    for (size_t from = 0; from < count; from += SEPAL_CHUNK) {
        size_t size = count - from < SEPAL_CHUNK ? count - from : SEPAL_CHUNK;
        mtv_chunk found;
        mtv_clear(&found);
        if (plain_boxes)
            mtv_boxes(a, b, pairs + from, size, &found);
        else if (one_size)
            mtv_axes(a, b, pairs + from, size, n, &found);
        else
            mtv_any(a, b, pairs + from, size, &found);
        if (!a->plain && !b->plain)
            note_flat(a, b, pairs + from, size, &found);
        mtv_settle(a, b, pairs + from, size, &found);
        copy_if_wanted(out->normal_x == NULL ? NULL : out->normal_x + from, found.x, size);
        copy_if_wanted(out->normal_y == NULL ? NULL : out->normal_y + from, found.y, size);
        copy_if_wanted(out->depth == NULL ? NULL : out->depth + from, found.depth, size);
    }
}

void kernel_mtv_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                      const sepal_mtvs *out) {
    if (a->round || b->round || rule->margin > 0)
        kernel_mtv_round(a, b, pairs, count, rule, out);
    else
        kernel_mtv_cores(a, b, pairs, count, out);
}
