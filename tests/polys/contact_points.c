#include "contact_points.h"

#include <criterion/criterion.h>
#include <string.h>

contact_points contact_points_ask_by(const sepal_polys *a, const sepal_groups *chains, const sepal_polys *b, sepal_pair pair,
                                     const sepal_contact_rule *rule) {
    contact_points r;
    memset(&r, 0x5a, sizeof r);
    const sepal_contacts out = {.count = &r.count,
                                .normal_x = &r.normal_x,
                                .normal_y = &r.normal_y,
                                .x = r.x,
                                .y = r.y,
                                .depth = r.depth,
                                .feature = r.feature,
                                .a_x = r.a_x,
                                .a_y = r.a_y,
                                .b_x = r.b_x,
                                .b_y = r.b_y};
    cr_assert_eq(chains == NULL ? sepal_polys_contacts_pairs(a, b, &pair, 1, rule, &out)
                                : sepal_polys_contacts_chains(a, chains, b, &pair, 1, rule, &out),
                 SEPAL_OK);
    return r;
}

contact_points contact_points_ask(const sepal_polys *a, const sepal_polys *b, sepal_pair pair, float margin) {
    return contact_points_ask_by(a, NULL, b, pair, &(sepal_contact_rule){.margin = margin});
}

oracle_shape round_shape_of(const sepal_polys *set, uint32_t index) {
    oracle_shape s = {0};
    cr_assert_eq(sepal_polys_vertices(set, index, &s.x, &s.y, &s.count), SEPAL_OK);
    cr_assert_eq(sepal_polys_radius(set, index, &s.radius), SEPAL_OK);
    return s;
}
