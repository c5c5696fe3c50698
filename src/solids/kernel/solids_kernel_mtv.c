/* solids_kernel_mtv.c — the smallest pushes of pairs of solids, sorted by kind.
 *
 *   two boxes ── overlap ── that meet ── one axis, if float can tell which ── else all axes ── which side of 0: overlap of interiors
 *                   └────── apart ──┐
 *   boxes with radii ───────────────┴── nearest points across an axis and along it, if both are upright ──┐
 *   all else ─────────────────────────────────────────────────────────────────────────────────────────────┤
 *   nearest part in lanes, if it is certain ── else, of boxes, a face or two parallel edges, if they are certainly nearest; of
 *   hulls of up to four vertices that meet, the best of all axes, if it is certain ── else one by one, in double: nearest part or
 *   way out, if it is certain ── else the reference */
#include "../../core/arithmetic.h"

#include "closest_sure.h"
#include "kinds.h"
#include "mtv_edges.h"
#include "mtv_upright.h"
#include "names.h"
#include "push_cores.h"
#include "tetrahedra_push.h"

/* PUSH_BOXES: two boxes that have no reach and span space: while they meet, fifteen axes are enough. PUSH_LARGE: more vertices than
 * lanes take. From PUSH_CLOSEST on, kind PUSH_CLOSEST + HULL_BLOCKS * i + j has a block or a box of size i and one of size j:
 * hull_size. */
enum { PUSH_BOXES, PUSH_LARGE, PUSH_CLOSEST, PUSH_KINDS = PUSH_CLOSEST + HULL_BLOCKS * HULL_BLOCKS };

static inline unsigned push_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    const sepal_solid_head *a = &q->a->heads[pair.a], *b = &q->b->heads[pair.b];
    unsigned block_a = hull_block(a->class), block_b = hull_block(b->class);
    if (block_a == HULL_BLOCKS || block_b == HULL_BLOCKS)
        return PUSH_LARGE;
    bool boxes = a->class == SEPAL_SOLID_BOX && b->class == SEPAL_SOLID_BOX;
    if (boxes && !has_reach(q, pair) && (a->flags & b->flags & SEPAL_SOLID_FLAT) == 0)
        return PUSH_BOXES;
    return PUSH_CLOSEST + HULL_BLOCKS * block_a + block_b;
}

/* One pair by itself. start: of push_of_cores. */
static void write_push(const solids_query *q, sepal_pair pair, const sepal_member *start, const sepal_solid_mtvs *out, size_t k) {
    sepal_rule rule = rule_of(q);
    sepal_solid_mtv push;
    if (!push_of_cores(q, pair, start, &push))
        push = sepal_solids_scalar_mtv(q->a, pair.a, q->b, pair.b, &rule);
    sepal_solid_mtv_write(out, k, push);
}

/* Which pairs of a list, all of which meet, have inner points in common? For depths whose side of 0 is not certain. */
static void find_interiors(const solids_query *q, const pair_list *list, const verdicts *found, uint64_t *inner) {
    sepal_rule open = {SEPAL_TOUCHING_IS_APART, 0};
    uint64_t unsure = 0;
    for (size_t first = 0; first < list->count; first += 64)
        unsure |= bits_below(list->count, first) & ~(found->yes[first / 64] | found->open[first / 64]);
    if (unsure != 0)
        kernel_overlap_pairs(q->a, q->b, list->pairs, list->count, &open, inner);
}

/* Writes the pushes of a list that are not open. first: the number of the pair in slot 0. */
static void write_pushes(const solids_query *q, const pair_list *list, const push_values *values, const verdicts *found,
                         size_t first, const sepal_solid_mtvs *out) {
    uint64_t inner[SEPAL_CHUNK / 64];
    find_interiors(q, list, found, inner);
    for (size_t k = 0; k < list->count; k++) {
        if (bit_at(found->open, k) != 0)
            continue;
        sepal_solid_mtv push = {values->x[k], values->y[k], values->z[k], values->depth[k]};
        if (bit_at(found->yes, k) == 0)
            push.depth = sepal_signed_depth(push.depth, bit_at(inner, k) != 0 ? SEPAL_OVERLAP : SEPAL_TOUCH);
        sepal_solid_mtv_write(out, first + list->slots[k], push);
    }
}

/* Writes the pushes of a list along the one axis that float has chosen; pairs of which several axes may be best stay in it. */
static void push_quickly(const solids_query *q, pair_list *list, size_t first, const sepal_solid_mtvs *out) {
    uint64_t none[SEPAL_CHUNK / 64] = {0};
    push_values values;
    verdicts found;
    push_boxes_quickly(q, list->pairs, list->count, &found, &values);
    write_pushes(q, list, &values, &found, first, out);
    copy_bits(found.yes, none, list->count);
    take_answers(list, &found, none);
}

