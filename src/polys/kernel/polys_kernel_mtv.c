/* polys_kernel_mtv.c — the smallest pushes of pairs of polygons: all edge normals in float, by size; then the exact signs, and the
 * pairs out of float's range.
 *
 *   sets of boxes with area   boxes ─────────────────┐
 *   sets of one block size    all axes ──────────────┼─ signs: in double, or the reference ── the rest: the reference
 *   any polygons              by size: all axes, ────┘
 *                             or one pair at a time */
#include "../../core/arithmetic.h"

#include "../../batch/rows.h"
#include "exact_quads.h"
#include "kinds.h"
#include "mtv_quick.h"
#include "mtv_window.h"
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

/* Pairs of one kind. */
static void settle_signs_of(const polys_query *q, unsigned kind, const pair_list *list, mtv_values *out) {
    exact_contacts contacts;
    if (kind < BLOCK_KINDS)
        find_contacts(q, list->pairs, list->count, block_sizes(kind), &contacts);
    for (size_t k = 0; k < list->count; k++) {
        sepal_pair pair = list->pairs[k];
        settle_sign(q, pair, kind < BLOCK_KINDS ? contact_at(&contacts, k) : sepal_polys_scalar_contact(q->a, pair.a, q->b, pair.b),
                    list->slots[k], out);
    }
}

/* Pairs of polygons of up to four vertices. Leaves the bits of those that double cannot take. */
static void settle_quad_signs(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits, mtv_values *out) {
    exact_contacts contacts;
    pair_room room;
    pair_list list = list_pairs(pairs, count, bits, &room);
    if (list.count == 0)
        return;
    find_quad_contacts(q, list.pairs, list.count, &contacts);
    for (size_t k = 0; k < list.count; k++) {
        if (bit_at(contacts.meet.open, k))
            continue;
        clear_bit(bits, list.slots[k]);
        settle_sign(q, list.pairs[k], contact_at(&contacts, k), list.slots[k], out);
    }
}

static void settle_signs(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits, mtv_values *out) {
    bins waiting;
    uint64_t any = 0;
    if (are_quads(q->a, q->b))
        settle_quad_signs(q, pairs, count, bits, out);
    for (size_t first = 0; first < count; first += 64)
        any |= bits[first / 64];
    if (any == 0)
        return;
    sort_pairs(exact_kind, EXACT_KINDS, q, pairs, NULL, count, bits, &waiting);
    for (unsigned kind = 0; kind < EXACT_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        if (list.count > 0)
            settle_signs_of(q, kind, &list, out);
    }
}

/* Computes the pairs that the kernels leave open. */
static void settle_open(const polys_query *q, const sepal_pair *pairs, size_t count, const uint64_t *open, mtv_values *out) {
    size_t k;
    FOR_BITS(k, open, count)
        answer_by_reference(q, pairs[k], k, out);
}

static void settle_mtv(const polys_query *q, const sepal_pair *pairs, size_t count, const verdicts *found, mtv_values *out) {
    uint64_t signs[SEPAL_CHUNK / 64];
    signs_unknown(found, count, signs);
    settle_signs(q, pairs, count, signs, out);
    settle_open(q, pairs, count, found->open, out);
}

/* Kinds of pairs: kind MTV_BLOCKS * i + j has at most 4 * (i + 1) and 4 * (j + 1) vertices; or both have more than lanes take, but
 * not too many for a narrow or a wide window; or else one has more than lanes take. */
enum { MTV_BLOCKS = SEPAL_LANE_VERTICES / 4, MTV_NARROWS = MTV_BLOCKS * MTV_BLOCKS, MTV_WIDES, MTV_LARGE, MTV_KINDS };

static inline unsigned mtv_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    uint32_t size_a = q->a->heads[pair.a].size, size_b = q->b->heads[pair.b].size;
    if (size_a > SEPAL_LANE_VERTICES || size_b > SEPAL_LANE_VERTICES) {
        uint32_t less = size_a < size_b ? size_a : size_b, more = size_a < size_b ? size_b : size_a;
        if (less > SEPAL_COARSE && more <= MTV_NARROW_MOST)
            return MTV_NARROWS;
        return less >= MTV_WIDE && more <= MTV_WIDE_MOST ? MTV_WIDES : MTV_LARGE;
    }
    return MTV_BLOCKS * ((size_a - 1) / 4) + (size_b - 1) / 4;
}

/* Copies the pushes of a list, and their bits, to the chunk, whose bits say so far that all pushes are final. */
static void take_pushes(const pair_list *list, const verdicts *found, const mtv_values *from, verdicts *known, mtv_values *to) {
    take_values(list, from, to);
    if (all_known(found, list->count))
        return;
    for (size_t k = 0; k < list->count; k++)
        if (!bit_at(found->yes, k))
            clear_bit(known->yes, list->slots[k]);
    take_bits(list, found->open, known->open);
}

