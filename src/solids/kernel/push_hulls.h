/* push_hulls.h — the pushes of hulls, a pair in each lane: of those that meet the face of the Minkowski difference K = {b - a} by which
 * they leave each other, of those that are apart its nearest part.
 *
 * Of two that meet, a triangle of members is moved outwards along a ray until it is in a face, and the ray turned to the normal of the face
 * until the foot of the origin is inside of it. With bounds, its plane is that of the nearest face if no member is beyond it, all members
 * that are not in it stay behind by enough, and the tetrahedron of the triangle and the member farthest behind it reaches no other plane as
 * near. What is not certain stays open (docs/numerics/solids_kernels.md, "Hulls that meet"). All of it is in double. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_HULLS_H
#define SEPAL_SOLIDS_KERNEL_PUSH_HULLS_H

#include "closest.h"
#include "members.h"
#include "sweep_shared.h"

#include "../../simd/tails.h"
#include "../points.h"

/* --- Bounds ----------------------------------------------------------------------------------------------------------- */

enum { MEETING_STEPS = 48 };
/* A step along n that gains less, as a share of |n|_1 R, is the last one. */
#define MEETING_PROGRESS 0x1p-46
/* How much farther than the nearest plane all others are, of R: more than what the reference may confuse. */
#define MEETING_GAP 0x1p-40
/* The square of the radius of a disc that covers a cap, at least, over the depth of the cap and the radius of the ball. */
#define MEETING_CAP 9
/* The greatest share of its length that the error of n may be. */
#define MEETING_KNOWN 0x1p-45
/* An error that is a greater share of a distance may keep it from being rounded; what it is in twice the digits, as a share of R times the
 * share of n that is error. */
#define MEETING_ROUNDED 0x1p-30
#define MEETING_TWOFOLD (16 * DOUBLE_UNIT)
/* The most tetrahedra on a side. */
enum { MEETING_TETRAHEDRA = 4 };
/* The greatest tangent of the angle between two faces that is counted on. */
#define MEETING_ANGLE 0x1p-8

/* --- The face that a ray from the origin leaves K through --------------------------------------------------------------------------
 *
 * It is found as in portal.h, with the origin as the inner point. What is found is a proposal, by the numbers of vertices. */

static inline wdm is_same_member_half(const member_half *p, const member_half *q) {
    return wdm_and(wd_eq(p->number_a, q->number_a), wd_eq(p->number_b, q->number_b));
}

/* Turns the ray to the normal n of the triangle, if it does not pass through it; then m[0] and m[1] are those between which it leaves.
 * Returns the lanes in which it passes. */
static inline wdm turn_ray(member_half *m, wd3 n, wdm where, wd3 *ray) {
    wd zero = wd_set1(0);
    wdm out01 = wd_gt(zero, wd3_triple(m[0].w, m[1].w, n)), out12 = wd_gt(zero, wd3_triple(m[1].w, m[2].w, n)),
        out20 = wd_gt(zero, wd3_triple(m[2].w, m[0].w, n));
    wdm out = wdm_and(where, wdm_or(out01, wdm_or(out12, out20)));
    member_half rest = member_half_select(out12, &m[2], &m[0]), first = member_half_select(out01, &m[1], &rest);
    rest = member_half_select(out12, &m[1], &m[2]);
    member_half second = member_half_select(out01, &m[0], &rest);
    m[0] = member_half_select(out, &first, &m[0]);
    m[1] = member_half_select(out, &second, &m[1]);
    *ray = wd3_select(out, n, *ray);
    return wdm_andnot(where, out);
}

/* Moves a triangle outwards, as long as the ray does not leave K through it. whole: the lanes that have one to begin with; in the others
 * m[0] and m[1] are there, between which the ray passes. Returns the lanes that have one in the end. Not inlined, as its room on the stack
 * is not needed beside that of settle_meeting. */
