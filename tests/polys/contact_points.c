#include "contact_points.h"

#include <criterion/criterion.h>
#include <string.h>

contact_points contact_points_ask(const sepal_polys *a, const sepal_polys *b, sepal_pair pair, float margin) {
    contact_points r;
    memset(&r, 0x5a, sizeof r);
    sepal_contacts out = {&r.count, &r.normal_x, &r.normal_y, r.x, r.y, r.depth, r.feature};
    sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin};
    cr_assert_eq(sepal_polys_contacts_pairs(a, b, &pair, 1, &rule, &out), SEPAL_OK);
    return r;
}

oracle_shape round_shape_of(const sepal_polys *set, uint32_t index) {
    oracle_shape s = {0};
    cr_assert_eq(sepal_polys_vertices(set, index, &s.x, &s.y, &s.count), SEPAL_OK);
    cr_assert_eq(sepal_polys_radius(set, index, &s.radius), SEPAL_OK);
    return s;
}
