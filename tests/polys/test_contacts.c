/* Contact points: cases worked out by hand, and the numbers of their features. */
#include "../common/check.h"
#include "../scenes/round_scenes.h"
#include "contact_points.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stddef.h>

typedef struct shape {
    float x[8], y[8];
    size_t count;
    float radius;
} shape;

#define SQUARE(left, low, right, high)                                                                                             \
    { {left, right, right, left}, {low, low, high, high}, 4, 0 }
#define CAPSULE(x0, y0, x1, y1, radius)                                                                                            \
    { {x0, x1}, {y0, y1}, 2, radius }
#define CIRCLE(x, y, radius)                                                                                                       \
    { {x}, {y}, 1, radius }

static const struct {
    const char *what;
    shape a, b;
    float margin;
    struct {
        uint8_t count;
        float normal_x, normal_y, x[2], y[2], depth[2];
        uint32_t feature[2];
    } expected;
} cases[] = {
    {"a box on a wider one",
     SQUARE(-4, -2, 4, 0),
     SQUARE(-1, -0.5F, 1, 1),
     0,
     {2, 0, 1, {1, -1}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x20001, 0x30000}}},
    {"a box on a narrower one",
     SQUARE(-1, -2, 1, 0),
     SQUARE(-4, -0.5F, 4, 1),
     0,
     {2, 0, 1, {1, -1}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x20001, 0x30000}}},
    {"two that are shifted",
     SQUARE(-2, -2, 2, 0),
     SQUARE(0, -0.5F, 4, 1),
     0,
     {2, 0, 1, {2, 0}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x20001, 0x30000}}},
    {"side by side, apart within the margin",
     SQUARE(0, 0, 2, 2),
     SQUARE(3, 1, 5, 4),
     1.5F,
     {2, 1, 0, {2.5F, 2.5F}, {1, 2}, {-1, -1}, {0x10000, 0x20003}}},
    {"the same, beyond the margin", SQUARE(0, 0, 2, 2), SQUARE(3, 1, 5, 4), 0.5F, {0, 0, 0, {0, 0}, {0, 0}, {0, 0}, {0, 0}}},
    {"exactly at the margin",
     SQUARE(0, 0, 2, 2),
     SQUARE(3, 1, 5, 4),
     1,
     {2, 1, 0, {2.5F, 2.5F}, {1, 2}, {-1, -1}, {0x10000, 0x20003}}},
    {"touching", SQUARE(0, 0, 2, 2), SQUARE(2, 1, 4, 4), 0, {2, 1, 0, {2, 2}, {1, 2}, {0, 0}, {0x10000, 0x20003}}},
    {"a corner on a side",
     SQUARE(-4, -2, 4, 0),
     {{0, 2, 0, -2}, {-0.5F, 1.5F, 3.5F, 1.5F}, 4, 0},
     0,
     {1, 0, 1, {0, 0}, {-0.25F, 0}, {0.5F, 0}, {0x30000, 0}}},
    {"a corner on a side, and its edge within the margin",
     SQUARE(-4, -2, 4, 0),
     {{0, 4, 0}, {-0.5F, 0.5F, 4}, 3, 0},
     1,
     {2, 0, 1, {4, 0}, {0.25F, -0.25F}, {-0.5F, 0.5F}, {0x20001, 0x30000}}},
    {"corner to corner", SQUARE(0, 0, 2, 2), SQUARE(5, 6, 7, 8), 5, {1, 0.6F, 0.8F, {3.5F, 0}, {4, 0}, {-5, 0}, {0x20000, 0}}},
    {"corners that touch", SQUARE(0, 0, 2, 2), SQUARE(2, 2, 4, 4), 0, {1, 1, 0, {2, 0}, {2, 0}, {0, 0}, {0x10000, 0}}},
    {"circles", CIRCLE(0, 0, 3), CIRCLE(3, 4, 4), 0, {1, 0.6F, 0.8F, {1.2F, 0}, {1.6F, 0}, {2, 0}, {0, 0}}},
    {"circles in one place", CIRCLE(1, 2, 3), CIRCLE(1, 2, 4), 0, {1, 1, 0, {0.5F, 0}, {2, 0}, {7, 0}, {0, 0}}},
    {"a circle on a box", SQUARE(-4, -2, 4, 0), CIRCLE(1, 1, 2), 0, {1, 0, 1, {1, 0}, {-0.5F, 0}, {1, 0}, {0x20000, 0}}},
    {"a box on a circle", CIRCLE(1, -1, 2), SQUARE(-4, 0, 4, 2), 0, {1, 0, 1, {1, 0}, {0.5F, 0}, {1, 0}, {0, 0}}},
    {"a circle off a corner",
     SQUARE(0, 0, 8, 8),
     CIRCLE(11, 12, 6),
     0,
     {1, 0.6F, 0.8F, {7.7F, 0}, {7.6F, 0}, {1, 0}, {0x20000, 0}}},
    {"a circle deep in a box", SQUARE(0, 0, 8, 8), CIRCLE(7, 4, 3), 0, {1, 1, 0, {6, 0}, {4, 0}, {4, 0}, {0x10000, 0}}},
    {"capsules side by side",
     CAPSULE(0, 0, 4, 0, 1),
     CAPSULE(6, 2, 1, 2, 2),
     0,
     {2, 0, 1, {4, 1}, {0.5F, 0.5F}, {1, 1}, {0x10000, 0x00001}}},
    {"capsules end to end", CAPSULE(0, 0, 4, 0, 1), CAPSULE(6, 0, 9, 0, 2), 0, {1, 1, 0, {4.5F, 0}, {0, 0}, {1, 0}, {0x10000, 0}}},
    {"capsules that cross", CAPSULE(0, 0, 4, 0, 1), CAPSULE(3, -1, 3, 3, 2), 0, {1, 0, 1, {3, 0}, {-1, 0}, {4, 0}, {0x10000, 0}}},
    {"segments on one line, overlapping",
     CAPSULE(0, 0, 4, 0, 0),
     CAPSULE(3, 0, 9, 0, 0),
     0,
     {2, 0, -1, {3, 4}, {0, 0}, {0, 0}, {0x00000, 0x10001}}},
    {"a point on a point", CIRCLE(1, 2, 0), CIRCLE(1, 2, 0), 0, {1, 1, 0, {1, 0}, {2, 0}, {0, 0}, {0, 0}}},
    {"a vertex in the middle of a side changes nothing",
     {{-4, 4, 4, 1, -4}, {-2, -2, 0, 0, 0}, 5, 0},
     {{-1, 0, 1, 1, -1}, {-0.5F, -0.5F, -0.5F, 1, 1}, 5, 0},
     0,
     {2, 0, 1, {1, -1}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x20002, 0x40000}}},
    {"repeated vertices change nothing but their numbers",
     {{-4, -4, 4, 4, 4, -4}, {-2, -2, -2, 0, 0, 0}, 6, 0},
     {{-1, 1, 1, 1, -1}, {-0.5F, -0.5F, -0.5F, 1, 1}, 5, 0},
     0,
     {2, 0, 1, {1, -1}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x30001, 0x50000}}},
    {"clockwise polygons",
     {{-4, -4, 4, 4}, {-2, 0, 0, -2}, 4, 0},
     {{-1, -1, 1, 1}, {-0.5F, 1, 1, -0.5F}, 4, 0},
     0,
     {2, 0, 1, {1, -1}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x20003, 0x10000}}},
};
enum { CASES = sizeof cases / sizeof *cases };

