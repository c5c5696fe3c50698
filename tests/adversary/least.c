/* least.c — which pairs have certainly a greater number than the least so far, by their balls (core/kernel/core_kernel_least.c), and solids
 * by the gap between them (solids/gap.h): how much of what the bounds are loosened by do their roundings, and those of the numbers, use up? */
#include "families.h"
#include "solid_pair.h"

#define sepal_least_seeds_scalar least_seeds_here /* those of the library are there, too */
#define sepal_least_row_scalar   least_row_here
#include <core/kernel/core_kernel_least.c> /* NOLINT(bugprone-suspicious-include): the bounds are static */
#undef sepal_least_seeds_scalar
#undef sepal_least_row_scalar
#include <math.h>
#include <solids/gap.h>

/* Two balls of the plane: places, moves, radii. */
typedef struct two_balls {
    least_ball a;
    sepal_least_tile tile; /* with the ball of b alone */
} two_balls;

static two_balls balls_of(const float *input) {
    two_balls two = {.a = {{input[0], input[1], 0}, {input[4], input[5], 0}, 0}, .tile = {.count = 1}};
    for (int axis = 0; axis < 2; axis++) {
        two.tile.at[axis][0] = input[2 + axis];
        two.tile.move[axis][0] = input[6 + axis];
    }
    return two;
}

static double extent_between(const least_ball *a, const sepal_least_tile *b) {
    return hypot((double)b->at[0][0] - (double)a->at[0], (double)b->at[1][0] - (double)a->at[1]);
}

/* The greatest float for which a pair is left out, between one for which it is and one for which it is not. */
static float greatest_left_out(bool (*leaves_out)(void *two, float value), void *two, float low, float high) {
    for (int k = 0; k < 200 && nextafterf(low, high) < high; k++) {
        const float middle = low * 0.5F + high * 0.5F, at = middle > low && middle < high ? middle : nextafterf(low, high);
        if (leaves_out(two, at))
            low = at;
        else
            high = at;
    }
    return low;
}

static bool is_left_out_at_rest(void *balls, float best) {
    two_balls *two = balls;
    uint32_t may[SEPAL_LEAST_BLOCK];
    (void)may_at_rest(&two->a, &two->tile, 0, best, may);
    return may[0] == 0;
}

/* What a number of a pair that is left out may be less than the distance of the balls: a share of what it certainly is less. */
static double left_out_at_rest(const float *input) {
    two_balls two = balls_of(input);
    two.a.reach = fabsf(input[8]);
    two.tile.reach[0] = fabsf(input[9]);
    const double extent = extent_between(&two.a, &two.tile), reach = (double)two.a.reach + (double)two.tile.reach[0];
    const double distance = extent - reach;
    const float low = (float)(-2 * reach - extent) - 1, high = (float)(extent * 2) + 1;
    if (!is_left_out_at_rest(&two, low) || is_left_out_at_rest(&two, high))
        return -INFINITY;
    const double best = (double)greatest_left_out(is_left_out_at_rest, &two, low, high), u = 0x1p-24;
    if (best < -reach) /* every number is greater */
        return -INFINITY;
    return (18 * u * (extent + 2 * reach) + u * fabs(best) + 0x1p-149) / (distance - best);
}

static bool is_left_out_moving(void *balls, float reach) {
    two_balls *two = balls;
    uint32_t may[SEPAL_LEAST_BLOCK];
    two->tile.reach[0] = reach;
    (void)may_moving(&two->a, &two->tile, 0, 1, may);
    return may[0] == 0;
}

/* How much of what the reach is widened by do the roundings use up, for the greatest reach for which the pair is left out? */
static double left_out_moving(const float *input) {
    two_balls two = balls_of(input);
    const long double x = (long double)input[2] - (long double)input[0], y = (long double)input[3] - (long double)input[1];
    const long double dx = (long double)input[6] - (long double)input[4], dy = (long double)input[7] - (long double)input[5];
    const long double way = dx * dx + dy * dy, last = 1 + (long double)SEPAL_LEAST_TIME_SHARE;
    long double at = way > 0 ? -(x * dx + y * dy) / way : 0;
    at = at < 0 ? 0 : at > last ? last : at;
    const double nearest = (double)hypotl(x + at * dx, y + at * dy);
    const double size = (double)(fabsl(x) + fabsl(y) + fabsl(dx) + fabsl(dy));
    if (!is_left_out_moving(&two, 0))
        return -INFINITY;
    const double reach = (double)greatest_left_out(is_left_out_moving, &two, 0, (float)(2 * nearest) + 1);
    const double widened = (size + reach) * (double)SEPAL_LEAST_SHARE + (double)SEPAL_LEAST_BEYOND;
    return (reach + widened - nearest) / widened;
}

static bool block_is_left_out(void *balls, float reach) {
    two_balls *two = balls;
    for (size_t k = 0; k < SEPAL_LEAST_BLOCK; k++)
        two->tile.reach[k] = reach;
    return some_may_moving(&two->a, &two->tile, 0, 1) == 0;
}

