/* Every bulk call says which element it refuses first, and why; rounded boxes and polygons in bulk. */
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/solids.h>
#include <string.h>

enum { ROWS = 9, WIDTH = 12 };

/* Rows of numbers that are fine, each in a column of its own, with one of them replaced. */
static const float *rows_with(float *rows, int column, size_t row, float value) {
    for (int k = 0; k < ROWS * WIDTH; k++)
        rows[k] = 0.5F;
    if (column >= 0)
        rows[row * WIDTH + (size_t)column] = value;
    return rows;
}

typedef sepal_status (*bulk_call)(const float *rows, size_t count, sepal_refusal *refusal);

/* A call that is refused because of the number in one column, and what it says. */
typedef struct refused_case {
    const char *call;
    bulk_call ask;
    int column;
    float value;
    const char *reason;
} refused_case;

/* --- Calls on sets that hold some shapes already ------------------------------------------------------------------------------ */

static const float corner_x[] = {0, 1, 0}, corner_y[] = {0, 0, 1};

static sepal_polys *some_polys(void) {
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(set, corner_x, corner_y, 3, NULL), SEPAL_OK);
    return set;
}

static sepal_status ask_boxes(const float *r, size_t count, sepal_refusal *refusal) {
    sepal_polys *set = some_polys();
    sepal_boxes boxes = {.x = r, .y = r + 1, .half_x = r + 2, .half_y = r + 3, .cos = r + 4, .sin = r + 5, .radius = r + 6};
    boxes.stride = WIDTH;
    sepal_status status = sepal_polys_add_boxes(set, &boxes, count, NULL, refusal);
    cr_assert_eq(sepal_polys_count(set), status == SEPAL_OK ? 1 + count : 1);
    sepal_polys_destroy(set);
    return status;
}

static sepal_status ask_circles(const float *r, size_t count, sepal_refusal *refusal) {
    sepal_polys *set = some_polys();
    sepal_circles circles = {.x = r, .y = r + 1, .radius = r + 2, .stride = WIDTH};
    sepal_status status = sepal_polys_add_circles(set, &circles, count, NULL, refusal);
    sepal_polys_destroy(set);
    return status;
}

static sepal_status ask_capsules(const float *r, size_t count, sepal_refusal *refusal) {
    sepal_polys *set = some_polys();
    sepal_capsules capsules = {.x0 = r, .y0 = r + 1, .x1 = r + 2, .y1 = r + 3, .radius = r + 4, .stride = WIDTH};
    sepal_status status = sepal_polys_add_capsules(set, &capsules, count, NULL, refusal);
    sepal_polys_destroy(set);
    return status;
}

/* The polygon of a row: its first four numbers make a quadrilateral, the fifth is its radius. */
static sepal_status ask_many(const float *r, size_t count, sepal_refusal *refusal) {
    sepal_polys *set = some_polys();
    float x[4 * ROWS], y[4 * ROWS], radius[ROWS];
    uint32_t first[ROWS + 1] = {0};
    for (size_t k = 0; k < count; k++) {
        const float *row = r + k * WIDTH, own_x[] = {0, row[0], 1, 0}, own_y[] = {0, row[1], 1, 1};
        memcpy(x + 4 * k, own_x, sizeof own_x);
        memcpy(y + 4 * k, own_y, sizeof own_y);
        radius[k] = row[4];
        first[k + 1] = first[k] + 4;
    }
    sepal_status status = sepal_polys_add_many(set, x, y, first, count, radius, NULL, refusal);
    sepal_polys_destroy(set);
    return status;
}

static sepal_status ask_place(const float *r, size_t count, sepal_refusal *refusal) {
    sepal_polys *models = some_polys(), *world = some_polys();
    uint32_t model[ROWS];
    for (size_t k = 0; k < count; k++)
        model[k] = r[k * WIDTH + 4] > 1;
    sepal_poses poses = {.x = r, .y = r + 1, .cos = r + 2, .sin = r + 3, .stride = WIDTH};
    sepal_status status = sepal_polys_place(world, models, model, &poses, count, refusal);
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
    return status;
}

