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
#include "exact.h"
#include "mtv_axes.h"
#include "mtv_round.h"
#include "names.h"
#include "query.h"

/* The open pairs of a block: those without a reach as polygons, the others one at a time. */
static SEPAL_NOINLINE void settle_round_open(mtv_work *todo) {
    const polys_query *q = todo->q;
    sepal_rule rule = rule_of(q);
    block_room room;
    mtv_values values;
    pair_list open = list_block(todo->pairs, todo->count, todo->found.open, &room), polygons = {room.pairs, room.slots, 0};
    for (size_t k = 0; k < open.count; k++) {
        sepal_pair pair = open.pairs[k];
        uint16_t slot = open.slots[k];
        if (!has_reach(q, pair)) {
            polygons.pairs[polygons.count] = pair;
            polygons.slots[polygons.count++] = slot;
            continue;
        }
        sepal_poly_mtv found = sepal_polys_scalar_mtv_round(q->a, pair.a, q->b, pair.b, &rule);
        todo->values.x[slot] = found.x;
        todo->values.y[slot] = found.y;
        todo->values.depth[slot] = found.depth;
    }
    begin_values(&values);
    polys_kernel_mtv_cores(q, polygons.pairs, polygons.count,
                           &(sepal_mtvs){.normal_x = values.x, .normal_y = values.y, .depth = values.depth});
    take_values(&polygons, &values, &todo->values);
}

/* Puts the depths of the unsure pairs, of two kinds of cores, on the exact side of 0: in double, or by the reference where the exponents
 * are too wide for that. */
