/* nearest.h — solids with radii by a pair of near points, and the direction between them: both are certificates.
 *
 * Let R be the sum of the radii and of the margin. If some point of one core is within R of some point of the other, the pair
 * overlaps; if the cores' projections on some direction are more than R apart, it does not. Any two points and any direction will
 * do, so how they are found needs no proof; a few steps find nearly the nearest ones. What is compared with R is only moved by a
 * bound on all rounding errors (docs/numerics/solids_kernels.md, "Solids with radii"). */
#ifndef SEPAL_SOLIDS_KERNEL_NEAREST_H
#define SEPAL_SOLIDS_KERNEL_NEAREST_H

#include "closest.h"

/* Shares of the sizes that bound what rounding moves, beside the slack of a box; and what a square may lose by underflow. */
#define NEAREST_BOX_ERROR     (16 * 0x1p-24F)
#define NEAREST_SEGMENT_ERROR (32 * 0x1p-24F)
#define NEAREST_UNDERFLOW     0x1p-110F

/* The first four vertices of one solid of each lane; the last one repeated, if there are fewer. */
typedef struct four_vertices {
    w3 at[4];
} four_vertices;

/* index[2 * lane] is the solid. */
SPECIALISED four_vertices load_four(const sepal_solids *set, const uint32_t *index) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = sepal_solid_x(set, index[2 * lane]);
    w f[12];
    w_load_quads(at, 3, f);
    return (four_vertices){{{f[0], f[4], f[8]}, {f[1], f[5], f[9]}, {f[2], f[6], f[10]}, {f[3], f[7], f[11]}}};
}

/* Cores of one or two vertices: the first and the last. */
typedef struct solid_segment_lanes {
    w3 from, to;
} solid_segment_lanes;

SPECIALISED solid_segment_lanes solid_load_segments(const sepal_solids *set, const uint32_t *index) {
    const four_vertices first = load_four(set, index);
    return (solid_segment_lanes){first.at[0], first.at[1]};
}

static inline w clamp_lanes(w least, w most, w a) {
    return w_max(least, w_min(most, a));
}

/* What is found of two cores. `rest2`: the square of the distance of two points, one of each core. `gap`: how far apart the
 * projections of the cores on the direction between these points are, times the distance of the points; of nearest points it is
 * `rest2`. `error` bounds what rounding moves, compared with `reach`. */
typedef struct within_reach {
    w reach, error, rest2, gap;
} within_reach;

static inline lanes decide_reach(within_reach f) {
    w in = w_sub(f.reach, f.error), out = w_add(f.reach, f.error), tiny = w_set1(NEAREST_UNDERFLOW);
    w most2 = w_add(f.rest2, tiny);
    wm overlap = w_gt(w_mul(in, w_abs(in)), most2), apart = w_gt(f.gap, w_madd(out, w_sqrt(most2), tiny));
    apart = wm_and(apart, w_gt(w_infinity(), f.gap)); /* a difference of products of which only one is out of range */
    return decided(wm_andnot(apart, overlap), overlap);
}

/* Is the distance of two points within reach, which are the nearest ones? */
static inline lanes decide_distance(within_reach f) {
    w in = w_sub(f.reach, f.error), out = w_add(f.reach, f.error), tiny = w_set1(NEAREST_UNDERFLOW);
    wm overlap = w_gt(w_mul(in, w_abs(in)), w_add(f.rest2, tiny)), apart = w_gt(f.rest2, w_madd(out, out, tiny));
    return decided(apart, overlap);
}

/* Two spheres: their balls are exact. Of radii that are out of range the error is infinite, which decides nothing. */
static inline within_reach near_points(w3 centre_a, w3 centre_b, w reach) {
    w3 d = w3_sub(centre_b, centre_a);
    w rest2 = w3_dot(d, d);
    return (within_reach){reach, w_mul(reach, w_set1(NEAREST_SEGMENT_ERROR)), rest2, rest2};
}

/* A sphere and a box, whose radius is in `reach`: the point of the box nearest to the centre of the sphere, in the box's axes. thin: no
 * pair has a reach; then rest2 of points in the box is minus the square of the distance from the nearest face, so that they overlap it. */
