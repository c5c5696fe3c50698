/* sepal_polys_add_boxes: the formula of the corners, rows and columns, boxes as thin as rounding, bad input. */
#include "../common/check.h"
#include "../oracle/oracle.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { BOXES = 500 };

typedef struct columns {
    float x[BOXES], y[BOXES], half_x[BOXES], half_y[BOXES], cos[BOXES], sin[BOXES];
} columns;

static void fill(box *rows, uint64_t seed) {
    rng r = {seed};
    for (int k = 0; k < BOXES; k++) {
        double x = rng_real(&r, -20, 20);
        rows[k] = random_box(&r, x, rng_real(&r, 900, 1100), 0.01, 3);
        switch (k % 10) {
        case 0: /* (cos, sin) is not normalised */
            rows[k].cos *= 3;
            rows[k].sin *= 7;
            break;
        case 1:
            rows[k].half_x = 0;
            break;
        case 2:
            rows[k].half_x = rows[k].half_y = -0.0F;
            break;
        case 3: /* thickness near the resolution of float32 there */
            rows[k].half_y = (float)rng_below(&r, 9) * 0x1p-16F;
            break;
        case 4:
            rows[k].cos = rows[k].sin = 0;
            break;
        case 5: /* a subnormal length, far below the resolution of x */
            rows[k].half_x = 0x1p-149F * (float)rng_below(&r, 100);
            break;
        default:
            break;
        }
    }
}

static sepal_boxes as_rows(const box *first) {
    return (sepal_boxes){.x = &first->x,
                         .y = &first->y,
                         .half_x = &first->half_x,
                         .half_y = &first->half_y,
                         .cos = &first->cos,
                         .sin = &first->sin,
                         .stride = sizeof *first / sizeof(float)};
}

static sepal_boxes as_columns(const columns *c, size_t stride) {
    return (sepal_boxes){
        .x = c->x, .y = c->y, .half_x = c->half_x, .half_y = c->half_y, .cos = c->cos, .sin = c->sin, .stride = stride};
}

static void check_box(const sepal_polys *set, uint32_t index, const box *b) {
    polygon corners;
    box_corners(b, &corners);
    const float *x, *y;
    size_t count;
    cr_assert_eq(sepal_polys_vertices(set, index, &x, &y, &count), SEPAL_OK);
    cr_assert_eq(count, 4, "box %u", index);
    for (size_t k = 0; k < 4; k++)
        cr_assert(x[k] == corners.x[k] && y[k] == corners.y[k], "box %u, corner %zu: (%a, %a) instead of (%a, %a)", index, k,
                  (double)x[k], (double)y[k], (double)corners.x[k], (double)corners.y[k]);
}

Test(boxes, have_the_corners_of_the_formula) {
    static box rows[BOXES];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        sepal_polys *set = empty_set(NULL);
        fill(rows, seed);
        sepal_boxes boxes = as_rows(rows);
        uint32_t index = 12345;
        cr_assert_eq(sepal_polys_add_boxes(set, &boxes, 200, &index, NULL), SEPAL_OK);
        cr_assert_eq(index, 0);
        sepal_boxes rest = as_rows(rows + 200);
        cr_assert_eq(sepal_polys_add_boxes(set, &rest, BOXES - 200, &index, NULL), SEPAL_OK);
        cr_assert_eq(index, 200);
        cr_assert_eq(sepal_polys_count(set), BOXES);
        for (uint32_t k = 0; k < BOXES; k++)
            check_box(set, k, &rows[k]);
        sepal_polys_destroy(set);
    }
}

/* If a box is only a few units in the last place thick, rounding moves its corners by as much as the box is thick. It never
 * moves them out of convex order: each operation of the formula is monotone, so each edge stays in its quadrant. */
Test(boxes, stay_convex_whatever_is_rounded) {
    rng r = {99};
    sepal_polys *set = empty_set(NULL);
    for (int k = 0; k < 20000; k++) {
        box b = random_box(&r, rng_real(&r, 1, 2), 1.5, 0, 4 * 0x1p-23);
        b.half_x *= rng_below(&r, 2) ? 1.0F : 0x1p16F;
        b.y = ldexpf(b.y, rng_between(&r, -20, 20));
        sepal_boxes one = as_rows(&b);
        uint32_t index;
        cr_assert_eq(sepal_polys_add_boxes(set, &one, 1, &index, NULL), SEPAL_OK);
        check_box(set, index, &b);
        const float *x, *y;
        size_t count;
        cr_assert_eq(sepal_polys_vertices(set, index, &x, &y, &count), SEPAL_OK);
        cr_assert(oracle_is_convex(x, y, count), "box %d", k);
    }
    sepal_polys_destroy(set);
}

