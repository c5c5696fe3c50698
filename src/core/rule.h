/* rule.h — the meaning of a rule, which is the same for every kind of set. */
#ifndef SEPAL_CORE_RULE_H
#define SEPAL_CORE_RULE_H

#include <sepal/base.h>
#include <stdbool.h>
#include <string.h>

/* The bits of |v|. As integers they have the order of the magnitudes, and those of a NaN are greater than those of infinity. Floats
 * are not compared here because the caller's floating-point state is in force, in which a comparison may trap or take a subnormal
 * for 0. */
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

/* The rule to apply: all zero for NULL, and NULL for a rule that has no meaning. */
static inline const sepal_rule *sepal_rule_meaning(const sepal_rule *rule) {
    static const sepal_rule all_zero = {SEPAL_TOUCHING_OVERLAPS, 0};
    if (rule == NULL)
        return &all_zero;
    bool known = rule->touching == SEPAL_TOUCHING_OVERLAPS || rule->touching == SEPAL_TOUCHING_IS_APART;
    return known && sepal_rule_magnitude(rule->margin) < SEPAL_RULE_INFINITE && !sepal_rule_is_negative(rule->margin) ? rule : NULL;
}

#endif
