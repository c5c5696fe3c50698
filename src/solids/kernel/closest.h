/* closest.h — the part of the Minkowski difference K = {b - a} that is nearest to the origin, one pair in each lane, in float.
 *
 * Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex objects in three-dimensional space",
 * IEEE Journal of Robotics and Automation 4 (1988): a point, edge or triangle of members of K; the member farthest towards the
 * origin; the part of both together that is nearest. Which part that is, is told by signs alone, as in Ericson, Real-Time Collision
 * Detection, 2005, section 5.1: the nearest point is strictly inside of it, and all other members are beyond it.
 *
 * The file begins with how pushes are rounded that are known up to an error, and with spheres that touch.
 *
 * What is found is a proposal, by the numbers of vertices, of which the last part of the file tells whether it is certain. So rounding in
 * the search can only leave a pair open. The proposals are gathered by the coordinates that they are made of: members of K in double.
 * Only those parts are considered that are a vertex of one core with a vertex, an edge or a face of the other, or an edge with an edge:
 * the normal of these is normal to edges of single cores, so it is known without arithmetic which vertices it goes through. */
#ifndef SEPAL_SOLIDS_KERNEL_CLOSEST_H
#define SEPAL_SOLIDS_KERNEL_CLOSEST_H

#include "boxes.h"
#include "hulls.h"

#include <float.h>

/* --- Pushes rounded once. The pushes of cores that are apart, a pair in each lane, rounded once: direction and distance are known in
 * double, each with a bound on its error. Where both ends of such an interval round to the same float, so does the real number, and these
 * are the bits that the reference defines (docs/numerics/solids_kernels.md, "Pushes in lanes"). */

/* Bounds the error of the distance of two points, as a share of it (docs/numerics/solids_kernels.md, "Spheres: push"). */
#define SPHERES_DISTANCE (8 * DOUBLE_UNIT)

static inline wd wd_scaled(wd a, double s) {
    return wd_mul(a, wd_set1(s));
}

/* Half of a group: the direction n as a unit vector, the distance, and what they may differ by from the real ones. */
typedef struct certified_push {
    wd3 n;
    wd distance, direction_error, distance_error;
    wdm none[3]; /* the components of n that are exactly 0 */
    wdm sure;    /* the foot is certainly inside, and not the origin */
} certified_push;

/* d: from one to the other. Of one point the normal is (1, 0, 0), as it is defined. */
static inline certified_push find_between_points(wd3 d) {
    const wd zero = wd_set1(0), one = wd_set1(1), distance = wd_sqrt(wd3_dot(d, d));
    const wdm none = wdm_none(), same = wd_eq(wd3_sum(d), zero);
    const wd3 n = wd3_select(same, (wd3){one, zero, zero}, wd3_scale(d, wd_div(one, distance)));
    return (certified_push){
        n, distance, zero, wd_scaled(distance, SPHERES_DISTANCE), {none, none, none}, wdm_or(same, wd_gt(distance, zero))};
}

/* A number that is known but for an error, rounded to float: in the lanes where that is certain. */
typedef struct sure_float {
    w value;
    wm sure;
} sure_float;

static inline sure_float round_surely(const wd *value, const wd *error) {
    w low = w_of(wd_sub(value[0], error[0]), wd_sub(value[1], error[1]));
    w high = w_of(wd_add(value[0], error[0]), wd_add(value[1], error[1]));
    return (sure_float){low, w_eq(low, high)};
}

static inline sure_float round_component(wd low, wd high, const certified_push *of, int k) {
    wd value[2] = {low, high}, error[2], zero = wd_set1(0);
    for (int half = 0; half < 2; half++) {
        error[half] = wd_add(of[half].direction_error, wd_scaled(wd_abs(value[half]), 8 * DOUBLE_UNIT));
        error[half] = wd_select(of[half].none[k], zero, error[half]);
    }
    return round_surely(value, error);
}

/* A push in each lane: no component of the normal is -0. sure: the lanes in which all of it is certain; directed: in which the normal
 * is. */
typedef struct rounded_push {
    w3 normal;
    w depth;
    unsigned directed, sure;
} rounded_push;

