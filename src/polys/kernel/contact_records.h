/* contact_records.h — contact points on their way from the lanes to the arrays or the records of the caller. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_RECORDS_H
#define SEPAL_POLYS_KERNEL_CONTACT_RECORDS_H

#include "../../batch/bins.h"
#include "../contacts.h"
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

/* The points of both surfaces, if they are wanted. */
typedef struct surface_record {
    _Alignas(16) float a_x[2];
    float a_y[2], b_x[2], b_y[2];
} surface_record;
enum { SURFACE_QUADS = sizeof(surface_record) / 16 };

/* Records of so many pairs: a group may be longer than what is left of a list. */
#define CONTACT_RECORDS(pairs) ((pairs) + SEPAL_LANES)

/* Memory for the answers of a block of pairs; or, with the points of the surfaces, of half a block. */
typedef union contact_room {
    contact_record records[CONTACT_RECORDS(SEPAL_BLOCK)];
    struct {
        contact_record records[CONTACT_RECORDS(SEPAL_BLOCK / 2)];
        surface_record surfaces[CONTACT_RECORDS(SEPAL_BLOCK / 2)];
    } half;
} contact_room;

/* Where the answers of a chunk go: those of its first pair have the number `first`. unsure: receives the pairs with points of which it
 * is not known whether they meet. */
typedef struct contact_target {
    const polys_query *q;
    const sepal_contacts *out;
    const sepal_contact_rule *rule;
    size_t first;
    bool surfaces; /* are their points wanted? */
    uint64_t *unsure;
} contact_target;

/* The question, and where a kernel stores its records. */
typedef struct contact_query {
    const polys_query *q;
    const contact_target *to;
    contact_record *records;
    surface_record *surfaces; /* NULL if they are not wanted */
    uint64_t *unsure;         /* NULL if all pairs are known to meet; else receives those of which the kernel cannot tell */
} contact_query;

/* How many pairs the memory is enough for, and where the points of surfaces go in it. */
static inline size_t contacts_at_once(const contact_target *to) {
    return to->surfaces ? SEPAL_BLOCK / 2 : SEPAL_BLOCK;
}
static inline surface_record *surfaces_in(contact_room *room, const contact_target *to) {
    return to->surfaces ? room->half.surfaces : NULL;
}

/* Makes record k that of an answer of the scalar path. */
static inline void set_record(const contact_query *query, size_t k, const sepal_poly_contacts *found) {
    contact_record *record = &query->records[k];
    *record = (contact_record){.normal_x = found->normal_x, .normal_y = found->normal_y, .count = (float)found->count};
    memcpy(record->x, found->x, sizeof record->x);
    memcpy(record->y, found->y, sizeof record->y);
    memcpy(record->depth, found->depth, sizeof record->depth);
    memcpy(record->feature, found->feature, sizeof record->feature);
    if (query->surfaces == NULL)
        return;
    surface_record *surface = &query->surfaces[k];
    memcpy(surface->a_x, found->a_x, sizeof surface->a_x);
    memcpy(surface->a_y, found->a_y, sizeof surface->a_y);
    memcpy(surface->b_x, found->b_x, sizeof surface->b_x);
    memcpy(surface->b_y, found->b_y, sizeof surface->b_y);
}

/* Writes record k to the caller's records. */
static SEPAL_NOINLINE void write_spread(const contact_query *query, size_t to, size_t k) {
    const contact_record *record = &query->records[k];
    sepal_poly_contacts answer = {.count = (uint32_t)record->count, .normal_x = record->normal_x, .normal_y = record->normal_y};
    memcpy(answer.x, record->x, sizeof record->x);
    memcpy(answer.y, record->y, sizeof record->y);
    memcpy(answer.depth, record->depth, sizeof record->depth);
    memcpy(answer.feature, record->feature, sizeof record->feature);
    if (query->surfaces != NULL) {
        const surface_record *surface = &query->surfaces[k];
        memcpy(answer.a_x, surface->a_x, sizeof surface->a_x);
        memcpy(answer.a_y, surface->a_y, sizeof surface->a_y);
        memcpy(answer.b_x, surface->b_x, sizeof surface->b_x);
        memcpy(answer.b_y, surface->b_y, sizeof surface->b_y);
    }
    sepal_poly_contacts_write(query->to->out, to, &answer);
}

