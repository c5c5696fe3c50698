/* contacts.h — the contact points of one pair, as the scalar path and the kernels write them. */
#ifndef SEPAL_POLYS_CONTACTS_H
#define SEPAL_POLYS_CONTACTS_H

#include "../core/contact.h"
#include "pose.h"
#include <sepal/polys.h>

enum { SEPAL_POLY_CONTACTS_MOST = 2 };

/* One answer of sepal_polys_contacts_pairs, in the order in which kernels store them. What is not used is 0. */
typedef struct sepal_poly_contacts {
    float normal_x, normal_y;
    uint32_t count, unused;
    float x[2], y[2], depth[2];
    uint32_t feature[2];
    float a_x[2], a_y[2], b_x[2], b_y[2];
} sepal_poly_contacts;

/* The number of a vertex of each shape, modulo 2^16. */
static inline uint32_t sepal_poly_feature(uint32_t of_a, uint32_t of_b) {
    return (of_a & 0xffff) << 16 | (of_b & 0xffff);
}

/* Where a shape was placed. The strides are not 0. */
static inline float sepal_poly_place_x(const sepal_poses *poses, uint32_t index) {
    return poses == NULL ? 0 : sepal_pose_x(poses, index);
}
static inline float sepal_poly_place_y(const sepal_poses *poses, uint32_t index) {
    return poses == NULL ? 0 : sepal_pose_y(poses, index);
}

/* Are points of the surfaces wanted? */
static inline bool sepal_poly_surfaces_are_wanted(const sepal_contacts *out) {
    return out->a_x != NULL || out->a_y != NULL || out->b_x != NULL || out->b_y != NULL;
}

/* The arguments of a question about contacts, as the kernels take them: where there are poses, with copies of these; else as they came,
 * since a copy takes as long as a hundredth of a short call. */
typedef struct sepal_contacts_call {
    sepal_contact_rule rule;
    const sepal_contacts *out;
    sepal_contacts placed;
    sepal_poses poses_a, poses_b;
} sepal_contacts_call;

/* Reads the arguments of sepal_polys_contacts_pairs; false if one of them is bad. */
bool sepal_contacts_call_of(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                            const sepal_contact_rule *rule, const sepal_contacts *out, sepal_contacts_call *call);

/* Answers them. False if a place is not finite; then nothing is written. */
bool sepal_contacts_answer(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                           const sepal_contacts_call *call);

/* Writes answer k to the arrays that are wanted. */
static inline void sepal_poly_contacts_write(const sepal_contacts *out, size_t k, const sepal_poly_contacts *found) {
    const sepal_contact_offsets of = sepal_contact_offsets_of(k, out->stride, out->point_stride, SEPAL_POLY_CONTACTS_MOST);
    const uint8_t count = (uint8_t)found->count;
    sepal_contact_put(out->count, of.count, &count, 1);
    sepal_contact_put(out->normal_x, of.normal, &found->normal_x, 4);
    sepal_contact_put(out->normal_y, of.normal, &found->normal_y, 4);
    for (size_t p = 0; p < SEPAL_POLY_CONTACTS_MOST; p++) {
        const size_t at = of.points + p * of.step;
        sepal_contact_put(out->x, at, &found->x[p], 4);
        sepal_contact_put(out->y, at, &found->y[p], 4);
        sepal_contact_put(out->depth, at, &found->depth[p], 4);
        sepal_contact_put(out->feature, at, &found->feature[p], 4);
        sepal_contact_put(out->a_x, at, &found->a_x[p], 4);
        sepal_contact_put(out->a_y, at, &found->a_y[p], 4);
        sepal_contact_put(out->b_x, at, &found->b_x[p], 4);
        sepal_contact_put(out->b_y, at, &found->b_y[p], 4);
    }
}

#endif
