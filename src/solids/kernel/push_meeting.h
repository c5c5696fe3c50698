/* push_meeting.h — the pushes of two hulls, or of a box and a hull, that meet, a pair in each lane, by the face that a ray leaves their
 * Minkowski difference through (push_hulls.h), or by the nearest face of a polytope that grows. Double goes on from there (push_hulls.h),
 * and rounds what is certain. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_MEETING_H
#define SEPAL_SOLIDS_KERNEL_PUSH_MEETING_H

#include "hulls_touch.h"
#include "push_hulls.h"

/* How much lower than the nearest face of a polytope, in units of the extent, a face has a corner that is not in its plane. */
#define POLYTOPE_PLANE 0x1p-14F

/* By a ray; across: another direction, in case the first member is straight ahead. */
static SEPAL_NOINLINE wdm find_triangle(difference_half *p, const void *along, int half, member_half m[3]) {
    const wd3 ray = wd3_of(*(const w3 *)along, half), across = wd3_of(w3_across(*(const w3 *)along), half);
    m[0] = farthest_member_half(p, ray);
    const wd3 aside = wd3_cross(m[0].w, ray);
    m[1] = farthest_member_half(p, wd3_select(wd_gt(wd3_sum(aside), wd_set1(0)), aside, across));
    const wdm swap = wd_gt(wd_set1(0), wd3_triple(m[0].w, m[1].w, ray));
    const member_half first = m[0];
    m[0] = member_half_select(swap, &m[1], &m[0]);
    m[1] = member_half_select(swap, &first, &m[1]);
    m[2] = m[0];
    return move_triangle(p, m, ray, wdm_none());
}

SPECIALISED lanes meeting_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    const w3 towards = w3_sub(load_balls(asked->q->a, &group->a).centre, load_balls(asked->q->b, &group->b).centre);
    return (lanes){0, ALL_LANES & ~settle_group(asked, group, k, n, find_triangle, &towards, NULL)};
}

/* Pairs of cores of these sizes, not both of them boxes, that seem to meet. What is not certain stays open. */
PUSHES_OF_GROUPS(push_meeting, meeting_kernel);

/* --- By a line from inside of K through the origin ---------------------------------------------------------
 *
 * Where cores touch, or nearly do, the origin is at the boundary of K: that line leaves K there, by the face that the origin is in, or
 * close to (hulls_touch.h). */

/* The sides by which the line of the reference leaves K, as float sees them. Not inlined, for its room on the stack. */
static SEPAL_NOINLINE void find_sides_left(const solids_query *q, const sepal_pair *group, sizes n, walk_found *out) {
    difference_lanes k;
    double line[3][SEPAL_LANES];
    w way[3];
    load_difference(q, group, n, &k);
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        way_through(q, group[lane], &line[0][lane], SEPAL_LANES);
    const w scale = w_div(w_set1(0.0625F), k.extent);
    for (int c = 0; c < 3; c++)
        way[c] = w_of(wd_mul(wd_load(line[c]), wd_of(scale, 0)), wd_mul(wd_load(line[c] + WD_LANES), wd_of(scale, 1)));
    k.d = w3_sub(k.d, start_beside(&k, n));
    walk_in_float(&k, walk_sizes(n), (w3){way[0], way[1], way[2]}, out);
}

static SEPAL_NOINLINE wdm find_face_out(difference_half *p, const void *found, int half, member_half m[3]) {
    const walk_found *walked = found;
    walk_face face;
    load_walk_face(p->q, p->group - half * WD_LANES, half, walked, p, &face);
    walk_in_double(p, wd3_of(walked->way, half), wd_scaled(p->extent, MEMBER_GAP_ERROR), TOUCH_STEPS, &face);
    for (int k = 0; k < 3; k++)
        m[k] = face.m[(3 - k) % 3]; /* outside in front */
    return wdm_all();
}

SPECIALISED lanes touching_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    walk_found walked;
    find_sides_left(asked->q, group, n, &walked);
    return (lanes){0, ALL_LANES &
                          ~(walked.lanes == 0 ? 0 : walked.lanes & settle_group(asked, group, k, n, find_face_out, &walked, NULL))};
}

/* Pushes of hulls, or of a box and a hull, that touch or nearly do. */
PUSHES_OF_GROUPS(push_touching, touching_kernel);

