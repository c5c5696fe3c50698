/* query.h — what is asked about pairs of two sets of solids: handed on, as it is, from the table to every kernel; and what every
 * kernel may look up: the sets, the bounds, the reference, which answers what kernels leave open, and the kinds of pairs. */
#ifndef SEPAL_SOLIDS_KERNEL_QUERY_H
#define SEPAL_SOLIDS_KERNEL_QUERY_H

#include "../../batch/plan.h"
#include "../../simd/blocks.h"
#include "../../simd/vec3.h"
#include "../bounds.h"
#include "../scalar/reference.h"

/* --- The question ------------------------------------------------------------------------------------------------------------- */

/* touching: does it count as overlap? margin: added to the radii. Containment asks about neither. */
typedef struct solids_query {
    const sepal_solids *a, *b;
    sepal_touching touching;
    float margin;
} solids_query;

/* The rule of a query. */
static inline sepal_rule solid_rule_of(const solids_query *q) {
    return (sepal_rule){q->touching, q->margin, 0};
}

/* Where the question is symmetric, a filter may be asked about the pairs the other way round. */
static inline solids_query solid_turned_query(const solids_query *q) {
    return (solids_query){q->b, q->a, q->touching, q->margin};
}

/* Does some solid have a reach: a radius, or a margin? Does one of a pair? */
static inline bool solid_some_reach(const solids_query *q) {
    return q->a->round || q->b->round || q->margin > 0;
}
static inline bool solid_has_radius(const solids_query *q, sepal_pair pair) {
    return sepal_solid_radius(q->a, pair.a) > 0 || sepal_solid_radius(q->b, pair.b) > 0;
}
static inline bool solid_has_reach(const solids_query *q, sepal_pair pair) {
    return q->margin > 0 || solid_has_radius(q, pair);
}

/* Have all solids of a set had one vertex? */
static inline bool all_spheres(const sepal_solids *set) {
    return set->boxes == 0 && set->largest == 1;
}

/* The radii of a group: index[2 * lane] is the solid. */
SPECIALISED w solid_load_radii(const sepal_solids *set, const uint32_t *index) {
    if (!set->round)
        return w_set1(0);
    float radius[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        radius[lane] = set->radii[index[2 * lane]];
    return w_load(radius);
}

/* The sum of the radii and the margin. */
SPECIALISED w load_reach(const solids_query *q, const sepal_pair *group) {
    return w_add(w_add(solid_load_radii(q->a, &group->a), solid_load_radii(q->b, &group->b)), w_set1(q->margin));
}

/* --- Kinds of pairs ----------------------------------------------------------------------------------------------------------- */

/* Pairs of solids, by the kernel that answers them. */

/* For the filters of overlap. TURNED: the kernel takes the second solid first. LARGE: one has more vertices than fit in lanes. From HULLS on,
 * kind HULLS + HULL_BLOCKS * i + j has a block or a box of size i and one of size j: hull_size. */
enum { HULL_BLOCKS = 6 };
enum {
    SOLID_BOXES,
    SOLID_BOXES_ROUND,
    SPHERES,
    SEGMENTS,
    BOX_SPHERE,
    SPHERE_BOX_TURNED,
    BOX_SEGMENT,
    SEGMENT_BOX_TURNED,
    LARGE,
    HULLS,
    TETRAHEDRA = HULLS + HULL_BLOCKS + 1, /* any with at most four vertices */
    SOLID_FILTER_KINDS = HULLS + HULL_BLOCKS * HULL_BLOCKS
};

/* Room for so many vertices; 0: a box. */
static inline uint32_t hull_size(unsigned block) {
    return block == 0 ? 0 : 2U << block;
}
static inline sizes hull_sizes(unsigned kind) {
    return (sizes){hull_size((kind - HULLS) / HULL_BLOCKS), hull_size((kind - HULLS) % HULL_BLOCKS), false};
}

/* The block of a class; HULL_BLOCKS: none that lanes take. */
static inline unsigned hull_block(uint16_t class) {
    static const uint8_t block[SEPAL_SOLID_CLASSES] = {
        [SEPAL_SOLID_BOX] = 0,      [SEPAL_SOLID_POINT] = 1,    [SEPAL_SOLID_SEGMENT] = 1,
        [SEPAL_SOLID_UP_TO_4] = 1,  [SEPAL_SOLID_UP_TO_8] = 2,  [SEPAL_SOLID_UP_TO_16] = 3,
        [SEPAL_SOLID_UP_TO_32] = 4, [SEPAL_SOLID_UP_TO_64] = 5, [SEPAL_SOLID_ABOVE_64] = HULL_BLOCKS,
    };
    return block[class];
}

/* The class of all solids of a set, as far as spheres, segments and boxes go; SEPAL_SOLID_CLASSES if they are of several. */
static inline uint16_t class_of_all(const sepal_solids *set) {
    if (set->boxes > 0)
        return set->boxes == set->count ? SEPAL_SOLID_BOX : SEPAL_SOLID_CLASSES;
    return set->largest == 1 ? SEPAL_SOLID_POINT : set->largest == 2 ? SEPAL_SOLID_SEGMENT : SEPAL_SOLID_CLASSES;
}

/* By the classes of the two. */
static inline unsigned class_kind(uint16_t a, uint16_t b) {
    static const uint8_t round[3][3] = {
        [SEPAL_SOLID_BOX] = {SOLID_BOXES, BOX_SPHERE, BOX_SEGMENT},
        [SEPAL_SOLID_POINT] = {SPHERE_BOX_TURNED, SPHERES, SEGMENTS},
        [SEPAL_SOLID_SEGMENT] = {SEGMENT_BOX_TURNED, SEGMENTS, SEGMENTS},
    };
    if (a < SEPAL_SOLID_UP_TO_4 && b < SEPAL_SOLID_UP_TO_4)
        return round[a][b];
    unsigned block_a = hull_block(a), block_b = hull_block(b);
    return block_a == HULL_BLOCKS || block_b == HULL_BLOCKS ? LARGE : HULLS + HULL_BLOCKS * block_a + block_b;
}

static inline unsigned solid_filter_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    unsigned kind = class_kind(q->a->heads[pair.a].class, q->b->heads[pair.b].class);
    return kind == SOLID_BOXES && solid_has_reach(q, pair) ? SOLID_BOXES_ROUND : kind;
}

#endif
