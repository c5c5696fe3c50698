/* solids_kernel_mtv.c — the smallest pushes of pairs of solids, sorted by kind.
 *
 *   pairs                     filters, in order                                          leaves open
 *   two spheres               the way between the centres; whether they touch by         what double leaves open
 *                             squares
 *   capsules; a box and       the nearest part, or the nearest face of the box,          one pair at a time
 *   a sphere or capsule       ties by integers; of a box, as hulls that touch
 *   boxes of few bits         all axes, without the question of overlap
 *   boxes that meet           one axis, if float can tell which; else all fifteen        on which side of 0: overlap of interiors
 *   boxes apart, or with      upright ones across an axis and along it; the part that    as any cores
 *   a reach                   corners and edges propose, else the face with the
 *                             greatest gap; parallel edges joined; if the cores meet,
 *                             all axes
 *   any cores                 the nearest part, in float, certain in double; of hulls    as hulls that meet
 *                             besides the face in double
 *   hulls that meet, also     the face through which a ray leaves; of hulls of up to    one pair at a time
 *   with a box                32 vertices the nearest face of a polytope that grows;
 *                             touching ones by the face that a line leaves by
 *
 * One pair at a time, in double: nearest part or way out, ties by integers; then the reference. */
#include "../../core/arithmetic.h"

#include "push_blocks.h"

/* --- Two spheres: the way between their centres (docs/numerics/solids_kernels.md, "Spheres: push") */

SPECIALISED lanes push_spheres_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const push_query *asked = question;
    const ball_lanes a = load_balls(asked->q->a, &group->a), b = load_balls(asked->q->b, &group->b);
    certified_push found[2];
    wd reach[2];
    load_reaches(asked->q, group, reach);
    for (int half = 0; half < 2; half++)
        found[half] = find_between_points(wd3_sub(wd3_of(b.centre, half), wd3_of(a.centre, half)));
    rounded_push push = round_push(found, reach);
    if (push.sure != ALL_LANES)
        settle_touching_spheres(&a, &b, asked->q->margin, &push);
    store_rounded(asked->out, k, &push);
    return (lanes){0, ALL_LANES & ~push.sure};
}

/* --- By kind */

/* Of two boxes that have no radii fifteen axes are enough while they meet. */
static inline unsigned push_kind(const void *question, sepal_pair pair) {
    const unsigned kind = kind_of_pair(question, pair);
    return kind == SOLID_BOXES && solid_has_radius(question, pair) ? SOLID_BOXES_ROUND : kind;
}

/* A block of pairs of spheres and capsules, or of a box and one of them. Of boxes, what is open after the first time is asked once more, as
 * cores that meet their boxes then fill the lanes. */
static SEPAL_NOINLINE void push_block_of_round(const solids_query *q, unsigned kind, pair_list *block, const push_chunk_out *to) {
    push_values values;
    verdicts answers;
    for (int again = 0; again < (kind == SPHERES || kind == SEGMENTS ? 1 : 2) && block->count > 0; again++) {
        if (kind == SPHERES)
            ask_groups(push_spheres_kernel, NULL, &(push_query){q, &values}, block->pairs, block->count, (sizes){0}, &answers);
        else
            push_parts(q, kind, again, block->pairs, block->count, &answers, &values);
        take_pushes(block, &values, &answers, to);
    }
}

static inline bool is_of_boxes(const solids_query *q) {
    return q->a->boxes == q->a->count && q->b->boxes == q->b->count;
}

/* Asks about the overlap of those pairs of a chunk whose bit is set; the bits of others may get any value. */
static SEPAL_NOINLINE void ask_overlap(const solids_query *q, sepal_touching touching, const sepal_pair *pairs, size_t count,
                                       const uint64_t *asked, uint64_t *bits) {
    const sepal_rule rule = {touching, 0, 0};
    if (is_of_boxes(q)) {
        solids_kernel_overlap_pairs(q->a, q->b, pairs, count, &rule, bits);
        return;
    }
    for (size_t from = 0; from < count; from += SEPAL_BLOCK) {
        block_room room;
        uint64_t yes[SEPAL_BLOCK / 64];
        pair_list list = list_block(pairs + from, block_from(from, count), asked + from / 64, &room);
        for (size_t at = from; at < from + block_from(from, count); at += 64)
            bits[at / 64] = 0;
        if (list.count == 0)
            continue;
        solids_kernel_overlap_pairs(q->a, q->b, list.pairs, list.count, &rule, yes);
        take_bits(&list, yes, bits + from / 64);
    }
}

