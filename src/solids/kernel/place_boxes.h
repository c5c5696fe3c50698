/* place_boxes.h — where poses take solids, and what is derived from placed boxes, one in each lane: the operations of turn.h and
 * solids_records.c in the same order, so that the bits are the same. */
#ifndef SEPAL_SOLIDS_KERNEL_PLACE_BOXES_H
#define SEPAL_SOLIDS_KERNEL_PLACE_BOXES_H

#include "../../simd/vec3.h"
#include "../bounds.h"
#include "../pose.h"
#include <math.h>

/* --- Poses ---------------------------------------------------------------------------------------------------------------------- */

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

/* --- Boxes ---------------------------------------------------------------------------------------------------------------------- */

/* A determinant of half edges above this share of the product of their lengths is not 0: its error is below 28 * 2^-53 of that
 * (docs/numerics/solids.md, "Determinants"). */
#define PLACE_VOLUME_ERROR 0x1p-44

/* What the float filter reads, the radii of the balls, and the lowest and highest exponents as a head has them. All this is as it is
 * stored only in the lanes `sure`: the other boxes have no volume, or next to none, or subnormal coordinates. */
typedef struct box_records {
    w axis[3][3], half[3], slack, ball;
    wi low, high;
    unsigned sure;
} box_records;

static inline wd square_length(wd3 v) {
    return wd_add(wd_add(wd_mul(v.x, v.x), wd_mul(v.y, v.y)), wd_mul(v.z, v.z));
}

static inline wd3 half_of(const w of[3], int half) {
    return (wd3){wd_of(of[0], half), wd_of(of[1], half), wd_of(of[2], half)};
}

/* Lengths and directions of the half edges. */
static inline void find_axes(const placed_boxes *box, box_records *out) {
    wd length[3][2], axis[3][3][2];
    out->sure = 0;
    for (int half = 0; half < 2; half++) {
        wd3 g[3];
        for (int m = 0; m < 3; m++) {
            g[m] = wd3_of(box->edge[m], half);
            length[m][half] = wd_sqrt(square_length(g[m]));
            wd inverse = wd_div(wd_set1(1), length[m][half]);
            axis[m][0][half] = wd_mul(g[m].x, inverse);
            axis[m][1][half] = wd_mul(g[m].y, inverse);
            axis[m][2][half] = wd_mul(g[m].z, inverse);
        }
        wd volume = wd_abs(wd3_triple(g[0], g[1], g[2]));
        wd size = wd_mul(wd_mul(length[0][half], length[1][half]), length[2][half]);
        out->sure |= wdm_bits(wd_gt(volume, wd_mul(size, wd_set1(PLACE_VOLUME_ERROR)))) << (half * SEPAL_LANES / 2);
    }
    for (int m = 0; m < 3; m++) {
        out->half[m] = w_of(length[m][0], length[m][1]);
        for (int k = 0; k < 3; k++)
            out->axis[m][k] = w_of(axis[m][k][0], axis[m][k][1]);
    }
}

/* How far the rounded axes are from an orthonormal frame. */
static inline wd skew_of(const wd3 *axis) {
    wd one = wd_set1(1), square = wd_set1(0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            wd dot = wd_add(wd_add(wd_mul(axis[i].x, axis[j].x), wd_mul(axis[i].y, axis[j].y)), wd_mul(axis[i].z, axis[j].z));
            dot = i == j ? wd_sub(dot, one) : dot;
            square = wd_add(square, wd_mul(wd_set1(i == j ? 1 : 2), wd_mul(dot, dot)));
        }
    wd skew = wd_add(wd_mul(wd_set1(SEPAL_BOX_SKEW), wd_sqrt(square)), wd_set1(SEPAL_BOX_SKEW_LEAST));
    return wd_select(wd_gt(square, wd_set1(SEPAL_BOX_SKEW_MOST)), wd_set1((double)INFINITY), skew);
}

/* The constant K of the filter. */
static inline void find_slack(const placed_boxes *box, box_records *out) {
    wd constant[2];
    for (int half = 0; half < 2; half++) {
        wd square = wd_set1(0), extent = wd_set1(0);
        wd3 axis[3];
        for (int m = 0; m < 3; m++) {
            wd h = wd_of(out->half[m], half);
            axis[m] = half_of(out->axis[m], half);
            extent = wd_add(extent, h);
            square = wd_add(square, square_length(wd3_sub(wd3_of(box->edge[m], half), wd3_scale(axis[m], h))));
        }
        wd skew = skew_of(axis), stray = wd_add(wd_sqrt(wd_mul(wd_set1(3), square)), wd_mul(extent, skew));
        wd sum = wd_add(wd_add(wd_div(stray, extent), wd_mul(wd_set1(4), skew)), wd_set1(SEPAL_BOX_ROUNDING));
        constant[half] = wd_mul(sum, wd_set1(1 + 0x1p-20));
        wd3 c = wd3_of(box->centre, half);
        wd least = wd_set1(SEPAL_BOX_EXTENT_LEAST), most = wd_set1(SEPAL_BOX_EXTENT_MOST);
        wdm fits = wdm_and(wd_ge(extent, least), wd_ge(most, wd_max(extent, wd3_greatest(c))));
        wdm within = wdm_and(fits, wd_gt(wd_set1(SEPAL_BOX_SLACK_MOST), constant[half]));
        constant[half] = wd_select(within, constant[half], wd_set1((double)INFINITY));
    }
    out->slack = w_mul(w_of(constant[0], constant[1]), w_set1(1 + 0x1p-20F));
}

