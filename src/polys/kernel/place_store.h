/* place_store.h — writes a group of placed shapes: blocks, circles, parallelograms and heads. */
#ifndef SEPAL_POLYS_KERNEL_PLACE_STORE_H
#define SEPAL_POLYS_KERNEL_PLACE_STORE_H

#include "place_group.h"

/* Below, a head is written as four words: at, size, low and high, flags and class. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "kernels for big-endian machines would have to write the halves of a head the other way round"
#endif

/* Records of n quads, one of each shape; `records` is that of the first shape of the call. */
SPECIALISED void store_records(void *records, int n, const place_group *group, place_way way, const w *fields) {
    float *first = records, *at[SEPAL_LANES];
    if (way.in_order) {
        w_store_run(first + 4 * (size_t)n * group->shape[0], n, fields);
        return;
    }
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = first + 4 * (size_t)n * group->shape[lane];
    w_store_quads(at, n, fields);
}

SPECIALISED void store_block(const sepal_placing *p, const place_group *group, place_way way, const shape_lanes *v) {
    uint32_t padded = sepal_padded(way.size);
    w block[2 * SEPAL_LANE_VERTICES];
    for (uint32_t k = 0; k < padded; k++) {
        block[k] = v->vertex[k].x;
        block[padded + k] = v->vertex[k].y;
    }
    if (way.in_order) {
        w_store_run(p->world->vertices + 4 * (size_t)group->at[0], (int)padded / 2, block);
        return;
    }
    float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = p->world->vertices + 4 * (size_t)group->at[lane];
    w_store_quads(at, (int)padded / 2, block);
}

SPECIALISED void store_circles(const sepal_placing *p, const place_group *group, place_way way, const shape_lanes *v) {
    w fields[4] = {v->centre.x, v->centre.y, w_flip(v->outer, v->winding), v->inner};
    store_records(p->world->circles + p->first, 1, group, way, fields);
}

/* Returns which lanes are boxes. */
SPECIALISED wm store_parallelograms(const sepal_placing *p, const place_group *group, place_way way, const shape_lanes *v) {
    w zero = w_zero(), fields[8] = {zero, zero, zero, zero, zero, zero, w_infinity(), zero};
    wm boxes = wm_none();
    if (way.size <= 2)
        form_segment(v, way.size, fields);
    else if (way.size == 4)
        boxes = form_parallelogram(v, fields);
    store_records(p->world->cores + p->first, 2, group, way, fields);
    return boxes;
}

/* The exponents `low` and `high` of heads, as sepal_poly_find_exponents has them, in the halves of a word. The biased exponent 0 is
 * that of subnormals, whose unit is that of exponent 1. */
static inline wi exponents_of(w least, w most) {
    wi zero = wi_set1(0), one = wi_set1(1), low = wi_exponent(least), high = wi_exponent(most);
    wm all_zero = w_eq(most, w_zero());
    low = wi_sub(wi_select(wi_eq(low, zero), one, low), wi_set1(150));
    high = wi_sub(wi_select(wi_eq(high, zero), one, high), wi_set1(126));
    low = wi_select(all_zero, wi_set1(SEPAL_LOW_OF_ZERO), low);
    high = wi_select(all_zero, wi_set1(SEPAL_HIGH_OF_ZERO), high);
    return wi_halves(low, high);
}

/* Where the blocks begin. */
SPECIALISED wi blocks_of(const place_group *group, place_way way) {
    if (!way.in_order)
        return wi_load(group->at);
    wi offset = wi_lane_numbers();
    for (size_t quads = sepal_quads_of(way.size); quads > 1; quads /= 2) /* 2, 4 or 8 */
        offset = wi_add(offset, offset);
    return wi_add(wi_set1((int32_t)group->at[0]), offset);
}

/* Are all shapes boxes, as far as the lanes are sure? `boxes`: the lanes whose parallelograms are. */
SPECIALISED bool store_heads(const sepal_placing *p, const place_group *group, place_way way, const shape_lanes *v, wm boxes) {
    wi box = wi_set1(SEPAL_BOX), flags = box;
    wm is_box = wm_all();
    if (!way.plain_boxes) {
        flags = wi_and(wi_load(group->model_flags), wi_set1(SEPAL_CLOCKWISE | SEPAL_BOX));
        flags = wi_or(flags, wi_select(boxes, box, wi_set1(way.size < 3 ? SEPAL_FLAT : 0)));
        is_box = wi_eq(wi_and(flags, box), box);
    }
    wi class = wi_select(is_box, wi_set1(SEPAL_BOXES), wi_set1((int32_t)sepal_class_of(way.size, 0)));
    const w words[4] = {w_of_bits(blocks_of(group, way)), w_of_bits(wi_set1((int32_t)way.size)),
                        w_of_bits(exponents_of(v->least, v->most)), w_of_bits(wi_halves(flags, class))};
    store_records(p->world->heads + p->first, 1, group, way, words);
    return wm_bits(wm_andnot(v->sure, is_box)) == 0;
}

/* Have all shapes area, a counter-clockwise winding and a finite circle, as far as the lanes are sure? (Those have area if they
 * have three vertices, and a finite circle.) */
SPECIALISED bool are_plain(const shape_lanes *v, uint32_t size) {
    wm clockwise = w_gt(w_zero(), v->winding);
    return size > 2 && wm_bits(wm_and(v->sure, clockwise)) == 0;
}

#endif
