/* test_meshes_find.c — which triangles solids overlap, are near to, or are hit by rays: every answer beside sets of flat hulls. */
#include "../search/solid_rays.h"
#include "surfaces.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const sepal_rule rules[] = {
    {SEPAL_TOUCHING_OVERLAPS, 0, 0}, {SEPAL_TOUCHING_IS_APART, 0, 0}, {SEPAL_TOUCHING_OVERLAPS, 0.05F, 0}};
enum { RULES = sizeof rules / sizeof *rules, SIZE = 12, BODIES = 200, ROOM = 1 << 20, RAYS = 600 };

typedef struct scene_of_mesh {
    surface s;
    sepal_mesh *mesh;
    sepal_solids *hulls, *bodies;
    sepal_finder *finder, *other;
    sepal_pair *found, *expected;
} scene_of_mesh;

static scene_of_mesh scene_create(surface_kind kind, uint32_t size, size_t bodies) {
    scene_of_mesh out = {.s = surface_create(kind, kind >= SURFACE_FAN ? 20 * size : size, 1)};
    out.mesh = surface_mesh(&out.s);
    out.hulls = surface_hulls(out.mesh);
    out.bodies = surface_bodies(&out.s, bodies, 7);
    cr_assert_eq(sepal_finder_create(NULL, &out.finder), SEPAL_OK);
    cr_assert_eq(sepal_finder_create(NULL, &out.other), SEPAL_OK);
    cr_assert_eq(sepal_solids_find_build(out.other, out.hulls), SEPAL_OK);
    out.found = malloc(ROOM * sizeof *out.found);
    out.expected = malloc(ROOM * sizeof *out.expected);
    cr_assert(out.found != NULL && out.expected != NULL);
    return out;
}

static void scene_release(scene_of_mesh *scene) {
    surface_release(&scene->s);
    sepal_mesh_destroy(scene->mesh);
    sepal_solids_destroy(scene->hulls);
    sepal_solids_destroy(scene->bodies);
    sepal_finder_destroy(scene->finder);
    sepal_finder_destroy(scene->other);
    free(scene->found);
    free(scene->expected);
}

static void check_pairs_of(const scene_of_mesh *scene, size_t found, size_t expected, const char *what, surface_kind kind) {
    cr_assert_eq(found, expected, "%s, %s: %zu pairs, not %zu", what, surface_name(kind), found, expected);
    for (size_t k = 0; k < found; k++)
        cr_assert(scene->found[k].a == scene->expected[k].a && scene->found[k].b == scene->expected[k].b, "%s, %s: pair %zu", what,
                  surface_name(kind), k);
}

Test(meshes_find, as_sets_of_flat_hulls) {
    size_t all = 0;
    for (surface_kind kind = 0; kind < SURFACES; kind++) {
        scene_of_mesh scene = scene_create(kind, SIZE, BODIES);
        for (size_t i = 0; i < sepal_isa_count(); i++) {
            cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
            for (int rule = 0; rule < RULES; rule++) {
                size_t found = 0, expected = 0;
                cr_assert_eq(sepal_solids_find_range(scene.other, scene.bodies, 3, BODIES - 5, NULL, &rules[rule], ROOM,
                                                     scene.expected, &expected),
                             SEPAL_OK);
                cr_assert_eq(sepal_mesh_find(scene.finder, scene.bodies, 3, BODIES - 5, scene.mesh, NULL, &rules[rule], ROOM,
                                             scene.found, &found),
                             SEPAL_OK);
                check_pairs_of(&scene, found, expected, "find", kind);
                all += found;
                uint64_t bits[SEPAL_BIT_WORDS(BODIES)], right[SEPAL_BIT_WORDS(BODIES)] = {0};
                for (size_t k = 0; k < expected; k++)
                    right[(scene.expected[k].a - 3) / 64] |= UINT64_C(1) << (scene.expected[k].a - 3) % 64;
                cr_assert_eq(sepal_mesh_meets(scene.finder, scene.bodies, 3, BODIES - 5, scene.mesh, NULL, &rules[rule], bits),
                             SEPAL_OK);
                cr_assert_eq(memcmp(bits, right, SEPAL_BIT_WORDS(BODIES - 5) * sizeof *bits), 0, "meets, %s", surface_name(kind));
            }
        }
        cr_assert_eq(sepal_isa_use(NULL), SEPAL_OK);
        scene_release(&scene);
    }
    cr_assert_gt(all, 10000);
}

