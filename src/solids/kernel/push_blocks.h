/* push_blocks.h — the pushes of a block of boxes, and of one of any cores: which filters it is asked, one after the other, where the pushes
 * go, and what is left, one pair at a time. Boxes that stand upright along one axis have their own way, at the beginning of the file. Each
 * filter is a function that is not inlined, for its room on the stack (docs/kernels.md). */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_BLOCKS_H
#define SEPAL_SOLIDS_KERNEL_PUSH_BLOCKS_H

#include "boxes_exact.h"
#include "closest.h"
#include "nearest.h"

#include "../../batch/plan.h"
#include "../kernels.h"
#include "part.h"
#include "push_hulls.h"
#include "push_meeting.h"
#include "query.h"

/* --- Upright boxes apart -------------------------------------------------------------------------------------------------------------- */

/* The pushes of boxes apart that have many nearest points, since they stand upright along one coordinate axis, as in stacks.
 *
 * They are upright along one axis (boxes_exact.h). The Minkowski difference is an interval along it times a zonogon across it: the nearest
 * point is the nearest one of the interval and the nearest one of the zonogon. The latter is on the edge or at the vertex that faces the
 * origin; which one it is takes signs of polynomials of degree 2 in the given floats, which double nearly always tells, and touching
 * included wherever coordinates span few bits. Distance and direction are known to within a few roundings, and rounded as in closest.h
 * (docs/numerics/solids_kernels.md, "Upright boxes apart"). */

/* The widest span for which double is exact in all that signs are asked of; and a bound on the errors of those numbers for wider ones,
 * as a share of the magnitudes of the products that they are the sums of. */
enum { UPRIGHT_SPAN_DOUBLE = 24 };
#define UPRIGHT_PRODUCTS 0x1p-49

/* The sum of the magnitudes of the products of a dot product. */
static inline wd flat_size(wd2 a, wd2 b) {
    return wd_madd(wd_abs(a.x), wd_abs(b.x), wd_abs(wd_mul(a.y, b.y)));
}
static inline wd wd_minus_where(wd a, wdm where) {
    return wd_select(where, wd_minus(a), a);
}

/* The edge of the zonogon that is parallel to a half edge g and faces the origin: c ± end, and its normal n, which leads away from the
 * origin. g_k takes part in c with the sign side[k], which is 0 if it is parallel to g; then it takes part in `end` with the sign
 * within[k]. gap: how far the edge's line is from the origin, times |g|. */
typedef struct facing_edge {
    wd2 c, end, n;
    wd side[UPRIGHT_EDGES], within[UPRIGHT_EDGES], gap, gap_size, reach;
} facing_edge;

static inline facing_edge find_facing(const upright_half *u, wd2 g) {
    wd zero = wd_set1(0), one = wd_set1(1), minus = wd_set1(-1);
    wd2 normal = {wd_minus(g.y), g.x};
    wd across = flat_dot(normal, u->d);
    wdm away = wd_gt(zero, across);
    facing_edge out;
    out.c = u->d;
    out.end = (wd2){zero, zero};
    out.n = flat_minus(normal, away);
    out.reach = zero;
    for (int k = 0; k < UPRIGHT_EDGES; k++) {
        wd2 e = u->edge[k];
        wd along_n = flat_det(g, e), along_g = flat_dot(g, e); /* along_n: the sign is exact */
        wdm parallel = wd_eq(along_n, zero);
        wd side = wd_select(wd_gt(wd_minus_where(along_n, away), zero), minus, one);
        out.side[k] = wd_select(parallel, zero, side);
        out.within[k] = wd_select(parallel, wd_select(wd_gt(zero, along_g), minus, one), zero);
        out.c = (wd2){wd_madd(out.side[k], e.x, out.c.x), wd_madd(out.side[k], e.y, out.c.y)};
        out.end = (wd2){wd_madd(out.within[k], e.x, out.end.x), wd_madd(out.within[k], e.y, out.end.y)};
        out.reach = wd_add(out.reach, wd_abs(along_n));
    }
    out.gap = wd_sub(wd_abs(across), out.reach);
    out.gap_size = wd_add(flat_size(normal, u->d), out.reach);
    return out;
}

