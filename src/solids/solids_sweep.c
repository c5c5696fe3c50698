/* solids_sweep.c — do moving solids meet: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"
#include "sweep.h"

sepal_solids_sweep_pairs_kernel *const sepal_solids_sweep_pairs_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_solids_sweep_pairs_scalar, sepal_solids_sweep_pairs_sse2, sepal_solids_sweep_pairs_avx2, sepal_solids_sweep_pairs_avx512);

bool sepal_solids_moves_meaning(const sepal_solids *set, const sepal_solid_moves *given, sepal_solid_moves *out) {
    static const float rest = 0;
    *out = (sepal_solid_moves){&rest, &rest, &rest, 0};
    if (given == NULL || set->count == 0)
        return true;
    *out = (sepal_solid_moves){given->x, given->y, given->z, given->stride == 0 ? 1 : given->stride};
    return given->x != NULL && given->y != NULL && given->z != NULL;
}

bool sepal_solids_moves_are_finite(const sepal_solids *set, const sepal_solid_moves *moves) {
    return moves->stride == 0 || sepal_solids_are_finite(moves->x, moves->y, moves->z, moves->stride, set->count);
}

/* Are the moves of the solids of `count` pairs finite? solid[2 * k] is that of pair k. Fewer pairs than solids are looked at one by one; of
 * more, mostly all moves of the set are finite, which takes less time to see. */
static bool solid_moves_in_pairs_are_finite(const sepal_solids *set, const sepal_solid_moves *moves, const uint32_t *solid,
                                            size_t count) {
    const size_t stride = moves->stride;
    bool finite = true;
    if (stride == 0 || (count >= set->count && sepal_solids_moves_are_finite(set, moves)))
        return true;
    for (size_t k = 0; k < count; k++) {
        const size_t at = solid[2 * k] * stride;
        finite &= sepal_solids_are_finite(moves->x + at, moves->y + at, moves->z + at, 0, 1);
    }
    return finite;
}

sepal_status sepal_solids_sweep_pairs(const sepal_solids *a, const sepal_solid_moves *moves_a, const sepal_solids *b,
                                      const sepal_solid_moves *moves_b, const sepal_pair *pairs, size_t count,
                                      const sepal_rule *rule, const sepal_solid_hits *out) {
    sepal_solid_moves of_a, of_b;
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || out == NULL || !sepal_solids_pairs_are_good(a, b, pairs, count) ||
        !sepal_solids_moves_meaning(a, moves_a, &of_a) || !sepal_solids_moves_meaning(b, moves_b, &of_b))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    bool finite =
        solid_moves_in_pairs_are_finite(a, &of_a, &pairs->a, count) && solid_moves_in_pairs_are_finite(b, &of_b, &pairs->b, count);
    if (finite) {
        sepal_solids_sweep_pairs_kernels[sepal_isa_in_use()](a, &of_a, b, &of_b, pairs, count, rule, out);
        sepal_solids_leave_out_hits(a, b, pairs, count, out);
    }
    sepal_fpstate_leave(callers);
    return finite ? SEPAL_OK : SEPAL_BAD_SHAPE;
}