static inline within_reach near_sphere_box(const solid_box_lanes *box, w3 centre, w reach, bool thin) {
    w3 d = w3_sub(centre, box->centre);
    w rest2 = w_set1(0), zero = w_set1(0), depth = w_infinity();
    for (int i = 0; i < 3; i++) {
        w along = w3_dot(box->axis[i], d), rest = w_sub(along, clamp_lanes(w_sub(zero, box->half[i]), box->half[i], along));
        rest2 = w_madd(rest, rest, rest2);
        if (thin)
            depth = w_min(depth, w_sub(box->half[i], w_abs(along)));
    }
    depth = w_max(depth, zero);
    if (thin)
        rest2 = w_sub(rest2, w_mul(depth, depth)); /* one of them is 0 */
    w error = w_mul(w_add(box->slack, w_set1(NEAREST_BOX_ERROR)), w_add(half_sum(box), reach));
    return (within_reach){reach, error, rest2, rest2};
}

/* A segment and a box. The square of the distance from the box of the point of the segment at `s`, 0 .. 1, is convex and piecewise
 * of degree 2 in s: Newton's steps towards its least value, from the point nearest to the centre of the box. */
enum { SEGMENT_BOX_STEPS = 2 };

static inline within_reach near_segment_box(const solid_box_lanes *box, solid_segment_lanes segment, w reach) {
    w3 start = w3_sub(segment.from, box->centre), end = w3_sub(segment.to, box->centre), along = w3_sub(segment.to, segment.from);
    w t[3], u[3], v[3], rest[3], zero = w_set1(0), one = w_set1(1), tiny = w_set1(NEAREST_UNDERFLOW);
    for (int i = 0; i < 3; i++) {
        t[i] = w3_dot(box->axis[i], start);
        u[i] = w3_dot(box->axis[i], end);
        v[i] = w3_dot(box->axis[i], along);
    }
    w length2 = w_madd(v[2], v[2], w_madd(v[1], v[1], w_mul(v[0], v[0])));
    w to_centre = w_madd(t[2], v[2], w_madd(t[1], v[1], w_mul(t[0], v[0])));
    w s = clamp_lanes(zero, one, w_sub(zero, w_div(to_centre, w_max(length2, tiny))));
    for (int step = 0; step <= SEGMENT_BOX_STEPS; step++) {
        w slope = zero, curvature = zero;
        for (int i = 0; i < 3; i++) {
            w at = w_madd(s, v[i], t[i]);
            rest[i] = w_sub(at, clamp_lanes(w_sub(zero, box->half[i]), box->half[i], at));
            slope = w_madd(rest[i], v[i], slope);
            curvature = w_madd(w_select(w_eq(rest[i], zero), zero, v[i]), v[i], curvature);
        }
        if (step < SEGMENT_BOX_STEPS)
            s = clamp_lanes(zero, one, w_sub(s, w_div(slope, w_max(curvature, tiny))));
    }
    w rest2 = w_madd(rest[2], rest[2], w_madd(rest[1], rest[1], w_mul(rest[0], rest[0])));
    w at_start = w_madd(rest[2], t[2], w_madd(rest[1], t[1], w_mul(rest[0], t[0])));
    w at_end = w_madd(rest[2], u[2], w_madd(rest[1], u[1], w_mul(rest[0], u[0])));
    w of_box = w_madd(w_abs(rest[2]), box->half[2], w_madd(w_abs(rest[1]), box->half[1], w_mul(w_abs(rest[0]), box->half[0])));
    w size = w_madd(w3_sum(along), w_set1(2), w_add(half_sum(box), reach));
    w error = w_mul(w_add(box->slack, w_set1(NEAREST_BOX_ERROR)), size);
    return (within_reach){reach, error, rest2, w_sub(w_min(at_start, at_end), of_box)};
}

/* --- Kernels: the box or the segment first */

SPECIALISED lanes spheres_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
    return decide_distance(near_points(a.centre, b.centre, w_add(w_add(a.radius, b.radius), w_set1(q->margin))));
}

SPECIALISED lanes box_sphere_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    solid_box_lanes box = solid_load_boxes(q->a, &group->a, false);
    ball_lanes ball = load_balls(q->b, &group->b);
    w reach = w_add(w_add(solid_load_radii(q->a, &group->a), ball.radius), w_set1(q->margin));
    return decide_distance(near_sphere_box(&box, ball.centre, reach, !solid_some_reach(q)));
}

