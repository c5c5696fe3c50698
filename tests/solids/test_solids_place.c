/* Placing: what is placed is what would have been added, to the bit; a refused call changes nothing; room is used again. */
#include "../common/allocators.h"
#include "../scenes/solid_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 120, WIDTH = 16 };

typedef struct stage {
    solid_scene scene;
    float rows[COUNT][WIDTH]; /* place, quaternion, matrix */
    uint32_t model[COUNT];
    sepal_solid_poses poses[3]; /* not turned, by quaternions, by matrices */
} stage;

static void set_stage(stage *s, size_t kind) {
    uint32_t state = 17 + (uint32_t)kind;
    s->scene = solid_scene_create(kind, 11, 50);
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < WIDTH; k++) {
            state = state * 1664525 + 1013904223;
            s->rows[i][k] = (float)(state >> 8) * 0x1p-23F - 1;
        }
        s->model[i] = (state >> 8) % 50;
    }
    for (int way = 0; way < 3; way++)
        s->poses[way] = (sepal_solid_poses){.x = &s->rows[0][0], .y = &s->rows[0][1], .z = &s->rows[0][2], .stride = WIDTH};
    s->poses[1].turn = (sepal_solid_turns){&s->rows[0][3], &s->rows[0][4], &s->rows[0][5], &s->rows[0][6], {NULL}};
    for (int k = 0; k < 9; k++)
        s->poses[2].turn.matrix[k] = &s->rows[0][7 + k];
}

/* As the manual states it. */
static void matrix_of(const stage *s, int way, int i, double r[3][3]) {
    const float *const row = s->rows[i];
    const double w = (double)row[3], x = (double)row[4], y = (double)row[5], z = (double)row[6];
    const double f = 2 / (((w * w + x * x) + y * y) + z * z);
    const double turned[3][3] = {{1 - f * (y * y + z * z), f * (x * y - w * z), f * (x * z + w * y)},
                                 {f * (x * y + w * z), 1 - f * (x * x + z * z), f * (y * z - w * x)},
                                 {f * (x * z - w * y), f * (y * z + w * x), 1 - f * (x * x + y * y)}};
    for (int k = 0; k < 9; k++)
        r[k / 3][k % 3] = way == 0 ? k % 4 == 0 : way == 1 ? turned[k / 3][k % 3] : (double)row[7 + k];
}

static float moved(double r[3][3], int k, const float *move, float x, float y, float z) {
    if (move == NULL)
        return (float)((r[k][0] * (double)x + r[k][1] * (double)y) + r[k][2] * (double)z);
    return (float)((((double)move[k] + r[k][0] * (double)x) + r[k][1] * (double)y) + r[k][2] * (double)z);
}

static solid_item placed(const stage *s, int way, int i) {
    solid_item out = s->scene.a[s->model[i]];
    const solid_item from = out;
    double r[3][3];
    matrix_of(s, way, i, r);
    for (int k = 0; k < 3; k++) {
        const sepal_parallelepiped *const v = &from.vectors;
        float *const to = k == 0 ? out.x : k == 1 ? out.y : out.z;
        out.vectors.c[k] = moved(r, k, s->rows[i], v->c[0], v->c[1], v->c[2]);
        out.vectors.u[k] = moved(r, k, NULL, v->u[0], v->u[1], v->u[2]);
        out.vectors.v[k] = moved(r, k, NULL, v->v[0], v->v[1], v->v[2]);
        out.vectors.w[k] = moved(r, k, NULL, v->w[0], v->w[1], v->w[2]);
        for (size_t m = 0; m < from.count; m++)
            to[m] = moved(r, k, s->rows[i], from.x[m], from.y[m], from.z[m]);
    }
    return out;
}

