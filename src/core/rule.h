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

/* The bits of a double but its sign. */
static inline uint64_t sepal_rule_magnitude64(double v) {
    uint64_t word;
    memcpy(&word, &v, sizeof word);
    return word & 0x7fffffffffffffffU;
}

/* The rule to apply, whatever its margin64: all zero for NULL, and NULL for a rule that has no meaning. */
static inline const sepal_rule *sepal_rule_but_for_margin64(const sepal_rule *rule) {
    static const sepal_rule all_zero = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    if (rule == NULL)
        return &all_zero;
    bool known = rule->touching == SEPAL_TOUCHING_OVERLAPS || rule->touching == SEPAL_TOUCHING_IS_APART;
    return known && sepal_rule_magnitude(rule->margin) < SEPAL_RULE_INFINITE && !sepal_rule_is_negative(rule->margin) ? rule : NULL;
}

/* The rule to apply to shapes in float. */
static inline const sepal_rule *sepal_rule_meaning(const sepal_rule *rule) {
    rule = sepal_rule_but_for_margin64(rule);
    return rule != NULL && sepal_rule_magnitude64(rule->margin64) == 0 ? rule : NULL;
}

/* The rule to apply to contact points, with the distance for further points in place of 0. False if it has no meaning. */
static inline bool sepal_contact_rule_meaning(const sepal_contact_rule *rule, sepal_contact_rule *out) {
    *out = (sepal_contact_rule){SEPAL_TOUCHING_OVERLAPS, 0, 0};
    if (rule == NULL)
        return true;
    const sepal_rule plain = {rule->touching, rule->margin, 0};
    const uint32_t further = sepal_rule_magnitude(rule->point_margin), margin = sepal_rule_magnitude(rule->margin);
    if (sepal_rule_meaning(&plain) == NULL || (further != 0 && sepal_rule_is_negative(rule->point_margin)) ||
        further > SEPAL_RULE_INFINITE || (further != 0 && further < margin))
        return false;
    *out = (sepal_contact_rule){SEPAL_TOUCHING_OVERLAPS, margin == 0 ? 0 : rule->margin,
                                further == 0 ? (margin == 0 ? 0 : rule->margin) : rule->point_margin};
    return true;
}

#endif
