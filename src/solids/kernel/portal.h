/* portal.h — two hulls by a search for a direction that parts them, or for a tetrahedron of common differences around the origin.
 *
 * Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7, 2008. Let K = {b - a} be the Minkowski
 * difference. From a point v0 inside of K, a triangle of members of K (the portal) that the ray from v0 to the origin passes
 * through is moved outwards by support points, until the origin is seen to be inside or outside.
 *
 * Whatever the search says is believed only with a certificate, whose error is bounded (docs/numerics/solids_kernels.md, "Hulls"):
 *   apart     the greatest n . w over the members of K is certainly negative, for some direction n;
 *   overlap   the origin is certainly inside of the tetrahedron of v0 and the portal, by four determinants.
 * All else, and what takes too many steps, stays open. */
#ifndef SEPAL_SOLIDS_KERNEL_PORTAL_H
#define SEPAL_SOLIDS_KERNEL_PORTAL_H

#include "hulls.h"
#include <string.h>

/* A bound on the error of a determinant, as a share of the square of the greatest coordinate. */
#define PORTAL_DETERMINANT_ERROR (192 * 0x1p-24F)
#define SWEPT_DETERMINANT_ERROR  (256 * 0x1p-24F) /* where b moves */
/* No more steps than this to find a portal, and to move it. */
enum { SOLID_PORTAL_STEPS = 12 };

/* What was found of each lane. past: the last portal seems to be past the origin; this bounds no error. */
typedef struct portal_found {
    wm overlap, apart, done, past;
} portal_found;

static inline w3 w3_minus(w3 a) {
    return w3_sub(w3_set1(0, 0, 0), a);
}

/* The member of K farthest along n, and how far it is. */
static inline w3 member_along(const difference_lanes *s, w3 n, w *along) {
    w least, greatest;
    w3 of_a = least_vertex(&s->a, n, &least), of_b = greatest_vertex(&s->b, n, &greatest);
    w3 member = w3_add(w3_sub(of_b, of_a), s->d);
    *along = w_add(w_sub(greatest, least), w3_dot(n, s->d));
    if (s->moving) {
        w on = w3_dot(n, s->move), zero = w_set1(0);
        *along = w_add(*along, w_max(on, zero));
        member = w3_select(w_gt(on, zero), w3_add(member, s->move), member);
    }
    return member;
}

/* The member of K farthest along n. Notes the lanes that n parts, and as done those that it seems to part. */
static inline w3 farthest_member(const difference_lanes *s, w3 n, portal_found *portal) {
    w along, zero = w_set1(0);
    w3 member = member_along(s, n, &along);
    w tiny = w_set1(HULL_UNDERFLOW), error = w_madd(w3_sum(n), hull_axis_error(s), tiny);
    if (s->round) /* the squares of a short n may underflow */
        error = w_madd(w_mul(s->reach, w_set1(BALL_WIDER)), w_sqrt(w_add(w3_dot(n, n), tiny)), error);
    portal->apart = wm_or(portal->apart, wm_andnot(w_gt(w_sub(zero, error), along), portal->done));
    portal->done = wm_or(portal->done, wm_not(w_gt(along, zero)));
    return member;
}

/* The determinant of three corners of a tetrahedron, and of the other one and each two of these; and a bound on their errors. */
typedef struct tetrahedron_lanes {
    w of_portal, with_inside[3], error;
} tetrahedron_lanes;

/* share: the bound as a share of the square of the greatest coordinate. */
static inline tetrahedron_lanes find_determinants(w3 v0, w3 v1, w3 v2, w3 v3, w share) {
    w most = w_max(w_max(w3_greatest(v0), w3_greatest(v1)), w_max(w3_greatest(v2), w3_greatest(v3)));
    w3 c23 = w3_cross(v2, v3), c31 = w3_cross(v3, v1), c12 = w3_cross(v1, v2);
    w error = w_madd(w_mul(most, most), share, w_set1(HULL_UNDERFLOW));
    return (tetrahedron_lanes){w3_dot(v1, c23), {w3_dot(v0, c23), w3_dot(v0, c31), w3_dot(v0, c12)}, error};
}

