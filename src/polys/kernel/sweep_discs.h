/* sweep_discs.h — when and how two circles meet that move: a pair in each lane, in double; half of the lanes at a time. It is asked about
 * rays and circles; of two circles with radii, a filter in float tells most for less (docs/tried.md).
 *
 * The centre of b passes that of a at the distance |c| / |d| for c = d x w, if it is at w at the beginning and moves by d. It comes
 * within the sum r of the radii at the time (-w . d - sqrt(r^2 d^2 - c^2)) / d^2 (Ericson, Real-Time Collision Detection, section
 * 5.3.2). Left open are pairs that touch or overlap at the beginning, that graze, or whose time is too near to a float. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_DISCS_H
#define SEPAL_POLYS_KERNEL_SWEEP_DISCS_H

#include "reach.h"
#include "sweep_hit_lanes.h"

/* Bounds on the errors of the square under the root, of a time and of a normal, in units of what they are made of; and the least share of
 * the way from another circle that is not its rounding (docs/numerics/sweep.md, "Moving circles, in double"). */
#define DISC_ROOT_ERROR   (32 * 0x1p-53)
#define DISC_TIME_ERROR   (40 * 0x1p-53)
#define DISC_NORMAL_ERROR (64 * 0x1p-53)
#define DISC_SQUARE       0x1p-40

/* Centres and radii of a side. */
typedef struct disc_lanes {
    w2 centre;
    w radius;
} disc_lanes;

/* The outer radius of a circle is its radius, unless that is out of the range of the filters. */
SPECIALISED disc_lanes load_discs(const sepal_polys *set, const uint32_t *index) {
    circle_lanes c = load_circles(set, index);
    disc_lanes out = {c.centre, w_zero()};
    if (!set->round)
        return out;
    out.radius = c.outer;
    if (wm_bits(wm_and(w_gt(c.outer, w_set1(SEPAL_RANGE_LEAST)), w_gt(w_set1(INFINITY), c.outer))) != ALL_LANES)
        out.radius = load_radii(set, index);
    return out;
}

/* c = d x w, r^2 d^2 - c^2 and what its error is a share of (Z), from the magnitudes of the products of c. */
typedef struct disc_square {
    wd across, acrosses, r_move2, scale, inside;
} disc_square;

SPECIALISED disc_square disc_square_of(wd2 at, wd2 d, wd r) {
    wd left = wd_mul(d.x, at.y), right = wd_mul(d.y, at.x), across = wd_sub(left, right);
    wd acrosses = wd_add(wd_abs(left), wd_abs(right));
    wd move2 = wd_madd(d.x, d.x, wd_mul(d.y, d.y)), r_move2 = wd_mul(r, move2), reach2 = wd_mul(r, r_move2);
    wd scale = wd_madd(wd_madd(acrosses, wd_set1(DISC_SQUARE), wd_abs(across)), acrosses, reach2);
    return (disc_square){across, acrosses, r_move2, scale, wd_sub(reach2, wd_mul(across, across))};
}

/* The steps of one half of the lanes. b moves by d as seen from a, and its centre is farther along d by along / |d|. alongs: the magnitudes
 * of the products of `along`. inverse: 1 / (r d^2 root), of which all other quotients are products. */
typedef struct disc_steps {
    wd2 d;
    wd r, along, alongs, root, inverse;
    disc_square square;
} disc_steps;

/* b is `at` as seen from a. */
SPECIALISED void disc_root(wd2 at, wd2 d, wd r, disc_steps *out) {
    wd along_y = wd_mul(at.y, d.y);
    out->d = d;
    out->r = r;
    out->along = wd_madd(at.x, d.x, along_y);
    out->alongs = wd_madd(wd_abs(along_y), wd_set1(2), wd_abs(out->along));
    out->square = disc_square_of(at, d, r);
    out->root = wd_sqrt(wd_max(out->square.inside, wd_set1(0)));
}

SPECIALISED void disc_quotient(disc_steps *s) {
    s->inverse = wd_div(wd_set1(1), wd_mul(s->square.r_move2, s->root));
}

