/* search_polys.c — all pairs of two sets of polygons: checks the arguments, then asks search_find.c. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../polys/kernels.h"
#include "find.h"
#include "kernels.h"

static size_t count_polys(const void *set) {
    return sepal_polys_count(set);
}

static void polys_bounds(const void *set, size_t first, size_t count, float margin, sepal_bounds *out, sepal_span *spans) {
    (void)spans;
    sepal_search_kernels_in_use()->bounds(set, first, count, margin, out);
}

static void polys_overlap(const void *a, const void *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                          uint64_t *bits) {
    sepal_polys_kernels_in_use()->overlap_pairs(a, b, pairs, count, rule, bits);
}

static const sepal_find_kind poly_kind = {false, count_polys, polys_bounds, polys_overlap};

sepal_status sepal_polys_find_pairs(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                                    const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    rule = sepal_rule_meaning(rule);
    if (finder == NULL || a == NULL || b == NULL || rule == NULL || found == NULL || (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {a, b, filter, rule, rule->margin};
    sepal_status status = sepal_find_all(finder, &poly_kind, &asked, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_polys_find_near(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                                   float margin, size_t room, sepal_pair *pairs, size_t *found) {
    const sepal_rule rule = {.margin = margin};
    if (finder == NULL || a == NULL || b == NULL || sepal_rule_meaning(&rule) == NULL || found == NULL ||
        (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {a, b, filter, NULL, margin};
    sepal_status status = sepal_find_all(finder, &poly_kind, &asked, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_polys_find_build(sepal_finder *finder, const sepal_polys *b) {
    if (finder == NULL || b == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = sepal_finder_build(finder, &poly_kind, b);
    sepal_fpstate_leave(callers);
    finder->built = status == SEPAL_OK ? b : NULL;
    return status;
}

/* Has the finder a tree of a set of this kind? */
static bool has_tree_of_polys(const sepal_finder *finder) {
    return finder != NULL && finder->built != NULL && finder->kind == &poly_kind;
}

sepal_status sepal_polys_find_range(sepal_finder *finder, const sepal_polys *a, size_t first, size_t count,
                                    const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                    size_t *found) {
    rule = sepal_rule_meaning(rule);
    if (!has_tree_of_polys(finder) || a == NULL || rule == NULL || found == NULL || (pairs == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    if (first > sepal_polys_count(a) || count > sepal_polys_count(a) - first)
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {a, finder->built, filter, rule, rule->margin};
    sepal_status status = sepal_find_range(finder, &asked, first, count, room, pairs, found);
    sepal_fpstate_leave(callers);
    return status;
}

/* The finder's own set of one point, at (x, y). */
static sepal_status put_poly_point(sepal_finder *finder, float x, float y) {
    if (finder->point != NULL)
        return sepal_polys_update(finder->point, 0, &x, &y);
    sepal_polys *set = NULL;
    sepal_status status = sepal_polys_create(&finder->allocator, &set);
    if (status == SEPAL_OK)
        status = sepal_polys_add(set, &x, &y, 1, NULL);
    if (status == SEPAL_OK)
        finder->point = set;
    else
        sepal_polys_destroy(set);
    return status;
}

sepal_status sepal_polys_find_at(sepal_finder *finder, float x, float y, const sepal_rule *rule, size_t room, uint32_t *shapes,
                                 size_t *found) {
    rule = sepal_rule_meaning(rule);
    if (!has_tree_of_polys(finder) || rule == NULL || found == NULL || (shapes == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    if (sepal_rule_magnitude(x) >= SEPAL_RULE_INFINITE || sepal_rule_magnitude(y) >= SEPAL_RULE_INFINITE)
        return SEPAL_BAD_ARGUMENT;
    sepal_status status = put_poly_point(finder, x, y);
    if (status != SEPAL_OK)
        return status;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_find asked = {finder->point, finder->built, NULL, rule, rule->margin};
    status = sepal_find_one(finder, &asked, room, shapes, found);
    sepal_fpstate_leave(callers);
    return status;
}