Test(boxes, come_as_rows_and_as_columns) {
    static box rows[BOXES];
    static columns apart;
    fill(rows, 5);
    for (int k = 0; k < BOXES; k++) {
        apart.x[k] = rows[k].x;
        apart.y[k] = rows[k].y;
        apart.half_x[k] = rows[k].half_x;
        apart.half_y[k] = rows[k].half_y;
        apart.cos[k] = rows[k].cos;
        apart.sin[k] = rows[k].sin;
    }
    for (size_t stride = 0; stride <= 3; stride++) {
        sepal_polys *set = empty_set(NULL);
        sepal_boxes boxes = as_columns(&apart, stride);
        size_t step = stride == 0 ? 1 : stride, count = (BOXES + step - 1) / step;
        cr_assert_eq(sepal_polys_add_boxes(set, &boxes, count, NULL, NULL), SEPAL_OK);
        for (size_t k = 0; k < count; k++)
            check_box(set, (uint32_t)k, &rows[k * step]);
        sepal_polys_destroy(set);
    }
}

Test(boxes, are_parallel_to_the_axes_without_a_direction) {
    static box rows[BOXES];
    fill(rows, 6);
    sepal_polys *set = empty_set(NULL);
    sepal_boxes boxes = as_rows(rows);
    boxes.cos = boxes.sin = NULL;
    cr_assert_eq(sepal_polys_add_boxes(set, &boxes, BOXES, NULL, NULL), SEPAL_OK);
    for (uint32_t k = 0; k < BOXES; k++) {
        rows[k].cos = 1;
        rows[k].sin = 0;
        check_box(set, k, &rows[k]);
    }
    content before = content_of(set);
    cr_assert_eq(sepal_polys_add_boxes(set, &boxes, 0, NULL, NULL), SEPAL_OK);
    check_content(set, &before, "adding no boxes");
    sepal_polys_destroy(set);
}

/* --- Bad input ---------------------------------------------------------------------------------*/

static void check_refused(sepal_polys *set, const sepal_boxes *boxes, sepal_status expected, const char *what) {
    content before = content_of(set);
    uint32_t index = 12345;
    sepal_status status = sepal_polys_add_boxes(set, boxes, BOXES, &index, NULL);
    cr_assert_eq(status, expected, "%s: %s", what, sepal_status_text(status));
    cr_assert_eq(index, 12345, "%s", what);
    check_content(set, &before, what);
}

Test(boxes, are_added_all_or_none) {
    static box rows[BOXES];
    static const struct {
        const char *what;
        int field; /* of struct box */
        float value;
    } faults[] = {
        {"x is not a number", 0, NAN},
        {"x is infinite", 0, INFINITY},
        {"y is not a number", 1, NAN},
        {"y is infinite", 1, -INFINITY},
        {"half_x is not a number", 2, NAN},
        {"half_x is infinite", 2, INFINITY},
        {"half_x is negative", 2, -1},
        {"half_x is negative by the least", 2, -0x1p-149F},
        {"half_y is not a number", 3, NAN},
        {"half_y is infinite", 3, INFINITY},
        {"half_y is negative", 3, -0x1p-149F},
        {"cos is not a number", 4, NAN},
        {"cos is infinite", 4, INFINITY},
        {"sin is not a number", 5, NAN},
        {"sin is infinite", 5, -INFINITY},
        {"a corner overflows in x", 0, FLT_MAX},
        {"a corner overflows in y", 1, -FLT_MAX},
    };
    const size_t places[] = {0, 1, 13, 14, 15, 16, 17, BOXES - 2, BOXES - 1};
    sepal_polys *set = empty_set(NULL);
    fill(rows, 8);
    sepal_boxes boxes = as_rows(rows);
    cr_assert_eq(sepal_polys_add_boxes(set, &boxes, 100, NULL, NULL), SEPAL_OK);
    for (size_t f = 0; f < sizeof faults / sizeof *faults; f++)
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            box *b = &rows[places[p]];
            box good = *b;
            if (f >= sizeof faults / sizeof *faults - 2) { /* large enough for an overflow */
                b->half_x = b->half_y = 0x1p103F;
                b->cos = b->sin = 1;
            }
            float *fields[] = {&b->x, &b->y, &b->half_x, &b->half_y, &b->cos, &b->sin};
            *fields[faults[f].field] = faults[f].value;
            check_refused(set, &boxes, SEPAL_BAD_SHAPE, faults[f].what);
            *b = good;
        }
    cr_assert_eq(sepal_polys_add_boxes(set, &boxes, BOXES, NULL, NULL), SEPAL_OK);
    sepal_polys_destroy(set);
}

Test(boxes, need_all_arrays_and_both_of_a_direction) {
    static box rows[BOXES];
    fill(rows, 9);
    sepal_polys *set = empty_set(NULL);
    for (int missing = 0; missing < 6; missing++) {
        sepal_boxes boxes = as_rows(rows);
        const float **arrays[] = {&boxes.x, &boxes.y, &boxes.half_x, &boxes.half_y, &boxes.cos, &boxes.sin};
        *arrays[missing] = NULL;
        check_refused(set, &boxes, SEPAL_BAD_ARGUMENT, "an array is NULL");
    }
    sepal_boxes boxes = as_rows(rows);
    check_refused(set, NULL, SEPAL_BAD_ARGUMENT, "no boxes");
    cr_assert_eq(sepal_polys_add_boxes(NULL, &boxes, BOXES, NULL, NULL), SEPAL_BAD_ARGUMENT);
    sepal_polys_destroy(set);
}
