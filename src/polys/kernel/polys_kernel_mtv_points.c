/* polys_kernel_mtv_points.c — the points between which pushes lead, by the sizes of the cores.
 *
 *   sets of one block size    all vertices ──────────────────────────┬─ the rest: the reference
 *   any shapes                by size: all vertices, ────────────────┤
 *                             or one pair at a time, a vertex a lane ┘ */
#include "../../core/arithmetic.h"

#include <float.h>

#include "names.h"
#include "points_lanes.h"
#include "points_large.h"
#include "sizes.h"

/* Up to so many pairs are left to the reference: they would take as long in lanes. */
enum { POINTS_FEW = 2 };

static void answer_alone(const polys_query *q, sepal_pair pair, size_t slot, const mtv_values *from, const sepal_mtvs *to) {
    sepal_mtv_points_write(to, slot, sepal_polys_scalar_mtv_points(q->a, pair.a, q->b, pair.b, from->x[slot], from->y[slot]));
}

/* The points of some pairs of a block, whose normals are (x, y). slots: NULL if pair k has slot k. */
static SEPAL_NOINLINE void find_points(const polys_query *q, sizes n, const sepal_pair *pairs, const uint16_t *slots, size_t count,
                                       const float *x, const float *y, const mtv_values *from, const sepal_mtvs *to) {
    float found[4][SEPAL_BLOCK];
    float *const out[4] = {to->a_x, to->a_y, to->b_x, to->b_y};
    points_query p = {q, x, y, {found[0], found[1], found[2], found[3]}};
    verdicts known;
    bool some_open = ask_sized(SIZES_1_1 | SIZES_2_2 | SAME_4_4 | SIZES_4_4 | SIZES_8_8 | SIZES_1_ANY | SIZES_ANY_1 | SIZES_ANY,
                               points_kernel, &p, pairs, count, n, &known);
    for (int c = 0; c < 4; c++) {
        if (out[c] != NULL && slots == NULL)
            memcpy(out[c], found[c], count * sizeof *found[c]);
        for (size_t k = 0; k < count && out[c] != NULL && slots != NULL; k++)
            out[c][slots[k]] = found[c][k];
    }
    size_t k;
    if (some_open)
        FOR_BITS(k, known.open, count)
            answer_alone(q, pairs[k], slots == NULL ? k : slots[k], from, to);
}

static void find_points_of_list(const polys_query *q, sizes n, const pair_list *list, const mtv_values *from,
                                const sepal_mtvs *to) {
    float x[SEPAL_BLOCK], y[SEPAL_BLOCK];
    size_t k;
    for (k = 0; k < list->count; k++) {
        x[k] = from->x[list->slots[k]];
        y[k] = from->y[list->slots[k]];
    }
    for (; k % SEPAL_LANES != 0; k++) /* of the pairs that fill up the last group */
        x[k] = y[k] = 0;
    find_points(q, n, list->pairs, list->slots, list->count, x, y, from, to);
}

static void find_points_of_large(const polys_query *q, const pair_list *list, const mtv_values *from, const sepal_mtvs *to) {
    for (size_t k = 0; k < list->count; k++) {
        size_t slot = list->slots[k];
        sepal_mtv_points found;
        if (points_of_large(q, list->pairs[k], from->x[slot], from->y[slot], &found))
            sepal_mtv_points_write(to, slot, found);
        else
            answer_alone(q, list->pairs[k], slot, from, to);
    }
}

/* Kinds of pairs: kind POINTS_BLOCKS * i + j has at most points_room[i] and points_room[j] vertices; or one has more than lanes
 * take. */
enum { POINTS_BLOCKS = 5, POINTS_LARGE = POINTS_BLOCKS * POINTS_BLOCKS, POINTS_KINDS };
static const uint32_t points_room[POINTS_BLOCKS] = {1, 2, 4, 8, SEPAL_LANE_VERTICES};

static inline unsigned points_block(uint32_t size) {
    return size <= 2 ? size - 1 : size <= 4 ? 2 : size <= 8 ? 3 : 4;
}

static inline unsigned points_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    uint32_t size_a = q->a->heads[pair.a].size, size_b = q->b->heads[pair.b].size;
    if (size_a > SEPAL_LANE_VERTICES || size_b > SEPAL_LANE_VERTICES)
        return POINTS_LARGE;
    return POINTS_BLOCKS * points_block(size_a) + points_block(size_b);
}

static void find_points_of_any(const polys_query *q, const sepal_pair *pairs, size_t count, const mtv_values *from,
                               const sepal_mtvs *to) {
    uint64_t all[SEPAL_BLOCK / 64];
    block_room room;
    block_bins waiting;
    set_all(all, count);
    pair_list block = list_block(pairs, count, all, &room);
    sort_block(points_kind, POINTS_KINDS, q, &block, &waiting);
    for (unsigned kind = 0; kind < POINTS_KINDS; kind++) {
        pair_list list = block_bin(&waiting, kind);
        if (list.count > 0 && kind == POINTS_LARGE)
            find_points_of_large(q, &list, from, to);
        else if (list.count > 0)
            find_points_of_list(q, (sizes){points_room[kind / POINTS_BLOCKS], points_room[kind % POINTS_BLOCKS], false}, &list,
                                from, to);
    }
}

void kernel_mtv_points(const polys_query *q, const sepal_pair *pairs, size_t count, const mtv_values *from, const sepal_mtvs *to) {
    const sepal_polys *a = q->a, *b = q->b;
    if (count <= POINTS_FEW) {
        for (size_t k = 0; k < count; k++)
            answer_alone(q, pairs[k], k, from, to);
    } else if (a->same && b->same && a->largest <= SEPAL_LANE_VERTICES && b->largest <= SEPAL_LANE_VERTICES) {
        sizes n = {points_room[points_block(a->largest)], points_room[points_block(b->largest)], true};
        find_points(q, n, pairs, NULL, count, from->x, from->y, from, to);
    } else {
        find_points_of_any(q, pairs, count, from, to);
    }
}
