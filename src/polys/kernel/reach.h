/* reach.h — are two cores within reach, r_a + r_b + margin, of each other? In float; each lane has its own pair.
 *
 * Two certificates of each kind. Within reach: a vertex near a vertex, or near the foot of its perpendicular on an edge; or the
 * cores overlap. Out of reach: the gap along the normal of an edge is too wide, or that along the line of the two nearest vertices,
 * which is the axis where a vertex faces a vertex. All of it is computed from differences of vertices, which are rounded once, so
 * the accuracy does not depend on the distance from the origin. */
#ifndef SEPAL_POLYS_KERNEL_REACH_H
#define SEPAL_POLYS_KERNEL_REACH_H

#include "large.h"

/* Bounds on all roundings together, relative to the reach and to the extent of the pair; on what underflow takes from the square of
 * an edge, and from what is compared; and the extent up to which nothing overflows (docs/numerics/round.md, "Vertices and edges").
 */
#define REACH_MARGIN 0x1p-20F
#define REACH_ERROR  (20 * 0x1p-24F)
#define REACH_TINY   0x1p-100F
#define REACH_LEAST  0x1p-120F
#define REACH_MOST   0x1p30F

/* One side of a group: cores, and bounds on their radii. */
typedef struct core_lanes {
    vertex_lanes vertices;
    circle_lanes circle;
    w least_radius, most_radius;
} core_lanes;

/* slope * edge^2 + offset: the square of a length times the square of an edge, on the safe side of all roundings. */
typedef struct bound {
    w slope, offset;
} bound;

/* A slope below REACH_LEAST / REACH_TINY is replaced by this value, since subnormal numbers are slow. */
static inline w offset_for(w slope) {
    return w_madd(w_max(slope, w_set1(REACH_LEAST / REACH_TINY)), w_set1(REACH_TINY), w_set1(REACH_LEAST));
}

static inline w bound_for(bound b, w length2) {
    return w_madd(b.slope, length2, b.offset);
}

/* What is found in a group. In a lane that is in range, a certificate holds if its number is negative (within, inside) or positive
 * (out). */
typedef struct reach_lanes {
    bound near, far, behind; /* a vertex is within reach of a line, out of reach, certainly behind it */
    w nearest2;              /* of two vertices, and their difference */
    w2 nearest;
    w within, out, inside; /* inside: -infinity if there is no edge */
    wm in_range;
} reach_lanes;

static inline reach_lanes reach_begin(const core_lanes *a, const core_lanes *b, float margin) {
    w2 d = w2_sub(b->circle.centre, a->circle.centre);
    w extent = w_add(w_add(a->circle.outer, b->circle.outer), w2_sum(d));
    w error = w_mul(extent, w_set1(REACH_ERROR)), zero = w_set1(0);
    w least = w_add(w_add(a->least_radius, b->least_radius), w_set1(margin));
    w most = w_add(w_add(a->most_radius, b->most_radius), w_set1(margin));
    least = w_msub(least, w_set1(1 - REACH_MARGIN), error);
    most = w_madd(most, w_set1(1 + REACH_MARGIN), error);
    w least2 = w_mul(least, w_abs(least)), most2 = w_mul(most, most), error2 = w_mul(error, error);
    return (reach_lanes){
        .near = {least2, w_neg(offset_for(least2))},
        .far = {most2, offset_for(most2)},
        .behind = {error2, offset_for(error2)},
        .nearest2 = w_set1(INFINITY),
        .nearest = {zero, zero},
        .within = zero,
        .out = zero,
        .inside = w_set1(-INFINITY),
        .in_range = w_gt(w_set1(REACH_MOST), w_add(extent, w_set1(margin))),
    };
}

/* The outgoing edge of a vertex. */
typedef struct edge_lanes {
    w2 along, normal; /* normal: for w_dot, positive on the outside */
    w length2, near;
    w least, most; /* products of the normal with the vertices of the other core */
} edge_lanes;

static inline edge_lanes edge_between(const reach_lanes *r, w2 from, w2 to, w winding) {
    w2 along = w2_sub(to, from);
    w length2 = w_dot(along, along);
    return (edge_lanes){
        .along = along,
        .normal = {w_flip(along.y, winding), w_flip(w_neg(along.x), winding)},
        .length2 = length2,
        .near = bound_for(r->near, length2),
        .least = w_set1(INFINITY),
        .most = w_set1(-INFINITY),
    };
}

