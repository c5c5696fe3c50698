/* solids_kernel_overlap.c — do pairs of solids overlap? Filters first, then what they leave open.
 *
 *   sets of boxes     balls, where they pay ── fifteen axes in float ── exact in lanes, ┐
 *                     by kind: parallel to the coordinate axes, upright, any ───────────┤
 *   any solids        balls ── by kind: the same; or near points of boxes, spheres and ─┼─ the reference
 *                              capsules; or portals of hulls; or, up to four vertices, ─┘
 *                              planes of faces ── portals ── all axes exactly in lanes
 *
 * A filter may answer only what is certain. So the order of the stages, and which pairs each of them gets, decide the speed and
 * never the answer. */
#include "../../core/arithmetic.h"

#include "boxes_round.h"
#include "hulls_round.h"
#include "kinds.h"
#include "names.h"
#include "portal.h"
#include "segments.h"
#include "shared.h"
#include "tetrahedra_exact.h"

/* Answers the pairs of a list one by one. */
static void decide_by_reference(const solids_query *q, const pair_list *list, uint64_t *bits) {
    sepal_rule rule = rule_of(q);
    for (size_t k = 0; k < list->count; k++)
        if (sepal_solids_scalar_overlap(q->a, list->pairs[k].a, q->b, list->pairs[k].b, &rule))
            set_bit(bits, list->slots[k]);
}

/* Answers the open ones of some pairs of boxes without reach, whose bits are 0 so far. slots: of the pairs; NULL: pair k has slot
 * k.
 */
static void settle_boxes(const solids_query *q, const sepal_pair *pairs, const uint32_t *slots, size_t count, const uint64_t *open,
                         uint64_t *bits) {
    bins waiting;
    sort_pairs(exact_kind, EXACT_KINDS, q, pairs, slots, count, open, &waiting);
    for (unsigned kind = 0; kind < EXACT_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        verdicts found;
        if (list.count == 0)
            continue;
        if (kind == EXACT_ALIGNED)
            decide_boxes_aligned(q, list.pairs, list.count, &found);
        else if (kind < EXACT_BOXES)
            decide_boxes_upright(q, kind - EXACT_UPRIGHT, list.pairs, list.count, &found);
        else
            decide_boxes_exactly(q, list.pairs, list.count, &found);
        take_answers(&list, &found, bits);
        decide_by_reference(q, &list, bits);
    }
}

/* Whether a filter pays is told by the first pairs of a chunk, about which it is not asked again. They fill a word, so that the others
 * begin with one. A chunk of fewer than PROBE_LEAST pairs is not worth it. */
enum { PROBE = 64, PROBE_LEAST = 4 * PROBE };

typedef bool solids_filter(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *out);

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
static void overlap_near_boxes(const solids_query *q, const sepal_pair *pairs, size_t count, const uint64_t *near, uint64_t *bits) {
    pair_room room;
    verdicts found;
    pair_list list = list_pairs(pairs, count, near, &room);
    if (list.count == 0)
        return;
    bool open = axes_of_boxes(q, list.pairs, list.count, &found);
    take_bits(&list, found.yes, bits);
    if (open)
        settle_boxes(q, list.pairs, list.slots, list.count, found.open, bits);
}

/* A chunk of boxes without reach, of sets of nothing else. */
static void overlap_boxes(const solids_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    if (count >= PROBE_LEAST) {
        const size_t asked = try_balls(q, pairs, count, &found);
        copy_bits(bits, found.yes, asked);
        overlap_near_boxes(q, pairs, asked, found.open, bits);
        if (asked == count)
            return;
        pairs += asked;
        count -= asked;
        bits += asked / 64;
    }
    bool open = axes_of_boxes(q, pairs, count, &found);
    copy_bits(bits, found.yes, count);
    if (open)
        settle_boxes(q, pairs, NULL, count, found.open, bits);
}

/* Asks the filter of a kind about some pairs; LARGE has none. Returns whether it leaves any open. */
static bool ask_overlap_filter(const solids_query *q, unsigned kind, const sepal_pair *pairs, size_t count, verdicts *found) {
    switch (kind) {
    case BOXES:
        return filter_boxes(q, pairs, count, found);
    case BOXES_ROUND:
        return filter_boxes_round(q, pairs, count, found);
    case SPHERES:
        return filter_spheres(q, pairs, count, found);
    case SEGMENTS:
        return filter_segments(q, pairs, count, found);
    case BOX_SPHERE:
        return filter_box_sphere(q, pairs, count, found);
    case BOX_SEGMENT:
        return filter_box_segment(q, pairs, count, found);
    default:
        return filter_portal(q, pairs, count, hull_sizes(kind), found);
    }
}

