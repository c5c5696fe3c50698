/* polys_kernel_mtv_round.c — the smallest push of shapes with radii, or under a margin. Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_mtv_round.c in the same order, so that the bits are the same. Left open are pairs out of
 * float's range, those without a certificate, and those without a reach. */
#include "../../core/arithmetic.h"

#include "cores.h"
#include "mtv_axes.h"
#include "names.h"
#include "reach_exact.h"
#include "segments.h"
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
    if (size > 1) {
        load_vertices(set, index, size, same, &out->core);
    } else { /* the centre of a point is the point */
        out->core.world[0] = out->circle.centre.x;
        out->core.world[block_size(1)] = out->circle.centre.y;
    }
}

/* An axis from a to b, and the distance of the cores along it, which is negative if they overlap along it. */
typedef struct line_lanes {
    w2 normal;
    w distance;
} line_lanes;

/* The vertices of the polygon that does not have the edge. Those of a smaller polygon are filled up by repeating its first vertex.
 * Returns their number. */
SPECIALISED uint32_t take_other(wm edge_of_b, const vertex_lanes *a, const vertex_lanes *b, sizes n, w2 *out) {
    uint32_t size = n.a == 1 || n.b == 1 ? 1 : n.a > n.b ? n.a : n.b; /* a point has no edge */
    for (uint32_t k = 0; k < size; k++) {
        w2 of_a = vertex(a->world, n.a, k < n.a ? k : 0), of_b = vertex(b->world, n.b, k < n.b ? k : 0);
        out[k] = n.b == 1 ? of_b : n.a == 1 ? of_a : w2_select(edge_of_b, of_a, of_b);
    }
    return size;
}

/* Do the edge with the best normal and the vertices of the other polygon that are nearest along it face each other? `error`: how
 * much farther than the nearest vertex another one may be along the normal to be among them. If they do not face each other,
 * `corner` receives the end of the edge that is nearer to them. */
SPECIALISED wm face_each_other(edge_axis best, w2 origin, const w2 *other, uint32_t size, w error, w2 *corner) {
    w along[SEPAL_LANE_VERTICES], least = w_set1(INFINITY), zero = w_set1(0), after = zero, before = zero;
    for (uint32_t k = 0; k < size; k++) {
        along[k] = w2_along(best.axis.normal, w2_sub(other[k], origin));
        least = w_min(least, along[k]);
    }
    w most = w_add(least, error);
    w2 edge = w2_sub(best.to, best.from);
    for (uint32_t k = 0; k < size; k++) {
        wm farther = w_gt(along[k], most);
        after = w_max(after, w_select(farther, zero, w2_along(edge, w2_sub(other[k], best.from))));
        before = w_max(before, w_select(farther, zero, w2_along(edge, w2_sub(best.to, other[k]))));
    }
    wm past_from = w_gt(after, zero);
    *corner = w2_select(past_from, best.to, best.from);
    return wm_and(past_from, w_gt(before, zero));
}

/* How far a core extends along a vector beyond one of its vertices, times the length of the vector. */
SPECIALISED w extent_beyond(const vertex_lanes *core, uint32_t size, w2 from, w2 way) {
    w most = w_set1(0);
    for (uint32_t k = 0; k < size && size > 1; k++)
        most = w_max(most, w2_along(way, w2_sub(vertex(core->world, size, k), from)));
    return most;
}

/* The line from a corner to the nearest vertex of the other polygon. Returns the lanes in which the cores are certainly not nearer
 * to each other than these two points. */
SPECIALISED wm between_corners(const vertex_lanes *a, const vertex_lanes *b, sizes n, w2 corner, wm of_b, const w2 *other,
                               uint32_t size, w error, line_lanes *out) {
    w nearest2 = w_set1(INFINITY);
    w2 nearest = other[0];
    for (uint32_t k = 0; k < size; k++) {
        w2 d = w2_sub(other[k], corner);
        w square = w2_along(d, d);
        wm nearer = w_gt(nearest2, square);
        nearest2 = w_select(nearer, square, nearest2);
        nearest = w2_select(nearer, other[k], nearest);
    }
    w2 p = w2_select(of_b, nearest, corner), q = w2_select(of_b, corner, nearest);
    w2 way = w2_sub(q, p), back = w2_sub(p, q);
    w length = w_sqrt(nearest2), inverse = w_div(w_set1(1), length);
    w shared = w_add(extent_beyond(a, n.a, p, way), extent_beyond(b, n.b, q, back));
    *out = (line_lanes){{w_mul(way.x, inverse), w_mul(way.y, inverse)}, length};
    wm uncertain = wm_or(w_gt(w_set1(SEPAL_LEAST_SQUARE), nearest2), w_gt(shared, w_mul(length, error)));
    return wm_not(uncertain);
}

