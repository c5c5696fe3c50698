/* Height fields: each answer is that of a mesh that was filled with the same triangles. */
#include "../common/check.h"
#include "../common/must.h"
#include "../scenes/shapes.h"
#include "counted.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 40, MOST_VERTICES = MOST_SIDE * MOST_SIDE, MOST_TRIANGLES = 2 * MOST_VERTICES };

/* Heights of a field, and the triangles that the manual says it has. number: of each in the field. */
typedef struct both_ways {
    float height[MOST_VERTICES], x[MOST_VERTICES], y[MOST_VERTICES];
    uint64_t turned[SEPAL_BIT_WORDS(MOST_VERTICES)], hole[SEPAL_BIT_WORDS(MOST_VERTICES)];
    sepal_heights heights;
    uint32_t corner[MOST_TRIANGLES][3], number[MOST_TRIANGLES], index[MOST_TRIANGLES];
    size_t triangles;
    sepal_mesh *field, *mesh;
} both_ways;

/* Heights: 0 flat, 1 a ramp, 2 of few steps, 3 rough, 4 with huge differences. holes: of a hundred cells. */
typedef struct field_kind {
    size_t columns, rows;
    int heights, holes;
    float origin, step;
} field_kind;

static const field_kind kinds[] = {
    {2, 2, 3, 0, 0, 1},          {2, 7, 2, 0, -3, 0.25F},         {9, 2, 3, 20, 5, 2},        {5, 5, 0, 0, -2, 1},
    {17, 18, 1, 0, 0, 0.5F},     {21, 13, 2, 15, 1.0F / 3, 0.1F}, {40, 40, 3, 5, -100, 0.3F}, {33, 16, 4, 10, 1e5F, 3},
    {40, 9, 2, 60, 16777216, 2}, {6, 30, 3, 100, 0, 1},
};

static bool bit(const uint64_t *bits, size_t k) {
    return (bits[k / 64] >> k % 64 & 1) != 0;
}

static float height_of(rng *r, const field_kind *kind, size_t i, size_t j) {
    switch (kind->heights) {
    case 0:
        return 1;
    case 1:
        return 0.25F * (float)i - 0.5F * (float)j;
    case 2:
        return (float)rng_below(r, 3);
    case 3:
        return (float)rng_real(r, -1, 1);
    default:
        return (float)rng_real(r, -1, 1) * (rng_below(r, 4) == 0 ? 1e30F : 1e-30F);
    }
}

static void add_triangle(both_ways *b, size_t number, size_t p, size_t q, size_t s) {
    const uint32_t of[3] = {(uint32_t)p, (uint32_t)q, (uint32_t)s};
    memcpy(b->corner[b->triangles], of, sizeof of);
    b->index[number] = (uint32_t)b->triangles;
    b->number[b->triangles++] = (uint32_t)number;
}

