/* closest.h — the part of the Minkowski difference K = {b - a} that is nearest to the origin, one pair in each lane, in float.
 *
 * Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex objects in three-dimensional space",
 * IEEE Journal of Robotics and Automation 4 (1988): a point, edge or triangle of members of K; the member farthest towards the
 * origin; the part of both together that is nearest. Which part that is, is told by signs alone, as in Ericson, Real-Time Collision
 * Detection, 2005, section 5.1: the nearest point is strictly inside of it, and all other members are beyond it.
 *
 * What is found is a proposal, by the numbers of vertices: closest_sure.h tells whether it is certain. So rounding here can only
 * leave a pair open. */
#ifndef SEPAL_SOLIDS_KERNEL_CLOSEST_H
#define SEPAL_SOLIDS_KERNEL_CLOSEST_H

#include "hulls.h"

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

/* The vertex with the greatest n . v, of several the first one, and its number times `step`. */
SPECIALISED lane_member farthest_vertex(const hull_lanes *h, uint32_t size, w3 n, int32_t step) {
    const w *x = h->at, *y = h->at + size, *z = h->at + 2 * (size_t)size;
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
    lane_member of_a = farthest_vertex(&s->a, n.a, v, CLOSEST_CODE), of_b = farthest_vertex(&s->b, n.b, minus, 1);
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
    n = (w3){w_flip(n.x, height), w_flip(n.y, height), w_flip(n.z, height)};
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

/* Finds a proposal for each lane; returns the lanes that have one. */
SPECIALISED wm search_closest(const difference_lanes *s, sizes n, lane_simplex *out) {
    wm none = wm_none(), done = none;
    lane_member first = closest_member(s, n, s->inside);
    *out = (lane_simplex){{first, first, first}, none, none, first.at, none};
    for (int step = 0; step < CLOSEST_STEPS; step++) {
        lane_member q = closest_member(s, n, out->v);
        w progress = w3_dot(out->v, w3_sub(out->m[0].at, q.at));
        wm same = wm_or(wm_and(wi_eq(q.code, out->m[1].code), out->pair), wm_and(wi_eq(q.code, out->m[2].code), out->triangle));
        same = wm_or(same, wi_eq(q.code, out->m[0].code));
        wm more = wm_andnot(w_gt(progress, w_mul(w3_sum(out->v), w_set1(CLOSEST_PROGRESS))), same);
        done = wm_or(done, wm_not(more));
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

#endif
