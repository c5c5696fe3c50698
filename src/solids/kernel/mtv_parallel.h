/* mtv_parallel.h — the pushes of boxes apart that have parallel edges, so that their nearest points are many, and closest.h leaves them
 * open: upright ones, as in stacks, and a face towards what is parallel to it.
 *
 * *Upright boxes*, which stand along one coordinate axis (boxes_exact.h); and such a box and a capsule along that axis, which has a box of
 * no width and depth as its core. The Minkowski difference is an interval along the axis times a zonogon across it: the nearest point is
 * the nearest one of the interval and the nearest one of the zonogon. The latter is on the edge or at the vertex that faces the origin;
 * which one it is takes signs of polynomials of degree 2 in the given floats, which double nearly always tells, and touching included
 * wherever coordinates span few bits. Distance and direction are known to within a few roundings, and rounded as in closest.h
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
static inline wd flat_size(flat_half a, flat_half b) {
    return wd_madd(wd_abs(a.x), wd_abs(b.x), wd_abs(wd_mul(a.y, b.y)));
}
static inline flat_half flat_normal(flat_half g) {
    return (flat_half){wd_sub(wd_set1(0), g.y), g.x};
}
static inline wd wd_minus_where(wd a, wdm where) {
    return wd_select(where, wd_sub(wd_set1(0), a), a);
}

/* The edge of the zonogon that is parallel to a half edge g and faces the origin: c ± end, and its normal n, which leads away from the
 * origin. g_k takes part in c with the sign side[k], which is 0 if it is parallel to g; then it takes part in `end` with the sign
 * within[k]. gap: how far the edge's line is from the origin, times |g|. */
typedef struct facing_edge {
    flat_half c, end, n;
    wd side[UPRIGHT_EDGES], within[UPRIGHT_EDGES], gap, gap_size, reach;
} facing_edge;