SPECIALISED lanes box_segment_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    const solid_box_lanes box = solid_load_boxes(q->a, &group->a, false);
    return decide_reach(near_segment_box(&box, solid_load_segments(q->b, &group->b), load_reach(q, group)));
}
STAGE_OF_GROUPS(filter_spheres, spheres_kernel);
STAGE_OF_GROUPS(filter_box_sphere, box_sphere_kernel);
STAGE_OF_GROUPS(filter_box_segment, box_segment_kernel);

/* --- Two segments
 *
 * The nearest points of two lines, clamped to one segment, then to the other, then to the first again: Ericson, "Real-Time
 * Collision Detection", 5.1.9. Where the division is inaccurate, as for nearly parallel segments, the points are only less near. */

static inline within_reach near_segments(solid_segment_lanes a, solid_segment_lanes b, w reach) {
    w3 along_a = w3_sub(a.to, a.from), along_b = w3_sub(b.to, b.from), d = w3_sub(b.from, a.from);
    w zero = w_set1(0), one = w_set1(1), tiny = w_set1(NEAREST_UNDERFLOW);
    w aa = w3_dot(along_a, along_a), bb = w3_dot(along_b, along_b), ab = w3_dot(along_a, along_b);
    w da = w3_dot(d, along_a), db = w3_dot(d, along_b);
    w inverse_a = w_div(one, w_max(aa, tiny)), inverse_b = w_div(one, w_max(bb, tiny));
    w s = w_div(w_msub(da, bb, w_mul(db, ab)), w_max(w_msub(aa, bb, w_mul(ab, ab)), tiny));
    s = clamp_lanes(zero, one, s);
    w t = clamp_lanes(zero, one, w_mul(w_msub(s, ab, db), inverse_b));
    s = clamp_lanes(zero, one, w_mul(w_madd(t, ab, da), inverse_a));

    w3 rest = w3_add(d, w3_sub(w3_scale(along_b, t), w3_scale(along_a, s)));
    w rest2 = w3_dot(rest, rest);
    w from = w3_dot(rest, d), to_a = w3_dot(rest, along_a), to_b = w3_dot(rest, along_b);
    w gap = w_sub(w_add(from, w_min(zero, to_b)), w_max(zero, to_a));
    w size = w_add(reach, w_add(w3_sum(along_a), w3_sum(along_b)));
    return (within_reach){reach, w_mul(size, w_set1(NEAREST_SEGMENT_ERROR)), rest2, gap};
}

SPECIALISED lanes solid_segments_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    return decide_reach(
        near_segments(solid_load_segments(q->a, &group->a), solid_load_segments(q->b, &group->b), load_reach(q, group)));
}

STAGE_OF_GROUPS(solid_filter_segments, solid_segments_kernel);

/* --- Two boxes */

/* Points of a and b in turn, each the nearest of its box to the other: von Neumann's alternating projections. */
enum { BOXES_ROUND_STEPS = 3 };

static inline within_reach near_boxes(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v, w reach) {
    w zero = w_set1(0), of_a[3], of_b[3], rest[3];
    for (int i = 0; i < 3; i++)
        of_a[i] = clamp_lanes(w_sub(zero, a->half[i]), a->half[i], v->t[i]);
    for (int step = 0; step < BOXES_ROUND_STEPS; step++) {
        for (int j = 0; j < 3; j++) { /* in the axes of b, from its centre */
            w at = w_madd(of_a[2], v->turn[2][j], w_madd(of_a[1], v->turn[1][j], w_mul(of_a[0], v->turn[0][j])));
            of_b[j] = clamp_lanes(w_sub(zero, b->half[j]), b->half[j], w_sub(at, v->s[j]));
        }
        for (int i = 0; i < 3; i++) { /* in the axes of a, from its centre */
            w at = w_madd(of_b[2], v->turn[i][2], w_madd(of_b[1], v->turn[i][1], w_madd(of_b[0], v->turn[i][0], v->t[i])));
            w last = of_a[i];
            of_a[i] = clamp_lanes(w_sub(zero, a->half[i]), a->half[i], at);
            rest[i] = w_sub(at, step + 1 < BOXES_ROUND_STEPS ? last : of_a[i]);
        }
    }
    w rest2 = w_madd(rest[2], rest[2], w_madd(rest[1], rest[1], w_mul(rest[0], rest[0])));
    w across = w_madd(rest[2], v->t[2], w_madd(rest[1], v->t[1], w_mul(rest[0], v->t[0]))), covered = zero;
    for (int i = 0; i < 3; i++) {
        w of_axis = w_madd(rest[2], v->turn[2][i], w_madd(rest[1], v->turn[1][i], w_mul(rest[0], v->turn[0][i])));
        covered = w_madd(a->half[i], w_abs(rest[i]), w_madd(b->half[i], w_abs(of_axis), covered));
    }
    w slack = w_add(w_add(a->slack, b->slack), w_set1(NEAREST_BOX_ERROR));
    w error = w_mul(slack, w_add(w_add(half_sum(a), half_sum(b)), reach));
    return (within_reach){reach, error, rest2, w_sub(w_abs(across), covered)};
}

