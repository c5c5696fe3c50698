/* polys_kernel_place.c — turns and moves models, and stores them with their records: up to 16 vertices a shape in each lane,
 * beyond that the vertices of a shape in lanes (place_lanes.h). A shape whose lane is not sure is
 * placed again, exactly, by sepal_polys_scalar_place_one. */
#include "../../core/arithmetic.h"

#include "place_lanes.h"

SPECIALISED void place_group_by(sepal_placing *p, const place_group *group, place_way way) {
    shape_lanes v;
    place_vertices(p, group, way, &v);
    form_lanes(&v, way.size);
    store_block(p, group, way, &v);
    store_circles(p, group, way, &v);
    wm boxes = store_parallelograms(p, group, way, &v);
    if (!store_heads(p, group, way, &v, boxes))
        p->boxes = false;
    if (!are_plain(&v, way.size))
        p->plain = false;
    unsigned filled = ALL_LANES >> (SEPAL_LANES - group->count);
    for (unsigned left = filled & ~wm_bits(v.sure); left != 0; left &= left - 1) {
        unsigned lane = sepal_lowest_bit(left);
        sepal_polys_scalar_place_one(p, way.in_order ? group->shape[0] + lane : group->shape[lane]);
    }
}

/* The most common sizes have loops with constant bounds. If this is inlined, gcc spills, and triangles take a fifth more time. */
static SEPAL_NOINLINE void place_group_in_order(sepal_placing *p, const place_group *group, uint32_t size) {
    if (size == 4)
        place_group_by(p, group, (place_way){4, true, false});
    else if (size == 8)
        place_group_by(p, group, (place_way){8, true, false});
    else if (size > 0)
        place_group_by(p, group, (place_way){size, true, false});
}

/* Places whole groups of plain boxes, whose blocks have two quads each. Returns how many shapes that are. */
static SEPAL_NOINLINE size_t place_plain_boxes(sepal_placing *p) {
    place_group group = {.count = SEPAL_LANES};
    size_t i = 0;
    for (; p->count - i >= SEPAL_LANES; i += SEPAL_LANES) {
        group.shape[0] = (uint32_t)i;
        group.at[0] = p->at + 2 * (uint32_t)i;
        group.model = p->model + i;
        place_group_by(p, &group, (place_way){4, true, true});
    }
    return i;
}

static void place_group_out_of_order(sepal_placing *p, place_group *group, uint32_t size) {
    fill_group(group);
    if (size > 0 && group->count > 0)
        place_group_by(p, group, (place_way){size, false, false});
    group->count = 0;
}

/* Takes shapes i .. i + SEPAL_LANES - 1, whose blocks begin at `at`. Returns the size of their models, or SEPAL_LANE_VERTICES + 1
 * if these have different sizes or a greater one. A head is four words, which are loaded as floats are. */
static inline uint32_t take_in_order(const sepal_polys *models, const uint32_t *model, size_t i, uint32_t at, place_group *out) {
    const float *heads[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        heads[lane] = (const float *)(const void *)&models->heads[model[i + (size_t)lane]];
    w words[4];
    w_load_quads(heads, 1, words);
    uint32_t size = models->heads[model[i]].size;
    if (size > SEPAL_LANE_VERTICES || wm_bits(wi_eq(wi_of_bits(words[1]), wi_set1((int32_t)size))) != ALL_LANES)
        return SEPAL_LANE_VERTICES + 1;
    out->shape[0] = (uint32_t)i;
    out->at[0] = at;
    wi_store(out->model_at, wi_of_bits(words[0]));
    wi_store(out->model_flags, wi_and(wi_of_bits(words[3]), wi_set1(0xffff)));
    out->model = model + i;
    return size;
}

/* Shapes that wait for others: of each size that lanes take, and larger ones. */
typedef struct waiting_shapes {
    place_group of_size[SEPAL_LANE_VERTICES + 1];
    large_group large;
} waiting_shapes;

static void begin_waiting(place_group *group) {
    group->count = 0;
    group->model = group->waiting_model;
}

static void place_later(sepal_placing *p, size_t i, uint32_t at, waiting_shapes *waiting) {
    const sepal_poly_head *head = &p->models->heads[p->model[i]];
    const uint32_t size = head->size;
    place_group *group = size > SEPAL_LANE_VERTICES ? &waiting->large.group : &waiting->of_size[size];
    const uint32_t lane = group->count++;
    if (size > SEPAL_LANE_VERTICES)
        waiting->large.size[lane] = size;
    group->shape[lane] = (uint32_t)i;
    group->at[lane] = at;
    group->waiting_model[lane] = p->model[i];
    group->model_at[lane] = head->at;
    group->model_flags[lane] = head->flags;
    if (group->count < SEPAL_LANES)
        return;
    if (size > SEPAL_LANE_VERTICES)
        place_large_group(p, &waiting->large);
    else
        place_group_out_of_order(p, group, size);
}

/* Whole groups of one size are placed at once; other shapes wait for more of their size. */
static void place_in_order(sepal_placing *p, waiting_shapes *waiting) {
    const sepal_polys *models = p->models;
    place_group straight = {.count = SEPAL_LANES};
    bool plain_boxes = models->boxes && models->plain && !models->round;
    size_t begin = plain_boxes ? place_plain_boxes(p) : 0;
    uint32_t at = p->at + 2 * (uint32_t)begin;
    for (size_t i = begin; i < p->count;) {
        size_t end = p->count - i < SEPAL_LANES ? p->count : i + SEPAL_LANES;
        if (end - i == SEPAL_LANES) {
            uint32_t size = take_in_order(models, p->model, i, at, &straight);
            if (size <= SEPAL_LANE_VERTICES) {
                place_group_in_order(p, &straight, size);
                at += SEPAL_LANES * (uint32_t)sepal_quads_of(size);
                i = end;
            }
        }
        for (; i < end; i++) {
            uint32_t size = models->heads[p->model[i]].size;
            place_later(p, i, at + (uint32_t)sepal_quads_before(size), waiting);
            at += (uint32_t)sepal_quads_of(size);
        }
    }
}

void polys_kernel_place(sepal_placing *p) {
    waiting_shapes waiting;
    for (int size = 0; size <= SEPAL_LANE_VERTICES; size++)
        begin_waiting(&waiting.of_size[size]);
    begin_waiting(&waiting.large.group);
    waiting.large.chords.size = 0;
    if (p->shapes == NULL)
        place_in_order(p, &waiting);
    else
        for (size_t k = 0; k < p->count; k++)
            place_later(p, p->shapes[k], p->world->heads[p->first + p->shapes[k]].at, &waiting);
    for (uint32_t size = 1; size <= SEPAL_LANE_VERTICES; size++)
        place_group_out_of_order(p, &waiting.of_size[size], size);
    place_large_group(p, &waiting.large);
}
