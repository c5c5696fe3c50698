/* solids_kernel_overlap.c — do pairs of solids overlap? Filters first, then what they leave open.
 *
 *   sets of boxes     balls, where they pay ── fifteen axes in float ── exact in lanes, ┐
 *                     by kind: parallel to the coordinate axes, upright, any ───────────┤
 *   any solids        balls ── by kind: the same; or near points of boxes, spheres and ─┼─ the reference
 *                              capsules; or portals of hulls; or, up to four vertices, ─┘
 *                              planes of faces ── portals ── all axes exactly in lanes
 *   the reference     before it is asked, one by one in double: nearest points, or whether the cores rest on each other
 *
 * A filter may answer only what is certain. So the order of the stages, and which pairs each of them gets, decide the speed and
 * never the answer. */
#include "../../core/arithmetic.h"

#include "boxes_round.h"
#include "cores_meet.h"
#include "hulls_round.h"
#include "kinds.h"
#include "names.h"
#include "portal.h"
#include "segments.h"
#include "shared.h"
#include "tetrahedra_exact.h"
#include "touching.h"

/* Where the answers of a chunk go, or of a part of it. left: the pairs for the reference, which needs so much of the stack that it is
 * asked at last, when the lists of the chunk are not there any more. */
typedef struct answers {
    uint64_t *yes, *left;
} answers;

static void leave_to_reference(const pair_list *list, const answers *out) {
    for (size_t k = 0; k < list->count; k++)
        set_bit(out->left, list->slots[k]);
}

/* Answers a block of pairs of boxes without reach, whose bits are 0 so far; some may be left open. */
static SEPAL_NOINLINE void settle_block_of_boxes(const solids_query *q, const pair_list *block, const answers *out) {
    block_bins waiting;
    sort_block(solid_exact_kind, SOLID_EXACT_KINDS, q, block, &waiting);
    for (unsigned kind = 0; kind < SOLID_EXACT_KINDS; kind++) {
        pair_list list = block_bin(&waiting, kind);
        verdicts found;
        if (list.count == 0)
            continue;
        if (kind == EXACT_ALIGNED)
            decide_boxes_aligned(q, list.pairs, list.count, &found);
        else if (kind < EXACT_BOXES)
            decide_boxes_upright(q, kind - EXACT_UPRIGHT, list.pairs, list.count, &found);
        else
            decide_boxes_exactly(q, list.pairs, list.count, &found);
        take_answers(&list, &found, out->yes);
        leave_to_reference(&list, out);
    }
}

/* The same of a list. */
static void settle_boxes(const solids_query *q, const pair_list *list, const answers *out) {
    for (size_t from = 0; from < list->count; from += SEPAL_BLOCK) {
        pair_list block = part_of_list(list, from, block_from(from, list->count));
        settle_block_of_boxes(q, &block, out);
    }
}

/* Whether a filter pays is told by the first pairs of a chunk, about which it is not asked again. They fill a word, so that the others
 * begin with one. A chunk of fewer than PROBE_LEAST pairs is not worth it. */
enum { PROBE = 64, PROBE_LEAST = 4 * PROBE };

typedef bool solids_filter(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found);

static size_t count_open(const verdicts *found, size_t count) {
    size_t open = 0;
    for (size_t k = 0; k < count; k++)
        open += bit_at(found->open, k);
    return open;
}

/* Asks a filter about the pairs after the first ones of a chunk, whose answers are there. */
static void ask_others(solids_filter *filter, const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found) {
    verdicts others;
    filter(q, pairs + PROBE, count - PROBE, &others);
    copy_bits(found->yes + PROBE / 64, others.yes, count - PROBE);
    copy_bits(found->open + PROBE / 64, others.open, count - PROBE);
}

/* Asks the balls about the first pairs of a chunk, and, if they decide so many that it pays, about the others; they take a quarter of
 * the time of the axes. Returns for how many pairs there are answers. */
static size_t try_balls(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found) {
    filter_balls(q, pairs, PROBE, found);
    if (count_open(found, PROBE) >= PROBE / 2)
        return PROBE;
    ask_others(filter_balls, q, pairs, count, found);
    return count;
}

