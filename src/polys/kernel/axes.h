/* axes.h — filters of polygons in float, a pair in each lane: circles, all edge normals of up to 16 vertices, and parallelograms;
 * for overlap and for containment. */
#ifndef SEPAL_POLYS_KERNEL_AXES_H
#define SEPAL_POLYS_KERNEL_AXES_H

#include "../../batch/rows.h"
#include "query.h"

#include <math.h>

/* ===== Circles. Do the outer circles miss each other, or do the inner ones meet? This decides most pairs of polygons, and reads 16 bytes
 * of each. */

/* The stored circles. winding: its sign bit is set if the polygon is clockwise. */
typedef struct circle_lanes {
    w2 centre;
    w outer, inner, winding;
} circle_lanes;

/* index[2 * lane] is the shape. */
SPECIALISED circle_lanes load_circles(const sepal_polys *set, const uint32_t *index) {
    w quads[4];
    load_records(set->circles, sizeof *set->circles, index, 1, quads);
    return (circle_lanes){{quads[0], quads[1]}, w_abs(quads[2]), quads[3], quads[2]};
}

/* The squared distance of the centres, and the squares that it is compared with: above beyond2 the answer is no, below within2 it
 * is yes. */
typedef struct circle_squares {
    w distance2, beyond2, within2;
} circle_squares;

static inline lanes decided_by_circles(circle_squares s) {
    return decided(w_gt(s.distance2, s.beyond2), w_gt(s.within2, s.distance2));
}

/* Relative bound on the error of a squared sum of radii, where a radius is exact or a margin is added, so that nothing was rounded
 * to the safe side (docs/numerics/overlap.md, "Circles"). */
#define CIRCLE_MARGIN 0x1p-20F

/* For polygons without radii, whose circles were rounded to the safe side by more than all roundings here
 * (docs/numerics/overlap.md, "Circles"). */
static inline circle_squares circle_distances(circle_lanes a, circle_lanes b) {
    w2 d = w2_sub(b.centre, a.centre);
    w outer = w_add(a.outer, b.outer), inner = w_add(a.inner, b.inner);
    return (circle_squares){w_dot(d, d), w_mul(outer, outer), w_mul(inner, w_abs(inner))};
}

SPECIALISED lanes circles_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const polys_query *q = question;
    return decided_by_circles(circle_distances(load_circles(q->a, &group->a), load_circles(q->b, &group->b)));
}

/* The circles of more shapes than this (1 MiB) do not fit the second-level cache, so they are fetched ahead. */
#define CIRCLES_IN_CACHE 65536

static inline void fetch_circles(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    sepal_prefetch(&q->a->circles[pair.a]);
    sepal_prefetch(&q->b->circles[pair.b]);
}

static bool filter_circles(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    if (q->a->count > CIRCLES_IN_CACHE || q->b->count > CIRCLES_IN_CACHE)
        return ask_groups(circles_kernel, fetch_circles, q, pairs, count, n, out);
    return ask_groups(circles_kernel, NULL, q, pairs, count, n, out);
}

/* ===== All edge normals ========================================================================== */

/* All edge normals of two polygons of up to 16 vertices, in float, with a pair in each lane.
 *
 * For the outward normal n of the edge a_i a_i+1 the gap to b is min_j n . (b_j - a_i). A gap that is certainly positive
 * separates the pair; if all gaps are certainly negative, the pair overlaps. All coordinates are relative to the centre of a, so
 * that the distance from the origin costs no accuracy. Normals are not normalised: only the sign of the gap counts. */

/* --- Vertices ------------------------------------------------------------------------------------ */

/* First all x, then, after as many as a block has room for, all y. world: as stored; edges are differences of these, which are
 * rounded once. near: relative to one point of each lane. */
typedef struct vertex_lanes {
    w world[2 * SEPAL_LANE_VERTICES], near[2 * SEPAL_LANE_VERTICES];
} vertex_lanes;

