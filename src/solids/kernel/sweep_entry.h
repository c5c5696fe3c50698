/* sweep_entry.h — when and how two cores meet first, or come within reach of each other above a face, in double, with a pair in each lane.
 *
 * The side by which the origin enters the Minkowski difference K is proposed as in cores_meet.h. The time is not less than that at
 * which the way comes to the farthest parallel plane of K, and not more than that at which it comes to the triangle; the normal of the side
 * cannot lean from that of the triangle by more than the one is below the other, seen from the way. If both ends of these intervals round
 * to the same bits, these are the answer (docs/numerics/solids_sweep.md, "Moving hulls in double"). Ties leave that open, as of solids that
 * graze each other. Within a reach r, K is asked about r nearer along the normal, where its face is a triangle, a parallelogram or a rectangle
 * along an axis; what comes within r of an edge or a vertex first stays open. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_H

#include "sweep_filters.h"
#include "sweep_shared.h"

/* One core at least is a hull or a box. The side is found by walk.h, and it is mostly known that it is in the plane of the triangle. What
 * is not certain stays open. */
enum { ENTRY_LAST_STEPS = 4 };
/* Times before that are left open, as times_below knows those from 2^-60 on. */
#define ENTRY_EARLIEST 0x1p-60

/* Not inlined, for its room on the stack. */
static SEPAL_NOINLINE void find_entries(const solid_sweep_query *s, const sepal_pair *group, sizes n, walk_found *out) {
    difference_lanes k;
    load_swept_shared(s, group, n, &k);
    k.inside = w3_sub(k.inside, w3_scale(k.move, w_set1(0.5F))); /* of K at the beginning, as closest_member is */
    k.d = w3_sub(k.d, start_beside(&k, n));
    walk_in_float(&k, walk_sizes(n), w3_scale(k.move, w_div(w_set1(1), w3_greatest(k.move))), out);
}

/* Half of a group: between which the time is; the normal, and by how much its components may differ. ahead: all of K is in front of the
 * plane at the beginning; apart: also while it moves. */
typedef struct entry_half {
    wdm sure, ahead, apart;
    wd least, most;
    wd3 normal, lean;
} entry_half;

/* Errors of a component of the cross product of two edges, relative to the magnitudes of its two products; and of one of the unit
 * normal that is made of it. */
#define TRIANGLE_CROSS_ERROR  (6 * DOUBLE_UNIT)
#define TRIANGLE_NORMAL_ERROR (8 * DOUBLE_UNIT)

static inline wd3 cross_magnitudes(wd3 e, wd3 g) {
    const wd3 p = wd3_magnitudes(e), q = wd3_magnitudes(g);
    return (wd3){wd_madd(p.y, q.z, wd_mul(p.z, q.y)), wd_madd(p.z, q.x, wd_mul(p.x, q.z)), wd_madd(p.x, q.y, wd_mul(p.y, q.x))};
}

/* How much the components of n, divided by its length, may differ, if those of n do by `error`. */
static inline wd3 lean_of_normal(wd3 n, wd3 error, wd inverse) {
    const wd share = wd_madd(wd_mul(wd3_sum(error), inverse), wd_set1(1.25), wd_set1(TRIANGLE_NORMAL_ERROR));
    return wd3_add(wd3_scale(error, wd_scaled(inverse, 1.25)), wd3_scale(wd3_magnitudes(n), wd_mul(share, inverse)));
}

/* The plane of a face: how far behind it all vertices of both cores certainly are that are not in it, times |n|; its normal n; by how
 * much the components of n / |n| may differ from what is computed. */
typedef struct entry_plane {
    wd behind;
    wd3 n, lean;
} entry_plane;

/* More of a plane where all coordinates are exact. Then edges are not rounded, a component of n is 0 if both of its products are, of any
 * two edges of the triangle, and more vertices are known to be in the plane, as those of the ends and sides of prisms. */
