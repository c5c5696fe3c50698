/* polys_kernel_mtv_round.c — the smallest push of shapes with radii, or under a margin; and the entries of the question, which send
 * shapes without either to polys_kernel_mtv.c. Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_mtv_round.c in the same order, so that the bits are the same. Left open are pairs out of
 * float's range, those without a certificate, and those without a reach. */
#include "../../core/arithmetic.h"

#include "../../batch/rows.h"
#include "kinds.h"
#include "mtv_axes.h"
#include "mtv_quick.h"
#include "mtv_segments.h"
#include "mtv_values.h"
#include "names.h"
#include "nearest.h"
#include "reach_exact.h"
#include <float.h>

/* The shapes of one side. */
typedef struct round_lanes {
    circle_lanes circle;
    vertex_lanes core;
    w radius;
} round_lanes;

SPECIALISED void load_round(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, round_lanes *out) {
    out->circle = load_circles(set, index);
    out->radius = load_radii(set, index);
    load_core(set, index, size, same, &out->core);
}

/* What float knows of a pair. Notes the lanes that are out of its range. */
SPECIALISED nearest_lanes find_line(round_lanes *a, round_lanes *b, sizes n, w extent, wm *unfit) {
    w2 origin = vertex(a->core.world, n.a, 0);
    make_near(&a->core, n.a, origin);
    make_near(&b->core, n.b, origin);
    edge_axis of_a = greatest_unit_gap(&a->core, n.a, a->circle.winding, &b->core, n.b, unfit);
    edge_axis of_b = greatest_unit_gap(&b->core, n.b, b->circle.winding, &a->core, n.a, unfit);
    return nearest_line(a->core.world, &of_a, b->core.world, &of_b, n, extent, true);
}

/* The same by a guess of the best edge; false if it is not certain in some lane that is in range. */
SPECIALISED bool guess_line(round_lanes *a, round_lanes *b, sizes n, w extent, wm *unfit, guess_pause *pause, nearest_lanes *out) {
    w number;
    wm of_b;
    best_edge best;
    wm doubtful = find_best_edge(&a->core, a->circle.winding, &b->core, b->circle.winding, n, extent, unfit, &of_b, &number);
    unsigned uncertain = wm_bits(wm_andnot(doubtful, *unfit));
    pause_after(pause, uncertain);
    if (uncertain != 0)
        return false;
    take_best(of_b, number, a->core.world, b->core.world, n, &best);
    best.axis = best_gap(&best, w_select(of_b, b->circle.winding, a->circle.winding), vertex(a->core.world, n.a, 0));
    *out = judge_gap(best.axis, of_b, extent);
    if (wm_bits(wm_not(out->meet)) != 0)
        find_nearest_line(a->core.world, b->core.world, &best, n, extent, true, out);
    return true;
}

/* Two cores with edges, not both small, are guessed, unless many pairs were uncertain a moment ago. */
SPECIALISED bool is_guessed(sizes n, guess_pause *pause) {
    if (n.a == 1 || n.b == 1 || !worth_a_guess(n))
        return false;
    if (pause->left == 0)
        return true;
    pause->left--;
    return false;
}

/* (What is inlined stands here once for each combination of sizes.) */
SPECIALISED nearest_lanes find_quickly(round_lanes *a, round_lanes *b, sizes n, w extent, wm *unfit, guess_pause *pause) {
    nearest_lanes found;
    wm of_guess = *unfit;
    if (is_guessed(n, pause) && guess_line(a, b, n, extent, &of_guess, pause, &found)) {
        *unfit = of_guess;
        return found;
    }
    return find_line(a, b, n, extent, unfit);
}

/* Bound on the error of a depth, relative to the extent of the pair with radii and margin (docs/numerics/mtv.md, "Radii, a
 * margin, and pairs apart"). */
#define ROUND_DEPTH_ERROR (26 * 0x1p-24F)

/* Pairs of a block whose cores touch, but for rounding, so that their pushes are right only if they meet. faces: the best edge faces
 * the other core; corners: it does not, so that the depth is that of the cores, of the right sign, and the reach. gaps: the greatest
 * gaps of the cores. */
typedef struct touching_cores {
    uint64_t faces[SEPAL_BLOCK / 64], corners[SEPAL_BLOCK / 64];
    float gaps[SEPAL_BLOCK];
    bool any;
} touching_cores;

/* The question, and where the kernel stores its numbers. */
typedef struct mtv_round_query {
    const polys_query *q;
    mtv_values *out;
    touching_cores *touching;
    guess_pause *pause;
} mtv_round_query;