static void make(rng *r, const field_kind *kind, sepal_mesh_rim rim, both_ways *b) {
    const size_t columns = kind->columns, rows = kind->rows, stride = columns + 3;
    float rows_of_heights[(MOST_SIDE + 3) * MOST_SIDE];
    memset(b, 0, sizeof *b);
    memset(rows_of_heights, 0, sizeof rows_of_heights);
    for (size_t v = 0; v < columns * rows; v++) {
        const size_t i = v % columns, j = v / columns;
        b->height[v] = height_of(r, kind, i, j);
        b->x[v] = (float)((double)kind->origin + (double)i * (double)kind->step);
        b->y[v] = (float)((double)-kind->origin + (double)j * 2 * (double)kind->step);
        rows_of_heights[j * stride + i] = b->height[v];
    }
    for (size_t j = 0; j + 1 < rows; j++)
        for (size_t i = 0; i + 1 < columns; i++) {
            const size_t cell = j * (columns - 1) + i, v = j * columns + i, up = v + columns;
            const uint64_t turns = rng_below(r, 2), hole = (int)rng_below(r, 100) < kind->holes;
            b->turned[cell / 64] |= turns << cell % 64;
            b->hole[cell / 64] |= hole << cell % 64;
            b->index[2 * cell] = b->index[2 * cell + 1] = SEPAL_NO_SHAPE;
            if (hole)
                continue;
            add_triangle(b, 2 * cell, v, v + 1, turns ? up : up + 1);
            add_triangle(b, 2 * cell + 1, turns ? v + 1 : v, up + 1, up);
        }
    b->heights = (sepal_heights){.height = rows_of_heights,
                                 .columns = columns,
                                 .rows = rows,
                                 .stride = stride,
                                 .origin_x = kind->origin,
                                 .origin_y = -kind->origin,
                                 .step_x = kind->step,
                                 .step_y = 2 * kind->step,
                                 .turned = b->turned,
                                 .hole = kind->holes > 0 ? b->hole : NULL};
    const sepal_triangles triangles = {.x = b->x,
                                       .y = b->y,
                                       .z = b->height,
                                       .vertices = columns * rows,
                                       .a = &b->corner[0][0],
                                       .b = &b->corner[0][1],
                                       .c = &b->corner[0][2],
                                       .corner_stride = 3};
    must(sepal_mesh_create(NULL, &b->field) == SEPAL_OK && sepal_mesh_create(NULL, &b->mesh) == SEPAL_OK, "two meshes");
    cr_assert_eq(sepal_mesh_fill_heights(b->field, &b->heights, rim, NULL), SEPAL_OK);
    cr_assert_eq(sepal_mesh_fill(b->mesh, &triangles, b->triangles, rim, NULL), SEPAL_OK);
    b->heights.height = NULL; /* they were copied */
}

static void destroy(both_ways *b) {
    sepal_mesh_destroy(b->field);
    sepal_mesh_destroy(b->mesh);
}

static both_ways *all(rng *r, size_t k, sepal_mesh_rim rim) {
    static both_ways b;
    make(r, &kinds[k], rim, &b);
    return &b;
}

/* NOLINTNEXTLINE(bugprone-macro-parentheses): it declares k */
#define FOR_KINDS(k) for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)

Test(meshes_heights, triangles) {
    rng r = {41};
    FOR_KINDS(k) {
        both_ways *b = all(&r, k, SEPAL_RIM_ENDS);
        const size_t cells = (kinds[k].columns - 1) * (kinds[k].rows - 1);
        cr_assert_eq(sepal_mesh_count(b->field), 2 * cells);
        for (uint32_t t = 0; t < 2 * cells; t++) {
            float found[3][3], expected[3][3];
            uint32_t vertex[3];
            memset(found, 77, sizeof found);
            memcpy(expected, found, sizeof found);
            if (b->index[t] == SEPAL_NO_SHAPE) {
                cr_assert_eq(sepal_mesh_triangle(b->field, t, found, vertex), SEPAL_BAD_ARGUMENT);
                cr_assert_eq(memcmp(found, expected, sizeof found), 0);
                continue;
            }
            cr_assert_eq(sepal_mesh_triangle(b->field, t, found, vertex), SEPAL_OK);
            cr_assert_eq(sepal_mesh_triangle(b->mesh, b->index[t], expected, NULL), SEPAL_OK);
            cr_assert_eq(memcmp(found, expected, sizeof found), 0, "field %zu, triangle %u", k, t);
            for (int c = 0; c < 3; c++)
                cr_assert_eq(vertex[c], b->corner[b->index[t]][c]);
        }
        cr_assert_eq(sepal_mesh_triangle(b->field, (uint32_t)(2 * cells), (float[3][3]){{0}}, NULL), SEPAL_BAD_ARGUMENT);
        destroy(b);
    }
}

