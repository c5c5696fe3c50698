/* mtv_parallel.h — the pushes of boxes apart that have many nearest points, since they stand upright along one coordinate axis, as in stacks.
 *
 * They are upright along one axis (boxes_exact.h). The Minkowski difference is an interval along it times a zonogon across it: the nearest
 * point is the nearest one of the interval and the nearest one of the zonogon. The latter is on the edge or at the vertex that faces the
 * origin; which one it is takes signs of polynomials of degree 2 in the given floats, which double nearly always tells, and touching
 * included wherever coordinates span few bits. Distance and direction are known to within a few roundings, and rounded as in closest.h
 * (docs/numerics/solids_kernels.md, "Upright boxes apart"). */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_PARALLEL_H
#define SEPAL_SOLIDS_KERNEL_MTV_PARALLEL_H

#include "boxes_exact.h"
#include "closest.h"
#include "nearest.h"

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
    find_units(of_a, of_b, &units);
    upright_lanes a = load_upright(of_a, asked->axis), b = load_upright(of_b, asked->axis);
    certified_push found[2];
    for (int half = 0; half < 2; half++) {
        upright_half u = upright_half_of(&a, &b, half);
        found[half] = find_upright_push(&u, asked->axis, wd_load(units.span + half * (SEPAL_LANES / 2)));
    }
    return (lanes){0, ALL_LANES & ~store_closest(&asked->push, group, k, found)};
}

/* Pairs of boxes whose upright_axis is `axis`. Those that are not apart, or of which not all is certain, stay open. */
static SEPAL_NOINLINE bool push_upright(const solids_query *q, uint32_t axis, const sepal_pair *pairs, size_t count,
                                        verdicts *found, push_values *out) {
    assert(axis < UPRIGHT_NONE);
    return ask_groups(push_upright_kernel, NULL, &(upright_push_query){{q, out}, axis}, pairs, count, (sizes){0}, found);
}

#endif