/* Solids with radii that are searched for near points as hulls are: boxes and segments as well, where their own filter fails. */
static bool nearest_takes(unsigned kind) {
    return kind == BOXES_ROUND || kind == BOX_SEGMENT || kind == SEGMENT_BOX_TURNED || kind >= HULLS;
}
static sizes nearest_sizes(unsigned kind) {
    return kind >= HULLS                ? hull_sizes(kind)
           : kind == BOX_SEGMENT        ? (sizes){0, 4, false}
           : kind == SEGMENT_BOX_TURNED ? (sizes){4, 0, false}
                                        : (sizes){0};
}

/* Answers what the filter of a kind has left open. */
static void settle_kind(const solids_query *q, unsigned kind, pair_list *list, uint64_t *bits) {
    verdicts found;
    if (kind >= HULLS && shared_takes(q, hull_sizes(kind))) {
        filter_shared(q, list->pairs, list->count, hull_sizes(kind), &found);
        take_answers(list, &found, bits);
    }
    if (nearest_takes(kind) && list->count > 0 && some_reach(q)) {
        filter_nearest(q, list->pairs, list->count, nearest_sizes(kind), &found);
        take_answers(list, &found, bits);
    }
    decide_by_reference(q, list, bits);
}

/* Answers pairs of hulls of at most four vertices without reach, whose bits are 0 so far. */
static void overlap_tetrahedra(const solids_query *q, pair_list *list, uint64_t *bits) {
    const sizes n = hull_sizes(TETRAHEDRA);
    verdicts found;
    filter_tetrahedra(q, list->pairs, list->count, &found);
    take_answers(list, &found, bits);
    if (shared_takes(q, n)) {
        filter_shared(q, list->pairs, list->count, n, &found);
        take_answers(list, &found, bits);
    }
    filter_portal(q, list->pairs, list->count, n, &found);
    take_answers(list, &found, bits);
    decide_tetrahedra_exactly(q, list->pairs, list->count, &found);
    take_answers(list, &found, bits);
    decide_by_reference(q, list, bits);
}

/* Answers pairs of one kind, whose bits are 0 so far. */
static void overlap_kind(const solids_query *q, unsigned kind, pair_list *list, uint64_t *bits) {
    verdicts found;
    if (kind == TETRAHEDRA && !some_reach(q)) {
        overlap_tetrahedra(q, list, bits);
        return;
    }
    if (kind == SPHERE_BOX_TURNED || kind == SEGMENT_BOX_TURNED) {
        sepal_pair turned[SEPAL_CHUNK];
        solids_query turned_q = turned_query(q);
        turn_pairs(list->pairs, list->count, turned);
        ask_overlap_filter(&turned_q, kind == SPHERE_BOX_TURNED ? BOX_SPHERE : BOX_SEGMENT, turned, list->count, &found);
    } else if (kind != LARGE) {
        ask_overlap_filter(q, kind, list->pairs, list->count, &found);
    }
    if (kind == BOXES) {
        take_bits(list, found.yes, bits);
        settle_boxes(q, list->pairs, list->slots, list->count, found.open, bits);
        return;
    }
    if (kind != LARGE)
        take_answers(list, &found, bits);
    if (list->count > 0)
        settle_kind(q, kind, list, bits);
}

/* Answers those pairs of a chunk of any solids that the balls leave open; their bits are 0 so far. */
static void overlap_near(const solids_query *q, const sepal_pair *pairs, size_t count, const uint64_t *near, uint64_t *bits) {
    bins waiting;
    sort_pairs(filter_kind, FILTER_KINDS, q, pairs, NULL, count, near, &waiting);
    for (unsigned kind = 0; kind < FILTER_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        if (list.count > 0)
            overlap_kind(q, kind, &list, bits);
    }
}

/* A chunk of any solids. */
static void overlap_any(const solids_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    bool open = filter_balls(q, pairs, count, &found);
    copy_bits(bits, found.yes, count);
    if (open)
        overlap_near(q, pairs, count, found.open, bits);
}

/* The class of all solids of a set, as far as spheres, segments and boxes go; SEPAL_SOLID_CLASSES if they are of several. */
static uint16_t class_of_all(const sepal_solids *set) {
    if (set->boxes > 0)
        return set->boxes == set->count ? SEPAL_SOLID_BOX : SEPAL_SOLID_CLASSES;
    return set->largest == 1 ? SEPAL_SOLID_POINT : set->largest == 2 ? SEPAL_SOLID_SEGMENT : SEPAL_SOLID_CLASSES;
}

