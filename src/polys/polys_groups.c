/* polys_groups.c — which groups of polygons overlap, and which of their parts are nearest, deepest or meet first: checks the arguments.
 * core/groups.c and core/least.c find the parts to ask about. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/groups.h"
#include "../core/least.h"
#include "kernels.h"
#include "near.h"
#include "region.h"
#include "sweep.h"
#include <float.h>

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
    sepal_rule room;
    rule = sepal_rule_but_for_margin64(rule);
    if (a == NULL || b == NULL || rule == NULL || (bits == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    const sepal_group_side sides[2] = {{groups_a, a->count}, {groups_b, b->count}};
    if (!sepal_groups_are_good(sides, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_agree(a, b))
        return SEPAL_BAD_KIND;
    rule = sepal_polys_rule(a, rule, &room);
    if (rule == NULL)
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

/* --- Nearest or deepest, and first ------------------------------------------------------------------------------------------------ */

static void fill_with_polys(const sepal_least *least, int side, sepal_least_tile *tile) {
    const sepal_polys *set = side == 0 ? least->a : least->b;
    const sepal_moves *moves = least->moves[side];
    size_t k = 0;
    for (size_t i = tile->first; i < tile->end; i++) {
        const sepal_poly_circle *circle = &set->circles[i];
        if (set->removed > 0 && sepal_poly_is_removed(set, (uint32_t)i))
            continue;
        tile->number[k] = (uint8_t)(i - tile->first);
        tile->at[0][k] = circle->x;
        tile->at[1][k] = circle->y;
        tile->at[2][k] = 0;
        tile->move[0][k] = moves->x[moves->stride * i];
        tile->move[1][k] = moves->y[moves->stride * i];
        tile->move[2][k] = 0;
        tile->reach[k++] = fabsf(circle->outer); /* its sign is a flag */
    }
    tile->count = k;
}

static void ask_poly_distances(const sepal_least *least, const sepal_pair *pairs, size_t count, float *numbers) {
    (void)sepal_polys_mtv_pairs(least->a, least->b, pairs, count, least->rule, &(sepal_mtvs){.depth = numbers});
    for (size_t k = 0; k < count; k++)
        numbers[k] = -numbers[k];
}

static void ask_poly_times(const sepal_least *least, const sepal_pair *pairs, size_t count, float *numbers) {
    uint64_t bits[SEPAL_BIT_WORDS(SEPAL_LEAST_BATCH)];
    const sepal_hits hits = {.bits = bits, .time = numbers};
    sepal_polys_sweep_pairs_kernels[sepal_isa_in_use()](least->a, least->moves[0], least->b, least->moves[1], pairs, count,
                                                        least->rule, &hits);
    for (size_t k = 0; k < count; k++)
        numbers[k] = (bits[k / 64] >> (k % 64) & 1) != 0 ? numbers[k] : INFINITY;
}

static sepal_status answer_poly_groups(sepal_least *least, const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                       const sepal_groups *groups_b, const sepal_moves *const moves[2], const sepal_pair *pairs,
                                       size_t count, sepal_pair *parts, float *number) {
    sepal_moves of_a, of_b;
    if (a == NULL || b == NULL || least->rule == NULL)
        return SEPAL_BAD_ARGUMENT;
    const sepal_group_side sides[2] = {{groups_a, a->count}, {groups_b, b->count}};
    if (!sepal_groups_are_good(sides, pairs, count) || !sepal_polys_moves_meaning(a, moves[0], &of_a) ||
        !sepal_polys_moves_meaning(b, moves[1], &of_b))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(a, b))
        return SEPAL_BAD_KIND;
    least->a = a;
    least->b = b;
    least->moves[0] = &of_a;
    least->moves[1] = &of_b;
    least->fill = fill_with_polys;
    least->is_beyond = NULL;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool finite = sepal_polys_moves_are_finite(a, &of_a) && sepal_polys_moves_are_finite(b, &of_b);
    if (finite)
        sepal_least_answer(least, sides, pairs, count, least->moving ? 1 : -FLT_MAX, parts, number);
    sepal_fpstate_leave(callers);
    least->moves[0] = least->moves[1] = NULL; /* which are gone */
    return finite ? SEPAL_OK : SEPAL_BAD_SHAPE;
}

sepal_status sepal_polys_deepest_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                        const sepal_groups *groups_b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                                        sepal_pair *parts, float *depth) {
    sepal_least least;
    least.rule = sepal_rule_meaning(rule);
    least.moving = false;
    least.ask = ask_poly_distances;
    return answer_poly_groups(&least, a, groups_a, b, groups_b, (const sepal_moves *const[2]){NULL, NULL}, pairs, count, parts,
                              depth);
}

sepal_status sepal_polys_first_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_moves *moves_a,
                                      const sepal_polys *b, const sepal_groups *groups_b, const sepal_moves *moves_b,
                                      const sepal_pair *pairs, size_t count, const sepal_rule *rule, sepal_pair *parts,
                                      float *time) {
    sepal_least least;
    least.rule = sepal_rule_meaning(rule);
    least.moving = true;
    least.ask = ask_poly_times;
    return answer_poly_groups(&least, a, groups_a, b, groups_b, (const sepal_moves *const[2]){moves_a, moves_b}, pairs, count,
                              parts, time);
}
