#include "either.h"
#include "../common/must.h"

void *either_create(either kind) {
    sepal_polys *flat = NULL;
    sepal_solids *solids = NULL;
    must((kind == EITHER_SOLIDS ? sepal_solids_create(NULL, &solids) : sepal_polys_create(NULL, &flat)) == SEPAL_OK,
         "a set could not be made");
    return kind == EITHER_SOLIDS ? (void *)solids : (void *)flat;
}

void either_destroy(either kind, void *set) {
    if (kind == EITHER_SOLIDS)
        sepal_solids_destroy(set);
    else
        sepal_polys_destroy(set);
}

size_t either_count(either kind, const void *set) {
    return kind == EITHER_SOLIDS ? sepal_solids_count(set) : sepal_polys_count(set);
}

sepal_status either_add_ball(either kind, void *set, const float at[3], float radius) {
    return kind == EITHER_SOLIDS ? sepal_solids_add_hull(set, &at[0], &at[1], &at[2], 1, radius, NULL)
                                 : sepal_polys_add_round(set, &at[0], &at[1], 1, radius, NULL);
}

/* Columns of at most three points. */
typedef struct few_points {
    float x[3], y[3], z[3];
} few_points;

static few_points columns_of(float (*points)[3], size_t count) {
    few_points at = {0};
    for (size_t k = 0; k < count; k++)
        at.x[k] = points[k][0], at.y[k] = points[k][1], at.z[k] = points[k][2];
    return at;
}

sepal_status either_add_points(either kind, void *set, float (*points)[3], size_t count, float radius) {
    const few_points at = columns_of(points, count);
    return kind == EITHER_SOLIDS ? sepal_solids_add_hull(set, at.x, at.y, at.z, count, radius, NULL)
                                 : sepal_polys_add_round(set, at.x, at.y, count, radius, NULL);
}

sepal_status either_update_points(either kind, void *set, uint32_t index, float (*points)[3], size_t count) {
    const few_points at = columns_of(points, count);
    return kind == EITHER_SOLIDS ? sepal_solids_update_hull(set, index, at.x, at.y, at.z)
                                 : sepal_polys_update(set, index, at.x, at.y);
}

sepal_status either_remove(either kind, void *set, uint32_t index) {
    return kind == EITHER_SOLIDS ? sepal_solids_remove(set, index) : sepal_polys_remove(set, index);
}

sepal_status either_replace(either kind, void *set, uint32_t index, const void *from, uint32_t shape) {
    return kind == EITHER_SOLIDS ? sepal_solids_replace(set, index, from, shape) : sepal_polys_replace(set, index, from, shape);
}

size_t either_removed(either kind, const void *set, uint32_t *slots, size_t room) {
    return kind == EITHER_SOLIDS ? sepal_solids_removed(set, slots, room) : sepal_polys_removed(set, slots, room);
}

void either_clear(either kind, void *set) {
    if (kind == EITHER_SOLIDS)
        sepal_solids_clear(set);
    else
        sepal_polys_clear(set);
}

static sepal_poses flat_poses(const float *rows) {
    return (sepal_poses){.x = rows, .y = rows + 1, .stride = 3};
}

static sepal_solid_poses solid_poses(const float *rows) {
    return (sepal_solid_poses){.x = rows, .y = rows + 1, .z = rows + 2, .stride = 3};
}

sepal_status either_place(either kind, void *world, const void *models, const uint32_t *model, const float *rows, size_t count) {
    const sepal_poses flat = flat_poses(rows);
    const sepal_solid_poses solid = solid_poses(rows);
    return kind == EITHER_SOLIDS ? sepal_solids_place(world, models, model, &solid, count, NULL)
                                 : sepal_polys_place(world, models, model, &flat, count, NULL);
}

sepal_status either_overlap_pairs(either kind, const void *a, const void *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, uint64_t *bits) {
    return kind == EITHER_SOLIDS ? sepal_solids_overlap_pairs(a, b, pairs, count, rule, bits)
                                 : sepal_polys_overlap_pairs(a, b, pairs, count, rule, bits);
}