/* --- By a polytope that grows ----------------------------------------------------------------------------
 *
 * van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", Game Developers Conference 2001: triangles of
 * members of K around the origin; that one which is nearest is replaced by those between the member farthest along its normal and the
 * rim of all triangles which that member is beyond. It ends where the nearest triangle is a face of K.
 *
 * The triangles stay closed and are all turned outwards, so that what is nearer to the origin than their planes is inside of K. With
 * that, push_hulls.h decides in double whether the face is certainly that of the reference (docs/numerics/solids_kernels.md, "Hulls
 * that meet"). So nothing here has to be right, and what takes too many steps or faces stays open. */

enum { POLYTOPE_VERTICES = 32, POLYTOPE_FIRST = 6, POLYTOPE_CORNERS = 22, POLYTOPE_FACES = 60, POLYTOPE_RIM = 16 };
/* Words for the vertices of both hulls, and of four each for as many faces as there is room for behind them: 40 at least. */
enum { POLYTOPE_WORDS = 6 * POLYTOPE_VERTICES + 160 };
/* Bounds what rounding moves the plane of a triangle by, in units of the extent, if its sides are not nearly in line. */
#define POLYTOPE_ERROR 0x1p-17F
/* What is gained by less, in the same units, is nothing. */
#define POLYTOPE_PROGRESS 0x1p-16F
/* Where n . n is no more than that, underflow may be more than rounding: such a triangle is good for nothing. */
#define POLYTOPE_LEAST_SQUARE 0x1p-100F

/* word: the vertices of both hulls of each lane from the centres of their balls, all x of a first, then y and z, then those of b; behind
 * them the faces, of each the unit normal, and how far away its plane is at least, infinite of one that is not there. d: from the one
 * centre to the other. Lengths are in units of the extent. of: the corners of a face, the first one in the lowest five bits.
 *
 * New faces of all lanes get the same numbers, behind all others: so they are stored as whole words, and no lane looks for a number that
 * is free. */
typedef struct polytope_lanes {
    sizes hulls; /* the sizes of the blocks */
    int corners, faces;
    w3 d;
    w word[POLYTOPE_WORDS];
    float corner[POLYTOPE_CORNERS][3][SEPAL_LANES];
    int32_t code[POLYTOPE_CORNERS][SEPAL_LANES];
    uint16_t of[POLYTOPE_FACES][SEPAL_LANES];
} polytope_lanes;

/* Where the words of face f begin. */
static inline size_t polytope_face(const polytope_lanes *p, int f) {
    return 3 * ((size_t)p->hulls.a + p->hulls.b) + 4 * (size_t)f;
}

static inline bool has_room_for_faces(const polytope_lanes *p, int more) {
    return p->faces + more <= POLYTOPE_FACES && polytope_face(p, p->faces + more) <= POLYTOPE_WORDS;
}

/* The corners on the rim of what a member is beyond, `count` of each lane, in order, and the first one again behind them. */
typedef struct polytope_rim {
    int most;
    int32_t count[SEPAL_LANES];
    uint8_t corner[POLYTOPE_RIM + 1][SEPAL_LANES];
} polytope_rim;

static inline w3 load_corner(const polytope_lanes *p, int k) {
    return (w3){w_load(p->corner[k][0]), w_load(p->corner[k][1]), w_load(p->corner[k][2])};
}

/* The member of K with the greatest n . w. */
SPECIALISED lane_member farthest_of_hulls(const polytope_lanes *p, w3 n) {
    const sizes hulls = p->hulls;
    const lane_member of_a = farthest_vertex(p->word, hulls.a, w3_sub(w3_set1(0, 0, 0), n), CLOSEST_CODE);
    const lane_member of_b = farthest_vertex(p->word + 3 * (size_t)hulls.a, hulls.b, n, 1);
    return (lane_member){w3_add(w3_sub(of_b.at, of_a.at), p->d), wi_add(of_a.code, of_b.code)};
}

static inline void put_polytope_corner(polytope_lanes *p, const lane_member *m) {
    float(*const at)[SEPAL_LANES] = p->corner[p->corners];
    w3_store(at[0], at[1], at[2], m->at);
    wi_store(p->code[p->corners++], m->code);
}

/* The plane through q and two corners, as seen from q: its unit normal, and how far away it is at least. */
typedef struct polytope_plane {
    w3 n;
    w low;
} polytope_plane;