/* Notes the lanes whose cores touch, but for rounding. Returns them. */
SPECIALISED unsigned note_touching(touching_cores *touching, const nearest_lanes *found, wm unfit, size_t k) {
    unsigned all = wm_bits(wm_not(wm_or(wm_or(found->meet, found->apart), unfit))), faces = all & wm_bits(found->touch);
    if (all == 0)
        return 0;
    touching->any = true;
    touching->faces[k / 64] |= (uint64_t)faces << k % 64;
    touching->corners[k / 64] |= (uint64_t)(all & ~faces) << k % 64;
    w_store(touching->gaps + k, found->line.distance);
    return all;
}

/* Two points that are one have the axis (1, 0), along which they touch. */
SPECIALISED void part_equal_points(w2 a, w2 b, nearest_lanes *found) {
    wm equal = wm_and(w_eq(a.x, b.x), w_eq(a.y, b.y));
    w zero = w_set1(0);
    found->line.normal = w2_select(equal, (w2){w_set1(1), zero}, found->line.normal);
    found->line.distance = w_select(equal, zero, found->line.distance);
    found->certain = wm_or(found->certain, equal);
}

SPECIALISED lanes mtv_round_group(round_lanes *a, round_lanes *b, sizes n, size_t k, const mtv_round_query *m) {
    w zero = w_set1(0), most = w_set1(FLT_MAX), extent = pair_extent(a->circle, b->circle);
    mtv_values *out = m->out;
    float margin = m->q->margin;
    wm unfit = w_eq(extent, w_set1(INFINITY));
    nearest_lanes found = find_quickly(a, b, n, extent, &unfit, m->pause);
    if (n.a == 1 && n.b == 1)
        part_equal_points(a->circle.centre, b->circle.centre, &found);
    line_lanes line = found.line;
    wd depth[2];
    for (int half = 0; half < 2; half++) {
        wd reach = wd_add(wd_add(wd_of(a->radius, half), wd_of(b->radius, half)), wd_set1((double)margin));
        depth[half] = wd_sub(reach, wd_of(line.distance, half));
    }
    w rounded = w_min(w_max(w_of(depth[0], depth[1]), w_neg(most)), most);
    w_store(out->depth + k, rounded);
    w_store(out->x + k, w_add(zero, line.normal.x)); /* 0 + -0 is 0 */
    w_store(out->y + k, w_add(zero, line.normal.y));
    unsigned fit = wm_bits(wm_andnot(wm_or(found.meet, found.certain), unfit)) | note_touching(m->touching, &found, unfit, k);
    if (!(margin > 0)) /* of polygons without a reach, the push is that of polys_kernel_mtv.c */
        fit &= ~wm_bits(w_eq(w_max(a->radius, b->radius), zero));
    return known_lanes(fit, wm_bits(w_gt(w_abs(rounded), w_mul(w_add(extent, w_set1(margin)), w_set1(ROUND_DEPTH_ERROR)))));
}

SPECIALISED lanes mtv_round_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_round_query *m = question;
    round_lanes in_a, in_b;
    load_round(m->q->a, &group->a, n.a, n.same, &in_a);
    load_round(m->q->b, &group->b, n.b, n.same, &in_b);
    return mtv_round_group(&in_a, &in_b, n, k, m);
}

/* The pairs of which nothing is known: those without a reach as polygons, the others one at a time. */
static SEPAL_NOINLINE void settle_round_open(const polys_query *q, pair_list open, mtv_values *out) {
    sepal_rule rule = rule_of(q);
    size_t without = 0;
    for (size_t k = 0; k < open.count; k++) {
        sepal_pair pair = open.pairs[k];
        uint16_t slot = open.slots[k];
        if (!has_reach(q, pair)) {
            open.pairs[without] = pair;
            open.slots[without++] = slot;
            continue;
        }
        sepal_poly_mtv found = sepal_polys_scalar_mtv_round(q->a, pair.a, q->b, pair.b, &rule);
        out->x[slot] = found.x;
        out->y[slot] = found.y;
        out->depth[slot] = found.depth;
    }
    mtv_values values;
    pair_list polygons = {open.pairs, open.slots, without};
    kernel_mtv_cores(q, open.pairs, without, &(sepal_mtvs){.normal_x = values.x, .normal_y = values.y, .depth = values.depth});
    take_values(&polygons, &values, out);
}

/* Puts the depths of pairs of two kinds of cores on the exact side of 0: in double, or by the reference where the exponents are too
 * wide for that. */