/* Where the boxes of a stack or a lattice touch, several axes are equally good: then it is not worth asking which. The first pairs
 * tell. */
enum { PUSH_PROBE = 64 };

static void push_meeting_boxes(const solids_query *q, pair_list *list, size_t first, const sepal_solid_mtvs *out) {
    const size_t tried = list->count < PUSH_PROBE ? list->count : PUSH_PROBE;
    pair_list left = {list->pairs, list->slots, tried}, rest = {list->pairs + tried, list->slots + tried, list->count - tried};
    push_quickly(q, &left, first, out);
    if (rest.count > 0 && 4 * left.count < tried)
        push_quickly(q, &rest, first, out);
    for (size_t k = 0; k < rest.count; k++, left.count++) {
        left.pairs[left.count] = rest.pairs[k];
        left.slots[left.count] = rest.slots[k];
    }
    if (left.count == 0)
        return;
    push_values values;
    verdicts found;
    push_boxes(q, left.pairs, left.count, &found, &values);
    write_pushes(q, &left, &values, &found, first, out);
}

static void write_value(const push_values *from, size_t k, const sepal_solid_mtvs *out, size_t at) {
    sepal_solid_mtv_write(out, at, (sepal_solid_mtv){from->x[k], from->y[k], from->z[k], from->depth[k]});
}

/* For boxes: the axis along which both are upright, or UPRIGHT_NONE. */
static inline unsigned upright_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    const sepal_solid_head *a = &q->a->heads[pair.a], *b = &q->b->heads[pair.b];
    int low = a->low < b->low ? a->low : b->low, high = a->high > b->high ? a->high : b->high;
    return upright_axis(a->flags & b->flags, high - low);
}

static bool some_upright(const solids_query *q, const pair_list *list) {
    unsigned flags = 0;
    for (size_t k = 0; k < list->count; k++)
        flags |= (unsigned)q->a->heads[list->pairs[k].a].flags & q->b->heads[list->pairs[k].b].flags;
    return flags >= SEPAL_SOLID_UPRIGHT;
}

/* Writes the pushes of those pairs of a list of boxes that are upright along one axis and certainly apart; they leave the list. */
static void push_boxes_upright(const solids_query *q, pair_list *list, size_t first, const sepal_solid_mtvs *out) {
    push_values values;
    verdicts found;
    bins sorted;
    uint64_t all[SEPAL_CHUNK / 64];
    if (!some_upright(q, list))
        return;
    set_all(all, list->count);
    sort_pairs(upright_kind, UPRIGHT_NONE + 1, q, list->pairs, list->slots, list->count, all, &sorted);
    list->count = 0;
    for (unsigned axis = 0; axis <= UPRIGHT_NONE; axis++) {
        pair_list of_axis = bin(&sorted, axis);
        if (axis < UPRIGHT_NONE)
            push_upright(q, axis, of_axis.pairs, of_axis.count, &found, &values);
        for (size_t k = 0; k < of_axis.count; k++)
            if (axis < UPRIGHT_NONE && bit_at(found.open, k) == 0) {
                write_value(&values, k, out, first + of_axis.slots[k]);
            } else {
                list->pairs[list->count] = of_axis.pairs[k];
                list->slots[list->count++] = of_axis.slots[k];
            }
    }
}

/* Finds pushes of a list of pairs; what is not certain is open. */
typedef bool push_filter(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found, push_values *out);

/* Gives the open pairs of a list to a filter, and writes what it finds; the pairs that it answers are open no longer. */
static void push_open(push_filter *filter, const solids_query *q, const pair_list *list, uint64_t *open, size_t first,
                      const sepal_solid_mtvs *out) {
    push_values values;
    verdicts found;
    pair_room room;
    pair_list left = list_pairs(list->pairs, list->count, open, &room);
    if (left.count == 0)
        return;
    filter(q, left.pairs, left.count, &found, &values);
    for (size_t k = 0; k < left.count; k++)
        if (bit_at(found.open, k) == 0) {
            write_value(&values, k, out, first + list->slots[left.slots[k]]);
            clear_bit(open, left.slots[k]);
        }
}

