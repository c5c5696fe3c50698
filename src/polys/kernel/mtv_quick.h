/* mtv_quick.h — the smallest push of most pairs: the best edge by a guess, and the nearest points only of pairs that are apart. Each
 * lane has its own pair.
 *
 *   all pairs   guess ─┬─ certain: the gap of this edge ─┬─ the cores meet: done
 *                      │                                 └─ apart: few lanes of the group later, with others; many at once
 *                      └─ uncertain: all gaps as they are defined, later */
#ifndef SEPAL_POLYS_KERNEL_MTV_QUICK_H
#define SEPAL_POLYS_KERNEL_MTV_QUICK_H

#include "axes.h"
#include "mtv_axes.h"
#include "mtv_values.h"

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

/* --- Boxes --------------------------------------------------------------------------------------- */

/* The smallest push of two boxes: of two opposite edges only the one that faces the other box can have the greater gap.
 *
 * With a symmetric about c_a and b about c_b, the gaps along n and -n differ by 2 n . (c_b - c_a). Four vertices in float32 are
 * not quite symmetric, so an edge is left out only where this is beyond what their bend and all roundings can do
 * (docs/numerics/mtv.md, "Boxes: the edge that faces the other box"); or where its gap, even at the bound, would be less than the
 * greatest one. Groups with a pair in which neither is certain are done again with all edges. The answer has the same bits either
 * way. */

/* The one of two opposite edges that faces the other box. `doubtful`: it may be the other one. */
typedef struct facing {
    w2 from, edge;
    wm second, doubtful;
} facing;

/* towards: twice the vector from the centre of this box to that of the other. */
SPECIALISED facing choose_edge(w2 from, w2 edge, w2 second_from, w2 second_edge, w2 towards, w bend) {
    w side = w_sub(w_mul(edge.y, towards.x), w_mul(edge.x, towards.y));
    wm second = w_gt(w_set1(0), side);
    return (facing){w2_select(second, second_from, from), w2_select(second, second_edge, edge), second, w_gt(bend, w_abs(side))};
}

/* Of one edge of the first and one of the second pair of opposite edges of a box: is that of the second the first edge with the
 * greater gap? */
SPECIALISED wm second_is_greater(facing p, axis_lanes of_p, facing q, axis_lanes of_q) {
    wm earlier = wm_and(w_eq(of_q.gap, of_p.gap), wm_andnot(p.second, q.second)); /* edges 0 and 2, 1 and 3 */
    return wm_or(w_gt(of_q.gap, of_p.gap), earlier);
}

/* Might the edge that was left out have the greatest gap? Its gap is at most 2 bend / |edge| above that of the chosen one. */
SPECIALISED wm might_win(facing chosen, axis_lanes axis, w bend, w greatest) {
    w length = w_add(w_mul(w_abs(axis.normal.x), w_abs(chosen.edge.y)), w_mul(w_abs(axis.normal.y), w_abs(chosen.edge.x)));
    w most = w_mul(w_sub(greatest, axis.gap), length); /* what is missing, times the length of the edge */
    return wm_andnot(chosen.doubtful, w_gt(most, w_add(bend, bend)));
}

/* The number that decides which edge faces the other box must exceed the sum of these multiples of the bends of the two boxes and
 * of their extent (docs/numerics/mtv.md, "Boxes: the edge that faces the other box"). */
#define FACING_BEND     20
#define FACING_ROUNDING (384 * 0x1p-24F)

/* If the square of an edge is at least this, the opposite edge is long enough for float. */
#define FACING_LEAST_SQUARE (4 * SEPAL_LEAST_SQUARE)

/* The boxes of a group: eight floats as stored, and relative to the first vertex of a. */
typedef struct corner_lanes {
    w world[8], near[8];
} corner_lanes;

SPECIALISED void load_corners(const sepal_polys *set, const uint32_t *index, corner_lanes *out) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = set->vertices + 8 * (size_t)index[2 * lane];
    w_load_eight(at, out->world);
}

/* The edge after a corner. */
static inline w2 edge_at(const corner_lanes *box, uint32_t k) {
    return w2_sub(vertex(box->world, 4, (k + 1) % 4), vertex(box->world, 4, k));
}

