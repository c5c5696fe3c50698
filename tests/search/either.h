/* either.h — calls about sets of polygons or of solids, by one name: what the finder, groups and trajectories answer about both. */
#ifndef SEPAL_TESTS_EITHER_H
#define SEPAL_TESTS_EITHER_H

#include <sepal/sepal.h>
#include <stdbool.h>

/* The kind of a set, which all sets of a call share. */
typedef enum either { EITHER_POLYS, EITHER_SOLIDS } either;

void *either_create(either kind); /* ends the program without memory */
void either_destroy(either kind, void *set);
size_t either_count(either kind, const void *set);

/* at: x, y and, in space, z. */
sepal_status either_add_ball(either kind, void *set, const float at[3], float radius);

/* points: `count` >= 1 of them, at most three; three floats each, of which the plane has no use for the last. */
sepal_status either_add_points(either kind, void *set, float (*points)[3], size_t count, float radius);
sepal_status either_update_points(either kind, void *set, uint32_t index, float (*points)[3], size_t count);
sepal_status either_remove(either kind, void *set, uint32_t index);
sepal_status either_replace(either kind, void *set, uint32_t index, const void *from, uint32_t shape);
size_t either_removed(either kind, const void *set, uint32_t *slots, size_t room);
void either_clear(either kind, void *set);

/* rows: where the origin of each model goes, three floats each; nothing is turned. */
sepal_status either_place(either kind, void *world, const void *models, const uint32_t *model, const float *rows, size_t count);

sepal_status either_overlap_pairs(either kind, const void *a, const void *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, uint64_t *bits);
sepal_status either_overlap_groups(either kind, const void *a, const sepal_groups *of_a, const void *b, const sepal_groups *of_b,
                                   const sepal_pair *pairs, size_t count, const sepal_rule *rule, uint64_t *bits);
sepal_status either_deepest_groups(either kind, const void *a, const sepal_groups *of_a, const void *b, const sepal_groups *of_b,
                                   const sepal_pair *pairs, size_t count, const sepal_rule *rule, sepal_pair *parts, float *depth);
/* rows: the move of each shape, three floats each; NULL: the set rests. */
sepal_status either_first_groups(either kind, const void *a, const sepal_groups *of_a, const float *rows_a, const void *b,
                                 const sepal_groups *of_b, const float *rows_b, const sepal_pair *pairs, size_t count,
                                 const sepal_rule *rule, sepal_pair *parts, float *time);
/* One pair of groups along one direction, of which the plane has two numbers. */
sepal_status either_push_along(either kind, const void *a, const sepal_groups *of_a, const void *b, const sepal_groups *of_b,
                               sepal_pair pair, const float direction[3], float *way);
sepal_status either_times(either kind, const void *a, const float *rows_a, const void *b, const float *rows_b,
                          const sepal_pair *pairs, size_t count, const sepal_rule *rule, uint64_t *bits, float *time);
/* Could two groups overlap as unions though no parts do: where touching is apart, and without a margin, does a point or a segment of one
 * touch two polygons of the other? tests/groups/test_regions.c judges whether it is inside. */
bool either_may_be_inside(either kind, const void *a, const sepal_groups *of_a, const void *b, const sepal_groups *of_b,
                          sepal_pair pair, const sepal_rule *rule);
sepal_status either_find_pairs(either kind, sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                               const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found);
sepal_status either_find_near(either kind, sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                              float margin, size_t room, sepal_pair *pairs, size_t *found);
sepal_status either_find_each(either kind, sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                              const sepal_rule *rule, sepal_take_pairs *take, void *context);
/* Every hit of rays; rows: the origin and the move of each, three floats each. */
sepal_status either_cast_each(either kind, sepal_finder *finder, const float *rows, size_t count, float limit,
                              const sepal_filter *filter, const sepal_rule *rule, sepal_take_hit *take, void *context);
sepal_status either_find_build(either kind, sepal_finder *finder, const void *b);
sepal_status either_find_range(either kind, sepal_finder *finder, const void *a, size_t first, size_t count,
                               const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found);
sepal_status either_find_each_range(either kind, sepal_finder *finder, const void *a, size_t first, size_t count,
                                    const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take, void *context);
/* rows: the points, three floats each. */
sepal_status either_find_at(either kind, sepal_finder *finder, const float *rows, size_t count, const sepal_filter *filter,
                            const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found);
sepal_status either_find_in(either kind, sepal_finder *finder, const float low[3], const float high[3], const sepal_filter *filter,
                            const sepal_rule *rule, size_t room, uint32_t *shapes, size_t *found);
sepal_status either_find_nearest(either kind, sepal_finder *finder, const void *a, size_t first, size_t count, size_t k,
                                 const sepal_filter *filter, float limit, uint32_t *nearest, float *distance);
sepal_status either_depths(either kind, const void *a, const void *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                           float *depth);
sepal_status either_find_list(either kind, sepal_finder *finder, const void *a, const uint32_t *shapes, size_t count,
                              const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found);
sepal_status either_find_each_list(either kind, sepal_finder *finder, const void *a, const uint32_t *shapes, size_t count,
                                   const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take, void *context);
sepal_status either_find_keep(either kind, sepal_finder *finder, const void *b, float slack);
sepal_status either_find_update(either kind, sepal_finder *finder, const uint32_t *shapes, size_t count);
sepal_status either_find_kept(either kind, sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule, size_t room,
                              sepal_pair *pairs, size_t *found);
sepal_status either_find_each_kept(either kind, sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule,
                                   sepal_take_pairs *take, void *context);
sepal_status either_find_near_kept(either kind, sepal_finder *finder, const sepal_filter *filter, float margin, size_t room,
                                   sepal_pair *pairs, size_t *found);

/* rows: as for either_place. */
sepal_status either_first_hit(either kind, const void *models, uint32_t model, const float *rows, size_t count,
                              const void *obstacles, const sepal_rule *rule, void *world, size_t *first);

#endif
