/* solids_kernel_mtv.c — the smallest pushes of pairs of solids: two boxes that meet in lanes, by float and then double; all else one by
 * one, searched for in double.
 *
 *   overlap ── boxes that meet ── one axis, if float can tell which ── else all axes ── which side of 0: overlap of interiors
 *      └────── all else ── nearest part or way out, if it is certain ── else the reference */
#include "../../core/arithmetic.h"

#include "mtv_boxes.h"
#include "names.h"
#include "push_cores.h"

/* Two boxes in lanes: they meet, have no reach, and span space, so that the fifteen axes are enough. */
static inline unsigned push_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    const sepal_solid_head *a = &q->a->heads[pair.a], *b = &q->b->heads[pair.b];
    bool boxes = a->class == SEPAL_SOLID_BOX && b->class == SEPAL_SOLID_BOX;
    return boxes && !has_reach(q, pair) && (a->flags & b->flags & SEPAL_SOLID_FLAT) == 0;
}

/* One pair by itself. */
static void write_push(const solids_query *q, sepal_pair pair, const sepal_solid_mtvs *out, size_t k) {
    sepal_rule rule = rule_of(q);
    sepal_solid_mtv push;
    if (!push_of_cores(q, pair, &push))
        push = sepal_solids_scalar_mtv(q->a, pair.a, q->b, pair.b, &rule);
    sepal_solid_mtv_write(out, k, push);
}

/* Where the boxes of a stack or a lattice touch, several axes are equally good: then it is not worth asking which. */
enum { PUSH_PROBE = 64 };

static bool quick_pays(const solids_query *q, const pair_list *list, push_values *values) {
    verdicts found;
    size_t open = 0, count = list->count < PUSH_PROBE ? list->count : PUSH_PROBE;
    push_boxes_quickly(q, list->pairs, count, &found, values);
    for (size_t k = 0; k < count; k++)
        open += bit_at(found.open, k);
    return 4 * open < count;
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

static void push_list(const solids_query *q, pair_list *list, size_t first, const sepal_solid_mtvs *out) {
    push_values values;
    verdicts found;
    if (quick_pays(q, list, &values)) {
        bool open = push_boxes_quickly(q, list->pairs, list->count, &found, &values);
        write_pushes(q, list, &values, &found, first, out);
        if (!open)
            return;
        uint64_t none[SEPAL_CHUNK / 64] = {0};
        copy_bits(found.yes, none, list->count);
        take_answers(list, &found, none);
    }
    push_boxes(q, list->pairs, list->count, &found, &values);
    write_pushes(q, list, &values, &found, first, out);
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
    sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, q->margin};
    uint64_t meet[SEPAL_CHUNK / 64];
    bins waiting;
    kernel_overlap_pairs(q->a, q->b, pairs, count, &closed, meet);
    for (size_t k = 0; k < count; k++)
        if (bit_at(meet, k) == 0)
            write_push(q, pairs[k], asked->out, first + k);
    sort_pairs(push_kind, 2, q, pairs, NULL, count, meet, &waiting);
    pair_list others = bin(&waiting, 0), boxes = bin(&waiting, 1);
    for (size_t k = 0; k < others.count; k++)
        write_push(q, others.pairs[k], asked->out, first + others.slots[k]);
    if (boxes.count > 0)
        push_list(q, &boxes, first, asked->out);
}

void kernel_mtv_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                      const sepal_solid_mtvs *out) {
    solids_query q = {a, b, rule->touching, rule->margin};
    for_chunks(push_chunk, &(push_pairs){&q, pairs, out}, count);
}
