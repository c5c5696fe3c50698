/* polys_sweep.c — do moving shapes meet: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"
#include "sweep.h"
#include <float.h>
#include <math.h>

sepal_polys_sweep_pairs_kernel *const sepal_polys_sweep_pairs_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_polys_sweep_pairs_scalar, sepal_polys_sweep_pairs_sse2, sepal_polys_sweep_pairs_avx2, sepal_polys_sweep_pairs_avx512);

bool sepal_polys_moves_meaning(const sepal_polys *set, const sepal_moves *given, sepal_moves *out) {
    static const float rest = 0;
    *out = (sepal_moves){&rest, &rest, 0};
    if (given == NULL || set->count == 0)
        return true;
    *out = (sepal_moves){given->x, given->y, given->stride == 0 ? 1 : given->stride};
    return given->x != NULL && given->y != NULL;
}

bool sepal_polys_moves_are_finite(const sepal_polys *set, const sepal_moves *moves) {
    sepal_poses places = {.x = moves->x, .y = moves->y, .stride = moves->stride};
    return moves->stride == 0 || sepal_polys_poses_within(&places, set->count, FLT_MAX, 0);
}

/* Are the moves of the shapes of `count` pairs finite? shape[2 * k] is that of pair k. Fewer pairs than shapes are looked at one by one; of
 * more, mostly all moves of the set are finite, which takes less time to see. */
static bool moves_in_pairs_are_finite(const sepal_polys *set, const sepal_moves *moves, const uint32_t *shape, size_t count) {
    bool finite = true;
    if (moves->stride == 0 || (count >= set->count && sepal_polys_moves_are_finite(set, moves)))
        return true;
    for (size_t k = 0; k < count; k++) {
        const size_t at = shape[2 * k] * moves->stride;
        finite &= (fabsf(moves->x[at]) <= FLT_MAX) & (fabsf(moves->y[at]) <= FLT_MAX);
    }
    return finite;
}

sepal_status sepal_polys_sweep_pairs(const sepal_polys *a, const sepal_moves *moves_a, const sepal_polys *b,
                                     const sepal_moves *moves_b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                                     const sepal_hits *out) {
    sepal_moves of_a, of_b;
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || out == NULL || !sepal_polys_pairs_are_good(a, b, pairs, count) ||
        !sepal_polys_moves_meaning(a, moves_a, &of_a) || !sepal_polys_moves_meaning(b, moves_b, &of_b))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(a, b))
        return SEPAL_BAD_KIND;
    if (count == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    bool finite = moves_in_pairs_are_finite(a, &of_a, &pairs->a, count) && moves_in_pairs_are_finite(b, &of_b, &pairs->b, count);
    if (finite) {
        sepal_polys_sweep_pairs_kernels[sepal_isa_for(count)](a, &of_a, b, &of_b, pairs, count, rule, out);
        sepal_polys_leave_out_hits(a, b, pairs, count, out);
    }
    sepal_fpstate_leave(callers);
    return finite ? SEPAL_OK : SEPAL_BAD_SHAPE;
}