static SEPAL_NOINLINE void settle_round_signs(const polys_query *q, core_pair kinds, pair_list list, mtv_values *out) {
    sepal_rule rule = rule_of(q);
    exact_contacts contacts;
    if (list.count == 0)
        return;
    find_reach_contacts(q, list.pairs, list.count, core_sizes(kinds, false), &contacts);
    for (size_t k = 0; k < list.count; k++) {
        float *depth = &out->depth[list.slots[k]];
        sepal_contact contact = bit_at(contacts.meet.open, k)
                                    ? sepal_polys_scalar_contact_round(q->a, list.pairs[k].a, q->b, list.pairs[k].b, &rule)
                                    : contact_at(&contacts, k);
        *depth = sepal_signed_depth(*depth, contact);
    }
}

static inline double reach_of_pair(const polys_query *q, sepal_pair pair) {
    return ((double)sepal_poly_radius(q->a, pair.a) + (double)sepal_poly_radius(q->b, pair.b)) + (double)q->margin;
}

/* The push of a pair of cores that meet, and its reach. gap: of the cores along the best axis. corner: that edge does not face the
 * other core, and the depth of the cores has the sign of their contact. */
static inline float depth_with_reach(const polys_query *q, sepal_pair pair, float gap, bool corner, sepal_contact contact) {
    float depth = corner ? sepal_signed_depth(0 - gap, contact) : 0 - gap;
    return sepal_signed_depth(sepal_nearest_float(reach_of_pair(q, pair) + (double)depth), SEPAL_OVERLAP);
}

/* Of the pairs that are right only if their cores meet, settles those that do: with a reach, these overlap. Leaves the others
 * open. */
static SEPAL_NOINLINE void settle_touching(const polys_query *q, core_pair kinds, const touching_cores *touching, pair_list list,
                                           verdicts *found, mtv_values *out) {
    exact_contacts contacts;
    find_core_contacts(q, list.pairs, list.count, core_sizes(kinds, false), &contacts);
    for (size_t k = 0; k < list.count; k++) {
        sepal_pair pair = list.pairs[k];
        uint32_t slot = list.slots[k];
        bool flat = (q->a->heads[pair.a].flags & q->b->heads[pair.b].flags & SEPAL_FLAT) != 0;
        if (flat || !bit_at(contacts.meet.yes, k)) {
            clear_bit(found->yes, slot);
            set_bit(found->open, slot);
            continue;
        }
        out->depth[slot] =
            depth_with_reach(q, pair, touching->gaps[slot], bit_at(touching->corners, slot), contact_at(&contacts, k));
        set_bit(found->yes, slot);
    }
}

/* The same for cores of at most two vertices. Of those that are apart, the signs are left. */
static SEPAL_NOINLINE void settle_touching_segments(const polys_query *q, const touching_cores *touching, pair_list list,
                                                    verdicts *found, mtv_values *out) {
    mtv_values values;
    verdicts meet;
    mtv_of_segments(q, &list, &values, &meet);
    for (size_t k = 0; k < list.count; k++) {
        uint32_t slot = list.slots[k];
        clear_bit(found->yes, slot);
        if (bit_at(meet.open, k)) {
            set_bit(found->open, slot);
        } else if (bit_at(meet.yes, k) && bit_at(touching->faces, slot)) {
            out->depth[slot] = depth_with_reach(q, list.pairs[k], touching->gaps[slot], false, SEPAL_TOUCH);
            set_bit(found->yes, slot);
        } else {
            out->x[slot] = values.x[k];
            out->y[slot] = values.y[k];
            out->depth[slot] = values.depth[k];
            if (!bit_at(meet.yes, k))
                continue;
            out->depth[slot] = sepal_signed_depth(values.depth[k], SEPAL_OVERLAP);
            set_bit(found->yes, slot);
        }
    }
}

/* Pairs of which some core has more vertices than lanes take. The cores meet for certain, or are apart along a line that is certain:
 * then the push is that of the cores, and the reach. The others go to the reference. */