static void check_case(size_t k, const contact_points *got) {
    const float numbers[] = {got->normal_x, got->normal_y, got->x[0],     got->x[1],
                             got->y[0],     got->y[1],     got->depth[0], got->depth[1]};
    const float wanted[] = {cases[k].expected.normal_x, cases[k].expected.normal_y, cases[k].expected.x[0],
                            cases[k].expected.x[1],     cases[k].expected.y[0],     cases[k].expected.y[1],
                            cases[k].expected.depth[0], cases[k].expected.depth[1]};
    cr_assert_eq(got->count, cases[k].expected.count, "%s, %s: %d points", sepal_isa(), cases[k].what, got->count);
    for (size_t i = 0; i < 8; i++)
        cr_assert(fabsf(numbers[i] - wanted[i]) <= 16 * FLT_EPSILON, "%s, %s: number %zu is %a", sepal_isa(), cases[k].what, i,
                  (double)numbers[i]);
    for (size_t i = 0; i < 2; i++)
        cr_assert_eq(got->feature[i], cases[k].expected.feature[i], "%s, %s: feature %zu is %x", sepal_isa(), cases[k].what, i,
                     (unsigned)got->feature[i]);
}
_Static_assert(offsetof(contact_points, feature) == offsetof(contact_points, normal_x) + 8 * sizeof(float),
               "eight floats follow each other");

Test(contacts, cases_worked_out_by_hand) {
    for (size_t k = 0; k < CASES; k++) {
        sepal_polys *a = empty_set(NULL), *b = empty_set(NULL);
        const shape *p = &cases[k].a, *q = &cases[k].b;
        cr_assert_eq(sepal_polys_add_round(a, p->x, p->y, p->count, p->radius, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_round(b, q->x, q->y, q->count, q->radius, NULL), SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            contact_points got = contact_points_ask(a, b, (sepal_pair){0, 0}, cases[k].margin);
            check_case(k, &got);
        }
        sepal_polys_destroy(a);
        sepal_polys_destroy(b);
    }
}

Test(contacts, features_stay_while_a_box_slides_and_rocks) {
    for (int step = -60; step <= 60; step++) {
        sepal_polys *set = empty_set(NULL);
        float tilt = (float)ldexp(step % 2 ? 1 : -1, -6 - (step + 60) % 20), x = 0.04F * (float)step;
        const sepal_boxes boxes = {.x = (const float[]){0, x},
                                   .y = (const float[]){0, 1.99F},
                                   .half_x = (const float[]){2, 1},
                                   .half_y = (const float[]){1, 1},
                                   .cos = (const float[]){1, 1},
                                   .sin = (const float[]){0, tilt}};
        cr_assert_eq(sepal_polys_add_boxes(set, &boxes, 2, NULL, NULL), SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            contact_points got = contact_points_ask(set, set, (sepal_pair){0, 1}, 0.1F),
                           back = contact_points_ask(set, set, (sepal_pair){1, 0}, 0.1F);
            cr_assert(got.count == 2 && back.count == 2, "%s, step %d: %d and %d points", sepal_isa(), step, got.count, back.count);
            cr_assert(got.feature[0] == 0x20001 && got.feature[1] == 0x30000, "%s, step %d: %x and %x", sepal_isa(), step,
                      (unsigned)got.feature[0], (unsigned)got.feature[1]);
            cr_assert(back.feature[0] == 0x00003 && back.feature[1] == 0x10002, "%s, step %d: %x and %x", sepal_isa(), step,
                      (unsigned)back.feature[0], (unsigned)back.feature[1]);
        }
        sepal_polys_destroy(set);
    }
}
