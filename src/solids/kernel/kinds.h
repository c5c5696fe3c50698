/* kinds.h — pairs of solids, by the kernel that answers them. */
#ifndef SEPAL_SOLIDS_KERNEL_KINDS_H
#define SEPAL_SOLIDS_KERNEL_KINDS_H

#include "boxes_upright.h"

/* For the filters of overlap. TURNED: the kernel takes the second solid first. LARGE: more vertices than lanes take. From HULLS on,
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

/* For the exact kernels of boxes: parallel to the coordinate axes; upright along axis kind - EXACT_UPRIGHT; any. */
enum { EXACT_ALIGNED, EXACT_UPRIGHT, EXACT_BOXES = EXACT_UPRIGHT + 3, SOLID_EXACT_KINDS };

static inline unsigned solid_exact_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    const sepal_box_exact *a = sepal_solid_exact(q->a, pair.a), *b = sepal_solid_exact(q->b, pair.b);
    unsigned flags = a->flags & b->flags;
    if (flags < SEPAL_SOLID_ALIGNED) /* most pairs */
        return EXACT_BOXES;
    int span = boxes_span(a, b);
    return (flags & SEPAL_SOLID_ALIGNED) != 0 && span <= BOX_SPAN_ALIGNED ? EXACT_ALIGNED
                                                                          : EXACT_UPRIGHT + upright_axis(flags, span);
}

#endif
