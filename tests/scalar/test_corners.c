/* What two corners tell of two polygons: of a polygon and its copy, which overlap, the same corner twice does not tell that they are apart. */
#include "../../src/polys/scalar/reference.h"

#include <criterion/criterion.h>

Test(corners, one_corner_of_two_copies) {
    static const float x[3] = {0, 4, 0}, y[3] = {0, 0, 4};
    const double points[2][3] = {{0, 4, 0}, {0, 0, 4}};
    for (int doubles = 0; doubles < 2; doubles++) {
        sepal_polys *set = NULL;
        cr_assert_eq(doubles ? sepal_polys_create_doubles(NULL, 0, 0, &set) : sepal_polys_create(NULL, &set), SEPAL_OK);
        for (int copy = 0; copy < 2; copy++)
            cr_assert_eq(doubles ? sepal_polys_add_doubles(set, points[0], points[1], 3, NULL)
                                 : sepal_polys_add(set, x, y, 3, NULL),
                         SEPAL_OK);
        for (uint32_t k = 0; k < 9; k++) {
            const sepal_pair copies = {0, 1}, corners = {k / 3, k % 3};
            const int touch = sepal_polys_scalar_meet_at_corners(set, copies, set, corners, SEPAL_TOUCHING_OVERLAPS, 0);
            const int overlap = sepal_polys_scalar_meet_at_corners(set, copies, set, corners, SEPAL_TOUCHING_IS_APART, 0);
            cr_assert(touch == 1 && overlap >= 0, "doubles %d, corners %u and %u: %d, %d", doubles, corners.a, corners.b, touch,
                      overlap);
        }
        sepal_polys_destroy(set);
    }
}
