/* polys_kernel_mtv_round.c — the smallest push of shapes with radii, or under a margin; and the entries of the question, which send
 * shapes without either to polys_kernel_mtv.c.
 *
 *   a few kinds of cores   by size (mtv_round.h) ─┬─ known
 *   any, sorted by kind                           ├─ cores that touch, but for rounding: exactly; then known, or open
 *                                                 ├─ signs: in double, or the reference
 *                                                 └─ open: the reference; without a reach, polys_kernel_mtv.c
 *   some core is large     one pair at a time: the push of the cores, and the reach */
#include "../../core/arithmetic.h"

#include "../../batch/rows.h"
#include "kinds.h"
#include "mtv_axes.h"
#include "mtv_round.h"
#include "mtv_segments.h"
#include "mtv_values.h"
#include "names.h"
#include "reach_exact.h"

/* The pairs of which nothing is known: those without a reach as polygons, the others one at a time. */
static SEPAL_NOINLINE void settle_round_open(const polys_query *q, pair_list open, mtv_values *out) {
    sepal_rule rule = rule_of(q);
    size_t without = 0;
    for (size_t k = 0; k < open.count; k++) {
        sepal_pair pair = open.pairs[k];
        uint16_t slot = open.slots[k];
        if (!has_reach(q, pair)) {
            open.pairs[without] = pair;
            open.slots[without++] = slot;
            continue;
        }
        sepal_poly_mtv found = sepal_polys_scalar_mtv_round(q->a, pair.a, q->b, pair.b, &rule);
        out->x[slot] = found.x;
        out->y[slot] = found.y;
        out->depth[slot] = found.depth;
    }
    mtv_values values;
    pair_list polygons = {open.pairs, open.slots, without};
    polys_kernel_mtv_cores(q, open.pairs, without,
                           &(sepal_mtvs){.normal_x = values.x, .normal_y = values.y, .depth = values.depth});
    take_values(&polygons, &values, out);
}

/* Puts the depths of pairs of two kinds of cores on the exact side of 0: in double, or by the reference where the exponents are too
 * wide for that. */
static SEPAL_NOINLINE void settle_round_signs(const polys_query *q, core_pair kinds, pair_list list, mtv_values *out) {
    sepal_rule rule = rule_of(q);
    exact_contacts contacts;
    if (list.count == 0)
        return;
    find_reach_contacts(q, list.pairs, list.count, core_sizes(kinds, false), &contacts);
    for (size_t k = 0; k < list.count; k++) {
        float *depth = &out->depth[list.slots[k]];
        sepal_contact contact = bit_at(contacts.meet.open, k)
                                    ? sepal_polys_scalar_contact_round(q->a, list.pairs[k].a, q->b, list.pairs[k].b, &rule)
                                    : contact_at(&contacts, k);
        *depth = sepal_signed_depth(*depth, contact);
    }
}

static inline double reach_of_pair(const polys_query *q, sepal_pair pair) {
    return ((double)sepal_poly_radius(q->a, pair.a) + (double)sepal_poly_radius(q->b, pair.b)) + (double)q->margin;
}

/* The push of a pair of cores that meet, and its reach. gap: of the cores along the best axis. corner: that edge does not face the
 * other core, and the depth of the cores has the sign of their contact. */
static inline float depth_with_reach(const polys_query *q, sepal_pair pair, float gap, bool corner, sepal_contact contact) {
    float depth = corner ? sepal_signed_depth(0 - gap, contact) : 0 - gap;
    return sepal_signed_depth(sepal_nearest_float(reach_of_pair(q, pair) + (double)depth), SEPAL_OVERLAP);
}

/* Of the pairs that are right only if their cores meet, settles those that do: with a reach, these overlap. Leaves the others
 * open. */
static SEPAL_NOINLINE void settle_touching(const polys_query *q, core_pair kinds, const touching_cores *touching, pair_list list,
                                           verdicts *found, mtv_values *out) {
    exact_contacts contacts;
    find_core_contacts(q, list.pairs, list.count, core_sizes(kinds, false), &contacts);
    for (size_t k = 0; k < list.count; k++) {
        sepal_pair pair = list.pairs[k];
        uint32_t slot = list.slots[k];
        bool flat = (q->a->heads[pair.a].flags & q->b->heads[pair.b].flags & SEPAL_FLAT) != 0;
        if (flat || !bit_at(contacts.meet.yes, k)) {
            clear_bit(found->yes, slot);
            set_bit(found->open, slot);
            continue;
        }
        out->depth[slot] =
            depth_with_reach(q, pair, touching->gaps[slot], bit_at(touching->corners, slot), contact_at(&contacts, k));
        set_bit(found->yes, slot);
    }
}