/* The point of the edge nearest to the origin, but for rounding: the square of its distance. */
static inline wd square_to_edge(const facing_edge *e) {
    wd one = wd_set1(1), t = wd_div(wd_sub(wd_set1(0), flat_dot(e->c, e->end)), flat_dot(e->end, e->end));
    t = wd_max(wd_sub(wd_set1(0), one), wd_min(one, t));
    wd2 at = {wd_madd(t, e->end.x, e->c.x), wd_madd(t, e->end.y, e->c.y)};
    return flat_dot(at, at);
}

/* The point of the zonogon that is nearest to the origin: its direction as a vector of any length, its distance, and a bound on the
 * error of that as a share of it. */
typedef struct flat_nearest {
    wd2 n;
    wd distance, error;
    wdm sure, inside; /* inside: the origin is in the zonogon; then the distance is 0 */
} flat_nearest;

/* share: of the products, by which signs may err. */
static inline flat_nearest find_flat_nearest(const upright_half *u, wd share) {
    wd zero = wd_set1(0), least = wd_set1(INFINITY);
    wd2 best = u->d;
    wdm beyond = wdm_none(), area = wdm_none();
    for (int k = 0; k < UPRIGHT_EDGES; k++) {
        facing_edge e = find_facing(u, u->edge[k]);
        wd square = square_to_edge(&e);
        wdm nearer = wd_gt(least, square); /* not for NaN, of an edge of length 0 */
        least = wd_select(nearer, square, least);
        best = wd2_select(nearer, u->edge[k], best);
        beyond = wdm_or(beyond, wd_gt(wd_madd(e.gap_size, share, e.gap), zero));
        area = wdm_or(area, wd_gt(e.reach, zero));
    }
    facing_edge e = find_facing(u, best);
    wd along = flat_dot(e.c, e.end), room = flat_dot(e.end, e.end);
    wd edge_error = wd_mul(wd_add(flat_size(e.c, e.end), room), share);
    wd height = flat_dot(e.n, e.c), height_error = wd_mul(flat_size(e.n, e.c), share);
    wdm on_edge = wdm_and(wd_ge(room, wd_add(wd_abs(along), edge_error)), wd_gt(height, wd_scaled(height_error, 2)));

    /* the end of the edge towards the origin; it is nearest if no half edge leads from there to the origin */
    wdm back = wd_gt(along, zero);
    wd2 v = wd2_add(e.c, flat_minus(e.end, back));
    wdm at_vertex = wd_gt(flat_sum(v), zero);
    for (int k = 0; k < UPRIGHT_EDGES; k++) {
        wd sign = wd_add(e.side[k], wd_minus_where(e.within[k], back)), rise = wd_mul(flat_dot(v, u->edge[k]), sign);
        wd error = wd_mul(flat_size(v, u->edge[k]), share);
        at_vertex = wdm_and(at_vertex, wd_ge(wd_sub(zero, error), rise));
    }

    flat_nearest out;
    out.n = wd2_select(on_edge, e.n, v);
    out.inside = wdm_andnot(area, beyond);
    height = wd_select(on_edge, height, flat_dot(v, v));
    out.distance = wd_div(height, wd_sqrt(flat_dot(out.n, out.n)));
    out.error = wd_select(on_edge, wd_div(wd_mul(flat_size(e.n, e.c), wd_set1(UPRIGHT_PRODUCTS)), height), zero);
    out.sure = wdm_or(out.inside, wdm_or(on_edge, at_vertex));
    return out;
}

