/* contacts.h — the contact points of one pair, as the scalar path and the kernels write them. */
#ifndef SEPAL_POLYS_CONTACTS_H
#define SEPAL_POLYS_CONTACTS_H

#include <sepal/polys.h>

/* One answer of sepal_polys_contacts_pairs. What is not used is 0. */
typedef struct sepal_poly_contacts {
    uint32_t count;
    float normal_x, normal_y;
    float x[2], y[2], depth[2];
    uint32_t feature[2];
} sepal_poly_contacts;

/* The number of a vertex of each shape, modulo 2^16. */
static inline uint32_t sepal_poly_feature(uint32_t of_a, uint32_t of_b) {
    return (of_a & 0xffff) << 16 | (of_b & 0xffff);
}

/* Writes answer k to the arrays that are wanted. */
static inline void sepal_poly_contacts_write(const sepal_contacts *out, size_t k, const sepal_poly_contacts *found) {
    if (out->count != NULL)
        out->count[k] = (uint8_t)found->count;
    if (out->normal_x != NULL)
        out->normal_x[k] = found->normal_x;
    if (out->normal_y != NULL)
        out->normal_y[k] = found->normal_y;
    for (size_t point = 0; point < 2; point++) {
        if (out->x != NULL)
            out->x[2 * k + point] = found->x[point];
        if (out->y != NULL)
            out->y[2 * k + point] = found->y[point];
        if (out->depth != NULL)
            out->depth[2 * k + point] = found->depth[point];
        if (out->feature != NULL)
            out->feature[2 * k + point] = found->feature[point];
    }
}

#endif