static SEPAL_NOINLINE void know_plane_exactly(const solids_query *q, const sepal_pair *group, int half, const difference_half *p,
                                              const walk_face *f, entry_plane *plane) {
    const wd size = wd3_length(f->n);
    const wd3 e = wd3_sub(f->m[1].w, f->m[0].w), g = wd3_sub(f->m[2].w, f->m[0].w), third = wd3_sub(g, e);
    const wd off = wd_mul(wd_scaled(wd3_length(e), 8 * DOUBLE_UNIT), wd3_length(g)),
             error = error_of_gap(wd_scaled(p->extent, 1 + 0x1p-50), size, off);
    const wd3 lean =
        lean_of_normal(f->n, wd3_scale(cross_magnitudes(e, g), wd_set1(TRIANGLE_CROSS_ERROR)), wd_div(wd_set1(1), size));
    wdm none[3] = {wdm_none(), wdm_none(), wdm_none()};
    unit_lanes units;
    walk_face again = *f;
    find_units(q, group, &units);
    const wdm exact = wd_ge(wd_set1(CORE_SPAN_EXACT), wd_load(units.span + half * WD_LANES));
    note_none(e, g, exact, none);
    note_none(e, third, exact, none);
    note_none(g, third, exact, none);
    const meeting_plane whole = plane_in_integers(p->extent, wd_load(units.scale + half * WD_LANES), f->m, error, exact);
    look_behind(p, none, &whole, &again);
    plane->behind = wd_select(exact, wd_sub(wd_min(again.a.least, again.b.least), error), plane->behind);
    clear_none(&plane->n, none);
    plane->lean = wd3_select(exact, lean, plane->lean);
    clear_none(&plane->lean, none);
}

/* As `aside` is from the sides of a triangle, from the lines through a corner and the middle of the side across: one of them has the other
 * diagonal of a parallelogram of which the triangle is a half. */
static inline wd aside_of_diagonals(const wd turn[3], const wd length[3], wd error) {
    wd aside = wd_set1(INFINITY);
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3;
        const wd apart = wd_msub(error, wd_set1(-2), wd_negated(wd_abs(wd_sub(turn[k], turn[next]))));
        aside = wd_min(aside, wd_div(apart, wd_add(length[k], length[next])));
    }
    return aside;
}

/* Is the face of the plane certainly a triangle or a parallelogram, of which the triangle is a half? So it is if no other vertex is in the
 * plane; or if of one core there is one vertex, and the other core is a box. n: the sizes of the blocks. */
static inline wdm is_simple_face(const walk_face *f, sizes n, wd error) {
    const member_half *m = f->m;
    const wdm alone_a = wd_gt(f->a.least, error), alone_b = wd_gt(f->b.least, error);
    const wdm one_a = wdm_and(wd_eq(m[0].number_a, m[1].number_a), wd_eq(m[0].number_a, m[2].number_a)),
              one_b = wdm_and(wd_eq(m[0].number_b, m[1].number_b), wd_eq(m[0].number_b, m[2].number_b));
    const wdm of_a = n.a == 0 ? wdm_and(alone_b, one_b) : wdm_none(), of_b = n.b == 0 ? wdm_and(alone_a, one_a) : of_a;
    return wdm_or(wdm_or(of_a, of_b), wdm_and(alone_a, alone_b));
}

/* Where the vertices of a core that are in a plane end, along two directions in it. alike: they are at no other places than these ends, as
 * those of a rectangle along both directions, and of a side or a corner of one. */
typedef struct face_ends {
    wd low[2], high[2];
    wdm alike;
} face_ends;

