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

static const attack attacks[] = {
    {"SEPAL_CROSSING_CROSS",
     "where two lines cross",
     crossing,
     8,
     4,
     0.2575,
     {0x1.d44664p+1F, -0x1.0121b6p+6F, 0x1p+0F, 0x1.17e37p-2F, 0x1.4d553p+3F, -0x1.66953ep+0F, 0x1.1c0bd6p+1F, 0x1.24199ap+1F}},
};

const attack_family crossing_attacks = {"crossing", attacks, sizeof attacks / sizeof *attacks};