static sepal_solids *some_solids(void) {
    sepal_solids *set;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(set, corner_x, corner_y, corner_y, 3, 0, NULL), SEPAL_OK);
    return set;
}

static sepal_status ask_solid_boxes(const float *r, size_t count, sepal_refusal *refusal) {
    sepal_solids *set = some_solids();
    sepal_solid_boxes boxes = {.x = r, .y = r + 1, .z = r + 2, .half_x = r + 3, .half_y = r + 4, .half_z = r + 5, .radius = r + 6};
    boxes.turn = (sepal_solid_turns){.w = r + 7, .x = r + 8, .y = r + 9, .z = r + 10};
    boxes.stride = WIDTH;
    sepal_status status = sepal_solids_add_boxes(set, &boxes, count, NULL, refusal);
    sepal_solids_destroy(set);
    return status;
}

static sepal_status ask_parallelepipeds(const float *r, size_t count, sepal_refusal *refusal) {
    sepal_solids *set = some_solids();
    sepal_solid_parallelepipeds boxes = {.c = {r, r + 1, r + 2}, .u = {r, r, r}, .v = {r, r, r}, .w = {r, r, r}, .radius = r + 3};
    boxes.stride = WIDTH;
    sepal_status status = sepal_solids_add_parallelepipeds(set, &boxes, count, NULL, refusal);
    sepal_solids_destroy(set);
    return status;
}

static sepal_status ask_hulls(const float *r, size_t count, sepal_refusal *refusal) {
    sepal_solids *set = some_solids();
    float x[ROWS], radius[ROWS];
    uint32_t first[ROWS + 1] = {0};
    for (size_t k = 0; k < count; k++) {
        x[k] = r[k * WIDTH];
        radius[k] = r[k * WIDTH + 1];
        first[k + 1] = first[k] + 1;
    }
    sepal_status status = sepal_solids_add_hulls(set, x, x, x, first, count, radius, NULL, refusal);
    sepal_solids_destroy(set);
    return status;
}

static sepal_status ask_spheres(const float *r, size_t count, sepal_refusal *refusal) {
    sepal_solids *set = some_solids();
    sepal_solid_spheres spheres = {.x = r, .y = r + 1, .z = r + 2, .radius = r + 3, .stride = WIDTH};
    sepal_status status = sepal_solids_add_spheres(set, &spheres, count, NULL, refusal);
    sepal_solids_destroy(set);
    return status;
}

static sepal_status ask_solid_capsules(const float *r, size_t count, sepal_refusal *refusal) {
    sepal_solids *set = some_solids();
    sepal_solid_capsules capsules = {.x0 = r, .y0 = r + 1, .z0 = r + 2, .x1 = r + 3, .y1 = r + 4, .z1 = r + 5, .radius = r + 6};
    capsules.stride = WIDTH;
    sepal_status status = sepal_solids_add_capsules(set, &capsules, count, NULL, refusal);
    sepal_solids_destroy(set);
    return status;
}

static sepal_status ask_solid_place(const float *r, size_t count, sepal_refusal *refusal) {
    sepal_solids *models = some_solids(), *world = some_solids();
    uint32_t model[ROWS];
    for (size_t k = 0; k < count; k++)
        model[k] = r[k * WIDTH + 7] > 1;
    sepal_solid_poses poses = {.x = r, .y = r + 1, .z = r + 2, .turn = {.w = r + 3, .x = r + 4, .y = r + 5, .z = r + 6}};
    poses.stride = WIDTH;
    sepal_status status = sepal_solids_place(world, models, model, &poses, count, refusal);
    sepal_solids_destroy(models);
    sepal_solids_destroy(world);
    return status;
}

