/* solids_kernel_overlap.c — do pairs of solids overlap? Filters first, then what they leave open.
 *
 *   pairs                     filters, in order                                          left for one pair at a time
 *   boxes                     balls where they pay; fifteen axes in float; exactly in    coordinates of many magnitudes
 *                             lanes: parallel to the coordinate axes, upright, any
 *   boxes with a reach,       balls; near points in float; the nearest ones in double,   many magnitudes
 *   capsules, spheres         ties by integers; cores that touch
 *   up to four vertices       balls; planes of faces; vertices in common; portals;       flat differences that touch
 *                             the side of K along a line, ties by integers
 *   hulls and spheres or      balls; near points, and what they leave open as other      as of other hulls
 *   capsules                  hulls
 *   other hulls               balls; portals; vertices in common; the side of K; near    flat differences that touch; with a reach, a
 *                             points                                                     distance that is nearly the reach
 *   from 17 vertices each     balls; portals, with vertices in lanes; with a reach and   hulls that overlap by next to nothing
 *                             up to 64 near points; from these on, one pair at a time
 *
 * One pair at a time, in double: the part of K that is nearest, ties by integers; then the reference.
 *
 * A filter may answer only what is certain. So the order of the stages, and which pairs each of them gets, decide the speed and
 * never the answer. */
#include "../../core/arithmetic.h"

#include "../../batch/rows.h"
#include "cores.h"
#include "hulls_touch.h"
#include "portal.h"
#include "push_round.h"

#include "../scalar/polytope.h" /* in the words of these */

/* --- Boxes without reach, of sets of nothing else */

/* The axes in float. Where they decide next to nothing of the first pairs, as in a lattice of touching boxes, the others are left open. */
static bool filter_axes_that_pay(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    enum { SAMPLE = 64, LEAST = 4 * SAMPLE };
    const size_t left = count - SAMPLE;
    verdicts others;
    if (count < LEAST)
        return filter_regular_boxes(question, pairs, count, n, out);
    bool any = filter_regular_boxes(question, pairs, SAMPLE, n, out);
    any |= count_bits(out->open, SAMPLE) > SAMPLE * 7 / 8 ? leave_all_open(&others, left)
                                                          : filter_regular_boxes(question, pairs + SAMPLE, left, n, &others);
    copy_bits(out->yes + SAMPLE / 64, others.yes, left);
    copy_bits(out->open + SAMPLE / 64, others.open, left);
    return any;
}

/* For the exact kernels of boxes: parallel to the coordinate axes; upright along axis kind - EXACT_UPRIGHT; any. */
enum { EXACT_ALIGNED, EXACT_UPRIGHT, EXACT_BOXES = EXACT_UPRIGHT + 3, SOLID_EXACT_KINDS };

static inline unsigned solid_exact_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    unsigned flags = q->a->heads[pair.a].flags & q->b->heads[pair.b].flags;
    if (flags < SEPAL_SOLID_ALIGNED) /* most pairs */
        return EXACT_BOXES;
    int span = core_span(q, pair);
    return (flags & SEPAL_SOLID_ALIGNED) != 0 && span <= BOX_SPAN_ALIGNED ? EXACT_ALIGNED
                                                                          : EXACT_UPRIGHT + upright_axis(flags, span);
}

/* Where the answers of the exact kernels go: bits that are 0. */
typedef struct exact_answers {
    const solids_query *q;
    uint64_t *yes, *open;
} exact_answers;

static SEPAL_NOINLINE void decide_kind_of_boxes(void *to, unsigned kind, pair_list *block) {
    const exact_answers *out = to;
    verdicts answers;
    if (kind == EXACT_ALIGNED)
        ask_groups(boxes_aligned_kernel, NULL, out->q, block->pairs, block->count, (sizes){0}, &answers);
    else if (kind < EXACT_BOXES)
        ask_groups(boxes_upright_kernel, NULL, &(upright_query){out->q, kind - EXACT_UPRIGHT}, block->pairs, block->count,
                   (sizes){0}, &answers);
    else
        ask_groups(boxes_exact_kernel, NULL, out->q, block->pairs, block->count, (sizes){0}, &answers);
    take_bits(block, answers.yes, out->yes);
    take_bits(block, answers.open, out->open);
}