/* The axes in float of a chunk or a list; returns whether they leave any pair open. Where they decide next to nothing, as in a lattice
 * of touching boxes, the others are not asked about, and are open. */
static bool axes_of_boxes(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found) {
    if (count < PROBE_LEAST)
        return filter_regular_boxes(q, pairs, count, found);
    filter_regular_boxes(q, pairs, PROBE, found);
    if (count_open(found, PROBE) <= PROBE * 7 / 8) {
        ask_others(filter_regular_boxes, q, pairs, count, found);
        return sepal_bits_count(found->open, count) > 0;
    }
    set_all(found->open + PROBE / 64, count - PROBE);
    for (size_t first = PROBE; first < count; first += 64)
        found->yes[first / 64] = 0;
    return true;
}

/* Boxes without reach: those of a chunk that the balls leave open. */
static SEPAL_NOINLINE void overlap_near_boxes(const solids_query *q, const sepal_pair *pairs, size_t count, const uint64_t *near,
                                              const answers *out) {
    pair_room room;
    verdicts found;
    pair_list list = list_pairs(pairs, count, near, &room);
    if (list.count == 0)
        return;
    bool open = axes_of_boxes(q, list.pairs, list.count, &found);
    take_bits(&list, found.yes, out->yes);
    if (open) {
        keep_pairs(&list, found.open);
        settle_boxes(q, &list, out);
    }
}

/* The same of those that the axes leave open. */
static SEPAL_NOINLINE void settle_open_boxes(const solids_query *q, const sepal_pair *pairs, size_t count, const uint64_t *open,
                                             const answers *out) {
    pair_room room;
    pair_list list = list_pairs(pairs, count, open, &room);
    settle_boxes(q, &list, out);
}

/* A chunk of them, or a part of it, without the balls. */
static void overlap_boxes_by_axes(const solids_query *q, const sepal_pair *pairs, size_t count, const answers *out) {
    verdicts found;
    bool open = axes_of_boxes(q, pairs, count, &found);
    copy_bits(out->yes, found.yes, count);
    if (open)
        settle_open_boxes(q, pairs, count, found.open, out);
}

/* A chunk of boxes without reach, of sets of nothing else. */
static void overlap_boxes(const solids_query *q, const sepal_pair *pairs, size_t count, const answers *out) {
    verdicts found;
    size_t asked = 0;
    if (count >= PROBE_LEAST) {
        asked = try_balls(q, pairs, count, &found);
        copy_bits(out->yes, found.yes, asked);
        overlap_near_boxes(q, pairs, asked, found.open, out);
    }
    if (asked < count)
        overlap_boxes_by_axes(q, pairs + asked, count - asked, &(answers){out->yes + asked / 64, out->left + asked / 64});
}

/* The filters of the kinds before HULLS. Not inlined, since their vectors need not be on the stack in the stages after them. */
static SEPAL_NOINLINE bool ask_quick_filter(const solids_query *q, unsigned kind, const sepal_pair *pairs, size_t count,
                                            verdicts *found) {
    switch (kind) {
    case SOLID_BOXES:
        return solid_filter_boxes(q, pairs, count, found);
    case SOLID_BOXES_ROUND:
        return filter_boxes_round(q, pairs, count, found);
    case SPHERES:
        return filter_spheres(q, pairs, count, found);
    case SEGMENTS:
        return solid_filter_segments(q, pairs, count, found);
    case BOX_SPHERE:
        return filter_box_sphere(q, pairs, count, found);
    default:
        return filter_box_segment(q, pairs, count, found);
    }
}

/* Asks the filter of a kind about some pairs; LARGE has none. Returns whether it leaves any open. */
static bool ask_overlap_filter(const solids_query *q, unsigned kind, const sepal_pair *pairs, size_t count, verdicts *found) {
    return kind >= HULLS ? solid_filter_portal(q, pairs, count, hull_sizes(kind), found)
                         : ask_quick_filter(q, kind, pairs, count, found);
}

