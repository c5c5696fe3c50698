/* sweep_entry.h — when and how two cores without a reach meet first, in double: one pair at a time, and a pair in each lane.
 *
 * As b moves by m, seen from a, the origin moves through their Minkowski difference K along -m, and enters it by a side. That is found by
 * the search of scalar/solids_scalar_hit.c, a portal search along the way: three members such that the way leads through their triangle;
 * a member that is beyond its plane replaces one of them, until there is none. What is found is a proposal. The time is not less than
 * that at which the way comes to the farthest parallel plane of K, and not more than that at which it comes to the triangle; the normal of
 * the side cannot lean from that of the triangle by more than the one is below the other, seen from the way (docs/numerics/
 * solids_sweep.md, "Moving hulls in double"). If both ends of these intervals round to the same bits, these are the answer. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_H

#include "../scalar/motion.h"
#include "cores.h"
#include "sweep_filters.h"
#include "sweep_hits.h"
#include "sweep_zonotopes.h"
#include "walk.h"

/* --- One pair --------------------------------------------------------------------------------------------------------------------- */

enum { ENTRY_STEPS = 48 };

/* Errors of a speed; of a determinant of the way and two members, relative to the square of the extent and the way; of a component of a
 * unit normal. */
#define ENTRY_SPEED_ERROR       (8 * DOUBLE_UNIT)
#define ENTRY_DETERMINANT_ERROR (128 * DOUBLE_UNIT)
#define ENTRY_NORMAL_ERROR      (16 * DOUBLE_UNIT)

/* way: m. */
typedef struct entry_search {
    const solid_core_pair *p;
    double way[3], length;
    core_member face[3];
    double n[3];
} entry_search;

/* The number of a corner that is no member. */
enum { ENTRY_INNER = CORE_VERTICES };

/* det(m, p, q): on which side of p is q, seen along the way? */
static inline double entry_turn(const entry_search *s, const double p[3], const double q[3]) {
    double across[3];
    d3_cross(s->way, p, across);
    return d3_dot(across, q);
}

/* A point well inside of K: mostly the difference of the means, and a little of two members, so that it is not straight ahead. */
static void find_inner_start(const solid_core_pair *p, core_member *out) {
    core_member one, other;
    set_member(p, 0, p->b.size - 1, &one);
    set_member(p, p->a.size - 1, 0, &other);
    out->a = out->b = ENTRY_INNER;
    for (int k = 0; k < 3; k++) {
        double of_a = 0, of_b = 0;
        for (uint32_t i = 0; i < p->a.size; i++)
            of_a += p->a.at[k][i];
        for (uint32_t i = 0; i < p->b.size; i++)
            of_b += p->b.at[k][i];
        out->w[k] = 0.84 * (of_b / (double)p->b.size - of_a / (double)p->a.size) + 0.11 * one.w[k] + 0.05 * other.w[k];
    }
}

static inline bool is_same_member(const core_member *p, const core_member *q) {
    return p->a == q->a && p->b == q->b;
}

/* Corners with a turn < 0 from each to the next. */
static bool find_first_face(entry_search *s) {
    core_member *inner = &s->face[0], *right = &s->face[1], *left = &s->face[2], ahead;
    double across[3], back[3], edge[3];
    find_inner_start(s->p, inner);
    d3_cross(s->way, inner->w, across);
    for (int k = 0; k < 3; k++)
        back[k] = -across[k];
    support_along(s->p, across, left);
    support_along(s->p, back, right);
    for (int step = 0; step < ENTRY_STEPS; step++) {
        if (entry_turn(s, right->w, left->w) < 0)
            return true;
        d3_sub(right->w, left->w, edge);
        d3_cross(edge, s->way, across);
        support_along(s->p, across, &ahead);
        if (is_same_member(&ahead, left) || is_same_member(&ahead, right))
            return false;
        *(entry_turn(s, inner->w, ahead.w) > 0 ? left : right) = ahead;
    }
    return false;
}

static void set_entry_normal(entry_search *s, double edge[2][3]) {
    d3_sub(s->face[1].w, s->face[0].w, edge[0]);
    d3_sub(s->face[2].w, s->face[0].w, edge[1]);
    d3_cross(edge[0], edge[1], s->n);
}