/* Are all axes of two boxes exact in double, and do they tell whether the two meet? */
static inline bool has_few_bits(const solids_query *q, sepal_pair pair) {
    return core_span(q, pair) <= BOX_SPAN_DOUBLE && !are_flat(q, pair);
}

/* Boxes on a lattice: which pairs meet and which may touch, by the filter alone: all axes are next, which tell more. */
static SEPAL_NOINLINE bool find_ties(const solids_query *q, const sepal_pair *pairs, size_t count, push_chunk_out *to) {
    const size_t probed = count < PUSH_PROBE ? count : PUSH_PROBE;
    verdicts answers;
    if (!is_of_boxes(q) || !q->a->regular || !q->b->regular)
        return false;
    for (size_t k = 0; k < probed; k++)
        if (!has_few_bits(q, pairs[k]))
            return false;
    filter_regular_boxes(q, pairs, count, (sizes){0}, &answers);
    size_t k;
    bool others = false;
    FOR_BITS(k, answers.open, count) {
        if (has_few_bits(q, pairs[k]))
            set_bit(to->ties, k);
        else
            others = true;
    }
    if (others)
        ask_overlap(q, SEPAL_TOUCHING_OVERLAPS, pairs, count, answers.open, to->meet);
    for (size_t at = 0; at < count; at += 64)
        to->meet[at / 64] = others ? to->meet[at / 64] & ~to->ties[at / 64] : answers.yes[at / 64];
    return true;
}

/* Which pairs of a chunk are boxes without radii whose cores meet? kind: of all, or SOLID_KINDS. */
static void find_meeting_boxes(const solids_query *q, unsigned kind, const sepal_pair *pairs, size_t count, push_chunk_out *to) {
    const sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    uint64_t boxes[SEPAL_CHUNK / 64] = {0}, any = 0;
    if (kind == SOLID_BOXES && !find_ties(q, pairs, count, to))
        solids_kernel_overlap_pairs(q->a, q->b, pairs, count, &closed, to->meet);
    if (kind != SOLID_KINDS)
        return;
    for (size_t k = 0; k < count; k++)
        boxes[k / 64] |= (uint64_t)(push_kind(q, pairs[k]) == SOLID_BOXES) << k % 64;
    for (size_t at = 0; at < count; at += 64)
        any |= boxes[at / 64];
    if (any != 0)
        ask_overlap(q, SEPAL_TOUCHING_OVERLAPS, pairs, count, boxes, to->meet);
}

/* The bits of a chunk that belong to the pairs of a block. */
static void bits_of_block(const pair_list *block, const uint64_t *chunk_bits, uint64_t *bits) {
    const bool run = is_run_of_slots(block);
    for (size_t at = 0; at < block->count; at += 64) {
        if (run) {
            bits[at / 64] = chunk_bits[(block->slots[0] + at) / 64] & bits_below(block->count, at);
            continue;
        }
        bits[at / 64] = 0;
        for (size_t k = at; k < block->count && k < at + 64; k++)
            bits[at / 64] |= (uint64_t)bit_at(chunk_bits, block->slots[k]) << k % 64;
    }
}

/* Those pairs of a block whose bit is set. */
static pair_list list_part(const pair_list *block, const uint64_t *bits, block_room *room) {
    const pair_list part = list_block(block->pairs, block->count, bits, room);
    for (size_t k = 0; k < part.count; k++)
        part.slots[k] = block->slots[part.slots[k]];
    return part;
}

/* Of a block of pairs of boxes without radii, those that meet, and those that may touch: of the latter, what is not certain stays in it, and
 * of flat ones that meet, those whose half edges are all parallel. Not inlined, so that the room is not on the stack in the stages after it. */