Test(meshes_find, near_as_the_finder_of_solids) {
    for (surface_kind kind = 0; kind < SURFACES; kind++) {
        scene_of_mesh scene = scene_create(kind, SIZE, BODIES);
        for (int k = 0; k < 2; k++) {
            const float margin = k == 0 ? 0 : 0.25F;
            size_t found = 0, expected = 0;
            cr_assert_eq(
                sepal_solids_find_near(scene.other, scene.bodies, scene.hulls, NULL, margin, ROOM, scene.expected, &expected),
                SEPAL_OK);
            cr_assert_eq(
                sepal_mesh_find_near(scene.finder, scene.bodies, 0, BODIES, scene.mesh, NULL, margin, ROOM, scene.found, &found),
                SEPAL_OK);
            check_pairs_of(&scene, found, expected, "near", kind);
            cr_assert_eq(sepal_solids_find_build(scene.other, scene.hulls), SEPAL_OK);
        }
        scene_release(&scene);
    }
}

Test(meshes_find, windows_and_filters) {
    for (surface_kind kind = 0; kind < SURFACES; kind++) {
        scene_of_mesh scene = scene_create(kind, SIZE, BODIES);
        const size_t count = sepal_mesh_count(scene.mesh);
        uint32_t *shapes = malloc(count * sizeof *shapes), *right = malloc(count * sizeof *right);
        uint32_t *member = malloc(count * sizeof *member), mask[BODIES];
        cr_assert(shapes != NULL && right != NULL && member != NULL);
        for (size_t k = 0; k < count; k++)
            member[k] = UINT32_C(1) << k % 3;
        for (size_t k = 0; k < BODIES; k++)
            mask[k] = (uint32_t)k % 8;
        const sepal_filter filter = {.member = {NULL, member}, .mask = {mask, NULL}};
        rng r = {5};
        for (int w = 0; w < 50; w++) {
            float low[3], high[3];
            for (int k = 0; k < 3; k++)
                low[k] = (float)rng_between(&r, -3, SIZE), high[k] = low[k] + (float)rng_between(&r, 0, 3);
            size_t found = 0, expected = 0;
            cr_assert_eq(sepal_solids_find_in(scene.other, low, high, NULL, &rules[w % RULES], count, right, &expected), SEPAL_OK);
            cr_assert_eq(sepal_mesh_find_in(scene.finder, low, high, scene.mesh, NULL, &rules[w % RULES], count, shapes, &found),
                         SEPAL_OK);
            cr_assert(found == expected && memcmp(shapes, right, found * sizeof *right) == 0, "window, %s", surface_name(kind));
        }
        size_t found = 0, expected = 0;
        cr_assert_eq(sepal_solids_find_range(scene.other, scene.bodies, 0, BODIES, &filter, NULL, ROOM, scene.expected, &expected),
                     SEPAL_OK);
        cr_assert_eq(sepal_mesh_find(scene.finder, scene.bodies, 0, BODIES, scene.mesh, &filter, NULL, ROOM, scene.found, &found),
                     SEPAL_OK);
        check_pairs_of(&scene, found, expected, "filter", kind);
        free(shapes);
        free(right);
        free(member);
        scene_release(&scene);
    }
}

