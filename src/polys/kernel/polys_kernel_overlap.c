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
#include "exact_quads.h"
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

/* The same for all of a chunk of polygons of up to four vertices. If most pairs are open, none is listed: the others are asked
 * about, too. */
static void settle_quads(const polys_query *q, const sepal_pair *pairs, size_t count, const uint64_t *open, uint64_t *bits) {
    uint64_t left[SEPAL_CHUNK / 64] = {0};
    verdicts found;
    pair_room room;
    if (!are_quads(q->a, q->b)) {
        settle_overlap(q, pairs, NULL, count, open, bits);
        return;
    }
    if (2 * sepal_bits_count(open, count) > count) {
        decide_quads(q, pairs, count, &found);
        for (size_t first = 0; first < count; first += 64) {
            bits[first / 64] |= found.yes[first / 64] & open[first / 64];
            left[first / 64] = found.open[first / 64] & open[first / 64];
        }
    } else {
        pair_list list = list_pairs(pairs, count, open, &room);
        if (decide_quads(q, list.pairs, list.count, &found))
            take_bits(&list, found.open, left);
        take_bits(&list, found.yes, bits);
    }
    for (size_t first = 0; first < count; first += 64)
        if (left[first / 64] != 0) {
            settle_overlap(q, pairs, NULL, count, left, bits);
            return;
        }
}

/* Answers those pairs of a chunk of any polygons that the circles leave open; their bits are 0 so far. */
static void overlap_near(const polys_query *q, const sepal_pair *pairs, size_t count, const uint64_t *near, uint64_t *bits) {
    bins waiting;
    chunk_portals portals;
    verdicts found;
    bool open;
    sort_pairs(filter_kind, FILTER_KINDS, q, pairs, NULL, count, near, &waiting);
    for (unsigned kind = 0; kind < FILTER_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        if (list.count > 0 && kind == LARGE_COARSE) {
            filter_coarse_portal(q, &list, &portals, &found);
            take_answers(&list, &found, bits);
        }
        if (list.count == 0)
            continue;
        if (kind == BOXES)
            open = filter_boxes(q, list.pairs, list.count, (sizes){0}, &found);
        else if (kind == LARGE_COARSE || kind == LARGE_FINE)
            open = filter_portal(q, &list, kind == LARGE_COARSE ? &portals : NULL, &found);
        else
            open = filter_axes(q, list.pairs, list.count, block_sizes(kind), &found);
        take_bits(&list, found.yes, bits);
        if (open)
            settle_overlap(q, list.pairs, list.slots, list.count, found.open, bits);
    }
}

/* A chunk of any polygons. */
static void overlap_any(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    bool open = filter_circles(q, pairs, count, (sizes){0}, &found);
    copy_bits(bits, found.yes, count);
    if (open)
        overlap_near(q, pairs, count, found.open, bits);
}

/* Pairs of polygons of up to four vertices. */
static void overlap_small(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    uint32_t largest = q->a->largest > q->b->largest ? q->a->largest : q->b->largest, size = largest <= 3 ? 3 : 4;
    verdicts found;
    bool open = q->a->boxes && q->b->boxes ? filter_boxes(q, pairs, count, (sizes){0}, &found)
                                           : filter_axes(q, pairs, count, (sizes){size, size, true}, &found);
    copy_bits(bits, found.yes, count);
    if (open)
        settle_quads(q, pairs, count, found.open, bits);
}

/* What the circles did for the chunks so far. sparse: they decided most pairs of the last one that they were asked about. waits: so
 * many chunks go without them, since they did not. */
typedef struct circles_state {
    bool sparse;
    unsigned waits;
} circles_state;

/* A sample of PROBE pairs tells whether the circles decide most of a chunk. They are worth asking if they leave no more than one pair
 * in OPEN_SHARE to the kernels for up to four vertices, which are nearly as quick. */
enum { CIRCLES_PROBE = 128, CIRCLES_LEAST = 512, CIRCLES_OPEN_SHARE = 4, CIRCLES_WAITS = 15 };

static bool are_sparse(const verdicts *found, size_t count) {
    return CIRCLES_OPEN_SHARE * sepal_bits_count(found->open, count) <= count;
}

/* The circles of a chunk, of which a sample tells unless `surely` whether to ask about the others: these begin with a word. Returns
 * whether they decide most pairs of it. */