/* The same for the kinds that are turned. */
static SEPAL_NOINLINE bool ask_turned_filter(const solids_query *q, unsigned kind, const sepal_pair *pairs, size_t count,
                                             verdicts *out) {
    solids_query turned_q = solid_turned_query(q);
    bool open = false;
    for (size_t from = 0; from < count; from += SEPAL_BLOCK) {
        sepal_pair turned[SEPAL_BLOCK];
        verdicts found;
        size_t some = block_from(from, count);
        solid_turn_pairs(pairs + from, some, turned);
        open |= ask_overlap_filter(&turned_q, kind == SPHERE_BOX_TURNED ? BOX_SPHERE : BOX_SEGMENT, turned, some, &found);
        copy_bits(out->yes + from / 64, found.yes, some);
        copy_bits(out->open + from / 64, found.open, some);
    }
    return open;
}

static inline bool is_turned(unsigned kind) {
    return kind == SPHERE_BOX_TURNED || kind == SEGMENT_BOX_TURNED;
}

/* Solids with radii that are searched for near points as hulls are: boxes and segments as well, where their own filter fails. */
static bool nearest_takes(unsigned kind) {
    return kind == SOLID_BOXES_ROUND || kind == BOX_SEGMENT || kind == SEGMENT_BOX_TURNED || kind >= HULLS;
}
static sizes nearest_sizes(unsigned kind) {
    return kind >= HULLS                ? hull_sizes(kind)
           : kind == BOX_SEGMENT        ? (sizes){0, 4, false}
           : kind == SEGMENT_BOX_TURNED ? (sizes){4, 0, false}
                                        : (sizes){0};
}

/* Answers what the filter of a kind has left open. */
static void settle_kind(const solids_query *q, unsigned kind, pair_list *list, const answers *out) {
    verdicts found;
    if (kind >= HULLS && touching_takes(q, hull_sizes(kind))) {
        filter_touching(q, list->pairs, list->count, hull_sizes(kind), &found);
        take_answers(list, &found, out->yes);
    }
    if (kind >= HULLS && shared_takes(q, hull_sizes(kind)) && list->count > 0) {
        filter_shared(q, list->pairs, list->count, hull_sizes(kind), &found);
        take_answers(list, &found, out->yes);
    }
    if (nearest_takes(kind) && list->count > 0 && solid_some_reach(q)) {
        filter_nearest(q, list->pairs, list->count, nearest_sizes(kind), &found);
        take_answers(list, &found, out->yes);
    }
    leave_to_reference(list, out);
}

/* Answers pairs of hulls of at most four vertices without reach, whose bits are 0 so far; some may be left open. */
static SEPAL_NOINLINE void overlap_tetrahedra(const solids_query *q, pair_list *list, const answers *out) {
    const sizes n = hull_sizes(TETRAHEDRA);
    verdicts found;
    filter_tetrahedra(q, list->pairs, list->count, &found);
    take_answers(list, &found, out->yes);
    if (shared_takes(q, n)) {
        filter_shared(q, list->pairs, list->count, n, &found);
        take_answers(list, &found, out->yes);
    }
    solid_filter_portal(q, list->pairs, list->count, n, &found);
    take_answers(list, &found, out->yes);
    decide_tetrahedra_exactly(q, list->pairs, list->count, &found);
    take_answers(list, &found, out->yes);
    leave_to_reference(list, out);
}

/* Answers pairs of one kind, whose bits are 0 so far; some may be left open. */
static void overlap_kind(const solids_query *q, unsigned kind, pair_list *list, const answers *out) {
    verdicts found;
    if (kind == TETRAHEDRA && !solid_some_reach(q)) {
        overlap_tetrahedra(q, list, out);
        return;
    }
    if (is_turned(kind)) {
        ask_turned_filter(q, kind, list->pairs, list->count, &found);
    } else if (kind != LARGE) {
        ask_overlap_filter(q, kind, list->pairs, list->count, &found);
    }
    if (kind == SOLID_BOXES) {
        take_answers(list, &found, out->yes);
        settle_boxes(q, list, out);
        return;
    }
    if (kind != LARGE)
        take_answers(list, &found, out->yes);
    if (list->count > 0)
        settle_kind(q, kind, list, out);
}