/* Rounds what both halves found. reach: of each half. */
static inline rounded_push round_push(const certified_push *push, const wd *reach) {
    wd depth_of[2], error[2];
    for (int half = 0; half < 2; half++) {
        depth_of[half] = wd_sub(reach[half], push[half].distance);
        error[half] = wd_add(push[half].distance_error, wd_scaled(wd_add(reach[half], wd_abs(push[half].distance)), 0x1p-50));
    }
    sure_float x = round_component(push[0].n.x, push[1].n.x, push, 0), y = round_component(push[0].n.y, push[1].n.y, push, 1),
               z = round_component(push[0].n.z, push[1].n.z, push, 2), depth = round_surely(depth_of, error);
    w zero = w_set1(0), most = w_set1(FLT_MAX);
    const wd none = wd_set1(0); /* in double: as a float an error may become 0 */
    const unsigned exact = wdm_bits(wd_eq(error[0], none)) | wdm_bits(wd_eq(error[1], none)) << (SEPAL_LANES / 2);
    const wm some = wm_or(w_gt(w_abs(depth.value), zero), wm_of_bits(exact));
    const wm known = wm_and(depth.sure, wm_and(some, w_gt(most, w_abs(depth.value))));
    const unsigned directed =
        wm_bits(wm_and(wm_and(x.sure, y.sure), z.sure)) & (wdm_bits(push[0].sure) | wdm_bits(push[1].sure) << (SEPAL_LANES / 2));
    return (rounded_push){
        {w_add(x.value, zero), w_add(y.value, zero), w_add(z.value, zero)}, depth.value, directed, directed & wm_bits(known)};
}

/* --- Two spheres that touch -------------------------------------------------------------------------------------------------------
 *
 * Of two spheres that touch exactly, as on a lattice, an interval around their depth holds 0, whatever its width. Where all numbers are
 * multiples of one that is not too small beside the reach, double squares them exactly, and so tells that the depth is 0
 * (docs/numerics/solids_kernels.md, "Spheres: push"). */

/* What is a multiple of 2^-25 times the power of two of the reach keeps all its bits when this many times the reach is added. */
#define SPHERES_GRID 0x1p28

static inline wdm is_on_grid(wd v, wd grid) {
    return wd_eq(wd_sub(wd_add(v, grid), grid), v);
}

/* Is the difference d = to - from exact? If so, both numbers come back; if both do, its error by Knuth's two-sum is 0. */
static inline wdm is_exact_difference(wd from, wd to, wd d) {
    return wdm_and(wd_eq(wd_add(d, from), to), wd_eq(wd_sub(to, d), from));
}

/* The lanes in which two spheres certainly touch. */
static inline wm spheres_touch(const ball_lanes *a, const ball_lanes *b, float margin) {
    const wd more = wd_set1((double)margin), zero = wd_set1(0), one = wd_set1(1);
    wdm touch[2];
    for (int half = 0; half < 2; half++) {
        const wd3 from = wd3_of(a->centre, half), to = wd3_of(b->centre, half), d = wd3_sub(to, from);
        const wd of_a = wd_of(a->radius, half), of_b = wd_of(b->radius, half), reach = wd_add(wd_add(of_a, of_b), more);
        const wd grid = wd_mul(reach, wd_set1(SPHERES_GRID));
        const wdm exact = wdm_and(is_exact_difference(from.x, to.x, d.x),
                                  wdm_and(is_exact_difference(from.y, to.y, d.y), is_exact_difference(from.z, to.z, d.z)));
        const wdm reaches = wdm_and(is_on_grid(of_a, grid), wdm_and(is_on_grid(of_b, grid), is_on_grid(more, grid)));
        const wdm ways = wdm_and(is_on_grid(d.x, grid), wdm_and(is_on_grid(d.y, grid), is_on_grid(d.z, grid)));
        touch[half] = wdm_and(wdm_and(exact, wdm_and(reaches, ways)), wd_eq(wd3_dot(d, d), wd_mul(reach, reach)));
    }
    return w_gt(w_of(wd_select(touch[0], one, zero), wd_select(touch[1], one, zero)), w_zero());
}

/* Sets the depth to 0 where two spheres certainly touch; those are sure, if their normals are. */
static SEPAL_NOINLINE void settle_touching_spheres(const ball_lanes *a, const ball_lanes *b, float margin, rounded_push *push) {
    const wm certain = spheres_touch(a, b, margin);
    push->depth = w_select(certain, w_zero(), push->depth);
    push->sure |= push->directed & wm_bits(certain);
}

/* Do two spheres overlap? Open where it is not certain that they touch. */
SPECIALISED lanes touching_spheres_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    const ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
    const unsigned touch = wm_bits(spheres_touch(&a, &b, q->margin));
    return (lanes){q->touching == SEPAL_TOUCHING_OVERLAPS ? touch : 0, ALL_LANES & ~touch};
}

