/* polys_kernel_contain_doubles.c — does a contain b, in sets of doubles? The stages of polys_kernel_overlap_doubles.c; but only the edges
 * of a count, and of b the vertex that is farthest beyond each.
 *
 *   sets of boxes          boxes ──────────────────────────────────────┐
 *   up to four vertices    near axes ──────────────────────────────────┤
 *   any polygons           circles ─┬─ up to 16 vertices: near axes ───┴─ doubles ── reference
 *                                   └─ more: edges in lanes ── reference
 *   with a reach           circles ─── edges in lanes ── reference                                    */
#include "../../core/arithmetic.h"

#include "doubles.h"
#include "names.h"
#include "query.h"

SPECIALISED lanes near_contain_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    near_pair p;
    load_near_pair(question, group, n, &p);
    const w excess = greatest_beyond(&p.va, n.a, p.a.winding, &p.vb, n.b, SHALLOWEST, NULL), error = w_mul(p.a.outer, p.unit);
    const wm no_edge = w_eq(excess, w_set1(-INFINITY));
    return decided(w_gt(excess, error), wm_andnot(w_gt(w_neg(error), excess), no_edge));
}

/* How deep the vertex of b that is least deep in a is behind an edge (as least_depth_inside); a is counter-clockwise. */
SPECIALISED depth_bounds least_depth_of_doubles(const wd2 *a, uint32_t size_a, const wd2 *b, uint32_t size_b, wd factor,
                                                bool exact) {
    const wd infinity = wd_set1((double)INFINITY);
    depth_bounds least = {infinity, infinity};
    for (uint32_t i = 0; i < size_a; i++) {
        const wd2 *after = &a[i + 1 < size_a ? i + 1 : 0];
        depth_bounds of_edge = {infinity, infinity};
        for (uint32_t j = 0; j < size_b; j++) {
            const wd2 p = {wd_sub(a[i].x, b[j].x), wd_sub(a[i].y, b[j].y)},
                      q = {wd_sub(after->x, b[j].x), wd_sub(after->y, b[j].y)};
            const cross_lanes depth = cross_of(p, q, factor, exact);
            of_edge.low = wd_min(of_edge.low, exact ? depth.value : wd_sub(depth.value, depth.error));
            if (!exact)
                of_edge.high = wd_min(of_edge.high, wd_add(depth.value, depth.error));
        }
        const wdm no_edge = wdm_and(wd_eq(a[i].x, after->x), wd_eq(a[i].y, after->y));
        least.low = wd_min(least.low, wd_select(no_edge, infinity, of_edge.low));
        if (!exact)
            least.high = wd_min(least.high, wd_select(no_edge, infinity, of_edge.high));
    }
    if (exact)
        least.high = least.low;
    return least;
}

/* The lanes of polygons without area, along which edges do not tell what is. index[2 * lane] is the polygon. */
static inline unsigned flat_lanes(const sepal_polys *set, const uint32_t *index) {
    unsigned flat = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        flat |= (unsigned)(set->heads[index[2 * lane]].flags & SEPAL_FLAT) << lane;
    return flat;
}

/* point: b is one, and one bound serves all edges. */
SPECIALISED lanes contain_doubles_lanes(const polys_query *q, const sepal_pair *group, w factor, bool exact, bool point, sizes n) {
    const w winding = windings(q->a, &group->a);
    unsigned no = 0, yes = 0;
    for (int half = 0; half < 2; half++) {
        wd2 a[SEPAL_LANE_VERTICES], b[SEPAL_LANE_VERTICES];
        load_doubles(q->a, &group->a, n.a, n.same, half, a);
        load_doubles(q->b, &group->b, n.b, n.same, half, b);
        if (!q->a->plain)
            mirror(a, n.a, wd_of(winding, half)), mirror(b, n.b, wd_of(winding, half));
        take_depth(q, point ? depth_of_point(a, n.a, b[0]) : least_depth_of_doubles(a, n.a, b, n.b, wd_of(factor, half), exact),
                   half, &no, &yes);
    }
    yes &= q->a->plain ? ~no : ~no & ~flat_lanes(q->a, &group->a);
    return (lanes){yes, ALL_LANES & ~(yes | no)};
}