/* The radii of the balls. */
static inline void find_ball(const placed_boxes *box, box_records *out) {
    wd outer[2];
    for (int half = 0; half < 2; half++) {
        wd3 u = wd3_of(box->edge[0], half), v = wd3_of(box->edge[1], half), along = wd3_of(box->edge[2], half);
        wd3 plus = wd3_add(u, v), minus = wd3_sub(u, v);
        wd square = wd_max(wd_max(square_length(wd3_add(plus, along)), square_length(wd3_add(minus, along))),
                           wd_max(square_length(wd3_sub(plus, along)), square_length(wd3_sub(minus, along))));
        wd margin = wd_set1(1 + SEPAL_BALL_MARGIN);
        wd most = wd_add(wd_mul(wd_sqrt(square), margin), wd_of(box->radius, half));
        outer[half] = wd_add(wd_mul(most, margin), wd_set1(SEPAL_BALL_LEAST));
        wd range = wd_max(outer[half], wd3_greatest(wd3_of(box->centre, half)));
        outer[half] = wd_select(wd_gt(range, wd_set1(SEPAL_SOLID_RANGE_MOST)), wd_set1((double)INFINITY), outer[half]);
    }
    out->ball = w_of(outer[0], outer[1]);
}

/* The lowest bit of a significand is what is lost if it is cleared; if the significand has none, the number is that bit. */
static inline w lowest_bit(w magnitude) {
    wi bits = wi_of_bits(magnitude), fraction = wi_set1(0x7fffff);
    w rest = w_of_bits(wi_and(bits, wi_sub(bits, wi_set1(1))));
    return w_select(wi_eq(wi_and(bits, fraction), wi_set1(0)), magnitude, w_sub(magnitude, rest));
}

/* Exponents of the lowest bit and of the greatest magnitude, as solids_records.c has them. */
static inline void find_exponents(const placed_boxes *box, box_records *out) {
    w least = w_infinity(), greatest = w_zero();
    for (int m = 0; m < 4; m++) {
        const w3 *v = m == 0 ? &box->centre : &box->edge[m - 1];
        const w magnitude[3] = {w_abs(v->x), w_abs(v->y), w_abs(v->z)};
        for (int k = 0; k < 3; k++) {
            w bit = lowest_bit(magnitude[k]);
            least = w_min(least, w_select(w_gt(bit, w_zero()), bit, w_infinity()));
            greatest = w_max(greatest, magnitude[k]);
        }
    }
    out->low = wi_sub(wi_exponent(least), wi_set1(127));
    out->high = wi_sub(wi_exponent(greatest), wi_set1(126));
    out->sure &= ~wm_bits(w_gt(w_set1(0x1p-126F), least));
}

static inline void find_box_records(const placed_boxes *box, box_records *out) {
    find_axes(box, out);
    find_slack(box, out);
    find_ball(box, out);
    find_exponents(box, out);
}

/* The flags of boxes that have a volume, as solids_records.c finds them: is each half edge parallel to a coordinate axis? Along which
 * axes are they upright? */
static inline wi find_flags(const placed_boxes *box) {
    wm zero[3][3], single[3]; /* zero: coordinate k of half edge m; single: the half edge has one coordinate, or none */
    for (int m = 0; m < 3; m++) {
        zero[m][0] = w_eq(box->edge[m].x, w_zero());
        zero[m][1] = w_eq(box->edge[m].y, w_zero());
        zero[m][2] = w_eq(box->edge[m].z, w_zero());
        wm x_or_y = wm_or(zero[m][0], zero[m][1]);
        single[m] = wm_or(wm_and(zero[m][0], zero[m][1]), wm_and(zero[m][2], x_or_y));
    }
    wi none = wi_set1(0), flags = wi_select(wm_and(wm_and(single[0], single[1]), single[2]), wi_set1(SEPAL_SOLID_ALIGNED), none);
    for (int k = 0; k < 3; k++) {
        wm upright = wm_none();
        for (int m = 0; m < 3; m++) {
            wm across = wm_and(zero[(m + 1) % 3][k], zero[(m + 2) % 3][k]);
            upright = wm_or(upright, wm_and(wm_andnot(single[m], zero[m][k]), across));
        }
        flags = wi_or(flags, wi_select(upright, wi_set1(SEPAL_SOLID_UPRIGHT << k), none));
    }
    return flags;
}

#endif