/* Not inlined, since what it needs for sorting need not be on the stack in the stages after it. */
static SEPAL_NOINLINE void sort_near(const solids_query *q, const sepal_pair *pairs, size_t count, const uint64_t *near,
                                     slot_bins *out) {
    sort_slots(solid_filter_kind, SOLID_FILTER_KINDS, q, pairs, count, near, out);
}

/* Answers those pairs of a chunk of any solids that the balls leave open; their bits are 0 so far. */
static SEPAL_NOINLINE void overlap_near(const solids_query *q, const sepal_pair *pairs, size_t count, const uint64_t *near,
                                        const answers *out) {
    slot_bins waiting;
    sort_near(q, pairs, count, near, &waiting);
    unsigned kind;
    FOR_KINDS(kind, &waiting)
    for (size_t from = 0; from < kind_count(&waiting, kind); from += SEPAL_BLOCK) {
        sepal_pair room[SEPAL_BLOCK];
        pair_list list = block_of_kind(&waiting, kind, from, pairs, room);
        overlap_kind(q, kind, &list, out);
    }
}

/* A chunk of any solids. */
static void overlap_any(const solids_query *q, const sepal_pair *pairs, size_t count, const answers *out) {
    verdicts found;
    bool open = filter_balls(q, pairs, count, &found);
    copy_bits(out->yes, found.yes, count);
    if (open)
        overlap_near(q, pairs, count, found.open, out);
}

/* Some pairs of solids of one class in each set. */
static SEPAL_NOINLINE void overlap_class(const solids_query *q, unsigned kind, const sepal_pair *pairs, size_t count,
                                         const answers *out) {
    verdicts found;
    bool open =
        is_turned(kind) ? ask_turned_filter(q, kind, pairs, count, &found) : ask_overlap_filter(q, kind, pairs, count, &found);
    copy_bits(out->yes, found.yes, count);
    if (open) {
        pair_room room;
        pair_list list = list_pairs(pairs, count, found.open, &room);
        settle_kind(q, kind, &list, out);
    }
}

/* A chunk of them: unless the balls decide most, their filter comes first, which takes about the time of the balls and of sorting. So
 * if the balls do not pay, what they found is not worth a list. */
static void overlap_round(const solids_query *q, unsigned kind, const sepal_pair *pairs, size_t count, const answers *out) {
    verdicts found;
    if (count < PROBE_LEAST || try_balls(q, pairs, count, &found) < count) {
        overlap_class(q, kind, pairs, count, out);
        return;
    }
    copy_bits(out->yes, found.yes, count);
    if (sepal_bits_count(found.open, count) > 0)
        overlap_near(q, pairs, count, found.open, out);
}

static bool all_boxes(const solids_query *q) {
    return q->a->regular && q->b->regular && !solid_some_reach(q);
}

/* A list of pairs, and where its answers go. */
typedef struct overlap_list {
    const solids_query *q;
    const sepal_pair *pairs;
    uint64_t *bits;
} overlap_list;

/* One pair that no filter decides. */
static bool settle_one(const solids_query *q, sepal_pair pair) {
    const sepal_rule rule = solid_rule_of(q);
    bool meet = false, known = know_overlap(q, pair, &meet);
    STAGES_ONE("one by one", pair, known && meet, !known);
    if (known)
        return meet;
    meet = sepal_solids_scalar_overlap(q->a, pair.a, q->b, pair.b, &rule);
    STAGES_ONE("reference", pair, meet, false);
    return meet;
}

static void overlap_list_chunk(const void *question, size_t first, size_t count) {
    const overlap_list *list = question;
    const sepal_pair *pairs = list->pairs + first;
    uint64_t *bits = list->bits + first / 64, left[SEPAL_CHUNK / 64];
    const answers out = {bits, left};
    size_t k;
    for (size_t at = 0; at < count; at += 64)
        left[at / 64] = 0;
    uint16_t a = class_of_all(list->q->a), b = class_of_all(list->q->b);
    if (all_boxes(list->q))
        overlap_boxes(list->q, pairs, count, &out);
    else if (a < SEPAL_SOLID_UP_TO_4 && b < SEPAL_SOLID_UP_TO_4 && (a != SEPAL_SOLID_BOX || b != SEPAL_SOLID_BOX))
        overlap_round(list->q, class_kind(a, b), pairs, count, &out);
    else
        overlap_any(list->q, pairs, count, &out);
    FOR_BITS(k, left, count)
        if (settle_one(list->q, pairs[k]))
            set_bit(bits, k);
}