/* Moves the face outwards until no member is beyond it; *last: the one that is nearest. */
static bool find_entered_face(entry_search *s, core_member *last) {
    double edge[2][3], turn[3];
    for (int step = 0; step < ENTRY_STEPS; step++) {
        set_entry_normal(s, edge);
        const double back[3] = {-s->n[0], -s->n[1], -s->n[2]};
        support_along(s->p, back, last);
        if (d3_dot(s->n, last->w) >= d3_dot(s->n, s->face[0].w) - MEMBER_GAP_ERROR * s->p->extent * d3_length(s->n))
            return s->face[0].a != ENTRY_INNER && s->face[1].a != ENTRY_INNER && s->face[2].a != ENTRY_INNER;
        for (int k = 0; k < 3; k++)
            turn[k] = entry_turn(s, s->face[k].w, last->w);
        const int kept = turn[0] > 0 && turn[1] < 0 ? 0 : turn[1] > 0 && turn[2] < 0 ? 1 : 2;
        s->face[(kept + 2) % 3] = *last;
    }
    return false;
}

/* Between which the time is; the normal, and by how much one of its components may differ. */
typedef struct entry_bounds {
    double least, most, normal[3], lean;
} entry_bounds;

/* False if they may meet at the beginning, or the way may not lead through the inside of the triangle. */
static bool bound_entry(const entry_search *s, const core_member *last, entry_bounds *out) {
    const double extent = s->p->extent, *n = s->n, size = d3_length(n);
    double edge[3], length[3], turn[3], aside = INFINITY;
    for (int k = 0; k < 3; k++) {
        d3_sub(s->face[(k + 1) % 3].w, s->face[k].w, edge);
        length[k] = d3_length(edge);
        turn[k] = -entry_turn(s, s->face[k].w, s->face[(k + 1) % 3].w);
    }
    const double off = MEMBER_EDGE_ERROR * extent * (length[0] + length[2]) + 8 * DOUBLE_UNIT * length[0] * length[2];
    const double gap_error = extent * (MEMBER_GAP_ERROR * size + 2 * off),
                 speed_error = s->length * (ENTRY_SPEED_ERROR * size + off), speed = -d3_dot(n, s->way),
                 turn_error = ENTRY_DETERMINANT_ERROR * extent * extent * s->length;
    const double gap = d3_dot(n, last->w), farther = fmax(d3_dot(n, s->face[0].w), gap);
    if (!(size > 64 * off) || !(speed > 64 * speed_error) || !(gap > gap_error))
        return false;
    /* how far K may reach in front of the triangle, and how far from its sides the way certainly is, in its plane */
    const double before = (farther - gap + 2 * gap_error) / size;
    for (int k = 0; k < 3; k++)
        aside = fmin(aside, (turn[k] - turn_error) / length[k]);
    const double inside = (aside - 2 * before * s->length) * (size / speed) * (1 - 0x1p-8);
    if (!(inside > 0) || !(before < 0x1p-10 * inside))
        return false;
    out->lean = 1.25 * before / inside + 2.5 * off / size + ENTRY_NORMAL_ERROR;
    for (int k = 0; k < 3; k++)
        out->normal[k] = n[k] / size;
    out->least = (gap - gap_error) / (speed + speed_error) * (1 - ZONOTOPE_QUOTIENT_ERROR);
    out->most = (farther + gap_error) / (speed - speed_error) * (1 + ZONOTOPE_QUOTIENT_ERROR);
    return true;
}

/* Rounds time and normal; false if their bits are not certain. */
static bool round_entry(const entry_bounds *bounds, sepal_solid_hit *hit) {
    for (int k = 0; k < 3; k++) {
        hit->normal[k] = (float)(bounds->normal[k] - bounds->lean) + 0; /* never -0 */
        if (hit->normal[k] != (float)(bounds->normal[k] + bounds->lean))
            return false;
    }
    hit->meet = true;
    hit->time = sweep_float_below(fmin(bounds->least, 1));
    return sweep_float_below(fmin(bounds->most, 1)) == hit->time;
}

/* Finds the side, as a proposal. way: of b, as seen from a. */
static bool search_entry(const solid_core_pair *p, const float move_a[3], const float move_b[3], entry_search *s,
                         core_member *last) {
    s->p = p;
    for (int k = 0; k < 3; k++)
        s->way[k] = (double)move_b[k] - (double)move_a[k];
    s->length = d3_length(s->way);
    return find_first_face(s) && find_entered_face(s, last);
}

/* What is known of the first contact: all of it, three members that may span the side that is entered, or nothing. */
typedef enum entry_found { ENTRY_UNKNOWN, ENTRY_FACE, ENTRY_HIT } entry_found;

