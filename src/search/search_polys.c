/* search_polys.c — searches in sets of polygons: what the finder knows of them. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../polys/kernels.h"
#include "../polys/set.h"
#include "ask.h"
#include "kernels.h"
#include <math.h>

static sepal_search_bounds_kernel *const search_bounds_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_search_bounds_scalar, sepal_search_bounds_sse2, sepal_search_bounds_avx2, sepal_search_bounds_avx512);

static size_t count_polys(const void *set) {
    return sepal_polys_count(set);
}

static void polys_bounds(const void *set, size_t first, size_t count, float margin, sepal_bounds *out, sepal_span *spans) {
    (void)spans;
    const sepal_polys *polys = set;
    search_bounds_kernels[sepal_isa_in_use()](set, first, count, margin, out);
    for (size_t k = 0; polys->removed > 0 && k < count; k++)
        if (sepal_poly_is_removed(polys, (uint32_t)(first + k)))
            out[k] = (sepal_bounds){INFINITY, INFINITY, -INFINITY, -INFINITY};
}

static bool is_poly_removed(const void *set, uint32_t shape) {
    return sepal_poly_is_removed(set, shape);
}

static void fetch_poly(const void *from, uint32_t shape) {
    const sepal_polys *set = from;
    sepal_prefetch(&set->heads[shape]);
    if (set->same && set->doubles)
        sepal_prefetch(set->exact + 4 * sepal_quads_of_doubles(set->largest) * shape);
    else if (set->same)
        sepal_prefetch(set->vertices + 4 * sepal_quads_of(set->largest) * shape);
}

static void polys_overlap(const void *a, const void *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                          sepal_policy *circles, uint64_t *bits) {
    sepal_polys_overlap_pairs_kernels[sepal_isa_in_use()](a, b, pairs, count, rule, circles, bits);
    sepal_polys_leave_out(a, b, pairs, count, bits);
}

/* The finder's own sets are made when they are first needed. */
static sepal_status make_polys(sepal_finder *finder, sepal_polys **own) {
    return *own == NULL ? sepal_polys_create(&finder->allocator, own) : SEPAL_OK;
}

static sepal_status put_poly_points(sepal_finder *finder, const sepal_find_points *at, size_t count, size_t room,
                                    const void **set) {
    const sepal_polys *tree = sepal_finder_polys(finder);
    if (tree->doubles) {
        const size_t stride = at->stride64 == 0 ? 1 : at->stride64;
        const sepal_status exact =
            tree->kernels->put_points(&finder->exact_points, &finder->allocator, tree, at->at64[0], at->at64[1], stride, count);
        *set = finder->exact_points;
        return exact;
    }
    const sepal_circles points = {.x = at->at[0], .y = at->at[1], .stride = at->stride};
    sepal_status status = make_polys(finder, &finder->points);
    if (status == SEPAL_OK)
        status = sepal_polys_reserve(finder->points, room, room);
    if (status != SEPAL_OK)
        return status;
    *set = finder->points;
    sepal_polys_clear(finder->points);
    return sepal_polys_add_circles(finder->points, &points, count, NULL, NULL);
}

static sepal_status put_poly_window(sepal_finder *finder, const float *low, const float *high, const void **set) {
    const float x[] = {low[0], high[0], high[0], low[0]}, y[] = {low[1], low[1], high[1], high[1]};
    sepal_status status = make_polys(finder, &finder->window);
    if (status != SEPAL_OK)
        return status;
    *set = finder->window;
    sepal_polys_clear(finder->window);
    return sepal_polys_add(finder->window, x, y, 4, NULL);
}

/* --- The calls: a mixture of kinds is refused, else the searches of both kinds of sets answer ------------------------------------- */

static const sepal_find_kind poly_kind = {false,      count_polys,   polys_bounds,    is_poly_removed,
                                          fetch_poly, polys_overlap, put_poly_points, put_poly_window};

static bool sets_agree(const sepal_polys *a, const sepal_polys *b) {
    return a == NULL || b == NULL || sepal_polys_agree(a, b);
}

/* Can these sets be asked about each other under the rule? Then *rule becomes what it means for them. What is missing is refused by
 * the search. */
static sepal_status can_be_asked(const sepal_polys *a, const sepal_polys *b, const sepal_rule **rule, sepal_rule *room) {
    if (!sets_agree(a, b))
        return SEPAL_BAD_KIND;
    if (a == NULL || b == NULL)
        return SEPAL_OK;
    *rule = sepal_polys_rule(a, *rule, room);
    return *rule != NULL ? SEPAL_OK : SEPAL_BAD_ARGUMENT;
}

sepal_status sepal_polys_find_pairs(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                                    const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    sepal_rule room_of_rule;
    const sepal_status status = can_be_asked(a, b, &rule, &room_of_rule);
    return status != SEPAL_OK ? status : sepal_search_pairs(finder, &poly_kind, a, b, filter, rule, room, pairs, found);
}

sepal_status sepal_polys_find_each(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                                   const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    sepal_rule room_of_rule;
    const sepal_status status = can_be_asked(a, b, &rule, &room_of_rule);
    return status != SEPAL_OK ? status : sepal_search_each(finder, &poly_kind, a, b, filter, rule, take, context);
}

sepal_status sepal_polys_find_near(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                                   float margin, size_t room, sepal_pair *pairs, size_t *found) {
    if (!sets_agree(a, b))
        return SEPAL_BAD_KIND;
    return sepal_search_near(finder, &poly_kind, a, b, filter, margin, room, pairs, found);
}

