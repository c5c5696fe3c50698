/* line_one.h — the side of the Minkowski difference K = {b - a} that a line through the origin enters K by, in double: one pair at a time.
 *
 * The search of scalar/solids_scalar_hit.c, a portal search along the way: three members such that the line leads through their triangle; a
 * member that is beyond its plane replaces one of them, until there is none. What is found is a proposal. */
#ifndef SEPAL_SOLIDS_KERNEL_LINE_ONE_H
#define SEPAL_SOLIDS_KERNEL_LINE_ONE_H

#include "cores_part.h"
#include "sweep_shared.h"

enum { ENTRY_STEPS = 48 };

/* way: m. spanning: as of find_spanning, `spans` of them; -1 if they are not looked for yet. passes: the way certainly leads past K. entered: the
 * line of the reference certainly leads through the triangle. apart: the cores are known not to meet at the beginning. */
typedef struct entry_search {
    const solid_core_pair *p;
    double way[3], length;
    core_member face[3], spanning[4];
    int spans;
    bool passes, entered, apart;
} entry_search;

/* The number of a corner that is no member. */
enum { ENTRY_INNER = CORE_VERTICES };

/* det(m, p, q): on which side of p is q, seen along the way? */
static inline double entry_turn(const entry_search *s, const double p[3], const double q[3]) {
    double across[3];
    d3_cross(s->way, p, across);
    return d3_dot(across, q);
}

/* Its sign for members, and differences of two; or SIGN_OPEN. */
static int sign_of_turn(const entry_search *s, const double p[3], const double q[3]) {
    const double error = ENTRY_DETERMINANT_ERROR * (s->p->extent * s->p->extent) * s->length;
    const int sign = sign_by_double(entry_turn(s, p, q), error);
    if (sign != SIGN_OPEN || !s->p->exact)
        return sign;
    if (!fits_whole(s->p, 3, 2 * error))
        return sign_of_wide(s->p, s->way, p, q, 2 * error);
    const whole3 way = whole_of(s->p, s->way), of_p = whole_of(s->p, p), of_q = whole_of(s->p, q),
                 across = whole_cross(&way, &of_p);
    return sign_of_whole(whole_dot(&across, &of_q));
}

/* The sign of the turn from one member to another, as seen from the start of the line of the reference, which is beside the origin: where
 * a turn is 0, that tells the side. 0 only if the members differ along the way. */
static int sign_beside(entry_search *s, const core_member *p, const core_member *q) {
    double step[3];
    int sign = sign_of_turn(s, p->w, q->w);
    if (sign != 0)
        return sign;
    s->spans = s->spans < 0 ? find_spanning(s->p, s->spanning) : s->spans;
    if (s->spans != 4)
        return SIGN_OPEN;
    d3_sub(p->w, q->w, step);
    for (int k = 0; k < 4 && sign == 0; k++)
        sign = sign_of_turn(s, s->spanning[k].w, step);
    return sign;
}

/* A number with the sign of the turn of p and q, which is proposed and not proved. Of the point inside, too, a turn of 0 is told from the start of
 * the line of the reference, as where a member is straight ahead. */
static double propose_turn(entry_search *s, const core_member *p, const core_member *q) {
    const bool inner = p->a == ENTRY_INNER || q->a == ENTRY_INNER;
    const int sign = s->p->exact && !inner ? sign_beside(s, p, q) : SIGN_OPEN;
    const double error = ENTRY_DETERMINANT_ERROR * (s->p->extent * s->p->extent) * s->length;
    double turn = sign != SIGN_OPEN ? sign : entry_turn(s, p->w, q->w), step[3];
    if (!s->p->exact || !inner || fabs(turn) > error)
        return turn;
    s->spans = s->spans < 0 ? find_spanning(s->p, s->spanning) : s->spans;
    d3_sub(p->w, q->w, step);
    for (int k = 0; k < s->spans && fabs(turn) <= error; k++)
        turn = entry_turn(s, s->spanning[k].w, step);
    return turn;
}

/* A point well inside of K: mostly the difference of the centres, and a little of two members, so that it is not straight ahead. */
static void find_inner_start(const solid_core_pair *p, core_member *out) {
    core_member one, other;
    set_member(p, 0, p->b.size - 1, &one);
    set_member(p, p->a.size - 1, 0, &other);
    out->a = out->b = ENTRY_INNER;
    for (int k = 0; k < 3; k++)
        out->w[k] = 0.84 * p->inner[k] + 0.11 * one.w[k] + 0.05 * other.w[k];
}

static inline bool is_same_member(const core_member *p, const core_member *q) {
    return p->a == q->a && p->b == q->b;
}

/* Does the way certainly lead past K? across: u x m; most: the member that is farthest along it. */
static bool leads_past(const entry_search *s, const double u[3], const double across[3], const core_member *most) {
    return d3_dot(across, most->w) < -ENTRY_DETERMINANT_ERROR * s->p->extent * d3_length(u) * s->length;
}

/* Corners with a turn < 0 from each to the next, of which the first one is given. */
static bool find_first_face(entry_search *s) {
    core_member *inner = &s->face[0], *right = &s->face[1], *left = &s->face[2], ahead;
    double across[3], edge[3];
    d3_cross(s->way, inner->w, across);
    support_along(s->p, across, left);
    support_against(s->p, across, right);
    for (int step = 0; step < ENTRY_STEPS; step++) {
        if (propose_turn(s, right, left) < 0)
            return true;
        d3_sub(right->w, left->w, edge);
        d3_cross(edge, s->way, across);
        support_along(s->p, across, &ahead);
        s->passes = leads_past(s, edge, across, &ahead);
        if (s->passes || is_same_member(&ahead, left) || is_same_member(&ahead, right))
            return false;
        *(propose_turn(s, inner, &ahead) > 0 ? left : right) = ahead;
    }
    return false;
}

/* Moves the face outwards until no member is beyond it. */
static bool find_entered_face(entry_search *s) {
    double edge[2][3], n[3], turn[3];
    core_member last;
    for (int step = 0; step < ENTRY_STEPS; step++) {
        d3_sub(s->face[1].w, s->face[0].w, edge[0]);
        d3_sub(s->face[2].w, s->face[0].w, edge[1]);
        d3_cross(edge[0], edge[1], n);
        support_against(s->p, n, &last);
        if (d3_dot(n, last.w) >= d3_dot(n, s->face[0].w) - MEMBER_GAP_ERROR * s->p->extent * d3_length(n))
            return s->face[0].a != ENTRY_INNER && s->face[1].a != ENTRY_INNER && s->face[2].a != ENTRY_INNER;
        for (int k = 0; k < 3; k++)
            turn[k] = propose_turn(s, &s->face[k], &last);
        const int kept = turn[0] > 0 && turn[1] < 0 ? 0 : turn[1] > 0 && turn[2] < 0 ? 1 : 2;
        s->face[(kept + 2) % 3] = last;
        s->entered = false;
    }
    return false;
}

#endif