static SEPAL_NOINLINE wdm move_triangle(const difference_half *p, member_half *m, wd3 ray, wdm whole) {
    wd zero = wd_set1(0);
    wdm done = wdm_none(), lost = wdm_none(); /* lost: the origin is not inside of K, or cannot be told from its boundary */
    for (int step = 0; step < MEETING_STEPS; step++) {
        wd3 n = wd3_select(whole, triangle_normal(m), wd3_cross(m[0].w, m[1].w));
        member_half q = farthest_member_half(p, n);
        wdm known = wdm_not(wd_gt(wd3_dot(n, wd3_sub(q.w, m[0].w)), wd_mul(wd_scaled(wd3_sum(n), MEETING_PROGRESS), p->extent)));
        known = wdm_or(known, wdm_or(is_same_member_half(&q, &m[0]), is_same_member_half(&q, &m[1])));
        const wdm inside = wdm_andnot(wd_gt(wd3_dot(n, q.w), zero), wdm_andnot(known, whole));
        lost = wdm_or(lost, wdm_not(wdm_or(inside, done)));
        done = wdm_or(done, lost);
        known = wdm_or(known, is_same_member_half(&q, &m[2]));
        wdm at_face = wdm_andnot(wdm_and(whole, known), done), move = wdm_andnot(wdm_andnot(whole, known), done),
            find = wdm_not(wdm_or(whole, done));

        /* the part of the triangle that the ray passes through now */
        wd of0 = wd3_triple(m[0].w, q.w, ray), of1 = wd3_triple(m[1].w, q.w, ray), of2 = wd3_triple(m[2].w, q.w, ray);
        wdm in01 = wdm_and(wd_ge(zero, of0), wd_ge(of1, zero)),
            in12 = wdm_andnot(wdm_and(wd_ge(zero, of1), wd_ge(of2, zero)), in01);
        wdm put2 = wdm_and(move, in01), put0 = wdm_and(move, in12), put1 = wdm_andnot(move, wdm_or(in01, in12));
        /* of three members: does the ray pass outside of a new side? */
        wdm out1 = wdm_and(find, wd_gt(zero, of1)), out0 = wdm_andnot(wdm_and(find, wd_gt(of0, zero)), out1);
        put0 = wdm_or(put0, out1);
        put1 = wdm_or(put1, out0);
        wdm closed = wdm_andnot(find, wdm_or(out0, out1));
        put2 = wdm_or(put2, closed);
        wdm passes = turn_ray(m, n, at_face, &ray);
        whole = wdm_andnot(wdm_or(whole, closed), wdm_andnot(at_face, passes));
        done = wdm_or(done, passes);
        m[0] = member_half_select(put0, &q, &m[0]);
        m[1] = member_half_select(put1, &q, &m[1]);
        m[2] = member_half_select(put2, &q, &m[2]);
        if (wdm_bits(wdm_not(done)) == 0)
            break;
    }
    return wdm_andnot(done, lost);
}

/* --- Its certainty --------------------------------------------------------------------------------------------------------------- */

/* How far behind the plane are all vertices of one core that are not in it? inward: to where the core is; else as behind_members_of. */
static SEPAL_NOINLINE wd behind_plane(const vertices_half *c, wd3 inward, const wd3 *corner, const wd *through, wdm joined,
                                      const wdm *none, const meeting_plane *plane) {
    return behind_members_of(c, wd_set1(INFINITY), inward, corner, through, joined, none, plane).least;
}

/* How far behind the plane through three members, with the normal n, are all vertices that are not in it, times |n|? */
static inline wd behind_members(const difference_half *p, const member_half *m, wd3 n, const wdm *none,
                                const meeting_plane *plane) {
    const wdm joined = are_joined(m);
    const wd of_a[3] = {m[0].number_a, m[1].number_a, m[2].number_a}, of_b[3] = {m[0].number_b, m[1].number_b, m[2].number_b};
    const wd3 a[3] = {m[0].a, m[1].a, m[2].a}, b[3] = {m[0].b, m[1].b, m[2].b};
    return wd_min(behind_plane(&p->a, n, a, of_a, joined, none, plane),
                  behind_plane(&p->b, wd3_minus(n, wdm_all()), b, of_b, joined, none, plane));
}

/* Is the plane through v along e and g certainly farther from the origin than `least`, and e x g outward? */
static inline wdm is_certainly_farther(wd3 v, wd3 e, wd3 g, wd least, wd extent) {
    wd3 n = wd3_cross(e, g);
    wd error = wd_mul(wd_scaled(wd3_sum(e), 8 * DOUBLE_UNIT), wd3_sum(g));
    wd reach = wd_sub(wd3_dot(n, v), wd_mul(extent, wd_madd(error, wd_set1(4), wd_scaled(wd3_sum(n), 16 * DOUBLE_UNIT))));
    wd size = wd_add(wd_sqrt(wd3_dot(n, n)), error);
    return wd_gt(reach, wd_mul(wd_scaled(size, 1 + 0x1p-40), least));
}

/* What push_meeting.h knows of K: that all of it up to the plane through members farther along n than all others by `plane` / 4 reaches
 * as far as `others`. */
typedef struct meeting_ball {
    wd3 n;
    wd others, plane;
} meeting_ball;

