/* sweep_entry_lanes.h — when and how two hulls without a reach meet first, a pair in each lane.
 *
 * The search of sweep_entry.h in float: three members of the Minkowski difference K such that the way of the origin leads through their
 * triangle, moved outwards. Double goes on from there, mostly for the one step that finds no member beyond it, and bounds time and normal
 * as bound_entry does, but that it mostly knows the side to be in the plane of the triangle. What is not certain stays open
 * (docs/numerics/solids_sweep.md, "Moving hulls in double"). */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_LANES_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_LANES_H

#include "members.h"
#include "push_rounded.h"
#include "sweep_entry.h"
#include "sweep_filters.h"
#include "sweep_hits.h"

/* Steps to find a triangle, to move it in float, and in double. */
enum { ENTRY_FIRST_STEPS = 12, ENTRY_FLOAT_STEPS = 24, ENTRY_LAST_STEPS = 4 };
/* Times before that are left open, as times_below knows those from 2^-60 on. */
#define ENTRY_EARLIEST 0x1p-60

/* --- The search, in float --------------------------------------------------------------------------------------------------------- */

/* The codes of three members, in the lanes that have some; 0 in the others. */
typedef struct entries_found {
    int32_t code[3][SEPAL_LANES];
    unsigned lanes;
} entries_found;

/* The member with the least v . w; one function, as its loops over the vertices take much code. */
static SEPAL_NOINLINE lane_member member_against(const difference_lanes *s, sizes n, w3 v) {
    return closest_member(s, n, v);
}