/* By near points; or along a face normal, or by a common point; then by all axes whether the cores meet, along edges as well: near points
 * of boxes that meet need not be near. */
SPECIALISED lanes boxes_round_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    const solid_box_lanes a = solid_load_boxes(q->a, &group->a, false), b = solid_load_boxes(q->b, &group->b, false);
    const w reach = load_reach(q, group);
    const box_view v = view_boxes(&a, &b);
    const within_reach f = near_boxes(&a, &b, &v, reach);
    const w faces = face_gaps(&a, &b, &v), inside = w_sub(w_set1(0), f.error);
    const wm apart = w_gt(faces, w_add(reach, f.error)), overlap = w_gt(inside, common_point(&a, &b, &v));
    const lanes near = decide_reach(f), plain = decided(apart, overlap), found = {near.yes | plain.yes, near.open & plain.open};
    if (found.open == 0)
        return found;
    const unsigned meet = wm_bits(w_gt(inside, w_max(faces, edge_gaps(&a, &b, &v)))) & found.open;
    return (lanes){found.yes | meet, found.open & ~meet};
}

STAGE_OF_GROUPS(filter_boxes_round, boxes_round_kernel);

/* --- Hulls -------------------------------------------------------------------------------------------------------------------- */

/* Hulls with radii or under a margin: a member of their Minkowski difference K near the origin.
 *
 * Gilbert, "An iterative procedure for computing the minimum of a quadratic form on a convex set", SIAM J. Control 4 (1966): from a
 * point v of K, go to the point nearest to the origin on the segment to the support point along -v; here, on the triangle with the
 * last support point as well. The length of v and the gap along it are certificates as in nearest.h. It takes many steps to the inside
 * of a face; so where nothing moves, after a few v is taken from the part that closest.h proposes, and mostly one look decides. */

/* Where nothing moves, so many steps come before the part; and so many tell of most pairs with a sphere or a capsule. */
enum { GILBERT_STEPS = 20, GILBERT_FIRST_STEPS = 4, GILBERT_LAST_STEPS = 4, GILBERT_ROUND_STEPS = 7 };

/* Bounds the errors of v and of the reach, in units of the extent of the pair. */
#define GILBERT_ERROR (512 * 0x1p-24F)

/* The point nearest to the origin on the segment from v to p. */
static inline w3 nearest_towards(w3 v, w3 p) {
    w3 along = w3_sub(p, v);
    w zero = w_set1(0), length2 = w_max(w3_dot(along, along), w_set1(HULL_UNDERFLOW));
    w share = clamp_lanes(zero, w_set1(1), w_sub(zero, w_div(w3_dot(v, along), length2)));
    return w3_add(v, w3_scale(along, share));
}

/* The point nearest to the origin on the triangle from v to p and q, if that is inside of it; else one on the segments to these. */
static inline w3 nearest_between(w3 v, w3 p, w3 q) {
    const w zero = w_set1(0), one = w_set1(1);
    const w3 e = w3_sub(p, v), g = w3_sub(q, v), n = w3_cross(e, g);
    const w inverse = w_div(one, w_max(w3_dot(n, n), w_set1(HULL_UNDERFLOW)));
    const w s = w_mul(w3_dot(w3_cross(g, v), n), inverse), t = w_mul(w3_dot(w3_cross(v, e), n), inverse);
    const wm inside = wm_and(wm_and(w_gt(s, zero), w_gt(t, zero)), w_gt(one, w_add(s, t)));
    const w3 inner = w3_add(v, w3_add(w3_scale(e, s), w3_scale(g, t)));
    return w3_select(inside, inner, nearest_towards(nearest_towards(v, p), q));
}