STAGE_OF_GROUPS(filter_touching_spheres, touching_spheres_kernel);

/* --- The search ----------------------------------------------------------------------------------------------------------------------- */

enum { CLOSEST_STEPS = 16 };
/* A step that comes nearer by less, as a share of |v|_1, is the last one: this much may be rounding. */
#define CLOSEST_PROGRESS (4 * 0x1p-24F)

/* A member of K. Its code is CLOSEST_CODE times the number of the vertex of a, plus that of b. */
enum { CLOSEST_CODE = HULL_VERTICES };
typedef struct lane_member {
    w3 at;
    wi code;
} lane_member;

static inline lane_member member_select(wm m, const lane_member *a, const lane_member *b) {
    return (lane_member){w3_select(m, a->at, b->at), wi_select(m, a->code, b->code)};
}

/* One, two or three members; v points from the origin to their nearest point. */
typedef struct lane_simplex {
    lane_member m[3];
    wm pair, triangle; /* m[1] is there; m[2] is, too */
    w3 v;
    wm inside; /* the origin seems to be inside of the three and one member more */
} lane_simplex;

/* The vertex with the greatest n . v, of several the first one, and its number times `step`. vertices: `at` of hull_lanes. */
SPECIALISED lane_member farthest_vertex(const w *vertices, uint32_t size, w3 n, int32_t step) {
    const w *x = vertices, *y = vertices + size, *z = vertices + 2 * (size_t)size;
    lane_member best = {{x[0], y[0], z[0]}, wi_set1(0)};
    w value = w3_dot(n, best.at);
    for (uint32_t k = 1; k < size; k++) {
        lane_member at = {{x[k], y[k], z[k]}, wi_set1((int32_t)k * step)};
        w along = w3_dot(n, at.at);
        best = member_select(w_gt(along, value), &at, &best);
        value = w_max(along, value);
    }
    return best;
}

/* The member with the least v . w. */
SPECIALISED lane_member closest_member(const difference_lanes *s, sizes n, w3 v) {
    w3 minus = w3_sub(w3_set1(0, 0, 0), v);
    lane_member of_a = farthest_vertex(s->a.at, n.a, v, CLOSEST_CODE), of_b = farthest_vertex(s->b.at, n.b, minus, 1);
    return (lane_member){w3_add(w3_sub(of_b.at, of_a.at), s->d), wi_add(of_a.code, of_b.code)};
}

/* One of the three triangles of a new member q with two old ones p and r, of which e and g are the differences to q. */
typedef struct lane_face {
    w3 n;            /* e x g */
    w of_p, of_r;    /* the weights of p and r at the foot of the origin, times n . n */
    w height;        /* n . q */
    wm holds, there; /* is the foot strictly inside? are p and r there? */
} lane_face;

static inline lane_face face_between(w3 q, w3 e, w3 g, w3 e_q, w3 g_q, wm there) {
    w zero = w_set1(0);
    lane_face f = {.n = w3_cross(e, g), .there = there};
    f.of_p = w3_dot(g_q, f.n);
    f.of_r = w_sub(zero, w3_dot(e_q, f.n));
    f.height = w3_dot(f.n, q);
    wm both = wm_and(w_gt(f.of_p, zero), w_gt(f.of_r, zero));
    f.holds = wm_and(wm_and(both, w_gt(w3_dot(f.n, f.n), w_add(f.of_p, f.of_r))), there);
    return f;
}

/* Takes in a member that is nearer, in the lanes `active`. known: there are no more members than that, 1 to 3. Returns the lanes in
 * which the origin is inside. */
