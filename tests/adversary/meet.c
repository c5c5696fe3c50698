/* meet.c — one pair at a time in double: the distance of cores and a volume (cores_meet.h), and the side of a face of the growing polytope
 * (polytope.h). */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/cores_meet.h>
#include <solids/scalar/polytope.h>

/* Two hulls of four vertices, for the kernel and for the reference. */
typedef struct judged_cores {
    solid_core_pair near;
    sepal_cores exact;
    sepal_nearest found;
} judged_cores;

static bool set_judged(const float *input, judged_cores *out) {
    static double room[3 * CORE_ROOM];
    const solid_pair of = solid_pair_emptied();
    const solids_query q = solid_query(of);
    if (!add_points(of.a, input, 4, 0) || !add_points(of.b, input + 12, 4, 0))
        return false;
    sepal_cores_set(&out->exact, of.a, 0, of.b, 0);
    return solid_load_cores(&q, solid_group[0], &solids_kernel_core_searches, (core_room){room, CORE_ROOM, 1}, &out->near);
}

/* By how much a number exceeds the exact distance of what was found. */
static double excess(judged_cores *of, double computed) {
    sepal_number over, under, factor, square;
    sepal_nearest_square(&of->found, &of->exact, &over, &under);
    sepal_number_sum(&computed, 1, &factor);
    sepal_number_multiply(&factor, &factor, &square);
    sepal_number_multiply(&square, &under, &square);
    sepal_number_subtract(&square, &over, &square);
    return sepal_number_sign(&square) * difference_from_root(&over, &under, computed);
}

/* --- The distance ----------------------------------------------------------------------------- */

static bool find_judged_gap(const float *input, judged_cores *of, core_gap *gap) {
    double at[3];
    if (!set_judged(input, of))
        return false;
    gap->part.count = 1;
    set_member(&of->near, 0, 0, &gap->part.m[0]);
    if (!sepal_solids_scalar_nearest(&of->exact, &of->found) || search_on(&of->near, &gap->part) == APPROACH_MEETS ||
        !reduce_simplex(&gap->part, at))
        return false;
    measure_gap(&of->near, at, gap);
    return gap->most > 0;
}

static double too_near(const float *input) {
    judged_cores of;
    core_gap gap;
    return find_judged_gap(input, &of, &gap) ? -excess(&of, gap.most) / (CORES_MEET_ERROR * of.near.extent) : -INFINITY;
}

static double too_far(const float *input) {
    judged_cores of;
    core_gap gap;
    return find_judged_gap(input, &of, &gap) && gap.least > 0 ? excess(&of, gap.least) / (CORES_MEET_ERROR * of.near.extent)
                                                              : -INFINITY;
}

/* --- A face of the polytope -------------------------------------------------------------------- */

/* The face of three members, of which each has vertices of its own. By how much of its bound does it seem to be farther out? */
static double too_far_out(const float *input) {
    static const sepal_member members[3] = {{0, 0}, {1, 1}, {2, 2}};
    judged_cores of;
    grow_body p = {.corners = 3, .faces = 1};
    if (!set_judged(input, &of))
        return -INFINITY;
    for (int k = 0; k < 3; k++) {
        core_member m;
        set_member(&of.near, members[k].a, members[k].b, &m);
        memcpy(p.corner[k], m.w, sizeof m.w);
    }
    if (!set_face(&p, 0, 0, 1, 2))
        return -INFINITY;
    sepal_nearest_set(&of.found, &of.exact, 3, members);
    if (sepal_exact_is_zero(&of.found.n, &of.exact))
        return -INFINITY;
    const int side = sepal_exact_dot_sign(&of.found.n, &of.found.w[0], &of.exact);
    const double bound = p.distance[0] - behind_face(&p, 0, of.near.extent), distance = p.distance[0];
    if (!(bound > 0 && bound < INFINITY))
        return -INFINITY;
    /* as a distance from the origin on the outside, of which there is none if the origin is outside */
    return distance > 0 && side > 0 ? excess(&of, distance) / bound : distance > 0 ? distance / bound : -INFINITY;
}

