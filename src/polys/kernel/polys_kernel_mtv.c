/* polys_kernel_mtv.c — the smallest pushes of pairs of polygons: all edge normals in float, by size; then the exact signs, and the
 * pairs out of float's range.
 *
 *   sets of boxes with area   boxes ─────────────────┐
 *   sets of one block size    all axes ──────────────┼─ signs: in double, or the reference ── the rest: the reference
 *   any polygons              by size: all axes, ────┘
 *                             or one pair at a time */
#include "../../core/arithmetic.h"

#include "exact.h"
#include "kinds.h"
#include "mtv_large.h"
#include "mtv_quick.h"
#include "mtv_values.h"
#include "names.h"

/* Two polygons without area have axes that the kernels do not try. (No other pair of polygons is without an edge.) */
static inline void leave_flat_open(const polys_query *q, const sepal_pair *pairs, size_t count, verdicts *found) {
    for (size_t k = 0; k < count; k++)
        if (q->a->heads[pairs[k].a].flags & q->b->heads[pairs[k].b].flags & SEPAL_FLAT) {
            clear_bit(found->yes, k);
            set_bit(found->open, k);
        }
}

static void answer_by_reference(const polys_query *q, sepal_pair pair, size_t slot, mtv_values *out) {
    sepal_poly_mtv found = sepal_polys_scalar_mtv_round(q->a, pair.a, q->b, pair.b, &(sepal_rule){q->touching, 0});
    out->x[slot] = found.x;
    out->y[slot] = found.y;
    out->depth[slot] = found.depth;
}

/* Gives the depth of a pair its exact sign, if the cores meet; otherwise they are nearer to each other than float can tell, and are
 * left to the reference. */
static void settle_sign(const polys_query *q, sepal_pair pair, sepal_contact contact, size_t slot, mtv_values *out) {
    if (contact == SEPAL_APART)
        answer_by_reference(q, pair, slot, out);
    else
        out->depth[slot] = sepal_signed_depth(out->depth[slot], contact);
}

/* The signs of a list that double can tell. */
static void take_signs(const polys_query *q, const pair_list *list, const exact_contacts *contacts, mtv_values *out) {
    for (size_t k = 0; k < list->count; k++)
        if (!bit_at(contacts->meet.open, k))
            settle_sign(q, list->pairs[k], contact_at(contacts, k), list->slots[k], out);
}

/* Pairs of a block, all of one kind of polygons. */
static void settle_signs(const polys_query *q, pair_list list, mtv_values *out) {
    exact_contacts contacts;
    if (are_quads(q->a, q->b)) {
        find_quad_contacts(q, list.pairs, list.count, &contacts);
        take_signs(q, &list, &contacts, out);
        keep_pairs(&list, contacts.meet.open);
    }
    if (list.count == 0)
        return;
    unsigned kind = filter_kind(q, list.pairs[0]);
    size_t fit = kind == LARGE_COARSE || kind == LARGE_FINE ? 0 : kind_first(exact_kind, kind == BOXES ? 0 : kind, q, &list);
    if (fit > 0) {
        pair_list exact = part_of_list(&list, 0, fit);
        find_contacts(q, exact.pairs, fit, block_sizes(kind == BOXES ? 0 : kind), &contacts);
        take_signs(q, &exact, &contacts, out);
    }
    for (size_t k = fit; k < list.count; k++) {
        sepal_pair pair = list.pairs[k];
        settle_sign(q, pair, sepal_polys_scalar_contact(q->a, pair.a, q->b, pair.b), list.slots[k], out);
    }
}

/* Completes a block of pairs of one kind. */
static SEPAL_NOINLINE void settle_mtv(const polys_query *q, const sepal_pair *pairs, size_t count, const verdicts *found,
                                      mtv_values *out) {
    uint64_t signs[SEPAL_BLOCK / 64];
    block_room room;
    size_t k;
    signs_unknown(found, count, signs);
    pair_list list = list_block(pairs, count, signs, &room);
    if (list.count > 0)
        settle_signs(q, list, out);
    FOR_BITS(k, found->open, count)
        answer_by_reference(q, pairs[k], k, out);
}

/* Every polygon has more than 16 vertices, and at most MTV_NARROW_MOST. */
static SEPAL_NOINLINE bool mtv_narrow(const polys_query *q, const sepal_pair *pairs, size_t count, verdicts *found,
                                      mtv_values *out) {
    return ask_groups(mtv_window_kernel, NULL, &(mtv_query){q, out}, pairs, count, (sizes){MTV_NARROW, MTV_NARROW, false}, found);
}

/* Every polygon has at least MTV_WIDE vertices, and at most MTV_WIDE_MOST. */
static SEPAL_NOINLINE bool mtv_wide(const polys_query *q, const sepal_pair *pairs, size_t count, verdicts *found, mtv_values *out) {
    return ask_groups(mtv_window_kernel, NULL, &(mtv_query){q, out}, pairs, count, (sizes){MTV_WIDE, MTV_WIDE, false}, found);
}

