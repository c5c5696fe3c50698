/* polys_kernel_mtv.c — the smallest pushes of pairs of polygons: all edge normals in float, by size; then the exact signs, and the
 * pairs out of float's range; and the nearest points, in double, of pairs that are apart and that float does not decide, such as faces
 * that are nearly parallel.
 *
 *   sets of one block size    all axes ──────────────┬─ signs: in double, or ── apart: in double ── the rest: the reference
 *   any polygons              by size: all axes, ────┘  the reference           (mtv_nearest.h)
 *                             or one pair at a time
 *
 * Lists of a pair or a few, without points: one by one (ring_gaps.h); what is not certain goes the way above. */
#include "../../core/arithmetic.h"

#include "exact.h"
#include "mtv_large.h"
#include "mtv_nearest.h"
#include "mtv_quick.h"
#include "mtv_values.h"
#include "names.h"
#include "query.h"
#include "ring_gaps.h"

/* --- What float does not know -------------------------------------------------------------------- */

static inline void store_push(mtv_work *todo, size_t slot, sepal_poly_mtv push) {
    todo->values.x[slot] = push.x;
    todo->values.y[slot] = push.y;
    todo->values.depth[slot] = push.depth;
}

/* Gives the depth of a pair its exact sign, if the cores meet; otherwise they are nearer to each other than float can tell, and their
 * nearest points are found in double. */
static void settle_sign(mtv_work *todo, sepal_pair pair, sepal_contact contact, size_t slot) {
    const polys_query *q = todo->q;
    if (contact == SEPAL_APART)
        store_push(todo, slot, sepal_polys_scalar_mtv_apart(q->a, pair.a, q->b, pair.b));
    else
        todo->values.depth[slot] = sepal_signed_depth(todo->values.depth[slot], contact);
}

/* The signs of a list that double can tell. */
static void take_signs(mtv_work *todo, const pair_list *list, const exact_contacts *contacts) {
    for (size_t k = 0; k < list->count; k++)
        if (!bit_at(contacts->meet.open, k))
            settle_sign(todo, list->pairs[k], contact_at(contacts, k), list->slots[k]);
}

/* Kinds for the stages that leave nothing open: at least one polygon has more than 16 vertices; or the kernel in double cannot take
 * the pair. */
enum { EXACT_LARGE = BLOCK_KINDS, EXACT_REFERENCE, EXACT_KINDS };

static inline unsigned exact_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    unsigned kind = filter_kind(question, pair);
    if (kind == LARGE_COARSE || kind == LARGE_FINE)
        return EXACT_LARGE;
    if (!exact_takes(&q->a->heads[pair.a], &q->b->heads[pair.b]))
        return EXACT_REFERENCE;
    return kind == BOXES ? 0 : kind;
}

/* The unsure pairs of a block, all of one kind of polygons. */
static SEPAL_NOINLINE void settle_signs(mtv_work *todo) {
    const polys_query *q = todo->q;
    exact_contacts contacts;
    block_room room;
    pair_list list = list_unsure(todo, &room);
    if (are_quads(q->a, q->b)) {
        find_quad_contacts(q, list.pairs, list.count, &contacts);
        take_signs(todo, &list, &contacts);
        keep_pairs(&list, contacts.meet.open);
    }
    if (list.count == 0)
        return;
    unsigned kind = filter_kind(q, list.pairs[0]);
    size_t fit = kind == LARGE_COARSE || kind == LARGE_FINE ? 0 : kind_first(exact_kind, kind == BOXES ? 0 : kind, q, &list);
    if (fit > 0) {
        pair_list exact = part_of_list(&list, 0, fit);
        find_contacts(q, exact.pairs, fit, block_sizes(kind == BOXES ? 0 : kind), &contacts);
        take_signs(todo, &exact, &contacts);
    }
    for (size_t k = fit; k < list.count; k++) {
        sepal_pair pair = list.pairs[k];
        settle_sign(todo, pair, contact_of_large(q->a, pair.a, q->b, pair.b), list.slots[k]);
    }
}

/* Two polygons without area have axes that the kernels do not try. (No other pair of polygons is without an edge.) */
static inline void leave_flat_open(mtv_work *todo) {
    const sepal_polys *a = todo->q->a, *b = todo->q->b;
    if (a->plain || b->plain)
        return;
    for (size_t k = 0; k < todo->count; k++)
        if (a->heads[todo->pairs[k].a].flags & b->heads[todo->pairs[k].b].flags & SEPAL_FLAT) {
            set_bit(todo->found.open, k);
            clear_bit(todo->values.unsure, k);
            clear_bit(todo->values.apart, k);
            todo->any = true;
        }
}