SPECIALISED hit_half disc_hit(const disc_steps *s) {
    const wd2 d = s->d;
    const wd size_x = wd_abs(d.x), size_y = wd_abs(d.y), along = s->along, root = s->root, across = s->square.across;
    const wd acrosses = s->square.acrosses, r_move2 = s->square.r_move2, scale = s->square.scale, inside = s->square.inside;
    wd error = wd_mul(scale, wd_set1(DISC_ROOT_ERROR));
    wd per_reach = wd_mul(root, s->inverse), per_move2 = wd_mul(s->r, per_reach);
    wd roots = wd_mul(scale, wd_mul(r_move2, s->inverse));
    wd times_error = wd_mul(wd_add(s->alongs, roots), wd_set1(DISC_TIME_ERROR));
    wd unit = wd_mul(per_reach, wd_set1(DISC_NORMAL_ERROR)), minus_unit = wd_minus(unit), minus_root = wd_minus(root);
    wd x = wd_mul(wd_madd(minus_root, d.x, wd_minus(wd_mul(across, d.y))), per_reach);
    wd y = wd_mul(wd_madd(minus_root, d.y, wd_mul(across, d.x)), per_reach);
    wd error_x = wd_madd(roots, size_x, wd_mul(acrosses, size_y)), error_y = wd_madd(roots, size_y, wd_mul(acrosses, size_x));
    const wdm known = wd_gt(inside, error);
    return (hit_half){.time = wd_mul(wd_sub(minus_root, along), per_move2),
                      .error = wd_mul(times_error, per_move2),
                      .low_x = wd_madd(error_x, minus_unit, x),
                      .high_x = wd_madd(error_x, unit, x),
                      .low_y = wd_madd(error_y, minus_unit, y),
                      .high_y = wd_madd(error_y, unit, y),
                      .known = known,
                      .apart = wdm_or(wdm_and(known, wd_gt(wd_sub(along, root), times_error)), wd_gt(wd_minus(error), inside))};
}

/* moves_a, moves_b: of a block, whose values go to `out`. */
typedef struct discs_query {
    const polys_query *q;
    block_moves moves_a, moves_b;
    sweep_values *out;
} discs_query;

SPECIALISED lanes discs_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const discs_query *t = question;
    (void)n;
    disc_lanes a = load_discs(t->q->a, &group->a);
    next_load();
    disc_lanes b = load_discs(t->q->b, &group->b);
    w2 move_a = moves_at(&t->moves_a, k), move_b = moves_at(&t->moves_b, k);
    const wd margin = wd_set1((double)t->q->margin);
    disc_steps steps[2];
    hit_half found[2];
    /* both halves step by step: neither the roots nor the quotients wait for each other */
    for (int h = 0; h < 2; h++) {
        wd2 at = wd2_sub((wd2){wd_of(b.centre.x, h), wd_of(b.centre.y, h)}, (wd2){wd_of(a.centre.x, h), wd_of(a.centre.y, h)});
        wd2 d = wd2_sub((wd2){wd_of(move_b.x, h), wd_of(move_b.y, h)}, (wd2){wd_of(move_a.x, h), wd_of(move_a.y, h)});
        disc_root(at, d, wd_add(wd_add(wd_of(a.radius, h), wd_of(b.radius, h)), margin), &steps[h]);
    }
    for (int h = 0; h < 2; h++)
        disc_quotient(&steps[h]);
    for (int h = 0; h < 2; h++)
        found[h] = disc_hit(&steps[h]);
    return store_hits(found, wm_none(), wm_none(), t->out, k);
}

/* Pairs of circles, at most a block; the margin is not negative. */
static SEPAL_NOINLINE bool sweep_discs(const sweep_query *s, const sepal_pair *pairs, size_t count, verdicts *found,
                                       sweep_values *out) {
    discs_query asked;
    asked.q = &s->q;
    asked.out = out;
    take_moves(s->moves_a, &pairs->a, count, &asked.moves_a);
    take_moves(s->moves_b, &pairs->b, count, &asked.moves_b);
    return ask_groups(discs_kernel, NULL, &asked, pairs, count, (sizes){1, 1, 0}, found);
}

#endif
