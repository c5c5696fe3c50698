/* polys_kernel_overlap.c — do pairs of polygons overlap? Filters first, then what they leave open.
 *
 *   sets of boxes          boxes ──────────────────────────────────────┐
 *   up to four vertices    all axes ───────────────────────────────────┤
 *   any polygons           circles ─┬─ boxes ──────────────────────────┼─ exact in double, or the reference
 *                                   ├─ 5 to 16 vertices: all axes ─────┘
 *                                   └─ more: portals (coarse, then all vertices) ── one pair at a time in double ── the reference
 *
 * Of a few pairs all axes come first, one pair at a time (ring.h).
 *
 * A filter may answer only what is certain. So the order of the stages, and which pairs each of them gets, decide the speed and
 * never the answer. */
#include "../../core/arithmetic.h"

#include "exact.h"
#include "ring.h"

/* Looking at all vertices of a larger polygon takes longer than a search in double, which does not. */
enum { FLOAT_PORTALS_MOST = 128 };

/* Where portals in float end at polygons that touch, the corners there mostly tell. Returns whether any pair is left open. */
static SEPAL_NOINLINE bool ask_where_portals_end(const polys_query *q, const sepal_pair *pairs, size_t count,
                                                 const block_portals *portals, verdicts *answers) {
    bool any = false;
    size_t k;
    FOR_BITS(k, answers->open, count) {
        const float *right = portals->points[k], *left = right + 2;
        const lanes told = polys_kernel_meet_along(q, pairs[k], right[1] - left[1], left[0] - right[0]);
        any |= told.open != 0;
        if (told.open == 0)
            clear_bit(answers->open, k);
        if (told.yes != 0)
            set_bit(answers->yes, k);
    }
    return any;
}

/* Polygons of which some have more than 16 vertices: the coarse ones first, then all vertices from the portals that were found. */
static bool filter_coarse_first(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *out) {
    const polys_query *q = question;
    block_portals portals;
    block_room room;
    verdicts answers;
    if (!filter_coarse_portal(question, pairs, count, &portals, out))
        return false;
    pair_list left = list_block(pairs, count, out->open, &room);
    if (q->a->largest > FLOAT_PORTALS_MOST && q->b->largest > FLOAT_PORTALS_MOST)
        return true;
    for (size_t first = 0; first < count; first += 64)
        out->open[first / 64] = 0;
    bool any = filter_portal(question, left.pairs, left.count, true, &portals, &answers);
    if (any && !some_reach(q))
        any = ask_where_portals_end(q, left.pairs, left.count, &portals, &answers);
    take_bits(&left, answers.yes, out->yes);
    take_bits(&left, answers.open, out->open);
    return any;
}

static bool filter_all_vertices(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *out) {
    const polys_query *q = question;
    block_portals portals;
    const bool any = filter_portal(question, pairs, count, false, &portals, out);
    return any && !some_reach(q) ? ask_where_portals_end(q, pairs, count, &portals, out) : any;
}

plan polys_kernel_overlap_plan(UNUSED const void *question, unsigned kind) {
    static stage *const coarse[] = {filter_coarse_first, polys_kernel_cores_large, decide_by_reference, NULL};
    static stage *const fine[] = {filter_all_vertices, polys_kernel_cores_large, decide_by_reference, NULL};
    static stage *const boxes[] = {filter_boxes, decide_by_vertices, decide_exactly, decide_by_reference, NULL};
    static stage *const any[] = {filter_axes, decide_by_vertices, decide_exactly, decide_by_reference, NULL};
    if (kind == LARGE_COARSE || kind == LARGE_FINE)
        return (plan){kind == LARGE_COARSE ? coarse : fine, {0}};
    return kind == BOXES ? (plan){boxes, block_sizes(0)} : (plan){any, block_sizes(kind)};
}

/* Sets of polygons of up to four vertices. */
static bool filter_small(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    return q->a->boxes && q->b->boxes ? filter_boxes(q, pairs, count, n, out) : filter_axes(q, pairs, count, n, out);
}

static inline sizes small_sizes(const polys_query *q) {
    uint32_t size = q->a->largest <= 3 && q->b->largest <= 3 ? 3 : 4;
    return (sizes){size, size, true};
}

/* What filter_small leaves open. Of tilings, whose pairs have vertices in common, that is most. */
static SEPAL_NOINLINE void settle_small(const polys_query *q, work *todo) {
    static stage *const of_quads[] = {decide_by_vertices, decide_quads, NULL}, *const exactly[] = {decide_exactly,
                                                                                                   decide_by_reference, NULL};
    if (q->a->largest <= 4 && q->a->plain && q->b->largest <= 4 && q->b->plain) {
        const bool most = most_are_open(todo);
        if (most)
            ask_all(todo, decide_by_vertices, quad_sizes);
        ask_plan(todo, &(plan){most ? of_quads + 1 : of_quads, quad_sizes});
    }
    ask_plan(todo, &(plan){exactly, block_sizes(0)});
}