Test(meshes_find, nearest_as_the_finder_of_solids) {
    enum { MOST = 5 };
    static uint32_t found[MOST * BODIES], expected[MOST * BODIES];
    static float far[MOST * BODIES], right[MOST * BODIES];
    for (surface_kind kind = 0; kind < SURFACES; kind++) {
        scene_of_mesh scene = scene_create(kind, SIZE, BODIES);
        for (size_t k = 1; k <= MOST; k += 2)
            for (int bound = 0; bound < 2; bound++) {
                const float limit = bound == 0 ? FLT_MAX : 0.125F;
                cr_assert_eq(sepal_solids_find_nearest(scene.other, scene.bodies, 2, BODIES - 2, k, NULL, limit, expected, right),
                             SEPAL_OK);
                cr_assert_eq(
                    sepal_mesh_find_nearest(scene.finder, scene.bodies, 2, BODIES - 2, scene.mesh, k, NULL, limit, found, far),
                    SEPAL_OK);
                cr_assert_eq(memcmp(found, expected, k * (BODIES - 2) * sizeof *found), 0, "%s, k %zu", surface_name(kind), k);
                cr_assert_eq(memcmp(far, right, k * (BODIES - 2) * sizeof *far), 0, "%s, k %zu", surface_name(kind), k);
            }
        scene_release(&scene);
    }
}

/* --- Rays ---------------------------------------------------------------------------------------- */

static bool is_same_hit(const solid_ray_hit *p, const solid_ray_hit *q) {
    return p->shape == q->shape && memcmp(&p->time, &q->time, sizeof p->time) == 0 && p->normal[0] == q->normal[0] &&
           p->normal[1] == q->normal[1] && p->normal[2] == q->normal[2];
}

static void cast(const scene_of_mesh *scene, const float *rows, sepal_mesh_sides sides, const sepal_rule *rule, int later,
                 solid_ray_hit *hits) {
    static uint32_t shape[RAYS];
    static float time[RAYS], normal[3][RAYS];
    const sepal_solid_rays rays = solid_rays_of(rows);
    const sepal_solid_ray_hits out = {shape, time, normal[0], normal[1], normal[2], later};
    cr_assert_eq(sepal_mesh_cast_rays(scene->finder, scene->mesh, &rays, RAYS, sides, NULL, rule, &out), SEPAL_OK);
    for (size_t k = 0; k < RAYS; k++)
        hits[k] = (solid_ray_hit){shape[k], time[k], {normal[0][k], normal[1][k], normal[2][k]}};
}

static void expect_hits(surface_kind kind, int rule, const solid_ray_hit *found, const solid_ray_hit *expected) {
    for (size_t k = 0; k < RAYS; k++)
        cr_assert(is_same_hit(&found[k], &expected[k]), "%s, rule %d, ray %zu: triangle %u at %a, not %u at %a", surface_name(kind),
                  rule, k, (unsigned)found[k].shape, (double)found[k].time, (unsigned)expected[k].shape, (double)expected[k].time);
}

Test(meshes_find, rays_as_sweeps_of_flat_hulls) {
    static solid_ray_hit found[RAYS], expected[RAYS];
    static float rows[6 * RAYS];
    for (surface_kind kind = 0; kind < SURFACES; kind++) {
        scene_of_mesh scene = scene_create(kind, SIZE, BODIES);
        make_solid_rays(scene.bodies, scene.hulls, RAYS, rows);
        size_t hit = 0;
        for (int rule = 0; rule < RULES; rule++) {
            cr_assert_eq(cast_solid_rays(scene.other, rows, RAYS, NULL, &rules[rule], expected), SEPAL_OK);
            cast(&scene, rows, SEPAL_MESH_BOTH, &rules[rule], 0, found);
            expect_hits(kind, rule, found, expected);
            for (size_t k = 0; k < RAYS; k++)
                hit += found[k].shape != SEPAL_NO_SHAPE;
        }
        cr_assert_gt(hit, RAYS / 4, "%s: %zu hits", surface_name(kind), hit);
        scene_release(&scene);
    }
}

/* Straight at vertices and at the middles of edges, from places and by moves of which sums and products are floats: where all determinants
 * of an edge are 0, times are floats, and some rays end at the surface, just before it, or begin there. */
