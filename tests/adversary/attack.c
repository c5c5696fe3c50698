#include "attack.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A climb ends after this many changes in a row that did not improve the input. */
enum { PATIENCE = 4000 };

/* Magnitudes of inputs other than 0 lie between these, so that nothing overflows or underflows while a bound is tried. */
#define LEAST 0x1p-24F
#define MOST  0x1p24F

static float tame(float v) {
    if (v == 0 || !isfinite(v))
        return 0;
    return copysignf(fminf(fmaxf(fabsf(v), LEAST), MOST), v);
}

static float random_float(rng *r, int spread) {
    float significand = 1 + (float)rng_below(r, 1U << 23) * FLT_EPSILON;
    float v = ldexpf(significand, (int)rng_below(r, (uint32_t)spread));
    return rng_below(r, 2) ? -v : v;
}

static float step_ulps(float v, int ulps) {
    for (; ulps > 0; ulps--)
        v = nextafterf(v, INFINITY);
    for (; ulps < 0; ulps++)
        v = nextafterf(v, -INFINITY);
    return v;
}

static float flip_bit(float v, uint32_t bit) {
    uint32_t word;
    memcpy(&word, &v, sizeof word);
    word ^= 1U << bit;
    memcpy(&v, &word, sizeof word);
    return v;
}

/* Rounds the significand to this many bits. */
static float shorten(float v, uint32_t bits) {
    uint32_t word;
    memcpy(&word, &v, sizeof word);
    word &= ~(uint32_t)0 << (23 - bits);
    memcpy(&v, &word, sizeof word);
    return v;
}

/* Changes one float, by itself or into a value made of others. Inputs near contact and with cancellation have coordinates that
 * are equal to others or are sums of others. */
static void change_one(rng *r, const attack *about, float *input) {
    uint32_t count = (uint32_t)about->floats;
    float *v = &input[rng_below(r, count)];
    float other = input[rng_below(r, count)], third = input[rng_below(r, count)];
    switch (rng_below(r, 12)) {
    case 0:
    case 1:
    case 2:
        *v = step_ulps(*v, rng_between(r, -3, 3));
        break;
    case 3:
        *v = step_ulps(*v, rng_between(r, -40, 40));
        break;
    case 4:
    case 5:
        *v = flip_bit(*v, rng_below(r, 23));
        break;
    case 6:
        *v = random_float(r, about->spread);
        break;
    case 7:
        *v = ldexpf(*v, rng_between(r, -2, 2));
        break;
    case 8:
        *v = rng_below(r, 2) ? other : -other;
        break;
    case 9:
        *v = rng_below(r, 2) ? other + third : other - third;
        break;
    case 10:
        *v = shorten(*v, rng_below(r, 23));
        break;
    default:
        *v += other * ldexpf(1, rng_between(r, -24, -1));
        break;
    }
    *v = tame(*v);
}

static void begin(rng *r, const attack *about, float *input) {
    for (size_t i = 0; i < about->floats; i++)
        input[i] = random_float(r, about->spread);
    for (uint32_t structure = rng_below(r, 8); structure > 0; structure--)
        change_one(r, about, input);
}

double attack_climb(const attack *about, rng *r, size_t evaluations, const float *from, float *worst) {
    size_t bytes = about->floats * sizeof(float);
    float current[ATTACK_FLOATS] = {0}, next[ATTACK_FLOATS];
    double greatest = -INFINITY, height = -INFINITY;
    size_t idle = PATIENCE;
    for (size_t spent = 0; spent < evaluations; spent++) {
        if (idle >= PATIENCE || !isfinite(height)) {
            if (from != NULL)
                memcpy(current, from, bytes);
            else
                begin(r, about, current);
            from = NULL;
            idle = 0;
            height = about->ratio(current);
            memcpy(next, current, bytes);
        } else {
            memcpy(next, current, bytes);
            for (uint32_t changes = 1 + rng_below(r, 3); changes > 0; changes--)
                change_one(r, about, next);
            double ratio = about->ratio(next);
            idle = ratio > height ? 0 : idle + 1;
            if (ratio >= height) { /* equally good inputs are accepted too */
                memcpy(current, next, bytes);
                height = ratio;
            }
        }
        if (height > greatest) {
            greatest = height;
            memcpy(worst, current, bytes);
        }
    }
    return greatest;
}
