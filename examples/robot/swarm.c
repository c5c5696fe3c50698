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

sepal_status add_bodies(sepal_solids *models) {
    sepal_status status = SEPAL_OK;
    for (int b = 0; b < BODIES - 1 && status == SEPAL_OK; ++b) {
        const float x[2] = {BODY[b].from[0], BODY[b].to[0]}, y[2] = {BODY[b].from[1], BODY[b].to[1]};
        const float z[2] = {BODY[b].from[2], BODY[b].to[2]};
        status = sepal_solids_add_hull(models, x, y, z, 2, BODY[b].radius, NULL);
    }
    const sepal_solid_boxes hand = {&HAND[0], &HAND[1], &HAND[2], &HAND[3], &HAND[4], &HAND[5], {.w = NULL}, NULL, 1};
    return status == SEPAL_OK ? sepal_solids_add_boxes(models, &hand, 1, NULL, NULL) : status;
}

/* Where the joints are at the end of a way. */
static void find_goal(int way, double goal[JOINTS]) {
    uint32_t random = 7;
    for (int skipped = 0; skipped <= way; ++skipped)
        for (int j = 0; j < JOINTS; ++j) {
            random = random * 1664525U + 1013904223U; /* Press et al., Numerical Recipes in C, 1992, section 7.1 */
            goal[j] = ARM[j].low + (ARM[j].high - ARM[j].low) * (random >> 8) / 16777216;
        }
}

sepal_status place_swarm(const sepal_solids *models, double later, sepal_solids *world) {
    static struct row rows[LINKS];
    static uint32_t model[LINKS];
    for (int way = 0; way < WAYS; ++way) {
        double goal[JOINTS], angle[JOINTS];
        find_goal(way, goal);
        for (int step = 0; step < STEPS; ++step) {
            for (int j = 0; j < JOINTS; ++j)
                angle[j] = HOME[j] + (goal[j] - HOME[j]) * (step + later) / MOVES;
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
    return sepal_solids_place(world, models, model, &poses, LINKS, NULL);
}

/* --- Between the steps -------------------------------------------------------------------------------------------------------- */

/* While the joints turn evenly, by w radians together, a point of the arm leaves the straight and even way between its places at two
 * steps by w^2 REACH / 8 at most: its acceleration is the sum over all pairs of joints of a_i x (a_j x (p - o_j)) times the speeds of
 * both, a the axis and o the origin of a joint, i not behind j (Craig, chapter 5), and a function differs from its chord by an eighth
 * of its second derivative. Points on straight ways stay within the convex hull of both places of the body. So this hull, with that much
 * more radius, contains the body at all times. */
#define REACH 1.6 /* m: no point of a core is farther from the origin of a joint that moves it: lengths of ARM and HAND together */
#define SLACK 0x1p-12F /* m: for poses that are rounded to steps of 2^-14, and for all other roundings */

static float more_radius(int way) {
    double goal[JOINTS], turned = 0;
    find_goal(way, goal);
    for (int j = 0; j < JOINTS; ++j)
        turned += fabs(goal[j] - HOME[j]) / MOVES;
    return (float)(turned * turned * REACH / 8) + SLACK;
}

/* The corners of a core. Returns their number. */
static size_t corners_of(const sepal_solids *set, uint32_t index, float out[3][8]) {
    const float *at[3];
    sepal_parallelepiped box;
    size_t count = 8;
    if (sepal_solids_vertices(set, index, &at[0], &at[1], &at[2], &count) == SEPAL_OK) {
        for (int k = 0; k < 3; ++k)
            memcpy(out[k], at[k], count * sizeof(float));
    } else if (sepal_solids_box(set, index, &box) == SEPAL_OK)
        for (int k = 0; k < 3; ++k)
            for (unsigned c = 0; c < 8; ++c)
                out[k][c] =
                    box.c[k] + (c & 1 ? box.u[k] : -box.u[k]) + (c & 2 ? box.v[k] : -box.v[k]) + (c & 4 ? box.w[k] : -box.w[k]);
    return count;
}

sepal_status add_swept(const sepal_solids *world, sepal_solids *swept) {
    sepal_status status = SEPAL_OK;
    for (int way = 0; way < WAYS; ++way) {
        const float more = more_radius(way);
        for (int i = 0; i < MOVES * BODIES && status == SEPAL_OK; ++i) {
            const uint32_t from = (uint32_t)(way * STEPS * BODIES + i);
            float first[3][8], second[3][8], both[3][16], radius = 0;
            const size_t count = corners_of(world, from, first);
            (void)corners_of(world, from + BODIES, second);
            for (int k = 0; k < 3; ++k) {
                memcpy(both[k], first[k], count * sizeof(float));
                memcpy(both[k] + count, second[k], count * sizeof(float));
            }
            status = sepal_solids_radius(world, from, &radius);
            if (status == SEPAL_OK)
                status = sepal_solids_add_hull(swept, both[0], both[1], both[2], 2 * count, radius + more, NULL);
        }
    }
    return status;
}
