/* kernels.h — the questions about sets of polygons: the functions that answer them, one for each instruction set. */
#ifndef SEPAL_POLYS_KERNELS_H
#define SEPAL_POLYS_KERNELS_H

#include "../core/groups.h"
#include "../core/isa.h"
#include "../core/policy.h"
#include "../core/rule.h"
#include "pose.h"
#include <sepal/polys.h>

/* The functions get arguments that were checked; a rule is never NULL, and `count` is not 0. The source of a question has the table
 * of its functions; a table that other sources use as well is declared here. */

/* Is every pairs[i].a < count_a and every pairs[i].b < count_b? */
typedef bool sepal_polys_indices_within_kernel(const sepal_pair *pairs, size_t count, size_t count_a, size_t count_b);
sepal_polys_indices_within_kernel sepal_polys_indices_within_scalar, sepal_polys_indices_within_sse2,
    sepal_polys_indices_within_avx2, sepal_polys_indices_within_avx512;

/* sepal_polys_overlap_pairs; circles: whether the circles pay, which is learnt in all calls of one question.
 * sepal_polys_overlap_rows, about rows that have `count` pairs together */
typedef void sepal_polys_overlap_pairs_kernel(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                              const sepal_rule *rule, sepal_policy *circles, uint64_t *bits);
sepal_polys_overlap_pairs_kernel sepal_polys_overlap_pairs_scalar, sepal_polys_overlap_pairs_sse2, sepal_polys_overlap_pairs_avx2,
    sepal_polys_overlap_pairs_avx512;
extern sepal_polys_overlap_pairs_kernel *const sepal_polys_overlap_pairs_kernels[SEPAL_ISA_COUNT];

typedef void sepal_polys_overlap_rows_kernel(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                             const sepal_rule *rule, uint64_t *bits);
sepal_polys_overlap_rows_kernel sepal_polys_overlap_rows_scalar, sepal_polys_overlap_rows_sse2, sepal_polys_overlap_rows_avx2,
    sepal_polys_overlap_rows_avx512;

/* sepal_polys_contains_pairs */
typedef void sepal_polys_contains_pairs_kernel(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                               const sepal_rule *rule, uint64_t *bits);
sepal_polys_contains_pairs_kernel sepal_polys_contains_pairs_scalar, sepal_polys_contains_pairs_sse2,
    sepal_polys_contains_pairs_avx2, sepal_polys_contains_pairs_avx512;

/* Overlap and containment in sets of doubles, as the kernels above ask for them. A set of doubles has the table, so that a program
 * without such sets has none of these kernels, nor the reference. */
struct polys_query; /* kernel/query.h */
typedef void sepal_polys_overlap_doubles_kernel(const struct polys_query *q, const sepal_pair *pairs, size_t count,
                                                sepal_policy *circles, uint64_t *bits);
typedef void sepal_polys_contain_doubles_kernel(const struct polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits);
sepal_polys_overlap_doubles_kernel sepal_polys_overlap_doubles_sse2, sepal_polys_overlap_doubles_avx2,
    sepal_polys_overlap_doubles_avx512;
sepal_polys_contain_doubles_kernel sepal_polys_contain_doubles_sse2, sepal_polys_contain_doubles_avx2,
    sepal_polys_contain_doubles_avx512;
/* Makes *own, a set of doubles or NULL, hold these points as shapes, under the origin of a set that is asked about them. */
typedef sepal_status sepal_polys_put_points_doubles(sepal_polys **own, const sepal_allocator *allocator, const sepal_polys *asked,
                                                    const double *x, const double *y, size_t stride, size_t count);
/* Do shape i of a and shape j of b overlap, or does the one contain the other, under a rule with this margin? */
typedef bool sepal_polys_judge_of_doubles(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                          sepal_touching touching, double margin);
sepal_polys_judge_of_doubles sepal_polys_overlap_doubles_scalar, sepal_polys_contains_doubles_scalar;

struct sepal_doubles_kernels {
    sepal_polys_overlap_doubles_kernel *overlap[SEPAL_ISA_COUNT];
    sepal_polys_contain_doubles_kernel *contain[SEPAL_ISA_COUNT];
    sepal_polys_put_points_doubles *put_points;
    sepal_polys_judge_of_doubles *overlap_scalar, *contain_scalar;
};

/* sepal_polys_common_pairs, whose polygons have no radii; exact: receives the areas in double, or is NULL */
typedef void sepal_polys_common_pairs_kernel(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                             const sepal_commons *out, double *exact);
sepal_polys_common_pairs_kernel sepal_polys_common_pairs_scalar, sepal_polys_common_pairs_sse2, sepal_polys_common_pairs_avx2,
    sepal_polys_common_pairs_avx512;

