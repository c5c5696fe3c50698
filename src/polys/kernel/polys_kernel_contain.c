/* polys_kernel_contain.c — does a contain b? The stages of polys_kernel_overlap.c; but only the edges of a count, and of b the
 * vertex that is farthest beyond each.
 *
 *   sets of boxes      boxes ─────────────────────────┐
 *   small polygons     axes ──────────────────────────┤
 *   any polygons       circles → by size: axes ───────┴→ exact in double ─┬→ reference
 *                                         edges ──────── edges in double ──┤
 *   with a reach       circles ───────────────────────── edges in double ──┘ */
#include "../../core/arithmetic.h"

#include "exact.h"

/* --- Large polygons: one pair at a time, an edge of a in each lane (large.h) */

/* Of more edges, those that face b come first: they tell of what touches from within, or is outside. */
enum { FACING_FIRST = 128 };

/* Open: an edge is not certain, or a has no area. */
static inline lanes contains_large_kernel(const void *question, sepal_pair pair, UNUSED size_t slot) {
    const polys_query *q = question;
    const sepal_poly_head *head = &q->a->heads[pair.a];
    const sepal_poly_circle *circle = &q->a->circles[pair.a], *of_b = &q->b->circles[pair.b];
    const w error = w_set1(AXES_ERROR * fabsf(circle->outer) * extent_of(circle, of_b));
    const w winding = w_set1(circle->outer);
    const w2 origin = {w_set1(circle->x), w_set1(circle->y)};
    vertex_run run = begin_run(q->a, pair.a, q->b, pair.b);
    if (head->flags & SEPAL_FLAT)
        return (lanes){0, 1};
    const float way_x = of_b->x - circle->x, way_y = of_b->y - circle->y;
    uint32_t k = 0;
    if (head->size > FACING_FIRST && !run.whole && (way_x != 0 || way_y != 0)) {
        const vertex_run coarse = coarse_run(q->b, pair.b);
        k = likely_edges(q->a, pair.a, q->b, pair.b);
        run.first = farthest_of_coarse(&coarse, run.size, way_x, way_y);
    }
    for (uint32_t done = 0; done < head->size; done += SEPAL_LANES, k = k + SEPAL_LANES < head->size ? k + SEPAL_LANES : 0) {
        const edge_run e = load_edge_run(q->a, pair.a, k);
        const w2 n = {w_flip(w_neg(e.edge.y), winding), w_flip(e.edge.x, winding)};
        const w least = find_least(&run, n, origin, e.none, w_add(error, error), true);
        const w gap = w_sub(least, w_dot(n, w2_sub(e.from, origin)));
        if (wm_bits(wm_andnot(w_gt(w_neg(error), gap), e.none)) != 0)
            return (lanes){0, 0};
        if (wm_bits(wm_or(w_gt(gap, error), e.none)) != ALL_LANES)
            return (lanes){0, 1};
        pass_run(&run);
    }
    return (lanes){1, 0};
}

STAGE_OF_PAIRS(contain_large, contains_large_kernel);

/* --- In double, exactly: exact.h says why */

SPECIALISED lanes contains_exact_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const polys_query *q = question;
    w winding = windings(q->a, &group->a);
    vertex_lanes va, vb;
    exact_lanes outside = {0, 0};
    load_vertices(q->a, &group->a, n.a, false, &va);
    load_vertices(q->b, &group->b, n.b, false, &vb);
    for (int half = 0; half < 2; half++) {
        vertex_half ha, hb;
        take_half(&va, n.a, half, ha);
        take_half(&vb, n.b, half, hb);
        wd depth = depth_behind_edges(ha, n.a, wd_of(winding, half), hb, n.b, SHALLOWEST);
        if (!q->a->plain) { /* a polygon without area: its edges and the sides of the upright box around it hold no more than itself */
            const half_bounds a = bounds_of_half(ha, n.a), b = bounds_of_half(hb, n.b);
            depth = wd_min(depth, wd_min(wd_sub(b.least.x, a.least.x), wd_sub(a.most.x, b.most.x)));
            depth = wd_min(depth, wd_min(wd_sub(b.least.y, a.least.y), wd_sub(a.most.y, b.most.y)));
        }
        take_signs_of_half(depth, half, &outside);
    }
    return (lanes){ALL_LANES & ~exactly_apart(q, outside), 0};
}

