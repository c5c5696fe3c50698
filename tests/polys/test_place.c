/* Placing: the vertices are those of the stated formula, or of its hull where that is not convex; what is stored is, byte by byte,
 * what adding these vertices stores, on every instruction set; all or nothing; no allocation where there is room. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../common/control.h"
#include "../oracle/oracle.h"
#include "../scenes/stages.h"

#include <criterion/criterion.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double area_of(const float *x, const float *y, size_t count) {
    double area = 0;
    for (size_t k = 1; k + 1 < count; k++)
        area += ((double)x[k] - (double)x[0]) * ((double)y[k + 1] - (double)y[0]) -
                ((double)y[k] - (double)y[0]) * ((double)x[k + 1] - (double)x[0]);
    return area;
}

static size_t bent; /* polygons that were replaced by their hulls */

/* Vertices as stated; a polygon that rounding has bent is its hull, in the winding of the model. */
static void check_vertices(const stage *s, const sepal_polys *world) {
    cr_assert_eq(sepal_polys_count(world), s->count);
    for (size_t i = 0; i < s->count; i++) {
        polygon p;
        const float *x, *y;
        size_t count;
        stage_formula(s, i, &p);
        cr_assert_eq(sepal_polys_vertices(world, (uint32_t)i, &x, &y, &count), SEPAL_OK);
        cr_assert_eq(count, p.count);
        if (oracle_is_convex(p.x, p.y, p.count)) {
            cr_assert(memcmp(x, p.x, count * sizeof *x) == 0 && memcmp(y, p.y, count * sizeof *y) == 0, "%s, scene '%s', shape %zu",
                      sepal_isa(), s->scene.kind, i);
            continue;
        }
        bent++;
        polygon hull;
        hull.count = oracle_hull(p.x, p.y, p.count, hull.x, hull.y);
        const float *mx, *my;
        cr_assert_eq(sepal_polys_vertices(s->scene.set_a, s->model[i], &mx, &my, &count), SEPAL_OK);
        if (area_of(mx, my, count) < 0) { /* from the same start the other way round */
            polygon_reverse(&hull);
            polygon_start_at(&hull, hull.count - 1);
        }
        for (size_t k = 0; k < count; k++) {
            const size_t h = k < hull.count ? k : hull.count - 1;
            cr_assert(x[k] == hull.x[h] && y[k] == hull.y[h], "%s, scene '%s', shape %zu", sepal_isa(), s->scene.kind, i);
        }
    }
}

/* --- Memory
 * ---------------------------------------------------------------------------------------------------------------------*/

/* An allocator whose memory comes full of one byte, and whose blocks can be compared with those of another. */
typedef struct mirror {
    struct {
        void *pointer;
        size_t size;
    } blocks[8];
    size_t count;
} mirror;

static void *mirror_allocate(void *context, size_t size, size_t alignment) {
    mirror *m = context;
    void *pointer = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    cr_assert(pointer != NULL && m->count < 8);
    memset(pointer, 0x3c, size);
    m->blocks[m->count].pointer = pointer;
    m->blocks[m->count++].size = size;
    return pointer;
}

static void mirror_release(void *context, void *pointer, size_t size) {
    (void)context, (void)size;
    free(pointer);
}

/* A set with room for the stage; of its blocks, the first is the set itself and differs. */
static sepal_polys *mirrored_set(mirror *m, const stage *s) {
    const sepal_allocator allocator = {m, mirror_allocate, mirror_release};
    *m = (mirror){.count = 0};
    sepal_polys *set;
    size_t vertices = 0;
    for (size_t i = 0; i < s->count; i++)
        vertices += s->scene.a.items[s->model[i]].count;
    cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_reserve(set, s->count, vertices), SEPAL_OK);
    return set;
}