/* Is the origin certainly inside of the tetrahedron? */
static inline wm certainly_inside(w3 v0, w3 v1, w3 v2, w3 v3, w share) {
    tetrahedron_lanes t = find_determinants(v0, v1, v2, v3, share);
    w below = w_sub(w_set1(0), t.error);
    w greatest = w_max(w_max(t.with_inside[0], t.with_inside[1]), t.with_inside[2]);
    w least = w_min(w_min(t.with_inside[0], t.with_inside[1]), t.with_inside[2]);
    return wm_or(wm_and(w_gt(t.of_portal, t.error), w_gt(below, greatest)), wm_and(w_gt(below, t.of_portal), w_gt(least, t.error)));
}

/* A direction at right angles to both, or to v0 if they are parallel. */
static inline w3 across_both(w3 v1, w3 v0) {
    const w3 n = w3_cross(v1, v0);
    wm parallel = wm_not(w_gt(w3_dot(n, n), w_mul(w_set1(0x1p-33F), w_mul(w3_dot(v0, v0), w3_dot(v1, v1)))));
    return w3_select(parallel, w3_across(v0), n);
}

static SEPAL_NOINLINE portal_found search_portal(const difference_lanes *s) {
    w zero = w_set1(0), share = w_set1(s->moving ? SWEPT_DETERMINANT_ERROR : PORTAL_DETERMINANT_ERROR);
    wm none = wm_none();
    portal_found portal = {none, none, none, none};
    w3 v0 = s->inside, v1 = farthest_member(s, w3_minus(v0), &portal), n = across_both(v1, v0);
    w3 v2 = farthest_member(s, n, &portal);
    n = w3_cross(w3_sub(v1, v0), w3_sub(v2, v0));
    wm swap = w_gt(w3_dot(n, v0), zero);
    w3 keep = v1;
    v1 = w3_select(swap, v2, v1);
    v2 = w3_select(swap, keep, v2);
    n = w3_select(swap, w3_minus(n), n);

    /* a triangle that the ray from v0 to the origin passes through */
    w3 v3 = v1;
    wm has_portal = none;
    for (int step = 0; step < SOLID_PORTAL_STEPS; step++) {
        wm active = wm_not(wm_or(portal.done, has_portal));
        if (wm_bits(active) == 0)
            break;
        w3 w4 = farthest_member(s, n, &portal);
        active = wm_andnot(active, portal.done);
        v3 = w3_select(active, w4, v3);
        wm beyond_1 = wm_and(active, w_gt(zero, w3_triple(v1, v3, v0)));
        wm beyond_2 = wm_andnot(wm_and(active, w_gt(zero, w3_triple(v3, v2, v0))), beyond_1);
        v2 = w3_select(beyond_1, v3, v2);
        v1 = w3_select(beyond_2, v3, v1);
        n = w3_cross(w3_sub(v1, v0), w3_sub(v2, v0));
        has_portal = wm_or(has_portal, wm_andnot(active, wm_or(beyond_1, beyond_2)));
    }
    portal.done = wm_or(portal.done, wm_not(has_portal));

    /* outwards */
    for (int step = 0; step < SOLID_PORTAL_STEPS; step++) {
        wm active = wm_not(portal.done);
        if (wm_bits(active) == 0)
            break;
        n = w3_cross(w3_sub(v2, v1), w3_sub(v3, v1));
        wm passed = wm_and(active, w_gt(w3_dot(n, v1), zero));
        if (wm_bits(passed) != 0) {
            wm in = wm_and(passed, certainly_inside(v0, v1, v2, v3, share));
            portal.overlap = wm_or(portal.overlap, in);
            portal.done = wm_or(portal.done, in);
            active = wm_andnot(active, in);
            if (wm_bits(active) == 0)
                break;
        }
        w3 v4 = farthest_member(s, n, &portal);
        /* where the portal is on the boundary of K it cannot be moved */
        w progress = w3_dot(w3_sub(v4, v3), n);
        portal.done = wm_or(portal.done, wm_not(w_gt(progress, w_mul(w3_sum(n), hull_axis_error(s)))));
        active = wm_andnot(active, portal.done);
        w3 x = w3_cross(v4, v0);
        wm p1 = w_gt(w3_dot(v1, x), zero), p2 = w_gt(w3_dot(v2, x), zero), p3 = w_gt(w3_dot(v3, x), zero);
        wm replace_1 = wm_and(active, wm_or(wm_and(p1, p2), wm_not(wm_or(p1, p3))));
        wm replace_2 = wm_and(active, wm_andnot(p3, p1)), replace_3 = wm_and(active, wm_andnot(p1, p2));
        v1 = w3_select(replace_1, v4, v1);
        v2 = w3_select(replace_2, v4, v2);
        v3 = w3_select(replace_3, v4, v3);
    }
    portal.past = w_gt(w3_dot(n, v1), w_mul(w3_sum(n), hull_axis_error(s)));
    return portal;
}