/* The nearest point in space. A component of its direction that is 0 is exactly 0. */
static inline certified_push find_upright_push(const upright_half *u, uint32_t axis, wd span) {
    const wd zero = wd_set1(0), one = wd_set1(1), few = wd_set1(16 * DOUBLE_UNIT);
    const wd share = wd_select(wd_gt(span, wd_set1(UPRIGHT_SPAN_DOUBLE)), wd_set1(UPRIGHT_PRODUCTS), zero);
    const flat_nearest flat = find_flat_nearest(u, share);
    const wd above = wd_max(wd_sub(wd_abs(u->along), u->height), zero); /* exact */
    const wdm over = wd_gt(above, zero);
    const wd across = wd_select(flat.inside, zero, flat.distance), error = wd_select(flat.inside, zero, flat.error);
    const wd distance = wd_sqrt(wd_madd(across, across, wd_mul(above, above))), inverse = wd_div(one, distance);
    const wd length = wd_sqrt(flat_dot(flat.n, flat.n)), factor = wd_div(wd_select(over, wd_mul(across, inverse), one), length);
    const wd x = wd_select(flat.inside, zero, wd_mul(flat.n.x, factor)), y = wd_select(flat.inside, zero, wd_mul(flat.n.y, factor)),
             z = wd_minus_where(wd_select(flat.inside, one, wd_mul(above, inverse)), wd_gt(zero, u->along)); /* along the axis */
    const wd3 n = axis == 0 ? (wd3){z, x, y} : axis == 1 ? (wd3){y, z, x} : (wd3){x, y, z};
    return (certified_push){n,
                            distance,
                            wd_add(wd_select(over, error, zero), few),
                            wd_mul(distance, wd_add(error, few)),
                            {wd_eq(n.x, zero), wd_eq(n.y, zero), wd_eq(n.z, zero)},
                            wdm_and(flat.sure, wdm_or(over, wdm_not(flat.inside)))};
}

/* The pushes of pairs of boxes whose upright_axis is `axis`. */
typedef struct upright_push_query {
    push_query push;
    unsigned axis;
} upright_push_query;

SPECIALISED lanes push_upright_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const upright_push_query *asked = question;
    const solids_query *q = asked->push.q;
    const sepal_box_exact *of_a[SEPAL_LANES], *of_b[SEPAL_LANES];
    find_exact(q->a, &group->a, of_a);
    find_exact(q->b, &group->b, of_b);
    unit_lanes units;
    find_units(q, group, &units);
    upright_lanes a = load_upright(of_a, asked->axis), b = load_upright(of_b, asked->axis);
    certified_push push[2];
    for (int half = 0; half < 2; half++) {
        upright_half u = upright_half_of(&a, &b, half);
        push[half] = find_upright_push(&u, asked->axis, wd_load(units.span + half * (SEPAL_LANES / 2)));
    }
    return (lanes){0, ALL_LANES & ~store_closest(&asked->push, group, k, push)};
}

/* Pairs of boxes whose upright_axis is `axis`. Those that are not apart, or of which not all is certain, stay open. */
static SEPAL_NOINLINE void push_upright(const solids_query *q, uint32_t axis, const sepal_pair *pairs, size_t count,
                                        verdicts *answers, push_values *out) {
    assert(axis < UPRIGHT_NONE);
    (void)ask_groups(push_upright_kernel, NULL, &(upright_push_query){{q, out}, axis}, pairs, count, (sizes){0}, answers);
}

/* --- Where the pushes go --------------------------------------------------------------------------------- */

/* Where the pushes of a chunk go: that of its first pair has the number `first`. */
typedef struct push_chunk_out {
    const sepal_solid_mtvs *out;
    size_t first;
    uint64_t *written;                 /* pairs of which the points have been written, too; NULL if these are not wanted */
    uint64_t meet[SEPAL_CHUNK / 64];   /* boxes that meet, found before all else */
    uint64_t ties[SEPAL_CHUNK / 64];   /* boxes of few bits, which are asked for all axes without the question of overlap */
    uint64_t unsure[SEPAL_CHUNK / 64]; /* depths that may be on the wrong side of 0, */
    uint64_t left[SEPAL_CHUNK / 64];   /* and pairs for the reference: both wait until the lists of the chunk are off the stack */
} push_chunk_out;