/* The vertex at `to` from the beginning of an edge: it is near the edge if its foot is on it, dot * (dot - length^2) < 0, and it is
 * near the line. */
static inline void edge_sees(edge_lanes *e, w2 to, reach_lanes *r) {
    w beside = w_dot(to, e->normal), dot = w_dot(to, e->along);
    w off_foot = w_mul(dot, w_sub(dot, e->length2)), off_line = w_msub(beside, beside, e->near);
    r->within = w_min(r->within, w_max(off_foot, off_line));
    e->least = w_min(e->least, beside);
    e->most = w_max(e->most, beside);
}

/* To be called after all vertices. size: of the core. The one edge of a segment stands for both directions. Cores of more vertices
 * may be filled up by repeating a vertex, which makes a zero-length edge. */
static inline void edge_ends(const edge_lanes *e, uint32_t size, reach_lanes *r) {
    w gap = size == 2 ? w_max(e->least, w_neg(e->most)) : e->least;
    r->out = w_max(r->out, w_msub(gap, w_abs(gap), bound_for(r->far, e->length2)));
    w inside = w_madd(gap, w_abs(gap), bound_for(r->behind, e->length2));
    if (size > 2)
        inside = w_select(w2_is_zero(e->along), w_set1(-INFINITY), inside);
    r->inside = w_max(r->inside, inside);
}

/* Two vertices, and their difference. */
static inline void reach_sees(reach_lanes *r, w2 to) {
    w distance2 = w_dot(to, to);
    wm nearer = w_gt(r->nearest2, distance2);
    r->nearest2 = w_min(distance2, r->nearest2);
    r->nearest = (w2){w_select(nearer, to.x, r->nearest.x), w_select(nearer, to.y, r->nearest.y)};
}

/* Adds the gap along the line of the nearest vertices, times their distance. */
static inline void reach_gap(reach_lanes *r, w gap) {
    r->out = w_max(r->out, w_msub(gap, w_abs(gap), bound_for(r->far, r->nearest2)));
}

/* Which certificates hold. */
static inline wm is_within(const reach_lanes *r) {
    return wm_and(r->in_range, wm_or(w_gt(w_set1(0), r->within), w_gt(r->near.slope, r->nearest2)));
}
static inline wm is_out(const reach_lanes *r) {
    return wm_and(r->in_range, w_gt(r->out, w_set1(0)));
}
/* is_inside: the other core is behind every edge. some_edge: there is an edge. */
static inline wm is_inside(const reach_lanes *r) {
    return wm_and(r->in_range, w_gt(w_set1(0), r->inside));
}
static inline wm some_edge(const reach_lanes *r) {
    return w_gt(r->inside, w_set1(-INFINITY));
}

/* The edges to test: a point has none, and the two edges of a segment count as one. */
static inline uint32_t edge_count(uint32_t size) {
    return size <= 2 ? size - 1 : size;
}

/* Vertex k of a closed core. */
SPECIALISED w2 corner(const core_lanes *core, uint32_t size, uint32_t k) {
    return vertex(core->vertices.world, size, k < size ? k : 0);
}

/* quick: the gaps of all edges and the distances of all vertices alone, with a third of the products: these decide all but the pairs that
 * are within reach at the side of an edge only, or out of it at corners. Both cores have at least three vertices then. */