SPECIALISED lanes solid_portal_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    difference_lanes s;
    load_difference(question, group, n, &s);
    portal_found portal = search_portal(&s);
    return decided(wm_andnot(portal.apart, portal.overlap), portal.overlap);
}

STAGE_OF_GROUPS(solid_filter_portal, solid_portal_kernel);

/* --- Vertices in the lanes ---------------------------------------------------------------------------------------------------------
 *
 * For hulls of many vertices, at rest or moving: any number of them. The search has a pair in each lane, but the farthest vertices are
 * found pair by pair, with the vertices in the lanes, and the numbers of the vertices in the last bits of what is compared: so nothing is
 * transposed but one register for each pair. A pair takes no more supports than it needs, as a lane whose pair is decided gets the next
 * one: of sixteen hulls of 32 near each other the slowest takes 8.4, and all together 3.8 each. */

/* Two hulls with blocks of at least so many vertices take less time here than in portal.h. */
enum { ROW_VERTICES = 32 };

/* Bounds the error of n . w as SWEPT_AXIS_ERROR does, without the numbers of the vertices in the last bits, and for each unit of what
 * these bits may be; and what underflow may take, as a share of the extent (docs/numerics/solids_kernels.md, "Hulls"). */
#define ROWS_AXIS_ERROR   (24 * 0x1p-24F)
#define ROWS_NUMBER_ERROR (2.125F * 0x1p-24F)
#define ROWS_UNDERFLOW    0x1p-120F

/* The bits that the number of a vertex takes, if no hull has more than HULL_VERTICES; pairs with more vertices than ROWS_MOST stay open.
 * Vertices that are copied: of boxes, and of hulls with fewer than there are lanes. */
enum { ROWS_NUMBER = HULL_VERTICES - 1, ROWS_MOST = MEMBER_CODE, ROWS_COPIED = SEPAL_LANES == 16 ? 16 : 8 };

/* The least distance of the origin from the mean of K, by which the search may begin there, as a share of the extent. */
#define ROWS_MEAN 0x1p-8F

/* Of a pair at rest whose coordinates have so few bits, the ray leads to a point so far from the origin in each coordinate, as a share of the
 * extent, so that it does not pass exactly through an edge of K. What is certain is told of the origin itself. */
#define ROWS_SHIFT 0x1p-17F

/* So many bits are few. A lane gives its pair up after so many supports. The vertices of so many pairs after the next one are fetched ahead. */
enum { ROWS_SHIFT_BITS = 24, ROWS_STEPS = 2 + 2 * SOLID_PORTAL_STEPS, ROWS_AHEAD = 6 };

/* What a lane needs its next support for: the first corner, the second, one beside the ray, one farther outwards. */
enum { ROWS_FIRST, ROWS_SECOND, ROWS_BESIDE, ROWS_OUTWARDS };

/* One side of the pairs in the lanes: where their vertices are, and how many in a block; the centres of their balls, 0 for boxes, whose
 * corners begin there; what the last support found: of pair k in each lane the greatest product, with the number of its vertex. */
typedef struct row_side {
    const float *at[SEPAL_LANES];
    uint32_t size[SEPAL_LANES];
    float centre[3][SEPAL_LANES], found[3][SEPAL_LANES];
    w most[SEPAL_LANES];
} row_side;

/* Vertices of one side that are copied. */
typedef float row_copies[SEPAL_LANES][3 * ROWS_COPIED];

/* The pairs in the lanes: in v0 what is inside, then the portal; the members of difference_lanes; what underflow may take; the direction
 * of the next support, and what it is for. */
typedef struct row_lanes {
    row_side a, b;
    float v[4][3][SEPAL_LANES], n[3][SEPAL_LANES], d[3][SEPAL_LANES], move[3][SEPAL_LANES];
    float inverse[SEPAL_LANES], reach[SEPAL_LANES], underflow[SEPAL_LANES], aside[SEPAL_LANES];
    int32_t next[SEPAL_LANES], steps[SEPAL_LANES];
    uint32_t corner[3][SEPAL_LANES]; /* the codes of the portal */
    uint32_t slot[SEPAL_LANES];
    int32_t number; /* the bits that the numbers of vertices take */
    float error;    /* of n . w, as a share of |n|_1 */
    bool round, moving;
} row_lanes;

