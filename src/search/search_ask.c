/* search_ask.c — the arguments of all searches, whatever the kind of set. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/rule.h"
#include "ask.h"
#include "find.h"
#include "keep.h"

/* What a rule means: in the plane, also one with margins in float and in double, of which the first is for boxes (sepal_polys_rule). */
static const sepal_rule *rule_of_search(const sepal_find_kind *kind, const sepal_rule *rule) {
    return kind->in_space ? sepal_rule_meaning(rule) : sepal_rule_but_for_margin64(rule);
}

sepal_status sepal_search_pairs(sepal_finder *finder, const sepal_find_kind *kind, const void *a, const void *b,
                                const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    rule = rule_of_search(kind, rule);
    if (finder == NULL || a == NULL || b == NULL || rule == NULL || found == NULL || (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {a, b, filter, rule, rule->margin, {.take = NULL}};
    sepal_status status = sepal_find_all(finder, kind, &asked, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_search_each(sepal_finder *finder, const sepal_find_kind *kind, const void *a, const void *b,
                               const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    rule = rule_of_search(kind, rule);
    if (finder == NULL || a == NULL || b == NULL || rule == NULL || take == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {a, b, filter, rule, rule->margin, {take, context, &callers}};
    sepal_status status = sepal_find_each(finder, kind, &asked);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_search_near(sepal_finder *finder, const sepal_find_kind *kind, const void *a, const void *b,
                               const sepal_filter *filter, float margin, size_t room, sepal_pair *pairs, size_t *found) {
    const sepal_rule rule = {.margin = margin};
    if (finder == NULL || a == NULL || b == NULL || sepal_rule_meaning(&rule) == NULL || found == NULL ||
        (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {a, b, filter, NULL, margin, {.take = NULL}};
    sepal_status status = sepal_find_all(finder, kind, &asked, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_search_keep(sepal_finder *finder, const sepal_find_kind *kind, const void *b, float slack) {
    const sepal_rule rule = {.margin = slack};
    if (finder == NULL || b == NULL || sepal_rule_meaning(&rule) == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = sepal_keep_build(finder, kind, b, slack, 0);
    sepal_fpstate_leave(callers);
    return status;
}

/* Are all indices those of shapes? */
static bool are_within(const uint32_t *shapes, size_t count, size_t of) {
    for (size_t k = 0; k < count; k++)
        if (shapes[k] >= of)
            return false;
    return true;
}

sepal_status sepal_search_update(sepal_finder *finder, const sepal_find_kind *kind, const uint32_t *shapes, size_t count) {
    if (finder == NULL || finder->built == NULL || finder->kind != kind ||
        (shapes != NULL && !are_within(shapes, count, kind->count(finder->built))))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = sepal_keep_update(finder, shapes, count);
    sepal_fpstate_leave(callers);
    return status;
}

/* Has the finder a tree of a set of this kind, with as many shapes as the set has? */
static bool has_tree(const sepal_finder *finder, const sepal_find_kind *kind) {
    return finder != NULL && finder->built != NULL && finder->kind == kind && kind->count(finder->built) == finder->kept.count;
}

sepal_status sepal_search_kept(sepal_finder *finder, const sepal_find_kind *kind, const sepal_filter *filter,
                               const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    rule = rule_of_search(kind, rule);
    if (!has_tree(finder, kind) || rule == NULL || found == NULL || (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {finder->built, finder->built, filter, rule, rule->margin, {.take = NULL}};
    sepal_status status = sepal_find_kept(finder, &asked, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_search_each_kept(sepal_finder *finder, const sepal_find_kind *kind, const sepal_filter *filter,
                                    const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    rule = rule_of_search(kind, rule);
    if (!has_tree(finder, kind) || rule == NULL || take == NULL)
        return SEPAL_BAD_ARGUMENT;
    size_t found;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {finder->built, finder->built, filter, rule, rule->margin, {take, context, &callers}};
    sepal_status status = sepal_find_kept(finder, &asked, 0, NULL, &found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_search_near_kept(sepal_finder *finder, const sepal_find_kind *kind, const sepal_filter *filter, float margin,
                                    size_t room, sepal_pair *pairs, size_t *found) {
    const sepal_rule rule = {.margin = margin};
    if (!has_tree(finder, kind) || sepal_rule_meaning(&rule) == NULL || found == NULL || (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {finder->built, finder->built, filter, NULL, margin, {.take = NULL}};
    sepal_status status = sepal_find_kept(finder, &asked, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_search_list(sepal_finder *finder, const sepal_find_kind *kind, const void *a, const uint32_t *shapes,
                               size_t count, const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                               size_t *found) {
    rule = rule_of_search(kind, rule);
    if (!has_tree(finder, kind) || a == NULL || rule == NULL || found == NULL || (pairs == NULL && room > 0) ||
        (shapes == NULL && count > 0) || !are_within(shapes, count, kind->count(a)))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {a, finder->built, filter, rule, rule->margin, {.take = NULL}};
    sepal_status status = sepal_find_list(finder, &asked, shapes, count, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_search_range(sepal_finder *finder, const sepal_find_kind *kind, const void *a, size_t first, size_t count,
                                const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    rule = rule_of_search(kind, rule);
    if (!has_tree(finder, kind) || a == NULL || rule == NULL || found == NULL || (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    if (first > kind->count(a) || count > kind->count(a) - first)
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {a, finder->built, filter, rule, rule->margin, {.take = NULL}};
    sepal_status status = sepal_find_range(finder, &asked, first, count, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_search_each_list(sepal_finder *finder, const sepal_find_kind *kind, const void *a, const uint32_t *shapes,
                                    size_t count, const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take,
                                    void *context) {
    rule = rule_of_search(kind, rule);
    if (!has_tree(finder, kind) || a == NULL || rule == NULL || take == NULL || (shapes == NULL && count > 0) ||
        !are_within(shapes, count, kind->count(a)))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {a, finder->built, filter, rule, rule->margin, {take, context, &callers}};
    sepal_status status = sepal_find_list(finder, &asked, shapes, count, 0, NULL, NULL);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_search_each_range(sepal_finder *finder, const sepal_find_kind *kind, const void *a, size_t first, size_t count,
                                     const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    rule = rule_of_search(kind, rule);
    if (!has_tree(finder, kind) || a == NULL || rule == NULL || take == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (first > kind->count(a) || count > kind->count(a) - first)
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {a, finder->built, filter, rule, rule->margin, {take, context, &callers}};
    sepal_status status = sepal_find_range(finder, &asked, first, count, 0, NULL, NULL);
    sepal_fpstate_leave(callers);
    return status;
}

static bool number_is_finite(float number) {
    return sepal_rule_magnitude(number) < SEPAL_RULE_INFINITE;
}

/* Numbers in the order of finite floats, for comparisons: of words, since the caller's floating-point state is in force (rule.h). */
static int64_t in_order_of_floats(float number) {
    return sepal_rule_is_negative(number) ? -(int64_t)sepal_rule_magnitude(number) : (int64_t)sepal_rule_magnitude(number);
}

sepal_status sepal_search_at(sepal_finder *finder, const sepal_find_kind *kind, const sepal_find_points *points, size_t count,
                             const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    const void *set = NULL;
    if (!has_tree(finder, kind) || rule_of_search(kind, rule) == NULL || found == NULL || (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    sepal_status status = kind->put_points(finder, points, count, count, &set);
    if (status != SEPAL_OK)
        return status;
    return sepal_search_range(finder, kind, set, 0, count, filter, rule, room, pairs, found);
}

sepal_status sepal_search_in(sepal_finder *finder, const sepal_find_kind *kind, const float *low, const float *high,
                             const sepal_filter *filter, const sepal_rule *rule, size_t room, uint32_t *shapes, size_t *found) {
    rule = rule_of_search(kind, rule);
    if (!has_tree(finder, kind) || low == NULL || high == NULL || rule == NULL || found == NULL || (shapes == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    for (int k = 0; k < (kind->in_space ? 3 : 2); k++)
        if (!number_is_finite(low[k]) || !number_is_finite(high[k]) || in_order_of_floats(low[k]) > in_order_of_floats(high[k]))
            return SEPAL_BAD_ARGUMENT;
    const void *window = NULL;
    sepal_status status = kind->put_window(finder, low, high, &window);
    if (status != SEPAL_OK)
        return status;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {window, finder->built, filter, rule, rule->margin, {.take = NULL}};
    status = sepal_find_one(finder, &asked, room, shapes, found);
    sepal_fpstate_leave(callers);
    return status;
}