static inline w greatest_component(w2 v) {
    return w_max(w_abs(v.x), w_abs(v.y));
}

/* The corners of both boxes, the vectors between their centres (twice), and the bound that such a vector across an edge must exceed
 * to tell which edge faces the other box. */
typedef struct outlook {
    w2 p[4], q[4]; /* p[0] is 0 */
    w2 to_a, to_b;
    w extent, bend;
} outlook;

SPECIALISED void look_out(corner_lanes *a, corner_lanes *b, outlook *out) {
    w extent = w_set1(0);
    for (uint32_t j = 0; j < 4; j++) {
        for (uint32_t f = j; f < 8; f += 4) {
            a->near[f] = w_sub(a->world[f], a->world[f - j]);
            b->near[f] = w_sub(b->world[f], a->world[f - j]);
        }
        out->p[j] = vertex(a->near, 4, j);
        out->q[j] = vertex(b->near, 4, j);
        extent = w_max(extent, w_max(greatest_component(out->p[j]), greatest_component(out->q[j])));
    }
    const w2 *p = out->p, *q = out->q;
    w2 middle_b = w2_add(q[0], q[2]);
    w bends = w_add(greatest_component(w2_sub(p[2], w2_add(p[1], p[3]))), greatest_component(w2_sub(middle_b, w2_add(q[1], q[3]))));
    out->to_b = w2_sub(middle_b, p[2]);
    out->to_a = w2_sub(p[2], middle_b);
    out->extent = extent;
    out->bend = w_mul(extent, w_add(w_mul(bends, w_set1(FACING_BEND)), w_mul(extent, w_set1(FACING_ROUNDING))));
}

/* Of each pair of opposite edges of both boxes the one that faces the other box, and its gap: those of a, then those of b. Notes the
 * lanes in which an edge is too short for float. */
SPECIALISED void choose_facing_edges(const corner_lanes *a, const corner_lanes *b, const outlook *view, facing *chosen,
                                     axis_lanes *axes, wm *again) {
    const w2 *p = view->p, *q = view->q;
    for (uint32_t e = 0; e < 2; e++) {
        chosen[e] = choose_edge(p[e], edge_at(a, e), p[e + 2], edge_at(a, e + 2), view->to_b, view->bend);
        chosen[2 + e] = choose_edge(q[e], edge_at(b, e), q[e + 2], edge_at(b, e + 2), view->to_a, view->bend);
        axes[e] = unit_gap(chosen[e].from, chosen[e].edge, w_set1(0), b->near, 4, FACING_LEAST_SQUARE, again);
        axes[2 + e] = unit_gap(chosen[2 + e].from, chosen[2 + e].edge, w_set1(0), a->near, 4, FACING_LEAST_SQUARE, again);
    }
}

SPECIALISED wm some_doubtful(const facing *chosen) {
    return wm_or(wm_or(chosen[0].doubtful, chosen[1].doubtful), wm_or(chosen[2].doubtful, chosen[3].doubtful));
}

/* The lanes in which an edge that was left out might have a gap above `greatest`. */
SPECIALISED wm some_might_win(const facing *chosen, const axis_lanes *axes, w bend, w greatest) {
    wm some = wm_none();
    for (int e = 0; e < 4; e++)
        some = wm_or(some, might_win(chosen[e], axes[e], bend, greatest));
    return some;
}

/* The best axis of a box with its edge: 0 or 2, or (`odd`) 1 or 3. */
SPECIALISED edge_axis box_edge(axis_lanes best, wm odd, const facing *chosen) {
    w even = w_select(chosen[0].second, w_set1(2), w_set1(0)), other = w_select(chosen[1].second, w_set1(3), w_set1(1));
    return (edge_axis){best, w_select(odd, other, even)};
}

