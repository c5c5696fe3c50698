/* crowd_rare.c — kernels in the build of the crowd of what the crowd does not ask: about round shapes, rows, and the points of pushes.
 *
 * These take the place of three units, which would be two fifths of the bytes of that build (tools/web.sh). They ask the reference about
 * one pair after the other, so their answers are the same. */
#include "../src/core/arithmetic.h"

#include "../src/polys/kernel/query.h"

void polys_kernel_overlap_round(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const sepal_rule rule = rule_of(q);
    sepal_polys_overlap_pairs_scalar(q->a, q->b, pairs, count, &rule, NULL, bits);
}

void polys_kernel_mtv_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                            const sepal_rule *rule, const sepal_mtvs *out) {
    const polys_query q = {a, b, rule->touching, rule->margin, 0};
    if (some_reach(&q))
        sepal_polys_mtv_pairs_scalar(a, b, pairs, count, rule, out);
    else
        polys_kernel_mtv_cores(&q, pairs, count, out);
}

void polys_kernel_mtv_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                           const sepal_mtvs *out) {
    sepal_polys_mtv_rows_scalar(a, b, rows, count, rule, out);
}

void polys_kernel_mtv_points(const polys_query *q, const sepal_pair *pairs, size_t count, const struct mtv_values *from,
                             const sepal_mtvs *to) {
    const sepal_rule rule = rule_of(q);
    const sepal_mtvs points = {.a_x = to->a_x, .a_y = to->a_y, .b_x = to->b_x, .b_y = to->b_y};
    (void)from;
    sepal_polys_mtv_pairs_scalar(q->a, q->b, pairs, count, &rule, &points);
}