/* The same for cores of at most two vertices. Of those that are apart, the signs are left. */
static SEPAL_NOINLINE void settle_touching_segments(const polys_query *q, const touching_cores *touching, pair_list list,
                                                    verdicts *found, mtv_values *out) {
    mtv_values values;
    verdicts meet;
    mtv_of_segments(q, &list, &values, &meet);
    for (size_t k = 0; k < list.count; k++) {
        uint32_t slot = list.slots[k];
        clear_bit(found->yes, slot);
        if (bit_at(meet.open, k)) {
            set_bit(found->open, slot);
        } else if (bit_at(meet.yes, k) && bit_at(touching->faces, slot)) {
            out->depth[slot] = depth_with_reach(q, list.pairs[k], touching->gaps[slot], false, SEPAL_TOUCH);
            set_bit(found->yes, slot);
        } else {
            out->x[slot] = values.x[k];
            out->y[slot] = values.y[k];
            out->depth[slot] = values.depth[k];
            if (!bit_at(meet.yes, k))
                continue;
            out->depth[slot] = sepal_signed_depth(values.depth[k], SEPAL_OVERLAP);
            set_bit(found->yes, slot);
        }
    }
}

/* Pairs of which some core has more vertices than lanes take. The cores meet for certain, or are apart along a line that is certain:
 * then the push is that of the cores, and the reach. The others go to the reference. */
static SEPAL_NOINLINE void mtv_round_large(const polys_query *q, const sepal_pair *pairs, size_t count, mtv_values *out) {
    verdicts known;
    uint64_t open[SEPAL_BLOCK / 64];
    block_room room;
    sepal_rule rule = rule_of(q);
    polys_kernel_mtv_known(q, pairs, count, &known, out);
    for (size_t first = 0; first < count; first += 64)
        open[first / 64] = bits_below(count, first) & ~known.yes[first / 64];
    for (size_t k = 0; k < count; k++) {
        uint32_t i = pairs[k].a, j = pairs[k].b;
        if (!bit_at(known.yes, k))
            continue;
        float depth = sepal_nearest_float(reach_of_pair(q, pairs[k]) + (double)out->depth[k]);
        float error = (extent_of_one(&q->a->circles[i], &q->b->circles[j]) + q->margin) * ROUND_DEPTH_ERROR;
        if (!(fabsf(depth) > error))
            depth = sepal_signed_depth(depth, sepal_polys_scalar_contact_round(q->a, i, q->b, j, &rule));
        out->depth[k] = depth;
    }
    settle_round_open(q, list_block(pairs, count, open, &room), out);
}

/* What the kernel finds of a block, with code for the sizes in `made`. Its notes are its own until it ends, since the kernel is slower
 * with those of another function. */
SPECIALISED void find_mtvs(int made, const polys_query *q, core_pair kinds, const sepal_pair *pairs, size_t count,
                           guess_pause *pause, touching_cores *touching, verdicts *found, mtv_values *out) {
    verdicts now;
    touching_cores notes;
    guess_pause guesses = *pause;
    for (size_t first = 0; first < count; first += 64)
        notes.faces[first / 64] = notes.corners[first / 64] = 0;
    notes.any = false;
    ask_sized(made, mtv_round_kernel, &(mtv_round_query){q, out, &notes, &guesses}, pairs, count, core_sizes(kinds, false), &now);
    *pause = guesses;
    touching->any = notes.any;
    if (notes.any)
        *touching = notes;
    copy_bits(found->yes, now.yes, count);
    copy_bits(found->open, now.open, count);
}

