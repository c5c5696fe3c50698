/* polys_kernel_doubles.c — do pairs of polygons of sets of doubles overlap, or does one contain the other? The stages of
 * polys_kernel_overlap.c and polys_kernel_contain.c, with others where vertices are read. Overlap:
 *
 *   sets of boxes          boxes ──────────────────────────────────────┐
 *   up to four vertices    near axes ──────────────────────────────────┤
 *   any polygons           circles ─┬─ boxes ──────────────────────────┼─ vertices in common ── doubles ── reference
 *                                   ├─ up to 16 vertices: near axes ───┘
 *                                   └─ more: portals, corners ── reference
 *   with a reach           circles ─┬─ up to 16 vertices: features in double ─── reference
 *                                   ├─ more: nearest points, corners ── reference
 *                                   └─ without a reach: as polygons
 *
 * Containment, of which only the edges of a count, and of b the vertex that is farthest beyond each:
 *
 *   sets of boxes          boxes ──────────────────────────────────────┐
 *   up to four vertices    near axes ──────────────────────────────────┤
 *   any polygons           circles ─┬─ up to 16 vertices: near axes ───┴─ doubles ── reference
 *                                   └─ more: edges in lanes ── reference
 *   with a reach           circles ─── edges in lanes ── reference
 *
 * Of tilings, all of whose pairs touch, near axes decide nothing. Of up to four vertices they are not asked any more after a sample; of
 * more, vertices in common are looked for before them.
 *
 * A unit of its own: beside these stages, gcc gives those of float sets up to 1.25 times the time (docs/tried.md). */
#include "../../core/arithmetic.h"

#include "doubles.h"

/* --- Near axes */

SPECIALISED lanes near_axes_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    near_pair p;
    load_near_pair(question, group, n, &p);
    const gap_lanes g = {greatest_gap(&p.va, n.a, p.a.winding, &p.vb, n.b), greatest_gap(&p.vb, n.b, p.b.winding, &p.va, n.a),
                         w_mul(p.a.outer, p.unit), w_mul(p.b.outer, p.unit)};
    const wm no_edge = w_eq(w_max(g.gap_a, g.gap_b), w_set1(-INFINITY)); /* two points: no normal could separate them */
    return decided(gaps_apart(&g), wm_andnot(gaps_overlap(&g), no_edge));
}

/* Sizes that are read: beside them, those that are constants would take longer (query.h). */
static SEPAL_NOINLINE bool filter_near_axes_of_any(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n,
                                                   verdicts *out) {
    return ask_groups(near_axes_kernel, NULL, q, pairs, count, (sizes){n.a, n.b, false}, out);
}

static SEPAL_NOINLINE bool filter_near_axes(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    assert(sizes_fit(q, pairs, count, n));
    if (are_sizes(n, 4, 4))
        return ask_groups(near_axes_kernel, NULL, q, pairs, count, (sizes){4, 4, false}, out);
    if (are_sizes(n, 8, 8))
        return ask_groups(near_axes_kernel, NULL, q, pairs, count, (sizes){8, 8, false}, out);
    return filter_near_axes_of_any(q, pairs, count, n, out);
}

/* --- Doubles */

/* A vertex of a is one of b. Such polygons meet, which needs no arithmetic. */
SPECIALISED lanes common_double_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const polys_query *q = question;
    unsigned yes = 0;
    for (int half = 0; half < 2; half++) {
        wd2 a[SEPAL_LANE_VERTICES], b[SEPAL_LANE_VERTICES];
        wdm shared = wdm_none();
        load_doubles(q->a, &group->a, n.a, n.same, half, a);
        load_doubles(q->b, &group->b, n.b, n.same, half, b);
        for (uint32_t i = 0; i < n.a; i++)
            for (uint32_t j = 0; j < n.b; j++)
                shared = wdm_or(shared, wd2_equal(a[i], b[j]));
        yes |= wdm_bits(shared) << (half * HALF_LANES);
    }
    return (lanes){yes, ALL_LANES & ~yes};
}

/* Answers the pairs with a vertex in common, if touching counts: neighbours along a border, of which whole layers consist. */
static SEPAL_NOINLINE bool decide_by_common_doubles(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                                    verdicts *out) {
    const polys_query *q = question;
    assert(sizes_fit(q, pairs, count, n));
    if (q->touching != SEPAL_TOUCHING_OVERLAPS)
        return leave_all_open(out, count);
    if (n.same)
        return ask_groups(common_double_kernel, NULL, q, pairs, count, (sizes){4, 4, true}, out);
    return ask_groups(common_double_kernel, NULL, q, pairs, count, (sizes){n.a, n.b, false}, out);
}

