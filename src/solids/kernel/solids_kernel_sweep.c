/* solids_kernel_sweep.c — do moving solids meet, when and how?
 *
 *     all                      balls on their way, in lanes; but boxes and points at once as below
 *     with a reach             who overlaps at the beginning; in lanes, with time and normal, by the part that comes within it, which is
 *                              asked about one pair at a time where there are more vertices than fit
 *     with a point             in double and in lanes, with time and normal
 * What these leave goes on:
 *     yes or no     boxes by axes, hulls by portals, solids with radii by near points, all in lanes ─┐
 *                   hulls of few bits by the last portal, with vertices in lanes; the side entered ──┤
 *                   boxes and points in double, the side by which a core is entered ─────────────────┤
 *                   (ties by integers), what is covered on the way: one pair at a time ─ reference ──┘
 *     time, normal  both flat: the side entered, while it tells; overlap at the beginning: 0, and the normal of the push; hulls and boxes in
 *                   lanes; then one pair at a time in double, where that is certain; then the reference */
#include "../../core/arithmetic.h"

#include "../../batch/plan.h"
#include "portal.h"
#include "query.h"
#include "sweep_entry.h"
#include "sweep_filters.h"
#include "sweep_hulls.h"
#include "sweep_parts.h"
#include "sweep_points.h"

#include <string.h>

typedef struct solid_sweep_list {
    const solid_sweep_query *s;
    const sepal_pair *pairs;
    const sepal_solid_hits *out;
} solid_sweep_list;

/* A chunk on its way, which begins at pair `first` of the list. open: who may meet; meet: who is known to, of whom more may be wanted; known:
 * who meets, with all answers; at_first: who overlaps at the beginning, of whom the time is known; entry_open: who was asked about one at
 * a time, by the side that is entered, and is not certain. */
enum { SWEEP_WORDS = SEPAL_CHUNK / 64 };
typedef struct sweep_todo {
    const solid_sweep_list *list;
    const solid_sweep_query *s;
    chunk c;
    size_t first;
    bool more, normals;           /* is more than yes or no wanted? are normals? */
    const sepal_solid_hits *hits; /* where that goes */
    uint64_t open[SWEEP_WORDS], meet[SWEEP_WORDS], known[SWEEP_WORDS], at_first[SWEEP_WORDS], entry_open[SWEEP_WORDS];
    uint8_t *part; /* of boxes, spheres and capsules with a reach: which part seems to be met, or 0; of each pair */
} sweep_todo;

/* By the kernel. Of boxes, spheres and capsules with a reach, the one that is named first is seen from the other. Of cores without a reach:
 * boxes and points, triangles and points. Of others, with a reach or without, one at least is a hull or a box: by the sizes of blocks. */
enum {
    HIT_ALONE,
    HIT_SPHERES,
    HIT_SEGMENTS,
    HIT_SPHERE_SEGMENT,
    HIT_SEGMENT_SPHERE,
    HIT_SPHERE_BOX,
    HIT_BOX_SPHERE,
    HIT_SEGMENT_BOX,
    HIT_BOX_SEGMENT,
    HIT_BOX_POINT,
    HIT_POINT_BOX,
    HIT_POINT_TRIANGLE,
    HIT_TRIANGLE_POINT,
    HIT_HULLS,
    HIT_KINDS = HIT_HULLS + HULL_BLOCKS * HULL_BLOCKS
};
_Static_assert((int)HIT_KINDS <= (int)SEPAL_MOST_BINS, "a bin for each kind");

/* Of boxes, spheres and capsules with a reach, of boxes and points without one. */
static inline unsigned early_hit_kind(bool reach, unsigned class_a, unsigned class_b) {
    static const uint8_t kind[2][3][3] = {
        {[SEPAL_SOLID_BOX] = {[SEPAL_SOLID_POINT] = HIT_BOX_POINT}, [SEPAL_SOLID_POINT] = {[SEPAL_SOLID_BOX] = HIT_POINT_BOX}},
        {[SEPAL_SOLID_BOX] = {HIT_ALONE, HIT_BOX_SPHERE, HIT_BOX_SEGMENT},
         [SEPAL_SOLID_POINT] = {HIT_SPHERE_BOX, HIT_SPHERES, HIT_SPHERE_SEGMENT},
         [SEPAL_SOLID_SEGMENT] = {HIT_SEGMENT_BOX, HIT_SEGMENT_SPHERE, HIT_SEGMENTS}},
    };
    return class_a < SEPAL_SOLID_UP_TO_4 && class_b < SEPAL_SOLID_UP_TO_4 ? kind[reach][class_a][class_b] : HIT_ALONE;
}

/* --- Yes or no, in lanes -------------------------------------------------------------------------- */

/* By the filter. ALONE: none in lanes. ROWS: one has more vertices than fit in lanes. From SWEPT_HULLS on as in query.h. */
enum { SWEPT_ALONE, SWEPT_ROWS, SWEPT_BOXES, SWEPT_HULLS, SWEPT_KINDS = SWEPT_HULLS + HULL_BLOCKS * HULL_BLOCKS };