static SEPAL_NOINLINE lanes search_rounded(const difference_lanes *s, w3 v, int steps) {
    w zero = w_set1(0), error = w_set1(GILBERT_ERROR), tiny = w_set1(HULL_UNDERFLOW);
    wm overlap = w_gt(zero, zero), apart = overlap, tied = overlap; /* within the error from both sides: no step tells more */
    w in = w_sub(s->reach, error), out = w_add(s->reach, error);
    w3 last = v;
    for (int step = 0; step < steps && wm_bits(wm_or(tied, wm_or(overlap, apart))) != ALL_LANES; step++) {
        w least_b, greatest_a, length2 = w_add(w3_dot(v, v), tiny);
        w3 of_a = greatest_vertex(&s->a, v, &greatest_a), of_b = least_vertex(&s->b, v, &least_b);
        w3 member = w3_add(w3_sub(of_b, of_a), s->d);
        w along = w_add(w_sub(least_b, greatest_a), w3_dot(v, s->d));
        if (s->moving) {
            w on = w3_dot(v, s->move);
            along = w_add(along, w_min(on, zero));
            member = w3_select(w_gt(zero, on), w3_add(member, s->move), member);
        }
        w gap = w_sub(along, w_mul(w3_sum(v), hull_axis_error(s)));
        overlap = wm_or(overlap, w_gt(w_mul(in, w_abs(in)), length2));
        const w length = w_sqrt(length2);
        apart = wm_or(apart, w_gt(gap, w_madd(out, length, tiny)));
        tied = wm_or(tied, wm_and(w_gt(out, length), w_gt(gap, w_mul(in, length))));
        v = nearest_between(v, member, last);
        last = member;
    }
    return decided(wm_andnot(apart, overlap), overlap);
}

SPECIALISED lanes rounded_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    difference_lanes s;
    load_difference(question, group, n, &s);
    return search_rounded(&s, s.inside, GILBERT_ROUND_STEPS);
}

/* Cores with a reach, by a few steps towards their nearest points: whether they meet or are apart. */
STAGE_OF_GROUPS(filter_rounded, rounded_kernel);

/* A question, and where the codes of the proposed parts go. */
typedef struct near_query {
    const solids_query *q;
    uint16_t (*codes)[3]; /* as of closest.h: short, since they are on the stack while lanes search */
} near_query;

SPECIALISED lanes nearest_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const near_query *asked = question;
    difference_lanes s;
    lane_simplex near;
    load_difference(asked->q, group, n, &s);
    const bool tried =
        (n.a == hull_size(1) || n.b == hull_size(1)) && (asked->q->a->round || asked->q->b->round); /* filter_rounded */
    const lanes found = tried ? (lanes){0, ALL_LANES} : search_rounded(&s, s.inside, GILBERT_FIRST_STEPS);
    if (found.open == 0)
        return found;
    (void)search_closest(&s, (sizes){s.a.size, s.b.size, false}, &near);
    const lanes left = search_rounded(&s, nearest_between(near.m[0].at, near.m[1].at, near.m[2].at), GILBERT_LAST_STEPS);
    for (int corner = 0; corner < 3; corner++) {
        int32_t code[SEPAL_LANES];
        wi_store(code, wi_select(corner == 2 ? near.triangle : near.pair, near.m[corner].code, near.m[0].code));
        for (size_t lane = 0; lane < SEPAL_LANES; lane++)
            asked->codes[k + lane][corner] = (uint16_t)code[lane];
    }
    return (lanes){found.yes | left.yes, found.open & left.open};
}

/* A function of its own, so that its stack is free again when single pairs are asked about. */
STAGE_ALONE(search_nearest_parts, nearest_kernel);

/* For solids with reach; others are left open. */
static bool filter_nearest(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    uint16_t codes[SEPAL_BLOCK][3];
    size_t k;
    assert(count <= SEPAL_BLOCK);
    if (!solid_some_reach(question))
        return leave_all_open(out, count);
    if (!search_nearest_parts(&(near_query){question, codes}, pairs, count, n, out))
        return false;
    FOR_BITS(k, out->open, count) {
        uint32_t code[3];
        for (int m = 0; m < 3; m++)
            code[m] = number_in_core(n.a == 0, codes[k][m] / (uint32_t)CLOSEST_CODE) * MEMBER_CODE +
                      number_in_core(n.b == 0, codes[k][m] % (uint32_t)CLOSEST_CODE);
        know_open_pair(question, pairs, k, code, out);
    }
    return count_bits(out->open, count) > 0;
}

/* --- Tetrahedra and triangles --------------------------------------------------------------------------------------------------------- */

