/* mtv_quick.h — the smallest push of most pairs: the best edge by a guess, and the nearest points only of pairs that are apart. Each
 * lane has its own pair.
 *
 *   all pairs   guess ─┬─ certain: the gap of this edge ─┬─ the cores meet: done
 *                      │                                 └─ some are apart: their nearest points
 *                      └─ uncertain: all gaps as they are defined, later */
#ifndef SEPAL_POLYS_KERNEL_MTV_QUICK_H
#define SEPAL_POLYS_KERNEL_MTV_QUICK_H

#include "axes.h"
#include "mtv_axes.h"
#include "names.h"

/* --- A guess of the best edge -------------------------------------------------------------------- */

/* Which edge normal has the greatest gap? Each lane has its own pair.
 *
 * The gaps that the answers are made of are defined operation by operation (docs/numerics/mtv.md, "One definition"). To find the
 * greatest one, gaps near to them are enough, unless the two greatest are nearly equal: these take fewer operations, and only the
 * gap of the edge that is found is then computed as it is defined. Lanes in which another edge might have the greatest gap are
 * uncertain, and are left to the kernel that computes all gaps as they are defined. */

/* The greatest gap of some edges, the number of its edge, and the second greatest gap. */
typedef struct gap_guess {
    w best, second, edge;
} gap_guess;

/* Bounds the difference of two gaps of one pair less that of the same gaps as defined, relative to the extent of the pair or to the
 * greatest coordinate of a vertex from the first one of a (docs/numerics/mtv.md, "Which edge is the best"). */
#define GUESS_ERROR (96 * 0x1p-24F)

/* An edge: from where, its inward normal, as long as the edge, and the square of its length. Without the edges that are too short,
 * those of length 0 included. */
typedef struct guess_edge {
    w2 from, normal;
    w square;
    wm without;
} guess_edge;

SPECIALISED guess_edge guess_edge_at(const vertex_lanes *a, uint32_t size, uint32_t i, w winding, wm *unfit) {
    w zero = w_zero();
    w2 edge = w2_sub(vertex(a->world, size, i + 1 < size ? i + 1 : 0), vertex(a->world, size, i));
    w square = w_dot(edge, edge);
    wm without = w_gt(w_set1(2 * SEPAL_LEAST_SQUARE), square);
    if (wm_bits(without) != 0)
        *unfit = wm_or(*unfit, wm_andnot(without, wm_and(w_eq(edge.x, zero), w_eq(edge.y, zero))));
    return (guess_edge){vertex(a->near, size, i), {w_flip(w_neg(edge.y), winding), w_flip(edge.x, winding)}, square, without};
}

SPECIALISED void note_gap(const guess_edge *e, w deepest, uint32_t i, gap_guess *g) {
    w gap = w_div(w_sub(w_dot(e->normal, e->from), deepest), w_sqrt(e->square));
    gap = w_select(e->without, w_set1(-INFINITY), gap);
    g->edge = w_select(w_gt(gap, g->best), w_set1((float)i), g->edge);
    g->second = w_max(g->second, w_min(gap, g->best));
    g->best = w_max(gap, g->best);
}

/* The edges of a. Two at a time, so that each vertex of b is read half as often. */
SPECIALISED gap_guess guess_gaps(const vertex_lanes *a, uint32_t size_a, w winding, const vertex_lanes *b, uint32_t size_b,
                                 wm *unfit) {
    gap_guess g = {w_set1(-INFINITY), w_set1(-INFINITY), w_zero()};
    for (uint32_t i = 0; i + 1 < size_a; i += 2) {
        guess_edge e = guess_edge_at(a, size_a, i, winding, unfit), f = guess_edge_at(a, size_a, i + 1, winding, unfit);
        w2 q = vertex(b->near, size_b, 0);
        w deepest_e = w_dot(e.normal, q), deepest_f = w_dot(f.normal, q);
        for (uint32_t j = 1; j < size_b; j++) {
            q = vertex(b->near, size_b, j);
            deepest_e = w_max(deepest_e, w_dot(e.normal, q));
            deepest_f = w_max(deepest_f, w_dot(f.normal, q));
        }
        note_gap(&e, deepest_e, i, &g);
        note_gap(&f, deepest_f, i + 1, &g);
    }
    return g;
}

/* Pairs whose best edges are few and equally good, such as tiles, are not worth a guess. */
SPECIALISED bool worth_a_guess(sizes n) {
    return n.a + n.b > 8;
}

