/* Adding shapes with radii: rows and columns, all or none, what is refused, and that radii stay with their shapes. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../questions/polys_questions.h"
#include "../scenes/round_scenes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static float radius_of(const sepal_polys *set, uint32_t index) {
    float radius = -1;
    cr_assert_eq(sepal_polys_radius(set, index, &radius), SEPAL_OK);
    return radius;
}

enum { ROWS = 70, CAPSULE = 5 };

/* Rows of x0, y0, x1, y1, radius. */
static void make_rows(float *rows) {
    rng r = {5};
    for (int i = 0; i < ROWS * CAPSULE; i++)
        rows[i] = (float)rng_real(&r, 0, 9);
    rows[4] = 0;
}

static sepal_status add_rows(sepal_polys *set, const float *rows, int vertices, size_t count, uint32_t *index) {
    sepal_circles circles = {rows, rows + 1, rows + 4, CAPSULE};
    sepal_capsules capsules = {rows, rows + 1, rows + 2, rows + 3, rows + 4, CAPSULE};
    return vertices == 1 ? sepal_polys_add_circles(set, &circles, count, index, NULL)
                         : sepal_polys_add_capsules(set, &capsules, count, index, NULL);
}

Test(round_add, shapes_are_added_in_rows) {
    float rows[ROWS * CAPSULE];
    make_rows(rows);
    for (int vertices = 1; vertices <= 2; vertices++) {
        sepal_polys *set = empty_set(NULL);
        const float one[] = {4};
        cr_assert_eq(sepal_polys_add(set, one, one, 1, NULL), SEPAL_OK);
        uint32_t index = 0;
        cr_assert_eq(add_rows(set, rows, vertices, ROWS, &index), SEPAL_OK);
        cr_assert_eq(index, 1);
        cr_assert_eq(add_rows(set, rows, vertices, 0, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_count(set), 1 + ROWS);
        cr_assert_eq(radius_of(set, 0), 0);
        for (uint32_t i = 0; i < ROWS; i++) {
            const float *x, *y, *row = rows + (size_t)CAPSULE * i;
            size_t count;
            cr_assert_eq(sepal_polys_vertices(set, 1 + i, &x, &y, &count), SEPAL_OK);
            cr_assert_eq(count, (size_t)vertices);
            cr_assert(x[0] == row[0] && y[0] == row[1] && x[count - 1] == row[2 * count - 2] && y[count - 1] == row[2 * count - 1]);
            cr_assert_eq(radius_of(set, 1 + i), row[4]);
        }
        sepal_polys_destroy(set);
    }
    /* separate arrays: stride 0 is 1 */
    const float x[] = {1, 2}, y[] = {3, 4}, radius[] = {5, 6};
    sepal_circles circles = {x, y, radius, 0};
    sepal_capsules capsules = {x, y, y, x, radius, 0};
    sepal_polys *set = empty_set(NULL);
    cr_assert_eq(sepal_polys_add_circles(set, &circles, 2, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_capsules(set, &capsules, 2, NULL, NULL), SEPAL_OK);
    for (uint32_t i = 0; i < 4; i++)
        cr_assert_eq(radius_of(set, i), radius[i % 2]);
    sepal_polys_destroy(set);
}

static void check_refused(sepal_polys *set, sepal_status status, sepal_status expected, content *before, const uint32_t *index) {
    cr_assert_eq(status, expected, "%s", sepal_status_text(status));
    cr_assert_eq(*index, 12345);
    check_content(set, before, "a refused round shape");
}

Test(round_add, shapes_are_added_all_or_none) {
    static const float bad[] = {-1, -0x1p-149F, NAN, INFINITY};
    const float square[2][4] = {{0, 1, 1, 0}, {0, 0, 1, 1}};
    float rows[ROWS * CAPSULE];
    make_rows(rows);
    sepal_polys *set = empty_set(NULL);
    uint32_t index = 12345;
    for (int times = 0; times < 2; times++) { /* without radii in the set, and with */
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            content before = content_of(set);
            check_refused(set, sepal_polys_add_round(set, square[0], square[1], 4, bad[k], &index), SEPAL_BAD_SHAPE, &before,
                          &index);
            for (int vertices = 1; vertices <= 2; vertices++)
                for (size_t at = 0; at < ROWS; at += 23)
                    for (int column = 0; column < CAPSULE; column++) {
                        if ((column < 4 && k < 2) || (vertices == 1 && (column == 2 || column == 3)))
                            continue;
                        float old = rows[CAPSULE * at + (size_t)column];
                        rows[CAPSULE * at + (size_t)column] = bad[k];
                        before = content_of(set);
                        check_refused(set, add_rows(set, rows, vertices, ROWS, &index), SEPAL_BAD_SHAPE, &before, &index);
                        rows[CAPSULE * at + (size_t)column] = old;
                    }
        }
        cr_assert_eq(sepal_polys_add_round(set, square[0], square[1], 4, 2, NULL), SEPAL_OK);
    }
    const float bow_tie[2][4] = {{0, 1, 0, 1}, {0, 0, 1, 1}};
    content before = content_of(set);
    check_refused(set, sepal_polys_add_round(set, bow_tie[0], bow_tie[1], 4, 1, &index), SEPAL_BAD_SHAPE, &before, &index);
    sepal_polys_destroy(set);
}

/* Circles without radii are points, and capsules without radii segments. */
Test(round_add, no_radii) {
    const float x[] = {1, 2}, y[] = {3, 4}, zero[] = {0, 0};
    sepal_polys *set = empty_set(NULL), *expected = empty_set(NULL);
    cr_assert_eq(sepal_polys_add_circles(set, &(sepal_circles){x, y, NULL, 1}, 2, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_capsules(set, &(sepal_capsules){x, y, y, x, NULL, 1}, 2, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_circles(expected, &(sepal_circles){x, y, zero, 1}, 2, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_capsules(expected, &(sepal_capsules){x, y, y, x, zero, 1}, 2, NULL, NULL), SEPAL_OK);
    content with_zeros = content_of(expected);
    check_content(set, &with_zeros, "no radii");
    sepal_polys_destroy(set);
    sepal_polys_destroy(expected);
}

Test(round_add, arguments_are_needed) {
    const float v[] = {1};
    const sepal_circles circles[] = {{NULL, v, v, 1}, {v, NULL, v, 1}, {v, v, v, 1}};
    const sepal_capsules capsules[] = {
        {NULL, v, v, v, v, 1}, {v, NULL, v, v, v, 1}, {v, v, NULL, v, v, 1}, {v, v, v, NULL, v, 1}, {v, v, v, v, v, 1}};
    sepal_polys *set = empty_set(NULL);
    uint32_t index = 12345;
    float radius = 7;
    for (int k = 0; k < 2; k++) {
        cr_assert_eq(sepal_polys_add_circles(set, &circles[k], 1, &index, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_add_circles(set, &circles[k], 0, NULL, NULL), SEPAL_OK);
    }
    for (int k = 0; k < 4; k++)
        cr_assert_eq(sepal_polys_add_capsules(set, &capsules[k], 1, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_circles(NULL, &circles[2], 1, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_circles(set, NULL, 1, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_capsules(NULL, &capsules[4], 1, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_capsules(set, NULL, 1, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_round(NULL, v, v, 1, 1, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_round(set, NULL, v, 1, 1, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_round(set, v, NULL, 1, 1, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_radius(set, 0, &radius), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_radius(NULL, 0, &radius), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_count(set), 0);
    cr_assert_eq(index, 12345);
    cr_assert_eq(radius, 7);
    cr_assert_eq(sepal_polys_add_circles(set, &circles[2], 1, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_radius(set, 0, NULL), SEPAL_BAD_ARGUMENT);
    const float margins[] = {-1, -0x1p-149F, NAN, INFINITY, -INFINITY};
    sepal_pair pair = {0, 0};
    for (size_t k = 0; k < sizeof margins / sizeof *margins; k++) {
        sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margins[k], 0};
        uint64_t bits = 99;
        cr_assert_eq(sepal_polys_overlap_pairs(set, set, &pair, 1, &rule, &bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_one(set, 0, set, 0, 1, &rule, &bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(bits, 99);
    }
    sepal_rule minus_zero = {SEPAL_TOUCHING_OVERLAPS, -0.0F, 0};
    uint64_t bits = 99;
    cr_assert_eq(sepal_polys_overlap_pairs(set, set, &pair, 1, &minus_zero, &bits), SEPAL_OK);
    cr_assert_eq(bits, 1);
    sepal_polys_destroy(set);
}

/* Updating keeps the radius, clearing removes it, and growing moves it. */
Test(round_add, radii_stay_with_their_shapes) {
    rng r = {9};
    round_scene s = round_scene_create(scene_kind_find("everything"), 231, 300, 500, RADII_SOME);
    for (int times = 0; times < 2; times++) {
        for (uint32_t i = 0; i < sepal_polys_count(s.a); i++) {
            cr_assert_eq(radius_of(s.a, i), s.radii_a[i]);
            polygon p;
            make_round(&r, s.base.a.items[i].count, 0, 0, 5, 1, &p);
            cr_assert_eq(sepal_polys_update(s.a, i, p.x, p.y), SEPAL_OK);
            cr_assert_eq(radius_of(s.a, i), s.radii_a[i]);
            cr_assert_eq(sepal_polys_update(s.a, i, s.base.a.items[i].x, s.base.a.items[i].y), SEPAL_OK);
        }
        cr_assert_eq(sepal_polys_reserve(s.a, 5000, 20000), SEPAL_OK);
    }
    for (int touching = 0; touching < RULES; touching++) {
        sepal_polys *fresh = s.a;
        sepal_rule rule = {(sepal_touching)touching, s.margin, 0};
        call c = {.a = s.a, .b = s.b, .pairs = s.base.pairs, .count = s.base.pair_count, .rule = &rule};
        uint8_t *expected = answers_create(c.count);
        use_isa(0);
        ask_bits(&polys_questions[ASK_OVERLAP], &c, expected);
        s.a = s.b = load_set(&s.base.a, NULL); /* the same cores, without radii */
        sepal_polys_clear(s.a);
        for (size_t i = 0; i < s.base.a.count; i++)
            cr_assert_eq(
                sepal_polys_add_round(s.a, s.base.a.items[i].x, s.base.a.items[i].y, s.base.a.items[i].count, s.radii_a[i], NULL),
                SEPAL_OK);
        c.a = c.b = s.a;
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            check_bits(&s.base, use_isa(isa), &polys_questions[ASK_OVERLAP], &c, expected);
        sepal_polys_destroy(s.a);
        s.a = s.b = fresh;
        free(expected);
    }
    sepal_polys_clear(s.a);
    const float at[] = {3};
    cr_assert_eq(sepal_polys_add(s.a, at, at, 1, NULL), SEPAL_OK);
    cr_assert_eq(radius_of(s.a, 0), 0);
    round_scene_destroy(&s);
}

/* --- Memory ------------------------------------------------------------------------------------*/

Test(round_add, memory_may_run_out_at_any_allocation) {
    float rows[ROWS * CAPSULE];
    make_rows(rows);
    size_t refused = 0;
    for (bool met = true; met; refused++) {
        watch w = watch_create();
        sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *set = empty_set(&allocator);
        w.fail_at = w.requests + refused;
        met = false;
        for (int step = 0; step < 4; step++) {
            content before = content_of(set);
            uint32_t index = 12345;
            sepal_status status = step == 1 ? sepal_polys_add_round(set, rows, rows + 1, 1, 2, &index)
                                            : add_rows(set, rows, 1 + step % 2, ROWS, &index);
            if (status == SEPAL_OK) {
                content_release(&before);
                continue;
            }
            met = true;
            check_refused(set, status, SEPAL_NO_MEMORY, &before, &index);
            status = step == 1 ? sepal_polys_add_round(set, rows, rows + 1, 1, 2, &index)
                               : add_rows(set, rows, 1 + step % 2, ROWS, &index);
            cr_assert_eq(status, SEPAL_OK, "with memory again, the same call works");
        }
        for (uint32_t i = 0; i < ROWS; i++)
            cr_assert(radius_of(set, i) == rows[CAPSULE * i + 4] && radius_of(set, ROWS + 1 + i) == rows[CAPSULE * i + 4]);
        sepal_polys_destroy(set);
        cr_assert_eq(w.live, 0, "%zu allocations were not released", w.live);
    }
    cr_assert_gt(refused, 6, "only %zu allocations", refused);
}
