/* Sets of solids: what is given comes back, how boxes are rounded, what is refused, memory that fails. */
#include "../common/allocators.h"
#include "../scenes/solid_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static sepal_solids *empty_set(void) {
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    cr_assert_not_null(set);
    cr_assert_eq(sepal_solids_count(set), 0);
    return set;
}

/* Solid `index` is `item`, to the bit. */
static void check_solid(const sepal_solids *set, uint32_t index, const solid_item *item) {
    float radius;
    cr_assert_eq(sepal_solids_radius(set, index, &radius), SEPAL_OK);
    cr_assert_eq(memcmp(&radius, &item->radius, sizeof radius), 0, "solid %u", index);
    sepal_parallelepiped box;
    const float *x, *y, *z;
    size_t count;
    if (item->box) {
        cr_assert_eq(sepal_solids_box(set, index, &box), SEPAL_OK);
        cr_assert_eq(memcmp(&box, &item->vectors, sizeof box), 0, "solid %u", index);
        cr_assert_eq(sepal_solids_vertices(set, index, &x, &y, &z, &count), SEPAL_BAD_ARGUMENT);
        return;
    }
    cr_assert_eq(sepal_solids_vertices(set, index, &x, &y, &z, &count), SEPAL_OK);
    cr_assert_eq(count, item->count, "solid %u", index);
    cr_assert(memcmp(x, item->x, count * sizeof *x) == 0 && memcmp(y, item->y, count * sizeof *y) == 0 &&
                  memcmp(z, item->z, count * sizeof *z) == 0,
              "solid %u", index);
    cr_assert_eq(sepal_solids_box(set, index, &box), SEPAL_BAD_ARGUMENT);
}

Test(solids_set, keeps_what_was_given) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 1, 100);
        cr_assert_eq(sepal_solids_count(s.set_a), s.count);
        for (size_t k = 0; k < s.count; k++)
            check_solid(s.set_a, (uint32_t)k, &s.a[k]);
        solid_scene_destroy(&s);
    }
}

Test(solids_set, takes_nothing_and_minus_zero) {
    sepal_solids *set = empty_set();
    const float point = 3, minus_zero = -0.0F;
    const sepal_solid_boxes none = {.x = NULL};
    uint32_t index = 99;
    float radius = 1;
    cr_assert_eq(sepal_solids_add_hull(set, &point, &point, &point, 1, minus_zero, &index), SEPAL_OK);
    cr_assert_eq(index, 0);
    cr_assert_eq(sepal_solids_radius(set, 0, &radius), SEPAL_OK);
    cr_assert(radius == 0 && !signbit(radius));
    cr_assert_eq(sepal_solids_add_boxes(set, &none, 0, &index, NULL), SEPAL_OK);
    cr_assert_eq(index, 1);
    cr_assert_eq(sepal_solids_add_hulls(set, NULL, NULL, NULL, NULL, 0, NULL, &index, NULL), SEPAL_OK);
    cr_assert_eq(index, 1);
    sepal_solids_destroy(set);
}

Test(solids_set, updates_in_place) {
    solid_scene s = solid_scene_create(4, 1, 100), other = solid_scene_create(7, 2, 100);
    for (size_t k = 0; k < s.count; k++) {
        solid_item *a = &s.a[k], *b = &other.a[k];
        if (a->box && b->box) {
            cr_assert_eq(sepal_solids_update_box(s.set_a, (uint32_t)k, &b->vectors), SEPAL_OK);
            a->vectors = b->vectors;
            cr_assert_eq(sepal_solids_update_hull(s.set_a, (uint32_t)k, b->x, b->y, b->z), SEPAL_BAD_ARGUMENT);
        } else if (!a->box) {
            for (size_t m = 0; m < a->count; m++)
                a->x[m] += 1;
            cr_assert_eq(sepal_solids_update_hull(s.set_a, (uint32_t)k, a->x, a->y, a->z), SEPAL_OK);
            cr_assert_eq(sepal_solids_update_box(s.set_a, (uint32_t)k, &b->vectors), SEPAL_BAD_ARGUMENT);
            const float good = a->x[0];
            a->x[0] = NAN;
            cr_assert_eq(sepal_solids_update_hull(s.set_a, (uint32_t)k, a->x, a->y, a->z), SEPAL_BAD_SHAPE);
            a->x[0] = good;
        }
    }
    for (size_t k = 0; k < s.count; k++)
        check_solid(s.set_a, (uint32_t)k, &s.a[k]);
    /* and its answers are those of a fresh set */
    sepal_solids *fresh = empty_set();
    uint64_t bits[2][SEPAL_BIT_WORDS(100)];
    for (size_t k = 0; k < s.count; k++)
        solid_add(fresh, &s.a[k]);
    cr_assert_eq(sepal_solids_overlap_pairs(s.set_a, s.set_b, s.pairs, s.count, NULL, bits[0]), SEPAL_OK);
    cr_assert_eq(sepal_solids_overlap_pairs(fresh, s.set_b, s.pairs, s.count, NULL, bits[1]), SEPAL_OK);
    cr_assert_eq(memcmp(bits[0], bits[1], sizeof bits[0]), 0);
    cr_assert_eq(sepal_solids_update_box(s.set_a, 100, &s.a[0].vectors), SEPAL_BAD_ARGUMENT);
    sepal_solids_destroy(fresh);
    solid_scene_destroy(&s);
    solid_scene_destroy(&other);
}

