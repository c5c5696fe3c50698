/* place_boxes.h — what is derived from placed boxes, one in each lane: the operations of solids_records.c in the same order, so that
 * the bits are the same. */
#ifndef SEPAL_SOLIDS_KERNEL_PLACE_BOXES_H
#define SEPAL_SOLIDS_KERNEL_PLACE_BOXES_H

#include "../bounds.h"
#include "place_poses.h"
#include <math.h>

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