static SEPAL_NOINLINE void settle_round_signs(mtv_work *todo, core_pair kinds) {
    const polys_query *q = todo->q;
    sepal_rule rule = rule_of(q);
    block_room room;
    exact_contacts contacts;
    pair_list list = list_unsure(todo, &room);
    if (list.count == 0)
        return;
    find_reach_contacts(q, list.pairs, list.count, core_sizes(kinds, false), &contacts);
    for (size_t k = 0; k < list.count; k++) {
        float *depth = &todo->values.depth[list.slots[k]];
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

static inline void leave_open(mtv_work *todo, size_t slot) {
    set_bit(todo->found.open, slot);
    todo->any = true;
}

/* Of the pairs that are right only if their cores meet, settles those that do: with a reach, these overlap. Leaves the others
 * open. */
static SEPAL_NOINLINE void settle_touching(mtv_work *todo, core_pair kinds, const touching_cores *touching, pair_list list) {
    const polys_query *q = todo->q;
    exact_contacts contacts;
    find_core_contacts(q, list.pairs, list.count, core_sizes(kinds, false), &contacts);
    for (size_t k = 0; k < list.count; k++) {
        sepal_pair pair = list.pairs[k];
        uint32_t slot = list.slots[k];
        bool flat = (q->a->heads[pair.a].flags & q->b->heads[pair.b].flags & SEPAL_FLAT) != 0;
        clear_bit(todo->values.unsure, slot);
        if (flat || !bit_at(contacts.meet.yes, k))
            leave_open(todo, slot);
        else
            todo->values.depth[slot] =
                depth_with_reach(q, pair, touching->gaps[slot], bit_at(touching->corners, slot), contact_at(&contacts, k));
    }
}

/* Settles pairs of cores of at most two vertices that may touch. Those that are apart are unsure. */
static SEPAL_NOINLINE void settle_touching_segments(mtv_work *todo, const touching_cores *touching, pair_list list) {
    const polys_query *q = todo->q;
    mtv_values *out = &todo->values, values;
    verdicts meet;
    mtv_of_segments(q, &list, &values, &meet);
    for (size_t k = 0; k < list.count; k++) {
        uint32_t slot = list.slots[k];
        clear_bit(out->unsure, slot);
        if (bit_at(meet.open, k)) {
            leave_open(todo, slot);
        } else if (bit_at(meet.yes, k) && bit_at(touching->faces, slot)) {
            out->depth[slot] = depth_with_reach(q, list.pairs[k], touching->gaps[slot], false, SEPAL_TOUCH);
        } else {
            out->x[slot] = values.x[k];
            out->y[slot] = values.y[k];
            out->depth[slot] = bit_at(meet.yes, k) ? sepal_signed_depth(values.depth[k], SEPAL_OVERLAP) : values.depth[k];
            if (!bit_at(meet.yes, k)) {
                set_bit(out->unsure, slot);
                out->any_unsure = true;
            }
        }
    }
}

/* Pairs of which some core has more vertices than lanes take. The cores meet for certain, or are apart along a line that is certain:
 * then the push is that of the cores, and the reach. The others go to the reference. */
static SEPAL_NOINLINE void push_large_cores(mtv_work *todo) {
    const polys_query *q = todo->q;
    sepal_rule rule = rule_of(q);
    polys_kernel_mtv_known(q, todo->pairs, todo->count, todo->found.open, &todo->values);
    for (size_t k = 0; k < todo->count; k++) {
        uint32_t i = todo->pairs[k].a, j = todo->pairs[k].b;
        if (bit_at(todo->found.open, k))
            continue;
        float depth = sepal_nearest_float(reach_of_pair(q, todo->pairs[k]) + (double)todo->values.depth[k]);
        float error = (extent_of_one(&q->a->circles[i], &q->b->circles[j]) + q->margin) * ROUND_DEPTH_ERROR;
        if (!(fabsf(depth) > error))
            depth = sepal_signed_depth(depth, sepal_polys_scalar_contact_round(q->a, i, q->b, j, &rule));
        todo->values.depth[k] = depth;
    }
    settle_round_open(todo);
}

/* Which sizes have code of their own in a function. */
typedef enum made_sizes { FEW_CORES, MORE_CORES, ANY_CORES } made_sizes;

/* What the kernel finds of a block. Its notes are its own until it ends, since the kernel is slower with those of another function. */
SPECIALISED void find_mtvs(made_sizes made, mtv_work *todo, core_pair kinds, guess_pause *pause, touching_cores *touching) {
    verdicts now;
    touching_cores notes;
    guess_pause guesses = *pause;
    for (size_t first = 0; first < todo->count; first += 64)
        notes.faces[first / 64] = notes.corners[first / 64] = notes.unsure[first / 64] = 0;
    notes.any = false;
    const mtv_round_query asked = {todo->q, &todo->values, &notes, &guesses};
    const sizes n = core_sizes(kinds, false);
    if (made == FEW_CORES && are_sizes(n, 1, 1))
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, (sizes){1, 1, false}, &now);
    else if (made == FEW_CORES && are_sizes(n, 2, 2))
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, (sizes){2, 2, false}, &now);
    else if (made == FEW_CORES && are_sizes(n, 4, 4))
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, (sizes){4, 4, false}, &now);
    else if (made == MORE_CORES && are_sizes(n, 1, 4))
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, (sizes){1, 4, false}, &now);
    else if (made == MORE_CORES && are_sizes(n, 8, 8))
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, (sizes){8, 8, false}, &now);
    else if (made == ANY_CORES)
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, n, &now);
    else
        assert(false && "sizes that have code of their own");
    *pause = guesses;
    touching->any = notes.any;
    if (notes.any)
        *touching = notes;
    copy_bits(todo->found.open, now.open, todo->count);
    for (size_t first = 0; first < todo->count; first += 64) {
        todo->values.unsure[first / 64] = notes.unsure[first / 64];
        todo->values.any_unsure |= notes.unsure[first / 64] != 0;
    }
}

/* Not inlined, since their vectors need not be on the stack in the stages after them; and three: see query.h, "Sizes". */
static SEPAL_NOINLINE void find_mtvs_of_few(mtv_work *todo, core_pair kinds, guess_pause *pause, touching_cores *touching) {
    find_mtvs(FEW_CORES, todo, kinds, pause, touching);
}
static SEPAL_NOINLINE void find_mtvs_of_more(mtv_work *todo, core_pair kinds, guess_pause *pause, touching_cores *touching) {
    find_mtvs(MORE_CORES, todo, kinds, pause, touching);
}
static SEPAL_NOINLINE void find_mtvs_of_any(mtv_work *todo, core_pair kinds, guess_pause *pause, touching_cores *touching) {
    find_mtvs(ANY_CORES, todo, kinds, pause, touching);
}

