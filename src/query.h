/* query.h — what every query checks first: its pairs, and what its rule means. */
#ifndef SEPAL_QUERY_H
#define SEPAL_QUERY_H

#include "kernels.h"
#include "layout.h"
#include <string.h>

/* The magnitude of a float as a number that is ordered alike, and larger than that of infinity if it is none. Arithmetic would need
 * our floating-point state: a comparison may trap, or take a subnormal for 0. */
enum { SEPAL_RULE_INFINITE = 0x7f800000 };
static inline uint32_t sepal_rule_magnitude(float v) {
    uint32_t word;
    memcpy(&word, &v, sizeof word);
    return word & 0x7fffffff;
}

static inline bool sepal_rule_is_negative(float v) {
    uint32_t word;
    memcpy(&word, &v, sizeof word);
    return word > 0x80000000; /* -0 is 0 */
}

/* The rule that is meant, or NULL if it has no meaning. */
static inline const sepal_rule *sepal_rule_meaning(const sepal_rule *rule) {
    static const sepal_rule all_zero = {SEPAL_TOUCHING_OVERLAPS, 0};
    if (rule == NULL)
        return &all_zero;
    bool known = rule->touching == SEPAL_TOUCHING_OVERLAPS || rule->touching == SEPAL_TOUCHING_IS_APART;
    return known && sepal_rule_magnitude(rule->margin) < SEPAL_RULE_INFINITE && !sepal_rule_is_negative(rule->margin) ? rule : NULL;
}

/* Are there radii, or a margin, to be considered? */
static inline bool sepal_rule_is_round(const sepal_polys *a, const sepal_polys *b, const sepal_rule *rule) {
    return a->round || b->round || sepal_rule_magnitude(rule->margin) > 0;
}

/* Are the sets and the pairs there, and all indices within the sets? */
static inline bool sepal_pairs_are_good(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count) {
    if (a == NULL || b == NULL)
        return false;
    return count == 0 || (pairs != NULL && sepal_kernels_in_use()->indices_within(pairs, count, a->count, b->count));
}

#endif