/* The same for those along parallel edges. values: what push_closest has stored of all pairs of the list. */
static void push_boxes_off_edges(const solids_query *q, const pair_list *list, const push_values *values, uint64_t *open,
                                 size_t first, const sepal_solid_mtvs *out) {
    push_values towards, pushed;
    verdicts found;
    pair_room room;
    pair_list left = list_pairs(list->pairs, list->count, open, &room);
    if (left.count == 0)
        return;
    for (size_t k = 0; k < left.count || k % SEPAL_LANES != 0; k++) {
        uint32_t from = left.slots[k < left.count ? k : 0];
        towards.x[k] = values->x[from], towards.y[k] = values->y[from], towards.z[k] = values->z[from];
    }
    push_off_edges(q, left.pairs, left.count, &towards, &found, &pushed);
    for (size_t k = 0; k < left.count; k++)
        if (bit_at(found.open, k) == 0) {
            write_value(&pushed, k, out, first + list->slots[left.slots[k]]);
            clear_bit(open, left.slots[k]);
        }
}

/* Pairs of any other cores, but for large ones. n: the sizes of the blocks, 0 for boxes. */
static void push_cores_list(const solids_query *q, pair_list *list, sizes n, size_t first, const sepal_solid_mtvs *out) {
    push_values values;
    closest_starts starts;
    verdicts found;
    size_t k;
    if (n.a == 0 && n.b == 0)
        push_boxes_upright(q, list, first, out);
    if (list->count == 0)
        return;
    push_closest(q, list->pairs, list->count, n, &found, &values, &starts);
    for (k = 0; k < list->count; k++)
        if (bit_at(found.open, k) == 0)
            write_value(&values, k, out, first + list->slots[k]);
    if (n.a == 0 && n.b == 0) {
        push_open(push_off_faces, q, list, found.open, first, out);
        push_boxes_off_edges(q, list, &values, found.open, first, out);
    }
    if (n.a == 4 && n.b == 4)
        push_open(push_tetrahedra, q, list, found.open, first, out);
    FOR_BITS(k, found.open, list->count) {
        sepal_member start[4];
        bool meets = start_of(&starts, k, n, start);
        write_push(q, list->pairs[k], meets ? start : NULL, out, first + list->slots[k]);
    }
}

/* Keeps those pairs of a list whose bit is set, and moves the others to another list. */
static pair_list split_list(pair_list *list, const uint64_t *bits, pair_room *room) {
    pair_list others = {room->pairs, room->slots, 0};
    size_t kept = 0;
    for (size_t k = 0; k < list->count; k++) {
        pair_list *to = bit_at(bits, k) != 0 ? list : &others;
        size_t *at = to == list ? &kept : &others.count;
        to->pairs[*at] = list->pairs[k];
        to->slots[(*at)++] = list->slots[k];
    }
    list->count = kept;
    return others;
}

/* Pairs of boxes without reach. */
static void push_boxes_list(const solids_query *q, pair_list *list, size_t first, const sepal_solid_mtvs *out) {
    sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, 0};
    uint64_t meet[SEPAL_CHUNK / 64];
    pair_room room;
    kernel_overlap_pairs(q->a, q->b, list->pairs, list->count, &closed, meet);
    pair_list apart = split_list(list, meet, &room);
    if (list->count > 0)
        push_meeting_boxes(q, list, first, out);
    if (apart.count > 0)
        push_cores_list(q, &apart, (sizes){0, 0, false}, first, out);
}

/* A list of pairs, and where its answers go. */
typedef struct push_pairs {
    const solids_query *q;
    const sepal_pair *pairs;
    const sepal_solid_mtvs *out;
} push_pairs;

static void push_chunk(const void *question, size_t first, size_t count) {
    const push_pairs *asked = question;
    const solids_query *q = asked->q;
    const sepal_pair *pairs = asked->pairs + first;
    uint64_t all[SEPAL_CHUNK / 64];
    bins waiting;
    set_all(all, count);
    sort_pairs(push_kind, PUSH_KINDS, q, pairs, NULL, count, all, &waiting);
    for (unsigned kind = 0; kind < PUSH_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        if (list.count == 0)
            continue;
        if (kind == PUSH_BOXES)
            push_boxes_list(q, &list, first, asked->out);
        else if (kind == PUSH_LARGE)
            for (size_t k = 0; k < list.count; k++)
                write_push(q, list.pairs[k], NULL, asked->out, first + list.slots[k]);
        else
            push_cores_list(q, &list, hull_sizes(HULLS + kind - PUSH_CLOSEST), first, asked->out);
    }
}

void kernel_mtv_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                      const sepal_solid_mtvs *out) {
    solids_query q = {a, b, rule->touching, rule->margin};
    for_chunks(push_chunk, &(push_pairs){&q, pairs, out}, count);
}
