/* solids_groups.c — which groups of solids overlap: checks the arguments. core/groups.c finds the parts to ask about. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/groups.h"
#include "kernels.h"
#include "near.h"

static void ask_solid_parts(sepal_near *near) {
    uint64_t found[SEPAL_BIT_WORDS(SEPAL_NEAR_CANDIDATES)];
    sepal_solids_overlap_pairs_kernels[sepal_isa_in_use()](near->a, near->b, near->pairs, near->count, near->rule, found);
    sepal_solids_leave_out(near->a, near->b, near->pairs, near->count, found);
    sepal_groups_take(near, found);
}

sepal_status sepal_solids_overlap_groups(const sepal_solids *a, const sepal_groups *groups_a, const sepal_solids *b,
                                         const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                         const sepal_rule *rule, uint64_t *bits) {
    rule = sepal_rule_meaning(rule);
    if (a == NULL || b == NULL || rule == NULL || (bits == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    const sepal_group_side sides[2] = {{groups_a, a->count}, {groups_b, b->count}};
    if (!sepal_groups_are_good(sides, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    sepal_near near;
    near.a = a;
    near.b = b;
    near.rule = rule;
    near.boxes = sepal_solids_near_boxes;
    near.ask = ask_solid_parts;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_groups_answer(&near, sides, pairs, count, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