/* Has one of two solids more vertices than fit in lanes? */
static inline bool is_large(const sepal_solid_head *a, const sepal_solid_head *b) {
    return a->class == SEPAL_SOLID_ABOVE_64 || b->class == SEPAL_SOLID_ABOVE_64;
}

/* With a reach, do lanes tell the time? Not of the triangles of meshes in the widest lanes, as their stack is full. */
static inline bool is_nearing(const sepal_solid_head *a, const sepal_solid_head *b) {
    const unsigned left_out = SEPAL_LANES > 8 ? SEPAL_SOLID_UP_TO_4 : SEPAL_SOLID_CLASSES;
    return a->class != left_out && b->class != left_out && !is_large(a, b);
}

/* Solids without volume, of which each can only touch the other, are left to the reference where touching is apart; of two points, and of those
 * with a reach if more than yes or no is wanted, lanes have told what they can. */
static inline unsigned swept_kind(const void *question, sepal_pair pair) {
    const sweep_todo *todo = question;
    const solid_sweep_query *s = todo->s;
    const sepal_solid_head *a = &s->q.a->heads[pair.a], *b = &s->q.b->heads[pair.b];
    unsigned block_a = hull_block(a->class), block_b = hull_block(b->class);
    const bool reach = solid_has_reach(&s->q, pair), point = a->class == SEPAL_SOLID_POINT || b->class == SEPAL_SOLID_POINT;
    const bool told =
        reach ? todo->more && (is_nearing(a, b) || is_large(a, b)) : point && block_a != HULL_BLOCKS && block_b != HULL_BLOCKS;
    if (told || (a->class == SEPAL_SOLID_POINT && b->class == SEPAL_SOLID_POINT))
        return SWEPT_ALONE;
    if (!reach) {
        if (s->q.touching != SEPAL_TOUCHING_OVERLAPS && (a->flags & b->flags & SEPAL_SOLID_FLAT) != 0)
            return SWEPT_ALONE;
        if (a->class == SEPAL_SOLID_BOX && b->class == SEPAL_SOLID_BOX)
            return SWEPT_BOXES;
    }
    if (block_a == HULL_BLOCKS || block_b == HULL_BLOCKS)
        return SWEPT_ROWS;
    return SWEPT_HULLS + HULL_BLOCKS * block_a + block_b;
}

static void sweep_blocks(const solid_sweep_query *s, unsigned kind, pair_list *list, uint64_t *meet) {
    sizes n = {0};
    if (kind >= SWEPT_HULLS)
        n = hull_sizes(HULLS + kind - SWEPT_HULLS);
    const bool round = kind != SWEPT_BOXES && solid_some_reach(&s->q),
               segments = round && (n.a == 4 || n.b == 4); /* hardly any of these hold a tetrahedron */
    verdicts answers;
    for (int turn = 0; turn < (round ? 2 : 1) && list->count > 0; turn++) {
        if (kind == SWEPT_BOXES)
            filter_swept_boxes(s, list->pairs, list->count, &answers);
        else if ((turn == 1) == segments)
            filter_swept_portal(s, list->pairs, list->count, n, &answers);
        else
            filter_swept_nearest(s, list->pairs, list->count, n, &answers);
        take_answers(list, &answers, meet);
    }
}

/* By portals with vertices in lanes: pairs with more vertices than fit in lanes otherwise; and if only yes or no is wanted, those with volume
 * and few bits, which are likely to touch, of which the last portal tells it. */
static SEPAL_NOINLINE void sweep_in_rows(sweep_todo *todo) {
    const solid_sweep_query *s = todo->s;
    const bool may_touch = !todo->more && s->q.touching == SEPAL_TOUCHING_OVERLAPS;
    uint64_t asked[SWEEP_WORDS] = {0};
    size_t k;
    FOR_BITS(k, todo->open, todo->c.count) {
        const sepal_pair pair = todo->c.pairs[k];
        const unsigned kind = swept_kind(todo, pair), flags = s->q.a->heads[pair.a].flags | s->q.b->heads[pair.b].flags;
        if (kind == SWEPT_ROWS || (may_touch && kind >= SWEPT_HULLS && (flags & SEPAL_SOLID_FLAT) == 0 &&
                                   !solid_has_reach(&s->q, pair) && moves_within(s, pair, 20))) {
            set_bit(asked, k);
            clear_bit(todo->open, k);
        }
    }
    for (size_t from = 0; from < todo->c.count;) {
        block_room room;
        uint32_t portal[SEPAL_BLOCK][3];
        verdicts answers;
        const pair_list list = next_block(todo->c.pairs, todo->c.count, asked, &from, &room);
        if (list.count == 0)
            continue;
        if (solids_kernel_search_in_rows(&s->q, s, list.pairs, list.count, portal, &answers) && may_touch)
            FOR_BITS(k, answers.open, list.count)
                if (sepal_solids_pair_touches(s, list.pairs[k], portal[k])) {
                    clear_bit(answers.open, k);
                    set_bit(answers.yes, k);
                }
        take_bits(&list, answers.yes, todo->meet);
        take_bits(&list, answers.open, todo->open);
    }
}

