/* polys_kernel_sweep.c — do moving shapes meet, when, and how? Whether they meet is decided first, for all pairs of a chunk:
 *
 *   sets of boxes          boxes ────────────────────────────────────┐
 *   up to four vertices    all axes ─────────────────────────────────┼─ contact at the beginning ── cast ── reference
 *   any shapes             circles ─┬─ up to 16 vertices: all axes ──┤
 *                                   └─ more: portals ────────────────┘
 *
 * If times or normals are wanted, the pairs that meet are divided into those that do so at the beginning, whose normals are those of
 * the smallest push, and the others: their axes in double. What all this leaves open is cast, one pair at a time, as are all shapes
 * with a reach that their circles do not decide, and the times of large ones; the reference answers what a cast leaves open. */
#include "../../core/arithmetic.h"

#include "cores.h"
#include "kinds.h"
#include "names.h"
#include "sweep_cast.h"
#include "sweep_filters.h"
#include "sweep_portal.h"
#include "sweep_times.h"
#include <string.h>

/* What is known of a chunk besides the bits. more: are times or normals wanted? known: the pairs whose hits are found. */
typedef struct sweep_found {
    bool more;
    uint64_t known[SEPAL_CHUNK / 64];
    sweep_values values;
} sweep_found;

static void put_hit(sweep_values *out, size_t slot, sepal_poly_hit found) {
    out->time[slot] = found.time;
    out->x[slot] = found.x;
    out->y[slot] = found.y;
}

/* --- Do they meet? ------------------------------------------------------------------------------- */

/* Answers a pair that is apart at the beginning; its hit is noted if it is found in passing. */
static bool settle_pair(const sweep_query *s, sepal_pair pair, size_t slot, sweep_found *out) {
    sepal_poly_hit hit;
    cast_verdict found = cast_pair(s, pair, out->more, &hit);
    if (found == CAST_OPEN) {
        sepal_mover a = mover_a(s, pair), b = mover_b(s, pair);
        sepal_rule rule = rule_of(&s->q);
        return sepal_polys_scalar_sweep(&a, &b, 1, &rule);
    }
    if (found == CAST_MEET && out->more) {
        set_bit(out->known, slot);
        put_hit(&out->values, slot, hit);
    }
    return found == CAST_MEET;
}

/* Answers the open ones of some pairs, whose bits are 0 so far. Many of them are in exact contact at the beginning, which the kernels
 * of overlap tell. slots: those of the pairs in the chunk; if NULL, pair k has slot k. */
static void settle_sweep(const sweep_query *s, const sepal_pair *pairs, const uint32_t *slots, size_t count, const uint64_t *open,
                         uint64_t *bits, sweep_found *out) {
    pair_room room;
    pair_list list = list_pairs(pairs, count, open, &room);
    verdicts found;
    sepal_rule rule = rule_of(&s->q);
    if (list.count == 0)
        return;
    kernel_overlap_pairs(s->q.a, s->q.b, list.pairs, list.count, &rule, found.yes);
    for (size_t first = 0; first < list.count; first += 64)
        found.open[first / 64] = bits_below(list.count, first) & ~found.yes[first / 64];
    take_answers(&list, &found, bits);
    for (size_t k = 0; k < list.count; k++)
        if (settle_pair(s, list.pairs[k], slots == NULL ? list.slots[k] : slots[list.slots[k]], out))
            set_bit(bits, list.slots[k]);
}

/* Where touching is apart, two polygons without area only meet if they cross (polys_scalar_sweep.c). */
static void leave_flat_pairs_open(const polys_query *q, const sepal_pair *pairs, size_t count, verdicts *found) {
    size_t k;
    if (q->touching == SEPAL_TOUCHING_OVERLAPS || q->a->plain || q->b->plain)
        return;
    FOR_BITS(k, found->yes, count)
        if (q->a->heads[pairs[k].a].flags & q->b->heads[pairs[k].b].flags & SEPAL_FLAT) {
            clear_bit(found->yes, k);
            set_bit(found->open, k);
        }
}

/* Answers pairs about which the filters without a reach have been asked. */
static void settle_filtered(const sweep_query *s, const sepal_pair *pairs, const uint32_t *slots, size_t count, verdicts *found,
                            uint64_t *bits, sweep_found *out) {
    leave_flat_pairs_open(&s->q, pairs, count, found);
    copy_bits(bits, found->yes, count);
    settle_sweep(s, pairs, slots, count, found->open, bits, out);
}

