/* near.c — solids with radii by two near points (nearest.h): how much of its error do the square of their
 * distance and the gap between them use up?
 *
 * Whether a reach suffices is hardest to tell where it is the distance of the cores; so the kernels are asked with this reach. */
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/nearest.h>

/* Makes two cores, and asks the kernel about them with the reach; false if they are no input. */
typedef bool near_question(const float *input, double *distance, within_reach *found);

static w set_reach(solid_pair of, double *distance) {
    *distance = solid_distance(of);
    return w_set1((float)*distance);
}

static bool near_of_points(const float *input, double *distance, within_reach *found) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 1, 0) || !add_points(of.b, input + 3, 1, 0))
        return false;
    const w reach = set_reach(of, distance);
    *found = near_points(load_balls(of.a, &solid_group->a).centre, load_balls(of.b, &solid_group->b).centre, reach);
    return true;
}

static bool near_of_segments(const float *input, double *distance, within_reach *found) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 2, 0) || !add_points(of.b, input + 6, 2, 0))
        return false;
    const w reach = set_reach(of, distance);
    *found = near_segments(solid_load_segments(of.a, &solid_group->a), solid_load_segments(of.b, &solid_group->b), reach);
    return true;
}

static bool near_of_box_and_point(const float *input, double *distance, within_reach *found) {
    const solid_pair of = solid_pair_emptied();
    if (!add_turned_box(of.a, input, 0) || !add_points(of.b, input + 10, 1, 0))
        return false;
    const w reach = set_reach(of, distance);
    const solid_box_lanes of_a = solid_load_boxes(of.a, &solid_group->a, false);
    *found = near_sphere_box(&of_a, load_balls(of.b, &solid_group->b).centre, reach, false);
    return true;
}

static bool near_of_box_and_segment(const float *input, double *distance, within_reach *found) {
    const solid_pair of = solid_pair_emptied();
    if (!add_turned_box(of.a, input, 0) || !add_points(of.b, input + 10, 2, 0))
        return false;
    const w reach = set_reach(of, distance);
    const solid_box_lanes of_a = solid_load_boxes(of.a, &solid_group->a, false);
    *found = near_segment_box(&of_a, solid_load_segments(of.b, &solid_group->b), reach);
    return true;
}

/* The gap along a face normal decides as well. */
static bool near_of_boxes(const float *input, double *distance, within_reach *found) {
    const solid_pair of = solid_pair_emptied();
    if (!add_turned_box(of.a, input, 0) || !add_turned_box(of.b, input + 10, 0))
        return false;
    const w reach = set_reach(of, distance);
    const solid_box_lanes a = solid_load_boxes(of.a, &solid_group->a, false), b = solid_load_boxes(of.b, &solid_group->b, false);
    const box_view v = view_boxes(&a, &b);
    *found = near_boxes(&a, &b, &v, reach);
    found->gap = w_max(found->gap, w_mul(face_gaps(&a, &b, &v), w_sqrt(found->rest2)));
    return true;
}

/* By how much of the error the points are nearer than the cores; and the gap is wider. A bound that is infinite decides nothing. */
static double too_near(near_question *ask, const float *input) {
    double distance;
    within_reach found;
    if (!ask(input, &distance, &found) || !(distance > 0x1p-40))
        return -INFINITY;
    const double error = first_float(found.error);
    return error > 0 && error < INFINITY ? (distance - sqrt(first_float(found.rest2))) / error : -INFINITY;
}
static double too_far(near_question *ask, const float *input) {
    double distance;
    within_reach found;
    if (!ask(input, &distance, &found) || !(distance < 0x1p40))
        return -INFINITY;
    const double error = first_float(found.error), rest2 = first_float(found.rest2);
    return error > 0 && error < INFINITY && rest2 > 0x1p-80 ? (first_float(found.gap) / sqrt(rest2) - distance) / error : -INFINITY;
}

static double points_near(const float *input) {
    return too_near(near_of_points, input);
}
static double segments_near(const float *input) {
    return too_near(near_of_segments, input);
}
static double segments_far(const float *input) {
    return too_far(near_of_segments, input);
}
static double point_near(const float *input) {
    return too_near(near_of_box_and_point, input);
}
static double point_far(const float *input) {
    return too_far(near_of_box_and_point, input);
}
static double segment_near(const float *input) {
    return too_near(near_of_box_and_segment, input);
}
static double segment_far(const float *input) {
    return too_far(near_of_box_and_segment, input);
}
static double boxes_near(const float *input) {
    return too_near(near_of_boxes, input);
}
static double boxes_far(const float *input) {
    return too_far(near_of_boxes, input);
}