/* Not inlined, since what it needs for sorting need not be on the stack in the stages after it. */
static SEPAL_NOINLINE void sort_swept(const sweep_todo *todo, slot_bins *out) {
    sort_slots(swept_kind, SWEPT_KINDS, todo, todo->c.pairs, todo->c.count, todo->open, out);
}

/* Of each kind lanes are asked about so many pairs first; where they answer none of these, as of solids that graze, the others are not asked in
 * vain. */
enum { SWEPT_FIRST = 2 * SEPAL_LANES };

/* Answers those pairs of a chunk that are open. */
static SEPAL_NOINLINE void sweep_in_lanes(sweep_todo *todo) {
    slot_bins waiting;
    unsigned kind;
    sort_swept(todo, &waiting);
    memset(todo->open, 0, sizeof todo->open);
    FOR_KINDS(kind, &waiting) {
        bool in_lanes = kind >= SWEPT_BOXES;
        for (size_t from = 0, some = 0; from < kind_count(&waiting, kind); from += some) {
            sepal_pair room[SEPAL_BLOCK];
            pair_list list = block_of_kind(&waiting, kind, from, todo->c.pairs, room);
            some = list.count = from == 0 && list.count > SWEPT_FIRST ? SWEPT_FIRST : list.count;
            if (in_lanes)
                sweep_blocks(todo->s, kind, &list, todo->meet);
            in_lanes = in_lanes && (from > 0 || list.count < some);
            (void)set_listed(&list, todo->open);
        }
    }
}

/* --- Overlap at the beginning ------------------------------------------------------------------------- */

_Static_assert((SEPAL_SOLID_CLASSES + 1) * SEPAL_SOLID_CLASSES / 2 <= 64, "a bit for each kind");

/* So many pairs of a chunk are sorted by kind at a time: half of it, by whole words of bits. */
enum { BEGUN_SORTED = (SEPAL_CHUNK / 2 + 63) / 64 * 64 };

/* Of the pairs from first to end, those whose bit is set: as solid_begin_in_contact does. By kind, so that each kind fills the lanes; a few at a
 * time, and without a list of all, since the question about pushes takes much of the stack. */
static SEPAL_NOINLINE void begin_some_in_contact(sweep_todo *todo, const uint64_t *bits, size_t first, size_t end, bool certain) {
    enum { BEGUN_AT_ONCE = 32, NOT_ASKED = UINT8_MAX };
    const solids_query *q = &todo->s->q;
    float normal[3][BEGUN_AT_ONCE], depth[BEGUN_AT_ONCE];
    sepal_pair room[BEGUN_AT_ONCE];
    uint16_t slots[BEGUN_AT_ONCE];
    uint8_t kind_of[BEGUN_SORTED];
    const uint64_t all = ~UINT64_C(0);
    uint64_t present = 0;
    size_t k;
    sepal_solids_push_policy quick = {.hulls_meet = !solid_some_reach(q)};
    memset(kind_of, NOT_ASKED, sizeof kind_of);
    FOR_BITS(k, bits + first / 64, end - first) {
        const sepal_pair pair = todo->c.pairs[first + k];
        const unsigned a = q->a->heads[pair.a].class, b = q->b->heads[pair.b].class, most = a > b ? a : b;
        kind_of[k] = (uint8_t)(most * (most + 1) / 2 + (a > b ? b : a)); /* by the classes of both, in any order */
        present |= UINT64_C(1) << kind_of[k];
    }
    for (; present != 0; present &= present - 1) {
        const unsigned kind = sepal_lowest_bit(present);
        for (size_t from = first; from < end;) {
            size_t listed = 0;
            bool cores_meet = certain; /* as those do that have no reach */
            for (; from < end && listed < BEGUN_AT_ONCE; from++)
                if (kind_of[from - first] == kind) {
                    slots[listed] = (uint16_t)from;
                    room[listed++] = todo->c.pairs[from];
                    cores_meet &= !solid_has_reach(q, todo->c.pairs[from]);
                }
            if (listed > 0 && todo->normals)
                solids_kernel_mtv_block(
                    q->a, q->b, room, listed, q->margin, cores_meet ? &all : NULL, &quick,
                    &(sepal_solid_mtvs){.normal_x = normal[0], .normal_y = normal[1], .normal_z = normal[2], .depth = depth});
            for (size_t n = 0; n < listed; n++) {
                sepal_solid_hit hit = {true, 0, {0, 0, 0}};
                if (!certain && !(depth[n] > 0 || (depth[n] == 0 && q->touching == SEPAL_TOUCHING_OVERLAPS)))
                    continue;
                for (int axis = 0; axis < 3 && todo->normals; axis++)
                    hit.normal[axis] = normal[axis][n];
                sepal_solid_hit_write(todo->hits, todo->first + slots[n], hit);
                set_bit(todo->known, slots[n]);
            }
        }
    }
}

/* Writes the answers of those pairs of a chunk whose bit is set and which overlap at the beginning; they are known then. certain: all do; else
 * the depths of their pushes tell. */