/* A chunk of any polygons, by size. */
static void mtv_any(const polys_query *q, const sepal_pair *pairs, size_t count, verdicts *known, mtv_values *out) {
    bins waiting;
    set_all(known->yes, count);
    sort_pairs(mtv_kind, MTV_KINDS, q, pairs, NULL, count, known->yes, &waiting);
    for (size_t first = 0; first < count; first += 64)
        known->open[first / 64] = 0;
    for (unsigned kind = 0; kind < MTV_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        sizes n = {4 * (kind / MTV_BLOCKS + 1), 4 * (kind % MTV_BLOCKS + 1), false};
        verdicts found;
        mtv_values values;
        if (list.count == 0)
            continue;
        if (kind == MTV_NARROWS)
            mtv_narrow(q, list.pairs, list.count, &found, &values);
        else if (kind == MTV_WIDES)
            mtv_wide(q, list.pairs, list.count, &found, &values);
        else if (kind == MTV_LARGE)
            mtv_large(q, list.pairs, list.count, &found, &values);
        else
            mtv_quick(q, list.pairs, list.count, n, &found, &values);
        take_pushes(&list, &found, &values, known, out);
    }
}

/* A chunk of polygons, whose radii do not count. */
static void mtv_chunk(const polys_query *q, const sepal_pair *pairs, size_t count, mtv_values *out) {
    const sepal_polys *a = q->a, *b = q->b;
    uint32_t largest = a->largest > b->largest ? a->largest : b->largest, padded = sepal_padded(largest);
    uint32_t size = largest <= 3 ? 3 : largest <= 4 ? 4 : padded;
    verdicts found;
    if (a->boxes && a->plain && b->boxes && b->plain)
        mtv_boxes(q, pairs, count, &found, out);
    else if (a->same && b->same && sepal_padded(a->largest) == sepal_padded(b->largest) && largest <= SEPAL_LANE_VERTICES)
        mtv_quick(q, pairs, count, (sizes){size, size, true}, &found, out);
    else
        mtv_any(q, pairs, count, &found, out);
    if (!a->plain && !b->plain)
        leave_flat_open(q, pairs, count, &found);
    if (!all_known(&found, count))
        settle_mtv(q, pairs, count, &found, out);
}

void kernel_mtv_known(const polys_query *q, const sepal_pair *pairs, size_t count, verdicts *known, mtv_values *out) {
    mtv_any(q, pairs, count, known, out);
    leave_flat_open(q, pairs, count, known);
}

/* A list of pairs, and where its answers go. */
typedef struct mtv_list {
    const polys_query *q;
    const sepal_pair *pairs;
    const sepal_mtvs *out;
} mtv_list;

static void mtv_list_chunk(const void *question, size_t first, size_t count) {
    const mtv_list *list = question;
    mtv_values values;
    mtv_chunk(list->q, list->pairs + first, count, &values);
    sepal_mtvs out = mtvs_from(list->out, first);
    copy_wanted(&values, count, &out);
    if (sepal_mtvs_want_points(&out))
        kernel_mtv_points(list->q, list->pairs + first, count, &values, &out);
}

void kernel_mtv_cores(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    for_chunks(mtv_list_chunk, &(mtv_list){q, pairs, out}, count);
}

static void mtv_pairs(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    if (some_reach(q))
        kernel_mtv_round(q, pairs, count, out);
    else
        kernel_mtv_cores(q, pairs, count, out);
}

void kernel_mtv_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                      const sepal_mtvs *out) {
    mtv_pairs(&(polys_query){a, b, rule->touching, rule->margin}, pairs, count, out);
}

/* Rows, and where the next chunk of their pairs begins. */
typedef struct mtv_rows {
    polys_query q;
    row_place *at;
    const sepal_mtvs *out;
} mtv_rows;

static void mtv_rows_chunk(const void *question, size_t first, size_t count) {
    const mtv_rows *rows = question;
    sepal_pair pairs[SEPAL_CHUNK];
    sepal_mtvs out = mtvs_from(rows->out, first);
    *rows->at = list_rows(*rows->at, count, pairs);
    mtv_pairs(&rows->q, pairs, count, &out);
}

void kernel_mtv_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                     const sepal_mtvs *out) {
    row_place at = {rows, 0};
    for_chunks(mtv_rows_chunk, &(mtv_rows){{a, b, rule->touching, rule->margin}, &at, out}, count);
}