static void check_same_memory(const mirror *a, const mirror *b, const stage *s, const char *what, size_t travel) {
    cr_assert_eq(a->count, b->count, "%s: placing has allocated", what);
    for (size_t k = 1; k < a->count; k++) {
        cr_assert_eq(a->blocks[k].size, b->blocks[k].size);
        const unsigned char *p = a->blocks[k].pointer, *q = b->blocks[k].pointer;
        for (size_t i = 0; i < a->blocks[k].size; i++)
            cr_assert_eq(p[i], q[i], "%s, scene '%s', %s: byte %zu of block %zu differs", what, s->scene.kind, travel_name(travel),
                         i, k);
    }
}

/* --- Tests
 * ----------------------------------------------------------------------------------------------------------------------*/

Test(place, stores_what_the_formula_says) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (size_t travel = 0; travel < TRAVELS; travel++) {
            stage s = stage_create(kind, travel, 901, 131);
            stage_make_finite(&s);
            sepal_polys *world;
            cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                sepal_polys_clear(world);
                cr_assert_eq(sepal_polys_place(world, s.scene.set_a, s.model, &s.poses, s.count), SEPAL_OK, "%s", s.scene.kind);
                check_vertices(&s, world);
            }
            sepal_polys_destroy(world);
            stage_destroy(&s);
        }
    cr_assert_gt(bent, 200, "only %zu polygons were bent", bent);
}

/* Every instruction set writes the bytes that the scalar path writes. */
Test(place, stores_the_same_bytes_on_every_instruction_set) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (size_t travel = 0; travel < TRAVELS; travel++) {
            stage s = stage_create(kind, travel, 902, 150 + kind);
            stage_make_finite(&s);
            mirror of_scalar, of_isa;
            sepal_polys *scalar = mirrored_set(&of_scalar, &s);
            use_isa(0);
            cr_assert_eq(sepal_polys_place(scalar, s.scene.set_a, s.model, &s.poses, s.count), SEPAL_OK);
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                const char *name = use_isa(isa);
                sepal_polys *set = mirrored_set(&of_isa, &s);
                cr_assert_eq(sepal_polys_place(set, s.scene.set_a, s.model, &s.poses, s.count), SEPAL_OK);
                check_same_memory(&of_scalar, &of_isa, &s, name, travel);
                sepal_polys_destroy(set);
            }
            sepal_polys_destroy(scalar);
            stage_destroy(&s);
        }
}

/* ... and those are what adding the vertices writes. (The scenes are without boxes that would be boxes no longer.) */
Test(place, stores_what_adding_the_vertices_stores) {
    static const char *const kinds[] = {"3 to 20 vertices, small", "64 vertices", "triangle tiling", "couples, large", "wild"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t travel = 0; travel < TRAVELS; travel++) {
            stage s = stage_create(scene_kind_find(kinds[k]), travel, 903, 170);
            stage_make_finite(&s);
            mirror of_added, of_placed;
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                const char *name = use_isa(isa);
                sepal_polys *added = mirrored_set(&of_added, &s), *placed = mirrored_set(&of_placed, &s);
                cr_assert_eq(sepal_polys_place(placed, s.scene.set_a, s.model, &s.poses, s.count), SEPAL_OK);
                for (size_t i = 0; i < s.count; i++) {
                    const float *x, *y;
                    size_t count;
                    cr_assert_eq(sepal_polys_vertices(placed, (uint32_t)i, &x, &y, &count), SEPAL_OK);
                    cr_assert_eq(sepal_polys_add(added, x, y, count, NULL), SEPAL_OK, "%s, shape %zu", kinds[k], i);
                }
                check_same_memory(&of_added, &of_placed, &s, name, travel);
                sepal_polys_destroy(added);
                sepal_polys_destroy(placed);
            }
            stage_destroy(&s);
        }
}

