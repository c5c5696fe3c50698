/* polys_kernel_place.c — turns and moves models, a shape in each lane, and stores them with all that is derived from them (form.h).
 * A lane that is not sure is done again by sepal_polys_scalar_place_one. */
#include "../../core/arithmetic.h"

#include "names.h"
#include "records.h"

/* SEPAL_LANES shapes of one size: their indices in the world and where their blocks begin there; the same of their models. */
typedef struct place_group {
    uint32_t count;
    uint32_t shape[SEPAL_LANES], at[SEPAL_LANES];
    uint32_t model[SEPAL_LANES], model_at[SEPAL_LANES], model_flags[SEPAL_LANES];
} place_group;

/* What a call is about. */
typedef struct placing {
    sepal_polys *world;
    const sepal_polys *models;
    const sepal_poses *poses;
} placing;

/* --- Words in lanes ----------------------------------------------------------------------------------------------------------*/

/* Words that are no floats go through lanes as their bits. */
static inline w w_load_words(const uint32_t *words) {
    float values[SEPAL_LANES];
    memcpy(values, words, sizeof values);
    return w_load(values);
}
static inline void w_store_words(uint32_t *words, w a) {
    float values[SEPAL_LANES];
    w_store(values, a);
    memcpy(words, values, sizeof values);
}

/* Two 16-bit numbers in the order in which a word has them in memory. */
static inline bool low_half_is_first(void) {
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}
static inline uint32_t join_halves(uint32_t a, uint32_t b) {
    return low_half_is_first() ? (a & 0xffff) | b << 16 : a << 16 | (b & 0xffff);
}
static inline uint32_t first_half(uint32_t word) {
    return low_half_is_first() ? word & 0xffff : word >> 16;
}

/* --- Vertices ----------------------------------------------------------------------------------------------------------------*/

/* in_order, here and below: the shapes, and so their blocks, follow each other. plain_boxes: all models are boxes with area,
 * counter-clockwise, without radii; then their heads need not be read. */