/* The kinds of pairs after the circles. Without a reach: of up to 16 vertices, by block sizes; and larger ones. And those with a
 * reach. */
enum { SWEEP_LARGE = BLOCK_KINDS, SWEEP_ROUND, SWEEP_KINDS };

static inline unsigned sweep_kind(const void *question, sepal_pair pair) {
    const sweep_query *s = question;
    unsigned kind = filter_kind(&s->q, pair);
    if (some_reach(&s->q) && has_reach(&s->q, pair))
        return SWEEP_ROUND;
    return kind == BOXES ? 0 : kind < BLOCK_KINDS ? kind : SWEEP_LARGE;
}

/* A chunk of any shapes. */
static void sweep_any(const sweep_query *s, const sepal_pair *pairs, size_t count, uint64_t *bits, sweep_found *out) {
    verdicts found;
    relative_moves moves;
    find_moves(s, pairs, count, &moves);
    bool open = filter_sweep_circles(&(moving_query){s, &moves}, pairs, count, &found);
    copy_bits(bits, found.yes, count);
    if (!open)
        return;
    bins waiting;
    sort_pairs(sweep_kind, SWEEP_KINDS, s, pairs, NULL, count, found.open, &waiting);
    for (unsigned kind = 0; kind < SWEEP_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        uint64_t yes[SEPAL_CHUNK / 64];
        if (list.count == 0)
            continue;
        find_moves(s, list.pairs, list.count, &moves);
        set_all(found.open, list.count);
        for (size_t first = 0; first < list.count; first += 64)
            found.yes[first / 64] = 0;
        if (kind == SWEEP_LARGE)
            filter_sweep_portal(&(moving_query){s, &moves}, list.pairs, list.count, &found);
        else if (kind < BLOCK_KINDS)
            filter_sweep_axes(&(moving_query){s, &moves}, list.pairs, list.count, block_sizes(kind), &found);
        settle_filtered(s, list.pairs, list.slots, list.count, &found, yes, out);
        take_bits(&list, yes, bits);
    }
}

static void sweep_bits(const sweep_query *s, const sepal_pair *pairs, size_t count, uint64_t *bits, sweep_found *out) {
    const polys_query *q = &s->q;
    uint32_t largest = q->a->largest > q->b->largest ? q->a->largest : q->b->largest, size = largest <= 3 ? 3 : 4;
    if (largest > 4 || some_reach(q)) {
        sweep_any(s, pairs, count, bits, out);
        return;
    }
    verdicts found;
    relative_moves moves;
    find_moves(s, pairs, count, &moves);
    if (q->a->boxes && q->b->boxes)
        filter_sweep_boxes(&(moving_query){s, &moves}, pairs, count, &found);
    else
        filter_sweep_axes(&(moving_query){s, &moves}, pairs, count, (sizes){size, size, true}, &found);
    settle_filtered(s, pairs, NULL, count, &found, bits, out);
}

/* --- When and how? ------------------------------------------------------------------------------- */

/* Pairs that touch or overlap at the beginning. */
static void begin_in_contact(const sweep_query *s, const pair_list *list, bool normals, sweep_values *out) {
    float x[SEPAL_CHUNK], y[SEPAL_CHUNK];
    sepal_rule rule = rule_of(&s->q);
    if (normals && list->count > 0)
        kernel_mtv_pairs(s->q.a, s->q.b, list->pairs, list->count, &rule, &(sepal_mtvs){.normal_x = x, .normal_y = y});
    for (size_t k = 0; k < list->count; k++)
        put_hit(out, list->slots[k], (sepal_poly_hit){true, 0, normals ? x[k] : 0, normals ? y[k] : 0});
}

/* The kinds of pairs that meet later: as above; but what the kernel in double cannot take counts as large. */
static inline unsigned times_kind(const void *question, sepal_pair pair) {
    const sweep_query *s = question;
    unsigned kind = sweep_kind(question, pair);
    return kind < BLOCK_KINDS && !exact_takes(&s->q.a->heads[pair.a], &s->q.b->heads[pair.b]) ? SWEEP_LARGE : kind;
}