/* Is m the direction n, but for 2^-16? */
static inline wdm is_nearly_along(wd3 n, wd3 m) {
    const wd3 d = wd3_sub(n, m);
    return wd_gt(wd_set1(0x1p-16), wd_max(wd_abs(d.x), wd_max(wd_abs(d.y), wd_abs(d.z))));
}

/* The plane through three members, with the outer normal n; share: of its length that is error; distance: from the origin, along n. behind:
 * how far behind it all other members are. sure: the lanes in which n is known well enough for that. */
typedef struct plane_half {
    wd3 n;
    wd size, inverse, share, distance, behind;
    wdm sure;
} plane_half;

/* The face of half a group, of members in the lanes `found`, and what a push by it is. */
static SEPAL_NOINLINE plane_half face_of_members(const difference_half *p, const member_half *m, wdm found, certified_push *out) {
    const wd zero = wd_set1(0), extent = p->extent;
    const wd3 e0 = wd3_sub(m[1].w, m[0].w), e1 = wd3_sub(m[2].w, m[0].w);
    plane_half f = {.n = wd3_cross(e0, e1)};
    f.size = wd_sqrt(wd3_dot(f.n, f.n));
    f.inverse = wd_div(wd_set1(1), f.size);
    const wd error = wd_mul(wd_scaled(wd3_sum(e0), 8 * DOUBLE_UNIT), wd3_sum(e1));
    f.share = wd_mul(error, f.inverse);
    f.distance = wd_mul(wd3_dot(f.n, m[0].w), f.inverse);
    out->n = wd3_scale(f.n, wd_sub(zero, f.inverse));
    out->none[0] = out->none[1] = out->none[2] = wdm_none();
    if (wdm_bits(wd3_has_zero(f.n)) != 0)
        note_none(e0, e1, wdm_all(), out->none);
    out->direction_error = wd_scaled(f.share, 2.2);
    out->distance_error = wd_mul(extent, wd_madd(f.share, wd_set1(7), wd_set1(32 * DOUBLE_UNIT)));

    /* all other members are behind the plane */
    const wd limit = wd_mul(extent, wd_madd(f.share, wd_set1(8), wd_set1(32 * DOUBLE_UNIT)));
    f.behind = wd_sub(wd_mul(behind_members(p, m, f.n, out->none, NULL), f.inverse), limit);
    f.sure = wdm_and(found, wd_gt(wd_set1(MEETING_KNOWN), f.share));
    const wdm flush = wdm_andnot(f.sure, wd_gt(f.behind, zero));
    if (wdm_bits(flush) != 0) {
        const meeting_plane plane = plane_in_integers(extent, p->unit, m, wd_mul(limit, f.size), flush);
        const wd others = behind_members(p, m, f.n, out->none, &plane);
        f.behind = wd_select(flush, wd_sub(wd_mul(others, f.inverse), limit), f.behind);
    }
    return f;
}

/* The distance of a face in twice the digits, where double does not know it well enough to round it: of cores that nearly touch. The members are
 * exact (docs/numerics/solids_kernels.md, "Hulls that meet"). */
static SEPAL_NOINLINE void refine_distance(const member_half *m, wd extent, plane_half *f, certified_push *out) {
    const wdm poor = wdm_and(f->sure, wd_gt(out->distance_error, wd_scaled(wd_abs(f->distance), MEETING_ROUNDED)));
    const wd3 e0 = wd3_sub(m[1].w, m[0].w), e1 = wd3_sub(m[2].w, m[0].w);
    const wd of_e[3] = {e0.x, e0.y, e0.z}, of_g[3] = {e1.x, e1.y, e1.z}, of_w[3] = {m[0].w.x, m[0].w.y, m[0].w.z},
             zero = wd_set1(0);
    tailed along = {zero, zero};
    if (wdm_bits(poor) == 0)
        return;
    for (int k = 0; k < 3; k++) {
        const int y = (k + 1) % 3, z = (k + 2) % 3;
        const tailed n = tailed_sub(tailed_product(of_e[y], of_g[z]), tailed_product(of_e[z], of_g[y]));
        along = tailed_add(along, tailed_mul(n, (tailed){of_w[k], zero}));
    }
    const wd distance = wd_mul(along.high, f->inverse);
    const wd error = wd_madd(wd_abs(distance), wd_madd(f->share, wd_set1(2), wd_set1(16 * DOUBLE_UNIT)),
                             wd_mul(wd_scaled(extent, MEETING_TWOFOLD), f->share));
    f->distance = wd_select(poor, distance, f->distance);
    out->distance_error = wd_select(poor, error, out->distance_error);
}