/* The best edge of each lane. Returns the lanes in which it is not certain. */
SPECIALISED wm find_best_edge(vertex_lanes *a, w winding_a, vertex_lanes *b, w winding_b, sizes n, w extent, wm *unfit, wm *of_b,
                              w *number) {
    w2 origin = vertex(a->world, n.a, 0);
    make_near(a, n.a, origin);
    make_near(b, n.b, origin);
    gap_guess in_a = guess_gaps(a, n.a, winding_a, b, n.b, unfit);
    gap_guess in_b = guess_gaps(b, n.b, winding_b, a, n.a, unfit);
    *of_b = w_gt(in_b.best, in_a.best);
    *number = w_select(*of_b, in_b.edge, in_a.edge);
    w best = w_max(in_a.best, in_b.best), second = w_max(w_max(in_a.second, in_b.second), w_min(in_a.best, in_b.best));
    return wm_not(w_gt(w_sub(best, second), w_mul(extent, w_set1(GUESS_ERROR))));
}

/* --- Blocks of pairs ----------------------------------------------------------------------------- */

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

SPECIALISED lanes mtv_quick_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_quick_query *m = question;
    pair_lanes p;
    best_edge best;
    if (worth_a_guess(n) && m->rest->pause->left > 0) {
        m->rest->pause->left--;
        m->rest->uncertain[k / 64] |= (uint64_t)ALL_LANES << k % 64;
        m->rest->any_uncertain = true;
        return (lanes){0, ALL_LANES};
    }
    load_pair(m->m.q, group, n, &p);
    w extent = pair_extent(p.ca, p.cb), number;
    wm unfit = w_eq(extent, w_infinity()), of_b;
    unsigned uncertain = 0;
    if (worth_a_guess(n)) {
        wm doubtful = find_best_edge(&p.a, p.ca.winding, &p.b, p.cb.winding, n, extent, &unfit, &of_b, &number);
        uncertain = wm_bits(wm_andnot(doubtful, unfit));
        note_uncertain(m->rest, uncertain, k);
        take_best_edge(&p, of_b, number, n, &best);
    } else {
        w2 origin = vertex(p.a.world, n.a, 0);
        make_near(&p.a, n.a, origin);
        make_near(&p.b, n.b, origin);
        edge_axis in_a = greatest_unit_gap(&p.a, n.a, p.ca.winding, &p.b, n.b, &unfit);
        edge_axis in_b = greatest_unit_gap(&p.b, n.b, p.cb.winding, &p.a, n.a, &unfit);
        of_b = w_gt(in_b.axis.gap, in_a.axis.gap);
        number = w_select(of_b, in_b.edge, in_a.edge);
        take_best(of_b, number, p.a.world, p.b.world, n, &best);
        best.axis = select_axis(of_b, in_b.axis, in_a.axis);
    }
    nearest_lanes found = judge_gap(best.axis, of_b, extent);
    corner_lanes between;
    if ((wm_bits(wm_andnot(found.apart, unfit)) & ~uncertain) != 0)
        (void)find_nearest_line(p.a.world, p.b.world, &best, n, vertex(p.a.world, n.a, 0), extent, false, &found, &between);
    return store_nearest(&found, wm_bits(unfit) | uncertain, k, m->m.out);
}

/* Takes the pushes of those pairs of a block that were put off. put_off: their bits; open: those that are still open. */
static void take_rest(mtv_work *todo, const pair_list *list, const uint64_t *put_off, const verdicts *now, mtv_values *values) {
    take_values(list, values, &todo->values);
    for (size_t first = 0; first < todo->count; first += 64)
        todo->found.open[first / 64] &= ~put_off[first / 64];
    take_bits(list, now->open, todo->found.open);
}

static SEPAL_NOINLINE void settle_uncertain(mtv_work *todo, sizes n, const mtv_rest *rest) {
    block_room room;
    pair_list list = list_block(todo->pairs, todo->count, rest->uncertain, &room);
    mtv_values values;
    verdicts now;
    begin_values(&values);
    ask_groups(mtv_kernel, NULL, &(mtv_query){todo->q, &values}, list.pairs, list.count, n, &now);
    take_rest(todo, &list, rest->uncertain, &now, &values);
}

/* Not inlined, since its vectors need not be on the stack in the stages after it. m: its own, which the compiler need not read again
 * after each store through one of its pointers. */
