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
        0.581,
        {
            0x1.7b7ee8p+4F,
            0x1.61fd12p+2F,
            0x1.990c98p+4F,
            0x1.79e228p+0F,
            0x1.2efb5ap+4F,
            -0x1.31a4fp+4F,
            -0x1.31edeap+4F,
            -0x1.0fbe1ap-8F,
        },
    },
    {
        "256 u D",
        "points of a speck",
        speck_error,
        22,
        4,
        0.358,
        {
            0x1.3b4142p+14F,  0x1.c0215cp+9F,  0x1.a3148p+10F,   -0x1.0c9f9ap+13F, -0x1.314b76p+10F, -0x1.5138p+4F,
            -0x1.500c4ap+10F, -0x1.03ff74p+8F, -0x1.cd1e26p+3F,  -0x1.331cb4p+5F,  0x1.a8db1p+13F,   0x1.3fcf8cp+14F,
            0x1.390e7cp+8F,   -0x1.008066p+3F, -0x1.8cf4fep+3F,  -0x1.34d0ccp-2F,  0x1.fda318p-2F,   -0x1.8cf5p+3F,
            -0x1.34d16ap-2F,  -0x1.008066p+3F, -0x1.1bf034p-15F, -0x1.69876p-3F,
        },
    },
    {
        "256 u D",
        "points of hulls",
        doubled_error,
        24,
        4,
        0.597,
        {
            -0x1.7543ap+2F,  -0x1.708fb4p+1F, -0x1.599018p+1F, 0x1.277d38p+4F,   -0x1.708fb4p+1F,  -0x1.599016p+1F,
            -0x1.61c5c2p+0F, -0x1.c42p+0F,    -0x1.cc19cp+0F,  0x1.bddbeep+20F,  -0x1.afffd4p+11F, -0x1.6d0932p+11F,
            -0x1.c186ccp-1F, -0x1.b58f34p+0F, 0x1.0851d2p+3F,  -0x1.7543ap+2F,   0x1.568ca6p+2F,   0x1.2c8302p+3F,
            -0x1.c4p+1F,     0x1.599406p+1F,  0x1.8d9578p+1F,  -0x1.bfefbep+20F, 0x1.a6d4e8p+11F,  0x1.b58e08p-2F,
        },
    },
};

const attack_family points_attacks = {"points", attacks, sizeof attacks / sizeof *attacks};