SPECIALISED lanes doubles_lanes(const polys_query *q, const sepal_pair *group, w factor, bool exact, sizes n) {
    const bool plain = q->a->plain && q->b->plain;
    const w winding_a = windings(q->a, &group->a), winding_b = windings(q->b, &group->b);
    unsigned apart = 0, meet = 0;
    for (int half = 0; half < 2; half++) {
        wd2 a[SEPAL_LANE_VERTICES], b[SEPAL_LANE_VERTICES];
        const wd f = wd_of(factor, half), turn_a = wd_of(winding_a, half), turn_b = wd_of(winding_b, half);
        load_doubles(q->a, &group->a, n.a, n.same, half, a);
        load_doubles(q->b, &group->b, n.b, n.same, half, b);
        if (!plain)
            mirror(a, n.a, turn_a), mirror(b, n.b, turn_a);
        const bounds64 of_a = depth_of_doubles(a, n.a, b, n.b, DEEPEST, f, exact);
        if (!plain) /* now as b winds */
            mirror(a, n.a, wd_mul(turn_a, turn_b)), mirror(b, n.b, wd_mul(turn_a, turn_b));
        const bounds64 of_b = depth_of_doubles(b, n.b, a, n.a, DEEPEST, f, exact);
        take_depth(q, (bounds64){wd_min(of_a.low, of_b.low), wd_min(of_a.high, of_b.high)}, half, &apart, &meet);
    }
    if (!plain) /* two without area may be parted by no edge */
        for (int lane = 0; lane < SEPAL_LANES; lane++)
            if (q->a->heads[group[lane].a].flags & q->b->heads[group[lane].b].flags & SEPAL_FLAT)
                meet &= ~(1U << lane);
    meet &= ~apart;
    return (lanes){meet, ALL_LANES & ~(meet | apart)};
}

/* With two bodies: where all lanes are exact, none computes a bound. */
SPECIALISED lanes doubles_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const polys_query *q = question;
    const w factor = factors_of(q, group);
    if (wm_bits(w_gt(factor, w_zero())) == 0)
        return doubles_lanes(q, group, factor, true, n);
    return doubles_lanes(q, group, factor, false, n);
}

static SEPAL_NOINLINE bool decide_doubles(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    assert(sizes_fit(question, pairs, count, n));
    if (are_sizes(n, 4, 4))
        return ask_groups(doubles_kernel, NULL, question, pairs, count, (sizes){4, 4, false}, out);
    return ask_groups(doubles_kernel, NULL, question, pairs, count, (sizes){n.a, n.b, false}, out);
}

static inline lanes doubles_reference_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    const polys_query *q = question;
    return (lanes){sepal_polys_overlap_doubles_scalar(q->a, pair.a, q->b, pair.b, q->touching, q->margin64), 0};
}

STAGE_OF_PAIRS(decide_doubles_by_reference, doubles_reference_kernel);

/* --- From pairs to bits */

static plan doubles_plan(UNUSED const void *question, unsigned kind) {
    static stage *const boxes[] = {filter_boxes, decide_by_common_doubles, decide_doubles, decide_doubles_by_reference, NULL};
    static stage *const any[] = {filter_near_axes, decide_by_common_doubles, decide_doubles, decide_doubles_by_reference, NULL};
    static stage *const large[] = {polys_kernel_overlap_large, decide_doubles_by_reference, NULL};
    if (kind == LARGE_COARSE || kind == LARGE_FINE)
        return (plan){large, {0}};
    return kind == BOXES ? (plan){boxes, block_sizes(0)} : (plan){any, block_sizes(kind)};
}

/* Of polygons of up to 16 vertices. */
static plan common_plan(UNUSED const void *question, unsigned kind) {
    static stage *const common[] = {decide_by_common_doubles, NULL}, *const none[] = {NULL};
    if (kind == LARGE_COARSE || kind == LARGE_FINE)
        return (plan){none, {0}};
    return (plan){common, block_sizes(kind == BOXES ? 0 : kind)};
}

static bool filter_small_doubles(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    return q->a->boxes && q->b->boxes ? filter_boxes(q, pairs, count, n, out) : filter_near_axes(q, pairs, count, n, out);
}