/* from: of a vertex in the plane; error: n . v of no other vertex differs by less; slack: closer places are alike. */
static SEPAL_NOINLINE face_ends find_face_ends(const vertices_half *c, wd3 n, wd3 from, const wd3 along[2], wd error, wd slack) {
    face_ends out = {{wd_set1(INFINITY), wd_set1(INFINITY)}, {wd_set1(-INFINITY), wd_set1(-INFINITY)}, wdm_all()};
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t k = 0; k < c->size; k++) {
            const wd3 v = {c->at[k], c->at[c->size + k], c->at[2 * c->size + k]};
            const wdm in = wd_ge(error, wd_abs(wd3_dot(n, wd3_sub(v, from))));
            for (int axis = 0; axis < 2; axis++) {
                const wd at = wd3_dot(along[axis], v);
                if (pass == 0) {
                    out.low[axis] = wd_select(in, wd_min(out.low[axis], at), out.low[axis]);
                    out.high[axis] = wd_select(in, wd_max(out.high[axis], at), out.high[axis]);
                    continue;
                }
                const wd off = wd_min(wd_abs(wd_sub(at, out.low[axis])), wd_abs(wd_sub(at, out.high[axis])));
                out.alike = wdm_and(out.alike, wdm_or(wd_ge(slack, off), wdm_not(in)));
            }
        }
    return out;
}

/* Is the origin off all lines through two points of a grid of four by four, by more than `error`? Along the line through two of them, it is
 * the same share of the way from the one to the other by both coordinates. grid: those, of which no two need differ. */
static SEPAL_NOINLINE wdm is_off_grid_lines(wd grid[2][4], wd error) {
    enum { COUPLES = 6 };
    const wd one = wd_set1(1), none = wd_set1(INFINITY);
    wd share[2][COUPLES], off[2][COUPLES];
    wdm out = wdm_all();
    for (int axis = 0; axis < 2; axis++)
        for (int i = 0, couple = 0; i < 4; i++) {
            out = wdm_and(out, wd_gt(wd_abs(grid[axis][i]), error)); /* the lines along the grid */
            for (int j = i + 1; j < 4; j++, couple++) {
                const wd inverse = wd_div(one, wd_sub(grid[axis][i], grid[axis][j]));
                share[axis][couple] = wd_mul(grid[axis][i], inverse);
                off[axis][couple] = wd_abs(wd_mul(error, inverse));
            }
        }
    for (int x = 0; x < COUPLES; x++)
        for (int y = 0; y < COUPLES; y++) {
            const wd least = wd_scaled(wd_add(off[0][x], off[1][y]), 2), s = share[0][x], t = share[1][y];
            const wdm beside = wdm_and(wd_gt(wd_abs(wd_sub(s, t)), least), wd_gt(wd_abs(wd_sub(wd_add(s, t), one)), least));
            out = wdm_and(out, wdm_or(beside, wd_ge(least, none)));
        }
    return out;
}

/* How far beside the part that is met the reference may take one. */
static inline wd aside_of_met(wd extent, wd reach, wd length_of_way) {
    return wd_madd(reach, wd_set1(ROUND_MET_REACH), wd_mul(wd_add(extent, length_of_way), wd_set1(ROUND_MET_EXTENT)));
}

/* How b moves as seen from a, and the reach, of half a group. */
static inline wd3 way_of_swept_half(const solid_sweep_query *s, const sepal_pair *group, int half) {
    const w3 move_a = solid_load_moves(s->moves_a, &group->a), move_b = solid_load_moves(s->moves_b, &group->b);
    return wd3_sub(wd3_of(move_b, half), wd3_of(move_a, half));
}
static inline wd reach_of_swept_half(const solids_query *q, const sepal_pair *group, int half) {
    const w of_a = solid_load_radii(q->a, &group->a), of_b = solid_load_radii(q->b, &group->b);
    return wd_add(wd_add(wd_of(of_a, half), wd_of(of_b, half)), wd_set1((double)q->margin));
}

/* Is the face of the plane certainly a rectangle along an axis, as of boxes that stand upright, and the foot of the origin off all lines through
 * two of its members, when the plane is the reach away and where the reference takes the part? There are up to sixteen members. Not inlined, and
 * with little from its caller, for the room on the stack. */