SPECIALISED reach_lanes reach_find(const core_lanes *a, uint32_t size_a, const core_lanes *b, uint32_t size_b, float margin,
                                   bool quick) {
    reach_lanes r = reach_begin(a, b, margin);
    edge_lanes edges_b[SEPAL_LANE_VERTICES];
    for (uint32_t j = 0; j < edge_count(size_b); j++)
        edges_b[j] = edge_between(&r, corner(b, size_b, j), corner(b, size_b, j + 1), b->circle.winding);
    for (uint32_t i = 0; i < size_a; i++) {
        edge_lanes edge_a = edge_between(&r, corner(a, size_a, i), corner(a, size_a, i + 1), a->circle.winding);
        for (uint32_t j = 0; j < size_b; j++) {
            w2 to_b = w2_sub(corner(b, size_b, j), corner(a, size_a, i)), to_a = w2_sub(corner(a, size_a, i), corner(b, size_b, j));
            if (quick) {
                r.nearest2 = w_min(r.nearest2, w_dot(to_b, to_b));
                edge_a.least = w_min(edge_a.least, w_dot(to_b, edge_a.normal));
                edges_b[j].least = w_min(edges_b[j].least, w_dot(to_a, edges_b[j].normal));
                continue;
            }
            reach_sees(&r, to_b);
            if (i < edge_count(size_a))
                edge_sees(&edge_a, to_b, &r);
            if (j < edge_count(size_b))
                edge_sees(&edges_b[j], to_a, &r);
        }
        if (i < edge_count(size_a))
            edge_ends(&edge_a, size_a, &r);
    }
    for (uint32_t j = 0; j < edge_count(size_b); j++)
        edge_ends(&edges_b[j], size_b, &r);
    if (quick)
        return r;
    w nearest_b = w_set1(INFINITY), farthest_a = w_set1(0); /* along the line of the nearest vertices, from the first one of a */
    for (uint32_t j = 0; j < size_b; j++)
        nearest_b = w_min(nearest_b, w_dot(r.nearest, w2_sub(corner(b, size_b, j), corner(a, size_a, 0))));
    for (uint32_t i = 1; i < size_a; i++)
        farthest_a = w_max(farthest_a, w_dot(r.nearest, w2_sub(corner(a, size_a, i), corner(a, size_a, 0))));
    reach_gap(&r, w_sub(nearest_b, farthest_a));
    return r;
}

static inline lanes decided_by_reach(const reach_lanes *r) {
    return decided(is_out(r), wm_or(is_within(r), wm_and(is_inside(r), some_edge(r))));
}

/* The circles alone: out of reach if the outer circles are farther apart than the margin, within reach if the inner ones are
 * not. The margin is from `least` to `most`. */
static inline circle_squares reach_squares(circle_lanes a, circle_lanes b, float least, float most) {
    w2 d = w2_sub(b.centre, a.centre);
    w outer = w_add(w_add(a.outer, b.outer), w_set1(most)), inner = w_add(w_add(a.inner, b.inner), w_set1(least));
    w outer2 = w_mul(w_mul(outer, outer), w_set1(1 + CIRCLE_MARGIN));
    w inner2 = w_mul(w_mul(inner, w_set1(1 - CIRCLE_MARGIN)), w_abs(inner));
    return (circle_squares){w_dot(d, d), outer2, inner2};
}

static inline w load_radii(const sepal_polys *set, const uint32_t *index) {
    float radii[SEPAL_LANES];
    if (!set->round)
        return w_set1(0);
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        radii[lane] = set->radii[index[2 * lane]];
    return w_load(radii);
}

/* Loads the vertices and radii of a group; index[2 * lane] is the shape. */
SPECIALISED void load_outlines(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, core_lanes *core) {
    load_vertices(set, index, size, same, &core->vertices);
    core->least_radius = core->most_radius = load_radii(set, index);
}

/* Loads the cores of a group whose circles are loaded; index[2 * lane] is the shape. The circle of a point is all that is needed. */
SPECIALISED void load_cores(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, core_lanes *core) {
    if (size == 1) {
        core->vertices.world[0] = core->circle.centre.x;
        core->vertices.world[block_size(1)] = core->circle.centre.y;
        core->least_radius = core->circle.inner;
        core->most_radius = core->circle.outer;
    } else {
        load_outlines(set, index, size, same, core);
    }
}

/* The circles first; the cores only if a lane is still open. For points the circles are all that float can use. */
SPECIALISED lanes reach_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const polys_query *q = question;
    core_lanes core_a, core_b;
    core_a.circle = load_circles(q->a, &group->a);
    core_b.circle = load_circles(q->b, &group->b);
    lanes found = decided_by_circles(reach_squares(core_a.circle, core_b.circle, q->margin, q->margin));
    if (found.open != 0 && n.a * n.b > 1) {
        load_cores(q->a, &group->a, n.a, n.same, &core_a);
        load_cores(q->b, &group->b, n.b, n.same, &core_b);
        const reach_lanes r = reach_find(&core_a, n.a, &core_b, n.b, q->margin, false);
        const lanes more = decided_by_reach(&r);
        found = (lanes){found.yes | more.yes, found.open & more.open};
    }
    return found;
}