Test(meshes_heights, edges) {
    rng r = {42};
    size_t seen[4] = {0};
    FOR_KINDS(k) {
        both_ways *b = all(&r, k, SEPAL_RIM_GOES_ON);
        for (uint32_t i = 0; i < b->triangles; i++) {
            sepal_mesh_edge found[3], expected[3];
            uint32_t beyond[3], expected_beyond[3];
            cr_assert_eq(sepal_mesh_edges(b->field, b->number[i], found, beyond), SEPAL_OK);
            cr_assert_eq(sepal_mesh_edges(b->mesh, i, expected, expected_beyond), SEPAL_OK);
            for (int e = 0; e < 3; e++) {
                cr_assert_eq(found[e], expected[e], "field %zu, triangle %u, edge %d: %d, not %d", k, b->number[i], e,
                             (int)found[e], (int)expected[e]);
                cr_assert_eq(beyond[e], expected_beyond[e] == SEPAL_NO_SHAPE ? SEPAL_NO_SHAPE : b->number[expected_beyond[e]]);
                seen[found[e]]++;
            }
        }
        for (size_t cell = 0; kinds[k].holes > 0 && cell < (kinds[k].columns - 1) * (kinds[k].rows - 1); cell++)
            if (bit(b->hole, cell))
                cr_assert_eq(sepal_mesh_edges(b->field, (uint32_t)(2 * cell), (sepal_mesh_edge[3]){0}, NULL), SEPAL_BAD_ARGUMENT);
        destroy(b);
    }
    for (int kind = 0; kind < 4; kind++)
        cr_assert(seen[kind] > 100, "%zu edges of kind %d", seen[kind], kind);
}

/* --- Questions ------------------------------------------------------------------------------------------------------------------ */

enum { BODIES = 120, RAYS = 150, ROOM = 40000 };

/* A place above, in or beside the field. */
static void place_near(rng *r, const field_kind *kind, const both_ways *b, float out[3]) {
    const size_t v = rng_below(r, (uint32_t)(kind->columns * kind->rows));
    const double share = rng_below(r, 3) == 0 ? 0 : 1; /* right above a vertex, or not */
    out[0] = (float)((double)b->x[v] + share * rng_real(r, -1, 1) * (double)kind->step);
    out[1] = (float)((double)b->y[v] + share * rng_real(r, -1, 1) * (double)kind->step);
    out[2] = b->height[v] + (float)(rng_real(r, -0.5, 1.5) * (double)kind->step * (rng_below(r, 3) == 0 ? 0 : 1));
}

/* Boxes, spheres, capsules and hulls. */
static sepal_solids *bodies_near(rng *r, const field_kind *kind, const both_ways *b) {
    sepal_solids *set = NULL;
    must(sepal_solids_create(NULL, &set) == SEPAL_OK, "a set");
    for (int n = 0; n < BODIES; n++) {
        float at[3], x[6], y[6], z[6], half[3], radius = 0;
        const int what = (int)rng_below(r, 3);
        place_near(r, kind, b, at);
        for (int k = 0; k < 3; k++)
            half[k] = kind->step * (float)(0.2 + 2 * rng_real(r, 0, 1));
        if (what == 0) {
            const sepal_solid_boxes one = {
                .x = at, .y = at + 1, .z = at + 2, .half_x = half, .half_y = half + 1, .half_z = half + 2};
            must(sepal_solids_add_boxes(set, &one, 1, NULL, NULL) == SEPAL_OK, "a box");
            continue;
        }
        const size_t count = what == 1 ? 1 + rng_below(r, 2) : 4 + rng_below(r, 3);
        for (size_t k = 0; k < count; k++) {
            x[k] = at[0] + half[0] * (float)rng_real(r, -1, 1);
            y[k] = at[1] + half[1] * (float)rng_real(r, -1, 1);
            z[k] = at[2] + half[2] * (float)rng_real(r, -1, 1);
        }
        radius = what == 1 ? half[0] : 0;
        must(sepal_solids_add_hull(set, x, y, z, count, radius, NULL) == SEPAL_OK, "a hull");
    }
    return set;
}

typedef struct found_pairs {
    size_t count;
    sepal_pair pairs[ROOM];
} found_pairs;

