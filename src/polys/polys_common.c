/* polys_common.c — how much polygons, and groups of them, have in common: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/groups.h"
#include "commons.h"
#include "kernels.h"
#include "near.h"
#include "region.h"
#include <float.h>

static sepal_polys_common_pairs_kernel *const polys_common_pairs_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_polys_common_pairs_scalar, sepal_polys_common_pairs_sse2, sepal_polys_common_pairs_avx2, sepal_polys_common_pairs_avx512);

static void ask_common(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                       const sepal_commons *out) {
    polys_common_pairs_kernels[sepal_isa_for(count)](a, b, pairs, count, out, NULL);
    for (size_t k = 0; a->removed + b->removed > 0 && k < count; k++)
        if (sepal_poly_pair_is_removed(a, b, pairs[k]))
            sepal_poly_common_write(out, k, &(sepal_poly_common){0, 0, 0, 0, 0});
}

sepal_status sepal_polys_common_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                      const sepal_commons *out) {
    if (out == NULL || !sepal_polys_pairs_are_good(a, b, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(a, b))
        return SEPAL_BAD_KIND;
    if (count == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool round = sepal_poly_some_are_round(a, b, pairs, count);
    if (!round)
        ask_common(a, b, pairs, count, out);
    sepal_fpstate_leave(callers);
    return round ? SEPAL_BAD_SHAPE : SEPAL_OK;
}

/* The pairs of rows that are listed at a time. */
enum { COMMON_ROWS = 1024 };

static float *behind(float *array, size_t count) {
    return array == NULL ? NULL : array + count;
}

static void ask_common_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, size_t pairs,
                            const sepal_commons *out) {
    sepal_pair list[COMMON_ROWS];
    size_t listed = 0, done = 0;
    for (size_t r = 0; r < count; r++)
        for (uint32_t i = 0; i < rows[r].count; i++) {
            list[listed++] = (sepal_pair){rows[r].a, rows[r].first + i};
            if (listed < COMMON_ROWS && done + listed < pairs)
                continue;
            const sepal_commons part = {behind(out->area, done), behind(out->iou, done), behind(out->share_a, done),
                                        behind(out->share_b, done)};
            ask_common(a, b, list, listed, &part);
            done += listed;
            listed = 0;
        }
}

sepal_status sepal_polys_common_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                     const sepal_commons *out) {
    size_t pairs;
    if (out == NULL || !sepal_polys_rows_are_good(a, b, rows, count, &pairs))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(a, b))
        return SEPAL_BAD_KIND;
    sepal_fpstate callers = sepal_fpstate_enter();
    bool round = false;
    for (size_t r = 0; r < count; r++)
        round |= rows[r].count > 0 &&
                 (sepal_poly_parts_are_round(a, (sepal_group_parts){rows[r].a, (size_t)rows[r].a + 1}) ||
                  sepal_poly_parts_are_round(b, (sepal_group_parts){rows[r].first, (size_t)rows[r].first + rows[r].count}));
    if (!round)
        ask_common_rows(a, b, rows, count, pairs, out);
    sepal_fpstate_leave(callers);
    return round ? SEPAL_BAD_SHAPE : SEPAL_OK;
}

/* The float nearest to an area, but the greatest one for what is beyond, and the least one for what would become 0. */
static float rounded_area(double area) {
    return area <= 0 ? 0 : area < 0x1p-149 ? 0x1p-149F : area > (double)FLT_MAX ? FLT_MAX : (float)area;
}

