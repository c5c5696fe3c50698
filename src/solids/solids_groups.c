/* solids_groups.c — which groups of solids overlap, and which of their parts are nearest, deepest or meet first: checks the arguments.
 * core/groups.c and core/least.c find the parts to ask about. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/groups.h"
#include "../core/least.h"
#include "gap.h"
#include "kernels.h"
#include "near.h"
#include "sweep.h"
#include <float.h>
#include <math.h>

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

/* --- Nearest or deepest, and first ------------------------------------------------------------------------------------------------ */

static void fill_with_solids(const sepal_least *least, int side, sepal_least_tile *tile) {
    const sepal_solids *set = side == 0 ? least->a : least->b;
    const sepal_solid_moves *moves = least->moves[side];
    size_t k = 0;
    for (size_t i = tile->first; i < tile->end; i++) {
        const sepal_solid_ball *ball = &set->balls[i];
        if (set->removed > 0 && sepal_solid_is_removed(set, (uint32_t)i))
            continue;
        tile->number[k] = (uint8_t)(i - tile->first);
        tile->at[0][k] = ball->x;
        tile->at[1][k] = ball->y;
        tile->at[2][k] = ball->z;
        tile->move[0][k] = moves->x[moves->stride * i];
        tile->move[1][k] = moves->y[moves->stride * i];
        tile->move[2][k] = moves->z[moves->stride * i];
        tile->reach[k++] = ball->r;
    }
    tile->count = k;
}

static void ask_solid_distances(const sepal_least *least, const sepal_pair *pairs, size_t count, float *numbers) {
    (void)sepal_solids_mtv_pairs(least->a, least->b, pairs, count, least->rule, &(sepal_solid_mtvs){.depth = numbers});
    for (size_t k = 0; k < count; k++)
        numbers[k] = -numbers[k];
}

static void ask_solid_times(const sepal_least *least, const sepal_pair *pairs, size_t count, float *numbers) {
    uint64_t bits[SEPAL_BIT_WORDS(SEPAL_LEAST_BATCH)];
    const sepal_solid_hits hits = {.bits = bits, .time = numbers};
    sepal_solids_sweep_pairs_kernels[sepal_isa_in_use()](least->a, least->moves[0], least->b, least->moves[1], pairs, count,
                                                         least->rule, &hits);
    for (size_t k = 0; k < count; k++)
        numbers[k] = (bits[k / 64] >> (k % 64) & 1) != 0 ? numbers[k] : INFINITY;
}

static bool are_solids_beyond(const sepal_least *least, sepal_pair pair, float best) {
    const sepal_solids *a = least->a, *b = least->b;
    const sepal_solid_moves *of_a = least->moves[0], *of_b = least->moves[1];
    const size_t i = of_a->stride * pair.a, j = of_b->stride * pair.b;
    const double d[3] = {(double)of_b->x[j] - (double)of_a->x[i], (double)of_b->y[j] - (double)of_a->y[i],
                         (double)of_b->z[j] - (double)of_a->z[i]};
    return least->moving ? sepal_solids_have_gap_until(a, pair.a, b, pair.b, d, (double)least->rule->margin, (double)best)
                         : sepal_solids_have_gap(a, pair.a, b, pair.b, (double)least->rule->margin, (double)best);
}

static sepal_status answer_solid_groups(sepal_least *least, const sepal_solids *a, const sepal_groups *groups_a,
                                        const sepal_solids *b, const sepal_groups *groups_b,
                                        const sepal_solid_moves *const moves[2], const sepal_pair *pairs, size_t count,
                                        sepal_pair *parts, float *number) {
    sepal_solid_moves of_a, of_b;
    if (a == NULL || b == NULL || least->rule == NULL)
        return SEPAL_BAD_ARGUMENT;
    const sepal_group_side sides[2] = {{groups_a, a->count}, {groups_b, b->count}};
    if (!sepal_groups_are_good(sides, pairs, count) || !sepal_solids_moves_meaning(a, moves[0], &of_a) ||
        !sepal_solids_moves_meaning(b, moves[1], &of_b))
        return SEPAL_BAD_ARGUMENT;
    least->a = a;
    least->b = b;
    least->moves[0] = &of_a;
    least->moves[1] = &of_b;
    least->fill = fill_with_solids;
    least->is_beyond = are_solids_beyond;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool finite = sepal_solids_moves_are_finite(a, &of_a) && sepal_solids_moves_are_finite(b, &of_b);
    if (finite)
        sepal_least_answer(least, sides, pairs, count, least->moving ? 1 : -FLT_MAX, parts, number);
    sepal_fpstate_leave(callers);
    least->moves[0] = least->moves[1] = NULL; /* which are gone */
    return finite ? SEPAL_OK : SEPAL_BAD_SHAPE;
}

sepal_status sepal_solids_deepest_groups(const sepal_solids *a, const sepal_groups *groups_a, const sepal_solids *b,
                                         const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                         const sepal_rule *rule, sepal_pair *parts, float *depth) {
    sepal_least least;
    least.rule = sepal_rule_meaning(rule);
    least.moving = false;
    least.ask = ask_solid_distances;
    return answer_solid_groups(&least, a, groups_a, b, groups_b, (const sepal_solid_moves *const[2]){NULL, NULL}, pairs, count,
                               parts, depth);
}

sepal_status sepal_solids_first_groups(const sepal_solids *a, const sepal_groups *groups_a, const sepal_solid_moves *moves_a,
                                       const sepal_solids *b, const sepal_groups *groups_b, const sepal_solid_moves *moves_b,
                                       const sepal_pair *pairs, size_t count, const sepal_rule *rule, sepal_pair *parts,
                                       float *time) {
    sepal_least least;
    least.rule = sepal_rule_meaning(rule);
    least.moving = true;
    least.ask = ask_solid_times;
    return answer_solid_groups(&least, a, groups_a, b, groups_b, (const sepal_solid_moves *const[2]){moves_a, moves_b}, pairs,
                               count, parts, time);
}
