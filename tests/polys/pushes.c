#include "pushes.h"
#include "../common/check.h"
#include "../oracle/round.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float unwritten = -12345;

static float *column(size_t count) {
    float *values = malloc((count + 1) * sizeof *values);
    cr_assert_not_null(values);
    for (size_t i = 0; i <= count; i++)
        values[i] = unwritten;
    return values;
}

pushes pushes_ask(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule) {
    pushes p = {column(count), column(count), column(count), count};
    cr_assert_eq(sepal_polys_mtv_pairs(a, b, pairs, count, rule, &(sepal_mtvs){.normal_x = p.x, .normal_y = p.y, .depth = p.depth}),
                 SEPAL_OK);
    cr_assert(p.x[count] == unwritten && p.y[count] == unwritten && p.depth[count] == unwritten, "wrote behind %zu answers", count);
    return p;
}

void pushes_release(pushes *p) {
    free(p->x);
    free(p->y);
    free(p->depth);
}

push push_ask(const sepal_polys *a, const sepal_polys *b, sepal_pair pair, const sepal_rule *rule) {
    push p = {0, 0, 0};
    cr_assert_eq(sepal_polys_mtv_pairs(a, b, &pair, 1, rule, &(sepal_mtvs){.normal_x = &p.x, .normal_y = &p.y, .depth = &p.depth}),
                 SEPAL_OK);
    return p;
}

bool same_bits(float p, float q) {
    return memcmp(&p, &q, sizeof p) == 0;
}

void check_same_pushes(const scene *about, const char *who, const pushes *got, const pushes *expected) {
    for (size_t i = 0; i < got->count; i++)
        cr_assert(same_bits(got->x[i], expected->x[i]) && same_bits(got->y[i], expected->y[i]) &&
                      same_bits(got->depth[i], expected->depth[i]),
                  "%s, scene '%s', seed %llu, pair %zu: (%a, %a) %a instead of (%a, %a) %a", who, about->kind,
                  (unsigned long long)about->seed, i, (double)got->x[i], (double)got->y[i], (double)got->depth[i],
                  (double)expected->x[i], (double)expected->y[i], (double)expected->depth[i]);
}

void check_pushes_agree(const scene *about, const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count) {
    use_isa(0);
    pushes expected = pushes_ask(a, b, pairs, count, NULL);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        pushes got = pushes_ask(a, b, pairs, count, NULL);
        check_same_pushes(about, name, &got, &expected);
        pushes_release(&got);
    }
    pushes_release(&expected);
}

/* The bounds that the header states. What is left after a push is less without a radius or margin. */
static const double depth_bound = 17, normal_bound = 40, left_bounds[] = {22, 32};

void judge_push(const char *what, size_t i, const oracle_shape *a, const oracle_shape *b, float margin, push got,
                push_errors *worst) {
    int round = a->radius > 0 || b->radius > 0 || margin > 0;
    oracle_contact met = round ? oracle_round_contact(a->x, a->y, a->count, a->radius, b->x, b->y, b->count, b->radius, margin)
                               : oracle_hulls_contact(a->x, a->y, a->count, b->x, b->y, b->count);
    double x = (double)got.x, y = (double)got.y, depth = (double)got.depth;
    cr_assert(isfinite(got.depth) && isfinite(got.x) && isfinite(got.y), "'%s', pair %zu: (%a, %a) %a", what, i, x, y, depth);
    cr_assert(!(got.depth == 0 && signbit(got.depth)) && !(got.x == 0 && signbit(got.x)) && !(got.y == 0 && signbit(got.y)),
              "'%s', pair %zu: -0", what, i);
    cr_assert_eq((got.depth > 0) - (got.depth < 0), (int)met - (int)ORACLE_TOUCH, "'%s', pair %zu: depth %a, contact %d", what, i,
                 depth, (int)met);
    cr_assert_float_eq(x * x + y * y, 1, 12 * 0x1p-24, "'%s', pair %zu: |n|^2 = %.17g", what, i, x * x + y * y);
    double error = oracle_depth_error(a, b, margin, got.depth);
    cr_assert_leq(error, depth_bound, "'%s', pair %zu: %g roundings", what, i, error);
    worst->depth = fmax(worst->depth, error);
    double off = oracle_normal_error(a, b, margin, got.x, got.y);
    cr_assert_leq(off, normal_bound, "'%s', pair %zu: (%a, %a) is %g roundings off", what, i, x, y, off);
    worst->normal = fmax(worst->normal, off);
    cr_assert(oracle_normal_leads_away(a, b, got.x, got.y), "'%s', pair %zu: (%a, %a) leads towards a", what, i, x, y);
    if (got.depth > 0 && (!round || got.depth < FLT_MAX)) {
        double left = oracle_push_error(a, b, margin, got.x, got.y, got.depth);
        cr_assert_leq(left, left_bounds[round], "'%s', pair %zu: %g roundings are left", what, i, left);
        worst->left = fmax(worst->left, left);
    }
}

void check_push_errors(const push_errors *worst) {
    cr_log_info("worst depth %.2f u D, worst normal %.2f u D, worst push %.2f u D", worst->depth, worst->normal, worst->left);
    cr_assert(worst->depth > 0.5 && worst->normal > 0.5 && worst->left > 0.5, "the oracle sees no rounding at all");
}

oracle_shape core_of(const sepal_polys *set, uint32_t index) {
    oracle_shape s = {0};
    cr_assert_eq(sepal_polys_vertices(set, index, &s.x, &s.y, &s.count), SEPAL_OK);
    return s;
}