/* How far inside of the side from v to `to` of a triangle the foot of the origin is. */
static inline wd inside_of_side(const difference_half *p, const plane_half *f, wd3 v, wd3 to) {
    const wd3 e = wd3_sub(to, v);
    const wd off = wd_mul(wd_mul(p->extent, p->extent), wd_madd(f->share, wd_set1(8), wd_set1(128 * DOUBLE_UNIT)));
    return wd_div(wd_sub(wd_mul(wd3_triple(v, to, f->n), f->inverse), off), wd_sqrt(wd3_dot(e, e)));
}

/* Is the side of K beyond an edge from v to `to` of a face certainly farther from the origin than `least`? By the plane through the edge
 * and `apex`; where that is too near, by those of a tetrahedron on it, whose last corner is the member farthest beyond it, and so on. */
static inline wdm is_side_far(const difference_half *p, wd3 v, wd3 to, wd3 apex, wd least, wdm asked) {
    const wd zero = wd_set1(0);
    const wd3 e = wd3_sub(to, v);
    wdm far = wdm_none();
    for (int step = 0;; step++) {
        const wd3 g = wd3_sub(apex, v);
        far = wdm_or(far, wdm_and(asked, is_certainly_farther(v, g, e, least, p->extent)));
        asked = wdm_andnot(asked, far);
        if (step == MEETING_TETRAHEDRA || wdm_bits(asked) == 0)
            return far;
        const wd3 side = wd3_cross(g, e), q = farthest_member_half(p, side).w, h = wd3_sub(q, v);
        const wd room = wd_mul(p->extent, wd_mul(wd_scaled(wd3_sum(e), 64 * DOUBLE_UNIT), wd3_sum(g)));
        asked = wdm_and(asked, wdm_and(is_certainly_farther(v, g, e, zero, p->extent), wd_gt(wd3_dot(side, h), room)));
        asked = wdm_and(asked, is_certainly_farther(v, g, h, least, p->extent));
        asked = wdm_and(asked, is_certainly_farther(apex, wd3_sub(to, apex), wd3_sub(q, apex), least, p->extent));
        apex = q;
    }
}

/* The lanes in which the origin is in the plane of a face, exactly. */
static SEPAL_NOINLINE wdm is_in_face(const difference_half *p, const member_half *m, const plane_half *f, wd error) {
    const wdm near = wdm_and(f->sure, wd_ge(wd_scaled(error, 2), wd_abs(f->distance)));
    if (wdm_bits(near) == 0)
        return near;
    const meeting_plane plane = plane_in_integers(p->extent, p->unit, m, wd_mul(error, f->size), near);
    return wdm_and(plane.asked, wl_zero(wl3_dot(plane.n, wl3_of(wd3_scale(m[0].w, p->unit)))));
}

/* Does the line of the reference certainly leave K through a triangle in whose plane the origin is (docs/numerics/solids_kernels.md, "Hulls that
 * meet")? Ties are told by integers: of a turn that is 0, where the line begins, as in sign_beside. */
static SEPAL_NOINLINE wdm is_left_by(const difference_half *p, const member_half *m) {
    static const uint32_t of_box[4] = {7, 0, 6}; /* where find_spanning has 0, 1, 2 */
    const wd unit = p->unit, cube = wd_mul(wd_mul(unit, unit), unit);
    double line[3][WD_LANES];
    for (int lane = 0; lane < WD_LANES; lane++)
        way_through(p->q, p->group[lane], &line[0][lane], WD_LANES);
    const wd3 way = {wd_load(line[0]), wd_load(line[1]), wd_load(line[2])};
    const wd error = wd_mul(wd_scaled(wd3_sum(way), ENTRY_DETERMINANT_ERROR), wd_mul(p->extent, p->extent));
    wdm out = wdm_and(wd_ge(wd_set1(MEETING_INTEGER_EXTENT / 8), wd_mul(p->extent, unit)),
                      wd_ge(wd_set1(MEETING_INTEGER), wd_scaled(wd_mul(error, cube), 2)));
    const wl3 whole = wl3_of(wd3_scale(way, wd_select(out, unit, wd_set1(0))));
    for (int k = 0; k < 3 && wdm_bits(out) != 0; k++) {
        wd turn = wd_set1(0);
        wd3 from = m[k].w, to = m[(k + 1) % 3].w;
        for (uint32_t i = 0; i < 4 && wdm_bits(wdm_and(out, wd_eq(turn, wd_set1(0)))) != 0; i++) {
            const wl next = wl3_dot(wl3_cross(whole, wl3_of(wd3_scale(from, unit))), wl3_of(wd3_scale(to, unit)));
            turn = wd_select(wd_eq(turn, wd_set1(0)), settled(wd3_triple(way, from, to), error, next), turn);
            const uint32_t a = p->n.a == 0 ? of_box[0] : 0, b = p->n.b == 0 ? of_box[i] : i;
            from = wd3_sub((wd3){p->b.at[b], p->b.at[p->b.size + b], p->b.at[2 * (size_t)p->b.size + b]},
                           (wd3){p->a.at[a], p->a.at[p->a.size + a], p->a.at[2 * (size_t)p->a.size + a]});
            to = wd3_sub(m[k].w, m[(k + 1) % 3].w);
        }
        out = wdm_and(out, wd_gt(turn, wd_set1(0)));
    }
    return out;
}

