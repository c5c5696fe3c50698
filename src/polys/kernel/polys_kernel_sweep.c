/* polys_kernel_sweep.c — do moving shapes meet, when, and how? Whether they meet is decided first, for all pairs of a chunk:
 *
 *   sets of boxes          boxes ────────────────────────────────────┐
 *   up to four vertices    all axes ─────────────────────────────────┼─ contact at the beginning ── cast ── reference
 *   any shapes             circles ─┬─ up to 16 vertices: all axes ──┤
 *                                   └─ more: portals ────────────────┘
 *
 * If times or normals are wanted, the pairs that meet are divided into those that do so at the beginning, whose normals are those of
 * the smallest push, and the others. These are cast in lanes, as are shapes with a reach that their circles do not decide
 * (sweep_ways.h). Of two shapes of more than 8 vertices, up to 64, lanes take the four vertices of each that are next to the contact.
 * What all this leaves open is cast one pair at a time; the reference answers what a cast leaves open.
 *
 * Where they are wanted of points and polygons without a reach, or of circles, kernels of their own come first, which tell the bit, the
 * time and the normal at once, and leave few pairs to what is above (sweep_rays.h). Where nearly all of the first pairs of a chunk meet at
 * the beginning, their pushes come before all else; of circles what a push tells there needs no more than their records. */
#include "../../core/arithmetic.h"

#include "sweep_rays.h"
#include "sweep_ways.h"

#include <string.h>

/* What is known of a chunk besides the bits. out: where its hits go, from the first pair on; NULL if neither times nor normals are
 * wanted. known: the pairs whose hits are there. at_first: of the others, those of which it is known that they touch or overlap at the
 * beginning. */
typedef struct sweep_found {
    const sepal_hits *out;
    uint64_t known[SEPAL_CHUNK / 64], at_first[SEPAL_CHUNK / 64];
} sweep_found;

/* Takes the pairs that meet at the beginning, as the rule says, out of a chunk's `pairs`, and puts them into `at_first`. */
static SEPAL_NOINLINE void divide_by_beginning(const chunk *c, const sepal_rule *rule, uint64_t *pairs, uint64_t *at_first) {
    const sweep_query *s = c->question;
    for (size_t from = 0; from < c->count;) {
        block_room room;
        uint64_t yes[SEPAL_BLOCK / 64];
        pair_list list = next_block(c->pairs, c->count, pairs, &from, &room);
        polys_kernel_overlap_pairs(s->q.a, s->q.b, list.pairs, list.count, rule, &(sepal_policy){0}, yes);
        take_bits(&list, yes, at_first);
    }
    for (size_t at = 0; at < c->count; at += 64)
        pairs[at / 64] &= ~at_first[at / 64];
}

/* --- Do they meet? ------------------------------------------------------------------------------- */

/* The kinds of pairs that are cast: by the sizes of cores of up to 16 vertices, those of which windows are tried, and what lanes do not
 * take. */
enum { CAST_WINDOWS = CORE_LARGE * CORE_LARGE, CAST_LARGE, CAST_KINDS };
_Static_assert((int)CAST_KINDS <= (int)SEPAL_MOST_BINS, "bins.h has room for as many");

static inline unsigned cast_kind(const void *question, sepal_pair pair) {
    const polys_query *q = &((const sweep_query *)question)->q;
    const uint32_t size_a = q->a->heads[pair.a].size, size_b = q->b->heads[pair.b].size;
    unsigned a = core_kind(size_a), b = core_kind(size_b);
    if (size_a > 8 && size_b > 8 && size_a <= FRONT_MOST && size_b <= FRONT_MOST)
        return CAST_WINDOWS;
    return has_large_core((core_pair){a, b}) ? CAST_LARGE : a * CORE_LARGE + b;
}

