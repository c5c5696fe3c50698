/* polys_kernel_overlap_round.c — do pairs of shapes overlap that have radii, or are asked about with a margin?
 *
 *   circles                       circles ─────────┬──────────────────────┐
 *   capsules, circles and boxes   nearest points ──┴─ exact ── features ──┤
 *   two boxes                     nearest points ──── features ── exact ──┤
 *   up to four vertices           features ────────── exact ──────────────┼─ reference
 *   any shapes                    circles ─┬─ up to 16: gaps ─ likewise ──┤
 *                                          ├─ more: one at a time ────────┘
 *                                          └─ without a reach: as polygons (polys_kernel_overlap.c)
 *
 * Features are all vertices and edges, gaps those of edges and the distances of vertices (reach.h). */
#include "../../core/arithmetic.h"

#include "exact.h"

static bool filter_by_features(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query back = turned_query(question);
    return n.a <= n.b ? filter_reach(question, pairs, count, n, out)
                      : ask_turned(filter_reach, &back, pairs, count, (sizes){n.b, n.a, n.same}, out);
}

/* Every core of one set is a point, and every one of the other is a box. */
static bool filter_points_and_boxes(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query back = turned_query(question);
    return n.a == 1 ? filter_point_box(question, pairs, count, n, out)
                    : ask_turned(filter_point_box, &back, pairs, count, (sizes){n.b, n.a, n.same}, out);
}

static inline lanes round_reference_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    const polys_query *q = question;
    sepal_rule rule = rule_of(q);
    return (lanes){sepal_polys_scalar_overlap_round(q->a, pair.a, q->b, pair.b, &rule), 0};
}

STAGE_OF_PAIRS(decide_round, round_reference_kernel);

/* Pairs of two kinds of cores, with a reach. same: all blocks of both sets are those of four vertices. The kernels that look for the
 * nearest points leave less open than those of all features. */
static plan cores_plan(const polys_query *q, core_pair kinds, bool same) {
    static stage *const large[] = {filter_reach_large, polys_kernel_overlap_large, decide_round, NULL};
    static stage *const segments[] = {filter_segments, filter_reach_exactly, filter_by_features, decide_round, NULL};
    static stage *const boxes[] = {filter_points_and_boxes, filter_reach_exactly, filter_by_features, decide_round, NULL};
    static stage *const two_boxes[] = {filter_two_boxes, filter_by_features, filter_reach_exactly, decide_round, NULL};
    static stage *const quick[] = {filter_reach_quickly, filter_by_features, filter_reach_exactly, decide_round, NULL};
    static stage *const any[] = {filter_by_features, filter_reach_exactly, decide_round, NULL};
    const sizes n = core_sizes(kinds, same);
    const bool points = kinds.a == CORE_1 && kinds.b == CORE_1;
    if (has_large_core(kinds))
        return (plan){large, n};
    if (!points && kinds.a <= CORE_2 && kinds.b <= CORE_2)
        return (plan){segments, n};
    if (!points && ((kinds.a == CORE_1 && q->b->boxes) || (kinds.b == CORE_1 && q->a->boxes)))
        return (plan){boxes, n};
    if (q->a->boxes && q->b->boxes)
        return (plan){two_boxes, n};
    const bool many =
        kinds.a >= CORE_4 && kinds.b >= CORE_4 && kinds.a + kinds.b > 2 * CORE_4; /* for gaps and vertices alone to be worth it */
    return (plan){many ? quick : any, n};
}

/* The kinds of pairs after the circles: with a reach, those of the cores; without one, those of polygons, from NO_REACH on (query.h). */
enum { OVERLAP_ROUND_KINDS = NO_REACH + FILTER_KINDS };
_Static_assert((int)OVERLAP_ROUND_KINDS <= (int)SEPAL_MOST_BINS, "bins.h has room for as many");

static inline unsigned overlap_round_kind(const void *question, sepal_pair pair) {
    unsigned kind = round_kind(question, pair);
    return kind == NO_REACH ? NO_REACH + filter_kind(question, pair) : kind;
}

static plan overlap_round_plan(const void *question, unsigned kind) {
    return kind >= NO_REACH ? polys_kernel_overlap_plan(question, kind - NO_REACH) : cores_plan(question, cores_of(kind), false);
}

void polys_kernel_overlap_round(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const core_pair largest = {core_kind(q->a->largest), core_kind(q->b->largest)};
    const bool small = largest.a <= CORE_4 && largest.b <= CORE_4;
    work todo;
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const chunk c = chunk_at(q, pairs, first, count, bits);
        if (small) {
            const plan p = cores_plan(q, largest, true);
            ask_plan_first(&todo, &c, &p);
        } else {
            ask_first(&todo, &c, filter_reach, (sizes){1, 1, true}); /* their circles only */
            ask_by_kind(&todo, overlap_round_kind, OVERLAP_ROUND_KINDS, overlap_round_plan);
        }
    }
}