SPECIALISED wm take_closer(lane_simplex *s, const lane_member *more, wm active, int known) {
    const lane_member *m = s->m, q = *more;
    w zero = w_set1(0);
    wm none = wm_none(), near01 = none, near12 = none, near20 = none;
    w3 e0 = w3_sub(m[0].at, q.at), e1 = e0, e2 = e0, c0 = w3_cross(e0, q.at);
    lane_face f01 = {q.at, zero, zero, zero, none, none}, f12 = f01, f20 = f01;
    if (known > 1) {
        e1 = w3_sub(m[1].at, q.at);
        w3 c1 = w3_cross(e1, q.at);
        f01 = face_between(q.at, e0, e1, c0, c1, s->pair);
        if (known > 2) {
            e2 = w3_sub(m[2].at, q.at);
            w3 c2 = w3_cross(e2, q.at);
            f12 = face_between(q.at, e1, e2, c1, c2, s->triangle);
            f20 = face_between(q.at, e2, e0, c2, c0, s->triangle);
            /* is the third old member on the side of the origin? */
            w volume = w3_dot(f01.n, e2);
            near01 = wm_and(w_gt(zero, w_mul(volume, f01.height)), s->triangle);
            near12 = wm_and(w_gt(zero, w_mul(volume, f12.height)), s->triangle);
            near20 = wm_and(w_gt(zero, w_mul(volume, f20.height)), s->triangle);
        }
    }
    wm inside = wm_and(wm_and(near01, near12), near20);
    wm face01 = wm_andnot(f01.holds, near01), face12 = wm_andnot(f12.holds, near12), face20 = wm_andnot(f20.holds, near20);
    wm face = wm_or(wm_or(face01, face12), face20);

    /* an edge: the foot of the origin is beyond q, and beyond the edge in both triangles that have it */
    wm out0 = wm_not(wm_or(wm_and(w_gt(f01.of_r, zero), f01.there), wm_and(w_gt(f20.of_p, zero), f20.there)));
    wm out1 = wm_not(wm_or(wm_and(w_gt(f01.of_p, zero), f01.there), wm_and(w_gt(f12.of_r, zero), f12.there)));
    wm out2 = wm_not(wm_or(wm_and(w_gt(f12.of_p, zero), f12.there), wm_and(w_gt(f20.of_r, zero), f20.there)));
    wm edge0 = wm_and(w_gt(zero, w3_dot(q.at, e0)), out0), edge1 = wm_and(wm_and(w_gt(zero, w3_dot(q.at, e1)), out1), s->pair),
       edge2 = wm_and(wm_and(w_gt(zero, w3_dot(q.at, e2)), out2), s->triangle);
    wm edge = wm_andnot(wm_or(wm_or(edge0, edge1), edge2), face);

    wm first1 = wm_or(face12, wm_andnot(edge1, face)), first2 = wm_or(face20, wm_andnot(edge2, face));
    lane_member rest = member_select(first2, &m[2], &m[0]), first = member_select(first1, &m[1], &rest);
    rest = member_select(face20, &m[0], &m[1]);
    lane_member second = member_select(face12, &m[2], &rest);

    w3 n = w3_select(face12, f12.n, w3_select(face20, f20.n, f01.n)), e = w3_sub(first.at, q.at);
    w height = w_select(face12, f12.height, w_select(face20, f20.height, f01.height));
    n = w3_flip(n, height);
    w along = w3_dot(q.at, e), square = w3_dot(e, e);
    w3 v = {w_msub(q.at.x, square, w_mul(e.x, along)), w_msub(q.at.y, square, w_mul(e.y, along)),
            w_msub(q.at.z, square, w_mul(e.z, along))};
    v = w3_select(face, n, w3_select(edge, v, q.at));

    active = wm_andnot(active, inside);
    s->v = w3_select(active, v, s->v);
    s->m[1] = member_select(active, &first, &s->m[1]);
    s->m[2] = member_select(active, &second, &s->m[2]);
    s->m[0] = member_select(active, &q, &s->m[0]);
    s->pair = wm_or(wm_and(active, wm_or(face, edge)), wm_andnot(s->pair, active));
    s->triangle = wm_or(wm_and(active, face), wm_andnot(s->triangle, active));
    return inside;
}

/* Is a member that is found along v none of the simplex, and nearer? */
static inline wm is_closer(const lane_simplex *s, const lane_member *q) {
    wm same = wm_or(wm_and(wi_eq(q->code, s->m[1].code), s->pair), wm_and(wi_eq(q->code, s->m[2].code), s->triangle));
    same = wm_or(same, wi_eq(q->code, s->m[0].code));
    return wm_andnot(w_gt(w3_dot(s->v, w3_sub(s->m[0].at, q->at)), w_mul(w3_sum(s->v), w_set1(CLOSEST_PROGRESS))), same);
}

