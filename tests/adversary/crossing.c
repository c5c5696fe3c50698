/* crossing.c — where two lines cross, in double. */
#include "../oracle/corners.h"
#include "families.h"

#include <exact/crossing.h>

/* Points 0 and 1 are on the one line, 2 and 3 on the other; the greater ratio of the two coordinates. */
static double crossing(const float *f) {
    const float x[4] = {f[0], f[2], f[4], f[6]}, y[4] = {f[1], f[3], f[5], f[7]};
    const sepal_crossing_estimate near = sepal_estimate_crossing((sepal_float2){x[0], y[0]}, (sepal_float2){x[1], y[1]},
                                                                 (sepal_float2){x[2], y[2]}, (sepal_float2){x[3], y[3]});
    if (!near.known || !(near.error_x > 0) || !(near.error_y > 0))
        return -INFINITY;
    return fmax(oracle_crossing_error(x, y, 0, near.x) / near.error_x, oracle_crossing_error(x, y, 1, near.y) / near.error_y);
}

/* The side of the line through points 2 and 3 on which point k is; *error: how far it may be off, with no vertices but these. */
static double side_of(const float *f, int k, double *error) {
    double width = 0, height = 0;
    for (int i = 0; i < 8; i += 2)
        for (int j = 0; j < 8; j += 2) {
            width = fmax(width, (double)f[i] - (double)f[j]);
            height = fmax(height, (double)f[i + 1] - (double)f[j + 1]);
        }
    const double run = (double)f[6] - (double)f[4], rise = (double)f[7] - (double)f[5];
    *error = sepal_side_error(run, rise, width, height);
    return sepal_side(run, rise, (double)f[2 * k] - (double)f[4], (double)f[2 * k + 1] - (double)f[5]);
}

static double passage(const float *f) {
    const float x[4] = {f[0], f[2], f[4], f[6]}, y[4] = {f[1], f[3], f[5], f[7]};
    double error;
    const double from = side_of(f, 0, &error), to = side_of(f, 1, &error);
    if (!(fabs(from) > error) || !(fabs(to) > error) || (from < 0) == (to < 0))
        return -INFINITY;
    const sepal_crossing_estimate near =
        sepal_estimate_passage((sepal_float2){x[0], y[0]}, (sepal_float2){x[1], y[1]}, fabs(from), fabs(to), error);
    if (!(near.error_x > 0) || !(near.error_y > 0))
        return -INFINITY;
    return fmax(oracle_crossing_error(x, y, 0, near.x) / near.error_x, oracle_crossing_error(x, y, 1, near.y) / near.error_y);
}

static const attack attacks[] = {
    {"SEPAL_CROSSING_CROSS",
     "where two lines cross",
     crossing,
     8,
     4,
     0.2575,
     {0x1.d44664p+1F, -0x1.0121b6p+6F, 0x1p+0F, 0x1.17e37p-2F, 0x1.4d553p+3F, -0x1.66953ep+0F, 0x1.1c0bd6p+1F, 0x1.24199ap+1F}},
    {"SEPAL_CROSSING_SHARE",
     "where a way crosses a line, from the sides of its ends",
     passage,
     8,
     4,
     0.2499,
     {-0x1.3f894ap+0F, 0x1.00001p+3F, 0x1.91ap+2F, 0x1p+3F, 0x1.5452cp+1F, -0x1.ffffe8p-1F, 0x1.545006p+1F, 0x1.7f4a4ep+2F}},
};

const attack_family crossing_attacks = {"crossing", attacks, sizeof attacks / sizeof *attacks};
