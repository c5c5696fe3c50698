/* solids_kernel_contain.c — does a solid contain another? Balls that miss each other say no; then by kind: in a box, in a sphere,
 * or a point in a hull; and what these leave open, and hulls in hulls, go to the reference. */
#include "../../core/arithmetic.h"

#include "kinds.h"
#include "names.h"
#include "portal.h"
#include "within.h"

/* Kinds: BOX_IN_BOX; from IN_BOX on by the block of b, from IN_SPHERE on likewise, from POINT_IN on by the block of a; or by the
 * reference. */
enum {
    BOX_IN_BOX,
    BY_REFERENCE,
    IN_BOX,
    IN_SPHERE = IN_BOX + HULL_BLOCKS,
    POINT_IN = IN_SPHERE + HULL_BLOCKS,
    CONTAIN_KINDS = POINT_IN + HULL_BLOCKS
};

static inline unsigned contain_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    uint16_t of_a = q->a->heads[pair.a].class, of_b = q->b->heads[pair.b].class;
    unsigned block_a = hull_block(of_a), block_b = hull_block(of_b);
    if (block_a == HULL_BLOCKS || block_b == HULL_BLOCKS)
        return BY_REFERENCE;
    if (of_a == SEPAL_SOLID_BOX)
        return of_b == SEPAL_SOLID_BOX ? BOX_IN_BOX : IN_BOX + block_b;
    if (of_a == SEPAL_SOLID_POINT)
        return IN_SPHERE + block_b;
    /* a closed solid contains a point if the two meet */
    return of_b == SEPAL_SOLID_POINT && !has_reach(q, pair) ? POINT_IN + block_a : BY_REFERENCE;
}

static void ask_filter(const solids_query *q, unsigned kind, const pair_list *list, verdicts *found) {
    if (kind == BOX_IN_BOX)
        filter_box_in_box(q, list->pairs, list->count, found);
    else if (kind < IN_SPHERE)
        filter_hull_in_box(q, list->pairs, list->count, (sizes){0, hull_size(kind - IN_BOX), false}, found);
    else if (kind < POINT_IN)
        filter_in_sphere(q, list->pairs, list->count, (sizes){0, hull_size(kind - IN_SPHERE), false}, found);
    else
        filter_portal(q, list->pairs, list->count, (sizes){hull_size(kind - POINT_IN), 4, false}, found);
}

/* A list of pairs, and where its answers go. */
typedef struct contain_list {
    const solids_query *q;
    const sepal_pair *pairs;
    uint64_t *bits;
} contain_list;

static void contain_chunk(const void *question, size_t first, size_t count) {
    const contain_list *asked = question;
    const solids_query *q = asked->q;
    const sepal_pair *pairs = asked->pairs + first;
    uint64_t *bits = asked->bits + first / 64;
    verdicts found;
    bool open = filter_balls(q, pairs, count, &found);
    copy_bits(bits, found.yes, count);
    if (!open)
        return;
    bins waiting;
    sort_pairs(contain_kind, CONTAIN_KINDS, q, pairs, NULL, count, found.open, &waiting);
    for (unsigned kind = 0; kind < CONTAIN_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        if (list.count == 0)
            continue;
        if (kind != BY_REFERENCE) {
            ask_filter(q, kind, &list, &found);
            take_answers(&list, &found, bits);
        }
        for (size_t k = 0; k < list.count; k++)
            if (sepal_solids_scalar_contains(q->a, list.pairs[k].a, q->b, list.pairs[k].b))
                set_bit(bits, list.slots[k]);
    }
}

void kernel_contains_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    solids_query q = {a, b, SEPAL_TOUCHING_OVERLAPS, 0};
    for_chunks(contain_chunk, &(contain_list){&q, pairs, bits}, count);
}