static inline polytope_plane plane_through(w3 q, w3 e, w3 g) {
    const w3 n = w3_cross(e, g);
    const w square = w3_dot(n, n), inverse = w_div(w_set1(1), w_sqrt(square));
    const w along = w_min(w_min(w3_dot(n, e), w3_dot(n, g)), w_set1(0));
    const w error = w_mul(w_madd(w_mul(w3_sum(e), w3_sum(g)), inverse, w_set1(1)), w_set1(POLYTOPE_ERROR));
    const w low = w_sub(w_mul(w_add(along, w3_dot(n, q)), inverse), error);
    const wm good = wm_and(w_gt(w_set1(4), w_abs(low)), w_gt(square, w_set1(POLYTOPE_LEAST_SQUARE)));
    return (polytope_plane){w3_scale(n, inverse), w_select(good, low, w_set1(-4))};
}

static inline polytope_plane load_face(const polytope_lanes *p, int f) {
    const w *at = p->word + polytope_face(p, f);
    return (polytope_plane){{at[0], at[1], at[2]}, at[3]};
}

static inline void store_face(polytope_lanes *p, int f, w3 n, w low) {
    w *at = p->word + polytope_face(p, f);
    at[0] = n.x;
    at[1] = n.y;
    at[2] = n.z;
    at[3] = low;
}

/* The members farthest along the coordinate axes and against them, and the eight triangles between these. Where two are the same one,
 * the triangles with both are not there. */
static inline void begin_polytope(polytope_lanes *p) {
    wi number[POLYTOPE_FIRST];
    int32_t of[POLYTOPE_FIRST][SEPAL_LANES];
    p->corners = 0;
    p->faces = 8;
    for (int k = 0; k < POLYTOPE_FIRST; k++) {
        const float sign = k % 2 == 0 ? 1 : -1;
        const lane_member m = farthest_of_hulls(p, w3_set1(k / 2 == 0 ? sign : 0, k / 2 == 1 ? sign : 0, k / 2 == 2 ? sign : 0));
        put_polytope_corner(p, &m);
        number[k] = wi_set1(k);
        for (int other = k - 1; other >= 0; other--)
            number[k] = wi_select(wi_eq(m.code, wi_load(p->code[other])), wi_set1(other), number[k]);
        wi_store(of[k], number[k]);
    }
    for (int f = 0; f < 8; f++) {
        const int x = f & 1, y = 2 + (f >> 1 & 1), z = 4 + (f >> 2), second = (x + y + z) % 2 == 0 ? y : z, third = y + z - second;
        const w3 q = load_corner(p, x);
        const polytope_plane plane = plane_through(q, w3_sub(load_corner(p, second), q), w3_sub(load_corner(p, third), q));
        const wm none = wm_or(wi_eq(number[x], number[y]), wm_or(wi_eq(number[y], number[z]), wi_eq(number[z], number[x])));
        store_face(p, f, plane.n, w_select(none, w_infinity(), plane.low));
        for (int lane = 0; lane < SEPAL_LANES; lane++)
            p->of[f][lane] = (uint16_t)(of[x][lane] | of[second][lane] << 5 | of[third][lane] << 10);
    }
}

/* The plane of the face that is nearest. */
static inline polytope_plane nearest_plane(const polytope_lanes *p) {
    polytope_plane out = load_face(p, 0);
    for (int f = 1; f < p->faces; f++) {
        const polytope_plane other = load_face(p, f);
        out.n = w3_select(w_gt(out.low, other.low), other.n, out.n);
        out.low = w_min(other.low, out.low);
    }
    return out;
}

/* Of one lane: of each corner the ends of the edges that go out from it, as bits; how many edges; the corners that had one. */
typedef struct polytope_edges {
    uint32_t to[POLYTOPE_CORNERS], had;
    int count;
} polytope_edges;

/* An edge meets the one that goes back. One that is there twice is counted twice, so that no ring has as many. */
static inline void put_edge(polytope_edges *e, uint32_t from, uint32_t to) {
    const uint32_t back = e->to[to] >> from & 1;
    e->to[to] ^= back << from;
    e->to[from] |= (back ^ 1) << to;
    e->count += 1 - 2 * (int)back;
}