/* How many vertices the block of a polygon of up to 16 has room for, or that of a window (large.h) of up to 24. Without a condition: gcc
 * would make each loop that asks for it once for each outcome. */
static inline uint32_t block_size(uint32_t size) {
    return (UINT32_C(4) << ((uint32_t)(size > 4) + (uint32_t)(size > 8))) + 8 * (uint32_t)(size > SEPAL_LANE_VERTICES);
}
_Static_assert(SEPAL_LANE_VERTICES == 16, "the largest block");

/* Between the loads of 16 lanes, whose addresses do not all fit the registers. With fewer lanes they do. */
static inline void next_load(void) {
    if (SEPAL_LANES == 16)
        sepal_keep_loads_apart();
}

SPECIALISED void load_blocks_at(const float *const *at, uint32_t padded, bool whole, w *out) {
    if (whole && padded == 4)
        w_load_eight(at, out);
    else if (padded == SEPAL_LANE_VERTICES)
        polys_kernel_load_largest(at, out); /* once for all units: it would be half of the code of some kernels */
    else
        w_load_quads(at, (int)padded / 2, out);
}

/* Loads blocks with room for `size` vertices; index[2 * lane] is the polygon, so that index may point to either side of a list of
 * pairs. same: block k is the k-th. whole: blocks of four are loaded as one record of eight floats, which is faster unless the
 * kernel needs more registers than there are. */
SPECIALISED void load_blocks(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, bool whole,
                             vertex_lanes *out) {
    uint32_t padded = block_size(size);
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = set->vertices + (same ? 2 * (size_t)padded * index[2 * lane] : 4 * (size_t)set->heads[index[2 * lane]].at);
    load_blocks_at(at, padded, whole, out->world);
}

SPECIALISED void load_vertices(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, vertex_lanes *out) {
    load_blocks(set, index, size, same, true, out);
}

/* Loads the vertices of shapes that may be points; the centre of a point is the point. */
SPECIALISED void load_core(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, vertex_lanes *out) {
    if (size > 1) {
        load_vertices(set, index, size, same, out);
    } else {
        w2 centre = load_circles(set, index).centre;
        out->world[0] = centre.x;
        out->world[block_size(1)] = centre.y;
    }
}

static inline w2 vertex(const w *list, uint32_t size, uint32_t k) {
    return (w2){list[k], list[block_size(size) + k]};
}

SPECIALISED void make_near(vertex_lanes *v, uint32_t size, w2 origin) {
    uint32_t padded = block_size(size);
    for (uint32_t k = 0; k < size; k++) {
        v->near[k] = w_sub(v->world[k], origin.x);
        v->near[padded + k] = w_sub(v->world[padded + k], origin.y);
    }
}

/* Which vertex of b counts beside an edge of a: the deepest one on its inner side, from which the gap is, or the shallowest one, which tells
 * how far b is beyond the edge. */
typedef enum vertex_beside { DEEPEST, SHALLOWEST } vertex_beside;

/* The greatest product of all outward normals n of a with (b_j - a_i), of the vertices that count; -infinity if there is no edge. move:
 * how b moves meanwhile, which may close gaps; or NULL. */
SPECIALISED w greatest_beyond(const vertex_lanes *a, uint32_t size_a, w winding, const vertex_lanes *b, uint32_t size_b,
                              vertex_beside which, const w2 *move) {
    w greatest = w_set1(-INFINITY);
    for (uint32_t i = 0; i < size_a; i++) {
        const w2 edge = w2_sub(vertex(a->world, size_a, i + 1 < size_a ? i + 1 : 0), vertex(a->world, size_a, i));
        const w2 inward = {w_flip(w_neg(edge.y), winding), w_flip(edge.x, winding)};
        const wm no_edge = w2_is_zero(edge); /* the two vertices are equal */
        w inside = w_dot(inward, vertex(b->near, size_b, 0));
        for (uint32_t j = 1; j < size_b; j++) {
            w next = w_dot(inward, vertex(b->near, size_b, j));
            inside = which == DEEPEST ? w_max(inside, next) : w_min(inside, next);
        }
        w beyond = w_sub(w_dot(inward, vertex(a->near, size_a, i)), inside);
        if (move != NULL)
            beyond = w_sub(beyond, w_max(w_dot(inward, *move), w_zero()));
        greatest = w_max(greatest, w_select(no_edge, w_set1(-INFINITY), beyond));
    }
    return greatest;
}

