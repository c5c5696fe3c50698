/* query.h — a question about pairs of two sets of polygons, and what every kernel may use: the names by which the units of one instruction
 * set know each other; the sets, the bounds, the reference, which answers what kernels leave open; the sizes that have code of their own; the
 * gaps that filters compare; and the kinds of pairs. */
#ifndef SEPAL_POLYS_KERNEL_QUERY_H
#define SEPAL_POLYS_KERNEL_QUERY_H

#include "../../batch/plan.h"
#include "../bounds.h"
#include "../scalar/reference.h"

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

#include "../kernels.h" /* which declares what has these names */

/* --- The question -------------------------------------------------------------------------------- */

/* touching: does it count? margin: added to the radii; for containment, to that of b. margin64: in sets of doubles, whose `margin` is
 * rounded up. */
typedef struct polys_query {
    const sepal_polys *a, *b;
    sepal_touching touching;
    float margin;
    double margin64;
} polys_query;

static inline sepal_rule rule_of(const polys_query *q) {
    return (sepal_rule){q->touching, q->margin, q->margin64};
}

/* Where the question is symmetric, a filter may be asked about the pairs the other way round. */
static inline polys_query turned_query(const polys_query *q) {
    return (polys_query){q->b, q->a, q->touching, q->margin, q->margin64};
}

/* The margin of sets of either kind. */
static inline double margin64_of(const polys_query *q) {
    return q->a->doubles ? q->margin64 : (double)q->margin;
}

/* Does some shape have a reach: a radius, or a margin? */
static inline bool some_reach(const polys_query *q) {
    return q->a->round || q->b->round || q->margin > 0;
}

/* Two polygons without area have axes that are not those of edges. */
static inline bool has_area(const polys_query *q, sepal_pair pair) {
    return (q->a->heads[pair.a].flags & q->b->heads[pair.b].flags & SEPAL_FLAT) == 0;
}

/* --- What units ask each other ------------------------------------------------------------------- */

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

/* Of those pairs: do the cores overlap? A stage, which leaves pairs with a reach open. */
bool polys_kernel_cores_large(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out);

/* Of one such pair: what is known from the corners that are nearest along (x, y), which leads from a to b, about as the nearest points or
 * the smallest push do. Then, in sets of floats, its contact: by these corners, a search, or the reference. Radii and margin count. */
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

/* --- Sizes --------------------------------------------------------------------------------------- */

/* The largest polygon whose vertices go into lanes; larger ones are searched (large.h), or taken one pair at a time. */
#define SEPAL_LANE_VERTICES 16

/* A kernel whose loops have constant bounds is 1.5 to 2 times as fast as one whose bounds are read (docs/tried.md), so the stages ask
 * about some sizes with constants. Each such size has a call of ask_groups of its own, beside the one with the sizes as they are read:
 * what gcc inlines it inlines before it knows which calls are never made, and all else takes its time and memory. A kernel that is
 * large and fast is asked about constant sizes in one function that is not inlined, and about sizes that are read in another: beside the
 * second, gcc 12 gives the first up to 1.25 times the time. */
SPECIALISED bool are_sizes(sizes n, uint32_t a, uint32_t b) {
    return n.a == a && n.b == b;
}

/* For assertions: have all polygons of a list no more vertices than n, and blocks with room for as many? (Of pairs that a kernel
 * answers in vain, too.) */
static inline bool sizes_fit(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n) {
    for (size_t k = 0; k < count; k++) {
        uint32_t a = q->a->heads[pairs[k].a].size, b = q->b->heads[pairs[k].b].size;
        if (a > n.a || sepal_padded(a) < n.a || b > n.b || sepal_padded(b) < n.b)
            return false;
    }
    return true;
}

/* --- One pair in double ------------------------------------------------------------------------- */

typedef struct double2 {
    double x, y;
} double2;

static inline double2 double2_sub(double2 p, double2 q) {
    return (double2){p.x - q.x, p.y - q.y};
}
static inline double double2_dot(double2 p, double2 q) {
    return p.x * q.x + p.y * q.y;
}
static inline double double2_cross(double2 p, double2 q) {
    return p.x * q.y - p.y * q.x;
}

/* --- Gaps ---------------------------------------------------------------------------------------- */

/* The greatest gaps between the two shapes along the axes of a and along those of b, and bounds on their errors. */
typedef struct gap_lanes {
    w gap_a, gap_b, error_a, error_b;
} gap_lanes;

/* Some gap is certainly positive: its axis separates the pair. */
static inline wm gaps_apart(const gap_lanes *g) {
    return wm_or(w_gt(g->gap_a, g->error_a), w_gt(g->gap_b, g->error_b));
}

/* All gaps are certainly negative. */
static inline wm gaps_overlap(const gap_lanes *g) {
    return wm_and(w_gt(w_neg(g->error_a), g->gap_a), w_gt(w_neg(g->error_b), g->gap_b));
}

/* --- Kinds of polygons. A list is sorted by the kinds of its pairs, each of which has its own kernels. */

/* The first kinds are pairs of blocks with room for 4, 8 or 16 vertices: kind 3 * i + j has room for 4 << i and 4 << j. */
enum { BLOCK_KINDS = 9 };

static inline sizes block_sizes(unsigned kind) {
    return (sizes){4U << (kind / 3), 4U << (kind % 3), false};
}

