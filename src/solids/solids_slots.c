/* solids_slots.c — solids are removed from their slots, and others put there, while all other solids stay where they are.
 *
 * A slot keeps the records of a box and the block of a hull that it had, whatever is put there. A hull that the block has no room for
 * gets a new one behind all others, at least twice as large as the old one, which is lost until the set is emptied: so all blocks that
 * a slot has had take less than twice the room of the last one. */
#include "../core/arithmetic.h"

#include "records.h"
#include <math.h>
#include <string.h>

sepal_status sepal_solids_remove(sepal_solids *set, uint32_t index) {
    if (set == NULL || index >= set->count || sepal_solid_is_removed(set, index))
        return SEPAL_BAD_ARGUMENT;
    sepal_status status = sepal_solids_store_slots(set);
    if (status != SEPAL_OK)
        return status;
    set->slots[index].removed = 1;
    set->removed++;
    return SEPAL_OK;
}

size_t sepal_solids_removed(const sepal_solids *set, uint32_t *slots, size_t room) {
    size_t found = 0, all = set == NULL ? 0 : set->removed;
    for (uint32_t i = 0; slots != NULL && found < all && found < room; i++)
        if (sepal_solid_is_removed(set, i))
            slots[found++] = i;
    return all;
}

/* The number of a box for a slot. The slots themselves may move, to where there is room for one more. */
static sepal_status make_box(sepal_solids *set, uint32_t index) {
    if (set->slots[index].box != SEPAL_NO_BOX)
        return SEPAL_OK;
    sepal_status status = sepal_solids_store_more(set, 1, 0, 0);
    if (status == SEPAL_OK)
        set->slots[index].box = (uint32_t)set->stored_boxes++;
    return status;
}

/* Room for a hull in a slot. */
static sepal_status make_hull(sepal_solids *set, uint32_t index, size_t quads) {
    const size_t room = set->slots[index].room, wanted = quads > 2 * room ? quads : 2 * room;
    if (quads <= room)
        return SEPAL_OK;
    sepal_status status = sepal_solids_store_more(set, 0, 0, wanted);
    if (status != SEPAL_OK)
        return status;
    set->slots[index].begin = (uint32_t)set->used;
    set->slots[index].room = (uint32_t)wanted;
    set->used += wanted;
    return SEPAL_OK;
}

/* Copies a box into a slot that has room for it. */
static void copy_box(sepal_solids *set, uint32_t index, const sepal_solids *from, uint32_t shape) {
    const uint32_t at = set->slots[index].box, source = from->heads[shape].at;
    set->filters[at] = from->filters[source];
    set->exacts[at] = from->exacts[source];
    set->heads[index].at = at;
    set->regular = set->regular && isfinite(set->filters[at].k);
}

/* Copies a hull with its record into a slot that has room for it. */
static void copy_hull(sepal_solids *set, uint32_t index, const sepal_solids *from, uint32_t shape) {
    const sepal_solid_head source = from->heads[shape];
    const size_t begin = set->slots[index].begin, quads = sepal_solid_quads_of(source.size);
    memcpy(set->vertices + 4 * begin, from->vertices + 4 * ((size_t)source.at - SEPAL_HULL_RECORD_QUADS),
           4 * quads * sizeof(float));
    set->heads[index].at = (uint32_t)begin + SEPAL_HULL_RECORD_QUADS;
    set->largest = source.size > set->largest ? source.size : set->largest;
    set->regular = false;
}

sepal_status sepal_solids_replace(sepal_solids *set, uint32_t index, const sepal_solids *from, uint32_t shape) {
    if (set == NULL || from == NULL || index >= set->count || shape >= from->count || sepal_solid_is_removed(from, shape))
        return SEPAL_BAD_ARGUMENT;
    if (set == from && index == shape)
        return SEPAL_OK;
    const sepal_solid_head source = from->heads[shape];
    const bool box = source.class == SEPAL_SOLID_BOX;
    const float radius = sepal_solid_radius(from, shape);
    sepal_status status = sepal_solids_store_slots(set);
    if (status == SEPAL_OK)
        status = box ? make_box(set, index) : make_hull(set, index, sepal_solid_quads_of(source.size));
    if (status != SEPAL_OK)
        return status;
    set->boxes = set->boxes + box - sepal_solid_is_box(set, index);
    set->heads[index] = source;
    set->balls[index] = from->balls[shape];
    if (box)
        copy_box(set, index, from, shape);
    else
        copy_hull(set, index, from, shape);
    sepal_solid_write_radius(set, index, radius);
    set->removed -= set->slots[index].removed;
    set->slots[index].removed = 0;
    return SEPAL_OK;
}

/* Without branches on which slots are empty, since nothing can predict them. */
void sepal_solids_leave_out(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    for (size_t first = 0; a->removed + b->removed > 0 && first < count; first += 64) {
        const size_t some = count - first < 64 ? count - first : 64;
        uint64_t gone = 0;
        for (size_t k = 0; k < some; k++) {
            const bool one = sepal_solid_is_removed(a, pairs[first + k].a), other = sepal_solid_is_removed(b, pairs[first + k].b);
            gone |= (uint64_t)(one | other) << k;
        }
        bits[first / 64] &= ~gone;
    }
}

void sepal_solids_leave_out_rows(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count,
                                 uint64_t *bits) {
    size_t k = 0;
    for (size_t r = 0; a->removed + b->removed > 0 && r < count; r++)
        for (uint32_t i = 0; i < rows[r].count; i++, k++)
            if (sepal_solid_pair_is_removed(a, b, (sepal_pair){rows[r].a, rows[r].first + i}))
                bits[k / 64] &= ~(UINT64_C(1) << (k % 64));
}

void sepal_solids_leave_out_hits(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                 const sepal_solid_hits *out) {
    if (out->bits != NULL)
        sepal_solids_leave_out(a, b, pairs, count, out->bits);
    for (size_t k = 0; a->removed + b->removed > 0 && k < count; k++) {
        if (!sepal_solid_pair_is_removed(a, b, pairs[k]))
            continue;
        if (out->time != NULL)
            out->time[k] = 1;
        float *const normal[] = {out->normal_x, out->normal_y, out->normal_z};
        for (int axis = 0; axis < 3; axis++)
            if (normal[axis] != NULL)
                normal[axis][k] = 0;
    }
}