/* --- How boxes are rounded -------------------------------------------------------------------- */

/* The matrix of a quaternion as the manual states it. */
static void manual_matrix(const float q[4], double r[3][3]) {
    const double w = (double)q[0], x = (double)q[1], y = (double)q[2], z = (double)q[3],
                 s = 2 / (((w * w + x * x) + y * y) + z * z);
    const double m[3][3] = {{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                            {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                            {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}};
    memcpy(r, m, sizeof m);
}

Test(solids_set, boxes_are_rounded_as_stated) {
    /* rows of 19 floats: centre, half extents, quaternion, matrix */
    enum { ROWS = 40, WIDTH = 19 };
    float rows[ROWS][WIDTH];
    uint32_t state = 7;
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < WIDTH; k++) {
            state = state * 1664525 + 1013904223;
            rows[i][k] = (float)(state >> 8) * 0x1p-23F - 1;
            if (k >= 3 && k < 6)
                rows[i][k] = fabsf(rows[i][k]);
        }
    sepal_solid_boxes boxes = {&rows[0][0], &rows[0][1], &rows[0][2], &rows[0][3], &rows[0][4],
                               &rows[0][5], {.w = NULL}, NULL,        WIDTH};
    for (int way = 0; way < 3; way++) {
        sepal_solids *set = empty_set();
        uint32_t first = 99;
        if (way == 1)
            boxes.turn = (sepal_solid_turns){&rows[0][6], &rows[0][7], &rows[0][8], &rows[0][9], {NULL}};
        if (way == 2) {
            boxes.turn = (sepal_solid_turns){.w = NULL};
            for (int k = 0; k < 9; k++)
                boxes.turn.matrix[k] = &rows[0][10 + k];
        }
        cr_assert_eq(sepal_solids_add_boxes(set, &boxes, ROWS, &first, NULL), SEPAL_OK);
        cr_assert_eq(first, 0);
        for (uint32_t i = 0; i < ROWS; i++) {
            double r[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
            sepal_parallelepiped box;
            if (way == 1)
                manual_matrix(&rows[i][6], r);
            for (int k = 0; way == 2 && k < 9; k++)
                r[k / 3][k % 3] = (double)rows[i][10 + k];
            cr_assert_eq(sepal_solids_box(set, i, &box), SEPAL_OK);
            for (int k = 0; k < 3; k++) {
                cr_assert_eq(box.c[k], rows[i][k]);
                cr_assert_eq(box.u[k], (float)(r[k][0] * (double)rows[i][3]), "way %d", way);
                cr_assert_eq(box.v[k], (float)(r[k][1] * (double)rows[i][4]), "way %d", way);
                cr_assert_eq(box.w[k], (float)(r[k][2] * (double)rows[i][5]), "way %d", way);
            }
        }
        sepal_solids_destroy(set);
    }
}

/* --- What is refused -------------------------------------------------------------------------- */

Test(solids_set, refuses_bad_numbers_and_changes_nothing) {
    const float bad[] = {NAN, INFINITY, -INFINITY};
    sepal_solids *set = empty_set();
    const solid_item kept = {.count = 2, .x = {0, 1}, .radius = 0.5F};
    uint32_t index = 77;
    sepal_refusal refusal = {55, NULL};
    solid_add(set, &kept);
    for (size_t b = 0; b < 4; b++)
        for (int place = 0; place < 10; place++) {
            /* a second row is bad: neither is added */
            float rows[2][10] = {{0, 0, 0, 1, 1, 1, 1, 0, 0, 0}, {0, 0, 0, 1, 1, 1, 1, 0, 0, 0}};
            rows[1][place] = b < 3 ? bad[b] : -1;
            const bool refused = b < 3 || (place >= 3 && place < 6); /* a negative half extent */
            const sepal_solid_boxes boxes = {&rows[0][0],
                                             &rows[0][1],
                                             &rows[0][2],
                                             &rows[0][3],
                                             &rows[0][4],
                                             &rows[0][5],
                                             {&rows[0][6], &rows[0][7], &rows[0][8], &rows[0][9], {NULL}},
                                             NULL,
                                             10};
            if (refused)
                cr_assert_eq(sepal_solids_add_boxes(set, &boxes, 2, &index, NULL), SEPAL_BAD_SHAPE, "%zu %d", b, place);
            const sepal_solid_spheres spheres = {&rows[0][0], &rows[0][1], &rows[0][2], &rows[0][3], 10};
            if (place < 3 ? b < 3 : place == 3)
                cr_assert_eq(sepal_solids_add_spheres(set, &spheres, 2, &index, NULL), SEPAL_BAD_SHAPE, "%zu %d", b, place);
            const sepal_solid_capsules capsules = {&rows[0][0], &rows[0][1], &rows[0][2], &rows[0][3],
                                                   &rows[0][4], &rows[0][5], &rows[0][6], 10};
            if (place < 6 ? b < 3 : place == 6)
                cr_assert_eq(sepal_solids_add_capsules(set, &capsules, 2, &index, NULL), SEPAL_BAD_SHAPE, "%zu %d", b, place);
            const sepal_solid_parallelepipeds slanted = {{&rows[0][0], &rows[0][1], &rows[0][2]},
                                                         {&rows[0][3], &rows[0][4], &rows[0][5]},
                                                         {&rows[0][3], &rows[0][4], &rows[0][5]},
                                                         {&rows[0][6], &rows[0][7], &rows[0][8]},
                                                         &rows[0][9],
                                                         10};
            if (b < 3 || place == 9)
                cr_assert_eq(sepal_solids_add_parallelepipeds(set, &slanted, 2, &index, NULL), SEPAL_BAD_SHAPE, "%zu %d", b, place);
            if (b < 3) {
                const uint32_t first[] = {0, 5, 10};
                const float zeros[10] = {0};
                cr_assert_eq(sepal_solids_add_hull(set, rows[1], zeros, zeros, 10, 0, &index), SEPAL_BAD_SHAPE);
                cr_assert_eq(sepal_solids_add_hull(set, zeros, rows[1], zeros, 10, 0, &index), SEPAL_BAD_SHAPE);
                cr_assert_eq(sepal_solids_add_hull(set, zeros, zeros, rows[1], 10, 0, &index), SEPAL_BAD_SHAPE);
                cr_assert_eq(sepal_solids_add_hull(set, zeros, zeros, zeros, 10, bad[b], &index), SEPAL_BAD_SHAPE);
                cr_assert_eq(sepal_solids_add_hulls(set, zeros, rows[1], zeros, first, 2, NULL, &index, &refusal), SEPAL_BAD_SHAPE);
                cr_assert(refusal.index == (size_t)place / 5 && strcmp(refusal.reason, "a coordinate is not finite") == 0);
                refusal = (sepal_refusal){55, NULL};
            }
        }
    const float quaternion[4] = {0, 0, 0, 0}, one = 1, large = FLT_MAX;
    sepal_solid_boxes boxes = {
        &one, &one, &one, &one, &one, &one, {&quaternion[0], &quaternion[1], &quaternion[2], &quaternion[3], {NULL}}, NULL, 1};
    cr_assert_eq(sepal_solids_add_boxes(set, &boxes, 1, &index, NULL), SEPAL_BAD_SHAPE, "a quaternion of length 0");
    boxes.turn = (sepal_solid_turns){.matrix = {&large, &large, &large, &large, &large, &large, &large, &large, &large}};
    boxes.half_x = &large;
    cr_assert_eq(sepal_solids_add_boxes(set, &boxes, 1, &index, NULL), SEPAL_BAD_SHAPE, "a half edge overflows");
    const float zero = 0;
    const uint32_t empty[] = {0, 1, 1}, descending[] = {0, 1, 0};
    cr_assert_eq(sepal_solids_add_hull(set, &zero, &zero, &zero, 0, 0, &index), SEPAL_BAD_SHAPE, "no vertices");
    cr_assert_eq(sepal_solids_add_hulls(set, &zero, &zero, &zero, empty, 2, NULL, &index, &refusal), SEPAL_BAD_SHAPE);
    cr_assert(refusal.index == 1 && strcmp(refusal.reason, "it has no vertices") == 0);
    cr_assert_eq(sepal_solids_add_hulls(set, &zero, &zero, &zero, descending, 2, NULL, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(index, 77, "a refused solid has no index");
    cr_assert_eq(sepal_solids_count(set), 1);
    check_solid(set, 0, &kept);
    sepal_solids_destroy(set);
}

Test(solids_set, refuses_bad_arguments) {
    sepal_solids *set = empty_set();
    const float one = 1;
    const float *x;
    size_t count;
    float radius;
    const uint32_t first[] = {0, 1};
    sepal_parallelepiped box = {{0}, {0}, {0}, {0}};
    const sepal_allocator half = {NULL, NULL, NULL};
    const sepal_solid_boxes none = {.x = NULL};
    sepal_solid_boxes some = {&one, &one, &one, &one, &one, &one, {.w = &one}, NULL, 1};
    const sepal_solid_parallelepipeds no_vectors = {.radius = NULL};
    const sepal_solid_spheres no_spheres = {.x = NULL};
    const sepal_solid_capsules no_capsules = {.x0 = NULL};
    cr_assert_eq(sepal_solids_create(NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_create(&half, &set), SEPAL_BAD_ARGUMENT);
    sepal_solids_destroy(NULL);
    sepal_solids_clear(NULL);
    cr_assert_eq(sepal_solids_count(NULL), 0);
    cr_assert_eq(sepal_solids_reserve(NULL, 1, 1, 1), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_reserve(set, SIZE_MAX, 1, 1), SEPAL_NO_MEMORY);
    cr_assert_eq(sepal_solids_reserve(set, 1, UINT32_MAX, UINT32_MAX), SEPAL_NO_MEMORY);
    cr_assert_eq(sepal_solids_add_boxes(NULL, &none, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_boxes(set, NULL, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_boxes(set, &none, 0, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_boxes(set, &none, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_boxes(set, &some, 1, NULL, NULL), SEPAL_BAD_ARGUMENT, "a part of a quaternion");
    some.turn = (sepal_solid_turns){.matrix = {&one, &one, &one, &one, &one, &one, &one, &one, NULL}};
    cr_assert_eq(sepal_solids_add_boxes(set, &some, 1, NULL, NULL), SEPAL_BAD_ARGUMENT, "a part of a matrix");
    some.turn = (sepal_solid_turns){&one, &one, &one, &one, {&one, &one, &one, &one, &one, &one, &one, &one, &one}};
    cr_assert_eq(sepal_solids_add_boxes(set, &some, 1, NULL, NULL), SEPAL_BAD_ARGUMENT, "both");
    cr_assert_eq(sepal_solids_add_parallelepipeds(set, NULL, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_parallelepipeds(set, &no_vectors, 0, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_parallelepipeds(set, &no_vectors, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_spheres(set, &no_spheres, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_spheres(NULL, &no_spheres, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_capsules(set, &no_capsules, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_capsules(set, NULL, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_hull(set, NULL, &one, &one, 1, 0, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_hull(set, &one, NULL, &one, 1, 0, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_hull(set, &one, &one, NULL, 1, 0, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_hull(NULL, &one, &one, &one, 1, 0, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_hulls(set, &one, &one, NULL, first, 1, NULL, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_hulls(set, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_box(set, 0, &box), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_vertices(set, 0, &x, &x, &x, &count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_radius(set, 0, &radius), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_update_box(set, 0, &box), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_update_hull(set, 0, &one, &one, &one), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_count(set), 0);
    sepal_solids_destroy(set);
}

/* Spheres without radii are points, and capsules without radii segments. */
Test(solids_set, no_radii) {
    const float from[] = {1, 2}, to[] = {3, 4};
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_spheres(set, &(sepal_solid_spheres){from, from, to, NULL, 1}, 2, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_capsules(set, &(sepal_solid_capsules){from, from, to, to, to, from, NULL, 1}, 2, NULL, NULL),
                 SEPAL_OK);
    for (uint32_t i = 0; i < 4; i++) {
        const float *x, *y, *z;
        size_t count;
        float radius = 7;
        cr_assert_eq(sepal_solids_vertices(set, i, &x, &y, &z, &count), SEPAL_OK);
        cr_assert(count == 1 + i / 2 && x[0] == from[i % 2] && z[0] == to[i % 2]);
        cr_assert_eq(sepal_solids_radius(set, i, &radius), SEPAL_OK);
        cr_assert_eq(radius, 0);
    }
    sepal_solids_destroy(set);
}

/* --- Memory ----------------------------------------------------------------------------------- */

/* All ways in, one after the other; stops at the first that has no memory. */
static sepal_status fill(sepal_solids *set) {
    static const float values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const float *const v = values;
    static const uint32_t first[] = {0, 3, 9};
    const sepal_solid_boxes boxes = {v, v, v, v, v, v, {.w = NULL}, v, 1};
    const sepal_solid_spheres spheres = {v, v, v, v, 1};
    const sepal_solid_capsules capsules = {v, v, v, v + 1, v + 1, v + 1, v, 1};
    const sepal_solid_prisms prisms = {v, v, v, v + 1, v + 1, v + 1, v, v, 1, 5};
    sepal_status status = sepal_solids_add_boxes(set, &boxes, 5, NULL, NULL);
    if (status == SEPAL_OK)
        status = sepal_solids_add_hull(set, v, v, v, 9, 1, NULL);
    if (status == SEPAL_OK)
        status = sepal_solids_add_hulls(set, v, v, v, first, 2, NULL, NULL, NULL);
    if (status == SEPAL_OK)
        status = sepal_solids_add_spheres(set, &spheres, 3, NULL, NULL);
    if (status == SEPAL_OK)
        status = sepal_solids_add_capsules(set, &capsules, 4, NULL, NULL);
    if (status == SEPAL_OK)
        status = sepal_solids_add_prisms(set, &prisms, 2, NULL, NULL);
    return status;
}

Test(solids_set, stays_whole_when_memory_fails) {
    for (size_t fail_at = 0;; fail_at++) {
        watch w = watch_create();
        w.fail_at = fail_at;
        const sepal_allocator allocator = watch_allocator(&w);
        sepal_solids *set = NULL;
        const sepal_status status = sepal_solids_create(&allocator, &set);
        if (status != SEPAL_OK) {
            cr_assert_eq(status, SEPAL_NO_MEMORY);
            cr_assert_null(set);
            continue;
        }
        const solid_item kept = {.count = 1, .x = {3}, .radius = 1};
        const sepal_status added = sepal_solids_add_hull(set, kept.x, kept.y, kept.z, 1, 1, NULL);
        const sepal_status filled = added == SEPAL_OK ? fill(set) : added;
        const size_t count = sepal_solids_count(set);
        if (added == SEPAL_OK)
            check_solid(set, 0, &kept);
        if (filled != SEPAL_OK) {
            cr_assert_eq(filled, SEPAL_NO_MEMORY);
            cr_assert(count == 0 || count == 1 || count == 6 || count == 7 || count == 9 || count == 12 || count == 16, "%zu",
                      count);
        }
        sepal_solids_destroy(set);
        cr_assert_eq(w.live, 0);
        if (filled == SEPAL_OK && w.requests <= fail_at)
            break;
    }
}

Test(solids_set, reserved_room_is_enough) {
    watch w = watch_create();
    const sepal_allocator allocator = watch_allocator(&w);
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(&allocator, &set), SEPAL_OK);
    cr_assert_eq(sepal_solids_reserve(set, 5, 12, 9 + 9 + 3 + 8 + 2 * 10), SEPAL_OK);
    size_t before = w.requests;
    for (int round = 0; round < 3; round++) {
        cr_assert_eq(fill(set), SEPAL_OK);
        sepal_solids_clear(set);
        cr_assert_eq(sepal_solids_count(set), 0);
    }
    cr_assert_eq(w.requests, before, "%zu requests more", w.requests - before);
    for (size_t size = 1; size < 200; size++) { /* hulls of each size */
        float x[200] = {0};
        sepal_solids_destroy(set);
        cr_assert_eq(sepal_solids_create(&allocator, &set), SEPAL_OK);
        cr_assert_eq(sepal_solids_reserve(set, 0, 2, 2 * size), SEPAL_OK);
        before = w.requests;
        cr_assert_eq(sepal_solids_add_hull(set, x, x, x, size, 0, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(set, x, x, x, size, 1, NULL), SEPAL_OK);
        cr_assert_eq(w.requests, before, "size %zu", size);
    }
    sepal_solids_destroy(set);
    cr_assert_eq(w.live, 0);
}