sepal_status sepal_polys_find_build(sepal_finder *finder, const sepal_polys *b) {
    return sepal_search_keep(finder, &poly_kind, b, 0);
}

sepal_status sepal_polys_find_keep(sepal_finder *finder, const sepal_polys *b, float slack) {
    return sepal_search_keep(finder, &poly_kind, b, slack);
}

sepal_status sepal_polys_find_update(sepal_finder *finder, const uint32_t *shapes, size_t count) {
    return sepal_search_update(finder, &poly_kind, shapes, count);
}

sepal_status sepal_polys_find_kept(sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule, size_t room,
                                   sepal_pair *pairs, size_t *found) {
    sepal_rule room_of_rule;
    const sepal_status status = can_be_asked(sepal_finder_polys(finder), sepal_finder_polys(finder), &rule, &room_of_rule);
    return status != SEPAL_OK ? status : sepal_search_kept(finder, &poly_kind, filter, rule, room, pairs, found);
}

sepal_status sepal_polys_find_each_kept(sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule,
                                        sepal_take_pairs *take, void *context) {
    sepal_rule room_of_rule;
    const sepal_status status = can_be_asked(sepal_finder_polys(finder), sepal_finder_polys(finder), &rule, &room_of_rule);
    return status != SEPAL_OK ? status : sepal_search_each_kept(finder, &poly_kind, filter, rule, take, context);
}

sepal_status sepal_polys_find_near_kept(sepal_finder *finder, const sepal_filter *filter, float margin, size_t room,
                                        sepal_pair *pairs, size_t *found) {
    if (!sets_agree(sepal_finder_polys(finder), sepal_finder_polys(finder)))
        return SEPAL_BAD_KIND;
    return sepal_search_near_kept(finder, &poly_kind, filter, margin, room, pairs, found);
}

sepal_status sepal_polys_find_list(sepal_finder *finder, const sepal_polys *a, const uint32_t *shapes, size_t count,
                                   const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                   size_t *found) {
    sepal_rule room_of_rule;
    const sepal_status status = can_be_asked(a, sepal_finder_polys(finder), &rule, &room_of_rule);
    return status != SEPAL_OK ? status : sepal_search_list(finder, &poly_kind, a, shapes, count, filter, rule, room, pairs, found);
}

sepal_status sepal_polys_find_range(sepal_finder *finder, const sepal_polys *a, size_t first, size_t count,
                                    const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                    size_t *found) {
    sepal_rule room_of_rule;
    const sepal_status status = can_be_asked(a, sepal_finder_polys(finder), &rule, &room_of_rule);
    return status != SEPAL_OK ? status : sepal_search_range(finder, &poly_kind, a, first, count, filter, rule, room, pairs, found);
}

sepal_status sepal_polys_find_each_range(sepal_finder *finder, const sepal_polys *a, size_t first, size_t count,
                                         const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take,
                                         void *context) {
    sepal_rule room_of_rule;
    const sepal_status status = can_be_asked(a, sepal_finder_polys(finder), &rule, &room_of_rule);
    return status != SEPAL_OK ? status : sepal_search_each_range(finder, &poly_kind, a, first, count, filter, rule, take, context);
}

sepal_status sepal_polys_find_each_list(sepal_finder *finder, const sepal_polys *a, const uint32_t *shapes, size_t count,
                                        const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    sepal_rule room_of_rule;
    const sepal_status status = can_be_asked(a, sepal_finder_polys(finder), &rule, &room_of_rule);
    return status != SEPAL_OK ? status : sepal_search_each_list(finder, &poly_kind, a, shapes, count, filter, rule, take, context);
}

sepal_status sepal_polys_find_at(sepal_finder *finder, const sepal_points *points, size_t count, const sepal_filter *filter,
                                 const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    const sepal_polys *tree = sepal_finder_polys(finder);
    if (points == NULL || tree == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (tree->doubles ? points->x != NULL || points->y != NULL : points->x64 != NULL || points->y64 != NULL)
        return SEPAL_BAD_KIND;
    if (count > 0 && (tree->doubles ? points->x64 == NULL || points->y64 == NULL : points->x == NULL || points->y == NULL))
        return SEPAL_BAD_ARGUMENT;
    sepal_rule room_of_rule;
    const sepal_status status = can_be_asked(tree, tree, &rule, &room_of_rule);
    if (status != SEPAL_OK)
        return status;
    const sepal_find_points at = {{points->x, points->y, NULL}, points->stride, {points->x64, points->y64}, points->stride64};
    return sepal_search_at(finder, &poly_kind, &at, count, filter, rule, room, pairs, found);
}

sepal_status sepal_polys_find_in(sepal_finder *finder, float low_x, float low_y, float high_x, float high_y,
                                 const sepal_filter *filter, const sepal_rule *rule, size_t room, uint32_t *shapes, size_t *found) {
    const float low[] = {low_x, low_y}, high[] = {high_x, high_y};
    if (sepal_finder_polys(finder) != NULL && sepal_finder_polys(finder)->doubles)
        return SEPAL_BAD_KIND;
    if (rule != NULL && sepal_rule_magnitude64(rule->margin64) != 0)
        return SEPAL_BAD_ARGUMENT;
    return sepal_search_in(finder, &poly_kind, low, high, filter, rule, room, shapes, found);
}
