/* search_solids.c — searches in sets of solids: what the finder knows of them. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/outward.h"
#include "../solids/kernels.h"
#include "../solids/set.h"
#include "ask.h"

#include <math.h>

static size_t count_solids(const void *set) {
    return sepal_solids_count(set);
}

/* The sides of a box are sums of floats, rounded outwards. Those beyond the range of float are put at its end: every solid has a core that
 * begins within it. For the side above, all signs are turned. */
enum { MOST_SUMMANDS = 6 };

SEPAL_NOINLINE static sepal_span sides_exactly(float low, float high, const float *less, size_t count) {
    float below[MOST_SUMMANDS] = {low}, above[MOST_SUMMANDS] = {-high};
    for (size_t k = 0; k < count; k++)
        below[k + 1] = above[k + 1] = -less[k];
    return (sepal_span){sepal_sum_down(below, count + 1), -sepal_sum_down(above, count + 1)};
}

/* From low to high, with `less` added up to both sides: `count` numbers, which are not negative, and their sum. */
SPECIALISED sepal_span sides(float low, float high, const float *less, size_t count, double sum) {
    const double below = (double)low - sum, above = (double)high + sum;
    const double size = fmax(fabs((double)low), fabs((double)high)) + sum;
    float down, up;
    const bool is_low_certain = sepal_round_down(below, size, &down), is_high_certain = sepal_round_down(-above, size, &up);
    bool certain = is_low_certain && is_high_certain;
    if (!certain) {
        certain = sepal_is_exact_in_sum(low, size) && sepal_is_exact_in_sum(high, size);
        for (size_t k = 0; k < count; k++)
            certain = certain && sepal_is_exact_in_sum(less[k], size);
    }
    return certain ? (sepal_span){down, -up} : sides_exactly(low, high, less, count);
}

/* Along one axis, with everything within a radius and a margin: of a box, whose half edges are given, or of the vertices. */
static sepal_span box_span(const sepal_box_exact *box, int axis, float radius, float margin) {
    const float less[] = {fabsf(box->u[axis]), fabsf(box->v[axis]), fabsf(box->w[axis]), radius, margin};
    const double edges = ((double)less[0] + (double)less[1]) + (double)less[2], reach = (double)radius + (double)margin;
    return sides(box->c[axis], box->c[axis], less, 5, edges + reach);
}
static sepal_span hull_span(const float *at, uint32_t count, float radius, float margin) {
    const float less[] = {radius, margin};
    float low = at[0], high = at[0];
    for (uint32_t k = 1; k < count; k++) {
        low = at[k] < low ? at[k] : low;
        high = at[k] > high ? at[k] : high;
    }
    if (!(radius > 0 || margin > 0))
        return (sepal_span){low, high};
    return sides(low, high, less, 2, (double)radius + (double)margin);
}

static void solids_bounds(const void *from, size_t first, size_t count, float margin, sepal_bounds *out, sepal_span *spans) {
    const sepal_solids *set = from;
    for (size_t k = 0; k < count; k++) {
        uint32_t index = (uint32_t)(first + k), size = set->heads[index].size;
        if (sepal_solid_is_removed(set, index)) {
            out[k] = (sepal_bounds){INFINITY, INFINITY, -INFINITY, -INFINITY};
            spans[k] = (sepal_span){INFINITY, -INFINITY};
            continue;
        }
        const float radius = sepal_solid_radius(set, index);
        sepal_span x, y;
        if (sepal_solid_is_box(set, index)) {
            const sepal_box_exact *box = sepal_solid_exact(set, index);
            x = box_span(box, 0, radius, margin);
            y = box_span(box, 1, radius, margin);
            spans[k] = box_span(box, 2, radius, margin);
        } else {
            x = hull_span(sepal_solid_x(set, index), size, radius, margin);
            y = hull_span(sepal_solid_y(set, index), size, radius, margin);
            spans[k] = hull_span(sepal_solid_z(set, index), size, radius, margin);
        }
        out[k] = (sepal_bounds){x.low, y.low, x.high, y.high};
    }
}

static bool is_solid_removed(const void *set, uint32_t shape) {
    return sepal_solid_is_removed(set, shape);
}

static void fetch_solid(const void *from, uint32_t shape) {
    const sepal_solids *set = from;
    sepal_prefetch(&set->heads[shape]);
    if (set->regular)
        sepal_prefetch(&set->exacts[shape]);
}

static void solids_overlap(const void *a, const void *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                           sepal_policy *balls, uint64_t *bits) {
    (void)balls; /* the kernel keeps what a sample of a chunk was told, so it loses nothing by sampling each */
    sepal_solids_overlap_pairs_kernels[sepal_isa_in_use()](a, b, pairs, count, rule, bits);
    sepal_solids_leave_out(a, b, pairs, count, bits);
}

/* The finder's own sets are made when they are first needed. */
static sepal_status make_solids(sepal_finder *finder, sepal_solids **own) {
    finder->destroy_solids = sepal_solids_destroy;
    return *own == NULL ? sepal_solids_create(&finder->allocator, own) : SEPAL_OK;
}