/* The greatest gap over the edge normals of a. */
SPECIALISED w greatest_gap(const vertex_lanes *a, uint32_t size_a, w winding, const vertex_lanes *b, uint32_t size_b) {
    return greatest_beyond(a, size_a, winding, b, size_b, DEEPEST, NULL);
}

/* Bound on the error of a gap, relative to the product of the polygon's radius and the pair's extent (docs/numerics/overlap.md,
 * "All axes"). */
#define AXES_ERROR (15 * 0x1p-24F)

/* The extent of a pair, R_a + R_b + D (docs/numerics/overlap.md, "All axes"). */
static inline float extent_of(const sepal_poly_circle *a, const sepal_poly_circle *b) {
    float dx = fabsf(b->x - a->x), dy = fabsf(b->y - a->y);
    return fabsf(a->outer) + fabsf(b->outer) + (dx > dy ? dx : dy);
}

/* For two points there is no edge, and the gap is -infinity. */
SPECIALISED gap_lanes axes_gaps(circle_lanes a, vertex_lanes *va, circle_lanes b, vertex_lanes *vb, sizes n) {
    w2 d = w2_sub(b.centre, a.centre);
    make_near(va, n.a, a.centre);
    make_near(vb, n.b, a.centre);
    w extent = w_add(w_add(a.outer, b.outer), w2_greatest(d));
    w unit = w_mul(extent, w_set1(AXES_ERROR));
    return (gap_lanes){greatest_gap(va, n.a, a.winding, vb, n.b), greatest_gap(vb, n.b, b.winding, va, n.a), w_mul(a.outer, unit),
                       w_mul(b.outer, unit)};
}

/* The question with its shapes in either order, since it is symmetric: the sizes of a kernel are those of `first` and `second`.
 * turned: the first shape is that of b. */
typedef struct axes_query {
    const sepal_polys *first, *second;
    size_t turned;
} axes_query;

SPECIALISED lanes axes_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const axes_query *q = question;
    const uint32_t *index = (const uint32_t *)group, *first = index + q->turned, *second = index + 1 - q->turned;
    vertex_lanes va, vb;
    load_vertices(q->first, first, n.a, n.same, &va);
    next_load();
    load_vertices(q->second, second, n.b, n.same, &vb);
    next_load();
    circle_lanes ca = load_circles(q->first, first);
    next_load();
    circle_lanes cb = load_circles(q->second, second);
    gap_lanes g = axes_gaps(ca, &va, cb, &vb, n);
    wm no_edge = w_eq(w_max(g.gap_a, g.gap_b), w_set1(-INFINITY)); /* two points: no normal could separate them */
    return decided(gaps_apart(&g), wm_andnot(gaps_overlap(&g), no_edge));
}
_Static_assert(sizeof(sepal_pair) == 2 * sizeof(uint32_t) && offsetof(sepal_pair, b) == sizeof(uint32_t), "a pair is two indices");