/* Finds a proposal for each lane; returns the lanes that have one. */
SPECIALISED wm search_closest(const difference_lanes *s, sizes n, lane_simplex *out) {
    wm none = wm_none(), done = none;
    lane_member first = closest_member(s, n, s->inside);
    *out = (lane_simplex){{first, first, first}, none, none, first.at, none};
    for (int step = 0; step < CLOSEST_STEPS; step++) {
        lane_member q = closest_member(s, n, out->v);
        done = wm_or(done, wm_not(is_closer(out, &q)));
        wm active = wm_not(done);
        if (wm_bits(active) == 0)
            break;
        wm in = step == 0   ? take_closer(out, &q, active, 1)
                : step == 1 ? take_closer(out, &q, active, 2)
                            : wm_and(active, take_closer(out, &q, active, 3));
        out->inside = wm_or(out->inside, in);
        done = wm_or(done, in);
    }
    return wm_andnot(done, out->inside);
}

/* --- What a proposal is made of --------------------------------------------------------------------------------------------------- */

/* What the members of a part are made of on one side. Numbers of vertices are multiples of CLOSEST_CODE for a, of 1 for b. */
typedef struct part_side {
    w3 vertex[3];  /* of hulls; of boxes the centre */
    w3 edge[3][3]; /* of boxes: the corner is vertex[m] + edge[m][0] + edge[m][1] + edge[m][2] */
    wi through[4]; /* the vertices of the core that the plane through the part goes through */
    wi size;       /* how many vertices there are, times CLOSEST_CODE or 1 likewise */
} part_side;

static inline wm wm_same(wm a, wm b) {
    return wm_or(wm_and(a, b), wm_not(wm_or(a, b)));
}

static inline wi wi_xor(wi a, wi b) {
    return wi_sub(wi_or(a, b), wi_and(a, b));
}

/* Corner k of solid_load_corners is on the positive side of u but for its bit 2, and of v and w if its bits 0 and 1 are unlike bit 2. Three
 * corners are of one face if they are on the same side of u, v or w; then the fourth one has the sum of their numbers, bit by bit. */
SPECIALISED void set_corners(const sepal_solids *set, const uint32_t *index, int32_t step, const wi number[3], part_side *out) {
    const solid_exact_lanes box = load_exact_boxes(set, index);
    wm positive[3][3], zero[3];
    for (int m = 0; m < 3; m++) {
        out->vertex[m] = box.centre;
        for (int bit = 0; bit < 3; bit++)
            zero[bit] = wi_eq(wi_and(number[m], wi_set1(step << bit)), wi_set1(0));
        positive[m][0] = zero[2];
        positive[m][1] = wm_not(wm_same(zero[0], zero[2]));
        positive[m][2] = wm_not(wm_same(zero[1], zero[2]));
        for (int k = 0; k < 3; k++)
            out->edge[m][k] = w3_select(positive[m][k], box.edge[k], w3_sub(w3_set1(0, 0, 0), box.edge[k]));
    }
    wm face = wm_none();
    for (int k = 0; k < 3; k++)
        face = wm_or(face, wm_and(wm_same(positive[0][k], positive[1][k]), wm_same(positive[0][k], positive[2][k])));
    out->through[3] = wi_select(face, wi_xor(wi_xor(number[0], number[1]), number[2]), number[0]);
    out->size = wi_set1(8 * step);
}

SPECIALISED void set_vertices(const sepal_solids *set, const uint32_t *index, uint32_t size, int32_t step, const wi number[3],
                              part_side *out) {
    int32_t sizes_of[SEPAL_LANES];
    uint32_t numbers[3][SEPAL_LANES];
    float at[3][3][SEPAL_LANES];
    for (int m = 0; m < 3; m++)
        wi_store(numbers[m], number[m]);
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const float *x = sepal_solid_x(set, index[2 * lane]);
        sizes_of[lane] = (int32_t)set->heads[index[2 * lane]].size * step;
        for (int m = 0; m < 3; m++) {
            const float *from = x + numbers[m][lane] / (uint32_t)step;
            at[m][0][lane] = from[0];
            at[m][1][lane] = from[size];
            at[m][2][lane] = from[2 * size];
        }
    }
    for (int m = 0; m < 3; m++) {
        out->vertex[m] = (w3){w_load(at[m][0]), w_load(at[m][1]), w_load(at[m][2])};
        out->edge[m][0] = out->edge[m][1] = out->edge[m][2] = w3_set1(0, 0, 0);
    }
    out->through[3] = number[0];
    out->size = wi_load(sizes_of);
}

/* size: of the blocks, 0 for boxes. number: of the three members. */
SPECIALISED void set_side(const sepal_solids *set, const uint32_t *index, uint32_t size, int32_t step, const wi number[3],
                          part_side *out) {
    for (int m = 0; m < 3; m++)
        out->through[m] = number[m];
    if (size == 0)
        set_corners(set, index, step, number, out);
    else
        set_vertices(set, index, size, step, number, out);
}