static void compare_pairs(const both_ways *b, const char *what, size_t k, const found_pairs *found, const found_pairs *expected) {
    cr_assert_eq(found->count, expected->count, "field %zu, %s: %zu pairs, not %zu", k, what, found->count, expected->count);
    for (size_t i = 0; i < found->count; i++)
        cr_assert(found->pairs[i].a == expected->pairs[i].a && found->pairs[i].b == b->number[expected->pairs[i].b],
                  "field %zu, %s, pair %zu", k, what, i);
}

Test(meshes_heights, triangles_of_solids) {
    static found_pairs found, expected;
    rng r = {43};
    size_t overlaps = 0;
    sepal_finder *finder = NULL;
    must(sepal_finder_create(NULL, &finder) == SEPAL_OK, "a finder");
    FOR_KINDS(k) {
        both_ways *b = all(&r, k, SEPAL_RIM_ENDS);
        sepal_solids *set = bodies_near(&r, &kinds[k], b);
        const sepal_rule rule = {.margin = k % 2 == 0 ? 0 : kinds[k].step / 8};
        uint64_t bits[2][SEPAL_BIT_WORDS(BODIES)];
        cr_assert_eq(sepal_mesh_find(finder, set, 0, BODIES, b->field, NULL, &rule, ROOM, found.pairs, &found.count), SEPAL_OK);
        cr_assert_eq(sepal_mesh_find(finder, set, 0, BODIES, b->mesh, NULL, &rule, ROOM, expected.pairs, &expected.count),
                     SEPAL_OK);
        compare_pairs(b, "find", k, &found, &expected);
        overlaps += found.count;
        cr_assert_eq(
            sepal_mesh_find_near(finder, set, 7, BODIES - 7, b->field, NULL, kinds[k].step, ROOM, found.pairs, &found.count),
            SEPAL_OK);
        cr_assert_eq(
            sepal_mesh_find_near(finder, set, 7, BODIES - 7, b->mesh, NULL, kinds[k].step, ROOM, expected.pairs, &expected.count),
            SEPAL_OK);
        compare_pairs(b, "find_near", k, &found, &expected);
        cr_assert_eq(sepal_mesh_meets(finder, set, 0, BODIES, b->field, NULL, &rule, bits[0]), SEPAL_OK);
        cr_assert_eq(sepal_mesh_meets(finder, set, 0, BODIES, b->mesh, NULL, &rule, bits[1]), SEPAL_OK);
        cr_assert_eq(memcmp(bits[0], bits[1], sizeof bits[0]), 0);
        sepal_solids_destroy(set);
        destroy(b);
    }
    cr_assert(overlaps > 1000, "%zu overlaps", overlaps);
    sepal_finder_destroy(finder);
}

Test(meshes_heights, nearest) {
    enum { NEAREST = 5 };
    static uint32_t nearest[2][NEAREST * BODIES];
    static float distance[2][NEAREST * BODIES];
    rng r = {46};
    sepal_finder *finder = NULL;
    must(sepal_finder_create(NULL, &finder) == SEPAL_OK, "a finder");
    FOR_KINDS(k) {
        both_ways *b = all(&r, k, SEPAL_RIM_ENDS);
        sepal_solids *set = bodies_near(&r, &kinds[k], b);
        const float limit = 3 * kinds[k].step;
        for (int way = 0; way < 2; way++)
            cr_assert_eq(sepal_mesh_find_nearest(finder, set, 0, BODIES, way == 0 ? b->field : b->mesh, NEAREST, NULL, limit,
                                                 nearest[way], distance[way]),
                         SEPAL_OK);
        for (size_t i = 0; i < NEAREST * BODIES; i++)
            cr_assert_eq(nearest[0][i], nearest[1][i] == SEPAL_NO_SHAPE ? SEPAL_NO_SHAPE : b->number[nearest[1][i]]);
        cr_assert_eq(memcmp(distance[0], distance[1], sizeof distance[0]), 0);
        sepal_solids_destroy(set);
        destroy(b);
    }
    sepal_finder_destroy(finder);
}

