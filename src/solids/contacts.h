/* contacts.h — what the scalar path and the kernels share of contact points. */
#ifndef SEPAL_SOLIDS_CONTACTS_H
#define SEPAL_SOLIDS_CONTACTS_H

#include "mtv.h"
#include "pose.h"
#include <math.h>
#include <string.h>

/* Tolerances, relative to the extent E of a core and to the magnitude C of its coordinates: for vertices near the plane of a side; for
 * vertices near a line or each other as seen along the normal; for corners of two sides that count as one; for points that are too near
 * each other for both to be chosen; and for points that have the name of a corner (docs/numerics/solid_contacts.md, "Tolerances",
 * "Choice", "Features"). */
#define SEPAL_SIDE_PLANE_EXTENT    0x1p-19
#define SEPAL_SIDE_PLANE_MAGNITUDE 0x1p-21
#define SEPAL_SIDE_NEAR_EXTENT     0x1p-19
#define SEPAL_SIDE_NEAR_MAGNITUDE  0x1p-23
#define SEPAL_SIDE_FLUSH_EXTENT    0x1p-17
#define SEPAL_SIDE_FLUSH_MAGNITUDE 0x1p-22
#define SEPAL_SIDE_LEAST_EXTENT    0x1p-10
#define SEPAL_SIDE_LEAST_MAGNITUDE 0x1p-20
#define SEPAL_SIDE_NAMED_EXTENT    0x1p-6

/* A name reaches less than half of the way between two points. */
#define SEPAL_FEATURE_SHARE 0.49

/* A corner of the second side is over the first if it is inside of its edges by more than this share of the tolerance for corners
 * (docs/numerics/solid_contacts.md, "No corner is lost"). */
#define SEPAL_SIDE_INNER 0.5

/* A plane or an edge is steep if the cosine of its angle with the normal is below 1/4: 1 + slope^2 > 16. */
#define SEPAL_SIDE_STEEP 15.0

/* Shares of a way that are so near to an end are this end: the rest is rounding. */
#define SEPAL_CONTACT_AT_AN_END 0x1p-40

/* By which angles with an edge of the first side, as tangents, the direction is turned in which the first candidate that is chosen is the
 * farthest, and the one towards which the others lean; and by how much they lean. A candidate that is deeper must be so by these shares
 * of the rectangle around the candidates and of the box around the pair (docs/numerics/solid_contacts.md, "Choice"). */
#define SEPAL_CONTACT_TOWARDS    0x1p-6
#define SEPAL_CONTACT_LEANS      0.5
#define SEPAL_CONTACT_LEAN       0x1p-5
#define SEPAL_CONTACT_DEEPER     0x1p-8
#define SEPAL_CONTACT_DEEPER_BOX 0x1p-17

/* Bytes of a feature in place of the numbers of an edge: the inside of a side. */
enum { SEPAL_FEATURE_INSIDE = 255 << 8 | 254, SEPAL_CONTACTS_MOST = 4 };

/* The halves of features of cores with more vertices than a byte has numbers: of a vertex its number modulo 2^15, of an edge with the
 * ends p < q 2^15 and the remainder of p + 181 q by 2^15 - 5, a number that has no factor in common with 181 and 182: so edges between
 * neighbours differ. The greatest is three below that of the inside, so that points with the feature of another one get the next. */
enum {
    SEPAL_FEATURE_NUMBERS = 256,
    SEPAL_FEATURE_EDGES = 1 << 15,
    SEPAL_FEATURE_FACTOR = 181,
    SEPAL_FEATURE_REMAINDERS = SEPAL_FEATURE_EDGES - 5
};

/* One answer of sepal_solids_contacts_pairs. What is not used is 0. */
typedef struct sepal_solid_manifold {
    uint32_t count;
    float normal[3];
    float at[SEPAL_CONTACTS_MOST][3], on_a[SEPAL_CONTACTS_MOST][3], on_b[SEPAL_CONTACTS_MOST][3];
    float depth[SEPAL_CONTACTS_MOST];
    uint32_t feature[SEPAL_CONTACTS_MOST];
} sepal_solid_manifold;

/* The two halves of a feature exchanged. */
static inline uint32_t sepal_feature_turned(uint32_t feature) {
    return feature >> 16 | feature << 16;
}

/* Are a and b exchanged while the points are found? So that (a, b) and (b, a), with opposite normals, go the same way. The weights
 * make the sum far from 0 for the directions that are frequent (docs/numerics/solid_contacts.md, "Exchange"). */
static inline bool sepal_contact_turns(const float n[3]) {
    const double sum = ((double)n[0] + 0.65 * (double)n[1]) + 0.2 * (double)n[2];
    if (sum != 0)
        return sum < 0;
    return n[0] < 0 || (n[0] == 0 && (n[1] < 0 || (n[1] == 0 && n[2] < 0)));
}

