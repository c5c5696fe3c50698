/* within.c — containment in boxes and spheres (within.h): on the side on which the answer would be wrong, how much of its error does
 * the computed excess use up? */
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/within.h>
#include <solids/scalar/reference.h>

static bool is_contained(solid_pair of, float margin) {
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
    return sepal_solids_scalar_contains(of.a, 0, of.b, 0, &rule);
}

/* `more`: what the kernel adds to the excess of the cores if it says that b is inside, and if it says that b is not. */
static double wrong_share(bool contained, solid_excess_lanes e, double more_inside, double more_outside) {
    const double error = first_float(e.error), beyond = first_float(e.beyond);
    if (!(error > 0) || !(error < INFINITY))
        return -INFINITY;
    return contained ? (beyond + more_outside) / error : -(beyond + more_inside) / error;
}

static double wrong_in_box(solid_pair of, float margin, solid_excess_lanes e) {
    const double more = first_float(e.more);
    return wrong_share(is_contained(of, margin), e, fmax(more, 0), more);
}

static double box_within(const float *input, float margin) {
    const solid_pair of = solid_pair_emptied();
    if (!add_turned_box(of.a, input, fabsf(input[20])) || !add_turned_box(of.b, input + 10, fabsf(input[21])))
        return -INFINITY;
    solids_query q = solid_query(of);
    q.margin = margin;
    return wrong_in_box(of, margin, box_in_box(&q, solid_group));
}
static double box_in_a_box(const float *input) {
    return box_within(input, 0);
}
static double box_in_a_box_with_margin(const float *input) {
    return box_within(input, fabsf(input[22]));
}

/* Three vertices in a box. */
static double hull_in_a_box(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_turned_box(of.a, input, fabsf(input[19])) || !add_points(of.b, input + 10, 3, fabsf(input[20])))
        return -INFINITY;
    const solids_query q = solid_query(of);
    return wrong_in_box(of, 0, hull_in_box(&q, solid_group, 4));
}

static double wrong_in_sphere(solid_pair of, solid_excess_lanes e) {
    const double more = first_float(e.more);
    return wrong_share(is_contained(of, 0), e, more, more);
}

/* The radius of the sphere, then its centre. */
static double box_in_a_sphere(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input + 1, 1, fabsf(input[0])) || !add_turned_box(of.b, input + 4, 0))
        return -INFINITY;
    const solids_query q = solid_query(of);
    return wrong_in_sphere(of, in_sphere(&q, solid_group, 0));
}

static double hull_in_a_sphere(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input + 1, 1, fabsf(input[0])) || !add_points(of.b, input + 4, 3, fabsf(input[13])))
        return -INFINITY;
    const solids_query q = solid_query(of);
    return wrong_in_sphere(of, in_sphere(&q, solid_group, 4));
}

static const attack attacks[] = {
    {"NEAREST_BOX_ERROR", "a box in a box", box_in_a_box, 22, 4, 0.0315, {0x1.7692p+2F,    0x1.51636p+1F,   -0x1.4bfffep+0F,
                                                                          -0x1.9b6198p+1F, -0x1.adf332p+3F, -0x1.660adep+2F,
                                                                          0x1.a20952p+0F,  0x1.c07cp+3F,    0x1.81e794p+0F,
                                                                          -0x1.817ff6p+0F, 0x1.9be29p+3F,   -0x1.e5ae5ep+3F,
                                                                          0x1.7693a8p+2F,  -0x1.907ba2p+1F, 0x1.1ffd5p-2F,
                                                                          0x1.c88002p+0F,  -0x1.ee009cp+0F, -0x1.600018p+0F,
                                                                          -0x1.0ea636p+2F, 0x1.397fa8p+1F,  0x1.9bfa7ep+3F,
                                                                          -0x1.c1034ep+1F}},
    {"NEAREST_BOX_ERROR",
     "a box in a box, with a margin",
     box_in_a_box_with_margin,
     23,
     4,
     0.0315,
     {0x1.7692p+2F,
      0x1.51636p+1F,
      -0x1.4bfffep+0F,
      -0x1.9b6198p+1F,
      -0x1.adf332p+3F,
      -0x1.660adep+2F,
      0x1.a20952p+0F,
      0x1.c07cp+3F,
      0x1.81e794p+0F,
      -0x1.817ff6p+0F,
      0x1.9be29p+3F,
      -0x1.e5ae5ep+3F,
      0x1.7693a8p+2F,
      -0x1.907ba2p+1F,
      0x1.1ffd5p-2F,
      0x1.c88002p+0F,
      -0x1.ee009cp+0F,
      -0x1.600018p+0F,
      -0x1.0ea636p+2F,
      0x1.397fa8p+1F,
      0x1.9bfa7ep+3F,
      -0x1.c1034ep+1F,
      0}},
    {"NEAREST_BOX_ERROR", "a hull in a box", hull_in_a_box, 21, 4, 0.0447, {0x1.c4ff9p-1F,   0x1.295f84p+1F,  -0x1.a2bcacp+0F,
                                                                            -0x1.722c3ap+0F, 0x1.dfef1ap+2F,  0x1p+1F,
                                                                            0x1.ec28p+1F,    -0x1.fbdffcp+2F, -0x1.20003cp+1F,
                                                                            0x1.8946cap+2F,  0x1.1a00a2p+0F,  0x1.f5245p+3F,
                                                                            0x1.43dd7cp+3F,  -0x1.67f344p+1F, 0x1.b97684p+1F,
                                                                            0x1.43abb6p+3F,  0x1.09442ep+1F,  0x1.678a94p+2F,
                                                                            -0x1.a2bcdep+0F, 0x1.20cddap+4F,  -0x1.fbe02ep+2F}},
    {"NEAREST_SEGMENT_ERROR",
     "a box in a sphere",
     box_in_a_sphere,
     14,
     4,
     0.0396,
     {0x1.7f2426p+2F, 0x1.b0272p+1F, 0x1.e90708p+1F, 0x1.b0333ap+1F, -0x1.ea00fcp+0F, 0x1.b3ff82p+1F, 0x1.2ffffcp+2F,
      -0x1.ed1e4ep-20F, -0x1.3fafb2p-1F, -0x1.5d10f2p-9F, -0x1.5b9ac6p+2F, 0x1.efbf9cp+1F, 0x1.ea7e2p+0F, 0x1.6a9e98p+0F}},
    {"NEAREST_SEGMENT_ERROR",
     "a hull in a sphere",
     hull_in_a_sphere,
     14,
     4,
     0.0434,
     {0x1.6f9342p+3F, -0x1.333ddap+3F, -0x1.12606ep+0F, -0x1.1aa00cp+0F, 0x1.c120bcp+0F, 0x1.954f9cp-4F, -0x1.6c0f44p-1F,
      0x1.c120c6p+0F, 0x1.954f1ep-4F, -0x1.6c0f56p-1F, 0x1.c120c6p+0F, 0x1.954fa8p-4F, -0x1.6c0f42p-1F, 0x1.066c6cp-4F}},
};
const attack_family within_attacks = {"within", attacks, sizeof attacks / sizeof attacks[0]};
