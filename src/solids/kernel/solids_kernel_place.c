/* solids_kernel_place.c — places models: boxes, and hulls of up to sixteen vertices, one in each lane; of other hulls the vertices of
 * one in lanes; those whose range is not certain one by one. The operations of turn.h and solids_records.c in the same order, so that the
 * bits are the same. */
#include "../../core/arithmetic.h"

#include "../../batch/chunk.h"
#include "../../simd/vec3.h"
#include "../bounds.h"
#include "../pose.h"
#include "../records.h"
#include "../scalar/reference.h"
#include "query.h"
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

/* Both halves, of quaternions: in the code of the caller. */
SPECIALISED void take_quaternions(const solid_place_group *group, turn_half out[2]) {
    const sepal_solid_turns *turn = &group->placing->poses->turn;
    const w q[4] = {solid_take_values(group, turn->w), solid_take_values(group, turn->x), solid_take_values(group, turn->y),
                    solid_take_values(group, turn->z)};
    for (int half = 0; half < 2; half++) {
        const wd qw = wd_of(q[0], half), x = wd_of(q[1], half), y = wd_of(q[2], half), z = wd_of(q[3], half), one = wd_set1(1);
        const wd xx = wd_mul(x, x), yy = wd_mul(y, y), zz = wd_mul(z, z);
        const wd s = wd_div(wd_set1(2), wd_add(wd_add(wd_add(wd_mul(qw, qw), xx), yy), zz));
        const wd xy = wd_mul(x, y), xz = wd_mul(x, z), yz = wd_mul(y, z), wx = wd_mul(qw, x), wy = wd_mul(qw, y),
                 wz = wd_mul(qw, z);
        out[half] = (turn_half){{
            {wd_sub(one, wd_mul(s, wd_add(yy, zz))), wd_mul(s, wd_sub(xy, wz)), wd_mul(s, wd_add(xz, wy))},
            {wd_mul(s, wd_add(xy, wz)), wd_sub(one, wd_mul(s, wd_add(xx, zz))), wd_mul(s, wd_sub(yz, wx))},
            {wd_mul(s, wd_sub(xz, wy)), wd_mul(s, wd_add(yz, wx)), wd_sub(one, wd_mul(s, wd_add(xx, yy)))},
        }};
    }
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

static inline wd turned_and_moved(wd3 row, wd place, wd3 v) {
    return wd_add(wd_add(wd_add(place, wd_mul(row.x, v.x)), wd_mul(row.y, v.y)), wd_mul(row.z, v.z));
}

static inline w3 turn_vectors(const turn_half turn[2], w3 v) {
    wd3 to[2];
    for (int half = 0; half < 2; half++) {
        const wd3 *row = turn[half].row, of = wd3_of(v, half);
        to[half] = (wd3){wd3_dot_in_order(row[0], of), wd3_dot_in_order(row[1], of), wd3_dot_in_order(row[2], of)};
    }
    return w3_of(to[0], to[1]);
}

static inline w3 move_points(const turn_half turn[2], w3 place, w3 v) {
    wd3 to[2];
    for (int half = 0; half < 2; half++) {
        const wd3 *row = turn[half].row, of = wd3_of(v, half), at = wd3_of(place, half);
        to[half] =
            (wd3){turned_and_moved(row[0], at.x, of), turned_and_moved(row[1], at.y, of), turned_and_moved(row[2], at.z, of)};
    }
    return w3_of(to[0], to[1]);
}

/* --- Boxes ---------------------------------------------------------------------------------------------------------------------- */

/* A determinant of half edges above this share of the product of their lengths is not 0: its error is below 28 * 2^-53 of that
 * (docs/numerics/solids.md, "Determinants"). */
#define PLACE_VOLUME_ERROR 0x1p-44

/* What the float filter reads, the radii of the balls, and the lowest and highest exponents as a head has them. All this is as it is
 * stored only in the lanes `sure`: the other boxes have no volume, or next to none, or subnormal coordinates. */
typedef struct box_records {
    w3 axis[3];
    w half[3], slack, ball;
    wi low, high;
    unsigned sure;
} box_records;

static inline wd square_length(wd3 v) {
    return wd3_dot_in_order(v, v);
}

/* Lengths and directions of the half edges. */
static inline void find_axes(const placed_boxes *box, box_records *out) {
    wd length[3][2];
    wd3 axis[3][2];
    out->sure = 0;
    for (int half = 0; half < 2; half++) {
        wd3 g[3];
        for (int m = 0; m < 3; m++) {
            g[m] = wd3_of(box->edge[m], half);
            length[m][half] = wd_sqrt(square_length(g[m]));
            axis[m][half] = wd3_scale(g[m], wd_div(wd_set1(1), length[m][half]));
        }
        wd volume = wd_abs(wd3_triple(g[0], g[1], g[2]));
        wd size = wd_mul(wd_mul(length[0][half], length[1][half]), length[2][half]);
        out->sure |= wdm_bits(wd_gt(volume, wd_mul(size, wd_set1(PLACE_VOLUME_ERROR)))) << (half * SEPAL_LANES / 2);
    }
    for (int m = 0; m < 3; m++) {
        out->half[m] = w_of(length[m][0], length[m][1]);
        out->axis[m] = w3_of(axis[m][0], axis[m][1]);
    }
}

/* How far the rounded axes are from an orthonormal frame. */
static inline wd skew_of(const wd3 *axis) {
    wd one = wd_set1(1), square = wd_set1(0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            wd dot = wd3_dot_in_order(axis[i], axis[j]);
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
            axis[m] = wd3_of(out->axis[m], half);
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

/* Takes a coordinate into the least lowest bit of any that is not 0, and the greatest magnitude. The lowest bit of a significand is what is
 * lost if it is cleared; if the significand has none, the number is that bit. */
static inline void cover_coordinate(w coordinate, w *least, w *greatest) {
    const w magnitude = w_abs(coordinate);
    const wi bits = wi_of_bits(magnitude), fraction = wi_and(bits, wi_set1(0x7fffff));
    const w rest = w_of_bits(wi_and(bits, wi_sub(bits, wi_set1(1))));
    const w bit = w_select(wi_eq(fraction, wi_set1(0)), magnitude, w_sub(magnitude, rest));
    *least = w_min(*least, w_select(w_gt(bit, w_zero()), bit, w_infinity()));
    *greatest = w_max(*greatest, magnitude);
}

/* Exponents of the lowest bit and of the greatest magnitude, as solids_records.c has them. */
static inline void find_exponents(const placed_boxes *box, box_records *out) {
    w least = w_infinity(), greatest = w_zero();
    for (int m = 0; m < 4; m++) {
        const w3 *v = m == 0 ? &box->centre : &box->edge[m - 1];
        cover_coordinate(v->x, &least, &greatest);
        cover_coordinate(v->y, &least, &greatest);
        cover_coordinate(v->z, &least, &greatest);
    }
    out->low = wi_sub(wi_exponent(least), wi_set1(127));
    out->high = wi_sub(wi_exponent(greatest), wi_set1(126));
    out->sure &= ~wm_bits(w_gt(w_set1(0x1p-126F), least));
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

/* More vertices than this are placed with the vertices of one hull in lanes. */
enum { HULL_LANE_VERTICES = 16 };

/* The placed vertices, the radii and the numbers of vertices of the hulls in the lanes. */
typedef struct placed_hulls {
    w3 vertex[HULL_LANE_VERTICES];
    w radius;
    wi size;
} placed_hulls;

/* most, here and below: no hull of the group has more vertices: 1, 2, 4, 8 or 16. Blocks of fewer than four repeat the last vertex. */
static inline uint32_t padded_of(uint32_t most) {
    return most < 4 ? 4 : most;
}

static inline w radii_of_models(const solid_place_group *group) {
    const sepal_solids *models = group->placing->models;
    if (!models->round)
        return w_zero();
    float radius[SEPAL_LANES];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
        radius[lane] = models->radii[group->model[lane]];
    return w_load(radius);
}

/* Points, whose balls are all that there is to know, in range. */
static inline void pose_points(const solid_place_group *group, placed_hulls *out) {
    const sepal_solids *models = group->placing->models;
    const float *from[SEPAL_LANES];
    w ball[4];
    turn_half turn[2];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
        from[lane] = &models->balls[group->model[lane]].x;
    w_load_quads(from, 1, ball);
    const w zero = w_zero();
    const w3 place = solid_take_places(group), point = {ball[0], ball[1], ball[2]};
    /* most spheres are centred on the origin of their model: their places, which are not -0, are where they are */
    const wm turns = wm_not(w_eq(w3_sum(point), zero));
    const wm signs = wm_or(w_eq(place.x, zero), wm_or(w_eq(place.y, zero), w_eq(place.z, zero)));
    out->vertex[0] = place;
    if (wm_bits(wm_or(turns, signs)) != 0) {
        if (group->placing->poses->turn.w != NULL) /* not called, as that would be a tenth of the time */
            take_quaternions(group, turn);
        else
            take_turns(group, turn);
        out->vertex[0] = move_points(turn, place, point);
    }
    out->size = wi_set1(1);
    out->radius = wm_bits(w_eq(ball[3], w_infinity())) == 0 ? ball[3] : radii_of_models(group);
}

SPECIALISED void pose_hulls(const solid_place_group *group, uint32_t most, placed_hulls *out) {
    const uint32_t padded = padded_of(most);
    const sepal_solids *models = group->placing->models;
    const float *from[SEPAL_LANES], *heads[SEPAL_LANES];
    w block[3 * HULL_LANE_VERTICES], head[4];
    turn_half turn[2];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) { /* group->model would be turned into addresses in lanes by gcc 12 */
        const uint32_t model = group->placing->model[group->solid[lane]];
        from[lane] = sepal_solid_x(models, model);
        heads[lane] = (const float *)(const void *)&models->heads[model];
    }
    w_load_quads(from, (int)padded / 4 * 3, block);
    w_load_quads(heads, 1, head);
    const w3 place = solid_take_places(group);
    take_turns(group, turn);
    for (uint32_t k = 0; k < most; k++)
        out->vertex[k] = move_points(turn, place, (w3){block[k], block[padded + k], block[2 * padded + k]});
    out->size = wi_of_bits(head[1]);
    out->radius = radii_of_models(group);
}

/* The means of the vertices in half of the lanes, their sums in the order of mean_of in solids_records.c. counts: the numbers of
 * vertices; those behind the last one repeat it. */
SPECIALISED wd3 mean_of_vertices(const placed_hulls *hull, wd counts, uint32_t most, int half) {
    const wd3 zero = {wd_set1(0), wd_set1(0), wd_set1(0)};
    wd3 part[SEPAL_SUM_PARTS];
    for (uint32_t k = 0; k < most; k++) {
        const wm there = wi_gt(hull->size, wi_set1((int32_t)k));
        const wd3 value = wd3_of(w3_select(there, hull->vertex[k], w3_set1(0, 0, 0)), half);
        part[k % SEPAL_SUM_PARTS] = wd3_add(k < SEPAL_SUM_PARTS ? zero : part[k % SEPAL_SUM_PARTS], value);
    }
    for (uint32_t parts = most < SEPAL_SUM_PARTS ? most : SEPAL_SUM_PARTS; parts > 1; parts /= 2)
        for (uint32_t k = 0; k < parts / 2; k++)
            part[k] = wd3_add(part[k], part[k + parts / 2]);
    return (wd3){wd_div(part[0].x, counts), wd_div(part[0].y, counts), wd_div(part[0].z, counts)};
}

/* What half of the lanes needs to know of its hulls for their records: the mean of the vertices, the greatest square of the distance of
 * one from the mean rounded to float, the greatest sum of the magnitudes of the coordinates of one, how many there are, and the radius. */
typedef struct hull_half {
    wd3 mean;
    wd square, extent, counts, radius;
} hull_half;

/* The record, in the order of its members. */
SPECIALISED void make_hull_records(const hull_half hull[2], bool points, w record[4 * SEPAL_HULL_RECORD_QUADS]) {
    const wd margin = wd_set1(1 + SEPAL_BALL_MARGIN), least = wd_set1(SEPAL_BALL_LEAST), zero = wd_set1(0);
    const wd infinite = wd_set1((double)INFINITY);
    const w3 centre = w3_of(hull[0].mean, hull[1].mean);
    wd part[2][8];
    for (int half = 0; half < 2; half++) {
        const hull_half *h = &hull[half];
        const wd3 c = wd3_of(centre, half), offset = points ? (wd3){zero, zero, zero} : wd3_sub(h->mean, c);
        const wd rounding = wd_mul(wd_mul(h->counts, wd_set1(0x1p-52)), h->extent);
        const wd off = points ? zero : wd_add(wd_mul(wd_add(wd_sqrt(square_length(offset)), rounding), margin), least);
        const wd outer = wd_add(wd_mul(wd_add(wd_mul(wd_sqrt(h->square), margin), h->radius), margin), least);
        const wdm beyond = wd_gt(wd_max(outer, wd3_greatest(c)), wd_set1(SEPAL_SOLID_RANGE_MOST));
        const wd inner = wd_sub(h->radius, off), share = wd_select(wd_gt(inner, zero), wd_set1(1 - SEPAL_BALL_MARGIN), margin);
        part[half][3] = wd_select(beyond, infinite, points ? h->radius : outer);
        part[half][4] = offset.x, part[half][5] = offset.y, part[half][6] = offset.z;
        part[half][7] = wd_select(beyond, wd_set1(-(double)INFINITY), wd_mul(inner, share));
    }
    record[0] = centre.x, record[1] = centre.y, record[2] = centre.z;
    for (int k = 3; k < 8; k++)
        record[k] = w_of(part[0][k], part[1][k]);
}

SPECIALISED void find_hull_records(const placed_hulls *hull, uint32_t most, w record[4 * SEPAL_HULL_RECORD_QUADS]) {
    hull_half found[2];
    w counts = w_zero();
    for (uint32_t k = 0; k < most; k++) /* at most sixteen: exactly */
        counts = w_add(counts, w_select(wi_gt(hull->size, wi_set1((int32_t)k)), w_set1(1), w_zero()));
    for (int half = 0; half < 2; half++) {
        found[half].counts = wd_of(counts, half);
        found[half].radius = wd_of(hull->radius, half);
        found[half].square = found[half].extent = wd_set1(0);
        found[half].mean = most == 1 ? wd3_of(hull->vertex[0], half) /* its own mean, -0 as well */
                                     : mean_of_vertices(hull, found[half].counts, most, half);
    }
    const w3 centre = w3_of(found[0].mean, found[1].mean);
    for (int half = 0; half < 2 && most > 1; half++)
        for (uint32_t k = 0; k < most; k++) {
            const wd3 v = wd3_of(hull->vertex[k], half);
            found[half].square = wd_max(found[half].square, square_length(wd3_sub(v, wd3_of(centre, half))));
            found[half].extent = wd_max(found[half].extent, wd3_sum_in_order(v));
        }
    make_hull_records(found, most == 1, record);
}

/* The lanes whose first four vertices certainly span a volume. The differences are rounded once besides (docs/numerics/solids.md,
 * "Determinants"). */
static inline unsigned lanes_with_volume(const w3 vertex[4]) {
    unsigned out = 0;
    for (int half = 0; half < 2; half++) {
        const wd3 first = wd3_of(vertex[0], half), a = wd3_sub(wd3_of(vertex[1], half), first);
        const wd3 b = wd3_sub(wd3_of(vertex[2], half), first), c = wd3_sub(wd3_of(vertex[3], half), first);
        const wd lengths = wd_mul(wd_mul(square_length(a), square_length(b)), square_length(c));
        const wd volume = wd3_triple(a, b, c), error = wd_mul(wd_sqrt(lengths), wd_set1(PLACE_VOLUME_ERROR));
        out |= wdm_bits(wd_gt(wd_abs(volume), error)) << (half * SEPAL_LANES / 2);
    }
    return out;
}

/* What is told of hulls whose records and blocks are written. least, greatest: as cover_coordinate leaves them; solid: the lanes that
 * certainly have a volume. */
typedef struct hull_notes {
    wi size, class;
    w least, greatest, radius;
    unsigned solid;
} hull_notes;

/* Writes their heads, balls and radii. The notes by address: gcc 12 lets a function that is given vectors return without clearing the upper
 * halves of the registers (vzeroupper), and then the code for SSE behind it takes several times as long. */
static SEPAL_NOINLINE void note_hulls(const solid_place_group *group, const w *record, const hull_notes *notes) {
    sepal_solids *world = group->placing->world;
    const sepal_solids *models = group->placing->models;
    const wi size = notes->size;
    const w least = notes->least, greatest = notes->greatest;
    const wm few = wi_gt(wi_set1(4), size); /* which lie in one plane */
    const wi flags = wi_select(few, wi_set1(SEPAL_SOLID_FLAT), wi_set1(0));
    const wi low = wi_sub(wi_exponent(least), wi_set1(127)), high = wi_sub(wi_exponent(greatest), wi_set1(126));
    const w words[4] = {w_of_bits(wi_load(group->at)), w_of_bits(size), w_of_bits(wi_halves(low, high)),
                        w_of_bits(wi_halves(flags, notes->class))};
    solid_store_records(group, world->balls, group->index, 1, record);
    solid_store_records(group, world->heads, group->index, 1, words);
    if (is_run(group) && world->round)
        w_store(world->radii + group->index[0], notes->radius);
    else if (models->round || world->round)
        for (unsigned lane = 0; lane < group->count; lane++)
            sepal_solid_write_radius(world, group->index[lane], sepal_solid_radius(models, group->model[lane]));
    /* Exponents of subnormals and of the origin, and what is flat or nearly so, are written again one by one. */
    const unsigned odd = wm_bits(wm_or(w_gt(w_set1(0x1p-126F), least), w_eq(greatest, w_zero())));
    const unsigned again = odd | (ALL_LANES & ~(notes->solid | wm_bits(few)));
    for (unsigned lane = 0; lane < group->count && again != 0; lane++)
        if ((again >> lane & 1) != 0)
            sepal_solids_scalar_place_one(group->placing, group->solid[lane]);
}

/* Where the record of a lane begins. */
static inline float *front_of(const solid_place_group *group, unsigned lane) {
    return group->placing->world->vertices + 4 * ((ptrdiff_t)group->at[lane] - SEPAL_HULL_RECORD_QUADS);
}

SPECIALISED void place_hulls_of(const solid_place_group *group, unsigned class, uint32_t most) {
    const uint32_t padded = padded_of(most);
    placed_hulls hull;
    w out[4 * (SEPAL_HULL_RECORD_QUADS + 3 * HULL_LANE_VERTICES / 4)], least = w_infinity(), greatest = w_zero();
    if (most == 1)
        pose_points(group, &hull);
    else
        pose_hulls(group, most, &hull);
    find_hull_records(&hull, most, out);
    for (uint32_t k = 0; k < padded; k++) {
        const w3 *v = &hull.vertex[k < most ? k : most - 1];
        const w coordinate[3] = {v->x, v->y, v->z};
        for (uint32_t axis = 0; axis < 3; axis++) {
            out[4 * SEPAL_HULL_RECORD_QUADS + axis * padded + k] = coordinate[axis];
            if (k < most)
                cover_coordinate(coordinate[axis], &least, &greatest);
        }
    }
    const int quads = SEPAL_HULL_RECORD_QUADS + (int)padded / 4 * 3;
    if (is_run(group) && quads <= 8) { /* their blocks follow each other, too */
        w_store_run(front_of(group, 0), quads, out);
    } else {
        float *front[SEPAL_LANES];
        for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
            front[lane] = front_of(group, lane);
        w_store_quads(front, quads, out);
    }
    const hull_notes notes = {
        hull.size, wi_set1((int32_t) class), least, greatest, hull.radius, most < 4 ? 0 : lanes_with_volume(hull.vertex)};
    note_hulls(group, out, &notes);
}

/* Hulls of one class. Points need neither turns nor means; the others are one function that reads how many vertices they have: one for each
 * number takes a fifth less time for few vertices, and three times the code. */
static SEPAL_NOINLINE void place_hulls(const solid_place_group *group, unsigned class) {
    if (class == SEPAL_SOLID_POINT)
        place_hulls_of(group, SEPAL_SOLID_POINT, 1);
    else
        place_hulls_of(group, class, 1U << (class - SEPAL_SOLID_POINT));
}

/* --- Hulls of many vertices: the vertices of one hull in lanes. The blocks of such hulls are filled up to a multiple of sixteen, so that
 * every group of lanes is full; they repeat the last vertex. What has to be done once for each hull is done for a group of hulls, one in
 * each lane: the matrices before, the records behind. */

enum { SUM_REGISTERS = 2 * SEPAL_SUM_PARTS / SEPAL_LANES };

/* The poses of a group, and what is measured of its hulls: of the coordinates the sums, the least lowest bit of any that is not 0, and
 * the greatest magnitude; of vertices the greatest sum of magnitudes, and the greatest square of the distance from the centre. */
typedef struct large_hulls {
    double turn[3][3][SEPAL_LANES];
    float place[3][SEPAL_LANES];
    double sum[3][SEPAL_LANES], extent[SEPAL_LANES], square[SEPAL_LANES], counts[SEPAL_LANES];
    float least[SEPAL_LANES], greatest[SEPAL_LANES];
    int32_t size[SEPAL_LANES], class[SEPAL_LANES];
} large_hulls;

static inline w3 solid_load_vertices(const float *block, uint32_t padded, uint32_t k) {
    return (w3){w_load(block + k), w_load(block + padded + k), w_load(block + 2 * (size_t)padded + k)};
}

static inline void store_column(double *to, wd low, wd high) {
    wd_store(to, low);
    wd_store(to + SEPAL_LANES / 2, high);
}
static inline void take_poses(const solid_place_group *group, large_hulls *to) {
    const w3 place = solid_take_places(group);
    turn_half turn[2];
    take_turns(group, turn);
    w3_store(to->place[0], to->place[1], to->place[2], place);
    for (int row = 0; row < 3; row++) {
        store_column(to->turn[row][0], turn[0].row[row].x, turn[1].row[row].x);
        store_column(to->turn[row][1], turn[0].row[row].y, turn[1].row[row].y);
        store_column(to->turn[row][2], turn[0].row[row].z, turn[1].row[row].z);
    }
}

/* Turns and moves the vertices of the hull of a lane into its block, and measures them. */
static inline void pose_large_hull(large_hulls *hulls, unsigned lane, const float *from, uint32_t size, float *to) {
    const uint32_t padded = sepal_solid_padded(size);
    wd3 row[3];
    wd place[3], sum[3][SUM_REGISTERS], extent = wd_set1(0);
    w least = w_infinity(), greatest = w_zero();
    for (int axis = 0; axis < 3; axis++) {
        const double *const turn[3] = {hulls->turn[axis][0], hulls->turn[axis][1], hulls->turn[axis][2]};
        row[axis] = (wd3){wd_set1(turn[0][lane]), wd_set1(turn[1][lane]), wd_set1(turn[2][lane])};
        place[axis] = wd_set1((double)hulls->place[axis][lane]);
        for (int part = 0; part < SUM_REGISTERS; part++)
            sum[axis][part] = wd_set1(0);
    }
    for (uint32_t k = 0; k < padded; k += SEPAL_LANES) {
        const w3 v = solid_load_vertices(from, padded, k);
        const wd3 low = wd3_of(v, 0), high = wd3_of(v, 1);
        const wm counts = wi_gt(wi_set1((int32_t)(size - (k < size ? k : size))), wi_lane_numbers());
        const uint32_t before = SEPAL_LANES < SEPAL_SUM_PARTS ? k % SEPAL_SUM_PARTS / (SEPAL_LANES / 2) : 0;
        wd across[2] = {wd_set1(0), wd_set1(0)};
        for (int axis = 0; axis < 3; axis++) {
            const w out = w_of(turned_and_moved(row[axis], place[axis], low), turned_and_moved(row[axis], place[axis], high));
            const w counted = w_select(counts, out, w_zero());
            w_store(to + (size_t)axis * padded + k, out);
            cover_coordinate(out, &least, &greatest);
            for (uint32_t half = 0; half < 2; half++) { /* of vertices that repeat the last one, the extent is no other */
                const wd value = wd_of(counted, (int)half);
                wd *const part = &sum[axis][(before + half) % SUM_REGISTERS];
                *part = wd_add(*part, value);
                across[half] = wd_add(across[half], wd_abs(value));
            }
        }
        extent = wd_max(extent, wd_max(across[0], across[1]));
    }
    for (int axis = 0; axis < 3; axis++) {
        for (int parts = SUM_REGISTERS; parts > 1; parts /= 2)
            for (int part = 0; part < parts / 2; part++)
                sum[axis][part] = wd_add(sum[axis][part], sum[axis][part + parts / 2]);
        hulls->sum[axis][lane] = wd_sum(sum[axis][0]);
    }
    hulls->extent[lane] = wd_greatest(extent);
    hulls->least[lane] = w_least(least);
    hulls->greatest[lane] = w_greatest(greatest);
}

/* The greatest square of the distance of a vertex from the centre. */
static inline double farthest_from(const float *block, uint32_t padded, float x, float y, float z) {
    const wd3 c = {wd_set1((double)x), wd_set1((double)y), wd_set1((double)z)};
    wd most = wd_set1(0);
    for (uint32_t k = 0; k < padded; k += SEPAL_LANES) {
        const w3 v = solid_load_vertices(block, padded, k);
        for (int half = 0; half < 2; half++)
            most = wd_max(most, square_length(wd3_sub(wd3_of(v, half), c)));
    }
    return wd_greatest(most);
}

/* The first four vertices of each hull. */
static inline void load_first_vertices(float *const *front, const large_hulls *hulls, w3 vertex[4]) {
    const float *at[3][SEPAL_LANES];
    w first[3][4];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t padded = sepal_solid_padded((uint32_t)hulls->size[lane]);
        at[0][lane] = front[lane] + (ptrdiff_t)4 * SEPAL_HULL_RECORD_QUADS;
        at[1][lane] = at[0][lane] + padded;
        at[2][lane] = at[1][lane] + padded;
    }
    for (int axis = 0; axis < 3; axis++)
        w_load_quads(at[axis], 1, first[axis]);
    for (int k = 0; k < 4; k++)
        vertex[k] = (w3){first[0][k], first[1][k], first[2][k]};
}

static SEPAL_NOINLINE void place_large_hulls(const solid_place_group *group) {
    const sepal_solids *models = group->placing->models;
    large_hulls hulls;
    hull_half found[2];
    float *front[SEPAL_LANES], centre[3][SEPAL_LANES];
    w record[4 * SEPAL_HULL_RECORD_QUADS];
    w3 vertex[4];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
        front[lane] = front_of(group, lane);
    take_poses(group, &hulls);
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_solid_head *model = &models->heads[group->model[lane]];
        hulls.size[lane] = (int32_t)model->size, hulls.counts[lane] = (double)model->size, hulls.class[lane] = model->class;
        if (lane < group->count)
            pose_large_hull(&hulls, lane, models->vertices + 4 * (size_t)model->at, model->size,
                            front[lane] + (ptrdiff_t)4 * SEPAL_HULL_RECORD_QUADS);
        else { /* lanes that are not in use repeat the first one */
            for (int axis = 0; axis < 3; axis++)
                hulls.sum[axis][lane] = hulls.sum[axis][0];
            hulls.extent[lane] = hulls.extent[0], hulls.least[lane] = hulls.least[0], hulls.greatest[lane] = hulls.greatest[0];
        }
    }
    const w radius = radii_of_models(group);
    for (int half = 0; half < 2; half++) {
        const size_t at = (size_t)half * SEPAL_LANES / 2;
        const wd counts = wd_load(hulls.counts + at);
        const wd3 sum = {wd_load(hulls.sum[0] + at), wd_load(hulls.sum[1] + at), wd_load(hulls.sum[2] + at)};
        found[half].mean = (wd3){wd_div(sum.x, counts), wd_div(sum.y, counts), wd_div(sum.z, counts)};
        found[half].counts = counts;
        found[half].extent = wd_load(hulls.extent + at);
        found[half].radius = wd_of(radius, half);
    }
    w3_store(centre[0], centre[1], centre[2], w3_of(found[0].mean, found[1].mean));
    for (unsigned lane = 0; lane < group->count; lane++)
        hulls.square[lane] =
            farthest_from(front[lane] + (ptrdiff_t)4 * SEPAL_HULL_RECORD_QUADS, sepal_solid_padded((uint32_t)hulls.size[lane]),
                          centre[0][lane], centre[1][lane], centre[2][lane]);
    for (unsigned lane = group->count; lane < SEPAL_LANES; lane++)
        hulls.square[lane] = hulls.square[0];
    for (int half = 0; half < 2; half++)
        found[half].square = wd_load(hulls.square + (size_t)half * SEPAL_LANES / 2);
    make_hull_records(found, false, record);
    w_store_quads(front, SEPAL_HULL_RECORD_QUADS, record);
    load_first_vertices(front, &hulls, vertex);
    const hull_notes notes = {wi_load(hulls.size),      wi_load(hulls.class), w_load(hulls.least), w_load(hulls.greatest), radius,
                              lanes_with_volume(vertex)};
    note_hulls(group, record, &notes);
}

/* A head is written as four words: at, size, low and high, flags and class. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "kernels for big-endian machines would have to write the halves of a head the other way round"
#endif

static void store_boxes(const solid_place_group *group, const placed_boxes *box, const box_records *found) {
    sepal_solids *world = group->placing->world;
    const w3 *c = &box->centre, *u = &box->edge[0], *v = &box->edge[1], *along = &box->edge[2];
    const w zero = w_zero(), span = w_of_bits(wi_halves(found->low, found->high));
    const wi flags = find_flags(box);
    const w head[4] = {w_of_bits(wi_load(group->at)), w_of_bits(wi_set1(8)), span,
                       w_of_bits(wi_halves(flags, wi_set1(SEPAL_SOLID_BOX)))};
    const w ball[4] = {c->x, c->y, c->z, found->ball};
    const w exact[16] = {c->x,        c->y, c->z,     u->x,     u->y,     u->z, v->x,
                         v->y,        v->z, along->x, along->y, along->z, span, w_of_bits(flags),
                         box->radius, zero};
    w filter[16];
    filter[0] = c->x, filter[4] = c->y, filter[8] = c->z, filter[15] = found->slack;
    for (int m = 0; m < 3; m++) {
        const w3 *axis = &found->axis[m];
        filter[1 + m] = axis->x, filter[5 + m] = axis->y, filter[9 + m] = axis->z, filter[12 + m] = found->half[m];
    }
    solid_store_records(group, world->heads, group->index, 1, head);
    solid_store_records(group, world->balls, group->index, 1, ball);
    solid_store_records(group, world->filters, group->at, 4, filter);
    solid_store_records(group, world->exacts, group->at, 4, exact);
}

static SEPAL_NOINLINE void place_boxes(const solid_place_group *group) {
    const sepal_solid_placing *p = group->placing;
    placed_boxes box;
    box_records found;
    const float *at[SEPAL_LANES];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = sepal_solid_exact(p->models, group->model[lane])->c;
    w f[16];
    turn_half turn[2];
    w_load_sixteen(at, f);
    take_turns(group, turn);
    box.centre = move_points(turn, solid_take_places(group), (w3){f[0], f[1], f[2]});
    for (int m = 0; m < 3; m++)
        box.edge[m] = turn_vectors(turn, (w3){f[3 + 3 * m], f[4 + 3 * m], f[5 + 3 * m]});
    box.radius = f[14];
    find_axes(&box, &found);
    find_slack(&box, &found);
    find_ball(&box, &found);
    find_exponents(&box, &found);
    store_boxes(group, &box, &found);
    if ((found.sure & wm_bits(w_eq(found.slack, w_infinity()))) != 0)
        sepal_clear_shared(&p->world->regular);
    for (unsigned lane = 0; (p->models->round || p->world->round) && lane < group->count; lane++)
        sepal_solid_write_radius(p->world, group->index[lane], sepal_solid_radius(p->models, group->model[lane]));
    for (unsigned lane = 0; found.sure != ALL_LANES && lane < group->count; lane++)
        if ((found.sure >> lane & 1) == 0)
            sepal_solids_scalar_place_one(p, group->solid[lane]);
}

/* Solids of one class are placed together, and those of all the larger classes. */
enum { PLACE_LARGE = SEPAL_SOLID_UP_TO_32, PLACE_GROUPS };

static inline unsigned class_of_model(const sepal_solid_placing *p, size_t i) {
    const unsigned class = p->models->heads[p->model[i]].class;
    return class < PLACE_LARGE ? class : PLACE_LARGE;
}

/* Places a group, which is then empty. */
static void place_waiting(solid_place_group *group, unsigned class) {
    if (group->count == 0)
        return;
    for (unsigned lane = group->count; lane < SEPAL_LANES; lane++) {
        group->solid[lane] = group->solid[0];
        group->model[lane] = group->model[0];
        group->index[lane] = group->index[0];
        group->at[lane] = group->at[0];
    }
    if (class == SEPAL_SOLID_BOX)
        place_boxes(group);
    else if (class == PLACE_LARGE)
        place_large_hulls(group);
    else
        place_hulls(group, class);
    group->count = 0;
}

/* Takes the next solids of a call if they are of this class, enough to fill the lanes, and follow each other in the world. Returns
 * whether they are; if not, nothing has happened. */
static bool take_run(const sepal_solid_placing *p, size_t k, unsigned class, solid_place_group *group) {
    if (p->solids != NULL || p->world->loose || p->count - k < SEPAL_LANES || group->count > 0)
        return false;
    for (unsigned lane = 1; p->class == SEPAL_SOLID_CLASSES && lane < SEPAL_LANES; lane++)
        if (class_of_model(p, k + lane) != class)
            return false;
    const uint32_t index = (uint32_t)(p->first + k), at = p->world->heads[index].at;
    const uint32_t step = class == SEPAL_SOLID_BOX ? 1 : (uint32_t)sepal_solid_quads_of(1U << (class - SEPAL_SOLID_POINT));
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) {
        group->solid[lane] = k + lane;
        group->model[lane] = p->model[k + lane];
        group->index[lane] = index + lane;
        group->at[lane] = class == PLACE_LARGE ? p->world->heads[index + lane].at : at + step * lane;
    }
    group->count = SEPAL_LANES;
    group->in_order = true;
    return true;
}

/* Solids of one class wait until they fill the lanes. */
void solids_kernel_place(const sepal_solid_placing *p) {
    solid_place_group waiting[PLACE_GROUPS];
    for (unsigned class = 0; class < PLACE_GROUPS; class ++) {
        waiting[class].placing = p;
        waiting[class].count = 0;
    }
    for (size_t k = 0; k < p->count; k++) {
        const size_t i = sepal_solid_placed(p, k);
        const unsigned class = class_of_model(p, i);
        solid_place_group *group = &waiting[class];
        if (take_run(p, k, class, group)) {
            place_waiting(group, class);
            k += SEPAL_LANES - 1;
            continue;
        }
        const unsigned lane = group->count++;
        group->in_order = !p->world->loose && (lane == 0 || (group->in_order && i == group->solid[lane - 1] + 1));
        group->solid[lane] = i;
        group->model[lane] = p->model[i];
        group->index[lane] = (uint32_t)(p->first + i);
        group->at[lane] = p->world->heads[p->first + i].at;
        if (group->count == SEPAL_LANES)
            place_waiting(group, class);
    }
    for (unsigned class = 0; class < PLACE_GROUPS; class ++)
        place_waiting(&waiting[class], class);
}