/* One pair by itself. seems: as in sepal_solids_push_one. */
static void push_one(const solids_query *q, sepal_pair pair, sepal_contact *seems, push_chunk_out *to, size_t slot) {
    sepal_solid_mtv push;
    if (sepal_solids_push_one(q, pair, &solids_kernel_core_searches, seems, &push))
        sepal_solid_mtv_write(to->out, to->first + slot, push);
    else
        set_bit(to->left, slot);
}

/* Those pairs of a list that are open; each seems to be as the one before, or to meet: `meet`, or NULL. Returns what the last one is. */
static sepal_contact push_one_by_one(const solids_query *q, const pair_list *list, const uint64_t *open, const uint64_t *meet,
                                     push_chunk_out *to) {
    sepal_contact seems = SEPAL_APART;
    size_t k;
    FOR_BITS(k, open, list->count) {
        if (meet != NULL && bit_at(meet, k) != 0)
            seems = SEPAL_OVERLAP;
        push_one(q, list->pairs[k], &seems, to, list->slots[k]);
    }
    return seems;
}

static void write_value(const push_values *from, size_t k, const push_chunk_out *to, size_t slot) {
    sepal_solid_mtv_write(to->out, to->first + slot, (sepal_solid_mtv){from->x[k], from->y[k], from->z[k], from->depth[k]});
}

/* Are the pairs of a block those that follow each other in the chunk, from a multiple of 64 on? */
static inline bool is_run_of_slots(const pair_list *block) {
    unsigned other = block->count == 0;
    for (size_t k = 0; k < block->count; k++)
        other |= (uint16_t)(block->slots[k] - k) ^ block->slots[0];
    return other == 0 && block->slots[0] % 64 == 0;
}

/* Writes the pushes of a block that are not open. Of a run all are written, and those of open pairs once more when they are known. */
static void write_values(const pair_list *block, const push_values *values, const uint64_t *open, const push_chunk_out *to) {
    if (is_run_of_slots(block)) {
        const size_t first = to->first + block->slots[0];
        write_row(to->out->normal_x, first, values->x, block->count);
        write_row(to->out->normal_y, first, values->y, block->count);
        write_row(to->out->normal_z, first, values->z, block->count);
        write_row(to->out->depth, first, values->depth, block->count);
        return;
    }
    for (size_t k = 0; k < block->count; k++)
        if (bit_at(open, k) == 0)
            write_value(values, k, to, block->slots[k]);
}

/* Writes the pushes of a block that are certain, and keeps the other pairs in it. */
static void take_pushes(pair_list *block, const push_values *values, const verdicts *answers, const push_chunk_out *to) {
    write_values(block, values, answers->open, to);
    keep_pairs(block, answers->open);
}

/* --- Hulls that meet ------------------------------------------------------------------------------------- */

/* A filter that looks for the one best axis or part is vain where several are equally good: of boxes that touch or are side by side, as in a
 * stack or a lattice. The first pairs of a list tell, unless they are too few. Of hulls those of each list do, and a filter that was vain is
 * tried again after some lists: those before may have been of hulls at the origin, some of whose coordinates are nearly 0, so that double
 * does not hold their differences. */
enum { PUSH_PROBE = 64, PUSH_PROBE_LEAST = 16, HULLS_PROBE = (SEPAL_LANES + 7) / 8 * 8, HULLS_PROBE_AGAIN = 4 };
enum { QUICK_UNKNOWN, QUICK_PAYS, QUICK_IS_VAIN /* and above: for so many lists more */ };

/* The next of those pairs of a list whose bit is set, at most `most`; their bits are cleared. */
static inline pair_list take_next(const pair_list *list, uint64_t *bits, size_t most, sepal_pair *pairs, uint16_t *slots) {
    size_t listed = 0;
    pairs[0] = list->pairs[0]; /* as in bins.h */
    for (size_t at = 0; at < list->count && listed < most; at += 64)
        for (; bits[at / 64] != 0 && listed < most; bits[at / 64] &= bits[at / 64] - 1) {
            const size_t k = at + sepal_lowest_bit(bits[at / 64]);
            pairs[listed] = list->pairs[k];
            slots[listed++] = (uint16_t)k;
        }
    return (pair_list){pairs, slots, listed};
}