SPECIALISED lanes reach_quick_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const polys_query *q = question;
    core_lanes core_a, core_b;
    load_outlines(q->a, &group->a, n.a, n.same, &core_a);
    next_load();
    load_outlines(q->b, &group->b, n.b, n.same, &core_b);
    next_load();
    core_a.circle = load_circles(q->a, &group->a);
    next_load();
    core_b.circle = load_circles(q->b, &group->b);
    const reach_lanes r = reach_find(&core_a, n.a, &core_b, n.b, q->margin, true);
    return decided_by_reach(&r);
}

/* n: as in filter_reach, of at least three vertices each. */
static bool filter_reach_quickly(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    assert(sizes_fit(question, pairs, count, n));
    n.same = false; /* a constant, for the sake of the loops */
    if (are_sizes(n, 8, 8))
        return ask_groups(reach_quick_kernel, NULL, question, pairs, count, (sizes){8, 8, false}, out);
    return ask_groups(reach_quick_kernel, NULL, question, pairs, count, n, out);
}

/* n: no core has more vertices than this, and each is of this kind: 1, 2, 3 or 4, 5 to 8, or 9 to 16 vertices; n.a <= n.b. Sizes that
 * are read at run time have a function of their own: see query.h, "Sizes". */
STAGE_ALONE(filter_reach_of_any, reach_kernel);
static SEPAL_NOINLINE bool filter_reach_of_few(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                               verdicts *out) {
    assert(are_sizes(n, 1, 1) || (n.same && are_sizes(n, 4, 4)));
    if (n.a == 1)
        return ask_groups(reach_kernel, NULL, question, pairs, count, (sizes){1, 1, false}, out);
    return ask_groups(reach_kernel, NULL, question, pairs, count, (sizes){4, 4, true}, out);
}
static bool filter_reach(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    bool few = n.a == n.b && (n.a == 1 || (n.a == 4 && n.same));
    return few ? filter_reach_of_few(question, pairs, count, n, out) : filter_reach_of_any(question, pairs, count, n, out);
}

/* --- Large cores. Cores of more than 16 vertices: the same certificates, one pair at a time, an edge in each lane. */

/* Loads one core into all lanes, except for its vertices. */
static inline core_lanes spread_core(const sepal_polys *set, uint32_t index) {
    const sepal_poly_circle *c = &set->circles[index];
    core_lanes core;
    w outer = w_set1(c->outer), radius = w_set1(sepal_poly_radius(set, index));
    core.circle = (circle_lanes){{w_set1(c->x), w_set1(c->y)}, w_abs(outer), w_set1(c->inner), outer};
    core.least_radius = core.most_radius = radius;
    return core;
}

/* Adds the edges of polygon i of a, each with all vertices of polygon j of b, to `r`. True if some lane decides the pair. */
static inline bool outline_decides(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, reach_lanes *r) {
    const float *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    w winding = w_set1(a->circles[i].outer);
    for (uint32_t k = 0; k < size_a; k += SEPAL_LANES) {
        w2 from, to;
        (void)load_edges(a, i, k, &from, &to);
        edge_lanes edge = edge_between(r, from, to, winding);
        for (uint32_t m = 0; m < size_b; m++) {
            w2 to_b = w2_sub((w2){w_set1(bx[m]), w_set1(by[m])}, from);
            reach_sees(r, to_b);
            edge_sees(&edge, to_b, r);
        }
        edge_ends(&edge, size_a > 2 ? size_a : 3, r); /* lanes past the end have no edge */
        if (wm_bits(wm_or(is_within(r), is_out(r))) != 0)
            return true;
    }
    return false;
}

/* The greatest product of a direction with the vertices of a polygon, relative to `origin`; a vertex in each lane. */
static inline float farthest_along(const sepal_polys *set, uint32_t index, w2 origin, w2 direction) {
    w along = w_set1(-INFINITY);
    for (uint32_t k = 0; k < set->heads[index].size; k += SEPAL_LANES) {
        w2 from, to;
        load_edges(set, index, k, &from, &to);
        along = w_max(along, w_dot(direction, w2_sub(from, origin)));
    }
    return w_greatest(along);
}

/* Of so many pairs of vertices, all of them cost less than a search. */
enum { REACH_ALL_MOST = 1024 };

