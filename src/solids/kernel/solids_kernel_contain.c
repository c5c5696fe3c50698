/* solids_kernel_contain.c — does a solid contain another? Balls that miss each other say no; then by kind: in a box, in a sphere,
 * or a point in a hull; and what these leave open, and hulls in hulls, go to the reference. What is contained by the usual rule is
 * asked about again, by the reference, if another rule demands more. */
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
    return of_b == SEPAL_SOLID_POINT && !solid_has_reach(q, pair) ? POINT_IN + block_a : BY_REFERENCE;
}

static SEPAL_NOINLINE void ask_filter(const solids_query *q, unsigned kind, const pair_list *list, verdicts *found) {
    if (kind == BOX_IN_BOX)
        filter_box_in_box(q, list->pairs, list->count, found);
    else if (kind < IN_SPHERE)
        filter_hull_in_box(q, list->pairs, list->count, (sizes){0, hull_size(kind - IN_BOX), false}, found);
    else if (kind < POINT_IN)
        filter_in_sphere(q, list->pairs, list->count, (sizes){0, hull_size(kind - IN_SPHERE), false}, found);
    else
        solid_filter_portal(q, list->pairs, list->count, (sizes){hull_size(kind - POINT_IN), 4, false}, found);
}

static const sepal_rule usual_rule = {SEPAL_TOUCHING_OVERLAPS, 0};

/* A list of pairs, what is asked of them beyond the usual rule (or NULL), and where the answers go. The query has the usual rule. */
typedef struct contain_list {
    const solids_query *q;
    const sepal_rule *more;
    const sepal_pair *pairs;
    uint64_t *bits;
} contain_list;

/* Those pairs of a chunk that are open; the others stay as they are. The pairs for the reference stay open: it needs so much of the
 * stack that it is asked at last, when the lists of the chunk are not there any more. */
static SEPAL_NOINLINE void filter_kinds(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *out) {
    verdicts found;
    bins waiting;
    sort_pairs(contain_kind, CONTAIN_KINDS, q, pairs, count, out->open, &waiting);
    for (size_t at = 0; at < count; at += 64)
        out->open[at / 64] = 0;
    for (unsigned kind = 0; kind < CONTAIN_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        if (list.count == 0)
            continue;
        if (kind != BY_REFERENCE) {
            ask_filter(q, kind, &list, &found);
            take_answers(&list, &found, out->yes);
        }
        for (size_t k = 0; k < list.count; k++)
            set_bit(out->open, list.slots[k]);
    }
}

static void contain_usually(const solids_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    size_t k;
    if (filter_balls(q, pairs, count, &found))
        filter_kinds(q, pairs, count, &found);
    copy_bits(bits, found.yes, count);
    FOR_BITS(k, found.open, count) {
        bool contained = sepal_solids_scalar_contains(q->a, pairs[k].a, q->b, pairs[k].b, &usual_rule);
        STAGES_ONE("reference", pairs[k], contained, false);
        if (contained)
            set_bit(bits, k);
    }
}

static void solid_contain_chunk(const void *question, size_t first, size_t count) {
    const contain_list *asked = question;
    const sepal_pair *pairs = asked->pairs + first;
    uint64_t *bits = asked->bits + first / 64;
    contain_usually(asked->q, pairs, count, bits);
    for (size_t word = 0; asked->more != NULL && word < SEPAL_BIT_WORDS(count); word++)
        for (uint64_t left = bits[word]; left != 0; left &= left - 1) {
            sepal_pair pair = pairs[64 * word + sepal_lowest_bit(left)];
            if (!sepal_solids_scalar_contains(asked->q->a, pair.a, asked->q->b, pair.b, asked->more))
                bits[word] &= ~(left & (~left + 1));
        }
}

void solids_kernel_contains_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, uint64_t *bits) {
    solids_query q = {a, b, SEPAL_TOUCHING_OVERLAPS, 0};
    bool usual = rule->touching == SEPAL_TOUCHING_OVERLAPS && !(rule->margin > 0);
    for_chunks(solid_contain_chunk, &(contain_list){&q, usual ? NULL : rule, pairs, bits}, count);
}