static void make_rays_at_corners(const sepal_mesh *mesh, float *rows) {
    rng r = {31};
    for (size_t k = 0; k < RAYS; k++) {
        float corner[3][3], *row = rows + 6 * k;
        const uint32_t triangle = rng_below(&r, (uint32_t)sepal_mesh_count(mesh));
        const float up = ldexpf(1, rng_between(&r, -2, 3)), ends[4] = {1, 2, 0.5F, nextafterf(1, 0)};
        const int from = (int)rng_below(&r, 3), to = rng_below(&r, 2) == 0 ? from : (from + 1) % 3;
        cr_assert_eq(sepal_mesh_triangle(mesh, triangle, corner, NULL), SEPAL_OK);
        const float way[3] = {rng_below(&r, 2) == 0 ? 0 : up, rng_below(&r, 3) == 0 ? up : 0, -up}, end = ends[rng_below(&r, 4)];
        for (int c = 0; c < 3; c++) {
            const float at = 0.5F * corner[from][c] + 0.5F * corner[to][c];
            row[c] = rng_below(&r, 16) == 0 ? at : at - way[c];
            row[3 + c] = end * way[c];
        }
    }
}

Test(meshes_find, rays_at_vertices_and_edges) {
    static solid_ray_hit found[RAYS], expected[RAYS];
    static float rows[6 * RAYS];
    for (surface_kind kind = 0; kind <= SURFACE_FAN; kind++) {
        scene_of_mesh scene = scene_create(kind, SIZE, BODIES);
        size_t hit = 0, at_end = 0;
        make_rays_at_corners(scene.mesh, rows);
        for (int rule = 0; rule < RULES; rule++) {
            cr_assert_eq(cast_solid_rays(scene.other, rows, RAYS, NULL, &rules[rule], expected), SEPAL_OK);
            cast(&scene, rows, SEPAL_MESH_BOTH, &rules[rule], 0, found);
            expect_hits(kind, rule, found, expected);
            for (size_t k = 0; k < RAYS; k++) {
                hit += found[k].shape != SEPAL_NO_SHAPE;
                at_end += found[k].shape != SEPAL_NO_SHAPE && found[k].time == 1;
            }
        }
        cr_assert_gt(hit, RAYS / 4, "%s: %zu hits", surface_name(kind), hit);
        cr_assert(kind != SURFACE_FLAT || at_end > RAYS / 16, "%zu hits at the end", at_end);
        scene_release(&scene);
    }
}

/* None has an inside: where touching is apart, and there is no margin, nothing is hit. */
Test(meshes_find, rays_that_must_not_touch) {
    static solid_ray_hit found[RAYS];
    static float rows[6 * RAYS];
    for (surface_kind kind = 0; kind < SURFACES; kind++) {
        scene_of_mesh scene = scene_create(kind, SIZE, BODIES);
        make_solid_rays(scene.bodies, scene.hulls, RAYS, rows);
        cast(&scene, rows, SEPAL_MESH_BOTH, &(sepal_rule){.touching = SEPAL_TOUCHING_IS_APART}, 0, found);
        for (size_t k = 0; k < RAYS; k++)
            cr_assert(found[k].shape == SEPAL_NO_SHAPE && found[k].time == 1, "%s, ray %zu", surface_name(kind), k);
        scene_release(&scene);
    }
}

/* Times that are a float but for a share of 2^-60 or so, which double does not show: on planes that hardly rise, from above and
 * from below. */
