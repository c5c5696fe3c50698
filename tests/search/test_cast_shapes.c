/* test_cast_shapes.c — what moving shapes hit first in a scene, against every shape of it, asked by the sweep; and rays and shapes for
 * which hits at time 0 do not count. */
#include "../common/check.h"
#include "../questions/questions.h"
#include "../scenes/round_scenes.h"
#include "../scenes/solid_moves.h"
#include "../scenes/solid_scenes.h"
#include "either.h"
#include "rays.h"
#include "solid_rays.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES_MOST = 600, SHAPES = 60, RAYS = 200 };

/* Hits of moving shapes: shape, time, and normal. */
typedef struct hits {
    uint32_t shape[SHAPES_MOST];
    float time[SHAPES_MOST], normal[3][SHAPES_MOST];
} hits;

static sepal_status cast_shapes(either kind, sepal_finder *finder, const void *a, const float *rows, size_t first, size_t count,
                                const sepal_filter *filter, const sepal_rule *rule, bool later, hits *out) {
    const sepal_moves flat = {rows, rows == NULL ? NULL : rows + 1, 3};
    const sepal_solid_moves solid = {rows, flat.y, rows == NULL ? NULL : rows + 2, 3};
    const sepal_ray_hits to = {out->shape, out->time, out->normal[0], out->normal[1], later};
    const sepal_solid_ray_hits to_solids = {out->shape, out->time, out->normal[0], out->normal[1], out->normal[2], later};
    return kind == EITHER_SOLIDS
               ? sepal_solids_cast_shapes(finder, a, rows == NULL ? NULL : &solid, first, count, filter, rule, &to_solids)
               : sepal_polys_cast_shapes(finder, a, rows == NULL ? NULL : &flat, first, count, filter, rule, &to);
}

/* The hits of the shapes of b, at rest, and one that moves, by the sweep. */
static void sweep_all(either kind, const void *b, const void *a, const float *rows, uint32_t mover, const sepal_rule *rule,
                      uint64_t *bits, hits *out) {
    static sepal_pair pairs[SHAPES_MOST];
    const size_t count = either_count(kind, b);
    const sepal_moves flat = {rows, rows == NULL ? NULL : rows + 1, 3};
    const sepal_solid_moves solid = {rows, flat.y, rows == NULL ? NULL : rows + 2, 3};
    for (uint32_t k = 0; k < count; k++)
        pairs[k] = (sepal_pair){k, mover};
    if (kind == EITHER_SOLIDS)
        cr_assert_eq(sepal_solids_sweep_pairs(b, NULL, a, rows == NULL ? NULL : &solid, pairs, count, rule,
                                              &(sepal_solid_hits){bits, out->time, out->normal[0], out->normal[1], out->normal[2]}),
                     SEPAL_OK);
    else
        cr_assert_eq(sepal_polys_sweep_pairs(b, NULL, a, rows == NULL ? NULL : &flat, pairs, count, rule,
                                             &(sepal_hits){bits, out->time, out->normal[0], out->normal[1]}),
                     SEPAL_OK);
}

/* Checks the hits of a range; returns how many of them hit at a time above 0. */
static size_t check_hits(either kind, const void *b, const void *a, const float *rows, size_t first, size_t count,
                         const sepal_filter *filter, const sepal_rule *rule, bool later, const hits *found) {
    static hits every;
    uint64_t bits[SEPAL_BIT_WORDS(SHAPES_MOST)];
    size_t moved = 0;
    for (size_t k = 0; k < count; k++) {
        const uint32_t mover = (uint32_t)(first + k);
        uint32_t wanted = SEPAL_NO_SHAPE;
        float normal[3] = {0}, time = 1;
        sweep_all(kind, b, a, rows, mover, rule, bits, &every);
        for (uint32_t i = 0; i < either_count(kind, b); i++)
            if (bit_at(bits, i) && !(a == b && i == mover) && (filter == NULL || ray_is_wanted(filter, mover, i)) &&
                !(later && every.time[i] == 0) && (wanted == SEPAL_NO_SHAPE || every.time[i] < time)) {
                wanted = i;
                time = every.time[i];
                for (int axis = 0; axis < (kind == EITHER_SOLIDS ? 3 : 2); axis++)
                    normal[axis] = every.normal[axis][i];
            }
        cr_assert(found->shape[k] == wanted && memcmp(&found->time[k], &time, sizeof time) == 0,
                  "%s, kind %d, mover %u, later %d: shape %u at %a, not %u at %a", sepal_isa(), (int)kind, mover, (int)later,
                  found->shape[k], (double)found->time[k], wanted, (double)time);
        for (int axis = 0; axis < (kind == EITHER_SOLIDS ? 3 : 2); axis++)
            cr_assert(memcmp(&found->normal[axis][k], &normal[axis], sizeof *normal) == 0, "the normal of mover %u", mover);
        moved += wanted != SEPAL_NO_SHAPE && time > 0;
    }
    return moved;
}