/* Where a vertex is in double, relative to a point near the pair if one of the two is a box. */
SPECIALISED wd3 place_in_half(const part_side *side, bool box, bool relative, w3 origin, int member, int half) {
    const w3 *edge = side->edge[member];
    const wd3 vertex = wd3_of(side->vertex[member], half); /* of a box its centre */
    if (!relative)
        return vertex;
    const wd3 from = wd3_sub(vertex, wd3_of(origin, half));
    return box ? wd3_add(from, wd3_add(wd3_of(edge[0], half), wd3_add(wd3_of(edge[1], half), wd3_of(edge[2], half)))) : from;
}

typedef struct closest_parts {
    part_side a, b;
    w count;  /* of members: 1, 2, 3 */
    wm plain; /* it is of a kind that is considered */
} closest_parts;

/* The member of half a group. n: the sizes of the blocks. */
SPECIALISED wd3 part_member(const closest_parts *p, sizes n, int member, int half) {
    w3 origin = n.a == 0 ? p->a.vertex[0] : p->b.vertex[0];
    bool relative = n.a == 0 || n.b == 0;
    return wd3_sub(place_in_half(&p->b, n.b == 0, relative, origin, member, half),
                   place_in_half(&p->a, n.a == 0, relative, origin, member, half));
}

/* From the first vertex of one core to another one. An edge of a box is exact: twice a half edge, and two times 0. */
SPECIALISED wd3 edge_in_half(const part_side *side, bool box, int member, int half) {
    wd3 of[3];
    if (!box)
        return wd3_sub(wd3_of(side->vertex[member], half), wd3_of(side->vertex[0], half));
    for (int k = 0; k < 3; k++)
        of[k] = wd3_sub(wd3_of(side->edge[member][k], half), wd3_of(side->edge[0][k], half));
    return wd3_add(of[0], wd3_add(of[1], of[2]));
}

/* The difference of that member and the first one. */
SPECIALISED wd3 part_edge(const closest_parts *p, sizes n, int member, int half) {
    return wd3_sub(edge_in_half(&p->b, n.b == 0, member, half), edge_in_half(&p->a, n.a == 0, member, half));
}

static inline wm none_alike(const wi v[3]) {
    return wm_not(wm_or(wi_eq(v[0], v[1]), wm_or(wi_eq(v[0], v[2]), wi_eq(v[1], v[2]))));
}

/* May two vertices of one core be the ends of an edge, or the same? Any two of a hull may; the corners of a box are, if they are on
 * different sides of one of u, v and w at most (set_corners). */
SPECIALISED wm may_be_joined(wi v, wi other, bool box, int32_t step) {
    wi changed = wi_xor(v, other);
    if (!box)
        return wm_all();
    return wm_or(wm_or(wi_eq(changed, wi_set1(0)), wi_eq(changed, wi_set1(step))),
                 wm_or(wi_eq(changed, wi_set1(2 * step)), wi_eq(changed, wi_set1(7 * step))));
}

/* Do the first member and another one differ by an edge of one core, as far as numbers tell? */
SPECIALISED wm members_are_joined(const wi *of_a, const wi *of_b, sizes n, int j) {
    wm along_a = wm_and(wi_eq(of_b[0], of_b[j]), may_be_joined(of_a[0], of_a[j], n.a == 0, CLOSEST_CODE));
    wm along_b = wm_and(wi_eq(of_a[0], of_a[j]), may_be_joined(of_b[0], of_b[j], n.b == 0, 1));
    return wm_or(along_a, along_b);
}

/* Of the corners of a parallelogram, that one first which differs from both others by an edge; they turn as before. */
SPECIALISED void put_corner_first(wi *of_a, wi *of_b, sizes n) {
    wm last = wm_not(members_are_joined(of_a, of_b, n, 1)), second = wm_not(members_are_joined(of_a, of_b, n, 2));
    wi *const of[2] = {of_a, of_b};
    for (int side = 0; side < 2; side++) {
        wi v[3] = {of[side][0], of[side][1], of[side][2]};
        for (int m = 0; m < 3; m++)
            of[side][m] = wi_select(last, v[(m + 2) % 3], wi_select(second, v[(m + 1) % 3], v[m]));
    }
}