/* The line along which the depth is measured. Notes the lanes in which it is not certain. */
SPECIALISED line_lanes find_line(round_lanes *a, round_lanes *b, sizes n, w extent, wm *unfit) {
    w gap_error = w_mul(extent, w_set1(SEPAL_GAP_ERROR));
    w2 origin = vertex(a->core.world, n.a, 0);
    make_near(&a->core, n.a, origin);
    make_near(&b->core, n.b, origin);
    edge_axis of_a = greatest_unit_gap(&a->core, n.a, a->circle.winding, &b->core, n.b, unfit);
    edge_axis of_b = greatest_unit_gap(&b->core, n.b, b->circle.winding, &a->core, n.a, unfit);
    wm from_b = w_gt(of_b.axis.gap, of_a.axis.gap);
    edge_axis best = {select_axis(from_b, of_b.axis, of_a.axis), w2_select(from_b, of_b.from, of_a.from),
                      w2_select(from_b, of_b.to, of_a.to)};
    w2 back = w2_neg(best.axis.normal);
    line_lanes line = {w2_select(from_b, back, best.axis.normal), best.axis.gap};
    wm certain = wm_and(w_gt(w_neg(gap_error), line.distance), w_gt(line.distance, w_set1(-INFINITY)));
    if (wm_bits(certain) == ALL_LANES)
        return line;

    w2 other[SEPAL_LANE_VERTICES], corner = best.from;
    other[0] = corner; /* there is always one, which gcc -O2 does not recognise */
    uint32_t size = take_other(from_b, &a->core, &b->core, n, other);
    if (n.a > 1 || n.b > 1) {
        w face_error = w_mul(extent, w_set1(SEPAL_FACE_ERROR));
        certain = wm_or(certain, face_each_other(best, origin, other, size, face_error, &corner));
        if (wm_bits(certain) == ALL_LANES)
            return line;
    }

    line_lanes between;
    w corner_error = w_mul(extent, w_set1(SEPAL_CORNER_ERROR));
    wm apart = between_corners(&a->core, &b->core, n, corner, from_b, other, size, corner_error, &between);
    *unfit = wm_or(*unfit, wm_not(wm_or(certain, apart)));
    return (line_lanes){w2_select(certain, line.normal, between.normal), w_select(certain, line.distance, between.distance)};
}

/* Bound on the error of a depth, relative to the extent of the pair with radii and margin (docs/numerics/mtv.md, "Radii and a
 * margin"). */
#define ROUND_DEPTH_ERROR (26 * 0x1p-24F)

SPECIALISED lanes mtv_round_group(round_lanes *a, round_lanes *b, sizes n, float margin, size_t k, mtv_values *out) {
    w zero = w_set1(0), most = w_set1(FLT_MAX);
    w2 d = w2_sub(b->circle.centre, a->circle.centre);
    w sum = w_add(a->circle.outer, b->circle.outer), extent = w_add(w_add(sum, sum), w_max(w_abs(d.x), w_abs(d.y)));
    wm unfit = w_eq(sum, w_set1(INFINITY));
    line_lanes line = find_line(a, b, n, extent, &unfit);
    wd depth[2];
    for (int half = 0; half < 2; half++) {
        wd reach = wd_add(wd_add(wd_of(a->radius, half), wd_of(b->radius, half)), wd_set1((double)margin));
        depth[half] = wd_sub(reach, wd_of(line.distance, half));
    }
    w rounded = w_min(w_max(w_of(depth[0], depth[1]), w_neg(most)), most);
    w_store(out->depth + k, rounded);
    w_store(out->x + k, w_add(zero, line.normal.x)); /* 0 + -0 is 0 */
    w_store(out->y + k, w_add(zero, line.normal.y));
    unsigned fit = ALL_LANES & ~wm_bits(unfit);
    if (!(margin > 0)) /* of polygons without a reach, the push is that of polys_kernel_mtv.c */
        fit &= ~wm_bits(w_eq(w_max(a->radius, b->radius), zero));
    return known_lanes(fit, wm_bits(w_gt(w_abs(rounded), w_mul(w_add(extent, w_set1(margin)), w_set1(ROUND_DEPTH_ERROR)))));
}

SPECIALISED lanes mtv_round_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_query *m = question;
    round_lanes in_a, in_b;
    load_round(m->q->a, &group->a, n.a, n.same, &in_a);
    load_round(m->q->b, &group->b, n.b, n.same, &in_b);
    return mtv_round_group(&in_a, &in_b, n, m->q->margin, k, m->out);
}

