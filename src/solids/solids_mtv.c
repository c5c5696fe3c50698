/* solids_mtv.c — the smallest push that parts a pair: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"
#include "mtv.h"
#include <float.h>

static sepal_solids_mtv_pairs_kernel *const solids_mtv_pairs_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_solids_mtv_pairs_scalar, sepal_solids_mtv_pairs_sse2, sepal_solids_mtv_pairs_avx2, sepal_solids_mtv_pairs_avx512);

static sepal_solids_mtv_points_kernel *const solids_mtv_points_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_solids_mtv_points_scalar, sepal_solids_mtv_points_sse2, sepal_solids_mtv_points_avx2, sepal_solids_mtv_points_avx512);

/* Pairs whose normals stand on the stack while their points are found; and how many times so many share what their pushes teach. */
enum { POINTS_AT_ONCE = 256, POINTS_BLOCKS = 8 };

static bool wants_points(const sepal_solid_mtvs *out) {
    return out->a_x != NULL || out->a_y != NULL || out->a_z != NULL || out->b_x != NULL || out->b_y != NULL || out->b_z != NULL;
}

/* Pushes of boxes alone are as quick in many lanes, however few they are. */
static sepal_isa_kind isa_for_pushes(const sepal_solids *a, const sepal_solids *b, size_t count) {
    return a->boxes == a->count && b->boxes == b->count ? sepal_isa_in_use() : sepal_isa_for(count);
}

/* The arrays of the pairs from `first` on. */
static float *pushed_from(float *array, size_t first) {
    return array == NULL ? NULL : array + first;
}
static sepal_solid_mtvs pushes_from(const sepal_solid_mtvs *out, size_t first) {
    return (sepal_solid_mtvs){
        .normal_x = pushed_from(out->normal_x, first),
        .normal_y = pushed_from(out->normal_y, first),
        .normal_z = pushed_from(out->normal_z, first),
        .depth = pushed_from(out->depth, first),
        .a_x = pushed_from(out->a_x, first),
        .a_y = pushed_from(out->a_y, first),
        .a_z = pushed_from(out->a_z, first),
        .b_x = pushed_from(out->b_x, first),
        .b_y = pushed_from(out->b_y, first),
        .b_z = pushed_from(out->b_z, first),
    };
}

static void find_pushes_and_points(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                   const sepal_rule *rule, sepal_solids_push_policy *quick, const sepal_solid_mtvs *out) {
    const sepal_isa_kind isa = isa_for_pushes(a, b, count);
    for (size_t first = 0; first < count; first += SEPAL_SOLIDS_POINTED) {
        const size_t left = count - first, some = left < SEPAL_SOLIDS_POINTED ? left : SEPAL_SOLIDS_POINTED;
        const sepal_solid_mtvs part = pushes_from(out, first);
        uint64_t written[SEPAL_SOLIDS_POINTED / 64] = {0};
        solids_mtv_pairs_kernels[isa](a, b, pairs + first, some, rule, quick, written, &part);
        solids_mtv_points_kernels[isa](a, b, pairs + first, some, written, &part);
    }
}

/* The points go by the normal: where the caller does not want all of it, it stands on the stack. */
static void find_without_normals(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                 const sepal_rule *rule, const sepal_solid_mtvs *out) {
    float own[3][POINTS_AT_ONCE];
    sepal_solids_push_policy quick;
    for (size_t first = 0; first < count; first += POINTS_AT_ONCE) {
        const size_t left = count - first, some = left < POINTS_AT_ONCE ? left : POINTS_AT_ONCE;
        sepal_solid_mtvs part = pushes_from(out, first);
        part.normal_x = out->normal_x == NULL ? &own[0][0] : part.normal_x;
        part.normal_y = out->normal_y == NULL ? &own[1][0] : part.normal_y;
        part.normal_z = out->normal_z == NULL ? &own[2][0] : part.normal_z;
        if (first / POINTS_AT_ONCE % POINTS_BLOCKS == 0) /* other pairs may have come */
            quick = (sepal_solids_push_policy){0};
        find_pushes_and_points(a, b, pairs + first, some, rule, &quick, &part);
    }
}

/* The answer about a pair of which one is removed. */
static void leave_out_solid_push(const sepal_solid_mtvs *out, size_t k) {
    float *const zeros[] = {out->normal_x, out->normal_y, out->normal_z, out->a_x, out->a_y,
                            out->a_z,      out->b_x,      out->b_y,      out->b_z};
    for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++)
        if (zeros[i] != NULL)
            zeros[i][k] = 0;
    if (out->depth != NULL)
        out->depth[k] = -FLT_MAX;
}

sepal_status sepal_solids_mtv_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                    const sepal_rule *rule, const sepal_solid_mtvs *out) {
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || out == NULL || !sepal_solids_pairs_are_good(a, b, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    if (wants_points(out) && out->normal_x != NULL && out->normal_y != NULL && out->normal_z != NULL)
        find_pushes_and_points(a, b, pairs, count, rule, NULL, out);
    else if (wants_points(out))
        find_without_normals(a, b, pairs, count, rule, out);
    else
        solids_mtv_pairs_kernels[isa_for_pushes(a, b, count)](a, b, pairs, count, rule, NULL, NULL, out);
    for (size_t k = 0; a->removed + b->removed > 0 && k < count; k++)
        if (sepal_solid_pair_is_removed(a, b, pairs[k]))
            leave_out_solid_push(out, k);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}

/* Pairs of rows that are listed at a time: few, since a push needs much of the stack. */
enum { ROWS_LISTED = 128 };

sepal_status sepal_solids_mtv_rows(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count,
                                   const sepal_rule *rule, const sepal_solid_mtvs *out) {
    size_t pairs;
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || out == NULL || !sepal_solids_rows_are_good(a, b, rows, count, &pairs))
        return SEPAL_BAD_ARGUMENT;
    uint32_t done = 0; /* of the row */
    for (size_t first = 0; first < pairs; first += ROWS_LISTED) {
        sepal_pair listed[ROWS_LISTED];
        size_t some = 0;
        for (; some < ROWS_LISTED && first + some < pairs; some++) {
            for (; done == rows->count; done = 0)
                rows++;
            listed[some] = (sepal_pair){rows->a, rows->first + done++};
        }
        const sepal_solid_mtvs part = pushes_from(out, first);
        (void)sepal_solids_mtv_pairs(a, b, listed, some, rule, &part); /* which has nothing to refuse */
    }
    return SEPAL_OK;
}
