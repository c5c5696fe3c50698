/* names.h — the names by which the units of one instruction set know each other. */
#ifndef SEPAL_POLYS_KERNEL_NAMES_H
#define SEPAL_POLYS_KERNEL_NAMES_H

#include "../../simd/instructions.h"

#if defined(SEPAL_FOR_SSE2)
#define POLYS_KERNEL_ISA             SEPAL_SSE2
#define polys_kernel_indices_within  sepal_polys_indices_within_sse2
#define polys_kernel_poses_within    sepal_polys_poses_within_sse2
#define polys_kernel_overlap_pairs   sepal_polys_overlap_pairs_sse2
#define polys_kernel_overlap_rows    sepal_polys_overlap_rows_sse2
#define polys_kernel_overlap_cores   sepal_polys_overlap_cores_sse2
#define polys_kernel_overlap_round   sepal_polys_overlap_round_sse2
#define polys_kernel_overlap_plan    sepal_polys_overlap_plan_sse2
#define polys_kernel_overlap_large   sepal_polys_overlap_large_sse2
#define polys_kernel_cores_large     sepal_polys_cores_large_sse2
#define polys_kernel_contact_large   sepal_polys_contact_large_sse2
#define polys_kernel_meet_along      sepal_polys_meet_along_sse2
#define polys_kernel_contain_large   sepal_polys_contain_large_sse2
#define polys_kernel_overlap_doubles sepal_polys_overlap_doubles_sse2
#define polys_kernel_contain_doubles sepal_polys_contain_doubles_sse2
#define polys_kernel_contacts_pairs  sepal_polys_contacts_pairs_sse2
#define polys_kernel_contains_pairs  sepal_polys_contains_pairs_sse2
#define polys_kernel_common_pairs    sepal_polys_common_pairs_sse2
#define polys_kernel_mtv_pairs       sepal_polys_mtv_pairs_sse2
#define polys_kernel_mtv_rows        sepal_polys_mtv_rows_sse2
#define polys_kernel_mtv_cores       sepal_polys_mtv_cores_sse2
#define polys_kernel_mtv_known       sepal_polys_mtv_known_sse2
#define polys_kernel_mtv_block       sepal_polys_mtv_block_sse2
#define polys_kernel_mtv_points      sepal_polys_mtv_points_sse2
#define polys_kernel_sweep_pairs     sepal_polys_sweep_pairs_sse2
#define polys_kernel_place           sepal_polys_place_sse2
#elif defined(SEPAL_FOR_AVX2)
#define POLYS_KERNEL_ISA             SEPAL_AVX2
#define polys_kernel_indices_within  sepal_polys_indices_within_avx2
#define polys_kernel_poses_within    sepal_polys_poses_within_avx2
#define polys_kernel_overlap_pairs   sepal_polys_overlap_pairs_avx2
#define polys_kernel_overlap_rows    sepal_polys_overlap_rows_avx2
#define polys_kernel_overlap_cores   sepal_polys_overlap_cores_avx2
#define polys_kernel_overlap_round   sepal_polys_overlap_round_avx2
#define polys_kernel_overlap_plan    sepal_polys_overlap_plan_avx2
#define polys_kernel_overlap_large   sepal_polys_overlap_large_avx2
#define polys_kernel_cores_large     sepal_polys_cores_large_avx2
#define polys_kernel_contact_large   sepal_polys_contact_large_avx2
#define polys_kernel_meet_along      sepal_polys_meet_along_avx2
#define polys_kernel_contain_large   sepal_polys_contain_large_avx2
#define polys_kernel_overlap_doubles sepal_polys_overlap_doubles_avx2
#define polys_kernel_contain_doubles sepal_polys_contain_doubles_avx2
#define polys_kernel_contacts_pairs  sepal_polys_contacts_pairs_avx2
#define polys_kernel_contains_pairs  sepal_polys_contains_pairs_avx2
#define polys_kernel_common_pairs    sepal_polys_common_pairs_avx2
#define polys_kernel_mtv_pairs       sepal_polys_mtv_pairs_avx2
#define polys_kernel_mtv_rows        sepal_polys_mtv_rows_avx2
#define polys_kernel_mtv_cores       sepal_polys_mtv_cores_avx2
#define polys_kernel_mtv_known       sepal_polys_mtv_known_avx2
#define polys_kernel_mtv_block       sepal_polys_mtv_block_avx2
#define polys_kernel_mtv_points      sepal_polys_mtv_points_avx2
#define polys_kernel_sweep_pairs     sepal_polys_sweep_pairs_avx2
#define polys_kernel_place           sepal_polys_place_avx2
#elif defined(SEPAL_FOR_AVX512)
#define POLYS_KERNEL_ISA             SEPAL_AVX512
#define polys_kernel_indices_within  sepal_polys_indices_within_avx512
#define polys_kernel_poses_within    sepal_polys_poses_within_avx512
#define polys_kernel_overlap_pairs   sepal_polys_overlap_pairs_avx512
#define polys_kernel_overlap_rows    sepal_polys_overlap_rows_avx512
#define polys_kernel_overlap_cores   sepal_polys_overlap_cores_avx512
#define polys_kernel_overlap_round   sepal_polys_overlap_round_avx512
#define polys_kernel_overlap_plan    sepal_polys_overlap_plan_avx512
#define polys_kernel_overlap_large   sepal_polys_overlap_large_avx512
#define polys_kernel_cores_large     sepal_polys_cores_large_avx512
#define polys_kernel_contact_large   sepal_polys_contact_large_avx512
#define polys_kernel_meet_along      sepal_polys_meet_along_avx512
#define polys_kernel_contain_large   sepal_polys_contain_large_avx512
#define polys_kernel_overlap_doubles sepal_polys_overlap_doubles_avx512
#define polys_kernel_contain_doubles sepal_polys_contain_doubles_avx512
#define polys_kernel_contacts_pairs  sepal_polys_contacts_pairs_avx512
#define polys_kernel_contains_pairs  sepal_polys_contains_pairs_avx512
#define polys_kernel_common_pairs    sepal_polys_common_pairs_avx512
#define polys_kernel_mtv_pairs       sepal_polys_mtv_pairs_avx512
#define polys_kernel_mtv_rows        sepal_polys_mtv_rows_avx512
#define polys_kernel_mtv_cores       sepal_polys_mtv_cores_avx512
#define polys_kernel_mtv_known       sepal_polys_mtv_known_avx512
#define polys_kernel_mtv_block       sepal_polys_mtv_block_avx512
#define polys_kernel_mtv_points      sepal_polys_mtv_points_avx512
#define polys_kernel_sweep_pairs     sepal_polys_sweep_pairs_avx512
#define polys_kernel_place           sepal_polys_place_avx512
#else
#error "SEPAL_LANES must be 4, 8 or 16: compile each kernel unit once for each, with the flags of its instruction set"
#endif

