/* polys_kernel_mtv_round.c — the smallest push of shapes with radii, or under a margin: every lane its own pair.
 *
 * The steps of scalar/mtv_round.c, operation by operation, so that the bits are the same. Left open are pairs that float does not
 * suit, or does not tell, and the sign of a depth near 0; these are asked one at a time. */
#include "../../core/arithmetic.h"

#include "cores.h"
#include "mtv_axes.h"
#include "names.h"
#include "segments.h"
#include <float.h>

/* A group: cores, with radii. */
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
        out->core.world[sepal_padded(1)] = out->circle.centre.y;
    }
}

/* An axis from a to b, and the distance of the cores along it; if negative, they share that much. */
typedef struct line_lanes {
    w2 normal;
    w distance;
} line_lanes;

/* The vertices of the polygon of which the edge is not; repeats the first one of a smaller polygon. Returns how many. */
SPECIALISED uint32_t take_other(wm edge_of_b, const vertex_lanes *a, const vertex_lanes *b, sizes n, w2 *out) {
    uint32_t size = n.a == 1 || n.b == 1 ? 1 : n.a > n.b ? n.a : n.b; /* a point has no edge */
    for (uint32_t k = 0; k < size; k++) {
        w2 of_a = vertex(a->world, n.a, k < n.a ? k : 0), of_b = vertex(b->world, n.b, k < n.b ? k : 0);
        out[k] = n.b == 1 ? of_b : n.a == 1 ? of_a : w2_select(edge_of_b, of_a, of_b);
    }
    return size;
}

/* Do the edge with the best normal and the vertices of the other polygon that are nearest along it face each other? `error`: how
 * far from the nearest one these may be. corner: else, the end of the edge that is nearer to them. */
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

/* How far a core reaches along w beyond one of its vertices, times the length of w. */
SPECIALISED w reach_beyond(const vertex_lanes *core, uint32_t size, w2 from, w2 way) {
    w most = w_set1(0);
    for (uint32_t k = 0; k < size && size > 1; k++)
        most = w_max(most, w2_along(way, w2_sub(vertex(core->world, size, k), from)));
    return most;
}

/* The line from a corner to the nearest vertex of the other polygon; the lanes in which it is certain that the cores are not nearer
 * to each other. */
SPECIALISED wm between_corners(const vertex_lanes *a, const vertex_lanes *b, sizes n, w2 corner, wm of_b, const w2 *other,
                               uint32_t size, w error, line_lanes *out) {
    w nearest2 = w_set1(INFINITY), zero = w_set1(0);
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
    w shared = w_add(reach_beyond(a, n.a, p, way), reach_beyond(b, n.b, q, back));
    *out = (line_lanes){{w_mul(way.x, inverse), w_mul(way.y, inverse)}, length};
    wm uncertain = wm_or(w_gt(w_set1(SEPAL_LEAST_SQUARE), nearest2), w_gt(shared, w_mul(length, error)));
    return wm_andnot(w_eq(zero, zero), uncertain);
}