/* As left_out_moving, of a block of one ball, by x and y, of which one is enough. */
static double block_left_out(const float *input) {
    two_balls two = balls_of(input);
    for (int axis = 0; axis < 2; axis++)
        for (size_t k = 1; k < SEPAL_LEAST_BLOCK; k++) {
            two.tile.at[axis][k] = two.tile.at[axis][0];
            two.tile.move[axis][k] = two.tile.move[axis][0];
        }
    if (!block_is_left_out(&two, 0))
        return -INFINITY;
    const long double half = (1 + (long double)SEPAL_LEAST_TIME_SHARE) / 2;
    double nearest[2], moved[2], ratio = INFINITY;
    for (int axis = 0; axis < 2; axis++) {
        const long double at = (long double)input[2 + axis] - (long double)input[axis];
        const long double move = half * ((long double)input[6 + axis] - (long double)input[4 + axis]);
        nearest[axis] = (double)(fabsl(at + move) - fabsl(move));
        moved[axis] = (double)fabsl(move);
    }
    const double reach = (double)greatest_left_out(block_is_left_out, &two, 0, (float)(2 * fmax(nearest[0], nearest[1])) + 1);
    for (int axis = 0; axis < 2; axis++) {
        const double widened = (moved[axis] + reach) * (double)SEPAL_LEAST_SHARE + (double)SEPAL_LEAST_BEYOND;
        ratio = fmin(ratio, (reach + widened - nearest[axis]) / widened);
    }
    return ratio;
}

static bool have_gap(void *solids, float best) {
    const solid_pair *pair = solids;
    return sepal_solids_have_gap(pair->a, 0, pair->b, 0, 0, (double)best);
}

/* As left_out_at_rest, of two segments, the first one with a radius. */
static double gap_left_out(const float *input) {
    solid_pair pair = solid_pair_emptied();
    if (!add_points(pair.a, input, 2, fabsf(input[12])) || !add_points(pair.b, input + 6, 2, 0))
        return -INFINITY;
    const sepal_solid_ball *a = pair.a->balls, *b = pair.b->balls;
    const double x = (double)b->x - (double)a->x, y = (double)b->y - (double)a->y, z = (double)b->z - (double)a->z;
    const double extent = sqrt(x * x + y * y + z * z), reach = (double)a->r + (double)b->r;
    const double between = solid_distance(pair), distance = between - (double)fabsf(input[12]);
    const float low = (float)(-2 * reach - extent) - 1, high = (float)(extent * 2) + 1;
    if (between <= 0 || !have_gap(&pair, low) || have_gap(&pair, high))
        return -INFINITY;
    const double best = (double)greatest_left_out(have_gap, &pair, low, high), u = 0x1p-24;
    return (18 * u * (extent + 2 * reach) + u * fabs(best) + 0x1p-149) / (distance - best);
}

static const attack attacks[] = {
    {"SEPAL_LEAST_SHARE",
     "distances of two balls",
     left_out_at_rest,
     10,
     4,
     0.2877,
     {0x1.369df2p+1F, 0x1.7200ap+4F, 0x1.9216f4p+1F, 0x1.af12d4p+2F, 0x1.262164p+1F, 0x1.d97d46p+4F, -0x1.2d6f82p+1F,
      -0x1.3b7e64p+2F, -0x1.900f5p+3F, -0x1.efc2a8p+1F}},
    {"SEPAL_LEAST_SHARE",
     "ways of two balls",
     left_out_moving,
     8,
     4,
     0.0109,
     {0x1.8ad05ap-1F, 0x1.a01eccp+2F, 0x1.8c801p-1F, -0x1.080e44p+1F, 0x1.8b8598p-12F, -0x1.3a3024p+2F, -0x1.46514p-18F,
      0x1.cb200cp+1F}},
    {"SEPAL_LEAST_SHARE",
     "ways of a block of balls",
     block_left_out,
     8,
     4,
     0.0367,
     {0x1.000d4p+2F, 0x1.000d4p+1F, 0x1.9b8p+5F, -0x1.ffff06p+4F, 0x1.9b7fcep+6F, -0x1.150404p+5F, 0x1.509a92p+5F, -0x1.4100cp-1F}},
    {"SEPAL_LEAST_SHARE",
     "a gap of two solids",
     gap_left_out,
     13,
     4,
     0.1986,
     {-0x1.80005p+3F, 0x1.3ffc02p+2F, 0x1.ad3ffep+3F, 0x1.d25be2p+1F, 0x1.b6003p+3F, -0x1.000014p-1F, -0x1.b7ceap+3F,
      -0x1.25fe92p+1F, -0x1.3ff6eap+1F, -0x1.10122ep+0F, -0x1.1d6bcep+1F, -0x1.9548c2p+2F, -0x1.03a426p+4F}},
};

const attack_family least_attacks = {"least", attacks, sizeof attacks / sizeof *attacks};