/* The pairs of which nothing is known: those without a reach as polygons, the others one at a time. */
static void settle_round_open(const polys_query *q, pair_list open, mtv_values *out) {
    sepal_rule rule = rule_of(q);
    size_t without = 0;
    for (size_t k = 0; k < open.count; k++) {
        sepal_pair pair = open.pairs[k];
        uint32_t slot = open.slots[k];
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
    kernel_mtv_cores(q, polygons.pairs, polygons.count, &(sepal_mtvs){values.x, values.y, values.depth});
    take_values(&polygons, &values, out);
}

/* Puts the depths of pairs of two kinds of cores on the exact side of 0: twice in double, for those that meet and those that do more
 * than touch; by the reference where the exponents are too wide for that. */
static void settle_round_signs(const polys_query *q, core_pair kinds, pair_list list, mtv_values *out) {
    polys_query closed = {q->a, q->b, SEPAL_TOUCHING_OVERLAPS, q->margin},
                interiors = {q->a, q->b, SEPAL_TOUCHING_IS_APART, q->margin};
    sepal_rule rule = rule_of(q);
    verdicts meet, overlap;
    filter_reach_exactly(&closed, list.pairs, list.count, core_sizes(kinds, false), &meet);
    filter_reach_exactly(&interiors, list.pairs, list.count, core_sizes(kinds, false), &overlap);
    for (size_t k = 0; k < list.count; k++) {
        float *depth = &out->depth[list.slots[k]];
        bool open = bit_at(meet.open, k) || bit_at(overlap.open, k);
        sepal_contact contact = open ? sepal_polys_scalar_contact_round(q->a, list.pairs[k].a, q->b, list.pairs[k].b, &rule)
                                : !bit_at(meet.yes, k)    ? SEPAL_APART
                                : !bit_at(overlap.yes, k) ? SEPAL_TOUCH
                                                          : SEPAL_OVERLAP;
        *depth = sepal_signed_depth(*depth, contact);
    }
}

/* Pairs of two kinds of cores. */
static void mtv_cores(const polys_query *q, core_pair kinds, const sepal_pair *pairs, size_t count, mtv_values *out) {
    verdicts found;
    pair_room room;
    if (has_large_core(kinds)) {
        set_all(found.open, count);
        settle_round_open(q, list_pairs(pairs, count, found.open, &room), out);
        return;
    }
    ask_sized(SIZES_1_1 | SIZES_2_2 | SIZES_1_4 | SIZES_4_1 | SIZES_4_4 | SIZES_1_ANY | SIZES_ANY_1 | SIZES_ANY, mtv_round_kernel,
              &(mtv_query){q, out}, pairs, count, core_sizes(kinds, false), &found);
    if (all_known(&found, count))
        return;
    uint64_t signs[SEPAL_CHUNK / 64];
    signs_unknown(&found, count, signs);
    settle_round_signs(q, kinds, list_pairs(pairs, count, signs, &room), out);
    settle_round_open(q, list_pairs(pairs, count, found.open, &room), out);
}

/* A chunk of any shapes, by the kinds of their cores. */
static void mtv_round_any(const polys_query *q, const sepal_pair *pairs, size_t count, mtv_values *out) {
    uint64_t all[SEPAL_CHUNK / 64];
    bins waiting;
    set_all(all, count);
    sort_pairs(round_kind, ROUND_KINDS, q, pairs, NULL, count, all, &waiting);
    for (unsigned kind = 0; kind < ROUND_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        mtv_values values;
        if (list.count == 0)
            continue;
        if (kind == NO_REACH)
            kernel_mtv_cores(q, list.pairs, list.count, &(sepal_mtvs){values.x, values.y, values.depth});
        else
            mtv_cores(q, cores_of(kind), list.pairs, list.count, &values);
        take_values(&list, &values, out);
    }
}

/* Are all cores of about the same size? */
static inline bool of_one_kind(const sepal_polys *set) {
    return set->largest <= 2 || set->boxes;
}

typedef struct mtv_round_list {
    const polys_query *q;
    const sepal_pair *pairs;
    const sepal_mtvs *out;
} mtv_round_list;

static void mtv_round_list_chunk(const void *question, size_t first, size_t count) {
    const mtv_round_list *list = question;
    const polys_query *q = list->q;
    mtv_values values;
    if (of_one_kind(q->a) && of_one_kind(q->b))
        mtv_cores(q, (core_pair){core_kind(q->a->largest), core_kind(q->b->largest)}, list->pairs + first, count, &values);
    else
        mtv_round_any(q, list->pairs + first, count, &values);
    copy_wanted(list->out, first, &values, count);
}

void kernel_mtv_round(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    for_chunks(mtv_round_list_chunk, &(mtv_round_list){q, pairs, out}, count);
}