/* Gives the open pairs of a block of these sizes whose bit in `which` is set to a filter, MEETING_AT_ONCE at a time, as filters need much of
 * the stack: if it answers half of the first ones, and as long as it answers a third, since one by one they take several times as long; boxes with
 * radii always, as the reference would be next. values: room of the caller; it hands the normals of the list on to push_facing. */
enum { MEETING_AT_ONCE = 64 };
static SEPAL_NOINLINE void push_if_it_answers(push_filter *filter, const solids_query *q, uint8_t *state, const pair_list *list,
                                              sizes n, const uint64_t *which, uint64_t *open, push_values *values,
                                              const push_chunk_out *to) {
    verdicts answers;
    sepal_pair pairs[MEETING_AT_ONCE];
    uint16_t slots[MEETING_AT_ONCE];
    uint64_t asked[SEPAL_BLOCK / 64];
    for (size_t at = 0; at < list->count; at += 64)
        asked[at / 64] = open[at / 64] & which[at / 64];
    if (*state >= QUICK_IS_VAIN && ++*state == QUICK_IS_VAIN + HULLS_PROBE_AGAIN)
        *state = QUICK_UNKNOWN;
    while (*state < QUICK_IS_VAIN) {
        const size_t most = *state == QUICK_UNKNOWN ? HULLS_PROBE : MEETING_AT_ONCE;
        const pair_list some = take_next(list, asked, most, pairs, slots);
        size_t answered = 0;
        if (some.count == 0)
            break;
        for (size_t k = 0; k < some.count && filter == push_facing; k++) { /* slots[k] >= k, and of later pairs more */
            values->x[k] = values->x[slots[k]];
            values->y[k] = values->y[slots[k]];
            values->z[k] = values->z[slots[k]];
        }
        filter(q, some.pairs, some.count, n, &answers, values);
        for (size_t k = 0; k < some.count; k++)
            if (bit_at(answers.open, k) == 0) {
                write_value(values, k, to, list->slots[some.slots[k]]);
                clear_bit(open, some.slots[k]);
                answered++;
            }
        if ((some.count >= HULLS_PROBE || *state == QUICK_UNKNOWN) && filter != push_boxes)
            *state = (*state == QUICK_UNKNOWN ? 2 : 3) * answered >= some.count ? QUICK_PAYS : QUICK_IS_VAIN;
    }
}

/* First the ray, which is quicker. The polytope, of hulls alone, if the ray has failed on half of a sample, or leaves half a group: of a block
 * of hulls of 32 it leaves a third. */
static void push_hulls_that_meet(const solids_query *q, sepal_solids_push_policy *quick, const pair_list *list, sizes n,
                                 const uint64_t *meet, uint64_t *open, push_values *values, const push_chunk_out *to) {
    const bool grows = n.a > 0 && n.b > 0 && n.a <= POLYTOPE_VERTICES && n.b <= POLYTOPE_VERTICES;
    push_if_it_answers(push_meeting, q, &quick->hulls, list, n, meet, open, values, to);
    if (grows && (quick->hulls >= QUICK_IS_VAIN || sepal_bits_count(open, list->count) >= SEPAL_LANES / 2))
        push_if_it_answers(push_polytopes, q, &quick->polytopes, list, n, meet, open, values, to);
    if (sepal_bits_count(open, list->count) >= SEPAL_LANES / 2)
        push_if_it_answers(push_touching, q, &quick->touching, list, n, open, open, values, to);
}

/* Pushes the hulls of a block that meet, where nearly all of the block before did; the others stay in it. */
static SEPAL_NOINLINE void push_hulls_first(const solids_query *q, sepal_solids_push_policy *quick, pair_list *block, sizes n,
                                            push_values *values, const push_chunk_out *to) {
    uint64_t all[SEPAL_BLOCK / 64] = {0}, open[SEPAL_BLOCK / 64] = {0};
    const size_t count = block->count;
    set_all(all, count);
    set_all(open, count);
    push_hulls_that_meet(q, quick, block, n, all, open, values, to);
    keep_pairs(block, open);
    quick->hulls_meet = 8 * block->count <= count;
}