static SEPAL_NOINLINE void push_meeting_boxes(const solids_query *q, sepal_solids_push_policy *quick, pair_list *block,
                                              push_chunk_out *to) {
    uint64_t meet[SEPAL_BLOCK / 64], ties[SEPAL_BLOCK / 64], apart[SEPAL_BLOCK / 64], any_meet = 0, any_ties = 0;
    block_room room;
    size_t k;
    bits_of_block(block, to->meet, meet);
    bits_of_block(block, to->ties, ties);
    for (k = 0; k < block->count; k++)
        if (bit_at(meet, k) != 0 && are_flat(q, block->pairs[k])) { /* they may have no axis at all */
            clear_bit(meet, k);
            set_bit(ties, k);
        }
    for (size_t at = 0; at < block->count; at += 64) {
        apart[at / 64] = bits_below(block->count, at) & ~(meet[at / 64] | ties[at / 64]);
        any_meet |= meet[at / 64];
        any_ties |= ties[at / 64];
    }
    if ((any_meet | any_ties) == 0)
        return;
    if (any_meet != 0) {
        pair_list deep = list_part(block, meet, &room);
        push_if_it_pays(push_boxes_quickly, q, &quick->meeting, &deep, to);
        if (deep.count > 0)
            ask_push(push_boxes, q, &deep, to);
    }
    if (any_ties != 0) {
        pair_list tied = list_part(block, ties, &room);
        size_t next = 0;
        ask_push(push_boxes, q, &tied, to);
        FOR_BITS(k, ties, block->count)
            if (next < tied.count && tied.slots[next] == block->slots[k]) {
                set_bit(apart, k);
                next++;
            }
    }
    keep_pairs(block, apart);
}

/* What the blocks of a chunk are asked with. */
typedef struct push_work {
    const solids_query *q;
    sepal_solids_push_policy *quick;
    push_chunk_out *to;
} push_work;

static void push_block(void *asked, unsigned kind, pair_list *block) {
    const push_work *of = asked;
    const solids_query *q = of->q;
    push_chunk_out *to = of->to;
    if (kind == SOLID_BOXES)
        push_meeting_boxes(q, of->quick, block, to);
    if (kind >= SPHERES && kind < LARGE)
        push_block_of_round(q, kind, block, to);
    if (kind < SPHERES)
        push_block_of_cores(q, of->quick, block, (sizes){0, 0, false}, to);
    else if (kind >= HULLS)
        push_block_of_hulls(q, of->quick, block, hull_sizes(kind), to);
    else
        push_those_left(q, of->quick, block, hull_sizes(kind), to);
}

/* A chunk of any solids, by kind. */
static SEPAL_NOINLINE void push_kinds(push_work *of, const chunk *c) {
    for_all_kinds(push_block, of, push_kind, SOLID_KINDS, c);
}

/* A block of any solids, by kind, with half of the room on the stack: other questions ask about their blocks. */
static SEPAL_NOINLINE void push_kinds_of_block(push_work *of, const chunk *c) {
    block_room room;
    uint8_t kind_of[SEPAL_BLOCK];
    uint64_t present = 0;
    for (size_t k = 0; k < c->count; k++) {
        kind_of[k] = (uint8_t)push_kind(of->q, c->pairs[k]);
        present |= (uint64_t)1 << kind_of[k];
    }
    for (; present != 0; present &= present - 1) {
        const unsigned kind = sepal_lowest_bit(present);
        uint64_t bits[SEPAL_BLOCK / 64] = {0};
        for (size_t k = 0; k < c->count; k++)
            bits[k / 64] |= (uint64_t)(kind_of[k] == kind) << k % 64;
        pair_list block = list_block(c->pairs, c->count, bits, &room);
        push_block(of, kind, &block);
    }
}

/* A chunk of solids of one kind, which are not sorted. */
static SEPAL_NOINLINE void push_one_kind(push_work *of, unsigned kind, const chunk *c) {
    uint64_t all[SEPAL_CHUNK / 64];
    set_all(all, c->count);
    for_one_kind(push_block, of, kind, c, all);
}

