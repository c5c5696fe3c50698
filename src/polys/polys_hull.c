/* polys_hull.c — Andrew's monotone chain (Information Processing Letters 9, 1979) in place, after Brönnimann, Iacono, Katajainen,
 * Morin, Morrison, Toussaint, "Space-efficient planar convex hull algorithms", Theoretical Computer Science 321 (2004). The chain
 * grows at the front of the array; points that leave it move to the back. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../exact/orient64.h"
#include "hull.h"

/* The points; of the two pairs of pointers, the other one is NULL. Floats are compared as the doubles that they are. */
typedef struct hull_points {
    bool doubles;
    float *x, *y;
    double *x64, *y64;
} hull_points;

SPECIALISED sepal_double2 hull_point(const hull_points *p, size_t k) {
    return p->doubles ? (sepal_double2){p->x64[k], p->y64[k]} : (sepal_double2){(double)p->x[k], (double)p->y[k]};
}

SPECIALISED bool points_equal(const hull_points *p, size_t i, size_t j) {
    const sepal_double2 v = hull_point(p, i), w = hull_point(p, j);
    return v.x == w.x && v.y == w.y;
}

SPECIALISED void exchange_points(const hull_points *p, size_t i, size_t j) {
    if (p->doubles) {
        const double keep_x = p->x64[i], keep_y = p->y64[i];
        p->x64[i] = p->x64[j], p->y64[i] = p->y64[j];
        p->x64[j] = keep_x, p->y64[j] = keep_y;
    } else {
        const float keep_x = p->x[i], keep_y = p->y[i];
        p->x[i] = p->x[j], p->y[i] = p->y[j];
        p->x[j] = keep_x, p->y[j] = keep_y;
    }
}

/* Shell's sort (Communications of the ACM 2, 1959) of the points from `first` on, ascending or descending in the lexicographic
 * order. */
SPECIALISED void sort_points(const hull_points *p, size_t first, size_t count, bool descending) {
    for (size_t gap = (count - first) / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
        for (size_t i = first + gap; i < count; i++)
            for (size_t j = i; j >= first + gap; j -= gap) {
                const sepal_double2 before = hull_point(p, j - gap), after = hull_point(p, j);
                if (!(descending ? sepal_is_before64(before, after) : sepal_is_before64(after, before)))
                    break;
                exchange_points(p, j - gap, j);
            }
}

/* Does the chain turn left at its last point, on the way from the one before to point i? */
SPECIALISED bool hull_turns_left(const hull_points *p, size_t length, size_t i) {
    return sepal_orient64(hull_point(p, length - 2), hull_point(p, length - 1), hull_point(p, i)) > 0;
}

/* Extends the chain of the first `length` points by those from `length` on, in their order. The first `kept` points of the chain stay
 * in it. Returns the new length. */
SPECIALISED size_t grow_hull_chain(const hull_points *p, size_t length, size_t count, size_t kept) {
    for (size_t i = length; i < count; i++) {
        if (points_equal(p, i, length - 1) || points_equal(p, i, 0))
            continue;
        while (length > kept && !hull_turns_left(p, length, i))
            length--;
        exchange_points(p, length++, i);
    }
    return length;
}

SPECIALISED size_t plane_hull(const hull_points *p, size_t count) {
    sort_points(p, 0, count, false);
    size_t lower = grow_hull_chain(p, 1, count, 1); /* from the least point to the greatest */
    if (lower == 1)
        return 1;
    sort_points(p, lower, count, true);
    size_t length = grow_hull_chain(p, lower, count, lower);
    while (length > lower && !hull_turns_left(p, length, 0))
        length--;
    return length;
}

size_t sepal_poly_hull(float *x, float *y, size_t count) {
    return plane_hull(&(hull_points){false, x, y, NULL, NULL}, count);
}

size_t sepal_poly_hull_doubles(double *x, double *y, size_t count) {
    return plane_hull(&(hull_points){true, NULL, NULL, x, y}, count);
}