static void solid_overlap_pairs(const solids_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    for_chunks(overlap_list_chunk, &(overlap_list){q, pairs, bits}, count);
}

void solids_kernel_overlap_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                 const sepal_rule *rule, uint64_t *bits) {
    solid_overlap_pairs(&(solids_query){a, b, rule->touching, rule->margin}, pairs, count, bits);
}

/* Solid `index` of a, and the solids of b that begin with `first`. */
typedef struct overlap_range {
    const solids_query *q;
    uint32_t index;
    size_t first;
    uint64_t *bits;
} overlap_range;

/* Solids from .. from+count-1 of the range, as pairs. */
static void list_range(const overlap_range *range, size_t from, size_t count, sepal_pair *pairs) {
    for (size_t k = 0; k < count; k++)
        pairs[k] = (sepal_pair){range->index, (uint32_t)(range->first + from + k)};
}

/* So many pairs of a range are listed at a time: they are on the stack beside the lists of a chunk. */
enum { LISTED = 512 };

static inline size_t listed_from(size_t at, size_t count) {
    return count - at < LISTED ? count - at : LISTED;
}

/* Boxes: asks the balls about the first pairs of a chunk of a range, and, if it pays, answers all. Returns whether it did. */
static SEPAL_NOINLINE bool overlap_range_by_balls(const overlap_range *range, size_t from, size_t count, const answers *out) {
    sepal_pair pairs[LISTED];
    verdicts found;
    list_range(range, from, PROBE, pairs);
    filter_balls(range->q, pairs, PROBE, &found);
    if (count_open(&found, PROBE) >= PROBE / 2)
        return false;
    for (size_t at = 0; at < count; at += LISTED) {
        size_t some = listed_from(at, count);
        list_range(range, from + at, some, pairs);
        if (at == 0)
            ask_others(filter_balls, range->q, pairs, some, &found);
        else
            filter_balls(range->q, pairs, some, &found);
        copy_bits(out->yes + at / 64, found.yes, some);
        overlap_near_boxes(range->q, pairs, some, found.open, &(answers){out->yes + at / 64, out->left + at / 64});
    }
    return true;
}

/* Boxes: the axes of one against all. */
static SEPAL_NOINLINE void overlap_range_by_axes(const overlap_range *range, size_t from, size_t count, const answers *out) {
    verdicts found;
    bool open = filter_boxes_one(range->q, range->index, range->first + from, count, &found);
    copy_bits(out->yes, found.yes, count);
    for (size_t at = 0; open && at < count; at += LISTED) {
        sepal_pair pairs[LISTED];
        size_t some = listed_from(at, count);
        list_range(range, from + at, some, pairs);
        settle_open_boxes(range->q, pairs, some, found.open + at / 64, &(answers){out->yes + at / 64, out->left + at / 64});
    }
}

/* Where the balls decide most, they take less time than the axes of one box against all, although the pairs have to be listed. If they
 * do not, these axes are asked about all: they take less time than a list of what is left of the first pairs. */
static void overlap_range_chunk(const void *question, size_t from, size_t count) {
    const overlap_range *range = question;
    const solids_query *q = range->q;
    uint64_t *bits = range->bits + from / 64, left[SEPAL_CHUNK / 64] = {0};
    const answers out = {bits, left};
    size_t k;
    if (count < PROBE_LEAST || !overlap_range_by_balls(range, from, count, &out))
        overlap_range_by_axes(range, from, count, &out);
    FOR_BITS(k, left, count)
        if (settle_one(q, (sepal_pair){range->index, (uint32_t)(range->first + from + k)}))
            set_bit(bits, k);
}

void solids_kernel_overlap_one(const sepal_solids *a, uint32_t index, const sepal_solids *b, size_t first, size_t count,
                               const sepal_rule *rule, uint64_t *bits) {
    solids_query q = {a, b, rule->touching, rule->margin};
    for_chunks(overlap_range_chunk, &(overlap_range){&q, index, first, bits}, count);
}