/* False if the group has to be done with all edges. */
SPECIALISED bool mtv_boxes_group(const mtv_quick_query *m, const sepal_pair *group, corner_lanes *a, corner_lanes *b, size_t k,
                                 lanes *found) {
    outlook view;
    look_out(a, b, &view);
    facing chosen[4];
    axis_lanes axes[4];
    wm again = wm_none();
    choose_facing_edges(a, b, &view, chosen, axes, &again);
    wm odd_a = second_is_greater(chosen[0], axes[0], chosen[1], axes[1]);
    wm odd_b = second_is_greater(chosen[2], axes[2], chosen[3], axes[3]);
    axis_lanes of_a = select_axis(odd_a, axes[1], axes[0]), of_b = select_axis(odd_b, axes[3], axes[2]);
    if (wm_bits(wm_or(some_doubtful(chosen), again)) != 0) {
        again = wm_or(again, some_might_win(chosen, axes, view.bend, w_max(of_a.gap, of_b.gap)));
        if (wm_bits(again) != 0)
            return false;
    }
    unsigned apart = wm_bits(w_gt(w_max(of_a.gap, of_b.gap), w_set1(0)));
    bool many = apart != 0 && (m->rest->one_group || are_many(apart));
    if (!many)
        *found = store_better(of_a, of_b, w_add(view.extent, view.extent), apart, k, m->m.out);
    if (apart == 0)
        return true;
    edge_axis edge_a = box_edge(of_a, odd_a, chosen), edge_b = box_edge(of_b, odd_b, chosen + 2);
    if (many) {
        w extent = pair_extent(load_circles(m->m.q->a, &group->a), load_circles(m->m.q->b, &group->b));
        nearest_lanes nearest = nearest_line(a->world, &edge_a, b->world, &edge_b, (sizes){4, 4, true}, extent, false);
        *found = store_nearest(&nearest, 0, k, m->m.out);
    } else {
        wm from_b = w_gt(of_b.gap, of_a.gap);
        put_off(m->rest, apart, w_select(from_b, edge_b.edge, edge_a.edge), from_b, k);
    }
    return true;
}

/* The group with all edges. Not inlined, since it is rarely needed. */
static SEPAL_NOINLINE lanes mtv_boxes_again(const void *question, const sepal_pair *group, size_t k) {
    return mtv_kernel(question, group, k, (sizes){4, 4, true});
}

SPECIALISED lanes mtv_boxes_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_quick_query *m = question;
    corner_lanes corners_a, corners_b;
    lanes found;
    (void)n;
    load_corners(m->m.q->a, &group->a, &corners_a);
    load_corners(m->m.q->b, &group->b, &corners_b);
    return mtv_boxes_group(m, group, &corners_a, &corners_b, k, &found) ? found : mtv_boxes_again(&m->m, group, k);
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

/* Stores what is known of the lanes; those that are apart are put off if they are few. */
SPECIALISED lanes settle_group(const mtv_quick_query *m, const pair_lanes *p, const best_edge *best, w number, sizes n, w extent,
                               wm unfit, unsigned uncertain, size_t k) {
    nearest_lanes found = judge_gap(best->axis, best->of_b, extent);
    unsigned apart = wm_bits(wm_andnot(found.apart, unfit)) & ~uncertain;
    if (apart != 0 && (m->rest->one_group || are_many(apart))) {
        find_nearest_line(p->a.world, p->b.world, best, n, extent, false, &found);
        apart = 0;
    } else if (apart != 0) {
        put_off(m->rest, apart, number, best->of_b, k);
    }
    return store_nearest(&found, wm_bits(unfit) | apart | uncertain, k, m->m.out);
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
    return settle_group(m, &p, &best, number, n, extent, unfit, uncertain, k);
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
    return store_nearest(&found, 0, k, m->m.out);
}

/* Takes the pushes of those pairs of a block that were put off. put_off: their bits; open: those that are still open. */
static void take_rest(mtv_work *todo, const pair_list *list, const uint64_t *put_off, const verdicts *now, mtv_values *values) {
    take_values(list, values, &todo->values);
    for (size_t first = 0; first < todo->count; first += 64)
        todo->found.open[first / 64] &= ~put_off[first / 64];
    take_bits(list, now->open, todo->found.open);
}

static SEPAL_NOINLINE void ask_apart(const mtv_quick_query *m, const pair_list *list, sizes n, verdicts *found) {
    assert(are_sizes(n, 8, 8) || (n.same && are_sizes(n, 4, 4)));
    if (n.a == 4)
        ask_groups(mtv_apart_kernel, NULL, m, list->pairs, list->count, (sizes){4, 4, true}, found);
    else
        ask_groups(mtv_apart_kernel, NULL, m, list->pairs, list->count, (sizes){8, 8, false}, found);
}
static SEPAL_NOINLINE void ask_apart_of_any(const mtv_quick_query *m, const pair_list *list, sizes n, verdicts *found) {
    ask_groups(mtv_apart_kernel, NULL, m, list->pairs, list->count, n, found);
}

