/* mtv_quick.h — the smallest push of most pairs: the best edge by a guess, and the nearest points only of pairs that are apart. Each
 * lane has its own pair.
 *
 *   all pairs   guess ─┬─ certain: the gap of this edge ─┬─ the cores meet: done
 *                      │                                 └─ apart: few lanes of the group later, with others; many at once
 *                      └─ uncertain: all gaps as they are defined, later */
#ifndef SEPAL_POLYS_KERNEL_MTV_QUICK_H
#define SEPAL_POLYS_KERNEL_MTV_QUICK_H

#include "mtv_boxes.h"
#include "mtv_guess.h"

/* The shapes of a group. */
typedef struct pair_lanes {
    circle_lanes ca, cb;
    vertex_lanes a, b;
} pair_lanes;

SPECIALISED void load_pair(const polys_query *q, const sepal_pair *group, sizes n, pair_lanes *out) {
    load_blocks(q->a, &group->a, n.a, n.same, n.same, &out->a);
    load_blocks(q->b, &group->b, n.b, n.same, n.same, &out->b);
    out->ca = load_circles(q->a, &group->a);
    out->cb = load_circles(q->b, &group->b);
}

SPECIALISED void take_best_edge(const pair_lanes *p, wm of_b, w number, sizes n, best_edge *out) {
    take_best(of_b, number, p->a.world, p->b.world, n, out);
    out->axis = best_gap(out, w_select(of_b, p->cb.winding, p->ca.winding), vertex(p->a.world, n.a, 0));
}

/* Notes the uncertain lanes of a group, and whether to guess about the next ones. */
static inline void note_uncertain(mtv_rest *rest, unsigned uncertain, size_t k) {
    rest->uncertain[k / 64] |= (uint64_t)uncertain << k % 64;
    rest->any_uncertain |= uncertain != 0;
    pause_after(rest->pause, uncertain);
}

/* Stores what is known of the lanes; those that are apart are put off if they are few. */
SPECIALISED lanes settle_group(const mtv_quick_query *m, const pair_lanes *p, const best_edge *best, w number, sizes n, w extent,
                               wm unfit, unsigned uncertain, size_t k) {
    nearest_lanes found = judge_gap(best->axis, best->of_b, extent);
    unsigned apart = wm_bits(wm_andnot(found.apart, unfit)) & ~uncertain;
    if (are_many(apart)) {
        find_nearest_line(p->a.world, p->b.world, best, n, extent, false, &found);
        apart = 0;
    } else if (apart != 0) {
        put_off(m->rest, apart, number, best->of_b, k);
    }
    lanes known = store_nearest(&found, unfit, k, m->m.out);
    unsigned later = apart | uncertain;
    return (lanes){known.yes & ~later, known.open & ~later};
}

SPECIALISED lanes mtv_quick_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_quick_query *m = question;
    pair_lanes p;
    best_edge best;
    if (worth_a_guess(n) && m->rest->pause->left > 0) {
        m->rest->pause->left--;
        m->rest->uncertain[k / 64] |= (uint64_t)ALL_LANES << k % 64;
        m->rest->any_uncertain = true;
        return (lanes){0, 0};
    }
    load_pair(m->m.q, group, n, &p);
    w extent = pair_extent(p.ca, p.cb), number;
    wm unfit = w_eq(extent, w_infinity()), of_b;
    if (worth_a_guess(n)) {
        wm doubtful = find_best_edge(&p.a, p.ca.winding, &p.b, p.cb.winding, n, extent, &unfit, &of_b, &number);
        unsigned uncertain = wm_bits(wm_andnot(doubtful, unfit));
        note_uncertain(m->rest, uncertain, k);
        take_best_edge(&p, of_b, number, n, &best);
        return settle_group(m, &p, &best, number, n, extent, unfit, uncertain, k);
    }
    w2 origin = vertex(p.a.world, n.a, 0);
    make_near(&p.a, n.a, origin);
    make_near(&p.b, n.b, origin);
    edge_axis in_a = greatest_unit_gap(&p.a, n.a, p.ca.winding, &p.b, n.b, &unfit);
    edge_axis in_b = greatest_unit_gap(&p.b, n.b, p.cb.winding, &p.a, n.a, &unfit);
    of_b = w_gt(in_b.axis.gap, in_a.axis.gap);
    number = w_select(of_b, in_b.edge, in_a.edge);
    take_best(of_b, number, p.a.world, p.b.world, n, &best);
    best.axis = select_axis(of_b, in_b.axis, in_a.axis);
    return settle_group(m, &p, &best, number, n, extent, unfit, 0, k);
}

