/* polys_set.c — sets of polygons: memory, what is stored of a shape, and the ways out. */
#include "../core/arithmetic.h"

#include "../core/memory.h"
#include "bounds.h"
#include "records.h"
#include "store.h"
#include <math.h>
#include <string.h>

enum { ALIGNMENT = 64 };

/* The arrays of a set with their element sizes: what has to move when the set grows. */
typedef struct arrays {
    sepal_poly_head *heads;
    sepal_poly_circle *circles;
    sepal_poly_box *parallelograms;
    float *radii; /* or NULL */
} arrays;

static arrays arrays_of(const sepal_polys *set) {
    return (arrays){set->heads, set->circles, set->parallelograms, set->radii};
}

static void *take(const sepal_allocator *allocator, size_t count, size_t size) {
    if (count > SIZE_MAX / size)
        return NULL;
    return allocator->allocate(allocator->context, count * size, ALIGNMENT);
}

static void give_back(const sepal_allocator *allocator, void *pointer, size_t count, size_t size) {
    if (pointer != NULL)
        allocator->release(allocator->context, pointer, count * size);
}

static void give_back_shapes(const sepal_allocator *allocator, arrays old, size_t capacity) {
    give_back(allocator, old.heads, capacity, sizeof *old.heads);
    give_back(allocator, old.circles, capacity, sizeof *old.circles);
    give_back(allocator, old.parallelograms, capacity, sizeof *old.parallelograms);
    give_back(allocator, old.radii, capacity, sizeof *old.radii);
}

static void copy(void *to, const void *from, size_t bytes) {
    if (bytes > 0) /* memcpy may not be given NULL, even for nothing */
        memcpy(to, from, bytes);
}

static sepal_status grow_shapes(sepal_polys *set, size_t capacity) {
    arrays grown = {
        take(&set->allocator, capacity, sizeof *grown.heads),
        take(&set->allocator, capacity, sizeof *grown.circles),
        take(&set->allocator, capacity, sizeof *grown.parallelograms),
        set->radii == NULL ? NULL : take(&set->allocator, capacity, sizeof *grown.radii),
    };
    if (grown.heads == NULL || grown.circles == NULL || grown.parallelograms == NULL ||
        (set->radii != NULL && grown.radii == NULL)) {
        give_back_shapes(&set->allocator, grown, capacity);
        return SEPAL_NO_MEMORY;
    }
    copy(grown.heads, set->heads, set->count * sizeof *grown.heads);
    copy(grown.circles, set->circles, set->count * sizeof *grown.circles);
    copy(grown.parallelograms, set->parallelograms, set->count * sizeof *grown.parallelograms);
    if (set->radii != NULL)
        copy(grown.radii, set->radii, set->count * sizeof *grown.radii);
    give_back_shapes(&set->allocator, arrays_of(set), set->capacity);
    set->heads = grown.heads;
    set->circles = grown.circles;
    set->parallelograms = grown.parallelograms;
    set->radii = grown.radii;
    set->capacity = capacity;
    return SEPAL_OK;
}

static sepal_status grow_vertices(sepal_polys *set, size_t room) {
    float *grown = take(&set->allocator, room, 4 * sizeof *grown);
    if (grown == NULL)
        return SEPAL_NO_MEMORY;
    copy(grown, set->vertices, set->used * 4 * sizeof *grown);
    give_back(&set->allocator, set->vertices, set->room, 4 * sizeof *grown);
    set->vertices = grown;
    set->room = room;
    return SEPAL_OK;
}

sepal_status sepal_polys_store_more(sepal_polys *set, size_t shapes, size_t quads) {
    if (shapes > UINT32_MAX - set->count || quads > UINT32_MAX - set->used)
        return SEPAL_NO_MEMORY;
    if (shapes > set->capacity - set->count) {
        size_t needed = set->count + shapes, half_more = set->capacity + set->capacity / 2;
        sepal_status status = grow_shapes(set, needed > half_more ? needed : half_more);
        if (status != SEPAL_OK)
            return status;
    }
    if (quads > set->room - set->used) {
        size_t needed = set->used + quads, half_more = set->room + set->room / 2;
        return grow_vertices(set, needed > half_more ? needed : half_more);
    }
    return SEPAL_OK;
}

sepal_status sepal_polys_store_radii(sepal_polys *set) {
    if (set->radii != NULL)
        return SEPAL_OK;
    float *radii = take(&set->allocator, set->capacity, sizeof *radii);
    if (radii == NULL)
        return SEPAL_NO_MEMORY;
    for (size_t i = 0; i < set->count; i++)
        radii[i] = 0;
    set->radii = radii;
    return SEPAL_OK;
}

sepal_status sepal_polys_store_room(sepal_polys *set, size_t shapes, size_t quads) {
    size_t more_shapes = shapes > set->count ? shapes - set->count : 0, more_quads = quads > set->used ? quads - set->used : 0;
    return sepal_polys_store_more(set, more_shapes, more_quads);
}

sepal_status sepal_polys_create(const sepal_allocator *allocator, sepal_polys **out) {
    if (allocator == NULL)
        allocator = &sepal_c_allocator;
    if (out == NULL || allocator->allocate == NULL || allocator->release == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_polys *set = take(allocator, 1, sizeof *set);
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
    give_back_shapes(&allocator, arrays_of(set), set->capacity);
    give_back(&allocator, set->vertices, set->room, 4 * sizeof *set->vertices);
    give_back(&allocator, set, 1, sizeof *set);
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
}

sepal_status sepal_polys_reserve(sepal_polys *set, size_t shapes, size_t vertices) {
    if (set == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (shapes > UINT32_MAX || vertices > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    if (shapes > set->capacity) {
        sepal_status status = grow_shapes(set, shapes);
        if (status != SEPAL_OK)
            return status;
    }
    /* A polygon of n vertices takes at most (17 n + 15) / 4 floats (all of them for n = 1 and n = 17), and n is at least 1. */
    size_t filled = shapes < vertices ? shapes : vertices;
    uint64_t quads = (17 * (uint64_t)vertices + 15 * (uint64_t)filled) / 16 + 1;
    if (quads > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    return quads > set->room ? grow_vertices(set, (size_t)quads) : SEPAL_OK;
}

size_t sepal_polys_count(const sepal_polys *set) {
    return set == NULL ? 0 : set->count;
}

void sepal_polys_store_append(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t flags, float radius) {
    size_t at = set->used + sepal_quads_before(count);
    sepal_poly_write(set, (uint32_t)set->count, (uint32_t)at, x, y, (uint32_t)count, flags, radius);
    set->count++;
    set->used += sepal_quads_of(count);
}

sepal_status sepal_polys_vertices(const sepal_polys *set, uint32_t index, const float **x, const float **y, size_t *count) {
    if (set == NULL || x == NULL || y == NULL || count == NULL || index >= set->count)
        return SEPAL_BAD_ARGUMENT;
    *x = sepal_poly_x(set, index);
    *y = sepal_poly_y(set, index);
    *count = set->heads[index].size;
    return SEPAL_OK;
}

sepal_status sepal_polys_radius(const sepal_polys *set, uint32_t index, float *radius) {
    if (set == NULL || radius == NULL || index >= set->count)
        return SEPAL_BAD_ARGUMENT;
    *radius = sepal_poly_radius(set, index);
    return SEPAL_OK;
}