/* Kinds for the filters of overlap and of containment. In the first two kinds, at least one polygon has more than 16 vertices.
 * COARSE: each has a coarse polygon or a block of 16 vertices. FINE: the other polygon has at most 8 vertices. */
enum { LARGE_COARSE = BLOCK_KINDS, LARGE_FINE, BOXES, FILTER_KINDS };

/* A table, since branches on random classes cannot be predicted. */
static inline unsigned filter_kind(const void *question, sepal_pair pair) {
    static const uint8_t kinds[SEPAL_CLASSES][SEPAL_CLASSES] = {
        {0, 1, 2, LARGE_FINE, 0},     {3, 4, 5, LARGE_FINE, 3},
        {6, 7, 8, LARGE_COARSE, 6},   {LARGE_FINE, LARGE_FINE, LARGE_COARSE, LARGE_COARSE, LARGE_FINE},
        {0, 1, 2, LARGE_FINE, BOXES},
    };
    const polys_query *q = question;
    return kinds[q->a->heads[pair.a].class][q->b->heads[pair.b].class];
}

/* --- Kinds of shapes with a reach. Shapes with a reach, r_a + r_b + margin > 0, are of kinds by the sizes of their cores. */

/* Kind k of a core: it is treated as one of 2^k vertices, with the least k that suffices; or it has too many vertices for lanes. */
enum { CORE_1, CORE_2, CORE_4, CORE_8, CORE_16, CORE_LARGE, CORE_KINDS };

/* A table, since branches on random sizes cannot be predicted. */
static inline unsigned core_kind(uint32_t size) {
    static const uint8_t kinds[SEPAL_LANE_VERTICES + 2] = {
        CORE_1,  CORE_1,  CORE_2,  CORE_4,  CORE_4,  CORE_8,  CORE_8,  CORE_8,  CORE_8,
        CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_LARGE,
    };
    return kinds[size <= SEPAL_LANE_VERTICES ? size : SEPAL_LANE_VERTICES + 1];
}

typedef struct core_pair {
    unsigned a, b;
} core_pair;

static inline bool has_large_core(core_pair kinds) {
    return kinds.a == CORE_LARGE || kinds.b == CORE_LARGE;
}

static inline sizes core_sizes(core_pair kinds, bool same) {
    return (sizes){1U << kinds.a, 1U << kinds.b, same};
}

/* The kind of a pair: the kinds of both cores, or a kind of its own if the pair has no reach. */
enum { NO_REACH = CORE_KINDS * CORE_KINDS, ROUND_KINDS };
_Static_assert((int)ROUND_KINDS <= (int)SEPAL_MOST_BINS, "bins.h has room for as many");

static inline core_pair cores_of(unsigned kind) {
    return (core_pair){kind / CORE_KINDS, kind % CORE_KINDS};
}

static inline bool has_reach(const polys_query *q, sepal_pair pair) {
    return q->margin > 0 || sepal_poly_radius(q->a, pair.a) > 0 || sepal_poly_radius(q->b, pair.b) > 0;
}

static inline unsigned kind_of_cores(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    return core_kind(q->a->heads[pair.a].size) * CORE_KINDS + core_kind(q->b->heads[pair.b].size);
}
static inline unsigned round_kind(const void *question, sepal_pair pair) {
    return has_reach(question, pair) ? kind_of_cores(question, pair) : NO_REACH;
}

/* --- Kinds of polygons whose push is asked, or their contact points ------------------------------ */

/* The vertices of a small, a narrow and a wide window (large.h). They are those of four chords of the coarse polygon of the largest polygons
 * for which a small window is used, and of about three for the others. */
#define MTV_SMALL  8
#define MTV_NARROW 12
#define MTV_WIDE   24

/* The most vertices of two polygons for a small and a narrow window, and the most for a wide one, which have at least its own. */
#define MTV_SMALL_MOST  32
#define MTV_NARROW_MOST 64
#define MTV_WIDE_MOST   128

/* Kind MTV_BLOCKS * i + j has at most 4 * (i + 1) and 4 * (j + 1) vertices; or both have more than lanes take, but not too many for
 * a small, a narrow or a wide window; or else one has more than lanes take. */
enum { MTV_BLOCKS = SEPAL_LANE_VERTICES / 4, MTV_SMALLS = MTV_BLOCKS * MTV_BLOCKS, MTV_NARROWS, MTV_WIDES, MTV_LARGE, MTV_KINDS };

static inline unsigned mtv_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    uint32_t size_a = q->a->heads[pair.a].size, size_b = q->b->heads[pair.b].size;
    if (size_a > SEPAL_LANE_VERTICES || size_b > SEPAL_LANE_VERTICES) {
        uint32_t less = size_a < size_b ? size_a : size_b, more = size_a < size_b ? size_b : size_a;
        if (less > SEPAL_COARSE && more <= MTV_NARROW_MOST)
            return more <= MTV_SMALL_MOST ? MTV_SMALLS : MTV_NARROWS;
        return less >= MTV_WIDE && more <= MTV_WIDE_MOST ? MTV_WIDES : MTV_LARGE;
    }
    return MTV_BLOCKS * ((size_a - 1) / 4) + (size_b - 1) / 4;
}

/* The sizes of the blocks of a kind without large polygons; else 0. */
static inline sizes mtv_sizes(unsigned kind) {
    if (kind >= MTV_SMALLS)
        return (sizes){0};
    return (sizes){4 * (kind / MTV_BLOCKS + 1), 4 * (kind % MTV_BLOCKS + 1), false};
}

#endif