/* The line along which the depth is found; notes the lanes in which it is not certain. */
SPECIALISED line_lanes find_line(round_lanes *a, round_lanes *b, sizes n, w extent, wm *unfit) {
    w zero = w_set1(0), gap_error = w_mul(extent, w_set1(SEPAL_GAP_ERROR));
    w2 origin = vertex(a->core.world, n.a, 0);
    make_near(&a->core, n.a, origin);
    make_near(&b->core, n.b, origin);
    edge_axis of_a = greatest_unit_gap(&a->core, n.a, a->circle.winding, &b->core, n.b, unfit);
    edge_axis of_b = greatest_unit_gap(&b->core, n.b, b->circle.winding, &a->core, n.a, unfit);
    wm from_b = w_gt(of_b.axis.gap, of_a.axis.gap);
    edge_axis best = {select_axis(from_b, of_b.axis, of_a.axis), w2_select(from_b, of_b.from, of_a.from),
                      w2_select(from_b, of_b.to, of_a.to)};
    w2 back = {w_sub(zero, best.axis.normal.x), w_sub(zero, best.axis.normal.y)};
    line_lanes line = {w2_select(from_b, back, best.axis.normal), best.axis.gap};
    wm certain = wm_and(w_gt(w_sub(zero, gap_error), line.distance), w_gt(line.distance, w_set1(-INFINITY)));
    if (wm_bits(certain) == ALL_LANES)
        return line;

    w2 other[SEPAL_LANE_VERTICES], corner = best.from;
    other[0] = corner; /* gcc -O2 does not see that there is always one */
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
    *unfit = wm_or(*unfit, wm_andnot(wm_andnot(w_eq(zero, zero), certain), apart));
    return (line_lanes){w2_select(certain, line.normal, between.normal), w_select(certain, line.distance, between.distance)};
}

/* docs/numerics.md, "Radii and a margin": the error of a depth, relative to the extent of the pair with radii and margin. */
#define SKIN_ERROR (26 * 0x1p-24F)

/* Answers the group at k; false if a pair has no reach, and is one of polygons. */
SPECIALISED bool mtv_round_group(round_lanes *a, round_lanes *b, sizes n, float margin, size_t k, mtv_chunk *out) {
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
    w rounded = w_min(w_max(w_of(depth[0], depth[1]), w_sub(zero, most)), most);
    w_store(out->depth + k, rounded);
    w_store(out->x + k, w_add(zero, line.normal.x)); /* 0 + -0 is 0 */
    w_store(out->y + k, w_add(zero, line.normal.y));
    unsigned sure = wm_bits(w_gt(w_abs(rounded), w_mul(w_add(extent, w_set1(margin)), w_set1(SKIN_ERROR))));
    out->unsure[k / 64] |= (uint64_t)(ALL_LANES & ~sure) << (k % 64);
    out->unfit[k / 64] |= (uint64_t)wm_bits(unfit) << (k % 64);
    return margin > 0 || wm_bits(w_eq(w_max(a->radius, b->radius), zero)) == 0;
}

/* False if a pair has no reach. */
SPECIALISED bool mtv_round_of(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sizes n,
                              float margin, mtv_chunk *out) {
    bool all = true;
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        round_lanes in_a, in_b;
        load_round(a, &group->a, n.a, n.same, &in_a);
        load_round(b, &group->b, n.b, n.same, &in_b);
        all &= mtv_round_group(&in_a, &in_b, n, margin, k, out);
    }
    return all;
}

/* Kernels of constant sizes for what is met most; n as in filter_reach, but in any order. */
static bool mtv_round_sized(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sizes n,
                            float margin, mtv_chunk *out) {
    if (n.a == 1 && n.b == 1)
        return mtv_round_of(a, b, pairs, count, (sizes){1, 1, true}, margin, out);
    if (n.a == 2 && n.b == 2)
        return mtv_round_of(a, b, pairs, count, (sizes){2, 2, false}, margin, out);
    if (n.a == 1 && n.b == 4)
        return mtv_round_of(a, b, pairs, count, (sizes){1, 4, false}, margin, out);
    if (n.a == 4 && n.b == 1)
        return mtv_round_of(a, b, pairs, count, (sizes){4, 1, false}, margin, out);
    if (n.a == 4 && n.b == 4)
        return mtv_round_of(a, b, pairs, count, (sizes){4, 4, false}, margin, out);
    if (n.a == 1)
        return mtv_round_of(a, b, pairs, count, (sizes){1, n.b, false}, margin, out);
    if (n.b == 1)
        return mtv_round_of(a, b, pairs, count, (sizes){n.a, 1, false}, margin, out);
    return mtv_round_of(a, b, pairs, count, (sizes){n.a, n.b, false}, margin, out);
}

