/* place_poses.h — where poses take solids, a solid and its pose in each lane: the operations of turn.h in the same order, so that the
 * bits are the same. */
#ifndef SEPAL_SOLIDS_KERNEL_PLACE_POSES_H
#define SEPAL_SOLIDS_KERNEL_PLACE_POSES_H

#include "../../simd/vec3.h"
#include "../pose.h"

/* Some solids of a call: `count` lanes are in use, and the others repeat the first one. solid: their numbers in the call, which follow
 * each other if they are in order; model: of their models; index: of theirs in the world; at: of their boxes, or blocks. */
typedef struct solid_place_group {
    const sepal_solid_placing *placing;
    size_t solid[SEPAL_LANES];
    uint32_t model[SEPAL_LANES], index[SEPAL_LANES], at[SEPAL_LANES];
    unsigned count;
    bool in_order;
} solid_place_group;

/* Do they follow each other, and fill the lanes? */
static inline bool is_run(const solid_place_group *group) {
    return group->in_order && group->count == SEPAL_LANES;
}

/* Records of n quads, one of each solid: of one after the other from `first` on if they are in order, else each at its place. */
static inline void solid_store_records(const solid_place_group *group, void *records, const uint32_t *place, int n,
                                       const w *fields) {
    float *first = records, *at[SEPAL_LANES];
    if (is_run(group)) {
        w_store_run(first + 4 * (size_t)n * place[0], n, fields);
        return;
    }
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = first + 4 * (size_t)n * place[lane];
    w_store_quads(at, n, fields);
}

/* Boxes: their centres, their half edges u, v and w, and their radii. */
typedef struct placed_boxes {
    w3 centre, edge[3];
    w radius;
} placed_boxes;

static inline w solid_take_values(const solid_place_group *group, const float *values) {
    const size_t stride = group->placing->poses->stride;
    if (stride == 1 && is_run(group))
        return w_load(values + group->solid[0]);
    float column[SEPAL_LANES];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
        column[lane] = values[group->solid[lane] * stride];
    return w_load(column);
}

static inline w3 solid_take_places(const solid_place_group *group) {
    const sepal_solid_poses *poses = group->placing->poses;
    if (poses->x64 == NULL)
        return (w3){solid_take_values(group, poses->x), solid_take_values(group, poses->y), solid_take_values(group, poses->z)};
    float column[3][SEPAL_LANES];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) {
        float at[3];
        sepal_solid_pose_place(poses, group->solid[lane], at);
        column[0][lane] = at[0], column[1][lane] = at[1], column[2][lane] = at[2];
    }
    return (w3){w_load(column[0]), w_load(column[1]), w_load(column[2])};
}

/* The rows of the matrices of half of the lanes. */
typedef struct turn_half {
    wd3 row[3];
} turn_half;

static inline turn_half turn_of_quaternion(wd qw, wd x, wd y, wd z) {
    wd one = wd_set1(1), xx = wd_mul(x, x), yy = wd_mul(y, y), zz = wd_mul(z, z);
    wd s = wd_div(wd_set1(2), wd_add(wd_add(wd_add(wd_mul(qw, qw), xx), yy), zz));
    wd xy = wd_mul(x, y), xz = wd_mul(x, z), yz = wd_mul(y, z), wx = wd_mul(qw, x), wy = wd_mul(qw, y), wz = wd_mul(qw, z);
    return (turn_half){{
        {wd_sub(one, wd_mul(s, wd_add(yy, zz))), wd_mul(s, wd_sub(xy, wz)), wd_mul(s, wd_add(xz, wy))},
        {wd_mul(s, wd_add(xy, wz)), wd_sub(one, wd_mul(s, wd_add(xx, zz))), wd_mul(s, wd_sub(yz, wx))},
        {wd_mul(s, wd_sub(xz, wy)), wd_mul(s, wd_add(yz, wx)), wd_sub(one, wd_mul(s, wd_add(xx, yy)))},
    }};
}

/* Both halves, of quaternions: in the code of the caller. */
SPECIALISED void take_quaternions(const solid_place_group *group, turn_half out[2]) {
    const sepal_solid_turns *turn = &group->placing->poses->turn;
    const w q[4] = {solid_take_values(group, turn->w), solid_take_values(group, turn->x), solid_take_values(group, turn->y),
                    solid_take_values(group, turn->z)};
    for (int half = 0; half < 2; half++)
        out[half] = turn_of_quaternion(wd_of(q[0], half), wd_of(q[1], half), wd_of(q[2], half), wd_of(q[3], half));
}

/* Of any turns. */
static SEPAL_NOINLINE void take_turns(const solid_place_group *group, turn_half out[2]) {
    const sepal_solid_turns *turn = &group->placing->poses->turn;
    if (turn->w != NULL) {
        take_quaternions(group, out);
        return;
    }
    for (int k = 0; k < 3; k++) {
        w3 row = w3_set1(k == 0, k == 1, k == 2);
        if (turn->matrix[0] != NULL)
            row = (w3){solid_take_values(group, turn->matrix[3 * k]), solid_take_values(group, turn->matrix[3 * k + 1]),
                       solid_take_values(group, turn->matrix[3 * k + 2])};
        out[0].row[k] = wd3_of(row, 0);
        out[1].row[k] = wd3_of(row, 1);
    }
}

static inline wd turned(wd3 row, wd3 v) {
    return wd_add(wd_add(wd_mul(row.x, v.x), wd_mul(row.y, v.y)), wd_mul(row.z, v.z));
}
static inline wd turned_and_moved(wd3 row, wd place, wd3 v) {
    return wd_add(wd_add(wd_add(place, wd_mul(row.x, v.x)), wd_mul(row.y, v.y)), wd_mul(row.z, v.z));
}

static inline w3 turn_vectors(const turn_half turn[2], w3 v) {
    wd3 low = wd3_of(v, 0), high = wd3_of(v, 1);
    return (w3){w_of(turned(turn[0].row[0], low), turned(turn[1].row[0], high)),
                w_of(turned(turn[0].row[1], low), turned(turn[1].row[1], high)),
                w_of(turned(turn[0].row[2], low), turned(turn[1].row[2], high))};
}

static inline w3 move_points(const turn_half turn[2], w3 place, w3 v) {
    wd3 low = wd3_of(v, 0), high = wd3_of(v, 1), to[2] = {wd3_of(place, 0), wd3_of(place, 1)};
    return (w3){w_of(turned_and_moved(turn[0].row[0], to[0].x, low), turned_and_moved(turn[1].row[0], to[1].x, high)),
                w_of(turned_and_moved(turn[0].row[1], to[0].y, low), turned_and_moved(turn[1].row[1], to[1].y, high)),
                w_of(turned_and_moved(turn[0].row[2], to[0].z, low), turned_and_moved(turn[1].row[2], to[1].z, high))};
}

/* All models of the group are boxes. */
SPECIALISED void pose_boxes(const solid_place_group *group, placed_boxes *out) {
    const float *at[SEPAL_LANES];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = sepal_solid_exact(group->placing->models, group->model[lane])->c;
    w f[16];
    turn_half turn[2];
    w_load_sixteen(at, f);
    take_turns(group, turn);
    out->centre = move_points(turn, solid_take_places(group), (w3){f[0], f[1], f[2]});
    for (int m = 0; m < 3; m++)
        out->edge[m] = turn_vectors(turn, (w3){f[3 + 3 * m], f[4 + 3 * m], f[5 + 3 * m]});
    out->radius = f[14];
}

#endif