static inline facing_edge find_facing(const upright_half *u, flat_half g) {
    wd zero = wd_set1(0), one = wd_set1(1), minus = wd_set1(-1);
    flat_half normal = flat_normal(g);
    wd across = flat_dot(normal, u->d);
    wdm away = wd_gt(zero, across);
    facing_edge out;
    out.c = u->d;
    out.end = (flat_half){zero, zero};
    out.n = flat_minus(normal, away);
    out.reach = zero;
    for (int k = 0; k < UPRIGHT_EDGES; k++) {
        flat_half e = u->edge[k];
        wd along_n = flat_det(g, e), along_g = flat_dot(g, e); /* along_n: the sign is exact */
        wdm parallel = wd_eq(along_n, zero);
        wd side = wd_select(wd_gt(wd_minus_where(along_n, away), zero), minus, one);
        out.side[k] = wd_select(parallel, zero, side);
        out.within[k] = wd_select(parallel, wd_select(wd_gt(zero, along_g), minus, one), zero);
        out.c = (flat_half){wd_madd(out.side[k], e.x, out.c.x), wd_madd(out.side[k], e.y, out.c.y)};
        out.end = (flat_half){wd_madd(out.within[k], e.x, out.end.x), wd_madd(out.within[k], e.y, out.end.y)};
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
    flat_half at = {wd_madd(t, e->end.x, e->c.x), wd_madd(t, e->end.y, e->c.y)};
    return flat_dot(at, at);
}

/* The point of the zonogon that is nearest to the origin: its direction as a vector of any length, its distance, and a bound on the
 * error of that as a share of it. */
typedef struct flat_nearest {
    flat_half n;
    wd distance, error;
    wdm sure, inside; /* inside: the origin is in the zonogon; then the distance is 0 */
} flat_nearest;

/* share: of the products, by which signs may err. */
static inline flat_nearest find_flat_nearest(const upright_half *u, wd share) {
    wd zero = wd_set1(0), least = wd_set1(INFINITY);
    flat_half best = u->d;
    wdm beyond = wdm_none(), area = wdm_none();
    for (int k = 0; k < UPRIGHT_EDGES; k++) {
        facing_edge e = find_facing(u, u->edge[k]);
        wd square = square_to_edge(&e);
        wdm nearer = wd_gt(least, square); /* not for NaN, of an edge of length 0 */
        least = wd_select(nearer, square, least);
        best = flat_select(nearer, u->edge[k], best);
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
    flat_half v = flat_add(e.c, flat_minus(e.end, back));
    wdm at_vertex = wd_gt(flat_sum(v), zero);
    for (int k = 0; k < UPRIGHT_EDGES; k++) {
        wd sign = wd_add(e.side[k], wd_minus_where(e.within[k], back)), rise = wd_mul(flat_dot(v, u->edge[k]), sign);
        wd error = wd_mul(flat_size(v, u->edge[k]), share);
        at_vertex = wdm_and(at_vertex, wd_ge(wd_sub(zero, error), rise));
    }

    flat_nearest out;
    out.n = flat_select(on_edge, e.n, v);
    out.inside = wdm_andnot(area, beyond);
    height = wd_select(on_edge, height, flat_dot(v, v));
    out.distance = wd_div(height, wd_sqrt(flat_dot(out.n, out.n)));
    out.error = wd_select(on_edge, wd_div(wd_mul(flat_size(e.n, e.c), wd_set1(UPRIGHT_PRODUCTS)), height), zero);
    out.sure = wdm_or(out.inside, wdm_or(on_edge, at_vertex));
    return out;
}

/* The nearest point in space, as a unit vector and a distance; their errors as shares of the numbers. */
typedef struct upright_push {
    wd3 n; /* z is along the axis */
    wd distance, direction_error, distance_error;
    wdm sure;
} upright_push;

static inline upright_push find_upright_push(const upright_half *u, wd span) {
    wd zero = wd_set1(0), one = wd_set1(1), few = wd_set1(16 * DOUBLE_UNIT);
    wd share = wd_select(wd_gt(span, wd_set1(UPRIGHT_SPAN_DOUBLE)), wd_set1(UPRIGHT_PRODUCTS), zero);
    flat_nearest flat = find_flat_nearest(u, share);
    wd above = wd_max(wd_sub(wd_abs(u->along), u->height), zero); /* exact */
    wdm over = wd_gt(above, zero);
    wd across = wd_select(flat.inside, zero, flat.distance), error = wd_select(flat.inside, zero, flat.error);
    wd distance = wd_sqrt(wd_madd(across, across, wd_mul(above, above))), inverse = wd_div(one, distance);
    wd length = wd_sqrt(flat_dot(flat.n, flat.n)), factor = wd_div(wd_select(over, wd_mul(across, inverse), one), length);
    upright_push out;
    out.distance = distance;
    out.distance_error = wd_add(error, few);
    out.n.x = wd_select(flat.inside, zero, wd_mul(flat.n.x, factor));
    out.n.y = wd_select(flat.inside, zero, wd_mul(flat.n.y, factor));
    out.n.z = wd_minus_where(wd_select(flat.inside, one, wd_mul(above, inverse)), wd_gt(zero, u->along));
    out.direction_error = wd_add(wd_select(over, error, zero), few);
    out.sure = wdm_and(flat.sure, wdm_or(over, wdm_not(flat.inside)));
    return out;
}

static inline sure_float round_share(const wd *value, const wd *share) {
    wd error[2] = {wd_mul(wd_abs(value[0]), share[0]), wd_mul(wd_abs(value[1]), share[1])};
    return round_surely(value, error);
}

/* Rounds what both halves found and stores it as number k. Returns the lanes in which it is certain. */
static inline unsigned store_upright(const push_query *asked, const sepal_pair *group, size_t k, uint32_t axis,
                                     const upright_push *found) {
    push_values *out = asked->out;
    float *const to[3] = {out->x + k, out->y + k, out->z + k};
    wd reach[2], share[2], depth_of[2], error[2], x[2], y[2], z[2];
    load_reaches(asked->q, group, reach);
    for (int half = 0; half < 2; half++) {
        const upright_push *f = &found[half];
        share[half] = f->direction_error;
        x[half] = f->n.x, y[half] = f->n.y, z[half] = f->n.z;
        depth_of[half] = wd_sub(reach[half], f->distance);
        error[half] = wd_madd(f->distance, f->distance_error, wd_scaled(wd_add(reach[half], f->distance), 0x1p-50));
    }
    sure_float of_x = round_share(x, share), of_y = round_share(y, share), of_z = round_share(z, share),
               depth = round_surely(depth_of, error);
    w zero = w_set1(0), size = w_abs(depth.value);
    wm sure = wm_and(wm_and(of_x.sure, of_y.sure), wm_and(of_z.sure, depth.sure));
    sure = wm_and(sure, wm_and(w_gt(size, zero), w_gt(w_set1(FLT_MAX), size)));
    w_store(to[(axis + 1) % 3], w_add(of_x.value, zero)); /* no -0 */
    w_store(to[(axis + 2) % 3], w_add(of_y.value, zero));
    w_store(to[axis], w_add(of_z.value, zero));
    w_store(out->depth + k, depth.value);
    return wm_bits(sure) & (wdm_bits(found[0].sure) | wdm_bits(found[1].sure) << (SEPAL_LANES / 2));
}

/* A box and a segment along the axis, as they are seen across it and along it. s: the coordinates of its ends, x of both first; turned:
 * the box is the second. */
static inline upright_half upright_half_with_segment(const upright_lanes *box, const w s[3][2], uint32_t axis, bool turned,
                                                     int half) {
    const uint32_t x = (axis + 1) % 3, y = (axis + 2) % 3;
    wd zero = wd_set1(0), middle = wd_set1(0.5), from = wd_of(s[axis][0], half), to = wd_of(s[axis][1], half);
    wd3 centre = {wd_of(s[x][0], half), wd_of(s[y][0], half), wd_mul(wd_add(from, to), middle)};
    wd3 d = wd3_sub(centre, wd3_of(box->centre, half));
    if (turned)
        d = wd3_sub((wd3){zero, zero, zero}, d);
    upright_half out;
    out.d = (flat_half){d.x, d.y};
    out.along = d.z;
    out.height = wd_add(wd_of(box->height, half), wd_abs(wd_mul(wd_sub(to, from), middle)));
    for (int k = 0; k < 2; k++) {
        out.edge[k] = (flat_half){wd_of(box->edge[k][0], half), wd_of(box->edge[k][1], half)};
        out.edge[2 + k] = (flat_half){zero, zero};
    }
    return out;
}

/* n.a: the axis. */
SPECIALISED lanes push_upright_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    const sepal_box_exact *of_a[SEPAL_LANES], *of_b[SEPAL_LANES];
    find_exact(asked->q->a, &group->a, of_a);
    find_exact(asked->q->b, &group->b, of_b);
    unit_lanes units;
    find_units(of_a, of_b, &units);
    upright_lanes a = load_upright(of_a, n.a), b = load_upright(of_b, n.a);
    upright_push found[2];
    for (int half = 0; half < 2; half++) {
        upright_half u = upright_half_of(&a, &b, half);
        found[half] = find_upright_push(&u, wd_load(units.span + half * (SEPAL_LANES / 2)));
    }
    return (lanes){0, ALL_LANES & ~store_upright(asked, group, k, n.a, found)};
}

/* Pairs of boxes whose upright_axis is `axis`. Those that are not apart, or of which not all is certain, stay open. */
static SEPAL_NOINLINE bool push_upright(const solids_query *q, uint32_t axis, const sepal_pair *pairs, size_t count,
                                        verdicts *found, push_values *out) {
    return ask_groups(push_upright_kernel, NULL, &(push_query){q, out}, pairs, count, (sizes){axis, 0, false}, found);
}

/* The flags of a box, and those that a box around a segment would have. */
static inline unsigned upright_flags(const sepal_solids *set, uint32_t index) {
    unsigned flags = 0, same = 0;
    if (set->heads[index].class != SEPAL_SOLID_SEGMENT)
        return set->heads[index].flags;
    const float *v = sepal_solid_x(set, index);
    for (unsigned k = 0; k < 3; k++)
        same |= (unsigned)(v[4 * k] == v[4 * k + 1]) << k;
    for (unsigned k = 0; k < 3; k++)
        flags |= (same | 1U << k) == 7 ? (unsigned)SEPAL_SOLID_UPRIGHT << k : 0;
    return flags;
}

/* n.a: the axis; n.b: 0, or 1 if the second of a pair is the box. */
SPECIALISED lanes upright_segment_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    const bool turned = n.b != 0;
    const sepal_solids *boxes = turned ? asked->q->b : asked->q->a, *cores = turned ? asked->q->a : asked->q->b;
    const uint32_t *box_at = turned ? &group->b : &group->a, *core_at = turned ? &group->a : &group->b;
    const sepal_box_exact *of[SEPAL_LANES];
    unit_lanes units;
    find_exact(boxes, box_at, of);
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_solid_head *core = &cores->heads[core_at[2 * lane]];
        set_unit(&units, lane, of[lane]->low, of[lane]->high, core->low, core->high);
    }
    upright_lanes box = load_upright(of, n.a);
    solid_segment_lanes s = solid_load_segments(cores, core_at);
    const w ends[3][2] = {{s.from.x, s.to.x}, {s.from.y, s.to.y}, {s.from.z, s.to.z}};
    upright_push found[2];
    for (int half = 0; half < 2; half++) {
        upright_half u = upright_half_with_segment(&box, ends, n.a, turned, half);
        found[half] = find_upright_push(&u, wd_load(units.span + half * (SEPAL_LANES / 2)));
    }
    return (lanes){0, ALL_LANES & ~store_upright(asked, group, k, n.a, found)};
}

