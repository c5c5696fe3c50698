/* polys.c — sets of polygons: storage, and the ways in and out. */
#include "convex.h"
#include "form.h"
#include "fpstate.h"
#include "memory.h"
#include "store.h"
#include <math.h>
#include <string.h>

enum { ALIGNMENT = 64 };

/* --- Storage
 * --------------------------------------------------------------------------------------------------------------------*/

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

/* Room for that many more shapes and quadruples of floats; grows by half at least, so that adding one by one stays linear. */
static sepal_status make_room(sepal_polys *set, size_t shapes, size_t quads) {
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

sepal_status sepal_store_radii(sepal_polys *set) {
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

sepal_status sepal_store_room(sepal_polys *set, size_t shapes, size_t quads) {
    size_t more_shapes = shapes > set->count ? shapes - set->count : 0, more_quads = quads > set->used ? quads - set->used : 0;
    return make_room(set, more_shapes, more_quads);
}

sepal_status sepal_polys_create(const sepal_allocator *allocator, sepal_polys **out) {
    if (allocator == NULL)
        allocator = &sepal_c_allocator;
    if (out == NULL || allocator->allocate == NULL || allocator->release == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_polys *set = take(allocator, 1, sizeof *set);
    if (set == NULL)
        return SEPAL_NO_MEMORY;
    *set = (sepal_polys){.allocator = *allocator, .boxes = true, .same = true, .plain = true};
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
    size_t quads = (17 * vertices + 15 * filled) / 16 + 1;
    return quads > set->room ? grow_vertices(set, quads) : SEPAL_OK;
}

size_t sepal_polys_count(const sepal_polys *set) {
    return set == NULL ? 0 : set->count;
}

/* --- One polygon
 * ----------------------------------------------------------------------------------------------------------------*/

/* Accepts the vertices of one polygon, or refuses them. */
static bool accept(const float *x, const float *y, size_t count, uint32_t *flags) {
    if (count == 0 || count > UINT32_MAX / 2)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return false;
    return sepal_is_convex(x, y, count, flags);
}

void sepal_store_write(sepal_polys *set, uint32_t index, uint32_t at, const float *x, const float *y, uint32_t size, uint32_t flags,
                       float radius) {
    sepal_poly_head head = {.at = at, .size = size};
    sepal_form_exponents(x, y, size, &head);
    sepal_poly_circle circle = sepal_form_circle(x, y, size, flags, radius);
    sepal_poly_box box = {0};
    if (size == 4) {
        box = sepal_form_parallelogram(x, y, &circle);
        flags |= sepal_form_is_box(&box) ? SEPAL_BOX : 0U;
    }
    head.flags = (uint16_t)flags;
    head.class = (uint16_t)sepal_class_of(size, flags);
    set->heads[index] = head;
    set->circles[index] = circle;
    set->parallelograms[index] = box;
    uint32_t padded = sepal_padded(size);
    float *to_x = set->vertices + 4 * (size_t)at, *to_y = to_x + padded;
    if (size > SEPAL_COARSE)
        sepal_form_coarse(x, y, size, to_x - SEPAL_COARSE_FLOATS);
    for (size_t i = 0; i < padded; i++) {
        size_t k = i < size ? i : size - 1;
        to_x[i] = x[k];
        to_y[i] = y[k];
    }
    set->same = set->same && (set->largest == 0 || padded == sepal_padded(set->largest));
    set->largest = size > set->largest ? size : set->largest;
    set->boxes = set->boxes && (flags & SEPAL_BOX) != 0;
    set->round = set->round || radius > 0;
    if (set->radii != NULL)
        set->radii[index] = radius;
    set->plain = set->plain && (flags & (SEPAL_FLAT | SEPAL_CLOCKWISE)) == 0 && isfinite(set->circles[index].outer);
}

/* Appends an accepted polygon; make_room was called for it, and sepal_store_radii if the radius is above 0. */
static void append(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t flags, float radius) {
    size_t at = set->used + sepal_quads_before(count);
    sepal_store_write(set, (uint32_t)set->count, (uint32_t)at, x, y, (uint32_t)count, flags, radius);
    set->count++;
    set->used += sepal_quads_of(count);
}

static bool is_radius(float radius) {
    return isfinite(radius) && radius >= 0;
}

sepal_status sepal_polys_add(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t *index) {
    return sepal_polys_add_round(set, x, y, count, 0, index);
}

sepal_status sepal_polys_add_round(sepal_polys *set, const float *x, const float *y, size_t count, float radius, uint32_t *index) {
    if (set == NULL || x == NULL || y == NULL)
        return SEPAL_BAD_ARGUMENT;
    uint32_t flags;
    sepal_fpstate callers = sepal_fpstate_enter();
    bool fine = is_radius(radius) && accept(x, y, count, &flags);
    sepal_status status = fine ? make_room(set, 1, sepal_quads_of(count)) : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK && radius > 0)
        status = sepal_store_radii(set);
    if (status == SEPAL_OK) {
        if (index != NULL)
            *index = (uint32_t)set->count;
        append(set, x, y, count, flags, radius);
    }
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_polys_update(sepal_polys *set, uint32_t index, const float *x, const float *y) {
    if (set == NULL || x == NULL || y == NULL || index >= set->count)
        return SEPAL_BAD_ARGUMENT;
    uint32_t flags;
    sepal_poly_head head = set->heads[index];
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = accept(x, y, head.size, &flags) ? SEPAL_OK : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK)
        sepal_store_write(set, index, head.at, x, y, head.size, flags, sepal_poly_radius(set, index));
    sepal_fpstate_leave(callers);
    return status;
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

/* --- Many
 * -----------------------------------------------------------------------------------------------------------------------*/

/* What an append changes; put back if a later shape of the same call is refused. */
typedef struct mark {
    size_t count, used;
    uint32_t largest;
    bool boxes, same, round, plain;
} mark;

static mark mark_of(const sepal_polys *set) {
    return (mark){set->count, set->used, set->largest, set->boxes, set->same, set->round, set->plain};
}

static void put_back(sepal_polys *set, mark to) {
    set->count = to.count;
    set->used = to.used;
    set->largest = to.largest;
    set->boxes = to.boxes;
    set->same = to.same;
    set->round = to.round;
    set->plain = to.plain;
}

sepal_status sepal_polys_add_many(sepal_polys *set, const float *x, const float *y, const uint32_t *first, size_t shapes,
                                  uint32_t *index, size_t *bad) {
    if (set == NULL || (shapes > 0 && (x == NULL || y == NULL || first == NULL)))
        return SEPAL_BAD_ARGUMENT;
    size_t quads = 0;
    for (size_t k = 0; k < shapes; k++) {
        if (first[k + 1] < first[k])
            return SEPAL_BAD_ARGUMENT;
        quads += sepal_quads_of(first[k + 1] - first[k]);
    }
    sepal_status status = make_room(set, shapes, quads);
    mark before = mark_of(set);
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t k = 0; k < shapes && status == SEPAL_OK; k++) {
        uint32_t flags, count = first[k + 1] - first[k];
        if (accept(x + first[k], y + first[k], count, &flags)) {
            append(set, x + first[k], y + first[k], count, flags, 0);
        } else {
            put_back(set, before);
            status = SEPAL_BAD_SHAPE;
            if (bad != NULL)
                *bad = k;
        }
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)before.count;
    return status;
}

/* The corners of box i, rounded as sepal_polys_add_boxes states (the compiler may not contract them: -ffp-contract=off). They are
 * in convex order: rounding is monotonic, so each of the four edges points into the quadrant in which the exact one points, or
 * vanishes; and edges of which each is in the quadrant after the one before, and which add up to zero, go round a convex polygon
 * once. */
static bool corners_of(const sepal_boxes *boxes, size_t i, float x[4], float y[4]) {
    size_t k = i * (boxes->stride == 0 ? 1 : boxes->stride);
    float half_x = boxes->half_x[k], half_y = boxes->half_y[k];
    float cosine = boxes->cos == NULL ? 1 : boxes->cos[k], sine = boxes->sin == NULL ? 0 : boxes->sin[k];
    float ux = cosine * half_x, uy = sine * half_x, vx = sine * half_y, vy = cosine * half_y;
    float left = boxes->x[k] - ux, right = boxes->x[k] + ux, low = boxes->y[k] - uy, high = boxes->y[k] + uy;
    x[0] = left + vx, y[0] = low - vy;
    x[1] = right + vx, y[1] = high - vy;
    x[2] = right - vx, y[2] = high + vy;
    x[3] = left - vx, y[3] = low + vy;
    bool finite = isfinite(half_x) && isfinite(half_y) && isfinite(cosine) && isfinite(sine);
    for (int j = 0; j < 4; j++)
        finite = finite && isfinite(x[j]) && isfinite(y[j]);
    return finite && half_x >= 0 && half_y >= 0;
}

sepal_status sepal_polys_add_boxes(sepal_polys *set, const sepal_boxes *boxes, size_t count, uint32_t *index) {
    if (set == NULL || boxes == NULL || (boxes->cos == NULL) != (boxes->sin == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (boxes->x == NULL || boxes->y == NULL || boxes->half_x == NULL || boxes->half_y == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (count > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    sepal_status status = make_room(set, count, count * sepal_quads_of(4));
    mark before = mark_of(set);
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t i = 0; i < count && status == SEPAL_OK; i++) {
        float x[4], y[4];
        uint32_t flags;
        if (corners_of(boxes, i, x, y) && sepal_is_convex(x, y, 4, &flags)) {
            append(set, x, y, 4, flags | SEPAL_BOX, 0); /* however thin: the set keeps its fast route */
        } else {
            put_back(set, before);
            status = SEPAL_BAD_SHAPE;
        }
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)before.count;
    return status;
}

/* Row i of arrays with a stride: the ends of a core, which may be one, and a radius. */
typedef struct rows {
    const float *x[2], *y[2], *radius;
    size_t stride;
} rows;

/* Adds `count` cores of `size` vertices, 1 or 2: always convex. */
static sepal_status add_rows(sepal_polys *set, const rows *from, uint32_t size, size_t count, uint32_t *index) {
    if (count > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    sepal_status status = make_room(set, count, count * sepal_quads_of(size));
    mark before = mark_of(set);
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t i = 0; i < count && status == SEPAL_OK; i++) {
        size_t at = i * (from->stride == 0 ? 1 : from->stride);
        float x[2] = {from->x[0][at], from->x[1][at]}, y[2] = {from->y[0][at], from->y[1][at]}, radius = from->radius[at];
        if (!is_radius(radius) || !isfinite(x[0]) || !isfinite(y[0]) || !isfinite(x[1]) || !isfinite(y[1]))
            status = SEPAL_BAD_SHAPE;
        else if (radius > 0)
            status = sepal_store_radii(set);
        if (status == SEPAL_OK)
            append(set, x, y, size, SEPAL_FLAT, radius);
        else
            put_back(set, before);
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)before.count;
    return status;
}

sepal_status sepal_polys_add_circles(sepal_polys *set, const sepal_circles *circles, size_t count, uint32_t *index) {
    if (set == NULL || circles == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (circles->x == NULL || circles->y == NULL || circles->radius == NULL))
        return SEPAL_BAD_ARGUMENT;
    rows from = {{circles->x, circles->x}, {circles->y, circles->y}, circles->radius, circles->stride};
    return add_rows(set, &from, 1, count, index);
}

sepal_status sepal_polys_add_capsules(sepal_polys *set, const sepal_capsules *capsules, size_t count, uint32_t *index) {
    if (set == NULL || capsules == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 &&
        (capsules->x0 == NULL || capsules->y0 == NULL || capsules->x1 == NULL || capsules->y1 == NULL || capsules->radius == NULL))
        return SEPAL_BAD_ARGUMENT;
    rows from = {{capsules->x0, capsules->x1}, {capsules->y0, capsules->y1}, capsules->radius, capsules->stride};
    return add_rows(set, &from, 2, count, index);
}