/* A block of pairs of one kind. */
static void mtv_of_kind(const polys_query *q, unsigned kind, const sepal_pair *pairs, size_t count, guess_pause *pause,
                        verdicts *found, mtv_values *out) {
    sizes n = {4 * (kind / MTV_BLOCKS + 1), 4 * (kind % MTV_BLOCKS + 1), false};
    if (kind == MTV_NARROWS)
        mtv_narrow(q, pairs, count, found, out);
    else if (kind == MTV_WIDES)
        mtv_wide(q, pairs, count, found, out);
    else if (kind == MTV_LARGE)
        mtv_large(q, pairs, count, found, out);
    else
        mtv_quick(q, pairs, count, n, pause, found, out);
    if (!q->a->plain && !q->b->plain)
        leave_flat_open(q, pairs, count, found);
}

void polys_kernel_mtv_block(const polys_query *q, unsigned kind, const pair_list *block, guess_pause *pause, size_t first,
                            const sepal_mtvs *out) {
    verdicts found;
    mtv_values values;
    mtv_of_kind(q, kind, block->pairs, block->count, pause, &found, &values);
    if (!all_known(&found, block->count))
        settle_mtv(q, block->pairs, block->count, &found, &values);
    copy_list_wanted(q, block, out, first, &values);
}

/* A chunk of any polygons, by size. */
static SEPAL_NOINLINE void mtv_any(const polys_query *q, const sepal_pair *pairs, size_t count, size_t first,
                                   const sepal_mtvs *out) {
    uint64_t all[SEPAL_CHUNK / 64];
    slot_bins waiting;
    set_all(all, count);
    sort_slots(mtv_kind, MTV_KINDS, q, pairs, count, all, &waiting);
    unsigned kind;
    FOR_KINDS(kind, &waiting) {
        guess_pause pause = {0, 0};
        for (size_t from = 0; from < kind_count(&waiting, kind); from += SEPAL_BLOCK) {
            sepal_pair room[SEPAL_BLOCK];
            pair_list block = block_of_kind(&waiting, kind, from, pairs, room);
            polys_kernel_mtv_block(q, kind, &block, &pause, first, out);
        }
    }
}

/* A chunk of polygons of sets whose blocks of vertices are all of one size. */
static SEPAL_NOINLINE void mtv_alike(const polys_query *q, const sepal_pair *pairs, size_t count, size_t first,
                                     const sepal_mtvs *out) {
    const sepal_polys *a = q->a, *b = q->b;
    uint32_t largest = a->largest > b->largest ? a->largest : b->largest;
    uint32_t size = largest <= 3 ? 3 : largest <= 4 ? 4 : sepal_padded(largest);
    guess_pause pause = {0, 0};
    for (size_t from = 0; from < count; from += SEPAL_BLOCK) {
        const sepal_pair *block = pairs + from;
        size_t some = block_from(from, count);
        verdicts found;
        mtv_values values;
        if (a->boxes && a->plain && b->boxes && b->plain)
            mtv_boxes(q, block, some, &pause, &found, &values);
        else
            mtv_quick(q, block, some, (sizes){size, size, true}, &pause, &found, &values);
        if (!a->plain && !b->plain)
            leave_flat_open(q, block, some, &found);
        if (!all_known(&found, some))
            settle_mtv(q, block, some, &found, &values);
        copy_block_wanted(q, block, out, first + from, &values, some);
    }
}

/* Takes the values of some pairs of a block, and what is known of them. */
static void take_known(const polys_query *q, unsigned kind, const pair_list *list, verdicts *known, mtv_values *out) {
    guess_pause pause = {0, 0};
    verdicts found;
    mtv_values values;
    if (list->count == 0)
        return;
    mtv_of_kind(q, kind, list->pairs, list->count, &pause, &found, &values);
    take_values(list, &values, out);
    take_bits(list, found.yes, known->yes);
}

void polys_kernel_mtv_known(const polys_query *q, const sepal_pair *pairs, size_t count, verdicts *known, mtv_values *out) {
    block_room room;
    for (size_t at = 0; at < count; at += 64)
        known->open[at / 64] = bits_below(count, at);
    pair_list rest = list_block(pairs, count, known->open, &room);
    for (size_t at = 0; at < count; at += 64)
        known->yes[at / 64] = 0;
    for (unsigned kind = MTV_NARROWS; kind < MTV_KINDS; kind++) {
        size_t some = kind_first(mtv_kind, kind, q, &rest);
        pair_list list = part_of_list(&rest, 0, some);
        take_known(q, kind, &list, known, out);
        rest = part_of_list(&rest, some, rest.count - some);
    }
}

/* A list of pairs, and where its answers go. */
typedef struct mtv_list {
    const polys_query *q;
    const sepal_pair *pairs;
    const sepal_mtvs *out;
} mtv_list;

static void mtv_list_chunk(const void *question, size_t first, size_t count) {
    const mtv_list *list = question;
    const sepal_polys *a = list->q->a, *b = list->q->b;
    bool alike = a->same && b->same && sepal_padded(a->largest) == sepal_padded(b->largest) && a->largest <= SEPAL_LANE_VERTICES;
    if (alike || (a->boxes && a->plain && b->boxes && b->plain))
        mtv_alike(list->q, list->pairs + first, count, first, list->out);
    else
        mtv_any(list->q, list->pairs + first, count, first, list->out);
}

void polys_kernel_mtv_cores(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    for_chunks(mtv_list_chunk, &(mtv_list){q, pairs, out}, count);
}