/* The pair has no reach, and meets. */
static SEPAL_NOINLINE entry_found find_entry(const solid_sweep_query *s, sepal_pair pair, sepal_member face[3],
                                             sepal_solid_hit *hit) {
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    solid_core_pair p;
    entry_search search;
    entry_bounds bounds;
    core_member last;
    if (!solid_load_cores(&s->q, pair, &p) || !search_entry(&p, a.move, b.move, &search, &last))
        return ENTRY_UNKNOWN;
    if (bound_entry(&search, &last, &bounds) && round_entry(&bounds, hit))
        return ENTRY_HIT;
    for (int k = 0; k < 3; k++)
        face[k] = (sepal_member){search.face[k].a, search.face[k].b};
    return ENTRY_FACE;
}

/* --- In lanes --------------------------------------------------------------------------------------------------------------------- */

/* One core at least is a hull. The side is found by walk.h, and it is mostly known that it is in the plane of the triangle. What is not
 * certain stays open. */
enum { ENTRY_LAST_STEPS = 4 };
/* Times before that are left open, as times_below knows those from 2^-60 on. */
#define ENTRY_EARLIEST 0x1p-60

/* Not inlined, for its room on the stack. */
static SEPAL_NOINLINE void find_entries(const solid_sweep_query *s, const sepal_pair *group, sizes n, walk_found *out) {
    difference_lanes k;
    load_swept_shared(s, group, n, &k);
    k.inside = w3_sub(k.inside, w3_scale(k.move, w_set1(0.5F))); /* of K at the beginning, as closest_member is */
    walk_in_float(&k, walk_sizes(n), w3_scale(k.move, w_div(w_set1(1), w3_greatest(k.move))), out);
}

/* Half of a group, as entry_bounds. */
typedef struct entry_half {
    wdm sure;
    wd least, most, lean;
    wd3 normal;
} entry_half;

/* As bound_entry; but where all other vertices are certainly behind the plane, the side that is entered is in it. */
static inline entry_half bound_entries(const meeting_half *p, wd3 way, const walk_face *f) {
    const meeting_member *m = f->m;
    const wd3 n = f->n;
    const wd size = wd3_length(n), extent = wd_scaled(p->extent, 1 + 0x1p-50), length_of_way = wd3_length(way);
    wd length[3], turn[3], aside = wd_set1(INFINITY);
    for (int k = 0; k < 3; k++) {
        const wd3 to = m[(k + 1) % 3].w;
        length[k] = wd3_length(wd3_sub(to, m[k].w));
        turn[k] = wd_sub(wd_set1(0), wd3_triple(way, m[k].w, to));
    }
    const wd off = wd_madd(wd_scaled(extent, MEMBER_EDGE_ERROR), wd_add(length[0], length[2]),
                           wd_mul(wd_scaled(length[0], 8 * DOUBLE_UNIT), length[2]));
    const wd gap_error = wd_mul(extent, wd_madd(size, wd_set1(MEMBER_GAP_ERROR), wd_scaled(off, 2)));
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

/* Half a group; a function of its own, so that both halves share its code and its room on the stack. face: what was found; it may be moved on. */
static SEPAL_NOINLINE entry_half entries_of_half(const solid_sweep_query *s, const sepal_pair *group, sizes n, int half,
                                                 const walk_found *found, walk_face *face) {
    const w3 move_a = solid_load_moves(s->moves_a, &group->a), move_b = solid_load_moves(s->moves_b, &group->b);
    const wd3 way = wd3_sub(wd3_of(move_b, half), wd3_of(move_a, half));
    meeting_half p;
    load_walk(&s->q, group, n, half, found, &p, face);
    walk_in_double(&p, way, wd_scaled(p.extent, MEMBER_GAP_ERROR), ENTRY_LAST_STEPS, face);
    return bound_entries(&p, way, face);
}

/* Returns the lanes that are certain. */
static SEPAL_NOINLINE unsigned settle_entries(const hits_found *asked, const sepal_pair *group, size_t k, sizes n,
                                              const walk_found *found) {
    entry_half of[2];
    walk_face face;
    for (int half = 0; half < 2; half++)
        of[half] = entries_of_half(asked->s, group, n, half, found, &face);
    return round_entries(asked, k, of) & found->lanes;
}

SPECIALISED lanes entry_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const hits_found *asked = question;
    walk_found found;
    find_entries(asked->s, group, n, &found);
    const unsigned sure = found.lanes == 0 ? 0 : settle_entries(asked, group, k, n, &found);
    return (lanes){sure, ALL_LANES & ~sure};
}

#endif