/* Takes what lanes have found of a list, and keeps the others in it. A short list takes less time one by one: is it long enough? */
static bool take_casts(const verdicts *answers, const sweep_values *values, pair_list *list, uint64_t *bits, sweep_found *out) {
    size_t k;
    if (out->out != NULL)
        FOR_BITS(k, answers->yes, list->count) {
            set_bit(out->known, list->slots[k]);
            sepal_poly_hit_write(out->out, list->slots[k], (sepal_poly_hit){true, values->time[k], values->x[k], values->y[k]});
        }
    take_answers(list, answers, bits);
    return 4 * list->count >= SEPAL_LANES;
}

/* Answers pairs of one kind that do not overlap at the beginning, as far as this is certain; keeps the others in the list. */
static SEPAL_NOINLINE void cast_in_lanes(const sweep_query *s, unsigned kind, pair_list *list, uint64_t *bits, sweep_found *out) {
    sweep_values values;
    verdicts answers;
    bool more = kind < CAST_LARGE && 4 * list->count >= SEPAL_LANES;
    const ways_query asked = {s, out->out != NULL, &values};
    const sizes n = core_sizes((core_pair){kind / CORE_LARGE, kind % CORE_LARGE}, false);
    if (more && some_reach(&s->q) && n.a * n.b <= 2) { /* circles, and a circle and a capsule */
        sweep_discs(s, n, list->pairs, list->count, &answers, &values);
        more = take_casts(&answers, &values, list, bits, out);
    }
    if (!more)
        return;
    if (kind == CAST_WINDOWS)
        sweep_ways_in_windows(&asked, list->pairs, list->count, &answers);
    else
        sweep_ways(&asked, list->pairs, list->count, n, &answers);
    (void)take_casts(&answers, &values, list, bits, out);
}

/* Those with a reach; and those without area, which filters leave open most often. */
static inline unsigned settled_kind(const void *question, sepal_pair pair) {
    const sweep_query *s = question;
    const bool flat = !has_area(&s->q, pair) && s->q.touching == SEPAL_TOUCHING_OVERLAPS;
    return flat || has_reach(&s->q, pair) ? cast_kind(s, pair) : CAST_LARGE;
}

/* Answers a pair that is apart at the beginning, and its hit; if it may touch there, unless it is known to meet later, only by a cast. */
static bool settle_pair(const sweep_query *s, sepal_pair pair, size_t slot, bool later, sweep_found *out) {
    const sepal_mover a = mover_a(s, pair), b = mover_b(s, pair);
    const sepal_rule rule = rule_of(&s->q);
    sepal_poly_hit hit;
    cast_verdict found = cast_pair(s, pair, out->out != NULL, &hit);
    bool meet = found >= CAST_MEET;
    STAGES_ONE("cast", pair, meet, found == CAST_OPEN);
    if (found == CAST_OPEN) {
        meet = sepal_polys_scalar_sweep(&a, &b, 1, &rule);
        STAGES_ONE("reference", pair, meet, false);
    }
    const bool may_touch = !later && s->q.touching != SEPAL_TOUCHING_OVERLAPS;
    if (!meet || out->out == NULL || (may_touch && found != CAST_HIT))
        return meet;
    if (found != CAST_HIT)
        hit = has_reach(&s->q, pair) ? sepal_polys_scalar_hit_round(&a, &b, &rule) : sepal_polys_scalar_hit_cores(&a, &b);
    set_bit(out->known, slot);
    sepal_poly_hit_write(out->out, slot, hit);
    return true;
}

/* Of each kind lanes are asked about so many pairs first; where they answer none of these, as of shapes that graze, the others are not
 * asked in vain. */
enum { CAST_FIRST = 2 * SEPAL_LANES };