/* Two sets hold the same, and answer the same. */
static void check_same(const sepal_solids *a, const sepal_solids *b, const char *what) {
    cr_assert_eq(sepal_solids_count(a), sepal_solids_count(b));
    const size_t count = sepal_solids_count(a);
    sepal_pair pairs[COUNT];
    uint64_t bits[2][SEPAL_BIT_WORDS(COUNT)];
    float depths[2][COUNT] = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        sepal_parallelepiped box_a, box_b;
        const float *xa, *ya, *za, *xb, *yb, *zb;
        size_t size_a, size_b;
        float radius_a, radius_b;
        const sepal_status is_box = sepal_solids_box(a, i, &box_a);
        cr_assert_eq(sepal_solids_box(b, i, &box_b), is_box, "%s, solid %u", what, i);
        if (is_box == SEPAL_OK) {
            cr_assert_eq(memcmp(&box_a, &box_b, sizeof box_a), 0, "%s, solid %u", what, i);
        } else {
            cr_assert_eq(sepal_solids_vertices(a, i, &xa, &ya, &za, &size_a), SEPAL_OK);
            cr_assert_eq(sepal_solids_vertices(b, i, &xb, &yb, &zb, &size_b), SEPAL_OK);
            cr_assert(size_a == size_b && memcmp(xa, xb, size_a * sizeof *xa) == 0 && memcmp(ya, yb, size_a * sizeof *xa) == 0 &&
                          memcmp(za, zb, size_a * sizeof *xa) == 0,
                      "%s, solid %u", what, i);
        }
        cr_assert_eq(sepal_solids_radius(a, i, &radius_a), SEPAL_OK);
        cr_assert_eq(sepal_solids_radius(b, i, &radius_b), SEPAL_OK);
        cr_assert_eq(radius_a, radius_b);
        pairs[i] = (sepal_pair){i, (i * 7 + 1) % (uint32_t)count};
    }
    const sepal_solids *const sets[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        const sepal_solid_mtvs out = {.depth = depths[k]};
        cr_assert_eq(sepal_solids_overlap_pairs(sets[k], sets[k], pairs, count, NULL, bits[k]), SEPAL_OK);
        cr_assert_eq(sepal_solids_mtv_pairs(sets[k], sets[k], pairs, count, NULL, &out), SEPAL_OK);
    }
    cr_assert_eq(memcmp(bits[0], bits[1], SEPAL_BIT_WORDS(count) * 8), 0, "%s", what);
    cr_assert_eq(memcmp(depths[0], depths[1], count * sizeof(float)), 0, "%s", what);
}

Test(solids_place, is_as_adding) {
    stage *s = malloc(sizeof *s);
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        set_stage(s, kind);
        if (strcmp(s->scene.kind, "extremes") == 0) {
            solid_scene_destroy(&s->scene);
            continue;
        }
        sepal_solids *world = NULL;
        cr_assert_eq(sepal_solids_create(NULL, &world), SEPAL_OK);
        for (int way = 0; way < 3; way++)
            for (size_t i = 0; i < sepal_isa_count(); i++) {
                sepal_solids *added = NULL;
                cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
                cr_assert_eq(sepal_solids_create(NULL, &added), SEPAL_OK);
                for (int k = 0; k < COUNT; k++) {
                    const solid_item item = placed(s, way, k);
                    solid_add(added, &item);
                }
                cr_assert_eq(sepal_solids_place(world, s->scene.set_a, s->model, &s->poses[way], COUNT, NULL), SEPAL_OK);
                check_same(world, added, s->scene.kind);
                sepal_solids_destroy(added);
            }
        cr_assert_eq(sepal_solids_place(world, s->scene.set_a, NULL, &s->poses[0], 0, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_count(world), 0);
        sepal_solids_destroy(world);
        solid_scene_destroy(&s->scene);
    }
    free(s);
}

/* Boxes of unit models are those of sepal_solids_add_boxes. */
Test(solids_place, of_boxes_about_the_origin_is_adding_boxes) {
    stage *s = malloc(sizeof *s);
    set_stage(s, 0);
    const float zero = 0, half_x = 0.75F, half_y = 1.25F, half_z = 0.3F;
    const sepal_solid_boxes model = {&zero, &zero, &zero, &half_x, &half_y, &half_z, {.w = NULL}, NULL, 1};
    sepal_solids *models = NULL, *world = NULL, *added = NULL;
    cr_assert(sepal_solids_create(NULL, &models) == SEPAL_OK && sepal_solids_create(NULL, &world) == SEPAL_OK);
    cr_assert_eq(sepal_solids_create(NULL, &added), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_boxes(models, &model, 1, NULL, NULL), SEPAL_OK);
    memset(s->model, 0, sizeof s->model);
    for (int i = 0; i < COUNT; i++) {
        sepal_solid_boxes box = {&s->rows[i][0], &s->rows[i][1], &s->rows[i][2], &half_x, &half_y, &half_z, {.w = NULL}, NULL, 1};
        box.turn = (sepal_solid_turns){&s->rows[i][3], &s->rows[i][4], &s->rows[i][5], &s->rows[i][6], {NULL}};
        cr_assert_eq(sepal_solids_add_boxes(added, &box, 1, NULL, NULL), SEPAL_OK);
    }
    cr_assert_eq(sepal_solids_place(world, models, s->model, &s->poses[1], COUNT, NULL), SEPAL_OK);
    check_same(world, added, "boxes");
    sepal_solids_destroy(models);
    sepal_solids_destroy(world);
    sepal_solids_destroy(added);
    solid_scene_destroy(&s->scene);
    free(s);
}