static SEPAL_NOINLINE wdm is_off_members_of_rectangle(const solid_sweep_query *s, const sepal_pair *group, int half,
                                                      const difference_half *p, const walk_face *f, const wd3 *lean) {
    const wd3 n = f->n, from = f->m[0].w, way = way_of_swept_half(s, group, half);
    const wd reach = reach_of_swept_half(&s->q, group, half);
    const wd zero = wd_set1(0), one = wd_set1(1), size = wd3_length(n), length_of_way = wd3_length(way),
             extent = wd_scaled(wd_add(p->extent, reach), 1 + 0x1p-50), speed = wd_sub(zero, wd3_dot(n, way));
    const wd off = error_of_normal(extent, wd3_length(wd3_sub(f->m[1].w, from)), wd3_length(wd3_sub(f->m[2].w, from)));
    const wd error = error_of_gap(extent, size, off), before = wd_div(wd_msub(error, wd_set1(2), farthest_beyond(f)), size);
    const wd time = wd_div(wd_sub(wd3_dot(n, from), wd_mul(size, reach)), speed), steep = wd_div(size, speed);
    const wd later = wd_mul(wd_scaled(wd_add(before, aside_of_met(extent, reach, length_of_way)), 4), wd_mul(length_of_way, steep));
    const wd rounding = wd_madd(wd_div(off, size), wd_set1(4), wd_set1(64 * DOUBLE_UNIT));
    const wd aside = wd_madd(wd_add(extent, length_of_way), rounding, later), slack = wd_scaled(aside, 0x1p-2);

    const wdm first = wd_eq(lean->x, zero), second = wdm_andnot(wd_eq(lean->y, zero), first),
              third = wdm_andnot(wd_eq(lean->z, zero), wdm_or(first, second));
    const wd3 axis = {wd_select(first, one, zero), wd_select(second, one, zero), wd_select(third, one, zero)};
    const wd3 along[2] = {axis, wd3_scale(wd3_cross(n, axis), wd_div(one, size))};
    const face_ends a = find_face_ends(&p->a, n, f->m[0].a, along, error, slack),
                    b = find_face_ends(&p->b, n, f->m[0].b, along, error, slack);
    wd grid[2][4];
    for (int k = 0; k < 2; k++) {
        const wd place = wd_mul(wd_sub(zero, time), wd3_dot(along[k], way));
        grid[k][0] = wd_sub(wd_sub(b.low[k], a.low[k]), place);
        grid[k][1] = wd_sub(wd_sub(b.low[k], a.high[k]), place);
        grid[k][2] = wd_sub(wd_sub(b.high[k], a.low[k]), place);
        grid[k][3] = wd_sub(wd_sub(b.high[k], a.high[k]), place);
    }
    const wdm rectangle = wdm_and(wdm_or(first, wdm_or(second, third)), wdm_and(a.alike, b.alike));
    return wdm_and(rectangle, is_off_grid_lines(grid, wd_scaled(aside, 2)));
}

/* Of the triangle that was found. Not sure where the cores may be within reach at the beginning, or the way may not lead through the inside of
 * the triangle. Where all other vertices are certainly behind its plane, the side that is entered is in it. larger: receives where it is neither a
 * triangle nor a parallelogram, so that more is to be asked about it. */