/* n: 3 or 4 vertices, for sets in which all blocks have room for four; otherwise two of 4, 8 and 16. */
static bool filter_axes(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    const bool turned = n.a > n.b;
    const axes_query asked = {turned ? q->b : q->a, turned ? q->a : q->b, turned};
    const sizes ascending = {turned ? n.b : n.a, turned ? n.a : n.b, n.same};
    assert(sizes_fit(question, pairs, count, n));
    if (ascending.same && are_sizes(ascending, 3, 3))
        return ask_groups(axes_kernel, NULL, &asked, pairs, count, (sizes){3, 3, true}, out);
    if (ascending.same && are_sizes(ascending, 4, 4))
        return ask_groups(axes_kernel, NULL, &asked, pairs, count, (sizes){4, 4, true}, out);
    if (are_sizes(ascending, 8, 8))
        return ask_groups(axes_kernel, NULL, &asked, pairs, count, (sizes){8, 8, false}, out);
    return ask_groups(axes_kernel, NULL, &asked, pairs, count, (sizes){ascending.a, ascending.b, false}, out);
}

/* ===== Parallelograms ============================================================================ */

/* Two parallelograms c ± u ± v: at most four axes, each from a few cross products.
 *
 * On the axis normal to g (one of u_a, v_a, u_b, v_b) the projection of a parallelogram has the half width |g x u| + |g x v|, and
 * the centres are |g x d| apart. One of the terms g x g is 0, and the axes of parallel edges are one axis: Gottschalk, Lin,
 * Manocha, "OBBTree", SIGGRAPH 1996, in the plane and without unit vectors. */

typedef struct box_lanes {
    w2 centre, u, v;
    w slack, norm;
} box_lanes;

static inline box_lanes load_boxes_at(const float *const *at) {
    w f[8];
    w_load_eight(at, f);
    return (box_lanes){{f[0], f[1]}, {f[2], f[3]}, {f[4], f[5]}, f[6], f[7]};
}

/* index[2 * lane] is the box. */
SPECIALISED box_lanes load_boxes(const sepal_polys *set, const uint32_t *index) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &set->cores[index[2 * lane]].parallelogram.x;
    return load_boxes_at(at);
}

/* The gaps along the normals of the four half-edges, times the lengths of these. */
typedef struct box_gaps {
    w ua, va, ub, vb;
} box_gaps;

/* How far the centres are apart along the normal of an edge, times its length; d: from one to the other. move: how that changes meanwhile:
 * then the least; or NULL. */
SPECIALISED w centres_apart(w2 edge, w2 d, const w2 *move) {
    w begin = w_cross(edge, d);
    if (move == NULL)
        return w_abs(begin);
    w end = w_add(begin, w_cross(edge, *move));
    return w_max(w_min(begin, end), w_neg(w_max(begin, end)));
}

/* d: from the centre of a to that of b. move: as above. */
SPECIALISED box_gaps box_gaps_of(box_lanes a, box_lanes b, w2 d, const w2 *move) {
    w uu = w_abs(w_cross(a.u, b.u)), uv = w_abs(w_cross(a.u, b.v)), vu = w_abs(w_cross(a.v, b.u)), vv = w_abs(w_cross(a.v, b.v));
    w own_a = w_abs(w_cross(a.u, a.v)), own_b = w_abs(w_cross(b.u, b.v));
    return (box_gaps){w_sub(centres_apart(a.u, d, move), w_add(w_add(uu, uv), own_a)),
                      w_sub(centres_apart(a.v, d, move), w_add(w_add(vu, vv), own_a)),
                      w_sub(centres_apart(b.u, d, move), w_add(w_add(uu, vu), own_b)),
                      w_sub(centres_apart(b.v, d, move), w_add(w_add(uv, vv), own_b))};
}

/* The bound has no term for the distance of the centres: where that would matter, the gap is much greater
 * (docs/numerics/overlap.md, "Parallelograms"). */
static inline gap_lanes greatest_box_gaps(box_lanes a, box_lanes b, const box_gaps *g) {
    w slack = w_add(a.slack, b.slack);
    return (gap_lanes){w_max(g->ua, g->va), w_max(g->ub, g->vb), w_mul(a.norm, slack), w_mul(b.norm, slack)};
}