/* Neighbours, stars and kinds of edges tell which normals the surface has. */
Test(meshes_heights, contacts) {
    static found_pairs near;
    static sepal_pair of_mesh[ROOM];
    static float normal[2][3][ROOM], at[2][3][4 * ROOM], depth[2][4 * ROOM];
    static uint32_t feature[2][4 * ROOM];
    static uint8_t count[2][ROOM];
    rng r = {47};
    size_t some = 0;
    sepal_finder *finder = NULL;
    must(sepal_finder_create(NULL, &finder) == SEPAL_OK, "a finder");
    FOR_KINDS(k) {
        both_ways *b = all(&r, k, k % 2 == 0 ? SEPAL_RIM_ENDS : SEPAL_RIM_GOES_ON);
        sepal_solids *set = bodies_near(&r, &kinds[k], b);
        cr_assert_eq(sepal_mesh_find_near(finder, set, 0, BODIES, b->field, NULL, 0.1F, ROOM, near.pairs, &near.count), SEPAL_OK);
        for (size_t i = 0; i < near.count; i++)
            of_mesh[i] = (sepal_pair){near.pairs[i].a, b->index[near.pairs[i].b]};
        memset(count, 0, sizeof count);
        memset(depth, 0, sizeof depth);
        memset(at, 0, sizeof at);
        memset(normal, 0, sizeof normal);
        memset(feature, 0, sizeof feature);
        for (int way = 0; way < 2; way++) {
            const sepal_solid_contacts out = {.count = count[way],
                                              .normal_x = normal[way][0],
                                              .normal_y = normal[way][1],
                                              .normal_z = normal[way][2],
                                              .x = at[way][0],
                                              .y = at[way][1],
                                              .z = at[way][2],
                                              .depth = depth[way],
                                              .feature = feature[way]};
            cr_assert_eq(sepal_mesh_contacts_pairs(set, way == 0 ? b->field : b->mesh, way == 0 ? near.pairs : of_mesh, near.count,
                                                   &(sepal_contact_rule){.margin = 0.05F}, &out),
                         SEPAL_OK);
        }
        for (size_t i = 0; i < near.count; i++)
            some += count[0][i] > 0;
        cr_assert_eq(memcmp(count[0], count[1], sizeof count[0]), 0, "field %zu", k);
        cr_assert_eq(memcmp(normal[0], normal[1], sizeof normal[0]), 0, "field %zu", k);
        cr_assert_eq(memcmp(at[0], at[1], sizeof at[0]), 0, "field %zu", k);
        cr_assert_eq(memcmp(depth[0], depth[1], sizeof depth[0]), 0, "field %zu", k);
        cr_assert_eq(memcmp(feature[0], feature[1], sizeof feature[0]), 0, "field %zu", k);
        sepal_solids_destroy(set);
        destroy(b);
    }
    cr_assert(some > 1000, "%zu pairs have points", some);
    sepal_finder_destroy(finder);
}

/* A name by the numbers of the mesh as it is in the field, where it is that of `other` if it is that of a vertex. */
static uint32_t name_in_field(const both_ways *b, uint32_t name, uint32_t other) {
    const uint32_t kind = name >> SEPAL_MESH_NAME_BITS, number = name & ((UINT32_C(1) << SEPAL_MESH_NAME_BITS) - 1);
    if (kind == SEPAL_MESH_VERTEX_NAME)
        return kind == other >> SEPAL_MESH_NAME_BITS ? other : name;
    return kind << SEPAL_MESH_NAME_BITS |
           (kind == SEPAL_MESH_EDGE_NAME ? 3 * b->number[number / 3] + number % 3 : b->number[number]);
}