/* Pairs of a box and a segment; the same. */
static SEPAL_NOINLINE bool push_upright_segment(const solids_query *q, uint32_t axis, const sepal_pair *pairs, size_t count,
                                                verdicts *found, push_values *out) {
    const uint32_t turned = sepal_solid_is_box(q->b, pairs[0].b) ? 1 : 0;
    return ask_groups(upright_segment_kernel, NULL, &(push_query){q, out}, pairs, count, (sizes){axis, turned, false}, found);
}

/* --- A face towards an edge or a face that is parallel to it
 *
 * The gap along any axis is a lower bound of the distance. It is the distance itself if the outline of what the other box has nearest to
 * the plane of the face, seen along the normal, meets the face: then some point of the one is straight above one of the other. In the plane
 * that is a separating axis test of a parallelogram with a point, a segment or a parallelogram. All of it is in double with bounds; what is
 * parallel is told without rounding (docs/numerics/solids_kernels.md, "Boxes apart along a face"). */

/* Bounds the errors of the comparisons here, as a share of the product of the lengths that go into them. */
#define FACE_MARGIN 0x1p-45

/* The face of half a group with the greatest gap: its normal, which is p x q and leads from its box to the other one; the third edge r
 * of its box; the other box, from the centre of this one. */
typedef struct face_half {
    wd3 p, q, r, n, d, other[3];
    wd gap;
    wdm of_b;
} face_half;