Test(meshes_find, rays_that_hit_just_before_a_float) {
    static solid_ray_hit found[RAYS], expected[RAYS];
    static float rows[6 * RAYS];
    size_t before = 0;
    for (int rise = 20; rise < 100; rise += 4) {
        const double slope = ldexp(rise % 8 == 0 ? 1 : -1, -rise);
        float vertex[9] = {0, 0, 0, 1, 0, (float)slope, 0, 1, 0};
        uint32_t corner[3] = {0, 1, 2};
        const surface s = {3, 1, vertex, corner};
        scene_of_mesh scene = {.mesh = surface_mesh(&s)};
        scene.hulls = surface_hulls(scene.mesh);
        cr_assert_eq(sepal_finder_create(NULL, &scene.finder), SEPAL_OK);
        for (size_t k = 0; k < RAYS; k++) {
            float *row = rows + 6 * k;
            const float from[3] = {0.5F, 0.75F, 1}, side = k % 2 == 0 ? 1 : -1; /* above, or below; some end at the surface */
            row[0] = (float)ldexp(1, -2 - (int)(k % 60)), row[1] = 0.25F, row[2] = side * from[k % 3];
            row[3] = row[4] = 0, row[5] = -side;
        }
        judge_solid_rays(scene.hulls, rows, RAYS, NULL, &rules[0], expected);
        cast(&scene, rows, SEPAL_MESH_BOTH, NULL, 0, found);
        for (size_t k = 0; k < RAYS; k++) {
            cr_assert(is_same_hit(&found[k], &expected[k]), "rise %d, ray %zu: at %a, not %a", rise, k, (double)found[k].time,
                      (double)expected[k].time);
            before += found[k].time < fabsf(rows[6 * k + 2]);
        }
        sepal_mesh_destroy(scene.mesh);
        sepal_solids_destroy(scene.hulls);
        sepal_finder_destroy(scene.finder);
    }
    cr_assert_gt(before, 1000);
}

/* The side from which a triangle is hit, by a determinant that is exact for the coordinates of these surfaces. */
Test(meshes_find, rays_from_behind_go_through) {
    scene_of_mesh scene = scene_create(SURFACE_FLAT, SIZE, 1);
    static solid_ray_hit found[RAYS];
    static float rows[6 * RAYS];
    rng r = {3};
    for (size_t k = 0; k < RAYS; k++) {
        float *row = rows + 6 * k;
        row[0] = (float)rng_between(&r, 0, 4 * SIZE) / 4, row[1] = (float)rng_between(&r, 0, 4 * SIZE) / 4;
        row[2] = k % 2 == 0 ? 2 : -2, row[3] = row[4] = 0, row[5] = -2 * row[2];
    }
    cast(&scene, rows, SEPAL_MESH_FRONT, NULL, 0, found);
    for (size_t k = 0; k < RAYS; k++)
        cr_assert((found[k].shape != SEPAL_NO_SHAPE) == (k % 2 == 0) && found[k].time == (k % 2 == 0 ? 0.5F : 1));
    cast(&scene, rows, SEPAL_MESH_BOTH, NULL, 0, found);
    for (size_t k = 0; k < RAYS; k++)
        cr_assert(found[k].shape != SEPAL_NO_SHAPE && found[k].time == 0.5F);
    scene_release(&scene);
}

/* Rays from within a closed tube, straight at vertices and edges, do not get out. */
Test(meshes_find, closed_surfaces_are_watertight) {
    scene_of_mesh scene = scene_create(SURFACE_TUBE, 16, 1);
    static solid_ray_hit found[RAYS];
    static float rows[6 * RAYS];
    rng r = {11};
    for (int round = 0; round < 40; round++) {
        for (size_t k = 0; k < RAYS; k++) {
            float *row = rows + 6 * k;
            const uint32_t *corner = scene.s.corner + 3 * (size_t)rng_below(&r, (uint32_t)scene.s.count);
            const double part = k % 3 == 0 ? 0 : rng_real(&r, 0, 1);
            for (int i = 0; i < 3; i++) {
                const double to = (double)scene.s.vertex[3 * (size_t)corner[0] + (size_t)i] * (1 - part) +
                                  (double)scene.s.vertex[3 * (size_t)corner[1] + (size_t)i] * part;
                row[i] = (float)(i == 2 ? rng_real(&r, 3, 12) : rng_real(&r, -1, 1));
                row[3 + i] = (float)(2 * (to - (double)row[i]));
            }
        }
        cast(&scene, rows, SEPAL_MESH_BOTH, NULL, 0, found);
        for (size_t k = 0; k < RAYS; k++)
            cr_assert(found[k].shape != SEPAL_NO_SHAPE && found[k].time < 0.75F, "round %d, ray %zu", round, k);
    }
    scene_release(&scene);
}