Test(meshes_heights, manifolds) {
    static sepal_mesh_manifold found[2][8 * BODIES];
    rng r = {49};
    size_t some = 0;
    sepal_finder *finder = NULL;
    must(sepal_finder_create(NULL, &finder) == SEPAL_OK, "a finder");
    FOR_KINDS(k) {
        both_ways *b = all(&r, k, SEPAL_RIM_ENDS);
        sepal_solids *set = bodies_near(&r, &kinds[k], b);
        size_t count[2];
        memset(found, 0, sizeof found);
        for (int way = 0; way < 2; way++) {
            const sepal_status status =
                sepal_mesh_manifolds(finder, set, 0, BODIES, way == 0 ? b->field : b->mesh, NULL,
                                     &(sepal_contact_rule){.margin = 0.05F}, 0.9F, 8 * BODIES, found[way], &count[way]);
            cr_assert(status == SEPAL_OK || status == SEPAL_TOO_SMALL);
        }
        cr_assert_eq(count[0], count[1]);
        some += count[0];
        for (size_t i = 0; i < count[0] && count[0] <= 8 * BODIES; i++) {
            sepal_mesh_manifold *of_mesh = &found[1][i];
            of_mesh->triangle = b->number[of_mesh->triangle];
            for (uint32_t p = 0; p < of_mesh->count; p++) { /* vertices have other numbers where holes leave some out */
                sepal_mesh_manifold_point *one = &of_mesh->point[p], *other = &found[0][i].point[p];
                one->triangle = b->number[one->triangle];
                one->of_mesh = name_in_field(b, one->of_mesh, other->of_mesh);
            }
            cr_assert_eq(memcmp(&found[0][i], of_mesh, sizeof *of_mesh), 0, "field %zu, manifold %zu", k, i);
        }
        sepal_solids_destroy(set);
        destroy(b);
    }
    cr_assert(some > 300, "%zu manifolds", some);
    sepal_finder_destroy(finder);
}

Test(meshes_heights, windows) {
    static uint32_t found[ROOM], expected[ROOM];
    rng r = {44};
    sepal_finder *finder = NULL;
    must(sepal_finder_create(NULL, &finder) == SEPAL_OK, "a finder");
    FOR_KINDS(k) {
        both_ways *b = all(&r, k, SEPAL_RIM_ENDS);
        for (int n = 0; n < 20; n++) {
            float low[3], high[3];
            size_t count, expected_count;
            place_near(&r, &kinds[k], b, low);
            for (int axis = 0; axis < 3; axis++)
                high[axis] = low[axis] + kinds[k].step * (float)rng_below(&r, 6);
            cr_assert_eq(sepal_mesh_find_in(finder, low, high, b->field, NULL, NULL, ROOM, found, &count), SEPAL_OK);
            cr_assert_eq(sepal_mesh_find_in(finder, low, high, b->mesh, NULL, NULL, ROOM, expected, &expected_count), SEPAL_OK);
            cr_assert_eq(count, expected_count);
            for (size_t i = 0; i < count; i++)
                cr_assert_eq(found[i], b->number[expected[i]]);
        }
        destroy(b);
    }
    sepal_finder_destroy(finder);
}

Test(meshes_heights, sweeps) {
    static float moves[3][BODIES], out[2][4][BODIES];
    uint32_t shape[2][BODIES];
    rng r = {50};
    size_t hits = 0;
    sepal_finder *finder = NULL;
    must(sepal_finder_create(NULL, &finder) == SEPAL_OK, "a finder");
    FOR_KINDS(k) {
        both_ways *b = all(&r, k, SEPAL_RIM_ENDS);
        sepal_solids *set = bodies_near(&r, &kinds[k], b);
        for (size_t i = 0; i < 3 * BODIES; i++)
            moves[i / BODIES][i % BODIES] = kinds[k].step * (float)rng_real(&r, -5, 3);
        for (int way = 0; way < 2; way++) {
            const sepal_solid_moves of_set = {moves[0], moves[1], moves[2], 1};
            const sepal_solid_ray_hits to = {shape[way], out[way][0], out[way][1], out[way][2], out[way][3], 1};
            cr_assert_eq(sepal_mesh_sweep(finder, set, &of_set, 0, BODIES, way == 0 ? b->field : b->mesh, NULL, NULL, &to),
                         SEPAL_OK);
        }
        for (size_t i = 0; i < BODIES; i++) {
            cr_assert_eq(shape[0][i], shape[1][i] == SEPAL_NO_SHAPE ? SEPAL_NO_SHAPE : b->number[shape[1][i]],
                         "field %zu, body %zu", k, i);
            hits += shape[0][i] != SEPAL_NO_SHAPE;
        }
        cr_assert_eq(memcmp(out[0], out[1], sizeof out[0]), 0);
        sepal_solids_destroy(set);
        destroy(b);
    }
    cr_assert(hits > 100, "%zu hits", hits);
    sepal_finder_destroy(finder);
}

