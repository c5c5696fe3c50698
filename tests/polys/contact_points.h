/* contact_points.h — the answer of sepal_polys_contacts_pairs about one pair, and the shapes as the oracle takes them. */
#ifndef SEPAL_TESTS_CONTACT_POINTS_H
#define SEPAL_TESTS_CONTACT_POINTS_H

#include "../oracle/depth.h"

#include <sepal/sepal.h>

typedef struct contact_points {
    uint8_t count;
    float normal_x, normal_y, x[2], y[2], depth[2];
    uint32_t feature[2];
    float a_x[2], a_y[2], b_x[2], b_y[2]; /* relative to (0, 0) */
} contact_points;

contact_points contact_points_ask(const sepal_polys *a, const sepal_polys *b, sepal_pair pair, float margin);

/* Under a rule; of a as chains, if there are any. */
contact_points contact_points_ask_by(const sepal_polys *a, const sepal_groups *chains, const sepal_polys *b, sepal_pair pair,
                                     const sepal_contact_rule *rule);

/* A shape with its radius. */
oracle_shape round_shape_of(const sepal_polys *set, uint32_t index);

/* The bounds that the header states: so many units of u times the extent D, and this much that no float can avoid. */
#define CONTACT_ROUNDINGS   96
#define SURFACE_ROUNDINGS   100
#define CONTACT_UNIT        0x1p-24L
#define CONTACT_LEAST_FLOAT 0x1p-148L

#endif
