/* search_kernel_bounds.c — boxes parallel to the axes around shapes. Least and greatest coordinates are exact; with a radius or a
 * margin, and in sets of doubles, sides are the nearest floats that leave no point of the shape outside. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../core/outward.h"
#include "../../polys/set.h"
#include "names.h"
#include <float.h>
#include <string.h>

/* What is around the core of a shape. */
typedef struct surround {
    float radius, margin;
    double reach; /* their sum */
} surround;

SEPAL_NOINLINE static float core_side_exactly(float low, const surround *in) {
    return sepal_sum_down((const float[]){low, -in->radius, -in->margin}, 3);
}

/* The side of a box below a least coordinate, rounded down; above the greatest one, all signs are turned. Sides beyond the range of
 * float are put at its end: every shape has a core within it. */
static inline float core_side(float low, const surround *in) {
    const double side = (double)low - in->reach, size = fabs((double)low) + in->reach;
    float down;
    if (sepal_round_down(side, size, &down) ||
        (sepal_is_exact_in_sum(low, size) && sepal_is_exact_in_sum(in->radius, size) && sepal_is_exact_in_sum(in->margin, size)))
        return down;
    return core_side_exactly(low, in);
}

static sepal_bounds bounds_of(const sepal_polys *set, size_t index, float margin) {
    const float *x = sepal_poly_x(set, (uint32_t)index), *y = sepal_poly_y(set, (uint32_t)index);
    uint32_t size = set->heads[index].size;
    sepal_bounds box = {x[0], y[0], x[0], y[0]};
    for (uint32_t k = 1; k < size; k++) {
        box.low_x = x[k] < box.low_x ? x[k] : box.low_x;
        box.low_y = y[k] < box.low_y ? y[k] : box.low_y;
        box.high_x = x[k] > box.high_x ? x[k] : box.high_x;
        box.high_y = y[k] > box.high_y ? y[k] : box.high_y;
    }
    const float radius = sepal_poly_radius(set, (uint32_t)index);
    if (radius > 0 || margin > 0) {
        const surround in = {radius, margin, (double)radius + (double)margin};
        box = (sepal_bounds){core_side(box.low_x, &in), core_side(box.low_y, &in), -core_side(-box.high_x, &in),
                             -core_side(-box.high_y, &in)};
    }
    return box;
}

/* The greatest float that is less than v. */
static float float_before(float v) {
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    bits = v == 0 ? 0x80000001U : v > 0 ? bits - 1 : bits + 1;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* The greatest float that is not above v - origin as a real number, which is that of the difference in double or the one before, if the
 * difference was rounded up to it. */
static float side_of_double(double v, double origin) {
    const double side = v - origin, seen = side - v, tail = (v - (side - seen)) + (-origin - seen);
    const float nearest = (float)side;
    return (double)nearest > side || ((double)nearest == side && tail < 0) ? float_before(nearest) : nearest;
}

/* With a reach, too: a float below v - origin - reach. Three roundings, each of at most 2^-53 of what they are of. */
static float side_within(double v, double origin, double reach) {
    const double side = (v - origin) - reach, error = (fabs(v) + fabs(origin) + reach) * 0x1p-50;
    return side - error > -(double)FLT_MAX ? side_of_double(side - error, 0) : -FLT_MAX;
}

/* Around a shape of doubles, less the origin of its set, with everything within the margin, rounded outwards. */
static sepal_bounds bounds_of_doubles(const sepal_polys *set, uint32_t index, float margin) {
    const double *x = sepal_poly_exact_x(set, index), *y = sepal_poly_exact_y(set, index);
    double low_x = x[0], low_y = y[0], high_x = x[0], high_y = y[0];
    for (uint32_t k = 1; k < set->heads[index].size; k++) {
        low_x = x[k] < low_x ? x[k] : low_x;
        low_y = y[k] < low_y ? y[k] : low_y;
        high_x = x[k] > high_x ? x[k] : high_x;
        high_y = y[k] > high_y ? y[k] : high_y;
    }
    const double reach = sepal_poly_radius64(set, index) + (double)margin, x_0 = set->origin_x, y_0 = set->origin_y;
    if (reach > 0)
        return (sepal_bounds){side_within(low_x, x_0, reach), side_within(low_y, y_0, reach), -side_within(-high_x, -x_0, reach),
                              -side_within(-high_y, -y_0, reach)};
    return (sepal_bounds){side_of_double(low_x, set->origin_x), side_of_double(low_y, set->origin_y),
                          -side_of_double(-high_x, -set->origin_x), -side_of_double(-high_y, -set->origin_y)};
}

#if defined(SEPAL_LANES)
#include "../../simd/simd.h"

/* A shape in each lane: blocks of four vertices, one after the other. */
static void bounds_of_four(const float *block, sepal_bounds *out) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = block + (ptrdiff_t)8 * lane;
    w v[8];
    w_load_quads(at, 2, v);
    w box[4] = {
        w_min(w_min(v[0], v[1]), w_min(v[2], v[3])),
        w_min(w_min(v[4], v[5]), w_min(v[6], v[7])),
        w_max(w_max(v[0], v[1]), w_max(v[2], v[3])),
        w_max(w_max(v[4], v[5]), w_max(v[6], v[7])),
    };
    w_store_run(&out->low_x, 1, box);
}
#endif

void search_bounds(const sepal_polys *set, size_t first, size_t count, float margin, sepal_bounds *out) {
    size_t done = 0;
#if defined(SEPAL_LANES)
    if (set->same && set->largest <= 4 && !set->round && !set->doubles && margin == 0)
        for (; done + SEPAL_LANES <= count; done += SEPAL_LANES)
            bounds_of_four(set->vertices + 8 * (first + done), out + done);
#endif
    for (; done < count; done++)
        out[done] = set->doubles ? bounds_of_doubles(set, (uint32_t)(first + done), margin) : bounds_of(set, first + done, margin);
}