/* What is left open. */
static void settle_mtv_round(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                             const sepal_rule *rule, mtv_chunk *out) {
    drop_spare(out->unfit, count);
    drop_spare(out->unsure, count);
    for (size_t word = 0; word * 64 < count; word++) {
        for (uint64_t left = out->unfit[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + sepal_lowest_bit(left);
            sepal_poly_mtv found = sepal_polys_scalar_mtv_round(a, pairs[k].a, b, pairs[k].b, rule);
            out->x[k] = found.x;
            out->y[k] = found.y;
            out->depth[k] = found.depth;
        }
        for (uint64_t left = out->unsure[word] & ~out->unfit[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + sepal_lowest_bit(left);
            out->depth[k] = sepal_signed_depth(out->depth[k], sepal_polys_scalar_contact_round(a, pairs[k].a, b, pairs[k].b, rule));
        }
    }
}

/* Pairs of cores of two kinds (round.h). False if one has no reach; then nothing is answered. */
static bool mtv_round_kind(const sepal_polys *a, unsigned kind_a, const sepal_polys *b, unsigned kind_b, const sepal_pair *pairs,
                           size_t count, const sepal_rule *rule, mtv_chunk *out) {
    mtv_clear(out);
    if (kind_a == CORE_LARGE || kind_b == CORE_LARGE) {
        for (size_t word = 0; word * 64 < count; word++)
            out->unfit[word] = ~UINT64_C(0);
    } else if (!mtv_round_sized(a, b, pairs, count, (sizes){1U << kind_a, 1U << kind_b, false}, rule->margin, out)) {
        return false;
    }
    settle_mtv_round(a, b, pairs, count, rule, out);
    return true;
}

/* One chunk of pairs of any shapes: by kind. */
static void mtv_round_any(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                          mtv_chunk *out) {
    uint64_t all[SEPAL_CHUNK / 64];
    mark_all(all, count);
    bins waiting;
    sort_round(a, b, pairs, count, all, rule->margin, &waiting);
    for (unsigned kind = 0; kind < ROUND_KINDS; kind++) {
        const sepal_pair *list = waiting.pairs + waiting.start[kind];
        const uint32_t *place = waiting.place + waiting.start[kind];
        size_t size = waiting.start[kind + 1] - waiting.start[kind];
        mtv_chunk found;
        if (size == 0)
            continue;
        if (kind == NO_REACH)
            kernel_mtv_cores(a, b, list, size, &(sepal_mtvs){found.x, found.y, found.depth});
        else
            mtv_round_kind(a, kind / CORE_KINDS, b, kind % CORE_KINDS, list, size, rule, &found);
        for (size_t k = 0; k < size; k++) {
            out->x[place[k]] = found.x[k];
            out->y[place[k]] = found.y[k];
            out->depth[place[k]] = found.depth[k];
        }
    }
}

/* Are all cores of about the same kind? */
static inline bool of_one_kind(const sepal_polys *set) {
    return set->largest <= 2 || set->boxes;
}

void kernel_mtv_round(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                      const sepal_mtvs *out) {
    bool straight = of_one_kind(a) && of_one_kind(b);
    for (size_t from = 0; from < count; from += SEPAL_CHUNK) {
        size_t size = count - from < SEPAL_CHUNK ? count - from : SEPAL_CHUNK;
        const sepal_pair *chunk = pairs + from;
        mtv_chunk found;
        if (!straight || !mtv_round_kind(a, core_kind(a->largest), b, core_kind(b->largest), chunk, size, rule, &found))
            mtv_round_any(a, b, chunk, size, rule, &found);
        copy_if_wanted(out->normal_x == NULL ? NULL : out->normal_x + from, found.x, size);
        copy_if_wanted(out->normal_y == NULL ? NULL : out->normal_y + from, found.y, size);
        copy_if_wanted(out->depth == NULL ? NULL : out->depth + from, found.depth, size);
    }
}