/* Pairs that are apart, whose best edges are known. */
SPECIALISED lanes mtv_apart_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_quick_query *m = question;
    pair_lanes p;
    best_edge best;
    load_pair(m->m.q, group, n, &p);
    w extent = pair_extent(p.ca, p.cb), code = w_load(m->edges + k);
    wm of_b = w_gt(code, w_set1(EDGE_OF_B - 1));
    take_best_edge(&p, of_b, w_select(of_b, w_sub(code, w_set1(EDGE_OF_B)), code), n, &best);
    nearest_lanes found = judge_gap(best.axis, of_b, extent);
    find_nearest_line(p.a.world, p.b.world, &best, n, extent, false, &found);
    return store_nearest(&found, wm_none(), k, m->m.out);
}

/* Copies the pushes of a list, of which the block knows nothing so far, and their bits. */
static void take_rest(const pair_list *list, const verdicts *found, const mtv_values *from, verdicts *known, mtv_values *to) {
    take_values(list, from, to);
    take_bits(list, found->yes, known->yes);
    take_bits(list, found->open, known->open);
}

static SEPAL_NOINLINE void settle_apart(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, const mtv_rest *rest,
                                        verdicts *found, mtv_values *out) {
    block_room room;
    pair_list list = list_block(pairs, count, rest->apart, &room);
    float edges[SEPAL_BLOCK];
    mtv_values values;
    verdicts some;
    size_t k = 0;
    for (; k < list.count; k++)
        edges[k] = rest->edges[list.slots[k]];
    for (; k % SEPAL_LANES != 0; k++)
        edges[k] = 0; /* of the pairs that fill up the last group */
    ask_sized(SAME_3_3 | SAME_4_4 | SIZES_8_8 | SIZES_ANY, mtv_apart_kernel, &(mtv_quick_query){{q, &values}, NULL, edges},
              list.pairs, list.count, n, &some);
    take_rest(&list, &some, &values, found, out);
}

static SEPAL_NOINLINE void settle_uncertain(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n,
                                            const mtv_rest *rest, verdicts *found, mtv_values *out) {
    block_room room;
    pair_list list = list_block(pairs, count, rest->uncertain, &room);
    mtv_values values;
    verdicts some;
    ask_sized(SIZES_8_8 | SIZES_ANY, mtv_kernel, &(mtv_query){q, &values}, list.pairs, list.count, n, &some);
    take_rest(&list, &some, &values, found, out);
}

static void settle_rest(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, mtv_rest *rest, verdicts *found,
                        mtv_values *out) {
    rest->apart[(count - 1) / 64] &= bits_below(count, (count - 1) / 64 * 64); /* a group may be longer than the list */
    rest->uncertain[(count - 1) / 64] &= bits_below(count, (count - 1) / 64 * 64);
    if (rest->any_apart)
        settle_apart(q, pairs, count, n, rest, found, out);
    if (rest->any_uncertain)
        settle_uncertain(q, pairs, count, n, rest, found, out);
}

static inline void clear_rest(mtv_rest *rest, guess_pause *pause, size_t count) {
    for (size_t first = 0; first < count; first += 64)
        rest->apart[first / 64] = rest->uncertain[first / 64] = 0;
    rest->any_apart = rest->any_uncertain = false;
    rest->pause = pause;
}

/* Not inlined, since its vectors need not be on the stack in the stages after it. m: its own, which the compiler need not read again
 * after each store through one of its pointers. */
static SEPAL_NOINLINE void ask_quick(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, mtv_rest *rest,
                                     verdicts *found, mtv_values *out) {
    const mtv_quick_query m = {{q, out}, rest, NULL};
    ask_sized(SAME_3_3 | SAME_4_4 | SIZES_8_8 | SIZES_ANY, mtv_quick_kernel, &m, pairs, count, n, found);
}

/* A block of pairs. n: 3 or 4 vertices, for sets in which all blocks of vertices have room for four; otherwise two of 4, 8, 12 and
 * 16. */
static void mtv_quick(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, guess_pause *pause, verdicts *found,
                      mtv_values *out) {
    mtv_rest rest;
    clear_rest(&rest, pause, count);
    ask_quick(q, pairs, count, n, &rest, found, out);
    settle_rest(q, pairs, count, n, &rest, found, out);
}

static SEPAL_NOINLINE void ask_boxes(const polys_query *q, const sepal_pair *pairs, size_t count, mtv_rest *rest, verdicts *found,
                                     mtv_values *out) {
    const mtv_quick_query m = {{q, out}, rest, NULL};
    ask_groups(mtv_boxes_kernel, NULL, &m, pairs, count, (sizes){0}, found);
}

/* All polygons of both sets are boxes with area, counter-clockwise, in float's range. */
static void mtv_boxes(const polys_query *q, const sepal_pair *pairs, size_t count, guess_pause *pause, verdicts *found,
                      mtv_values *out) {
    mtv_rest rest;
    clear_rest(&rest, pause, count);
    ask_boxes(q, pairs, count, &rest, found, out);
    settle_rest(q, pairs, count, (sizes){4, 4, true}, &rest, found, out);
}

#endif