SPECIALISED w take_column(const float *values, size_t stride, const place_group *group, bool in_order) {
    if (in_order && stride == 1)
        return w_load(values + group->shape[0]);
    float column[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        column[lane] = values[(in_order ? group->shape[0] + (size_t)lane : group->shape[lane]) * stride];
    return w_load(column);
}

/* The words of 1 and of the sign of a float: windings are made as words, since lanes that are written one by one cannot be read at
 * once before all of them are in the cache. */
#define WORD_OF_1    UINT32_C(0x3f800000)
#define WORD_OF_SIGN UINT32_C(0x80000000)

SPECIALISED w take_radii(const sepal_polys *models, const place_group *group) {
    if (!models->round)
        return w_set1(0);
    float column[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        column[lane] = models->radii[group->model[lane]];
    return w_load(column);
}

SPECIALISED void place_vertices(const placing *p, const place_group *group, uint32_t size, bool in_order, bool plain_boxes,
                                shape_lanes *out) {
    const sepal_poses *poses = p->poses;
    size_t stride = poses->stride;
    w x = take_column(poses->x, stride, group, in_order), y = take_column(poses->y, stride, group, in_order);
    w cosine = poses->cos == NULL ? w_set1(1) : take_column(poses->cos, stride, group, in_order);
    w sine = poses->sin == NULL ? w_set1(0) : take_column(poses->sin, stride, group, in_order);
    uint32_t padded = sepal_padded(size);
    const float *at[SEPAL_LANES];
    uint32_t winding[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        at[lane] = p->models->vertices + 4 * (size_t)group->model_at[lane];
        winding[lane] = WORD_OF_1 | (group->model_flags[lane] & SEPAL_CLOCKWISE ? WORD_OF_SIGN : 0U);
    }
    out->winding = plain_boxes ? w_set1(1) : w_load_words(winding);
    out->radius = plain_boxes ? w_set1(0) : take_radii(p->models, group);
    w model[2 * SEPAL_LANE_VERTICES];
    w_load_quads(at, (int)padded / 2, model);
    for (uint32_t k = 0; k < padded; k++) { /* those that fill up the block as well */
        w mx = model[k], my = model[padded + k];
        out->vertex[k].x = w_sub(w_add(x, w_mul(cosine, mx)), w_mul(sine, my));
        out->vertex[k].y = w_add(w_add(y, w_mul(sine, mx)), w_mul(cosine, my));
    }
    for (uint32_t k = 0; k < size; k++)
        out->edge[k] = w2_sub(out->vertex[k + 1 < size ? k + 1 : 0], out->vertex[k]);
}

/* --- Records -----------------------------------------------------------------------------------------------------------------*/

/* Records of n quads, which are next to each other if the shapes are. */
SPECIALISED void store_records(void *records, int n, const place_group *group, bool in_order, const w *fields) {
    float *first = records, *at[SEPAL_LANES];
    if (in_order) {
        w_store_run(first + 4 * (size_t)n * group->shape[0], n, fields);
        return;
    }
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = first + 4 * (size_t)n * group->shape[lane];
    w_store_quads(at, n, fields);
}

SPECIALISED void store_block(const placing *p, const place_group *group, bool in_order, const shape_lanes *v, uint32_t size) {
    uint32_t padded = sepal_padded(size);
    w block[2 * SEPAL_LANE_VERTICES];
    for (uint32_t k = 0; k < padded; k++) {
        block[k] = v->vertex[k].x;
        block[padded + k] = v->vertex[k].y;
    }
    if (in_order) {
        w_store_run(p->world->vertices + 4 * (size_t)group->at[0], (int)padded / 2, block);
        return;
    }
    float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = p->world->vertices + 4 * (size_t)group->at[lane];
    w_store_quads(at, (int)padded / 2, block);
}

SPECIALISED void store_circles(const placing *p, const place_group *group, bool in_order, const shape_lanes *v) {
    w fields[4] = {v->centre.x, v->centre.y, w_flip(v->outer, v->winding), v->inner};
    store_records(p->world->circles, 1, group, in_order, fields);
}

/* The lanes that are boxes. */
SPECIALISED unsigned store_parallelograms(const placing *p, const place_group *group, bool in_order, const shape_lanes *v,
                                          uint32_t size) {
    w zero = w_set1(0), fields[8] = {zero, zero, zero, zero, zero, zero, w_set1(INFINITY), zero};
    unsigned boxes = 0;
    if (size <= 2)
        form_segment(v, size, fields);
    else if (size == 4)
        boxes = wm_bits(form_parallelogram(v, fields));
    store_records(p->world->cores, 2, group, in_order, fields);
    return boxes;
}

/* Are all shapes boxes, as far as they are sure? */
SPECIALISED bool store_heads(const placing *p, const place_group *group, bool in_order, bool plain_boxes, const shape_lanes *v,
                             uint32_t size, unsigned boxes) {
    uint32_t least[SEPAL_LANES], most[SEPAL_LANES], vertices[SEPAL_LANES], exponents[SEPAL_LANES], kinds[SEPAL_LANES];
    w_store_words(least, v->least);
    w_store_words(most, v->most);
    uint32_t all = SEPAL_BOX, sure = wm_bits(v->sure);
    for (uint32_t lane = 0; lane < SEPAL_LANES; lane++) { /* biased exponent 0 is that of subnormals, and 1 has the same unit */
        int32_t low = (int32_t)(least[lane] >> 23), high = (int32_t)(most[lane] >> 23);
        low = most[lane] == 0 ? SEPAL_LOW_OF_ZERO : (low > 1 ? low : 1) - 150;
        high = most[lane] == 0 ? SEPAL_HIGH_OF_ZERO : (high > 1 ? high : 1) - 126;
        exponents[lane] = join_halves((uint32_t)low, (uint32_t)high);
        vertices[lane] = size;
        uint32_t of_model = plain_boxes ? SEPAL_BOX : group->model_flags[lane] & (SEPAL_CLOCKWISE | SEPAL_BOX);
        uint32_t flags = of_model | (size < 3 ? SEPAL_FLAT : 0U) | (boxes >> lane & 1U) * SEPAL_BOX;
        kinds[lane] = join_halves(flags, sepal_class_of(size, flags));
        all &= flags | (~sure >> lane & 1U) * SEPAL_BOX;
    }
    const w words[4] = {w_load_words(group->at), w_load_words(vertices), w_load_words(exponents), w_load_words(kinds)};
    store_records(p->world->heads, 1, group, in_order, words);
    return all != 0;
}

/* Have all shapes area, a counter-clockwise winding and a finite circle, as far as they are sure? (These are in range, and bend.)
 */
SPECIALISED bool are_plain(const shape_lanes *v, uint32_t size) {
    wm clockwise = w_gt(w_set1(0), v->winding);
    return size > 2 && wm_bits(wm_and(v->sure, clockwise)) == 0;
}

/* --- Groups ------------------------------------------------------------------------------------------------------------------*/

SPECIALISED void place_group_of(const placing *p, const place_group *group, uint32_t size, bool in_order, bool plain_boxes) {
    shape_lanes v;
    place_vertices(p, group, size, in_order, plain_boxes, &v);
    form_lanes(&v, size);
    store_block(p, group, in_order, &v, size);
    store_circles(p, group, in_order, &v);
    unsigned boxes = store_parallelograms(p, group, in_order, &v, size);
    if (!store_heads(p, group, in_order, plain_boxes, &v, size, plain_boxes ? 0 : boxes))
        p->world->boxes = false;
    if (!are_plain(&v, size))
        p->world->plain = false;
    unsigned filled = ALL_LANES >> (SEPAL_LANES - group->count);
    for (unsigned unsure = filled & ~wm_bits(v.sure); unsure != 0; unsure &= unsure - 1) {
        unsigned lane = sepal_lowest_bit(unsure);
        sepal_polys_scalar_place_one(p->world, p->models, group->model[lane], p->poses, group->shape[lane]);
    }
}

/* The sizes that are met most have loops with constant bounds. */
static void place_group_in_order(const placing *p, const place_group *group, uint32_t size) {
    if (size == 4)
        place_group_of(p, group, 4, true, false);
    else if (size == 8)
        place_group_of(p, group, 8, true, false);
    else if (size > 0)
        place_group_of(p, group, size, true, false);
}

/* Whole groups of plain boxes; returns how many shapes that makes. Block k is the k-th, of two quads. */
static size_t place_plain_boxes(const placing *p, const uint32_t *model, size_t count) {
    place_group group = {.count = SEPAL_LANES};
    size_t i = 0;
    for (; count - i >= SEPAL_LANES; i += SEPAL_LANES) {
        for (uint32_t lane = 0; lane < SEPAL_LANES; lane++) {
            group.shape[lane] = (uint32_t)i + lane;
            group.model[lane] = model[i + lane];
            group.at[lane] = 2 * group.shape[lane];
            group.model_at[lane] = 2 * group.model[lane];
        }
        place_group_of(p, &group, 4, true, true);
    }
    return i;
}

/* A group that is not full repeats its first shape. */
static void place_group_out_of_order(const placing *p, place_group *group, uint32_t size) {
    for (uint32_t lane = group->count; lane < SEPAL_LANES; lane++) {
        group->shape[lane] = group->shape[0];
        group->at[lane] = group->at[0];
        group->model[lane] = group->model[0];
        group->model_at[lane] = group->model_at[0];
        group->model_flags[lane] = group->model_flags[0];
    }
    if (size > 0 && group->count > 0)
        place_group_of(p, group, size, false, false);
    group->count = 0;
}

static inline void take_shape(const sepal_polys *models, const uint32_t *model, size_t i, uint32_t at, uint32_t lane,
                              place_group *out) {
    const sepal_poly_head *head = &models->heads[model[i]];
    out->shape[lane] = (uint32_t)i;
    out->at[lane] = at;
    out->model[lane] = model[i];
    out->model_at[lane] = head->at;
    out->model_flags[lane] = head->flags;
}

/* Takes shapes i .. i + SEPAL_LANES - 1, whose blocks begin at `at`; false unless their models have one size, of those that lanes
 * take. A head is four words, which lanes load as they load floats. */
static inline bool take_in_order(const sepal_polys *models, const uint32_t *model, size_t i, uint32_t at, place_group *out) {
    const float *heads[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        heads[lane] = (const float *)(const void *)&models->heads[model[i + (size_t)lane]];
    w words[4];
    w_load_quads(heads, 1, words);
    uint32_t column[SEPAL_LANES], flags[SEPAL_LANES], differ = 0;
    w_store_words(out->model_at, words[0]);
    w_store_words(column, words[1]);
    w_store_words(flags, words[3]);
    uint32_t size = column[0], quads = (uint32_t)sepal_quads_of(size);
    for (uint32_t lane = 0; lane < SEPAL_LANES; lane++) {
        differ |= column[lane] ^ size;
        out->shape[lane] = (uint32_t)i + lane;
        out->at[lane] = at + lane * quads;
        out->model_flags[lane] = first_half(flags[lane]);
    }
    memcpy(out->model, model + i, sizeof out->model);
    return differ == 0 && size <= SEPAL_LANE_VERTICES;
}

/* Whole groups of one size go straight on; other shapes wait for more of their size. */
void kernel_place(sepal_polys *world, const sepal_polys *models, const uint32_t *model, const sepal_poses *poses, size_t count) {
    placing p = {world, models, poses};
    place_group straight = {.count = SEPAL_LANES}, waiting[SEPAL_LANE_VERTICES + 1]; /* by size */
    for (int size = 0; size <= SEPAL_LANE_VERTICES; size++)
        waiting[size].count = 0;
    bool plain_boxes = models->boxes && models->plain && !models->round;
    size_t begin = plain_boxes ? place_plain_boxes(&p, model, count) : 0;
    uint32_t at = 2 * (uint32_t)begin;
    for (size_t i = begin; i < count;) {
        size_t end = count - i < SEPAL_LANES ? count : i + SEPAL_LANES;
        if (end - i == SEPAL_LANES && take_in_order(models, model, i, at, &straight)) {
            uint32_t size = models->heads[model[i]].size;
            place_group_in_order(&p, &straight, size);
            at += SEPAL_LANES * (uint32_t)sepal_quads_of(size);
            i = end;
        }
        for (; i < end; i++) {
            uint32_t size = models->heads[model[i]].size, block = at + (uint32_t)sepal_quads_before(size);
            at += (uint32_t)sepal_quads_of(size);
            if (size > SEPAL_LANE_VERTICES) {
                world->heads[i].at = block;
                sepal_polys_scalar_place_one(world, models, model[i], poses, i);
                continue;
            }
            place_group *group = &waiting[size];
            take_shape(models, model, i, block, group->count++, group);
            if (group->count == SEPAL_LANES)
                place_group_out_of_order(&p, group, size);
        }
    }
    for (uint32_t size = 1; size <= SEPAL_LANE_VERTICES; size++)
        place_group_out_of_order(&p, &waiting[size], size);
}

/* --- Range -------------------------------------------------------------------------------------------------------------------*/

/* Is every magnitude <= most? Plain C on the bits, which are ordered as the magnitudes are, NaN last; compilers make it wide. */
SPECIALISED bool magnitudes_within(const float *values, size_t count, size_t stride, float most) {
    uint32_t limit, beyond = 0;
    memcpy(&limit, &most, sizeof limit);
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, values + i * stride, sizeof word);
        beyond |= (uint32_t)((word & 0x7fffffff) > limit);
    }
    return beyond == 0;
}

SPECIALISED bool column_within(const float *values, size_t count, size_t stride, float most) {
    return stride == 1 ? magnitudes_within(values, count, 1, most) : magnitudes_within(values, count, stride, most);
}

bool kernel_poses_within(const sepal_poses *poses, size_t count, float most_place, float most_turn) {
    bool within =
        column_within(poses->x, count, poses->stride, most_place) && column_within(poses->y, count, poses->stride, most_place);
    return within && (poses->cos == NULL || (column_within(poses->cos, count, poses->stride, most_turn) &&
                                             column_within(poses->sin, count, poses->stride, most_turn)));
}