static inline lanes reach_large_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    const polys_query *q = question;
    const sepal_polys *a = q->a, *b = q->b;
    const uint32_t i = pair.a, j = pair.b;
    if ((uint64_t)a->heads[i].size * b->heads[j].size > REACH_ALL_MOST)
        return (lanes){0, 1};
    core_lanes core_a = spread_core(a, i), core_b = spread_core(b, j);
    reach_lanes r = reach_begin(&core_a, &core_b, q->margin);
    if (outline_decides(a, i, b, j, &r))
        return (lanes){wm_bits(is_out(&r)) == 0, 0};
    reach_lanes back = r; /* the nearest vertices of this one are not needed again */
    if (outline_decides(b, j, a, i, &back))
        return (lanes){wm_bits(is_out(&back)) == 0, 0};
    if (wm_bits(is_inside(&back)) == ALL_LANES && wm_bits(some_edge(&back)) != 0)
        return (lanes){1, 0};
    float x[SEPAL_LANES], y[SEPAL_LANES]; /* of the nearest vertices of all lanes, now in every lane */
    w_store(x, r.nearest.x);
    w_store(y, r.nearest.y);
    const float nearest2 = w_least(r.nearest2);
    const unsigned lane = sepal_lowest_bit(wm_bits(w_eq(r.nearest2, w_set1(nearest2))));
    r.nearest2 = w_set1(nearest2);
    r.nearest = (w2){w_set1(x[lane]), w_set1(y[lane])};
    w2 origin = {w_set1(sepal_poly_x(a, i)[0]), w_set1(sepal_poly_y(a, i)[0])}, opposite = w2_neg(r.nearest);
    reach_gap(&r, w_set1(-farthest_along(b, j, origin, opposite) - farthest_along(a, i, origin, r.nearest)));
    return (lanes){0, wm_bits(is_out(&r)) == 0};
}

/* Some core has more than 16 vertices: large ones stay open. */
STAGE_OF_PAIRS(filter_reach_large, reach_large_kernel);

/* ===== Nearest points ============================================================================ */

/* Segments, points and boxes, with radii or a margin: are they within reach of each other, judged by their nearest points?
 *
 * Let m lead from a point of one core to a point of the other. If m is shorter than the reach, the cores are within reach; if the
 * gap between the cores along m is wider, they are not. Both hold for any m, and one of them holds if the points are the nearest
 * ones. So an inaccurate m can leave a pair open, and cannot make an answer wrong. */

/* The error of |m| and of the gap is at most this multiple of the distance of the centres plus this multiple of the slacks
 * (docs/numerics/round.md, "Nearest points"). */
#define NEAREST_DISTANCE_ERROR (8 * 0x1p-24F)
#define NEAREST_SLACK          1.5F

/* m^2 is taken to be no less than this, beside which underflow is negligible. */
#define NEAREST_LEAST 0x1p-100F

/* The lanes that are out of reach along m, which may be any direction. square: m^2; gap: the gap between the cores along m, times |m|;
 * most: a bound of the reach. */
static inline wm are_out_along(w square, w gap, w most) {
    w needed = w_madd(w_mul(most, most), w_max(square, w_set1(NEAREST_LEAST)), w_set1(REACH_LEAST));
    return w_gt(w_mul(gap, w_abs(gap)), needed);
}

/* What follows from m, which leads from one core to the other. gap, most: as above; least: a bound of the reach. */
static inline lanes decided_along(w2 m, w gap, w least, w most) {
    w square = w_dot(m, m);
    wm within = w_gt(w_msub(least, w_abs(least), w_set1(NEAREST_LEAST)), square);
    return decided(are_out_along(square, gap, most), within);
}

static inline w nearest_error(w2 d, w slack_a, w slack_b) {
    w distance = w2_sum(d);
    return w_madd(w_add(slack_a, slack_b), w_set1(NEAREST_SLACK), w_mul(distance, w_set1(NEAREST_DISTANCE_ERROR)));
}

/* Limits each lane to [-1, 1]. */
static inline w clamp(w a) {
    return w_max(w_min(a, w_set1(1)), w_set1(-1));
}

/* Segments c ± u with their radii. */
typedef struct segment_lanes {
    w2 centre, u;
    w radius, inverse, slack;
} segment_lanes;

SPECIALISED segment_lanes load_segments(const sepal_polys *set, const uint32_t *index) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &set->cores[index[2 * lane]].segment.x;
    w f[8];
    w_load_eight(at, f);
    return (segment_lanes){{f[0], f[1]}, {f[2], f[3]}, f[4], f[5], f[6]};
}