/* What the lanes receive of each pair of a block. */
typedef struct row_block {
    float inside[3][SEPAL_BLOCK], d[3][SEPAL_BLOCK], move[3][SEPAL_BLOCK], inverse[SEPAL_BLOCK], reach[SEPAL_BLOCK],
        underflow[SEPAL_BLOCK];
} row_block;

static inline w3 load_row3(float at[3][SEPAL_LANES]) {
    return (w3){w_load(at[0]), w_load(at[1]), w_load(at[2])};
}
static inline void store_row3(float at[3][SEPAL_LANES], w3 v) {
    w3_store(at[0], at[1], at[2], v);
}
static inline void store_block3(float at[3][SEPAL_BLOCK], size_t k, w3 v) {
    w3_store(at[0] + k, at[1] + k, at[2] + k, v);
}

/* The means of the vertices of a group, from the centres. */
static inline w3 load_means(const sepal_solids *set, const uint32_t *index, w inverse) {
    static const sepal_hull_record of_box = {0};
    const float *at[SEPAL_LANES];
    w f[4];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t solid = index[2 * lane];
        at[lane] = sepal_solid_is_box(set, solid) ? &of_box.mean_x : &sepal_solid_hull(set, solid)->mean_x;
    }
    w_load_quads(at, 1, f);
    return w3_scale((w3){f[0], f[1], f[2]}, inverse);
}

/* moving: or NULL. */
static SEPAL_NOINLINE void load_row_block(const solids_query *q, const solid_sweep_query *moving, const sepal_pair *pairs,
                                          size_t count, row_block *out) {
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        const ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
        w3 d = w3_sub(b.centre, a.centre), move = w3_set1(0, 0, 0);
        w extent = w_add(w_add(a.radius, b.radius), w3_greatest(d));
        if (moving != NULL) {
            move = load_relative_moves(moving, group);
            extent = w_add(extent, w3_greatest(move));
        }
        const w inverse = w_div(w_set1(1), extent);
        const w3 means = w3_sub(load_means(q->b, &group->b, inverse), load_means(q->a, &group->a, inverse));
        d = w3_scale(d, inverse);
        move = w3_scale(move, inverse);
        store_block3(out->inside, k, w3_add(w3_add(d, means), w3_scale(move, w_set1(0.5F))));
        store_block3(out->d, k, d);
        store_block3(out->move, k, move);
        w_store(out->inverse + k, inverse);
        w_store(out->reach + k, w_mul(load_reach(q, group), inverse));
        w_store(out->underflow + k, w_madd(extent, w_set1(ROWS_UNDERFLOW), w_set1(HULL_UNDERFLOW)));
    }
}

/* --- Supports */

/* Of each row the greatest number, in the lane of the number of the row. */
static inline w greatest_of_rows(const w *rows) {
    enum { QUADS = SEPAL_LANES / 4 };
    w of_quads[QUADS];
    for (int i = 0; i < QUADS; i++) {
        w four[4] = {rows[4 * i], rows[4 * i + 1], rows[4 * i + 2], rows[4 * i + 3]};
        w_transpose(four);
        of_quads[i] = w_max(w_max(four[0], four[1]), w_max(four[2], four[3]));
    }
    w_transpose_quads(of_quads);
    for (int i = 1; i < QUADS; i++)
        of_quads[0] = w_max(of_quads[0], of_quads[i]);
    return of_quads[0];
}

/* Of one solid: the greatest n . v of some vertices in each lane, with the number of the vertex in the bits `number`. */
SPECIALISED void find_in_rows(row_side *side, unsigned lane, uint32_t size, int32_t number, w3 n) {
    const float *x = side->at[lane], *y = x + size, *z = y + size;
    const w3 c = w3_set1(side->centre[0][lane], side->centre[1][lane], side->centre[2][lane]);
    w most = w_set1(0);
    assert(size > 0 && size % SEPAL_LANES == 0);
    for (uint32_t i = 0; i < size; i += SEPAL_LANES) {
        const w product = w3_dot(n, w3_sub((w3){w_load(x + i), w_load(y + i), w_load(z + i)}, c));
        const wi of = wi_add(wi_lane_numbers(), wi_set1((int32_t)i));
        const w along = w_of_bits(wi_or(wi_and(wi_of_bits(product), wi_set1(~number)), of));
        most = i == 0 ? along : w_max(most, along);
    }
    side->most[lane] = most;
}