/* sepal_polys_contains_groups, about one shape of a group; shapes without radii */
bool sepal_polys_covers_scalar(const sepal_polys *a, sepal_group_parts of_a, const sepal_polys *b, uint32_t j);

/* sepal_polys_push_along_groups, about one pair of groups without radii; the direction is not 0 */
float sepal_polys_push_along_scalar(const sepal_polys *a, sepal_group_parts of_a, const sepal_polys *b, sepal_group_parts of_b,
                                    float dx, float dy);

/* The area of a polygon, without its radius, in double */
double sepal_polys_area_scalar(const sepal_polys *set, uint32_t index);

/* The corners of what polygon i of a and polygon j of b have in common, of which it is known that it is not empty, and whether it has
 * area. Returns how many there are, at most as many as both have vertices; x, y receive them, or are NULL. */
uint32_t sepal_polys_polygon_scalar(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, bool has_area, float *x,
                                    float *y);

/* sepal_polys_mtv_pairs; sepal_polys_mtv_rows, about rows that have `count` pairs together */
typedef void sepal_polys_mtv_pairs_kernel(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                          const sepal_rule *rule, const sepal_mtvs *out);
sepal_polys_mtv_pairs_kernel sepal_polys_mtv_pairs_scalar, sepal_polys_mtv_pairs_sse2, sepal_polys_mtv_pairs_avx2,
    sepal_polys_mtv_pairs_avx512;

typedef void sepal_polys_mtv_rows_kernel(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                         const sepal_rule *rule, const sepal_mtvs *out);
sepal_polys_mtv_rows_kernel sepal_polys_mtv_rows_scalar, sepal_polys_mtv_rows_sse2, sepal_polys_mtv_rows_avx2,
    sepal_polys_mtv_rows_avx512;

/* sepal_polys_sweep_pairs; moves are never NULL and finite, and their stride is 0 if all shapes of the set have the first one */
typedef void sepal_polys_sweep_pairs_kernel(const sepal_polys *a, const sepal_moves *moves_a, const sepal_polys *b,
                                            const sepal_moves *moves_b, const sepal_pair *pairs, size_t count,
                                            const sepal_rule *rule, const sepal_hits *out);
sepal_polys_sweep_pairs_kernel sepal_polys_sweep_pairs_scalar, sepal_polys_sweep_pairs_sse2, sepal_polys_sweep_pairs_avx2,
    sepal_polys_sweep_pairs_avx512;
extern sepal_polys_sweep_pairs_kernel *const sepal_polys_sweep_pairs_kernels[SEPAL_ISA_COUNT];

/* sepal_polys_contacts_pairs; the margin for points is not less than that for pairs, and the strides of poses are not 0 */
typedef void sepal_polys_contacts_pairs_kernel(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                               const sepal_contact_rule *rule, const sepal_contacts *out);
sepal_polys_contacts_pairs_kernel sepal_polys_contacts_pairs_scalar, sepal_polys_contacts_pairs_sse2,
    sepal_polys_contacts_pairs_avx2, sepal_polys_contacts_pairs_avx512;

/* Is every |x| and |y| of the poses <= most_place, and every |cos| and |sin| <= most_turn? (The strides are not 0.) */
typedef bool sepal_polys_poses_within_kernel(const sepal_poses *poses, size_t count, float most_place, float most_turn);
sepal_polys_poses_within_kernel sepal_polys_poses_within_scalar, sepal_polys_poses_within_sse2, sepal_polys_poses_within_avx2,
    sepal_polys_poses_within_avx512;
bool sepal_polys_poses_within(const sepal_poses *poses, size_t count, float most_place, float most_turn);

/* sepal_polys_place and sepal_polys_place_range, when nothing can fail any more: the world has room, and its totals and radii
 * are set. Other threads may place other shapes of the world. */
typedef void sepal_polys_place_kernel(sepal_placing *placing);
sepal_polys_place_kernel sepal_polys_place_scalar, sepal_polys_place_sse2, sepal_polys_place_avx2, sepal_polys_place_avx512;

/* Are the sets not NULL, nor the rows while there are any, and are all rows within the sets? Counts the pairs. */
bool sepal_polys_rows_are_good(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, size_t *pairs);

/* Are the sets not NULL, nor the pairs while there are any, and are all indices within the sets? */
bool sepal_polys_pairs_are_good(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count);

#endif