/* Answers pairs that are apart at the beginning. later: it is known that they meet, and their hits are wanted. */
static SEPAL_NOINLINE void cast_apart(const chunk *c, const uint64_t *apart, bool later, sweep_found *out) {
    const sweep_query *s = c->question;
    slot_bins waiting;
    sort_slots(later ? cast_kind : settled_kind, CAST_KINDS, s, c->pairs, c->count, apart, &waiting);
    unsigned kind;
    FOR_KINDS(kind, &waiting) {
        bool in_lanes = true;
        for (size_t from = 0, some = 0; from < kind_count(&waiting, kind); from += some) {
            sepal_pair room[SEPAL_BLOCK];
            pair_list list = block_of_kind(&waiting, kind, from, c->pairs, room);
            some = list.count = from == 0 && list.count > CAST_FIRST ? CAST_FIRST : list.count;
            if (in_lanes)
                cast_in_lanes(s, kind, &list, c->bits, out);
            in_lanes = in_lanes && (from > 0 || list.count < some);
            for (size_t k = 0; k < list.count; k++)
                if (settle_pair(s, list.pairs[k], list.slots[k], later, out))
                    set_bit(c->bits, list.slots[k]);
        }
    }
}

/* Answers what the filters leave open. Many of these pairs are in exact contact at the beginning, which the kernels of overlap tell. */
static SEPAL_NOINLINE void settle_sweep(work *todo, sweep_found *out) {
    const chunk *c = todo->of;
    const sweep_query *s = c->question;
    const sepal_rule rule = rule_of(&s->q);
    divide_by_beginning(c, &rule, todo->found.open, out->at_first);
    for (size_t at = 0; at < c->count; at += 64)
        c->bits[at / 64] |= out->at_first[at / 64];
    cast_apart(c, todo->found.open, false, out);
}

/* The kinds of pairs after the circles. Without a reach: of up to 16 vertices, by block sizes; and larger ones, with or without coarse
 * polygons of both; with these and more than 64 vertices, for which a cast takes less time than portals of all vertices. And those with a
 * reach. */
enum { SWEEP_COARSE = BLOCK_KINDS, SWEEP_LARGE, SWEEP_LARGEST, SWEEP_ROUND, SWEEP_KINDS };
_Static_assert((int)SWEEP_COARSE == (int)LARGE_COARSE && (int)SWEEP_LARGE == (int)LARGE_FINE, "as those of filters");

static inline unsigned sweep_kind(const void *question, sepal_pair pair) {
    const sweep_query *s = question;
    unsigned kind = filter_kind(&s->q, pair);
    if (some_reach(&s->q) && has_reach(&s->q, pair))
        return SWEEP_ROUND;
    if (kind == SWEEP_COARSE && (s->q.a->heads[pair.a].size > FRONT_MOST || s->q.b->heads[pair.b].size > FRONT_MOST))
        return SWEEP_LARGEST;
    return kind == BOXES ? 0 : kind;
}

static plan sweep_plan(UNUSED const void *question, unsigned kind) {
    static stage *const axes[] = {filter_sweep_axes, NULL}, *const none[] = {NULL};
    static stage *const coarse[] = {filter_sweep_coarse, NULL}, *const all[] = {filter_sweep_all_vertices, NULL};
    static stage *const both[] = {filter_sweep_coarse, filter_sweep_all_vertices, NULL};
    if (kind < BLOCK_KINDS)
        return (plan){axes, block_sizes(kind)};
    return (plan){kind == SWEEP_COARSE ? both : kind == SWEEP_LARGEST ? coarse : kind == SWEEP_LARGE ? all : none, {0}};
}

static SEPAL_NOINLINE void ask_sweep_kinds(work *todo) {
    ask_by_kind(todo, sweep_kind, SWEEP_KINDS, sweep_plan);
}

/* --- Rays ---------------------------------------------------------------------------------------- */

/* The kinds of pairs that are answered with their hits: a point and a circle; a point and a polygon, by the size of its block; and others,
 * such as two circles with radii, most of which a filter in float parts for less. */
enum { RAY_CIRCLES, RAY_4, RAY_8, RAY_16, RAY_LARGE, RAY_OTHERS, RAY_KINDS };

static inline bool points_are_first(const polys_query *q) {
    return q->b->largest > 1;
}

