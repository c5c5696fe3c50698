/* polys_set.c — sets of polygons: their memory, and what can be read of them. */
#include "../core/arithmetic.h"

#include "../core/columns.h"
#include "../core/fpstate.h"
#include "../core/memory.h"
#include "../core/refusal.h"
#include "../exact/orient64.h"
#include "bounds.h"
#include "records.h"
#include "set.h"
#include <string.h>

/* What is stored of each shape, and of the vertices of all. */
static const sepal_column shape_columns[] = {
    {offsetof(sepal_polys, heads), sizeof(sepal_poly_head)},
    {offsetof(sepal_polys, circles), sizeof(sepal_poly_circle)},
    {offsetof(sepal_polys, cores), sizeof(sepal_poly_core)},
    {offsetof(sepal_polys, radii), sizeof(float)},
};
static const sepal_column shape_columns_of_doubles[] = {
    {offsetof(sepal_polys, heads), sizeof(sepal_poly_head)},
    {offsetof(sepal_polys, circles), sizeof(sepal_poly_circle)},
    {offsetof(sepal_polys, cores), sizeof(sepal_poly_core)},
    {offsetof(sepal_polys, radii64), sizeof(double)},
};
static const sepal_columns shape_tables[] = {
    {shape_columns, sizeof shape_columns / sizeof *shape_columns},
    {shape_columns_of_doubles, sizeof shape_columns_of_doubles / sizeof *shape_columns_of_doubles}};

static const sepal_columns *shape_table_of(const sepal_polys *set) {
    return &shape_tables[set->doubles];
}

static const sepal_column vertex_columns[] = {{offsetof(sepal_polys, vertices), 4 * sizeof(float)}};
static const sepal_columns float_table = {vertex_columns, 1};
static const sepal_column exact_columns[] = {{offsetof(sepal_polys, exact), 4 * sizeof(double)}};
static const sepal_columns double_table = {exact_columns, 1};

static const sepal_columns *vertex_table_of(const sepal_polys *set) {
    return set->doubles ? &double_table : &float_table;
}

/* Quadruples that a polygon takes in this set. */
static size_t quads_in(const sepal_polys *set, size_t size) {
    return set->doubles ? sepal_quads_of_doubles(size) : sepal_quads_of(size);
}

static const sepal_column poly_slot_columns[] = {{offsetof(sepal_polys, slots), sizeof(sepal_poly_slot)}};
static const sepal_columns poly_slot_table = {poly_slot_columns, 1};

/* The least float that is not below a double from 0 to 2^128. */
static float rounded_up(double v) {
    float nearest = (float)v;
    uint32_t word;
    memcpy(&word, &nearest, sizeof word);
    word += (double)nearest < v;
    memcpy(&nearest, &word, sizeof nearest);
    return nearest;
}

const sepal_rule *sepal_polys_rule(const sepal_polys *set, const sepal_rule *rule, sepal_rule *room) {
    if (!set->doubles)
        return sepal_rule_meaning(rule);
    rule = sepal_rule_but_for_margin64(rule);
    if (rule == NULL)
        return NULL;
    sepal_fpstate callers = sepal_fpstate_enter(); /* in which a subnormal margin is not 0 */
    const double margin = fabs(rule->margin64) > 0 ? rule->margin64 : (double)rule->margin;
    const bool fine = rule->margin64 == 0 || (rule->margin == 0 && margin >= SEPAL_DOUBLE_LEAST && margin <= SEPAL_DOUBLE_MOST);
    *room = (sepal_rule){rule->touching, rounded_up(fine && margin > 0 ? margin : 0), margin > 0 ? margin : 0};
    sepal_fpstate_leave(callers);
    return fine ? room : NULL;
}

sepal_status sepal_polys_store_more(sepal_polys *set, size_t shapes, size_t quads) {
    if (shapes > UINT32_MAX - set->count || quads > UINT32_MAX - set->used)
        return SEPAL_NO_MEMORY;
    sepal_status status = sepal_columns_more(shape_table_of(set), set, &set->allocator, set->count, &set->capacity, shapes);
    if (status == SEPAL_OK)
        status = sepal_columns_more(vertex_table_of(set), set, &set->allocator, set->used, &set->room, quads);
    if (status == SEPAL_OK && set->loose)
        status = sepal_columns_more(&poly_slot_table, set, &set->allocator, set->count, &set->slot_capacity, shapes);
    return status;
}

sepal_status sepal_polys_store_slots(sepal_polys *set) {
    if (set->loose)
        return SEPAL_OK;
    sepal_status status = sepal_columns_reserve(&poly_slot_table, set, &set->allocator, 0, &set->slot_capacity, set->capacity);
    for (size_t i = 0; i < set->count && status == SEPAL_OK; i++)
        set->slots[i] = (sepal_poly_slot){(uint32_t)quads_in(set, set->heads[i].size), 0};
    set->loose = status == SEPAL_OK;
    return status;
}

sepal_status sepal_polys_store_room(sepal_polys *set, size_t shapes, size_t quads) {
    size_t more_shapes = shapes > set->count ? shapes - set->count : 0, more_quads = quads > set->used ? quads - set->used : 0;
    return sepal_polys_store_more(set, more_shapes, more_quads);
}