Test(solids_place, refuses_and_changes_nothing) {
    stage *s = malloc(sizeof *s);
    set_stage(s, 7);
    sepal_solids *world = NULL, *before = NULL;
    cr_assert(sepal_solids_create(NULL, &world) == SEPAL_OK && sepal_solids_create(NULL, &before) == SEPAL_OK);
    cr_assert_eq(sepal_solids_place(world, s->scene.set_a, s->model, &s->poses[1], COUNT, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_place(before, s->scene.set_a, s->model, &s->poses[1], COUNT, NULL), SEPAL_OK);
    const sepal_solids *const models = s->scene.set_a;
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < WIDTH; k++)
        for (int b = 0; b < 3; b++) {
            const float good = s->rows[COUNT - 1][k];
            s->rows[COUNT - 1][k] = bad[b];
            const sepal_status expected[3] = {k < 3 ? SEPAL_BAD_SHAPE : SEPAL_OK, k < 7 ? SEPAL_BAD_SHAPE : SEPAL_OK,
                                              k < 3 || k >= 7 ? SEPAL_BAD_SHAPE : SEPAL_OK};
            for (int way = 0; way < 3; way++)
                if (expected[way] != SEPAL_OK)
                    cr_assert_eq(sepal_solids_place(world, models, s->model, &s->poses[way], COUNT, NULL), expected[way],
                                 "%d %d %d", k, b, way);
            s->rows[COUNT - 1][k] = good;
        }
    const float quaternion[4] = {s->rows[5][3], s->rows[5][4], s->rows[5][5], s->rows[5][6]};
    memset(&s->rows[5][3], 0, 4 * sizeof(float));
    cr_assert_eq(sepal_solids_place(world, models, s->model, &s->poses[1], COUNT, NULL), SEPAL_BAD_SHAPE);
    memcpy(&s->rows[5][3], quaternion, sizeof quaternion);
    s->rows[5][7] = FLT_MAX, s->rows[5][0] = FLT_MAX; /* a coordinate overflows */
    cr_assert_eq(sepal_solids_place(world, models, s->model, &s->poses[2], COUNT, NULL), SEPAL_BAD_SHAPE);
    s->rows[5][7] = s->rows[5][0] = 0;
    s->model[9] = 50;
    cr_assert_eq(sepal_solids_place(world, models, s->model, &s->poses[1], COUNT, NULL), SEPAL_BAD_ARGUMENT);
    s->model[9] = 0;
    cr_assert_eq(sepal_solids_place(world, world, s->model, &s->poses[1], COUNT, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_place(NULL, models, s->model, &s->poses[1], COUNT, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_place(world, NULL, s->model, &s->poses[1], COUNT, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_place(world, models, NULL, &s->poses[1], COUNT, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_place(world, models, s->model, NULL, COUNT, NULL), SEPAL_BAD_ARGUMENT);
    sepal_solid_poses part = s->poses[1];
    part.turn.x = NULL;
    cr_assert_eq(sepal_solids_place(world, models, s->model, &part, COUNT, NULL), SEPAL_BAD_ARGUMENT);
    part = s->poses[2];
    part.y = NULL;
    cr_assert_eq(sepal_solids_place(world, models, s->model, &part, COUNT, NULL), SEPAL_BAD_ARGUMENT);
    check_same(world, before, "after all that was refused");
    sepal_solids_destroy(world);
    sepal_solids_destroy(before);
    solid_scene_destroy(&s->scene);
    free(s);
}

Test(solids_place, uses_its_room_again) {
    stage *s = malloc(sizeof *s);
    set_stage(s, 7);
    for (size_t fail_at = 0;; fail_at++) {
        watch w = watch_create();
        const sepal_allocator allocator = watch_allocator(&w);
        sepal_solids *world = NULL;
        cr_assert_eq(sepal_solids_create(&allocator, &world), SEPAL_OK);
        cr_assert_eq(sepal_solids_place(world, s->scene.set_a, s->model, &s->poses[0], 1, NULL), SEPAL_OK);
        w.fail_at = w.requests + fail_at;
        const sepal_status status = sepal_solids_place(world, s->scene.set_a, s->model, &s->poses[1], COUNT, NULL);
        cr_assert_eq(sepal_solids_count(world), status == SEPAL_OK ? COUNT : 1);
        const size_t requests = w.requests;
        if (status == SEPAL_OK) {
            cr_assert_eq(sepal_solids_place(world, s->scene.set_a, s->model, &s->poses[2], COUNT, NULL), SEPAL_OK);
            cr_assert_eq(w.requests, requests);
        } else {
            cr_assert_eq(status, SEPAL_NO_MEMORY);
        }
        sepal_solids_destroy(world);
        cr_assert_eq(w.live, 0);
        if (status == SEPAL_OK)
            break;
    }
    solid_scene_destroy(&s->scene);
    free(s);
}
