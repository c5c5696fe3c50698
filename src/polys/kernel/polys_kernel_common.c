/* polys_kernel_common.c — how much two polygons have in common: whether they overlap, where touching is apart; then the area of those
 * that do.
 *
 *   overlap (polys_kernel_overlap.c) → by size: terms of all pairs of edges, in double ──┬─ inside of each other? → reference
 *                                               more than 16 vertices → reference ───────┘                                      */
#include "../../core/arithmetic.h"

#include "../../simd/vec3.h"
#include "../common.h"
#include "axes.h"

#include <string.h>

/* The answers to a block of pairs. */
typedef struct common_values {
    double exact[SEPAL_BLOCK];
    float area[SEPAL_BLOCK], iou[SEPAL_BLOCK], share_a[SEPAL_BLOCK], share_b[SEPAL_BLOCK];
} common_values;

/* turned: the second polygon of each pair is the first one here, so that the first one has as many vertices at least. */
typedef struct common_query {
    const sepal_polys *first, *second;
    bool turned, shares;
    common_values *values;
} common_query;

/* Where a chunk of answers goes. */
typedef struct common_target {
    const polys_query *q;
    const sepal_commons *out; /* of the first pair of the chunk */
    double *exact;            /* as well; or NULL */
} common_target;

SPECIALISED void take_ring(const vertex_lanes *v, uint32_t size, int half, common_ring *out) {
    wd x[SEPAL_LANE_VERTICES], y[SEPAL_LANE_VERTICES];
    uint32_t k = 0;
    do { /* at least once, as gcc wants to see */
        const w2 at = vertex(v->world, size, k);
        x[k] = wd_of(at.x, half);
        y[k] = wd_mul(wd_of(at.y, half), wd_set1(SEPAL_COMMON_SCALE));
    } while (++k < size);
    common_ring_of(size, x, y, out);
}

/* Open are the pairs of which one polygon may be inside of the other though its share is below 1. */
SPECIALISED lanes common_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const common_query *q = question;
    const uint32_t *index = (const uint32_t *)group, *first = index + q->turned, *second = index + 1 - q->turned;
    common_values *to = q->values;
    float *share_first = q->turned ? to->share_b : to->share_a, *share_second = q->turned ? to->share_a : to->share_b;
    common_answer half[2];
    vertex_lanes va, vb;
    unsigned open = 0;
    load_vertices(q->first, first, n.a, n.same, &va);
    next_load();
    load_vertices(q->second, second, n.b, n.same, &vb);
    for (int h = 0; h < 2; h++) {
        common_ring a, b;
        take_ring(&va, n.a, h, &a);
        take_ring(&vb, n.b, h, &b);
        const wd common = common_area(n.a, a.edges, n.b, b.edges);
        half[h] = common_answer_of(common, a.area, a.extent, b.area, b.extent, q->shares);
        wd_store(to->exact + k + (size_t)h * SEPAL_LANES / 2, half[h].exact);
        open |= wdm_bits(wdm_or(half[h].may_hold_a, half[h].may_hold_b)) << (h * SEPAL_LANES / 2);
    }
    w_store(to->area + k, w_of(half[0].area, half[1].area));
    w_store(to->iou + k, w_of(half[0].iou, half[1].iou));
    w_store(share_first + k, w_of(half[0].share_a, half[1].share_a));
    w_store(share_second + k, w_of(half[0].share_b, half[1].share_b));
    return (lanes){ALL_LANES & ~open, open};
}

/* n: n.a >= n.b. Large and fast, so constant sizes have a function of their own (query.h). */
static SEPAL_NOINLINE bool common_of_quads(const common_query *q, const pair_list *block, verdicts *answers) {
    return ask_groups(common_kernel, NULL, q, block->pairs, block->count, (sizes){4, 4, false}, answers);
}
STAGE_ALONE(common_of_sizes, common_kernel);

/* --- Blocks */

static inline void set_value(common_values *values, size_t k, const sepal_poly_common *value) {
    values->exact[k] = value->exact;
    values->area[k] = value->area;
    values->iou[k] = value->iou;
    values->share_a[k] = value->share_a;
    values->share_b[k] = value->share_b;
}