static inline void clear_floats(float *array, size_t first, size_t count) {
    if (array != NULL)
        memset(array + first, 0, count * sizeof(float));
}

/* Sets `count` answers from number `first` on to none. */
static inline void clear_contacts(const sepal_contacts *out, size_t first, size_t count) {
    static const sepal_poly_contacts none = {.count = 0};
    if (out->stride != 0) {
        for (size_t k = first; k < first + count; k++)
            sepal_poly_contacts_write(out, k, &none);
        return;
    }
    if (out->count != NULL)
        memset(out->count + first, 0, count);
    clear_floats(out->normal_x, first, count);
    clear_floats(out->normal_y, first, count);
    clear_floats(out->x, 2 * first, 2 * count);
    clear_floats(out->y, 2 * first, 2 * count);
    clear_floats(out->depth, 2 * first, 2 * count);
    if (out->feature != NULL)
        memset(out->feature + 2 * first, 0, count * sizeof(uint32_t[2]));
    clear_floats(out->a_x, 2 * first, 2 * count);
    clear_floats(out->a_y, 2 * first, 2 * count);
    clear_floats(out->b_x, 2 * first, 2 * count);
    clear_floats(out->b_y, 2 * first, 2 * count);
}

/* Writes a record to arrays without gaps, those of the surfaces excepted: to those that are wanted. */
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

/* Are all arrays wanted but those of the surfaces? */
static inline bool wants_all(const sepal_contacts *out) {
    return out->count != NULL && out->normal_x != NULL && out->normal_y != NULL && out->x != NULL && out->y != NULL &&
           out->depth != NULL && out->feature != NULL;
}

/* Writes the only record as answer k. */
static inline void write_one(const contact_query *query, size_t k) {
    const sepal_contacts *out = query->to->out;
    if (out->stride != 0 || query->surfaces != NULL)
        write_spread(query, k, 0);
    else
        write_record(out, k, query->records, wants_all(out));
}

/* Writes the first records as the first answers. */
static inline void write_first(const contact_query *query, size_t count) {
    const sepal_contacts *out = query->to->out;
    const bool spread = out->stride != 0 || query->surfaces != NULL, all = wants_all(out);
    for (size_t k = 0; k < count; k++)
        if (spread)
            write_spread(query, k, k);
        else if (all)
            write_record(out, k, &query->records[k], true);
        else
            write_record(out, k, &query->records[k], false);
}

/* Writes the records of a list. */
static inline void write_list(const contact_query *query, const pair_list *list) {
    const sepal_contacts *out = query->to->out;
    size_t first = query->to->first;
    if (out->stride != 0 || query->surfaces != NULL)
        for (size_t k = 0; k < list->count; k++)
            write_spread(query, first + list->slots[k], k);
    else if (wants_all(out))
        for (size_t k = 0; k < list->count; k++)
            write_record(out, first + list->slots[k], &query->records[k], true);
    else
        for (size_t k = 0; k < list->count; k++)
            write_record(out, first + list->slots[k], &query->records[k], false);
}

/* Writes the records of those pairs of a list whose bit is set. */
static inline void write_contacts(const contact_query *query, const pair_list *list, const uint64_t *bits) {
    const sepal_contacts *out = query->to->out;
    bool spread = out->stride != 0 || query->surfaces != NULL, all = wants_all(out);
    size_t k;
    FOR_BITS(k, bits, list->count) {
        size_t to = query->to->first + list->slots[k];
        if (spread)
            write_spread(query, to, k);
        else if (all)
            write_record(out, to, &query->records[k], true);
        else
            write_record(out, to, &query->records[k], false);
    }
}

#endif