/* The member that is taken for the last corner of the tetrahedron on a triangle: far behind, on the side of the foot of the origin. Of prisms
 * many are as far behind, and planes through a near side and one on the other side of K leave the origin outside. Of cores that nearly touch it
 * is one of the farthest behind, as K may be thin. */
static inline member_half last_corner(const difference_half *p, const member_half *m, const plane_half *f) {
    const wd3 sum = wd3_add(wd3_add(m[0].w, m[1].w), m[2].w), n = wd3_scale(f->n, f->inverse);
    const wd length = wd3_sum(wd3_sub(m[1].w, m[0].w)), behind = wd_scaled(wd_sub(wd_scaled(f->distance, 4), length), 3);
    const wd steep = wd_select(wd_gt(wd_scaled(p->extent, 0x1p-12), f->distance), wd_scaled(behind, 0x1p20), behind);
    return farthest_member_half(p, wd3_sub(wd3_scale(n, steep), wd3_scale(sum, wd_set1(4))));
}

/* Has the cone from the origin over the disc of this radius around its foot in a plane all of the ball with the radius `ball` in it that is
 * behind the plane by no more than `low`? */
static inline wdm covers_cap(wd radius, wd distance, wd ball, wd low) {
    const wdm wide = wd_gt(wd_mul(radius, radius), wd_mul(wd_scaled(low, MEETING_CAP), ball));
    return wdm_and(wdm_and(wide, wd_gt(radius, wd_set1(0))), wd_gt(distance, wd_scaled(low, 2)));
}

/* Half of a group: of cores that meet or touch by a face of K that the origin is behind, or in, the distance is negative, as depths are,
 * or 0; of those apart by a face that it is in front of. ball: or NULL. */
static SEPAL_NOINLINE certified_push settle_meeting(const difference_half *p, const member_half *m, wdm found,
                                                    const meeting_ball *ball) {
    const wd zero = wd_set1(0), extent = p->extent;
    certified_push out;
    plane_half f = face_of_members(p, m, found, &out);
    refine_distance(m, extent, &f, &out);
    const wdm touches = is_in_face(p, m, &f, out.distance_error);
    f.distance = wd_select(touches, zero, f.distance);
    out.distance = wd_sub(zero, f.distance);
    out.distance_error = wd_select(touches, zero, out.distance_error);
    const wd gap = wd_add(f.distance, wd_scaled(extent, MEETING_GAP)), far = wd_scaled(out.distance_error, 2);
    wdm sure = wdm_and(f.sure, wdm_or(touches, wd_gt(f.distance, far)));

    /* how far inside of the triangle the foot is, and how far away the planes through its sides and the last member are */
    member_half last = m[0];
    if (ball == NULL && wdm_bits(sure) != 0) /* not in front of faces */
        last = last_corner(p, m, &f);
    if (ball != NULL)
        sure = wdm_and(sure, wdm_and(is_nearly_along(wd3_scale(f.n, f.inverse), ball->n), wd_gt(ball->others, gap)));
    wd inside = wd_set1(INFINITY);
    for (int k = 0; k < 3; k++) {
        const wd3 v = m[k].w, to = m[(k + 1) % 3].w;
        inside = wd_min(inside, inside_of_side(p, &f, v, to));
        if (ball == NULL)
            sure = wdm_and(sure, is_side_far(p, v, to, last.w, gap, sure));
    }
    if (ball != NULL)
        sure = wdm_and(sure, wdm_or(wd_gt(f.behind, ball->plane), covers_cap(inside, f.distance, gap, ball->plane)));
    wd angle = wd_min(wd_div(f.behind, p->length), wd_set1(MEETING_ANGLE));
    wd farther = wd_mul(wd_scaled(angle, 0.99), wd_sub(inside, wd_mul(f.distance, angle)));
    const wdm flat = wd_gt(f.behind, zero); /* of all faces of K only those in this plane are as near */
    sure = wdm_and(sure, wdm_and(flat, wd_gt(farther, wd_scaled(extent, MEETING_GAP))));
    const wdm faces = wdm_and(wdm_and(f.sure, flat), wdm_and(wd_gt(inside, zero), wd_gt(out.distance, far)));
    const wdm tied = wdm_andnot(wdm_and(flat, touches), sure); /* other faces may be as near */
    out.sure = wdm_or(sure, faces);
    if (wdm_bits(tied) != 0)
        out.sure = wdm_or(out.sure, wdm_and(tied, is_left_by(p, m)));
    return out;
}