/* The part of the bound that is about its edges, beside that of edges of any length. */
static double of_any_length(const float *input) {
    judged_cores of;
    grow_body p = {.corners = 3, .faces = 1};
    if (!set_judged(input, &of))
        return -INFINITY;
    for (uint32_t k = 0; k < 3; k++) {
        core_member m;
        set_member(&of.near, k, k, &m);
        memcpy(p.corner[k], m.w, sizeof m.w);
    }
    if (!set_face(&p, 0, 0, 1, 2))
        return -INFINITY;
    const double extent = of.near.extent, bound = p.distance[0] - behind_face(&p, 0, extent);
    const double any = extent * (SEPAL_GROW_ANY * (extent * extent) * p.inverse + 2 * SEPAL_GROW_PLACE);
    return any < INFINITY ? bound / any : -INFINITY;
}

/* The volume of the origin and three members. */
static double volume_error(const float *input) {
    judged_cores of;
    core_member m[3];
    exact_vector w[3];
    if (!set_judged(input, &of))
        return -INFINITY;
    for (uint32_t k = 0; k < 3; k++) {
        set_member(&of.near, k, k, &m[k]);
        w[k] = vector_between(input + (size_t)3 * k, input + 12 + (size_t)3 * k);
    }
    const exact_vector across = exact_cross(&w[0], &w[1]);
    const sepal_number volume = exact_dot(&across, &w[2]);
    const double extent = of.near.extent;
    return difference(&volume, volume_of(&m[0], &m[1], &m[2])) / (CORES_VOLUME_ERROR * (extent * extent * extent));
}

/* That of two members and the point between members that the search for the side begins from. */
static double inner_volume_error(const float *input) {
    static const double share[4] = {5 / 16.0, 3 / 16.0, 6 / 16.0, 2 / 16.0};
    static const size_t of_b[4] = {2, 0, 3, 1};
    judged_cores of;
    core_member m[2], inner;
    exact_vector w[2], between;
    if (!set_judged(input, &of))
        return -INFINITY;
    set_inner_point(&of.near, &inner);
    for (uint32_t k = 0; k < 2; k++) {
        set_member(&of.near, k, k, &m[k]);
        w[k] = vector_between(input + (size_t)3 * k, input + 12 + (size_t)3 * k);
    }
    for (size_t k = 0; k < 3; k++) {
        double terms[8];
        for (size_t i = 0; i < 4; i++) {
            terms[2 * i] = share[i] * (double)input[12 + 3 * of_b[i] + k];
            terms[2 * i + 1] = -share[i] * (double)input[3 * i + k];
        }
        sepal_number_sum(terms, 8, &between.x[k]);
    }
    const exact_vector across = exact_cross(&w[0], &w[1]);
    const sepal_number volume = exact_dot(&across, &between);
    const double extent = of.near.extent;
    return difference(&volume, volume_of(&m[0], &m[1], &inner)) / (CORES_VOLUME_ERROR * (extent * extent * extent));
}