/* Circles: as those of float sets (polys_kernel_overlap.c). Near axes and boxes pay unless they leave nearly all open. */
enum { DOUBLES_LEAST = 512, DOUBLES_OPEN_EIGHTHS = 2, SMALL_LEAST = 256, SMALL_OPEN_EIGHTHS = 7 };

/* Vertices in common are looked for before near axes where circles leave more than this share open, if it pays: if they answer a half. */
enum { COMMON_LEAST = 256, COMMON_CIRCLES_EIGHTHS = 7, COMMON_OPEN_EIGHTHS = 4 };

/* Asks a stage about the pairs that are open, in the way that takes less time. */
static void ask_open(work *todo, stage *answer) {
    if (most_are_open(todo))
        ask_all(todo, answer, quad_sizes);
    else
        ask_next(todo, answer, quad_sizes);
}

/* Neighbours in tilings, of which circles decide next to none, have vertices in common: then these come first. */
static void ask_common_first(const polys_query *q, sepal_policy *common, work *todo) {
    const size_t open = todo->any && q->touching == SEPAL_TOUCHING_OVERLAPS ? count_bits(todo->found.open, todo->of->count) : 0;
    if (open < COMMON_LEAST || 8 * open <= COMMON_CIRCLES_EIGHTHS * todo->of->count ||
        sepal_policy_asks(common, COMMON_LEAST, open) == 0)
        return;
    ask_by_kind(todo, filter_kind, FILTER_KINDS, common_plan);
    sepal_policy_learns(common, COMMON_OPEN_EIGHTHS, todo->any ? count_bits(todo->found.open, todo->of->count) : 0, open);
}

static void doubles_chunk(const polys_query *q, const chunk *c, sepal_policy *circles, sepal_policy *small, sepal_policy *common) {
    static stage *const last[] = {decide_doubles_by_reference, NULL};
    work todo;
    if (q->a->largest > 4 || q->b->largest > 4) {
        ask_first(&todo, c, filter_circles, (sizes){0});
        ask_common_first(q, common, &todo);
        ask_by_kind(&todo, filter_kind, FILTER_KINDS, doubles_plan);
        return;
    }
    const size_t asked = sepal_policy_asks(circles, DOUBLES_LEAST, c->count);
    const size_t asked_small = asked > 0 ? 0 : sepal_policy_asks(small, SMALL_LEAST, c->count);
    if (asked_small > 0)
        ask_if_it_pays(&todo, c, small, SMALL_OPEN_EIGHTHS, asked_small, filter_small_doubles, quad_sizes);
    else if (asked == 0)
        begin_work(&todo, c, leave_all_open(&todo.found, c->count));
    else if (ask_if_it_pays(&todo, c, circles, DOUBLES_OPEN_EIGHTHS, asked, filter_circles, (sizes){0}))
        ask_next(&todo, filter_small_doubles, quad_sizes);
    else
        ask_all(&todo, filter_small_doubles, quad_sizes);
    ask_open(&todo, decide_by_common_doubles);
    ask_open(&todo, decide_doubles);
    ask_plan(&todo, &(plan){last, quad_sizes});
}

/* --- With a reach */

/* The kinds of pairs: of cores, or, without a reach, of polygons from NO_REACH on, as in polys_kernel_overlap.c. */
enum { REACH_DOUBLES_KINDS = NO_REACH + FILTER_KINDS };

static inline unsigned reach_doubles_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    if (q->margin64 == 0 && sepal_poly_radius64(q->a, pair.a) == 0 && sepal_poly_radius64(q->b, pair.b) == 0)
        return NO_REACH + filter_kind(q, pair);
    return core_kind(q->a->heads[pair.a].size) * CORE_KINDS + core_kind(q->b->heads[pair.b].size);
}

static plan reach_doubles_plan(const void *question, unsigned kind) {
    static stage *const features[] = {decide_reach_of_doubles, decide_doubles_by_reference, NULL};
    static stage *const large[] = {polys_kernel_overlap_large, decide_doubles_by_reference, NULL};
    if (kind >= NO_REACH)
        return doubles_plan(question, kind - NO_REACH);
    return has_large_core(cores_of(kind)) ? (plan){large, {0}} : (plan){features, core_sizes(cores_of(kind), false)};
}

/* Segments and points have one kind, in which those without a reach are decided as well. */
static void reach_doubles_chunk(const polys_query *q, const chunk *c) {
    work todo;
    ask_first(&todo, c, filter_reach_circles, (sizes){0});
    if (q->a->largest > 2 || q->b->largest > 2) {
        ask_by_kind(&todo, reach_doubles_kind, REACH_DOUBLES_KINDS, reach_doubles_plan);
        return;
    }
    const plan p = reach_doubles_plan(q, core_kind(q->a->largest) * CORE_KINDS + core_kind(q->b->largest));
    ask_plan(&todo, &p);
}

