/* place.c — the turn from an edge to the next, by which the kernel that places shapes is certain of convexity. */
#include "couple.h"
#include "families.h"

#include <polys/kernel/place_lanes.h>

/* Four vertices in any order. The bound does not depend on their shape. */
static double turn_of(const float *input) {
    shape_lanes v;
    for (int k = 0; k < 4; k++)
        v.vertex[k] = (w2){w_set1(input[2 * k]), w_set1(input[2 * k + 1])};
    for (int k = 0; k < 4; k++)
        v.edge[k] = w2_sub(v.vertex[(k + 1) % 4], v.vertex[k]);
    v.winding = w_set1(1);
    v.radius = w_set1(0);
    form_lanes(&v, 4);
    double greatest = 0;
    for (int k = 0; k < 4; k++) {
        const float *p = input + 2 * k, *q = input + 2 * ((k + 1) % 4), *s = input + 2 * ((k + 2) % 4);
        double ex = (double)q[0] - (double)p[0], ey = (double)q[1] - (double)p[1];
        double fx = (double)s[0] - (double)q[0], fy = (double)s[1] - (double)q[1];
        double turn = (double)lane_of(form_turn(v.edge[k], v.edge[(k + 1) % 4], v.winding));
        greatest = fmax(greatest, fabs(turn - (ex * fy - ey * fx)));
    }
    return greatest / (double)lane_of(turn_error(&v));
}

/* Three vertices of a large polygon; against the bound of this turn alone. */
static double large_turn_of(const float *input) {
    w2 vertex[3];
    for (int k = 0; k < 3; k++)
        vertex[k] = (w2){w_set1(input[2 * k]), w_set1(input[2 * k + 1])};
    const w2 e = w2_sub(vertex[1], vertex[0]), f = w2_sub(vertex[2], vertex[1]);
    const double ex = (double)input[2] - (double)input[0], ey = (double)input[3] - (double)input[1];
    const double fx = (double)input[4] - (double)input[2], fy = (double)input[5] - (double)input[3];
    const double turn = (double)lane_of(form_turn(e, f, w_set1(1)));
    return fabs(turn - (ex * fy - ey * fx)) / (double)lane_of(large_turn_error(e, f));
}

static const attack attacks[] = {
    {"TURN_ERROR",
     "a turn",
     turn_of,
     8,
     3,
     0.494,
     {-0x1.8dfb8p+2F, -0x1.1e5d2ap+2F, 0x1.fd9108p+0F, -0x1.9e433p-2F, -0x1.44e20ap+2F, -0x1.8f73ep+1F, -0x1.d35aa4p+0F,
      0x1.d148fp+1F}},
    {"LARGE_TURN_ERROR",
     "a turn of a large polygon",
     large_turn_of,
     6,
     3,
     0.795,
     {-0x1.492f82p+2F, -0x1.d2016ep+1F, 0x1.7004p+1F, -0x1.8275cap+1F, 0x1.70846ep+1F, 0x1.00eb6p+0F}},
};

const attack_family place_attacks = {"place", attacks, sizeof attacks / sizeof *attacks};