sepal_status either_overlap_groups(either kind, const void *a, const sepal_groups *of_a, const void *b, const sepal_groups *of_b,
                                   const sepal_pair *pairs, size_t count, const sepal_rule *rule, uint64_t *bits) {
    return kind == EITHER_SOLIDS ? sepal_solids_overlap_groups(a, of_a, b, of_b, pairs, count, rule, bits)
                                 : sepal_polys_overlap_groups(a, of_a, b, of_b, pairs, count, rule, bits);
}

sepal_status either_deepest_groups(either kind, const void *a, const sepal_groups *of_a, const void *b, const sepal_groups *of_b,
                                   const sepal_pair *pairs, size_t count, const sepal_rule *rule, sepal_pair *parts, float *depth) {
    return kind == EITHER_SOLIDS ? sepal_solids_deepest_groups(a, of_a, b, of_b, pairs, count, rule, parts, depth)
                                 : sepal_polys_deepest_groups(a, of_a, b, of_b, pairs, count, rule, parts, depth);
}

/* Moves of three floats a shape. */
typedef struct either_moves {
    sepal_moves flat;
    sepal_solid_moves solid;
} either_moves;

static either_moves moves_in(const float *rows) {
    return rows == NULL ? (either_moves){{NULL, NULL, 0}, {NULL, NULL, NULL, 0}}
                        : (either_moves){{rows, rows + 1, 3}, {rows, rows + 1, rows + 2, 3}};
}

sepal_status either_first_groups(either kind, const void *a, const sepal_groups *of_a, const float *rows_a, const void *b,
                                 const sepal_groups *of_b, const float *rows_b, const sepal_pair *pairs, size_t count,
                                 const sepal_rule *rule, sepal_pair *parts, float *time) {
    const either_moves moves_a = moves_in(rows_a), moves_b = moves_in(rows_b);
    if (kind == EITHER_SOLIDS)
        return sepal_solids_first_groups(a, of_a, rows_a == NULL ? NULL : &moves_a.solid, b, of_b,
                                         rows_b == NULL ? NULL : &moves_b.solid, pairs, count, rule, parts, time);
    return sepal_polys_first_groups(a, of_a, rows_a == NULL ? NULL : &moves_a.flat, b, of_b, rows_b == NULL ? NULL : &moves_b.flat,
                                    pairs, count, rule, parts, time);
}

sepal_status either_push_along(either kind, const void *a, const sepal_groups *of_a, const void *b, const sepal_groups *of_b,
                               sepal_pair pair, const float direction[3], float *way) {
    return kind == EITHER_SOLIDS
               ? sepal_solids_push_along_groups(a, of_a, b, of_b, &pair, 1, &direction[0], &direction[1], &direction[2], way)
               : sepal_polys_push_along_groups(a, of_a, b, of_b, &pair, 1, &direction[0], &direction[1], way);
}

sepal_status either_times(either kind, const void *a, const float *rows_a, const void *b, const float *rows_b,
                          const sepal_pair *pairs, size_t count, const sepal_rule *rule, uint64_t *bits, float *time) {
    const either_moves moves_a = moves_in(rows_a), moves_b = moves_in(rows_b);
    if (kind == EITHER_SOLIDS)
        return sepal_solids_sweep_pairs(a, rows_a == NULL ? NULL : &moves_a.solid, b, rows_b == NULL ? NULL : &moves_b.solid, pairs,
                                        count, rule, &(sepal_solid_hits){.bits = bits, .time = time});
    return sepal_polys_sweep_pairs(a, rows_a == NULL ? NULL : &moves_a.flat, b, rows_b == NULL ? NULL : &moves_b.flat, pairs, count,
                                   rule, &(sepal_hits){.bits = bits, .time = time});
}