/* Exactly, by kind, those whose bit is set; `left` are those that are open even then. Returns whether there are any. */
static SEPAL_NOINLINE bool decide_boxes(const chunk *c, const uint64_t *bits, uint64_t *left) {
    const size_t count = c->count;
    for (size_t at = 0; at < count; at += 64)
        left[at / 64] = 0;
    for_kinds(decide_kind_of_boxes, &(exact_answers){c->question, c->bits, left}, solid_exact_kind, SOLID_EXACT_KINDS, c, bits);
    return count_bits(left, count) > 0;
}

/* Exactly, by kind, as a stage: all pairs of a list. */
static bool decide_all_boxes(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *out) {
    const chunk c = {question, pairs, count, out->yes};
    uint64_t all[SEPAL_CHUNK / 64];
    for (size_t at = 0; at < count; at += 64)
        out->yes[at / 64] = 0;
    set_all(all, count);
    return decide_boxes(&c, all, out->open);
}

/* --- What other questions ask, too */

bool solids_kernel_search_in_rows(const solids_query *q, const solid_sweep_query *moving, const sepal_pair *pairs, size_t count,
                                  uint32_t (*portal)[3], verdicts *out) {
    return search_in_rows(q, moving, pairs, count, portal, out);
}

/* --- Any solids */

/* Boxes without reach, of any sets. */
STAGE_OF_GROUPS(filter_any_boxes, solid_boxes_kernel);

/* These filters take boxes first. */
static bool filter_sphere_box(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const solids_query back = solid_turned_query(question);
    return ask_turned(filter_box_sphere, &back, pairs, count, n, out);
}

static bool filter_segment_box(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const solids_query back = solid_turned_query(question);
    return ask_turned(filter_box_segment, &back, pairs, count, n, out);
}

/* The stages of the kinds before LARGE. Cores of boxes, spheres and capsules: near points in float, then the nearest ones
 * in double, then cores that touch. */
SPECIALISED plan quick_plan(unsigned kind) {
    static stage *const stages[LARGE][4] = {
        [SOLID_BOXES] = {filter_any_boxes, decide_all_boxes},
        [SOLID_BOXES_ROUND] = {filter_boxes_round, filter_parts},
        [SPHERES] = {filter_spheres, filter_touching_spheres},
        [SEGMENTS] = {solid_filter_segments, filter_parts},
        [BOX_SPHERE] = {filter_box_sphere, filter_parts, filter_touch},
        [SPHERE_BOX] = {filter_sphere_box, filter_parts, filter_touch},
        [BOX_SEGMENT] = {filter_box_segment, filter_parts, filter_touch},
        [SEGMENT_BOX] = {filter_segment_box, filter_parts, filter_touch},
    };
    return (plan){stages[kind], hull_sizes(kind)};
}

static inline unsigned solid_filter_kind(const void *question, sepal_pair pair) {
    const unsigned kind = kind_of_pair(question, pair);
    return kind == SOLID_BOXES && solid_has_reach(question, pair) ? SOLID_BOXES_ROUND : kind;
}

static plan solid_overlap_plan(const void *question, unsigned kind) {
    static stage *const tetrahedra[] = {filter_tetrahedra, filter_shared, solid_filter_portal, filter_touch, NULL};
    static stage *const hulls[] = {solid_filter_portal, filter_shared, filter_touch, filter_nearest, NULL};
    static stage *const round[] = {filter_rounded, solid_filter_portal, filter_touch, filter_nearest, NULL};
    static stage *const large[] = {filter_portal_rows, filter_nearest, NULL};
    static stage *const rows[] = {filter_portal_rows, NULL};
    if (kind == LARGE)
        return (plan){rows, {0, 0, false}};
    if (kind < HULLS)
        return quick_plan(kind);
    const sizes n = hull_sizes(kind);
    if (n.a >= ROW_VERTICES && n.b >= ROW_VERTICES)
        return (plan){large, n};
    const solids_query *q = question;
    if ((n.a == hull_size(1) || n.b == hull_size(1)) && (q->a->round || q->b->round)) /* most are spheres and capsules */
        return (plan){round, n};
    return (plan){kind == TETRAHEDRA && !solid_some_reach(question) ? tetrahedra : hulls, n};
}

