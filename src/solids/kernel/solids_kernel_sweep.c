/* solids_kernel_sweep.c — do moving solids meet, when and how?
 *
 *     boxes and points         in double and in lanes, with time and normal
 *     others                   balls on their way, in lanes
 *     with a reach, boxes,     who overlaps at the beginning; the others in double and in lanes, with time and normal
 *     capsules and spheres
 * What these leave goes on:
 *     yes or no     boxes by axes, hulls by portals, solids with radii by near points, all in lanes ─┐
 *                   boxes, points and spheres in double, the side by which a core is entered ────────┤
 *                   (ties by integers), what is covered on the way: one pair at a time ─ reference ──┘
 *     time, normal  overlap at the beginning: 0, and the normal of the push; of spheres and hulls in lanes; then one pair at a time in
 *                   double, where that is certain; then the reference */
#include "../../core/arithmetic.h"

#include "../../batch/plan.h"
#include "names.h"
#include "portal.h"
#include "query.h"
#include "sweep_entry.h"
#include "sweep_filters.h"
#include "sweep_parts.h"
#include "sweep_points.h"

typedef struct solid_sweep_list {
    const solid_sweep_query *s;
    const sepal_pair *pairs;
    const sepal_solid_hits *out;
} solid_sweep_list;

/* --- Yes or no, in lanes -------------------------------------------------------------------------- */

/* By the filter. ALONE: none in lanes. ROWS: one has more vertices than fit in lanes. From SWEPT_HULLS on as in query.h. */
enum { SWEPT_ALONE, SWEPT_SPHERES, SWEPT_BOXES, SWEPT_ROWS, SWEPT_HULLS, SWEPT_KINDS = SWEPT_HULLS + HULL_BLOCKS * HULL_BLOCKS };

