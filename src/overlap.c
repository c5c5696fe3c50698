/* overlap.c — which pairs overlap: checks the arguments, then calls the kernels. */
#include "fpstate.h"
#include "kernels.h"
#include "layout.h"
#include <string.h>

static const sepal_rule plain_rule = {SEPAL_TOUCHING_OVERLAPS, 0};

/* The magnitude of a float as a number that is ordered alike, and larger than INFINITE if it is none. Arithmetic would need our
 * floating-point state: a comparison may trap, or take a subnormal for 0. */
enum { INFINITE = 0x7f800000 };
static uint32_t magnitude_of(float v) {
    uint32_t word;
    memcpy(&word, &v, sizeof word);
    return word & 0x7fffffff;
}

static bool is_negative(float v) {
    uint32_t word;
    memcpy(&word, &v, sizeof word);
    return word > 0x80000000; /* -0 is 0 */
}

/* The rule that is meant, or NULL if it has no meaning. */
static const sepal_rule *meaning_of(const sepal_rule *rule) {
    if (rule == NULL)
        return &plain_rule;
    bool known = rule->touching == SEPAL_TOUCHING_OVERLAPS || rule->touching == SEPAL_TOUCHING_IS_APART;
    return known && magnitude_of(rule->margin) < INFINITE && !is_negative(rule->margin) ? rule : NULL;
}

static bool is_round(const sepal_polys *a, const sepal_polys *b, const sepal_rule *rule) {
    return a->round || b->round || magnitude_of(rule->margin) > 0;
}

sepal_status sepal_polys_overlap_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                       const sepal_rule *rule, uint64_t *bits) {
    rule = meaning_of(rule);
    if (a == NULL || b == NULL || rule == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    if (pairs == NULL || bits == NULL)
        return SEPAL_BAD_ARGUMENT;
    const sepal_kernels *kernels = sepal_kernels_in_use();
    if (!kernels->indices_within(pairs, count, a->count, b->count))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    if (is_round(a, b, rule))
        kernels->round_pairs(a, b, pairs, count, rule, bits);
    else
        kernels->overlap_pairs(a, b, pairs, count, rule->touching, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}

sepal_status sepal_polys_overlap_one(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                                     const sepal_rule *rule, uint64_t *bits) {
    rule = meaning_of(rule);
    if (a == NULL || b == NULL || rule == NULL || index >= a->count || first > b->count || count > b->count - first)
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    if (bits == NULL)
        return SEPAL_BAD_ARGUMENT;
    const sepal_kernels *kernels = sepal_kernels_in_use();
    sepal_fpstate callers = sepal_fpstate_enter();
    if (is_round(a, b, rule))
        kernels->round_one(a, index, b, first, count, rule, bits);
    else
        kernels->overlap_one(a, index, b, first, count, rule->touching, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