/* One pair that meets later. */
static sepal_poly_hit meet_one(const sweep_query *s, sepal_pair pair) {
    sepal_poly_hit hit;
    if (cast_pair(s, pair, true, &hit) == CAST_MEET)
        return hit;
    sepal_mover a = mover_a(s, pair), b = mover_b(s, pair);
    sepal_rule rule = rule_of(&s->q);
    return has_reach(&s->q, pair) ? sepal_polys_scalar_hit_round(&a, &b, &rule) : sepal_polys_scalar_hit_cores(&a, &b);
}

/* Pairs that meet later, of one kind. */
static void meet_later(const sweep_query *s, unsigned kind, const pair_list *list, sweep_values *out) {
    sweep_values values;
    verdicts found;
    set_all(found.open, list->count);
    if (kind < BLOCK_KINDS)
        sweep_times(s, list->pairs, list->count, block_sizes(kind), &found, &values);
    for (size_t k = 0; k < list->count; k++) {
        bool open = kind >= BLOCK_KINDS || bit_at(found.open, k) != 0;
        put_hit(out, list->slots[k],
                open ? meet_one(s, list->pairs[k]) : (sepal_poly_hit){true, values.time[k], values.x[k], values.y[k]});
    }
}

/* The hits that are not known yet. */
static void sweep_hits(const sweep_query *s, const sepal_pair *pairs, size_t count, const uint64_t *bits, bool normals,
                       sweep_found *found) {
    sweep_values *out = &found->values;
    uint64_t unknown[SEPAL_CHUNK / 64];
    size_t k;
    for (size_t first = 0; first < count; first += 64)
        unknown[first / 64] = bits_below(count, first) & ~bits[first / 64];
    FOR_BITS(k, unknown, count)
        put_hit(out, k, sepal_poly_no_hit());
    for (size_t first = 0; first < count; first += 64)
        unknown[first / 64] = bits[first / 64] & ~found->known[first / 64];
    pair_room room;
    pair_list meet = list_pairs(pairs, count, unknown, &room), begin = meet;
    if (meet.count == 0)
        return;
    uint64_t at_first[SEPAL_CHUNK / 64], later[SEPAL_CHUNK / 64];
    sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, s->q.margin};
    kernel_overlap_pairs(s->q.a, s->q.b, meet.pairs, meet.count, &closed, at_first);
    for (size_t first = 0; first < meet.count; first += 64)
        later[first / 64] = bits_below(meet.count, first) & ~at_first[first / 64];
    bins waiting;
    sort_pairs(times_kind, SWEEP_KINDS, s, meet.pairs, meet.slots, meet.count, later, &waiting);
    begin.count = 0;
    FOR_BITS(k, at_first, meet.count) {
        begin.pairs[begin.count] = meet.pairs[k];
        begin.slots[begin.count++] = meet.slots[k];
    }
    begin_in_contact(s, &begin, normals, out);
    for (unsigned kind = 0; kind < SWEEP_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        if (list.count > 0)
            meet_later(s, kind, &list, out);
    }
}

/* --- A list -------------------------------------------------------------------------------------- */

typedef struct sweep_list {
    const sweep_query *s;
    const sepal_pair *pairs;
    const sepal_hits *out;
} sweep_list;

static void copy_floats(float *to, size_t first, const float *from, size_t count) {
    if (to != NULL)
        memcpy(to + first, from, count * sizeof *from);
}

static void sweep_list_chunk(const void *question, size_t first, size_t count) {
    const sweep_list *list = question;
    const sepal_hits *out = list->out;
    uint64_t bits[SEPAL_CHUNK / 64];
    sweep_found found;
    found.more = sepal_hits_want_more(out);
    memset(found.known, 0, sizeof found.known);
    sweep_bits(list->s, list->pairs + first, count, bits, &found);
    if (out->bits != NULL)
        copy_bits(out->bits + first / 64, bits, count);
    if (!found.more)
        return;
    sweep_hits(list->s, list->pairs + first, count, bits, out->normal_x != NULL || out->normal_y != NULL, &found);
    copy_floats(out->time, first, found.values.time, count);
    copy_floats(out->normal_x, first, found.values.x, count);
    copy_floats(out->normal_y, first, found.values.y, count);
}

void kernel_sweep_pairs(const sepal_polys *a, const sepal_moves *moves_a, const sepal_polys *b, const sepal_moves *moves_b,
                        const sepal_pair *pairs, size_t count, const sepal_rule *rule, const sepal_hits *out) {
    sweep_query s = {{a, b, rule->touching, rule->margin}, moves_a, moves_b};
    for_chunks(sweep_list_chunk, &(sweep_list){&s, pairs, out}, count);
}