/* The rim in one lane: false if it is not one ring of all edges, or too long. */
static inline bool walk_rim(const polytope_edges *e, int lane, polytope_rim *rim) {
    uint32_t left = e->had;
    if (e->count < 3 || e->count > POLYTOPE_RIM)
        return false;
    while (left != 0 && e->to[sepal_lowest_bit(left)] == 0)
        left &= left - 1;
    if (left == 0)
        return false;
    const uint32_t first = sepal_lowest_bit(left);
    uint32_t at = first;
    for (int k = 0; k < e->count; k++) {
        const uint32_t to = e->to[at];
        rim->corner[k][lane] = (uint8_t)at;
        if (to == 0 || (to & (to - 1)) != 0 || (k > 0 && at == first))
            return false;
        at = sepal_lowest_bit(to);
    }
    if (at != first)
        return false;
    rim->corner[e->count][lane] = (uint8_t)first;
    rim->count[lane] = e->count;
    rim->most = e->count > rim->most ? e->count : rim->most;
    return true;
}

/* Takes away the faces that q is beyond. Lists those that are taken away in some lane, and in which ones. */
static inline int take_seen_faces(polytope_lanes *p, w3 q, wm active, uint8_t *listed, uint16_t *lanes_of) {
    int count = 0;
    for (int f = 0; f < p->faces; f++) { /* without branches, as few are seen */
        const polytope_plane plane = load_face(p, f);
        const unsigned bits = wm_bits(wm_and(active, w_gt(w3_dot(plane.n, q), plane.low)));
        listed[count] = (uint8_t)f;
        lanes_of[count] = (uint16_t)bits;
        count += bits != 0;
    }
    for (int k = 0; k < count; k++) {
        w *low = p->word + polytope_face(p, listed[k]) + 3;
        *low = w_select(wm_of_bits(lanes_of[k]), w_infinity(), *low);
    }
    return count;
}

/* Takes away the faces that q is beyond; returns the lanes in which what is left has a rim. */
static SEPAL_NOINLINE unsigned cut_polytope(polytope_lanes *p, w3 q, wm active, polytope_rim *rim) {
    polytope_edges edges[SEPAL_LANES];
    uint8_t listed[POLYTOPE_FACES];
    uint16_t lanes_of[POLYTOPE_FACES];
    const int seen = take_seen_faces(p, q, active, listed, lanes_of);
    unsigned good = 0;
    const unsigned asked = wm_bits(active);
    memset(edges, 0, sizeof edges);
    rim->most = 0;
    memset(rim->corner, 0, sizeof rim->corner);
    for (int k = 0; k < seen; k++)
        for (unsigned bits = lanes_of[k]; bits != 0; bits &= bits - 1) {
            const unsigned lane = sepal_lowest_bit(bits);
            const uint32_t of = p->of[listed[k]][lane], u = of & 31, v = of >> 5 & 31, t = of >> 10;
            edges[lane].had |= 1U << u | 1U << v | 1U << t;
            put_edge(&edges[lane], u, v);
            put_edge(&edges[lane], v, t);
            put_edge(&edges[lane], t, u);
        }
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        rim->count[lane] = 0;
        if (asked >> lane & 1)
            good |= (unsigned)walk_rim(&edges[lane], lane, rim) << lane;
        if ((good >> lane & 1) == 0)
            rim->count[lane] = 0;
    }
    return good;
}

/* Corner k of the rim, from q. */
static inline w3 from_rim(const polytope_lanes *p, const polytope_rim *rim, int k, w3 q) {
    float at[3][SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        for (int c = 0; c < 3; c++)
            at[c][lane] = p->corner[rim->corner[k][lane]][c][lane];
    return w3_sub((w3){w_load(at[0]), w_load(at[1]), w_load(at[2])}, q);
}

/* Moves the faces of each lane to its first numbers. Without branches, as any of them may be there. */
static SEPAL_NOINLINE void close_ranks(polytope_lanes *p) {
    float *const at = (float *)(void *)(p->word + polytope_face(p, 0));
    int faces = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        int to = 0;
        for (int f = 0; f < p->faces; f++) {
            float *const face = at + 4 * SEPAL_LANES * f + lane, *const moved = at + 4 * SEPAL_LANES * to + lane;
            const float low = face[3 * SEPAL_LANES];
            for (int word = 0; word < 4; word++)
                moved[word * SEPAL_LANES] = face[word * SEPAL_LANES];
            p->of[to][lane] = p->of[f][lane];
            to += low < INFINITY;
        }
        for (int f = to; f < p->faces; f++)
            at[(4 * f + 3) * SEPAL_LANES + lane] = INFINITY;
        faces = to > faces ? to : faces;
    }
    p->faces = faces;
}