static void solid_begin_in_contact(sweep_todo *todo, const uint64_t *bits, bool certain) {
    for (size_t first = 0; first < todo->c.count; first += BEGUN_SORTED) {
        const size_t left = todo->c.count - first;
        begin_some_in_contact(todo, bits, first, first + (left < BEGUN_SORTED ? left : BEGUN_SORTED), certain);
    }
}

/* Which of those pairs of a chunk that are asked about overlap at the beginning? They are added to todo->at_first. unsure: NULL, or receives
 * those that lanes leave open. */
static SEPAL_NOINLINE void solid_find_at_first(sweep_todo *todo, const uint64_t *asked, uint64_t *unsure) {
    const solids_query *q = &todo->s->q;
    const size_t count = todo->c.count;
    uint64_t found[SEPAL_BLOCK / 64], open[SEPAL_BLOCK / 64] = {0};
    const sepal_rule rule = solid_rule_of(q);
    for (size_t from = 0; from < count;) {
        block_room room;
        const size_t begin = from;
        const pair_list list = next_block(todo->c.pairs, count, asked, &from, &room);
        if (list.count == 0)
            continue;
        solids_kernel_overlap_filter(q->a, q->b, list.pairs, list.count, &rule, found, unsure != NULL ? open : NULL);
        if (list.count == (from < count ? from : count) - begin) /* all of them, as spheres mostly */
            copy_bits(todo->at_first + begin / 64, found, list.count);
        else
            take_bits(&list, found, todo->at_first);
        if (unsure != NULL)
            take_bits(&list, open, unsure);
    }
}

/* --- Time and normal, in lanes -------------------------------------------------------------------------------------------------------- */

static inline unsigned hit_kind(const void *question, sepal_pair pair) {
    const solid_sweep_query *s = question;
    const sepal_solid_head *a = &s->q.a->heads[pair.a], *b = &s->q.b->heads[pair.b];
    const unsigned block_a = hull_block(a->class), block_b = hull_block(b->class);
    const bool reach = solid_has_reach(&s->q, pair);
    const unsigned early = early_hit_kind(reach, a->class, b->class);
    if (early != HIT_ALONE)
        return early;
    const bool thin = (a->class == SEPAL_SOLID_POINT || a->class == SEPAL_SOLID_SEGMENT) &&
                      (b->class == SEPAL_SOLID_POINT || b->class == SEPAL_SOLID_SEGMENT);
    if (thin || block_a == HULL_BLOCKS || block_b == HULL_BLOCKS)
        return HIT_ALONE;
    if (!reach && b->class == SEPAL_SOLID_POINT && a->size == 3)
        return HIT_TRIANGLE_POINT;
    if (!reach && a->class == SEPAL_SOLID_POINT && b->size == 3)
        return HIT_POINT_TRIANGLE;
    return HIT_HULLS + HULL_BLOCKS * block_a + block_b;
}

/* Which pairs are asked: early, before portals, boxes, spheres and capsules with a reach, and of those without one those with a point, since
 * as it moves it covers a segment, in which portals mostly end without a certificate; nearing, then, if more than yes or no is wanted, the others
 * with a reach; late, the others, and those that are known to meet. */
typedef enum hit_turn { HIT_EARLY, HIT_NEARING, HIT_LATE } hit_turn;

/* Is it the turn of a pair? Hulls by the side that is entered, which also tells whether they meet: but not of solids without volume, which
 * can only touch, where touching is apart. Of boxes it is asked only if more is wanted: the axes of what they cover tell in less time whether
 * they meet. */
static inline bool is_asked(const sweep_todo *todo, sepal_pair pair, bool meets, hit_turn turn) {
    const solids_query *q = &todo->s->q;
    const sepal_solid_head *a = &q->a->heads[pair.a], *b = &q->b->heads[pair.b];
    const bool point = a->class == SEPAL_SOLID_POINT || b->class == SEPAL_SOLID_POINT;
    const bool hull = a->class >= SEPAL_SOLID_UP_TO_4 || b->class >= SEPAL_SOLID_UP_TO_4;
    const bool flat = !meets && q->touching != SEPAL_TOUCHING_OVERLAPS && (a->flags & b->flags & SEPAL_SOLID_FLAT) != 0;
    const bool reach = solid_some_reach(q) && solid_has_reach(q, pair);
    const bool early = reach ? early_hit_kind(true, a->class, b->class) != HIT_ALONE : point;
    if (turn == HIT_NEARING)
        return reach && !early && is_nearing(a, b);
    if (reach && point && !early) /* rays in a search have less of the stack than a side that is entered takes */
        return false;
    if (early != (turn == HIT_EARLY) || (!early && !hull && !todo->more))
        return false;
    const unsigned kind = hit_kind(todo->s, pair);
    if (kind <= HIT_POINT_BOX)
        return kind != HIT_ALONE && turn == HIT_EARLY;
    return (hull || todo->more) && !flat;
}

/* Do pairs meet that lanes leave open, as of ties? One at a time, from the triangles on that were found in lanes, if any. Ties are known as
 * such only where no difference of coordinates is rounded. */