/* A point well inside of K, as in sweep_entry.h. */
static inline w3 middle_beside(const difference_lanes *s, sizes n) {
    const w *a = s->a.at, *b = s->b.at;
    const uint32_t end_a = n.a - 1, end_b = n.b - 1;
    const w3 first_a = {a[0], a[n.a], a[2 * n.a]}, last_a = {a[end_a], a[n.a + end_a], a[2 * n.a + end_a]};
    const w3 first_b = {b[0], b[n.b], b[2 * n.b]}, last_b = {b[end_b], b[n.b + end_b], b[2 * n.b + end_b]};
    const w3 one = w3_add(w3_sub(last_b, first_a), s->d), other = w3_add(w3_sub(first_b, last_a), s->d);
    return w3_add(w3_scale(s->inside, w_set1(0.84F)), w3_add(w3_scale(one, w_set1(0.11F)), w3_scale(other, w_set1(0.05F))));
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
    for (int step = 0; step < ENTRY_FIRST_STEPS; step++) {
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
    for (int step = 0; step < ENTRY_FLOAT_STEPS; step++) {
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

/* Not inlined, for its room on the stack. */
static SEPAL_NOINLINE void find_entries(const solid_sweep_query *s, const sepal_pair *group, sizes n, entries_found *out) {
    difference_lanes k;
    lane_member face[3];
    load_swept_shared(s, group, n, &k);
    k.inside = w3_sub(k.inside, w3_scale(k.move, w_set1(0.5F))); /* of K at the beginning, as closest_member is */
    const w3 way = w3_scale(k.move, w_div(w_set1(1), w3_greatest(k.move)));
    wm found = find_first_faces(&k, n, way, face);
    found = move_faces(&k, n, way, found, face);
    for (int corner = 0; corner < 3; corner++)
        found = wm_andnot(found, wi_eq(face[corner].code, wi_set1(-1)));
    out->lanes = wm_bits(found);
    for (int corner = 0; corner < 3; corner++)
        wi_store(out->code[corner], wi_select(found, face[corner].code, wi_set1(0)));
}

/* --- What is certain, in double --------------------------------------------------------------------------------------------------- */

/* Half of a group, as entry_bounds. */
typedef struct entry_half {
    wdm sure;
    wd least, most, lean;
    wd3 normal;
} entry_half;

static inline wd wd3_length(wd3 v) {
    return wd_sqrt(wd3_dot(v, v));
}

/* Of one core, the vertex with the least sign * n . v but for those through which the plane of three members goes: by how much that is
 * more than that of members[0]. through: the numbers of their vertices; joined: all three are in the plane, else the first one.
 * size: how many there are; what fills up the block is the last one again. */
typedef struct core_behind {
    wd least, number;
    wd3 at;
} core_behind;

static inline core_behind behind_members_of(const meeting_core *c, wd size, wd3 n, wd3 from, const wd *through, wdm joined) {
    core_behind out = {wd_set1(INFINITY), through[0], from};
    for (uint32_t k = 0; k < c->size; k++) {
        const wd number = wd_set1((double)k);
        const wd3 v = {c->at[k], c->at[c->size + k], c->at[2 * (size_t)c->size + k]};
        wdm in = wdm_and(joined, wdm_or(wd_eq(through[1], number), wd_eq(through[2], number)));
        in = wdm_or(in, wdm_or(wd_eq(through[0], number), wd_ge(number, size)));
        const wd behind = wd3_dot(n, wd3_sub(v, from));
        const wdm less = wdm_andnot(wd_gt(out.least, behind), in);
        out.least = wd_select(less, behind, out.least);
        out.number = wd_select(less, number, out.number);
        out.at = wd3_select(less, v, out.at);
    }
    return out;
}

/* Three members, the normal n of their triangle, and how far all vertices that it does not certainly go through are behind it: of both
 * cores, times |n|. */
typedef struct entry_face {
    meeting_member m[3];
    wd3 n;
    wd size_a, size_b; /* the numbers of vertices */
    core_behind a, b;
} entry_face;

static inline void look_behind(const meeting_half *p, entry_face *f) {
    const meeting_member *m = f->m;
    const wd of_a[3] = {m[0].number_a, m[1].number_a, m[2].number_a}, of_b[3] = {m[0].number_b, m[1].number_b, m[2].number_b};
    const wdm joined = are_joined(m);
    f->n = triangle_normal(m);
    f->a = behind_members_of(&p->a, f->size_a, wd3_scale(f->n, wd_set1(-1)), m[0].a, of_a, joined);
    f->b = behind_members_of(&p->b, f->size_b, f->n, m[0].b, of_b, joined);
}

/* By how much the farthest member is beyond the plane of a face, times |n|: 0 or less. */
static inline wd farthest_beyond(const entry_face *f) {
    const wd zero = wd_set1(0);
    return wd_add(wd_min(f->a.least, zero), wd_min(f->b.least, zero));
}

/* Moves a face on as far as double tells that a member is beyond it. */
static inline void move_on(const meeting_half *p, wd3 way, entry_face *f) {
    const wd zero = wd_set1(0);
    for (int step = 0;; step++) {
        look_behind(p, f);
        const wd most = wd_mul(wd_scaled(p->extent, -ENTRY_GAP_ERROR), wd3_length(f->n));
        const wdm moves = wd_gt(most, farthest_beyond(f)), of_a = wd_gt(zero, f->a.least), of_b = wd_gt(zero, f->b.least);
        if (wdm_bits(moves) == 0 || step == ENTRY_LAST_STEPS)
            return;
        meeting_member *m = f->m, last;
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
        m[2] = meeting_select(wdm_and(moves, keeps_0), &last, &m[2]);
        m[0] = meeting_select(wdm_and(moves, keeps_1), &last, &m[0]);
        m[1] = meeting_select(wdm_andnot(wdm_andnot(moves, keeps_0), keeps_1), &last, &m[1]);
    }
}

/* The bounds of sweep_entry.h; but where all other vertices are certainly behind the plane, the side that is entered is in it. */
static inline entry_half bound_entries(const meeting_half *p, wd3 way, const entry_face *f) {
    const meeting_member *m = f->m;
    const wd3 n = f->n;
    const wd size = wd3_length(n), extent = wd_scaled(p->extent, 1 + 0x1p-50), length_of_way = wd3_length(way);
    wd length[3], turn[3], aside = wd_set1(INFINITY);
    for (int k = 0; k < 3; k++) {
        const wd3 to = m[(k + 1) % 3].w;
        length[k] = wd3_length(wd3_sub(to, m[k].w));
        turn[k] = wd_sub(wd_set1(0), wd3_triple(way, m[k].w, to));
    }
    const wd off = wd_madd(wd_scaled(extent, ENTRY_EDGE_ERROR), wd_add(length[0], length[2]),
                           wd_mul(wd_scaled(length[0], 8 * DOUBLE_UNIT), length[2]));
    const wd gap_error = wd_mul(extent, wd_madd(size, wd_set1(ENTRY_GAP_ERROR), wd_scaled(off, 2)));
    const wd speed_error = wd_mul(length_of_way, wd_madd(size, wd_set1(ENTRY_SPEED_ERROR), off));
    const wd turn_error = wd_mul(wd_scaled(wd_mul(extent, extent), ENTRY_DETERMINANT_ERROR), length_of_way);
    const wd speed = wd_sub(wd_set1(0), wd3_dot(n, way)), farther = wd3_dot(n, m[0].w), beyond = farthest_beyond(f),
             gap = wd_add(farther, beyond);
    wdm sure = wdm_and(wd_gt(size, wd_scaled(off, 64)), wd_gt(speed, wd_scaled(speed_error, 64)));
    sure = wdm_and(sure, wd_gt(gap, gap_error));

    const wd before = wd_div(wd_msub(gap_error, wd_set1(2), beyond), size);
    for (int k = 0; k < 3; k++)
        aside = wd_min(aside, wd_div(wd_sub(turn[k], turn_error), length[k]));
    const wd inside =
        wd_mul(wd_sub(aside, wd_mul(wd_scaled(before, 2), length_of_way)), wd_scaled(wd_div(size, speed), 1 - 0x1p-8));
    sure = wdm_and(sure, wdm_and(wd_gt(inside, wd_set1(0)), wd_gt(wd_scaled(inside, 0x1p-10), before)));
    const wdm in_plane = wd_gt(wd_min(f->a.least, f->b.least), gap_error);
    const wd lean = wd_select(in_plane, wd_set1(0), wd_scaled(wd_div(before, inside), 1.25));
    entry_half out;
    out.lean = wd_add(lean, wd_madd(wd_div(off, size), wd_set1(2.5), wd_set1(ENTRY_NORMAL_ERROR)));
    out.normal = wd3_scale(n, wd_div(wd_set1(1), size));
    out.least = wd_scaled(wd_div(wd_sub(gap, gap_error), wd_add(speed, speed_error)), 1 - ZONOTOPE_QUOTIENT_ERROR);
    out.most = wd_scaled(wd_div(wd_add(farther, gap_error), wd_sub(speed, speed_error)), 1 + ZONOTOPE_QUOTIENT_ERROR);
    out.sure = wdm_and(sure, wdm_and(wd_gt(extent, wd_set1(0x1p-120)), wd_gt(wd_set1(0x1p120), extent)));
    out.sure = wdm_and(out.sure, wd_ge(out.least, wd_set1(ENTRY_EARLIEST)));
    return out;
}

/* Rounds times and normals, and stores them; returns the lanes whose bits are certain. */
static inline unsigned round_entries(const hits_found *out, size_t k, const entry_half *of) {
    const wd one = wd_set1(1);
    unsigned sure = wdm_bits(of[0].sure) | wdm_bits(of[1].sure) << WD_LANES;
    const w time = times_below(wd_min(of[0].least, one), wd_min(of[1].least, one));
    sure &= wm_bits(w_eq(time, times_below(wd_min(of[0].most, one), wd_min(of[1].most, one))));
    w_store(out->time + k, time);
    for (int axis = 0; axis < 3; axis++) {
        wd n[2];
        for (int half = 0; half < 2; half++)
            n[half] = axis == 0 ? of[half].normal.x : axis == 1 ? of[half].normal.y : of[half].normal.z;
        const w low = w_of(wd_sub(n[0], of[0].lean), wd_sub(n[1], of[1].lean));
        sure &= wm_bits(w_eq(low, w_of(wd_add(n[0], of[0].lean), wd_add(n[1], of[1].lean))));
        w_store(out->normal[axis] + k, w_add(low, w_zero())); /* never -0 */
    }
    return sure;
}

SPECIALISED wd vertices_of_half(const sepal_solids *set, const uint32_t *index, int half) {
    double size[WD_LANES];
    for (int lane = 0; lane < WD_LANES; lane++)
        size[lane] = (double)set->heads[index[2 * (lane + half * WD_LANES)]].size;
    return wd_load(size);
}

/* Half a group; a function of its own, so that both halves share its code and its room on the stack. face: what was found; it may be moved on. */
static SEPAL_NOINLINE entry_half entries_of_half(const solid_sweep_query *s, const sepal_pair *group, sizes n, int half,
                                                 const entries_found *found, entry_face *face) {
    const w3 move_a = solid_load_moves(s->moves_a, &group->a), move_b = solid_load_moves(s->moves_b, &group->b);
    const wd3 way = wd3_sub(wd3_of(move_b, half), wd3_of(move_a, half));
    meeting_half p;
    load_meeting_cores(&s->q, group, n, half, &p);
    for (int corner = 0; corner < 3; corner++)
        face->m[corner] = member_of_code(&p, found->code[corner], half);
    face->size_a = vertices_of_half(s->q.a, &group->a, half);
    face->size_b = vertices_of_half(s->q.b, &group->b, half);
    move_on(&p, way, face);
    return bound_entries(&p, way, face);
}

/* Returns the lanes that are certain. */
static SEPAL_NOINLINE unsigned settle_entries(const hits_found *asked, const sepal_pair *group, size_t k, sizes n,
                                              const entries_found *found) {
    entry_half of[2];
    entry_face face;
    for (int half = 0; half < 2; half++)
        of[half] = entries_of_half(asked->s, group, n, half, found, &face);
    return round_entries(asked, k, of) & found->lanes;
}

SPECIALISED lanes entry_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const hits_found *asked = question;
    entries_found found;
    find_entries(asked->s, group, n, &found);
    const unsigned sure = found.lanes == 0 ? 0 : settle_entries(asked, group, k, n, &found);
    return (lanes){sure, ALL_LANES & ~sure};
}

#endif
