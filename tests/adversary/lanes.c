/* lanes.c — the bounds of pushes of solids that are apart, in lanes: how far from the origin a face of the difference is, its direction,
 * and the sides of the other vertices. */
#include "certified.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/push_hulls.h>

/* Three vertices of a and one of b: the foot of the origin on the plane of their differences, if it is certain. */
static bool find_face(const float *input, certified *out) {
    static const sepal_member members[3] = {{0, 0}, {1, 0}, {2, 0}};
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 4, 0) || !add_points(of.b, input + 12, 4, 0))
        return false;
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    sepal_nearest_set(&out->exact, &out->cores, 3, members);
    const solids_query q = solid_query(of);
    difference_lanes s;
    lane_simplex face = {.pair = wm_all(), .triangle = wm_all(), .inside = wm_none()};
    closest_parts parts;
    for (int k = 0; k < 3; k++)
        face.m[k].code = wi_set1(k * CLOSEST_CODE);
    load_difference(&q, solid_group, (sizes){4, 4, false}, &s);
    gather_parts(&q, solid_group, &face, (sizes){4, 4, false}, &parts);
    const wd extent = wd_scaled(wd_of(w_mul(s.extent, w_set1(3)), 0), 1 + 0x1p-20);
    find_foot(&parts, (sizes){4, 4, false}, extent, wd_of(w_mul(s.extent, w_set1(2)), 0), 0, &out->found);
    return is_certified(out);
}

static double distance_error(const float *input) {
    return distance_error_of(find_face, input);
}
static double direction_error(const float *input) {
    return direction_error_of(find_face, input);
}