/* Half a group. Returns the lanes in which all differences are exact. n: the sizes of the blocks. */
SPECIALISED wdm load_difference_half(const solids_query *q, const sepal_pair *group, sizes n, int half, difference_half *p) {
    const wd least = wd_set1(0x1p-120), most = wd_set1(0x1p120), span = wd_set1(CORE_SPAN_EXACT);
    const ball_lanes ball_a = load_balls(q->a, &group->a), ball_b = load_balls(q->b, &group->b);
    const w between = w3_sum(w3_sub(ball_a.centre, ball_b.centre));
    unit_lanes units;
    find_units(q, group, &units);
    load_cores_half(q, group, n, half, p);
    p->q = q, p->n = n, p->group = group + half * WD_LANES;
    p->unit = wd_load(units.scale + half * WD_LANES);
    p->length = wd_of(w_mul(w_add(w_add(ball_a.radius, ball_b.radius), between), w_set1(BALL_WIDER)), half);
    const wdm exact = wd_ge(span, wd_load(units.span + half * WD_LANES));
    return wdm_and(exact, wdm_and(wd_gt(p->extent, least), wd_gt(most, p->extent)));
}

/* Finds a triangle in half a group, from what is `found` of it; returns the lanes in which there is one. */
typedef wdm find_half(difference_half *p, const void *found, int half, member_half m[3]);

/* Finds triangles in double, and rounds. balls: of both halves, or NULL. Returns the lanes that are certain. Not inlined, as it needs much of
 * the stack. */
static SEPAL_NOINLINE unsigned settle_group(const push_query *asked, const sepal_pair *group, size_t k, sizes n, find_half *find,
                                            const void *found, const meeting_ball *balls) {
    certified_push halves[2];
    assert(n.a + n.b > 0);
    for (int half = 0; half < 2; half++) {
        member_half m[3];
        difference_half p;
        const wdm exact = load_difference_half(asked->q, group, n, half, &p);
        halves[half] = settle_meeting(&p, m, wdm_and(find(&p, found, half, m), exact), balls != NULL ? &balls[half] : NULL);
    }
    return store_closest(asked, group, k, halves);
}

/* --- Hulls and boxes that are apart --------------------------------------------------------------------------------------------------- */

/* By the part that closest.h proposes, if all other
 * vertices are certainly beyond its plane, as float tells of most; or else by the face in front of it, in double
 * (docs/numerics/solids_kernels.md, "Pushes in lanes", "Hulls that face each other"). */

/* In the place of the codes of a triangle: there is none. */
enum { CLOSEST_NONE = -1 };

/* --- Points
 *
 * A push by a part also tells which vertices are in the slices of both cores, whose points are nearest: those of the part, if all others are
 * lower by enough (docs/numerics/solids_kernels.md, "Points of pushes"). */

/* How far other vertices must be beyond the plane in float, in units of the extent, to be in no slice. */
#define POINTS_BEYOND (304 * 0x1p-24F)

/* Where points go: those of pair k of a list have the number slots[k]. written: the bits of those that are found. */
typedef struct push_points {
    const sepal_solid_mtvs *out;
    size_t count;
    const uint16_t *slots;
    uint64_t *written;
} push_points;

/* points: or NULL. */
typedef struct closest_query {
    push_query push;
    const push_points *points;
} closest_query;

static inline void order_vertices(known_slice *s, wi *number, int i, int j) {
    const wm swap = wi_gt(number[i], number[j]);
    const wi first = number[i];
    const w3 at = s->at[i];
    number[i] = wi_select(swap, number[j], first);
    number[j] = wi_select(swap, first, number[j]);
    s->at[i] = w3_select(swap, s->at[j], at);
    s->at[j] = w3_select(swap, at, s->at[j]);
}

