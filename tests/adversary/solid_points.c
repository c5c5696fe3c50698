/* solid_points.c — the bound of heights in float, by which the points of pushes of solids find the vertices that may be highest
 * (points_cores.h). */
#include "families.h"
#include "solid_pair.h"

#include <math.h>
#include <solids/kernel/points_cores.h>

/* What the band has besides the height of a slice. */
static const double room = (double)POINTS_BAND - SOLID_SLICE_HEIGHT;

/* The greatest error of the difference of two heights along the direction (x, y, z), as a share of what there is room for; at[k]: the
 * vertices, which are exact sums of doubles. */
static double height_error(points_core *c, const float *direction, const double (*at)[3], uint32_t count) {
    double n[3], low[3], high[3], length = 0, square = 0, worst = -INFINITY;
    for (int k = 0; k < 3; k++) {
        n[k] = (double)direction[k];
        length += n[k] * n[k];
        low[k] = INFINITY, high[k] = -INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            low[k] = fmin(low[k], at[i][k]);
            high[k] = fmax(high[k], at[i][k]);
        }
        square += (high[k] - low[k]) * (high[k] - low[k]);
    }
    const w3 along = w3_set1((float)(n[0] / sqrt(length)), (float)(n[1] / sqrt(length)), (float)(n[2] / sqrt(length)));
    if (!(length > 0) || !(square > 0))
        return -INFINITY;
    see_core(c, along);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++) {
            double real = 0;
            real += (double)first_float(along.x) * (at[i][0] - at[j][0]);
            real += (double)first_float(along.y) * (at[i][1] - at[j][1]);
            real += (double)first_float(along.z) * (at[i][2] - at[j][2]);
            const double found = (double)first_float(c->height[i]) - (double)first_float(c->height[j]);
            worst = fmax(worst, fabs(found - real) / (room * sqrt(square)));
        }
    return worst;
}

/* Of a hull of four vertices. */
static double hull_height_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    double at[4][3];
    points_core c;
    if (!add_points(of.a, input, 4, 0))
        return -INFINITY;
    const uint32_t count = of.a->heads[0].size;
    for (uint32_t k = 0; k < count; k++) {
        at[k][0] = (double)sepal_solid_x(of.a, 0)[k];
        at[k][1] = (double)sepal_solid_y(of.a, 0)[k];
        at[k][2] = (double)sepal_solid_z(of.a, 0)[k];
    }
    load_points_core(of.a, &solid_group->a, 4, &c);
    return height_error(&c, input + 12, (const double(*)[3])at, count);
}

/* Of a box. */
static double box_height_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    double at[8][3];
    points_core c;
    if (!add_slanted_box(of.a, input))
        return -INFINITY;
    for (int k = 0; k < 8; k++)
        for (int m = 0; m < 3; m++)
            at[k][m] = ((k & 1 ? 1.0 : -1.0) * (double)input[3 + m] + (k & 2 ? 1.0 : -1.0) * (double)input[6 + m]) +
                       (k & 4 ? 1.0 : -1.0) * (double)input[9 + m];
    load_points_core(of.a, &solid_group->a, 0, &c);
    return height_error(&c, input + 12, (const double(*)[3])at, 8);
}

static const attack attacks[] = {
    {"POINTS_BAND",
     "heights of vertices",
     hull_height_error,
     15,
     4,
     0.257,
     {0x1.281874p+0F, -0x1.9dd62p+1F, 0x1.e81cbp+2F, 0x1.0b9c36p+1F, 0x1.d4dcep+2F, 0x1.cd756ap+1F, 0x1.5000fcp+2F, 0x1p+6F,
      0x1.c552bep+1F, 0x1.f83c22p+0F, 0x1.0cb31ep+6F, 0x1.124958p+2F, -0x1.cde806p+0F, 0x1.b6422p+3F, -0x1.314688p+1F}},
    {"POINTS_BAND",
     "heights of corners",
     box_height_error,
     15,
     4,
     0.155,
     {-0x1.d524ep+3F, -0x1.d220f4p+3F, -0x1.bc42a2p-6F, -0x1.9f2096p-4F, 0x1.6ec1cp+2F, 0x1.957b28p-4F, -0x1.8p+1F, -0x1.64e814p+1F,
      0x1.380014p-1F, 0x0p+0F, 0x1.bc42a2p-6F, 0x1.81febp-4F, 0x1.b4d57cp+3F, 0x1.d220fp+3F, 0x1.1c3beap+0F}},
};
const attack_family solid_points_attacks = {"solid_points", attacks, sizeof attacks / sizeof attacks[0]};
