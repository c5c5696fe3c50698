#include "swarm.h"

#include <math.h>
#include <string.h>

/* A place and a unit quaternion x y z w. */
struct frame {
    double at[3], turn[4];
};

/* Each joint: turned about x by a quarter `tilt` times, moved by `x`, turned about z by the angle of the joint, moved by `z` (Craig,
 * Introduction to Robotics, section 3.4). Lengths are about those of an arm for a table. */
static const struct joint {
    int tilt;
    double x, z, low, high;
} ARM[JOINTS] = {{0, 0, 0.333, -2.8, 2.8},        {-1, 0, 0, -1.7, 1.7}, {1, 0, 0.316, -2.8, 2.8}, {1, 0.0825, 0, -3.0, -0.1},
                 {-1, -0.0825, 0.384, -2.8, 2.8}, {1, 0, 0, 0.0, 3.7},   {1, 0.088, 0, -2.8, 2.8}};
static const double HOME[JOINTS] = {0, -0.785, 0, -2.356, 0, 1.571, 0.785};

/* Bodies in the frames of the joints: capsules, and the hand, which is a box. */
static const struct body {
    int joint;
    float from[3], to[3], radius;
} BODY[BODIES - 1] = {{0, {0, 0, -0.18F}, {0, 0, 0}, 0.07F},          {1, {0, 0, 0}, {0, -0.12F, 0}, 0.07F},
                      {2, {0, 0, -0.15F}, {0, 0, -0.02F}, 0.06F},     {3, {0, 0, 0}, {0, 0.02F, 0}, 0.065F},
                      {4, {0, 0, -0.26F}, {0, 0.03F, -0.05F}, 0.05F}, {5, {0, 0, 0}, {0.088F, 0, 0}, 0.05F},
                      {6, {0, 0, 0.02F}, {0, 0, 0.08F}, 0.045F}};
static const float HAND[6] = {0, 0, 0.15F, 0.025F, 0.1F, 0.06F};

static void turn_by(double q[4], int axis, double angle) {
    const double s = sin(angle / 2), c = cos(angle / 2), x = q[0], y = q[1], z = q[2], w = q[3];
    const double about_x[4] = {x * c + w * s, y * c + z * s, z * c - y * s, w * c - x * s};
    const double about_z[4] = {x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s};
    memcpy(q, axis == 0 ? about_x : about_z, sizeof about_x);
}

/* The image of a vector under a quaternion. */
static void turn_vector(const double q[4], const double v[3], double out[3]) {
    double t[3];
    for (int k = 0; k < 3; ++k)
        t[k] = 2 * (q[(k + 1) % 3] * v[(k + 2) % 3] - q[(k + 2) % 3] * v[(k + 1) % 3]);
    for (int k = 0; k < 3; ++k)
        out[k] = v[k] + q[3] * t[k] + (q[(k + 1) % 3] * t[(k + 2) % 3] - q[(k + 2) % 3] * t[(k + 1) % 3]);
}

static void move_along(struct frame *f, double x, double z) {
    double moved[3];
    turn_vector(f->turn, (double[]){x, 0, z}, moved);
    for (int k = 0; k < 3; ++k)
        f->at[k] += moved[k];
}

/* Rows for sepal_solid_poses: a place and a quaternion, in steps of 2^-14, so that the last bits of a machine's sine do not count. */
struct row {
    float at[3], turn[4];
};

static void pose_arm(const double angle[JOINTS], struct row row[BODIES]) {
    struct frame f = {{0, 0, 0}, {0, 0, 0, 1}}, frames[JOINTS];
    for (int j = 0; j < JOINTS; ++j) {
        turn_by(f.turn, 0, ARM[j].tilt * acos(0));
        move_along(&f, ARM[j].x, 0);
        turn_by(f.turn, 2, angle[j]);
        move_along(&f, 0, ARM[j].z);
        frames[j] = f;
    }
    for (int b = 0; b < BODIES; ++b) {
        const struct frame *of = &frames[b < BODIES - 1 ? BODY[b].joint : JOINTS - 1];
        for (int k = 0; k < 3; ++k)
            row[b].at[k] = (float)(rint(of->at[k] * 16384) / 16384);
        for (int k = 0; k < 4; ++k)
            row[b].turn[k] = (float)(rint(of->turn[k] * 16384) / 16384);
    }
}

sepal_status make_swarm(sepal_solids *models, sepal_solids *world) {
    static struct row rows[LINKS];
    static uint32_t model[LINKS];
    uint32_t random = 7;
    sepal_status status = SEPAL_OK;
    for (int b = 0; b < BODIES - 1 && status == SEPAL_OK; ++b) {
        const float x[2] = {BODY[b].from[0], BODY[b].to[0]}, y[2] = {BODY[b].from[1], BODY[b].to[1]};
        const float z[2] = {BODY[b].from[2], BODY[b].to[2]};
        status = sepal_solids_add_hull(models, x, y, z, 2, BODY[b].radius, NULL);
    }
    const sepal_solid_boxes hand = {&HAND[0], &HAND[1], &HAND[2], &HAND[3], &HAND[4], &HAND[5], {.w = NULL}, NULL, 1};
    if (status == SEPAL_OK)
        status = sepal_solids_add_boxes(models, &hand, 1, NULL, NULL);
    for (int way = 0; way < WAYS; ++way) {
        double goal[JOINTS], angle[JOINTS];
        for (int j = 0; j < JOINTS; ++j) {
            random = random * 1664525U + 1013904223U; /* Press et al., Numerical Recipes in C, 1992, section 7.1 */
            goal[j] = ARM[j].low + (ARM[j].high - ARM[j].low) * (random >> 8) / 16777216;
        }
        for (int step = 0; step < STEPS; ++step) {
            for (int j = 0; j < JOINTS; ++j)
                angle[j] = HOME[j] + (goal[j] - HOME[j]) * step / (STEPS - 1);
            pose_arm(angle, &rows[(way * STEPS + step) * BODIES]);
        }
    }
    for (uint32_t i = 0; i < LINKS; ++i)
        model[i] = i % BODIES;
    const struct row *r = rows;
    const sepal_solid_poses poses = {.x = &r->at[0],
                                     .y = &r->at[1],
                                     .z = &r->at[2],
                                     .turn = {&r->turn[3], &r->turn[0], &r->turn[1], &r->turn[2], {NULL}},
                                     .stride = 7};
    return status == SEPAL_OK ? sepal_solids_place(world, models, model, &poses, LINKS, NULL) : status;
}