/* Some pairs of solids of one class in each set. */
/* NOLINTNEXTLINE(misc-no-recursion): turned pairs are of a kind that is not turned */
static void overlap_class(const solids_query *q, unsigned kind, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    if (kind == SPHERE_BOX_TURNED || kind == SEGMENT_BOX_TURNED) {
        sepal_pair turned[SEPAL_CHUNK];
        solids_query turned_q = turned_query(q);
        turn_pairs(pairs, count, turned);
        overlap_class(&turned_q, kind == SPHERE_BOX_TURNED ? BOX_SPHERE : BOX_SEGMENT, turned, count, bits);
        return;
    }
    bool open = ask_overlap_filter(q, kind, pairs, count, &found);
    copy_bits(bits, found.yes, count);
    if (open) {
        pair_room room;
        pair_list list = list_pairs(pairs, count, found.open, &room);
        settle_kind(q, kind, &list, bits);
    }
}

/* A chunk of them: unless the balls decide most, their filter comes first, which takes about the time of the balls and of sorting. So
 * if the balls do not pay, what they found is not worth a list. */
static void overlap_round(const solids_query *q, unsigned kind, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    verdicts found;
    if (count < PROBE_LEAST || try_balls(q, pairs, count, &found) < count) {
        overlap_class(q, kind, pairs, count, bits);
        return;
    }
    copy_bits(bits, found.yes, count);
    if (sepal_bits_count(found.open, count) > 0)
        overlap_near(q, pairs, count, found.open, bits);
}

static bool all_boxes(const solids_query *q) {
    return q->a->regular && q->b->regular && !some_reach(q);
}

/* A list of pairs, and where its answers go. */
typedef struct overlap_list {
    const solids_query *q;
    const sepal_pair *pairs;
    uint64_t *bits;
} overlap_list;

static void overlap_list_chunk(const void *question, size_t first, size_t count) {
    const overlap_list *list = question;
    const sepal_pair *pairs = list->pairs + first;
    uint64_t *bits = list->bits + first / 64;
    uint16_t a = class_of_all(list->q->a), b = class_of_all(list->q->b);
    if (all_boxes(list->q)) {
        overlap_boxes(list->q, pairs, count, bits);
    } else if (a < SEPAL_SOLID_UP_TO_4 && b < SEPAL_SOLID_UP_TO_4 && (a != SEPAL_SOLID_BOX || b != SEPAL_SOLID_BOX)) {
        overlap_round(list->q, class_kind(a, b), pairs, count, bits);
    } else {
        overlap_any(list->q, pairs, count, bits);
    }
}

static void overlap_pairs(const solids_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    for_chunks(overlap_list_chunk, &(overlap_list){q, pairs, bits}, count);
}

void kernel_overlap_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                          const sepal_rule *rule, uint64_t *bits) {
    overlap_pairs(&(solids_query){a, b, rule->touching, rule->margin}, pairs, count, bits);
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

/* Asks the balls about the first pairs of a part of a range, and, if it pays, about the others, which are then listed. Returns whether
 * it did. */
static bool try_balls_one(const overlap_range *range, size_t from, size_t count, sepal_pair *pairs, verdicts *found) {
    list_range(range, from, PROBE, pairs);
    filter_balls(range->q, pairs, PROBE, found);
    if (count_open(found, PROBE) >= PROBE / 2)
        return false;
    list_range(range, from, count, pairs);
    ask_others(filter_balls, range->q, pairs, count, found);
    return true;
}

/* Where the balls decide most, they take less time than the axes of one box against all, although the pairs have to be listed. If they
 * do not, these axes are asked about all: they take less time than a list of what is left of the first pairs. */
static void overlap_range_chunk(const void *question, size_t from, size_t count) {
    const overlap_range *range = question;
    uint64_t *bits = range->bits + from / 64;
    sepal_pair pairs[SEPAL_CHUNK];
    verdicts found;
    if (!all_boxes(range->q)) {
        list_range(range, from, count, pairs);
        overlap_pairs(range->q, pairs, count, bits);
        return;
    }
    if (count >= PROBE_LEAST && try_balls_one(range, from, count, pairs, &found)) {
        copy_bits(bits, found.yes, count);
        overlap_near_boxes(range->q, pairs, count, found.open, bits);
        return;
    }
    bool open = filter_boxes_one(range->q, range->index, range->first + from, count, &found);
    copy_bits(bits, found.yes, count);
    if (open) {
        list_range(range, from, count, pairs);
        settle_boxes(range->q, pairs, NULL, count, found.open, bits);
    }
}

void kernel_overlap_one(const sepal_solids *a, uint32_t index, const sepal_solids *b, size_t first, size_t count,
                        const sepal_rule *rule, uint64_t *bits) {
    solids_query q = {a, b, rule->touching, rule->margin};
    for_chunks(overlap_range_chunk, &(overlap_range){&q, index, first, bits}, count);
}
