/* search_kernel_bounds.c — boxes parallel to the axes around shapes. Least and greatest coordinates are exact; with a radius or a
 * margin, sides are the nearest floats that leave no point of the shape outside. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../core/outward.h"
#include "../../polys/set.h"
#include "names.h"

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
    if (set->same && set->largest <= 4 && !set->round && margin == 0)
        for (; done + SEPAL_LANES <= count; done += SEPAL_LANES)
            bounds_of_four(set->vertices + 8 * (first + done), out + done);
#endif
    for (; done < count; done++)
        out[done] = bounds_of(set, first + done, margin);
}
