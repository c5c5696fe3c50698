/* Placing: the vertices are those of the stated formula, or of its hull if that is not convex; what is stored is, byte by byte,
 * what adding these vertices stores, on every instruction set and in every floating-point state. */
#include "../common/check.h"
#include "../common/fp_states.h"
#include "../oracle/oracle.h"
#include "../questions/questions.h"
#include "mirror.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* --- Vertices ---------------------------------------------------------------------------------------------------------------- */

static double area_of(const float *x, const float *y, size_t count) {
    double area = 0;
    for (size_t k = 1; k + 1 < count; k++)
        area += ((double)x[k] - (double)x[0]) * ((double)y[k + 1] - (double)y[0]) -
                ((double)y[k] - (double)y[0]) * ((double)x[k + 1] - (double)x[0]);
    return area;
}

static size_t bent; /* polygons that were replaced by their hulls */

/* Checks the vertices against the stated formula. A polygon that rounding has bent must be its hull, in the winding of the
 * model. */
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
        if (area_of(mx, my, count) < 0) { /* from the same first corner in the other direction */
            polygon_reverse(&hull);
            polygon_start_at(&hull, hull.count - 1);
        }
        for (size_t k = 0; k < count; k++) {
            size_t h = k < hull.count ? k : hull.count - 1;
            cr_assert(x[k] == hull.x[h] && y[k] == hull.y[h], "%s, scene '%s', shape %zu", sepal_isa(), s->scene.kind, i);
        }
    }
}

Test(place, stores_what_the_formula_says) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step_at_most_5())
        for (size_t travel = 0; travel < TRAVELS; travel++) {
            stage s = stage_create(kind, travel, 901, 131);
            stage_make_finite(&s);
            sepal_polys *world;
            cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                sepal_polys_clear(world);
                cr_assert_eq(sepal_polys_place(world, s.scene.set_a, s.model, &s.poses, s.count, NULL), SEPAL_OK, "%s",
                             s.scene.kind);
                check_vertices(&s, world);
            }
            sepal_polys_destroy(world);
            stage_destroy(&s);
        }
    cr_assert_gt(bent, 200, "only %zu polygons were bent", bent);
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
        box b = random_box(&r, rng_real(&r, -9, 9), rng_real(&r, -9, 9), i % 7 == 0 ? 1e-6 : 0.5, 2);
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
            sepal_boxes boxes = {
                .x = column[0], .y = column[1], .half_x = column[2], .half_y = column[3], .cos = cosine, .sin = sine, .stride = 1};
            sepal_poses poses = {.x = column[0], .y = column[1], .cos = cosine, .sin = sine, .stride = 0};
            sepal_polys *added, *placed;
            cr_assert_eq(sepal_polys_create(NULL, &added), SEPAL_OK);
            cr_assert_eq(sepal_polys_create(NULL, &placed), SEPAL_OK);
            cr_assert_eq(sepal_polys_add_boxes(added, &boxes, BOXES, NULL, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_place(placed, models, model, &poses, BOXES, NULL), SEPAL_OK);
            content expected = content_of(added);
            check_content(placed, &expected, "placing");
            sepal_polys_destroy(added);
            sepal_polys_destroy(placed);
        }
    sepal_polys_destroy(models);
}

/* Models with a vertex so near to a line between its neighbours that the cross product of edges in float cannot tell to which
 * side a placed polygon turns there. Kernels must leave these to the exact path. */
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
        double bx = rng_real(&r, 1, 2), by = rng_real(&r, -1, 1), share = rng_real(&r, 0.2, 0.8), ulps = rng_real(&r, 0, 2);
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
    sepal_poses poses = {.x = x, .y = y, .cos = cosine, .sin = sine, .stride = 0};
    use_isa(0);
    cr_assert_eq(sepal_polys_place(expected, models, model, &poses, SHAPES, NULL), SEPAL_OK);
    size_t hulls = 0; /* counted by their repeated last vertex */
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
        cr_assert_eq(sepal_polys_place(placed, models, model, &poses, SHAPES, NULL), SEPAL_OK);
        check_content(placed, &scalar, name);
    }
    sepal_polys_destroy(placed);
    sepal_polys_destroy(expected);
    sepal_polys_destroy(models);
}

/* --- Memory ------------------------------------------------------------------------------------------------------------------ */

/* Every instruction set writes the bytes that the scalar path writes. */
Test(place, stores_the_same_bytes_on_every_instruction_set) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step())
        for (size_t travel = 0; travel < TRAVELS; travel++) {
            stage s = stage_create(kind, travel, 902, 150 + kind);
            stage_make_finite(&s);
            mirror of_scalar, of_isa;
            sepal_polys *scalar = mirrored_set(&of_scalar, &s);
            use_isa(0);
            cr_assert_eq(sepal_polys_place(scalar, s.scene.set_a, s.model, &s.poses, s.count, NULL), SEPAL_OK);
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                const char *name = use_isa(isa);
                sepal_polys *set = mirrored_set(&of_isa, &s);
                cr_assert_eq(sepal_polys_place(set, s.scene.set_a, s.model, &s.poses, s.count, NULL), SEPAL_OK);
                check_same_memory(&of_scalar, &of_isa, &s, name, travel);
                sepal_polys_destroy(set);
            }
            sepal_polys_destroy(scalar);
            stage_destroy(&s);
        }
}