static SEPAL_NOINLINE void ask_quick(mtv_work *todo, sizes n, mtv_rest *rest) {
    const mtv_quick_query m = {{todo->q, &todo->values}, rest};
    assert(are_sizes(n, 8, 8) || (n.same && (are_sizes(n, 3, 3) || are_sizes(n, 4, 4))));
    if (n.a == 3)
        todo->any = ask_groups(mtv_quick_kernel, NULL, &m, todo->pairs, todo->count, (sizes){3, 3, true}, &todo->found);
    else if (n.a == 4)
        todo->any = ask_groups(mtv_quick_kernel, NULL, &m, todo->pairs, todo->count, (sizes){4, 4, true}, &todo->found);
    else
        todo->any = ask_groups(mtv_quick_kernel, NULL, &m, todo->pairs, todo->count, (sizes){8, 8, false}, &todo->found);
}
static SEPAL_NOINLINE void ask_quick_of_any(mtv_work *todo, sizes n, mtv_rest *rest) {
    const mtv_quick_query m = {{todo->q, &todo->values}, rest};
    todo->any = ask_groups(mtv_quick_kernel, NULL, &m, todo->pairs, todo->count, n, &todo->found);
}
static inline void clear_rest(mtv_rest *rest, guess_pause *pause) {
    memset(rest->uncertain, 0, sizeof rest->uncertain);
    rest->any_uncertain = false;
    rest->pause = pause;
}

/* A block of pairs of polygons of up to 16 vertices. n: 3 or 4 vertices, for sets in which all blocks of vertices have room for four;
 * otherwise two of 4, 8, 12 and 16. */
static void push_by_edges(mtv_work *todo, sizes n, guess_pause *pause) {
    mtv_rest rest;
    const size_t last = (todo->count - 1) / 64;
    clear_rest(&rest, pause);
    if (n.a == n.b && (n.a == 8 || (n.same && n.a <= 4)))
        ask_quick(todo, n, &rest);
    else
        ask_quick_of_any(todo, n, &rest);
    rest.uncertain[last] &= bits_below(todo->count, last * 64); /* a group may be longer than the list */
    if (rest.any_uncertain)
        settle_uncertain(todo, n, &rest);
}

/* --- To the arrays that are wanted --------------------------------------------------------------- */

/* Where the pushes of a chunk go: those of its first pair have the number `first`. pause: for the guesses of pairs of this kind. */
typedef struct mtv_target {
    const polys_query *q;
    const sepal_mtvs *out;
    size_t first;
    unsigned kind;
    guess_pause pause;
} mtv_target;

static inline guess_pause *pause_of(mtv_target *to, unsigned kind) {
    if (to->kind != kind)
        to->pause = (guess_pause){0, 0};
    to->kind = kind;
    return &to->pause;
}

static inline void copy_numbers(float *to, size_t first, const float *from, size_t count) {
    if (to == NULL)
        return;
    if (count == 1) { /* the shortest lists without a call of memcpy */
        to[first] = *from;
    } else if (count >= 4 && count <= 8) {
        float begin[4], end[4];
        memcpy(begin, from, sizeof begin);
        memcpy(end, from + count - 4, sizeof end);
        memcpy(to + first, begin, sizeof begin);
        memcpy(to + first + count - 4, end, sizeof end);
    } else
        memcpy(to + first, from, count * sizeof *from);
}

/* Copies the pushes of a block of the chunk, and finds their points, to the arrays that are wanted. from: where it begins. */
static inline void copy_block_wanted(const mtv_target *to, size_t from, const mtv_work *done) {
    const size_t first = to->first + from;
    copy_numbers(to->out->normal_x, first, done->values.x, done->count);
    copy_numbers(to->out->normal_y, first, done->values.y, done->count);
    copy_numbers(to->out->depth, first, done->values.depth, done->count);
    if (!sepal_mtvs_want_points(to->out))
        return;
    const sepal_mtvs points = mtvs_from(to->out, first);
    polys_kernel_mtv_points(done->q, done->pairs, done->count, &done->values, &points);
}

/* The points of a block of a list, to the slots of its pairs. */
static SEPAL_NOINLINE void copy_list_points(const polys_query *q, const pair_list *list, const mtv_values *from,
                                            const sepal_mtvs *to) {
    float at[4][SEPAL_BLOCK];
    polys_kernel_mtv_points(q, list->pairs, list->count, from,
                            &(sepal_mtvs){.a_x = at[0], .a_y = at[1], .b_x = at[2], .b_y = at[3]});
    write_to_slots(to->a_x, list, at[0]);
    write_to_slots(to->a_y, list, at[1]);
    write_to_slots(to->b_x, list, at[2]);
    write_to_slots(to->b_y, list, at[3]);
}

/* Copies the pushes of a list, and finds their points, to the slots of its pairs in the chunk. */
static inline void copy_list_wanted(const mtv_target *target, const pair_list *list, const mtv_values *from) {
    sepal_mtvs to = mtvs_from(target->out, target->first);
    write_to_slots(to.normal_x, list, from->x);
    write_to_slots(to.normal_y, list, from->y);
    write_to_slots(to.depth, list, from->depth);
    if (sepal_mtvs_want_points(&to))
        copy_list_points(target->q, list, from, &to);
}

#endif
