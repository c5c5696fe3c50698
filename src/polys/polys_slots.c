/* polys_slots.c — shapes are removed from their slots, and others put there, while all other shapes stay where they are.
 *
 * A slot keeps its block when its shape is removed or becomes smaller. A polygon that the block has no room for gets a new one behind
 * all others, at least twice as large as the old one, which is lost until the set is emptied: so all blocks that a slot has had take
 * less than twice the room of the last one. */
#include "../core/arithmetic.h"

#include "records.h"
#include <string.h>

sepal_status sepal_polys_remove(sepal_polys *set, uint32_t index) {
    if (set == NULL || index >= set->count || sepal_poly_is_removed(set, index))
        return SEPAL_BAD_ARGUMENT;
    sepal_status status = sepal_polys_store_slots(set);
    if (status != SEPAL_OK)
        return status;
    set->slots[index].removed = 1;
    set->removed++;
    return SEPAL_OK;
}

size_t sepal_polys_removed(const sepal_polys *set, uint32_t *slots, size_t room) {
    size_t found = 0, all = set == NULL ? 0 : set->removed;
    for (uint32_t i = 0; slots != NULL && found < all && found < room; i++)
        if (sepal_poly_is_removed(set, i))
            slots[found++] = i;
    return all;
}

/* A new block for a slot, if it has too little room. */
static sepal_status make_block(sepal_polys *set, uint32_t index, size_t quads, size_t *begin) {
    const size_t room = set->slots[index].room, wanted = quads > 2 * room ? quads : 2 * room;
    *begin = set->heads[index].at - (set->doubles ? 0 : sepal_quads_before(set->heads[index].size));
    if (quads <= room)
        return SEPAL_OK;
    sepal_status status = sepal_polys_store_more(set, 0, wanted);
    if (status != SEPAL_OK)
        return status;
    *begin = set->used;
    set->slots[index].room = (uint32_t)wanted;
    set->used += wanted;
    return SEPAL_OK;
}

sepal_status sepal_polys_replace(sepal_polys *set, uint32_t index, const sepal_polys *from, uint32_t shape) {
    size_t begin;
    if (set == NULL || from == NULL || index >= set->count || shape >= from->count || sepal_poly_is_removed(from, shape))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_agree(set, from))
        return SEPAL_BAD_KIND;
    if (set == from && index == shape)
        return SEPAL_OK;
    const sepal_poly_head source = from->heads[shape];
    const size_t before = set->doubles ? 0 : sepal_quads_before(source.size),
                 quads = set->doubles ? sepal_quads_of_doubles(source.size) : sepal_quads_of(source.size);
    const double radius = set->doubles ? sepal_poly_radius64(from, shape) : (double)sepal_poly_radius(from, shape);
    sepal_status status = sepal_polys_store_slots(set);
    if (status == SEPAL_OK)
        status = make_block(set, index, quads, &begin);
    if (status != SEPAL_OK)
        return status;
    if (set->doubles)
        memcpy(set->exact + 4 * begin, from->exact + 4 * (size_t)source.at, 4 * quads * sizeof(double));
    else
        memcpy(set->vertices + 4 * begin, from->vertices + 4 * (source.at - before), 4 * quads * sizeof(float));
    set->heads[index] = source;
    set->heads[index].at = (uint32_t)(begin + before);
    set->circles[index] = from->circles[shape];
    set->cores[index] = from->cores[shape];
    sepal_poly_count(set, index, radius);
    set->removed -= set->slots[index].removed;
    set->slots[index].removed = 0;
    return SEPAL_OK;
}

/* Without branches on which slots are empty, since nothing can predict them. */
void sepal_polys_leave_out(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    for (size_t first = 0; a->removed + b->removed > 0 && first < count; first += 64) {
        const size_t some = count - first < 64 ? count - first : 64;
        uint64_t gone = 0;
        for (size_t k = 0; k < some; k++) {
            const bool one = sepal_poly_is_removed(a, pairs[first + k].a), other = sepal_poly_is_removed(b, pairs[first + k].b);
            gone |= (uint64_t)(one | other) << k;
        }
        bits[first / 64] &= ~gone;
    }
}

void sepal_polys_leave_out_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, uint64_t *bits) {
    size_t k = 0;
    for (size_t r = 0; a->removed + b->removed > 0 && r < count; r++)
        for (uint32_t i = 0; i < rows[r].count; i++, k++)
            if (sepal_poly_pair_is_removed(a, b, (sepal_pair){rows[r].a, rows[r].first + i}))
                bits[k / 64] &= ~(UINT64_C(1) << (k % 64));
}

void sepal_polys_leave_out_hits(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                const sepal_hits *out) {
    if (out->bits != NULL)
        sepal_polys_leave_out(a, b, pairs, count, out->bits);
    for (size_t k = 0; a->removed + b->removed > 0 && k < count; k++) {
        if (!sepal_poly_pair_is_removed(a, b, pairs[k]))
            continue;
        if (out->time != NULL)
            out->time[k] = 1;
        float *const normal[] = {out->normal_x, out->normal_y};
        for (int axis = 0; axis < 2; axis++)
            if (normal[axis] != NULL)
                normal[axis][k] = 0;
    }
}