/* Shapes of a among those of b, in ranges, with and without a filter and `later`, on every instruction set. */
static size_t check_cast(either kind, const void *a, const void *b, const float *rows, float margin, uint64_t seed) {
    static hits found;
    static uint32_t numbers[2][SHAPES_MOST];
    const sepal_filter odd = {{numbers[0], numbers[1]}, {NULL, NULL}, {NULL, NULL}}; /* of one set, the first serves for both */
    const sepal_rule rule = {seed % 2 == 0 ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, seed % 4 < 2 ? 0 : margin, 0};
    const size_t all = either_count(kind, a), first = seed % 3 == 0 ? 0 : all / 4, count = all - first;
    size_t moved = 0;
    sepal_finder *finder = NULL;
    for (size_t k = 0; k < SHAPES_MOST; k++)
        numbers[0][k] = numbers[1][k] = (uint32_t)k % 3;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(either_find_build(kind, finder, b), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const sepal_filter *filter = (isa + seed) % 2 == 0 ? NULL : &odd;
        const bool later = (isa + seed / 2) % 2 != 0;
        use_isa(isa);
        memset(&found, 0xa5, sizeof found);
        cr_assert_eq(cast_shapes(kind, finder, a, rows, first, count, filter, &rule, later, &found), SEPAL_OK);
        cr_assert_eq(found.shape[count], 0xa5a5a5a5U);
        moved += check_hits(kind, b, a, rows, first, count, filter, &rule, later, &found);
    }
    sepal_finder_destroy(finder);
    return moved;
}

/* Twice the way from a vertex of a shape to one of another, if that is finite. */
static void move_towards(const sepal_polys *a, uint32_t shape, const sepal_polys *b, uint32_t other, float move[3]) {
    const float *x[2], *y[2];
    size_t count;
    cr_assert_eq(sepal_polys_vertices(a, shape, &x[0], &y[0], &count), SEPAL_OK);
    cr_assert_eq(sepal_polys_vertices(b, other, &x[1], &y[1], &count), SEPAL_OK);
    const float way[2] = {2 * (x[1][0] - x[0][0]), 2 * (y[1][0] - y[0][0])};
    move[0] = isfinite(way[0]) ? way[0] : FLT_MAX;
    move[1] = isfinite(way[1]) ? way[1] : 0;
    move[2] = 0;
}

Test(cast_shapes, among_polygons_of_every_kind) {
    static float moves[3 * SHAPES_MOST];
    size_t moved = 0;
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step_at_most_5()) {
        round_scene s = round_scene_create(kind, 55 + kind, SHAPES, 1, (radius_manner)(kind % RADIUS_MANNERS));
        if (sepal_polys_count(s.a) >= SHAPES_MOST || sepal_polys_count(s.b) >= SHAPES_MOST) {
            round_scene_destroy(&s);
            continue;
        }
        for (uint32_t k = 0; k < sepal_polys_count(s.a); k++)
            move_towards(s.a, k, s.b, (7 * k + 3) % (uint32_t)sepal_polys_count(s.b), moves + 3 * k);
        moved += check_cast(EITHER_POLYS, s.a, s.b, kind % 7 == 6 ? NULL : moves, s.margin, kind);
        moved += check_cast(EITHER_POLYS, s.a, s.a, moves, s.margin, kind + 1);
        cr_assert_eq(sepal_polys_remove(s.a, 1), SEPAL_OK);
        moved += check_cast(EITHER_POLYS, s.a, s.a, moves, s.margin, 3 * kind);
        round_scene_destroy(&s);
    }
    cr_assert_gt(moved, 1000U, "%zu", moved);
}

Test(cast_shapes, among_solids_of_every_kind) {
    size_t moved = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind += scene_step_at_most_5()) {
        solid_scene s = solid_scene_create(kind, 55 + kind, SHAPES / 2);
        solid_moves moves = solid_moves_create(s.set_a, s.set_b, s.pairs, s.count, kind);
        moved += check_cast(EITHER_SOLIDS, s.set_a, s.set_b, kind % 7 == 6 ? NULL : moves.a, s.margin, kind);
        cr_assert_eq(sepal_solids_remove(s.set_a, 1), SEPAL_OK);
        moved += check_cast(EITHER_SOLIDS, s.set_a, s.set_a, moves.a, s.margin, kind + 1);
        solid_moves_destroy(&moves);
        solid_scene_destroy(&s);
    }
    cr_assert_gt(moved, 20U);
}

/* A row of discs: many movers in one call, more than are on their way together; moves of the largest floats. */
Test(cast_shapes, many_and_far) {
    static hits found;
    static float moves[3 * SHAPES_MOST];
    for (int k = 0; k < 2; k++) {
        const either kind = k == 0 ? EITHER_POLYS : EITHER_SOLIDS;
        void *set = either_create(kind);
        sepal_finder *finder = NULL;
        for (size_t i = 0; i < SHAPES_MOST - 1; i++) {
            const float at[3] = {(float)(4 * i), (float)(i % 5), 0};
            cr_assert_eq(either_add_ball(kind, set, at, 1), SEPAL_OK);
            moves[3 * i] = i % 3 == 0 ? 9 : i % 3 == 1 ? FLT_MAX : -1e30F;
        }
        cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
        cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
        cr_assert_eq(cast_shapes(kind, finder, set, moves, 0, SHAPES_MOST - 1, NULL, NULL, false, &found), SEPAL_OK);
        cr_assert_gt(check_hits(kind, set, set, moves, 0, SHAPES_MOST - 1, NULL, NULL, false, &found), 400U);
        sepal_finder_destroy(finder);
        either_destroy(kind, set);
    }
}

