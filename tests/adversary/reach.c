/* reach.c — the certificates of reach.h: how much of their error does rounding use up? Each compares with a reach that is
 * reduced or enlarged by its error. The true distance of the cores must still be on the right side of the true reach. */
#include "couple.h"
#include "families.h"

#include <polys/kernel/reach.h>

/* A segment and a triangle under some margin. */
typedef struct cores {
    couple c;
    core_lanes a, b;
    double distance; /* 0 if they meet */
} cores;

static bool take(const float *f, cores *out) {
    if (!couple_of_polygons(f, 2, 3, 3, &out->c))
        return false;
    out->a.circle = couple_circle(out->c.a), out->b.circle = couple_circle(out->c.b);
    load_cores(out->c.a, &couple_group->a, 2, true, &out->a);
    load_cores(out->c.b, &couple_group->a, 4, true, &out->b);
    out->distance = couple_distance(&out->c, 0, 0);
    return true;
}

/* Whether the kernel answers `within`, or `out`, for these cores and this margin; and by how much of the bound it would be
 * wrong. */
static double wrong(const cores *k, float margin, bool within) {
    reach_lanes r = reach_find(&k->a, 2, &k->b, 4, margin, false);
    if (wm_bits(within ? is_within(&r) : is_out(&r)) == 0)
        return -INFINITY;
    double bound = sqrt((double)lane_of(within ? r.near.slope : r.far.slope));
    return (k->distance - bound) / ((double)margin - bound);
}

/* The ratio at the margin nearest to the distance for which the kernel gives this answer. */
static double most_wrong(const float *f, bool within) {
    cores k;
    if (!take(f, &k) || k.distance == 0)
        return -INFINITY;
    double extent = (double)lane_of(w_add(k.a.circle.outer, k.b.circle.outer)) + k.distance;
    double step = 64 * (double)REACH_ERROR * extent;
    float silent = (float)k.distance, telling = (float)(within ? k.distance + step : k.distance - step);
    if (telling < 0)
        return -INFINITY;
    double share = wrong(&k, silent, within);
    if (share > -INFINITY)
        return share; /* 1 or more */
    share = wrong(&k, telling, within);
    for (int halved = 0; halved < 12; halved++) {
        float middle = silent + (telling - silent) / 2;
        double there = wrong(&k, middle, within);
        *(there > -INFINITY ? &telling : &silent) = middle;
        share = fmax(share, there);
    }
    return share;
}

static double wrong_within(const float *f) {
    return most_wrong(f, true);
}

static double wrong_out(const float *f) {
    return most_wrong(f, false);
}

/* The computed overlap of the cores is at least the error. How small is the true overlap? */
static double wrong_inside(const float *f) {
    cores k;
    if (!take(f, &k))
        return -INFINITY;
    reach_lanes r = reach_find(&k.a, 2, &k.b, 4, 0, false);
    if (wm_bits(wm_and(is_inside(&r), some_edge(&r))) == 0)
        return -INFINITY;
    double behind = sqrt((double)lane_of(r.behind.slope));
    double depth = -fmax(couple_unit_gap(k.c.a, k.c.b), couple_unit_gap(k.c.b, k.c.a));
    return (behind - depth) / behind;
}

static const attack attacks[] = {
    {"REACH_ERROR",
     "a wrong within",
     wrong_within,
     10,
     4,
     0.123,
     {0x1.14c4ap+3F, -0x1.bd7b22p+3F, -0x1.415e9ap+3F, 0x1.2297fp+1F, -0x1.0e98cep+3F, 0x1.2631b8p+0F, -0x1.7c8002p-2F,
      -0x1.40e5dcp+2F, -0x1.5b8286p+1F, -0x1.8fc02p+1F}},
    {"REACH_ERROR",
     "a wrong out of reach",
     wrong_out,
     10,
     4,
     0.236,
     {0x1.f791cp+3F, -0x1.e1c874p+2F, -0x1.62b41p+0F, -0x1.e591e8p+2F, -0x1.a4000ep+1F, -0x1.e6282cp+2F, -0x1.a6456p+1F,
      -0x1.e05106p+2F, -0x1.a19878p+1F, -0x1.e02028p+2F}},
    {"REACH_ERROR",
     "a wrong inside",
     wrong_inside,
     10,
     4,
     0.065,
     {0x1.3320bep+10F, 0x1.7fd9c4p+1F, -0x1.85f202p+0F, 0x1.c07bp+2F, -0x1.a7d2d6p+2F, 0x1.44dff4p+2F, -0x1.ff6cf8p+9F,
      0x1.12efa6p+10F, 0x1.4486p+1F, 0x1.55c2p+1F}},
};

const attack_family reach_attacks = {"reach", attacks, sizeof attacks / sizeof *attacks};