static SEPAL_NOINLINE void settle_inside(const polys_query *q, const pair_list *block, const uint64_t *open,
                                         common_values *values) {
    size_t k;
    FOR_BITS(k, open, block->count) {
        sepal_poly_common value = {values->exact[k], values->area[k], values->iou[k], values->share_a[k], values->share_b[k]};
        sepal_polys_scalar_common_inside(q->a, block->pairs[k].a, q->b, block->pairs[k].b, &value);
        set_value(values, k, &value);
    }
}

static SEPAL_NOINLINE void settle_large(const polys_query *q, const pair_list *block, common_values *values) {
    for (size_t k = 0; k < block->count; k++) {
        const sepal_poly_common value = sepal_polys_scalar_common(q->a, block->pairs[k].a, q->b, block->pairs[k].b);
        set_value(values, k, &value);
    }
}

static void common_of_block(void *target, unsigned kind, pair_list *block) {
    const common_target *to = target;
    const polys_query *q = to->q;
    const sizes n = mtv_sizes(kind);
    const bool turned = n.a < n.b;
    common_values values;
    const common_query asked = {turned ? q->b : q->a, turned ? q->a : q->b, turned,
                                to->out->share_a != NULL || to->out->share_b != NULL, &values};
    verdicts answers;
    bool open = false;
    if (n.a == 0)
        settle_large(q, block, &values);
    else if (are_sizes(n, 4, 4))
        open = common_of_quads(&asked, block, &answers);
    else
        open =
            common_of_sizes(&asked, block->pairs, block->count, (sizes){turned ? n.b : n.a, turned ? n.a : n.b, false}, &answers);
    if (open)
        settle_inside(q, block, answers.open, &values);
    write_to_slots(to->out->area, block, values.area);
    write_to_slots(to->out->iou, block, values.iou);
    write_to_slots(to->out->share_a, block, values.share_a);
    write_to_slots(to->out->share_b, block, values.share_b);
    for (size_t k = 0; to->exact != NULL && k < block->count; k++)
        to->exact[block->slots[k]] = values.exact[k];
}

/* --- Chunks */

static void clear_answers(float *array, size_t count) {
    for (size_t k = 0; array != NULL && k < count; k++)
        array[k] = 0;
}

/* What has no area has none in common, though a segment across a polygon overlaps it. */
static SEPAL_NOINLINE void leave_flat_out(const chunk *c, uint64_t *bits) {
    const polys_query *q = c->question;
    for (size_t k = 0; k < c->count; k++)
        if ((q->a->heads[c->pairs[k].a].flags | q->b->heads[c->pairs[k].b].flags) & SEPAL_FLAT)
            clear_bit(bits, k);
}

void polys_kernel_common_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                               const sepal_commons *out, double *exact) {
    const polys_query q = {a, b, SEPAL_TOUCHING_IS_APART, 0, 0};
    sepal_policy circles = {0};
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        uint64_t bits[SEPAL_CHUNK / 64];
        const chunk c = chunk_of_numbers(&q, pairs, first, count);
        const sepal_commons part = {row_from(out->area, first), row_from(out->iou, first), row_from(out->share_a, first),
                                    row_from(out->share_b, first)};
        double *const doubles = exact == NULL ? NULL : exact + first;
        common_target to = {&q, &part, doubles};
        polys_kernel_overlap_cores(&q, c.pairs, c.count, &circles, bits);
        if (!a->plain || !b->plain)
            leave_flat_out(&c, bits);
        clear_answers(part.area, c.count);
        clear_answers(part.iou, c.count);
        clear_answers(part.share_a, c.count);
        clear_answers(part.share_b, c.count);
        for (size_t k = 0; to.exact != NULL && k < c.count; k++)
            to.exact[k] = 0;
        if (a->largest <= 4 && b->largest <= 4)
            for_one_kind(common_of_block, &to, 0, &c, bits);
        else
            for_kinds(common_of_block, &to, mtv_kind, MTV_KINDS, &c, bits);
    }
}
