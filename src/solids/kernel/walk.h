/* walk.h — the side of the Minkowski difference K = {b - a} of two cores by which a line through the origin leaves it, a pair in each lane.
 *
 * A portal search along the line (Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7, 2008): three members of K
 * such that the line passes through their triangle; a member that is beyond its plane replaces one of them, until there is none. It begins
 * in float, and goes on from there in double, mostly for the one step that finds no member beyond the plane. What is found is a proposal, by
 * the numbers of vertices, of which each question asks what it needs to be certain of: hulls_touch.h and sweep_entry.h. */
#ifndef SEPAL_SOLIDS_KERNEL_WALK_H
#define SEPAL_SOLIDS_KERNEL_WALK_H

#include "members.h"

/* Steps to find a triangle, and to move it in float. */
enum { WALK_FIRST_STEPS = 12, WALK_FLOAT_STEPS = 24 };

/* --- In float --------------------------------------------------------------------------------------------------------------------- */

/* The codes of three members, in the lanes that have some; in the others three that span the plane that K is in if it is flat
 * and no edges are parallel. way: the direction of the line, in units of the extent. */
typedef struct walk_found {
    int32_t code[3][SEPAL_LANES];
    unsigned lanes;
    w3 way;
} walk_found;

/* Blocks of boxes are their corners. */
static inline sizes walk_sizes(sizes n) {
    return (sizes){n.a == 0 ? 8 : n.a, n.b == 0 ? 8 : n.b, false};
}

/* The member with the least v . w; one function, as its loops over the vertices take much code. */
static SEPAL_NOINLINE lane_member member_against(const difference_lanes *s, sizes n, w3 v) {
    return closest_member(s, n, v);
}

static inline w3 member_of_numbers(const difference_lanes *s, sizes n, uint32_t a, uint32_t b) {
    const w3 of_a = {s->a.at[a], s->a.at[n.a + a], s->a.at[2 * n.a + a]},
             of_b = {s->b.at[b], s->b.at[n.b + b], s->b.at[2 * n.b + b]};
    return w3_add(w3_sub(of_b, of_a), s->d);
}

/* A point well inside of K: mostly the difference of the means, and a little of two members, so that it is not straight ahead. */
static inline w3 middle_beside(const difference_lanes *s, sizes n) {
    const w3 one = member_of_numbers(s, n, 0, n.b - 1), other = member_of_numbers(s, n, n.a - 1, 0);
    return w3_add(w3_scale(s->inside, w_set1(0.84F)), w3_add(w3_scale(one, w_set1(0.11F)), w3_scale(other, w_set1(0.05F))));
}

/* The search in float begins beside the origin: by so much of the way to the first member, half of that to the next, and so on. That is
 * about where the line of the reference begins, which is infinitely near (sign_beside): so ties lead to the side that it enters. */
#define WALK_SHIFT 0x1p-16F

static inline w3 start_beside(const difference_lanes *s, sizes n) {
    static const uint32_t of_box[3] = {7, 0, 6}; /* where find_spanning has 0, 1, 2 */
    w3 start = w3_scale(s->inside, w_set1(WALK_SHIFT / 8));
    for (uint32_t i = 0; i < 3; i++) {
        const w3 member = member_of_numbers(s, walk_sizes(n), n.a == 0 ? of_box[0] : 0, n.b == 0 ? of_box[i] : i);
        start = w3_add(start, w3_scale(member, w_set1(WALK_SHIFT / (float)(1U << i))));
    }
    return start;
}

/* Corners with a turn < 0 from each to the next, where the turn from p to q, seen along the way, is det(way, p, q). Returns the lanes that
 * have them. */