sepal_status sepal_polys_areas(const sepal_polys *set, size_t first, size_t count, float *area) {
    if (set == NULL || first > set->count || count > set->count - first || (area == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool round = sepal_poly_parts_are_round(set, (sepal_group_parts){first, first + count});
    for (size_t k = 0; !round && k < count; k++) {
        const uint32_t index = (uint32_t)(first + k);
        area[k] = sepal_poly_is_removed(set, index) ? 0 : rounded_area(sepal_polys_area_scalar(set, index));
    }
    sepal_fpstate_leave(callers);
    return round ? SEPAL_BAD_SHAPE : SEPAL_OK;
}

/* --- Groups */

/* So many pairs of groups are asked about at a time: those whose sums are on the stack. */
enum { COMMON_GROUPS = 64 };

static bool no_group_is_answered(const sepal_near *near, uint32_t a) {
    (void)near, (void)a;
    return false;
}

static void ask_common_parts(sepal_near *near) {
    double exact[SEPAL_NEAR_CANDIDATES], *sums = near->answers;
    const sepal_commons none = {NULL, NULL, NULL, NULL};
    polys_common_pairs_kernels[sepal_isa_in_use()](near->a, near->b, near->pairs, near->count, &none, exact);
    for (size_t k = 0; k < near->count; k++)
        if (!sepal_poly_pair_is_removed(near->a, near->b, near->pairs[k]))
            sums[near->tags[k]] += exact[k];
    near->count = 0;
}

static double area_of_parts(const sepal_polys *set, sepal_group_parts parts) {
    double sum = 0;
    for (size_t i = parts.first; i < parts.end; i++)
        if (!sepal_poly_is_removed(set, (uint32_t)i))
            sum += sepal_polys_area_scalar(set, (uint32_t)i);
    return sum;
}

/* What is above 0 does not become 0, and nothing is above 1. */
static float group_share(double common, double whole) {
    const double share = common / (whole > common ? whole : common);
    return common <= 0 ? 0 : share < 0x1p-149 ? 0x1p-149F : (float)share;
}

/* Pairs of groups without radii. */
static void ask_common_groups(const sepal_polys *a, const sepal_polys *b, const sepal_group_side sides[2], const sepal_pair *pairs,
                              size_t count, const sepal_commons *out) {
    const sepal_rule rule = {SEPAL_TOUCHING_IS_APART, 0, 0};
    double sums[COMMON_GROUPS];
    sepal_near near;
    near.a = a;
    near.b = b;
    near.rule = &rule;
    near.boxes = sepal_polys_near_boxes;
    near.ask = ask_common_parts;
    near.answered = no_group_is_answered;
    near.answers = sums;
    for (size_t first = 0; first < count; first += COMMON_GROUPS) {
        size_t some = count - first;
        if (some > COMMON_GROUPS)
            some = COMMON_GROUPS;
        sepal_near_begin(&near);
        for (size_t k = 0; k < some; k++) {
            const sepal_group_parts of_a = sepal_group_parts_of(&sides[0], pairs[first + k].a),
                                    of_b = sepal_group_parts_of(&sides[1], pairs[first + k].b);
            sums[k] = 0;
            near.tag = k;
            sepal_near_add(&near, &(sepal_near_ranges){{of_a.first, of_b.first}, {of_a.end - of_a.first, of_b.end - of_b.first}});
        }
        sepal_near_end(&near);
        for (size_t k = 0; k < some; k++) {
            const double area_a = area_of_parts(a, sepal_group_parts_of(&sides[0], pairs[first + k].a)),
                         area_b = area_of_parts(b, sepal_group_parts_of(&sides[1], pairs[first + k].b));
            const sepal_poly_common found = {sums[k], rounded_area(sums[k]), group_share(sums[k], (area_a + area_b) - sums[k]),
                                             group_share(sums[k], area_a), group_share(sums[k], area_b)};
            sepal_poly_common_write(out, first + k, &found);
        }
    }
}

sepal_status sepal_polys_common_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                       const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                       const sepal_commons *out) {
    if (out == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_group_side sides[2];
    const sepal_status status = sepal_poly_group_sides(a, groups_a, b, groups_b, pairs, count, sides);
    if (status != SEPAL_OK)
        return status;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool round = sepal_poly_groups_are_round(a, b, sides, pairs, count);
    if (!round)
        ask_common_groups(a, b, sides, pairs, count, out);
    sepal_fpstate_leave(callers);
    return round ? SEPAL_BAD_SHAPE : SEPAL_OK;
}