/* Not inlined, since their vectors need not be on the stack in the stages after them; and three: see query.h, "Sizes". */
static SEPAL_NOINLINE void find_mtvs_of_few(const polys_query *q, core_pair kinds, const sepal_pair *pairs, size_t count,
                                            guess_pause *pause, touching_cores *touching, verdicts *found, mtv_values *out) {
    find_mtvs(SIZES_1_1 | SIZES_2_2 | SIZES_4_4, q, kinds, pairs, count, pause, touching, found, out);
}
static SEPAL_NOINLINE void find_mtvs_of_more(const polys_query *q, core_pair kinds, const sepal_pair *pairs, size_t count,
                                             guess_pause *pause, touching_cores *touching, verdicts *found, mtv_values *out) {
    find_mtvs(SIZES_1_4 | SIZES_4_1 | SIZES_8_8, q, kinds, pairs, count, pause, touching, found, out);
}
static SEPAL_NOINLINE void find_mtvs_of_any(const polys_query *q, core_pair kinds, const sepal_pair *pairs, size_t count,
                                            guess_pause *pause, touching_cores *touching, verdicts *found, mtv_values *out) {
    find_mtvs(SIZES_1_ANY | SIZES_ANY_1 | SIZES_ANY, q, kinds, pairs, count, pause, touching, found, out);
}

/* A block of pairs of two kinds of cores. */
static void mtv_of_cores(const polys_query *q, core_pair kinds, const sepal_pair *pairs, size_t count, guess_pause *pause,
                         mtv_values *out) {
    verdicts found;
    block_room room;
    if (has_large_core(kinds)) {
        mtv_round_large(q, pairs, count, out);
        return;
    }
    touching_cores touching;
    uint64_t signs[SEPAL_BLOCK / 64];
    bool point_and_4 = (kinds.a == CORE_1 && kinds.b == CORE_4) || (kinds.a == CORE_4 && kinds.b == CORE_1);
    if (kinds.a == kinds.b && kinds.a <= CORE_4)
        find_mtvs_of_few(q, kinds, pairs, count, pause, &touching, &found, out);
    else if (point_and_4 || (kinds.a == CORE_8 && kinds.b == CORE_8))
        find_mtvs_of_more(q, kinds, pairs, count, pause, &touching, &found, out);
    else
        find_mtvs_of_any(q, kinds, pairs, count, pause, &touching, &found, out);
    if (touching.any) {
        uint64_t either[SEPAL_BLOCK / 64];
        for (size_t first = 0; first < count; first += 64)
            either[first / 64] =
                (touching.faces[first / 64] | touching.corners[first / 64]) & bits_below(count, first) & ~found.open[first / 64];
        pair_list list = list_block(pairs, count, either, &room);
        if (list.count > 0 && kinds.a <= CORE_2 && kinds.b <= CORE_2)
            settle_touching_segments(q, &touching, list, &found, out);
        else if (list.count > 0)
            settle_touching(q, kinds, &touching, list, &found, out);
    }
    if (all_known(&found, count))
        return;
    signs_unknown(&found, count, signs);
    settle_round_signs(q, kinds, list_block(pairs, count, signs, &room), out);
    settle_round_open(q, list_block(pairs, count, found.open, &room), out);
}

/* The same, of a chunk whose first pair has the number `first`. */
static void mtv_block_of_cores(const polys_query *q, core_pair kinds, const pair_list *block, guess_pause *pause, size_t first,
                               const sepal_mtvs *out) {
    mtv_values values;
    mtv_of_cores(q, kinds, block->pairs, block->count, pause, &values);
    copy_list_wanted(q, block, out, first, &values);
}

/* The kinds of pairs (kinds.h): with a reach, those of the cores; without one, mtv_kind from NO_REACH on. */
enum { MTV_ROUND_KINDS = NO_REACH + MTV_KINDS };
_Static_assert((int)MTV_ROUND_KINDS <= (int)SEPAL_MOST_BINS, "bins.h has room for as many");

static inline unsigned mtv_round_kind(const void *question, sepal_pair pair) {
    unsigned kind = round_kind(question, pair);
    return kind == NO_REACH ? NO_REACH + mtv_kind(question, pair) : kind;
}