static inline void know_slice(const part_side *side, const hull_cover *cover, known_slice *s) {
    wi number[3];
    s->cover = cover;
    for (int k = 0; k < 3; k++) {
        number[k] = side->through[k];
        s->at[k] = side->vertex[k];
    }
    order_vertices(s, number, 0, 1);
    order_vertices(s, number, 1, 2);
    order_vertices(s, number, 0, 1);
    for (int k = 0; k < 3; k++)
        s->once[k] = k == 0 ? w_set1(1) : w_select(wi_eq(number[k], number[k - 1]), w_zero(), w_set1(1));
}

/* Of those lanes of a group of hulls whose slices are known. Not inlined: one copy serves hulls of all sizes. */
static SEPAL_NOINLINE void write_points(const closest_query *asked, const sepal_pair *group, size_t k, const closest_parts *parts,
                                        unsigned which, const hull_cover cover[2]) {
    const push_points *to = asked->points;
    const push_values *pushes = asked->push.out;
    const float *const normal[3] = {pushes->x + k, pushes->y + k, pushes->z + k};
    known_slice known[2];
    float at[6][SEPAL_LANES];
    know_slice(&parts->a, &cover[0], &known[0]);
    know_slice(&parts->b, &cover[1], &known[1]);
    solids_kernel_known_points(asked->push.q, group, known, normal, at);
    for (; which != 0; which &= which - 1) {
        const unsigned lane = sepal_lowest_bit(which);
        if (k + lane >= to->count)
            break;
        const sepal_solid_mtv_points push = {{at[0][lane], at[1][lane], at[2][lane]}, {at[3][lane], at[4][lane], at[5][lane]}};
        const size_t slot = to->slots[k + lane];
        sepal_solid_points_write(to->out, slot, &push);
        set_bit(to->written, slot);
    }
}

/* --- Groups */

/* Puts the codes of the triangles that were found in the place of the normals, in the lanes `open`: there push_facing finds them. */
static inline void store_codes(push_values *out, size_t k, const lane_simplex *proposal, wm open, wm found) {
    float *const to[3] = {out->x + k, out->y + k, out->z + k};
    for (int c = 0; c < 3; c++) {
        const wi code = wi_select(found, proposal->m[c].code, wi_set1(CLOSEST_NONE));
        w_store(to[c], w_select(open, w_of_bits(code), w_load(to[c])));
    }
}

/* n: the sizes of the blocks, 0 for boxes. slices: receives the lanes in which those of both cores are known, which are hulls. Not inlined, so
 * that its stack is free again when points are written. */
static SEPAL_NOINLINE lanes find_closest(const push_query *asked, const sepal_pair *group, size_t k, sizes n, closest_parts *parts,
                                         hull_cover cover[2], uint64_t *slices) {
    difference_lanes s;
    lane_simplex proposal;
    certified_push push[2];
    const bool hulls = n.a > 0 && n.b > 0;
    *slices = 0;
    load_difference_of(asked->q, group, n, NULL, hulls ? cover : NULL, &s);
    sizes vertices = {n.a == 0 ? 8 : n.a, n.b == 0 ? 8 : n.b, false};
    wm sure = search_closest(&s, vertices, &proposal);
    if (n.a + n.b > 0 && wm_bits(sure) == 0) { /* of boxes, what is stored of those that stay open is asked for as well */
        store_codes(asked->out, k, &proposal, wm_all(), wm_none());
        return (lanes){wm_bits(proposal.inside), ALL_LANES};
    }
    const w cores = w_mul(s.extent, w_set1(2)), extent = w_mul(s.extent, w_set1(3)), least = w_set1(CLOSEST_BEYOND);
    const push_values *stored = asked->out;
    gather_parts(asked->q, group, &proposal, n, parts);
    for (int half = 0; half < 2; half++)
        find_foot(parts, n, wd_scaled(wd_of(extent, half), 1 + 0x1p-20), wd_of(cores, half), half, &push[half]);
    const unsigned certain = store_closest(asked, group, k, push) & wm_bits(wm_and(sure, parts->plain));
    const w3 normal = {w_load(stored->x + k), w_load(stored->y + k), w_load(stored->z + k)};
    const w beyond = w_min(others_beyond_plane(&s.a, vertices.a, normal, &parts->a, CLOSEST_CODE, w_set1(-1)),
                           others_beyond_plane(&s.b, vertices.b, normal, &parts->b, 1, w_set1(1)));
    const unsigned answered = certain & wm_bits(w_gt(beyond, least)), open = ALL_LANES & ~answered;
    if (hulls)
        *slices = answered & wm_bits(w_gt(beyond, w_set1(POINTS_BEYOND)));
    if (n.a + n.b > 0 && open != 0)
        store_codes(asked->out, k, &proposal, wm_of_bits(open), wm_and(sure, proposal.triangle));
    return (lanes){wm_bits(proposal.inside), open};
}

