/* round_sweep.c — the bounds of moving solids with a reach, one pair at a time (sweep_round.h): how far the nearest part at a time is from
 * the origin, how fast it comes nearer, and the reach. */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <math.h>
#include <solids/kernel/sweep_round.h>

/* Two points of a, three of b, both moves, and the time, of which the fraction counts. */
enum { POINTS_A = 2, POINTS_B = 3, MOVE_A = 3 * (POINTS_A + POINTS_B), MOVE_B = MOVE_A + 3, TIME = MOVE_B + 3, MOVING_FLOATS };

/* The cores at that time, and their nearest points. False if they are not apart there. */
static bool set_moving(const float *input, round_sweep *s, round_gap *gap) {
    const solid_pair of = solid_pair_emptied();
    const float *a = input + MOVE_A, *b = input + MOVE_B;
    const sepal_solid_moves moves[2] = {{a, a + 1, a + 2, 0}, {b, b + 1, b + 2, 0}};
    const solid_sweep_query query = {{of.a, of.b, SEPAL_TOUCHING_OVERLAPS, 0, false}, &moves[0], &moves[1]};
    if (!add_points(of.a, input, POINTS_A, 1) || !add_points(of.b, input + 3 * POINTS_A, POINTS_B, 1) ||
        !set_round_sweep(&query, solid_group[0], &solids_kernel_core_searches, s))
        return false;
    s->part.count = 1;
    support_along(&s->first, s->way, &s->part.m[0]);
    move_to(s, (double)fabsf(input[TIME] - truncf(input[TIME])));
    return search_on(&s->now, &s->part) == APPROACH_APART && find_round_gap(s, gap) && gap->length > 0;
}

static void exact_of(const double from[3], exact_vector *out) {
    for (int k = 0; k < 3; k++)
        sepal_number_sum(&from[k], 1, &out->x[k]);
}

/* The move of b as seen from a. */
static exact_vector exact_way(const float *input) {
    return vector_between(input + MOVE_A, input + MOVE_B);
}

/* n . w / |n| - computed. The length is a double and what it lacks. */
static double rounding_along(const exact_vector *n, const exact_vector *w, double computed) {
    const sepal_number square = exact_dot(n, n), along = exact_dot(n, w);
    double length[2] = {sqrt(sepal_number_value(&square)), 0};
    sepal_number first, second, rest;
    sepal_number_sum(length, 1, &second);
    sepal_number_multiply(&second, &second, &rest);
    sepal_number_subtract(&square, &rest, &rest);
    length[1] = sepal_number_value(&rest) / (2 * length[0]);
    sepal_number_sum(&computed, 1, &first);
    sepal_number_sum(length, 2, &second);
    sepal_number_multiply(&first, &second, &rest);
    sepal_number_subtract(&along, &rest, &rest);
    return sepal_number_value(&rest) / length[0];
}

/* How much nearer, along the direction that is found, a member is than it is said that none is. */
static double nearer_member(const float *input) {
    round_sweep s;
    round_gap gap;
    exact_vector n, way;
    double worst = -INFINITY;
    if (!set_moving(input, &s, &gap))
        return -INFINITY;
    const double bound = ROUND_GAP_ERROR * s.now.extent;
    exact_of(gap.at, &n);
    way = exact_way(input);
    for (int i = 0; i < POINTS_A; i++)
        for (int j = 0; j < POINTS_B; j++) {
            exact_vector w = vector_between(input + 3 * i, input + 3 * (POINTS_A + j));
            for (int k = 0; k < 3; k++) {
                sepal_number by;
                sepal_number_sum(&s.time, 1, &by);
                sepal_number_multiply(&by, &way.x[k], &by);
                sepal_number_add(&w.x[k], &by, &w.x[k]);
            }
            worst = fmax(worst, -rounding_along(&n, &w, gap.least + bound) / bound);
        }
    return worst;
}

static double speed_error(const float *input) {
    round_sweep s;
    round_gap gap;
    exact_vector n;
    if (!set_moving(input, &s, &gap))
        return -INFINITY;
    const exact_vector way = exact_way(input);
    exact_of(gap.at, &n);
    return fabs(rounding_along(&n, &way, d3_dot(gap.at, s.way) / gap.length)) / (ROUND_SPEED_ERROR * s.length);
}

/* Two radii and a margin. */
static double round_reach_error(const float *input) {
    static const float rest[3] = {0, 0, 0}, away[3] = {1, 0, 0}, points[6] = {4, 0, 0, 5, 0, 0};
    const solid_pair of = solid_pair_emptied();
    const sepal_solid_moves moves[2] = {{rest, rest + 1, rest + 2, 0}, {away, away + 1, away + 2, 0}};
    const solid_sweep_query query = {{of.a, of.b, SEPAL_TOUCHING_OVERLAPS, fabsf(input[2]), false}, &moves[0], &moves[1]};
    const double terms[3] = {(double)fabsf(input[0]), (double)fabsf(input[1]), (double)fabsf(input[2])};
    round_sweep s;
    sepal_number exact;
    if (!add_points(of.a, rest, 1, fabsf(input[0])) || !add_points(of.b, points, 2, fabsf(input[1])) ||
        !set_round_sweep(&query, solid_group[0], &solids_kernel_core_searches, &s) || !(s.reach > 0))
        return -INFINITY;
    sepal_number_sum(terms, 3, &exact);
    return difference(&exact, s.reach) / (ROUND_REACH_ERROR * s.reach);
}

static const attack attacks[] = {
    {"ROUND_GAP_ERROR",
     "how far moved cores are along a direction",
     nearer_member,
     MOVING_FLOATS,
     4,
     0.007,
     {0x1.478414p+2F,  0x1.7ed794p+2F,  0x1.2f4c6cp+0F,  0x1.0eaf0ap+4F, 0x1.d7f5d8p+0F, -0x1.2728p+3F,
      0x1.603a24p+2F,  0x1.b1acdap+2F,  -0x1.27008p+3F,  0x1.0253fap+3F, 0x1.f261fep+2F, 0x1.7ffa7cp+0F,
      -0x1.e00202p+3F, 0x1.27294ep+3F,  0x1.0b0548p+2F,  0x1.443c9ep-1F, 0x1.62b80ap+8F, 0x1.c0d298p-1F,
      0x1.6d7856p+1F,  -0x1.7ffaaap+0F, -0x1.381636p+2F, -0x1.ed7856p+1F}},
    {"ROUND_SPEED_ERROR",
     "how fast they come nearer",
     speed_error,
     MOVING_FLOATS,
     4,
     0.3646,
     {0x1.2627bcp+2F,  -0x1.a2bea4p+1F, 0x1.a2bea4p+1F,  -0x1.03c062p-1F, 0x1.8d68p+1F,    -0x1.f438d8p+1F,
      -0x1.b19996p+3F, 0x1.03c062p-1F,  -0x1.2d4bbep+1F, 0x1.a5d9p+1F,    -0x1.7331c6p+0F, 0x1.c1d59cp+3F,
      0x1.2d001ep+2F,  0x1.e631dcp+0F,  -0x1.5e3872p+1F, 0x1.926dp+1F,    0x1.756032p+2F,  -0x1.880008p-1F,
      -0x1.b19996p+3F, 0x1.fba902p+2F,  -0x1.4d6c08p+1F, -0x1.e6207cp+1F}},
    {"ROUND_REACH_ERROR", "a reach", round_reach_error, 3, 40, 0.0625, {0x1.08p-24F, -0x1p+24F, -0x1.08p-24F}},
};
const attack_family round_sweep_attacks = {"round_sweep", attacks, sizeof attacks / sizeof attacks[0]};
