/* kernels.h — the questions about sets of solids: the functions that answer them, one for each instruction set. */
#ifndef SEPAL_SOLIDS_KERNELS_H
#define SEPAL_SOLIDS_KERNELS_H

#include "../core/groups.h"
#include "../core/isa.h"
#include "../core/rule.h"
#include "pose.h"

/* The functions get arguments that were checked; a rule is never NULL, and `count` is not 0. The source of a question has the table
 * of its functions; a table that other sources use as well is declared here. */

/* sepal_solids_overlap_pairs */
typedef void sepal_solids_overlap_pairs_kernel(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                               const sepal_rule *rule, uint64_t *bits);
sepal_solids_overlap_pairs_kernel sepal_solids_overlap_pairs_scalar, sepal_solids_overlap_pairs_sse2,
    sepal_solids_overlap_pairs_avx2, sepal_solids_overlap_pairs_avx512;
extern sepal_solids_overlap_pairs_kernel *const sepal_solids_overlap_pairs_kernels[SEPAL_ISA_COUNT];

/* By lanes alone: open: those that are left for one pair at a time, whose bits are 0. NULL: these are settled, too. */
typedef void sepal_solids_overlap_filter_kernel(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                                const sepal_rule *rule, uint64_t *bits, uint64_t *open);
sepal_solids_overlap_filter_kernel sepal_solids_overlap_filter_sse2, sepal_solids_overlap_filter_avx2,
    sepal_solids_overlap_filter_avx512;

/* sepal_solids_overlap_rows and sepal_solids_overlap_one, about rows that have `count` pairs together */
typedef void sepal_solids_overlap_rows_kernel(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count,
                                              const sepal_rule *rule, uint64_t *bits);
sepal_solids_overlap_rows_kernel sepal_solids_overlap_rows_scalar, sepal_solids_overlap_rows_sse2, sepal_solids_overlap_rows_avx2,
    sepal_solids_overlap_rows_avx512;

/* sepal_solids_contains_pairs */
typedef void sepal_solids_contains_pairs_kernel(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                                const sepal_rule *rule, uint64_t *bits);
sepal_solids_contains_pairs_kernel sepal_solids_contains_pairs_scalar, sepal_solids_contains_pairs_sse2,
    sepal_solids_contains_pairs_avx2, sepal_solids_contains_pairs_avx512;

/* Which filters of a push have paid for the pairs before; 0 at the beginning. */
typedef struct sepal_solids_push_policy {
    uint8_t meeting, apart, hulls, polytopes, touching;
    bool asked, touch; /* the lanes have been asked about hulls; of those before, all touch and were left open */
    bool hulls_meet;   /* of the block of hulls before, nearly all met, and were answered as such */
} sepal_solids_push_policy;

/* sepal_solids_mtv_pairs but for the points. quick: of the pairs before, or NULL. written: NULL, or of no more than SEPAL_SOLIDS_POINTED
 * pairs; bits are set where the points were found, and written, too. */
enum { SEPAL_SOLIDS_POINTED = 1728 };
typedef void sepal_solids_mtv_pairs_kernel(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                           const sepal_rule *rule, sepal_solids_push_policy *quick, uint64_t *written,
                                           const sepal_solid_mtvs *out);
sepal_solids_mtv_pairs_kernel sepal_solids_mtv_pairs_scalar, sepal_solids_mtv_pairs_sse2, sepal_solids_mtv_pairs_avx2,
    sepal_solids_mtv_pairs_avx512;

/* sepal_solids_mtv_pairs about the pairs of one chunk. meet: the bits of those whose cores touch or overlap, or NULL if that is
 * not known. */
typedef void sepal_solids_mtv_block_kernel(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                           float margin, const uint64_t *meet, sepal_solids_push_policy *quick,
                                           const sepal_solid_mtvs *out);
sepal_solids_mtv_block_kernel sepal_solids_mtv_block_sse2, sepal_solids_mtv_block_avx2, sepal_solids_mtv_block_avx512;

/* The points of those pushes that are not written: as many as above. Their normals stand in `pushes`, which also says where the points
 * go. */
typedef void sepal_solids_mtv_points_kernel(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                            const uint64_t *written, const sepal_solid_mtvs *pushes);
sepal_solids_mtv_points_kernel sepal_solids_mtv_points_scalar, sepal_solids_mtv_points_sse2, sepal_solids_mtv_points_avx2,
    sepal_solids_mtv_points_avx512;

/* sepal_solids_contacts_pairs. The point margin is not 0 if the margin is not; the poses have strides. */
typedef void sepal_solids_contacts_pairs_kernel(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                                const sepal_contact_rule *rule, const sepal_solid_contacts *out);
sepal_solids_contacts_pairs_kernel sepal_solids_contacts_pairs_scalar, sepal_solids_contacts_pairs_sse2,
    sepal_solids_contacts_pairs_avx2, sepal_solids_contacts_pairs_avx512;

/* sepal_solids_sweep_pairs. The moves are never NULL, and their stride is 0 where the whole set rests. */
typedef void sepal_solids_sweep_pairs_kernel(const sepal_solids *a, const sepal_solid_moves *moves_a, const sepal_solids *b,
                                             const sepal_solid_moves *moves_b, const sepal_pair *pairs, size_t count,
                                             const sepal_rule *rule, const sepal_solid_hits *out);
sepal_solids_sweep_pairs_kernel sepal_solids_sweep_pairs_scalar, sepal_solids_sweep_pairs_sse2, sepal_solids_sweep_pairs_avx2,
    sepal_solids_sweep_pairs_avx512;
extern sepal_solids_sweep_pairs_kernel *const sepal_solids_sweep_pairs_kernels[SEPAL_ISA_COUNT];

/* sepal_solids_place and its companions, once nothing can fail. */
typedef void sepal_solids_place_kernel(const sepal_solid_placing *placing);
sepal_solids_place_kernel sepal_solids_place_scalar, sepal_solids_place_sse2, sepal_solids_place_avx2, sepal_solids_place_avx512;

/* Are the sets and the pairs there, and all indices within the sets? */
bool sepal_solids_pairs_are_good(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count);

/* Are the sets not NULL, nor the rows while there are any, and are all rows within the sets? Counts the pairs. */
bool sepal_solids_rows_are_good(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count, size_t *pairs);

/* Are `count` vectors finite? Value i of each array stands at [i * stride]. */
bool sepal_solids_are_finite(const float *x, const float *y, const float *z, size_t stride, size_t count);

/* sepal_solids_push_along_groups, about one pair of groups without radii; the direction is not 0 */
float sepal_solids_push_along_scalar(const sepal_solids *a, sepal_group_parts of_a, const sepal_solids *b, sepal_group_parts of_b,
                                     const float direction[3]);

#endif