static inline unsigned ray_kind(const void *question, sepal_pair pair) {
    static const uint8_t kinds[SEPAL_CLASSES] = {RAY_4, RAY_8, RAY_16, RAY_LARGE, RAY_4};
    const polys_query *q = &((const sweep_query *)question)->q;
    const sepal_poly_head *polygon = points_are_first(q) ? &q->b->heads[pair.b] : &q->a->heads[pair.a];
    return polygon->flags & SEPAL_FLAT ? RAY_OTHERS : kinds[polygon->class];
}

/* The kind of all pairs, or RAY_KINDS if they may be of several, or RAY_OTHERS if none is another. */
static unsigned common_ray_kind(const polys_query *q) {
    const sepal_polys *shapes = points_are_first(q) ? q->b : q->a;
    if (q->a->largest == 1 && q->b->largest == 1)
        return q->a->round && q->b->round ? RAY_OTHERS : RAY_CIRCLES;
    if ((q->a->largest != 1 && q->b->largest != 1) || some_reach(q))
        return RAY_OTHERS;
    if (!shapes->plain || !(shapes->same || shapes->largest <= 4))
        return RAY_KINDS;
    return shapes->largest <= 4                     ? RAY_4
           : shapes->largest <= 8                   ? RAY_8
           : shapes->largest <= SEPAL_LANE_VERTICES ? RAY_16
                                                    : RAY_LARGE;
}

static void ask_ray_kind(const sweep_query *s, unsigned kind, const sepal_pair *pairs, size_t count, verdicts *answers,
                         sweep_values *values) {
    if (kind == RAY_CIRCLES)
        sweep_discs(s, (sizes){1, 1, false}, pairs, count, answers, values);
    else
        sweep_rays(s, points_are_first(&s->q), UINT32_C(4) << (kind - RAY_4), pairs, count, answers, values);
}

/* All pairs of a chunk, if they are of one kind. */
static void ask_one_ray_kind(const chunk *c, unsigned kind, verdicts *all, const sepal_hits *out) {
    for (size_t from = 0; from < c->count; from += SEPAL_BLOCK) {
        const size_t some = block_from(from, c->count);
        sweep_values values;
        verdicts answers;
        ask_ray_kind(c->question, kind, c->pairs + from, some, &answers, &values);
        copy_bits(all->yes + from / 64, answers.yes, some);
        copy_bits(all->open + from / 64, answers.open, some);
        write_row(out->time, from, values.time, some);
        write_row(out->normal_x, from, values.x, some);
        write_row(out->normal_y, from, values.y, some);
    }
}

/* All pairs of a chunk, if they may be of several kinds. */
static void ask_ray_kinds(const chunk *c, verdicts *all, const sepal_hits *out) {
    slot_bins waiting;
    for (size_t at = 0; at < c->count; at += 64)
        all->yes[at / 64] = 0;
    set_all(all->open, c->count);
    sort_slots(ray_kind, RAY_KINDS, c->question, c->pairs, c->count, all->open, &waiting);
    unsigned kind;
    FOR_KINDS(kind, &waiting)
    for (size_t from = 0; kind != RAY_OTHERS && from < kind_count(&waiting, kind); from += SEPAL_BLOCK) {
        sepal_pair room[SEPAL_BLOCK];
        sweep_values values;
        verdicts answers;
        const pair_list list = block_of_kind(&waiting, kind, from, c->pairs, room);
        ask_ray_kind(c->question, kind, list.pairs, list.count, &answers, &values);
        for (size_t k = 0; k < list.count; k++) {
            if (bit_at(answers.open, k))
                continue;
            const bool meet = bit_at(answers.yes, k) != 0;
            clear_bit(all->open, list.slots[k]);
            sepal_poly_hit_write(out, list.slots[k], (sepal_poly_hit){meet, values.time[k], values.x[k], values.y[k]});
            if (meet)
                set_bit(all->yes, list.slots[k]);
        }
    }
}