/* If the radius of b and the margin are as great as the radius of a, the cores tell. */
static inline bool containment_fits(const polys_query *q, sepal_pair pair) {
    return sepal_poly_radius(q->a, pair.a) == sepal_poly_radius(q->b, pair.b) && !(q->margin > 0) && overlap_fits(q, pair);
}

STAGE_ALONE(decide_by_edges, contains_exact_kernel);

/* Answers the pairs that double can take; all must have blocks of the sizes n. */
static bool decide_containment(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_fitting(containment_fits, decide_by_edges, question, pairs, count, n, out);
}

/* A core without area holds no shape whose radius and margin are above its own radius. Their sum in double is only if the exact one is. */
static inline lanes flat_refuses_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    const polys_query *q = question;
    const double needed = (double)sepal_poly_radius(q->b, pair.b) + (double)q->margin;
    return (lanes){0, (q->a->heads[pair.a].flags & SEPAL_FLAT) == 0 || !(needed > (double)sepal_poly_radius(q->a, pair.a))};
}

STAGE_OF_PAIRS(refuse_flat, flat_refuses_kernel);

static inline lanes contains_reference_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    const polys_query *q = question;
    const sepal_rule rule = rule_of(q);
    return (lanes){sepal_polys_scalar_contains(q->a, pair.a, q->b, pair.b, &rule), 0};
}

STAGE_OF_PAIRS(contain_by_reference, contains_reference_kernel);

/* --- From pairs to bits */

/* Where all of b are points, b has one vertex for the axes, and a block of four for the exact stage. */
static bool filter_axes_or_points(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    return filter_containing_axes(q, pairs, count, (sizes){n.a, q->b->largest == 1 ? 1 : n.b, false}, out);
}

/* Sets of polygons of up to four vertices. */
static bool filter_containing_small(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    n.b = q->b->largest == 1 ? 1 : 4;
    return q->a->boxes && q->b->boxes ? filter_containing_boxes(q, pairs, count, n, out)
                                      : filter_containing_quads(q, pairs, count, n, out);
}

static plan contain_plan(UNUSED const void *question, unsigned kind) {
    static stage *const large[] = {contain_large, polys_kernel_contain_large, contain_by_reference, NULL};
    static stage *const boxes[] = {filter_containing_boxes, decide_containment, contain_by_reference, NULL};
    static stage *const any[] = {filter_axes_or_points, decide_containment, contain_by_reference, NULL};
    if (kind == LARGE_COARSE || kind == LARGE_FINE)
        return (plan){large, {0}};
    return kind == BOXES ? (plan){boxes, block_sizes(0)} : (plan){any, block_sizes(kind)};
}

void polys_kernel_contains_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                 const sepal_rule *rule, uint64_t *bits) {
    static stage *const exactly[] = {decide_containment, contain_by_reference, NULL};
    const polys_query q = {a, b, rule->touching, rule->margin, rule->margin64};
    if (a->doubles) {
        a->kernels->contain[POLYS_KERNEL_ISA](&q, pairs, count, bits);
        return;
    }
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const chunk c = chunk_at(&q, pairs, first, count, bits);
        work todo;
        if (some_reach(&q)) { /* the circles are those of the whole shapes */
            ask_first(&todo, &c, filter_containing_circles, (sizes){0});
            if (!a->plain)
                ask_next(&todo, refuse_flat, (sizes){0});
            if (a->largest <= 4 && b->largest <= 4)
                ask_next(&todo, decide_containment, block_sizes(0));
            ask_next(&todo, polys_kernel_contain_large, (sizes){0});
            ask_next(&todo, contain_by_reference, (sizes){0});
        } else if (a->largest <= 4 && b->largest <= 4) {
            ask_first(&todo, &c, filter_containing_small, (sizes){4, 4, true});
            ask_plan(&todo, &(plan){exactly, block_sizes(0)});
        } else {
            ask_first(&todo, &c, filter_containing_circles, (sizes){0});
            ask_by_kind(&todo, filter_kind, FILTER_KINDS, contain_plan);
        }
    }
}