/* --- From pairs to bits */

/* What no stage has decided: in double, or by the reference. One pair at a time, and when the lists of the chunk are not there any
 * more, since these need so much of the stack. */
static SEPAL_NOINLINE void settle_one_by_one(const work *todo) {
    const solids_query *q = todo->of->question;
    const sepal_rule rule = solid_rule_of(q);
    size_t k;
    FOR_BITS(k, todo->found.open, todo->of->count) {
        const sepal_pair pair = todo->of->pairs[k];
        bool meet = false, known = sepal_solids_know_overlap(q, pair, &solids_kernel_core_searches, NULL, &meet);
        STAGES_ONE("one by one", pair, known && meet, !known);
        if (!known) {
            meet = sepal_solids_scalar_overlap(q->a, pair.a, q->b, pair.b, &rule);
            STAGES_ONE("reference", pair, meet, false);
        }
        if (meet)
            set_bit(todo->of->bits, k);
    }
}

/* Of sets of one class each, the balls are worth asking if they leave no more than half of the pairs to the filter of the class, which
 * takes about as long as they and a list. */
enum { BALLS_LEAST = 256, BALLS_OPEN_EIGHTHS = 4 };

/* Not inlined, since small calls end before. */
static SEPAL_NOINLINE void ask_kinds(work *todo) {
    ask_by_kind(todo, solid_filter_kind, SOLID_KINDS, solid_overlap_plan);
}

/* The kind of all pairs of a chunk, told by the sets if each is of one class, or else by the pairs; SOLID_KINDS if they are of
 * several. */
static unsigned kind_of_chunk(const solids_query *q, const chunk *c) {
    const uint16_t a = class_of_all(q->a), b = class_of_all(q->b);
    if (a < SEPAL_SOLID_UP_TO_4 && b < SEPAL_SOLID_UP_TO_4 && (a != SEPAL_SOLID_BOX || b != SEPAL_SOLID_BOX))
        return class_kind(a, b);
    return kind_of_all(solid_filter_kind, q, c->pairs, c->count);
}

/* Asks the filters about a chunk. todo: receives what they leave open. */
static void filter_chunk(const solids_query *q, const chunk *c, sepal_policy *balls, work *todo) {
    const size_t asked = sepal_policy_asks(balls, BALLS_LEAST, c->count);
    if (q->a->regular && q->b->regular && !solid_some_reach(q)) {
        if (asked > 0 && ask_if_it_pays(todo, c, balls, BALLS_OPEN_EIGHTHS, asked, filter_balls, (sizes){0}))
            ask_next(todo, filter_axes_that_pay, (sizes){0});
        else
            ask_first(todo, c, filter_axes_that_pay, (sizes){0});
        if (todo->any) {
            uint64_t left[SEPAL_CHUNK / 64];
            todo->any = decide_boxes(c, todo->found.open, left);
            copy_bits(todo->found.open, left, c->count);
        }
        return;
    }
    const unsigned kind = kind_of_chunk(q, c);
    if (kind < LARGE) {
        const plan p = quick_plan(kind);
        if (asked > 0 && ask_if_it_pays(todo, c, balls, BALLS_OPEN_EIGHTHS, asked, filter_balls, (sizes){0})) {
            ask_plan(todo, &p);
        } else {
            ask_first(todo, c, p.stages[0], (sizes){0}); /* which needs none; p.n would be written and read again at once */
            ask_plan(todo, &(plan){p.stages + 1, p.n});
        }
        return;
    }
    ask_first(todo, c, filter_balls, (sizes){0});
    if (todo->any && kind == SOLID_KINDS) {
        ask_kinds(todo);
    } else if (todo->any) {
        const plan p = solid_overlap_plan(q, kind);
        ask_plan(todo, &p);
    }
}