static inline lanes boxes_decide(box_lanes a, box_lanes b) {
    box_gaps gaps = box_gaps_of(a, b, w2_sub(b.centre, a.centre), NULL);
    gap_lanes g = greatest_box_gaps(a, b, &gaps);
    return decided(gaps_apart(&g), gaps_overlap(&g));
}

SPECIALISED lanes boxes_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const polys_query *q = question;
    return boxes_decide(load_boxes(q->a, &group->a), load_boxes(q->b, &group->b));
}

/* One box in every lane. */
static inline box_lanes same_box(const sepal_poly_parallelogram *box) {
    return (box_lanes){{w_set1(box->x), w_set1(box->y)},
                       {w_set1(box->ux), w_set1(box->uy)},
                       {w_set1(box->vx), w_set1(box->vy)},
                       w_set1(box->slack),
                       w_set1(box->norm)};
}

/* One pair in every lane. */
static inline lanes box_pair_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    const polys_query *q = question;
    return boxes_decide(same_box(&q->a->cores[pair.a].parallelogram), same_box(&q->b->cores[pair.b].parallelogram));
}

static bool filter_boxes(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    if (count == 1)
        return ask_each(box_pair_kernel, q, pairs, count, out);
    return ask_groups(boxes_kernel, NULL, q, pairs, count, n, out);
}

/* One box and boxes that follow each other; those after the last one are the first. */
SPECIALISED lanes box_row_kernel(const void *question, uint32_t a, uint32_t first, size_t count) {
    const polys_query *q = question;
    const sepal_poly_core *many = &q->b->cores[first];
    const float *at[SEPAL_LANES];
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &many[count == SEPAL_LANES || lane < count ? lane : 0].parallelogram.x;
    return boxes_decide(same_box(&q->a->cores[a].parallelogram), load_boxes_at(at));
}

/* ===== Containment. Does a contain b? Only the edges of a count, and of b the vertex that is farthest beyond each of them. The bounds are
 * those of the same quantities in overlap (docs/numerics/contain.md). */

/* --- Circles: is b's outer one inside a's inner one, or some point of b outside of a's outer one? */

static inline circle_squares circles_beyond(circle_lanes a, circle_lanes b) {
    w2 d = w2_sub(b.centre, a.centre);
    /* Some point of b is at least distance + b.inner from the centre of a. This holds if b.inner is the radius of a disc inside b,
     * and also if b.inner is negative and some point of b is within -b.inner of its centre. */
    w beyond = w_sub(a.outer, b.inner), room = w_sub(a.inner, b.outer);
    w beyond2 = w_mul(w_mul(beyond, w_set1(1 + CIRCLE_MARGIN)), w_abs(beyond));
    w room2 = w_mul(w_mul(room, w_set1(1 - CIRCLE_MARGIN)), w_abs(room));
    return (circle_squares){w_dot(d, d), beyond2, room2};
}

/* The circles with b farther out by a margin that is from `least` to `most`. Each of its radii is rounded by more than the addition can
 * have erred, the inner one down and the outer one up (docs/numerics/contain.md). */
SPECIALISED lanes circles_contain_within(const polys_query *q, const sepal_pair *group, float least, float most) {
    circle_lanes a = load_circles(q->a, &group->a), b = load_circles(q->b, &group->b);
    if (most > 0) {
        w inner = w_add(b.inner, w_set1(least));
        b.inner = w_sub(inner, w_mul(w_abs(inner), w_set1(CIRCLE_MARGIN)));
        b.outer = w_mul(w_add(b.outer, w_set1(most)), w_set1(1 + CIRCLE_MARGIN));
    }
    return decided_by_circles(circles_beyond(a, b));
}

SPECIALISED lanes circles_contain_within_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const polys_query *q = question;
    return circles_contain_within(q, group, q->margin, q->margin);
}

STAGE_OF_GROUPS(filter_containing_circles, circles_contain_within_kernel);