/* A model with the corners of a box gives what sepal_polys_add_boxes gives, from rows and from columns, turned or not. */
Test(place, makes_the_boxes_that_adding_boxes_makes) {
    enum { BOXES = 333 };
    static float column[6][BOXES];
    static uint32_t model[BOXES];
    rng r = {904};
    sepal_polys *models;
    cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
    for (uint32_t i = 0; i < BOXES; i++) {
        const box b = random_box(&r, rng_real(&r, -9, 9), rng_real(&r, -9, 9), i % 7 == 0 ? 1e-6 : 0.5, 2);
        const float value[] = {b.x, b.y, b.half_x, b.half_y, b.cos, b.sin};
        const float x[] = {-b.half_x, b.half_x, b.half_x, -b.half_x}, y[] = {-b.half_y, -b.half_y, b.half_y, b.half_y};
        for (int k = 0; k < 6; k++)
            column[k][i] = value[k];
        cr_assert_eq(sepal_polys_add(models, x, y, 4, &model[i]), SEPAL_OK);
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int turned = 0; turned < 2; turned++) {
            use_isa(isa);
            const float *cosine = turned ? column[4] : NULL, *sine = turned ? column[5] : NULL;
            const sepal_boxes boxes = {column[0], column[1], column[2], column[3], cosine, sine, 1};
            const sepal_poses poses = {column[0], column[1], cosine, sine, 0};
            sepal_polys *added, *placed;
            cr_assert_eq(sepal_polys_create(NULL, &added), SEPAL_OK);
            cr_assert_eq(sepal_polys_create(NULL, &placed), SEPAL_OK);
            cr_assert_eq(sepal_polys_add_boxes(added, &boxes, BOXES, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_place(placed, models, model, &poses, BOXES), SEPAL_OK);
            content expected = content_of(added);
            check_content(placed, &expected, "placing");
            sepal_polys_destroy(added);
            sepal_polys_destroy(placed);
        }
    sepal_polys_destroy(models);
}

/* Models with a vertex so near to the edge beside it that the product of edges in float need not tell to which side a placed one
 * turns: wide lanes must leave those to the exact path. */
Test(place, sees_bends_that_rounding_hides) {
    enum { SHAPES = 6000 };
    static float x[SHAPES], y[SHAPES], cosine[SHAPES], sine[SHAPES];
    static uint32_t model[SHAPES];
    rng r = {907};
    sepal_polys *models, *expected, *placed;
    cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &expected), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &placed), SEPAL_OK);
    for (uint32_t i = 0; i < SHAPES;) {
        polygon p = {.count = 0};
        const double bx = rng_real(&r, 1, 2), by = rng_real(&r, -1, 1), share = rng_real(&r, 0.2, 0.8), ulps = rng_real(&r, 0, 2);
        polygon_push(&p, 0, 0);
        polygon_push(&p, share * bx + ulps * 0x1p-24 * by, share * by - ulps * 0x1p-24);
        polygon_push(&p, bx, by);
        polygon_push(&p, rng_real(&r, 0.5, 1), 3);
        if (i % 2)
            polygon_push(&p, rng_real(&r, 0.3, 0.5), 2.5);
        if (!polygon_is_valid(&p))
            continue;
        double c, s;
        random_rotation(&r, &c, &s);
        x[i] = (float)rng_real(&r, -1, 1), y[i] = (float)rng_real(&r, -1, 1), cosine[i] = (float)c, sine[i] = (float)s;
        cr_assert_eq(sepal_polys_add(models, p.x, p.y, p.count, &model[i++]), SEPAL_OK);
    }
    const sepal_poses poses = {x, y, cosine, sine, 0};
    use_isa(0);
    cr_assert_eq(sepal_polys_place(expected, models, model, &poses, SHAPES), SEPAL_OK);
    size_t hulls = 0; /* their last vertex is repeated */
    for (uint32_t i = 0; i < SHAPES; i++) {
        const float *px, *py;
        size_t count;
        cr_assert_eq(sepal_polys_vertices(expected, i, &px, &py, &count), SEPAL_OK);
        hulls += px[count - 1] == px[count - 2] && py[count - 1] == py[count - 2];
    }
    cr_assert(hulls > SHAPES / 16 && hulls < SHAPES, "%zu of %d were bent", hulls, SHAPES);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        content scalar = content_of(expected);
        cr_assert_eq(sepal_polys_place(placed, models, model, &poses, SHAPES), SEPAL_OK);
        check_content(placed, &scalar, name);
    }
    sepal_polys_destroy(placed);
    sepal_polys_destroy(expected);
    sepal_polys_destroy(models);
}