#include "../kernels.h"
#include "query.h"

struct mtv_values; /* mtv_axes.h */

/* The two halves of overlap: of the cores alone, and of shapes with radii or under a margin. */
void polys_kernel_overlap_cores(const polys_query *q, const sepal_pair *pairs, size_t count, sepal_policy *circles, uint64_t *bits);
void polys_kernel_overlap_round(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits);

/* The smallest pushes of the cores alone. */
void polys_kernel_mtv_cores(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out);

/* Of pairs of one kind (filter_kind): the stages that tell whether the cores overlap. */
plan polys_kernel_overlap_plan(const void *question, unsigned kind);

/* Of pairs of which some core has more than 16 vertices, in either kind of set: do they overlap? A stage. */
bool polys_kernel_overlap_large(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out);

/* Do their cores overlap? A stage, which leaves pairs with a reach open. */
bool polys_kernel_cores_large(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out);

/* Of one such pair: what the corners tell that are nearest along a direction, from a to b, which is about that of the nearest points or of
 * the smallest push; and the contact of one in sets of floats, where they come first. Radii and margin
 * count. */
lanes polys_kernel_meet_along(const polys_query *q, sepal_pair pair, float x, float y);
sepal_contact polys_kernel_contact_large(const polys_query *q, sepal_pair pair, float x, float y);

/* Of pairs in either kind of set: does a, which has area, contain b? A stage. Where b reaches out of the core of a, which is within its
 * radius, it answers only pairs with few vertices. */
bool polys_kernel_contain_large(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out);

/* Of a block of pairs of one kind (query.h): the pushes of the cores. to: an mtv_target (mtv_axes.h). */
void polys_kernel_mtv_block(void *to, unsigned kind, pair_list *block);

/* The pushes of the cores of a block of pairs, of each of which some core has more vertices than lanes take, as far as float knows
 * them: bit i of `open` is set unless push i is final. */
void polys_kernel_mtv_known(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *open, struct mtv_values *out);

/* The points of the pushes of a block. to: where those of its first pair go. */
SEPAL_NOINLINE void polys_kernel_mtv_points(const polys_query *q, const sepal_pair *pairs, size_t count,
                                            const struct mtv_values *from, const sepal_mtvs *to);

#endif
