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

#include "axes.h"
#include "boxes.h"
#include "exact.h"
#include "kinds.h"
#include "names.h"
#include "portal.h"

/* Answers a list of pairs of one kind of polygons of up to 16 vertices, whose bits are 0 so far. */
static void settle_small(const polys_query *q, unsigned kind, const pair_list *list, uint64_t *bits) {
    size_t fit = kind_first(exact_kind, kind == BOXES ? 0 : kind, q, list);
    pair_list exact = part_of_list(list, 0, fit), others = part_of_list(list, fit, list->count - fit);
    verdicts found;
    if (exact.count > 0) {
        decide_exactly(q, exact.pairs, exact.count, block_sizes(kind == BOXES ? 0 : kind), &found);
        take_bits(&exact, found.yes, bits);
    }
    decide_by_reference(q, others.pairs, others.count, (sizes){0}, &found);
    take_bits(&others, found.yes, bits);
}

/* The same for sets of polygons of up to four vertices. */
static void settle_quads(const polys_query *q, pair_list *list, uint64_t *bits) {
    verdicts found;
    if (are_quads(q->a, q->b)) {
        decide_quads(q, list->pairs, list->count, &found);
        take_answers(list, &found, bits);
    }
    if (list->count > 0)
        settle_small(q, 0, list, bits);
}

/* Answers the open ones of a chunk of polygons of up to four vertices. If most pairs are open, none is listed: the others are asked
 * about, too. */
static SEPAL_NOINLINE void settle_chunk_of_quads(const polys_query *q, const sepal_pair *pairs, size_t count, const uint64_t *open,
                                                 uint64_t *bits) {
    pair_room room;
    verdicts found;
    uint64_t any = 0;
    if (!are_quads(q->a, q->b) || 2 * sepal_bits_count(open, count) <= count) {
        pair_list list = list_pairs(pairs, count, open, &room);
        settle_quads(q, &list, bits);
        return;
    }
    decide_quads(q, pairs, count, &found);
    for (size_t first = 0; first < count; first += 64) {
        bits[first / 64] |= found.yes[first / 64] & open[first / 64];
        any |= found.open[first / 64] &= open[first / 64];
    }
    if (any != 0) {
        pair_list list = list_pairs(pairs, count, found.open, &room);
        settle_small(q, 0, &list, bits);
    }
}

/* Answers a list of pairs, of which some polygon has more than 16 vertices; their bits are 0 so far. Such polygons take so long that
 * blocks cost nothing. coarse: LARGE_COARSE, not LARGE_FINE. */
static void overlap_large(const polys_query *q, bool coarse, const pair_list *list, uint64_t *bits) {
    for (size_t from = 0; from < list->count; from += SEPAL_BLOCK) {
        pair_list block = part_of_list(list, from, block_from(from, list->count));
        block_portals portals;
        verdicts found;
        if (coarse) {
            filter_coarse_portal(q, block.pairs, block.count, &portals, &found);
            take_answers(&block, &found, bits);
        }
        if (block.count == 0)
            continue;
        filter_portal(q, block.pairs, block.count, coarse ? &portals : NULL, &found);
        take_answers(&block, &found, bits);
        decide_large(q, block.pairs, block.count, (sizes){0}, &found);
        take_bits(&block, found.yes, bits);
    }
}

void kernel_overlap_kind(const polys_query *q, unsigned kind, pair_list *list, uint64_t *bits) {
    verdicts found;
    if (kind == LARGE_COARSE || kind == LARGE_FINE) {
        overlap_large(q, kind == LARGE_COARSE, list, bits);
        return;
    }
    bool open = kind == BOXES ? filter_boxes(q, list->pairs, list->count, (sizes){0}, &found)
                              : filter_axes(q, list->pairs, list->count, block_sizes(kind), &found);
    take_bits(list, found.yes, bits);
    if (open) {
        keep_pairs(list, found.open);
        settle_small(q, kind, list, bits);
    }
}