static inline face_half find_face(const wd3 *edge, wd3 d) {
    wd zero = wd_set1(0);
    face_half best = {.p = d, .q = d, .r = d, .n = d, .d = d, .gap = wd_set1(-INFINITY), .of_b = wd_gt(zero, zero)};
    for (int k = 0; k < 6; k++) {
        const wd3 *own = k < 3 ? edge : edge + 3;
        wd3 p = own[(k + 1) % 3], q = own[(k + 2) % 3], n = wd3_cross(p, q);
        wd reach = zero;
        for (int i = 0; i < 6; i++)
            reach = wd_add(reach, wd_abs(wd3_dot(n, edge[i])));
        wd gap = wd_div(wd_sub(wd_abs(wd3_dot(n, d)), reach), wd_sqrt(wd3_dot(n, n)));
        wdm greater = wd_gt(gap, best.gap); /* not for NaN, where there is no normal */
        best.p = wd3_select(greater, p, best.p);
        best.q = wd3_select(greater, q, best.q);
        best.r = wd3_select(greater, own[k % 3], best.r);
        best.n = wd3_select(greater, n, best.n);
        best.gap = wd_select(greater, gap, best.gap);
        best.of_b = k < 3 ? wdm_andnot(best.of_b, greater) : wdm_or(best.of_b, greater);
    }
    best.d = wd3_minus(d, best.of_b);
    for (int k = 0; k < 3; k++)
        best.other[k] = wd3_select(best.of_b, edge[k], edge[3 + k]);
    wdm away = wd_gt(zero, wd3_dot(best.n, best.d));
    best.n = wd3_minus(best.n, away);
    return best;
}

/* What the other box has nearest to the plane of the face: a point, from the middle of the face; and the edges that are parallel to the
 * plane. */
typedef struct nearest_to_face {
    wd3 at, along[3]; /* along: 0 if the edge is not parallel */
    wdm sure;
} nearest_to_face;

/* An edge that leads against the normal n, or does not change the height at all. */
typedef struct falling_edge {
    wd3 down;
    wdm parallel, sure;
} falling_edge;

static inline falling_edge let_fall(wd3 n, wd3 e) {
    wd zero = wd_set1(0), x = wd_mul(n.x, e.x), y = wd_mul(n.y, e.y), z = wd_mul(n.z, e.z), along = wd_add(wd_add(x, y), z);
    wdm parallel = wd_eq(wd_add(wd_add(wd_abs(x), wd_abs(y)), wd_abs(z)), zero);
    wdm certain = wd_gt(wd_abs(along), wd_scaled(wd_mul(wd3_sum(n), wd3_sum(e)), FACE_MARGIN));
    return (falling_edge){wd3_minus(e, wd_gt(along, zero)), parallel, wdm_or(parallel, certain)};
}