static const attack attacks[] = {
    {"NEAREST_SEGMENT_ERROR",
     "too near, points",
     points_near,
     6,
     4,
     0.0780,
     {0x1.fffff2p-10F, -0x1.ff3288p+0F, -0x1.fffffap-9F, 0x1.fffffap-9F, -0x1.3ff652p+3F, -0x1.fffff2p-10F}},
    {"NEAREST_SEGMENT_ERROR",
     "too near, segments",
     segments_near,
     12,
     4,
     0.1063,
     {0x1.30b18p+4F, 0x1.067ebep+1F, -0x1.055fdp+1F, 0x1.30b18p+4F, 0x1.067ecap+1F, -0x1.055fdp+1F, 0x1.7416d8p+1F, 0x1.010a6ep+1F,
      0x1.b05734p-1F, 0x1.7416fp+1F, 0x1.010a6ep+1F, 0x1.b05738p-1F}},
    {"NEAREST_SEGMENT_ERROR",
     "too far, segments",
     segments_far,
     12,
     4,
     0.2565,
     {-0x1.1ad702p+5F, 0x1.0ffdbcp+0F, -0x1.27cf0cp+0F, -0x1.1707b2p+1F, 0x1.032f92p+0F, -0x1.2dc82p+0F, -0x1.36cb6p+0F,
      0x1.c406p-1F, -0x1.0b2fe4p+0F, -0x1.36cb6cp+0F, 0x1.d4b974p-1F, -0x1.0b303p+0F}},
    {"NEAREST_BOX_ERROR",
     "too near, box and point",
     point_near,
     13,
     4,
     0.1840,
     {-0x1.dfcd28p+0F, -0x1.7bb368p+1F, 0x1.d87f4ep+0F, -0x1.e2ba36p-6F, -0x1.18a6dp+0F, 0x1.750822p-5F, 0x1.3a55bap+0F,
      0x1.08e4b8p+0F, -0x1.18e4ccp+0F, 0x1.809acp+3F, 0x1.a7b41ap+0F, 0x1.db8888p+3F, 0x1.6bb712p+1F}},
    {"NEAREST_BOX_ERROR",
     "too far, box and point",
     point_far,
     13,
     4,
     0.1889,
     {0x1.0fd8cp+0F, 0x1.18c3b2p+2F, 0x1.f7df44p+3F, 0x1.70bd9p+2F, 0x1.8ddd0cp-3F, -0x1.7b73c2p-4F, -0x1.b45448p+3F, 0x1.fba0cp+3F,
      0x1.528e48p+0F, -0x1.2da746p+1F, 0x1.1ffffep+6F, 0x1.fba0b4p+3F, 0x1.27e18ap+3F}},
    {"NEAREST_BOX_ERROR",
     "too near, box and segment",
     segment_near,
     16,
     4,
     0.2059,
     {-0x1.002e24p+2F, 0x1.8ecb9p+1F, -0x1.b04ba2p+2F, 0x1.672c02p-9F, -0x1.671204p-9F, 0x1.28505p+0F, 0x1.62d2d2p+3F,
      0x1.97fffep+2F, -0x1.ee248p+2F, -0x1.000086p+2F, 0x1.b13p+3F, 0x1.b04c2p+2F, -0x1.b0a8a6p+2F, 0x1.b1121ap+3F, 0x1.b04b6ep+2F,
      -0x1.b08p+2F}},
    {"NEAREST_BOX_ERROR",
     "too far, box and segment",
     segment_far,
     16,
     4,
     0.2215,
     {-0x1.1c18ecp+5F, 0x1.fb4ebcp+2F, 0x1.e27124p+2F, -0x1.976cccp+0F, -0x1.b66274p+3F, -0x1.d3edd2p-19F, 0x1.73fff6p+1F,
      -0x1.b3ed28p+4F, 0x1.1244bp+5F, 0x1.c270e6p+2F, -0x1.07bfbp+1F, -0x1.1ebf56p+0F, -0x1.c51084p+1F, -0x1.07ab9p+1F,
      -0x1.1cccfap+0F, -0x1.c5400ep+1F}},
    {"NEAREST_BOX_ERROR", "too near, boxes", boxes_near, 20, 4, 0.1827, {0x1.e02794p+5F,  0x1.03c86ap+1F,  0x1.a0f2a2p+1F,
                                                                         0x1.fffd1ap-5F,  0x1.ae5684p-1F,  0x1.21abbp-9F,
                                                                         0x1.8706a4p+3F,  -0x1.01e52ap+3F, -0x1.3b76acp+3F,
                                                                         -0x1.2fb494p+3F, -0x1.1fff7p+2F,  -0x1.43da54p+3F,
                                                                         -0x1.897becp+2F, -0x1.9ec3b6p-1F, 0x1.090882p+1F,
                                                                         -0x1.7848ecp-2F, 0x1.d45d8p+3F,   -0x1.a0f286p+1F,
                                                                         -0x1.e5fa1p+3F,  0x1.89e2dep+2F}},
    {"NEAREST_BOX_ERROR", "too far, boxes", boxes_far, 20, 4, 0.1060, {-0x1.e0621ep+3F, 0x1.de7f32p+0F,  -0x1.fec028p+0F,
                                                                       0x1.57ad36p+0F,  -0x1.329402p+0F, 0x1.148f92p+1F,
                                                                       0x1.5563e4p+1F,  -0x1.0ff6d4p+1F, 0x1.40c814p+0F,
                                                                       0x1.ea7b84p+3F,  0x1.592p+1F,     0x1.00000ap+1F,
                                                                       0x1.556be2p+3F,  -0x1.40c82ep+0F, -0x1.40c81cp+1F,
                                                                       -0x1.329564p+0F, -0x1.29a5d2p+3F, 0x1.59201p+1F,
                                                                       -0x1.40c826p+0F, -0x1.ff0496p+2F}},
};
const attack_family near_attacks = {"near", attacks, sizeof attacks / sizeof attacks[0]};