static SEPAL_NOINLINE void enter_one_by_one(sweep_todo *todo, const hits_found *hits, const pair_list *block, verdicts *answers) {
    sepal_solid_hit hit;
    size_t k;
    FOR_BITS(k, answers->open, block->count) {
        const uint32_t start[3] = {hits->proposed[0][k], hits->proposed[1][k], hits->proposed[2][k]};
        if (start[0] == NO_CORNER || solid_has_reach(&hits->s->q, block->pairs[k]) ||
            !moves_within(hits->s, block->pairs[k], CORE_SPAN_EXACT))
            continue;
        if (!sepal_solids_pair_enters(hits->s, block->pairs[k], &solids_kernel_core_searches, start, &hit)) {
            set_bit(todo->entry_open, block->slots[k]);
            continue;
        }
        hits->time[k] = hit.time;
        for (int axis = 0; axis < 3; axis++)
            hits->normal[axis][k] = hit.normal[axis];
        answers->open[k / 64] &= ~((uint64_t)1 << k % 64);
        if (hit.meet)
            set_bit(answers->yes, k);
    }
}

/* By the parts that come within reach of each other. */
static SEPAL_NOINLINE void ask_round_kernel(const hits_found *hits, unsigned kind, const pair_list *block, verdicts *answers) {
    const bool segment = kind == HIT_BOX_SEGMENT || kind == HIT_SEGMENT_BOX || kind == HIT_SEGMENTS;
    const seen_query seen = {hits, block->count, kind % 2 == 0, segment}; /* in the order of the kinds */
    if (kind == HIT_SPHERES)
        (void)sweep_spheres(hits, block->pairs, block->count, (sizes){0}, answers);
    else if (kind >= HIT_SPHERE_BOX)
        (void)sweep_from_boxes(&seen, block->pairs, block->count, (sizes){0}, answers);
    else
        (void)sweep_from_segments(&seen, block->pairs, block->count, (sizes){0}, answers);
}

/* Of points and boxes, or triangles. Not inlined, so that its stack is free again when hulls are asked. */
static SEPAL_NOINLINE void ask_point_kernel(const solid_sweep_query *q, const hits_found *hits, unsigned kind,
                                            const pair_list *block, verdicts *answers) {
    const bool regular = (kind == HIT_BOX_POINT ? q->q.a : q->q.b)->regular;
    if (kind <= HIT_POINT_BOX)
        (void)ask_groups(point_hits_kernel, NULL, hits, block->pairs, block->count, (sizes){0, 0, regular}, answers);
    else
        (void)ask_groups(triangle_hits_kernel, NULL, hits, block->pairs, block->count, (sizes){0}, answers);
}

static void find_hits_of_block(void *to, unsigned kind, pair_list *block) {
    sweep_todo *todo = to;
    float time[SEPAL_BLOCK], normal[3][SEPAL_BLOCK];
    uint16_t proposed[3][SEPAL_BLOCK];
    hits_found hits = {todo->s, time, {normal[0], normal[1], normal[2]}, {proposed[0], proposed[1], proposed[2]}};
    verdicts answers;
    if (kind < HIT_BOX_POINT) {
        for (int axis = 0; axis < 3 && !todo->normals; axis++)
            hits.normal[axis] = NULL;
        ask_round_kernel(&hits, kind, block, &answers);
    } else if (kind < HIT_HULLS) {
        hits.time = todo->more ? time : NULL;
        ask_point_kernel(todo->s, &hits, kind, block, &answers);
    } else {
        const sizes n = hull_sizes(HULLS + kind - HIT_HULLS);
        if (ask_groups(entry_kernel, NULL, &hits, block->pairs, block->count, n, &answers) &&
            todo->s->q.touching == SEPAL_TOUCHING_OVERLAPS)
            enter_one_by_one(todo, &hits, block, &answers);
    }
    size_t k;
    if (kind > HIT_SPHERES && kind < HIT_BOX_POINT)
        FOR_BITS(k, answers.open, block->count)
            todo->part[block->slots[k]] = (uint8_t)proposed[0][k];
    write_certain_hits(todo->list->out, todo->first, block, answers.yes, &hits);
    take_bits(block, answers.yes, todo->known);
    take_bits(block, answers.open, todo->open);
}