/* Two hulls of at most four vertices: by the planes of their faces, in float.
 *
 * With the edges e_1, e_2, e_3 from one vertex, N_1 = e_2 x e_3 and so on, and V = e_1 . N_1, a point q beside that vertex is beyond
 * face k if N_k . q has not the sign of V, and beyond the face opposite to the vertex if (N_1 + N_2 + N_3) . q is beyond V: these are
 * the barycentric coordinates of q, times V. If all vertices of the other are certainly beyond one face, the two are apart; if one
 * of them is certainly beyond none, it is inside. Of tetrahedra that are apart, only some 4 in 100 are not beyond one face. */

/* Bounds the errors of these products, as a share of E^2 T, and what underflow may take (docs/numerics/solids_kernels.md,
 * "Tetrahedra: faces"). */
#define TETRAHEDRON_ERROR     (48 * 0x1p-24F)
#define TETRAHEDRON_UNDERFLOW 0x1p-110F

/* By how much all vertices of the other are beyond one face, and by how much one of them is beyond none: the greatest, as far as
 * errors allow. Volumes, times 6. */
typedef struct face_margins {
    w beyond, inside;
} face_margins;

/* edge: from one vertex to the three others. other: the vertices of the other, from there. */
static inline face_margins find_margins(const w3 edge[3], const w3 other[4]) {
    w3 normal[3];
    for (int k = 0; k < 3; k++)
        normal[k] = w3_cross(edge[(k + 1) % 3], edge[(k + 2) % 3]);
    w volume = w3_dot(edge[0], normal[0]), size = w_abs(volume);
    for (int k = 0; k < 3; k++)
        normal[k] = w3_flip(normal[k], volume);
    w most[3], least = w_infinity(), inside = w_neg(w_infinity());
    most[0] = most[1] = most[2] = inside;
    for (int j = 0; j < 4; j++) {
        w x = w3_dot(normal[0], other[j]), y = w3_dot(normal[1], other[j]), z = w3_dot(normal[2], other[j]);
        w sum = w_add(x, w_add(y, z));
        most[0] = w_max(most[0], x);
        most[1] = w_max(most[1], y);
        most[2] = w_max(most[2], z);
        least = w_min(least, sum);
        inside = w_max(inside, w_min(w_min(x, y), w_min(z, w_sub(size, sum))));
    }
    w opposite = w_sub(least, size);
    return (face_margins){w_max(w_neg(w_min(w_min(most[0], most[1]), most[2])), opposite), inside};
}

/* Margins of a group, and what bounds their errors. */
typedef struct solid_face_lanes {
    w beyond, inside, error;
} solid_face_lanes;

static inline solid_face_lanes find_faces(const four_vertices *a, const four_vertices *b) {
    w3 edge_a[3], edge_b[3], of_b[4], of_a[4];
    w size_a = w_zero(), size_b = w_zero();
    for (int i = 0; i < 4; i++) {
        of_b[i] = w3_sub(b->at[i], a->at[0]);
        of_a[i] = w3_sub(a->at[i], b->at[0]);
    }
    for (int i = 0; i < 3; i++) {
        edge_a[i] = w3_sub(a->at[i + 1], a->at[0]);
        edge_b[i] = w3_sub(b->at[i + 1], b->at[0]);
        size_a = w_max(size_a, w3_sum(edge_a[i]));
        size_b = w_max(size_b, w3_sum(edge_b[i]));
    }
    w size = w_max(size_a, size_b), extent = w_add(w_add(size_a, size_b), w3_greatest(of_b[0]));
    /* infinite where a sum of products of three lengths may be */
    w product = w_mul(w_mul(size, size), w_mul(extent, w_set1(16))), lost = w_set1(TETRAHEDRON_UNDERFLOW);
    face_margins by_a = find_margins(edge_a, of_b), by_b = find_margins(edge_b, of_a);
    return (solid_face_lanes){w_max(by_a.beyond, by_b.beyond), w_max(by_a.inside, by_b.inside),
                              w_madd(product, w_set1(TETRAHEDRON_ERROR / 16), w_madd(extent, lost, lost))};
}

SPECIALISED lanes tetrahedra_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    four_vertices a = load_four(q->a, &group->a), b = load_four(q->b, &group->b);
    solid_face_lanes found = find_faces(&a, &b);
    return decided(w_gt(found.beyond, found.error), w_gt(found.inside, found.error));
}

STAGE_OF_GROUPS(filter_tetrahedra, tetrahedra_kernel);

#endif