/* The greatest n . v of the solids of the lanes `active`, with the numbers of the vertices. */
static SEPAL_NOINLINE w greatest_in_rows(row_side *side, int32_t number, w3 n, unsigned active) {
    float along[3][SEPAL_LANES];
    store_row3(along, n);
    for (; active != 0; active &= active - 1) {
        const unsigned lane = sepal_lowest_bit(active);
        const uint32_t size = side->size[lane];
        const w3 of_n = w3_set1(along[0][lane], along[1][lane], along[2][lane]);
        if (number == ROWS_NUMBER && size == ROW_VERTICES)
            find_in_rows(side, lane, ROW_VERTICES, ROWS_NUMBER, of_n);
        else if (number == ROWS_NUMBER && size == HULL_VERTICES)
            find_in_rows(side, lane, HULL_VERTICES, ROWS_NUMBER, of_n);
        else
            find_in_rows(side, lane, size, number, of_n);
    }
    return greatest_of_rows(side->most);
}

/* The member of K farthest along n in the lanes `active`, how far it is, and its code. */
static inline w3 member_in_rows(row_lanes *s, w3 n, unsigned active, w *along, wi *code) {
    const w3 d = load_row3(s->d), m = w3_scale(n, w_load(s->inverse));
    const int32_t number = s->number;
    const w of_a = greatest_in_rows(&s->a, number, w3_minus(m), active), of_b = greatest_in_rows(&s->b, number, m, active);
    int32_t number_a[SEPAL_LANES], number_b[SEPAL_LANES];
    wi_store(number_a, wi_of_bits(of_a));
    wi_store(number_b, wi_of_bits(of_b));
    *code = wi_halves(wi_and(wi_of_bits(of_b), wi_set1(number)), wi_and(wi_of_bits(of_a), wi_set1(number)));
    for (; active != 0; active &= active - 1) {
        const unsigned lane = sepal_lowest_bit(active);
        for (uint32_t k = 0; k < 3; k++) {
            s->a.found[k][lane] = s->a.at[lane][k * s->a.size[lane] + (uint32_t)(number_a[lane] & number)];
            s->b.found[k][lane] = s->b.at[lane][k * s->b.size[lane] + (uint32_t)(number_b[lane] & number)];
        }
    }
    const w3 a = w3_sub(load_row3(s->a.found), load_row3(s->a.centre)), b = w3_sub(load_row3(s->b.found), load_row3(s->b.centre));
    *along = w_add(w_add(of_b, of_a), w3_dot(n, d));
    const w inverse = w_load(s->inverse);
    w3 member = w3_add(w3_sub(w3_scale(b, inverse), w3_scale(a, inverse)), d);
    if (s->moving) {
        const w3 move = load_row3(s->move);
        const w on = w3_dot(n, move), zero = w_zero();
        const wm moved = w_gt(on, zero);
        *along = w_add(*along, w_max(on, zero));
        member = w3_select(moved, w3_add(member, move), member);
        *code = wi_or(*code, wi_select(moved, wi_set1(MEMBER_MOVED), wi_set1(0)));
    }
    return member;
}

/* --- The search */

/* What a step says of the lanes; those that are neither apart nor overlap, but have ended, stay open. past: the portal seems to be past the
 * origin; this bounds no error. */
typedef struct row_found {
    unsigned apart, overlap, ended, past;
} row_found;