/* Its points are on one line, and it has no radius; where that is nearly so, it may be taken for thin. */
static bool is_thin(const sepal_polys *set, uint32_t i) {
    const float *x, *y;
    size_t count;
    float radius;
    if (sepal_polys_vertices(set, i, &x, &y, &count) != SEPAL_OK || sepal_polys_radius(set, i, &radius) != SEPAL_OK || radius > 0)
        return false;
    for (size_t k = 2; k < count; k++)
        for (size_t j = 1; j < k; j++)
            if (((double)x[j] - x[0]) * ((double)y[k] - y[0]) != ((double)y[j] - y[0]) * ((double)x[k] - x[0]))
                return false;
    return true;
}

static bool thin_touches_two(const sepal_polys *set, const uint32_t *thin, const sepal_polys *other, const uint32_t *parts) {
    for (uint32_t i = thin[0]; i < thin[1]; i++) {
        size_t touched = 0;
        for (uint32_t k = parts[0]; k < parts[1] && is_thin(set, i); k++) {
            const sepal_pair pair = {i, k};
            uint64_t bit = 0;
            if (!is_thin(other, k) && sepal_polys_overlap_pairs(set, other, &pair, 1, NULL, &bit) == SEPAL_OK)
                touched += bit & 1;
        }
        if (touched > 1)
            return true;
    }
    return false;
}

bool either_may_be_inside(either kind, const void *a, const sepal_groups *of_a, const void *b, const sepal_groups *of_b,
                          sepal_pair pair, const sepal_rule *rule) {
    if (kind != EITHER_POLYS || rule == NULL || rule->touching != SEPAL_TOUCHING_IS_APART || rule->margin > 0)
        return false;
    return thin_touches_two(a, of_a->first + pair.a, b, of_b->first + pair.b) ||
           thin_touches_two(b, of_b->first + pair.b, a, of_a->first + pair.a);
}

sepal_status either_find_pairs(either kind, sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                               const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_pairs(finder, a, b, filter, rule, room, pairs, found)
                                 : sepal_polys_find_pairs(finder, a, b, filter, rule, room, pairs, found);
}

sepal_status either_find_near(either kind, sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                              float margin, size_t room, sepal_pair *pairs, size_t *found) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_near(finder, a, b, filter, margin, room, pairs, found)
                                 : sepal_polys_find_near(finder, a, b, filter, margin, room, pairs, found);
}

sepal_status either_find_each(either kind, sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                              const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_each(finder, a, b, filter, rule, take, context)
                                 : sepal_polys_find_each(finder, a, b, filter, rule, take, context);
}

sepal_status either_cast_each(either kind, sepal_finder *finder, const float *rows, size_t count, float limit,
                              const sepal_filter *filter, const sepal_rule *rule, sepal_take_hit *take, void *context) {
    if (kind == EITHER_SOLIDS)
        return sepal_solids_cast_each(finder, &(sepal_solid_rays){rows, rows + 1, rows + 2, rows + 3, rows + 4, rows + 5, 6}, count,
                                      limit, filter, rule, take, context);
    return sepal_polys_cast_each(finder, &(sepal_rays){rows, rows + 1, rows + 3, rows + 4, 6}, count, limit, filter, rule, take,
                                 context);
}

sepal_status either_find_build(either kind, sepal_finder *finder, const void *b) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_build(finder, b) : sepal_polys_find_build(finder, b);
}

sepal_status either_find_range(either kind, sepal_finder *finder, const void *a, size_t first, size_t count,
                               const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_range(finder, a, first, count, filter, rule, room, pairs, found)
                                 : sepal_polys_find_range(finder, a, first, count, filter, rule, room, pairs, found);
}

sepal_status either_find_each_range(either kind, sepal_finder *finder, const void *a, size_t first, size_t count,
                                    const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_each_range(finder, a, first, count, filter, rule, take, context)
                                 : sepal_polys_find_each_range(finder, a, first, count, filter, rule, take, context);
}

sepal_status either_find_each_list(either kind, sepal_finder *finder, const void *a, const uint32_t *shapes, size_t count,
                                   const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_each_list(finder, a, shapes, count, filter, rule, take, context)
                                 : sepal_polys_find_each_list(finder, a, shapes, count, filter, rule, take, context);
}