static SEPAL_NOINLINE void mtv_round_large(const polys_query *q, const sepal_pair *pairs, size_t count, mtv_values *out) {
    verdicts known;
    uint64_t open[SEPAL_BLOCK / 64];
    block_room room;
    sepal_rule rule = rule_of(q);
    kernel_mtv_known(q, pairs, count, &known, out);
    for (size_t first = 0; first < count; first += 64)
        open[first / 64] = bits_below(count, first) & ~known.yes[first / 64];
    for (size_t k = 0; k < count; k++) {
        uint32_t i = pairs[k].a, j = pairs[k].b;
        if (!bit_at(known.yes, k))
            continue;
        float depth = sepal_nearest_float(reach_of_pair(q, pairs[k]) + (double)out->depth[k]);
        float error = (extent_of_one(&q->a->circles[i], &q->b->circles[j]) + q->margin) * ROUND_DEPTH_ERROR;
        if (!(fabsf(depth) > error))
            depth = sepal_signed_depth(depth, sepal_polys_scalar_contact_round(q->a, i, q->b, j, &rule));
        out->depth[k] = depth;
    }
    settle_round_open(q, list_block(pairs, count, open, &room), out);
}

/* What the kernel finds of a block. Not inlined, since its vectors need not be on the stack in the stages after it; its notes are its
 * own until it ends, since the kernel is slower with those of another function. */
static SEPAL_NOINLINE void find_mtvs(const polys_query *q, core_pair kinds, const sepal_pair *pairs, size_t count,
                                     guess_pause *pause, touching_cores *touching, verdicts *found, mtv_values *out) {
    verdicts now;
    touching_cores notes;
    guess_pause guesses = *pause;
    for (size_t first = 0; first < count; first += 64)
        notes.faces[first / 64] = notes.corners[first / 64] = 0;
    notes.any = false;
    ask_sized(SIZES_1_1 | SIZES_2_2 | SIZES_1_4 | SIZES_4_1 | SIZES_4_4 | SIZES_8_8 | SIZES_1_ANY | SIZES_ANY_1 | SIZES_ANY,
              mtv_round_kernel, &(mtv_round_query){q, out, &notes, &guesses}, pairs, count, core_sizes(kinds, false), &now);
    *pause = guesses;
    touching->any = notes.any;
    if (notes.any)
        *touching = notes;
    copy_bits(found->yes, now.yes, count);
    copy_bits(found->open, now.open, count);
}

/* A block of pairs of two kinds of cores. */
static void mtv_of_cores(const polys_query *q, core_pair kinds, const sepal_pair *pairs, size_t count, guess_pause *pause,
                         mtv_values *out) {
    verdicts found;
    block_room room;
    if (has_large_core(kinds)) {
        mtv_round_large(q, pairs, count, out);
        return;
    }
    touching_cores touching;
    uint64_t signs[SEPAL_BLOCK / 64];
    find_mtvs(q, kinds, pairs, count, pause, &touching, &found, out);
    if (touching.any) {
        uint64_t either[SEPAL_BLOCK / 64];
        for (size_t first = 0; first < count; first += 64)
            either[first / 64] =
                (touching.faces[first / 64] | touching.corners[first / 64]) & bits_below(count, first) & ~found.open[first / 64];
        pair_list list = list_block(pairs, count, either, &room);
        if (list.count > 0 && kinds.a <= CORE_2 && kinds.b <= CORE_2)
            settle_touching_segments(q, &touching, list, &found, out);
        else if (list.count > 0)
            settle_touching(q, kinds, &touching, list, &found, out);
    }
    if (all_known(&found, count))
        return;
    signs_unknown(&found, count, signs);
    settle_round_signs(q, kinds, list_block(pairs, count, signs, &room), out);
    settle_round_open(q, list_block(pairs, count, found.open, &room), out);
}

/* The same, of a chunk whose first pair has the number `first`. */
static void mtv_block_of_cores(const polys_query *q, core_pair kinds, const pair_list *block, guess_pause *pause, size_t first,
                               const sepal_mtvs *out) {
    mtv_values values;
    mtv_of_cores(q, kinds, block->pairs, block->count, pause, &values);
    copy_list_wanted(q, block, out, first, &values);
}

/* The kinds of pairs (kinds.h): with a reach, those of the cores; without one, mtv_kind from NO_REACH on. */
enum { MTV_ROUND_KINDS = NO_REACH + MTV_KINDS };
_Static_assert((int)MTV_ROUND_KINDS <= (int)SEPAL_MOST_BINS, "bins.h has room for as many");

static inline unsigned mtv_round_kind(const void *question, sepal_pair pair) {
    unsigned kind = round_kind(question, pair);
    return kind == NO_REACH ? NO_REACH + mtv_kind(question, pair) : kind;
}