sepal_status sepal_polys_store_all(sepal_polys *set, const void *given, size_t shapes, size_t quads, sepal_polys_append *append,
                                   uint32_t *index, sepal_refusal *refusal) {
    if (shapes > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    sepal_status status = sepal_polys_store_more(set, shapes, quads);
    const sepal_polys before = *set;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t k = 0; k < shapes && status == SEPAL_OK; k++) {
        const char *reason = append(set, given, k);
        if (reason != NULL) {
            *set = before; /* what was appended since is gone */
            status = SEPAL_BAD_SHAPE;
            sepal_refuse(refusal, k, reason);
        }
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)before.count;
    return status;
}

bool sepal_polys_offsets_ascend(const sepal_polys *set, const uint32_t *first, size_t shapes, size_t *quads,
                                sepal_refusal *refusal) {
    *quads = 0;
    for (size_t k = 0; k < shapes; k++) {
        if (first[k + 1] < first[k]) {
            sepal_refuse(refusal, k, SEPAL_DESCENDING);
            return false;
        }
        *quads += quads_in(set, first[k + 1] - first[k]);
    }
    return true;
}

sepal_status sepal_polys_create(const sepal_allocator *allocator, sepal_polys **out) {
    if (allocator == NULL)
        allocator = &sepal_c_allocator;
    if (out == NULL || allocator->allocate == NULL || allocator->release == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_polys *set = sepal_memory_take(allocator, 1, sizeof *set);
    if (set == NULL)
        return SEPAL_NO_MEMORY;
    *set = (sepal_polys){.allocator = *allocator};
    sepal_polys_clear(set);
    *out = set;
    return SEPAL_OK;
}

void sepal_polys_destroy(sepal_polys *set) {
    if (set == NULL)
        return;
    sepal_allocator allocator = set->allocator;
    sepal_columns_release(shape_table_of(set), set, &allocator, set->capacity);
    sepal_columns_release(vertex_table_of(set), set, &allocator, set->room);
    sepal_columns_release(&poly_slot_table, set, &allocator, set->slot_capacity);
    sepal_memory_release(&allocator, set, 1, sizeof *set);
}

void sepal_polys_clear(sepal_polys *set) {
    if (set == NULL)
        return;
    set->count = 0;
    set->used = 0;
    set->largest = 0;
    set->boxes = true;
    set->same = true;
    set->round = false;
    set->plain = true;
    set->loose = false;
    set->removed = 0;
}

/* What the blocks of a loose set take beyond what its polygons would take if it were not. */
static size_t quads_to_spare(const sepal_polys *set) {
    size_t taken = set->used;
    for (size_t i = 0; set->loose && i < set->count; i++)
        taken -= quads_in(set, set->heads[i].size);
    return set->loose ? taken : 0;
}

sepal_status sepal_polys_reserve(sepal_polys *set, size_t shapes, size_t vertices) {
    if (set == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (shapes > UINT32_MAX || vertices > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    /* A polygon of n vertices takes at most (17 n + 15) / 4 floats (all of them for n = 1 and n = 17), or 5 n + 3 doubles (for n = 1 and
     * n = 9), and n is at least 1. */
    const uint64_t filled = shapes < vertices ? shapes : vertices;
    uint64_t quads = set->doubles ? (5 * (uint64_t)vertices + 3 * filled) / 4 : (17 * (uint64_t)vertices + 15 * filled) / 16;
    quads += 1 + quads_to_spare(set);
    if (quads > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    sepal_status status = sepal_columns_reserve(shape_table_of(set), set, &set->allocator, set->count, &set->capacity, shapes);
    if (status == SEPAL_OK)
        status = sepal_columns_reserve(vertex_table_of(set), set, &set->allocator, set->used, &set->room, (size_t)quads);
    if (status == SEPAL_OK && set->loose)
        status = sepal_columns_reserve(&poly_slot_table, set, &set->allocator, set->count, &set->slot_capacity, shapes);
    return status;
}

size_t sepal_polys_count(const sepal_polys *set) {
    return set == NULL ? 0 : set->count;
}

void sepal_polys_store_append(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t flags, float radius) {
    size_t at = set->used + sepal_quads_before(count);
    sepal_poly_write(set, (uint32_t)set->count, (uint32_t)at, x, y, (uint32_t)count, flags, radius);
    if (set->loose)
        set->slots[set->count] = (sepal_poly_slot){(uint32_t)sepal_quads_of(count), 0};
    set->count++;
    set->used += sepal_quads_of(count);
}

sepal_status sepal_polys_vertices(const sepal_polys *set, uint32_t index, const float **x, const float **y, size_t *count) {
    if (set == NULL || x == NULL || y == NULL || count == NULL || index >= set->count)
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    *x = sepal_poly_x(set, index);
    *y = sepal_poly_y(set, index);
    *count = sepal_poly_is_removed(set, index) ? 0 : set->heads[index].size;
    return SEPAL_OK;
}

sepal_status sepal_polys_radius(const sepal_polys *set, uint32_t index, float *radius) {
    if (set == NULL || radius == NULL || index >= set->count)
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    const float given = set->doubles ? (float)sepal_poly_radius64(set, index) : sepal_poly_radius(set, index);
    *radius = sepal_poly_is_removed(set, index) ? 0 : given;
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