/* Is it a box with volume and right angles, up to rounding, whose side is a face? */
static inline bool sepal_contact_is_right_box(const sepal_solids *set, uint32_t index) {
    return sepal_solid_is_box(set, index) && (set->heads[index].flags & SEPAL_SOLID_FLAT) == 0 &&
           isfinite(set->filters[set->heads[index].at].k);
}

/* Where solid `index` was placed. The strides are not 0. */
static inline void sepal_contact_place(const sepal_solid_poses *poses, uint32_t index, double out[3]) {
    float place[3] = {0, 0, 0};
    if (poses != NULL)
        sepal_solid_pose_place(poses, index, place);
    for (int c = 0; c < 3; c++)
        out[c] = (double)place[c];
}

/* Writes answer k to the arrays that are wanted. */
static inline void sepal_solid_manifold_write(const sepal_solid_contacts *out, size_t k, const sepal_solid_manifold *found) {
    const sepal_contact_offsets of = sepal_contact_offsets_of(k, out->stride, out->point_stride, SEPAL_CONTACTS_MOST);
    const uint8_t count = (uint8_t)found->count;
    sepal_contact_put(out->count, of.count, &count, 1);
    sepal_contact_put(out->normal_x, of.normal, &found->normal[0], 4);
    sepal_contact_put(out->normal_y, of.normal, &found->normal[1], 4);
    sepal_contact_put(out->normal_z, of.normal, &found->normal[2], 4);
    for (size_t p = 0; p < SEPAL_CONTACTS_MOST; p++) {
        const size_t at = of.points + p * of.step;
        sepal_contact_put(out->x, at, &found->at[p][0], 4);
        sepal_contact_put(out->y, at, &found->at[p][1], 4);
        sepal_contact_put(out->z, at, &found->at[p][2], 4);
        sepal_contact_put(out->a_x, at, &found->on_a[p][0], 4);
        sepal_contact_put(out->a_y, at, &found->on_a[p][1], 4);
        sepal_contact_put(out->a_z, at, &found->on_a[p][2], 4);
        sepal_contact_put(out->b_x, at, &found->on_b[p][0], 4);
        sepal_contact_put(out->b_y, at, &found->on_b[p][1], 4);
        sepal_contact_put(out->b_z, at, &found->on_b[p][2], 4);
        sepal_contact_put(out->depth, at, &found->depth[p], 4);
        sepal_contact_put(out->feature, at, &found->feature[p], 4);
    }
}

/* All points of a solid over a triangle that a choice is made from, with the names of the corners and edges that make them: of sides of up
 * to 64 corners, two for each edge of the first and one for each corner of the second. */
enum { SEPAL_TRIANGLE_POINTS_MOST = 3 * 64 };
typedef struct sepal_triangle_points {
    int count;
    float at[SEPAL_TRIANGLE_POINTS_MOST][3], depth[SEPAL_TRIANGLE_POINTS_MOST];
    uint32_t feature[SEPAL_TRIANGLE_POINTS_MOST];
} sepal_triangle_points;

/* The contact points of solid i of a with triangle j of b, a hull of three vertices that are not on a line, as the reference face. normal:
 * that of the triangle, with the length 1; the vertices go round it counterclockwise. Of the solid, the side that is nearest above the
 * triangle is cut off beyond its edges. No points, if nothing of the solid is above the triangle, up to the tolerance for corners that
 * count as one, or it is above by more than the margin. The poses of `places` have strides. all: NULL, or receives all points; then
 * these alone count, and of the answer its normal and whether it has points. */
sepal_solid_manifold sepal_solids_manifold_on_triangle_scalar(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                              const double normal[3], const sepal_contact_rule *rule,
                                                              const sepal_solid_contacts *places, sepal_triangle_points *all);

/* Those of solid i of a and solid j of b, which have points and this push. */
sepal_solid_manifold sepal_solids_manifold_of_push_scalar(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                          const sepal_solid_mtv *push, const sepal_contact_rule *rule,
                                                          const sepal_solid_contacts *places);

/* Poses of which only the places are read, with strides that are not 0. False if arrays are not there. */
bool sepal_solid_places_of(const sepal_solid_poses *poses, const sepal_solids *set, sepal_solid_poses *out);

/* Are the places of the solids of `count` pairs finite? solid[2 * k] is that of pair k; poses: from sepal_solid_places_of, or NULL. */
bool sepal_solid_places_are_finite(const sepal_solids *set, const sepal_solid_poses *poses, const uint32_t *solid, size_t count);

/* sepal_solids_contacts_pairs with arguments that were checked. */
void sepal_solids_contacts_answer(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                  const sepal_contact_rule *rule, const sepal_solid_contacts *out);

#endif