static SEPAL_NOINLINE void settle_apart(mtv_work *todo, sizes n, const mtv_rest *rest) {
    block_room room;
    pair_list list = list_block(todo->pairs, todo->count, rest->apart, &room);
    float edges[SEPAL_BLOCK];
    mtv_values values;
    verdicts now;
    size_t k = 0;
    for (; k < list.count; k++)
        edges[k] = rest->edges[list.slots[k]];
    for (; k % SEPAL_LANES != 0; k++)
        edges[k] = 0; /* of the pairs that fill up the last group */
    const mtv_quick_query m = {{todo->q, &values}, NULL, edges};
    begin_values(&values);
    if (n.a == n.b && (n.a == 8 || (n.same && n.a == 4)))
        ask_apart(&m, &list, n, &now);
    else
        ask_apart_of_any(&m, &list, n, &now);
    take_rest(todo, &list, rest->apart, &now, &values);
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
    const mtv_quick_query m = {{todo->q, &todo->values}, rest, NULL};
    assert(are_sizes(n, 8, 8) || (n.same && (are_sizes(n, 3, 3) || are_sizes(n, 4, 4))));
    if (n.a == 3)
        todo->any = ask_groups(mtv_quick_kernel, NULL, &m, todo->pairs, todo->count, (sizes){3, 3, true}, &todo->found);
    else if (n.a == 4)
        todo->any = ask_groups(mtv_quick_kernel, NULL, &m, todo->pairs, todo->count, (sizes){4, 4, true}, &todo->found);
    else
        todo->any = ask_groups(mtv_quick_kernel, NULL, &m, todo->pairs, todo->count, (sizes){8, 8, false}, &todo->found);
}
static SEPAL_NOINLINE void ask_quick_of_any(mtv_work *todo, sizes n, mtv_rest *rest) {
    const mtv_quick_query m = {{todo->q, &todo->values}, rest, NULL};
    todo->any = ask_groups(mtv_quick_kernel, NULL, &m, todo->pairs, todo->count, n, &todo->found);
}
static SEPAL_NOINLINE void ask_boxes(mtv_work *todo, mtv_rest *rest) {
    const mtv_quick_query m = {{todo->q, &todo->values}, rest, NULL};
    todo->any = ask_groups(mtv_boxes_kernel, NULL, &m, todo->pairs, todo->count, (sizes){0}, &todo->found);
}

static inline void clear_rest(mtv_rest *rest, guess_pause *pause) {
    memset(rest->apart, 0, sizeof rest->apart);
    memset(rest->uncertain, 0, sizeof rest->uncertain);
    rest->any_apart = rest->any_uncertain = false;
    rest->pause = pause;
}

/* A block of pairs of polygons of up to 16 vertices. n: 3 or 4 vertices, for sets in which all blocks of vertices have room for four;
 * otherwise two of 4, 8, 12 and 16. boxes: all polygons of both sets are boxes with area, counter-clockwise, in float's range. */
static void push_by_edges(mtv_work *todo, sizes n, bool boxes, guess_pause *pause) {
    mtv_rest rest;
    const size_t last = (todo->count - 1) / 64;
    clear_rest(&rest, pause);
    rest.one_group = todo->count <= SEPAL_LANES;
    if (boxes)
        ask_boxes(todo, &rest);
    else if (n.a == n.b && (n.a == 8 || (n.same && n.a <= 4)))
        ask_quick(todo, n, &rest);
    else
        ask_quick_of_any(todo, n, &rest);
    rest.apart[last] &= bits_below(todo->count, last * 64); /* a group may be longer than the list */
    rest.uncertain[last] &= bits_below(todo->count, last * 64);
    if (rest.any_apart)
        settle_apart(todo, n, &rest);
    if (rest.any_uncertain)
        settle_uncertain(todo, n, &rest);
}

#endif