static inline wdm wd3_parallel(wd3 p, wd3 q) {
    return wd_eq(wd3_sum(wd3_cross(p, q)), wd_set1(0));
}

static inline nearest_to_face find_nearest_to(const face_half *f) {
    wd zero = wd_set1(0);
    wd3 none = {zero, zero, zero};
    falling_edge third = let_fall(f->n, f->r);
    nearest_to_face out = {.at = wd3_add(f->d, third.down)}; /* the middle of the face is at minus this */
    out.sure = wdm_and(third.sure, wdm_or(wdm_not(third.parallel), wd_eq(wd3_sum(f->r), zero)));
    for (int k = 0; k < 3; k++) {
        falling_edge edge = let_fall(f->n, f->other[k]);
        wdm as_of_face = wdm_or(wd3_parallel(f->other[k], f->p), wd3_parallel(f->other[k], f->q));
        edge.parallel = wdm_or(edge.parallel, as_of_face);
        edge.sure = wdm_or(edge.sure, as_of_face);
        out.at = wd3_select(edge.parallel, out.at, wd3_add(out.at, edge.down));
        out.along[k] = wd3_select(edge.parallel, f->other[k], none);
        out.sure = wdm_and(out.sure, edge.sure);
    }
    return out;
}

/* Is the axis h, which is e x n for an edge e of one of the two outlines, certainly none that separates them? extent: of both. */
static inline wdm outlines_meet_along(const face_half *f, const nearest_to_face *b, wd3 e, wd extent) {
    wd3 h = wd3_cross(e, f->n);
    wd reach = wd_add(wd_abs(wd3_dot(h, f->p)), wd_abs(wd3_dot(h, f->q)));
    for (int k = 0; k < 3; k++)
        reach = wd_add(reach, wd_abs(wd3_dot(h, b->along[k])));
    wd error = wd_scaled(wd_mul(wd_mul(wd3_sum(e), wd3_sum(f->n)), extent), FACE_MARGIN);
    return wdm_or(wd_gt(reach, wd_add(wd_abs(wd3_dot(h, b->at)), error)), wd_eq(wd3_sum(e), wd_set1(0)));
}

/* Half of a group: where the outlines certainly meet, the gap is the distance, and the normal its direction. */
static inline closest_half push_off_face(const solid_exact_lanes *a, const solid_exact_lanes *b, int half) {
    wd3 edge[6], d = halves_of(a, b, half, edge);
    face_half f = find_face(edge, d);
    nearest_to_face nearest = find_nearest_to(&f);
    wd extent = wd3_sum(d);
    for (int k = 0; k < 6; k++)
        extent = wd_add(extent, wd3_sum(edge[k]));
    wdm meet = wdm_and(outlines_meet_along(&f, &nearest, f.p, extent), outlines_meet_along(&f, &nearest, f.q, extent));
    for (int k = 0; k < 3; k++)
        meet = wdm_and(meet, outlines_meet_along(&f, &nearest, nearest.along[k], extent));
    closest_half out;
    out.distance = f.gap;
    out.direction_error = wd_set1(0);
    out.none[0] = out.none[1] = out.none[2] = wdm_none();
    out.n = wd3_scale(wd3_minus(f.n, f.of_b), wd_div(wd_set1(1), wd_sqrt(wd3_dot(f.n, f.n))));
    out.distance_error = wd_scaled(extent, MTV_DOUBLE_ERROR);
    out.sure = wdm_and(wdm_and(meet, nearest.sure), wd_gt(out.distance, wd_scaled(out.distance_error, 2)));
    return out;
}

SPECIALISED lanes face_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const push_query *asked = question;
    exact_pairs boxes;
    load_exact_pairs(asked->q, group, &boxes);
    closest_half found[2];
    for (int half = 0; half < 2; half++)
        found[half] = push_off_face(&boxes.a, &boxes.b, half);
    return (lanes){0, ALL_LANES & ~store_closest(asked, group, k, found)};
}

/* Pairs of boxes. Those that are not apart along a face, or not for certain, stay open. */
static SEPAL_NOINLINE bool push_off_faces(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found,
                                          push_values *out) {
    return ask_groups(face_kernel, NULL, &(push_query){q, out}, pairs, count, (sizes){0}, found);
}

#endif
