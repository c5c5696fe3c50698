/* solids_set.c — sets of solids: memory, and the ways out. */
#include "../core/arithmetic.h"

#include "../core/columns.h"
#include "../core/memory.h"
#include "set.h"

/* What is stored of each solid, of each box, and of all hulls together. */
static const sepal_column solid_columns[] = {
    {offsetof(sepal_solids, heads), sizeof(sepal_solid_head)},
    {offsetof(sepal_solids, balls), sizeof(sepal_solid_ball)},
    {offsetof(sepal_solids, radii), sizeof(float)},
};
static const sepal_columns solid_table = {solid_columns, sizeof solid_columns / sizeof *solid_columns};

static const sepal_column box_columns[] = {
    {offsetof(sepal_solids, filters), sizeof(sepal_box_filter)},
    {offsetof(sepal_solids, exacts), sizeof(sepal_box_exact)},
};
static const sepal_columns box_table = {box_columns, sizeof box_columns / sizeof *box_columns};

static const sepal_column hull_columns[] = {{offsetof(sepal_solids, vertices), 4 * sizeof(float)}};
static const sepal_columns hull_table = {hull_columns, 1};

static const sepal_column solid_slot_columns[] = {{offsetof(sepal_solids, slots), sizeof(sepal_solid_slot)}};
static const sepal_columns solid_slot_table = {solid_slot_columns, 1};

sepal_status sepal_solids_store_more(sepal_solids *set, size_t boxes, size_t hulls, size_t quads) {
    size_t free = UINT32_MAX - set->count;
    if (boxes > free || hulls > free - boxes || quads > UINT32_MAX - set->used)
        return SEPAL_NO_MEMORY;
    sepal_status status = sepal_columns_more(&solid_table, set, &set->allocator, set->count, &set->capacity, boxes + hulls);
    if (status == SEPAL_OK)
        status = sepal_columns_more(&box_table, set, &set->allocator, set->stored_boxes, &set->box_capacity, boxes);
    if (status == SEPAL_OK)
        status = sepal_columns_more(&hull_table, set, &set->allocator, set->used, &set->room, quads);
    if (status == SEPAL_OK && set->loose)
        status = sepal_columns_more(&solid_slot_table, set, &set->allocator, set->count, &set->slot_capacity, boxes + hulls);
    return status;
}

sepal_solid_slot sepal_solid_tight_slot(const sepal_solids *set, uint32_t index) {
    const sepal_solid_head *head = &set->heads[index];
    if (head->class == SEPAL_SOLID_BOX)
        return (sepal_solid_slot){.box = head->at};
    return (sepal_solid_slot){SEPAL_NO_BOX, head->at - SEPAL_HULL_RECORD_QUADS, (uint32_t)sepal_solid_quads_of(head->size), 0};
}

sepal_status sepal_solids_store_slots(sepal_solids *set) {
    if (set->loose)
        return SEPAL_OK;
    sepal_status status = sepal_columns_reserve(&solid_slot_table, set, &set->allocator, 0, &set->slot_capacity, set->capacity);
    for (uint32_t i = 0; i < set->count && status == SEPAL_OK; i++)
        set->slots[i] = sepal_solid_tight_slot(set, i);
    set->loose = status == SEPAL_OK;
    return status;
}