void solids_kernel_overlap_filter(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, uint64_t *bits, uint64_t *open) {
    const solids_query q = {a, b, rule->touching, rule->margin, open != NULL};
    sepal_policy balls = {0};
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const chunk c = chunk_at(&q, pairs, first, count, bits);
        work todo;
        filter_chunk(&q, &c, &balls, &todo);
        for (size_t at = 0; at < c.count && open != NULL; at += 64)
            open[(first + at) / 64] = todo.any ? todo.found.open[at / 64] : 0;
        if (todo.any && open == NULL)
            settle_one_by_one(&todo);
    }
}

void solids_kernel_overlap_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                 const sepal_rule *rule, uint64_t *bits) {
    solids_kernel_overlap_filter(a, b, pairs, count, rule, bits, NULL);
}

/* --- Rows. By kernels for one solid in all lanes: a box or a sphere against spheres, the obstacles of a planner against a robot of spheres;
 * and by balls, of any solids. What these leave open is asked as pairs. */

/* Balls of solids that follow each other; those after the last one are the first. */
SPECIALISED ball_lanes load_ball_run(const sepal_solid_ball *balls, size_t count) {
    const float *at[SEPAL_LANES];
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &balls[count == SEPAL_LANES || lane < count ? lane : 0].x;
    w f[4];
    w_load_quads(at, 1, f);
    return (ball_lanes){{f[0], f[1], f[2]}, f[3]};
}

/* One ball in all lanes. */
static inline ball_lanes same_ball(const sepal_solid_ball *ball) {
    return (ball_lanes){{w_set1(ball->x), w_set1(ball->y), w_set1(ball->z)}, w_set1(ball->r)};
}

/* A box and spheres, most of which its ball misses: often all in the lanes. */
SPECIALISED lanes box_spheres_kernel(const void *question, uint32_t a, uint32_t first, size_t count) {
    const solids_query *q = question;
    ball_lanes balls = load_ball_run(q->b->balls + first, count);
    if (balls_decide(same_ball(&q->a->balls[a]), balls, w_set1(q->margin)).open == 0)
        return (lanes){0, 0};
    const solid_box_lanes box = solid_same_box(&q->a->filters[a]);
    w reach = w_add(w_add(w_set1(sepal_solid_radius(q->a, a)), balls.radius), w_set1(q->margin));
    return decide_distance(near_sphere_box(&box, balls.centre, reach, !solid_some_reach(q)));
}

/* Any solids, by their balls alone. */
SPECIALISED lanes ball_row_kernel(const void *question, uint32_t a, uint32_t first, size_t count) {
    const solids_query *q = question;
    return balls_decide(same_ball(&q->a->balls[a]), load_ball_run(q->b->balls + first, count), w_set1(q->margin));
}

/* A sphere and spheres. */
SPECIALISED lanes sphere_spheres_kernel(const void *question, uint32_t a, uint32_t first, size_t count) {
    const solids_query *q = question;
    ball_lanes one = same_ball(&q->a->balls[a]), balls = load_ball_run(q->b->balls + first, count);
    return decide_distance(near_points(one.centre, balls.centre, w_add(w_add(one.radius, balls.radius), w_set1(q->margin))));
}

/* Answers those of the `count` pairs after a place that are open, whose bits are 0. */
static SEPAL_NOINLINE void overlap_open_rows(const solids_query *q, row_place at, size_t count, const uint64_t *open,
                                             uint64_t *bits) {
    const sepal_rule rule = solid_rule_of(q);
    for (size_t from = 0; from < count; from += SEPAL_BLOCK) {
        sepal_pair pairs[SEPAL_BLOCK];
        uint64_t found[SEPAL_BLOCK / 64];
        size_t some = block_from(from, count), listed = 0, asked = 0, k;
        at = list_rows(at, some, pairs);
        FOR_BITS(k, open + from / 64, some)
            pairs[listed++] = pairs[k];
        if (listed > 0)
            solids_kernel_overlap_pairs(q->a, q->b, pairs, listed, &rule, found);
        FOR_BITS(k, open + from / 64, some)
            if (bit_at(found, asked++))
                set_bit(bits + from / 64, k);
    }
}