/* The points c_a + s u_a and c_b + t u_b (Ericson, Real-Time Collision Detection, section 5.1.9): s where the lines cross, t
 * nearest to that, then s nearest to t. For parallel lines any first s is as good. */
static inline lanes segments_decide(segment_lanes a, segment_lanes b, float margin) {
    w2 d = w2_sub(b.centre, a.centre);
    w error = nearest_error(d, a.slack, b.slack), reach = w_add(w_add(a.radius, b.radius), w_set1(margin));
    w least = w_msub(reach, w_set1(1 - REACH_MARGIN), error), most = w_madd(reach, w_set1(1 + REACH_MARGIN), error);
    w ad = w_dot(a.u, d), bd = w_dot(b.u, d);
    lanes found = decided_along(d, w_sub(w_dot(d, d), w_add(w_abs(ad), w_abs(bd))), least, most);
    if (found.open == 0) /* all lanes are far apart or overlap deeply */
        return found;
    w uu = w_dot(a.u, b.u), ratio = w_mul(uu, b.inverse), one = w_set1(1);
    w sine2 = w_max(w_sub(one, w_mul(w_mul(uu, a.inverse), ratio)), w_set1(0x1p-24F));
    w s = clamp(w_div(w_mul(w_sub(ad, w_mul(bd, ratio)), a.inverse), sine2));
    w t = clamp(w_mul(w_msub(s, uu, bd), b.inverse));
    s = clamp(w_mul(w_madd(t, uu, ad), a.inverse));
    w2 m = {w_sub(w_madd(t, b.u.x, d.x), w_mul(s, a.u.x)), w_sub(w_madd(t, b.u.y, d.y), w_mul(s, a.u.y))};
    w gap = w_sub(w_dot(m, d), w_add(w_abs(w_dot(m, a.u)), w_abs(w_dot(m, b.u))));
    return decided_along(m, gap, least, most);
}

SPECIALISED lanes segments_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const polys_query *q = question;
    return segments_decide(load_segments(q->a, &group->a), load_segments(q->b, &group->b), q->margin);
}

STAGE_OF_GROUPS(filter_segments, segments_kernel);

/* From the box to the point at q from its centre, if its edges are perpendicular: the feet of q on u and v. */
static inline w2 way_from_box(w2 q, w2 u, w2 v) {
    w least2 = w_set1(NEAREST_LEAST);
    w s = clamp(w_div(w_dot(q, u), w_max(w_dot(u, u), least2))), t = clamp(w_div(w_dot(q, v), w_max(w_dot(v, v), least2)));
    return (w2){w_sub(w_sub(q.x, w_mul(s, u.x)), w_mul(t, v.x)), w_sub(w_sub(q.y, w_mul(s, u.y)), w_mul(t, v.y))};
}

/* A point p and the box c ± u ± v: the feet of d = p - c on u and v, if these are perpendicular. */
static inline lanes point_box_decide(circle_lanes a, box_lanes b, w radius, float margin) {
    w2 d = w2_sub(a.centre, b.centre);
    w error = nearest_error(d, w_set1(0), b.slack), more = w_add(radius, w_set1(margin));
    w least = w_msub(w_add(a.inner, more), w_set1(1 - REACH_MARGIN), error);
    w most = w_madd(w_add(a.outer, more), w_set1(1 + REACH_MARGIN), error);
    w du = w_dot(d, b.u), dv = w_dot(d, b.v);
    lanes found = decided_along(d, w_sub(w_dot(d, d), w_add(w_abs(du), w_abs(dv))), least, most);
    if (found.open == 0) /* all lanes are far apart or overlap deeply */
        return found;
    w2 m = way_from_box(d, b.u, b.v);
    w gap = w_sub(w_dot(m, d), w_add(w_abs(w_dot(m, b.u)), w_abs(w_dot(m, b.v))));
    return decided_along(m, gap, least, most);
}

SPECIALISED lanes point_box_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const polys_query *q = question;
    w radius = load_radii(q->b, &group->b);
    return point_box_decide(load_circles(q->a, &group->a), load_boxes(q->b, &group->b), radius, q->margin);
}

/* Every core of a is a point, and every one of b is a box. */
STAGE_OF_GROUPS(filter_point_box, point_box_kernel);

/* --- Two boxes ----------------------------------------------------------------------------------- */

/* A half-edge of one of two boxes, the gap along its normal, times its length, and the square of its length. */
typedef struct poly_box_axis {
    w2 edge;
    w gap, length2;
    wm of_b;
} poly_box_axis;