/* Leaves out the pairs of a block of which one is without area: its edges lie on each other. */
static inline void keep_areas(const mtv_work *todo, uint64_t *bits) {
    const sepal_polys *a = todo->q->a, *b = todo->q->b;
    size_t k;
    if (a->plain && b->plain)
        return;
    FOR_BITS(k, bits, todo->count) {
        if ((a->heads[todo->pairs[k].a].flags | b->heads[todo->pairs[k].b].flags) & SEPAL_FLAT)
            clear_bit(bits, k);
    }
}

/* The open pairs that are apart, by lanes in double, which leave few of them open. n: the sizes of their blocks. */
static SEPAL_NOINLINE void settle_apart_in_double(mtv_work *todo, sizes n) {
    uint64_t asked[SEPAL_BLOCK / 64];
    block_room room;
    float axis_x[SEPAL_BLOCK], axis_y[SEPAL_BLOCK];
    mtv_values values;
    verdicts now;
    for (size_t first = 0; first < todo->count; first += 64)
        asked[first / 64] = todo->found.open[first / 64] & todo->values.apart[first / 64] & bits_below(todo->count, first);
    keep_areas(todo, asked);
    pair_list list = list_block(todo->pairs, todo->count, asked, &room);
    size_t k = 0;
    if (list.count == 0)
        return;
    for (; k < list.count; k++) {
        axis_x[k] = todo->values.x[list.slots[k]];
        axis_y[k] = todo->values.y[list.slots[k]];
    }
    for (; k % SEPAL_LANES != 0; k++)
        axis_x[k] = axis_y[k] = 0; /* of the pairs that fill up the last group */
    begin_values(&values);
    (void)push_nearest(&(nearest_query){{todo->q, &values}, axis_x, axis_y}, list.pairs, list.count, n, &now);
    take_rest(todo, &list, asked, &now, &values);
}

static SEPAL_NOINLINE void settle_open(mtv_work *todo) {
    const sepal_rule rule = {todo->q->touching, 0};
    size_t k;
    FOR_BITS(k, todo->found.open, todo->count) {
        const sepal_polys *a = todo->q->a, *b = todo->q->b;
        const sepal_pair pair = todo->pairs[k];
        const bool apart = bit_at(todo->values.apart, k);
        store_push(todo, k,
                   apart ? sepal_polys_scalar_mtv_apart(a, pair.a, b, pair.b)
                         : sepal_polys_scalar_mtv_round(a, pair.a, b, pair.b, &rule));
    }
}

/* n: the sizes of the blocks, or 0 if they are large. */
static inline void settle_mtv(mtv_work *todo, sizes n) {
    leave_flat_open(todo);
    if (todo->values.any_unsure)
        settle_signs(todo);
    if (todo->any && n.a > 0)
        settle_apart_in_double(todo, n);
    if (todo->any)
        settle_open(todo);
}

/* --- Blocks -------------------------------------------------------------------------------------- */

/* window: MTV_SMALL or MTV_NARROW if every polygon has more than 16 vertices, MTV_WIDE if each has at least as many as these. */
static SEPAL_NOINLINE void push_by_windows(mtv_work *todo, uint32_t window) {
    todo->any = ask_groups(mtv_window_kernel, NULL, &(mtv_query){todo->q, &todo->values}, todo->pairs, todo->count,
                           (sizes){window, window, false}, &todo->found);
}

/* The sizes of the blocks of a kind (mtv_kind) without large polygons; else 0. */
static inline sizes mtv_sizes(unsigned kind) {
    if (kind >= MTV_SMALLS)
        return (sizes){0};
    return (sizes){4 * (kind / MTV_BLOCKS + 1), 4 * (kind % MTV_BLOCKS + 1), false};
}

/* What float knows of a block of pairs of one kind (mtv_kind). */
static void push_of_kind(mtv_work *todo, unsigned kind, guess_pause *pause) {
    static const uint32_t windows[] = {MTV_SMALL, MTV_NARROW, MTV_WIDE};
    if (kind >= MTV_SMALLS && kind <= MTV_WIDES) /* one call: gcc makes a copy for each constant */
        push_by_windows(todo, windows[kind - MTV_SMALLS]);
    else if (kind == MTV_LARGE)
        push_large(todo);
    else
        push_by_edges(todo, mtv_sizes(kind), pause);
}