static inline void bound_entries(const solids_query *q, const sepal_pair *group, sizes blocks, int half, const difference_half *p,
                                 wd3 way, wd reach, const walk_face *f, entry_half *out, wdm *larger) {
    const member_half *m = f->m;
    const wd3 n = f->n;
    const wd zero = wd_set1(0), size = wd3_length(n), extent = wd_scaled(wd_add(p->extent, reach), 1 + 0x1p-50),
             length_of_way = wd3_length(way);
    const wd3 nearer = wd3_scale(n, wd_div(reach, size));
    const wdm reaches = wd_gt(reach, zero);
    wd length[3], turn[3], aside = wd_set1(INFINITY);
    for (int k = 0; k < 3; k++) {
        const wd3 to = m[(k + 1) % 3].w;
        length[k] = wd3_length(wd3_sub(to, m[k].w));
        turn[k] = wd_sub(zero, wd3_triple(way, wd3_sub(m[k].w, nearer), wd3_sub(to, nearer)));
    }
    const wd off = error_of_normal(extent, length[0], length[2]), gap_error = error_of_gap(extent, size, off);
    const wd speed_error = wd_mul(length_of_way, wd_madd(size, wd_set1(ENTRY_SPEED_ERROR), off));
    const wd turn_error = wd_mul(wd_scaled(wd_mul(extent, extent), ENTRY_DETERMINANT_ERROR), length_of_way);
    const wd speed = wd_sub(zero, wd3_dot(n, way)), farther = wd_sub(wd3_dot(n, m[0].w), wd_mul(size, reach)),
             beyond = farthest_beyond(f), gap = wd_add(farther, beyond);
    wdm sure = wdm_and(wd_gt(size, wd_scaled(off, 64)), wd_gt(speed, wd_scaled(speed_error, 64)));
    sure = wdm_and(sure, wd_gt(gap, gap_error));
    const wd nearest = wd_sub(gap, gap_error);
    const wdm apart = wdm_and(wd_gt(nearest, zero), wd_gt(nearest, wd_add(speed, speed_error)));

    const wd before = wd_div(wd_msub(gap_error, wd_set1(2), beyond), size);
    const wd off_normal = wd_madd(wd_div(off, size), wd_set1(2.5), wd_set1(ENTRY_NORMAL_ERROR)), steep = wd_div(size, speed);
    for (int k = 0; k < 3; k++)
        aside = wd_min(aside, wd_div(wd_sub(turn[k], turn_error), length[k]));
    if (wdm_bits(reaches) != 0)
        aside = wd_select(
            reaches,
            wd_sub(wd_min(aside, aside_of_diagonals(turn, length, turn_error)), wd_mul(wd_mul(reach, off_normal), length_of_way)),
            aside);
    const wd inside = wd_mul(wd_sub(aside, wd_mul(wd_scaled(before, 2), length_of_way)), wd_scaled(steep, 1 - 0x1p-8));
    sure = wdm_and(sure, wdm_and(wd_gt(inside, zero), wd_gt(wd_scaled(inside, 0x1p-10), before)));
    entry_plane plane = {wd_sub(wd_min(f->a.least, f->b.least), gap_error), n, {off_normal, off_normal, off_normal}};
    *larger = wdm_none();
    if (wdm_bits(reaches) != 0) {
        const wd met = aside_of_met(extent, reach, length_of_way);
        const wdm far = wd_gt(inside, wd_mul(wd_mul(wd_scaled(met, 4), length_of_way), steep));
        sure = wdm_andnot(sure, wdm_andnot(reaches, far));
        *larger = wdm_andnot(wdm_and(sure, reaches), is_simple_face(f, blocks, gap_error));
        sure = wdm_andnot(sure, wdm_andnot(*larger, wd3_has_zero(n)));
    }
    if (wdm_bits(wdm_and(sure, wdm_or(wd3_has_zero(n), wd_ge(zero, plane.behind)))) != 0)
        know_plane_exactly(q, group, half, p, f, &plane);
    sure = wdm_andnot(sure, wdm_and(reaches, wd_ge(zero, plane.behind)));
    const wd tilt = wd_select(wd_gt(plane.behind, zero), zero, wd_scaled(wd_div(before, inside), 1.25));
    out->lean = wd3_add((wd3){tilt, tilt, tilt}, plane.lean);
    out->normal = wd3_scale(plane.n, wd_div(wd_set1(1), size));
    out->least = wd_scaled(wd_div(wd_sub(gap, gap_error), wd_add(speed, speed_error)), 1 - ZONOTOPE_QUOTIENT_ERROR);
    out->most = wd_scaled(wd_div(wd_add(farther, gap_error), wd_sub(speed, speed_error)), 1 + ZONOTOPE_QUOTIENT_ERROR);
    const wdm in_range = wdm_and(wd_gt(extent, wd_set1(0x1p-120)), wd_gt(wd_set1(0x1p120), extent));
    out->ahead = wd_gt(gap, gap_error);
    out->apart = wdm_and(apart, in_range);
    const wd earliest = wd_select(reaches, wd_set1(ROUND_EARLIEST), wd_set1(ENTRY_EARLIEST));
    out->sure = wdm_and(wdm_and(sure, in_range), wd_ge(out->least, earliest));
}