/* --- Any cores ------------------------------------------------------------------------------------------- */

/* Gives a list to a filter, and writes what it finds; the other pairs stay in it. */
static SEPAL_NOINLINE void ask_push(push_filter *filter, const solids_query *q, pair_list *list, push_chunk_out *to) {
    push_values values;
    verdicts answers;
    size_t k;
    memset(values.unsure, 0, sizeof values.unsure);
    filter(q, list->pairs, list->count, (sizes){0}, &answers, &values);
    for (size_t at = 0; at < list->count; at += 64)
        values.unsure[at / 64] &= answers.yes[at / 64];
    FOR_BITS(k, values.unsure, list->count)
        set_bit(to->unsure, list->slots[k]);
    take_pushes(list, &values, &answers, to);
}

static void push_if_it_pays(push_filter *filter, const solids_query *q, uint8_t *state, pair_list *block, push_chunk_out *to) {
    const size_t tried = *state != QUICK_UNKNOWN ? 0 : block->count < PUSH_PROBE ? block->count : PUSH_PROBE;
    pair_list left = part_of_list(block, 0, tried), rest = part_of_list(block, tried, block->count - tried);
    if (tried > 0) {
        ask_push(filter, q, &left, to);
        if (tried >= PUSH_PROBE_LEAST)
            *state = 4 * left.count < tried ? QUICK_PAYS : QUICK_IS_VAIN;
    }
    if (rest.count > 0 && *state == QUICK_PAYS)
        ask_push(filter, q, &rest, to);
    for (size_t k = 0; k < rest.count; k++, left.count++) {
        left.pairs[left.count] = rest.pairs[k];
        left.slots[left.count] = rest.slots[k];
    }
    block->count = left.count;
}

/* The flags that both boxes of a pair have. */
static inline unsigned common_flags(const solids_query *q, sepal_pair pair) {
    return q->a->heads[pair.a].flags & q->b->heads[pair.b].flags;
}

/* For boxes: the axis along which both are upright, or UPRIGHT_NONE. */
static inline unsigned upright_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    return upright_axis(common_flags(q, pair), core_span(q, pair));
}

/* Writes the pushes of those pairs of boxes of a block that are upright along one axis and certainly apart; they leave the block. */
static SEPAL_NOINLINE void push_those_upright(const solids_query *q, pair_list *list, const push_chunk_out *to) {
    push_values values;
    verdicts answers;
    block_bins sorted;
    unsigned flags = 0;
    for (size_t k = 0; k < list->count; k++)
        flags |= common_flags(q, list->pairs[k]);
    if (flags < SEPAL_SOLID_UPRIGHT)
        return;
    sort_block(upright_kind, UPRIGHT_NONE + 1, q, list, &sorted);
    list->count = 0;
    for (unsigned axis = 0; axis <= UPRIGHT_NONE; axis++) {
        pair_list of_axis = block_bin(&sorted, axis);
        if (axis < UPRIGHT_NONE && of_axis.count > 0)
            push_upright(q, axis, of_axis.pairs, of_axis.count, &answers, &values);
        for (size_t k = 0; k < of_axis.count; k++)
            if (axis < UPRIGHT_NONE && bit_at(answers.open, k) == 0) {
                write_value(&values, k, to, of_axis.slots[k]);
            } else {
                list->pairs[list->count] = of_axis.pairs[k];
                list->slots[list->count++] = of_axis.slots[k];
            }
    }
}

static void push_apart(const solids_query *q, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *answers,
                       push_values *out) {
    push_parts(q, SOLID_BOXES, true, pairs, count, answers, out);
}