static const refused_case cases[] = {
    {"boxes", ask_boxes, 0, NAN, "a coordinate is not finite"},
    {"boxes", ask_boxes, 2, INFINITY, "a half extent is not finite"},
    {"boxes", ask_boxes, 3, -1, "a half extent is negative"},
    {"boxes", ask_boxes, 5, NAN, "its orientation is not finite"},
    {"boxes", ask_boxes, 4, 0x1.8p127F, NULL},
    {"boxes", ask_boxes, 6, -1, "its radius is negative"},
    {"boxes", ask_boxes, 6, INFINITY, "its radius is not finite"},
    {"circles", ask_circles, 1, INFINITY, "a coordinate is not finite"},
    {"circles", ask_circles, 2, -1, "its radius is negative"},
    {"capsules", ask_capsules, 3, NAN, "a coordinate is not finite"},
    {"capsules", ask_capsules, 4, NAN, "its radius is not finite"},
    {"many", ask_many, 0, NAN, "a coordinate is not finite"},
    {"many", ask_many, 0, -4, "its vertices do not go round a convex polygon once"},
    {"many", ask_many, 4, -1, "its radius is negative"},
    {"place", ask_place, 2, NAN, "its pose is not finite"},
    {"place", ask_place, 4, 2, "there is no model with this index"},
    {"solid boxes", ask_solid_boxes, 1, NAN, "a coordinate is not finite"},
    {"solid boxes", ask_solid_boxes, 4, -1, "a half extent is negative"},
    {"solid boxes", ask_solid_boxes, 7, NAN, "its rotation is not finite, or its quaternion is 0"},
    {"solid boxes", ask_solid_boxes, 6, -1, "its radius is negative"},
    {"parallelepipeds", ask_parallelepipeds, 2, NAN, "a coordinate is not finite"},
    {"parallelepipeds", ask_parallelepipeds, 3, -1, "its radius is negative"},
    {"hulls", ask_hulls, 0, INFINITY, "a coordinate is not finite"},
    {"hulls", ask_hulls, 1, -1, "its radius is negative"},
    {"spheres", ask_spheres, 2, NAN, "a coordinate is not finite"},
    {"spheres", ask_spheres, 3, -1, "its radius is negative"},
    {"solid capsules", ask_solid_capsules, 5, NAN, "a coordinate is not finite"},
    {"solid capsules", ask_solid_capsules, 6, NAN, "its radius is not finite"},
    {"solid place", ask_solid_place, 4, NAN, "its pose is not finite, or its quaternion is 0"},
    {"solid place", ask_solid_place, 7, 2, "there is no model with this index"},
};

Test(refusals, name_the_first_element_and_the_reason) {
    static float rows[ROWS * WIDTH];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const refused_case *c = &cases[k];
        sepal_refusal refusal = {77, NULL};
        cr_assert_eq(c->ask(rows_with(rows, -1, 0, 0), ROWS, &refusal), SEPAL_OK, "%s", c->call);
        cr_assert_eq(c->ask(rows_with(rows, -1, 0, 0), 0, &refusal), SEPAL_OK, "%s", c->call);
        cr_assert(refusal.index == 77 && refusal.reason == NULL, "%s: written without a refusal", c->call);
        for (size_t at = 0; at < ROWS; at += 4) {
            rows_with(rows, c->column, at, c->value);
            if (c->reason == NULL) {
                cr_assert_eq(c->ask(rows, ROWS, &refusal), SEPAL_OK, "%s, column %d", c->call, c->column);
                continue;
            }
            if (at + 1 < ROWS)
                rows[(ROWS - 1) * WIDTH + (size_t)c->column] = c->value; /* refused as well, but not first */
            cr_assert_neq(c->ask(rows, ROWS, NULL), SEPAL_OK, "%s, column %d", c->call, c->column);
            cr_assert_neq(c->ask(rows, ROWS, &refusal), SEPAL_OK, "%s, column %d", c->call, c->column);
            cr_assert(refusal.index == at && strcmp(refusal.reason, c->reason) == 0, "%s, column %d: %zu instead of %zu, '%s'",
                      c->call, c->column, refusal.index, at, refusal.reason);
        }
    }
}