/* A first stage: bits and hits. kind: as of common_ray_kind. */
static SEPAL_NOINLINE void ask_rays(work *todo, const chunk *c, unsigned kind, sweep_found *out) {
    const sweep_query *s = c->question;
    const sepal_hits none = {0}, *hits = out->out != NULL ? out->out : &none;
    uint64_t any = 0;
    if (kind == RAY_KINDS)
        ask_ray_kinds(c, &todo->found, hits);
    else
        ask_one_ray_kind(c, kind, &todo->found, hits);
    for (size_t at = 0; at < c->count; at += 64) {
        out->known[at / 64] = bits_below(c->count, at) & ~todo->found.open[at / 64];
        any |= todo->found.open[at / 64];
    }
    if (any != 0) { /* most of them begin inside */
        const sepal_rule rule = rule_of(&s->q);
        divide_by_beginning(c, &rule, todo->found.open, out->at_first);
        for (size_t at = 0; at < c->count; at += 64)
            todo->found.yes[at / 64] |= out->at_first[at / 64];
    }
    begin_work(todo, c, any != 0);
}

static void sweep_bits(const chunk *c, sweep_found *out) {
    const polys_query *q = &((const sweep_query *)c->question)->q;
    uint32_t largest = q->a->largest > q->b->largest ? q->a->largest : q->b->largest, size = largest <= 3 ? 3 : 4;
    const unsigned kind = out->out != NULL || are_points(q) ? common_ray_kind(q) : RAY_OTHERS;
    work todo;
    if (kind != RAY_OTHERS) {
        ask_rays(&todo, c, kind, out);
        ask_sweep_kinds(&todo);
    } else if (largest > 4 || some_reach(q)) {
        ask_first(&todo, c, filter_sweep_circles, (sizes){0});
        ask_sweep_kinds(&todo);
    } else if (q->a->boxes && q->b->boxes) {
        ask_first(&todo, c, filter_sweep_boxes, (sizes){0});
    } else {
        ask_first(&todo, c, filter_sweep_axes, (sizes){size, size, true});
    }
    if (todo.any)
        settle_sweep(&todo, out);
}

/* --- When and how? ------------------------------------------------------------------------------- */

/* Pairs of a chunk that touch or overlap at the beginning. */
static SEPAL_NOINLINE void begin_in_contact(const chunk *c, const uint64_t *at_first, const sepal_hits *out) {
    const sweep_query *s = c->question;
    sepal_rule rule = rule_of(&s->q);
    enum { AT_ONCE = 128 }; /* fewer than a block, since the push needs much of the stack */
    bool normals = out->normal_x != NULL || out->normal_y != NULL;
    for (size_t from = 0; from < c->count; from += AT_ONCE) {
        sepal_pair room[AT_ONCE];
        uint16_t slots[AT_ONCE];
        size_t some = c->count - from < AT_ONCE ? c->count - from : AT_ONCE;
        float x[AT_ONCE], y[AT_ONCE];
        pair_list list = list_into(c->pairs + from, some, at_first + from / 64, room, slots);
        if (normals && list.count > 0)
            polys_kernel_mtv_pairs(s->q.a, s->q.b, list.pairs, list.count, &rule, &(sepal_mtvs){.normal_x = x, .normal_y = y});
        for (size_t k = 0; k < list.count; k++)
            sepal_poly_hit_write(out, from + list.slots[k], (sepal_poly_hit){true, 0, normals ? x[k] : 0, normals ? y[k] : 0});
    }
}

/* The hits of a chunk that are not known yet. Its bits are those of the pairs that meet. */
static void sweep_hits(const chunk *c, sweep_found *sweep) {
    const sweep_query *s = c->question;
    uint64_t pairs[SEPAL_CHUNK / 64], any = 0, later = 0;
    size_t k;
    for (size_t at = 0; at < c->count; at += 64)
        pairs[at / 64] = bits_below(c->count, at) & ~c->bits[at / 64] & ~sweep->known[at / 64];
    FOR_BITS(k, pairs, c->count)
        sepal_poly_hit_write(sweep->out, k, sepal_poly_no_hit());
    for (size_t at = 0; at < c->count; at += 64) {
        pairs[at / 64] = c->bits[at / 64] & ~sweep->known[at / 64];
        any |= pairs[at / 64];
        later |= pairs[at / 64] &= ~sweep->at_first[at / 64];
    }
    if (any == 0)
        return;
    if (later != 0)
        divide_by_beginning(c, &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, s->q.margin, 0}, pairs, sweep->at_first);
    begin_in_contact(c, sweep->at_first, sweep->out);
    cast_apart(c, pairs, true, sweep);
}