Test(place, changes_nothing_where_it_is_refused) {
    stage s = stage_create(scene_kind_find("everything"), 0, 905, 100);
    stage_make_finite(&s);
    sepal_polys *world, *models = s.scene.set_a;
    cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
    const sepal_poses half = {s.rows, s.rows + 1, s.rows + 2, NULL, 4}, none = {NULL, s.rows, NULL, NULL, 4};
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_place(world, models, s.model, &s.poses, 50), SEPAL_OK);
        content before = content_of(world);
        cr_assert_eq(sepal_polys_place(NULL, models, s.model, &s.poses, 9), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, NULL, s.model, &s.poses, 9), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, world, s.model, &s.poses, 9), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, models, NULL, &s.poses, 9), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, models, s.model, NULL, 9), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, models, s.model, &half, 9), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_place(world, models, s.model, &none, 9), SEPAL_BAD_ARGUMENT);
        for (size_t i = 0; i < s.count; i += 11) {
            const uint32_t kept = s.model[i];
            s.model[i] = (uint32_t)sepal_polys_count(models);
            cr_assert_eq(sepal_polys_place(world, models, s.model, &s.poses, s.count), SEPAL_BAD_ARGUMENT);
            s.model[i] = kept;
            for (size_t k = 0; k < 12; k++) {
                const float value = s.rows[4 * i + k % 4];
                s.rows[4 * i + k % 4] = bad[k / 4];
                cr_assert_eq(sepal_polys_place(world, models, s.model, &s.poses, s.count), SEPAL_BAD_SHAPE);
                s.rows[4 * i + k % 4] = value;
            }
        }
        check_content(world, &before, "refusals");
    }
    sepal_polys_destroy(world);
    stage_destroy(&s);
}

/* The largest poses that float32 holds: refused exactly where a vertex overflows. */
Test(place, refuses_what_overflows_and_nothing_else) {
    const float x[] = {-1, 1, 1, -1}, y[] = {-1, -1, 1, 1};
    const uint32_t model = 0;
    sepal_polys *models, *world;
    cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(models, x, y, 4, NULL), SEPAL_OK);
    static const struct {
        float x, cos;
        sepal_status status;
    } cases[] = {
        {FLT_MAX, 1, SEPAL_OK},    {FLT_MAX, 0x1p103f, SEPAL_BAD_SHAPE}, {FLT_MAX, 0x1p102f, SEPAL_OK},
        {0, FLT_MAX, SEPAL_OK},    {1e38f, 3e38f, SEPAL_BAD_SHAPE},      {-FLT_MAX, 0x1p103f, SEPAL_BAD_SHAPE},
        {-1e38f, 2e38f, SEPAL_OK},
    };
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const float zero = 0;
            const sepal_poses poses = {&cases[i].x, &zero, &cases[i].cos, &zero, 1};
            use_isa(isa);
            cr_assert_eq(sepal_polys_place(world, models, &model, &poses, 1), cases[i].status, "%s, case %zu", sepal_isa(), i);
        }
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
}

/* Without cosines and sines the sum alone may overflow. (Found by fuzzing: what was checked then were the poses only.) */
Test(place, refuses_what_overflows_without_being_turned) {
    const float x[] = {0, 1, FLT_MAX}, y[] = {0, 0, FLT_MAX}, zero = 0;
    const uint32_t model = 0;
    sepal_polys *models, *world;
    cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(models, x, y, 3, NULL), SEPAL_OK);
    static const struct {
        float move;
        sepal_status status;
    } cases[] = {{0x1p102f, SEPAL_OK}, {0x1p103f, SEPAL_BAD_SHAPE}, {0x1p118f, SEPAL_BAD_SHAPE}, {-FLT_MAX, SEPAL_OK}};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const sepal_poses along_x = {&cases[i].move, &zero, NULL, NULL, 1}, along_y = {&zero, &cases[i].move, NULL, NULL, 1};
            use_isa(isa);
            cr_assert_eq(sepal_polys_place(world, models, &model, &along_x, 1), cases[i].status, "%s, case %zu", sepal_isa(), i);
            cr_assert_eq(sepal_polys_place(world, models, &model, &along_y, 1), cases[i].status, "%s, case %zu", sepal_isa(), i);
        }
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
}

