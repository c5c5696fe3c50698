/* core_kernel_least.c — which pairs of two tiles of balls seem to have the least number, and which may have it (core/least.h).
 *
 * Loops over blocks of sixteen without branches, in plain C: compilers make them as wide as the instruction set is. */
#include "../arithmetic.h"

#include "../compiler.h"
#include "names.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* A ball of a, its reach with the margin, as each block of b is compared with it. */
typedef struct least_ball {
    float at[3], move[3], reach;
} least_ball;

SPECIALISED least_ball least_ball_of(const sepal_least_join *join, size_t i) {
    const sepal_least_tile *a = join->a;
    return (least_ball){
        {a->at[0][i], a->at[1][i], a->at[2][i]}, {a->move[0][i], a->move[1][i], a->move[2][i]}, a->reach[i] + join->margin};
}

/* --- Whose number seems the least? ------------------------------------------------------------------------------------------------ */

SPECIALISED int32_t seed_bits(float v) {
    int32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Takes the lesser of a key and that of place i with the bits of a float: of negative ones, all but the sign are turned. */
SPECIALISED int32_t seed_key(int32_t least, int32_t bits, size_t i) {
    const int32_t ordered = bits ^ (bits < 0 ? INT32_MAX : 0), key = (ordered & ~(SEPAL_LEAST_TILE - 1)) | (int32_t)i;
    return key < least ? key : least;
}

/* By the square of the distance less that of the reach, which is no bound but tells as much. */
SPECIALISED void seeds_at_rest(const least_ball *a, const sepal_least_tile *b, size_t from, size_t i,
                               int32_t seeds[SEPAL_LEAST_BLOCK]) {
    for (size_t l = 0, k = from; l < SEPAL_LEAST_BLOCK; l++, k++) {
        const float x = b->at[0][k] - a->at[0], y = b->at[1][k] - a->at[1], z = b->at[2][k] - a->at[2];
        const float reach = a->reach + b->reach[k];
        seeds[l] = seed_key(seeds[l], seed_bits((x * x + y * y + z * z) - reach * reach), i);
    }
}

/* The square root of v >= 0 within 7 %, by half of the exponent: seeds need no better one, and where sqrtf may set errno, loops with it are
 * not made wide. */
SPECIALISED float seed_root(float v) {
    const int32_t bits = (seed_bits(v) >> 1) + 0x1fc00000;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* By when the balls begin to touch each other; of those that do from the beginning, by how deep they are in each other. Nothing is chosen by
 * `?:` but constants: gcc would branch. */
SPECIALISED void seeds_moving(const least_ball *a, const sepal_least_tile *b, size_t from, size_t i,
                              int32_t seeds[SEPAL_LEAST_BLOCK]) {
    for (size_t l = 0, k = from; l < SEPAL_LEAST_BLOCK; l++, k++) {
        const float x = b->at[0][k] - a->at[0], y = b->at[1][k] - a->at[1], z = b->at[2][k] - a->at[2];
        const float dx = b->move[0][k] - a->move[0], dy = b->move[1][k] - a->move[1], dz = b->move[2][k] - a->move[2];
        const float reach = a->reach + b->reach[k], way = dx * dx + dy * dy + dz * dz, along = x * dx + y * dy + z * dz;
        const float apart = (x * x + y * y + z * z) - reach * reach, inside = along * along - way * apart;
        const float begin = -(along + seed_root(inside > 0 ? inside : 0)) / (way + FLT_MIN);
        const int32_t never = -(int32_t)((inside < 0) | (along >= 0)), before = -(int32_t)(apart <= 0);
        const int32_t first = (never & SEPAL_LEAST_NONE) | (~never & seed_bits(begin));
        seeds[l] = seed_key(seeds[l], (before & seed_bits(apart)) | (~before & first), i);
    }
}

void core_kernel_least_seeds(const sepal_least_join *join, int32_t seeds[SEPAL_LEAST_TILE]) {
    for (size_t k = 0; k < join->b->count; k += SEPAL_LEAST_BLOCK) {
        int32_t least[SEPAL_LEAST_BLOCK];
        for (size_t l = 0; l < SEPAL_LEAST_BLOCK; l++)
            least[l] = SEPAL_LEAST_NONE;
        for (size_t i = 0; i < join->a->count; i++) {
            const least_ball ball = least_ball_of(join, i);
            if (join->moving)
                seeds_moving(&ball, join->b, k, i, least);
            else
                seeds_at_rest(&ball, join->b, k, i, least);
        }
        memcpy(seeds + k, least, sizeof least);
    }
}

/* --- Whose number may be the least? ----------------------------------------------------------------------------------------------- */

/* Which shapes of a block may have a number that is not greater than the least so far? Returns whether any may. */
SPECIALISED uint32_t may_at_rest(const least_ball *a, const sepal_least_tile *b, size_t from, float best, uint32_t *may) {
    const float beyond = fabsf(best) * SEPAL_LEAST_SHARE + SEPAL_LEAST_BEYOND + best;
    uint32_t any = 0;
    for (size_t l = 0, k = from; l < SEPAL_LEAST_BLOCK; l++, k++) {
        const float x = b->at[0][k] - a->at[0], y = b->at[1][k] - a->at[1], z = b->at[2][k] - a->at[2];
        const float square = x * x + y * y + z * z, reach = a->reach + b->reach[k];
        const float within = beyond + (reach + reach * SEPAL_LEAST_SHARE);
        may[l] = (uint32_t) !((within < 0) | (square * (1 - SEPAL_LEAST_SHARE) > within * within));
        any |= may[l];
    }
    return any;
}

/* Which shapes of a block may be touched until the least time so far? Each is looked at when it is as near as it comes until then. Returns
 * whether any may. */
SPECIALISED uint32_t may_moving(const least_ball *a, const sepal_least_tile *b, size_t from, float best, uint32_t *may) {
    const float until = best + (best * SEPAL_LEAST_TIME_SHARE + SEPAL_LEAST_TIME_BEYOND);
    uint32_t any = 0;
    for (size_t l = 0, k = from; l < SEPAL_LEAST_BLOCK; l++, k++) {
        const float x = b->at[0][k] - a->at[0], y = b->at[1][k] - a->at[1], z = b->at[2][k] - a->at[2];
        const float dx = b->move[0][k] - a->move[0], dy = b->move[1][k] - a->move[1], dz = b->move[2][k] - a->move[2];
        const float way = dx * dx + dy * dy + dz * dz, nearest = -(x * dx + y * dy + z * dz) / (way + FLT_MIN);
        const float begun = nearest > 0 ? nearest : 0, at = begun < until ? begun : until;
        const float px = x + at * dx, py = y + at * dy, pz = z + at * dz, square = px * px + py * py + pz * pz;
        const float size = (fabsf(x) + fabsf(y) + fabsf(z)) + (fabsf(dx) + fabsf(dy) + fabsf(dz)), reach = a->reach + b->reach[k];
        const float within = reach + ((size + reach) * SEPAL_LEAST_SHARE + SEPAL_LEAST_BEYOND);
        may[l] = (uint32_t) !(square > within * within) | (uint32_t) !(way <= FLT_MAX);
        any |= may[l];
    }
    return any;
}

/* May some shapes of a block be touched until then, as x and y tell? Each is compared with the middle of its way, which takes half as long as
 * may_moving, and leaves out most blocks. */
SPECIALISED uint32_t some_may_moving(const least_ball *a, const sepal_least_tile *b, size_t from, float best) {
    const float half = (best + (best * SEPAL_LEAST_TIME_SHARE + SEPAL_LEAST_TIME_BEYOND)) / 2,
                wide = half + half * SEPAL_LEAST_SHARE;
    uint32_t any = 0;
    for (size_t l = 0, k = from; l < SEPAL_LEAST_BLOCK; l++, k++) {
        const float dx = b->move[0][k] - a->move[0], dy = b->move[1][k] - a->move[1], sum = a->reach + b->reach[k];
        const float x = (b->at[0][k] - a->at[0]) + half * dx, y = (b->at[1][k] - a->at[1]) + half * dy;
        const float reach = sum + (sum * SEPAL_LEAST_SHARE + SEPAL_LEAST_BEYOND);
        const float within_x = reach + fabsf(dx) * wide, within_y = reach + fabsf(dy) * wide;
        any |= (uint32_t) !(((fabsf(x) > within_x) | (fabsf(y) > within_y)) & (within_x + within_y < SEPAL_LEAST_BOUNDED));
    }
    return any;
}

size_t core_kernel_least_row(const sepal_least_join *join, size_t row, uint32_t may[SEPAL_LEAST_TILE]) {
    for (; row < join->a->count; row++) {
        const least_ball ball = least_ball_of(join, row);
        uint32_t any = 0;
        for (size_t k = 0; k < join->b->count; k += SEPAL_LEAST_BLOCK) {
            if (!join->moving)
                any |= may_at_rest(&ball, join->b, k, join->best, may + k);
            else if (some_may_moving(&ball, join->b, k, join->best) != 0)
                any |= may_moving(&ball, join->b, k, join->best, may + k);
            else
                memset(may + k, 0, SEPAL_LEAST_BLOCK * sizeof *may);
        }
        if (any != 0)
            break;
    }
    return row;
}