void polys_kernel_overlap_doubles(const polys_query *q, const sepal_pair *pairs, size_t count, sepal_policy *circles,
                                  uint64_t *bits) {
    sepal_policy small = {0}, common = {0};
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const chunk c = chunk_at(q, pairs, first, count, bits);
        if (some_reach(q))
            reach_doubles_chunk(q, &c);
        else
            doubles_chunk(q, &c, circles, &small, &common);
    }
}

/* ===== Containment =============================================================================================================== */

SPECIALISED lanes near_contain_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    near_pair p;
    load_near_pair(question, group, n, &p);
    const w excess = greatest_beyond(&p.va, n.a, p.a.winding, &p.vb, n.b, SHALLOWEST, NULL), error = w_mul(p.a.outer, p.unit);
    const wm no_edge = w_eq(excess, w_set1(-INFINITY));
    return decided(w_gt(excess, error), wm_andnot(w_gt(w_neg(error), excess), no_edge));
}

SPECIALISED lanes contain_doubles_lanes(const polys_query *q, const sepal_pair *group, w factor, bool exact, sizes n) {
    const w winding = windings(q->a, &group->a);
    unsigned no = 0, yes = 0;
    for (int half = 0; half < 2; half++) {
        wd2 a[SEPAL_LANE_VERTICES], b[SEPAL_LANE_VERTICES];
        load_doubles(q->a, &group->a, n.a, n.same, half, a);
        load_doubles(q->b, &group->b, n.b, n.same, half, b);
        if (!q->a->plain)
            mirror(a, n.a, wd_of(winding, half)), mirror(b, n.b, wd_of(winding, half));
        take_depth(q, depth_of_doubles(a, n.a, b, n.b, SHALLOWEST, wd_of(factor, half), exact), half, &no, &yes);
    }
    yes &= ~no;
    for (int lane = 0; lane < SEPAL_LANES && !q->a->plain; lane++) /* what is along a polygon without area its edges do not tell */
        yes &= ~((unsigned)(q->a->heads[group[lane].a].flags & SEPAL_FLAT) << lane);
    return (lanes){yes, ALL_LANES & ~(yes | no)};
}

SPECIALISED lanes contain_doubles_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const polys_query *q = question;
    const w factor = factors_of(q, group);
    if (wm_bits(w_gt(factor, w_zero())) == 0)
        return contain_doubles_lanes(q, group, factor, true, n);
    return contain_doubles_lanes(q, group, factor, false, n);
}

/* Where all of b are points, b has one vertex. */
SPECIALISED sizes sizes_with_points(const polys_query *q, sizes n) {
    return (sizes){n.a, q->b->largest == 1 ? 1 : n.b, false};
}

static SEPAL_NOINLINE bool filter_near_contain(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                               verdicts *out) {
    const sizes own = sizes_with_points(question, n);
    if (n.same && own.b == 1)
        return ask_groups(near_contain_kernel, NULL, question, pairs, count, (sizes){4, 1, true}, out);
    if (n.same)
        return ask_groups(near_contain_kernel, NULL, question, pairs, count, (sizes){4, 4, true}, out);
    return ask_groups(near_contain_kernel, NULL, question, pairs, count, own, out);
}

static SEPAL_NOINLINE bool decide_containment_of_doubles(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                                         verdicts *out) {
    const sizes own = sizes_with_points(question, n);
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

static plan contain_doubles_plan(UNUSED const void *question, unsigned kind) {
    static stage *const boxes[] = {filter_containing_boxes, decide_containment_of_doubles, contain_doubles_by_reference, NULL};
    static stage *const any[] = {filter_near_contain, decide_containment_of_doubles, contain_doubles_by_reference, NULL};
    static stage *const large[] = {polys_kernel_contain_large, contain_doubles_by_reference, NULL};
    if (kind == LARGE_COARSE || kind == LARGE_FINE)
        return (plan){large, {0}};
    return kind == BOXES ? (plan){boxes, block_sizes(0)} : (plan){any, block_sizes(kind)};
}

/* Sets of polygons of up to four vertices. */
static bool filter_small_containing(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    return q->a->boxes && q->b->boxes ? filter_containing_boxes(q, pairs, count, n, out)
                                      : filter_near_contain(q, pairs, count, n, out);
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