/* --- Boxes: b's half width and the centres' distance against a's half width, across both edges of a */

/* The greatest distance of b beyond an edge of a (times the length of the edge), and a bound on its error. */
typedef struct excess_lanes {
    w excess, error;
} excess_lanes;

static inline excess_lanes boxes_excess(box_lanes a, box_lanes b) {
    w2 d = w2_sub(b.centre, a.centre);
    w error = w_mul(a.norm, w_add(a.slack, b.slack));
    w own = w_abs(w_cross(a.u, a.v));
    w width_u = w_add(w_abs(w_cross(a.u, b.u)), w_abs(w_cross(a.u, b.v)));
    w width_v = w_add(w_abs(w_cross(a.v, b.u)), w_abs(w_cross(a.v, b.v)));
    w excess_u = w_sub(w_add(w_abs(w_cross(a.u, d)), width_u), own);
    w excess_v = w_sub(w_add(w_abs(w_cross(a.v, d)), width_v), own);
    return (excess_lanes){w_max(excess_u, excess_v), error};
}

SPECIALISED lanes boxes_contain_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const polys_query *q = question;
    excess_lanes e = boxes_excess(load_boxes(q->a, &group->a), load_boxes(q->b, &group->b));
    return decided(w_gt(e.excess, e.error), w_gt(w_neg(e.error), e.excess));
}

STAGE_OF_GROUPS(filter_containing_boxes, boxes_contain_kernel);

/* --- Axes: how far is b beyond each edge of a? */

/* -infinity if a has no edge. */
SPECIALISED excess_lanes axes_excess(circle_lanes a, vertex_lanes *va, circle_lanes b, vertex_lanes *vb, sizes n) {
    w2 d = w2_sub(b.centre, a.centre);
    make_near(va, n.a, a.centre);
    make_near(vb, n.b, a.centre);
    w extent = w_add(w_add(a.outer, b.outer), w2_greatest(d));
    w error = w_mul(a.outer, w_mul(extent, w_set1(AXES_ERROR)));
    return (excess_lanes){greatest_beyond(va, n.a, a.winding, vb, n.b, SHALLOWEST, NULL), error};
}

/* n.b = 1 says that every b is a point: the centre of its circle. */
SPECIALISED lanes axes_contain_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const polys_query *q = question;
    circle_lanes ca = load_circles(q->a, &group->a), cb = load_circles(q->b, &group->b);
    vertex_lanes va, vb;
    load_vertices(q->a, &group->a, n.a, n.same, &va);
    if (n.b == 1)
        vb.world[0] = cb.centre.x, vb.world[block_size(1)] = cb.centre.y;
    else
        load_vertices(q->b, &group->b, n.b, n.same, &vb);
    excess_lanes e = axes_excess(ca, &va, cb, &vb, n);
    wm no_edge = w_eq(e.excess, w_set1(-INFINITY));
    return decided(w_gt(e.excess, e.error), wm_andnot(w_gt(w_neg(e.error), e.excess), no_edge));
}

/* n: block sizes; n.b = 1 as above. */
static bool filter_containing_axes(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    assert(sizes_fit(question, pairs, count, n));
    n.same = false; /* a constant, for the sake of the loops */
    if (are_sizes(n, 8, 1))
        return ask_groups(axes_contain_kernel, NULL, question, pairs, count, (sizes){8, 1, false}, out);
    return ask_groups(axes_contain_kernel, NULL, question, pairs, count, n, out);
}

/* All edge normals, for sets in which all blocks have room for four. */
static bool filter_containing_quads(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    assert(sizes_fit(question, pairs, count, n) && n.a == 4 && (n.b == 1 || n.b == 4));
    if (n.b == 1)
        return ask_groups(axes_contain_kernel, NULL, question, pairs, count, (sizes){4, 1, true}, out);
    return ask_groups(axes_contain_kernel, NULL, question, pairs, count, (sizes){4, 4, true}, out);
}

#endif