/* One support in each of the lanes `bits`, and what it is good for: the steps of search_portal, each lane at its own. */
static SEPAL_NOINLINE row_found step_in_rows(row_lanes *s, unsigned bits) {
    const w zero = w_set1(0);
    w3 n = load_row3(s->n), v0 = load_row3(s->v[0]), v1 = load_row3(s->v[1]), v2 = load_row3(s->v[2]), v3 = load_row3(s->v[3]);
    const wi next = wi_load(s->next), steps = wi_load(s->steps);
    w along;
    wi c4;
    const w3 v4 = member_in_rows(s, n, bits, &along, &c4);
    wi c1 = wi_load(s->corner[0]), c2 = wi_load(s->corner[1]), c3 = wi_load(s->corner[2]);
    const w rounding = w_mul(w3_sum(n), w_set1(s->error));
    w error = w_add(rounding, w_load(s->underflow));
    if (s->round)
        error = w_madd(w_mul(w_load(s->reach), w_set1(BALL_WIDER)), w_sqrt(w_add(w3_dot(n, n), w_set1(HULL_UNDERFLOW))), error);
    const wm apart = w_gt(w_sub(zero, error), along);
    /* with a reach, a core that hardly passes the origin along n is not certain to hold it, and its nearest part tells more */
    const w least_past = s->round ? rounding : w_sub(zero, error);
    wm ended = wm_not(wm_and(w_gt(along, least_past), wi_gt(wi_set1(ROWS_STEPS), steps)));

    const wm first = wi_eq(next, wi_set1(ROWS_FIRST)), second = wi_eq(next, wi_set1(ROWS_SECOND));
    const wm beside = wi_eq(next, wi_set1(ROWS_BESIDE)), last = wi_eq(next, wi_set1(ROWS_OUTWARDS));
    ended = wm_or(ended, wm_andnot(last, w_gt(w3_dot(w3_sub(v4, v3), n), rounding)));
    const w aside = w_load(s->aside);
    const w3 to = {aside, w_mul(aside, w_set1(-0.7F)), w_mul(aside, w_set1(0.4F))};
    const w3 from_to = w3_sub(v0, to), x = w3_cross(w3_sub(v4, to), from_to);
    const w on_1 = w3_dot(w3_sub(v1, to), x);
    const wm p1 = w_gt(on_1, zero), p2 = w_gt(w3_dot(w3_sub(v2, to), x), zero), p3 = w_gt(w3_dot(w3_sub(v3, to), x), zero);
    const wm beyond_1 = wm_and(beside, w_gt(zero, on_1)), beyond_2 = wm_andnot(wm_and(beside, p2), beyond_1);
    const wm portal = wm_andnot(beside, wm_or(beyond_1, beyond_2)), outwards = wm_or(portal, last);
    const wm replace_1 = wm_and(last, wm_or(wm_and(p1, p2), wm_not(wm_or(p1, p3))));
    const wm replace_2 = wm_and(last, wm_andnot(p3, p1)), replace_3 = wm_and(last, wm_andnot(p1, p2));
    const wm to_1 = wm_or(first, wm_or(beyond_2, replace_1)), to_2 = wm_or(second, wm_or(beyond_1, replace_2)),
             to_3 = wm_or(portal, replace_3);
    v1 = w3_select(to_1, v4, v1), c1 = wi_select(to_1, c4, c1);
    v2 = w3_select(to_2, v4, v2), c2 = wi_select(to_2, c4, c2);
    v3 = w3_select(to_3, v4, v3), c3 = wi_select(to_3, c4, c3);

    /* the next direction */
    const w3 from = w3_select(outwards, v1, v0);
    n = w3_cross(w3_sub(w3_select(outwards, v2, v1), from), w3_sub(w3_select(outwards, v3, v2), from));
    const wm swap = wm_and(second, w_gt(w3_dot(n, from_to), zero));
    const w3 keep = v1;
    v1 = w3_select(swap, v2, v1);
    v2 = w3_select(swap, keep, v2);
    wi_store(s->corner[0], wi_select(swap, c2, c1));
    wi_store(s->corner[1], wi_select(swap, c1, c2));
    wi_store(s->corner[2], c3);
    n = w3_select(swap, w3_minus(n), n);
    n = w3_select(first, across_both(w3_sub(v1, to), from_to), n);
    const wm passed = wm_and(outwards, w_gt(w3_dot(n, v1), zero));
    const wm inside = wm_and(passed, certainly_inside(v0, v1, v2, v3, w_set1(SWEPT_DETERMINANT_ERROR)));
    store_row3(s->n, n);
    store_row3(s->v[1], v1);
    store_row3(s->v[2], v2);
    store_row3(s->v[3], v3);
    wi_store(s->next, wi_select(outwards, wi_set1(ROWS_OUTWARDS), wi_select(first, wi_set1(ROWS_SECOND), wi_set1(ROWS_BESIDE))));
    wi_store(s->steps, wi_add(steps, wi_set1(1)));
    return (row_found){wm_bits(apart) & bits, wm_bits(wm_andnot(inside, ended)) & bits, wm_bits(wm_or(ended, inside)) & bits,
                       wm_bits(wm_and(last, w_gt(along, error)))};
}

/* --- From pairs to lanes */

static inline void fetch_row_side(const sepal_solids *set, uint32_t index) {
    const sepal_solid_head *head = &set->heads[index];
    if (head->class == SEPAL_SOLID_BOX || head->size > HULL_VERTICES)
        return; /* a set of boxes has no vertices */
    const float *at = sepal_solid_x(set, index);
    for (uint32_t i = 0; i < 3 * sepal_solid_padded(head->size); i += 16)
        sepal_prefetch(at + i);
}