SPECIALISED lanes contain_doubles_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const polys_query *q = question;
    const w factor = factors_of(q, group);
    if (wm_bits(w_gt(factor, w_zero())) == 0)
        return contain_doubles_lanes(q, group, factor, true, false, n);
    return contain_doubles_lanes(q, group, factor, false, false, n);
}

/* Points and parcels: in double at once takes less time than both to be made relative to centres, in float. */
SPECIALISED lanes point_in_quad_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    return contain_doubles_lanes(question, group, w_zero(), false, true, n);
}

/* Where all of b are points, b has one vertex. */
SPECIALISED sizes sizes_with_points(const polys_query *q, sizes n) {
    return (sizes){n.a, q->b->largest == 1 ? 1 : n.b, false};
}

static SEPAL_NOINLINE bool filter_near_contain(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                               verdicts *out) {
    const sizes own = sizes_with_points(question, n);
    if (n.same && own.b == 1)
        return ask_groups(point_in_quad_kernel, NULL, question, pairs, count, (sizes){4, 1, true}, out);
    if (n.same)
        return ask_groups(near_contain_kernel, NULL, question, pairs, count, (sizes){4, 4, true}, out);
    return ask_groups(near_contain_kernel, NULL, question, pairs, count, own, out);
}

static SEPAL_NOINLINE bool decide_containment_of_doubles(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                                         verdicts *out) {
    const sizes own = sizes_with_points(question, n);
    if (n.same && own.b == 1)
        return ask_groups(contain_doubles_kernel, NULL, question, pairs, count, (sizes){4, 1, true}, out);
    if (n.same)
        return ask_groups(contain_doubles_kernel, NULL, question, pairs, count, (sizes){4, 4, true}, out);
    return ask_groups(contain_doubles_kernel, NULL, question, pairs, count, own, out);
}

static inline lanes contain_doubles_reference_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    const polys_query *q = question;
    return (lanes){sepal_polys_contains_doubles_scalar(q->a, pair.a, q->b, pair.b, q->touching, q->margin64), 0};
}

STAGE_OF_PAIRS(contain_doubles_by_reference, contain_doubles_reference_kernel);

/* Under a margin, or of shapes with radii: the circles are those of the whole shapes. */
SPECIALISED lanes circles_contain_doubles_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const polys_query *q = question;
    return circles_contain_within(q, group, margin_before(q), q->margin);
}

STAGE_OF_GROUPS(filter_containing_reach, circles_contain_doubles_kernel);

static plan contain_doubles_plan(const void *question, unsigned kind) {
    static stage *const boxes[] = {filter_containing_boxes, decide_containment_of_doubles, contain_doubles_by_reference, NULL};
    static stage *const any[] = {filter_near_contain, decide_containment_of_doubles, contain_doubles_by_reference, NULL};
    static stage *const large[] = {polys_kernel_contain_large, contain_doubles_by_reference, NULL};
    (void)question;
    if (kind == LARGE_COARSE || kind == LARGE_FINE)
        return (plan){large, {0}};
    return kind == BOXES ? (plan){boxes, block_sizes(0)} : (plan){any, block_sizes(kind)};
}

/* Sets of polygons of up to four vertices. */
static bool filter_small_containing(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    if (q->a->boxes && q->b->boxes)
        return filter_containing_boxes(q, pairs, count, n, out);
    return filter_near_contain(q, pairs, count, n, out);
}

void polys_kernel_contain_doubles(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    static stage *const exactly[] = {decide_containment_of_doubles, contain_doubles_by_reference, NULL};
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const chunk c = chunk_at(q, pairs, first, count, bits);
        work todo;
        if (some_reach(q)) {
            ask_first(&todo, &c, filter_containing_reach, (sizes){0});
            ask_next(&todo, polys_kernel_contain_large, (sizes){0});
            ask_next(&todo, contain_doubles_by_reference, (sizes){0});
            continue;
        }
        if (q->a->largest <= 4 && q->b->largest <= 4) {
            ask_first(&todo, &c, filter_small_containing, quad_sizes);
            ask_plan(&todo, &(plan){exactly, quad_sizes});
            continue;
        }
        ask_first(&todo, &c, filter_containing_circles, (sizes){0});
        ask_by_kind(&todo, filter_kind, FILTER_KINDS, contain_doubles_plan);
    }
}