/* Two vertices of each, and a direction: on which side of the plane through the first vertex of a is the second one? */
static double side_error(const float *input) {
    const float *v = input + 12;
    const float length = sqrtf((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
    const solid_pair of = solid_pair_emptied();
    if (!(length > 0) || !add_points(of.a, input, 2, 0) || !add_points(of.b, input + 6, 2, 0))
        return -INFINITY;
    const solids_query q = solid_query(of);
    const float n[3] = {v[0] / length, v[1] / length, v[2] / length};
    difference_lanes s;
    load_difference(&q, solid_group, (sizes){4, 4, false}, &s);
    part_side side = {.size = wi_set1(2)};
    for (int k = 0; k < 4; k++)
        side.through[k] = wi_set1(0);
    const w3 normal = {w_set1(n[0]), w_set1(n[1]), w_set1(n[2])};
    const double found = first_float(others_beyond_plane(&s.a, 4, normal, &side, 1, w_set1(1)));
    double along = 0;
    for (int k = 0; k < 3; k++)
        along += (double)n[k] * ((double)input[3 + k] - (double)input[k]);
    const double extent = first_float(s.extent);
    return extent > 0x1p-100 && extent < 0x1p100 ? fabs(found - along / extent) / (double)CLOSEST_BEYOND : -INFINITY;
}

/* By how much the vertices of a core that the part does not go through are lower along n than those that it does; with up = -1, higher. */
static double height_beyond(const sepal_solids *set, const wi through[4], int32_t step, double up, const float n[3]) {
    double in = -INFINITY, out = -INFINITY;
    for (uint32_t k = 0; k < set->heads[0].size; k++) {
        const double height =
            up * (((double)n[0] * (double)sepal_solid_x(set, 0)[k] + (double)n[1] * (double)sepal_solid_y(set, 0)[k]) +
                  (double)n[2] * (double)sepal_solid_z(set, 0)[k]);
        bool of_part = false;
        for (int m = 0; m < 4; m++)
            of_part = of_part || (wm_bits(wi_eq(through[m], wi_set1((int32_t)k * step))) & 1) != 0;
        *(of_part ? &in : &out) = fmax(of_part ? in : out, height);
    }
    return in - out;
}

/* Two hulls of four vertices: the height of a slice as a share of that by which the other vertices are beyond, where they are said to be in no
 * slice. */
static double slice_share(const float *input) {
    const solid_pair of = solid_pair_emptied();
    float n[3], depth;
    if (!add_points(of.a, input, 4, 0) || !add_points(of.b, input + 12, 4, 0))
        return -INFINITY;
    const sepal_solid_mtvs out = {.normal_x = &n[0], .normal_y = &n[1], .normal_z = &n[2], .depth = &depth};
    if (sepal_solids_mtv_pairs(of.a, of.b, solid_group, 1, NULL, &out) != SEPAL_OK || !(depth < 0))
        return -INFINITY;
    const solids_query q = solid_query(of);
    const sizes four = {4, 4, false};
    difference_lanes s;
    lane_simplex face;
    closest_parts parts;
    load_difference(&q, solid_group, four, &s);
    const wm sure = search_closest(&s, four, &face);
    gather_parts(&q, solid_group, &face, four, &parts);
    const w3 normal = w3_set1(n[0], n[1], n[2]);
    const double of_a = (double)first_float(others_beyond_plane(&s.a, 4, normal, &parts.a, CLOSEST_CODE, w_set1(-1))),
                 of_b = (double)first_float(others_beyond_plane(&s.b, 4, normal, &parts.b, 1, w_set1(1)));
    if ((wm_bits(wm_and(sure, parts.plain)) & 1) == 0 || !(fmin(of_a, of_b) > (double)POINTS_BEYOND))
        return -INFINITY;
    double square = 0;
    for (int c = 0; c < 3; c++) {
        double low = INFINITY, high = -INFINITY;
        for (int k = 0; k < 8; k++) {
            low = fmin(low, (double)input[3 * k + c]);
            high = fmax(high, (double)input[3 * k + c]);
        }
        square += (high - low) * (high - low);
    }
    return SOLID_SLICE_HEIGHT * sqrt(square) /
           fmin(height_beyond(of.a, parts.a.through, CLOSEST_CODE, 1, n), height_beyond(of.b, parts.b.through, 1, -1, n));
}

static const attack attacks[] = {
    {"closest, distance",
     "a distance",
     distance_error,
     24,
     4,
     0.0233,
     {
         -0x1.01f1cp+0F, 0x1.f89d46p+1F,  -0x1.096b1p+0F,   -0x1.44e6e2p+0F, 0x1.a68abp+1F,   0x1.b02da2p+3F,
         -0x1.e9bf9p+0F, -0x1.d17f3p+3F,  -0x1.096ae4p+0F,  0x1.ebdefap+3F,  -0x1.4f35dcp+2F, 0x1.107002p-1F,
         0x1.01002cp+5F, -0x1.7ae75ep+1F, 0x1.7214ecp+0F,   0x1.86cp+4F,     0x1.68d0fep-3F,  0x1.8bffd6p-6F,
         0x1.59eaa2p+3F, -0x1.f7e61p+1F,  -0x1.7ad2fcp-11F, 0x1.b8004ap+3F,  -0x1.45e3fcp+2F, 0x1.14404ap+2F,
     }},
    {"closest, direction",
     "a direction",
     direction_error,
     24,
     4,
     0.0261,
     {
         0x1.4104e6p+0F, 0x1.0c0916p+0F,  -0x1.5437a6p+1F, 0x1.fa6caep-1F, -0x1.58ad14p+1F, 0x1.ff3b24p+2F,
         0x1.66b756p+0F, -0x1.7be89p+3F,  -0x1.418488p+0F, 0x1.fc77p-2F,   -0x1.17a688p+1F, -0x1.fc6744p+1F,
         0x1.fa555cp-1F, -0x1.f08f6p+1F,  0x1.58db24p-13F, 0x1.fa555p-1F,  -0x1.f08f58p+1F, 0x1.58f808p-13F,
         0x1.fa553cp-1F, -0x1.f08f62p+1F, 0x1.57ff86p-13F, 0x1.fa5534p-1F, -0x1.f08f64p+1F, 0x1.56bffep-13F,
     }},
    {"CLOSEST_BEYOND",
     "a side",
     side_error,
     15,
     4,
     0.1348,
     {
         0x1.2747fap+3F,
         -0x1.e209a6p+1F,
         -0x1.6b76d6p+3F,
         -0x1.d7ffcp+2F,
         -0x1.b291p+3F,
         -0x1.93ff1ep+2F,
         -0x1.ae36cap+0F,
         -0x1.f1dd96p+2F,
         -0x1.32228ep+2F,
         -0x1.267956p+0F,
         -0x1.70b39ap+3F,
         -0x1.dfffc6p+2F,
         -0x1.233284p+3F,
         -0x1.09ee5cp+2F,
         0x1.648578p-2F,
     }},
    {"POINTS_BEYOND",
     "a slice",
     slice_share,
     24,
     4,
     0.4285,
     {
         0x1.ff8262p+3F,  -0x1.ad8026p+2F, -0x1.7440a8p+8F, -0x1.86714ep+3F, 0x1.3c8402p+1F,  0x1.73b33p+8F,
         -0x1.757004p+2F, 0x1.125a6ep+3F,  -0x1.50742cp+0F, -0x1.20ffa6p+2F, 0x1.b2e48ep+2F,  -0x1.6cfc26p+1F,
         -0x1.6649p+3F,   0x1.97f176p+3F,  0x1.38aef2p+1F,  0x1.ffbc24p-1F,  -0x1.c0801p+1F,  -0x1.b42fd4p+3F,
         -0x1.662582p-5F, -0x1.6bf076p+1F, 0x1.543a06p+2F,  -0x1.a4bb14p+0F, -0x1.0ade9cp-1F, 0x1.3fe474p+1F,
     }},
};
const attack_family lanes_attacks = {"lanes", attacks, sizeof attacks / sizeof attacks[0]};