/* The corners of a box from its centre on, or the vertices of a hull with fewer of them than there are lanes; the last one again and again. */
static SEPAL_NOINLINE void copy_vertices(const sepal_solids *set, uint32_t index, uint32_t size, float *out) {
    const bool box = sepal_solid_is_box(set, index);
    const sepal_box_exact *of_box = box ? sepal_solid_exact(set, index) : NULL;
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < size; i++) {
            const uint32_t last = box ? 7 : sepal_solid_padded(set->heads[index].size) - 1, at = i < last ? i : last;
            if (box) {
                const float u = at & 1 ? of_box->u[k] : -of_box->u[k], v = at & 2 ? of_box->v[k] : -of_box->v[k];
                out[size * k + i] = (u + v) + (at & 4 ? of_box->w[k] : -of_box->w[k]);
            } else {
                out[size * k + i] = sepal_solid_x(set, index)[(last + 1) * k + at];
            }
        }
}

static inline void put_row_side(const sepal_solids *set, uint32_t index, unsigned lane, row_copies copies, row_side *out) {
    const sepal_solid_head *head = &set->heads[index];
    const sepal_solid_ball *ball = &set->balls[index];
    const bool box = head->class == SEPAL_SOLID_BOX;
    const uint32_t size = box ? 8 : sepal_solid_padded(head->size);
    out->centre[0][lane] = box ? 0 : ball->x;
    out->centre[1][lane] = box ? 0 : ball->y;
    out->centre[2][lane] = box ? 0 : ball->z;
    if (box || size < SEPAL_LANES) {
        out->size[lane] = size < SEPAL_LANES ? SEPAL_LANES : size;
        copy_vertices(set, index, out->size[lane], copies[lane]);
        out->at[lane] = copies[lane];
    } else {
        out->size[lane] = size;
        out->at[lane] = sepal_solid_x(set, index);
    }
}

/* Where the mean of K is at the origin, as of copies, no ray leads from there to the origin: then a point beside it, between the mean and two
 * members. */
static inline void begin_beside(row_lanes *s, unsigned lane) {
    const uint32_t size_a = s->a.size[lane], size_b = s->b.size[lane];
    for (uint32_t k = 0; k < 3; k++) {
        const float *a = s->a.at[lane] + k * size_a, *b = s->b.at[lane] + k * size_b, d = s->d[k][lane], inverse = s->inverse[lane];
        const float c_a = s->a.centre[k][lane], c_b = s->b.centre[k][lane];
        const float one = ((b[0] - c_b) * inverse - (a[size_a / 3] - c_a) * inverse) + d,
                    other = ((b[size_b / 3] - c_b) * inverse - (a[size_a - 1] - c_a) * inverse) + d;
        s->v[0][k][lane] = (s->v[0][k][lane] * (27 / 32.0F) + one * (3 / 32.0F)) + other * (2 / 32.0F);
        s->n[k][lane] = -s->v[0][k][lane];
    }
    s->next[lane] = ROWS_FIRST;
    s->steps[lane] = 0;
}

/* Returns whether the search begins beside the mean. */
static inline bool put_pair(const row_block *block, uint32_t slot, unsigned lane, row_lanes *s) {
    for (int k = 0; k < 3; k++) {
        s->v[0][k][lane] = block->inside[k][slot];
        s->n[k][lane] = -block->inside[k][slot];
        s->d[k][lane] = block->d[k][slot];
        s->move[k][lane] = block->move[k][slot];
    }
    s->inverse[lane] = block->inverse[slot];
    s->reach[lane] = block->reach[slot];
    s->underflow[lane] = block->underflow[slot];
    s->next[lane] = ROWS_FIRST;
    s->steps[lane] = 0;
    s->slot[lane] = slot;
    const bool near = fabsf(s->n[0][lane]) + fabsf(s->n[1][lane]) + fabsf(s->n[2][lane]) < ROWS_MEAN;
    if (near)
        begin_beside(s, lane);
    return near;
}