/* With a reach: those that may meet, a few at a time, for the room on the stack; if lanes tell none of the first ones, not the others. */
static void find_nearings_of_block(void *to, unsigned kind, pair_list *block) {
    enum { NEARINGS_AT_ONCE = 32 };
    sweep_todo *todo = to;
    const sizes n = hull_sizes(HULLS + kind - HIT_HULLS);
    uint16_t proposed[3][SEPAL_BLOCK];
    float time[NEARINGS_AT_ONCE], normal[3][NEARINGS_AT_ONCE];
    hits_found hits = {.s = todo->s, .time = time, .proposed = {proposed[0], proposed[1], proposed[2]}};
    verdicts answers;
    size_t kept = 0, from = 0, some = SEPAL_LANES, k;
    for (int axis = 0; axis < 3 && todo->normals; axis++)
        hits.normal[axis] = normal[axis];
    (void)propose_nearing(&hits, block->pairs, block->count, n, &answers);
    for (int corner = 0; corner < 3; corner++) {
        kept = 0;
        FOR_BITS(k, answers.open, block->count)
            proposed[corner][kept++] = proposed[corner][k];
        for (k = kept; k % SEPAL_LANES != 0; k++) /* as a group of fewer pairs repeats the first one */
            proposed[corner][k] = proposed[corner][k - k % SEPAL_LANES];
    }
    keep_pairs(block, answers.open);
    for (bool told = true; from < kept && told; from += some, some = NEARINGS_AT_ONCE) {
        const pair_list part = part_of_list(block, from, kept - from < some ? kept - from : some);
        for (int corner = 0; corner < 3; corner++)
            hits.proposed[corner] = proposed[corner] + from;
        (void)settle_nearing(&hits, part.pairs, part.count, n, &answers);
        write_certain_hits(todo->list->out, todo->first, &part, answers.yes, &hits);
        take_bits(&part, answers.yes, todo->known);
        take_bits(&part, answers.open, todo->open);
        told = count_bits(answers.yes, part.count) > 0;
    }
    const pair_list rest = part_of_list(block, from < kept ? from : kept, from < kept ? kept - from : 0);
    (void)set_listed(&rest, todo->open);
}

/* Of those pairs of a chunk whose bit is set, the ones whose turn it is: what is certain is taken out of those that are open. kind: of all
 * of them, or HIT_KINDS. */
static SEPAL_NOINLINE void find_hits(sweep_todo *todo, const uint64_t *bits, unsigned kind, hit_turn turn) {
    const size_t count = todo->c.count;
    uint64_t taken[SWEEP_WORDS], any = 0;
    size_t k;
    copy_bits(taken, bits, count);
    if (kind == HIT_KINDS)
        FOR_BITS(k, bits, count)
            if (!is_asked(todo, todo->c.pairs[k], bit_at(todo->meet, k) != 0, turn))
                clear_bit(taken, k);
    for (size_t word = 0; word * 64 < count; word++) {
        any |= taken[word];
        todo->open[word] &= ~taken[word];
    }
    if (any != 0 && kind == HIT_KINDS)
        for_kinds(turn == HIT_NEARING ? find_nearings_of_block : find_hits_of_block, todo, hit_kind, HIT_KINDS, &todo->c, taken);
    else if (any != 0)
        for_one_kind(find_hits_of_block, todo, kind, &todo->c, taken);
}

/* --- A chunk ------------------------------------------------------------------------------------------------------------------------- */

/* Is it likely that two solids overlap at the beginning? Where the centres of their balls are nearer than five sixths of what these reach,
 * about; this bounds no error. */
static inline bool may_begin_in_contact(const solids_query *q, sepal_pair pair) {
    const sepal_solid_ball *a = &q->a->balls[pair.a], *b = &q->b->balls[pair.b];
    const float x = b->x - a->x, y = b->y - a->y, z = b->z - a->z, reach = (a->r + b->r) + q->margin;
    return x * x + y * y + z * z < 0.7F * (reach * reach);
}

/* Those pairs that are asked about and overlap at the beginning are no longer open. Where normals are wanted, those that lanes leave open
 * are pushed at once, which tells both, if half of the first ones overlap; else only whether they do is asked, which takes less time. */
static void take_contacts(sweep_todo *todo, const uint64_t *asked) {
    enum { PUSHED_FIRST = 4 };
    uint64_t unsure[SWEEP_WORDS] = {0}, some[SWEEP_WORDS] = {0};
    size_t k, count = 0, meet = 0;
    solid_find_at_first(todo, asked, todo->normals ? unsure : NULL);
    FOR_BITS(k, unsure, todo->c.count)
        if (count < PUSHED_FIRST) {
            set_bit(some, k);
            clear_bit(unsure, k);
            count++;
        }
    if (count > 0) {
        solid_begin_in_contact(todo, some, false);
        FOR_BITS(k, some, todo->c.count)
            meet += bit_at(todo->known, k);
        if (2 * meet >= count)
            solid_begin_in_contact(todo, unsure, false);
        else
            solid_find_at_first(todo, unsure, NULL);
    }
    for (size_t word = 0; word * 64 < todo->c.count; word++) {
        todo->at_first[word] |= (some[word] | unsure[word]) & todo->known[word];
        todo->open[word] &= ~todo->at_first[word];
    }
}

/* Which of the open pairs that have a reach overlap at the beginning? Of those whose time lanes find, and if more is wanted, of those that are
 * near: that takes less time than what is told on the way, and then need not be asked. asked: receives those that were. */
static SEPAL_NOINLINE void find_early_contacts(sweep_todo *todo, unsigned kind, uint64_t *asked) {
    const solids_query *q = &todo->s->q;
    size_t k;
    copy_bits(asked, todo->open, todo->c.count);
    if (kind == HIT_KINDS)
        FOR_BITS(k, todo->open, todo->c.count) {
            const sepal_pair pair = todo->c.pairs[k];
            if (!solid_has_reach(q, pair) ||
                (early_hit_kind(true, q->a->heads[pair.a].class, q->b->heads[pair.b].class) == HIT_ALONE &&
                 !(todo->more && may_begin_in_contact(q, pair))))
                clear_bit(asked, k);
        }
    take_contacts(todo, asked);
}