static inline wm find_first_faces(const difference_lanes *s, sizes n, w3 way, lane_member *face) {
    const w zero = w_zero();
    lane_member *inner = &face[0], *right = &face[1], *left = &face[2];
    wm found = wm_none(), lost = found;
    inner->at = middle_beside(s, n);
    inner->code = wi_set1(-1);
    const w3 across = w3_cross(way, inner->at);
    *left = member_against(s, n, w3_sub(w3_set1(0, 0, 0), across));
    *right = member_against(s, n, across);
    for (int step = 0; step < WALK_FIRST_STEPS; step++) {
        found = wm_or(found, wm_andnot(w_gt(zero, w3_triple(way, right->at, left->at)), lost));
        const wm active = wm_not(wm_or(found, lost));
        if (wm_bits(active) == 0)
            break;
        const lane_member ahead = member_against(s, n, w3_cross(way, w3_sub(right->at, left->at)));
        lost = wm_or(lost, wm_and(active, wm_or(wi_eq(ahead.code, left->code), wi_eq(ahead.code, right->code))));
        const wm to_left = w_gt(w3_triple(way, inner->at, ahead.at), zero);
        *left = member_select(wm_and(active, to_left), &ahead, left);
        *right = member_select(wm_andnot(active, to_left), &ahead, right);
    }
    return found;
}

/* Moves the faces outwards until no member seems to be beyond them. Returns the lanes in which that is so. */
static inline wm move_faces(const difference_lanes *s, sizes n, w3 way, wm found, lane_member *face) {
    const w zero = w_zero();
    wm done = wm_none();
    for (int step = 0; step < WALK_FLOAT_STEPS; step++) {
        const w3 normal = w3_cross(w3_sub(face[1].at, face[0].at), w3_sub(face[2].at, face[0].at));
        const lane_member last = member_against(s, n, normal);
        const w gain = w3_dot(normal, w3_sub(face[0].at, last.at)), least = w_mul(w3_sum(normal), hull_axis_error(s));
        wm ends = wm_not(w_gt(gain, least));
        w turn[3];
        for (int k = 0; k < 3; k++) {
            ends = wm_or(ends, wi_eq(last.code, face[k].code));
            turn[k] = w3_triple(way, face[k].at, last.at);
        }
        const wm active = wm_andnot(found, done);
        done = wm_or(done, wm_and(active, ends));
        const wm moves = wm_andnot(active, ends);
        if (wm_bits(moves) == 0)
            break;
        const wm keeps_0 = wm_and(w_gt(turn[0], zero), w_gt(zero, turn[1]));
        const wm keeps_1 = wm_andnot(wm_and(w_gt(turn[1], zero), w_gt(zero, turn[2])), keeps_0);
        face[2] = member_select(wm_and(moves, keeps_0), &last, &face[2]);
        face[0] = member_select(wm_and(moves, keeps_1), &last, &face[0]);
        face[1] = member_select(wm_andnot(wm_andnot(moves, keeps_0), keeps_1), &last, &face[1]);
    }
    return done;
}

/* Finds a triangle where the line leaves K farthest along the way. n: as walk_sizes. */
static inline void walk_in_float(const difference_lanes *k, sizes n, w3 way, walk_found *out) {
    lane_member face[3];
    assert(n.a > 0 && n.b > 0);
    wm found = find_first_faces(k, n, way, face);
    found = move_faces(k, n, way, found, face);
    for (int corner = 0; corner < 3; corner++)
        found = wm_andnot(found, wi_eq(face[corner].code, wi_set1(-1)));
    out->way = way;
    out->lanes = wm_bits(found);
    static const int32_t none[3] = {0, CLOSEST_CODE, 2};
    for (int corner = 0; corner < 3; corner++)
        wi_store(out->code[corner], wi_select(found, face[corner].code, wi_set1(none[corner])));
}

/* --- In double -------------------------------------------------------------------------------------------------------------------- */

static inline wd wd3_length(wd3 v) {
    return wd_sqrt(wd3_dot(v, v));
}

/* How far n of a triangle may be from the product of the exact edges, of these lengths. */
static inline wd error_of_normal(wd extent, wd length, wd other) {
    return wd_madd(wd_scaled(extent, MEMBER_EDGE_ERROR), wd_add(length, other), wd_mul(wd_scaled(length, 8 * DOUBLE_UNIT), other));
}

/* What n . w of members, and their differences, may be off by. off: error_of_normal. */
static inline wd error_of_gap(wd extent, wd size, wd off) {
    return wd_mul(extent, wd_madd(size, wd_set1(MEMBER_GAP_ERROR), wd_scaled(off, 2)));
}

/* Three members, the normal n of their triangle, and how far all vertices that it does not certainly go through are behind it: of both
 * cores, times |n|. */