Test(meshes_heights, rays) {
    rng r = {45};
    size_t hits = 0;
    sepal_finder *finder = NULL;
    must(sepal_finder_create(NULL, &finder) == SEPAL_OK, "a finder");
    FOR_KINDS(k) {
        both_ways *b = all(&r, k, SEPAL_RIM_ENDS);
        for (int sides = 0; sides < 2; sides++) {
            static float rows[6][RAYS], out[2][4][RAYS];
            uint32_t shape[2][RAYS] = {{0}};
            for (size_t i = 0; i < RAYS; i++) {
                float from[3], to[3];
                place_near(&r, &kinds[k], b, to);
                place_near(&r, &kinds[k], b, from);
                from[2] += kinds[k].step * 3;
                for (int axis = 0; axis < 3; axis++) {
                    rows[axis][i] = rng_below(&r, 4) == 0 && axis < 2 ? to[axis] : from[axis];
                    rows[3 + axis][i] = 2 * (to[axis] - rows[axis][i]);
                }
            }
            const sepal_solid_rays rays = {rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], 1};
            for (int way = 0; way < 2; way++) {
                const sepal_solid_ray_hits to = {shape[way], out[way][0], out[way][1], out[way][2], out[way][3], 0};
                cr_assert_eq(sepal_mesh_cast_rays(finder, way == 0 ? b->field : b->mesh, &rays, RAYS, (sepal_mesh_sides)sides, NULL,
                                                  NULL, &to),
                             SEPAL_OK);
            }
            for (size_t i = 0; i < RAYS; i++) {
                cr_assert_eq(shape[0][i], shape[1][i] == SEPAL_NO_SHAPE ? SEPAL_NO_SHAPE : b->number[shape[1][i]],
                             "field %zu, ray %zu", k, i);
                hits += shape[0][i] != SEPAL_NO_SHAPE;
            }
            cr_assert_eq(memcmp(out[0], out[1], sizeof out[0]), 0);
        }
        destroy(b);
    }
    cr_assert(hits > 1000, "%zu hits", hits);
    sepal_finder_destroy(finder);
}

/* --- What is refused, and memory ------------------------------------------------------------------------------------------------- */

