/* contact_values.h — the contact points of a block of pairs. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_VALUES_H
#define SEPAL_POLYS_KERNEL_CONTACT_VALUES_H

#include "query.h"
#include <string.h>

/* What the lanes store of each pair: three quads, as one record. The features are the bits of two integers. */
typedef struct contact_record {
    _Alignas(16) float normal_x;
    float normal_y;
    float count;
    float unused;
    float x[2], y[2];
    float depth[2], feature[2];
} contact_record;
enum { CONTACT_QUADS = sizeof(contact_record) / 16 };

/* Records of so many pairs: a group may be longer than what is left of a list. */
#define CONTACT_RECORDS(pairs) ((pairs) + SEPAL_LANES)

/* The question, and where a kernel stores its records. */
typedef struct contact_query {
    const polys_query *q;
    contact_record *out;
    uint64_t *doubtful; /* NULL if all pairs are known to meet; else receives those of which the kernel cannot tell */
    uint64_t *again;    /* receives the pairs that the quick kernel leaves to the one that looks at everything */
} contact_query;

/* The record of an answer of the scalar path. */
static inline contact_record record_of(const sepal_poly_contacts *found) {
    contact_record record = {.normal_x = found->normal_x, .normal_y = found->normal_y, .count = (float)found->count};
    memcpy(record.x, found->x, sizeof record.x);
    memcpy(record.y, found->y, sizeof record.y);
    memcpy(record.depth, found->depth, sizeof record.depth);
    memcpy(record.feature, found->feature, sizeof record.feature);
    return record;
}

/* Sets `count` answers from number `first` on to none. */
static inline void clear_contacts(const sepal_contacts *out, size_t first, size_t count) {
    if (out->count != NULL)
        memset(out->count + first, 0, count);
    if (out->normal_x != NULL)
        memset(out->normal_x + first, 0, count * sizeof(float));
    if (out->normal_y != NULL)
        memset(out->normal_y + first, 0, count * sizeof(float));
    if (out->x != NULL)
        memset(out->x + 2 * first, 0, count * sizeof(float[2]));
    if (out->y != NULL)
        memset(out->y + 2 * first, 0, count * sizeof(float[2]));
    if (out->depth != NULL)
        memset(out->depth + 2 * first, 0, count * sizeof(float[2]));
    if (out->feature != NULL)
        memset(out->feature + 2 * first, 0, count * sizeof(uint32_t[2]));
}

/* Writes a record to the arrays that are wanted. */
SPECIALISED void write_record(const sepal_contacts *out, size_t to, const contact_record *from, bool all) {
    if (all || out->count != NULL)
        out->count[to] = (uint8_t)from->count;
    if (all || out->normal_x != NULL)
        out->normal_x[to] = from->normal_x;
    if (all || out->normal_y != NULL)
        out->normal_y[to] = from->normal_y;
    if (all || out->x != NULL)
        memcpy(out->x + 2 * to, from->x, sizeof from->x);
    if (all || out->y != NULL)
        memcpy(out->y + 2 * to, from->y, sizeof from->y);
    if (all || out->depth != NULL)
        memcpy(out->depth + 2 * to, from->depth, sizeof from->depth);
    if (all || out->feature != NULL)
        memcpy(out->feature + 2 * to, from->feature, sizeof from->feature);
}

/* Are all arrays wanted? */
static inline bool wants_all(const sepal_contacts *out) {
    return out->count != NULL && out->normal_x != NULL && out->normal_y != NULL && out->x != NULL && out->y != NULL &&
           out->depth != NULL && out->feature != NULL;
}

/* Writes the records of a list. The pairs of the list are those from number `first` on. */
static inline void write_list(const sepal_contacts *out, size_t first, const pair_list *list, const contact_record *values) {
    if (wants_all(out))
        for (size_t k = 0; k < list->count; k++)
            write_record(out, first + list->slots[k], &values[k], true);
    else
        for (size_t k = 0; k < list->count; k++)
            write_record(out, first + list->slots[k], &values[k], false);
}

/* The same of those pairs whose bit is set. */
static inline void write_contacts(const sepal_contacts *out, size_t first, const pair_list *list, const uint64_t *bits,
                                  const contact_record *values) {
    bool all = wants_all(out);
    size_t k;
    FOR_BITS(k, bits, list->count) {
        if (all)
            write_record(out, first + list->slots[k], &values[k], true);
        else
            write_record(out, first + list->slots[k], &values[k], false);
    }
}

#endif