/* Of boxes that meet: those whose interiors do not, touch. */
static void settle_push_signs(const solids_query *q, const sepal_pair *pairs, size_t count, const push_chunk_out *to) {
    uint64_t inner[SEPAL_CHUNK / 64], any = 0;
    size_t k;
    for (size_t at = 0; at < count; at += 64)
        any |= to->unsure[at / 64];
    if (any == 0 || to->out->depth == NULL)
        return;
    ask_overlap(q, SEPAL_TOUCHING_IS_APART, pairs, count, to->unsure, inner);
    FOR_BITS(k, to->unsure, count) {
        float *depth = &to->out->depth[to->first + k];
        *depth = sepal_signed_depth(*depth, bit_at(inner, k) != 0 ? SEPAL_OVERLAP : SEPAL_TOUCH);
    }
}

/* Answers the pairs of a chunk, of which it is in to->meet which boxes meet. kind: of all, or SOLID_KINDS. */
static void push_pairs_of_chunk(const solids_query *q, unsigned kind, const sepal_pair *pairs, size_t count,
                                sepal_solids_push_policy *quick, push_chunk_out *to) {
    const chunk c = chunk_of_numbers(q, pairs, 0, count);
    const sepal_rule rule = solid_rule_of(q);
    push_work asked = {q, quick, to};
    size_t k;
    if (kind == SOLID_KINDS && count <= SEPAL_BLOCK)
        push_kinds_of_block(&asked, &c);
    else if (kind == SOLID_KINDS)
        push_kinds(&asked, &c);
    else
        push_one_kind(&asked, kind, &c);
    settle_push_signs(q, pairs, count, to);
    FOR_BITS(k, to->left, count)
        sepal_solid_mtv_write(to->out, to->first + k, sepal_solids_scalar_mtv(q->a, pairs[k].a, q->b, pairs[k].b, &rule));
}

/* A list of pairs, and where its answers go. quick: or NULL, where each chunk learns for itself. */
typedef struct push_pairs {
    const solids_query *q;
    const sepal_pair *pairs;
    sepal_solids_push_policy *quick;
    uint64_t *written;
    const sepal_solid_mtvs *out;
} push_pairs;

static void push_chunk(const void *question, size_t first, size_t count) {
    const push_pairs *asked = question;
    const sepal_pair *pairs = asked->pairs + first;
    const unsigned kind = kind_of_all(push_kind, asked->q, pairs, count);
    sepal_solids_push_policy quick = {0};
    push_chunk_out to = {.out = asked->out, .first = first, .written = asked->written};
    find_meeting_boxes(asked->q, kind, pairs, count, &to);
    push_pairs_of_chunk(asked->q, kind, pairs, count, asked->quick != NULL ? asked->quick : &quick, &to);
}

void solids_kernel_mtv_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                             const sepal_rule *rule, sepal_solids_push_policy *quick, uint64_t *written,
                             const sepal_solid_mtvs *out) {
    solids_query q = {a, b, rule->touching, rule->margin, false};
    _Static_assert(SEPAL_SOLIDS_POINTED <= SEPAL_CHUNK && SEPAL_SOLIDS_POINTED % 64 == 0, "bits of one chunk");
    assert(written == NULL || count <= SEPAL_SOLIDS_POINTED);
    for_chunks(push_chunk, &(push_pairs){&q, pairs, quick, written, out}, count);
}

void solids_kernel_mtv_block(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count, float margin,
                             const uint64_t *meet, sepal_solids_push_policy *quick, const sepal_solid_mtvs *out) {
    const solids_query q = {a, b, SEPAL_TOUCHING_OVERLAPS, margin, false};
    const unsigned kind = kind_of_all(push_kind, &q, pairs, count);
    push_chunk_out to = {.out = out};
    if (meet != NULL)
        copy_bits(to.meet, meet, count);
    else
        find_meeting_boxes(&q, kind, pairs, count, &to);
    push_pairs_of_chunk(&q, kind, pairs, count, quick, &to);
}

/* A program that has the one has the others, too, so that they are one unit (sepal_lanes.h). */
#include "solids_kernel_mtv_points.c"