/* Rounds times and normals, and stores them; returns the lanes whose bits are certain. */
static inline unsigned round_entries(const hits_found *out, size_t k, const entry_half *of) {
    const wd one = wd_set1(1);
    unsigned sure = wdm_bits(of[0].sure) | wdm_bits(of[1].sure) << WD_LANES;
    const w time = times_below(wd_min(of[0].least, one), wd_min(of[1].least, one));
    sure &= wm_bits(w_eq(time, times_below(wd_min(of[0].most, one), wd_min(of[1].most, one))));
    w_store(out->time + k, time);
    const wd3 low[2] = {wd3_sub(of[0].normal, of[0].lean), wd3_sub(of[1].normal, of[1].lean)};
    const wd3 high[2] = {wd3_add(of[0].normal, of[0].lean), wd3_add(of[1].normal, of[1].lean)};
    return sure & store_normals(out, k, low, high);
}

/* Half a group; a function of its own, so that both halves share its code and its room on the stack. face: as found; it may be moved on. */
static SEPAL_NOINLINE void entries_of_half(const solid_sweep_query *s, const sepal_pair *group, sizes n, int half,
                                           const walk_found *walked, walk_face *face, entry_half *out) {
    const wd3 way = way_of_swept_half(s, group, half);
    difference_half p;
    wdm larger;
    load_walk(&s->q, group, n, half, walked, &p, face);
    walk_in_double(&p, way, wd_scaled(p.extent, MEMBER_GAP_ERROR), ENTRY_LAST_STEPS, face);
    bound_entries(&s->q, group, n, half, &p, way, reach_of_swept_half(&s->q, group, half), face, out, &larger);
    if (wdm_bits(wdm_and(out->sure, larger)) != 0)
        out->sure = wdm_andnot(out->sure, wdm_andnot(larger, is_off_members_of_rectangle(s, group, half, &p, face, &out->lean)));
}

/* Proposes the triangles of half of a group, but those that are not `ahead`. k: where its lane 0 is in the block. */
static inline void propose_faces(const hits_found *asked, size_t k, const walk_face *f, wdm ahead) {
    for (int corner = 0; corner < 3; corner++) {
        const wd code = wd_madd(f->m[corner].number_a, wd_set1(HULL_VERTICES), f->m[corner].number_b);
        double of[WD_LANES];
        wd_store(of, wd_select(ahead, code, wd_set1(NO_CORNER)));
        for (size_t lane = 0; lane < WD_LANES; lane++)
            asked->proposed[corner][k + lane] = (uint16_t)of[lane];
    }
}

/* Returns the lanes that are certain to meet, and how; apart: receives those that do not. */
static SEPAL_NOINLINE unsigned settle_entries(const hits_found *asked, const sepal_pair *group, size_t k, sizes n,
                                              const walk_found *walked, unsigned *apart) {
    entry_half of[2];
    walk_face face;
    assert(walked->lanes != 0);
    for (int half = 0; half < 2; half++) {
        entries_of_half(asked->s, group, n, half, walked, &face, &of[half]);
        propose_faces(asked, k + (size_t)half * WD_LANES, &face, of[half].ahead);
        of[half].sure = wdm_and(of[half].sure, wd_ge(wd_set1(1), of[half].most));
    }
    *apart = (wdm_bits(of[0].apart) | wdm_bits(of[1].apart) << WD_LANES) & walked->lanes;
    return round_entries(asked, k, of) & walked->lanes & ~*apart;
}

/* Whether the pairs meet, when and how. */
SPECIALISED lanes entry_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const hits_found *asked = question;
    walk_found walked;
    unsigned before = 0;
    find_entries(asked->s, group, n, &walked);
    for (size_t lane = 0; lane < SEPAL_LANES && walked.lanes == 0; lane++)
        asked->proposed[0][k + lane] = NO_CORNER;
    const unsigned sure = walked.lanes == 0 ? 0 : settle_entries(asked, group, k, n, &walked, &before);
    return (lanes){sure, ALL_LANES & ~(sure | before)};
}

#endif