/* At every allocation once: nothing changes; then it works, and from then on without another allocation. */
Test(place, survives_without_memory_and_then_needs_no_more) {
    stage s = stage_create(scene_kind_find("everything"), 0, 906, 300);
    stage_make_finite(&s);
    for (size_t fail = 0;; fail++) {
        watch w = watch_create();
        const sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *world;
        cr_assert_eq(sepal_polys_create(&allocator, &world), SEPAL_OK);
        cr_assert_eq(sepal_polys_place(world, s.scene.set_a, s.model, &s.poses, 20), SEPAL_OK);
        content before = content_of(world);
        w.fail_at = w.requests + fail;
        const sepal_status status = sepal_polys_place(world, s.scene.set_a, s.model, &s.poses, s.count);
        const bool failed = w.requests > w.fail_at;
        cr_assert_eq(status, failed ? SEPAL_NO_MEMORY : SEPAL_OK);
        if (failed) {
            check_content(world, &before, "lack of memory");
        } else {
            content_release(&before);
            const size_t requests = w.requests;
            cr_assert_eq(sepal_polys_place(world, s.scene.set_a, s.model + 1, &s.poses, 200), SEPAL_OK);
            cr_assert_eq(sepal_polys_place(world, s.scene.set_a, s.model, &s.poses, s.count), SEPAL_OK);
            cr_assert_eq(sepal_polys_place(world, s.scene.set_a, NULL, &s.poses, 0), SEPAL_OK);
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

Test(place, reads_and_writes_inside_its_arrays) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += 2) {
        stage s = stage_create(kind, 0, 907, 90);
        stage_make_finite(&s);
        const sepal_allocator allocator = guard_allocator();
        sepal_polys *models = load_set(&s.scene.a, &allocator);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (size_t length = 1; length <= s.count; length += 1 + length / 9) {
                const size_t from = s.count - length, size = length * sizeof(float), rows_size = 4 * size;
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
                const sepal_poses as_rows = {rows, rows + 1, rows + 2, rows + 3, 4};
                const sepal_poses as_columns = {columns[0], columns[1], columns[2], columns[3], 0};
                sepal_polys *a, *b;
                use_isa(isa);
                cr_assert_eq(sepal_polys_create(&allocator, &a), SEPAL_OK);
                cr_assert_eq(sepal_polys_create(&allocator, &b), SEPAL_OK);
                cr_assert_eq(sepal_polys_place(a, models, model, &as_rows, length), SEPAL_OK);
                cr_assert_eq(sepal_polys_place(b, models, model, &as_columns, length), SEPAL_OK);
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

Test(place, does_not_depend_on_the_floating_point_state) {
    static const int roundings[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t travel = 0; travel < TRAVELS; travel++) {
        stage s = stage_create(scene_kind_find("everything"), travel, 908, 120);
        stage_make_finite(&s);
        mirror usual_memory, other_memory;
        sepal_polys *usual = mirrored_set(&usual_memory, &s);
        cr_assert_eq(sepal_polys_place(usual, s.scene.set_a, s.model, &s.poses, s.count), SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (size_t k = 0; k < sizeof roundings / sizeof *roundings; k++) {
                sepal_polys *other = mirrored_set(&other_memory, &s);
                fenv_t state;
                use_isa(isa);
                fegetenv(&state);
                fesetround(roundings[k]); /* where there is more than one mode */
                flush_subnormals();
                const int before = fegetround();
                const sepal_status status = sepal_polys_place(other, s.scene.set_a, s.model, &s.poses, s.count);
                const int rounding = fegetround();
                fesetenv(&state);
                cr_assert(status == SEPAL_OK && rounding == before);
                check_same_memory(&usual_memory, &other_memory, &s, sepal_isa(), travel);
                sepal_polys_destroy(other);
            }
        sepal_polys_destroy(usual);
        stage_destroy(&s);
    }
}

/* Models with radii: what adding the vertices with the model's radius stores. */
Test(place, keeps_the_radii_of_the_models) {
    for (size_t travel = 0; travel < TRAVELS; travel++) {
        stage s = stage_create(scene_kind_find("3 to 20 vertices, small"), travel, 909, 150);
        sepal_polys *models;
        cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
        rng r = {909};
        for (size_t i = 0; i < s.scene.a.count; i++) {
            polygon *p = &s.scene.a.items[i];
            p->count = i % 3 == 0 ? 1 + rng_below(&r, 2) : p->count; /* circles and capsules */
            const float radius = i % 4 == 0 ? 0 : (float)rng_real(&r, 0, 2);
            cr_assert_eq(sepal_polys_add_round(models, p->x, p->y, p->count, radius, NULL), SEPAL_OK);
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            const char *name = use_isa(isa);
            mirror of_added, of_placed;
            sepal_polys *added = mirrored_set(&of_added, &s), *placed = mirrored_set(&of_placed, &s);
            cr_assert_eq(sepal_polys_place(placed, models, s.model, &s.poses, s.count), SEPAL_OK);
            for (size_t i = 0; i < s.count; i++) {
                const float *x, *y;
                size_t count;
                float radius, expected;
                cr_assert_eq(sepal_polys_vertices(placed, (uint32_t)i, &x, &y, &count), SEPAL_OK);
                cr_assert_eq(sepal_polys_radius(placed, (uint32_t)i, &radius), SEPAL_OK);
                cr_assert_eq(sepal_polys_radius(models, s.model[i], &expected), SEPAL_OK);
                cr_assert_eq(radius, expected);
                cr_assert_eq(sepal_polys_add_round(added, x, y, count, radius, NULL), SEPAL_OK);
            }
            check_same_memory(&of_added, &of_placed, &s, name, travel);
            for (uint32_t i = 0; i < s.count; i++) { /* and it is asked as a set with radii */
                uint64_t of_one[SEPAL_BIT_WORDS(150)], of_other[SEPAL_BIT_WORDS(150)];
                cr_assert_eq(sepal_polys_overlap_one(placed, i, placed, 0, s.count, NULL, of_one), SEPAL_OK);
                cr_assert_eq(sepal_polys_overlap_one(added, i, added, 0, s.count, NULL, of_other), SEPAL_OK);
                cr_assert(memcmp(of_one, of_other, sizeof of_one) == 0, "%s, %s, shape %u", name, travel_name(travel), i);
            }
            cr_assert_eq(sepal_polys_place(placed, s.scene.set_a, s.model, &s.poses, s.count), SEPAL_OK); /* none is left behind */
            for (size_t i = 0; i < s.count; i++) {
                float radius = 1;
                cr_assert_eq(sepal_polys_radius(placed, (uint32_t)i, &radius), SEPAL_OK);
                cr_assert_eq(radius, 0);
            }
            sepal_polys_destroy(added);
            sepal_polys_destroy(placed);
        }
        sepal_polys_destroy(models);
        stage_destroy(&s);
    }
}

/* Two circles that touch, from a set that had none before. */
Test(place, keeps_the_radius_of_a_circle) {
    const float zero = 0, x[] = {0, 2}, y[] = {0, 0};
    const uint32_t model[] = {0, 0};
    const sepal_poses poses = {x, y, NULL, NULL, 1};
    sepal_polys *models, *world;
    cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_round(models, &zero, &zero, 1, 1, NULL), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        uint64_t bits = 0;
        use_isa(isa);
        cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
        cr_assert_eq(sepal_polys_place(world, models, model, &poses, 2), SEPAL_OK);
        cr_assert_eq(sepal_polys_overlap_one(world, 0, world, 0, 2, NULL, &bits), SEPAL_OK);
        cr_assert_eq(bits, 3, "%s", sepal_isa());
        sepal_polys_destroy(world);
    }
    sepal_polys_destroy(models);
}