/* Rows, by a kernel for one solid against several. */
SPECIALISED void overlap_rows_by(row_kernel *kernel, const solids_query *q, const sepal_row *rows, size_t count, uint64_t *bits) {
    row_place at = {rows, 0};
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const row_place begin = at;
        size_t some = count - first < SEPAL_CHUNK ? count - first : SEPAL_CHUNK;
        verdicts answers;
        bool open = ask_rows(kernel, q, &at, some, &answers);
        copy_bits(bits + first / 64, answers.yes, some);
        if (open)
            overlap_open_rows(q, begin, some, answers.open, bits + first / 64);
    }
}

void solids_kernel_overlap_rows(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count,
                                const sepal_rule *rule, uint64_t *bits) {
    const solids_query q = {a, b, rule->touching, rule->margin, false};
    if (all_spheres(b) && a->boxes == a->count && a->regular)
        overlap_rows_by(box_spheres_kernel, &q, rows, count, bits);
    else if (all_spheres(b) && all_spheres(a))
        overlap_rows_by(sphere_spheres_kernel, &q, rows, count, bits);
    else
        overlap_rows_by(ball_row_kernel, &q, rows, count, bits);
}

/* --- For one pair of cores, in double, with a vertex or face in each lane: what the searches that take one pair at a time ask about all of
 * them. Those are compiled once (solids_kernel_one.c), and this for each instruction set. */

static void find_support(const solid_core_pair *p, const double n[3], core_member *out) {
    const double minus[3] = {-n[0], -n[1], -n[2]};
    set_member(p, farthest_of(&p->a, minus), farthest_of(&p->b, n), out);
}

static bool are_behind(const core_vertices *c, const double n[3], double base, double error, uint64_t open[CORE_VERTICES / 64]) {
    const uint32_t end = solid_core_lanes(c->size);
    memset(open, 0, CORE_VERTICES / 8);
    for (uint32_t first = 0; first < c->size; first += WD_LANES) {
        const wd along = wd_sub(along_lanes(c, n, first), wd_set1(base));
        if (wdm_bits(wd_gt(wd_set1(-error), along)) != 0)
            return false;
        open[first / 64] |= (uint64_t)wdm_bits(wd_ge(wd_set1(error), along)) << first % 64;
    }
    if (c->size < end) /* what fills up the last lanes */
        open[c->size / 64] &= ~(~UINT64_C(0) << c->size % 64);
    return true;
}

static void find_farthest(const void *cores, const double n[3], sepal_member *member, double at[3]) {
    core_member found;
    find_support(cores, n, &found);
    *member = (sepal_member){found.a, found.b};
    memcpy(at, found.w, sizeof found.w);
}

static bool grow(const solid_core_pair *p, sepal_grown *out) {
    return grow_around(&(grow_source){find_farthest, p, p->extent}, p->inner, out);
}

const core_searches solids_kernel_core_searches = {solid_load_core, solid_extent_of, find_support, are_behind, grow};

/* The nearest parts of pairs of boxes, capsules and spheres, for what overlap leaves open, and for pushes. */

static SEPAL_NOINLINE void find_segment_by_box(const solids_query *q, const sepal_pair *group, bool box_first, bool all,
                                               parts_found *out) {
    find_beside_box(q, group, box_first, all, false, out);
}
static SEPAL_NOINLINE void find_point_by_box(const solids_query *q, const sepal_pair *group, bool box_first, bool all,
                                             parts_found *out) {
    find_beside_box(q, group, box_first, all, true, out);
}

void solids_kernel_find_parts(const parts_query *asked, const sepal_pair *group, parts_found *out) {
    const solids_query *q = asked->q;
    const unsigned kind = asked->kind;
    if (kind == SOLID_BOXES)
        find_between_boxes(q, group, out);
    else if (kind == SEGMENTS)
        find_between_segments(q, group, out);
    else if (kind == BOX_SPHERE || kind == SPHERE_BOX)
        find_point_by_box(q, group, kind == BOX_SPHERE, asked->all, out);
    else
        find_segment_by_box(q, group, kind == BOX_SEGMENT, asked->all, out);
}

/* A program that has the one has the other, too, so that they are one unit (sepal_lanes.h). */
#include "solids_kernel_one.c"