/* The faces between the last corner q and the rim. False if there is no room for them. */
static SEPAL_NOINLINE bool put_faces(polytope_lanes *p, w3 q, const polytope_rim *rim) {
    const uint16_t number = (uint16_t)((p->corners - 1) << 10);
    const wi counts = wi_load(rim->count);
    w3 e = from_rim(p, rim, 0, q);
    if (!has_room_for_faces(p, rim->most))
        close_ranks(p);
    if (!has_room_for_faces(p, rim->most))
        return false;
    for (int k = 0; k < rim->most; k++, p->faces++) {
        const w3 g = from_rim(p, rim, k + 1, q);
        const polytope_plane plane = plane_through(q, e, g);
        store_face(p, p->faces, plane.n, w_select(wi_gt(counts, wi_set1(k)), plane.low, w_infinity()));
        for (int lane = 0; lane < SEPAL_LANES; lane++)
            p->of[p->faces][lane] = (uint16_t)(number | rim->corner[k + 1][lane] << 5 | rim->corner[k][lane]);
        e = g;
    }
    return true;
}

/* What is found: the codes of the corners of the nearest face; a unit vector normal to it, how far along that K reaches; how far all
 * faces with a corner lower than that by POLYTOPE_PLANE are, at least. Lengths are in units of the extent. */
typedef struct polytope_found {
    float n[3][SEPAL_LANES], others[SEPAL_LANES];
    int32_t code[3][SEPAL_LANES];
    unsigned lanes;
} polytope_found;

/* How far inside of a face the foot of the origin is: the least of three volumes. */
static inline float foot_inside(const polytope_lanes *p, int face, int lane, const polytope_found *of) {
    float v[3][3], least = INFINITY;
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++)
            v[k][c] = p->corner[p->of[face][lane] >> 5 * k & 31][c][lane];
    for (int k = 0; k < 3; k++) {
        const float *u = v[k], *t = v[(k + 1) % 3];
        const float volume = (u[1] * t[2] - u[2] * t[1]) * of->n[0][lane] + (u[2] * t[0] - u[0] * t[2]) * of->n[1][lane] +
                             (u[0] * t[1] - u[1] * t[0]) * of->n[2][lane];
        least = volume < least ? volume : least;
    }
    return least;
}

/* Are all corners of a face among those whose bits are set? */
static inline wm are_corners_of(const polytope_lanes *p, int face, wi set) {
    int32_t bits[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t of = p->of[face][lane];
        bits[lane] = (int32_t)(1U << (of & 31) | 1U << (of >> 5 & 31) | 1U << (of >> 10));
    }
    const wi corners = wi_load(bits);
    return wi_eq(wi_and(corners, set), corners);
}

/* known: the lanes in which the face that is nearest is one of K, with the normal n, along which K reaches as far as `along`. */
static SEPAL_NOINLINE void tell_polytope(const polytope_lanes *p, w3 n, w along, unsigned known, polytope_found *out) {
    float inside[SEPAL_LANES];
    wi high = wi_set1(0);
    w others = w_infinity(), least = others;
    const w level = w_sub(along, w_set1(POLYTOPE_PLANE));
    for (int k = 0; k < p->corners; k++) {
        const wm in = w_gt(w3_dot(n, load_corner(p, k)), level);
        high = wi_or(high, wi_select(in, wi_set1(1 << k), wi_set1(0)));
    }
    w3_store(out->n[0], out->n[1], out->n[2], n);
    w_store(inside, w_set1(-INFINITY));
    for (int k = 0; k < 3; k++)
        wi_store(out->code[k], wi_set1(0));
    for (int f = 0; f < p->faces; f++) {
        const w low = load_face(p, f).low;
        const wm in_plane = wm_and(are_corners_of(p, f, high), w_gt(w_infinity(), low));
        least = w_min(least, low);
        others = w_select(in_plane, others, w_min(others, low));
        for (unsigned bits = wm_bits(in_plane) & known; bits != 0; bits &= bits - 1) {
            const int lane = (int)sepal_lowest_bit(bits);
            const float by = foot_inside(p, f, lane, out);
            if (by > inside[lane])
                for (int k = 0; k < 3; k++)
                    out->code[k][lane] = p->code[p->of[f][lane] >> 5 * k & 31][lane];
            inside[lane] = by > inside[lane] ? by : inside[lane];
        }
    }
    w_store(out->others, others);
    out->lanes = known & wm_bits(w_gt(least, w_zero()));
}