/* The axis with the greater gap. */
static inline poly_box_axis farther_axis(poly_box_axis p, poly_box_axis q) {
    wm second = w_gt(w_mul(w_mul(q.gap, w_abs(q.gap)), p.length2), w_mul(w_mul(p.gap, w_abs(p.gap)), q.length2));
    return (poly_box_axis){w2_select(second, q.edge, p.edge), w_select(second, q.gap, p.gap),
                           w_select(second, q.length2, p.length2), wm_or(wm_and(second, q.of_b), wm_andnot(p.of_b, second))};
}

/* The gap between two boxes along m, times |m|. d: from the centre of a to that of b. */
static inline w gap_of_boxes(w2 m, w2 d, box_lanes a, box_lanes b) {
    w widths = w_add(w_add(w_abs(w_dot(m, a.u)), w_abs(w_dot(m, a.v))), w_add(w_abs(w_dot(m, b.u)), w_abs(w_dot(m, b.v))));
    return w_sub(w_dot(m, d), widths);
}

/* From a to b: the way between the box of an axis and the corner of the other box that is the nearest along the normal. d: from the
 * centre of a to that of b. */
static inline w2 way_along_axis(box_lanes a, box_lanes b, const poly_box_axis *axis, w2 d) {
    w2 own_u = w2_select(axis->of_b, b.u, a.u), own_v = w2_select(axis->of_b, b.v, a.v);
    w2 u = w2_select(axis->of_b, a.u, b.u), v = w2_select(axis->of_b, a.v, b.v);
    w back = w_select(axis->of_b, w_set1(-1), w_set1(1));
    w2 to_other = w2_flip(d, back);
    w side = w_cross(axis->edge, to_other);
    w2 nearer_u = w2_flip(u, w_flip(w_cross(axis->edge, u), side)), nearer_v = w2_flip(v, w_flip(w_cross(axis->edge, v), side));
    return w2_flip(way_from_box(w2_sub(w2_sub(to_other, nearer_u), nearer_v), own_u, own_v), back);
}

/* Two boxes overlap if all gaps are negative. Of boxes that are apart, the side with the greatest gap faces a corner of the other box,
 * which mostly is the nearest point. */
static inline lanes two_boxes_decide(box_lanes a, box_lanes b, w reach) {
    w2 d = w2_sub(b.centre, a.centre);
    w error = nearest_error(d, a.slack, b.slack);
    w least = w_msub(reach, w_set1(1 - REACH_MARGIN), error), most = w_madd(reach, w_set1(1 + REACH_MARGIN), error);
    wm out = are_out_along(w_dot(d, d), gap_of_boxes(d, d, a, b), most);
    if (wm_bits(out) == ALL_LANES)
        return decided(out, wm_none());
    box_gaps gaps = box_gaps_of(a, b, d, NULL);
    gap_lanes greatest = greatest_box_gaps(a, b, &gaps);
    const poly_box_axis of_a = farther_axis((poly_box_axis){a.u, gaps.ua, w_dot(a.u, a.u), wm_none()},
                                            (poly_box_axis){a.v, gaps.va, w_dot(a.v, a.v), wm_none()});
    const poly_box_axis of_b = farther_axis((poly_box_axis){b.u, gaps.ub, w_dot(b.u, b.u), wm_all()},
                                            (poly_box_axis){b.v, gaps.vb, w_dot(b.v, b.v), wm_all()});
    const poly_box_axis axis = farther_axis(of_a, of_b);
    lanes found = decided(wm_or(out, are_out_along(axis.length2, axis.gap, most)), gaps_overlap(&greatest));
    if (found.open == 0)
        return found;
    w2 m = way_along_axis(a, b, &axis, d);
    lanes more = decided_along(m, gap_of_boxes(m, d, a, b), least, most);
    return (lanes){found.yes | more.yes, found.open & more.open};
}

SPECIALISED lanes two_boxes_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const polys_query *q = question;
    w radii = w_add(load_radii(q->a, &group->a), load_radii(q->b, &group->b));
    return two_boxes_decide(load_boxes(q->a, &group->a), load_boxes(q->b, &group->b), w_add(radii, w_set1(q->margin)));
}

STAGE_OF_GROUPS(filter_two_boxes, two_boxes_kernel);

#endif
