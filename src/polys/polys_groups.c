/* polys_groups.c — which groups of polygons overlap: checks the arguments. core/groups.c finds the parts to ask about. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/groups.h"
#include "kernels.h"
#include "near.h"
#include "region.h"

static void ask_poly_parts(sepal_near *near) {
    uint64_t found[SEPAL_BIT_WORDS(SEPAL_NEAR_CANDIDATES)];
    sepal_polys_overlap_pairs_kernels[sepal_isa_in_use()](near->a, near->b, near->pairs, near->count, near->rule,
                                                          &(sepal_policy){0}, found);
    sepal_polys_leave_out(near->a, near->b, near->pairs, near->count, found);
    sepal_groups_take(near, found);
}

/* Is a thin part of one group inside of the other, as a union? */
static bool thin_parts_inside(const sepal_polys *set, sepal_group_parts thin, const sepal_polys *other, sepal_group_parts parts) {
    sepal_region_box box = {0, 0, 0, 0};
    bool is_known = false;
    for (size_t i = thin.first; i < thin.end; i++) {
        if (!sepal_poly_is_thin(set, (uint32_t)i))
            continue;
        if (!is_known)
            box = sepal_poly_region_box(other, parts);
        is_known = true;
        if (sepal_poly_meets_region_box(set, (uint32_t)i, &box) && sepal_poly_is_in_region(set, (uint32_t)i, other, parts))
            return true;
    }
    return false;
}

/* Where touching is apart, pairs of groups of which no parts overlap may do so as unions. */
static void ask_unions(const sepal_polys *a, const sepal_polys *b, const sepal_group_side sides[2], const sepal_pair *pairs,
                       size_t count, uint64_t *bits) {
    for (size_t i = 0; i < count; i++) {
        if (bits[i / 64] >> (i % 64) & 1)
            continue;
        const sepal_group_parts of_a = sepal_group_parts_of(&sides[0], pairs[i].a),
                                of_b = sepal_group_parts_of(&sides[1], pairs[i].b);
        if (thin_parts_inside(a, of_a, b, of_b) || thin_parts_inside(b, of_b, a, of_a))
            bits[i / 64] |= (uint64_t)1 << (i % 64);
    }
}

sepal_status sepal_polys_overlap_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                        const sepal_groups *groups_b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                                        uint64_t *bits) {
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
    near.boxes = sepal_polys_near_boxes;
    near.ask = ask_poly_parts;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_groups_answer(&near, sides, pairs, count, bits);
    if (rule->touching == SEPAL_TOUCHING_IS_APART && rule->margin == 0 && !(a->plain && b->plain))
        ask_unions(a, b, sides, pairs, count, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