/* Members that are not there become the first one. */
SPECIALISED void gather_parts(const solids_query *q, const sepal_pair *group, const lane_simplex *s, sizes n, closest_parts *out) {
    wi code[3] = {s->m[0].code, wi_select(s->pair, s->m[1].code, s->m[0].code), wi_select(s->triangle, s->m[2].code, s->m[0].code)};
    wi of_a[3], of_b[3];
    for (int m = 0; m < 3; m++) {
        of_b[m] = wi_and(code[m], wi_set1(CLOSEST_CODE - 1));
        of_a[m] = wi_sub(code[m], of_b[m]);
    }
    put_corner_first(of_a, of_b, n);
    set_side(q->a, &group->a, n.a, CLOSEST_CODE, of_a, &out->a);
    set_side(q->b, &group->b, n.b, 1, of_b, &out->b);
    wm one_a = wm_and(wi_eq(of_a[0], of_a[1]), wi_eq(of_a[0], of_a[2])),
       one_b = wm_and(wi_eq(of_b[0], of_b[1]), wi_eq(of_b[0], of_b[2]));
    /* two members: the edge is of one core; three: of one core, or two edges */
    wm edges = wm_and(s->triangle, wm_not(wm_or(none_alike(of_a), none_alike(of_b))));
    out->plain = wm_or(wm_or(one_a, one_b), edges);
    out->count = w_select(s->triangle, w_set1(3), w_select(s->pair, w_set1(2), w_set1(1)));
}

/* --- Is a proposal certain? ------------------------------------------------------------------------------------------------------------
 *
 * A point, edge or triangle of members of K holds the point of K nearest to the origin if the foot of the origin is strictly inside of
 * it, and all other members are strictly beyond the plane at right angles to the foot. Double tells the first, float the second,
 * each with a bound on its error. Distance and direction are then known to lie in intervals; where both ends of one round to the same
 * float, so does the real number, and these are the bits that the reference defines. All else stays open
 * (docs/numerics/solids_kernels.md, "Pushes in lanes"). */

/* Bounds the error of n . (v - v0) in float, for a unit vector n and vertices v and v0 of one core, in units of the extent. */
#define CLOSEST_BEYOND (48 * 0x1p-24F)
/* How well the direction must be known, so that the former bound covers its error. */
#define CLOSEST_DIRECTION 0x1p-28

static inline wdm wd3_has_zero(wd3 a) {
    wd zero = wd_set1(0);
    return wdm_or(wd_eq(a.x, zero), wdm_or(wd_eq(a.y, zero), wd_eq(a.z, zero)));
}

/* Notes in which of the lanes `where` a component of e x g is 0 since both products are. Coordinates of edges are rounded once, so that
 * they are 0 only if they are. */
static SEPAL_NOINLINE void note_none(wd3 e, wd3 g, wdm where, wdm none[3]) {
    const wd of_e[3] = {e.x, e.y, e.z}, of_g[3] = {g.x, g.y, g.z};
    wd zero = wd_set1(0);
    for (int k = 0; k < 3; k++) {
        const int y = (k + 1) % 3, z = (k + 2) % 3;
        wdm first = wdm_or(wd_eq(of_e[y], zero), wd_eq(of_g[z], zero)), second = wdm_or(wd_eq(of_e[z], zero), wd_eq(of_g[y], zero));
        none[k] = wdm_or(none[k], wdm_and(where, wdm_and(first, second)));
    }
}

/* Makes those components of a vector 0. */
static inline void clear_none(wd3 *n, const wdm *none) {
    const wd zero = wd_set1(0);
    *n = (wd3){wd_select(none[0], zero, n->x), wd_select(none[1], zero, n->y), wd_select(none[2], zero, n->z)};
}