/* A refusal names the vertex, and the mesh stays as it was. */
Test(meshes_heights, refused) {
    float height[12] = {0};
    const sepal_heights good = {.height = height, .columns = 4, .rows = 3, .step_x = 1, .step_y = 1};
    sepal_refusal refusal = {99, NULL};
    sepal_mesh *mesh = NULL;
    must(sepal_mesh_create(NULL, &mesh) == SEPAL_OK, "a mesh");
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &good, SEPAL_RIM_ENDS, &refusal), SEPAL_OK);
    cr_assert_eq(refusal.index, 99);

    sepal_heights bad = good;
    height[6] = INFINITY;
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &bad, SEPAL_RIM_ENDS, &refusal), SEPAL_BAD_SHAPE);
    cr_assert(refusal.index == 6 && strstr(refusal.reason, "not finite") != NULL);
    height[6] = 0;
    bad.step_x = 0;
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &bad, SEPAL_RIM_ENDS, &refusal), SEPAL_BAD_SHAPE);
    cr_assert(refusal.index == 1 && strstr(refusal.reason, "above the one before") != NULL);
    bad = good;
    bad.origin_y = 0x1p24F; /* 16777217 is no float */
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &bad, SEPAL_RIM_ENDS, &refusal), SEPAL_BAD_SHAPE);
    cr_assert_eq(refusal.index, 4);
    bad = good;
    bad.origin_x = NAN;
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &bad, SEPAL_RIM_ENDS, &refusal), SEPAL_BAD_SHAPE);
    cr_assert_eq(refusal.index, 0);
    bad = good;
    bad.height = NULL;
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &bad, SEPAL_RIM_ENDS, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &good, (sepal_mesh_rim)2, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_fill_heights(mesh, NULL, SEPAL_RIM_ENDS, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_fill_heights(NULL, &good, SEPAL_RIM_ENDS, NULL), SEPAL_BAD_ARGUMENT);
    bad = good;
    bad.columns = SIZE_MAX / 2;
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &bad, SEPAL_RIM_ENDS, NULL), SEPAL_BAD_ARGUMENT);
    bad.columns = 32770;
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &bad, SEPAL_RIM_ENDS, NULL), SEPAL_BAD_ARGUMENT);
    bad = good;
    bad.rows = 32770;
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &bad, SEPAL_RIM_ENDS, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_count(mesh), 12);
    static const float long_row[2 * 32769];
    bad = (sepal_heights){.height = long_row, .columns = 32769, .rows = 2, .step_x = 1, .step_y = 1};
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &bad, SEPAL_RIM_ENDS, NULL), SEPAL_OK);
    cr_assert_eq(sepal_mesh_count(mesh), 65536);
    bad = good;
    bad.rows = 1;
    cr_assert_eq(sepal_mesh_fill_heights(mesh, &bad, SEPAL_RIM_ENDS, NULL), SEPAL_OK);
    cr_assert_eq(sepal_mesh_count(mesh), 0);
    sepal_mesh_destroy(mesh);
}

/* "less than 3.3 bytes a triangle, half a byte more where some edge is flat, and 4 for each row and column; while it is filled, 4 a triangle
 * more if any edge is flat"; and where memory is short, nothing changes or leaks. */
Test(meshes_heights, memory) {
    enum { SIDE = 301 };
    counted c = {0, 0, SIZE_MAX};
    const sepal_allocator allocator = {&c, take_counted, release_counted};
    float *height = calloc((size_t)SIDE * SIDE, sizeof *height);
    const sepal_heights heights = {.height = height, .columns = SIDE, .rows = SIDE, .step_x = 1, .step_y = 1};
    sepal_mesh *mesh = NULL;
    rng r = {48};
    must(height != NULL && sepal_mesh_create(&allocator, &mesh) == SEPAL_OK, "a mesh");
    for (int rough = 0; rough < 2; rough++) {
        for (size_t k = 0; k < (size_t)SIDE * SIDE && height != NULL && rough != 0; k++)
            height[k] = (float)rng_real(&r, -1, 1);
        for (size_t left = 0;; left++) {
            const size_t before = c.bytes;
            c.left = left;
            c.most = before;
            const sepal_status status = sepal_mesh_fill_heights(mesh, &heights, SEPAL_RIM_ENDS, NULL);
            const double more = (double)(c.most - before) / (double)((SIDE - 1) * (SIDE - 1) * 2);
            if (status == SEPAL_OK) {
                cr_assert_lt(more, rough != 0 ? 3.4 : 3.9 + 4, "%.2f bytes a triangle while it is filled", more);
                break;
            }
            cr_assert_eq(status, SEPAL_NO_MEMORY);
            cr_assert_eq(c.bytes, before);
        }
        const double triangles = (double)sepal_mesh_count(mesh), most = rough != 0 ? 3.3 : 3.8;
        cr_assert((double)c.bytes < most * triangles + 8 * SIDE, "%.2f bytes a triangle", (double)c.bytes / triangles);
    }
    sepal_mesh_destroy(mesh);
    cr_assert_eq(c.bytes, 0);
    free(height);
}