sepal_status either_find_at(either kind, sepal_finder *finder, const float *rows, size_t count, const sepal_filter *filter,
                            const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    const sepal_points flat = {.x = rows, .y = rows + 1, .stride = 3};
    const sepal_solid_points solid = {rows, rows + 1, rows + 2, 3};
    return kind == EITHER_SOLIDS ? sepal_solids_find_at(finder, &solid, count, filter, rule, room, pairs, found)
                                 : sepal_polys_find_at(finder, &flat, count, filter, rule, room, pairs, found);
}

sepal_status either_find_in(either kind, sepal_finder *finder, const float low[3], const float high[3], const sepal_filter *filter,
                            const sepal_rule *rule, size_t room, uint32_t *shapes, size_t *found) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_in(finder, low, high, filter, rule, room, shapes, found)
                                 : sepal_polys_find_in(finder, low[0], low[1], high[0], high[1], filter, rule, room, shapes, found);
}

sepal_status either_find_nearest(either kind, sepal_finder *finder, const void *a, size_t first, size_t count, size_t k,
                                 const sepal_filter *filter, float limit, uint32_t *nearest, float *distance) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_nearest(finder, a, first, count, k, filter, limit, nearest, distance)
                                 : sepal_polys_find_nearest(finder, a, first, count, k, filter, limit, nearest, distance);
}

sepal_status either_depths(either kind, const void *a, const void *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                           float *depth) {
    return kind == EITHER_SOLIDS ? sepal_solids_mtv_pairs(a, b, pairs, count, rule, &(sepal_solid_mtvs){.depth = depth})
                                 : sepal_polys_mtv_pairs(a, b, pairs, count, rule, &(sepal_mtvs){.depth = depth});
}

sepal_status either_find_list(either kind, sepal_finder *finder, const void *a, const uint32_t *shapes, size_t count,
                              const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_list(finder, a, shapes, count, filter, rule, room, pairs, found)
                                 : sepal_polys_find_list(finder, a, shapes, count, filter, rule, room, pairs, found);
}

sepal_status either_find_keep(either kind, sepal_finder *finder, const void *b, float slack) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_keep(finder, b, slack) : sepal_polys_find_keep(finder, b, slack);
}

sepal_status either_find_update(either kind, sepal_finder *finder, const uint32_t *shapes, size_t count) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_update(finder, shapes, count) : sepal_polys_find_update(finder, shapes, count);
}

sepal_status either_find_kept(either kind, sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule, size_t room,
                              sepal_pair *pairs, size_t *found) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_kept(finder, filter, rule, room, pairs, found)
                                 : sepal_polys_find_kept(finder, filter, rule, room, pairs, found);
}

sepal_status either_find_each_kept(either kind, sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule,
                                   sepal_take_pairs *take, void *context) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_each_kept(finder, filter, rule, take, context)
                                 : sepal_polys_find_each_kept(finder, filter, rule, take, context);
}

sepal_status either_find_near_kept(either kind, sepal_finder *finder, const sepal_filter *filter, float margin, size_t room,
                                   sepal_pair *pairs, size_t *found) {
    return kind == EITHER_SOLIDS ? sepal_solids_find_near_kept(finder, filter, margin, room, pairs, found)
                                 : sepal_polys_find_near_kept(finder, filter, margin, room, pairs, found);
}

sepal_status either_first_hit(either kind, const void *models, uint32_t model, const float *rows, size_t count,
                              const void *obstacles, const sepal_rule *rule, void *world, size_t *first) {
    const sepal_poses flat = flat_poses(rows);
    const sepal_solid_poses solid = solid_poses(rows);
    return kind == EITHER_SOLIDS ? sepal_solids_first_hit(models, model, &solid, count, obstacles, rule, world, first)
                                 : sepal_polys_first_hit(models, model, &flat, count, obstacles, rule, world, first);
}