/* Lets the polytope of each lane grow, of which there are the hulls. */
static SEPAL_NOINLINE void grow_polytope(polytope_lanes *p, polytope_found *out) {
    polytope_rim rim;
    unsigned left = ALL_LANES, done = 0;
    w3 normal = w3_set1(0, 0, 0);
    w along = w_zero();
    begin_polytope(p);
    for (;;) {
        const polytope_plane plane = nearest_plane(p);
        const lane_member q = farthest_of_hulls(p, plane.n);
        const w reach = w3_dot(plane.n, q.at);
        wm known = wm_not(w_gt(w_sub(reach, plane.low), w_set1(POLYTOPE_PROGRESS)));
        for (int k = 0; k < p->corners; k++)
            known = wm_or(known, wi_eq(q.code, wi_load(p->code[k])));
        const wm fresh = wm_of_bits(left);
        const wm ends = wm_and(fresh, known);
        normal = w3_select(ends, plane.n, normal);
        along = w_select(ends, reach, along);
        done |= wm_bits(ends);
        const wm active = wm_and(fresh, wm_andnot(w_gt(reach, w_zero()), known));
        left = wm_bits(active);
        if (left == 0 || p->corners == POLYTOPE_CORNERS)
            break;
        put_polytope_corner(p, &q);
        left = cut_polytope(p, q.at, active, &rim);
        if (!put_faces(p, q.at, &rim))
            break;
    }
    tell_polytope(p, normal, along, done, out);
}

/* As load_hulls does, which has room for more vertices. Through one function for both, gcc keeps the vertices of tetrahedra in memory. */
SPECIALISED void load_polytope_hull(const sepal_solids *set, const uint32_t *index, uint32_t size, w3 centre, w inverse, w *out) {
    const float *at[SEPAL_LANES];
    const w from[3] = {centre.x, centre.y, centre.z};
    w f[4];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = sepal_solid_x(set, index[2 * lane]);
    for (uint32_t i = 0; i < 3 * size; i += 4) {
        w_load_quads(at, 1, f);
        for (uint32_t row = 0; row < 4; row++)
            out[i + row] = w_mul(w_sub(f[row], from[i / size]), inverse);
        for (int lane = 0; lane < SEPAL_LANES; lane++)
            at[lane] += 4;
    }
}

/* Returns the extents. By itself, and not inlined, as it needs much of the stack. */
static SEPAL_NOINLINE w find_polytopes(const solids_query *q, const sepal_pair *group, sizes n, polytope_found *out) {
    const ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
    const w3 d = w3_sub(b.centre, a.centre);
    const w extent = w_add(w_add(a.radius, b.radius), w3_greatest(d)), inverse = w_div(w_set1(1), extent);
    polytope_lanes p;
    p.hulls = n;
    p.d = w3_scale(d, inverse);
    load_polytope_hull(q->a, &group->a, n.a, a.centre, inverse, p.word);
    load_polytope_hull(q->b, &group->b, n.b, b.centre, inverse, p.word + 3 * (size_t)n.a);
    grow_polytope(&p, out);
    return extent;
}

static SEPAL_NOINLINE wdm find_face_of_polytope(difference_half *p, const void *polytopes, int half, member_half m[3]) {
    const polytope_found *found = polytopes;
    for (int corner = 0; corner < 3; corner++)
        m[corner] = member_of_code(p, found->code[corner], half);
    return move_triangle(p, m, wd3_of((w3){w_load(found->n[0]), w_load(found->n[1]), w_load(found->n[2])}, half), wdm_all());
}

SPECIALISED lanes polytope_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    polytope_found found;
    meeting_ball balls[2];
    const w extent = find_polytopes(asked->q, group, n, &found), others = w_load(found.others);
    if (found.lanes == 0)
        return (lanes){0, ALL_LANES};
    for (int half = 0; half < 2; half++) {
        const wd scale = wd_of(extent, half);
        balls[half] = (meeting_ball){wd3_of((w3){w_load(found.n[0]), w_load(found.n[1]), w_load(found.n[2])}, half),
                                     wd_mul(wd_scaled(wd_of(others, half), 1 - 0x1p-20), scale),
                                     wd_scaled(scale, 4 * (double)POLYTOPE_PLANE)};
    }
    return (lanes){0, ALL_LANES & ~(found.lanes & settle_group(asked, group, k, n, find_face_of_polytope, &found, balls))};
}

/* Pushes of hulls that meet, by the polytope: as push_meeting by the ray. */
PUSHES_OF_GROUPS(push_polytopes, polytope_kernel);

#endif