/* Solids without volume, of which each can only touch the other, are left to the reference where touching is apart. */
static inline unsigned swept_kind(const void *question, sepal_pair pair) {
    const solid_sweep_query *s = question;
    const sepal_solid_head *a = &s->q.a->heads[pair.a], *b = &s->q.b->heads[pair.b];
    unsigned block_a = hull_block(a->class), block_b = hull_block(b->class);
    if (a->class == SEPAL_SOLID_POINT && b->class == SEPAL_SOLID_POINT)
        return SWEPT_SPHERES;
    if (!solid_has_reach(&s->q, pair)) {
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
    const sizes n = hull_sizes(HULLS + kind - SWEPT_HULLS);
    const bool round = solid_some_reach(&s->q),
               segments = round && (n.a == 4 || n.b == 4); /* hardly any of these hold a tetrahedron */
    verdicts found;
    if (!segments) {
        filter_swept_portal(s, list->pairs, list->count, n, &found);
        take_answers(list, &found, meet);
    }
    if (round && list->count > 0) {
        filter_swept_nearest(s, list->pairs, list->count, n, &found);
        take_answers(list, &found, meet);
    }
    if (segments && list->count > 0) {
        filter_swept_portal(s, list->pairs, list->count, n, &found);
        take_answers(list, &found, meet);
    }
}

static SEPAL_NOINLINE void sweep_quickly(const solid_sweep_query *s, unsigned kind, pair_list *list, uint64_t *meet) {
    verdicts found;
    if (kind == SWEPT_SPHERES)
        filter_sweep_balls(s, list->pairs, list->count, true, &found);
    else if (kind == SWEPT_ROWS)
        search_in_rows(&s->q, s, list->pairs, list->count, NULL, &found);
    else
        filter_swept_boxes(s, list->pairs, list->count, &found);
    take_answers(list, &found, meet);
}

/* Not inlined, since what it needs for sorting need not be on the stack in the stages after it. */
static SEPAL_NOINLINE void sort_swept(const solid_sweep_query *s, const sepal_pair *pairs, size_t count, const uint64_t *bits,
                                      slot_bins *out) {
    sort_slots(swept_kind, SWEPT_KINDS, s, pairs, count, bits, out);
}

/* Answers those pairs of a chunk that the balls leave open. left: the pairs that are still open. */
static SEPAL_NOINLINE void sweep_in_lanes(const solid_sweep_query *s, const sepal_pair *pairs, size_t count, const uint64_t *open,
                                          uint64_t *meet, uint64_t *left) {
    slot_bins waiting;
    sort_swept(s, pairs, count, open, &waiting);
    for (unsigned kind = 0; kind < SWEPT_KINDS; kind++)
        for (size_t from = 0; from < kind_count(&waiting, kind); from += SEPAL_BLOCK) {
            sepal_pair room[SEPAL_BLOCK];
            pair_list list = block_of_kind(&waiting, kind, from, pairs, room);
            if (kind >= SWEPT_HULLS)
                sweep_blocks(s, kind, &list, meet);
            else if (kind != SWEPT_ALONE)
                sweep_quickly(s, kind, &list, meet);
            for (size_t k = 0; k < list.count; k++)
                set_bit(left, list.slots[k]);
        }
}

/* --- A word of pairs ------------------------------------------------------------------------------ */

/* By the classes of both, in any order. */
static inline uint8_t begin_kind(const solid_sweep_query *s, sepal_pair pair) {
    const unsigned a = s->q.a->heads[pair.a].class, b = s->q.b->heads[pair.b].class, most = a > b ? a : b;
    return (uint8_t)(most * (most + 1) / 2 + (a > b ? b : a));
}
_Static_assert((SEPAL_SOLID_CLASSES + 1) * SEPAL_SOLID_CLASSES / 2 <= 64, "a bit for each kind");

/* The normals of pairs that overlap at the beginning, of a chunk, by kind, so that each kind fills the lanes; a few at a time, and without a
 * list of the whole chunk, since the question about pushes takes much of the stack. */
static SEPAL_NOINLINE void solid_begin_in_contact(const solid_sweep_query *s, const sepal_pair *pairs, size_t count,
                                                  const uint64_t *bits, const sepal_solid_hits *out, size_t first) {
    enum { BEGUN_AT_ONCE = 64 };
    float normal[3][BEGUN_AT_ONCE];
    sepal_pair room[BEGUN_AT_ONCE];
    uint16_t slots[BEGUN_AT_ONCE];
    uint8_t kind_of[SEPAL_CHUNK];
    const uint64_t all = ~UINT64_C(0);
    uint64_t present = 0;
    size_t k;
    sepal_solids_push_policy quick = {.hulls_meet = !solid_some_reach(&s->q)};
    const bool normals = out->normal_x != NULL || out->normal_y != NULL || out->normal_z != NULL;
    FOR_BITS(k, bits, count) {
        kind_of[k] = begin_kind(s, pairs[k]);
        present |= UINT64_C(1) << kind_of[k];
    }
    for (; present != 0; present &= present - 1) {
        const unsigned kind = sepal_lowest_bit(present);
        for (size_t from = 0; from < count;) {
            size_t listed = 0;
            bool cores_meet = true; /* as those certainly do that have no reach */
            for (; from < count && listed < BEGUN_AT_ONCE; from++)
                if (bit_at(bits, from) != 0 && kind_of[from] == kind) {
                    slots[listed] = (uint16_t)from;
                    room[listed++] = pairs[from];
                    cores_meet &= !solid_has_reach(&s->q, pairs[from]);
                }
            if (listed > 0 && normals)
                solids_kernel_mtv_block(s->q.a, s->q.b, room, listed, s->q.margin, cores_meet ? &all : NULL, &quick,
                                        &(sepal_solid_mtvs){.normal_x = normal[0], .normal_y = normal[1], .normal_z = normal[2]});
            for (size_t n = 0; n < listed; n++) {
                sepal_solid_hit hit = {true, 0, {0, 0, 0}};
                for (int axis = 0; axis < 3 && normals; axis++)
                    hit.normal[axis] = normal[axis][n];
                sepal_solid_hit_write(out, first + slots[n], hit);
            }
        }
    }
}

/* Which of those pairs of a chunk that are asked about overlap at the beginning? at_first: receives their bits besides those that it has. */
static SEPAL_NOINLINE void solid_find_at_first(const solid_sweep_query *s, const sepal_pair *pairs, size_t count,
                                               const uint64_t *asked, uint64_t *at_first) {
    uint64_t found[SEPAL_BLOCK / 64];
    const sepal_rule rule = solid_rule_of(&s->q);
    for (size_t from = 0; from < count;) {
        block_room room;
        const size_t begin = from;
        const pair_list list = next_block(pairs, count, asked, &from, &room);
        if (list.count == 0)
            continue;
        solids_kernel_overlap_pairs(s->q.a, s->q.b, list.pairs, list.count, &rule, found);
        if (list.count == (from < count ? from : count) - begin) /* all of them, as spheres mostly */
            copy_bits(at_first + begin / 64, found, list.count);
        else
            take_bits(&list, found, at_first);
    }
}

/* --- Spheres, capsules and boxes -------------------------------------------------------------------- */

/* By the kernels of sweep_parts.h; those of AFTER are the other way round. */
enum { PART_ALONE, PART_BOX_SPHERE, PART_BOX_SEGMENT, PART_SEGMENT_SPHERE, PART_SEGMENTS, PART_AFTER, PART_KINDS = 2 * PART_AFTER };

static inline unsigned part_kind_of(unsigned class_a, unsigned class_b) {
    static const uint8_t kind[3][3] = {
        [SEPAL_SOLID_BOX] = {PART_ALONE, PART_BOX_SPHERE, PART_BOX_SEGMENT},
        [SEPAL_SOLID_POINT] = {PART_AFTER + PART_BOX_SPHERE, PART_ALONE, PART_AFTER + PART_SEGMENT_SPHERE},
        [SEPAL_SOLID_SEGMENT] = {PART_AFTER + PART_BOX_SEGMENT, PART_SEGMENT_SPHERE, PART_SEGMENTS},
    };
    return class_a < SEPAL_SOLID_UP_TO_4 && class_b < SEPAL_SOLID_UP_TO_4 ? kind[class_a][class_b] : PART_ALONE;
}

static inline unsigned part_kind(const void *question, sepal_pair pair) {
    const solid_sweep_query *s = question;
    return part_kind_of(s->q.a->heads[pair.a].class, s->q.b->heads[pair.b].class);
}

/* A chunk; of its pairs those that meet, with all of their answers, and those that are left open: NULL if all are known to meet; and those
 * of which sepal_solids_pair_enters was not certain. */
typedef struct hits_work {
    const solid_sweep_list *list;
    size_t first;
    uint64_t *known, *open, *entry_open;
} hits_work;

static void sweep_parts_of_block(void *to, unsigned kind, pair_list *block) {
    const hits_work *of = to;
    float time[SEPAL_BLOCK], normal[3][SEPAL_BLOCK];
    const sepal_solid_hits *out = of->list->out;
    const bool normals = out->normal_x != NULL || out->normal_y != NULL || out->normal_z != NULL;
    hits_found hits = {of->list->s, time, {NULL, NULL, NULL}, {NULL, NULL, NULL}};
    for (int axis = 0; axis < 3 && normals; axis++)
        hits.normal[axis] = normal[axis];
    const unsigned both = kind % PART_AFTER;
    const sizes n = {kind < PART_AFTER, (uint32_t)block->count, both == PART_BOX_SEGMENT || both == PART_SEGMENTS};
    verdicts found;
    if (both == PART_BOX_SPHERE || both == PART_BOX_SEGMENT)
        sweep_from_boxes(&hits, block, n, &found);
    else
        sweep_from_segments(&hits, block, n, &found);
    write_certain_hits(out, of->first, block, found.yes, &hits);
    take_bits(block, found.yes, of->known);
    take_bits(block, found.open, of->open);
}

/* The kind of all pairs; PART_KINDS if they may be of several. */
static inline unsigned part_kind_of_all(const solid_sweep_query *s) {
    const unsigned class_a = class_of_all(s->q.a), class_b = class_of_all(s->q.b);
    if (!solid_some_reach(&s->q))
        return PART_ALONE;
    return class_a == SEPAL_SOLID_CLASSES || class_b == SEPAL_SOLID_CLASSES ? PART_KINDS : part_kind_of(class_a, class_b);
}

/* Has the kernels answer the pairs of a chunk whose bit is set. Not inlined, since what it needs for sorting need not be on the stack
 * in the stage before it. */
static SEPAL_NOINLINE void ask_parts(hits_work *of, unsigned kind, const chunk *c, const uint64_t *bits) {
    if (kind == PART_KINDS)
        for_kinds(sweep_parts_of_block, of, part_kind, PART_KINDS, c, bits);
    else
        for_one_kind(sweep_parts_of_block, of, kind, c, bits);
}

/* Are there open pairs that the kernels take? */
static inline bool some_parts(const solid_sweep_query *s, unsigned kind, const sepal_pair *pairs, size_t count,
                              const uint64_t *open) {
    size_t k;
    if (kind != PART_KINDS)
        return kind != PART_ALONE;
    FOR_BITS(k, open, count)
        if (part_kind(s, pairs[k]) != PART_ALONE)
            return true;
    return false;
}

/* Of a chunk, those pairs whose bit is set in `open` and that the kernels take: those that overlap at the beginning, and what the kernels
 * tell of the others. known: receives those that meet; what is answered is taken out of those that are open, and are asked about. Returns
 * whether any of the latter are left. */
static SEPAL_NOINLINE bool sweep_parts(const solid_sweep_list *list, unsigned kind, size_t first, size_t count, uint64_t *open,
                                       uint64_t *known, uint64_t *asked) {
    const solid_sweep_query *s = list->s;
    const chunk c = chunk_of_numbers(s, list->pairs, first, count + first);
    uint64_t taken[SEPAL_CHUNK / 64] = {0}, at_first[SEPAL_CHUNK / 64] = {0}, begin = 0, later = 0, any = 0;
    hits_work of = {list, first, known, open, NULL};
    sepal_solid_hits rest = *list->out;
    size_t k;
    for (size_t word = 0; kind != PART_KINDS && word * 64 < count; word++)
        taken[word] = open[word];
    if (kind == PART_KINDS)
        FOR_BITS(k, open, count)
            if (part_kind(s, c.pairs[k]) != PART_ALONE)
                set_bit(taken, k);
    solid_find_at_first(s, c.pairs, count, taken, at_first);
    for (size_t word = 0; word * 64 < count; word++) {
        open[word] &= ~taken[word];
        asked[word] &= ~taken[word];
        known[word] |= at_first[word];
        taken[word] &= ~at_first[word];
        begin |= at_first[word];
        later |= taken[word];
    }
    rest.bits = NULL;
    if (begin != 0 && sepal_solid_hits_want_more(&rest))
        solid_begin_in_contact(s, c.pairs, count, at_first, &rest, first);
    if (later != 0)
        ask_parts(&of, kind, &c, taken);
    for (size_t word = 0; word * 64 < count; word++) {
        any |= asked[word] |= open[word];
        taken[word] &= ~(known[word] | open[word]);
    }
    if (sepal_solid_hits_want_more(&rest))
        FOR_BITS(k, taken, count)
            sepal_solid_hit_write(&rest, first + k, sepal_solid_no_hit());
    return any != 0;
}

/* --- Hulls and boxes -------------------------------------------------------------------------------- */

/* Cores without a reach, of which one at least is a hull or a box, by the sizes of their blocks. */
enum {
    ENTRY_ALONE,
    ENTRY_POINT_TRIANGLE, /* and the other way round */
    ENTRY_TRIANGLE_POINT,
    ENTRY_HULLS,
    ENTRY_KINDS = ENTRY_HULLS + HULL_BLOCKS * HULL_BLOCKS
};

static inline bool is_triangle(const sepal_solids *set, uint32_t index) {
    return set->heads[index].size == 3;
}

static inline bool is_hull_or_box(unsigned class) {
    return class == SEPAL_SOLID_BOX || class >= SEPAL_SOLID_UP_TO_4;
}

static inline unsigned entry_kind(const void *question, sepal_pair pair) {
    const solid_sweep_query *s = question;
    const unsigned class_a = s->q.a->heads[pair.a].class, class_b = s->q.b->heads[pair.b].class;
    const unsigned block_a = hull_block((uint16_t)class_a), block_b = hull_block((uint16_t)class_b);
    if (!(is_hull_or_box(class_a) || is_hull_or_box(class_b)) || block_a == HULL_BLOCKS || block_b == HULL_BLOCKS ||
        solid_has_reach(&s->q, pair))
        return ENTRY_ALONE;
    if (class_b == SEPAL_SOLID_POINT && is_triangle(s->q.a, pair.a))
        return ENTRY_TRIANGLE_POINT;
    if (class_a == SEPAL_SOLID_POINT && is_triangle(s->q.b, pair.b))
        return ENTRY_POINT_TRIANGLE;
    return ENTRY_HULLS + HULL_BLOCKS * block_a + block_b;
}

/* Are all coordinates and moves of a pair exact in double, and so are differences? Only then are ties known as such. */
static bool moves_exactly(const solid_sweep_query *s, sepal_pair pair) {
    int low, high;
    find_moving_span(s, pair, &low, &high);
    return high - low <= CORE_SPAN_EXACT;
}

/* Do pairs meet that lanes leave open, as of ties? One at a time, from the triangles on that were found in lanes, if any. */
static SEPAL_NOINLINE void enter_one_by_one(const hits_work *of, const hits_found *hits, const pair_list *block, verdicts *found) {
    sepal_solid_hit hit;
    size_t k;
    FOR_BITS(k, found->open, block->count) {
        const uint32_t start[3] = {hits->proposed[0][k], hits->proposed[1][k], hits->proposed[2][k]};
        if (start[0] == NO_CORNER || !moves_exactly(hits->s, block->pairs[k]))
            continue;
        if (!sepal_solids_pair_enters(hits->s, block->pairs[k], &solids_kernel_core_searches, start, &hit)) {
            set_bit(of->entry_open, block->slots[k]);
            continue;
        }
        hits->time[k] = hit.time;
        for (int axis = 0; axis < 3; axis++)
            hits->normal[axis][k] = hit.normal[axis];
        found->open[k / 64] &= ~((uint64_t)1 << k % 64);
        if (hit.meet)
            set_bit(found->yes, k);
    }
}

static void find_entries_of_block(void *to, unsigned kind, pair_list *block) {
    const hits_work *of = to;
    float time[SEPAL_BLOCK], normal[3][SEPAL_BLOCK];
    uint16_t proposed[3][SEPAL_BLOCK];
    const hits_found hits = {of->list->s, time, {normal[0], normal[1], normal[2]}, {proposed[0], proposed[1], proposed[2]}};
    verdicts found;
    if (kind == ENTRY_ALONE)
        return;
    if (kind < ENTRY_HULLS) {
        const sizes n = {kind == ENTRY_TRIANGLE_POINT, sepal_solid_hits_want_more(of->list->out), false};
        (void)ask_groups(triangle_hits_kernel, NULL, &hits, block->pairs, block->count, n, &found);
    } else {
        sizes n = hull_sizes(HULLS + kind - ENTRY_HULLS);
        n.same = of->open != NULL;
        if (ask_groups(entry_kernel, NULL, &hits, block->pairs, block->count, n, &found) && n.same &&
            of->list->s->q.touching == SEPAL_TOUCHING_OVERLAPS)
            enter_one_by_one(of, &hits, block, &found);
    }
    write_certain_hits(of->list->out, of->first, block, found.yes, &hits);
    take_bits(block, found.yes, of->known);
    if (of->open != NULL)
        take_bits(block, found.open, of->open);
}

/* Is one of a pair a point? As it moves it covers a segment, in which portals mostly end without a certificate. */
static inline bool has_point(const solid_sweep_query *s, sepal_pair pair) {
    return s->q.a->heads[pair.a].class == SEPAL_SOLID_POINT || s->q.b->heads[pair.b].class == SEPAL_SOLID_POINT;
}

/* Can the entry tell whether they meet? Solids without volume, which can only touch, do not meet where touching is apart. Of boxes and points
 * it is asked only if more is wanted: the axes of what they cover tell in less time whether they meet. */
static inline bool entry_tells(const solid_sweep_query *s, sepal_pair pair, bool more) {
    const sepal_solid_head *a = &s->q.a->heads[pair.a], *b = &s->q.b->heads[pair.b];
    const bool flat = (a->flags & b->flags & SEPAL_SOLID_FLAT) != 0;
    const bool hull = a->class >= SEPAL_SOLID_UP_TO_4 || b->class >= SEPAL_SOLID_UP_TO_4;
    return entry_kind(s, pair) != ENTRY_ALONE && (hull || more) && (s->q.touching == SEPAL_TOUCHING_OVERLAPS || !flat);
}

/* Of pairs of a chunk that may meet: those with a point, or those without. open: what is certain is taken out; known: receives those that
 * meet, with all of their answers; entry_open: those that were asked about one at a time and stay open. */
static SEPAL_NOINLINE void enter_hulls(const solid_sweep_list *list, size_t first, size_t count, bool points, uint64_t *open,
                                       uint64_t *known,        /* NOLINT(readability-non-const-parameter): written through `of` */
                                       uint64_t *entry_open) { /* NOLINT(readability-non-const-parameter): as well */
    const chunk c = chunk_of_numbers(list->s, list->pairs, first, count + first);
    uint64_t taken[SEPAL_CHUNK / 64] = {0}, any = 0;
    hits_work of = {list, first, known, open, entry_open};
    const bool more = sepal_solid_hits_want_more(list->out);
    size_t k;
    FOR_BITS(k, open, count)
        if (has_point(list->s, c.pairs[k]) == points && entry_tells(list->s, c.pairs[k], more))
            set_bit(taken, k);
    for (size_t word = 0; word * 64 < count; word++) {
        open[word] &= ~taken[word];
        any |= taken[word];
    }
    if (any != 0)
        for_kinds(find_entries_of_block, &of, entry_kind, ENTRY_KINDS, &c, taken);
}

/* The times of those cores of a chunk that meet, but not at the beginning. known: those that are found. */
static SEPAL_NOINLINE void solid_find_entries(const solid_sweep_list *list, size_t first, size_t count, const uint64_t *meet,
                                              const uint64_t *at_first, uint64_t *known) {
    const solid_sweep_query *s = list->s;
    const chunk c = chunk_of_numbers(s, list->pairs, first, count + first);
    uint64_t asked[SEPAL_CHUNK / 64], any = 0;
    hits_work of = {list, first, known, NULL, NULL};
    for (size_t at = 0; at < count; at += 64) {
        known[at / 64] = 0;
        any |= asked[at / 64] = meet[at / 64] & ~at_first[at / 64];
    }
    if (any != 0)
        for_kinds(find_entries_of_block, &of, entry_kind, ENTRY_KINDS, &c, asked);
}

/* The times of those pairs first .. of a list that are asked about, at most 64; first is a multiple of 64. meet: those of them that are
 * known to meet; left: those that may; at_first: those of both that overlap at the beginning; known: those whose time is known. Returns
 * those that meet. */
static uint64_t solid_find_times(const solid_sweep_list *list, size_t first, size_t count, uint64_t asked, uint64_t meet,
                                 uint64_t left, uint64_t at_first, uint64_t known, uint64_t entry_open) {
    const solid_sweep_query *s = list->s;
    const sepal_pair *pairs = list->pairs + first;
    sepal_solid_hits rest = *list->out;
    rest.bits = NULL; /* the word is written at once */
    meet |= at_first;
    if (all_spheres(s->q.a) && all_spheres(s->q.b))
        known = find_sphere_hits(s, pairs, (meet | left) & ~at_first, list->out, first);
    meet |= known;
    known |= at_first;
    for (size_t k = 0; k < count; k++) {
        sepal_solid_hit hit = sepal_solid_no_hit();
        if ((asked >> k & 1) == 0 || (known >> k & 1) != 0)
            continue;
        if (((meet | left) >> k & 1) != 0)
            hit =
                sepal_solids_pair_hit(s, pairs[k], &solids_kernel_core_searches, (meet >> k & 1) != 0, (entry_open >> k & 1) != 0);
        meet |= (uint64_t)hit.meet << k;
        sepal_solid_hit_write(&rest, first + k, hit);
    }
    return meet;
}

/* The balls, which tell all of most spheres. */
static SEPAL_NOINLINE bool sweep_by_balls(const solid_sweep_query *s, const sepal_pair *pairs, size_t count, bool spheres,
                                          uint64_t *meet, uint64_t *open) {
    verdicts found;
    const bool some = filter_sweep_balls(s, pairs, count, spheres, &found);
    copy_bits(meet, found.yes, count);
    copy_bits(open, found.open, count);
    return some;
}

/* Boxes and moving points. known: those that meet; asked: those that are left, of all pairs. Returns whether there are any. */
static SEPAL_NOINLINE bool sweep_points(const solid_sweep_list *list, size_t first, size_t count, uint64_t *known,
                                        uint64_t *asked) {
    uint64_t some = 0;
    for (size_t at = 0; at < count; at += 64) {
        const size_t size = count - at < 64 ? count - at : 64;
        known[at / 64] = find_point_hits(list->s, list->pairs + first + at, size, list->out, first + at, &asked[at / 64]);
        some |= asked[at / 64];
    }
    return some != 0;
}

/* Is it likely that two solids overlap at the beginning? Where the centres of their balls are nearer than five sixths of what these reach,
 * about; this bounds no error. */
static inline bool may_begin_in_contact(const solids_query *q, sepal_pair pair) {
    const sepal_solid_ball *a = &q->a->balls[pair.a], *b = &q->b->balls[pair.b];
    const float x = b->x - a->x, y = b->y - a->y, z = b->z - a->z, reach = (a->r + b->r) + q->margin;
    return x * x + y * y + z * z < 0.7F * (reach * reach);
}

/* Which of those pairs of a chunk that meet or may meet, have a reach and are near overlap at the beginning? That takes less time than whether
 * they meet on the way, and then need not be asked. early: receives those that were asked. */
static SEPAL_NOINLINE void find_early_contacts(const solid_sweep_query *s, const sepal_pair *pairs, size_t count,
                                               const uint64_t *meet, uint64_t *open, uint64_t *early, uint64_t *at_first) {
    size_t k;
    for (size_t word = 0; word * 64 < count; word++)
        early[word] = meet[word] | open[word];
    FOR_BITS(k, early, count)
        if (!may_begin_in_contact(&s->q, pairs[k]) || !solid_has_reach(&s->q, pairs[k]))
            clear_bit(early, k);
    solid_find_at_first(s, pairs, count, early, at_first);
    for (size_t word = 0; word * 64 < count; word++)
        open[word] &= ~at_first[word];
}

/* The other stages for those pairs of a chunk that are asked about. meet, open: what the balls told of them, some_open: whether any is
 * open; known: others that meet. */
static SEPAL_NOINLINE void sweep_asked(const solid_sweep_list *list, size_t first, size_t count, const uint64_t *asked,
                                       uint64_t *meet, uint64_t *open, bool some_open, const uint64_t *known) {
    const sepal_pair *pairs = list->pairs + first;
    const bool spheres = all_spheres(list->s->q.a) && all_spheres(list->s->q.b), cores = some_open && !spheres;
    const bool more = sepal_solid_hits_want_more(list->out);
    uint64_t room[SEPAL_CHUNK / 64] = {0}, entered[SEPAL_CHUNK / 64] = {0}, entry_open[SEPAL_CHUNK / 64] = {0};
    uint64_t found[SEPAL_CHUNK / 64] = {0}, at_first[SEPAL_CHUNK / 64] = {0};
    uint64_t *const left = spheres ? open : room;
    size_t k;
    if (cores && more && solid_some_reach(&list->s->q))
        find_early_contacts(list->s, pairs, count, meet, open, found, at_first);
    if (cores) {
        enter_hulls(list, first, count, true, open, entered, entry_open);
        sweep_in_lanes(list->s, pairs, count, open, meet, left);
    }
    if (more) {
        for (size_t word = 0; word * 64 < count; word++) /* those that were not asked early */
            found[word] = (meet[word] | left[word]) & ~found[word];
        solid_find_at_first(list->s, pairs, count, found, at_first);
        for (size_t word = 0; word * 64 < count; word++)
            left[word] &= ~at_first[word];
        if (cores)
            enter_hulls(list, first, count, false, left, entered, entry_open);
        solid_find_entries(list, first, count, meet, at_first, found);
        for (size_t word = 0; word * 64 < count; word++)
            found[word] |= entered[word];
        for (size_t at = 0; at < count; at += 64)
            meet[at / 64] = solid_find_times(list, first + at, count - at < 64 ? count - at : 64, asked[at / 64], meet[at / 64],
                                             left[at / 64], at_first[at / 64], found[at / 64], entry_open[at / 64]);
        sepal_solid_hits rest = *list->out;
        rest.bits = NULL;
        solid_begin_in_contact(list->s, pairs, count, at_first, &rest, first);
    } else {
        if (cores)
            enter_hulls(list, first, count, false, left, entered, entry_open);
        FOR_BITS(k, left, count)
            if (sepal_solids_pair_meets(list->s, pairs[k], &solids_kernel_core_searches, (entry_open[k / 64] >> k % 64 & 1) != 0))
                set_bit(meet, k);
        for (size_t word = 0; word * 64 < count; word++)
            meet[word] |= entered[word];
    }
    for (size_t word = 0; word * 64 < count && list->out->bits != NULL; word++)
        list->out->bits[first / 64 + word] = meet[word] | known[word];
}

static void sweep_chunk(const void *question, size_t first, size_t count) {
    const solid_sweep_list *list = question;
    const solid_sweep_query *s = list->s;
    uint64_t asked[SEPAL_CHUNK / 64], known[SEPAL_CHUNK / 64] = {0}, meet[SEPAL_CHUNK / 64], open[SEPAL_CHUNK / 64];
    set_all(asked, count);
    bool some = !some_moving_points(s) || sweep_points(list, first, count, known, asked), some_open = false;
    if (some) {
        const bool spheres = all_spheres(s->q.a) && all_spheres(s->q.b);
        some_open = sweep_by_balls(s, list->pairs + first, count, spheres, meet, open);
        for (size_t word = 0; word * 64 < count; word++) {
            meet[word] &= asked[word];
            open[word] &= asked[word];
        }
        const unsigned kind = some_open && !spheres ? part_kind_of_all(s) : PART_ALONE;
        if (some_parts(s, kind, list->pairs + first, count, open))
            some = sweep_parts(list, kind, first, count, open, known, asked);
    }
    if (some)
        sweep_asked(list, first, count, asked, meet, open, some_open, known);
    else if (list->out->bits != NULL)
        copy_bits(list->out->bits + first / 64, known, count);
}

void solids_kernel_sweep_pairs(const sepal_solids *a, const sepal_solid_moves *moves_a, const sepal_solids *b,
                               const sepal_solid_moves *moves_b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                               const sepal_solid_hits *out) {
    solid_sweep_query s = {{a, b, rule->touching, rule->margin}, moves_a, moves_b};
    for_chunks(sweep_chunk, &(solid_sweep_list){&s, pairs, out}, count);
}