/* What the circles leave open of any polygons. */
static SEPAL_NOINLINE void settle_kinds(work *todo) {
    ask_by_kind(todo, filter_kind, FILTER_KINDS, polys_kernel_overlap_plan);
}

/* All pairs of sets of one block size are of one kind, except that quads may be boxes. */
static inline void settle_any(const polys_query *q, work *todo) {
    if (q->a->same && q->b->same && (q->a->largest > 4 || q->b->largest > 4)) {
        const plan p = polys_kernel_overlap_plan(q, filter_kind(q, todo->of->pairs[0]));
        ask_plan(todo, &p);
    } else {
        settle_kinds(todo);
    }
}

/* Of up to four vertices, the circles are worth asking if they leave no more than a quarter of the pairs to the kernels for these,
 * which are nearly as quick. */
enum { CIRCLES_LEAST = 512, CIRCLES_OPEN_EIGHTHS = 2 };

/* Polygons whose radii and margin do not count. */
static void overlap_chunk(const polys_query *q, const chunk *c, sepal_policy *circles) {
    work todo;
    const bool boxes = q->a->boxes && q->b->boxes, few = !boxes && ring_takes(q, c->pairs, c->count, RING_OVERLAPS);
    if (q->a->largest > 4 || q->b->largest > 4) {
        ask_first(&todo, c, few ? filter_rings : filter_circles, (sizes){0});
        if (todo.any)
            settle_any(q, &todo);
        return;
    }
    size_t asked = sepal_policy_asks(circles, CIRCLES_LEAST, c->count);
    if (asked == 0) {
        ask_first(&todo, c, few ? filter_rings : filter_small, small_sizes(q));
    } else if (ask_if_it_pays(&todo, c, circles, CIRCLES_OPEN_EIGHTHS, asked, filter_circles, (sizes){0})) {
        ask_next(&todo, filter_small, small_sizes(q));
    } else {
        ask_all(&todo, filter_small, small_sizes(q));
    }
    if (todo.any)
        settle_small(q, &todo);
}

void polys_kernel_overlap_cores(const polys_query *q, const sepal_pair *pairs, size_t count, sepal_policy *circles,
                                uint64_t *bits) {
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const chunk c = chunk_at(q, pairs, first, count, bits);
        overlap_chunk(q, &c, circles);
    }
}

static void overlap_pairs(const polys_query *q, const sepal_pair *pairs, size_t count, sepal_policy *circles, uint64_t *bits) {
    if (q->a->doubles)
        q->a->kernels->overlap[POLYS_KERNEL_ISA](q, pairs, count, circles, bits);
    else if (some_reach(q))
        polys_kernel_overlap_round(q, pairs, count, bits);
    else
        polys_kernel_overlap_cores(q, pairs, count, circles, bits);
}

void polys_kernel_overlap_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                const sepal_rule *rule, sepal_policy *circles, uint64_t *bits) {
    overlap_pairs(&(polys_query){a, b, rule->touching, rule->margin, rule->margin64}, pairs, count, circles, bits);
}

/* --- Rows */

/* The pairs of rows that are taken at a time, since their list is on the stack beside those of a chunk. Vectors of 16 lanes leave less
 * room for it. */
enum { ROWS_AT_A_TIME = SEPAL_LANES == 16 ? 2 * SEPAL_BLOCK : SEPAL_CHUNK };

/* Short rows of boxes without a reach have a filter, and the pairs that it leaves open are listed. All of others are listed at once: then
 * their circles may pay. */
static void overlap_rows_chunk(const polys_query *q, row_place *at, size_t count, sepal_policy *circles, uint64_t *bits) {
    const row_place begin = *at;
    sepal_pair pairs[ROWS_AT_A_TIME];
    if (count >= CIRCLES_LEAST || !q->a->boxes || !q->b->boxes || some_reach(q) || q->a->doubles) {
        *at = list_rows(begin, count, pairs);
        overlap_pairs(q, pairs, count, circles, bits);
        return;
    }
    const chunk c = {q, pairs, count, bits};
    work todo;
    begin_work(&todo, &c, ask_rows(box_row_kernel, q, at, count, &todo.found));
    if (!todo.any)
        return;
    list_rows(begin, count, pairs);
    settle_small(q, &todo);
}

void polys_kernel_overlap_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                               const sepal_rule *rule, uint64_t *bits) {
    const polys_query q = {a, b, rule->touching, rule->margin, rule->margin64};
    row_place at = {rows, 0};
    sepal_policy circles = {0};
    for (size_t first = 0; first < count; first += ROWS_AT_A_TIME)
        overlap_rows_chunk(&q, &at, count - first < ROWS_AT_A_TIME ? count - first : ROWS_AT_A_TIME, &circles, bits + first / 64);
}

#ifndef SEPAL_UNITS_APART
/* A program that has the one has the others, too, so that they are one unit (sepal_lanes.h). */
#include "polys_kernel_overlap_round.c"
#endif
