/* polys_hull.c — Andrew's monotone chain (Information Processing Letters 9, 1979) in place, after Brönnimann, Iacono, Katajainen,
 * Morin, Morrison, Toussaint, "Space-efficient planar convex hull algorithms", Theoretical Computer Science 321 (2004). The chain
 * grows at the front of the array; points that leave it move to the back. */
#include "../core/arithmetic.h"

#include "../exact/orient.h"
#include "hull.h"
#include <stdbool.h>

static bool points_equal(const float *x, const float *y, size_t i, size_t j) {
    return x[i] == x[j] && y[i] == y[j];
}

static void exchange_points(float *x, float *y, size_t i, size_t j) {
    float keep_x = x[i], keep_y = y[i];
    x[i] = x[j], y[i] = y[j];
    x[j] = keep_x, y[j] = keep_y;
}

/* Shell's sort (Communications of the ACM 2, 1959) of the points from `first` on, ascending or descending in the lexicographic
 * order. */
static void sort_points(float *x, float *y, size_t first, size_t count, bool descending) {
    for (size_t gap = (count - first) / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
        for (size_t i = first + gap; i < count; i++)
            for (size_t j = i; j >= first + gap; j -= gap) {
                size_t k = j - gap;
                if (!(descending ? sepal_point_before(x[k], y[k], x[j], y[j]) : sepal_point_before(x[j], y[j], x[k], y[k])))
                    break;
                exchange_points(x, y, k, j);
            }
}

/* Extends the chain x[0 .. length-1] by the points from `length` on, in their order. The first `kept` points of the chain stay in
 * it. Returns the new length. */
static size_t grow_hull_chain(float *x, float *y, size_t length, size_t count, size_t kept) {
    for (size_t i = length; i < count; i++) {
        if (points_equal(x, y, i, length - 1) || points_equal(x, y, i, 0))
            continue;
        while (length > kept && sepal_orient(x[length - 2], y[length - 2], x[length - 1], y[length - 1], x[i], y[i]) <= 0)
            length--;
        exchange_points(x, y, length++, i);
    }
    return length;
}

size_t sepal_poly_hull(float *x, float *y, size_t count) {
    sort_points(x, y, 0, count, false);
    size_t lower = grow_hull_chain(x, y, 1, count, 1); /* from the least point to the greatest */
    if (lower == 1)
        return 1;
    sort_points(x, y, lower, count, true);
    size_t length = grow_hull_chain(x, y, lower, count, lower);
    while (length > lower && sepal_orient(x[length - 2], y[length - 2], x[length - 1], y[length - 1], x[0], y[0]) <= 0)
        length--;
    return length;
}
