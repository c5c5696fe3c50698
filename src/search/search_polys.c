/* search_polys.c — searches in sets of polygons: what the finder knows of them. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../polys/kernels.h"
#include "../polys/set.h"
#include "ask.h"
#include "kernels.h"

static sepal_search_bounds_kernel *const search_bounds_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_search_bounds_scalar, sepal_search_bounds_x4, sepal_search_bounds_x8, sepal_search_bounds_x16);

static size_t count_polys(const void *set) {
    return sepal_polys_count(set);
}

static void polys_bounds(const void *set, size_t first, size_t count, float margin, sepal_bounds *out, sepal_span *spans) {
    (void)spans;
    search_bounds_kernels[sepal_isa_in_use()](set, first, count, margin, out);
}

static void fetch_poly(const void *from, uint32_t shape) {
    const sepal_polys *set = from;
    sepal_prefetch(&set->heads[shape]);
    if (set->same)
        sepal_prefetch(set->vertices + 4 * sepal_quads_of(set->largest) * shape);
}

static void polys_overlap(const void *a, const void *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                          sepal_policy *circles, uint64_t *bits) {
    sepal_polys_overlap_pairs_kernels[sepal_isa_in_use()](a, b, pairs, count, rule, circles, bits);
}

/* A set of one polygon without a radius, which is made when it is first needed, with these vertices. */
static sepal_status put_poly(sepal_finder *finder, sepal_polys **own, const float *x, const float *y, size_t count) {
    sepal_polys *created = NULL;
    if (*own != NULL)
        return sepal_polys_update(*own, 0, x, y);
    sepal_status status = sepal_polys_create(&finder->allocator, &created);
    if (status == SEPAL_OK)
        status = sepal_polys_add(created, x, y, count, NULL);
    if (status == SEPAL_OK)
        *own = created;
    else
        sepal_polys_destroy(created);
    return status;
}

static sepal_status put_poly_point(sepal_finder *finder, const float *at, const void **set) {
    sepal_status status = put_poly(finder, &finder->point, &at[0], &at[1], 1);
    *set = finder->point;
    return status;
}

static sepal_status put_poly_window(sepal_finder *finder, const float *low, const float *high, const void **set) {
    const float x[] = {low[0], high[0], high[0], low[0]}, y[] = {low[1], low[1], high[1], high[1]};
    sepal_status status = put_poly(finder, &finder->window, x, y, 4);
    *set = finder->window;
    return status;
}

static const sepal_find_kind poly_kind = {false,         count_polys,    polys_bounds,   fetch_poly,
                                          polys_overlap, put_poly_point, put_poly_window};

sepal_status sepal_polys_find_pairs(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                                    const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_search_pairs(finder, &poly_kind, a, b, filter, rule, room, pairs, found);
}

sepal_status sepal_polys_find_each(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                                   const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    return sepal_search_each(finder, &poly_kind, a, b, filter, rule, take, context);
}

sepal_status sepal_polys_find_near(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *filter,
                                   float margin, size_t room, sepal_pair *pairs, size_t *found) {
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
    return sepal_search_kept(finder, &poly_kind, filter, rule, room, pairs, found);
}

sepal_status sepal_polys_find_list(sepal_finder *finder, const sepal_polys *a, const uint32_t *shapes, size_t count,
                                   const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                   size_t *found) {
    return sepal_search_list(finder, &poly_kind, a, shapes, count, filter, rule, room, pairs, found);
}

sepal_status sepal_polys_find_range(sepal_finder *finder, const sepal_polys *a, size_t first, size_t count,
                                    const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                    size_t *found) {
    return sepal_search_range(finder, &poly_kind, a, first, count, filter, rule, room, pairs, found);
}

sepal_status sepal_polys_find_at(sepal_finder *finder, float x, float y, const sepal_rule *rule, size_t room, uint32_t *shapes,
                                 size_t *found) {
    const float at[] = {x, y};
    return sepal_search_at(finder, &poly_kind, at, rule, room, shapes, found);
}

sepal_status sepal_polys_find_in(sepal_finder *finder, float low_x, float low_y, float high_x, float high_y,
                                 const sepal_filter *filter, const sepal_rule *rule, size_t room, uint32_t *shapes, size_t *found) {
    const float low[] = {low_x, low_y}, high[] = {high_x, high_y};
    return sepal_search_in(finder, &poly_kind, low, high, filter, rule, room, shapes, found);
}
