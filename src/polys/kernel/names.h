/* names.h — the names by which the units of one instruction set know each other. */
#ifndef SEPAL_POLYS_KERNEL_NAMES_H
#define SEPAL_POLYS_KERNEL_NAMES_H

#include "../../simd/instructions.h"

#if !defined(SEPAL_LANES)
#error "SEPAL_LANES must be 4, 8 or 16: compile each kernel unit once for each, with the flags of its instruction set"
#endif

#define POLYS_KERNEL_ISA             (SEPAL_LANES == 4 ? SEPAL_SSE2 : SEPAL_LANES == 8 ? SEPAL_AVX2 : SEPAL_AVX512)
#define polys_kernel_indices_within  SEPAL_NAMED(sepal_polys_indices_within)
#define polys_kernel_poses_within    SEPAL_NAMED(sepal_polys_poses_within)
#define polys_kernel_overlap_pairs   SEPAL_NAMED(sepal_polys_overlap_pairs)
#define polys_kernel_overlap_rows    SEPAL_NAMED(sepal_polys_overlap_rows)
#define polys_kernel_overlap_cores   SEPAL_NAMED(sepal_polys_overlap_cores)
#define polys_kernel_overlap_round   SEPAL_NAMED(sepal_polys_overlap_round)
#define polys_kernel_overlap_plan    SEPAL_NAMED(sepal_polys_overlap_plan)
#define polys_kernel_overlap_large   SEPAL_NAMED(sepal_polys_overlap_large)
#define polys_kernel_cores_large     SEPAL_NAMED(sepal_polys_cores_large)
#define polys_kernel_load_largest    SEPAL_NAMED(sepal_polys_load_largest)
#define polys_kernel_contact_large   SEPAL_NAMED(sepal_polys_contact_large)
#define polys_kernel_meet_along      SEPAL_NAMED(sepal_polys_meet_along)
#define polys_kernel_contain_large   SEPAL_NAMED(sepal_polys_contain_large)
#define polys_kernel_overlap_doubles SEPAL_NAMED(sepal_polys_overlap_doubles)
#define polys_kernel_contain_doubles SEPAL_NAMED(sepal_polys_contain_doubles)
#define polys_kernel_contacts_pairs  SEPAL_NAMED(sepal_polys_contacts_pairs)
#define polys_kernel_contains_pairs  SEPAL_NAMED(sepal_polys_contains_pairs)
#define polys_kernel_common_pairs    SEPAL_NAMED(sepal_polys_common_pairs)
#define polys_kernel_mtv_pairs       SEPAL_NAMED(sepal_polys_mtv_pairs)
#define polys_kernel_mtv_rows        SEPAL_NAMED(sepal_polys_mtv_rows)
#define polys_kernel_mtv_cores       SEPAL_NAMED(sepal_polys_mtv_cores)
#define polys_kernel_mtv_known       SEPAL_NAMED(sepal_polys_mtv_known)
#define polys_kernel_mtv_block       SEPAL_NAMED(sepal_polys_mtv_block)
#define polys_kernel_mtv_points      SEPAL_NAMED(sepal_polys_mtv_points)
#define polys_kernel_sweep_pairs     SEPAL_NAMED(sepal_polys_sweep_pairs)
#define polys_kernel_place           SEPAL_NAMED(sepal_polys_place)

#include "../kernels.h"
#include "query.h"

struct mtv_values; /* mtv_axes.h */

/* Loads the blocks of sixteen vertices of all lanes, which no set of registers holds. */
void polys_kernel_load_largest(const float *const *at, w *out);

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
 * the smallest push; and the contact of one in sets of floats, where they come first. Radii and margin count. */
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