Test(refusals, a_box_may_overflow) {
    static float rows[ROWS * WIDTH];
    rows_with(rows, 0, 3, 0x1.fffffep127F);
    rows[3 * WIDTH + 2] = 0x1p127F;
    sepal_refusal refusal = {77, NULL};
    cr_assert_eq(ask_boxes(rows, ROWS, &refusal), SEPAL_BAD_SHAPE);
    cr_assert(refusal.index == 3 && strcmp(refusal.reason, "a coordinate overflows when it is computed") == 0);
}

/* --- Radii in bulk ----------------------------------------------------------------------------------------------------------- */

/* A rounded box is a rounded polygon of its corners, and many polygons with radii are as many rounded polygons. */
Test(refusals, radii_in_bulk_are_those_of_single_shapes) {
    rng r = {941};
    enum { SHAPES = 50 };
    float rows[SHAPES][7], x[4 * SHAPES], y[4 * SHAPES], radius[SHAPES];
    uint32_t first[SHAPES + 1] = {0};
    sepal_polys *boxes = some_polys(), *many = some_polys();
    for (size_t i = 0; i < SHAPES; i++) {
        box b = random_box(&r, rng_real(&r, -9, 9), rng_real(&r, -9, 9), 0.5, 2);
        radius[i] = i % 3 == 0 ? 0 : (float)rng_real(&r, 0, 1);
        const float row[] = {b.x, b.y, b.half_x, b.half_y, b.cos, b.sin, i % 3 == 0 ? -0.0F : radius[i]};
        polygon corners;
        box_corners(&b, &corners);
        memcpy(rows[i], row, sizeof row);
        memcpy(x + 4 * i, corners.x, 4 * sizeof *x);
        memcpy(y + 4 * i, corners.y, 4 * sizeof *y);
        first[i + 1] = first[i] + 4;
    }
    const float *row = rows[0];
    sepal_boxes columns = {.x = row, .y = row + 1, .half_x = row + 2, .half_y = row + 3, .cos = row + 4, .sin = row + 5};
    columns.stride = 7;
    columns.radius = row + 6;
    uint32_t index_of_boxes = 99, index_of_many = 99;
    cr_assert_eq(sepal_polys_add_boxes(boxes, &columns, SHAPES, &index_of_boxes, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_many(many, x, y, first, SHAPES, radius, &index_of_many, NULL), SEPAL_OK);
    cr_assert(index_of_boxes == 1 && index_of_many == 1);
    content expected = content_of(many);
    check_content(boxes, &expected, "boxes with radii");
    sepal_polys *alone = some_polys();
    for (size_t i = 0; i < SHAPES; i++)
        cr_assert_eq(sepal_polys_add_round(alone, x + 4 * i, y + 4 * i, 4, radius[i], NULL), SEPAL_OK);
    for (uint32_t i = 0; i <= SHAPES; i++) {
        float of_boxes, of_many, right = i == 0 ? 0 : radius[i - 1];
        cr_assert_eq(sepal_polys_radius(boxes, i, &of_boxes), SEPAL_OK);
        cr_assert_eq(sepal_polys_radius(many, i, &of_many), SEPAL_OK);
        cr_assert(of_boxes == right && of_many == right && !signbit(of_boxes));
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (uint32_t i = 0; i <= SHAPES; i++) {
            uint64_t of_alone, of_boxes, of_many;
            use_isa(isa);
            cr_assert_eq(sepal_polys_overlap_one(alone, i, alone, 0, SHAPES + 1, NULL, &of_alone), SEPAL_OK);
            cr_assert_eq(sepal_polys_overlap_one(boxes, i, boxes, 0, SHAPES + 1, NULL, &of_boxes), SEPAL_OK);
            cr_assert_eq(sepal_polys_overlap_one(many, i, many, 0, SHAPES + 1, NULL, &of_many), SEPAL_OK);
            cr_assert(of_boxes == of_alone && of_many == of_alone, "%s, shape %u", sepal_isa(), i);
        }
    sepal_polys_destroy(alone);
    sepal_polys_destroy(boxes);
    sepal_polys_destroy(many);
}
