/* solids_kernel_contain.c — does a solid contain another? Balls that miss each other say no. Then by kind: in a box, in a sphere, or in a
 * hull, which a point is in if the two overlap. Other solids in hulls are asked about in groups; what all these leave open, one pair at a time;
 * and what is left then goes to the reference. */
#include "../../core/arithmetic.h"

#include "query.h"
#include "within.h"

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

static unsigned contain_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    uint16_t of_a = q->a->heads[pair.a].class, of_b = q->b->heads[pair.b].class;
    unsigned block_a = hull_block(of_a), block_b = hull_block(of_b);
    if (block_a == HULL_BLOCKS || block_b == HULL_BLOCKS)
        return BY_REFERENCE;
    if (of_a == SEPAL_SOLID_BOX)
        return of_b == SEPAL_SOLID_BOX ? BOX_IN_BOX : of_b == SEPAL_SOLID_POINT ? POINT_IN_BOX : IN_BOX + block_b;
    if (of_a == SEPAL_SOLID_POINT)
        return of_b == SEPAL_SOLID_POINT ? POINT_IN_SPHERE : IN_SPHERE + block_b;
    return of_b == SEPAL_SOLID_POINT && !solid_has_reach(q, pair) ? POINT_IN_HULL + block_a
                                                                  : IN_HULL + HULL_BLOCKS * block_a + block_b;
}

/* A closed solid contains a point if the two meet, an open one if their insides do. */
static bool filter_point_in_hull(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *out) {
    const solids_query *q = question;
    const sepal_rule rule = solid_rule_of(q);
    solids_kernel_overlap_filter(q->a, q->b, pairs, count, &rule, out->yes, NULL);
    memset(out->open, 0, sizeof out->open);
    return false;
}

static plan solid_contain_plan(UNUSED const void *question, unsigned kind) {
    static stage *const quick[IN_BOX][2] = {
        [BOX_IN_BOX] = {filter_box_in_box}, [POINT_IN_BOX] = {filter_point_in_box}, [POINT_IN_SPHERE] = {filter_point_in_sphere}};
    static stage *const in_box[] = {filter_hull_in_box, NULL};
    static stage *const in_sphere[] = {filter_in_sphere, NULL};
    static stage *const point[] = {filter_point_in_hull, NULL};
    static stage *const hull[] = {filter_farthest_in_hull, filter_hull_in_hull, NULL};
    if (kind < IN_BOX)
        return (plan){quick[kind], {0}};
    if (kind < IN_SPHERE)
        return (plan){in_box, {0, hull_size(kind - IN_BOX), false}};
    if (kind < POINT_IN_HULL)
        return (plan){in_sphere, {0, hull_size(kind - IN_SPHERE), false}};
    if (kind < IN_HULL)
        return (plan){point, {0}};
    return (plan){hull, hull_sizes(HULLS + kind - IN_HULL)};
}

/* One pair at a time, or by the reference, which need so much of the stack that they are asked when the lists of the chunk are not there any
 * more. */
static SEPAL_NOINLINE void settle_containment(const work *todo, const sepal_rule *rule) {
    const chunk *c = todo->of;
    const solids_query *q = c->question;
    size_t k;
    FOR_BITS(k, todo->found.open, c->count) {
        const within_answer answer = know_contained(q, c->pairs[k]);
        bool contained = answer == WITHIN_YES;
        STAGES_ONE("one by one", c->pairs[k], contained, answer == WITHIN_OPEN);
        if (answer == WITHIN_OPEN) {
            contained = sepal_solids_scalar_contains(q->a, c->pairs[k].a, q->b, c->pairs[k].b, rule);
            STAGES_ONE("reference", c->pairs[k], contained, false);
        }
        if (contained)
            set_bit(c->bits, k);
    }
}

static SEPAL_NOINLINE void ask_containment(work *todo, const chunk *c) {
    ask_first(todo, c, filter_balls, (sizes){0});
    ask_by_kind(todo, contain_kind, CONTAIN_KINDS, solid_contain_plan);
}

/* What the filters say is contained is in the interior, so that it is contained by either rule of touching
 * (docs/numerics/solids_kernels.md, "Containment"). */
static void solid_contain_chunk(const solids_query *q, const chunk *c, const sepal_rule *rule) {
    const uint16_t of_a = class_of_all(q->a), of_b = class_of_all(q->b);
    work todo;
    /* Boxes, spheres and points in sets of nothing else have one kind, whose filter takes no longer than the balls and the sort. */
    if (of_a <= SEPAL_SOLID_POINT && of_b <= SEPAL_SOLID_POINT && (of_a == SEPAL_SOLID_BOX || of_b == SEPAL_SOLID_POINT)) {
        ask_first(&todo, c, solid_contain_plan(q, contain_kind(q, c->pairs[0])).stages[0], (sizes){0});
    } else {
        ask_containment(&todo, c);
    }
    if (todo.any)
        settle_containment(&todo, rule);
}

void solids_kernel_contains_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, uint64_t *bits) {
    const solids_query q = {a, b, rule->touching, rule->margin, false};
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const chunk c = chunk_at(&q, pairs, first, count, bits);
        solid_contain_chunk(&q, &c, rule);
    }
}