/* A chunk of any shapes, by the kinds of their cores. */
static SEPAL_NOINLINE void mtv_round_any(const polys_query *q, const sepal_pair *pairs, size_t count, size_t first,
                                         const sepal_mtvs *out) {
    uint64_t all[SEPAL_CHUNK / 64];
    slot_bins waiting;
    set_all(all, count);
    sort_slots(mtv_round_kind, MTV_ROUND_KINDS, q, pairs, count, all, &waiting);
    for (unsigned kind = 0; kind < MTV_ROUND_KINDS; kind++) {
        guess_pause pause = {0, 0};
        for (size_t from = 0; from < kind_count(&waiting, kind); from += SEPAL_BLOCK) {
            sepal_pair room[SEPAL_BLOCK];
            pair_list block = block_of_kind(&waiting, kind, from, pairs, room);
            if (kind >= NO_REACH)
                kernel_mtv_block(q, kind - NO_REACH, &block, &pause, first, out);
            else
                mtv_block_of_cores(q, cores_of(kind), &block, &pause, first, out);
        }
    }
}

/* A chunk of shapes of one kind in each set. */
static SEPAL_NOINLINE void mtv_round_alike(const polys_query *q, const sepal_pair *pairs, size_t count, size_t first,
                                           const sepal_mtvs *out) {
    core_pair kinds = {core_kind(q->a->largest), core_kind(q->b->largest)};
    guess_pause pause = {0, 0};
    for (size_t from = 0; from < count; from += SEPAL_BLOCK) {
        mtv_values values;
        mtv_of_cores(q, kinds, pairs + from, block_from(from, count), &pause, &values);
        copy_block_wanted(q, pairs + from, out, first + from, &values, block_from(from, count));
    }
}

/* Are all cores of about the same size? */
static inline bool of_one_size(const sepal_polys *set) {
    return set->largest <= 2 || set->boxes || (set->same && set->largest > 4 && set->largest <= SEPAL_LANE_VERTICES);
}

/* Is a chunk not worth a sort? Pairs without a reach, of which a few tell, are computed twice without it. */
enum { REACH_SAMPLE = 64 };
static inline bool of_one_kind(const polys_query *q, const sepal_pair *pairs, size_t count) {
    if (!of_one_size(q->a) || !of_one_size(q->b))
        return false;
    for (size_t k = 0; k < count && k < REACH_SAMPLE; k++)
        if (!has_reach(q, pairs[k]))
            return false;
    return true;
}

typedef struct mtv_round_list {
    const polys_query *q;
    const sepal_pair *pairs;
    const sepal_mtvs *out;
} mtv_round_list;

static void mtv_round_list_chunk(const void *question, size_t first, size_t count) {
    const mtv_round_list *list = question;
    const polys_query *q = list->q;
    if (of_one_kind(q, list->pairs + first, count))
        mtv_round_alike(q, list->pairs + first, count, first, list->out);
    else
        mtv_round_any(q, list->pairs + first, count, first, list->out);
}

static void mtv_round(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    for_chunks(mtv_round_list_chunk, &(mtv_round_list){q, pairs, out}, count);
}

/* --- Any shapes ------------------------------------------------------------------------------------ */

static void mtv_pairs(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    if (some_reach(q))
        mtv_round(q, pairs, count, out);
    else
        kernel_mtv_cores(q, pairs, count, out);
}

void kernel_mtv_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                      const sepal_mtvs *out) {
    mtv_pairs(&(polys_query){a, b, rule->touching, rule->margin}, pairs, count, out);
}

/* Rows, and where the next chunk of their pairs begins. */
typedef struct mtv_rows {
    polys_query q;
    row_place *at;
    const sepal_mtvs *out;
} mtv_rows;

/* The pairs of rows that are listed at a time: they are on the stack beside the lists of a chunk. */
enum { MTV_ROWS = SEPAL_CHUNK / 4 };

static void mtv_rows_chunk(const void *question, size_t first, size_t count) {
    const mtv_rows *rows = question;
    for (size_t from = 0; from < count; from += MTV_ROWS) {
        sepal_pair pairs[MTV_ROWS];
        size_t some = count - from < MTV_ROWS ? count - from : MTV_ROWS;
        sepal_mtvs out = mtvs_from(rows->out, first + from);
        *rows->at = list_rows(*rows->at, some, pairs);
        mtv_pairs(&rows->q, pairs, some, &out);
    }
}

void kernel_mtv_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                     const sepal_mtvs *out) {
    row_place at = {rows, 0};
    for_chunks(mtv_rows_chunk, &(mtv_rows){{a, b, rule->touching, rule->margin}, &at, out}, count);
}