void polys_kernel_mtv_block(void *to, unsigned kind, pair_list *block) {
    mtv_target *target = to;
    mtv_work todo;
    begin_mtvs(&todo, target->q, block->pairs, block->count);
    push_of_kind(&todo, kind, pause_of(target, kind));
    settle_mtv(&todo, mtv_sizes(kind));
    copy_list_wanted(target, block, &todo.values);
}

void polys_kernel_mtv_known(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *open, mtv_values *out) {
    uint64_t all[SEPAL_BLOCK / 64];
    block_room room;
    set_all(all, count);
    pair_list rest = list_block(pairs, count, all, &room);
    begin_values(out);
    for (size_t at = 0; at < count; at += 64)
        open[at / 64] = 0;
    for (unsigned kind = MTV_SMALLS; kind < MTV_KINDS; kind++) {
        guess_pause pause = {0, 0};
        mtv_work todo;
        size_t some = kind_first(mtv_kind, kind, q, &rest);
        pair_list list = part_of_list(&rest, 0, some);
        rest = part_of_list(&rest, some, rest.count - some);
        if (some == 0)
            continue;
        begin_mtvs(&todo, q, list.pairs, some);
        push_of_kind(&todo, kind, &pause);
        leave_flat_open(&todo);
        take_values(&list, &todo.values, out);
        take_bits(&list, todo.found.open, open);
    }
    for (size_t at = 0; at < count; at += 64)
        open[at / 64] |= out->unsure[at / 64];
}

/* --- Lists --------------------------------------------------------------------------------------- */

/* A chunk of any polygons, by size. */
static SEPAL_NOINLINE void mtv_any(mtv_target *to, const chunk *c) {
    uint64_t all[SEPAL_CHUNK / 64];
    set_all(all, c->count);
    for_kinds(polys_kernel_mtv_block, to, mtv_kind, MTV_KINDS, c, all);
}

/* A chunk of polygons of sets whose blocks of vertices are all of one size. */
static SEPAL_NOINLINE void mtv_alike(mtv_target *to, const chunk *c) {
    const uint32_t largest = to->q->a->largest > to->q->b->largest ? to->q->a->largest : to->q->b->largest;
    const uint32_t size = largest <= 3 ? 3 : largest <= 4 ? 4 : sepal_padded(largest);
    for (size_t from = 0; from < c->count; from += SEPAL_BLOCK) {
        mtv_work todo;
        begin_mtvs(&todo, to->q, c->pairs + from, block_from(from, c->count));
        push_by_edges(&todo, (sizes){size, size, true}, &to->pause);
        settle_mtv(&todo, (sizes){block_size(size), block_size(size), true});
        copy_block_wanted(to, from, &todo);
    }
}

/* The `count` pairs from number `first` on. */
static SEPAL_NOINLINE void mtv_list(const polys_query *q, const sepal_pair *pairs, size_t first, size_t count,
                                    const sepal_mtvs *out) {
    const sepal_polys *a = q->a, *b = q->b;
    const bool alike =
        a->same && b->same && sepal_padded(a->largest) == sepal_padded(b->largest) && a->largest <= SEPAL_LANE_VERTICES;
    for (const size_t end = first + count; first < end; first += SEPAL_CHUNK) {
        const chunk c = chunk_of_numbers(q, pairs, first, end);
        mtv_target to = {.q = q, .out = out, .first = first};
        if (alike)
            mtv_alike(&to, &c);
        else
            mtv_any(&to, &c);
    }
}

/* Two polygons without area have axes that are not those of edges. */
static inline bool has_area(const polys_query *q, sepal_pair pair) {
    return (q->a->heads[pair.a].flags & q->b->heads[pair.b].flags & SEPAL_FLAT) == 0;
}

void polys_kernel_mtv_cores(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    if (sepal_mtvs_want_points(out) || !ring_takes(q, pairs, count, RING_PUSHES)) {
        mtv_list(q, pairs, 0, count, out);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        const bool known = has_area(q, pairs[k]) && push_ring(q, pairs[k], out, k);
        STAGES_ONE("push_ring", pairs[k], known, !known);
        if (!known)
            mtv_list(q, pairs, k, 1, out);
    }
}