sepal_status sepal_solids_store_room(sepal_solids *set, size_t boxes, size_t hulls, size_t quads) {
    if (boxes > UINT32_MAX || hulls > UINT32_MAX - boxes || quads > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    sepal_status status = sepal_columns_reserve(&solid_table, set, &set->allocator, set->count, &set->capacity, boxes + hulls);
    if (status == SEPAL_OK)
        status = sepal_columns_reserve(&box_table, set, &set->allocator, set->stored_boxes, &set->box_capacity, boxes);
    if (status == SEPAL_OK)
        status = sepal_columns_reserve(&hull_table, set, &set->allocator, set->used, &set->room, quads);
    if (status == SEPAL_OK && set->loose)
        status = sepal_columns_reserve(&solid_slot_table, set, &set->allocator, set->count, &set->slot_capacity, boxes + hulls);
    return status;
}

sepal_status sepal_solids_create(const sepal_allocator *allocator, sepal_solids **out) {
    if (allocator == NULL)
        allocator = &sepal_c_allocator;
    if (out == NULL || allocator->allocate == NULL || allocator->release == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_solids *set = sepal_memory_take(allocator, 1, sizeof *set);
    if (set == NULL)
        return SEPAL_NO_MEMORY;
    *set = (sepal_solids){.allocator = *allocator};
    sepal_solids_clear(set);
    *out = set;
    return SEPAL_OK;
}

void sepal_solids_destroy(sepal_solids *set) {
    if (set == NULL)
        return;
    sepal_allocator allocator = set->allocator;
    sepal_columns_release(&solid_table, set, &allocator, set->capacity);
    sepal_columns_release(&box_table, set, &allocator, set->box_capacity);
    sepal_columns_release(&hull_table, set, &allocator, set->room);
    sepal_columns_release(&solid_slot_table, set, &allocator, set->slot_capacity);
    sepal_memory_release(&allocator, set, 1, sizeof *set);
}

void sepal_solids_clear(sepal_solids *set) {
    if (set == NULL)
        return;
    set->count = 0;
    set->boxes = 0;
    set->stored_boxes = 0;
    set->used = 0;
    set->largest = 0;
    set->round = false;
    set->regular = true;
    set->loose = false;
    set->removed = 0;
}

/* What the blocks of a loose set take beyond what its hulls would take if it were not. */
static size_t solid_quads_to_spare(const sepal_solids *set) {
    size_t taken = set->used;
    for (uint32_t i = 0; set->loose && i < set->count; i++)
        taken -= sepal_solid_is_box(set, i) ? 0 : sepal_solid_quads_of(set->heads[i].size);
    return set->loose ? taken : 0;
}

sepal_status sepal_solids_reserve(sepal_solids *set, size_t boxes, size_t hulls, size_t vertices) {
    if (set == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (hulls > UINT32_MAX || vertices > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    /* A hull of n vertices has room for at most 2 n + 2, three floats each, and a record. */
    uint64_t filled = hulls < vertices ? hulls : vertices;
    uint64_t quads =
        (3 * (2 * (uint64_t)vertices + 2 * filled) + 3) / 4 + SEPAL_HULL_RECORD_QUADS * filled + solid_quads_to_spare(set);
    if (quads > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    sepal_status status = sepal_solids_store_room(set, boxes, hulls, (size_t)quads);
    if (status == SEPAL_OK) /* slots keep the records of boxes that are boxes no more */
        status = sepal_columns_reserve(&box_table, set, &set->allocator, set->stored_boxes, &set->box_capacity,
                                       boxes + (set->stored_boxes - set->boxes));
    return status;
}

size_t sepal_solids_count(const sepal_solids *set) {
    return set == NULL ? 0 : set->count;
}

sepal_status sepal_solids_box(const sepal_solids *set, uint32_t index, sepal_parallelepiped *box) {
    if (set == NULL || box == NULL || index >= set->count || !sepal_solid_is_box(set, index) || sepal_solid_is_removed(set, index))
        return SEPAL_BAD_ARGUMENT;
    const sepal_box_exact *exact = sepal_solid_exact(set, index);
    for (int k = 0; k < 3; k++) {
        box->c[k] = exact->c[k];
        box->u[k] = exact->u[k];
        box->v[k] = exact->v[k];
        box->w[k] = exact->w[k];
    }
    return SEPAL_OK;
}

sepal_status sepal_solids_vertices(const sepal_solids *set, uint32_t index, const float **x, const float **y, const float **z,
                                   size_t *count) {
    if (set == NULL || x == NULL || y == NULL || z == NULL || count == NULL || index >= set->count)
        return SEPAL_BAD_ARGUMENT;
    if (sepal_solid_is_removed(set, index)) { /* what is not NULL can be read nowhere */
        *x = *y = *z = &set->balls[index].x;
        *count = 0;
        return SEPAL_OK;
    }
    if (sepal_solid_is_box(set, index))
        return SEPAL_BAD_ARGUMENT;
    *x = sepal_solid_x(set, index);
    *y = sepal_solid_y(set, index);
    *z = sepal_solid_z(set, index);
    *count = set->heads[index].size;
    return SEPAL_OK;
}

sepal_status sepal_solids_radius(const sepal_solids *set, uint32_t index, float *radius) {
    if (set == NULL || radius == NULL || index >= set->count)
        return SEPAL_BAD_ARGUMENT;
    *radius = sepal_solid_is_removed(set, index) ? 0 : sepal_solid_radius(set, index);
    return SEPAL_OK;
}