/* --- A list -------------------------------------------------------------------------------------- */

/* begins: do pairs meet at the beginning as a rule? */
typedef struct sweep_list {
    const sweep_query *s;
    const sepal_pair *pairs;
    const sepal_hits *out;
    sepal_policy *begins;
} sweep_list;

static inline sepal_hits hits_from(const sepal_hits *out, size_t first) {
    return (sepal_hits){
        .time = row_from(out->time, first), .normal_x = row_from(out->normal_x, first), .normal_y = row_from(out->normal_y, first)};
}

static SEPAL_NOINLINE void answer_chunk_of_sweep(const chunk *c, const sepal_hits *out) {
    sweep_found sweep = {.out = out};
    sweep_bits(c, &sweep);
    if (out != NULL)
        sweep_hits(c, &sweep);
}

/* Do seven of eight pairs meet at the beginning? So say the first eight of a chunk, and then more of them: of most lists, which do not, few
 * are asked about in vain. */
enum { BEGIN_LEAST = 256, BEGIN_FIRST = 8, BEGIN_SAMPLE = 64, BEGIN_OPEN_EIGHTHS = 1 };
static bool most_begin_in_contact(const sweep_list *list, const chunk *c) {
    const sweep_query *s = list->s;
    const sepal_rule rule = rule_of(&s->q);
    uint64_t meet;
    bool most = !are_points(&s->q) && sepal_policy_asks(list->begins, BEGIN_LEAST, c->count) > 0;
    for (size_t asked = BEGIN_FIRST; most && asked <= BEGIN_SAMPLE; asked += BEGIN_SAMPLE - BEGIN_FIRST) {
        polys_kernel_overlap_pairs(s->q.a, s->q.b, c->pairs, asked, &rule, &(sepal_policy){0}, &meet);
        meet &= bits_below(asked, 0);
        most = sepal_policy_learns(list->begins, BEGIN_OPEN_EIGHTHS, asked - count_bits(&meet, asked), asked);
    }
    return most;
}

/* Circles that certainly overlap at the beginning, with the normals of their pushes, by the same operations (docs/numerics/sweep.md, "Moving
 * circles"). */
SPECIALISED lanes begun_circles_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const discs_query *t = question;
    const circle_lanes a = load_circles(t->q->a, &group->a), b = load_circles(t->q->b, &group->b);
    const circle_squares squares = reach_squares(a, b, t->q->margin, t->q->margin);
    const w2 way = w2_sub(b.centre, a.centre);
    const w square = w2_along(way, way), inverse = w_div(w_set1(1), w_sqrt(square));
    w_store(t->out->x + k, w_add(w_zero(), w_mul(way.x, inverse)));
    w_store(t->out->y + k, w_add(w_zero(), w_mul(way.y, inverse)));
    return decided(wm_none(), wm_andnot(w_gt(squares.within2, squares.distance2), w_gt(w_set1(SEPAL_LEAST_SQUARE), square)));
}

/* Such circles of a block. later: the other pairs; false if they are many, so that pushes tell more. Not inlined, to save the stack of pushes. */
static SEPAL_NOINLINE bool begin_circles(const sweep_query *s, const sepal_pair *pairs, size_t count, const sepal_hits *to,
                                         uint64_t *later) {
    sweep_values values;
    verdicts answers;
    discs_query asked; /* too large to be cleared */
    asked.q = &s->q;
    asked.out = &values;
    (void)ask_groups(begun_circles_kernel, NULL, &asked, pairs, count, (sizes){0}, &answers);
    if (count_bits(answers.open, count) > count / 4)
        return false;
    copy_bits(later, answers.open, count);
    write_row(to->normal_x, 0, values.x, count);
    write_row(to->normal_y, 0, values.y, count);
    return true;
}

