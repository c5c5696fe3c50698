/* points.c — the points between which a push of solids leads: how far is the vector between them from that of the push? Pairs whose
 * vertices, seen along the push, make narrow triangles. */
#include "families.h"
#include "solid_pair.h"

#include <float.h>

#define SINGLE_UNIT 0x1p-24

static void widen(const sepal_solids *set, double low[3], double high[3]) {
    for (uint32_t k = 0; k < 8; k++) {
        const sepal_box_exact *exact = sepal_solid_is_box(set, 0) ? sepal_solid_exact(set, 0) : NULL;
        const uint32_t last = set->heads[0].size - 1, m = k < last ? k : last;
        for (int c = 0; c < 3; c++) {
            const float *const of_hull[] = {sepal_solid_x(set, 0), sepal_solid_y(set, 0), sepal_solid_z(set, 0)};
            double at = exact == NULL ? (double)of_hull[c][m] : (double)exact->c[c];
            if (exact != NULL)
                at += (k & 1 ? 1 : -1) * (double)exact->u[c] + (k & 2 ? 1 : -1) * (double)exact->v[c] +
                      (k & 4 ? 1 : -1) * (double)exact->w[c];
            low[c] = fmin(low[c], at);
            high[c] = fmax(high[c], at);
        }
    }
}

/* The error of the vector, but for the rounding of its ends, by what solids.h states. */
static double vector_error(solid_pair pair) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, square = 0, off = 0, rounding = 0;
    float n[3], p[3], q[3], depth;
    const sepal_solid_mtvs out = {&n[0], &n[1], &n[2], &depth, &p[0], &p[1], &p[2], &q[0], &q[1], &q[2]};
    if (sepal_solids_mtv_pairs(pair.a, pair.b, &(sepal_pair){0, 0}, 1, NULL, &out) != SEPAL_OK)
        return -INFINITY;
    widen(pair.a, low, high);
    widen(pair.b, low, high);
    for (int c = 0; c < 3; c++) {
        const double wrong = ((double)p[c] - (double)q[c]) - (double)depth * (double)n[c];
        square += (high[c] - low[c]) * (high[c] - low[c]);
        off += wrong * wrong;
        rounding += SINGLE_UNIT * (fabs((double)p[c]) + fabs((double)q[c]));
    }
    return square > 0 ? fmax(0, sqrt(off) - rounding) / (256 * SINGLE_UNIT * sqrt(square)) : -INFINITY;
}

/* u and v, the thickness, and by how much of it the second plate is off. */
static double plates_error(const float *input) {
    const solid_pair pair = solid_pair_emptied();
    float f[12] = {0};
    for (int c = 0; c < 3; c++) {
        f[3 + c] = input[c];
        f[6 + c] = input[3 + c];
        f[9 + c] =
            input[6] * 0x1p-26F * (input[(c + 1) % 3] * input[3 + (c + 2) % 3] - input[(c + 2) % 3] * input[3 + (c + 1) % 3]);
    }
    if (!add_slanted_box(pair.a, f))
        return -INFINITY;
    for (int c = 0; c < 3; c++)
        f[c] = input[7] / 16 * f[9 + c];
    return add_slanted_box(pair.b, f) ? vector_error(pair) : -INFINITY;
}

/* A box, how small it is, and three points. */
static double speck_error(const float *input) {
    const solid_pair pair = solid_pair_emptied();
    float f[12];
    for (int k = 0; k < 12; k++)
        f[k] = 0x1p-36F * input[12] * input[k];
    return add_slanted_box(pair.a, f) && add_points(pair.b, input + 13, 3, 0) ? vector_error(pair) : -INFINITY;
}

/* Two hulls of four points, of which two are near each other in each. */
static double doubled_error(const float *input) {
    const solid_pair pair = solid_pair_emptied();
    float at[24];
    for (int k = 0; k < 24; k++)
        at[k] = k % 12 < 9 ? input[k] : input[k - 3] + 0x1p-32F * input[k];
    return add_points(pair.a, at, 4, 0) && add_points(pair.b, at + 12, 4, 0) ? vector_error(pair) : -INFINITY;
}

static const attack attacks[] = {
    {
        "256 u D",
        "points of plates",
        plates_error,
        8,
        4,
        0.531,
        {-0x1.9fe046p-11F, 0x0p+0F, -0x1.c16c44p+4F, 0x1p-24F, -0x1.9fd846p+5F, 0x0p+0F, -0x1.6038ap+3F, 0x1.c1a4f8p-18F},
    },
    {
        "256 u D",
        "points of a speck",
        speck_error,
        22,
        4,
        0.267,
        {0x1.289702p+8F,  -0x1.090f16p+6F,  -0x1.2ca412p+10F, -0x1.f7de4ap+2F, 0x1.0d13f8p+6F,  -0x1.2b0df2p+12F,
         -0x1.2b771ep+8F, -0x1.297e0ep+10F, -0x1.e87a18p+1F,  0x1.2a2accp+8F,  0x1.f37ff4p+5F,  0x1.a9377cp+5F,
         0x1.75c1e6p+10F, -0x1.f83c5ap-1F,  -0x1.fb00aap+2F,  0x1.10001p+3F,   -0x1.581c02p+2F, -0x1.e8p+2F,
         0x1.d8f66ap+2F,  -0x1.f83c0ap-1F,  -0x1.29fa58p+3F,  0x1.b2779p+0F},
    },
    {
        "256 u D",
        "points of hulls",
        doubled_error,
        24,
        4,
        0.530,
        {-0x1.000002p-4F, -0x1.ae35dap+0F, -0x1.bb100ap+0F, 0x1.99f7c2p-1F,  -0x1.5ffffcp+1F, -0x1.054a9p+0F,
         0x1.71e608p-3F,  0x1.f0000cp-4F,  0x1.cac71cp-12F, 0x1.8126p+1F,    0x1.fcdca2p+18F, -0x1.bbec1cp+17F,
         -0x1.0885a6p+3F, -0x1.cac72p-9F,  0x1.d04fb6p-5F,  -0x1.55ff82p+4F, 0x1.af7fbcp+0F,  -0x1.4f7dfep+1F,
         0x1.1fffbap-3F,  0x1.f2ffep-7F,   0x1.0ebe7p-2F,   0x1.4bea7ep-8F,  0x1.dc3cp+14F,   -0x1.995ca2p+18F},
    },
};

const attack_family points_attacks = {"points", attacks, sizeof attacks / sizeof *attacks};