/* A chunk of any shapes, by the kinds of their cores. */
static SEPAL_NOINLINE void mtv_round_any(const polys_query *q, const sepal_pair *pairs, size_t count, size_t first,
                                         const sepal_mtvs *out) {
    uint64_t all[SEPAL_CHUNK / 64];
    slot_bins waiting;
    set_all(all, count);
    sort_slots(mtv_round_kind, MTV_ROUND_KINDS, q, pairs, count, all, &waiting);
    unsigned kind;
    FOR_KINDS(kind, &waiting) {
        guess_pause pause = {0, 0};
        for (size_t from = 0; from < kind_count(&waiting, kind); from += SEPAL_BLOCK) {
            sepal_pair room[SEPAL_BLOCK];
            pair_list block = block_of_kind(&waiting, kind, from, pairs, room);
            if (kind >= NO_REACH)
                polys_kernel_mtv_block(q, kind - NO_REACH, &block, &pause, first, out);
            else
                mtv_block_of_cores(q, cores_of(kind), &block, &pause, first, out);
        }
    }
}

/* A chunk of shapes of one kind in each set. */
static SEPAL_NOINLINE void mtv_round_alike(const polys_query *q, const sepal_pair *pairs, size_t count, size_t first,
                                           const sepal_mtvs *out) {
    core_pair kinds = {core_kind(q->a->largest), core_kind(q->b->largest)};
    guess_pause pause = {0, 0};
    for (size_t from = 0; from < count; from += SEPAL_BLOCK) {
        mtv_values values;
        mtv_of_cores(q, kinds, pairs + from, block_from(from, count), &pause, &values);
        copy_block_wanted(q, pairs + from, out, first + from, &values, block_from(from, count));
    }
}

/* Are all cores of about the same size? */
static inline bool of_one_size(const sepal_polys *set) {
    return set->largest <= 2 || set->boxes || (set->same && set->largest > 4 && set->largest <= SEPAL_LANE_VERTICES);
}

/* Is a chunk not worth a sort? Pairs without a reach, of which a few tell, are computed twice without it. */
enum { REACH_SAMPLE = 64 };
static inline bool of_one_kind(const polys_query *q, const sepal_pair *pairs, size_t count) {
    if (!of_one_size(q->a) || !of_one_size(q->b))
        return false;
    for (size_t k = 0; k < count && k < REACH_SAMPLE; k++)
        if (!has_reach(q, pairs[k]))
            return false;
    return true;
}

typedef struct mtv_round_list {
    const polys_query *q;
    const sepal_pair *pairs;
    const sepal_mtvs *out;
} mtv_round_list;

static void mtv_round_list_chunk(const void *question, size_t first, size_t count) {
    const mtv_round_list *list = question;
    const polys_query *q = list->q;
    if (of_one_kind(q, list->pairs + first, count))
        mtv_round_alike(q, list->pairs + first, count, first, list->out);
    else
        mtv_round_any(q, list->pairs + first, count, first, list->out);
}

static void mtv_round(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    for_chunks(mtv_round_list_chunk, &(mtv_round_list){q, pairs, out}, count);
}

/* --- Any shapes ------------------------------------------------------------------------------------ */

static void mtv_pairs(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    if (some_reach(q))
        mtv_round(q, pairs, count, out);
    else
        polys_kernel_mtv_cores(q, pairs, count, out);
}

void polys_kernel_mtv_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                            const sepal_rule *rule, const sepal_mtvs *out) {
    mtv_pairs(&(polys_query){a, b, rule->touching, rule->margin}, pairs, count, out);
}

/* Rows, and where the next chunk of their pairs begins. */
typedef struct mtv_rows {
    polys_query q;
    row_place *at;
    const sepal_mtvs *out;
} mtv_rows;

/* The pairs of rows that are listed at a time: they are on the stack beside the lists of a chunk. */
enum { MTV_ROWS = SEPAL_CHUNK / 8 };

static void mtv_rows_chunk(const void *question, size_t first, size_t count) {
    const mtv_rows *rows = question;
    for (size_t from = 0; from < count; from += MTV_ROWS) {
        sepal_pair pairs[MTV_ROWS];
        size_t some = count - from < MTV_ROWS ? count - from : MTV_ROWS;
        sepal_mtvs out = mtvs_from(rows->out, first + from);
        *rows->at = list_rows(*rows->at, some, pairs);
        mtv_pairs(&rows->q, pairs, some, &out);
    }
}

void polys_kernel_mtv_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                           const sepal_mtvs *out) {
    row_place at = {rows, 0};
    for_chunks(mtv_rows_chunk, &(mtv_rows){{a, b, rule->touching, rule->margin}, &at, out}, count);
}