/* Those pairs of a block whose cores touch, but for rounding. */
static inline void settle_all_touching(mtv_work *todo, core_pair kinds, const touching_cores *touching) {
    uint64_t either[SEPAL_BLOCK / 64];
    block_room room;
    for (size_t first = 0; first < todo->count; first += 64)
        either[first / 64] = (touching->faces[first / 64] | touching->corners[first / 64]) & bits_below(todo->count, first) &
                             ~todo->found.open[first / 64];
    pair_list list = list_block(todo->pairs, todo->count, either, &room);
    if (list.count > 0 && kinds.a <= CORE_2 && kinds.b <= CORE_2)
        settle_touching_segments(todo, touching, list);
    else if (list.count > 0)
        settle_touching(todo, kinds, touching, list);
}

/* A block of pairs of two kinds of cores. */
static void push_cores(mtv_work *todo, core_pair kinds, guess_pause *pause) {
    touching_cores touching;
    if (has_large_core(kinds)) {
        push_large_cores(todo);
        return;
    }
    if (kinds.a == kinds.b && kinds.a <= CORE_4)
        find_mtvs_of_few(todo, kinds, pause, &touching);
    else if ((kinds.a == CORE_1 && kinds.b == CORE_4) || (kinds.a == CORE_8 && kinds.b == CORE_8))
        find_mtvs_of_more(todo, kinds, pause, &touching);
    else
        find_mtvs_of_any(todo, kinds, pause, &touching);
    if (touching.any)
        settle_all_touching(todo, kinds, &touching);
    if (todo->values.any_unsure)
        settle_round_signs(todo, kinds);
    if (todo->any)
        settle_round_open(todo);
}

/* The kinds of pairs (query.h): with a reach, those of the cores; without one, mtv_kind from NO_REACH on. */
enum { MTV_ROUND_KINDS = NO_REACH + MTV_KINDS };
_Static_assert((int)MTV_ROUND_KINDS <= (int)SEPAL_MOST_BINS, "bins.h has room for as many");

static inline unsigned mtv_round_kind(const void *question, sepal_pair pair) {
    unsigned kind = round_kind(question, pair);
    return kind == NO_REACH ? NO_REACH + mtv_kind(question, pair) : kind;
}

/* Not inlined, so that the pushes of cores are not on the stack in the stages of pairs without a reach. */
static SEPAL_NOINLINE void push_cores_of_block(mtv_target *target, unsigned kind, pair_list *block) {
    mtv_work todo;
    begin_mtvs(&todo, target->q, block->pairs, block->count);
    push_cores(&todo, cores_of(kind), pause_of(target, kind));
    copy_list_wanted(target, block, &todo.values);
}

static void push_block_of_kind(void *to, unsigned kind, pair_list *block) {
    if (kind >= NO_REACH)
        polys_kernel_mtv_block(to, kind - NO_REACH, block);
    else
        push_cores_of_block(to, kind, block);
}

/* A chunk of any shapes, by the kinds of their cores. */
static SEPAL_NOINLINE void mtv_round_any(mtv_target *to, const chunk *c) {
    uint64_t all[SEPAL_CHUNK / 64];
    set_all(all, c->count);
    for_kinds(push_block_of_kind, to, mtv_round_kind, MTV_ROUND_KINDS, c, all);
}

/* A chunk of shapes of one kind in each set. */
static SEPAL_NOINLINE void mtv_round_alike(mtv_target *to, const chunk *c) {
    core_pair kinds = {core_kind(to->q->a->largest), core_kind(to->q->b->largest)};
    for (size_t from = 0; from < c->count; from += SEPAL_BLOCK) {
        mtv_work todo;
        begin_mtvs(&todo, to->q, c->pairs + from, block_from(from, c->count));
        push_cores(&todo, kinds, &to->pause);
        copy_block_wanted(to, from, &todo);
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

static void mtv_round(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const chunk c = chunk_of_numbers(q, pairs, first, count);
        mtv_target to = {.q = q, .out = out, .first = first};
        if (of_one_kind(q, c.pairs, c.count))
            mtv_round_alike(&to, &c);
        else
            mtv_round_any(&to, &c);
    }
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
    mtv_pairs(&(polys_query){a, b, rule->touching, rule->margin, 0}, pairs, count, out);
}

/* Rows, and where the next chunk of their pairs begins. */
typedef struct mtv_rows {
    polys_query q;
    row_place *at;
    const sepal_mtvs *out;
} mtv_rows;

/* The pairs of rows that are listed at a time: they are on the stack beside the lists of a chunk. */
enum { MTV_ROWS = SEPAL_BLOCK };

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
    for_chunks(mtv_rows_chunk, &(mtv_rows){{a, b, rule->touching, rule->margin, 0}, &at, out}, count);
}