/* Placing writes the bytes that adding the vertices writes. (The scenes are without boxes, which may be boxes no longer once
 * rounded.) */
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
                cr_assert_eq(sepal_polys_place(placed, s.scene.set_a, s.model, &s.poses, s.count, NULL), SEPAL_OK);
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

/* More than 16 vertices take another way through the kernels: every size up to some blocks of lanes, both windings, and coordinates
 * that are 0 where a pose leaves the model where it is. */
Test(place, stores_the_same_bytes_for_large_polygons_of_every_size) {
    enum { LEAST = 17, MOST = 83, MODELS = 2 * (MOST - LEAST + 1), SHAPES = 3 * MODELS + 5 };
    static float px[SHAPES], py[SHAPES], cosine[SHAPES], sine[SHAPES];
    static uint32_t model[SHAPES];
    rng r = {911};
    sepal_polys *models;
    size_t vertices = 0;
    cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
    for (uint32_t i = 0; i < MODELS; i++) {
        float x[MOST], y[MOST];
        uint32_t size = LEAST + i / 2;
        for (uint32_t k = 0; k < size; k++) {
            double angle = (i % 2 == 0 ? 2 : -2) * 3.141592653589793 * k / size;
            x[k] = (float)(3 * cos(angle));
            y[k] = (float)sin(angle);
        }
        cr_assert_eq(sepal_polys_add_round(models, x, y, size, i % 5 == 0 ? 0.25F : 0, NULL), SEPAL_OK);
    }
    for (uint32_t i = 0; i < SHAPES; i++) {
        double angle = rng_real(&r, -4, 4);
        model[i] = i < MODELS ? i : rng_below(&r, MODELS);
        px[i] = i % 3 == 0 ? 0 : (float)rng_real(&r, -9, 9);
        py[i] = i % 3 == 0 ? 0 : (float)rng_real(&r, -9, 9);
        cosine[i] = i % 3 == 0 ? 1 : (float)cos(angle);
        sine[i] = i % 3 == 0 ? 0 : (float)sin(angle);
        vertices += LEAST + model[i] / 2;
    }
    sepal_poses poses = {.x = px, .y = py, .cos = cosine, .sin = sine, .stride = 0};
    mirror of_scalar, of_isa;
    sepal_polys *scalar = mirrored_room(&of_scalar, SHAPES, vertices);
    use_isa(0);
    cr_assert_eq(sepal_polys_place(scalar, models, model, &poses, SHAPES, NULL), SEPAL_OK);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        sepal_polys *set = mirrored_room(&of_isa, SHAPES, vertices);
        cr_assert_eq(sepal_polys_place(set, models, model, &poses, SHAPES, NULL), SEPAL_OK);
        for (size_t k = 1; k < of_scalar.count; k++)
            cr_assert(memcmp(of_scalar.blocks[k].pointer, of_isa.blocks[k].pointer, of_scalar.blocks[k].size) == 0,
                      "%s: block %zu differs", name, k);
        sepal_polys_destroy(set);
    }
    sepal_polys_destroy(scalar);
    sepal_polys_destroy(models);
}

/* --- The floating-point state of the caller ---------------------------------------------------------------------------------- */

Test(place, does_not_depend_on_the_floating_point_state) {
    for (size_t travel = 0; travel < TRAVELS; travel++) {
        stage s = stage_create(scene_kind_find("everything"), travel, 908, 120);
        stage_make_finite(&s);
        mirror usual_memory, other_memory;
        sepal_polys *usual = mirrored_set(&usual_memory, &s);
        cr_assert_eq(sepal_polys_place(usual, s.scene.set_a, s.model, &s.poses, s.count, NULL), SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (size_t state = 0; state < fp_state_count(); state++) {
                sepal_polys *other = mirrored_set(&other_memory, &s);
                fenv_t callers;
                use_isa(isa);
                fp_snapshot before = fp_state_enter(state, &callers);
                sepal_status status = sepal_polys_place(other, s.scene.set_a, s.model, &s.poses, s.count, NULL);
                fp_snapshot after = fp_snapshot_take();
                fesetenv(&callers);
                cr_assert_eq(status, SEPAL_OK);
                check_fp_snapshots(&before, &after, state, "place");
                check_same_memory(&usual_memory, &other_memory, &s, sepal_isa(), travel);
                sepal_polys_destroy(other);
            }
        sepal_polys_destroy(usual);
        stage_destroy(&s);
    }
}