static sepal_status put_solid_points(sepal_finder *finder, const sepal_find_points *at, size_t count, size_t room,
                                     const void **set) {
    const sepal_solid_spheres points = {.x = at->at[0], .y = at->at[1], .z = at->at[2], .stride = at->stride};
    sepal_status status = make_solids(finder, &finder->space_points);
    if (status == SEPAL_OK)
        status = sepal_solids_reserve(finder->space_points, 0, room, room);
    if (status != SEPAL_OK)
        return status;
    *set = finder->space_points;
    sepal_solids_clear(finder->space_points);
    return sepal_solids_add_spheres(finder->space_points, &points, count, NULL, NULL);
}

/* A hull, since the middle between two floats is often none. */
static sepal_status put_solid_window(sepal_finder *finder, const float *low, const float *high, const void **set) {
    float corner[3][8];
    for (int k = 0; k < 8; k++)
        for (int axis = 0; axis < 3; axis++)
            corner[axis][k] = (k >> axis & 1) != 0 ? high[axis] : low[axis];
    sepal_status status = make_solids(finder, &finder->space_window);
    if (status != SEPAL_OK)
        return status;
    *set = finder->space_window;
    sepal_solids_clear(finder->space_window);
    return sepal_solids_add_hull(finder->space_window, corner[0], corner[1], corner[2], 8, 0, NULL);
}

const sepal_find_kind sepal_solids_find_kind = {true,        count_solids,   solids_bounds,    is_solid_removed,
                                                fetch_solid, solids_overlap, put_solid_points, put_solid_window};

sepal_status sepal_solids_find_pairs(sepal_finder *finder, const sepal_solids *a, const sepal_solids *b, const sepal_filter *filter,
                                     const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_search_pairs(finder, &sepal_solids_find_kind, a, b, filter, rule, room, pairs, found);
}

sepal_status sepal_solids_find_each(sepal_finder *finder, const sepal_solids *a, const sepal_solids *b, const sepal_filter *filter,
                                    const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    return sepal_search_each(finder, &sepal_solids_find_kind, a, b, filter, rule, take, context);
}

sepal_status sepal_solids_find_near(sepal_finder *finder, const sepal_solids *a, const sepal_solids *b, const sepal_filter *filter,
                                    float margin, size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_search_near(finder, &sepal_solids_find_kind, a, b, filter, margin, room, pairs, found);
}

sepal_status sepal_solids_find_build(sepal_finder *finder, const sepal_solids *b) {
    return sepal_search_keep(finder, &sepal_solids_find_kind, b, 0);
}

sepal_status sepal_solids_find_keep(sepal_finder *finder, const sepal_solids *b, float slack) {
    return sepal_search_keep(finder, &sepal_solids_find_kind, b, slack);
}

sepal_status sepal_solids_find_update(sepal_finder *finder, const uint32_t *shapes, size_t count) {
    return sepal_search_update(finder, &sepal_solids_find_kind, shapes, count);
}

sepal_status sepal_solids_find_kept(sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule, size_t room,
                                    sepal_pair *pairs, size_t *found) {
    return sepal_search_kept(finder, &sepal_solids_find_kind, filter, rule, room, pairs, found);
}

sepal_status sepal_solids_find_each_kept(sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule,
                                         sepal_take_pairs *take, void *context) {
    return sepal_search_each_kept(finder, &sepal_solids_find_kind, filter, rule, take, context);
}

sepal_status sepal_solids_find_near_kept(sepal_finder *finder, const sepal_filter *filter, float margin, size_t room,
                                         sepal_pair *pairs, size_t *found) {
    return sepal_search_near_kept(finder, &sepal_solids_find_kind, filter, margin, room, pairs, found);
}

sepal_status sepal_solids_find_list(sepal_finder *finder, const sepal_solids *a, const uint32_t *shapes, size_t count,
                                    const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                    size_t *found) {
    return sepal_search_list(finder, &sepal_solids_find_kind, a, shapes, count, filter, rule, room, pairs, found);
}

sepal_status sepal_solids_find_range(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count,
                                     const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                     size_t *found) {
    return sepal_search_range(finder, &sepal_solids_find_kind, a, first, count, filter, rule, room, pairs, found);
}

sepal_status sepal_solids_find_each_range(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count,
                                          const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take,
                                          void *context) {
    return sepal_search_each_range(finder, &sepal_solids_find_kind, a, first, count, filter, rule, take, context);
}

sepal_status sepal_solids_find_each_list(sepal_finder *finder, const sepal_solids *a, const uint32_t *shapes, size_t count,
                                         const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take,
                                         void *context) {
    return sepal_search_each_list(finder, &sepal_solids_find_kind, a, shapes, count, filter, rule, take, context);
}

sepal_status sepal_solids_find_at(sepal_finder *finder, const sepal_solid_points *points, size_t count, const sepal_filter *filter,
                                  const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    if (points == NULL || (count > 0 && (points->x == NULL || points->y == NULL || points->z == NULL)))
        return SEPAL_BAD_ARGUMENT;
    const sepal_find_points at = {.at = {points->x, points->y, points->z}, .stride = points->stride};
    return sepal_search_at(finder, &sepal_solids_find_kind, &at, count, filter, rule, room, pairs, found);
}

sepal_status sepal_solids_find_in(sepal_finder *finder, const float low[3], const float high[3], const sepal_filter *filter,
                                  const sepal_rule *rule, size_t room, uint32_t *shapes, size_t *found) {
    return sepal_search_in(finder, &sepal_solids_find_kind, low, high, filter, rule, room, shapes, found);
}
