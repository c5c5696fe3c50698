/* circles.c — how near do the circles of two shapes come to a wrong answer? (axes.h, reach.h) */
#include "couple.h"
#include "families.h"

#include <polys/kernel/axes.h>
#include <polys/kernel/reach.h>

/* If the answer `yes` would be wrong, the square below which it is given may not exceed the square of the distance. If `no`
 * would be wrong, the square of the distance may not exceed the square above which it is given. Returns the violation, in units
 * of `spare`, which is relative to a length. */
static double share_of(circle_squares s, bool yes, bool no, double spare) {
    double distance2 = (double)lane_of(s.distance2), beyond2 = (double)lane_of(s.beyond2), within2 = (double)lane_of(s.within2);
    double share = -INFINITY;
    if (!yes && within2 > 0)
        share = fmax(share, 1 + (sqrt(within2 / distance2) - 1) / spare);
    if (!no && beyond2 > 0)
        share = fmax(share, 1 + (sqrt(distance2 / beyond2) - 1) / spare);
    return isfinite(share) ? share : -INFINITY;
}

/* Two triangles, whose circles are enlarged or reduced by SEPAL_RECORD_MARGIN. */
static double wrong_overlap(const float *input) {
    couple c;
    if (!couple_of_polygons(input, 3, 3, 3, &c))
        return -INFINITY;
    bool meet = sepal_polys_scalar_overlap(c.a, 0, c.b, 0, SEPAL_TOUCHING_OVERLAPS);
    return share_of(circle_distances(couple_circle(c.a), couple_circle(c.b)), meet, !meet, (double)SEPAL_RECORD_MARGIN);
}

/* Two circles, which are stored without rounding, and a margin. The floats are x, y and radius of each, and then the margin.
 * Half of CIRCLE_MARGIN is relative to a length. */
static double wrong_reach(const float *f) {
    couple c;
    sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, fabsf(f[6]), 0};
    if (!couple_of_circles(f, &c))
        return -INFINITY;
    bool meet = sepal_polys_scalar_overlap_round(c.a, 0, c.b, 0, &rule);
    return share_of(reach_squares(couple_circle(c.a), couple_circle(c.b), rule.margin, rule.margin), meet, !meet,
                    (double)CIRCLE_MARGIN / 2);
}

static double wrong_holding(const float *f) {
    couple c;
    if (!couple_of_circles(f, &c))
        return -INFINITY;
    bool contained = sepal_polys_scalar_contains(c.a, 0, c.b, 0, &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, 0, 0});
    return share_of(circles_beyond(couple_circle(c.a), couple_circle(c.b)), contained, !contained, (double)CIRCLE_MARGIN / 2);
}

static const attack attacks[] = {
    {"SEPAL_RECORD_MARGIN",
     "circles, overlap",
     wrong_overlap,
     12,
     3,
     0.393,
     {-0x1.fe3fa6p+15F, 0x1.234p+0F, -0x1.3e80aap+0F, -0x1.14fb04p-22F, -0x1.30fec2p+15F, 0x1.01d68ep+10F, 0x1.0a7fcp+7F,
      0x1.852006p+2F, -0x1.3e910ap+0F, -0x1.3adb04p-22F, 0x1.0a04a4p+7F, -0x1.1e7bfep+3F}},
    {"CIRCLE_MARGIN",
     "circles, overlap",
     wrong_reach,
     7,
     4,
     0.406,
     {0x1.ffff8ap+0F, -0x1.2914ecp+2F, 0x1.a343p+2F, 0x1.3088p-3F, 0x1.75adap+3F, 0x1.a9031ap+2F, -0x1.9dba06p+1F}},
    {"CIRCLE_MARGIN",
     "circles, containment",
     wrong_holding,
     6,
     4,
     0.293,
     {-0x1.f994cp-4F, -0x1.07c8c2p+3F, 0x1.07c908p+3F, -0x1.0e76bep-3F, 0x1.f0000ap-17F, 0x1.d5a804p-17F}},
};

const attack_family circles_attacks = {"circles", attacks, sizeof attacks / sizeof *attacks};