/* Answers those pairs of a chunk of any polygons that the circles leave open; their bits are 0 so far. */
static SEPAL_NOINLINE void overlap_near_by_kind(const polys_query *q, const sepal_pair *pairs, size_t count, const uint64_t *near,
                                                uint64_t *bits) {
    bins waiting;
    sort_pairs(filter_kind, FILTER_KINDS, q, pairs, count, near, &waiting);
    for (unsigned kind = 0; kind < FILTER_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        if (list.count > 0)
            kernel_overlap_kind(q, kind, &list, bits);
    }
}

/* The same where all pairs are of one kind. */
static SEPAL_NOINLINE void overlap_near_alike(const polys_query *q, const sepal_pair *pairs, size_t count, const uint64_t *near,
                                              uint64_t *bits) {
    pair_room room;
    pair_list list = list_pairs(pairs, count, near, &room);
    if (list.count > 0)
        kernel_overlap_kind(q, filter_kind(q, list.pairs[0]), &list, bits);
}

static void overlap_near(const polys_query *q, const sepal_pair *pairs, size_t count, const uint64_t *near, uint64_t *bits) {
    if (q->a->same && q->b->same && (q->a->largest > 4 || q->b->largest > 4)) /* quads may be boxes */
        overlap_near_alike(q, pairs, count, near, bits);
    else
        overlap_near_by_kind(q, pairs, count, near, bits);
}

/* A chunk of any polygons. */
static void overlap_any(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    bool open = filter_circles(q, pairs, count, (sizes){0}, &found);
    copy_bits(bits, found.yes, count);
    if (open)
        overlap_near(q, pairs, count, found.open, bits);
}

/* Pairs of polygons of up to four vertices; returns whether any is left open. */
static bool filter_small(const polys_query *q, const sepal_pair *pairs, size_t count, verdicts *found) {
    uint32_t largest = q->a->largest > q->b->largest ? q->a->largest : q->b->largest, size = largest <= 3 ? 3 : 4;
    if (q->a->boxes && q->b->boxes)
        return filter_boxes(q, pairs, count, (sizes){0}, found);
    return filter_axes(q, pairs, count, (sizes){size, size, true}, found);
}

static void overlap_small(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    bool open = filter_small(q, pairs, count, &found);
    copy_bits(bits, found.yes, count);
    if (open)
        settle_chunk_of_quads(q, pairs, count, found.open, bits);
}

/* The circles are worth asking if they leave no more than a quarter of the pairs to the kernels for up to four vertices, which are
 * nearly as quick. */
enum { CIRCLES_LEAST = 512, CIRCLES_OPEN_EIGHTHS = 2 };

/* The circles of the first `asked` pairs of a chunk, and of the others if that pays. Returns whether they decide most pairs of it. */
static bool ask_circles(const polys_query *q, sepal_policy *circles, const sepal_pair *pairs, size_t asked, size_t count,
                        verdicts *found) {
    verdicts others;
    filter_circles(q, pairs, asked, (sizes){0}, found);
    if (!sepal_policy_learns(circles, CIRCLES_OPEN_EIGHTHS, sepal_bits_count(found->open, asked), asked) || asked == count)
        return circles->pays;
    filter_circles(q, pairs + asked, count - asked, (sizes){0}, &others);
    copy_bits(found->yes + asked / 64, others.yes, count - asked);
    copy_bits(found->open + asked / 64, others.open, count - asked);
    return sepal_policy_learns(circles, CIRCLES_OPEN_EIGHTHS, sepal_bits_count(found->open, count), count);
}

/* A chunk of polygons of up to four vertices, of which most are perhaps far from each other. Returns whether they were; if not, nothing
 * has happened. */
static SEPAL_NOINLINE bool overlap_sparse(const polys_query *q, sepal_policy *circles, const sepal_pair *pairs, size_t count,
                                          uint64_t *bits) {
    verdicts found;
    pair_room room;
    size_t asked = sepal_policy_asks(circles, CIRCLES_LEAST, count);
    if (asked == 0 || !ask_circles(q, circles, pairs, asked, count, &found))
        return false;
    copy_bits(bits, found.yes, count);
    pair_list list = list_pairs(pairs, count, found.open, &room);
    bool open = filter_small(q, list.pairs, list.count, &found);
    take_bits(&list, found.yes, bits);
    if (open) {
        keep_pairs(&list, found.open);
        settle_quads(q, &list, bits);
    }
    return true;
}