/* extent: R; cores: the part of it that does not depend on where they are. */
static SEPAL_NOINLINE void find_foot(const closest_parts *p, sizes blocks, wd extent, wd cores, int half, certified_push *out) {
    wd3 m0 = part_member(p, blocks, 0, half), m1 = part_member(p, blocks, 1, half), m2 = part_member(p, blocks, 2, half);
    wd3 e0 = part_edge(p, blocks, 1, half), e1 = part_edge(p, blocks, 2, half);
    wd count = wd_of(p->count, half), zero = wd_set1(0);
    wdm face = wd_gt(count, wd_set1(2.5)), edge = wdm_andnot(wd_gt(count, wd_set1(1.5)), face);
    wd length0 = wd3_sum(e0), length1 = wd3_sum(e1), place = wd3_sum(m0);

    /* n, and a bound on the error of its components and of its length */
    wd3 of_face = wd3_cross(e0, e1), of_edge = wd3_cross(wd3_cross(e0, m0), e0);
    wd3 n = wd3_select(face, of_face, wd3_select(edge, of_edge, m0));
    wd face_error = wd_mul(wd_scaled(wd_add(length0, length1), 14 * DOUBLE_UNIT), cores);
    wd edge_error =
        wd_mul(wd_scaled(length0, 14 * DOUBLE_UNIT), wd_add(wd_mul(cores, place), wd_mul(wd_add(extent, extent), length0)));
    wd error = wd_select(face, face_error, wd_select(edge, edge_error, wd_scaled(extent, 16 * DOUBLE_UNIT)));
    wd size = wd_sqrt(wd3_dot(n, n)), along = wd3_dot(n, m0);

    /* where the foot is inside */
    wd square = wd_mul(extent, extent);
    wd weight = wd_min(wd_min(wd3_triple(m1, m2, n), wd3_triple(m2, m0, n)), wd3_triple(m0, m1, n));
    wd face_bound = wd_mul(square, wd_add(wd_scaled(size, 48 * DOUBLE_UNIT), wd_scaled(error, 1.5)));
    wd between = wd_min(wd_sub(zero, wd3_dot(m0, e0)), wd3_dot(m1, e0)), edge_bound = wd_scaled(square, 80 * DOUBLE_UNIT);
    wdm inside = wdm_or(wdm_and(face, wd_gt(weight, face_bound)), wdm_and(edge, wd_gt(between, edge_bound)));
    inside = wdm_or(inside, wd_eq(count, wd_set1(1)));

    wd inverse = wd_div(wd_set1(1), size), towards = wd_select(wd_gt(zero, along), wd_sub(zero, inverse), inverse);
    out->n = wd3_scale(n, towards);
    out->distance = wd_mul(along, towards);
    out->none[0] = out->none[1] = out->none[2] = wdm_none();
    if (wdm_bits(wd3_has_zero(n)) != 0) { /* seldom; what is at right angles to an edge along an axis has no component there */
        wd one = wd_set1(1);
        note_none(e0, e1, face, out->none);
        note_none(e0, (wd3){one, one, one}, edge, out->none);
    }
    wd share = wd_mul(error, inverse);
    out->direction_error = wd_scaled(share, 2.2);
    out->distance_error = wd_add(wd_scaled(extent, 32 * DOUBLE_UNIT), wd_mul(wd_max(length0, length1), wd_scaled(share, 1.25)));
    wdm known = wd_gt(wd_set1(CLOSEST_DIRECTION), out->direction_error);
    out->sure = wdm_and(wdm_and(inside, known), wd_gt(out->distance, wd_scaled(out->distance_error, 2)));
}

static inline void store_rounded(push_values *out, size_t k, const rounded_push *push) {
    w3_store(out->x + k, out->y + k, out->z + k, push->normal);
    w_store(out->depth + k, push->depth);
}

/* Rounds what both halves of a group found and stores it. Returns the lanes in which it is certain. By itself, as many kernels end with
 * it. */
static SEPAL_NOINLINE unsigned store_closest(const push_query *asked, const sepal_pair *group, size_t k,
                                             const certified_push *found) {
    wd reach[2];
    load_reaches(asked->q, group, reach);
    const rounded_push push = round_push(found, reach);
    store_rounded(asked->out, k, &push);
    return push.sure;
}

/* How far the vertices of one core but those of the part are beyond the plane at least, by sign * n . v. */
SPECIALISED w others_beyond_plane(const hull_lanes *h, uint32_t size, w3 n, const part_side *side, int32_t step, w sign) {
    const w *x = h->at, *y = h->at + size, *z = h->at + 2 * (size_t)size;
    const wi *v = side->through;
    w base = w_set1(0), least = w_set1(INFINITY);
    for (uint32_t k = 0; k < size; k++) {
        wi number = wi_set1((int32_t)k * step);
        w along = w_mul(w3_dot(n, (w3){x[k], y[k], z[k]}), sign);
        wm first = wi_eq(v[0], number);
        wm of_part = wm_or(wm_or(first, wi_eq(v[1], number)), wm_or(wi_eq(v[2], number), wi_eq(v[3], number)));
        wm other = wm_andnot(wi_gt(side->size, number), of_part);
        base = w_select(first, along, base);
        least = w_select(wm_and(other, w_gt(least, along)), along, least);
    }
    return w_sub(least, base);
}

#endif
