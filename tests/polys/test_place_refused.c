/* What placing refuses, and that it then changes nothing; memory that runs out; and that it stays inside its arrays. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../questions/questions.h"
#include "../scenes/stages.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

Test(place_refused, changes_nothing_where_it_is_refused) {
    stage s = stage_create(scene_kind_find("everything"), 0, 905, 100);
    stage_make_finite(&s);
    sepal_polys *world, *models = s.scene.set_a;
    cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
    sepal_poses half = {.x = s.rows, .y = s.rows + 1, .cos = s.rows + 2, .sin = NULL, .stride = 4},
                none = {.x = NULL, .y = s.rows, .cos = NULL, .sin = NULL, .stride = 4};
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_place(world, models, s.model, &s.poses, 50, NULL), SEPAL_OK);
        content before = content_of(world);
        cr_assert_eq(sepal_polys_place(NULL, models, s.model, &s.poses, 9, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, NULL, s.model, &s.poses, 9, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, world, s.model, &s.poses, 9, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, models, NULL, &s.poses, 9, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, models, s.model, NULL, 9, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, models, s.model, &half, 9, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, models, s.model, &none, 9, NULL), SEPAL_BAD_ARGUMENT);
        for (size_t i = 0; i < s.count; i += 11) {
            uint32_t kept = s.model[i];
            s.model[i] = (uint32_t)sepal_polys_count(models);
            cr_assert_eq(sepal_polys_place(world, models, s.model, &s.poses, s.count, NULL), SEPAL_BAD_ARGUMENT);
            s.model[i] = kept;
            for (size_t k = 0; k < 12; k++) {
                float value = s.rows[4 * i + k % 4];
                s.rows[4 * i + k % 4] = bad[k / 4];
                cr_assert_eq(sepal_polys_place(world, models, s.model, &s.poses, s.count, NULL), SEPAL_BAD_SHAPE);
                s.rows[4 * i + k % 4] = value;
            }
        }
        check_content(world, &before, "refusals");
    }
    sepal_polys_destroy(world);
    stage_destroy(&s);
}

/* Poses near the largest floats are refused exactly if a vertex overflows. */
Test(place_refused, refuses_what_overflows_and_nothing_else) {
    const float x[] = {-1, 1, 1, -1}, y[] = {-1, -1, 1, 1};
    uint32_t model = 0;
    sepal_polys *models, *world;
    cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(models, x, y, 4, NULL), SEPAL_OK);
    static const struct {
        float x, cos;
        sepal_status status;
    } cases[] = {
        {FLT_MAX, 1, SEPAL_OK},    {FLT_MAX, 0x1p103F, SEPAL_BAD_SHAPE}, {FLT_MAX, 0x1p102F, SEPAL_OK},
        {0, FLT_MAX, SEPAL_OK},    {1e38F, 3e38F, SEPAL_BAD_SHAPE},      {-FLT_MAX, 0x1p103F, SEPAL_BAD_SHAPE},
        {-1e38F, 2e38F, SEPAL_OK},
    };
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            float zero = 0;
            sepal_poses poses = {.x = &cases[i].x, .y = &zero, .cos = &cases[i].cos, .sin = &zero, .stride = 1};
            use_isa(isa);
            cr_assert_eq(sepal_polys_place(world, models, &model, &poses, 1, NULL), cases[i].status, "%s, case %zu", sepal_isa(),
                         i);
        }
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
}

/* Without cosines and sines the sum alone may overflow. (Fuzzing found that only the poses were checked in that case.) */
Test(place_refused, refuses_what_overflows_without_being_turned) {
    const float x[] = {0, 1, FLT_MAX}, y[] = {0, 0, FLT_MAX}, zero = 0;
    uint32_t model = 0;
    sepal_polys *models, *world;
    cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(models, x, y, 3, NULL), SEPAL_OK);
    static const struct {
        float move;
        sepal_status status;
    } cases[] = {{0x1p102F, SEPAL_OK}, {0x1p103F, SEPAL_BAD_SHAPE}, {0x1p118F, SEPAL_BAD_SHAPE}, {-FLT_MAX, SEPAL_OK}};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            sepal_poses along_x = {.x = &cases[i].move, .y = &zero, .cos = NULL, .sin = NULL, .stride = 1},
                        along_y = {.x = &zero, .y = &cases[i].move, .cos = NULL, .sin = NULL, .stride = 1};
            use_isa(isa);
            cr_assert_eq(sepal_polys_place(world, models, &model, &along_x, 1, NULL), cases[i].status, "%s, case %zu", sepal_isa(),
                         i);
            cr_assert_eq(sepal_polys_place(world, models, &model, &along_y, 1, NULL), cases[i].status, "%s, case %zu", sepal_isa(),
                         i);
        }
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
}

