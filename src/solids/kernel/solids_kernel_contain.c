/* solids_kernel_contain.c — does a solid contain another? Balls that miss each other say no; then by kind: in a box, in a sphere, or in
 * a hull; and what these leave open goes to the reference. With a margin, what is contained without one is asked about again, by the
 * reference. */
#include "../../core/arithmetic.h"

#include "kinds.h"
#include "names.h"
#include "within.h"
#include "within_hull.h"

/* POINT: spheres are points with a radius. From IN_BOX on by the block of b, from IN_SPHERE on likewise, from POINT_IN_HULL on by the
 * block of a, from IN_HULL on by both. */
enum {
    BOX_IN_BOX,
    POINT_IN_BOX,
    POINT_IN_SPHERE,
    BY_REFERENCE,
    IN_BOX,
    IN_SPHERE = IN_BOX + HULL_BLOCKS,
    POINT_IN_HULL = IN_SPHERE + HULL_BLOCKS,
    IN_HULL = POINT_IN_HULL + HULL_BLOCKS,
    CONTAIN_KINDS = IN_HULL + HULL_BLOCKS * HULL_BLOCKS
};

static inline unsigned contain_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    uint16_t of_a = q->a->heads[pair.a].class, of_b = q->b->heads[pair.b].class;
    unsigned block_a = hull_block(of_a), block_b = hull_block(of_b);
    if (block_a == HULL_BLOCKS || block_b == HULL_BLOCKS)
        return BY_REFERENCE;
    if (of_a == SEPAL_SOLID_BOX)
        return of_b == SEPAL_SOLID_BOX ? BOX_IN_BOX : of_b == SEPAL_SOLID_POINT ? POINT_IN_BOX : IN_BOX + block_b;
    if (of_a == SEPAL_SOLID_POINT)
        return of_b == SEPAL_SOLID_POINT ? POINT_IN_SPHERE : IN_SPHERE + block_b;
    /* a closed solid contains a point if the two meet */
    return of_b == SEPAL_SOLID_POINT && !solid_has_reach(q, pair) ? POINT_IN_HULL + block_a
                                                                  : IN_HULL + HULL_BLOCKS * block_a + block_b;
}

static SEPAL_NOINLINE void ask_filter(const solids_query *q, unsigned kind, const sepal_pair *pairs, size_t count,
                                      verdicts *found) {
    if (kind == BOX_IN_BOX)
        filter_box_in_box(q, pairs, count, found);
    else if (kind == POINT_IN_BOX)
        filter_point_in_box(q, pairs, count, found);
    else if (kind == POINT_IN_SPHERE)
        filter_point_in_sphere(q, pairs, count, found);
    else if (kind < IN_SPHERE)
        filter_hull_in_box(q, pairs, count, (sizes){0, hull_size(kind - IN_BOX), false}, found);
    else if (kind < POINT_IN_HULL)
        filter_in_sphere(q, pairs, count, (sizes){0, hull_size(kind - IN_SPHERE), false}, found);
    else if (kind < IN_HULL)
        solid_filter_portal(q, pairs, count, (sizes){hull_size(kind - POINT_IN_HULL), 4, false}, found);
    else
        filter_hull_in_hull(q, pairs, count, hull_sizes(HULLS + kind - IN_HULL), found);
}

/* A list of pairs, what is asked of them, and where the answers go. The query has no margin. What the filters contain is in the
 * interior, so that it is contained by either rule of touching (docs/numerics/solids_kernels.md, "Containment"). */
typedef struct contain_list {
    const solids_query *q;
    const sepal_rule *rule;
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
        if (kind >= IN_HULL) {
            filter_farthest_in_hull(q, list.pairs, list.count, hull_sizes(HULLS + kind - IN_HULL), &found);
            take_answers(&list, &found, out->yes);
        }
        if (kind != BY_REFERENCE) {
            ask_filter(q, kind, list.pairs, list.count, &found);
            take_answers(&list, &found, out->yes);
        }
        for (size_t k = 0; k < list.count; k++)
            set_bit(out->open, list.slots[k]);
    }
}

/* Boxes, spheres and points in sets of nothing else have one kind, whose filter takes no longer than the balls and the sort. */
static bool has_quick_kind(const solids_query *q) {
    uint16_t of_a = class_of_all(q->a), of_b = class_of_all(q->b);
    return of_a <= SEPAL_SOLID_POINT && of_b <= SEPAL_SOLID_POINT && (of_a == SEPAL_SOLID_BOX || of_b == SEPAL_SOLID_POINT);
}

static void contain_without_margin(const solids_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const sepal_rule rule = {q->touching, 0};
    verdicts found;
    size_t k;
    if (has_quick_kind(q))
        ask_filter(q, contain_kind(q, pairs[0]), pairs, count, &found);
    else if (filter_balls(q, pairs, count, &found))
        filter_kinds(q, pairs, count, &found);
    copy_bits(bits, found.yes, count);
    FOR_BITS(k, found.open, count) {
        bool contained = sepal_solids_scalar_contains(q->a, pairs[k].a, q->b, pairs[k].b, &rule);
        STAGES_ONE("reference", pairs[k], contained, false);
        if (contained)
            set_bit(bits, k);
    }
}

/* What is contained within a margin is contained without one. */
static void solid_contain_chunk(const void *question, size_t first, size_t count) {
    const contain_list *asked = question;
    const sepal_pair *pairs = asked->pairs + first;
    uint64_t *bits = asked->bits + first / 64;
    contain_without_margin(asked->q, pairs, count, bits);
    for (size_t word = 0; asked->rule->margin > 0 && word < SEPAL_BIT_WORDS(count); word++)
        for (uint64_t left = bits[word]; left != 0; left &= left - 1) {
            sepal_pair pair = pairs[64 * word + sepal_lowest_bit(left)];
            if (!sepal_solids_scalar_contains(asked->q->a, pair.a, asked->q->b, pair.b, asked->rule))
                bits[word] &= ~(left & (~left + 1));
        }
}

void solids_kernel_contains_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, uint64_t *bits) {
    solids_query q = {a, b, rule->touching, 0};
    for_chunks(solid_contain_chunk, &(contain_list){&q, rule, pairs, bits}, count);
}