typedef struct walk_face {
    member_half m[3];
    wd3 n;
    wd size_a, size_b; /* the numbers of vertices */
    core_behind a, b;
} walk_face;

/* none, plane: as in behind_members_of. */
static inline void look_behind(const difference_half *p, const wdm *none, const meeting_plane *plane, walk_face *f) {
    const member_half *m = f->m;
    const wd of_a[3] = {m[0].number_a, m[1].number_a, m[2].number_a}, of_b[3] = {m[0].number_b, m[1].number_b, m[2].number_b};
    const wd3 a[3] = {m[0].a, m[1].a, m[2].a}, b[3] = {m[0].b, m[1].b, m[2].b};
    const wdm joined = are_joined(m);
    f->n = triangle_normal(m);
    f->a = behind_members_of(&p->a, f->size_a, wd3_scale(f->n, wd_set1(-1)), a, of_a, joined, none, plane);
    f->b = behind_members_of(&p->b, f->size_b, f->n, b, of_b, joined, none, plane);
}

/* By how much the farthest member is beyond the plane of a face, times |n|: 0 or less. */
static inline wd farthest_beyond(const walk_face *f) {
    const wd zero = wd_set1(0);
    return wd_add(wd_min(f->a.least, zero), wd_min(f->b.least, zero));
}

SPECIALISED wd vertices_of_half(const sepal_solids *set, const uint32_t *index, int half) {
    double size[WD_LANES];
    for (int lane = 0; lane < WD_LANES; lane++) {
        size[lane] = (double)set->heads[index[2 * (lane + half * WD_LANES)]].size;
        assert(size[lane] > 0);
    }
    return wd_load(size);
}

/* Half of a group, whose vertices are loaded: the members that were found in float. */
static inline void load_walk_face(const solids_query *q, const sepal_pair *group, int half, const walk_found *walked,
                                  const difference_half *p, walk_face *face) {
    for (int corner = 0; corner < 3; corner++)
        face->m[corner] = member_of_code(p, walked->code[corner], half);
    face->size_a = vertices_of_half(q->a, &group->a, half);
    face->size_b = vertices_of_half(q->b, &group->b, half);
}

/* The vertices of both, too. Not inlined, for its room on the stack. */
static SEPAL_NOINLINE void load_walk(const solids_query *q, const sepal_pair *group, sizes n, int half, const walk_found *walked,
                                     difference_half *p, walk_face *face) {
    load_cores_half(q, group, n, half, p);
    load_walk_face(q, group, half, walked, p, face);
}

/* Moves a face on as far as double tells that a member is beyond it, by more than `error` as a share of |n|. */
static inline void walk_in_double(const difference_half *p, wd3 way, wd error, int steps, walk_face *f) {
    const wd zero = wd_set1(0);
    for (int step = 0;; step++) {
        look_behind(p, NULL, NULL, f);
        const wd most = wd_mul(wd_sub(zero, error), wd3_length(f->n));
        const wdm moves = wd_gt(most, farthest_beyond(f)), of_a = wd_gt(zero, f->a.least), of_b = wd_gt(zero, f->b.least);
        if (wdm_bits(moves) == 0 || step == steps)
            return;
        member_half *m = f->m, last;
        last.number_a = wd_select(of_a, f->a.number, m[0].number_a);
        last.number_b = wd_select(of_b, f->b.number, m[0].number_b);
        last.a = wd3_select(of_a, f->a.at, m[0].a);
        last.b = wd3_select(of_b, f->b.at, m[0].b);
        last.w = wd3_sub(last.b, last.a);
        wd turn[3];
        for (int k = 0; k < 3; k++)
            turn[k] = wd3_triple(way, m[k].w, last.w);
        const wdm keeps_0 = wdm_and(wd_gt(turn[0], zero), wd_gt(zero, turn[1]));
        const wdm keeps_1 = wdm_andnot(wdm_and(wd_gt(turn[1], zero), wd_gt(zero, turn[2])), keeps_0);
        m[2] = member_half_select(wdm_and(moves, keeps_0), &last, &m[2]);
        m[0] = member_half_select(wdm_and(moves, keeps_1), &last, &m[0]);
        m[1] = member_half_select(wdm_andnot(wdm_andnot(moves, keeps_0), keeps_1), &last, &m[1]);
    }
}

#endif