static bool ask_circles(const polys_query *q, bool surely, const sepal_pair *pairs, size_t count, verdicts *found) {
    const size_t tried = surely ? count : CIRCLES_PROBE;
    verdicts others;
    filter_circles(q, pairs, tried, (sizes){0}, found);
    if (tried == count || !are_sparse(found, tried))
        return are_sparse(found, tried);
    filter_circles(q, pairs + tried, count - tried, (sizes){0}, &others);
    copy_bits(found->yes + tried / 64, others.yes, count - tried);
    copy_bits(found->open + tried / 64, others.open, count - tried);
    return are_sparse(found, count);
}

/* A chunk of polygons of up to four vertices, of which most are perhaps far from each other. Returns whether they were; if not, nothing
 * has happened. */
static bool overlap_sparse(const polys_query *q, circles_state *state, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    pair_room room;
    uint64_t near[SEPAL_CHUNK / 64];
    if (count < CIRCLES_LEAST)
        return false;
    if (state->waits > 0) {
        state->waits--;
        return false;
    }
    state->sparse = ask_circles(q, state->sparse, pairs, count, &found);
    if (!state->sparse) {
        state->waits = CIRCLES_WAITS;
        return false;
    }
    copy_bits(bits, found.yes, count);
    pair_list list = list_pairs(pairs, count, found.open, &room);
    overlap_small(q, list.pairs, list.count, near);
    take_bits(&list, near, bits);
    return true;
}

/* A list of pairs of polygons, whose radii and margin do not count, and where its answers go. */
typedef struct overlap_list {
    const polys_query *q;
    const sepal_pair *pairs;
    uint64_t *bits;
    circles_state *state;
} overlap_list;

static void overlap_list_chunk(const void *question, size_t first, size_t count) {
    const overlap_list *list = question;
    const polys_query *q = list->q;
    const sepal_pair *pairs = list->pairs + first;
    uint64_t *bits = list->bits + first / 64;
    if (q->a->largest > 4 || q->b->largest > 4)
        overlap_any(q, pairs, count, bits);
    else if (!overlap_sparse(q, list->state, pairs, count, bits))
        overlap_small(q, pairs, count, bits);
}

void kernel_overlap_cores(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    circles_state state = {false, 0};
    for_chunks(overlap_list_chunk, &(overlap_list){q, pairs, bits, &state}, count);
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

/* Where the next chunk of the pairs of rows begins; and how many chunks go without the circles, since these decided less than half
 * of a chunk before. */
typedef struct rows_state {
    row_place at;
    unsigned dense;
} rows_state;
enum { DENSE_CHUNKS = 15 };

/* Fewer pairs are not worth two stages. */
enum { SPARSE_LEAST = 128 };

typedef struct overlap_rows {
    polys_query q;
    rows_state *state;
    uint64_t *bits;
} overlap_rows;

/* A chunk of rows of which most pairs are far from each other. Returns whether it was one; if not, nothing has happened. */
static bool overlap_sparse_rows(const polys_query *q, rows_state *state, size_t count, uint64_t *bits) {
    row_place begin = state->at;
    sepal_pair pairs[SEPAL_CHUNK];
    verdicts found;
    bool open = filter_circle_rows(q, &state->at, count, &found);
    if (open && 2 * sepal_bits_count(found.open, count) > count) {
        *state = (rows_state){begin, DENSE_CHUNKS};
        return false;
    }
    copy_bits(bits, found.yes, count);
    if (open) {
        list_rows(begin, count, pairs);
        overlap_near(q, pairs, count, found.open, bits);
    }
    return true;
}

static void overlap_rows_chunk(const void *question, size_t first, size_t count) {
    const overlap_rows *rows = question;
    const polys_query *q = &rows->q;
    rows_state *state = rows->state;
    uint64_t *bits = rows->bits + first / 64;
    sepal_pair pairs[SEPAL_CHUNK];
    row_place begin = state->at;
    const bool reach = some_reach(q);
    if (state->dense > 0)
        state->dense--;
    else if (!reach && count >= SPARSE_LEAST && overlap_sparse_rows(q, state, count, bits))
        return;
    if (q->a->boxes && q->b->boxes && !reach) {
        verdicts found;
        bool open = filter_box_rows(q, &state->at, count, &found);
        copy_bits(bits, found.yes, count);
        if (open) {
            list_rows(begin, count, pairs);
            settle_quads(q, pairs, count, found.open, bits);
        }
        return;
    }
    state->at = list_rows(begin, count, pairs);
    overlap_pairs(q, pairs, count, bits);
}

void kernel_overlap_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                         uint64_t *bits) {
    rows_state state = {{rows, 0}, 0};
    for_chunks(overlap_rows_chunk, &(overlap_rows){{a, b, rule->touching, rule->margin}, &state, bits}, count);
}