SPECIALISED lanes closest_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const closest_query *asked = question;
    closest_parts parts;
    hull_cover cover[2];
    uint64_t slices;
    const lanes found = find_closest(&asked->push, group, k, n, &parts, cover, &slices);
    if (asked->points != NULL && sepal_bits_count(&slices, SEPAL_LANES) >= SEPAL_LANES / 2)
        write_points(asked, group, k, &parts, (unsigned)slices, cover);
    return found;
}

/* Pairs of hulls of up to 64 vertices, and of boxes; those whose cores meet stay open. The bits `yes` are of those that seem to meet.
 * The normal of an open pair, not both of them boxes, is the codes of a triangle, or CLOSEST_NONE. */
static SEPAL_NOINLINE void push_closest(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n,
                                        const push_points *points, verdicts *answers, push_values *out) {
    (void)ask_groups(closest_kernel, NULL, &(closest_query){{q, out}, points}, pairs, count, n, answers);
}

/* --- Cores that face each other
 *
 * One of them has many vertices that are nearly in one plane, as the ends of prisms are: float does not know which three of them are
 * nearest, double does. From a place behind the triangle that float has proposed, which is inside of the Minkowski difference K, the face is
 * looked for through which the way to the origin leads, as of hulls that meet (push_hulls.h). If the foot of the origin is inside of that
 * triangle, and no member is in front of its plane, certainly, it holds the point of K that is nearest to the origin
 * (docs/numerics/solids_kernels.md, "Hulls that face each other"). */

/* How far behind the triangle the place is, as a share of R. */
#define FACING_BEHIND 0x1p-10

/* Goes on in double from triangles that were found in float, by their codes, to the face that is in front of them. */
static SEPAL_NOINLINE wdm find_face_in_front(difference_half *p, const void *codes, int half, member_half m[3]) {
    const int32_t *const code = codes;
    const wd zero = wd_set1(0);
    for (int corner = 0; corner < 3; corner++)
        m[corner] = member_of_code(p, code + corner * SEPAL_LANES, half);
    const wd3 across = wd3_unit(triangle_normal(m));
    const wd height = wd3_dot(across, m[0].w);
    const wd3 ray = wd3_minus(across, wd_gt(height, zero)); /* towards the origin */
    p->origin = wd3_scale(ray, wd_sub(zero, wd_add(wd_abs(height), wd_scaled(p->extent, FACING_BEHIND))));
    for (int k = 0; k < 3; k++)
        m[k].w = wd3_sub(m[k].w, p->origin);
    const member_half second = m[1];
    const wdm turned = wd_gt(height, zero);
    m[1] = member_half_select(turned, &m[2], &m[1]);
    m[2] = member_half_select(turned, &second, &m[2]);
    const wdm has = move_triangle(p, m, ray, wdm_all());
    p->origin = (wd3){zero, zero, zero};
    for (int k = 0; k < 3; k++)
        m[k].w = wd3_sub(m[k].b, m[k].a);
    return has;
}

SPECIALISED lanes facing_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    const float *const of[3] = {asked->out->x + k, asked->out->y + k, asked->out->z + k};
    const wm triangle = wi_gt(wi_of_bits(w_load(of[0])), wi_set1(CLOSEST_NONE));
    const unsigned proposed = wm_bits(triangle);
    int32_t codes[3][SEPAL_LANES];
    for (int c = 0; c < 3; c++)
        wi_store(codes[c], wi_select(triangle, wi_of_bits(w_load(of[c])), wi_set1(0)));
    return (lanes){0, ALL_LANES &
                          ~(proposed == 0 ? 0 : proposed & settle_group(asked, group, k, n, find_face_in_front, codes[0], NULL))};
}

/* Pairs of cores of these sizes that seem to be apart, not both of them boxes. out: has the codes that push_closest left of each. What is
 * not certain stays open. */
static SEPAL_NOINLINE void push_facing(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *answers,
                                       push_values *out) {
    const int32_t none = CLOSEST_NONE;
    float *const codes[3] = {out->x, out->y, out->z};
    assert(n.a + n.b > 0);
    for (size_t k = count; k % SEPAL_LANES != 0; k++) /* what fills up the last group */
        for (int c = 0; c < 3; c++)
            memcpy(codes[c] + k, &none, sizeof none);
    (void)ask_groups(facing_kernel, NULL, &(push_query){q, out}, pairs, count, n, answers);
}

#endif