/* The open pairs of a chunk of which one has a reach, and one more vertices than fit in lanes: those that may meet, but not at the beginning, one at
 * a time, from the part that lanes propose. */
static SEPAL_NOINLINE void find_large_hits(sweep_todo *todo) {
    const solids_query *q = &todo->s->q;
    for (size_t k = 0; k < todo->c.count;) {
        sepal_pair pairs[SEPAL_LANES], spare[SEPAL_LANES];
        uint32_t slots[SEPAL_LANES], members[3][SEPAL_LANES], count = 0;
        for (; k < todo->c.count && count < SEPAL_LANES; k++) {
            const sepal_pair pair = pairs[count] = todo->c.pairs[k];
            if (bit_at(todo->open, k) && is_large(&q->a->heads[pair.a], &q->b->heads[pair.b]) && solid_has_reach(q, pair))
                slots[count++] = (uint32_t)k;
        }
        const lanes found =
            count > 0 ? near_in_rows(todo->s, group_at(pairs, 0, count, spare), count, members) : (lanes){0, ALL_LANES};
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t part[3] = {members[0][i], members[1][i], members[2][i]};
            const sweep_hint hint = {.members = part};
            sepal_solid_hit hit = sepal_solid_no_hit();
            if ((found.open >> i & 1) == 0)
                clear_bit(todo->open, slots[i]);
            if ((found.yes >> i & 1) != 0)
                hit = sepal_solids_pair_hit(todo->s, pairs[i], &solids_kernel_core_searches, hint);
            if (hit.meet) {
                set_bit(todo->known, slots[i]);
                sepal_solid_hit_write(todo->hits, todo->first + slots[i], hit);
            }
        }
    }
}

/* Writes the answers that the lanes have not written: one pair at a time, where it may meet. */
static SEPAL_NOINLINE void write_other_hits(sweep_todo *todo) {
    for (size_t at = 0; at < todo->c.count; at += 64) {
        const uint64_t meet = todo->meet[at / 64], may = meet | todo->open[at / 64];
        const uint64_t left = bits_below(todo->c.count, at) & ~(todo->known[at / 64] | todo->at_first[at / 64]);
        for (uint64_t bits = left; bits != 0; bits &= bits - 1) {
            const unsigned k = sepal_lowest_bit(bits);
            sepal_solid_hit hit = sepal_solid_no_hit();
            if ((may >> k & 1) != 0) {
                const sweep_hint hint = {(meet >> k & 1) != 0, bit_at(todo->entry_open, at + k) != 0, todo->part[at + k], NULL};
                hit = sepal_solids_pair_hit(todo->s, todo->c.pairs[at + k], &solids_kernel_core_searches, hint);
                if (hit.meet)
                    set_bit(todo->known, at + k);
            }
            sepal_solid_hit_write(todo->hits, todo->first + at + k, hit);
        }
        todo->meet[at / 64] = 0;
    }
}

/* Solids of few bits that are both flat, and open, one at a time by the side that is entered: if that tells their answer they do not meet at the
 * beginning, which takes as long to ask, as lanes leave most of them open. As long as half of them are told. */
static SEPAL_NOINLINE void enter_flat_ones(sweep_todo *todo) {
    enum { ENTERED_FIRST = 4 };
    const solid_sweep_query *s = todo->s;
    sepal_solid_hit hit;
    size_t k, asked = 0, told = 0;
    FOR_BITS(k, todo->open, todo->c.count) {
        const sepal_pair pair = todo->c.pairs[k];
        if ((s->q.a->heads[pair.a].flags & s->q.b->heads[pair.b].flags & SEPAL_SOLID_FLAT) == 0 || solid_has_reach(&s->q, pair) ||
            !moves_within(s, pair, CORE_SPAN_EXACT) || (asked >= ENTERED_FIRST && 2 * told < asked))
            continue;
        asked++;
        if (!sepal_solids_pair_enters(s, pair, &solids_kernel_core_searches, NULL, &hit))
            continue;
        told++;
        clear_bit(todo->open, k);
        sepal_solid_hit_write(todo->hits, todo->first + k, hit);
        if (hit.meet)
            set_bit(todo->known, k);
    }
}

