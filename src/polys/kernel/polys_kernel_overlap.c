/* polys_kernel_overlap.c — from pairs to bits: filters first, then what they leave open.
 *
 *   sets of boxes          boxes ──────────────────────────────────────┐
 *   up to four vertices    all axes ───────────────────────────────────┤
 *   any polygons           circles ─┬─ boxes ──────────────────────────┼─ exact in double, or the reference
 *                                   ├─ 5 to 16 vertices: all axes ─────┘
 *                                   └─ more: search (coarse, then all vertices) ── all axes, with the reference for open edges
 * Every filter may answer only what is certain, so the order of the stages and what each one sees decide only the speed. */
#include "../../core/arithmetic.h"

#include "boxes.h"
#include "kinds.h"
#include "names.h"
#include "overlap_large.h"
#include "portal.h"

/* The last stage, for the pairs that the filters left open. place: as in sort_open. */
static void settle(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, const uint32_t *place, size_t count,
                   const uint64_t *open, sepal_touching touching, uint64_t *bits) {
    bins waiting;
    sort_open(a, b, pairs, place, count, open, exact_kind, KINDS, &waiting);
    for (int kind = 0; kind < KINDS; kind++) {
        const sepal_pair *from = waiting.pairs + waiting.start[kind];
        size_t size = waiting.start[kind + 1] - waiting.start[kind];
        if (size == 0)
            continue;
        verdicts found;
        if (kind == ONE_LARGE)
            decide_large(a, b, from, size, touching, &found);
        else if (kind == REFERENCE)
            decide_by_reference(a, b, from, size, touching, &found);
        else
            decide_exactly(a, b, from, size, sizes_of(kind, false), touching, &found);
        spread(waiting.place + waiting.start[kind], size, found.yes, bits);
    }
}

/* One chunk of pairs of any polygons. */
static void overlap_any(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sepal_touching touching,
                        verdicts *out) {
    filter_circles(a, b, pairs, count, out);
    bool same = a->same && b->same && sepal_padded(a->largest) == sepal_padded(b->largest);
    bins waiting;
    sort_open(a, b, pairs, NULL, count, out->open, filter_kind, KINDS, &waiting);
    for (int kind = 0; kind < KINDS; kind++) {
        sepal_pair *list = waiting.pairs + waiting.start[kind];
        uint32_t *place = waiting.place + waiting.start[kind];
        size_t size = waiting.start[kind + 1] - waiting.start[kind];
        verdicts found;
        if (size > 0 && kind == BOTH_LARGE) {
            filter_search(a, b, list, size, FROM_COARSE, &found);
            spread(place, size, found.yes, out->yes);
            size = keep_open(list, place, size, found.open);
        }
        if (size == 0)
            continue;
        if (kind == BOXES)
            filter_boxes(a, b, list, size, &found);
        else if (kind == BOTH_LARGE || kind == ONE_LARGE)
            filter_search(a, b, list, size, FROM_ALL, &found);
        else
            filter_axes(a, b, list, size, sizes_of(kind, same), &found);
        spread(place, size, found.yes, out->yes);
        settle(a, b, list, place, size, found.open, touching, out->yes);
    }
}

void kernel_overlap_cores(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                          sepal_touching touching, uint64_t *bits) {
    uint32_t largest = a->largest > b->largest ? a->largest : b->largest;
    for (size_t from = 0; from < count; from += SEPAL_CHUNK) {
        size_t size = count - from < SEPAL_CHUNK ? count - from : SEPAL_CHUNK;
        const sepal_pair *chunk = pairs + from;
        verdicts out;
        if (a->boxes && b->boxes)
            filter_boxes(a, b, chunk, size, &out);
        else if (largest <= 4)
            filter_axes(a, b, chunk, size, (sizes){largest, largest, true}, &out);
        else
            overlap_any(a, b, chunk, size, touching, &out);
        if (largest <= 4 && any_open(&out))
            settle(a, b, chunk, NULL, size, out.open, touching, out.yes);
        for (size_t word = 0; word * 64 < size; word++)
            bits[from / 64 + word] = out.yes[word];
    }
}

void kernel_overlap_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                          uint64_t *bits) {
    if (a->round || b->round || rule->margin > 0)
        kernel_overlap_round(a, b, pairs, count, rule, bits);
    else
        kernel_overlap_cores(a, b, pairs, count, rule->touching, bits);
}

void kernel_overlap_one(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                        const sepal_rule *rule, uint64_t *bits) {
    bool boxes = a->boxes && b->boxes && !a->round && !b->round && !(rule->margin > 0);
    for (size_t from = 0; from < count; from += SEPAL_CHUNK) {
        size_t size = count - from < SEPAL_CHUNK ? count - from : SEPAL_CHUNK;
        verdicts out;
        if (boxes) {
            filter_boxes_one(a, index, b, first + from, size, &out);
            if (!any_open(&out)) {
                for (size_t word = 0; word * 64 < size; word++)
                    bits[from / 64 + word] = out.yes[word];
                continue;
            }
        }
        sepal_pair pairs[SEPAL_CHUNK];
        for (size_t k = 0; k < size; k++)
            pairs[k] = (sepal_pair){index, (uint32_t)(first + from + k)};
        kernel_overlap_pairs(a, b, pairs, size, rule, bits + from / 64);
    }
}