/* A ray out of the middle of a shape, through others. */
Test(cast_shapes, rays_that_begin_inside_go_on) {
    for (int k = 0; k < 2; k++) {
        const either kind = k == 0 ? EITHER_POLYS : EITHER_SOLIDS;
        void *set = either_create(kind);
        sepal_finder *finder = NULL;
        for (int i = 0; i < 40; i++) {
            const int place = i / 2; /* two in each */
            const float at[3] = {(float)(3 * place), 0, 0};
            cr_assert_eq(either_add_ball(kind, set, at, 1), SEPAL_OK);
        }
        cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
        cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
        const float x[] = {0, -1, 57, 1.5F}, zero[4] = {0}, dx[] = {8, 8, 8, 8};
        uint32_t shape[4];
        float time[4];
        for (int later = 0; later < 2; later++) {
            cr_assert_eq(kind == EITHER_SOLIDS
                             ? sepal_solids_cast_rays(finder, &(sepal_solid_rays){x, zero, zero, dx, zero, zero, 1}, 4, NULL, NULL,
                                                      &(sepal_solid_ray_hits){.shape = shape, .time = time, .later = later})
                             : sepal_polys_cast_rays(finder, &(sepal_rays){x, zero, dx, zero, 1}, 4, NULL, NULL,
                                                     &(sepal_ray_hits){.shape = shape, .time = time, .later = later}),
                         SEPAL_OK);
            cr_assert(later ? shape[0] == 2 && time[0] == 0.25F : shape[0] == 0 && time[0] == 0);
            cr_assert(later ? shape[1] == 2 && time[1] == 0.375F : shape[1] == 0 && time[1] == 0);
            cr_assert(later ? shape[2] == SEPAL_NO_SHAPE && time[2] == 1 : shape[2] == 38 && time[2] == 0);
            cr_assert(shape[3] == 2 && time[3] == 0.0625F);
        }
        sepal_finder_destroy(finder);
        either_destroy(kind, set);
    }
}

Test(cast_shapes, bad_arguments_change_nothing) {
    static hits out;
    float rows[6] = {0};
    const sepal_rule bad = {.margin = -1};
    for (int k = 0; k < 2; k++) {
        const either kind = k == 0 ? EITHER_POLYS : EITHER_SOLIDS, other = k == 0 ? EITHER_SOLIDS : EITHER_POLYS;
        void *set = either_create(kind), *of_other = either_create(other);
        sepal_finder *finder = NULL;
        const float at[3] = {0};
        cr_assert_eq(either_add_ball(kind, set, at, 1), SEPAL_OK);
        cr_assert_eq(either_add_ball(kind, set, at, 1), SEPAL_OK);
        cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
        memset(&out, 0xa5, sizeof out);
        cr_assert_eq(cast_shapes(kind, finder, set, rows, 0, 2, NULL, NULL, false, &out), SEPAL_BAD_ARGUMENT, "there is no tree");
        cr_assert_eq(either_find_build(other, finder, of_other), SEPAL_OK);
        cr_assert_eq(cast_shapes(kind, finder, set, rows, 0, 2, NULL, NULL, false, &out), SEPAL_BAD_ARGUMENT,
                     "one of another kind");
        cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
        cr_assert_eq(cast_shapes(kind, NULL, set, rows, 0, 2, NULL, NULL, false, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(cast_shapes(kind, finder, NULL, rows, 0, 2, NULL, NULL, false, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(cast_shapes(kind, finder, set, rows, 1, 2, NULL, NULL, false, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(cast_shapes(kind, finder, set, rows, 3, 0, NULL, NULL, false, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(cast_shapes(kind, finder, set, rows, 0, 2, NULL, &bad, false, &out), SEPAL_BAD_ARGUMENT);
        rows[3] = INFINITY;
        cr_assert_eq(cast_shapes(kind, finder, set, rows, 0, 1, NULL, NULL, false, &out), SEPAL_BAD_SHAPE);
        rows[3] = 0;
        cr_assert_eq(out.shape[0], 0xa5a5a5a5U);
        cr_assert_eq(cast_shapes(kind, finder, set, rows, 2, 0, NULL, NULL, false, &out), SEPAL_OK);
        cr_assert_eq(out.shape[0], 0xa5a5a5a5U);
        cr_assert_eq(cast_shapes(kind, finder, set, NULL, 0, 2, NULL, NULL, false, &out), SEPAL_OK);
        cr_assert(out.shape[0] == 1 && out.shape[1] == 0 && out.time[0] == 0);
        sepal_finder_destroy(finder);
        either_destroy(kind, set);
        either_destroy(other, of_other);
    }
}