/* Answers the open pairs of a chunk. kind: as of find_hits. */
static SEPAL_NOINLINE void sweep_open(sweep_todo *todo, unsigned kind) {
    const solid_sweep_query *s = todo->s;
    const size_t count = todo->c.count;
    uint64_t asked[SWEEP_WORDS], any = 0;
    size_t k;
    for (size_t word = 0; word * 64 < count; word++)
        asked[word] = 0;
    if (solid_some_reach(&s->q))
        find_early_contacts(todo, kind, asked);
    find_hits(todo, todo->open, kind, HIT_EARLY);
    if (todo->more && solid_some_reach(&s->q) && kind == HIT_KINDS)
        find_hits(todo, todo->open, kind, HIT_NEARING);
    if (todo->more && (s->q.a->largest > HULL_VERTICES || s->q.b->largest > HULL_VERTICES))
        find_large_hits(todo);
    for (size_t word = 0; word * 64 < count; word++)
        any |= todo->open[word];
    if (any == 0)
        return;
    sweep_in_lanes(todo);
    sweep_in_rows(todo);
    if (todo->more && s->q.touching == SEPAL_TOUCHING_OVERLAPS)
        enter_flat_ones(todo);
    if (todo->more) {
        for (size_t word = 0; word * 64 < count; word++)
            asked[word] = (todo->meet[word] | todo->open[word]) & ~asked[word];
        take_contacts(todo, asked);
    }
    for (size_t word = 0; word * 64 < count; word++)
        asked[word] = todo->open[word] | (todo->more ? todo->meet[word] & ~(todo->at_first[word] | todo->known[word]) : 0);
    find_hits(todo, asked, HIT_KINDS, HIT_LATE);
    if (!todo->more)
        FOR_BITS(k, todo->open, count)
            if (sepal_solids_pair_meets(s, todo->c.pairs[k], &solids_kernel_core_searches,
                                        (sweep_hint){false, bit_at(todo->entry_open, k) != 0, todo->part[k], NULL}))
                set_bit(todo->meet, k);
}

/* Those pairs of a chunk whose balls do not tell whether they meet are open: are there any? A function of its own, for its room on the stack. */
static SEPAL_NOINLINE bool sweep_balls(sweep_todo *todo) {
    const solid_sweep_query *s = todo->s;
    const bool spheres = all_spheres(s->q.a) && all_spheres(s->q.b) && !todo->more; /* of which balls tell most */
    verdicts answers;
    const bool left = filter_sweep_balls(&(sweep_balls_query){s, spheres}, todo->c.pairs, todo->c.count, (sizes){0}, &answers);
    copy_bits(todo->meet, answers.yes, todo->c.count);
    copy_bits(todo->open, answers.open, todo->c.count);
    return left;
}

/* Answers a chunk, but for the hits of those that certainly overlap at the beginning. Not inlined, since what it needs for the parts need not
 * be on the stack while the pushes of these are found. */
static SEPAL_NOINLINE void sweep_those_apart(sweep_todo *todo) {
    const sepal_solids *a = todo->s->q.a, *b = todo->s->q.b;
    const unsigned of_all = early_hit_kind(solid_some_reach(&todo->s->q), class_of_all(a), class_of_all(b));
    const unsigned kind = of_all != HIT_ALONE ? of_all : HIT_KINDS; /* only if the sets tell it, and it is asked early */
    uint8_t part[SEPAL_CHUNK];
    memset(part, 0, todo->c.count);
    todo->part = part;
    const bool by_slabs = kind == HIT_BOX_POINT || kind == HIT_POINT_BOX;
    if (by_slabs)
        set_all(todo->open, todo->c.count); /* slabs take as little time as balls */
    if (by_slabs || sweep_balls(todo))
        sweep_open(todo, kind);
    if (todo->more)
        write_other_hits(todo);
    todo->part = NULL;
}

static void sweep_chunk(const void *question, size_t first, size_t count) {
    const solid_sweep_list *list = question;
    const solid_sweep_query *s = list->s;
    sepal_solid_hits out = *list->out;
    sweep_todo todo;
    todo.list = list;
    todo.s = s;
    todo.c = chunk_of_numbers(s, list->pairs, first, first + count);
    todo.first = first;
    for (size_t word = 0; word * 64 < count; word++)
        todo.open[word] = todo.meet[word] = todo.known[word] = todo.at_first[word] = todo.entry_open[word] = 0;
    todo.more = sepal_solid_hits_want_more(&out);
    todo.normals = out.normal_x != NULL || out.normal_y != NULL || out.normal_z != NULL;
    out.bits = NULL;
    todo.hits = &out;
    sweep_those_apart(&todo);
    for (size_t word = 0; word * 64 < count; word++)
        todo.at_first[word] &= ~todo.known[word];
    if (todo.more)
        solid_begin_in_contact(&todo, todo.at_first, true);
    for (size_t word = 0; word * 64 < count && list->out->bits != NULL; word++)
        list->out->bits[first / 64 + word] = todo.meet[word] | todo.known[word] | todo.at_first[word];
}

void solids_kernel_sweep_pairs(const sepal_solids *a, const sepal_solid_moves *moves_a, const sepal_solids *b,
                               const sepal_solid_moves *moves_b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                               const sepal_solid_hits *out) {
    solid_sweep_query s = {{a, b, rule->touching, rule->margin, false}, moves_a, moves_b};
    for_chunks(sweep_chunk, &(solid_sweep_list){&s, pairs, out}, count);
}

/* A program that has the one has the others, too, so that they are one unit (sepal_lanes.h). */
#include "solids_kernel_sweep_one.c"