/* Answers a chunk by its pushes, which have the normals, and whose signs tell exactly which pairs meet at the beginning; the others go
 * their usual way. */
static SEPAL_NOINLINE void sweep_by_pushes(const chunk *c, const sepal_hits *out) {
    const sweep_query *s = c->question;
    const sepal_rule rule = rule_of(&s->q);
    bool circles = s->q.a->largest == 1 && s->q.b->largest == 1;
    enum { AT_ONCE = 128 }; /* as in begin_in_contact */
    for (size_t from = 0; from < c->count; from += AT_ONCE) {
        float depth[AT_ONCE], time[AT_ONCE], x[AT_ONCE], y[AT_ONCE];
        sepal_pair room[AT_ONCE];
        uint16_t slots[AT_ONCE];
        uint64_t later[AT_ONCE / 64] = {0}, bits[AT_ONCE / 64];
        const size_t some = c->count - from < AT_ONCE ? c->count - from : AT_ONCE;
        const sepal_hits to = hits_from(out, from);
        circles = circles && begin_circles(s, c->pairs + from, some, &to, later);
        if (!circles) {
            polys_kernel_mtv_pairs(s->q.a, s->q.b, c->pairs + from, some, &rule,
                                   &(sepal_mtvs){.normal_x = to.normal_x, .normal_y = to.normal_y, .depth = depth});
            for (size_t k = 0; k < some; k += SEPAL_LANES) {
                const w by = w_load(depth + k), zero = w_zero();
                const wm apart = s->q.touching == SEPAL_TOUCHING_OVERLAPS ? w_gt(zero, by) : wm_not(w_gt(by, zero));
                later[k / 64] |= (uint64_t)wm_bits(apart) << k % 64;
            }
        }
        if (to.time != NULL)
            memset(to.time, 0, some * sizeof *time);
        for (size_t at = 0; at < some; at += 64) {
            later[at / 64] &= bits_below(some, at);
            c->bits[(from + at) / 64] = bits_below(some, at) & ~later[at / 64];
        }
        const pair_list list = list_into(c->pairs + from, some, later, room, slots);
        if (list.count == 0)
            continue;
        answer_chunk_of_sweep(&(chunk){s, room, list.count, bits}, &(sepal_hits){.time = time, .normal_x = x, .normal_y = y});
        for (size_t k = 0; k < list.count; k++) {
            const bool meets = bit_at(bits, k) != 0;
            sepal_poly_hit_write(&to, slots[k], (sepal_poly_hit){meets, time[k], x[k], y[k]});
            if (meets)
                set_bit(c->bits, from + slots[k]);
        }
    }
}

static SEPAL_NOINLINE void sweep_list_chunk(const void *question, size_t first, size_t count) {
    const sweep_list *list = question;
    const sepal_hits *out = list->out, from_first = hits_from(out, first);
    uint64_t bits[SEPAL_CHUNK / 64];
    const chunk c = {list->s, list->pairs + first, count, bits};
    if ((out->normal_x != NULL || out->normal_y != NULL) && most_begin_in_contact(list, &c))
        sweep_by_pushes(&c, &from_first);
    else
        answer_chunk_of_sweep(&c, sepal_hits_want_more(out) ? &from_first : NULL);
    if (out->bits != NULL)
        copy_bits(out->bits + first / 64, bits, count);
}

void polys_kernel_sweep_pairs(const sepal_polys *a, const sepal_moves *moves_a, const sepal_polys *b, const sepal_moves *moves_b,
                              const sepal_pair *pairs, size_t count, const sepal_rule *rule, const sepal_hits *out) {
    sweep_query s = {{a, b, rule->touching, rule->margin, 0}, moves_a, moves_b};
    sepal_policy begins = {0};
    for_chunks(sweep_list_chunk, &(sweep_list){&s, pairs, out, &begins}, count);
}