/* A list of pairs of polygons, whose radii and margin do not count, and where its answers go. */
typedef struct overlap_list {
    const polys_query *q;
    const sepal_pair *pairs;
    uint64_t *bits;
    sepal_policy *circles;
} overlap_list;

static void overlap_list_chunk(const void *question, size_t first, size_t count) {
    const overlap_list *list = question;
    const polys_query *q = list->q;
    const sepal_pair *pairs = list->pairs + first;
    uint64_t *bits = list->bits + first / 64;
    if (q->a->largest > 4 || q->b->largest > 4)
        overlap_any(q, pairs, count, bits);
    else if (!overlap_sparse(q, list->circles, pairs, count, bits))
        overlap_small(q, pairs, count, bits);
}

void kernel_overlap_cores(const polys_query *q, const sepal_pair *pairs, size_t count, sepal_policy *circles, uint64_t *bits) {
    for_chunks(overlap_list_chunk, &(overlap_list){q, pairs, bits, circles}, count);
}

static void overlap_pairs(const polys_query *q, const sepal_pair *pairs, size_t count, sepal_policy *circles, uint64_t *bits) {
    if (some_reach(q))
        kernel_overlap_round(q, pairs, count, bits);
    else
        kernel_overlap_cores(q, pairs, count, circles, bits);
}

void kernel_overlap_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                          sepal_policy *circles, uint64_t *bits) {
    overlap_pairs(&(polys_query){a, b, rule->touching, rule->margin}, pairs, count, circles, bits);
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

/* The pairs of rows that are listed at a time, a multiple of 64: fewer than a chunk, since they are on the stack. */
enum { LISTED_ROWS = SEPAL_CHUNK / 2 };

/* Answers some pairs of rows; of those that a filter has answered, only what it has left open. */
typedef void answer_listed(const polys_query *q, const sepal_pair *pairs, size_t count, const uint64_t *open, uint64_t *bits);

static SEPAL_NOINLINE row_place list_and_answer(answer_listed *answer, const polys_query *q, row_place at, size_t count,
                                                const uint64_t *open, uint64_t *bits) {
    for (size_t from = 0; from < count; from += LISTED_ROWS) {
        sepal_pair pairs[LISTED_ROWS];
        size_t some = count - from < LISTED_ROWS ? count - from : LISTED_ROWS;
        at = list_rows(at, some, pairs);
        answer(q, pairs, some, open + from / 64, bits + from / 64);
    }
    return at;
}

static void answer_all_listed(const polys_query *q, const sepal_pair *pairs, size_t count, const uint64_t *open, uint64_t *bits) {
    (void)open;
    overlap_pairs(q, pairs, count, &(sepal_policy){0}, bits);
}

/* A chunk of rows of which most pairs are far from each other. Returns whether it was one; if not, nothing has happened. */
static bool overlap_sparse_rows(const polys_query *q, rows_state *state, size_t count, uint64_t *bits) {
    row_place begin = state->at;
    verdicts found;
    bool open = filter_circle_rows(q, &state->at, count, &found);
    if (open && 2 * sepal_bits_count(found.open, count) > count) {
        *state = (rows_state){begin, DENSE_CHUNKS};
        return false;
    }
    copy_bits(bits, found.yes, count);
    if (open)
        list_and_answer(overlap_near, q, begin, count, found.open, bits);
    return true;
}

static void overlap_rows_chunk(const void *question, size_t first, size_t count) {
    const overlap_rows *rows = question;
    const polys_query *q = &rows->q;
    rows_state *state = rows->state;
    uint64_t *bits = rows->bits + first / 64;
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
        if (open)
            list_and_answer(settle_chunk_of_quads, q, begin, count, found.open, bits);
        return;
    }
    state->at = list_and_answer(answer_all_listed, q, begin, count, bits, bits);
}

void kernel_overlap_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                         uint64_t *bits) {
    rows_state state = {{rows, 0}, 0};
    for_chunks(overlap_rows_chunk, &(overlap_rows){{a, b, rule->touching, rule->margin}, &state, bits}, count);
}