/* Memory is refused at every allocation in turn, and then nothing changes. With memory the call works, and later calls allocate
 * nothing. */
Test(place_refused, survives_without_memory_and_then_needs_no_more) {
    stage s = stage_create(scene_kind_find("everything"), 0, 906, 300);
    stage_make_finite(&s);
    for (size_t fail = 0;; fail++) {
        watch w = watch_create();
        sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *world;
        cr_assert_eq(sepal_polys_create(&allocator, &world), SEPAL_OK);
        cr_assert_eq(sepal_polys_place(world, s.scene.set_a, s.model, &s.poses, 20, NULL), SEPAL_OK);
        content before = content_of(world);
        w.fail_at = w.requests + fail;
        sepal_status status = sepal_polys_place(world, s.scene.set_a, s.model, &s.poses, s.count, NULL);
        bool failed = w.requests > w.fail_at;
        cr_assert_eq(status, failed ? SEPAL_NO_MEMORY : SEPAL_OK);
        if (failed) {
            check_content(world, &before, "lack of memory");
        } else {
            content_release(&before);
            size_t requests = w.requests;
            cr_assert_eq(sepal_polys_place(world, s.scene.set_a, s.model + 1, &s.poses, 200, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_place(world, s.scene.set_a, s.model, &s.poses, s.count, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_place(world, s.scene.set_a, NULL, &s.poses, 0, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_count(world), 0);
            cr_assert_eq(w.requests, requests);
        }
        sepal_polys_destroy(world);
        cr_assert_eq(w.live, 0);
        if (!failed)
            break;
    }
    stage_destroy(&s);
}

Test(place_refused, reads_and_writes_inside_its_arrays) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += 2 * scene_step()) {
        stage s = stage_create(kind, 0, 907, 90);
        stage_make_finite(&s);
        sepal_allocator allocator = guard_allocator();
        sepal_polys *models = load_set(&s.scene.a, &allocator);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (size_t length = 1; length <= s.count; length += 1 + length / 9) {
                size_t from = s.count - length, size = length * sizeof(float), rows_size = 4 * size;
                float *rows = guarded(rows_size), *columns[4];
                uint32_t *model = guarded(length * sizeof *model);
                memcpy(rows, s.rows + 4 * from, rows_size);
                memcpy(model, s.model + from, length * sizeof *model);
                model[length - 1] = (uint32_t)sepal_polys_count(models) - 1;
                for (int k = 0; k < 4; k++) {
                    columns[k] = guarded(size);
                    for (size_t i = 0; i < length; i++)
                        columns[k][i] = rows[4 * i + (size_t)k];
                }
                sepal_poses as_rows = {.x = rows, .y = rows + 1, .cos = rows + 2, .sin = rows + 3, .stride = 4};
                sepal_poses as_columns = {.x = columns[0], .y = columns[1], .cos = columns[2], .sin = columns[3], .stride = 0};
                sepal_polys *a, *b;
                use_isa(isa);
                cr_assert_eq(sepal_polys_create(&allocator, &a), SEPAL_OK);
                cr_assert_eq(sepal_polys_create(&allocator, &b), SEPAL_OK);
                cr_assert_eq(sepal_polys_place(a, models, model, &as_rows, length, NULL), SEPAL_OK);
                cr_assert_eq(sepal_polys_place(b, models, model, &as_columns, length, NULL), SEPAL_OK);
                content expected = content_of(a);
                check_content(b, &expected, "placing from columns");
                sepal_polys_destroy(a);
                sepal_polys_destroy(b);
                guarded_release(rows, rows_size);
                guarded_release(model, length * sizeof *model);
                for (int k = 0; k < 4; k++)
                    guarded_release(columns[k], size);
            }
        sepal_polys_destroy(models);
        stage_destroy(&s);
    }
}