/* Makes room for the numbers of all vertices of the pairs. False if there are more of these than ROWS_MOST. */
static inline bool set_row_numbers(const solids_query *q, const sepal_pair *pairs, size_t count, row_lanes *s) {
    uint32_t most = HULL_VERTICES;
    for (size_t k = 0; k < count && (q->a->largest > HULL_VERTICES || q->b->largest > HULL_VERTICES); k++) {
        const uint32_t a = q->a->heads[pairs[k].a].size, b = q->b->heads[pairs[k].b].size;
        most = most < a ? a : most;
        most = most < b ? b : most;
    }
    for (s->number = ROWS_NUMBER; (uint32_t)s->number < most - 1;)
        s->number = 2 * s->number + 1;
    s->error = ROWS_AXIS_ERROR + (float)s->number * ROWS_NUMBER_ERROR;
    return most <= ROWS_MOST;
}

/* At most a block of pairs. moving: or NULL. portal: receives the codes of the last portal of each pair that stays open; any codes if
 * there is none. */
static SEPAL_NOINLINE bool search_in_rows(const solids_query *q, const solid_sweep_query *moving, const sepal_pair *pairs,
                                          size_t count, uint32_t (*portal)[3], verdicts *out) {
    row_block block;
    row_copies of_a, of_b;
    row_lanes s;
    uint32_t next = 0;
    unsigned active = 0, turned = 0;
    uint64_t any_open = 0;
    assert(count <= SEPAL_BLOCK);
    memset(&s, 0, sizeof s); /* lanes may stay without a pair */
    memset(portal, 0, count * sizeof *portal);
    if (!set_row_numbers(q, pairs, count, &s))
        return leave_all_open(out, count);
    STAGES_ENTER("portal_rows");
    load_row_block(q, moving, pairs, count, &block);
    s.round = solid_some_reach(q);
    s.moving = moving != NULL;
    for (size_t first = 0; first < count; first += 64)
        out->yes[first / 64] = out->open[first / 64] = 0;
    unsigned empty = ALL_LANES;
    do {
        for (; empty != 0 && next < count; empty &= empty - 1) {
            const unsigned lane = sepal_lowest_bit(empty);
            if (next + ROWS_AHEAD < count) {
                fetch_row_side(q->a, pairs[next + ROWS_AHEAD].a);
                fetch_row_side(q->b, pairs[next + ROWS_AHEAD].b);
            }
            put_row_side(q->a, pairs[next].a, lane, of_a, &s.a);
            put_row_side(q->b, pairs[next].b, lane, of_b, &s.b);
            s.aside[lane] = moving == NULL && core_span(q, pairs[next]) <= ROWS_SHIFT_BITS ? ROWS_SHIFT : 0;
            turned |= (unsigned)put_pair(&block, next++, lane, &s) << lane;
            active |= 1U << lane;
        }
        row_found found = step_in_rows(&s, active);
        /* where the ray from the mean passes a side of the portal by rounding only, as of what is symmetric: again, from beside the mean */
        unsigned again = moving != NULL ? found.ended & found.past & ~(found.apart | found.overlap | turned) : 0;
        found.ended &= ~again;
        turned = (turned & ~found.ended) | again;
        for (; again != 0; again &= again - 1)
            begin_beside(&s, sepal_lowest_bit(again));
        for (unsigned left = found.ended; left != 0; left &= left - 1) {
            const unsigned lane = sepal_lowest_bit(left), slot = s.slot[lane];
            const uint64_t yes = found.overlap >> lane & 1, open = ~(found.apart | found.overlap) >> lane & 1;
            out->yes[slot / 64] |= yes << (slot % 64);
            out->open[slot / 64] |= open << (slot % 64);
            any_open |= open;
            for (int k = 0; k < 3; k++)
                portal[slot][k] = s.corner[k][lane];
        }
        active &= ~found.ended;
        empty = found.ended;
    } while (active != 0 || next < count);
    STAGES_LEAVE(pairs, count, out->yes, out->open);
    return any_open != 0;
}

/* search_in_rows for other units, which are compiled without it. */
bool solids_kernel_search_in_rows(const solids_query *q, const solid_sweep_query *moving, const sepal_pair *pairs, size_t count,
                                  uint32_t (*portal)[3], verdicts *out);

/* n: 0 if one does not fit in lanes. Those that are left open are asked about from their last portal on, but if they have a reach and fit in
 * lanes: then filter_nearest is. */
static bool filter_portal_rows(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    uint32_t portal[SEPAL_BLOCK][3];
    const bool open = search_in_rows(question, NULL, pairs, count, portal, out);
    size_t k;
    if (!open || (n.a != 0 && solid_some_reach(question)))
        return open;
    FOR_BITS(k, out->open, count)
        know_open_pair(question, pairs, k, portal[k], out);
    return count_bits(out->open, count) > 0;
}

#endif