static const attack attacks[] = {
    {"CORES_VOLUME_ERROR", "a volume of members", volume_error, 24, 4, 0.0177, {-0x1.5f0878p+2F, 0x1.ebdfbcp+0F,  -0x1.58df84p-2F,
                                                                                -0x1.9c7d2p+1F,  -0x1.2ec55p+2F,  0x1.ed25dep+5F,
                                                                                0x1.ed05p+5F,    0x1.77802cp+0F,  0x1.3afbacp+0F,
                                                                                -0x1.1e4078p+0F, -0x1.ffffccp-3F, 0x1.2f6a2p+2F,
                                                                                -0x1.8b2dfcp+2F, -0x1.ab27ap+3F,  -0x1.a8c57p+5F,
                                                                                0x1.374c9cp+0F,  0x1.e4d93p+5F,   -0x1.2e475p+1F,
                                                                                -0x1.bfbf02p+5F, 0x1.1cb966p+4F,  0x1.0ec554p+2F,
                                                                                -0x1.b6b72cp+2F, 0x1.49a13ap+0F,  0x1.91fe36p-1F}},
    {"CORES_VOLUME_ERROR",
     "a volume with the inner point",
     inner_volume_error,
     24,
     4,
     0.0100,
     {-0x1.5f07eap+2F, 0x1.ebdfbcp+0F, -0x1.58df84p-2F, -0x1.9c7d2p+1F,  -0x1.2ec55p+2F, 0x1.ed25dep+5F,
      0x1.ed051ep+5F,  0x1.77803p+0F,  -0x1.d00ccp+0F,  0x1.3bf3d8p+0F,  0x1.c27498p+1F, 0x1.3f6a22p+2F,
      -0x1.8b29fcp+2F, -0x1.ab27ap+3F, -0x1.a8c57p+5F,  0x1.374c9cp+0F,  0x1.e4d93p+5F,  -0x1.2e475p+1F,
      -0x1.bfb024p+5F, 0x1.155824p+4F, 0x1.0ac554p+2F,  -0x1.bfb03cp+5F, -0x1.bc34p+3F,  -0x1.c59964p+0F}},
    {"CORES_MEET_ERROR", "a distance, too near", too_near, 24, 4, 0.0202, {-0x1.6800e6p+3F, 0x1.74a1ccp+1F,  -0x1.46e972p+1F,
                                                                           -0x1.e3b5dep+2F, 0x1.d4715p+2F,   -0x1.69695ep+3F,
                                                                           -0x1.fe6f7ep+3F, 0x1.538b84p+3F,  0x1.4ae31p-2F,
                                                                           -0x1.71c004p+3F, -0x1.cb970cp+3F, 0x1.10d856p+1F,
                                                                           0x1.a4p+2F,      0x1.4ae314p-2F,  -0x1.1500b6p+0F,
                                                                           0x1p+3F,         0x1.6bffbp+1F,   -0x1.6p+2F,
                                                                           0x1.284086p+2F,  0x1.7fffeep+1F,  0x1.def00ap+1F,
                                                                           0x1.bde7fap+2F,  0x1.bcp+1F,      -0x1.3736d8p+0F}},
    {"CORES_MEET_ERROR", "a distance, too far", too_far, 24, 4, 0.0247, {-0x1.bd8094p+3F, 0x1.f00024p+0F,  -0x1.5e27e2p+1F,
                                                                         -0x1.52a87ap+3F, 0x1.d9edfap+3F,  -0x1.da808p+2F,
                                                                         -0x1.57d91ap+3F, 0x1.004f22p+3F,  -0x1.7e5698p+0F,
                                                                         -0x1.e942f4p+4F, 0x1.4008p+1F,    -0x1.c52002p+2F,
                                                                         0x1.808002p+3F,  -0x1.4a6b08p+0F, -0x1.776562p+1F,
                                                                         0x1.7b8bp+3F,    0x1.e31c58p-1F,  -0x1.54f04p+2F,
                                                                         0x1.ad3fe8p+3F,  0x1.f80088p+0F,  -0x1.7854a2p+1F,
                                                                         0x1.394752p+3F,  -0x1.b46802p+1F, -0x1.d77p+1F}},
    {"SEPAL_GROW_ANY",
     "a face with edges of any length",
     of_any_length,
     24,
     4,
     0.354,
     {-0x1.3eff5ep+2F, 0x1.93595p+1F,  -0x1.ae13acp+0F, 0x1.9d70dcp+3F,  0x1.fd2444p+1F,  -0x1.3c47fp-16F,
      0x1.77ebd2p+0F,  0x1.72582p-4F,  0x1.26f454p+3F,  0x1.4p+3F,       -0x1.01fcp-3F,   -0x1.23f804p+0F,
      0x1.c2e4e4p+2F,  0x1.9383fcp+1F, 0x1.acccaap+2F,  -0x1.5d8eaap+2F, -0x1.d20ab8p+3F, -0x1.f2fd68p+1F,
      -0x1.6ff5acp+3F, 0x1.d84p+3F,    -0x1.fc218cp+1F, -0x1.521b3ap+1F, 0x1.5d8e9ap+2F,  -0x1.307fcp+2F}},
    {"SEPAL_GROW_EDGES", "a face, too far out", too_far_out, 24, 4, 0.0024, {0x1.487864p-1F,  -0x1.85ffbep+1F, -0x1.4a9c6ep+0F,
                                                                             -0x1.4a9c4cp+0F, -0x1.75723p+3F,  -0x1.a21e04p+3F,
                                                                             -0x1.28e82ep+3F, -0x1.25ffc6p+1F, 0x1.20f82ap+3F,
                                                                             0x1.dc4004p-4F,  -0x1.dc3fccp-4F, -0x1.c15426p+0F,
                                                                             -0x1.a9a4aap+0F, 0x1.c8p+3F,      -0x1.5e2784p+2F,
                                                                             0x1.b96672p+0F,  0x1.a00d0ep+2F,  0x1.ep+3F,
                                                                             0x1.877956p+2F,  0x1.b10004p+3F,  -0x1.8865a6p+0F,
                                                                             0x1.c40fcp+3F,   0x1.f915a4p-1F,  -0x1.a9a492p-2F}},
};
const attack_family meet_attacks = {"meet", attacks, sizeof attacks / sizeof attacks[0]};