/* n: the sizes of the blocks of vertices, 0 for boxes. */
static SEPAL_NOINLINE void push_block_of_cores(const solids_query *q, sepal_solids_push_policy *quick, pair_list *block, sizes n,
                                               push_chunk_out *to) {
    const bool hulls = n.a + n.b > 0, meet_first = hulls && quick->hulls_meet;
    const size_t count = block->count;
    uint8_t facing = QUICK_UNKNOWN, rounded = QUICK_PAYS; /* which no later block remembers */
    push_values values;
    verdicts answers;
    if (n.a + n.b == 0)
        push_those_upright(q, block, to);
    if (meet_first)
        push_hulls_first(q, quick, block, n, &values, to);
    if (n.a + n.b == 0)
        push_if_it_pays(push_apart, q, &quick->apart, block, to);
    if (block->count == 0)
        return;
    const push_points points = {to->out, block->count, block->slots, to->written};
    push_closest(q, block->pairs, block->count, n, to->written != NULL ? &points : NULL, &answers, &values);
    write_values(block, &values, answers.open, to);
    if (hulls) { /* those that seem to be apart */
        uint64_t which[SEPAL_BLOCK / 64];
        for (size_t at = 0; at < block->count; at += 64)
            which[at / 64] = answers.open[at / 64] & ~answers.yes[at / 64];
        push_if_it_answers(push_facing, q, &facing, block, n, which, answers.open, &values, to);
    }
    if (hulls && !meet_first) {
        const size_t apart = block->count - sepal_bits_count(answers.open, block->count);
        push_hulls_that_meet(q, quick, block, n, answers.yes, answers.open, &values, to);
        quick->hulls_meet = 8 * (apart + sepal_bits_count(answers.open, block->count)) <= block->count;
    }
    memset(values.unsure, 0, sizeof values.unsure); /* as none will be */
    if (!hulls && solid_has_reach(q, block->pairs[0]))
        push_if_it_answers(push_boxes, q, &rounded, block, (sizes){0, 0, true}, answers.open, answers.open, &values, to);
    const bool none = sepal_bits_count(answers.open, block->count) == count;
    const bool touch = push_one_by_one(q, block, answers.open, answers.yes, to) == SEPAL_TOUCH;
    quick->touch = hulls && none && touch;
    quick->asked = quick->asked || hulls;
}

/* Where the lanes have answered none of the pairs before, as these touch by a border or a corner, the next ones are asked one by one, as
 * long as they touch, too. The first pairs of a list tell. */
static SEPAL_NOINLINE void push_block_of_hulls(const solids_query *q, sepal_solids_push_policy *quick, const pair_list *block,
                                               sizes n, push_chunk_out *to) {
    for (size_t at = 0; at < block->count;) {
        if (quick->touch) {
            sepal_contact seems = SEPAL_TOUCH;
            push_one(q, block->pairs[at], &seems, to, block->slots[at]);
            quick->touch = seems == SEPAL_TOUCH;
            at++;
            continue;
        }
        const size_t left = block->count - at, some = quick->asked || left < 4 * PUSH_PROBE_LEAST ? left : PUSH_PROBE_LEAST;
        pair_list part = part_of_list(block, at, some);
        push_block_of_cores(q, quick, &part, n, to);
        at += some;
    }
}

/* What is left of boxes and cores of one or two vertices, which touch, mostly, or are nearly apart. n: of others, 0. */
static SEPAL_NOINLINE void push_those_left(const solids_query *q, sepal_solids_push_policy *quick, const pair_list *list, sizes n,
                                           push_chunk_out *to) {
    static push_filter *const filter[2] = {push_meeting, push_touching};
    uint8_t *const state[2] = {&quick->hulls, &quick->touching};
    const size_t least = n.a + n.b > 0 ? SEPAL_LANES / 2 : SEPAL_BLOCK + 1;
    push_values values;
    uint64_t open[SEPAL_BLOCK / 64] = {0};
    set_all(open, list->count);
    for (int k = 0; k < 2 && sepal_bits_count(open, list->count) >= least; k++)
        push_if_it_answers(filter[k], q, state[k], list, n, open, open, &values, to);
    (void)push_one_by_one(q, list, open, NULL, to);
}

#endif
